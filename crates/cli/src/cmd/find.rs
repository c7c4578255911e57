//! `relict find`: entries by name or pattern, at every depth.

use super::{Input, Outcome, schema_id};
use crate::disk::{self, Place};
use crate::table::{Align, Table};
use crate::world::World;
use globset::{GlobBuilder, GlobMatcher};
use rayon::prelude::*;
use relict::allowance::Allowance;
use relict::core::archive::Archive;
use relict::core::args;
use relict::core::format::Limits;
use relict::open::Asset;
use relict::path;
use relict::problem::{PATTERN, Problem};
use schemars::JsonSchema;
use serde::Serialize;
use std::io::Write;
use std::path::PathBuf;
use std::process::ExitCode;

/// Find entries by name or pattern, at every depth, in archives and folders
#[derive(Debug, clap::Args)]
pub struct Args {
    /// A part of a name, or a pattern such as *.0, tank.*, units.rlb/**; case does not count
    pattern: String,
    /// Files, archives or folders to search
    #[arg(required = true)]
    paths: Vec<String>,
}

#[derive(Debug, Serialize, JsonSchema)]
pub struct Answer {
    schema: String,
    pattern: String,
    matches: Vec<Match>,
}

#[derive(Debug, Serialize, JsonSchema)]
pub struct Match {
    path: String,
    /// None where no format claims the bytes.
    format: Option<&'static str>,
    size: usize,
}

/// How names are compared with what a person wrote.
enum Pattern {
    /// Anywhere in the name.
    Part(String),
    /// The whole name, or the whole path if the pattern has a slash.
    Glob { matcher: GlobMatcher, whole: bool },
}

impl Pattern {
    fn new(pattern: &str) -> Result<Self, Problem> {
        if !pattern.contains(['*', '?', '[', '{']) {
            return Ok(Self::Part(pattern.to_lowercase()));
        }
        let glob = GlobBuilder::new(pattern).case_insensitive(true).literal_separator(true).build();
        let glob = glob.map_err(|e| Problem::new(PATTERN, pattern, args!(reason = e.kind().to_string())))?;
        Ok(Self::Glob { matcher: glob.compile_matcher(), whole: pattern.contains('/') })
    }

    fn matches(&self, path: &str) -> bool {
        let name = path.rsplit('/').next().unwrap_or(path);
        match self {
            Self::Part(part) => name.to_lowercase().contains(part),
            Self::Glob { matcher, whole: true } => {
                matcher.is_match(path)
                    || path.match_indices('/').any(|(at, _)| matcher.is_match(&path[at + 1..]))
            }
            Self::Glob { matcher, whole: false } => matcher.is_match(name),
        }
    }
}

pub fn run(args: &Args, world: &World) -> Outcome {
    let pattern = Pattern::new(&args.pattern)?;
    let mut matches = vec![];
    for path in &args.paths {
        matches.extend(search(path, &pattern)?);
    }
    if world.json {
        world.answer(&Answer { schema: schema_id("find"), pattern: args.pattern.clone(), matches })?;
        return Ok(ExitCode::SUCCESS);
    }
    let mut out = world.out();
    let head = |id: &str, align| (world.say(&format!("cli-head-{id}"), vec![]), align);
    let mut table =
        Table::new(vec![head("size", Align::Right), head("format", Align::Left), head("path", Align::Left)]);
    let count = matches.len();
    for found in matches {
        table.row(vec![found.size.to_string(), found.format.unwrap_or("-").into(), found.path]);
    }
    if count > 0 {
        table.write(&mut out)?;
    }
    out.flush()?;
    world.note("cli-find-total", args!(count = count));
    Ok(ExitCode::SUCCESS)
}

fn search(path: &str, pattern: &Pattern) -> Result<Vec<Match>, Problem> {
    let Place::Folder(folder) = disk::locate(path)? else {
        return Input::open(path)?.asset(|asset| Ok(in_file(&asset, pattern)));
    };
    let files: Vec<PathBuf> = disk::files_below(&folder)?;
    let found: Vec<Vec<Match>> = files
        .par_iter()
        .map(|file| {
            let (bytes, path) = (disk::open(file)?, disk::shown(file));
            Ok(in_file(&Asset::file(&path, &bytes), pattern))
        })
        .collect::<Result<_, Problem>>()?;
    Ok(found.into_iter().flatten().collect())
}

fn in_file(asset: &Asset<'_>, pattern: &Pattern) -> Vec<Match> {
    in_asset(asset, pattern, Allowance::for_size(asset.bytes.len()), Limits::default().depth)
}

fn in_asset(asset: &Asset<'_>, pattern: &Pattern, allowance: Allowance, depth: usize) -> Vec<Match> {
    let kind = asset.kind();
    let mut found = vec![];
    if pattern.matches(asset.path) {
        let format = kind.map(|kind| kind.id);
        found.push(Match { path: asset.path.into(), format, size: asset.bytes.len() });
    }
    if kind.is_some_and(|kind| kind.is_archive)
        && depth > 0
        && let Ok((_, document)) = asset.open()
        && let Some(archive) = document.as_archive()
    {
        found.extend(in_archive(&*archive, asset.path, pattern, allowance, depth - 1));
    }
    found
}

fn in_archive(
    archive: &dyn Archive,
    outer: &str,
    pattern: &Pattern,
    allowance: Allowance,
    depth: usize,
) -> Vec<Match> {
    let shares = allowance.shared_out(archive);
    let look = |(i, (step, share)): (usize, (&String, &Option<Allowance>))| {
        let path = format!("{outer}/{step}");
        let Some(entry) = archive.entry(i) else { return vec![] };
        let bytes = share.and_then(|share| Some((share, archive.payload(i, Limits::default()).ok()?)));
        match bytes {
            Some((share, bytes)) => {
                let asset = Asset { path: &path, origin: entry.origin(), bytes: &bytes, holder: None };
                in_asset(&asset, pattern, share, depth)
            }
            // Its bytes cannot be had, or cost too much; its name is there.
            None if pattern.matches(&path) => vec![Match { path, format: None, size: entry.size }],
            None => vec![],
        }
    };
    path::steps(archive).par_iter().zip(&shares).enumerate().flat_map_iter(look).collect()
}
