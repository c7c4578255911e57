// Two pictures over each other, parted by a slider; or what differs between them, in white.

import { el } from '../../dom';
import { decodePng, type Pixels } from '../../png';
import { choices } from '../../tools';
import type { Context } from '../index';
import { type Pair, pictureUrl } from './side';

const LARGEST = 512;
const SMALLEST = 150;
/** Pixels between two pictures that stand side by side. */
const BETWEEN = 16;

/** Pixels that there are for the pictures. */
export interface Room {
    width: number;
    height: number;
}

type Shape = 'slider' | 'both' | 'difference';

function drawn(pixels: Pixels, rgba: Uint8ClampedArray<ArrayBuffer>, label: string, kind: string): HTMLCanvasElement {
    const canvas = el('canvas', {
        class: kind,
        role: 'img',
        'aria-label': label,
        width: pixels.width,
        height: pixels.height,
    });
    canvas.getContext('2d')?.putImageData(new ImageData(rgba, pixels.width, pixels.height), 0, 0);
    return canvas;
}

/** White where a pixel differs in any way, also in colours that are clear. */
export function differing(a: Pixels, b: Pixels): Uint8ClampedArray<ArrayBuffer> {
    const shown = new Uint8ClampedArray(a.rgba.length);
    for (let pixel = 0; pixel < a.width * a.height; pixel++) {
        const [x, y] = [pixel % a.width, Math.floor(pixel / a.width)];
        const other = x < b.width && y < b.height ? (y * b.width + x) * 4 : -1;
        const same = other >= 0 && [0, 1, 2, 3].every((part) => a.rgba[pixel * 4 + part] === b.rgba[other + part]);
        shown.set(same ? [0, 0, 0, 255] : [255, 255, 255, 255], pixel * 4);
    }
    return shown;
}

/** As large as fits, in whole steps where it grows. */
function scaleOf(room: number, ...pictures: Pixels[]): number {
    const longest = Math.max(...pictures.flatMap(({ width, height }) => [width, height]));
    const largest = Math.max(SMALLEST, Math.min(LARGEST, room));
    return longest < largest ? Math.max(1, Math.floor(largest / longest)) : largest / longest;
}

function same(a: Pixels, b: Pixels): boolean {
    return a.width === b.width && a.height === b.height && a.rgba.every((part, at) => part === b.rgba[at]);
}

/** Nothing where there is nothing to see: two of the same would only puzzle. */
export async function slider(
    { api, t, signal }: Context,
    pair: Pair,
    path: string,
    room: Room,
): Promise<HTMLElement | null> {
    const read = async (url: string): Promise<Pixels> => decodePng(await api.raw(url, signal));
    const [a, b] = await Promise.all([read(pictureUrl(api, pair.a, path)), read(pictureUrl(api, pair.b, path))]);
    if (same(a, b)) return null;
    const range = el('input', { type: 'range', min: '0', max: '100', value: '50', 'aria-label': t('web-diff-slider') });
    // The slider is as wide as the pictures, so that its handle stands where they are parted.
    const frame = el('section', { class: 'slider' });
    const stage = el(
        'div',
        { class: 'slider-stage', role: 'group', tabindex: '0', 'aria-label': t('web-diff-pictures') },
        drawn(a, a.rgba, 'A', 'picture-a'),
        drawn(b, b.rgba, 'B', 'picture-b'),
        drawn(a, differing(a, b), t('web-diff-shape-difference'), 'picture-d'),
        el('span', { class: 'slider-line' }),
    );
    const moved = (): void => stage.style.setProperty('--part', `${range.value}%`);
    range.addEventListener('input', moved);
    moved();
    const shapes = (['slider', 'both', 'difference'] as const).map((value) => ({
        value,
        label: t(`web-diff-shape-${value}`),
    }));
    const show = (shape: Shape): void => {
        stage.dataset['shape'] = shape;
        const scale = scaleOf(Math.min(shape === 'both' ? (room.width - BETWEEN) / 2 : room.width, room.height), a, b);
        frame.style.setProperty('--width', `${Math.max(a.width, b.width) * scale}px`);
        frame.style.setProperty('--height', `${Math.max(a.height, b.height) * scale}px`);
        frame.style.setProperty('--scale', String(scale));
        range.hidden = shape !== 'slider';
    };
    show('slider');
    frame.append(choices(t('web-diff-shape'), shapes, 'slider', show), stage, range);
    return frame;
}
