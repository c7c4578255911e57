// Phases as cards: the texture, and each colour with its numbers.

import type { PhaseSwatch, Timeline } from '../../api';
import { el } from '../../dom';
import { sentenceCase } from '../../labels';
import { hashOf } from '../../router';
import type { Context } from '../index';
import { css, hex } from './colours';

export type Phase = Timeline['phases'][number];

export function card(phase: Phase, index: number, context: Context): HTMLElement {
    return el(
        'li',
        { class: 'phase', 'data-phase': String(index) },
        el('h3', {}, el('span', { class: 'muted' }, index), ' ', phase.label),
        el(
            'div',
            { class: 'phase-body' },
            picture(phase, context),
            el(
                'ul',
                { class: 'swatches' },
                phase.swatches.map((swatch) => row(swatch, context)),
                phase.numbers.map((number) => plain(number, context)),
            ),
        ),
    );
}

function picture({ texture }: Phase, { api, t }: Context): HTMLElement {
    if (!texture) return el('div', { class: 'phase-texture none muted' }, t('web-timeline-no-texture'));
    if (!texture.path) return el('div', { class: 'phase-texture none' }, el('bdi', {}, named(texture, t)));
    const image = el('img', {
        src: api.pictureUrl(texture.path, { thumb: 96 }),
        alt: '',
        width: '72',
        height: '72',
        loading: 'lazy',
    });
    return el('a', { class: 'phase-texture', href: hashOf(texture.path) }, image, el('bdi', {}, named(texture, t)));
}

function row({ label, rgba }: PhaseSwatch, { api }: Context): HTMLElement {
    const percent = new Intl.NumberFormat(api.lang, { style: 'percent', maximumFractionDigits: 1 });
    const alpha = rgba[3] === 1 ? '' : percent.format(rgba[3]);
    return el(
        'li',
        { class: 'swatch-row' },
        el('span', { class: 'swatch', style: { '--colour': css(rgba) } }),
        el('span', { class: 'swatch-name' }, sentenceCase(label)),
        el('code', {}, `${hex(rgba)}${alpha ? ` · ${alpha}` : ''}`),
    );
}

function plain({ label, value }: Phase['numbers'][number], { api }: Context): HTMLElement {
    const shown = new Intl.NumberFormat(api.lang, { maximumFractionDigits: 3 }).format(value);
    return el(
        'li',
        { class: 'swatch-row' },
        el('span', { class: 'swatch-gap' }),
        el('span', { class: 'swatch-name' }, sentenceCase(label)),
        el('code', {}, shown),
    );
}

/** With its cell, where it is a part of the texture. */
function named({ name, cell }: NonNullable<Phase['texture']>, t: Context['t']): string {
    return cell === undefined ? name : t('web-timeline-cell', { name, cell });
}
