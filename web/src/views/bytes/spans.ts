// What is known of the bytes: a run of fields without a gap, which grows where somebody looks.

import type { Api, Explained, Span } from '../../api';

/** A field, and which of the two shades its bytes have: neighbours differ. */
export interface Field extends Span {
    shade: 0 | 1;
}

const WINDOW = 1 << 15;
/** Fields that are kept. What lies furthest from the last place asked for goes first. */
const KEPT = 30_000;

export class Fields {
    /** In order, one behind the other. */
    list: Field[] = [];
    /** The bytes that the list tells of. */
    from = 0;
    to = 0;
    full: boolean;
    private queue: Promise<void> = Promise.resolve();
    private asked: { from: number; to: number } | null = null;

    /** `changed` hears how many fields were put in front of those that were there; `null` if all are others. */
    constructor(
        private readonly api: Api,
        private readonly path: string,
        readonly size: number,
        full: boolean,
        private readonly signal: AbortSignal,
        private readonly changed: (inFront: number | null) => void,
    ) {
        this.full = full;
    }

    /** The place in the list of the field that holds this byte; -1 if it is not here. */
    indexAt(offset: number): number {
        if (offset < this.from || offset >= this.to) return -1;
        let [low, high] = [0, this.list.length];
        while (low < high) {
            const middle = (low + high) >> 1;
            if ((this.list[middle]?.end ?? 0) <= offset) low = middle + 1;
            else high = middle;
        }
        const found = this.list[low];
        return found && found.start <= offset ? low : -1;
    }

    at(offset: number): Field | undefined {
        return this.list[this.indexAt(offset)];
    }

    /** All fields in one (or all items of lists) from now on. */
    restart(full: boolean): void {
        this.full = full;
        this.become([], 0, 0);
    }

    /** Ready when the fields of these bytes are here. A wish that was overtaken by another is dropped. */
    async need(from: number, to: number): Promise<void> {
        const wish = { from: Math.max(0, from), to: Math.min(to, this.size) };
        if (wish.from >= this.from && wish.to <= this.to) return;
        this.asked = wish;
        const turn = this.queue.then(() => (this.asked === wish ? this.grow(wish.from, wish.to) : undefined));
        this.queue = turn.catch(() => undefined);
        await turn;
    }

    /** The field of one byte, wherever the list is. */
    async one(offset: number): Promise<Field | null> {
        const { spans } = await this.explain(offset, offset + 1);
        const span = spans.find(({ start, end }) => start <= offset && offset < end);
        return span ? { ...span, shade: 0 } : null;
    }

    private async grow(from: number, to: number): Promise<void> {
        const far = this.list.length === 0 || from > this.to + WINDOW || to < this.from - WINDOW;
        if (far) {
            const start = Math.max(0, from - WINDOW / 4);
            this.join(await this.explain(start, Math.max(to, start + WINDOW)), 'anew');
        }
        let grows = true;
        while (grows && this.to < Math.min(to, this.size)) grows = await this.forward();
        while (grows && this.from > from) grows = await this.backward();
    }

    private async forward(): Promise<boolean> {
        const before = this.to;
        this.join(await this.explain(this.to, this.to + WINDOW), 'behind');
        return this.to > before;
    }

    /** What is in front comes from the front, and may be cut off before it reaches us: then the rest is asked for, too. */
    private async backward(): Promise<boolean> {
        const before = this.from;
        let start = Math.max(0, this.from - WINDOW);
        const spans: Span[] = [];
        while (start < before) {
            const part = await this.explain(start, before);
            const end = part.spans.at(-1)?.end ?? before;
            if (end <= start) return false;
            spans.push(...part.spans.filter((span) => span.start >= (spans.at(-1)?.end ?? 0)));
            start = end;
        }
        this.join({ spans, size: this.size } as Explained, 'in front');
        return this.from < before;
    }

    private explain(from: number, to: number): Promise<Explained> {
        return this.api.explain(this.path, { from, to: Math.min(to, this.size), full: this.full }, this.signal);
    }

    private join(answer: Explained, where: 'anew' | 'behind' | 'in front'): void {
        // Nothing is shown of what has no bytes, and between two fields it would only swap the shades.
        const spans = answer.spans.filter((span) => span.end > span.start);
        const [first, last] = [spans[0], spans.at(-1)];
        if (!first || !last) return;
        if (where === 'anew') this.become(shaded(spans, 0), first.start, last.end);
        else if (where === 'behind') this.append(spans.filter((span) => span.start >= this.to));
        else this.prepend(spans.filter((span) => span.end <= this.from));
    }

    private become(list: Field[], from: number, to: number): void {
        Object.assign(this, { list, from, to });
        this.changed(null);
    }

    private append(spans: Span[]): void {
        const shade = this.list.at(-1)?.shade === 0 ? 1 : 0;
        this.list.push(...shaded(spans, shade));
        const dropped = Math.max(0, this.list.length - KEPT);
        this.list.splice(0, dropped);
        this.measure();
        this.changed(-dropped);
    }

    private prepend(spans: Span[]): void {
        // The last of them has the other shade than the first that is here.
        const wanted = this.list[0]?.shade === 0 ? 1 : 0;
        const shade = spans.length % 2 === 1 ? wanted : wanted === 0 ? 1 : 0;
        this.list.unshift(...shaded(spans, shade));
        this.list.length = Math.min(this.list.length, KEPT);
        this.measure();
        this.changed(spans.length);
    }

    private measure(): void {
        this.from = this.list[0]?.start ?? 0;
        this.to = this.list.at(-1)?.end ?? 0;
    }
}

function shaded(spans: Span[], first: 0 | 1): Field[] {
    return spans.map((span, index) => ({ ...span, shade: ((index + first) % 2) as 0 | 1 }));
}
