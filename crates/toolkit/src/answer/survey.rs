//! What a survey tells of the files of a game. None of it is content: names of files, hashes, codes, names of records and
//! fields as the formats declare them, counts, and single numbers that many records have.

use super::schema_id;
use crate::survey::{self, Amount, OfField, OfFormat, Surveyed};
use relict_core::report::Severity;
use relict_core::survey::{Held, Numbers};
use schemars::JsonSchema;
use serde::ser::Serializer;
use serde::{Deserialize, Serialize};
use std::borrow::Cow;

/// A number that nobody understands came up at least so often if it stands in a report: a rare one might tell a file.
const OFTEN: u64 = 3;
/// The least and the greatest are told of at least so many: of one or two they would be the numbers themselves.
const ENOUGH: u64 = 8;

#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(default)]
pub struct SurveyAnswer {
    pub schema: String,
    /// The version of Relict that made the report.
    pub relict: String,
    /// What the report is about, where it was put together from what others have measured.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reference: Option<String>,
    /// Files and entries at every depth.
    pub assets: u64,
    /// Entries that were not looked into, since they cannot be unpacked, or that takes too much.
    pub passed_over: u64,
    pub formats: Vec<SurveyFormat>,
    /// Entries of no known format.
    pub unknown: Vec<SurveyUnknown>,
    /// How often a check finds each code.
    pub findings: Vec<SurveyFinding>,
    /// In how many cases sentences of the book hold.
    pub claims: Vec<SurveyClaim>,
    /// How often each value of a number comes up that is understood.
    pub tallies: Vec<SurveyTally>,
    /// The numbers in fields that nobody understands, or whose meaning is a guess.
    pub fields: Vec<SurveyField>,
    pub files: Vec<SurveyFile>,
}

#[derive(Clone, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(default)]
pub struct SurveyFormat {
    pub format: String,
    pub assets: u64,
    pub bytes: u64,
    /// Those that could not be read to their end.
    pub unreadable: u64,
    /// Those that were written as they were read, byte for byte.
    pub same: u64,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub source: Option<String>,
}

#[derive(Clone, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(default)]
pub struct SurveyUnknown {
    /// What archives say of their type; nothing for those without a type, and for types of one or two entries.
    #[serde(rename = "type")]
    pub kind: String,
    pub assets: u64,
    pub bytes: u64,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub source: Option<String>,
}

#[derive(Clone, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(default)]
pub struct SurveyFinding {
    pub format: String,
    pub code: String,
    #[schemars(extend("enum" = [Severity::Error.name(), Severity::Warning.name()]))]
    pub severity: String,
    pub findings: u64,
    /// In which it is found, of all of the format.
    pub assets: u64,
}

#[derive(Clone, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(default)]
pub struct SurveyClaim {
    pub code: String,
    pub held: u64,
    pub cases: u64,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub source: Option<String>,
}

#[derive(Clone, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(default)]
pub struct SurveyTally {
    pub code: String,
    #[serde(flatten)]
    pub values: Values,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub source: Option<String>,
}

#[derive(Clone, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(default)]
pub struct SurveyField {
    pub format: String,
    /// The record and the field.
    pub field: String,
    #[serde(rename = "type")]
    pub kind: String,
    /// Whether its meaning is a guess; else nothing is known of it.
    pub guess: bool,
    /// That have the field.
    pub assets: u64,
    #[serde(flatten)]
    pub values: Values,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub source: Option<String>,
}

/// How often numbers come up.
#[derive(Clone, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(default)]
pub struct Values {
    pub cases: u64,
    /// Least and greatest; nothing where there are too few cases to tell them.
    pub range: Option<[Number; 2]>,
    /// How many different ones there are; nothing if more than 64.
    pub distinct: Option<u64>,
    /// Those that came up three times or more, from the least.
    pub values: Vec<Value>,
    /// How many came up more rarely, or are of more than 64 different ones.
    pub rest: u64,
    /// How many are no numbers, or infinite.
    #[serde(skip_serializing_if = "is_zero")]
    pub not_finite: u64,
    /// By powers of two, where `values` are not all.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub histogram: Vec<Magnitude>,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Value {
    pub value: Number,
    pub cases: u64,
}

/// So many numbers from one end up to the other: two powers of two, of which the one that is nearer to zero belongs to them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Magnitude {
    pub low: Number,
    pub high: Number,
    pub cases: u64,
}

/// A number of at most four bytes, whole where it is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Deserialize, JsonSchema)]
#[serde(transparent)]
pub struct Number(pub f64);

impl Serialize for Number {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        if self.0.fract() == 0.0 && self.0.abs() <= f64::from(u32::MAX) {
            return to.serialize_i64(self.0 as i64);
        }
        // As few digits as tell it from its neighbours among those of four bytes.
        to.serialize_f32(self.0 as f32)
    }
}

impl std::fmt::Display for Number {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self.0.abs() {
            0.0 => f.write_str("0"),
            0.0001..1e10 => write!(f, "{}", self.0 as f32),
            _ => write!(f, "{:e}", self.0 as f32),
        }
    }
}

#[derive(Clone, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(default)]
pub struct SurveyFile {
    /// From the folder on that was surveyed.
    pub path: String,
    pub size: u64,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub sha256: Option<String>,
    /// Nothing where no format claims the file.
    pub format: Option<String>,
    /// What is in it, at every depth.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub holds: Vec<SurveyHeld>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub tallies: Vec<SurveyTally>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub source: Option<String>,
}

/// Assets of one format in a file.
#[derive(Clone, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(default)]
pub struct SurveyHeld {
    pub format: String,
    pub assets: u64,
}

// serde asks for it so.
#[allow(clippy::trivially_copy_pass_by_ref)]
fn is_zero(number: &u64) -> bool {
    *number == 0
}

impl Default for SurveyAnswer {
    fn default() -> Self {
        Self {
            schema: schema_id("survey"),
            relict: env!("CARGO_PKG_VERSION").into(),
            reference: None,
            assets: 0,
            passed_over: 0,
            formats: vec![],
            unknown: vec![],
            findings: vec![],
            claims: vec![],
            tallies: vec![],
            fields: vec![],
            files: vec![],
        }
    }
}

impl SurveyAnswer {
    /// What was counted in all files together.
    pub fn new(counted: Surveyed, files: Vec<SurveyFile>) -> Self {
        let tallies = tallies(&counted);
        Self {
            assets: counted.assets,
            passed_over: counted.passed_over,
            unknown: unknown(&counted),
            findings: findings(&counted),
            claims: claims(&counted),
            formats: counted.formats.into_iter().map(|(id, of)| SurveyFormat::of(id, of)).collect(),
            tallies,
            fields: counted.fields.into_iter().map(|(key, of)| SurveyField::of(key, of)).collect(),
            files,
            ..Self::default()
        }
    }

    /// As it is written, a line for each thing. Not indented: runs of blanks are found in files of games, too, and nobody
    /// should have to wonder.
    pub fn to_text(&self) -> String {
        let mut text = vec![];
        let tidy = serde_json::ser::PrettyFormatter::with_indent(b"");
        // Nothing in it can fail to be JSON.
        let _ = self.serialize(&mut serde_json::Serializer::with_formatter(&mut text, tidy));
        text.push(b'\n');
        String::from_utf8(text).unwrap_or_default()
    }
}

/// Types of one or two entries are counted together: those might tell a file.
fn unknown(counted: &Surveyed) -> Vec<SurveyUnknown> {
    let mut rare = Amount::default();
    let mut rows = vec![];
    for (kind, Amount { assets, bytes }) in &counted.unknown {
        if kind.is_empty() || *assets < OFTEN {
            (rare.assets, rare.bytes) = (rare.assets + assets, rare.bytes + bytes);
        } else {
            let (kind, assets, bytes) = (kind.clone(), *assets, *bytes);
            rows.push(SurveyUnknown { kind, assets, bytes, source: None });
        }
    }
    if rare.assets > 0 {
        let Amount { assets, bytes } = rare;
        rows.push(SurveyUnknown { kind: String::new(), assets, bytes, source: None });
    }
    rows
}

fn findings(counted: &Surveyed) -> Vec<SurveyFinding> {
    let row = |((format, code), of): (&(&str, &str), &survey::OfRule)| SurveyFinding {
        format: (*format).into(),
        code: (*code).into(),
        severity: of.severity.name().into(),
        findings: of.findings,
        assets: of.assets,
    };
    counted.findings.iter().map(row).collect()
}

fn claims(counted: &Surveyed) -> Vec<SurveyClaim> {
    let row = |(code, Held { held, cases }): (&&str, &Held)| SurveyClaim {
        code: (*code).into(),
        held: *held,
        cases: *cases,
        source: None,
    };
    counted.cases.claims.iter().map(row).collect()
}

fn tallies(counted: &Surveyed) -> Vec<SurveyTally> {
    let row = |(code, numbers): (&&str, &Numbers)| SurveyTally {
        code: (*code).into(),
        values: Values::all_of(numbers.clone()),
        source: None,
    };
    counted.cases.tallies.iter().map(row).collect()
}

impl SurveyFormat {
    fn of(format: &str, OfFormat { amount, unreadable, same }: OfFormat) -> Self {
        let Amount { assets, bytes } = amount;
        Self { format: format.into(), assets, bytes, unreadable, same, source: None }
    }
}

impl SurveyField {
    fn of((format, field): (&str, String), of: OfField) -> Self {
        let guess = field.rsplit('.').next().is_some_and(relict_core::survey::is_guessed);
        let (kind, assets, values) = (of.kind, of.assets, Values::of(of.numbers));
        Self { format: format.into(), field, kind, guess, assets, values, source: None }
    }
}

impl SurveyFile {
    /// A file, and what was counted in it.
    pub fn of(
        path: &str,
        size: usize,
        format: Option<&str>,
        sha256: Option<String>,
        counted: &Surveyed,
    ) -> Self {
        let held = |(format, of): (&&str, &OfFormat)| SurveyHeld {
            format: (*format).into(),
            assets: of.amount.assets,
        };
        // The file itself is no news.
        let inner = |held: &SurveyHeld| held.assets > 1 || Some(&*held.format) != format;
        Self {
            path: path.into(),
            size: size as u64,
            sha256,
            format: format.map(Into::into),
            holds: counted.formats.iter().map(held).filter(inner).collect(),
            tallies: tallies(counted),
            source: None,
        }
    }
}

impl Values {
    /// Of numbers that nobody understands.
    fn of(numbers: Numbers) -> Self {
        Self::told(numbers, OFTEN, ENOUGH)
    }

    /// Of numbers that are understood, and that a format has chosen to be told.
    fn all_of(numbers: Numbers) -> Self {
        Self::told(numbers, 1, 1)
    }

    fn told(numbers: Numbers, often: u64, enough: u64) -> Self {
        let numbers = numbers.finished();
        let all: Option<Vec<(f64, u64)>> = numbers.values().map(Iterator::collect);
        let often = all.iter().flatten().filter(|(_, cases)| *cases >= often);
        let values: Vec<Value> =
            often.map(|(value, cases)| Value { value: Number(*value), cases: *cases }).collect();
        let told: u64 = values.iter().map(|value| value.cases).sum();
        let rest = numbers.cases - numbers.not_finite - told;
        let enough = numbers.cases >= enough;
        let magnitude = |bucket: relict_core::survey::Bucket| {
            let (low, high) = bucket.ends;
            Magnitude { low: Number(low), high: Number(high), cases: bucket.cases }
        };
        Self {
            cases: numbers.cases,
            range: numbers.range.filter(|_| enough).map(|(low, high)| [Number(low), Number(high)]),
            distinct: all.map(|all| all.len() as u64),
            values,
            rest,
            not_finite: numbers.not_finite,
            histogram: if rest > 0 {
                numbers.histogram().into_iter().map(magnitude).collect()
            } else {
                vec![]
            },
        }
    }

    /// In a few words: the values, or between which they lie.
    pub fn shown(&self) -> Cow<'static, str> {
        let range = self
            .range
            .map(|[low, high]| if low == high { low.to_string() } else { format!("{low} … {high}") });
        let few = (self.rest == 0 && (1..=4).contains(&self.values.len()))
            .then(|| self.values.iter().map(|value| value.value.to_string()).collect::<Vec<_>>().join(", "));
        few.or(range).map_or("?".into(), Cow::Owned)
    }
}

/// Two reports side by side.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct SurveyCompareAnswer {
    pub schema: String,
    pub a: String,
    pub b: String,
    /// Whether all that both tell is the same, or agrees.
    pub same: bool,
    /// What differs first.
    pub rows: Vec<survey::Row>,
    /// How much of B has nothing in A to be compared with, where A is a reference.
    pub left_out: usize,
}
