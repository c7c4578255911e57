//! Archives of any format, put together by Relict's own writers.

use relict::FORMATS;
use relict::core::archive::{EntrySpec, Frame, Payloads, Source};
use relict::core::error::Result;
use relict::core::put::Piece;
use serde_json::Value;
use std::borrow::Cow;

/// An entry: name, attributes, bytes.
pub type Entry<'e> = (&'e str, Value, &'e [u8]);

/// All bytes are new.
struct Fresh<'f>(&'f [Entry<'f>]);

impl Payloads for Fresh<'_> {
    fn size(&self, incoming: usize) -> usize {
        self.0[incoming].2.len()
    }
    fn source(&self, _: usize) -> Source {
        Source::Fresh
    }
    fn load(&self, incoming: usize) -> Result<Cow<'_, [u8]>> {
        Ok(self.0[incoming].2.into())
    }
}

/// An archive of `format` whose entries stand in `frame`. The place of an entry in the list is its id there.
pub fn archive(format: &str, frame: Value, entries: &[Entry<'_>]) -> Vec<u8> {
    let kind = FORMATS.named(format).unwrap_or_else(|| panic!("{format} is no format"));
    let incoming: Vec<EntrySpec> = entries
        .iter()
        .enumerate()
        .map(|(i, (name, attributes, _))| {
            let attributes = attributes.as_object().cloned().unwrap_or_default();
            EntrySpec { id: Some(i), ..EntrySpec::new(name, attributes) }
        })
        .collect();
    let frame = Frame { json: frame, blobs: vec![] };
    let pieces =
        kind.assembled(&frame, &incoming, &Fresh(entries)).unwrap_or_else(|e| panic!("{format}: {e}"));
    let mut all = Vec::with_capacity(pieces.iter().map(Piece::size).sum());
    for piece in &pieces {
        match piece {
            Piece::Bytes(bytes) => all.extend_from_slice(bytes),
            Piece::Entry { index, .. } => all.extend_from_slice(entries[*index].2),
        }
    }
    all
}
