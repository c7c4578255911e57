//! What the session is, and what a file is.

use crate::list::ShownAs;
use crate::messages::Catalogue;
use crate::problem;
use relict_core::tables;
use schemars::JsonSchema;
use serde::Serialize;
use serde_json::Value;

#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct Session<'s> {
    pub version: &'static str,
    /// The name of what is shown; where it lies is nobody's business.
    pub root: &'s str,
    pub edit: bool,
    pub languages: &'static [&'static str],
    pub lang: &'static str,
    pub formats: Vec<SessionFormat>,
    /// How large a file may be that is dropped onto the page.
    pub drop_limit: u64,
}

#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct SessionFormat {
    pub id: &'static str,
    pub title: String,
    pub archive: bool,
}

#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct Info<'i> {
    pub path: &'i str,
    pub name: &'i str,
    /// What it is, where its name does not tell.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub meaning: Option<&'static str>,
    pub family: Option<&'static str>,
    pub format: Option<&'static str>,
    pub title: Option<String>,
    pub size: usize,
    pub facts: Vec<Fact>,
    pub tables: Vec<Table>,
    /// The ways to look at it, the usual one first.
    pub views: Vec<ShownAs>,
    pub archive: bool,
    pub edited: bool,
    pub editable: Editable,
    /// Why it could not be read as what it claims to be; then only its bytes are there.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub problem: Option<ProblemAnswer<'i>>,
}

#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct Fact {
    pub name: String,
    pub label: String,
    pub value: Value,
    pub shown: String,
}

#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct Table {
    pub title: String,
    pub columns: Vec<String>,
    pub rows: Vec<Vec<Cell>>,
}

/// What a cell is, what a person reads, and what a program does.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct Cell {
    pub kind: CellKind,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub text: Option<String>,
    #[serde(skip_serializing_if = "Value::is_null")]
    pub value: Value,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum CellKind {
    Number,
    Text,
    Word,
    Colour,
    Nothing,
}

/// What may be changed, given `--edit`.
#[derive(Clone, Copy, Debug, Serialize, JsonSchema)]
pub struct Editable {
    pub picture: bool,
    pub fields: bool,
}

/// Why a request could not be answered.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct Refusal<'p> {
    pub error: ProblemAnswer<'p>,
}

/// What is wrong: a code to look up, a sentence to read, and a way out.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct ProblemAnswer<'p> {
    pub code: &'static str,
    pub message: String,
    pub help: String,
    pub path: std::borrow::Cow<'p, str>,
    pub offset: Option<usize>,
    pub field: std::borrow::Cow<'p, str>,
}

#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct Text<'t> {
    pub text: &'t str,
    pub code_page: &'static str,
}

impl<'p> ProblemAnswer<'p> {
    pub fn of(problem: &'p problem::Problem, catalogue: &Catalogue) -> Self {
        Self {
            code: problem.code,
            message: catalogue.problem(problem),
            help: catalogue.help(problem.code).unwrap_or_default(),
            path: problem.path.as_str().into(),
            offset: problem.offset,
            field: problem.field.as_str().into(),
        }
    }

    pub fn into_owned(self) -> ProblemAnswer<'static> {
        let (path, field) = (self.path.into_owned().into(), self.field.into_owned().into());
        let Self { code, message, help, offset, .. } = self;
        ProblemAnswer { code, message, help, path, offset, field }
    }
}

impl Fact {
    /// A fact, with the catalogue's words for its name and, for a few of them, its value.
    pub fn of(name: &str, value: &Value, catalogue: &Catalogue) -> Self {
        let word = |word: &str| catalogue.fact_value(name, word);
        let shown = word(&in_a_line(value, &word));
        let label = catalogue.get(&format!("fact-{}", name.replace('_', "-")), &vec![]);
        let label = label.unwrap_or_else(|| name.replace('_', " "));
        Self { name: name.to_owned(), label, value: value.clone(), shown }
    }
}

/// `Texm × 5, WEAR × 2` rather than JSON.
fn in_a_line(value: &Value, word: &dyn Fn(&str) -> String) -> String {
    match value {
        Value::String(text) => text.clone(),
        Value::Object(counts) if counts.is_empty() => "–".into(),
        Value::Object(counts) => {
            let count =
                |(name, count): (&String, &Value)| format!("{} × {}", word(name), in_a_line(count, word));
            counts.iter().map(count).collect::<Vec<_>>().join(", ")
        }
        Value::Null => "–".into(),
        Value::Bool(yes) => if *yes { "✓" } else { "–" }.into(),
        other => other.to_string(),
    }
}

impl Table {
    pub fn of(table: &tables::Table, catalogue: &Catalogue) -> Self {
        let say = |id: String| catalogue.say(&id, &vec![]);
        let row = |row: &Vec<tables::Cell>| row.iter().map(|cell| Cell::of(cell, catalogue)).collect();
        Self {
            title: say(format!("show-{}", table.title)),
            columns: table.columns.iter().map(|name| say(format!("head-{name}"))).collect(),
            rows: table.rows.iter().map(row).collect(),
        }
    }
}

impl Cell {
    fn of(cell: &tables::Cell, catalogue: &Catalogue) -> Self {
        let (kind, text, value) = match cell {
            tables::Cell::Nothing => (CellKind::Nothing, None, Value::Null),
            tables::Cell::Number(number) => (CellKind::Number, Some(number.to_string()), (*number).into()),
            tables::Cell::Text(text) => (CellKind::Text, Some(text.clone()), Value::Null),
            tables::Cell::Word(word) => {
                (CellKind::Word, Some(catalogue.say(&format!("word-{word}"), &vec![])), (*word).into())
            }
            tables::Cell::Colour([red, green, blue]) => {
                let hex = format!("#{red:02x}{green:02x}{blue:02x}");
                (CellKind::Colour, Some(hex.clone()), hex.into())
            }
        };
        Self { kind, text, value }
    }
}
