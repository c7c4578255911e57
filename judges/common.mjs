// What the judges share: words of a command line, and reading and writing glTF with gltf-transform.

import { parseArgs } from 'node:util';
import { NodeIO } from '@gltf-transform/core';
import { ALL_EXTENSIONS } from '@gltf-transform/extensions';

/** Ends like the commands of Relict do: 1 is a verdict, 2 means that there is none. */
export class Unable extends Error {}

/** Runs `main`; what goes wrong becomes one line and exit code 2. */
export async function run(main) {
    try {
        process.exitCode = (await main()) ?? 0;
    } catch (error) {
        console.error(`error: ${error instanceof Unable ? error.message : error.stack}`);
        process.exitCode = 2;
    }
}

/** The options by name, and the rest of the words, of which there must be as many as `fits` says. */
export function words(usage, names, fits) {
    // `--by -1,0,0` reads naturally, but parseArgs takes a value with a dash only behind an equals sign.
    const args = [];
    for (const word of process.argv.slice(2)) {
        const before = args.at(-1);
        if (names.includes(before?.slice(2)) && before.startsWith('--')) args[args.length - 1] += `=${word}`;
        else args.push(word);
    }
    const options = Object.fromEntries(names.map((name) => [name, { type: 'string' }]));
    try {
        const { values, positionals } = parseArgs({ args, options, allowPositionals: true });
        if (fits(positionals.length)) return { ...values, files: positionals };
    } catch (error) {
        throw new Unable(`${error.message}\n${usage}`);
    }
    throw new Unable(usage);
}

/** As many numbers as `count` says, with commas between; any number of them without it. */
export function numbers(text, what, count) {
    const all = text.split(',').map((word) => (word.trim() === '' ? NaN : Number(word)));
    if (!all.every(Number.isFinite) || all.length !== (count ?? all.length)) {
        throw new Unable(`${what}: not ${count ?? 'a list of'} numbers: ${text}`);
    }
    return all;
}

/** Extensions that are not registered get lost on the way; then a file would be blamed for what its reader forgot. */
export function io() {
    return new NodeIO().registerExtensions(ALL_EXTENSIONS);
}
