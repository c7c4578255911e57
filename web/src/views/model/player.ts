// A clip and the moment of it that is shown.

import * as THREE from 'three';

/** Steps that are longer or shorter than any frame of these games are none. */
const SHORTEST_FRAME = 1 / 120;
const LONGEST_FRAME = 1 / 8;
const USUAL_FRAME = 1 / 30;

export class Player {
    clip: THREE.AnimationClip | null = null;
    time = 0;
    speed = 1;
    loop = true;
    playing = false;
    /** How long one frame lasts: the shortest time from one key to the next. */
    frame = USUAL_FRAME;
    private readonly mixer: THREE.AnimationMixer;
    private action: THREE.AnimationAction | null = null;

    constructor(root: THREE.Object3D) {
        this.mixer = new THREE.AnimationMixer(root);
    }

    destroy(): void {
        this.mixer.stopAllAction();
        this.mixer.uncacheRoot(this.mixer.getRoot());
    }

    get duration(): number {
        return this.clip?.duration ?? 0;
    }

    /** Without a clip everything is back where the file puts it. */
    choose(clip: THREE.AnimationClip | null): void {
        this.mixer.stopAllAction();
        this.clip = clip;
        this.frame = clip ? frameOf(clip) : USUAL_FRAME;
        this.action = clip ? this.mixer.clipAction(clip) : null;
        // What has reached its end stays there, and is not the beginning again.
        this.action?.setLoop(THREE.LoopOnce, 1);
        if (this.action) this.action.clampWhenFinished = true;
        this.seek(0);
    }

    seek(time: number): void {
        this.time = Math.min(Math.max(0, time), this.duration);
        if (!this.action) return;
        this.action.reset().play();
        this.action.time = this.time;
        this.mixer.update(0);
    }

    /** Goes on by so many seconds of the clock; says whether it still plays. */
    advance(seconds: number): boolean {
        if (!this.playing || this.duration === 0) return false;
        const time = this.time + seconds * this.speed;
        const over = time >= this.duration;
        if (over && !this.loop) this.playing = false;
        this.seek(over && this.loop ? time % this.duration : time);
        return this.playing;
    }

    /** To the next frame, or the one before. */
    step(by: 1 | -1): void {
        const frames = this.time / this.frame;
        const next = by > 0 ? Math.floor(frames + 1e-3) + 1 : Math.ceil(frames - 1e-3) - 1;
        this.seek(next * this.frame);
    }
}

function frameOf(clip: THREE.AnimationClip): number {
    let least = Infinity;
    for (const { times } of clip.tracks) {
        for (let key = 1; key < times.length; key++) {
            const gap = (times[key] ?? 0) - (times[key - 1] ?? 0);
            if (gap >= SHORTEST_FRAME && gap < least) least = gap;
        }
    }
    return least <= LONGEST_FRAME ? least : USUAL_FRAME;
}
