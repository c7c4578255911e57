//! Every NGI archive among the fixtures against what `fixtures/ngi/expected` says of it.

// What helps a test may stop at the first surprise as the test may.
#![allow(clippy::unwrap_used)]

use relict_core::archive::{Archive, Frame};
use relict_core::format::{Context, Formats, Kind, Origin};
use relict_core::text::hex;
use relict_core::trace::What;
use serde_json::{Value, json};
use sha2::{Digest, Sha256};
use std::ops::Range;

static FORMATS: Formats = Formats(&[relict_ngi::FORMATS]);

const NRES: [&str; 7] =
    ["mini.rlb", "textures.lib", "lightmap.lib", "material.lib", "sortfold.rlb", "gaps.rlb", "empty.lib"];
const RSLI: [&str; 4] = ["rsli_presorted.lib", "rsli_unsorted.lib", "rsli_overlay.lib", "rsli_eofplus1.lib"];

fn fixture(name: &str) -> Vec<u8> {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../fixtures/ngi/");
    std::fs::read(format!("{folder}{name}")).unwrap()
}

fn expected(name: &str) -> Value {
    serde_json::from_slice(&fixture(&format!("expected/{name}.json"))).unwrap()
}

fn kind(id: &str) -> &'static Kind {
    FORMATS.named(id).unwrap()
}

fn sha256(bytes: &[u8]) -> Value {
    hex(&Sha256::digest(bytes)).into()
}

fn attribute(list: &[(&'static str, Value)], name: &str) -> Value {
    list.iter().find(|(key, _)| *key == name).unwrap().1.clone()
}

/// Four characters or a number, as the expectations write it.
fn type_id(value: &Value) -> String {
    let bytes = value.as_str().map(|name| <[u8; 4]>::try_from(name.as_bytes()).unwrap());
    let number = bytes.map_or_else(|| value.as_u64().unwrap() as u32, u32::from_le_bytes);
    format!("0x{number:08X}")
}

/// Names through the table of names.
fn lookup_order(archive: &dyn Archive, slot: &str) -> Value {
    let name = |i| archive.entry(i).unwrap().name.into_owned();
    let slot = |i| attribute(&archive.entry(i).unwrap().facts, slot).as_u64().unwrap() as usize;
    (0..archive.len()).map(|i| name(slot(i))).collect()
}

/// Every run of bytes between the payloads that no entry names.
fn unindexed(kind: &Kind, bytes: &[u8]) -> Vec<Range<usize>> {
    let mut runs: Vec<Range<usize>> = vec![];
    let names = kind.trace(bytes, Origin::default(), true, &mut |span| match span.what {
        What::Padding | What::Gap => match runs.last_mut().filter(|last| last.end == span.range.start) {
            Some(last) => last.end = span.range.end,
            None => runs.push(span.range.clone()),
        },
        _ => {}
    });
    assert_eq!(names.unwrap(), [""; 0], "names that no struct declares");
    runs
}

#[test]
fn nres_archives_are_as_expected() {
    for name in NRES {
        let (bytes, expected) = (fixture(name), expected(name));
        let kind = FORMATS.of(Origin::named(name), &bytes).unwrap();
        assert_eq!(kind.id, "ngi.nres", "{name}");
        let document = kind.open(&bytes, Origin::default()).unwrap();
        let archive = document.archive().unwrap();
        let entry = |i| {
            let entry = archive.entry(i).unwrap();
            let kind = attribute(&entry.attributes, "type");
            json!({
                "index": i,
                "name": entry.name,
                "name_raw_hex": hex(entry.raw_name),
                "type_id": type_id(&kind),
                "type_ascii": kind.as_str(),
                "attr1": attribute(&entry.attributes, "attr1"),
                "attr2": attribute(&entry.attributes, "attr2"),
                "attr3": attribute(&entry.attributes, "attr3"),
                "size": entry.size,
                "data_offset": entry.offset,
                "sort_index": attribute(&entry.facts, "sort_index"),
                "sha256": sha256(&archive.payload(i, Context::ALONE.limits).unwrap()),
            })
        };
        assert_eq!((0..archive.len()).map(entry).collect::<Value>(), expected["entries"], "{name}");
        assert_eq!(lookup_order(&*archive, "sort_index"), expected["lookup_order"], "{name}");
        for find in expected["find"].as_array().into_iter().flatten() {
            let found = archive.find(find["query"].as_str().unwrap()).map_or(json!(-1), |i| json!(i));
            let any = find["index_any_of"].as_array();
            assert!(any.map_or(found == find["index"], |any| any.contains(&found)), "{name}: {find}");
        }
        let region = |run: Range<usize>| {
            let bytes = &bytes[run.clone()];
            let all_zero = bytes.iter().all(|&byte| byte == 0);
            json!({"start": run.start, "end": run.end, "all_zero": all_zero, "sha256": sha256(bytes)})
        };
        let regions: Value = unindexed(kind, &bytes).into_iter().map(region).collect();
        assert_eq!(regions, expected["unindexed_regions"], "{name}");
        assert_eq!(sha256(&document.to_bytes().unwrap()), expected["file_sha256"], "{name}");
    }
}

#[test]
fn rsli_archives_are_as_expected() {
    for name in RSLI {
        let (bytes, expected) = (fixture(name), expected(name));
        let kind = FORMATS.of(Origin::named(name), &bytes).unwrap();
        assert_eq!(kind.id, "ngi.rsli", "{name}");
        let document = kind.open(&bytes, Origin::default()).unwrap();
        let (archive, facts) = (document.archive().unwrap(), document.facts());
        let overlay =
            facts.iter().find(|(key, _)| *key == "overlay").map_or(0.into(), |(_, value)| value.clone());
        assert_eq!(attribute(&facts, "presorted"), expected["presorted"], "{name}");
        assert_eq!(overlay, expected["overlay"], "{name}");
        let entry = |i| {
            let entry = archive.entry(i).unwrap();
            let raw = attribute(&entry.facts, "data_offset_raw");
            assert_eq!(json!(entry.offset), json!(raw.as_u64().unwrap() + overlay.as_u64().unwrap()));
            json!({
                "index": i,
                "name": entry.name,
                "service_hex": attribute(&entry.attributes, "service"),
                "flags": format!("0x{:03X}", attribute(&entry.attributes, "flags").as_u64().unwrap()),
                "method": attribute(&entry.facts, "method"),
                "sort_to_original": attribute(&entry.facts, "sort_to_original"),
                "unpacked_size": entry.size,
                "data_offset_raw": raw,
                "packed_size": attribute(&entry.facts, "packed_size"),
                "unpacked_sha256": sha256(&archive.payload(i, Context::ALONE.limits).unwrap()),
            })
        };
        assert_eq!((0..archive.len()).map(entry).collect::<Value>(), expected["entries"], "{name}");
        assert_eq!(lookup_order(&*archive, "sort_to_original"), expected["lookup_order"], "{name}");
        assert_eq!(unindexed(kind, &bytes), [], "{name}");
        assert_eq!(sha256(&document.to_bytes().unwrap()), expected["file_sha256"], "{name}");
    }
}

/// The entries of an archive, put together again.
fn assembled(kind: &Kind, archive: &dyn Archive, frame: &Frame, raw_names: bool) -> Vec<u8> {
    let mut repack = kind.repack_of(archive).unwrap();
    repack.frame = frame.clone();
    if !raw_names {
        repack.slots.iter_mut().for_each(|slot| slot.spec.raw_name = None);
    }
    repack.bytes().unwrap()
}

#[test]
fn a_canonical_repack_is_as_expected() {
    let kind = kind("ngi.nres");
    for name in NRES {
        let (bytes, expected) = (fixture(name), expected(name));
        let document = kind.open(&bytes, Origin::default()).unwrap();
        let archive = document.archive().unwrap();
        let repack = |raw_names| sha256(&assembled(kind, &*archive, &Frame::default(), raw_names));
        let wanted = |field| expected.get(field).unwrap_or(&expected["file_sha256"]).clone();
        assert_eq!(repack(false), wanted("canonical_repack_sha256"), "{name}");
        assert_eq!(repack(true), wanted("canonical_repack_sha256_keeping_name_tails"), "{name}");
    }
}

/// The rule that is broken, for each reason that `bad.json` gives.
const REASONS: [(&str, &str); 22] = [
    ("short_header", "truncated"),
    ("magic", "magic"),
    ("version", "version"),
    ("negative_count", "count"),
    ("total_size", "total-size"),
    ("directory_before_header", "directory-outside"),
    ("payload_bounds", "payload-outside"),
    ("name_not_terminated", "name-unterminated"),
    ("empty_name", "name-empty"),
    ("payload_overlap", "payload-overlap"),
    ("sort_range", "sort-range"),
    ("sort_permutation", "sort-duplicate"),
    ("sort_order", "sort-order"),
    ("reserved byte 2 must be 0", "reserved"),
    ("negative count", "count"),
    ("table past EOF", "table-outside"),
    ("permutation has duplicates", "sort-duplicate"),
    ("permutation does not order the names", "sort-order"),
    ("unknown method", "method"),
    ("payload past EOF", "payload-outside"),
    ("unpacked size mismatch", "size"),
    ("LZSS input exhausted", "stream"),
];

#[test]
fn every_bad_archive_is_refused_or_found_out() {
    let bad = expected("bad");
    let archives =
        bad.as_object().unwrap().iter().filter(|(_, bad)| bad["kind"] == "NRes" || bad["kind"] == "RsLi");
    let mut seen = 0;
    for (name, bad) in archives {
        seen += 1;
        let family = bad["kind"].as_str().unwrap().to_lowercase();
        let (_, rule) = REASONS.iter().find(|(reason, _)| *reason == bad["reason"]).unwrap();
        let code = format!("{family}.{rule}");
        let bytes = fixture(&format!("bad/{name}"));
        let kind = FORMATS.of(Origin::named(name), &bytes).unwrap();
        assert_eq!(kind.id, format!("ngi.{family}"), "{name}");
        let document = match kind.open(&bytes, Origin::default()) {
            Ok(document) => document,
            Err(error) => {
                assert_eq!(kind.broken_rule(&error).code, code, "{name}: {error}");
                continue;
            }
        };
        let report = kind.check(&*document, &bytes, Origin::default(), Context::ALONE);
        let finding = report.findings.iter().find(|finding| finding.rule.code == code);
        let finding = finding.unwrap_or_else(|| panic!("{name}: {:?}", report.codes()));
        assert_eq!(finding.rule.severity.name(), "error", "{name}");
        assert!(finding.range.is_some(), "{name}: {finding} has no place");
        assert_eq!(document.to_bytes().unwrap(), bytes, "{name}");
        let archive = document.archive().unwrap();
        assert_eq!(assembled(kind, &*archive, &archive.frame(), true), bytes, "{name}");
    }
    assert_eq!(seen, 27);
}

/// Whatever stands in a file, it is refused or comes back; with `thorough`, everything is asked of it.
fn assert_refused_or_kept(kind: &Kind, bytes: &[u8], thorough: bool, what: impl Fn() -> String) {
    let Ok(document) = kind.open(bytes, Origin::default()) else { return };
    assert!(document.to_bytes().unwrap() == bytes, "{}", what());
    if !thorough {
        return;
    }
    kind.check(&*document, bytes, Origin::default(), Context::ALONE);
    let archive = document.archive().unwrap();
    for i in 0..archive.len() {
        let _ = archive.payload(i, Context::ALONE.limits);
    }
    assert!(assembled(kind, &*archive, &archive.frame(), true) == bytes, "{}, put together", what());
}

#[test]
fn every_cut_is_refused_or_kept() {
    let kind = kind("ngi.rsli");
    for name in RSLI {
        let bytes = fixture(name);
        for end in 0..=bytes.len() {
            assert_refused_or_kept(kind, &bytes[..end], end < 3000 || end % 997 == 0, || {
                format!("{name} cut at {end}")
            });
        }
    }
}

/// Payloads are long and all alike, so past the table only some of their bytes are changed.
#[test]
fn every_flip_is_refused_or_kept() {
    let kind = kind("ngi.rsli");
    for name in RSLI {
        let bytes = fixture(name);
        let table_end = 32 + 32 * expected(name)["entry_count"].as_u64().unwrap() as usize;
        let step = bytes.len() / 200 + 1;
        for at in (0..table_end).chain((table_end..bytes.len()).step_by(step)) {
            for flip in [0x01, 0x80, 0xFF] {
                let mut bytes = bytes.clone();
                bytes[at] ^= flip;
                assert_refused_or_kept(kind, &bytes, true, || format!("{name} with byte {at} ^ {flip:#x}"));
            }
        }
    }
}
