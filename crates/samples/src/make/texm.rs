//! Textures of Parkan, and libraries of them.

use crate::archive::{Entry, archive};
use relict_toolkit::FORMATS;
use relict_toolkit::core::image::{Image, Redraw};
use serde_json::{Value, json};

/// A texture that shows `image`, made as `relict convert` makes one.
pub fn texture(image: &Image, settings: &Value) -> Vec<u8> {
    let kind = FORMATS.named("ngi.texm").unwrap_or_else(|| panic!("ngi.texm is no format"));
    let canvas = kind.canvas(image).unwrap_or_else(|| panic!("no texture can hold this picture"));
    let document = kind.open(&canvas, Default::default()).unwrap_or_else(|e| panic!("{e}"));
    let redrawn = document.picture().map(|picture| picture.redrawn(image, settings, Redraw::default()));
    match redrawn {
        Some(Ok(redrawn)) => redrawn.bytes,
        other => panic!("{settings}: {other:?}"),
    }
}

/// The settings of a texture with this pixel format and so many levels.
pub fn settings(format: u32, mips: u32) -> Value {
    json!({"format": format, "mips": mips, "flags4": if mips > 1 { 32 } else { 0 }})
}

/// A library of textures.
pub fn library(textures: &[(&str, Vec<u8>)]) -> Vec<u8> {
    let kind = || json!({"type": "Texm"});
    let entries: Vec<Entry<'_>> =
        textures.iter().map(|(name, bytes)| (*name, kind(), bytes.as_slice())).collect();
    archive("ngi.nres", Value::Null, &entries)
}
