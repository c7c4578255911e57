// What toolbars are made of.

import { type Child, el } from './dom';
import { icon, type IconName } from './icons';

/** A button with a drawing; its name is read out and shown on hover. */
export function tool(drawn: IconName, label: string, click: () => void): HTMLButtonElement {
    return el(
        'button',
        { class: 'tool', type: 'button', title: label, 'aria-label': label, on: { click } },
        icon(drawn),
    );
}

/** A button that stays down. */
export function toggle(drawn: IconName, label: string, on: boolean, changed: (on: boolean) => void): HTMLButtonElement {
    const button = tool(drawn, label, () => {
        const now = button.getAttribute('aria-pressed') !== 'true';
        button.setAttribute('aria-pressed', String(now));
        changed(now);
    });
    button.setAttribute('aria-pressed', String(on));
    return button;
}

export interface Choice<T extends string> {
    value: T;
    label: string;
    /** What stands on the button, where the label is too long. */
    short?: string;
}

/** Buttons of which one is down. */
export function choices<T extends string>(
    label: string,
    all: Choice<T>[],
    chosen: T,
    changed: (value: T) => void,
): HTMLElement {
    const group = el('div', { class: 'group', role: 'radiogroup', 'aria-label': label });
    const buttons = all.map(({ value, label: name, short }) =>
        el('button', {
            class: 'tool text',
            type: 'button',
            role: 'radio',
            value,
            title: name,
            'aria-label': short ? name : null,
            'aria-checked': String(value === chosen),
            tabindex: value === chosen ? '0' : '-1',
            text: short ?? name,
        }),
    );
    const choose = (button: HTMLButtonElement | undefined): void => {
        if (!button) return;
        buttons.forEach((one) => {
            one.setAttribute('aria-checked', String(one === button));
            one.tabIndex = one === button ? 0 : -1;
        });
        button.focus();
        changed(button.value as T);
    };
    group.append(...buttons);
    group.addEventListener('click', (event) => choose(buttons.find((one) => one.contains(event.target as Node))));
    group.addEventListener('keydown', (event) => {
        const step = { ArrowLeft: -1, ArrowUp: -1, ArrowRight: 1, ArrowDown: 1 }[event.key];
        if (step === undefined) return;
        event.preventDefault();
        event.stopPropagation();
        const at = buttons.indexOf(document.activeElement as HTMLButtonElement);
        choose(buttons[(at + step + buttons.length) % buttons.length]);
    });
    return group;
}

export function select<T extends string>(
    label: string,
    all: Choice<T>[],
    chosen: T,
    changed: (value: T) => void,
): HTMLLabelElement {
    const field = el(
        'select',
        { class: 'field' },
        all.map(({ value, label: name }) => el('option', { value, text: name })),
    );
    field.value = chosen;
    field.addEventListener('change', () => changed(field.value as T));
    return el('label', {}, label, field);
}

export function group(...children: Child[]): HTMLElement {
    return el('div', { class: 'group' }, children);
}

export function toolbar(label: string, ...children: Child[]): HTMLElement {
    return el('div', { class: 'toolbar', role: 'group', 'aria-label': label }, children);
}
