//! What is no picture and yet can be drawn.

use super::picture::png;
use crate::answer::Answer;
use crate::request::Request;
use crate::session::Session;
use relict_toolkit::core::args;
use relict_toolkit::core::format::Library;
use relict_toolkit::core::format::Limits;
use relict_toolkit::open::{Asset, Surroundings};
use relict_toolkit::problem::{CONVERT_ENDING, Problem, Result};

pub const SVG: &str = "image/svg+xml";

pub fn answer(session: &Session, request: &Request) -> Result<Answer> {
    let as_svg = match request.word("form") {
        Some("svg") => true,
        Some("png") | None => false,
        Some(_) => return Err(request.unfit("form")),
    };
    let thumb = request.number("thumb")?;
    session.asset(request.path(), |asset, opened| {
        let drawn = drawn(&asset, &session.library(opened), as_svg, thumb)?;
        Ok(Answer::new(if as_svg { SVG } else { crate::answer::PNG }, drawn))
    })
}

/// A plan as SVG or PNG, with what lies beside it.
pub fn drawn(
    asset: &Asset<'_>,
    library: &dyn Library,
    as_svg: bool,
    thumb: Option<usize>,
) -> Result<Vec<u8>> {
    let (kind, document) = asset.open()?;
    let form = if as_svg { "svg" } else { "png" };
    let none =
        || Problem::new(CONVERT_ENDING, asset.path, args!(ending = form, known = "json", format = kind.id));
    let plan = document.map().ok_or_else(none)?;
    let around = Surroundings { library, holder: asset.holder, limits: Limits::default() };
    if as_svg {
        return Ok(plan.svg(&around).into_bytes());
    }
    png(asset.path, plan.drawn(&around), thumb)
}
