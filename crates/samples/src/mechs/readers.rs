//! What the game is told about a mech that never was; and sounds, which are archived in the same way.

use crate::archive::{Entry, archive};
use relict_toolkit::FORMATS;
use relict_toolkit::core::rng::noise;
use serde_json::{Value, json};

pub fn zrd(root: &Value) -> Vec<u8> {
    let document = json!({"root": root, "tail": ""});
    let kind = FORMATS.named("mw3.zrd").unwrap_or_else(|| panic!("mw3.zrd is no format"));
    kind.build(&document, Default::default()).unwrap_or_else(|e| panic!("a reader: {e}"))
}

/// Names and values in turn, a name that comes twice, and one with several values behind it.
fn strider() -> Value {
    json!([
        "MODEL",
        ["strider.flt"],
        "MASS",
        55.5,
        "JUMP_JETS",
        3,
        "MOTION",
        ["WALK", "strider_walk", "SPEED", 1.0],
        "MOTION",
        ["JUMP", "strider_jump"],
        "WEAPONS",
        [["MLAS", 2, [0.5, -1.25, 3.0]], ["LRM10", 1, [0.0, 2.0, -0.5]]],
        "HEAT",
        10,
        12,
        14,
        "NOTES",
        []
    ])
}

fn readers(footer: u32) -> Vec<u8> {
    let attributes = || json!({ "footer": footer });
    let (strider, ground) = (zrd(&strider()), zrd(&json!(["dirt", 0.25, ["mud", 1], "rock", 1.5, []])));
    let entries: [Entry<'_>; 3] = [
        ("dfn_strider.zrd", attributes(), &strider),
        ("soils.zrd", attributes(), &ground),
        ("empty.zrd", attributes(), &zrd(&json!([]))),
    ];
    archive("mw3.zbd", Value::Null, &entries)
}

pub fn mw() -> Vec<u8> {
    readers(1)
}

/// With the checksum that the expansion wants.
pub fn pm() -> Vec<u8> {
    readers(2)
}

/// A sound of eight bits, one channel, 11025 samples a second.
fn wave(seed: u32, samples: usize) -> Vec<u8> {
    let data = noise(seed, samples);
    let size = |bytes: usize| (bytes as u32).to_le_bytes();
    let format = [&[1, 0, 1, 0][..], &size(11_025), &size(11_025), &[1, 0, 8, 0]].concat();
    let chunks = [b"WAVEfmt ", &size(format.len())[..], &format, b"data", &size(data.len()), &data].concat();
    [b"RIFF", &size(chunks.len())[..], &chunks].concat()
}

/// Everything that a table can say of an entry: nothing, a comment and a time, or what was left in memory. Two entries
/// have one name, and one has a name that would climb out of a folder.
pub fn sounds() -> Vec<u8> {
    let step = wave(3, 200);
    let noted = json!({"flags": 2, "comment": "left foot", "time": "1999-04-12T17:03:21.1234568Z"});
    let mut bytes = archive(
        "mw3.zbd",
        Value::Null,
        &[
            ("step.wav", json!({}), &step),
            ("step_l.wav", noted, &step),
            ("hit.wav", json!({}), &wave(7, 120)),
            ("step.wav", json!({}), &step),
            ("..\\..\\climbs.wav", json!({}), &wave(9, 50)),
        ],
    );
    // The third of five records of 148 bytes in front of 8 of footer; 72 of them are place and name.
    let record = bytes.len() - 8 - 3 * 148;
    bytes[record + 72..record + 148].copy_from_slice(&noise(5, 76));
    bytes
}
