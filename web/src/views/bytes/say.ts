// Offsets, names and values as they are shown.

/** `0x1f`, as in addresses and in the program's own answers. */
export function hexOf(offset: number): string {
    return `0x${offset.toString(16)}`;
}

/** An offset as people write it: `0x1f`, `1fh`, `31`; nothing if it is none. */
export function offsetOf(text: string): number | null {
    const plain = text.trim().replaceAll('_', '');
    const hex = /^(?:0x([0-9a-f]+)|([0-9a-f]+)h)$/i.exec(plain);
    const number = hex ? parseInt(hex[1] ?? hex[2] ?? '', 16) : /^\d+$/.test(plain) ? Number(plain) : NaN;
    return Number.isSafeInteger(number) ? number : null;
}

/** Where a field's own name begins: behind the last dot or the last slash. */
function cut(field: string): number {
    return Math.max(field.lastIndexOf('.'), field.lastIndexOf('/'));
}

/** `tank.msh/nodes[3]` of `tank.msh/nodes[3].flags`. */
export function recordOf(field: string): string {
    const at = cut(field);
    return at < 0 ? '' : field.slice(0, at);
}

export function leafOf(field: string): string {
    return field.slice(cut(field) + 1);
}

/** The entry that a field is inside of, or that it is as a whole: `tank.msh/Res1`. */
export function entryOf({ field, type, value }: { field: string; type: string; value: unknown }): string | null {
    const within = field.slice(0, Math.max(0, field.lastIndexOf('/')));
    const whole = type === 'payload' && typeof value === 'string' ? value : '';
    return [within, whole].filter(Boolean).join('/') || null;
}

/** A value in one line of at most so many characters. */
export function shownValue(value: unknown, most = Infinity): string {
    if (value === null || value === undefined) return '';
    const text = typeof value === 'string' ? value : JSON.stringify(value).replaceAll(',', ', ');
    return text.length > most ? `${text.slice(0, most)}…` : text;
}

/** What the reader wrote, as a value of the same kind as the one before. */
export function valueOf(text: string, before: unknown): unknown {
    if (typeof before === 'string') return text;
    try {
        return JSON.parse(text) as unknown;
    } catch {
        const offset = offsetOf(text);
        return offset ?? text;
    }
}
