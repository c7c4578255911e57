// Where a model stands: light, ground, camera. It is drawn when something changed, and never else.

import * as THREE from 'three';
import { OrbitControls } from 'three/addons/controls/OrbitControls.js';
import { calm } from '../play/calm';

export type Preset = 'corner' | 'front' | 'side' | 'top';

const FROM: Record<Preset, [number, number, number]> = {
    corner: [1, 0.65, 1.25],
    front: [0, 0, 1],
    side: [1, 0, 0],
    // Not quite from above, or the camera would not know which way is up.
    top: [0, 1, 0.0001],
};

/** Together no more than pi: what they both fall on straight has the colours of its texture, and nothing is brighter. */
const LAMP = 1.8;
const SKY = 1.3;
const TURN = Math.PI / 24;
const TURNTABLE_SECONDS = 20;
/** Room around what is shown. */
const MARGIN = 1.15;

export class Stage {
    readonly canvas: HTMLCanvasElement;
    readonly scene = new THREE.Scene();
    readonly camera = new THREE.PerspectiveCamera(35, 1, 0.01, 1000);
    readonly controls: OrbitControls;
    private readonly renderer: THREE.WebGLRenderer;
    private readonly ground = new THREE.Group();
    private readonly directions = new THREE.Group();
    private readonly resized: ResizeObserver;
    private pending = 0;
    private last = 0;
    private turning = false;
    /** What the camera was put in front of; nothing once somebody has moved it. */
    private framed: THREE.Vector3[] | null = null;
    /** Called with the seconds that went by, as long as it says that it goes on. */
    private animated: ((seconds: number) => boolean) | null = null;

    constructor(
        private readonly host: HTMLElement,
        label: string,
        help: string,
        signal: AbortSignal,
    ) {
        this.renderer = new THREE.WebGLRenderer({ antialias: true });
        this.renderer.setPixelRatio(Math.min(devicePixelRatio, 2));
        this.canvas = this.renderer.domElement;
        this.canvas.tabIndex = 0;
        // So that screen readers leave the arrow keys to us.
        this.canvas.setAttribute('role', 'application');
        this.canvas.setAttribute('aria-label', label);
        this.canvas.setAttribute('aria-description', help);
        host.append(this.canvas);
        this.controls = new OrbitControls(this.camera, this.canvas);
        this.controls.enableDamping = !calm();
        this.controls.dampingFactor = 0.12;
        this.controls.addEventListener('change', () => this.invalidate());
        this.controls.addEventListener('start', () => (this.framed = null));
        this.scene.add(this.ground, this.directions, this.camera);
        this.light();
        this.dress();
        this.resized = new ResizeObserver(() => this.fit());
        this.resized.observe(host);
        this.canvas.addEventListener('keydown', (event) => this.key(event), { signal });
        this.canvas.addEventListener('webglcontextrestored', () => this.invalidate(), { signal });
        window.addEventListener('relict-theme', () => this.dress(), { signal });
        this.fit();
    }

    destroy(): void {
        cancelAnimationFrame(this.pending);
        this.resized.disconnect();
        this.controls.dispose();
        clear(this.ground);
        clear(this.directions);
        this.renderer.dispose();
        // Browsers allow few of these at a time.
        this.renderer.forceContextLoss();
        this.canvas.remove();
    }

    invalidate(): void {
        this.pending ||= requestAnimationFrame((now) => this.draw(now));
    }

    /** Draws on and on, as long as `step` says so. */
    animate(step: ((seconds: number) => boolean) | null): void {
        this.animated = step;
        this.last = 0;
        this.invalidate();
    }

    set turntable(on: boolean) {
        this.turning = on;
        this.controls.autoRotate = on;
        this.controls.autoRotateSpeed = 60 / TURNTABLE_SECONDS;
        this.last = 0;
        this.invalidate();
    }

    set grid(on: boolean) {
        this.ground.visible = on;
        this.invalidate();
    }

    set axes(on: boolean) {
        this.directions.visible = on;
        this.invalidate();
    }

    /** Shows all of these points, from where the camera is or from another side. */
    frame(points: THREE.Vector3[], preset?: Preset): void {
        this.framed = points;
        const box = whole(new THREE.Box3().setFromPoints(points));
        const centre = box.getCenter(new THREE.Vector3());
        const step = preset
            ? new THREE.Vector3(...FROM[preset])
            : this.camera.position.clone().sub(this.controls.target);
        this.camera.position.copy(centre).add(step);
        this.camera.lookAt(centre);
        const { distance, aside } = this.view(points.length > 0 ? points : corners(box), centre);
        centre.add(aside.applyQuaternion(this.camera.quaternion));
        this.controls.target.copy(centre);
        this.camera.position.copy(centre).add(step.setLength(distance));
        this.controls.update();
        this.invalidate();
    }

    /**
     * From how far, and from how far aside, all points are just seen the way the camera looks now. The further it stands
     * back the more it sees on either side; the point that needs most on one and the one that needs most on the other
     * tell how far, and their mean where to stand.
     */
    private view(points: THREE.Vector3[], centre: THREE.Vector3): { distance: number; aside: THREE.Vector3 } {
        const up = Math.tan((this.camera.fov * Math.PI) / 360) / MARGIN;
        const across = up * this.camera.aspect;
        const turned = this.camera.quaternion.clone().invert();
        let [left, right, below, above] = [-Infinity, -Infinity, -Infinity, -Infinity];
        for (const point of points) {
            const { x, y, z } = point.clone().sub(centre).applyQuaternion(turned);
            [left, right] = [Math.max(left, across * z - x), Math.max(right, across * z + x)];
            [below, above] = [Math.max(below, up * z - y), Math.max(above, up * z + y)];
        }
        const distance = Math.max(1e-4, (left + right) / (2 * across), (below + above) / (2 * up));
        return { distance, aside: new THREE.Vector3((right - left) / 2, (above - below) / 2, 0) };
    }

    /** Ground and axes of the size of what stands there, and a camera that sees it from near and from far. */
    measure(box: THREE.Box3): void {
        const sphere = whole(box).getBoundingSphere(new THREE.Sphere());
        const radius = Math.max(sphere.radius, 1e-4);
        this.camera.near = radius / 200;
        this.camera.far = radius * 200;
        this.camera.updateProjectionMatrix();
        this.controls.minDistance = radius / 50;
        this.controls.maxDistance = radius * 50;
        clear(this.ground);
        clear(this.directions);
        this.furnish(radius, sphere.center);
    }

    /** From the camera through the pointer, or, without one, through the middle of the view. */
    ray(pointer?: MouseEvent): THREE.Raycaster {
        const box = this.canvas.getBoundingClientRect();
        const x = pointer ? ((pointer.clientX - box.left) / box.width) * 2 - 1 : 0;
        const y = pointer ? 1 - ((pointer.clientY - box.top) / box.height) * 2 : 0;
        const ray = new THREE.Raycaster();
        ray.setFromCamera(new THREE.Vector2(x, y), this.camera);
        return ray;
    }

    private furnish(radius: number, centre: THREE.Vector3): void {
        const cell = 10 ** Math.floor(Math.log10(radius));
        const cells = 2 * Math.ceil((2 * radius) / cell);
        const grid = new THREE.GridHelper(cells * cell, cells, 0x808080, 0x808080);
        grid.material.transparent = true;
        grid.material.opacity = 0.28;
        grid.material.depthWrite = false;
        grid.position.set(Math.round(centre.x / cell) * cell, 0, Math.round(centre.z / cell) * cell);
        this.ground.add(grid);
        const axes = new THREE.AxesHelper(radius * 0.75);
        axes.setColors(0xd0453a, 0x3c9a4b, 0x3f76d6);
        this.directions.add(axes);
        this.invalidate();
    }

    /** The lamp goes with the camera: old models are to be looked at from all sides. */
    private light(): void {
        const lamp = new THREE.DirectionalLight(0xffffff, LAMP);
        lamp.position.set(-0.6, 0.9, 1);
        this.camera.add(lamp, lamp.target);
        lamp.target.position.set(0, 0, -1);
        this.scene.add(new THREE.HemisphereLight(0xffffff, 0xa8a49c, SKY));
    }

    private dress(): void {
        const colour = getComputedStyle(this.host).getPropertyValue('--backdrop').trim();
        this.scene.background = new THREE.Color(colour || '#808080');
        this.invalidate();
    }

    /** Takes the size of its place; asked for when that is known before the browser tells of it. */
    fit(): void {
        const { clientWidth: width, clientHeight: height } = this.host;
        if (width === 0 || height === 0) return;
        const other = Math.abs(this.camera.aspect - width / height) > 1e-3;
        this.camera.aspect = width / height;
        this.camera.updateProjectionMatrix();
        this.renderer.setSize(width, height);
        // In less room, what was seen as a whole is to be seen as a whole.
        if (other && this.framed) this.frame(this.framed);
        // At once: the canvas was cleared, and would blink.
        this.renderer.render(this.scene, this.camera);
    }

    private draw(now: number): void {
        this.pending = 0;
        const seconds = this.last === 0 ? 0 : Math.min(0.25, (now - this.last) / 1000);
        this.last = now;
        const goes = this.animated?.(seconds) ?? false;
        if (!goes) this.animated = null;
        const moved = this.controls.update(seconds || null);
        this.renderer.render(this.scene, this.camera);
        if (goes || this.turning || moved) this.invalidate();
        else this.last = 0;
    }

    private key(event: KeyboardEvent): void {
        if (event.ctrlKey || event.metaKey || event.altKey) return;
        const turns: Record<string, [number, number, number]> = {
            ArrowLeft: [-TURN, 0, 1],
            ArrowRight: [TURN, 0, 1],
            ArrowUp: [0, -TURN, 1],
            ArrowDown: [0, TURN, 1],
            '+': [0, 0, 0.9],
            '=': [0, 0, 0.9],
            '-': [0, 0, 1 / 0.9],
        };
        const turn = turns[event.key];
        if (!turn) return;
        this.framed = null;
        event.preventDefault();
        if (event.shiftKey && event.key.startsWith('Arrow')) this.shift(turn[0], turn[1]);
        else this.orbit(...turn);
    }

    private orbit(around: number, over: number, nearer: number): void {
        const step = this.camera.position.clone().sub(this.controls.target);
        const place = new THREE.Spherical().setFromVector3(step);
        place.theta -= around;
        place.phi += over;
        place.radius *= nearer;
        this.camera.position.copy(this.controls.target).add(step.setFromSpherical(place.makeSafe()));
        this.controls.update();
        this.invalidate();
    }

    private shift(across: number, down: number): void {
        const reach = this.camera.position.distanceTo(this.controls.target) / 3;
        const step = new THREE.Vector3(-across * reach, down * reach, 0).applyQuaternion(this.camera.quaternion);
        this.camera.position.add(step);
        this.controls.target.add(step);
        this.controls.update();
        this.invalidate();
    }
}

/** A model may show nothing, as one that has no such level. */
function whole(box: THREE.Box3): THREE.Box3 {
    const sound = !box.isEmpty() && [...box.min, ...box.max].every(Number.isFinite);
    return sound ? box : new THREE.Box3(new THREE.Vector3(-1, -1, -1), new THREE.Vector3(1, 1, 1));
}

function corners({ min, max }: THREE.Box3): THREE.Vector3[] {
    const pick = (number: number): THREE.Vector3 =>
        new THREE.Vector3(number & 1 ? max.x : min.x, number & 2 ? max.y : min.y, number & 4 ? max.z : min.z);
    return Array.from({ length: 8 }, (_, number) => pick(number));
}

function clear(group: THREE.Group): void {
    for (const child of group.children) {
        if (child instanceof THREE.LineSegments) {
            child.geometry.dispose();
            (child.material as THREE.Material).dispose();
        }
    }
    group.clear();
}
