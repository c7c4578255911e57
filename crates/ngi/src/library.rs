//! The libraries that the engine looks into by name, and what is named in them.

use crate::nres::Nres;
use relict_core::format::Library;
use relict_core::prelude::*;
use relict_core::refs::Place;

pub const TEXTURES: &str = "Textures.lib";
pub const MATERIALS: &str = "Material.lib";
pub const LIGHTMAPS: &str = "LightMap.lib";
pub const PALETTES: &str = "palettes.lib";
pub const SOUNDS: &str = "sounds.lib";

/// The material that stands in for one that is missing.
pub const DEFAULT_MATERIAL: &str = "DEFAULT";

pub static MATERIAL: Role = Role {
    name: "material",
    place: Place::Library(MATERIALS),
    format: "ngi.mat0",
    stand_in: Some(DEFAULT_MATERIAL),
    optional: false,
};

pub static TEXTURE: Role = Role {
    name: "texture",
    place: Place::Library(TEXTURES),
    format: "ngi.texm",
    stand_in: None,
    optional: false,
};

pub static LIGHTMAP: Role = Role {
    name: "lightmap",
    place: Place::Library(LIGHTMAPS),
    format: "ngi.texm",
    stand_in: None,
    optional: false,
};

/// The bank is filled with what there is; a texture whose palette is missing is shown without.
pub static PALETTE: Role = Role {
    name: "palette",
    place: Place::Library(PALETTES),
    format: "ngi.pal",
    stand_in: None,
    optional: true,
};

/// Sounds are files of another world, so no format of ours reads them.
pub static SOUND: Role =
    Role { name: "sound", place: Place::Library(SOUNDS), format: "", stand_in: None, optional: false };

/// A model stands beside the table of its materials. Ground has its own way.
pub static WEAR: Role =
    Role { name: "wear", place: Place::SameArchive, format: "ngi.wear", stand_in: None, optional: false };

/// Everything that a file of this family may name in another.
pub static ROLES: &[&Role] = &[&MATERIAL, &TEXTURE, &LIGHTMAP, &PALETTE, &SOUND];

/// Hands the entry `name` of the library `file` to `then`, if both are there.
pub fn entry<R>(
    library: &dyn Library,
    file: &str,
    name: &str,
    then: impl FnOnce(Origin<'_>, &[u8]) -> R,
) -> Option<R> {
    archive(library, file, |archive| entry_of(archive, name, then))?
}

/// Hands the library `file` to `then`, if it is there: for those who look up many names.
pub fn archive<R>(library: &dyn Library, file: &str, then: impl FnOnce(&dyn Archive) -> R) -> Option<R> {
    let bytes = library.file(file)?;
    let nres = Nres::read(&mut Cursor::new(&bytes), Origin::named(file)).ok()?;
    let archive = nres.archive()?;
    Some(then(&*archive))
}

/// Hands the entry `name` of an archive to `then`, if it is there.
pub fn entry_of<R>(
    archive: &dyn Archive,
    name: &str,
    then: impl FnOnce(Origin<'_>, &[u8]) -> R,
) -> Option<R> {
    let place = archive.find(name)?;
    let payload = archive.payload(place, Limits::default()).ok()?;
    let entry = archive.entry(place)?;
    Some(then(entry.origin(), &payload))
}
