//! The commands, one file each: its arguments, its answer for machines, and `run`.

mod check;
mod completions;
mod convert;
mod demo;
mod diff;
mod draw;
mod explain;
mod find;
mod info;
mod instance;
mod ls;
mod man;
mod pack;
mod pick;
mod pose;
mod refs;
mod runtime;
mod sample;
mod schema;
mod survey;
mod unpack;
mod view;

use crate::world::{Colour, World};
use relict_disk::{Beside, Input};
use relict_toolkit::core::format::Context;
use relict_toolkit::core::image::Palette;
use relict_toolkit::messages::Language;
use relict_toolkit::picture::{self, Alpha};
use relict_toolkit::problem::Problem;
use std::io;
use std::process::ExitCode;

/// View, check, explain, edit and rebuild the assets of old games, byte for byte
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
    /// Print JSON instead of text
    #[arg(long, global = true)]
    json: bool,
    /// Print only the result
    #[arg(short, long, global = true)]
    quiet: bool,
    /// Print more details
    #[arg(short, long, global = true, conflicts_with = "quiet")]
    verbose: bool,
    /// Language of messages (default: from the locale)
    #[arg(long, global = true, value_name = "LANGUAGE", value_parser = ["en", "ru"])]
    lang: Option<String>,
    /// When to use colours
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
    Survey(survey::Args),
    Pose(pose::Args),
    Draw(draw::Args),
    Pick(pick::Args),
    Runtime(runtime::Args),
    View(view::Args),
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
        Command::Survey(args) => survey::run(args, world),
        Command::Pose(args) => pose::run(args, world),
        Command::Draw(args) => draw::run(args, world),
        Command::Pick(args) => pick::run(args, world),
        Command::Runtime(args) => runtime::run(args, world),
        Command::View(args) => view::run(args, world),
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
    /// All at once, where there are several.
    Problems(Vec<Problem>),
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

pub fn context(library: &Beside) -> Context<'_> {
    Context::new(library)
}

/// `--palette`.
#[derive(Debug, clap::Args)]
pub struct PaletteArg {
    /// Palette for textures that have none of their own: a PAL.PAL, or a file of 256 colours (blue, green, red, unused)
    #[arg(long, value_name = "FILE")]
    palette: Option<String>,
}

impl PaletteArg {
    pub fn is_given(&self) -> bool {
        self.palette.is_some()
    }

    pub fn read(&self) -> Result<Option<Palette>, Problem> {
        let read =
            |path: &String| Input::open(path)?.asset(|asset| picture::palette(asset.path, asset.bytes));
        self.palette.as_ref().map(read).transpose()
    }

    /// The files beside an input, and the palette.
    pub fn library(&self, input: &Input) -> Result<Beside, Problem> {
        Ok(input.library().with_palette(self.read()?))
    }
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

/// A number as people read it: no more than three digits behind the point, and no zero with a minus.
pub fn short(number: f32) -> String {
    let text = format!("{number:.3}");
    let text = text.trim_end_matches('0').trim_end_matches('.');
    if text == "-0" { "0".into() } else { text.into() }
}

#[cfg(test)]
mod tests {
    use super::short;

    #[test]
    fn numbers_are_short() {
        let all = [0.0, -0.0, -0.0001, 1.0, 2.5, 0.12345, -100.0, 1e10].map(short);
        assert_eq!(all, ["0", "0", "0", "1", "2.5", "0.123", "-100", "10000000000"]);
    }
}
