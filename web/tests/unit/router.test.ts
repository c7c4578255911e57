// Addresses of the page, and what Back and Forward do with them.

import { expect, test } from '@playwright/test';
import { type AddressBar, ancestorsOf, hashOf, nameOf, parentOf, placeOf, Router } from '../../src/router';

const ODD_PATHS = [
    '',
    'tank.msh',
    'units.rlb/tank.msh',
    'a.lib/NAME#2',
    'a.lib/100%/%20',
    'my files/ two  spaces ',
    'Игры/Паркан/танк.msh',
    'q?a=b&c/+plus',
    'a:b,c;d=e@f',
    'quotes \' " ` <b>',
    'emoji 🛡/日本',
    '../..',
];

for (const path of ODD_PATHS) {
    test(`the path “${path}” survives the address`, () => {
        const place = placeOf(hashOf(path, { view: 'bytes', at: '0x10' }));
        expect(place.path).toBe(path);
        expect([...place.query]).toEqual([
            ['view', 'bytes'],
            ['at', '0x10'],
        ]);
    });

    test(`a browser keeps the address of “${path}” as it is written`, () => {
        expect(new URL(hashOf(path, { q: path }), 'http://localhost/').hash).toBe(hashOf(path, { q: path }));
    });
}

test('values of a query may be anything', () => {
    for (const value of ['', '#', '%', '&=?', 'a b+c', 'танк', '/a/b', '%2F', '%zz']) {
        expect(placeOf(hashOf('x', { q: value })).query.get('q')).toBe(value);
    }
});

test('addresses are short where they can be', () => {
    expect(hashOf('')).toBe('#/');
    expect(hashOf('a/b', {})).toBe('#/a/b');
    expect(hashOf('/a//b/')).toBe('#/a/b');
    expect(hashOf('a:1,2', { path: 'b/c' })).toBe('#/a:1,2?path=b/c');
});

test('addresses that people type', () => {
    for (const [hash, path] of [
        ['', ''],
        ['#', ''],
        ['#/', ''],
        ['#units.rlb', 'units.rlb'],
        ['#//a///b/', 'a/b'],
        ['#/100%', '100%'],
        ['#/%zz/%D1', '%zz/%D1'],
        ['#/?view=list', ''],
        ['#/a#2', 'a#2'],
    ] as const) {
        expect(placeOf(hash).path, hash).toBe(path);
    }
    expect(placeOf('#/a?b?c=d').query.get('b?c')).toBe('d');
});

test('names, parents and ancestors', () => {
    expect([nameOf(''), nameOf('a'), nameOf('a/b')]).toEqual(['', 'a', 'b']);
    expect([parentOf(''), parentOf('a'), parentOf('a/b/c')]).toEqual(['', '', 'a/b']);
    expect(ancestorsOf('')).toEqual([]);
    expect(ancestorsOf('a')).toEqual([]);
    expect(ancestorsOf('a/b/c')).toEqual(['a', 'a/b']);
});

/** A window with nothing but an address and its history. Like a browser, it announces Back twice. */
class FakeBar implements AddressBar {
    private readonly entries = [''];
    private at = 0;
    private readonly listeners = new Set<() => void>();

    readonly location = { hash: '' };
    readonly history = {
        pushState: (_: unknown, __: string, hash: string): void => {
            this.entries.splice(++this.at, Infinity, hash);
            this.location.hash = hash;
        },
        replaceState: (_: unknown, __: string, hash: string): void => {
            this.entries[this.at] = this.location.hash = hash;
        },
    };

    addEventListener(_: string, listener: () => void, { signal }: { signal: AbortSignal }): void {
        this.listeners.add(listener);
        signal.addEventListener('abort', () => this.listeners.delete(listener));
    }

    move(step: 1 | -1): void {
        this.at += step;
        this.location.hash = this.entries[this.at] ?? '';
        this.listeners.forEach((listener) => listener());
    }

    get length(): number {
        return this.entries.length;
    }
}

function routed(): { bar: FakeBar; router: Router; seen: string[]; end: AbortController } {
    const bar = new FakeBar();
    const seen: string[] = [];
    const end = new AbortController();
    const router = new Router(({ path, query }) => seen.push(`${path}?${query}`), end.signal, bar);
    return { bar, router, seen, end };
}

test('each place is reported once, also on the way back and forward', () => {
    const { bar, router, seen } = routed();
    router.read();
    router.go('Игры/танк #1');
    router.go('Игры/танк #1');
    router.go('a b', { view: 'bytes' });
    expect(seen).toEqual(['?', 'Игры/танк #1?', 'a b?view=bytes']);
    bar.move(-1);
    bar.move(-1);
    bar.move(1);
    expect(seen.slice(3)).toEqual(['Игры/танк #1?', '?', 'Игры/танк #1?']);
});

test('going elsewhere after Back drops what was ahead', () => {
    const { bar, router, seen } = routed();
    router.read();
    router.go('a');
    router.go('b');
    bar.move(-1);
    router.go('c');
    expect(bar.length).toBe(3);
    bar.move(-1);
    bar.move(1);
    expect(seen.at(-1)).toBe('c?');
});

test('a refined address is no step, is not reported, and is found again by Back', () => {
    const { bar, router, seen } = routed();
    router.go('a', { view: 'bytes' });
    router.refine({ at: '0x10', q: 'x & y' });
    router.refine({ view: null });
    expect(bar.length).toBe(2);
    expect(seen).toEqual(['a?view=bytes']);
    expect(router.place.query.get('q')).toBe('x & y');
    router.go('b');
    bar.move(-1);
    expect(seen.at(-1)).toBe('a?at=0x10&q=x+%26+y');
});

test('a router that has ended stays silent', () => {
    const { bar, router, seen, end } = routed();
    router.go('a');
    end.abort();
    bar.move(-1);
    expect(seen).toEqual(['a?']);
});
