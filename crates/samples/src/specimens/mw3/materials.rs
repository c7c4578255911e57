//! Materials of a mech that never was.

use relict::core::format::Document;
use relict::mw3::materials::{Material, Materials, Surface};

/// Places in the list.
pub(crate) const HULL: i32 = 0;
pub(crate) const LIMB: i32 = 1;
pub(crate) const GLASS: i32 = 2;
pub(crate) const MARKS: i32 = 3;
pub(crate) const FOOT: i32 = 4;
pub(crate) const STRIPE: i32 = 5;
pub(crate) const STEEL: i32 = 6;
pub(crate) const LAMP: i32 = 7;

/// The textures, all of them in the package beside the mechlib.
pub(crate) const TEXTURES: [&str; 6] = ["hull", "joint", "glass", "badge", "foot", "stripe"];

fn textured((i, name): (u32, &&str)) -> Material<'static> {
    let texture = Some(name.as_bytes().to_vec().into());
    Material { surface: Surface::textured(0x00A3_C400 + 40 * i), texture }
}

fn coloured(colour: [f32; 3], alpha: u8) -> Material<'static> {
    Material { surface: Surface::coloured(colour, alpha), texture: None }
}

/// Six with a texture, two with a colour.
pub(crate) fn materials() -> Materials<'static> {
    let mut materials: Vec<_> = (0..).zip(&TEXTURES).map(textured).collect();
    materials.push(coloured([96.0, 100.0, 112.0], 255));
    materials.push(coloured([255.0, 176.0, 32.0], 0));
    Materials { materials, tail: vec![].into() }
}

pub(crate) fn bytes(materials: &Materials<'_>) -> Vec<u8> {
    materials.to_bytes().unwrap_or_else(|e| panic!("mw3.materials: {e}"))
}
