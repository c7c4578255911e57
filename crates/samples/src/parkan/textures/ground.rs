//! The ground, and the sky above it.

use super::{Named, plain};
use crate::paint::grain::{clouds, crack, grain, nearest};
use crate::paint::{Canvas, lighter, mixed};

pub(super) fn all() -> Vec<Named> {
    vec![
        ("GRASS.0", plain(&grass(), 565, 6)),
        ("ROCK.0", plain(&rock(), 565, 6)),
        ("SAND.0", plain(&sand(), 565, 6)),
        ("LAVA.0", plain(&lava(), 565, 7)),
        ("SKY.0", plain(&sky(), 556, 1)),
    ]
}

/// Blades over earth.
fn grass() -> Canvas {
    let mut canvas = Canvas::new(64, 64, [70, 84, 42]);
    let (dry, earth) = (clouds(32, 64, 2), clouds(16, 64, 9));
    canvas.paint(canvas.all(), |x, y| {
        let green = mixed([58, 80, 36], [116, 116, 58], dry.at(x, y));
        let blade = grain(x, y / 3 + grain(x, 0, 4) / 60, 6);
        Some(if earth.at(x, y) > 178 {
            lighter([96, 80, 56], blade / 10)
        } else {
            lighter(green, blade / 6 - 20)
        })
    });
    canvas
}

/// Broken faces, each turned another way.
fn rock() -> Canvas {
    let mut canvas = Canvas::new(64, 64, [112, 104, 94]);
    let fine = clouds(8, 64, 4);
    canvas.paint(canvas.all(), |x, y| {
        let (gap, stone) = crack(x, y, 16, 64, 3);
        let tone = grain(stone, 1, 5) / 5 - 25;
        let lit = if gap < 2 { -60 } else { tone + (fine.at(x, y) - 128) / 5 };
        Some(lighter([118, 110, 98], lit))
    });
    canvas
}

/// Ripples.
fn sand() -> Canvas {
    let mut canvas = Canvas::new(64, 64, [188, 160, 112]);
    let bend = clouds(32, 64, 8);
    canvas.light(canvas.all(), |x, y| {
        let ripple = (y + bend.at(x, y) / 16) % 8;
        [16, 8, 0, -10, -16, -8, 0, 8][ripple as usize] + grain(x, y, 2) / 16 - 8
    });
    canvas
}

/// Crust that floats on fire.
fn lava() -> Canvas {
    let mut canvas = Canvas::new(128, 128, [40, 26, 22]);
    let fine = clouds(8, 128, 4);
    canvas.paint(canvas.all(), |x, y| {
        let (gap, stone) = crack(x, y, 32, 128, 12);
        let heat = (6 - gap) * 42 + fine.at(x, y) / 6 - 20;
        let crust = lighter([58, 36, 30], grain(stone, 2, 5) / 8 - 12 + (fine.at(x, y) - 128) / 8);
        Some(if heat > 0 {
            mixed(crust, mixed([190, 40, 10], [255, 220, 90], heat), heat + 90)
        } else {
            crust
        })
    });
    canvas
}

/// From dusk at the top to a low sun behind clouds.
fn sky() -> Canvas {
    let mut canvas = Canvas::new(64, 64, [0; 3]);
    let veil = clouds(16, 64, 3);
    canvas.paint(canvas.all(), |x, y| {
        let air = mixed([24, 26, 70], [232, 140, 90], y * 4);
        let sun = nearest(x, y, 64, 64, 5).0;
        let lit = mixed(air, [255, 240, 190], (20 - sun).max(0) * 14);
        Some(mixed(lit, [255, 210, 180], (veil.at(x, y) - 130).max(0) * 2))
    });
    canvas
}
