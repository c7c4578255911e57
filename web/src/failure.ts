// Something could not be done: what, why, and the ways out.

import { Problem } from './api';
import { coded } from './coded';
import { type Child, el } from './dom';
import { icon } from './icons';
import { hashOf, parentOf } from './router';
import { offsetOf } from './sizes';

interface Ways {
    t(id: string, args?: Record<string, string | number>): string;
    path: string;
    retry?(): void;
}

/** Whether a request was given up because its view went; nobody wants to hear of that. */
export function isAbort(error: unknown): boolean {
    return error instanceof DOMException && error.name === 'AbortError';
}

/** One sentence, for notes. */
export function sentence(error: unknown, t: Ways['t']): string {
    if (error instanceof Problem && error.code === 'viewer.gone') return t('web-gone');
    return error instanceof Error ? error.message : String(error);
}

/** Advice that fits the page. What the server sends also serves the command line, and may name its options. */
function helpOf({ code, help }: Problem, t: Ways['t']): string | null {
    if (code === 'viewer.gone') return t('web-gone-help');
    const id = `web-help-${code.replaceAll('.', '-')}`;
    const own = t(id);
    return own === id ? help : own;
}

function exits(problem: Problem | null, { t, path, retry }: Ways): Child[] {
    const at = problem?.offset;
    const bytes = hashOf(problem?.path || path, {
        view: 'bytes',
        ...(at === null || at === undefined ? {} : { at: offsetOf(at) }),
    });
    return [
        retry && el('button', { class: 'button', type: 'button', text: t('web-retry'), on: { click: retry } }),
        problem &&
            problem.status !== 404 &&
            path &&
            el('a', { class: 'button', href: bytes, text: t('web-show-bytes') }),
        path && el('a', { class: 'button', href: hashOf(parentOf(path)), text: t('web-go-up') }),
    ];
}

export function failure(error: unknown, ways: Ways): HTMLElement {
    const problem = error instanceof Problem ? error : null;
    const help = problem && helpOf(problem, ways.t);
    return el(
        'div',
        { class: 'failure', role: 'alert' },
        icon('error'),
        el('h2', {}, coded(sentence(error, ways.t))),
        help && el('p', {}, coded(help)),
        problem &&
            el(
                'p',
                { class: 'muted' },
                el('code', { text: problem.code }),
                problem.field && [' · ', el('code', { text: problem.field })],
            ),
        el('div', { class: 'exits' }, exits(problem, ways)),
    );
}
