//! A map with the game around it: walls get the mean colours of the textures that they show.

use super::{Bsp, draw};
use crate::doom;
use crate::gallery::Gallery;
use relict_core::format::Library;
use relict_core::image::Image;
use relict_core::plan::Plan;
use std::cell::RefCell;
use std::collections::BTreeMap;

impl Plan for Bsp<'_> {
    fn drawn(&self, around: &dyn Library) -> Image {
        let gallery = around_map(around);
        let means = Means::of(&gallery);
        draw::image(self, &|texture| means.get(texture))
    }

    fn svg(&self, around: &dyn Library) -> String {
        let gallery = around_map(around);
        let means = Means::of(&gallery);
        draw::svg(self, &|texture| means.get(texture))
    }
}

/// The pictures of the game that a map lies in; none where its resources are not there or cannot be understood.
fn around_map(around: &dyn Library) -> Gallery<'_> {
    doom::open(&|name| around.sibling(name)).unwrap_or_default()
}

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
