//! What a format file provides (`Format`), and what everyone else sees of it (`Kind`, `Document`).

use crate::archive::{Archive, Attributes, Directory, Frame, Incoming, Payloads};
use crate::bytes::Cursor;
use crate::derived::{Derived, Make};
use crate::error::{Error, FaultKind, Result};
use crate::image::{Image, Picture};
use crate::json::{Json, without_derived};
use crate::plan::Plan;
use crate::played::Played;
use crate::put::{Piece, Put};
use crate::record::{Part, Table, Tag};
use crate::refs::Reference;
use crate::report::{Report, Rule, Rules, UNREADABLE};
use crate::scene::{Misfit, Modelled, Moving, Remodelled, Scene, Up};
use crate::seal::{self, Seal};
use crate::show::Sheet;
use crate::spread::Spread;
use crate::tidy::Tidy;
use crate::trace::{Span, Trace};
use serde_json::{Map, Value};
use std::any::TypeId;
use std::borrow::Cow;
use std::io::{self, Write};

/// What is known about a payload from outside: its name, and what its container says of it.
#[derive(Clone, Copy, Debug, Default)]
pub struct Origin<'o> {
    pub name: &'o str,
    pub attributes: Said<'o>,
}

/// What a container says of an entry: as its directory gives it, or as it stands in a manifest.
#[derive(Clone, Copy, Debug)]
pub enum Said<'o> {
    List(&'o [(&'static str, Value)]),
    Map(&'o Map<String, Value>),
}

impl Default for Said<'_> {
    fn default() -> Self {
        Self::List(&[])
    }
}

impl<'o> Said<'o> {
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
    /// What should mark it is broken, but the rest looks like it: worth an error that says so.
    Broken,
    Sure,
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
        Self { library, limits: Limits::USUAL, origin: Origin { name: "", attributes: Said::List(&[]) } }
    }
}

impl std::fmt::Debug for Context<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Context").field("limits", &self.limits).finish_non_exhaustive()
    }
}

/// The form in which people edit files of a format.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum EditedAs {
    /// Its own bytes: text, or what nobody edits yet.
    Bytes,
    Json,
    /// PNG, with the settings of the picture beside it.
    Picture,
    /// glTF.
    Scene,
}

impl EditedAs {
    /// What the name of such a file ends with.
    pub fn ending(self) -> Option<&'static str> {
        match self {
            Self::Bytes => None,
            Self::Json => Some("json"),
            Self::Picture => Some("png"),
            Self::Scene => Some("glb"),
        }
    }
}

/// The ways in which a program with a screen can show a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ShownAs {
    Picture,
    /// In space.
    Model,
    /// What moves a model.
    Motion,
    /// Over time.
    Timeline,
    /// Drawn from above.
    Map,
    /// Pictures of an archive that is edited as a whole.
    Gallery,
    /// What an archive holds.
    List,
    /// Sheets.
    Table,
    Text,
    /// The document in JSON.
    Document,
    Bytes,
}

impl ShownAs {
    pub fn name(self) -> &'static str {
        match self {
            Self::Picture => "picture",
            Self::Model => "model",
            Self::Motion => "motion",
            Self::Timeline => "timeline",
            Self::Map => "map",
            Self::Gallery => "gallery",
            Self::List => "list",
            Self::Table => "table",
            Self::Text => "text",
            Self::Document => "document",
            Self::Bytes => "bytes",
        }
    }

    /// What is seen first of most files that people edit so.
    const fn usual(edited_as: EditedAs, is_archive: bool, is_plan: bool) -> Self {
        match edited_as {
            _ if is_plan => Self::Map,
            EditedAs::Picture => Self::Picture,
            EditedAs::Scene => Self::Model,
            _ if is_archive => Self::List,
            EditedAs::Json => Self::Table,
            EditedAs::Bytes => Self::Bytes,
        }
    }
}

/// What a person asks first, in order.
pub type Facts = Attributes;

/// A file format: implemented by the struct that holds a file of it.
pub trait Format<'a>: Json + Part + Sync {
    /// Family and name: `ngi.nres`.
    const ID: &'static str;
    /// How names of such files usually end; the first is for new ones.
    const ENDINGS: &'static [&'static str];
    const RULES: Rules;
    /// Whether it holds other files.
    const IS_ARCHIVE: bool = false;
    /// What of an archive's frame is no oddity, and stays even when everything around the entries is made anew.
    const LASTING: &'static [&'static str] = &[];
    const EDITED_AS: EditedAs = EditedAs::Bytes;
    /// Further forms of the same file, for those who would edit what the first does not show.
    const ALSO_AS: &'static [EditedAs] = &[];
    /// Which way is up in its models.
    const UP: Up = Up::Y;
    /// Whether it can be drawn though it is no picture.
    const IS_PLAN: bool = false;
    /// What a person wants to see of it first.
    const SHOWN_AS: ShownAs = ShownAs::usual(Self::EDITED_AS, Self::IS_ARCHIVE, Self::IS_PLAN);
    /// How names of files end that lie beside such a file, are called as it is, and state its size or sign it.
    const COMPANIONS: &'static [&'static str] = &[];

    /// By content. `bytes` may be cut to the first few where only a listing is wanted.
    fn claims(origin: Origin<'_>, bytes: &[u8]) -> Claim;
    fn read(c: &mut Cursor<'a>, origin: Origin<'_>) -> Result<Self>;
    /// The bytes that `read` would read this from.
    fn write(&self, out: &mut Put);
    fn check(&self, report: &mut Report, context: Context<'_>);
    fn facts(&self) -> Facts;

    /// This, as an archive. What that takes to index is made here, not when reading.
    fn archive(&self) -> Option<Box<dyn Archive + '_>> {
        None
    }

    /// The directory as it lies in the file, where reading everything would cost much more; none where it would not,
    /// or where only reading tells whether the file is whole.
    fn directory(_: &'a [u8]) -> Option<Box<dyn Directory + 'a>> {
        None
    }

    /// This, as a picture.
    fn picture(&self) -> Option<&dyn Picture> {
        None
    }

    /// A new file of the size and kind of `image`, for it to be drawn into.
    fn canvas(_: &Image) -> Option<Vec<u8>> {
        None
    }

    /// This, as a model.
    fn modelled(&self) -> Option<&dyn Modelled> {
        None
    }

    /// This, as the motion of a model.
    fn moving(&self) -> Option<&dyn Moving> {
        None
    }

    /// This, spread out for people who edit it as a whole. What that takes to decode is decoded here.
    fn spread(&self) -> Option<Result<Box<dyn Spread + '_>>> {
        None
    }

    /// A new file from a scene.
    fn sculpt(_: &Scene) -> Option<Result<Remodelled, Misfit>> {
        None
    }

    /// This, as something that can be drawn.
    fn plan(&self) -> Option<&dyn Plan> {
        None
    }

    /// This, as something that plays over time.
    fn played(&self) -> Option<&dyn Played> {
        None
    }

    /// A companion as it should be for a file of that name and size.
    fn companion(_: &[u8], _name: &str, _size: usize) -> Option<Vec<u8>> {
        None
    }

    /// The signature over entries of these names, if there is one.
    fn seal(_: &[&str], _: seal::Bytes<'_>) -> Option<Seal> {
        None
    }

    /// Files of these names, loose in a folder, as the entries of the archive that they would be; none if they would be none.
    fn loose(_: &[&str]) -> Option<Vec<Incoming>> {
        None
    }

    /// Makes a document that comes from JSON what reading its bytes makes of it: what is not in the file may follow from
    /// the name, which JSON does not tell.
    fn settle(&mut self, _origin: Origin<'_>) {}

    /// What there is to see of it in a terminal.
    fn show(&self) -> Vec<Sheet> {
        vec![]
    }

    /// What it names in other files.
    fn references(&self) -> Vec<Reference> {
        vec![]
    }

    /// An archive from its frame and entries.
    fn assemble(_: &Frame, _: &[Incoming], _: &dyn Payloads, out: &mut Put) {
        out.fail(Error::unexpected("an archive", Self::ID));
    }
}

/// A file of any format.
pub trait Document: Sync {
    fn to_bytes(&self) -> Result<Vec<u8>>;
    fn settle_as(&mut self, origin: Origin<'_>);
    fn check_into(&self, report: &mut Report, context: Context<'_>);
    fn summary(&self) -> Facts;
    fn as_archive(&self) -> Option<Box<dyn Archive + '_>>;
    fn as_picture(&self) -> Option<&dyn Picture>;
    fn as_model(&self) -> Option<&dyn Modelled>;
    fn as_motion(&self) -> Option<&dyn Moving>;
    fn as_spread(&self) -> Option<Result<Box<dyn Spread + '_>>>;
    fn as_plan(&self) -> Option<&dyn Plan>;
    fn as_played(&self) -> Option<&dyn Played>;
    fn sheets(&self) -> Vec<Sheet>;
    fn names(&self) -> Vec<Reference>;
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
    fn summary(&self) -> Facts {
        self.facts()
    }
    fn as_archive(&self) -> Option<Box<dyn Archive + '_>> {
        self.archive()
    }
    fn as_picture(&self) -> Option<&dyn Picture> {
        self.picture()
    }
    fn as_model(&self) -> Option<&dyn Modelled> {
        self.modelled()
    }
    fn as_motion(&self) -> Option<&dyn Moving> {
        self.moving()
    }
    fn as_spread(&self) -> Option<Result<Box<dyn Spread + '_>>> {
        self.spread()
    }
    fn as_plan(&self) -> Option<&dyn Plan> {
        self.plan()
    }
    fn as_played(&self) -> Option<&dyn Played> {
        self.played()
    }
    fn sheets(&self) -> Vec<Sheet> {
        self.show()
    }
    fn names(&self) -> Vec<Reference> {
        self.references()
    }
    fn to_json(&self) -> Value {
        Json::to_json(self)
    }
    fn json_to(&self, to: &mut dyn io::Write) -> io::Result<()> {
        // It comes in crumbs; passed on one by one they would cost more than they do to make.
        let mut to = io::BufWriter::with_capacity(1 << 16, to);
        self.write_json(&mut serde_json::Serializer::with_formatter(&mut to, Tidy::default()))?;
        to.flush()
    }
}

type Read = for<'a> fn(&mut Cursor<'a>, Origin<'_>) -> Result<Box<dyn Document + 'a>>;

/// A format as a value, for lists of formats.
#[derive(Debug)]
pub struct Kind {
    pub id: &'static str,
    pub file: &'static Table,
    pub endings: &'static [&'static str],
    pub rules: Rules,
    pub is_archive: bool,
    pub lasting: &'static [&'static str],
    pub edited_as: EditedAs,
    pub also_as: &'static [EditedAs],
    pub up: Up,
    pub is_plan: bool,
    pub shown_as: ShownAs,
    pub companions: &'static [&'static str],
    pub companion: fn(&[u8], &str, usize) -> Option<Vec<u8>>,
    pub claims: fn(Origin<'_>, &[u8]) -> Claim,
    pub read: Read,
    pub directory: for<'a> fn(&'a [u8]) -> Option<Box<dyn Directory + 'a>>,
    pub from_json: fn(&Value) -> Result<Box<dyn Document>>,
    pub canvas: fn(&Image) -> Option<Vec<u8>>,
    pub sculpt: fn(&Scene) -> Option<Result<Remodelled, Misfit>>,
    pub seal: fn(&[&str], seal::Bytes<'_>) -> Option<Seal>,
    pub loose: fn(&[&str]) -> Option<Vec<Incoming>>,
    pub assemble: fn(&Frame, &[Incoming], &dyn Payloads, &mut Put),
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
            fn directory(bytes: &[u8]) -> Option<Box<dyn $crate::archive::Directory + '_>> {
                <$module::$file<'_> as Format<'_>>::directory(bytes)
            }
            fn from_json(json: &Value) -> Result<Box<dyn Document>> {
                Ok(Box::new(<$module::$file<'static> as Json>::from_json(json)?))
            }
            Kind {
                id: <$module::$file<'_> as Format<'_>>::ID,
                file: <$module::$file<'_> as Part>::TABLE,
                endings: <$module::$file<'_> as Format<'_>>::ENDINGS,
                rules: <$module::$file<'_> as Format<'_>>::RULES,
                is_archive: <$module::$file<'_> as Format<'_>>::IS_ARCHIVE,
                lasting: <$module::$file<'_> as Format<'_>>::LASTING,
                edited_as: <$module::$file<'_> as Format<'_>>::EDITED_AS,
                also_as: <$module::$file<'_> as Format<'_>>::ALSO_AS,
                up: <$module::$file<'_> as Format<'_>>::UP,
                is_plan: <$module::$file<'_> as Format<'_>>::IS_PLAN,
                shown_as: <$module::$file<'_> as Format<'_>>::SHOWN_AS,
                companions: <$module::$file<'_> as Format<'_>>::COMPANIONS,
                companion: <$module::$file<'_> as Format<'_>>::companion,
                claims: <$module::$file<'_> as Format<'_>>::claims,
                read,
                directory,
                from_json,
                canvas: <$module::$file<'_> as Format<'_>>::canvas,
                sculpt: <$module::$file<'_> as Format<'_>>::sculpt,
                seal: <$module::$file<'_> as Format<'_>>::seal,
                loose: <$module::$file<'_> as Format<'_>>::loose,
                assemble: <$module::$file<'_> as Format<'_>>::assemble,
            }
        }),*]
    };
}

impl Kind {
    /// `ngi` of `ngi.nres`.
    pub fn family(&self) -> &'static str {
        self.id.split('.').next().unwrap_or_default()
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
            Some((path, stated, read)) => Err(Error::unexpected(read, stated).inside(path)),
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

    /// An archive from its frame and entries, in pieces.
    pub fn assembled(
        &self,
        frame: &Frame,
        incoming: &[Incoming],
        payloads: &dyn Payloads,
    ) -> Result<Vec<Piece>> {
        let mut out = Put::default();
        (self.assemble)(frame, incoming, payloads, &mut out);
        out.pieces()
    }

    /// Reads with a trace; the spans come as they are read. Returns the names that no struct declares.
    pub fn trace(
        &self,
        bytes: &[u8],
        origin: Origin<'_>,
        full: bool,
        sink: &mut dyn FnMut(&Span<'_>),
    ) -> Result<Vec<String>> {
        let mut cursor = Cursor::tracing(bytes, Trace::new(full, sink));
        (self.read)(&mut cursor, origin).map(drop)?;
        Ok(cursor.into_trace().map(|trace| trace.strays).unwrap_or_default())
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
        let mut places: HashMap<String, Option<std::ops::Range<usize>>> =
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

fn widen(range: &mut Option<std::ops::Range<usize>>, span: &Span<'_>) {
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

    /// The format that claims the bytes; one that only thinks it knows them broken comes last.
    pub fn of(&self, origin: Origin<'_>, bytes: &[u8]) -> Option<&'static Kind> {
        let mut broken = None;
        for kind in self.iter() {
            match (kind.claims)(origin, bytes) {
                Claim::Sure => return Some(kind),
                Claim::Broken => broken = broken.or(Some(kind)),
                Claim::No => {}
            }
        }
        broken
    }

    pub fn named(&self, id: &str) -> Option<&'static Kind> {
        self.iter().find(|kind| kind.id == id)
    }
}
