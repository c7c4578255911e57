//! For every rule of every format a file that breaks it: what `check` says about it is tested, and shown in the book.

use crate::archive::{Entry, archive};
use relict::FORMATS;
use serde_json::{Value, json};

/// A file that shows a rule.
#[derive(Clone, Debug)]
pub struct Broken {
    /// The rule.
    pub code: &'static str,
    pub name: String,
    pub bytes: Vec<u8>,
}

/// Everything there is.
pub fn broken() -> Vec<Broken> {
    [nres(), rsli()].concat()
}

fn samples(ending: &str, all: Vec<(&'static str, Vec<u8>)>) -> Vec<Broken> {
    let named = |(i, (code, bytes)): (usize, (&'static str, Vec<u8>))| Broken {
        code,
        name: format!("{:02}-{}.{ending}", i + 1, code.replace('.', "-")),
        bytes,
    };
    all.into_iter().enumerate().map(named).collect()
}

/// The bytes with others at an offset.
fn patched(bytes: &[u8], at: usize, with: &[u8]) -> Vec<u8> {
    let mut bytes = bytes.to_vec();
    bytes[at..at + with.len()].copy_from_slice(with);
    bytes
}

/// The file with a change in its JSON form, which a writer takes as it is.
fn edited(format: &str, bytes: &[u8], change: impl FnOnce(&mut Value)) -> Vec<u8> {
    let kind = FORMATS.named(format).unwrap_or_else(|| panic!("{format} is no format"));
    let document = kind.open(bytes, Default::default()).unwrap_or_else(|e| panic!("{format}: {e}"));
    let mut json = document.to_json();
    change(&mut json);
    let document = (kind.from_json)(&json).and_then(|document| document.to_bytes());
    document.unwrap_or_else(|e| panic!("{format}: {e}"))
}

fn nres() -> Vec<Broken> {
    let text = json!({"type": "TEXT"});
    let entries: [Entry<'_>; 2] = [("AA", text.clone(), b"aaaa"), ("BB", text, b"bbbbb")];
    let good = archive("ngi.nres", Value::Null, &entries);
    // 16 of header, two payloads of 8 with their padding, two records of 64.
    let (record, name, offset, sort) = (|i: usize| 32 + 64 * i, 0x14, 0x38, 0x3C);
    let framed = |data: Value| archive("ngi.nres", json!({ "data": data }), &entries);
    samples(
        "rlb",
        vec![
            ("nres.truncated", good[..12].to_vec()),
            ("nres.magic", patched(&good, 2, b"E")),
            ("nres.version", patched(&good, 4, &[1])),
            ("nres.count", patched(&good, 8, &(-1i32).to_le_bytes())),
            ("nres.total-size", [&good[..], b"!"].concat()),
            ("nres.total-size", patched(&good, 12, &[161])),
            ("nres.directory-outside", patched(&good, 8, &[3])),
            ("nres.payload-outside", patched(&good, record(1) + offset, &[8])),
            ("nres.payload-overlap", patched(&good, record(1) + offset, &[16])),
            ("nres.name-unterminated", patched(&good, record(1) + name, &[b'B'; 36])),
            ("nres.name-empty", patched(&good, record(0) + name, &[0; 2])),
            ("nres.sort-range", patched(&good, record(1) + sort, &[2])),
            ("nres.sort-duplicate", patched(&good, record(1) + sort, &[0])),
            ("nres.sort-order", patched(&patched(&good, record(0) + sort, &[1]), record(1) + sort, &[0])),
            ("nres.name-tail", patched(&good, record(0) + name + 3, b"stale")),
            (
                "nres.unaligned",
                framed(json!([{"entry": 0, "size": 4}, {"entry": 1, "size": 5}, {"padding": "000000"}])),
            ),
            ("nres.padding", patched(&good, 20, b"dirt")),
            (
                "nres.unindexed",
                framed(
                    json!([{"gap": "00ff00ff00ff00ff"}, {"entry": 0, "size": 4}, {"padding": "00000000"}, {"entry": 1, "size": 5}, {"padding": "000000"}]),
                ),
            ),
        ],
    )
}

fn rsli() -> Vec<Broken> {
    let flags = |flags: u16| json!({ "flags": flags });
    let frame = json!({"header": {"seed": 0x4242}});
    let entries: [Entry<'_>; 3] = [
        ("AAA", flags(0x000), b"plain"),
        ("BBB", flags(0x060), b"packed packed packed packed"),
        ("CCC", flags(0x100), b"deflated deflated deflated"),
    ];
    let good = archive("ngi.rsli", frame.clone(), &entries);
    let table = |i: usize, field: &'static str, value: Value| {
        edited("ngi.rsli", &good, |json| json["table"][i][field] = value)
    };
    let stray = |offset: u32, size: u32| {
        edited("ngi.rsli", &good, |json| {
            json["data"][0] = json!({"owner": "gap", "bytes": json["data"][0]["bytes"]});
            json["strays"] = json!([{"entry": 0, "data_offset": offset, "size": size}]);
            json["table"][0]["unpacked_size"] = size.into();
        })
    };
    let shuffled = edited("ngi.rsli", &good, |json| {
        json["table"][0]["sort_to_original"] = 1.into();
        json["table"][1]["sort_to_original"] = 0.into();
    });
    let framed = |key: &str, value: Value| {
        let mut frame = frame.clone();
        frame[key] = value;
        archive("ngi.rsli", frame, &entries)
    };
    let mut eof = good.clone();
    eof.pop();
    samples(
        "lib",
        vec![
            ("rsli.truncated", good[..20].to_vec()),
            ("rsli.magic", patched(&good, 1, b"X")),
            ("rsli.reserved", patched(&good, 2, &[1])),
            ("rsli.version", patched(&good, 3, &[2])),
            ("rsli.count", patched(&good, 4, &(-1i16).to_le_bytes())),
            ("rsli.table-outside", patched(&good, 4, &[0x40])),
            ("rsli.payload-outside", stray(5000, 5)),
            ("rsli.payload-overlap", stray(140, 5)),
            ("rsli.method", table(1, "flags", json!(0x0C0))),
            ("rsli.size", table(2, "unpacked_size", json!(5))),
            ("rsli.stream", table(1, "unpacked_size", json!(500))),
            ("rsli.name-empty", table(0, "name", json!(""))),
            ("rsli.sort-range", table(0, "sort_to_original", json!(7))),
            ("rsli.sort-duplicate", table(0, "sort_to_original", json!(2))),
            ("rsli.sort-order", shuffled.clone()),
            ("rsli.keys-uncertain", shuffled),
            ("rsli.count-repeated", patched(&good, 6, &[9])),
            ("rsli.total", patched(&good, 16, &[9])),
            ("rsli.overlay", framed("overlay", json!(32))),
            ("rsli.name-case", table(1, "name", json!("bbb"))),
            ("rsli.unindexed", [&good[..], b"orphan"].concat()),
            ("rsli.eof-plus-one", eof),
        ],
    )
}
