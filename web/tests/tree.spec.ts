// The tree: by mouse, by keys, by search; and with very many entries.

import { expect, settled, test, visit } from './relict';
import { nresOf } from './made';

const row = (name: string): string => `.tree-row:has(.name:text-is("${name}"))`;

test('folders and archives open, entries have small pictures', async ({ page, world }) => {
    await visit(page, world, '#/');
    await page.locator(`${row('parkan')} .twist`).click();
    await page.locator(`${row('Textures.lib')} .twist`).click();
    await expect(page.locator(row('BRICK.0'))).toHaveAttribute('aria-level', '3');
    await expect(page.locator(`${row('BRICK.0')} img`)).toBeVisible();
    await page.locator(row('BRICK.0')).click();
    await expect(page).toHaveURL(/#\/parkan\/Textures\.lib\/BRICK\.0$/);
    await expect(page.locator(row('BRICK.0'))).toHaveAttribute('aria-selected', 'true');
});

test('a deep link opens the tree down to its entry', async ({ page, world }) => {
    await visit(page, world, '#/parkan/Textures.lib/GLASS.0');
    await expect(page.locator(row('GLASS.0'))).toHaveAttribute('aria-selected', 'true');
    await expect(page.locator(row('Textures.lib'))).toHaveAttribute('aria-expanded', 'true');
});

test('keys go up, down, in and out; letters find names', async ({ page, world }) => {
    await visit(page, world, '#/');
    const active = page.locator('.tree-row.active .name');
    await page.locator('.tree').focus();
    await page.keyboard.press('End');
    await page.keyboard.type('park');
    await expect(active).toHaveText('parkan');
    await page.keyboard.press('ArrowRight');
    await expect(page.locator(row('Textures.lib'))).toBeVisible();
    await page.keyboard.press('ArrowRight');
    await expect(page.locator('.tree-row.active')).toHaveAttribute('aria-level', '2');
    await page.waitForTimeout(800);
    await page.keyboard.type('tex');
    await expect(active).toHaveText('Textures.lib');
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(/Textures\.lib$/);
    await page.keyboard.press('ArrowLeft');
    await expect(active).toHaveText('parkan');
    await page.keyboard.press('ArrowLeft');
    await expect(page.locator(row('Textures.lib'))).toHaveCount(0);
    const id = await page.locator('.tree').getAttribute('aria-activedescendant');
    await expect(page.locator(`#${id}`)).toHaveClass(/active/);
});

test('names are searched at every depth, and formats filtered', async ({ page, world }) => {
    await visit(page, world, '#/');
    await page.keyboard.press('/');
    await page.keyboard.type('brick');
    await expect(page.locator('.tree-row .name').first()).toContainText(/brick/i);
    await expect(page.locator('.tree-row mark').first()).toHaveText(/brick/i);
    const found = await world.api<{ entries: unknown[] }>('find', { q: 'brick', limit: '2000' });
    await expect(page.locator('.tree-note')).toContainText(String(found.entries.length));
    await page.keyboard.press('Escape');
    await page.getByLabel('Filter by format').selectOption('ngi.mat0');
    const materials = await world.api<{ entries: { name: string }[] }>('find', {
        q: '',
        format: 'ngi.mat0',
        limit: '2000',
    });
    await expect(page.locator('.tree-note')).toContainText(String(materials.entries.length));
    await expect(page.locator('.tree-row .name').first()).toHaveText(materials.entries[0]!.name);
});

test('twenty thousand entries scroll, and few of them exist', async ({ page, world }) => {
    await visit(page, world, '#/');
    const file = { name: 'many.lib', mimeType: 'application/octet-stream', buffer: nresOf(20_000) };
    await page.getByLabel('Choose a file…').last().setInputFiles(file);
    await expect(page).toHaveURL(/dropped/);
    await settled(page);
    await page.locator(`${row('many.lib')} .twist`).click();
    await expect(page.locator(row('ENTRY00000'))).toBeVisible();
    const slowest = await page.locator('.tree').evaluate(async (tree) => {
        const frame = (): Promise<number> => new Promise((done) => requestAnimationFrame(done));
        let slowest = 0;
        let last = await frame();
        for (let step = 0; step < 60; step++) {
            tree.scrollTop += 4_000;
            const now = await frame();
            slowest = Math.max(slowest, now - last);
            last = now;
        }
        return slowest;
    });
    expect(slowest).toBeLessThan(1_000);
    expect(await page.locator('.tree-row').count()).toBeLessThan(120);
    await page.locator('.tree').focus();
    await page.keyboard.press('End');
    await expect(page.locator('.tree-row.active')).toBeVisible();
    await page.keyboard.type('entry19999');
    await expect(page.locator('.tree-row.active .name')).toHaveText('ENTRY19999');
});
