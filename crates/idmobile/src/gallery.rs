//! What there is to see in a whole game, however its resources hold it, and what a person may change of it.
//!
//! The resources of a game make sense only together: texels know no palette, sprites lie in three files at once. So a
//! game is read as a whole into a [`Gallery`] (by `doom::open` or `orcs::open`), and a whole set of [`Edits`] is
//! turned into the new bytes of exactly those resources that change ([`Changes`], by `doom::change`, `orcs::change`).
//!
//! The unpacked folder uses it so. Unpacking: for every palette [`Palette::strip`]; for every picture
//! [`Drawing::grey`]; for every entry, which is a picture with a palette, [`Drawing::indexed`], and for a sprite its
//! bounds beside it. Packing: every PNG is read against the picture that it came from ([`Drawing::read`],
//! [`Drawing::read_grey`], [`Palette::read_strip`]); what comes out equal is no edit, what differs goes into the
//! `Edits` under the number of its blob, shape or palette. Two files that edit one number in two ways are an error
//! that only the folder can name, since only it knows files. Then `change` does the rest, or refuses, and nothing is
//! written.

mod drawing;
mod edits;
pub(crate) mod entries;
pub(crate) mod palette_edits;
mod refusal;
pub(crate) mod shape_records;
mod square;
pub(crate) mod texels;

pub(crate) use drawing::{CELL, MOST_COLOURS};
pub use drawing::{Drawing, Framed, Misfit, Palette, Reading, Spot, Strip};
pub use edits::{Changes, Edits, NewShape, Note, Which};
pub use refusal::Refusal;
pub use square::Square;

pub use crate::game::Lookup;
use relict_core::error::Error;
use std::borrow::Cow;

/// A resource that cannot be understood, so that the game cannot be either.
#[derive(Clone, Debug, PartialEq)]
pub struct Trouble {
    /// Its name: `wtexels.bin`.
    pub resource: String,
    /// The rule that it breaks, by the field.
    pub error: Error,
}

impl Trouble {
    pub fn new(resource: impl Into<String>, error: Error) -> Self {
        Self { resource: resource.into(), error }
    }
}

impl std::fmt::Display for Trouble {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}: {}", self.resource, self.error)
    }
}

impl std::error::Error for Trouble {}

/// What is to be seen in a game.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Gallery<'g> {
    pub palettes: Vec<Palette>,
    /// Wall textures. One of them may be shown with several palettes.
    pub textures: Vec<Blob<'g>>,
    /// Floors and ceilings; only Orcs & Elves II has them.
    pub flats: Vec<Blob<'g>>,
    /// Sprites without their colours.
    pub shapes: Vec<Shape>,
    /// Textures with their palettes, as maps name them through `texture_ids`; none where no mapping is known.
    pub texture_entries: Vec<Entry>,
    pub flat_entries: Vec<Entry>,
    /// Sprites: shapes with their palettes.
    pub sprites: Vec<Entry>,
    /// From the numbers in maps to entries.
    pub texture_ids: Vec<i16>,
    pub flat_ids: Vec<i16>,
    pub sprite_ids: Vec<i16>,
}

/// A square texture.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Blob<'g> {
    /// The resource that holds it.
    pub file: Cow<'static, str>,
    /// The number of that resource: 1 of `wtexels1.bin`; 0 of `wtexels.bin`.
    pub bank: usize,
    /// Where in it its bytes begin, and how many there are, with the byte in front that states the depth.
    pub offset: usize,
    pub size: usize,
    /// Bits for each texel, 4 or 8.
    pub depth: u8,
    pub drawing: Square<'g>,
}

/// A picture with a palette, by their places.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Entry {
    /// Of a texture, flat or shape.
    pub picture: usize,
    pub palette: usize,
}

/// A sprite without colours. Its drawing is cropped to the bounds.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Shape {
    /// Where it stands: the offset of its record in `bitshapes.bin`, or its place in `shapes.idx`.
    pub at: usize,
    /// Where its texels begin: counted in pixels from the first wall texel on, or a place in `stexels.idx`.
    pub texels: u32,
    pub x0: usize,
    pub y0: usize,
    pub depth: u8,
    /// What the file states as the size of the engine's form of it.
    pub decoded_size: u16,
    pub drawing: Drawing,
}

impl Gallery<'_> {
    /// The other sprites that have the shape of this one.
    pub fn shared_with(&self, sprite: usize) -> Vec<usize> {
        let Some(entry) = self.sprites.get(sprite) else { return vec![] };
        self.sprites_of(entry.picture).into_iter().filter(|other| *other != sprite).collect()
    }

    /// How many colours the smallest palette has of those that a picture is shown with; none if it is not shown. A palette
    /// that `edits` change counts as it becomes.
    pub(crate) fn least_colours(&self, which: Which, edits: &Edits) -> Option<usize> {
        let colours = |entry: &Entry| {
            let old = self.palettes.get(entry.palette)?.words.len();
            Some(edits.palettes.get(&entry.palette).map_or(old, Vec::len))
        };
        self.entries_of(which).filter_map(colours).min()
    }

    /// The entries that show a picture. Shapes that have their texels from one place show each other's.
    fn entries_of(&self, which: Which) -> Box<dyn Iterator<Item = &Entry> + '_> {
        let texels = |shape: usize| self.shapes.get(shape).map(|shape| shape.texels);
        match which {
            Which::Texture(i) => {
                Box::new(self.texture_entries.iter().filter(move |entry| entry.picture == i))
            }
            Which::Flat(i) => Box::new(self.flat_entries.iter().filter(move |entry| entry.picture == i)),
            Which::Shape(i) => {
                Box::new(self.sprites.iter().filter(move |entry| texels(entry.picture) == texels(i)))
            }
            Which::Palette(_) | Which::Image(_) => Box::new(std::iter::empty()),
        }
    }

    /// The sprites that have a shape.
    pub fn sprites_of(&self, shape: usize) -> Vec<usize> {
        let has = |(i, entry): (usize, &Entry)| (entry.picture == shape).then_some(i);
        self.sprites.iter().enumerate().filter_map(has).collect()
    }

    /// Refuses to drop the textures from `first` on if one of them is shown.
    pub(crate) fn expect_unused(&self, first: usize) -> Result<(), Refusal> {
        match self.texture_entries.iter().enumerate().find(|(_, entry)| entry.picture >= first) {
            Some((entry, used)) => Err(Refusal::InUse { which: Which::Texture(used.picture), entry }),
            None => Ok(()),
        }
    }

    /// What has to be said of a shape that changes.
    pub(crate) fn note_shared(&self, shape: usize, notes: &mut Vec<Note>) {
        let sprites = self.sprites_of(shape);
        if sprites.len() > 1 {
            notes.push(Note::Shared { shape, sprites });
        }
    }
}
