// The address names what is shown: `#/PATH?view=bytes&at=0x10`, with each step of the path encoded by itself.

export interface Place {
    /** As Relict's own paths: `parkan/units.rlb/tank.msh`. Empty for the root. */
    path: string;
    query: URLSearchParams;
}

/** A broken escape is shown as it stands, rather than not at all. */
function decoded(step: string): string {
    try {
        return decodeURIComponent(step);
    } catch {
        return step;
    }
}

export function placeOf(hash: string): Place {
    const address = hash.replace(/^#\/?/, '');
    const mark = address.indexOf('?');
    const steps = mark < 0 ? address : address.slice(0, mark);
    return {
        path: steps.split('/').map(decoded).filter(Boolean).join('/'),
        query: new URLSearchParams(mark < 0 ? '' : address.slice(mark + 1)),
    };
}

/** `:` and `,` are harmless here, and people read addresses. */
function encoded(step: string): string {
    return encodeURIComponent(step).replaceAll('%3A', ':').replaceAll('%2C', ',');
}

export function hashOf(path: string, query?: URLSearchParams | Record<string, string>): string {
    const steps = path.split('/').filter(Boolean).map(encoded).join('/');
    const search = new URLSearchParams(query).toString().replaceAll('%2F', '/');
    return `#/${steps}${search ? `?${search}` : ''}`;
}

/** The last step of a path, or nothing for the root. */
export function nameOf(path: string): string {
    return path.slice(path.lastIndexOf('/') + 1);
}

export function parentOf(path: string): string {
    const cut = path.lastIndexOf('/');
    return cut < 0 ? '' : path.slice(0, cut);
}

/** All paths above this one, outermost first; without the root and without itself. */
export function ancestorsOf(path: string): string[] {
    const steps = path.split('/');
    return steps.slice(1).map((_, index) => steps.slice(0, index + 1).join('/'));
}

/** What the router needs of a browser's window. */
export interface AddressBar {
    readonly location: { readonly hash: string };
    readonly history: Pick<History, 'pushState' | 'replaceState'>;
    addEventListener(
        type: 'popstate' | 'hashchange',
        listener: () => void,
        options: { readonly signal: AbortSignal },
    ): void;
}

export class Router {
    private shown: string | null = null;

    constructor(
        private readonly arrived: (place: Place) => void,
        signal: AbortSignal,
        private readonly bar: AddressBar = window,
    ) {
        bar.addEventListener('popstate', () => this.read(), { signal });
        bar.addEventListener('hashchange', () => this.read(), { signal });
    }

    get place(): Place {
        return placeOf(this.bar.location.hash);
    }

    /** Looks at the address again; the same address twice is told once. */
    read(): void {
        const { hash } = this.bar.location;
        if (hash === this.shown) return;
        this.shown = hash;
        this.arrived(this.place);
    }

    /** Goes to another place: one step for the Back button. */
    go(path: string, query: Record<string, string> = {}): void {
        const hash = hashOf(path, query);
        if (hash === this.shown) return;
        this.bar.history.pushState(null, '', hash);
        this.read();
    }

    /** Says more precisely what is shown, without a step for the Back button and without showing it anew. */
    refine(changes: Record<string, string | null>): void {
        const { path, query } = this.place;
        for (const [name, value] of Object.entries(changes)) {
            if (value === null) query.delete(name);
            else query.set(name, value);
        }
        this.shown = hashOf(path, query);
        this.bar.history.replaceState(null, '', this.shown);
    }
}
