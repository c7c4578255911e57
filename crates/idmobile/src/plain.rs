//! Files of formats that are not the games' own: pictures, sounds and texts that lie in a JAR as they do elsewhere. They are
//! named, taken apart as far as their frames go, and edited with programs of their own.

pub mod amr;
pub mod bmp;
pub mod manifest;
pub mod midi;
pub mod opaque;
pub mod pmd;
pub mod png;
pub mod text;
pub mod wave;

use crate::publisher::is_of_a_jar;
use relict_core::format::{Claim, Origin};

/// A claim by the first bytes. What other archives hold is for their own family to name; a file that lies loose has to be called
/// as such files are.
fn claim(origin: Origin<'_>, endings: &[&str], is_marked: bool) -> Claim {
    let loose = origin.attributes.is_empty() && endings.iter().any(|ending| origin.ends_with(ending));
    if is_marked && (loose || is_ours(origin)) { Claim::Sure } else { Claim::No }
}

/// Whether an entry lies in a JAR, or in a bank of such entries.
fn is_ours(origin: Origin<'_>) -> bool {
    is_of_a_jar(origin) || origin.attribute(crate::media_bank::ATTRIBUTE).is_some()
}
