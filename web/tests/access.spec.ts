// Nothing that axe knows to be in anybody's way, in any view, dark or light.

import { expect, test, visit } from './relict';
import { accessible } from './seen';

const PLACES: Record<string, string> = {
    'first page': '#/',
    folder: '#/parkan?as=table',
    cards: '#/parkan/Textures.lib?as=cards',
    picture: '#/parkan/Textures.lib/BRICK.0?at=3,3',
    atlas: '#/parkan/Textures.lib/LETTERS.0',
    palette: '#/parkan/Textures.lib/DEFAULT.0',
    json: '#/parkan/Material.lib/BEACON?view=document',
    comparison: '#/parkan/Textures.lib/BRICK.0?view=diff&with=parkan/Textures.lib/STEEL.0',
    gallery: '#/idmobile/doom.jar',
    map: '#/idmobile/doom.jar/level01.bsp?view=map',
    strings: '#/idmobile/loose/level01.str?view=table',
    text: '#/parkan/units.rlb/readme.txt',
};

for (const [name, place] of Object.entries(PLACES)) {
    test(`${name} is in nobody's way`, async ({ page, world }) => {
        await visit(page, world, place);
        await expect(page.locator('.failure')).toHaveCount(0);
        await accessible(page, name === 'cards' ? ['html'] : undefined);
    });
}

test("a phone's width is in nobody's way", async ({ page, world }) => {
    await page.setViewportSize({ width: 390, height: 844 });
    for (const place of [PLACES['first page']!, PLACES['picture']!, PLACES['comparison']!]) {
        await visit(page, world, place);
        await accessible(page);
    }
});

test("dialogs are in nobody's way", async ({ page, world }) => {
    await visit(page, world, '#/parkan/Textures.lib/BRICK.0');
    for (const key of ['?', 'o', 'c']) {
        await page.keyboard.press(key);
        await expect(page.getByRole('dialog')).toBeVisible();
        await accessible(page, ['dialog']);
        await page.keyboard.press('Escape');
        await expect(page.getByRole('dialog')).toHaveCount(0);
    }
});
