// What people write into the fields above the bytes, and where it stands. No browser is needed for this.

import { offsetOf, recordOf, leafOf, entryOf, valueOf } from '../src/views/bytes/say';
import { indexOf, patternOf, search } from '../src/views/bytes/search';
import { expect, test } from '@playwright/test';

test('offsets are written in several ways', () => {
    expect(offsetOf('0x1F')).toBe(31);
    expect(offsetOf(' 1fh ')).toBe(31);
    expect(offsetOf('31')).toBe(31);
    expect(offsetOf('0x1_0000')).toBe(65536);
    for (const wrong of ['', '1f', '-1', '0x', '1.5', '0x10000000000000000']) expect(offsetOf(wrong)).toBeNull();
});

test('bytes are pairs of digits, all else is text', () => {
    expect(patternOf('4E 52')).toEqual(Uint8Array.of(0x4e, 0x52));
    expect(patternOf('0x4e,0x52')).toEqual(Uint8Array.of(0x4e, 0x52));
    expect(patternOf('4e52')).toEqual(Uint8Array.of(0x4e, 0x52));
    expect(patternOf('"4E"')).toEqual(Uint8Array.of(0x34, 0x45));
    expect(patternOf('4E5')).toEqual(Uint8Array.of(0x34, 0x45, 0x35));
    expect(patternOf('  ')).toBeNull();
});

test('a pattern is found wherever it stands, also across pieces and past the end', async () => {
    const size = (1 << 20) + 50;
    const bytes = new Uint8Array(size);
    const put = (at: number): void => bytes.set([1, 2, 3], at);
    const source = { size, stream: (from: number, to: number) => Promise.resolve(bytes.slice(from, to)) };
    const found = (from: number): Promise<number | null> =>
        search(source, Uint8Array.of(1, 2, 3), from, new AbortController().signal, () => undefined);
    expect(await found(0)).toBeNull();
    put((1 << 20) - 1);
    expect(await found(0)).toBe((1 << 20) - 1);
    put(10);
    expect(await found(11)).toBe((1 << 20) - 1);
    // From behind the last one, and from its middle, it begins anew.
    expect(await found(1 << 20)).toBe(10);
    expect(await found(11 + (1 << 20))).toBe(10);
    put(size - 3);
    expect(await found(1 << 20)).toBe(size - 3);
    expect(indexOf(Uint8Array.of(1, 1, 2), Uint8Array.of(1, 2), 0)).toBe(1);
    expect(indexOf(Uint8Array.of(1), Uint8Array.of(1, 2), 0)).toBe(-1);
});

test('one pattern across the place where the search began is found, too', async () => {
    const bytes = Uint8Array.of(0, 0, 1, 2, 3, 0);
    const source = { size: 6, stream: (from: number, to: number) => Promise.resolve(bytes.slice(from, to)) };
    const none = new AbortController().signal;
    expect(await search(source, Uint8Array.of(1, 2, 3), 3, none, () => undefined)).toBe(2);
});

test('a field has a record and a name of its own, and may be in an entry', () => {
    expect(recordOf('tank.msh/nodes[3].flags')).toBe('tank.msh/nodes[3]');
    expect(leafOf('tank.msh/nodes[3].flags')).toBe('flags');
    expect(recordOf('header')).toBe('');
    expect(leafOf('header')).toBe('header');
    expect(entryOf({ field: 'a/b.msh/x', type: 'u8', value: 1 })).toBe('a/b.msh');
    expect(entryOf({ field: 'data[3].bytes', type: 'payload', value: 'readme.txt' })).toBe('readme.txt');
    expect(entryOf({ field: 'a/data[3].bytes', type: 'payload', value: 'readme.txt' })).toBe('a/readme.txt');
    expect(entryOf({ field: 'header', type: 'u8', value: 1 })).toBeNull();
});

test('a new value is of the kind of the old one', () => {
    expect(valueOf('12', 3)).toBe(12);
    expect(valueOf('0x10', 3)).toBe(16);
    expect(valueOf('1.5', 0.5)).toBe(1.5);
    expect(valueOf('12', 'name')).toBe('12');
    expect(valueOf('[1, 2]', [0, 0])).toEqual([1, 2]);
    expect(valueOf('many', 3)).toBe('many');
});
