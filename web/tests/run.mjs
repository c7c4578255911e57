// Tests of the page in a real browser: node tests/run.mjs [what Playwright takes]
// The pictures of the book, taken anew: node tests/run.mjs --pictures
//
// Needs Chromium: the one that $CHROMIUM names, or that of the system; and the program, as $RELICT_BIN or as cargo builds
// it. Whoever has no browser can do without, and is told so; the automatic checks (CI=true) cannot.

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

/** What is missing ends the tests: with a failure where they must not be missing. */
function without(what) {
    console.log(`${automatic ? 'failed' : 'skipped'}: the tests of the page. ${what}`);
    process.exit(automatic ? 1 : 0);
}

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
if (!chromium) without('Chromium is missing; install it, or name it in $CHROMIUM.');
const relict = program();
if (!relict) without('The program is missing; build it with `cargo build`, or name it in $RELICT_BIN.');
if (!existsSync(path.join(WEB, 'node_modules', '@playwright', 'test')))
    without('Playwright is missing; run `npm ci` in web.');

const pictures = process.argv[2] === '--pictures';
const asked = pictures ? ['pictures.spec.ts'] : process.argv.slice(2);
const cli = path.join(WEB, 'node_modules', '@playwright', 'test', 'cli.js');
const env = {
    ...process.env,
    CHROMIUM: chromium,
    RELICT_BIN: path.resolve(relict),
    ...(pictures && { RELICT_PICTURES: '1' }),
};
const { status } = spawnSync(process.execPath, [cli, 'test', ...asked], {
    cwd: WEB,
    env,
    stdio: 'inherit',
});
process.exit(status ?? 1);
