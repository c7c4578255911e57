//! The way back: new images and palettes as new bytes of exactly those files that change.

use super::probe::split;
use super::runs::{Encoded, Unfit};
use super::{Media, Picture};
use crate::gallery::{Drawing, Misfit, Refusal, Spot, Which};
use crate::new_mappings::{self, Rewritten};
use crate::new_palettes;
use std::borrow::Cow;
use std::collections::BTreeMap;

/// What a person wants changed, by the numbers of images. What is not named stays, byte for byte.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct ImageEdits {
    /// The whole canvas, with its rows as the file has them. A sprite has a mask. In a raw image with a transparent colour,
    /// what is hidden or has index 0 becomes index 0.
    pub images: BTreeMap<usize, Drawing>,
    /// New colours of the images that own them.
    pub palettes: BTreeMap<usize, Vec<u16>>,
}

/// New bytes of files, and what else there is to say.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Changed {
    /// By name; those that are new stand behind the last of their kind.
    pub files: BTreeMap<String, Vec<u8>>,
    /// Texel files that are no longer needed.
    pub removed: Vec<String>,
    /// Images that changed because they share what was edited, with the image that was.
    pub also: Vec<(usize, usize)>,
}

/// New texels of an image, and its new bounds, as the directory states them, if it is a sprite. A raw image keeps its bounds.
#[derive(Clone, Debug, PartialEq)]
struct NewTexels {
    /// The image through which they were edited.
    through: usize,
    bytes: Vec<u8>,
    bounds: Option<[u8; 4]>,
}

impl Media<'_> {
    /// The files that change when all edits are made, or why none is.
    pub fn change(&self, edits: &ImageEdits) -> Result<Changed, Refusal> {
        let texels = self.new_texels(edits)?;
        self.check_palettes(edits, &texels)?;
        let mut changed = Changed { also: self.also(&texels), ..Changed::default() };
        let mut mappings = Rewritten::new(&self.mappings);
        for (owner, new) in &texels {
            self.tell(*owner, new, &mut mappings);
        }
        for (image, words) in
            edits.palettes.iter().filter(|(image, new)| self.palette(**image).words != **new)
        {
            mappings.set_colours(*image, words.len());
        }
        self.put(&mut changed, new_mappings::NAME, &self.mappings, mappings.into_bytes());
        self.put(&mut changed, new_palettes::NAME, &self.palettes, self.new_palettes(edits));
        self.put_texels(&mut changed, &texels)?;
        Ok(changed)
    }

    fn put(&self, changed: &mut Changed, name: &str, old: &[u8], new: Vec<u8>) {
        if old != new {
            changed.files.insert(name.to_owned(), new);
        }
    }

    /// New texels by the image that owns them. Where what is drawn is what was there, the bytes stay as they are.
    fn new_texels(&self, edits: &ImageEdits) -> Result<BTreeMap<usize, NewTexels>, Refusal> {
        let mut all: BTreeMap<usize, NewTexels> = BTreeMap::new();
        for (&image, drawing) in &edits.images {
            let slot = self.slots.get(image).filter(|_| self.mapped.contains(&image));
            let owner = slot.ok_or(Refusal::Missing(Which::Image(image)))?.texels.owner(image);
            let old = self.picture(image)?;
            let drawing = if old.is_keyed() { Cow::Owned(drawing.keyed()) } else { Cow::Borrowed(drawing) };
            if old.drawing == *drawing {
                continue;
            }
            let new = self.encoded(image, &old, &drawing, edits)?;
            match all.get(&owner) {
                Some(other) if (&other.bytes, other.bounds) != (&new.bytes, new.bounds) => {
                    return Err(Refusal::Different { image: other.through, other: image });
                }
                Some(_) => {}
                None => drop(all.insert(owner, new)),
            }
        }
        for (owner, new) in &all {
            self.check_sharers(*owner, new)?;
        }
        Ok(all)
    }

    fn encoded(
        &self,
        image: usize,
        old: &Picture,
        drawing: &Drawing,
        edits: &ImageEdits,
    ) -> Result<NewTexels, Refusal> {
        let misfit = Which::Image(image).misfit();
        if old.read_only {
            return Err(Refusal::ReadOnly { image });
        }
        fits(&old.drawing, drawing).map_err(misfit)?;
        self.check_indices(image, old, drawing, edits)?;
        if old.is_raw {
            let bytes = self.dialect.bits.packed(&drawing.indices);
            return Ok(NewTexels { through: image, bytes, bounds: None });
        }
        let slot = self.slots.get(image).ok_or(Refusal::Missing(Which::Image(image)))?;
        let Encoded { bytes, bounds } = self.runs(slot).encode(drawing).map_err(|unfit| match unfit {
            Unfit::Misfit(unfit) => misfit(unfit),
            Unfit::Bounds { right, bottom } => Refusal::Bounds { image, right, bottom },
            Unfit::Fragmented { line, runs } => Refusal::Fragmented { image, line, runs },
        })?;
        let tight = bounds.map(usize::from);
        let beyond = Refusal::Bounds { image, right: tight[1], bottom: tight[3] + 1 };
        let bounds = self.dialect.stored(bounds).ok_or(beyond)?;
        let (size, most) = (bytes.len(), self.dialect.most_texels());
        if size > most {
            return Err(Refusal::TooLong { image, size, most });
        }
        Ok(NewTexels { through: image, bytes, bounds: Some(bounds) })
    }

    /// Every index must be one of the bits of a texel, of all palettes that the texels are shown with, and one that the
    /// game can reach. What a picture has had all along is no fault of an edit.
    fn check_indices(
        &self,
        image: usize,
        old: &Picture,
        drawing: &Drawing,
        edits: &ImageEdits,
    ) -> Result<(), Refusal> {
        let misfit = Which::Image(image).misfit();
        let new = drawing.used().into_iter().zip(old.drawing.used()).map(|(is, was)| is && !was);
        let highest = (0..=255u8).zip(new).filter(|(_, new)| *new).map(|(index, _)| index).max();
        let Some(index) = highest else { return Ok(()) };
        if self.dialect.bits == super::runs::Bits::Four && index > 15 {
            return Err(misfit(Misfit::Depth { index, depth: 4 }));
        }
        old.drawing.expect_colours(drawing, self.fewest_colours(image, edits)).map_err(misfit)?;
        match self.dialect.has_signed_texels() && index > 127 {
            true => Err(Refusal::Signed { image, index }),
            false => Ok(()),
        }
    }

    /// How many colours the smallest palette has, as it becomes, of those that tiles show the texels of an image with.
    fn fewest_colours(&self, image: usize, edits: &ImageEdits) -> usize {
        let colours = |image: usize| {
            let owner = self.slots.get(image)?.palette.owner(image);
            let old = || self.palette(owner).words.len();
            Some(edits.palettes.get(&owner).map_or_else(old, Vec::len))
        };
        let owner = self.slots.get(image).map_or(image, |slot| slot.texels.owner(image));
        let shown = self.sharers(owner).filter(|image| self.mapped.contains(image));
        shown.filter_map(colours).min().unwrap_or_default()
    }

    /// All images with the texels of an owner, itself among them, whether a tile shows them or not.
    fn sharers(&self, owner: usize) -> impl Iterator<Item = usize> {
        let shares = move |image: &usize| {
            self.slots.get(*image).is_some_and(|slot| slot.texels.owner(*image) == owner)
        };
        (0..self.slots.len()).filter(shares)
    }

    /// A new blob must be for all its images what the old one was: raw, or runs.
    fn check_sharers(&self, owner: usize, new: &NewTexels) -> Result<(), Refusal> {
        for image in self.sharers(owner).filter(|image| self.mapped.contains(image)) {
            let Some(slot) = self.slots.get(image) else { continue };
            let size = new.bytes.len();
            if self.dialect.is_raw(slot, size) != new.bounds.is_none() {
                return Err(Refusal::LooksRaw { image, size });
            }
            if let Some([_, right, _, bottom]) = new.bounds.map(|bounds| bounds.map(usize::from))
                && (right > slot.width || bottom > slot.height + usize::from(self.dialect.first_row))
            {
                return Err(Which::Image(image).misfit()(Misfit::Canvas { right, bottom }));
            }
        }
        Ok(())
    }

    /// Puts what is new about the texels of an owner into the directory.
    fn tell(&self, owner: usize, new: &NewTexels, mappings: &mut Rewritten) {
        if let Some(bounds) = new.bounds {
            // Slots behind the last image refer to the first one, and have no bounds.
            let is_image = |image: &usize| self.slots.get(*image).is_some_and(|slot| !slot.is_filler());
            self.sharers(owner).filter(is_image).for_each(|image| mappings.set_bounds(image, bounds));
        }
        if self.texels(owner).len() != new.bytes.len() {
            mappings.set_texel_bytes(owner, new.bytes.len());
        }
    }

    fn also(&self, texels: &BTreeMap<usize, NewTexels>) -> Vec<(usize, usize)> {
        let of = |new: &NewTexels| {
            let through = new.through;
            self.shared_with(through).into_iter().map(move |image| (image, through)).collect::<Vec<_>>()
        };
        texels.values().flat_map(of).collect()
    }

    /// A palette may have another number of colours, as long as its images find theirs.
    fn check_palettes(&self, edits: &ImageEdits, texels: &BTreeMap<usize, NewTexels>) -> Result<(), Refusal> {
        for (&image, words) in &edits.palettes {
            let old = self.slots.get(image).and_then(|slot| slot.palette.own());
            let (colours, old) = (words.len(), old.ok_or(Refusal::Missing(Which::Image(image)))?);
            if colours == old {
                continue;
            }
            let most = if self.dialect.has_signed_texels() { 128 } else { 256 };
            let least = self.least_colours(image, edits, texels)?;
            if colours < least || colours > most {
                return Err(Refusal::Palette { image, colours, least, most });
            }
        }
        Ok(())
    }

    /// How many colours the images of a palette need.
    fn least_colours(
        &self,
        palette: usize,
        edits: &ImageEdits,
        texels: &BTreeMap<usize, NewTexels>,
    ) -> Result<usize, Refusal> {
        let mut least = 0;
        for &image in &self.mapped {
            let Some(slot) = self.slots.get(image).filter(|slot| slot.palette.owner(image) == palette) else {
                continue;
            };
            // An image may have been edited through another one.
            let through = texels.get(&slot.texels.owner(image)).map_or(image, |new| new.through);
            let drawing = match edits.images.get(&through) {
                Some(drawing) => Cow::Borrowed(drawing),
                None => Cow::Owned(self.picture(image)?.drawing),
            };
            // What has had no colour before needs none now.
            let named = drawing.used().into_iter().take(self.palette(palette).words.len());
            let named: Vec<bool> = named.collect();
            least = least.max(named.iter().rposition(|named| *named).map_or(0, |last| last + 1));
        }
        Ok(least)
    }

    /// All palettes again, with the marks that stood behind them.
    fn new_palettes(&self, edits: &ImageEdits) -> Vec<u8> {
        let mut bytes = vec![];
        for (image, slot) in self.slots.iter().enumerate() {
            let Some(colours) = slot.palette.own() else { continue };
            let start = self.colours_at.get(image).copied().flatten().unwrap_or_default();
            let end = start + 2 * colours;
            match edits.palettes.get(&image) {
                Some(words) => bytes.extend(words.iter().flat_map(|word| word.to_le_bytes())),
                None => bytes.extend(self.palettes.get(start..end).unwrap_or_default()),
            }
            bytes.extend(self.palettes.get(end..end + self.dialect.mark()).unwrap_or_default());
        }
        bytes
    }

    /// The texel files again. Those in front of the first image of a new size are as they were.
    fn put_texels(&self, changed: &mut Changed, new: &BTreeMap<usize, NewTexels>) -> Result<(), Refusal> {
        if new.is_empty() {
            return Ok(());
        }
        let mut files: Vec<Vec<u8>> = vec![];
        for (image, file) in self.new_split(new)?.into_iter().enumerate() {
            let (Some(file), Some(place)) = (file, self.place(image)) else { continue };
            files.resize_with(files.len().max(file + 1), Vec::new);
            let texels = new.get(&image).map_or(self.texels(image), |new| &new.bytes);
            if let Some(bytes) = files.get_mut(file) {
                bytes.extend(texels);
                bytes.extend(self.texels.mark(place, self.dialect.marked));
            }
        }
        let (before, after) = (self.texels.files.len(), files.len());
        for (number, bytes) in files.into_iter().enumerate() {
            let old = self.texels.files.get(number);
            if old.is_none_or(|old| **old != bytes) {
                changed.files.insert(self.dialect.naming.file(number), bytes);
            }
        }
        changed.removed = (after..before).map(|number| self.dialect.naming.file(number)).collect();
        Ok(())
    }

    /// The file of each image that owns texels: as it was if no size is new, else as the game's builder cuts them.
    fn new_split(&self, new: &BTreeMap<usize, NewTexels>) -> Result<Vec<Option<usize>>, Refusal> {
        let old: Vec<Option<usize>> = self.slots.iter().map(|slot| slot.texels.own()).collect();
        let size = |(image, old): (usize, &Option<usize>)| {
            old.map(|old| new.get(&image).map_or(old, |new| new.bytes.len()))
        };
        let sizes: Vec<Option<usize>> = old.iter().enumerate().map(size).collect();
        if sizes == old {
            return Ok(self.texels.places.iter().map(|place| place.map(|place| place.file)).collect());
        }
        let limit = self.dialect.limit.ok_or(Refusal::Split)?;
        Ok(split(&sizes, self.dialect.mark(), limit))
    }
}

/// A picture keeps its size, and has a mask if it is a sprite.
fn fits(old: &Drawing, new: &Drawing) -> Result<(), Misfit> {
    let pixels = new.width.checked_mul(new.height);
    let whole =
        pixels == Some(new.indices.len()) && new.mask.as_ref().is_none_or(|mask| pixels == Some(mask.len()));
    if (old.width, old.height) != (new.width, new.height) || !whole {
        let (wanted_width, wanted_height) = (old.width, old.height);
        return Err(Misfit::Size { width: new.width, height: new.height, wanted_width, wanted_height });
    }
    let clear = new.mask.as_ref().and_then(|mask| mask.iter().position(|visible| !visible));
    match clear.filter(|_| old.mask.is_none()) {
        Some(place) => Err(Misfit::Alpha(Spot { x: place % new.width, y: place / new.width })),
        None => Ok(()),
    }
}
