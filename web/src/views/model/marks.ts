// Boxes around things, and the edges of the node that is chosen.

import * as THREE from 'three';
import type { Cast, Node } from './cast';

export class Marks {
    readonly group = new THREE.Group();
    private all: THREE.Box3Helper | null = null;
    private one: THREE.Box3Helper | null = null;
    private edges: THREE.LineSegments[] = [];

    constructor(private readonly cast: Cast) {}

    destroy(): void {
        this.clear();
    }

    /** Draws anew what is to be marked. */
    set(
        bounds: boolean,
        chosen: Node | null,
        accent: THREE.ColorRepresentation,
        plain: THREE.ColorRepresentation,
    ): void {
        this.clear();
        if (bounds) this.all = this.box(plain);
        if (!chosen) {
            this.follow(null);
            return;
        }
        this.one = this.box(accent);
        for (const { object } of this.cast.seen(chosen)) {
            const material = new THREE.LineBasicMaterial({
                color: accent,
                depthTest: false,
                transparent: true,
                opacity: 0.75,
            });
            const lines = new THREE.LineSegments(new THREE.EdgesGeometry(object.geometry, 20), material);
            lines.renderOrder = 2;
            lines.raycast = () => undefined;
            // A part of the mesh, so that it moves as the mesh does.
            object.add(lines);
            this.edges.push(lines);
        }
        this.follow(chosen);
    }

    /** Boxes do not move by themselves. */
    follow(chosen: Node | null): void {
        this.all?.box.copy(this.cast.bounds());
        if (chosen) this.one?.box.copy(this.cast.bounds(chosen));
    }

    private box(colour: THREE.ColorRepresentation): THREE.Box3Helper {
        const helper = new THREE.Box3Helper(new THREE.Box3(), new THREE.Color(colour));
        this.group.add(helper);
        return helper;
    }

    private clear(): void {
        for (const helper of [this.all, this.one]) {
            helper?.geometry.dispose();
            (helper?.material as THREE.Material | undefined)?.dispose();
        }
        for (const lines of this.edges) {
            lines.removeFromParent();
            lines.geometry.dispose();
            (lines.material as THREE.Material).dispose();
        }
        this.group.clear();
        [this.all, this.one, this.edges] = [null, null, []];
    }
}
