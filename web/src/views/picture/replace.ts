// Another picture in place of one: chosen or dropped, and what was lost on the way is told.

import type { EditAnswer } from '../../api';
import { ask } from '../../dialog';
import { el } from '../../dom';
import { failure } from '../../failure';
import type { Context } from '../index';

interface Target {
    path: string;
    leaf: string | null;
    name: string;
}

function chosenFile(): Promise<File | null> {
    const picker = el('input', { type: 'file', accept: 'image/png,.png' });
    return new Promise((resolve) => {
        picker.addEventListener('change', () => resolve(picker.files?.[0] ?? null));
        picker.addEventListener('cancel', () => resolve(null));
        picker.click();
    });
}

/** Whether the file was taken. A file that was dropped may be meant otherwise, so it is asked about. */
export async function replacePicture(
    context: Context,
    target: Target,
    dropped?: File,
    asking = false,
): Promise<boolean> {
    if (dropped && !/\.png$/i.test(dropped.name)) return false;
    const file = dropped ?? (await chosenFile());
    if (!file || (asking && !(await meant(context, target, file)))) return false;
    try {
        const answer = await context.api.editPicture(target.path, target.leaf, file);
        context.edited();
        await told(context, target, answer);
    } catch (error) {
        const { t } = context;
        await ask(
            t('web-picture-refused', { name: target.name }),
            [failure(error, { t, path: '' })],
            [{ label: t('web-close'), value: 'close' }],
        );
    }
    return true;
}

async function meant({ t }: Context, target: Target, file: File): Promise<boolean> {
    const body = [el('p', { text: t('web-picture-dropped', { file: file.name, name: target.name }) })];
    const answers = [
        { label: t('web-picture-replace'), value: 'replace', kind: 'primary' as const },
        { label: t('web-open'), value: 'open' },
    ];
    return (await ask(file.name, body, answers)) === 'replace';
}

async function told({ t, say }: Context, target: Target, { losses, findings }: EditAnswer): Promise<void> {
    if (losses.length + findings.length === 0) {
        say(t('web-picture-replaced', { name: target.name }));
        return;
    }
    const lines = [...losses, ...findings.map(({ message }) => message)].map((text) => el('li', { text }));
    const body = [el('p', { text: t('web-picture-losses') }), el('ul', {}, lines)];
    await ask(t('web-picture-replaced', { name: target.name }), body, [
        { label: t('web-close'), value: 'close', kind: 'primary' },
    ]);
}
