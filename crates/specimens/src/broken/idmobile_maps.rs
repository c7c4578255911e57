//! Maps of the later games that break rules.

use super::{Broken, edited, patched, samples};
use crate::idmobile::wolf;
use relict_samples::make::phone;
use relict_samples::phones::maps;
use relict_toolkit::idmobile::orc_map::WholeMap;
use serde_json::{Value, json};

pub(super) fn all() -> Vec<Broken> {
    [new_map(), crowded(), headers(), columns()].concat()
}

fn new_map() -> Vec<Broken> {
    let good = wolf::map();
    let changed = |change: &dyn Fn(&mut Value)| edited("idmobile.new-map", &good, |json| change(json));
    samples(
        "map00.bin",
        vec![
            ("new-map.truncated", good[..50].to_vec()),
            ("new-map.version", patched(&good, 0, &[4])),
            ("new-map.tile", maps::later(&[1, 512])),
            ("new-map.mark", changed(&|json| json["body"]["marks"][8] = 1.into())),
            ("new-map.spawn", changed(&|json| json["header"]["spawn_tile"] = 1024.into())),
            ("new-map.direction", changed(&|json| json["header"]["spawn_direction"] = 64.into())),
            ("new-map.padding", changed(&|json| json["body"]["line_flags"][2]["second"] = 1.into())),
            ("new-map.event", changed(&|json| json["body"]["events"][1]["tile"] = 1.into())),
            ("new-map.tail", [&good[..], b"!"].concat()),
            ("new-map.node", changed(&|json| json["body"]["node_child2"][0] = 3.into())),
            ("new-map.leaf-number", changed(&swapped_leaves)),
            ("new-map.leaves", changed(&more_leaves)),
            ("new-map.leaf-end", changed(&|json| json["body"]["node_child2"][2] = (3 | 3 << 10).into())),
            ("new-map.leaf-vertex", changed(&|json| json["body"]["leaf_vertex"][1] = 5.into())),
            ("new-map.cover", changed(&|json| json["body"]["node_child2"][2] = (3 | 1 << 10).into())),
            (
                "new-map.vertices",
                changed(&|json| json["body"]["polygon_flags"][4]["vertices_less_two"] = 1.into()),
            ),
            ("new-map.script", changed(&|json| json["body"]["events"][1]["script"] = 8.into())),
            ("new-map.camera-totals", changed(&|json| json["header"]["camera_keys"] = 2.into())),
        ],
    )
}

/// Leaf 1 in front of leaf 0.
fn swapped_leaves(json: &mut Value) {
    let body = &mut json["body"];
    body["node_child1"] = json!([1, 1 | 3 << 9, 2 << 9]);
    body["leaf_vertex"] = json!([6, 0]);
    body["leaf_polygon"] = json!([3, 0]);
}

/// A third leaf that no node is.
fn more_leaves(json: &mut Value) {
    for list in ["leaf_vertex", "leaf_polygon"] {
        json["body"][list].as_array_mut().into_iter().for_each(|list| list.push(0.into()));
    }
}

/// A map with more than the engine has room for, as the directory of images beside it tells.
fn crowded() -> Vec<Broken> {
    let directory = |images: u16| {
        // All images are those of tile 1.
        let tiles = (0..512u16).flat_map(|tile| (if tile < 2 { 0 } else { images }).to_le_bytes());
        let mut bytes: Vec<u8> = tiles.collect();
        bytes.resize(10_240, 0);
        vec![("newMappings.bin".to_owned(), bytes)]
    };
    let map = maps::later(&[1]);
    let named = samples("map00.bin", vec![("new-map.blobs", map.clone()), ("new-map.palettes", map)]);
    let beside = [directory(500), directory(200)];
    named.into_iter().zip(beside).map(|(broken, beside)| Broken { beside, ..broken }).collect()
}

/// Headers of maps of Orcs & Elves.
fn headers() -> Vec<Broken> {
    let good = maps::orcs(false, 0, [0; 5]).parts().unwrap_or_default().swap_remove(0);
    samples(
        "orcmap",
        vec![
            ("orc-map.truncated", good[..311].to_vec()),
            ("orc-map.version", patched(&good, 0, &[12])),
            ("orc-map.spawn", patched(&good, 0x20, &[0, 4])),
            ("orc-map.direction", patched(&good, 0x22, &[4])),
            ("orc-map.negative-count", patched(&good, 0x28, &[0xFF, 0xFF])),
        ],
    )
}

/// Files of maps of Orcs & Elves, with the index and the second file beside them.
fn columns() -> Vec<Broken> {
    let good = maps::orcs(false, 0, [0; 5]);
    // What is wrong with one of two maps.
    let files = |change: &dyn Fn(&mut Value)| {
        let mut json = good.to_value();
        change(&mut json);
        let changed = WholeMap::from_value(&json).unwrap_or_else(|e| panic!("{e}"));
        maps::columns(&[good.clone(), changed])
    };
    let same = || files(&|_| {});
    let index = |files: &[(String, Vec<u8>)]| files[0].1.clone();
    let shorter = {
        // The index ends with the last part but one.
        let (all, mut files) = (same(), same());
        let mut records = index(&all);
        let end = records.len() - 6;
        let close = [vec![255], records[end + 1..end + 3].to_vec()].concat();
        records.truncate(end);
        records.extend(close);
        records[0] -= 1;
        files[0].1 = records;
        // Two events of four bytes.
        let left = files[2].1.len() - 8;
        files[2].1.truncate(left);
        files
    };
    let torn = {
        // A part of the second file is a byte longer than the next, which is shorter instead.
        let mut files = same();
        let at = files[0].1.len() - 3 * 8 + 1;
        files[0].1[at] += 1;
        files
    };
    let cases = [
        ("maps.truncated", vec![("maps.idx".to_owned(), vec![]), ("maps0.bin".to_owned(), vec![])]),
        ("maps.unknown", {
            let mut files = same();
            files[1].1.push(0);
            files
        }),
        ("maps.chunk-count", shorter),
        ("maps.part-size", torn),
        ("maps.node", files(&|json| json["nodes"][0]["a"] = 9.into())),
        ("maps.cover", files(&|json| json["nodes"][2]["b"] = 2.into())),
        ("maps.event", files(&|json| json["events"][1]["command_count"] = 9.into())),
        ("maps.event-order", files(&|json| json["events"][0]["tile"] = 1000.into())),
        ("maps.commands", files(&|json| json["events"][1]["command_count"] = 0.into())),
    ];
    let crowded = [
        ("maps.textures", many_textures()),
        ("maps.sprite-frames", many_frames()),
        ("maps.blobs", many_blobs()),
    ];
    let cases = cases.into_iter().chain(crowded);
    let broken = |(code, files): (&'static str, Vec<(String, Vec<u8>)>)| {
        let (beside, bytes) = (files.clone(), files[1].1.clone());
        let named = samples("maps0.bin", vec![(code, bytes)]);
        named.into_iter().map(|broken| Broken { beside: beside.clone(), ..broken }).collect::<Vec<_>>()
    };
    cases.flat_map(broken).collect()
}

/// Two maps, the first changed, with mappings that have an entry for every number: of each sprite, twelve.
fn mapped(change: &dyn Fn(&mut Value)) -> Vec<(String, Vec<u8>)> {
    let good = maps::orcs(false, 0, [0; 5]);
    let mut json = good.to_value();
    change(&mut json);
    let map = WholeMap::from_value(&json).unwrap_or_else(|e| panic!("{e}"));
    let pairs = |count: u32| -> Vec<[u32; 2]> { (0..count).map(|place| [place, 0]).collect() };
    let ids = |step: i16| -> Vec<i16> { (0..256).map(|number| number * step).collect() };
    let mappings = phone::mappings(&[&pairs(256), &pairs(256 * 12)], &[&ids(1), &ids(12)]);
    let mut files = maps::columns(&[map, good]);
    files.push(("mappings.bin".to_owned(), mappings));
    files
}

/// A map of Orcs & Elves with 70 textures on its lines.
fn many_textures() -> Vec<(String, Vec<u8>)> {
    mapped(&|json| {
        let line = |i: u8| json!({"x1": i, "y1": 1, "x2": i, "y2": 2, "texture": i, "flags": 0});
        json["lines"] = (0..70).map(line).collect();
        json["nodes"] = json!([{"x1": 0, "y1": 0, "x2": 9, "y2": 9, "kind": 0, "split": 0, "a": 0, "b": 70}]);
    })
}

/// A map of Orcs & Elves on which monsters of 24 kinds stand, each with nine frames or more.
fn many_frames() -> Vec<(String, Vec<u8>)> {
    mapped(&|json| {
        let monster = |number: u8| json!({"x": number, "y": 100, "number": number, "flags": 0});
        json["sprites"] = (17..41).map(monster).collect();
    })
}

/// A map of Orcs & Elves II with nine pictures, and the rest of the game.
fn many_blobs() -> Vec<(String, Vec<u8>)> {
    let good = maps::orcs(true, 0, [0; 5]);
    let mut json = good.to_value();
    json["second_header"]["textures"] = json!([0, 1, 2, 3, 4, 5, 6, 7, 8, 255, 255, 255, 255, 255, 255, 255]);
    json["lines"] = (0..9u8)
        .map(|i| json!({"x1": i, "y1": 1, "x2": i, "y2": 2, "texture": i * 17, "flags": 0}))
        .collect();
    json["nodes"] = json!([{"x1": 0, "y1": 0, "x2": 9, "y2": 9, "kind": 0, "split": 0, "a": 0, "b": 9}]);
    let map = WholeMap::from_value(&json).unwrap_or_else(|e| panic!("{e}"));
    let mut files = maps::columns(&[map, good]);
    let walls: Vec<Vec<u8>> = (0..9).map(|i| [&[4][..], &[i; 2048]].concat()).collect();
    files.extend(phone::set("wtexels", &[walls]));
    let pairs: Vec<[u32; 2]> = (0..9).map(|i| [i, 0]).collect();
    let ids: Vec<i16> = (0..9).collect();
    files.push(("mappings.bin".to_owned(), phone::mappings(&[&pairs, &[]], &[&ids, &[]])));
    files.push(("palettes.bin".to_owned(), [&[1, 0][..], &[0; 32]].concat()));
    files
}
