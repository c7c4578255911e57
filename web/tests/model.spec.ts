// Models: what is drawn, and what changes it.

import type { Page } from '@playwright/test';
import { expect, settled, test, visit } from './relict';
import { accessible, addressed, coloured, differing, type Picture, picture, pixel } from './seen';

const TANK = '#/parkan/units.rlb/tank.msh';
/** `--backdrop` of the light theme. */
const BACKDROP: [number, number, number] = [0xe4, 0xe6, 0xe6];
/** Without what stands around the model. */
const BARE = 'grid=0&axes=0&nodes=0';

interface Facts {
    nodes: { name: string }[];
    variants: { state: number; level: number }[];
    clips: { name: string; seconds: number }[];
    motions: { name: string; path: string }[];
}

async function drawn(page: Page): Promise<Picture> {
    await settled(page);
    return picture(page.locator('.model-stage canvas'));
}

test('a model stands before its backdrop as a whole, also in less room', async ({ page, world }) => {
    await visit(page, world, `${TANK}?${BARE}`);
    const seen = await drawn(page);
    expect(pixel(seen, 0, 0)).toEqual(BACKDROP);
    expect(pixel(seen, 1, 0)).toEqual(BACKDROP);
    expect(pixel(seen, 0.5, 0.55)).not.toEqual(BACKDROP);
    const filled = 1 - coloured(seen, BACKDROP) / (seen.width * seen.height);
    expect(filled).toBeGreaterThan(0.1);
    expect(filled).toBeLessThan(0.9);
    await page.getByRole('tab', { name: 'Findings' }).click();
    await page.getByRole('button', { name: 'Nodes and materials' }).click();
    // The panel of the model is not the one beside it, neither on the screen nor in the address.
    await expect(page).toHaveURL(/panel=findings&.*nodes=1|nodes=1&.*panel=findings/);
    await expect(page.getByRole('tab', { name: 'Findings' })).toHaveAttribute('aria-selected', 'true');
    const less = await drawn(page);
    expect(less.width).toBeLessThan(seen.width);
    for (let step = 0; step <= 20; step++) {
        expect(pixel(less, 0, step / 20)).toEqual(BACKDROP);
        expect(pixel(less, 1, step / 20)).toEqual(BACKDROP);
    }
});

test('surfaces of which no material is known have shades', async ({ page, world }) => {
    await visit(page, world, `#/parkan/Land.msh?${BARE}`);
    const [red] = pixel(await drawn(page), 0.5, 0.5);
    expect(red).toBeLessThan(230);
});

test('three times of a clip differ where the part moves, and nowhere else', async ({ page, world }) => {
    const { clips } = await world.api<Facts>('model/info', { p: 'parkan/units.rlb/tank.msh' });
    const seconds = clips[0]?.seconds ?? 0;
    expect(seconds).toBeGreaterThan(0);
    const times = [0, seconds / 3, (2 * seconds) / 3].map((time) => time.toFixed(3));
    const pictures: Picture[] = [];
    for (const time of times) {
        await visit(page, world, `${TANK}?${BARE}&time=${time}`);
        pictures.push(await drawn(page));
    }
    const [first, second, third] = pictures as [Picture, Picture, Picture];
    for (const pair of [
        [first, second],
        [second, third],
        [first, third],
    ] as const) {
        expect(differing(...pair)).toBeGreaterThan(200);
    }
    for (const one of pictures) expect(pixel(one, 0, 0)).toEqual(BACKDROP);
});

test('without the parts that move, all times look the same', async ({ page, world }) => {
    await visit(page, world, `${TANK}?grid=0&axes=0&nodes=1`);
    const tree = page.getByRole('tree', { name: 'Nodes' });
    // What hangs from the hull is what turns.
    const moving = tree.getByRole('treeitem', { level: 2 });
    await expect(moving.first()).toBeVisible();
    const count = await moving.count();
    for (let index = 0; index < count; index++) await moving.nth(index).locator('.eye').click();
    const still = await drawn(page);
    await page.getByRole('button', { name: 'Next frame' }).click();
    await page.getByRole('button', { name: 'Next frame' }).click();
    expect(differing(still, await drawn(page))).toBe(0);
    for (let index = 0; index < count; index++) await moving.nth(index).locator('.eye').click();
    expect(differing(still, await drawn(page))).toBeGreaterThan(200);
});

test('levels and damage change the picture, and the address names them', async ({ page, world }) => {
    await visit(page, world, `${TANK}?${BARE}`);
    const near = await drawn(page);
    await page.getByLabel('LOD').selectOption('1');
    await expect.poll(() => addressed(page, 'level')).toBe('1');
    const far = await drawn(page);
    expect(differing(near, far)).toBeGreaterThan(200);
    await page.getByLabel('LOD').selectOption('0');
    await page.getByLabel('Damage').selectOption('1');
    await expect.poll(() => addressed(page, 'state')).toBe('1');
    const damaged = await drawn(page);
    expect(differing(near, damaged)).toBeGreaterThan(200);
    await visit(page, world, `${TANK}?${BARE}&state=0&level=1`);
    expect(differing(far, await drawn(page))).toBeLessThan(50);
});

test('wire lets the backdrop through; plain surfaces have no texture', async ({ page, world }) => {
    await visit(page, world, `${TANK}?${BARE}`);
    const textured = await drawn(page);
    await page.getByRole('button', { name: 'Wireframe' }).click();
    expect(addressed(page, 'wire')).toBe('1');
    const wire = await drawn(page);
    expect(coloured(wire, BACKDROP)).toBeGreaterThan(coloured(textured, BACKDROP) + 5000);
    await page.getByRole('button', { name: 'Wireframe' }).click();
    await page.getByRole('button', { name: 'Materials', exact: true }).click();
    const plain = await drawn(page);
    expect(differing(textured, plain)).toBeGreaterThan(1000);
    // Grey all over: no channel leads by much.
    const [red, green, blue] = pixel(plain, 0.5, 0.55);
    expect(Math.max(red, green, blue) - Math.min(red, green, blue)).toBeLessThan(40);
});

test('a lightmap can be taken off', async ({ page, world }) => {
    await visit(page, world, `#/parkan/units.rlb/bunker.msh?${BARE}`);
    const baked = await drawn(page);
    await page.getByRole('button', { name: 'Lightmap' }).click();
    expect(addressed(page, 'lightmap')).toBe('0');
    expect(differing(baked, await drawn(page))).toBeGreaterThan(500);
});

test('a clip is played, scrubbed and stepped', async ({ page, world }) => {
    await visit(page, world, TANK);
    const slider = page.getByRole('slider', { name: 'Time' });
    const time = async (): Promise<number> => Number(await slider.inputValue());
    await page.getByRole('button', { name: 'Next frame' }).click();
    const frame = await time();
    expect(frame).toBeGreaterThan(0);
    await page.keyboard.press('.');
    expect(await time()).toBeCloseTo(2 * frame, 3);
    await page.keyboard.press(',');
    expect(await time()).toBeCloseTo(frame, 3);
    await expect.poll(() => addressed(page, 'time')).not.toBeNull();
    await slider.fill('0');
    expect(await time()).toBe(0);
    await page.getByLabel('Speed').selectOption('0.25');
    await page.getByRole('button', { name: 'Play', exact: true }).click();
    await expect.poll(time).toBeGreaterThan(0);
    await page.getByRole('button', { name: 'Pause' }).click();
    const stopped = await time();
    await page.waitForTimeout(200);
    expect(await time()).toBe(stopped);
});

test('nothing is drawn while nothing happens', async ({ page, world }) => {
    await page.addInitScript(() => {
        const counted = window as unknown as { frames: number };
        counted.frames = 0;
        const ask = window.requestAnimationFrame.bind(window);
        window.requestAnimationFrame = (callback) => (counted.frames++, ask(callback));
    });
    await visit(page, world, TANK);
    const frames = (): Promise<number> => page.evaluate(() => (window as unknown as { frames: number }).frames);
    await expect(async () => {
        const before = await frames();
        await page.waitForTimeout(400);
        expect(await frames()).toBe(before);
    }).toPass();
    const before = await frames();
    await page.getByRole('button', { name: 'Turntable' }).click();
    await page.waitForTimeout(400);
    expect(await frames()).toBeGreaterThan(before + 1);
});

test('a node is chosen in the tree, on the model and by the address', async ({ page, world }) => {
    const { nodes } = await world.api<Facts>('model/info', { p: 'parkan/units.rlb/tank.msh' });
    const name = nodes[1]?.name ?? '';
    await visit(page, world, `${TANK}?nodes=1&node=${encodeURIComponent(name)}`);
    const tree = page.getByRole('tree', { name: 'Nodes' });
    await expect(tree.getByRole('treeitem', { selected: true })).toContainText(name);
    const chosen = await drawn(page);
    await page.getByRole('button', { name: 'Deselect' }).click();
    expect(addressed(page, 'node')).toBeNull();
    expect(differing(chosen, await drawn(page))).toBeGreaterThan(20);
    const canvas = page.locator('.model-stage canvas');
    const box = await canvas.boundingBox();
    await canvas.click({ position: { x: (box?.width ?? 0) / 2, y: (box?.height ?? 0) * 0.55 } });
    await expect(tree.getByRole('treeitem', { selected: true })).toHaveCount(1);
    expect(addressed(page, 'node')).not.toBeNull();
});

test('the camera obeys keys', async ({ page, world }) => {
    await visit(page, world, `${TANK}?${BARE}`);
    const corner = await drawn(page);
    await page.keyboard.press('4');
    const top = await drawn(page);
    expect(differing(corner, top)).toBeGreaterThan(1000);
    await page.keyboard.press('1');
    expect(differing(corner, await drawn(page))).toBeLessThan(50);
    await page.locator('.model-stage canvas').focus();
    await page.keyboard.press('ArrowLeft');
    await page.keyboard.press('+');
    expect(differing(corner, await drawn(page))).toBeGreaterThan(500);
    await page.keyboard.press('b');
    expect(addressed(page, 'bounds')).toBe('1');
});

test('a mech walks by a motion that lies beside it', async ({ page, world }) => {
    const mech = 'mechwarrior3/mechlib.zbd/mech_strider.flt';
    const { motions } = await world.api<Facts>('model/info', { p: mech });
    const walk = motions.find(({ name }) => name.includes('walk'));
    expect(walk).toBeDefined();
    await visit(page, world, `#/${mech}?${BARE}`);
    const still = await drawn(page);
    await page.getByLabel('Clip').selectOption({ label: walk?.name ?? '' });
    await expect.poll(() => addressed(page, 'motion')).toBe(walk?.path ?? '');
    const slider = page.getByRole('slider', { name: 'Time' });
    await expect(slider).toBeEnabled();
    await slider.fill(String(Number(await slider.getAttribute('max')) / 3));
    const stride = await drawn(page);
    expect(differing(still, stride)).toBeGreaterThan(500);
    await expect.poll(() => addressed(page, 'time')).not.toBeNull();
    await page.reload();
    expect(differing(stride, await drawn(page))).toBeLessThan(100);
});

test('who presses play sees a mech move, whatever was chosen', async ({ page, world }) => {
    await visit(page, world, `#/mechwarrior3/mechlib.zbd/mech_strider.flt?${BARE}`);
    await expect(page.getByLabel('Clip')).toHaveValue('none');
    await page.getByRole('button', { name: 'Play' }).click();
    await expect(page.getByRole('button', { name: 'Pause' })).toBeVisible();
    await expect(page.getByLabel('Clip')).toHaveValue(/^motion:/);
    const slider = page.getByRole('slider', { name: 'Time' });
    await expect.poll(async () => Number(await slider.inputValue())).toBeGreaterThan(0);
});

test('a motion plays on a model that it fits', async ({ page, world }) => {
    const { motions } = await world.api<Facts>('model/info', { p: 'mechwarrior3/mechlib.zbd/mech_strider.flt' });
    const motion = motions[0]?.path ?? '';
    await visit(page, world, `#/${motion}`);
    await expect(page.getByLabel('Model')).toHaveValue(/mech_strider/);
    await expect(page.locator('.model-stage canvas')).toBeVisible();
    const first = await drawn(page);
    await page.getByRole('slider', { name: 'Time' }).fill('0.4');
    expect(differing(first, await drawn(page))).toBeGreaterThan(200);
});

test('a model keeps nobody out', async ({ page, world }) => {
    test.slow();
    await visit(page, world, `${TANK}?nodes=1&bounds=1`);
    await accessible(page);
    await page.setViewportSize({ width: 390, height: 844 });
    await expect(page.locator('.model-stage canvas')).toBeInViewport();
    await accessible(page);
});
