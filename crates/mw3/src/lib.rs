//! Formats of MechWarrior 3 and its expansion, Pirate's Moon.

#![forbid(unsafe_code)]

pub mod dialect;
pub mod library;
pub mod materials;
pub mod mechlib;
pub mod model;
pub mod motion;
mod phrases;
pub mod textures;
pub mod zbd;
pub mod zrd;

pub use phrases::PHRASES;
use relict_core::format::Kind;

/// Text of the games is ASCII; what is not is shown as Western European.
pub const CODE_PAGE: u16 = 1252;

pub static FORMATS: &[Kind] = relict_core::formats![
    textures::Textures,
    textures::Texture,
    mechlib::Mechlib,
    zbd::Zbd,
    materials::Materials,
    model::Model,
    motion::Motion,
    zrd::Zrd
];
