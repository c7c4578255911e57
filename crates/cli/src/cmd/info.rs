//! `relict info`: what this is.

use super::{Input, Outcome};
use crate::table::{Align, Table, grouped};
use crate::world::{BOLD, Out, World};
use relict_toolkit::answer::InfoAnswer;
use relict_toolkit::core::tables::{self, Cell};
use relict_toolkit::core::text::printable;
use relict_toolkit::unknown::StoredEntry;
use serde_json::Value;
use std::io::Write;
use std::process::ExitCode;

/// Show what a file is: family, format and basic facts
#[derive(Debug, clap::Args)]
pub struct Args {
    /// A file, an entry inside it (game.lib/NAME), a folder of loose resources, or - for standard input
    path: String,
}

pub fn run(args: &Args, world: &World) -> Outcome {
    let input = Input::open_file_or_loose_folder(&args.path)?;
    let (answer, sheets) = input.asset(|asset| {
        if asset.kind().is_none() {
            return Ok((InfoAnswer::of(&asset, None), vec![]));
        }
        let (kind, document) = asset.open()?;
        Ok((InfoAnswer::of(&asset, Some((kind, &*document))), document.tables()))
    })?;
    if world.json {
        world.answer(&answer)?;
        return Ok(ExitCode::SUCCESS);
    }
    let mut out = world.out();
    writeln!(out, "{BOLD}{}{BOLD:#}", printable(&answer.path))?;
    for (name, value) in facts(&answer, world) {
        let label = world.catalogue().get(&format!("fact-{}", name.replace('_', "-")), &vec![]);
        let label = label.unwrap_or_else(|| name.replace('_', " "));
        let value = world.catalogue().fact_value(name, &value);
        writeln!(out, "  {label}: {}", printable(&value))?;
    }
    sheets
        .iter()
        .filter(|sheet| !sheet.rows.is_empty())
        .try_for_each(|sheet| print(sheet, world, &mut out))?;
    out.flush()?;
    Ok(ExitCode::SUCCESS)
}

/// What is said of a file, line by line; some of the values are words.
fn facts<'a>(answer: &'a InfoAnswer, world: &World) -> Vec<(&'a str, String)> {
    let text = |name: &str, value: &Value| shown(value, &|word| world.catalogue().fact_value(name, word));
    let mut facts: Vec<(&str, String)> = vec![];
    facts.extend(answer.family.map(|family| ("family", family.into())));
    facts.push(("format", answer.format.map_or_else(|| "unknown".into(), |id| named(id, world))));
    facts.extend(answer.recognised.iter().map(|_| ("recognised", "name".into())));
    facts.push(("size", grouped(answer.size)));
    if let Some(release) = &answer.release {
        facts.push(("release", release.name.clone()));
        if !release.languages.is_empty() {
            facts.push(("release-languages", release.languages.join(", ")));
        }
    }
    if let Some(content) = &answer.content {
        let entry = answer.entry.as_ref().map(StoredEntry::facts).unwrap_or_default();
        let all = entry.into_iter().chain(content.facts());
        facts.extend(all.map(|(name, value)| (name, text(name, &value))));
    }
    facts.extend(answer.summary.iter().map(|(name, value)| (name.as_str(), text(name, value))));
    facts
}

/// A format and what it is: `ngi.texm: texture`.
fn named(format: &str, world: &World) -> String {
    let about = world.catalogue().get(&format!("format-{}", format.replace('.', "-")), &vec![]);
    about.map_or_else(|| format.to_owned(), |about| format!("{format}: {about}"))
}

fn print(sheet: &tables::Table, world: &World, out: &mut Out) -> std::io::Result<()> {
    writeln!(out, "\n{BOLD}{}{BOLD:#}", world.say(&format!("show-{}", sheet.title), vec![]))?;
    let align = |column: usize| {
        let mut cells = sheet.rows.iter().filter_map(|row| row.get(column));
        match cells.find(|cell| !matches!(cell, Cell::Nothing)) {
            Some(Cell::Number(_)) => Align::Right,
            _ => Align::Left,
        }
    };
    let head = |(i, name): (usize, &&str)| (world.say(&format!("head-{name}"), vec![]), align(i));
    let mut table = Table::new(sheet.columns.iter().enumerate().map(head).collect());
    let painted = world.paints();
    for cell in sheet.rows.iter().flatten() {
        match cell {
            Cell::Nothing => table.cell("–"),
            Cell::Number(number) => table.cell(&number.to_string()),
            Cell::Text(text) => table.cell(text),
            Cell::Word(word) => table.cell(&world.say(&format!("word-{word}"), vec![])),
            Cell::Colour(colour) => table.colour(*colour, painted),
        }
    }
    table.write(out)
}

/// A fact in a line: `Texm 5, WEAR 2` rather than JSON.
fn shown(value: &Value, said: &dyn Fn(&str) -> String) -> String {
    match value {
        Value::String(text) => text.clone(),
        Value::Number(number) => {
            number.as_u64().and_then(|n| usize::try_from(n).ok()).map_or_else(|| number.to_string(), grouped)
        }
        Value::Object(counts) => {
            let counts: Vec<_> = counts
                .iter()
                .map(|(name, count)| format!("{} × {}", said(name), shown(count, said)))
                .collect();
            if counts.is_empty() { "–".into() } else { counts.join(", ") }
        }
        Value::Null => "–".into(),
        Value::Bool(yes) => if *yes { "✓" } else { "–" }.into(),
        other => other.to_string(),
    }
}
