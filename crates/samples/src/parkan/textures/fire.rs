//! What burns, shines and drifts: frames of it on one texture.

use super::{Named, atlas, indexed, plain};
use crate::paint::grain::{clouds, grain};
use crate::paint::ramp::path;
use crate::paint::{Canvas, Rect, Rgb, byte, mixed, rect, square};
use relict_toolkit::core::image::Image;

pub(super) fn all() -> Vec<Named> {
    vec![
        ("BLAST.0", atlas(&blast(), 4444, 3, rect(0, 0, 128, 128).cells(4, 4))),
        ("FIRE.0", atlas(&flame(), 4444, 1, rect(0, 0, 128, 64).cells(4, 1))),
        ("SMOKE.0", atlas(&smoke(), 88, 1, rect(0, 0, 128, 32).cells(4, 1))),
        ("STAR.0", indexed(&star(), true)),
        ("JET.0", plain(&jet(), 8888, 5)),
        ("SHIELD.0", plain(&shield(), 8888, 6)),
        ("BOLT.0", plain(&bolt(), 8888, 1)),
    ]
}

/// From white through yellow and red to nothing.
fn heat(heat: i32) -> (Rgb, i32) {
    let colour = match heat {
        200.. => mixed([255, 230, 130], [255, 255, 240], (heat - 200) * 5),
        110.. => mixed([250, 130, 30], [255, 230, 130], (heat - 110) * 3),
        50.. => mixed([150, 36, 10], [250, 130, 30], (heat - 50) * 4),
        _ => mixed([40, 20, 14], [150, 36, 10], heat.max(0) * 5),
    };
    (colour, (heat * 3).clamp(0, 255))
}

/// Puts the heat of every place of a cell there.
fn glowing(canvas: &mut Canvas, cell: Rect, at: impl Fn(i32, i32) -> i32) {
    canvas.paint(cell, |x, y| Some(heat(at(x, y)).0));
    canvas.fade(cell, |x, y| heat(at(x, y)).1);
}

/// A ball that grows, tears and cools, in sixteen frames.
fn blast() -> Canvas {
    let mut canvas = Canvas::clear(128, 128);
    for (frame, cell) in (0..).zip(rect(0, 0, 128, 128).cells(4, 4)) {
        let billows = clouds(8, 64, 40 + frame / 3);
        glowing(&mut canvas, cell, |x, y| {
            let far = square(2 * x - 31, 2 * y - 31).isqrt();
            let size = 8 + frame * 3 - frame * frame / 12;
            let torn = (billows.at(x + frame, y - frame) - 128) * (frame + 2) / 10;
            (size - far) * 255 / size.max(1) * 2 + torn + 70 - frame * 15 - (far > 30) as i32 * 400
        });
    }
    canvas
}

/// Tongues that rise, in four frames that repeat.
fn flame() -> Canvas {
    let mut canvas = Canvas::clear(128, 64);
    for (frame, cell) in (0..).zip(rect(0, 0, 128, 64).cells(4, 1)) {
        let tongues = clouds(8, 64, 3);
        glowing(&mut canvas, cell, |x, y| {
            let from_middle = (2 * x - 31).abs();
            let lick = tongues.at(x, y + frame * 16);
            let tip = (from_middle * from_middle) * (84 - y) / 150;
            y * 6 - 40 - tip + (lick - 128) * 3 / 2 - (y - 57).max(0) * 60
        });
    }
    canvas
}

/// Puffs that spread and thin out.
fn smoke() -> Canvas {
    let mut canvas = Canvas::clear(128, 32);
    for (frame, cell) in (0..).zip(rect(0, 0, 128, 32).cells(4, 1)) {
        let billows = clouds(8, 32, 70 + frame);
        let grey = |x: i32, y: i32| 90 + billows.at(x, y) / 3 + frame * 14 - y;
        canvas.paint(cell, |x, y| Some([grey(x, y); 3]));
        canvas.fade(cell, |x, y| {
            let far = square(2 * x - 31, 2 * y - 31).isqrt();
            ((18 + frame * 3 - far) * 16 + (billows.at(x, y) - 110) * 2).min(236 - frame * 40)
        });
    }
    canvas
}

/// Rays from the middle: white, yellow, red; nothing around them.
fn star() -> Image {
    let shades = path(&[[255, 255, 250], [255, 232, 120], [255, 120, 40], [120, 20, 20]], 5);
    let opaque = shades.iter().map(|[r, g, b]| [byte(*r), byte(*g), byte(*b), 255]);
    let palette: Vec<[u8; 4]> = [[0; 4]].into_iter().chain(opaque).collect();
    let index = |i: i32| {
        let (dx, dy) = ((2 * (i % 32) - 31).abs(), (2 * (i / 32) - 31).abs());
        let slant = (dx - dy).abs() * (dx + dy) / 3;
        let ray = (dx * dy).min(slant + 40) + (dx.max(dy) * dx.max(dy)) / 40;
        if ray < 60 { byte(1 + (ray / 4).min(15)) } else { 0 }
    };
    Image::indexed(32, 32, (0..1024).map(index).collect(), palette)
}

/// What comes out of a nozzle, as seen from behind.
fn jet() -> Canvas {
    let mut canvas = Canvas::clear(32, 32);
    let far = |x: i32, y: i32| square(2 * x - 31, 2 * y - 31).isqrt();
    canvas.paint(canvas.all(), |x, y| {
        let far = far(x, y);
        Some(if far < 12 {
            mixed([240, 252, 255], [120, 200, 255], far * 21)
        } else {
            mixed([120, 200, 255], [20, 40, 160], (far - 12) * 13)
        })
    });
    canvas.fade(canvas.all(), |x, y| (31 - far(x, y)) * 13 + grain(x, y, 3) / 12);
    canvas
}

/// A net of honeycombs that flickers.
fn shield() -> Canvas {
    let mut canvas = Canvas::clear(64, 64);
    let comb = |x: i32, y: i32| crate::paint::grain::crack(x, y, 8, 64, 90).0;
    canvas.paint(canvas.all(), |x, y| Some(if comb(x, y) < 2 { [170, 250, 255] } else { [40, 120, 200] }));
    canvas.fade(canvas.all(), |x, y| if comb(x, y) < 2 { 220 } else { 46 });
    canvas
}

/// A beam: white in the middle, blue at its edges.
fn bolt() -> Canvas {
    let mut canvas = Canvas::clear(16, 64);
    let off = |x: i32, y: i32| (2 * x - 15 + (clouds(8, 64, 6).at(0, y) - 128) / 24).abs();
    canvas.paint(canvas.all(), |x, y| Some(mixed([245, 250, 255], [60, 90, 255], off(x, y) * 24)));
    canvas.fade(canvas.all(), |x, y| 290 - off(x, y) * 22);
    canvas
}
