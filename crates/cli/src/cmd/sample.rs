//! `relict sample`: synthetic game data, so that anyone can try without owning a game.

use super::Outcome;
use crate::disk::{OutputFolder, failed};
use crate::table::{Align, Table};
use crate::world::World;
use relict_samples::Recipe;
use relict_toolkit::answer::{SampleAnswer, SampleFile, schema_id};
use relict_toolkit::core::args;
use relict_toolkit::problem::Problem;
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

/// Write synthetic game data to experiment with
#[derive(Debug, clap::Args)]
pub struct Args {
    /// Folder to create
    #[arg(value_name = "DIR")]
    folder: PathBuf,
    /// Multiply the amount of data, for benchmarks: 1000 is about 3 GB, with archives of over 1 GB and 40,000 entries
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=relict_samples::MOST as i64))]
    scale: u16,
    /// Do everything except writing files
    #[arg(long)]
    dry_run: bool,
}

pub fn run(args: &Args, world: &World) -> Outcome {
    let new = OutputFolder::unless_dry(args.dry_run, &args.folder, false)?;
    let mut files = vec![];
    for recipe in relict_samples::scaled(args.scale.into()) {
        let size = written(&recipe, new.as_ref(), &args.folder)?;
        let about = world.say(&format!("sample-{}", recipe.about), vec![]);
        files.push(SampleFile { format: recipe.format(), size, about, path: recipe.path });
    }
    new.map_or(Ok(()), OutputFolder::keep)?;
    let folder = args.folder.display().to_string();
    if world.json {
        world.answer(&SampleAnswer { schema: schema_id("sample"), folder, files, dry_run: args.dry_run })?;
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

/// Writes a sample into the new folder, or nowhere, and tells how large it is. It may be larger than memory.
fn written(recipe: &Recipe, new: Option<&OutputFolder>, place: &Path) -> Result<usize, Problem> {
    let told = |e: io::Error| failed(&place.join(&recipe.path), &e);
    let Some(new) = new else { return recipe.write(&mut io::sink()).map_err(told) };
    let mut file = BufWriter::new(new.create(&recipe.path).map_err(told)?);
    let size = recipe.write(&mut file).map_err(told)?;
    file.flush().map_err(told)?;
    Ok(size)
}
