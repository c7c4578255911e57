//! What the indices of a texture show: through its own palette, or one that is another file.

use super::indexed::{self, Target};
use super::loader::FADE;
use super::redraw::{self, count_loss};
use super::{Header, PixelFormat, Texm};
use crate::pal;
use relict_core::format::Library;
use relict_core::prelude::*;
use serde_json::Value;

/// The colours of all indices.
#[derive(Clone, Debug)]
pub(super) struct Colours {
    pub shown: Palette,
    /// Whether index 0 is transparent.
    pub keyed: bool,
    /// Whether every index is a step of one colour: the same colour, more and more opaque.
    pub fades: bool,
    /// Whether there was a palette. Without one, index i is the grey i.
    pub known: bool,
    /// What would be shown without one.
    unknown: Palette,
}

impl Colours {
    /// `own` is as stored: blue, green, red, unused; what it lacks is black.
    pub fn of(header: &Header, own: Option<&[[u8; 4]]>, outer: Option<&Palette>) -> Self {
        let base = match (own, outer) {
            (Some(own), _) => {
                std::array::from_fn(|i| own.get(i).map_or([0, 0, 0, 255], |&[b, g, r, _]| [r, g, b, 255]))
            }
            (None, Some(outer)) => *outer,
            (None, None) => greys(),
        };
        let (fades, keyed) = (header.fade().is_some(), header.keyed() && header.fade().is_none());
        let (shown, unknown) = (flagged(base, header), flagged(greys(), header));
        Self { shown, keyed, fades, known: own.is_some() || outer.is_some(), unknown }
    }

    pub fn finder(&self) -> indexed::Palette {
        indexed::Palette::new(&self.stored(), self.keyed)
    }

    /// As textures store a palette.
    fn stored(&self) -> Vec<[u8; 4]> {
        self.shown.iter().map(|&[r, g, b, _]| [b, g, r, 0]).collect()
    }

    /// Whether an indexed picture shows what the same indices show here.
    fn show_the_same(&self, has_alpha: bool, indices: &[u8], palette: &[[u8; 4]]) -> bool {
        let same = |&index: &u8| {
            let [r, g, b, a] = self.shown[usize::from(index)];
            palette
                .get(usize::from(index))
                .is_some_and(|&[pr, pg, pb, pa]| [r, g, b] == [pr, pg, pb] && (!has_alpha || a == pa))
        };
        indices.iter().all(same)
    }

    /// The indices of a picture, where the palette cannot change to fit it. `old` are those of before, if the size is the same.
    pub fn draw(
        &self,
        image: &Image,
        old: Option<&[u8]>,
        quantise: bool,
    ) -> Result<(Vec<u8>, Losses), Unfit> {
        if let Pixels::Indexed { indices, palette } = &image.pixels {
            let same = self.show_the_same(image.has_alpha, indices, palette);
            // Nobody paints with all greys in their order: that is a texture that was shown without its palette.
            if same || !self.known || palette[..] == self.unknown {
                return Ok((indices.clone(), Losses { indices_taken: !same, ..Losses::default() }));
            }
        }
        let pixels = image.to_rgba();
        if self.fades {
            return self.steps(&pixels, image.has_alpha, old, quantise);
        }
        let target = Target { palette: Some(&self.stored()), keyed: self.keyed, indices: old };
        // The nearest grey says nothing of a colour in a palette that nobody knows.
        match target.map(image.has_alpha, &pixels, quantise && self.known) {
            Ok(drawn) => Ok((drawn.indices, drawn.losses)),
            Err(Unfit::Colours { missing, .. }) => Err(self.lacks(missing)),
            Err(unfit) => Err(unfit),
        }
    }

    fn lacks(&self, missing: usize) -> Unfit {
        if self.known { Unfit::OuterColours { missing } } else { Unfit::Palette { missing } }
    }

    /// Pixels of the one colour as steps by their alpha. Without alpha, those that keep the colour keep their step.
    fn steps(
        &self,
        pixels: &[[u8; 4]],
        has_alpha: bool,
        old: Option<&[u8]>,
        quantise: bool,
    ) -> Result<(Vec<u8>, Losses), Unfit> {
        let (mut missing, mut losses) = (0, Losses::default());
        let before = old.unwrap_or_default().iter().copied().map(Some).chain(std::iter::repeat(None));
        let step = |(&wanted, old): (&[u8; 4], Option<u8>)| {
            let same = |step: u8| {
                let shown = self.shown[usize::from(step)];
                shown[..3] == wanted[..3] && (!has_alpha || shown[3] == wanted[3])
            };
            let step = old.filter(|old| same(*old)).unwrap_or_else(|| nearest_step(wanted[3]));
            missing += usize::from(!same(step) && !quantise);
            let shown = self.shown[usize::from(step)];
            count_loss(
                &mut losses,
                wanted,
                if has_alpha { shown } else { [shown[0], shown[1], shown[2], 255] },
            );
            step
        };
        let steps = pixels.iter().zip(before).map(step).collect();
        if missing > 0 { Err(self.lacks(missing)) } else { Ok((steps, losses)) }
    }
}

/// A palette as the flags of a texture make it.
fn flagged(mut palette: Palette, header: &Header) -> Palette {
    if let Some(colour) = header.fade() {
        let [r, g, b, _] = palette[usize::from(colour)];
        return std::array::from_fn(|i| [r, g, b, FADE[i.min(FADE.len() - 1)]]);
    }
    if header.keyed() {
        palette[0][3] = 0;
    }
    palette
}

/// What indices show where nobody knows the palette.
fn greys() -> Palette {
    std::array::from_fn(|i| [i as u8, i as u8, i as u8, 255])
}

/// The step of a fade with the alpha that is closest.
pub(super) fn nearest_step(alpha: u8) -> u8 {
    (alpha.saturating_sub(3) / 8).min(31)
}

/// Palettes that are not in a texture.
#[derive(Clone, Debug, Default)]
pub(super) struct Outer {
    /// By somebody, for any texture that has none.
    chosen: Option<Palette>,
    /// `PAL.PAL`.
    usual: Option<Palette>,
}

impl Outer {
    pub fn of(&self, format: PixelFormat) -> Option<&Palette> {
        let usual = self.usual.as_ref().filter(|_| format == PixelFormat::Indexed2);
        self.chosen.as_ref().or(usual).filter(|_| format.lacks_palette())
    }

    fn chosen(library: &dyn Library) -> Self {
        Self { chosen: library.palette().copied(), usual: None }
    }

    fn found(library: &dyn Library) -> Self {
        let Self { chosen, .. } = Self::chosen(library);
        let usual = if chosen.is_none() { pal::beside(library) } else { None };
        Self { chosen, usual }
    }
}

/// A texture with palettes that are not in it.
#[derive(Debug)]
struct Painted<'t, 'a> {
    texm: &'t Texm<'a>,
    outer: Outer,
}

impl Texm<'_> {
    /// The colours of its indices, if its pixels are indices.
    pub(super) fn colours(&self, outer: Option<&Palette>) -> Option<Colours> {
        let format = self.header.pixel_format().filter(|format| format.is_indexed())?;
        let own = self.palette.as_deref().filter(|_| !format.lacks_palette());
        // A palette of its own that was not read is no reason to look elsewhere.
        (own.is_some() || format.lacks_palette()).then(|| Colours::of(&self.header, own, outer))
    }

    /// The palette of a texture that has none: what somebody chose or, for format 2 alone, `PAL.PAL` beside it.
    pub(super) fn outer(&self, library: &dyn Library) -> Outer {
        match self.header.layout() {
            Some(PixelFormat::Indexed1) => Outer::chosen(library),
            Some(PixelFormat::Indexed2) => Outer::found(library),
            _ => Outer::default(),
        }
    }

    pub(super) fn in_colours<'t>(&'t self, library: &dyn Library) -> Option<Box<dyn Picture + 't>> {
        let outer = self.outer(library);
        outer.of(self.header.layout()?)?;
        Some(Box::new(Painted { texm: self, outer }))
    }

    /// With all palettes that it might get to need.
    pub(super) fn to_draw_into<'t>(&'t self, library: &dyn Library) -> Box<dyn Picture + 't> {
        Box::new(Painted { texm: self, outer: Outer::found(library) })
    }

    pub(super) fn image_through(&self, level: usize, outer: Option<&Palette>) -> Option<Image> {
        let format = self.header.pixel_format()?;
        let bytes = self.levels.get(level)?;
        if bytes.len() != super::level_bytes(&self.header, format, level) {
            return None;
        }
        let (width, height) = self.header.level_size(level);
        match format.decode(bytes) {
            Some(pixels) => Some(Image::rgba(width, height, pixels, format.has_alpha())),
            None => {
                let colours = self.colours(outer)?.shown.to_vec();
                Some(Image::indexed(width, height, bytes.to_vec(), colours))
            }
        }
    }
}

impl Picture for Painted<'_, '_> {
    fn levels(&self) -> usize {
        Picture::levels(self.texm)
    }

    fn image(&self, level: usize) -> Option<Image> {
        let format = self.texm.header.pixel_format()?;
        self.texm.image_through(level, self.outer.of(format))
    }

    fn rects(&self) -> Vec<Rect> {
        self.texm.rects()
    }

    fn settings(&self) -> Value {
        self.texm.settings()
    }

    fn redrawn(&self, image: &Image, settings: &Value, how: Redraw) -> Result<Redrawn, Unfit> {
        redraw::redrawn(self.texm, &self.outer, image, settings, how)
    }

    fn blank(&self) -> Vec<u8> {
        self.texm.blank()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_step_is_the_one_with_the_closest_alpha() {
        for (step, &alpha) in (0..).zip(&FADE) {
            assert_eq!(nearest_step(alpha), step);
            assert_eq!(nearest_step(alpha.saturating_add(3)), step);
        }
        assert_eq!([nearest_step(0), nearest_step(255)], [0, 31]);
        for alpha in 0..=255u8 {
            let distance = |step: u8| FADE[usize::from(step)].abs_diff(alpha);
            assert!((0..32).all(|step| distance(step) >= distance(nearest_step(alpha))), "{alpha}");
        }
    }
}
