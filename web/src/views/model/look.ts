// What surfaces look like: with their materials or plain, lit by the lamp or as painted, with the light that was baked, as wire.

import * as THREE from 'three';
import type { Mesh } from './cast';
import { type Details, detailOf, giveCoordinates, liesOver, multiply } from './detail';

export interface Look {
    materials: boolean;
    lamp: boolean;
    lightmap: boolean;
    detail: boolean;
    wire: boolean;
    nearest: boolean;
}

/** In Lambert's law the light of a map is divided by this. */
const WHOLE = Math.PI;
const CLAY = 0xb9b4aa;

/** One material of the file, as each look needs it. Made when it is first wanted. */
class Dress {
    private readonly made = new Map<string, THREE.Material>();
    private readonly light: THREE.Texture | null;

    private readonly detail: THREE.Texture | null;

    constructor(
        private readonly given: THREE.MeshStandardMaterial,
        details: Details,
    ) {
        this.light = given.aoMap ? bakedLight(given.aoMap) : null;
        this.detail = detailOf(given, details);
    }

    /** What no material is known of would be white, and shapeless in good light. Materials have names, not numbers. */
    private get isBare(): boolean {
        return /^(material_\d+(_over)?)?$/.test(this.given.name) && this.given.map === null;
    }

    get hasLightmap(): boolean {
        return this.light !== null;
    }

    get hasDetail(): boolean {
        return this.detail !== null;
    }

    get textures(): THREE.Texture[] {
        return [this.given.map, this.light, this.given.emissiveMap, this.detail].filter((texture) => texture !== null);
    }

    worn(look: Look, wire: THREE.ColorRepresentation): THREE.Material {
        if (look.wire) return this.get('wire', () => new THREE.MeshBasicMaterial({ color: wire, wireframe: true }));
        if (!look.materials || this.isBare)
            return this.get('clay', () => new THREE.MeshLambertMaterial({ color: CLAY, ...this.shape() }));
        if (look.lightmap && this.light) return this.get('baked', () => this.baked());
        const make = (): THREE.Material => (look.lamp ? this.lit() : new THREE.MeshBasicMaterial(this.paint()));
        const name = look.lamp ? 'lit' : 'painted';
        const { detail } = this;
        return look.detail && detail
            ? this.get(`${name}+detail`, () => multiply(make(), detail))
            : this.get(name, make);
    }

    /** The colour of wires follows the theme. */
    recolour(wire: THREE.ColorRepresentation): void {
        (this.made.get('wire') as THREE.MeshBasicMaterial | undefined)?.color.set(wire);
    }

    dispose(): void {
        this.made.forEach((material) => material.dispose());
        this.textures.forEach((texture) => texture.dispose());
        this.given.dispose();
    }

    private get(name: string, make: () => THREE.Material): THREE.Material {
        const material = this.made.get(name) ?? make();
        this.made.set(name, material);
        return material;
    }

    private shape(): THREE.MeshLambertMaterialParameters {
        const { side, flatShading } = this.given;
        return { side, flatShading };
    }

    private paint(): THREE.MeshBasicMaterialParameters {
        const { map, color, opacity, transparent, alphaTest, depthWrite, vertexColors, side } = this.given;
        const over = liesOver(this.given);
        const before = { polygonOffset: over, polygonOffsetFactor: over ? -1 : 0, polygonOffsetUnits: over ? -1 : 0 };
        return { map, color, opacity, transparent, alphaTest, depthWrite, vertexColors, side, ...before };
    }

    private lit(): THREE.Material {
        const { emissive, emissiveMap, emissiveIntensity, flatShading } = this.given;
        return new THREE.MeshLambertMaterial({
            ...this.paint(),
            emissive,
            emissiveMap,
            emissiveIntensity,
            flatShading,
        });
    }

    /** As the engines of the time did it: texture times light, and nothing else. */
    private baked(): THREE.Material {
        return new THREE.MeshBasicMaterial({ ...this.paint(), lightMap: this.light, lightMapIntensity: WHOLE });
    }
}

/** glTF has it as occlusion, in one channel and without gamma; it is a picture like any other. */
function bakedLight(map: THREE.Texture): THREE.Texture {
    const light = map.clone();
    light.colorSpace = THREE.SRGBColorSpace;
    light.needsUpdate = true;
    return light;
}

export class Wardrobe {
    private readonly dresses = new Map<THREE.Material, Dress>();
    private readonly given = new Map<Mesh, Dress>();
    private nearest = false;

    constructor(meshes: Mesh[], details: Details) {
        for (const mesh of meshes) {
            const material = mesh.object.material as THREE.MeshStandardMaterial;
            const dress = this.dresses.get(material) ?? new Dress(material, details);
            if (dress.hasDetail) giveCoordinates(mesh.object.geometry);
            this.dresses.set(material, dress);
            this.given.set(mesh, dress);
        }
    }

    get hasLightmaps(): boolean {
        return [...this.dresses.values()].some((dress) => dress.hasLightmap);
    }

    get hasDetails(): boolean {
        return [...this.dresses.values()].some((dress) => dress.hasDetail);
    }

    get hasTextures(): boolean {
        return [...this.dresses.values()].some((dress) => dress.textures.length > 0);
    }

    wear(look: Look, wire: THREE.ColorRepresentation): void {
        if (look.nearest !== this.nearest) this.filter(look.nearest);
        for (const [mesh, dress] of this.given) {
            dress.recolour(wire);
            mesh.object.material = dress.worn(look, wire);
        }
    }

    dispose(): void {
        this.dresses.forEach((dress) => dress.dispose());
    }

    private filter(nearest: boolean): void {
        this.nearest = nearest;
        for (const texture of [...this.dresses.values()].flatMap((dress) => dress.textures)) {
            texture.magFilter = nearest ? THREE.NearestFilter : THREE.LinearFilter;
            texture.minFilter = nearest ? THREE.NearestMipmapNearestFilter : THREE.LinearMipmapLinearFilter;
            texture.needsUpdate = true;
        }
    }
}
