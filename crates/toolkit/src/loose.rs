//! Archives whose entries lie loose in a folder: taken for the archive that they would be in.

use crate::FORMATS;
use crate::problem::{CANNOT_PACK, Problem, Result};
use relict_core::archive::{EntrySpec, Frame};
use relict_core::format::Kind;
use relict_core::repack::Content;

/// The format that would hold files of these names, and its entries.
fn entries(names: &[&str]) -> Option<(&'static Kind, Vec<EntrySpec>)> {
    FORMATS.iter().find_map(|kind| Some((kind, (kind.package()?.loose)(names)?)))
}

/// Whether files of these names are what some archive holds.
pub fn is_archive(names: &[&str]) -> bool {
    entries(names).is_some()
}

/// The archive of files with these names, which `read` reads; none if they are what no archive holds.
pub fn assembled(
    path: &str,
    names: &[&str],
    read: &dyn Fn(&str) -> Result<Vec<u8>>,
) -> Option<Result<Vec<u8>>> {
    let (kind, entries) = entries(names)?;
    Some(together(path, kind, entries, read))
}

fn together(
    path: &str,
    kind: &Kind,
    entries: Vec<EntrySpec>,
    read: &dyn Fn(&str) -> Result<Vec<u8>>,
) -> Result<Vec<u8>> {
    let unfit = |error| Problem::at_field(CANNOT_PACK, path, &error);
    let mut repack = kind.repack(Frame::default()).map_err(unfit)?;
    for entry in entries {
        let file = read(&entry.name)?;
        repack.push(entry, Content::fresh(file));
    }
    repack.bytes().map_err(unfit)
}
