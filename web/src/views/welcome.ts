// The beginning: what is in this folder, three things to try, and room for a file from elsewhere.

import '../styles/welcome.css';
import type { Entry, ShownAs } from '../api';
import { type Child, el, fill } from '../dom';
import { thumbnail } from '../entries';
import { icon, type IconName } from '../icons';
import { grouped } from '../lists';
import { hashOf, nameOf, parentOf } from '../router';
import { numberOf, sizeOf } from '../sizes';
import type { Context, Mount } from './index';

const SHOWN = 12;
const LOOKED_THROUGH = 600;
const THUMB = 40;
const PICTURES = 14;
const ARCHIVES = 3;
const PICTURE = 64;
/** Bytes; what is smaller is a dot. */
const LEAST = 256;

interface Suggestion {
    icon: IconName;
    words: string;
    /** An entry that is seen so is taken; the first of these that there is. */
    view: ShownAs[];
    /** How it is opened. */
    query: Record<string, string>;
}

const SUGGESTIONS: Suggestion[] = [
    { icon: 'model', words: 'model', view: ['model'], query: {} },
    { icon: 'timeline', words: 'timeline', view: ['timeline'], query: {} },
    { icon: 'gallery', words: 'gallery', view: ['gallery'], query: {} },
    { icon: 'map', words: 'map', view: ['map'], query: {} },
    { icon: 'picture', words: 'picture', view: ['picture'], query: {} },
    {
        icon: 'bytes',
        words: 'bytes',
        view: ['picture', 'model', 'timeline', 'table', 'list', 'bytes'],
        query: { view: 'bytes' },
    },
    { icon: 'warning', words: 'findings', view: ['list', 'gallery', 'picture', 'bytes'], query: { panel: 'findings' } },
];

/** The largest has most to show. */
function richest(entries: Entry[], view: ShownAs): Entry | undefined {
    const fitting = entries.filter((entry) => entry.kind !== 'folder' && entry.view === view);
    return fitting.sort((a, b) => (b.size ?? 0) - (a.size ?? 0))[0];
}

/** Three that this folder has something for; the bytes are always among them. */
function tries(entries: Entry[]): { suggestion: Suggestion; entry: Entry }[] {
    const possible = SUGGESTIONS.flatMap((suggestion) => {
        const entry = suggestion.view.map((view) => richest(entries, view)).find((found) => found !== undefined);
        return entry ? [{ suggestion, entry }] : [];
    });
    const bytes = possible.filter(({ suggestion }) => suggestion.words === 'bytes');
    const others = possible.filter(({ suggestion }) => suggestion.words !== 'bytes');
    return [...others.slice(0, 3 - bytes.length), ...bytes];
}

function tryCard({ t }: Context, { suggestion, entry }: { suggestion: Suggestion; entry: Entry }): HTMLElement {
    return el(
        'a',
        { class: 'try', href: hashOf(entry.path, suggestion.query) },
        el('span', { class: 'try-icon' }, icon(suggestion.icon)),
        el(
            'span',
            {},
            el('strong', { text: t(`web-try-${suggestion.words}`) }),
            el('span', { class: 'muted', text: t(`web-try-${suggestion.words}-more`, { name: entry.name }) }),
        ),
    );
}

/** A few pictures, in turn of the archives that hold most; what stands in several of them is shown once. */
function someOf(entries: Entry[]): Entry[] {
    const weight = (some: Entry[]): number => some.reduce((sum, { size }) => sum + (size ?? 0), 0);
    const pictures = entries.filter(({ view, size }) => view === 'picture' && (size ?? 0) > LEAST);
    const archives = [...grouped(pictures, ({ path }) => parentOf(path)).values()]
        .sort((a, b) => weight(b) - weight(a))
        .slice(0, ARCHIVES);
    const longest = Math.max(0, ...archives.map(({ length }) => length));
    const inTurn = Array.from({ length: longest }, (_, turn) => archives.flatMap((some) => some[turn] ?? []));
    return [...grouped(inTurn.flat(), ({ name, size }) => `${name} ${size}`).values()]
        .flatMap(([first]) => first ?? [])
        .slice(0, PICTURES);
}

function gallery({ api, t }: Context, pictures: Entry[]): Child[] {
    if (pictures.length < 4) return [];
    const link = (entry: Entry): HTMLElement =>
        el(
            'a',
            { class: 'glimpse', href: hashOf(entry.path), title: entry.path, 'aria-label': entry.name },
            thumbnail(api, entry, PICTURE),
        );
    return [
        el('h3', { id: 'some-title', text: t('web-some-pictures') }),
        el('div', { class: 'glimpses' }, pictures.map(link)),
    ];
}

function entryCard({ api, t }: Context, entry: Entry): HTMLElement {
    const more =
        entry.kind === 'folder'
            ? t('web-kind-folder')
            : [entry.title ?? t(`web-kind-${entry.kind}`), sizeOf(entry.size, api.lang)].filter(Boolean).join(' · ');
    return el(
        'li',
        {},
        el(
            'a',
            { class: 'entry-card', href: hashOf(entry.path) },
            thumbnail(api, entry, THUMB),
            el('span', {}, el('strong', { text: entry.name }), el('small', { class: 'muted', text: more })),
        ),
    );
}

/** What kinds of things there are, most frequent first; what can only be shown as bytes comes last. */
function summary({ api, t }: Context, entries: Entry[]): Child[] {
    const kinds = [
        ...grouped(
            entries.filter(({ kind }) => kind !== 'folder'),
            ({ view }) => view,
        ),
    ].sort(([view, a], [other, b]) => Number(view === 'bytes') - Number(other === 'bytes') || b.length - a.length);
    return kinds.slice(0, 7).map(([view, { length }]) => {
        return el('span', {
            class: 'chip',
            text: t(`web-some-${view}`, { count: length, shown: numberOf(length, api.lang) }),
        });
    });
}

export const mount: Mount = async (host, context) => {
    const { api, t, session, opening, signal } = context;
    const { entries } = await api.list('', signal);
    const deep = el('div', { class: 'chips' });
    const attempts = el('div', { class: 'tries' });
    const pictures = el('section', { class: 'some', 'aria-labelledby': 'some-title', hidden: true });
    const body = el(
        'div',
        { class: 'welcome' },
        el(
            'header',
            {},
            el('img', { src: './icon.svg', alt: '', width: '56', height: '56' }),
            el(
                'div',
                {},
                el('h2', { text: nameOf(session.root.replaceAll('\\', '/')) || session.root }),
                el('p', {
                    class: 'muted',
                    text: t(session.edit ? 'web-welcome-edit' : 'web-welcome-read', { version: session.version }),
                }),
                deep,
            ),
        ),
        el('section', { 'aria-labelledby': 'try-title' }, el('h3', { id: 'try-title', text: t('web-try') }), attempts),
        pictures,
        el(
            'div',
            { class: 'welcome-columns' },
            el(
                'section',
                { 'aria-labelledby': 'here-title' },
                el('h3', { id: 'here-title', text: t('web-here') }),
                entries.length === 0
                    ? el('p', { class: 'muted', text: t('web-folder-empty') })
                    : el(
                          'ul',
                          { class: 'entry-cards' },
                          entries.slice(0, SHOWN).map((entry) => entryCard(context, entry)),
                      ),
                entries.length > SHOWN &&
                    el('a', {
                        href: hashOf('', { view: 'list' }),
                        text: t('web-here-more', { count: entries.length - SHOWN }),
                    }),
            ),
            el(
                'section',
                { 'aria-labelledby': 'open-title' },
                el('h3', { id: 'open-title', text: t('web-elsewhere') }),
                opening.pathBox(() => undefined),
                opening.zone(() => undefined),
                el(
                    'p',
                    { class: 'muted keys-hint' },
                    el('kbd', { text: '/' }),
                    ' ',
                    t('web-key-search'),
                    ' · ',
                    el('kbd', { text: '?' }),
                    ' ',
                    t('web-keys-title'),
                ),
            ),
        ),
    );
    fill(host, body);
    const { entries: found } = await api.find('*', '', null, LOOKED_THROUGH, signal);
    fill(deep, summary(context, found));
    fill(
        attempts,
        tries(found).map((one) => tryCard(context, one)),
    );
    const glimpses = gallery(context, someOf(found));
    pictures.hidden = glimpses.length === 0;
    fill(pictures, glimpses);
    return { destroy() {} };
};
