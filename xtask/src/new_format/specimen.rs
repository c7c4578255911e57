//! Tallies.

use super::Files;
use crate::broken::{Broken, patched, samples};

// Replace: a file that is as small as can be and has everything that one can have.
fn good() -> Vec<u8> {
    let item = |kind: u32, value: i32| [kind.to_le_bytes(), value.to_le_bytes()].concat();
    [&b"TALL"[..], &2u32.to_le_bytes(), &item(1, 700), &item(3, -5)].concat()
}

pub(super) fn specimens() -> Files {
    vec![("ngi/sample.tally", good())]
}

// Replace: for each rule a file that breaks it, and if that can be no other. A rule may have more than one.
pub(super) fn broken() -> Vec<Broken> {
    let good = good();
    samples(
        "tally",
        vec![
            ("tally.truncated", good[..good.len() - 1].to_vec()),
            ("tally.magic", patched(&good, 0, b"?")),
            ("tally.tail", [&good[..], b"!"].concat()),
            ("tally.kind", patched(&good, 8, &[9])),
        ],
    )
}
