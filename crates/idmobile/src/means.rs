//! The mean colours of textures, by the numbers that maps have for them.

use crate::gallery::Gallery;
use crate::media::Media;
use std::cell::RefCell;
use std::collections::BTreeMap;

/// The mean colours of textures, by the numbers that maps call them. There may be many more than a map shows, so each is
/// taken when it is asked for, and once.
pub(crate) struct Means<'g> {
    gallery: &'g Gallery<'g>,
    known: RefCell<BTreeMap<u16, Option<[u8; 3]>>>,
}

impl<'g> Means<'g> {
    pub(crate) fn of(gallery: &'g Gallery<'g>) -> Self {
        Self { gallery, known: RefCell::default() }
    }

    pub(crate) fn get(&self, texture: u16) -> Option<[u8; 3]> {
        *self.known.borrow_mut().entry(texture).or_insert_with(|| self.mean(texture))
    }

    fn mean(&self, texture: u16) -> Option<[u8; 3]> {
        let Gallery { texture_ids, texture_entries, textures, palettes, .. } = self.gallery;
        let id = usize::try_from(*texture_ids.get(usize::from(texture))?).ok()?;
        let entry = texture_entries.get(id)?;
        textures.get(entry.picture)?.drawing.mean(palettes.get(entry.palette)?)
    }
}

/// The same for the newer games, whose maps name tiles.
pub(crate) struct TileMeans<'g> {
    media: &'g Media<'g>,
    known: RefCell<BTreeMap<u16, Option<[u8; 3]>>>,
}

impl<'g> TileMeans<'g> {
    pub(crate) fn of(media: &'g Media<'g>) -> Self {
        Self { media, known: RefCell::default() }
    }

    pub(crate) fn get(&self, tile: u16) -> Option<[u8; 3]> {
        *self.known.borrow_mut().entry(tile).or_insert_with(|| self.mean(tile))
    }

    /// Of the first image of the tile.
    fn mean(&self, tile: u16) -> Option<[u8; 3]> {
        let (_, images) = self.media.tiles.iter().find(|(number, _)| *number == usize::from(tile))?;
        let picture = self.media.picture(images.start).ok()?;
        picture.drawing.mean(&picture.palette)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::colour::Order;
    use crate::gallery::{Blob, Entry, Palette, Square};

    #[test]
    fn only_means_that_are_asked_for_are_taken() {
        let palette = Palette { words: vec![0xF800, 0x001F], order: Order::Rgb565 };
        let drawing = Square::new(&[0x10, 0x11], 4).unwrap();
        let blob = Blob { file: "".into(), bank: 0, offset: 0, size: 2, depth: 4, drawing };
        let gallery = Gallery {
            palettes: vec![palette],
            textures: vec![blob],
            texture_entries: vec![Entry { picture: 0, palette: 0 }; 9],
            texture_ids: vec![8, 9, -1, 0],
            ..Gallery::default()
        };
        let means = Means::of(&gallery);
        assert_eq!(
            (means.get(0), means.get(0), means.get(3)),
            (Some([63, 0, 191]), means.get(3), means.get(0))
        );
        assert_eq!((means.get(1), means.get(2), means.get(4)), (None, None, None));
        assert_eq!(means.known.borrow().len(), 5);
    }
}
