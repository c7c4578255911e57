//! Formats of Parkan: Iron Strategy and its engine, NGI.

#![forbid(unsafe_code)]

pub mod nres;
pub mod rsli;

use relict_core::format::Kind;

/// Text of the game is Russian.
pub const CODE_PAGE: u16 = 1251;

pub static FORMATS: &[Kind] = relict_core::formats![nres::Nres, rsli::Rsli];
