//! A battle tank: tracks and wheels that roll, a turret that searches, a gun that fires, and what a hit leaves of it.

use super::parts::{Detail, burnt_as, dented};
use crate::form::dress::{Region, Sheet, WHOLE, region};
use crate::form::solid::{across, chamfered, level, oblong, outline_uvs, round};
use crate::form::turn::{Turn, X, Y, Z};
use crate::form::{Body, Facet, Point, skin};
use crate::make::msh::{COCKPIT, Part};
use crate::make::unit::{key, model, part};
use crate::paint::{Canvas, Rect, rect};

/// Rows of the wear table.
pub(super) const WEAR: [&str; 6] = ["TANK", "TRACK", "TANKBURN", "LAMP", "GLASS", "STEEL"];
const HULL: u8 = 0;
const TRACK: u8 = 1;
const BURNT: u8 = 2;
const LAMP: u8 = 3;
const GLASS: u8 = 4;
const STEEL: u8 = 5;

const SIZE: [i32; 2] = [256, 256];
const SIDE: Rect = rect(0, 0, 256, 56);
const TOP: Rect = rect(0, 56, 96, 184);
const FRONT: Rect = rect(96, 56, 80, 48);
const BACK: Rect = rect(176, 56, 80, 48);
const TURRET_SIDE: Rect = rect(96, 104, 160, 40);
const TURRET_TOP: Rect = rect(96, 144, 96, 88);
const TURRET_FRONT: Rect = rect(192, 144, 64, 40);
const WHEEL: Rect = rect(192, 184, 40, 40);
const METAL: Rect = rect(232, 184, 24, 40);
const WHEELS: Rect = rect(96, 232, 160, 24);
const NUMBER: Rect = rect(0, 240, 48, 16);
const HATCH: Rect = rect(192, 224, 8, 8);

pub(super) fn skin_of_hull() -> Canvas {
    let mut canvas = Canvas::new(SIZE[0], SIZE[1], [92, 98, 66]);
    canvas.camouflage(canvas.all(), [[118, 124, 84], [74, 86, 56], [134, 110, 72]], 34, 11);
    side(&mut canvas);
    deck(&mut canvas);
    turret(&mut canvas);
    canvas.plates(FRONT, &[24, 56], &[30], 4);
    canvas.bolts(FRONT, 8);
    canvas.plates(BACK, &[20, 60], &[], 5);
    canvas.slats(BACK.part(24, 8, 32, 24), 6);
    canvas.stripes(BACK.part(0, 40, 80, 8), [[206, 168, 40], [34, 32, 28]], 6);
    for area in [SIDE, TOP, FRONT, BACK, TURRET_SIDE, TURRET_TOP] {
        canvas.scratched(area, [168, 164, 150], 14, area.x + area.y);
        canvas.rusty(area, -10, area.y + 3);
    }
    for area in [SIDE, FRONT, BACK] {
        canvas.muddy(area, [104, 84, 58], 26, area.x + 1);
    }
    small_things(&mut canvas);
    canvas
}

fn side(canvas: &mut Canvas) {
    canvas.plates(SIDE, &[42, 88, 134, 180, 222], &[20], 1);
    canvas.bolts(SIDE, 14);
    // Skirts hang from hinges, and the exhaust is at the rear.
    for x in (10..250).step_by(24) {
        canvas.fill(SIDE.part(x, 18, 6, 4), [58, 58, 52]);
        canvas.bevel(SIDE.part(x, 18, 6, 4), 24);
    }
    canvas.slats(SIDE.part(6, 4, 32, 12), 4);
    canvas.stripes(SIDE.part(228, 22, 26, 8), [[206, 168, 40], [34, 32, 28]], 5);
}

/// The engine is behind, the driver in front.
fn deck(canvas: &mut Canvas) {
    canvas.plates(TOP, &[22, 74], &[36, 96, 140], 2);
    canvas.bolts(TOP, 12);
    for x in [8, 50] {
        canvas.slats(TOP.part(x, 142, 38, 34), 6);
    }
    canvas.disc((TOP.x + 68, TOP.y + 24), 10, [70, 76, 54]);
    canvas.bevel(TOP.part(58, 14, 21, 21), 30);
}

fn turret(canvas: &mut Canvas) {
    canvas.plates(TURRET_SIDE, &[34, 76, 124], &[], 6);
    canvas.bolts(TURRET_SIDE, 10);
    canvas.fill(TURRET_SIDE.part(44, 0, 10, 40), [42, 112, 128]);
    canvas.fill(TURRET_SIDE.part(57, 0, 3, 40), [206, 206, 196]);
    canvas.plates(TURRET_TOP, &[30, 66], &[44], 7);
    canvas.bolts(TURRET_TOP, 11);
    canvas.fill(TURRET_TOP.part(0, 60, 96, 8), [42, 112, 128]);
    canvas.slats(TURRET_TOP.part(34, 70, 28, 14), 5);
    canvas.plates(TURRET_FRONT, &[16, 48], &[], 8);
    canvas.bolts(TURRET_FRONT, 7);
}

fn small_things(canvas: &mut Canvas) {
    canvas.wheel(WHEEL, [[52, 50, 46], [104, 108, 80]]);
    for cell in WHEELS.cells(6, 1) {
        canvas.wheel(rect(cell.x, cell.y, 24, 24), [[50, 48, 44], [96, 100, 74]]);
    }
    canvas.fill(METAL, [74, 76, 74]);
    canvas.grainy(METAL, 14, 5);
    canvas.light(METAL, |_, y| if y % 20 < 2 { 34 } else { 0 });
    canvas.fill(NUMBER, [84, 90, 60]);
    canvas.grainy(NUMBER, 8, 6);
    canvas.text((NUMBER.x + 5, NUMBER.y + 1), "R-07", 2, [216, 212, 190]);
    canvas.fill(HATCH, [40, 40, 38]);
}

fn sheet(bounds: [Point; 2], [side, front, back, top]: [Rect; 4]) -> Sheet {
    let of = |part: Rect| region(part, SIZE);
    Sheet { bounds, side: of(side), front: of(front), back: of(back), top: of(top) }
}

fn at(part: Rect) -> Region {
    region(part, SIZE)
}

const BELT: [[f32; 2]; 10] = [
    [-3.0, 0.52],
    [-2.72, 0.14],
    [-2.3, 0.0],
    [2.2, 0.0],
    [2.75, 0.26],
    [3.1, 0.62],
    [3.06, 0.88],
    [2.8, 1.02],
    [-2.72, 1.0],
    [-3.0, 0.82],
];

/// A belt with its inner side dark. From near it is open to the outside, where the wheels are; from afar they are painted.
fn track(detail: Detail) -> Body {
    let mut belt = Body::plate(&BELT, [1.06, 1.72], skin(TRACK)).wrapped(WHOLE, [26.0, 1.0], at(HATCH));
    for facet in belt.facets.iter_mut().filter(|facet| facet.points.len() > 4) {
        facet.skin = skin(HULL);
        if facet.normal()[0] > 0.0 {
            facet.uvs = outline_uvs(&facet.points).into_iter().map(|uv| at(WHEELS).at(uv)).collect();
        }
    }
    let outer = |facet: &Facet| facet.points.len() > 4 && facet.normal()[0] > 0.0;
    belt.facets.retain(|facet| detail != Detail::Near || !outer(facet));
    belt
}

/// The tub between the tracks, and the deck over them.
fn hull(detail: Detail) -> Body {
    let tub = |y: f32, low: f32| across(y, &oblong([-1.08, low], [1.08, 1.05]));
    let tub = Body::loft(&[tub(-3.0, 0.7), tub(-2.7, 0.42), tub(2.5, 0.42), tub(3.15, 0.8)], skin(HULL));
    let deck = |y: f32, half: f32, low: f32, high: f32| {
        across(
            y,
            &[
                [-half, low],
                [half, low],
                [half, (low + high) / 2.0],
                [half - 0.2, high],
                [0.2 - half, high],
                [-half, (low + high) / 2.0],
            ],
        )
    };
    let deck = Body::loft(
        &[
            deck(-3.2, 1.62, 1.02, 1.34),
            deck(-2.9, 1.78, 1.0, 1.52),
            deck(1.1, 1.78, 1.0, 1.56),
            deck(2.95, 1.72, 0.98, 1.12),
            deck(3.3, 1.3, 0.9, 0.98),
        ],
        skin(HULL),
    );
    let skirt = Body::block([1.74, -2.75, 0.62], [1.8, 2.6, 1.06], skin(HULL));
    let all = Body::of([tub, deck, skirt.both()]);
    let all = all.on(&sheet([[-1.8, -3.3, 0.42], [1.8, 3.3, 1.56]], [SIDE, FRONT, BACK, TOP]));
    if detail == Detail::Near { Body::of([all, fittings()]) } else { all }
}

/// Lamps, hooks, exhausts, the driver's hatch and the number.
fn fittings() -> Body {
    let steel = |body: Body| body.fitted(at(METAL));
    let lamp =
        Body::spindle(&[[0.0, 0.12], [0.14, 0.15]], 8, skin(HULL)).fitted(at(METAL)).moved([1.32, 2.82, 1.2]);
    let glass =
        Body::spindle(&[[0.14, 0.13], [0.17, 0.05]], 8, skin(LAMP)).fitted(WHOLE).moved([1.32, 2.82, 1.2]);
    let exhaust =
        steel(Body::rod([[1.35, -2.9, 1.3], [1.35, -3.35, 1.36]], [0.13, 0.13], 8, skin(HULL)).smooth());
    let hook = steel(Body::block([0.7, 3.05, 0.62], [0.84, 3.34, 0.74], skin(HULL)));
    let hatch = Body::loft(
        &[
            level(1.3, &chamfered([-0.95, 1.4], [-0.35, 2.0], 0.18)),
            level(1.47, &chamfered([-0.9, 1.45], [-0.4, 1.95], 0.18)),
        ],
        skin(HULL),
    );
    let slit = Body::block([-0.82, 1.96, 1.36], [-0.48, 2.0, 1.44], skin(GLASS)).fitted(WHOLE);
    let number = Body::sheet(
        vec![[1.805, -1.0, 0.72], [1.805, 0.1, 0.72], [1.805, 0.1, 1.0], [1.805, -1.0, 1.0]],
        skin(HULL),
    );
    let other = number.clone().turned(Turn::about(Z, 0.5)).moved([0.0, -0.9, 0.0]);
    Body::of([
        Body::of([lamp, glass, exhaust, hook]).both(),
        hatch.fitted(at(rect(24, 100, 40, 40))),
        slit,
        Body::of([number, other]).fitted(at(NUMBER)),
    ])
}

fn wheel(radius: f32, corners: usize) -> Body {
    let disc = Body::spindle(&[[0.0, radius], [0.3, radius], [0.34, radius * 0.8]], corners, skin(HULL));
    let mut disc = disc.turned(Turn::about(Z, -0.25)).fitted(at(METAL));
    for facet in disc.facets.iter_mut().filter(|facet| facet.points.len() > 4) {
        facet.uvs = outline_uvs(&facet.points).into_iter().map(|uv| at(WHEEL).at(uv)).collect();
    }
    disc
}

/// Where the wheels are: forward, up, radius.
const AXLES: [[f32; 3]; 8] = [
    [-2.62, 0.56, 0.32],
    [-1.95, 0.42, 0.37],
    [-1.17, 0.42, 0.37],
    [-0.39, 0.42, 0.37],
    [0.39, 0.42, 0.37],
    [1.17, 0.42, 0.37],
    [1.95, 0.42, 0.37],
    [2.62, 0.62, 0.34],
];

fn turret_body(detail: Detail) -> Body {
    let ring = |z: f32, half: f32, back: f32, front: f32, cut: f32| {
        level(z, &chamfered([-half, -back], [half, front], cut))
    };
    let rings = [
        ring(0.0, 1.0, 1.2, 1.0, 0.5),
        ring(0.18, 1.32, 1.72, 1.3, 0.62),
        ring(0.46, 1.28, 1.7, 1.1, 0.6),
        ring(0.82, 0.92, 1.36, 0.5, 0.4),
    ];
    let shell = Body::loft(if detail == Detail::Far { &rings[1..] } else { &rings }, skin(HULL));
    let shell = shell.on(&sheet(
        [[-1.32, -1.72, 0.0], [1.32, 1.3, 0.82]],
        [TURRET_SIDE, TURRET_FRONT, TURRET_SIDE, TURRET_TOP],
    ));
    if detail == Detail::Near { Body::of([shell, turret_fittings()]) } else { shell }
}

/// A cupola with glass, launchers of smoke, a box behind and an aerial.
fn turret_fittings() -> Body {
    let ring = |z: f32, radius: f32| level(z, &round([-0.4, -0.25], radius, 8));
    let cupola =
        Body::loft(&[ring(0.8, 0.38), ring(0.98, 0.34), ring(1.04, 0.24)], skin(HULL)).fitted(at(METAL));
    let sight = Body::block([-0.58, 0.02, 0.86], [-0.22, 0.1, 0.96], skin(GLASS)).fitted(WHOLE);
    let tube = |i: usize| {
        let y = 0.2 + 0.2 * i as f32;
        Body::rod([[1.12, y, 0.42], [1.42, y + 0.08, 0.62]], [0.07, 0.07], 6, skin(STEEL)).fitted(WHOLE)
    };
    let bin = Body::wedge([-0.8, -2.1, 0.2], [0.8, -1.66, 0.6], [0.05; 4], skin(HULL));
    let bin = bin.fitted(at(TURRET_FRONT));
    let aerial = Body::rod([[0.7, -1.1, 0.8], [0.78, -1.3, 2.5]], [0.03, 0.01], 4, skin(STEEL)).fitted(WHOLE);
    Body::of([cupola, sight, Body::of((0..3).map(tube)).both(), bin, aerial])
}

/// Along y from its pivot.
fn gun(corners: usize) -> Body {
    let barrel = [
        [0.0, 0.2],
        [0.55, 0.19],
        [0.6, 0.12],
        [1.7, 0.11],
        [1.74, 0.16],
        [2.3, 0.16],
        [2.34, 0.1],
        [3.3, 0.09],
        [3.32, 0.16],
        [3.66, 0.16],
    ];
    let barrel = Body::spindle(&barrel, corners, skin(STEEL)).wrapped(WHOLE, [1.0, 4.0], WHOLE).smooth();
    let mantlet = Body::wedge([-0.42, -0.15, -0.3], [0.42, 0.3, 0.3], [0.08, 0.08, 0.0, 0.14], skin(HULL));
    Body::of([mantlet.fitted(at(TURRET_FRONT)), barrel])
}

fn burnt(body: Body) -> Body {
    burnt_as(body, HULL, BURNT)
}

fn hull_part() -> Part<'static> {
    let near = Body::of([hull(Detail::Near), track(Detail::Near).both()]);
    let middle = Body::of([hull(Detail::Middle), track(Detail::Middle).both()]);
    let far = Body::wedge([-1.75, -3.2, 0.1], [1.75, 3.2, 1.5], [0.1, 0.1, 0.2, 0.9], skin(HULL));
    let far = far.on(&sheet([[-1.75, -3.2, 0.1], [1.75, 3.2, 1.5]], [SIDE, FRONT, BACK, TOP]));
    let hit = dented(burnt(Body::of([hull(Detail::Middle), track(Detail::Middle).both()])), 0.1, 5);
    let wreck = dented(burnt(Body::of([hull(Detail::Middle), track(Detail::Middle)])), 0.24, 9)
        .moved([0.0, 0.0, -0.28]);
    part("hull_m1o1", None, [0.0; 3])
        .labelled("central")
        .look(0, 0, &near)
        .look(0, 1, &middle)
        .look(0, 2, &far)
        .look(0, 3, &far)
        .look(1, 0, &hit)
        .look(1, 1, &far)
        .look(2, 0, &wreck)
}

const PIVOT: Point = [0.0, 0.15, 1.54];
const FRAMES: u16 = 96;

/// It looks to one side, then to the other.
fn turret_part() -> Part<'static> {
    let look = [0.0, 0.0, 0.08, 0.1, 0.1, 0.0, -0.07, -0.1, -0.04];
    let turn = |i: usize| Turn::about(Z, look[i % look.len()]);
    let thrown = burnt(dented(turret_body(Detail::Middle), 0.12, 3));
    let thrown = thrown.turned(Turn::about(Y, 0.03).after(Turn::about(X, -0.025))).moved([0.35, -0.3, -0.2]);
    let mut turret = part("turret_m1o1", Some(0), PIVOT)
        .labelled("e_tur_bb")
        .look(0, 0, &turret_body(Detail::Near))
        .look(0, 1, &turret_body(Detail::Middle))
        .look(0, 2, &turret_body(Detail::Far))
        .look(1, 0, &burnt(dented(turret_body(Detail::Near), 0.06, 2)))
        .look(2, 0, &thrown);
    turret.keys = (0..=8).map(|i| key(i * 12, PIVOT, turn(usize::from(i)))).collect();
    turret.keys.push(key(FRAMES, PIVOT, turn(0)));
    turret.keys.remove(8);
    turret
}

/// It rises, fires twice and jumps back.
fn gun_part() -> Part<'static> {
    let rest: Point = [0.0, 1.0, 0.4];
    let shot = |back: f32, up: f32| ([0.0, rest[1] - back, rest[2]], Turn::about(X, up));
    let way = [
        (0, 0.0, 0.0),
        (20, 0.0, 0.025),
        (36, 0.0, 0.025),
        (38, 0.5, 0.03),
        (48, 0.0, 0.025),
        (60, 0.0, 0.01),
        (62, 0.5, 0.015),
        (72, 0.0, 0.01),
        (FRAMES, 0.0, 0.0),
    ];
    let mut gun_part = part("gun_m1o1", Some(1), rest)
        .look(0, 0, &gun(8))
        .look(0, 1, &gun(6))
        .look(0, 2, &gun(4))
        .look(1, 0, &burnt(gun(6)))
        .look(2, 0, &burnt(gun(6)).turned(Turn::about(X, -0.04)).moved([0.35, -0.3, -0.2]));
    gun_part.keys = way
        .map(|(frame, back, up)| {
            let (place, turn) = shot(back, up);
            key(frame, place, turn)
        })
        .into();
    gun_part
}

/// Seen by whoever drives it: a frame with glass, and the gun's shield below.
fn cockpit() -> Part<'static> {
    let post = |x: f32| Body::block([x - 0.06, 0.9, -0.5], [x + 0.06, 1.0, 0.6], skin(STEEL)).tiled(0.5);
    let desk =
        Body::wedge([-1.0, 0.5, -0.75], [1.0, 1.0, -0.45], [0.0, 0.0, 0.2, 0.0], skin(STEEL)).tiled(1.0);
    let pane = Body::sheet(
        vec![[-1.0, 0.95, -0.45], [1.0, 0.95, -0.45], [1.0, 0.95, 0.5], [-1.0, 0.95, 0.5]],
        skin(GLASS),
    );
    let inside = Body::of([post(-0.9), post(0.0), post(0.9), desk, pane.fitted(WHOLE)]);
    part("CP_m1o1", Some(1), [-0.4, -0.25, 0.9]).flagged(COCKPIT).look(0, 4, &inside)
}

const WHEEL_NAMES: [[&str; 8]; 2] = [
    ["wl0_m1o1", "wl1_m1o1", "wl2_m1o1", "wl3_m1o1", "wl4_m1o1", "wl5_m1o1", "wl6_m1o1", "wl7_m1o1"],
    ["wr0_m1o1", "wr1_m1o1", "wr2_m1o1", "wr3_m1o1", "wr4_m1o1", "wr5_m1o1", "wr6_m1o1", "wr7_m1o1"],
];

fn wheels() -> impl Iterator<Item = Part<'static>> {
    let sides = WHEEL_NAMES.iter().zip([-1.0f32, 1.0]);
    sides.flat_map(|(names, side)| {
        names.iter().zip(AXLES).map(move |(name, [y, z, radius])| {
            let disc = wheel(radius, 9);
            let disc = if side < 0.0 { disc.mirrored() } else { disc };
            part(name, Some(0), [side * 1.36, y, z])
                .look(0, 0, &disc)
                .look(1, 0, &disc)
                .spins(FRAMES, -2.0, X)
        })
    })
}

pub(super) fn tank() -> Vec<u8> {
    let parts: Vec<Part<'_>> =
        [hull_part(), turret_part(), gun_part(), cockpit()].into_iter().chain(wheels()).collect();
    model("tank", &parts)
}
