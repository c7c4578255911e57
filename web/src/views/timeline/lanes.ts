// The steps of what plays, as bars over time. What can overlap, such as the commands of an effect, has a row for each.

import type { Timeline } from '../../api';
import { el } from '../../dom';
import type { Context } from '../index';

export type Track = Timeline['tracks'][number];
export type Step = Track['steps'][number];

export interface LaneHooks {
    seek(time: number): void;
    /** The colour of a step's phase, where it has one. */
    colour(step: Step): string | null;
    number(index: number): HTMLElement;
    /** What a step refers to, to stand beside its name. */
    beside(index: number): HTMLElement[];
}

export class Lanes {
    readonly element: HTMLElement;
    private readonly needle = el('div', { class: 'lanes-needle' });
    private readonly chart: HTMLElement;
    private readonly bars: { step: Step; element: HTMLElement }[] = [];
    private readonly rows: { step: Step; element: HTMLElement }[] = [];

    /** `length` is the time that the width stands for. */
    constructor(
        private readonly context: Context,
        unit: Track['unit'],
        steps: Step[],
        private readonly length: number,
        private readonly hooks: LaneHooks,
    ) {
        const apart = steps.every((step, index) => step.start >= (steps[index - 1]?.end ?? 0));
        const single = apart && steps.every((step) => step.phase !== null);
        this.chart = el('div', { class: single ? 'lanes single' : 'lanes listed' }, this.ruler(unit));
        this.chart.append(single ? this.lane(steps) : this.list(steps));
        this.chart.append(this.needle);
        this.chart.addEventListener('pointerdown', (event) => this.pressed(event));
        this.element = this.chart;
    }

    /** Moves the needle, and lights up what goes on now. */
    point(time: number): void {
        this.chart.style.setProperty('--now', String(this.part(time)));
        for (const { step, element } of [...this.bars, ...this.rows]) {
            element.classList.toggle('now', isOn(step, time, this.length));
        }
    }

    private part(time: number): number {
        return this.length > 0 ? Math.min(1, Math.max(0, time / this.length)) : 0;
    }

    private ruler(unit: Track['unit']): HTMLElement {
        const step = tidyStep(this.length / 6);
        const marks: HTMLElement[] = [];
        for (let time = 0; time <= this.length * 1.0001 && step > 0 && marks.length < 40; time += step) {
            const text = this.context.t(`web-time-${unit}`, { time: Number(time.toPrecision(6)) });
            marks.push(
                el(
                    'span',
                    { class: this.part(time) > 0.96 ? 'tick end' : 'tick', style: { '--at': String(this.part(time)) } },
                    text,
                ),
            );
        }
        return el('div', { class: 'ruler', 'aria-hidden': 'true' }, el('div', { class: 'ruler-room' }, marks));
    }

    private lane(steps: Step[]): HTMLElement {
        return el(
            'div',
            { class: 'lane', role: 'list', 'aria-label': this.context.t('web-timeline-steps') },
            steps.map((step) => this.bar(step, 'listitem', step.label)),
        );
    }

    /** A table: number, name, what it refers to, and when. */
    private list(steps: Step[]): HTMLElement {
        return el(
            'ol',
            { class: 'lane-list', start: '0' },
            steps.map((step, index) => {
                const room = el('div', { class: 'lane' }, this.bar(step, null, ''));
                const row = el(
                    'li',
                    { class: 'lane-row' },
                    el(
                        'div',
                        { class: 'lane-name' },
                        this.hooks.number(index),
                        el('span', {}, step.label),
                        this.hooks.beside(index),
                    ),
                    room,
                );
                this.rows.push({ step, element: row });
                return row;
            }),
        );
    }

    private bar(step: Step, role: string | null, label: string): HTMLElement {
        const [start, end] = [this.part(step.start), this.part(step.end)];
        const colour = this.hooks.colour(step);
        const spoken = this.context.t('web-timeline-step', { label: step.label, start: step.start, end: step.end });
        const bar = el(
            'div',
            {
                class: 'bar',
                role,
                title: spoken,
                'aria-label': role ? spoken : null,
                style: { '--from': String(start), '--to': String(end), ...(colour ? { '--colour': colour } : {}) },
            },
            el('span', { class: 'bar-text', 'aria-hidden': 'true' }, label),
        );
        this.bars.push({ step, element: bar });
        return bar;
    }

    private pressed(event: PointerEvent): void {
        const target = event.target as Element;
        if (target.closest('a, button')) return;
        const room = this.chart.querySelector('.ruler-room')?.getBoundingClientRect();
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
