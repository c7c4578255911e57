//! Every byte of a file in order, down through the archives in it.

use crate::FORMATS;
use crate::path::Steps;
use relict_core::archive::Archive;
use relict_core::error::Error;
use relict_core::format::{Kind, Origin};
use relict_core::trace::{Knowledge, Span, What};
pub use relict_core::walk::Coverage;
use serde_json::Value;
use std::borrow::Cow;
use std::ops::Range;

/// A run of bytes and what it is.
#[derive(Clone, Debug)]
pub struct Line<'l> {
    pub range: Range<usize>,
    /// The field's path; inside an archive, behind the entry's: `tank.msh/header.magic`.
    pub field: Cow<'l, str>,
    pub kind: Cow<'static, str>,
    pub value: Value,
    /// How many items the run has, where it is a list shown as one.
    pub count: Option<usize>,
    pub knowledge: Knowledge,
    pub doc: &'static str,
    /// Whether it is a field that can be given another value where it stands (see `edit`).
    pub editable: bool,
}

#[derive(Debug)]
pub struct Explained {
    pub coverage: Coverage,
    /// What stopped the reader of the outermost file, if something did.
    pub stopped: Option<Error>,
}

/// With `full`, every item of a list is a line of its own. `depth` is how many archives deep to go.
pub fn explain(
    kind: &Kind,
    bytes: &[u8],
    origin: Origin<'_>,
    full: bool,
    depth: usize,
    emit: &mut dyn FnMut(&Line<'_>),
) -> Explained {
    explain_window(kind, bytes, origin, full, depth, 0..bytes.len(), emit)
}

/// The same for what touches a window of the file: other entries are not gone into, and `coverage` counts only what is
/// emitted.
pub fn explain_window(
    kind: &Kind,
    bytes: &[u8],
    origin: Origin<'_>,
    full: bool,
    depth: usize,
    window: Range<usize>,
    emit: &mut dyn FnMut(&Line<'_>),
) -> Explained {
    let mut coverage = Coverage::default();
    let mut walk = Walk { full, window, coverage: &mut coverage, emit };
    let stopped = walk.walk(kind, bytes, origin, depth, "", 0);
    Explained { coverage, stopped }
}

struct Walk<'w> {
    full: bool,
    window: Range<usize>,
    coverage: &'w mut Coverage,
    emit: &'w mut dyn FnMut(&Line<'_>),
}

impl Walk<'_> {
    fn walk(
        &mut self,
        kind: &Kind,
        bytes: &[u8],
        origin: Origin<'_>,
        depth: usize,
        inside: &str,
        base: usize,
    ) -> Option<Error> {
        let document = kind.is_archive().then(|| kind.open(bytes, origin).ok()).flatten();
        let archive = document.as_ref().and_then(|document| document.archive());
        let shelf = archive.as_deref().map(|archive| (archive, Steps::new(archive)));
        kind.explain(bytes, origin, self.full, &mut |span| {
            if !self.is_wanted(span, base) {
                return;
            }
            let entry = shelf.as_ref().and_then(|(archive, steps)| entry_of(span, *archive, steps));
            match entry {
                Some(entry) => self.entry(span, &entry, depth, inside, base),
                None => self.line(span, inside, base, span.what.knowledge(), span.value()),
            }
        })
    }

    fn is_wanted(&self, span: &Span<'_>, base: usize) -> bool {
        base + span.range.start < self.window.end && base + span.range.end > self.window.start
    }

    /// A payload: its own fields if its format is known, else one run under the entry's name.
    fn entry(&mut self, span: &Span<'_>, entry: &EntrySpan<'_>, depth: usize, inside: &str, base: usize) {
        if depth > 0 && entry.legible {
            let origin = entry.entry.origin();
            if let Some(kind) = FORMATS.of(origin, span.bytes) {
                let inside = format!("{inside}{}/", entry.step);
                self.walk(kind, span.bytes, origin, depth - 1, &inside, base + span.range.start);
                return;
            }
        }
        // Packed bytes are understood: the archive unpacks them. Plain ones of no known format are not.
        let knowledge = if entry.legible { Knowledge::Opaque } else { Knowledge::Named };
        self.line(span, inside, base, knowledge, entry.step.as_ref().into());
    }

    fn line(&mut self, span: &Span<'_>, inside: &str, base: usize, knowledge: Knowledge, value: Value) {
        let field =
            if inside.is_empty() { span.path.into() } else { format!("{inside}{}", span.path).into() };
        self.coverage.add(knowledge, span.range.len());
        let count = if let What::List(_, count) = span.what { Some(count) } else { None };
        // Of all the kinds of segment that the field may hold, this is known to be one.
        let doc = if matches!(span.what, What::Payload(_) | What::Padding) { "" } else { span.doc };
        (self.emit)(&Line {
            range: base + span.range.start..base + span.range.end,
            field,
            kind: span.what.to_string().into(),
            value,
            count,
            knowledge,
            doc,
            editable: is_editable(span),
        });
    }
}

/// Whether a span is a field that stands in the file as it is.
pub(crate) fn is_editable(span: &Span<'_>) -> bool {
    matches!(span.what, What::Field(_) | What::Count(_)) && !span.enciphered
}

struct EntrySpan<'e> {
    entry: relict_core::archive::Entry<'e>,
    step: Cow<'e, str>,
    legible: bool,
}

fn entry_of<'e>(span: &Span<'_>, archive: &'e dyn Archive, steps: &Steps<'e>) -> Option<EntrySpan<'e>> {
    let What::Payload(index) = span.what else { return None };
    let legible = archive.is_stored_verbatim(index);
    Some(EntrySpan { entry: archive.entry(index)?, step: steps.get(index)?, legible })
}
