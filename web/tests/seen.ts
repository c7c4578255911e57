// What a canvas shows, as numbers; and what those see who cannot see it.

import { AxeBuilder } from '@axe-core/playwright';
import { expect, type Locator, type Page } from '@playwright/test';

export interface Picture {
    width: number;
    height: number;
    /** Red, green, blue, alpha of each pixel. */
    data: Buffer;
}

/** The element as it stands on the screen: what WebGL drew cannot be asked for afterwards. */
export async function picture(element: Locator): Promise<Picture> {
    const png = (await element.screenshot({ animations: 'disabled' })).toString('base64');
    const { width, height, data } = await element.page().evaluate(async (source) => {
        const image = new Image();
        image.src = `data:image/png;base64,${source}`;
        await image.decode();
        const canvas = Object.assign(document.createElement('canvas'), { width: image.width, height: image.height });
        const pen = canvas.getContext('2d');
        pen?.drawImage(image, 0, 0);
        const bytes = pen?.getImageData(0, 0, image.width, image.height).data ?? new Uint8ClampedArray();
        let text = '';
        for (let at = 0; at < bytes.length; at += 8192) text += String.fromCharCode(...bytes.subarray(at, at + 8192));
        return { width: image.width, height: image.height, data: btoa(text) };
    }, png);
    return { width, height, data: Buffer.from(data, 'base64') };
}

export function pixel({ width, height, data }: Picture, x: number, y: number): [number, number, number] {
    const at = 4 * (Math.floor(y * (height - 1)) * width + Math.floor(x * (width - 1)));
    return [data[at] ?? 0, data[at + 1] ?? 0, data[at + 2] ?? 0];
}

/** How many pixels differ by more than a shade. */
export function differing(a: Picture, b: Picture): number {
    expect([b.width, b.height]).toEqual([a.width, a.height]);
    let count = 0;
    for (let at = 0; at < a.data.length; at += 4) {
        const far = [0, 1, 2].some((part) => Math.abs((a.data[at + part] ?? 0) - (b.data[at + part] ?? 0)) > 8);
        if (far) count++;
    }
    return count;
}

/** How many pixels have this colour. */
export function coloured({ data }: Picture, [red, green, blue]: [number, number, number]): number {
    let count = 0;
    for (let at = 0; at < data.length; at += 4) {
        if (data[at] === red && data[at + 1] === green && data[at + 2] === blue) count++;
    }
    return count;
}

/** What stands around the views is the same everywhere, and looked at once. */
const VIEW = ['#stage', 'aside'];

/** Nothing that axe knows of keeps anybody out. Between the themes only colours differ. */
export async function accessible(page: Page, parts = VIEW): Promise<void> {
    for (const colorScheme of ['light', 'dark'] as const) {
        await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
        await expect(page.locator('html')).toHaveAttribute('data-theme', colorScheme);
        // Colours that are on their way would be held against each other.
        await page.waitForFunction(() => document.getAnimations().every(({ playState }) => playState !== 'running'));
        const axe = parts.reduce((axe, part) => axe.include(part), new AxeBuilder({ page }));
        const { violations } = await (colorScheme === 'dark' ? axe.withRules('color-contrast') : axe).analyze();
        const told = violations.map(
            ({ id, nodes }) => `${id}: ${nodes.map(({ target, html }) => `${target.join(' ')} ${html}`).join('\n')}`,
        );
        expect(told, colorScheme).toEqual([]);
    }
    await page.emulateMedia({ colorScheme: 'light' });
}

/** What the address says beyond the path. */
export function addressed(page: Page, name: string): string | null {
    const { hash } = new URL(page.url());
    return new URLSearchParams(hash.split('?')[1] ?? '').get(name);
}
