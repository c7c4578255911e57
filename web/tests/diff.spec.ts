// Comparison: fields, pictures under a slider, bytes.

import { canvasPixel, expect, settled, test, visit } from './relict';

const A = 'parkan/Textures.lib/BRICK.0';
const B = 'parkan/Textures.lib/STEEL.0';

test('two pictures are compared by a slider and by their difference', async ({ page, world }) => {
    await visit(page, world, `#/${A}?view=diff&with=${B}`);
    const { differences } = await world.api<{ differences: { field?: string }[] }>('diff', { a: A, b: B });
    await expect(page.locator('.diff-head')).toContainText(String(differences.length));
    await expect(page.locator('.diff-fields tbody tr')).toHaveCount(differences.length);
    const clip = (): Promise<string> =>
        page.locator('.picture-b').evaluate((canvas) => getComputedStyle(canvas).clipPath);
    const before = await clip();
    await page.getByLabel('Part of A that is shown').focus();
    await page.keyboard.press('Home');
    expect(await clip()).not.toBe(before);
    expect(await canvasPixel(page, '.picture-a', 0.3, 0.3)).not.toEqual(
        await canvasPixel(page, '.picture-b', 0.3, 0.3),
    );
    await page.getByRole('radio', { name: 'Side by side' }).click();
    const hidden = await page.locator('.slider-stage').evaluate((stage) => stage.scrollWidth - stage.clientWidth);
    expect(hidden).toBeLessThanOrEqual(0);
    await page.getByRole('radio', { name: 'Difference' }).click();
    await expect(page.locator('.picture-d')).toBeVisible();
    await expect(page.locator('.picture-a')).toBeHidden();
});

test('bytes that differ are marked', async ({ page, world }) => {
    await visit(page, world, `#/${A}?view=diff&with=${B}`);
    const [a, b] = await Promise.all([world.bytes('bytes', { p: A }), world.bytes('bytes', { p: B })]);
    const first = a.findIndex((byte, at) => byte !== b[at]);
    const start = Math.max(0, Math.floor(first / 8) * 8 - 16);
    const differing = Array.from({ length: 128 }, (_, at) => at + start).filter((at) => a[at] !== b[at]).length;
    await expect(page.locator('.hex-page mark')).toHaveCount(differing * 2);
});

test('the other side is chosen in a dialog, and stands in the address', async ({ page, world }) => {
    await visit(page, world, `#/${A}`);
    await page.getByRole('button', { name: 'Compare' }).click();
    await page.keyboard.type('STEEL.0');
    // On a busy machine, what was typed first is suggested first.
    await page.getByRole('dialog').locator('.suggestions button', { hasText: 'Textures.lib/STEEL.0' }).click();
    await expect(page).toHaveURL(/view=diff&with=parkan\/Textures\.lib\/STEEL\.0/);
    await settled(page);
    await expect(page.locator('.diff-head')).toContainText('STEEL.0');
});

test('a thing is the same as itself', async ({ page, world }) => {
    await visit(page, world, `#/${A}?view=diff&with=${A}`);
    await expect(page.locator('.empty')).toContainText('identical');
});
