//! Synthetic game data: made by code, the same every time, and nothing of it from a game.

#![forbid(unsafe_code)]
// What is made here is fixed, and a test makes all of it: failing is a bug of this crate, not of a file.
#![allow(clippy::panic)]

// For those who make other synthetic files, as the tests do. What it offers follows the samples.
#[doc(hidden)]
pub mod archive;
mod form;
mod grow;
#[doc(hidden)]
pub mod make;
#[doc(hidden)]
pub mod mechs;
mod paint;
#[doc(hidden)]
pub mod parkan;
#[doc(hidden)]
pub mod phones;

pub use grow::{MOST, Recipe, scaled};

use std::sync::LazyLock;

/// A file of sample data.
#[derive(Clone, Debug)]
pub struct Sample {
    /// Below the folder of samples.
    pub path: String,
    pub bytes: Vec<u8>,
    /// What it shows, by its key in the catalogue of messages (`sample-…`).
    pub about: &'static str,
}

/// Everything there is. Made once in a program, since a model and its textures take a while.
pub fn all() -> Vec<Sample> {
    static MADE: LazyLock<Vec<Sample>> = LazyLock::new(made);
    MADE.clone()
}

fn made() -> Vec<Sample> {
    let (parkan, (mechs, phones)) = rayon::join(parkan::all, || rayon::join(mechs::all, phones::all));
    [parkan, mechs, phones].concat()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn samples_are_the_same_every_time() {
        let bytes = || made().into_iter().map(|sample| (sample.path, sample.bytes)).collect::<Vec<_>>();
        assert_eq!(bytes(), bytes());
    }
}
