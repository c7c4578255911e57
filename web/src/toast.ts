// Short notes at the lower edge, read out by screen readers, gone by themselves.

import { el } from './dom';

const NOTE_MILLISECONDS = 5_000;
const ERROR_MILLISECONDS = 12_000;

export type NoteKind = 'note' | 'error';

export class Toasts {
    readonly element = el('div', { class: 'toasts' });
    private readonly polite = el('div', { class: 'aside', role: 'status' });
    private readonly urgent = el('div', { class: 'aside', role: 'alert' });

    constructor() {
        this.element.append(this.polite, this.urgent);
    }

    say(text: string, kind: NoteKind = 'note'): void {
        (kind === 'error' ? this.urgent : this.polite).textContent = text;
        const toast = el('div', { class: `toast ${kind}`, 'aria-hidden': 'true', text });
        toast.addEventListener('click', () => toast.remove());
        this.element.append(toast);
        setTimeout(() => toast.remove(), kind === 'error' ? ERROR_MILLISECONDS : NOTE_MILLISECONDS);
    }

    /** Read out only: where one is now. */
    tell(text: string): void {
        this.polite.textContent = text;
    }
}
