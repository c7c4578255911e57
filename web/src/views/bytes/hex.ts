// The bytes in rows, with a cursor. Where fields are known, their bytes have a colour by what is known of them.

import { el } from '../../dom';
import { VirtualList } from '../../virtual';
import type { Field, Fields } from './spans';
import type { Pages } from './pages';

export const ROW = 22;
const UNREAD = '··';
const DIGITS = Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, '0').toUpperCase());
const LETTERS = Array.from({ length: 256 }, (_, byte) =>
    byte >= 0x20 && byte < 0x7f ? String.fromCharCode(byte) : '·',
);
/** Narrower than this, a row has eight bytes. */
const WIDE = 560;

export interface Range {
    start: number;
    end: number;
}

export interface HexHooks {
    /** The reader put the cursor here. */
    moved(offset: number): void;
    /** The pointer is over a byte, or over none. */
    hovered(offset: number | null): void;
    /** Another part of the file is looked at. */
    looked(from: number, to: number): void;
    /** A key of the reader's that means the field under the cursor. */
    chosen(): void;
    /** The cursor shall go by so many fields. */
    stepped(by: 1 | -1): void;
    /** What a screen reader says of the byte under the cursor. */
    spoken(offset: number): string;
}

export class Hex {
    readonly element: HTMLElement;
    cursor = 0;
    private columns = 16;
    private template = emptyRow(16);
    private readonly list: VirtualList;
    private readonly resized: ResizeObserver;
    private field: Range | null = null;
    private hover: Range | null = null;
    private mark: Range | null = null;
    private readonly digits: number;

    constructor(
        private readonly pages: Pages,
        private readonly fields: Fields,
        private readonly hooks: HexHooks,
        label: string,
    ) {
        this.digits = Math.max(8, (pages.size - 1).toString(16).length);
        this.element = el('div', {
            class: 'hex',
            role: 'grid',
            tabindex: '0',
            'aria-label': label,
            'aria-readonly': 'true',
            'aria-colcount': String(this.columns + 1),
            'aria-rowcount': String(this.rowCount),
            on: {
                keydown: (event) => this.key(event),
                click: (event) => this.pressed(event),
                pointermove: (event) => this.over(event),
                pointerleave: () => this.hooks.hovered(null),
            },
        });
        this.list = new VirtualList(this.element, {
            count: this.rowCount,
            rowHeight: ROW,
            overscan: 4,
            render: (index) => this.row(index),
            shown: (first, end) => this.hooks.looked(first * this.columns, end * this.columns),
        });
        this.resized = new ResizeObserver(() => this.fit());
        this.resized.observe(this.element);
    }

    destroy(): void {
        this.resized.disconnect();
        this.list.destroy();
    }

    /** Bytes or fields came in. */
    refresh(): void {
        this.list.refresh();
        this.point();
    }

    /** Puts the cursor there and shows it. */
    put(offset: number, where: 'nearest' | 'centre' = 'nearest'): void {
        this.cursor = Math.min(Math.max(0, offset), Math.max(0, this.pages.size - 1));
        this.list.reveal(Math.floor(this.cursor / this.columns), where);
        this.repaint();
        this.point();
    }

    show(marks: { field?: Range | null; hover?: Range | null; mark?: Range | null }): void {
        if (marks.field !== undefined) this.field = marks.field;
        if (marks.hover !== undefined) this.hover = marks.hover;
        if (marks.mark !== undefined) this.mark = marks.mark;
        this.repaint();
    }

    focus(): void {
        this.element.focus({ preventScroll: true });
    }

    /** The first byte that is seen whole. */
    get top(): number {
        return this.list.firstVisible * this.columns;
    }

    private get rowCount(): number {
        return Math.ceil(this.pages.size / this.columns);
    }

    private fit(): void {
        const columns = this.element.clientWidth < WIDE ? 8 : 16;
        if (columns === this.columns || this.element.clientWidth === 0) return;
        const seen = this.isSeen(this.cursor);
        const top = this.top;
        this.columns = columns;
        this.template = emptyRow(columns);
        this.element.setAttribute('aria-colcount', String(columns + 1));
        this.element.setAttribute('aria-rowcount', String(this.rowCount));
        this.element.classList.toggle('narrow', columns === 8);
        this.list.set({ count: this.rowCount });
        // Who looks at the cursor goes on looking at it; who has scrolled away is left there.
        if (seen) this.put(this.cursor, 'centre');
        else this.list.reveal(Math.floor(top / columns), 'top');
    }

    private isSeen(offset: number): boolean {
        const row = Math.floor(offset / this.columns);
        return row >= this.list.firstVisible && row <= this.list.firstVisible + this.list.pageSize;
    }

    /** A copy of the empty row: rows come by the thousand when somebody scrolls, and a copy is made in one go. */
    private row(index: number): HTMLElement {
        const row = this.template.cloneNode(true) as HTMLElement;
        const start = index * this.columns;
        row.dataset['start'] = String(start);
        row.setAttribute('aria-rowindex', String(index + 1));
        const [offset, bytes, text] = row.children;
        if (offset) offset.textContent = start.toString(16).padStart(this.digits, '0');
        for (let column = 0; column < this.columns; column++) {
            const byte = this.pages.at(start + column);
            const unread = start + column < this.pages.size ? UNREAD : '';
            write(bytes?.children[column], byte === undefined ? unread : (DIGITS[byte] ?? ''));
            write(text?.children[column], byte === undefined ? ' ' : (LETTERS[byte] ?? '·'));
        }
        this.paint(row);
        return row;
    }

    /** Gives the bytes of a row their looks. */
    private paint(row: HTMLElement): void {
        const start = Number(row.dataset['start']);
        const [, bytes, text] = row.children;
        let field: Field | undefined;
        for (let column = 0; column < this.columns; column++) {
            const offset = start + column;
            if (!field || offset >= field.end) field = this.fields.at(offset);
            const look = offset < this.pages.size ? looks(field, offset) + this.marks(offset) : 'none';
            wear(bytes?.children[column], `byte ${look}`);
            wear(text?.children[column], `letter ${look}`);
        }
    }

    private marks(offset: number): string {
        const within = (range: Range | null): boolean => range !== null && offset >= range.start && offset < range.end;
        return (
            `${within(this.field) ? ' in-field' : ''}${within(this.hover) ? ' in-hover' : ''}` +
            `${within(this.mark) ? ' in-mark' : ''}${offset === this.cursor ? ' cursor' : ''}`
        );
    }

    /** The rows stay; only their looks change. */
    private repaint(): void {
        this.element.querySelectorAll<HTMLElement>('.hex-row').forEach((row) => this.paint(row));
    }

    private cellAt(offset: number): Element | null {
        const column = offset % this.columns;
        const row = this.element.querySelector(`[data-start="${offset - column}"]`);
        return row?.children[1]?.children[column] ?? null;
    }

    /** Tells assistive programs which byte the cursor is on. Only that one is a cell to them: all others are not asked for. */
    private point(): void {
        const before = this.element.querySelector('[aria-selected]');
        for (const name of ['id', 'role', 'aria-selected', 'aria-label', 'aria-colindex'])
            before?.removeAttribute(name);
        const cell = this.cellAt(this.cursor);
        if (!cell) {
            this.element.removeAttribute('aria-activedescendant');
            return;
        }
        cell.id = 'hex-cursor';
        cell.setAttribute('role', 'gridcell');
        cell.setAttribute('aria-selected', 'true');
        cell.setAttribute('aria-colindex', String((this.cursor % this.columns) + 2));
        cell.setAttribute('aria-label', this.hooks.spoken(this.cursor));
        this.element.setAttribute('aria-activedescendant', cell.id);
    }

    private offsetOf(event: MouseEvent): number | null {
        const cell = (event.target as Element).closest('.byte, .letter');
        const start = cell?.closest<HTMLElement>('.hex-row')?.dataset['start'];
        if (!cell?.parentElement || start === undefined) return null;
        const offset = Number(start) + [...cell.parentElement.children].indexOf(cell);
        return offset < this.pages.size ? offset : null;
    }

    /** On a click and not before: a finger that scrolls also goes down on a byte. */
    private pressed(event: MouseEvent): void {
        const offset = this.offsetOf(event);
        if (offset === null) return;
        this.put(offset);
        this.hooks.moved(offset);
    }

    private over(event: PointerEvent): void {
        if (event.pointerType !== 'touch') this.hooks.hovered(this.offsetOf(event));
    }

    private key(event: KeyboardEvent): void {
        if (event.altKey || event.metaKey) return;
        if (this.act(event.key, event.ctrlKey)) event.preventDefault();
    }

    private act(key: string, ctrl: boolean): boolean {
        if (key === 'Enter') this.hooks.chosen();
        else if (key === '[' || key === ']') this.hooks.stepped(key === ']' ? 1 : -1);
        else return this.walk(key, ctrl);
        return true;
    }

    private walk(key: string, ctrl: boolean): boolean {
        const rowStart = this.cursor - (this.cursor % this.columns);
        const page = this.columns * Math.max(1, this.list.pageSize - 1);
        const targets: Record<string, number> = {
            ArrowLeft: this.cursor - 1,
            ArrowRight: this.cursor + 1,
            ArrowUp: this.cursor - this.columns,
            ArrowDown: this.cursor + this.columns,
            PageUp: this.cursor - page,
            PageDown: this.cursor + page,
            Home: ctrl ? 0 : rowStart,
            End: ctrl ? this.pages.size - 1 : rowStart + this.columns - 1,
        };
        const target = targets[key];
        if (target === undefined) return false;
        this.put(target);
        this.hooks.moved(this.cursor);
        return true;
    }
}

function write(cell: Element | undefined, text: string): void {
    if (cell?.firstChild) cell.firstChild.nodeValue = text;
}

function wear(cell: Element | undefined, look: string): void {
    if (cell && cell.className !== look) cell.className = look;
}

/** By what is known of the field, and where it begins and ends, so that it looks like one piece. */
function looks(field: Field | undefined, offset: number): string {
    if (!field) return 'unasked';
    const first = field.start === offset ? ' first' : '';
    const last = field.end === offset + 1 ? ' last' : '';
    return `${field.knowledge}-${field.shade}${first}${last}`;
}

function emptyRow(columns: number): HTMLElement {
    const cells = (name: string): HTMLElement[] =>
        Array.from({ length: columns }, () => el('span', { class: name }, ' '));
    return el(
        'div',
        { class: 'hex-row', role: 'row' },
        el('span', { class: 'hex-offset', role: 'rowheader' }, ' '),
        el('span', { class: 'hex-bytes', role: 'presentation' }, cells('byte')),
        el('span', { class: 'hex-text', 'aria-hidden': 'true' }, cells('letter')),
    );
}
