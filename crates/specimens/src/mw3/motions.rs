//! How a mech that never was walks, waits and jumps.

use relict_samples::archive::{Entry, archive};
use relict_toolkit::core::format::Document;
use relict_toolkit::mw3::motion::{Header, Motion, MovingPart};
use serde_json::{Value, json};

/// The nodes that move, each with its place in its parent.
pub(crate) const REST: [(&str, [f32; 3]); 8] = [
    ("hip", [0.0, 6.0, 0.0]),
    ("torso", [0.0, 1.2, 0.0]),
    ("lthigh", [-1.1, -0.2, 0.0]),
    ("rthigh", [1.1, -0.2, 0.0]),
    ("lshin", [0.0, -2.6, 0.4]),
    ("rshin", [0.0, -2.6, 0.4]),
    ("larm", [-2.2, 1.0, 0.0]),
    ("rarm", [2.2, 1.0, 0.0]),
];

/// How a part moves at a moment of the loop, from 0 to 1: by how much it is up, and the tangent of half its turn about x.
type Gait = fn(&str, f32) -> [f32; 2];

/// There and back: 0 at the ends and in the middle, 1 and -1 between. Of parabolas, which are the same on every machine.
fn swing(time: f32) -> f32 {
    let time = time.fract() * 2.0;
    if time < 1.0 { 4.0 * time * (1.0 - time) } else { -4.0 * (time - 1.0) * (2.0 - time) }
}

fn walk(part: &str, time: f32) -> [f32; 2] {
    match part {
        "hip" => [0.25 * swing(2.0 * time), 0.0],
        "torso" => [0.0, 0.03 * swing(2.0 * time)],
        "lthigh" | "rarm" => [0.0, 0.3 * swing(time)],
        "rthigh" | "larm" => [0.0, -0.3 * swing(time)],
        "lshin" => [0.0, 0.2 - 0.2 * swing(time)],
        _ => [0.0, 0.2 + 0.2 * swing(time)],
    }
}

fn wait(part: &str, time: f32) -> [f32; 2] {
    if part == "torso" { [0.05 * swing(time), 0.02 * swing(time)] } else { [0.0, 0.0] }
}

fn jump(part: &str, time: f32) -> [f32; 2] {
    let up = 4.0 * time * (1.0 - time);
    match part {
        "hip" => [7.0 * up, 0.0],
        "larm" | "rarm" => [0.0, -0.5 * up],
        "torso" => [0.0, 0.1 * up],
        _ => [0.0, 0.35 * up],
    }
}

fn moving(name: &str, rest: [f32; 3], frames: u32, gait: Gait) -> MovingPart<'static> {
    // The last sample is the first again.
    let moment = |frame: u32| gait(name, (frame % frames) as f32 / frames as f32);
    let translation = |frame| {
        let [up, _] = moment(frame);
        [rest[0], rest[1] + up, rest[2]]
    };
    let rotation = |frame| {
        let [_, half] = moment(frame);
        let long = (1.0 + half * half).sqrt();
        [1.0 / long, half / long, 0.0, 0.0]
    };
    MovingPart {
        name: name.as_bytes().to_vec().into(),
        flags: 12,
        translations: (0..=frames).map(translation).collect(),
        rotations: (0..=frames).map(rotation).collect(),
    }
}

fn motion(loop_time: f32, frame_count: u32, gait: Gait) -> Motion<'static> {
    let header = Header { version: 4, loop_time, frame_count, part_count: 0, unk10: -1.0, unk14: 1.0 };
    let parts = REST.iter().map(|(name, rest)| moving(name, *rest, frame_count, gait)).collect();
    Motion { header, parts, tail: vec![].into() }
}

pub(crate) fn bytes(motion: &Motion<'_>) -> Vec<u8> {
    motion.to_bytes().unwrap_or_else(|e| panic!("a motion: {e}"))
}

/// The shortest.
pub(crate) fn waiting() -> Motion<'static> {
    motion(0.5, 4, wait)
}

/// The motions of one game; both games have the same, in archives of their own kind.
fn motions(frame: Value, footer: u32) -> Vec<u8> {
    let attributes = || json!({ "footer": footer });
    let (walk, wait, jump) =
        (bytes(&motion(1.6, 24, walk)), bytes(&waiting()), bytes(&motion(2.25, 30, jump)));
    let entries: [Entry<'_>; 3] = [
        ("strider_walk", attributes(), &walk),
        ("strider_idle", attributes(), &wait),
        ("strider_jump", attributes(), &jump),
    ];
    archive("mw3.zbd", frame, &entries)
}

pub(crate) fn mw() -> Vec<u8> {
    motions(Value::Null, 1)
}

pub(crate) fn pm() -> Vec<u8> {
    motions(json!({"footer": 2, "stated_length": 1}), 2)
}
