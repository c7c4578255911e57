// The rows of a tree: expanding, collapsing, keys.

import { expect, test } from '@playwright/test';
import { type Branch, type TreeItems, TreeModel } from '../../src/treemodel';

/** A path such as `a/b`; what hangs from it is what starts with it. */
type Item = string;

const PATHS = ['apple', 'apple/core', 'apple/core/pip', 'apple/skin', 'banana', 'berry', 'empty', 'Ёлка', 'Ёлка/шар'];
const PAGE = 3;

interface Made {
    tree: TreeModel<Item>;
    paths: Item[];
    opened: Item[];
    failures: unknown[];
    rowsChanged: number;
    scrolls: number[];
    names(): string[];
    at(key: string): Branch<Item>;
    press(...keys: string[]): Promise<void>;
}

function parent(path: string): string | null {
    const cut = path.lastIndexOf('/');
    return cut < 0 ? null : path.slice(0, cut);
}

async function treeOf(given: Item[] = PATHS, changes: Partial<TreeItems<Item>> = {}): Promise<Made> {
    const made = { paths: [...given], opened: [], failures: [], rowsChanged: 0, scrolls: [] } as unknown as Made;
    const items: TreeItems<Item> = {
        children: (item) => made.paths.filter((path) => parent(path) === item),
        expandable: (item) => item === 'empty' || made.paths.some((path) => parent(path) === item),
        key: (item) => item,
        name: (item) => item.slice(item.lastIndexOf('/') + 1),
        open: (item) => made.opened.push(item),
        failed: (error) => made.failures.push(error),
        ...changes,
    };
    made.tree = new TreeModel(items, {
        rowsChanged: () => made.rowsChanged++,
        rowRestyled: () => {},
        activeChanged: (_, scroll) => scroll && made.scrolls.push(made.tree.active),
    });
    made.names = () => made.tree.rows.map(({ item }) => item);
    made.at = (key) => {
        const branch = made.tree.branch(key);
        if (!branch) throw new Error(`${key} is not in the tree`);
        return branch;
    };
    made.press = async (...keys) => {
        for (const key of keys) {
            made.tree.press(key, PAGE, Date.now());
            await turn();
        }
    };
    await made.tree.reload();
    return made;
}

/** Lets promises that wait for nothing come through. */
function turn(): Promise<void> {
    return new Promise((done) => setTimeout(done, 0));
}

test('an empty tree has no active item and ignores keys', async () => {
    const { tree, opened } = await treeOf([]);
    expect(tree.activeItem).toBeNull();
    for (const key of ['ArrowDown', 'ArrowRight', 'Home', 'End', 'PageUp', 'Enter', 'a', ' ']) {
        expect(tree.press(key, PAGE)).toBe(false);
    }
    expect([tree.active, tree.neighbour(1), tree.branch('x'), opened.length]).toEqual([0, null, null, 0]);
});

test('a tree of one row stays on it', async () => {
    const { tree, opened, press } = await treeOf(['only']);
    await press('ArrowDown', 'ArrowUp', 'PageDown', 'PageUp', 'End', 'Home', 'ArrowRight', 'ArrowLeft');
    expect(tree.activeItem).toBe('only');
    await press('Enter', ' ');
    expect(opened).toEqual(['only', 'only']);
});

test('rows know their level and their place among siblings', async () => {
    const { tree, at } = await treeOf();
    await tree.expand(at('apple'));
    expect(at('apple/skin')).toMatchObject({ level: 2, position: 2, siblings: 2 });
    expect(at('apple/skin').parent).toBe(at('apple'));
    expect(at('banana')).toMatchObject({ level: 1, position: 2, siblings: 5, parent: null });
});

test('Right expands, then goes in; Left goes out, then collapses', async () => {
    const { tree, names, press } = await treeOf();
    await press('ArrowRight');
    expect(names().slice(0, 4)).toEqual(['apple', 'apple/core', 'apple/skin', 'banana']);
    expect(tree.activeItem).toBe('apple');
    await press('ArrowRight', 'ArrowRight', 'ArrowRight');
    expect(tree.activeItem).toBe('apple/core/pip');
    await press('ArrowRight');
    expect(tree.activeItem).toBe('apple/core/pip');
    await press('ArrowLeft');
    expect(tree.activeItem).toBe('apple/core');
    await press('ArrowLeft', 'ArrowLeft');
    expect(tree.activeItem).toBe('apple');
    await press('ArrowLeft');
    expect(names()).toEqual(['apple', 'banana', 'berry', 'empty', 'Ёлка']);
    await press('ArrowLeft');
    expect(tree.activeItem).toBe('apple');
});

test('what was expanded inside stays so when the outside is collapsed and expanded again', async () => {
    const { tree, names, at } = await treeOf();
    await tree.expand(at('apple'));
    await tree.expand(at('apple/core'));
    tree.collapse(at('apple'));
    expect(names()).toHaveLength(5);
    await tree.expand(at('apple'));
    expect(names().slice(0, 4)).toEqual(['apple', 'apple/core', 'apple/core/pip', 'apple/skin']);
});

test('the active row stays the same item when rows above it come and go', async () => {
    const { tree, at } = await treeOf();
    tree.activate(tree.indexOf('berry'));
    await tree.expand(at('apple'));
    expect(tree.activeItem).toBe('berry');
    tree.collapse(at('apple'));
    expect(tree.activeItem).toBe('berry');
});

test('collapsing around the active row makes the collapsed one active', async () => {
    const { tree, at } = await treeOf();
    await tree.expand(at('apple'));
    await tree.expand(at('apple/core'));
    tree.activate(tree.indexOf('apple/skin'));
    tree.collapse(at('apple'));
    expect(tree.activeItem).toBe('apple');
});

test('an item that can be expanded may still have no children', async () => {
    const { tree, names, at, press } = await treeOf();
    tree.activate(tree.indexOf('empty'));
    await press('ArrowRight');
    expect(at('empty').expanded).toBe(true);
    await press('ArrowRight');
    expect(tree.activeItem).toBe('empty');
    tree.collapse(at('empty'));
    expect([at('empty').expanded, names().length]).toEqual([false, 5]);
});

test('the last branch collapses to the end of the tree', async () => {
    const { tree, names, at } = await treeOf();
    await tree.expand(at('Ёлка'));
    expect(names().at(-1)).toBe('Ёлка/шар');
    tree.collapse(at('Ёлка'));
    expect(names().at(-1)).toBe('Ёлка');
});

test('keys stop at both ends', async () => {
    const { tree, press } = await treeOf();
    await press('ArrowUp', 'PageUp');
    expect(tree.active).toBe(0);
    await press('PageDown');
    expect(tree.active).toBe(PAGE);
    await press('PageDown', 'PageDown', 'ArrowDown');
    expect(tree.activeItem).toBe('Ёлка');
    await press('Home');
    expect(tree.activeItem).toBe('apple');
    await press('End');
    expect(tree.activeItem).toBe('Ёлка');
});

test('keys scroll to the active row, a reload does not', async () => {
    const { tree, scrolls, press } = await treeOf();
    await press('ArrowDown');
    await tree.reload();
    expect(scrolls).toEqual([1]);
});

test('typed letters find the start of a name, in any alphabet', async () => {
    const { tree } = await treeOf();
    expect(tree.press('b', PAGE, 0)).toBe(true);
    expect(tree.activeItem).toBe('banana');
    tree.press('E', PAGE, 100);
    expect(tree.activeItem).toBe('berry');
    tree.press('ё', PAGE, 5_000);
    expect(tree.activeItem).toBe('Ёлка');
    tree.press('b', PAGE, 10_000);
    tree.press('b', PAGE, 10_100);
    expect(tree.activeItem).toBe('berry');
    tree.press('b', PAGE, 10_200);
    expect(tree.activeItem).toBe('banana');
    tree.press('z', PAGE, 20_000);
    expect(tree.activeItem).toBe('banana');
});

test('Space opens, but belongs to a name that is being typed', async () => {
    const { tree, opened } = await treeOf(['a b', 'a c', 'z']);
    tree.press('a', PAGE, 0);
    tree.press(' ', PAGE, 10);
    tree.press('b', PAGE, 20);
    expect([tree.activeItem, opened.length]).toEqual(['a b', 0]);
    tree.press(' ', PAGE, 5_000);
    expect(opened).toEqual(['a b']);
});

test('keys without a meaning are left to the page', async () => {
    const { tree } = await treeOf();
    for (const key of ['Escape', 'Tab', 'F5', 'Shift', 'Delete']) expect(tree.press(key, PAGE)).toBe(false);
});

test('neighbours are those of the selected item, or of the active one', async () => {
    const { tree } = await treeOf();
    expect([tree.neighbour(-1), tree.neighbour(1)]).toEqual([null, 'banana']);
    tree.selected = 'berry';
    expect([tree.neighbour(-1), tree.neighbour(1)]).toEqual(['banana', 'empty']);
    tree.selected = 'Ёлка';
    expect(tree.neighbour(1)).toBeNull();
    tree.selected = 'elsewhere';
    expect(tree.neighbour(-1)).toBeNull();
});

test('a reload keeps what is expanded and active, and forgets what is gone', async () => {
    const { tree, paths, names, at } = await treeOf();
    await tree.expand(at('apple'));
    await tree.expand(at('apple/core'));
    await tree.expand(at('Ёлка'));
    tree.activate(tree.indexOf('apple/core/pip'));
    paths.splice(paths.indexOf('banana'), 1);
    paths.unshift('aaa');
    await tree.reload();
    expect(names()).toEqual([
        'aaa',
        'apple',
        'apple/core',
        'apple/core/pip',
        'apple/skin',
        'berry',
        'empty',
        'Ёлка',
        'Ёлка/шар',
    ]);
    expect(tree.activeItem).toBe('apple/core/pip');
    paths.splice(0);
    await tree.reload();
    expect([names(), tree.active]).toEqual([[], 0]);
});

test('of two reloads the later one counts, whichever answers first', async () => {
    const answers: ((items: Item[]) => void)[] = [];
    let slow = false;
    const { tree, names } = await treeOf([], {
        children: () => (slow ? new Promise<Item[]>((done) => answers.push(done)) : []),
    });
    slow = true;
    const first = tree.reload();
    const second = tree.reload();
    answers[1]?.(['new']);
    answers[0]?.(['old']);
    await Promise.all([first, second]);
    expect(names()).toEqual(['new']);
});

test('children that arrive after the row has gone change nothing that is seen', async () => {
    const arrive: (() => void)[] = [];
    const { tree, names, at } = await treeOf(PATHS, {
        children: (item) => {
            const found = PATHS.filter((path) => parent(path) === item);
            return item === 'apple/core' ? new Promise<Item[]>((done) => arrive.push(() => done(found))) : found;
        },
    });
    await tree.expand(at('apple'));
    const core = at('apple/core');
    const expanding = tree.expand(core);
    expect(core.loading).toBe(true);
    await tree.expand(core);
    tree.collapse(at('apple'));
    arrive.forEach((done) => done());
    await expanding;
    expect([arrive.length, names().length]).toEqual([1, 5]);
    await tree.expand(at('apple'));
    expect(names()).toContain('apple/core/pip');
});

test('children that cannot be had are reported, and can be asked for again', async () => {
    let broken = true;
    const { tree, failures, names, at } = await treeOf(PATHS, {
        children: (item) => {
            if (item === 'apple' && broken) throw new Error('no answer');
            return PATHS.filter((path) => parent(path) === item);
        },
    });
    await tree.expand(at('apple'));
    expect([failures.length, at('apple').expanded, at('apple').loading]).toEqual([1, false, false]);
    broken = false;
    await tree.expand(at('apple'));
    expect(names()).toContain('apple/core');
});

test('a million children expand, are walked through by keys, and collapse', async () => {
    const many = Array.from({ length: 1_000_000 }, (_, index) => `n${index}`);
    const { tree, names } = await treeOf(['top', 'below'], {
        children: (item) => (item === null ? ['top', 'below'] : many),
        expandable: (item) => item === 'top',
    });
    const [top] = tree.rows;
    if (top) await tree.expand(top);
    expect(tree.rows).toHaveLength(1_000_002);
    tree.press('End', PAGE);
    expect(tree.activeItem).toBe('below');
    tree.press('ArrowUp', PAGE);
    expect(tree.activeItem).toBe('n999999');
    tree.press('ArrowLeft', PAGE);
    expect(tree.activeItem).toBe('top');
    tree.press('ArrowLeft', PAGE);
    expect(names()).toEqual(['top', 'below']);
});
