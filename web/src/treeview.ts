// Draws a tree of any size: only the rows in view have elements. Files are one such tree, JSON is another.

import { type Child, el, fill } from './dom';
import { icon } from './icons';
import { type Branch, type TreeItems, TreeModel } from './treemodel';
import { VirtualList } from './virtual';

export type { Branch } from './treemodel';

export interface TreeSource<T> extends TreeItems<T> {
    label: string;
    rowHeight: number;
    render(branch: Branch<T>): Child[];
}

let trees = 0;

export class TreeView<T> {
    readonly element: HTMLElement;
    private readonly list: VirtualList;
    private readonly model: TreeModel<T>;
    private readonly id = `tree-${++trees}`;

    constructor(private readonly source: TreeSource<T>) {
        this.element = el('div', { class: 'tree', role: 'tree', tabindex: '0', 'aria-label': source.label });
        this.element.addEventListener('keydown', (event) => this.pressed(event));
        this.element.addEventListener('click', (event) => this.clicked(event));
        this.element.addEventListener('focus', () => this.list.reveal(this.model.active));
        this.model = new TreeModel(source, {
            rowsChanged: () => this.rowsChanged(),
            rowRestyled: () => this.redraw(),
            activeChanged: (before, scroll) => this.activeChanged(before, scroll),
        });
        const { rowHeight } = source;
        this.list = new VirtualList(this.element, {
            count: 0,
            rowHeight,
            render: (index) => this.row(index),
            overscan: 10,
        });
    }

    destroy(): void {
        this.list.destroy();
    }

    get count(): number {
        return this.model.rows.length;
    }

    get activeItem(): T | null {
        return this.model.activeItem;
    }

    /** Asks for all items again; what was expanded and still exists stays expanded. */
    reload(): Promise<void> {
        return this.model.reload();
    }

    /** Marks the item that is shown elsewhere, and scrolls to it if it is in the tree. */
    select(key: string | null): boolean {
        this.model.selected = key;
        const index = key === null ? -1 : this.model.indexOf(key);
        if (index >= 0) {
            this.model.active = index;
            // A row from far away comes with its surroundings.
            this.list.reveal(index, this.list.isNear(index) ? 'nearest' : 'centre');
        }
        this.redraw();
        return index >= 0;
    }

    branch(key: string): Branch<T> | null {
        return this.model.branch(key);
    }

    /** The item after or before the selected one, in the order of the rows. */
    neighbour(step: 1 | -1): T | null {
        return this.model.neighbour(step);
    }

    expand(branch: Branch<T>): Promise<void> {
        return this.model.expand(branch);
    }

    collapse(branch: Branch<T>): void {
        this.model.collapse(branch);
    }

    private rowsChanged(): void {
        this.list.set({ count: this.model.rows.length });
        this.point();
    }

    private redraw(): void {
        this.list.refresh();
        this.point();
    }

    private activeChanged(before: number, scroll: boolean): void {
        this.list.row(before)?.classList.remove('active');
        if (scroll) this.list.reveal(this.model.active);
        this.list.row(this.model.active)?.classList.add('active');
        this.point();
    }

    private row(index: number): HTMLElement {
        const branch = this.model.rows[index];
        if (!branch) return el('div');
        const expandable = this.source.expandable(branch.item);
        const row = el('div', {
            class: index === this.model.active ? 'tree-row active' : 'tree-row',
            role: 'treeitem',
            id: `${this.id}-${index}`,
            'data-index': index,
            'aria-level': branch.level,
            'aria-setsize': branch.siblings,
            'aria-posinset': branch.position,
            'aria-expanded': expandable ? String(branch.expanded) : null,
            'aria-selected': String(this.model.isSelected(branch)),
            'aria-busy': branch.loading ? 'true' : null,
            style: { '--level': String(branch.level - 1) },
        });
        const twist = el('span', { class: 'twist' }, expandable && icon(branch.expanded ? 'down' : 'right'));
        fill(row, twist, this.source.render(branch));
        return row;
    }

    private point(): void {
        const { active } = this.model;
        if (this.list.row(active)) this.element.setAttribute('aria-activedescendant', `${this.id}-${active}`);
        else this.element.removeAttribute('aria-activedescendant');
    }

    private clicked(event: MouseEvent): void {
        const target = event.target as Element;
        const index = Number(target.closest<HTMLElement>('.tree-row')?.dataset['index'] ?? -1);
        const branch = this.model.rows[index];
        if (!branch || target.closest('button')) return;
        this.model.activate(index, false);
        if (target.closest('.twist') && this.source.expandable(branch.item)) this.model.toggle(branch);
        else this.source.open(branch.item);
    }

    private pressed(event: KeyboardEvent): void {
        if (event.ctrlKey || event.metaKey || event.altKey) return;
        if (!this.model.press(event.key, this.list.pageSize)) return;
        event.preventDefault();
        event.stopPropagation();
    }
}
