//! Archives that are edited as a whole, decoded once: a page shows hundreds of their pictures at a time, and each would
//! take the whole archive to decode.

use crate::stamp::Stamp;
use rayon::prelude::*;
use relict_toolkit::answer::page::GalleryKind;
use relict_toolkit::core::args;
use relict_toolkit::core::image::{Image, Pixels};
use relict_toolkit::core::tree::{Content, EditableTree};
use relict_toolkit::open::Asset;
use relict_toolkit::problem::{Problem, Result, VIEWER_NO_GALLERY, VIEWER_NO_LEAF};
use std::collections::{HashMap, VecDeque};
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError};

/// Archives that are kept.
const KEPT: usize = 2;
/// Of the pictures of one, in bytes; those beyond are decoded when they are asked for.
const PIXELS: usize = 24 << 20;

#[derive(Debug)]
pub struct Gallery {
    pub folder: String,
    pub leaves: Vec<Leaf>,
}

/// A file that is made of several entries.
#[derive(Debug)]
pub struct Leaf {
    /// Inside the folder.
    pub path: String,
    /// What people call it, if it belongs to what one looks at together.
    pub name: Option<String>,
    pub kind: GalleryKind,
    /// Of a picture.
    pub size: Option<(usize, usize)>,
    /// None if it is no picture, or one too many.
    image: Option<Image>,
}

impl Gallery {
    fn of(asset: &Asset<'_>) -> Result<Self> {
        spread(asset, |spread| {
            let names: HashMap<usize, String> =
                spread.shown().into_iter().map(|(name, leaf)| (leaf, name)).collect();
            let read =
                |(i, path): (usize, &str)| Leaf::read(spread, i, path.to_owned(), names.get(&i).cloned());
            let mut leaves: Vec<Leaf> = spread.leaves().into_par_iter().enumerate().map(read).collect();
            let mut left = PIXELS;
            for leaf in &mut leaves {
                let room = leaf.image.as_ref().and_then(|image| left.checked_sub(cost(image)));
                left = room.unwrap_or(left);
                leaf.image = leaf.image.take().filter(|_| room.is_some());
            }
            Ok(Self { folder: spread.folder(), leaves })
        })
    }

    /// The picture of a leaf.
    pub fn image(&self, asset: &Asset<'_>, leaf: &str) -> Result<Image> {
        let none = || Problem::new(VIEWER_NO_LEAF, asset.path, args!(leaf = leaf));
        let place = self.leaves.iter().position(|known| known.path == leaf).ok_or_else(none)?;
        if let Some(image) = &self.leaves[place].image {
            return Ok(image.clone());
        }
        spread(asset, |spread| match spread.content(place) {
            Ok(Content::Picture(image)) => Ok(image),
            _ => Err(none()),
        })
    }
}

impl Leaf {
    fn read(spread: &dyn EditableTree, leaf: usize, path: String, name: Option<String>) -> Self {
        let content = spread.content(leaf).ok();
        let kind = match &content {
            Some(Content::Picture(_)) => GalleryKind::Picture,
            Some(Content::Json(_)) => GalleryKind::Json,
            Some(Content::Text(_)) => GalleryKind::Text,
            Some(Content::Bytes(_)) | None => GalleryKind::Bytes,
        };
        let image = content
            .and_then(|content| if let Content::Picture(image) = content { Some(image) } else { None });
        let size = image.as_ref().map(|image| (image.width, image.height));
        Self { path, name, kind, size, image }
    }
}

fn cost(image: &Image) -> usize {
    match &image.pixels {
        Pixels::Rgba(pixels) => pixels.len() * 4,
        Pixels::Indexed { indices, palette } => indices.len() + palette.len() * 4,
    }
}

fn spread<R>(asset: &Asset<'_>, then: impl FnOnce(&dyn EditableTree) -> Result<R>) -> Result<R> {
    let (kind, document) = asset.open()?;
    let none = || Problem::new(VIEWER_NO_GALLERY, asset.path, args!(format = kind.id));
    let spread = document.open_tree().ok_or_else(none)?;
    let spread = spread.map_err(|e| Problem::unreadable(kind, asset.path, asset.bytes, &e))?;
    then(&*spread)
}

/// A place for a gallery. Whoever asks for it while it is decoded waits for it, and for no other.
type Slot = Arc<OnceLock<Result<Arc<Gallery>>>>;

/// The last ones that were looked at.
#[derive(Debug, Default)]
pub struct Galleries(Mutex<VecDeque<(String, Stamp, Slot)>>);

impl Galleries {
    pub fn get(&self, asset: &Asset<'_>, stamp: Stamp) -> Result<Arc<Gallery>> {
        self.get_or_make(asset.path, stamp, || Gallery::of(asset))
    }

    fn get_or_make(
        &self,
        path: &str,
        stamp: Stamp,
        make: impl FnOnce() -> Result<Gallery>,
    ) -> Result<Arc<Gallery>> {
        let slot = self.slot(path, stamp);
        let gallery = slot.get_or_init(|| make().map(Arc::new)).clone();
        if gallery.is_err() {
            // It takes the place of one that can be shown.
            self.kept().retain(|(_, _, kept)| !Arc::ptr_eq(kept, &slot));
        }
        gallery
    }

    fn slot(&self, path: &str, stamp: Stamp) -> Slot {
        let mut kept = self.kept();
        if let Some((_, _, slot)) = kept.iter().find(|(known, state, _)| known == path && *state == stamp) {
            return Arc::clone(slot);
        }
        let slot = Slot::default();
        kept.retain(|(known, _, _)| known != path);
        kept.push_front((path.to_owned(), stamp, Arc::clone(&slot)));
        kept.truncate(KEPT);
        slot
    }

    fn kept(&self) -> MutexGuard<'_, VecDeque<(String, Stamp, Slot)>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
// Two who ask at once take two threads.
#[allow(clippy::disallowed_methods)]
mod tests {
    use super::*;
    use std::sync::mpsc;

    fn empty() -> Result<Gallery> {
        Ok(Gallery { folder: String::new(), leaves: vec![] })
    }

    #[test]
    fn a_gallery_does_not_wait_for_another() {
        let (galleries, stamp) = (Galleries::default(), Stamp::of_edit(0, 0));
        let (go, wait) = mpsc::channel();
        std::thread::scope(|scope| {
            let (begun, has_begun) = mpsc::channel();
            let slow = scope.spawn({
                let galleries = &galleries;
                move || {
                    galleries.get_or_make("slow", stamp, || {
                        begun.send(()).unwrap();
                        wait.recv().unwrap();
                        empty()
                    })
                }
            });
            has_begun.recv().unwrap();
            galleries.get_or_make("quick", stamp, empty).unwrap();
            go.send(()).unwrap();
            let slow = slow.join().unwrap().unwrap();
            let again = galleries.get_or_make("slow", stamp, || panic!("decoded twice")).unwrap();
            assert!(Arc::ptr_eq(&slow, &again));
        });
    }

    #[test]
    fn what_cannot_be_decoded_is_tried_again() {
        let (galleries, stamp) = (Galleries::default(), Stamp::of_edit(0, 0));
        let fails = || Err(Problem::new(VIEWER_NO_GALLERY, "a", vec![]));
        assert!(galleries.get_or_make("a", stamp, fails).is_err());
        assert!(galleries.get_or_make("a", stamp, empty).is_ok());
    }
}
