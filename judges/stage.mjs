// The page of render.mjs: puts the model on a stage and takes its picture at some moments.

import * as THREE from 'three';
import { GLTFLoader } from 'three/addons/loaders/GLTFLoader.js';

/** Everything the model fills at any of the moments, so that it does not jump from one picture to the next. */
function extent(scene, times, at) {
    const box = new THREE.Box3();
    for (const time of times) {
        at(time);
        box.union(new THREE.Box3().setFromObject(scene, true));
    }
    // A model may show nothing, as one that has no such level.
    return box.isEmpty() ? new THREE.Box3(new THREE.Vector3(-1, -1, -1), new THREE.Vector3(1, 1, 1)) : box;
}

function camera(sphere, view, aspect) {
    const camera = new THREE.PerspectiveCamera(35, aspect, sphere.radius / 100, sphere.radius * 100);
    const narrow = Math.min(camera.fov, camera.fov * aspect) * (Math.PI / 360);
    const step = new THREE.Vector3(...view).setLength((sphere.radius * 1.1) / Math.sin(narrow));
    camera.position.copy(sphere.center).add(step);
    camera.lookAt(sphere.center);
    return camera;
}

/**
 * What glTF has no word for, as the book tells it: `extras.relict.detail` of a material names a texture, with the second
 * coordinates. The colour is multiplied with it twice, in the numbers of the pictures.
 */
async function multiplied({ scene, parser }) {
    const meshes = [];
    scene.traverse((object) => object.isMesh && meshes.push(object));
    for (const { geometry, material } of meshes) {
        const told = material.userData.relict?.detail;
        if (!told) continue;
        geometry.setAttribute('detailUv', geometry.getAttribute('uv1'));
        const detail = await parser.getDependency('texture', told.texture);
        material.onBeforeCompile = (shader) => {
            shader.uniforms.detail = { value: detail };
            shader.vertexShader = `attribute vec2 detailUv; varying vec2 vDetailUv;\n${shader.vertexShader}`
                .replace('#include <uv_vertex>', '#include <uv_vertex>\nvDetailUv = detailUv;');
            shader.fragmentShader = `uniform sampler2D detail; varying vec2 vDetailUv;\n${shader.fragmentShader}`
                .replace('#include <map_fragment>', `#include <map_fragment>
                    diffuseColor.rgb *= pow(texture2D(detail, vDetailUv).rgb * ${told.factor}.0, vec3(2.2));`);
        };
        material.customProgramCacheKey = () => `detail ${told.texture}`;
        material.needsUpdate = true;
    }
}

/** Light from above and from the side, the ground, and the axes: x red, y green, z blue. */
function stage(sphere, cell) {
    const stage = new THREE.Scene();
    stage.background = new THREE.Color(0xdfe5ea);
    const sun = new THREE.DirectionalLight(0xffffff, 2);
    sun.position.set(2, 3, 1);
    const reach = 2 * Math.ceil((2 * sphere.radius) / cell);
    const grid = new THREE.GridHelper(reach * cell, reach, 0x808890, 0xb4bcc4);
    // A little lower, or it would show through the axes.
    grid.position.y = -sphere.radius / 500;
    const axes = new THREE.AxesHelper(sphere.radius * 1.5).setColors(0xd00000, 0x00a000, 0x0000d0);
    stage.add(new THREE.HemisphereLight(0xffffff, 0x8890a0, 2), sun, grid, axes);
    return stage;
}

window.draw = async ({ times, width, height, view, detail }) => {
    const gltf = await new GLTFLoader().loadAsync('/model.glb');
    if (detail) await multiplied(gltf);
    const mixer = new THREE.AnimationMixer(gltf.scene);
    for (const clip of gltf.animations) {
        const action = mixer.clipAction(clip).setLoop(THREE.LoopOnce);
        // The last moment is the last, and not the first again.
        action.clampWhenFinished = true;
        action.play();
    }
    const at = (time) => {
        // What is clamped has stopped; a moment before it needs a fresh start.
        gltf.animations.forEach((clip) => mixer.clipAction(clip).reset());
        mixer.setTime(time);
        gltf.scene.updateMatrixWorld(true);
    };
    const box = extent(gltf.scene, times, at);
    const sphere = box.getBoundingSphere(new THREE.Sphere());
    sphere.radius = Math.max(sphere.radius, 0.001);
    const cell = 10 ** Math.floor(Math.log10(sphere.radius));
    const scene = stage(sphere, cell).add(gltf.scene);
    const eye = camera(sphere, view, width / height);

    const renderer = new THREE.WebGLRenderer({ antialias: true, preserveDrawingBuffer: true });
    renderer.setSize(width, height, false);
    const sheet = Object.assign(document.createElement('canvas'), { width: width * times.length, height });
    const pen = sheet.getContext('2d');
    pen.font = '16px sans-serif';
    times.forEach((time, i) => {
        at(time);
        renderer.render(scene, eye);
        pen.drawImage(renderer.domElement, i * width, 0);
        pen.fillText(`t = ${time} s`, i * width + 12, 24);
    });
    const clips = gltf.animations.map(({ name, duration, tracks }) => ({ name, duration, tracks: tracks.length }));
    pen.fillText(`grid ${cell}`, 12, height - 12);
    const png = sheet.toDataURL('image/png').split(',')[1];
    return { png, clips, box: { min: box.min.toArray(), max: box.max.toArray() } };
};
