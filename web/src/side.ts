// The panels beside the view: what is said of the asset, whatever the view is.

import type { Info } from './api';
import { el, fill } from './dom';
import { failure, isAbort } from './failure';
import { icon } from './icons';
import type { Place } from './router';
import { Tabs } from './tabs';
import { type Context, type Mounted, panel } from './views/index';

const PANELS = ['facts', 'findings', 'refs'];

export interface SideRoom {
    t(id: string, args?: Record<string, string | number>): string;
    refine(changes: Record<string, string | null>): void;
    context(info: Info, query: URLSearchParams, signal: AbortSignal): Context;
    close(): void;
}

export class Side {
    readonly element: HTMLElement;
    private readonly body = el('div', { class: 'panel', id: 'panel', role: 'tabpanel', tabindex: '0' });
    private readonly tabs: Tabs;
    private mounted: Mounted | null = null;
    private shown = '';
    /** What was looked at last: who goes from asset to asset goes on looking at the same of each. */
    private kept = 'facts';
    private last: { place: Place; info: Info } | null = null;
    private going = new AbortController();

    constructor(private readonly room: SideRoom) {
        const { t } = room;
        this.tabs = new Tabs(t('web-panels'), 'panel', (id) => this.choose(id));
        const shut = el(
            'button',
            { class: 'tool shut', type: 'button', 'aria-label': t('web-close'), on: { click: () => room.close() } },
            icon('close'),
        );
        const head = el('div', { class: 'side-head' }, this.tabs.element, shut);
        this.element = el('aside', { class: 'side', 'aria-label': t('web-panels') }, head, this.body);
    }

    /** A panel is made only while the side is open: some of them ask much of the server. */
    async show(place: Place, info: Info, open: boolean): Promise<void> {
        this.last = { place, info };
        const asked = PANELS.find((known) => known === place.query.get('panel'));
        const id = (this.kept = asked ?? this.kept);
        if (!asked && id !== 'facts' && place.path !== '') this.room.refine({ panel: id });
        const key = `${place.path}\n${id}`;
        if (key === this.shown && this.mounted) {
            this.mounted.queryChanged?.(place.query);
            return;
        }
        this.leave();
        const known = PANELS.filter((one) => panel(one));
        this.tabs.set(
            known.map((one) => ({ id: one, label: this.room.t(`web-panel-${one}`) })),
            id,
        );
        this.body.setAttribute('aria-labelledby', `panel-tab-${id}`);
        if (open) await this.mount(id, key, place, info);
    }

    leave(): void {
        this.going.abort();
        this.mounted?.destroy();
        this.mounted = null;
        this.shown = '';
        fill(this.body);
    }

    private choose(id: string): void {
        this.kept = id;
        this.room.refine({ panel: id === 'facts' ? null : id });
        if (!this.last) return;
        const { place, info } = this.last;
        if (id === 'facts') place.query.delete('panel');
        else place.query.set('panel', id);
        void this.show(place, info, true);
    }

    private async mount(id: string, key: string, place: Place, info: Info): Promise<void> {
        const { signal } = (this.going = new AbortController());
        this.shown = key;
        const host = el('div', { class: `panel-host panel-${id}` });
        fill(this.body, host);
        try {
            const part = await panel(id)?.();
            if (!part || signal.aborted) return;
            const mounted = await part.mount(host, this.room.context(info, place.query, signal));
            if (signal.aborted) mounted.destroy();
            else this.mounted = mounted;
        } catch (error) {
            if (signal.aborted || isAbort(error)) return;
            const retry = (): void => void this.mount(id, key, place, info);
            fill(host, failure(error, { t: this.room.t, path: '', retry }));
        }
    }
}
