// Labels: sentence case, and every id that the page uses by name is in the catalogue of each language.

import { expect, test } from '@playwright/test';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { sentenceCase } from '../../src/labels';

test('labels begin with a capital; names out of a file format stay as they are', () => {
    expect(['triangles', 'bits per texel', 'no.', 'узлов', 'из кабины', ''].map(sentenceCase)).toEqual([
        'Triangles',
        'Bits per texel',
        'No.',
        'Узлов',
        'Из кабины',
        '',
    ]);
    for (const name of ['x', 'du', 'u0', 'x1', 'flags4', 'unk18', 'near_sq', '№', 'JSON']) {
        expect(sentenceCase(name)).toBe(name);
    }
});

const WEB = fileURLToPath(new URL('../..', import.meta.url));

function sources(folder: string): string[] {
    return readdirSync(folder, { withFileTypes: true, recursive: true })
        .filter((file) => file.isFile() && file.name.endsWith('.ts'))
        .map((file) => readFileSync(path.join(file.parentPath, file.name), 'utf8'));
}

for (const language of ['en', 'ru']) {
    test(`no message is missing in “${language}”`, () => {
        const catalogue = path.join(WEB, '..', 'crates', 'toolkit', 'messages', language, 'web.ftl');
        const known = new Set([...readFileSync(catalogue, 'utf8').matchAll(/^(web-[\w-]+) =/gm)].map(([, id]) => id));
        const used = sources(path.join(WEB, 'src')).flatMap((text) =>
            [...text.matchAll(/'(web-[a-z\d-]*[a-z\d])'/g)].map(([, id]) => id),
        );
        expect(used.length).toBeGreaterThan(200);
        expect([...new Set(used)].filter((id) => !known.has(id))).toEqual([]);
    });
}
