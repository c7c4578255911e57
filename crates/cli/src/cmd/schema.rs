//! `relict schema`: the shapes of answers in JSON.

use super::Outcome;
use crate::world::World;
use clap::builder::PossibleValuesParser;
use relict_toolkit::answer::{self, SCHEMAS};
use std::process::ExitCode;

/// Print the JSON Schema of a command's answer, or of the manifest of an unpacked folder
#[derive(Debug, clap::Args)]
pub struct Args {
    /// A command name, explain-code, or folder (the schema of relict.json)
    #[arg(value_parser = names())]
    command: String,
}

fn names() -> PossibleValuesParser {
    SCHEMAS.iter().map(|(name, _)| *name).into()
}

pub fn run(args: &Args, world: &World) -> Outcome {
    // The names that the parser lets through all have a schema.
    world.answer(&answer::schema(&args.command))?;
    Ok(ExitCode::SUCCESS)
}
