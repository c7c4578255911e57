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
use std::cell::OnceCell;
use std::ops::{ControlFlow, Range};

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

/// Hears of lines, and tells after each whether it wants to hear more.
pub type Emit<'e> = dyn FnMut(&Line<'_>) -> ControlFlow<()> + 'e;

/// With `full`, every item of a list is a line of its own. `depth` is how many archives deep to go.
pub fn explain(
    kind: &Kind,
    bytes: &[u8],
    origin: Origin<'_>,
    full: bool,
    depth: usize,
    emit: &mut dyn FnMut(&Line<'_>),
) -> Explained {
    explain_window(kind, bytes, origin, full, depth, 0..usize::MAX, &mut |line| {
        emit(line);
        ControlFlow::Continue(())
    })
}

/// The same for what touches a window of the file, as far as somebody wants to hear of it: other entries are not gone
/// into, what lies behind the window is not read, and `coverage` counts only what is emitted.
pub fn explain_window(
    kind: &Kind,
    bytes: &[u8],
    origin: Origin<'_>,
    full: bool,
    depth: usize,
    window: Range<usize>,
    emit: &mut Emit<'_>,
) -> Explained {
    let mut coverage = Coverage::default();
    let mut emit = |line: &Line<'_>| emit(line);
    let mut walk = Walk { full, window, coverage: &mut coverage, emit: &mut emit };
    let (_, stopped) = walk.walk(kind, bytes, origin, depth, "", 0);
    Explained { coverage, stopped }
}

struct Walk<'w> {
    full: bool,
    window: Range<usize>,
    coverage: &'w mut Coverage,
    emit: &'w mut Emit<'w>,
}

impl Walk<'_> {
    /// Whether more is wanted, and what stopped the reader.
    fn walk(
        &mut self,
        kind: &Kind,
        bytes: &[u8],
        origin: Origin<'_>,
        depth: usize,
        inside: &str,
        base: usize,
    ) -> (ControlFlow<()>, Option<Error>) {
        // Opened when the first entry is met, for the names of the entries.
        let document = OnceCell::new();
        let archive = OnceCell::new();
        let steps = OnceCell::new();
        let open = || kind.is_archive().then(|| kind.open(bytes, origin).ok()).flatten();
        let window = self.window.start.saturating_sub(base)..self.window.end.saturating_sub(base);
        let mut flow = ControlFlow::Continue(());
        let stopped = kind.explain_window(bytes, origin, self.full, window, &mut |span| {
            if !self.is_wanted(span, base) {
                return ControlFlow::Continue(());
            }
            let entry = match span.what {
                What::Payload(index) => {
                    let document = document.get_or_init(open).as_ref();
                    let archive = archive.get_or_init(|| document.and_then(|document| document.archive()));
                    archive.as_deref().and_then(|archive| {
                        EntrySpan::of(index, archive, steps.get_or_init(|| Steps::new(archive)))
                    })
                }
                _ => None,
            };
            flow = match entry {
                Some(entry) => self.entry(span, &entry, depth, inside, base),
                None => self.line(span, inside, base, span.what.knowledge(), span.value()),
            };
            flow
        });
        (flow, stopped)
    }

    fn is_wanted(&self, span: &Span<'_>, base: usize) -> bool {
        base + span.range.start < self.window.end && base + span.range.end > self.window.start
    }

    /// A payload: its own fields if its format is known, else one run under the entry's name.
    fn entry(
        &mut self,
        span: &Span<'_>,
        entry: &EntrySpan<'_>,
        depth: usize,
        inside: &str,
        base: usize,
    ) -> ControlFlow<()> {
        if depth > 0 && entry.legible {
            let origin = entry.entry.origin();
            if let Some(kind) = FORMATS.of(origin, span.bytes) {
                let inside = format!("{inside}{}/", entry.step);
                return self.walk(kind, span.bytes, origin, depth - 1, &inside, base + span.range.start).0;
            }
        }
        // Packed bytes are understood: the archive unpacks them. Plain ones of no known format are not.
        let knowledge = if entry.legible { Knowledge::Opaque } else { Knowledge::Named };
        self.line(span, inside, base, knowledge, entry.step.as_ref().into())
    }

    fn line(
        &mut self,
        span: &Span<'_>,
        inside: &str,
        base: usize,
        knowledge: Knowledge,
        value: Value,
    ) -> ControlFlow<()> {
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
        })
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

impl<'e> EntrySpan<'e> {
    fn of(index: usize, archive: &'e dyn Archive, steps: &Steps<'e>) -> Option<Self> {
        let legible = archive.is_stored_verbatim(index);
        Some(Self { entry: archive.entry(index)?, step: steps.get(index)?, legible })
    }
}
