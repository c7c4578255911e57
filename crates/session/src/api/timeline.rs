//! What plays: materials and effects, by the engine's own rules.

use crate::answer::Answer;
use crate::libraries;
use crate::request::Request;
use crate::session::Session;
use relict_toolkit::answer::page::Played;
use relict_toolkit::core::args;
use relict_toolkit::core::timeline::Timeline;
use relict_toolkit::open::Asset;
use relict_toolkit::problem::{Problem, Result, VIEWER_NO_TIMELINE};
use relict_toolkit::timeline;
use std::collections::HashSet;

/// Moments that are told where nobody says how many.
const USUAL: usize = 100;

pub fn answer(session: &Session, request: &Request) -> Result<Answer> {
    let catalogue = request.language.catalogue();
    session.asset(request.path(), |asset, opened| {
        with_played(&asset, |played| {
            let textures: HashSet<String> =
                played.looks().into_iter().filter_map(|look| look.texture).collect();
            let paths = libraries::paths(session, opened, "texture", &textures);
            Answer::json(&timeline::timeline(played, catalogue, &|name| paths.get(name).cloned()))
        })
    })
}

pub fn play(session: &Session, request: &Request) -> Result<Answer> {
    let track = request.number("track")?.unwrap_or(0);
    let from = request.real("from")?.unwrap_or(0.0);
    let to = request.real("to")?.unwrap_or(from);
    let count = request.number("count")?.unwrap_or(if to > from { USUAL } else { 1 });
    session.asset(request.path(), |asset, _| {
        with_played(&asset, |played| {
            let samples = timeline::samples(played, track, from, to, count);
            Answer::json(&Played { samples: samples.ok_or_else(|| request.unfit("track"))? })
        })
    })
}

fn with_played(asset: &Asset<'_>, then: impl FnOnce(&dyn Timeline) -> Result<Answer>) -> Result<Answer> {
    let (kind, document) = asset.open()?;
    let still = || Problem::new(VIEWER_NO_TIMELINE, asset.path, args!(format = kind.id));
    then(document.timeline().ok_or_else(still)?)
}
