//! `relict survey`: what can be told of the files of a game without telling what is in them.

mod compare;
mod show;

use super::{Input, Outcome, context};
use crate::disk::{self, Beside, Place};
use crate::world::{Progress, World};
use rayon::prelude::*;
use relict_toolkit::answer::{SurveyAnswer, SurveyFile};
use relict_toolkit::core::args;
use relict_toolkit::core::text::hex;
use relict_toolkit::open::Asset;
use relict_toolkit::problem::Problem;
use relict_toolkit::survey::{self, Surveyed};
use sha2::{Digest, Sha256};
use std::collections::HashMap;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

/// Count what is in the files of a game without telling any of it: formats, findings, hashes, claims, unknown fields
#[derive(Debug, clap::Args)]
pub struct Args {
    /// Folders, files, entries inside them, or - for standard input
    #[arg(required_unless_present = "compare")]
    paths: Vec<String>,
    /// Write the report, as JSON, to this file
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
    /// Leave out the SHA-256 of files, which has to look at every byte
    #[arg(long)]
    no_hash: bool,
    /// Overwrite the report if it exists
    #[arg(long, requires = "out")]
    force: bool,
    /// Do everything except writing files
    #[arg(long)]
    dry_run: bool,
    /// Compare two reports: files, or the name of a reference report (parkan-iron-strategy)
    #[arg(long, value_names = ["A", "B"], num_args = 2, conflicts_with_all = ["paths", "out", "no_hash", "dry_run"])]
    compare: Option<Vec<String>>,
}

pub fn run(args: &Args, world: &World) -> Outcome {
    if let Some([a, b]) = args.compare.as_deref() {
        return compare::run(a, b, world);
    }
    if let Some(out) = &args.out {
        disk::check_free(out, args.force)?;
    }
    let report = surveyed(args, world)?;
    let text = report.to_text();
    if let Some(out) = args.out.as_ref().filter(|_| !args.dry_run) {
        disk::write_bytes(out, args.force, text.as_bytes())?;
    }
    let mut out = world.out();
    if world.json {
        out.write_all(text.as_bytes())?;
    } else {
        show::show(&report, &mut out, world)?;
        if let Some(path) = args.out.as_ref().filter(|_| !world.quiet) {
            let id = if args.dry_run { "cli-survey-dry-run" } else { "cli-survey-written" };
            writeln!(out, "{}", world.say(id, args!(path = disk::shown(path))))?;
        }
    }
    out.flush()?;
    Ok(ExitCode::SUCCESS)
}

/// A file of one of the folders that were named.
struct Found {
    path: PathBuf,
    /// From that folder on.
    name: String,
}

fn surveyed(args: &Args, world: &World) -> Result<SurveyAnswer, Problem> {
    let (mut counted, mut rows, mut found) = (Surveyed::default(), vec![], vec![]);
    for path in &args.paths {
        if let Place::Folder(folder) = disk::locate(path)? {
            let name =
                |file: &Path| file.strip_prefix(&folder).unwrap_or(file).to_string_lossy().replace('\\', "/");
            let files = disk::files_below(&folder)?.into_iter();
            found.extend(files.map(|path| Found { name: name(&path), path }));
        } else {
            let (of, row) = of_input(&Input::open(path)?, args, world)?;
            counted = counted.merged(of);
            rows.push(row);
        }
    }
    let (of, more) = of_files(&found, args, world)?;
    rows.extend(more);
    Ok(SurveyAnswer::new(counted.merged(of), rows))
}

/// One file, or an entry in it, which goes by the name of the file: names of entries stand in no report.
fn of_input(input: &Input, args: &Args, world: &World) -> Result<(Surveyed, SurveyFile), Problem> {
    let name = Path::new(&input.shown).file_name().map_or("-".into(), |name| name.to_string_lossy());
    input.asset(|asset| {
        let progress = world.progress("cli-surveying", || asset.bytes.len() as u64);
        Ok(of_asset(&asset, &name, &input.library(), args, &|bytes| progress.advance(bytes)))
    })
}

/// Files of one folder share what lies beside them, and it is opened once for all of them.
fn of_files(found: &[Found], args: &Args, world: &World) -> Result<(Surveyed, Vec<SurveyFile>), Problem> {
    let folder = |found: &'_ Found| found.path.parent().unwrap_or(Path::new("")).to_owned();
    let beside: HashMap<PathBuf, Beside> =
        found.iter().map(|found| (folder(found), Beside::new(&folder(found)))).collect();
    let size = |found: &Found| found.path.metadata().map_or(0, |facts| facts.len());
    let progress = world.progress("cli-surveying", || found.iter().map(size).sum());
    let one = |found: &Found| of_file(found, &beside[&folder(found)], args, &progress);
    let all: Vec<(Surveyed, SurveyFile)> = found.par_iter().map(one).collect::<Result<_, Problem>>()?;
    let (counted, rows): (Vec<Surveyed>, Vec<SurveyFile>) = all.into_iter().unzip();
    Ok((counted.into_iter().fold(Surveyed::default(), Surveyed::merged), rows))
}

fn of_file(
    found: &Found,
    library: &Beside,
    args: &Args,
    progress: &Progress,
) -> Result<(Surveyed, SurveyFile), Problem> {
    let bytes = disk::open(&found.path)?;
    let path = disk::shown(&found.path);
    let surveyed = of_asset(&Asset::file(&path, &bytes), &found.name, library, args, &|_| ());
    progress.advance(bytes.len());
    Ok(surveyed)
}

/// A file, and its hash: of one file that is work for one core, and the others need not wait for it.
fn of_asset(
    asset: &Asset<'_>,
    name: &str,
    library: &Beside,
    args: &Args,
    done: survey::Done<'_>,
) -> (Surveyed, SurveyFile) {
    let hash = || (!args.no_hash).then(|| hex(&Sha256::digest(asset.bytes)));
    let (hash, counted) = rayon::join(hash, || survey::file(asset, context(library), done));
    let format = asset.kind().map(|kind| kind.id);
    let row = SurveyFile::of(name, asset.bytes.len(), format, hash, &counted);
    (counted, row)
}
