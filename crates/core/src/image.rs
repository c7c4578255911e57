//! Pictures as all formats and PNG know them. Indexed pictures stay indexed, with their palette in its order.

use crate::error::{Error, Result};
use serde_json::Value;

/// A picture; rows from the top.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Image {
    pub width: usize,
    pub height: usize,
    pub pixels: Pixels,
    /// Whether the alpha of the pixels is data. Where it is not, it is 255 everywhere.
    pub has_alpha: bool,
}

/// Colours are red, green, blue, alpha; alpha is not multiplied in.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Pixels {
    Rgba(Vec<[u8; 4]>),
    /// A place in the palette for each pixel.
    Indexed {
        indices: Vec<u8>,
        palette: Vec<[u8; 4]>,
    },
}

/// What an index shows that the palette does not have.
pub const NO_COLOUR: [u8; 4] = [0, 0, 0, 255];

impl Image {
    pub fn rgba(width: usize, height: usize, pixels: Vec<[u8; 4]>, has_alpha: bool) -> Self {
        Self { width, height, pixels: Pixels::Rgba(pixels), has_alpha }
    }

    pub fn indexed(width: usize, height: usize, indices: Vec<u8>, palette: Vec<[u8; 4]>) -> Self {
        let has_alpha = palette.iter().any(|colour| colour[3] != 255);
        Self { width, height, pixels: Pixels::Indexed { indices, palette }, has_alpha }
    }

    /// The colour of every pixel.
    pub fn to_rgba(&self) -> Vec<[u8; 4]> {
        match &self.pixels {
            Pixels::Rgba(pixels) => pixels.clone(),
            Pixels::Indexed { indices, palette } => {
                let mut colours = [NO_COLOUR; 256];
                let known = palette.len().min(256);
                colours[..known].copy_from_slice(&palette[..known]);
                indices.iter().map(|&index| colours[usize::from(index)]).collect()
            }
        }
    }

    /// The same, where the picture is no longer needed.
    pub fn into_rgba(self) -> Vec<[u8; 4]> {
        match self.pixels {
            Pixels::Rgba(pixels) => pixels,
            Pixels::Indexed { .. } => self.to_rgba(),
        }
    }

    /// The same with every pixel opaque.
    pub fn opaque(mut self) -> Self {
        let colours = match &mut self.pixels {
            Pixels::Rgba(pixels) => pixels,
            Pixels::Indexed { palette, .. } => palette,
        };
        colours.iter_mut().for_each(|colour| colour[3] = 255);
        self.has_alpha = false;
        self
    }

    /// The alpha of every pixel, as a grey picture.
    pub fn alpha(&self) -> Self {
        let grey = |[.., alpha]: [u8; 4]| [alpha, alpha, alpha, 255];
        let pixels = self.to_rgba().into_iter().map(grey).collect();
        Self::rgba(self.width, self.height, pixels, false)
    }

    /// The same colours with another alpha, one for each pixel.
    pub fn with_alpha(&self, alpha: impl Iterator<Item = u8>) -> Self {
        let mut pixels = self.to_rgba();
        pixels.iter_mut().zip(alpha).for_each(|(pixel, alpha)| pixel[3] = alpha);
        Self::rgba(self.width, self.height, pixels, true)
    }
}

/// A part of a picture that is used by itself; in pixels.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Rect {
    pub x: i32,
    pub y: i32,
    pub width: i32,
    pub height: i32,
}

/// A file that is a picture, maybe in several sizes.
pub trait Picture {
    /// How many sizes there are; the largest comes first.
    fn levels(&self) -> usize;

    /// One of them; none if there is no such level, or no way to know its colours.
    fn image(&self, level: usize) -> Option<Image>;

    /// The parts of an atlas, in order.
    fn rects(&self) -> Vec<Rect> {
        vec![]
    }

    /// What the file says besides its pixels and a person may change, as a JSON object.
    fn settings(&self) -> Value;

    /// The file with `image` as its largest level. What `settings` does not name stays as it is.
    /// With the picture and the settings it already has, the file comes out the same.
    fn redrawn(&self, image: &Image, settings: &Value, how: Redraw) -> Result<Redrawn, Unfit>;

    /// The file with all pixels of its largest level black: what it takes besides a picture to make it again.
    fn blank(&self) -> Vec<u8>;
}

/// How a picture is put into a file.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Redraw {
    pub smaller: Smaller,
    /// Whether a colour that a palette lacks may become the nearest that it has.
    pub quantise: bool,
}

/// What becomes of the smaller levels when the largest has changed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Smaller {
    /// The mean of the pixels they stand for.
    #[default]
    Made,
    /// As they were, where their number and size stay.
    Kept,
}

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Redrawn {
    pub bytes: Vec<u8>,
    pub losses: Losses,
}

/// What did not get into the file exactly as the picture has it; to be said, never silent.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Losses {
    /// Pixels whose colour was rounded to the nearest that the file can hold.
    pub rounded: usize,
    /// The largest difference in one channel that this made.
    pub largest: u8,
    /// Whether channels of 16 bits were cut to 8.
    pub narrowed: bool,
    /// Whether the picture had no alpha, so that the alpha that was there stays.
    pub alpha_kept: bool,
    /// Whether the file had alpha that the picture has not, and that could not stay.
    pub alpha_lost: bool,
    /// Smaller levels that were made anew.
    pub levels_made: usize,
    /// Rectangles that stayed as they were although the picture has another size.
    pub rects_kept: usize,
    /// Whether how the file holds colours is a guess, so that nobody knows what the game will show.
    pub uncertain: bool,
}

/// Why a picture cannot be put into a file.
#[derive(Clone, Debug, PartialEq)]
pub enum Unfit {
    /// Colours that are not in the palette.
    Colours { missing: usize, room: usize },
    /// Alpha where the file holds none, or another.
    Alpha { pixels: usize },
    /// Colours where the file holds only grey.
    Grey { pixels: usize },
    /// A size that the file cannot have.
    Size { width: usize, height: usize },
    /// Settings that make no sense.
    Settings(Error),
}

impl From<Error> for Unfit {
    fn from(error: Error) -> Self {
        Self::Settings(error)
    }
}
