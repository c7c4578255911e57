//! What the page asks for, one file for each group of routes. A route is a function that works on the session and gives an
//! answer or a problem; how it is asked, remembered and sent is the business of the server.

mod bytes;
mod check;
mod diff;
mod document;
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
mod traversal;
mod words;

pub use refs::Graphs;

use crate::answer::Answer;
use crate::request::Request;
use crate::session::{Depends, Session};
use relict_toolkit::problem::Result;

/// How long something takes, roughly: a check of everything must not keep a thumbnail waiting.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Weight {
    Light,
    Heavy,
}

/// Something that can be asked for.
#[derive(Clone, Copy, Debug)]
pub struct Route {
    pub path: &'static str,
    pub weight: Weight,
    pub depends: Depends,
    pub work: fn(&Session, &Request) -> Result<Answer>,
}

const NOTHING: Depends = Depends { paths: &[], beside: false, all: false };
const FILE: Depends = Depends { paths: &["p"], ..NOTHING };
const BESIDE: Depends = Depends { beside: true, ..FILE };
const ALL: Depends = Depends { all: true, ..FILE };

use Weight::{Heavy, Light};

pub static ROUTES: &[Route] = &[
    Route { path: "/api/session", weight: Light, depends: NOTHING, work: session::answer },
    Route { path: "/api/words", weight: Light, depends: NOTHING, work: words::answer },
    Route { path: "/api/list", weight: Light, depends: FILE, work: list::answer },
    Route { path: "/api/find", weight: Heavy, depends: ALL, work: find::answer },
    Route { path: "/api/info", weight: Light, depends: FILE, work: info::answer },
    Route { path: "/api/picture", weight: Light, depends: BESIDE, work: picture::answer },
    Route { path: "/api/picture/info", weight: Light, depends: BESIDE, work: picture::info },
    Route { path: "/api/picture/indices", weight: Light, depends: BESIDE, work: picture::indices },
    Route { path: "/api/gallery", weight: Light, depends: FILE, work: gallery::answer },
    Route { path: "/api/gallery/picture", weight: Light, depends: FILE, work: gallery::picture },
    Route { path: "/api/gallery/info", weight: Light, depends: FILE, work: gallery::info },
    Route { path: "/api/model", weight: Light, depends: model::DEPENDS, work: model::answer },
    Route { path: "/api/model/info", weight: Light, depends: model::DEPENDS, work: model::info },
    Route { path: "/api/pick", weight: Light, depends: BESIDE, work: traversal::pick },
    Route { path: "/api/draw", weight: Light, depends: BESIDE, work: traversal::draw },
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
#[derive(Clone, Copy, Debug)]
pub struct Change {
    pub path: &'static str,
    /// How large the body may be.
    pub limit: usize,
    pub work: fn(&Session, &Request, &[u8]) -> Result<Answer>,
}

pub static CHANGES: &[Change] = &[
    Change { path: "/api/edit/picture", limit: 64 << 20, work: edit::picture },
    Change { path: "/api/edit/field", limit: 1 << 20, work: edit::field },
    Change { path: "/api/undo", limit: 64 << 10, work: edit::undo },
    Change { path: "/api/redo", limit: 64 << 10, work: edit::redo },
    Change { path: "/api/save", limit: 64 << 10, work: edit::save },
];
