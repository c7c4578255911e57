//! `relict check`: what is wrong with files, and with everything inside them.

use super::{FINDINGS, Input, Outcome, context};
use crate::disk::{self, Beside, Place};
use crate::world::{BLUE, BOLD, GREEN, World};
use relict_toolkit::answer::{self, CheckAnswer};
use relict_toolkit::check::{self, Checked};
use relict_toolkit::core::args;
use relict_toolkit::core::report::{Finding, KEPT_PER_RULE, Report, Severity};
use relict_toolkit::problem::Problem;
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

pub fn run(args: &Args, world: &World) -> Outcome {
    let mut all = CheckAnswer::default();
    let mut out = world.out();
    for path in &args.paths {
        for (path, checked) in checked(path, world)? {
            all.count(&checked);
            let in_words = |finding: &Finding| answer::Finding::of(&path, finding, world.catalogue());
            if world.json {
                all.findings.extend(checked.report.findings.iter().map(in_words));
                continue;
            }
            for finding in &checked.report.findings {
                print(&mut out, &in_words(finding), finding.rule.severity, world)?;
            }
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

/// With its place, and what to do about it unless `--quiet`.
fn print(
    out: &mut impl Write,
    finding: &answer::Finding,
    severity: Severity,
    world: &World,
) -> io::Result<()> {
    let (style, name) = (world.severity(severity), world.say(&format!("cli-{}", finding.severity), vec![]));
    writeln!(out, "{style}{name}[{}]{style:#}: {}", finding.code, finding.message)?;
    writeln!(out, "  {BLUE}-->{BLUE:#} {}", world.place(&finding.path, &finding.field, finding.offset))?;
    if !finding.help.is_empty() && !world.quiet {
        writeln!(out, "  {GREEN}{}{GREEN:#} {}", world.say("cli-help", vec![]), finding.help)?;
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
