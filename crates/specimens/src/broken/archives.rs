//! Archives of MechWarrior 3, motions and readers that break their rules.

use super::{Broken, edited, patched, samples};
use crate::mw3::motions::{bytes, waiting};
use relict_samples::archive::{Entry, archive};
use relict_samples::mechs::readers::zrd;
use serde_json::{Value, json};

pub(super) fn all() -> Vec<Broken> {
    [zbd(), motion(), reader()].concat()
}

fn zbd() -> Vec<Broken> {
    let entries: [Entry<'_>; 3] =
        [("AA", json!({}), b"aaaa"), ("BB", json!({}), b"bbbbb"), ("CC", json!({}), b"cccccc")];
    let good = archive("mw3.zbd", Value::Null, &entries);
    // 15 of payloads, three records of 148, 8 of footer.
    let (record, start, length, name) = (|i: usize| 15 + 148 * i, 0, 4, 8);
    let footer = record(3);
    let framed = |data: Value| archive("mw3.zbd", json!({ "data": data }), &entries);
    let expansion = |frame: Value| archive("mw3.zbd", frame, &entries);
    let motions = expansion(json!({"footer": 2, "stated_length": 1}));
    let readers = [("A.zrd", json!({"footer": 2}), &*zrd(&json!(["a", 1])))];
    let readers = archive("mw3.zbd", Value::Null, &readers);
    let first = |size: u32| json!({"entry": 0, "size": size});
    samples(
        "zbd",
        vec![
            ("zbd.truncated", good[..5].to_vec()),
            ("zbd.footer", good[..good.len() - 20].to_vec()),
            ("zbd.version", patched(&good, footer, &[3])),
            ("zbd.table-outside", patched(&good, footer + 4, &[200])),
            ("zbd.entry-outside", patched(&good, record(2) + length, &[7])),
            ("zbd.entry-overlap", patched(&good, record(1) + start, &[2])),
            ("zbd.name-unterminated", patched(&good, record(1) + name, &[b'B'; 64])),
            ("zbd.name-empty", patched(&good, record(0) + name, &[0; 2])),
            ("zbd.motion-order", patched(&motions, record(0) + start, &[9])),
            ("zbd.checksum", patched(&readers, readers.len() - 4, b"sums")),
            ("zbd.checksum-set", expansion(json!({"footer": 2, "checksum": 0x1234_5678}))),
            ("zbd.order", framed(json!([{"entry": 1, "size": 5}, first(4), {"entry": 2, "size": 6}]))),
            ("zbd.unindexed", framed(json!([{"gap": "00ff00ff"}, first(4)]))),
            (
                "zbd.entry-empty",
                archive("mw3.zbd", Value::Null, &[("AA", json!({}), b""), entries[1].clone()]),
            ),
            ("zbd.name-ascii", patched(&good, record(2) + name, b"\xC9")),
            ("zbd.name-tail", patched(&good, record(2) + name + 3, b"stale")),
        ],
    )
}

fn motion() -> Vec<Broken> {
    let good = bytes(&waiting());
    // 24 of header, then the parts.
    let (version, loop_time, frames, parts, constants) = (0, 4, 8, 12, 16);
    let number = |at: usize, number: u32| patched(&good, at, &number.to_le_bytes());
    let float = |at: usize, number: f32| patched(&good, at, &number.to_le_bytes());
    let field = |path: &str, value: Value| {
        edited("mw3.motion", &good, |json| {
            *json.pointer_mut(path).unwrap_or_else(|| panic!("no {path}")) = value;
        })
    };
    let stopped = edited("mw3.motion", &good, |json| {
        json["header"]["frame_count"] = 0.into();
        json["parts"] = json!([]);
    });
    samples(
        "motion",
        vec![
            ("motion.truncated", good[..100].to_vec()),
            ("motion.truncated", number(parts, 0x7FFF_FFFF)),
            ("motion.version", number(version, 5)),
            ("motion.frames", number(frames, 0)),
            ("motion.frames", stopped),
            ("motion.loop-time", float(loop_time, 0.0)),
            ("motion.flags", number(24 + 4 + 3, 14)),
            ("motion.not-finite", field("/parts/1/rotations/2/0", json!("0x7fc00000"))),
            ("motion.tail", [&good[..], b"more"].concat()),
            ("motion.closing", field("/parts/0/translations/4/1", json!(77))),
            ("motion.name", field("/parts/3/name", json!("rärm"))),
            ("motion.constants", float(constants, -2.0)),
        ],
    )
}

fn reader() -> Vec<Broken> {
    let good = zrd(&json!(["MASS", 55.5]));
    // 8 of the list, 8 and the letters of the text, the number.
    let (count, text, number) = (4, 8, 20);
    let deep = [4_u32, 2].map(u32::to_le_bytes).as_flattened().repeat(60);
    let flat = [1_u32, 7].map(u32::to_le_bytes);
    samples(
        "zrd",
        vec![
            ("zrd.truncated", good[..22].to_vec()),
            ("zrd.truncated", patched(&good, text + 4, &u32::MAX.to_le_bytes())),
            ("zrd.type", patched(&good, number, &[9])),
            ("zrd.count", patched(&good, count, &[0])),
            ("zrd.root", flat.as_flattened().to_vec()),
            ("zrd.tail", [&good[..], b"more"].concat()),
            ("zrd.deep", [&deep[..], flat.as_flattened()].concat()),
            ("zrd.not-finite", patched(&good, number + 4, &f32::NAN.to_le_bytes())),
            ("zrd.text-ascii", patched(&good, text + 8, b"\xC9")),
        ],
    )
}
