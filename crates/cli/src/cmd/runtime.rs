//! `relict runtime`: the engine's material manager, run on a script of calls.

mod listing;

use super::{Beside, Failure, Input, Outcome};
use crate::disk::{self, Place};
use crate::world::World;
use listing::listed;
use relict_toolkit::answer::{Message, RuntimeAnswer, RuntimeCall, schema_id};
use relict_toolkit::core::error::Error;
use relict_toolkit::core::format::Library;
use relict_toolkit::core::report::Args as Named;
use relict_toolkit::messages::key;
use relict_toolkit::ngi::runtime::scenario;
use relict_toolkit::open::Asset;
use relict_toolkit::phrases;
use relict_toolkit::problem::{NOT_FOLDER, Problem, SCENARIO};
use serde_json::Value;
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
    let answers = input.asset(|asset| Ok(play(&asset, &Beside::new(&folder))))?;
    let answers = answers.map_err(Failure::Problems)?;
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

/// The answers, or all that is wrong with the script.
fn play(asset: &Asset<'_>, library: &dyn Library) -> Result<Vec<scenario::Answer>, Vec<Problem>> {
    let nonsense = |error: &Error| Problem::at_field(SCENARIO, asset.path, error);
    let json: Value = serde_json::from_slice(asset.bytes)
        .map_err(|e| vec![nonsense(&Error::unexpected(phrases::json(), phrases::json_flaw(&e)))])?;
    scenario::run(&json, library).map_err(|errors| errors.iter().map(nonsense).collect())
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
