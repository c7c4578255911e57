// A model as three.js shows it, at some moments of its clip, side by side in one picture:
// node render.mjs IN.glb OUT.png --times t0,t1,t2 [--size WxH] [--view x,y,z] [--detail yes]
//
// Times are seconds, the size is that of one moment, and the view is where the camera stands, seen from the model.
// With --detail, what our extras tell of microtextures is drawn, too; three.js alone does not know of it.
// Needs Chromium: the one that $CHROMIUM names, or that of the system. Any complaint of the page is a verdict.

import { readFile, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { chromium } from 'playwright-core';
import { Unable, numbers, run, words } from './common.mjs';

const USAGE = 'usage: render.mjs IN.glb OUT.png --times t0,t1,t2 [--size WxH] [--view x,y,z] [--detail yes]';
const HERE = path.dirname(fileURLToPath(import.meta.url));
const THREE = path.join(HERE, 'node_modules', 'three');
const TYPES = { '.html': 'text/html', '.mjs': 'text/javascript', '.js': 'text/javascript' };

// Draws without a graphics card, and asks nobody anything.
const FLAGS = [
    '--use-angle=swiftshader',
    '--enable-unsafe-swiftshader',
    '--no-sandbox',
    '--disable-background-networking',
    '--disable-component-update',
    '--disable-default-apps',
    '--disable-sync',
    '--no-first-run',
    '--no-pings',
];

/** The file behind an address. There is nothing but the page, three.js and the model. */
function served(address, model) {
    if (address === '/') return path.join(HERE, 'render.html');
    if (address === '/stage.mjs') return path.join(HERE, 'stage.mjs');
    if (address === '/model.glb') return model;
    // Normal, so that it has no way out of the folder.
    const inner = path.posix.normalize(address);
    const isThree = /^\/three\/(build|examples\/jsm)\/.+\.js$/.test(inner);
    return isThree ? path.join(THREE, inner.slice('/three/'.length)) : null;
}

async function serve(model) {
    const server = createServer(async (request, response) => {
        try {
            const file = served(new URL(request.url, 'http://localhost').pathname, model);
            const bytes = await readFile(file);
            response.writeHead(200, { 'content-type': TYPES[path.extname(file)] ?? 'application/octet-stream' });
            response.end(bytes);
        } catch {
            response.writeHead(404).end();
        }
    });
    await new Promise((ready, failed) => server.once('error', failed).listen(0, '127.0.0.1', ready));
    return server;
}

/** The picture, and what the page complained of. */
async function shoot(origin, wish) {
    const executablePath = process.env.CHROMIUM ?? '/usr/bin/chromium';
    const browser = await chromium.launch({ executablePath, args: FLAGS }).catch((error) => {
        throw new Unable(`Chromium does not start; install it, or name it in $CHROMIUM\n${error.message}`);
    });
    try {
        const page = await browser.newPage();
        const complaints = [];
        page.on('pageerror', (error) => complaints.push(error.stack ?? String(error)));
        page.on('requestfailed', (request) => complaints.push(`${request.url()}: ${request.failure()?.errorText}`));
        page.on('console', (message) => {
            if (message.type() === 'error') complaints.push(message.text());
            else console.error(`${message.type()}: ${message.text()}`);
        });
        const isOurs = (route) => route.request().url().startsWith(`${origin}/`);
        await page.route('**', (route) => (isOurs(route) ? route.continue() : route.abort()));
        try {
            await page.goto(`${origin}/`);
            await page.waitForFunction(() => window.draw, null, { timeout: 30_000 });
            const picture = await page.evaluate((wish) => window.draw(wish), wish);
            return { picture, complaints };
        } catch (error) {
            return { complaints: [...complaints, error.message] };
        }
    } finally {
        await browser.close();
    }
}

run(async () => {
    const args = words(USAGE, ['times', 'size', 'view', 'detail'], (count) => count === 2);
    const { files: [model, out], times, size = '480x480', view = '1,0.6,1.2', detail = 'no' } = args;
    if (times === undefined) throw new Unable(USAGE);
    const [width, height] = numbers(size.replace('x', ','), '--size', 2);
    const wish = { times: numbers(times, '--times'), width, height, view: numbers(view, '--view', 3), detail: detail === 'yes' };
    await readFile(model).catch((error) => { throw new Unable(error.message); });
    const server = await serve(path.resolve(model));
    try {
        const { picture, complaints } = await shoot(`http://127.0.0.1:${server.address().port}`, wish);
        complaints.forEach((complaint) => console.error(`complaint: ${complaint}`));
        if (complaints.length > 0) return 1;
        await writeFile(out, Buffer.from(picture.png, 'base64'));
        delete picture.png;
        console.log(JSON.stringify({ out, ...picture }));
        return 0;
    } finally {
        server.close();
        server.closeAllConnections();
    }
});
