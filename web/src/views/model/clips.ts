// The list of what a model can play: clips of its own, and motions that lie beside it.

import type * as THREE from 'three';
import type { ModelInfo } from '../../api';
import { el } from '../../dom';
import { isAbort, sentence } from '../../failure';
import { nameOf } from '../../router';
import type { Context } from '../index';
import { Cast } from './cast';
import type { Subject } from './view';

const NONE = 'none';
const MOTION = 'motion:';

export class Clips {
    readonly element: HTMLElement | null;
    private readonly list: HTMLSelectElement;
    private readonly own: THREE.AnimationClip[];
    /** By the path of the motion. */
    private readonly fetched = new Map<string, THREE.AnimationClip>();
    private motion: string | null;

    constructor(
        private readonly context: Context,
        private readonly subject: Subject,
        private readonly info: ModelInfo,
        cast: Cast,
        motion: string | null,
        private readonly changed: (clip: THREE.AnimationClip | null) => void,
    ) {
        this.motion = motion;
        const names = new Set(info.clips.map(({ name }) => name));
        // With a motion there is one clip more than the model has by itself, and it stands last.
        const extra = motion ? (cast.clips.findLast((clip) => !names.has(clip.name)) ?? cast.clips.at(-1)) : undefined;
        this.own = cast.clips.filter((clip) => clip !== extra);
        if (motion && extra) this.fetched.set(motion, extra);
        this.list = el('select', { class: 'field clips', 'aria-label': context.t('web-model-clip') }, this.options());
        this.list.addEventListener('change', () => void this.choose(this.list.value));
        this.element = this.any ? this.list : null;
    }

    get any(): boolean {
        return this.own.length > 0 || this.info.motions.length > 0 || this.fetched.size > 0;
    }

    /** The clip that the address means: that of the motion, the one of this name, or the first. */
    named(name: string | null): THREE.AnimationClip | null {
        const clip = name === NONE ? null : (this.own.find((own) => own.name === name) ?? this.usual());
        const place = clip ? this.own.indexOf(clip) : -1;
        this.list.value = clip === null ? NONE : place >= 0 ? String(place) : `${MOTION}${this.motion}`;
        return clip;
    }

    /** What the address says of a clip. */
    wordFor(clip: THREE.AnimationClip | null): string | null {
        if (clip === null) return this.any ? NONE : null;
        return clip === this.usual() ? null : clip.name;
    }

    /** Chooses the first there is, for whoever wants to see it move. */
    async begin(): Promise<void> {
        const first = [...this.list.options].find(({ value }) => value !== NONE);
        if (!first) return;
        first.selected = true;
        await this.choose(first.value);
    }

    private usual(): THREE.AnimationClip | null {
        return (this.motion ? this.fetched.get(this.motion) : undefined) ?? this.own[0] ?? null;
    }

    private options(): HTMLElement[] {
        const { t } = this.context;
        const own = this.own.map((clip, index) =>
            el('option', { value: String(index) }, clip.name || t('web-model-clip-number', { number: index + 1 })),
        );
        const known = this.info.motions;
        const motions =
            this.motion && !known.some(({ path }) => path === this.motion)
                ? [{ name: nameOf(this.motion), path: this.motion }, ...known]
                : known;
        const further = motions.map(({ name, path }) => el('option', { value: `${MOTION}${path}` }, name));
        return [
            el('option', { value: NONE }, t('web-model-still')),
            ...own,
            ...(further.length > 0 ? [el('optgroup', { label: t('web-model-motions') }, further)] : []),
        ];
    }

    private async choose(value: string): Promise<void> {
        try {
            const clip = value.startsWith(MOTION)
                ? await this.fetch(value.slice(MOTION.length))
                : (this.own[Number(value)] ?? null);
            if (this.list.value !== value) return;
            this.motion = value.startsWith(MOTION) ? value.slice(MOTION.length) : null;
            if (this.subject.motion === null) this.context.setQuery({ motion: this.motion });
            this.changed(clip);
        } catch (error) {
            if (!isAbort(error)) this.context.say(sentence(error, this.context.t), 'error');
        }
    }

    /** The model once more with this motion; only the clip is kept, which finds its nodes by their names. */
    private async fetch(path: string): Promise<THREE.AnimationClip | null> {
        const { api, signal } = this.context;
        const known = this.fetched.get(path);
        if (known) return known;
        const cast = await Cast.of(await api.model(this.subject.path, [path], signal));
        cast.destroy();
        const names = new Set(this.own.map(({ name }) => name));
        const clip = cast.clips.findLast(({ name }) => !names.has(name)) ?? cast.clips.at(-1) ?? null;
        if (clip) this.fetched.set(path, clip);
        return clip;
    }
}
