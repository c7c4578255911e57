//! What files of these games name in others, and where the engine looks for it.

use crate::textures::package::{Package, PackageIndex};
use relict_core::derived;
use relict_core::format::Library;
use relict_core::refs::{Place, Role};

/// Textures of mechs, in full colour. Two packages more have the same for weaker machines.
pub const MECH_TEXTURES: &str = "rmechtex.zbd";

/// Where a texture of a model is looked for, the best first: in full colour, for small cards, for drawing without one, and
/// among the pictures of the game. The first package that has it counts.
pub const PACKAGES: [&str; 4] = [MECH_TEXTURES, "rmechtex16.zbd", "rmechtexs.zbd", "rimage.zbd"];

/// Hands a package of textures to `then`, if it is there. It is read once for all models that look into it.
pub fn package<R>(library: &dyn Library, file: &str, then: impl FnOnce(&Package<'_>) -> R) -> Option<R> {
    let index = derived::of_file(library, file, PackageIndex::of)?;
    let bytes = library.file(file)?;
    Some(then(&Package::new(&index, &bytes)))
}

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
