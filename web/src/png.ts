// PNG, read by hand. The browser could do it, but its canvas multiplies colours by their alpha, and so forgets those that
// nobody sees; and it never tells which index of the palette a pixel has. Both are what this page is for.

import type { Rgba } from './api';

export interface Pixels {
    width: number;
    height: number;
    /** Four bytes a pixel, as stored. */
    rgba: Uint8ClampedArray<ArrayBuffer>;
    /** One byte a pixel, where the picture has a palette. */
    indices: Uint8Array | null;
    palette: Rgba[] | null;
}

interface Header {
    width: number;
    height: number;
    depth: number;
    colour: number;
}

const SIGNATURE = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a];
const MOST_PIXELS = 1 << 27;
/** Samples a pixel, by the kind of colour. */
const SAMPLES: Record<number, number> = { 0: 1, 2: 3, 3: 1, 4: 2, 6: 4 };
const GREY = 0;
const TRUE = 2;
const INDEXED = 3;
const GREY_ALPHA = 4;

export class NotPng extends Error {}

export async function decodePng(bytes: Uint8Array<ArrayBuffer>): Promise<Pixels> {
    const chunks = chunksOf(bytes);
    const header = headerOf(chunks.get('IHDR')?.[0]);
    const packed = new Blob(chunks.get('IDAT') ?? []);
    const lines = unfiltered(await inflated(packed), header);
    const samples = spread(lines, header);
    const transparency = chunks.get('tRNS')?.[0];
    if (header.colour === INDEXED) return indexed(samples, header, paletteOf(chunks.get('PLTE')?.[0], transparency));
    return {
        width: header.width,
        height: header.height,
        rgba: direct(samples, header, transparency),
        indices: null,
        palette: null,
    };
}

function chunksOf(bytes: Uint8Array<ArrayBuffer>): Map<string, Uint8Array<ArrayBuffer>[]> {
    if (SIGNATURE.some((byte, index) => bytes[index] !== byte)) throw new NotPng('no PNG');
    const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    const chunks = new Map<string, Uint8Array<ArrayBuffer>[]>();
    for (let at = SIGNATURE.length; at + 12 <= bytes.length;) {
        const size = view.getUint32(at);
        const name = String.fromCharCode(...bytes.subarray(at + 4, at + 8));
        const known = chunks.get(name) ?? [];
        known.push(bytes.subarray(at + 8, Math.min(bytes.length, at + 8 + size)));
        chunks.set(name, known);
        at += 12 + size;
    }
    return chunks;
}

function headerOf(chunk: Uint8Array | undefined): Header {
    if (!chunk || chunk.length < 13) throw new NotPng('no header');
    const view = new DataView(chunk.buffer, chunk.byteOffset, chunk.byteLength);
    const header = {
        width: view.getUint32(0),
        height: view.getUint32(4),
        depth: view.getUint8(8),
        colour: view.getUint8(9),
    };
    const fits = header.width > 0 && header.height > 0 && header.width * header.height <= MOST_PIXELS;
    const known = SAMPLES[header.colour] !== undefined && [1, 2, 4, 8, 16].includes(header.depth);
    if (!fits || !known || view.getUint8(12) !== 0) throw new NotPng('a kind of PNG that nobody here writes');
    return header;
}

async function inflated(packed: Blob): Promise<Uint8Array> {
    const stream = packed.stream().pipeThrough(new DecompressionStream('deflate'));
    return new Uint8Array(await new Response(stream).arrayBuffer());
}

/** Each line begins with the number of the filter that was put over it. */
function unfiltered(data: Uint8Array, { width, height, depth, colour }: Header): Uint8Array {
    const bits = depth * (SAMPLES[colour] ?? 1);
    const stride = Math.ceil((width * bits) / 8);
    const step = Math.max(1, bits >> 3);
    if (data.length < (stride + 1) * height) throw new NotPng('the picture breaks off');
    const lines = new Uint8Array(stride * height);
    for (let y = 0; y < height; y++) {
        const filter = data[y * (stride + 1)] ?? 0;
        const from = y * (stride + 1) + 1;
        unfilter(lines, y * stride, data.subarray(from, from + stride), filter, step, y > 0 ? stride : 0);
    }
    return lines;
}

/** `above` is how far the line above is back, or 0 in the first line. */
function unfilter(
    lines: Uint8Array,
    start: number,
    line: Uint8Array,
    filter: number,
    step: number,
    above: number,
): void {
    for (let x = 0; x < line.length; x++) {
        const at = start + x;
        const a = x >= step ? lines[at - step]! : 0;
        const b = above ? lines[at - above]! : 0;
        const c = above && x >= step ? lines[at - above - step]! : 0;
        lines[at] = line[x]! + guess(filter, a, b, c);
    }
}

function guess(filter: number, a: number, b: number, c: number): number {
    if (filter === 1) return a;
    if (filter === 2) return b;
    if (filter === 3) return (a + b) >> 1;
    return filter === 4 ? nearest(a, b, c) : 0;
}

/** Paeth's: whichever of the three is nearest to a + b - c. */
function nearest(a: number, b: number, c: number): number {
    const toA = Math.abs(b - c);
    const toB = Math.abs(a - c);
    const toC = Math.abs(a + b - 2 * c);
    if (toA <= toB && toA <= toC) return a;
    return toB <= toC ? b : c;
}

/** One byte for each sample, as it is stored; of wide samples the upper half. */
function spread(lines: Uint8Array, { width, height, depth, colour }: Header): Uint8Array {
    const count = width * (SAMPLES[colour] ?? 1);
    if (depth === 8) return lines;
    const stride = lines.length / height;
    const samples = new Uint8Array(count * height);
    for (let y = 0; y < height; y++) {
        for (let x = 0; x < count; x++) {
            const bit = x * depth;
            const byte = lines[y * stride + (bit >> 3)]!;
            samples[y * count + x] = depth === 16 ? byte : (byte >> (8 - depth - (bit & 7))) & ((1 << depth) - 1);
        }
    }
    return samples;
}

function paletteOf(colours: Uint8Array | undefined, alphas: Uint8Array | undefined): Rgba[] {
    const count = Math.floor((colours?.length ?? 0) / 3);
    return Array.from({ length: count }, (_, index) => {
        const [r = 0, g = 0, b = 0] = colours?.subarray(index * 3, index * 3 + 3) ?? [];
        return [r, g, b, alphas?.[index] ?? 255];
    });
}

function indexed(indices: Uint8Array, { width, height }: Header, palette: Rgba[]): Pixels {
    const rgba = new Uint8ClampedArray(width * height * 4);
    for (let at = 0; at < indices.length; at++) rgba.set(palette[indices[at]!] ?? [0, 0, 0, 255], at * 4);
    return { width, height, rgba, indices, palette };
}

function direct(
    samples: Uint8Array,
    header: Header,
    transparency: Uint8Array | undefined,
): Uint8ClampedArray<ArrayBuffer> {
    const { width, height, depth, colour } = header;
    const step = SAMPLES[colour] ?? 1;
    const scale = depth < 8 ? 255 / ((1 << depth) - 1) : 1;
    const rgba = new Uint8ClampedArray(width * height * 4);
    for (let pixel = 0; pixel < width * height; pixel++) {
        const [a = 0, b = 0, c = 0, d = 0] = samples.subarray(pixel * step, pixel * step + step);
        const grey = colour === GREY || colour === GREY_ALPHA;
        const alpha = colour === GREY_ALPHA ? b : colour === TRUE || colour === GREY ? 255 : d;
        rgba.set(grey ? [a * scale, a * scale, a * scale, alpha] : [a, b, c, alpha], pixel * 4);
    }
    if (transparency && depth <= 8) clear(rgba, samples, step, transparency);
    return rgba;
}

/** One colour may be declared to be clear. */
function clear(rgba: Uint8ClampedArray, samples: Uint8Array, step: number, transparency: Uint8Array): void {
    for (let pixel = 0; pixel * 4 < rgba.length; pixel++) {
        const same = [...Array(step).keys()].every(
            (sample) => samples[pixel * step + sample] === transparency[sample * 2 + 1],
        );
        if (same) rgba[pixel * 4 + 3] = 0;
    }
}
