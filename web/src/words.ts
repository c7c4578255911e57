// The page's words, from the one catalogue that the program speaks from.

import { FluentBundle, FluentResource } from '@fluent/bundle';

export type Language = 'en' | 'ru';
export type Words = Record<string, string | number>;

export class Catalogue {
    private readonly bundle: FluentBundle;

    constructor(
        readonly language: Language,
        source: string,
    ) {
        // The marks that isolate inserted text are for running prose; in labels that are searched and copied they are noise.
        this.bundle = new FluentBundle(language, { useIsolating: false });
        this.bundle.addResource(new FluentResource(source));
    }

    has(id: string): boolean {
        return this.bundle.hasMessage(id);
    }

    /** The message, or its name where there is none: something to see rather than nothing. */
    say(id: string, args: Words = {}): string {
        const pattern = this.bundle.getMessage(id)?.value;
        return pattern ? this.bundle.formatPattern(pattern, args, []) : id;
    }
}

/** What the reader chose before, or what the browser asks for. */
export function preferredLanguage(known: readonly string[]): Language {
    const kept = localStorage.getItem('relict.language');
    const wanted = [kept, ...navigator.languages].map((tag) => tag?.slice(0, 2).toLowerCase());
    return wanted.find((tag) => tag !== undefined && known.includes(tag)) === 'ru' ? 'ru' : 'en';
}

export function keepLanguage(language: Language): void {
    localStorage.setItem('relict.language', language);
}
