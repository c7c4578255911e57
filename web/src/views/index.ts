// What a view is, and which there are. A view is a file here that exports `mount`; its name is the view's name.

import type { Api, Info, Session } from '../api';
import type { Opening } from '../drop';
import type { Binding } from '../keys';

export interface Context {
    /** The answer of `api/info`. */
    info: Info;
    api: Api;
    /** Words, by Fluent's ids `web-…`. */
    t(id: string, args?: Record<string, string | number>): string;
    /** What the address says beyond the path. */
    query: URLSearchParams;
    /** Says more precisely in the address what is shown; does not mount the view anew. */
    setQuery(changes: Record<string, string | null>): void;
    /** Goes somewhere else: one step for the Back button. */
    go(path: string, query?: Record<string, string>): void;
    session: Session;
    /** The ways to open a file from elsewhere. */
    opening: Opening;
    /** Whether the server lets files be edited. */
    edit: boolean;
    /** To be called after an edit was made: the shell asks for everything anew and shows the view again. */
    edited(): void;
    /** Says something to the reader, for a moment and to screen readers. */
    say(text: string, kind?: 'note' | 'error'): void;
    /** Keys that work, and stand in the help, until the view goes. `title` is the id of their heading. */
    keys(title: string, bindings: Binding[]): void;
    /** What is dropped goes to `handler` first, until the view goes; it says whether it took it. */
    takeDrops(handler: (file: File) => Promise<boolean>): void;
    /** Aborted when the view goes. */
    signal: AbortSignal;
}

export interface Mounted {
    destroy(): void;
    /** The address changed by hand or by Back, but still names this view of this asset. */
    queryChanged?(query: URLSearchParams): void;
}

export type Mount = (host: HTMLElement, context: Context) => Mounted | Promise<Mounted>;
export type Part = { mount: Mount };

const views = import.meta.glob<Part>(['./*.ts', '!./index.ts']);
const panels = import.meta.glob<Part>('../panels/*.ts');

/** Fetched when it is first shown: three.js is large. */
export function view(name: string): (() => Promise<Part>) | undefined {
    return views[`./${name}.ts`];
}

/** A panel stands beside the view, whatever the view is. */
export function panel(name: string): (() => Promise<Part>) | undefined {
    return panels[`../panels/${name}.ts`];
}
