//! What a person wants changed in a game, and what comes of it.

use super::{Drawing, Lookup, Misfit, Refusal, Shape};
use crate::sprite::{gathered, tight};
use relict_core::args;
use relict_core::report::Args;
use std::borrow::Cow;
use std::collections::BTreeMap;

/// What an edit or a refusal speaks of, by its place in the gallery.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Which {
    Texture(usize),
    Flat(usize),
    Shape(usize),
    Palette(usize),
    /// An image of the newer games.
    Image(usize),
}

impl Which {
    pub(crate) fn args(self) -> Args {
        let (kind, number) = match self {
            Self::Texture(i) => ("texture", i),
            Self::Flat(i) => ("flat", i),
            Self::Shape(i) => ("shape", i),
            Self::Palette(i) => ("palette", i),
            Self::Image(i) => ("media", i),
        };
        args!(kind = kind, number = number)
    }

    /// Makes a refusal of a picture that does not fit.
    pub(crate) fn misfit(self) -> impl Fn(Misfit) -> Refusal + Copy {
        move |misfit| Refusal::Misfit { which: self, misfit }
    }
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

    /// The indices of its visible pixels, in the order of texels.
    pub(crate) fn visible(&self) -> Vec<u8> {
        let Drawing { width, height, indices, mask } = &self.drawing;
        gathered(indices, mask.as_deref().unwrap_or_default(), *width, *height)
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
