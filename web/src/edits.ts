// What was edited and is not saved: a short list in the header, with undo, redo, compare and save. Nothing goes over an
// original that was not named and confirmed.

import { type Api, type EditedFile, Problem } from './api';
import { ask } from './dialog';
import { isDropped } from './dropped';
import { type Child, el, fill } from './dom';
import { sentence } from './failure';
import { icon } from './icons';
import { menu } from './menu';
import { hashOf, nameOf } from './router';

export interface Editor {
    api: Api;
    t(id: string, args?: Record<string, string | number>): string;
    say(text: string, kind?: 'note' | 'error'): void;
    /** What is shown has other bytes now. */
    changed(): void;
    /** What is shown at the moment. */
    path(): string;
}

/** `units.rlb` becomes `units.edited.rlb`. */
export function besideName(path: string): string {
    const name = nameOf(path);
    const dot = name.lastIndexOf('.');
    return dot > 0 ? `${name.slice(0, dot)}.edited${name.slice(dot)}` : `${name}.edited`;
}

export class Edits {
    readonly element = el('div', { class: 'edits' });
    private files: EditedFile[] = [];

    constructor(private readonly editor: Editor) {}

    /** Whoever closes the tab with unsaved edits is asked; the server forgets them when it ends. */
    guard(signal: AbortSignal): void {
        window.addEventListener(
            'beforeunload',
            (event) => {
                if (this.unsaved.length > 0) event.preventDefault();
            },
            { signal },
        );
    }

    async refresh(): Promise<void> {
        this.files = (await this.editor.api.edits()).files;
        this.draw();
    }

    private get unsaved(): EditedFile[] {
        return this.files.filter((file) => !file.saved && file.done.length > 0);
    }

    /** The file that what is shown lies in, if it was edited. */
    private get current(): EditedFile | undefined {
        const path = this.editor.path();
        const within = (file: EditedFile): boolean => path === file.path || path.startsWith(`${file.path}/`);
        return this.files.find(within) ?? (this.files.length === 1 ? this.files[0] : undefined);
    }

    draw(): void {
        const { t } = this.editor;
        const file = this.current;
        const count = this.files.reduce((sum, { done }) => sum + done.length, 0);
        const step = (what: 'undo' | 'redo', possible: boolean): HTMLElement =>
            el(
                'button',
                {
                    class: 'tool',
                    type: 'button',
                    title: t(`web-${what}`),
                    'aria-label': t(`web-${what}`),
                    disabled: !possible,
                    on: { click: () => void this.step(what) },
                },
                icon(what),
            );
        const list = this.files
            .filter(({ done, undone }) => done.length + undone.length > 0)
            .map((one) => this.chapter(one));
        const waiting = this.unsaved.reduce((sum, { done }) => sum + done.length, 0);
        const label = waiting > 0 ? t('web-edits-unsaved', { count: waiting }) : t('web-edits', { count });
        fill(
            this.element,
            step('undo', !!file?.done.length),
            step('redo', !!file?.undone.length),
            menu(
                label,
                this.unsaved.length > 0 ? 'edit' : 'check',
                list.length > 0 ? list : [el('p', { class: 'muted', text: t('web-edits-none') })],
            ),
        );
    }

    private chapter(file: EditedFile): HTMLElement {
        const { t } = this.editor;
        const rows: Child[] = file.done.map(({ path, label }) =>
            el('li', {}, el('a', { href: hashOf(path), text: label || nameOf(path) })),
        );
        const save = this.keeper(file.path);
        const compare = el('a', {
            class: 'button',
            href: hashOf(file.path, { view: 'diff' }),
            text: t('web-compare-original'),
        });
        return el(
            'section',
            { class: 'edits-file' },
            el('h3', {}, file.path, file.saved && el('span', { class: 'chip', text: t('web-saved') })),
            el('ol', {}, rows),
            el('div', { class: 'exits' }, save, compare),
        );
    }

    /** A file that was dropped has no place to be saved beside; it is taken home instead. */
    private keeper(path: string): HTMLElement {
        const { api, t } = this.editor;
        if (isDropped(path)) {
            return el('a', {
                class: 'button primary',
                href: api.exportUrl(path, 'raw'),
                download: true,
                text: t('web-export'),
            });
        }
        const click = (): void => void this.save(path);
        return el('button', { class: 'button primary', type: 'button', text: t('web-save-as'), on: { click } });
    }

    async step(what: 'undo' | 'redo'): Promise<void> {
        const { api, t, say, changed } = this.editor;
        const file = this.current;
        const edit = what === 'undo' ? file?.done.at(-1) : file?.undone.at(-1);
        if (!file || !edit) {
            say(t(`web-${what}-nothing`));
            return;
        }
        try {
            await api[what](file.path);
            say(t(`web-${what}-done`, { edit: edit.label || nameOf(edit.path) }));
            changed();
        } catch (error) {
            say(sentence(error, t), 'error');
        }
    }

    async saveCurrent(): Promise<void> {
        const file = this.current;
        if (file && isDropped(file.path)) this.editor.say(this.editor.t('web-save-dropped'));
        else if (file) await this.save(file.path);
        else this.editor.say(this.editor.t('web-edits-none'));
    }

    /** Beside the original, unless the reader insists. */
    private async save(path: string): Promise<void> {
        const { t } = this.editor;
        const name = el('input', {
            class: 'field',
            type: 'text',
            autofocus: true,
            value: besideName(path),
            'aria-label': t('web-save-name'),
            required: true,
            spellcheck: 'false',
        });
        const beside = el('input', { type: 'radio', name: 'where', checked: true });
        const over = el('input', { type: 'radio', name: 'where' });
        const sure = el('input', { type: 'checkbox', disabled: true });
        const sync = (): void => {
            name.disabled = over.checked;
            sure.disabled = !over.checked;
            sure.required = over.checked;
        };
        [beside, over].forEach((one) => one.addEventListener('change', sync));
        const body = [
            el('label', { class: 'choice' }, beside, t('web-save-beside')),
            name,
            el('label', { class: 'choice' }, over, t('web-save-over', { name: nameOf(path) })),
            el('label', { class: 'choice inner' }, sure, t('web-save-sure')),
        ];
        const answer = await ask(t('web-save-title', { name: nameOf(path) }), body, [
            { label: t('web-save'), value: 'save', kind: 'primary' },
        ]);
        if (answer === 'save') await this.write(path, over.checked ? null : name.value.trim(), over.checked);
    }

    private async write(path: string, to: string | null, overwrite: boolean): Promise<void> {
        const { api, t, say } = this.editor;
        try {
            await api.save(path, to, overwrite);
            say(t('web-saved-as', { name: to ?? nameOf(path) }));
            this.editor.changed();
        } catch (error) {
            if (error instanceof Problem && error.status === 409 && to !== null && !overwrite)
                await this.insist(path, to);
            else say(sentence(error, t), 'error');
        }
    }

    private async insist(path: string, to: string): Promise<void> {
        const { t } = this.editor;
        const answers = [
            { label: t('web-replace-file'), value: 'yes', kind: 'danger' as const },
            { label: t('web-cancel'), value: '' },
        ];
        const body = [el('p', { text: t('web-save-exists', { name: to }) })];
        if ((await ask(t('web-save-title', { name: nameOf(path) }), body, answers)) === 'yes')
            await this.write(path, to, true);
    }
}
