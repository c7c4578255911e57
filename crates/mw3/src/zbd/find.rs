//! Where the table of an archive stands. Only the end of the file tells, and it may be read in two ways.

use super::{Footer, NO_FOOTER, Record, TABLE_OUTSIDE, VERSION};
use crate::dialect::Dialect;
use relict_core::prelude::*;

/// Where the table and the footer begin.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Ends {
    pub(super) dialect: Dialect,
    pub(super) table: usize,
    pub(super) footer: usize,
}

/// How much speaks for it that a table is one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Trust {
    /// Nothing but the footer.
    None,
    /// Some records are sound.
    Possible,
    /// There is nothing but the footer.
    Empty,
    /// All names are sound, and all payloads lie inside.
    Likely,
    /// All names are sound, and the payloads follow each other from the start of the file to the table.
    Certain,
}

/// The table that a footer of this game promises, if there is such a footer and room for the table.
fn ends(bytes: &[u8], dialect: Dialect) -> Option<Ends> {
    let at = bytes.len().checked_sub(dialect.footer_size())?;
    let footer = Footer::get(&bytes[at..at + Footer::SIZE]);
    let size = (footer.entry_count as usize).checked_mul(Record::SIZE)?;
    let table = at.checked_sub(size)?;
    (footer.version == dialect.footer()).then_some(Ends { dialect, table, footer: at })
}

fn records(bytes: &[u8], ends: Ends) -> impl Iterator<Item = Record> {
    bytes[ends.table..ends.footer].chunks_exact(Record::SIZE).map(Record::get)
}

fn trust(bytes: &[u8], ends: Ends) -> Trust {
    let is_sound = |record: &Record| record.is_well_named() && record.end() <= ends.table;
    let (mut all, mut any, mut follow, mut ascend) = (true, false, true, true);
    // Where the last payload ends, and where it begins.
    let (mut end, mut start) = (0, 0);
    for record in records(bytes, ends) {
        let sound = is_sound(&record);
        (all, any) = (all && sound, any || sound);
        follow &= record.start as usize == end;
        ascend &= ends.dialect == Dialect::Pm && record.length == 1 && record.start >= start;
        (end, start) = (record.end(), record.start);
    }
    match (all, any) {
        (true, false) if ends.table == 0 => Trust::Empty,
        (true, true) if (follow && end == ends.table) || ascend => Trust::Certain,
        (true, true) => Trust::Likely,
        (false, true) => Trust::Possible,
        (_, false) => Trust::None,
    }
}

/// The table for which most speaks; of two that are alike, the expansion's.
pub(super) fn best(bytes: &[u8]) -> Option<(Ends, Trust)> {
    let found = Dialect::ALL.into_iter().filter_map(|dialect| ends(bytes, dialect));
    found.map(|ends| (ends, trust(bytes, ends))).max_by_key(|(_, trust)| *trust)
}

/// The names in the table of a file that can only be an archive.
pub(crate) fn names(bytes: &[u8]) -> Option<impl Iterator<Item = Vec<u8>>> {
    let (ends, trust) = best(bytes)?;
    (trust >= Trust::Possible).then(|| records(bytes, ends).map(|record| record.name.text().to_vec()))
}

pub(super) fn locate(bytes: &[u8]) -> Result<Ends> {
    match best(bytes) {
        Some((ends, _)) => Ok(ends),
        None => Err(what_is_wrong(bytes)),
    }
}

/// Why there is no table.
fn what_is_wrong(bytes: &[u8]) -> Error {
    let Some(last) = bytes.len().checked_sub(Footer::SIZE) else {
        return Error::truncated(Footer::SIZE, bytes.len()).at(Some(0)).inside("footer");
    };
    let known = |(_, footer): &(usize, Footer)| Dialect::of_footer(footer.version).is_some();
    if let Some((at, footer)) = footers(bytes).find(known) {
        let room = at / Record::SIZE;
        let args = args!(stated = footer.entry_count, room = room);
        return broken(&TABLE_OUTSIDE, "footer.entry_count", args).at(Some(at + 4));
    }
    match footers(bytes).find(|(at, _)| ends_in_record(&bytes[..*at])) {
        Some((at, footer)) => broken(&VERSION, "footer.version", args!(found = footer.version)).at(Some(at)),
        None => broken(&NO_FOOTER, "footer", vec![]).at(Some(last)),
    }
}

/// What stands where footers do, with its offset; versions that mean the other game's place are left out.
fn footers(bytes: &[u8]) -> impl Iterator<Item = (usize, Footer)> {
    let places = Dialect::ALL.into_iter().rev();
    places.filter_map(|dialect| {
        let at = bytes.len().checked_sub(dialect.footer_size())?;
        let footer = Footer::get(&bytes[at..at + Footer::SIZE]);
        let here = Dialect::of_footer(footer.version).is_none_or(|other| other == dialect);
        here.then_some((at, footer))
    })
}

fn ends_in_record(bytes: &[u8]) -> bool {
    let at = bytes.len().checked_sub(Record::SIZE);
    at.is_some_and(|at| Record::get(&bytes[at..]).is_well_named())
}

/// Whether the end of a file that has no table looks as if there had been one: too short for anything; a footer with a
/// record in front of it; or a table that breaks off.
pub(super) fn is_torn(bytes: &[u8]) -> bool {
    let has_record = |(at, _): (usize, Footer)| ends_in_record(&bytes[..at]);
    bytes.len() < Footer::SIZE || footers(bytes).any(has_record) || breaks_off(bytes)
}

/// Whether the file ends inside a table: two whole records stand in front, one payload behind the other.
fn breaks_off(bytes: &[u8]) -> bool {
    (0..Record::SIZE).any(|rest| {
        let Some(at) = bytes.len().checked_sub(rest + 2 * Record::SIZE) else { return false };
        let (first, second) = bytes[at..].split_at(Record::SIZE);
        let (first, second) = (Record::get(first), Record::get(&second[..Record::SIZE]));
        let named = first.is_well_named() && second.is_well_named();
        named && first.end() == second.start as usize && second.end() <= at
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn record(start: u32, length: u32, name: &[u8]) -> Vec<u8> {
        let (name, comment) = (Chars::new(name, false).unwrap(), Chars([0; 64]));
        let mut bytes = vec![0; Record::SIZE];
        Record { start, length, name, flags: 0, comment, filetime: 0 }.put(&mut bytes);
        bytes
    }

    fn words(words: &[u32]) -> Vec<u8> {
        words.iter().flat_map(|word| word.to_le_bytes()).collect()
    }

    #[test]
    fn a_footer_that_reads_in_two_ways_is_the_one_whose_table_is_sound() {
        // The expansion's, with one entry: its last two words are a footer of version 1, and so many entries.
        let pm = |checksum| [vec![7; 5], record(0, 5, b"A"), words(&[2, 1, checksum])].concat();
        for checksum in [0, 1] {
            let found = best(&pm(checksum)).unwrap();
            assert_eq!(found, (Ends { dialect: Dialect::Pm, table: 5, footer: 153 }, Trust::Certain));
        }
        // The other's, with a time whose upper half is 2.
        let mut mw = [vec![7; 5], record(0, 5, b"A"), words(&[1, 1])].concat();
        let at = mw.len() - 12;
        mw[at] = 2;
        let found = best(&mw).unwrap();
        assert_eq!(found, (Ends { dialect: Dialect::Mw, table: 5, footer: 153 }, Trust::Certain));
    }

    #[test]
    fn the_less_a_table_is_worth_the_less_it_is_trusted() {
        let trust = |table: &[Vec<u8>]| {
            let footer = words(&[1, table.len() as u32]);
            best(&[vec![7; 5], table.concat(), footer].concat()).unwrap().1
        };
        assert_eq!(trust(&[record(0, 5, b"A")]), Trust::Certain);
        assert_eq!(trust(&[record(0, 4, b"A")]), Trust::Likely);
        assert_eq!(trust(&[record(0, 5, b"A"), record(9, 9, b"B")]), Trust::Possible);
        assert_eq!(trust(&[record(9, 9, b"B")]), Trust::None);
        assert_eq!(trust(&[]), Trust::None);
        assert_eq!(best(&words(&[1, 0])).unwrap().1, Trust::Empty);
    }

    #[test]
    fn a_torn_archive_is_known_by_what_is_left_of_its_table() {
        let whole =
            [vec![7; 9], record(0, 5, b"A"), record(5, 2, b"B"), record(7, 2, b"C"), words(&[1, 3])].concat();
        let torn = |cut: usize| is_torn(&whole[..whole.len() - cut]);
        assert!((1..150).all(torn), "{:?}", (1..150).find(|cut| !torn(*cut)));
        assert!(!is_torn(&[7; 1000]));
    }
}
