// What a folder or an archive holds: as a table, or as cards with pictures.

import '../styles/views.css';
import type { Entry } from '../api';
import { Cards } from '../cards';
import { textOf } from '../cells';
import { el, fill } from '../dom';
import { labelOf, storedName, thumbnail } from '../entries';
import { type Column, GridTable } from '../gridtable';
import { hashOf } from '../router';
import { numberOf, offsetOf, sizeOf } from '../sizes';
import { choices, toolbar } from '../tools';
import type { Context, Mount } from './index';

const ROW = 36;
const THUMB = 24;
const CARD_THUMB = 88;
/** Attributes beyond these would make the table unreadable; the rest stands in the panel of each entry. */
const ATTRIBUTES = 4;

type Shape = 'table' | 'cards';

function attributesOf(entries: Entry[]): string[] {
    const names = new Set<string>();
    entries.slice(0, 200).forEach(({ attributes }) => Object.keys(attributes ?? {}).forEach((name) => names.add(name)));
    return [...names].slice(0, ATTRIBUTES);
}

function columns({ api, t }: Context, entries: Entry[]): Column<Entry>[] {
    const name = (entry: Entry): HTMLElement =>
        el(
            'span',
            { class: 'entry' },
            thumbnail(api, entry, THUMB),
            el('a', { href: hashOf(entry.path), title: entry.name, tabindex: '-1', text: labelOf(entry) }),
            storedName(entry),
            entry.edited && el('span', { class: 'edited-dot', role: 'img', 'aria-label': t('web-edited') }),
        );
    const all: Column<Entry>[] = [
        {
            id: 'name',
            label: t('web-column-name'),
            width: 'minmax(160px, 3fr)',
            render: name,
            order: labelOf,
        },
        {
            id: 'format',
            label: t('web-column-format'),
            width: 'minmax(100px, 1fr)',
            render: (entry) => kindOf(entry, t),
            order: (entry) => kindOf(entry, t),
        },
        {
            id: 'size',
            label: t('web-column-size'),
            width: '88px',
            class: 'number',
            render: ({ size }) => sizeOf(size, api.lang),
            order: ({ size }) => size ?? -1,
        },
    ];
    if (entries.some(({ offset }) => typeof offset === 'number')) {
        all.push({
            id: 'offset',
            label: t('web-column-offset'),
            width: '104px',
            class: 'number mono',
            render: ({ offset }) => (typeof offset === 'number' ? offsetOf(offset) : ''),
            order: ({ offset }) => offset ?? -1,
        });
    }
    const attributes = attributesOf(entries).map((id): Column<Entry> => {
        const of = ({ attributes }: Entry): string => textOf(attributes?.[id]);
        return {
            id,
            label: id,
            width: 'minmax(58px, 1fr)',
            class: 'mono',
            render: of,
            order: (entry) => orderOf(entry.attributes?.[id]),
        };
    });
    return [...all, ...attributes];
}

function orderOf(value: unknown): string | number {
    return typeof value === 'number' ? value : textOf(value);
}

function kindOf({ format, kind }: Entry, t: Context['t']): string {
    return format ?? t(`web-kind-${kind}`);
}

function card({ api }: Context, entry: Entry): HTMLElement {
    return el(
        'a',
        { class: 'card', href: hashOf(entry.path), title: entry.title ?? labelOf(entry) },
        thumbnail(api, entry, CARD_THUMB),
        el(
            'span',
            { class: 'card-name' },
            el('span', { class: 'card-title', text: labelOf(entry) }),
            el('small', { text: entry.format ?? '\u00a0' }),
        ),
    );
}

/** Mostly pictures are best seen as pictures. */
function bestShape(entries: Entry[]): Shape {
    const pictures = entries.filter(({ view }) => view === 'picture').length;
    return pictures > entries.length / 2 ? 'cards' : 'table';
}

export const mount: Mount = async (host, context) => {
    const { api, info, t, query, signal } = context;
    const { entries } = await api.list(info.path, signal);
    if (entries.length === 0) {
        fill(host, el('div', { class: 'empty', text: t('web-folder-empty') }));
        return { destroy() {} };
    }
    const asked = query.get('as');
    let shape: Shape = asked === 'cards' || asked === 'table' ? asked : bestShape(entries);
    let parts: { destroy(): void } | null = null;
    const body = el('div', { class: 'page' });
    const table = (): GridTable<Entry> => {
        const all = columns(context, entries);
        const grid = new GridTable<Entry>({
            label: t('web-view-list'),
            rowHeight: ROW,
            leastWidth: 440 + (all.length - 4) * 58,
            columns: all,
            open: (entry) => context.go(entry.path),
            sorted: (column, down) => context.setQuery({ sort: column ? `${column}${down ? ',down' : ''}` : null }),
        });
        grid.set(entries);
        const [column, down] = (query.get('sort') ?? '').split(',');
        if (column) grid.sort(column, down === 'down');
        return grid;
    };
    const show = (): void => {
        parts?.destroy();
        const made =
            shape === 'table'
                ? table()
                : new Cards(t('web-view-list'), entries, (entry: Entry) => card(context, entry));
        parts = made;
        fill(body, bar, made.element);
    };
    const shapes = (['table', 'cards'] as const).map((value) => ({ value, label: t(`web-shape-${value}`) }));
    const bar = toolbar(
        t('web-view-list'),
        choices(t('web-shape'), shapes, shape, (value) => {
            shape = value;
            context.setQuery({ as: value });
            show();
        }),
        el('span', { class: 'grow' }),
        el('span', {
            class: 'count',
            text: t('web-entries', { count: entries.length, shown: numberOf(entries.length, api.lang) }),
        }),
    );
    fill(host, body);
    show();
    return { destroy: () => parts?.destroy() };
};
