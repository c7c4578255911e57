// A motion, played on a model that it fits.

import { el, fill } from '../dom';
import { failure, isAbort } from '../failure';
import { parentOf } from '../router';
import type { Context, Mount, Mounted } from './index';
import { canDraw, type ModelView, showModel } from './model/view';

/** Models that are asked whether the motion fits them. */
const ASKED = 40;

interface Candidate {
    name: string;
    path: string;
}

export const mount: Mount = async (host, context) => {
    const { t, query } = context;
    if (!canDraw()) return says(host, t('web-model-no-webgl'));
    fill(host, el('p', { class: 'empty', role: 'status' }, t('web-motion-looking')));
    const fitting = await fittingModels(context);
    context.signal.throwIfAborted();
    const wanted = query.get('model');
    const model = fitting.find(({ path }) => path === wanted) ?? fitting[0];
    if (!model) return says(host, t('web-motion-nobody'));
    const view = new MotionView(host, context, fitting);
    await view.show(model.path);
    return view;
};

function says(host: HTMLElement, text: string): Mounted {
    fill(host, el('p', { class: 'empty' }, text));
    return { destroy: () => fill(host) };
}

/** Models near the motion first: of its own archive's folder, then of the one above. */
async function fittingModels(context: Context): Promise<Candidate[]> {
    const { api, info, signal } = context;
    const folder = parentOf(parentOf(info.path));
    const { entries } = await api.find('*', folder, null, 5000, signal);
    const models = entries.filter(({ view }) => view === 'model').slice(0, ASKED);
    const fits = await Promise.all(
        models.map(async ({ path }) => {
            try {
                const { motions } = await api.modelInfo(path, signal);
                return motions.some((motion) => motion.path === info.path);
            } catch (error) {
                if (isAbort(error)) throw error;
                return false;
            }
        }),
    );
    return models.filter((_, index) => fits[index]);
}

class MotionView implements Mounted {
    private readonly place = el('div', { class: 'motion-stage' });
    private readonly list: HTMLSelectElement;
    private view: ModelView | null = null;
    private shown = '';

    constructor(
        private readonly host: HTMLElement,
        private readonly context: Context,
        private readonly models: Candidate[],
    ) {
        const { t } = context;
        const options = models.map(({ name, path }) => el('option', { value: path }, name));
        this.list = el('select', { class: 'field' }, options);
        this.list.addEventListener('change', () => {
            context.setQuery({ model: this.list.value, node: null });
            void this.show(this.list.value);
        });
        fill(
            host,
            el(
                'div',
                { class: 'motion' },
                el(
                    'div',
                    { class: 'toolbar' },
                    el('label', { class: 'model-choice' }, el('span', {}, t('web-motion-model')), this.list),
                ),
                this.place,
            ),
        );
    }

    destroy(): void {
        this.view?.destroy();
        fill(this.host);
    }

    queryChanged(query: URLSearchParams): void {
        const model = query.get('model') ?? this.models[0]?.path ?? '';
        if (model === this.shown) this.view?.queryChanged(query);
        else void this.show(model);
    }

    async show(path: string): Promise<void> {
        this.shown = path;
        this.list.value = path;
        this.view?.destroy();
        this.view = null;
        // Of its own, so that one who comes too late draws where nobody looks.
        const room = el('div', { class: 'motion-room' });
        fill(this.place, room);
        try {
            const view = await showModel(room, this.context, { path, motion: this.context.info.path });
            if (this.shown === path) this.view = view;
            else view.destroy();
        } catch (error) {
            if (!isAbort(error)) fill(room, failure(error, { t: this.context.t, path }));
        }
    }
}
