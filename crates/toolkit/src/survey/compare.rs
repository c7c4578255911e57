//! Two reports side by side, what differs first.

use crate::answer::{SurveyAnswer, SurveyFile, SurveyTally, Values};
use schemars::JsonSchema;
use serde::Serialize;
use std::collections::BTreeMap;

/// What a row is about, in the order in which people read.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Section {
    File,
    Format,
    RoundTrip,
    Unknown,
    Finding,
    Claim,
    Tally,
    Field,
}

/// How two reports stand to each other in one thing.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Verdict {
    Differs,
    OnlyA,
    OnlyB,
    /// Other numbers of cases say the same.
    Agrees,
    Same,
}

/// What one report says of one thing.
#[derive(Clone, Debug, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Fact {
    Count(u64),
    Held { held: u64, cases: u64 },
    Found { findings: u64, assets: u64 },
    File { size: u64, sha256: Option<String> },
    Values(Values),
}

#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct Row {
    pub section: Section,
    /// A code, a format, a field, a file.
    pub what: String,
    pub verdict: Verdict,
    pub a: Option<Fact>,
    pub b: Option<Fact>,
    /// Who measured what a reference says.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub source: Option<String>,
}

impl Fact {
    fn compared(&self, other: &Self) -> Verdict {
        let (same, agrees) = match (self, other) {
            (Self::Count(a), Self::Count(b)) => (a == b, false),
            // A sentence that holds everywhere does so in however many cases.
            (Self::Held { held: a, cases: all_a }, Self::Held { held: b, cases: all_b }) => {
                ((a, all_a) == (b, all_b), a == all_a && b == all_b)
            }
            (Self::Found { findings: a, assets: in_a }, Self::Found { findings: b, assets: in_b }) => {
                ((a, in_a) == (b, in_b), false)
            }
            (Self::File { size: a, sha256: hash_a }, Self::File { size: b, sha256: hash_b }) => {
                // Without a hash there is only the size.
                (a == b && (hash_a == hash_b || hash_a.is_none() || hash_b.is_none()), false)
            }
            (Self::Values(a), Self::Values(b)) => (say_the_same(a, b), are_of_the_same(a, b)),
            _ => (false, false),
        };
        match (same, agrees) {
            (true, _) => Verdict::Same,
            (false, true) => Verdict::Agrees,
            (false, false) => Verdict::Differs,
        }
    }
}

fn say_the_same(a: &Values, b: &Values) -> bool {
    a.cases == b.cases && a.values == b.values && a.range == b.range && a.histogram == b.histogram
}

/// Whether the same values came up, however often, or numbers of the same range.
fn are_of_the_same(a: &Values, b: &Values) -> bool {
    let values = |of: &Values| of.values.iter().map(|value| value.value.0.to_bits()).collect::<Vec<_>>();
    let all = |of: &Values| of.rest == 0 && !of.values.is_empty();
    if all(a) && all(b) { values(a) == values(b) } else { a.range.is_some() && a.range == b.range }
}

/// Every row of both. Of a reference, only what it tells is compared; how much else there is comes second.
pub fn compare(a: &SurveyAnswer, b: &SurveyAnswer) -> (Vec<Row>, usize) {
    let (mut ours, mut theirs) = (facts(a, None), facts(b, a.reference.is_some().then_some(a)));
    let mut rows = vec![];
    for (key, (fact, source)) in std::mem::take(&mut ours) {
        let other = theirs.remove(&key).map(|(fact, _)| fact);
        let verdict = other.as_ref().map_or(Verdict::OnlyA, |other| fact.compared(other));
        let (section, what) = key;
        rows.push(Row { section, what, verdict, a: Some(fact), b: other, source });
    }
    let left_out = if a.reference.is_some() { theirs.len() } else { 0 };
    if a.reference.is_none() {
        rows.extend(theirs.into_iter().map(|((section, what), (fact, source))| Row {
            section,
            what,
            verdict: Verdict::OnlyB,
            a: None,
            b: Some(fact),
            source,
        }));
    }
    rows.sort_by(|x, y| (x.verdict, x.section, &x.what).cmp(&(y.verdict, y.section, &y.what)));
    (rows, left_out)
}

type Facts = BTreeMap<(Section, String), (Fact, Option<String>)>;

/// All that a report says, row by row. What is zero is said, too: that nothing was found differs from a finding.
fn facts(report: &SurveyAnswer, like: Option<&SurveyAnswer>) -> Facts {
    let mut facts = Facts::new();
    let mut add = |section, what: String, fact, source: &Option<String>| {
        facts.insert((section, what), (fact, source.clone()));
    };
    for of in &report.formats {
        add(Section::Format, of.format.clone(), Fact::Count(of.assets), &of.source);
        let is_reference = report.reference.is_some() && of.same == 0;
        if !is_reference {
            let held = Fact::Held { held: of.same, cases: of.assets };
            add(Section::RoundTrip, of.format.clone(), held, &of.source);
        }
    }
    for of in &report.unknown {
        add(Section::Unknown, of.kind.clone(), Fact::Count(of.assets), &of.source);
    }
    for of in &report.findings {
        let found = Fact::Found { findings: of.findings, assets: of.assets };
        add(Section::Finding, format!("{}: {}", of.format, of.code), found, &None);
    }
    for of in &report.claims {
        add(Section::Claim, of.code.clone(), Fact::Held { held: of.held, cases: of.cases }, &of.source);
    }
    for of in &report.tallies {
        tally("", of, &mut add);
    }
    for of in &report.fields {
        let what = format!("{}: {}", of.format, of.field);
        add(Section::Field, what, Fact::Values(of.values.clone()), &of.source);
    }
    for file in &report.files {
        file_facts(&name_like(file, like), file, &mut add);
    }
    facts
}

type Add<'a> = dyn FnMut(Section, String, Fact, &Option<String>) + 'a;

fn file_facts(name: &str, file: &SurveyFile, add: &mut Add<'_>) {
    // A reference may know what is in a file, and not which one it is.
    if file.size > 0 || file.sha256.is_some() {
        let fact = Fact::File { size: file.size, sha256: file.sha256.clone() };
        add(Section::File, name.to_owned(), fact, &file.source);
    }
    for held in &file.holds {
        add(Section::Format, format!("{name}: {}", held.format), Fact::Count(held.assets), &file.source);
    }
    for of in &file.tallies {
        tally(&format!("{name}: "), of, add);
    }
}

fn tally(before: &str, of: &SurveyTally, add: &mut Add<'_>) {
    for value in &of.values.values {
        let what = format!("{before}{} = {}", of.code, value.value);
        add(Section::Tally, what, Fact::Count(value.cases), &of.source);
    }
}

/// The name of a file in a comparison. Those of a reference may lie in any folder of what was surveyed.
fn name_like(file: &SurveyFile, like: Option<&SurveyAnswer>) -> String {
    let name = file.path.to_lowercase();
    let inside = |known: &String| name == *known || name.ends_with(&format!("/{known}"));
    let known = like.into_iter().flat_map(|like| &like.files).map(|file| file.path.to_lowercase());
    known.filter(inside).max_by_key(String::len).unwrap_or_else(|| name.clone())
}
