// Pictures: what stands on the screen are the pixels that the server has.

import type { Page } from '@playwright/test';
import { canvasPixel, expect, type Served, test, visit } from './relict';

interface PictureInfo {
    width: number;
    height: number;
    levels: { width: number; height: number }[];
    palette: number[][] | null;
    used: number[] | null;
    rects: { x: number; y: number; width: number; height: number }[];
}

const CANVAS = '.picture-canvas';
const BRICK = 'parkan/Textures.lib/BRICK.0';

const entries = async (world: Served, format: string): Promise<string[]> => {
    const found = await world.api<{ entries: { path: string }[] }>('find', { q: '*', format, limit: '100' });
    return found.entries.map(({ path }) => path);
};

const info = (world: Served, p: string): Promise<PictureInfo> => world.api('picture/info', { p });

/** The first texture of which this holds. */
async function texture(
    world: Served,
    fits: (info: PictureInfo) => boolean,
): Promise<{ path: string; info: PictureInfo }> {
    for (const path of await entries(world, 'ngi.texm')) {
        const told = await info(world, path);
        if (fits(told)) return { path, info: told };
    }
    throw new Error('the sample has no such texture');
}

/** A pixel as the browser's own reader of PNG has it; exact as long as it is not clear. */
async function pixelOf(
    page: Page,
    world: Served,
    path: string,
    level: number,
    x: number,
    y: number,
): Promise<number[]> {
    const png = (await world.bytes('picture', { p: path, level: String(level) })).toString('base64');
    return page.evaluate(
        async ({ png, x, y }) => {
            const image = new Image();
            image.src = `data:image/png;base64,${png}`;
            await image.decode();
            const canvas = document.createElement('canvas');
            Object.assign(canvas, { width: image.naturalWidth, height: image.naturalHeight });
            const pen = canvas.getContext('2d')!;
            pen.drawImage(image, 0, 0);
            return [...pen.getImageData(x, y, 1, 1).data];
        },
        { png, x, y },
    );
}

/** Where the middle of a pixel stands in the window, from 0 to 1, when the picture is fitted. */
async function placeOf(
    page: Page,
    size: { width: number; height: number },
    x: number,
    y: number,
): Promise<{ x: number; y: number }> {
    const box = (await page.locator(CANVAS).boundingBox())!;
    await expect(page.locator('.zoom')).toHaveText(/%/);
    const scale = Number.parseFloat((await page.locator('.zoom').textContent()) ?? '') / 100;
    const at = (along: number, whole: number, room: number): number =>
        (room / 2 + (along + 0.5 - whole / 2) * scale) / room;
    return { x: at(x, size.width, box.width), y: at(y, size.height, box.height) };
}

async function shownPixel(
    page: Page,
    size: { width: number; height: number },
    x: number,
    y: number,
): Promise<number[]> {
    const place = await placeOf(page, size, x, y);
    return canvasPixel(page, CANVAS, place.x, place.y);
}

const SPOTS = [
    [0, 0],
    [5, 3],
    [17, 22],
    [31, 31],
] as const;

test('a texture stands on the screen pixel for pixel', async ({ page, world }) => {
    await visit(page, world, `#/${BRICK}`);
    const size = await info(world, BRICK);
    for (const [x, y] of SPOTS) {
        expect(await shownPixel(page, size, x, y)).toEqual(await pixelOf(page, world, BRICK, 0, x, y));
    }
});

test('a channel by itself is grey', async ({ page, world }) => {
    const size = await info(world, BRICK);
    for (const [part, channel] of ['r', 'g', 'b'].entries()) {
        await visit(page, world, `#/${BRICK}?channel=${channel}`);
        const value = (await pixelOf(page, world, BRICK, 0, 5, 3))[part]!;
        expect(await shownPixel(page, size, 5, 3)).toEqual([value, value, value, 255]);
    }
});

test('alpha is seen over the chequer, over black, and by itself', async ({ page, world }) => {
    const clear = await clearPixel(page, world);
    await visit(page, world, `#/${clear.path}?channel=a`);
    expect(await shownPixel(page, clear.size, clear.x, clear.y)).toEqual([0, 0, 0, 255]);
    await visit(page, world, `#/${clear.path}?ground=white`);
    expect(await shownPixel(page, clear.size, clear.x, clear.y)).toEqual([255, 255, 255, 255]);
    await page.getByRole('combobox', { name: 'Background' }).selectOption('black');
    await expect(page).toHaveURL(/ground=black/);
    await expect.poll(() => shownPixel(page, clear.size, clear.x, clear.y)).toEqual([0, 0, 0, 255]);
});

/** A pixel that is wholly clear, in any texture. */
async function clearPixel(
    page: Page,
    world: Served,
): Promise<{ path: string; size: PictureInfo; x: number; y: number }> {
    await page.goto(world.url);
    for (const path of await entries(world, 'ngi.texm')) {
        const png = (await world.bytes('picture', { p: path })).toString('base64');
        const found = await page.evaluate(async (png) => {
            const image = new Image();
            image.src = `data:image/png;base64,${png}`;
            await image.decode();
            const canvas = document.createElement('canvas');
            Object.assign(canvas, { width: image.naturalWidth, height: image.naturalHeight });
            const pen = canvas.getContext('2d')!;
            pen.drawImage(image, 0, 0);
            const { data, width } = pen.getImageData(0, 0, canvas.width, canvas.height);
            for (let at = 3; at < data.length; at += 4) {
                if (data[at] === 0) return { x: ((at - 3) / 4) % width, y: Math.floor((at - 3) / 4 / width) };
            }
            return null;
        }, png);
        if (found) return { path, size: await info(world, path), ...found };
    }
    throw new Error('no texture of the sample is clear anywhere');
}

test('levels are chosen, and stand in the address', async ({ page, world }) => {
    const { path, info: told } = await texture(world, ({ levels }) => levels.length > 2);
    await visit(page, world, `#/${path}`);
    await page.getByRole('combobox', { name: 'Mip level' }).selectOption('1');
    await expect(page).toHaveURL(/level=1/);
    await expect(page.locator('.picture-status')).toContainText(`${told.levels[1]!.width}×${told.levels[1]!.height}`);
    const [x, y] = [1, 2];
    await expect.poll(() => shownPixel(page, told.levels[1]!, x, y)).toEqual(await pixelOf(page, world, path, 1, x, y));
    await page.reload();
    await expect(page.getByRole('combobox', { name: 'Mip level' })).toHaveValue('1');
});

test('the pixel under the pointer is told as it is stored', async ({ page, world }) => {
    await visit(page, world, `#/${BRICK}`);
    const size = await info(world, BRICK);
    const box = (await page.locator(CANVAS).boundingBox())!;
    const place = await placeOf(page, size, 17, 22);
    await page.mouse.move(box.x + place.x * box.width, box.y + place.y * box.height);
    const [r, g, b] = await pixelOf(page, world, BRICK, 0, 17, 22);
    const hex = [r!, g!, b!].map((part) => part.toString(16).padStart(2, '0')).join('');
    await expect(page.locator('.picture-status')).toContainText('17, 22');
    await expect(page.locator('.picture-status')).toContainText(`#${hex}`);
});

test('arrows go from pixel to pixel, and the address names it', async ({ page, world }) => {
    await visit(page, world, `#/${BRICK}?at=4,4`);
    await page.locator('.picture-window').focus();
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('Shift+ArrowDown');
    await expect(page).toHaveURL(/at=5%2C12|at=5,12/);
    await expect(page.locator('.picture-status')).toContainText('5, 12');
});

test('the palette tells which colours are used, and shows where', async ({ page, world }) => {
    const { path, info: told } = await texture(world, ({ palette, used }) => palette !== null && used!.length > 1);
    await visit(page, world, `#/${path}`);
    await expect(page.locator('.palette-cell')).toHaveCount(told.palette!.length);
    await expect(page.locator('.palette-cell:not(.unused)')).toHaveCount(told.used!.length);
    const index = told.used![1]!;
    const indices = await world.bytes('picture/indices', { p: path });
    const mine = indices.indexOf(index);
    // Of what is clear, nothing is shown but the ground.
    const other = indices.findIndex((one) => one !== index && told.palette![one]![3] === 255);
    const spot = (at: number): [number, number] => [at % told.width, Math.floor(at / told.width)];
    const before = await shownPixel(page, told, ...spot(other));
    await page.locator(`.palette-cell[data-index="${index}"]`).click();
    await expect(page).toHaveURL(new RegExp(`index=${index}`));
    await expect.poll(() => shownPixel(page, told, ...spot(other))).not.toEqual(before);
    expect(await shownPixel(page, told, ...spot(mine))).toEqual(await pixelOf(page, world, path, 0, ...spot(mine)));
});

test('the parts of an atlas are listed and gone to', async ({ page, world }) => {
    const { path, info: told } = await texture(world, ({ rects }) => rects.length > 1);
    await visit(page, world, `#/${path}`);
    await expect(page.locator('.rects li')).toHaveCount(told.rects.length);
    const before = await page.locator('.zoom').textContent();
    await page.locator('.rects button').first().click();
    await expect(page.locator('.zoom')).not.toHaveText(before ?? '');
});

test('pixels have edges, unless they are to be smooth', async ({ page, world }) => {
    await visit(page, world, `#/${BRICK}`);
    const size = await info(world, BRICK);
    const colours = (): Promise<number> =>
        page.locator(CANVAS).evaluate((canvas) => {
            const { width, height } = canvas as HTMLCanvasElement;
            const copy = document.createElement('canvas');
            Object.assign(copy, { width: 80, height: 1 });
            const pen = copy.getContext('2d')!;
            pen.drawImage(canvas as HTMLCanvasElement, 40 - width / 2, -height / 2);
            const { data } = pen.getImageData(0, 0, 80, 1);
            return new Set(Array.from({ length: 80 }, (_, at) => data.slice(at * 4, at * 4 + 4).join())).size;
        });
    const sharp = await colours();
    expect(sharp).toBeLessThanOrEqual(
        Math.ceil(80 / (Number.parseFloat((await page.locator('.zoom').textContent()) ?? '') / 100)) + 1,
    );
    await page.getByRole('button', { name: /Smooth/ }).click();
    await expect(page).toHaveURL(/smooth=1/);
    await expect.poll(colours).toBeGreaterThan(sharp);
    expect(size.width).toBeGreaterThan(0);
});
