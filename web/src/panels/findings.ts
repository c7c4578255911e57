// What is wrong or odd with an asset, with a way to the byte.

import '../styles/panels.css';
import type { CheckAnswer, Finding } from '../api';
import { type Child, el, fill } from '../dom';
import { isAbort, sentence } from '../failure';
import { icon } from '../icons';
import { coded } from '../coded';
import { hashOf, placeOf } from '../router';
import { offsetOf } from '../sizes';
import type { Context, Mount } from '../views/index';

/** Larger assets, and folders, are looked through only when somebody asks. */
const AT_ONCE = 8_000_000;
/** Of one code; the rest behind a button. */
const FIRST = 30;

/** What was found last, with the place it was looked for: whoever follows one finding comes back for the next. */
let last: { path: string; version: number; lang: string; checked: CheckAnswer } | null = null;

export const mount: Mount = (host, context) => {
    const { info, signal, query } = context;
    const panel = el('div', { class: 'findings', 'aria-busy': 'false' });
    fill(host, panel);
    const small = info.size !== null && info.size <= AT_ONCE && info.format !== null;
    const list = followed(context);
    if (list) {
        fill(panel, whole(panel, context), report(list, context));
        follow(panel, query);
    } else if (small) void check(panel, context);
    else fill(panel, question(panel, context));
    signal.addEventListener('abort', () => fill(panel), { once: true });
    return { destroy: () => fill(host), queryChanged: (now) => follow(panel, now) };
};

/** The list that led here: of this very thing, or of what it lies in. */
function followed({ api, info }: Context): CheckAnswer | null {
    if (!last || last.version !== api.version || last.lang !== api.lang) return null;
    const led = last.checked.findings.some(({ path }) => path === info.path);
    const inside = last.path === '' || info.path.startsWith(`${last.path}/`);
    return info.path === last.path || (inside && led) ? last.checked : null;
}

/** What the list is of, if that is more than what is shown, and a way to what concerns this alone. */
function whole(panel: HTMLElement, context: Context): Child {
    const { t, info } = context;
    if (!last || last.path === info.path) return null;
    const alone = el(
        'button',
        { class: 'button quiet', type: 'button', on: { click: () => void check(panel, context) } },
        t('web-check-alone', { name: info.name }),
    );
    const all = el('a', { href: hashOf(last.path, { panel: 'findings' }), text: last.path });
    return el('p', { class: 'findings-of' }, all, alone);
}

/** Marks the finding that the address shows, and brings it into view. */
function follow(panel: HTMLElement, query: URLSearchParams): void {
    const at = query.get('at');
    for (const link of panel.querySelectorAll<HTMLAnchorElement>('a.finding')) {
        const { path, query: wanted } = placeOf(new URL(link.href).hash);
        const here = path === placeOf(location.hash).path && at !== null && wanted.get('at') === at;
        if (here) link.setAttribute('aria-current', 'location');
        else link.removeAttribute('aria-current');
        if (here) link.scrollIntoView({ block: 'nearest' });
    }
}

function question(panel: HTMLElement, context: Context): HTMLElement {
    const { t } = context;
    const ask = el(
        'button',
        { class: 'button', type: 'button', on: { click: () => void check(panel, context) } },
        icon('check'),
        t('web-check-now'),
    );
    return el('div', { class: 'panel-ask' }, el('p', { class: 'muted' }, t('web-check-large')), ask);
}

async function check(panel: HTMLElement, context: Context): Promise<void> {
    const { api, info, signal, t } = context;
    panel.setAttribute('aria-busy', 'true');
    fill(panel, el('p', { class: 'muted', role: 'status' }, t('web-check-working')));
    try {
        const checked = await api.check(info.path, signal);
        last = { path: info.path, version: api.version, lang: api.lang, checked };
        fill(panel, report(checked, context));
        follow(panel, placeOf(location.hash).query);
    } catch (error) {
        if (!isAbort(error)) fill(panel, el('p', { class: 'trouble', role: 'alert' }, sentence(error, t)));
    } finally {
        panel.setAttribute('aria-busy', 'false');
    }
}

function report(checked: CheckAnswer, context: Context): Child[] {
    const { t } = context;
    const { findings, errors, warnings, assets } = checked;
    if (findings.length === 0) {
        return [el('p', { class: 'panel-good' }, icon('check'), t('web-check-clean', { assets }))];
    }
    const codes = [...new Set(findings.map(({ code }) => code))];
    return [
        el('p', { class: 'panel-sum', role: 'status' }, t('web-check-sum', { errors, warnings })),
        codes.map((code) =>
            chapter(
                findings.filter((finding) => finding.code === code),
                context,
            ),
        ),
        checked.more && el('p', { class: 'muted' }, t('web-check-more', { count: findings.length })),
    ];
}

/** All findings of one code, with what the code means said once. */
function chapter(group: Finding[], context: Context): Child {
    const first = group[0];
    if (!first) return null;
    const rows = el(
        'ol',
        { class: 'finding-list' },
        group.slice(0, FIRST).map((finding) => row(finding, context)),
    );
    const rest = group.slice(FIRST);
    return el(
        'section',
        { class: `finding-group ${first.severity}` },
        el(
            'h2',
            {},
            icon(first.severity),
            el('code', {}, first.code),
            group.length > 1 && el('span', { class: 'chip' }, group.length),
            el('span', { class: 'aside' }, context.t(`web-check-${first.severity}`)),
        ),
        first.about && el('p', { class: 'muted' }, coded(first.about)),
        rows,
        rest.length > 0 && further(rows, rest, context),
        first.help && el('p', { class: 'finding-help' }, coded(first.help)),
    );
}

function further(rows: HTMLElement, rest: Finding[], context: Context): HTMLElement {
    const button = el(
        'button',
        { class: 'button quiet', type: 'button' },
        context.t('web-check-rest', { count: rest.length }),
    );
    button.addEventListener('click', () => {
        const added = rest.map((finding) => row(finding, context));
        rows.append(...added);
        button.remove();
        added[0]?.querySelector('a')?.focus();
    });
    return button;
}

function row(finding: Finding, context: Context): HTMLElement {
    const { info } = context;
    const { path, offset, field, message } = finding;
    const inner = path.startsWith(`${info.path}/`) ? path.slice(info.path.length + 1) : path === info.path ? '' : path;
    const place = [inner, field, offset === null ? '' : offsetOf(offset)].filter(Boolean).join(' · ');
    return el(
        'li',
        {},
        el(
            'a',
            { class: 'finding', href: hashOf(path, byteOf(finding)) },
            el('span', { class: 'finding-text' }, coded(message)),
            place && el('span', { class: 'finding-place mono' }, el('bdi', {}, place)),
        ),
    );
}

/** The byte, and how many are meant. */
function byteOf({ offset, length }: Finding): Record<string, string> {
    const many: Record<string, string> = length !== null && length > 1 ? { length: String(length) } : {};
    const at: Record<string, string> = offset === null ? {} : { at: offsetOf(offset), ...many };
    return { view: 'bytes', ...at, panel: 'findings' };
}
