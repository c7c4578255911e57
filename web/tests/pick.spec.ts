// What was pointed at on a model: the engine's hit test, with links to what it names.

import type { Locator, Page } from '@playwright/test';
import { expect, type Served, settled, test, visit } from './relict';
import { accessible, addressed, differing, type Picture, picture } from './seen';

const TANK = '#/parkan/units.rlb/tank.msh';
const BARE = 'grid=0&axes=0';

function card(page: Page): Locator {
    return page.getByRole('region', { name: 'Triangle under the pointer' });
}

function fact(page: Page, name: string): Locator {
    return card(page).locator(`dt:text-is("${name}") + dd`);
}

async function drawn(page: Page): Promise<Picture> {
    await settled(page);
    return picture(page.locator('.model-stage canvas'));
}

async function click(page: Page): Promise<void> {
    const canvas = page.locator('.model-stage canvas');
    const box = await canvas.boundingBox();
    await canvas.click({ position: { x: (box?.width ?? 0) / 2, y: (box?.height ?? 0) * 0.55 } });
    await expect(card(page)).toBeVisible();
}

async function open(page: Page, world: Served, more = ''): Promise<void> {
    await visit(page, world, `${TANK}?${BARE}${more}`);
}

test('a click names triangle, node, batch, material and texture, and each leads there', async ({ page, world }) => {
    await open(page, world);
    await click(page);
    for (const name of ['Triangle', 'Node', 'Slot', 'Batch', 'Material', 'Texture'])
        await expect(fact(page, name).getByRole('link')).toHaveCount(1);
    const node = addressed(page, 'node') ?? '';
    await expect(fact(page, 'Node')).toContainText(node);
    await expect(fact(page, 'Material').getByRole('link')).toHaveAttribute('href', /Material\.lib/i);
    await expect(fact(page, 'Texture').getByRole('link')).toHaveAttribute('href', /Textures\.lib/i);
    const heading = await card(page).getByRole('heading').textContent();
    const triangle = /\d+/.exec(heading ?? '')?.[0] ?? '';
    await fact(page, 'Triangle').getByRole('link').click();
    await settled(page);
    await expect(page.locator('.bytes')).toContainText(`triangles[${triangle}]`);
    await page.goBack();
    await settled(page);
    await click(page);
    const batch = (await fact(page, 'Batch').textContent()) ?? '';
    await fact(page, 'Batch').getByRole('link').click();
    await settled(page);
    await expect(page.locator('.bytes')).toContainText(`batches[${batch}]`);
});

test('neighbours are told, and Escape clears the triangle', async ({ page, world }) => {
    await open(page, world);
    await click(page);
    await expect(fact(page, 'Neighbours').locator(':scope > *')).toHaveCount(3);
    // The node stays chosen, so that nothing changes on the picture but the triangle.
    await page.locator('.pick').evaluate((shown) => shown.style.setProperty('opacity', '0'));
    const marked = await drawn(page);
    await page.keyboard.press('Escape');
    await expect(card(page)).toBeHidden();
    expect(differing(marked, await drawn(page)), 'the triangle is outlined').toBeGreaterThan(50);
    await page.locator('.pick').evaluate((shown) => shown.style.removeProperty('opacity'));
    await click(page);
    await card(page).getByRole('button', { name: 'Close' }).click();
    await expect(card(page)).toBeHidden();
});

test('without a mouse, the middle of the view is picked', async ({ page, world }) => {
    await open(page, world);
    const canvas = page.locator('.model-stage canvas');
    await canvas.focus();
    await page.keyboard.press('x');
    await expect(card(page)).toBeFocused();
    await accessible(page);
    await page.keyboard.press('Tab');
    await expect(card(page).getByRole('button', { name: 'Close' })).toBeFocused();
    await page.keyboard.press('Escape');
    await expect(card(page)).toBeHidden();
    await expect(canvas).toBeFocused();
});

test('another level, state or moment clears what is no longer true', async ({ page, world }) => {
    await open(page, world);
    await click(page);
    await page.getByLabel('LOD').selectOption('1');
    await expect(card(page)).toBeHidden();
    await click(page);
    await page.getByRole('button', { name: 'Next frame' }).click();
    await expect(card(page)).toBeHidden();
});

test('what moves is hit where it is by then', async ({ page, world }) => {
    const { clips } = await world.api<{ clips: { seconds: number }[] }>('model/info', {
        p: 'parkan/units.rlb/tank.msh',
    });
    await open(page, world, `&time=${((clips[0]?.seconds ?? 0) / 2).toFixed(3)}`);
    await click(page);
    await expect(fact(page, 'Node')).toContainText(addressed(page, 'node') ?? '-');
});

test('ground has faces and cells, and other games have no hit test', async ({ page, world }) => {
    await visit(page, world, `#/parkan/Land.msh?${BARE}`);
    await click(page);
    await expect(card(page).getByRole('heading')).toContainText('Face');
    await expect(fact(page, 'Cell').getByRole('link')).toHaveCount(1);
    await visit(page, world, `#/mechwarrior3/mechlib.zbd/mech_strider.flt?${BARE}`);
    const canvas = page.locator('.model-stage canvas');
    const box = await canvas.boundingBox();
    await canvas.click({ position: { x: (box?.width ?? 0) / 2, y: (box?.height ?? 0) * 0.55 } });
    await settled(page);
    await expect(card(page)).toHaveCount(0);
});

test('the draw calls for the camera are listed, and what is culled says why', async ({ page, world }) => {
    await open(page, world, '&nodes=1');
    await page.getByText('Draw calls', { exact: true }).click();
    const drawn = page.locator('.drawn');
    await expect(drawn.getByRole('status')).toContainText(/^[1-9]\d* draw calls.*; 0 culled$/);
    await expect(drawn.getByRole('link', { name: /^Batch \d+/ }).first()).toHaveAttribute('href', /view=bytes/);
    await accessible(page);
    // Close to what is framed, parts of the model are out of sight.
    const canvas = page.locator('.model-stage canvas');
    await canvas.focus();
    for (let step = 0; step < 24; step++) await page.keyboard.press('+');
    for (let step = 0; step < 4; step++) await page.keyboard.press('Shift+ArrowUp');
    await expect(drawn.getByRole('status')).toContainText(/; [1-9]\d* culled$/);
    await expect(drawn).toContainText('Culled: ');
});
