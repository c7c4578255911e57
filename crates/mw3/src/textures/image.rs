//! An image of a texture package: a header, pixels, maybe a plane of alpha, maybe a palette.
//!
//! An image with a global palette is stored without it. Taken out of its package it has the palette behind it, so
//! that it can be shown by itself.

use super::colour::shown_with;
use super::draw;
use relict_core::image;
use relict_core::prelude::*;
use relict_core::report::hex;
use serde_json::{Value, json};

/// How many colours a palette has at most, and a global one always.
pub const COLOURS: usize = 256;
/// A global palette in bytes.
pub(super) const PALETTE: usize = COLOURS * 2;

const TWO_BYTES: u32 = 0x01;
const HAS_ALPHA: u32 = 0x02;
const NO_ALPHA: u32 = 0x04;
const FULL_ALPHA: u32 = 0x08;
const GLOBAL: u32 = 0x10;
/// What the game notes at run time: image, alpha and palette are loaded.
const LOADED: u32 = 0xE0;
const ALPHA: u32 = HAS_ALPHA | NO_ALPHA | FULL_ALPHA;
/// The largest stretch that the games of this family have.
const STRETCHES: u16 = 3;

record! {
    /// How an image begins.
    pub struct Head: 16 {
        /// Bit 0: always set. 1: has alpha. 2: has none. 3: alpha is a plane of its own. 4: the palette is a global one. 5 to 7: stale notes of a running game.
        0x00 flags: u32,
        /// In pixels, as stored.
        0x04 width: u16,
        /// In pixels, as stored.
        0x06 height: u16,
        /// Always 0.
        0x08 unk08: u32,
        /// 0 for an image of colours, else how many colours of its palette it uses.
        0x0C palette_count: u16,
        /// What the game makes of the size: 0 nothing, 1 higher, 2 wider, 3 both.
        0x0E stretch: u16,
    }
}

parts! {
    /// Image of a texture package.
    pub struct Texture<'a> {
        /// At the front.
        pub header: Head,
        /// Rows from the top: colours of 16 bits, or places in a palette of one byte.
        pub pixels: Bytes<'a>,
        /// One byte for each pixel, 0 for transparent; only with full alpha.
        pub alpha: Option<Bytes<'a>>,
        /// Colours of 16 bits; only where the image has a palette of its own.
        pub palette: Option<Vec<u16>>,
        /// What does not belong to the image: all behind the header where that makes no sense.
        pub tail: Bytes<'a>,
        /// The 256 colours of its global palette. In the package they stand in front of the images, and only there.
        pub global_palette: Option<Vec<u16>>,
    }
}

/// What the pixels of an image are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// Colours of 16 bits.
    Colour,
    /// Places in a palette of its own.
    Palette,
    /// Places in a palette of the package.
    GlobalPalette,
}

/// What is transparent in an image.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Alpha {
    /// Nothing.
    None,
    /// Colour 0, whatever its place in a palette.
    Simple,
    /// Each pixel has an alpha of its own.
    Full,
}

impl Kind {
    pub const ALL: [Self; 3] = [Self::Colour, Self::Palette, Self::GlobalPalette];

    pub fn name(self) -> &'static str {
        match self {
            Self::Colour => "colour",
            Self::Palette => "palette",
            Self::GlobalPalette => "global-palette",
        }
    }
}

impl Alpha {
    pub const ALL: [Self; 3] = [Self::None, Self::Simple, Self::Full];

    pub fn name(self) -> &'static str {
        match self {
            Self::None => "none",
            Self::Simple => "simple",
            Self::Full => "full",
        }
    }

    fn flags(self) -> u32 {
        match self {
            Self::None => NO_ALPHA,
            Self::Simple => HAS_ALPHA,
            Self::Full => HAS_ALPHA | FULL_ALPHA,
        }
    }
}

impl Head {
    pub fn kind(&self) -> Kind {
        match (self.palette_count, self.is_global()) {
            (0, _) => Kind::Colour,
            (_, false) => Kind::Palette,
            (_, true) => Kind::GlobalPalette,
        }
    }

    /// Whether the image says that its palette is a global one.
    pub fn is_global(&self) -> bool {
        self.flags & GLOBAL != 0
    }

    /// None where the flags contradict each other.
    pub fn alpha(&self) -> Option<Alpha> {
        Alpha::ALL.into_iter().find(|alpha| self.flags & ALPHA == alpha.flags())
    }

    /// What is shown as transparent, whatever the flags.
    pub(super) fn shown_alpha(&self) -> Alpha {
        match self.flags & (HAS_ALPHA | FULL_ALPHA) {
            0 => Alpha::None,
            HAS_ALPHA => Alpha::Simple,
            _ => Alpha::Full,
        }
    }

    /// The flags that neither the kind of pixels nor alpha decides.
    pub(super) fn other_flags(&self) -> u32 {
        self.flags & !(ALPHA | GLOBAL)
    }

    pub(super) fn set_other_flags(&mut self, flags: u32) {
        self.flags = self.flags & (ALPHA | GLOBAL) | flags & !(ALPHA | GLOBAL);
    }

    pub(super) fn set_alpha(&mut self, alpha: Alpha) {
        self.flags = self.flags & !ALPHA | alpha.flags();
    }

    pub(super) fn set_global(&mut self, global: bool) {
        self.flags = if global { self.flags | GLOBAL } else { self.flags & !GLOBAL };
    }

    /// Of an image as new ones are.
    pub(super) fn new(alpha: Alpha) -> Self {
        let flags = TWO_BYTES | alpha.flags();
        Self { flags, width: 0, height: 0, unk08: 0, palette_count: 0, stretch: 0 }
    }

    /// Whether it says what follows.
    pub(super) fn makes_sense(&self) -> bool {
        self.width > 0 && self.height > 0 && usize::from(self.palette_count) <= COLOURS
    }

    /// How many pixels there are.
    fn area(&self) -> usize {
        usize::from(self.width).saturating_mul(self.height.into())
    }

    fn pixel_bytes(&self) -> usize {
        self.area().saturating_mul(if self.kind() == Kind::Colour { 2 } else { 1 })
    }

    fn alpha_bytes(&self) -> Option<usize> {
        (self.flags & FULL_ALPHA != 0).then(|| self.area())
    }

    /// How long the image is in its package; none where that cannot be told.
    pub fn stored_size(&self) -> Option<usize> {
        let palette = if self.kind() == Kind::Palette { usize::from(self.palette_count) * 2 } else { 0 };
        let parts = [Self::SIZE, self.pixel_bytes(), self.alpha_bytes().unwrap_or(0), palette];
        self.makes_sense().then(|| parts.into_iter().fold(0, usize::saturating_add))
    }
}

/// Whether the header makes sense and there are its pixels.
fn fits(bytes: &[u8]) -> bool {
    let header = bytes.get(..Head::SIZE).map(Head::get);
    header.is_some_and(|header| header.makes_sense() && header.pixel_bytes() <= bytes.len() - Head::SIZE)
}

impl<'a> Format<'a> for Texture<'a> {
    const ID: &'static str = "mw3.image";
    const ENDINGS: &'static [&'static str] = &["teximage"];
    const RULES: Rules = RULES;
    const MEASURES: Measures = MEASURES;
    const FACETS: Facets<Self> = Facets::<Self>::NONE
        .picture(PictureOps { canvas: draw::canvas }, |texture| Some(texture))
        .tables(Self::make_tables);

    /// Nothing in an image marks it, so only its package or its name tell.
    fn claims(origin: Origin<'_>, bytes: &[u8]) -> Claim {
        let held = origin.attribute(super::GLOBAL_PALETTE).is_some();
        if held { Claim::Sure } else { Claim::of_named(origin.ends_with(".teximage"), || fits(bytes)) }
    }

    fn read(c: &mut Cursor<'a>, _: Origin<'_>) -> Result<Self> {
        let header: Head = c.get("header")?;
        if !header.makes_sense() {
            let (pixels, tail) = (Bytes::default(), c.tail("tail"));
            return Ok(Self { header, pixels, alpha: None, palette: None, tail, global_palette: None });
        }
        let pixels = c.bytes("pixels", header.pixel_bytes())?;
        let alpha = header.alpha_bytes().map(|size| c.bytes("alpha", size)).transpose()?;
        let local = header.kind() == Kind::Palette;
        let palette = c.list_if(local, "palette", header.palette_count.into())?;
        let lent = header.kind() == Kind::GlobalPalette && c.left() >= PALETTE;
        let behind = c.left() - if lent { PALETTE } else { 0 };
        let tail = c.gap("tail", behind)?;
        Ok(Self {
            header,
            pixels,
            alpha,
            palette,
            tail,
            global_palette: c.list_if(lent, "global_palette", COLOURS)?,
        })
    }

    fn write(&self, out: &mut Put) {
        out.put(&self.header);
        out.bytes(&self.pixels);
        self.alpha.iter().for_each(|alpha| out.bytes(alpha));
        out.list_if(&self.palette);
        out.bytes(&self.tail);
        out.list_if(&self.global_palette);
    }

    fn measure(&self, cases: &mut Cases, _: Origin<'_>) {
        let Head { flags, palette_count, stretch, .. } = self.header;
        cases.tally(&FLAG_VALUES, flags & !LOADED);
        cases.tally(&STRETCH_VALUES, stretch);
        cases.claim(&COLOURED, palette_count == 0);
    }

    fn facts(&self) -> Facts {
        let Head { flags, width, height, palette_count, stretch, .. } = self.header;
        vec![
            ("width", width.into()),
            ("height", height.into()),
            ("pixel_format", self.header.kind().name().into()),
            ("alpha", self.header.alpha().map(Alpha::name).into()),
            ("colours", Some(palette_count).filter(|&count| count > 0).into()),
            ("stretch", stretch.into()),
            ("flags", flags.into()),
        ]
    }

    fn check(&self, report: &mut Report, _: Context<'_>) {
        let Head { flags, width, height, unk08, palette_count, stretch } = self.header;
        report.expect(
            width > 0 && height > 0,
            &SIZE,
            if width == 0 { "header.width" } else { "header.height" },
            || args!(width = width, height = height),
        );
        report.expect(usize::from(palette_count) <= COLOURS, &PALETTE_COUNT, "header.palette_count", || {
            args!(found = palette_count)
        });
        report.expect(flags & TWO_BYTES != 0, &PIXEL_BYTES, "header.flags", || args!(found = hex(flags)));
        report.expect(self.header.alpha().is_some(), &ALPHA_FLAGS, "header.flags", || {
            args!(found = hex(flags))
        });
        let usual = TWO_BYTES | ALPHA | LOADED | if palette_count > 0 { GLOBAL } else { 0 };
        report.expect(flags & !usual == 0, &FLAGS, "header.flags", || args!(found = hex(flags & !usual)));
        report.expect(unk08 == 0, &RESERVED, "header.unk08", || args!(found = unk08));
        report.expect(stretch <= STRETCHES, &STRETCH, "header.stretch", || args!(found = stretch));
        let size = self.tail.len();
        report.expect(size == 0 || !self.header.makes_sense(), &TAIL, "tail", || args!(size = size));
        if let Some((place, index)) = self.outside_palette() {
            let (x, y) = (place % usize::from(width), place / usize::from(width));
            report.expect(false, &INDEX, "pixels", || {
                args!(x = x, y = y, index = index, colours = palette_count)
            });
        }
        let coloured = self.header.kind() != Kind::GlobalPalette || self.global_palette.is_some();
        report.expect(coloured || !self.header.makes_sense(), &NO_PALETTE, "header.flags", Vec::new);
    }
}

impl Texture<'_> {
    fn make_tables(&self) -> Vec<Table> {
        let rows = super::colour_rows(self.colours().unwrap_or_default(), &[]);
        vec![Table { title: "colours", columns: [&["number"][..], &["colour"; 8]].concat(), rows }]
    }
}

impl Texture<'_> {
    /// The colours that pixels may name; none in an image of colours, or where they are not known.
    pub fn colours(&self) -> Option<&[u16]> {
        let count = self.header.palette_count.into();
        self.palette.as_deref().or_else(|| self.global_palette.as_deref()?.get(..count))
    }

    /// The first pixel that names a colour which the image does not have.
    fn outside_palette(&self) -> Option<(usize, u8)> {
        if self.header.kind() == Kind::Colour {
            return None;
        }
        let outside = |index: u8| u16::from(index) >= self.header.palette_count;
        // Hardly any image has such a pixel, and whether it has one is found out for many pixels at once.
        if !outside(self.pixels.iter().copied().fold(0, u8::max)) {
            return None;
        }
        let place = self.pixels.iter().position(|&index| outside(index))?;
        Some((place, self.pixels[place]))
    }

    /// The colours of an image without a palette.
    pub(super) fn words(&self) -> impl Iterator<Item = u16> {
        let (words, _) = self.pixels.as_chunks();
        words.iter().map(|&word| u16::from_le_bytes(word))
    }

    /// The pixels of an image of colours. Each way has a loop of its own, without a choice inside, for the compiler to do
    /// many pixels at once.
    fn keyed_colours(&self, mode: Alpha) -> Vec<[u8; 4]> {
        match mode {
            Alpha::Simple => self.words().map(|word| keyed(word, Alpha::Simple)).collect(),
            _ => self.words().map(|word| shown_with(word, 255)).collect(),
        }
    }

    /// The pixels with a plane of alpha, each of which says all of how transparent it is.
    fn colours_with(&self, alpha: &[u8]) -> Option<Vec<[u8; 4]>> {
        if self.header.kind() == Kind::Colour {
            return Some(self.words().zip(alpha).map(|(word, &alpha)| shown_with(word, alpha)).collect());
        }
        // As numbers with the alpha on top: that is one step for each pixel, where four bytes would be four.
        let mut colours = [0; COLOURS];
        for (place, &colour) in colours.iter_mut().zip(self.colours()?) {
            *place = u32::from_le_bytes(shown_with(colour, 0));
        }
        let pixel = |(&index, &alpha): (&u8, &u8)| colours[usize::from(index)] | u32::from(alpha) << 24;
        Some(self.pixels.iter().zip(alpha).map(pixel).map(u32::to_le_bytes).collect())
    }

    pub(super) fn bytes(&self) -> Vec<u8> {
        let mut out = Put::default();
        self.write(&mut out);
        out.finish().unwrap_or_default()
    }
}

/// A colour where only colour 0 can be transparent.
fn keyed(colour: u16, alpha: Alpha) -> [u8; 4] {
    shown_with(colour, if alpha == Alpha::Simple && colour == 0 { 0 } else { 255 })
}

impl Picture for Texture<'_> {
    fn levels(&self) -> usize {
        self.header.makes_sense().into()
    }

    /// With a palette and full alpha the picture is not indexed: no PNG has both.
    fn image(&self, level: usize) -> Option<image::Image> {
        if level > 0 || !self.header.makes_sense() || self.outside_palette().is_some() {
            return None;
        }
        let (width, height) = (self.header.width.into(), self.header.height.into());
        let mode = self.header.shown_alpha();
        if let Some(alpha) = &self.alpha {
            return Some(Image::rgba(width, height, self.colours_with(alpha)?, true));
        }
        Some(match self.header.kind() {
            Kind::Colour => Image::rgba(width, height, self.keyed_colours(mode), mode != Alpha::None),
            _ => {
                let palette = self.colours()?.iter().map(|&colour| keyed(colour, mode)).collect();
                Image::indexed(width, height, self.pixels.to_vec(), palette)
            }
        })
    }

    fn settings(&self) -> Value {
        json!({
            "format": self.header.kind().name(),
            "alpha": self.header.alpha().map(Alpha::name),
            "stretch": self.header.stretch,
            "flags": self.header.other_flags(),
            "unk08": self.header.unk08,
        })
    }

    fn redrawn(&self, image: &Image, settings: &Value, how: Redraw) -> Result<Redrawn, Unfit> {
        draw::redrawn(self, image, settings, how)
    }

    fn blank(&self) -> Vec<u8> {
        draw::blank(self)
    }
}

measures! { "mw3-image":
    Claim COLOURED = "no-palette";
    Tally FLAG_VALUES = "flags";
    Tally STRETCH_VALUES = "stretches";
}

rules! { "mw3-image":
    Error SIZE = "size";
    Error PALETTE_COUNT = "palette-count";
    Error PIXEL_BYTES = "pixel-bytes";
    Error ALPHA_FLAGS = "alpha";
    Error INDEX = "index";
    Error TAIL = "tail";
    Warning NO_PALETTE = "no-palette";
    Warning FLAGS = "flags";
    Warning RESERVED = "reserved";
    Warning STRETCH = "stretch";
}
