// What is told of one asset that differs.

import type { Difference } from '../../api';
import { colourOf, textOf } from '../../cells';
import { cssColour } from '../../colours';
import { type Child, el } from '../../dom';
import { hashOf } from '../../router';
import { offsetOf } from '../../sizes';
import type { Context } from '../index';
import { hexPair } from './hex';
import { below, type Pair } from './side';
import { type Room, slider } from './slider';

/** Changes after which only one side has the asset. */
const LONELY = ['added', 'removed', 'renamed', 'order'];

function value(one: unknown): Child {
    const colour = colourOf(one);
    const text = el('code', { text: textOf(one) || '–' });
    return colour ? [el('span', { class: 'swatch', style: { '--colour': cssColour(colour) } }), ' ', text] : text;
}

function note({ t }: Context, one: Difference): Child {
    if (one.first_offset !== null && one.first_offset !== undefined) {
        return t('web-diff-bytes', { count: one.differing_bytes ?? 0, offset: offsetOf(one.first_offset) });
    }
    return one.differing_pixels ? t('web-diff-pixels', { count: one.differing_pixels }) : (one.field ?? '');
}

function fields(context: Context, some: Difference[]): HTMLElement {
    const { t } = context;
    const rows = some.map((one) =>
        el(
            'tr',
            {},
            el('th', { scope: 'row' }, one.label || one.change),
            el('td', {}, el('code', {}, note(context, one))),
            el('td', { class: 'side-a' }, value(one.a)),
            el('td', { class: 'side-b' }, value(one.b)),
        ),
    );
    const head = ['web-diff-change', 'web-diff-field'].map((id) => el('th', { scope: 'col', text: t(id) }));
    return el(
        'div',
        { class: 'diff-fields', tabindex: '0', role: 'region', 'aria-label': t('web-diff-fields') },
        el(
            'table',
            {},
            el(
                'thead',
                {},
                el('tr', {}, head, el('th', { scope: 'col', text: 'A' }), el('th', { scope: 'col', text: 'B' })),
            ),
            el('tbody', {}, rows),
        ),
    );
}

function title({ t }: Context, pair: Pair, path: string, some: Difference[]): HTMLElement {
    const added = some.some(({ change }) => change === 'added');
    const target = below(added ? pair.b : pair.a, path);
    return el(
        'header',
        {},
        el('h2', { text: path || pair.a.label }),
        el('a', { class: 'button quiet', href: hashOf(target), text: t('web-diff-open') }),
    );
}

/** Also where their sizes or formats differ, and no pixel can be held against another. */
async function arePictures({ api, signal }: Context, pair: Pair, path: string, some: Difference[]): Promise<boolean> {
    if (some.some(({ view }) => view === 'picture')) return true;
    const told = await Promise.all([pair.a, pair.b].map((side) => api.info(below(side, path), signal)));
    return told.every(({ views }) => views.includes('picture'));
}

/** Where an asset is on both sides, it is shown on both: as a picture if it is one, and in any case as bytes. */
export async function detail(
    context: Context,
    pair: Pair,
    path: string,
    some: Difference[],
    room: Room,
): Promise<Child[]> {
    const told = fields(context, some);
    const parts: Child[] = [title(context, pair, path, some)];
    if (some.some(({ change }) => LONELY.includes(change))) return [...parts, told];
    if (await arePictures(context, pair, path, some)) parts.push(await slider(context, pair, path, room));
    parts.push(told);
    const container = some.every(({ view }) => view === 'list' || view === 'gallery');
    const first = some.find(({ first_offset }) => typeof first_offset === 'number')?.first_offset ?? null;
    if (!container) parts.push(await hexPair(context, pair, path, first));
    return parts;
}
