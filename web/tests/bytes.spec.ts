// Bytes: what stands there, what it means, and the ways between the two.

import { ftruncateSync, openSync, writeSync } from 'node:fs';
import path from 'node:path';
import type { Page } from '@playwright/test';
import { expect, type Served, settled, test, turn, visit } from './relict';
import { accessible, addressed } from './seen';

interface Span {
    start: number;
    end: number;
    field: string;
    type: string;
    value: unknown;
    count?: number;
    doc: string;
    knowledge: string;
    editable: boolean;
}

interface Explained {
    size: number;
    spans: Span[];
    coverage: Record<string, number> | null;
}

const UNITS = 'parkan/units.rlb';

function explained(world: Served, p: string, query: Record<string, string> = {}): Promise<Explained> {
    return world.api<Explained>('explain', { p, ...query });
}

/** The byte as it stands in its row; rows are of eight or of sixteen. */
function byte(page: Page, offset: number): ReturnType<Page['locator']> {
    const wide = `[data-start="${offset - (offset % 16)}"]:has(.byte:nth-child(16)) .byte:nth-child(${(offset % 16) + 1})`;
    const narrow = `[data-start="${offset - (offset % 8)}"]:not(:has(.byte:nth-child(9))) .byte:nth-child(${(offset % 8) + 1})`;
    return page.locator(`${wide}, ${narrow}`);
}

function hex(offset: number): string {
    return `0x${offset.toString(16)}`;
}

test('the rows are the bytes of the file', async ({ page, world }) => {
    const bytes = await world.bytes('bytes', { p: UNITS });
    await visit(page, world, `#/${UNITS}?view=bytes`);
    for (const offset of [0, 1, 15, 16, 100]) {
        const wanted = (bytes[offset] ?? 0).toString(16).padStart(2, '0').toUpperCase();
        await expect(byte(page, offset)).toHaveText(wanted);
    }
    await visit(page, world, `#/${UNITS}?view=bytes&at=${hex(bytes.length - 1)}`);
    await expect(byte(page, bytes.length - 1)).toHaveText(
        (bytes.at(-1) ?? 0).toString(16).padStart(2, '0').toUpperCase(),
    );
    // Sixty bytes: behind the last there is nothing, not something unread.
    await turn(page, '#/parkan/Material.lib/STEEL?view=bytes');
    await expect(byte(page, 59)).toHaveText('00');
    await expect(byte(page, 60)).toHaveText('');
});

test('a click on a byte shows its field, with type, value and meaning', async ({ page, world }) => {
    const { spans } = await explained(world, UNITS);
    const span = spans.find(
        ({ start, doc, value }) => start > 8 && start < 80 && doc !== '' && typeof value === 'number',
    );
    expect(span).toBeDefined();
    if (!span) return;
    await visit(page, world, `#/${UNITS}?view=bytes`);
    await byte(page, span.end - 1).click();
    const detail = page.getByRole('region', { name: 'Field at the cursor' });
    await expect(detail.locator('.detail-field')).toHaveText(span.field);
    await expect(detail).toContainText(span.type);
    await expect(detail).toContainText(String(span.value));
    await expect(detail).toContainText(span.doc.replaceAll('`', ''));
    const chosen = page.getByRole('listbox', { name: 'Fields' }).getByRole('option', { selected: true });
    await expect(chosen).toContainText(span.field.split(/[./]/).at(-1) ?? '');
    await expect(page.locator('.byte.in-field')).toHaveCount(span.end - span.start);
    await expect.poll(() => addressed(page, 'at')).toBe(hex(span.end - 1));
});

test('a byte that the address names stands in the middle, and is told of also from elsewhere', async ({
    page,
    world,
}) => {
    await visit(page, world, '#/parkan/Textures.lib?view=bytes&at=0x80000');
    const [cursor, grid] = [page.locator('#hex-cursor'), page.getByRole('grid')];
    const [at, room] = [await cursor.boundingBox(), await grid.boundingBox()];
    if (!at || !room) throw new Error('nothing is seen');
    const part = (at.y + at.height / 2 - room.y) / room.height;
    expect(part).toBeGreaterThan(0.3);
    expect(part).toBeLessThan(0.7);
    const field = (await page.locator('.detail-field').textContent()) ?? '';
    expect(field).not.toBe('');
    await grid.evaluate((element) => (element.scrollTop = 0));
    await expect(byte(page, 0)).toHaveText('4E');
    await settled(page);
    await expect(page.locator('.detail-field')).toHaveText(field);
});

test('a field under the pointer lights up its bytes, and a byte its field', async ({ page, world }) => {
    const { spans } = await explained(world, UNITS);
    const [first, second] = spans;
    if (!first || !second) throw new Error('no spans');
    await visit(page, world, `#/${UNITS}?view=bytes`);
    await page.locator(`#field-${second.start}`).hover();
    await expect(page.locator('.byte.in-hover')).toHaveCount(second.end - second.start);
    await expect(byte(page, second.start)).toHaveClass(/in-hover/);
    await byte(page, first.start).hover();
    await expect(page.locator(`#field-${first.start}`)).toHaveClass(/hovered/);
    await expect(byte(page, second.start)).not.toHaveClass(/in-hover/);
});

test('a click on a field goes to its bytes', async ({ page, world }) => {
    const { spans } = await explained(world, UNITS);
    const span = spans[5];
    if (!span) throw new Error('no span');
    await visit(page, world, `#/${UNITS}?view=bytes`);
    await page.locator(`#field-${span.start}`).click();
    await expect(byte(page, span.start)).toHaveClass(/cursor/);
    await expect.poll(() => addressed(page, 'at')).toBe(hex(span.start));
});

test('fields of archives inside archives are there, and lead to the entry', async ({ page, world }) => {
    const { spans } = await explained(world, UNITS);
    const span = spans.find(({ field }) => field.startsWith('tank.msh/') && field.includes('nodes['));
    if (!span) throw new Error('no nested field');
    await visit(page, world, `#/${UNITS}?view=bytes&at=${hex(span.start)}`);
    await expect(page.locator('.detail-field')).toHaveText(span.field);
    await page.getByRole('button', { name: 'Open tank.msh' }).click();
    await expect(page).toHaveURL(/units\.rlb\/tank\.msh/);
});

test('every format has its bytes explained', async ({ page, world }) => {
    test.setTimeout(240_000);
    const { entries } = await world.api<{ entries: { path: string; format: string | null; size: number }[] }>('find', {
        q: '*',
        p: '',
        limit: '5000',
    });
    const formats = new Map(
        entries.filter(({ format, size }) => format && size > 0).map((entry) => [entry.format, entry.path]),
    );
    expect(formats.size).toBeGreaterThan(20);
    await visit(page, world, '#/');
    for (const [format, place] of formats) {
        await test.step(`${format} ${place}`, async () => {
            const { spans, coverage } = await explained(world, place, { coverage: '1' });
            const first = spans.find(({ start, end }) => end > start);
            const hash = place.split('/').map(encodeURIComponent).join('/');
            await turn(page, `#/${hash}?view=bytes&at=0x0`);
            await expect(page.locator('.detail-field')).toHaveText(first?.field || '—');
            await expect(page.locator('.byte').first()).toHaveClass(new RegExp(first?.knowledge ?? ''));
            const named =
                (coverage?.['named'] ?? 0) / Object.values(coverage ?? {}).reduce((sum, part) => sum + part, 0);
            const share = new Intl.NumberFormat('en', { style: 'percent', maximumFractionDigits: 1 }).format(named);
            await expect(page.locator('.legend-item').first()).toContainText(share);
        });
    }
});

test('the strip shows the whole and leads to any part of it', async ({ page, world }) => {
    const { size } = await explained(world, UNITS);
    await visit(page, world, `#/${UNITS}?view=bytes`);
    const strip = page.getByRole('slider', { name: /Overview of the file/ });
    const box = await strip.boundingBox();
    await strip.click({ position: { x: (box?.width ?? 0) / 2, y: 5 } });
    await expect.poll(() => Math.abs(Number(addressed(page, 'at') ?? 0) / size - 0.5)).toBeLessThan(0.02);
    const colours = await page.locator('.overview-strip').evaluate((canvas) => {
        const pen = (canvas as HTMLCanvasElement).getContext('2d');
        const data = pen?.getImageData(0, 0, (canvas as HTMLCanvasElement).width, 1).data ?? [];
        return new Set(Array.from({ length: data.length / 4 }, (_, at) => data.slice(4 * at, 4 * at + 4).join())).size;
    });
    expect(colours).toBeGreaterThan(1);
    await strip.press('End');
    await expect.poll(() => addressed(page, 'at')).toBe(hex(size - 1));
});

test('offsets are gone to, bytes and text are found', async ({ page, world }) => {
    const bytes = await world.bytes('bytes', { p: UNITS });
    await visit(page, world, `#/${UNITS}?view=bytes`);
    await page.keyboard.press('g');
    await page.keyboard.type('0x200');
    await page.keyboard.press('Enter');
    await expect(byte(page, 0x200)).toHaveClass(/cursor/);
    await expect(page.getByRole('grid')).toBeFocused();
    const text = bytes.indexOf('bunker.msh', 0x201);
    await page.getByLabel('Find bytes or text').fill('bunker.msh');
    await page.keyboard.press('Enter');
    await expect(byte(page, text)).toHaveClass(/cursor/);
    await expect(page.locator('.byte.in-mark')).toHaveCount('bunker.msh'.length);
    // Behind the last one the search begins anew.
    await page.getByLabel('Find bytes or text').fill('4E 52 65 73');
    await page.keyboard.press('Enter');
    const next = bytes.indexOf('NRes', text + 1);
    await expect(byte(page, next < 0 ? bytes.indexOf('NRes') : next)).toHaveClass(/cursor/);
    await page.getByLabel('Find bytes or text').fill('nothing of the kind');
    await page.keyboard.press('Enter');
    await expect(page.getByText('Not found.')).toBeVisible();
});

test('the cursor goes by keys, and is told', async ({ page, world }) => {
    await visit(page, world, `#/${UNITS}?view=bytes`);
    const grid = page.getByRole('grid', { name: 'Bytes' });
    await grid.focus();
    const columns = Number(await grid.getAttribute('aria-colcount')) - 1;
    for (const key of ['ArrowDown', 'ArrowRight', 'ArrowRight', 'ArrowLeft']) await page.keyboard.press(key);
    await expect(byte(page, columns + 1)).toHaveClass(/cursor/);
    await expect(grid).toHaveAttribute('aria-activedescendant', 'hex-cursor');
    await expect(page.locator('#hex-cursor')).toHaveAttribute('aria-label', new RegExp(`^${hex(columns + 1)}: `));
    await page.keyboard.press('End');
    await expect(byte(page, 2 * columns - 1)).toHaveClass(/cursor/);
    await page.keyboard.press('Home');
    await expect(byte(page, columns)).toHaveClass(/cursor/);
    await page.keyboard.press('PageDown');
    await expect(byte(page, columns)).not.toHaveClass(/cursor/);
    await page.keyboard.press('Control+Home');
    await expect(byte(page, 0)).toHaveClass(/cursor/);
    const { spans } = await explained(world, UNITS);
    await page.keyboard.press(']');
    await expect(byte(page, spans[1]?.start ?? -1)).toHaveClass(/cursor/);
    await page.keyboard.press('[');
    await expect(byte(page, 0)).toHaveClass(/cursor/);
    await page.keyboard.press('Control+End');
    await expect(page.locator('.byte.cursor')).toHaveAttribute('aria-label', /^0x/);
    // Keys that the view has taken for itself are told as its own, and not as anybody else's, too.
    await page.keyboard.press('?');
    const keys = page.getByRole('dialog').locator('dt');
    await expect(keys.first()).toBeVisible();
    const told = await keys.locator('kbd').allTextContents();
    expect(told).toContain('S');
    expect(told.filter((key, at) => told.indexOf(key) !== at)).toEqual([]);
});

test('items of lists can be seen one by one', async ({ page, world }) => {
    const { spans } = await explained(world, UNITS);
    const list = spans.find(({ count }) => (count ?? 0) > 10);
    if (!list) throw new Error('no list');
    await visit(page, world, `#/${UNITS}?view=bytes&at=${hex(list.start)}`);
    await expect(page.locator('.detail-field')).toHaveText(list.field);
    await page.getByRole('button', { name: 'Expand arrays' }).last().click();
    await expect.poll(() => addressed(page, 'full')).toBe('1');
    await expect(page.locator('.detail-field')).toContainText(`${list.field}[0]`);
});

test('a hundred megabytes are scrolled without a wait', async ({ page, editing }) => {
    const size = 100 * 1024 * 1024;
    const file = openSync(path.join(editing.folder, 'big.bin'), 'w');
    ftruncateSync(file, size);
    writeSync(file, Buffer.from('the end'), 0, 7, size - 7);
    await visit(page, editing, '#/big.bin?view=bytes');
    await expect(byte(page, 0)).toHaveText('00');
    await expect(page.locator('.detail-field')).toBeVisible();
    const began = Date.now();
    await page.getByRole('grid').focus();
    await page.keyboard.press('Control+End');
    await expect(byte(page, size - 1)).toHaveText('64');
    expect(Date.now() - began).toBeLessThan(5_000);
    for (let turn = 0; turn < 20; turn++) await page.mouse.wheel(0, -4000);
    await page.keyboard.press('Control+Home');
    await expect(byte(page, 0)).toHaveText('00');
    const rows = await page.locator('.hex-row').count();
    expect(rows).toBeLessThan(100);
});

test('the value of a field is changed where it stands', async ({ page, editing, complaints }) => {
    const place = 'parkan/Material.lib/BEACON';
    const { spans } = await explained(editing, place);
    const span = spans.find(
        ({ editable, type, value }) => editable && type === 'u8' && typeof value === 'number' && value < 200,
    );
    if (!span) throw new Error('nothing to edit');
    const value = Number(span.value) + 1;
    await visit(page, editing, `#/${place}?view=bytes&at=${hex(span.start)}`);
    await page.getByRole('grid').focus();
    await page.keyboard.press('Enter');
    const input = page.getByLabel('New value');
    await expect(input).toBeFocused();
    await input.fill(String(value));
    await page.keyboard.press('Enter');
    await expect.poll(async () => (await editing.bytes('bytes', { p: place }))[span.start]).toBe(value);
    await settled(page);
    await expect(byte(page, span.start)).toHaveText(value.toString(16).padStart(2, '0').toUpperCase());
    await page.getByLabel('New value').fill('100000');
    await page.keyboard.press('Enter');
    await expect(page.getByRole('alert').filter({ hasText: /\S/ }).first()).toBeVisible();
    expect((await editing.bytes('bytes', { p: place }))[span.start]).toBe(value);
    // The browser itself writes down that the server refused.
    expect(complaints.splice(0).filter((complaint) => !complaint.includes('422'))).toEqual([]);
});

test('without --edit no field can be written', async ({ page, world }) => {
    await visit(page, world, '#/parkan/Material.lib/BEACON?view=bytes');
    await expect(page.locator('.detail-field')).toBeVisible();
    await expect(page.getByLabel('New value')).toHaveCount(0);
});

test('bytes keep nobody out', async ({ page, world }) => {
    // Each byte is an element, and axe looks at them all; of a few rows it says the same as of many.
    test.slow();
    await page.setViewportSize({ width: 1280, height: 420 });
    await visit(page, world, `#/${UNITS}?view=bytes&at=0x40`);
    await accessible(page);
    await page.setViewportSize({ width: 390, height: 520 });
    await expect(page.getByRole('grid')).toHaveAttribute('aria-colcount', '9');
    await accessible(page);
});
