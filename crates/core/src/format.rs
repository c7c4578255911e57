//! What a format file provides (`Format`), and what everyone else sees of it (`Kind`, `Document`).

use crate::archive::{Archive, Attributes, Frame};
use crate::bytes::Cursor;
use crate::derived::{Derived, Make};
use crate::error::{Error, FaultKind, Result, value};
use crate::facets::{ArchiveOps, Faceted, Facets, Known, PackageOps};
use crate::image::{Image, Palette};
use crate::json::{Json, without_derived};
use crate::phrases;
use crate::pieces::Deferred;
use crate::put::Put;
use crate::record::{FieldTable, Part, Tag};
use crate::repack::Repack;
use crate::report::{Report, Rule, Rules, UNREADABLE};
use crate::survey::{Cases, Measures};
use crate::tidy::Tidy;
use crate::trace::{Sink, Span, Trace};
use crate::tree::{AsTree, EditableTree};
use serde_json::{Map, Value};
use std::any::TypeId;
use std::borrow::Cow;
use std::io::{self, Write};
use std::ops::{ControlFlow, Range};

/// What is known about a payload from outside: its name, and what its container says of it.
#[derive(Clone, Copy, Debug, Default)]
pub struct Origin<'o> {
    pub name: &'o str,
    pub attributes: AttributesRef<'o>,
}

/// What a container says of an entry: as its directory gives it, or as it stands in a manifest.
#[derive(Clone, Copy, Debug)]
pub enum AttributesRef<'o> {
    List(&'o [(&'static str, Value)]),
    Map(&'o Map<String, Value>),
}

impl Default for AttributesRef<'_> {
    fn default() -> Self {
        Self::List(&[])
    }
}

impl<'o> AttributesRef<'o> {
    pub fn get(self, name: &str) -> Option<&'o Value> {
        match self {
            Self::List(list) => list.iter().find(|(key, _)| *key == name).map(|(_, value)| value),
            Self::Map(map) => map.get(name),
        }
    }

    pub fn is_empty(self) -> bool {
        match self {
            Self::List(list) => list.is_empty(),
            Self::Map(map) => map.is_empty(),
        }
    }

    pub fn to_map(self) -> Map<String, Value> {
        match self {
            Self::List(list) => list.iter().map(|(key, value)| ((*key).to_owned(), value.clone())).collect(),
            Self::Map(map) => map.clone(),
        }
    }
}

impl<'o> Origin<'o> {
    pub fn named(name: &'o str) -> Self {
        Self { name, ..Self::default() }
    }

    pub fn attribute(&self, name: &str) -> Option<&'o Value> {
        self.attributes.get(name)
    }

    /// Whether the container calls it `tag`, or, loose, its name ends so.
    pub fn is(&self, tag: Tag, ending: &str) -> bool {
        match self.attribute("type") {
            Some(kind) => crate::json::untag(kind) == Some(tag),
            None => self.ends_with(ending),
        }
    }

    pub fn ends_with(&self, ending: &str) -> bool {
        let name = self.name.as_bytes();
        name.len() >= ending.len()
            && name[name.len() - ending.len()..].eq_ignore_ascii_case(ending.as_bytes())
    }
}

/// How sure a format is that bytes are of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Claim {
    No,
    /// The mark is damaged, but the rest looks like the format, so that opening gives a helpful error.
    Broken,
    /// Recognised by its name only: the format has no mark, or the content does not show it.
    Guess,
    Sure,
}

impl Claim {
    /// For a format without a mark: a file with the name is sure if the content fits, else a guess.
    pub fn of_named(is_named: bool, fits: impl FnOnce() -> bool) -> Self {
        match is_named {
            true if fits() => Self::Sure,
            true => Self::Guess,
            false => Self::No,
        }
    }
}

/// What lies in other files, found by the rules of the game.
pub trait Library: Sync {
    /// A file beside the one that is open; names are compared as the engine does, without regard to case.
    fn file(&self, name: &str) -> Option<Cow<'_, [u8]>>;

    /// An entry of the archive that holds the open file, by the engine's rules for names there. What lies loose in a
    /// folder has the files of that folder beside it.
    fn sibling(&self, name: &str) -> Option<Cow<'_, [u8]>> {
        self.file(name)
    }

    /// A file beside the archive that holds the open file: an entry of the archive around that one, or, where there is
    /// none, a file of its folder.
    fn beside_holder(&self, name: &str) -> Option<Cow<'_, [u8]>> {
        self.file(name)
    }

    /// What `make` makes of a file beside, such as an index of the names in it; `of` is its type. A library that many files
    /// use keeps it, so that the file is read once and not for each of them. Asked for by `derived::of_file`.
    fn derived(&self, name: &str, _of: TypeId, make: Make<'_>) -> Option<Derived> {
        make(&self.file(name)?)
    }

    /// The same of an entry beside the open file: many entries of an archive may use the same one.
    fn derived_sibling(&self, name: &str, _of: TypeId, make: Make<'_>) -> Option<Derived> {
        make(&self.sibling(name)?)
    }

    /// The colours that somebody has chosen for pictures whose palette is not in their file.
    fn palette(&self) -> Option<&Palette> {
        None
    }
}

/// A file that is looked at alone.
#[derive(Clone, Copy, Debug, Default)]
pub struct Alone;

impl Library for Alone {
    fn file(&self, _: &str) -> Option<Cow<'_, [u8]>> {
        None
    }
}

/// How much a file may ask for.
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    /// Bytes that one packed entry may unpack to.
    pub unpacked: usize,
    /// Containers in containers.
    pub depth: usize,
}

impl Limits {
    pub const USUAL: Self = Self { unpacked: 256 << 20, depth: 8 };

    /// For what lies one archive deeper. All archives on the way are held at once, so each may unpack to a quarter of what
    /// the one around it may.
    #[must_use]
    pub fn deeper(self) -> Self {
        Self { unpacked: self.unpacked / 4, depth: self.depth.saturating_sub(1) }
    }
}

impl Default for Limits {
    fn default() -> Self {
        Self::USUAL
    }
}

/// What a check may use besides the file.
#[derive(Clone, Copy)]
pub struct Context<'c> {
    pub library: &'c dyn Library,
    pub limits: Limits,
    /// Of the file itself.
    pub origin: Origin<'c>,
}

impl<'c> Context<'c> {
    /// Nothing is known but the file.
    pub const ALONE: Context<'static> = Context::new(&Alone);

    pub const fn new(library: &'c dyn Library) -> Self {
        Self {
            library,
            limits: Limits::USUAL,
            origin: Origin { name: "", attributes: AttributesRef::List(&[]) },
        }
    }
}

impl std::fmt::Debug for Context<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Context").field("limits", &self.limits).finish_non_exhaustive()
    }
}

/// What a person asks first, in order.
pub type Facts = Attributes;

/// A file format: implemented by the struct that holds a file of it.
pub trait Format<'a>: Json + Part + Send + Sync {
    /// Family and name: `ngi.nres`.
    const ID: &'static str;
    /// How names of such files usually end; the first is for new ones.
    const ENDINGS: &'static [&'static str];
    const RULES: Rules;
    /// What a survey counts, besides findings and fields that nobody understands.
    const MEASURES: Measures = &[];
    /// What its documents can be besides their fields.
    const FACETS: Facets<Self> = Facets::NONE;
    /// Whether people edit it as JSON, besides the forms of its facets.
    const HAS_JSON_FORM: bool = false;
    /// Gives the fields of JSON that an earlier version wrote their names of today.
    const RENAME: Option<fn(&mut Value)> = None;

    /// By content; a name alone is no more than a guess. `bytes` may be cut to the first few where only a listing is wanted.
    fn claims(origin: Origin<'_>, bytes: &[u8]) -> Claim;
    fn read(c: &mut Cursor<'a>, origin: Origin<'_>) -> Result<Self>;
    /// The bytes that `read` would read this from.
    fn write(&self, out: &mut Put);
    fn check(&self, report: &mut Report, context: Context<'_>);
    fn facts(&self) -> Facts;

    /// Counts the cases of its measures. A survey asks documents of any size, so this takes time that grows with the file.
    fn measure(&self, _cases: &mut Cases, _origin: Origin<'_>) {}

    /// Makes a document that comes from JSON what reading its bytes makes of it: what is not in the file may follow from
    /// the name, which JSON does not tell.
    fn settle(&mut self, _origin: Origin<'_>) {}
}

/// A file of any format.
pub trait Document: Faceted + Send + Sync {
    fn to_bytes(&self) -> Result<Vec<u8>>;
    fn settle_as(&mut self, origin: Origin<'_>);
    fn check_into(&self, report: &mut Report, context: Context<'_>);
    fn measure_into(&self, cases: &mut Cases, origin: Origin<'_>);
    /// Whether it is written as the bytes that it was read from.
    fn is_written_as(&self, bytes: &[u8]) -> Result<bool>;
    fn facts(&self) -> Facts;
    fn to_json(&self) -> Value;
    fn json_to(&self, to: &mut dyn io::Write) -> io::Result<()>;
}

impl<'a, T: Format<'a>> Document for T {
    fn to_bytes(&self) -> Result<Vec<u8>> {
        let mut out = Put::default();
        self.write(&mut out);
        out.finish()
    }
    fn settle_as(&mut self, origin: Origin<'_>) {
        self.settle(origin);
    }
    fn check_into(&self, report: &mut Report, context: Context<'_>) {
        self.check(report, context);
    }
    fn measure_into(&self, cases: &mut Cases, origin: Origin<'_>) {
        self.measure(cases, origin);
    }
    fn is_written_as(&self, bytes: &[u8]) -> Result<bool> {
        let mut out = Put::against(bytes);
        self.write(&mut out);
        out.is(bytes)
    }
    fn facts(&self) -> Facts {
        Format::facts(self)
    }
    fn to_json(&self) -> Value {
        Json::to_json(self)
    }
    fn json_to(&self, to: &mut dyn io::Write) -> io::Result<()> {
        // The serializer writes a few bytes at a time; unbuffered, the calls would cost more than the JSON itself.
        let mut to = io::BufWriter::with_capacity(1 << 16, to);
        self.write_json(&mut serde_json::Serializer::with_formatter(&mut to, Tidy::default()))?;
        to.flush()
    }
}

impl dyn Document + '_ {
    /// The tree of files as which it is edited, opened.
    pub fn open_tree(&self) -> Option<Result<Box<dyn EditableTree + '_>>> {
        self.tree().map(AsTree::open)
    }
}

type Read = for<'a> fn(&mut Cursor<'a>, Origin<'_>) -> Result<Box<dyn Document + 'a>>;

/// A format as a value, for lists of formats.
#[derive(Debug)]
pub struct Kind {
    pub id: &'static str,
    pub file: &'static FieldTable,
    pub endings: &'static [&'static str],
    pub rules: Rules,
    pub measures: Measures,
    pub facets: Known,
    pub has_json_form: bool,
    pub claims: fn(Origin<'_>, &[u8]) -> Claim,
    pub read: Read,
    pub from_json: fn(&Value) -> Result<Box<dyn Document>>,
}

/// `formats![nres::Nres, rsli::Rsli]` is the list of their `Kind`s.
#[macro_export]
macro_rules! formats {
    ($($module:ident::$file:ident),* $(,)?) => {
        &[$({
            use $crate::{bytes::Cursor, error::Result, format::{Document, Format, Kind, Origin}, json::{Json, Value}, record::Part};
            fn read<'a>(c: &mut Cursor<'a>, origin: Origin<'_>) -> Result<Box<dyn Document + 'a>> {
                Ok(Box::new(c.part("", |c| <$module::$file<'a> as Format<'a>>::read(c, origin))?))
            }
            fn from_json(json: &Value) -> Result<Box<dyn Document>> {
                let renamed = <$module::$file<'static> as Format<'static>>::RENAME.map(|rename| {
                    let mut json = json.clone();
                    rename(&mut json);
                    json
                });
                Ok(Box::new(<$module::$file<'static> as Json>::from_json(renamed.as_ref().unwrap_or(json))?))
            }
            Kind {
                id: <$module::$file<'_> as Format<'_>>::ID,
                file: <$module::$file<'_> as Part>::TABLE,
                endings: <$module::$file<'_> as Format<'_>>::ENDINGS,
                rules: <$module::$file<'_> as Format<'_>>::RULES,
                measures: <$module::$file<'_> as Format<'_>>::MEASURES,
                facets: <$module::$file<'_> as Format<'_>>::FACETS.known(),
                has_json_form: <$module::$file<'_> as Format<'_>>::HAS_JSON_FORM,
                claims: <$module::$file<'_> as Format<'_>>::claims,
                read,
                from_json,
            }
        }),*]
    };
}

impl Kind {
    /// `ngi` of `ngi.nres`.
    pub fn family(&self) -> &'static str {
        self.id.split('.').next().unwrap_or_default()
    }

    /// Whether its files hold others.
    pub fn is_archive(&self) -> bool {
        self.facets.archive.is_some()
    }

    /// A new file for an image to be drawn into; none if no file of the format can hold it.
    pub fn canvas(&self, image: &Image) -> Option<Vec<u8>> {
        (self.facets.picture?.canvas)(image)
    }

    /// What belongs to it as a package, if it is one.
    pub fn package(&self) -> Option<PackageOps> {
        self.facets.archive?.package
    }

    pub fn rule(&self, code: &str) -> Option<&'static Rule> {
        self.rules.iter().copied().find(|rule| rule.code == code)
    }

    /// The rule that a file breaks which could not be read.
    pub fn broken_rule(&self, error: &Error) -> &'static Rule {
        match &error.kind {
            FaultKind::Truncated { .. } => self.rules.first().copied().unwrap_or(&UNREADABLE),
            FaultKind::Broken { rule, .. } => rule,
            FaultKind::Unexpected { .. } => &UNREADABLE,
        }
    }

    pub fn open<'a>(&self, bytes: &'a [u8], origin: Origin<'_>) -> Result<Box<dyn Document + 'a>> {
        (self.read)(&mut Cursor::new(bytes), origin).map_err(|error| self.placed(error, bytes, origin))
    }

    /// The error with its offset. Format code names the field only; a second, traced read knows where that lies.
    pub fn placed(&self, error: Error, bytes: &[u8], origin: Origin<'_>) -> Error {
        if error.offset.is_some() {
            return error;
        }
        let (mut range, mut reached) = (None, 0);
        let _ = self.trace(bytes, origin, true, &mut |span| {
            reached = span.range.end;
            if belongs(span.path, &error.path) {
                widen(&mut range, span);
            }
        });
        error.at(Some(range.map_or(reached, |range| range.start)))
    }

    /// The bytes that a document in JSON stands for. They must read as what was stated.
    pub fn build(&self, json: &Value, origin: Origin<'_>) -> Result<Vec<u8>> {
        let mut document = (self.from_json)(json)?;
        let bytes = document.to_bytes()?;
        document.settle_as(origin);
        let misread = self.misread(&*document, &*self.open(&bytes, origin)?);
        match misread {
            Some((path, stated, read)) => Err(Error::unexpected(value(read), value(stated)).inside(path)),
            None => Ok(bytes),
        }
    }

    /// Where what was read is not what was stated.
    fn misread(&self, stated: &dyn Document, read: &dyn Document) -> Option<(String, String, String)> {
        if say_the_same(stated, read) {
            return None;
        }
        let stating = |document: &dyn Document| {
            let mut json = document.to_json();
            without_derived(&mut json, self.file);
            json
        };
        first_difference(&stating(stated), &stating(read))
    }

    /// A new archive in this frame.
    pub fn repack<'a, D: Deferred>(&self, frame: Frame) -> Result<Repack<'a, D>> {
        Ok(Repack::new(self.archive_ops()?, frame))
    }

    /// An archive of this format with everything in it as it is stored.
    pub fn repack_of<'a, D: Deferred>(&self, archive: &'a dyn Archive) -> Result<Repack<'a, D>> {
        Ok(Repack::of(self.archive_ops()?, archive))
    }

    fn archive_ops(&self) -> Result<ArchiveOps> {
        self.facets.archive.ok_or_else(|| Error::unexpected(phrases::an_archive(), value(self.id)))
    }

    /// Reads with a trace; the spans come as they are read. Returns the names that no struct declares.
    pub fn trace(
        &self,
        bytes: &[u8],
        origin: Origin<'_>,
        full: bool,
        sink: &mut dyn FnMut(&Span<'_>),
    ) -> Result<Vec<String>> {
        let mut tell = |span: &Span<'_>| {
            sink(span);
            ControlFlow::Continue(())
        };
        let mut cursor = Cursor::tracing(bytes, Trace::new(full, &mut tell));
        (self.read)(&mut cursor, origin).map(drop)?;
        Ok(cursor.into_trace().map(|trace| trace.strays).unwrap_or_default())
    }

    /// Opens a file and tells on the way of the fields and records that have something in them that nobody understands; see
    /// `Trace::of_doubts`. An error comes without its offset.
    pub fn open_with_doubts<R>(
        &self,
        bytes: &[u8],
        origin: Origin<'_>,
        sink: &mut dyn FnMut(&Span<'_>),
        then: impl FnOnce(Result<Box<dyn Document + '_>>) -> R,
    ) -> R {
        let mut tell = |span: &Span<'_>| {
            sink(span);
            ControlFlow::Continue(())
        };
        then((self.read)(&mut Cursor::tracing(bytes, Trace::of_doubts(&mut tell)), origin))
    }

    /// The same, where nobody wants the file itself.
    pub fn trace_doubts(
        &self,
        bytes: &[u8],
        origin: Origin<'_>,
        sink: &mut dyn FnMut(&Span<'_>),
    ) -> Result<()> {
        self.open_with_doubts(bytes, origin, sink, |read| read.map(drop))
    }

    /// The same for what touches a window, until the sink has heard enough. What lies outside comes in runs without a name.
    pub fn trace_window(
        &self,
        bytes: &[u8],
        origin: Origin<'_>,
        full: bool,
        window: Range<usize>,
        sink: &mut Sink<'_>,
    ) -> Result<()> {
        let mut tell = |span: &Span<'_>| sink(span);
        let mut cursor = Cursor::tracing(bytes, Trace::of_window(full, window, &mut tell));
        let read = (self.read)(&mut cursor, origin).map(drop);
        let stopped = cursor.into_trace().is_some_and(|trace| trace.is_stopped());
        if stopped { Ok(()) } else { read }
    }

    /// What is wrong with a document, each finding with its place.
    pub fn check(
        &self,
        document: &dyn Document,
        bytes: &[u8],
        origin: Origin<'_>,
        context: Context<'_>,
    ) -> Report {
        let mut report = Report::default();
        document.check_into(&mut report, Context { origin, ..context });
        self.place_findings(&mut report, bytes, origin);
        report
    }

    /// Finds the bytes of every finding by its path, in one traced read.
    fn place_findings(&self, report: &mut Report, bytes: &[u8], origin: Origin<'_>) {
        use std::collections::HashMap;
        let missing = report.findings.iter_mut().filter(|finding| finding.range.is_none());
        let mut places: HashMap<String, Option<Range<usize>>> =
            missing.map(|finding| (finding.field.clone(), None)).collect();
        if places.is_empty() {
            return;
        }
        let _ = self.trace(bytes, origin, true, &mut |span| {
            for path in prefixes(span.path) {
                if let Some(range) = places.get_mut(path) {
                    widen(range, span);
                }
            }
        });
        for finding in &mut report.findings {
            if finding.range.is_none() {
                finding.range = places.get(&finding.field).cloned().flatten();
            }
        }
    }
}

/// Whether a field is the one at `path`, or inside it.
fn belongs(field: &str, path: &str) -> bool {
    field.strip_prefix(path).is_some_and(|rest| rest.is_empty() || rest.starts_with(['.', '[']))
}

/// `a.b[3]` is inside `a`, `a.b` and itself.
fn prefixes(path: &str) -> impl Iterator<Item = &str> {
    let ends = path.char_indices().filter(|(_, c)| matches!(c, '.' | '[')).map(|(at, _)| at);
    ends.chain([path.len()]).map(|end| &path[..end])
}

fn widen(range: &mut Option<Range<usize>>, span: &Span<'_>) {
    let (start, end) = (span.range.start, span.range.end);
    *range = Some(range.as_ref().map_or(start..end, |all| all.start.min(start)..all.end.max(end)));
}

/// Whether two documents are the same to the letter. Most are, and to see that takes a fraction of the time and memory
/// that it takes to find what differs.
fn say_the_same(a: &dyn Document, b: &dyn Document) -> bool {
    let mut text = vec![];
    if a.json_to(&mut text).is_err() {
        return false;
    }
    let mut rest = Expected(&text);
    b.json_to(&mut rest).is_ok() && rest.0.is_empty()
}

/// Takes what is written only as long as it is what was expected.
struct Expected<'t>(&'t [u8]);

impl Write for Expected<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0 = self.0.strip_prefix(bytes).ok_or(io::ErrorKind::InvalidData)?;
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// Where two values part: the path, and what stands there in each.
fn first_difference(a: &Value, b: &Value) -> Option<(String, String, String)> {
    let within = |step: String, (path, a, b): (String, String, String)| {
        let joint = if path.is_empty() || path.starts_with('[') { "" } else { "." };
        (step + joint + &path, a, b)
    };
    match (a, b) {
        (Value::Object(x), Value::Object(y)) if x.keys().eq(y.keys()) => {
            x.iter().find_map(|(key, a)| Some(within(key.clone(), first_difference(a, y.get(key)?)?)))
        }
        (Value::Array(x), Value::Array(y)) if x.len() == y.len() => x
            .iter()
            .zip(y)
            .enumerate()
            .find_map(|(i, (a, b))| Some(within(format!("[{i}]"), first_difference(a, b)?))),
        _ => (a != b).then(|| (String::new(), a.to_string(), b.to_string())),
    }
}

/// A list of formats: the whole toolkit, or one family.
#[derive(Clone, Copy, Debug)]
pub struct Formats(pub &'static [&'static [Kind]]);

impl Formats {
    pub fn iter(&self) -> impl Iterator<Item = &'static Kind> + use<> {
        self.0.iter().copied().flatten()
    }

    /// The format that claims the bytes.
    pub fn of(&self, origin: Origin<'_>, bytes: &[u8]) -> Option<&'static Kind> {
        self.claim(origin, bytes).map(|(kind, _)| kind)
    }

    /// The format with the best claim, the first of those that are equal, and how sure it is.
    pub fn claim(&self, origin: Origin<'_>, bytes: &[u8]) -> Option<(&'static Kind, Claim)> {
        let mut best = None;
        for kind in self.iter() {
            let claim = (kind.claims)(origin, bytes);
            if claim == Claim::Sure {
                return Some((kind, claim));
            }
            if claim > best.map_or(Claim::No, |(_, claim)| claim) {
                best = Some((kind, claim));
            }
        }
        best
    }

    pub fn named(&self, id: &str) -> Option<&'static Kind> {
        self.iter().find(|kind| kind.id == id)
    }
}
