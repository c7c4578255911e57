//! Every byte in order: spans come as a reader meets them, people want them as they lie in the file.

use crate::error::Error;
use crate::format::{Kind, Origin};
use crate::trace::{Knowledge, Sink, Span, What};
use std::collections::BTreeMap;
use std::ops::{ControlFlow, Range};

/// How many bytes are known in which way.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Coverage {
    pub named: usize,
    pub padding: usize,
    pub opaque: usize,
    pub uncovered: usize,
}

impl Coverage {
    pub fn add(&mut self, knowledge: Knowledge, bytes: usize) {
        *match knowledge {
            Knowledge::Named => &mut self.named,
            Knowledge::Padding => &mut self.padding,
            Knowledge::Opaque => &mut self.opaque,
            Knowledge::Uncovered => &mut self.uncovered,
        } += bytes;
    }
}

/// A span that waits for those in front of it.
struct Held {
    end: usize,
    path: String,
    what: What,
    doc: &'static str,
    /// Only what may differ from the file's own bytes, and is short.
    bytes: Option<Vec<u8>>,
    enciphered: bool,
}

/// Puts spans in order. A format that reads its file from front to back passes straight through, holding nothing.
struct Ordered<'s, 'f> {
    file: &'f [u8],
    /// Where nobody wants to hear more.
    end: usize,
    sink: &'s mut Sink<'s>,
    next: usize,
    held: BTreeMap<usize, Held>,
    /// Where the first of the spans begins that lie behind the end, and are not held.
    behind: usize,
}

impl Ordered<'_, '_> {
    fn take(&mut self, span: &Span<'_>) -> ControlFlow<()> {
        if span.range.start == self.next {
            self.emit(span)?;
            return self.release();
        }
        if span.range.start >= self.end {
            self.behind = self.behind.min(span.range.start);
        } else if span.range.start > self.next {
            let own = matches!(span.what, What::Field(_) | What::Count(_) | What::Text(_));
            let held = Held {
                end: span.range.end,
                path: span.path.to_owned(),
                what: span.what,
                doc: span.doc,
                bytes: own.then(|| span.bytes.to_vec()),
                enciphered: span.enciphered,
            };
            self.held.insert(span.range.start, held);
        }
        ControlFlow::Continue(())
    }

    fn emit(&mut self, span: &Span<'_>) -> ControlFlow<()> {
        self.next = span.range.end;
        (self.sink)(span)?;
        if self.next >= self.end { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    }

    /// Hands on what was held, as far as it follows without a hole.
    fn release(&mut self) -> ControlFlow<()> {
        while let Some(first) = self.held.first_entry() {
            if *first.key() > self.next {
                break;
            }
            let (start, held) = first.remove_entry();
            // Bytes that were read twice are shown once.
            if start == self.next {
                let bytes = held.bytes.as_deref().unwrap_or(&self.file[start..held.end]);
                let (range, path) = (start..held.end, &held.path);
                let Held { what, doc, enciphered, .. } = held;
                self.emit(&Span { range, path, what, doc, bytes, enciphered })?;
            }
        }
        ControlFlow::Continue(())
    }

    /// Shows what was not reached as such.
    fn finish(&mut self) -> ControlFlow<()> {
        while self.next < self.file.len() {
            let end = self.held.keys().next().copied().unwrap_or(self.behind).min(self.file.len());
            let range = self.next..end;
            let bytes = &self.file[range.clone()];
            self.emit(&Span { range, path: "", what: What::Unread, doc: "", bytes, enciphered: false })?;
            self.release()?;
        }
        ControlFlow::Continue(())
    }
}

impl Kind {
    /// Every byte of the file, in order and exactly once, and what stopped the reader if something did.
    pub fn explain(
        &self,
        bytes: &[u8],
        origin: Origin<'_>,
        full: bool,
        sink: &mut dyn FnMut(&Span<'_>),
    ) -> Option<Error> {
        self.explain_window(bytes, origin, full, 0..usize::MAX, &mut |span| {
            sink(span);
            ControlFlow::Continue(())
        })
    }

    /// The same for a window, until the sink has heard enough. What lies in front of the window comes too, but in runs
    /// without a name; what lies behind it is not read. The error is one that kept the reader from the window's end.
    pub fn explain_window(
        &self,
        bytes: &[u8],
        origin: Origin<'_>,
        full: bool,
        window: Range<usize>,
        sink: &mut Sink<'_>,
    ) -> Option<Error> {
        if window.end == 0 {
            return None;
        }
        let mut tell = |span: &Span<'_>| sink(span);
        let (end, held, behind) = (window.end, BTreeMap::new(), usize::MAX);
        let mut ordered = Ordered { file: bytes, end, sink: &mut tell, next: 0, held, behind };
        let mut flow = ControlFlow::Continue(());
        let stopped = self.trace_window(bytes, origin, full, window, &mut |span| {
            flow = ordered.take(span);
            flow
        });
        if flow.is_continue() {
            let _ = ordered.finish();
        }
        stopped.err()
    }
}
