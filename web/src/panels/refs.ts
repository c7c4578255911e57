// What an asset uses, and what uses it.

import '../styles/panels.css';
import type { References } from '../api';
import { type Child, el, fill } from '../dom';
import { isAbort, sentence } from '../failure';
import { hashOf } from '../router';
import type { Context, Mount } from '../views/index';

type Use = References['uses'][number];
type User = References['used_by'][number];

/** Of one list; the rest behind a button. */
const FIRST = 60;

export const mount: Mount = (host, context) => {
    const panel = el(
        'div',
        { class: 'refs', 'aria-busy': 'true' },
        el('p', { class: 'muted', role: 'status' }, context.t('web-refs-working')),
    );
    fill(host, panel);
    void load(panel, context);
    return { destroy: () => fill(host) };
};

async function load(panel: HTMLElement, context: Context): Promise<void> {
    const { api, info, signal, t } = context;
    try {
        const refs = await api.refs(info.path, signal);
        fill(panel, shown(refs, context));
    } catch (error) {
        if (!isAbort(error)) fill(panel, el('p', { class: 'trouble', role: 'alert' }, sentence(error, t)));
    } finally {
        panel.setAttribute('aria-busy', 'false');
    }
}

function shown({ uses, used_by }: References, context: Context): Child[] {
    const { t } = context;
    if (uses.length === 0 && used_by.length === 0) return [el('p', { class: 'muted' }, t('web-refs-none'))];
    return [
        chapter(
            'web-refs-uses',
            uses.map((use) => useRow(use, context)),
            context,
        ),
        chapter(
            'web-refs-used-by',
            used_by.map((user) => userRow(user)),
            context,
        ),
    ];
}

function chapter(title: string, rows: HTMLElement[], context: Context): Child {
    const { t } = context;
    if (rows.length === 0)
        return el(
            'section',
            { class: 'refs-group' },
            el('h2', {}, t(title)),
            el('p', { class: 'muted' }, t(`${title}-none`)),
        );
    const list = el('ul', { class: 'refs-list' }, rows.slice(0, FIRST));
    const more = el(
        'button',
        { class: 'button quiet', type: 'button' },
        t('web-check-rest', { count: rows.length - FIRST }),
    );
    more.addEventListener('click', () => {
        list.append(...rows.slice(FIRST));
        more.remove();
        rows[FIRST]?.querySelector('a')?.focus();
    });
    return el(
        'section',
        { class: 'refs-group' },
        el('h2', {}, t(title), el('span', { class: 'chip' }, rows.length)),
        list,
        rows.length > FIRST && more,
    );
}

function useRow({ label, name, field, state, to }: Use, { t }: Context): HTMLElement {
    const title = to ? el('a', { href: hashOf(to) }, el('bdi', {}, name)) : el('bdi', { class: 'refs-lost' }, name);
    const found = state === 'found';
    return el(
        'li',
        { class: `ref ${found ? '' : `ref-${state}`}` },
        el('span', { class: 'ref-name' }, title, el('span', { class: 'muted' }, label)),
        !found && el('span', { class: 'ref-state' }, t(`web-refs-state-${state}`)),
        field && el('span', { class: 'muted mono ref-field' }, field),
    );
}

function userRow({ label, from, field }: User): HTMLElement {
    return el(
        'li',
        { class: 'ref' },
        el(
            'span',
            { class: 'ref-name' },
            el('a', { href: hashOf(from) }, el('bdi', {}, from)),
            el('span', { class: 'muted' }, label),
        ),
        field && el('span', { class: 'muted mono ref-field' }, field),
    );
}
