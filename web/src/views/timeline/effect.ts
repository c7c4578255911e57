// An effect: its commands, when each does something, and what it uses.

import type { Sample, Timeline } from '../../api';
import { el, fill } from '../../dom';
import { sentenceCase } from '../../labels';
import type { Context, Mounted } from '../index';
import { css } from './colours';
import { Commands } from './commands';
import { Desk } from './desk';
import { Lanes, type Row, type Step } from './lanes';

/** Colours along a bar. */
const SHADES = 24;

export class EffectView implements Mounted {
    private readonly desk: Desk;
    private readonly commands: Commands;
    private readonly place = el('div', { class: 'timeline-lanes' });
    private readonly samples = new Map<number, Sample[]>();
    private lanes: Lanes | null = null;

    constructor(
        private readonly host: HTMLElement,
        private readonly context: Context,
        private readonly timeline: Timeline,
    ) {
        this.commands = new Commands(context);
        this.desk = new Desk(context, (time) => this.lanes?.point(time));
        this.arrange();
        this.desk.begin(Math.max(0, ...timeline.tracks.map(({ length }) => length)));
        this.draw();
        this.desk.read(context.query);
        void this.learn();
    }

    destroy(): void {
        this.desk.destroy();
        fill(this.host);
    }

    queryChanged(query: URLSearchParams): void {
        this.desk.read(query);
    }

    private arrange(): void {
        const { t } = this.context;
        const first = this.timeline.tracks[0];
        const region = { class: 'timeline-scroll', tabindex: '0', role: 'region', 'aria-label': t('web-timeline') };
        const said = first && t(first.by_clock ? 'web-timeline-clock' : 'web-timeline-driven', { mode: first.mode });
        const text = said ?? t('web-timeline-no-commands');
        fill(
            this.host,
            el(
                'div',
                { class: 'timeline' },
                el('div', region, el('p', { class: 'timeline-now' }, text), this.place),
                this.desk.transport.element,
            ),
        );
    }

    private draw(): void {
        const rows: Row[] = this.timeline.tracks.map((track, index) => ({
            steps: track.steps,
            head: [
                this.commands.number(index),
                el('span', {}, sentenceCase(track.label)),
                this.commands.references(index, track.name),
            ],
        }));
        this.lanes = new Lanes(this.context, rows, this.desk.length, {
            seek: (time) => this.desk.seek(time),
            paint: (step, row) => this.paint(step, row),
        });
        fill(this.place, rows.length > 0 && this.lanes.element);
        this.lanes.point(this.desk.time);
    }

    /** What stands beside the times is fetched behind them; the list is complete without it. */
    private async learn(): Promise<void> {
        const { api, info, signal } = this.context;
        await this.commands.load();
        for (const [index, { length, steps }] of this.timeline.tracks.entries()) {
            if (signal.aborted) return;
            if (steps.length === 0) continue;
            const range = { from: 0, to: length, count: 4 * SHADES };
            const played = await api.play(info.path, index, range, signal).catch(() => null);
            if (played?.samples.some(({ swatches }) => swatches.length > 0)) this.samples.set(index, played.samples);
        }
        this.draw();
    }

    /** A light's bar has the colours of the light. */
    private paint({ start, end }: Step, row: number): string | null {
        const samples = this.samples.get(row)?.filter(({ time }) => time >= start && time <= end) ?? [];
        const colours = samples.flatMap(({ swatches }) => swatches.slice(0, 1).map(({ rgba }) => css(rgba)));
        return colours.length > 1 ? `linear-gradient(to right, ${colours.join(', ')})` : null;
    }
}
