//! What files of these games name in others, and where the engine looks for it.

use relict_core::refs::{Place, Role};

/// Textures of mechs, in full colour. Two packages more have the same for weaker machines.
pub const MECH_TEXTURES: &str = "rmechtex.zbd";

pub static TEXTURE: Role = Role {
    name: "texture",
    place: Place::Library(MECH_TEXTURES),
    format: "mw3.image",
    stand_in: None,
    optional: false,
};

/// All models of a mechlib share the list of materials that stands beside them.
pub static MATERIALS: Role = Role {
    name: "materials",
    place: Place::SameArchive,
    format: "mw3.materials",
    stand_in: None,
    optional: false,
};

/// Everything that a file of this family may name in another.
pub static ROLES: &[&Role] = &[&TEXTURE];
