//! A bunker: a door that slides, a word over it, a room behind it, and lamps whose light is on its walls.

use super::light::{Lamp, Scene};
use super::parts::{burnt_as, dented, see_through};
use crate::form::dress::WHOLE;
use crate::form::solid::{across, round};
use crate::form::turn::{Turn, X, Z};
use crate::form::{Body, Facet, Point, Skin, skin};
use crate::make::mesh::{LIGHTMAPPED, PORTAL};
use crate::make::msh::{INSIDE, Part, bytes, packed, stream};
use crate::make::unit::{key, model_streams, part};
use crate::paint::Canvas;
use relict_toolkit::ngi::msh::stream::{HallLink, HallPoint, Probe};
use serde_json::json;

pub(super) const WEAR: [&str; 11] =
    ["CONCRETE", "SIGN", "MESH", "STEEL", "HAZARD", "NOISE", "LAMP", "GATE", "BEACON", "SAND", "RUIN"];
const CONCRETE: u8 = 0;
const SIGN: u8 = 1;
const MESH: u8 = 2;
const STEEL: u8 = 3;
const HAZARD: u8 = 4;
const NOISE: u8 = 5;
const LAMP: u8 = 6;
const GATE: u8 = 7;
const BEACON: u8 = 8;
const SAND: u8 = 9;
const RUIN: u8 = 10;

pub(super) const LIGHTMAP: &str = "bunker00.0";

fn lit(material: u8) -> Skin {
    Skin { flags: LIGHTMAPPED, ..skin(material) }
}

const DOOR: [f32; 2] = [1.0, 2.1];

/// Slanting walls with a gap for the door, a roof that juts out, and a porch.
fn shell() -> Body {
    let front = |x: [f32; 2], z: [f32; 2]| {
        let slant = |z: f32| 4.0 - z * 0.16;
        Body::sheet(
            vec![
                [x[1], slant(z[0]), z[0]],
                [x[0], slant(z[0]), z[0]],
                [x[0], slant(z[1]), z[1]],
                [x[1], slant(z[1]), z[1]],
            ],
            lit(CONCRETE),
        )
    };
    let walls = Body::wedge([-5.0, -4.0, 0.0], [5.0, 4.0, 3.0], [0.5, 0.5, 0.5, 0.48], lit(CONCRETE));
    let walls = walls.only(|normal| normal[1] < 0.5 && normal[2].abs() < 0.5);
    let [half, high] = DOOR;
    let front =
        [front([-5.0, -half], [0.0, high]), front([half, 5.0], [0.0, high]), front([-5.0, 5.0], [high, 3.0])];
    let clipped = Body::of(front).bent(|[x, y, z]| [x.clamp(-5.0 + z / 6.0, 5.0 - z / 6.0), y, z]);
    let roof = Body::wedge([-4.9, -3.9, 3.0], [4.9, 3.9, 3.5], [0.3; 4], lit(CONCRETE));
    Body::of([walls, clipped, roof]).tiled(4.0)
}

/// Posts and a beam around the door, and slits for guns.
fn frames() -> Body {
    let post = Body::block([1.0, 3.5, 0.0], [1.35, 4.25, 2.1], lit(CONCRETE)).both();
    let beam = Body::block([-1.5, 3.4, 2.1], [1.5, 4.4, 2.5], lit(CONCRETE));
    let slit =
        |x: f32| Body::wedge([x - 0.9, 3.5, 1.3], [x + 0.9, 3.98, 1.9], [0.1; 4], skin(STEEL)).tiled(1.5);
    let dark = |x: f32| {
        let y = 3.985;
        Body::sheet(
            vec![[x + 0.7, y, 1.45], [x - 0.7, y, 1.45], [x - 0.7, y - 0.04, 1.7], [x + 0.7, y - 0.04, 1.7]],
            see_through(MESH),
        )
    };
    let kerb = Body::block([-1.4, 4.0, 0.0], [1.4, 4.9, 0.1], skin(HAZARD)).tiled(1.4);
    Body::of([
        post.tiled(2.0),
        beam.tiled(2.0),
        slit(-3.0),
        slit(3.0),
        dark(-3.0).fitted(WHOLE),
        dark(3.0).fitted(WHOLE),
        kerb,
    ])
}

/// A board with glowing letters, a lamp to each side, a vent, an aerial, and bags of sand.
fn fittings() -> Body {
    let board = Body::block([-1.3, 4.05, 2.55], [1.3, 4.12, 3.15], skin(STEEL)).tiled(1.0);
    let sign = Body::sheet(
        vec![[1.2, 4.13, 2.6], [-1.2, 4.13, 2.6], [-1.2, 4.13, 3.1], [1.2, 4.13, 3.1]],
        skin(SIGN),
    );
    let lamp = Body::block([1.7, 3.7, 2.2], [2.0, 3.95, 2.4], skin(LAMP)).fitted(WHOLE).both();
    let vent = Body::wedge([1.5, -2.0, 3.5], [3.3, -0.4, 4.1], [0.2; 4], skin(STEEL)).tiled(1.2);
    let grate = Body::block([1.7, -1.8, 4.1], [3.1, -0.6, 4.14], see_through(MESH)).tiled(1.0);
    let aerial =
        Body::rod([[-3.4, -2.4, 3.5], [-3.4, -2.4, 7.2]], [0.09, 0.03], 6, skin(STEEL)).fitted(WHOLE);
    let beacon = Body::spindle(&[[0.0, 0.14], [0.2, 0.12], [0.28, 0.0]], 8, skin(BEACON)).fitted(WHOLE);
    let beacon = beacon.turned(Turn::about(X, 0.25)).moved([-3.4, -2.4, 7.2]);
    Body::of([board, sign.fitted(WHOLE), lamp, vent, grate, aerial, beacon, sandbags()])
}

/// Rows of bags, each on the gap of the row below.
fn sandbags() -> Body {
    let bag = |x: f32, z: f32| {
        let section = |y: f32, fat: f32| across(y, &round([0.0, 0.0], fat, 6));
        let bag = Body::sleeve(
            &[section(-0.43, 0.08), section(-0.2, 0.21), section(0.2, 0.21), section(0.43, 0.08)],
            skin(SAND),
        );
        bag.smooth().wrapped(WHOLE, [1.0, 0.7], WHOLE).turned(Turn::about(Z, 0.25)).moved([x, 6.0, z + 0.18])
    };
    let row = |i: usize| {
        let z = 0.32 * i as f32;
        (0..4 - i).map(move |j| bag(2.0 + 0.84 * (j as f32 + 0.5 * i as f32), z))
    };
    Body::of((0..3).flat_map(row)).both()
}

fn scene() -> Scene {
    let warm = |x: f32| Lamp { at: [x, 4.6, 2.2], colour: [250, 196, 120], reach: 1.6 };
    let sign = Lamp { at: [0.0, 4.7, 2.9], colour: [160, 110, 30], reach: 1.0 };
    let vent = Lamp { at: [2.4, -1.2, 5.0], colour: [60, 110, 170], reach: 1.6 };
    let walls = vec![
        [[-1.5, 3.4, 2.1], [1.5, 4.4, 2.5]],
        [[1.5, -2.0, 3.5], [3.3, -0.4, 4.1]],
        [[-4.6, -3.6, 0.0], [4.6, 3.5, 3.4]],
    ];
    Scene { lamps: vec![warm(1.9), warm(-1.9), sign, vent], walls, sky: [124, 128, 146], side: 128 }
}

/// The outside with its lights, and the lightmap that shows them.
fn outside() -> (Body, Canvas) {
    let (walls, map) = scene().lit(Body::of([shell(), frames()]));
    (Body::of([walls, fittings(), doorway()]), map)
}

pub(super) fn lightmap() -> Canvas {
    outside().1
}

/// What one goes through to the room behind.
fn doorway() -> Body {
    let [half, high] = DOOR;
    let portal = Skin { material: MESH, flags: PORTAL, portal: Some(2) };
    Body::sheet(vec![[half, 3.5, 0.0], [-half, 3.5, 0.0], [-half, 3.5, high], [half, 3.5, high]], portal)
        .fitted(WHOLE)
}

/// A leaf of the door slides aside, waits, and comes back.
fn door(name: &'static str, side: f32) -> Part<'static> {
    let half = DOOR[0];
    let leaf = Body::block([0.0, 3.62, 0.02], [half, 3.74, DOOR[1]], skin(GATE)).cased(WHOLE);
    let leaf = if side < 0.0 { leaf.mirrored() } else { leaf };
    let shift = |open: f32| [side * open * half * 0.94, 0.0, 0.0];
    let mut door = part(name, Some(0), [0.0; 3]).look(0, 0, &leaf).look(0, 1, &leaf).look(1, 0, &leaf);
    let way = [(0, 0.0), (16, 0.0), (36, 1.0), (64, 1.0), (84, 0.0), (96, 0.0)];
    door.keys = way.map(|(frame, open)| key(frame, shift(open), Turn::NONE)).into();
    door
}

/// Walls seen from inside, a desk with screens, and a lamp.
fn inside() -> Part<'static> {
    let room = Body::block([-3.6, -3.0, 0.05], [3.6, 3.3, 2.6], skin(CONCRETE));
    let turned = |facet: &Facet| {
        let points: Vec<Point> = facet.points.iter().rev().copied().collect();
        Body::sheet(points, facet.skin)
    };
    let walls = Body::of(room.facets.iter().filter(|facet| facet.normal()[1] < 0.5).map(turned)).tiled(3.0);
    let desk =
        Body::wedge([-1.6, -2.8, 0.05], [1.6, -2.0, 0.95], [0.1, 0.1, 0.0, 0.2], skin(STEEL)).tiled(1.2);
    let screen = |x: f32| {
        let points =
            vec![[x + 0.5, -2.5, 1.05], [x - 0.5, -2.5, 1.05], [x - 0.5, -2.62, 1.7], [x + 0.5, -2.62, 1.7]];
        Body::sheet(points, skin(NOISE)).fitted(WHOLE)
    };
    let lamp = Body::block([-0.5, -0.6, 2.5], [0.5, -0.2, 2.6], skin(LAMP)).fitted(WHOLE);
    let all = Body::of([walls, desk, screen(-1.1), screen(0.0), screen(1.1), lamp]);
    part("i01_0_m1o1", Some(0), [0.0; 3]).labelled("hall").flagged(INSIDE).look(0, 0, &all)
}

fn parts() -> Vec<Part<'static>> {
    let (whole, _) = outside();
    let (plain, _) = scene().lit(Body::of([shell(), frames()]));
    let far = Body::wedge([-5.0, -4.0, 0.0], [5.0, 4.0, 3.5], [0.7; 4], skin(CONCRETE)).tiled(4.0);
    let root = part("o01_0_m1o1", None, [0.0; 3])
        .about_face()
        .look(0, 0, &whole)
        .look(0, 1, &plain)
        .look(0, 2, &far)
        .look(1, 0, &burnt_as(dented(plain.clone(), 0.22, 4), CONCRETE, RUIN))
        .look(
            2,
            0,
            &burnt_as(dented(plain.clone(), 0.5, 2), CONCRETE, RUIN).bent(|[x, y, z]| [x, y, z * 0.6]),
        );
    vec![root, door("door_r_m1o1", 1.0), inside(), door("door_l_m1o1", -1.0)]
}

/// With ways to walk and light inside.
pub(super) fn bunker() -> Vec<u8> {
    let mut all = model_streams("bunker", &parts());
    let point = |x: f32, y: f32, node: u32| HallPoint { position: [x, y, 0.05], flags: 0, node };
    let points = [point(-2.0, -1.0, 2), point(2.0, -1.0, 2), point(0.0, 2.0, 2), point(0.0, 5.0, 0)];
    let way = |from: u32, to: u32| HallLink { from, to, unk08: [0; 8] };
    let ways = [bytes(&points), bytes(&[way(0, 1), way(1, 2), way(0, 2), way(2, 3)])].concat();
    let last = all.len() - 1;
    all[last] = (17, json!({"type": 17, "attr1": 4, "attr2": 4, "attr3": 20}), ways);
    let probe = |node: i32, z: f32, colour: [f32; 4]| Probe {
        node,
        position: [0.0, 0.0, z],
        direction: [0.0, 0.0, -1.0],
        colour,
        intensity: 1.0,
    };
    all.push(stream(20, &[probe(0, 3.0, [1.0, 0.75, 0.5, 1.0]), probe(2, 2.5, [0.5, 0.75, 1.0, 1.0])]));
    packed("bunker", &all)
}
