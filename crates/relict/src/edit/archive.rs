//! An archive in which one entry becomes something else.

use super::pieces::{Pieces, lasting};
use super::{EditHow, Edited};
use crate::folder::{Assembly, Content, Packing, Part, Slot, gone, slots};
use crate::open::{Asset, Holder};
use crate::path;
use crate::phrases;
use crate::problem::{CANNOT_PACK, EDIT_UNFIT, Problem, Result, SHARED_ENTRY, TOO_DEEP};
use relict_core::archive::{Archive, Source, Stored};
use relict_core::args;
use relict_core::error::Error;
use relict_core::format::{Kind, Limits};
use relict_core::tree::Gathered;
use std::sync::OnceLock;

/// What comes out of an archive of up to this size is read again before anybody gets it.
const READ_AGAIN: usize = 32 << 20;

/// An archive whose entries can be looked at.
pub(super) struct Opened<'o, 'a> {
    pub(super) asset: &'o Asset<'a>,
    pub(super) kind: &'static Kind,
    pub(super) archive: &'o dyn Archive,
}

impl<'a> Opened<'_, 'a> {
    /// The archive with an entry as `change` makes it; `step` is what the entry is called on the way to it.
    pub(super) fn with(
        &self,
        index: usize,
        step: &str,
        how: EditHow,
        change: impl for<'e> FnOnce(&Asset<'e>, EditHow) -> Result<Edited<'e>>,
    ) -> Result<Edited<'a>> {
        let Self { asset, kind, archive } = *self;
        if how.limits.depth == 0 {
            return Err(Problem::new(TOO_DEEP, asset.path, vec![]));
        }
        let unreadable = |e| Problem::unreadable(kind, asset.path, asset.bytes, &e);
        let bytes = archive.payload(index, how.limits).map_err(unreadable)?;
        let entry = archive.entry(index).ok_or_else(|| path::no_entry(archive, asset.path, step))?;
        let path = format!("{}/{step}", asset.path);
        let inner =
            Asset { path: &path, origin: entry.origin(), bytes: &bytes, holder: Some(Holder::of(archive)) };
        let limits = how.limits.deeper();
        let Edited { pieces, losses, remarks } = change(&inner, EditHow { limits, ..how })?;
        if pieces.is(&bytes) {
            return Ok(Edited { pieces: Pieces::whole(asset.bytes), losses, remarks });
        }
        if archive.stored(index) == Stored::Nowhere {
            return Err(Problem::new(SHARED_ENTRY, path, args!(name = entry.name.as_ref())));
        }
        let entries = Entries { archive, index, new: &pieces };
        let pieces = self.assembled(&entries, how).map_err(|problem| unfit(problem, &path))?;
        Ok(Edited { pieces, losses, remarks })
    }

    fn assembled(&self, entries: &Entries<'_>, how: EditHow) -> Result<Pieces<'a>> {
        let Self { asset, kind, archive } = *self;
        let slots = slots(archive, |i| entries.content(i));
        let (frame, path, gathered) = (archive.frame(), asset.path, Gathered::default());
        let mut assembly =
            Assembly { from: entries, kind, frame, slots, path, gathered, lost: OnceLock::new() };
        let stored = |slot: &Slot| Some(archive.payload(slot.was?, how.limits).ok()?.into_owned());
        assembly.reseal(how.signature, &stored, &gone(kind, archive, how.limits))?;
        let place = assembly.slots.iter().position(|slot| slot.was == Some(entries.index));
        let mut pieces = Pieces::default();
        for part in assembly.finish(String::new())?.parts {
            match part {
                Part::Bytes(bytes) => pieces.push(bytes.into()),
                Part::File { path, .. } => entries.pieces(&path).into_iter().for_each(|piece| {
                    pieces.push(lasting(asset.bytes, piece));
                }),
            }
        }
        self.expect_holds(&pieces, place, entries.new, how.limits)?;
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

/// The entries of an archive as files that are called by their numbers; one of them has new bytes.
struct Entries<'e> {
    archive: &'e dyn Archive,
    index: usize,
    new: &'e Pieces<'e>,
}

impl Entries<'_> {
    fn content(&self, index: usize) -> Content {
        let file = |size, source| Content::file((index.to_string(), size), source);
        match self.archive.stored(index) {
            _ if index == self.index => file(self.new.size(), Source::Fresh).changed(),
            Stored::Plain(bytes) | Stored::Packed(bytes) => file(bytes.len(), Source::Stored),
            Stored::Nowhere => Content::nothing(),
        }
    }

    fn pieces(&self, path: &str) -> Vec<&[u8]> {
        let index = path.parse().unwrap_or(usize::MAX);
        match self.archive.stored(index) {
            _ if index == self.index => self.new.iter().collect(),
            Stored::Plain(bytes) | Stored::Packed(bytes) => vec![bytes],
            Stored::Nowhere => vec![],
        }
    }
}

impl Packing for Entries<'_> {
    fn read(&self, path: &str) -> Result<Option<Vec<u8>>> {
        Ok(Some(self.pieces(path).concat()))
    }

    fn size(&self, path: &str) -> Result<Option<usize>> {
        Ok(Some(self.pieces(path).into_iter().map(<[u8]>::len).sum()))
    }

    fn files(&self, _: &str) -> Result<Vec<String>> {
        Ok(vec![])
    }

    fn advance(&self, _: usize) {}
}
