//! Formats that have a file of their own here: good files, and one that breaks each rule.

pub(crate) mod idmobile_bsp;
mod idmobile_entities;
pub(crate) mod idmobile_strings;

// What `cargo xtask new-format` lays out, built here so that it stays true.
#[cfg(test)]
#[path = "../../../xtask/src/new_format/format.rs"]
mod laid_out;
#[cfg(test)]
#[path = "../../../xtask/src/new_format/specimen.rs"]
mod laid_out_specimen;

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

#[cfg(test)]
mod tests {
    use super::{laid_out, laid_out_specimen};
    use relict_toolkit::core::format::{Claim, Context, Kind, Origin};
    use relict_toolkit::core::report::Report;
    use relict_toolkit::messages::key;
    use std::collections::BTreeSet;

    static LAID_OUT: &[Kind] = relict_core::formats![laid_out::Tally];

    #[test]
    fn a_format_that_is_laid_out_keeps_its_files_and_tells_what_breaks_its_rules() {
        let kind = &LAID_OUT[0];
        for (path, bytes) in laid_out_specimen::specimens() {
            let origin = Origin::named(path);
            assert_eq!((kind.claims)(origin, &bytes), Claim::Sure);
            let document = kind.open(&bytes, origin).unwrap();
            assert_eq!(document.to_bytes().unwrap(), bytes);
            assert_eq!(kind.build(&document.to_json(), origin).unwrap(), bytes);
        }
        let mut shown = BTreeSet::new();
        for broken in laid_out_specimen::broken() {
            let origin = Origin::named(&broken.name);
            assert!((kind.claims)(origin, &broken.bytes) != Claim::No, "{}", broken.name);
            let found = match kind.open(&broken.bytes, origin) {
                Err(error) => vec![kind.broken_rule(&error).code],
                Ok(document) => {
                    let mut report = Report::default();
                    document.check_into(&mut report, Context::ALONE);
                    report.codes()
                }
            };
            assert_eq!(found, [broken.code], "{}", broken.name);
            shown.insert(broken.code);
        }
        assert_eq!(shown, kind.rules.iter().map(|rule| rule.code).collect());
    }

    #[test]
    fn a_format_that_is_laid_out_has_its_words() {
        let english = include_str!("../../../xtask/src/new_format/en.ftl");
        let russian = include_str!("../../../xtask/src/new_format/ru.ftl");
        for code in LAID_OUT[0].rules.iter().map(|rule| rule.code) {
            for words in [english, russian] {
                let message = words.split(&format!("\n{} =", key(code))).nth(1).unwrap_or_default();
                let (_, rest) = message.split_once("\n    .about = ").unwrap();
                assert!(rest.split_once("\n    .help = ").is_some(), "{code}");
            }
        }
    }
}
