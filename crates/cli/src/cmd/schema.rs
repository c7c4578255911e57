//! `relict schema`: the shapes of answers in JSON.

use super::{
    Outcome, check, convert, demo, diff, explain, find, info, ls, pack, pose, refs, runtime, sample, unpack,
    view,
};
use crate::world::World;
use relict::folder::Manifest;
use schemars::generate::SchemaSettings;
use schemars::{JsonSchema, Schema, schema_for};
use std::process::ExitCode;

/// Print the JSON Schema of a command's answer, or of the manifest of an unpacked folder
#[derive(Debug, clap::Args)]
pub struct Args {
    /// A command name, explain-code, or folder (the schema of relict.json)
    #[arg(value_parser = NAMES)]
    command: String,
}

const NAMES: [&str; 17] = [
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
    "refs",
    "pose",
    "runtime",
    "view",
    "sample",
    "demo",
    "folder",
];

fn schema(name: &str) -> Schema {
    match name {
        "info" => of_answer::<info::Answer>(),
        "ls" => of_answer::<ls::Answer>(),
        "find" => of_answer::<find::Answer>(),
        "explain" => of_answer::<explain::Answer>(),
        "explain-code" => of_answer::<explain::CodeAnswer>(),
        "check" => of_answer::<check::Answer>(),
        "unpack" => of_answer::<unpack::Answer>(),
        "pack" => of_answer::<pack::Answer>(),
        "convert" => of_answer::<convert::Answer>(),
        "diff" => of_answer::<diff::Answer>(),
        "refs" => of_answer::<refs::Answer<'_>>(),
        "pose" => of_answer::<pose::Answer>(),
        "runtime" => of_answer::<runtime::Answer>(),
        "view" => of_answer::<view::Answer>(),
        "sample" => of_answer::<sample::Answer>(),
        "demo" => of_answer::<demo::Answer>(),
        _ => schema_for!(Manifest),
    }
}

/// As answers are written: what may be left out of one is not required.
fn of_answer<T: JsonSchema>() -> Schema {
    SchemaSettings::default().for_serialize().into_generator().into_root_schema_for::<T>()
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
