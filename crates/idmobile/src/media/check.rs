//! What is wrong with images that only all the files together show.

use super::{Media, Wanted};
use crate::gallery::{Lookup, Trouble};
use crate::new_mappings::{NO_COLOUR, NewMappings, ODD_SPRITE, UNCERTAIN};
use relict_core::args;
use relict_core::error::FaultKind;
use relict_core::format::Document;
use relict_core::report::Report;

/// Holds the directory against the files beside it.
pub(crate) fn beside(directory: &NewMappings<'_>, lookup: Lookup<'_, '_>, report: &mut Report) {
    let Ok(bytes) = directory.to_bytes() else { return };
    match Media::with(bytes.into(), lookup, Wanted::default()) {
        Ok(media) => media.check(report),
        Err(trouble) => add(&trouble, report),
    }
}

/// A trouble as a finding, if it is one of a rule.
fn add(trouble: &Trouble, report: &mut Report) {
    if let FaultKind::Broken { rule, args } = &trouble.error.kind {
        report.add(rule, trouble.error.path.clone(), None, args.clone());
    }
}

impl Media<'_> {
    /// Everything that is wrong or odd, by the fields of the directory.
    pub fn check(&self, report: &mut Report) {
        for &image in &self.mapped {
            self.check_image(image, report);
        }
        let sure = self.dialect.sure;
        let unsure = [
            (sure.bits, "bits"),
            (sure.direction || !self.has_sprites(), "direction"),
            (sure.colour, "colour"),
            (self.dialect.limit.is_some(), "limit"),
        ];
        for (_, what) in unsure.into_iter().filter(|(sure, _)| !sure) {
            let field = format!("{}.texels", self.dialect.form());
            report.add(&UNCERTAIN, field, None, args!(what = what));
        }
    }

    /// Whether a tile shows an image that is not raw, so that it matters which way runs go.
    fn has_sprites(&self) -> bool {
        self.mapped.iter().any(|&image| !self.is_raw(image))
    }

    fn check_image(&self, image: usize, report: &mut Report) {
        let (sound, highest) = match self.looked_at(image) {
            Ok(seen) => seen,
            Err(trouble) => return add(&trouble, report),
        };
        let form = self.dialect.form();
        if !sound {
            let args = args!(image = image, size = self.texels(image).len());
            report.add(&ODD_SPRITE, format!("{form}.texels[{image}]"), None, args);
        }
        let colours = self.palette(image).words.len();
        // Index 0 is that of everything invisible, and no fault.
        let highest = highest.map_or(0, usize::from);
        if highest >= colours.max(1) {
            let args = args!(image = image, index = highest, colours = colours);
            report.add(&NO_COLOUR, format!("{form}.palettes[{image}]"), None, args);
        }
    }
}
