//! Checking a file and everything inside it, on all cores, with the same answer whatever their number.

use crate::allowance::Allowance;
use crate::library::{CachedLibrary, Derivations};
use crate::open::Asset;
use crate::path;
use crate::problem::{HAS_ERRORS, Problem, Result};
use rayon::prelude::*;
use relict_core::archive::{Archive, Stored};
use relict_core::args;
use relict_core::derived::{Derived, Make};
use relict_core::format::{Context, Document, Kind, Library};
use relict_core::image::Palette;
use relict_core::report::{NOT_LOOKED_INTO, Report, UNKNOWN_FORMAT};
use std::any::TypeId;
use std::borrow::Cow;
use std::collections::HashMap;
use std::sync::OnceLock;

/// Entries that are checked at a time.
const CHUNK: usize = 4096;

/// What was found, and in how many assets.
#[derive(Debug, Default)]
pub struct Checked {
    pub report: Report,
    /// The file itself and every entry at every depth, known or not.
    pub assets: usize,
}

/// What came of opening an asset.
pub(crate) type Opened<'a> = relict_core::error::Result<Box<dyn Document + 'a>>;

/// Hears of every entry of the file how many bytes it has, once they are looked at. Called from all cores.
pub type Done<'d> = &'d (dyn Fn(usize) + Sync);

/// Checks a file that somebody named; one that no format claims is an error.
pub fn file(asset: &Asset<'_>, context: Context<'_>) -> Checked {
    watched(asset, context, &|_| ())
}

/// The same for who shows how far it is, or gives back what reading takes.
pub fn watched(asset: &Asset<'_>, context: Context<'_>, done: Done<'_>) -> Checked {
    if asset.kind().is_some() {
        let library = CachedLibrary::new(context.library);
        let context = Context { library: &library, ..context };
        return inside(asset, context, Allowance::for_size(asset.bytes.len()), done);
    }
    let mut report = Report::default();
    let first = relict_core::text::hex(&asset.bytes[..asset.bytes.len().min(8)]);
    let args = args!(size = asset.bytes.len(), first = first, path = asset.path);
    report.add(&UNKNOWN_FORMAT, String::new(), Some(0..asset.bytes.len().min(8)), args);
    Checked { report, assets: 1 }
}

/// Refuses a file in which errors were found.
pub fn expect_no_errors(report: &Report, path: &str) -> Result<()> {
    let errors = report.errors();
    if errors == 0 {
        return Ok(());
    }
    let first = report.findings.iter().find(|finding| finding.rule.severity.name() == "error");
    let first = first.map_or("", |finding| finding.rule.code);
    Err(Problem::new(HAS_ERRORS, path, args!(errors = errors, first = first)))
}

/// Checks an asset and what it holds; what no format claims is passed over, as archives hold much that is not ours.
fn inside(asset: &Asset<'_>, context: Context<'_>, allowance: Allowance, done: Done<'_>) -> Checked {
    match asset.kind() {
        Some(kind) => known(asset, (kind, &kind.open(asset.bytes, asset.origin)), context, allowance, done),
        None => Checked { assets: 1, ..Checked::default() },
    }
}

/// Checks an asset of a known format that was opened, or could not be.
pub(crate) fn known<'a>(
    asset: &Asset<'_>,
    (kind, document): (&Kind, &Opened<'a>),
    context: Context<'_>,
    allowance: Allowance,
    done: Done<'_>,
) -> Checked {
    match document {
        Ok(document) => opened(asset, (kind, &**document), context, allowance, done),
        Err(error) => {
            let mut checked = Checked { assets: 1, ..Checked::default() };
            let range = error.offset.map(|at| at..at);
            checked.report.add(kind.broken_rule(error), error.path.clone(), range, error.kind.args());
            checked
        }
    }
}

/// Checks a file that is open already. The library should be one that caches: it is asked for every entry.
pub(crate) fn open_file(
    asset: &Asset<'_>,
    document: (&Kind, &dyn Document),
    context: Context<'_>,
) -> Checked {
    opened(asset, document, context, Allowance::for_size(asset.bytes.len()), &|_| ())
}

fn opened(
    asset: &Asset<'_>,
    (kind, document): (&Kind, &dyn Document),
    context: Context<'_>,
    allowance: Allowance,
    done: Done<'_>,
) -> Checked {
    let own = || kind.check(document, asset.bytes, asset.origin, context);
    let archive = document.archive().filter(|_| context.limits.depth > 0);
    let Some(archive) = archive else { return Checked { report: own(), assets: 1 } };
    let entries = Entries::of(&*archive, context, allowance);
    // Formats know no threads, so what an archive says of itself takes one core; the others need not wait for it.
    let (own, inner) = rayon::join(own, || entries.checked(done));
    Checked { report: entries.with_own(own, inner.report), assets: 1 + inner.assets }
}

/// Where something is checked: what lies around it, and how much may be unpacked on the way.
#[derive(Clone, Copy)]
pub(crate) struct Scope<'s> {
    pub(crate) context: Context<'s>,
    pub(crate) allowance: Allowance,
}

/// The entries of an archive as a check goes through them.
pub(crate) struct Entries<'e> {
    archive: &'e dyn Archive,
    steps: Vec<String>,
    /// For what is inside each entry; none if the entry is passed over.
    allowances: Vec<Option<Allowance>>,
    beside: Beside<'e>,
}

impl<'e> Entries<'e> {
    pub(crate) fn of(archive: &'e dyn Archive, context: Context<'e>, allowance: Allowance) -> Self {
        let (steps, allowances) = (path::steps(archive), allowance.shared_out(archive));
        Self { archive, steps, allowances, beside: Beside::new(archive, context) }
    }

    /// The whole of them.
    fn checked(&self, done: Done<'_>) -> Checked {
        let mut all = Checked::default();
        // Not all at once: the reports of a million entries take more memory than the entries.
        for start in (0..self.steps.len()).step_by(CHUNK) {
            let chunk = start..self.steps.len().min(start + CHUNK);
            let entries: Vec<Checked> = chunk.into_par_iter().map(|i| self.entry(i, done)).collect();
            for (step, entry) in self.steps[start..].iter().zip(entries) {
                all.assets += entry.assets;
                all.report.append(step, entry.report);
            }
        }
        all
    }

    /// One that is not open yet.
    pub(crate) fn entry(&self, index: usize, done: Done<'_>) -> Checked {
        let look = |asset: &Asset<'_>, Scope { context, allowance }: Scope<'_>| {
            let checked = inside(asset, context, allowance, &|_| ());
            done(asset.bytes.len());
            checked
        };
        self.open(index, look).unwrap_or(Checked { assets: 1, ..Checked::default() })
    }

    /// What `look` makes of the bytes of an entry. None if it is passed over, or cannot be had: that is the archive's own
    /// finding.
    pub(crate) fn open<R>(&self, index: usize, look: impl FnOnce(&Asset<'_>, Scope<'_>) -> R) -> Option<R> {
        self.look(index, |scope| {
            let scope = scope?;
            let bytes = self.archive.payload(index, self.beside.context.limits).ok()?;
            let entry = self.archive.entry(index)?;
            let path = self.steps.get(index)?;
            Some(look(&Asset { path, origin: entry.origin(), bytes: &bytes, holder: None }, scope))
        })
    }

    pub(crate) fn len(&self) -> usize {
        self.steps.len()
    }

    /// An entry within what it finds around it; none if it is passed over.
    pub(crate) fn look<R>(&self, index: usize, look: impl FnOnce(Option<Scope<'_>>) -> R) -> R {
        let context = self.beside.context;
        let library = Neighbour { of: index, beside: &self.beside };
        let context = Context { limits: context.limits.deeper(), library: &library, ..context };
        let allowance = self.allowances.get(index).copied().flatten();
        look(allowance.map(|allowance| Scope { context, allowance }))
    }

    /// What was found in all entries, one after the other, behind what the archive says of itself.
    pub(crate) fn gathered(&self, own: Report, entries: impl IntoIterator<Item = Report>) -> Report {
        let mut inner = Report::default();
        self.steps.iter().zip(entries).for_each(|(step, entry)| inner.append(step, entry));
        self.with_own(own, inner)
    }

    fn with_own(&self, mut report: Report, entries: Report) -> Report {
        self.note_passed_over(&mut report);
        report.append("", entries);
        report
    }

    /// What takes too much to unpack is not looked into, and that is said; strays have their finding anyway.
    fn note_passed_over(&self, report: &mut Report) {
        let passed =
            (0..).zip(&self.steps).zip(&self.allowances).filter(|(_, allowance)| allowance.is_none());
        for ((i, step), _) in passed {
            if let (Stored::Packed(bytes), Some(entry)) = (self.archive.stored(i), self.archive.entry(i)) {
                let place = entry.offset..entry.offset.saturating_add(bytes.len());
                let args = args!(name = step.as_str(), size = entry.size);
                report.add(&NOT_LOOKED_INTO, String::new(), Some(place), args);
            }
        }
    }
}

/// The entries of an archive by name, for those among them that are checked together with others.
struct Beside<'b> {
    archive: &'b dyn Archive,
    /// The first entry of each name; built once and on demand, because a hostile file causes many lookups.
    places: OnceLock<HashMap<Vec<u8>, usize>>,
    /// What was made of them for others.
    derived: Derivations,
    context: Context<'b>,
}

impl<'b> Beside<'b> {
    fn new(archive: &'b dyn Archive, context: Context<'b>) -> Self {
        Self { archive, places: OnceLock::new(), derived: Derivations::default(), context }
    }

    /// Without regard to case, as formats claim files by their names: a name in a thousand spellings is one.
    fn place(&self, name: &str) -> Option<usize> {
        let key = |name: &str| self.archive.key(&name.to_lowercase());
        let placed = |i: usize| Some((key(&self.archive.name(i)?)?, i));
        let places = || (0..self.archive.len()).rev().filter_map(placed).collect();
        self.places.get_or_init(places).get(&key(name)?).copied()
    }
}

/// What an entry finds around it.
struct Neighbour<'b> {
    of: usize,
    beside: &'b Beside<'b>,
}

impl Library for Neighbour<'_> {
    fn file(&self, name: &str) -> Option<Cow<'_, [u8]>> {
        self.beside.context.library.file(name)
    }

    /// Of several entries of one name only the first has others beside it, so that a thousand of them cannot have the same
    /// thing unpacked a thousand times.
    fn sibling(&self, name: &str) -> Option<Cow<'_, [u8]>> {
        let Beside { archive, context, .. } = self.beside;
        self.beside.place(&archive.name(self.of)?).filter(|first| *first == self.of)?;
        archive.payload(self.beside.place(name)?, context.limits).ok()
    }

    fn derived(&self, name: &str, of: TypeId, make: Make<'_>) -> Option<Derived> {
        self.beside.context.library.derived(name, of, make)
    }

    fn derived_sibling(&self, name: &str, of: TypeId, make: Make<'_>) -> Option<Derived> {
        let Beside { archive, context, derived, .. } = self.beside;
        derived.get(name, of, || make(&archive.payload(self.beside.place(name)?, context.limits).ok()?))
    }

    fn palette(&self) -> Option<&Palette> {
        self.beside.context.library.palette()
    }
}
