//! A little game folder of MechWarrior 3, and one of its expansion: two mechs that never were.

pub mod materials;
mod motions;
pub mod readers;
pub mod shapes;
mod strider;
mod textures;

use crate::Sample;
use crate::make::flt::{bytes, packed};
use relict_toolkit::mw3::dialect::Dialect;
use serde_json::{Value, json};
use shapes::lamp;
use strider::{BUILDS, Build};

pub(crate) fn all() -> Vec<Sample> {
    let sample = |name: &str, bytes, about| Sample { path: format!("mechwarrior3/{name}"), bytes, about };
    let expansion = |name: &str, bytes, about| Sample { path: format!("piratesmoon/{name}"), bytes, about };
    let textures = textures::textures();
    let motions = |game: Dialect| motions::all(builds(game));
    let later = json!({"footer": 2, "stated_length": 1});
    vec![
        sample("rmechtex.zbd", textures.clone(), "mw3-textures"),
        sample("mechlib.zbd", mechlib(Dialect::Mw), "mw3-mechlib"),
        sample("motion.zbd", motions::packed(&motions(Dialect::Mw), Value::Null, 1), "mw3-motion"),
        sample("reader.zbd", readers::mw(), "mw3-reader"),
        sample("sounds.zbd", readers::sounds(), "mw3-sounds"),
        expansion("rmechtex.zbd", textures, "mw3-textures"),
        expansion("mechlib.zbd", mechlib(Dialect::Pm), "mw3-pm-mechlib"),
        expansion("motion.zbd", motions::packed(&motions(Dialect::Pm), later, 2), "mw3-pm-motion"),
        expansion("reader.zbd", readers::pm(), "mw3-pm-reader"),
    ]
}

/// The expansion has one more.
fn builds(game: Dialect) -> &'static [Build] {
    match game {
        Dialect::Mw => &BUILDS[..1],
        Dialect::Pm => &BUILDS,
    }
}

/// What a mech is called in a mechlib.
fn member(build: &Build) -> String {
    format!("mech_{}.flt", build.stem)
}

/// In the order in which the games have them.
fn mechlib(game: Dialect) -> Vec<u8> {
    let mut members: Vec<(String, Vec<u8>)> = vec![
        ("format".into(), 1u32.to_le_bytes().into()),
        ("version".into(), game.mechlib_version().to_le_bytes().into()),
    ];
    members.extend(builds(game).iter().map(|build| (member(build), bytes(&strider::mech(build, game)))));
    members.push(("lamp.flt".into(), bytes(&lamp(game))));
    members.push((relict_toolkit::mw3::materials::NAME.into(), materials::bytes(&materials::materials())));
    let members: Vec<(&str, &[u8])> =
        members.iter().map(|(name, bytes)| (name.as_str(), bytes.as_slice())).collect();
    packed(game, &members)
}
