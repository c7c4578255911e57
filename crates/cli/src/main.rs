//! The program `relict`: finds the command, runs it, and says what could not be done.

mod cmd;
mod help;
mod table;
mod world;

use clap::{CommandFactory, FromArgMatches};
use cmd::{Cli, Failure};
use relict_disk as disk;
use relict_toolkit::messages::Language;
use std::process::ExitCode;

/// Nothing to say, findings, could not do it.
const COULD_NOT: u8 = 2;

fn main() -> ExitCode {
    let language = help::language(std::env::args_os());
    let command = help::localised(Cli::command(), language);
    let parsed = command.try_get_matches().and_then(|matches| Cli::from_arg_matches(&matches));
    let cli = match parsed {
        Ok(cli) => cli,
        Err(error) => return help::usage(&error, language),
    };
    let world = cli.common.world(language);
    match cmd::run(&cli.command, &world) {
        Ok(code) => code,
        // Whoever read our output has seen enough: `relict ls | head` is no failure.
        Err(Failure::Output(error)) if error.kind() == std::io::ErrorKind::BrokenPipe => ExitCode::SUCCESS,
        Err(Failure::Output(error)) => {
            world.complain(&disk::failed(std::path::Path::new("-"), &error));
            ExitCode::from(COULD_NOT)
        }
        Err(Failure::Problem(problem)) => {
            world.complain(&problem);
            ExitCode::from(COULD_NOT)
        }
        Err(Failure::Problems(problems)) => {
            problems.iter().for_each(|problem| world.complain(problem));
            ExitCode::from(COULD_NOT)
        }
    }
}

/// The language to speak when nothing was said about it.
fn locale_language() -> Language {
    // What people set by hand comes before what the system suggests.
    let set = ["RELICT_LANG", "LC_ALL", "LC_MESSAGES", "LANG"]
        .iter()
        .find_map(|name| std::env::var(name).ok().filter(|value| !value.is_empty()));
    Language::of_locale(&set.or_else(sys_locale::get_locale).unwrap_or_default())
}
