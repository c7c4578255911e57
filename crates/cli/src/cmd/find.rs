//! `relict find`: entries by name or pattern, at every depth.

use super::{Input, Outcome};
use crate::disk::{self, Place};
use crate::table::{Align, Table};
use crate::world::World;
use rayon::prelude::*;
use relict_toolkit::answer::{FindAnswer, Match, schema_id};
use relict_toolkit::core::args;
use relict_toolkit::find::{self, Pattern};
use relict_toolkit::open::Asset;
use relict_toolkit::problem::Problem;
use std::io::Write;
use std::path::PathBuf;
use std::process::ExitCode;

/// The column of meanings, which few entries have.
const MEANING: usize = 2;

/// Find entries by name or pattern at any depth, in archives and folders
#[derive(Debug, clap::Args)]
pub struct Args {
    /// Part of a name, or a pattern such as *.0, tank.*, units.rlb/** (case-insensitive)
    pattern: String,
    /// Files, archives or folders to search
    #[arg(required = true)]
    paths: Vec<String>,
}

pub fn run(args: &Args, world: &World) -> Outcome {
    let pattern = Pattern::new(&args.pattern)?;
    let mut matches = vec![];
    for path in &args.paths {
        matches.extend(search(path, &pattern)?);
    }
    if world.json {
        world.answer(&FindAnswer { schema: schema_id("find"), pattern: args.pattern.clone(), matches })?;
        return Ok(ExitCode::SUCCESS);
    }
    let mut out = world.out();
    let head = |id: &str, align| (world.say(&format!("cli-head-{id}"), vec![]), align);
    let heads = vec![
        head("size", Align::Right),
        head("format", Align::Left),
        head("meaning", Align::Left),
        head("path", Align::Left),
    ];
    let mut table = Table::new(heads.clone());
    let count = matches.len();
    for found in matches {
        table.number(found.size);
        table.cell(found.format.unwrap_or("-"));
        table.cell(found.meaning.unwrap_or_default());
        table.cell(&found.path);
    }
    if count > 0 {
        Table::write_parts(&heads, &[&table], Some(MEANING), &mut out)?;
    }
    out.flush()?;
    world.note("cli-find-total", args!(count = count));
    Ok(ExitCode::SUCCESS)
}

fn answers(found: Vec<find::Match>) -> Vec<Match> {
    found.into_iter().map(Match::from).collect()
}

fn search(path: &str, pattern: &Pattern) -> Result<Vec<Match>, Problem> {
    let Place::Folder(folder) = disk::locate(path)? else {
        return Input::open(path)?.asset(|asset| Ok(answers(find::in_file(&asset, pattern))));
    };
    let files: Vec<PathBuf> = disk::files_below(&folder)?;
    let found: Vec<Vec<Match>> = files
        .par_iter()
        .map(|file| {
            let (bytes, path) = (disk::open(file)?, disk::shown(file));
            Ok(answers(find::in_file(&Asset::file(&path, &bytes), pattern)))
        })
        .collect::<Result<_, Problem>>()?;
    Ok(found.into_iter().flatten().collect())
}
