// A button that opens a short list. It closes on Escape, on a click elsewhere, and when something was chosen.

import { type Child, el } from './dom';
import { icon, type IconName } from './icons';

export function menu(
    label: string,
    drawn: IconName,
    items: Child[],
    options: { hideLabel?: boolean } = {},
): HTMLDetailsElement {
    const text = el('span', { class: options.hideLabel ? 'aside' : '', text: label });
    const summary = el('summary', { class: 'button', title: label }, icon(drawn), text, icon('down'));
    const list = el('div', { class: 'menu-list' }, items);
    const details = el('details', { class: 'menu' }, summary, list);
    const shut = (focus: boolean): void => {
        details.open = false;
        if (focus) summary.focus();
    };
    details.addEventListener('keydown', (event) => {
        if (event.key === 'Escape' && details.open) {
            event.stopPropagation();
            shut(true);
        } else if (event.key === 'ArrowDown' || event.key === 'ArrowUp') walk(details, event);
    });
    details.addEventListener('focusout', (event) => {
        const to = event.relatedTarget as Node | null;
        if (to && !details.contains(to)) shut(false);
    });
    list.addEventListener('click', () => shut(true));
    details.addEventListener('toggle', () => {
        if (details.open) awaitOutside(details, () => shut(false));
    });
    return details;
}

/** Arrows go through the list, and open it. */
function walk(details: HTMLDetailsElement, event: KeyboardEvent): void {
    event.preventDefault();
    details.open = true;
    const stops = [...details.querySelectorAll<HTMLElement>('.menu-list :is(a[href], button:not(:disabled))')];
    const step = event.key === 'ArrowDown' ? 1 : -1;
    const from = stops.indexOf(document.activeElement as HTMLElement);
    stops[(from + step + stops.length) % stops.length]?.focus();
}

function awaitOutside(details: HTMLDetailsElement, shut: () => void): void {
    const pressed = (event: PointerEvent): void => {
        if (details.contains(event.target as Node) && details.open) return;
        document.removeEventListener('pointerdown', pressed);
        shut();
    };
    document.addEventListener('pointerdown', pressed);
}
