//! `relict schema`: the shapes of answers in JSON.

use super::{Outcome, check, convert, demo, diff, explain, find, info, ls, pack, sample, unpack};
use crate::world::World;
use relict::folder::Manifest;
use schemars::{Schema, schema_for};
use std::process::ExitCode;

/// Print the JSON Schema of a command's answer, or of the manifest of an unpacked folder
#[derive(Debug, clap::Args)]
pub struct Args {
    /// A command, explain-code, or folder for relict.json
    #[arg(value_parser = NAMES)]
    command: String,
}

const NAMES: [&str; 13] = [
    "info",
    "ls",
    "find",
    "explain",
    "explain-code",
    "check",
    "unpack",
    "pack",
    "convert",
    "diff",
    "sample",
    "demo",
    "folder",
];

fn schema(name: &str) -> Schema {
    match name {
        "info" => schema_for!(info::Answer),
        "ls" => schema_for!(ls::Answer),
        "find" => schema_for!(find::Answer),
        "explain" => schema_for!(explain::Answer),
        "explain-code" => schema_for!(explain::CodeAnswer),
        "check" => schema_for!(check::Answer),
        "unpack" => schema_for!(unpack::Answer),
        "pack" => schema_for!(pack::Answer),
        "convert" => schema_for!(convert::Answer),
        "diff" => schema_for!(diff::Answer),
        "sample" => schema_for!(sample::Answer),
        "demo" => schema_for!(demo::Answer),
        _ => schema_for!(Manifest),
    }
}

pub fn run(args: &Args, world: &World) -> Outcome {
    let mut schema = schema(&args.command);
    let id = if args.command == "folder" {
        relict::folder::SCHEMA.into()
    } else {
        super::schema_id(&args.command)
    };
    schema.insert("title".into(), id.into());
    world.answer(&schema)?;
    Ok(ExitCode::SUCCESS)
}
