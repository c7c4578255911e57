//! What is measured on, made by code.

use relict_toolkit::FORMATS;
use relict_toolkit::core::archive::{EntrySpec, Frame};
use relict_toolkit::core::format::{Kind, Origin};
use relict_toolkit::core::image::{Image, Redraw};
use relict_toolkit::core::repack::Content;
use relict_toolkit::core::rng::noise;
use serde_json::{Map, Value, json};

pub type Result<T> = std::result::Result<T, Box<dyn std::error::Error>>;

pub fn format(id: &str) -> Result<&'static Kind> {
    FORMATS.named(id).ok_or_else(|| format!("no format {id}").into())
}

/// A file of a format with nothing but this picture in it.
pub fn drawn(kind: &Kind, image: &Image, settings: &Value) -> Result<Vec<u8>> {
    let canvas = kind.canvas(image).ok_or("no canvas")?;
    let document = kind.open(&canvas, Origin::default())?;
    let picture = document.picture().ok_or("no picture")?;
    let drawn = picture.redrawn(image, settings, Redraw::default());
    Ok(drawn.map_err(|unfit| format!("{unfit:?}"))?.bytes)
}

/// An archive of these entries.
pub fn archive(kind: &Kind, incoming: &[EntrySpec], payloads: &[Vec<u8>]) -> Result<Vec<u8>> {
    let mut repack = kind.repack(Frame::default())?;
    for (spec, bytes) in incoming.iter().zip(payloads) {
        repack.push(spec.clone(), Content::fresh(&bytes[..]));
    }
    Ok(repack.bytes()?)
}

/// A library with textures of every pixel format and the sizes that the game has, with their smaller levels.
pub fn texture_library(count: usize) -> Result<Vec<u8>> {
    let noise = noise(1, 1 << 18);
    let textures: Vec<Vec<u8>> = (0..count).map(|i| texture(i, &noise)).collect::<Result<_>>()?;
    let mut attributes = Map::new();
    attributes.insert("type".into(), "Texm".into());
    let incoming = |i: usize| EntrySpec::new(&format!("SKIN_{i:05}.0"), attributes.clone());
    archive(format("ngi.nres")?, &(0..count).map(incoming).collect::<Vec<_>>(), &textures)
}

/// A gradient with some grain: neither the easiest picture to pack nor the hardest.
fn texture(i: usize, noise: &[u8]) -> Result<Vec<u8>> {
    let side = [64, 128, 128, 256][i % 4];
    let grain = |at: usize| noise[(at * 3 + i * 977) % noise.len()] / 16;
    let pixel = |at: usize| {
        let (x, y) = (at % side, at / side);
        let shade = ((x * 255 / side) as u8 / 2).saturating_add((y * 127 / side) as u8);
        [shade.saturating_add(grain(at)), shade / 2 + grain(at), (i * 5) as u8, 255 - grain(at)]
    };
    let format_number = [8888, 8888, 888, 565, 4444][i % 5];
    let mut pixels: Vec<[u8; 4]> = (0..side * side).map(pixel).collect();
    let has_alpha = matches!(format_number, 8888 | 4444);
    if !has_alpha {
        pixels.iter_mut().for_each(|pixel| pixel[3] = 255);
    }
    let image = Image::rgba(side, side, pixels, has_alpha);
    let settings = json!({"format": format_number, "mips": side.ilog2() + 1, "flags4": 32});
    drawn(format("ngi.texm")?, &image, &settings)
}
