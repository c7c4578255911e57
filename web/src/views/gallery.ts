// The pictures of an archive that is spread out: all of them at once, or one of them closely.

import '../styles/views.css';
import type { GalleryItem } from '../api';
import { Cards } from '../cards';
import { el, fill } from '../dom';
import { later } from '../entries';
import { icon } from '../icons';
import { grouped } from '../lists';
import { decodePng } from '../png';
import { hashOf } from '../router';
import { numberOf } from '../sizes';
import { group, select, tool, toolbar } from '../tools';
import type { Context, Mount, Mounted } from './index';
import { replacePicture } from './picture/replace';
import { PictureViewer } from './picture/viewer';

const THUMB = 88;

function folderOf(leaf: string): string {
    const cut = leaf.lastIndexOf('/');
    return cut < 0 ? '' : leaf.slice(0, cut);
}

function card({ api, info }: Context, item: GalleryItem): HTMLElement {
    const place = el('span', { class: 'thumb', style: { '--thumb': `${THUMB}px` } }, icon('picture'));
    later(place, api.galleryPictureUrl(info.path, item.leaf, THUMB * 2));
    const size = item.width && item.height ? `${item.width}×${item.height}` : '\u00a0';
    return el(
        'a',
        { class: 'card', href: hashOf(info.path, { view: 'gallery', leaf: item.leaf }), title: item.leaf },
        place,
        el(
            'span',
            { class: 'card-name' },
            el('span', { class: 'card-title', text: item.name }),
            el('small', { text: size }),
        ),
    );
}

/** Those in a folder, or in all, whose names have what is searched for in them. */
function fitting(items: GalleryItem[], folder: string, wanted: string): GalleryItem[] {
    const needle = wanted.trim().toLowerCase();
    return items.filter(
        ({ leaf, name }) => (folder === '' || folderOf(leaf) === folder) && name.toLowerCase().includes(needle),
    );
}

/** All of them. */
function wall(host: HTMLElement, context: Context, items: GalleryItem[]): Mounted {
    const { t, api, query } = context;
    const folders = [...grouped(items, ({ leaf }) => folderOf(leaf)).keys()];
    let folder = folders.find((known) => known === query.get('folder')) ?? '';
    const cards = new Cards(t('web-view-gallery'), items, (item: GalleryItem) => card(context, item));
    const search = el('input', {
        class: 'field',
        type: 'search',
        value: query.get('q') ?? '',
        placeholder: t('web-search'),
        'aria-label': t('web-search'),
    });
    const count = el('span', { class: 'count', role: 'status' });
    const show = (): void => {
        const found = fitting(items, folder, search.value);
        count.textContent = t('web-entries', { count: found.length, shown: numberOf(found.length, api.lang) });
        cards.set(found);
    };
    search.addEventListener('input', () => {
        context.setQuery({ q: search.value || null });
        show();
    });
    const named = [{ value: '', label: t('web-gallery-all') }, ...folders.map((value) => ({ value, label: value }))];
    const choose = (value: string): void => {
        folder = value;
        context.setQuery({ folder: value || null });
        show();
    };
    const bar = toolbar(
        t('web-view-gallery'),
        search,
        folders.length > 1 && select(t('web-gallery-folder'), named, folder, choose),
        el('span', { class: 'grow' }),
        count,
    );
    fill(host, el('div', { class: 'page' }, bar, cards.element));
    show();
    return cards;
}

/** One of them, with ways to the others. */
async function closely(host: HTMLElement, context: Context, items: GalleryItem[], item: GalleryItem): Promise<Mounted> {
    const { api, info, t, signal } = context;
    const at = items.indexOf(item);
    const open = (other: GalleryItem | undefined): void =>
        other && context.go(info.path, { view: 'gallery', leaf: other.leaf });
    const step = (by: number): void => open(items[(at + by + items.length) % items.length]);
    const bar = toolbar(
        t('web-view-gallery'),
        group(
            el(
                'a',
                { class: 'button', href: hashOf(info.path, { view: 'gallery' }) },
                icon('back'),
                t('web-view-gallery'),
            ),
        ),
        group(
            tool('chevron-left', t('web-gallery-previous'), () => step(-1)),
            tool('right', t('web-gallery-next'), () => step(1)),
        ),
        el('strong', { class: 'leaf', text: item.name }),
        el('span', { class: 'muted', text: folderOf(item.leaf) }),
        el('span', { class: 'grow' }),
        el(
            'a',
            { class: 'button', href: api.exportUrl(info.path, 'png', item.leaf), download: true },
            icon('download'),
            'PNG',
        ),
    );
    const room = el('div', { class: 'body' });
    fill(host, el('div', { class: 'page' }, bar, room));
    context.keys('web-view-gallery', [
        { key: ',', label: 'web-gallery-previous', run: () => step(-1) },
        { key: '.', label: 'web-gallery-next', run: () => step(1) },
    ]);
    const target = { path: info.path, leaf: item.leaf, name: item.name };
    if (context.edit) context.takeDrops((file) => replacePicture(context, target, file, true));
    return PictureViewer.open(room, context, {
        name: item.name,
        info: await api.galleryInfo(info.path, item.leaf, signal),
        pixels: async () => decodePng(await api.raw(api.galleryPictureUrl(info.path, item.leaf), signal)),
        replace: context.edit ? () => void replacePicture(context, target) : null,
    });
}

export const mount: Mount = async (host, context) => {
    const { items: all } = await context.api.gallery(context.info.path, context.signal);
    const pictures = all.filter(({ kind }) => kind === 'picture');
    // What players saw comes first.
    const items = [...pictures.filter(({ shown }) => shown), ...pictures.filter(({ shown }) => !shown)];
    const wanted = context.query.get('leaf');
    const item = items.find(({ leaf }) => leaf === wanted);
    if (item) return closely(host, context, items, item);
    if (items.length > 0) return wall(host, context, items);
    fill(host, el('div', { class: 'empty', text: context.t('web-gallery-empty') }));
    return { destroy() {} };
};
