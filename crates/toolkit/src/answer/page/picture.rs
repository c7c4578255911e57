//! What there is to know of a picture, and the pictures of an archive that is edited as a tree.

use crate::picture::Facts;
use relict_core::image::{self, Image, Pixels};
use schemars::JsonSchema;
use serde::Serialize;
use serde_json::Value;

#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct PictureInfo {
    pub width: usize,
    pub height: usize,
    pub levels: Vec<Size>,
    /// How the file holds pixels, as far as its settings tell.
    pub format: Option<String>,
    pub has_alpha: bool,
    /// Red, green, blue, alpha; none for a picture in true colour.
    pub palette: Option<Vec<[u8; 4]>>,
    /// The places of the palette that the largest level uses.
    pub used: Option<Vec<u8>>,
    pub rects: Vec<Rect>,
    pub settings: Value,
}

#[derive(Clone, Copy, Debug, Serialize, JsonSchema)]
pub struct Size {
    pub width: usize,
    pub height: usize,
}

#[derive(Clone, Copy, Debug, Serialize, JsonSchema)]
pub struct Rect {
    pub x: i32,
    pub y: i32,
    pub width: i32,
    pub height: i32,
}

impl From<image::Rect> for Rect {
    fn from(rect: image::Rect) -> Self {
        Self { x: rect.x, y: rect.y, width: rect.width, height: rect.height }
    }
}

impl From<Facts> for PictureInfo {
    fn from(facts: Facts) -> Self {
        let (width, height) = facts.levels.first().copied().unwrap_or_default();
        Self {
            width,
            height,
            format: facts.format(),
            levels: facts.levels.into_iter().map(|(width, height)| Size { width, height }).collect(),
            has_alpha: facts.has_alpha,
            palette: facts.palette,
            used: facts.used,
            rects: facts.rects.into_iter().map(Rect::from).collect(),
            settings: facts.settings,
        }
    }
}

impl From<&Image> for PictureInfo {
    fn from(image: &Image) -> Self {
        let palette = match &image.pixels {
            Pixels::Rgba(_) => None,
            Pixels::Indexed { palette, .. } => Some(palette.clone()),
        };
        let (width, height) = (image.width, image.height);
        Self {
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
}

#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct Gallery<'g> {
    pub folder: &'g str,
    pub items: Vec<GalleryItem<'g>>,
}

#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct GalleryItem<'g> {
    pub name: &'g str,
    /// Its path inside the folder, by which it is asked for.
    pub leaf: &'g str,
    pub width: Option<usize>,
    pub height: Option<usize>,
    pub kind: GalleryKind,
    /// Whether it is as players saw it, and not a part of how it is stored.
    pub shown: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum GalleryKind {
    Picture,
    Json,
    Text,
    Bytes,
}
