// A picture with everything that can be asked about it; for entries and for the pictures of a gallery alike.

import '../../styles/picture.css';
import type { PictureInfo, Rect } from '../../api';
import { type Child, el, fill } from '../../dom';
import { icon } from '../../icons';
import type { Pixels } from '../../png';
import { choices, group, select, toggle, tool, toolbar } from '../../tools';
import type { Context, Mounted } from '../index';
import { type Channel, type Ground, type Look, PictureCanvas } from './canvas';
import { PaletteGrid } from './palette';
import { inside, type Pixel, PixelStatus } from './status';

export interface PictureSource {
    name: string;
    info: PictureInfo;
    pixels(level: number): Promise<Pixels>;
    /** Asks for another picture in its place; none where nothing may be edited. */
    replace: (() => void) | null;
}

const CHANNELS: Channel[] = ['rgba', 'rgb', 'r', 'g', 'b', 'a'];
const GROUNDS: Ground[] = ['chequer', 'black', 'white'];
/** Where each arrow leads. */
const ARROWS: Record<string, [number, number]> = {
    arrowleft: [-1, 0],
    arrowright: [1, 0],
    arrowup: [0, -1],
    arrowdown: [0, 1],
};
const STEP = 1.5;
const SETTLE_MILLISECONDS = 250;

function oneOf<T extends string>(all: readonly T[], wanted: string | null): T | undefined {
    return all.find((known) => known === wanted);
}

function pixelOf(text: string | null): Pixel | null {
    const [x, y] = (text ?? '').split(',').map(Number);
    return Number.isInteger(x) && Number.isInteger(y) ? { x: x!, y: y! } : null;
}

export class PictureViewer implements Mounted {
    private look: Look;
    private level: number;
    private pixels: Pixels;
    private readonly canvas: PictureCanvas;
    private readonly palette: PaletteGrid | null;
    private readonly zoomed = el('output', { class: 'zoom' });
    private readonly status: PixelStatus;
    private settling = 0;

    static async open(host: HTMLElement, context: Context, source: PictureSource): Promise<PictureViewer> {
        const asked = Number(context.query.get('level') ?? 0);
        const level = Number.isInteger(asked) && asked >= 0 && asked < source.info.levels.length ? asked : 0;
        return new PictureViewer(host, context, source, level, await source.pixels(level));
    }

    private constructor(
        host: HTMLElement,
        private readonly context: Context,
        private readonly source: PictureSource,
        level: number,
        pixels: Pixels,
    ) {
        const { info, name } = source;
        this.level = level;
        this.pixels = pixels;
        this.look = this.asked(context.query);
        const { t, signal } = context;
        const label = t('web-picture-label', { name, width: pixels.width, height: pixels.height });
        this.status = new PixelStatus(info, t);
        const pointed = (pixel: Pixel): void => this.report(inside(this.pixels, pixel) ? pixel : this.look.pixel);
        this.canvas = new PictureCanvas(
            pixels,
            this.look,
            info.rects,
            label,
            { moved: () => this.moved(), pointed },
            signal,
        );
        this.palette = this.grid();
        const aside = [this.palette?.element, info.rects.length > 0 && this.rects(info.rects)].filter(
            Boolean,
        ) as Child[];
        fill(
            host,
            el(
                'div',
                { class: 'picture' },
                this.tools(),
                el(
                    'div',
                    { class: 'picture-middle' },
                    this.canvas.element,
                    aside.length > 0 && el('div', { class: 'picture-aside' }, aside),
                ),
                this.status.parts,
            ),
        );
        this.canvas.element.addEventListener('click', (event) => this.clicked(event));
        this.canvas.element.addEventListener('pointerleave', () => this.report(this.look.pixel));
        this.bindKeys();
        this.begin(context.query);
    }

    destroy(): void {
        clearTimeout(this.settling);
    }

    queryChanged(query: URLSearchParams): void {
        this.change(this.asked(query));
        this.palette?.mark(this.look.index);
        const level = Number(query.get('level') ?? 0);
        if (level !== this.level) void this.showLevel(level);
    }

    private asked(query: URLSearchParams): Look {
        const index = query.get('index');
        return {
            channel: oneOf<Channel>([...CHANNELS, 'index'], query.get('channel')) ?? 'rgba',
            ground: oneOf(GROUNDS, query.get('ground')) ?? 'chequer',
            smooth: query.has('smooth'),
            rects: query.get('rects') !== '0',
            index: index === null ? null : Number(index),
            pixel: pixelOf(query.get('at')),
        };
    }

    private begin(query: URLSearchParams): void {
        const zoom = Number(query.get('zoom'));
        // The window has its size only when it is in the page.
        requestAnimationFrame(() => {
            if (zoom > 0) this.canvas.panzoom.zoomTo(zoom / 100);
            else this.canvas.panzoom.fit();
            if (this.look.pixel) this.canvas.panzoom.reveal(this.look.pixel);
        });
        this.palette?.mark(this.look.index);
        this.report(this.look.pixel);
    }

    private change(changes: Partial<Look>): void {
        this.look = { ...this.look, ...changes };
        this.canvas.change(this.look);
    }

    private moved(): void {
        const zoom = this.canvas.panzoom.scale * 100;
        this.zoomed.textContent = `${zoom >= 10 ? Math.round(zoom) : zoom.toFixed(1)} %`;
    }

    /** Keeps the size in the address, once it has settled. */
    private keepZoom(): void {
        clearTimeout(this.settling);
        const zoom = String(Math.round(this.canvas.panzoom.scale * 100));
        this.settling = window.setTimeout(() => this.context.setQuery({ zoom }), SETTLE_MILLISECONDS);
    }

    private zoom(factor: number): void {
        this.canvas.panzoom.zoomBy(factor);
        this.keepZoom();
    }

    private actual(): void {
        this.canvas.panzoom.zoomTo(1);
        this.keepZoom();
    }

    private fit(): void {
        clearTimeout(this.settling);
        this.canvas.panzoom.fit();
        this.context.setQuery({ zoom: null });
    }

    private tools(): HTMLElement {
        const { t } = this.context;
        const { info, replace } = this.source;
        return toolbar(
            t('web-picture-tools'),
            group(
                tool('minus', t('web-zoom-out'), () => this.zoom(1 / STEP)),
                this.zoomed,
                tool('plus', t('web-zoom-in'), () => this.zoom(STEP)),
                tool('fit', t('web-zoom-fit'), () => this.fit()),
                this.oneToOne(),
            ),
            group(
                toggle('smooth', t('web-smooth'), this.look.smooth, (smooth) =>
                    this.choose({ smooth }, { smooth: smooth ? '1' : null }),
                ),
            ),
            this.channels(),
            select(
                t('web-ground'),
                GROUNDS.map((value) => ({ value, label: t(`web-ground-${value}`) })),
                this.look.ground,
                (ground) => this.choose({ ground }, { ground: ground === 'chequer' ? null : ground }),
            ),
            info.levels.length > 1 && this.levels(),
            info.rects.length > 0 &&
                toggle('bounds', t('web-rects-show'), this.look.rects, (rects) =>
                    this.choose({ rects }, { rects: rects ? null : '0' }),
                ),
            el('span', { class: 'grow' }),
            replace &&
                el(
                    'button',
                    { class: 'button primary', type: 'button', on: { click: replace } },
                    icon('edit'),
                    t('web-picture-replace'),
                ),
        );
    }

    private oneToOne(): HTMLElement {
        const label = this.context.t('web-zoom-actual');
        return el('button', {
            class: 'tool text',
            type: 'button',
            title: label,
            'aria-label': label,
            text: '1:1',
            on: { click: () => this.actual() },
        });
    }

    private channels(): HTMLElement {
        const { t } = this.context;
        const known: Channel[] = this.pixels.indices ? [...CHANNELS, 'index'] : CHANNELS;
        const short: Partial<Record<Channel, string>> = {
            rgba: 'RGBA',
            rgb: 'RGB',
            r: 'R',
            g: 'G',
            b: 'B',
            a: 'A',
            index: '#',
        };
        const all = known.map((value) => ({ value, label: t(`web-channel-${value}`), short: short[value] ?? value }));
        return choices(t('web-channels'), all, this.look.channel, (channel) =>
            this.choose({ channel }, { channel: channel === 'rgba' ? null : channel }),
        );
    }

    private levels(): HTMLElement {
        const { t } = this.context;
        const all = this.source.info.levels.map(({ width, height }, level) => ({
            value: String(level),
            label: `${level}: ${width}×${height}`,
        }));
        return select(t('web-level'), all, String(this.level), (level) => {
            this.context.setQuery({ level: level === '0' ? null : level, at: null });
            void this.showLevel(Number(level));
        });
    }

    private async showLevel(level: number): Promise<void> {
        if (!this.source.info.levels[level]) return;
        this.level = level;
        const pixels = await this.source.pixels(level);
        if (this.context.signal.aborted || this.level !== level) return;
        this.pixels = pixels;
        this.change({ pixel: null });
        this.canvas.show(pixels);
        this.report(null);
    }

    private choose(look: Partial<Look>, query: Record<string, string | null>): void {
        this.change(look);
        this.context.setQuery(query);
    }

    private grid(): PaletteGrid | null {
        const palette = this.source.info.palette ?? this.pixels.palette;
        if (!palette) return null;
        const used = new Set(this.source.info.used ?? this.pixels.indices ?? []);
        return new PaletteGrid(palette, used, this.context.t, {
            hover: (index) => this.change({ index: index ?? this.kept() }),
            choose: (index) => this.choose({ index }, { index: index === null ? null : String(index) }),
        });
    }

    /** The index that the address names; what is only hovered does not stand there. */
    private kept(): number | null {
        const index = new URLSearchParams(location.hash.split('?')[1]).get('index');
        return index === null ? null : Number(index);
    }

    private rects(rects: Rect[]): HTMLElement {
        const { t } = this.context;
        const rows = rects.map((rect, index) =>
            el(
                'li',
                {},
                el(
                    'button',
                    {
                        type: 'button',
                        on: { click: () => this.canvas.panzoom.show(rect.x, rect.y, rect.width, rect.height) },
                    },
                    el('strong', { text: t('web-rect', { number: index + 1 }) }),
                    el('span', { class: 'muted', text: `${rect.x}, ${rect.y} · ${rect.width}×${rect.height}` }),
                ),
            ),
        );
        return el('section', {}, el('h2', { text: t('web-rects') }), el('ol', { class: 'rects' }, rows));
    }

    /** The end of a drag is no click. */
    private clicked(event: MouseEvent): void {
        const at = this.canvas.panzoom.under(event);
        const pixel = { x: Math.floor(at.x), y: Math.floor(at.y) };
        if (!this.canvas.panzoom.dragged && inside(this.pixels, pixel)) this.pick(pixel);
    }

    /** This pixel is asked about from now on. */
    private pick(pixel: Pixel | null): void {
        this.choose({ pixel }, { at: pixel ? `${pixel.x},${pixel.y}` : null });
        this.report(pixel);
        if (pixel) this.status.speak(this.pixels, pixel);
    }

    private report(pixel: Pixel | null): void {
        this.status.show(this.pixels, pixel);
    }

    private step(event: KeyboardEvent): void {
        const many = event.shiftKey ? 8 : 1;
        const [x, y] = ARROWS[event.key.toLowerCase()] ?? [0, 0];
        const { width, height } = this.pixels;
        const from = this.look.pixel ?? { x: width >> 1, y: height >> 1 };
        const to = {
            x: Math.min(width - 1, Math.max(0, from.x + x * many)),
            y: Math.min(height - 1, Math.max(0, from.y + y * many)),
        };
        this.pick(this.look.pixel ? to : from);
        this.canvas.panzoom.reveal({ x: to.x + 0.5, y: to.y + 0.5 });
    }

    private bindKeys(): void {
        this.context.keys('web-keys-picture', [
            { key: '+ =', label: 'web-zoom-in', run: () => this.zoom(STEP) },
            { key: '-', label: 'web-zoom-out', run: () => this.zoom(1 / STEP) },
            { key: '0', label: 'web-zoom-fit', run: () => this.fit() },
            { key: '1', label: 'web-zoom-actual', run: () => this.actual() },
            { key: Object.keys(ARROWS).join(' '), label: 'web-key-pixel', run: (event) => this.step(event) },
            {
                key: Object.keys(ARROWS)
                    .map((key) => `shift+${key}`)
                    .join(' '),
                label: 'web-key-pixels',
                run: (event) => this.step(event),
            },
            { key: 'escape', label: 'web-key-no-pixel', run: () => this.pick(null) },
        ]);
    }
}
