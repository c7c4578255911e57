//! How mechs walk, wait, turn and jump: feet are led along their way, and hips and knees follow.

use super::strider::Build;
use crate::archive::{Entry, archive};
use crate::form::turn::{Turn, X, Y, Z, swing};
use crate::form::{Point, length, minus, plus, times};
use crate::make::sculpted::placed;
use relict_toolkit::core::format::Document;
use relict_toolkit::mw3::motion::{Header, Motion, MovingPart};
use serde_json::{Value, json};

/// Where joints are in their parents.
pub(super) const TORSO_AT: Point = [0.0, 0.0, 0.9];
pub(super) const HIP_AT: Point = [1.25, 0.0, -0.1];
pub(super) const KNEE_AT: Point = [0.0, 0.75, -1.95];
pub(super) const ANKLE_AT: Point = [0.0, -0.95, -1.9];
pub(super) const SHOULDER: Point = [2.05, 0.1, 1.1];
/// From the ground to the ankle, and to the hip.
pub(super) const ANKLE: f32 = 0.55;
pub(super) const HIGH: f32 = 0.1 + 1.95 + 1.9 + ANKLE;

/// The nodes that move.
pub(super) const MOVING: [&str; 10] =
    ["hip", "torso", "lthigh", "rthigh", "lshin", "rshin", "lfoot", "rfoot", "larm", "rarm"];

/// A moment: the hip and what it carries, and where the feet are.
#[derive(Clone, Copy, Debug)]
struct Stance {
    /// From where the hip is at rest.
    hip: Point,
    hip_turn: Turn,
    torso: Turn,
    arms: [Turn; 2],
    /// Left and right, from where they are at rest; the last number is how far each is tipped.
    feet: [(Point, f32); 2],
}

const REST: Stance = Stance {
    hip: [0.0; 3],
    hip_turn: Turn::NONE,
    torso: Turn::NONE,
    arms: [Turn::NONE; 2],
    feet: [([0.0; 3], 0.0); 2],
};

/// How a mech stands at a moment of the loop, from 0 to 1.
type Gait = fn(f32) -> Stance;

/// The part of the loop in which a foot stands.
const STANDS: f32 = 0.58;

/// A foot that goes back with the ground, then forward through the air.
fn step(time: f32, reach: f32, lift: f32) -> (Point, f32) {
    let time = time - time.floor();
    if time < STANDS {
        return ([0.0, reach * (1.0 - 2.0 * time / STANDS), 0.0], 0.0);
    }
    let swung = (time - STANDS) / (1.0 - STANDS);
    let eased = swung * swung * (3.0 - 2.0 * swung);
    let up = 4.0 * lift * swung * (1.0 - swung);
    ([0.0, reach * (2.0 * eased - 1.0), up], -0.09 * swing(swung))
}

/// Heavy: the hip sinks as weight comes on a foot, and sways over it.
fn walk(time: f32) -> Stance {
    Stance {
        hip: [-0.16 * swing(time - 0.04), 0.0, -0.22 + 0.13 * swing(2.0 * time - 0.18)],
        hip_turn: Turn::about(Z, 0.012 * swing(time + 0.25)).after(Turn::about(Y, 0.008 * swing(time))),
        torso: Turn::about(Z, -0.02 * swing(time + 0.25))
            .after(Turn::about(X, -0.008 + 0.006 * swing(2.0 * time))),
        arms: [0.5, 0.0].map(|late| Turn::about(X, 0.022 * swing(time + late + 0.25))),
        feet: [step(time, 1.15, 0.75), step(time + 0.5, 1.15, 0.75)],
    }
}

/// It breathes, and looks around.
fn wait(time: f32) -> Stance {
    Stance {
        hip: [0.05 * swing(time), 0.0, -0.12 + 0.05 * swing(2.0 * time)],
        torso: Turn::about(Z, 0.045 * swing(time)).after(Turn::about(X, 0.006 * swing(2.0 * time))),
        arms: [0.1, 0.35].map(|late| Turn::about(X, 0.01 * swing(2.0 * time + late))),
        ..REST
    }
}

/// An eighth of a turn on the spot, and back: first the torso looks, then one foot follows, then the other.
fn turn(time: f32) -> Stance {
    let there = if time < 0.5 { 2.0 * time } else { 2.0 - 2.0 * time };
    let share = |from: f32, to: f32| ((there - from) / (to - from)).clamp(0.0, 1.0);
    let eased = |part: f32| part * part * (3.0 - 2.0 * part);
    let lift = |part: f32| 2.6 * part * (1.0 - part);
    let (left, right) = (share(0.15, 0.55), share(0.5, 0.9));
    let hip = 0.12 * eased(share(0.2, 0.8));
    // A foot that is put down stays where it is while the hip turns above it.
    let foot = |x: f32, moved: f32, up: f32| {
        let at = [x * HIP_AT[0], ANKLE_AT[1] + KNEE_AT[1], 0.0];
        let wanted = Turn::about(Z, 0.12 * eased(moved)).apply(at);
        let seen = Turn::about(Z, -hip).apply(wanted);
        ([0.0, seen[1] - at[1], up], 0.0)
    };
    Stance {
        hip: [0.12 * (lift(right) - lift(left)), 0.0, -0.2],
        hip_turn: Turn::about(Z, hip),
        torso: Turn::about(Z, 0.1 * eased(share(0.0, 0.35)) - 0.05 * eased(share(0.6, 1.0))),
        feet: [foot(-1.0, left, lift(left)), foot(1.0, right, lift(right))],
        ..REST
    }
}

/// Down, up on its jets, and down again.
fn jump(time: f32) -> Stance {
    let share = |from: f32, to: f32| ((time - from) / (to - from)).clamp(0.0, 1.0);
    let dip = |part: f32| 4.0 * part * (1.0 - part);
    let (crouch, flight, land) = (dip(share(0.0, 0.3)), share(0.2, 0.8), dip(share(0.75, 1.0)));
    let up = 6.0 * dip(flight);
    let tuck = 0.9 * dip(flight);
    Stance {
        hip: [0.0, 0.0, up - 0.8 * crouch - 1.0 * land],
        torso: Turn::about(X, -0.03 * crouch + 0.02 * dip(flight) - 0.04 * land),
        arms: [Turn::about(X, 0.06 * dip(flight) - 0.03 * land); 2],
        feet: [([0.0, -0.3 * tuck, up + tuck], -0.05 * tuck); 2],
        ..REST
    }
}

/// How thigh, shin and foot turn for the ankle to be somewhere, seen from the hip.
fn leg(ankle: Point, tipped: f32) -> [Turn; 3] {
    let (upper, lower) = (length(KNEE_AT), length(ANKLE_AT));
    let far = length(ankle).clamp(0.8, upper + lower - 0.005);
    let along = (upper * upper - lower * lower + far * far) / (2.0 * far);
    let aside = (upper * upper - along * along).max(0.0).sqrt();
    let way = times(ankle, 1.0 / length(ankle));
    // The knee is in front.
    let knee = plus(times(way, along), times([0.0, -way[2], way[1]], aside));
    let thigh = Turn::between(KNEE_AT, knee);
    let shin = Turn::between(ANKLE_AT, thigh.back().apply(minus(times(way, far), knee)));
    [thigh, shin, thigh.after(shin).back().after(Turn::about(X, tipped))]
}

impl Stance {
    /// The legs, led by their feet.
    fn legs(&self) -> [[Turn; 3]; 2] {
        self.feet.map(|(foot, tipped)| {
            let rest = plus(KNEE_AT, ANKLE_AT);
            // Hips move over feet that stay; only what is in the plane of a leg can follow.
            let ankle = plus(rest, minus([0.0, foot[1], foot[2]], [0.0, self.hip[1], self.hip[2]]));
            leg(ankle, tipped)
        })
    }

    /// Where a node is, and how it is turned.
    fn node(&self, name: &str, wide: f32) -> (Point, Turn) {
        let [left, right] = self.legs();
        let side = |x: f32, [_, y, z]: Point, at: f32| [x * at, y, z];
        match name {
            "hip" => (plus([0.0, 0.0, HIGH], self.hip), self.hip_turn),
            "torso" => (TORSO_AT, self.torso),
            "lthigh" => (side(-1.0, HIP_AT, HIP_AT[0]), left[0]),
            "rthigh" => (side(1.0, HIP_AT, HIP_AT[0]), right[0]),
            "lshin" => (KNEE_AT, left[1]),
            "rshin" => (KNEE_AT, right[1]),
            "lfoot" => (ANKLE_AT, left[2]),
            "rfoot" => (ANKLE_AT, right[2]),
            "larm" => (side(-1.0, SHOULDER, SHOULDER[0] * wide), self.arms[0]),
            _ => (side(1.0, SHOULDER, SHOULDER[0] * wide), self.arms[1]),
        }
    }
}

fn moving(name: &str, wide: f32, frames: u32, gait: Gait) -> MovingPart<'static> {
    // The last sample is the first again.
    let at = |frame: u32| gait((frame % frames) as f32 / frames as f32).node(name, wide);
    let rotation = |frame: u32| {
        let [w, x, y, z] = at(frame).1.0;
        let [x, y, z] = placed([x, y, z]);
        [w, x, y, z]
    };
    MovingPart {
        name: name.as_bytes().to_vec().into(),
        flags: 12,
        translations: (0..=frames).map(|frame| placed(at(frame).0)).collect(),
        rotations: (0..=frames).map(rotation).collect(),
    }
}

fn motion(build: &Build, loop_time: f32, frame_count: u32, gait: Gait) -> Vec<u8> {
    let header = Header { version: 4, loop_time, frame_count, part_count: 0, unk10: -1.0, unk14: 1.0 };
    let parts = MOVING.iter().map(|name| moving(name, build.wide, frame_count, gait)).collect();
    let motion = Motion { header, parts, tail: vec![].into() };
    motion.to_bytes().unwrap_or_else(|e| panic!("a motion: {e}"))
}

/// Motions by their names.
pub(super) fn all(builds: &[Build]) -> Vec<(String, Vec<u8>)> {
    let gaits: [(&str, f32, u32, Gait); 4] =
        [("walk", 1.6, 20, walk), ("idle", 4.0, 16, wait), ("turn", 4.0, 24, turn), ("jump", 2.25, 20, jump)];
    let of = |build: &Build| {
        let build = *build;
        gaits.map(|(name, time, frames, gait)| {
            (format!("{}_{name}", build.stem), motion(&build, time, frames, gait))
        })
    };
    builds.iter().flat_map(of).collect()
}

/// Both games have the same motions, in archives of their own kind.
pub(super) fn packed(motions: &[(String, Vec<u8>)], frame: Value, footer: u32) -> Vec<u8> {
    let attributes = || json!({ "footer": footer });
    let entries: Vec<Entry<'_>> =
        motions.iter().map(|(name, bytes)| (name.as_str(), attributes(), bytes.as_slice())).collect();
    archive("mw3.zbd", frame, &entries)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Where the ankles are in the space of the model.
    fn ankles(stance: &Stance) -> [Point; 2] {
        ["l", "r"].map(|side| {
            let at = |part: &str| stance.node(&format!("{side}{part}"), 1.0);
            let ((hip, hip_turn), (thigh, thigh_turn), (knee, knee_turn)) =
                (stance.node("hip", 1.0), at("thigh"), at("shin"));
            let lower = plus(knee, knee_turn.apply(ANKLE_AT));
            plus(hip, hip_turn.apply(plus(thigh, thigh_turn.apply(lower))))
        })
    }

    #[test]
    fn feet_that_stand_go_back_with_the_ground_and_stay_on_it() {
        for i in 0..24 {
            let (now, next) = (i as f32 / 48.0, (i + 1) as f32 / 48.0);
            let [a, b] = [now, next].map(|time| ankles(&walk(time))[0]);
            if next < STANDS {
                assert!((a[2] - ANKLE).abs() < 0.08 && (b[2] - ANKLE).abs() < 0.08, "{a:?}");
                let speed = (a[1] - b[1]) * 48.0;
                let wanted = 2.0 * 1.15 / STANDS;
                assert!((speed - wanted).abs() < 0.35 * wanted, "{i}: {speed} {wanted}");
            }
        }
        let lifted = (0..48).map(|i| ankles(&walk(i as f32 / 48.0))[0][2]).fold(0.0, f32::max);
        assert!(lifted > ANKLE + 0.5, "{lifted}");
    }

    #[test]
    fn at_rest_nothing_turns() {
        for name in MOVING {
            let (_, Turn([w, ..])) = REST.node(name, 1.0);
            assert!((w - 1.0).abs() < 1e-5, "{name}: {w}");
        }
    }
}
