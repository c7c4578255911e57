// What is known of the asset at a glance.

import '../styles/views.css';
import type { Info } from '../api';
import { shownCell } from '../cells';
import { type Child, el, fill } from '../dom';
import { sentenceCase } from '../labels';
import { hashOf } from '../router';
import { numberOf } from '../sizes';
import type { Context, Mount } from '../views/index';

function pair(label: string, value: Child): Child {
    return [el('dt', { text: label }), el('dd', {}, value)];
}

function identity({ info, t, api }: Context): Child {
    return el(
        'dl',
        {},
        info.title && pair(t('web-fact-kind'), info.title),
        info.format && pair(t('web-fact-format'), el('code', { text: info.format })),
        info.size !== null &&
            pair(t('web-fact-size'), t('web-bytes-exact', { count: info.size, shown: numberOf(info.size, api.lang) })),
        pair(t('web-fact-path'), el('code', { text: info.path || '/' })),
    );
}

/** Numbers that name something, such as pixel format 8888; others count, and their digits are grouped. */
const CODES = /format|flags|version|unk|tag|type|_id$/;

/** Bytes, which are read letter by letter. */
const LETTERS = /^first_/;

function factValue(fact: Info['facts'][number], lang: string): Child {
    const text = factText(fact, lang);
    return LETTERS.test(fact.name) ? el('code', { text }) : text;
}

function factText({ name, value, shown }: Info['facts'][number], lang: string): string {
    const counts = Number.isInteger(value) && shown === String(value) && !CODES.test(name);
    return counts ? numberOf(value as number, lang) : shown;
}

/** Short tables stand here as well; long ones only in their view. */
const SHORT = 12;

function sheets({ info, t }: Context): Child[] {
    return info.tables.map((sheet, index) => {
        const rest = sheet.rows.length - SHORT;
        const rows = sheet.rows.slice(0, SHORT).map((row) =>
            el(
                'tr',
                {},
                row.map((cell) => el('td', {}, shownCell(cell))),
            ),
        );
        const head = el(
            'tr',
            {},
            sheet.columns.map((column) => el('th', { scope: 'col', text: sentenceCase(column) })),
        );
        const more = el('a', {
            href: hashOf(info.path, { view: 'table', ...(index > 0 ? { sheet: String(index) } : {}) }),
            text: t('web-rows-more', { count: rest }),
        });
        const link = rest > 0 && info.views.includes('table') && more;
        return el(
            'section',
            {},
            el('h2', { text: sheet.title }),
            el(
                'div',
                { class: 'small-table', tabindex: '0', role: 'region', 'aria-label': sheet.title },
                el('table', {}, el('thead', {}, head), el('tbody', {}, rows)),
            ),
            link,
        );
    });
}

export const mount: Mount = (host, context) => {
    const { info, t, api } = context;
    const facts = info.facts.map((fact) => pair(sentenceCase(fact.label), factValue(fact, api.lang)));
    fill(
        host,
        el(
            'div',
            { class: 'facts' },
            identity(context),
            facts.length > 0 && el('section', {}, el('h2', { text: t('web-facts') }), el('dl', {}, facts)),
            sheets(context),
        ),
    );
    return { destroy() {} };
};
