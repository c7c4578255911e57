//! What mechs are drawn with: textures of the package beside the mechlib, and two plain colours.

use relict::mw3::materials::{Material, Materials, Surface};

/// Places in the list. The first eight are those that specimens have, too, so that both share a lamp.
pub(super) const HULL: u8 = 0;
pub(super) const LIMB: u8 = 1;
pub(super) const GLASS: u8 = 2;
pub(super) const BADGE: u8 = 3;
pub(super) const FOOT: u8 = 4;
pub(super) const STRIPE: u8 = 5;
pub(super) const JOINT: u8 = 8;
pub(super) const GUN: u8 = 9;
pub(super) const MISSILES: u8 = 10;
pub(super) const VENT: u8 = 11;
pub(super) const LIGHT: u8 = 12;
pub(super) const DESERT: u8 = 13;

/// What a material shows.
enum Look {
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
    let material = |(i, look): (u32, &Look)| match look {
        Look::Texture(name) => Material {
            surface: Surface::textured(0x00A3_C400 + 40 * i),
            texture: Some(name.as_bytes().to_vec().into()),
        },
        Look::Colour(colour, alpha) => {
            Material { surface: Surface::coloured(*colour, *alpha), texture: None }
        }
    };
    Materials { materials: (0..).zip(&LOOKS).map(material).collect(), tail: vec![].into() }
}
