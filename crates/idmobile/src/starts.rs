//! The list in front of `tables.bin` and `tables_<language>.bin` of both Orcs & Elves: where each table begins.
//!
//! Starts are u16, counted from behind the list, and in no order. How many there are does not stand in the file. A start
//! of 0 means that the table is not in this file, but one table really begins there, so that the file does not tell which
//! of the numbers with a 0 it is.

use crate::phrases;
use relict_core::prelude::*;

/// Games have 24 at most.
const MOST: usize = 256;

/// How the tables of a file lie: for each number the place of its table in the file, and the size of each table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Starts {
    /// 0 is the first table, and also what is not in the file.
    pub(crate) places: Vec<u16>,
    /// Bytes of each table, in the order of the file.
    pub(crate) sizes: Vec<usize>,
}

/// The shortest list of starts whose tables fill the rest of the file, where `fits` says of its bytes whether they are a
/// table. None if no list does.
pub(crate) fn probe(bytes: &[u8], fits: impl Fn(&[u8]) -> bool) -> Option<Starts> {
    let mut distinct: Vec<u16> = vec![];
    for (i, start) in bytes.as_chunks::<2>().0.iter().enumerate().take(MOST) {
        let start = u16::from_le_bytes(*start);
        if let Err(place) = distinct.binary_search(&start) {
            distinct.insert(place, start);
        }
        let tables = bytes.get(2 * (i + 1)..).unwrap_or_default();
        if let Some(sizes) = sizes(tables, &distinct, &fits) {
            let starts = bytes.as_chunks::<2>().0.iter().take(i + 1).map(|start| u16::from_le_bytes(*start));
            let place = |start| distinct.binary_search(&start).unwrap_or_default() as u16;
            return Some(Starts { places: starts.map(place).collect(), sizes });
        }
    }
    None
}

/// The sizes of tables that begin at `starts`, which rise; none if these are no tables.
fn sizes(tables: &[u8], starts: &[u16], fits: &impl Fn(&[u8]) -> bool) -> Option<Vec<usize>> {
    if starts.first() != Some(&0) {
        return None;
    }
    let ends = starts.iter().skip(1).map(|end| usize::from(*end)).chain([tables.len()]);
    let size = |(start, end): (&u16, usize)| {
        let table = tables.get(usize::from(*start)..end)?;
        fits(table).then_some(table.len())
    };
    starts.iter().zip(ends).map(size).collect()
}

/// Writes the list for tables of these sizes. Every table needs a number, since a start is all that tells where one begins.
pub(crate) fn write(places: &[u16], sizes: &[usize], out: &mut Put) {
    if places.len() > MOST {
        out.fail(Error::unexpected(phrases::at_most_numbers(MOST), places.len()).inside("places"));
    }
    for table in 0..sizes.len() {
        if !places.iter().any(|place| usize::from(*place) == table) {
            let wanted = phrases::place_of_table(table);
            out.fail(Error::unexpected(wanted, phrases::no_such_place()).inside("places"));
        }
    }
    for (i, place) in places.iter().enumerate() {
        match sizes.get(..usize::from(*place)).filter(|_| usize::from(*place) < sizes.len()) {
            Some(before) => out.count::<u16>("starts", before.iter().sum()),
            None => {
                let wanted = phrases::place_of_one_of_tables(sizes.len());
                out.fail(Error::unexpected(wanted, *place).inside(format_args!("places[{i}]")));
            }
        }
    }
}

/// The numbers of the table at a place, for people.
pub(crate) fn numbers(places: &[u16], table: usize) -> String {
    let numbers = places.iter().enumerate().filter(|(_, place)| usize::from(**place) == table);
    numbers.map(|(number, _)| number.to_string()).collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_shortest_list_that_fits_is_taken() {
        // Tables of one byte, which is their size.
        let fits = |table: &[u8]| table.first().is_some_and(|size| usize::from(*size) == table.len());
        let bytes = [2, 0, 0, 0, 0, 0, 2, 9, 3, 9, 9];
        let starts = probe(&bytes, fits).unwrap();
        assert_eq!((starts.places.as_slice(), starts.sizes.as_slice()), (&[1, 0, 0][..], &[2, 3][..]));
        let mut out = Put::default();
        write(&starts.places, &starts.sizes, &mut out);
        assert_eq!(out.finish().unwrap(), bytes[..6]);
        assert_eq!(numbers(&starts.places, 0), "1 2");
        for other in [&bytes[..10], &[][..], &[0][..], &[1, 0, 1][..]] {
            assert_eq!(probe(other, fits), None, "{other:?}");
        }
    }

    #[test]
    fn a_table_without_a_number_or_a_number_without_a_table_is_refused() {
        for (places, sizes) in [(&[0, 0][..], &[4, 4][..]), (&[0, 2], &[4, 4]), (&[0, 1, 2], &[4, 65_535, 4])]
        {
            let mut out = Put::default();
            write(places, sizes, &mut out);
            assert!(out.finish().is_err(), "{places:?}");
        }
    }
}
