// The row of switches above a model.

import { el } from '../../dom';
import { icon, type IconName } from '../../icons';
import type { Context } from '../index';
import type { Variant } from './cast';
import type { Preset } from './stage';

/** What can be on or off, and its key. */
export type Switch =
    | 'materials'
    | 'lightmap'
    | 'detail'
    | 'lamp'
    | 'wire'
    | 'nearest'
    | 'grid'
    | 'axes'
    | 'bounds'
    | 'turntable'
    | 'panel';

interface Drawn {
    name: Switch;
    icon: IconName;
    key: string;
}

const LOOKS: Drawn[] = [
    { name: 'materials', icon: 'texture', key: 'm' },
    { name: 'lightmap', icon: 'layers', key: 'l' },
    { name: 'detail', icon: 'grain', key: 'y' },
    { name: 'lamp', icon: 'light', key: 'u' },
    { name: 'wire', icon: 'wire', key: 'w' },
    { name: 'nearest', icon: 'nearest', key: 'n' },
];
const HELPS: Drawn[] = [
    { name: 'grid', icon: 'grid', key: 'g' },
    { name: 'axes', icon: 'axes', key: 'a' },
    { name: 'bounds', icon: 'bounds', key: 'b' },
    { name: 'turntable', icon: 'turntable', key: 't' },
];
const PANEL: Drawn = { name: 'panel', icon: 'tree', key: 'p' };
const PRESETS: Preset[] = ['corner', 'front', 'side', 'top'];

export interface BarHooks {
    isOn(name: Switch): boolean;
    flip(name: Switch): void;
    frame(): void;
    preset(preset: Preset): void;
    variant(variant: Variant): void;
}

export class Bar {
    readonly element: HTMLElement;
    private readonly buttons = new Map<Switch, HTMLButtonElement>();
    private readonly variants = el('div', { class: 'model-variants' });

    constructor(
        private readonly context: Context,
        private readonly hooks: BarHooks,
    ) {
        const group = (label: string, drawn: Drawn[]): HTMLElement =>
            el(
                'div',
                { class: 'tools', role: 'group', 'aria-label': context.t(label) },
                drawn.map((one) => this.button(one)),
            );
        this.element = el(
            'div',
            { class: 'toolbar model-bar' },
            this.cameras(),
            group('web-model-looks', LOOKS),
            group('web-model-helps', HELPS),
            this.variants,
            this.button(PANEL),
        );
        this.bind();
    }

    /** Switches that have nothing to switch are not there. */
    offer(names: { lightmap: boolean; detail: boolean; nearest: boolean }): void {
        this.buttons.get('lightmap')?.toggleAttribute('hidden', !names.lightmap);
        this.buttons.get('detail')?.toggleAttribute('hidden', !names.detail);
        this.buttons.get('nearest')?.toggleAttribute('hidden', !names.nearest);
    }

    refresh(): void {
        for (const [name, button] of this.buttons) button.setAttribute('aria-pressed', String(this.hooks.isOn(name)));
    }

    /** Lists to choose the damage and the level of detail from, where there is a choice. */
    choices(variants: Variant[], now: Variant): void {
        const states = [...new Set(variants.map(({ state }) => state))];
        const levels = [...new Set(variants.map(({ level }) => level))].sort((a, b) => a - b);
        const has = (state: number, level: number): boolean =>
            variants.some((variant) => variant.state === state && variant.level === level);
        this.variants.replaceChildren(
            ...this.choice(
                'state',
                states,
                now.state,
                (state) => has(state, now.level),
                (state) => this.hooks.variant({ ...now, state }),
            ),
            ...this.choice(
                'level',
                levels,
                now.level,
                (level) => has(now.state, level),
                (level) => this.hooks.variant({ ...now, level }),
            ),
        );
    }

    private choice(
        name: 'state' | 'level',
        values: number[],
        now: number,
        there: (value: number) => boolean,
        choose: (value: number) => void,
    ): HTMLElement[] {
        if (values.length < 2) return [];
        const { t } = this.context;
        const options = values.map((value) =>
            el(
                'option',
                {
                    value: String(value),
                    selected: value === now,
                    disabled: !there(value),
                },
                t(`web-model-${name}-value`, { value }),
            ),
        );
        const list = el('select', { class: 'field', 'data-choice': name }, options);
        list.addEventListener('change', () => choose(Number(list.value)));
        return [el('label', { class: 'model-choice' }, el('span', {}, t(`web-model-${name}`)), list)];
    }

    private cameras(): HTMLElement {
        const { t } = this.context;
        const frame = el(
            'button',
            {
                class: 'tool',
                type: 'button',
                title: `${t('web-model-frame')} (F)`,
                on: { click: () => this.hooks.frame() },
            },
            icon('frame'),
            el('span', { class: 'aside' }, t('web-model-frame')),
        );
        return el('div', { class: 'tools', role: 'group', 'aria-label': t('web-model-camera') }, frame);
    }

    private button({ name, icon: drawn, key }: Drawn): HTMLButtonElement {
        const label = this.context.t(`web-model-${name}`);
        const button = el(
            'button',
            {
                class: 'tool',
                type: 'button',
                'data-switch': name,
                title: `${label} (${key.toUpperCase()})`,
                'aria-pressed': 'false',
                on: { click: () => this.hooks.flip(name) },
            },
            icon(drawn),
            el('span', { class: 'aside' }, label),
        );
        this.buttons.set(name, button);
        return button;
    }

    private bind(): void {
        const switches = [...LOOKS, ...HELPS, PANEL].map(({ name, key }) => ({
            key,
            label: `web-model-${name}`,
            run: () => this.hooks.flip(name),
        }));
        const presets = PRESETS.map((preset, index) => ({
            key: String(index + 1),
            label: `web-model-from-${preset}`,
            run: () => this.hooks.preset(preset),
        }));
        this.context.keys('web-model-keys', [
            { key: 'f', label: 'web-model-frame', run: () => this.hooks.frame() },
            ...presets,
            ...switches,
        ]);
    }
}
