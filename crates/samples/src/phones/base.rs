//! Walls of a base on a moon: brick and steel, doors, crates, screens, pipes, slime and lava.

use crate::paint::grain::{clouds, crack, grain};
use crate::paint::{Canvas, lighter, mixed, rect, square};

const SIDE: i32 = 64;

fn blank(colour: [i32; 3]) -> Canvas {
    Canvas::new(SIDE, SIDE, colour)
}

/// Courses of large bricks, some of them chipped.
pub(super) fn brick() -> Canvas {
    let mut canvas = blank([52, 46, 44]);
    for (row, column) in (0..4).flat_map(|row| (0..3).map(move |column| (row, column))) {
        let left = column * 32 - row % 2 * 16;
        let tone = grain(column, row, 8) / 6 - 20;
        canvas.paint(rect(left + 1, row * 16 + 1, 30, 14), |x, y| {
            let edge = if x == 0 || y == 0 {
                30
            } else if x == 29 || y == 13 {
                -30
            } else {
                0
            };
            Some(lighter([132, 84, 66], tone + edge + grain(x + left, y + row * 16, 3) / 10 - 12))
        });
    }
    canvas.cover(canvas.all(), [44, 38, 36], |x, y| if clouds(8, 64, 4).at(x, y) > 196 { 150 } else { 0 });
    canvas
}

/// Plates of steel, with bolts and a line of light.
pub(super) fn panel() -> Canvas {
    let mut canvas = blank([104, 112, 124]);
    canvas.grainy(canvas.all(), 10, 3);
    canvas.plates(canvas.all(), &[32], &[40], 4);
    canvas.bolts(rect(0, 0, 32, 40), 8);
    canvas.bolts(rect(32, 0, 32, 40), 8);
    canvas.fill(rect(6, 46, 52, 4), [70, 200, 220]);
    canvas.light(rect(4, 44, 56, 8), |_, y| if y == 0 || y == 7 { -30 } else { 0 });
    canvas.slats(rect(8, 53, 48, 8), 4);
    canvas
}

/// Screens with curves and text, lamps and keys below.
pub(super) fn computer() -> Canvas {
    let mut canvas = blank([78, 82, 90]);
    canvas.plates(canvas.all(), &[], &[44], 2);
    for (i, screen) in (0..).zip([rect(5, 5, 26, 32), rect(33, 5, 26, 32)]) {
        canvas.fill(screen, [8, 26, 18]);
        let wave = clouds(8, 64, 3 + i);
        for x in 2..24 {
            canvas.fill(screen.part(x, 4 + wave.at(x, 0) / 20, 1, 2), [90, 240, 130]);
        }
        for row in 0..4 {
            canvas.paint(screen.part(3, 18 + row * 3, 20, 2), |x, y| {
                (grain(x, y + row, i) > 120).then_some([40, 150, 80])
            });
        }
        canvas.bevel(screen, -40);
    }
    for (i, key) in (0..).zip(rect(4, 48, 56, 12).cells(8, 2)) {
        let lamp = [[220, 60, 40], [230, 190, 50], [70, 200, 90], [60, 64, 70]][grain(i, 1, 5) as usize / 64];
        canvas.fill(key.inset(1), lamp);
    }
    canvas
}

/// Two leaves, a seam, a lock that shines, and stripes below.
pub(super) fn door() -> Canvas {
    let mut canvas = blank([66, 96, 170]);
    canvas.grainy(canvas.all(), 8, 6);
    canvas.plates(canvas.all(), &[32], &[14, 48], 3);
    canvas.fill(rect(31, 0, 2, 64), [16, 18, 24]);
    canvas.slats(rect(6, 18, 20, 26), 6);
    canvas.slats(rect(38, 18, 20, 26), 6);
    canvas.stripes(rect(0, 52, 64, 12), [[206, 168, 40], [34, 32, 28]], 6);
    canvas.disc((32, 30), 7, [30, 32, 38]);
    canvas.ball((32, 30), 5, [120, 220, 250]);
    canvas
}

/// Planks nailed crosswise.
pub(super) fn crate_box() -> Canvas {
    let mut canvas = blank([146, 104, 58]);
    canvas.light(canvas.all(), |x, y| grain(x / 9, y, 4) / 12 - 10 + if y % 16 == 0 { -50 } else { 0 });
    canvas.line((8, 56), (56, 8), 9, [122, 84, 46]);
    canvas.line((5, 55), (53, 7), 1, [176, 132, 80]);
    for edge in [rect(0, 0, 64, 8), rect(0, 56, 64, 8), rect(0, 0, 8, 64), rect(56, 0, 8, 64)] {
        canvas.fill(edge, [128, 90, 50]);
        canvas.bevel(edge, 34);
    }
    for (x, y) in [(2, 2), (58, 2), (2, 58), (58, 58)] {
        canvas.bolt(x, y);
    }
    canvas.text((18, 28), "MB-07", 1, [60, 40, 24]);
    canvas
}

/// Pipes from top to bottom, thick and thin, with a valve.
pub(super) fn pipes() -> Canvas {
    let mut canvas = blank([34, 34, 38]);
    for (left, wide, colour) in
        [(2, 16, [96, 108, 96]), (21, 8, [150, 92, 60]), (32, 20, [98, 102, 112]), (55, 7, [150, 140, 70])]
    {
        canvas.paint(rect(left, 0, wide, 64), |x, y| {
            let round = 60 - (2 * x - wide * 2 / 3).abs() * 110 / wide;
            Some(lighter(colour, round + if y % 22 < 3 { 26 } else { 0 } + grain(x, y, left) / 20))
        });
    }
    canvas.disc((42, 32), 9, [150, 40, 34]);
    canvas.disc((42, 32), 5, [70, 24, 22]);
    canvas.line((34, 32), (50, 32), 2, [176, 60, 50]);
    canvas.line((42, 24), (42, 40), 2, [176, 60, 50]);
    canvas
}

/// Slime that glows between rocks.
pub(super) fn slime() -> Canvas {
    let mut canvas = blank([0; 3]);
    let billows = clouds(16, 64, 7);
    canvas.paint(canvas.all(), |x, y| {
        let flow = (billows.at(x, y) * 3 + y * 4) % 256;
        let wave = if flow < 128 { flow } else { 255 - flow };
        Some(mixed([18, 62, 20], [150, 236, 70], wave * 2))
    });
    canvas.cover(canvas.all(), [220, 255, 160], |x, y| {
        if crack(x, y, 16, 64, 5).1 % 5 == 0 && billows.at(x, y) > 150 { 120 } else { 0 }
    });
    canvas
}

/// Crust over fire.
pub(super) fn lava() -> Canvas {
    let mut canvas = blank([46, 28, 24]);
    let fine = clouds(8, 64, 9);
    canvas.paint(canvas.all(), |x, y| {
        let (gap, stone) = crack(x, y, 16, 64, 21);
        let heat = (4 - gap) * 62 + fine.at(x, y) / 8;
        let crust = lighter([64, 38, 32], grain(stone, 2, 5) / 8 - 14);
        Some(if heat > 20 { mixed([170, 36, 10], [255, 226, 110], heat) } else { crust })
    });
    canvas
}

/// Rock of the moon.
pub(super) fn rock() -> Canvas {
    let mut canvas = blank([0; 3]);
    let fine = clouds(8, 64, 2);
    canvas.paint(canvas.all(), |x, y| {
        let (gap, stone) = crack(x, y, 16, 64, 13);
        let lit = if gap < 2 { -56 } else { grain(stone, 3, 5) / 5 - 24 };
        Some(lighter([124, 96, 84], lit + (fine.at(x, y) - 128) / 5))
    });
    canvas
}

/// A window with stars and half a planet.
pub(super) fn window() -> Canvas {
    let mut canvas = panel();
    let pane = rect(8, 8, 48, 40);
    canvas.paint(pane, |x, y| {
        let star = grain(x, y, 31);
        let planet = square(x - 34, y - 34);
        Some(match planet {
            0..=400 => mixed([210, 120, 80], [60, 30, 40], (x - y + 30) * 5 + grain(x / 3, y, 2) / 8),
            _ if star > 249 => [240, 240, 255],
            _ => mixed([6, 8, 20], [20, 14, 40], y * 6),
        })
    });
    canvas.bevel(pane, -60);
    canvas.bevel(rect(6, 6, 52, 44), 40);
    canvas
}

/// Black and yellow, with a word.
pub(super) fn exit() -> Canvas {
    let mut canvas = panel();
    let board = rect(6, 16, 52, 22);
    canvas.fill(board, [120, 16, 14]);
    canvas.bevel(board, 40);
    canvas.text((10, 20), "EXIT", 2, [255, 222, 120]);
    canvas.stripes(rect(0, 52, 64, 12), [[206, 168, 40], [34, 32, 28]], 6);
    canvas
}

/// Panels that shine.
pub(super) fn lights() -> Canvas {
    let mut canvas = blank([70, 74, 80]);
    for tube in rect(0, 0, 64, 64).cells(2, 2) {
        let lamp = tube.inset(5);
        canvas.paint(lamp, |_, y| Some(mixed([255, 255, 236], [190, 210, 200], (y - 11).abs() * 22)));
        canvas.bevel(tube.inset(3), -40);
        canvas.groove(tube);
    }
    canvas
}

/// A grate with a fan behind it.
pub(super) fn vent() -> Canvas {
    let mut canvas = panel();
    let hole = rect(8, 6, 48, 48);
    canvas.fill(hole, [16, 16, 18]);
    canvas.paint(hole, |x, y| {
        let (dx, dy) = (x - 24, y - 24);
        let blade = (dx * dy).abs() < 90 || (dx * dx - dy * dy).abs() < 160;
        (square(dx, dy) < 480 && blade).then_some([70, 74, 80])
    });
    canvas.cover(hole, [120, 124, 130], |x, y| if x % 8 < 2 || y % 8 < 2 { 200 } else { 0 });
    canvas.bevel(hole, -50);
    canvas
}
