//! Kinds of things, as BREW phones and the later games have them.

use super::Files;
use crate::broken::{Broken, patched, samples};
use crate::idmobile::wolf;

/// Things with their names, as BREW phones have them.
fn with_names() -> Vec<u8> {
    let entity = |tile: i16, kind: u8, name: &str| {
        let mut record = [&tile.to_le_bytes()[..], &[kind, 0], &[0; 4], name.as_bytes()].concat();
        record.resize(24, 0);
        record
    };
    [&[2, 0][..], &entity(4, 3, "Lamp"), &entity(9, 2, "Barrel")].concat()
}

pub(super) fn specimens() -> Files {
    vec![("idmobile/brew/entities.db", with_names())]
}

pub(super) fn broken() -> Vec<Broken> {
    let good = wolf::entities();
    let later = samples(
        "entities.bin",
        vec![
            ("entities.truncated", good[..good.len() - 1].to_vec()),
            ("entities.tail", [&good[..], b"!"].concat()),
        ],
    );
    let named = patched(&with_names(), 10, b"A lamp that burns");
    [later, samples("entities.db", vec![("entities.name-unterminated", named)])].concat()
}
