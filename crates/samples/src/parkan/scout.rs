//! A hover scout: it floats on its cushion, fans turn in its nacelles, and the gun under its nose looks around.

use super::parts::{self, Detail, burnt_as, dented};
use crate::form::dress::{Region, Sheet, WHOLE, region};
use crate::form::solid::{across, chamfered, level};
use crate::form::turn::{Turn, X, Y, Z, swing};
use crate::form::{Body, Point, skin};
use crate::make::msh::Part;
use crate::make::unit::{model, part};
use crate::paint::{Canvas, Rect, rect};

pub(super) const WEAR: [&str; 8] = ["SCOUT", "GLASS", "SCOUTBRN", "FAN", "JET", "STEEL", "BEACON", "RUBBER"];
const HULL: u8 = 0;
const GLASS: u8 = 1;
const BURNT: u8 = 2;
const FAN: u8 = 3;
const JET: u8 = 4;
const STEEL: u8 = 5;
const BEACON: u8 = 6;
const RUBBER: u8 = 7;

const SIZE: [i32; 2] = [256, 128];
const SIDE: Rect = rect(0, 0, 256, 40);
const TOP: Rect = rect(0, 40, 80, 88);
const FRONT: Rect = rect(80, 40, 64, 32);
const BACK: Rect = rect(144, 40, 64, 32);
const NACELLE: Rect = rect(80, 72, 96, 40);
const METAL: Rect = rect(208, 40, 48, 32);
const NUMBER: Rect = rect(176, 72, 64, 24);
const SEAT: Rect = rect(240, 72, 16, 24);
const FIN: Rect = rect(176, 96, 80, 32);

pub(super) fn skin_of_hull() -> Canvas {
    let (white, orange, grey) = ([196, 200, 198], [222, 108, 34], [92, 100, 110]);
    let mut canvas = Canvas::new(SIZE[0], SIZE[1], white);
    canvas.grainy(canvas.all(), 6, 3);
    canvas.plates(SIDE, &[40, 84, 140, 196], &[16], 31);
    canvas.fill(SIDE.part(0, 28, 256, 12), grey);
    canvas.fill(SIDE.part(0, 20, 256, 5), orange);
    canvas.slats(SIDE.part(48, 4, 30, 10), 4);
    canvas.plates(TOP, &[24, 56], &[20, 60], 32);
    canvas.fill(TOP.part(36, 0, 8, 88), orange);
    canvas.slats(TOP.part(10, 64, 20, 18), 4);
    canvas.slats(TOP.part(50, 64, 20, 18), 4);
    canvas.plates(FRONT, &[20, 44], &[], 33);
    canvas.fill(FRONT.part(0, 20, 64, 12), grey);
    canvas.plates(BACK, &[20, 44], &[], 34);
    canvas.stripes(BACK.part(0, 24, 64, 8), [[206, 168, 40], [34, 32, 28]], 5);
    canvas.plates(NACELLE, &[32, 64], &[], 35);
    canvas.fill(NACELLE.part(0, 0, 96, 6), orange);
    canvas.fill(NACELLE.part(0, 34, 96, 6), grey);
    canvas.bolts(NACELLE, 9);
    canvas.fill(FIN, orange);
    canvas.plates(FIN, &[50], &[], 36);
    for area in [SIDE, TOP, FRONT, BACK, NACELLE, FIN] {
        canvas.scratched(area, [120, 122, 124], 10, area.x + area.y);
        canvas.muddy(area, [128, 112, 88], 10, area.y + 2);
    }
    canvas.fill(METAL, [70, 74, 80]);
    canvas.slats(METAL, 8);
    canvas.text((NUMBER.x + 4, NUMBER.y + 5), "SC-21", 2, [40, 44, 50]);
    canvas.fill(SEAT, [40, 36, 34]);
    canvas.plates(SEAT, &[], &[12], 2);
    canvas
}

fn at(part: Rect) -> Region {
    region(part, SIZE)
}

fn section(y: f32, half: f32, [low, middle, high]: [f32; 3]) -> Vec<Point> {
    let (below, above) = (half * 0.7, half * 0.6);
    across(y, &[[-below, low], [below, low], [half, middle], [above, high], [-above, high], [-half, middle]])
}

fn hull(detail: Detail) -> Body {
    let all = [
        section(-2.2, 0.95, [0.6, 0.82, 1.02]),
        section(-1.4, 1.25, [0.44, 0.78, 1.2]),
        section(0.3, 1.2, [0.42, 0.75, 1.16]),
        section(1.7, 0.72, [0.46, 0.7, 0.94]),
        section(2.7, 0.14, [0.58, 0.64, 0.72]),
    ];
    let sheet = Sheet {
        bounds: [[-1.25, -2.2, 0.42], [1.25, 2.7, 1.2]],
        side: at(SIDE),
        front: at(FRONT),
        back: at(BACK),
        top: at(TOP),
    };
    let shell = Body::loft(&all, skin(HULL)).on(&sheet);
    match detail {
        Detail::Near => Body::of([shell, cushion(), seat(), pylons(), number(), canopy()]),
        Detail::Middle => Body::of([shell, cushion(), canopy()]),
        Detail::Far => shell,
    }
}

/// Rubber that holds the air.
fn cushion() -> Body {
    let ring =
        |z: f32, out: f32| level(z, &chamfered([-1.0 - out, -1.9 - out], [1.0 + out, 1.5 + out], 0.55));
    Body::loft(&[ring(0.5, 0.0), ring(0.36, 0.2), ring(0.2, 0.14), ring(0.12, -0.05)], skin(RUBBER))
        .tiled(0.6)
}

fn canopy() -> Body {
    let rib = |y: f32, half: f32, low: f32, high: f32| {
        across(
            y,
            &[
                [-half, low],
                [half, low],
                [half * 0.8, (low + 2.0 * high) / 3.0],
                [half * 0.35, high],
                [-half * 0.35, high],
                [-half * 0.8, (low + 2.0 * high) / 3.0],
            ],
        )
    };
    let glass = [
        rib(-0.9, 0.3, 1.1, 1.2),
        rib(-0.3, 0.56, 1.08, 1.56),
        rib(0.5, 0.56, 1.02, 1.56),
        rib(1.5, 0.3, 0.9, 0.98),
    ];
    Body::loft(&glass, parts::see_through(GLASS)).fitted(WHOLE)
}

fn seat() -> Body {
    let back = Body::block([-0.28, -0.4, 1.0], [0.28, -0.2, 1.45], skin(HULL));
    let desk = Body::wedge([-0.35, 0.7, 0.95], [0.35, 1.1, 1.2], [0.05, 0.05, 0.2, 0.0], skin(HULL));
    Body::of([back, desk]).fitted(at(SEAT))
}

fn number() -> Body {
    let right = Body::sheet(
        vec![[1.27, -1.2, 0.86], [1.24, -0.1, 0.86], [1.02, -0.1, 1.04], [1.05, -1.2, 1.04]],
        skin(HULL),
    );
    let left = Body::sheet(
        vec![[-1.24, -0.1, 0.86], [-1.27, -1.2, 0.86], [-1.05, -1.2, 1.04], [-1.02, -0.1, 1.04]],
        skin(HULL),
    );
    Body::of([right, left]).fitted(at(NUMBER)).bent(|[x, y, z]| [x * 1.012, y, z])
}

fn pylons() -> Body {
    let wing = [[-1.6, 0.86], [-0.5, 0.86], [-0.6, 0.98], [-1.5, 0.98]];
    Body::plate(&wing, [1.0, 1.4], skin(HULL)).fitted(at(METAL)).both()
}

/// A nacelle at the origin, its mouth to the front.
fn nacelle(corners: usize) -> Body {
    let shell =
        [[-1.15, 0.26], [-1.1, 0.34], [-0.4, 0.44], [0.6, 0.46], [0.8, 0.42], [0.8, 0.36], [0.5, 0.34]];
    let rings: Vec<_> = shell
        .iter()
        .map(|[y, radius]| across(*y, &crate::form::solid::round([0.0, 0.0], *radius, corners)))
        .collect();
    Body::sleeve(&rings, skin(HULL)).wrapped(at(NACELLE), [1.0, 1.0], at(METAL)).smooth()
}

fn fin() -> Body {
    let outline = [[-1.1, 0.4], [-0.1, 0.4], [-0.7, 1.2], [-1.2, 1.3]];
    Body::plate(&outline, [-0.04, 0.04], skin(HULL)).fitted(at(FIN))
}

const NACELLES: [f32; 2] = [-1.72, 1.72];

/// Both nacelles with their fins, or the one that is left.
fn engines(corners: usize, sides: &[f32]) -> Body {
    let lamp = Body::block([-0.05, -1.16, 1.28], [0.05, -1.02, 1.4], skin(BEACON)).fitted(WHOLE);
    let jet = disc(-1.12, 0.25, JET, corners);
    let one = Body::of([nacelle(corners), fin(), lamp, jet]);
    Body::of(sides.iter().map(|x| one.clone().moved([*x, -0.9, 0.92])))
}

fn disc(y: f32, radius: f32, material: u8, corners: usize) -> Body {
    let ring = across(y, &crate::form::solid::round([0.0, 0.0], radius, corners));
    Body::sheet(ring, parts::see_through(material)).fitted(WHOLE)
}

const FRAMES: u16 = 96;

fn hull_part() -> Part<'static> {
    let whole = |detail, corners| Body::of([hull(detail), engines(corners, &NACELLES)]);
    let hit = burnt_as(dented(whole(Detail::Middle, 8), 0.07, 3), HULL, BURNT);
    let wreck = Body::of([hull(Detail::Middle), engines(8, &NACELLES[..1])]);
    let wreck = burnt_as(dented(wreck, 0.16, 8), HULL, BURNT);
    let wreck = wreck.turned(Turn::about(Y, 0.03)).moved([0.0, 0.0, -0.2]);
    part("hull_m1o1", None, [0.0; 3])
        .labelled("central")
        .look(0, 0, &whole(Detail::Near, 10))
        .look(0, 1, &whole(Detail::Middle, 8))
        .look(0, 2, &whole(Detail::Far, 5))
        .look(1, 0, &hit)
        .look(2, 0, &wreck)
        .moves(FRAMES, 16, |time| {
            let sway = Turn::about(Y, 0.008 * swing(time)).after(Turn::about(X, 0.006 * swing(time + 0.3)));
            ([0.0, 0.0, 0.12 + 0.07 * swing(2.0 * time)], sway)
        })
}

fn fan(name: &'static str, x: f32) -> Part<'static> {
    let blades = disc(0.0, 0.35, FAN, 10);
    let hub = Body::spindle(&[[-0.1, 0.1], [0.0, 0.1], [0.22, 0.0]], 8, skin(STEEL)).fitted(WHOLE).smooth();
    part(name, Some(0), [x, -0.34, 0.92]).look(0, 0, &Body::of([hub, blades])).spins(FRAMES, 4.0, Y)
}

/// Two barrels in a ball.
fn gun() -> Part<'static> {
    let ball = Body::spindle(&[[-0.2, 0.1], [-0.1, 0.2], [0.1, 0.2], [0.2, 0.1]], 8, skin(HULL)).smooth();
    let barrel = |x: f32| Body::rod([[x, 0.1, -0.02], [x, 0.95, -0.04]], [0.05, 0.04], 6, skin(STEEL));
    let all = Body::of([ball.fitted(at(METAL)), barrel(-0.09).fitted(WHOLE), barrel(0.09).fitted(WHOLE)]);
    let turn = |time: f32| {
        Turn::about(Z, 0.09 * swing(time)).after(Turn::about(X, -0.02 - 0.015 * swing(3.0 * time)))
    };
    part("gun_m1o1", Some(0), [0.0, 1.75, 0.42])
        .look(0, 0, &all)
        .moves(FRAMES, 16, |time| ([0.0, 1.75, 0.42], turn(time)))
}

pub(super) fn scout() -> Vec<u8> {
    model("scout", &[hull_part(), fan("fan_l_m1o1", NACELLES[0]), fan("fan_r_m1o1", NACELLES[1]), gun()])
}
