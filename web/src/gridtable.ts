// A table of any length: a head that stays, and rows that exist while they are seen.

import { type Child, el, fill } from './dom';
import { icon } from './icons';
import { VirtualList } from './virtual';

export interface Column<T> {
    id: string;
    label: string;
    /** As CSS Grid has it: `minmax(160px, 2fr)`, `12ch`. */
    width: string;
    class?: string;
    render(row: T): Child;
    /** By what the column sorts; columns without it do not. */
    order?(row: T): string | number;
}

export interface GridOptions<T> {
    label: string;
    rowHeight: number;
    /** Below this width the table scrolls sideways. */
    leastWidth: number;
    columns: Column<T>[];
    /** Enter, or a click. */
    open?(row: T): void;
    sorted?(column: string, down: boolean): void;
}

let tables = 0;

export class GridTable<T> {
    readonly element: HTMLElement;
    private readonly head = el('div', { class: 'grid-head', role: 'row' });
    private readonly body: HTMLElement;
    private readonly list: VirtualList;
    private readonly id = `grid-${++tables}`;
    private given: T[] = [];
    private rows: T[] = [];
    private active = 0;
    private by: { column: string; down: boolean } | null = null;

    constructor(private readonly options: GridOptions<T>) {
        const { label, columns, leastWidth, rowHeight } = options;
        this.body = el('div', { class: 'grid-body', role: 'rowgroup', tabindex: '0', 'aria-label': label });
        const style = { '--columns': columns.map(({ width }) => width).join(' '), '--least-width': `${leastWidth}px` };
        const role = options.open ? 'grid' : 'table';
        this.element = el(
            'div',
            { class: 'grid-table', role, 'aria-label': label, 'aria-colcount': columns.length, style },
            this.top(),
            this.body,
        );
        this.list = new VirtualList(this.body, {
            count: 0,
            rowHeight,
            render: (index) => this.row(index),
            shown: () => this.align(),
        });
        this.body.addEventListener('keydown', (event) => this.pressed(event));
        this.body.addEventListener('click', (event) => this.clicked(event));
    }

    destroy(): void {
        this.list.destroy();
    }

    set(rows: T[]): void {
        this.given = rows;
        this.arrange();
    }

    /** Sorts as an address asked. */
    sort(column: string, down: boolean): void {
        this.by = this.options.columns.some(({ id, order }) => id === column && order) ? { column, down } : null;
        this.arrange();
    }

    private arrange(): void {
        const order = this.options.columns.find(({ id }) => id === this.by?.column)?.order;
        this.rows = order ? sorted(this.given, order, this.by?.down ?? false) : this.given;
        this.element.setAttribute('aria-rowcount', String(this.rows.length + 1));
        this.active = Math.min(this.active, Math.max(0, this.rows.length - 1));
        this.list.set({ count: this.rows.length });
        this.top();
    }

    /** Columns of the head stand over those of the rows, whether there is a scrollbar or not. */
    private align(): void {
        this.head.style.setProperty('--scrollbar', `${this.body.offsetWidth - this.body.clientWidth}px`);
    }

    private top(): HTMLElement {
        fill(
            this.head,
            this.options.columns.map((column) => this.heading(column)),
        );
        return this.head;
    }

    private heading({ id, label, order, class: kind }: Column<T>): HTMLElement {
        const here = this.by?.column === id;
        const sort = here ? (this.by?.down ? 'descending' : 'ascending') : order ? 'none' : null;
        const arrow = here && icon(this.by?.down ? 'down' : 'up');
        const click = (): void => this.turn(id);
        const content = order ? el('button', { type: 'button', on: { click } }, label, arrow) : label;
        return el('span', { role: 'columnheader', 'aria-sort': sort, class: kind ?? '' }, content);
    }

    /** Up, down, and as it was given. */
    private turn(column: string): void {
        if (this.by?.column !== column) this.by = { column, down: false };
        else this.by = this.by.down ? null : { column, down: true };
        this.arrange();
        this.options.sorted?.(this.by ? column : '', this.by?.down ?? false);
        const at = this.options.columns.findIndex(({ id }) => id === column);
        this.head.children[at]?.querySelector('button')?.focus();
    }

    private row(index: number): HTMLElement {
        const row = this.rows[index] as T;
        const role = this.options.open ? 'gridcell' : 'cell';
        const cells = this.options.columns.map(({ render, class: kind }) =>
            el('span', { role, class: kind ?? '' }, render(row)),
        );
        return el(
            'div',
            {
                class: index === this.active && this.options.open ? 'grid-row active' : 'grid-row',
                role: 'row',
                id: `${this.id}-${index}`,
                'aria-rowindex': index + 2,
                'data-index': index,
            },
            cells,
        );
    }

    private activate(index: number): void {
        this.list.row(this.active)?.classList.remove('active');
        this.active = Math.min(Math.max(0, index), this.rows.length - 1);
        this.list.reveal(this.active);
        if (!this.options.open) return;
        this.list.row(this.active)?.classList.add('active');
        this.element.setAttribute('aria-activedescendant', `${this.id}-${this.active}`);
    }

    private pressed(event: KeyboardEvent): void {
        const page = this.list.pageSize;
        const last = this.rows.length - 1;
        const targets: Record<string, number> = {
            ArrowDown: this.active + 1,
            ArrowUp: this.active - 1,
            PageDown: this.active + page,
            PageUp: this.active - page,
            Home: 0,
            End: last,
        };
        const target = targets[event.key];
        const row = this.rows[this.active];
        if (target !== undefined) this.activate(target);
        else if (event.key === 'Enter' && row && event.target === this.body) this.options.open?.(row);
        else return;
        event.preventDefault();
        event.stopPropagation();
    }

    private clicked(event: MouseEvent): void {
        const target = event.target as Element;
        const index = Number(target.closest<HTMLElement>('.grid-row')?.dataset['index'] ?? -1);
        const row = this.rows[index];
        if (!row || target.closest('a, button') || getSelection()?.toString()) return;
        this.activate(index);
        this.options.open?.(row);
    }
}

function sorted<T>(rows: T[], order: (row: T) => string | number, down: boolean): T[] {
    const sign = down ? -1 : 1;
    const compared = (a: T, b: T): number => {
        const [x, y] = [order(a), order(b)];
        const less =
            typeof x === 'number' && typeof y === 'number'
                ? x - y
                : String(x).localeCompare(String(y), undefined, { numeric: true });
        return sign * less;
    };
    return [...rows].sort(compared);
}
