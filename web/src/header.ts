// The bar at the top: where one is, and what can be done anywhere.

import type { Session } from './api';
import { type Child, el, fill } from './dom';
import { icon, type IconName } from './icons';
import { ancestorsOf, hashOf, nameOf } from './router';
import type { Language } from './words';

type Part = 'tree' | 'side';

export interface HeaderOptions {
    t(id: string, args?: Record<string, string | number>): string;
    session: Session;
    language: Language;
    /** What edits there are; none where nothing may be edited. */
    edits: HTMLElement | null;
    open(): void;
    help(): void;
    theme(): void;
    toggle(part: Part): void;
    speak(language: Language): void;
}

export class Header {
    readonly element: HTMLElement;
    private readonly crumbs = el('ol', { class: 'crumbs-list' });
    private readonly marks: Record<Part, HTMLElement>;

    constructor(private readonly options: HeaderOptions) {
        const { t, edits } = options;
        this.marks = {
            tree: this.tool('menu', 'web-toggle-tree', () => options.toggle('tree')),
            side: this.tool('info', 'web-toggle-side', () => options.toggle('side')),
        };
        const brand = el(
            'a',
            { class: 'brand', href: '#/', title: t('web-home') },
            el('img', { src: './icon.svg', alt: '', width: '22', height: '22' }),
            el('span', { text: 'Relict' }),
        );
        const path = el('nav', { class: 'crumbs', 'aria-label': t('web-crumbs') }, this.crumbs);
        const open = el(
            'button',
            { class: 'button', type: 'button', on: { click: options.open } },
            icon('open'),
            el('span', { text: t('web-open') }),
        );
        const tools = el(
            'div',
            { class: 'top-tools' },
            edits,
            open,
            this.languages(),
            this.tool('sun', 'web-theme', options.theme),
            this.tool('keyboard', 'web-keys-title', options.help, 'for-keyboard'),
            this.marks.side,
        );
        this.element = el('header', { class: 'top' }, this.marks.tree, brand, path, tools);
    }

    /** `meaning` is what the last step is, where its name does not tell. */
    show(path: string, meaning?: string): void {
        const steps = path ? [...ancestorsOf(path), path] : [];
        const crumb = (step: string, index: number): Child => {
            const last = index === steps.length - 1;
            return el(
                'li',
                {},
                el('a', {
                    href: hashOf(step),
                    'aria-current': last ? 'page' : null,
                    title: last && meaning ? nameOf(step) : null,
                    text: (last && meaning) || nameOf(step),
                }),
            );
        };
        const root = el(
            'li',
            {},
            el('a', {
                href: '#/',
                title: this.options.session.root,
                text: nameOf(this.options.session.root.replaceAll('\\', '/')) || '/',
            }),
        );
        fill(this.crumbs, root, steps.map(crumb));
        this.crumbs.scrollLeft = this.crumbs.scrollWidth;
    }

    mark(part: Part, open: boolean): void {
        this.marks[part].setAttribute('aria-expanded', String(open));
    }

    private tool(drawn: IconName, label: string, click: () => void, kind = ''): HTMLElement {
        const text = this.options.t(label);
        return el(
            'button',
            { class: `tool ${kind}`, type: 'button', title: text, 'aria-label': text, on: { click } },
            icon(drawn),
        );
    }

    /** The languages call themselves by their own names. */
    private languages(): HTMLElement {
        const { language, speak, t } = this.options;
        const other: Language = language === 'ru' ? 'en' : 'ru';
        const name = other === 'ru' ? 'По-русски' : 'In English';
        return el(
            'button',
            {
                class: 'tool text',
                type: 'button',
                lang: other,
                title: name,
                'aria-label': `${name} (${t('web-language')})`,
                on: { click: () => speak(other) },
            },
            other === 'ru' ? 'RU' : 'EN',
        );
    }
}
