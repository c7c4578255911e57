//! Archives that are being put together: their frame, their entries, and where the bytes of those are.

use super::form::{Made, MadeSaid};
use super::pack::{Drawn, Packed, Packing, Part, Reshaped, read};
use crate::phrases;
use crate::problem::{CANNOT_PACK, Problem, Result};
use relict_core::archive::{Archive, EntrySpec, Frame, Payloads, Source, Stored};
use relict_core::error::{Error, value};
use relict_core::format::Kind;
use relict_core::put::Piece;
use relict_core::report::Args;
use relict_core::tree::Gathered;
use std::borrow::Cow;
use std::sync::OnceLock;

/// An entry on its way, with its bytes.
pub(crate) struct Slot {
    pub(crate) incoming: EntrySpec,
    pub(crate) content: Content,
    /// Its place in the manifest, or in the archive that is taken as an example.
    pub(crate) was: Option<usize>,
}

/// The entries of an archive, as they are on their way into it again.
pub(crate) fn slots(archive: &dyn Archive, content: impl Fn(usize) -> Content) -> Vec<Slot> {
    let slot = |i| {
        let incoming = archive.entry(i)?.spec(i);
        Some(Slot { incoming, content: content(i), was: Some(i) })
    };
    (0..archive.len()).filter_map(slot).collect()
}

/// An archive that is being put together.
pub(crate) struct Assembly<'a> {
    pub(crate) from: &'a dyn Packing,
    pub(crate) kind: &'static Kind,
    pub(crate) frame: Frame,
    pub(crate) slots: Vec<Slot>,
    /// Of the manifest, for messages.
    pub(crate) path: &'a str,
    /// What came out of files that are made of several entries at once.
    pub(crate) gathered: Gathered,
    /// Why bytes could not be had. Whoever assembles is only told that they could not.
    pub(crate) lost: OnceLock<Problem>,
}

impl Assembly<'_> {
    pub(crate) fn pieces(&self) -> Result<Vec<Piece>> {
        let incoming: Vec<EntrySpec> = self.slots.iter().map(|slot| slot.incoming.clone()).collect();
        self.assembled(&incoming)
    }

    fn assembled(&self, incoming: &[EntrySpec]) -> Result<Vec<Piece>> {
        let pieces = self.kind.assembled(&self.frame, incoming, self);
        let refused = |error| Problem::refused(CANNOT_PACK, self.path, &error);
        pieces.map_err(|error| self.lost.get().cloned().unwrap_or_else(|| refused(error)))
    }

    /// All of it, in memory.
    pub(crate) fn bytes(&self) -> Result<Vec<u8>> {
        let mut all = vec![];
        for piece in self.pieces()? {
            match piece {
                Piece::Bytes(bytes) => all.extend_from_slice(&bytes),
                Piece::Entry { index, .. } => all.extend(load(self.from, &self.slots[index].content.parts)?),
            }
        }
        Ok(all)
    }

    pub(crate) fn finish(mut self, name: String) -> Result<Packed> {
        // Of a hundred thousand entries, what is told takes more memory than the entries: it is not held twice.
        let incoming: Vec<EntrySpec> =
            self.slots.iter_mut().map(|slot| std::mem::take(&mut slot.incoming)).collect();
        let pieces = self.assembled(&incoming)?;
        let names: Vec<String> = incoming.into_iter().map(|incoming| incoming.name).collect();
        let mut packed = Packed {
            kind: self.kind,
            name,
            parts: vec![],
            entries: self.slots.len(),
            changed: vec![],
            drawn: vec![],
            reshaped: vec![],
            spread_edited: self.gathered.edited,
            remarks: self.gathered.remarks,
        };
        let mut uses = vec![0; self.slots.len()];
        for piece in &pieces {
            if let Piece::Entry { index, .. } = piece {
                uses[*index] += 1;
            }
        }
        for piece in pieces {
            match piece {
                Piece::Bytes(bytes) => packed.parts.push(Part::Bytes(bytes)),
                Piece::Entry { index, .. } => {
                    uses[index] -= 1;
                    packed.parts.extend(self.slots[index].content.used(uses[index] == 0));
                }
            }
        }
        for (Slot { content, .. }, name) in self.slots.into_iter().zip(names) {
            packed.entries += content.inner_entries;
            let path = |inner: &str| match inner {
                "" => name.clone(),
                inner => format!("{name}/{inner}"),
            };
            packed.changed.extend(content.changed.iter().map(|inner| path(inner)));
            let drawn = content.drawn.iter();
            packed.drawn.extend(drawn.map(|drawn| Drawn { path: path(&drawn.path), losses: drawn.losses }));
            let reshaped = content.reshaped.into_iter();
            packed.reshaped.extend(reshaped.map(|one| Reshaped { path: path(&one.path), ..one }));
            packed.spread_edited.extend(content.spread_edited);
            packed.remarks.extend(content.remarks);
        }
        Ok(packed)
    }
}

/// The bytes of one entry, wherever they are.
#[derive(Clone)]
pub(crate) struct Content {
    pub(crate) parts: Vec<Part>,
    pub(super) size: usize,
    pub(crate) source: Source,
    pub(super) inner_entries: usize,
    /// Empty for the entry itself, else paths inside it.
    pub(crate) changed: Vec<String>,
    pub(super) drawn: Vec<Drawn>,
    pub(super) reshaped: Vec<Reshaped>,
    pub(super) spread_edited: Vec<String>,
    pub(super) remarks: Vec<(&'static str, Args)>,
}

impl Content {
    pub(crate) fn file((path, size): (String, usize), source: Source) -> Self {
        Self { parts: vec![Part::File { path, size }], size, source, ..Self::nothing() }
    }

    /// The same, known to be other than it was.
    pub(crate) fn changed(self) -> Self {
        Self { changed: vec![String::new()], ..self }
    }

    /// New bytes.
    pub(crate) fn fresh(bytes: Vec<u8>) -> Self {
        Self::made(Made { bytes, said: MadeSaid::Nothing })
    }

    /// What an archive has, as it is stored there.
    pub(crate) fn stored(stored: Stored<'_>) -> Self {
        match stored {
            Stored::Nowhere => Self::nothing(),
            Stored::Plain(bytes) | Stored::Packed(bytes) => {
                let parts = vec![Part::Bytes(bytes.to_vec())];
                Self { parts, size: bytes.len(), source: Source::Stored, ..Self::nothing() }
            }
        }
    }

    pub(super) fn made(made: Made) -> Self {
        let mut content = Self {
            size: made.bytes.len(),
            parts: vec![Part::Bytes(made.bytes)],
            source: Source::Fresh,
            changed: vec![String::new()],
            ..Self::nothing()
        };
        let path = String::new();
        match made.said {
            MadeSaid::Nothing => {}
            MadeSaid::Picture(losses) => content.drawn.push(Drawn { path, losses }),
            MadeSaid::Model(remarks) => content.reshaped.push(Reshaped { path, remarks }),
        }
        content
    }

    /// Its parts. What was made is handed over at last, and not held twice.
    fn used(&mut self, for_the_last_time: bool) -> Vec<Part> {
        if for_the_last_time { std::mem::take(&mut self.parts) } else { self.parts.clone() }
    }

    pub(crate) fn nothing() -> Self {
        Self {
            parts: vec![],
            size: 0,
            source: Source::Shared,
            inner_entries: 0,
            changed: vec![],
            drawn: vec![],
            reshaped: vec![],
            spread_edited: vec![],
            remarks: vec![],
        }
    }
}

impl Payloads for Assembly<'_> {
    fn size(&self, incoming: usize) -> usize {
        self.slots[incoming].content.size
    }

    fn source(&self, incoming: usize) -> Source {
        self.slots[incoming].content.source
    }

    fn load(&self, incoming: usize) -> relict_core::error::Result<Cow<'_, [u8]>> {
        load(self.from, &self.slots[incoming].content.parts).map(Cow::from).map_err(|problem| {
            let error = Error::unexpected(phrases::a_readable_file(), value(&problem));
            self.lost.get_or_init(|| problem);
            error
        })
    }
}

pub(crate) fn load(from: &dyn Packing, parts: &[Part]) -> Result<Vec<u8>> {
    let mut all = vec![];
    for part in parts {
        match part {
            Part::Bytes(bytes) => all.extend_from_slice(bytes),
            Part::File { path, .. } => all.extend(read(from, path)?),
        }
    }
    Ok(all)
}
