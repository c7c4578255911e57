// JSON as a tree: collapsible, searched, copied as a whole or in part.

import '../styles/views.css';
import { copied } from '../copy';
import { type Child, el, fill } from '../dom';
import { icon } from '../icons';
import { numberOf } from '../sizes';
import { tool, toolbar } from '../tools';
import { type Branch, TreeView } from '../treeview';
import type { Context, Mount } from './index';

interface Leaf {
    /** As JSON Pointer has it. */
    at: string;
    key: string;
    value: unknown;
}

const ROW = 24;
const BRIEF = 90;
const FOUND_AT_MOST = 5_000;
/** So much of a document is opened at once. */
const OPEN_AT_ONCE = 60;

function isBranch(value: unknown): value is object {
    return typeof value === 'object' && value !== null;
}

function escaped(key: string): string {
    return key.replaceAll('~', '~0').replaceAll('/', '~1');
}

function leaves(value: unknown, at: string): Leaf[] {
    if (!isBranch(value)) return [];
    return Object.entries(value).map(([key, one]) => ({ at: `${at}/${escaped(key)}`, key, value: one }));
}

/** What stands behind a collapsed branch. */
function brief(value: object, t: Context['t'], lang: string): string {
    if (!Array.isArray(value))
        return `{ ${Object.keys(value).slice(0, 6).join(', ')}${Object.keys(value).length > 6 ? ', …' : ''} }`;
    if (value.length <= 16 && value.every((one) => !isBranch(one))) {
        const text = JSON.stringify(value);
        if (text.length <= BRIEF) return text;
    }
    return t('web-json-items', { count: value.length, shown: numberOf(value.length, lang) });
}

function shown({ value }: Leaf, t: Context['t'], lang: string): Child {
    if (isBranch(value)) return el('span', { class: 'json-brief', text: brief(value, t, lang) });
    const kind = typeof value === 'string' ? 'string' : typeof value === 'number' ? 'number' : 'word';
    return el('span', {
        class: `json-${kind}`,
        text: JSON.stringify(value),
        title: kind === 'string' ? String(value) : null,
    });
}

function found(root: unknown, wanted: string): string[] {
    const needle = wanted.toLowerCase();
    const places: string[] = [];
    const walk = ({ at, key, value }: Leaf): void => {
        if (places.length >= FOUND_AT_MOST) return;
        const text = isBranch(value) ? key : `${key} ${String(value)}`;
        if (text.toLowerCase().includes(needle)) places.push(at);
        leaves(value, at).forEach(walk);
    };
    if (needle) leaves(root, '').forEach(walk);
    return places;
}

/** Pointers of everything above a place. */
function above(at: string): string[] {
    const steps = at.split('/');
    return steps.slice(1, -1).map((_, index) => steps.slice(0, index + 2).join('/'));
}

class JsonView {
    readonly tree: TreeView<Leaf>;
    readonly search: HTMLInputElement;
    private readonly status = el('span', { class: 'count', role: 'status' });
    private places: string[] = [];
    private at = -1;

    constructor(
        private readonly context: Context,
        private readonly root: unknown,
    ) {
        const { t, api } = context;
        this.tree = new TreeView<Leaf>({
            label: t('web-view-document'),
            rowHeight: ROW,
            children: (leaf) => (leaf ? leaves(leaf.value, leaf.at) : leaves(root, '')),
            expandable: ({ value }) => isBranch(value) && Object.keys(value).length > 0,
            key: ({ at }) => at,
            name: ({ key }) => key,
            render: (branch) => [
                el('span', { class: 'json-key', text: branch.item.key }),
                shown(branch.item, t, api.lang),
                this.copier(branch),
            ],
            open: (leaf) => this.open(leaf),
            failed: () => undefined,
        });
        this.search = el('input', {
            class: 'field',
            type: 'search',
            placeholder: t('web-json-search'),
            'aria-label': t('web-json-search'),
        });
        this.search.addEventListener('input', () => this.look());
        this.search.addEventListener('keydown', (event) => {
            if (event.key === 'Enter') void this.step(event.shiftKey ? -1 : 1);
        });
        this.tree.element.addEventListener('copy', (event) => this.copyActive(event));
    }

    async begin(): Promise<void> {
        await this.tree.reload();
        const few = leaves(this.root, '').filter(({ value }) => isBranch(value));
        const size = few.reduce((sum, { value }) => sum + Object.keys(value as object).length, 0);
        if (size <= OPEN_AT_ONCE) await this.openAll(few.map(({ at }) => at));
        const asked = this.context.query.get('at');
        if (asked) await this.reveal(asked);
    }

    bar(): HTMLElement {
        const { t, api, info } = this.context;
        return toolbar(
            t('web-view-document'),
            this.search,
            tool('chevron-left', t('web-found-previous'), () => void this.step(-1)),
            tool('right', t('web-found-next'), () => void this.step(1)),
            this.status,
            el('span', { class: 'grow' }),
            el(
                'button',
                { class: 'button', type: 'button', on: { click: () => void this.copy(this.root) } },
                icon('copy'),
                t('web-copy'),
            ),
            el(
                'a',
                { class: 'button', href: api.exportUrl(info.path, 'json'), download: true },
                icon('download'),
                'JSON',
            ),
        );
    }

    async reveal(at: string): Promise<void> {
        await this.openAll(above(at));
        this.tree.select(at);
    }

    private async openAll(places: string[]): Promise<void> {
        for (const place of places) {
            const branch = this.tree.branch(place);
            if (branch) await this.tree.expand(branch);
        }
    }

    private open(leaf: Leaf): void {
        this.context.setQuery({ at: leaf.at });
        this.tree.select(leaf.at);
        const branch = this.tree.branch(leaf.at);
        if (!branch) return;
        if (branch.expanded) this.tree.collapse(branch);
        else void this.tree.expand(branch);
    }

    /** By mouse; by keyboard it is Ctrl+C. */
    private copier({ item }: Branch<Leaf>): HTMLElement {
        const { t } = this.context;
        const click = (): void => void this.copy(item.value);
        return el(
            'button',
            {
                class: 'copy',
                type: 'button',
                tabindex: '-1',
                title: t('web-copy'),
                'aria-label': t('web-copy'),
                on: { click },
            },
            icon('copy'),
        );
    }

    private copyActive(event: ClipboardEvent): void {
        const leaf = this.tree.activeItem;
        if (!leaf || getSelection()?.toString()) return;
        event.preventDefault();
        event.clipboardData?.setData('text/plain', asJson(leaf.value));
        this.context.say(this.context.t('web-copied'));
    }

    private async copy(value: unknown): Promise<void> {
        const { t, say } = this.context;
        say((await copied(asJson(value))) ? t('web-copied') : t('web-not-copied'));
    }

    private look(): void {
        this.places = found(this.root, this.search.value.trim());
        this.at = -1;
        this.count();
    }

    private count(): void {
        const { t } = this.context;
        const sought = this.search.value.trim() !== '';
        this.status.textContent = sought ? t('web-json-found', { at: this.at + 1, count: this.places.length }) : '';
    }

    private async step(by: 1 | -1): Promise<void> {
        if (this.places.length === 0) return;
        this.at = (this.at + by + this.places.length) % this.places.length;
        this.count();
        const place = this.places[this.at];
        if (place) await this.reveal(place);
    }
}

function asJson(value: unknown): string {
    return typeof value === 'string' ? value : JSON.stringify(value, null, 2);
}

export const mount: Mount = async (host, context) => {
    const root = await context.api.document(context.info.path, context.signal);
    if (!isBranch(root)) {
        fill(host, el('pre', { class: 'empty', text: JSON.stringify(root) }));
        return { destroy() {} };
    }
    const json = new JsonView(context, root);
    fill(host, el('div', { class: 'page' }, json.bar(), el('div', { class: 'json-tree' }, json.tree.element)));
    await json.begin();
    return {
        destroy: () => json.tree.destroy(),
        queryChanged: (query) => void (query.get('at') && json.reveal(query.get('at') ?? '')),
    };
};
