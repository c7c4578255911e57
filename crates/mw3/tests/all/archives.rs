//! The fixtures of archives, motions and readers, against what their `expected/*.json` says, number by number; and the
//! damaged ones, against the verdicts of `cases.json`.

// A test stops at the first surprise.
#![allow(clippy::unwrap_used, clippy::panic)]

use relict_core::archive::{EntrySpec, Frame, Stored};
use relict_core::error::Result;
use relict_core::facets::Faceted;
use relict_core::format::{Claim, Context, Document, Format, Formats, Kind, Limits, Origin};
use relict_core::json::Json;
use relict_core::prelude::{Cursor, Field};
use relict_core::repack::Content;
use relict_core::report::Severity;
use relict_mw3::FORMATS;
use relict_mw3::motion::Motion;
use relict_mw3::zbd::Zbd;
use relict_mw3::zrd::Zrd;
use serde_json::{Value, json};
use sha2::{Digest, Sha256};
use std::path::PathBuf;

const ALL: Formats = Formats(&[FORMATS]);

fn path(name: &str) -> PathBuf {
    PathBuf::from(concat!(env!("CARGO_MANIFEST_DIR"), "/../../fixtures/mw3")).join(name)
}

fn fixture(name: &str) -> Vec<u8> {
    std::fs::read(path(name)).unwrap_or_else(|e| panic!("{name}: {e}"))
}

fn json(name: &str) -> Value {
    serde_json::from_slice(&fixture(name)).unwrap()
}

fn sha256(bytes: &[u8]) -> String {
    Sha256::digest(bytes).iter().map(|byte| format!("{byte:02x}")).collect()
}

fn zbd(bytes: &[u8]) -> Zbd<'_> {
    Zbd::read(&mut Cursor::new(bytes), Origin::named("a.zbd")).unwrap()
}

const GOOD: [&str; 8] =
    ["mechlib_mw", "mechlib_pm", "mini_mw", "mini_pm", "motion_mw", "motion_pm", "reader_mw", "reader_pm"];

/// A number, as JSON has it or in hex.
fn number(json: &Value) -> u64 {
    match json.as_str() {
        Some(text) => u64::from_str_radix(text.trim_start_matches("0x"), 16).unwrap(),
        None => json.as_u64().unwrap(),
    }
}

#[test]
fn every_number_of_every_table_is_as_expected() {
    for name in GOOD {
        let (bytes, wanted) = (fixture(&format!("{name}.zbd")), json(&format!("expected/{name}.json")));
        assert_eq!(sha256(&bytes), wanted["sha256"], "{name}");
        let zbd = zbd(&bytes);
        assert_eq!(u64::from(zbd.footer.version), wanted["archive_version"], "{name}");
        let checksum = wanted.get("checksum").filter(|checksum| !checksum.is_null()).map(number);
        assert_eq!(zbd.checksum.map(u64::from), checksum, "{name}");
        let archive = zbd.archive().unwrap();
        let entries = wanted["entries"].as_array().unwrap();
        assert_eq!(archive.len(), entries.len(), "{name}");
        if let Some(count) = wanted.get("entry_count") {
            assert_eq!(json!(archive.len()), *count, "{name}");
        }
        for (i, wanted) in entries.iter().enumerate() {
            let (entry, payload) =
                (archive.entry(i).unwrap(), archive.payload(i, Limits::default()).unwrap());
            assert_eq!(entry.name, wanted["name"].as_str().unwrap(), "{name}[{i}]");
            assert_eq!(json!(entry.offset), wanted["start"], "{name}[{i}]");
            assert_eq!(json!(entry.size), wanted["length"], "{name}[{i}]");
            assert_eq!(payload.len(), entry.size, "{name}[{i}]");
            assert!(matches!(archive.stored(i), Stored::Plain(bytes) if *bytes == *payload), "{name}[{i}]");
            let record = &zbd.directory[i];
            let check = |key: &str, found: Value| {
                assert!(wanted.get(key).is_none_or(|wanted| *wanted == found), "{name}[{i}]: {key} {found}");
            };
            check("flags", record.flags.into());
            check("filetime", record.filetime.into());
            check("comment_hex", relict_core::text::hex(&record.comment.0).into());
            check("data_sha256", sha256(&payload).into());
        }
        assert_eq!(zbd.to_bytes().unwrap(), bytes, "{name}");
    }
}

#[test]
fn information_is_shown_only_where_it_is_meant() {
    let (bytes, wanted) = (fixture("mini_pm.zbd"), json("expected/mini_pm.json"));
    let zbd = zbd(&bytes);
    let archive = zbd.archive().unwrap();
    let said = |i: usize| {
        let EntrySpec { attributes, packing, .. } = archive.entry(i).unwrap().spec(i);
        (json!(attributes), packing)
    };
    let nothing = json!({"footer": 2, "flags": 0, "comment": "", "time": "", "stale": ""});
    assert_eq!(said(0), (nothing.clone(), Value::Null));
    let meant = json!({"footer": 2, "flags": 2, "comment": "synthetic comment",
        "time": "1999-04-12T17:03:21.1234568Z", "stale": ""});
    assert_eq!(said(1), (meant, Value::Null));
    for i in [2, 3] {
        let (mut attributes, packing) = said(i);
        let sum = std::mem::replace(&mut attributes["stale"], json!(""));
        assert_eq!((sum.as_str().unwrap().len(), &attributes), (8, &nothing));
        let (kept, comment) = (packing["stale"].as_str().unwrap(), &wanted["entries"][i]["comment_hex"]);
        assert!(kept.contains(comment.as_str().unwrap()), "{kept}");
    }
}

fn floats<const N: usize>(samples: &[[f32; N]]) -> Vec<u8> {
    samples.as_flattened().iter().flat_map(|number| number.to_le_bytes()).collect()
}

fn assert_near(found: &[f32], wanted: &Value, label: &str) {
    let wanted: Vec<f32> = wanted.as_array().unwrap().iter().map(|x| x.as_f64().unwrap() as f32).collect();
    assert_eq!(found, wanted, "{label}");
}

#[test]
fn every_number_of_every_motion_is_as_expected() {
    for name in ["motion_mw", "motion_pm"] {
        let (bytes, wanted) = (fixture(&format!("{name}.zbd")), json(&format!("expected/{name}.json")));
        let zbd = zbd(&bytes);
        assert_eq!(zbd.stated_length, (name == "motion_pm").then_some(1));
        let archive = zbd.archive().unwrap();
        for (i, wanted) in wanted["entries"].as_array().unwrap().iter().enumerate() {
            let entry = archive.entry(i).unwrap();
            let label = format!("{name}/{}", entry.name);
            let payload = archive.payload(i, Limits::default()).unwrap();
            assert_eq!(ALL.of(entry.origin(), &payload).unwrap().id, "mw3.motion", "{label}");
            let motion = Motion::read(&mut Cursor::new(&payload), entry.origin()).unwrap();
            assert_near(&[motion.header.loop_time], &json!([wanted["loop_time"]]), &label);
            assert_eq!(json!(motion.header.frame_count), wanted["frame_count"], "{label}");
            let parts = wanted["parts"].as_array().unwrap();
            assert_eq!(motion.parts.len(), parts.len(), "{label}");
            for (part, wanted) in motion.parts.iter().zip(parts) {
                assert_eq!(part.name.show(), wanted["name"].as_str().unwrap(), "{label}");
                assert_eq!(json!(part.flags), wanted["flags"], "{label}");
                assert_eq!(sha256(&floats(&part.translations)), wanted["translations_sha256"], "{label}");
                assert_eq!(sha256(&floats(&part.rotations)), wanted["rotations_sha256"], "{label}");
                assert_near(&part.translations[0], &wanted["first_translation"], &label);
                assert_near(&part.rotations[0], &wanted["first_rotation_wxyz"], &label);
                assert_eq!(json!(part.closes()), wanted["closing_equals_first"], "{label}");
            }
            assert_eq!(motion.to_bytes().unwrap(), *payload, "{label}");
        }
    }
}

#[test]
fn every_value_of_every_reader_is_as_expected() {
    for name in ["reader_mw", "reader_pm"] {
        let (bytes, wanted) = (fixture(&format!("{name}.zbd")), json(&format!("expected/{name}.json")));
        let zbd = zbd(&bytes);
        let archive = zbd.archive().unwrap();
        for (i, wanted) in wanted["entries"].as_array().unwrap().iter().enumerate() {
            let payload = archive.payload(i, Limits::default()).unwrap();
            let zrd = Zrd::read(&mut Cursor::new(&payload), Origin::default()).unwrap();
            assert_eq!(zrd.root.to_json(), wanted["value"], "{name}[{i}]");
            assert_eq!(zrd.to_bytes().unwrap(), *payload, "{name}[{i}]");
        }
    }
}

/// Everything that a check says of a file and what is in it, or the code with which it is refused.
fn findings(name: &str, bytes: &[u8]) -> Vec<(&'static str, Severity)> {
    let mut found = vec![];
    let Some(kind) = ALL.of(Origin::named(name), bytes) else { return vec![("unclaimed", Severity::Error)] };
    collect(kind, bytes, Origin::named(name), &mut found);
    found
}

fn collect(kind: &Kind, bytes: &[u8], origin: Origin<'_>, found: &mut Vec<(&'static str, Severity)>) {
    let document = match kind.open(bytes, origin) {
        Ok(document) => document,
        Err(error) => {
            assert!(!error.path.is_empty() && error.offset.is_some(), "{}: {error}", origin.name);
            let rule = kind.broken_rule(&error);
            return found.push((rule.code, rule.severity));
        }
    };
    assert!(document.to_bytes().unwrap() == bytes, "{} is not kept", origin.name);
    for finding in kind.check(&*document, bytes, origin, Context::ALONE).findings {
        assert!(finding.range.is_some(), "{}: {finding}", origin.name);
        found.push((finding.rule.code, finding.rule.severity));
    }
    let Some(archive) = document.archive() else { return };
    for i in 0..archive.len() {
        let entry = archive.entry(i).unwrap();
        let Ok(payload) = archive.payload(i, Limits::default()) else { continue };
        if let Some(kind) = ALL.of(entry.origin(), &payload) {
            collect(kind, &payload, entry.origin(), found);
        }
    }
}

#[test]
fn good_fixtures_have_no_findings() {
    for name in GOOD.into_iter().filter(|name| !name.starts_with("m") || name.starts_with("motion")) {
        let name = format!("{name}.zbd");
        assert_eq!(findings(&name, &fixture(&name)), [], "{name}");
    }
}

/// What must be said of the damaged fixtures that are no business of a mechlib's members.
const CASES: [(&str, &str); 28] = [
    ("arc_empty", "zbd.truncated"),
    ("arc_seven_bytes", "zbd.truncated"),
    ("arc_bad_version", "zbd.version"),
    ("arc_truncated_tail", "zbd.footer"),
    ("arc_truncated_table", "zbd.table-outside"),
    ("arc_huge_count", "zbd.table-outside"),
    ("arc_entry_past_eof", "zbd.entry-outside"),
    ("arc_entry_into_table", "zbd.entry-outside"),
    ("arc_entry_wraps", "zbd.entry-outside"),
    ("arc_entry_overlap", "zbd.entry-overlap"),
    ("arc_name_unterminated", "zbd.name-unterminated"),
    ("arc_name_traversal", ""),
    ("arc_pm_checksum_set", "zbd.checksum-set"),
    ("arc_pm_read_as_mw", ""),
    ("reader_pm_bad_crc", "zbd.checksum"),
    ("reader_unknown_type", "zrd.type"),
    ("reader_list_count_zero", "zrd.count"),
    ("reader_string_huge", "zrd.truncated"),
    ("reader_3000_nested_lists", "zrd.deep"),
    ("mot_version_5", "motion.version"),
    ("mot_frames_ffffffff", "motion.truncated"),
    ("mot_zero_frames", "motion.frames"),
    ("mot_parts_huge", "motion.truncated"),
    ("mot_name_huge", "motion.truncated"),
    ("mot_flags_scale", "motion.flags"),
    ("mot_loop_time_zero", "motion.loop-time"),
    ("mot_closing_sample_differs", "motion.closing"),
    ("mot_pm_out_of_order", "zbd.motion-order"),
];

#[test]
fn damaged_fixtures_are_judged_as_they_should() {
    let cases = json("bad/cases.json");
    let cases = cases["cases"].as_array().unwrap();
    let ours = |file: &str| ["arc_", "mot_", "reader_"].iter().any(|kind| file.starts_with(kind));
    let ours: Vec<_> = cases.iter().filter(|case| ours(case["file"].as_str().unwrap())).collect();
    assert_eq!(ours.len(), CASES.len());
    for case in ours {
        let file = case["file"].as_str().unwrap();
        let bytes = fixture(&format!("bad/{file}"));
        assert_eq!(sha256(&bytes), case["sha256"], "{file}");
        let found = findings(file, &bytes);
        let verdict = case["verdict"].as_str().unwrap();
        let errors = found.iter().any(|(_, severity)| *severity == Severity::Error);
        match verdict {
            "reject" => assert!(errors, "{file}: {found:?}"),
            "reject or warn" => assert!(!found.is_empty(), "{file}"),
            _ => assert!(!errors, "{file}, {verdict}: {found:?}"),
        }
        let name = file.trim_end_matches(".zbd");
        let (_, code) = CASES.iter().find(|(case, _)| *case == name).unwrap();
        let said = code.is_empty() || found.iter().any(|(found, _)| found == code);
        assert!(said, "{file}: {code} is not among {found:?}");
    }
}

#[test]
fn what_is_no_archive_is_not_claimed() {
    let package = fixture("rmechtex.zbd");
    assert_eq!(Zbd::claims(Origin::named("rmechtex.zbd"), &package), Claim::No);
    let motion = fixture("motion_mw.zbd");
    assert_eq!(Zbd::claims(Origin::named("renamed.bin"), &motion), Claim::Sure);
    assert_eq!(Zbd::claims(Origin::named("renamed.bin"), &motion[..motion.len() - 1]), Claim::No);
    assert_eq!(Zbd::claims(Origin::named("motion.zbd"), &motion[..motion.len() - 1]), Claim::Broken);
    assert_eq!(Zbd::claims(Origin::named("gamez.zbd"), &[0; 5000]), Claim::No);
    let ones = [1_u32, 0].map(u32::to_le_bytes);
    assert_eq!(Zbd::claims(Origin::named("x.bin"), ones.as_flattened()), Claim::No);
    assert_eq!(Zbd::claims(Origin::named("x.zbd"), ones.as_flattened()), Claim::Sure);
}

type Entries = Vec<(EntrySpec, Option<Vec<u8>>)>;

/// The archive made anew from its frame and entries, changed by `change`.
fn rebuilt(bytes: &[u8], change: impl FnOnce(&mut Frame, &mut Entries)) -> Result<Vec<u8>> {
    let zbd = zbd(bytes);
    let archive = zbd.archive().unwrap();
    let mut frame = archive.frame();
    let mut entries: Entries =
        (0..archive.len()).map(|i| (archive.entry(i).unwrap().spec(i), None)).collect();
    change(&mut frame, &mut entries);
    let mut repack = ALL.named("mw3.zbd").unwrap().repack(frame)?;
    for (entry, bytes) in entries {
        let content = match bytes {
            Some(bytes) => Content::fresh(bytes),
            None => Content::stored(archive.stored(entry.id.unwrap())),
        };
        repack.push(entry, content);
    }
    repack.bytes()
}

#[test]
fn every_archive_is_put_together_again_from_its_frame_and_entries() {
    let good = GOOD.map(|name| format!("{name}.zbd"));
    let bad = ["arc_entry_overlap", "arc_name_unterminated", "arc_pm_checksum_set", "reader_pm_bad_crc"];
    let bad = bad.into_iter().chain(["mot_pm_out_of_order", "arc_entry_past_eof", "arc_entry_wraps"]);
    for name in good.into_iter().chain(bad.map(|name| format!("bad/{name}.zbd"))) {
        let bytes = fixture(&name);
        // What lies nowhere has no bytes to load, and needs none.
        assert!(rebuilt(&bytes, |_, _| ()).unwrap() == bytes, "{name}");
    }
}

#[test]
fn an_edited_motion_archive_of_the_expansion_states_lengths_of_1_again() {
    let bytes = fixture("motion_pm.zbd");
    let new = rebuilt(&bytes, |_, entries| {
        entries.remove(0);
        entries[0].1 = Some(b"changed".to_vec());
        let attributes = entries[0].0.attributes.clone();
        entries.push((EntrySpec::new("new", attributes), Some(vec![9; 30])));
    })
    .unwrap();
    let zbd = zbd(&new);
    assert!(zbd.directory.iter().all(|record| record.length == 1));
    let archive = zbd.archive().unwrap();
    let sizes: Vec<usize> = (0..archive.len()).map(|i| archive.entry(i).unwrap().size).collect();
    assert_eq!((sizes[0], sizes[2], zbd.checksum), (7, 30, Some(0)));
    assert_eq!(*archive.payload(2, Limits::default()).unwrap(), [9; 30]);
}

#[test]
fn a_checksum_that_held_holds_again_and_any_other_is_kept() {
    let edited = |name: &str| {
        let new = rebuilt(&fixture(name), |_, entries| entries[0].1 = Some(vec![1, 2, 3, 4])).unwrap();
        let zbd = zbd(&new);
        let mut codes = vec![];
        let mut report = relict_core::report::Report::default();
        zbd.check(&mut report, Context::ALONE);
        codes.extend(report.codes());
        (zbd.checksum.unwrap(), codes)
    };
    let (sum, codes) = edited("reader_pm.zbd");
    assert!(sum != 0x2232_912A && codes.is_empty(), "{sum:x} {codes:?}");
    let bad = zbd(&fixture("bad/reader_pm_bad_crc.zbd")).checksum.unwrap();
    assert_eq!(edited("bad/reader_pm_bad_crc.zbd"), (bad, vec!["zbd.checksum"]));
    let mended = rebuilt(&fixture("bad/reader_pm_bad_crc.zbd"), |frame, _| {
        frame.json = json!({"footer": 2});
    });
    assert!(mended.unwrap() == fixture("reader_pm.zbd"), "made anew, it is right again");
}

#[test]
fn entries_say_of_which_game_they_are_and_may_not_contradict_the_archive() {
    let bytes = fixture("reader_pm.zbd");
    let error = rebuilt(&bytes, |_, entries| drop(entries[1].0.attributes.insert("footer".into(), 1.into())));
    let error = error.unwrap_err().to_string();
    assert_eq!(error, "entries[1].attributes.footer: wanted 2, as the archive has it, found 1");
    let alone = rebuilt(&bytes, |frame, _| frame.json = json!({"crc": true})).unwrap();
    assert!(alone == bytes, "the entries tell it where the frame does not");
    let empty = rebuilt(&bytes, |_, entries| entries.clear()).unwrap();
    assert_eq!(empty, [2_u32, 0, 0].map(u32::to_le_bytes).as_flattened());
}

#[test]
fn what_a_person_says_of_an_entry_takes_the_place_of_stale_memory() {
    let bytes = fixture("mini_pm.zbd");
    let new = rebuilt(&bytes, |_, entries| {
        let said = [("comment", json!("mine")), ("time", json!("2001-02-03T04:05:06.0000007Z"))];
        entries[2].0.attributes.extend(said.map(|(name, value)| (name.to_owned(), value)));
    })
    .unwrap();
    let cleared = rebuilt(&bytes, |_, entries| drop(entries[2].0.attributes.remove("stale"))).unwrap();
    assert_eq!(zbd(&cleared).directory[2].comment.0, [0; 64], "who clears it, clears it");
    let differ: Vec<usize> = (0..bytes.len()).filter(|at| bytes[*at] != new[*at]).collect();
    let record = bytes.len() - 12 - 2 * 148;
    assert!(differ.iter().all(|at| (record + 72..record + 148).contains(at)), "{differ:?}");
    let zbd = zbd(&new);
    let entry = zbd.archive().unwrap().entry(2).unwrap().spec(2);
    assert_eq!((&entry.attributes["comment"], &entry.attributes["flags"]), (&json!("mine"), &json!(0)));
    for (name, value) in [("time", json!("today")), ("comment", json!("x".repeat(65))), ("colour", json!(1))]
    {
        let wrong = rebuilt(&bytes, |_, entries| drop(entries[2].0.attributes.insert(name.into(), value)));
        assert!(wrong.unwrap_err().to_string().starts_with("entries[2].attributes"), "{name}");
    }
}

#[test]
fn entries_of_one_byte_are_not_taken_for_others() {
    let byte =
        |name: &str| (EntrySpec::new(name, json!({"footer": 2}).as_object().unwrap().clone()), Some(vec![7]));
    let bytes = fixture("reader_pm.zbd");
    let new = rebuilt(&bytes, |frame, entries| {
        frame.json = json!({"footer": 2});
        *entries = vec![byte("a"), byte("b")];
    })
    .unwrap();
    assert_eq!(zbd(&new).archive().unwrap().entry(1).unwrap().size, 1);
    let gap = rebuilt(&bytes, |frame, entries| {
        frame.json = json!({"footer": 2, "data": [{"entry": 0, "size": 1}, {"gap": "ffff"}]});
        *entries = vec![byte("a"), byte("b")];
        entries[0].0.id = Some(0);
    });
    assert!(gap.unwrap_err().to_string().starts_with("directory[0].length"));
    assert_eq!(u32::get(&new[new.len() - 12..new.len() - 8]), 2);
}
