//! Synthetic game data: made by code, the same every time, and nothing of it from a game.

#![forbid(unsafe_code)]
// What is made here is fixed, and a test makes all of it: failing is a bug of this crate, not of a file.
#![allow(clippy::panic)]

mod archive;
mod broken;
mod form;
mod grow;
mod make;
mod mechs;
mod paint;
mod parkan;
mod phones;
mod specimens;

pub use broken::{Broken, broken};
pub use grow::{MOST, Recipe, scaled};
pub use specimens::mw3::mechs::mechlib_of;
pub use specimens::mw3::textures::textures_of;
pub use specimens::{Specimen, specimens};

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

/// Bytes that look like data and not like a pattern: a small generator, the same on every machine.
fn noise(seed: u32, size: usize) -> Vec<u8> {
    let mut state = seed | 1;
    (0..size)
        .map(|_| {
            state ^= state << 13;
            state ^= state >> 17;
            state ^= state << 5;
            (state >> 8) as u8
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn samples_are_the_same_every_time() {
        let bytes = || made().into_iter().map(|sample| (sample.path, sample.bytes)).collect::<Vec<_>>();
        assert_eq!(bytes(), bytes());
        let broken_bytes = || broken::made().into_iter().map(|sample| sample.bytes).collect::<Vec<_>>();
        assert_eq!(broken_bytes(), broken_bytes());
    }
}
