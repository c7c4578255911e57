// What is known of the steps of an effect beyond their times: where their bytes are, and what they refer to.

import type { References } from '../../api';
import { el } from '../../dom';
import { hashOf } from '../../router';
import { offsetOf } from '../../sizes';
import type { Context } from '../index';

/** Steps are records of a list, so their fields say `NAME[3]`. */
function placeOf(field: string): number | null {
    const number = /^[^[]*\[(\d+)\]/.exec(field)?.[1];
    return number === undefined ? null : Number(number);
}

export class Commands {
    private uses: References['uses'] = [];
    /** Where each begins. */
    private readonly starts = new Map<number, number>();

    constructor(private readonly context: Context) {}

    /** The list is complete without these, so it does not wait for them, nor fail with them. */
    async load(): Promise<void> {
        const { api, info, signal } = this.context;
        const [refs, explained] = await Promise.allSettled([
            api.refs(info.path, signal),
            api.explain(info.path, {}, signal),
        ]);
        if (refs.status === 'fulfilled') this.uses = refs.value.uses;
        if (explained.status !== 'fulfilled') return;
        for (const { field, start } of explained.value.spans) {
            const place = placeOf(field);
            if (place !== null && !this.starts.has(place)) this.starts.set(place, start);
        }
    }

    /** The number of a step leads to its bytes; the names behind it to what they name. */
    number(index: number): HTMLElement {
        const start = this.starts.get(index);
        if (start === undefined) return el('span', { class: 'lane-number muted' }, index);
        const href = hashOf(this.context.info.path, { view: 'bytes', at: offsetOf(start) });
        const title = this.context.t('web-timeline-bytes', { number: index });
        return el('a', { class: 'lane-number', href, title, 'aria-label': title }, index);
    }

    /** What the command refers to; until that is known, the name that stands in it. */
    references(index: number, name: string): HTMLElement[] {
        const own = this.uses.filter(({ field }) => placeOf(field) === index);
        if (own.length === 0) return name ? [el('span', { class: 'lane-ref muted' }, el('bdi', {}, name))] : [];
        return own.map(({ name, label, to }) =>
            to
                ? el('a', { class: 'lane-ref', href: hashOf(to), title: label }, el('bdi', {}, name))
                : el('span', { class: 'lane-ref muted', title: label }, el('bdi', {}, name)),
        );
    }
}
