//! A draft of a model as bytes: the archive of before with other streams in it, or a new one.

use crate::msh::stream::{Bounds, FRAME_MAP, KEYS, Kind, LABELS, SLOTS};
use crate::msh::{Msh, firsts};
use crate::nres::{Nres, Record};
use relict_core::format::Document;
use relict_core::prelude::*;
use relict_core::put::Piece;
use relict_core::scene::validate;
use serde_json::json;
use std::borrow::Cow;

/// A stream on its way into the archive.
struct Stream<'s> {
    incoming: EntrySpec,
    bytes: Cow<'s, [u8]>,
    source: Source,
}

struct Streams<'s>(Vec<Stream<'s>>);

impl Payloads for Streams<'_> {
    fn size(&self, incoming: usize) -> usize {
        self.0[incoming].bytes.len()
    }
    fn source(&self, incoming: usize) -> Source {
        self.0[incoming].source
    }
    fn load(&self, incoming: usize) -> Result<Cow<'_, [u8]>> {
        Ok(self.0[incoming].bytes.as_ref().into())
    }
}

/// The archive of `before` with what is other in the draft. Where nothing is, it comes out the same.
pub(super) fn written(before: &Msh<'_>, draft: &Msh<'_>) -> Result<Vec<u8>> {
    let archive = before.archived()?;
    let shelf = crate::nres::shelf::Shelf::new(Cow::Owned(archive));
    let firsts = firsts(&before.directory);
    let mut streams = vec![];
    let mut changed = false;
    for entry in 0..before.directory.len() {
        let Some(known) = shelf.entry(entry) else { continue };
        let record = &draft.directory[entry];
        let number = record.type_id.number();
        let source = if shelf.stored(entry) == Stored::Nowhere { Source::Shared } else { Source::Stored };
        let mut incoming = known.spec(entry);
        let own =
            (firsts.get(&number) == Some(&entry) && source == Source::Stored).then(|| stream(draft, number));
        let old = shelf.payload(entry, Limits::default());
        let stated = record.attr2 != before.directory[entry].attr2;
        let bytes = match own.transpose()?.flatten() {
            Some(new) if stated || old.as_ref().is_ok_and(|old| **old != *new) => {
                changed = true;
                incoming.attributes.extend(attributes(draft, record, new.len()));
                new.into()
            }
            _ if source == Source::Shared => Cow::Borrowed(&[][..]),
            _ => old?,
        };
        streams.push(Stream { incoming, bytes, source });
    }
    for record in &draft.directory[before.directory.len()..] {
        streams.push(new_stream(draft, record)?);
    }
    if !changed && streams.len() == before.directory.len() {
        return before.to_bytes();
    }
    assembled(&shelf.frame(), &Streams(streams))
}

/// A new archive of all streams in the directory.
pub(super) fn packed(draft: &Msh<'_>) -> Result<Vec<u8>> {
    let streams = draft.directory.iter().map(|record| new_stream(draft, record)).collect::<Result<_>>()?;
    assembled(&Frame::default(), &Streams(streams))
}

fn new_stream<'s>(draft: &Msh<'_>, record: &Record) -> Result<Stream<'s>> {
    let bytes = stream(draft, record.type_id.number())?.unwrap_or_default();
    let mut incoming = EntrySpec::new(&record.name.show(), serde_json::Map::new());
    incoming.attributes.insert("type".into(), record.type_id.number().into());
    incoming.attributes.extend(attributes(draft, record, bytes.len()));
    Ok(Stream { incoming, bytes: bytes.into(), source: Source::Fresh })
}

/// The bytes of a stream, if the draft has it.
fn stream(draft: &Msh<'_>, number: u32) -> Result<Option<Vec<u8>>> {
    let mut out = Put::default();
    let there = draft.streams.write(draft.kind(), number, &mut out);
    out.finish().map(|bytes| there.then_some(bytes))
}

/// What the directory says of a stream: how many items, and how large each is.
fn attributes(draft: &Msh<'_>, record: &Record, size: usize) -> Vec<(String, serde_json::Value)> {
    let number = record.type_id.number();
    let nodes = draft.streams.nodes.as_ref().map_or(0, Vec::len);
    let (count, stride) = match number {
        LABELS => (Some(nodes), Some(0)),
        KEYS => (Kind::Model.count(number, size), Some(4)),
        _ => (Kind::Model.count(number, size), Kind::Model.stride(number)),
    };
    debug_assert!(number != SLOTS || size >= Bounds::SIZE);
    let attr2 = if number == FRAME_MAP { draft.frame_count() } else { record.attr2 };
    vec![
        ("attr1".into(), json!(count.map_or(record.attr1 as usize, |count| count))),
        ("attr2".into(), json!(attr2)),
        ("attr3".into(), json!(stride.map_or(record.attr3 as usize, |stride| stride))),
    ]
}

fn assembled(frame: &Frame, streams: &Streams<'_>) -> Result<Vec<u8>> {
    let incoming: Vec<EntrySpec> = streams.0.iter().map(|stream| stream.incoming.clone()).collect();
    let mut out = Put::default();
    Nres::assemble(frame, &incoming, streams, &mut out);
    let bytes = |piece| match piece {
        Piece::Bytes(bytes) => Cow::Owned(bytes),
        Piece::Entry { index, .. } => Cow::Borrowed(&*streams.0[index].bytes),
    };
    Ok(out.pieces()?.into_iter().map(bytes).collect::<Vec<_>>().concat())
}

/// Fails if the new archive has an error that the model before did not have.
pub(super) fn expect_no_worse(before: &Msh<'_>, bytes: &[u8]) -> Result<()> {
    validate::expect_no_worse(before, &Msh::read(&mut Cursor::new(bytes), Origin::default())?)
}
