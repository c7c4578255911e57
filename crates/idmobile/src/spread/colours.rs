//! How pictures in colour are read when their palettes may have been edited, too.

use crate::gallery::{Drawing, Misfit, Palette, Reading};
use relict_core::image::Image;

/// The palette of a picture.
pub(super) struct Colours<'c> {
    before: &'c Palette,
    /// As it was edited.
    after: Option<Palette>,
    transparent: Option<u8>,
    /// Whether index 0 is transparent.
    keyed: bool,
    quantise: bool,
}

impl<'c> Colours<'c> {
    pub(super) fn new(
        before: &'c Palette,
        after: Option<&Vec<u16>>,
        transparent: Option<u8>,
        quantise: bool,
    ) -> Self {
        let after = after.map(|words| Palette { words: words.clone(), order: before.order });
        Self { before, after, transparent, keyed: false, quantise }
    }

    /// The same for a picture whose index 0 is transparent, if it is.
    pub(super) fn keyed(self, keyed: bool) -> Self {
        Self { keyed, ..self }
    }

    /// What a picture shows: with the colours that the palette had, or else with those that it gets.
    pub(super) fn read(&self, old: &Drawing, image: &Image) -> Result<Drawing, Misfit> {
        let read = |palette: &Palette, quantise: bool| {
            let how = Reading { palette, transparent: self.transparent, quantise };
            if self.keyed { old.read_keyed(image, how) } else { old.read(image, how) }
        };
        let edited = || self.after.as_ref().and_then(|after| read(after, false).ok());
        let nearest = || read(self.after.as_ref().unwrap_or(self.before), true);
        match read(self.before, false).or_else(|misfit| edited().ok_or(misfit)) {
            Err(_) if self.quantise => nearest(),
            read => read,
        }
    }
}
