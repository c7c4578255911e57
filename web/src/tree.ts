// The files of the folder: a tree that is searched and filtered, with small pictures.

import type { Api, Entry, Session } from './api';
import { type Child, el } from './dom';
import { labelOf, storedName, thumbnail } from './entries';
import { icon } from './icons';
import { grouped } from './lists';
import { ancestorsOf, parentOf } from './router';
import { numberOf, sizeOf } from './sizes';
import { type Branch, TreeView } from './treeview';

const TYPING_MILLISECONDS = 180;
const FOUND_AT_MOST = 2_000;
const ROW = 28;
const THUMB = 20;

export interface FileTreeOptions {
    api: Api;
    session: Session;
    t(id: string, args?: Record<string, string | number>): string;
    open(path: string): void;
    failed(error: unknown): void;
    /** Out of the tree, to what is shown. */
    leave(): void;
    /** Files that were dropped, which stand beside the folder. */
    dropped(): Promise<Entry[]>;
}

export class FileTree {
    readonly element: HTMLElement;
    private readonly tree: TreeView<Entry>;
    private readonly search: HTMLInputElement;
    private readonly format: HTMLSelectElement;
    private readonly note = el('p', { class: 'tree-note', role: 'status' });
    private searching = new AbortController();
    private waiting = 0;
    private more = false;

    constructor(private readonly options: FileTreeOptions) {
        const { t } = options;
        this.search = el('input', {
            class: 'field',
            type: 'search',
            placeholder: t('web-search'),
            'aria-label': t('web-search-label'),
            spellcheck: 'false',
            autocomplete: 'off',
        });
        this.format = this.formats();
        this.tree = this.files();
        const box = el('div', { class: 'search-box' }, icon('search'), this.search);
        const head = el('div', { class: 'tree-head', role: 'search' }, box, this.format);
        this.element = el(
            'nav',
            { class: 'tree-pane', 'aria-label': t('web-files') },
            head,
            this.tree.element,
            this.note,
        );
        this.tree.element.addEventListener('keydown', ({ key }) => key === 'Escape' && options.leave());
        this.search.addEventListener('input', () => this.typed());
        this.search.addEventListener('keydown', (event) => this.pressed(event));
        this.format.addEventListener('change', () => void this.reload());
    }

    destroy(): void {
        this.searching.abort();
        clearTimeout(this.waiting);
        this.tree.destroy();
    }

    focusSearch(): void {
        this.search.focus();
        this.search.select();
    }

    focus(): void {
        this.tree.element.focus();
    }

    /** Asks for everything anew. */
    async reload(): Promise<void> {
        try {
            await this.tree.reload();
            this.count();
        } catch (error) {
            if (!(error instanceof DOMException)) this.options.failed(error);
        }
    }

    /** Shows where `path` stands, opening what it stands in; not while somebody searches. */
    async reveal(path: string): Promise<void> {
        if (!this.wanted) {
            for (const above of ancestorsOf(path)) {
                const branch = this.tree.branch(above);
                if (branch) await this.tree.expand(branch);
            }
        }
        this.tree.select(path);
    }

    /** The entry behind or in front of the one that is shown. */
    neighbour(step: 1 | -1): string | null {
        return this.tree.neighbour(step)?.path ?? null;
    }

    private get wanted(): boolean {
        return this.search.value.trim() !== '' || this.format.value !== '';
    }

    private formats(): HTMLSelectElement {
        const { session, t } = this.options;
        const families = grouped(session.formats, ({ id }) => id.split('.')[0] ?? '');
        const groups = [...families].map(([family, formats]) =>
            el(
                'optgroup',
                { label: family },
                formats.map(({ id, title }) => el('option', { value: id, text: id.split('.')[1] ?? id, title })),
            ),
        );
        return el(
            'select',
            { class: 'field', 'aria-label': t('web-filter-format') },
            el('option', { value: '', text: t('web-any-format') }),
            groups,
        );
    }

    private files(): TreeView<Entry> {
        const { t, open, failed } = this.options;
        return new TreeView<Entry>({
            label: t('web-files'),
            rowHeight: ROW,
            children: (entry) => this.children(entry),
            expandable: (entry) => entry.kind !== 'file',
            key: (entry) => entry.path,
            name: labelOf,
            render: (branch) => this.row(branch),
            open: (entry) => open(entry.path),
            failed,
        });
    }

    private async children(entry: Entry | null): Promise<Entry[]> {
        if (entry) return (await this.options.api.list(entry.path)).entries;
        if (this.wanted) return this.found();
        const [listing, dropped] = await Promise.all([this.options.api.list(''), this.options.dropped()]);
        return [...dropped, ...listing.entries];
    }

    private async found(): Promise<Entry[]> {
        this.searching.abort();
        this.searching = new AbortController();
        const { entries, more } = await this.options.api.find(
            this.search.value.trim(),
            '',
            this.format.value || null,
            FOUND_AT_MOST,
            this.searching.signal,
        );
        this.more = more;
        return entries;
    }

    private count(): void {
        const { t, api } = this.options;
        const count = numberOf(this.tree.count, api.lang);
        if (this.wanted)
            this.note.textContent = t(this.more ? 'web-found-more' : 'web-found', {
                count: this.tree.count,
                shown: count,
            });
        else this.note.textContent = this.tree.count === 0 ? t('web-folder-empty') : '';
    }

    private row({ item, level }: Branch<Entry>): Child[] {
        const { api, t } = this.options;
        const where = level === 1 && this.wanted ? parentOf(item.path) : '';
        const label = labelOf(item);
        return [
            thumbnail(api, item, THUMB),
            el('span', { class: 'name', title: item.title ? `${label}: ${item.title}` : label }, this.marked(label)),
            storedName(item),
            where && el('span', { class: 'where', title: where, text: where }),
            item.edited &&
                el('span', { class: 'edited-dot', role: 'img', 'aria-label': t('web-edited'), title: t('web-edited') }),
            el('span', { class: 'size', text: item.kind === 'folder' ? '' : sizeOf(item.size, api.lang) }),
        ];
    }

    /** The name, with what was searched for marked in it. */
    private marked(name: string): Child {
        const wanted = this.search.value.trim().toLowerCase();
        const at = wanted ? name.toLowerCase().indexOf(wanted) : -1;
        if (at < 0) return name;
        const end = at + wanted.length;
        return [name.slice(0, at), el('mark', { text: name.slice(at, end) }), name.slice(end)];
    }

    private typed(): void {
        clearTimeout(this.waiting);
        this.waiting = window.setTimeout(() => void this.reload(), TYPING_MILLISECONDS);
    }

    private pressed(event: KeyboardEvent): void {
        if (event.key === 'ArrowDown' || event.key === 'Enter') {
            event.preventDefault();
            this.focus();
        } else if (event.key === 'Escape' && this.wanted) {
            event.preventDefault();
            this.clear();
        }
    }

    private clear(): void {
        this.search.value = '';
        this.format.value = '';
        void this.reload();
    }
}
