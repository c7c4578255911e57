// The bytes of an asset, fetched in pages as they are looked at. A hundred megabytes are never here at once.

import type { Api } from '../../api';

const PAGE = 1 << 16;
/** Pages that are kept; the ones that were not asked for longest go first. */
const KEPT = 48;

export class Pages {
    private readonly pages = new Map<number, Uint8Array>();
    private readonly coming = new Map<number, Promise<void>>();

    constructor(
        private readonly api: Api,
        private readonly path: string,
        readonly size: number,
        private readonly signal: AbortSignal,
    ) {}

    /** The byte, if its page is here. */
    at(offset: number): number | undefined {
        return this.pages.get(Math.floor(offset / PAGE))?.[offset % PAGE];
    }

    has(from: number, to: number): boolean {
        return this.numbers(from, to).every((number) => this.pages.has(number));
    }

    /** As many of these bytes as are here, up to the first that is not. */
    slice(from: number, to: number): Uint8Array {
        const bytes: number[] = [];
        for (let offset = from; offset < Math.min(to, this.size); offset++) {
            const byte = this.at(offset);
            if (byte === undefined) break;
            bytes.push(byte);
        }
        return Uint8Array.from(bytes);
    }

    /** Ready when all of these bytes are here. */
    async need(from: number, to: number): Promise<void> {
        await Promise.all(this.numbers(from, to).map((number) => this.page(number)));
    }

    /** A run of any length, past the pages: for searching, which looks at each byte once. */
    stream(from: number, to: number, signal: AbortSignal): Promise<Uint8Array> {
        return this.api.bytes(this.path, from, Math.min(to, this.size), signal);
    }

    private numbers(from: number, to: number): number[] {
        const first = Math.floor(Math.max(0, from) / PAGE);
        const end = Math.ceil(Math.min(to, this.size) / PAGE);
        return Array.from({ length: Math.max(0, end - first) }, (_, index) => first + index);
    }

    private page(number: number): Promise<void> {
        const here = this.pages.get(number);
        if (here) {
            // Asked for again, so it is the last to go.
            this.pages.delete(number);
            this.pages.set(number, here);
            return Promise.resolve();
        }
        const coming = this.coming.get(number) ?? this.fetch(number);
        this.coming.set(number, coming);
        return coming;
    }

    private async fetch(number: number): Promise<void> {
        try {
            const start = number * PAGE;
            const bytes = await this.api.bytes(this.path, start, Math.min(start + PAGE, this.size), this.signal);
            this.pages.set(number, bytes);
            this.forget();
        } finally {
            this.coming.delete(number);
        }
    }

    private forget(): void {
        for (const number of this.pages.keys()) {
            if (this.pages.size <= KEPT) return;
            this.pages.delete(number);
        }
    }
}
