// Nothing that axe knows to be in anybody's way, in any view, dark or light.

import AxeBuilder from '@axe-core/playwright';
import { expect, test, visit } from './relict';

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

for (const theme of ['light', 'dark'] as const) {
    for (const [name, place] of Object.entries(PLACES)) {
        test(`${name}, ${theme}`, async ({ page, world }) => {
            await page.emulateMedia({ colorScheme: theme, reducedMotion: 'reduce' });
            await visit(page, world, place);
            await expect(page.locator('.failure')).toHaveCount(0);
            const { violations } = await new AxeBuilder({ page }).analyze();
            expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join('\n')}`)).toEqual([]);
        });
    }

    test(`a phone, ${theme}`, async ({ page, world }) => {
        await page.setViewportSize({ width: 390, height: 844 });
        await page.emulateMedia({ colorScheme: theme, reducedMotion: 'reduce' });
        for (const place of [PLACES['first page']!, PLACES['picture']!, PLACES['comparison']!]) {
            await visit(page, world, place);
            const { violations } = await new AxeBuilder({ page }).analyze();
            expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join('\n')}`)).toEqual([]);
        }
    });

    test(`dialogs, ${theme}`, async ({ page, world }) => {
        await page.emulateMedia({ colorScheme: theme, reducedMotion: 'reduce' });
        await visit(page, world, '#/parkan/Textures.lib/BRICK.0');
        for (const key of ['?', 'o', 'c']) {
            await page.keyboard.press(key);
            await expect(page.getByRole('dialog')).toBeVisible();
            const { violations } = await new AxeBuilder({ page }).include('dialog').analyze();
            expect(
                violations.map(({ id, nodes }) => `${key} ${id}: ${nodes.map(({ html }) => html).join('\n')}`),
            ).toEqual([]);
            await page.keyboard.press('Escape');
        }
    });
}
