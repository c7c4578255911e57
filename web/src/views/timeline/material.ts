// A material: its phases, and what the engine makes of them at each moment.

import type { Sample, Timeline } from '../../api';
import { el, fill } from '../../dom';
import { isAbort, sentence } from '../../failure';
import type { Context, Mounted } from '../index';
import { css, opaque, surface } from './colours';
import { Desk, FRAME } from './desk';
import { Lanes, type Row, type Step, type Track } from './lanes';
import { bands, Preview } from './preview';
import { card } from './swatches';

const MOST_SAMPLES = 720;

export class MaterialView implements Mounted {
    private readonly desk: Desk;
    private readonly preview: Preview;
    private readonly now = el('p', { class: 'timeline-now', role: 'status' });
    private readonly place = el('div', { class: 'timeline-lanes' });
    private readonly cards: HTMLElement[];
    private readonly tabs: HTMLButtonElement[];
    private lanes: Lanes | null = null;
    private samples: Sample[] = [];
    private index = -1;

    constructor(
        private readonly host: HTMLElement,
        private readonly context: Context,
        private readonly timeline: Timeline,
    ) {
        this.desk = new Desk(context, (time, playing) => this.ticked(time, playing));
        this.preview = new Preview(context, timeline.phases);
        this.cards = timeline.phases.map((phase, index) => card(phase, index, context));
        this.tabs = timeline.tracks.map((track, index) => this.tab(track, index));
        this.arrange();
        this.queryChanged(context.query);
    }

    destroy(): void {
        this.desk.destroy();
        fill(this.host);
    }

    queryChanged(query: URLSearchParams): void {
        const wanted = Number(query.get('track') ?? 0);
        this.choose(this.timeline.tracks[wanted] ? wanted : 0);
        this.desk.read(query);
    }

    private arrange(): void {
        const { t } = this.context;
        const label = t('web-timeline-tracks');
        const tabs = el(
            'div',
            { class: 'timeline-tabs', role: 'tablist', 'aria-label': label, hidden: this.tabs.length < 2 },
            this.tabs,
        );
        const top = el(
            'div',
            { class: 'timeline-top' },
            el('div', { class: 'chequer' }, this.preview.element),
            el('div', { class: 'timeline-play' }, tabs, this.now, this.place),
        );
        const still = this.tabs.length === 0 && el('p', { class: 'empty' }, t('web-timeline-still'));
        const phases = el(
            'section',
            {},
            el('h2', {}, t('web-timeline-phases')),
            el('ul', { class: 'phases' }, this.cards),
        );
        const region = { class: 'timeline-scroll', tabindex: '0', role: 'region', 'aria-label': t('web-timeline') };
        fill(
            this.host,
            el('div', { class: 'timeline' }, el('div', region, top, still, phases), this.desk.transport.element),
        );
    }

    private tab(track: Track, index: number): HTMLButtonElement {
        const tab = el(
            'button',
            { class: 'tab', type: 'button', role: 'tab', on: { click: () => this.pick(index) } },
            el('span', {}, track.label),
            el('span', { class: 'muted' }, track.mode),
        );
        tab.addEventListener('keydown', (event) => {
            const by = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
            if (by === undefined) return;
            event.preventDefault();
            this.pick((index + by + this.tabs.length) % this.tabs.length);
            this.tabs[this.index]?.focus();
        });
        return tab;
    }

    private pick(index: number): void {
        this.choose(index);
        this.context.setQuery({ track: index > 0 ? String(index) : null, time: null });
    }

    /** Shows another track, from its start. */
    private choose(index: number): void {
        if (index === this.index) return;
        this.index = index;
        this.samples = [];
        this.tabs.forEach((tab, place) => {
            tab.setAttribute('aria-selected', String(place === index));
            tab.tabIndex = place === index ? 0 : -1;
        });
        // Twice the time: the way back and the seam are part of what one wants to see.
        this.desk.begin(2 * (this.timeline.tracks[index]?.length ?? 0));
        this.draw();
        void this.sample(index);
    }

    private draw(): void {
        const track = this.timeline.tracks[this.index];
        if (!track) return;
        const steps = this.samples.length > 1 ? runs(this.samples) : track.steps;
        const rows: Row[] = [{ steps, head: null }];
        this.lanes = new Lanes(this.context, rows, this.desk.length, {
            seek: (time) => this.desk.seek(time),
            paint: (step) => this.paint(step),
        });
        fill(this.place, this.desk.length > 0 && this.lanes.element, bands(this.samples, this.timeline.phases[0]));
    }

    /** What the engine answers at each moment. */
    private async sample(index: number): Promise<void> {
        const { api, info, signal, t, say } = this.context;
        if (this.timeline.tracks.length === 0) return;
        const to = this.desk.length;
        const count = Math.min(MOST_SAMPLES, Math.ceil(to / FRAME) + 1);
        try {
            const { samples } = await api.play(info.path, index, { from: 0, to, count }, signal);
            if (index !== this.index) return;
            this.samples = samples;
            this.draw();
            this.desk.tick();
        } catch (error) {
            if (!isAbort(error)) say(sentence(error, t), 'error');
        }
    }

    private paint(step: Step): string | null {
        const phase = step.phase === null ? undefined : this.timeline.phases[step.phase];
        return phase ? css(opaque(surface(phase))) : null;
    }

    private ticked(time: number, playing: boolean): void {
        const sample = this.samples.findLast((one) => one.time <= time + 1e-6) ?? null;
        this.lanes?.point(time);
        this.preview.show(sample);
        this.cards.forEach((element, index) => {
            element.classList.toggle('now', sample?.phase === index);
            element.classList.toggle('next', isNext(sample, index));
        });
        // Read out when it rests, not sixty times a second.
        if (!playing) this.now.textContent = this.sentence(sample);
    }

    private sentence(sample: Sample | null): string {
        const { t, api } = this.context;
        if (!sample || sample.phase === null) return '';
        const { phase, next, factor } = sample;
        if (next === null || next === phase || factor === 0) return t('web-timeline-at', { phase });
        const share = new Intl.NumberFormat(api.lang, { style: 'percent' }).format(factor);
        return t('web-timeline-between', { phase, next, share });
    }
}

function isNext(sample: Sample | null, index: number): boolean {
    return sample !== null && sample.factor > 0 && sample.next === index && sample.phase !== index;
}

/** Which phase the engine shows from when to when, the way back and all repetitions included. */
function runs(samples: Sample[]): Step[] {
    const steps: Step[] = [];
    for (const { time, phase } of samples) {
        const last = steps.at(-1);
        if (last) last.end = time;
        if (last?.phase !== phase) steps.push({ start: time, end: time, phase, label: String(phase ?? '') });
    }
    return steps;
}
