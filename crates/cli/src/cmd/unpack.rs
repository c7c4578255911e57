//! `relict unpack`: to an editable folder.

use super::{AlphaArg, Input, Outcome, PaletteArg, context};
use crate::disk::OutputFolder;
use crate::world::{GREEN, World};
use relict_toolkit::answer::{Message, UnpackAnswer, schema_id};
use relict_toolkit::core::args;
use relict_toolkit::core::scene::Shown;
use relict_toolkit::folder::{self, Reporting, UnpackHow, Unpacked};
use relict_toolkit::problem::Problem;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

/// Unpack an archive into an editable folder from which it can be rebuilt exactly
#[derive(Debug, clap::Args)]
pub struct Args {
    /// An archive, an archive inside it, a folder of loose resources, or - for standard input
    path: String,
    /// Folder to create
    #[arg(value_name = "DIR")]
    folder: PathBuf,
    /// Unpack whatever can be read, even if the check finds errors
    #[arg(long)]
    tolerant: bool,
    /// Write the raw bytes of every entry instead of PNG, glTF and JSON
    #[arg(long)]
    raw: bool,
    /// How to export alpha: in the picture (keep), not at all (opaque), or as a separate file NAME.alpha.png (split)
    #[arg(long, value_name = "HOW", default_value = "keep", hide_default_value = true)]
    alpha: AlphaArg,
    #[command(flatten)]
    palette: PaletteArg,
    /// Export models with all LODs and damage states as separate nodes
    #[arg(long)]
    all: bool,
    /// Replace an existing unpacked folder
    #[arg(long)]
    force: bool,
    /// Do everything except writing files
    #[arg(long)]
    dry_run: bool,
}

pub fn run(args: &Args, world: &World) -> Outcome {
    let input = Input::open_file_or_loose_folder(&args.path)?;
    let (unpacked, path) = unpack(&input, &args.folder, args, world)?;
    if unpacked.report.errors() > 0 {
        world.note("cli-unpack-tolerated", args!(errors = unpacked.report.errors()));
    }
    let message = |problem: &Problem| world.catalogue().problem(problem);
    if let Some(first) = unpacked.not_spread.first() {
        let more = unpacked.not_spread.len() - 1;
        world.note("cli-unpack-not-spread", args!(reason = message(first), more = more));
    }
    let not_spread = |problem: &Problem| Message { code: problem.code, message: message(problem) };
    let shown = args.folder.display().to_string();
    if world.json {
        world.answer(&UnpackAnswer {
            schema: schema_id("unpack"),
            path,
            folder: shown,
            entries: unpacked.entries,
            folders: unpacked.folders,
            converted: unpacked.converted,
            kept_as_stated: unpacked.kept_as_stated,
            spread: unpacked.spread,
            not_spread: unpacked.not_spread.iter().map(not_spread).collect(),
            errors: unpacked.report.errors(),
            warnings: unpacked.report.warnings(),
            dry_run: args.dry_run,
        })?;
    } else if !world.quiet {
        let id = if args.dry_run { "cli-unpack-would" } else { "cli-unpack-done" };
        let text =
            world.say(id, args!(entries = unpacked.entries, folders = unpacked.folders, folder = shown));
        let mut out = world.out();
        writeln!(out, "{GREEN}{text}{GREEN:#}")?;
        if unpacked.spread > 0 {
            writeln!(out, "{}", world.say("cli-unpack-spread", args!(files = unpacked.spread)))?;
        }
        out.flush()?;
    }
    Ok(ExitCode::SUCCESS)
}

fn unpack(input: &Input, place: &Path, args: &Args, world: &World) -> Result<(Unpacked, String), Problem> {
    let library = args.palette.library(input)?;
    // Written beside its place, and put there only when all of it could be unpacked.
    let folder = OutputFolder::unless_dry(args.dry_run, place, args.force)?;
    let unpacked = input.asset(|asset| {
        let size = if args.dry_run { 0 } else { asset.bytes.len() as u64 };
        let progress = world.progress("cli-unpacking", || size);
        let how = UnpackHow {
            tolerant: args.tolerant,
            raw: args.raw,
            alpha: args.alpha.into(),
            shown: if args.all { Shown::All } else { Shown::default() },
        };
        let target = Reporting { folder: &folder, advance: &|bytes| progress.advance(bytes) };
        let unpacked = folder::unpack(&asset, how, context(&library), &target)?;
        Ok((unpacked, asset.path.to_owned()))
    })?;
    folder.map_or(Ok(()), OutputFolder::keep)?;
    Ok(unpacked)
}
