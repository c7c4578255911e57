//! Archives that are edited as a whole, decoded once: a page shows hundreds of their pictures at a time, and each would
//! take the whole archive to decode.

use crate::stamp::Stamp;
use rayon::prelude::*;
use relict::core::args;
use relict::core::image::{Image, Pixels};
use relict::core::spread::{Content, Spread};
use relict::open::Asset;
use relict::problem::{Problem, Result, VIEWER_NO_GALLERY, VIEWER_NO_LEAF};
use std::collections::{HashMap, VecDeque};
use std::sync::{Arc, Mutex, PoisonError};

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
    pub kind: &'static str,
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
    fn read(spread: &dyn Spread, leaf: usize, path: String, name: Option<String>) -> Self {
        let content = spread.content(leaf).ok();
        let kind = match &content {
            Some(Content::Picture(_)) => "picture",
            Some(Content::Json(_)) => "json",
            Some(Content::Text(_)) => "text",
            Some(Content::Bytes(_)) | None => "bytes",
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

fn spread<R>(asset: &Asset<'_>, then: impl FnOnce(&dyn Spread) -> Result<R>) -> Result<R> {
    let (kind, document) = asset.open()?;
    let none = || Problem::new(VIEWER_NO_GALLERY, asset.path, args!(format = kind.id));
    let spread = document.as_spread().ok_or_else(none)?;
    let spread = spread.map_err(|e| Problem::unreadable(kind, asset.path, asset.bytes, &e))?;
    then(&*spread)
}

/// The last ones that were looked at.
#[derive(Debug, Default)]
pub struct Galleries(Mutex<VecDeque<(String, Stamp, Arc<Gallery>)>>);

impl Galleries {
    pub fn get(&self, asset: &Asset<'_>, stamp: Stamp) -> Result<Arc<Gallery>> {
        // Held while it is decoded, so that whoever asks meanwhile waits for the same.
        let mut kept = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some((_, _, gallery)) =
            kept.iter().find(|(path, state, _)| path == asset.path && *state == stamp)
        {
            return Ok(Arc::clone(gallery));
        }
        let gallery = Arc::new(Gallery::of(asset)?);
        kept.retain(|(path, _, _)| path != asset.path);
        kept.push_front((asset.path.to_owned(), stamp, Arc::clone(&gallery)));
        kept.truncate(KEPT);
        Ok(gallery)
    }
}
