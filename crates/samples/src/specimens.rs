//! The smallest of every kind: for tests that ask everything of every byte, and to be broken.

pub(crate) mod draw;
pub(crate) mod idmobile;
pub(crate) mod mw3;
pub(crate) mod ngi;

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
        LazyLock::new(|| [ngi::all(), mw3::all(), idmobile::all()].concat());
    MADE.clone()
}
