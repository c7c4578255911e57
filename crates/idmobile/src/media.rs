//! All images of Wolfenstein RPG or Doom II RPG, out of the three kinds of files that hold them together:
//! `newMappings.bin` tells of every image, `newPalettes.bin` and the texel files hold what it owns, one after the other.
//!
//! [`Media::open`] finds out which of the dialects a game speaks and where everything lies. Images are made when they
//! are asked for ([`Media::picture`]), as there may be a thousand. [`Media::change`] is the way back.

pub mod change;
pub(crate) mod check;
mod key;
mod probe;
pub mod runs;

use crate::phrases;
pub use change::{Changed, ImageEdits};
pub use key::FIRST_WALL;
pub use probe::{Dialect, Wanted};

use crate::gallery::{Drawing, Lookup, Palette, Trouble};
use crate::new_mappings::{self, MISSING, NewMappings, PALETTES_SIZE, SPRITE, Slot, TEXELS_SIZE, TOO_LARGE};
use crate::new_palettes;
use crate::new_texels::Naming;
use relict_core::args;
use relict_core::error::{Error, broken};
use relict_core::report::{Args, Rule};
use runs::{Runs, Torn};
use std::borrow::Cow;
use std::collections::BTreeSet;
use std::ops::Range;

/// Bytes of a mark behind a palette or the texels of an image.
pub(crate) const MARK: usize = 4;

/// No game has a tenth of this; more is somebody's attempt to fill the memory.
const MOST_TEXELS: usize = 64 << 20;
const MOST_PIXELS: usize = 64 << 20;
/// Images have 256 pixels to a side, as their bounds are bytes. Of a larger one, a few bytes could stand for a gigabyte.
const LARGEST: usize = 1 << 20;
const MOST_FILES: usize = 1000;

/// Where the texels of an image lie.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Place {
    /// By its number.
    pub file: usize,
    pub offset: usize,
    pub size: usize,
}

/// All images of a game.
#[derive(Clone, Debug)]
pub struct Media<'l> {
    pub dialect: Dialect,
    /// Tiles that have images, with the images.
    pub tiles: Vec<(usize, Range<usize>)>,
    /// What the directory says of all images, used or not.
    pub slots: Vec<Slot>,
    /// Images that some tile shows.
    pub mapped: BTreeSet<usize>,
    /// Images whose index 0 is transparent if they are raw.
    keyed: BTreeSet<usize>,
    pub(crate) mappings: Cow<'l, [u8]>,
    pub(crate) palettes: Cow<'l, [u8]>,
    /// Where the colours of an image begin, if it owns any.
    pub(crate) colours_at: Vec<Option<usize>>,
    pub(crate) texels: Texels<'l>,
}

/// The texel files, and where in them the texels of an image are, if it owns any.
#[derive(Clone, Debug)]
pub(crate) struct Texels<'l> {
    pub(crate) naming: Naming,
    pub(crate) files: Vec<Cow<'l, [u8]>>,
    pub(crate) places: Vec<Option<Place>>,
}

/// An image with all that is known of it.
#[derive(Clone, Debug, PartialEq)]
pub struct Picture {
    /// Rows as the file has them. What is raw is shown to people from the bottom up.
    pub drawing: Drawing,
    pub palette: Palette,
    /// Of a sprite that breaks the rules of its runs: it can be shown, but not made again.
    pub read_only: bool,
    /// Whether the file has a pixel for every place. People see such a picture with its rows turned around.
    pub is_raw: bool,
}

impl Picture {
    /// Whether it is raw and its index 0 is transparent. Then that is what its mask hides.
    pub fn is_keyed(&self) -> bool {
        self.is_raw && self.drawing.mask.is_some()
    }
}

/// The same picture with its rows from the other end.
pub fn flipped(drawing: &Drawing) -> Drawing {
    fn rows<T: Copy>(pixels: &[T], width: usize) -> Vec<T> {
        pixels.chunks(width.max(1)).rev().flatten().copied().collect()
    }
    let mask = drawing.mask.as_ref().map(|mask| rows(mask, drawing.width));
    Drawing { indices: rows(&drawing.indices, drawing.width), mask, ..*drawing }
}

/// The trouble with the directory, at a field of it.
fn trouble(rule: &'static Rule, field: &str, args: Args) -> Trouble {
    Trouble::new(new_mappings::NAME, broken(rule, field, args))
}

impl<'l> Media<'l> {
    /// Reads the whole family by the names of its files.
    pub fn open(lookup: Lookup<'_, 'l>) -> Result<Self, Trouble> {
        Self::open_as(lookup, Wanted::default())
    }

    /// The same, where somebody knows better than the probe.
    pub fn open_as(lookup: Lookup<'_, 'l>, wanted: Wanted) -> Result<Self, Trouble> {
        let name = new_mappings::NAME;
        let missing = || Trouble::new(name, broken(&MISSING, "tiles", args!(resource = name)));
        let mappings = lookup(name).ok_or_else(missing)?;
        Self::with(mappings, lookup, wanted)
    }

    /// The same, with the directory at hand.
    pub(crate) fn with(
        mappings: Cow<'l, [u8]>,
        lookup: Lookup<'_, 'l>,
        wanted: Wanted,
    ) -> Result<Self, Trouble> {
        let directory =
            NewMappings::of(&mappings).map_err(|error| Trouble::new(new_mappings::NAME, error))?;
        directory.sound_references()?;
        let (tiles, slots, mapped) = (directory.used_tiles(), directory.slots(), directory.mapped());
        let form = directory.form();
        check_size(&slots, &mapped, form)?;
        let palettes = lookup(new_palettes::NAME).ok_or_else(|| {
            trouble(&MISSING, &format!("{form}.palettes"), args!(resource = new_palettes::NAME))
        })?;
        let marked = has_marks(&slots, palettes.len(), form)?;
        let colours_at = colours_at(&slots, marked);
        let texels = Texels::open(&slots, marked, form, lookup)?;
        let is_wide = directory.is_wide();
        let game = wanted.game;
        let probed = probe::Probed { slots: &slots, mapped: &mapped, palettes: &palettes, texels: &texels };
        let dialect = probed.dialect(is_wide, marked, &colours_at, wanted);
        let keyed = key::images(&dialect, &tiles, game);
        Ok(Self { dialect, tiles, slots, mapped, keyed, mappings, palettes, colours_at, texels })
    }

    /// The images that own a palette, with it.
    pub fn palettes(&self) -> Vec<(usize, Palette)> {
        let owners = (0..).zip(&self.slots).filter(|(_, slot)| slot.palette.own().is_some());
        owners.map(|(image, _)| (image, self.palette(image))).collect()
    }

    /// The palette that an image is shown with.
    pub fn palette(&self, image: usize) -> Palette {
        let words = || {
            let owner = self.slots.get(image)?.palette.owner(image);
            let colours = self.slots.get(owner)?.palette.own()?;
            let start = (*self.colours_at.get(owner)?)?;
            let bytes = self.palettes.get(start..start.checked_add(colours.checked_mul(2)?)?)?;
            Some(bytes.chunks_exact(2).map(|pair| u16::from_le_bytes([pair[0], pair[1]])).collect())
        };
        Palette { words: words().unwrap_or_default(), order: self.dialect.colour }
    }

    /// Where the texels of an image lie, its own or those of another.
    pub fn place(&self, image: usize) -> Option<Place> {
        let owner = self.slots.get(image)?.texels.owner(image);
        *self.texels.places.get(owner)?
    }

    /// How many images own texels.
    pub fn blobs(&self) -> usize {
        self.texels.places.iter().flatten().count()
    }

    /// The bytes of an image's texels.
    pub fn texels(&self, image: usize) -> &[u8] {
        self.place(image).and_then(|place| self.texels.get(place)).unwrap_or_default()
    }

    /// The names of the texel files.
    pub fn files(&self) -> Vec<String> {
        (0..self.texels.files.len()).map(|number| self.dialect.naming.file(number)).collect()
    }

    /// Whether the file has a pixel for every place of an image.
    pub fn is_raw(&self, image: usize) -> bool {
        self.slots.get(image).is_some_and(|slot| self.dialect.is_raw(slot, self.texels(image).len()))
    }

    /// The other images that some tile shows with the same texels.
    pub fn shared_with(&self, image: usize) -> Vec<usize> {
        let owner = |image: usize| self.slots.get(image).map(|slot| slot.texels.owner(image));
        self.mapped.iter().copied().filter(|&other| other != image && owner(other) == owner(image)).collect()
    }

    /// An image, in the order in which the file has its rows.
    pub fn picture(&self, image: usize) -> Result<Picture, Trouble> {
        let slot = self.slot(image)?;
        let palette = self.palette(image);
        let texels = self.texels(image);
        if let Some(indices) = self.dialect.raw(slot, texels) {
            let drawing = Drawing { width: slot.width, height: slot.height, indices, mask: None };
            let drawing = if self.keyed.contains(&image) { drawing.keyed() } else { drawing };
            return Ok(Picture { drawing, palette, read_only: false, is_raw: true });
        }
        let (drawing, sound) = self.runs(slot).decode(texels).map_err(|torn| self.torn(image, torn))?;
        Ok(Picture { drawing, palette, read_only: !sound, is_raw: false })
    }

    /// Whether the runs of an image keep all rules, and the highest of its indices. Nothing is drawn for it: the canvas may
    /// be much larger than what stands on it.
    pub(crate) fn looked_at(&self, image: usize) -> Result<(bool, Option<u8>), Trouble> {
        let (slot, texels) = (self.slot(image)?, self.texels(image));
        match self.dialect.raw(slot, texels) {
            Some(indices) => Ok((true, indices.into_iter().max())),
            None => self.runs(slot).looked_at(texels).map_err(|torn| self.torn(image, torn)),
        }
    }

    /// What the directory says of an image that is not too large to be drawn.
    fn slot(&self, image: usize) -> Result<&Slot, Trouble> {
        let missing = || Error::unexpected(phrases::an_image_below(self.slots.len()), image);
        let slot = self.slots.get(image).ok_or_else(|| Trouble::new(new_mappings::NAME, missing()))?;
        // Of those that no tile shows, nobody has counted the pixels.
        expect_small(image, slot, self.dialect.form())?;
        Ok(slot)
    }

    fn runs<'s>(&self, slot: &'s Slot) -> Runs<'s> {
        Runs { slot, bits: self.dialect.bits, direction: self.dialect.direction }
    }

    fn torn(&self, image: usize, torn: Torn) -> Trouble {
        let field = format!("{}.texels[{image}]", self.dialect.form());
        let args = args!(image = image, size = self.texels(image).len(), needed = torn.needed);
        trouble(&SPRITE, &field, args)
    }
}

impl Texels<'_> {
    pub(crate) fn get(&self, place: Place) -> Option<&[u8]> {
        self.files.get(place.file)?.get(place.offset..)?.get(..place.size)
    }

    /// What stands behind the texels of an image, in builds that have marks.
    pub(crate) fn mark(&self, place: Place, marked: bool) -> &[u8] {
        let behind = Place { offset: place.offset.saturating_add(place.size), size: MARK, ..place };
        if marked { self.get(behind).unwrap_or_default() } else { &[] }
    }
}

/// Refuses what would take more memory or time than any game does.
fn check_size(slots: &[Slot], mapped: &BTreeSet<usize>, form: &str) -> Result<(), Trouble> {
    let texels: usize = slots.iter().filter_map(|slot| slot.texels.own()).fold(0, usize::saturating_add);
    let shown = || mapped.iter().filter_map(|&image| Some((image, slots.get(image)?)));
    shown().try_for_each(|(image, slot)| expect_small(image, slot, form))?;
    let pixels = shown().map(|(_, slot)| slot.width * slot.height).fold(0, usize::saturating_add);
    if texels > MOST_TEXELS || pixels > MOST_PIXELS {
        let args = args!(what = "all", image = 0, pixels = pixels, texels = texels, most = MOST_TEXELS);
        return Err(trouble(&TOO_LARGE, &format!("{form}.texels"), args));
    }
    Ok(())
}

fn expect_small(image: usize, slot: &Slot, form: &str) -> Result<(), Trouble> {
    let pixels = slot.width * slot.height;
    if pixels > LARGEST {
        let args = args!(what = "image", image = image, pixels = pixels, texels = 0, most = LARGEST);
        return Err(trouble(&TOO_LARGE, &format!("{form}.texels[{image}]"), args));
    }
    Ok(())
}

/// Whether a mark stands behind each palette: the size of the file tells.
fn has_marks(slots: &[Slot], size: usize, form: &str) -> Result<bool, Trouble> {
    let owned: Vec<usize> = slots.iter().filter_map(|slot| slot.palette.own()).collect();
    let plain = owned.iter().map(|colours| colours.saturating_mul(2)).fold(0, usize::saturating_add);
    let marked = plain.saturating_add(owned.len() * MARK);
    if size == plain || size == marked {
        return Ok(size == marked);
    }
    let args = args!(size = size, plain = plain, marked = marked);
    Err(trouble(&PALETTES_SIZE, &format!("{form}.palettes"), args))
}

/// Where the colours of each image begin that owns any.
fn colours_at(slots: &[Slot], marked: bool) -> Vec<Option<usize>> {
    let mut end = 0usize;
    let start = |slot: &Slot| {
        let colours = slot.palette.own()?;
        let start = end;
        end = end.saturating_add(colours.saturating_mul(2)).saturating_add(if marked { MARK } else { 0 });
        Some(start)
    };
    slots.iter().map(start).collect()
}

impl<'l> Texels<'l> {
    /// Finds the files of either naming, and the place of every image in them. The naming whose files fit is taken.
    fn open(slots: &[Slot], marked: bool, form: &str, lookup: Lookup<'_, 'l>) -> Result<Self, Trouble> {
        // Builds with marks have the longer names, as far as is known; others are tried as well.
        let likely = if marked { Naming::NewTexels } else { Naming::Tex };
        let other = if marked { Naming::Tex } else { Naming::NewTexels };
        let walk = |naming| Walk { naming, marked, form, lookup }.files(slots);
        let found = walk(likely);
        if found.is_err() && lookup(&other.file(0)).is_some() {
            let second = walk(other);
            // Where both fail, the one whose files are there tells more.
            return if second.is_ok() || lookup(&likely.file(0)).is_none() { second } else { found };
        }
        found
    }
}

/// A way through the texel files, image by image.
struct Walk<'w, 'l> {
    naming: Naming,
    marked: bool,
    form: &'w str,
    lookup: Lookup<'w, 'l>,
}

impl<'l> Walk<'_, 'l> {
    fn files(&self, slots: &[Slot]) -> Result<Texels<'l>, Trouble> {
        let mut texels = Texels { naming: self.naming, files: vec![], places: vec![] };
        let mut end = 0;
        for (image, slot) in slots.iter().enumerate() {
            let place = match slot.texels.own() {
                Some(size) => Some(self.step(&mut texels.files, &mut end, image, size)?),
                None => None,
            };
            texels.places.push(place);
        }
        let last = texels.files.len().saturating_sub(1);
        let size = texels.files.last().map_or(0, |file| file.len());
        if end != size {
            return Err(self.mismatch("texels", last, size, end));
        }
        if let Some(surplus) = (self.lookup)(&self.naming.file(last + 1)) {
            return Err(self.mismatch("texels", last + 1, surplus.len(), 0));
        }
        Ok(texels)
    }

    /// The place of the next image. Where a file is used up, the next one begins.
    fn step(
        &self,
        files: &mut Vec<Cow<'l, [u8]>>,
        end: &mut usize,
        image: usize,
        size: usize,
    ) -> Result<Place, Trouble> {
        if files.last().is_none_or(|file| file.len() == *end) {
            files.push(self.file(files.len(), image)?);
            *end = 0;
        }
        let file = files.len().saturating_sub(1);
        let has = files.last().map_or(0, |file| file.len());
        let place = Place { file, offset: *end, size };
        *end = end.saturating_add(size).saturating_add(if self.marked { MARK } else { 0 });
        if *end > has {
            return Err(self.mismatch(&format!("texels[{image}]"), file, has, *end));
        }
        Ok(place)
    }

    fn file(&self, number: usize, image: usize) -> Result<Cow<'l, [u8]>, Trouble> {
        let name = self.naming.file(number);
        let found = (self.lookup)(&name).filter(|_| number < MOST_FILES);
        let field = format!("{}.texels[{image}]", self.form);
        found.ok_or_else(|| trouble(&MISSING, &field, args!(resource = name)))
    }

    fn mismatch(&self, field: &str, file: usize, size: usize, needed: usize) -> Trouble {
        let args = args!(resource = self.naming.file(file), size = size, needed = needed);
        trouble(&TEXELS_SIZE, &format!("{}.{field}", self.form), args)
    }
}
