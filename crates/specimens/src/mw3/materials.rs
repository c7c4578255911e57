//! Materials of a mech that never was: the first of those that the samples have.

pub(crate) use relict_samples::mechs::materials::{
    BADGE as MARKS, FOOT, GLASS, HULL, LAMP, LIMB, STEEL, STRIPE, bytes,
};
use relict_samples::mechs::materials::{Look, list};
use relict_toolkit::mw3::materials::Materials;

/// The textures, all of them in the package beside the mechlib.
pub(crate) const TEXTURES: [&str; 6] = ["hull", "joint", "glass", "badge", "foot", "stripe"];

/// Six with a texture, two with a colour.
pub(crate) fn materials() -> Materials<'static> {
    let textures = TEXTURES.iter().map(|name| Look::Texture(name));
    let colours = [Look::Colour([96.0, 100.0, 112.0], 255), Look::Colour([255.0, 176.0, 32.0], 0)];
    list(&textures.chain(colours).collect::<Vec<_>>())
}
