//! Every byte in order: spans come as a reader meets them, people want them as they lie in the file.

use crate::error::Error;
use crate::format::{Kind, Origin};
use crate::trace::{Knowledge, Span, What};
use std::collections::BTreeMap;

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
    sink: &'s mut dyn FnMut(&Span<'_>),
    next: usize,
    held: BTreeMap<usize, Held>,
}

impl Ordered<'_, '_> {
    fn take(&mut self, span: &Span<'_>) {
        if span.range.start == self.next {
            self.emit(span);
            self.release();
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
    }

    fn emit(&mut self, span: &Span<'_>) {
        self.next = span.range.end;
        (self.sink)(span);
    }

    /// Hands on what was held, as far as it follows without a hole.
    fn release(&mut self) {
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
                self.next = held.end;
                (self.sink)(&Span { range, path, what, doc, bytes, enciphered });
            }
        }
    }

    /// Shows what was not reached as such.
    fn finish(&mut self) {
        while self.next < self.file.len() {
            let end = self.held.keys().next().copied().unwrap_or(self.file.len()).min(self.file.len());
            let range = self.next..end;
            let bytes = &self.file[range.clone()];
            self.emit(&Span { range, path: "", what: What::Unread, doc: "", bytes, enciphered: false });
            self.release();
        }
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
        let mut ordered = Ordered { file: bytes, sink, next: 0, held: BTreeMap::new() };
        let stopped = self.trace(bytes, origin, full, &mut |span| ordered.take(span)).err();
        ordered.finish();
        stopped
    }
}
