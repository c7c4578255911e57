//! Little games for phones that never were: a JAR as each of the five games keeps its resources.

pub(crate) mod doom2;
pub(crate) mod drpg;
pub(crate) mod orcs;
pub(crate) mod wolf;

use crate::Specimen;
use relict_samples::make::jar;
use relict_samples::phones::small;

pub(crate) fn all() -> Vec<Specimen> {
    let sample = |name: &str, bytes| Specimen { path: format!("idmobile/{name}"), bytes };
    vec![
        sample("extras.zip", jar::extras()),
        sample("small.zip", small::zip()),
        sample("doom.jar", drpg::game()),
        sample("orcs.jar", orcs::first()),
        sample("orcs2.jar", orcs::second()),
        sample("orcs2-brew.zip", orcs::second_brew()),
        sample("banks.jar", orcs::banks()),
        sample("wolf.jar", wolf::jar()),
        sample("doom2.zip", doom2::bundle()),
        sample("doom2.jar", doom2::java()),
    ]
}
