//! A draft of a model as bytes: the archive of before with other streams in it, or a new one.

use crate::msh::stream::{Bounds, FRAME_MAP, KEYS, Kind, LABELS, SLOTS};
use crate::msh::{Msh, firsts};
use crate::nres::{Nres, Record};
use relict_core::format::Document;
use relict_core::prelude::*;
use relict_core::repack::{Content, Repack};
use relict_core::scene::validate;
use serde_json::json;
use std::borrow::Cow;

/// The archive of `before` with what is other in the draft. Where nothing is, it comes out the same.
pub(super) fn written(before: &Msh<'_>, draft: &Msh<'_>) -> Result<Vec<u8>> {
    let archive = before.archived()?;
    let shelf = crate::nres::shelf::Shelf::new(Cow::Owned(archive));
    let firsts = firsts(&before.directory);
    let mut repack = Repack::of(Nres::ARCHIVE, &shelf);
    let mut changed = false;
    for slot in &mut repack.slots {
        let Some(entry) = slot.was else { continue };
        let record = &draft.directory[entry];
        let number = record.type_id.number();
        if firsts.get(&number) != Some(&entry) || slot.content.source == Source::Shared {
            continue;
        }
        let stated = record.attr2 != before.directory[entry].attr2;
        if let Some(new) = stream(draft, number)?
            && (stated || shelf.payload(entry, Limits::default()).is_ok_and(|old| *old != *new))
        {
            changed = true;
            slot.spec.attributes.extend(attributes(draft, record, new.len()));
            slot.content.pieces = new.into();
        }
    }
    for record in &draft.directory[before.directory.len()..] {
        put_new_stream(&mut repack, draft, record)?;
    }
    if !changed && repack.slots.len() == before.directory.len() {
        return before.to_bytes();
    }
    repack.bytes()
}

/// A new archive of all streams in the directory.
pub(super) fn packed(draft: &Msh<'_>) -> Result<Vec<u8>> {
    let mut repack = Repack::new(Nres::ARCHIVE, Frame::default());
    draft.directory.iter().try_for_each(|record| put_new_stream(&mut repack, draft, record))?;
    repack.bytes()
}

fn put_new_stream(repack: &mut Repack<'_>, draft: &Msh<'_>, record: &Record) -> Result<()> {
    let bytes = stream(draft, record.type_id.number())?.unwrap_or_default();
    let mut spec = EntrySpec::new(&record.name.show(), serde_json::Map::new());
    spec.attributes.insert("type".into(), record.type_id.number().into());
    spec.attributes.extend(attributes(draft, record, bytes.len()));
    repack.push(spec, Content::fresh(bytes));
    Ok(())
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
    let kind = draft.kind();
    let (count, stride) = match (number, kind) {
        (LABELS, Kind::Model) => (Some(nodes), Some(0)),
        (KEYS, Kind::Model) => (kind.count(number, size), Some(4)),
        _ => (kind.count(number, size), kind.stride(number)),
    };
    debug_assert!(number != SLOTS || size >= Bounds::SIZE);
    let attr2 = if number == FRAME_MAP && kind == Kind::Model { draft.frame_count() } else { record.attr2 };
    vec![
        ("attr1".into(), json!(count.map_or(record.attr1 as usize, |count| count))),
        ("attr2".into(), json!(attr2)),
        ("attr3".into(), json!(stride.map_or(record.attr3 as usize, |stride| stride))),
    ]
}

/// Fails if the new archive has an error that the model before did not have.
pub(super) fn expect_no_worse(before: &Msh<'_>, bytes: &[u8]) -> Result<()> {
    validate::expect_no_worse(before, &Msh::read(&mut Cursor::new(bytes), Origin::default())?)
}
