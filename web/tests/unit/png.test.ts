// The reader of PNG, on pictures of every kind that are made here, byte by byte.

import { expect, test } from '@playwright/test';
import { deflateSync } from 'node:zlib';
import { decodePng, NotPng } from '../../src/png';

const SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);

function chunk(name: string, data: Buffer): Buffer {
    const head = Buffer.alloc(8);
    head.writeUInt32BE(data.length);
    head.write(name, 4);
    return Buffer.concat([head, data, Buffer.alloc(4)]);
}

interface Made {
    width: number;
    height: number;
    depth: number;
    colour: number;
    /** Each with its filter in front. */
    lines: number[][];
    more?: [string, number[]][];
}

function made({ width, height, depth, colour, lines, more = [] }: Made): Uint8Array<ArrayBuffer> {
    const header = Buffer.alloc(13);
    header.writeUInt32BE(width);
    header.writeUInt32BE(height, 4);
    header.set([depth, colour], 8);
    const others = more.map(([name, data]) => chunk(name, Buffer.from(data)));
    const packed = deflateSync(Buffer.from(lines.flat()));
    const cut = Math.ceil(packed.length / 2);
    const data = [packed.subarray(0, cut), packed.subarray(cut)].map((part) => chunk('IDAT', part));
    return new Uint8Array(
        Buffer.concat([SIGNATURE, chunk('IHDR', header), ...others, ...data, chunk('IEND', Buffer.alloc(0))]),
    );
}

test('colours of clear pixels are kept', async () => {
    const { rgba, indices } = await decodePng(
        made({ width: 2, height: 1, depth: 8, colour: 6, lines: [[0, 1, 2, 3, 0, 250, 251, 252, 7]] }),
    );
    expect([...rgba]).toEqual([1, 2, 3, 0, 250, 251, 252, 7]);
    expect(indices).toBeNull();
});

test('all filters are undone', async () => {
    const rows = [
        [10, 20, 30],
        [11, 19, 35],
        [200, 20, 36],
        [3, 90, 36],
        [7, 8, 250],
    ];
    const before = (y: number, x: number): number => rows[y]?.[x] ?? 0;
    const paeth = (a: number, b: number, c: number): number => {
        const order = [a, b, c].map((one) => Math.abs(a + b - c - one));
        return [a, b, c][order.indexOf(Math.min(...order))]!;
    };
    const guess = [
        () => 0,
        (y: number, x: number) => before(y, x - 1),
        (y: number, x: number) => before(y - 1, x),
        (y: number, x: number) => (before(y, x - 1) + before(y - 1, x)) >> 1,
        (y: number, x: number) => paeth(before(y, x - 1), before(y - 1, x), before(y - 1, x - 1)),
    ];
    const lines = rows.map((row, y) => [y, ...row.map((value, x) => (value - guess[y]!(y, x)) & 255)]);
    const { rgba } = await decodePng(made({ width: 3, height: 5, depth: 8, colour: 0, lines }));
    expect(rows.flat()).toEqual([...rgba].filter((_, at) => at % 4 === 0));
});

test('indices of four bits come out one by one, with their colours', async () => {
    const more: [string, number[]][] = [
        ['PLTE', [9, 8, 7, 60, 50, 40, 1, 1, 1]],
        ['tRNS', [255, 128]],
    ];
    const { rgba, indices, palette } = await decodePng(
        made({ width: 3, height: 1, depth: 4, colour: 3, lines: [[0, 0x01, 0x20]], more }),
    );
    expect([...indices!]).toEqual([0, 1, 2]);
    expect(palette).toEqual([
        [9, 8, 7, 255],
        [60, 50, 40, 128],
        [1, 1, 1, 255],
    ]);
    expect(Array.from(rgba.slice(4, 8))).toEqual([60, 50, 40, 128]);
});

test('bits are black and white; wide samples lose their lower half; grey may have alpha', async () => {
    const bits = await decodePng(made({ width: 3, height: 1, depth: 1, colour: 0, lines: [[0, 0b10100000]] }));
    expect([...bits.rgba]).toEqual([255, 255, 255, 255, 0, 0, 0, 255, 255, 255, 255, 255]);
    const wide = await decodePng(
        made({ width: 1, height: 1, depth: 16, colour: 2, lines: [[0, 1, 99, 2, 99, 3, 99]] }),
    );
    expect([...wide.rgba]).toEqual([1, 2, 3, 255]);
    const grey = await decodePng(made({ width: 1, height: 1, depth: 8, colour: 4, lines: [[0, 77, 5]] }));
    expect([...grey.rgba]).toEqual([77, 77, 77, 5]);
});

test('one colour may be declared clear', async () => {
    const more: [string, number[]][] = [['tRNS', [0, 1, 0, 2, 0, 3]]];
    const { rgba } = await decodePng(
        made({ width: 2, height: 1, depth: 8, colour: 2, lines: [[0, 1, 2, 3, 1, 2, 4]], more }),
    );
    expect([...rgba]).toEqual([1, 2, 3, 0, 1, 2, 4, 255]);
});

test('what is no PNG, breaks off or is interlaced is refused', async () => {
    const good = {
        width: 2,
        height: 2,
        depth: 8,
        colour: 0,
        lines: [
            [0, 1, 2],
            [0, 3, 4],
        ],
    };
    await expect(decodePng(new Uint8Array([1, 2, 3]))).rejects.toThrow(NotPng);
    await expect(decodePng(made({ ...good, height: 3 }))).rejects.toThrow(NotPng);
    const interlaced = made(good);
    interlaced[8 + 8 + 12] = 1;
    await expect(decodePng(interlaced)).rejects.toThrow(NotPng);
});
