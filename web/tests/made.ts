// Files that tests need and the sample has not.

import { deflateSync, crc32 } from 'node:zlib';

const ENTRY = 64;
const HEADER = 16;
const PAYLOAD = 8;

/** An archive of the NGI engine with very many small entries. */
export function nresOf(count: number): Buffer {
    const directory = HEADER + count * PAYLOAD;
    const file = Buffer.alloc(directory + count * ENTRY);
    file.write('NRes');
    file.writeUInt32LE(0x100, 4);
    file.writeUInt32LE(count, 8);
    file.writeUInt32LE(file.length, 12);
    for (let index = 0; index < count; index++) {
        const at = directory + index * ENTRY;
        file.writeUInt32LE(PAYLOAD, at + 12);
        file.write(`ENTRY${String(index).padStart(5, '0')}`, at + 20);
        file.writeUInt32LE(HEADER + index * PAYLOAD, at + 56);
        file.writeUInt32LE(index, at + 60);
    }
    return file;
}

export function chunk(name: string, data: Buffer): Buffer {
    const head = Buffer.alloc(8);
    head.writeUInt32BE(data.length);
    head.write(name, 4);
    const sum = Buffer.alloc(4);
    sum.writeUInt32BE(crc32(Buffer.concat([Buffer.from(name), data])) >>> 0);
    return Buffer.concat([head, data, sum]);
}

/** A picture of one colour. */
export function pngOf(width: number, height: number, colour: [number, number, number, number]): Buffer {
    const header = Buffer.alloc(13);
    header.writeUInt32BE(width);
    header.writeUInt32BE(height, 4);
    header.set([8, 6], 8);
    const line = [0, ...Array.from({ length: width }, () => colour).flat()];
    const lines = Buffer.from(Array.from({ length: height }, () => line).flat());
    const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
    return Buffer.concat([
        signature,
        chunk('IHDR', header),
        chunk('IDAT', deflateSync(lines)),
        chunk('IEND', Buffer.alloc(0)),
    ]);
}
