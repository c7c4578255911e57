//! How fast pixels become colours on one core, beside copying as many bytes of memory.

use crate::inputs::{drawn, format};
use crate::race::{MANY, race};
use crate::row::Row;
use relict_toolkit::core::format::{Document, Kind, Origin};
use relict_toolkit::core::image::Image;
use relict_toolkit::core::rng::noise;
use serde_json::{Value, json};
use std::collections::VecDeque;
use std::hint::black_box;

/// As large as textures become.
const SIDE: usize = 2048;
/// Pictures that are taken in turns, so many that no cache holds them: a copy of what a cache holds is no copy of memory.
const PICTURES: usize = 8;
/// Of four bits, 64 to a side: as many pixels.
const SMALL: usize = SIDE * SIDE / (64 * 64);
const SMALL_BYTES: usize = 64 * 64 / 2;

const HALF_THE_SPEED_OF_MEMORY: f64 = 2.0;

pub fn rows() -> Vec<Row> {
    let texm = format("ngi.texm").unwrap();
    let image = format("mw3.image").unwrap();
    let mut rows = vec![];
    for number in [0, 565, 556, 4444, 88, 888, 8888] {
        let file = drawn(texm, &picture(number == 0, number == 88), &json!({ "format": number })).unwrap();
        rows.push(large(&format!("decode Texm {number}"), texm, &file));
    }
    for pixels in ["colour", "palette", "global-palette"] {
        for alpha in ["none", "simple", "full"] {
            let file = image_of_package(image, pixels, alpha);
            rows.push(large(&format!("decode MechWarrior 3 {pixels}, alpha {alpha}"), image, &file));
        }
    }
    rows.push(small());
    rows
}

fn picture(indexed: bool, grey: bool) -> Image {
    let shade = |i: usize| ((i % SIDE) ^ (i / SIDE)) as u8;
    if indexed {
        let palette = (0..=255).map(|i: u8| [i, 255 - i, i / 2, 255]).collect();
        return Image::indexed(SIDE, SIDE, (0..SIDE * SIDE).map(shade).collect(), palette);
    }
    let colour = |i: usize| match grey {
        true => [shade(i), shade(i), shade(i), 255],
        false => [(i % SIDE / 8) as u8, (i / SIDE / 8) as u8, shade(i), 255],
    };
    Image::rgba(SIDE, SIDE, (0..SIDE * SIDE).map(colour).collect(), false)
}

/// As its package holds it; the shared palette behind it, as the package hands it out.
fn image_of_package(kind: &Kind, pixels: &str, alpha: &str) -> Vec<u8> {
    const COLOUR: usize = 2;
    const PLANE: usize = 1;
    let side = (SIDE as u16).to_le_bytes();
    let flags: u32 = match alpha {
        "none" => 0x05,
        "simple" => 0x03,
        _ => 0x0B,
    };
    let (colours, global, depth): (u16, u32, usize) = match pixels {
        "colour" => (0, 0, COLOUR),
        "palette" => (256, 0, 1),
        _ => (256, 0x10, 1),
    };
    let mut file = vec![];
    file.extend((flags | global).to_le_bytes());
    file.extend([side, side].concat());
    file.extend([0; 4]);
    file.extend(colours.to_le_bytes());
    file.extend([0; 2]);
    file.extend(noise(1, SIDE * SIDE * depth));
    file.extend(noise(1, SIDE * SIDE * if alpha == "full" { PLANE } else { 0 }));
    file.extend(noise(1, usize::from(colours) * 2));
    let said = settings(kind, &file);
    assert_eq!((&said["format"], &said["alpha"]), (&json!(pixels), &json!(alpha)));
    file
}

fn settings(kind: &Kind, file: &[u8]) -> Value {
    kind.open(file, Origin::default()).unwrap().picture().unwrap().settings()
}

/// The last pictures that were made. A new one takes the memory of the oldest: memory that was never touched would cost a
/// fault for each page, which takes longer than decoding, and what was used just now is still in the cache.
#[derive(Default)]
struct Held<T>(VecDeque<T>);

impl<T> Held<T> {
    fn hold(&mut self, colours: T) {
        self.0.push_back(black_box(colours));
        if self.0.len() > PICTURES {
            self.0.pop_front();
        }
    }
}

/// Pictures of one kind, all of the same size.
fn large(work: &str, kind: &Kind, file: &[u8]) -> Row {
    let files = vec![file.to_vec(); PICTURES];
    let documents: Vec<_> = files.iter().map(|file| kind.open(file, Origin::default()).unwrap()).collect();
    let decoded = |document: &dyn Document| document.picture().unwrap().image(0).unwrap().into_rgba();
    let all: Vec<_> = documents.iter().map(|document| decoded(&**document)).collect();
    assert!(all.iter().all(|colours| colours.len() == SIDE * SIDE));
    let (mut copies, mut made) = (Held::default(), Held::default());
    let times = race(
        MANY,
        [&mut || all.iter().for_each(|colours| copies.hold(colours.clone())), &mut || {
            documents.iter().for_each(|document| made.hold(decoded(&**document)));
        }],
    );
    Row::new(work, "copying the colours", times, Some(HALF_THE_SPEED_OF_MEMORY))
}

/// Many small pictures, as many at a time as have the pixels of a large one.
fn small() -> Row {
    let kind = format("idmobile.texture").unwrap();
    let files: Vec<Vec<u8>> = vec![noise(1, SMALL * SMALL_BYTES); PICTURES];
    let colours = |bytes: &[u8]| {
        let document = kind.open(bytes, Origin::default()).unwrap();
        document.picture().unwrap().image(0).unwrap().into_rgba()
    };
    let decoded = |file: &Vec<u8>| -> Vec<_> { file.chunks(SMALL_BYTES).map(colours).collect() };
    let all: Vec<_> = files.iter().map(decoded).collect();
    let (mut copies, mut made) = (Held::default(), Held::default());
    let times = race(
        MANY,
        [&mut || all.iter().for_each(|colours| copies.hold(colours.clone())), &mut || {
            files.iter().for_each(|file| made.hold(decoded(file)));
        }],
    );
    Row::new("decode phone textures of 4 bits", "copying the colours", times, Some(HALF_THE_SPEED_OF_MEMORY))
}
