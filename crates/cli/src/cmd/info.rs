//! `relict info`: what this is.

use super::{Input, Outcome};
use crate::table::{Align, Table, grouped};
use crate::world::{BOLD, Out, World};
use relict_toolkit::answer::{InfoAnswer, Recognised, Release, schema_id};
use relict_toolkit::core::tables::{self, Cell};
use relict_toolkit::core::text::printable;
use relict_toolkit::release;
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
        let (kind, document) = asset.open()?;
        let summary = document.facts().into_iter().map(|(name, value)| (name.to_owned(), value)).collect();
        let answer = InfoAnswer {
            schema: schema_id("info"),
            path: asset.path.to_owned(),
            family: kind.family().into(),
            format: kind.id.into(),
            recognised: asset.is_known_by_name().then_some(Recognised::Name),
            size: asset.bytes.len(),
            release: release::of(asset.bytes).map(Release::from),
            summary,
        };
        Ok((answer, document.tables()))
    })?;
    if world.json {
        world.answer(&answer)?;
        return Ok(ExitCode::SUCCESS);
    }
    let mut out = world.out();
    let about = world.catalogue().get(&format!("format-{}", answer.format.replace('.', "-")), &vec![]);
    let about = about.map_or_else(String::new, |about| format!(": {about}"));
    writeln!(out, "{BOLD}{}{BOLD:#}", printable(&answer.path))?;
    let mut facts = vec![
        ("family", answer.family.clone()),
        ("format", format!("{}{about}", answer.format)),
        ("size", grouped(answer.size)),
    ];
    if answer.recognised.is_some() {
        facts.insert(2, ("recognised", "name".into()));
    }
    if let Some(release) = &answer.release {
        facts.push(("release", release.name.clone()));
        if !release.languages.is_empty() {
            facts.push(("release-languages", release.languages.join(", ")));
        }
    }
    let said = |fact: &str, word: &str| world.catalogue().fact_value(fact, word);
    facts.extend(
        answer.summary.iter().map(|(name, value)| (name.as_str(), shown(value, &|word| said(name, word)))),
    );
    for (name, value) in facts {
        let told = |id: String| world.catalogue().get(&id, &vec![]);
        let value = said(name, &value);
        let label =
            told(format!("fact-{}", name.replace('_', "-"))).unwrap_or_else(|| name.replace('_', " "));
        writeln!(out, "  {label}: {}", printable(&value))?;
    }
    sheets
        .iter()
        .filter(|sheet| !sheet.rows.is_empty())
        .try_for_each(|sheet| print(sheet, world, &mut out))?;
    out.flush()?;
    Ok(ExitCode::SUCCESS)
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
