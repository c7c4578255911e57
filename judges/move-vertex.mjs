// The smallest edit that a modelling program can make:
// node move-vertex.mjs IN.glb OUT.glb --node NAME --vertex N --by dx,dy,dz [--primitive K]
//
// Tells where the vertex was and where it is. Vertices that share its place, as at the edges of a cube, stay.

import { Unable, io, numbers, run, words } from './common.mjs';

const USAGE = 'usage: move-vertex.mjs IN.glb OUT.glb --node NAME --vertex N --by dx,dy,dz [--primitive K]';

run(async () => {
    const args = words(USAGE, ['node', 'vertex', 'by', 'primitive'], (count) => count === 2);
    const { files: [from, to], node: name, vertex, by, primitive = '0' } = args;
    if (name === undefined || vertex === undefined || by === undefined) throw new Unable(USAGE);
    const step = numbers(by, '--by', 3);

    const document = await io().read(from);
    const nodes = document.getRoot().listNodes().filter((node) => node.getMesh());
    const named = nodes.filter((node) => node.getName() === name);
    if (named.length !== 1) {
        const known = nodes.map((node) => node.getName()).join(', ');
        throw new Unable(`${named.length} nodes with a mesh are called ${name}; there are: ${known}`);
    }
    const positions = named[0].getMesh().listPrimitives()[Number(primitive)]?.getAttribute('POSITION');
    if (!positions) throw new Unable(`${name} has no primitive ${primitive} with positions`);
    const index = Number(vertex);
    if (!Number.isInteger(index) || index < 0 || index >= positions.getCount()) {
        throw new Unable(`${name} has ${positions.getCount()} vertices, and none is number ${vertex}`);
    }
    const before = positions.getElement(index, []);
    positions.setElement(index, before.map((value, axis) => value + step[axis]));
    await io().write(to, document);
    console.log(JSON.stringify({ node: name, vertex: index, before, after: positions.getElement(index, []) }));
});
