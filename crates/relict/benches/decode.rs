//! How fast pixels become colours on one core, beside copying as many bytes of memory in the same run.

// A measurement that cannot be made is no measurement.
#![allow(clippy::unwrap_used, clippy::panic)]

use relict::FORMATS;
use relict::core::format::{Kind, Origin};
use relict::core::image::{Image, Redraw};
use serde_json::json;
use std::hint::black_box;
use std::time::{Duration, Instant};

/// Large enough that no cache holds it.
const SIDE: usize = 2048;
/// The fastest counts, since everything else is disturbance.
const TIMES: usize = 15;

fn best(mut work: impl FnMut()) -> Duration {
    let once = |work: &mut dyn FnMut()| {
        let start = Instant::now();
        work();
        start.elapsed()
    };
    (0..TIMES).map(|_| once(&mut work)).min().unwrap_or_default()
}

fn picture() -> Vec<[u8; 4]> {
    let pixel = |i: usize| {
        let (x, y) = (i % SIDE, i / SIDE);
        [(x / 8) as u8, (y / 8) as u8, (x ^ y) as u8, 255]
    };
    (0..SIDE * SIDE).map(pixel).collect()
}

/// A texture of the pixel format with this number.
fn texture(kind: &Kind, format: u32) -> Vec<u8> {
    let mut pixels = picture();
    if format == 88 {
        pixels.iter_mut().for_each(|pixel| (pixel[0], pixel[1]) = (pixel[2], pixel[2]));
    }
    let image = if format == 0 {
        let indices = pixels.iter().map(|pixel| pixel[2]).collect();
        let palette = (0..=255).map(|i: u8| [i, 255 - i, i / 2, 255]).collect();
        Image::indexed(SIDE, SIDE, indices, palette)
    } else {
        Image::rgba(SIDE, SIDE, pixels, false)
    };
    let canvas = (kind.canvas)(&image).unwrap();
    let document = kind.open(&canvas, Origin::default()).unwrap();
    let settings = json!({ "format": format });
    document.as_picture().unwrap().redrawn(&image, &settings, Redraw::default()).unwrap().bytes
}

fn main() {
    let kind = FORMATS.named("ngi.texm").unwrap();
    let bytes = SIDE * SIDE * 4;
    let source = vec![1u8; bytes];
    // Memory that was never touched costs a fault for each page; decoding pays that, so copying must, too.
    let copy = best(|| drop(black_box(source.clone())));
    let speed = |time: Duration| bytes as f64 / time.as_secs_f64() / 1e9;
    println!("copying memory            {:>6.2} GB/s", speed(copy));
    for format in [0, 565, 556, 4444, 88, 888, 8888] {
        let file = texture(kind, format);
        let document = kind.open(&file, Origin::default()).unwrap();
        let picture = document.as_picture().unwrap();
        let time = best(|| drop(black_box(picture.image(0).unwrap().into_rgba())));
        println!(
            "decoding {format:<5} to RGBA    {:>6.2} GB/s of output   ratio {:>5.2}",
            speed(time),
            time.as_secs_f64() / copy.as_secs_f64()
        );
    }
}
