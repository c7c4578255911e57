//! Pictures: as PNG, as indices, and what is to be known of them.

use crate::answer::{Answer, OCTETS};
use crate::asked::Asked;
use crate::session::Session;
use relict::core::args;
use relict::core::image::{Image, Picture, Pixels};
use relict::open::Asset;
use relict::picture::{self, Alpha};
use relict::problem::{IMAGE_NONE, Problem, Result};
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
        Some(side) => fit(&image, side.clamp(1, LARGEST)),
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
    session.asset(asked.path(), |asset, _| {
        let (_, document) = asset.open()?;
        let none = || Problem::new(IMAGE_NONE, asset.path, args!(level = 0, levels = 0));
        then(&asset, document.as_picture().ok_or_else(none)?)
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
        let image = picture::level(asset.path, picture, 0)?;
        let sizes = (0..picture.levels()).filter_map(|level| picture.image(level));
        let levels = sizes.map(|image| Size { width: image.width, height: image.height }).collect();
        let rects = picture.rects().into_iter();
        let rects = rects.map(|it| Rect { x: it.x, y: it.y, width: it.width, height: it.height }).collect();
        let settings = picture.settings();
        let format =
            settings.get("format").map(|it| it.as_str().map_or_else(|| it.to_string(), str::to_owned));
        Answer::json(&Facts { levels, rects, settings, format, ..facts(&image) })
    })
}

/// What an image tells by itself.
pub fn facts(image: &Image) -> Facts {
    let (palette, used) = match &image.pixels {
        Pixels::Rgba(_) => (None, None),
        Pixels::Indexed { indices, palette } => (Some(palette.clone()), Some(used(indices))),
    };
    Facts {
        width: image.width,
        height: image.height,
        levels: vec![Size { width: image.width, height: image.height }],
        format: None,
        has_alpha: image.has_alpha,
        palette,
        used,
        rects: vec![],
        settings: Value::Null,
    }
}

fn used(indices: &[u8]) -> Vec<u8> {
    let mut seen = [false; 256];
    indices.iter().for_each(|index| seen[usize::from(*index)] = true);
    (0..=255).filter(|index| seen[usize::from(*index)]).collect()
}

pub fn indices(session: &Session, asked: &Asked) -> Result<Answer> {
    let level = asked.number("level")?.unwrap_or(0);
    with_picture(session, asked, |asset, picture| {
        let image = picture::level(asset.path, picture, level)?;
        match image.pixels {
            Pixels::Indexed { indices, .. } => Ok(Answer::new(OCTETS, indices)),
            Pixels::Rgba(_) => Err(Problem::new(relict::problem::VIEWER_NOT_INDEXED, asset.path, vec![])),
        }
    })
}

fn fit(image: &Image, side: usize) -> Image {
    let most = image.width.max(image.height).max(1);
    if most <= side {
        return image.clone();
    }
    let (width, height) = ((image.width * side / most).max(1), (image.height * side / most).max(1));
    let pixels = image.to_rgba();
    let at = |x: usize, y: usize| pixels[(y * image.height / height) * image.width + x * image.width / width];
    let pixels = (0..width * height).map(|i| at(i % width, i / width)).collect();
    Image::rgba(width, height, pixels, image.has_alpha)
}
