// What plays over time: the blocks of a material by the engine's own rules, the commands of an effect.

import '../styles/model.css';
import '../styles/timeline.css';
import type { Mount } from './index';
import { EffectView } from './timeline/effect';
import { MaterialView } from './timeline/material';

export const mount: Mount = async (host, context) => {
    const { api, info, signal } = context;
    const timeline = await api.timeline(info.path, signal);
    signal.throwIfAborted();
    // What has looks changes from one to the other; what has none happens.
    const View = timeline.phases.length > 0 ? MaterialView : EffectView;
    return new View(host, context, timeline);
};
