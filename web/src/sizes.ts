// Numbers as people read them.

const UNITS: Record<string, string[]> = { en: ['B', 'kB', 'MB', 'GB'], ru: ['Б', 'кБ', 'МБ', 'ГБ'] };

/** `1.4 MB`; bytes up to a thousand stand as they are. */
export function sizeOf(bytes: number | null | undefined, lang: string): string {
    if (bytes === null || bytes === undefined) return '';
    const step = bytes < 1000 ? 0 : Math.min(3, Math.floor(Math.log10(bytes) / 3));
    const value = bytes / 1000 ** step;
    const digits = step === 0 || value >= 100 ? 0 : 1;
    const unit = (UNITS[lang] ?? UNITS['en'])?.[step] ?? '';
    return `${new Intl.NumberFormat(lang, { maximumFractionDigits: digits }).format(value)}\u00a0${unit}`;
}

export function numberOf(value: number, lang: string): string {
    return new Intl.NumberFormat(lang).format(value);
}

/** `0x1f4` */
export function offsetOf(value: number): string {
    return `0x${value.toString(16)}`;
}
