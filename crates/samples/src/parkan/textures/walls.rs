//! What buildings are made of, and what moves or is seen through.

use super::{Named, atlas, plain};
use crate::paint::grain::{clouds, crack, grain};
use crate::paint::{Canvas, Rgb, lighter, mixed, rect, square};

pub(super) fn all() -> Vec<Named> {
    vec![
        ("DEFAULT.0", plain(&checks(), 565, 1)),
        ("CONCRETE.0", plain(&concrete(), 565, 7)),
        ("RUIN.0", plain(&concrete().burnt(9).halved(), 565, 6)),
        ("BRICK.0", plain(&bricks(), 565, 7)),
        ("STEEL.0", plain(&steel(), 888, 7)),
        ("ROOF.0", plain(&roof(), 565, 6)),
        ("HALL.0", plain(&hall(), 565, 7)),
        ("GATE.0", plain(&gate(), 565, 6)),
        ("CHIMNEY.0", plain(&chimney(), 565, 6)),
        ("GLASS.0", plain(&pane(), 8888, 6)),
        ("MESH.0", plain(&wire_mesh(), 4444, 5)),
        ("FAN.0", plain(&fan(), 4444, 5)),
        ("DISH.0", plain(&dish(), 4444, 6)),
        ("TRACK.0", atlas(&tread(), 565, 4, rect(0, 0, 64, 128).cells(1, 4))),
    ]
}

/// Black and violet, as many games show what is missing.
fn checks() -> Canvas {
    let mut canvas = Canvas::new(16, 16, [16; 3]);
    canvas.paint(canvas.all(), |x, y| ((x / 4 + y / 4) % 2 == 0).then_some([255, 0, 255]));
    canvas
}

/// Poured in sheets, with holes where the moulds were tied, and stained by rain.
fn concrete() -> Canvas {
    let mut canvas = Canvas::new(128, 128, [146, 142, 132]);
    let (stains, fine) = (clouds(32, 128, 21), clouds(8, 128, 22));
    canvas.light(canvas.all(), |x, y| {
        (stains.at(x, y) - 128) / 5 + (fine.at(x, y) - 128) / 8 + grain(x, y, 1) / 24
    });
    for sheet in canvas.all().cells(2, 2) {
        let tone = grain(sheet.x, sheet.y, 6) / 16 - 8;
        canvas.light(sheet, |_, _| tone);
        canvas.light(rect(sheet.x, sheet.y, 64, 1), |_, _| -46);
        canvas.light(rect(sheet.x, sheet.y, 1, 64), |_, _| -46);
        canvas.light(rect(sheet.x, sheet.y + 1, 64, 1), |_, _| 16);
        for (x, y) in [(14, 16), (48, 16), (14, 48), (48, 48)] {
            canvas.disc((sheet.x + x, sheet.y + y), 2, [84, 80, 74]);
            canvas.light(rect(sheet.x + x - 1, sheet.y + y + 3, 3, 12), |_, y| y - 14);
        }
    }
    let cracks = |x: i32, y: i32| crack(x, y, 64, 128, 30).0;
    canvas.cover(
        canvas.all(),
        [70, 66, 60],
        |x, y| if cracks(x, y) == 0 && fine.at(x, y) > 120 { 170 } else { 0 },
    );
    canvas
}

/// Courses of bricks, each of another fire.
fn bricks() -> Canvas {
    let mut canvas = Canvas::new(128, 128, [150, 144, 132]);
    let dirt = clouds(32, 128, 5);
    canvas.grainy(canvas.all(), 14, 3);
    for row in 0..16 {
        for column in 0..8 {
            let left = column * 16 + row % 2 * 8;
            let tone = grain(column, row, 8);
            let clay = mixed([150, 68, 48], [104, 52, 44], tone);
            for (x, y) in (0..105).map(|i| (i % 15, i / 15)) {
                let edge = if y == 0 || x == 0 {
                    22
                } else if y == 6 || x == 14 {
                    -26
                } else {
                    0
                };
                let at = ((left + x).rem_euclid(128), row * 8 + y);
                canvas.put(at.0, at.1, lighter(clay, edge + grain(at.0, at.1, 4) / 12 - 10));
            }
        }
    }
    canvas.light(canvas.all(), |x, y| (dirt.at(x, y) - 140) / 5);
    canvas
}

/// Brushed steel in plates of several sizes, with bolts and a little rust.
fn steel() -> Canvas {
    let mut canvas = Canvas::new(64, 64, [124, 128, 134]);
    canvas.light(canvas.all(), |x, y| grain(x / 6, y, 2) / 14 + grain(x, y, 3) / 24 - 10);
    for plate in [rect(0, 0, 40, 28), rect(40, 0, 24, 28), rect(0, 28, 24, 36), rect(24, 28, 40, 36)] {
        canvas.groove(plate);
        canvas.light(plate, |_, y| 10 - y / 2);
        canvas.bolts(plate, 8);
    }
    canvas.slats(rect(30, 38, 26, 16), 5);
    canvas.rusty(canvas.all(), 0, 12);
    canvas
}

/// Sheets that overlap, with ribs.
fn roof() -> Canvas {
    let mut canvas = Canvas::new(64, 64, [96, 102, 108]);
    canvas.light(canvas.all(), |x, y| {
        [26, 12, 0, -10, -18, -10, 0, 12][x as usize % 8] - if y % 32 < 2 { 50 } else { 0 }
    });
    canvas.grainy(canvas.all(), 10, 7);
    canvas.rusty(canvas.all(), 30, 31);
    canvas
}

/// The wall of a factory: panels below, tall windows above, pipes between.
fn hall() -> Canvas {
    let mut canvas = Canvas::new(128, 128, [148, 136, 120]);
    canvas.grainy(canvas.all(), 10, 17);
    let (windows, frieze, panels) = (rect(0, 8, 128, 56), rect(0, 66, 128, 10), rect(0, 78, 128, 50));
    canvas.fill(windows, [92, 88, 82]);
    canvas.windows(windows, [8, 3], [[255, 222, 140], [84, 108, 124]], 12);
    canvas.fill(frieze, [92, 92, 88]);
    canvas.bevel(frieze, 30);
    canvas.light(frieze.inset(2), |_, y| [20, 34, 10, -10, -30, -40][y as usize % 6]);
    canvas.plates(panels, &[32, 64, 96], &[], 21);
    canvas.bolts(panels, 10);
    canvas.stripes(rect(0, 120, 128, 8), [[206, 168, 40], [34, 32, 28]], 8);
    canvas.rusty(rect(0, 64, 128, 64), 10, 13);
    canvas.muddy(panels, [70, 62, 52], 16, 9);
    canvas
}

/// A shutter of slats, with its number.
fn gate() -> Canvas {
    let mut canvas = Canvas::new(64, 64, [128, 120, 88]);
    canvas.light(canvas.all(), |_, y| [24, 12, 4, -4, -10, -18, -30, -52][y as usize % 8]);
    canvas.grainy(canvas.all(), 8, 3);
    canvas.text((14, 10), "04", 3, [40, 40, 40]);
    canvas.stripes(rect(0, 52, 64, 12), [[216, 176, 44], [34, 32, 28]], 6);
    canvas.rusty(canvas.all(), 10, 23);
    canvas
}

/// Red and white bands, black at the top.
fn chimney() -> Canvas {
    let mut canvas = Canvas::new(64, 128, [170, 164, 154]);
    canvas.paint(canvas.all(), |_, y| (y < 72 && y / 12 % 2 == 0).then_some([168, 52, 40]));
    canvas.light(canvas.all(), |x, y| if y % 12 == 0 { -40 } else { grain(x, y, 8) / 20 - 6 });
    canvas.rusty(canvas.all(), 10, 3);
    canvas.cover(canvas.all(), [26, 22, 20], |x, y| (220 - y * 20 + grain(x, 0, 5) / 3).clamp(0, 220));
    canvas
}

/// Glass in a frame, with a slanting shine; mostly transparent.
fn pane() -> Canvas {
    let mut canvas = Canvas::new(64, 64, [54, 62, 70]);
    let glass = rect(3, 3, 58, 58);
    canvas.paint(glass, |x, y| {
        let shine = matches!((x + y) % 76, 22..=33 | 40..=43);
        Some(if shine { [226, 240, 252] } else { mixed([92, 150, 190], [40, 74, 110], y * 4) })
    });
    canvas.fade(glass, |x, y| if matches!((x + y) % 76, 22..=33 | 40..=43) { 176 } else { 90 + y });
    canvas.bevel(canvas.all(), 40);
    canvas.bevel(glass, -40);
    canvas
}

/// Wires with nothing between them.
fn wire_mesh() -> Canvas {
    let mut canvas = Canvas::clear(64, 64);
    canvas.paint(canvas.all(), |x, y| match ((x + y) % 16, (x - y).rem_euclid(16)) {
        (0 | 1, _) => Some([170, 172, 170]),
        (_, 0 | 1) => Some([136, 138, 136]),
        (2, _) | (_, 2) => Some([70, 70, 70]),
        _ => None,
    });
    canvas
}

/// Eight blades around a hub, in a ring.
fn fan() -> Canvas {
    let mut canvas = Canvas::clear(64, 64);
    canvas.paint(canvas.all(), |x, y| {
        let (dx, dy) = (2 * x - 63, 2 * y - 63);
        let far = square(dx, dy);
        // Which of eight parts of the circle, and how far in it: by the ratio of the sides.
        let (long, short) = (dx.abs().max(dy.abs()), dx.abs().min(dy.abs()));
        let along = short * 64 / long.max(1);
        let odd = (dx > 0) ^ (dy > 0) ^ (dx.abs() > dy.abs());
        let blade = if odd { along } else { 64 - along };
        match far {
            0..=120 => Some([150, 150, 156]),
            3200..=3969 => Some([88, 90, 96]),
            3970.. => None,
            _ if blade < 34 => Some(lighter([124, 126, 134], 30 - blade * 2)),
            _ => None,
        }
    });
    canvas
}

/// A net on ribs.
fn dish() -> Canvas {
    let mut canvas = Canvas::new(64, 64, [140, 146, 148]);
    canvas.fade(canvas.all(), |x, y| if x % 4 == 0 || y % 4 == 0 { 255 } else { 120 });
    canvas.paint(canvas.all(), |x, y| (x % 16 < 2 || y % 16 < 2).then_some([168, 172, 168]));
    canvas.bevel(canvas.all(), 40);
    canvas
}

/// Links of a track, which move on by a quarter of a link from cell to cell.
fn tread() -> Canvas {
    let mut canvas = Canvas::new(64, 128, [46, 44, 42]);
    for (frame, cell) in (0..).zip(rect(0, 0, 64, 128).cells(1, 4)) {
        canvas.paint(cell, |x, y| Some(link((x + frame * 8) % 32, y)));
    }
    canvas.grainy(canvas.all(), 12, 4);
    canvas
}

fn link(x: i32, y: i32) -> Rgb {
    let steel = [78, 76, 72];
    match (x, y) {
        (0..=3, _) => [22, 22, 22],
        (4, _) | (_, 1 | 2) => lighter(steel, 40),
        (31, _) => lighter(steel, -30),
        (12..=22, 8..=23) => lighter(steel, if x == 12 || y == 8 { 34 } else { 8 - x }),
        (_, 0 | 29..=31) => [30, 30, 30],
        _ => lighter([96, 76, 54], -x),
    }
}
