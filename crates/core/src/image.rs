//! Pictures as all formats and PNG know them. Indexed pictures stay indexed, with their palette in its order.

use crate::error::{Error, Result};
use crate::format::Library;
use serde_json::Value;
use std::ops::Deref;

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

/// Colours of an indexed picture: red, green, blue, alpha.
pub type Palette = [[u8; 4]; 256];

/// No picture grows beyond this, whatever is asked for.
const LARGEST_GROWN: usize = 1024;

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
                let colour = |index: u8| colours[usize::from(index)];
                // Two at a time where they come in pairs, since two are as quick to write as one.
                match indices.as_chunks::<2>() {
                    (pairs, []) => pairs
                        .iter()
                        .map(|&[a, b]| [colour(a), colour(b)])
                        .collect::<Vec<_>>()
                        .into_flattened(),
                    _ => indices.iter().map(|&index| colour(index)).collect(),
                }
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

    /// The same picture in a square of `most` pixels. A larger one is made smaller: colours by the mean of the pixels
    /// that each stands for, indices by one of those. A smaller one grows by a whole factor, so that its pixels stay
    /// squares.
    pub fn fit(&self, most: usize) -> Self {
        let longest = self.width.max(self.height);
        if self.width.min(self.height) == 0 || most == 0 || longest == most {
            return self.clone();
        }
        if longest < most {
            let factor = (most.min(LARGEST_GROWN) / longest).max(1);
            return self.picked(self.width * factor, self.height * factor);
        }
        let side = |side: usize| (side * most / longest).max(1);
        let (width, height) = (side(self.width), side(self.height));
        match &self.pixels {
            Pixels::Rgba(pixels) => self.averaged(pixels, width, height),
            Pixels::Indexed { .. } => self.picked(width, height),
        }
    }

    /// In another size, every pixel as the one that lies there.
    fn picked(&self, width: usize, height: usize) -> Self {
        let place = |at: usize, size: usize, new: usize| (2 * at + 1) * size / (2 * new);
        let columns: Vec<usize> = (0..width).map(|x| place(x, self.width, width)).collect();
        let row = |y: usize| place(y, self.height, height) * self.width;
        let places = (0..height).flat_map(|y| columns.iter().map(move |x| row(y) + x));
        let pixels = match &self.pixels {
            Pixels::Rgba(pixels) => Pixels::Rgba(places.map(|at| pixels[at]).collect()),
            Pixels::Indexed { indices, palette } => {
                Pixels::Indexed { indices: places.map(|at| indices[at]).collect(), palette: palette.clone() }
            }
        };
        Self { width, height, pixels, has_alpha: self.has_alpha }
    }

    /// In a smaller size, every pixel as the mean of those that it covers. What is transparent has no say in the colour.
    fn averaged(&self, pixels: &[[u8; 4]], width: usize, height: usize) -> Self {
        let span = |at: usize, size: usize, new: usize| {
            let start = at * size / new;
            start..((at + 1) * size / new).max(start + 1)
        };
        let mut small = Vec::with_capacity(width * height);
        for y in 0..height {
            for x in 0..width {
                let rows = span(y, self.height, height).map(|row| row * self.width);
                let columns = span(x, self.width, width);
                small.push(mean(rows.flat_map(|row| &pixels[row + columns.start..row + columns.end])));
            }
        }
        Self::rgba(width, height, small, self.has_alpha)
    }

    /// The places of the palette that the picture uses, in order; none if it has no palette.
    pub fn used(&self) -> Option<Vec<u8>> {
        let Pixels::Indexed { indices, .. } = &self.pixels else { return None };
        let mut seen = [false; 256];
        indices.iter().for_each(|index| seen[usize::from(*index)] = true);
        Some((0..=255).filter(|index| seen[usize::from(*index)]).collect())
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

fn mean<'p>(pixels: impl Iterator<Item = &'p [u8; 4]>) -> [u8; 4] {
    let (mut colours, mut alpha, mut count) = ([0u64; 3], 0u64, 0u64);
    for [r, g, b, a] in pixels {
        let weight = u64::from(*a);
        for (sum, channel) in colours.iter_mut().zip([r, g, b]) {
            *sum += u64::from(*channel) * weight;
        }
        (alpha, count) = (alpha + weight, count + 1);
    }
    let share = |sum: u64, of: u64| (sum + of / 2).checked_div(of).unwrap_or_default() as u8;
    let [r, g, b] = colours.map(|sum| share(sum, alpha));
    [r, g, b, share(alpha, count)]
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

    /// The same in colours that are not in its file; none if its colours are its own, or nobody knows them. Then it shows
    /// what can be shown without.
    fn coloured<'p>(&'p self, _library: &dyn Library) -> Option<Box<dyn Picture + 'p>> {
        None
    }

    /// The same for whoever draws into it: settings may make it a picture whose colours are elsewhere.
    fn drawable<'p>(&'p self, library: &dyn Library) -> Option<Box<dyn Picture + 'p>> {
        self.coloured(library)
    }
}

/// A picture in its colours, wherever those are.
pub enum Coloured<'p> {
    Own(&'p dyn Picture),
    Other(Box<dyn Picture + 'p>),
}

impl<'p> Coloured<'p> {
    pub fn of(picture: &'p dyn Picture, library: &dyn Library) -> Self {
        picture.coloured(library).map_or(Self::Own(picture), Self::Other)
    }

    pub fn drawable(picture: &'p dyn Picture, library: &dyn Library) -> Self {
        picture.drawable(library).map_or(Self::Own(picture), Self::Other)
    }
}

impl<'p> Deref for Coloured<'p> {
    type Target = dyn Picture + 'p;

    fn deref(&self) -> &Self::Target {
        match self {
            Self::Own(picture) => *picture,
            Self::Other(picture) => &**picture,
        }
    }
}

impl std::fmt::Debug for Coloured<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Coloured").field("levels", &self.levels()).finish_non_exhaustive()
    }
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
    /// Mip levels that were regenerated.
    pub levels_made: usize,
    /// Rectangles that stayed as they were although the picture has another size.
    pub rects_kept: usize,
    /// Whether the pixel format is a guess, so that the game may show other colours.
    pub uncertain: bool,
    /// Whether the indices of the picture were taken without regard to the colours of its palette.
    pub indices_taken: bool,
}

/// Why a picture cannot be put into a file.
#[derive(Clone, Debug, PartialEq)]
pub enum Unfit {
    /// Colours that are not in the palette.
    Colours { missing: usize, room: usize },
    /// Colours that are not in the palette, and that is another file.
    OuterColours { missing: usize },
    /// Colours, where the palette is another file that is not there.
    Palette { missing: usize },
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_large_picture_is_averaged_and_transparent_pixels_have_no_say() {
        let (red, blue, clear) = ([200, 0, 0, 255], [0, 0, 100, 255], [7, 7, 7, 0]);
        let wide = Image::rgba(4, 2, vec![red, blue, red, clear, red, blue, clear, clear], true);
        let small = wide.fit(2);
        assert_eq!((small.width, small.height, small.has_alpha), (2, 1, true));
        assert_eq!(small.to_rgba(), [[100, 0, 50, 255], [200, 0, 0, 64]]);
        assert_eq!(wide.fit(4), wide);
        let thin = Image::rgba(1, 1000, vec![red; 1000], false);
        assert_eq!((thin.fit(96).width, thin.fit(96).height), (1, 96));
    }

    #[test]
    fn indices_stay_indices_and_small_pictures_grow_by_whole_factors() {
        let palette = vec![[1, 1, 1, 255], [2, 2, 2, 255]];
        let image = Image::indexed(2, 1, vec![0, 1], palette.clone());
        assert_eq!(image.fit(5), Image::indexed(4, 2, vec![0, 0, 1, 1, 0, 0, 1, 1], palette.clone()));
        assert_eq!(image.fit(1), Image::indexed(1, 1, vec![1], palette.clone()));
        assert_eq!(
            (image.used(), Image::indexed(1, 1, vec![9], palette).used()),
            (Some(vec![0, 1]), Some(vec![9]))
        );
    }

    #[test]
    fn a_picture_of_nothing_stays_nothing() {
        let nothing = Image::rgba(0, 5, vec![], false);
        assert_eq!((nothing.fit(96).width, nothing.fit(2).to_rgba().len()), (0, 0));
        assert_eq!((nothing.fit(0), nothing.used()), (nothing.clone(), None));
        let dot = Image::rgba(1, 1, vec![[1; 4]], true);
        assert_eq!(dot.fit(usize::MAX).width, LARGEST_GROWN);
    }
}
