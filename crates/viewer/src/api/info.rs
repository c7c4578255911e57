//! What a file is: the facts that a person asks first, its tables, and the ways to look at it.

use super::session::title;
use crate::answer::Answer;
use crate::asked::Asked;
use crate::opened::Opened;
use crate::session::Session;
use relict::core::facets::Faceted;
use relict::core::format::{Document, Kind};
use relict::core::tables::{self, Cell};
use relict::list::views;
use relict::messages::Catalogue;
use relict::open::Asset;
use relict::problem::Result;
use serde::Serialize;
use serde_json::Value;

#[derive(Serialize)]
struct Told<'t> {
    path: &'t str,
    name: &'t str,
    family: Option<&'static str>,
    format: Option<&'static str>,
    title: Option<String>,
    size: usize,
    facts: Vec<Fact>,
    sheets: Vec<Table>,
    views: Vec<&'static str>,
    archive: bool,
    edited: bool,
    editable: Editable,
    /// Why it could not be read as what it claims to be; then only its bytes are there.
    #[serde(skip_serializing_if = "Option::is_none")]
    problem: Option<Broken>,
}

#[derive(Serialize)]
struct Fact {
    name: String,
    label: String,
    value: Value,
    shown: String,
}

#[derive(Serialize)]
struct Table {
    title: String,
    columns: Vec<String>,
    rows: Vec<Vec<Field>>,
}

/// A cell: what it is, what a person reads, and what a program does.
#[derive(Serialize)]
struct Field {
    kind: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    text: Option<String>,
    #[serde(skip_serializing_if = "Value::is_null")]
    value: Value,
}

/// What may be changed, given `--edit`.
#[derive(Serialize)]
struct Editable {
    picture: bool,
    fields: bool,
}

#[derive(Serialize)]
struct Broken {
    code: &'static str,
    message: String,
    help: String,
    offset: Option<usize>,
    field: String,
}

pub fn answer(session: &Session, asked: &Asked) -> Result<Answer> {
    let catalogue = asked.language.catalogue();
    session.asset(asked.path(), |asset, opened| {
        let kind = asset.kind();
        let document = kind.map(|_| asset.open().map(|(_, document)| document)).transpose();
        let told = match &document {
            Ok(document) => tell(&asset, opened, kind.zip(document.as_deref()), session, catalogue),
            Err(problem) => {
                let broken = Broken {
                    code: problem.code,
                    message: catalogue.problem(problem),
                    help: catalogue.help(problem.code).unwrap_or_default(),
                    offset: problem.offset,
                    field: problem.field.clone(),
                };
                let mut told = tell(&asset, opened, None, session, catalogue);
                told.family = kind.map(Kind::family);
                told.format = kind.map(|kind| kind.id);
                told.title = kind.map(|kind| title(catalogue, kind));
                Told { problem: Some(broken), ..told }
            }
        };
        Answer::json(&told)
    })
}

fn tell<'t>(
    asset: &Asset<'t>,
    opened: &Opened,
    read: Option<(&'static Kind, &dyn Document)>,
    session: &Session,
    catalogue: &Catalogue,
) -> Told<'t> {
    let (kind, document) = (read.map(|(kind, _)| kind), read.map(|(_, document)| document));
    let facts = document.map(Document::facts).unwrap_or_default();
    let sheets = document.map(Faceted::tables).unwrap_or_default();
    let filled = sheets.iter().filter(|sheet| !sheet.rows.is_empty());
    let is_picture = kind.is_some_and(|kind| kind.facets.picture.is_some());
    Told {
        path: asset.path,
        name: asset.path.rsplit('/').next().unwrap_or(asset.path),
        family: kind.map(Kind::family),
        format: kind.map(|kind| kind.id),
        title: kind.map(|kind| title(catalogue, kind)),
        size: asset.bytes.len(),
        facts: facts.iter().map(|(name, value)| fact(name, value, catalogue)).collect(),
        sheets: filled.map(|sheet| table(sheet, catalogue)).collect(),
        views: views(read, asset.bytes).iter().map(|view| view.name()).collect(),
        archive: kind.is_some_and(Kind::is_archive),
        edited: session.edits.is_touched(&opened.shown, asset.path),
        editable: Editable { picture: session.edit && is_picture, fields: session.edit && kind.is_some() },
        problem: None,
    }
}

fn fact(name: &str, value: &Value, catalogue: &Catalogue) -> Fact {
    let told = |id: &str| catalogue.get(id, &vec![]);
    let id = format!("fact-{}", name.replace('_', "-"));
    let said = |word: &str| catalogue.fact_value(name, word);
    let shown = said(&shown(value, &said));
    let label = told(&id).unwrap_or_else(|| name.replace('_', " "));
    Fact { name: name.to_owned(), label, value: value.clone(), shown }
}

/// A fact in a line: `Texm × 5, WEAR × 2` rather than JSON.
fn shown(value: &Value, said: &dyn Fn(&str) -> String) -> String {
    match value {
        Value::String(text) => text.clone(),
        Value::Object(counts) if counts.is_empty() => "–".into(),
        Value::Object(counts) => {
            let counts: Vec<_> = counts
                .iter()
                .map(|(name, count)| format!("{} × {}", said(name), shown(count, said)))
                .collect();
            counts.join(", ")
        }
        Value::Null => "–".into(),
        Value::Bool(yes) => if *yes { "✓" } else { "–" }.into(),
        other => other.to_string(),
    }
}

fn table(sheet: &tables::Table, catalogue: &Catalogue) -> Table {
    let say = |id: String| catalogue.say(&id, &vec![]);
    Table {
        title: say(format!("show-{}", sheet.title)),
        columns: sheet.columns.iter().map(|name| say(format!("head-{name}"))).collect(),
        rows: sheet.rows.iter().map(|row| row.iter().map(|cell| field(cell, catalogue)).collect()).collect(),
    }
}

fn field(cell: &Cell, catalogue: &Catalogue) -> Field {
    let (kind, text, value) = match cell {
        Cell::Nothing => ("nothing", None, Value::Null),
        Cell::Number(number) => ("number", Some(number.to_string()), (*number).into()),
        Cell::Text(text) => ("text", Some(text.clone()), Value::Null),
        Cell::Word(word) => ("word", Some(catalogue.say(&format!("word-{word}"), &vec![])), (*word).into()),
        Cell::Colour([red, green, blue]) => {
            let hex = format!("#{red:02x}{green:02x}{blue:02x}");
            ("colour", Some(hex.clone()), hex.into())
        }
    };
    Field { kind, text, value }
}
