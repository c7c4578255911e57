//! Little games for phones that never were: a JAR as each of the five games keeps its resources.

pub(crate) mod doom2;
pub(crate) mod drpg;
pub(crate) mod images;
pub(crate) mod jars;
pub(crate) mod maps;
pub(crate) mod orcs;
pub(crate) mod texts;
pub(crate) mod wolf;

use crate::Sample;

pub(crate) fn all() -> Vec<Sample> {
    let sample = |name: &str, bytes, about| Sample { path: format!("idmobile/{name}"), bytes, about };
    vec![
        sample("extras.zip", jars::extras(), "idmobile-extras"),
        sample("doom.jar", drpg::game(), "idmobile-drpg"),
        sample("orcs.jar", orcs::first(), "idmobile-orcs"),
        sample("orcs2.jar", orcs::second(), "idmobile-orcs2"),
        sample("banks.jar", orcs::banks(), "idmobile-banks"),
        sample("wolf.jar", wolf::jar(), "idmobile-wolf"),
        sample("doom2.zip", doom2::bundle(), "idmobile-doom2"),
        sample("loose/level01.bsp", maps::java(), "idmobile-map"),
        sample("loose/level01.str", texts::level(), "idmobile-texts"),
        sample("brew/level01.bsp", maps::brew(), "idmobile-brew-map"),
        sample("brew/entities.db", maps::entities(), "idmobile-entities"),
    ]
}
