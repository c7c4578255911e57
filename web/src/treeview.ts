// A tree of any size, by keyboard and by mouse, in which only the rows that are seen exist. Files stand in one, JSON in another.

import { type Child, el, fill } from './dom';
import { icon } from './icons';
import { VirtualList } from './virtual';

export interface Branch<T> {
    item: T;
    level: number;
    parent: Branch<T> | null;
    /** Its place among its siblings, from 1. */
    position: number;
    siblings: number;
    expanded: boolean;
    children: Branch<T>[] | null;
    loading: boolean;
}

export interface TreeSource<T> {
    label: string;
    rowHeight: number;
    /** What hangs from an item; from `null`, what stands at the top. */
    children(item: T | null): T[] | Promise<T[]>;
    expandable(item: T): boolean;
    /** What tells it apart from all others in the tree. */
    key(item: T): string;
    /** What is typed to find it. */
    name(item: T): string;
    render(branch: Branch<T>): Child[];
    open(item: T): void;
    failed(error: unknown): void;
}

const TYPING_MILLISECONDS = 700;
let trees = 0;

export class TreeView<T> {
    readonly element: HTMLElement;
    private readonly list: VirtualList;
    private readonly id = `tree-${++trees}`;
    private rows: Branch<T>[] = [];
    private active = 0;
    private selected: string | null = null;
    private typed = '';
    private typing = 0;
    private loads = 0;

    constructor(private readonly source: TreeSource<T>) {
        this.element = el('div', { class: 'tree', role: 'tree', tabindex: '0', 'aria-label': source.label });
        this.element.addEventListener('keydown', (event) => this.pressed(event));
        this.element.addEventListener('click', (event) => this.clicked(event));
        this.element.addEventListener('focus', () => this.list.reveal(this.active));
        const { rowHeight } = source;
        this.list = new VirtualList(this.element, {
            count: 0,
            rowHeight,
            render: (index) => this.row(index),
            overscan: 10,
        });
    }

    destroy(): void {
        clearTimeout(this.typing);
        this.list.destroy();
    }

    get count(): number {
        return this.rows.length;
    }

    get activeItem(): T | null {
        return this.rows[this.active]?.item ?? null;
    }

    /** Asks for everything anew; what was expanded and still is there stays expanded. */
    async reload(): Promise<void> {
        const load = ++this.loads;
        const open = new Set(this.rows.filter((row) => row.expanded).map((row) => this.source.key(row.item)));
        const active = this.activeItem;
        const tops = this.branches(await this.source.children(null), null);
        if (load !== this.loads) return;
        this.settle(tops);
        await this.reopen(tops, open, load);
        if (active !== null) this.activate(Math.max(0, this.indexOf(this.source.key(active))), false);
    }

    private async reopen(branches: Branch<T>[], open: Set<string>, load: number): Promise<void> {
        for (const branch of branches) {
            if (!open.has(this.source.key(branch.item)) || load !== this.loads) continue;
            await this.expand(branch);
            await this.reopen(branch.children ?? [], open, load);
        }
    }

    /** Marks what is shown elsewhere, and brings it into view if it is in the tree. */
    select(key: string | null): boolean {
        this.selected = key;
        const index = key === null ? -1 : this.indexOf(key);
        if (index >= 0) {
            this.active = index;
            // What was far away comes with what stands around it.
            this.list.reveal(index, this.list.isNear(index) ? 'nearest' : 'centre');
        }
        this.redraw();
        return index >= 0;
    }

    branch(key: string): Branch<T> | null {
        return this.rows[this.indexOf(key)] ?? null;
    }

    /** The item behind or in front of the selected one, in the order of the tree. */
    neighbour(step: 1 | -1): T | null {
        const from = this.selected === null ? this.active : this.indexOf(this.selected);
        return this.rows[from + step]?.item ?? null;
    }

    async expand(branch: Branch<T>): Promise<void> {
        if (branch.expanded || branch.loading || !this.source.expandable(branch.item)) return;
        if (!branch.children && !(await this.fetch(branch))) return;
        branch.expanded = true;
        const at = this.rows.indexOf(branch);
        if (at < 0) return;
        if (this.active > at) this.active += seen(branch.children ?? []).length;
        this.settle([...this.rows.slice(0, at + 1), ...seen(branch.children ?? []), ...this.rows.slice(at + 1)]);
    }

    collapse(branch: Branch<T>): void {
        const at = this.rows.indexOf(branch);
        if (at < 0 || !branch.expanded) return;
        const end = this.rows.findIndex((row, index) => index > at && row.level <= branch.level);
        const gone = (end < 0 ? this.rows.length : end) - at - 1;
        branch.expanded = false;
        if (this.active > at) this.active = Math.max(at, this.active - gone);
        this.settle([...this.rows.slice(0, at + 1), ...this.rows.slice(at + 1 + gone)]);
    }

    private async fetch(branch: Branch<T>): Promise<boolean> {
        const items = this.source.children(branch.item);
        try {
            branch.loading = true;
            if (items instanceof Promise) this.redraw();
            branch.children = this.branches(await items, branch);
            return true;
        } catch (error) {
            this.source.failed(error);
            return false;
        } finally {
            branch.loading = false;
            this.redraw();
        }
    }

    private branches(items: T[], parent: Branch<T> | null): Branch<T>[] {
        const level = (parent?.level ?? 0) + 1;
        const siblings = items.length;
        return items.map((item, index) => {
            return {
                item,
                level,
                parent,
                position: index + 1,
                siblings,
                expanded: false,
                children: null,
                loading: false,
            };
        });
    }

    private settle(rows: Branch<T>[]): void {
        this.rows = rows;
        this.active = Math.min(this.active, Math.max(0, rows.length - 1));
        this.list.set({ count: rows.length });
        this.point();
    }

    private redraw(): void {
        this.list.refresh();
        this.point();
    }

    private indexOf(key: string): number {
        return this.rows.findIndex((row) => this.source.key(row.item) === key);
    }

    private row(index: number): HTMLElement {
        const branch = this.rows[index];
        if (!branch) return el('div');
        const expandable = this.source.expandable(branch.item);
        const row = el('div', {
            class: index === this.active ? 'tree-row active' : 'tree-row',
            role: 'treeitem',
            id: `${this.id}-${index}`,
            'data-index': index,
            'aria-level': branch.level,
            'aria-setsize': branch.siblings,
            'aria-posinset': branch.position,
            'aria-expanded': expandable ? String(branch.expanded) : null,
            'aria-selected': String(this.selected !== null && this.source.key(branch.item) === this.selected),
            'aria-busy': branch.loading ? 'true' : null,
            style: { '--level': String(branch.level - 1) },
        });
        const twist = el('span', { class: 'twist' }, expandable && icon(branch.expanded ? 'down' : 'right'));
        fill(row, twist, this.source.render(branch));
        return row;
    }

    private activate(index: number, scroll = true): void {
        const before = this.list.row(this.active);
        before?.classList.remove('active');
        this.active = Math.min(Math.max(0, index), Math.max(0, this.rows.length - 1));
        if (scroll) this.list.reveal(this.active);
        this.list.row(this.active)?.classList.add('active');
        this.point();
    }

    private point(): void {
        if (this.list.row(this.active)) this.element.setAttribute('aria-activedescendant', `${this.id}-${this.active}`);
        else this.element.removeAttribute('aria-activedescendant');
    }

    private clicked(event: MouseEvent): void {
        const target = event.target as Element;
        const index = Number(target.closest<HTMLElement>('.tree-row')?.dataset['index'] ?? -1);
        const branch = this.rows[index];
        if (!branch || target.closest('button')) return;
        this.activate(index, false);
        if (target.closest('.twist') && this.source.expandable(branch.item)) this.toggle(branch);
        else this.source.open(branch.item);
    }

    private toggle(branch: Branch<T>): void {
        if (branch.expanded) this.collapse(branch);
        else void this.expand(branch);
    }

    private pressed(event: KeyboardEvent): void {
        if (event.ctrlKey || event.metaKey || event.altKey) return;
        const branch = this.rows[this.active];
        if (!branch || !this.steered(event.key, branch)) return;
        event.preventDefault();
        event.stopPropagation();
    }

    /** Whether the key meant something here. */
    private steered(key: string, branch: Branch<T>): boolean {
        switch (key) {
            case 'ArrowDown':
                this.activate(this.active + 1);
                return true;
            case 'ArrowUp':
                this.activate(this.active - 1);
                return true;
            case 'Home':
                this.activate(0);
                return true;
            case 'End':
                this.activate(this.rows.length - 1);
                return true;
            case 'PageDown':
                this.activate(this.active + this.list.pageSize);
                return true;
            case 'PageUp':
                this.activate(this.active - this.list.pageSize);
                return true;
            case 'ArrowRight':
                this.deeper(branch);
                return true;
            case 'ArrowLeft':
                this.higher(branch);
                return true;
            case 'Enter':
                this.source.open(branch.item);
                return true;
            case ' ':
                if (this.typed) break;
                this.source.open(branch.item);
                return true;
        }
        return key.length === 1 && this.type(key);
    }

    private deeper(branch: Branch<T>): void {
        if (!branch.expanded) void this.expand(branch);
        else if (branch.children?.length) this.activate(this.active + 1);
    }

    private higher(branch: Branch<T>): void {
        if (branch.expanded) this.collapse(branch);
        else if (branch.parent) this.activate(this.rows.indexOf(branch.parent));
    }

    /** What is typed quickly is the beginning of a name; the same letter again goes on to the next such name. */
    private type(letter: string): boolean {
        clearTimeout(this.typing);
        this.typing = window.setTimeout(() => (this.typed = ''), TYPING_MILLISECONDS);
        this.typed += letter.toLowerCase();
        const again = [...this.typed].every((one) => one === this.typed[0]);
        const wanted = again ? letter.toLowerCase() : this.typed;
        const from = this.active + (again || this.typed.length === 1 ? 1 : 0);
        const order = [...this.rows.keys()].map((step) => (from + step) % this.rows.length);
        const found = order.find((index) => this.name(index).startsWith(wanted));
        if (found !== undefined) this.activate(found);
        return true;
    }

    private name(index: number): string {
        const row = this.rows[index];
        return row ? this.source.name(row.item).toLowerCase() : '';
    }
}

/** What is seen of these branches, in order. */
function seen<T>(branches: Branch<T>[]): Branch<T>[] {
    const rows: Branch<T>[] = [];
    const walk = (branch: Branch<T>): void => {
        rows.push(branch);
        if (branch.expanded) branch.children?.forEach(walk);
    };
    branches.forEach(walk);
    return rows;
}
