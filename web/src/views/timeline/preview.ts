// The surface as it looks at one moment, and each of its colours over all the time.

import type { Sample, Swatch } from '../../api';
import { el } from '../../dom';
import type { Context } from '../index';
import { css, opaque, surface } from './colours';

const SIDE = 192;

/** A square of the surface in full light, its texture in its colours. */
export class Preview {
    readonly element: HTMLCanvasElement;
    private readonly pen: CanvasRenderingContext2D | null;
    private readonly sheet = el('canvas', { width: String(SIDE), height: String(SIDE) });
    private readonly pictures = new Map<string, HTMLImageElement>();
    private shown: Sample | null = null;

    /** `paths`: where each texture is, by its name. */
    constructor(
        private readonly context: Context,
        private readonly paths: Map<string, string>,
    ) {
        this.element = el('canvas', {
            class: 'preview',
            width: String(SIDE),
            height: String(SIDE),
            role: 'img',
            'aria-label': context.t('web-timeline-preview'),
        });
        this.pen = this.element.getContext('2d');
    }

    show(sample: Sample | null): void {
        this.shown = sample;
        this.pen?.clearRect(0, 0, SIDE, SIDE);
        if (!sample || !this.pen) return;
        const colour = surface(sample);
        this.paint(sample.texture, css(opaque(colour)));
        this.pen.globalAlpha = Math.min(Math.max(0, colour[3]), 1);
        this.pen.drawImage(this.sheet, 0, 0);
        this.pen.globalAlpha = 1;
    }

    private paint(texture: string | null, colour: string): void {
        const pen = this.sheet.getContext('2d');
        const picture = texture === null ? null : this.picture(texture);
        if (!pen) return;
        pen.clearRect(0, 0, SIDE, SIDE);
        pen.globalCompositeOperation = 'source-over';
        pen.fillStyle = colour;
        pen.fillRect(0, 0, SIDE, SIDE);
        if (!picture?.complete || picture.naturalWidth === 0) return;
        pen.imageSmoothingEnabled = false;
        pen.globalCompositeOperation = 'multiply';
        pen.drawImage(picture, 0, 0, SIDE, SIDE);
        // What is a hole in the texture is one in the surface.
        pen.globalCompositeOperation = 'destination-in';
        pen.drawImage(picture, 0, 0, SIDE, SIDE);
    }

    private picture(name: string): HTMLImageElement | null {
        const path = this.paths.get(name);
        const known = this.pictures.get(name);
        if (known || path === undefined) return known ?? null;
        const picture = el('img', { alt: '', src: this.context.api.pictureUrl(path) });
        picture.addEventListener('load', () => this.show(this.shown), { once: true });
        this.pictures.set(name, picture);
        return picture;
    }
}

/** For each colour a band, in which each sample is a column. */
export function bands(samples: Sample[]): HTMLElement {
    const names: Swatch[] = samples[0]?.swatches ?? [];
    return el(
        'div',
        { class: 'bands' },
        names.map(({ name, label }) =>
            el('div', { class: 'band' }, el('span', { class: 'band-name' }, label ?? name), band(samples, name)),
        ),
    );
}

function band(samples: Sample[], name: string): HTMLCanvasElement {
    const canvas = el('canvas', {
        class: 'band-strip',
        width: String(samples.length),
        height: '1',
        'data-band': name,
        'aria-hidden': 'true',
    });
    const pen = canvas.getContext('2d');
    samples.forEach(({ swatches }, column) => {
        const rgba = swatches.find((swatch) => swatch.name === name)?.rgba;
        if (!pen || !rgba) return;
        pen.fillStyle = css(rgba);
        pen.fillRect(column, 0, 1, 1);
    });
    return canvas;
}
