//! JARs: read to the byte, put together to the byte, and refused where they should be.

// A test stops at the first surprise.
#![allow(clippy::unwrap_used, clippy::panic)]

use relict_core::archive::{Archive, EntrySpec, Frame};
use relict_core::error::Result;
use relict_core::format::{Context, Kind, Limits, Origin};
use relict_core::repack::{Content, Repack, Slot};
use relict_core::report::{Report, Severity};
use relict_core::text::hex;
use serde_json::{Value, json};
use sha2::{Digest, Sha256};
use std::borrow::Cow;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

fn fixtures() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fixtures/idmobile")
}

fn fixture(name: &str) -> Vec<u8> {
    fs::read(fixtures().join(name)).unwrap_or_else(|e| panic!("{name}: {e}"))
}

fn files(folder: &str) -> Vec<(String, Vec<u8>)> {
    let mut names: Vec<String> = fs::read_dir(fixtures().join(folder))
        .unwrap()
        .map(|file| format!("{folder}/{}", file.unwrap().file_name().to_string_lossy()))
        .collect();
    names.sort();
    names.into_iter().map(|name| (name.clone(), fixture(&name))).collect()
}

fn kind() -> &'static Kind {
    relict_idmobile::FORMATS.iter().find(|kind| kind.id == "idmobile.jar").unwrap()
}

fn expected() -> Vec<Value> {
    let read = |(_, bytes): (String, Vec<u8>)| serde_json::from_slice::<Value>(&bytes).unwrap();
    let all: Vec<Value> =
        files("expected").into_iter().map(read).filter(|json| json["entries"].is_array()).collect();
    assert_eq!(all.len(), 12);
    all
}

fn sha256(bytes: &[u8]) -> String {
    hex(&Sha256::digest(bytes))
}

/// The entries of an archive on their way back, some with new bytes, some new.
struct Way<'w>(Repack<'w>);

impl<'w> Way<'w> {
    fn new(archive: &'w dyn Archive) -> Self {
        Self(kind().repack_of(archive).unwrap())
    }

    fn replace(&mut self, name: &str, bytes: &[u8]) {
        let at = self.0.named(name).unwrap();
        self.0.set(at, Content::fresh(bytes.to_vec()));
    }

    fn add(&mut self, at: usize, name: &str, attributes: &Value, bytes: &[u8]) {
        let spec = EntrySpec::new(name, attributes.as_object().unwrap().clone());
        self.0.insert(at, spec, Content::fresh(bytes.to_vec()));
    }

    fn remove(&mut self, name: &str) {
        let at = self.0.named(name).unwrap();
        self.0.remove(&[at]);
    }

    fn packed(&self, frame: &Frame) -> Result<Vec<u8>> {
        let mut repack = self.0.clone();
        repack.frame = frame.clone();
        repack.bytes()
    }
}

fn report(name: &str, bytes: &[u8]) -> Option<Report> {
    let origin = Origin::named(name);
    let document = kind().open(bytes, origin).ok()?;
    Some(kind().check(&*document, bytes, origin, Context::ALONE))
}

fn errors(report: &Report) -> Vec<&'static str> {
    let errors = report.findings.iter().filter(|finding| finding.rule.severity == Severity::Error);
    errors.map(|finding| finding.rule.code).collect()
}

#[test]
fn entries_are_what_is_expected() {
    let mut hashed = 0;
    for case in expected() {
        let name = case["fixture"].as_str().unwrap();
        let bytes = fixture(name);
        let document = kind().open(&bytes, Origin::named(name)).unwrap();
        let archive = document.archive().unwrap();
        let names: Vec<Value> = (0..archive.len()).map(|i| archive.name(i).unwrap().into()).collect();
        assert_eq!(Value::from(names), case["entries"], "{name}");
        for (file, wanted) in case["files"].as_object().unwrap() {
            let i = archive.find(file).unwrap();
            let entry = archive.entry(i).unwrap();
            let payload = archive.payload(i, Limits::USUAL).unwrap();
            assert_eq!(Value::from(sha256(&payload)), wanted["sha256"], "{name}: {file}");
            assert_eq!(Value::from(payload.len()), wanted["size"]);
            assert_eq!(entry.size, payload.len());
            assert_eq!(entry.attributes[0], ("method", wanted["method"].clone()), "{name}: {file}");
            hashed += 1;
        }
        let comment = document.facts().into_iter().find(|(fact, _)| *fact == "comment");
        assert_eq!(comment.map_or(Value::Null, |(_, text)| text), case["archive_comment"]);
    }
    assert_eq!(hashed, 220);
}

#[test]
fn every_file_comes_back_whether_written_or_put_together() {
    let mut read = 0;
    for (name, bytes) in files("good").into_iter().chain(files("bad")) {
        let Ok(document) = kind().open(&bytes, Origin::named(&name)) else {
            assert!(["bad/not-a-zip.jar", "bad/truncated-zip.jar"].contains(&name.as_str()), "{name}");
            continue;
        };
        assert!(document.to_bytes().unwrap() == bytes, "{name}");
        let archive = document.archive().unwrap();
        let again = Way::new(&*archive).packed(&archive.frame()).unwrap_or_else(|e| panic!("{name}: {e}"));
        assert!(again == bytes, "{name}");
        read += 1;
    }
    assert_eq!(read, 13 + 29);
}

#[test]
fn good_files_have_no_errors_and_hardly_a_warning() {
    for (name, bytes) in files("good") {
        let mut codes = report(&name, &bytes).unwrap().codes();
        codes.dedup();
        let wanted: &[&str] = match name.as_str() {
            "good/doom2-rpg-bundle.zip" => &["jar.no-manifest"],
            // Its headers announce sums that stand in them already.
            "good/doom2-rpg-j2me.jar" => &["jar.descriptor-absent"],
            _ => &[],
        };
        assert_eq!(codes, wanted, "{name}");
    }
}

/// What is wrong with the archive itself; what is wrong inside the resources is said by their own formats.
#[test]
fn bad_files_are_refused_or_reported_as_they_must_be() {
    let wanted = [
        ("no-manifest", "detect", "warn", "jar.no-manifest"),
        ("unknown-game", "detect", "error", "jar.unknown-game"),
        ("manifest-only", "unpack", "error", "jar.missing-resource"),
        ("zip-slip", "unpack", "warn", "jar.name-unsafe"),
        ("zip-bomb", "unpack", "error", "jar.too-large"),
        ("duplicate-entry", "unpack", "error", "jar.name-repeated"),
        ("truncated-zip", "open", "error", "jar.end"),
        ("not-a-zip", "open", "error", ""),
        ("crc-mismatch", "unpack", "error", "jar.crc"),
    ];
    let cases: Value = serde_json::from_slice(&fixture("expected/bad.json")).unwrap();
    for (name, stage, must, code) in wanted {
        let file = format!("bad/{name}.jar");
        let case = cases["cases"].as_array().unwrap().iter().find(|case| case["fixture"] == file.as_str());
        let case = case.unwrap();
        assert_eq!((&case["stage"], &case["must"]), (&json!(stage), &json!(must)), "{name}");
        let bytes = fixture(&file);
        if stage == "open" {
            let claimed = (kind().claims)(Origin::named(&file), &bytes);
            assert_eq!(claimed == relict_core::format::Claim::Sure, !code.is_empty(), "{name}");
            let error = kind().open(&bytes, Origin::named(&file)).err().unwrap();
            assert!(code.is_empty() || kind().broken_rule(&error).code == code, "{name}: {error}");
            continue;
        }
        let report = report(&file, &bytes).unwrap();
        assert!(report.codes().contains(&code), "{name}: {:?}", report.codes());
        assert_eq!(report.errors() > 0, must == "error", "{name}: {:?}", errors(&report));
    }
    let slip = report("bad/zip-slip.jar", &fixture("bad/zip-slip.jar")).unwrap();
    assert_eq!(slip.codes(), ["jar.name-unsafe"; 5]);
}

#[test]
fn what_is_wrong_only_inside_a_resource_is_no_fault_of_the_archive() {
    for (name, bytes) in files("bad") {
        let ours = ["no-manifest", "unknown", "only", "zip", "duplicate", "crc"];
        if ours.iter().all(|kind| !name.contains(kind)) {
            assert_eq!(errors(&report(&name, &bytes).unwrap()), Vec::<&str>::new(), "{name}");
        }
    }
}

/// Where each member begins and ends in the file.
fn extents(bytes: &[u8]) -> Vec<(String, Vec<u8>)> {
    let json = kind().open(bytes, Origin::default()).unwrap().to_json();
    let mut at = 0;
    let mut all = vec![];
    for member in json["members"].as_array().unwrap() {
        let len = |key: &str| member[key].as_str().map_or(0, str::len);
        at += len("gap") / 2;
        let described = match &member["descriptor"] {
            Value::Null => 0,
            descriptor if descriptor["signature"].is_null() => 12,
            _ => 16,
        };
        let size = 30 + len("name") + len("extra") / 2 + len("payload") / 2 + described;
        all.push((member["name"].as_str().unwrap().to_owned(), bytes[at..at + size].to_vec()));
        at += size;
    }
    all
}

#[test]
fn one_replaced_entry_leaves_all_others_as_they_are() {
    for (name, bytes) in files("good") {
        let document = kind().open(&bytes, Origin::named(&name)).unwrap();
        let archive = document.archive().unwrap();
        for i in 0..archive.len() {
            let entry = archive.entry(i).unwrap();
            let mut new = archive.payload(i, Limits::USUAL).unwrap().into_owned();
            new.extend_from_slice(b"more of it");
            let mut way = Way::new(&*archive);
            way.replace(&entry.name, &new);
            let packed = match way.packed(&archive.frame()) {
                // Nothing else is refused.
                Err(error) if error.to_string().contains("game.shifted") => {
                    let stem =
                        entry.name.trim_end_matches(|c: char| c.is_ascii_digit() || ".bin".contains(c));
                    assert!(archive.find(&format!("{stem}.idx")).is_some(), "{}", entry.name);
                    continue;
                }
                packed => packed.unwrap(),
            };
            let (before, after) = (extents(&bytes), extents(&packed));
            assert_eq!(before.len(), after.len());
            for ((name, old), (same, new)) in before.iter().zip(&after) {
                assert_eq!(name, same);
                assert_eq!(old == new, *name != *entry.name, "{name}");
            }
            let again = kind().open(&packed, Origin::named(&name)).unwrap();
            let other = again.archive().unwrap();
            assert!(*other.payload(i, Limits::USUAL).unwrap() == *new);
            assert_eq!(other.entry(i).unwrap().attributes, entry.attributes, "method and time stay");
            assert_eq!(other.frame(), archive.frame());
            let (old, new) = (entry.packing, other.entry(i).unwrap().packing);
            for key in ["made_by", "needed", "internal", "external", "extra"] {
                assert_eq!(old.get(key), new.get(key), "{key}");
            }
            let report = report(&name, &packed).unwrap();
            assert_eq!(errors(&report), Vec::<&str>::new(), "{name}");
        }
    }
}

/// A ZIP as streaming writers make it: sums behind the bytes, extra fields that differ, a comment on a member.
fn streamed() -> Vec<u8> {
    let bytes = fixture("good/doom-rpg.jar");
    let mut json = kind().open(&bytes, Origin::default()).unwrap().to_json();
    let mut moved = 0;
    for i in 0..json["members"].as_array().unwrap().len() {
        let offset = json["directory"][i]["header"]["offset"].as_u64().unwrap();
        json["directory"][i]["header"]["offset"] = (offset + moved).into();
        if i % 3 == 0 {
            continue;
        }
        let header = json["directory"][i]["header"].clone();
        let sums = json!({
            "crc": header["crc"], "packed_size": header["packed_size"], "unpacked_size": header["unpacked_size"],
        });
        let signature = if i % 2 == 0 { json!("PK\u{7}\u{8}") } else { Value::Null };
        moved += if signature.is_null() { 12 } else { 16 };
        let member = &mut json["members"][i];
        member["descriptor"] = json!({"signature": signature, "sums": sums});
        for key in ["crc", "packed_size", "unpacked_size"] {
            member["header"][key] = 0.into();
        }
        (member["header"]["flags"], member["header"]["extra_size"]) = (8.into(), 4.into());
        member["extra"] = "feca0000".into();
        moved += 4;
        let listed = &mut json["directory"][i];
        (listed["header"]["flags"], listed["header"]["comment_size"]) = (8.into(), 2.into());
        listed["comment"] = "hi".into();
    }
    let size = json["end"]["directory_size"].as_u64().unwrap() + 2 * 8;
    json["end"]["directory_size"] = size.into();
    json["end"]["directory_offset"] = (json["end"]["directory_offset"].as_u64().unwrap() + moved).into();
    kind().build(&json, Origin::default()).unwrap()
}

#[test]
fn streamed_members_stay_until_they_are_replaced() {
    let bytes = streamed();
    assert_eq!(errors(&report("x.jar", &bytes).unwrap()), Vec::<&str>::new());
    let document = kind().open(&bytes, Origin::default()).unwrap();
    let archive = document.archive().unwrap();
    let mut way = Way::new(&*archive);
    assert!(way.packed(&archive.frame()).unwrap() == bytes);
    way.replace("wtexels.bin", b"new");
    way.replace("icon.png", b"new");
    way.replace("stexels.bin", b"new");
    let packed = way.packed(&archive.frame()).unwrap();
    let json = kind().open(&packed, Origin::default()).unwrap().to_json();
    let mut described = 0;
    for member in json["members"].as_array().unwrap() {
        let listed = &json["directory"][member["entry"].as_u64().unwrap() as usize];
        let new = ["wtexels.bin", "icon.png", "stexels.bin"].contains(&member["name"].as_str().unwrap());
        if new {
            assert_eq!((&member["header"]["flags"], &listed["header"]["flags"]), (&json!(0), &json!(0)));
            assert_eq!(member["header"]["crc"], listed["header"]["crc"]);
            assert_eq!(member["header"]["packed_size"], listed["header"]["packed_size"]);
            assert!(member["descriptor"].is_null());
        } else {
            described += usize::from(!member["descriptor"].is_null());
        }
    }
    assert_eq!(described, 8 - 2, "wtexels.bin had none to lose");
    assert_eq!(json["members"][2]["extra"], "feca0000", "extra fields stay");
    assert_eq!(json["directory"][2]["comment"], "hi");
    assert_eq!(json["directory"][2]["header"]["method"], 0, "stored stays stored");
    tools_accept(&packed, &[("wtexels.bin", b"new"), ("icon.png", b"new"), ("stexels.bin", b"new")]);
}

// idmobile-real 10, row 15
#[test]
fn sums_that_are_announced_but_stand_in_front_are_odd_and_no_error() {
    let bytes = fixture("good/doom2-rpg-j2me.jar");
    let found = report("x.jar", &bytes).unwrap();
    let document = kind().open(&bytes, Origin::default()).unwrap();
    let archive = document.archive().unwrap();
    assert_eq!(found.codes(), vec!["jar.descriptor-absent"; archive.len() - 1]);
    assert_eq!(errors(&found), Vec::<&str>::new());
    let mut way = Way::new(&*archive);
    assert!(way.packed(&archive.frame()).unwrap() == bytes);
    // A member that gets new bytes no longer announces anything.
    way.replace("newPalettes.bin", b"new");
    let packed = way.packed(&archive.frame()).unwrap();
    let left = report("x.jar", &packed).unwrap();
    assert_eq!(left.codes(), vec!["jar.descriptor-absent"; archive.len() - 2]);
    // Without sums in front there are none at all.
    let mut json = document.to_json();
    json["members"][1]["header"]["crc"] = 0.into();
    let bare = kind().build(&json, Origin::default()).unwrap();
    assert_eq!(errors(&report("x.jar", &bare).unwrap()), ["jar.descriptor"]);
}

#[test]
fn members_come_and_go() {
    let bytes = fixture("good/orcs-elves.jar");
    let document = kind().open(&bytes, Origin::default()).unwrap();
    let archive = document.archive().unwrap();
    let mut way = Way::new(&*archive);
    way.remove("shapes1.bin");
    let last = way.0.slots.len();
    way.add(last, "wtexels2.bin", &json!({}), b"new new new new");
    way.add(5, "Жук/новый.txt", &json!({"method": "stored", "time": "2007-08-09T10:11:12"}), b"plain");
    let packed = way.packed(&archive.frame()).unwrap();
    assert_eq!(errors(&report("x.jar", &packed).unwrap()), Vec::<&str>::new());
    let document = kind().open(&packed, Origin::default()).unwrap();
    let archive = document.archive().unwrap();
    assert_eq!((archive.find("shapes1.bin"), archive.find("Жук/новый.txt")), (None, Some(5)));
    let new = archive.entry(archive.len() - 1).unwrap();
    assert_eq!((&*new.name, &new.attributes[0].1), ("wtexels2.bin", &json!("deflate")));
    let plain = archive.entry(5).unwrap();
    assert_eq!(plain.attributes, [("method", json!("stored")), ("time", json!("2007-08-09T10:11:12"))]);
    tools_accept(&packed, &[("wtexels2.bin", b"new new new new"), ("Жук/новый.txt", b"plain")]);
}

// idmobile-real 10, row 11
#[test]
fn a_file_that_an_index_cuts_keeps_the_length_of_its_parts() {
    let bytes = fixture("good/wolfenstein-rpg-j2me.jar");
    let document = kind().open(&bytes, Origin::default()).unwrap();
    let archive = document.archive().unwrap();
    let payload =
        |name: &str| archive.payload(archive.find(name).unwrap(), Limits::USUAL).unwrap().into_owned();
    let texts = payload("strings0.bin");
    let packed = |files: &[(&str, &[u8])]| {
        let mut way = Way::new(&*archive);
        files.iter().for_each(|(name, bytes)| way.replace(name, bytes));
        way.packed(&archive.frame())
    };
    let refused = |files: &[(&str, &[u8])]| packed(files).unwrap_err().to_string().contains("game.shifted");
    let first = texts.iter().position(|byte| *byte == 0).unwrap();
    let longer = [b"x", &texts[..]].concat();
    assert!(refused(&[("strings0.bin", &longer)]));
    assert!(refused(&[("strings0.bin", &texts[1..])]));
    assert!(refused(&[("sounds0.bin", b"MThd")]));
    // As long as before, but what was taken from the end of the file is at its front now.
    assert!(refused(&[("strings0.bin", &[b"x", &texts[..texts.len() - 2], b"\0"].concat())]));
    // Texts of the same length, and files that come with their index.
    let same = [&vec![b'x'; first][..], &texts[first..]].concat();
    assert!(packed(&[("strings0.bin", &same)]).is_ok());
    let mut index = payload("strings.idx");
    let size = (longer.len() as u32).to_le_bytes();
    let old = (texts.len() as u32).to_le_bytes();
    for record in index[2..].chunks_exact_mut(5).filter(|record| record[0] == 255 && record[1..] == old) {
        record[1..].copy_from_slice(&size);
    }
    assert!(packed(&[("strings0.bin", &[&texts[..], b"\0"].concat()), ("strings.idx", &index)]).is_ok());
    // Files that no index tells of, and new ones.
    assert!(packed(&[("tex00.bin", b"x"), ("map00.bin", b"x")]).is_ok());
}

/// Whether what comes out of a member stays with the archive.
fn is_kept(archive: &dyn Archive, name: &str) -> bool {
    let entry = archive.find(name).unwrap();
    let payload = || archive.payload(entry, Limits::USUAL).unwrap();
    drop(payload());
    matches!(payload(), Cow::Borrowed(_))
}

#[test]
fn what_was_unpacked_once_stays_unless_it_is_out_of_all_proportion() {
    let bytes = fixture("good/doom-rpg.jar");
    let document = kind().open(&bytes, Origin::default()).unwrap();
    let archive = document.archive().unwrap();
    let mut way = Way::new(&*archive);
    way.add(0, "bomb.bin", &json!({"method": "deflate"}), &vec![0; 8 << 20]);
    let packed = way.packed(&archive.frame()).unwrap();
    let document = kind().open(&packed, Origin::default()).unwrap();
    let archive = document.archive().unwrap();
    assert!(!is_kept(&*archive, "bomb.bin"));
    assert!(is_kept(&*archive, "wtexels.bin"));
}

#[test]
fn what_stays_is_not_for_those_who_may_have_less() {
    let bytes = fixture("good/doom-rpg.jar");
    let document = kind().open(&bytes, Origin::default()).unwrap();
    let archive = document.archive().unwrap();
    assert!(is_kept(&*archive, "wtexels.bin"));
    let entry = archive.find("wtexels.bin").unwrap();
    let less = Limits { unpacked: archive.entry(entry).unwrap().size - 1, ..Limits::USUAL };
    assert!(archive.payload(entry, less).is_err());
}

#[test]
fn a_method_can_be_changed_by_hand() {
    let bytes = fixture("good/doom-rpg.jar");
    let document = kind().open(&bytes, Origin::default()).unwrap();
    let archive = document.archive().unwrap();
    let mut way = Way::new(&*archive);
    for Slot { spec: entry, .. } in &mut way.0.slots {
        let other = if entry.attributes["method"] == "stored" { "deflate" } else { "stored" };
        entry.attributes["method"] = other.into();
    }
    let packed = way.packed(&archive.frame()).unwrap();
    assert_eq!(errors(&report("x.jar", &packed).unwrap()), Vec::<&str>::new());
    let again = kind().open(&packed, Origin::default()).unwrap();
    let other = again.archive().unwrap();
    for i in 0..archive.len() {
        assert_eq!(other.payload(i, Limits::USUAL).unwrap(), archive.payload(i, Limits::USUAL).unwrap());
        assert_ne!(other.entry(i).unwrap().attributes[0], archive.entry(i).unwrap().attributes[0]);
    }
    way.0.slots[0].spec.attributes["method"] = 12.into();
    way.0.set(0, Content::fresh(vec![]));
    assert!(way.packed(&archive.frame()).is_err());
}

#[test]
fn bytes_around_the_archive_stay() {
    let bytes = fixture("good/doom-rpg.jar");
    let front = [b"#!/bin/sh\n".repeat(20), bytes.clone()].concat();
    let behind = [&bytes[..], b"left over"].concat();
    for (whole, prefix) in [(front, true), (behind, false)] {
        let document = kind().open(&whole, Origin::default()).unwrap();
        assert!(document.to_bytes().unwrap() == whole);
        let archive = document.archive().unwrap();
        let way = Way::new(&*archive);
        assert!(way.packed(&archive.frame()).unwrap() == whole);
        let found = report("x.jar", &whole).unwrap();
        assert_eq!(found.codes(), ["jar.unindexed"]);
        let mut way = Way::new(&*archive);
        way.replace("base.str", &[7; 500]);
        let packed = way.packed(&archive.frame()).unwrap();
        assert_eq!(packed.starts_with(b"#!/bin/sh\n"), prefix);
        assert_eq!(report("x.jar", &packed).unwrap().codes(), ["jar.unindexed"]);
        assert!(report("x.jar", &way.packed(&Frame::default()).unwrap()).unwrap().codes().is_empty());
    }
}

#[test]
fn what_is_odd_about_headers_goes_with_what_it_speaks_of() {
    let good = fixture("good/doom-rpg.jar");
    let mut odd = good.clone();
    // The header of the first member has a time of its own, and the end record states another size of the directory.
    odd[10..14].fill(0x21);
    let end = odd.windows(4).rposition(|four| four == b"PK\x05\x06").unwrap();
    odd[end + 12] ^= 1;
    let document = kind().open(&odd, Origin::default()).unwrap();
    let archive = document.archive().unwrap();
    let way = Way::new(&*archive);
    assert!(way.packed(&archive.frame()).unwrap() == odd, "untouched, all stays");
    let local_time = |bytes: &[u8]| bytes[10..14].to_vec();
    let sizes = |bytes: &[u8]| report("x.jar", bytes).unwrap().codes().contains(&"jar.directory-size");
    assert!(sizes(&odd));
    // Another comment of a member makes the directory longer, so that what was odd about its size is no longer.
    let mut way = Way::new(&*archive);
    way.0.slots[1].spec.attributes.insert("comment".into(), "new".into());
    let packed = way.packed(&archive.frame()).unwrap();
    assert!(!sizes(&packed), "{:?}", report("x.jar", &packed).unwrap().codes());
    assert_eq!(local_time(&packed), local_time(&odd));
    // Another time is one in both headers.
    let mut way = Way::new(&*archive);
    way.0.slots[0].spec.attributes["time"] = "2007-08-09T10:11:12".into();
    let packed = way.packed(&archive.frame()).unwrap();
    assert_eq!(local_time(&packed), [0x66, 0x51, 0x09, 0x37]);
    assert!(sizes(&packed), "the directory is as large as before");
    let again = kind().open(&packed, Origin::default()).unwrap();
    let again = again.archive().unwrap();
    assert_eq!(again.entry(0).unwrap().attributes[1].1, json!("2007-08-09T10:11:12"));
}

#[test]
fn two_of_one_name_are_an_error_only_among_what_the_game_reads() {
    let empty = kind().open(b"PK\x05\x06\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0", Origin::default()).unwrap();
    let archive = empty.archive().unwrap();
    let named = |names: [&str; 2]| {
        let mut way = Way::new(&*archive);
        names.iter().for_each(|name| way.add(0, name, &json!({}), b"x"));
        report("x.zip", &way.packed(&Frame::default()).unwrap()).unwrap().codes()
    };
    assert!(named(["wtexels.bin", "WTEXELS.BIN"]).contains(&"jar.name-repeated"));
    assert!(named(["META-INF/MANIFEST.MF", "META-INF/MANIFEST.MF"]).contains(&"jar.name-repeated"));
    let codes = named(["a.class", "a.class"]);
    assert!(codes.contains(&"jar.other-repeated") && !codes.contains(&"jar.name-repeated"), "{codes:?}");
    let codes = named(["a.class", "A.class"]);
    assert!(!codes.contains(&"jar.other-repeated"), "{codes:?}");
}

/// Other programs read what we write, where there are any.
fn tools_accept(bytes: &[u8], wanted: &[(&str, &[u8])]) {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR"));
    let path = folder.join(format!("{}.jar", sha256(bytes)));
    fs::write(&path, bytes).unwrap();
    let python = "import sys,zipfile\nz=zipfile.ZipFile(sys.argv[1])\nassert z.testzip() is None\n\
        for n,h in zip(sys.argv[2::2],sys.argv[3::2]): assert z.read(n).hex()==h,n\n";
    let mut scripts = vec!["-c".to_owned(), python.to_owned(), path.display().to_string()];
    scripts.extend(wanted.iter().flat_map(|(name, bytes)| [(*name).to_owned(), hex(bytes)]));
    let zip = path.display().to_string();
    let commands =
        [("python3", scripts), ("unzip", vec!["-tq".into(), zip.clone()]), ("jar", vec!["tf".into(), zip])];
    for (program, args) in commands {
        match Command::new(program).args(args).output() {
            Ok(output) => {
                assert!(output.status.success(), "{program}: {}", String::from_utf8_lossy(&output.stderr));
            }
            Err(error) => assert_eq!(error.kind(), std::io::ErrorKind::NotFound, "{program}: {error}"),
        }
    }
    fs::remove_file(path).unwrap();
}
