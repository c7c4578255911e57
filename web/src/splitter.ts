// The bar between two columns: dragged, or moved by arrows.

import { el } from './dom';

const LEAST = 180;
const MOST = 640;
const STEP = 16;

/** Sets `--tree-width` or `--side-width` of the frame. */
export function splitter(frame: HTMLElement, part: 'tree' | 'side', label: string): HTMLElement {
    const kept = `relict.${part}-width`;
    const bar = el('div', {
        class: `splitter splitter-${part}`,
        role: 'separator',
        'aria-orientation': 'vertical',
        'aria-label': label,
        'aria-valuemin': LEAST,
        'aria-valuemax': MOST,
        tabindex: '0',
    });
    const set = (width: number): void => {
        const fair = Math.round(Math.min(MOST, Math.max(LEAST, width)));
        frame.style.setProperty(`--${part}-width`, `${fair}px`);
        bar.setAttribute('aria-valuenow', String(fair));
        localStorage.setItem(kept, String(fair));
    };
    const current = (): number => Number(bar.getAttribute('aria-valuenow'));
    const sign = part === 'tree' ? 1 : -1;
    set(Number(localStorage.getItem(kept)) || (part === 'tree' ? 288 : 312));
    bar.addEventListener('keydown', (event) => {
        const step = event.key === 'ArrowRight' ? STEP : event.key === 'ArrowLeft' ? -STEP : 0;
        if (step !== 0) set(current() + sign * step);
    });
    bar.addEventListener('pointerdown', (event) => {
        const from = event.clientX;
        const width = current();
        bar.setPointerCapture(event.pointerId);
        const moved = (now: PointerEvent): void => set(width + sign * (now.clientX - from));
        bar.addEventListener('pointermove', moved);
        bar.addEventListener('lostpointercapture', () => bar.removeEventListener('pointermove', moved), { once: true });
    });
    return bar;
}
