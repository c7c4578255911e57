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
mod square;

pub(crate) use drawing::{CELL, MOST_COLOURS};
pub use drawing::{Drawing, Framed, Misfit, Palette, Reading, Spot, Strip};
pub use square::Square;

pub use crate::game::Lookup;
use crate::sprite::tight;
use relict_core::args;
use relict_core::error::Error;
use relict_core::report::Args;
use std::borrow::Cow;
use std::collections::BTreeMap;

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

/// What an edit or a refusal speaks of, by its place in the gallery.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Which {
    Texture(usize),
    Flat(usize),
    Shape(usize),
    Palette(usize),
}

/// What a person wants changed. What is not named stays, byte for byte.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Edits {
    /// New indices of textures, by their places.
    pub textures: BTreeMap<usize, Vec<u8>>,
    /// Textures behind the last of a bank, by its number.
    pub added: Vec<(usize, Vec<u8>)>,
    /// How many textures go from the end of a bank.
    pub dropped: BTreeMap<usize, usize>,
    pub flats: BTreeMap<usize, Vec<u8>>,
    /// New sprites, by the places of their shapes.
    pub shapes: BTreeMap<usize, NewShape>,
    /// New colours of palettes, by their places.
    pub palettes: BTreeMap<usize, Vec<u16>>,
    pub added_palettes: Vec<Vec<u16>>,
    /// How many palettes go from the end.
    pub dropped_palettes: usize,
    /// Whether texels of four bits may become texels of eight where a picture has more colours.
    pub deepen: bool,
}

/// A sprite on its way into a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NewShape {
    pub x0: usize,
    pub y0: usize,
    /// With a mask; without one, everything is visible.
    pub drawing: Drawing,
}

impl NewShape {
    /// Whether it is what a shape is already.
    pub(crate) fn is(&self, old: &Shape) -> bool {
        (self.x0, self.y0, &self.drawing) == (old.x0, old.y0, &old.drawing)
    }

    /// Whether the same is visible of it in the same place, so that nothing but its pixels can differ.
    pub(crate) fn has_outline_of(&self, old: &Shape) -> bool {
        (self.x0, self.y0, self.drawing.width, &self.drawing.mask)
            == (old.x0, old.y0, old.drawing.width, &old.drawing.mask)
    }

    /// The same without the invisible rows and columns at its sides.
    pub fn trimmed(&self) -> Result<Self, Misfit> {
        let Drawing { width, height, indices, mask } = &self.drawing;
        let full = || vec![true; indices.len()];
        let mask = mask.clone().unwrap_or_else(full);
        if width.checked_mul(*height) != Some(indices.len()) || mask.len() != indices.len() {
            let (width, height) = (*width, *height);
            return Err(Misfit::Size { width, height, wanted_width: width, wanted_height: height });
        }
        let (left, top, new_width, new_height) = tight(&mask, *width).ok_or(Misfit::Empty)?;
        let places: Vec<usize> = (top..top + new_height)
            .flat_map(|y| (left..left + new_width).map(move |x| y * width + x))
            .collect();
        let mask: Vec<bool> = places.iter().map(|&place| mask[place]).collect();
        let index = |(place, visible): (&usize, &bool)| if *visible { indices[*place] } else { 0 };
        let indices = places.iter().zip(&mask).map(index).collect();
        let drawing = Drawing { width: new_width, height: new_height, indices, mask: Some(mask) };
        Ok(Self { x0: self.x0.saturating_add(left), y0: self.y0.saturating_add(top), drawing })
    }
}

/// New bytes of resources, and what else there is to say.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Changes {
    /// By name; all that are not here stay.
    pub files: BTreeMap<String, Vec<u8>>,
    pub notes: Vec<Note>,
}

impl Changes {
    /// Adds the new bytes of a resource, if they are new.
    pub fn put<'b>(&mut self, lookup: Lookup<'_, '_>, name: &str, bytes: impl Into<Cow<'b, [u8]>>) {
        let bytes = bytes.into();
        if lookup(name).as_deref() != Some(&*bytes) {
            self.files.insert(name.to_owned(), bytes.into_owned());
        }
    }
}

/// What a person should hear, although nothing is wrong.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Note {
    /// A new shape belongs to several sprites; all of them change.
    Shared { shape: usize, sprites: Vec<usize> },
    /// The texels of a new shape belong to others, too.
    SharedTexels { shape: usize, other: usize },
    /// Texels of four bits have become texels of eight.
    Deepened(Which),
    /// Texels were to become deeper where needed, but the engine reads four bits for each, so that none ever do.
    NeverDeepened,
}

/// Why a game cannot be changed as wanted. Nothing is.
#[derive(Clone, Debug, PartialEq)]
pub enum Refusal {
    /// The game itself cannot be understood.
    Trouble(Trouble),
    /// There is no such texture, flat, shape or palette.
    Missing(Which),
    /// A picture does not fit.
    Misfit { which: Which, misfit: Misfit },
    /// Without this resource nobody knows what another number of textures or palettes would break.
    Needs { resource: &'static str },
    /// What is to go is in use, by the entry of this place.
    InUse { which: Which, entry: usize },
    /// Two different shapes have texels in common, so that neither can have others. No sprite may have the other one.
    SharedTexels { shape: usize, other: Option<usize> },
    /// What the header of the palettes counts is not known, so that their number must stay.
    PaletteHeader { header: u16 },
    /// Only the last of several files can have more or fewer textures: the number of all behind it would change.
    NotLast { bank: usize, last: usize },
    /// A resource cannot hold so much.
    Full { resource: String },
}

impl From<Trouble> for Refusal {
    fn from(trouble: Trouble) -> Self {
        Self::Trouble(trouble)
    }
}

impl Refusal {
    /// The last part of a code, and what a message about it speaks of. A `Trouble` has a rule of its own for that.
    pub fn told(&self) -> (&'static str, Args) {
        match self {
            Self::Trouble(trouble) => ("trouble", args!(resource = trouble.resource.as_str())),
            Self::Missing(which) => ("no-such-picture", which.args()),
            Self::Misfit { which, misfit } => {
                let (code, args) = misfit.told();
                (code, [which.args(), args].concat())
            }
            Self::Needs { resource } => ("needs-resource", args!(resource = *resource)),
            Self::InUse { which, entry } => ("in-use", [which.args(), args!(entry = *entry)].concat()),
            Self::SharedTexels { shape, other } => {
                let other = other.map(|other| args!(other = other)).unwrap_or_default();
                ("shared-texels", [args!(shape = *shape), other].concat())
            }
            Self::PaletteHeader { header } => ("palette-header", args!(header = *header)),
            Self::NotLast { bank, last } => ("not-last", args!(bank = *bank, last = *last)),
            Self::Full { resource } => ("full", args!(resource = resource.as_str())),
        }
    }
}

impl Which {
    fn args(self) -> Args {
        let (kind, number) = match self {
            Self::Texture(i) => ("texture", i),
            Self::Flat(i) => ("flat", i),
            Self::Shape(i) => ("shape", i),
            Self::Palette(i) => ("palette", i),
        };
        args!(kind = kind, number = number)
    }
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
            Which::Palette(_) => Box::new(std::iter::empty()),
        }
    }

    /// The sprites that have a shape.
    pub fn sprites_of(&self, shape: usize) -> Vec<usize> {
        let has = |(i, entry): (usize, &Entry)| (entry.picture == shape).then_some(i);
        self.sprites.iter().enumerate().filter_map(has).collect()
    }

    /// What has to be said of a shape that changes.
    pub(crate) fn note_shared(&self, shape: usize, notes: &mut Vec<Note>) {
        let sprites = self.sprites_of(shape);
        if sprites.len() > 1 {
            notes.push(Note::Shared { shape, sprites });
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sprites_lose_their_empty_sides_and_nothing_else() {
        let mask = [false, false, false, false, true, false, false, true, true];
        let drawing = Drawing { width: 3, height: 3, indices: vec![9; 9], mask: Some(mask.to_vec()) };
        let trimmed = NewShape { x0: 5, y0: 6, drawing }.trimmed().unwrap();
        assert_eq!((trimmed.x0, trimmed.y0), (6, 7));
        assert_eq!(trimmed.drawing.mask, Some(vec![true, false, true, true]));
        assert_eq!(trimmed.drawing.indices, [9, 0, 9, 9]);
        let empty = Drawing { mask: Some(vec![false; 4]), ..trimmed.drawing };
        assert_eq!(NewShape { x0: 0, y0: 0, drawing: empty }.trimmed(), Err(Misfit::Empty));
    }
}
