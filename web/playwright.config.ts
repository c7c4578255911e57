import { defineConfig } from '@playwright/test';
import os from 'node:os';
import path from 'node:path';

// Draws models without a graphics card and all else without pretending to have one, which is much faster; asks nobody anything.
const FLAGS = [
    '--disable-gpu',
    '--enable-unsafe-swiftshader',
    '--no-sandbox',
    '--disable-background-networking',
    '--disable-component-update',
    '--disable-default-apps',
    '--disable-sync',
    '--no-first-run',
    '--no-pings',
];

export default defineConfig({
    testDir: 'tests',
    projects: [
        // Logic without a page, in Node: first, because it is quick.
        { name: 'unit', testMatch: 'unit/*.test.ts' },
        { name: 'browser', testMatch: '*.spec.ts', dependencies: ['unit'] },
    ],
    // Machines that test are slow and busy; a test that hangs is still ended.
    timeout: 90_000,
    expect: { timeout: 15_000 },
    fullyParallel: true,
    workers: process.env['RELICT_WORKERS'] ? Number(process.env['RELICT_WORKERS']) : 2,
    forbidOnly: process.env['CI'] === 'true',
    retries: 0,
    reporter: [['list']],
    outputDir: path.join(os.tmpdir(), 'relict-web-tests'),
    use: {
        browserName: 'chromium',
        viewport: { width: 1280, height: 720 },
        locale: 'en-GB',
        launchOptions: { executablePath: process.env['CHROMIUM'] ?? '/usr/bin/chromium', args: FLAGS },
    },
});
