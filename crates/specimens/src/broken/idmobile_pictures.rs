//! Resources of Doom RPG and Orcs & Elves that break their rules.

use super::{Broken, patched};
use crate::idmobile::drpg::{SPRITES, palettes, resources};
use crate::idmobile::orcs::first_resources;
use relict_samples::make::phone::{mappings, narrow_mappings, sized};
use relict_toolkit::idmobile::colour::Order;

/// The rule, the name of the resource, its bytes, and the resources beside it.
type Case<'c> = (&'static str, &'static str, Vec<u8>, &'c [&'static str]);

pub(super) fn all() -> Vec<Broken> {
    [doom(), orcs(), alone()].concat()
}

/// The cases, with what lies beside them out of a good game.
fn cases(game: &[(String, Vec<u8>)], all: Vec<Case<'_>>) -> Vec<Broken> {
    let named = |(i, (code, name, bytes, beside)): (usize, Case<'_>)| Broken {
        code,
        // Resources are known by their whole names.
        name: format!("{:02}-{}/{name}", i + 1, code.replace('.', "-")),
        bytes,
        beside: game.iter().filter(|(name, _)| beside.contains(&name.as_str())).cloned().collect(),
    };
    all.into_iter().enumerate().map(named).collect()
}

fn resource<'g>(game: &'g [(String, Vec<u8>)], name: &str) -> &'g [u8] {
    let found = game.iter().find(|(other, _)| other == name);
    found.map_or_else(|| panic!("no {name}"), |(_, bytes)| bytes.as_slice())
}

fn doom() -> Vec<Broken> {
    let game: Vec<(String, Vec<u8>)> =
        resources().into_iter().map(|(name, bytes)| (name.to_owned(), bytes)).collect();
    let good = |name: &str| resource(&game, name);
    let (walls, shapes, maps) = (good("wtexels.bin"), good("bitshapes.bin"), good("mappings.bin"));
    let number = |bytes: &[u8], at: usize, number: u32| patched(bytes, at, &number.to_le_bytes());
    // 16 of counters, then pairs of 8; the first six are textures, four sprites follow.
    let (texture, sprite, ids) = (16, 16 + 6 * 8, 16 + 10 * 8);
    let whole = |bytes: &[u8]| bytes.len() as u32 - 4;
    let partial = &walls[..4 + 2048 + 100];
    let all: Vec<Case<'_>> = vec![
        ("wtexels.truncated", "wtexels.bin", walls[..3].to_vec(), &[]),
        ("wtexels.header-size", "wtexels.bin", number(walls, 0, whole(walls) + 16), &[]),
        ("wtexels.header-size", "wtexels.bin", number(walls, 0, 2 * whole(walls) + 2), &[]),
        ("wtexels.truncated-texture", "wtexels.bin", walls[..walls.len() - 700].to_vec(), &[]),
        ("wtexels.not-multiple-of-texture", "wtexels.bin", number(partial, 0, 2148), &[]),
        ("stexels.truncated", "stexels.bin", vec![1, 2], &[]),
        ("stexels.header-size", "stexels.bin", [good("stexels.bin"), b"!"].concat(), &[]),
        ("mappings.truncated", "mappings.bin", maps[..10].to_vec(), &[]),
        ("mappings.size-mismatch", "mappings.bin", maps[..maps.len() - 1].to_vec(), &[]),
        ("mappings.size-mismatch", "mappings.bin", number(maps, 0, 0x2000_0000), &[]),
        ("mappings.texture-out-of-range", "mappings.bin", number(maps, texture, 4 * 4096), &["wtexels.bin"]),
        ("mappings.texture-out-of-range", "mappings.bin", number(maps, texture, 100), &["wtexels.bin"]),
        ("mappings.shape-out-of-range", "mappings.bin", number(maps, sprite, 5000), &["bitshapes.bin"]),
        (
            "mappings.palette-out-of-range",
            "mappings.bin",
            number(maps, texture + 4, 6 * 16),
            &["palettes.bin"],
        ),
        ("mappings.id-out-of-range", "mappings.bin", patched(maps, ids, &[6, 0]), &[]),
        ("shapes.truncated", "bitshapes.bin", shapes[..2].to_vec(), &[]),
        // The first column behind the last.
        ("shapes.bad-shape-bounds", "bitshapes.bin", patched(shapes, 4 + 8, &[63]), &[]),
        (
            "shapes.texels-out-of-range",
            "bitshapes.bin",
            number(shapes, 4, 1),
            &["wtexels.bin", "stexels.bin"],
        ),
        ("shapes.header-size", "bitshapes.bin", number(shapes, 0, whole(shapes) + 1), &[]),
        ("shapes.decoded-size", "bitshapes.bin", patched(shapes, 4 + 6, &[0xFF, 0]), &[]),
        ("shapes.decoded-size-short", "bitshapes.bin", patched(shapes, 4 + 6, &[1, 0]), &[]),
    ];
    cases(&game, all)
}

fn orcs() -> Vec<Broken> {
    let game = first_resources();
    let index = resource(&game, "wtexels.idx");
    // 2 of count, then records of 3: three chunks of the first file, its end, a chunk of the second, its end.
    let record = |i: usize| 2 + 3 * i;
    let beside = &["wtexels0.bin", "wtexels1.bin"][..];
    let header = |header: u16| [&header.to_le_bytes()[..], &palettes(Order::Rgb565)].concat();
    let walls = resource(&game, "wtexels0.bin");
    let shorter = (walls.len() as u16 - 1).to_le_bytes();
    let all: Vec<Case<'_>> = vec![
        ("index.truncated", "wtexels.idx", index[..index.len() - 1].to_vec(), &[]),
        ("index.truncated", "wtexels.idx", index[..1].to_vec(), &[]),
        ("index.chunk-out-of-range", "wtexels.idx", patched(index, record(3) + 1, &[0xFF, 0xFF]), beside),
        ("index.missing-resource", "wtexels.idx", patched(index, record(4), &[7]), beside),
        ("index.order", "wtexels.idx", patched(index, record(1) + 1, &[0xFF, 0xFF]), &[]),
        ("index.tail", "wtexels.idx", [index, b"?"].concat(), &[]),
        // The first file ends a byte too early.
        ("index.unused-bytes", "wtexels.idx", patched(index, record(3) + 1, &shorter), beside),
        ("palettes.header", "palettes.bin", header(5), &[]),
        ("chunks.truncated", "wtexels0.bin", vec![], &[]),
        ("chunks.unknown-size", "wtexels0.bin", walls[..2048].to_vec(), &[]),
        ("chunks.deep-texture", "wtexels0.bin", vec![8; 4097], &["mappings.bin"]),
    ];
    cases(&game, all)
}

/// What needs nothing beside it.
fn alone() -> Vec<Broken> {
    let colours = palettes(Order::Bgr565);
    let good = sized(&colours);
    let number = |bytes: &[u8], number: u32| patched(bytes, 0, &number.to_le_bytes());
    let all: Vec<Case<'_>> = vec![
        ("palettes.truncated", "palettes.bin", vec![1], &[]),
        ("palettes.header-size", "palettes.bin", number(&good, 64), &[]),
        ("palettes.truncated-palette", "palettes.bin", good[..good.len() - 6].to_vec(), &[]),
        ("palettes.not-multiple-of-palette", "palettes.bin", sized(&colours[..50]), &[]),
        ("palettes.palette-size", "palettes.bin", vec![2, 0, 1, 0, 7, 7, 0, 0], &[]),
        ("texels.truncated", "wall.texels", vec![], &[]),
        ("texels.not-square", "wall.texels", vec![4; 100], &[]),
        ("texels.depth", "wall.texels", [vec![3], vec![0; 2048]].concat(), &[]),
        ("mappings.id-out-of-range", "mappings.bin", mappings(&[&[[0, 0]], &[]], &[&[0, 9], &[]]), &[]),
        // One texture more than Orcs & Elves II has room for.
        ("mappings.engine-limit", "mappings.bin", narrow_mappings(&[&[[0, 0]; 42], &[]], &[&[], &[]]), &[]),
        ("shapes.record-size", "shapes0.bin", tall(), &[]),
        ("shapes.bad-shape-bounds", "shapes0.bin", [SPRITES[2].cut().record(0), vec![0; 12]].concat(), &[]),
        ("shapes.truncated", "shapes0.bin", SPRITES[2].cut().record(0)[..9].to_vec(), &[]),
    ];
    cases(&[], all)
}

/// A shape of 32 by 256 pixels of which nothing is visible, which takes more than 1024 bytes.
fn tall() -> Vec<u8> {
    let mask = [0; 32 * 32];
    let sizes = [mask.len() as u16 + 4, 4 + 2 * 32].map(u16::to_le_bytes);
    [&[0; 4][..], sizes.as_flattened(), &[0, 31, 0, 255], &mask].concat()
}
