// How an entry looks in trees and lists: its picture, or the icon of what it is.

import type { Api, Entry } from './api';
import { el } from './dom';
import { icon, isIcon, type IconName } from './icons';
import { nameOf } from './router';

/** Rows that fly past while somebody scrolls need no pictures. */
const PATIENCE_MILLISECONDS = 120;

export function iconOf(entry: Pick<Entry, 'kind' | 'view'>): IconName {
    if (entry.kind === 'folder') return 'folder';
    if (entry.kind === 'archive' && (entry.view === 'list' || entry.view === 'bytes')) return 'archive';
    return isIcon(entry.view) ? entry.view : 'file';
}

/** What an entry is called: what it is, where its stored name does not tell. */
export function labelOf({ name, meaning }: Pick<Entry, 'name' | 'meaning'>): string {
    return meaning ?? name;
}

/** Beside a label that is not the stored name: the step of the path that is. */
export function storedName({ path, meaning }: Pick<Entry, 'path' | 'meaning'>): HTMLElement | null {
    return meaning ? el('span', { class: 'stored-name', text: nameOf(path) }) : null;
}

/** A small picture that is fetched when its place has been seen for a moment, with the icon until then. */
export function thumbnail(api: Api, entry: Entry, size: number): HTMLElement {
    const place = el('span', { class: 'thumb', style: { '--thumb': `${size}px` } }, icon(iconOf(entry)));
    if (entry.view === 'picture') later(place, api.pictureUrl(entry.path, { thumb: size * 2 }));
    return place;
}

export function later(place: HTMLElement, url: string): void {
    setTimeout(() => {
        if (!place.isConnected) return;
        const picture = el('img', { alt: '', decoding: 'async', draggable: 'false' });
        picture.addEventListener('load', () => {
            place.replaceChildren(picture);
            picture.classList.toggle(
                'enlarged',
                Math.max(picture.naturalWidth, picture.naturalHeight) < place.clientWidth,
            );
        });
        picture.src = url;
    }, PATIENCE_MILLISECONDS);
}
