// A file is opened by dropping it anywhere on the page, by choosing it, or by the path it has below the folder.

import type { Api, Entry, Session } from './api';
import { open as openDialog } from './dialog';
import { remember } from './dropped';
import { type Child, el, fill } from './dom';
import { thumbnail } from './entries';
import { sentence } from './failure';
import { icon } from './icons';
import { sizeOf } from './sizes';

const SUGGESTED = 12;
const TYPING_MILLISECONDS = 150;

export interface Opener {
    api: Api;
    session: Session;
    t(id: string, args?: Record<string, string | number>): string;
    go(path: string): void;
    say(text: string, kind?: 'note' | 'error'): void;
    /** The tree has something new to show. */
    changed(): void;
    /** A view that would rather have the file itself says so. */
    taken(file: File): Promise<boolean>;
}

export class Opening {
    readonly overlay: HTMLElement;
    private depth = 0;

    constructor(private readonly opener: Opener) {
        const { t } = opener;
        this.overlay = el(
            'div',
            { class: 'drop-overlay', hidden: true },
            el(
                'div',
                { class: 'drop-card' },
                icon('download'),
                el('strong', { text: t('web-drop-now') }),
                el('span', { text: t('web-drop-safe') }),
            ),
        );
    }

    listen(signal: AbortSignal): void {
        const options = { signal };
        window.addEventListener('dragenter', (event) => this.entered(event), options);
        window.addEventListener('dragleave', () => this.show(--this.depth > 0), options);
        window.addEventListener('dragover', (event) => event.preventDefault(), options);
        window.addEventListener('drop', (event) => void this.dropped(event), options);
    }

    private entered(event: DragEvent): void {
        if (!event.dataTransfer?.types.includes('Files')) return;
        event.preventDefault();
        this.show(++this.depth > 0);
    }

    private show(visible: boolean): void {
        this.overlay.hidden = !visible;
        if (!visible) this.depth = 0;
    }

    private async dropped(event: DragEvent): Promise<void> {
        event.preventDefault();
        this.show(false);
        const items = [...(event.dataTransfer?.items ?? [])];
        if (items.some((item) => item.webkitGetAsEntry?.()?.isDirectory)) {
            this.opener.say(this.opener.t('web-drop-folder'), 'error');
            return;
        }
        await this.take([...(event.dataTransfer?.files ?? [])]);
    }

    /** Hands files to the server; the last of them is shown. */
    async take(files: File[]): Promise<void> {
        for (const file of files) {
            if (!(await this.opener.taken(file))) await this.send(file);
        }
    }

    private async send(file: File): Promise<void> {
        const { api, session, t, say } = this.opener;
        if (file.size > session.drop_limit) {
            say(t('web-drop-large', { name: file.name, limit: sizeOf(session.drop_limit, api.lang) }), 'error');
            return;
        }
        try {
            const { path } = await api.drop(file.name, file);
            remember(path);
            this.opener.changed();
            this.opener.go(path);
        } catch (error) {
            say(sentence(error, t), 'error');
        }
    }

    /** A button for a file, and room to drop one. */
    zone(chosen: () => void): HTMLElement {
        const { t } = this.opener;
        const take = (files: File[]): void => {
            chosen();
            void this.take(files);
        };
        return el(
            'div',
            { class: 'drop-zone' },
            icon('download'),
            el('p', { text: t('web-drop-here') }),
            this.picker(take, true),
        );
    }

    /** A button for files; the browser's own speaks the browser's language. */
    picker(chosen: (files: File[]) => void, multiple: boolean): Child[] {
        const label = this.opener.t('web-choose-file');
        const picker = el('input', { type: 'file', multiple, hidden: true, 'aria-label': label, tabindex: '-1' });
        picker.addEventListener('change', () => chosen([...(picker.files ?? [])]));
        const click = (): void => picker.click();
        return [el('button', { class: 'button', type: 'button', text: label, on: { click } }), picker];
    }

    /** The field for a path that is then opened. */
    pathBox(chosen: () => void, autofocus = false): HTMLElement {
        const open = (path: string): void => {
            chosen();
            this.opener.go(path);
        };
        return this.pathField(open, autofocus);
    }

    /** The field for a path, with what it could mean below it. */
    pathField(chosen: (path: string) => void, autofocus: boolean): HTMLElement {
        const { t } = this.opener;
        const field = el('input', {
            class: 'field',
            type: 'text',
            autofocus,
            placeholder: t('web-path-placeholder'),
            'aria-label': t('web-path'),
            spellcheck: 'false',
            autocomplete: 'off',
        });
        const found = el('ul', { class: 'suggestions', 'aria-label': t('web-suggestions') });
        const box = el('div', { class: 'path-box' }, field, found);
        const choose = (path: string): void => chosen(this.below(path.replaceAll('\\', '/')));
        field.addEventListener('keydown', (event) => {
            if (event.key === 'Enter' && field.value.trim()) {
                event.preventDefault();
                choose(field.value.trim());
            } else if (event.key === 'ArrowDown') focusStep(event, found.querySelectorAll('button'), 0);
        });
        found.addEventListener('keydown', (event) => {
            const buttons = found.querySelectorAll('button');
            const at = [...buttons].indexOf(document.activeElement as HTMLButtonElement);
            if (event.key === 'ArrowDown') focusStep(event, buttons, at + 1);
            if (event.key !== 'ArrowUp') return;
            if (at === 0) field.focus();
            else focusStep(event, buttons, at - 1);
        });
        this.suggest(field, found, choose);
        return box;
    }

    /** The path below the folder that is shown, also of one that was copied out of a file manager. */
    private below(path: string): string {
        const root = `/${this.opener.session.root}/`;
        const at = /^(\/|[a-z]:\/)/i.test(path) ? path.indexOf(root) : -1;
        const inner = at < 0 ? path : path.slice(at + root.length);
        return inner.replace(/^\/+|\/+$/g, '');
    }

    private suggest(field: HTMLInputElement, found: HTMLElement, choose: (path: string) => void): void {
        const { api } = this.opener;
        let waiting = 0;
        let asked = new AbortController();
        const look = async (): Promise<void> => {
            asked.abort();
            asked = new AbortController();
            const wanted = field.value.trim();
            const { entries } = wanted ? await api.find(wanted, '', null, SUGGESTED, asked.signal) : { entries: [] };
            fill(
                found,
                entries.map((entry) => this.suggestion(entry, choose)),
            );
        };
        field.addEventListener('input', () => {
            clearTimeout(waiting);
            waiting = window.setTimeout(() => void look().catch(() => fill(found)), TYPING_MILLISECONDS);
        });
    }

    private suggestion(entry: Entry, choose: (path: string) => void): HTMLElement {
        const click = (): void => choose(entry.path);
        return el(
            'li',
            {},
            el(
                'button',
                { type: 'button', on: { click } },
                thumbnail(this.opener.api, entry, 20),
                el('span', { text: entry.path }),
            ),
        );
    }

    /** Both in one dialog. */
    async ask(): Promise<void> {
        const { t } = this.opener;
        await openDialog(t('web-open-title'), [], {}, (answer) => {
            const shut = (): void => answer('done');
            return [
                el('h3', { text: t('web-path') }),
                this.pathBox(shut, true),
                el('h3', { text: t('web-drop-title') }),
                this.zone(shut),
            ];
        });
    }
}

function focusStep(event: KeyboardEvent, buttons: NodeListOf<HTMLButtonElement>, index: number): void {
    event.preventDefault();
    buttons[Math.min(index, buttons.length - 1)]?.focus();
}
