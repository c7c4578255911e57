//! Letters, screens and lamps.

use super::{Named, atlas, plain};
use crate::paint::font::inked;
use crate::paint::grain::grain;
use crate::paint::{Canvas, Rect, lighter, mixed, rect, square};

pub(super) fn all() -> Vec<Named> {
    vec![
        ("LETTERS.0", atlas(&letters(), 8888, 5, letter_cells())),
        ("SCREEN.0", atlas(&screens(), 565, 4, rect(0, 0, 128, 64).cells(4, 2))),
        ("LAMP.0", plain(&lamp(), 8888, 5)),
        ("HAZARD.0", plain(&hazard(), 565, 6)),
    ]
}

const WORD: &str = "RELICT";

/// The word on a board of glowing dots, in cells of 20 by 32.
fn letters() -> Canvas {
    let mut canvas = Canvas::new(128, 32, [20, 24, 34]);
    for (i, letter) in (0..).zip(WORD.chars()) {
        let cell = rect(i * 20, 0, 20, 32);
        canvas.paint(cell, |x, y| {
            let dot = (x % 4 - 2).abs() + (y % 4 - 2).abs();
            let on = inked(letter, x / 4, (y - 2) / 4) && y >= 2;
            Some(if on {
                lighter([255, 196 - y * 2, 60], 20 - dot * 34)
            } else {
                lighter([30, 34, 46], -dot * 5)
            })
        });
    }
    canvas.fade(canvas.all(), |x, _| if x < 120 { 235 } else { 0 });
    canvas
}

/// One cell for each letter, and the whole word.
fn letter_cells() -> Vec<Rect> {
    (0..6).map(|i| rect(i * 20, 0, 20, 32)).chain([rect(0, 0, 120, 32)]).collect()
}

/// Eight pictures of a console: text, a map, curves, a radar, and four times noise.
fn screens() -> Canvas {
    let mut canvas = Canvas::new(128, 64, [6, 18, 12]);
    for (i, cell) in (0..).zip(rect(0, 0, 128, 64).cells(4, 2)) {
        match i {
            0 => text(&mut canvas, cell),
            1 => map(&mut canvas, cell),
            2 => curves(&mut canvas, cell),
            3 => radar(&mut canvas, cell),
            _ => canvas.paint(cell, |x, y| {
                Some(mixed([10, 20, 16], [180, 220, 200], grain(x, y, i) * grain(i, y / 5, 3) / 256))
            }),
        }
        canvas.light(cell, |_, y| if y % 2 == 0 { 0 } else { -12 });
        canvas.bevel(cell, -40);
    }
    canvas
}

fn text(canvas: &mut Canvas, cell: Rect) {
    for row in 0..5 {
        let long = 8 + grain(row, 1, 9) / 14;
        canvas.paint(cell.part(4, 4 + row * 5, long.min(24), 3), |x, y| {
            (grain(x, y + row * 3, 2) > 90).then_some([80, 230, 120])
        });
    }
}

fn map(canvas: &mut Canvas, cell: Rect) {
    let hills = crate::paint::grain::clouds(12, 64, 44);
    canvas.paint(cell.inset(2), |x, y| {
        let height = hills.at(x, y);
        Some(if height % 24 < 4 { [70, 200, 110] } else { mixed([8, 30, 20], [20, 80, 50], height) })
    });
    canvas.fill(cell.part(14, 12, 4, 4), [240, 80, 60]);
}

fn curves(canvas: &mut Canvas, cell: Rect) {
    for (seed, colour) in [(5, [240, 190, 60]), (9, [90, 220, 230])] {
        let wave = crate::paint::grain::clouds(8, 64, seed);
        for x in 3..29 {
            canvas.fill(cell.part(x, 6 + wave.at(x, 0) / 13, 1, 2), colour);
        }
    }
    canvas.cover(cell, [60, 120, 80], |x, y| if x % 8 == 4 || y % 8 == 4 { 70 } else { 0 });
}

fn radar(canvas: &mut Canvas, cell: Rect) {
    canvas.paint(cell, |x, y| {
        let (dx, dy) = (2 * x - 31, 2 * y - 31);
        let far = square(dx, dy).isqrt();
        let swept = dy < 0 && dx > 0 && dx > -dy / 2;
        match far {
            9 | 10 | 18 | 19 | 26 | 27 => Some([50, 170, 90]),
            0..27 if swept => Some([30, 110, 56]),
            _ => None,
        }
    });
    for (x, y) in [(20, 8), (24, 14), (9, 21)] {
        canvas.fill(cell.part(x, y, 2, 2), [220, 255, 200]);
    }
}

/// Glass with a lit wire behind it.
fn lamp() -> Canvas {
    let mut canvas = Canvas::new(32, 32, [120, 116, 96]);
    let far = |x: i32, y: i32| square(2 * x - 31, 2 * y - 31).isqrt();
    canvas.paint(canvas.all(), |x, y| Some(mixed([255, 250, 220], [196, 150, 70], far(x, y) * 8)));
    canvas.cover(canvas.all(), [90, 70, 40], |x, y| if x % 8 == 0 || y % 8 == 0 { 90 } else { 0 });
    canvas
}

/// Stripes of warning on worn steel.
fn hazard() -> Canvas {
    let mut canvas = Canvas::new(64, 64, [0; 3]);
    canvas.stripes(canvas.all(), [[214, 172, 40], [36, 34, 30]], 16);
    canvas.groove(canvas.all());
    canvas.scratched(canvas.all(), [150, 144, 130], 40, 5);
    canvas.rusty(canvas.all(), 10, 9);
    canvas
}
