// Files from elsewhere: dropped, chosen, or named.

import type { Page } from '@playwright/test';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, settled, test, visit } from './relict';

async function dropped(page: Page, name: string, bytes: Buffer): Promise<void> {
    const transfer = await page.evaluateHandle(
        ({ name, bytes }) => {
            const transfer = new DataTransfer();
            transfer.items.add(new File([Uint8Array.from(atob(bytes), (letter) => letter.charCodeAt(0))], name));
            return transfer;
        },
        { name, bytes: bytes.toString('base64') },
    );
    await page.dispatchEvent('body', 'dragenter', { dataTransfer: transfer });
    await expect(page.locator('.drop-overlay')).toBeVisible();
    await page.dispatchEvent('body', 'drop', { dataTransfer: transfer });
}

test('a file that is dropped is opened, explored and kept over a reload', async ({ page, world, sample }) => {
    await visit(page, world, '#/');
    await dropped(page, 'mine.lib', readFileSync(path.join(sample, 'parkan', 'Textures.lib')));
    await expect(page).toHaveURL(/#\/dropped:\d+\/mine\.lib$/);
    await expect(page.locator('.drop-overlay')).toBeHidden();
    await settled(page);
    await expect(page.locator('h1')).toHaveText('mine.lib');
    await expect(page.locator('.chip').first()).toHaveText('ngi.nres');
    await page.locator('.card:has-text("BRICK.0"), .grid-row:has-text("BRICK.0")').first().click();
    await expect(page.locator('.picture-canvas')).toBeVisible();
    await page.reload();
    await settled(page);
    await expect(page.locator('.tree-row .name', { hasText: 'mine.lib' })).toBeVisible();
    await expect(page.locator('.picture-canvas')).toBeVisible();
});

test('a path is typed, suggested and opened by keys', async ({ page, world }) => {
    await visit(page, world, '#/');
    await page.locator('#stage').focus();
    await page.keyboard.press('o');
    const dialog = page.getByRole('dialog');
    await expect(dialog.getByLabel('Path in this folder')).toBeFocused();
    await page.keyboard.type('glass');
    await expect(dialog.locator('.suggestions button').first()).toContainText(/glass/i);
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(/glass/i);
    await expect(dialog).toHaveCount(0);
    await page.keyboard.press('o');
    await page.keyboard.type('parkan/Textures.lib/BRICK.0');
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(/BRICK\.0$/);
    // As file managers write it.
    await page.keyboard.press('o');
    await page.keyboard.type(String.raw`C:\Games\game\parkan\Material.lib`);
    await page.keyboard.press('Enter');
    await expect(page.locator('h1')).toHaveText('Material.lib');
});

test('a path that leads nowhere is told with a way out', async ({ page, world, complaints }) => {
    await visit(page, world, '#/parkan/nothing.lib');
    await expect(page.getByRole('alert').filter({ has: page.locator('h2') })).toBeVisible();
    await expect(page.locator('.failure code').first()).toHaveText('io.not-found');
    // The browser itself writes refused requests into the console.
    expect(complaints.every((line) => /404/.test(line))).toBe(true);
    complaints.length = 0;
    await page.getByRole('link', { name: 'Up one level' }).click();
    await expect(page).toHaveURL(/#\/parkan$/);
    await settled(page);
});
