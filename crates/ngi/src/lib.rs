//! Formats of Parkan: Iron Strategy and its engine, NGI.

#![forbid(unsafe_code)]

pub mod fxid;
pub mod library;
pub mod mat0;
pub mod msh;
pub mod nres;
pub mod pal;
mod phrases;
pub mod rsli;
pub mod runtime;
pub mod texm;
pub mod wear;

pub use phrases::PHRASES;
use relict_core::format::Kind;

/// Text of the game is Russian.
pub const CODE_PAGE: u16 = 1251;

pub static FORMATS: &[Kind] = relict_core::formats![
    msh::Msh,
    nres::Nres,
    rsli::Rsli,
    texm::Texm,
    pal::Pal,
    mat0::Mat0,
    wear::Wear,
    fxid::Fxid
];
