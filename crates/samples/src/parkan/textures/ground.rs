//! The ground, and the sky above it.

use super::{Named, plain};
use crate::paint::grain::{clouds, crack, grain, nearest};
use crate::paint::{Canvas, lighter, mixed};

pub(super) fn all() -> Vec<Named> {
    vec![
        ("GRASS.0", plain(&grass(), 565, 7)),
        ("ROCK.0", plain(&rock(), 565, 7)),
        ("SAND.0", plain(&sand(), 565, 7)),
        ("GRASSM.0", plain(&blades(), 565, 7)),
        ("ROCKM.0", plain(&cracks(), 565, 7)),
        ("GRITM.0", plain(&grit(), 565, 7)),
        ("WATER.0", plain(&ripples(), 565, 6)),
        ("LAVA.0", plain(&lava(), 565, 7)),
        ("SKY.0", plain(&sky(), 556, 1)),
    ]
}

/// Blades over earth.
fn grass() -> Canvas {
    let mut canvas = Canvas::new(128, 128, [70, 84, 42]);
    let (dry, earth) = (clouds(32, 128, 2), clouds(16, 128, 9));
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
    let mut canvas = Canvas::new(128, 128, [112, 104, 94]);
    let fine = clouds(8, 128, 4);
    canvas.paint(canvas.all(), |x, y| {
        let (gap, stone) = crack(x, y, 16, 128, 3);
        let tone = grain(stone, 1, 5) / 5 - 25;
        let lit = if gap < 2 { -60 } else { tone + (fine.at(x, y) - 128) / 5 };
        Some(lighter([118, 110, 98], lit))
    });
    canvas
}

/// Ripples.
fn sand() -> Canvas {
    let mut canvas = Canvas::new(128, 128, [188, 160, 112]);
    let bend = clouds(32, 128, 8);
    canvas.light(canvas.all(), |x, y| {
        let ripple = (y + bend.at(x, y) / 16) % 8;
        [16, 8, 0, -10, -16, -8, 0, 8][ripple as usize] + grain(x, y, 2) / 16 - 8
    });
    canvas
}

/// The middle of all greys, which changes nothing where colours are multiplied with it twice.
const GREY: [i32; 3] = [128; 3];

/// What lies close to the eye on grass: tufts.
fn blades() -> Canvas {
    let mut canvas = Canvas::new(128, 128, GREY);
    let tufts = clouds(16, 128, 21);
    canvas.light(canvas.all(), |x, y| {
        let blade = grain(x, y / 4 + grain(x, 0, 4) / 50, 16) / 3 - 42;
        blade + (tufts.at(x, y) - 128) / 2
    });
    canvas
}

/// Of rock: cracks.
fn cracks() -> Canvas {
    let mut canvas = Canvas::new(128, 128, GREY);
    let fine = clouds(8, 128, 14);
    canvas.light(canvas.all(), |x, y| {
        let (gap, stone) = crack(x, y, 16, 128, 9);
        let tone = grain(stone, 3, 5) / 5 - 25;
        if gap < 1 { -70 } else { tone + (fine.at(x, y) - 128) / 4 }
    });
    canvas
}

/// Of sand: grains, and what the wind left.
fn grit() -> Canvas {
    let mut canvas = Canvas::new(128, 128, GREY);
    let bend = clouds(32, 128, 28);
    canvas.light(canvas.all(), |x, y| {
        let ripple = (y + bend.at(x, y) / 6) % 16 - 8;
        ripple * 4 + grain(x, y, 12) / 6 - 20
    });
    canvas
}

/// Grey waves, which the material makes blue.
fn ripples() -> Canvas {
    let mut canvas = Canvas::new(64, 64, [170; 3]);
    let (swell, chop) = (clouds(16, 64, 31), clouds(8, 64, 37));
    canvas.light(canvas.all(), |x, y| (swell.at(x, y) - 128) / 2 + (chop.at(x, y) - 128) / 4);
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
