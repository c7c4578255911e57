// Numbers as people read them.

/** `1.4 MB`; bytes up to a thousand stand as they are. */
export function sizeOf(bytes: number | null | undefined, lang: string): string {
    if (bytes === null || bytes === undefined) return '';
    const units = ['byte', 'kilobyte', 'megabyte', 'gigabyte'];
    const step = bytes < 1000 ? 0 : Math.min(3, Math.floor(Math.log10(bytes) / 3));
    const digits = step === 0 || bytes / 1000 ** step >= 100 ? 0 : 1;
    const options = { style: 'unit', unit: units[step] ?? 'byte', unitDisplay: 'short', maximumFractionDigits: digits } as const;
    return new Intl.NumberFormat(lang, options).format(bytes / 1000 ** step);
}

export function numberOf(value: number, lang: string): string {
    return new Intl.NumberFormat(lang).format(value);
}

/** `0x1f4` */
export function offsetOf(value: number): string {
    return `0x${value.toString(16)}`;
}
