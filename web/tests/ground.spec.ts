// The ground of a map: two materials, one blended over the other, and a microtexture over both.

import type { Page } from '@playwright/test';
import { expect, settled, test, visit } from './relict';
import { addressed, differing, type Picture, picture } from './seen';

const GROUND = '#/parkan/Land.msh?grid=0&axes=0&nodes=0';

async function drawn(page: Page): Promise<Picture> {
    await settled(page);
    return picture(page.locator('.model-stage canvas'));
}

interface Gltf {
    materials: {
        name: string;
        alphaMode?: string;
        extras: { relict: { over?: boolean; liquid?: boolean; detail?: object } };
    }[];
    images: { name: string }[];
}

/** The JSON of a glb. */
function gltfOf(glb: Buffer): Gltf {
    return JSON.parse(glb.subarray(20, 20 + glb.readUInt32LE(12)).toString()) as Gltf;
}

test('the ground that is shown has both materials, the water, and the microtextures', async ({ world }) => {
    const { materials, images } = gltfOf(await world.bytes('model', { p: 'parkan/Land.msh' }));
    const over = materials.filter(({ extras }) => extras.relict.over);
    expect(over.length).toBeGreaterThan(0);
    expect(over.every(({ name, alphaMode }) => name.endsWith('_over') && alphaMode === 'BLEND')).toBe(true);
    const plain = materials.filter(({ extras }) => !extras.relict.over);
    expect(plain.every(({ alphaMode }) => (alphaMode ?? 'OPAQUE') === 'OPAQUE')).toBe(true);
    expect(plain.find(({ name }) => name === 'WATER')?.extras.relict).toMatchObject({ liquid: true });
    expect(plain.find(({ name }) => name === 'GRASS')?.extras.relict.detail).toMatchObject({ texCoord: 1, factor: 2 });
    expect(images.map(({ name }) => name)).toContain('GRASSM.0');
    expect(materials.map(({ name }) => name)).not.toContain('WATER_BOT');
});

test('a microtexture can be taken off', async ({ page, world }) => {
    await visit(page, world, GROUND);
    const fine = await drawn(page);
    await page.getByRole('button', { name: 'Microtexture' }).click();
    expect(addressed(page, 'detail')).toBe('0');
    const plain = await drawn(page);
    // All over the ground, and nowhere beside it.
    expect(differing(fine, plain)).toBeGreaterThan(10_000);
    await page.keyboard.press('y');
    expect(differing(fine, await drawn(page))).toBe(0);
});
