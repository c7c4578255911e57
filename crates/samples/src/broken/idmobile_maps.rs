//! Maps of all games that break rules, and texts of Doom RPG.

use super::{Broken, edited, patched, samples};
use crate::specimens::idmobile::{maps, texts, wolf};
use serde_json::Value;

pub(super) fn all() -> Vec<Broken> {
    [bsp(), strings(), new_map(), crowded()].concat()
}

fn bsp() -> Vec<Broken> {
    let good = maps::java();
    let changed = |change: &dyn Fn(&mut Value)| edited("idmobile.bsp", &good, |json| change(json));
    samples(
        "bsp",
        vec![
            ("bsp.truncated", good[..good.len() - 1].to_vec()),
            ("bsp.tail", [&good[..], b"!"].concat()),
            ("bsp.child", changed(&|json| json["nodes"][0]["a"] = 3.into())),
            ("bsp.leaf", changed(&|json| json["nodes"][2]["b"] = 4.into())),
            ("bsp.event", changed(&|json| json["events"][0]["command_count"] = 3.into())),
            ("bsp.node-kind", changed(&|json| json["nodes"][0]["kind"] = 7.into())),
            ("bsp.spawn", changed(&|json| json["header"]["spawn_tile"] = 1024.into())),
            ("bsp.direction", changed(&|json| json["header"]["spawn_direction"] = 10.into())),
        ],
    )
}

fn strings() -> Vec<Broken> {
    let good = texts::level();
    let alone = samples(
        "str",
        vec![
            ("strings.truncated", good[..good.len() - 3].to_vec()),
            ("strings.tail", [&good[..], b"!"].concat()),
        ],
    );
    // The font beside it has the letters of English and no others.
    let beside = vec![("a.map".to_owned(), vec![0x21, 0x7E])];
    let letters = samples("level01.str", vec![("strings.letters", good)]);
    alone
        .into_iter()
        .chain(letters.into_iter().map(|broken| Broken { beside: beside.clone(), ..broken }))
        .collect()
}

fn new_map() -> Vec<Broken> {
    let good = wolf::map();
    samples(
        "map00.bin",
        vec![
            ("new-map.truncated", good[..50].to_vec()),
            ("new-map.version", patched(&good, 0, &[4])),
            ("new-map.tile", maps::later(false, &[1, 512])),
        ],
    )
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
    let map = maps::later(false, &[1]);
    let named = samples("map00.bin", vec![("new-map.blobs", map.clone()), ("new-map.palettes", map)]);
    let beside = [directory(500), directory(200)];
    named.into_iter().zip(beside).map(|(broken, beside)| Broken { beside, ..broken }).collect()
}
