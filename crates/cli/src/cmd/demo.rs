//! `relict demo`: sample data, taken apart and put together again, every byte compared.

use super::{FINDINGS, Failure, Input, Outcome, context, view};
use crate::disk::{OutputFolder, Scratch, SourceFolder, failed, write_packed};
use crate::table::{Align, Table, grouped};
use crate::world::{BOLD, GREEN, RED, World};
use relict_toolkit::answer::{DemoAnswer, DemoFile, schema_id};
use relict_toolkit::core::args;
use relict_toolkit::core::format::Limits;
use relict_toolkit::document::{self, Stated};
use relict_toolkit::explain::explain;
use relict_toolkit::folder::{PackHow, Reporting, UnpackHow, UnpackTarget};
use relict_toolkit::open::Asset;
use relict_toolkit::problem::Problem;
use relict_toolkit::{check, folder};
use relict_viewer::{How, Viewer};
use std::fs;
use std::io::{IsTerminal, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::Duration;

/// For how long a visitor is waited for where nobody seems to look, so that a program that reads what we say sees us end.
const UNWATCHED: Duration = Duration::from_secs(60);

/// Unpack sample archives, pack them again, and verify that every byte is the same
#[derive(Debug, clap::Args)]
pub struct Args {
    /// Keep the samples and the unpacked folders in this directory
    #[arg(long, value_name = "DIR")]
    keep: Option<PathBuf>,
    /// Keep the viewer running until it is stopped, even if no browser connects
    #[arg(long, conflicts_with = "no_view")]
    serve: bool,
    /// Exit after the comparison without starting the viewer
    #[arg(long)]
    no_view: bool,
}

pub fn run(args: &Args, world: &World) -> Outcome {
    let temporary;
    let work = match &args.keep {
        Some(folder) => {
            OutputFolder::check_free(folder, false)?;
            fs::create_dir_all(folder).map_err(|e| failed(folder, &e))?;
            folder.as_path()
        }
        None => {
            temporary = Scratch::new().map_err(|e| failed(&std::env::temp_dir(), &e))?;
            temporary.path()
        }
    };
    let samples = work.join("samples");
    let new = OutputFolder::beside(&samples, false)?;
    let mut files = vec![];
    for sample in relict_samples::all() {
        new.put(&sample.path, &sample.bytes)?;
        files.push(sample.path);
    }
    new.keep()?;
    let rows: Vec<DemoFile> =
        files.iter().map(|file| there_and_back(work, file, world)).collect::<Result<_, _>>()?;
    let identical = rows.iter().all(|row| row.identical);
    if world.json {
        world.answer(&DemoAnswer { schema: schema_id("demo"), identical, files: rows })?;
    } else {
        print(&rows, identical, args, world)?;
        if identical && !args.no_view {
            let wait = (!args.serve && !is_watched()).then_some(UNWATCHED);
            return show(&samples, wait, world);
        }
    }
    Ok(if identical { ExitCode::SUCCESS } else { ExitCode::from(FINDINGS) })
}

/// Whether somebody seems to be there for the viewer.
fn is_watched() -> bool {
    std::io::stdout().is_terminal() || view::has_display()
}

/// The end of the demo: its files in the viewer, until somebody has seen enough.
fn show(samples: &Path, wait: Option<Duration>, world: &World) -> Outcome {
    let language = world.language;
    let how = How { root: samples.to_owned(), edit: true, port: 0, language, palette: None, wait };
    let viewer = Viewer::bind(&how)?;
    let mut out = world.out();
    writeln!(out, "\n{}", world.say("cli-demo-view", args!()))?;
    if let Some(wait) = wait.filter(|_| !world.quiet) {
        writeln!(out, "{}", world.say("cli-demo-wait", args!(seconds = wait.as_secs())))?;
    }
    out.flush()?;
    drop(out);
    view::show(viewer, true, world)
}

/// Unpacks a sample to a folder, packs that, and compares; all through files, as a person would.
fn there_and_back(work: &Path, file: &str, world: &World) -> Result<DemoFile, Failure> {
    let input = Input::file(&work.join("samples").join(file), vec![])?;
    let unpacked_to = work.join("unpacked").join(file);
    let packed_to = work.join("packed").join(file);
    if let Some(parent) = packed_to.parent() {
        fs::create_dir_all(parent).map_err(|e| failed(parent, &e))?;
    }
    let row = input.asset(|asset| {
        let kind = asset.known_kind()?;
        let explained = explain(kind, asset.bytes, asset.origin, false, Limits::default().depth, &mut |_| {});
        let library = input.library();
        let report = check::file(&asset, context(&library)).report;
        let (entries, identical) = if kind.is_archive() {
            let new = OutputFolder::beside(&unpacked_to, false)?;
            let progress = world.progress("cli-unpacking", || 0);
            let target = Reporting { folder: &new, advance: &|bytes| progress.advance(bytes) };
            let unpacked = folder::unpack(&asset, UnpackHow::default(), context(&library), &target)?;
            new.keep()?;
            (unpacked.entries, pack_and_compare(&unpacked_to, &packed_to, asset.bytes, world)?)
        } else {
            (0, to_json_and_back(&asset, &unpacked_to, &packed_to)?)
        };
        Ok(DemoFile {
            path: file.to_owned(),
            format: Some(kind.id),
            size: asset.bytes.len(),
            entries,
            explained: asset.bytes.len() - explained.coverage.uncovered,
            errors: report.errors(),
            warnings: report.warnings(),
            identical,
        })
    })?;
    Ok(row)
}

/// What holds no entries becomes JSON, and a file again.
fn to_json_and_back(asset: &Asset<'_>, unpacked_to: &Path, packed_to: &Path) -> Result<bool, Problem> {
    let mut file = unpacked_to.as_os_str().to_owned();
    file.push(".json");
    let file = PathBuf::from(file);
    if let Some(parent) = file.parent() {
        fs::create_dir_all(parent).map_err(|e| failed(parent, &e))?;
    }
    let (kind, document) = asset.open()?;
    let json = document::to_json(kind, &*document, asset.origin.attributes)?;
    crate::disk::write_bytes(&file, false, &json)?;
    let built = Stated::read(&crate::disk::shown(&file), &json)?.build(asset.origin)?;
    crate::disk::write_bytes(packed_to, false, &built)?;
    Ok(built == asset.bytes)
}

fn pack_and_compare(from: &Path, to: &Path, original: &[u8], world: &World) -> Result<bool, Problem> {
    let folder = SourceFolder::open(from)?;
    let progress = world.progress("cli-packing", || 0);
    let source = Reporting { folder: &folder, advance: &|bytes| progress.advance(bytes) };
    let packed = folder::pack(&source, PackHow::default())?;
    crate::disk::write_file(to, false, |file| write_packed(&packed, &folder, file, |e| failed(to, &e)))?;
    Ok(fs::read(to).map_err(|e| failed(to, &e))? == original)
}

fn print(rows: &[DemoFile], identical: bool, args: &Args, world: &World) -> std::io::Result<()> {
    let mut out = world.out();
    writeln!(out, "{BOLD}{}{BOLD:#}\n", world.say("cli-demo-title", vec![]))?;
    let head = |id: &str, align| (world.say(&format!("cli-head-{id}"), vec![]), align);
    let mut table = Table::new(vec![
        head("path", Align::Left),
        head("format", Align::Left),
        head("entries", Align::Right),
        head("size", Align::Right),
        head("explained", Align::Right),
        head("result", Align::Left),
    ]);
    for row in rows {
        let result = if row.identical { "✓ cli-demo-identical" } else { "✗ cli-demo-different" };
        let (mark, id) = result.split_once(' ').unwrap_or_default();
        table.row(vec![
            row.path.clone(),
            row.format.unwrap_or("-").into(),
            row.entries.to_string(),
            grouped(row.size),
            format!("{} %", (row.explained * 100).checked_div(row.size).unwrap_or(100)),
            format!("{mark} {}", world.say(id, vec![])),
        ]);
    }
    table.write(&mut out)?;
    let (style, id) = if identical { (GREEN, "cli-demo-all") } else { (RED, "cli-demo-some") };
    let wrong = rows.iter().filter(|row| !row.identical).count();
    let bytes: usize = rows.iter().map(|row| row.size).sum();
    let entries: usize = rows.iter().map(|row| row.entries).sum();
    let numbers = args!(files = rows.len(), wrong = wrong, bytes = bytes, entries = entries);
    writeln!(out, "\n{style}{}{style:#}", world.say(id, numbers))?;
    if !world.quiet {
        let next = match &args.keep {
            Some(folder) => world.say("cli-demo-kept", args!(folder = folder.display().to_string())),
            None => world.say("cli-demo-next", vec![]),
        };
        writeln!(out, "\n{next}")?;
    }
    out.flush()
}
