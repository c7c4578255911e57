//! What differs between two assets, or between a file and what its edits made of it.

use crate::answer::Answer;
use crate::asked::Asked;
use crate::session::{Depends, Session};
use relict::core::args;
use relict::core::format::Limits;
use relict::diff::{Change, Difference, diff};
use relict::list::view_of;
use relict::messages::Catalogue;
use relict::open::Asset;
use relict::problem::Result;
use serde::Serialize;
use serde_json::Value;

pub const DEPENDS: Depends = Depends { paths: &["a", "b"], beside: false, all: false };

#[derive(Serialize)]
struct Told {
    differences: Vec<One>,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct One {
    path: String,
    change: Change,
    label: String,
    field: String,
    a: Value,
    b: Value,
    first_offset: Option<usize>,
    differing_bytes: Option<usize>,
    differing_pixels: Option<usize>,
    /// In which both are best seen beside each other.
    view: &'static str,
}

pub fn answer(session: &Session, asked: &Asked) -> Result<Answer> {
    let catalogue = asked.language.catalogue();
    let compare = |a: &Asset<'_>, b: &Asset<'_>| {
        let differences = diff(a, b, Limits::default())?;
        Ok(differences.into_iter().map(|it| tell(it, a, b, catalogue)).collect())
    };
    let differences = if asked.flag("original") && asked.word("b").is_none() {
        with_original(session, asked.required("a")?, compare)?
    } else {
        let (a, b) = (asked.required("a")?, asked.required("b")?);
        session.asset(a, |a, _| session.asset(b, |b, _| compare(&a, &b)))?
    };
    Answer::json(&Told { differences })
}

/// The file as its edits found it, and as they left it.
fn with_original<R>(
    session: &Session,
    path: &str,
    then: impl FnOnce(&Asset<'_>, &Asset<'_>) -> Result<Vec<R>>,
) -> Result<Vec<R>> {
    let (now, inner) = session.file(path)?;
    let Some(before) = session.edits.original(&now.shown) else { return Ok(vec![]) };
    let steps: Vec<&str> = inner.iter().map(String::as_str).collect();
    let limits = Limits::default();
    before.asset().descend(&steps, limits, |a| now.asset().descend(&steps, limits, |b| then(&a, &b)))
}

fn tell(it: Difference, a: &Asset<'_>, b: &Asset<'_>, catalogue: &Catalogue) -> One {
    let name = serde_json::to_value(it.change).unwrap_or_default();
    let name = name.as_str().unwrap_or_default();
    One {
        label: catalogue.say(&format!("cli-change-{name}"), &args!()),
        view: view(&it, a, b),
        path: it.path,
        change: it.change,
        field: it.field,
        a: it.a,
        b: it.b,
        first_offset: it.first_offset,
        differing_bytes: it.differing_bytes,
        differing_pixels: it.differing_pixels,
    }
}

fn view(it: &Difference, a: &Asset<'_>, b: &Asset<'_>) -> &'static str {
    let seen = |asset: &Asset<'_>| {
        let steps = relict::path::split(&it.path);
        let view =
            asset.descend(&steps, Limits::default(), |asset| Ok(view_of(asset.kind(), asset.bytes).name()));
        view.ok()
    };
    match it.change {
        Change::Pixels => "picture",
        Change::Content => "bytes",
        Change::Added => seen(b).unwrap_or("bytes"),
        Change::Removed => seen(a).unwrap_or("bytes"),
        Change::Field => "document",
        Change::Renamed | Change::Order | Change::Attribute | Change::Frame | Change::Format => "list",
    }
}
