//! What mechs are drawn with: textures of the package beside the mechlib, and two plain colours.

use relict_toolkit::core::format::Document;
use relict_toolkit::mw3::materials::{Material, Materials, Surface};

/// Places in the list. The first eight are those that specimens have, too, so that both share a lamp.
pub const HULL: u8 = 0;
pub const LIMB: u8 = 1;
pub const GLASS: u8 = 2;
pub const BADGE: u8 = 3;
pub const FOOT: u8 = 4;
pub const STRIPE: u8 = 5;
pub const STEEL: u8 = 6;
pub const LAMP: u8 = 7;
pub(super) const JOINT: u8 = 8;
pub(super) const GUN: u8 = 9;
pub(super) const MISSILES: u8 = 10;
pub(super) const VENT: u8 = 11;
pub(super) const LIGHT: u8 = 12;
pub(super) const DESERT: u8 = 13;

/// What a material shows.
#[derive(Clone, Copy, Debug)]
pub enum Look {
    Texture(&'static str),
    Colour([f32; 3], u8),
}

const LOOKS: [Look; 14] = [
    Look::Texture("hull"),
    Look::Texture("limb"),
    Look::Texture("glass"),
    Look::Texture("badge"),
    Look::Texture("foot"),
    Look::Texture("stripe"),
    Look::Colour([96.0, 100.0, 112.0], 255),
    Look::Colour([255.0, 176.0, 32.0], 0),
    Look::Texture("joint"),
    Look::Texture("gun"),
    Look::Texture("missiles"),
    Look::Texture("vent"),
    Look::Texture("light"),
    Look::Texture("hull_desert"),
];

pub(super) fn materials() -> Materials<'static> {
    list(&LOOKS)
}

pub fn list(looks: &[Look]) -> Materials<'static> {
    let material = |(i, look): (u32, &Look)| match look {
        Look::Texture(name) => Material {
            surface: Surface::textured(0x00A3_C400 + 40 * i),
            texture: Some(name.as_bytes().to_vec().into()),
        },
        Look::Colour(colour, alpha) => {
            Material { surface: Surface::coloured(*colour, *alpha), texture: None }
        }
    };
    Materials { materials: (0..).zip(looks).map(material).collect(), tail: vec![].into() }
}

/// The member of a mechlib.
pub fn bytes(materials: &Materials<'_>) -> Vec<u8> {
    materials.to_bytes().unwrap_or_else(|e| panic!("mw3.materials: {e}"))
}
