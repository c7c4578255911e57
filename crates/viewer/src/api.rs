//! What the page asks for, one file for each group of routes. A route is a function that works on the session and gives an
//! answer or a problem; how it is asked, remembered and sent is said once, here.

mod body;
mod bytes;
mod check;
mod diff;
mod document;
mod drop;
mod edit;
mod explain;
mod export;
mod find;
mod gallery;
mod info;
mod list;
mod map;
mod model;
mod picture;
mod refs;
mod session;
mod timeline;
mod words;

pub use refs::Graphs;

use crate::answer::{Answer, not_modified, refuse};
use crate::asked::Asked;
use crate::page;
use crate::session::{Depends, Session};
use crate::work::Weight;
use axum::Router;
use axum::extract::{Request, State};
use axum::http::header::CACHE_CONTROL;
use axum::response::Response;
use axum::routing::{get, post};
use relict::problem::{Problem, Result, VIEWER_READ_ONLY};
use std::sync::Arc;

/// Something that can be asked for.
#[derive(Clone, Copy)]
struct Route {
    path: &'static str,
    weight: Weight,
    depends: Depends,
    work: fn(&Session, &Asked) -> Result<Answer>,
}

const NOTHING: Depends = Depends { paths: &[], beside: false, all: false };
const FILE: Depends = Depends { paths: &["p"], ..NOTHING };
const BESIDE: Depends = Depends { beside: true, ..FILE };
const ALL: Depends = Depends { all: true, ..FILE };

use Weight::{Heavy, Light};

static ROUTES: &[Route] = &[
    Route { path: "/api/session", weight: Light, depends: NOTHING, work: session::answer },
    Route { path: "/api/words", weight: Light, depends: NOTHING, work: words::answer },
    Route { path: "/api/list", weight: Light, depends: FILE, work: list::answer },
    Route { path: "/api/find", weight: Heavy, depends: ALL, work: find::answer },
    Route { path: "/api/info", weight: Light, depends: FILE, work: info::answer },
    Route { path: "/api/picture", weight: Light, depends: FILE, work: picture::answer },
    Route { path: "/api/picture/info", weight: Light, depends: FILE, work: picture::info },
    Route { path: "/api/picture/indices", weight: Light, depends: FILE, work: picture::indices },
    Route { path: "/api/gallery", weight: Light, depends: FILE, work: gallery::answer },
    Route { path: "/api/gallery/picture", weight: Light, depends: FILE, work: gallery::picture },
    Route { path: "/api/gallery/info", weight: Light, depends: FILE, work: gallery::info },
    Route { path: "/api/model", weight: Light, depends: model::DEPENDS, work: model::answer },
    Route { path: "/api/model/info", weight: Light, depends: model::DEPENDS, work: model::info },
    Route { path: "/api/timeline", weight: Light, depends: BESIDE, work: timeline::answer },
    Route { path: "/api/timeline/play", weight: Light, depends: FILE, work: timeline::play },
    Route { path: "/api/map", weight: Light, depends: BESIDE, work: map::answer },
    Route { path: "/api/document", weight: Light, depends: FILE, work: document::answer },
    Route { path: "/api/text", weight: Light, depends: FILE, work: document::text },
    Route { path: "/api/bytes", weight: Light, depends: FILE, work: bytes::answer },
    Route { path: "/api/explain", weight: Light, depends: FILE, work: explain::answer },
    Route { path: "/api/check", weight: Heavy, depends: ALL, work: check::answer },
    Route { path: "/api/refs", weight: Heavy, depends: ALL, work: refs::answer },
    Route { path: "/api/diff", weight: Heavy, depends: diff::DEPENDS, work: diff::answer },
    Route { path: "/api/export", weight: Heavy, depends: export::DEPENDS, work: export::answer },
    Route { path: "/api/edits", weight: Light, depends: NOTHING, work: edit::edits },
];

/// What changes something; only with `--edit`.
#[derive(Clone, Copy)]
struct Change {
    path: &'static str,
    /// How large the body may be.
    limit: usize,
    work: fn(&Session, &Asked, &[u8]) -> Result<Answer>,
}

static CHANGES: &[Change] = &[
    Change { path: "/api/edit/picture", limit: 64 << 20, work: edit::picture },
    Change { path: "/api/edit/field", limit: 1 << 20, work: edit::field },
    Change { path: "/api/undo", limit: 64 << 10, work: edit::undo },
    Change { path: "/api/redo", limit: 64 << 10, work: edit::redo },
    Change { path: "/api/save", limit: 64 << 10, work: edit::save },
];

pub fn router(session: Arc<Session>) -> Router {
    let mut router = Router::new();
    for route in ROUTES {
        let ask = |State(session): State<Arc<Session>>, request: Request| answered(session, request, route);
        router = router.route(route.path, get(ask));
    }
    for change in CHANGES {
        let ask = |State(session): State<Arc<Session>>, request: Request| changed(session, request, change);
        router = router.route(change.path, post(ask));
    }
    router = router.route("/api/drop", post(drop::answer));
    router.fallback(page::answer).with_state(session)
}

async fn answered(session: Arc<Session>, request: Request, route: &'static Route) -> Response {
    let (parts, _) = request.into_parts();
    let asked = Asked::of(&parts, session.language);
    let language = asked.language;
    let worker = Arc::clone(&session);
    let done = session.desks.run(route.weight, move || Ok(work(&worker, &asked, route))).await;
    done.unwrap_or_else(|problem| refuse(&problem, language))
}

/// The answer, or the word that the one of before still holds.
fn work(session: &Session, asked: &Asked, route: &Route) -> Response {
    let tag = session.tag(route.depends, asked);
    let known = |tag: &String| asked.if_none_match.as_ref().is_some_and(|known| names(known, tag));
    if let Some(tag) = tag.as_ref().filter(|tag| known(tag)) {
        return not_modified(tag);
    }
    // Of an answer that is no longer the one of before, a part is of no use.
    let range = asked.range.as_deref().filter(|_| asked.if_range.is_none() || asked.if_range == tag);
    let answer = match route.weight {
        Heavy => session.memory.spare(|| (route.work)(session, asked)),
        Light => (route.work)(session, asked),
    };
    session.memory.answered();
    match answer {
        Ok(answer) => answer.respond(tag.as_deref(), range),
        Err(problem) => refuse(&problem, asked.language),
    }
}

/// Whether a header names a tag; whoever passed it on may have called it weak.
fn names(header: &str, tag: &str) -> bool {
    header.split(',').map(str::trim).any(|known| known == "*" || known.trim_start_matches("W/") == tag)
}

async fn changed(session: Arc<Session>, request: Request, change: &'static Change) -> Response {
    let (parts, body) = request.into_parts();
    let asked = Asked::of(&parts, session.language);
    let language = asked.language;
    if !session.edit {
        return refuse(&Problem::new(VIEWER_READ_ONLY, "", vec![]), language);
    }
    let body = match body::whole(&parts, body, change.limit).await {
        Ok(body) => body,
        Err(problem) => return refuse(&problem, language),
    };
    let worker = Arc::clone(&session);
    let done =
        session.desks.run(Heavy, move || worker.memory.spare(|| (change.work)(&worker, &asked, &body))).await;
    match done {
        Ok(answer) => {
            let mut response = answer.respond(None, None);
            response.headers_mut().insert(CACHE_CONTROL, axum::http::HeaderValue::from_static("no-store"));
            response
        }
        Err(problem) => refuse(&problem, language),
    }
}
