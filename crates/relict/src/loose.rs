//! Archives whose entries lie loose in a folder: taken for the archive that they would be in.

use crate::FORMATS;
use crate::phrases;
use crate::problem::{CANNOT_PACK, Problem, Result};
use relict_core::archive::{EntrySpec, Frame, Payloads, Source};
use relict_core::error::Error;
use relict_core::format::Kind;
use relict_core::put::Piece;
use std::borrow::Cow;

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
    let (kind, incoming) = entries(names)?;
    Some(together(path, kind, &incoming, read))
}

fn together(
    path: &str,
    kind: &Kind,
    incoming: &[EntrySpec],
    read: &dyn Fn(&str) -> Result<Vec<u8>>,
) -> Result<Vec<u8>> {
    let files = incoming.iter().map(|entry| read(&entry.name)).collect::<Result<_>>()?;
    let files = Files(files);
    let pieces = kind.assembled(&Frame::default(), incoming, &files);
    let piece = |piece: Piece| match piece {
        Piece::Bytes(bytes) => bytes,
        Piece::Entry { index, .. } => files.0.get(index).cloned().unwrap_or_default(),
    };
    let pieces = pieces.map_err(|error| Problem::at_field(CANNOT_PACK, path, &error))?;
    Ok(pieces.into_iter().flat_map(piece).collect())
}

/// All of them are new to the archive.
struct Files(Vec<Vec<u8>>);

impl Payloads for Files {
    fn size(&self, incoming: usize) -> usize {
        self.0.get(incoming).map_or(0, Vec::len)
    }

    fn source(&self, _: usize) -> Source {
        Source::Fresh
    }

    fn load(&self, incoming: usize) -> relict_core::error::Result<Cow<'_, [u8]>> {
        let bytes = self.0.get(incoming).map(|bytes| Cow::from(bytes.as_slice()));
        bytes.ok_or_else(|| Error::unexpected(phrases::a_loose_file(), incoming))
    }
}
