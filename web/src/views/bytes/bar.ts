// Going to an offset, and looking for bytes or text.

import { el } from '../../dom';
import { icon } from '../../icons';
import { isAbort, sentence } from '../../failure';
import type { Context } from '../index';
import type { Pages } from './pages';
import { offsetOf } from './say';
import { patternOf, search } from './search';

export interface BarHooks {
    cursor(): number;
    /** Goes to these bytes, and marks them where they are more than one. */
    jump(offset: number, length: number): void;
    each(on: boolean): void;
    back(): void;
}

export class Bar {
    readonly element: HTMLElement;
    private readonly offset: HTMLInputElement;
    private readonly wish: HTMLInputElement;
    private readonly state = el('span', { class: 'bytes-state muted', role: 'status' });
    private readonly every: HTMLButtonElement;
    private looking: AbortController | null = null;

    constructor(
        private readonly context: Context,
        private readonly pages: Pages,
        private readonly hooks: BarHooks,
        full: boolean,
    ) {
        const { t } = context;
        this.offset = el('input', {
            class: 'field mono offset',
            size: '10',
            spellcheck: 'false',
            autocomplete: 'off',
            'aria-label': t('web-bytes-goto'),
            placeholder: t('web-bytes-goto'),
        });
        this.wish = el('input', {
            class: 'field mono wish',
            type: 'search',
            spellcheck: 'false',
            autocomplete: 'off',
            'aria-label': t('web-bytes-find'),
            placeholder: t('web-bytes-find'),
        });
        this.every = el(
            'button',
            {
                class: 'tool',
                type: 'button',
                'aria-pressed': String(full),
                title: t('web-bytes-each-hint'),
                on: { click: () => hooks.each(this.every.getAttribute('aria-pressed') !== 'true') },
            },
            icon('list'),
            el('span', { class: 'tool-text' }, t('web-bytes-each')),
        );
        this.element = el(
            'div',
            { class: 'toolbar bytes-bar' },
            this.form(this.offset, () => this.go()),
            this.form(this.wish, () => void this.find()),
            this.state,
            this.every,
        );
    }

    goto(): void {
        this.offset.focus();
        this.offset.select();
    }

    seek(): void {
        this.wish.focus();
        this.wish.select();
    }

    pressEach(on: boolean): void {
        this.every.setAttribute('aria-pressed', String(on));
    }

    private form(input: HTMLInputElement, submit: () => void): HTMLFormElement {
        const form = el('form', { class: 'bytes-form' }, input);
        form.addEventListener('submit', (event) => {
            event.preventDefault();
            submit();
        });
        input.addEventListener('keydown', (event) => {
            if (event.key !== 'Escape') return;
            this.looking?.abort();
            this.hooks.back();
        });
        input.addEventListener('input', () => this.say(''));
        return form;
    }

    private say(text: string): void {
        this.state.textContent = text;
    }

    private go(): void {
        const offset = offsetOf(this.offset.value);
        if (offset === null || offset >= this.pages.size) {
            this.say(this.context.t('web-bytes-no-offset'));
            this.offset.select();
            return;
        }
        this.say('');
        this.hooks.jump(offset, 1);
        this.hooks.back();
    }

    private async find(): Promise<void> {
        const { t } = this.context;
        const pattern = patternOf(this.wish.value);
        if (!pattern) return;
        this.looking?.abort();
        const { signal } = (this.looking = new AbortController());
        this.context.signal.addEventListener('abort', () => this.looking?.abort(), { once: true });
        const percent = new Intl.NumberFormat(this.context.api.lang, { style: 'percent' });
        try {
            const from = (this.hooks.cursor() + 1) % Math.max(1, this.pages.size);
            const found = await search(this.pages, pattern, from, signal, (part) => this.say(percent.format(part)));
            this.say(found === null ? t('web-bytes-not-found') : '');
            if (found !== null) this.hooks.jump(found, pattern.length);
        } catch (error) {
            this.say(isAbort(error) ? '' : sentence(error, t));
        }
    }
}
