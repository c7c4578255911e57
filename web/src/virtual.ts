// A list of any length in which only the rows that are seen exist. All rows have the same height.

import { el } from './dom';

export interface Rows {
    count: number;
    rowHeight: number;
    /** Makes the row; it is put in its place by the list. */
    render(index: number): HTMLElement;
    /** After each change of what is seen: the first row, and the one behind the last. */
    shown?(first: number, end: number): void;
    /** Rows beyond both edges, so that scrolling does not show gaps. */
    overscan?: number;
}

/** Browsers stop at some height of an element; beyond this one, the scrollbar stands for more than it measures. */
const TALLEST = 8_000_000;
const STILL_MILLISECONDS = 120;

export class VirtualList {
    readonly element: HTMLElement;
    private readonly canvas: HTMLElement;
    private readonly live = new Map<number, HTMLElement>();
    private readonly resized: ResizeObserver;
    private rows: Rows;
    /** Where the window stands, in pixels of the whole list; the scrollbar's own count may be a fraction of it. */
    private position = 0;
    private lastTop = 0;
    private pending = 0;
    private still = 0;

    /** `element` scrolls; it must get its height from outside. */
    constructor(element: HTMLElement, rows: Rows) {
        this.element = element;
        this.rows = rows;
        this.canvas = el('div', { class: 'virtual-canvas', role: 'presentation' });
        element.classList.add('virtual');
        element.append(this.canvas);
        element.addEventListener('scroll', this.scrolled, { passive: true });
        this.resized = new ResizeObserver(() => this.draw());
        this.resized.observe(element);
        this.measure();
        this.draw();
    }

    destroy(): void {
        cancelAnimationFrame(this.pending);
        clearTimeout(this.still);
        this.resized.disconnect();
        this.element.removeEventListener('scroll', this.scrolled);
        this.canvas.remove();
    }

    /** Another number of rows, or another height; all rows are made anew. */
    set(changes: Partial<Rows>): void {
        const first = this.position / this.rows.rowHeight;
        this.rows = { ...this.rows, ...changes };
        this.measure();
        this.moveTo(first * this.rows.rowHeight);
        this.refresh();
    }

    /** Makes the rows that are seen anew. */
    refresh(): void {
        this.live.forEach((row) => row.remove());
        this.live.clear();
        this.draw();
    }

    /** The row's element, if it is among those that exist now. */
    row(index: number): HTMLElement | undefined {
        return this.live.get(index);
    }

    get firstVisible(): number {
        return Math.floor(this.position / this.rows.rowHeight);
    }

    /** How many rows fit in whole. */
    get pageSize(): number {
        return Math.max(1, Math.floor(this.element.clientHeight / this.rows.rowHeight));
    }

    /** Whether a row is in view, or the next to come into it. */
    isNear(index: number): boolean {
        return index >= this.firstVisible - 1 && index <= this.firstVisible + this.pageSize;
    }

    /** Brings a row into view, moving no more than needed; or to the middle, or to the top. */
    reveal(index: number, where: 'nearest' | 'centre' | 'top' = 'nearest'): void {
        const height = this.rows.rowHeight;
        const window = this.element.clientHeight;
        const top = index * height;
        if (where === 'centre') this.moveTo(top - (window - height) / 2);
        else if (where === 'top' || top < this.position) this.moveTo(top);
        else if (top + height > this.position + window) this.moveTo(top + height - window);
        this.draw();
    }

    private get total(): number {
        return this.rows.count * this.rows.rowHeight;
    }

    private get furthest(): number {
        return Math.max(0, this.total - this.element.clientHeight);
    }

    /** Pixels of the list for each pixel of the scrollbar. */
    private get ratio(): number {
        const scrollable = Math.min(this.total, TALLEST) - this.element.clientHeight;
        return this.total <= TALLEST || scrollable <= 0 ? 1 : this.furthest / scrollable;
    }

    private measure(): void {
        this.canvas.style.height = `${Math.min(this.total, TALLEST)}px`;
    }

    private moveTo(position: number): void {
        this.position = Math.min(Math.max(0, position), this.furthest);
        this.sync();
    }

    /** Puts the scrollbar where the window stands. */
    private sync(): void {
        this.element.scrollTop = this.position / this.ratio;
        this.lastTop = this.element.scrollTop;
    }

    private readonly scrolled = (): void => {
        const top = this.element.scrollTop;
        const step = top - this.lastTop;
        if (step === 0) return;
        this.lastTop = top;
        this.position = this.followed(top, step);
        if (this.ratio > 1) this.settle();
        this.pending ||= requestAnimationFrame(() => {
            this.pending = 0;
            this.draw();
        });
    };

    /** A short step is the wheel or a key, and moves by what it measures; a long one is the bar being dragged. */
    private followed(top: number, step: number): number {
        if (this.ratio === 1) return top;
        const near = Math.abs(step) <= this.element.clientHeight;
        const position = near ? this.position + step : top * this.ratio;
        return Math.min(Math.max(0, position), this.furthest);
    }

    /** Short steps let the bar and the window drift apart; when all is quiet, the bar is put right. */
    private settle(): void {
        clearTimeout(this.still);
        this.still = window.setTimeout(() => {
            this.sync();
            this.draw();
        }, STILL_MILLISECONDS);
    }

    private draw(): void {
        const { rowHeight, count } = this.rows;
        const spare = this.rows.overscan ?? 6;
        const seen = Math.ceil(this.element.clientHeight / rowHeight) + 1;
        const first = Math.max(0, this.firstVisible - spare);
        const end = Math.min(count, this.firstVisible + seen + spare);
        for (const [index, row] of this.live) {
            if (index < first || index >= end) {
                row.remove();
                this.live.delete(index);
            }
        }
        for (let index = first; index < end; index++) this.place(index);
        this.rows.shown?.(first, end);
    }

    private place(index: number): void {
        let row = this.live.get(index);
        if (!row) {
            row = this.rows.render(index);
            row.classList.add('virtual-row');
            row.style.height = `${this.rows.rowHeight}px`;
            this.live.set(index, row);
            this.canvas.append(row);
        }
        const top = this.lastTop + index * this.rows.rowHeight - this.position;
        row.style.transform = `translateY(${top}px)`;
    }
}
