//! What people call the streams of a model: their stored names are all the same, and a type is only a number.

use super::Kind;
use super::stream::Bounds;
use relict_core::prelude::*;

/// By type. Of 15 and 16 nobody knows what they are.
const OF_MODEL: &[(u32, &str)] = &[
    (1, "nodes"),
    (2, "slots"),
    (3, "vertices"),
    (4, "normals"),
    (5, "uvs"),
    (6, "indices"),
    (7, "triangles"),
    (8, "keys"),
    (9, "names"),
    (10, "labels"),
    (13, "batches"),
    (17, "hall_paths"),
    (18, "lightmap_uvs"),
    (19, "frame_map"),
    (20, "probes"),
];

/// In ground, five of the same types are something else.
const OF_TERRAIN: &[(u32, &str)] = &[
    (1, "squares"),
    (2, "cells"),
    (3, "vertices"),
    (4, "normals"),
    (5, "uvs"),
    (11, "draw_order"),
    (14, "alphas"),
    (18, "microtexture_uvs"),
    (21, "faces"),
];

pub(super) fn meaning(kind: Kind, number: u32) -> Option<&'static str> {
    let meanings = match kind {
        Kind::Model => OF_MODEL,
        Kind::Terrain => OF_TERRAIN,
    };
    meanings.iter().find(|(known, _)| *known == number).map(|(_, word)| *word)
}

/// All of them, in alphabetical order.
pub(super) fn all() -> Vec<&'static str> {
    let mut words: Vec<_> = OF_MODEL.iter().chain(OF_TERRAIN).map(|(_, word)| *word).collect();
    words.sort_unstable();
    words.dedup();
    words
}

/// The layout of a stream whose attributes do not tell it: slots and cells have a head, and keys state another size.
pub(super) fn record_table(kind: Kind, number: u32, size: usize) -> Option<RecordTable> {
    let head = if number == super::stream::SLOTS { Bounds::SIZE } else { 0 };
    let (count, stride) = (kind.count(number, size)?, kind.stride(number)?);
    (count > 0).then_some(RecordTable { head, size: stride, count })
}
