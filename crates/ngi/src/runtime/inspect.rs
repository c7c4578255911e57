//! What the loader makes of a texture, without a slot for it: so that every step of it can be seen (spec 1.4 to 1.6).

use super::load::{CELLS, shown};
use super::{NONE, Role, TEXTURE_UNREADABLE, World3d};
use crate::pal::{self, Suffix};
use crate::phrases::{self, Phrase};
use crate::texm::loader::{self, FADE, LoadFlags, Loaded, PaletteUse};
use crate::texm::pixels::PixelFormat;
use crate::texm::{Header, Texm};
use relict_core::args;
use relict_core::prelude::*;

/// The most levels that [`loader::mip_skip`] leaves out.
const MOST_SKIPPED: u32 = 2;

/// A texture with the steps of its loading.
#[derive(Clone, Debug)]
pub struct Inspected {
    pub name: String,
    pub library: String,
    /// The number of the entry in the library.
    pub entry: usize,
    pub flags: LoadFlags,
    /// The word that decides which levels are left out.
    pub mip_word: u32,
    /// The place in the bank of the palette that goes with it, if the name tells of one and the bank has it.
    pub palette: Option<usize>,
    pub parts: Parts,
    /// As the engine has it in the end: one of `skips`.
    pub loaded: Loaded,
    /// With no level left out, with one, and with two, as far as there are so many.
    pub skips: Vec<Skip>,
}

/// What stands where in the file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Parts {
    pub bytes_per_pixel: usize,
    pub palette_offset: Option<usize>,
    /// Of all levels.
    pub pixel_count: usize,
    /// Header, palette and levels.
    pub core_size: usize,
    pub page_offset: Option<usize>,
    pub rects: usize,
    /// What the palette becomes, as blue, green, red, alpha. A fade has 32 colours; what the other entries hold then
    /// is not known.
    pub colours: Option<Vec<[u8; 4]>>,
}

/// A texture with so many levels left out.
#[derive(Clone, Debug)]
pub struct Skip {
    /// Only those cells are kept that a signed byte can name.
    pub loaded: Loaded,
    /// Where the engine takes the pixels to begin, which may be wrong.
    pub engine_offset: Option<u64>,
}

/// What a payload alone tells.
struct Read {
    mip_word: u32,
    parts: Parts,
    loaded: Loaded,
    skips: Vec<Skip>,
}

impl World3d<'_> {
    /// What becomes of a texture or lightmap that is asked for with these flags; none if nothing does, as the log tells.
    pub fn inspect_texture(
        &mut self,
        lightmap: bool,
        name: &[u8],
        flags: Option<LoadFlags>,
    ) -> Option<Inspected> {
        let role = if lightmap { Role::Lightmaps } else { Role::Textures };
        let flags = flags.unwrap_or_else(|| self.usual_flags(role));
        let suffix = pal::suffix(name);
        if suffix == Suffix::NoDot {
            self.log.say("Bad texture name.");
            return None;
        }
        let Some(entry) = self.shelf(role).and_then(|shelf| shelf.find(name)) else {
            self.miss_texture(role, name);
            return None;
        };
        let (name, read) = (shown(name).into_owned(), self.read_for_inspection(role, entry, flags));
        match read {
            Ok(Read { mip_word, parts, loaded, skips }) => {
                let (palette, library) = (self.palette(&name, suffix), self.path(role));
                Some(Inspected { name, library, entry, flags, mip_word, palette, parts, loaded, skips })
            }
            Err(reason) => {
                self.log.remark(TEXTURE_UNREADABLE, args!(name = name, reason = reason));
                None
            }
        }
    }

    fn read_for_inspection(&mut self, role: Role, entry: usize, flags: LoadFlags) -> Result<Read, Phrase> {
        let (switches, mips) = (self.config.switches, self.config.mip_flags);
        let payload = self.shelf(role).and_then(|shelf| shelf.payload(entry));
        let payload = payload.ok_or_else(phrases::bytes_outside)?;
        let texm = Texm::read(&mut Cursor::new(payload), Origin::default()).map_err(|e| Phrase::from(&e))?;
        let load = |skipped| {
            let mut loaded = loader::load_skipping(&texm, flags, &switches, skipped)?;
            loaded.cells.truncate(CELLS);
            Some(loaded)
        };
        let loaded = load(loader::policy(&texm.header, flags, mips)).ok_or_else(phrases::a_bad_header)?;
        let skip = |skipped| {
            Some(Skip { loaded: load(skipped)?, engine_offset: loader::engine_pixel_offset(&texm, skipped) })
        };
        let most = MOST_SKIPPED.min(texm.header.mip_count.saturating_sub(1));
        Ok(Read {
            mip_word: mips.word(&texm.header, flags),
            parts: parts(&texm, &loaded),
            loaded,
            skips: (0..=most).filter_map(skip).collect(),
        })
    }

    /// Those of a material without flags of its own, and those of a lightmap.
    fn usual_flags(&self, role: Role) -> LoadFlags {
        match role {
            Role::Lightmaps => LoadFlags(0),
            _ => LoadFlags(self.config.texture_detail).with(LoadFlags::PAGE),
        }
    }

    /// The slot of an entry of the library of textures, or of lightmaps, as it is now; -1 if it is in none.
    pub fn slot_of(&self, lightmap: bool, entry: usize) -> i32 {
        let cache = if lightmap { self.lightmaps() } else { self.textures() };
        let found = cache.occupied().find(|(_, slot)| usize::try_from(slot.entry) == Ok(entry));
        found.and_then(|(slot, _)| i32::try_from(slot).ok()).unwrap_or(NONE)
    }
}

fn parts(texm: &Texm<'_>, loaded: &Loaded) -> Parts {
    let bytes_per_pixel = texm.header.pixel_format().map_or(1, PixelFormat::bytes_per_pixel);
    let levels: usize = texm.levels.iter().map(|level| level.len()).sum();
    let palette = texm.palette.as_ref().map_or(0, |palette| palette.len() * 4);
    let core_size = Header::SIZE + palette + levels;
    Parts {
        bytes_per_pixel,
        palette_offset: texm.palette.is_some().then_some(Header::SIZE),
        pixel_count: levels / bytes_per_pixel,
        core_size,
        page_offset: texm.page.is_some().then_some(core_size),
        rects: texm.page.as_ref().map_or(0, |page| page.rects.len()),
        colours: texm.palette.as_ref().zip(loaded.palette).map(|(palette, used)| colours(palette, used)),
    }
}

/// The palette as the loader changes it: the fourth byte of the file is not taken over.
fn colours(palette: &[[u8; 4]], used: PaletteUse) -> Vec<[u8; 4]> {
    let with = |[b, g, r, _]: [u8; 4], alpha| [b, g, r, alpha];
    match used {
        PaletteUse::Fade { colour } => {
            let colour = palette.get(usize::from(colour)).copied().unwrap_or_default();
            FADE.iter().map(|alpha| with(colour, *alpha)).collect()
        }
        PaletteUse::Plain => palette.iter().map(|colour| with(*colour, 255)).collect(),
        PaletteUse::Keyed => {
            let alpha = |place| if place == 0 { 0 } else { 255 };
            palette.iter().enumerate().map(|(place, colour)| with(*colour, alpha(place))).collect()
        }
    }
}
