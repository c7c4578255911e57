// Every kind of thing that the sample has is shown, and shows what the server knows of it.

import { canvasPixel, expect, type Served, settled, test, turn, visit } from './relict';

interface Entry {
    name: string;
    path: string;
    kind: string;
    format: string | null;
    view: string;
}

async function all(world: Served): Promise<Entry[]> {
    return (await world.api<{ entries: Entry[] }>('find', { q: '*', limit: '5000' })).entries;
}

async function first(world: Served, view: string): Promise<Entry> {
    const found = (await all(world)).find((entry) => entry.view === view && entry.kind !== 'folder');
    if (!found) throw new Error(`the sample has nothing to see as ${view}`);
    return found;
}

const hash = (path: string, query = ''): string => `#/${path.split('/').map(encodeURIComponent).join('/')}${query}`;

test('one of each format opens in each of its views', async ({ page, world }) => {
    test.setTimeout(600_000);
    const formats = new Map(
        (await all(world)).filter(({ kind }) => kind !== 'folder').map((entry) => [entry.format ?? entry.view, entry]),
    );
    expect(formats.size).toBeGreaterThan(15);
    await visit(page, world, '#/');
    for (const entry of formats.values()) {
        const { views } = await world.api<{ views: string[] }>('info', { p: entry.path });
        for (const view of views) {
            await turn(page, hash(entry.path, `?view=${view}`));
            await expect(page.locator('h1')).toHaveText(entry.name);
            await expect(page.locator(`#view-tab-${view}[aria-selected=true]`)).toHaveCount(1);
            await expect(page.locator('.failure'), `${entry.path} as ${view}`).toHaveCount(0);
            await expect(page.locator(`#view > .view-${view}`), `${entry.path} as ${view}`).toHaveCount(1);
        }
    }
});

test('a folder lists what is in it, in order', async ({ page, world }) => {
    await visit(page, world, '#/parkan?as=table');
    const { entries } = await world.api<{ entries: Entry[] }>('list', { p: 'parkan' });
    await expect(page.locator('.grid-row .entry a').first()).toHaveText(entries[0]!.name);
    await expect(page.locator('.count')).toContainText(String(entries.length));
    await page.getByRole('button', { name: 'Size' }).click();
    await expect(page).toHaveURL(/sort=size/);
    const sizes = (await page.locator('.grid-row [role=gridcell]:nth-child(3)').allTextContents()).length;
    expect(sizes).toBe(entries.length);
});

test('tables hold the cells of the server, are filtered and opened', async ({ page, world }) => {
    const entry = await first(world, 'table');
    const { tables: sheets } = await world.api<{ tables: { columns: string[]; rows: { text?: string }[][] }[] }>(
        'info',
        {
            p: entry.path,
        },
    );
    await visit(page, world, hash(entry.path, '?view=table'));
    const sheet = sheets[0]!;
    const text = sheet.rows.flat().find((cell) => (cell.text ?? '').length > 2)!.text!;
    await expect(page.locator('.grid-head')).toContainText(sheet.columns[0]!, { ignoreCase: true });
    await page.getByLabel('Filter rows').fill(text);
    await expect(page.locator('.grid-row').first()).toContainText(text);
    await page.getByLabel('Filter rows').fill('certainly in no table of any sample');
    await expect(page.locator('.grid-row')).toHaveCount(0);
});

test('colours in tables are swatches of that colour', async ({ page, world }) => {
    const entry = (await all(world)).find(({ format }) => format === 'ngi.mat0')!;
    const { tables: sheets } = await world.api<{ tables: { rows: { kind: string; value?: string }[][] }[] }>('info', {
        p: entry.path,
    });
    const at = sheets.findIndex(({ rows }) => rows.flat().some(({ kind }) => kind === 'colour'));
    expect(at).toBeGreaterThanOrEqual(0);
    const colour = sheets[at]!.rows.flat().find(({ kind }) => kind === 'colour')!.value!;
    await visit(page, world, hash(entry.path));
    const shown = await page
        .locator('.facts .swatch')
        .first()
        .evaluate((swatch) => getComputedStyle(swatch).getPropertyValue('--colour'));
    const parts = [1, 3, 5].map((from) => Number.parseInt(colour.slice(from, from + 2), 16));
    expect(shown.replace(/ \/.*/, '')).toBe(`rgb(${parts.join(' ')}`);
});

test('text is shown as the server read it', async ({ page, world }) => {
    const path = 'parkan/units.rlb/readme.txt';
    const { text } = await world.api<{ text: string }>('text', { p: path });
    await visit(page, world, hash(path));
    expect(await page.locator('.text-body .lines').textContent()).toBe(text.replaceAll(/\r\n?/g, '\n'));
});

test('JSON is a tree that is searched, copied and linked to', async ({ page, world, context }) => {
    await context.grantPermissions(['clipboard-read', 'clipboard-write']);
    const entry = (await all(world)).find(({ format }) => format === 'ngi.mat0')!;
    const document = await world.api<Record<string, unknown>>('document', { p: entry.path });
    await visit(page, world, hash(entry.path, '?view=document'));
    const keys = Object.keys(document);
    await expect(page.locator('.json-key').first()).toHaveText(keys[0]!);
    await page.getByRole('button', { name: 'Copy' }).first().click();
    expect(JSON.parse(await page.evaluate(() => navigator.clipboard.readText()))).toEqual(document);
    await page.getByLabel('Search keys and values').fill(keys[1]!);
    await page.keyboard.press('Enter');
    await expect(page.locator('.json-tree [aria-selected=true] .json-key')).toHaveText(keys[1]!);
    await page.locator('.json-tree .tree-row', { hasText: keys[0]! }).first().click();
    await expect(page).toHaveURL(new RegExp(`at=(%2F|/)${keys[0]!}`));
    await page.reload();
    await settled(page);
    await expect(page.locator('.json-tree [aria-selected=true] .json-key')).toHaveText(keys[0]!);
});

test('a map is drawn in its own colours, as lines and as pixels', async ({ page, world }) => {
    const entry = await first(world, 'map');
    await visit(page, world, hash(entry.path, '?form=png'));
    const place = page.locator('.map-window img');
    const size = await place.evaluate((image: HTMLImageElement) => [image.naturalWidth, image.naturalHeight]);
    const png = await world.bytes('map', { p: entry.path, form: 'png' });
    expect(size).toEqual([png.readUInt32BE(16), png.readUInt32BE(20)]);
    await page.getByRole('radio', { name: 'Lines' }).click();
    await expect(page).not.toHaveURL(/form=/);
    await expect.poll(() => place.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0);
    const before = await page.locator('.zoom').textContent();
    await page.keyboard.press('+');
    await expect(page.locator('.zoom')).not.toHaveText(before ?? '');
});

test('the gallery of a phone game shows its pictures, and each of them closely', async ({ page, world }) => {
    const entry = await first(world, 'gallery');
    const { items } = await world.api<{
        items: { name: string; leaf: string; kind: string; width: number; height: number; shown?: boolean }[];
    }>('gallery', { p: entry.path });
    const all = items.filter(({ kind }) => kind === 'picture');
    const pictures = [...all.filter(({ shown }) => shown), ...all.filter(({ shown }) => !shown)];
    expect(pictures.length).toBeGreaterThan(0);
    await visit(page, world, hash(entry.path));
    await expect(page.locator('.count')).toContainText(String(pictures.length));
    await page.locator('.card').first().click();
    await expect(page).toHaveURL(/leaf=/);
    await expect(page.locator('.picture-status')).toContainText(`${pictures[0]!.width}×${pictures[0]!.height}`);
    const leaf = pictures[0]!.leaf;
    const png = (await world.bytes('gallery/picture', { p: entry.path, leaf })).toString('base64');
    const wanted = await page.evaluate(async (png) => {
        const image = new Image();
        image.src = `data:image/png;base64,${png}`;
        await image.decode();
        const canvas = document.createElement('canvas');
        Object.assign(canvas, { width: image.naturalWidth, height: image.naturalHeight });
        canvas.getContext('2d')!.drawImage(image, 0, 0);
        return [...canvas.getContext('2d')!.getImageData(image.naturalWidth >> 1, image.naturalHeight >> 1, 1, 1).data];
    }, png);
    if (wanted[3] === 255) {
        const box = (await page.locator('.picture-canvas').boundingBox())!;
        const scale = Number.parseFloat((await page.locator('.zoom').textContent()) ?? '') / 100;
        const middle = (room: number): number => 0.5 + scale / 2 / room;
        await expect
            .poll(() => canvasPixel(page, '.picture-canvas', middle(box.width), middle(box.height)))
            .toEqual(wanted);
    }
    await page.keyboard.press('.');
    await expect(page.locator('.leaf')).toHaveText(pictures[1]!.name);
    await page.goBack();
    await expect(page.locator('.leaf')).toHaveText(pictures[0]!.name);
});

test('exports are links to what the server makes', async ({ page, world }) => {
    await visit(page, world, '#/parkan/Textures.lib/BRICK.0');
    await page.locator('summary', { hasText: 'Export' }).click();
    const [download] = await Promise.all([
        page.waitForEvent('download'),
        page.getByRole('link', { name: /PNG/ }).click(),
    ]);
    expect(download.suggestedFilename()).toMatch(/\.png$/);
    await visit(page, world, '#/parkan/Textures.lib');
    await page.locator('summary', { hasText: 'Export' }).click();
    const [zip] = await Promise.all([page.waitForEvent('download'), page.getByRole('link', { name: /ZIP/ }).click()]);
    expect(zip.suggestedFilename()).toMatch(/\.zip$/);
});

test('whatever is offered as an export can be had', async ({ page, world }) => {
    for (const place of ['mechwarrior3', 'parkan/units.rlb/tank.msh', 'idmobile/doom.jar/level01.bsp']) {
        await visit(page, world, `#/${place}?view=list`);
        const links = page.locator('.menu-list a[download]');
        expect(await links.count()).toBeGreaterThan(0);
        for (const link of await links.all()) {
            const answer = await page.request.get(new URL((await link.getAttribute('href')) ?? '', page.url()).href);
            expect(answer.status(), `${place}: ${await link.textContent()}`).toBe(200);
        }
    }
    await turn(page, '#/mechwarrior3');
    await expect(page.getByRole('button', { name: 'Compare' })).toHaveCount(0);
});
