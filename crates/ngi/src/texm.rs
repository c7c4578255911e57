//! Texm: a texture. Header, palette of indexed ones, mip levels, and a page of rectangles where it is an atlas.

mod canvas;
mod colours;
mod indexed;
pub mod loader;
pub mod pixels;
mod redraw;
mod shrink;

use crate::CODE_PAGE;
use crate::pal::{self, Suffix};
use colours::Outer;
use pixels::PixelFormat;
use relict_core::format::Library;
use relict_core::image;
use relict_core::prelude::*;
use serde_json::{Value, json};

const MAGIC: Tag = Tag(*b"Texm");
const PAGE: Tag = Tag(*b"Page");
/// How many colours a palette has.
const COLOURS: usize = 256;
/// A picture whose sides fill 32 bits has no more levels than this.
const MOST_LEVELS: u32 = 32;
/// The bit of `flags5` that makes colour 0 of a palette transparent.
const KEYED: u32 = 0x0100_0000;
/// The bit of `flags5` that makes all indices steps of one colour; its low byte names the colour.
const FADES: u32 = 0x0200_0000;
/// Indices from here on are no further steps.
const STEPS: u8 = 32;

record! {
    /// How the file begins.
    pub struct Header: 32 {
        /// `Texm`.
        0x00 magic: Tag,
        /// Of the largest level, in pixels.
        0x04 width: u32,
        /// Need not be the width.
        0x08 height: u32,
        /// How many sizes there are, the largest included.
        0x0C mip_count: u32,
        /// 32 on textures with smaller levels, else 0; in the first Parkan mostly 0 on both.
        0x10 flags4: u32,
        /// Bit 24: colour 0 of the palette is transparent. Bit 25: indices are steps of one colour, which the low byte names.
        0x14 flags5: u32,
        /// The mean colour: with a palette, a place in it that is near. Nothing reads it.
        0x18 mean_colour: u32,
        /// The bits of a pixel as a decimal number: 565, 4444, 8888 and others; 0 for a palette, 1 and 2 for one in another file.
        0x1C format: u32,
    }
}

record! {
    /// A part of the picture that a material can name; in pixels of the largest level.
    pub struct Rect: 8 {
        /// From the left.
        0x00 x: i16,
        /// The width stands before `y`.
        0x02 width: i16,
        /// From the top.
        0x04 y: i16,
        /// Downwards.
        0x06 height: i16,
    }
}

parts! {
    /// The rectangles of an atlas.
    pub struct Page {
        /// `Page`.
        pub magic: Tag,
        /// A material's cell is a place in this list.
        pub rects: Vec<Rect>,
    }
}

parts! {
    /// Texture.
    pub struct Texm<'a> {
        /// At the front.
        pub header: Header,
        /// 256 colours as blue, green, red and an unused byte; only in format 0.
        pub palette: Option<Vec<[u8; 4]>>,
        /// From the largest down; rows from the top, without padding.
        pub levels: Vec<Bytes<'a>>,
        /// Only in an atlas.
        pub page: Option<Page>,
        /// What is neither: all behind the header where that makes no sense, or a page of the wrong length.
        pub tail: Bytes<'a>,
    }
}

impl Header {
    pub fn pixel_format(&self) -> Option<PixelFormat> {
        PixelFormat::of(self.format)
    }

    /// The pixel format, if with the rest of the header it says what follows.
    fn layout(&self) -> Option<PixelFormat> {
        let sized = self.width > 0 && self.height > 0;
        let counted = (1..=MOST_LEVELS).contains(&self.mip_count);
        self.pixel_format().filter(|_| sized && counted)
    }

    /// Width and height of a level in pixels.
    pub fn level_size(&self, level: usize) -> (usize, usize) {
        let shift = u32::try_from(level).unwrap_or(u32::MAX);
        let halved = |size: u32| size.checked_shr(shift).unwrap_or(0).max(1) as usize;
        (halved(self.width), halved(self.height))
    }

    /// How many levels halving gives until one pixel is left.
    fn useful_levels(&self) -> u32 {
        self.width.max(self.height).checked_ilog2().map_or(0, |power| power + 1)
    }

    /// Whether colour 0 of the palette is transparent.
    pub fn keyed(&self) -> bool {
        self.flags5 & KEYED != 0
    }

    /// The colour of which all indices are steps, if they are; a place in the palette.
    pub fn fade(&self) -> Option<u8> {
        (self.flags5 & FADES != 0).then_some(self.flags5.to_le_bytes()[0])
    }
}

/// The bytes of a level; more than there can be where the sizes are absurd.
fn level_bytes(header: &Header, format: PixelFormat, level: usize) -> usize {
    let (width, height) = header.level_size(level);
    width.saturating_mul(height).saturating_mul(format.bytes_per_pixel())
}

impl Page {
    /// Whether what is left is a page and nothing else.
    fn is_next(c: &Cursor<'_>) -> bool {
        let stated = c.peek::<[u32; 2]>().filter(|_| c.peek() == Some(PAGE));
        let size = |[_, count]: [u32; 2]| (count as usize).checked_mul(Rect::SIZE)?.checked_add(8);
        stated.and_then(size) == Some(c.left())
    }

    fn read(c: &mut Cursor<'_>) -> Result<Self> {
        let magic = c.get("magic")?;
        let rects = c.count::<u32>("rects")?;
        Ok(Self { magic, rects: c.list("rects", rects)? })
    }

    fn write(&self, out: &mut Put) {
        out.put(&self.magic);
        out.count::<u32>("rects", self.rects.len());
        out.list(&self.rects);
    }
}

impl<'a> Format<'a> for Texm<'a> {
    const ID: &'static str = "ngi.texm";
    const ENDINGS: &'static [&'static str] = &["texm"];
    const RULES: Rules = RULES;
    const MEASURES: Measures = MEASURES;
    const FACETS: Facets<Self> = Facets::<Self>::NONE
        .picture(PictureOps { canvas: canvas::canvas }, |texm| Some(texm))
        .tables(Self::make_tables);

    fn claims(origin: Origin<'_>, bytes: &[u8]) -> Claim {
        if bytes.starts_with(&MAGIC.0) {
            return Claim::Sure;
        }
        if origin.is(MAGIC, ".texm") { Claim::Broken } else { Claim::No }
    }

    fn read(c: &mut Cursor<'a>, _: Origin<'_>) -> Result<Self> {
        let header: Header = c.get("header")?;
        if header.magic != MAGIC {
            let found = header.magic.0.escape_ascii().to_string();
            return Err(broken(&BAD_MAGIC, "header.magic", args!(found = found)));
        }
        let layout = header.layout();
        let palette = c.list_if(layout == Some(PixelFormat::Indexed), "palette", COLOURS)?;
        let mut levels = vec![];
        if let Some(format) = layout {
            for i in 0..header.mip_count as usize {
                levels.push(c.bytes(("levels", i), level_bytes(&header, format, i))?);
            }
        }
        let page = c.part_if(layout.is_some() && Page::is_next(c), "page", Page::read)?;
        Ok(Self { header, palette, levels, page, tail: c.tail("tail") })
    }

    fn write(&self, out: &mut Put) {
        out.put(&self.header);
        out.list_if(&self.palette);
        self.levels.iter().for_each(|level| out.bytes(level));
        out.part_if("page", &self.page, Page::write);
        out.bytes(&self.tail);
    }

    fn facts(&self) -> Facts {
        let Header { width, height, mip_count, flags4, flags5, mean_colour, format, .. } = self.header;
        let mut facts: Facts = vec![
            ("width", width.into()),
            ("height", height.into()),
            ("mip_count", mip_count.into()),
            ("pixel_format", format.into()),
            ("flags4", flags4.into()),
            ("flags5", flags5.into()),
            ("mean_colour", mean_colour.into()),
            ("rects", self.page_rects().len().into()),
            ("palette", self.palette.is_some().into()),
        ];
        let indexed = self.header.pixel_format().filter(|format| format.is_indexed());
        if indexed.is_some_and(PixelFormat::lacks_palette) {
            let file = indexed.filter(|format| *format == PixelFormat::Indexed2).map(|_| pal::FILE);
            facts.push(("outer_palette", file.into()));
        }
        if let Some(colour) = self.header.fade().filter(|_| indexed.is_some()) {
            facts.push(("fade_colour", colour.into()));
        }
        facts
    }

    fn check(&self, report: &mut Report, context: Context<'_>) {
        let Header { width, height, mip_count, format, .. } = self.header;
        let sized = width > 0 && height > 0;
        report.expect(sized, &SIZE, if width == 0 { "header.width" } else { "header.height" }, || {
            args!(width = width, height = height)
        });
        let counted = (1..=MOST_LEVELS).contains(&mip_count);
        report.expect(counted, &MIP_COUNT, "header.mip_count", || args!(stated = mip_count));
        let known = self.header.pixel_format().is_some();
        report.expect(known, &FORMAT, "header.format", || args!(found = format));
        let useful = self.header.useful_levels();
        report.expect(!sized || !counted || mip_count <= useful, &MIP_PYRAMID, "header.mip_count", || {
            args!(stated = mip_count, useful = useful)
        });
        self.check_indices(report, context.library);
        self.check_end(report);
        if let Some(page) = &self.page {
            report.part("page", page, |page, report| {
                report.each("rects", &page.rects, |rect, report| self.check_rect(rect, report));
            });
        }
        // What stands behind the dot is another matter in the first Parkan: `WATER_01.A3` is the third frame of eight.
        if self.header.pixel_format().is_none_or(|format| !format.lacks_palette()) {
            check_name(context.origin, report);
        }
    }

    fn measure(&self, cases: &mut Cases, _: Origin<'_>) {
        cases.tally(&FORMATS, self.header.format);
        cases.tally(&FLAGS4, self.header.flags4);
        cases.tally(&FLAGS5, self.header.flags5);
        if self.header.layout().is_some() {
            cases.claim(&ENDS, self.tail.is_empty());
            cases.claim(&HAS_PAGE, self.page.is_some());
        }
        cases.claim_each(&MEAN, self.mean_index(), |mean| self.header.mean_colour == mean);
    }
}

impl Texm<'_> {
    fn make_tables(&self) -> Vec<Table> {
        let levels = Table {
            title: "levels",
            columns: vec!["level", "width", "height", "bytes"],
            rows: (0..self.levels.len()).map(|level| self.level_row(level)).collect(),
        };
        let cells = Table {
            title: "cells",
            columns: vec!["index", "x", "y", "width", "height", "u0", "v0", "du", "dv"],
            rows: self.cell_rows(),
        };
        [levels, cells].into_iter().filter(|sheet| !sheet.rows.is_empty()).collect()
    }
}

/// A texture of an archive is loaded by a name that tells of a palette; see `pal::suffix`.
fn check_name(origin: Origin<'_>, report: &mut Report) {
    if origin.name.is_empty() || origin.attribute("type").is_none() {
        return;
    }
    let bytes = CodePage::numbered(CODE_PAGE).bytes(origin.name);
    let suffix = pal::suffix(bytes.as_deref().unwrap_or(origin.name.as_bytes()));
    let name = || args!(name = origin.name);
    report.expect(suffix != Suffix::NoDot, &NAME_DOT, "header.magic", name);
    if let Suffix::OutOfRange(index) | Suffix::OddDigit { index, .. } = suffix {
        let what = || args!(name = origin.name, index = index, bank = pal::BANK);
        report.expect(false, &PALETTE_SUFFIX, "header.magic", what);
    }
}

impl Texm<'_> {
    fn page_rects(&self) -> &[Rect] {
        self.page.as_ref().map_or(&[], |page| &page.rects)
    }

    /// The only pixel of the last level, where pixels are indices: the place of a colour that stands for the whole.
    fn mean_index(&self) -> Option<u32> {
        let indexed = self.header.layout()?.is_indexed();
        let last = self.levels.last().filter(|level| indexed && self.levels.len() > 1 && level.len() == 1)?;
        Some(last[0].into())
    }

    fn check_indices(&self, report: &mut Report, library: &dyn Library) {
        let Some(format) = self.header.layout().filter(|format| format.is_indexed()) else { return };
        if format.lacks_palette() {
            let known = self.outer(library).of(format).is_some();
            report.expect(known, &PALETTE_MISSING, "header.format", || {
                args!(format = format.code(), file = pal::FILE)
            });
        }
        if self.header.fade().is_some() {
            let pixels = || self.levels.iter().flat_map(|level| level.iter());
            let beyond = pixels().filter(|index| **index >= STEPS).count();
            let largest = pixels().max().copied().unwrap_or(0);
            report.expect(beyond == 0, &FADE_INDEX, "levels", || args!(pixels = beyond, largest = largest));
        }
    }

    /// What stands behind the levels must be one page of the length that it states.
    fn check_end(&self, report: &mut Report) {
        if self.header.layout().is_none() {
            return;
        }
        let stated = self.tail.get(..8).map(<[u32; 2]>::get).filter(|_| self.tail.starts_with(&PAGE.0));
        let size = self.tail.len();
        match stated {
            Some([_, count]) => report.expect(false, &PAGE_SIZE, "tail", || {
                let wanted = 8 + u64::from(count) * Rect::SIZE as u64;
                args!(count = count, wanted = wanted, size = size)
            }),
            None => report.expect(size == 0, &TAIL, "tail", || args!(size = size)),
        }
    }

    fn check_rect(&self, rect: &Rect, report: &mut Report) {
        let Header { width, height, .. } = self.header;
        let end = |at: i16, size: i16| i64::from(at) + i64::from(size);
        let before = rect.x.min(rect.y).min(rect.width).min(rect.height) < 0;
        let (right, bottom) = (end(rect.x, rect.width), end(rect.y, rect.height));
        let inside = !before && right <= width.into() && bottom <= height.into();
        report.expect(inside, &RECT_OUTSIDE, "x", || {
            args!(x = rect.x, y = rect.y, right = right, bottom = bottom, width = width, height = height)
        });
    }

    fn level_row(&self, level: usize) -> Vec<Cell> {
        let (width, height) = self.header.level_size(level);
        let bytes = self.levels.get(level).map_or(0, |level| level.len());
        [level, width, height, bytes].map(|number| Cell::Number(number as i64)).into()
    }

    fn cell_rows(&self) -> Vec<Vec<Cell>> {
        let cells = self.cells(0);
        let row = |(i, (rect, cell)): (usize, (&Rect, &loader::CellRect))| {
            let place = [i as i64, rect.x.into(), rect.y.into(), rect.width.into(), rect.height.into()];
            let uv = [cell.u0, cell.v0, cell.du, cell.dv].map(|part| Cell::Text(part.to_string()));
            place.map(Cell::Number).into_iter().chain(uv).collect()
        };
        self.page_rects().iter().zip(cells.iter().skip(1)).enumerate().map(row).collect()
    }
}

impl Picture for Texm<'_> {
    fn levels(&self) -> usize {
        self.levels.len()
    }

    fn image(&self, level: usize) -> Option<Image> {
        self.image_through(level, None)
    }

    fn rects(&self) -> Vec<image::Rect> {
        let rect = |&Rect { x, width, y, height }: &Rect| image::Rect {
            x: x.into(),
            y: y.into(),
            width: width.into(),
            height: height.into(),
        };
        self.page_rects().iter().map(rect).collect()
    }

    fn settings(&self) -> Value {
        let Header { mip_count, flags4, flags5, mean_colour, format, .. } = self.header;
        let page: Option<Vec<_>> =
            self.page.as_ref().map(|page| page.rects.iter().map(redraw::row).collect());
        json!({
            "format": format,
            "mips": mip_count,
            "flags4": flags4,
            "flags5": flags5,
            "mean_colour": mean_colour,
            "page": page,
        })
    }

    fn redrawn(&self, image: &Image, settings: &Value, how: Redraw) -> Result<Redrawn, Unfit> {
        redraw::redrawn(self, &Outer::default(), image, settings, how)
    }

    fn blank(&self) -> Vec<u8> {
        canvas::blank(self)
    }

    fn coloured<'p>(&'p self, library: &dyn Library) -> Option<Box<dyn Picture + 'p>> {
        self.in_colours(library)
    }

    fn drawable<'p>(&'p self, library: &dyn Library) -> Option<Box<dyn Picture + 'p>> {
        Some(self.to_draw_into(library))
    }
}

measures! { "texm":
    Claim ENDS = "nothing-behind";
    Claim HAS_PAGE = "has-page";
    Claim MEAN = "mean-index";
    Tally FORMATS = "formats";
    Tally FLAGS4 = "flags4";
    Tally FLAGS5 = "flags5";
}

rules! { "texm":
    Error BAD_MAGIC = "magic";
    Error FORMAT = "format";
    Error SIZE = "size";
    Error MIP_COUNT = "mip-count";
    Error PAGE_SIZE = "page-size";
    Error TAIL = "tail";
    Warning MIP_PYRAMID = "mip-pyramid";
    Warning RECT_OUTSIDE = "rect-outside";
    Warning NAME_DOT = "name-dot";
    Warning PALETTE_SUFFIX = "palette-suffix";
    Warning FADE_INDEX = "fade-index";
    Info PALETTE_MISSING = "palette-missing";
}
