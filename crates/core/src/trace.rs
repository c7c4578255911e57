//! What a tracing `Cursor` tells: a `Span` for every field it reads, handed on as it is read.

use crate::bytes::Step;
use crate::record::{FieldTable, Shape};
use crate::text::{CodePage, hex};
use serde_json::Value;
use std::{fmt, fmt::Write, ops::Range};

#[derive(Clone, Debug)]
pub struct Span<'s> {
    pub range: Range<usize>,
    /// The field's address, the same in `explain`, findings, errors and JSON: `phases[2].texture_name`.
    pub path: &'s str,
    pub what: What,
    pub doc: &'static str,
    /// What the bytes stand for, where the file holds them enciphered; else the bytes.
    pub bytes: &'s [u8],
    /// Whether the file holds them enciphered.
    pub enciphered: bool,
}

#[derive(Clone, Copy, Debug)]
pub enum What {
    Field(&'static Shape),
    /// The stated length of the list at this path.
    Count(&'static Shape),
    /// A run of equal things shown as one.
    List(&'static Shape, usize),
    Bytes,
    Text(CodePage),
    /// The stored bytes of a container's entry.
    Payload(usize),
    /// There only to bring what follows to its place.
    Padding,
    /// Kept, but described by no field.
    Gap,
    /// Not reached, because reading failed before.
    Unread,
}

/// How much is known about a byte.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Knowledge {
    Named,
    Padding,
    Opaque,
    Uncovered,
}

impl What {
    pub fn knowledge(self) -> Knowledge {
        match self {
            Self::Padding => Knowledge::Padding,
            Self::Gap | Self::Payload(_) => Knowledge::Opaque,
            Self::Unread => Knowledge::Uncovered,
            _ => Knowledge::Named,
        }
    }

    pub fn value(self, bytes: &[u8]) -> Value {
        match self {
            Self::Field(shape) | Self::Count(shape) => shape.value(bytes),
            Self::Text(page) => page.show(bytes).into(),
            Self::List(..) => Value::Null,
            _ => abridged(bytes).into(),
        }
    }
}

/// The first bytes, in hex.
fn abridged(bytes: &[u8]) -> String {
    match bytes.get(..16) {
        Some(first) if bytes.len() > 16 => hex(first) + "…",
        _ => hex(bytes),
    }
}

/// The type's name.
impl fmt::Display for What {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Field(shape) | Self::Count(shape) | Self::List(shape, _) => shape.fmt(f),
            Self::Bytes => f.write_str("bytes"),
            Self::Text(_) => f.write_str("text"),
            Self::Payload(_) => f.write_str("payload"),
            Self::Padding => f.write_str("padding"),
            Self::Gap => f.write_str("opaque"),
            Self::Unread => f.write_str("unread"),
        }
    }
}

impl Span<'_> {
    pub fn value(&self) -> Value {
        self.what.value(self.bytes)
    }
}

/// A list longer than this is one span, unless every item is asked for.
const LONG: usize = 32;

pub struct Trace<'t> {
    sink: &'t mut dyn FnMut(&Span<'_>),
    /// Names that were read but that no struct declares; a test keeps this empty.
    pub strays: Vec<String>,
    path: String,
    tables: Vec<&'static FieldTable>,
    full: bool,
    enciphered: bool,
}

impl fmt::Debug for Trace<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Trace").field("path", &self.path).finish_non_exhaustive()
    }
}

impl<'t> Trace<'t> {
    /// With `full`, every item of a list is a span of its own.
    pub fn new(full: bool, sink: &'t mut dyn FnMut(&Span<'_>)) -> Self {
        Self { sink, full, enciphered: false, strays: vec![], path: String::new(), tables: vec![] }
    }

    pub(crate) fn enter(&mut self, step: Step, table: &'static FieldTable) -> usize {
        let mark = self.path.len();
        self.push(step);
        self.tables.push(table);
        mark
    }

    pub(crate) fn leave(&mut self, mark: usize) {
        self.path.truncate(mark);
        self.tables.pop();
    }

    #[cold]
    pub(crate) fn note(&mut self, step: Step, at: usize, bytes: &[u8], what: What) {
        self.tell(step, at, bytes, what);
    }

    /// The same where the file holds something else, of which `bytes` are the meaning.
    #[cold]
    pub(crate) fn note_deciphered(&mut self, step: Step, at: usize, bytes: &[u8], what: What) {
        self.enciphered = true;
        self.tell(step, at, bytes, what);
        self.enciphered = false;
    }

    fn tell(&mut self, step: Step, at: usize, bytes: &[u8], what: What) {
        if bytes.is_empty() {
            return;
        }
        let doc = self.doc(step);
        let mark = self.path.len();
        self.push(step);
        match what {
            What::Field(shape) => self.leaves(shape, at, bytes, doc),
            What::List(shape, count) if self.full || count <= LONG => {
                let mark = self.path.len();
                for (i, item) in bytes.chunks_exact(shape.size()).enumerate() {
                    let _ = write!(self.path, "[{i}]");
                    self.leaves(shape, at + i * shape.size(), item, doc);
                    self.path.truncate(mark);
                }
            }
            What::Count(_) => {
                self.path.push_str(".count");
                self.span(at, bytes, what, "How many there are.");
            }
            _ => self.span(at, bytes, what, doc),
        }
        self.path.truncate(mark);
    }

    fn leaves(&mut self, shape: &'static Shape, start: usize, bytes: &[u8], doc: &'static str) {
        let Self { sink, path, enciphered, .. } = self;
        shape.leaves(path, 0, doc, &mut |path, at, leaf, doc| {
            let end = at + leaf.size();
            let range = start + at..start + end;
            let (what, bytes, doc) = (What::Field(leaf), &bytes[at..end], doc.trim());
            sink(&Span { range, path, what, doc, bytes, enciphered: *enciphered });
        });
    }

    fn span(&mut self, at: usize, bytes: &[u8], what: What, doc: &'static str) {
        let range = at..at + bytes.len();
        let (path, enciphered) = (&self.path, self.enciphered);
        (self.sink)(&Span { range, path, what, doc: doc.trim(), bytes, enciphered });
    }

    fn push(&mut self, step: Step) {
        if !self.path.is_empty() && !step.name.is_empty() {
            self.path.push('.');
        }
        let _ = write!(self.path, "{step}");
    }

    fn doc(&mut self, step: Step) -> &'static str {
        match self.tables.last().and_then(|table| table.row(step.name)) {
            Some(row) => row.doc,
            None => {
                self.strays.push(format!("{}.{step}", self.path));
                ""
            }
        }
    }
}
