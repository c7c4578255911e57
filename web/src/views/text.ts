// Text, in the code page it was written in.

import '../styles/views.css';
import { copied } from '../copy';
import { el, fill } from '../dom';
import { icon } from '../icons';
import { numberOf } from '../sizes';
import { toggle, toolbar } from '../tools';
import type { Mount } from './index';

export const mount: Mount = async (host, context) => {
    const { api, info, t, query, signal } = context;
    const { text, code_page: codePage } = await api.text(info.path, signal);
    const lines = text.split(/\r\n|\r|\n/);
    const numbers = el('pre', {
        class: 'numbers',
        'aria-hidden': 'true',
        text: lines.map((_, index) => index + 1).join('\n'),
    });
    const body = el(
        'div',
        {
            class: query.has('wrap') ? 'text-body wrap' : 'text-body',
            tabindex: '0',
            role: 'region',
            'aria-label': info.name,
        },
        numbers,
        el('pre', { class: 'lines', text: lines.join('\n') }),
    );
    const wrap = toggle('text', t('web-text-wrap'), query.has('wrap'), (on) => {
        body.classList.toggle('wrap', on);
        context.setQuery({ wrap: on ? '1' : null });
    });
    const copy = async (): Promise<void> => context.say((await copied(text)) ? t('web-copied') : t('web-not-copied'));
    const bar = toolbar(
        t('web-view-text'),
        wrap,
        el('span', { class: 'grow' }),
        el('span', {
            class: 'count',
            text: t('web-lines', { count: lines.length, shown: numberOf(lines.length, api.lang) }),
        }),
        codePage && el('span', { class: 'chip', text: codePage }),
        el(
            'button',
            { class: 'button', type: 'button', on: { click: () => void copy() } },
            icon('copy'),
            t('web-copy'),
        ),
    );
    fill(host, el('div', { class: 'page' }, bar, el('div', { class: 'body' }, body)));
    return { destroy() {} };
};
