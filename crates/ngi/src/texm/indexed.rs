//! Pictures into textures with a palette.

use super::COLOURS;
use relict_core::prelude::*;
use std::collections::{HashMap, HashSet};

/// The palette of a texture, for finding colours in it.
#[derive(Clone, Debug)]
pub(super) struct Palette {
    colours: [[u8; 3]; COLOURS],
    /// The first place that an opaque pixel may have: colour 0 may be transparent.
    first: usize,
}

impl Palette {
    /// `stored` is blue, green, red, unused.
    pub(super) fn new(stored: &[[u8; 4]], keyed: bool) -> Self {
        let mut colours = [[0; 3]; COLOURS];
        for (colour, &[b, g, r, _]) in colours.iter_mut().zip(stored) {
            *colour = [r, g, b];
        }
        Self { colours, first: keyed.into() }
    }

    /// The place of the nearest colour by the sum of squares; the first of several.
    pub(super) fn nearest(&self, wanted: [u8; 3]) -> u8 {
        let square = |(a, b): (u8, u8)| u32::from(a.abs_diff(b)).pow(2);
        let distance = |place: &usize| self.colours[*place].into_iter().zip(wanted).map(square).sum::<u32>();
        (self.first..COLOURS).min_by_key(distance).unwrap_or(0) as u8
    }

    /// The colours of pixels; all 0 where they are transparent, for no colour to come from there.
    pub(super) fn show(&self, indices: &[u8]) -> Vec<[u8; 4]> {
        let mut shown = self.colours.map(|[r, g, b]| [r, g, b, 255]);
        shown[..self.first].fill([0; 4]);
        indices.iter().map(|&index| shown[usize::from(index)]).collect()
    }

    /// Places by colour, the first of several.
    fn places(&self) -> HashMap<[u8; 3], u8> {
        (self.first..COLOURS).rev().map(|place| (self.colours[place], place as u8)).collect()
    }
}

/// What a picture is drawn into.
#[derive(Clone, Copy, Debug)]
pub(super) struct Target<'t> {
    /// As stored, if there was one.
    pub palette: Option<&'t [[u8; 4]]>,
    /// Whether colour 0 is transparent.
    pub keyed: bool,
    /// The indices of before, if the size is the same.
    pub indices: Option<&'t [u8]>,
}

/// A picture as a texture holds it.
#[derive(Clone, Debug, Default)]
pub(super) struct Drawn {
    /// As stored.
    pub palette: Vec<[u8; 4]>,
    pub indices: Vec<u8>,
    pub losses: Losses,
}

impl Target<'_> {
    pub(super) fn draw(&self, image: &Image, quantise: bool) -> Result<Drawn, Unfit> {
        match &image.pixels {
            Pixels::Indexed { indices, palette } => self.adopt(image.has_alpha, indices, palette),
            Pixels::Rgba(pixels) => self.map(image.has_alpha, pixels, quantise),
        }
    }

    /// The palette of before, whole; black where there was none.
    fn stored(&self) -> Vec<[u8; 4]> {
        let mut stored = self.palette.unwrap_or_default().to_vec();
        stored.resize(COLOURS, [0; 4]);
        stored
    }

    /// Takes over indices and colours. Unused bytes stay, and colours that the picture's palette does not reach.
    fn adopt(&self, has_alpha: bool, indices: &[u8], colours: &[[u8; 4]]) -> Result<Drawn, Unfit> {
        let alpha = |index: u8| colours.get(usize::from(index)).map_or(255, |colour| colour[3]);
        let shown = |index: u8| if self.keyed && index == 0 { 0 } else { 255 };
        let unlike = indices.iter().filter(|&&index| has_alpha && alpha(index) != shown(index)).count();
        if unlike > 0 {
            return Err(Unfit::Alpha { pixels: unlike });
        }
        let mut palette = self.stored();
        for (entry, &[r, g, b, _]) in palette.iter_mut().zip(colours) {
            *entry = [b, g, r, entry[3]];
        }
        Ok(Drawn { palette, indices: indices.to_vec(), losses: Losses::default() })
    }

    /// Finds every pixel in the palette. One that has not changed keeps its index, even if another place of the
    /// palette has the same colour. Without a palette of before there is a new one, of the colours as they come.
    pub(super) fn map(&self, has_alpha: bool, pixels: &[[u8; 4]], quantise: bool) -> Result<Drawn, Unfit> {
        let clear = |alpha: u8| self.keyed && alpha == 0;
        let fits = |[.., alpha]: &&[u8; 4]| !has_alpha || *alpha == 255 || clear(*alpha);
        let unlike = pixels.len() - pixels.iter().filter(fits).count();
        if unlike > 0 {
            return Err(Unfit::Alpha { pixels: unlike });
        }
        let is_clear = |pixel: [u8; 4]| has_alpha && clear(pixel[3]);
        let stored = match self.palette {
            Some(_) => self.stored(),
            None => fresh(pixels.iter().filter(|pixel| !is_clear(**pixel)), self.keyed),
        };
        // In a picture without alpha, the very colour 0 is the transparent one; one that is only near it is not.
        let palette = Palette::new(&stored, self.keyed && (has_alpha || self.palette.is_none()));
        let opaque = Palette::new(&stored, self.keyed);
        let mut finder =
            Finder { places: palette.places(), palette, opaque, missing: HashSet::new(), quantise };
        let old = self.indices.unwrap_or_default().iter().copied().map(Some).chain(std::iter::repeat(None));
        let index =
            |(&pixel, old): (&[u8; 4], Option<u8>)| if is_clear(pixel) { 0 } else { finder.find(pixel, old) };
        let indices: Vec<u8> = pixels.iter().zip(old).map(index).collect();
        match finder.missing.len() {
            missing if missing > 0 && !quantise => {
                Err(Unfit::Colours { missing, room: room(&indices, self.keyed) })
            }
            _ => Ok(Drawn { losses: finder.losses(pixels, &indices, is_clear), palette: stored, indices }),
        }
    }
}

/// A palette of the colours that come, until it is full. Colour 0 stays free if it is the transparent one.
fn fresh<'p>(pixels: impl Iterator<Item = &'p [u8; 4]>, keyed: bool) -> Vec<[u8; 4]> {
    let (mut palette, mut known) = (vec![[0; 4]; keyed.into()], HashSet::new());
    for &[r, g, b, _] in pixels {
        if palette.len() < COLOURS && known.insert([r, g, b]) {
            palette.push([b, g, r, 0]);
        }
    }
    palette.resize(COLOURS, [0; 4]);
    palette
}

/// How many places of the palette the picture does not need.
fn room(indices: &[u8], keyed: bool) -> usize {
    let mut used = [false; COLOURS];
    used[0] = keyed;
    indices.iter().for_each(|&index| used[usize::from(index)] = true);
    used.iter().filter(|used| !**used).count()
}

/// Finds colours, and remembers those that are missing.
struct Finder {
    palette: Palette,
    /// The same without what is transparent.
    opaque: Palette,
    places: HashMap<[u8; 3], u8>,
    missing: HashSet<[u8; 3]>,
    quantise: bool,
}

impl Finder {
    fn find(&mut self, [r, g, b, _]: [u8; 4], old: Option<u8>) -> u8 {
        let colour = [r, g, b];
        let same = |old: &u8| {
            usize::from(*old) >= self.palette.first && self.palette.colours[usize::from(*old)] == colour
        };
        if let Some(index) = old.filter(same).or_else(|| self.places.get(&colour).copied()) {
            return index;
        }
        self.missing.insert(colour);
        if !self.quantise {
            return 0;
        }
        let nearest = self.opaque.nearest(colour);
        self.places.insert(colour, nearest);
        nearest
    }

    /// What became another colour. A transparent pixel has none to lose.
    fn losses(&self, pixels: &[[u8; 4]], indices: &[u8], is_clear: impl Fn([u8; 4]) -> bool) -> Losses {
        let mut losses = Losses::default();
        for (&pixel, &index) in pixels.iter().zip(indices).filter(|(pixel, _)| !is_clear(**pixel)) {
            let [r, g, b] = self.palette.colours[usize::from(index)];
            super::redraw::count_loss(&mut losses, pixel, [r, g, b, pixel[3]]);
        }
        losses
    }
}
