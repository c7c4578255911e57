//! `relict convert`: one asset to another form, by the ending of the output.

use super::{Input, Outcome, schema_id};
use crate::disk;
use crate::world::{GREEN, World};
use relict::FORMATS;
use relict::core::args;
use relict::core::format::{Kind, Origin};
use relict::core::report::Arg;
use relict::open::Asset;
use relict::problem::{self, CONVERT_ENDING, Problem};
use schemars::JsonSchema;
use serde::Serialize;
use serde_json::Value;
use std::io::Write;
use std::path::Path;
use std::process::ExitCode;

/// Convert one asset: to .json and back, or to a file of its own, by the ending of OUT
#[derive(Debug, clap::Args)]
pub struct Args {
    /// A file, an entry inside it, or - for standard input
    path: String,
    /// The file to write, or - for standard output (as JSON)
    out: String,
    /// Overwrite the file if it exists
    #[arg(long)]
    force: bool,
    /// Do everything but write
    #[arg(long)]
    dry_run: bool,
}

#[derive(Debug, Serialize, JsonSchema)]
pub struct Answer {
    schema: String,
    path: String,
    out: String,
    /// The format that was read; none for bytes that are copied as they are.
    from: Option<String>,
    to: String,
    size: usize,
    dry_run: bool,
}

pub fn run(args: &Args, world: &World) -> Outcome {
    if args.out != "-" {
        disk::check_free(Path::new(&args.out), args.force)?;
    }
    let input = Input::open(&args.path)?;
    let (answer, bytes) = input.asset(|asset| convert(&asset, args))?;
    if args.out == "-" && !args.dry_run {
        let mut out = std::io::stdout().lock();
        out.write_all(&bytes)?;
        out.flush()?;
        return Ok(ExitCode::SUCCESS);
    }
    if !args.dry_run {
        disk::write_bytes(Path::new(&args.out), args.force, &bytes)?;
    }
    if world.json {
        world.answer(&answer)?;
    } else if !world.quiet {
        let id = if args.dry_run { "cli-convert-would" } else { "cli-convert-done" };
        let mut out = world.out();
        let numbers = args!(path = answer.path, out = answer.out, size = answer.size);
        writeln!(out, "{GREEN}{}{GREEN:#}", world.say(id, numbers))?;
        out.flush()?;
    }
    Ok(ExitCode::SUCCESS)
}

fn convert(asset: &Asset<'_>, args: &Args) -> Result<(Answer, Vec<u8>), Problem> {
    let ending = Path::new(&args.out).extension().map(|ending| ending.to_string_lossy().to_lowercase());
    let ending = if args.out == "-" { "json" } else { ending.as_deref().unwrap_or_default() };
    let kind = asset.kind();
    let (to, bytes) = match (kind, ending) {
        (Some(_), "json") => ("json", to_json(asset)?),
        (None, _) if is_document(asset) => from_json(asset, ending)?,
        // An entry as a file of its own, whatever it is called.
        _ if kind.map_or_else(|| may_be_called(asset, ending), |kind| kind.endings.contains(&ending)) => {
            (kind.map_or("bytes", |kind| kind.id), asset.bytes.to_vec())
        }
        _ => return Err(no_way(asset, kind, ending)),
    };
    let answer = Answer {
        schema: schema_id("convert"),
        path: asset.path.into(),
        out: args.out.clone(),
        from: kind.map(|kind| kind.id.into()),
        to: to.into(),
        size: bytes.len(),
        dry_run: args.dry_run,
    };
    Ok((answer, bytes))
}

/// What an ending promises to be a form of its own, and not bytes copied as they are.
const CONVERTED: [&str; 5] = ["json", "png", "glb", "gltf", "obj"];

/// Whether bytes of no known format may be copied to a file with this ending.
fn may_be_called(asset: &Asset<'_>, ending: &str) -> bool {
    !CONVERTED.contains(&ending) || asset.origin.ends_with(&format!(".{ending}"))
}

/// By its name, or by what [`to_json`] writes first: standard input has no name.
fn is_document(asset: &Asset<'_>) -> bool {
    let text = asset.bytes.trim_ascii_start();
    let head = &text[..text.len().min(100)];
    let marked = || head.windows(DOCUMENT.len()).any(|text| text == DOCUMENT.as_bytes());
    asset.origin.ends_with(".json") || (head.starts_with(b"{") && marked())
}

const DOCUMENT: &str = "relict.document/1";

fn no_way(asset: &Asset<'_>, kind: Option<&Kind>, ending: &str) -> Problem {
    let endings = |kind: &Kind| [&["json"], kind.endings].concat();
    let known = kind.map_or(vec!["bin"], endings);
    let format = kind.map_or("?", |kind| kind.id);
    Problem::new(
        CONVERT_ENDING,
        asset.path,
        args!(ending = ending, known = known.join(", "), format = format),
    )
}

/// The document under its format's name, so that the way back needs no guess.
fn to_json(asset: &Asset<'_>) -> Result<Vec<u8>, Problem> {
    let (kind, document) = asset.open()?;
    let format = serde_json::to_string(kind.id).unwrap_or_default();
    let mut text =
        format!("{{\n\"schema\": \"{DOCUMENT}\",\n\"format\": {format},\n\"document\": ").into_bytes();
    document.json_to(&mut text).map_err(|e| disk::failed(Path::new(asset.path), &e))?;
    text.extend_from_slice(b"\n}\n");
    Ok(text)
}

fn from_json(asset: &Asset<'_>, ending: &str) -> Result<(&'static str, Vec<u8>), Problem> {
    let unfit = |args: Vec<(&'static str, Arg)>| Problem::new(problem::JSON, asset.path, args);
    let json: Value = serde_json::from_slice(asset.bytes)
        .map_err(|e| unfit(args!(wanted = "JSON", found = e.to_string())))?;
    let format = json.get("format").and_then(Value::as_str).unwrap_or_default();
    let kind = FORMATS
        .named(format)
        .ok_or_else(|| unfit(args!(wanted = "a format that relict knows", found = format)))?;
    if !kind.endings.contains(&ending) {
        return Err(no_way(asset, Some(kind), ending));
    }
    let document = json.get("document").unwrap_or(&Value::Null);
    let bytes = kind.build(document, Origin::default());
    bytes.map(|bytes| (kind.id, bytes)).map_err(|e| Problem::at_field(problem::JSON, asset.path, &e))
}
