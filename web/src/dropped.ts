// Files that were dropped in this tab. The server keeps their bytes as long as it runs; the tab keeps their names.

import type { Api, Entry } from './api';

const KEPT = 'relict.dropped';

function kept(): string[] {
    try {
        const paths: unknown = JSON.parse(sessionStorage.getItem(KEPT) ?? '[]');
        return Array.isArray(paths) ? paths.filter((path) => typeof path === 'string') : [];
    } catch {
        return [];
    }
}

/** Whether a path leads to such a file. */
export function isDropped(path: string): boolean {
    return path.startsWith('dropped:');
}

export function remember(path: string): void {
    sessionStorage.setItem(KEPT, JSON.stringify([...new Set([...kept(), path])]));
}

function forget(path: string): void {
    sessionStorage.setItem(KEPT, JSON.stringify(kept().filter((other) => other !== path)));
}

/** As entries for the tree; those that the server does not know any more are forgotten. */
export async function droppedEntries(api: Api): Promise<Entry[]> {
    const entries = await Promise.all(kept().map((path) => entryOf(api, path)));
    return entries.filter((entry) => entry !== null);
}

async function entryOf(api: Api, path: string): Promise<Entry | null> {
    try {
        const { name, format, title, size, archive, views, edited } = await api.info(path);
        const kind = archive ? 'archive' : 'file';
        const entry: Entry = { name, path, kind, format, size, view: views[0] ?? 'bytes', edited };
        return title === null ? entry : { ...entry, title };
    } catch {
        forget(path);
        return null;
    }
}
