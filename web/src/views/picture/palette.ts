// The palette: which colours there are, and which of them any pixel uses.

import type { Rgba } from '../../api';
import { el } from '../../dom';
import { cssColour, hexColour } from '../../colours';

const COLUMNS = 16;

export class PaletteGrid {
    readonly element: HTMLElement;
    private readonly cells: HTMLElement[];
    private focus = 0;
    private chosen: number | null = null;

    constructor(
        palette: Rgba[],
        used: Set<number>,
        t: (id: string, args?: Record<string, string | number>) => string,
        private readonly events: { hover(index: number | null): void; choose(index: number | null): void },
    ) {
        this.cells = palette.map((colour, index) => {
            const name = t(used.has(index) ? 'web-palette-used' : 'web-palette-unused', {
                index,
                colour: hexColour(colour),
            });
            return el('button', {
                class: used.has(index) ? 'palette-cell' : 'palette-cell unused',
                type: 'button',
                'data-index': index,
                'aria-label': name,
                title: name,
                'aria-pressed': 'false',
                tabindex: index === 0 ? '0' : '-1',
                style: { '--colour': cssColour(colour) },
            });
        });
        const grid = el('div', { class: 'palette', role: 'group', 'aria-label': t('web-palette') }, this.cells);
        grid.addEventListener('pointerover', (event) => this.events.hover(indexOf(event.target)));
        grid.addEventListener('pointerleave', () => this.events.hover(null));
        grid.addEventListener('click', (event) => this.choose(indexOf(event.target)));
        grid.addEventListener('keydown', (event) => this.pressed(event));
        const count = t('web-palette-count', { used: used.size, count: palette.length });
        this.element = el(
            'section',
            {},
            el('h2', { text: t('web-palette') }),
            el('p', { class: 'muted', text: count }),
            grid,
        );
    }

    /** Shows which index is meant, without telling anybody. */
    mark(index: number | null): void {
        this.chosen = index;
        this.cells.forEach((cell, at) => cell.setAttribute('aria-pressed', String(at === index)));
    }

    private choose(index: number | null): void {
        if (index === null) return;
        this.move(index);
        this.mark(index === this.chosen ? null : index);
        this.events.choose(this.chosen);
    }

    private move(index: number): void {
        const to = Math.min(Math.max(0, index), this.cells.length - 1);
        this.cells[this.focus]?.setAttribute('tabindex', '-1');
        this.focus = to;
        this.cells[to]?.setAttribute('tabindex', '0');
        this.cells[to]?.focus();
    }

    private pressed(event: KeyboardEvent): void {
        const steps: Record<string, number> = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -COLUMNS, ArrowDown: COLUMNS };
        const step = steps[event.key];
        if (step === undefined) return;
        event.preventDefault();
        event.stopPropagation();
        this.move(this.focus + step);
    }
}

function indexOf(target: EventTarget | null): number | null {
    const index = (target as HTMLElement | null)?.dataset?.['index'];
    return index === undefined ? null : Number(index);
}
