//! An archive in which one entry becomes something else.

use super::{EditHow, Edited, Then};
use crate::open::{Asset, Holder};
use crate::path;
use crate::phrases;
use crate::problem::{CANNOT_PACK, EDIT_UNFIT, Problem, Result, SHARED_ENTRY, TOO_DEEP};
use crate::repack;
use relict_core::archive::{Archive, Stored};
use relict_core::args;
use relict_core::error::Error;
use relict_core::format::{Kind, Limits};
use relict_core::journal::{EditNotes, Journal};
use relict_core::pieces::Pieces;
use relict_core::repack::Content;

/// What comes out of an archive of up to this size is read again before anybody gets it.
const READ_AGAIN: usize = 32 << 20;

/// An archive whose entries can be looked at.
pub(super) struct Opened<'o, 'a> {
    pub(super) asset: &'o Asset<'a>,
    pub(super) kind: &'static Kind,
    pub(super) archive: &'o dyn Archive,
}

impl Opened<'_, '_> {
    /// Hands on the archive with an entry as `change` makes it; `step` is what the entry is called on the way to it.
    pub(super) fn with<R>(
        &self,
        index: usize,
        step: &str,
        how: EditHow,
        change: impl FnOnce(&Asset<'_>, EditHow, Then<'_, R>) -> Result<R>,
        then: Then<'_, R>,
    ) -> Result<R> {
        let Self { asset, kind, archive } = *self;
        if how.limits.depth == 0 {
            return Err(Problem::new(TOO_DEEP, asset.path, vec![]));
        }
        let unreadable = |e| Problem::unreadable(kind, asset.path, asset.bytes, &e);
        let bytes = archive.payload(index, how.limits).map_err(unreadable)?;
        let entry = archive.entry(index).ok_or_else(|| path::no_entry(archive, asset.path, step))?;
        let path = format!("{}/{step}", asset.path);
        let holder = Some(Holder::of(archive, index));
        let inner = Asset { path: &path, origin: entry.origin(), bytes: &bytes, holder };
        let around = |edited: Edited<'_>| {
            let mut journal = Journal::default();
            journal.append(step, edited.journal);
            if edited.pieces.is(&bytes) {
                return then(Edited { pieces: asset.bytes.into(), journal });
            }
            if archive.stored(index) == Stored::Nowhere {
                return Err(Problem::new(SHARED_ENTRY, path.as_str(), args!(name = entry.name.as_ref())));
            }
            let pieces =
                self.repacked(index, &edited.pieces, how).map_err(|problem| unfit(problem, &path))?;
            then(Edited { pieces, journal })
        };
        change(&inner, EditHow { limits: how.limits.deeper(), ..how }, Box::new(around))
    }

    fn repacked<'n>(&'n self, index: usize, new: &'n Pieces<'_>, how: EditHow) -> Result<Pieces<'n>> {
        let Self { asset, kind, archive } = *self;
        let refused = |error: Error| Problem::refused(CANNOT_PACK, asset.path, &error);
        let mut repack = kind.repack_of(archive).map_err(refused)?;
        repack.set(index, Content::edited(new.borrowed(), EditNotes::Nothing));
        repack::sign(&mut repack, archive, asset.path, how.signature, how.limits)?;
        let place = repack.position(index);
        let pieces = repack.into_pieces().map_err(refused)?;
        self.expect_holds(&pieces, place, new, how.limits)?;
        Ok(pieces)
    }

    /// What comes out can be read, and the entry in it is what was put there.
    fn expect_holds(
        &self,
        pieces: &Pieces<'_>,
        place: Option<usize>,
        new: &Pieces<'_>,
        limits: Limits,
    ) -> Result<()> {
        if pieces.size() > READ_AGAIN {
            return Ok(());
        }
        let unfit = |error: &Error| Problem::at_field(CANNOT_PACK, self.asset.path, error);
        let bytes = pieces.to_bytes();
        let document = self.kind.open(&bytes, self.asset.origin).map_err(|error| unfit(&error))?;
        let archive = document.archive();
        let found = archive.as_ref().zip(place).and_then(|(archive, i)| archive.payload(i, limits).ok());
        match found.is_some_and(|found| new.is(&found)) {
            true => Ok(()),
            false => Err(unfit(&Error::unexpected(
                phrases::what_the_archive_gives_back(),
                phrases::something_else(),
            ))),
        }
    }
}

/// What the archive does not take is the fault of the new bytes.
fn unfit(problem: Problem, path: &str) -> Problem {
    match problem.code {
        CANNOT_PACK => Problem { code: EDIT_UNFIT, path: path.to_owned(), ..problem },
        _ => problem,
    }
}
