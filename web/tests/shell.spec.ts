// The frame: addresses, languages, themes, keys, and small screens.

import { expect, settled, test, turn, visit } from './relict';

const BRICK = '#/parkan/Textures.lib/BRICK.0';

test('the first page tells what is here, and what to try', async ({ page, world }) => {
    await visit(page, world, '');
    const { entries } = await world.api<{ entries: { name: string }[] }>('list', { p: '' });
    for (const { name } of entries) await expect(page.locator('.entry-card', { hasText: name })).toBeVisible();
    await expect(page.locator('.try')).toHaveCount(3);
    await page.locator('.try').last().click();
    await expect(page).toHaveURL(/view=bytes/);
});

test('the address names what is shown, and Back goes back', async ({ page, world }) => {
    await visit(page, world, `${BRICK}?channel=g&at=3,4`);
    await expect(page.getByRole('radio', { name: 'Green' })).toBeChecked();
    await page.getByRole('tab', { name: 'Table' }).click();
    await expect(page).toHaveURL(/view=table/);
    await settled(page);
    await page.goBack();
    await expect(page.getByRole('radio', { name: 'Green' })).toBeChecked();
    await expect(page).toHaveTitle(/BRICK\.0/);
    await page.reload();
    await settled(page);
    await expect(page.locator('.picture-status')).toContainText('3, 4');
});

test('a panel is named by the address, too', async ({ page, world }) => {
    await visit(page, world, `${BRICK}?panel=findings`);
    await expect(page.getByRole('tab', { name: 'Findings' })).toHaveAttribute('aria-selected', 'true');
    await page.getByRole('tab', { name: 'References' }).click();
    await expect(page).toHaveURL(/panel=refs/);
    await page.getByRole('tab', { name: 'Facts' }).click();
    await expect(page).not.toHaveURL(/panel=/);
});

test('an entry is called by what it means where its name does not tell', async ({ page, world }) => {
    await visit(page, world, '#/parkan/units.rlb/tank.msh?view=list');
    const row = page.locator('.grid-row', { hasText: 'vertices' });
    await expect(row).toContainText('tank#3');
    await row.getByRole('link', { name: 'vertices' }).click();
    await expect(page).toHaveURL(/tank\.msh\/tank%233/);
    await settled(page);
    await expect(page.locator('.crumbs a').last()).toHaveText('vertices');
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('vertices');
    await expect(page).toHaveTitle(/vertices/);
    await expect(page.locator('.tree-row[aria-selected=true]')).toContainText('vertices');
    const facts = page.locator('.facts');
    await expect(facts).toContainText('vertices (their positions)');
    await expect(facts).toContainText('table of records');
    await expect(facts.locator('code', { hasText: /^[0-9a-f]{8} / })).toBeVisible();
});

test('steps of the path lead up', async ({ page, world }) => {
    await visit(page, world, BRICK);
    await page.locator('.crumbs a', { hasText: 'Textures.lib' }).click();
    await expect(page.locator('h1')).toHaveText('Textures.lib');
    await page.locator('.brand').click();
    await expect(page.locator('.welcome')).toBeVisible();
});

test('Russian is one click away, stays, and leaves one where one was', async ({ page, world }) => {
    await visit(page, world, `${BRICK}?channel=r`);
    await page.getByRole('button', { name: /По-русски/ }).click();
    await expect(page.locator('html')).toHaveAttribute('lang', 'ru');
    await expect(page.getByRole('tab', { name: 'Картинка' })).toBeVisible();
    await expect(page.getByRole('radio', { name: 'Красный' })).toBeChecked();
    await expect(page).toHaveURL(/channel=r/);
    await page.reload();
    await settled(page);
    await expect(page.getByRole('button', { name: 'Сравнить' })).toBeVisible();
    await page.getByRole('button', { name: /In English/ }).click();
    await expect(page.getByRole('button', { name: 'Compare' })).toBeVisible();
});

test('who asks for Russian gets Russian', async ({ browser, world }) => {
    const page = await browser.newPage({ locale: 'ru-RU' });
    await page.goto(world.url);
    await expect(page.locator('html')).toHaveAttribute('lang', 'ru');
    await expect(page.locator('.welcome')).toContainText('В этой папке');
    await page.close();
});

const SPOKEN = [
    '#/',
    BRICK,
    '#/parkan?as=table',
    '#/idmobile/doom.jar',
    '#/parkan/Material.lib/BEACON?view=table',
    '#/parkan/Material.lib/BEACON?view=document',
    '#/idmobile/doom.jar/level01.bsp?view=map',
    '#/parkan/units.rlb/readme.txt',
    `${BRICK}?view=diff&with=parkan/Textures.lib/STEEL.0`,
];

for (const lang of ['en', 'ru']) {
    test.describe('words', () => {
        test.use({ locale: lang });

        test(`none of the page is missing, ${lang}`, async ({ page, world }) => {
            await visit(page, world, '#/parkan');
            for (const place of SPOKEN) {
                await turn(page, place);
                await expect(page.locator('html')).toHaveAttribute('lang', lang);
                const words = await page.evaluate(() => {
                    const named = ['aria-label', 'title', 'placeholder'];
                    const all = [...document.querySelectorAll('[aria-label], [title], [placeholder]')];
                    const names = all.flatMap((one) => named.map((name) => one.getAttribute(name) ?? ''));
                    return [document.body.innerText, ...names].flatMap((text) => text.match(/\bweb-[a-z-]+/g) ?? []);
                });
                expect(words, place).toEqual([]);
            }
        });
    });
}

test('dark and light follow the system, until somebody chooses', async ({ page, world }) => {
    await page.emulateMedia({ colorScheme: 'dark' });
    await visit(page, world, '#/');
    await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
    const ground = (): Promise<string> => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
    const dark = await ground();
    await page.getByRole('button', { name: 'Theme' }).click();
    await expect(page.locator('html')).toHaveAttribute('data-theme', 'light');
    expect(await ground()).not.toBe(dark);
    await page.reload();
    await expect(page.locator('html')).toHaveAttribute('data-theme', 'light');
});

test('everything can be done by keys alone', async ({ page, world }) => {
    await visit(page, world, '#/');
    await page.keyboard.press('t');
    await expect(page.locator('.tree')).toBeFocused();
    await page.keyboard.type('parkan');
    await page.keyboard.press('Enter');
    await expect(page.locator('h1')).toHaveText('parkan');
    await page.keyboard.press('Escape');
    await expect(page.locator('#stage')).toBeFocused();
    await page.keyboard.press('j');
    await expect(page.locator('h1')).not.toHaveText('parkan');
    await page.keyboard.press('k');
    await expect(page.locator('h1')).toHaveText('parkan');
    await page.goto(`${world.url}${BRICK}`);
    await settled(page);
    await page.locator('#stage').focus();
    await page.keyboard.press(']');
    await expect(page).toHaveURL(/view=/);
    await page.keyboard.press('[');
    await expect(page.getByRole('tab', { name: 'Picture' })).toHaveAttribute('aria-selected', 'true');
    await page.keyboard.press('u');
    await expect(page.locator('h1')).toHaveText('Textures.lib');
    await page.keyboard.press('i');
    await expect(page.locator('.side')).toBeHidden();
    await page.keyboard.press('?');
    await expect(page.getByRole('dialog', { name: 'Keyboard' })).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog')).toHaveCount(0);
});

test('letters of a Cyrillic keyboard are the same keys', async ({ page, world }) => {
    await visit(page, world, BRICK);
    await page.locator('#stage').focus();
    await page.evaluate(() =>
        document.activeElement?.dispatchEvent(new KeyboardEvent('keydown', { key: 'г', code: 'KeyU', bubbles: true })),
    );
    await expect(page.locator('h1')).toHaveText('Textures.lib');
});

test('the tab order begins with a way to the content', async ({ page, world }) => {
    await visit(page, world, BRICK);
    await page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur());
    await page.keyboard.press('Tab');
    await expect(page.locator('.skip')).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(page.locator('#stage')).toBeFocused();
});

test.describe('on a phone', () => {
    test.use({ viewport: { width: 390, height: 844 }, hasTouch: true });

    test('nothing is wider than the screen, and the tree is a drawer', async ({ page, world }) => {
        for (const place of [
            '#/',
            '#/parkan',
            '#/parkan/Textures.lib?as=cards',
            '#/parkan/Material.lib/BEACON?view=document',
            BRICK,
        ]) {
            await visit(page, world, place);
            const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
            expect(overflow, place).toBeLessThanOrEqual(0);
        }
        for (const seen of ['h1', '.picture-status']) {
            const hidden = await page.locator(seen).evaluate((part) => part.scrollWidth - part.clientWidth);
            expect(hidden, seen).toBeLessThanOrEqual(0);
        }
        await expect(page.locator('.tree-pane')).toBeHidden();
        await page.getByRole('button', { name: 'Files' }).click();
        await expect(page.locator('.tree-pane')).toBeVisible();
        await page.locator('.tree-row .name', { hasText: 'GLASS.0' }).click();
        await expect(page.locator('.tree-pane')).toBeHidden();
        await expect(page.locator('h1')).toHaveText('GLASS.0');
        await page.getByRole('button', { name: 'Details' }).click();
        await expect(page.locator('.side')).toBeVisible();
        await page.locator('.veil').click({ position: { x: 10, y: 400 } });
        await expect(page.locator('.side')).toBeHidden();
    });
});
