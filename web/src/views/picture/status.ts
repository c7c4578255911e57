// What stands below the picture: the pixel in question, or the picture itself.

import type { PictureInfo, Rgba } from '../../api';
import { cssColour, hexColour } from '../../colours';
import { el, fill } from '../../dom';
import type { Pixels } from '../../png';

export interface Pixel {
    x: number;
    y: number;
}

type Say = (id: string, args?: Record<string, string | number>) => string;

export function inside(pixels: Pixels, { x, y }: Pixel): boolean {
    return x >= 0 && y >= 0 && x < pixels.width && y < pixels.height;
}

export class PixelStatus {
    readonly element = el('div', { class: 'picture-status' });
    private readonly spoken = el('div', { class: 'aside', role: 'status' });
    /** Where the screen is small, what is read out stands outside of what scrolls. */
    readonly parts = [this.element, this.spoken];

    constructor(
        private readonly info: PictureInfo,
        private readonly t: Say,
    ) {}

    show(pixels: Pixels, pixel: Pixel | null): void {
        const format = [`${pixels.width}×${pixels.height}`, this.info.format].filter(Boolean).join(' · ');
        const told = pixel && inside(pixels, pixel) ? this.about(pixels, pixel) : [this.hint()];
        fill(this.element, told, el('span', { class: 'grow' }), el('span', { class: 'muted', text: format }));
    }

    /** Reads it out. */
    speak(pixels: Pixels, pixel: Pixel): void {
        const index = indexAt(pixels, pixel);
        const colour = hexColour(colourAt(pixels, pixel));
        const id = index === undefined ? 'web-pixel' : 'web-pixel-index';
        this.spoken.textContent = this.t(id, { ...pixel, colour, index: index ?? 0 });
    }

    private hint(): HTMLElement {
        return el('span', { class: 'muted hint', text: this.t('web-pixel-hint') });
    }

    private about(pixels: Pixels, pixel: Pixel): HTMLElement[] {
        const colour = colourAt(pixels, pixel);
        const index = indexAt(pixels, pixel);
        const mono = (text: string, kind = ''): HTMLElement => el('span', { class: `mono ${kind}`, text });
        return [
            mono(`${pixel.x}, ${pixel.y}`),
            el('span', { class: 'swatch', style: { '--colour': cssColour(colour) } }),
            mono(hexColour(colour)),
            mono(colour.join(' '), 'muted'),
            ...(index === undefined ? [] : [mono(this.t('web-index', { index }))]),
        ];
    }
}

function colourAt(pixels: Pixels, { x, y }: Pixel): Rgba {
    const at = (y * pixels.width + x) * 4;
    const [r = 0, g = 0, b = 0, a = 0] = pixels.rgba.subarray(at, at + 4);
    return [r, g, b, a];
}

function indexAt(pixels: Pixels, { x, y }: Pixel): number | undefined {
    return pixels.indices?.[y * pixels.width + x];
}
