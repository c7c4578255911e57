// What plays over time: the blocks of a material by the engine's own rules, the commands of an effect.

import '../styles/model.css';
import '../styles/timeline.css';
import type { Sample, Timeline } from '../api';
import { el, fill } from '../dom';
import { isAbort, sentence } from '../failure';
import type { Context, Mount, Mounted } from './index';
import { Transport } from './play/transport';
import { Clock } from './timeline/clock';
import { Commands } from './timeline/commands';
import { css, opaque, surface } from './timeline/colours';
import { Lanes, type Step, type Track } from './timeline/lanes';
import { bands, Preview } from './timeline/preview';
import { card, type Phase } from './timeline/swatches';

const ADDRESS_MILLISECONDS = 250;
const MOST_SAMPLES = 720;
/** As often as the game would ask. */
const PER_SECOND = 60;

export const mount: Mount = async (host, context) => {
    const { api, info, signal } = context;
    const timeline = await api.timeline(info.path, signal);
    signal.throwIfAborted();
    return new TimelineView(host, context, timeline);
};

class TimelineView implements Mounted {
    private readonly clock: Clock;
    private readonly commands: Commands;
    private readonly transport: Transport;
    private readonly preview: Preview | null;
    private readonly now = el('p', { class: 'timeline-now', role: 'status' });
    private readonly lanesHost = el('div', { class: 'timeline-lanes' });
    private readonly cards: HTMLElement[];
    private readonly tabs: HTMLButtonElement[];
    private lanes: Lanes | null = null;
    private samples: Sample[] = [];
    private index = -1;
    private addressing = 0;

    constructor(
        private readonly host: HTMLElement,
        private readonly context: Context,
        private readonly timeline: Timeline,
    ) {
        const looks = timeline.phases.length > 0;
        this.commands = new Commands(context);
        this.clock = new Clock(
            () => this.perSecond,
            () => this.ticked(),
        );
        this.transport = new Transport(context, {
            toggle: () => this.play(!this.clock.playing),
            seek: (time) => this.seek(time),
            step: (by) => this.seek(this.clock.time + by * this.frame),
            speed: (factor) => (this.clock.speed = factor),
        });
        const paths = timeline.phases.flatMap(({ texture }) =>
            texture?.path ? [[texture.name, texture.path] as const] : [],
        );
        this.preview = looks ? new Preview(context, new Map(paths)) : null;
        this.cards = timeline.phases.map((phase, index) => card(phase, index, context));
        this.tabs = timeline.tracks.map((track, index) => this.tab(track, index));
        this.arrange();
        this.queryChanged(context.query);
        if (!looks) void this.commands.load().then(() => this.draw());
    }

    destroy(): void {
        clearTimeout(this.addressing);
        this.clock.destroy();
        fill(this.host);
    }

    queryChanged(query: URLSearchParams): void {
        const wanted = query.get('track');
        const index = this.timeline.tracks.findIndex(({ name }) => name === wanted);
        this.choose(Math.max(0, index));
        this.clock.seek(Number(query.get('time')) || 0);
    }

    private get track(): Track | null {
        return this.timeline.tracks[this.index] ?? null;
    }

    private get perSecond(): number {
        return this.track?.unit === 'ms' ? 1000 : 1;
    }

    private get frame(): number {
        return this.perSecond / PER_SECOND;
    }

    private arrange(): void {
        const { t } = this.context;
        const tabs = el(
            'div',
            {
                class: 'timeline-tabs',
                role: 'tablist',
                'aria-label': t('web-timeline-tracks'),
                hidden: this.tabs.length < 2,
            },
            this.tabs,
        );
        const top = el(
            'div',
            { class: 'timeline-top' },
            this.preview && el('div', { class: 'chequer' }, this.preview.element),
            el('div', { class: 'timeline-play' }, tabs, this.now, this.lanesHost),
        );
        const phases =
            this.cards.length > 0 &&
            el(
                'section',
                { class: 'timeline-phases' },
                el('h2', {}, t('web-timeline-phases')),
                el('ul', { class: 'phases' }, this.cards),
            );
        const empty = this.tabs.length === 0 && el('p', { class: 'empty' }, t('web-timeline-still'));
        fill(
            this.host,
            el(
                'div',
                { class: 'timeline' },
                el(
                    'div',
                    { class: 'timeline-scroll', tabindex: '0', role: 'region', 'aria-label': t('web-timeline') },
                    top,
                    empty,
                    phases,
                ),
                this.transport.element,
            ),
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
        this.context.setQuery({ track: this.track?.name ?? null, time: null });
        this.clock.seek(0);
    }

    /** Shows another track, from its start. */
    private choose(index: number): void {
        if (index === this.index) return;
        this.index = index;
        this.samples = [];
        this.clock.play(false);
        this.tabs.forEach((tab, place) => {
            tab.setAttribute('aria-selected', String(place === index));
            tab.tabIndex = place === index ? 0 : -1;
        });
        const track = this.track;
        // Twice the time, where it repeats: the way back and the seam are part of what one wants to see.
        this.clock.length = track ? track.length * (this.timeline.phases.length > 0 ? 2 : 1) : 0;
        this.draw();
        void this.sample();
    }

    private draw(): void {
        const track = this.track;
        if (!track) return;
        const steps = this.samples.length > 1 ? runs(this.samples) : track.steps;
        this.lanes = new Lanes(this.context, track.unit, steps, this.clock.length || 1, {
            seek: (time) => this.seek(time),
            colour: (step) => this.colour(step),
            number: (index) => this.commands.number(index),
            beside: (index) => this.commands.references(index),
        });
        fill(
            this.lanesHost,
            this.clock.length > 0 || track.steps.length > 1 ? this.lanes.element : null,
            bands(this.samples),
        );
        this.lanes.point(this.clock.time);
    }

    /** What the engine answers at each moment. */
    private async sample(): Promise<void> {
        const { track, clock } = this;
        const { api, info, signal, t, say } = this.context;
        if (!track || this.timeline.phases.length === 0) return;
        const count = Math.min(MOST_SAMPLES, Math.ceil(clock.length / this.frame) + 1);
        try {
            const range = { from: 0, to: clock.length, count };
            const { samples } = await api.play(info.path, track.name, range, signal);
            if (track !== this.track) return;
            this.samples = samples;
            this.draw();
            this.ticked();
        } catch (error) {
            if (!isAbort(error)) say(sentence(error, t), 'error');
        }
    }

    private colour(step: Step): string | null {
        const phase: Phase | undefined = step.phase === null ? undefined : this.timeline.phases[step.phase];
        return phase ? css(opaque(surface(phase))) : null;
    }

    /** The sample in force at a moment: the last one at or before it. */
    private at(time: number): Sample | null {
        const last = this.samples.length - 1;
        if (last < 0) return null;
        const place = this.clock.length > 0 ? Math.floor((time / this.clock.length) * last + 1e-6) : 0;
        return this.samples[Math.min(place, last)] ?? null;
    }

    private ticked(): void {
        const { time, length, playing } = this.clock;
        const sample = this.at(time);
        this.lanes?.point(time);
        this.lanesHost.style.setProperty('--now', String(length > 0 ? time / length : 0));
        this.preview?.show(sample);
        this.cards.forEach((element, index) => {
            element.classList.toggle('now', sample?.phase === index);
            element.classList.toggle(
                'next',
                sample !== null && sample.factor > 0 && sample.next === index && sample.phase !== index,
            );
        });
        const { t } = this.context;
        const unit = this.track?.unit ?? 's';
        const digits = unit === 'ms' ? 0 : 2;
        const shown = t(`web-time-${unit}`, { time: time.toFixed(digits) });
        this.transport.show({ time, length, playing, shown, spoken: shown });
        // Read out when it rests, not sixty times a second.
        if (!playing) this.now.textContent = this.sentence(sample);
    }

    private sentence(sample: Sample | null): string {
        const { t } = this.context;
        if (!sample) return '';
        const share = new Intl.NumberFormat(this.context.api.lang, { style: 'percent' }).format(sample.factor);
        if (sample.factor === 0 || sample.next === sample.phase) return t('web-timeline-at', { phase: sample.phase });
        return t('web-timeline-between', { phase: sample.phase, next: sample.next, share });
    }

    private play(on: boolean): void {
        this.clock.play(on);
        if (!on) this.name();
    }

    private seek(time: number): void {
        this.clock.playing = false;
        this.clock.seek(time);
        clearTimeout(this.addressing);
        this.addressing = window.setTimeout(() => this.name(), ADDRESS_MILLISECONDS);
    }

    private name(): void {
        const { time } = this.clock;
        this.context.setQuery({ time: time > 0 ? String(Number(time.toFixed(3))) : null });
    }
}

/** Which phase the engine shows from when to when, the way back and all repetitions included. */
function runs(samples: Sample[]): Step[] {
    const steps: Step[] = [];
    for (const { time, phase } of samples) {
        const last = steps.at(-1);
        if (last) last.end = time;
        if (last?.phase !== phase) steps.push({ start: time, end: time, phase, label: String(phase) });
    }
    return steps;
}
