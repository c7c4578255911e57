//! The textures of a little game: skins, walls, ground, fire, in every pixel format.

mod fire;
mod ground;
mod portrait;
mod signs;
mod walls;

use super::{fort, scout, tank, walker};
use crate::make::texm::{settings, texture};
use crate::paint::{Canvas, Rect};
use relict_toolkit::core::image::Image;
use serde_json::{Value, json};

/// A library of textures, by name.
pub(super) type Named = (&'static str, Vec<u8>);

fn plain(canvas: &Canvas, format: u32, mips: u32) -> Vec<u8> {
    texture(&canvas.image(), &settings(format, mips))
}

/// With a page of cells.
fn atlas(canvas: &Canvas, format: u32, mips: u32, cells: impl IntoIterator<Item = Rect>) -> Vec<u8> {
    let mut settings = settings(format, mips);
    settings["page"] = cells.into_iter().map(|Rect { x, y, w, h }| json!([x, w, y, h])).collect();
    texture(&canvas.image(), &settings)
}

/// With a palette of its own. Bit 24 of flags5 makes colour 0 transparent.
fn indexed(image: &Image, keyed: bool) -> Vec<u8> {
    let flags: u32 = if keyed { 0x0100_0000 } else { 0 };
    let settings: Value = json!({"format": 0, "mips": 1, "flags5": flags});
    texture(image, &settings)
}

/// Lightmaps are marked by a bit of flags5.
pub(super) fn lightmap(canvas: &Canvas) -> Vec<u8> {
    let mut settings = settings(565, 1);
    settings["flags5"] = 0x0080_0000.into();
    texture(&canvas.image(), &settings)
}

pub(super) fn all() -> Vec<Named> {
    [skins(), walls::all(), ground::all(), fire::all(), signs::all(), portrait::all()].concat()
}

/// Each vehicle has one, and another for when it has burnt.
fn skins() -> Vec<Named> {
    let (tank, scout, walker) = (tank::skin_of_hull(), scout::skin_of_hull(), walker::skin_of_hull());
    vec![
        ("TANK.0", plain(&tank, 565, 7)),
        ("TANKBURN.0", plain(&tank.burnt(3).halved(), 565, 6)),
        ("SCOUT.0", plain(&scout, 565, 6)),
        ("SCOUTBRN.0", plain(&scout.burnt(5).halved(), 565, 5)),
        ("WALKER.0", plain(&walker, 565, 7)),
        ("WALKBURN.0", plain(&walker.burnt(7).halved(), 565, 6)),
        ("FORT.0", plain(&fort::skin_of_fort(), 565, 6)),
    ]
}
