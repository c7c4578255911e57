// Cards in rows, as many to a row as fit; only those that are seen exist.

import { el } from './dom';
import { VirtualList } from './virtual';

const LEAST_WIDTH = 128;
const HEIGHT = 184;

export class Cards<T> {
    readonly element: HTMLElement;
    private readonly list: VirtualList;
    private readonly resized: ResizeObserver;
    private rows: T[][] = [];
    private across = 0;

    constructor(
        label: string,
        private items: T[],
        private readonly card: (item: T) => HTMLElement,
    ) {
        this.element = el('div', { class: 'cards', role: 'group', 'aria-label': label, tabindex: '0' });
        this.list = new VirtualList(this.element, {
            count: 0,
            rowHeight: HEIGHT,
            overscan: 2,
            render: (index) => this.row(index),
        });
        this.resized = new ResizeObserver(() => this.arrange());
        this.resized.observe(this.element);
        this.element.addEventListener('keydown', (event) => this.pressed(event));
    }

    destroy(): void {
        this.resized.disconnect();
        this.list.destroy();
    }

    set(items: T[]): void {
        this.items = items;
        this.across = 0;
        this.arrange();
    }

    private arrange(): void {
        const across = Math.max(2, Math.floor((this.element.clientWidth - 24) / LEAST_WIDTH));
        if (across === this.across) return;
        this.across = across;
        this.element.style.setProperty('--cards', String(across));
        this.rows = chunks(this.items, across);
        this.list.set({ count: this.rows.length });
    }

    private row(index: number): HTMLElement {
        return el('div', { class: 'card-row' }, (this.rows[index] ?? []).map(this.card));
    }

    /** Arrows go from card to card, also where rows have to be made first. */
    private pressed(event: KeyboardEvent): void {
        const step = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -this.across, ArrowDown: this.across }[event.key];
        if (step === undefined) return;
        const cards = [...this.element.querySelectorAll<HTMLElement>('.card')].sort(byPlace);
        const at = cards.indexOf(document.activeElement as HTMLElement);
        event.preventDefault();
        event.stopPropagation();
        (at < 0 ? cards[0] : cards[Math.min(Math.max(0, at + step), cards.length - 1)])?.focus();
    }
}

/** Rows are made in the order in which they come into view. */
function byPlace(a: HTMLElement, b: HTMLElement): number {
    const [p, q] = [a.getBoundingClientRect(), b.getBoundingClientRect()];
    return p.top - q.top || p.left - q.left;
}

function chunks<T>(items: T[], size: number): T[][] {
    return Array.from({ length: Math.ceil(items.length / size) }, (_, row) =>
        items.slice(row * size, (row + 1) * size),
    );
}
