//! New pixels of pictures in chunks, which may need more bits than the texels have.

use super::first_texels;
use crate::bank::Set;
use crate::gallery::shape_records::record;
use crate::gallery::texels::{expect_depth, texels_of};
use crate::gallery::{
    Blob, Drawing, Edits, Gallery, MOST_COLOURS, Misfit, NewShape, Note, Refusal, Shape, Which,
};
use crate::sprite::{self, RoomRule, texels_bytes};

/// Whether texels may become deeper, and what that asks of palettes.
pub(super) struct Deepen<'g> {
    pub gallery: &'g Gallery<'g>,
    pub edits: &'g Edits,
    /// Whether the engine reads four bits whatever the depth states.
    pub is_java: bool,
}

impl Deepen<'_> {
    /// The depth that new indices need. More than 16 of them are an error unless that was asked for, and all palettes
    /// that the picture is shown with have as many colours.
    fn depth(&self, which: Which, old: u8, indices: &[u8], notes: &mut Vec<Note>) -> Result<u8, Refusal> {
        let misfit = which.misfit();
        self.expect_depth(which, old, indices)?;
        if expect_depth(indices, old).is_ok() {
            return Ok(old);
        }
        let largest = indices.iter().copied().max().unwrap_or(0);
        let colours = self.gallery.least_colours(which, self.edits);
        if let Some(colours) = colours.filter(|&colours| colours <= largest.into()) {
            return Err(misfit(Misfit::Colours { found: colours, wanted: usize::from(largest) + 1 }));
        }
        notes.push(Note::Deepened(which));
        Ok(8)
    }

    /// Refuses indices that need more bits than texels have, unless these may become deeper. Those of builds for Java never
    /// do: the engine would read them as texels of four bits.
    pub(super) fn expect_depth(&self, which: Which, old: u8, indices: &[u8]) -> Result<(), Refusal> {
        match expect_depth(indices, old) {
            Err(Misfit::Depth { index, .. }) if self.is_java => {
                Err(Refusal::Misfit { which, misfit: Misfit::FourBits { index } })
            }
            Err(misfit) if !self.edits.deepen => Err(Refusal::Misfit { which, misfit }),
            _ => Ok(()),
        }
    }

    /// Refuses pixels for which one of the palettes that the picture is shown with has no colour.
    fn expect_colours(&self, which: Which, old: &Drawing, new: &Drawing) -> Result<(), Refusal> {
        let colours = self.gallery.least_colours(which, self.edits).unwrap_or(MOST_COLOURS);
        old.expect_colours(new, colours).map_err(which.misfit())
    }

    pub(super) fn redraw(
        &self,
        which: Which,
        blobs: &[Blob<'_>],
        set: &mut Set,
        indices: &[u8],
        notes: &mut Vec<Note>,
    ) -> Result<(), Refusal> {
        let (Which::Texture(i) | Which::Flat(i)) = which else { return Err(Refusal::Missing(which)) };
        let (Some(old), Some(chunk)) = (blobs.get(i), set.chunks.get_mut(i)) else {
            return Err(Refusal::Missing(which));
        };
        if old.drawing.indices == indices {
            return Ok(());
        }
        let depth = self.depth(which, old.depth, indices, notes)?;
        let texels = texels_of(which, indices, old.drawing.side(), depth)?;
        let new = Drawing { indices: indices.to_vec(), ..Drawing::clone(&old.drawing) };
        self.expect_colours(which, &old.drawing, &new)?;
        // A depth that is neither 4 nor 8 means 4, and stays what it is.
        let stated = if depth == old.depth { chunk.bytes.first().copied().unwrap_or(depth) } else { depth };
        chunk.bytes = [&[stated][..], &texels].concat();
        Ok(())
    }

    /// A sprite with another mask or other pixels. Chunks are counted, so nothing else moves.
    pub(super) fn reshape(
        &self,
        (i, old): (usize, &Shape),
        new: &NewShape,
        rule: RoomRule,
        (shapes, texels): (&mut Set, &mut Set),
        notes: &mut Vec<Note>,
    ) -> Result<(), Refusal> {
        let which = Which::Shape(i);
        let same_mask = new.has_outline_of(old);
        let misfit = which.misfit();
        let new = if same_mask { new.clone() } else { new.trimmed().map_err(misfit)? };
        let depth = self.depth(which, old.depth, &new.drawing.indices, notes)?;
        self.expect_colours(which, &old.drawing, &new.drawing)?;
        match self.sharer(i, old) {
            Some(other) if !same_mask || depth != old.depth => {
                return Err(Refusal::SharedTexels { shape: i, other: Some(other) });
            }
            other => notes.extend(other.map(|other| Note::SharedTexels { shape: i, other })),
        }
        let visible = new.visible();
        let packed = texels_bytes(&visible, depth);
        let missing = Refusal::Missing(which);
        if !same_mask {
            let record = record(&new, old.texels, rule).map_err(misfit)?;
            shapes.chunks.get_mut(i).ok_or(missing.clone())?.bytes = record;
        }
        let chunk = texels.chunks.get_mut(old.texels as usize).ok_or(missing)?;
        let stated = if depth == old.depth { chunk.bytes.first().copied().unwrap_or(depth) } else { depth };
        if same_mask && depth == old.depth {
            let room = chunk.bytes.get_mut(1..).unwrap_or_default();
            sprite::overwrite(room, &visible, depth);
            return Ok(());
        }
        chunk.bytes = [&[stated][..], &packed].concat();
        Ok(())
    }

    /// Another shape with the texels of this one.
    fn sharer(&self, i: usize, shape: &Shape) -> Option<usize> {
        let mut others = self.gallery.shapes.iter().enumerate();
        others.find(|(other, old)| *other != i && old.texels == shape.texels).map(|(other, _)| other)
    }

    /// Refuses edits of which one has undone another: shapes that have their texels in common, drawn in two ways.
    pub(super) fn expect_all(&self, texels: &Set) -> Result<(), Refusal> {
        for (&i, new) in &self.edits.shapes {
            let (Some(old), Ok(new)) = (self.gallery.shapes.get(i), new.trimmed()) else { continue };
            let wanted = new.visible();
            let held = first_texels(texels, old.texels, wanted.len()).map(|(_, texels)| texels);
            if held != Some(wanted) {
                return Err(Refusal::SharedTexels { shape: i, other: self.sharer(i, old) });
            }
        }
        Ok(())
    }
}
