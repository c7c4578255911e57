//! `relict diff`: what differs, in the format's own terms.

use super::{FINDINGS, Input, Outcome};
use crate::disk::{self, Place};
use crate::table::{Align, Table};
use crate::world::{GREEN, World};
use relict_toolkit::answer::{DiffAnswer, schema_id};
use relict_toolkit::core::args;
use relict_toolkit::core::format::Limits;
use relict_toolkit::diff::{Change, Difference, diff};
use relict_toolkit::problem::{NOT_FOLDER, Problem};
use serde_json::Value;
use std::collections::BTreeMap;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

/// Compare two files or folders by entries, attributes and fields
#[derive(Debug, clap::Args)]
pub struct Args {
    /// A file, an entry inside it, or a folder
    a: String,
    /// The file, entry or folder to compare it with
    b: String,
}

pub fn run(args: &Args, world: &World) -> Outcome {
    let differences = match (disk::locate(&args.a)?, disk::locate(&args.b)?) {
        (Place::Folder(a), Place::Folder(b)) => folders(&a, &b)?,
        (Place::Folder(_), _) => return Err(Problem::new(NOT_FOLDER, &args.b, vec![]).into()),
        (_, Place::Folder(_)) => return Err(Problem::new(NOT_FOLDER, &args.a, vec![]).into()),
        _ => files(&Input::open(&args.a)?, &Input::open(&args.b)?)?,
    };
    let same = differences.is_empty();
    if world.json {
        let (a, b) = (args.a.clone(), args.b.clone());
        world.answer(&DiffAnswer { schema: schema_id("diff"), a, b, same, differences })?;
    } else {
        print(&differences, world)?;
    }
    Ok(if same { ExitCode::SUCCESS } else { ExitCode::from(FINDINGS) })
}

fn files(a: &Input, b: &Input) -> Result<Vec<Difference>, Problem> {
    a.asset(|a| b.asset(|b| diff(&a, &b, Limits::default())))
}

/// Files of two folders, paired by their path.
fn folders(a: &Path, b: &Path) -> Result<Vec<Difference>, Problem> {
    let below = |folder: &Path| -> Result<BTreeMap<String, PathBuf>, Problem> {
        let inner =
            |file: &Path| file.strip_prefix(folder).unwrap_or(file).to_string_lossy().replace('\\', "/");
        Ok(disk::files_below(folder)?.into_iter().map(|file| (inner(&file), file)).collect())
    };
    let (mut x, mut y) = (below(a)?, below(b)?);
    let mut found = vec![];
    let one = |path: &str, change| Difference {
        path: path.to_owned(),
        ..Difference::new(change, "", Value::Null, Value::Null)
    };
    let names: Vec<String> = x.keys().chain(y.keys()).cloned().collect();
    for name in names {
        match (x.remove(&name), y.remove(&name)) {
            (Some(a), Some(b)) => {
                for mut difference in files(&Input::file(&a, vec![])?, &Input::file(&b, vec![])?)? {
                    let inner = std::mem::take(&mut difference.path);
                    difference.path = if inner.is_empty() { name.clone() } else { format!("{name}/{inner}") };
                    found.push(difference);
                }
            }
            (Some(_), None) => found.push(one(&name, Change::Removed)),
            (None, Some(_)) => found.push(one(&name, Change::Added)),
            (None, None) => {}
        }
    }
    Ok(found)
}

fn print(differences: &[Difference], world: &World) -> std::io::Result<()> {
    let mut out = world.out();
    if differences.is_empty() {
        if !world.quiet {
            writeln!(out, "{GREEN}{}{GREEN:#}", world.say("cli-diff-same", vec![]))?;
        }
        return out.flush();
    }
    let head = |id: &str| (world.say(&format!("cli-head-{id}"), vec![]), Align::Left);
    let mut table =
        Table::new(vec![head("path"), head("change"), head("field"), head("before"), head("after")]);
    for difference in differences {
        let change = serde_json::to_value(difference.change).unwrap_or_default();
        let change = world.say(&format!("cli-change-{}", change.as_str().unwrap_or_default()), vec![]);
        let path = if difference.path.is_empty() { "." } else { &difference.path };
        let (before, after) = (shown(&difference.a), shown(&difference.b));
        let field = match (difference.first_offset, difference.differing_bytes) {
            (Some(first), Some(bytes)) => {
                world.say("cli-diff-bytes", args!(bytes = bytes, first = format!("{first:#x}")))
            }
            _ => difference.field.clone(),
        };
        let after = match difference.differing_pixels {
            Some(pixels) => world.say("cli-diff-pixels", args!(pixels = pixels)),
            None => after,
        };
        table.row(vec![path.into(), change, field, before, after]);
    }
    table.write(&mut out)?;
    if !world.quiet {
        writeln!(out, "{}", world.say("cli-diff-total", args!(count = differences.len())))?;
    }
    out.flush()
}

/// A value in a cell, cut where it would push everything else off the screen.
fn shown(value: &Value) -> String {
    let text = match value {
        Value::Null => String::new(),
        Value::String(text) => text.clone(),
        Value::Object(object) => {
            let facts: Vec<String> = object
                .iter()
                .map(|(name, value)| format!("{}={}", name.replace('_', " "), shown(value)))
                .collect();
            return facts.join(" ");
        }
        other => other.to_string(),
    };
    match text.char_indices().nth(40) {
        Some((cut, _)) => format!("{}…", &text[..cut]),
        None => text,
    }
}
