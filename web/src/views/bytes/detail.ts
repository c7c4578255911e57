// All that is known of one field, and of the bytes under the cursor. With --edit, its value can be changed here.

import { coded } from '../../coded';
import { el, fill } from '../../dom';
import type { Context } from '../index';
import { entryOf, hexOf, shownValue, valueOf } from './say';
import type { Field } from './spans';
import type { Pages } from './pages';

/** Numbers that old formats are made of. */
const READINGS: [string, number, (view: DataView) => number][] = [
    ['u8', 1, (view) => view.getUint8(0)],
    ['i8', 1, (view) => view.getInt8(0)],
    ['u16le', 2, (view) => view.getUint16(0, true)],
    ['i16le', 2, (view) => view.getInt16(0, true)],
    ['u16be', 2, (view) => view.getUint16(0)],
    ['u32le', 4, (view) => view.getUint32(0, true)],
    ['i32le', 4, (view) => view.getInt32(0, true)],
    ['u32be', 4, (view) => view.getUint32(0)],
    ['f32le', 4, (view) => view.getFloat32(0, true)],
];

/** Longer runs are better exported than copied. */
const COPIED = 1 << 20;

export class Detail {
    readonly element: HTMLElement;
    private readonly about = el('div', { class: 'detail-about' });
    private readonly readings = el('dl', { class: 'readings mono' });
    private field: Field | null = null;

    /** `each` shows the items of lists one by one. */
    constructor(
        private readonly context: Context,
        private readonly pages: Pages,
        private readonly each: () => void,
    ) {
        const { t } = context;
        this.element = el(
            'section',
            { class: 'detail', 'aria-label': t('web-bytes-detail') },
            this.about,
            el('details', { class: 'inspector' }, el('summary', {}, t('web-bytes-readings')), this.readings),
        );
    }

    show(field: Field | null, cursor: number): void {
        this.read(cursor);
        if (field !== null && field === this.field) return;
        this.field = field;
        fill(this.about, field ? this.facts(field) : el('p', { class: 'muted' }, this.context.t('web-loading')));
    }

    /** Puts the reader where the value can be written, if it can. */
    focus(): boolean {
        const input = this.element.querySelector<HTMLInputElement>('.detail-value input');
        input?.select();
        input?.focus();
        return input !== null;
    }

    private facts(field: Field): HTMLElement[] {
        const { t } = this.context;
        const length = field.end - field.start;
        const place = t('web-bytes-place', { start: hexOf(field.start), end: hexOf(field.end), length });
        const items = field.count === undefined ? '' : ` × ${field.count}`;
        return [
            el('h2', { class: 'detail-field mono' }, el('bdi', {}, field.field || field.type)),
            el(
                'p',
                { class: 'detail-place' },
                el('span', { class: `chip knowledge ${field.knowledge}` }, t(`web-knowledge-${field.knowledge}`)),
                el('span', { class: 'mono' }, `${field.type}${items}`),
                el('span', { class: 'muted' }, place),
            ),
            this.value(field),
            el('p', { class: 'detail-doc', hidden: !field.doc }, coded(field.doc ?? '')),
            this.actions(field),
        ];
    }

    private value(field: Field): HTMLElement {
        if (this.context.edit && field.editable) return this.editor(field);
        const value = shownValue(field.value, 4000);
        return el(
            'div',
            { class: 'detail-value mono', hidden: value === '', tabindex: value.length > 200 ? '0' : null },
            el('bdi', {}, value),
        );
    }

    private editor(field: Field): HTMLElement {
        const { t } = this.context;
        const label = t('web-bytes-value');
        const input = el('input', {
            class: 'field mono',
            value: shownValue(field.value),
            'aria-label': label,
            spellcheck: 'false',
        });
        const button = el('button', { class: 'button primary', type: 'submit' }, t('web-bytes-set'));
        const trouble = el('p', { class: 'detail-trouble', role: 'alert', hidden: true });
        const form = el('form', { class: 'detail-value' }, el('div', { class: 'detail-edit' }, input, button), trouble);
        form.addEventListener('submit', (event) => {
            event.preventDefault();
            void this.set(field, input.value, trouble);
        });
        return form;
    }

    private async set(field: Field, text: string, trouble: HTMLElement): Promise<void> {
        const { api, info, t } = this.context;
        trouble.hidden = true;
        try {
            await api.editField(info.path, field.start, valueOf(text, field.value));
            this.context.say(t('web-bytes-done', { field: field.field }));
            this.context.edited();
        } catch (error) {
            trouble.textContent = error instanceof Error ? error.message : String(error);
            trouble.hidden = false;
        }
    }

    private actions(field: Field): HTMLElement {
        const { t, info, go } = this.context;
        const entry = entryOf(field);
        const small = field.end - field.start <= COPIED;
        const act = (label: string, click: () => void): HTMLElement =>
            el('button', { class: 'button quiet', type: 'button', on: { click } }, label);
        return el(
            'div',
            { class: 'detail-actions' },
            act(t('web-bytes-copy'), () => void this.copy(() => Promise.resolve(line(field)))),
            small && act(t('web-bytes-copy-bytes'), () => void this.copy(() => this.digits(field))),
            field.count !== undefined && act(t('web-bytes-each'), this.each),
            entry !== null && act(t('web-bytes-open', { entry }), () => go(`${info.path}/${entry}`)),
        );
    }

    private async copy(text: () => Promise<string>): Promise<void> {
        const { t, say } = this.context;
        try {
            await navigator.clipboard.writeText(await text());
            say(t('web-bytes-copied'));
        } catch {
            say(t('web-bytes-not-copied'), 'error');
        }
    }

    /** `4E 52 65 73`, as the search takes it, too. */
    private async digits({ start, end }: Field): Promise<string> {
        await this.pages.need(start, end);
        const digits = (byte: number): string => byte.toString(16).padStart(2, '0').toUpperCase();
        return Array.from(this.pages.slice(start, end), digits).join(' ');
    }

    /** The bytes from the cursor on, as each kind of number. */
    private read(cursor: number): void {
        const bytes = this.pages.slice(cursor, cursor + 4);
        const rows = READINGS.filter(([, size]) => bytes.length >= size).map(([name, size, get]) => {
            const view = new DataView(bytes.buffer, 0, size);
            return el('div', {}, el('dt', {}, name), el('dd', {}, tidy(get(view))));
        });
        fill(this.readings, rows);
    }
}

/** A field in one line, to be put into a letter or a note. */
function line({ start, field, type, value }: Field): string {
    return `${hexOf(start)} ${field}: ${type} = ${shownValue(value)}`;
}

/** As few digits as tell a float from its neighbours. */
function tidy(value: number): string {
    return Number.isInteger(value) ? String(value) : String(Number(value.toPrecision(7)));
}
