//! A little game folder of MechWarrior 3, and one of its expansion: a mech that never was.

pub(crate) mod materials;
pub(crate) mod mechs;
pub(crate) mod motions;
mod patch;
pub(crate) mod textures;

use crate::Specimen;
use relict_samples::mechs::readers;
use relict_toolkit::mw3::dialect::Dialect;

pub(crate) fn all() -> Vec<Specimen> {
    let sample = |name: &str, bytes| Specimen { path: format!("mechwarrior3/{name}"), bytes };
    let expansion = |name: &str, bytes| Specimen { path: format!("piratesmoon/{name}"), bytes };
    vec![
        sample("rmechtex.zbd", textures::textures()),
        sample("mechlib.zbd", mechs::mechlib(Dialect::Mw)),
        expansion("rmechtex.zbd", textures::textures()),
        expansion("mechlib.zbd", mechs::mechlib(Dialect::Pm)),
        sample("motion.zbd", motions::mw()),
        sample("reader.zbd", readers::mw()),
        sample("sounds.zbd", readers::sounds()),
        expansion("motion.zbd", motions::pm()),
        expansion("reader.zbd", readers::pm()),
    ]
}
