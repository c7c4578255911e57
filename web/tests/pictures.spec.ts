// The pictures of the README and the book, taken anew with `npm run pictures`.

import { expect, test as base } from '@playwright/test';
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { deflateSync } from 'node:zlib';
import { decodePng, type Pixels } from '../src/png';
import { chunk } from './made';
import { test, visit } from './relict';

const FOLDER = path.join(path.dirname(fileURLToPath(import.meta.url)), '..', '..', 'docs', 'src', 'pictures');
const LARGEST = 400_000;

const SHOTS: Record<string, { place: string; theme: 'dark' | 'light'; lang?: string }> = {
    'viewer-first-page': { place: '#/', theme: 'light' },
    'viewer-gallery': { place: '#/idmobile/doom.jar', theme: 'dark' },
    'viewer-picture': { place: '#/parkan/Textures.lib/FACE.0?at=11,12', theme: 'light' },
    'viewer-model': { place: '#/parkan/units.rlb/tank.msh', theme: 'dark' },
    'viewer-bytes': { place: '#/parkan/Textures.lib/BRICK.0?view=bytes&at=0x10', theme: 'light' },
    'viewer-comparison': {
        place: '#/mechwarrior3/rmechtex.zbd/hull_desert?view=diff&with=mechwarrior3/rmechtex.zbd/hull_snow',
        theme: 'dark',
        lang: 'ru-RU',
    },
};

/** Lines of three bytes a pixel, each with a filter in front: 0 as they are, 2 less the line above. */
function lines({ width, height, rgba }: Pixels, filter: 0 | 2): Buffer {
    const stride = width * 3 + 1;
    const data = Buffer.alloc(stride * height, filter);
    for (let at = 0; at < width * height * 3; at++) {
        const [pixel, part] = [Math.floor(at / 3), at % 3];
        const above = filter === 2 && pixel >= width ? rgba[(pixel - width) * 4 + part]! : 0;
        data[Math.floor(pixel / width) * stride + 1 + (pixel % width) * 3 + part] = rgba[pixel * 4 + part]! - above;
    }
    return data;
}

/** The same picture in fewer bytes: without alpha, by the better filter, packed as tightly as Deflate can. */
async function tighter(png: Buffer): Promise<Buffer> {
    const pixels = await decodePng(new Uint8Array(png));
    const packed = ([0, 2] as const).map((filter) => deflateSync(lines(pixels, filter), { level: 9, memLevel: 9 }));
    const best = packed.sort((a, b) => a.length - b.length)[0]!;
    const header = Buffer.alloc(13);
    header.writeUInt32BE(pixels.width);
    header.writeUInt32BE(pixels.height, 4);
    header.set([8, 2], 8);
    return Buffer.concat([
        png.subarray(0, 8),
        chunk('IHDR', header),
        chunk('IDAT', best),
        chunk('IEND', Buffer.alloc(0)),
    ]);
}

base.skip(process.env['RELICT_PICTURES'] !== '1', 'pictures are taken by `npm run pictures`');

for (const [name, { place, theme, lang }] of Object.entries(SHOTS)) {
    test.describe(name, () => {
        test.use({ locale: lang ?? 'en-GB', colorScheme: theme });

        test('is taken', async ({ page, world }) => {
            await visit(page, world, place);
            await expect(page.locator('.failure')).toHaveCount(0);
            await page.mouse.move(0, 0);
            await page.waitForTimeout(1_000);
            const png = await tighter(await page.screenshot());
            expect(png.length).toBeLessThan(LARGEST);
            mkdirSync(FOLDER, { recursive: true });
            writeFileSync(path.join(FOLDER, `${name}.png`), png);
        });
    });
}
