// The picture on its ground, at any size, with what is drawn over it.

import type { Rect } from '../../api';
import { el, on } from '../../dom';
import { PanZoom } from '../../panzoom';
import type { Pixels } from '../../png';

export type Channel = 'rgba' | 'rgb' | 'r' | 'g' | 'b' | 'a' | 'index';
export type Ground = 'chequer' | 'black' | 'white';

export interface Look {
    channel: Channel;
    ground: Ground;
    smooth: boolean;
    rects: boolean;
    /** Only pixels of this index stand out. */
    index: number | null;
    /** The pixel that is asked about. */
    pixel: { x: number; y: number } | null;
}

const CELL = 8;
/** From this size on, pixels have edges. */
const GRID_SCALE = 10;

export class PictureCanvas {
    readonly element: HTMLElement;
    readonly canvas = el('canvas', { class: 'picture-canvas' });
    readonly panzoom: PanZoom;
    private readonly source = document.createElement('canvas');
    private pending = 0;

    constructor(
        private pixels: Pixels,
        private look: Look,
        private readonly rects: Rect[],
        label: string,
        events: { moved(): void; pointed(pixel: { x: number; y: number }): void },
        signal: AbortSignal,
    ) {
        this.element = el(
            'div',
            { class: 'picture-window', role: 'application', tabindex: '0', 'aria-label': label },
            this.canvas,
        );
        this.panzoom = new PanZoom(
            this.element,
            pixels.width,
            pixels.height,
            () => {
                this.draw();
                events.moved();
            },
            signal,
        );
        on(
            this.element,
            'pointermove',
            (event) => {
                const { x, y } = this.panzoom.under(event);
                events.pointed({ x: Math.floor(x), y: Math.floor(y) });
            },
            signal,
        );
        on(window, 'relict-theme' as 'resize', () => this.draw(), signal);
        signal.addEventListener('abort', () => cancelAnimationFrame(this.pending));
        this.develop();
    }

    /** Another level of the same picture. */
    show(pixels: Pixels): void {
        this.pixels = pixels;
        this.develop();
        this.panzoom.resize(pixels.width, pixels.height);
    }

    change(look: Look): void {
        const developed = this.look.channel !== look.channel || this.look.index !== look.index;
        this.look = look;
        if (developed) this.develop();
        this.draw();
    }

    /** Puts the pixels, as they are to be seen, on a canvas of their own size. */
    private develop(): void {
        const { width, height } = this.pixels;
        Object.assign(this.source, { width, height });
        const image = new ImageData(developed(this.pixels, this.look), width, height);
        this.source.getContext('2d')?.putImageData(image, 0, 0);
    }

    draw(): void {
        this.pending ||= requestAnimationFrame(() => {
            this.pending = 0;
            this.paint();
        });
    }

    private paint(): void {
        const dots = window.devicePixelRatio || 1;
        const { clientWidth, clientHeight } = this.element;
        this.canvas.width = Math.round(clientWidth * dots);
        this.canvas.height = Math.round(clientHeight * dots);
        const pen = this.canvas.getContext('2d');
        if (!pen) return;
        pen.setTransform(dots, 0, 0, dots, 0, 0);
        this.paintGround(pen);
        this.paintPicture(pen);
        if (this.panzoom.scale >= GRID_SCALE) this.paintGrid(pen);
        if (this.look.rects) this.rects.forEach((rect) => this.paintRect(pen, rect));
        this.paintPixel(pen);
    }

    private paintPicture(pen: CanvasRenderingContext2D): void {
        const { x, y, scale } = this.panzoom;
        pen.imageSmoothingEnabled = this.look.smooth;
        pen.imageSmoothingQuality = 'high';
        pen.drawImage(this.source, x, y, this.pixels.width * scale, this.pixels.height * scale);
    }

    /** Cells of the ground keep their size on the screen. */
    private paintGround(pen: CanvasRenderingContext2D): void {
        const { x, y, scale } = this.panzoom;
        const box: [number, number, number, number] = [x, y, this.pixels.width * scale, this.pixels.height * scale];
        if (this.look.ground !== 'chequer') {
            pen.fillStyle = this.look.ground;
            pen.fillRect(...box);
            return;
        }
        pen.fillStyle = this.token('--chequer-a');
        pen.fillRect(...box);
        const pattern = pen.createPattern(this.chequer(), 'repeat');
        if (!pattern) return;
        pattern.setTransform(new DOMMatrix().translate(x, y));
        pen.fillStyle = pattern;
        pen.fillRect(...box);
    }

    private chequer(): HTMLCanvasElement {
        const tile = document.createElement('canvas');
        tile.width = tile.height = CELL * 2;
        const pen = tile.getContext('2d');
        if (pen) {
            pen.fillStyle = this.token('--chequer-b');
            pen.fillRect(CELL, 0, CELL, CELL);
            pen.fillRect(0, CELL, CELL, CELL);
        }
        return tile;
    }

    private token(name: string): string {
        return getComputedStyle(this.element).getPropertyValue(name).trim();
    }

    private paintGrid(pen: CanvasRenderingContext2D): void {
        const { x, y, scale } = this.panzoom;
        const { clientWidth, clientHeight } = this.element;
        const { width, height } = this.pixels;
        pen.strokeStyle = 'rgb(128 128 128 / 35%)';
        pen.lineWidth = 1;
        pen.beginPath();
        for (
            let column = Math.max(0, Math.floor(-x / scale));
            column <= width && x + column * scale < clientWidth;
            column++
        ) {
            line(pen, x + column * scale, y, x + column * scale, y + height * scale);
        }
        for (let row = Math.max(0, Math.floor(-y / scale)); row <= height && y + row * scale < clientHeight; row++) {
            line(pen, x, y + row * scale, x + width * scale, y + row * scale);
        }
        pen.stroke();
    }

    private paintRect(pen: CanvasRenderingContext2D, rect: Rect): void {
        const { x, y, scale } = this.panzoom;
        this.frame(pen, x + rect.x * scale, y + rect.y * scale, rect.width * scale, rect.height * scale);
    }

    private paintPixel(pen: CanvasRenderingContext2D): void {
        const { pixel } = this.look;
        const { x, y, scale } = this.panzoom;
        if (!pixel) return;
        const size = Math.max(scale, 5);
        const middle = (scale - size) / 2;
        this.frame(pen, x + pixel.x * scale + middle, y + pixel.y * scale + middle, size, size);
    }

    /** A frame that is seen on any ground: dark outside, light inside. */
    private frame(pen: CanvasRenderingContext2D, x: number, y: number, width: number, height: number): void {
        pen.lineWidth = 3;
        pen.strokeStyle = 'rgb(0 0 0 / 75%)';
        pen.strokeRect(x, y, width, height);
        pen.lineWidth = 1;
        pen.strokeStyle = '#ffd766';
        pen.strokeRect(x, y, width, height);
    }
}

function line(pen: CanvasRenderingContext2D, x: number, y: number, toX: number, toY: number): void {
    pen.moveTo(Math.round(x) + 0.5, Math.round(y) + 0.5);
    pen.lineTo(Math.round(toX) + 0.5, Math.round(toY) + 0.5);
}

/** The bytes that are shown for the bytes that are there. */
export function developed(
    pixels: Pixels,
    { channel, index }: Pick<Look, 'channel' | 'index'>,
): Uint8ClampedArray<ArrayBuffer> {
    const shown = new Uint8ClampedArray(pixels.rgba);
    const { indices, palette } = pixels;
    const grey = 255 / Math.max(1, (palette?.length ?? 256) - 1);
    const single = 'rgba'.indexOf(channel);
    for (let at = 0; at < shown.length; at += 4) {
        if (channel === 'index') shown.fill((indices?.[at >> 2] ?? 0) * grey, at, at + 3);
        else if (channel.length === 1) shown.fill(pixels.rgba[at + single] ?? 0, at, at + 3);
        if (channel !== 'rgba') shown[at + 3] = 255;
        if (index !== null && indices?.[at >> 2] !== index) fade(shown, at);
    }
    return shown;
}

/** Makes a pixel grey without much light or shade, so that others stand out on any ground. */
function fade(rgba: Uint8ClampedArray, at: number): void {
    const light = ((rgba[at] ?? 0) + (rgba[at + 1] ?? 0) + (rgba[at + 2] ?? 0)) / 3;
    rgba.fill(112 + (light - 128) / 6, at, at + 3);
}
