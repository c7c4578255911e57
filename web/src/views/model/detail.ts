// What a colour is multiplied with, twice: the microtexture of ground. glTF has no word for it, so our extras tell which
// texture it is; its coordinates are the second ones.

import * as THREE from 'three';
import type { GLTFParser } from 'three/addons/loaders/GLTFLoader.js';

/** What our glTF says of a material under `extras.relict`. */
interface Extras {
    detail?: { texture: number };
    over?: boolean;
}

/** By the numbers that the glTF gives them. */
export type Details = Map<number, THREE.Texture>;

function extrasOf(material: THREE.Material): Extras {
    return (material.userData as { relict?: Extras }).relict ?? {};
}

/** Loads what materials name; three.js itself loads only what glTF has a word for. */
export async function loadDetails(parser: GLTFParser): Promise<Details> {
    const written = (parser.json as { materials?: { extras?: { relict?: Extras } }[] }).materials ?? [];
    const numbers = new Set(written.flatMap(({ extras }) => extras?.relict?.detail?.texture ?? []));
    const load = async (number: number): Promise<[number, THREE.Texture]> => {
        const texture = (await parser.getDependency('texture', number)) as THREE.Texture;
        return [number, texture];
    };
    return new Map(await Promise.all([...numbers].map(load)));
}

export function detailOf(material: THREE.Material, details: Details): THREE.Texture | null {
    const number = extrasOf(material).detail?.texture;
    return number === undefined ? null : (details.get(number) ?? null);
}

/** Whether it lies on another surface, corner on corner, and must not lose against that by a rounding. */
export function liesOver(material: THREE.Material): boolean {
    return extrasOf(material).over === true;
}

/** The second coordinates under a name of our own, since three.js hides them from materials that do not ask for them. */
export function giveCoordinates(geometry: THREE.BufferGeometry): void {
    const second = geometry.getAttribute('uv1');
    if (second && !geometry.hasAttribute('detailUv')) geometry.setAttribute('detailUv', second);
}

/**
 * Multiplies what a material reflects and what it gives by itself. The engine does that with the numbers of the
 * pictures; three.js calculates with light, where the same is the power of both.
 */
export function multiply<M extends THREE.Material>(material: M, detail: THREE.Texture): M {
    material.onBeforeCompile = (shader) => {
        shader.uniforms['detailMap'] = { value: detail };
        shader.vertexShader = `attribute vec2 detailUv;\nvarying vec2 vDetailUv;\n${shader.vertexShader}`.replace(
            '#include <uv_vertex>',
            '#include <uv_vertex>\nvDetailUv = detailUv;',
        );
        shader.fragmentShader = `uniform sampler2D detailMap;\nvarying vec2 vDetailUv;\n${shader.fragmentShader}`
            .replace(
                '#include <map_fragment>',
                '#include <map_fragment>\nvec3 detail = pow(texture2D(detailMap, vDetailUv).rgb * 2.0, vec3(2.2));\ndiffuseColor.rgb *= detail;',
            )
            .replace(
                '#include <emissivemap_fragment>',
                '#include <emissivemap_fragment>\ntotalEmissiveRadiance *= detail;',
            );
    };
    material.customProgramCacheKey = () => 'detail';
    return material;
}
