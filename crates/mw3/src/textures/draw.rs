//! Pictures and settings into images.

use super::colour::{shown, stored};
use super::image::{Alpha, COLOURS, Head, Kind, Texture};
use crate::phrases;
use relict_core::json::{Json, unfit};
use relict_core::prelude::*;
use serde_json::Value;
use std::collections::{HashMap, HashSet};

/// What an opaque black becomes where colour 0 is the transparent one.
const NEARLY_BLACK: u16 = 1;

/// The image with `image` as its pixels, and with what `settings` names.
pub(super) fn redrawn(
    texture: &Texture<'_>,
    image: &Image,
    settings: &Value,
    how: Redraw,
) -> Result<Redrawn, Unfit> {
    if !texture.header.makes_sense() {
        return Err(Error::unexpected(phrases::sensible_header(), phrases::another())
            .inside("header")
            .into());
    }
    let (mut header, kind) = with_settings(&texture.header, settings)?;
    (header.width, header.height) =
        size(image).ok_or(Unfit::Size { width: image.width, height: image.height })?;
    let wanted = pixels(image);
    let mode = header.shown_alpha();
    expect_alpha(&wanted, mode)?;
    let Drawn { pixels, palette, count } = match kind {
        Kind::Colour => Drawn::colours(&wanted, mode),
        _ => Target::new(texture, &header, kind)?.draw(image, &wanted, how.quantise)?,
    };
    header.palette_count = count;
    let alpha = (mode == Alpha::Full).then(|| wanted.iter().map(|pixel| pixel[3]).collect::<Vec<u8>>());
    let (own, lent) = match kind {
        Kind::Colour => (None, None),
        Kind::Palette => (Some(palette), None),
        Kind::GlobalPalette => (None, Some(palette)),
    };
    let new = Texture {
        header,
        pixels: pixels.into(),
        alpha: alpha.map(Bytes::from),
        palette: own,
        tail: texture.tail.clone(),
        global_palette: lent,
    };
    Ok(Redrawn { bytes: new.bytes(), losses: losses(&new, &wanted, image.has_alpha) })
}

/// The header that `settings` ask for, all but the size, and the kind of pixels.
fn with_settings(header: &Head, settings: &Value) -> Result<(Head, Kind)> {
    let object = match settings {
        Value::Null => None,
        Value::Object(object) => Some(object),
        other => return Err(unfit(phrases::an_object(), other)),
    };
    let (mut header, mut kind) = (header.clone(), header.kind());
    for (name, value) in object.into_iter().flatten() {
        match name.as_str() {
            "format" => named(value, &Kind::ALL.map(|kind| (kind.name(), kind))).map(|found| kind = found),
            // Flags that contradict each other have no name; they stay.
            "alpha" if value.is_null() && header.alpha().is_none() => Ok(()),
            "alpha" => named(value, &Alpha::ALL.map(|alpha| (alpha.name(), alpha)))
                .map(|alpha| header.set_alpha(alpha)),
            "stretch" => u16::from_json(value).map(|stretch| header.stretch = stretch),
            "flags" => u32::from_json(value).map(|flags| header.set_other_flags(flags)),
            "unk08" => u32::from_json(value).map(|number| header.unk08 = number),
            _ => Err(Error::unexpected(
                phrases::any_of(["format", "alpha", "stretch", "flags", "unk08"]),
                quoted(name),
            )),
        }
        .map_err(|error| error.inside(name))?;
    }
    if kind != header.kind() {
        header.set_global(kind == Kind::GlobalPalette);
    }
    Ok((header, kind))
}

fn named<T: Copy>(value: &Value, all: &[(&str, T)]) -> Result<T> {
    let found = all.iter().find(|(name, _)| value.as_str() == Some(name));
    let names: Vec<&str> = all.iter().map(|(name, _)| *name).collect();
    found.map(|(_, found)| *found).ok_or_else(|| unfit(phrases::any_of(names), value))
}

/// The sides of a picture, if they fit, and all its pixels are there.
fn size(image: &Image) -> Option<(u16, u16)> {
    let pixels = match &image.pixels {
        Pixels::Rgba(pixels) => pixels.len(),
        Pixels::Indexed { indices, .. } => indices.len(),
    };
    let side = |side: usize| u16::try_from(side).ok().filter(|&side| side > 0);
    let (width, height) = (side(image.width)?, side(image.height)?);
    (u64::from(width) * u64::from(height) == pixels as u64).then_some((width, height))
}

/// The colour of every pixel; opaque where the picture has no alpha.
fn pixels(image: &Image) -> Vec<[u8; 4]> {
    let mut pixels = image.to_rgba();
    if !image.has_alpha {
        pixels.iter_mut().for_each(|pixel| pixel[3] = 255);
    }
    pixels
}

/// Rounding a colour is one thing, leaving out alpha another.
fn expect_alpha(pixels: &[[u8; 4]], mode: Alpha) -> Result<(), Unfit> {
    let unlike = |alpha: u8| match mode {
        Alpha::None => alpha != 255,
        Alpha::Simple => alpha != 255 && alpha != 0,
        Alpha::Full => false,
    };
    match pixels.iter().filter(|pixel| unlike(pixel[3])).count() {
        0 => Ok(()),
        pixels => Err(Unfit::Alpha { pixels }),
    }
}

/// The colour that stands for a pixel.
fn word([r, g, b, alpha]: [u8; 4], mode: Alpha) -> u16 {
    match (mode, stored([r, g, b])) {
        (Alpha::Simple, _) if alpha == 0 => 0,
        (Alpha::Simple, 0) => NEARLY_BLACK,
        (_, colour) => colour,
    }
}

/// What is not shown as it was wanted. A transparent pixel of simple alpha has no colour to lose.
fn losses(new: &Texture<'_>, wanted: &[[u8; 4]], has_alpha: bool) -> Losses {
    let mut losses = Losses::default();
    let shown = new.image(0).map(Image::into_rgba).unwrap_or_default();
    let simple = new.header.shown_alpha() == Alpha::Simple;
    for (&wanted, shown) in wanted.iter().zip(shown).filter(|(wanted, _)| !simple || wanted[3] != 0) {
        let channels = if has_alpha { 4 } else { 3 };
        let differs = wanted.into_iter().zip(shown).take(channels).map(|(a, b)| a.abs_diff(b));
        let largest = differs.max().unwrap_or(0);
        losses.rounded += usize::from(largest > 0);
        losses.largest = losses.largest.max(largest);
    }
    losses
}

/// Pixels as an image holds them.
struct Drawn {
    pixels: Vec<u8>,
    /// All 256 of a global palette.
    palette: Vec<u16>,
    /// How many colours the header states.
    count: u16,
}

impl Drawn {
    fn colours(wanted: &[[u8; 4]], mode: Alpha) -> Self {
        let words = wanted.iter().map(|&pixel| word(pixel, mode).to_le_bytes());
        Self { pixels: words.collect::<Vec<_>>().into_flattened(), palette: vec![], count: 0 }
    }
}

/// What a picture is drawn into where pixels are places in a palette.
struct Target<'t> {
    kind: Kind,
    mode: Alpha,
    /// The colours of before; all 256 of a global palette.
    palette: Option<Vec<u16>>,
    /// How many of them the image uses.
    count: usize,
    /// The places of before, if the size is the same.
    places: Option<&'t [u8]>,
}

impl<'t> Target<'t> {
    fn new(texture: &'t Texture<'_>, header: &Head, kind: Kind) -> Result<Self, Unfit> {
        let old = &texture.header;
        let same_size = (old.width, old.height) == (header.width, header.height);
        let places = Some(&*texture.pixels).filter(|_| same_size && old.kind() != Kind::Colour);
        let mut palette = texture.colours().map(<[u16]>::to_vec);
        if kind == Kind::GlobalPalette {
            // A palette of its own that becomes the global one: the package tells whether it is.
            let own = palette.map(|mut own| {
                own.resize(COLOURS, 0);
                own
            });
            palette = texture.global_palette.clone().or(own);
            if palette.is_none() {
                let wanted = phrases::palette_since_no_global_one();
                return Err(Error::unexpected(wanted, value(kind.name())).inside("format").into());
            }
        }
        Ok(Self { kind, mode: header.shown_alpha(), palette, count: old.palette_count.into(), places })
    }

    fn draw(&self, image: &Image, wanted: &[[u8; 4]], quantise: bool) -> Result<Drawn, Unfit> {
        match &image.pixels {
            Pixels::Indexed { indices, palette } => self.adopt(image.has_alpha, indices, palette),
            Pixels::Rgba(_) => self.map(image.has_alpha, wanted, quantise),
        }
    }

    fn drawn(&self, pixels: Vec<u8>, palette: Vec<u16>) -> Drawn {
        let reach = pixels.iter().max().map_or(0, |&place| usize::from(place) + 1);
        let count = if self.kind == Kind::Palette { palette.len() } else { self.count.max(reach) };
        Drawn { pixels, palette, count: count as u16 }
    }

    /// Takes over places and colours. Colours that the picture's palette does not reach stay as they were.
    fn adopt(&self, has_alpha: bool, places: &[u8], colours: &[[u8; 4]]) -> Result<Drawn, Unfit> {
        let old = self.palette.as_deref().unwrap_or_default();
        let was_clear = |place: usize| old.get(place) == Some(&0);
        let entry = |(place, &[r, g, b, alpha]): (usize, &[u8; 4])| {
            // A paint program that drops alpha leaves black where the transparent colour was.
            let clear = if has_alpha { alpha == 0 } else { was_clear(place) && [r, g, b] == [0; 3] };
            word([r, g, b, if clear { 0 } else { 255 }], self.mode)
        };
        let mut palette: Vec<u16> = colours.iter().take(COLOURS).enumerate().map(entry).collect();
        if self.kind == Kind::GlobalPalette {
            self.expect_global(&palette, places)?;
            return Ok(self.drawn(places.to_vec(), old.to_vec()));
        }
        palette.extend(old.iter().skip(palette.len()));
        let reach = places.iter().max().map_or(1, |&place| usize::from(place) + 1);
        palette.resize(palette.len().max(reach), word([0, 0, 0, 255], self.mode));
        Ok(self.drawn(places.to_vec(), palette))
    }

    /// A global palette belongs to all images that use it, so a picture must not change it.
    fn expect_global(&self, palette: &[u16], places: &[u8]) -> Result<(), Unfit> {
        let mut counts = [false; COLOURS];
        counts[..self.count].fill(true);
        places.iter().for_each(|&place| counts[usize::from(place)] = true);
        let global = self.palette.as_deref().unwrap_or_default();
        let differs = |place: &usize| counts[*place] && palette.get(*place) != global.get(*place);
        let Some(place) = (0..palette.len().min(COLOURS)).find(differs) else { return Ok(()) };
        let written = |palette: &[u16]| super::colour::written(palette[place]);
        let wanted = phrases::since_the_palette_is_global(written(global));
        Err(Error::unexpected(wanted, value(written(palette)))
            .inside(format_args!("palette[{place}]"))
            .into())
    }

    /// Finds every pixel in the palette. One that has not changed keeps its place, even if another has the same colour.
    /// Without a palette of before there is a new one, of the colours as they come.
    fn map(&self, has_alpha: bool, wanted: &[[u8; 4]], quantise: bool) -> Result<Drawn, Unfit> {
        // In a picture without alpha, black is the transparent colour.
        let mode = if has_alpha { self.mode } else { Alpha::None };
        let words: Vec<u16> = wanted.iter().map(|&pixel| word(pixel, mode)).collect();
        let palette = self.palette.clone().unwrap_or_else(|| fresh(&words));
        let mut finder = Finder::new(&palette, self.mode == Alpha::Simple, quantise);
        let old = self.places.unwrap_or_default().iter().copied().map(Some).chain(std::iter::repeat(None));
        let places: Vec<u8> = words.iter().zip(old).map(|(&word, old)| finder.find(word, old)).collect();
        match (finder.missing.len(), finder.keyless) {
            (0, _) => Ok(self.drawn(places, palette)),
            (_, true) => Err(Unfit::Alpha { pixels: words.iter().filter(|word| **word == 0).count() }),
            (_, false) if quantise => Ok(self.drawn(places, palette)),
            (missing, _) => Err(Unfit::Colours { missing, room: COLOURS - used(&places) }),
        }
    }
}

/// A palette of the colours that come, until it is full.
fn fresh(words: &[u16]) -> Vec<u16> {
    let mut known = HashSet::new();
    words.iter().copied().filter(|word| known.insert(*word)).take(COLOURS).collect()
}

/// How many places of the palette the picture needs.
fn used(places: &[u8]) -> usize {
    let mut used = [false; COLOURS];
    places.iter().for_each(|&place| used[usize::from(place)] = true);
    used.iter().filter(|used| **used).count()
}

/// Finds colours, and remembers those that are missing.
struct Finder<'p> {
    palette: &'p [u16],
    places: HashMap<u16, u8>,
    /// Whether colour 0 is transparent, and no stand-in for any other.
    simple: bool,
    quantise: bool,
    missing: HashSet<u16>,
    /// Whether the transparent colour is among the missing, for which there is no stand-in.
    keyless: bool,
}

impl<'p> Finder<'p> {
    fn new(palette: &'p [u16], simple: bool, quantise: bool) -> Self {
        let places = palette.iter().enumerate().rev().map(|(place, &word)| (word, place as u8)).collect();
        Self { palette, places, simple, quantise, missing: HashSet::new(), keyless: false }
    }

    fn find(&mut self, word: u16, old: Option<u8>) -> u8 {
        let same = |old: &u8| self.palette.get(usize::from(*old)) == Some(&word);
        if let Some(place) = old.filter(same).or_else(|| self.places.get(&word).copied()) {
            return place;
        }
        self.missing.insert(word);
        self.keyless |= self.quantise && self.simple && word == 0;
        if !self.quantise {
            return 0;
        }
        let nearest = self.nearest(word);
        self.places.insert(word, nearest);
        nearest
    }

    /// The place of the nearest colour by the sum of squares; the first of several.
    fn nearest(&self, word: u16) -> u8 {
        let square = |(a, b): (u8, u8)| u32::from(a.abs_diff(b)).pow(2);
        let distance = |other: u16| shown(other).into_iter().zip(shown(word)).map(square).sum::<u32>();
        let colours = self.palette.iter().enumerate().filter(|(_, colour)| !self.simple || **colour != 0);
        colours.min_by_key(|(_, colour)| distance(**colour)).map_or(0, |(place, _)| place as u8)
    }
}

/// An image of the size and kind of `image`, without its pixels: with a palette where it is indexed, with simple alpha
/// where that is enough.
pub(super) fn canvas(image: &Image) -> Option<Vec<u8>> {
    let (width, height) = size(image)?;
    let pixels = pixels(image);
    let colours = match &image.pixels {
        Pixels::Rgba(_) => None,
        Pixels::Indexed { palette, .. } if palette.is_empty() || palette.len() > COLOURS => return None,
        Pixels::Indexed { palette, .. } => Some(palette),
    };
    let alpha = alpha_of(&pixels);
    let palette: Option<Vec<u16>> =
        colours.map(|colours| colours.iter().map(|&[r, g, b, _]| stored([r, g, b])).collect());
    let count = palette.as_ref().map_or(0, Vec::len) as u16;
    let header = Head { width, height, palette_count: count, ..Head::new(alpha) };
    let bytes = pixels.len() * if palette.is_some() { 1 } else { 2 };
    let texture = Texture {
        header,
        pixels: vec![0; bytes].into(),
        alpha: (alpha == Alpha::Full).then(|| vec![0; pixels.len()].into()),
        palette,
        tail: Bytes::default(),
        global_palette: None,
    };
    Some(texture.bytes())
}

/// The least that holds the alpha of all pixels. What is transparent but has a colour keeps it only with full alpha.
fn alpha_of(pixels: &[[u8; 4]]) -> Alpha {
    let simple = |pixel: &[u8; 4]| pixel[3] == 255 || *pixel == [0; 4];
    if pixels.iter().all(|pixel| pixel[3] == 255) {
        Alpha::None
    } else if pixels.iter().all(simple) {
        Alpha::Simple
    } else {
        Alpha::Full
    }
}

/// The same file without what its picture shows. With full alpha that is the colours, and not their places.
pub(super) fn blank(texture: &Texture<'_>) -> Vec<u8> {
    let mut texture = texture.clone();
    if texture.header.kind() == Kind::Colour || texture.alpha.is_none() {
        texture.pixels = vec![0; texture.pixels.len()].into();
    }
    texture.alpha = texture.alpha.map(|alpha| vec![0; alpha.len()].into());
    texture.bytes()
}
