//! Little games for phones that never were: a JAR as each of the five games keeps its resources.

mod base;
mod castle;
mod doom;
mod figures;
pub mod later;
mod level;
pub mod maps;
mod orcs;
mod picture;
pub mod small;
pub mod tables;
pub mod texts;

use crate::Sample;
use crate::make::jar;

pub(crate) fn all() -> Vec<Sample> {
    let sample = |name: &str, bytes, about| Sample { path: format!("idmobile/{name}"), bytes, about };
    vec![
        sample("extras.zip", jar::extras(), "idmobile-extras"),
        sample("small.zip", small::zip(), "idmobile-small"),
        sample("doom.jar", doom::game(), "idmobile-drpg"),
        sample("orcs.jar", orcs::first(), "idmobile-orcs"),
        sample("orcs2.jar", orcs::second(), "idmobile-orcs2"),
        sample("orcs2-brew.zip", orcs::second_brew(), "idmobile-orcs2-brew"),
        sample("banks.jar", orcs::banks(), "idmobile-banks"),
        sample("wolf.jar", later::wolf(), "idmobile-wolf"),
        sample("doom2.zip", later::doom2(), "idmobile-doom2"),
        sample("loose/level01.bsp", doom::map(), "idmobile-map"),
        sample("loose/level01.str", doom::map_texts(), "idmobile-texts"),
        sample("brew/level01.bsp", doom::brew_map(), "idmobile-brew-map"),
        sample("brew/entities.db", doom::entities(), "idmobile-entities"),
    ]
}
