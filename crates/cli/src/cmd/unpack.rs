//! `relict unpack`: to an editable folder.

use super::{AlphaArg, Input, Outcome, context};
use crate::disk::NewFolder;
use crate::world::{GREEN, Progress, World};
use relict::answer::{Message, UnpackAnswer, schema_id};
use relict::core::args;
use relict::core::scene::Shown;
use relict::folder::{self, UnpackHow, Unpacked, Unpacking};
use relict::problem::Problem;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

/// Unpack an archive to an editable folder, with all that is needed to pack it again exactly
#[derive(Debug, clap::Args)]
pub struct Args {
    /// An archive, an archive inside it, a folder of loose resources, or - for standard input
    path: String,
    /// The folder to make
    #[arg(value_name = "DIR")]
    folder: PathBuf,
    /// Unpack what can be read even if the check finds errors
    #[arg(long)]
    tolerant: bool,
    /// Give every entry as its very bytes, and no PNG, glTF or JSON
    #[arg(long)]
    raw: bool,
    /// What becomes of alpha: part of the picture, left out, or a file of its own (NAME.alpha.png)
    #[arg(long, value_name = "HOW", default_value = "keep", hide_default_value = true)]
    alpha: AlphaArg,
    /// Give models with all their levels of detail and states of damage, as nodes of their own
    #[arg(long)]
    all: bool,
    /// Replace a folder that was unpacked before
    #[arg(long)]
    force: bool,
    /// Do everything but write
    #[arg(long)]
    dry_run: bool,
}

/// Where the files go; nowhere on a dry run.
pub struct Target<'t> {
    pub folder: Option<&'t NewFolder>,
    pub progress: Progress,
}

impl Unpacking for Target<'_> {
    fn put(&self, path: &str, bytes: &[u8]) -> Result<(), Problem> {
        self.folder.map_or(Ok(()), |folder| folder.put(path, bytes))
    }

    fn advance(&self, bytes: usize) {
        self.progress.advance(bytes);
    }
}

pub fn run(args: &Args, world: &World) -> Outcome {
    let input = Input::whole(&args.path)?;
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
    if !args.dry_run {
        NewFolder::tidy(place);
    }
    NewFolder::check_free(place, args.force)?;
    input.asset(|asset| {
        let progress = world.progress("cli-unpacking", || asset.bytes.len() as u64);
        let how = UnpackHow {
            tolerant: args.tolerant,
            raw: args.raw,
            alpha: args.alpha.into(),
            shown: if args.all { Shown::All } else { Shown::default() },
        };
        if args.dry_run {
            // All is done as usual, but nothing is written.
            let dry = Target { folder: None, progress: world.progress("cli-unpacking", || 0) };
            let unpacked = folder::unpack(&asset, how, context(&input.library()), &dry)?;
            return Ok((unpacked, asset.path.to_owned()));
        }
        // Written beside its place, and put there only when all of it could be unpacked.
        let new = NewFolder::beside(place, args.force)?;
        let target = Target { folder: Some(&new), progress };
        let unpacked = folder::unpack(&asset, how, context(&input.library()), &target)?;
        new.keep()?;
        Ok((unpacked, asset.path.to_owned()))
    })
}
