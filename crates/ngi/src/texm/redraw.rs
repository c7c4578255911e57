//! Pictures and settings into textures.

use super::colours::{Colours, Outer};
use super::indexed::Target;
use super::pixels::PixelFormat;
use super::shrink::Largest;
use super::{COLOURS, Header, MOST_LEVELS, PAGE, Page, Rect, Texm, canvas};
use crate::phrases;
use relict_core::json::{Json, unfit};
use relict_core::prelude::*;
use serde_json::Value;

/// The texture with `image` as its largest level, and with what `settings` names.
/// `outer` are palettes that are not in the texture.
pub(super) fn redrawn(
    texm: &Texm<'_>,
    outer: &Outer,
    image: &Image,
    settings: &Value,
    how: Redraw,
) -> Result<Redrawn, Unfit> {
    if texm.header.layout().is_none() {
        return Err(Error::unexpected(phrases::sensible_header(), phrases::another())
            .inside("header")
            .into());
    }
    let Settings { header, format, page } = Settings::of(texm, settings)?;
    let (width, height) =
        canvas::size(image).ok_or(Unfit::Size { width: image.width, height: image.height })?;
    let header = Header { width, height, ..header };
    let mut task = Task { texm, outer: outer.of(format), header, format, how };
    let Drawn { palette, level, mut losses } = task.draw(image)?;
    losses.uncertain = format.is_uncertain() && task.old(0) != Some(&level);
    if page.is_none() && (width, height) != (texm.header.width, texm.header.height) {
        losses.rects_kept = texm.page_rects().len();
    }
    let smaller = task.kept(&level, &palette).map(<[_]>::to_vec);
    let smaller = smaller.unwrap_or_else(|| {
        let made = task.shrink(&level, palette.as_deref());
        losses.levels_made = made.len();
        made
    });
    let levels = [level.into()].into_iter().chain(smaller).collect();
    let (page, tail) = match page {
        Some(page) => (page, Bytes::default()),
        None => (texm.page.clone(), texm.tail.clone()),
    };
    let new = Texm { header: task.header, palette, levels, page, tail };
    Ok(Redrawn { bytes: canvas::bytes(&new), losses })
}

/// What `settings` make of a texture.
struct Settings {
    header: Header,
    format: PixelFormat,
    /// Only where it becomes another one.
    page: Option<Option<Page>>,
}

const NAMES: [&str; 6] = ["format", "mips", "flags4", "flags5", "mean_colour", "page"];

impl Settings {
    fn of(texm: &Texm<'_>, settings: &Value) -> Result<Self> {
        let object = match settings {
            Value::Null => None,
            Value::Object(object) => Some(object),
            other => return Err(unfit(phrases::an_object(), other)),
        };
        let (mut header, mut page) = (texm.header.clone(), None);
        for (name, value) in object.into_iter().flatten() {
            let mut number = |field: fn(&mut Header) -> &mut u32| {
                u32::from_json(value).map(|number| *field(&mut header) = number)
            };
            match name.as_str() {
                "format" => number(|header| &mut header.format),
                "mips" => number(|header| &mut header.mip_count),
                "flags4" => number(|header| &mut header.flags4),
                "flags5" => number(|header| &mut header.flags5),
                // What it was called before its meaning was known stands in older folders.
                "mean_colour" | "unk18" => number(|header| &mut header.mean_colour),
                "page" => Option::<Vec<[i16; 4]>>::from_json(value).map(|rows| page = Some(rows)),
                _ => Err(Error::unexpected(phrases::any_of(NAMES), quoted(name))),
            }
            .map_err(|error| error.inside(name))?;
        }
        let Header { format, mip_count, .. } = header;
        let known = PixelFormat::of(format).ok_or_else(|| {
            Error::unexpected(phrases::any_of(PixelFormat::ALL.map(PixelFormat::code)), format)
                .inside("format")
        })?;
        if !(1..=MOST_LEVELS).contains(&mip_count) {
            return Err(Error::unexpected(phrases::range(1, MOST_LEVELS), mip_count).inside("mips"));
        }
        let now = texm.page.as_ref().map(|page| page.rects.iter().map(row).collect());
        Ok(Self { header, format: known, page: page.filter(|page| *page != now).map(|rows| rows.map(paged)) })
    }
}

/// A rectangle as settings have it.
pub(super) fn row(rect: &Rect) -> [i16; 4] {
    [rect.x, rect.width, rect.y, rect.height]
}

fn paged(rows: Vec<[i16; 4]>) -> Page {
    let rect = |[x, width, y, height]: [i16; 4]| Rect { x, width, y, height };
    Page { magic: PAGE, rects: rows.into_iter().map(rect).collect() }
}

/// A texture and what is to become of it.
struct Task<'t, 'a> {
    texm: &'t Texm<'a>,
    outer: Option<&'t Palette>,
    header: Header,
    format: PixelFormat,
    how: Redraw,
}

/// A picture as the largest level.
struct Drawn {
    palette: Option<Vec<[u8; 4]>>,
    level: Vec<u8>,
    losses: Losses,
}

impl<'a> Task<'_, 'a> {
    /// A level of before, if its pixels stand for those of the new one.
    fn old(&self, level: usize) -> Option<&[u8]> {
        let like = |header: &Header| (header.format, header.width, header.height);
        let alike = like(&self.texm.header) == like(&self.header);
        self.texm.levels.get(level).filter(|_| alike).map(|level| &**level)
    }

    fn draw(&self, image: &Image) -> Result<Drawn, Unfit> {
        let (own, keyed) = (self.texm.palette.as_deref(), self.header.keyed());
        if self.format.lacks_palette() || self.format.is_indexed() && self.header.fade().is_some() {
            let black = || vec![[0; 4]; COLOURS];
            let palette = (!self.format.lacks_palette()).then(|| own.map_or_else(black, <[_]>::to_vec));
            let colours = Colours::of(&self.header, palette.as_deref(), self.outer);
            let (level, losses) = colours.draw(image, self.old(0), self.how.quantise)?;
            return Ok(Drawn { palette, level, losses });
        }
        if self.format == PixelFormat::Indexed {
            let drawn =
                Target { palette: own, keyed, indices: self.old(0) }.draw(image, self.how.quantise)?;
            return Ok(Drawn { palette: Some(drawn.palette), level: drawn.indices, losses: drawn.losses });
        }
        let mut pixels = image.to_rgba();
        if !image.has_alpha {
            pixels.iter_mut().for_each(|pixel| pixel[3] = 255);
        }
        self.expect_fit(&pixels)?;
        let level = self.format.encode(&pixels, self.old(0)).unwrap_or_default();
        let shown = self.format.decode(&level).unwrap_or_default();
        let mut losses = Losses::default();
        pixels.iter().zip(shown).for_each(|(&wanted, shown)| count_loss(&mut losses, wanted, shown));
        Ok(Drawn { palette: None, level, losses })
    }

    /// Rounding is one thing, leaving out a whole channel another.
    fn expect_fit(&self, pixels: &[[u8; 4]]) -> Result<(), Unfit> {
        let without = pixels.iter().filter(|pixel| !self.format.has_alpha() && pixel[3] != 255).count();
        if without > 0 {
            return Err(Unfit::Alpha { pixels: without });
        }
        let only_grey = self.format == PixelFormat::La88 && !self.how.quantise;
        let coloured = pixels.iter().filter(|[r, g, b, _]| only_grey && (r != g || g != b)).count();
        if coloured > 0 { Err(Unfit::Grey { pixels: coloured }) } else { Ok(()) }
    }

    /// The smaller levels of before, if they may stay: because nothing has changed, or because it is wished.
    fn kept(&self, level: &[u8], palette: &Option<Vec<[u8; 4]>>) -> Option<&[Bytes<'a>]> {
        let old = self.old(0).filter(|_| self.texm.header.mip_count == self.header.mip_count)?;
        let same = old == level && self.texm.palette == *palette;
        let (_, smaller) = self.texm.levels.split_first()?;
        (same || self.how.smaller == Smaller::Kept).then_some(smaller)
    }

    /// All smaller levels, made from the largest as it is stored; and with them the mean colour.
    fn shrink(&mut self, level: &[u8], palette: Option<&[[u8; 4]]>) -> Vec<Bytes<'static>> {
        let (width, height) = self.header.level_size(0);
        let smaller = 1..self.header.mip_count as usize;
        let is_set = self.header.mean_colour != self.texm.header.mean_colour;
        if !self.format.is_indexed() {
            // A place in a palette is nothing to colours.
            if !is_set && self.texm.header.pixel_format().is_some_and(PixelFormat::is_indexed) {
                self.header.mean_colour = 0;
            }
            let pixels = self.format.decode(level).unwrap_or_default();
            let largest = Largest { width, height, pixels: &pixels };
            let made = |i: usize| largest.level(i, self.format, self.old(i)).unwrap_or_default().into();
            return smaller.map(made).collect();
        }
        let colours = Colours::of(&self.header, palette, self.outer);
        let finder = colours.finder();
        let pixels = match colours.fades {
            true => level.iter().map(|&index| colours.shown[usize::from(index)]).collect(),
            false => finder.show(level),
        };
        let largest = Largest { width, height, pixels: &pixels };
        let made = |i: usize| match () {
            () if colours.fades => largest.step_level(i),
            () if colours.known => largest.indexed_level(i, &finder),
            () => largest.most_frequent_level(i),
        };
        // Somebody may have set it; in format 1 it is 0 everywhere; and of colours that nobody knows there is no mean.
        let complete = self.header.mip_count == self.header.useful_levels();
        if !is_set && self.format != PixelFormat::Indexed1 && (colours.known || complete) {
            self.header.mean_colour = made(MOST_LEVELS as usize - 1).first().copied().unwrap_or(0).into();
        }
        smaller.map(|i| made(i).into()).collect()
    }
}

/// Counts a pixel that is not shown as it was wanted.
pub(super) fn count_loss(losses: &mut Losses, wanted: [u8; 4], shown: [u8; 4]) {
    let largest = wanted.into_iter().zip(shown).map(|(a, b)| a.abs_diff(b)).max().unwrap_or(0);
    losses.rounded += usize::from(largest > 0);
    losses.largest = losses.largest.max(largest);
}
