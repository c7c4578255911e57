// Small line drawings on a field of 16 by 16. They never stand for themselves: whoever uses one gives it a name in words.

import { svg } from './dom';

const DRAWN = {
    archive: 'M2.5 5h11v8.5h-11zM2 2.5h12V5H2zM6.5 8h3',
    axes: 'M4 12V3M4 12l-2 2M4 12h9M2.5 4.5 4 3l1.5 1.5M11.5 10.5 13 12l-1.5 1.5',
    back: 'M13 8H3M7 4 3 8l4 4',
    bounds: 'M2.5 5 8 2l5.5 3v6L8 14l-5.5-3zM2.5 5 8 8l5.5-3M8 8v6',
    bytes: 'M3 3.5h2v3H3zM7.5 3.5H9v3M11.5 3.5h1.5v3h-1.5zM3 9.5h1.5v3M7 9.5h2v3H7zM12 9.5h1v3',
    check: 'M3 8.5 6.5 12 13 4.5',
    close: 'm4 4 8 8m0-8-8 8',
    compare: 'M8 2v12M3 4.5h2.5v7H3zM10.5 4.5H13v7h-2.5z',
    copy: 'M5.5 5.5h8v8h-8zM10.5 5.5v-3h-8v8h3',
    document: 'M6 3C4 3 5.5 7 3.5 8 5.5 9 4 13 6 13M10 3c2 0 .5 4 2.5 5-2 1-.5 5-2.5 5',
    down: 'm4 6 4 4 4-4',
    download: 'M8 2.5v7.5M4.5 7 8 10.5 11.5 7M3 13.5h10',
    edit: 'm3 13 .5-3L10.5 3 13 5.5 6 12.5z',
    error: 'M8 2 14.5 13.5h-13zM8 6.5v3.5M8 11.7v.3',
    file: 'M4 2h5l3 3v9H4zM9 2v3h3',
    fit: 'M2.5 6V2.5H6M10 2.5h3.5V6M13.5 10v3.5H10M6 13.5H2.5V10',
    folder: 'M2 4.5V13h12V5.5H8L6.5 3.5H2z',
    frame: 'M2.5 6V2.5H6M10 2.5h3.5V6M13.5 10v3.5H10M6 13.5H2.5V10M8 6.5v3M6.5 8h3',
    gallery: 'M2.5 2.5h4.5v4.5H2.5zM9 2.5h4.5v4.5H9zM2.5 9h4.5v4.5H2.5zM9 9h4.5v4.5H9z',
    globe: 'M8 2a6 6 0 1 0 0 12A6 6 0 0 0 8 2M2 8h12M8 2c-4 4-4 8 0 12M8 2c4 4 4 8 0 12',
    grain: 'M3 3h.1M8 3.5h.1M12.5 3h.1M5.5 6h.1M10.5 6h.1M3 9h.1M8 8.5h.1M13 9h.1M5.5 11.5h.1M10.5 12h.1M3 13.5h.1M13 13.5h.1',
    grid: 'M2.5 2.5h11v11h-11zM2.5 6.2h11M2.5 9.8h11M6.2 2.5v11M9.8 2.5v11',
    help: 'M8 2a6 6 0 1 0 0 12A6 6 0 0 0 8 2M6.2 6.3c.2-2.4 3.8-2.2 3.6.1C9.7 7.8 8 7.7 8 9.3M8 11.3v.3',
    info: 'M8 2a6 6 0 1 0 0 12A6 6 0 0 0 8 2M8 7.3v4M8 4.7v.3',
    jump: 'M3 13V8.5C3 6 5 5 7 5h6M10 2l3 3-3 3',
    keyboard: 'M1.5 4h13v8h-13zM4 6.7h.1M6.7 6.7h.1M9.3 6.7h.1M12 6.7h.1M4.5 9.5h7',
    light: 'M8 2v1.5M8 12.5V14M2 8h1.5M12.5 8H14M3.8 3.8l1 1M11.2 11.2l1 1M12.2 3.8l-1 1M4.8 11.2l-1 1M8 5.5a2.5 2.5 0 1 0 0 5 2.5 2.5 0 0 0 0-5',
    list: 'M2.5 4h.1M5.5 4h8M2.5 8h.1M5.5 8h8M2.5 12h.1M5.5 12h8',
    map: 'M2 4l4-1.5 4 1.5 4-1.5V12l-4 1.5L6 12l-4 1.5zM6 2.5V12M10 4v9.5',
    menu: 'M2.5 4h11M2.5 8h11M2.5 12h11',
    model: 'M2.5 5 8 2l5.5 3v6L8 14l-5.5-3zM2.5 5 8 8l5.5-3M8 8v6',
    moon: 'M13 9.5A5.5 5.5 0 0 1 6.5 3a5.5 5.5 0 1 0 6.5 6.5',
    motion: 'M2 8h2l2-5 3 10 2-5h3',
    open: 'M2 12.5V3.5h4L7.5 5.5H13V7M2 12.5 4.5 7H15l-2.5 5.5z',
    pause: 'M5.5 3v10M10.5 3v10',
    picture: 'M2.5 3h11v10h-11zM2.5 11l3.5-4 3 3.2 1.5-1.5 3 2.8M10.5 5.8h.1',
    play: 'M4.5 2.8v10.4L13 8z',
    plus: 'M8 3v10M3 8h10',
    minus: 'M3 8h10',
    redo: 'M10.5 3 13 5.5 10.5 8M13 5.5H6.5a3.8 3.8 0 0 0 0 7.5H9',
    refs: 'M6.5 9.5l3-3M7 4.5l1.3-1.3a3 3 0 0 1 4.5 4.3L11.5 9M9 11.5l-1.3 1.3a3 3 0 0 1-4.5-4.3L4.5 7',
    smooth: 'M2 11.5c2.5-8 4-8 6-3.5s3.5 4.5 6-3.5',
    right: 'm6 4 4 4-4 4',
    save: 'M2.5 2.5h9l2 2v9h-11zM5 2.5v4h5v-4M5 13.5v-4h6v4',
    search: 'M7 2.5a4.5 4.5 0 1 0 0 9 4.5 4.5 0 0 0 0-9M10.3 10.3 14 14',
    'chevron-left': 'm10 4-4 4 4 4',
    first: 'M12 3 6 8l6 5M4 3v10',
    last: 'M4 3l6 5-6 5M12 3v10',
    layers: 'M8 2 14 5.5 8 9 2 5.5zM2 8.5 8 12l6-3.5M2 11.3 8 14.8l6-3.5',
    link: 'M6.5 9.5l3-3M7 4.5l1.3-1.3a3 3 0 0 1 4.5 4.3L11.5 9M9 11.5l-1.3 1.3a3 3 0 0 1-4.5-4.3L4.5 7',
    loop: 'M11 2l2.5 2.5L11 7M13.5 4.5H5A2.5 2.5 0 0 0 2.5 7v1M5 14l-2.5-2.5L5 9M2.5 11.5H11A2.5 2.5 0 0 0 13.5 9V8',
    nearest: 'M2.5 2.5h11v11h-11zM2.5 8h5.5V2.5M8 8h5.5M8 8v5.5',
    tree: 'M3 2.5v9.5h4M3 6.5h4M7 5h6v3H7zM7 10.5h6v3H7z',
    turntable: 'M2 9c0-1.7 2.7-3 6-3s6 1.3 6 3-2.7 3-6 3M10 10l-2 2 2 2M8 2v4',
    'step-back': 'M11.5 3 5.5 8l6 5zM3.5 3v10',
    'step-forward': 'M4.5 3l6 5-6 5zM12.5 3v10',
    sun: 'M8 1.5V3M8 13v1.5M1.5 8H3M13 8h1.5M3.4 3.4l1 1M11.6 11.6l1 1M12.6 3.4l-1 1M4.4 11.6l-1 1M8 5a3 3 0 1 0 0 6 3 3 0 0 0 0-6',
    table: 'M2.5 3h11v10h-11zM2.5 6.3h11M2.5 9.6h11M6.5 3v10',
    text: 'M3 3.5h10M3 6.5h10M3 9.5h10M3 12.5h6',
    texture: 'M2.5 2.5h11v11h-11zM2.5 6.5l4-4M2.5 10.5l8-8M3.5 13.2l9.7-9.7M6.5 13.5l7-7M10.5 13.5l3-3',
    timeline: 'M2 8h12M4.5 5.5v5M8 6.5v3M11.5 5.5v5',
    undo: 'M5.5 3 3 5.5 5.5 8M3 5.5h6.5a3.8 3.8 0 0 1 0 7.5H7',
    up: 'M8 13V3M4 7l4-4 4 4',
    warning: 'M8 2 14.5 13.5h-13zM8 6.5v3.5M8 11.7v.3',
    wire: 'M2 12.5 8 2.5l6 10zM8 2.5v10M5 7.5l6 5M11 7.5l-6 5',
} as const;

export type IconName = keyof typeof DRAWN;

export function isIcon(name: string): name is IconName {
    return name in DRAWN;
}

export function icon(name: IconName): SVGElement {
    const path = svg('path', { d: DRAWN[name] });
    return svg('svg', { class: 'icon', viewBox: '0 0 16 16', 'aria-hidden': 'true', focusable: 'false' }, path);
}
