//! `relict info`: what this is.

use super::{Input, Outcome, schema_id};
use crate::table::grouped;
use crate::world::{BOLD, World};
use relict::core::text::printable;
use schemars::JsonSchema;
use serde::Serialize;
use serde_json::{Map, Value};
use std::io::Write;
use std::process::ExitCode;

/// Tell what a file is: family, format, and the facts one asks first
#[derive(Debug, clap::Args)]
pub struct Args {
    /// A file, an entry inside it (game.lib/NAME), or - for standard input
    path: String,
}

#[derive(Debug, Serialize, JsonSchema)]
pub struct Answer {
    schema: String,
    path: String,
    family: String,
    format: String,
    size: usize,
    /// Facts by name; which ones depends on the format.
    summary: Map<String, Value>,
}

pub fn run(args: &Args, world: &World) -> Outcome {
    let input = Input::open(&args.path)?;
    let answer = input.asset(|asset| {
        let (kind, document) = asset.open()?;
        let summary = document.summary().into_iter().map(|(name, value)| (name.to_owned(), value)).collect();
        Ok(Answer {
            schema: schema_id("info"),
            path: asset.path.to_owned(),
            family: kind.family().into(),
            format: kind.id.into(),
            size: asset.bytes.len(),
            summary,
        })
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
    facts.extend(answer.summary.iter().map(|(name, value)| (name.as_str(), shown(value))));
    for (name, value) in facts {
        let label = world.catalogue().get(&format!("fact-{}", name.replace('_', "-")), &vec![]);
        let label = label.unwrap_or_else(|| name.replace('_', " "));
        writeln!(out, "  {label}: {}", printable(&value))?;
    }
    out.flush()?;
    Ok(ExitCode::SUCCESS)
}

/// A fact in a line: `Texm 5, WEAR 2` rather than JSON.
fn shown(value: &Value) -> String {
    match value {
        Value::String(text) => text.clone(),
        Value::Number(number) => {
            number.as_u64().and_then(|n| usize::try_from(n).ok()).map_or_else(|| number.to_string(), grouped)
        }
        Value::Object(counts) => {
            let counts: Vec<_> =
                counts.iter().map(|(name, count)| format!("{name} × {}", shown(count))).collect();
            if counts.is_empty() { "–".into() } else { counts.join(", ") }
        }
        other => other.to_string(),
    }
}
