// A list of any length in which only the rows in view have elements. All rows have the same height.

import { el } from './dom';
import { type RevealAt, ScrollModel } from './scroll';

export interface Rows {
    count: number;
    rowHeight: number;
    /** Creates the element of a row; the list positions it. */
    render(index: number): HTMLElement;
    /** Called after each draw with the first row and the one behind the last. */
    shown?(first: number, end: number): void;
    /** Rows drawn beyond both edges, so that scrolling does not show gaps. */
    overscan?: number;
}

const SETTLE_MILLISECONDS = 120;

export class VirtualList {
    readonly element: HTMLElement;
    private readonly canvas: HTMLElement;
    private readonly live = new Map<number, HTMLElement>();
    private readonly resized: ResizeObserver;
    private readonly scroll: ScrollModel;
    private rows: Rows;
    private pending = 0;
    private settling = 0;

    /** `element` scrolls; its height must come from the layout around it. */
    constructor(element: HTMLElement, rows: Rows) {
        this.element = element;
        this.rows = rows;
        this.scroll = new ScrollModel(rows.count, rows.rowHeight, element.clientHeight);
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
        clearTimeout(this.settling);
        this.resized.disconnect();
        this.element.removeEventListener('scroll', this.scrolled);
        this.canvas.remove();
    }

    /** Another number of rows, or another height; all rows are drawn again. */
    set(changes: Partial<Rows>): void {
        this.rows = { ...this.rows, ...changes };
        this.scroll.viewport = this.element.clientHeight;
        this.scroll.resize(this.rows.count, this.rows.rowHeight);
        this.measure();
        this.sync();
        this.refresh();
    }

    /** Draws the rows in view again. */
    refresh(): void {
        this.live.forEach((row) => row.remove());
        this.live.clear();
        this.draw();
    }

    /** The element of a row, if it has one now. */
    row(index: number): HTMLElement | undefined {
        return this.live.get(index);
    }

    get firstVisible(): number {
        return this.scroll.firstVisible;
    }

    get pageSize(): number {
        this.scroll.viewport = this.element.clientHeight;
        return this.scroll.pageSize;
    }

    isNear(index: number): boolean {
        this.scroll.viewport = this.element.clientHeight;
        return this.scroll.isNear(index);
    }

    reveal(index: number, where: RevealAt = 'nearest'): void {
        const before = this.scroll.position;
        this.scroll.viewport = this.element.clientHeight;
        this.scroll.reveal(index, where);
        if (this.scroll.position !== before) this.sync();
        this.draw();
    }

    private measure(): void {
        this.canvas.style.height = `${this.scroll.canvasHeight}px`;
    }

    /** Moves the scrollbar to the model's position; browsers round it. */
    private sync(): void {
        this.scroll.moveTo(this.scroll.position);
        this.element.scrollTop = this.scroll.top;
        this.scroll.top = this.element.scrollTop;
    }

    private readonly scrolled = (): void => {
        this.scroll.viewport = this.element.clientHeight;
        if (!this.scroll.follow(this.element.scrollTop)) return;
        if (this.scroll.ratio > 1) this.settle();
        this.pending ||= requestAnimationFrame(() => {
            this.pending = 0;
            this.draw();
        });
    };

    /** Short steps let scrollbar and position drift apart; when scrolling stops, the scrollbar is corrected. */
    private settle(): void {
        clearTimeout(this.settling);
        this.settling = window.setTimeout(() => {
            this.sync();
            this.draw();
        }, SETTLE_MILLISECONDS);
    }

    private draw(): void {
        this.scroll.viewport = this.element.clientHeight;
        const [first, end] = this.scroll.range(this.rows.overscan ?? 6);
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
        row.style.transform = `translateY(${this.scroll.offsetOf(index)}px)`;
    }
}
