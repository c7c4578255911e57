//! What an archive holds, row by row and on all cores; and in which ways a file can be looked at.

mod views;

pub use views::{ShownAs, view_of, views};

use crate::FORMATS;
use crate::allowance::Allowance;
use crate::open::Asset;
use crate::path::Steps;
use crate::problem::{NOT_ARCHIVE, Problem, Result};
use rayon::prelude::*;
use relict_core::archive::{Archive, Directory, Entry};
use relict_core::args;
use relict_core::error::Error;
use relict_core::format::{Kind, Limits};
use serde_json::Value;
use std::borrow::Cow;
use std::fmt;

/// Looking at the first bytes of every entry of a large archive would bring all of it into memory, so there the
/// directory alone tells what an entry is, unless its bytes are read anyway.
pub(crate) const SMALL: usize = 32 << 20;

/// Entries that one core lists at a time.
const CHUNK: usize = 512;

/// What is to be listed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ListHow {
    /// Also what is in archives inside the archive.
    pub recursive: bool,
    /// The bytes of every entry are wanted, whatever they cost.
    pub contents: bool,
}

/// An entry, as a list shows it.
#[derive(Clone, Copy, Debug)]
pub struct Row<'r> {
    pub name: &'r str,
    /// From the outermost file on, or whatever the caller puts in front.
    pub path: &'r str,
    /// What it is to people, where its name does not tell.
    pub meaning: Option<&'static str>,
    /// None where no format claims the bytes.
    pub kind: Option<&'static Kind>,
    /// Where the stored bytes begin in the archive that holds them.
    pub offset: usize,
    /// Of the entry's bytes, unpacked.
    pub size: usize,
    /// What a person may change.
    pub attributes: &'r [(&'static str, Value)],
    /// What follows from the rest of the archive.
    pub facts: &'r [(&'static str, Value)],
    /// The whole field that holds the name.
    pub raw_name: &'r [u8],
    /// Unpacked, where they were looked at.
    pub bytes: Option<&'r [u8]>,
    /// Why they could not be.
    pub unreadable: Option<Unreadable<'r>>,
}

/// Why the bytes of an entry cannot be had.
#[derive(Clone, Copy, Debug)]
pub enum Unreadable<'r> {
    Broken(&'r Error),
    /// They would cost too much to look at them all.
    TooMuch,
}

impl<'r> Row<'r> {
    fn of(
        entry: &'r Entry<'_>,
        meaning: Option<&'static str>,
        path: &'r str,
        kind: Option<&'static Kind>,
    ) -> Self {
        Self {
            name: &entry.name,
            path,
            meaning,
            kind,
            offset: entry.offset,
            size: entry.size,
            attributes: &entry.attributes,
            facts: &entry.facts,
            raw_name: entry.raw_name,
            bytes: None,
            unreadable: None,
        }
    }

    pub fn format(&self) -> Option<&'static str> {
        self.kind.map(|kind| kind.id)
    }

    pub fn is_archive(&self) -> bool {
        self.kind.is_some_and(relict_core::format::Kind::is_archive)
    }

    /// What is shown first of it.
    pub fn view(&self) -> ShownAs {
        view_of(self.kind, self.bytes.unwrap_or_default())
    }
}

/// An archive that is about to be listed.
#[derive(Clone, Copy)]
pub struct Listing<'l> {
    pub kind: &'static Kind,
    shelf: Shelf<'l>,
    /// Of the archive, in bytes.
    size: usize,
    how: ListHow,
}

#[derive(Clone, Copy)]
enum Shelf<'l> {
    /// Only what the directory tells.
    Directory(&'l dyn Directory),
    /// Payloads may be looked at.
    Archive(&'l dyn Archive),
}

impl fmt::Debug for Listing<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Listing").field("kind", &self.kind.id).field("how", &self.how).finish_non_exhaustive()
    }
}

/// Opens an archive for listing, a large one as far as its directory, and hands it to `then`.
pub fn list<R>(asset: &Asset<'_>, how: ListHow, then: impl FnOnce(Listing<'_>) -> R) -> Result<R> {
    let kind = asset.known_kind()?;
    let size = asset.bytes.len();
    let look = how.recursive || how.contents || size <= SMALL;
    let listing = |shelf| Listing { kind, shelf, size, how };
    if let Some(directory) = (!look).then(|| (kind.facets.archive?.directory)(asset.bytes)).flatten() {
        return Ok(then(listing(Shelf::Directory(&*directory))));
    }
    let (_, document) = asset.open()?;
    let not_archive = || Problem::new(NOT_ARCHIVE, asset.path, args!(format = kind.id, name = ""));
    let archive = document.archive().ok_or_else(not_archive)?;
    let shelf = if look { Shelf::Archive(&*archive) } else { Shelf::Directory(&*archive) };
    Ok(then(listing(shelf)))
}

impl Listing<'_> {
    /// The directory, which tells the names of attributes before any row is made.
    pub fn directory(&self) -> &dyn Directory {
        match self.shelf {
            Shelf::Directory(directory) => directory,
            Shelf::Archive(archive) => archive,
        }
    }

    /// Every row in the form that `make` gives it, in order. `outer` stands in front of every path; it may be empty.
    pub fn rows<T: Send>(&self, outer: &str, make: impl Fn(&Row<'_>) -> T + Sync) -> Vec<T> {
        let sheets = self.sheets(outer, Vec::with_capacity, |rows: &mut Vec<T>, row| rows.push(make(row)));
        sheets.into_iter().flatten().collect()
    }

    /// The same on sheets of many rows: each core takes an empty one with room for so many and adds row by row to it.
    /// The sheets come back in order.
    pub fn sheets<S: Send>(
        &self,
        outer: &str,
        empty: impl Fn(usize) -> S + Sync,
        add: impl Fn(&mut S, &Row<'_>) + Sync,
    ) -> Vec<S> {
        match self.shelf {
            Shelf::Directory(directory) => {
                let steps = Steps::new(directory);
                on_sheets(directory.len(), CHUNK * 2, &empty, |index, sheet| {
                    if let (Some(step), Some(entry)) = (steps.get(index), directory.entry(index)) {
                        let kind = FORMATS.of(entry.origin(), &[]);
                        let meaning = directory.meaning(index);
                        add(sheet, &Row::of(&entry, meaning, &joined(outer, step), kind));
                    }
                })
            }
            Shelf::Archive(archive) => {
                let steps = Steps::new(archive);
                let shares = self.allowance().shared_out(archive);
                let usual = Limits::default();
                let limits = Limits { depth: if self.how.recursive { usual.depth } else { 0 }, ..usual };
                on_sheets(archive.len(), CHUNK / 16, &empty, |index, sheet| {
                    if let Some(step) = steps.get(index) {
                        let path = joined(outer, step);
                        entry(archive, index, &path, shares[index], limits, &mut |row| add(sheet, row));
                    }
                })
            }
        }
    }

    /// What may be unpacked to look at it: where all is wanted, what a disk could hold, else what the size justifies.
    fn allowance(&self) -> Allowance {
        if self.how.contents {
            Allowance::for_contents(self.size, Limits::default())
        } else {
            Allowance::for_size(self.size)
        }
    }
}

/// Sheets of at most `rows` entries each, filled by `fill`.
fn on_sheets<S: Send>(
    entries: usize,
    rows: usize,
    empty: &(impl Fn(usize) -> S + Sync),
    fill: impl Fn(usize, &mut S) + Sync,
) -> Vec<S> {
    let sheet = |number: usize| {
        let part = number * rows..entries.min((number + 1) * rows);
        let mut sheet = empty(part.len());
        part.for_each(|index| fill(index, &mut sheet));
        sheet
    };
    (0..entries.div_ceil(rows)).into_par_iter().map(sheet).collect()
}

/// An entry, and what is inside it, as deep as the limits allow. One that may not be looked at is what its directory says.
fn entry(
    archive: &dyn Archive,
    index: usize,
    path: &str,
    share: Option<Allowance>,
    limits: Limits,
    add: &mut dyn FnMut(&Row<'_>),
) {
    let Some(entry) = archive.entry(index) else { return };
    let row = |kind| Row::of(&entry, archive.meaning(index), path, kind);
    let Some(share) = share else {
        let kind = FORMATS.of(entry.origin(), &[]);
        return add(&Row { unreadable: Some(Unreadable::TooMuch), ..row(kind) });
    };
    match archive.payload(index, limits) {
        Ok(bytes) => {
            let asset = Asset { path, origin: entry.origin(), bytes: &bytes, holder: None };
            add(&Row { bytes: Some(&bytes), ..row(asset.kind()) });
            if limits.depth > 0 {
                inside(&asset, share, limits.deeper(), add);
            }
        }
        Err(error) => {
            add(&Row { unreadable: Some(Unreadable::Broken(&error)), ..row(None) });
        }
    }
}

/// What is inside an entry, if it is an archive that can be read.
fn inside(asset: &Asset<'_>, share: Allowance, limits: Limits, add: &mut dyn FnMut(&Row<'_>)) {
    let is_archive = asset.kind().is_some_and(relict_core::format::Kind::is_archive);
    let document = if is_archive { asset.open().ok() } else { None };
    let Some(archive) = document.as_ref().and_then(|(_, document)| document.archive()) else { return };
    let steps = Steps::new(&*archive);
    for (i, share) in share.shared_out(&*archive).into_iter().enumerate() {
        let Some(step) = steps.get(i) else { break };
        entry(&*archive, i, &joined(asset.path, step), share, limits, add);
    }
}

fn joined<'p>(outer: &str, step: Cow<'p, str>) -> Cow<'p, str> {
    if outer.is_empty() { step } else { [outer, "/", &step].concat().into() }
}
