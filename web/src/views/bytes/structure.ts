// The fields in order, under the records they belong to.

import { el } from '../../dom';
import { VirtualList } from '../../virtual';
import { hexOf, leafOf, recordOf, shownValue } from './say';
import type { Field, Fields } from './spans';

export const ROW = 26;

type Row = { record: string } | { field: Field };

export interface StructureHooks {
    /** The reader chose a field. */
    chosen(field: Field): void;
    /** The pointer is over a field, or over none. */
    hovered(field: Field | null): void;
    /** The list was scrolled towards one of its ends. */
    wanted(offset: number): void;
    /** The reader wants to do something with the chosen field. */
    entered(): void;
    spoken(field: Field): string;
}

export class Structure {
    readonly element: HTMLElement;
    private readonly list: VirtualList;
    private rows: Row[] = [];
    /** The row of each field, by its place in the list of fields. */
    private places: number[] = [];
    private selected = -1;
    private hovered = -1;

    constructor(
        private readonly fields: Fields,
        private readonly hooks: StructureHooks,
        label: string,
    ) {
        this.element = el('div', {
            class: 'structure',
            role: 'listbox',
            tabindex: '0',
            'aria-label': label,
            style: { '--offsets': `${hexOf(fields.size).length}ch` },
            on: {
                keydown: (event) => this.key(event),
                click: (event) => this.pressed(event),
                pointermove: (event) => this.over(event),
                pointerleave: () => this.hooks.hovered(null),
            },
        });
        this.list = new VirtualList(this.element, {
            count: 0,
            rowHeight: ROW,
            overscan: 8,
            render: (index) => this.row(index),
            shown: (first, end) => this.reached(first, end),
        });
    }

    destroy(): void {
        this.list.destroy();
    }

    /** The fields are others, or more. What is seen stays where it is. */
    rebuild(): void {
        const place = this.rows.findIndex((row, index) => index >= this.list.firstVisible && 'field' in row);
        const anchor = this.rows[place];
        const rest = this.element.scrollTop - place * ROW;
        this.arrange();
        this.list.set({ count: this.rows.length });
        const row = anchor && 'field' in anchor ? this.places[this.fields.indexAt(anchor.field.start)] : undefined;
        if (row !== undefined && row !== place) this.element.scrollTop = row * ROW + rest;
    }

    /** Marks the field that holds this byte; `reveal` also scrolls to it. */
    select(offset: number, reveal: boolean): void {
        this.selected = this.fields.at(offset)?.start ?? -1;
        if (reveal) this.reveal(offset);
        this.repaint();
        this.point();
    }

    reveal(offset: number, where: 'nearest' | 'centre' = 'nearest'): void {
        const row = this.places[this.fields.indexAt(offset)];
        if (row === undefined) return;
        const far = row < this.list.firstVisible - 40 || row > this.list.firstVisible + this.list.pageSize + 40;
        this.list.reveal(row, far ? 'centre' : where);
    }

    hover(offset: number | null): void {
        this.hovered = offset === null ? -1 : (this.fields.at(offset)?.start ?? -1);
        this.repaint();
    }

    private arrange(): void {
        this.rows = [];
        this.places = [];
        let record = '';
        for (const field of this.fields.list) {
            const own = recordOf(field.field);
            if (own !== record && own !== '') this.rows.push({ record: own });
            record = own;
            this.places.push(this.rows.length);
            this.rows.push({ field });
        }
    }

    private row(index: number): HTMLElement {
        const row = this.rows[index];
        if (!row) return el('div');
        if ('record' in row)
            return el('div', { class: 'record', 'aria-hidden': 'true', title: row.record }, bdi(row.record));
        return this.fieldRow(row.field);
    }

    private fieldRow(field: Field): HTMLElement {
        const items = field.count === undefined ? '' : ` × ${field.count}`;
        return el(
            'div',
            {
                class: this.look(field),
                role: 'option',
                id: `field-${field.start}`,
                'data-at': String(field.start),
                'aria-selected': String(field.start === this.selected),
                'aria-label': this.hooks.spoken(field),
            },
            el('span', { class: 'field-at' }, hexOf(field.start)),
            el('span', { class: `field-dot ${field.knowledge}` }),
            el('span', { class: 'field-name', title: field.field }, leafOf(field.field) || field.type),
            el('span', { class: 'field-type' }, `${field.type}${items}`),
            el('span', { class: 'field-value' }, shownValue(field.value, 60)),
        );
    }

    private look(field: Field): string {
        return `field-row${field.start === this.selected ? ' selected' : ''}${field.start === this.hovered ? ' hovered' : ''}`;
    }

    private repaint(): void {
        for (const row of this.element.querySelectorAll<HTMLElement>('[data-at]')) {
            const start = Number(row.dataset['at']);
            row.classList.toggle('selected', start === this.selected);
            row.classList.toggle('hovered', start === this.hovered);
            row.setAttribute('aria-selected', String(start === this.selected));
        }
    }

    private point(): void {
        const id = `field-${this.selected}`;
        if (this.element.querySelector(`#${id}`)) this.element.setAttribute('aria-activedescendant', id);
        else this.element.removeAttribute('aria-activedescendant');
    }

    private reached(first: number, end: number): void {
        if (this.rows.length === 0) return;
        if (end >= this.rows.length - 4 && this.fields.to < this.fields.size) this.hooks.wanted(this.fields.to);
        else if (first <= 4 && this.fields.from > 0) this.hooks.wanted(this.fields.from - 1);
    }

    private fieldOf(event: Event): Field | null {
        const row = (event.target as Element).closest<HTMLElement>('[data-at]');
        return row ? (this.fields.at(Number(row.dataset['at'])) ?? null) : null;
    }

    private pressed(event: Event): void {
        const field = this.fieldOf(event);
        if (field) this.hooks.chosen(field);
    }

    private over(event: PointerEvent): void {
        if (event.pointerType !== 'touch') this.hooks.hovered(this.fieldOf(event));
    }

    private key(event: KeyboardEvent): void {
        if (event.altKey || event.metaKey || event.ctrlKey) return;
        if (event.key === 'Enter') this.hooks.entered();
        else if (!this.walk(event.key)) return;
        event.preventDefault();
    }

    private walk(key: string): boolean {
        const page = Math.max(1, this.list.pageSize - 1);
        const now = Math.max(0, this.fields.indexAt(this.selected));
        const last = this.fields.list.length - 1;
        const targets: Record<string, number> = {
            ArrowUp: now - 1,
            ArrowDown: now + 1,
            PageUp: now - page,
            PageDown: now + page,
            Home: 0,
            End: last,
        };
        const target = targets[key];
        if (target === undefined) return false;
        const field = this.fields.list[Math.min(Math.max(0, target), last)];
        if (field) this.hooks.chosen(field);
        return true;
    }
}

/** Names out of archives may be written in any direction. */
function bdi(text: string): HTMLElement {
    return el('bdi', {}, text);
}
