//! What can be told of the files of a game without telling what is in them, on all cores and with the same answer
//! whatever their number: what they are, what a check finds, whether they are written as they were read, which claims
//! hold, and which numbers stand in fields that nobody understands.

mod compare;
mod fields;
mod reference;

pub use compare::{Fact, Row, Section, Verdict, compare};
pub use reference::{NAMES as REFERENCES, named as reference};

use crate::FORMATS;
use crate::allowance::Allowance;
pub use crate::check::Done;
use crate::check::{Entries, Scope};
use crate::library::CachedLibrary;
use crate::open::Asset;
use fields::Fields;
use rayon::prelude::*;
use relict_core::format::{Context, Document, Kind, Origin};
use relict_core::report::{Report, Severity};
use relict_core::survey::{Cases, Numbers};
use serde_json::Value;
use std::collections::BTreeMap;

/// What was counted.
#[derive(Debug, Default)]
pub struct Surveyed {
    /// The file itself and every entry at every depth, known or not.
    pub assets: u64,
    /// Those that were not looked into, since unpacking them takes too much.
    pub passed_over: u64,
    pub formats: BTreeMap<&'static str, OfFormat>,
    /// Entries of no known format, by what their archive says of their type.
    pub unknown: BTreeMap<String, Amount>,
    /// By format and code.
    pub findings: BTreeMap<(&'static str, &'static str), OfRule>,
    pub cases: Cases,
    /// By format, and by record and field.
    pub fields: BTreeMap<(&'static str, String), OfField>,
}

/// So many assets, and their bytes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Amount {
    pub assets: u64,
    pub bytes: u64,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct OfFormat {
    pub amount: Amount,
    /// Those that could not be read to their end.
    pub unreadable: u64,
    /// Those that were written as they were read, byte for byte.
    pub same: u64,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct OfRule {
    pub severity: Severity,
    pub findings: u64,
    /// In which there are any.
    pub assets: u64,
}

/// The numbers in a field that nobody understands.
#[derive(Clone, Debug)]
pub struct OfField {
    /// The type's name.
    pub kind: String,
    pub doc: &'static str,
    /// That have the field.
    pub assets: u64,
    pub numbers: Numbers,
}

/// Surveys a file that somebody named.
pub fn file(asset: &Asset<'_>, context: Context<'_>, done: Done<'_>) -> Surveyed {
    if asset.kind().is_none() {
        return Surveyed { assets: 1, ..Surveyed::default() };
    }
    let library = CachedLibrary::new(context.library);
    let scope = Scope {
        context: Context { library: &library, ..context },
        allowance: Allowance::for_size(asset.bytes.len()),
    };
    inside(asset, scope, done)
}

fn inside(asset: &Asset<'_>, scope: Scope<'_>, done: Done<'_>) -> Surveyed {
    let Some(kind) = asset.kind() else { return Surveyed::of_unknown(asset) };
    let mut fields = Fields::default();
    let counted = fields.open(kind, asset, |read| match read {
        Ok(document) => Ok(opened(asset, (kind, &*document), scope, done)),
        Err(error) => Err(Surveyed::of_unreadable(asset, kind, kind.broken_rule(&error))),
    });
    // What was heard of a file that breaks off may stand in the wrong place.
    counted.map_or_else(|broken| broken, |whole| whole.merged(fields.counted(kind)))
}

fn opened(
    asset: &Asset<'_>,
    (kind, document): (&'static Kind, &dyn Document),
    Scope { context, allowance }: Scope<'_>,
    done: Done<'_>,
) -> Surveyed {
    let own = || Surveyed::of_document(asset, (kind, document), context);
    let archive = document.archive().filter(|_| context.limits.depth > 0);
    let Some(archive) = archive else { return own() };
    let entries = Entries::of(&*archive, context, allowance);
    let (own, inner) = rayon::join(own, || of_entries(&entries, done));
    own.merged(inner)
}

fn of_entries(entries: &Entries<'_>, done: Done<'_>) -> Surveyed {
    let entry = |index: usize| {
        let look = |asset: &Asset<'_>, scope: Scope<'_>| {
            let found = inside(asset, scope, &|_| ());
            done(asset.bytes.len());
            found
        };
        let passed_over = || Surveyed { assets: 1, passed_over: 1, ..Surveyed::default() };
        entries.open(index, look).unwrap_or_else(passed_over)
    };
    let places = (0..entries.len()).into_par_iter();
    let counted = places.fold(Surveyed::default, |all, index| all.merged(entry(index)));
    counted.reduce(Surveyed::default, Surveyed::merged)
}

/// What an archive says of the type of an entry: four letters, or a number.
fn type_of(origin: Origin<'_>) -> String {
    match origin.attribute("type") {
        Some(Value::String(name)) if name.len() <= 4 => name.clone(),
        Some(Value::Number(number)) => number.to_string(),
        _ => String::new(),
    }
}

impl Amount {
    fn of(asset: &Asset<'_>) -> Self {
        Self { assets: 1, bytes: asset.bytes.len() as u64 }
    }

    fn add(&mut self, other: Self) {
        (self.assets, self.bytes) = (self.assets + other.assets, self.bytes + other.bytes);
    }
}

impl Surveyed {
    fn of_unknown(asset: &Asset<'_>) -> Self {
        let unknown = [(type_of(asset.origin), Amount::of(asset))].into();
        Self { assets: 1, unknown, ..Self::default() }
    }

    fn of_unreadable(asset: &Asset<'_>, kind: &Kind, rule: &'static relict_core::report::Rule) -> Self {
        let of = OfFormat { amount: Amount::of(asset), unreadable: 1, same: 0 };
        let broken = OfRule { severity: rule.severity, findings: 1, assets: 1 };
        let findings = [((kind.id, rule.code), broken)].into();
        Self { assets: 1, formats: [(kind.id, of)].into(), findings, ..Self::default() }
    }

    fn of_document(
        asset: &Asset<'_>,
        (kind, document): (&'static Kind, &dyn Document),
        context: Context<'_>,
    ) -> Self {
        let context = Context { origin: asset.origin, ..context };
        let mut report = Report::default();
        document.check_into(&mut report, context);
        let counted = |(code, (severity, count)): (&&'static str, &(Severity, usize))| {
            ((kind.id, *code), OfRule { severity: *severity, findings: *count as u64, assets: 1 })
        };
        let mut cases = Cases::default();
        document.measure_into(&mut cases, asset.origin);
        let same = document.is_written_as(asset.bytes).is_ok_and(|same| same);
        let of = OfFormat { amount: Amount::of(asset), unreadable: 0, same: same.into() };
        Self {
            assets: 1,
            formats: [(kind.id, of)].into(),
            findings: report.counts.iter().map(counted).collect(),
            cases,
            ..Self::default()
        }
    }

    /// Both together, in any order.
    #[must_use]
    pub fn merged(mut self, other: Self) -> Self {
        self.assets += other.assets;
        self.passed_over += other.passed_over;
        for (id, of) in other.formats {
            let known = self.formats.entry(id).or_default();
            known.amount.add(of.amount);
            (known.unreadable, known.same) = (known.unreadable + of.unreadable, known.same + of.same);
        }
        for (name, amount) in other.unknown {
            self.unknown.entry(name).or_default().add(amount);
        }
        for (key, of) in other.findings {
            let known = self.findings.entry(key).or_insert(OfRule { findings: 0, assets: 0, ..of });
            (known.findings, known.assets) = (known.findings + of.findings, known.assets + of.assets);
        }
        self.cases.merge(other.cases);
        fields::merge(&mut self.fields, other.fields);
        self
    }
}

/// Every code that a survey counts claims and tallies under.
pub fn measures() -> impl Iterator<Item = &'static relict_core::survey::Measure> {
    FORMATS.iter().flat_map(|kind| kind.measures.iter().copied())
}
