// The whole asset in one strip, coloured by what is known of it. A click goes there.

import type { Knowledge } from '../../api';
import { el } from '../../dom';
import type { Context } from '../index';
import { hexOf } from './say';

export const KNOWLEDGE: Knowledge[] = ['named', 'padding', 'opaque', 'uncovered'];
/** What the letters of the map stand for. */
const LETTERS: Record<string, Knowledge> = { n: 'named', p: 'padding', o: 'opaque', u: 'uncovered' };

export class Overview {
    readonly element: HTMLElement;
    private readonly strip = el('canvas', { class: 'overview-strip', width: '1', height: '1' });
    private readonly frame = el('div', { class: 'overview-frame' });
    private readonly needle = el('div', { class: 'overview-needle' });
    private readonly legend = el('ul', { class: 'legend' });
    private readonly stopped = el('p', { class: 'overview-stopped', role: 'status', hidden: true });
    private readonly bar: HTMLElement;
    private map = '';
    private readonly pen = this.strip.getContext('2d');

    constructor(
        private readonly context: Context,
        private readonly size: number,
        private readonly jump: (offset: number) => void,
    ) {
        this.bar = el(
            'div',
            {
                class: 'overview-bar',
                role: 'slider',
                tabindex: '0',
                'aria-label': context.t('web-bytes-overview'),
                'aria-valuemin': '0',
                'aria-valuemax': String(Math.max(0, size - 1)),
                'aria-valuenow': '0',
                'aria-valuetext': '0x0',
                on: { pointerdown: (event) => this.pressed(event), keydown: (event) => this.key(event) },
            },
            this.strip,
            this.frame,
            this.needle,
        );
        this.element = el('div', { class: 'overview' }, this.bar, this.legend, this.stopped);
        window.addEventListener('relict-theme', () => this.paint(), { signal: context.signal });
    }

    /** Asks what the whole consists of. */
    async begin(): Promise<void> {
        const { api, info, signal } = this.context;
        const whole = await api.explain(info.path, { from: 0, to: 0, coverage: true }, signal);
        this.map = whole.map ?? '';
        this.paint();
        if (whole.coverage) this.count(whole.coverage);
        this.stopped.hidden = !whole.stopped;
        this.stopped.textContent = whole.stopped ? this.context.t('web-bytes-stopped', { why: whole.stopped }) : '';
    }

    private paint(): void {
        const colours = this.colours();
        this.strip.width = Math.max(1, this.map.length);
        if (!this.pen) return;
        for (const [place, letter] of this.map.split('').entries()) {
            this.pen.fillStyle = colours[LETTERS[letter] ?? 'uncovered'];
            this.pen.fillRect(place, 0, 1, 1);
        }
    }

    /** Which part is seen, and where the cursor is. */
    point(cursor: number, from: number, to: number): void {
        const per = (offset: number): number => Math.min(100, (100 * offset) / Math.max(1, this.size));
        this.frame.style.left = `${per(from)}%`;
        this.frame.style.width = `${per(Math.min(to, this.size) - from)}%`;
        this.needle.style.left = `${per(cursor)}%`;
        this.bar.setAttribute('aria-valuenow', String(cursor));
        this.bar.setAttribute('aria-valuetext', hexOf(cursor));
    }

    private count(coverage: Record<Knowledge, number>): void {
        const total = Math.max(
            1,
            KNOWLEDGE.reduce((sum, kind) => sum + coverage[kind], 0),
        );
        const share = new Intl.NumberFormat(this.context.api.lang, { style: 'percent', maximumFractionDigits: 1 });
        const there = KNOWLEDGE.filter((kind) => coverage[kind] > 0 || kind === 'named');
        this.legend.replaceChildren(
            ...there.map((kind) =>
                el(
                    'li',
                    { class: 'legend-item' },
                    el('span', { class: `field-dot ${kind}` }),
                    el('span', {}, this.context.t(`web-knowledge-${kind}`)),
                    el('span', { class: 'muted' }, share.format(coverage[kind] / total)),
                ),
            ),
        );
    }

    private colours(): Record<Knowledge, string> {
        const style = getComputedStyle(this.element);
        const colour = (kind: Knowledge): [Knowledge, string] => [kind, style.getPropertyValue(`--${kind}`)];
        return Object.fromEntries(KNOWLEDGE.map(colour)) as Record<Knowledge, string>;
    }

    private pressed(event: PointerEvent): void {
        const box = this.bar.getBoundingClientRect();
        const part = Math.min(Math.max(0, (event.clientX - box.left) / box.width), 1);
        this.jump(Math.min(Math.floor(part * this.size), Math.max(0, this.size - 1)));
    }

    private key(event: KeyboardEvent): void {
        const now = Number(this.bar.getAttribute('aria-valuenow'));
        const step = Math.max(1, Math.floor(this.size / 100));
        const targets: Record<string, number> = {
            ArrowLeft: now - step,
            ArrowDown: now - step,
            ArrowRight: now + step,
            ArrowUp: now + step,
            PageDown: now - 10 * step,
            PageUp: now + 10 * step,
            Home: 0,
            End: this.size - 1,
        };
        const target = targets[event.key];
        if (target === undefined || event.altKey || event.ctrlKey || event.metaKey) return;
        event.preventDefault();
        this.jump(Math.min(Math.max(0, target), Math.max(0, this.size - 1)));
    }
}
