import { defineConfig } from 'vite';

// The page is served below a secret path that changes with each start, so it must not know where it stands.
export default defineConfig({
    base: './',
    build: {
        target: 'es2022',
        assetsInlineLimit: 0,
        modulePreload: { polyfill: false },
        // three.js, which is fetched only when a model is shown.
        chunkSizeWarningLimit: 900,
    },
});
