//! Texts of a level of Doom RPG.

use super::Files;
use crate::broken::{Broken, samples};
use relict_samples::phones::texts::strings;

/// Texts of a map, one of them of no letters at all.
pub(crate) fn level() -> Vec<u8> {
    strings(&["Landing Pad", "/junction.bsp", "Welcome to the base.|Mind the step.", "Café Phobos", ""])
}

pub(super) fn specimens() -> Files {
    vec![("idmobile/loose/level01.str", level())]
}

pub(super) fn broken() -> Vec<Broken> {
    let good = level();
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
