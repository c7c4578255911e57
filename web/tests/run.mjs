// Tests of the page: node tests/run.mjs [arguments of Playwright]
// Screenshots of the book: node tests/run.mjs --pictures
//
// The tests in `unit` need only Node and come first. The others need Chromium ($CHROMIUM, or that of the system) and the
// program ($RELICT_BIN, or what cargo built). Without these they are skipped, with a message; with CI=true that is a failure.

import { spawnSync } from 'node:child_process';
import { existsSync, statSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const WEB = path.dirname(path.dirname(fileURLToPath(import.meta.url)));
const BROWSERS = [
    '/usr/bin/chromium',
    '/usr/bin/chromium-browser',
    '/usr/bin/google-chrome',
    '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
];
const automatic = process.env.CI === 'true';

function browser() {
    const named = process.env.CHROMIUM;
    if (named) return existsSync(named) ? named : null;
    return BROWSERS.find(existsSync) ?? null;
}

/** The one that was named, or the latest that cargo built. */
function program() {
    if (process.env.RELICT_BIN) return existsSync(process.env.RELICT_BIN) ? process.env.RELICT_BIN : null;
    const name = process.platform === 'win32' ? 'relict.exe' : 'relict';
    const built = ['release', 'debug'].map((profile) => path.join(WEB, '..', 'target', profile, name));
    const age = (file) => -statSync(file).mtimeMs;
    return built.filter(existsSync).sort((a, b) => age(a) - age(b))[0] ?? null;
}

const chromium = browser();
const relict = program();
const cli = path.join(WEB, 'node_modules', '@playwright', 'test', 'cli.js');

function missing() {
    if (!chromium) return 'Chromium is missing; install it, or name it in $CHROMIUM.';
    if (!relict) return 'The program is missing; build it with `cargo build`, or name it in $RELICT_BIN.';
    return null;
}

/** Ends with the exit code of Playwright, unless that is 0. */
function run(args, env = {}) {
    const { status } = spawnSync(process.execPath, [cli, 'test', ...args], {
        cwd: WEB,
        env: { ...process.env, ...env },
        stdio: 'inherit',
    });
    if (status !== 0) process.exit(status ?? 1);
}

if (!existsSync(cli)) {
    console.log('Playwright is missing; run `npm ci` in web.');
    process.exit(automatic ? 1 : 0);
}
const lack = missing();
const pictures = process.argv[2] === '--pictures';
if (lack) {
    if (!pictures) run(['--project=unit']);
    console.log(`${automatic ? 'failed' : 'skipped'}: the tests in a browser. ${lack}`);
    process.exit(automatic ? 1 : 0);
}
run(pictures ? ['--project=browser', '--no-deps', 'pictures.spec.ts'] : process.argv.slice(2), {
    CHROMIUM: chromium,
    RELICT_BIN: path.resolve(relict),
    ...(pictures && { RELICT_PICTURES: '1' }),
});
