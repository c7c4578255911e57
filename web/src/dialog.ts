// Questions. The browser's own dialog keeps the focus inside, gives it back afterwards, and closes on Escape.

import { type Child, el } from './dom';
import { icon } from './icons';

export interface Answer {
    label: string;
    value: string;
    kind?: 'primary' | 'danger';
}

let count = 0;
let closing = 'Close';

/** What the button that closes is called in the language of the page. */
export function nameClosing(label: string): void {
    closing = label;
}

/** Asks, and gives the value of the answer; nothing if the dialog was closed without one. */
export function ask(
    title: string,
    body: Child[],
    answers: Answer[],
    options: { wide?: boolean } = {},
): Promise<string | null> {
    return open(title, answers, options, () => body);
}

/** The same with a body that may answer by itself, as a list of things to choose from does. */
export function open(
    title: string,
    answers: Answer[],
    options: { wide?: boolean },
    body: (answer: (value: string) => void) => Child[],
): Promise<string | null> {
    const id = `dialog-${++count}`;
    const buttons = answers.map(({ label, value, kind }) =>
        el('button', { class: `button ${kind ?? ''}`, type: 'submit', value, text: label }),
    );
    const dialog = el('dialog', { class: options.wide ? 'dialog wide' : 'dialog', 'aria-labelledby': id });
    const shut = el(
        'button',
        { class: 'tool', type: 'button', 'aria-label': closing, title: closing, on: { click: () => dialog.close() } },
        icon('close'),
    );
    const form = el(
        'form',
        { method: 'dialog' },
        el('header', {}, el('h2', { id, text: title }), shut),
        el(
            'div',
            { class: 'dialog-body' },
            body((value) => dialog.close(value)),
        ),
        el('footer', {}, buttons),
    );
    dialog.append(form);
    document.body.append(dialog);
    dialog.showModal();
    return new Promise((resolve) => {
        dialog.addEventListener('close', () => {
            dialog.remove();
            resolve(dialog.returnValue || null);
        });
        dialog.addEventListener('click', (event) => {
            if (event.target === dialog) dialog.close();
        });
    });
}
