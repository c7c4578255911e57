// The middle of the page: what is shown, in which view, and what can be done with it.

import type { Api, ExportForm, Info, ShownAs } from './api';
import { coded } from './coded';
import { type Child, el, fill } from './dom';
import { labelOf, storedName } from './entries';
import { failure, isAbort } from './failure';
import { icon, isIcon } from './icons';
import { menu } from './menu';
import { hashOf, nameOf, type Place } from './router';
import { offsetOf, sizeOf } from './sizes';
import { Tabs } from './tabs';
import { type Context, type Mounted, type Part, view } from './views/index';

export interface Hall {
    api: Api;
    t(id: string, args?: Record<string, string | number>): string;
    go(path: string, query?: Record<string, string>): void;
    compare(path: string): void;
    context(info: Info, query: URLSearchParams, signal: AbortSignal): Context;
}

/** Views that the page makes by itself, and that no asset lists. */
const OWN_VIEWS = ['welcome', 'diff'];
/** What an asset that shows itself in this view can be taken home as. */
const FORMS: Partial<Record<ShownAs, ExportForm[]>> = {
    picture: ['png'],
    model: ['glb', 'gltf'],
    document: ['json'],
    map: ['png', 'svg'],
    list: ['zip'],
    gallery: ['zip'],
};

/** What is larger makes a text that nobody opens. */
const JSON_AT_MOST = 16 << 20;

export class Stage {
    readonly element: HTMLElement;
    private readonly head = el('header', { class: 'stage-head' });
    private readonly trouble = el('div', { class: 'trouble', role: 'note', hidden: true });
    private readonly body = el('div', { class: 'view', id: 'view', role: 'tabpanel' });
    private readonly tabs: Tabs;
    private mounted: Mounted | null = null;
    private shown = '';
    private going = new AbortController();

    constructor(private readonly hall: Hall) {
        this.tabs = new Tabs(hall.t('web-views'), 'view', (id) => this.hall.go(this.path, { view: id }));
        this.element = el(
            'main',
            { class: 'stage', id: 'stage', tabindex: '-1' },
            this.head,
            this.tabs.element,
            this.trouble,
            this.body,
        );
    }

    private path = '';

    stepView(step: 1 | -1): void {
        this.tabs.step(step);
    }

    /** Shows `info` as the address asks; the same view again only hears that the address changed. */
    async show(place: Place, info: Info): Promise<void> {
        const id = chosenView(place, info);
        const key = `${place.path}\n${id}\n${place.query.get('leaf') ?? ''}\n${place.query.get('with') ?? ''}`;
        if (key === this.shown && this.mounted) {
            this.mounted.queryChanged?.(place.query);
            return;
        }
        this.leave();
        this.shown = key;
        this.path = place.path;
        this.announce(info, id);
        await this.mount(id, place, info);
    }

    /** Nothing can be shown. */
    fail(error: unknown, path: string, retry: () => void): void {
        this.leave();
        this.path = path;
        const title = el('h1', { text: nameOf(path) || 'Relict' });
        fill(this.head, el('div', { class: 'title' }, icon('error'), title));
        this.trouble.hidden = true;
        this.tabs.set([], '');
        fill(this.body, failure(error, { t: this.hall.t, path, retry }));
        this.body.removeAttribute('aria-labelledby');
    }

    /** Takes the view away; what it asked for is not waited for any more. */
    leave(): void {
        this.going.abort();
        this.mounted?.destroy();
        this.mounted = null;
        this.shown = '';
        fill(this.body);
    }

    private async mount(id: string, place: Place, info: Info): Promise<void> {
        const { signal } = (this.going = new AbortController());
        const wait = setTimeout(() => this.body.classList.add('waiting'), 150);
        try {
            const part = await this.part(id);
            if (signal.aborted) return;
            const host = el('div', { class: `view-host view-${id}` });
            fill(this.body, host);
            const mounted = await part.mount(host, this.hall.context(info, place.query, signal));
            if (signal.aborted) mounted.destroy();
            else this.mounted = mounted;
        } catch (error) {
            if (signal.aborted || isAbort(error)) return;
            const retry = (): void => void this.mount(id, place, info);
            fill(this.body, failure(error, { t: this.hall.t, path: place.path, retry }));
        } finally {
            clearTimeout(wait);
            if (!signal.aborted) this.body.classList.remove('waiting');
        }
    }

    private async part(id: string): Promise<Part> {
        const load = view(id);
        if (!load) throw new Error(this.hall.t('web-no-view', { view: id }));
        return load();
    }

    private announce(info: Info, id: string): void {
        const { t, api } = this.hall;
        const drawn = info.views[0] ?? 'file';
        const facts: Child[] = [
            info.format && el('span', { class: 'chip', title: info.title ?? '', text: info.format }),
            info.size !== null && el('span', { class: 'muted', text: sizeOf(info.size, api.lang) }),
            info.edited && el('span', { class: 'chip edited', text: t('web-edited') }),
        ];
        const name = el('h1', { text: labelOf(info) || t('web-welcome'), title: info.path });
        fill(
            this.head,
            el('div', { class: 'title' }, icon(isIcon(drawn) ? drawn : 'file'), name, storedName(info), facts),
            el('div', { class: 'actions' }, this.path && this.actions(info)),
        );
        this.warn(info);
        this.tabs.set(this.choices(info, id), id);
        this.body.setAttribute('aria-labelledby', `view-tab-${id}`);
    }

    /** A file that cannot be read as what it claims to be is still shown, but not in silence. */
    private warn({ problem, path }: Info): void {
        this.trouble.hidden = !problem;
        if (!problem) return;
        const { code, message, help, offset } = problem;
        const jump =
            offset !== null &&
            el('a', { href: hashOf(path, { view: 'bytes', at: offsetOf(offset) }), text: offsetOf(offset) });
        fill(
            this.trouble,
            icon('warning'),
            el('p', {}, el('strong', {}, coded(message)), ' ', coded(help), ' ', el('code', { text: code }), ' ', jump),
        );
    }

    private choices(info: Info, id: string): { id: string; label: string }[] {
        const own = this.path === '' ? ['welcome'] : id === 'diff' ? ['diff'] : [];
        return [...own, ...info.views].map((one) => {
            return { id: one, label: this.hall.t(`web-view-${one}`), ...(isIcon(one) ? { icon: one } : {}) };
        });
    }

    private actions(info: Info): Child[] {
        const { t } = this.hall;
        const folder = info.size === null;
        const forms = new Set(info.views.flatMap((one) => FORMS[one] ?? []));
        if (info.format !== null && (info.size ?? Infinity) <= JSON_AT_MOST) forms.add('json');
        if (!folder) forms.add('raw');
        const links = [...forms].map((form) =>
            el('a', {
                href: this.hall.api.exportUrl(info.path, form),
                download: true,
                text: t(`web-export-${folder ? 'folder' : form}`),
            }),
        );
        const compare = (): void => this.hall.compare(info.path);
        return [
            !folder &&
                el(
                    'button',
                    { class: 'button', type: 'button', on: { click: compare } },
                    icon('compare'),
                    el('span', { text: t('web-compare') }),
                ),
            links.length > 0 && menu(t('web-export'), 'download', links),
        ];
    }
}

/** The view that the address asks for, if the asset has it. */
function chosenView(place: Place, info: Info): string {
    const wanted = place.query.get('view');
    if (wanted && (OWN_VIEWS.includes(wanted) || info.views.includes(wanted as ShownAs))) return wanted;
    return place.path === '' ? 'welcome' : (info.views[0] ?? 'bytes');
}
