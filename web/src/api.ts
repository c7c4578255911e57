// The server's routes with their types. Everything the page knows comes through here, and nothing comes from elsewhere.

import type {
    CheckAnswer,
    Differences,
    DrawAnswer,
    Edited,
    EditedFiles,
    Entry,
    Explained,
    Found,
    Gallery,
    Info as FileInfo,
    Listing,
    ModelInfo,
    Picked,
    PictureInfo,
    Played,
    References,
    Refusal,
    Session,
    Swatch,
    Text,
    Timeline,
    Uploaded,
} from './answers';

export type * from './answers';
export type Rgba = Swatch['rgba'];

export interface Info extends Omit<FileInfo, 'size'> {
    /** None for a folder, which the page describes by itself. */
    size: number | null;
}

export type ExportForm = 'png' | 'glb' | 'gltf' | 'json' | 'raw' | 'svg' | 'zip';

/** What may be done so that a picture fits: nearest colours, more bits a pixel, a signature that does not hold. */
export type EditHow = { quantise?: boolean; deepen?: boolean; signature?: 'strip' | 'keep' };

/** What the server says when it cannot do it: a code to look up, a sentence to read, and a way out. */
export class Problem extends Error {
    override readonly name = 'Problem';

    constructor(
        readonly status: number,
        readonly code: string,
        message: string,
        readonly help: string | null,
        readonly path: string | null,
        readonly offset: number | null,
        readonly field: string,
    ) {
        super(message);
    }
}

type Query = Record<string, string | number | boolean | string[] | null | undefined>;

function searchOf(query: Query): URLSearchParams {
    const search = new URLSearchParams();
    for (const [name, value] of Object.entries(query)) {
        if (value === null || value === undefined || value === false) continue;
        const values = Array.isArray(value) ? value : [value === true ? '1' : String(value)];
        values.forEach((one) => search.append(name, one));
    }
    return search;
}

async function problemOf(answer: Response): Promise<Problem> {
    const body: unknown = await answer.json().catch(() => null);
    const error = (body as Partial<Refusal> | null)?.error;
    const code = error?.code ?? `http.${answer.status}`;
    const { message, help, path, offset, field } = error ?? {};
    return new Problem(
        answer.status,
        code,
        message ?? answer.statusText,
        help ?? null,
        path ?? null,
        offset ?? null,
        field ?? '',
    );
}

export class Api {
    lang = 'en';
    /** Rises with each edit, so that no picture out of the browser's memory is shown in place of the edited one. */
    version = 0;
    private readonly base: string;
    /** What lists told so far: whether a path is a folder of the disk. */
    private readonly folders = new Map<string, boolean>();

    constructor(base: string = document.baseURI) {
        this.base = new URL('./', base).href;
    }

    /** `route` as the contract names it, without `api/`. */
    url(route: string, query: Query = {}): string {
        const search = searchOf({ ...query, v: this.version || null }).toString();
        return `${this.base}api/${route}${search ? `?${search}` : ''}`;
    }

    private fetch(route: string, query: Query, init: RequestInit): Promise<Response> {
        return this.ask(this.url(route, { lang: this.lang, ...query }), init);
    }

    private async ask(url: string, init: RequestInit): Promise<Response> {
        let answer: Response;
        try {
            answer = await fetch(url, init);
        } catch (error) {
            if (error instanceof DOMException && error.name === 'AbortError') throw error;
            throw new Problem(0, 'viewer.gone', String(error), null, null, null, '');
        }
        if (!answer.ok) throw await problemOf(answer);
        return answer;
    }

    private async get<T>(route: string, query: Query, signal?: AbortSignal): Promise<T> {
        return (await (await this.fetch(route, query, { signal: signal ?? null })).json()) as T;
    }

    private async post<T>(route: string, query: Query, body: BodyInit | null, type: string): Promise<T> {
        const headers = { 'Content-Type': type };
        return (await (await this.fetch(route, query, { method: 'POST', body, headers })).json()) as T;
    }

    /** The bytes at an address that one of the functions here made. */
    async raw(url: string, signal?: AbortSignal): Promise<Uint8Array<ArrayBuffer>> {
        return new Uint8Array(await (await this.ask(url, { signal: signal ?? null })).arrayBuffer());
    }

    session(): Promise<Session> {
        return this.get('session', {});
    }

    async words(lang: string): Promise<string> {
        return (await this.fetch('words', { lang }, {})).text();
    }

    async list(p: string, signal?: AbortSignal): Promise<Listing> {
        const listing = await this.get<Listing>('list', { p }, signal);
        this.learn(listing.entries);
        return listing;
    }

    async find(q: string, p: string, format: string | null, limit: number, signal?: AbortSignal): Promise<Found> {
        const found = await this.get<Found>('find', { q, p, format, limit }, signal);
        this.learn(found.entries);
        return found;
    }

    /** Whether a path is a folder of the disk; undefined as long as no list told. */
    isFolder(path: string): boolean | undefined {
        return path === '' ? true : this.folders.get(path);
    }

    private learn(entries: Entry[]): void {
        entries.forEach(({ path, kind }) => this.folders.set(path, kind === 'folder'));
    }

    info(p: string, signal?: AbortSignal): Promise<FileInfo> {
        return this.get('info', { p }, signal);
    }

    pictureUrl(p: string, options: { level?: number; thumb?: number } = {}): string {
        return this.url('picture', { p, ...options });
    }

    pictureInfo(p: string, signal?: AbortSignal): Promise<PictureInfo> {
        return this.get('picture/info', { p }, signal);
    }

    async pictureIndices(p: string, level: number, signal?: AbortSignal): Promise<Uint8Array> {
        const answer = await this.fetch('picture/indices', { p, level }, { signal: signal ?? null });
        return new Uint8Array(await answer.arrayBuffer());
    }

    gallery(p: string, signal?: AbortSignal): Promise<Gallery> {
        return this.get('gallery', { p }, signal);
    }

    galleryPictureUrl(p: string, leaf: string, thumb?: number): string {
        return this.url('gallery/picture', { p, leaf, thumb });
    }

    galleryInfo(p: string, leaf: string, signal?: AbortSignal): Promise<PictureInfo> {
        return this.get('gallery/info', { p, leaf }, signal);
    }

    modelUrl(p: string, motions: string[] = []): string {
        return this.url('model', { p, motions });
    }

    /** The glb, parsed by whoever asks. */
    async model(p: string, motions: string[] = [], signal?: AbortSignal): Promise<ArrayBuffer> {
        return (await this.fetch('model', { p, motions }, { signal: signal ?? null })).arrayBuffer();
    }

    modelInfo(p: string, signal?: AbortSignal): Promise<ModelInfo> {
        return this.get('model/info', { p }, signal);
    }

    /** What a ray meets, the nearest first; in seconds of the model's own clip, or at rest. */
    pick(
        p: string,
        ray: { origin: string; direction: string; seconds: number | null; state: number; level: number },
        signal?: AbortSignal,
    ): Promise<Picked> {
        return this.get('pick', { p, ...ray }, signal);
    }

    /** What the engine draws for a camera of the page, and what it culls. */
    draw(
        p: string,
        query: {
            position: string;
            target: string;
            fov: number;
            aspect: number;
            near: number;
            far: number;
            seconds: number | null;
            state: number;
            level: number;
        },
        signal?: AbortSignal,
    ): Promise<DrawAnswer> {
        return this.get('draw', { p, ...query }, signal);
    }

    timeline(p: string, signal?: AbortSignal): Promise<Timeline> {
        return this.get('timeline', { p }, signal);
    }

    /** `track` is its place in the list. */
    play(
        p: string,
        track: number,
        range: { from: number; to: number; count: number },
        signal?: AbortSignal,
    ): Promise<Played> {
        return this.get('timeline/play', { p, track, ...range }, signal);
    }

    mapUrl(p: string, form: 'png' | 'svg'): string {
        return this.url('map', { p, form });
    }

    document(p: string, signal?: AbortSignal): Promise<unknown> {
        return this.get('document', { p }, signal);
    }

    text(p: string, signal?: AbortSignal): Promise<Text> {
        return this.get('text', { p }, signal);
    }

    /** Bytes from `start` up to `end`, or fewer where the asset ends. */
    async bytes(p: string, start: number, end: number, signal?: AbortSignal, original = false): Promise<Uint8Array> {
        const headers = { Range: `bytes=${start}-${end - 1}` };
        const answer = await this.fetch('bytes', { p, original }, { signal: signal ?? null, headers });
        return new Uint8Array(await answer.arrayBuffer());
    }

    explain(
        p: string,
        options: { from?: number; to?: number; full?: boolean; coverage?: boolean } = {},
        signal?: AbortSignal,
    ): Promise<Explained> {
        return this.get('explain', { p, ...options }, signal);
    }

    check(p: string, signal?: AbortSignal): Promise<CheckAnswer> {
        return this.get('check', { p }, signal);
    }

    refs(p: string, signal?: AbortSignal): Promise<References> {
        return this.get('refs', { p }, signal);
    }

    diff(a: string, b: string, signal?: AbortSignal): Promise<Differences> {
        return this.get('diff', { a, b }, signal);
    }

    /** The file on disk against its edited version. */
    diffOriginal(a: string, signal?: AbortSignal): Promise<Differences> {
        return this.get('diff', { a, original: 1 }, signal);
    }

    exportUrl(p: string, form: ExportForm, leaf: string | null = null): string {
        return this.url('export', { p, form, leaf });
    }

    drop(name: string, body: Blob): Promise<Uploaded> {
        return this.post('drop', { name }, body, 'application/octet-stream');
    }

    editPicture(p: string, leaf: string | null, png: Blob, how: EditHow = {}): Promise<Edited> {
        return this.post('edit/picture', { p, leaf, ...how }, png, 'image/png');
    }

    editField(p: string, start: number, value: unknown): Promise<Edited> {
        return this.post('edit/field', { p }, JSON.stringify({ start, value }), 'application/json');
    }

    undo(p: string): Promise<unknown> {
        return this.post('undo', { p }, null, 'application/json');
    }

    redo(p: string): Promise<unknown> {
        return this.post('redo', { p }, null, 'application/json');
    }

    edits(signal?: AbortSignal): Promise<EditedFiles> {
        return this.get('edits', {}, signal);
    }

    save(p: string, to: string | null, overwrite: boolean): Promise<unknown> {
        return this.post('save', { p }, JSON.stringify({ to, overwrite }), 'application/json');
    }
}
