//! Every material and wear table among the fixtures against what `fixtures/ngi/expected` says of it.

// What helps a test may stop at the first surprise as the test may.
#![allow(clippy::unwrap_used, clippy::panic)]

use relict_core::bytes::Cursor;
use relict_core::format::{AttributesRef, Context, Document, Format, Formats, Kind, Limits, Origin};
use relict_core::record::Field;
use relict_core::text::hex;
use relict_ngi::mat0::{Animation, Mat0, Phase};
use relict_ngi::wear::{Row, Wear};
use serde_json::{Value, json};

static FORMATS: Formats = Formats(&[relict_ngi::FORMATS]);

fn fixture(name: &str) -> Vec<u8> {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../fixtures/ngi/");
    std::fs::read(format!("{folder}{name}")).unwrap()
}

fn expected(name: &str) -> Value {
    serde_json::from_slice(&fixture(&format!("expected/{name}.json"))).unwrap()
}

/// An entry with what the archive says of it.
struct Entry {
    name: String,
    attributes: Vec<(&'static str, Value)>,
    bytes: Vec<u8>,
}

impl Entry {
    fn origin(&self) -> Origin<'_> {
        Origin { name: &self.name, attributes: AttributesRef::List(&self.attributes) }
    }
}

fn entries(file: &str, format: &str) -> Vec<Entry> {
    let bytes = fixture(file);
    let kind = FORMATS.of(Origin::named(file), &bytes).unwrap();
    let document = kind.open(&bytes, Origin::named(file)).unwrap();
    let archive = document.archive().unwrap();
    let entry = |i| {
        let entry = archive.entry(i).unwrap();
        let bytes = archive.payload(i, Limits::default()).unwrap().into_owned();
        Entry { name: entry.name.clone().into_owned(), attributes: entry.attributes, bytes }
    };
    let all = (0..archive.len()).map(entry);
    let found: Vec<_> = all
        .filter(|entry| FORMATS.of(entry.origin(), &entry.bytes).is_some_and(|kind| kind.id == format))
        .collect();
    assert!(!found.is_empty(), "{file}");
    found
}

fn bits(value: f32) -> String {
    format!("0x{:08X}", value.to_bits())
}

fn raw(phase: &Phase) -> String {
    let mut bytes = [0; Phase::SIZE];
    phase.put(&mut bytes);
    hex(&bytes)
}

fn block(animation: &Animation) -> Value {
    let keys: Vec<_> = animation.keys.iter().map(|key| [key.phase, key.end, key.unk04]).collect();
    let (header, mode, mask) = (animation.motion.0, animation.motion.mode(), animation.motion.mask());
    json!({"header": format!("0x{header:08X}"), "mode": mode, "mask": mask, "keys": keys})
}

/// A material in the words of the expectations; what a version lacks has its default.
fn told(material: &Mat0<'_>) -> Value {
    let attr1 = material.attr1;
    let blend = attr1.blending().unwrap();
    json!({
        "attr1": attr1.0,
        "version": material.version,
        "texture_load_flag_0x200000": attr1.second_stage() == 1,
        "flagA": attr1.lit_skin(),
        "nibble_mode": attr1.blend(),
        "flagB": attr1.flag_b(),
        "blend_mode": blend.mode,
        "blend_factors": blend.factors,
        "phase_count": material.phases.len(),
        "anim_block_count": material.animations.len(),
        "metaA": material.surface.unwrap_or(255),
        "metaB": material.unk05.unwrap_or(255),
        "metaC_bits": bits(material.speed.unwrap_or(1.0)),
        "metaD_bits": bits(material.damage.unwrap_or(0.0)),
        "blocks": material.animations.iter().map(block).collect::<Vec<_>>(),
    })
}

#[test]
fn materials_are_as_expected() {
    let expected = &expected("material.lib")["materials"];
    let found = entries("material.lib", "ngi.mat0");
    assert_eq!(found.len(), expected.as_object().unwrap().len());
    for entry in found {
        let (name, expected) = (&entry.name, &expected[&entry.name]);
        let material = Mat0::read(&mut Cursor::new(&entry.bytes), entry.origin()).unwrap();
        for (key, value) in told(&material).as_object().unwrap() {
            assert_eq!(*value, expected[key], "{name}: {key}");
        }
        for (phase, expected) in material.phases.iter().zip(expected["phases"].as_array().unwrap()) {
            assert_eq!(raw(phase), expected["raw_hex"].as_str().unwrap(), "{name}");
            let runtime = &expected["runtime"];
            assert_eq!(phase.power, runtime["power"], "{name}");
            let texture = phase.has_texture().then(|| phase.texture.show());
            assert_eq!(json!(texture), runtime["texture"], "{name}");
            let cell = if phase.has_texture() { phase.cell } else { -1 };
            assert_eq!(cell, runtime["cell"], "{name}");
        }
        assert!(material.tail.is_empty(), "{name}");
        assert_eq!(material.to_bytes().unwrap(), entry.bytes, "{name}");
    }
}

fn rows(rows: &[Row<'_>]) -> Value {
    let id = |row: &Row<'_>| row.id.show().parse::<i32>().unwrap();
    rows.iter().map(|row| json!({"legacy_id": id(row), "name": row.name.show()})).collect()
}

#[test]
fn wear_tables_are_as_expected_and_keep_their_line_ends() {
    let expected = &expected("mini.rlb")["wear"];
    let found = entries("mini.rlb", "ngi.wear");
    assert_eq!(found.len(), expected.as_object().unwrap().len());
    for entry in found {
        let (name, expected) = (&entry.name, &expected[&entry.name]);
        let wear = Wear::read(&mut Cursor::new(&entry.bytes), entry.origin()).unwrap();
        assert_eq!(rows(&wear.rows), expected["materials"], "{name}");
        let lightmaps = wear.lightmaps.as_ref().map_or(&[][..], |lightmaps| &lightmaps.rows);
        assert_eq!(rows(lightmaps), expected["lightmaps"], "{name}");
        let end: &[u8] = if name == "crlf.wea" { b"\r\n" } else { b"\n" };
        let ends = wear.rows.iter().chain(lightmaps).map(|row| &row.end[..]);
        assert!(ends.chain([&wear.end[..]]).all(|found| found == end), "{name}");
        assert_eq!(wear.to_bytes().unwrap(), entry.bytes, "{name}");
    }
}

/// The rule that is broken, for each reason that `bad.json` gives.
const REASONS: [(&str, &str, &str); 6] = [
    ("MAT0", "too_many_animations", "mat0.animations"),
    ("MAT0", "tail", "mat0.tail"),
    ("MAT0", "truncated", "mat0.truncated"),
    ("WEAR", "Illegal wear length.", "wear.count"),
    ("WEAR", "Illegal lightmaps length.", "wear.lightmap-count"),
    (
        "WEAR",
        "accepted by the file parser, unsafe for the buffer parser: report a buffer-compatibility error",
        "wear.separator",
    ),
];

/// The codes of all errors in a file.
fn errors(kind: &Kind, entry: &Entry) -> Vec<&'static str> {
    let document = match kind.open(&entry.bytes, entry.origin()) {
        Ok(document) => document,
        Err(error) => return vec![kind.broken_rule(&error).code],
    };
    assert_eq!(document.to_bytes().unwrap(), entry.bytes, "{}", entry.name);
    let report = kind.check(&*document, &entry.bytes, entry.origin(), Context::ALONE);
    let errors = report.findings.iter().filter(|finding| finding.rule.severity.name() == "error");
    errors
        .inspect(|finding| assert!(finding.range.is_some(), "{finding}"))
        .map(|finding| finding.rule.code)
        .collect()
}

#[test]
fn every_bad_material_and_table_is_refused_or_found_out() {
    let mut seen = 0;
    for (name, bad) in expected("bad").as_object().unwrap() {
        let reason =
            REASONS.iter().find(|(kind, reason, _)| bad["kind"] == *kind && bad["reason"] == *reason);
        let Some((tag, _, code)) = reason else { continue };
        let kind = FORMATS.named(&format!("ngi.{}", tag.to_lowercase())).unwrap();
        let mut entry =
            Entry { name: name.clone(), attributes: vec![], bytes: fixture(&format!("bad/{name}")) };
        if let Some(version) = bad.get("attr2") {
            entry.attributes = vec![("type", (*tag).into()), ("attr1", 0.into()), ("attr2", version.clone())];
        }
        assert_eq!(FORMATS.of(entry.origin(), &entry.bytes).unwrap().id, kind.id, "{name}");
        assert_eq!(errors(kind, &entry), [*code], "{name}");
        // As a loose file it has the usual version, and is no better.
        let loose = Entry { attributes: vec![], ..entry };
        assert_eq!(errors(kind, &loose).len(), 1, "{name}");
        seen += 1;
    }
    assert_eq!(seen, 8);
}

/// Materials and tables as they stand in the archives, and some that are bad.
fn everything() -> Vec<(&'static Kind, Entry)> {
    let good = [("material.lib", "ngi.mat0"), ("mini.rlb", "ngi.mat0"), ("mini.rlb", "ngi.wear")];
    let mut all = vec![];
    for (file, format) in good {
        let kind = FORMATS.named(format).unwrap();
        all.extend(entries(file, format).into_iter().map(|entry| (kind, entry)));
    }
    for name in ["mat0_tail.mat0", "wear_noblank.wea"] {
        let entry = Entry { name: name.into(), attributes: vec![], bytes: fixture(&format!("bad/{name}")) };
        all.push((FORMATS.of(entry.origin(), &entry.bytes).unwrap(), entry));
    }
    all
}

/// Refused, or kept to the last byte and checked.
fn ask(kind: &Kind, entry: &Entry, bytes: &[u8]) {
    if let Ok(document) = kind.open(bytes, entry.origin()) {
        assert!(document.to_bytes().unwrap() == bytes, "{}: {}", entry.name, hex(bytes));
        kind.check(&*document, bytes, entry.origin(), Context::ALONE);
        document.facts();
        document.tables();
        document.references();
        let built = kind.build(&document.to_json(), entry.origin()).unwrap();
        assert!(built == bytes, "{}: {}", entry.name, hex(bytes));
    }
}

#[test]
fn whatever_is_cut_or_flipped_is_refused_or_kept() {
    for (kind, entry) in everything() {
        for end in 0..=entry.bytes.len() {
            ask(kind, &entry, &entry.bytes[..end]);
        }
        let mut bytes = entry.bytes.clone();
        for at in 0..bytes.len() {
            for flip in [0x01, 0x04, 0x20, 0x80, 0xFF] {
                bytes[at] ^= flip;
                ask(kind, &entry, &bytes);
                bytes[at] ^= flip;
            }
        }
    }
}

#[test]
fn a_colour_edited_in_json_changes_its_bytes_and_no_others() {
    let kind = FORMATS.named("ngi.mat0").unwrap();
    for entry in entries("material.lib", "ngi.mat0") {
        let mut json = kind.open(&entry.bytes, entry.origin()).unwrap().to_json();
        let last = json["phases"].as_array().unwrap().len() - 1;
        json["phases"][last]["diffuse"] = json!([1, 2, 3, 4]);
        let mut wanted = entry.bytes.clone();
        let mut place = None;
        kind.explain(&entry.bytes, entry.origin(), true, &mut |span| {
            if span.path == format!("phases[{last}].diffuse") {
                place = Some(span.range.clone());
            }
        });
        wanted[place.unwrap()].copy_from_slice(&[1, 2, 3, 4]);
        assert_eq!(kind.build(&json, entry.origin()).unwrap(), wanted, "{}", entry.name);
    }
}

#[test]
fn json_cannot_say_otherwise_than_the_archive() {
    let kind = FORMATS.named("ngi.mat0").unwrap();
    let entry = entries("material.lib", "ngi.mat0").into_iter().find(|entry| entry.name == "LOOP").unwrap();
    let json = kind.open(&entry.bytes, entry.origin()).unwrap().to_json();
    let refused = |path: &str, value: Value| {
        let mut json = json.clone();
        *json.pointer_mut(path).unwrap() = value;
        kind.build(&json, entry.origin()).unwrap_err().to_string()
    };
    assert_eq!(refused("/version", json!(5)), "version: wanted 6, found 5");
    assert_eq!(refused("/attr1/blend", json!(2)), "attr1.blend: wanted 1, found 2");
    let error = refused("/surface", Value::Null);
    assert!(error.contains("surface") || error.contains("needs"), "{error}");
}
