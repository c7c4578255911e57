//! Two reports side by side.

use super::show::{held, number};
use crate::cmd::{FINDINGS, Outcome};
use crate::disk;
use crate::table::{Align, Table};
use crate::world::{BOLD, GREEN, World};
use relict_toolkit::answer::{SurveyAnswer, SurveyCompareAnswer, schema_id};
use relict_toolkit::core::args;
use relict_toolkit::problem::{NOT_A_REPORT, Problem};
use relict_toolkit::survey::{self, Fact, Row, Verdict};
use serde_json::Value;
use std::io::Write;
use std::path::Path;
use std::process::ExitCode;

pub fn run(a: &str, b: &str, world: &World) -> Outcome {
    let (rows, left_out) = survey::compare(&report(a)?, &report(b)?);
    let differ = rows.iter().filter(|row| row.verdict == Verdict::Differs).count();
    let others = rows.iter().filter(|row| matches!(row.verdict, Verdict::OnlyA | Verdict::OnlyB)).count();
    let same = differ + others == 0;
    if world.json {
        let (a, b) = (a.to_owned(), b.to_owned());
        world.answer(&SurveyCompareAnswer {
            schema: schema_id("survey-compare"),
            a,
            b,
            same,
            rows,
            left_out,
        })?;
    } else {
        let agree = rows.len() - differ - others;
        show(&rows, world)?;
        if !world.quiet {
            let mut out = world.out();
            let style = if same { GREEN } else { BOLD };
            let total = world.say("cli-survey-compared", args!(differ = differ + others, agree = agree));
            writeln!(out, "{style}{total}{style:#}")?;
            if left_out > 0 {
                writeln!(out, "{}", world.say("cli-survey-left-out", args!(count = left_out, a = a, b = b)))?;
            }
            out.flush()?;
        }
    }
    Ok(if same { ExitCode::SUCCESS } else { ExitCode::from(FINDINGS) })
}

/// A reference by its name, else a file.
fn report(name: &str) -> Result<SurveyAnswer, Problem> {
    if let Some(reference) = survey::reference(name) {
        return Ok(reference);
    }
    let bytes = if name == "-" { disk::read_input()? } else { disk::open(Path::new(name))?.to_vec() };
    let report =
        serde_json::from_slice(&bytes).ok().filter(|json: &Value| json["schema"] == schema_id("survey"));
    let report = report.and_then(|json| serde_json::from_value(json).ok());
    report.ok_or_else(|| Problem::new(NOT_A_REPORT, name, vec![]))
}

/// What differs, and with `--verbose` everything.
fn show(rows: &[Row], world: &World) -> std::io::Result<()> {
    let shown = |row: &&Row| world.verbose || !matches!(row.verdict, Verdict::Same | Verdict::Agrees);
    let rows: Vec<&Row> = rows.iter().filter(shown).collect();
    if rows.is_empty() {
        return Ok(());
    }
    let sourced = rows.iter().any(|row| row.source.is_some());
    let columns =
        ["verdict", "section", "what"].map(|id| (world.say(&format!("cli-head-{id}"), vec![]), Align::Left));
    let mut heads = Vec::from(columns);
    heads.extend(["A", "B"].map(|name| (name.to_owned(), Align::Right)));
    heads.extend(sourced.then(|| (world.say("cli-head-source", vec![]), Align::Left)));
    let mut table = Table::new(heads);
    for row in rows {
        let word = |kind: &str, value: Value| {
            world.say(&format!("cli-{kind}-{}", value.as_str().unwrap_or_default()), vec![])
        };
        table.row([
            word("verdict", serde_json::to_value(row.verdict).unwrap_or_default()),
            word("section", serde_json::to_value(row.section).unwrap_or_default()),
            row.what.clone(),
            fact(row.a.as_ref(), world),
            fact(row.b.as_ref(), world),
        ]);
        if sourced {
            table.cell(row.source.as_deref().unwrap_or_default());
        }
    }
    let mut out = world.out();
    table.write(&mut out)?;
    out.flush()
}

fn fact(fact: Option<&Fact>, world: &World) -> String {
    match fact {
        None => String::new(),
        Some(Fact::Count(count)) => number(*count),
        Some(Fact::Held { held: is, cases }) => held(*is, *cases, world),
        Some(Fact::Found { findings, assets }) => {
            world.say("cli-survey-found", args!(findings = number(*findings), assets = number(*assets)))
        }
        Some(Fact::File { size, sha256 }) => match sha256 {
            Some(hash) => hash.chars().take(16).collect(),
            None => world.say("cli-survey-file", args!(size = number(*size))),
        },
        Some(Fact::Values(values)) => values.shown().into_owned(),
    }
}
