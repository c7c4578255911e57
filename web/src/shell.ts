// Everything around the views, and what goes on between its parts.

import type { Api, Info, Session } from './api';
import { chooseOther } from './compare';
import { describe } from './describe';
import { nameClosing } from './dialog';
import { el, fill, on } from './dom';
import { Opening } from './drop';
import { droppedEntries } from './dropped';
import { Edits } from './edits';
import { labelOf } from './entries';
import { isAbort, sentence } from './failure';
import { Header } from './header';
import { Keys } from './keys';
import { parentOf, type Place, Router } from './router';
import { Side } from './side';
import { splitter } from './splitter';
import { Stage } from './stage';
import { switchTheme } from './theme';
import { Toasts } from './toast';
import { FileTree } from './tree';
import type { Context } from './views/index';
import type { Catalogue, Language, Words } from './words';

/** Below the first, tree and panels are drawers; below the second, panels begin closed. */
const NARROW = matchMedia('(max-width: 820px)');
const SIDE_FITS = matchMedia('(min-width: 1180px)');

export interface ShellOptions {
    host: HTMLElement;
    api: Api;
    session: Session;
    words: Catalogue;
    speak(language: Language): void;
}

export class Shell {
    private readonly ended = new AbortController();
    private readonly frame = el('div', { class: 'shell' });
    private readonly toasts = new Toasts();
    private readonly keys: Keys;
    private readonly router: Router;
    private readonly tree: FileTree;
    private readonly stage: Stage;
    private readonly side: Side;
    private readonly header: Header;
    private readonly opening: Opening;
    private readonly edits: Edits;
    private info: Info | null = null;
    private asked = new AbortController();
    private takers: ((file: File) => Promise<boolean>)[] = [];

    constructor(private readonly options: ShellOptions) {
        const { api, session } = options;
        const { t, say } = this;
        const go = this.go;
        this.router = new Router((place) => void this.show(place), this.ended.signal);
        this.keys = new Keys(t);
        this.edits = new Edits({ api, t, say, changed: () => void this.edited(), path: () => this.router.place.path });
        this.opening = new Opening({
            api,
            session,
            t,
            go,
            say,
            changed: () => void this.tree.reload(),
            taken: (file) => this.taken(file),
        });
        this.tree = new FileTree({
            api,
            session,
            t,
            open: go,
            failed: this.failed,
            leave: () => this.stage.element.focus(),
            dropped: () => droppedEntries(api),
        });
        const context = this.context;
        this.stage = new Stage({ api, t, go, context, compare: (path) => void this.compare(path) });
        this.side = new Side({
            t,
            context,
            refine: (changes) => this.router.refine(changes),
            close: () => this.toggle('side'),
        });
        this.header = new Header({
            t,
            session,
            language: options.words.language,
            edits: session.edit ? this.edits.element : null,
            open: () => void this.opening.ask(),
            help: () => void this.keys.help(),
            theme: switchTheme,
            toggle: (part) => this.toggle(part),
            speak: options.speak,
        });
    }

    start(): void {
        const { host } = this.options;
        nameClosing(this.t('web-close'));
        const { signal } = this.ended;
        const skip = el('a', { class: 'skip', href: '#stage', text: this.t('web-skip') });
        skip.addEventListener('click', (event) => {
            event.preventDefault();
            this.stage.element.focus();
        });
        const veil = el('div', { class: 'veil', on: { click: () => this.closeDrawers() } });
        this.tree.element.append(splitter(this.frame, 'tree', this.t('web-resize-tree')));
        this.side.element.append(splitter(this.frame, 'side', this.t('web-resize-side')));
        fill(this.frame, skip, this.header.element, this.tree.element, this.stage.element, this.side.element, veil);
        fill(host, this.frame, this.opening.overlay, this.toasts.element);
        this.arrange();
        on(window, 'resize', () => this.arrange(), signal);
        this.opening.listen(signal);
        this.keys.listen(signal);
        this.bindKeys();
        if (this.options.session.edit) {
            this.edits.guard(signal);
            void this.edits.refresh().catch(this.failed);
        }
        void this.tree.reload().then(() => this.router.read());
    }

    /** Takes everything away, for a shell in another language. */
    end(): void {
        this.ended.abort();
        this.asked.abort();
        this.stage.leave();
        this.side.leave();
        this.tree.destroy();
    }

    private readonly t = (id: string, args?: Words): string => this.options.words.say(id, args);

    private readonly say = (text: string, kind?: 'note' | 'error'): void => this.toasts.say(text, kind);

    private readonly failed = (error: unknown): void => {
        if (!isAbort(error)) this.say(sentence(error, this.t), 'error');
    };

    private readonly go = (path: string, query?: Record<string, string>): void => {
        this.closeDrawers();
        this.router.go(path, query);
    };

    private readonly context = (info: Info, query: URLSearchParams, signal: AbortSignal): Context => {
        const { api, session } = this.options;
        return {
            info,
            api,
            query,
            signal,
            t: this.t,
            go: this.go,
            say: this.say,
            edit: session.edit,
            session,
            opening: this.opening,
            setQuery: (changes) => this.router.refine(changes),
            edited: () => void this.edited(),
            keys: (title, bindings) => this.keys.add(title, bindings, signal),
            takeDrops: (handler) => {
                this.takers.push(handler);
                signal.addEventListener(
                    'abort',
                    () => (this.takers = this.takers.filter((other) => other !== handler)),
                );
            },
        };
    };

    private async taken(file: File): Promise<boolean> {
        for (const taker of this.takers) {
            if (await taker(file)) return true;
        }
        return false;
    }

    private async show(place: Place): Promise<void> {
        this.asked.abort();
        const { signal } = (this.asked = new AbortController());
        this.header.show(place.path);
        this.frame.dataset['at'] = place.path === '' ? 'root' : 'asset';
        if (this.options.session.edit) this.edits.draw();
        void this.tree.reveal(place.path);
        try {
            const info =
                this.info?.path === place.path
                    ? this.info
                    : { ...(await describe(this.options.api, place.path, signal)), path: place.path };
            if (signal.aborted) return;
            this.arrived(info);
            void this.side.show(place, info, this.isOpen('side'));
            await this.stage.show(place, info);
        } catch (error) {
            if (!isAbort(error) && !signal.aborted) this.refused(error, place);
        }
    }

    private arrived(info: Info): void {
        const label = labelOf(info);
        if (this.info?.path !== info.path) this.toasts.tell([label, info.title].filter(Boolean).join(', '));
        this.info = info;
        if (info.meaning) this.header.show(info.path, info.meaning);
        document.title = label ? `${label} · Relict` : 'Relict';
    }

    private refused(error: unknown, place: Place): void {
        this.info = null;
        this.frame.dataset['at'] = 'nothing';
        this.side.leave();
        document.title = 'Relict';
        this.stage.fail(error, place.path, () => void this.show(place));
    }

    /** After an edit everything is asked for anew, and the same place is shown. */
    private async edited(): Promise<void> {
        this.options.api.version++;
        this.info = null;
        this.stage.leave();
        this.side.leave();
        await Promise.all([this.edits.refresh().catch(this.failed), this.tree.reload()]);
        await this.show(this.router.place);
    }

    private async compare(path: string): Promise<void> {
        const { api, session } = this.options;
        const edited = session.edit && (this.info?.edited ?? false);
        const query = await chooseOther({ api, t: this.t, path, edited, opening: this.opening });
        if (query) this.go(path, { view: 'diff', ...query });
    }

    private isOpen(part: 'tree' | 'side'): boolean {
        return this.frame.dataset[part] === 'open';
    }

    /** What is open follows the width, until somebody opens or closes something. */
    private arrange(): void {
        const narrow = NARROW.matches;
        if (this.frame.dataset['narrow'] === String(narrow)) return;
        this.frame.dataset['narrow'] = String(narrow);
        this.put('tree', !narrow);
        this.put('side', SIDE_FITS.matches);
    }

    private put(part: 'tree' | 'side', open: boolean): void {
        this.frame.dataset[part] = open ? 'open' : 'closed';
        (part === 'tree' ? this.tree : this.side).element.inert = !open;
        this.header.mark(part, open);
    }

    private toggle(part: 'tree' | 'side'): void {
        const open = !this.isOpen(part);
        if (open && NARROW.matches) this.closeDrawers();
        this.put(part, open);
        if (open && part === 'side' && this.info) void this.side.show(this.router.place, this.info, true);
        if (open && part === 'tree') this.tree.focus();
    }

    private closeDrawers(): void {
        if (!NARROW.matches) return;
        this.put('tree', false);
        this.put('side', false);
    }

    private step(step: 1 | -1): void {
        const path = this.tree.neighbour(step);
        if (path !== null) this.go(path);
    }

    private focusTree(search: boolean): void {
        if (!this.isOpen('tree')) this.toggle('tree');
        if (search) this.tree.focusSearch();
        else this.tree.focus();
    }

    private bindKeys(): void {
        const { signal } = this.ended;
        this.keys.add(
            'web-keys-everywhere',
            [
                { key: '/ mod+k', label: 'web-key-search', run: () => this.focusTree(true) },
                { key: 't', label: 'web-key-tree', run: () => this.focusTree(false) },
                { key: 's', label: 'web-key-stage', run: () => this.stage.element.focus() },
                { key: 'o', label: 'web-key-open', run: () => void this.opening.ask() },
                { key: 'j', label: 'web-key-next', run: () => this.step(1) },
                { key: 'k', label: 'web-key-previous', run: () => this.step(-1) },
                { key: 'u', label: 'web-key-up', run: () => this.go(parentOf(this.router.place.path)) },
                { key: ']', label: 'web-key-next-view', run: () => this.stage.stepView(1) },
                { key: '[', label: 'web-key-previous-view', run: () => this.stage.stepView(-1) },
                {
                    key: 'c',
                    label: 'web-key-compare',
                    run: () => typeof this.info?.size === 'number' && void this.compare(this.info.path),
                },
                { key: 'i', label: 'web-key-side', run: () => this.toggle('side') },
                { key: 'n', label: 'web-key-toggle-tree', run: () => this.toggle('tree') },
                { key: 'd', label: 'web-key-theme', run: switchTheme },
                { key: '? f1', label: 'web-key-help', run: () => void this.keys.help() },
                { key: 'escape', label: 'web-key-escape', run: () => this.closeDrawers() },
            ],
            signal,
        );
        if (this.options.session.edit) this.bindEditing(signal);
    }

    private bindEditing(signal: AbortSignal): void {
        this.keys.add(
            'web-keys-editing',
            [
                { key: 'mod+z', label: 'web-undo', run: () => void this.edits.step('undo') },
                { key: 'mod+shift+z mod+y', label: 'web-redo', run: () => void this.edits.step('redo') },
                { key: 'mod+s', label: 'web-save-as', run: () => void this.edits.saveCurrent() },
            ],
            signal,
        );
    }
}
