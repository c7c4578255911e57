// A map from above, as pixels or as lines.

import '../styles/views.css';
import { el, fill } from '../dom';
import { PanZoom } from '../panzoom';
import { choices, group, tool, toolbar } from '../tools';
import type { Mount } from './index';

const STEP = 1.5;
/** The map goes against the arrow, as if one walked over it. */
const ARROWS: Record<string, [number, number]> = {
    arrowleft: [48, 0],
    arrowright: [-48, 0],
    arrowup: [0, 48],
    arrowdown: [0, -48],
};

type Form = 'svg' | 'png';

function loaded(image: HTMLImageElement): Promise<void> {
    return image.decode().catch(() => {
        // A drawing without a size of its own cannot be decoded ahead, but shown.
        if (!image.complete || image.naturalWidth === 0) throw new Error(image.src);
    });
}

export const mount: Mount = async (host, context) => {
    const { api, info, t, query, signal } = context;
    let form: Form = query.get('form') === 'png' ? 'png' : 'svg';
    const image = el('img', { alt: t('web-map-label', { name: info.name }), draggable: 'false' });
    const place = el(
        'div',
        {
            class: 'map-window',
            role: 'application',
            tabindex: '0',
            'aria-label': t('web-map-label', { name: info.name }),
        },
        image,
    );
    const zoomed = el('output', { class: 'zoom' });
    const draw = async (): Promise<void> => {
        // An address that does not answer is told of in words, not by a broken picture.
        const bytes = await api.raw(api.mapUrl(info.path, form), signal);
        const type = form === 'svg' ? 'image/svg+xml' : 'image/png';
        const url = URL.createObjectURL(new Blob([bytes], { type }));
        image.src = url;
        await loaded(image);
        URL.revokeObjectURL(url);
        image.classList.toggle('sharp', form === 'png');
    };
    await draw();
    const panzoom = new PanZoom(
        place,
        image.naturalWidth,
        image.naturalHeight,
        () => {
            image.style.width = `${image.naturalWidth * panzoom.scale}px`;
            image.style.transform = `translate(${panzoom.x}px, ${panzoom.y}px)`;
            zoomed.textContent = `${Math.round(panzoom.scale * 100)} %`;
        },
        signal,
    );
    const choose = (value: Form): void => {
        form = value;
        context.setQuery({ form: value === 'svg' ? null : value });
        void draw().then(() => panzoom.resize(image.naturalWidth, image.naturalHeight));
    };
    const forms = (['svg', 'png'] as const).map((value) => ({ value, label: t(`web-map-${value}`) }));
    const bar = toolbar(
        t('web-view-map'),
        group(
            tool('minus', t('web-zoom-out'), () => panzoom.zoomBy(1 / STEP)),
            zoomed,
            tool('plus', t('web-zoom-in'), () => panzoom.zoomBy(STEP)),
            tool('fit', t('web-zoom-fit'), () => panzoom.fit()),
        ),
        choices(t('web-map-form'), forms, form, choose),
    );
    fill(host, el('div', { class: 'page' }, bar, place));
    context.keys('web-view-map', [
        { key: '+ =', label: 'web-zoom-in', run: () => panzoom.zoomBy(STEP) },
        { key: '-', label: 'web-zoom-out', run: () => panzoom.zoomBy(1 / STEP) },
        { key: '0', label: 'web-zoom-fit', run: () => panzoom.fit() },
        {
            key: Object.keys(ARROWS).join(' '),
            label: 'web-key-pan',
            run: ({ key }) => panzoom.panBy(...(ARROWS[key.toLowerCase()] ?? [0, 0])),
        },
    ]);
    return { destroy() {} };
};
