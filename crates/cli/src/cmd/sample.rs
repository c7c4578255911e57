//! `relict sample`: synthetic game data, so that anyone can try without owning a game.

use super::{Outcome, schema_id};
use crate::disk::NewFolder;
use crate::table::{Align, Table};
use crate::world::World;
use relict::core::args;
use relict::open::Asset;
use schemars::JsonSchema;
use serde::Serialize;
use std::io::Write;
use std::path::PathBuf;
use std::process::ExitCode;

/// Write synthetic game data to try things on
#[derive(Debug, clap::Args)]
pub struct Args {
    /// The folder to make
    #[arg(value_name = "DIR")]
    folder: PathBuf,
    /// Do everything but write
    #[arg(long)]
    dry_run: bool,
}

#[derive(Debug, Serialize, JsonSchema)]
pub struct Answer {
    schema: String,
    folder: String,
    files: Vec<File>,
    dry_run: bool,
}

#[derive(Debug, Serialize, JsonSchema)]
struct File {
    path: String,
    format: Option<&'static str>,
    size: usize,
    /// What it shows.
    about: String,
}

pub fn run(args: &Args, world: &World) -> Outcome {
    NewFolder::check_free(&args.folder, false)?;
    let mut files = vec![];
    let new = if args.dry_run { None } else { Some(NewFolder::beside(&args.folder, false)?) };
    for sample in relict_samples::all() {
        if let Some(new) = &new {
            new.put(&sample.path, &sample.bytes)?;
        }
        let format = Asset::file(&sample.path, &sample.bytes).kind().map(|kind| kind.id);
        let about = world.say(&format!("sample-{}", sample.about), vec![]);
        files.push(File { format, size: sample.bytes.len(), about, path: sample.path });
    }
    new.map_or(Ok(()), NewFolder::keep)?;
    let folder = args.folder.display().to_string();
    if world.json {
        world.answer(&Answer { schema: schema_id("sample"), folder, files, dry_run: args.dry_run })?;
        return Ok(ExitCode::SUCCESS);
    }
    if world.quiet {
        return Ok(ExitCode::SUCCESS);
    }
    let mut out = world.out();
    let head = |id: &str, align| (world.say(&format!("cli-head-{id}"), vec![]), align);
    let mut table = Table::new(vec![
        head("path", Align::Left),
        head("format", Align::Left),
        head("size", Align::Right),
        head("about", Align::Left),
    ]);
    let count = files.len();
    for file in files {
        table.row(vec![file.path, file.format.unwrap_or("-").into(), file.size.to_string(), file.about]);
    }
    table.write(&mut out)?;
    let id = if args.dry_run { "cli-sample-would" } else { "cli-sample-done" };
    writeln!(out, "{}", world.say(id, args!(count = count, folder = folder)))?;
    out.flush()?;
    Ok(ExitCode::SUCCESS)
}
