//! A texture package with every kind of image: colours and palettes, its own and shared ones, and all three alphas.

use crate::draw::{Colour, byte, distance, grain, indexed, lighter, picture};
use relict_samples::make::package::{Named, drawn, near};
use relict_toolkit::core::image::Image;
use serde_json::{Value, json};

/// Names of at most 31 characters are all that fit.
const LONGEST_NAME: &str = "a_name_of_thirty_one_characters";

pub(crate) fn textures() -> Vec<u8> {
    let plain = |image: &Image, settings: &Value| drawn(image, image, settings);
    let mine = |name, bytes| (name, None, bytes);
    package(&[
        mine("hull", plain(&hull(), &json!({"flags": 0x21}))),
        mine("joint", plain(&joint(), &json!({}))),
        mine("glass", plain(&glass(), &json!({"flags": 0x61}))),
        mine("stripe", plain(&stripe(), &json!({}))),
        ("foot", Some(0), shared(&foot(), 0)),
        ("camouflage", Some(0), shared(&camouflage(), 0)),
        ("badge", Some(1), shared(&badge(), 1)),
        ("smoke", Some(1), shaded(&smoke(), 1)),
        mine("grate", plain(&grate(), &json!({}))),
        mine("beam", shaded_alone(&beam(), &HEAT)),
        mine("horizon", plain(&horizon(), &json!({"stretch": 1}))),
        mine("girder", plain(&girder(), &json!({"stretch": 2, "flags": 0xE1}))),
        mine("sand", plain(&sand(), &json!({"stretch": 3}))),
        mine("dot", plain(&picture(1, 1, |_, _| [255, 130, 0, 255]), &json!({}))),
        mine(LONGEST_NAME, plain(&picture(3, 5, |x, y| lighter([60, 90, 120], x * 30 + y * 12)), &json!({}))),
    ])
}

/// The textures of a mechlib in a size that is wanted, for measuring.
pub fn textures_of(side: usize) -> Vec<u8> {
    let noisy = |(i, name): (i32, &&'static str)| {
        let image =
            picture(side, side, |x, y| lighter([60 + 25 * i, 110, 200 - 25 * i], grain(x, y + i) / 8));
        (*name, None, drawn(&image, &image, &json!({})))
    };
    package(&(0..).zip(&super::materials::TEXTURES).map(noisy).collect::<Vec<_>>())
}

/// A package with both palettes.
pub(crate) fn package(images: &[Named]) -> Vec<u8> {
    relict_samples::make::package::package(&[palette(0), palette(1)], images)
}

/// An image of a shared palette.
pub(crate) fn shared(image: &Image, place: u8) -> Vec<u8> {
    let like = indexed(image.width, image.height, &palette(place), |_, _| 1);
    let alpha = if image.has_alpha { "simple" } else { "none" };
    drawn(&like, image, &json!({"format": "global-palette", "alpha": alpha}))
}

/// The same with an alpha for each pixel.
fn shaded(image: &Image, place: u8) -> Vec<u8> {
    let like = indexed(image.width, image.height, &palette(place), |_, _| 1);
    drawn(&like, image, &json!({"format": "global-palette", "alpha": "full"}))
}

fn shaded_alone(image: &Image, palette: &[Colour]) -> Vec<u8> {
    let like = indexed(image.width, image.height, palette, |_, _| 0);
    drawn(&like, image, &json!({"alpha": "full"}))
}

/// Palette 0 has earth and leaves, palette 1 has fire and smoke; both begin with black, which can be transparent.
fn palette(place: u8) -> Vec<Colour> {
    let earth = |i: i32| match i / 64 {
        0 => [40 + i, 36 + i * 3 / 4, 24 + i / 2],
        1 => [20 + i % 64, 50 + i % 64, 20 + i % 64 / 2],
        2 => [70 + i % 64, 70 + i % 64, 60 + i % 64],
        _ => [120 + i % 64, 100 + i % 64, 60 + i % 64],
    };
    let fire = |i: i32| match i / 128 {
        0 => [20 + i * 2, i * 3 / 2, i * i / 160],
        _ => [i - 100, i - 104, i - 112],
    };
    let colour = |i: i32| if place == 0 { earth(i) } else { fire(i) };
    let colours = (1..256).map(|i| near(lighter(colour(i), 0)));
    [[0, 0, 0, 255]].into_iter().chain(colours).collect()
}

/// A palette whose black is transparent.
fn keyed(place: u8) -> Vec<Colour> {
    let mut palette = palette(place);
    palette[0] = [0; 4];
    palette
}

/// Armour: plates with bevels, rivets and a painted band.
fn hull() -> Image {
    picture(64, 64, |x, y| {
        let (inner_x, inner_y) = ((x + y / 32 * 16) % 32, y % 32);
        let edge = |at: i32| at.min(31 - at);
        let rivet = distance(edge(inner_x), edge(inner_y), (5, 5));
        let light = match (inner_x, inner_y) {
            (0, _) | (_, 0) => -60,
            (1, _) | (_, 1) => 36,
            (31, _) | (_, 31) => -30,
            _ if rivet <= 3 => 48 - rivet * 16,
            _ => grain(x, y) / 16 - inner_y / 2,
        };
        let band = (24..29).contains(&y) && inner_x > 1 && inner_x < 31;
        lighter(if band { [170, 60, 40] } else { [104, 112, 108] }, light)
    })
}

/// Rings of rubber.
fn joint() -> Image {
    let palette: Vec<Colour> = (0..16).map(|i| near(lighter([20, 20, 24], i * 9))).collect();
    indexed(32, 32, &palette, |_, y| {
        let ring = y % 8;
        byte([3, 8, 12, 15, 13, 9, 5, 1][ring as usize % 8])
    })
}

/// A canopy: mostly clear, with a shine across it.
fn glass() -> Image {
    picture(32, 32, |x, y| {
        if x.min(y) < 2 || x.max(y) > 29 {
            return [70, 76, 70, 255];
        }
        let shine = matches!((x + 2 * y) % 48, 14..=19 | 23..=24);
        if shine { [250, 240, 200, 200] } else { [180, 130, 40, byte(70 + y * 3)] }
    })
}

/// Black and yellow, with holes between the bolts.
fn stripe() -> Image {
    let palette = [[0, 0, 0, 0], [24, 24, 16, 255], [239, 190, 0, 255], [148, 150, 140, 255]].map(near);
    indexed(32, 16, &palette, |x, y| {
        let hole = distance(x % 16, y, (8, 8));
        match hole {
            0..=4 => 0,
            5..=8 => 3,
            _ if (x + y) / 6 % 2 == 0 => 2,
            _ => 1,
        }
    })
}

/// A sole with treads, in the colours of the ground.
pub(crate) fn foot() -> Image {
    indexed(32, 32, &palette(0), |x, y| {
        let tread = (x + if y % 16 < 8 { y % 8 } else { 7 - y % 8 }) % 8;
        byte(if tread < 3 { 130 + grain(x, y) / 16 } else { 10 + grain(x, y) / 10 + tread * 3 })
    })
}

/// Blotches of four greens and browns.
fn camouflage() -> Image {
    indexed(64, 64, &palette(0), |x, y| {
        let wave = |x: i32, y: i32| (x * x / 9 + y * 5 + x * y / 7) / 48 + (y * y / 11 - x * 3) / 56;
        let shade = grain(x, y) / 40;
        byte([20, 70, 100, 210][wave(x, y).rem_euclid(4) as usize] + shade)
    })
}

/// A star in a ring, on nothing.
fn badge() -> Image {
    indexed(16, 16, &keyed(1), |x, y| {
        let (dx, dy) = ((2 * x - 15).abs(), (2 * y - 15).abs());
        match dx * dx + dy * dy {
            170..=225 => 110,
            _ if dx * dy <= 9 && dx.max(dy) < 11 => byte(60 + dx.max(dy) * 4),
            _ => 0,
        }
    })
}

/// A cloud that thins out.
fn smoke() -> Image {
    let palette = palette(1);
    picture(32, 32, |x, y| {
        let from = distance(x, y, (16, 16)) + grain(x / 2, y / 2) / 3;
        let [r, g, b, _] = palette[(140 + grain(x / 4, y / 4) / 3) as usize];
        [r, g, b, byte(280 - from)]
    })
}

/// Bars with nothing between them.
fn grate() -> Image {
    picture(16, 16, |x, y| match (x % 4, y % 8) {
        (0, _) => [120, 124, 120, 255],
        (1, _) => [60, 62, 60, 255],
        (_, 0) => [90, 92, 90, 255],
        _ => [0; 4],
    })
}

const HEAT: [Colour; 4] = [[255, 255, 255, 255], [255, 255, 132, 255], [255, 130, 0, 255], [165, 16, 0, 255]];

/// White in the middle, red at its edges, and gone beyond.
fn beam() -> Image {
    picture(8, 32, |x, y| {
        let from = (2 * x - 7).abs() / 2;
        let [r, g, b, _] = HEAT[from as usize % 4];
        [r, g, b, byte(255 - from * 70 - (y - 16).abs() * 4)]
    })
}

/// Stored with few rows, for the game to make it higher.
fn horizon() -> Image {
    picture(32, 8, |x, y| {
        let hill = 5 + (grain(x / 4, 3) / 100);
        if y >= hill { lighter([70, 60, 50], y * 4) } else { lighter([90 + y * 18, 80 + y * 12, 120], 0) }
    })
}

/// Stored with few columns, for the game to make it wider.
fn girder() -> Image {
    picture(4, 32, |x, y| lighter([110, 70, 50], if y % 8 < 2 { 40 } else { x * 6 - 10 }))
}

fn sand() -> Image {
    picture(16, 16, |x, y| lighter([190, 160, 110], grain(x, y) / 8 + grain(x / 4, y) / 12))
}
