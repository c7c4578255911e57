// A model on its stage, with everything around it that changes how it is seen.

import '../../styles/model.css';
import type { ModelInfo } from '../../api';
import { el, fill } from '../../dom';
import type { Context, Mounted } from '../index';
import { Bar, type Switch } from './bar';
import { Cast, type Node, type Variant } from './cast';
import { Clips } from './clips';
import { Drawn, type View } from './drawn';
import { type Look, Wardrobe } from './look';
import { Marks } from './marks';
import { Panel } from './panel';
import { type Moment, Pick } from './pick';
import { Player } from './player';
import { Stage } from './stage';
import { Transport } from '../play/transport';

/** What the address does not need to say. */
const USUAL: Record<Switch, boolean> = {
    materials: true,
    lightmap: true,
    detail: true,
    lamp: true,
    wire: false,
    nearest: false,
    grid: true,
    axes: true,
    bounds: false,
    turntable: false,
    panel: true,
};
/** What the address calls a switch: `panel` is the one beside all views. */
function addressOf(name: Switch): string {
    return name === 'panel' ? 'nodes' : name;
}

const ADDRESS_MILLISECONDS = 250;
/** Narrower than this, the panel is closed until somebody opens it. */
const ROOMY = 760;

/** `motion` is played from the start, where the view is of a motion. */
export interface Subject {
    path: string;
    motion: string | null;
}

export async function showModel(host: HTMLElement, context: Context, subject: Subject): Promise<ModelView> {
    const { api, signal } = context;
    const motion = subject.motion ?? context.query.get('motion');
    const [info, glb] = await Promise.all([
        api.modelInfo(subject.path, signal),
        api.model(subject.path, motion ? [motion] : [], signal),
    ]);
    const cast = await Cast.of(glb);
    signal.throwIfAborted();
    return new ModelView(host, context, subject, info, cast, motion);
}

export class ModelView implements Mounted {
    private readonly usual = { ...USUAL };
    private readonly on = { ...USUAL };
    private readonly stage: Stage;
    private readonly wardrobe: Wardrobe;
    private readonly marks: Marks;
    private readonly bar: Bar;
    private readonly panel: Panel;
    private readonly player: Player;
    private readonly transport: Transport;
    private readonly clips: Clips;
    /** Where it is known how the engine tests for hits. */
    private readonly pick: Pick | null;
    private readonly drawn: Drawn | null;
    private readonly nothing: HTMLElement;
    private readonly body: HTMLElement;
    private variant: Variant;
    private chosen: Node | null = null;
    private addressing = 0;

    constructor(
        private readonly host: HTMLElement,
        private readonly context: Context,
        subject: Subject,
        info: ModelInfo,
        private readonly cast: Cast,
        motion: string | null,
    ) {
        const { t, query, signal } = context;
        this.on.panel = this.usual.panel = host.clientWidth >= ROOMY;
        this.nothing = el('p', { class: 'model-nothing', hidden: true, role: 'status' }, t('web-model-nothing'));
        const place = el('div', { class: 'model-stage' }, this.nothing);
        this.body = el('div', { class: 'model-body' }, place);
        this.bar = new Bar(context, {
            isOn: (name) => this.on[name],
            flip: (name) => this.flip(name),
            frame: () => this.frame(),
            preset: (preset) => this.stage.frame(this.cast.points(), preset),
            variant: (variant) => this.choose(variant),
        });
        fill(host, el('div', { class: 'model' }, this.bar.element, this.body));
        this.stage = new Stage(
            place,
            t('web-model-canvas', { name: context.info.name }),
            t('web-model-canvas-help'),
            signal,
        );
        this.player = new Player(cast.root);
        this.clips = new Clips(context, subject, info, cast, motion, (clip) => this.changeClip(clip));
        this.transport = new Transport(
            context,
            {
                toggle: () => void this.toggle(),
                seek: (time) => this.seek(time),
                step: (by) => this.seek((this.player.step(by), this.player.time)),
                speed: (factor) => (this.player.speed = factor),
                loop: (loop) => (this.player.loop = loop),
            },
            { lead: this.clips.element },
        );
        this.wardrobe = new Wardrobe(cast.meshes, cast.details);
        this.marks = new Marks(cast);
        this.panel = new Panel(context, cast, info, {
            choose: (node) => this.point(node),
            frame: (node) => this.stage.frame(this.cast.points(node)),
            hide: (node) => this.hide(node),
        });
        this.pick = info.picks ? new Pick(context, subject.path, () => this.stage.invalidate()) : null;
        this.drawn = info.picks ? new Drawn(context, subject.path, info, () => this.seen()) : null;
        this.variant = this.variantOf(query);
        this.arrange(place);
        this.read(query);
        this.stage.fit();
        this.place();
        this.queryChanged(query);
    }

    destroy(): void {
        clearTimeout(this.addressing);
        this.pick?.destroy();
        this.drawn?.destroy();
        this.panel.destroy();
        this.marks.destroy();
        this.player.destroy();
        this.wardrobe.dispose();
        this.cast.destroy();
        this.stage.destroy();
        fill(this.host);
    }

    queryChanged(query: URLSearchParams): void {
        this.outdate();
        this.read(query);
        this.chosen = this.cast.node(query.get('node') ?? '');
        this.panel.select(this.chosen);
        this.player.choose(this.clips.named(query.get('clip')));
        this.player.seek(Number(query.get('time')) || 0);
        this.apply();
        this.tell();
    }

    /** Takes the switches and the variant from the address. */
    private read(query: URLSearchParams): void {
        for (const name of Object.keys(USUAL) as Switch[]) {
            const said = query.get(addressOf(name));
            if (said !== null) this.on[name] = said !== '0';
        }
        this.variant = this.variantOf(query);
        this.body.classList.toggle('with-panel', this.on.panel);
    }

    /** From where it is seen does not depend on what the address says: two moments of a clip can be laid over each other. */
    private place(): void {
        const first = this.cast.variants[0];
        if (first) this.cast.show(first);
        this.stage.measure(this.cast.bounds());
        this.stage.frame(this.cast.points(), 'corner');
    }

    private arrange(place: HTMLElement): void {
        this.body.append(this.panel.element);
        this.host.querySelector('.model')?.append(this.transport.element);
        this.transport.element.hidden = !this.clips.any;
        this.stage.scene.add(this.cast.root, this.marks.group);
        this.bar.offer({
            lightmap: this.wardrobe.hasLightmaps,
            detail: this.wardrobe.hasDetails,
            nearest: this.wardrobe.hasTextures,
        });
        if (this.pick) this.offer(place, this.pick);
        if (this.drawn) this.panel.hold(this.drawn.element);
        this.stage.controls.addEventListener('change', () => this.drawn?.stale());
        let down: [number, number] = [0, 0];
        this.stage.canvas.addEventListener('pointerdown', (event) => (down = [event.clientX, event.clientY]));
        this.stage.canvas.addEventListener('click', (event) => {
            // The end of turning the model is no click on it.
            if (Math.hypot(event.clientX - down[0], event.clientY - down[1]) < 4) void this.picked(event);
        });
        window.addEventListener('relict-theme', () => this.apply(), { signal: this.context.signal });
    }

    /** The hit test, by the pointer and by keys. */
    private offer(place: HTMLElement, pick: Pick): void {
        place.append(pick.element);
        this.stage.scene.add(pick.outline);
        const clear = (): void => {
            if (pick.element.contains(document.activeElement)) this.stage.canvas.focus();
            pick.clear();
        };
        const middle = (): void => void this.picked().then(() => pick.isShown && pick.element.focus());
        this.context.keys('web-pick-keys', [
            { key: 'x', label: 'web-pick-middle', run: middle },
            { key: 'escape', label: 'web-pick-clear', run: clear },
        ]);
    }

    /** The wanted variant; or the first that there is. */
    private variantOf(query: URLSearchParams): Variant {
        const variants = this.cast.variants;
        const first = variants[0] ?? { state: 0, level: 0 };
        const number = (name: string, usual: number): number => Number(query.get(name) ?? usual);
        return { state: number('state', first.state), level: number('level', first.level) };
    }

    /** Shows everything as it is set now. */
    private apply(): void {
        const style = getComputedStyle(this.host);
        const colour = (name: string): string => style.getPropertyValue(name).trim();
        const { materials, lamp, lightmap, detail, wire, nearest, bounds } = this.on;
        const look: Look = { materials, lamp, lightmap, detail, wire, nearest };
        this.cast.show(this.variant);
        this.wardrobe.wear(look, colour('--text'));
        this.marks.set(bounds, this.chosen, colour('--accent'), colour('--muted'));
        this.stage.grid = this.on.grid;
        this.stage.axes = this.on.axes;
        this.stage.turntable = this.on.turntable;
        this.body.classList.toggle('with-panel', this.on.panel);
        this.nothing.hidden = this.cast.seen().length > 0;
        this.bar.choices(this.cast.variants, this.variant);
        this.bar.refresh();
        this.stage.invalidate();
    }

    private flip(name: Switch): void {
        this.on[name] = !this.on[name];
        const said = this.on[name] === this.usual[name] ? null : this.on[name] ? '1' : '0';
        this.context.setQuery({ [addressOf(name)]: said });
        this.apply();
    }

    private choose(variant: Variant): void {
        this.variant = variant;
        this.outdate();
        this.context.setQuery({ state: String(variant.state), level: String(variant.level) });
        this.apply();
    }

    private frame(): void {
        this.stage.frame(this.cast.points(this.chosen ?? undefined));
    }

    private point(node: Node | null): void {
        this.chosen = node;
        this.panel.select(node);
        this.context.setQuery({ node: node?.name ?? null });
        this.apply();
    }

    private hide(node: Node): void {
        node.object.visible = !node.object.visible;
        this.panel.select(this.chosen);
        this.apply();
    }

    /** Under the pointer or, without one, in the middle of the view. */
    private async picked(pointer?: MouseEvent): Promise<void> {
        const seen = this.cast.seen();
        const ray = this.stage.ray(pointer);
        const objects = seen.map(({ object }) => object);
        const hit = ray.intersectObjects(objects, false)[0];
        const node = seen.find(({ object }) => object === hit?.object)?.node ?? null;
        this.point(node);
        if (node) await this.pick?.at(ray.ray, this.moment, node.name);
        else this.pick?.clear();
    }

    private get moment(): Moment {
        const { clip, time } = this.player;
        return { variant: this.variant, seconds: clip ? time : null };
    }

    private seen(): View {
        return { camera: this.stage.camera, target: this.stage.controls.target, moment: this.moment };
    }

    /** What was said of the model as it was is no longer true. */
    private outdate(): void {
        this.pick?.clear();
        this.drawn?.stale();
    }

    private changeClip(clip: ReturnType<Clips['named']>): void {
        this.play(false);
        this.player.choose(clip);
        this.moved();
    }

    private async toggle(): Promise<void> {
        if (this.player.clip === null) await this.clips.begin();
        this.play(!this.player.playing);
    }

    private play(on: boolean): void {
        if (on && this.player.time >= this.player.duration) this.player.seek(0);
        this.player.playing = on && this.player.duration > 0;
        if (this.player.playing) this.stage.animate((seconds) => this.played(seconds));
        else this.moved();
    }

    private played(seconds: number): boolean {
        this.outdate();
        const goes = this.player.advance(seconds);
        this.marks.follow(this.chosen);
        this.tell();
        if (!goes) this.name();
        return goes;
    }

    private seek(time: number): void {
        this.player.playing = false;
        this.player.seek(time);
        this.moved();
    }

    /** Another moment is shown. */
    private moved(): void {
        this.outdate();
        this.marks.follow(this.chosen);
        this.stage.invalidate();
        this.tell();
        clearTimeout(this.addressing);
        this.addressing = window.setTimeout(() => this.name(), ADDRESS_MILLISECONDS);
    }

    private name(): void {
        const { clip, time } = this.player;
        this.context.setQuery({
            clip: this.clips.wordFor(clip),
            time: time > 0 ? String(Number(time.toFixed(4))) : null,
        });
    }

    private tell(): void {
        const { t, api } = this.context;
        const { time, duration, frame, playing } = this.player;
        const second = (value: number): string =>
            new Intl.NumberFormat(api.lang, { minimumFractionDigits: 2, maximumFractionDigits: 2 }).format(value);
        const shown = `${second(time)} / ${second(duration)}`;
        const spoken = t('web-model-moment', {
            time: second(time),
            length: second(duration),
            frame: Math.round(time / frame),
            frames: Math.round(duration / frame),
        });
        this.transport.show({ time, length: duration, playing, offered: this.clips.any, shown, spoken });
    }
}

/** Whether this browser can draw models at all, asked before three.js complains. */
export function canDraw(): boolean {
    const drawing = document.createElement('canvas').getContext('webgl2');
    // Browsers allow few of these at a time.
    drawing?.getExtension('WEBGL_lose_context')?.loseContext();
    return drawing !== null;
}
