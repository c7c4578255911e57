//! What there is to see in a whole game, however its resources hold it, and what a person may change of it.
//!
//! The resources of a game make sense only together: texels know no palette, sprites lie in three files at once. So a
//! game is read as a whole into a [`Gallery`] (by `doom::open` or `orcs::open`), and a whole set of [`Edits`] is
//! turned into the new bytes of exactly those resources that change ([`Changes`], by `doom::change`, `orcs::change`).
//!
//! The unpacked folder uses it so. Unpacking: for every palette [`Palette::strip`]; for every picture
//! [`Drawing::grey`]; for every entry, which is a picture with a palette, [`Drawing::indexed`], and for a sprite its
//! bounds beside it. Packing: every PNG is read against the picture that it came from ([`Drawing::read`],
//! [`Drawing::read_grey`], [`Palette::read_strip`]); what comes out equal is no edit, what differs goes into the
//! `Edits` under the number of its blob, shape or palette. Two files that edit one number in two ways are an error
//! that only the folder can name, since only it knows files. Then `change` does the rest, or refuses, and nothing is
//! written.

use crate::colour::Order;
use crate::sprite::tight;
use relict_core::args;
use relict_core::error::Error;
use relict_core::image::{Image, NO_COLOUR, Pixels};
use relict_core::report::Args;
use std::borrow::Cow;
use std::collections::BTreeMap;

/// Where the resources of a game are, by their names alone.
pub type Lookup<'l> = &'l dyn Fn(&str) -> Option<Cow<'l, [u8]>>;

/// A resource that cannot be understood, so that the game cannot be either.
#[derive(Clone, Debug, PartialEq)]
pub struct Trouble {
    /// Its name: `wtexels.bin`.
    pub resource: String,
    /// The rule that it breaks, by the field.
    pub error: Error,
}

impl Trouble {
    pub fn new(resource: impl Into<String>, error: Error) -> Self {
        Self { resource: resource.into(), error }
    }
}

impl std::fmt::Display for Trouble {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}: {}", self.resource, self.error)
    }
}

impl std::error::Error for Trouble {}

/// What is to be seen in a game.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Gallery {
    pub palettes: Vec<Palette>,
    /// Wall textures. One of them may be shown with several palettes.
    pub textures: Vec<Blob>,
    /// Floors and ceilings; only Orcs & Elves II has them.
    pub flats: Vec<Blob>,
    /// Sprites without their colours.
    pub shapes: Vec<Shape>,
    /// Textures with their palettes, as maps name them through `texture_ids`; none where no mapping is known.
    pub texture_entries: Vec<Entry>,
    pub flat_entries: Vec<Entry>,
    /// Sprites: shapes with their palettes.
    pub sprites: Vec<Entry>,
    /// From the numbers in maps to entries.
    pub texture_ids: Vec<i16>,
    pub flat_ids: Vec<i16>,
    pub sprite_ids: Vec<i16>,
}

/// Colours that pictures are shown with.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Palette {
    pub words: Vec<u16>,
    pub order: Order,
}

/// A square texture.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Blob {
    /// The resource that holds it.
    pub file: String,
    /// The number of that resource: 1 of `wtexels1.bin`; 0 of `wtexels.bin`.
    pub bank: usize,
    /// Where in it its bytes begin, and how many there are, with the byte in front that states the depth.
    pub offset: usize,
    pub size: usize,
    /// Bits for each texel, 4 or 8.
    pub depth: u8,
    pub drawing: Drawing,
}

/// A picture with a palette, by their places.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Entry {
    /// Of a texture, flat or shape.
    pub picture: usize,
    pub palette: usize,
}

/// A sprite without colours. Its drawing is cropped to the bounds.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Shape {
    /// Where it stands: the offset of its record in `bitshapes.bin`, or its place in `shapes.idx`.
    pub at: usize,
    /// Where its texels begin: counted in pixels from the first wall texel on, or a place in `stexels.idx`.
    pub texels: u32,
    pub x0: usize,
    pub y0: usize,
    pub depth: u8,
    /// What the file states as the size of the engine's form of it.
    pub decoded_size: u16,
    pub drawing: Drawing,
}

/// Palette indices, rows from the top.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Drawing {
    pub width: usize,
    pub height: usize,
    pub indices: Vec<u8>,
    /// What is visible of a sprite; none where everything is. What is not has index 0.
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

    /// The same with colours of any kind.
    pub(crate) fn with_colours(&self, mut colours: Vec<[u8; 4]>) -> Framed {
        colours.truncate(256);
        if self.mask.is_none() {
            // Of what is visible all over, only the last index counts; that is looked for many pixels at a time.
            let used = self.indices.iter().copied().reduce(u8::max).map_or(0, |last| usize::from(last) + 1);
            colours.resize(colours.len().max(used), NO_COLOUR);
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
        let own = match &image.pixels {
            Pixels::Indexed { indices, palette } if has_palette(palette, colours) => Some((indices, palette)),
            _ => None,
        };
        let found = match own {
            Some((indices, palette)) => self.adopted(image, indices, palette, colours, transparent),
            None => self.matched(image, colours, quantise),
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

    /// Indices by colour; none where a pixel is transparent.
    fn matched(&self, image: &Image, colours: &[[u8; 4]], quantise: bool) -> Result<Vec<Option<u8>>, Misfit> {
        let old = self.old_indices(image);
        let mut known: BTreeMap<[u8; 3], u8> = BTreeMap::new();
        for (index, [r, g, b, _]) in (0..=255).zip(colours) {
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
            let nearest = nearest([r, g, b], colours).filter(|_| quantise);
            let missing = Misfit::Colour { spot: spot(), colour: [r, g, b] };
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

/// Whether the palette of a picture begins with the one of the game.
fn has_palette(palette: &[[u8; 4]], colours: &[[u8; 4]]) -> bool {
    let begins = palette.get(..colours.len());
    begins.is_some_and(|begins| begins.iter().zip(colours).all(|(a, b)| a[..3] == b[..3]))
}

/// The index of the nearest colour by the sum of squares; the lowest of several.
fn nearest(colour: [u8; 3], colours: &[[u8; 4]]) -> Option<u8> {
    let square = |(a, b): (&u8, &u8)| u32::from(a.abs_diff(*b)).pow(2);
    let distance = |other: &[u8; 4]| other.iter().zip(&colour).map(square).sum::<u32>();
    (0..=255).zip(colours).min_by_key(|(_, other)| distance(other)).map(|(index, _)| index)
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
            &Self::Index { spot, index, colours } => {
                ("index", args!(x = spot.x, y = spot.y, index = index, colours = colours))
            }
            &Self::Narrow { width, needed } => ("strip-width", args!(width = width, needed = needed)),
            Self::Empty => ("empty-sprite", vec![]),
            &Self::Canvas { right, bottom } => ("canvas", args!(right = right, bottom = bottom)),
            &Self::Depth { index, depth } => ("depth", args!(index = index, depth = depth)),
            &Self::Colours { found, wanted } => ("colour-count", args!(found = found, wanted = wanted)),
        }
    }
}

/// What an edit or a refusal speaks of, by its place in the gallery.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Which {
    Texture(usize),
    Flat(usize),
    Shape(usize),
    Palette(usize),
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
    pub fn put(&mut self, lookup: Lookup<'_>, name: &str, bytes: Vec<u8>) {
        if lookup(name).as_deref() != Some(&bytes) {
            self.files.insert(name.to_owned(), bytes);
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
}

/// Why a game cannot be changed as wanted. Nothing is.
#[derive(Clone, Debug, PartialEq)]
pub enum Refusal {
    /// The game itself cannot be understood.
    Trouble(Trouble),
    /// There is no such texture, flat, shape or palette.
    Missing(Which),
    /// A picture does not fit.
    Misfit { which: Which, misfit: Misfit },
    /// Without this resource nobody knows what another number of textures or palettes would break.
    Needs { resource: &'static str },
    /// What is to go is in use, by the entry of this place.
    InUse { which: Which, entry: usize },
    /// Two different shapes have texels in common, so that neither can have others. No sprite may have the other one.
    SharedTexels { shape: usize, other: Option<usize> },
    /// What the header of the palettes counts is not known, so that their number must stay.
    PaletteHeader { header: u16 },
    /// Only the last of several files can have more or fewer textures: the number of all behind it would change.
    NotLast { bank: usize, last: usize },
    /// A resource cannot hold so much.
    Full { resource: String },
}

impl From<Trouble> for Refusal {
    fn from(trouble: Trouble) -> Self {
        Self::Trouble(trouble)
    }
}

impl Refusal {
    /// The last part of a code, and what a message about it speaks of. A `Trouble` has a rule of its own for that.
    pub fn told(&self) -> (&'static str, Args) {
        match self {
            Self::Trouble(trouble) => ("trouble", args!(resource = trouble.resource.as_str())),
            Self::Missing(which) => ("no-such-picture", which.args()),
            Self::Misfit { which, misfit } => {
                let (code, args) = misfit.told();
                (code, [which.args(), args].concat())
            }
            Self::Needs { resource } => ("needs-resource", args!(resource = *resource)),
            Self::InUse { which, entry } => ("in-use", [which.args(), args!(entry = *entry)].concat()),
            Self::SharedTexels { shape, other } => {
                let other = other.map(|other| args!(other = other)).unwrap_or_default();
                ("shared-texels", [args!(shape = *shape), other].concat())
            }
            Self::PaletteHeader { header } => ("palette-header", args!(header = *header)),
            Self::NotLast { bank, last } => ("not-last", args!(bank = *bank, last = *last)),
            Self::Full { resource } => ("full", args!(resource = resource.as_str())),
        }
    }
}

impl Which {
    fn args(self) -> Args {
        let (kind, number) = match self {
            Self::Texture(i) => ("texture", i),
            Self::Flat(i) => ("flat", i),
            Self::Shape(i) => ("shape", i),
            Self::Palette(i) => ("palette", i),
        };
        args!(kind = kind, number = number)
    }
}

impl Gallery {
    /// The other sprites that have the shape of this one.
    pub fn shared_with(&self, sprite: usize) -> Vec<usize> {
        let Some(entry) = self.sprites.get(sprite) else { return vec![] };
        self.sprites_of(entry.picture).into_iter().filter(|other| *other != sprite).collect()
    }

    /// How many colours the smallest palette has of those that a picture is shown with; none if it is not shown. A palette
    /// that `edits` change counts as it becomes.
    pub(crate) fn least_colours(&self, which: Which, edits: &Edits) -> Option<usize> {
        let colours = |entry: &Entry| {
            let old = self.palettes.get(entry.palette)?.words.len();
            Some(edits.palettes.get(&entry.palette).map_or(old, Vec::len))
        };
        self.entries_of(which).filter_map(colours).min()
    }

    /// The entries that show a picture. Shapes that have their texels from one place show each other's.
    fn entries_of(&self, which: Which) -> Box<dyn Iterator<Item = &Entry> + '_> {
        let texels = |shape: usize| self.shapes.get(shape).map(|shape| shape.texels);
        match which {
            Which::Texture(i) => {
                Box::new(self.texture_entries.iter().filter(move |entry| entry.picture == i))
            }
            Which::Flat(i) => Box::new(self.flat_entries.iter().filter(move |entry| entry.picture == i)),
            Which::Shape(i) => {
                Box::new(self.sprites.iter().filter(move |entry| texels(entry.picture) == texels(i)))
            }
            Which::Palette(_) => Box::new(std::iter::empty()),
        }
    }

    /// The sprites that have a shape.
    pub fn sprites_of(&self, shape: usize) -> Vec<usize> {
        let has = |(i, entry): (usize, &Entry)| (entry.picture == shape).then_some(i);
        self.sprites.iter().enumerate().filter_map(has).collect()
    }

    /// What has to be said of a shape that changes.
    pub(crate) fn note_shared(&self, shape: usize, notes: &mut Vec<Note>) {
        let sprites = self.sprites_of(shape);
        if sprites.len() > 1 {
            notes.push(Note::Shared { shape, sprites });
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
