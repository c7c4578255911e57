//! A report for people: tables of formats, claims, values that are understood, and fields that nobody understands.

use crate::table::{Align, Table, grouped};
use crate::world::{BOLD, GREEN, World};
use relict_toolkit::answer::{SurveyAnswer, SurveyFormat};
use relict_toolkit::core::args;
use relict_toolkit::core::report::Severity;
use relict_toolkit::messages::key;
use std::io::{self, Write};

pub fn show(report: &SurveyAnswer, out: &mut impl Write, world: &World) -> io::Result<()> {
    formats(report, world).write(out)?;
    let parts = [
        ("cli-survey-claims", claims(report, world), report.claims.len()),
        ("cli-survey-tallies", tallies(report, world), report.tallies.len()),
        ("cli-survey-fields", fields(report, world), report.fields.len()),
    ];
    for (title, table, rows) in parts {
        if rows > 0 {
            writeln!(out, "\n{BOLD}{}{BOLD:#}\n", world.say(title, vec![]))?;
            table.write(out)?;
        }
    }
    if !world.quiet {
        writeln!(out, "\n{GREEN}{}{GREEN:#}", total(report, world))?;
    }
    Ok(())
}

fn head(world: &World, columns: &[(&str, Align)]) -> Table {
    Table::new(
        columns.iter().map(|(id, align)| (world.say(&format!("cli-head-{id}"), vec![]), *align)).collect(),
    )
}

pub fn held(held: u64, cases: u64, world: &World) -> String {
    world.say("cli-survey-held", args!(held = number(held), cases = number(cases)))
}

pub fn number(number: u64) -> String {
    grouped(usize::try_from(number).unwrap_or(usize::MAX))
}

fn of_severity(report: &SurveyAnswer, format: Option<&str>, severity: Severity) -> u64 {
    let of = |finding: &&relict_toolkit::answer::SurveyFinding| {
        finding.severity == severity.name() && format.is_none_or(|format| finding.format == format)
    };
    report.findings.iter().filter(of).map(|finding| finding.findings).sum()
}

fn formats(report: &SurveyAnswer, world: &World) -> Table {
    use Align::{Left, Right};
    let columns = [
        ("format", Left),
        ("assets", Right),
        ("bytes", Right),
        ("round-trip", Right),
        ("errors", Right),
        ("warnings", Right),
    ];
    let mut table = head(world, &columns);
    for of in &report.formats {
        let SurveyFormat { format, assets, bytes, same, .. } = of;
        let findings = |severity| number(of_severity(report, Some(format), severity));
        table.row([
            format.clone(),
            number(*assets),
            number(*bytes),
            held(*same, *assets, world),
            findings(Severity::Error),
            findings(Severity::Warning),
        ]);
    }
    let (mut assets, mut bytes) = (0, 0);
    for of in &report.unknown {
        (assets, bytes) = (assets + of.assets, bytes + of.bytes);
    }
    if assets > 0 {
        let nothing = String::new;
        let name = world.say("cli-survey-no-format", vec![]);
        table.row([name, number(assets), number(bytes), nothing(), nothing(), nothing()]);
    }
    table
}

fn claims(report: &SurveyAnswer, world: &World) -> Table {
    let mut table = head(world, &[("code", Align::Left), ("held", Align::Right), ("claim", Align::Left)]);
    for claim in &report.claims {
        let sentence = world.say(&format!("claim-{}", key(&claim.code)), vec![]);
        table.row([claim.code.clone(), held(claim.held, claim.cases, world), sentence]);
    }
    table
}

fn tallies(report: &SurveyAnswer, world: &World) -> Table {
    let mut table =
        head(world, &[("tally", Align::Left), ("cases", Align::Right), ("found-values", Align::Left)]);
    for tally in &report.tallies {
        let value = |value: &relict_toolkit::answer::SurveyValue| {
            format!("{} × {}", value.value, number(value.cases))
        };
        let values: Vec<String> = tally.values.values.iter().map(value).collect();
        let values = if values.is_empty() { tally.values.shown().into_owned() } else { values.join(", ") };
        let what = world.say(&format!("tally-{}", key(&tally.code)), vec![]);
        table.row([what, number(tally.values.cases), values]);
    }
    table
}

fn fields(report: &SurveyAnswer, world: &World) -> Table {
    let columns = [
        ("format", Align::Left),
        ("unknown-field", Align::Left),
        ("type", Align::Left),
        ("assets", Align::Right),
        ("cases", Align::Right),
        ("found-values", Align::Left),
    ];
    let mut table = head(world, &columns);
    for field in &report.fields {
        table.row([
            field.format.clone(),
            field.field.clone(),
            field.kind.clone(),
            number(field.assets),
            number(field.values.cases),
            field.values.shown().into_owned(),
        ]);
    }
    table
}

fn total(report: &SurveyAnswer, world: &World) -> String {
    let broken = |of: &SurveyFormat| of.assets - of.unreadable - of.same;
    let args = args!(
        files = report.files.len(),
        assets = report.assets,
        formats = report.formats.len(),
        errors = of_severity(report, None, Severity::Error),
        warnings = of_severity(report, None, Severity::Warning),
        broken = report.formats.iter().map(broken).sum::<u64>(),
    );
    world.say("cli-survey-total", args)
}
