// Every byte beside what it means: hover a field and see its bytes, click a byte and see its field.

import '../styles/bytes.css';
import { el, fill } from '../dom';
import { failure, isAbort } from '../failure';
import type { Context, Mount, Mounted } from './index';
import { Bar } from './bytes/bar';
import { Detail } from './bytes/detail';
import { Hex, type Range } from './bytes/hex';
import { Overview } from './bytes/overview';
import { Pages } from './bytes/pages';
import { hexOf, offsetOf, shownValue } from './bytes/say';
import { type Field, Fields } from './bytes/spans';
import { Structure } from './bytes/structure';

const LOOK_MILLISECONDS = 60;
const ADDRESS_MILLISECONDS = 200;

export const mount: Mount = (host, context) => {
    const size = context.info.size ?? 0;
    if (size === 0) {
        fill(host, el('p', { class: 'empty' }, context.t('web-bytes-empty')));
        return { destroy: () => fill(host) };
    }
    return new BytesView(host, context, size);
};

class BytesView implements Mounted {
    private readonly pages: Pages;
    private readonly fields: Fields;
    private readonly hex: Hex;
    private readonly structure: Structure;
    private readonly detail: Detail;
    private readonly overview: Overview;
    private readonly bar: Bar;
    private looking = 0;
    private addressing = 0;
    private window: Range = { start: 0, end: 0 };
    private over: Field | null = null;
    /** Where the field begins that was shown last. */
    private told: number | null = null;
    /** What the address says of the cursor. */
    private address: number | null = null;
    /** The field under the cursor, also while other parts of the file are looked at. */
    private under: Field | null = null;
    /** The byte whose field was asked for by itself. */
    private asked: number | null = null;

    constructor(
        private readonly host: HTMLElement,
        private readonly context: Context,
        size: number,
    ) {
        const { api, info, t, signal, query } = context;
        const full = query.has('full');
        this.pages = new Pages(api, info.path, size, signal);
        this.fields = new Fields(api, info.path, size, full, signal, (inFront) => this.learned(inFront === null));
        this.hex = new Hex(
            this.pages,
            this.fields,
            {
                moved: (offset) => this.moved(offset, true),
                hovered: (offset) => this.hovered(offset),
                looked: (start, end) => this.looked(start, end),
                chosen: () => void this.detail.focus(),
                stepped: (by) => this.stepped(by),
                spoken: (offset) => this.spokenByte(offset),
            },
            t('web-bytes-hex'),
        );
        this.structure = new Structure(
            this.fields,
            {
                chosen: (field) => this.jump(field.start, 1, 'nearest'),
                hovered: (field) => this.hovered(field?.start ?? null),
                wanted: (offset) => this.need(offset, offset + 1),
                entered: () => void (this.detail.focus() || this.hex.focus()),
                spoken: (field) => this.spokenField(field),
            },
            t('web-bytes-structure'),
        );
        this.detail = new Detail(context, this.pages, () => this.each(true));
        this.overview = new Overview(context, size, (offset) => this.jump(offset, 1, 'centre'));
        this.bar = new Bar(
            context,
            this.pages,
            {
                cursor: () => this.hex.cursor,
                jump: (offset, length) => this.jump(offset, length, 'centre'),
                each: (on) => this.each(on),
                back: () => this.hex.focus(),
            },
            full,
        );
        this.arrange();
        this.queryChanged(query);
        this.overview.begin().catch((error: unknown) => this.failed(error));
    }

    destroy(): void {
        clearTimeout(this.looking);
        clearTimeout(this.addressing);
        this.hex.destroy();
        this.structure.destroy();
        fill(this.host);
    }

    queryChanged(query: URLSearchParams): void {
        this.address = offsetOf(query.get('at') ?? '');
        const offset = this.address ?? 0;
        const length = Number(query.get('length') ?? 1);
        if (query.has('full') !== this.fields.full) this.each(query.has('full'));
        this.hex.show({ mark: length > 1 ? { start: offset, end: offset + length } : null });
        this.hex.put(offset, 'centre');
        this.moved(this.hex.cursor, true);
    }

    private arrange(): void {
        const side = el('div', { class: 'bytes-side' }, this.structure.element, this.detail.element);
        const body = el('div', { class: 'bytes-body' }, this.hex.element, side);
        fill(this.host, el('div', { class: 'bytes' }, this.bar.element, this.overview.element, body));
        this.context.keys('web-bytes-keys', [
            { key: 'g', label: 'web-bytes-goto', run: () => this.bar.goto() },
            { key: 's', label: 'web-bytes-find', run: () => this.bar.seek() },
            { key: 'e', label: 'web-bytes-each', run: () => this.each(!this.fields.full) },
            { key: '[', label: 'web-bytes-before', run: () => this.stepped(-1) },
            { key: ']', label: 'web-bytes-after', run: () => this.stepped(1) },
        ]);
    }

    /** The cursor is somewhere else: its field is shown beside, and the address says so. */
    private moved(offset: number, reveal: boolean): void {
        this.need(offset, offset + 1);
        this.tell(reveal);
        clearTimeout(this.addressing);
        if (offset !== (this.address ?? 0))
            this.addressing = window.setTimeout(() => this.name(offset), ADDRESS_MILLISECONDS);
    }

    private name(offset: number): void {
        this.address = offset;
        this.context.setQuery({ at: hexOf(offset), length: null });
    }

    private jump(offset: number, length: number, where: 'nearest' | 'centre'): void {
        this.hex.show({ mark: length > 1 ? { start: offset, end: offset + length } : null });
        this.hex.put(offset, where);
        this.moved(offset, true);
    }

    /** Shows what is known of the byte under the cursor. */
    private tell(reveal: boolean): void {
        const field = this.fieldUnder(this.hex.cursor);
        this.told = field?.start ?? null;
        this.hex.show({ field });
        this.structure.select(this.hex.cursor, reveal);
        this.detail.show(field, this.hex.cursor);
        this.overview.point(this.hex.cursor, this.window.start, this.window.end);
    }

    /** What was known once is kept; and what was scrolled away from before it came is asked for by itself. */
    private fieldUnder(cursor: number): Field | null {
        const kept = this.under && cursor >= this.under.start && cursor < this.under.end ? this.under : null;
        this.under = this.fields.at(cursor) ?? kept;
        const away = this.window.end > 0 && !this.isSeen;
        if (!this.under && away && this.asked !== cursor) {
            this.asked = cursor;
            void this.ask(cursor);
        }
        return this.under;
    }

    private async ask(cursor: number): Promise<void> {
        const field = await this.fields.one(cursor).catch(() => null);
        if (!field || this.hex.cursor !== cursor) return;
        this.under ??= field;
        this.tell(false);
    }

    private hovered(offset: number | null): void {
        const field = offset === null ? null : (this.fields.at(offset) ?? null);
        if (field === this.over) return;
        this.over = field;
        this.structure.hover(offset);
        this.hex.show({ hover: field });
    }

    /** Fetches what is looked at, once the scrolling has come to rest. */
    private looked(start: number, end: number): void {
        this.window = { start, end };
        clearTimeout(this.looking);
        this.looking = window.setTimeout(() => {
            this.overview.point(this.hex.cursor, start, end);
            this.load(start, end);
            this.follow();
        }, LOOK_MILLISECONDS);
    }

    private load(start: number, end: number): void {
        if (!this.pages.has(start, end)) {
            this.pages.need(start, end).then(
                () => this.arrived(),
                (error: unknown) => this.failed(error),
            );
        }
        this.need(start, end);
    }

    private arrived(): void {
        this.hex.refresh();
        this.tell(false);
    }

    private need(start: number, end: number): void {
        this.fields.need(start, end).catch((error: unknown) => this.failed(error));
    }

    /** Fields came in. */
    private learned(anew: boolean): void {
        this.structure.rebuild();
        this.hex.refresh();
        // Who has scrolled away from the chosen field is left in peace.
        this.tell(this.fields.at(this.hex.cursor)?.start !== this.told);
        if (!anew) return;
        this.follow();
        if (this.isSeen) this.structure.reveal(this.hex.cursor, 'centre');
    }

    private get isSeen(): boolean {
        const { start, end } = this.window;
        return this.hex.cursor >= start && this.hex.cursor < end;
    }

    /** The list of fields goes where the bytes are looked at, unless that is where the cursor is. */
    private follow(): void {
        if (!this.isSeen) this.structure.reveal(this.hex.top, 'centre');
    }

    private stepped(by: 1 | -1): void {
        const field = this.fields.at(this.hex.cursor);
        if (!field) return;
        const target = by > 0 ? field.end : Math.max(0, field.start - 1);
        const start = by > 0 ? target : (this.fields.at(target)?.start ?? target);
        if (start < this.pages.size) this.jump(start, 1, 'nearest');
    }

    private each(on: boolean): void {
        this.bar.pressEach(on);
        this.context.setQuery({ full: on ? '1' : null });
        this.under = null;
        this.fields.restart(on);
        this.need(this.window.start, this.window.end);
    }

    private spokenByte(offset: number): string {
        const byte = this.pages.at(offset)?.toString(16).toUpperCase().padStart(2, '0') ?? '';
        const field = this.fields.at(offset);
        return this.context.t('web-bytes-spoken', { offset: hexOf(offset), byte, field: field?.field ?? '' });
    }

    private spokenField(field: Field): string {
        const value = shownValue(field.value, 200);
        return [hexOf(field.start), field.field, field.type, value].filter(Boolean).join(', ');
    }

    private failed(error: unknown): void {
        if (isAbort(error) || this.context.signal.aborted) return;
        const { t, info } = this.context;
        const note = failure(error, { t, path: info.path });
        this.host.querySelector('.bytes > .failure')?.remove();
        this.host.querySelector('.bytes')?.prepend(note);
    }
}
