//! Formats that have a file of their own here: good files, and one that breaks each rule.

pub(crate) mod idmobile_bsp;
mod idmobile_entities;
pub(crate) mod idmobile_strings;

use crate::Specimen;
use crate::broken::Broken;

/// Good files by their paths.
type Files = Vec<(&'static str, Vec<u8>)>;

/// What each file of this folder has: good files, and broken ones.
type Made = (fn() -> Files, fn() -> Vec<Broken>);

static FORMATS: &[Made] = &[
    (idmobile_bsp::specimens, idmobile_bsp::broken),
    (idmobile_entities::specimens, idmobile_entities::broken),
    (idmobile_strings::specimens, idmobile_strings::broken),
];

pub(crate) fn specimens() -> Vec<Specimen> {
    let files = FORMATS.iter().flat_map(|(specimens, _)| specimens());
    files.map(|(path, bytes)| Specimen { path: path.into(), bytes }).collect()
}

pub(crate) fn broken() -> Vec<Broken> {
    FORMATS.iter().flat_map(|(_, broken)| broken()).collect()
}
