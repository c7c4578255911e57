// Scrolling of long lists, in numbers.

import { expect, test } from '@playwright/test';
import { MAX_CANVAS_HEIGHT, ScrollModel } from '../../src/scroll';

const MILLION = 1_000_000;

test('an empty list has nothing to draw and nowhere to go', () => {
    const list = new ScrollModel(0, 28, 500);
    expect(list.range(6)).toEqual([0, 0]);
    expect([list.total, list.canvasHeight, list.maxPosition, list.ratio]).toEqual([0, 0, 0, 1]);
    for (const where of ['nearest', 'centre', 'top'] as const) list.reveal(0, where);
    list.moveTo(1e9);
    expect([list.position, list.top]).toEqual([0, 0]);
});

test('a single row is drawn, and does not scroll', () => {
    const list = new ScrollModel(1, 28, 500);
    expect(list.range(6)).toEqual([0, 1]);
    list.reveal(0, 'centre');
    expect(list.position).toBe(0);
});

test('a list without height still draws some rows, and a page is at least one row', () => {
    const list = new ScrollModel(100, 28);
    expect(list.range(0)).toEqual([0, 1]);
    expect(list.pageSize).toBe(1);
    list.viewport = 10;
    expect(list.pageSize).toBe(1);
});

test('drawn rows cover the viewport at every position', () => {
    const list = new ScrollModel(1000, 28, 300);
    const gaps: number[] = [];
    for (let position = 0; position <= list.maxPosition; position += 13) {
        list.moveTo(position);
        const [first, end] = list.range(2);
        const covers = first * 28 <= list.position && end * 28 >= list.position + 300;
        if (!covers || end - first > Math.ceil(300 / 28) + 1 + 4) gaps.push(position);
    }
    expect(gaps).toEqual([]);
});

test('positions stay inside the list', () => {
    const list = new ScrollModel(1000, 10, 300);
    list.moveTo(-5);
    expect(list.position).toBe(0);
    list.moveTo(1e12);
    expect(list.position).toBe(1000 * 10 - 300);
    list.follow(1e12);
    expect(list.position).toBe(9700);
    list.follow(-20);
    expect(list.position).toBe(0);
    expect(list.follow(-20)).toBe(false);
});

test('a row is revealed with as little movement as possible', () => {
    const list = new ScrollModel(1000, 10, 100);
    list.reveal(5);
    expect(list.position).toBe(0);
    list.reveal(10);
    expect(list.position).toBe(10);
    list.reveal(10, 'top');
    expect(list.position).toBe(100);
    list.reveal(500, 'centre');
    expect(list.position).toBe(5000 - 45);
    list.reveal(0, 'centre');
    expect(list.position).toBe(0);
    list.reveal(999, 'top');
    expect(list.position).toBe(list.maxPosition);
    list.reveal(998);
    expect(list.position).toBe(list.maxPosition);
});

test('a row is near if it is in view or next to it', () => {
    const list = new ScrollModel(1000, 10, 100);
    list.moveTo(500);
    expect([48, 49, 55, 60, 61].map((index) => list.isNear(index))).toEqual([false, true, true, true, false]);
});

test('the first visible row survives another height and more rows; fewer rows move it', () => {
    const list = new ScrollModel(1000, 10, 100);
    list.moveTo(5000);
    list.resize(1000, 20);
    expect(list.firstVisible).toBe(500);
    list.resize(2000, 20);
    expect(list.firstVisible).toBe(500);
    list.resize(100, 20);
    expect(list.position).toBe(100 * 20 - 100);
    list.resize(0, 20);
    expect([list.position, ...list.range(6)]).toEqual([0, 0, 0]);
});

test('a viewport that grows past the end still draws existing rows only', () => {
    const list = new ScrollModel(20, 10, 50);
    list.moveTo(150);
    list.viewport = 1000;
    const [first, end] = list.range(2);
    expect([first <= end, end]).toEqual([true, 20]);
    list.resize(5, 10);
    expect(list.range(2)).toEqual([0, 5]);
});

test('a million rows: the scrollbar is scaled and reaches both ends', () => {
    const list = new ScrollModel(MILLION, 28, 600);
    expect(list.canvasHeight).toBe(MAX_CANVAS_HEIGHT);
    expect(list.ratio).toBeGreaterThan(3);
    list.follow(MAX_CANVAS_HEIGHT - 600);
    expect(list.position).toBeCloseTo(list.maxPosition, 3);
    expect(list.range(6)[1]).toBe(MILLION);
    list.follow(0);
    expect(list.position).toBe(0);
    list.reveal(MILLION - 1);
    expect(list.top).toBeCloseTo(MAX_CANVAS_HEIGHT - 600, 3);
    expect(list.offsetOf(MILLION - 1) + 28).toBeCloseTo(MAX_CANVAS_HEIGHT, 3);
});

test('a million rows: every row can be reached, and is drawn on the canvas', () => {
    const list = new ScrollModel(MILLION, 28, 600);
    for (let index = 0; index < MILLION; index += 99_991) {
        list.reveal(index, 'centre');
        const [first, end] = list.range(0);
        expect(first <= index && index < end, String(index)).toBe(true);
        expect(list.offsetOf(index)).toBeGreaterThanOrEqual(0);
        expect(list.offsetOf(index)).toBeLessThan(MAX_CANVAS_HEIGHT);
    }
});

test('a million rows: the wheel moves by its own length, a drag by its share', () => {
    const list = new ScrollModel(MILLION, 28, 600);
    list.moveTo(14_000_000);
    const { top } = list;
    list.follow(top + 100);
    expect(list.position).toBe(14_000_100);
    list.follow(top + 100 - 53);
    expect(list.position).toBeCloseTo(14_000_047, 3);
    list.follow(1_000_000);
    expect(list.position).toBeCloseTo(1_000_000 * list.ratio, 3);
});

test('a million rows: the wheel reaches both ends', () => {
    const list = new ScrollModel(MILLION, 28, 600);
    for (const [from, step, end] of [
        [2_000, -120, 0],
        [list.maxPosition - 2_000, 120, list.maxPosition],
    ] as const) {
        list.moveTo(from);
        for (let turns = 0; turns < 30; turns++) {
            list.follow(Math.min(Math.max(0, list.top + step), list.canvasHeight - list.viewport));
            list.moveTo(list.position);
        }
        expect(list.position).toBe(end);
    }
});
