//! Textures of every pixel format, with levels, pages and a keyed palette; lightmaps.

use crate::draw::{Colour, byte, distance, grain, indexed, lighter, picture};
use relict_samples::make::texm::{library, settings, texture};
use relict_toolkit::core::image::Image;
use serde_json::{Value, json};

pub(crate) fn textures() -> Vec<u8> {
    library(&[
        ("DEFAULT.0", texture(&checks(), &settings(565, 1))),
        ("BRICK.0", texture(&bricks(), &settings(565, 7))),
        ("STEEL.0", texture(&plates(), &settings(888, 7))),
        ("GLASS.0", texture(&pane(), &settings(8888, 6))),
        ("MESH.0", texture(&wire_mesh(), &settings(4444, 5))),
        ("FACE.0", texture(&face(), &settings(0, 1))),
        ("STAR.0", texture(&star(), &keyed())),
        ("FACE.A", texture(&face(), &settings(2, 6))),
        ("FACE.V1", texture(&face(), &settings(1, 6))),
        ("MIST.A1", texture(&mist(), &fading())),
        ("SKY.0", texture(&sky(), &settings(556, 1))),
        ("HILL.0", texture(&hill(), &settings(88, 1))),
        ("LETTERS.0", texture(&letters(), &letter_atlas())),
        ("BLAST.0", texture(&blast(), &blast_atlas())),
    ])
}

/// Four colours in three levels and two cells: small enough to be broken in every way.
pub(crate) fn swatch() -> Vec<u8> {
    let colours = picture(4, 4, |x, y| [byte(x * 80), byte(y * 80), 128, byte(255 - x * 16)]);
    let mut settings = settings(8888, 3);
    settings["page"] = json!([[0, 2, 0, 4], [2, 2, 0, 4]]);
    texture(&colours, &settings)
}

pub(crate) fn lightmaps() -> Vec<u8> {
    let mut settings = settings(565, 1);
    settings["flags5"] = 0x0080_0000.into();
    let lamp = |at| texture(&lamp(at), &settings);
    library(&[("bunker00.0", lamp((5, 5))), ("bunker01.0", lamp((12, 3)))])
}

/// Black and violet, as many games show what is missing.
fn checks() -> Image {
    picture(16, 16, |x, y| if (x / 4 + y / 4) % 2 == 0 { [255, 0, 255, 255] } else { [16, 16, 16, 255] })
}

/// Rows of bricks, every other one moved by half a brick.
fn bricks() -> Image {
    picture(64, 64, |x, y| {
        let (row, x) = (y / 8, x + y / 8 % 2 * 8);
        if y % 8 == 0 || x % 16 == 0 {
            return lighter([150, 145, 135], grain(x, y) / 16);
        }
        let light = if y % 8 == 1 { 24 } else { 0 };
        lighter([140, 60, 44], grain(x / 16 % 4, row) / 6 + grain(x, y) / 24 + light)
    })
}

/// Brushed steel in four plates, with a rivet in every corner.
fn plates() -> Image {
    picture(64, 64, |x, y| {
        let (inner_x, inner_y) = (x % 32, y % 32);
        let from_corner = |at: i32| at.min(31 - at);
        let rivet = distance(from_corner(inner_x), from_corner(inner_y), (4, 4));
        let light = match (inner_x, inner_y) {
            (0, _) | (_, 0) => -50,
            _ if rivet <= 4 => 60 - rivet * 12 - (inner_x + inner_y) % 32,
            _ => grain(0, y) / 8 - inner_y,
        };
        lighter([150, 156, 165], light)
    })
}

/// Glass with a frame and a slanting shine; mostly transparent.
fn pane() -> Image {
    picture(32, 32, |x, y| {
        if x.min(y) < 2 || x.max(y) > 29 {
            return [60, 70, 80, 255];
        }
        let shine = matches!((x + y) % 40, 12..=17 | 21..=22);
        if shine { [235, 245, 255, 190] } else { [120, 170, 210, byte(60 + y * 2)] }
    })
}

/// Wires with nothing between them.
fn wire_mesh() -> Image {
    picture(32, 32, |x, y| match ((x + y) % 8, (x - y).rem_euclid(8)) {
        (0, _) | (_, 0) => [170, 170, 170, 255],
        (1, _) | (_, 7) => [85, 85, 85, 255],
        _ => [0, 0, 0, 0],
    })
}

const FACE_COLOURS: [Colour; 6] = [
    [32, 48, 96, 255],
    [255, 216, 64, 255],
    [224, 160, 32, 255],
    [32, 24, 16, 255],
    [255, 255, 255, 255],
    [176, 48, 32, 255],
];

/// A round face that smiles.
fn face() -> Image {
    indexed(32, 32, &FACE_COLOURS, |x, y| {
        let mouth = distance(x, y, (16, 17));
        match distance(x, y, (16, 16)) {
            210.. => 0,
            170.. => 2,
            _ if distance(x, y, (11, 11)) <= 1 || distance(x, y, (21, 11)) <= 1 => 4,
            _ if distance(x, y, (11, 12)) <= 6 || distance(x, y, (21, 12)) <= 6 => 3,
            _ if y > 18 && (49..=80).contains(&mouth) => 5,
            _ => 1,
        }
    })
}

/// Shades from white to red, behind one that is transparent.
fn star_colours() -> Vec<Colour> {
    let shade = |i: u8| [255, 255 - i * 16, 224 - i * 14, 255];
    [[0, 0, 0, 0]].into_iter().chain((0..16).map(shade)).collect()
}

fn star() -> Image {
    indexed(16, 16, &star_colours(), |x, y| {
        // Twice the distance from the centre, which lies between pixels.
        let (dx, dy) = ((2 * x - 15).abs(), (2 * y - 15).abs());
        if dx * dy <= 15 { 1 + byte(dx.max(dy)).min(15) } else { 0 }
    })
}

/// Bit 24 of flags5 makes colour 0 transparent.
fn keyed() -> Value {
    json!({"format": 0, "mips": 1, "flags5": 0x0100_0000})
}

/// The 32 steps of a fade of the last colour of a palette that is not there, which is shown as white.
fn mist() -> Image {
    let steps: Vec<Colour> = (0..32u8).map(|step| [255, 255, 255, 8 * step + 7]).collect();
    indexed(16, 16, &steps, |x, y| byte(31 - distance(x, y, (8, 8)) / 4).min(31))
}

/// Bit 25 of flags5 makes indices steps of the colour that its low byte names.
fn fading() -> Value {
    json!({"format": 2, "mips": 1, "flags4": 32, "flags5": 0x0200_00FF})
}

/// From dusk at the top to a low sun.
fn sky() -> Image {
    picture(16, 32, |x, y| {
        let glow = (90 - distance(x, y, (8, 24))).max(0) * 2;
        [byte(20 + y * 6 + glow), byte(24 + y * 3 + glow), byte(96 + y * 2), 255]
    })
}

/// A hill in greys; the higher, the more there is of it.
fn hill() -> Image {
    picture(32, 32, |x, y| {
        let height = byte(255 - distance(x, y, (16, 16)));
        [height, height, height, byte(i32::from(height) + 40)]
    })
}

/// R, E, L, I, C and T, five by seven, a row in each byte.
const GLYPHS: [[u8; 7]; 6] = [
    [0b11110, 0b10001, 0b10001, 0b11110, 0b10100, 0b10010, 0b10001],
    [0b11111, 0b10000, 0b10000, 0b11110, 0b10000, 0b10000, 0b11111],
    [0b10000, 0b10000, 0b10000, 0b10000, 0b10000, 0b10000, 0b11111],
    [0b01110, 0b00100, 0b00100, 0b00100, 0b00100, 0b00100, 0b01110],
    [0b01110, 0b10001, 0b10000, 0b10000, 0b10000, 0b10001, 0b01110],
    [0b11111, 0b00100, 0b00100, 0b00100, 0b00100, 0b00100, 0b00100],
];

/// The letters at twice their size, in cells of ten by sixteen.
fn letters() -> Image {
    picture(64, 16, |x, y| {
        let glyph = GLYPHS.get((x / 10) as usize).copied().unwrap_or_default();
        let row = usize::try_from((y - 1) / 2).ok().and_then(|row| glyph.get(row)).copied().unwrap_or(0);
        let inked = y > 0 && row >> (4 - x % 10 / 2) & 1 == 1;
        if inked { [255, byte(250 - y * 8), 64, 255] } else { [24, 28, 40, 160] }
    })
}

/// One cell for each letter, as wide as the letter is; and the whole word.
fn letter_atlas() -> Value {
    let mut settings = settings(8888, 5);
    let cell = |letter: i32| if letter == 3 { [32, 6, 0, 16] } else { [letter * 10, 10, 0, 16] };
    settings["page"] = (0..6).map(cell).chain([[0, 60, 0, 16]]).map(Vec::from).collect();
    settings
}

/// A flash that grows and fades, in four frames.
fn blast() -> Image {
    picture(32, 32, |x, y| {
        let (frame, from) = (x / 16 + y / 16 * 2, distance(x % 16, y % 16, (8, 8)));
        let size = [6, 22, 46, 60][frame as usize % 4];
        let heat = (size - from) * 255 / size;
        if heat <= 0 {
            return [0, 0, 0, 0];
        }
        [255, byte(heat * 3 / 2 - frame * 30), byte(heat - 120 - frame * 30), byte(heat * 2 - frame * 40)]
    })
}

fn blast_atlas() -> Value {
    let mut settings = settings(8888, 1);
    settings["page"] = json!([[0, 16, 0, 16], [16, 16, 0, 16], [0, 16, 16, 16], [16, 16, 16, 16]]);
    settings
}

/// The light of a lamp on a wall.
fn lamp(at: (i32, i32)) -> Image {
    picture(16, 16, |x, y| {
        let light = 230 - distance(x, y, at);
        [byte(light + 20), byte(light), byte(light - 30), 255]
    })
}
