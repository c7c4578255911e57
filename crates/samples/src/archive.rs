//! Archives of any format, put together by Relict's own writers.

use relict_toolkit::FORMATS;
use relict_toolkit::core::archive::{EntrySpec, Frame};
use relict_toolkit::core::error::Result;
use relict_toolkit::core::repack::Content;
use serde_json::Value;

/// An entry: name, attributes, bytes.
pub type Entry<'e> = (&'e str, Value, &'e [u8]);

/// An archive of `format` whose entries stand in `frame`. The place of an entry in the list is its id there.
pub fn archive(format: &str, frame: Value, entries: &[Entry<'_>]) -> Vec<u8> {
    put_together(format, frame, entries).unwrap_or_else(|e| panic!("{format}: {e}"))
}

fn put_together(format: &str, frame: Value, entries: &[Entry<'_>]) -> Result<Vec<u8>> {
    let kind = FORMATS.named(format).unwrap_or_else(|| panic!("{format} is no format"));
    let mut repack = kind.repack(Frame { json: frame, blobs: vec![] })?;
    for (i, (name, attributes, bytes)) in entries.iter().enumerate() {
        let attributes = attributes.as_object().cloned().unwrap_or_default();
        repack.push(EntrySpec { id: Some(i), ..EntrySpec::new(name, attributes) }, Content::fresh(*bytes));
    }
    repack.bytes()
}
