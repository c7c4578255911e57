//! A little game folder of MechWarrior 3, and one of its expansion: a mech that never was.

pub(crate) mod materials;
pub(crate) mod mechs;
pub(crate) mod motions;
mod patch;
pub(crate) mod readers;
mod shapes;
pub(crate) mod textures;

use crate::Sample;
use relict::mw3::dialect::Dialect;

pub(crate) fn all() -> Vec<Sample> {
    let sample = |name: &str, bytes, about| Sample { path: format!("mechwarrior3/{name}"), bytes, about };
    let expansion = |name: &str, bytes, about| Sample { path: format!("piratesmoon/{name}"), bytes, about };
    vec![
        sample("rmechtex.zbd", textures::textures(), "mw3-textures"),
        sample("mechlib.zbd", mechs::mechlib(Dialect::Mw), "mw3-mechlib"),
        expansion("rmechtex.zbd", textures::textures(), "mw3-textures"),
        expansion("mechlib.zbd", mechs::mechlib(Dialect::Pm), "mw3-pm-mechlib"),
        sample("motion.zbd", motions::mw(), "mw3-motion"),
        sample("reader.zbd", readers::mw(), "mw3-reader"),
        sample("sounds.zbd", readers::sounds(), "mw3-sounds"),
        expansion("motion.zbd", motions::pm(), "mw3-pm-motion"),
        expansion("reader.zbd", readers::pm(), "mw3-pm-reader"),
    ]
}
