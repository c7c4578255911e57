//! A gun turret that guards: its head turns, its barrels kick one after the other, and its lamp never sleeps.

use super::parts::{Detail, burnt_as, dented};
use crate::form::dress::{Region, Sheet, WHOLE, region};
use crate::form::solid::{chamfered, level, round};
use crate::form::turn::{Turn, X, Z, swing};
use crate::form::{Body, Point, skin};
use crate::make::msh::Part;
use crate::make::unit::{key, model, part};
use crate::paint::{Canvas, Rect, rect};

pub(super) const WEAR: [&str; 6] = ["FORT", "BEACON", "TANKBURN", "STEEL", "CONCRETE", "RUIN"];
const HULL: u8 = 0;
const BEACON: u8 = 1;
const BURNT: u8 = 2;
const STEEL: u8 = 3;
const CONCRETE: u8 = 4;
const RUIN: u8 = 5;

const SIZE: [i32; 2] = [128, 128];
const SIDE: Rect = rect(0, 0, 128, 40);
const TOP: Rect = rect(0, 40, 64, 64);
const FRONT: Rect = rect(64, 40, 64, 32);
const RING: Rect = rect(64, 72, 64, 32);
const METAL: Rect = rect(0, 104, 128, 24);

pub(super) fn skin_of_head(canvas: &mut Canvas) {
    canvas.plates(SIDE, &[36, 92], &[], 61);
    canvas.bolts(SIDE, 9);
    canvas.slats(SIDE.part(44, 8, 36, 20), 5);
    canvas.plates(TOP, &[20, 44], &[24], 62);
    canvas.bolts(TOP, 10);
    canvas.plates(FRONT, &[20, 44], &[], 63);
    canvas.bolts(FRONT, 8);
    canvas.stripes(FRONT.part(0, 24, 64, 8), [[206, 168, 40], [34, 32, 28]], 6);
    canvas.stripes(RING, [[206, 168, 40], [34, 32, 28]], 8);
    canvas.groove(RING);
}

pub(super) fn skin_of_fort() -> Canvas {
    let mut canvas = Canvas::new(SIZE[0], SIZE[1], [112, 120, 126]);
    canvas.camouflage(canvas.all(), [[118, 126, 132], [92, 100, 108], [140, 144, 140]], 26, 77);
    skin_of_head(&mut canvas);
    canvas.fill(METAL, [70, 72, 76]);
    canvas.slats(METAL, 8);
    for area in [SIDE, TOP, FRONT, RING] {
        canvas.scratched(area, [180, 180, 176], 14, area.y + 9);
        canvas.rusty(area, 10, area.x + 5);
    }
    canvas
}

fn at(part: Rect) -> Region {
    region(part, SIZE)
}

fn base(corners: usize) -> Body {
    let ring = |z: f32, radius: f32| level(z, &round([0.0, 0.0], radius, corners));
    let foot = Body::loft(&[ring(0.0, 1.9), ring(0.35, 1.8), ring(1.3, 1.15)], skin(CONCRETE)).tiled(2.0);
    let collar =
        Body::loft(&[ring(1.3, 1.05), ring(1.55, 1.05)], skin(HULL)).wrapped(at(RING), [1.0, 1.0], at(METAL));
    Body::of([foot, collar])
}

fn head(detail: Detail) -> Body {
    let ring =
        |z: f32, half: f32, back: f32, front: f32| level(z, &chamfered([-half, -back], [half, front], 0.35));
    let rings = [
        ring(0.0, 0.9, 0.9, 0.9),
        ring(0.15, 1.05, 1.3, 1.15),
        ring(0.6, 1.05, 1.3, 1.0),
        ring(0.95, 0.7, 1.0, 0.4),
    ];
    let sheet = Sheet {
        bounds: [[-1.05, -1.3, 0.0], [1.05, 1.15, 0.95]],
        side: at(SIDE),
        front: at(FRONT),
        back: at(FRONT),
        top: at(TOP),
    };
    let shell = Body::loft(&rings, skin(HULL)).on(&sheet);
    let drum =
        Body::rod([[1.0, 0.1, 0.4], [1.35, 0.1, 0.4]], [0.34, 0.28], 8, skin(HULL)).fitted(at(METAL)).both();
    if detail == Detail::Far { shell } else { Body::of([shell, drum]) }
}

/// Along y from its pivot.
fn barrel(corners: usize) -> Body {
    let places = [[-0.2, 0.17], [0.5, 0.17], [0.55, 0.1], [1.6, 0.09], [1.62, 0.13], [1.95, 0.13]];
    Body::spindle(&places, corners, skin(STEEL)).wrapped(WHOLE, [1.0, 3.0], WHOLE).smooth()
}

fn lamp() -> Body {
    let glass =
        Body::spindle(&[[0.0, 0.16], [0.22, 0.14], [0.32, 0.0]], 8, skin(BEACON)).fitted(WHOLE).smooth();
    glass.turned(Turn::about(X, 0.25))
}

const FRAMES: u16 = 96;

fn head_part() -> Part<'static> {
    let place = [0.0, 0.0, 1.55];
    let torn = burnt_as(dented(head(Detail::Middle), 0.2, 5), HULL, BURNT);
    part("head_m1o1", Some(0), place)
        .labelled("e_tur_sm")
        .look(0, 0, &head(Detail::Near))
        .look(0, 1, &head(Detail::Far))
        .look(0, 2, &head(Detail::Far))
        .look(1, 0, &burnt_as(dented(head(Detail::Near), 0.1, 2), HULL, BURNT))
        .look(2, 0, &torn.turned(Turn::about(X, -0.04)))
        .moves(FRAMES, 24, |time| (place, Turn::about(Z, 0.16 * swing(time))))
}

/// Each fires at its own moment.
fn gun(name: &'static str, x: f32, fires: u16) -> Part<'static> {
    let rest: Point = [x, 0.95, 0.42];
    let back = [x, 0.55, 0.42];
    let mut gun =
        part(name, Some(1), rest).look(0, 0, &barrel(8)).look(0, 1, &barrel(4)).look(1, 0, &barrel(6));
    let keys = [(0, rest), (fires, rest), (fires + 2, back), (fires + 14, rest), (FRAMES, rest)];
    gun.keys = keys.map(|(frame, place)| key(frame, place, Turn::NONE)).into();
    gun
}

pub(super) fn fort() -> Vec<u8> {
    let root = part("base_m1o1", None, [0.0; 3])
        .labelled("central")
        .look(0, 0, &base(8))
        .look(0, 1, &base(6))
        .look(0, 2, &base(4))
        .look(1, 0, &burnt_as(dented(base(8), 0.08, 7), CONCRETE, RUIN))
        .look(2, 0, &burnt_as(dented(base(8), 0.2, 3), CONCRETE, RUIN));
    let lamp = part("lamp_m1o1", Some(1), [-0.4, -0.5, 0.94])
        .look(0, 0, &lamp())
        .look(0, 1, &lamp())
        .spins(FRAMES, 4.0, Z);
    model("turret", &[root, head_part(), gun("gun_l_m1o1", -0.42, 30), gun("gun_r_m1o1", 0.42, 54), lamp])
}
