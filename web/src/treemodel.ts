// The rows of a tree: what is expanded, which row is active, what each key does. No elements; `treeview.ts` draws it.

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

export interface TreeItems<T> {
    /** Children of an item; of `null`, the items at the top. */
    children(item: T | null): T[] | Promise<T[]>;
    expandable(item: T): boolean;
    /** Identifies the item in the whole tree. */
    key(item: T): string;
    /** What is typed to find it. */
    name(item: T): string;
    open(item: T): void;
    failed(error: unknown): void;
}

/** What a tree tells whoever draws it. */
export interface TreeWatcher {
    rowsChanged(): void;
    /** The rows are the same, but one of them looks different. */
    rowRestyled(): void;
    activeChanged(before: number, scroll: boolean): void;
}

const TYPING_MILLISECONDS = 700;

export class TreeModel<T> {
    rows: Branch<T>[] = [];
    active = 0;
    /** Key of the item that is shown elsewhere on the page. */
    selected: string | null = null;
    private typed = '';
    private typedAt = -Infinity;
    private loads = 0;

    constructor(
        private readonly items: TreeItems<T>,
        private readonly watcher: TreeWatcher,
    ) {}

    get activeItem(): T | null {
        return this.rows[this.active]?.item ?? null;
    }

    /** Asks for all items again; what was expanded and still exists stays expanded. */
    async reload(): Promise<void> {
        const load = ++this.loads;
        const open = new Set(this.rows.filter((row) => row.expanded).map((row) => this.items.key(row.item)));
        const active = this.activeItem;
        const tops = branches(await this.items.children(null), null);
        if (load !== this.loads) return;
        this.setRows(tops);
        await this.reopen(tops, open, load);
        if (active !== null) this.activate(this.indexOf(this.items.key(active)), false);
    }

    private async reopen(among: Branch<T>[], open: Set<string>, load: number): Promise<void> {
        for (const branch of among) {
            if (!open.has(this.items.key(branch.item)) || load !== this.loads) continue;
            await this.expand(branch);
            await this.reopen(branch.children ?? [], open, load);
        }
    }

    indexOf(key: string): number {
        return this.rows.findIndex((row) => this.items.key(row.item) === key);
    }

    branch(key: string): Branch<T> | null {
        return this.rows[this.indexOf(key)] ?? null;
    }

    isSelected(branch: Branch<T>): boolean {
        return this.selected !== null && this.items.key(branch.item) === this.selected;
    }

    /** The item after or before the selected one, in the order of the rows. */
    neighbour(step: 1 | -1): T | null {
        const from = this.selected === null ? this.active : this.indexOf(this.selected);
        return this.rows[from + step]?.item ?? null;
    }

    /** Makes a row the active one; an index outside the tree means the nearest row. */
    activate(index: number, scroll = true): void {
        const before = this.active;
        this.active = Math.min(Math.max(0, index), Math.max(0, this.rows.length - 1));
        this.watcher.activeChanged(before, scroll);
    }

    async expand(branch: Branch<T>): Promise<void> {
        if (branch.expanded || branch.loading || !this.items.expandable(branch.item)) return;
        if (!branch.children && !(await this.fetch(branch))) return;
        branch.expanded = true;
        const at = this.rows.indexOf(branch);
        if (at < 0) return;
        const inside = visible(branch.children ?? []);
        if (this.active > at) this.active += inside.length;
        this.setRows([...this.rows.slice(0, at + 1), ...inside, ...this.rows.slice(at + 1)]);
    }

    collapse(branch: Branch<T>): void {
        const at = this.rows.indexOf(branch);
        if (at < 0 || !branch.expanded) return;
        const end = this.rows.findIndex((row, index) => index > at && row.level <= branch.level);
        const hidden = (end < 0 ? this.rows.length : end) - at - 1;
        branch.expanded = false;
        if (this.active > at) this.active = Math.max(at, this.active - hidden);
        this.setRows([...this.rows.slice(0, at + 1), ...this.rows.slice(at + 1 + hidden)]);
    }

    toggle(branch: Branch<T>): void {
        if (branch.expanded) this.collapse(branch);
        else void this.expand(branch);
    }

    private async fetch(branch: Branch<T>): Promise<boolean> {
        try {
            const items = this.items.children(branch.item);
            branch.loading = true;
            if (items instanceof Promise) this.watcher.rowRestyled();
            branch.children = branches(await items, branch);
            return true;
        } catch (error) {
            this.items.failed(error);
            return false;
        } finally {
            branch.loading = false;
            this.watcher.rowRestyled();
        }
    }

    private setRows(rows: Branch<T>[]): void {
        this.rows = rows;
        this.active = Math.min(this.active, Math.max(0, rows.length - 1));
        this.watcher.rowsChanged();
    }

    /** Handles a key without modifiers; whether it meant something here. */
    press(key: string, pageSize: number, now = Date.now()): boolean {
        const branch = this.rows[this.active];
        if (!branch) return false;
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
                this.activate(this.active + pageSize);
                return true;
            case 'PageUp':
                this.activate(this.active - pageSize);
                return true;
            case 'ArrowRight':
                this.enter(branch);
                return true;
            case 'ArrowLeft':
                this.leave(branch);
                return true;
            case 'Enter':
                this.items.open(branch.item);
                return true;
            case ' ':
                if (this.isTyping(now)) break;
                this.items.open(branch.item);
                return true;
        }
        return key.length === 1 && this.type(key, now);
    }

    private enter(branch: Branch<T>): void {
        if (!branch.expanded) void this.expand(branch);
        else if (branch.children?.length) this.activate(this.active + 1);
    }

    private leave(branch: Branch<T>): void {
        if (branch.expanded) this.collapse(branch);
        else if (branch.parent) this.activate(this.rows.indexOf(branch.parent));
    }

    private isTyping(now: number): boolean {
        return this.typed !== '' && now - this.typedAt <= TYPING_MILLISECONDS;
    }

    /** Letters typed quickly are the start of a name; the same letter again goes to the next such name. */
    private type(letter: string, now: number): boolean {
        if (!this.isTyping(now)) this.typed = '';
        this.typed += letter.toLowerCase();
        this.typedAt = now;
        const again = this.typed === this.typed.charAt(0).repeat(this.typed.length);
        const wanted = again ? this.typed.charAt(0) : this.typed;
        const found = this.find(wanted, this.active + (again ? 1 : 0));
        if (found !== null) this.activate(found);
        return true;
    }

    /** The first row from `start` on, and then from the top, whose name starts like this. */
    private find(start: string, from: number): number | null {
        for (let step = 0; step < this.rows.length; step++) {
            const index = (from + step) % this.rows.length;
            const row = this.rows[index];
            if (row && this.items.name(row.item).toLowerCase().startsWith(start)) return index;
        }
        return null;
    }
}

function branches<T>(items: T[], parent: Branch<T> | null): Branch<T>[] {
    const level = (parent?.level ?? 0) + 1;
    const siblings = items.length;
    return items.map((item, index) => {
        return { item, level, parent, position: index + 1, siblings, expanded: false, children: null, loading: false };
    });
}

/** These branches and what is expanded below them, in the order of the rows. */
function visible<T>(among: Branch<T>[]): Branch<T>[] {
    const rows: Branch<T>[] = [];
    const walk = (branch: Branch<T>): void => {
        rows.push(branch);
        if (branch.expanded) branch.children?.forEach(walk);
    };
    among.forEach(walk);
    return rows;
}
