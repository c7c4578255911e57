//! Files that an index cuts: none gets another length, and no text another place, without its index.
//!
//! The folder of a game has a file for every chunk, and rewrites the index. Whoever edits the entry itself (its JSON form, its
//! bytes, a field in the viewer) does not see the index; all that lies behind the edit would be found in the wrong place.

use super::rebuild::{Packing, unpacked};
use crate::index::Index;
use crate::names::{base, folder};
use relict_core::json::Json;
use relict_core::prelude::*;
use std::collections::HashMap;

relict_core::rules! { @ Error SHIFTED = "game.shifted" }

/// The bank whose chunks are texts, each with a zero behind it.
const TEXTS: &str = "strings";

/// Refuses entries that no longer fit the index beside them, as far as they did before.
pub(super) fn expect_in_place(incoming: &[EntrySpec], payloads: &dyn Payloads) -> Result<()> {
    let names = incoming.iter().map(|entry| entry.name.to_ascii_lowercase()).zip(0..);
    let entries = Entries { incoming, payloads, names: names.collect() };
    (0..incoming.len()).try_for_each(|entry| entries.expect_in_place(entry))
}

struct Entries<'e> {
    incoming: &'e [EntrySpec],
    payloads: &'e dyn Payloads,
    /// Their places by their names in lower case.
    names: HashMap<String, usize>,
}

impl Entries<'_> {
    fn expect_in_place(&self, entry: usize) -> Result<()> {
        let Some(name) = self.incoming.get(entry).map(|entry| entry.name.as_str()) else { return Ok(()) };
        let Some((stem, number)) = numbered(base(name)) else { return Ok(()) };
        let index_name = format!("{}{stem}.idx", folder(name));
        if self.payloads.source(entry) != Source::Fresh {
            return Ok(());
        }
        let (Some(before), Some(index)) = (self.packing(entry), self.plain(&index_name)) else {
            return Ok(());
        };
        let Ok(index) = Index::read(&mut Cursor::new(&index), Origin::named(&index_name)) else {
            return Ok(());
        };
        let ends: Vec<usize> =
            index.chunks().iter().filter(|chunk| chunk.file == number).map(|chunk| chunk.end).collect();
        let Some(end) = ends.iter().copied().max() else { return Ok(()) };
        let size = self.payloads.size(entry);
        if end == before.size as usize && end != size {
            return Err(shifted(name, &index_name, end, size));
        }
        if end == size && stem.eq_ignore_ascii_case(TEXTS) {
            let bytes = self.payloads.load(entry)?;
            let cut =
                ends.iter().find(|end| end.checked_sub(1).is_some_and(|last| bytes.get(last) != Some(&0)));
            if let Some(cut) = cut.filter(|_| crc(&bytes) != before.crc) {
                return Err(shifted(name, &index_name, *cut, size));
            }
        }
        Ok(())
    }

    /// How an entry was packed before; none if it is new.
    fn packing(&self, entry: usize) -> Option<Packing> {
        Option::from_json(&self.incoming.get(entry)?.packing).ok()?
    }

    /// The bytes of an entry, unpacked.
    fn plain(&self, name: &str) -> Option<Vec<u8>> {
        let entry = *self.names.get(&name.to_ascii_lowercase())?;
        let bytes = self.payloads.load(entry).ok()?;
        match self.payloads.source(entry) {
            Source::Fresh => Some(bytes.into_owned()),
            Source::Stored => unpacked(&self.packing(entry)?, &bytes).ok(),
            Source::Shared => None,
        }
    }
}

fn shifted(name: &str, index: &str, wanted: usize, found: usize) -> Error {
    broken(&SHIFTED, "", args!(name = name, index = base(index), wanted = wanted, found = found))
}

fn crc(bytes: &[u8]) -> u32 {
    let mut crc = flate2::Crc::new();
    crc.update(bytes);
    crc.sum()
}

/// `strings` and 12 of `strings12.bin`.
fn numbered(base: &str) -> Option<(&str, u8)> {
    let end = base.len().checked_sub(".bin".len())?;
    let front =
        base.get(..end).filter(|_| base.get(end..).is_some_and(|it| it.eq_ignore_ascii_case(".bin")))?;
    let stem = front.trim_end_matches(|digit: char| digit.is_ascii_digit());
    Some((stem, front.get(stem.len()..)?.parse().ok()?))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_of_files_are_told_from_their_names() {
        assert_eq!(numbered("strings12.BIN"), Some(("strings", 12)));
        assert_eq!(numbered("maps00.bin"), Some(("maps", 0)));
        for name in ["strings.bin", "strings300.bin", "a0.png", "0bin", "ä.bin", ""] {
            assert_eq!(numbered(name), None, "{name}");
        }
    }
}
