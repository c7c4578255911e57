// What lies under the pointer, as the engine's own hit test finds it: the triangle, outlined, and where the file tells of it.

import '../../styles/pick.css';
import * as THREE from 'three';
import type { PickedHit } from '../../api';
import { type Child, el, fill } from '../../dom';
import { isAbort, sentence } from '../../failure';
import { icon } from '../../icons';
import { hashOf } from '../../router';
import { hexOf } from '../bytes/say';
import type { Context } from '../index';
import type { Variant } from './cast';

/** What the model looks like while it is pointed at. */
export interface Moment {
    variant: Variant;
    /** None for the rest pose. */
    seconds: number | null;
}

/** In both themes: it is to be told from the model, and from the edges of its node. */
const OUTLINE = 0xff8c1a;

type Surface = PickedHit['materials'][number];

export class Pick {
    readonly element = el('section', { class: 'pick', hidden: true, tabindex: '-1' });
    readonly outline = new THREE.Group();
    /** Questions so far: only the last one counts. */
    private asked = 0;

    constructor(
        private readonly context: Context,
        private readonly path: string,
        /** The model is to be drawn again. */
        private readonly changed: () => void,
    ) {
        this.element.setAttribute('aria-label', context.t('web-pick'));
        this.element.setAttribute('aria-live', 'polite');
    }

    get isShown(): boolean {
        return !this.element.hidden;
    }

    /** Asks what a ray meets. Of several things in a row, the one that belongs to `node` is meant: others may be hidden. */
    async at({ origin, direction }: THREE.Ray, { variant, seconds }: Moment, node: string | null): Promise<void> {
        const { api, signal, say, t } = this.context;
        const turn = ++this.asked;
        try {
            const query = {
                origin: origin.toArray().join(),
                direction: direction.toArray().join(),
                seconds,
                ...variant,
            };
            const { hits } = await api.pick(this.path, query, signal);
            if (turn !== this.asked) return;
            const hit = hits.find(({ name }) => name === node) ?? hits[0];
            if (hit) this.show(hit);
            else this.clear();
        } catch (error) {
            if (!isAbort(error)) say(sentence(error, t), 'error');
        }
    }

    clear(): void {
        this.asked++;
        if (!this.isShown) return;
        this.element.hidden = true;
        this.erase();
        this.changed();
    }

    destroy(): void {
        this.asked++;
        this.erase();
    }

    private show(hit: PickedHit): void {
        fill(this.element, this.head(hit), this.facts(hit));
        this.element.hidden = false;
        this.draw(hit.outline);
        this.changed();
    }

    private head({ triangle, batch }: PickedHit): HTMLElement {
        const { t } = this.context;
        // Ground has faces and no batches.
        const title = t(`web-pick-${batch === null ? 'face' : 'triangle'}-number`, { number: String(triangle) });
        const close = {
            class: 'tool',
            type: 'button',
            'aria-label': t('web-close'),
            on: { click: () => this.clear() },
        };
        return el('header', {}, el('h2', {}, title), el('button', close, icon('close')));
    }

    private facts(hit: PickedHit): HTMLElement {
        const { node, slot, batch, triangle, flags, name } = hit;
        const number = (value: number | null | undefined): string => String(value ?? '');
        const rows: [string, Child][] = [
            [batch === null ? 'face' : 'triangle', this.record(hit, ['triangle', 'face'], number(triangle))],
            ['node', node !== null && this.record(hit, ['node'], `${node} ${name ?? ''}`)],
            [node === null ? 'cell' : 'slot', this.record(hit, ['slot', 'cell'], number(slot))],
            ['batch', batch !== null && this.record(hit, ['batch'], number(batch))],
            ['material', hit.materials.map((surface, place) => this.material(hit, surface, place))],
            ['texture', hit.materials.map((surface, place) => this.texture(hit, surface, place))],
            ['lightmap', hit.materials.map((surface, place) => this.lightmap(hit, surface, place))],
            ['neighbours', this.neighbours(hit)],
            ['flags', flags !== 0 && el('code', {}, hexOf(flags))],
        ];
        return el(
            'dl',
            {},
            rows.filter(([, value]) => isSomething(value)).map((row) => this.row(...row)),
        );
    }

    private row(name: string, value: Child): Child {
        return [el('dt', {}, this.context.t(`web-pick-${name}`)), el('dd', {}, value)];
    }

    /** A link to the bytes of a record in the model, where they are explained. */
    private record(hit: PickedHit, what: string[], text: string, by = 0): HTMLElement {
        const record = hit.records.find((one) => what.includes(one.what));
        if (!record) return el('span', {}, text);
        const at = hexOf(record.offset + by * record.length);
        return el(
            'a',
            { href: hashOf(this.path, { view: 'bytes', full: '1', at, length: String(record.length) }) },
            text,
        );
    }

    /** The record of a neighbour lies in the same list. */
    private neighbours(hit: PickedHit): HTMLElement[] {
        return hit.neighbours.map((across) =>
            across
                ? this.record(hit, ['triangle', 'face'], String(across.triangle), across.triangle - hit.triangle)
                : el('span', { title: this.context.t('web-pick-open-edge') }, '–'),
        );
    }

    private material(hit: PickedHit, surface: Surface, place: number): HTMLElement {
        const { row, name, stand_in: standIn } = surface;
        const text = standIn ? `${name ?? row} → ${standIn}` : (name ?? String(row));
        return this.named(text, hit.paths[place]?.material);
    }

    private texture(hit: PickedHit, { texture, cell }: Surface, place: number): Child {
        const text = cell === undefined || cell === null ? texture : `${texture} (${cell})`;
        return texture ? this.named(text ?? texture, hit.paths[place]?.texture) : null;
    }

    private lightmap(hit: PickedHit, { lightmap }: Surface, place: number): Child {
        return lightmap ? this.named(lightmap, hit.paths[place]?.lightmap) : null;
    }

    private named(text: string, path: string | null | undefined): HTMLElement {
        const name = el('bdi', {}, text);
        return path ? el('a', { href: hashOf(path) }, name) : name;
    }

    /** The triangle, seen through everything that is in front of it. */
    private draw(corners: PickedHit['outline']): void {
        this.erase();
        const points = corners.map((corner) => new THREE.Vector3(...corner));
        const geometry = new THREE.BufferGeometry().setFromPoints(points);
        const look = { color: OUTLINE, depthTest: false, transparent: true };
        const face = new THREE.Mesh(
            geometry,
            new THREE.MeshBasicMaterial({ ...look, opacity: 0.6, side: THREE.DoubleSide }),
        );
        const edge = new THREE.LineLoop(geometry, new THREE.LineBasicMaterial(look));
        for (const object of [face, edge]) {
            object.renderOrder = 3;
            object.raycast = () => undefined;
        }
        this.outline.add(face, edge);
    }

    private erase(): void {
        for (const object of this.outline.children as (THREE.Mesh | THREE.LineLoop)[]) {
            object.geometry.dispose();
            (object.material as THREE.Material).dispose();
        }
        this.outline.clear();
    }
}

function isSomething(value: Child): boolean {
    if (Array.isArray(value)) return value.some(isSomething);
    return value !== null && value !== undefined && value !== false;
}
