//! `relict completions`: what a shell needs to complete commands.

use super::{Cli, Outcome};
use crate::world::World;
use clap::CommandFactory;
use std::io::Write;
use std::process::ExitCode;

/// Print a completion script for a shell
#[derive(Debug, clap::Args)]
pub struct Args {
    /// Shell
    shell: clap_complete::Shell,
}

pub fn run(args: &Args, world: &World) -> Outcome {
    // Through memory, since the generator panics on a closed pipe.
    let mut script = vec![];
    clap_complete::generate(args.shell, &mut Cli::command(), "relict", &mut script);
    let mut out = world.out();
    out.write_all(&script)?;
    out.flush()?;
    Ok(ExitCode::SUCCESS)
}
