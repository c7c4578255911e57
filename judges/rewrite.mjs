// Reads glTF files and writes them anew without an edit: node rewrite.mjs IN OUT [IN OUT]...
//
// The bytes change (attributes are interleaved, lists and names of buffers made anew), what they mean does not: so
// does every program that opens and saves a file.

import { io, run, words } from './common.mjs';

run(async () => {
    const { files } = words('usage: rewrite.mjs IN OUT [IN OUT]...', [], (count) => count > 0 && count % 2 === 0);
    for (let i = 0; i < files.length; i += 2) await io().write(files[i + 1], await io().read(files[i]));
});
