//! Materials: of every skin and wall, in every mode of animation, and of every version.

use super::{bunker, factory, fort, land, scout, tank, tower, walker};
use crate::make::mat0::{
    ADDED, ALPHA, AMBIENT, BLENDED, DIFFUSE, LIT_SKIN, LOOP, ONE_SHOT, PING_PONG, RANDOM, SECOND_STAGE,
    SPECULAR, animation, cell, material, phase, still,
};
use relict_toolkit::ngi::mat0::{Animation, Mat0, Phase};

type Named = (&'static str, Mat0<'static>);

/// Phases one after the other, each for so many milliseconds.
fn film(texture: &str, frames: i8, light: [u8; 3]) -> Vec<Phase> {
    (0..frames).map(|frame| cell(texture, frame, light)).collect()
}

fn in_turn(mode: u32, mask: u32, frames: u16, each: u16) -> Animation {
    let keys: Vec<(u16, u16)> = (0..frames).map(|frame| (frame, (frame + 1) * each)).collect();
    animation(mode, mask, &keys)
}

fn shiny(texture: &str, specular: [u8; 4], power: u8) -> Phase {
    Phase { specular, power, ..phase(texture) }
}

pub(super) fn all() -> Vec<Named> {
    [skins(), walls(), grounds(), moving(), special()].concat()
}

fn skins() -> Vec<Named> {
    let paint = |texture: &str| still(LIT_SKIN, shiny(texture, [48, 48, 48, 0], 4));
    vec![
        ("DEFAULT", still(0, phase("DEFAULT.0"))),
        ("TANK", paint("TANK.0")),
        ("TANKBURN", still(LIT_SKIN, phase("TANKBURN.0"))),
        ("SCOUT", paint("SCOUT.0")),
        ("SCOUTBRN", still(LIT_SKIN, phase("SCOUTBRN.0"))),
        ("WALKER", paint("WALKER.0")),
        ("WALKBURN", still(LIT_SKIN, phase("WALKBURN.0"))),
        ("FORT", paint("FORT.0")),
        ("STEEL", still(LIT_SKIN, shiny("STEEL.0", [96, 96, 104, 0], 4))),
        ("RUBBER", still(LIT_SKIN, Phase { diffuse: [64, 62, 66, 255], ..phase("STEEL.0") })),
        ("PAINT", still(LIT_SKIN, Phase { diffuse: [200, 30, 30, 255], ..phase("") })),
        ("FACE", still(0, phase("FACE.0"))),
    ]
}

fn walls() -> Vec<Named> {
    let plain = |name: &'static str, texture: &str| (name, still(0, phase(texture)));
    vec![
        plain("CONCRETE", "CONCRETE.0"),
        plain("RUIN", "RUIN.0"),
        plain("BRICK", "BRICK.0"),
        plain("ROOF", "ROOF.0"),
        plain("HALL", "HALL.0"),
        plain("GATE", "GATE.0"),
        plain("CHIMNEY", "CHIMNEY.0"),
        plain("HAZARD", "HAZARD.0"),
        ("GLASS", still(BLENDED, Phase { ambient_alpha: 80, ..shiny("GLASS.0", [255; 4], 6) })),
        ("MESH", still(BLENDED, phase("MESH.0"))),
        ("FAN", still(BLENDED, phase("FAN.0"))),
        ("DISH", still(BLENDED, phase("DISH.0"))),
    ]
}

/// Ground has a second track: what its colour is multiplied with from near, which is drawn without light.
fn soil(texture: &str, micro: &str, surface: u8, speed: f32) -> Mat0<'static> {
    let fine = Phase { diffuse: [0, 0, 0, 255], ..cell(micro, -1, [255; 3]) };
    let tracks = vec![animation(LOOP, 0, &[(0, 0)]), animation(LOOP, 0, &[(1, 0)])];
    Mat0 { surface: Some(surface), speed: Some(speed), ..material(0, vec![phase(texture), fine], tracks) }
}

fn grounds() -> Vec<Named> {
    let wet = |texture: &str, diffuse: [u8; 4]| Phase { diffuse, ..phase(texture) };
    let water = wet("WATER.0", [77, 106, 255, 255]);
    let bottom = Mat0 { damage: Some(10_000.0), ..still(0, wet("SAND.0", [120, 130, 140, 255])) };
    vec![
        ("B_S0", soil("CONCRETE.0", "GRITM.0", 5, 1.0)),
        ("GRASS", soil("GRASS.0", "GRASSM.0", 0, 1.0)),
        ("ROCK", soil("ROCK.0", "ROCKM.0", 2, 0.75)),
        ("SAND", still(0, phase("SAND.0"))),
        ("GRIT", soil("SAND.0", "GRITM.0", 1, 0.8)),
        ("WATER_BOT", bottom),
        ("WATER", Mat0 { surface: Some(7), ..still(0, water) }),
    ]
}

/// A lamp that swells and fades, without end.
fn beacon() -> Mat0<'static> {
    let dark = Phase { diffuse: [60, 10, 8, 255], ambient_alpha: 40, ..cell("LAMP.0", -1, [30, 2, 0]) };
    let bright = Phase { diffuse: [255, 70, 40, 255], ..cell("LAMP.0", -1, [255, 50, 24]) };
    let mask = AMBIENT | DIFFUSE | ALPHA;
    // What is seen first is the lamp when it shines.
    material(ADDED, vec![bright, dark], vec![animation(PING_PONG, mask, &[(0, 600), (1, 1200)])])
}

/// The letters of a word, one after the other, and at last the whole word.
fn sign() -> Mat0<'static> {
    let mut letters = film("LETTERS.0", 6, [90, 80, 20]);
    letters.insert(0, cell("LETTERS.0", 6, [110, 90, 30]));
    let mut keys = vec![(0, 1600)];
    keys.extend((1..=6).map(|letter| (letter, 1600 + letter * 250)));
    let stopped = animation(LOOP, 0, &[(0, 0)]);
    material(BLENDED, letters, vec![animation(LOOP, 0, &keys), stopped])
}

/// Steel that gleams when light runs over it.
fn gleam() -> Mat0<'static> {
    let dull = shiny("STEEL.0", [40, 40, 40, 0], 3);
    let bright = shiny("STEEL.0", [255, 255, 240, 0], 3);
    material(LIT_SKIN, vec![dull, bright], vec![animation(LOOP, SPECULAR, &[(0, 900), (1, 1100), (0, 2000)])])
}

/// Ground that hurts and slows; its second animation is the same without light.
fn lava() -> Mat0<'static> {
    let lit = Phase { diffuse: [255, 160, 90, 255], ..cell("LAVA.0", -1, [90, 24, 0]) };
    let hot = Phase { diffuse: [255, 230, 140, 255], ..cell("LAVA.0", -1, [220, 90, 20]) };
    let unlit = Phase { diffuse: [0; 4], ..cell("LAVA.0", -1, [255, 140, 60]) };
    let glow = animation(PING_PONG, AMBIENT | DIFFUSE, &[(0, 900), (1, 1800)]);
    let ground = material(0, vec![lit, hot, unlit], vec![glow, animation(LOOP, 0, &[(2, 0)])]);
    Mat0 { surface: Some(7), speed: Some(0.5), damage: Some(250.0), ..ground }
}

fn moving() -> Vec<Named> {
    let jet = |light: u8| Phase { ambient_alpha: light, ..cell("JET.0", -1, [60, 130, 255]) };
    vec![
        ("TRACK", material(LIT_SKIN, film("TRACK.0", 4, [0; 3]), vec![in_turn(LOOP, 0, 4, 60)])),
        ("BEACON", beacon()),
        ("LAMP", still(0, Phase { ambient: [230, 200, 140], ..phase("LAMP.0") })),
        ("SIGN", sign()),
        (
            "NOISE",
            material(
                0,
                film("SCREEN.0", 8, [60, 120, 80]),
                vec![in_turn(RANDOM, 0, 8, 120), in_turn(LOOP, 0, 4, 900)],
            ),
        ),
        (
            "BLAST",
            material(
                ADDED,
                film("BLAST.0", 16, [255, 200, 120]),
                vec![in_turn(ONE_SHOT, AMBIENT | ALPHA, 16, 45)],
            ),
        ),
        ("FIRE", material(ADDED, film("FIRE.0", 4, [255, 180, 90]), vec![in_turn(LOOP, AMBIENT, 4, 90)])),
        (
            "SMOKE",
            material(BLENDED, film("SMOKE.0", 4, [40; 3]), vec![in_turn(PING_PONG, AMBIENT | ALPHA, 4, 400)]),
        ),
        (
            "JET",
            material(
                ADDED,
                vec![jet(100), jet(55)],
                vec![animation(PING_PONG, ALPHA | AMBIENT, &[(0, 120), (1, 240)])],
            ),
        ),
        ("GLEAM", gleam()),
        ("LAVA", lava()),
    ]
}

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

fn special() -> Vec<Named> {
    vec![
        ("STARS", still(BLENDED | SECOND_STAGE, phase("STAR.0"))),
        ("SHIELD", still(ADDED, Phase { ambient_alpha: 60, ..cell("SHIELD.0", -1, [40, 120, 160]) })),
        ("BOLT", still(ADDED, cell("BOLT.0", -1, [160, 190, 255]))),
        ("SUNSET", still(0, cell("SKY.0", -1, [120, 90, 80]))),
        ("OLD_V1", older(1)),
        ("OLD_V2", older(2)),
        ("OLD_V3", older(3)),
        ("OLD_V4", older(4)),
    ]
}

/// A wear table. Line ends differ from table to table, as they do wherever people edit text.
fn table(rows: &[&str], lightmap: Option<&str>, end: &str) -> Vec<u8> {
    let mut text = format!("{}{end}", rows.len());
    rows.iter().enumerate().for_each(|(i, row)| text += &format!("{i} {row}{end}"));
    if let Some(name) = lightmap {
        text += &format!("{end}LIGHTMAPS{end}1{end}0 {name}{end}");
    }
    text.into_bytes()
}

/// By the name of the model.
pub(super) fn wear(model: &str) -> Vec<u8> {
    match model {
        "tank" => table(&tank::WEAR, None, "\n"),
        "scout" => table(&scout::WEAR, None, "\r\n"),
        "walker" => table(&walker::WEAR, None, "\n"),
        "turret" => table(&fort::WEAR, None, "\r\n"),
        "bunker" => table(&bunker::WEAR, Some(bunker::LIGHTMAP), "\r\n"),
        "tower" => table(&tower::WEAR, Some(tower::LIGHTMAP), "\n"),
        "factory" => table(&factory::WEAR, Some(factory::LIGHTMAP), "\r\n"),
        "land2" => table(&land::MICRO, None, "\r\n"),
        _ => table(&land::WEAR, None, "\r\n"),
    }
}
