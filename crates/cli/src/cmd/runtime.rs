//! `relict runtime`: the engine's material manager, run on a script of calls.

use super::{Beside, Input, Outcome};
use crate::disk::{self, Place};
use crate::world::{BOLD, DIM, RED, World, YELLOW};
use relict_toolkit::answer::{Message, RuntimeAnswer, RuntimeCall, schema_id};
use relict_toolkit::core::error::Error;
use relict_toolkit::core::report::Args as Named;
use relict_toolkit::core::text::printable;
use relict_toolkit::messages::key;
use relict_toolkit::ngi::runtime::scenario;
use relict_toolkit::phrases;
use relict_toolkit::problem::{NOT_FOLDER, Problem, SCENARIO};
use serde_json::{Map, Value};
use std::io::Write;
use std::path::PathBuf;
use std::process::ExitCode;

/// Run a script of calls on the engine's material manager and print the results
#[derive(Debug, clap::Args)]
pub struct Args {
    /// Script as a JSON file, or - for standard input
    scenario: String,
    /// Folder with the game's libraries (default: the folder of the script)
    #[arg(long, value_name = "DIR")]
    game: Option<String>,
}

pub fn run(args: &Args, world: &World) -> Outcome {
    let input = Input::open(&args.scenario)?;
    let folder = args.game.as_deref().map_or_else(|| Ok(input.folder.clone()), game)?;
    let answers = input.asset(|asset| {
        let nonsense = |error: &Error| Problem::at_field(SCENARIO, asset.path, error);
        let json: Value = serde_json::from_slice(asset.bytes)
            .map_err(|e| nonsense(&Error::unexpected(phrases::json(), phrases::json_flaw(&e))))?;
        scenario::run(&json, &Beside::new(&folder)).map_err(|e| nonsense(&e))
    })?;
    let answers: Vec<RuntimeCall> =
        answers.into_iter().enumerate().map(|(i, answer)| answered(i, answer, world)).collect();
    if world.json {
        let errors = answers.iter().filter(|answer| answer.error.is_some()).count();
        world.answer(&RuntimeAnswer { schema: schema_id("runtime"), path: input.shown, errors, answers })?;
        return Ok(ExitCode::SUCCESS);
    }
    let mut out = world.out();
    answers.iter().try_for_each(|answer| listed(answer, world, &mut out))?;
    out.flush()?;
    Ok(ExitCode::SUCCESS)
}

/// The folder that `--game` names.
fn game(path: &str) -> Result<PathBuf, Problem> {
    match disk::locate(path)? {
        Place::Folder(folder) => Ok(folder),
        _ => Err(Problem::new(NOT_FOLDER, path, vec![])),
    }
}

fn answered(number: usize, answer: scenario::Answer, world: &World) -> RuntimeCall {
    let said =
        |code: &'static str, args: &Named| Message { code, message: world.catalogue().say(&key(code), args) };
    let error = answer.outcome.as_ref().err().map(|error| said(error.code(), &error.args()));
    let remarks = answer.log.remarks.iter().map(|remark| said(remark.code, &remark.args));
    RuntimeCall {
        number,
        call: answer.call.get("call").and_then(Value::as_str).unwrap_or_default().into(),
        times: answer.call.contains_key("times").then_some(answer.times),
        error,
        remarks: remarks.collect(),
        messages: answer.log.messages,
        left_out: answer.log.left_out,
        answer: answer.outcome.ok(),
        stated: answer.call,
    }
}

/// A call, its answer, and what was said.
fn listed(answer: &RuntimeCall, world: &World, out: &mut impl Write) -> std::io::Result<()> {
    let arguments = answer.stated.iter().filter(|(name, _)| *name != "call");
    let arguments: String = arguments.map(|(name, value)| format!(" {name}={value}")).collect();
    let (number, call) = (answer.number, printable(&answer.call));
    writeln!(out, "{DIM}{number:>4}{DIM:#} {BOLD}{call}{BOLD:#}{}", printable(&arguments))?;
    for message in &answer.messages {
        let label = world.say("runtime-engine", vec![]);
        writeln!(out, "     {YELLOW}{label}{YELLOW:#} {}", printable(message))?;
    }
    for Message { code, message } in &answer.remarks {
        writeln!(out, "     {YELLOW}{}[{code}]{YELLOW:#}: {message}", world.say("runtime-remark", vec![]))?;
    }
    if let Some(Message { code, message }) = &answer.error {
        writeln!(out, "     {RED}{}[{code}]{RED:#}: {message}", world.say("cli-error", vec![]))?;
    }
    let mut lines = vec![];
    answer.answer.iter().for_each(|answer| spread(answer, 0, &mut lines));
    lines.iter().try_for_each(|line| writeln!(out, "     {}", printable(line)))
}

/// The members of an answer: the plain ones in a line, each list and each object in lines of their own.
fn spread(answer: &Map<String, Value>, depth: usize, lines: &mut Vec<String>) {
    let indent = "  ".repeat(depth);
    let plain = plain(answer);
    if !plain.is_empty() {
        lines.push(format!("{indent}{plain}"));
    }
    for (name, value) in answer {
        match value {
            Value::Object(inner) => branch(name, inner, depth, lines),
            Value::Array(items) if items.iter().any(Value::is_object) => {
                for (i, item) in items.iter().filter_map(Value::as_object).enumerate() {
                    branch(&format!("{name}[{i}]"), item, depth, lines);
                }
            }
            // The same floats once more, for programs.
            Value::Array(items) if name != "hex" && !items.is_empty() => {
                let items = items.iter().map(|item| short(item).unwrap_or_else(|| item.to_string()));
                lines.push(format!("{indent}{name}: {}", items.collect::<Vec<_>>().join(" ")));
            }
            _ => {}
        }
    }
}

/// An object under its name; in one line if that is enough.
fn branch(name: &str, inner: &Map<String, Value>, depth: usize, lines: &mut Vec<String>) {
    let indent = "  ".repeat(depth);
    if inner.values().any(|value| value.is_array() || value.is_object()) {
        lines.push(format!("{indent}{name}:"));
        spread(inner, depth + 1, lines);
    } else {
        lines.push(format!("{indent}{name}: {}", plain(inner)));
    }
}

/// `time 50, key 0`: what fits a line, and is there at all.
fn plain(answer: &Map<String, Value>) -> String {
    let there = answer.iter().filter(|(_, value)| !value.is_null());
    let members = there.filter_map(|(name, value)| Some(format!("{name} {}", short(value)?)));
    members.collect::<Vec<_>>().join(", ")
}

/// A value that fits a line; floats with as many digits as a float of 32 bits has.
fn short(value: &Value) -> Option<String> {
    Some(match value {
        Value::String(text) => text.clone(),
        Value::Number(number) if number.is_f64() => (number.as_f64()? as f32).to_string(),
        Value::Null | Value::Bool(_) | Value::Number(_) => value.to_string(),
        Value::Array(_) | Value::Object(_) => return None,
    })
}
