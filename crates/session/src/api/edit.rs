//! What changes something: pictures and fields, undo and redo, and saving. Only with `--edit`.

use crate::answer::Answer;
use crate::edits::{Edit, FileEdits};
use crate::request::Request;
use crate::session::Session;
use crate::source::{Place, is_plain, join, split_last};
use crate::uploads::UPLOADED;
use relict_toolkit::answer::Finding;
use relict_toolkit::answer::page::{Edited, EditedFile, EditedFiles, OneEdit, Saved, SteppedEdit};
use relict_toolkit::check;
use relict_toolkit::core::args;
use relict_toolkit::core::format::{Context, Limits};
use relict_toolkit::core::image::Redraw;
use relict_toolkit::core::report::Args;
use relict_toolkit::edit::{Change, EditHow, apply};
use relict_toolkit::explain::explain_window;
use relict_toolkit::folder::SignaturePolicy;
use relict_toolkit::messages::Catalogue;
use relict_toolkit::phrases;
use relict_toolkit::problem::{
    EXISTS, IS_FOLDER, JSON, Problem, Result, VIEWER_CHANGED, VIEWER_NO_PLACE, VIEWER_NOTHING_DONE,
    VIEWER_SAVE_NAME,
};
use serde::Deserialize;
use serde::de::DeserializeOwned;
use serde_json::Value;
use std::ops::ControlFlow;

/// What a person sees beside what was edited; the whole list is in the panel.
const FINDINGS: usize = 100;

pub fn picture(session: &Session, request: &Request, body: &[u8]) -> Result<Answer> {
    let settings = Value::Null;
    let (opened, _) = session.file(request.path())?;
    let library = session.library(&opened);
    let (change, name) = match request.word("leaf") {
        Some(leaf) => (Change::TreeFile { path: leaf, file: body }, leaf),
        None => {
            let context = Context::new(&library);
            (Change::Picture { png: body, settings: &settings, context }, request.path())
        }
    };
    let name = name.rsplit('/').next().unwrap_or(name);
    made(session, request, change, "picture", args!(name = name))
}

#[derive(Deserialize)]
struct NewField {
    start: usize,
    value: Value,
}

pub fn field(session: &Session, request: &Request, body: &[u8]) -> Result<Answer> {
    let NewField { start, value } = stated(body)?;
    let mut label = args!(field = "", before = "", after = shown(&value));
    session.asset(request.path(), |asset, _| {
        let (kind, depth) = (asset.known_kind()?, Limits::default().depth);
        let window = start..start.saturating_add(1);
        explain_window(kind, asset.bytes, asset.origin, true, depth, window, &mut |line| {
            label = args!(field = line.field.as_ref(), before = shown(&line.value), after = shown(&value));
            ControlFlow::Continue(())
        });
        Ok(())
    })?;
    made(session, request, Change::Field { offset: start, value: &value }, "field", label)
}

fn stated<T: DeserializeOwned>(body: &[u8]) -> Result<T> {
    let unfit = |e: serde_json::Error| {
        Problem::new(JSON, "", args!(wanted = phrases::json(), found = phrases::json_flaw(&e)))
    };
    serde_json::from_slice(body).map_err(unfit)
}

/// A value in a line.
fn shown(value: &Value) -> String {
    let text = value.as_str().map_or_else(|| value.to_string(), str::to_owned);
    match text.char_indices().nth(40) {
        Some((cut, _)) => format!("{}…", &text[..cut]),
        None => text,
    }
}

/// Makes a version of the file with the change in it, and keeps it beside the one before.
fn made(
    session: &Session,
    request: &Request,
    change: Change<'_>,
    what: &'static str,
    args: Args,
) -> Result<Answer> {
    let catalogue = request.language.catalogue();
    let how = how(request)?;
    let _turn = session.edits.turn();
    let (before, inner) = session.file(request.path())?;
    let steps: Vec<&str> = inner.iter().map(String::as_str).collect();
    let (losses, version) = apply(&before.asset(), &steps, change, how, |edited| {
        let losses = catalogue.journal(&edited.journal);
        if edited.pieces.is(before.bytes()) {
            return Ok((losses, None));
        }
        let mut draft = session.source.draft(&before.shown)?;
        edited.pieces.slices().try_for_each(|piece| draft.put(piece))?;
        Ok((losses, Some(draft.finish()?)))
    })?;
    if let Some(version) = version {
        let edit = Edit { path: request.path().to_owned(), what, args };
        session.edits.push(&before, edit, version);
    }
    let findings = findings(session, request.path(), catalogue)?;
    Answer::json(&Edited { edits: of_file(session, &before.shown, catalogue), losses, findings })
}

fn how(request: &Request) -> Result<EditHow> {
    let signature = match request.word("signature") {
        None | Some("" | "refuse") => SignaturePolicy::Refuse,
        Some("strip") => SignaturePolicy::Strip,
        Some("keep") => SignaturePolicy::Keep,
        Some(_) => return Err(request.unfit("signature")),
    };
    let redraw = Redraw { quantise: request.flag("quantise"), ..Redraw::default() };
    Ok(EditHow { redraw, signature, deepen: request.flag("deepen"), ..EditHow::default() })
}

fn findings(session: &Session, path: &str, catalogue: &Catalogue) -> Result<Vec<Finding>> {
    session.asset(path, |asset, opened| {
        let library = session.library(opened);
        let checked = check::file(&asset, Context::new(&library));
        let findings = checked.report.findings.iter().take(FINDINGS);
        Ok(findings.map(|it| Finding::of(asset.path, it, catalogue).with_about(catalogue)).collect())
    })
}

fn in_words(edit: &Edit, catalogue: &Catalogue) -> OneEdit {
    let label = catalogue.say(&format!("viewer-edited-{}", edit.what), &edit.args);
    OneEdit { path: edit.path.clone(), what: edit.what, label }
}

fn of_file(session: &Session, shown: &str, catalogue: &Catalogue) -> Vec<OneEdit> {
    let files = session.edits.all();
    let done = files.iter().filter(|file| file.path == shown).flat_map(|file| &file.done);
    done.map(|edit| in_words(edit, catalogue)).collect()
}

pub fn edits(session: &Session, request: &Request) -> Result<Answer> {
    let catalogue = request.language.catalogue();
    let all = |edits: &[Edit]| edits.iter().map(|edit| in_words(edit, catalogue)).collect();
    let file = |FileEdits { path, saved, done, undone }: FileEdits| EditedFile {
        path,
        saved,
        done: all(&done),
        undone: all(&undone),
    };
    Answer::json(&EditedFiles { files: session.edits.all().into_iter().map(file).collect() })
}

pub fn undo(session: &Session, request: &Request, _: &[u8]) -> Result<Answer> {
    step(session, request, true)
}

pub fn redo(session: &Session, request: &Request, _: &[u8]) -> Result<Answer> {
    step(session, request, false)
}

fn step(session: &Session, request: &Request, back: bool) -> Result<Answer> {
    let catalogue = request.language.catalogue();
    let _turn = session.edits.turn();
    let (opened, _) = session.file(request.path())?;
    let what = if back { "undo" } else { "redo" };
    let nothing = || Problem::new(VIEWER_NOTHING_DONE, opened.shown.as_str(), args!(what = what));
    let edit = session.edits.step(&opened.shown, back).ok_or_else(nothing)?;
    let edits = of_file(session, &opened.shown, catalogue);
    Answer::json(&SteppedEdit { edits, edit: in_words(&edit, catalogue) })
}

#[derive(Deserialize)]
struct SaveAs {
    /// A name beside the original; none for the original itself.
    #[serde(default)]
    to: Option<String>,
    #[serde(default)]
    overwrite: bool,
}

pub fn save(session: &Session, request: &Request, body: &[u8]) -> Result<Answer> {
    let SaveAs { to, overwrite } = stated(body)?;
    let _turn = session.edits.turn();
    let Place::File { file: shown, .. } = session.locate(request.path())? else {
        return Err(Problem::new(IS_FOLDER, request.path(), vec![]));
    };
    if shown.starts_with(UPLOADED) {
        return Err(Problem::new(VIEWER_NO_PLACE, shown, vec![]));
    }
    let opened = session.open_file(&shown)?;
    let (folder, name) = split_last(&shown);
    let to = to.unwrap_or_else(|| name.to_owned());
    if !is_plain(&to) || to.len() > 255 || to.chars().any(char::is_control) {
        return Err(Problem::new(VIEWER_SAVE_NAME, shown.as_str(), args!(name = to)));
    }
    let target = join(folder, &to);
    let over_itself = session.source.is_same(&target, &shown);
    if over_itself && overwrite {
        expect_unchanged(session, &shown)?;
    }
    if !overwrite && session.source.is_taken(&target) {
        return Err(Problem::new(EXISTS, target, vec![]));
    }
    session.source.save(&target, overwrite, &opened)?;
    let now = over_itself.then(|| session.source.stamp(&shown).ok()).flatten();
    session.edits.saved(&shown, now);
    Answer::json(&Saved { path: target, size: opened.bytes().len() })
}

/// Refuses to write over what somebody else wrote meanwhile.
fn expect_unchanged(session: &Session, shown: &str) -> Result<()> {
    let now = session.source.stamp(shown).ok();
    match session.edits.disk(shown) {
        Some(known) if Some(known) != now => Err(Problem::new(VIEWER_CHANGED, shown, vec![])),
        _ => Ok(()),
    }
}
