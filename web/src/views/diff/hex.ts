// Bytes beside bytes, a page at a time, with those marked that differ.

import { el, fill } from '../../dom';
import { offsetOf } from '../../sizes';
import { tool } from '../../tools';
import type { Context } from '../index';
import { bytes, type Pair } from './side';

const ACROSS = 8;
const ROWS = 16;
const PAGE = ACROSS * ROWS;
/** So far the first difference is looked for, where nobody told. */
const LOOKED = 1 << 20;

function hex(byte: number | undefined): string {
    return byte === undefined ? '  ' : byte.toString(16).padStart(2, '0');
}

function letter(byte: number | undefined): string {
    return byte === undefined ? ' ' : byte >= 0x20 && byte < 0x7f ? String.fromCharCode(byte) : '·';
}

/** One side of a row; bytes that the other side has otherwise are marked. */
function half(mine: Uint8Array, other: Uint8Array, at: number): HTMLElement {
    const cells = Array.from({ length: ACROSS }, (_, step) => {
        const differs = mine[at + step] !== other[at + step];
        return el(differs ? 'mark' : 'span', { text: hex(mine[at + step]) });
    });
    const text = Array.from({ length: ACROSS }, (_, step) => letter(mine[at + step])).join('');
    return el('span', { class: 'half' }, cells, el('span', { class: 'letters', text }));
}

function rows(start: number, a: Uint8Array, b: Uint8Array): HTMLElement[] {
    const count = Math.ceil(Math.max(a.length, b.length) / ACROSS);
    return Array.from({ length: count }, (_, row) =>
        el(
            'div',
            { class: 'hex-row' },
            el('span', { class: 'muted', text: offsetOf(start + row * ACROSS) }),
            half(a, b, row * ACROSS),
            half(b, a, row * ACROSS),
        ),
    );
}

function parted(a: Uint8Array, b: Uint8Array): number {
    const common = Math.min(a.length, b.length);
    for (let at = 0; at < common; at++) if (a[at] !== b[at]) return at;
    return common;
}

/** Nothing where no byte that is shown differs. */
export async function hexPair(
    context: Context,
    pair: Pair,
    path: string,
    first: number | null,
): Promise<HTMLElement | null> {
    const { api, t, signal } = context;
    const both = (start: number, end: number): Promise<[Uint8Array, Uint8Array]> => {
        const read = (side: Pair['a']): Promise<Uint8Array> =>
            bytes(api, side, path, { start, end }, signal).catch(() => new Uint8Array());
        return Promise.all([read(pair.a), read(pair.b)]);
    };
    const at = first ?? parted(...(await both(0, LOOKED)));
    const page = el('div', { class: 'hex-page', tabindex: '0', role: 'region', 'aria-label': t('web-diff-hex') });
    const place = el('output', { class: 'muted mono' });
    let start = Math.max(0, Math.floor(at / ACROSS) * ACROSS - ACROSS * 2);
    const show = async (to: number): Promise<void> => {
        const from = Math.max(0, to);
        const [a, b] = await both(from, from + PAGE);
        if (signal.aborted || (a.length === 0 && b.length === 0)) return;
        start = from;
        place.textContent = offsetOf(start);
        fill(page, rows(start, a, b));
    };
    await show(start);
    if (!page.querySelector('mark')) return null;
    const bar = el(
        'div',
        { class: 'hex-bar' },
        el('h3', { text: t('web-diff-hex') }),
        tool('chevron-left', t('web-diff-back'), () => void show(start - PAGE)),
        place,
        tool('right', t('web-diff-on'), () => void show(start + PAGE)),
    );
    return el('section', {}, bar, page);
}
