// Beside a model: its nodes as a tree, and its materials.

import type { ModelInfo } from '../../api';
import { el, fill } from '../../dom';
import { icon } from '../../icons';
import { hashOf } from '../../router';
import { numberOf } from '../../sizes';
import { TreeView } from '../../treeview';
import type { Context } from '../index';
import type { Cast, Node } from './cast';

export interface PanelHooks {
    choose(node: Node | null): void;
    frame(node: Node): void;
    /** The node, and with it what hangs from it, is seen or not. */
    hide(node: Node): void;
}

export class Panel {
    readonly element: HTMLElement;
    private readonly tree: TreeView<Node>;
    private readonly chosen = el('div', { class: 'node-chosen', hidden: true });
    private readonly names = new Map<Node, string>();

    constructor(
        private readonly context: Context,
        cast: Cast,
        info: ModelInfo,
        private readonly hooks: PanelHooks,
    ) {
        const { t } = context;
        cast.nodes.forEach((node, index) => this.names.set(node, String(index)));
        this.tree = new TreeView<Node>({
            label: t('web-model-nodes'),
            rowHeight: 26,
            children: (node) => (node ? node.children : cast.tops),
            expandable: (node) => node.children.length > 0,
            key: (node) => this.names.get(node) ?? '',
            name: (node) => node.name,
            render: ({ item }) => [el('span', { class: 'node-name' }, el('bdi', {}, item.name)), this.eye(item)],
            open: (node) => hooks.choose(node),
            failed: () => undefined,
        });
        this.element = el(
            'aside',
            { class: 'model-panel', 'aria-label': t('web-model-panel') },
            el('h2', {}, t('web-model-nodes')),
            this.tree.element,
            this.chosen,
            this.materials(info),
            this.counts(info, cast),
        );
        void this.unfold(cast);
    }

    destroy(): void {
        this.tree.destroy();
    }

    select(node: Node | null): void {
        this.tree.select(node ? (this.names.get(node) ?? null) : null);
        this.chosen.hidden = node === null;
        if (node) fill(this.chosen, this.acts(node));
    }

    /** Shows something more below the materials. */
    hold(element: HTMLElement): void {
        this.element.querySelector('.model-materials')?.append(element);
    }

    /** What can be done with the chosen node, for those who do not use a mouse. */
    private acts(node: Node): HTMLElement[] {
        const { t } = this.context;
        const act = (label: string, click: () => void): HTMLElement =>
            el('button', { class: 'button quiet', type: 'button', on: { click } }, t(label));
        return [
            act('web-model-frame-node', () => this.hooks.frame(node)),
            act(node.object.visible ? 'web-model-hide-it' : 'web-model-show-it', () => this.hooks.hide(node)),
            act('web-model-unchoose', () => this.hooks.choose(null)),
        ];
    }

    /** A model's tree is small, and one wants to see all of it. */
    private async unfold(cast: Cast): Promise<void> {
        await this.tree.reload();
        for (const node of cast.nodes) {
            const branch = this.tree.branch(this.names.get(node) ?? '');
            if (branch) await this.tree.expand(branch);
        }
    }

    private eye(node: Node): HTMLElement {
        const label = this.context.t(node.object.visible ? 'web-model-hide' : 'web-model-show', { node: node.name });
        const button = el(
            'button',
            {
                class: node.object.visible ? 'eye' : 'eye shut',
                type: 'button',
                tabindex: '-1',
                title: label,
                'aria-label': label,
                'aria-pressed': String(!node.object.visible),
            },
            icon(node.object.visible ? 'check' : 'minus'),
        );
        button.addEventListener('click', () => this.hooks.hide(node));
        return button;
    }

    private materials(info: ModelInfo): HTMLElement {
        const rows = info.materials.map(({ name, texture, lightmap, detail: micro, path }) => {
            const detail = [texture, lightmap, micro].filter(Boolean).join(' · ');
            const title = path ? el('a', { href: hashOf(path) }, el('bdi', {}, name)) : el('bdi', {}, name);
            return el('li', {}, title, detail && el('span', { class: 'muted' }, detail));
        });
        return el(
            'section',
            { class: 'model-materials', hidden: rows.length === 0 },
            el('h2', {}, this.context.t('web-model-material-list')),
            el('ul', { tabindex: '0' }, rows),
        );
    }

    private counts({ triangles, vertices }: ModelInfo, cast: Cast): HTMLElement {
        const { t, api } = this.context;
        const number = (value: number): string => numberOf(value, api.lang);
        const counts = { triangles: number(triangles), vertices: number(vertices), nodes: number(cast.nodes.length) };
        return el('p', { class: 'model-counts muted' }, t('web-model-counts', counts));
    }
}
