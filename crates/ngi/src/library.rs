//! The libraries that the engine looks into by name, and what is named in them.

use crate::CODE_PAGE;
use crate::nres::{Header, Nres, Record, fold, shelf};
use relict_core::derived;
use relict_core::format::Library;
use relict_core::prelude::*;
use relict_core::refs::Place;
use std::collections::HashMap;
use std::ops::Range;

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

/// A model stands beside the table of its materials.
pub static WEAR: Role =
    Role { name: "wear", place: Place::SameArchive, format: "ngi.wear", stand_in: None, optional: false };

/// Ground has a table of its materials in its folder.
pub static GROUND_WEAR: Role =
    Role { name: "wear", place: Place::SameFolder, format: "ngi.wear", stand_in: None, optional: false };

/// And one that names, for each row of the first, the material whose microtexture goes over it.
pub static MICRO_WEAR: Role = Role {
    name: "micro-wear",
    place: Place::SameFolder,
    format: "ngi.wear",
    stand_in: None,
    optional: false,
};

/// Everything that a file of this family may name in another.
pub static ROLES: &[&Role] = &[&MATERIAL, &TEXTURE, &LIGHTMAP, &PALETTE, &SOUND];

/// What a file may name in its own folder.
pub static ROLES_BESIDE: &[&Role] = &[&GROUND_WEAR, &MICRO_WEAR];

/// The directory of a library, and the places of names in it. It is made once for all files that name something there.
#[derive(Debug)]
struct Index {
    directory: Vec<Record>,
    /// The first entry of each name, as the engine compares names.
    places: HashMap<Vec<u8>, usize>,
    /// Where payloads lie.
    data: Range<usize>,
}

impl Index {
    fn of(bytes: &[u8]) -> Option<Self> {
        let nres = Nres::read(&mut Cursor::new(bytes), Origin::default()).ok()?;
        let (data, directory) = (Header::SIZE..nres.data_end(), nres.directory);
        let names = directory.iter().enumerate().rev();
        let places = names.map(|(i, record)| (fold(record.name.text()), i)).collect();
        Some(Self { directory, places, data })
    }
}

/// A library that is open. Its entries lie where they are in the file.
#[derive(Debug)]
pub struct LibraryFile<'l> {
    bytes: &'l [u8],
    index: &'l Index,
}

impl<'l> LibraryFile<'l> {
    pub fn len(&self) -> usize {
        self.index.directory.len()
    }

    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    pub fn find(&self, name: &str) -> Option<usize> {
        let name = CodePage::numbered(CODE_PAGE).bytes(name)?;
        self.index.places.get(&fold(&name)).copied()
    }

    pub fn entry(&self, place: usize) -> Option<Entry<'l>> {
        self.index.directory.get(place).map(|record| shelf::entry(record, &record.name.0))
    }

    pub fn payload(&self, place: usize) -> Option<&'l [u8]> {
        let record = self.index.directory.get(place)?;
        let start = record.data_offset as usize;
        let (end, data) = (start.checked_add(record.size as usize)?, &self.index.data);
        self.bytes.get(start..end).filter(|_| data.start <= start && end <= data.end)
    }
}

/// Hands the library `file` to `then`, if it is there.
pub fn open<R>(library: &dyn Library, file: &str, then: impl FnOnce(&LibraryFile<'_>) -> R) -> Option<R> {
    let index = derived::of_file(library, file, Index::of)?;
    let bytes = library.file(file)?;
    Some(then(&LibraryFile { bytes: &bytes, index: &index }))
}

/// Hands the entry `name` of a library to `then`, if it is there.
pub fn entry_of<R>(
    file: &LibraryFile<'_>,
    name: &str,
    then: impl FnOnce(Origin<'_>, &[u8]) -> R,
) -> Option<R> {
    let place = file.find(name)?;
    let (entry, payload) = (file.entry(place)?, file.payload(place)?);
    Some(then(entry.origin(), payload))
}
