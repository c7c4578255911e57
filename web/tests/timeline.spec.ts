// What plays: materials by the engine's runtime, effects by their commands.

import { expect, settled, test, turn, visit } from './relict';
import { accessible, addressed } from './seen';

type Rgba = [number, number, number, number];

interface Timeline {
    tracks: { name: string; label: string; mode: string; length: number; steps: { label: string }[] }[];
    phases: {
        label: string;
        swatches: { name: string; rgba: Rgba }[];
        texture: { name: string; path?: string } | null;
    }[];
}

interface Played {
    samples: { time: number; phase: number | null; swatches: { name: string; rgba: Rgba }[] }[];
}

const BEACON = 'parkan/Material.lib/BEACON';

function hex([red, green, blue]: Rgba): string {
    return `#${[red, green, blue]
        .map((part) =>
            Math.round(part * 255)
                .toString(16)
                .padStart(2, '0'),
        )
        .join('')}`;
}

test('phases are cards with their colours', async ({ page, world }) => {
    const { phases } = await world.api<Timeline>('timeline', { p: BEACON });
    await visit(page, world, `#/${BEACON}?view=timeline`);
    await expect(page.locator('.phase')).toHaveCount(phases.length);
    for (const [index, { swatches }] of phases.entries()) {
        const card = page.locator('.phase').nth(index);
        for (const { rgba } of swatches) await expect(card).toContainText(hex(rgba));
    }
});

test('the bands have the colours that the engine answers', async ({ page, world }) => {
    const { tracks } = await world.api<Timeline>('timeline', { p: BEACON });
    const place = tracks.findIndex(({ length }) => length > 0);
    const track = tracks[place];
    if (!track) throw new Error('nothing plays');
    await visit(page, world, `#/${BEACON}?view=timeline&track=${place}`);
    const band = page.locator('[data-band=diffuse]');
    await expect(band).toBeVisible();
    const columns = Number(await band.getAttribute('width'));
    const range = { p: BEACON, track: String(place), from: '0', to: String(2 * track.length), count: String(columns) };
    const { samples } = await world.api<Played>('timeline/play', range);
    const row = await band.evaluate((canvas) => {
        const pen = (canvas as HTMLCanvasElement).getContext('2d');
        return [...(pen?.getImageData(0, 0, (canvas as HTMLCanvasElement).width, 1).data ?? [])];
    });
    let compared = 0;
    for (const [column, { swatches }] of samples.entries()) {
        const wanted = swatches.find(({ name }) => name === 'diffuse')?.rgba;
        // What is transparent has lost its colour by the time it is asked for.
        if (!wanted || wanted[3] < 0.99) continue;
        const far = [0, 1, 2].map((part) => Math.abs((row[4 * column + part] ?? 0) - (wanted[part] ?? 0) * 255));
        expect(Math.max(...far)).toBeLessThan(2);
        compared++;
    }
    expect(compared).toBeGreaterThan(10);
});

test('time is chosen, stepped and played, and the phase follows', async ({ page, world }) => {
    const { tracks } = await world.api<Timeline>('timeline', { p: BEACON });
    const place = tracks.findIndex(({ length }) => length > 0);
    const track = tracks[place];
    if (!track) throw new Error('nothing plays');
    const at = Math.floor(track.length * 0.7);
    await visit(page, world, `#/${BEACON}?view=timeline&track=${place}&time=${at}`);
    const count = Math.min(720, Math.ceil((2 * track.length) / (1000 / 60)) + 1);
    const { samples } = await world.api<Played>('timeline/play', {
        p: BEACON,
        track: String(place),
        from: '0',
        to: String(2 * track.length),
        count: String(count),
    });
    const sample = samples.findLast(({ time }) => time <= at + 0.001);
    await expect(page.locator(`.phase[data-phase="${sample?.phase}"]`)).toHaveClass(/now/);
    const slider = page.getByRole('slider', { name: 'Time' });
    expect(Number(await slider.inputValue())).toBeCloseTo(at, 0);
    await page.keyboard.press('.');
    expect(Number(await slider.inputValue())).toBeGreaterThan(at);
    await page.keyboard.press('Space');
    await expect(page.getByRole('button', { name: 'Pause' })).toBeVisible();
    const before = await slider.inputValue();
    await expect.poll(() => slider.inputValue()).not.toBe(before);
    await page.getByRole('button', { name: 'Pause' }).click();
    await expect.poll(() => addressed(page, 'time')).not.toBe(String(at));
    await page.reload();
    await settled(page);
    expect(Number(await slider.inputValue())).toBeCloseTo(Number(addressed(page, 'time')), 0);
});

test('every animation of every material can be played', async ({ page, world }) => {
    test.setTimeout(240_000);
    const { entries } = await world.api<{ entries: { path: string; format: string }[] }>('list', {
        p: 'parkan/Material.lib',
    });
    const modes = new Set<string>();
    await visit(page, world, '#/');
    for (const { path } of entries.filter(({ format }) => format === 'ngi.mat0')) {
        await test.step(path, async () => {
            const { tracks, phases } = await world.api<Timeline>('timeline', { p: path });
            const hash = path.split('/').map(encodeURIComponent).join('/');
            for (const [place, track] of tracks.entries()) {
                await turn(page, `#/${hash}?view=timeline&track=${place}`);
                await expect(page.locator('.phase')).toHaveCount(phases.length);
                if (track.length === 0) continue;
                modes.add(track.mode);
                await expect(page.locator('.bar').first()).toBeVisible();
            }
        });
    }
    expect(modes.size).toBeGreaterThan(1);
});

test('an effect is a list of commands over time, with what they use', async ({ page, world }) => {
    const { entries } = await world.api<{ entries: { path: string; format: string }[] }>('list', {
        p: 'parkan/effects.rlb',
    });
    const effects = entries.filter(({ format }) => format === 'ngi.fxid');
    expect(effects.length).toBeGreaterThan(0);
    let linked: string | null = null;
    for (const { path } of effects) {
        const { tracks } = await world.api<Timeline>('timeline', { p: path });
        const hash = `#/${path.split('/').map(encodeURIComponent).join('/')}?view=timeline`;
        await visit(page, world, hash);
        await expect(page.locator('.lane-row')).toHaveCount(tracks.length);
        for (const [place, { label, steps }] of tracks.entries()) {
            const row = page.locator('.lane-row').nth(place);
            await expect(row).toContainText(label, { ignoreCase: true });
            await expect(row.locator('.bar')).toHaveCount(steps.length);
        }
        if ((await page.locator('a.lane-ref').count()) > 0) linked ??= hash;
    }
    expect(linked).not.toBeNull();
    await visit(page, world, linked ?? '');
    await page.locator('a.lane-number').first().click();
    await settled(page);
    expect(addressed(page, 'view')).toBe('bytes');
    await expect(page.locator('.detail-field')).toContainText('[0]');
    await visit(page, world, linked ?? '');
    await page.locator('a.lane-ref').first().click();
    await expect(page).not.toHaveURL(/effects\.rlb/);
});

test('what plays keeps nobody out', async ({ page, world }) => {
    test.slow();
    await visit(page, world, `#/${BEACON}?view=timeline`);
    await accessible(page);
    await page.setViewportSize({ width: 390, height: 844 });
    await accessible(page);
});
