// Steps as bars over time, in one row or in a row for each thing that plays.

import type { Timeline } from '../../api';
import { type Child, el } from '../../dom';
import type { Context } from '../index';

export type Track = Timeline['tracks'][number];
export type Step = Track['steps'][number];

export interface Row {
    steps: Step[];
    /** What stands in front of it; nothing where there is only one row. */
    head: Child[] | null;
}

export interface LaneHooks {
    seek(time: number): void;
    /** What a step is painted with. */
    paint(step: Step, row: number): string | null;
}

export class Lanes {
    readonly element: HTMLElement;
    private readonly moments: { step: Step; element: HTMLElement }[] = [];

    /** `length` is the time that the width stands for. */
    constructor(
        private readonly context: Context,
        rows: Row[],
        private readonly length: number,
        private readonly hooks: LaneHooks,
    ) {
        const listed = rows.some(({ head }) => head !== null);
        this.element = el(
            'div',
            { class: listed ? 'lanes listed' : 'lanes single' },
            this.ruler(),
            listed ? this.list(rows) : rows.map(({ steps }, place) => this.lane(steps, place)),
            el('div', { class: 'lanes-needle' }),
        );
        this.element.addEventListener('pointerdown', (event) => this.pressed(event));
    }

    /** Moves the needle, and lights up what goes on now. */
    point(time: number): void {
        this.element.style.setProperty('--now', String(this.part(time)));
        for (const { step, element } of this.moments) element.classList.toggle('now', isOn(step, time, this.length));
        for (const row of this.element.querySelectorAll('.lane-row')) {
            row.classList.toggle('now', row.querySelector('.bar.now') !== null);
        }
    }

    private part(time: number): number {
        return this.length > 0 ? Math.min(1, Math.max(0, time / this.length)) : 0;
    }

    private ruler(): HTMLElement {
        const step = tidyStep(this.length / 6);
        const end = step > 0 ? this.length * 1.0001 : -1;
        const marks: HTMLElement[] = [];
        for (let time = 0; time <= end && marks.length < 40; time += step) {
            const text = this.context.t('web-time-ms', { time: Number(time.toPrecision(6)) });
            const name = this.part(time) > 0.96 ? 'tick end' : 'tick';
            marks.push(el('span', { class: name, style: { '--at': String(this.part(time)) } }, text));
        }
        return el('div', { class: 'ruler', 'aria-hidden': 'true' }, el('div', { class: 'ruler-room' }, marks));
    }

    private lane(steps: Step[], place: number): HTMLElement {
        const label = this.context.t('web-timeline-steps');
        const bars = steps.map((step) => this.bar(step, place));
        return el(
            'div',
            { class: 'lane', role: steps.length > 0 ? 'list' : null, 'aria-label': steps.length > 0 ? label : null },
            bars,
        );
    }

    private list(rows: Row[]): HTMLElement {
        const items = rows.map(({ steps, head }, place) =>
            el('li', { class: 'lane-row' }, el('div', { class: 'lane-name' }, head ?? []), this.lane(steps, place)),
        );
        return el('ol', { class: 'lane-list', start: '0' }, items);
    }

    private bar(step: Step, place: number): HTMLElement {
        const [start, end] = [this.part(step.start), this.part(step.end)];
        const paint = this.hooks.paint(step, place);
        const spoken = this.context.t('web-timeline-step', {
            label: step.label,
            start: Math.round(step.start),
            end: Math.round(step.end),
        });
        const bar = el(
            'div',
            {
                class: 'bar',
                role: 'listitem',
                title: spoken,
                'aria-label': spoken,
                style: { '--from': String(start), '--to': String(end), ...(paint ? { '--paint': paint } : {}) },
            },
            step.phase !== null && el('span', { class: 'bar-text', 'aria-hidden': 'true' }, step.phase),
        );
        this.moments.push({ step, element: bar });
        return bar;
    }

    private pressed(event: PointerEvent): void {
        const target = event.target as Element;
        if (target.closest('a, button')) return;
        const room = this.element.querySelector('.ruler-room')?.getBoundingClientRect();
        if (!room || event.clientX < room.left - 8) return;
        this.hooks.seek(((event.clientX - room.left) / room.width) * this.length);
    }
}

/** A step without length is a moment, and shows for as long as an eye needs. */
function isOn(step: Step, time: number, length: number): boolean {
    return time >= step.start && time < Math.max(step.end, step.start + length / 200);
}

/** One, two or five, times a power of ten. */
function tidyStep(least: number): number {
    if (!(least > 0)) return 0;
    const power = 10 ** Math.floor(Math.log10(least));
    const lead = least / power;
    return power * (lead <= 1 ? 1 : lead <= 2 ? 2 : lead <= 5 ? 5 : 10);
}
