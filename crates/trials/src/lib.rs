//! What must hold whatever the input. Each trial takes any bytes and panics where a promise is broken; the ordinary tests
//! and the fuzzer walk the same list of them.
//!
//! There is one for every format, and one for each of the other ways in: paths, manifests, models, pictures and documents
//! that become files, and what a client says to the viewer.

#![forbid(unsafe_code)]
// To panic is what a trial is for.
#![allow(clippy::panic, clippy::unwrap_used, clippy::missing_panics_doc)]

pub mod damage;
mod documents;
mod folders;
mod format;
mod manifests;
pub mod memory;
mod models;
mod paths;
mod pictures;
pub mod real;
mod routes;
pub mod seeds;
mod words;

use relict_toolkit::FORMATS;
use relict_toolkit::core::format::{Context, Kind, Limits};

/// So much less than usual that a run is short, and so much that everything is reached.
pub const LIMITS: Limits = Limits { unpacked: 1 << 22, depth: 4 };
const CONTEXT: Context<'static> = Context { limits: LIMITS, ..Context::ALONE };

/// Bytes that a promise is tried on.
#[derive(Clone, Copy, Debug)]
pub struct Trial {
    /// The format's, or that of another way in.
    pub name: &'static str,
    body: Body,
}

#[derive(Clone, Copy, Debug)]
enum Body {
    Format(&'static Kind),
    Other(fn(&[u8])),
}

/// The ways in that are no format.
static OTHERS: &[Trial] = &[
    other("ways.documents", documents::run),
    other("ways.manifests", manifests::run),
    other("ways.models", models::run),
    other("ways.paths", paths::run),
    other("ways.pictures", pictures::run),
    other("ways.routes", routes::run),
];

const fn other(name: &'static str, run: fn(&[u8])) -> Trial {
    Trial { name, body: Body::Other(run) }
}

/// All of them: the formats in the order of their list, then the rest.
pub fn all() -> Vec<Trial> {
    let formats = FORMATS.iter().map(|kind| Trial { name: kind.id, body: Body::Format(kind) });
    formats.chain(OTHERS.iter().copied()).collect()
}

/// The environment variable that tells the fuzzer's program which trial to run.
pub const VARIABLE: &str = "RELICT_TRIAL";

/// The trial of that name, which may be spelled as that of its corpus.
pub fn named(name: &str) -> Option<Trial> {
    all().into_iter().find(|trial| trial.name == name || trial.file_name() == name)
}

impl Trial {
    /// `ngi_nres` of `ngi.nres`: what its fuzz target is called, and the folder of its corpus.
    pub fn file_name(&self) -> String {
        self.name.replace(['.', '-'], "_")
    }

    pub fn run(&self, bytes: &[u8]) {
        match self.body {
            Body::Format(kind) => format::run(kind, bytes),
            Body::Other(run) => run(bytes),
        }
    }
}
