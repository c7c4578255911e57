// Playing, and choosing the moment that is shown. Models and materials are played by the same row of buttons.

import { el } from '../../dom';
import { icon, type IconName } from '../../icons';
import type { Context } from '../index';

export const SPEEDS = [0.1, 0.25, 0.5, 1, 2, 4];

export interface TransportHooks {
    toggle(): void;
    seek(time: number): void;
    step(by: 1 | -1): void;
    speed(factor: number): void;
    loop?(on: boolean): void;
}

export interface Moment {
    time: number;
    length: number;
    playing: boolean;
    /** There is something to play, though it has not been chosen yet. */
    offered?: boolean;
    /** As it stands beside the slider. */
    shown: string;
    /** As it is read out. */
    spoken: string;
}

export class Transport {
    readonly element: HTMLElement;
    private readonly play: HTMLButtonElement;
    private readonly slider: HTMLInputElement;
    private readonly shown = el('output', { class: 'transport-time mono', 'aria-hidden': 'true' });
    private readonly steps: HTMLButtonElement[];
    private wasPlaying: boolean | null = null;

    /** `lead` stands in front: a list of clips, say. */
    constructor(
        private readonly context: Context,
        private readonly hooks: TransportHooks,
        options: { lead?: HTMLElement | null; loop?: boolean; speed?: number; stepMillis?: boolean } = {},
    ) {
        const { t } = context;
        this.play = this.button('play', 'web-play', () => hooks.toggle());
        this.steps = [
            this.button('step-back', 'web-step-back', () => hooks.step(-1)),
            this.button('step-forward', 'web-step-forward', () => hooks.step(1)),
        ];
        this.slider = el('input', {
            class: 'transport-slider',
            type: 'range',
            min: '0',
            max: '1',
            step: 'any',
            value: '0',
            'aria-label': t('web-time'),
        });
        this.slider.addEventListener('input', () => hooks.seek(Number(this.slider.value)));
        this.slider.addEventListener('keydown', (event) => this.key(event));
        this.element = el(
            'div',
            { class: 'transport', role: 'group', 'aria-label': t('web-transport') },
            options.lead ?? null,
            this.steps[0],
            this.play,
            this.steps[1],
            this.slider,
            this.shown,
            this.speeds(options.speed ?? 1),
            hooks.loop ? this.looper(options.loop ?? true) : null,
        );
        context.keys('web-transport', [
            { key: 'space', label: 'web-play-pause', run: () => hooks.toggle() },
            { key: ',', label: 'web-step-back', run: () => hooks.step(-1) },
            { key: '.', label: 'web-step-forward', run: () => hooks.step(1) },
        ]);
    }

    show(moment: Moment): void {
        this.slider.max = String(moment.length || 1);
        this.slider.value = String(moment.time);
        this.slider.disabled = moment.length === 0;
        this.slider.setAttribute('aria-valuetext', moment.spoken);
        this.shown.textContent = moment.shown;
        for (const button of this.steps) button.disabled = moment.length === 0;
        this.play.disabled = moment.length === 0 && !moment.offered;
        if (moment.playing === this.wasPlaying) return;
        this.wasPlaying = moment.playing;
        const label = this.context.t(moment.playing ? 'web-pause' : 'web-play');
        this.play.replaceChildren(icon(moment.playing ? 'pause' : 'play'), el('span', { class: 'aside' }, label));
        this.play.title = label;
    }

    private button(drawn: IconName, label: string, click: () => void): HTMLButtonElement {
        const text = this.context.t(label);
        return el(
            'button',
            { class: 'tool', type: 'button', title: text, 'data-act': drawn, on: { click } },
            icon(drawn),
            el('span', { class: 'aside' }, text),
        );
    }

    /** The slider's own steps would be a hundredth of the whole; a frame is what one wants. */
    private key(event: KeyboardEvent): void {
        const by = { ArrowLeft: -1, ArrowDown: -1, ArrowRight: 1, ArrowUp: 1 }[event.key];
        if (by === undefined || event.altKey || event.ctrlKey || event.metaKey) return;
        event.preventDefault();
        this.hooks.step(by as 1 | -1);
    }

    private speeds(now: number): HTMLElement {
        const options = SPEEDS.map((speed) =>
            el('option', { value: String(speed), selected: speed === now }, `×${speed}`),
        );
        const list = el(
            'select',
            { class: 'field', 'aria-label': this.context.t('web-speed'), title: this.context.t('web-speed') },
            options,
        );
        list.addEventListener('change', () => this.hooks.speed(Number(list.value)));
        return list;
    }

    private looper(on: boolean): HTMLElement {
        const label = this.context.t('web-loop');
        const button = el(
            'button',
            { class: 'tool', type: 'button', title: label, 'aria-pressed': String(on) },
            icon('loop'),
            el('span', { class: 'aside' }, label),
        );
        button.addEventListener('click', () => {
            const pressed = button.getAttribute('aria-pressed') !== 'true';
            button.setAttribute('aria-pressed', String(pressed));
            this.hooks.loop?.(pressed);
        });
        return button;
    }
}
