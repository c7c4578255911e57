// What stands around the views: path, views to choose from, and panels beside them.

import type { Api, Info, Session, ViewId } from './api';
import { el, fill } from './dom';
import { Router, type Place } from './router';
import { type Context, type Mounted, panel, view } from './views/index';
import type { Catalogue, Words } from './words';

const PANELS = ['findings', 'refs'];

export class Shell {
    private readonly stage = el('main', { class: 'stage' });
    private readonly side = el('aside', { class: 'side' });
    private readonly router = new Router((place) => void this.show(place));
    private info: Info | null = null;
    private mounted: { path: string; view: string; parts: Mounted[] } | null = null;
    private going = new AbortController();

    constructor(
        private readonly host: HTMLElement,
        private readonly api: Api,
        private readonly session: Session,
        private readonly words: Catalogue,
    ) {}

    start(): void {
        fill(this.host, el('div', { class: 'shell' }, this.stage, this.side));
        this.router.read();
        if (!location.hash) this.router.go('');
    }

    private readonly t = (id: string, args?: Words): string => this.words.say(id, args);

    private async show(place: Place): Promise<void> {
        const wanted = place.query.get('view');
        if (this.mounted?.path === place.path && (wanted ?? this.mounted.view) === this.mounted.view) {
            this.mounted.parts.forEach((part) => part.queryChanged?.(place.query));
            return;
        }
        this.leave();
        const { signal } = (this.going = new AbortController());
        this.info = await this.api.info(place.path, signal);
        const id = (this.info.views.find((known) => known === wanted) ?? this.info.views[0] ?? 'bytes') as ViewId;
        const context = this.context(this.info, place.query, signal);
        const parts: Mounted[] = [];
        this.mounted = { path: place.path, view: id, parts };
        const part = await view(id)?.();
        if (part) parts.push(await part.mount(this.stage, context));
        await this.beside(context, parts);
    }

    private async beside(context: Context, parts: Mounted[]): Promise<void> {
        for (const name of PANELS) {
            const part = await panel(name)?.();
            if (part) parts.push(await part.mount(this.side.appendChild(el('section')), context));
        }
    }

    private context(info: Info, query: URLSearchParams, signal: AbortSignal): Context {
        return {
            info,
            api: this.api,
            t: this.t,
            query,
            setQuery: (changes) => this.router.refine(changes),
            go: (path, more) => this.router.go(path, more),
            edit: this.session.edit,
            edited: () => void this.reload(),
            say: (text) => console.info(text),
            signal,
        };
    }

    private async reload(): Promise<void> {
        this.api.version++;
        this.leave();
        await this.show(this.router.place);
    }

    private leave(): void {
        this.going.abort();
        this.mounted?.parts.forEach((part) => part.destroy());
        this.mounted = null;
        fill(this.stage);
        fill(this.side);
    }
}
