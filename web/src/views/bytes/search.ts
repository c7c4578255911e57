// Looks for bytes or text through the whole asset, a piece at a time.

const PIECE = 1 << 20;

/** `4E 52 65` is bytes; `"4E"` and all else is text. Nothing, if there is nothing to look for. */
export function patternOf(wish: string): Uint8Array | null {
    const plain = wish.trim();
    const quoted = /^"(.+)"$/.exec(plain);
    if (!quoted && /^(?:0x)?[0-9a-f]{2}(?:[\s,]*(?:0x)?[0-9a-f]{2})*$/i.test(plain)) {
        const pairs = plain.replaceAll(/0x|[\s,]/gi, '').match(/../g) ?? [];
        return Uint8Array.from(pairs, (pair) => parseInt(pair, 16));
    }
    const text = quoted?.[1] ?? plain;
    return text === '' ? null : new TextEncoder().encode(text);
}

/** Where the pattern next stands at or behind `from`; -1 if it does not. */
export function indexOf(bytes: Uint8Array, pattern: Uint8Array, from: number): number {
    const first = pattern[0] ?? 0;
    for (let at = bytes.indexOf(first, from); at >= 0; at = bytes.indexOf(first, at + 1)) {
        if (at + pattern.length > bytes.length) return -1;
        if (pattern.every((byte, index) => bytes[at + index] === byte)) return at;
    }
    return -1;
}

interface Source {
    size: number;
    stream(from: number, to: number, signal: AbortSignal): Promise<Uint8Array>;
}

/** From `from` to the end and then from the start. `progress` hears a number from 0 to 1. */
export async function search(
    source: Source,
    pattern: Uint8Array,
    from: number,
    signal: AbortSignal,
    progress: (part: number) => void,
): Promise<number | null> {
    const overlap = pattern.length - 1;
    const behind = await within(source, pattern, from, source.size, signal, (done) => progress(done / source.size));
    if (behind !== null || from === 0) return behind;
    const spent = source.size - from;
    const end = Math.min(source.size, from + overlap);
    return within(source, pattern, 0, end, signal, (done) => progress((spent + done) / source.size));
}

async function within(
    source: Source,
    pattern: Uint8Array,
    from: number,
    to: number,
    signal: AbortSignal,
    progress: (done: number) => void,
): Promise<number | null> {
    for (let start = from; start < to; start += PIECE) {
        // Pieces overlap, or a pattern across their border would be missed.
        const bytes = await source.stream(start, Math.min(start + PIECE + pattern.length - 1, to), signal);
        const found = indexOf(bytes, pattern, 0);
        if (found >= 0) return start + found;
        progress(start - from);
    }
    return null;
}
