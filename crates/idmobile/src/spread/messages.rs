//! The codes of what is said about a folder that cannot become a game.

use crate::gallery::Misfit;
use crate::phrases;
use relict_core::args;
use relict_core::report::{Arg, Args};
use relict_core::tree::Refused;
use std::collections::BTreeMap;
use std::collections::btree_map::Entry;

/// All codes of the family that are no rules of a format.
pub static CODES: &[&str] = &[
    // Of games that cannot be spread out.
    "game.missing-resource",
    "game.too-large",
    // Of folders.
    "game.unknown-picture",
    "game.repeated-picture",
    "game.gap",
    "game.two-edits",
    "game.resource-edited",
    "game.note",
    "game.note-value",
    "game.note-fixed",
    "game.mask-missing",
    // Of pictures.
    "game.picture-size",
    "game.transparent",
    "game.grey",
    "game.colour",
    "game.key-colour",
    "game.index",
    "game.strip-width",
    "game.empty-sprite",
    "game.canvas",
    "game.depth",
    "game.four-bits",
    "game.colour-count",
    // Of texts, images and sounds.
    "game.unknown-chunk",
    "game.chunk-kind",
    "game.texts-json",
    "game.texts-value",
    "game.texts-fixed",
    "game.texts-count",
    "game.texts-size",
    "game.text-letters",
    "game.text-zero",
    "game.shifted",
    // Of maps.
    "game.unknown-map",
    "game.map-json",
    "game.map-value",
    "game.map-broken",
    // Of the game that they would become part of.
    "game.no-such-picture",
    "game.in-use",
    "game.needs-resource",
    "game.shared-texels",
    "game.palette-header",
    "game.not-last",
    "game.full",
    "game.read-only",
    "game.bounds",
    "game.too-fragmented",
    "game.looks-raw",
    "game.too-long",
    "game.signed-index",
    "game.palette-colours",
    "game.unknown-split",
    "game.trouble",
];

/// The code that ends so; there is one for all that is told.
pub(super) fn code(slug: &str) -> &'static str {
    let ends = |code: &&&str| code.strip_prefix("game.") == Some(slug);
    CODES.iter().find(ends).copied().unwrap_or("game.trouble")
}

pub(super) fn refused(slug: &str, file: impl Into<String>, args: Args) -> Refused {
    Refused { code: code(slug), file: file.into(), args }
}

/// A picture that does not fit.
pub(super) fn misfit(file: &str, misfit: &Misfit) -> Refused {
    let (slug, args) = misfit.told();
    refused(slug, file, args)
}

/// A file that is no JSON, by the last part of its code.
pub(super) fn no_json(slug: &str, file: &str, error: &serde_json::Error) -> Refused {
    let reason = phrases::json_reason(error);
    refused(slug, file, args!(reason = reason, line = error.line(), column = error.column()))
}

/// The key of a message, and its arguments.
pub(super) type Remark = (&'static str, Args);

/// So many numbers are listed where there may be thousands.
pub(super) const MOST_LISTED: usize = 64;

/// Numbers as people list them.
pub(super) fn listed(numbers: &[usize]) -> Arg {
    let mut list: Vec<String> = numbers.iter().take(MOST_LISTED).map(ToString::to_string).collect();
    list.extend((numbers.len() > MOST_LISTED).then(|| "…".to_owned()));
    list.join(", ").into()
}

/// Edits by what they are of, with the files that they come from.
pub(super) struct Edited<T>(BTreeMap<usize, (T, String)>);

impl<T> Default for Edited<T> {
    fn default() -> Self {
        Self(BTreeMap::new())
    }
}

impl<T: PartialEq> Edited<T> {
    /// Two files may edit one thing only alike.
    pub(super) fn put(&mut self, key: usize, value: T, file: &str) -> Result<(), Refused> {
        match self.0.entry(key) {
            Entry::Vacant(room) => drop(room.insert((value, file.to_owned()))),
            Entry::Occupied(first) if first.get().0 == value => {}
            Entry::Occupied(first) => {
                return Err(refused("two-edits", file, args!(other = first.get().1.as_str())));
            }
        }
        Ok(())
    }

    pub(super) fn get(&self, key: usize) -> Option<&T> {
        self.0.get(&key).map(|(value, _)| value)
    }

    pub(super) fn keys(&self) -> impl Iterator<Item = usize> {
        self.0.keys().copied()
    }

    pub(super) fn file(&self, key: usize) -> Option<&str> {
        self.0.get(&key).map(|(_, file)| file.as_str())
    }

    pub(super) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}

impl<T: Clone> Edited<T> {
    pub(super) fn values(&self) -> BTreeMap<usize, T> {
        self.0.iter().map(|(key, (value, _))| (*key, value.clone())).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::gallery::{Refusal, Spot, Trouble, Which};
    use relict_core::error::Error;

    #[test]
    fn whatever_is_told_has_a_code() {
        let spot = Spot { x: 0, y: 0 };
        let misfits = [
            Misfit::Size { width: 0, height: 0, wanted_width: 0, wanted_height: 0 },
            Misfit::Alpha(spot),
            Misfit::Grey { spot, colour: [0; 4] },
            Misfit::Colour { spot, colour: [0; 3] },
            Misfit::Index { spot, index: 0, colours: 0 },
            Misfit::Narrow { width: 0, needed: 0 },
            Misfit::Empty,
            Misfit::Canvas { right: 0, bottom: 0 },
            Misfit::Depth { index: 0, depth: 4 },
            Misfit::FourBits { index: 0 },
            Misfit::Colours { found: 0, wanted: 0 },
        ];
        let (which, image) = (Which::Texture(0), 0);
        let refusals = [
            Refusal::Trouble(Trouble::new("", Error::truncated(0, 0))),
            Refusal::Missing(which),
            Refusal::Missing(Which::Image(0)),
            Refusal::Needs { resource: "" },
            Refusal::InUse { which, entry: 0 },
            Refusal::SharedTexels { shape: 0, other: Some(0) },
            Refusal::PaletteHeader { header: 0 },
            Refusal::NotLast { bank: 0, last: 0 },
            Refusal::Full { resource: String::new() },
            Refusal::ReadOnly { image },
            Refusal::Different { image, other: 0 },
            Refusal::Bounds { image, right: 0, bottom: 0 },
            Refusal::Fragmented { image, line: 0, runs: 0 },
            Refusal::LooksRaw { image, size: 0 },
            Refusal::TooLong { image, size: 0, most: 0 },
            Refusal::Signed { image, index: 0 },
            Refusal::Palette { image, colours: 0, least: 0, most: 0 },
            Refusal::Split,
        ];
        for (slug, _) in misfits.iter().map(Misfit::told).chain(refusals.iter().map(Refusal::told)) {
            assert_eq!(code(slug), format!("game.{slug}"));
        }
    }
}
