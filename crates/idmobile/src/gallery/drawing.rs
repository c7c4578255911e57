//! Pictures of a game and their colours, as people see them, and what of that can be taken back.

mod keyed;

use crate::colour::Order;
use relict_core::args;
use relict_core::image::{Image, NO_COLOUR, Pixels};
use relict_core::report::Args;
use std::collections::BTreeMap;

/// Colours that pictures are shown with.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Palette {
    pub words: Vec<u16>,
    pub order: Order,
}

/// Palette indices, rows from the top.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Drawing {
    pub width: usize,
    pub height: usize,
    pub indices: Vec<u8>,
    /// What is visible of a sprite; none where everything is. What is not has index 0. In a picture whose index 0 is
    /// transparent, everything else is visible.
    pub mask: Option<Vec<bool>>,
}

/// A drawing for a PNG.
#[derive(Clone, Debug, PartialEq)]
pub struct Framed {
    pub image: Image,
    /// The index of the picture that is transparent.
    pub transparent: Option<u8>,
    /// What is visible, white on black, where all 256 indices are in use and none can be transparent.
    pub mask: Option<Image>,
}

/// How a PNG is read.
#[derive(Clone, Copy, Debug)]
pub struct Reading<'r> {
    pub palette: &'r Palette,
    /// The index that is transparent, as the note beside the picture says; the first behind the palette if it says nothing.
    pub transparent: Option<u8>,
    /// Whether a colour that the palette lacks may become the nearest that it has.
    pub quantise: bool,
}

/// A strip of a palette that was read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Strip {
    pub palette: Palette,
    /// How many colours are drawn other than before, but so little that the game cannot tell.
    pub too_fine: usize,
}

/// Pixels of side of a cell in the strip of a palette.
pub(crate) const CELL: usize = 16;
/// The most colours that an index can name.
pub(crate) const MOST_COLOURS: usize = 256;
/// What most palettes have for a colour that is not drawn.
const MAGENTA: [u8; 3] = [255, 0, 255];
/// Below this, a pixel is transparent.
const OPAQUE: u8 = 128;
/// From an index of four bits to a grey level.
const STEP: u8 = 17;

impl Palette {
    /// Opaque colours, in order.
    pub fn colours(&self) -> Vec<[u8; 4]> {
        let colour = |&word: &u16| {
            let [r, g, b] = self.order.shown(word);
            [r, g, b, 255]
        };
        self.words.iter().map(colour).collect()
    }

    /// The palette as the community's editor shows it: a square of 16 by 16 pixels for each colour. One without colours
    /// is a square of nothing.
    pub fn strip(&self) -> Image {
        if self.words.is_empty() {
            return Image::rgba(CELL, CELL, vec![[0; 4]; CELL * CELL], true);
        }
        let colours = self.colours();
        let row: Vec<[u8; 4]> = colours.iter().flat_map(|&colour| [colour; CELL]).collect();
        Image::rgba(row.len(), CELL, row.repeat(CELL), false)
    }

    /// The palette that a strip shows: the middle of each square counts. Bits without meaning stay, and so does the
    /// number of colours.
    pub fn read_strip(&self, strip: &Image) -> Result<Strip, Misfit> {
        let (found, wanted) = (strip.width / CELL, self.words.len());
        if found > wanted.max(1) {
            return Err(Misfit::Colours { found, wanted });
        }
        self.read_cells(strip, wanted)
    }

    /// The same where a palette may have any number of colours: one for each square.
    pub fn read_any_strip(&self, strip: &Image) -> Result<Strip, Misfit> {
        let found = strip.width / CELL;
        if found > MOST_COLOURS.max(self.words.len()) {
            return Err(Misfit::Colours { found, wanted: MOST_COLOURS });
        }
        // A square of nothing is what a palette without colours is shown as.
        let pixels = strip.to_rgba();
        let is_clear = strip.has_alpha && pixels.iter().all(|pixel| pixel[3] < OPAQUE);
        match found == 1 && is_clear && self.words.is_empty() {
            true => self.read_cells(strip, 0),
            // What breaks off in the middle of a square was scaled.
            false if !strip.width.is_multiple_of(CELL) => {
                self.read_cells(strip, self.words.len().max(found + 1))
            }
            false => self.read_cells(strip, found.max(1)),
        }
    }

    fn read_cells(&self, strip: &Image, count: usize) -> Result<Strip, Misfit> {
        let needed = count * CELL;
        let narrow = Misfit::Narrow { width: strip.width, needed };
        if strip.width < needed || strip.height == 0 {
            return Err(narrow);
        }
        let pixels = strip.to_rgba();
        let middle = strip.height / 2 * strip.width + CELL / 2;
        let (mut words, mut too_fine) = (Vec::with_capacity(count), 0);
        for i in 0..count {
            let &[r, g, b, _] = pixels.get(middle + i * CELL).ok_or_else(|| narrow.clone())?;
            let old = self.words.get(i).copied();
            let new = self.order.restored(old.unwrap_or(0), [r, g, b]);
            too_fine += usize::from(old == Some(new) && self.order.shown(new) != [r, g, b]);
            words.push(new);
        }
        Ok(Strip { palette: Self { words, order: self.order }, too_fine })
    }
}

/// A grey level for each index of so many bits.
fn greys(depth: u8) -> Vec<[u8; 4]> {
    let step = if depth == 8 { 1 } else { STEP };
    (0..=255 / step).map(|index| [index * step, index * step, index * step, 255]).collect()
}

impl Drawing {
    /// A picture that is visible all over.
    pub fn square(side: usize, indices: Vec<u8>) -> Self {
        Self { width: side, height: side, indices, mask: None }
    }

    fn is_visible(&self, place: usize) -> bool {
        self.mask.as_ref().is_none_or(|mask| mask.get(place).copied().unwrap_or(false))
    }

    pub(crate) fn is_visible_all_over(&self) -> bool {
        self.mask.as_ref().is_none_or(|mask| mask.iter().all(|visible| *visible))
    }

    /// The colour of every pixel; what is invisible is nothing at all. An index that the palette lacks is black.
    pub fn rgba(&self, palette: &Palette) -> Vec<[u8; 4]> {
        let colours = palette.colours();
        let colour = |index: u8| colours.get(usize::from(index)).copied().unwrap_or(NO_COLOUR);
        let pixels = self.indices.iter().enumerate();
        pixels.map(|(i, &index)| if self.is_visible(i) { colour(index) } else { [0; 4] }).collect()
    }

    /// The mean of what is visible, for a map or a thumbnail; none if nothing is.
    pub fn mean(&self, palette: &Palette) -> Option<[u8; 3]> {
        let (colours, counts) = (palette.colours(), self.counts());
        let all = counts.iter().sum::<u64>();
        // What the palette lacks is black.
        let light = |channel: usize| {
            let lights = colours.iter().zip(counts).map(|(colour, count)| u64::from(colour[channel]) * count);
            (lights.sum::<u64>() / all) as u8
        };
        (all > 0).then(|| [light(0), light(1), light(2)])
    }

    /// The picture in grey, as the community's editor has it: 17 levels from index to index where there are 16.
    pub fn grey(&self, depth: u8) -> Image {
        Image::indexed(self.width, self.height, self.indices.clone(), greys(depth))
    }

    /// The same, where the drawing is no longer needed.
    pub fn into_grey(self, depth: u8) -> Image {
        Image::indexed(self.width, self.height, self.indices, greys(depth))
    }

    /// The picture with its own indices, and the palette in its order. A sprite has one more, which is transparent. An
    /// index that the palette lacks is black, as it is everywhere.
    pub fn indexed(&self, palette: &Palette) -> Framed {
        self.with_colours(palette.colours())
    }

    /// The same, where the drawing is no longer needed and visible all over.
    pub(crate) fn into_indexed(self, palette: &Palette) -> Image {
        let mut colours = palette.colours();
        colours.truncate(MOST_COLOURS);
        Image::indexed(self.width, self.height, self.indices, colours)
    }

    /// The same with colours of any kind.
    pub(crate) fn with_colours(&self, mut colours: Vec<[u8; 4]>) -> Framed {
        colours.truncate(MOST_COLOURS);
        if self.mask.is_none() {
            let image = Image::indexed(self.width, self.height, self.indices.clone(), colours);
            return Framed { image, transparent: None, mask: None };
        }
        let used = self.used();
        let free = free_index(&used, colours.len());
        let last = used.iter().rposition(|used| *used).max(free.map(usize::from));
        colours.resize(colours.len().max(last.map_or(0, |last| last + 1)), NO_COLOUR);
        let framed = |indices: Vec<u8>, colours| Image::indexed(self.width, self.height, indices, colours);
        let Some(transparent) = free else {
            let mask = (0..self.indices.len()).map(|place| u8::from(self.is_visible(place))).collect();
            let mask = Some(framed(mask, vec![NO_COLOUR, [255; 4]]));
            return Framed { image: framed(self.indices.clone(), colours), transparent: None, mask };
        };
        if let Some(clear) = colours.get_mut(usize::from(transparent)) {
            // The colour of one that was lent stays to be seen by its palette.
            clear[3] = 0;
        }
        let pixels = self.indices.iter().enumerate();
        let indices =
            pixels.map(|(i, &index)| if self.is_visible(i) { index } else { transparent }).collect();
        Framed { image: framed(indices, colours), transparent: Some(transparent), mask: None }
    }

    /// How many visible pixels have each index.
    fn counts(&self) -> [u64; 256] {
        let mut counts = [0; 256];
        for (_, &index) in self.indices.iter().enumerate().filter(|(place, _)| self.is_visible(*place)) {
            counts[usize::from(index)] += 1;
        }
        counts
    }

    /// Which indices visible pixels have.
    pub(crate) fn used(&self) -> [bool; 256] {
        let mut used = [false; 256];
        match &self.mask {
            None => self.indices.iter().for_each(|index| used[usize::from(*index)] = true),
            Some(mask) => {
                let visible = self.indices.iter().zip(mask).filter(|(_, visible)| **visible);
                visible.for_each(|(index, _)| used[usize::from(*index)] = true);
            }
        }
        used
    }

    /// Refuses the first visible pixel whose index a palette of so many colours lacks. What this picture has had all
    /// along is no fault of an edit.
    pub(crate) fn expect_colours(&self, new: &Self, colours: usize) -> Result<(), Misfit> {
        let had = self.used();
        let lacks = |(place, index): (usize, &u8)| {
            new.is_visible(place) && usize::from(*index) >= colours && !had[usize::from(*index)]
        };
        match new.indices.iter().enumerate().find(|pixel| lacks(*pixel)) {
            Some((place, &index)) => Err(Misfit::Index { spot: Spot::at(place, new.width), index, colours }),
            None => Ok(()),
        }
    }

    /// The drawing that a picture in colour shows, in place of this one. A texture keeps its size, a sprite need not.
    /// Where the picture has the palette, its indices are taken as they are; else colours are looked up, and among
    /// equal ones the pixel keeps the index it had.
    pub fn read(&self, image: &Image, how: Reading<'_>) -> Result<Self, Misfit> {
        self.read_with(image, &how.palette.colours(), how.transparent, how.quantise)
    }

    /// The same with colours of any kind.
    pub(crate) fn read_with(
        &self,
        image: &Image,
        colours: &[[u8; 4]],
        transparent: Option<u8>,
        quantise: bool,
    ) -> Result<Self, Misfit> {
        self.expect_size(image)?;
        let found = match own_indices(image, colours) {
            Some((indices, palette)) => self.adopted(image, indices, palette, colours, transparent),
            None => self.matched(image, colours, quantise, false),
        }?;
        let mask: Vec<bool> = found.iter().map(Option::is_some).collect();
        let indices = found.into_iter().map(Option::unwrap_or_default).collect();
        let mask = self.mask.is_some().then_some(mask);
        Ok(Self { width: image.width, height: image.height, indices, mask })
    }

    /// Textures keep their size; the pixels must be there in any case.
    fn expect_size(&self, image: &Image) -> Result<(), Misfit> {
        let pixels = match &image.pixels {
            Pixels::Rgba(pixels) => pixels.len(),
            Pixels::Indexed { indices, .. } => indices.len(),
        };
        let kept = self.mask.is_some() || (image.width, image.height) == (self.width, self.height);
        if kept && image.width > 0 && image.width.checked_mul(image.height) == Some(pixels) {
            return Ok(());
        }
        let (wanted_width, wanted_height) = (self.width, self.height);
        Err(Misfit::Size { width: image.width, height: image.height, wanted_width, wanted_height })
    }

    /// Indices as they stand; none where a pixel is transparent.
    fn adopted(
        &self,
        image: &Image,
        indices: &[u8],
        palette: &[[u8; 4]],
        colours: &[[u8; 4]],
        transparent: Option<u8>,
    ) -> Result<Vec<Option<u8>>, Misfit> {
        let behind = u8::try_from(colours.len()).ok().filter(|_| !image.has_alpha);
        let transparent = transparent.or(behind).filter(|_| self.mask.is_some());
        let clear = |index: u8| {
            let alpha = palette.get(usize::from(index)).map_or(255, |colour| colour[3]);
            Some(index) == transparent || image.has_alpha && alpha < OPAQUE
        };
        let old = self.old_indices(image);
        let taken = |(place, &index): (usize, &u8)| match clear(index) {
            true if self.mask.is_some() => Ok(None),
            true => Err(Misfit::Alpha(Spot::at(place, image.width))),
            false if usize::from(index) < colours.len() || old(place) == Some(index) => Ok(Some(index)),
            false => Err(Misfit::Index { spot: Spot::at(place, image.width), index, colours: colours.len() }),
        };
        indices.iter().enumerate().map(taken).collect()
    }

    /// The index that a visible pixel had, in a picture of the same size.
    fn old_indices(&self, image: &Image) -> impl Fn(usize) -> Option<u8> + '_ {
        let same_size = (image.width, image.height) == (self.width, self.height);
        move |place| self.indices.get(place).copied().filter(|_| same_size && self.is_visible(place))
    }

    /// Indices by colour; none where a pixel is transparent. In a `keyed` picture no visible pixel gets index 0.
    fn matched(
        &self,
        image: &Image,
        colours: &[[u8; 4]],
        quantise: bool,
        keyed: bool,
    ) -> Result<Vec<Option<u8>>, Misfit> {
        let old = self.old_indices(image);
        let mut known: BTreeMap<[u8; 3], u8> = BTreeMap::new();
        let first = usize::from(keyed);
        for (index, [r, g, b, _]) in (0..=255).zip(colours).skip(first) {
            known.entry([*r, *g, *b]).or_insert(index);
        }
        let pixels = image.to_rgba();
        let found = |(place, &[r, g, b, alpha]): (usize, &[u8; 4])| {
            let spot = || Spot::at(place, image.width);
            if image.has_alpha && alpha < OPAQUE {
                return if self.mask.is_some() { Ok(None) } else { Err(Misfit::Alpha(spot())) };
            }
            let same = |index: &u8| colours.get(usize::from(*index)).unwrap_or(&NO_COLOUR)[..3] == [r, g, b];
            let kept = old(place).filter(same).or_else(|| known.get(&[r, g, b]).copied());
            if kept.is_some() {
                return Ok(kept);
            }
            if keyed && [r, g, b] == MAGENTA {
                return Ok(None);
            }
            let nearest = nearest([r, g, b], colours, first).filter(|_| quantise);
            let is_key = keyed && colours.first().is_some_and(|key| key[..3] == [r, g, b]);
            let missing = match is_key {
                true => Misfit::Key { spot: spot(), colour: [r, g, b] },
                false => Misfit::Colour { spot: spot(), colour: [r, g, b] },
            };
            known.extend(nearest.map(|nearest| ([r, g, b], nearest)));
            nearest.map(Some).ok_or(missing)
        };
        pixels
            .iter()
            .enumerate()
            .map({
                let mut found = found;
                move |pixel| found(pixel)
            })
            .collect()
    }

    /// The drawing that a picture in grey shows. `lenient` rounds as the community's editor does: by the light of the
    /// colour, to the nearest of the levels.
    pub fn read_grey(&self, image: &Image, depth: u8, lenient: bool) -> Result<Self, Misfit> {
        self.expect_size(image)?;
        let pixels = image.to_rgba();
        let level = |(place, &[r, g, b, alpha]): (usize, &[u8; 4])| {
            let step = if depth == 8 { 1 } else { STEP };
            let exact = r == g && g == b && r.is_multiple_of(step) && (alpha == 255 || !image.has_alpha);
            match (exact, lenient) {
                (true, _) => Ok(r / step),
                (false, true) => Ok(light([r, g, b], step)),
                (false, false) => {
                    Err(Misfit::Grey { spot: Spot::at(place, image.width), colour: [r, g, b, alpha] })
                }
            }
        };
        let indices = pixels.iter().enumerate().map(level).collect::<Result<_, _>>()?;
        Ok(Self { indices, ..self.clone() })
    }
}

/// The first index behind the palette that no visible pixel has, or, where it is full, any other.
fn free_index(used: &[bool; 256], colours: usize) -> Option<u8> {
    let free = |index: &usize| used.get(*index) == Some(&false);
    let found = (colours..used.len()).find(free).or_else(|| (0..used.len()).find(free));
    found.and_then(|index| u8::try_from(index).ok())
}

/// The indices and the palette of a picture that has the palette of the game.
fn own_indices<'i>(image: &'i Image, colours: &[[u8; 4]]) -> Option<(&'i [u8], &'i [[u8; 4]])> {
    match &image.pixels {
        Pixels::Indexed { indices, palette } if has_palette(palette, colours) => Some((indices, palette)),
        _ => None,
    }
}

/// Whether the palette of a picture begins with the one of the game.
fn has_palette(palette: &[[u8; 4]], colours: &[[u8; 4]]) -> bool {
    let begins = palette.get(..colours.len());
    begins.is_some_and(|begins| begins.iter().zip(colours).all(|(a, b)| a[..3] == b[..3]))
}

/// The index of the nearest colour by the sum of squares, from the `first` index on; the lowest of several.
fn nearest(colour: [u8; 3], colours: &[[u8; 4]], first: usize) -> Option<u8> {
    let square = |(a, b): (&u8, &u8)| u32::from(a.abs_diff(*b)).pow(2);
    let distance = |other: &[u8; 4]| other.iter().zip(&colour).map(square).sum::<u32>();
    (0..=255).zip(colours).skip(first).min_by_key(|(_, other)| distance(other)).map(|(index, _)| index)
}

/// The level of grey that the community's editor gives a colour, by its formula.
fn light([r, g, b]: [u8; 3], step: u8) -> u8 {
    let grey = (0.299 * f64::from(r) + 0.587 * f64::from(g) + 0.114 * f64::from(b)) as u16;
    let step = u16::from(step);
    ((grey + step / 2) / step).min(255 / step) as u8
}

/// A pixel.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Spot {
    pub x: usize,
    pub y: usize,
}

impl Spot {
    fn at(place: usize, width: usize) -> Self {
        Self { x: place % width.max(1), y: place / width.max(1) }
    }
}

/// Why a picture cannot be taken.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Misfit {
    /// Of another size than it must be.
    Size { width: usize, height: usize, wanted_width: usize, wanted_height: usize },
    /// A pixel is transparent where nothing can be.
    Alpha(Spot),
    /// Not one of the levels of grey.
    Grey { spot: Spot, colour: [u8; 4] },
    /// A colour that the palette does not have.
    Colour { spot: Spot, colour: [u8; 3] },
    /// The colour of index 0, which is transparent, in a pixel that is not. No other index has it.
    Key { spot: Spot, colour: [u8; 3] },
    /// An index that the palette does not reach.
    Index { spot: Spot, index: u8, colours: usize },
    /// A strip of a palette that has no room for all its colours.
    Narrow { width: usize, needed: usize },
    /// A sprite of which nothing is visible.
    Empty,
    /// A sprite that reaches beyond its canvas.
    Canvas { right: usize, bottom: usize },
    /// More colours than the texels have bits for.
    Depth { index: u8, depth: u8 },
    /// The same where the engine reads four bits for each texel, so that there can never be more.
    FourBits { index: u8 },
    /// A palette of another number of colours than it must have.
    Colours { found: usize, wanted: usize },
}

impl Misfit {
    /// The last part of a code, and what a message about it speaks of.
    pub fn told(&self) -> (&'static str, Args) {
        let hex = |colour: &[u8]| relict_core::text::hex(colour);
        match self {
            &Self::Size { width, height, wanted_width, wanted_height } => (
                "picture-size",
                args!(
                    width = width,
                    height = height,
                    wanted_width = wanted_width,
                    wanted_height = wanted_height
                ),
            ),
            Self::Alpha(spot) => ("transparent", args!(x = spot.x, y = spot.y)),
            Self::Grey { spot, colour } => ("grey", args!(x = spot.x, y = spot.y, colour = hex(colour))),
            Self::Colour { spot, colour } => ("colour", args!(x = spot.x, y = spot.y, colour = hex(colour))),
            Self::Key { spot, colour } => ("key-colour", args!(x = spot.x, y = spot.y, colour = hex(colour))),
            &Self::Index { spot, index, colours } => {
                ("index", args!(x = spot.x, y = spot.y, index = index, colours = colours))
            }
            &Self::Narrow { width, needed } => ("strip-width", args!(width = width, needed = needed)),
            Self::Empty => ("empty-sprite", vec![]),
            &Self::Canvas { right, bottom } => ("canvas", args!(right = right, bottom = bottom)),
            &Self::Depth { index, depth } => ("depth", args!(index = index, depth = depth)),
            &Self::FourBits { index } => ("four-bits", args!(index = index)),
            &Self::Colours { found, wanted } => ("colour-count", args!(found = found, wanted = wanted)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn palette() -> Palette {
        // Colours 2 and 3 are the same.
        Palette { words: vec![0, 0xF800, 0x001F, 0x001F], order: Order::Rgb565 }
    }

    fn sprite() -> Drawing {
        let mask = Some(vec![true, true, false, true]);
        Drawing { width: 2, height: 2, indices: vec![1, 3, 0, 2], mask }
    }

    fn reading(palette: &Palette) -> Reading<'_> {
        Reading { palette, transparent: None, quantise: false }
    }

    #[test]
    fn a_picture_comes_back_with_its_indices_or_by_its_colours() {
        let (palette, sprite) = (palette(), sprite());
        let Framed { image, transparent, mask } = sprite.indexed(&palette);
        assert_eq!((transparent, mask), (Some(4), None));
        assert_eq!(sprite.read(&image, reading(&palette)).unwrap(), sprite);
        let flat = Image::rgba(2, 2, image.to_rgba(), true);
        assert_eq!(sprite.read(&flat, reading(&palette)).unwrap(), sprite, "equal colours keep their index");
        let blank = Drawing { indices: vec![0; 4], ..sprite.clone() };
        assert_eq!(blank.read(&flat, reading(&palette)).unwrap().indices, [1, 2, 0, 2], "else the lowest");
    }

    #[test]
    fn colours_that_the_palette_lacks_are_refused_or_the_nearest() {
        let (palette, texture) = (palette(), Drawing::square(1, vec![0]));
        let image = Image::rgba(1, 1, vec![[250, 10, 0, 255]], false);
        let spot = Spot { x: 0, y: 0 };
        let refused = texture.read(&image, reading(&palette));
        assert_eq!(refused, Err(Misfit::Colour { spot, colour: [250, 10, 0] }));
        let nearest = texture.read(&image, Reading { quantise: true, ..reading(&palette) });
        assert_eq!(nearest.unwrap().indices, [1]);
        let clear = Image::rgba(1, 1, vec![[255, 0, 0, 127]], true);
        assert_eq!(texture.read(&clear, reading(&palette)), Err(Misfit::Alpha(spot)));
        let beyond = Image::indexed(1, 1, vec![5], [palette.colours(), vec![[9, 9, 9, 255]; 2]].concat());
        let refused = texture.read(&beyond, reading(&palette));
        assert_eq!(refused, Err(Misfit::Index { spot, index: 5, colours: 4 }));
    }

    #[test]
    fn a_full_palette_lends_an_index_that_no_visible_pixel_uses() {
        let palette = Palette { words: (0..256).collect(), order: Order::Rgb565 };
        let mut indices: Vec<u8> = (0..=255).collect();
        indices[7] = 8;
        let mut mask = vec![true; 256];
        mask[0] = false;
        let sprite = Drawing { width: 16, height: 16, indices, mask: Some(mask) };
        // Index 0 is only where nothing is visible.
        let Framed { image, transparent, mask } = sprite.indexed(&palette);
        assert_eq!((transparent, mask), (Some(0), None));
        let back = sprite.read(&image, Reading { transparent, ..reading(&palette) }).unwrap();
        assert_eq!(back, sprite);
        let full = Drawing {
            indices: (0..=255).chain(0..=255).collect(),
            width: 32,
            mask: Some([false].into_iter().chain(vec![true; 511]).collect()),
            ..sprite
        };
        let Framed { transparent, mask, .. } = full.indexed(&palette);
        assert_eq!(
            (transparent, mask.map(|mask| mask.to_rgba()[..2].to_vec())),
            (None, Some(vec![[0, 0, 0, 255], [255; 4]]))
        );
    }

    #[test]
    fn grey_is_exact_or_rounded_as_the_editor_does() {
        let all = Drawing { width: 16, height: 1, indices: (0..16).collect(), mask: None };
        let grey = all.grey(4);
        assert_eq!(grey.to_rgba()[15], [255; 4]);
        assert_eq!(all.read_grey(&grey, 4, false).unwrap(), all);
        assert_eq!(all.read_grey(&grey, 4, true).unwrap(), all);
        let colour = Image::rgba(16, 1, vec![[255, 0, 0, 255]; 16], false);
        assert!(matches!(all.read_grey(&colour, 4, false), Err(Misfit::Grey { .. })));
        assert_eq!(all.read_grey(&colour, 4, true).unwrap().indices, [4; 16]);
        assert_eq!(light([255; 3], STEP), 15);
    }

    #[test]
    fn a_strip_comes_back() {
        let palette = palette();
        let strip = palette.strip();
        assert_eq!((strip.width, strip.height), (64, 16));
        let read = Strip { palette: palette.clone(), too_fine: 0 };
        assert_eq!(palette.read_strip(&strip).unwrap(), read);
        assert_eq!(palette.read_any_strip(&strip).unwrap(), read);
        let black = |width: usize| Image::rgba(width, 16, vec![[0; 4]; width * 16], false);
        for width in [63, 50] {
            let narrow = Err(Misfit::Narrow { width, needed: 64 });
            assert_eq!(
                (palette.read_strip(&black(width)), palette.read_any_strip(&black(width))),
                (narrow.clone(), narrow)
            );
        }
        // A few pixels more are no colour.
        assert_eq!(palette.read_strip(&black(79)).unwrap().palette.words, [0; 4]);
        let five = Misfit::Colours { found: 5, wanted: 4 };
        assert_eq!(palette.read_strip(&black(80)), Err(five));
        assert_eq!(palette.read_any_strip(&black(80)).unwrap().palette.words, [0; 5]);
        assert_eq!(palette.read_any_strip(&black(48)).unwrap().palette.words, [0; 3]);
        assert!(matches!(palette.read_any_strip(&black(257 * 16)), Err(Misfit::Colours { found: 257, .. })));
    }

    #[test]
    fn a_palette_without_colours_is_a_square_of_nothing() {
        let none = Palette { words: vec![], order: Order::Rgb565 };
        let strip = none.strip();
        assert_eq!((strip.width, strip.height), (16, 16));
        assert_eq!(none.read_strip(&strip).unwrap().palette, none);
        assert_eq!(none.read_any_strip(&strip).unwrap().palette, none);
        let red = Image::rgba(16, 16, vec![[255, 0, 0, 255]; 256], false);
        assert_eq!(none.read_any_strip(&red).unwrap().palette.words, [0xF800]);
    }

    #[test]
    fn colours_that_differ_too_little_are_counted() {
        let palette = palette();
        let mut pixels = palette.strip().to_rgba();
        for pixel in &mut pixels {
            pixel[1] += 3;
        }
        let read = palette.read_strip(&Image::rgba(64, 16, pixels, false)).unwrap();
        assert_eq!((read.palette, read.too_fine), (palette, 4));
    }
}
