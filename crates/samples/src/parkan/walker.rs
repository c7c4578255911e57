//! A transport that walks on four legs, with a container on its back.

use super::parts::{self, Detail, burnt_as, dented};
use crate::form::dress::{Region, Sheet, WHOLE, region};
use crate::form::solid::{across, chamfered, level};
use crate::form::turn::{Turn, X, Y, Z, swing};
use crate::form::{Body, Point, length, minus, plus, skin, times};
use crate::make::msh::Part;
use crate::make::unit::{model, part};
use crate::paint::{Canvas, Rect, rect};

pub(super) const WEAR: [&str; 7] = ["WALKER", "GLASS", "WALKBURN", "STEEL", "HAZARD", "LAMP", "BEACON"];
const HULL: u8 = 0;
const GLASS: u8 = 1;
const BURNT: u8 = 2;
const STEEL: u8 = 3;
const HAZARD: u8 = 4;
const LAMP: u8 = 5;
const BEACON: u8 = 6;

const SIZE: [i32; 2] = [256, 256];
const SIDE: Rect = rect(0, 0, 192, 64);
const TOP: Rect = rect(0, 64, 96, 128);
const FRONT: Rect = rect(192, 0, 64, 64);
const BACK: Rect = rect(192, 64, 64, 64);
const BOX_SIDE: Rect = rect(96, 128, 160, 64);
const BOX_END: Rect = rect(96, 64, 96, 64);
const THIGH: Rect = rect(0, 192, 64, 64);
const SHIN: Rect = rect(64, 192, 64, 64);
const JOINT: Rect = rect(128, 192, 48, 32);
const FOOT: Rect = rect(128, 224, 48, 32);
const METAL: Rect = rect(176, 192, 80, 32);
const NUMBER: Rect = rect(176, 224, 80, 32);

pub(super) fn skin_of_hull() -> Canvas {
    let mut canvas = Canvas::new(SIZE[0], SIZE[1], [150, 120, 76]);
    canvas.camouflage(canvas.all(), [[158, 128, 84], [122, 92, 60], [140, 132, 104]], 30, 51);
    canvas.plates(SIDE, &[36, 84, 140], &[24, 50], 41);
    canvas.bolts(SIDE, 12);
    canvas.slats(SIDE.part(90, 28, 44, 18), 5);
    canvas.plates(TOP, &[26, 70], &[40, 84], 42);
    canvas.bolts(TOP, 14);
    canvas.plates(FRONT, &[], &[20, 44], 43);
    canvas.bolts(FRONT, 9);
    canvas.plates(BACK, &[32], &[], 44);
    canvas.slats(BACK.part(8, 10, 20, 30), 6);
    container(&mut canvas);
    legs(&mut canvas);
    for area in [SIDE, TOP, FRONT, BACK, BOX_SIDE, THIGH, SHIN] {
        canvas.scratched(area, [186, 176, 156], 12, area.x + 2 * area.y);
        canvas.rusty(area, 0, area.y + 7);
    }
    for area in [SIDE, SHIN, FOOT] {
        canvas.muddy(area, [96, 74, 50], 20, area.x);
    }
    canvas
}

/// Corrugated, blue and much travelled.
fn container(canvas: &mut Canvas) {
    for area in [BOX_SIDE, BOX_END] {
        canvas.fill(area, [48, 92, 116]);
        canvas.light(area.inset(4), |x, _| [20, 14, 0, -14, -24, -24, -10, 6][x as usize % 8]);
        canvas.groove(area);
        canvas.bevel(area.inset(3), 30);
    }
    canvas.text((BOX_SIDE.x + 22, BOX_SIDE.y + 18), "CARGO 04", 2, [214, 208, 190]);
    canvas.stripes(rect(BOX_SIDE.x + 4, BOX_SIDE.y + 50, 152, 8), [[206, 168, 40], [34, 32, 28]], 7);
    canvas.fill(BOX_END.part(46, 4, 3, 56), [30, 40, 46]);
    canvas.fill(BOX_END.part(36, 28, 8, 6), [150, 150, 146]);
}

fn legs(canvas: &mut Canvas) {
    canvas.plates(THIGH, &[], &[24, 52], 45);
    canvas.bolts(THIGH, 10);
    canvas.fill(SHIN, [96, 92, 84]);
    canvas.plates(SHIN, &[20, 44], &[30], 46);
    canvas.fill(SHIN.part(26, 4, 12, 40), [186, 186, 180]);
    canvas.light(SHIN.part(26, 4, 12, 40), |x, _| 40 - (x - 4).abs() * 12);
    canvas.fill(JOINT, [62, 62, 60]);
    canvas.wheel(JOINT.part(0, 0, 32, 32), [[70, 70, 66], [120, 112, 92]]);
    canvas.fill(FOOT, [78, 74, 68]);
    canvas.plates(FOOT, &[16, 32], &[], 47);
    canvas.fill(METAL, [84, 84, 82]);
    canvas.slats(METAL, 8);
    canvas.text((NUMBER.x + 6, NUMBER.y + 8), "W-12", 2, [50, 42, 32]);
}

fn at(part: Rect) -> Region {
    region(part, SIZE)
}

/// From the ground to the hips.
const HIGH: f32 = 2.45;

fn hull(detail: Detail) -> Body {
    let section =
        |y: f32, half: f32, low: f32, high: f32| across(y, &chamfered([-half, low], [half, high], 0.24));
    let rings = [
        section(-2.1, 0.7, -0.15, 0.55),
        section(-1.7, 1.0, -0.35, 0.7),
        section(1.2, 1.0, -0.35, 0.75),
        section(1.9, 0.8, -0.2, 0.7),
        section(2.7, 0.5, -0.1, 0.35),
    ];
    let sheet = Sheet {
        bounds: [[-1.0, -2.1, -0.35], [1.0, 2.7, 0.75]],
        side: at(SIDE),
        front: at(FRONT),
        back: at(BACK),
        top: at(TOP),
    };
    let shell = Body::loft(&rings, skin(HULL)).on(&sheet);
    match detail {
        Detail::Near => Body::of([shell, cargo(), cabin(), fittings()]),
        Detail::Middle => Body::of([shell, cargo(), cabin()]),
        Detail::Far => Body::of([shell, cargo()]),
    }
}

fn cargo() -> Body {
    let hold = Body::block([-0.95, -1.9, 0.78], [0.95, 0.75, 1.95], skin(HULL));
    let sheet = Sheet {
        bounds: [[-0.95, -1.9, 0.78], [0.95, 0.75, 1.95]],
        side: at(BOX_SIDE),
        front: at(BOX_END),
        back: at(BOX_END),
        top: at(BOX_END),
    };
    let rail = Body::block([-1.02, -2.0, 0.66], [1.02, 0.85, 0.8], skin(HAZARD)).tiled(1.0);
    Body::of([hold.on(&sheet), rail])
}

/// Glass on three sides, under a roof.
fn cabin() -> Body {
    let outline = |z: f32, back: f32, front: f32, half: f32| {
        level(
            z,
            &[
                [-half, back],
                [half, back],
                [half, front - 0.4],
                [half * 0.6, front],
                [-half * 0.6, front],
                [-half, front - 0.4],
            ],
        )
    };
    let glass = Body::sleeve(
        &[outline(0.62, 1.0, 2.3, 0.78), outline(1.2, 1.0, 1.95, 0.7)],
        parts::see_through(GLASS),
    );
    let roof = Body::loft(&[outline(1.2, 0.95, 2.0, 0.76), outline(1.34, 1.05, 1.8, 0.6)], skin(HULL));
    let seat = Body::block([-0.4, 1.1, 0.6], [0.4, 1.4, 1.0], skin(STEEL)).tiled(1.0);
    Body::of([seat, roof.fitted(at(METAL)), glass.fitted(WHOLE)])
}

fn fittings() -> Body {
    let lamp =
        Body::spindle(&[[0.0, 0.12], [0.16, 0.15]], 8, skin(STEEL)).fitted(WHOLE).moved([0.42, 2.36, 0.42]);
    let glass =
        Body::spindle(&[[0.16, 0.13], [0.2, 0.06]], 8, skin(LAMP)).fitted(WHOLE).moved([0.42, 2.36, 0.42]);
    let pipe =
        Body::rod([[0.7, -1.95, 0.2], [0.7, -2.3, 1.2]], [0.1, 0.1], 8, skin(STEEL)).tiled(1.0).smooth();
    let beacon = Body::spindle(&[[0.0, 0.09], [0.14, 0.08], [0.18, 0.0]], 8, skin(BEACON)).fitted(WHOLE);
    let beacon = beacon.turned(Turn::about(X, 0.25)).moved([0.0, 1.3, 1.34]);
    let aerial = Body::rod([[0.5, 1.2, 1.3], [0.6, 1.0, 2.7]], [0.025, 0.01], 4, skin(STEEL)).fitted(WHOLE);
    let number = |x: f32, y: [f32; 2]| {
        Body::sheet(vec![[x, y[0], 0.05], [x, y[1], 0.05], [x, y[1], 0.4], [x, y[0], 0.4]], skin(HULL))
    };
    let numbers = Body::of([number(1.005, [0.1, 1.1]), number(-1.005, [1.1, 0.1])]).fitted(at(NUMBER));
    Body::of([Body::of([lamp, glass, pipe]).both(), beacon, aerial, numbers])
}

const UPPER: f32 = 1.3;
const LOWER: f32 = 1.3;
/// How high the ankle is.
const ANKLE: f32 = 0.16;

fn thigh(detail: Detail) -> Body {
    let ring = |z: f32, x: f32, y: f32| level(z, &chamfered([-x, -y], [x, y], 0.08));
    let bone = Body::loft(
        &[ring(0.25, 0.2, 0.24), ring(-0.3, 0.24, 0.34), ring(-UPPER + 0.1, 0.16, 0.2)],
        skin(HULL),
    );
    let hip = Body::rod([[-0.3, 0.0, 0.0], [0.28, 0.0, 0.0]], [0.32, 0.3], 10, skin(HULL));
    if detail == Detail::Near {
        Body::of([bone.cased(at(THIGH)), hip.fitted(at(JOINT))])
    } else {
        bone.cased(at(THIGH))
    }
}

fn shin(detail: Detail) -> Body {
    let ring = |z: f32, x: f32, y: f32| level(z, &chamfered([-x, -y], [x, y], 0.06));
    let bone = Body::loft(
        &[ring(0.1, 0.14, 0.18), ring(-0.35, 0.2, 0.26), ring(-LOWER + 0.05, 0.1, 0.12)],
        skin(HULL),
    );
    let knee = Body::rod([[-0.22, 0.0, 0.0], [0.22, 0.0, 0.0]], [0.2, 0.2], 8, skin(HULL));
    if detail == Detail::Near {
        Body::of([bone.cased(at(SHIN)), knee.fitted(at(JOINT))])
    } else {
        bone.cased(at(SHIN))
    }
}

fn foot() -> Body {
    let ring = |z: f32, half: f32| level(z, &chamfered([-half, -half], [half, half * 1.2], half * 0.4));
    Body::loft(&[ring(-ANKLE, 0.42), ring(-0.04, 0.36), ring(0.1, 0.14)], skin(HULL)).cased(at(FOOT))
}

/// The part of the loop in which a foot stands, and how far it reaches to both sides.
const STANDS: f32 = 0.7;
const REACH: f32 = 0.5;

/// Where a foot is, seen from the place below its hip.
fn step(time: f32) -> Point {
    let time = time - time.floor();
    if time < STANDS {
        return [0.0, REACH * (1.0 - 2.0 * time / STANDS), 0.0];
    }
    let swung = (time - STANDS) / (1.0 - STANDS);
    let eased = swung * swung * (3.0 - 2.0 * swung);
    [0.0, REACH * (2.0 * eased - 1.0), 1.6 * swung * (1.0 - swung)]
}

/// How hip, knee and ankle turn for the foot to be there; the knee bends this way.
fn bent(foot: Point, bend: f32) -> [Turn; 3] {
    let down = [0.0, 0.0, -1.0];
    let foot = plus(foot, [0.0, 0.0, ANKLE - HIGH]);
    let far = length(foot).min(UPPER + LOWER - 0.01);
    let along = (UPPER * UPPER - LOWER * LOWER + far * far) / (2.0 * far);
    let aside = (UPPER * UPPER - along * along).max(0.0).sqrt() * bend;
    let way = times(foot, 1.0 / length(foot));
    let knee = plus(times(way, along), times([0.0, -way[2], way[1]], aside));
    let hip = Turn::between(down, knee);
    let shin = Turn::between(down, hip.back().apply(minus(foot, knee)));
    [hip, shin, hip.after(shin).back()]
}

const FRAMES: u16 = 72;
const STEPS: u16 = 24;

/// A leg: names of its three parts, where its hip is, when it steps, and which way its knee bends.
struct Leg {
    names: [&'static str; 3],
    hip: Point,
    late: f32,
    bend: f32,
}

const LEGS: [Leg; 4] = [
    Leg {
        names: ["hip_fl_m1o1", "knee_fl_m1o1", "foot_fl_m1o1"],
        hip: [-1.25, 1.3, HIGH],
        late: 0.0,
        bend: -1.0,
    },
    Leg {
        names: ["hip_fr_m1o1", "knee_fr_m1o1", "foot_fr_m1o1"],
        hip: [1.25, 1.3, HIGH],
        late: 0.5,
        bend: -1.0,
    },
    Leg {
        names: ["hip_rl_m1o1", "knee_rl_m1o1", "foot_rl_m1o1"],
        hip: [-1.25, -1.3, HIGH],
        late: 0.75,
        bend: 1.0,
    },
    Leg {
        names: ["hip_rr_m1o1", "knee_rr_m1o1", "foot_rr_m1o1"],
        hip: [1.25, -1.3, HIGH],
        late: 0.25,
        bend: 1.0,
    },
];

fn leg(Leg { names, hip, late, bend }: &Leg, first: u16) -> [Part<'static>; 3] {
    let burnt = |body: Body| burnt_as(body, HULL, BURNT);
    let turns = |time: f32| bent(step(time + late), *bend);
    let (knee_at, foot_at) = ([0.0, 0.0, -UPPER], [0.0, 0.0, -LOWER]);
    [
        part(names[0], Some(0), *hip)
            .look(0, 0, &thigh(Detail::Near))
            .look(0, 1, &thigh(Detail::Middle))
            .look(0, 2, &thigh(Detail::Middle))
            .look(1, 0, &burnt(thigh(Detail::Near)))
            .moves(FRAMES, STEPS, |time| (*hip, turns(time)[0])),
        part(names[1], Some(first), knee_at)
            .look(0, 0, &shin(Detail::Near))
            .look(0, 1, &shin(Detail::Middle))
            .look(0, 2, &shin(Detail::Middle))
            .look(1, 0, &burnt(shin(Detail::Near)))
            .moves(FRAMES, STEPS, |time| (knee_at, turns(time)[1])),
        part(names[2], Some(first + 1), foot_at).look(0, 0, &foot()).look(1, 0, &burnt(foot())).moves(
            FRAMES,
            STEPS,
            |time| (foot_at, turns(time)[2]),
        ),
    ]
}

/// What carries the legs; the hull above it sways.
fn bodies() -> [Part<'static>; 2] {
    let yoke = Body::block([-1.0, -1.5, HIGH - 0.12], [1.0, 1.5, HIGH + 0.06], skin(STEEL)).tiled(1.0);
    let hit = burnt_as(dented(hull(Detail::Middle), 0.09, 4), HULL, BURNT);
    let wreck = burnt_as(dented(hull(Detail::Far), 0.2, 6), HULL, BURNT);
    let wreck = wreck.turned(Turn::about(Y, 0.06).after(Turn::about(Z, 0.02))).moved([0.2, 0.0, -1.85]);
    let sway =
        |time: f32| Turn::about(Y, 0.006 * swing(time)).after(Turn::about(X, 0.005 * swing(2.0 * time)));
    let rise = |time: f32| [0.03 * swing(time), 0.0, HIGH + 0.05 * swing(2.0 * time + 0.1)];
    let base = part("base_m1o1", None, [0.0; 3]).look(0, 0, &yoke).look(1, 0, &yoke);
    let hull_part = part("hull_m1o1", Some(0), [0.0, 0.0, HIGH])
        .labelled("central")
        .look(0, 0, &hull(Detail::Near))
        .look(0, 1, &hull(Detail::Middle))
        .look(0, 2, &hull(Detail::Far))
        .look(1, 0, &hit)
        .look(2, 0, &wreck)
        .moves(FRAMES, STEPS, |time| (rise(time), sway(time)));
    [base, hull_part]
}

pub(super) fn walker() -> Vec<u8> {
    let legs = (0..).zip(&LEGS).flat_map(|(i, one)| leg(one, 2 + 3 * i));
    let parts: Vec<Part<'_>> = bodies().into_iter().chain(legs).collect();
    model("walker", &parts)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn feet_stand_where_they_should_and_are_level() {
        for i in 0..100 {
            let foot = step(i as f32 / 100.0);
            for bend in [-1.0, 1.0] {
                let [hip, knee, ankle] = bent(foot, bend);
                let knee_at = hip.apply([0.0, 0.0, -UPPER]);
                let found = plus(knee_at, hip.after(knee).apply([0.0, 0.0, -LOWER]));
                let wanted = plus(foot, [0.0, 0.0, ANKLE - HIGH]);
                assert!(length(minus(found, wanted)) < 1e-3, "{i}: {found:?} {wanted:?}");
                let level = hip.after(knee).after(ankle).apply(X);
                assert!(length(minus(level, X)) < 1e-3);
            }
        }
    }
}
