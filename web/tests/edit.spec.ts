// Editing: replace a picture, see it, undo it, save it beside; the original only by insisting.

import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { canvasPixel, expect, type Served, settled, test, visit } from './relict';
import { pngOf } from './made';
import type { Page } from '@playwright/test';

const BRICK = 'parkan/Textures.lib/BRICK.0';
const RED: [number, number, number, number] = [255, 0, 0, 255];

async function replace(page: Page, world: Served): Promise<number[]> {
    const { width, height } = await world.api<{ width: number; height: number }>('picture/info', { p: BRICK });
    await visit(page, world, `#/${BRICK}`);
    const before = await middle(page);
    const [chooser] = await Promise.all([
        page.waitForEvent('filechooser'),
        page.getByRole('button', { name: 'Replace…' }).click(),
    ]);
    await chooser.setFiles({ name: 'red.png', mimeType: 'image/png', buffer: pngOf(width, height, RED) });
    await expect(page.getByRole('button', { name: 'Undo' })).toBeEnabled();
    const told = page.getByRole('dialog');
    if (await told.isVisible()) await told.getByRole('button', { name: 'Close' }).last().click();
    await settled(page);
    return before;
}

const middle = (page: Page): Promise<number[]> => canvasPixel(page, '.picture-canvas', 0.5, 0.5);

test('a picture is replaced, seen, undone and redone', async ({ page, editing }) => {
    const before = await replace(page, editing);
    await expect.poll(async () => (await middle(page))[0]).toBeGreaterThan(240);
    await expect(page.locator('.chip.edited')).toBeVisible();
    await page.keyboard.press('Control+z');
    await expect.poll(() => middle(page)).toEqual(before);
    await page.getByRole('button', { name: 'Redo' }).click();
    await expect.poll(async () => (await middle(page))[0]).toBeGreaterThan(240);
});

test('edits are saved beside the original, which stays', async ({ page, editing }) => {
    const original = path.join(editing.folder, 'parkan', 'Textures.lib');
    const bytes = readFileSync(original);
    const another = await page.request.post(`${editing.url}api/edit/field?p=parkan/Material.lib/STEEL`, {
        data: { start: 5, value: 7 },
    });
    expect(another.ok()).toBe(true);
    await replace(page, editing);
    await expect(page.locator('.edits summary')).toContainText('2 edits, not saved');
    await page.keyboard.press('Control+s');
    const dialog = page.getByRole('dialog');
    await expect(dialog.getByLabel('Name of the new file')).toHaveValue('Textures.edited.lib');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await expect(page.locator('.toast', { hasText: 'Textures.edited.lib' })).toBeVisible();
    await expect(page.locator('.edits summary')).toContainText('1 edit, not saved');
    expect(readFileSync(original).equals(bytes)).toBe(true);
    const saved = readFileSync(path.join(editing.folder, 'parkan', 'Textures.edited.lib'));
    expect(saved.equals(bytes)).toBe(false);
    await visit(page, editing, '#/parkan/Textures.edited.lib/BRICK.0');
    await expect.poll(async () => (await middle(page))[0]).toBeGreaterThan(240);
});

test('nothing goes over a file that is there without asking', async ({ page, editing, complaints }) => {
    const original = path.join(editing.folder, 'parkan', 'Textures.lib');
    const bytes = readFileSync(original);
    await replace(page, editing);
    await page.keyboard.press('Control+s');
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Name of the new file').fill('palettes.lib');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await expect(dialog).toContainText('A file named “palettes.lib” already exists.');
    expect(complaints.every((line) => /409/.test(line))).toBe(true);
    complaints.length = 0;
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await page.keyboard.press('Control+s');
    await dialog.getByLabel(/Overwrite Textures/).check();
    await dialog.getByRole('button', { name: 'Save' }).click();
    await expect(dialog).toBeVisible();
    expect(readFileSync(original).equals(bytes)).toBe(true);
    await dialog.getByLabel(/cannot be undone/).check();
    await dialog.getByRole('button', { name: 'Save' }).click();
    await expect(dialog).toHaveCount(0);
    await expect.poll(() => readFileSync(original).equals(bytes)).toBe(false);
    expect(existsSync(path.join(editing.folder, 'parkan', 'Textures.edited.lib'))).toBe(false);
});

test('the edited file is compared with what it was', async ({ page, editing }) => {
    await replace(page, editing);
    const { differences } = await editing.api<{ differences: { path: string; differing_pixels: number | null }[] }>(
        'diff',
        {
            a: 'parkan/Textures.lib',
            original: '1',
        },
    );
    const pixels = differences.find(({ differing_pixels }) => differing_pixels)!.differing_pixels!;
    await page.locator('.edits summary').click();
    await page.getByRole('link', { name: 'Compare with the original' }).click();
    await expect(page).toHaveURL(/view=diff/);
    await expect(page.locator('.diff-row .name').first()).toHaveText('BRICK.0');
    await expect(page.locator('.diff-fields')).toContainText(new RegExp(pixels.toLocaleString('en')));
});

test('the edited picture stands beside what it was', async ({ page, editing }) => {
    await replace(page, editing);
    const [now, before] = await Promise.all(
        ['0', '1'].map((original) => editing.bytes('picture', { p: BRICK, original })),
    );
    expect(now!.equals(before!)).toBe(false);
    await visit(page, editing, '#/parkan/Textures.lib?view=diff');
    await expect(page.locator('.slider-stage canvas')).toHaveCount(3);
    const a = await canvasPixel(page, '.picture-a', 0.5, 0.5);
    const b = await canvasPixel(page, '.picture-b', 0.5, 0.5);
    expect(a).not.toEqual(b);
    expect(b[0]).toBeGreaterThan(240);
});

test('a PNG that is dropped on a picture may take its place', async ({ page, editing }) => {
    const { width, height } = await editing.api<{ width: number; height: number }>('picture/info', { p: BRICK });
    await visit(page, editing, `#/${BRICK}`);
    const bytes = pngOf(width, height, RED).toString('base64');
    const transfer = await page.evaluateHandle((bytes) => {
        const transfer = new DataTransfer();
        transfer.items.add(new File([Uint8Array.from(atob(bytes), (letter) => letter.charCodeAt(0))], 'red.png'));
        return transfer;
    }, bytes);
    await page.dispatchEvent('body', 'drop', { dataTransfer: transfer });
    await page.getByRole('dialog').getByRole('button', { name: 'Replace…' }).click();
    await expect.poll(async () => (await middle(page))[0]).toBeGreaterThan(240);
});

test('without --edit nothing offers to edit', async ({ page, world }) => {
    await visit(page, world, `#/${BRICK}`);
    await expect(page.getByRole('button', { name: 'Replace…' })).toHaveCount(0);
    await expect(page.getByRole('button', { name: 'Undo' })).toHaveCount(0);
});
