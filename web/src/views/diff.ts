// Two files side by side: what differs, in the format's own terms; pictures under a slider, fields in a table, bytes in rows.

import '../styles/diff.css';
import type { Difference } from '../api';
import { el, fill } from '../dom';
import { failure, isAbort } from '../failure';
import { grouped } from '../lists';
import { hashOf, nameOf } from '../router';
import { VirtualList } from '../virtual';
import { detail } from './diff/detail';
import { type Pair, type Side, sideOf } from './diff/side';
import type { Context, Mount, Mounted } from './index';

const ROW = 44;
const MARGINS = 36;
/** What stands above and below the pictures, which are to be seen together with their slider. */
const AROUND = 170;

/** All that is said of one asset. */
interface Changed {
    path: string;
    differences: Difference[];
}

function pairOf(context: Context): Pair {
    const { info, query, t } = context;
    const other = query.get('with');
    if (other !== null) return { a: sideOf(info.path), b: sideOf(other) };
    const before: Side = { ...sideOf(info.path), original: true, label: t('web-diff-before', { name: info.name }) };
    return { a: before, b: { ...sideOf(info.path), label: t('web-diff-after', { name: info.name }) } };
}

function differences({ api, signal }: Context, { a, b }: Pair): Promise<{ differences: Difference[] }> {
    return a.original ? api.diffOriginal(a.path, signal) : api.diff(a.path, b.path, signal);
}

class DiffView implements Mounted {
    private readonly list: VirtualList;
    private readonly box: HTMLElement;
    private readonly room = el('div', { class: 'diff-detail' });
    private chosen = -1;
    private going = new AbortController();

    constructor(
        host: HTMLElement,
        private readonly context: Context,
        private readonly pair: Pair,
        private readonly changes: Changed[],
    ) {
        const { t } = context;
        this.box = el('div', { class: 'diff-list', role: 'listbox', tabindex: '0', 'aria-label': t('web-diff-list') });
        fill(
            host,
            el(
                'div',
                { class: 'diff' },
                this.head(),
                el(
                    'div',
                    { class: 'diff-columns', style: { '--all-rows': `${changes.length * ROW}px` } },
                    this.box,
                    this.room,
                ),
            ),
        );
        this.list = new VirtualList(this.box, {
            count: changes.length,
            rowHeight: ROW,
            render: (index) => this.row(index),
        });
        this.box.addEventListener('keydown', (event) => this.pressed(event));
        this.box.addEventListener('click', (event) =>
            this.choose(Number((event.target as Element).closest<HTMLElement>('.diff-row')?.dataset['index'] ?? -1)),
        );
        this.queryChanged(context.query);
    }

    destroy(): void {
        this.going.abort();
        this.list.destroy();
    }

    queryChanged(query: URLSearchParams): void {
        const asked = this.changes.findIndex(({ path }) => path === query.get('at'));
        this.choose(Math.max(0, asked), false);
    }

    private head(): HTMLElement {
        const { t } = this.context;
        const { a, b } = this.pair;
        const link = (side: Side): HTMLElement => el('a', { href: hashOf(side.path), text: side.label });
        const count = this.changes.reduce((sum, { differences: some }) => sum + some.length, 0);
        return el(
            'div',
            { class: 'diff-head' },
            el('span', { class: 'side-a' }, el('b', { text: 'A' }), link(a)),
            el('span', { class: 'side-b' }, el('b', { text: 'B' }), link(b)),
            el('span', { class: 'muted', text: t('web-diff-count', { count }) }),
        );
    }

    private row(index: number): HTMLElement {
        const change = this.changes[index];
        const labels = [...new Set(change?.differences.map(({ label, change: kind }) => label || kind))].join(', ');
        return el(
            'div',
            {
                class: 'diff-row',
                role: 'option',
                id: `diff-${index}`,
                'data-index': index,
                'aria-selected': String(index === this.chosen),
            },
            el('span', { class: 'name', text: change?.path || nameOf(this.pair.a.path), title: change?.path ?? '' }),
            el('small', { class: 'muted', text: labels }),
        );
    }

    private choose(index: number, tell = true): void {
        const change = this.changes[index];
        if (!change || index === this.chosen) return;
        this.chosen = index;
        this.list.reveal(index);
        this.list.refresh();
        this.box.setAttribute('aria-activedescendant', `diff-${index}`);
        if (tell) this.context.setQuery({ at: change.path });
        void this.show(change);
    }

    private async show({ path, differences: some }: Changed): Promise<void> {
        this.going.abort();
        const { signal } = (this.going = new AbortController());
        fill(this.room, el('p', { class: 'muted', text: this.context.t('web-loading') }));
        try {
            const parts = await detail({ ...this.context, signal }, this.pair, path, some, {
                width: this.room.clientWidth - MARGINS,
                height: this.room.clientHeight - AROUND,
            });
            if (!signal.aborted) fill(this.room, parts);
        } catch (error) {
            if (!isAbort(error)) fill(this.room, failure(error, { t: this.context.t, path: '' }));
        }
    }

    private pressed(event: KeyboardEvent): void {
        const page = this.list.pageSize;
        const steps: Record<string, number> = {
            ArrowDown: 1,
            ArrowUp: -1,
            PageDown: page,
            PageUp: -page,
            Home: -this.changes.length,
            End: this.changes.length,
        };
        const step = steps[event.key];
        if (step === undefined) return;
        event.preventDefault();
        event.stopPropagation();
        this.choose(Math.min(Math.max(0, this.chosen + step), this.changes.length - 1));
    }
}

export const mount: Mount = async (host, context) => {
    const pair = pairOf(context);
    const answer = await differences(context, pair);
    if (answer.differences.length === 0) {
        fill(host, el('div', { class: 'empty', text: context.t('web-diff-same') }));
        return { destroy() {} };
    }
    const changes = [...grouped(answer.differences, ({ path }) => path)].map(([path, some]) => ({
        path,
        differences: some,
    }));
    return new DiffView(host, context, pair, changes);
};
