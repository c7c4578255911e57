//! What a tracing `Cursor` tells: a `Span` for every field it reads, handed on as it is read.

use crate::bytes::Step;
use crate::error::{Error, Result};
use crate::record::{FieldTable, Shape};
use crate::survey::{Doubtful, is_doubtful};
use crate::text::{CodePage, hex};
use serde_json::Value;
use std::fmt::{self, Write};
use std::ops::{ControlFlow, Range};

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

/// Hears of spans, and tells after each whether it wants to hear more.
pub type Sink<'t> = dyn FnMut(&Span<'_>) -> ControlFlow<()> + 't;

pub struct Trace<'t> {
    sink: &'t mut Sink<'t>,
    /// What lies outside is told in runs without a name.
    window: Range<usize>,
    /// Names that were read but that no struct declares; a test keeps this empty.
    pub strays: Vec<String>,
    path: Path,
    tables: Vec<&'static FieldTable>,
    full: bool,
    enciphered: bool,
    stopped: bool,
    /// Where only fields that nobody understands are told.
    doubtful: Option<Doubtful>,
}

/// The names on the way to a field. They are put together only where somebody hears of the field.
#[derive(Default)]
struct Path {
    steps: Vec<Step>,
    text: String,
    /// How long the text was before each of the steps in it.
    marks: Vec<usize>,
}

impl Path {
    fn enter(&mut self, step: Step) {
        self.steps.push(step);
    }

    fn leave(&mut self) {
        self.steps.pop();
        if self.marks.len() > self.steps.len()
            && let Some(mark) = self.marks.pop()
        {
            self.text.truncate(mark);
        }
    }

    /// The text, to which a field adds its own name.
    fn text(&mut self) -> &mut String {
        for step in &self.steps[self.marks.len()..] {
            self.marks.push(self.text.len());
            if !self.text.is_empty() && !step.name.is_empty() {
                self.text.push('.');
            }
            let _ = write!(self.text, "{step}");
        }
        &mut self.text
    }
}

impl fmt::Debug for Trace<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Trace").field("path", &self.path.text).finish_non_exhaustive()
    }
}

impl<'t> Trace<'t> {
    /// Of the whole file. With `full`, every item of a list is a span of its own.
    pub fn new(full: bool, sink: &'t mut Sink<'t>) -> Self {
        Self::of_window(full, 0..usize::MAX, sink)
    }

    /// Of what touches a window of the file. The rest is told too, but in runs without a name.
    pub fn of_window(full: bool, window: Range<usize>, sink: &'t mut Sink<'t>) -> Self {
        let (path, strays, tables) = (Path::default(), vec![], vec![]);
        Self { sink, window, strays, path, tables, full, enciphered: false, stopped: false, doubtful: None }
    }

    /// Of fields and records that have something in them that nobody understands, each list as one; the path is the record
    /// and the field where the field itself is one of those, else empty. Structures without any are not listened to.
    pub fn of_doubts(sink: &'t mut Sink<'t>) -> Self {
        Self { doubtful: Some(Doubtful::default()), ..Self::new(false, sink) }
    }

    /// Whether nothing in a structure is worth listening to.
    #[inline]
    pub(crate) fn passes_over(&mut self, table: &'static FieldTable) -> bool {
        self.doubtful.as_mut().is_some_and(|doubtful| !doubtful.table(table))
    }

    /// Whether whoever listens has heard enough. Then no more is told, and every read fails.
    pub fn is_stopped(&self) -> bool {
        self.stopped
    }

    pub(crate) fn enter(&mut self, step: Step, table: &'static FieldTable) {
        self.path.enter(step);
        self.tables.push(table);
    }

    pub(crate) fn leave(&mut self) {
        self.path.leave();
        self.tables.pop();
    }

    #[cold]
    pub(crate) fn note(&mut self, step: Step, at: usize, bytes: &[u8], what: What) -> Result<()> {
        if !self.stopped && !bytes.is_empty() && self.tell(step, at, bytes, what).is_break() {
            self.stopped = true;
        }
        // Nobody is told this error: whoever asked knows that the listener has heard enough.
        if self.stopped { Err(Error::truncated(0, 0)) } else { Ok(()) }
    }

    /// The same where the file holds something else, of which `bytes` are the meaning.
    #[cold]
    pub(crate) fn note_deciphered(&mut self, step: Step, at: usize, bytes: &[u8], what: What) -> Result<()> {
        self.enciphered = true;
        let told = self.note(step, at, bytes, what);
        self.enciphered = false;
        told
    }

    fn tell_doubts(&mut self, step: Step, at: usize, bytes: &[u8], what: What) -> ControlFlow<()> {
        let (What::Field(shape) | What::List(shape, _), Some(doubtful)) = (what, &mut self.doubtful) else {
            return ControlFlow::Continue(());
        };
        if !doubtful.field(step.name, shape) {
            return ControlFlow::Continue(());
        }
        let owner = self.tables.last().map_or("", |table| table.name);
        let own = is_doubtful(step.name).then(|| format!("{owner}.{}", step.name));
        let (path, range) = (own.as_deref().unwrap_or_default(), at..at + bytes.len());
        (self.sink)(&Span { range, path, what, doc: "", bytes, enciphered: self.enciphered })
    }

    fn tell(&mut self, step: Step, at: usize, bytes: &[u8], what: What) -> ControlFlow<()> {
        if self.doubtful.is_some() {
            return self.tell_doubts(step, at, bytes, what);
        }
        let doc = self.doc(step);
        if !self.touches(&(at..at + bytes.len())) {
            return self.span(at, bytes, What::Bytes, "");
        }
        self.path.enter(step);
        let told = match what {
            What::Field(shape) => self.leaves(shape, at, bytes, doc),
            What::List(shape, count) if self.full || count <= LONG => self.items(shape, at, bytes, doc),
            What::Count(_) => {
                let mark = self.path.text().len();
                self.path.text.push_str(".count");
                let told = self.span(at, bytes, what, "How many there are.");
                self.path.text.truncate(mark);
                told
            }
            _ => {
                self.path.text();
                self.span(at, bytes, what, doc)
            }
        };
        self.path.leave();
        told
    }

    fn touches(&self, range: &Range<usize>) -> bool {
        range.start < self.window.end && range.end > self.window.start
    }

    /// The items of a list, each by itself; those before and behind the window are a run each.
    fn items(
        &mut self,
        shape: &'static Shape,
        at: usize,
        bytes: &[u8],
        doc: &'static str,
    ) -> ControlFlow<()> {
        let size = shape.size();
        let count = bytes.len() / size;
        let first = (self.window.start.saturating_sub(at) / size).min(count);
        let end = self.window.end.saturating_sub(at).div_ceil(size).clamp(first, count);
        self.run(at, &bytes[..first * size])?;
        let mark = self.path.text().len();
        for i in first..end {
            let _ = write!(self.path.text, "[{i}]");
            let told = self.leaves(shape, at + i * size, &bytes[i * size..(i + 1) * size], doc);
            self.path.text.truncate(mark);
            told?;
        }
        self.run(at + end * size, &bytes[end * size..count * size])
    }

    /// What nobody wants to know by name.
    fn run(&mut self, at: usize, bytes: &[u8]) -> ControlFlow<()> {
        if bytes.is_empty() { ControlFlow::Continue(()) } else { self.span(at, bytes, What::Bytes, "") }
    }

    fn leaves(
        &mut self,
        shape: &'static Shape,
        start: usize,
        bytes: &[u8],
        doc: &'static str,
    ) -> ControlFlow<()> {
        let Self { sink, path, enciphered, .. } = self;
        let mut told = ControlFlow::Continue(());
        shape.leaves(path.text(), 0, doc, &mut |path, at, leaf, doc| {
            if told.is_continue() {
                let end = at + leaf.size();
                let range = start + at..start + end;
                let (what, bytes, doc) = (What::Field(leaf), &bytes[at..end], doc.trim());
                told = sink(&Span { range, path, what, doc, bytes, enciphered: *enciphered });
            }
        });
        told
    }

    fn span(&mut self, at: usize, bytes: &[u8], what: What, doc: &'static str) -> ControlFlow<()> {
        let range = at..at + bytes.len();
        let (path, enciphered) = (&self.path.text, self.enciphered);
        (self.sink)(&Span { range, path, what, doc: doc.trim(), bytes, enciphered })
    }

    fn doc(&mut self, step: Step) -> &'static str {
        match self.tables.last().and_then(|table| table.row(step.name)) {
            Some(row) => row.doc,
            None => {
                self.strays.push(format!("{}.{step}", self.path.text()));
                ""
            }
        }
    }
}
