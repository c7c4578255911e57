// Something flat that is moved and magnified: by wheel, drag, two fingers and keys.

import { on } from './dom';

const LEAST = 1 / 64;
const MOST = 128;
const MARGIN = 24;
const DRAG = 3;

interface Point {
    x: number;
    y: number;
}

export class PanZoom {
    /** Pixels of the screen for each of the thing. */
    scale = 1;
    /** Where its upper left corner stands in the window. */
    x = 0;
    y = 0;
    /** Whether it follows the window's size, as long as nobody moved it. */
    private fitting = true;
    /** Whether the pointer went some way since it was put down. */
    dragged = false;
    private from: Point = { x: 0, y: 0 };
    private readonly fingers = new Map<number, Point>();

    constructor(
        private readonly window: HTMLElement,
        private width: number,
        private height: number,
        private readonly changed: (by: 'reader' | 'window') => void,
        signal: AbortSignal,
    ) {
        on(window, 'wheel', (event) => this.wheel(event), signal, { passive: false });
        on(window, 'pointerdown', (event) => this.down(event), signal);
        on(window, 'pointermove', (event) => this.move(event), signal);
        for (const type of ['pointerup', 'pointercancel'] as const) {
            on(window, type, (event) => this.fingers.delete(event.pointerId), signal);
        }
        const resized = new ResizeObserver(() => this.refit());
        resized.observe(window);
        signal.addEventListener('abort', () => resized.disconnect());
    }

    /** Another thing of another size, at the same place on the screen. */
    resize(width: number, height: number): void {
        const ratio = this.width / width;
        this.width = width;
        this.height = height;
        this.scale *= ratio;
        this.refit();
    }

    /** All of it, as large as the window allows; small things in whole steps, so that their pixels stay even. */
    fit(): void {
        const { clientWidth, clientHeight } = this.window;
        const room = Math.min((clientWidth - MARGIN * 2) / this.width, (clientHeight - MARGIN * 2) / this.height);
        this.scale = Math.min(MOST, Math.max(LEAST, room > 1 ? Math.floor(room) : room));
        this.fitting = true;
        this.centre({ x: this.width / 2, y: this.height / 2 });
    }

    /** One pixel for one pixel, or any other scale, around the middle of the window. */
    zoomTo(scale: number): void {
        this.zoom(scale / this.scale, { x: this.window.clientWidth / 2, y: this.window.clientHeight / 2 });
    }

    zoomBy(factor: number): void {
        this.zoomTo(this.scale * factor);
    }

    panBy(x: number, y: number): void {
        this.fitting = false;
        this.x += x;
        this.y += y;
        this.changed('reader');
    }

    /** Shows a part of it as large as it fits. */
    show(x: number, y: number, width: number, height: number): void {
        const { clientWidth, clientHeight } = this.window;
        this.fitting = false;
        this.scale = Math.min(
            MOST,
            Math.max(LEAST, Math.min((clientWidth * 0.8) / width, (clientHeight * 0.8) / height)),
        );
        this.centre({ x: x + width / 2, y: y + height / 2 });
    }

    /** Moves no more than needed for this point to be seen. */
    reveal(point: Point): void {
        const { clientWidth, clientHeight } = this.window;
        const x = this.x + point.x * this.scale;
        const y = this.y + point.y * this.scale;
        const inside = (at: number, size: number): number =>
            at < MARGIN ? MARGIN - at : at > size - MARGIN ? size - MARGIN - at : 0;
        this.x += inside(x, clientWidth);
        this.y += inside(y, clientHeight);
        this.changed('reader');
    }

    /** The point under a place on the screen. */
    under(event: { clientX: number; clientY: number }): Point {
        const at = this.place(event);
        return { x: (at.x - this.x) / this.scale, y: (at.y - this.y) / this.scale };
    }

    private centre(point: Point): void {
        this.x = this.window.clientWidth / 2 - point.x * this.scale;
        this.y = this.window.clientHeight / 2 - point.y * this.scale;
        this.changed('window');
    }

    private refit(): void {
        if (this.fitting) this.fit();
        else this.changed('window');
    }

    private zoom(factor: number, around: Point): void {
        const scale = Math.min(MOST, Math.max(LEAST, this.scale * factor));
        const real = scale / this.scale;
        this.fitting = false;
        this.x = around.x - (around.x - this.x) * real;
        this.y = around.y - (around.y - this.y) * real;
        this.scale = scale;
        this.changed('reader');
    }

    private place(event: { clientX: number; clientY: number }): Point {
        const box = this.window.getBoundingClientRect();
        return { x: event.clientX - box.left, y: event.clientY - box.top };
    }

    private wheel(event: WheelEvent): void {
        event.preventDefault();
        const lines = event.deltaMode === WheelEvent.DOM_DELTA_LINE ? 20 : 1;
        this.zoom(Math.exp(-event.deltaY * lines * 0.002), this.place(event));
    }

    private down(event: PointerEvent): void {
        if (event.button > 1) return;
        this.window.setPointerCapture(event.pointerId);
        this.dragged = false;
        this.from = this.place(event);
        this.fingers.set(event.pointerId, this.place(event));
    }

    private move(event: PointerEvent): void {
        const before = this.fingers.get(event.pointerId);
        if (!before) return;
        const now = this.place(event);
        this.fingers.set(event.pointerId, now);
        this.dragged ||= Math.hypot(now.x - this.from.x, now.y - this.from.y) > DRAG;
        const other = [...this.fingers].find(([id]) => id !== event.pointerId)?.[1];
        if (!other) this.panBy(now.x - before.x, now.y - before.y);
        else
            this.zoom(
                Math.hypot(now.x - other.x, now.y - other.y) /
                    Math.max(1, Math.hypot(before.x - other.x, before.y - other.y)),
                other,
            );
    }
}
