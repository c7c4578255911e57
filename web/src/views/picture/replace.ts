// Another picture in place of one: chosen or dropped, and what was lost on the way is told.

import { type Edited, type EditHow, Problem } from '../../api';
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

/** How a picture may be put in place after all, by the code of what refused it. */
const WAYS: Record<string, { label: string; how: EditHow }[]> = {
    'image.colours': [{ label: 'web-way-quantise', how: { quantise: true } }],
    'image.outer-colours': [{ label: 'web-way-quantise', how: { quantise: true } }],
    'game.depth': [{ label: 'web-way-deepen', how: { deepen: true } }],
    'pack.signed': [
        { label: 'web-way-strip', how: { signature: 'strip' } },
        { label: 'web-way-keep', how: { signature: 'keep' } },
    ],
};

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
    await attempt(context, target, file, {});
    return true;
}

/** Tries, and where that is refused but there is another way, asks whether to take it. */
async function attempt(context: Context, target: Target, file: File, how: EditHow): Promise<void> {
    try {
        const answer = await context.api.editPicture(target.path, target.leaf, file, how);
        context.edited();
        await told(context, target, answer);
    } catch (error) {
        const way = await refused(context, target, error);
        if (way) await attempt(context, target, file, { ...how, ...way });
    }
}

async function refused({ t }: Context, target: Target, error: unknown): Promise<EditHow | null> {
    const ways = error instanceof Problem ? (WAYS[error.code] ?? []) : [];
    const answers = ways.map(({ label }, index) => ({ label: t(label), value: String(index) }));
    const close = { label: t(ways.length > 0 ? 'web-cancel' : 'web-close'), value: '' };
    const title = t('web-picture-refused', { name: target.name });
    const answer = await ask(title, [failure(error, { t, path: '' })], [...answers, close]);
    return answer === null ? null : (ways[Number(answer)]?.how ?? null);
}

async function meant({ t }: Context, target: Target, file: File): Promise<boolean> {
    const body = [el('p', { text: t('web-picture-dropped', { file: file.name, name: target.name }) })];
    const answers = [
        { label: t('web-picture-replace'), value: 'replace', kind: 'primary' as const },
        { label: t('web-open'), value: 'open' },
    ];
    return (await ask(file.name, body, answers)) === 'replace';
}

async function told({ t, say }: Context, target: Target, { losses, findings }: Edited): Promise<void> {
    if (losses.length + findings.length === 0) {
        say(t('web-picture-replaced', { name: target.name }));
        return;
    }
    const [only] = losses;
    if (only && losses.length + findings.length === 1) {
        say(t('web-picture-replaced-so', { name: target.name, told: only }));
        return;
    }
    const lines = [...losses, ...findings.map(({ message }) => message)].map((text) => el('li', { text }));
    const body = [el('p', { text: t('web-picture-losses') }), el('ul', {}, lines)];
    await ask(t('web-picture-replaced', { name: target.name }), body, [
        { label: t('web-close'), value: 'close', kind: 'primary' },
    ]);
}
