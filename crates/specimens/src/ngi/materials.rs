//! Materials in every mode and version, and the tables that say who wears them.

use relict_samples::make::mat0::{
    ADDED, ALPHA, AMBIENT, BLENDED, DIFFUSE, LIT_SKIN, LOOP, ONE_SHOT, PING_PONG, RANDOM, SECOND_STAGE,
    animation, cell, library, material, phase, still,
};
use relict_toolkit::ngi::mat0::{Mat0, Phase};

/// What an early version had no field for.
fn older(version: u32) -> Mat0<'static> {
    let new = still(0, phase("BRICK.0"));
    Mat0 {
        version,
        surface: new.surface.filter(|_| version >= 2),
        unk05: new.unk05.filter(|_| version >= 2),
        speed: new.speed.filter(|_| version >= 3),
        damage: new.damage.filter(|_| version >= 4),
        ..new
    }
}

/// The letters of a word, one after the other.
fn sign() -> Mat0<'static> {
    let letters = (0..6).map(|letter| cell("LETTERS.0", letter, [90, 80, 20])).collect();
    let keys: Vec<(u16, u16)> = (0..6).map(|letter| (letter, (letter + 1) * 250)).collect();
    let stopped = animation(LOOP, 0, &[(0, 0)]);
    material(BLENDED, letters, vec![animation(LOOP, 0, &keys), stopped])
}

/// A lamp that swells and fades, without end.
fn beacon() -> Mat0<'static> {
    let dark = Phase { diffuse: [40, 0, 0, 255], ambient_alpha: 30, ..cell("STAR.0", -1, [20, 0, 0]) };
    let bright = Phase { diffuse: [255, 60, 30, 255], ..cell("STAR.0", -1, [255, 40, 20]) };
    let mask = AMBIENT | DIFFUSE | ALPHA;
    material(ADDED, vec![dark, bright], vec![animation(PING_PONG, mask, &[(0, 600), (1, 1200)])])
}

/// Four frames, once.
fn blast() -> Mat0<'static> {
    let frames = (0..4).map(|frame| cell("BLAST.0", frame, [255, 200, 120])).collect();
    let keys = [(0, 80), (1, 160), (2, 260), (3, 400)];
    material(ADDED, frames, vec![animation(ONE_SHOT, AMBIENT | ALPHA, &keys)])
}

/// A screen that is disturbed.
fn noise() -> Mat0<'static> {
    let grey = |light: u8| cell("HILL.0", -1, [light; 3]);
    let keys = [(0, 90), (1, 150), (2, 240)];
    material(0, vec![grey(20), grey(120), grey(220)], vec![animation(RANDOM, 0, &keys)])
}

/// Ground that hurts and slows; its second animation is the same without light.
fn lava() -> Mat0<'static> {
    let lit = Phase { diffuse: [255, 140, 60, 255], ..cell("SKY.0", -1, [120, 30, 0]) };
    let hot = Phase { diffuse: [255, 220, 120, 255], ..cell("SKY.0", -1, [255, 110, 20]) };
    let unlit = Phase { diffuse: [0; 4], ..cell("SKY.0", -1, [255, 140, 60]) };
    let glow = animation(PING_PONG, AMBIENT | DIFFUSE, &[(0, 900), (1, 1800)]);
    let twin = animation(LOOP, 0, &[(2, 0)]);
    let ground = material(0, vec![lit, hot, unlit], vec![glow, twin]);
    Mat0 { surface: Some(7), speed: Some(0.5), damage: Some(250.0), ..ground }
}

fn all() -> Vec<(&'static str, Mat0<'static>)> {
    let steel = Phase { specular: [96, 96, 104, 0], power: 4, ..cell("STEEL.0", -1, [10, 12, 16]) };
    let glass = Phase { ambient_alpha: 60, specular: [255; 4], power: 6, ..phase("GLASS.0") };
    let paint = Phase { diffuse: [200, 30, 30, 255], ..phase("") };
    vec![
        ("DEFAULT", still(0, phase("DEFAULT.0"))),
        ("STEEL", still(LIT_SKIN, steel)),
        ("GLASS", still(BLENDED, glass)),
        ("BRICK", still(0, phase("BRICK.0"))),
        ("MESH", still(BLENDED, phase("MESH.0"))),
        ("FACE", still(0, phase("FACE.0"))),
        ("PAINT", still(LIT_SKIN, paint)),
        ("STARS", still(BLENDED | SECOND_STAGE, phase("STAR.0"))),
        ("SIGN", sign()),
        ("BEACON", beacon()),
        ("BLAST", blast()),
        ("NOISE", noise()),
        ("LAVA", lava()),
        ("OLD_V1", older(1)),
        ("OLD_V2", older(2)),
        ("OLD_V3", older(3)),
        ("OLD_V4", older(4)),
    ]
}

pub(crate) fn materials() -> Vec<u8> {
    library(&all())
}

/// Line ends differ from table to table, as they do wherever people edit text.
pub(crate) const TANK: &[u8] = b"2\n0 STEEL\n1 GLASS\n\n";
pub(crate) const TURRET: &[u8] = b"3\r\n0 STEEL\r\n1 BEACON\r\n2 BLAST\r\n";
pub(crate) const BUNKER: &[u8] =
    b"4\r\n0 BRICK\r\n1 SIGN\r\n2 MESH\r\n3 LAVA\r\n\r\nLIGHTMAPS\r\n1\r\n0 bunker00.0\r\n";
pub(crate) const LAND: &[u8] = b"5\r\n0 DEFAULT\r\n1 STEEL\r\n2 BRICK\r\n3 OLD_V4\r\n4 LAVA\r\n";
pub(crate) const LAND_MICRO: &[u8] = b"5\r\n0 DEFAULT\r\n1 LAVA\r\n2 NOISE\r\n3 OLD_V4\r\n4 DEFAULT\r\n";
