//! Pictures: as PNG, as indices, and what is to be known of them.

use crate::answer::{Answer, OCTETS};
use crate::asked::Asked;
use crate::session::Session;
use relict::core::args;
use relict::core::image::{self, Image, Picture, Pixels};
use relict::open::Asset;
use relict::picture::{self, Alpha};
use relict::problem::{IMAGE_NONE, Problem, Result, VIEWER_NOT_INDEXED};
use serde::Serialize;
use serde_json::Value;

/// Nobody needs a larger thumbnail.
const LARGEST: usize = 1024;

pub fn answer(session: &Session, asked: &Asked) -> Result<Answer> {
    let level = asked.number("level")?.unwrap_or(0);
    let thumb = asked.number("thumb")?;
    with_picture(session, asked, |asset, picture| {
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
    asked: &Asked,
    then: impl FnOnce(&Asset<'_>, &dyn Picture) -> Result<Answer>,
) -> Result<Answer> {
    session.wanted(asked, |asset, _| {
        let (_, document) = asset.open()?;
        let none = || Problem::new(IMAGE_NONE, asset.path, args!(level = 0, levels = 0));
        then(&asset, document.picture().ok_or_else(none)?)
    })
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Facts {
    width: usize,
    height: usize,
    levels: Vec<Size>,
    format: Option<String>,
    has_alpha: bool,
    palette: Option<Vec<[u8; 4]>>,
    used: Option<Vec<u8>>,
    rects: Vec<Rect>,
    settings: Value,
}

#[derive(Serialize)]
struct Size {
    width: usize,
    height: usize,
}

#[derive(Serialize)]
struct Rect {
    x: i32,
    y: i32,
    width: i32,
    height: i32,
}

pub fn info(session: &Session, asked: &Asked) -> Result<Answer> {
    with_picture(session, asked, |asset, picture| {
        let told = picture::facts(asset.path, picture)?;
        let format = told.format();
        let rect = |it: image::Rect| Rect { x: it.x, y: it.y, width: it.width, height: it.height };
        let (width, height) = told.levels.first().copied().unwrap_or_default();
        Answer::json(&Facts {
            width,
            height,
            levels: told.levels.into_iter().map(|(width, height)| Size { width, height }).collect(),
            format,
            has_alpha: told.has_alpha,
            palette: told.palette,
            used: told.used,
            rects: told.rects.into_iter().map(rect).collect(),
            settings: told.settings,
        })
    })
}

/// What an image tells by itself.
pub fn facts(image: &Image) -> Facts {
    let palette = match &image.pixels {
        Pixels::Rgba(_) => None,
        Pixels::Indexed { palette, .. } => Some(palette.clone()),
    };
    let (width, height) = (image.width, image.height);
    Facts {
        width,
        height,
        levels: vec![Size { width, height }],
        format: None,
        has_alpha: image.has_alpha,
        palette,
        used: image.used(),
        rects: vec![],
        settings: Value::Null,
    }
}

pub fn indices(session: &Session, asked: &Asked) -> Result<Answer> {
    let level = asked.number("level")?.unwrap_or(0);
    with_picture(session, asked, |asset, picture| {
        let image = picture::level(asset.path, picture, level)?;
        match image.pixels {
            Pixels::Indexed { indices, .. } => Ok(Answer::new(OCTETS, indices)),
            Pixels::Rgba(_) => Err(Problem::new(VIEWER_NOT_INDEXED, asset.path, vec![])),
        }
    })
}
