// The model as three.js has it, and who in it is who: nodes as the file names them, and which mesh is for which variant.

import * as THREE from 'three';
import { GLTFLoader, type GLTFParser } from 'three/addons/loaders/GLTFLoader.js';
import { type Details, loadDetails } from './detail';

export interface Variant {
    state: number;
    level: number;
}

export interface Node {
    /** As the file has it. */
    name: string;
    object: THREE.Object3D;
    parent: Node | null;
    children: Node[];
    /** Everything that it shows by itself, in any variant. */
    meshes: Mesh[];
}

export interface Mesh {
    object: THREE.Mesh;
    node: Node;
    variant: Variant | null;
}

/** What our glTF says under `extras.relict`. */
interface Extras {
    name?: string;
    state?: number;
    level?: number;
    shape?: boolean;
}

interface WrittenNode {
    name?: string;
    extras?: { relict?: Extras };
}

/** Meshes of other variants go here; the camera sees layer 0. A hidden object would hide its children, too. */
const UNSEEN = 31;
/** Enough to see where a model ends. */
const MOST_POINTS = 20_000;

export class Cast {
    readonly tops: Node[] = [];
    readonly nodes: Node[] = [];
    readonly meshes: Mesh[] = [];
    private shown: Variant | null = null;

    private constructor(
        readonly root: THREE.Group,
        readonly clips: THREE.AnimationClip[],
        readonly details: Details,
        private readonly parser: GLTFParser,
    ) {
        root.updateMatrixWorld(true);
        for (const child of root.children) this.enlist(child, null, null);
    }

    static async of(glb: ArrayBuffer): Promise<Cast> {
        const { scene, animations, parser } = await new GLTFLoader().parseAsync(glb, '');
        return new Cast(scene, animations, await loadDetails(parser), parser);
    }

    destroy(): void {
        for (const { object } of this.meshes) object.geometry.dispose();
    }

    /** In order, each once. */
    get variants(): Variant[] {
        const known = new Map<string, Variant>();
        for (const { variant } of this.meshes) {
            if (variant) known.set(`${variant.state}/${variant.level}`, variant);
        }
        return [...known.values()].sort((a, b) => a.state - b.state || a.level - b.level);
    }

    node(name: string): Node | null {
        return this.nodes.find((node) => node.name === name) ?? null;
    }

    /** What is of no variant is seen in all. */
    show(variant: Variant): void {
        this.shown = variant;
        for (const mesh of this.meshes) mesh.object.layers.set(this.isShown(mesh) ? 0 : UNSEEN);
    }

    isShown({ variant }: Mesh): boolean {
        const { shown } = this;
        return !variant || !shown || (variant.state === shown.state && variant.level === shown.level);
    }

    /** What can be seen now, of all or of one node and what hangs from it. */
    seen(of?: Node): Mesh[] {
        const within = (mesh: Mesh): boolean => !of || isWithin(mesh.node, of);
        return this.meshes.filter((mesh) => this.isShown(mesh) && within(mesh) && isVisible(mesh.object));
    }

    /** Where the corners of what is seen are; of very many only some. */
    points(of?: Node): THREE.Vector3[] {
        this.root.updateMatrixWorld(true);
        const seen = this.seen(of);
        const all = seen.reduce((sum, { object }) => sum + (object.geometry.getAttribute('position')?.count ?? 0), 0);
        const step = Math.ceil(all / MOST_POINTS);
        return seen.flatMap(({ object }) => {
            const corners = object.geometry.getAttribute('position');
            const count = Math.ceil((corners?.count ?? 0) / step);
            return Array.from({ length: count }, (_, at) =>
                new THREE.Vector3().fromBufferAttribute(corners, at * step).applyMatrix4(object.matrixWorld),
            ).filter(({ x, y, z }) => Number.isFinite(x + y + z));
        });
    }

    bounds(of?: Node): THREE.Box3 {
        this.root.updateMatrixWorld(true);
        const box = new THREE.Box3();
        for (const { object } of this.seen(of)) {
            if (!object.geometry.boundingBox) object.geometry.computeBoundingBox();
            if (object.geometry.boundingBox)
                box.union(object.geometry.boundingBox.clone().applyMatrix4(object.matrixWorld));
        }
        return box;
    }

    /**
     * A node of the file; or one that only carries a further mesh of the node above; or, where a mesh has several
     * materials, one of the parts that three.js made of it.
     */
    private enlist(object: THREE.Object3D, parent: Node | null, variant: Variant | null): void {
        const written = this.written(object);
        const extras = written?.extras?.relict ?? {};
        const own = written ? variantOf(extras) : variant;
        const isNode = written !== null && !(extras.shape && parent);
        const node =
            isNode || !parent ? this.newNode(object, parent, extras.name ?? written?.name ?? object.name) : parent;
        if (object instanceof THREE.Mesh) this.take(object, node, own);
        for (const child of object.children) this.enlist(child, node, own);
    }

    /** What the file says of it, if it is a node there. */
    private written(object: THREE.Object3D): WrittenNode | null {
        const index = this.parser.associations.get(object)?.nodes;
        const nodes = (this.parser.json as { nodes?: WrittenNode[] }).nodes ?? [];
        return index === undefined ? null : (nodes[index] ?? null);
    }

    private newNode(object: THREE.Object3D, parent: Node | null, name: string): Node {
        const node = { name, object, parent, children: [], meshes: [] };
        (parent ? parent.children : this.tops).push(node);
        this.nodes.push(node);
        return node;
    }

    private take(object: THREE.Mesh, node: Node, variant: Variant | null): void {
        const mesh = { object, node, variant };
        node.meshes.push(mesh);
        this.meshes.push(mesh);
    }
}

function variantOf({ state, level }: Extras): Variant | null {
    return state === undefined || level === undefined ? null : { state, level };
}

export function isWithin(node: Node | null, top: Node): boolean {
    for (let above = node; above; above = above.parent) if (above === top) return true;
    return false;
}

function isVisible(object: THREE.Object3D | null): boolean {
    for (let above = object; above; above = above.parent) if (!above.visible) return false;
    return true;
}
