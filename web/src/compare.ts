// What to compare with: another path, a file from anywhere, or what the file was before it was edited.

import type { Api } from './api';
import { open } from './dialog';
import { remember } from './dropped';
import { el } from './dom';
import type { Opening } from './drop';
import { sentence } from './failure';

interface Question {
    api: Api;
    t(id: string, args?: Record<string, string | number>): string;
    path: string;
    /** Whether there is an unedited version of it. */
    edited: boolean;
    opening: Opening;
}

/** What the address says of the other side; nothing if the reader changed their mind. */
export async function chooseOther({ api, t, path, edited, opening }: Question): Promise<Record<string, string> | null> {
    const answer = await open(t('web-compare-title', { path }), [], {}, (choose) => {
        const field = opening.pathField((other) => choose(`path:${other}`), true);
        const note = el('p', { class: 'muted', role: 'status' });
        const picker = opening.picker(([file]) => {
            if (file)
                void sent(api, file).then(
                    (other) => choose(`path:${other}`),
                    (error: unknown) => (note.textContent = sentence(error, t)),
                );
        }, false);
        const original = el('button', {
            class: 'button',
            type: 'submit',
            value: 'original',
            text: t('web-compare-original'),
        });
        return [
            el('h3', { text: t('web-compare-path') }),
            field,
            el('h3', { text: t('web-compare-file') }),
            el('div', {}, picker),
            note,
            edited && original,
        ];
    });
    if (answer === 'original') return {};
    return answer?.startsWith('path:') ? { with: answer.slice(5) } : null;
}

async function sent(api: Api, file: File): Promise<string> {
    const { path } = await api.drop(file.name, file);
    remember(path);
    return path;
}
