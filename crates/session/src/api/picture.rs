//! Pictures: as PNG, as indices, and what is to be known of them.

use crate::answer::{Answer, OCTETS};
use crate::request::Request;
use crate::session::Session;
use relict_toolkit::answer::page::PictureInfo;
use relict_toolkit::core::args;
use relict_toolkit::core::format::Context;
use relict_toolkit::core::image::{Image, Picture, Pixels};
use relict_toolkit::open::Asset;
use relict_toolkit::picture::{self, Alpha};
use relict_toolkit::problem::{IMAGE_NONE, Problem, Result, VIEWER_NOT_INDEXED};

/// Nobody needs a larger thumbnail.
const LARGEST: usize = 1024;

pub fn answer(session: &Session, request: &Request) -> Result<Answer> {
    let level = request.number("level")?.unwrap_or(0);
    let thumb = request.number("thumb")?;
    with_picture(session, request, |asset, picture| {
        let image = picture::level(asset.path, picture, level)?;
        Ok(Answer::png(png(asset.path, image, thumb)?))
    })
}

/// An image as PNG, whole or made to fit into a square.
pub fn png(path: &str, image: Image, thumb: Option<usize>) -> Result<Vec<u8>> {
    let image = match thumb {
        Some(side) => image.fit(side.clamp(1, LARGEST)),
        None => image,
    };
    Ok(picture::to_png(path, image, Alpha::Keep, None)?.colours)
}

/// Hands a picture to `then`; what is none is a problem.
fn with_picture(
    session: &Session,
    request: &Request,
    then: impl FnOnce(&Asset<'_>, &dyn Picture) -> Result<Answer>,
) -> Result<Answer> {
    session.wanted(request, |asset, opened| {
        let (_, document) = asset.open()?;
        let none = || Problem::new(IMAGE_NONE, asset.path, args!(level = 0, levels = 0));
        let library = session.library(opened);
        let picture = picture::coloured(&asset, &*document, Context::new(&library)).ok_or_else(none)?;
        then(&asset, &*picture)
    })
}

pub fn info(session: &Session, request: &Request) -> Result<Answer> {
    with_picture(session, request, |asset, picture| {
        Answer::json(&PictureInfo::from(picture::facts(asset.path, picture)?))
    })
}

pub fn indices(session: &Session, request: &Request) -> Result<Answer> {
    let level = request.number("level")?.unwrap_or(0);
    with_picture(session, request, |asset, picture| {
        let image = picture::level(asset.path, picture, level)?;
        match image.pixels {
            Pixels::Indexed { indices, .. } => Ok(Answer::new(OCTETS, indices)),
            Pixels::Rgba(_) => Err(Problem::new(VIEWER_NOT_INDEXED, asset.path, vec![])),
        }
    })
}
