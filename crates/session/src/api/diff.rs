//! What differs between two assets, or between a file and what its edits made of it.

use crate::answer::Answer;
use crate::request::Request;
use crate::session::{Depends, Session};
use relict_toolkit::answer::page;
use relict_toolkit::core::args;
use relict_toolkit::core::format::Limits;
use relict_toolkit::diff::{Change, Difference, diff};
use relict_toolkit::list::{ShownAs, view_of};
use relict_toolkit::messages::Catalogue;
use relict_toolkit::open::Asset;
use relict_toolkit::problem::Result;

pub const DEPENDS: Depends = Depends { paths: &["a", "b"], beside: false, all: false };

pub fn answer(session: &Session, request: &Request) -> Result<Answer> {
    let catalogue = request.language.catalogue();
    let compare = |a: &Asset<'_>, b: &Asset<'_>| {
        let differences = diff(a, b, Limits::default())?;
        Ok(differences.into_iter().map(|it| tell(it, a, b, catalogue)).collect())
    };
    let differences = if request.flag("original") && request.word("b").is_none() {
        with_original(session, request.required("a")?, compare)?
    } else {
        let (a, b) = (request.required("a")?, request.required("b")?);
        session.asset(a, |a, _| session.asset(b, |b, _| compare(&a, &b)))?
    };
    Answer::json(&page::Differences { differences })
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

fn tell(it: Difference, a: &Asset<'_>, b: &Asset<'_>, catalogue: &Catalogue) -> page::Difference {
    let name = serde_json::to_value(it.change).unwrap_or_default();
    let name = name.as_str().unwrap_or_default();
    let label = catalogue.say(&format!("cli-change-{name}"), &args!());
    page::Difference { label, view: view(&it, a, b), difference: it }
}

fn view(it: &Difference, a: &Asset<'_>, b: &Asset<'_>) -> ShownAs {
    let seen = |asset: &Asset<'_>| {
        let steps = relict_toolkit::path::split(&it.path);
        let view = asset.descend(&steps, Limits::default(), |asset| Ok(view_of(asset.kind(), asset.bytes)));
        view.unwrap_or(ShownAs::Bytes)
    };
    match it.change {
        Change::Pixels => ShownAs::Picture,
        Change::Content => ShownAs::Bytes,
        Change::Added => seen(b),
        Change::Removed => seen(a),
        Change::Field => ShownAs::Document,
        Change::Renamed | Change::Order | Change::Attribute | Change::Frame | Change::Format => ShownAs::List,
    }
}
