//! A field with another value, where it stands.

use super::archive::Opened;
use super::{EditHow, Edited, Then};
use crate::explain::is_editable;
use crate::open::Asset;
use crate::path::Steps;
use crate::phrases::{self, Phrase};
use crate::problem::{EDIT_NO_FIELD, EDIT_RESHAPES, EDIT_TOO_LARGE, EDIT_VALUE, Problem, Result};
use relict_core::archive::Archive;
use relict_core::args;
use relict_core::error::Error;
use relict_core::format::{Document, Kind};
use relict_core::journal::{EditNotes, Journal};
use relict_core::pieces::Pieces;
use relict_core::record::Shape;
use relict_core::trace::{Span, What};
use serde_json::Value;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::ops::Range;

/// Hands on the file in which the field at `offset` has this value, which stands in the form that `explain` shows. An offset
/// inside an entry that lies there as it is means the field of that entry.
///
/// What comes out is read again: where the new value would make the rest of the file mean something else (a count, an
/// offset, a kind), it is refused.
pub(super) fn set_field<R>(
    asset: &Asset<'_>,
    offset: usize,
    value: &Value,
    how: EditHow,
    then: Then<'_, R>,
) -> Result<R> {
    let (kind, document) = asset.open()?;
    match Place::find(kind, asset, offset) {
        Some(Place::Field(field)) => then(field.set(asset, kind, value, how)?),
        Some(Place::Entry { index, start }) => {
            let archive = legible(&*document, index).ok_or_else(|| no_field(asset, offset))?;
            let step = Steps::new(&*archive).get(index).unwrap_or_default().into_owned();
            let opened = Opened { asset, kind, archive: &*archive };
            let inner = |entry: &Asset<'_>, how: EditHow, then: Then<'_, R>| {
                set_field(entry, offset - start, value, how, then)
            };
            opened.with(index, &step, how, inner, then)
        }
        None => Err(no_field(asset, offset)),
    }
}

/// The archive, if the entry lies in it as it is.
fn legible<'d>(document: &'d dyn Document, index: usize) -> Option<Box<dyn Archive + 'd>> {
    document.archive().filter(|archive| archive.is_stored_verbatim(index))
}

fn no_field(asset: &Asset<'_>, offset: usize) -> Problem {
    let problem = Problem::new(EDIT_NO_FIELD, asset.path, args!(offset = format!("{offset:#x}")));
    Problem { offset: Some(offset), ..problem }
}

/// What lies at an offset.
enum Place {
    Field(Field),
    /// The bytes of an entry, and where they begin.
    Entry {
        index: usize,
        start: usize,
    },
}

struct Field {
    range: Range<usize>,
    path: String,
    shape: &'static Shape,
}

impl Place {
    fn find(kind: &Kind, asset: &Asset<'_>, offset: usize) -> Option<Self> {
        let mut found = None;
        kind.explain(asset.bytes, asset.origin, true, &mut |span| {
            if span.range.contains(&offset) {
                found = Self::of(span);
            }
        });
        found
    }

    fn of(span: &Span<'_>) -> Option<Self> {
        let (range, path) = (span.range.clone(), span.path.to_owned());
        match span.what {
            What::Field(shape) | What::Count(shape) if is_editable(span) => {
                Some(Self::Field(Field { range, path, shape }))
            }
            What::Payload(index) => Some(Self::Entry { index, start: range.start }),
            _ => None,
        }
    }
}

impl Field {
    fn set<'a>(&self, asset: &Asset<'a>, kind: &Kind, value: &Value, how: EditHow) -> Result<Edited<'a>> {
        let mut new = vec![0; self.range.len()];
        let put = self.shape.put_value(value, &mut new);
        put.map_err(|error| self.problem(EDIT_VALUE, asset, &error))?;
        if asset.bytes.get(self.range.clone()) == Some(&new) {
            return Ok(asset.bytes.into());
        }
        let (size, most) = (asset.bytes.len(), how.limits.unpacked);
        if size > most {
            return Err(Problem::new(EDIT_TOO_LARGE, asset.path, args!(size = size, most = most)));
        }
        let pieces = Pieces::patched(asset.bytes, self.range.start, new);
        self.expect_same_outline(asset, kind, &pieces.to_bytes())?;
        Ok(Edited { pieces, journal: Journal::changed(EditNotes::Nothing) })
    }

    /// Everything is still where it was, and is what it was.
    fn expect_same_outline(&self, asset: &Asset<'_>, kind: &Kind, bytes: &[u8]) -> Result<()> {
        let before = outline(kind, asset, asset.bytes).ok();
        match outline(kind, asset, bytes) {
            Ok(after) if Some(after) == before => Ok(()),
            Ok(_) => {
                let error = Error::unexpected(phrases::same_fields(), phrases::others());
                Err(self.problem(EDIT_RESHAPES, asset, &error))
            }
            Err(error) => {
                let reason = Error::unexpected(phrases::a_readable_file(), Phrase::from(&error));
                Err(self.problem(EDIT_RESHAPES, asset, &reason))
            }
        }
    }

    fn problem(&self, code: &'static str, asset: &Asset<'_>, error: &Error) -> Problem {
        let inside = error.clone().inside(&self.path);
        Problem { offset: Some(self.range.start), ..Problem::at_field(code, asset.path, &inside) }
    }
}

/// A number for which fields a file has and where, whatever is in them.
fn outline(kind: &Kind, asset: &Asset<'_>, bytes: &[u8]) -> relict_core::error::Result<u64> {
    let mut all = DefaultHasher::new();
    kind.trace(bytes, asset.origin, false, &mut |span| {
        let entry = if let What::Payload(index) = span.what { Some(index) } else { None };
        (&span.range, span.path, std::mem::discriminant(&span.what), entry).hash(&mut all);
    })?;
    Ok(all.finish())
}
