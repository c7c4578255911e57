// What the engine would draw for the camera of the view: node by node, batch by batch, and what it culls.

import '../../styles/pick.css';
import type * as THREE from 'three';
import type { DrawAnswer, ModelInfo } from '../../api';
import { type Child, el, fill } from '../../dom';
import { isAbort, sentence } from '../../failure';
import { hashOf } from '../../router';
import { hexOf } from '../bytes/say';
import type { Context } from '../index';
import type { Moment } from './pick';

type Node = DrawAnswer['nodes'][number];
type Batch = Node['batches'][number];

/** What is looked at from. */
export interface View {
    camera: THREE.PerspectiveCamera;
    target: THREE.Vector3;
    moment: Moment;
}

const REST_MILLISECONDS = 300;

export class Drawn {
    readonly element: HTMLDetailsElement;
    private readonly status = el('p', { class: 'muted', role: 'status' });
    private readonly list = el('ul', { tabindex: '0' });
    private waiting = 0;
    private asked = 0;

    constructor(
        private readonly context: Context,
        private readonly path: string,
        private readonly info: ModelInfo,
        private readonly view: () => View,
    ) {
        const summary = el('summary', {}, context.t('web-drawn'));
        this.list.setAttribute('aria-label', context.t('web-drawn'));
        this.element = el(
            'details',
            { class: 'drawn', on: { toggle: () => this.stale() } },
            summary,
            this.status,
            this.list,
        );
    }

    destroy(): void {
        clearTimeout(this.waiting);
        this.asked++;
    }

    /** The camera or the model has moved. Nobody is asked before it rests, nor while nobody looks. */
    stale(): void {
        clearTimeout(this.waiting);
        if (this.element.open) this.waiting = window.setTimeout(() => void this.ask(), REST_MILLISECONDS);
    }

    private async ask(): Promise<void> {
        const { api, signal, t } = this.context;
        const turn = ++this.asked;
        const { camera, target, moment } = this.view();
        const { fov, aspect, near, far } = camera;
        const lens = {
            position: camera.position.toArray().join(),
            target: target.toArray().join(),
            fov,
            aspect,
            near,
            far,
        };
        try {
            const answer = await api.draw(this.path, { ...lens, ...moment.variant, seconds: moment.seconds }, signal);
            if (turn === this.asked) this.show(answer);
        } catch (error) {
            if (isAbort(error) || turn !== this.asked) return;
            fill(this.list);
            this.status.textContent = sentence(error, t);
        }
    }

    private show({ nodes, draw_calls: calls, triangles }: DrawAnswer): void {
        const culled = nodes.filter((node) => node.culled).length;
        this.status.textContent = this.context.t('web-drawn-total', { calls, triangles, culled });
        fill(
            this.list,
            nodes.map((node) => this.node(node)),
        );
    }

    private node(node: Node): HTMLElement {
        const { t } = this.context;
        const result = node.reason ? t(`web-drawn-${node.reason}`, { side: node.side ?? '' }) : null;
        return el(
            'li',
            { class: node.drawn ? 'drawn-node' : 'drawn-node left-out' },
            el('span', {}, el('bdi', {}, `${node.index} ${node.name ?? ''}`)),
            result && el('span', { class: 'muted' }, result),
            el(
                'ul',
                {},
                node.batches.map((batch) => el('li', {}, this.batch(batch))),
            ),
        );
    }

    private batch({ batch, index_count: indices, material, offset }: Batch): Child[] {
        const { t } = this.context;
        const text = t('web-drawn-batch', { batch: String(batch), triangles: Math.floor(indices / 3) });
        const at = offset === undefined ? null : hashOf(this.path, { view: 'bytes', full: '1', at: hexOf(offset) });
        const name = material.name ?? String(material.row);
        const known = this.info.materials.find((one) => one.name === name)?.path;
        return [
            at ? el('a', { href: at }, text) : text,
            ' ',
            known ? el('a', { href: hashOf(known) }, el('bdi', {}, name)) : el('bdi', {}, name),
        ];
    }
}
