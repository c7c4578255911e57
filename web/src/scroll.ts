// Scrolling through rows of one height: which rows are in view, and what the scrollbar shows. Pure numbers, no elements.

/** Browsers limit the height of an element. A longer list is scaled: one pixel of the scrollbar is several of the list. */
export const MAX_CANVAS_HEIGHT = 8_000_000;

export type RevealAt = 'nearest' | 'centre' | 'top';

function clamp(value: number, lowest: number, highest: number): number {
    return Math.min(Math.max(lowest, value), Math.max(lowest, highest));
}

export class ScrollModel {
    /** Top edge of the viewport, in pixels of the whole list. */
    position = 0;
    /** The scrollbar's `scrollTop` that belongs to `position`. */
    top = 0;

    constructor(
        public count: number,
        public rowHeight: number,
        public viewport = 0,
    ) {}

    get total(): number {
        return this.count * this.rowHeight;
    }

    /** Height of the scrolled element. */
    get canvasHeight(): number {
        return Math.min(this.total, MAX_CANVAS_HEIGHT);
    }

    get maxPosition(): number {
        return Math.max(0, this.total - this.viewport);
    }

    /** Pixels of the list for each pixel of the scrollbar. */
    get ratio(): number {
        const scrollable = this.canvasHeight - this.viewport;
        return this.total <= MAX_CANVAS_HEIGHT || scrollable <= 0 ? 1 : this.maxPosition / scrollable;
    }

    get firstVisible(): number {
        return Math.floor(this.position / this.rowHeight);
    }

    /** Whole rows that fit into the viewport, at least one. */
    get pageSize(): number {
        return Math.max(1, Math.floor(this.viewport / this.rowHeight));
    }

    /** Whether a row is in view, or the next one outside it. */
    isNear(index: number): boolean {
        return index >= this.firstVisible - 1 && index <= this.firstVisible + this.pageSize;
    }

    /** Another number of rows or another height; the first visible row stays the same, if it still exists. */
    resize(count: number, rowHeight: number): void {
        const first = this.position / this.rowHeight;
        this.count = count;
        this.rowHeight = rowHeight;
        this.moveTo(first * rowHeight);
    }

    moveTo(position: number): void {
        this.position = clamp(position, 0, this.maxPosition);
        this.top = this.position / this.ratio;
    }

    /** Scrolls a row into view. */
    reveal(index: number, where: RevealAt = 'nearest'): void {
        const row = index * this.rowHeight;
        if (where === 'centre') this.moveTo(row - (this.viewport - this.rowHeight) / 2);
        else if (where === 'top' || row < this.position) this.moveTo(row);
        else if (row + this.rowHeight > this.position + this.viewport)
            this.moveTo(row + this.rowHeight - this.viewport);
    }

    /** Follows the scrollbar. A short step is the wheel or a key and moves by its own length; a long one is a drag. */
    follow(top: number): boolean {
        const step = top - this.top;
        if (step === 0) return false;
        this.top = top;
        const isShort = this.ratio > 1 && Math.abs(step) <= this.viewport;
        this.position = isShort ? this.atEnd(top, this.position + step) : top * this.ratio;
        this.position = clamp(this.position, 0, this.maxPosition);
        return true;
    }

    /** A scrollbar at its end cannot move on, so the last page before that end is skipped to. */
    private atEnd(top: number, position: number): number {
        if (top <= 0 && position < this.viewport) return 0;
        const atBottom = top >= this.canvasHeight - this.viewport - 1;
        return atBottom && position > this.maxPosition - this.viewport ? this.maxPosition : position;
    }

    /** Rows to draw, from the first up to but not including the second. */
    range(overscan: number): [number, number] {
        const rows = Math.ceil(this.viewport / this.rowHeight) + 1;
        const end = Math.min(this.count, this.firstVisible + rows + overscan);
        return [Math.min(end, Math.max(0, this.firstVisible - overscan)), end];
    }

    /** Where a row is drawn on the scrolled element. */
    offsetOf(index: number): number {
        return this.top + index * this.rowHeight - this.position;
    }
}
