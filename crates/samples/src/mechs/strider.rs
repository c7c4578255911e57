//! Mechs: a hip with two legs, a torso with glass in front, arms that are guns, and boxes of missiles on the shoulders.

use super::materials::{BADGE, DESERT, FOOT, GLASS, GUN, HULL, JOINT, LIGHT, LIMB, MISSILES, STRIPE, VENT};
use super::motions::{ANKLE, ANKLE_AT, HIGH, HIP_AT, KNEE_AT, SHOULDER, TORSO_AT};
use crate::form::dress::WHOLE;
use crate::form::solid::{across, chamfered, level};
use crate::form::turn::{Turn, X, Z};
use crate::form::{Body, Point, Skin, skin};
use crate::make::flt::{Piece, group, model, seen, shaped};
use crate::make::sculpted::{BOTH_SIDES, MARKED, placed, shape};
use relict_toolkit::mw3::dialect::Dialect;
use relict_toolkit::mw3::model::Model;

/// What one mech has other than the next.
#[derive(Clone, Copy, Debug)]
pub(super) struct Build {
    pub(super) stem: &'static str,
    hull: u8,
    /// How wide its torso is, and how large the boxes on its shoulders.
    pub(super) wide: f32,
    boxes: f32,
    /// Whether the left arm is as heavy as the right.
    heavy: bool,
}

pub(super) static BUILDS: [Build; 2] = [
    Build { stem: "strider", hull: HULL, wide: 1.0, boxes: 0.8, heavy: false },
    Build { stem: "warden", hull: DESERT, wide: 1.22, boxes: 1.15, heavy: true },
];

/// How much there is to see.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Detail {
    Near,
    Middle,
}

fn marked(material: u8) -> Skin {
    Skin { flags: MARKED, ..skin(material) }
}

fn torso(build: &Build, detail: Detail) -> Body {
    let section = |y: f32, half: f32, low: f32, high: f32, cut: f32| {
        let half = half * build.wide;
        across(y, &chamfered([-half, low], [half, high], cut))
    };
    let rings = [
        section(-1.7, 0.9, 0.4, 1.6, 0.25),
        section(-1.2, 1.35, 0.15, 2.1, 0.35),
        section(0.3, 1.5, 0.0, 2.2, 0.4),
        section(1.1, 1.15, 0.1, 1.9, 0.35),
        section(2.0, 0.7, 0.35, 1.15, 0.2),
        section(2.4, 0.35, 0.55, 0.95, 0.1),
    ];
    let shell = Body::loft(&rings, skin(build.hull)).tiled(2.4);
    let canopy = canopy();
    let waist = Body::loft(
        &[
            level(-0.5, &chamfered([-0.6, -0.6], [0.6, 0.6], 0.2)),
            level(0.1, &chamfered([-0.8, -0.8], [0.8, 0.7], 0.25)),
        ],
        skin(JOINT),
    );
    let all = Body::of([shell, canopy, racks(build)]);
    if detail == Detail::Near { Body::of([all, waist.tiled(1.0), fittings(build)]) } else { all }
}

/// Glass over the nose, in three panes and a roof.
fn canopy() -> Body {
    let rib = |y: f32, half: f32, low: f32, high: f32| {
        across(y, &[[-half, low], [half, low], [half * 0.7, high], [-half * 0.7, high]])
    };
    let rings = [
        rib(0.5, 0.75, 1.7, 2.3),
        rib(1.1, 0.72, 1.6, 2.35),
        rib(2.05, 0.5, 1.0, 1.3),
        rib(2.2, 0.42, 0.95, 1.05),
    ];
    let mut panes = Body::loft(&rings, skin(GLASS)).fitted(WHOLE);
    for facet in panes.facets.iter_mut().filter(|facet| facet.normal()[1] < -0.5) {
        facet.skin = skin(JOINT);
    }
    panes
}

/// Boxes of missiles, open to the front.
fn racks(build: &Build) -> Body {
    let (x, size) = (1.5 * build.wide, build.boxes);
    let (low, high) = ([x, -1.1, 1.5], [x + 1.1 * size, 0.8, 1.5 + 1.2 * size]);
    let mut rack = Body::wedge(low, high, [0.0, 0.15, 0.1, 0.0], marked(build.hull)).tiled(2.4);
    for facet in rack.facets.iter_mut().filter(|facet| facet.normal()[1] > 0.9) {
        facet.skin = skin(MISSILES);
        facet.uvs = crate::form::solid::outline_uvs(&facet.points);
    }
    let bracket = Body::block([x - 0.4, -0.5, 1.4], [x + 0.3, 0.3, 1.8], skin(JOINT)).tiled(1.0);
    Body::of([rack, bracket]).both()
}

/// Jets behind, lamps in front, an aerial, a badge on each side.
fn fittings(build: &Build) -> Body {
    let jet = Body::spindle(&[[-0.5, 0.36], [0.0, 0.26], [0.3, 0.3]], 8, skin(VENT))
        .wrapped(WHOLE, [2.0, 1.0], WHOLE)
        .smooth();
    let jet = jet.turned(Turn::about(X, 0.06)).moved([0.55, -1.75, 1.1]).both();
    let vent = Body::block([-0.55, -1.74, 0.5], [0.55, -1.66, 0.8], skin(VENT)).fitted(WHOLE);
    let lamp = Body::spindle(&[[0.0, 0.1], [0.12, 0.13]], 6, skin(LIGHT))
        .fitted(WHOLE)
        .moved([0.48, 2.12, 0.62])
        .both();
    let aerial = Body::strut([[-0.9, -1.0, 2.0], [-1.0, -1.3, 3.8]], 0.04, skin(JOINT)).fitted(WHOLE);
    let side = 1.5 * build.wide + 0.02;
    let badge = Body::sheet(
        vec![[side, -0.7, 0.7], [side, 0.2, 0.7], [side, 0.2, 1.5], [side, -0.7, 1.5]],
        skin(BADGE),
    );
    let other = badge.clone().turned(Turn::about(Z, 0.5)).moved([0.0, -0.5, 0.0]);
    let band = Body::block([-build.wide, -0.4, 2.19], [build.wide, -0.1, 2.22], skin(STRIPE)).tiled(0.8);
    Body::of([jet, vent, lamp, aerial, Body::of([badge, other]).fitted(WHOLE), band])
}

/// An arm at its shoulder, the gun to the front.
fn arm(build: &Build, heavy: bool, detail: Detail) -> Body {
    let joint = Body::rod([[-0.5, 0.0, 0.0], [0.5, 0.0, 0.0]], [0.46, 0.46], 8, skin(JOINT)).tiled(1.0);
    let upper = Body::loft(
        &[
            level(0.3, &chamfered([-0.4, -0.45], [0.45, 0.45], 0.15)),
            level(-1.1, &chamfered([-0.32, -0.4], [0.36, 0.4], 0.12)),
        ],
        skin(LIMB),
    );
    let box_ring = |y: f32, half: f32| across(y, &chamfered([-half, -1.4 - half], [half, -1.4 + half], 0.14));
    let housing = Body::loft(
        &[box_ring(-0.9, 0.32), box_ring(-0.6, 0.46), box_ring(0.8, 0.46), box_ring(1.0, 0.34)],
        skin(build.hull),
    );
    let places = [[0.9, 0.2], [1.2, 0.2], [1.25, 0.13], [2.5, 0.12], [2.55, 0.18], [2.95, 0.18]];
    let barrel = |x: f32, z: f32, thick: f32| {
        let places = places.map(|[y, radius]| [y, radius * thick]);
        Body::spindle(&places, if detail == Detail::Near { 8 } else { 4 }, skin(GUN))
            .wrapped(WHOLE, [1.0, 1.0], WHOLE)
            .smooth()
            .moved([x, 0.0, z])
    };
    if detail == Detail::Middle {
        return Body::of([housing.tiled(2.0), barrel(0.0, -1.4, 1.4)]);
    }
    let guns = if heavy {
        vec![barrel(0.0, -1.4, 1.6)]
    } else {
        vec![barrel(-0.18, -1.3, 1.0), barrel(0.18, -1.5, 1.0)]
    };
    let band = Body::block([-0.47, -0.3, -1.87], [0.47, 0.0, -0.93], skin(STRIPE)).tiled(0.8);
    Body::of([joint, upper.tiled(1.4), housing.tiled(2.0), Body::of(guns), band])
}

fn pelvis(detail: Detail) -> Body {
    let ring = |z: f32, x: f32, y: f32| level(z, &chamfered([-x, -y], [x, y], 0.2));
    let bowl = Body::loft(&[ring(-0.6, 0.4, 0.4), ring(-0.1, 0.85, 0.75), ring(0.5, 0.7, 0.6)], skin(LIMB))
        .tiled(1.4);
    let axle = Body::rod([[-1.25, 0.0, -0.1], [1.25, 0.0, -0.1]], [0.32, 0.32], 8, skin(JOINT)).tiled(1.0);
    let plate =
        Body::wedge([-0.4, 0.5, -0.75], [0.4, 0.95, 0.35], [0.05, 0.05, 0.0, 0.2], skin(STRIPE)).tiled(0.8);
    if detail == Detail::Near { Body::of([bowl, axle, plate]) } else { bowl }
}

/// A bone from the origin to a joint, with sections between.
fn bone(to: Point, sections: &[[f32; 3]], material: u8) -> Body {
    let ring = |[part, x, y]: &[f32; 3]| {
        let middle = to[1] * part;
        level(to[2] * part, &chamfered([-x, middle - y], [*x, middle + y], x.min(*y) * 0.4))
    };
    Body::loft(&sections.iter().map(ring).collect::<Vec<_>>(), skin(material)).tiled(1.4)
}

fn thigh(detail: Detail) -> Body {
    let bone =
        bone(KNEE_AT, &[[-0.2, 0.36, 0.4], [0.15, 0.5, 0.62], [0.7, 0.42, 0.5], [1.0, 0.3, 0.34]], LIMB);
    let cap = Body::rod([[-0.55, 0.0, 0.0], [0.56, 0.0, 0.0]], [0.5, 0.5], 8, skin(JOINT)).tiled(1.0);
    let knee = Body::rod(
        [[-0.44, KNEE_AT[1], KNEE_AT[2]], [0.44, KNEE_AT[1], KNEE_AT[2]]],
        [0.36, 0.36],
        8,
        skin(JOINT),
    )
    .tiled(1.0);
    if detail == Detail::Near { Body::of([bone, cap, knee]) } else { bone }
}

fn shin(build: &Build, detail: Detail) -> Body {
    let bone =
        bone(ANKLE_AT, &[[-0.12, 0.26, 0.26], [0.2, 0.4, 0.46], [0.75, 0.46, 0.5], [1.0, 0.26, 0.28]], LIMB);
    let guard =
        Body::wedge([-0.34, 0.15, -0.8], [0.34, 0.55, 0.35], [0.08, 0.08, 0.0, 0.12], skin(build.hull))
            .tiled(2.0);
    let piston =
        Body::strut([[0.3, -0.3, -0.2], [0.3, ANKLE_AT[1] - 0.3, ANKLE_AT[2] + 0.3]], 0.09, skin(GUN))
            .tiled(0.6)
            .both();
    if detail == Detail::Near { Body::of([bone, guard, piston]) } else { bone }
}

/// Two toes and a spur.
fn foot(detail: Detail) -> Body {
    let sole = -ANKLE;
    let toe =
        Body::wedge([0.08, 0.1, sole], [0.62, 1.45, sole + 0.5], [0.1, 0.14, 0.0, 0.7], skin(FOOT)).both();
    let heel =
        Body::wedge([-0.42, -0.85, sole], [0.42, 0.15, sole + 0.55], [0.14, 0.14, 0.5, 0.0], skin(FOOT));
    let ankle = Body::rod([[-0.34, 0.0, 0.0], [0.34, 0.0, 0.0]], [0.3, 0.3], 8, skin(JOINT)).tiled(1.0);
    let all = Body::of([toe, heel]).tiled(1.2);
    if detail == Detail::Near { Body::of([all, ankle]) } else { all }
}

fn piece(name: &str, at: Point, body: &Body, children: Vec<Piece>) -> Piece {
    Piece { children, ..shaped(name, placed(at), shape(body, i32::from(BADGE))) }
}

/// From the hip on. `suffix` tells levels apart; only the nearest has the names that motions know.
fn skeleton(build: &Build, detail: Detail, suffix: &str) -> Piece {
    let name = |part: &str| format!("{part}{suffix}");
    let leg = |side: &str, x: f32| {
        let body = foot(detail);
        let foot = piece(&name(&format!("{side}foot")), ANKLE_AT, &body, vec![]);
        let shin = piece(&name(&format!("{side}shin")), KNEE_AT, &shin(build, detail), vec![foot]);
        piece(
            &name(&format!("{side}thigh")),
            [x * HIP_AT[0], HIP_AT[1], HIP_AT[2]],
            &thigh(detail),
            vec![shin],
        )
    };
    let arm = |side: &str, x: f32, heavy: bool| {
        let at = [x * SHOULDER[0] * build.wide, SHOULDER[1], SHOULDER[2]];
        let body = arm(build, heavy, detail);
        piece(&name(&format!("{side}arm")), at, &if x < 0.0 { body.mirrored() } else { body }, vec![])
    };
    let arms = vec![arm("l", -1.0, build.heavy), arm("r", 1.0, true)];
    let torso = piece(&name("torso"), TORSO_AT, &torso(build, detail), arms);
    piece(&name("hip"), [0.0, 0.0, HIGH], &pelvis(detail), vec![torso, leg("l", -1.0), leg("r", 1.0)])
}

/// As seen from far away: a body, two legs and two guns.
fn outline(build: &Build) -> Piece {
    let body = Body::wedge(
        [-1.5 * build.wide, -1.5, HIGH + 0.7],
        [1.5 * build.wide, 1.9, HIGH + 2.9],
        [0.3, 0.3, 0.2, 0.9],
        skin(build.hull),
    );
    let leg = Body::wedge([0.7, -0.6, 0.0], [1.7, 0.9, HIGH + 0.6], [0.1, 0.1, 0.3, 0.5], skin(LIMB)).both();
    let gun = Body::block([1.8, -0.6, HIGH + 0.2], [2.6, 2.4, HIGH + 1.2], skin(GUN)).both();
    piece("far", [0.0; 3], &Body::of([body, leg, gun]).tiled(2.4), vec![])
}

/// A canopy from inside: what the pilot sees, and what is switched off for all others.
fn frame() -> Body {
    let bar = |from: Point, to: Point| {
        Body::strut([from, to], 0.08, Skin { flags: BOTH_SIDES, ..skin(JOINT) }).tiled(0.5)
    };
    Body::of([
        bar([-0.7, 0.6, 1.7], [-0.4, 2.1, 1.0]),
        bar([0.7, 0.6, 1.7], [0.4, 2.1, 1.0]),
        bar([-0.4, 2.1, 1.0], [0.4, 2.1, 1.0]),
    ])
}

/// The expansion has levels of detail.
pub(super) fn mech(build: &Build, game: Dialect) -> Model<'static> {
    let near = || {
        let mut hip = skeleton(build, Detail::Near, "");
        hip.children[0].children.push(piece("cockpit", [0.0; 3], &frame(), vec![]));
        hip
    };
    let children = match game {
        Dialect::Mw => vec![near()],
        Dialect::Pm => vec![
            seen("near", 0.0, 90.0, vec![near()]),
            seen("middle", 90.0, 250.0, vec![skeleton(build, Detail::Middle, "_mid")]),
            seen("distant", 250.0, 2000.0, vec![outline(build)]),
        ],
    };
    model(game, &group(&super::member(build), vec![group(build.stem, children)]))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::make::flt::bytes;
    use crate::mechs::motions::MOVING;
    use relict_toolkit::core::bytes::Cursor;
    use relict_toolkit::core::format::{Context, Format, Origin};
    use relict_toolkit::core::report::Report;

    #[test]
    fn mechs_are_without_fault_stand_on_the_ground_and_have_the_nodes_that_motions_move() {
        for (game, build) in Dialect::ALL.into_iter().flat_map(|game| BUILDS.map(|build| (game, build))) {
            let mech = mech(&build, game);
            let bytes = bytes(&mech);
            let read = Model::read(&mut Cursor::new(&bytes), Origin::named("a.flt")).unwrap();
            let mut report = Report::default();
            read.check(&mut report, Context::ALONE);
            assert_eq!((report.codes(), read.game), (vec![], game));
            for name in MOVING {
                assert_eq!(mech.nodes.iter().filter(|node| node.name() == name).count(), 1, "{name}");
            }
            let [low, high] = mech.nodes[0].bounds.node_box;
            assert!(low[1].abs() < 0.05 && high[1] > 7.0, "{low:?} {high:?}");
        }
    }
}
