// One of the two that are compared.

import type { Api } from '../../api';

export interface Side {
    path: string;
    label: string;
    /** As it is on disk, whatever was edited since. */
    original: boolean;
}

export interface Pair {
    a: Side;
    b: Side;
}

export function sideOf(path: string): Side {
    return { path, label: path, original: false };
}

/** An entry of this side. */
export function below(side: Side, path: string): string {
    return path ? `${side.path}/${path}` : side.path;
}

export function pictureUrl(api: Api, side: Side, path: string): string {
    return api.url('picture', { p: below(side, path), original: side.original });
}

export function bytes(
    api: Api,
    side: Side,
    path: string,
    range: { start: number; end: number },
    signal: AbortSignal,
): Promise<Uint8Array> {
    return api.bytes(below(side, path), range.start, range.end, signal, side.original);
}
