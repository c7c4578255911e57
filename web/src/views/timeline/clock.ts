// A clock that ticks only while something plays.

export class Clock {
    time = 0;
    speed = 1;
    length = 0;
    playing = false;
    private pending = 0;
    private last = 0;

    /** `perSecond`: how many units of time a second has. */
    constructor(
        private readonly perSecond: () => number,
        private readonly ticked: () => void,
    ) {}

    destroy(): void {
        cancelAnimationFrame(this.pending);
    }

    play(on: boolean): void {
        this.playing = on && this.length > 0;
        cancelAnimationFrame(this.pending);
        this.last = 0;
        if (this.playing) this.pending = requestAnimationFrame((now) => this.tick(now));
        this.ticked();
    }

    seek(time: number): void {
        this.time = Math.min(Math.max(0, time), this.length);
        this.ticked();
    }

    private tick(now: number): void {
        const seconds = this.last === 0 ? 0 : Math.min(0.25, (now - this.last) / 1000);
        this.last = now;
        this.time = (this.time + seconds * this.speed * this.perSecond()) % this.length;
        this.ticked();
        if (this.playing) this.pending = requestAnimationFrame((later) => this.tick(later));
    }
}
