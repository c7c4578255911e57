//! What the resources of a game have in common: they are known by their names, and most begin with their size.

use crate::gallery::{Lookup, Trouble};
use relict_core::bytes::Cursor;
use relict_core::error::broken;
use relict_core::format::{Context, Format, Origin};
use relict_core::report::{Report, Severity};
use std::borrow::Cow;

pub(crate) use crate::names::folder;

pub(crate) const WALLS: &str = "wtexels.bin";
pub(crate) const PALETTES: &str = "palettes.bin";
pub(crate) const MAPPINGS: &str = "mappings.bin";
pub(crate) const SHAPES: &str = "bitshapes.bin";
pub(crate) const SPRITES: &str = "stexels.bin";

/// The name without the folders in front of it, in lower case.
pub(crate) fn base(name: &str) -> String {
    crate::names::base(name).to_ascii_lowercase()
}

/// 12 of `wtexels12.bin`, where `stem` is `wtexels`. Numbers have no zeros in front.
pub(crate) fn numbered(base: &str, stem: &str) -> Option<usize> {
    let digits = base.strip_prefix(stem)?.strip_suffix(".bin")?;
    let plain =
        digits == "0" || !digits.starts_with('0') && digits.bytes().all(|digit| digit.is_ascii_digit());
    digits.parse().ok().filter(|_| plain)
}

/// Whether a data file of an index may have no bytes. The first one may not: every index begins with a chunk of it. One
/// behind the last chunk may, as `sounds10.bin` of Orcs & Elves II shows.
pub(crate) fn may_be_empty(base: &str, stem: &str) -> bool {
    numbered(base, stem).is_some_and(|number| number > 0)
}

/// What is wrong with a size that stands in front of pieces of one length.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Misstated {
    /// The pieces are whole, but the header states another size.
    Header,
    /// The last piece breaks off; the header tells of a whole one.
    Truncated,
    /// The header is right, but no whole number of pieces has that size.
    NotMultiple,
}

/// How `stated` fits `size` bytes of pieces that have `unit` bytes each; none where all is well.
pub(crate) fn misstated(stated: u32, size: usize, unit: usize) -> Option<Misstated> {
    let stated = stated as usize;
    match (stated == size, size.is_multiple_of(unit), stated.is_multiple_of(unit)) {
        (true, true, _) => None,
        (true, false, _) => Some(Misstated::NotMultiple),
        (false, false, true) => Some(Misstated::Truncated),
        (false, _, _) => Some(Misstated::Header),
    }
}

relict_core::rules! { @ Error MISSING = "game.missing-resource" }

/// A resource that must be there.
pub(crate) fn need<'l>(lookup: Lookup<'_, 'l>, name: &str) -> Result<Cow<'l, [u8]>, Trouble> {
    let error = || broken(&MISSING, "", relict_core::args!(name = name));
    lookup(name).ok_or_else(|| Trouble::new(name, error()))
}

/// A resource in which the check finds no error.
pub(crate) fn sound<'a, F: Format<'a>>(name: &str, bytes: &'a [u8]) -> Result<F, Trouble> {
    let origin = Origin::named(name);
    let file = F::read(&mut Cursor::new(bytes), origin).map_err(|error| Trouble::new(name, error))?;
    expect_sound(name, &file)?;
    Ok(file)
}

pub(crate) fn expect_sound<'a, F: Format<'a>>(name: &str, file: &F) -> Result<(), Trouble> {
    let mut report = Report::default();
    file.check(&mut report, Context { origin: Origin::named(name), ..Context::ALONE });
    let wrong = report.findings.into_iter().find(|finding| finding.rule.severity == Severity::Error);
    let error = wrong.map(|finding| broken(finding.rule, finding.field, finding.args));
    error.map_or(Ok(()), |error| Err(Trouble::new(name, error)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_of_files_are_plain() {
        assert_eq!(numbered("wtexels0.bin", "wtexels"), Some(0));
        assert_eq!(numbered("wtexels12.bin", "wtexels"), Some(12));
        for name in
            ["wtexels.bin", "wtexels01.bin", "wtexels1.idx", "stexels1.bin", "wtexels+1.bin", "wtexels 1.bin"]
        {
            assert_eq!(numbered(name, "wtexels"), None, "{name}");
        }
        assert_eq!(["wtexels0.bin", "wtexels3.bin"].map(|name| may_be_empty(name, "wtexels")), [false, true]);
        assert_eq!((base("a/B\\WTEXELS.BIN").as_str(), base("c").as_str()), ("wtexels.bin", "c"));
    }

    #[test]
    fn every_kind_of_wrong_size_is_told_apart() {
        assert_eq!(misstated(64, 64, 32), None);
        assert_eq!(misstated(96, 64, 32), Some(Misstated::Header));
        assert_eq!(misstated(64, 50, 32), Some(Misstated::Truncated));
        assert_eq!(misstated(50, 50, 32), Some(Misstated::NotMultiple));
        assert_eq!(misstated(51, 50, 32), Some(Misstated::Header));
    }
}
