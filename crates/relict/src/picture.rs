//! Pictures.

use crate::Result;
use relict_toolkit::core::format::Kind;
use relict_toolkit::core::image::{self, Image, Pixels};
use relict_toolkit::picture::{self, Alpha};
use serde_json::Value;

/// A picture, decoded, with its smaller levels.
#[derive(Clone, Debug)]
pub struct Picture {
    path: String,
    levels: Vec<Image>,
    settings: Value,
    /// What makes the PNG the same file again.
    note: Vec<u8>,
}

impl Picture {
    pub(crate) fn of(path: &str, kind: &Kind, picture: &dyn image::Picture) -> Self {
        let levels: Vec<Image> = (0..picture.levels()).map_while(|level| picture.image(level)).collect();
        let note = levels.first().map(|largest| picture::note(kind, picture, largest)).unwrap_or_default();
        Self { path: path.to_owned(), levels, settings: picture.settings(), note }
    }

    /// Width and height of every level, the largest first. Empty where nobody knows its colours.
    pub fn levels(&self) -> Vec<(usize, usize)> {
        self.levels.iter().map(|image| (image.width, image.height)).collect()
    }

    /// Width in pixels.
    pub fn width(&self) -> usize {
        self.levels.first().map_or(0, |image| image.width)
    }

    /// Height in pixels.
    pub fn height(&self) -> usize {
        self.levels.first().map_or(0, |image| image.height)
    }

    /// The colours of the largest level: red, green, blue, alpha; rows from the top.
    pub fn to_rgba(&self) -> Vec<[u8; 4]> {
        self.levels.first().map(Image::to_rgba).unwrap_or_default()
    }

    /// The palette and, for each pixel, a place in it; none for a picture in true colour.
    pub fn indexed(&self) -> Option<(&[[u8; 4]], &[u8])> {
        match &self.levels.first()?.pixels {
            Pixels::Indexed { indices, palette } => Some((palette, indices)),
            Pixels::Rgba(_) => None,
        }
    }

    /// What the file says besides its pixels, such as its pixel format.
    pub fn settings(&self) -> &Value {
        &self.settings
    }

    /// The largest level as PNG. An indexed picture stays indexed, and the PNG carries along what makes it the same file
    /// again.
    pub fn to_png(&self) -> Result<Vec<u8>> {
        let none = || {
            let args = relict_toolkit::core::args!(level = 0, levels = 0);
            relict_toolkit::problem::Problem::new(
                relict_toolkit::problem::IMAGE_NONE,
                self.path.as_str(),
                args,
            )
        };
        let largest = self.levels.first().cloned().ok_or_else(none)?;
        Ok(picture::to_png(&self.path, largest, Alpha::Keep, Some(&self.note))?.colours)
    }
}
