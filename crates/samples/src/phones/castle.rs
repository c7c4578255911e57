//! Walls of castles and forests: stone, moss, wood, books, banners, runes and trees.

use crate::paint::grain::{clouds, crack, grain};
use crate::paint::{Canvas, Rgb, lighter, mixed, rect, square};

const SIDE: i32 = 64;

fn blank(colour: Rgb) -> Canvas {
    Canvas::new(SIDE, SIDE, colour)
}

/// Hewn stones in courses of several heights.
pub(super) fn stone(base: Rgb) -> Canvas {
    let mut canvas = blank(lighter(base, -70));
    let rows = [(0, 14), (14, 20), (34, 12), (46, 18)];
    for (row, (top, high)) in (0..).zip(rows) {
        for column in 0..4 {
            let wide = 22;
            let left = column * wide - row % 2 * 11;
            let tone = grain(column % 3, row, 5) / 5 - 24;
            canvas.paint(rect(left + 1, top + 1, wide - 2, high - 2), |x, y| {
                let edge = if x == 0 || y == 0 {
                    26
                } else if x == wide - 3 || y == high - 3 {
                    -30
                } else {
                    0
                };
                let rough = clouds(8, 64, 3).at(left + x, top + y) / 6 - 20;
                Some(lighter(base, tone + edge + rough))
            });
        }
    }
    canvas
}

pub(super) fn mossy() -> Canvas {
    let mut canvas = stone([124, 122, 112]);
    let moss = clouds(16, 64, 12);
    canvas.cover(canvas.all(), [62, 92, 40], |x, y| ((moss.at(x, y) + y - 150) * 4).clamp(0, 210));
    canvas
}

/// Signs that glow, cut into stone.
pub(super) fn runes() -> Canvas {
    let mut canvas = stone([96, 92, 110]);
    let signs: [[(i32, i32); 4]; 4] = [
        [(4, 0), (4, 16), (10, 6), (4, 8)],
        [(2, 0), (10, 16), (10, 0), (2, 16)],
        [(6, 0), (6, 16), (1, 5), (11, 11)],
        [(3, 16), (3, 0), (10, 8), (3, 16)],
    ];
    for (i, sign) in (0..).zip(signs) {
        let (left, top) = (10 + i % 2 * 30, 8 + i / 2 * 28);
        for pair in sign.windows(2) {
            let at = |(x, y): (i32, i32)| (left + x, top + y);
            canvas.line(at(pair[0]), at(pair[1]), 3, [30, 90, 120]);
            canvas.line(at(pair[0]), at(pair[1]), 1, [150, 250, 255]);
        }
    }
    canvas
}

/// Planks with iron across them and a ring.
pub(super) fn wooden_door() -> Canvas {
    let mut canvas = stone([110, 106, 100]);
    let door = rect(6, 2, 52, 62);
    canvas.paint(door, |x, y| {
        Some(lighter([118, 78, 44], grain(x / 9, y / 2, 4) / 9 - 16 + if x % 9 == 0 { -46 } else { 0 }))
    });
    for y in [10, 44] {
        canvas.fill(rect(6, y, 52, 6), [64, 64, 68]);
        canvas.bevel(rect(6, y, 52, 6), 34);
        (0..5).for_each(|i| canvas.bolt(10 + i * 11, y + 2));
    }
    canvas.disc((48, 32), 5, [190, 160, 70]);
    canvas.disc((48, 32), 3, [70, 46, 28]);
    canvas.bevel(door, -30);
    canvas
}

/// Books of all colours, and a skull between them.
pub(super) fn books() -> Canvas {
    let mut canvas = blank([72, 46, 28]);
    canvas.grainy(canvas.all(), 12, 5);
    for shelf in 0..3 {
        let top = 3 + shelf * 20;
        let mut x = 3;
        let mut i = 0;
        while x < 58 {
            let (wide, high) = (3 + grain(i, shelf, 2) / 80, 12 + grain(i, shelf, 3) / 60);
            let colour = [[140, 40, 36], [50, 80, 120], [70, 100, 50], [150, 116, 50], [90, 56, 96]]
                [(grain(i, shelf, 4) / 52) as usize];
            let book = rect(x, top + 17 - high, wide, high);
            canvas.fill(book, lighter(colour, grain(i, shelf, 6) / 8 - 16));
            canvas.light(book, |x, y| {
                if x == 0 {
                    30
                } else if y == 3 {
                    40
                } else {
                    0
                }
            });
            x += wide + 1;
            i += 1;
        }
        canvas.fill(rect(0, top + 17, 64, 3), [104, 68, 40]);
        canvas.bevel(rect(0, top + 17, 64, 3), 26);
    }
    canvas.ball((50, 14), 5, [220, 212, 186]);
    canvas.fill(rect(47, 14, 2, 2), [30, 24, 20]);
    canvas.fill(rect(51, 14, 2, 2), [30, 24, 20]);
    canvas
}

/// Cloth on a pole, with a tower and a key for arms.
pub(super) fn banner(cloth: Rgb, wall: Rgb) -> Canvas {
    let mut canvas = stone(wall);
    canvas.fill(rect(8, 4, 48, 3), [170, 140, 60]);
    canvas.paint(rect(13, 7, 38, 50), |x, y| {
        let tip = y > 38 && (x - 19).abs() * 12 / 19 < y - 38;
        let fold = [0, 12, 20, 12, 0, -12, -20, -12][(x / 3) as usize % 8];
        (!tip).then(|| lighter(cloth, fold - y / 3))
    });
    for edge in [rect(13, 7, 2, 44), rect(49, 7, 2, 44)] {
        canvas.fill(edge, [206, 176, 90]);
    }
    canvas.fill(rect(27, 18, 10, 16), [224, 206, 150]);
    (0..3).for_each(|i| canvas.fill(rect(26 + i * 5, 14, 3, 4), [224, 206, 150]));
    canvas.fill(rect(30, 26, 4, 8), lighter(cloth, -50));
    canvas
}

/// Panels of dark wood.
pub(super) fn panelling() -> Canvas {
    let mut canvas = blank([96, 60, 36]);
    canvas.light(canvas.all(), |x, y| grain(x, y / 7, 4) / 12 - 10);
    for panel in [rect(4, 4, 26, 36), rect(34, 4, 26, 36), rect(4, 46, 56, 14)] {
        canvas.bevel(panel, -34);
        canvas.bevel(panel.inset(3), 34);
    }
    canvas
}

/// A picture of hills at dusk, in gold.
pub(super) fn painting() -> Canvas {
    let mut canvas = panelling();
    let frame = rect(8, 8, 48, 36);
    canvas.fill(frame, [196, 156, 64]);
    canvas.bevel(frame, 44);
    let hills = clouds(16, 64, 6);
    canvas.paint(frame.inset(4), |x, y| {
        let ridge = 18 - hills.at(x, 0) / 18;
        let sun = square(x - 28, y - 9) < 22;
        Some(match () {
            () if y > ridge => mixed([60, 84, 46], [26, 40, 30], (y - ridge) * 16),
            () if sun => [255, 236, 170],
            () => mixed([90, 70, 120], [240, 160, 100], y * 14),
        })
    });
    canvas
}

/// Glass in lead, with light behind it.
pub(super) fn gothic() -> Canvas {
    let mut canvas = stone([132, 126, 120]);
    canvas.paint(rect(18, 6, 28, 52), |x, y| {
        let arch = y < 14 && square(x - 14, (14 - y) * 14 / 14) > 196;
        let lead = (x + y) % 9 == 0 || (x - y).rem_euclid(9) == 0;
        let glass = [[210, 80, 60], [240, 200, 90], [80, 130, 200], [90, 180, 110]]
            [(grain(x / 9, (x + y) / 9, 6) / 64) as usize];
        (!arch).then_some(if lead { [30, 30, 34] } else { glass })
    });
    canvas
}

/// Trunks, and dark between them.
pub(super) fn forest() -> Canvas {
    let mut canvas = blank([14, 22, 14]);
    let leaves = clouds(8, 64, 15);
    for (left, wide) in [(4, 10), (24, 14), (47, 9)] {
        canvas.paint(rect(left, 0, wide, 64), |x, y| {
            let round = 50 - (2 * x - wide * 2 / 3).abs() * 90 / wide;
            Some(lighter([88, 62, 40], round + grain(x, y / 4, left) / 9 - 14))
        });
    }
    canvas.paint(canvas.all(), |x, y| {
        let crown = leaves.at(x, y) + 120 - y * 5;
        let bush = leaves.at(x + 7, y + 9) + y * 6 - 340;
        (crown.max(bush) > 130).then(|| mixed([24, 50, 20], [116, 156, 60], leaves.at(x * 2, y * 2) - 40))
    });
    canvas
}

/// Blades, and a few flowers.
pub(super) fn grass() -> Canvas {
    let mut canvas = blank([0; 3]);
    let dry = clouds(32, 64, 4);
    canvas.paint(canvas.all(), |x, y| {
        let blade = grain(x, y / 3 + grain(x, 0, 4) / 60, 6);
        let flower = grain(x / 2, y / 2, 19) > 251;
        Some(if flower {
            [230, 210, 110]
        } else {
            lighter(mixed([54, 92, 36], [118, 130, 56], dry.at(x, y)), blade / 5 - 24)
        })
    });
    canvas
}

/// Flat stones, worn.
pub(super) fn flagstones() -> Canvas {
    let mut canvas = blank([0; 3]);
    canvas.paint(canvas.all(), |x, y| {
        let (gap, slab) = crack(x, y, 32, 64, 41);
        Some(if gap < 3 {
            [58, 54, 50]
        } else {
            lighter([136, 130, 120], grain(slab, 1, 4) / 6 - 20 + grain(x, y, 3) / 14)
        })
    });
    canvas
}
