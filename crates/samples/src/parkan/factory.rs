//! A factory: a hall under a roof like a saw, silos and pipes, a gate, a crane, and a chimney that smokes.

use super::light::{Lamp, Scene};
use super::parts::{dented, see_through};
use crate::form::dress::WHOLE;
use crate::form::solid::{across, round};
use crate::form::turn::{Turn, X, Z, swing};
use crate::form::{Body, Point, Skin, skin};
use crate::make::mesh::LIGHTMAPPED;
use crate::make::msh::Part;
use crate::make::unit::{key, model, part};
use crate::paint::Canvas;

pub(super) const WEAR: [&str; 10] =
    ["HALL", "ROOF", "CHIMNEY", "STEEL", "GATE", "HAZARD", "SMOKE", "GLASS", "BRICK", "BEACON"];
const HALL: u8 = 0;
const ROOF: u8 = 1;
const CHIMNEY: u8 = 2;
const STEEL: u8 = 3;
const GATE: u8 = 4;
const HAZARD: u8 = 5;
const SMOKE: u8 = 6;
const GLASS: u8 = 7;
const BRICK: u8 = 8;
const BEACON: u8 = 9;

pub(super) const LIGHTMAP: &str = "factory00.0";

/// The hall reaches so far to both sides, and is so high.
const LONG: f32 = 7.0;
const DEEP: f32 = 4.0;
const HIGH: f32 = 4.0;

fn lit(material: u8) -> Skin {
    Skin { flags: LIGHTMAPPED, ..skin(material) }
}

fn hall() -> Body {
    let walls =
        Body::block([-LONG, -DEEP, 0.0], [LONG, DEEP, HIGH], lit(HALL)).only(|normal| normal[2].abs() < 0.5);
    let plinth = Body::block([-LONG - 0.15, -DEEP - 0.15, 0.0], [LONG + 0.15, DEEP + 0.15, 0.4], lit(BRICK));
    let office =
        Body::block([-LONG - 3.0, -1.0, 0.0], [-LONG, 3.0, 2.6], lit(BRICK)).only(|normal| normal[2] > -0.5);
    Body::of([walls.tiled(HIGH), plinth.tiled(2.0), office.tiled(2.6)])
}

/// Teeth with glass to the north.
fn saw() -> Body {
    let tooth = |i: usize| {
        let left = -LONG + 3.5 * i as f32;
        let section = |y: f32| across(y, &[[left, HIGH], [left + 3.5, HIGH], [left + 0.05, HIGH + 1.5]]);
        let mut tooth = Body::loft(&[section(-DEEP - 0.2), section(DEEP + 0.2)], skin(ROOF)).tiled(2.0);
        for facet in tooth.facets.iter_mut().filter(|facet| facet.normal()[0] < -0.9) {
            facet.skin = skin(GLASS);
        }
        let glass: Vec<_> =
            tooth.facets.iter().filter(|facet| facet.skin.material == GLASS).cloned().collect();
        tooth.facets.retain(|facet| facet.skin.material != GLASS);
        Body::of([tooth, Body { facets: glass }.fitted(WHOLE)])
    };
    Body::of((0..4).map(tooth))
}

/// Thick below, thin above, with a rim.
fn chimney(corners: usize) -> Body {
    let places = [[0.0, 1.25], [1.0, 1.1], [10.0, 0.72], [10.05, 0.84], [10.6, 0.84]];
    let stack = Body::spindle(&places, corners, skin(CHIMNEY)).smooth().turned(Turn::about(X, 0.25));
    let mut stack = stack.wrapped(WHOLE, [2.0, 1.0], WHOLE);
    // The bands of the texture go from the top down.
    for uv in stack.facets.iter_mut().flat_map(|facet| &mut facet.uvs) {
        uv[1] = 1.0 - uv[1];
    }
    stack.moved(CHIMNEY_AT)
}

const CHIMNEY_AT: Point = [4.6, -6.0, 0.0];

/// Two silos on legs, and pipes from them to the hall.
fn silos(corners: usize) -> Body {
    let silo = |x: f32| {
        let places = [[1.0, 0.3], [1.8, 1.2], [5.2, 1.2], [5.9, 0.5], [6.1, 0.4]];
        let tank = Body::spindle(&places, corners, skin(STEEL)).smooth().wrapped(WHOLE, [3.0, 2.0], WHOLE);
        let leg = |i: usize| {
            let [cx, cy] = round([0.0, 0.0], 1.0, 4)[i];
            Body::rod([[cx, cy, 0.0], [cx, cy, 2.2]], [0.1, 0.1], 4, skin(STEEL)).tiled(1.0)
        };
        let band = Body::rod([[0.0, 0.0, 3.2], [0.0, 0.0, 3.7]], [1.23, 1.23], corners, skin(HAZARD))
            .wrapped(WHOLE, [6.0, 0.6], WHOLE);
        Body::of([tank.turned(Turn::about(X, 0.25)), band, Body::of((0..4).map(leg))]).moved([x, -6.0, 0.0])
    };
    let pipe = |x: f32| {
        let rod =
            |from: Point, to: Point| Body::rod([from, to], [0.2, 0.2], 6, skin(STEEL)).tiled(0.8).smooth();
        Body::of([
            rod([x, -6.0, 6.0], [x, -6.0, 6.8]),
            rod([x, -6.1, 6.7], [x, -3.4, 6.7]),
            rod([x, -3.5, 6.8], [x, -3.5, 4.4]),
        ])
    };
    Body::of([silo(-3.4), silo(-0.6), pipe(-3.4), pipe(-0.6)])
}

fn fittings() -> Body {
    let frame =
        |x: f32| Body::block([x - 0.15, DEEP, 0.0], [x + 0.15, DEEP + 0.3, 3.2], skin(HAZARD)).tiled(1.0);
    let beam = Body::block([-2.4, DEEP, 3.2], [2.4, DEEP + 0.4, 3.5], skin(HAZARD)).tiled(1.0);
    let vent =
        |x: f32| Body::wedge([x - 0.5, -1.0, 4.6], [x + 0.5, 0.4, 5.9], [0.1; 4], skin(STEEL)).tiled(1.0);
    let lamp = |x: f32| {
        Body::spindle(&[[0.0, 0.14], [0.2, 0.1]], 6, skin(BEACON))
            .fitted(WHOLE)
            .turned(Turn::about(X, 0.25))
            .moved([x, DEEP + 0.2, 3.5])
    };
    let roof = Body::block([-LONG - 3.2, -1.2, 2.6], [-LONG, 3.2, 2.8], skin(ROOF)).tiled(2.0);
    Body::of([frame(-2.25), frame(2.25), beam, vent(-4.3), vent(-0.8), lamp(-2.2), lamp(2.2), roof])
}

fn lights() -> Scene {
    let lamp = |x: f32, y: f32, z: f32| Lamp { at: [x, y, z], colour: [250, 200, 130], reach: 1.8 };
    let lamps = vec![
        lamp(-4.5, 5.2, 2.8),
        lamp(0.0, 5.2, 3.4),
        lamp(4.5, 5.2, 2.8),
        lamp(-8.5, 4.0, 2.2),
        lamp(8.2, 0.0, 2.8),
    ];
    let walls = vec![
        [[-LONG + 0.1, -DEEP + 0.1, 0.0], [LONG - 0.1, DEEP - 0.1, HIGH - 0.1]],
        [[-LONG - 2.9, -0.9, 0.0], [-LONG, 2.9, 2.5]],
    ];
    Scene { lamps, walls, sky: [118, 122, 138], side: 128 }
}

pub(super) fn lightmap() -> Canvas {
    lights().lit(hall()).1
}

const FRAMES: u16 = 96;

/// The shutter goes up, waits, and comes down.
fn gate() -> Part<'static> {
    let leaf = Body::block([-2.1, DEEP + 0.02, 0.0], [2.1, DEEP + 0.16, 3.2], skin(GATE)).cased(WHOLE);
    let mut gate = part("gate_m1o1", Some(0), [0.0; 3]).look(0, 0, &leaf).look(0, 1, &leaf);
    let way = [(0, 0.0), (12, 0.0), (40, 2.6), (60, 2.6), (88, 0.0), (FRAMES, 0.0)];
    gate.keys = way.map(|(frame, up)| key(frame, [0.0, 0.0, up], Turn::NONE)).into();
    gate
}

/// An arm on the roof that turns to and fro, with a hook.
fn crane() -> Part<'static> {
    let place = [LONG - 1.2, 1.0, HIGH + 0.6];
    let rod =
        |from: Point, to: Point, thick: f32| Body::rod([from, to], [thick, thick], 4, skin(STEEL)).tiled(1.0);
    let cab = Body::block([-0.5, -0.5, 0.9], [0.5, 0.6, 1.8], skin(HAZARD)).tiled(1.0);
    let arm = [
        rod([0.0, 0.0, 0.0], [0.0, 0.0, 1.0], 0.25),
        rod([0.3, 0.4, 1.6], [0.0, 5.0, 3.6], 0.09),
        rod([-0.3, 0.4, 1.6], [0.0, 5.0, 3.6], 0.09),
    ];
    let rope = rod([0.0, 5.0, 3.6], [0.0, 5.0, 0.6], 0.03);
    let hook = Body::block([-0.12, 4.85, 0.3], [0.12, 5.15, 0.6], skin(HAZARD)).tiled(0.5);
    part("crane_m1o1", Some(0), place).look(0, 0, &Body::of([Body::of(arm), cab, rope, hook])).moves(
        FRAMES,
        16,
        |time| (place, Turn::about(Z, 0.14 * swing(time) - 0.05)),
    )
}

/// A puff that drifts up from the chimney, and begins anew at the mouth.
fn puff(name: &'static str, late: f32) -> Part<'static> {
    let pane = Body::sheet(
        vec![[-1.0, 0.0, -1.0], [1.0, 0.0, -1.0], [1.0, 0.0, 1.0], [-1.0, 0.0, 1.0]],
        see_through(SMOKE),
    )
    .fitted(WHOLE);
    let cross = Body::of([pane.clone(), pane.turned(Turn::about(Z, 0.25))]);
    let mouth = crate::form::plus(CHIMNEY_AT, [0.0, 0.0, 10.8]);
    let mut puff = part(name, Some(0), mouth).look(0, 0, &cross).look(0, 1, &cross);
    let at = |frame: u16| {
        let up = (f32::from(frame) / f32::from(FRAMES) + late) % 1.0;
        [mouth[0] + 1.6 * up * up, mouth[1] - 0.6 * up, mouth[2] + 4.2 * up]
    };
    // It must not be seen to fall back: one frame is enough for that.
    let back = FRAMES - (late * f32::from(FRAMES)) as u16;
    let frames = [0, back / 2, back - 1, back, (back + FRAMES) / 2, FRAMES];
    let mut frames: Vec<u16> = frames.into_iter().filter(|frame| *frame <= FRAMES).collect();
    frames.sort_unstable();
    frames.dedup();
    let last = |frame: u16| if frame == FRAMES { 0 } else { frame };
    puff.keys = frames.iter().map(|&frame| key(frame, at(last(frame)), Turn::about(Z, 0.1 * late))).collect();
    puff
}

pub(super) fn factory() -> Vec<u8> {
    let (lit_hall, _) = lights().lit(hall());
    let near = Body::of([lit_hall.clone(), saw(), chimney(12), silos(10), fittings()]);
    let middle = Body::of([lit_hall.clone(), saw(), chimney(8), silos(6)]);
    let far = Body::of([hall().skinned(skin(HALL)), chimney(4)]);
    let mut stump = chimney(8);
    stump
        .facets
        .iter_mut()
        .flat_map(|facet| &mut facet.points)
        .for_each(|point| point[2] = point[2].min(4.2 + 0.4 * point[0] - 1.6));
    let ruin = Body::of([
        lit_hall.clone().bent(|[x, y, z]| [x, y, z.min(2.2 + (x * 0.9 + y * 0.7).abs() % 1.6)]),
        silos(6),
    ]);
    let ruin = Body::of([dented(ruin, 0.3, 5), stump]);
    let root = part("base_m1o1", None, [0.0; 3])
        .about_face()
        .labelled("central")
        .look(0, 0, &near)
        .look(0, 1, &middle.clone())
        .look(0, 2, &far)
        .look(1, 0, &dented(middle, 0.16, 2))
        .look(2, 0, &ruin);
    let smoke =
        part("fx_smoke_m1o1", Some(0), crate::form::plus(CHIMNEY_AT, [0.0, 0.0, 10.6])).labelled("chimney");
    model(
        "factory",
        &[
            root,
            gate(),
            crane(),
            smoke,
            puff("puff_a_m1o1", 0.05),
            puff("puff_b_m1o1", 0.38),
            puff("puff_c_m1o1", 0.71),
        ],
    )
}
