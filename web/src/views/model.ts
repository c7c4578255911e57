// Models: to be turned, taken apart and played.

import { el, fill } from '../dom';
import type { Mount } from './index';
import { canDraw, showModel } from './model/view';

export const mount: Mount = async (host, context) => {
    if (!canDraw()) {
        fill(host, el('p', { class: 'empty' }, context.t('web-model-no-webgl')));
        return { destroy: () => fill(host) };
    }
    return showModel(host, context, { path: context.info.path, motion: null });
};
