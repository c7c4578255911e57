// What the validator of Khronos says about glTF files: node validate.mjs FILE...
//
// Takes all files at once, as starting node takes longer than judging. An error or a warning is a verdict: exit code 1.

import { readFile, realpath } from 'node:fs/promises';
import path from 'node:path';
import validator from 'gltf-validator';
import { Unable, run, words } from './common.mjs';

const SEVERITIES = ['error', 'warning', 'info', 'hint'];

/** Resources are read from the folder of the file: whoever moves the folder must not lose a part of the model. */
async function resource(folder, uri) {
    const root = await realpath(folder);
    const found = await realpath(path.resolve(root, decodeURIComponent(uri)));
    if (!found.startsWith(root + path.sep)) throw new Error(`${uri} lies outside of the folder of the file`);
    return new Uint8Array(await readFile(found));
}

async function judge(file) {
    const bytes = new Uint8Array(await readFile(file).catch((error) => { throw new Unable(error.message); }));
    const report = await validator.validateBytes(bytes, {
        uri: path.basename(file),
        format: path.extname(file).slice(1).toLowerCase(),
        externalResourceFunction: (uri) => resource(path.dirname(file), uri),
        maxIssues: 0,
        writeTimestamp: false,
    });
    const { numErrors: errors, numWarnings: warnings, numInfos: infos, numHints: hints, messages } = report.issues;
    const named = messages.map((message) => ({ ...message, severity: SEVERITIES[message.severity] }));
    return { file, errors, warnings, infos, hints, messages: named };
}

run(async () => {
    const { files } = words('usage: validate.mjs FILE...', [], (count) => count > 0);
    const verdicts = [];
    for (const file of files) verdicts.push(await judge(file));
    console.log(JSON.stringify(verdicts, null, 2));
    return verdicts.some(({ errors, warnings }) => errors + warnings > 0) ? 1 : 0;
});
