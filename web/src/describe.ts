// What stands at a path. Of folders the server has nothing to tell but what is in them.

import { type Api, type Info, Problem } from './api';
import { nameOf, parentOf } from './router';

function folder(path: string): Info {
    return {
        path,
        name: nameOf(path),
        family: null,
        format: null,
        title: null,
        size: null,
        facts: [],
        tables: [],
        views: ['list'],
        archive: false,
        edited: false,
        editable: { picture: false, fields: false },
    };
}

export async function describe(api: Api, path: string, signal: AbortSignal): Promise<Info> {
    // Asking for what is refused would do as well, but leaves a red line in the browser's console.
    if (api.isFolder(path) === undefined) await api.list(parentOf(path), signal).catch(() => null);
    if (api.isFolder(path)) return folder(path);
    try {
        return await api.info(path, signal);
    } catch (error) {
        if (error instanceof Problem && error.code === 'io.is-folder') return folder(path);
        throw error;
    }
}
