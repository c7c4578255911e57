//! The smallest of every kind: for tests that ask everything of every byte; and the same broken, for every rule. Made by
//! code as the samples are, but never handed out: what only tests need is no part of the program.

#![forbid(unsafe_code)]
// What is made here is fixed, and a test makes all of it: failing is a bug of this crate, not of a file.
#![allow(clippy::panic)]

mod broken;
mod draw;
mod formats;
mod idmobile;
mod mw3;
mod ngi;

pub use broken::{Broken, broken};
pub use mw3::mechs::mechlib_of;
pub use mw3::textures::textures_of;

use std::sync::LazyLock;

/// A small file.
#[derive(Clone, Debug)]
pub struct Specimen {
    /// Below a folder of such files.
    pub path: String,
    pub bytes: Vec<u8>,
}

/// Everything there is, made once in a program.
pub fn specimens() -> Vec<Specimen> {
    static MADE: LazyLock<Vec<Specimen>> =
        LazyLock::new(|| [ngi::all(), mw3::all(), idmobile::all(), formats::specimens()].concat());
    MADE.clone()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn broken_files_are_the_same_every_time() {
        let bytes = || broken::made().into_iter().map(|broken| broken.bytes).collect::<Vec<_>>();
        assert_eq!(bytes(), bytes());
    }

    #[test]
    fn nothing_that_is_handed_out_is_built_with_what_only_tests_need() {
        let crates = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
        let mut handed_out = 0;
        for folder in std::fs::read_dir(crates).unwrap() {
            let manifest = std::fs::read_to_string(folder.unwrap().path().join("Cargo.toml")).unwrap();
            if manifest.contains("\npublish = false\n") {
                continue;
            }
            handed_out += 1;
            for section in manifest.split("\n[").filter(|section| !section.starts_with("dev-dependencies]")) {
                assert!(
                    !section.contains("relict-specimens") && !section.contains("relict-trials"),
                    "[{section}"
                );
            }
        }
        assert!(handed_out > 5, "{handed_out}");
    }
}
