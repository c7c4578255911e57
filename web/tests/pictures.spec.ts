// The pictures of the README and the book, taken anew with `npm run pictures`.

import { expect, test as base } from '@playwright/test';
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { deflateSync, inflateSync } from 'node:zlib';
import { chunk } from './made';
import { test, visit } from './relict';

const FOLDER = path.join(path.dirname(fileURLToPath(import.meta.url)), '..', '..', 'docs', 'src', 'pictures');
const LARGEST = 200_000;

const SHOTS: Record<string, { place: string; theme: 'dark' | 'light'; lang?: string }> = {
    'viewer-first-page': { place: '#/', theme: 'light' },
    'viewer-gallery': { place: '#/idmobile/doom.jar', theme: 'dark' },
    'viewer-picture': { place: '#/parkan/Textures.lib/FACE.0?at=11,12', theme: 'light' },
    'viewer-model': { place: '#/parkan/units.rlb/tank.msh', theme: 'dark' },
    'viewer-bytes': { place: '#/parkan/Textures.lib/BRICK.0?view=bytes&at=0x10', theme: 'light' },
    'viewer-comparison': {
        place: '#/mechwarrior3/rmechtex.zbd/hull?view=diff&with=piratesmoon/rmechtex.zbd/hull',
        theme: 'dark',
        lang: 'ru-RU',
    },
};

/** The same picture in fewer bytes: its data is packed as tightly as Deflate can. */
function tighter(png: Buffer): Buffer {
    const parts: Buffer[] = [];
    const chunks: [string, Buffer][] = [];
    for (let at = 8; at < png.length;) {
        const size = png.readUInt32BE(at);
        const name = png.toString('latin1', at + 4, at + 8);
        const data = png.subarray(at + 8, at + 8 + size);
        if (name === 'IDAT') parts.push(data);
        else chunks.push([name, data]);
        at += 12 + size;
    }
    const packed = deflateSync(inflateSync(Buffer.concat(parts)), { level: 9, memLevel: 9 });
    const kept = chunks.filter(([name]) => name === 'IHDR').map(([name, data]) => chunk(name, data));
    return Buffer.concat([png.subarray(0, 8), ...kept, chunk('IDAT', packed), chunk('IEND', Buffer.alloc(0))]);
}

base.skip(process.env['RELICT_PICTURES'] !== '1', 'pictures are taken by `npm run pictures`');

for (const [name, { place, theme, lang }] of Object.entries(SHOTS)) {
    test.describe(name, () => {
        test.use({ locale: lang ?? 'en-GB', colorScheme: theme });

        test('is taken', async ({ page, world }) => {
            await visit(page, world, place);
            await page.mouse.move(0, 0);
            await page.waitForTimeout(1_000);
            const png = tighter(await page.screenshot());
            expect(png.length).toBeLessThan(LARGEST);
            mkdirSync(FOLDER, { recursive: true });
            writeFileSync(path.join(FOLDER, `${name}.png`), png);
        });
    });
}
