//! The commands, one file each: its arguments, its answer for machines, and `run`.

mod check;
mod completions;
mod convert;
mod demo;
mod diff;
mod explain;
mod find;
mod info;
mod losses;
mod ls;
mod man;
mod pack;
mod pose;
mod refs;
mod remarks;
mod runtime;
mod sample;
mod schema;
mod unpack;

use crate::disk::{self, Place};
use crate::loose;
use crate::mapping::Mapping;
use crate::world::{Colour, World};
use relict::core::format::{Context, Library, Limits};
use relict::messages::Language;
use relict::open::Asset;
use relict::picture::Alpha;
use relict::problem::{IS_FOLDER, Problem};
use std::borrow::Cow;
use std::collections::BTreeMap;
use std::io;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::OnceLock;

/// Opens the assets of old games, explains every byte, and puts them back byte for byte
#[derive(Debug, clap::Parser)]
#[command(
    name = "relict",
    version,
    arg_required_else_help = true,
    subcommand_required = true,
    disable_help_subcommand = true
)]
pub struct Cli {
    #[command(flatten)]
    pub common: Common,
    #[command(subcommand)]
    pub command: Command,
}

#[derive(Debug, clap::Args)]
pub struct Common {
    /// Answer in JSON, for programs
    #[arg(long, global = true)]
    json: bool,
    /// Say only what was asked for
    #[arg(short, long, global = true)]
    quiet: bool,
    /// Say more
    #[arg(short, long, global = true, conflicts_with = "quiet")]
    verbose: bool,
    /// The language to speak; by default that of the locale
    #[arg(long, global = true, value_name = "LANGUAGE", value_parser = ["en", "ru"])]
    lang: Option<String>,
    /// When to use colour
    #[arg(long, global = true, value_name = "WHEN", default_value = "auto", hide_default_value = true)]
    color: Colour,
}

impl Common {
    pub fn world(&self, language: Language) -> World {
        World { language, json: self.json, quiet: self.quiet, verbose: self.verbose, colour: self.color }
    }
}

#[derive(Debug, clap::Subcommand)]
pub enum Command {
    Info(info::Args),
    Ls(ls::Args),
    Find(find::Args),
    Explain(explain::Args),
    Check(check::Args),
    Unpack(unpack::Args),
    Pack(pack::Args),
    Convert(convert::Args),
    Diff(diff::Args),
    Refs(refs::Args),
    Pose(pose::Args),
    Runtime(runtime::Args),
    Sample(sample::Args),
    Demo(demo::Args),
    Completions(completions::Args),
    Man(man::Args),
    Schema(schema::Args),
}

pub fn run(command: &Command, world: &World) -> Outcome {
    match command {
        Command::Info(args) => info::run(args, world),
        Command::Ls(args) => ls::run(args, world),
        Command::Find(args) => find::run(args, world),
        Command::Explain(args) => explain::run(args, world),
        Command::Check(args) => check::run(args, world),
        Command::Unpack(args) => unpack::run(args, world),
        Command::Pack(args) => pack::run(args, world),
        Command::Convert(args) => convert::run(args, world),
        Command::Diff(args) => diff::run(args, world),
        Command::Refs(args) => refs::run(args, world),
        Command::Pose(args) => pose::run(args, world),
        Command::Runtime(args) => runtime::run(args, world),
        Command::Sample(args) => sample::run(args, world),
        Command::Demo(args) => demo::run(args, world),
        Command::Completions(args) => completions::run(args, world),
        Command::Man(args) => man::run(args, world),
        Command::Schema(args) => schema::run(args, world),
    }
}

/// Why a command could not be done.
#[derive(Debug)]
pub enum Failure {
    Problem(Problem),
    /// The answer could not be written.
    Output(io::Error),
}

impl From<Problem> for Failure {
    fn from(problem: Problem) -> Self {
        Self::Problem(problem)
    }
}

impl From<io::Error> for Failure {
    fn from(error: io::Error) -> Self {
        Self::Output(error)
    }
}

pub type Outcome = Result<ExitCode, Failure>;

/// Findings, differences: done, but not all is well.
pub const FINDINGS: u8 = 1;

/// A file with the way into it, as a person named both.
#[derive(Debug)]
pub struct Input {
    pub shown: String,
    pub bytes: Mapping,
    pub inner: Vec<String>,
    /// Where files beside it are looked for.
    pub folder: PathBuf,
}

impl Input {
    /// Opens what `path` names; a folder is a problem.
    pub fn open(path: &str) -> Result<Self, Problem> {
        match disk::locate(path)? {
            Place::Folder(folder) => Err(Problem::new(IS_FOLDER, disk::shown(&folder), vec![])),
            Place::StandardInput => Ok(Self {
                shown: "-".into(),
                bytes: Mapping::Read(disk::read_input()?),
                inner: vec![],
                folder: PathBuf::new(),
            }),
            Place::File { path, inner } => Self::file(&path, inner),
        }
    }

    /// The same, but a folder in which the entries of an archive lie loose is taken for that archive.
    pub fn whole(path: &str) -> Result<Self, Problem> {
        let Place::Folder(folder) = disk::locate(path)? else { return Self::open(path) };
        match loose::archive(&folder)? {
            Some(bytes) => {
                Ok(Self { shown: disk::shown(&folder), bytes: Mapping::Read(bytes), inner: vec![], folder })
            }
            None => Err(Problem::new(IS_FOLDER, disk::shown(&folder), vec![])),
        }
    }

    pub fn file(path: &Path, inner: Vec<String>) -> Result<Self, Problem> {
        let bytes = disk::open(path)?;
        let folder = path.parent().map(Path::to_owned).unwrap_or_default();
        Ok(Self { shown: disk::shown(path), bytes, inner, folder })
    }

    /// Hands what the path names to `then`.
    pub fn asset<R>(&self, then: impl FnOnce(Asset<'_>) -> Result<R, Problem>) -> Result<R, Problem> {
        let steps: Vec<&str> = self.inner.iter().map(String::as_str).collect();
        Asset::file(&self.shown, &self.bytes).descend(&steps, Limits::default(), then)
    }

    pub fn library(&self) -> Beside {
        Beside::new(&self.folder)
    }
}

/// The files beside the one that is open. Each is opened once, however often it is asked for.
#[derive(Debug)]
pub struct Beside {
    folder: PathBuf,
    files: OnceLock<Neighbours>,
}

/// By name in lower case; of names that differ by case alone, the first.
type Neighbours = BTreeMap<String, (PathBuf, OnceLock<Option<Mapping>>)>;

impl Beside {
    pub fn new(folder: &Path) -> Self {
        let here = if folder.as_os_str().is_empty() { Path::new(".") } else { folder };
        Self { folder: here.to_owned(), files: OnceLock::new() }
    }

    fn list(&self) -> Neighbours {
        let entries = std::fs::read_dir(&self.folder).into_iter().flatten().flatten();
        let mut paths: Vec<PathBuf> = entries.map(|entry| entry.path()).collect();
        paths.sort_unstable_by(|a, b| b.cmp(a));
        let name = |path: &Path| path.file_name().map(|name| name.to_string_lossy().to_lowercase());
        paths.into_iter().filter_map(|path| Some((name(&path)?, (path, OnceLock::new())))).collect()
    }
}

impl Library for Beside {
    fn file(&self, name: &str) -> Option<Cow<'_, [u8]>> {
        let files = self.files.get_or_init(|| self.list());
        let (path, mapping) = files.get(&name.to_lowercase())?;
        let bytes = mapping.get_or_init(|| disk::open(path).ok()).as_ref()?;
        Some(Cow::Borrowed(bytes))
    }
}

pub fn context(library: &Beside) -> Context<'_> {
    Context::new(library)
}

/// `--alpha`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, clap::ValueEnum)]
pub enum AlphaArg {
    #[default]
    Keep,
    Opaque,
    Split,
}

impl From<AlphaArg> for Alpha {
    fn from(alpha: AlphaArg) -> Self {
        match alpha {
            AlphaArg::Keep => Self::Keep,
            AlphaArg::Opaque => Self::Opaque,
            AlphaArg::Split => Self::Split,
        }
    }
}

/// What an answer in JSON begins with.
pub fn schema_id(command: &str) -> String {
    format!("relict.{command}/1")
}
