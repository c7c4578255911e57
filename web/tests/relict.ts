// What every test needs: a sample world, the program that serves it, and a page that is watched.

import { type Page, test as base, expect } from '@playwright/test';
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';

const RELICT = process.env['RELICT_BIN'] ?? '';
const STARTING_MILLISECONDS = 30_000;

export interface Served {
    /** Ends with a slash. */
    url: string;
    /** The folder that is shown. */
    folder: string;
    /** An answer of the server, past the page. */
    api<T>(route: string, query?: Record<string, string>): Promise<T>;
    bytes(route: string, query?: Record<string, string>): Promise<Buffer>;
}

function addressOf(child: ChildProcess): Promise<string> {
    return new Promise((resolve, reject) => {
        let said = '';
        const late = setTimeout(() => reject(new Error(`the program does not start: ${said}`)), STARTING_MILLISECONDS);
        child.once('error', reject);
        child.once('exit', () => reject(new Error(`the program ended: ${said}`)));
        child.stderr?.on('data', (data: Buffer) => (said += data.toString()));
        child.stdout?.on('data', (data: Buffer) => {
            said += data.toString();
            const line = /^\{.*\}$/m.exec(said)?.[0];
            if (!line) return;
            clearTimeout(late);
            resolve((JSON.parse(line) as { url: string }).url);
        });
    });
}

function served(url: string, folder: string): Served {
    const ask = async (route: string, query: Record<string, string> = {}): Promise<Response> => {
        const answer = await fetch(`${url}api/${route}?${new URLSearchParams(query).toString()}`);
        if (!answer.ok) throw new Error(`${route}: ${answer.status} ${await answer.text()}`);
        return answer;
    };
    return {
        url,
        folder,
        api: async <T>(route: string, query?: Record<string, string>) => (await (await ask(route, query)).json()) as T,
        bytes: async (route, query) => Buffer.from(await (await ask(route, query)).arrayBuffer()),
    };
}

async function serve(folder: string, options: string[], use: (served: Served) => Promise<void>): Promise<void> {
    const child = spawn(RELICT, ['view', folder, '--no-open', '--port', '0', '--json', ...options], {
        stdio: ['ignore', 'pipe', 'pipe'],
    });
    try {
        await use(served(await addressOf(child), folder));
    } finally {
        child.kill();
    }
}

function temporary(): string {
    return mkdtempSync(path.join(os.tmpdir(), 'relict-web-'));
}

/** Without a graphics card, the browser says so for every picture of a model that is taken. */
const SLOW_DRAWING = /GL Driver Message \(OpenGL, Performance/;

/** Whatever the page says in the console, or asks of anybody but the server it came from, is a fault. */
function watch(page: Page): string[] {
    const complaints: string[] = [];
    let home: string | null = null;
    page.on('console', (message) => {
        const told = `console ${message.type()}: ${message.text()}`;
        if (!SLOW_DRAWING.test(told)) complaints.push(told);
    });
    page.on('pageerror', (error) => complaints.push(`error: ${error.stack ?? String(error)}`));
    page.on('request', (request) => {
        const { protocol, hostname, origin } = new URL(request.url());
        if (protocol === 'blob:' || protocol === 'data:') return;
        home ??= origin;
        if (hostname !== '127.0.0.1' || origin !== home) complaints.push(`request to ${request.url()}`);
    });
    return complaints;
}

interface Fixtures {
    /** A world of this test's own that may be edited. */
    editing: Served;
    /** What the page complained of so far; empty at the end of each test, unless the test emptied it. */
    complaints: string[];
}

interface WorkerFixtures {
    sample: string;
    world: Served;
}

export const test = base.extend<Fixtures, WorkerFixtures>({
    sample: [
        async ({}, use) => {
            const folder = temporary();
            const game = path.join(folder, 'game');
            execFileSync(RELICT, ['sample', game, '--quiet']);
            await use(game);
            rmSync(folder, { recursive: true, force: true });
        },
        { scope: 'worker' },
    ],

    world: [
        async ({ sample }, use) => {
            await serve(sample, [], use);
        },
        { scope: 'worker', timeout: STARTING_MILLISECONDS * 2 },
    ],

    editing: async ({ sample }, use) => {
        const folder = temporary();
        cpSync(sample, path.join(folder, 'game'), { recursive: true });
        await serve(path.join(folder, 'game'), ['--edit'], use);
        rmSync(folder, { recursive: true, force: true });
    },

    complaints: [
        async ({ page }, use) => {
            const complaints = watch(page);
            await page.addInitScript(count);
            await use(complaints);
            expect(complaints).toEqual([]);
        },
        { auto: true },
    ],
});

export { expect };

/** Opens a place of the page and waits until its view stands. */
export async function visit(page: Page, world: Served, hash: string): Promise<void> {
    // From another place of the same page the browser would only change the address, and the old view would still stand.
    await page.goto('about:blank');
    await page.goto(`${world.url}${hash}`);
    await settled(page);
}

/** Goes on to another thing or view without loading the page anew, as a click does. */
export async function turn(page: Page, hash: string): Promise<void> {
    await page.evaluate((place) => {
        const mounted = (hash: string): string => {
            const [path, query] = hash.split('?');
            return `${path} ${new URLSearchParams(query).get('view')}`;
        };
        if (mounted(location.hash) !== mounted(place)) {
            document.querySelector('#view > *')?.setAttribute('data-old', '');
        }
        location.hash = place;
    }, hash);
    await expect(page.locator('#view > [data-old]')).toHaveCount(0);
    await settled(page);
}

/** Waits until a view stands and nothing has been asked for some frames. */
export async function settled(page: Page): Promise<void> {
    await expect(page.locator('#view > *').first()).toBeVisible();
    await page.waitForFunction(
        (frames) => {
            const watched = window as unknown as Watched;
            const busy = watched.asking > 0 || document.querySelector('#view.waiting') !== null;
            watched.quiet = busy ? 0 : watched.quiet + 1;
            return watched.quiet > frames;
        },
        QUIET_FRAMES,
        { polling: 'raf' },
    );
}

interface Watched {
    /** Requests that the page waits for. */
    asking: number;
    /** Frames in a row without any. */
    quiet: number;
}

const QUIET_FRAMES = 5;

/** Counts the requests of a page, each until all of its answer is there. */
function count(): void {
    const watched = window as unknown as Watched;
    watched.asking = watched.quiet = 0;
    const ask = window.fetch;
    window.fetch = async (...args) => {
        watched.asking++;
        watched.quiet = 0;
        const done = (): number => watched.asking--;
        try {
            const answer = await ask(...args);
            answer.clone().arrayBuffer().then(done, done);
            return answer;
        } catch (error) {
            done();
            throw error;
        }
    };
}

/** The colour of a pixel of a canvas, from 0 to 1 across and down. */
export function canvasPixel(page: Page, selector: string, x: number, y: number): Promise<number[]> {
    return page.locator(selector).evaluate(
        (canvas, at) => {
            const { width, height } = canvas as HTMLCanvasElement;
            // A canvas that is read again and again is one that the browser complains of; a copy is read once.
            const copy = document.createElement('canvas');
            copy.width = copy.height = 1;
            const pen = copy.getContext('2d')!;
            pen.drawImage(canvas as HTMLCanvasElement, -Math.floor(at.x * width), -Math.floor(at.y * height));
            return [...pen.getImageData(0, 0, 1, 1).data];
        },
        { x, y },
    );
}
