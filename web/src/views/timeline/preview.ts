// The surface as it looks at one moment, and each of its colours over all the time.

import type { Rect, Sample } from '../../api';
import { el } from '../../dom';
import { sentenceCase } from '../../labels';
import type { Context } from '../index';
import { css, opaque, surface } from './colours';
import type { Phase } from './swatches';

const SIDE = 192;

/** A square of the surface in full light, its texture in its colours. */
export class Preview {
    readonly element: HTMLCanvasElement;
    private readonly pen: CanvasRenderingContext2D | null;
    private readonly sheet = el('canvas', { width: String(SIDE), height: String(SIDE) });
    private readonly pictures = new Map<string, HTMLImageElement>();
    private readonly rects = new Map<string, Rect[]>();
    private shown: Sample | null = null;

    constructor(
        private readonly context: Context,
        private readonly phases: Phase[],
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
        this.paint(sample, css(opaque(colour)));
        this.pen.globalAlpha = Math.min(Math.max(0, colour[3]), 1);
        this.pen.drawImage(this.sheet, 0, 0);
        this.pen.globalAlpha = 1;
    }

    private paint(sample: Sample, colour: string): void {
        const pen = this.sheet.getContext('2d');
        if (!pen) return;
        pen.clearRect(0, 0, SIDE, SIDE);
        pen.globalCompositeOperation = 'source-over';
        pen.fillStyle = colour;
        pen.fillRect(0, 0, SIDE, SIDE);
        const picture = sample.texture === null ? null : this.picture(sample.texture);
        if (!picture?.complete || picture.naturalWidth === 0) return;
        const { x, y, width, height } = this.part(sample, picture);
        pen.imageSmoothingEnabled = false;
        // What is a hole in the texture is one in the surface.
        for (const operation of ['multiply', 'destination-in'] as const) {
            pen.globalCompositeOperation = operation;
            pen.drawImage(picture, x, y, width, height, ...fitted(width, height));
        }
    }

    /** The cell of the texture that the phase names, or all of it. Cells jump with the phase, as textures do. */
    private part({ phase, texture }: Sample, picture: HTMLImageElement): Rect {
        const cell = phase === null ? undefined : this.phases[phase]?.texture?.cell;
        const whole = { x: 0, y: 0, width: picture.naturalWidth, height: picture.naturalHeight };
        return (cell === undefined ? undefined : this.rects.get(texture ?? '')?.[cell]) ?? whole;
    }

    private picture(name: string): HTMLImageElement | null {
        const known = this.pictures.get(name);
        const path = this.phases.find(({ texture }) => texture?.name === name)?.texture?.path;
        if (known || !path) return known ?? null;
        const picture = el('img', { alt: '', src: this.context.api.pictureUrl(path) });
        picture.addEventListener('load', () => this.show(this.shown), { once: true });
        this.pictures.set(name, picture);
        if (this.phases.some(({ texture }) => texture?.cell !== undefined)) void this.learn(name, path);
        return picture;
    }

    private async learn(name: string, path: string): Promise<void> {
        const { api, signal } = this.context;
        const info = await api.pictureInfo(path, signal).catch(() => null);
        this.rects.set(name, info?.rects ?? []);
        this.show(this.shown);
    }
}

/** As large as the square lets it be, in its own proportions; what is left of the square is no surface. */
function fitted(width: number, height: number): [x: number, y: number, width: number, height: number] {
    const scale = SIDE / Math.max(width, height, 1);
    const [across, down] = [width * scale, height * scale];
    return [(SIDE - across) / 2, (SIDE - down) / 2, across, down];
}

/** For each colour a band, in which each sample is a column. */
export function bands(samples: Sample[], phase: Phase | undefined): HTMLElement {
    const names = phase?.swatches ?? [];
    return el(
        'div',
        { class: 'bands' },
        names.map(({ name, label }) =>
            el(
                'div',
                { class: 'band' },
                el('span', { class: 'band-name' }, sentenceCase(label ?? name)),
                band(samples, name),
            ),
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
