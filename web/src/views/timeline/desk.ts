// Time itself: what moment is shown, whether it goes on, and that the address says so.

import type { Context } from '../index';
import { Transport } from '../play/transport';
import { Clock } from './clock';

const ADDRESS_MILLISECONDS = 250;
/** As often as the game would ask. */
export const PER_SECOND = 60;
/** Milliseconds from one frame to the next. */
export const FRAME = 1000 / PER_SECOND;

export class Desk {
    readonly transport: Transport;
    private readonly clock: Clock;
    private addressing = 0;

    /** `ticked` hears of every other moment. */
    constructor(
        private readonly context: Context,
        private readonly ticked: (time: number, playing: boolean) => void,
    ) {
        this.clock = new Clock(
            () => 1000,
            () => this.tick(),
        );
        this.transport = new Transport(context, {
            toggle: () => this.play(!this.clock.playing),
            seek: (time) => this.seek(time),
            step: (by) => this.seek(this.clock.time + by * FRAME),
            speed: (factor) => (this.clock.speed = factor),
        });
    }

    destroy(): void {
        clearTimeout(this.addressing);
        this.clock.destroy();
    }

    get time(): number {
        return this.clock.time;
    }

    get length(): number {
        return this.clock.length;
    }

    /** Another thing is to be played, from its start. */
    begin(length: number): void {
        this.clock.length = length;
        this.clock.time = 0;
        this.clock.play(false);
    }

    /** Where the address wants to be. */
    read(query: URLSearchParams): void {
        this.clock.seek(Number(query.get('time')) || 0);
    }

    seek(time: number): void {
        this.clock.playing = false;
        this.clock.seek(time);
        clearTimeout(this.addressing);
        this.addressing = window.setTimeout(() => this.name(), ADDRESS_MILLISECONDS);
    }

    /** Says once more what moment it is: something else has changed. */
    tick(): void {
        const { time, length, playing } = this.clock;
        const shown = this.context.t('web-time-ms', { time: Math.round(time) });
        this.transport.show({ time, length, playing, shown, spoken: shown });
        this.ticked(time, playing);
    }

    private play(on: boolean): void {
        this.clock.play(on);
        if (!on) this.name();
    }

    private name(): void {
        const { time } = this.clock;
        this.context.setQuery({ time: time > 0 ? String(Number(time.toFixed(2))) : null });
    }
}
