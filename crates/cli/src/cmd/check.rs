//! `relict check`: what is wrong with files, and with everything inside them.

use super::{FINDINGS, Input, Outcome, context, schema_id};
use crate::disk::{self, Beside, Place};
use crate::world::{BLUE, BOLD, GREEN, World};
use relict::check::{self, Checked};
use relict::core::args;
use relict::core::report::{Finding, KEPT_PER_RULE, Report};
use relict::problem::Problem;
use schemars::JsonSchema;
use serde::Serialize;
use std::collections::{BTreeSet, HashMap};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

/// Check files and everything inside them for errors and warnings
#[derive(Debug, clap::Args)]
pub struct Args {
    /// Files, entries inside them, folders, or - for standard input
    #[arg(required = true)]
    paths: Vec<String>,
}

#[derive(Debug, Serialize, JsonSchema)]
pub struct Answer {
    schema: String,
    files: usize,
    /// Files and entries at every depth.
    assets: usize,
    errors: usize,
    warnings: usize,
    /// At most a hundred of one code in one asset; `errors` and `warnings` count them all.
    findings: Vec<Told>,
}

/// A finding, told.
#[derive(Debug, Serialize, JsonSchema)]
struct Told {
    code: &'static str,
    severity: &'static str,
    path: String,
    /// The field by the path that `explain` gives it.
    #[serde(skip_serializing_if = "String::is_empty")]
    field: String,
    /// In the asset that `path` names.
    offset: Option<usize>,
    length: Option<usize>,
    message: String,
    help: String,
}

pub fn run(args: &Args, world: &World) -> Outcome {
    let mut all =
        Answer { schema: schema_id("check"), files: 0, assets: 0, errors: 0, warnings: 0, findings: vec![] };
    let mut out = world.out();
    for path in &args.paths {
        for (path, checked) in checked(path, world)? {
            all.files += 1;
            all.assets += checked.assets;
            all.errors += checked.report.errors();
            all.warnings += checked.report.warnings();
            let told = checked.report.findings.iter().map(|finding| tell(&path, finding, world));
            if world.json {
                all.findings.extend(told);
                continue;
            }
            told.into_iter()
                .zip(&checked.report.findings)
                .try_for_each(|(told, f)| print(&mut out, &told, f, world))?;
            more(&mut out, &path, &checked.report, world)?;
        }
    }
    if world.json {
        world.answer(&all)?;
    } else if !world.quiet {
        let args =
            args!(files = all.files, assets = all.assets, errors = all.errors, warnings = all.warnings);
        let style = if all.errors == 0 { GREEN } else { BOLD };
        writeln!(out, "{style}{}{style:#}", world.say("cli-check-total", args))?;
    }
    out.flush()?;
    Ok(if all.errors > 0 { ExitCode::from(FINDINGS) } else { ExitCode::SUCCESS })
}

/// What a person named: one file, or all that some format claims in a folder.
fn checked(path: &str, world: &World) -> Result<Vec<(String, Checked)>, Problem> {
    let Place::Folder(folder) = disk::locate(path)? else {
        let input = Input::open(path)?;
        return Ok(vec![input.asset(|asset| {
            let progress = world.progress("cli-checking", || asset.bytes.len() as u64);
            let done = |bytes| progress.advance(bytes);
            Ok((asset.path.to_owned(), check::watched(&asset, context(&input.library()), &done)))
        })?]);
    };
    let files = disk::files_below(&folder)?;
    let size = |file: &PathBuf| file.metadata().map_or(0, |facts| facts.len());
    let progress = world.progress("cli-checking", || files.iter().map(size).sum());
    let mut all = vec![];
    // Files of one folder share what lies beside them, and it is opened once for all of them.
    let mut beside: HashMap<&Path, Beside> = HashMap::new();
    for file in &files {
        let folder = file.parent().unwrap_or(Path::new(""));
        let library = beside.entry(folder).or_insert_with(|| Beside::new(folder));
        if let Some(checked) = known_file(file, library)? {
            all.push((disk::shown(file), checked));
        }
        progress.advance(size(file) as usize);
    }
    Ok(all)
}

fn known_file(file: &Path, library: &Beside) -> Result<Option<Checked>, Problem> {
    let input = Input::file(file, vec![])?;
    input.asset(|asset| Ok(asset.kind().map(|_| check::file(&asset, context(library)))))
}

fn tell(file: &str, finding: &Finding, world: &World) -> Told {
    let path = if finding.asset.is_empty() { file.to_owned() } else { format!("{file}/{}", finding.asset) };
    Told {
        code: finding.rule.code,
        severity: finding.rule.severity.name(),
        path,
        field: finding.field.clone(),
        offset: finding.range.as_ref().map(|range| range.start),
        length: finding.range.as_ref().map(ExactSizeIterator::len),
        message: world.catalogue().finding(finding),
        help: world.catalogue().help(finding.rule.code).unwrap_or_default(),
    }
}

/// With its place, and what to do about it unless `--quiet`.
fn print(out: &mut impl Write, told: &Told, finding: &Finding, world: &World) -> io::Result<()> {
    let style = world.severity(finding.rule.severity);
    let severity = world.say(&format!("cli-{}", told.severity), vec![]);
    writeln!(out, "{style}{severity}[{}]{style:#}: {}", told.code, told.message)?;
    writeln!(out, "  {BLUE}-->{BLUE:#} {}", world.place(&told.path, &told.field, told.offset))?;
    if !told.help.is_empty() && !world.quiet {
        writeln!(out, "  {GREEN}{}{GREEN:#} {}", world.say("cli-help", vec![]), told.help)?;
    }
    Ok(())
}

/// Findings that were counted but not kept.
fn more(out: &mut impl Write, path: &str, report: &Report, world: &World) -> io::Result<()> {
    let codes: BTreeSet<&str> = report.codes().into_iter().collect();
    for code in codes {
        let kept = report.findings.iter().filter(|finding| finding.rule.code == code).count();
        let count = report.counts.get(code).map_or(0, |(_, count)| *count);
        if kept >= KEPT_PER_RULE && count > kept {
            let args = args!(code = code, more = count - kept, path = path);
            writeln!(out, "{}", world.say("cli-check-more", args))?;
        }
    }
    Ok(())
}
