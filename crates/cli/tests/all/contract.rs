//! What the commands promise, held against what others found in the same files.

// A test stops at the first surprise.
#![allow(clippy::unwrap_used, clippy::panic)]

use crate::common;

use crate::common::{Room, bad_archives, each, good_archives, items, sha256};
use serde_json::{Value, json};
use std::collections::BTreeMap;

fn is_rsli(expected: &Value) -> bool {
    expected.get("xor_seed").is_some()
}

fn format_of(expected: &Value) -> &'static str {
    if is_rsli(expected) { "ngi.rsli" } else { "ngi.nres" }
}

/// `0x0A0` as the number it is.
fn number(hex: &Value) -> Value {
    let digits = hex.as_str().unwrap().trim_start_matches("0x");
    u32::from_str_radix(digits, 16).unwrap().into()
}

/// What `ls` must say of an entry of an NRes archive.
fn nres_row(entry: &Value) -> Value {
    let tag = &entry["type_ascii"];
    json!({
        "name": entry["name"], "raw_name": entry["name_raw_hex"], "offset": entry["data_offset"],
        "size": entry["size"], "sha256": entry["sha256"],
        "type": if tag.is_null() { number(&entry["type_id"]) } else { tag.clone() },
        "attr1": entry["attr1"], "attr2": entry["attr2"], "attr3": entry["attr3"],
        "sort_index": entry["sort_index"],
    })
}

/// The same for RsLi, where offsets may be shifted.
fn rsli_row(entry: &Value, overlay: u64) -> Value {
    let name = entry["name"].as_str().unwrap();
    let raw: String = name.bytes().map(|byte| format!("{byte:02x}")).collect();
    json!({
        "name": name, "raw_name": format!("{raw:0<24}"), "size": entry["unpacked_size"],
        "offset": entry["data_offset_raw"].as_u64().unwrap() + overlay, "sha256": entry["unpacked_sha256"],
        "flags": number(&entry["flags"]), "method": entry["method"], "packed_size": entry["packed_size"],
        "sort_to_original": entry["sort_to_original"], "data_offset_raw": entry["data_offset_raw"],
        "service": entry["service_hex"],
    })
}

/// Of a row of `ls`, what `wanted` speaks of, with the attributes beside the rest.
fn told(row: &Value, wanted: &Value) -> Value {
    let value = |key: &String| row.get(key).or_else(|| row["attributes"].get(key)).cloned();
    let keys = wanted.as_object().unwrap().keys();
    Value::Object(keys.map(|key| (key.clone(), value(key).unwrap_or_default())).collect())
}

#[test]
fn ls_agrees_with_what_is_expected_of_every_entry() {
    let room = Room::new();
    for (name, expected) in good_archives() {
        room.take(&format!("ngi/{name}"));
        let answer = room.fine(&format!("ls --json --hash {name}")).json();
        assert_eq!(answer["format"], format_of(&expected), "{name}");
        assert_eq!(answer["path"], name.as_str());
        let rows = items(&answer["entries"]);
        assert_eq!(rows.len(), items(&expected["entries"]).len(), "{name}");
        for (row, entry) in rows.iter().zip(items(&expected["entries"])) {
            let wanted = if is_rsli(&expected) {
                rsli_row(entry, expected["overlay"].as_u64().unwrap())
            } else {
                nres_row(entry)
            };
            assert_eq!(told(row, &wanted), wanted, "{name}");
        }
    }
}

#[test]
fn the_table_of_names_leads_to_the_order_in_which_the_engine_searches() {
    let room = Room::new();
    for (name, expected) in good_archives() {
        // Where the table is not stored, the engine makes its own.
        if expected.get("presorted") == Some(&Value::Bool(false)) {
            continue;
        }
        room.take(&format!("ngi/{name}"));
        let answer = room.fine(&format!("ls --json {name}")).json();
        let rows = items(&answer["entries"]);
        let slot = if is_rsli(&expected) { "sort_to_original" } else { "sort_index" };
        let place = |row: &Value| usize::try_from(row["attributes"][slot].as_u64().unwrap()).unwrap();
        let order: Vec<&Value> = rows.iter().map(|row| &rows[place(row)]["name"]).collect();
        assert_eq!(json!(order), expected["lookup_order"], "{name}");
    }
}

#[test]
fn every_path_that_ls_gives_names_that_entry() {
    let room = Room::new();
    room.fine("sample s");
    let answer = room.fine("ls -r --json --hash s").json();
    let mut tried = 0;
    for row in items(&answer["entries"]).iter().filter(|row| row["offset"].is_u64()) {
        let path = row["path"].as_str().unwrap();
        let ending = match row["format"].as_str() {
            None => "bin",
            Some("ngi.nres") => "rlb",
            Some(_) => continue,
        };
        let out = format!("{tried}.{ending}");
        room.run(&["convert", path, &out]).ended(0);
        assert_eq!(sha256(&room.read(&out)), row["sha256"].as_str().unwrap(), "{path}");
        tried += 1;
    }
    assert!(tried >= 10, "{tried}");
}

#[test]
fn info_tells_family_format_size_and_number_of_entries() {
    let room = Room::new();
    for (name, expected) in good_archives() {
        room.take(&format!("ngi/{name}"));
        let mut answer = room.fine(&format!("info --json {name}")).json();
        let entries = answer["summary"]["entries"].take();
        assert_eq!(entries, expected["entry_count"], "{name}");
        answer["summary"].take();
        let wanted = json!({
            "schema": "relict.info/1", "path": name, "family": "ngi", "format": format_of(&expected),
            "size": expected["file_size"], "summary": null,
        });
        assert_eq!(answer, wanted);
        let text = room.fine(&format!("info {name}"));
        assert!(text.text().contains(format_of(&expected)), "{text}");
    }
}

#[test]
fn info_of_an_entry_of_no_known_format_tells_what_is_known() {
    let room = Room::new();
    room.fine("sample s");
    let path = "s/parkan/units.rlb/tank.msh/vertices";
    let answer = room.fine(&format!("info --json {path}")).json();
    assert_eq!(
        (&answer["format"], &answer["family"], &answer["summary"]),
        (&json!(null), &json!(null), &json!({}))
    );
    let (entry, content) = (&answer["entry"], &answer["content"]);
    let listed = room.fine("ls --json s/parkan/units.rlb/tank.msh").json()["entries"][2].take();
    assert_eq!(listed["meaning"], "vertices");
    for key in ["name", "meaning", "offset", "attributes"] {
        assert_eq!(entry[key], listed[key], "{key}");
    }
    assert_eq!((&entry["stored_size"], &answer["size"]), (&listed["size"], &listed["size"]));
    assert_eq!(content["likely"], "records");
    assert_eq!(content["records"], json!({"count": entry["attributes"]["attr1"], "size": 12, "head": 0}));
    room.fine(&format!("convert {path} vertices.bin"));
    let hex: String = room.read("vertices.bin")[..32].iter().map(|byte| format!("{byte:02x}")).collect();
    assert_eq!(content["first_bytes"], hex);
    let text = room.fine(&format!("info {path}"));
    assert!(text.text().contains("vertices (their positions)") && text.text().contains(&hex[..8]), "{text}");
    let russian = room.fine(&format!("--lang ru info {path}"));
    assert!(russian.text().contains("положения вершин"), "{russian}");
}

#[test]
fn info_of_a_packed_entry_of_no_known_format_tells_both_of_its_sizes() {
    let room = Room::new();
    room.take("ngi/rsli_unsorted.lib");
    let entries = room.fine("ls --json rsli_unsorted.lib").json()["entries"].take();
    let mut packed = 0;
    for listed in entries.as_array().unwrap().iter().filter(|entry| entry["format"].is_null()) {
        let answer = room.run(&["info", "--json", listed["path"].as_str().unwrap()]).ended(0).json();
        assert_eq!(answer["size"], listed["size"]);
        assert_eq!(answer["entry"]["stored_size"], listed["attributes"]["packed_size"]);
        packed += usize::from(answer["entry"]["stored_size"] != answer["size"]);
    }
    assert!(packed > 0);
}

#[test]
fn info_of_a_file_of_no_known_format_is_no_error() {
    let room = Room::new();
    room.write("strange.bin", b"\x01\x02strange");
    room.write("empty.bin", b"");
    room.write("letter.txt", b"\xcf\xe0\xf0\xea\xe0\xed\r\n");
    let likely = |name: &str| {
        let answer = room.fine(&format!("info --json {name}")).json();
        assert!(answer["entry"].is_null() && answer["format"].is_null(), "{answer}");
        answer["content"]["likely"].clone()
    };
    assert_eq!([likely("strange.bin"), likely("empty.bin"), likely("letter.txt")], ["data", "empty", "text"]);
    let text = room.fine("info letter.txt");
    assert!(text.text().contains("windows-1251") && text.text().contains("Паркан.."), "{text}");
    let text = room.fine("info empty.bin");
    assert!(!text.text().contains("bytes:"), "{text}");
}

#[test]
fn streams_are_listed_and_found_by_what_they_mean() {
    let room = Room::new();
    room.fine("sample s");
    let text = room.fine("ls s/parkan/units.rlb/tank.msh");
    let line = text.text().lines().find(|line| line.starts_with("tank#3")).unwrap();
    assert_eq!(line.split_whitespace().nth(1), Some("vertices"), "{text}");
    assert!(!room.fine("ls s/parkan/units.rlb").text().contains("meaning"), "only where something has one");
    assert!(room.fine("ls -r s/parkan/units.rlb").text().contains("vertices"));
    let answer = room.fine("find --json tank.msh/vertices s/parkan/units.rlb").json();
    let wanted = json!([{
        "path": "s/parkan/units.rlb/tank.msh/tank#3", "meaning": "vertices", "format": null,
        "size": answer["matches"][0]["size"],
    }]);
    assert_eq!(answer["matches"], wanted);
}

#[test]
fn info_of_an_archive_with_an_overlay_tells_it() {
    let room = Room::new();
    for (name, expected) in good_archives().into_iter().filter(|(_, expected)| is_rsli(expected)) {
        room.take(&format!("ngi/{name}"));
        let summary = room.fine(&format!("info --json {name}")).json()["summary"].take();
        assert_eq!(summary["presorted"], expected["presorted"], "{name}");
        let overlay = summary.get("overlay").cloned().unwrap_or_else(|| 0.into());
        assert_eq!(overlay, expected["overlay"], "{name}");
    }
}

#[test]
fn check_finds_no_error_in_good_archives() {
    let room = Room::new();
    let mut names = vec![];
    let mut assets = 0;
    for (name, expected) in good_archives() {
        names.push(room.take(&format!("ngi/{name}")));
        let answer = room.fine(&format!("check --json {name}")).json();
        assert_eq!((&answer["errors"], &answer["files"]), (&json!(0), &json!(1)), "{name}");
        assert!(answer["assets"].as_u64() > expected["entry_count"].as_u64(), "{name}");
        assets += answer["assets"].as_u64().unwrap();
    }
    let all = room.fine(&format!("check --json {}", names.join(" "))).json();
    assert_eq!((&all["files"], &all["assets"]), (&json!(names.len()), &json!(assets)));
    let folder = room.fine("check --json .").json();
    assert_eq!((&folder["files"], &folder["assets"]), (&json!(names.len()), &json!(assets)));
}

/// What the code of a finding must be for each reason that a file is bad.
const REASONS: [(&str, &str, &str); 24] = [
    ("NRes", "short_header", "nres.truncated"),
    ("NRes", "magic", "nres.magic"),
    ("NRes", "version", "nres.version"),
    ("NRes", "negative_count", "nres.count"),
    ("NRes", "total_size", "nres.total-size"),
    ("NRes", "directory_before_header", "nres.directory-outside"),
    ("NRes", "payload_bounds", "nres.payload-outside"),
    ("NRes", "name_not_terminated", "nres.name-unterminated"),
    ("NRes", "empty_name", "nres.name-empty"),
    ("NRes", "payload_overlap", "nres.payload-overlap"),
    ("NRes", "sort_range", "nres.sort-range"),
    ("NRes", "sort_permutation", "nres.sort-duplicate"),
    ("NRes", "sort_order", "nres.sort-order"),
    ("RsLi", "magic", "rsli.magic"),
    ("RsLi", "reserved byte 2 must be 0", "rsli.reserved"),
    ("RsLi", "version", "rsli.version"),
    ("RsLi", "negative count", "rsli.count"),
    ("RsLi", "table past EOF", "rsli.table-outside"),
    ("RsLi", "permutation has duplicates", "rsli.sort-duplicate"),
    ("RsLi", "permutation does not order the names", "rsli.sort-order"),
    ("RsLi", "unknown method", "rsli.method"),
    ("RsLi", "payload past EOF", "rsli.payload-outside"),
    ("RsLi", "unpacked size mismatch", "rsli.size"),
    ("RsLi", "LZSS input exhausted", "rsli.stream"),
];

fn code_of(kind: &str, reason: &str) -> &'static str {
    let found = REASONS.iter().find(|(k, r, _)| (*k, *r) == (kind, reason));
    found.unwrap_or_else(|| panic!("no code for {kind} {reason}")).2
}

/// The same for what is no archive. A loose material counts as the usual version, whatever it was made as.
const BAD_ASSETS: [(&str, &str); 17] = [
    ("texm_magic.texm", "texm.magic"),
    ("texm_format.texm", "texm.format"),
    ("texm_zerowidth.texm", "texm.size"),
    ("texm_zeromips.texm", "texm.mip-count"),
    ("texm_truncated.texm", "texm.truncated"),
    ("texm_tail.texm", "texm.tail"),
    ("texm_shorttail.texm", "texm.tail"),
    ("texm_pagecount.texm", "texm.page-size"),
    ("texm_pagepad.texm", "texm.page-size"),
    ("mat0_20anims.mat0", "mat0.animations"),
    ("mat0_tail.mat0", "mat0.tail"),
    ("mat0_truncated.mat0", "mat0.truncated"),
    ("mat0_wrongversion.mat0", "mat0.truncated"),
    ("wear_zero.wea", "wear.count"),
    ("wear_negative.wea", "wear.count"),
    ("wear_lm_zero.wea", "wear.lightmap-count"),
    ("wear_noblank.wea", "wear.separator"),
];

#[test]
fn every_bad_fixture_has_its_code() {
    let all = common::expected("bad");
    let archives = bad_archives().into_iter().map(|(name, _, _)| name);
    let mut known: Vec<String> = archives.chain(BAD_ASSETS.iter().map(|(name, _)| (*name).into())).collect();
    known.sort();
    let mut named: Vec<&String> = all.as_object().unwrap().keys().collect();
    named.sort();
    assert_eq!(known.iter().collect::<Vec<_>>(), named);
}

#[test]
fn check_tells_by_a_code_why_a_bad_file_is_bad() {
    let room = Room::new();
    let archives = bad_archives().into_iter().map(|(name, kind, reason)| (name, code_of(&kind, &reason)));
    let assets = BAD_ASSETS.into_iter().map(|(name, code)| (name.to_owned(), code));
    for (name, wanted) in archives.chain(assets) {
        room.take(&format!("ngi/bad/{name}"));
        let answer = room.relict(&format!("check --json {name}")).ended(1).json();
        let errors: Vec<&Value> =
            items(&answer["findings"]).iter().filter(|finding| finding["severity"] == "error").collect();
        assert_eq!(answer["errors"], errors.len(), "{name}");
        assert!(errors.iter().any(|finding| finding["code"] == wanted), "{name}: {wanted}, not {answer}");
        let size = u64::try_from(room.read(&name).len()).unwrap();
        for finding in errors {
            let (offset, length) = (finding["offset"].as_u64().unwrap(), finding["length"].as_u64().unwrap());
            assert!(offset + length <= size, "{name}: {finding}");
            assert_eq!(finding["path"].as_str().unwrap().split('/').next(), Some(name.as_str()));
            assert!(!finding["message"].as_str().unwrap().is_empty(), "{name}: {finding}");
            assert!(!finding["help"].as_str().unwrap().is_empty(), "{name}: {finding}");
        }
        let text = room.relict(&format!("check {name}")).ended(1);
        assert!(text.text().contains(&format!("error[{wanted}]: ")), "{text}");
    }
}

#[test]
fn every_code_that_check_gives_is_explained() {
    let room = Room::new();
    let archives = REASONS.into_iter().map(|(_, _, code)| code);
    for code in archives.chain(BAD_ASSETS.into_iter().map(|(_, code)| code)) {
        let answer = room.fine(&format!("explain --json --code {code}")).json();
        assert_eq!((&answer["code"], &answer["severity"]), (&json!(code), &json!("error")));
        let english = room.fine(&format!("explain --code {code}"));
        let russian = room.fine(&format!("--lang ru explain --code {code}"));
        assert!(english.text().contains(answer["about"].as_str().unwrap()), "{english}");
        assert!(common::is_cyrillic(russian.text()), "{russian}");
    }
}

/// Holds an answer of `explain` to its promise, and gives its spans.
fn covered(answer: &Value) -> &[Value] {
    let spans = items(&answer["spans"]);
    let mut at = 0;
    for span in spans {
        assert_eq!(span["start"], at, "{}: {span}", answer["path"]);
        at = span["end"].as_u64().unwrap();
        assert!(span["start"].as_u64().unwrap() < at, "{}: {span}", answer["path"]);
        assert!(span["type"].is_string() && span["field"].is_string(), "{span}");
    }
    assert_eq!(answer["size"], at, "{}", answer["path"]);
    let coverage = answer["coverage"].as_object().unwrap();
    let total: u64 = coverage.values().map(|bytes| bytes.as_u64().unwrap()).sum();
    assert_eq!((total, &coverage["uncovered"]), (at, &json!(0)), "{}", answer["path"]);
    spans
}

#[test]
fn explain_covers_every_byte_of_every_good_archive_once() {
    let room = Room::new();
    for (name, expected) in good_archives() {
        room.take(&format!("ngi/{name}"));
        for full in ["", "--full"] {
            let answer = room.fine(&format!("explain --json {full} {name}")).json();
            assert_eq!((&answer["size"], &answer["path"]), (&expected["file_size"], &json!(name)));
            covered(&answer);
        }
    }
    room.fine("sample s");
    for row in items(&room.fine("ls -r --json s").json()["entries"]) {
        if !row["format"].is_null() {
            let path = row["path"].as_str().unwrap();
            covered(&room.run(&["explain", "--json", path]).ended(0).json());
        }
    }
}

#[test]
fn explain_calls_the_bytes_that_no_entry_names_padding_or_opaque() {
    let room = Room::new();
    let mut regions = 0;
    for (name, expected) in good_archives() {
        room.take(&format!("ngi/{name}"));
        let answer = room.fine(&format!("explain --json --full {name}")).json();
        for region in items(&expected["unindexed_regions"]) {
            let (start, end) = (region["start"].as_u64().unwrap(), region["end"].as_u64().unwrap());
            let inside =
                |span: &&Value| span["start"].as_u64() < Some(end) && span["end"].as_u64() > Some(start);
            let spans: Vec<&Value> = items(&answer["spans"]).iter().filter(inside).collect();
            assert_eq!((&spans[0]["start"], &spans[spans.len() - 1]["end"]), (&json!(start), &json!(end)));
            for span in spans {
                assert!(matches!(span["type"].as_str(), Some("padding" | "opaque")), "{name}: {span}");
            }
            regions += 1;
        }
    }
    assert!(regions > 10, "{regions}");
}

#[test]
fn explain_at_an_offset_gives_the_field_there_in_either_notation() {
    let room = Room::new();
    room.take("ngi/mini.rlb");
    let whole = room.fine("explain --json mini.rlb").json();
    for span in items(&whole["spans"]) {
        let last = span["end"].as_u64().unwrap() - 1;
        for at in [format!("{last}"), format!("{last:#x}")] {
            let answer = room.fine(&format!("explain --json mini.rlb --at {at}")).json();
            assert_eq!(answer["spans"], json!([span]), "{at}");
        }
    }
}

/// Takes an archive apart into `folder`.
fn unpack(room: &Room, archive: &str, folder: &str) {
    room.fine(&format!("unpack {archive} {folder}"));
}

fn hashes(room: &Room, archive: &str) -> BTreeMap<String, String> {
    let answer = room.fine(&format!("ls --json --hash {archive}")).json();
    let text = |value: &Value| value.as_str().unwrap().to_owned();
    let place = |row: &Value| text(&row["path"])[archive.len() + 1..].to_owned();
    items(&answer["entries"]).iter().map(|row| (place(row), text(&row["sha256"]))).collect()
}

#[test]
fn an_untouched_folder_packs_to_the_same_bytes() {
    let room = Room::new();
    for (name, expected) in good_archives() {
        room.take(&format!("ngi/{name}"));
        unpack(&room, &name, "folder");
        let answer = room.fine("pack --json folder again").json();
        assert_eq!((&answer["changed"], &answer["size"]), (&json!([]), &expected["file_size"]), "{name}");
        assert_eq!(sha256(&room.read("again")), expected["file_sha256"].as_str().unwrap(), "{name}");
        room.fine(&format!("diff {name} again"));
        std::fs::remove_dir_all(room.at("folder")).unwrap();
        std::fs::remove_file(room.at("again")).unwrap();
    }
}

#[test]
fn one_edited_file_changes_exactly_its_entry() {
    let room = Room::new();
    let mut edited = 0;
    for (name, _) in good_archives() {
        room.take(&format!("ngi/{name}"));
        unpack(&room, &name, "folder");
        let before = hashes(&room, &name);
        let manifest = room.json("folder/relict.json");
        let paths = room.fine(&format!("ls --json {name}")).json();
        let entries = items(&manifest["entries"]).iter().zip(items(&paths["entries"]));
        // What has a form of its own for editing is not edited by adding bytes.
        for (entry, row) in entries.filter(|(entry, _)| entry["format"].is_null()) {
            let (file, path) = (entry["file"].as_str().unwrap(), row["path"].as_str().unwrap());
            let (file, path) = (format!("folder/{file}"), &path[name.len() + 1..]);
            let old = room.read(&file);
            room.write(&file, [&old[..], b"edited"].concat());
            let packed = room.fine("pack --json --force folder again").json();
            assert_eq!(packed["changed"], json!([entry["name"]]), "{name}");
            let diff = room.relict(&format!("diff --json {name} again")).ended(1).json();
            assert_eq!(diff["same"], false);
            let differences = each(&diff["differences"], "path");
            assert!(!differences.is_empty() && differences.iter().all(|found| *found == path), "{diff}");
            let mut after = hashes(&room, "again");
            assert_eq!(after[path], sha256(&room.read(&file)), "{name}/{path}");
            after.insert(path.to_owned(), before[path].clone());
            assert_eq!(after, before, "{name}");
            room.fine("check again");
            room.write(&file, old);
            edited += 1;
        }
        std::fs::remove_dir_all(room.at("folder")).unwrap();
    }
    assert!(edited >= 10, "{edited}");
}

#[test]
fn diff_of_a_file_with_itself_finds_nothing() {
    let room = Room::new();
    for (name, _) in good_archives() {
        room.take(&format!("ngi/{name}"));
        std::fs::copy(room.at(&name), room.at("copy")).unwrap();
        let answer = room.fine(&format!("diff --json {name} copy")).json();
        assert_eq!((&answer["same"], &answer["differences"]), (&json!(true), &json!([])), "{name}");
    }
}

#[test]
fn diff_of_folders_names_the_files_that_came_went_and_changed() {
    let room = Room::new();
    room.fine("sample a");
    room.fine("sample b");
    room.fine("diff a b");
    std::fs::remove_file(room.at("b/parkan/gamefont.rlb")).unwrap();
    room.write("b/parkan/new.txt", "new");
    std::fs::copy(room.at("a/parkan/units.rlb"), room.at("b/parkan/palettes.lib")).unwrap();
    let answer = room.relict("diff --json a b").ended(1).json();
    let found: Vec<(String, &str)> = items(&answer["differences"])
        .iter()
        .map(|d| (d["path"].as_str().unwrap().replace('\\', "/"), d["change"].as_str().unwrap()))
        .collect();
    assert!(found.contains(&("parkan/gamefont.rlb".into(), "removed")), "{found:?}");
    assert!(found.contains(&("parkan/new.txt".into(), "added")), "{found:?}");
    assert!(found.contains(&("parkan/palettes.lib/tank.msh".into(), "added")), "{found:?}");
    assert!(!found.iter().any(|(path, _)| path.starts_with("parkan/units.rlb")), "{found:?}");
}

#[test]
fn find_reaches_entries_at_every_depth_by_part_and_by_pattern() {
    let room = Room::new();
    room.fine("sample s");
    let found = |pattern: &str| -> Vec<String> {
        let paths = ["s/parkan/sprites.lib", "s/parkan/units.rlb"];
        let answer = room.run(&[&["find", "--json", pattern], &paths[..]].concat()).ended(0).json();
        each(&answer["matches"], "path").into_iter().map(|path| path.replace('\\', "/")).collect()
    };
    let models = "s/parkan/sprites.lib/MODELS.RLB";
    let wanted = [format!("{models}/TURRET.wea"), "s/parkan/units.rlb/TURRET.wea".into()];
    for pattern in ["turret.w", "TURRET.WEA", "*ret.wea", "t?rret.we[ab]", "**/turret.wea"] {
        assert_eq!(found(pattern), wanted, "{pattern}");
    }
    let units = ["tank", "scout", "walker", "TURRET", "bunker", "tower", "factory"];
    let tables = |archive: &str, units: &[&str]| -> Vec<String> {
        units.iter().map(|unit| format!("{archive}/{unit}.wea")).collect()
    };
    assert_eq!(found("MODELS.RLB/*.wea"), tables(models, &units[3..4]));
    assert_eq!(found("units.rlb/*.wea"), tables("s/parkan/units.rlb", &units));
    assert_eq!(found("no such thing"), Vec::<String>::new());
}

#[test]
fn names_match_without_regard_to_case_and_numbers_tell_duplicates_apart() {
    let room = Room::new();
    room.take("ngi/mini.rlb");
    for (path, size) in [("mini.rlb/land", 12), ("MINI.RLB/LAND#2", 4), ("mini.rlb/Notes.TXT", 5)] {
        let answer = room.fine(&format!("convert --json --force {path} out.bin")).json();
        assert_eq!(answer["size"], size, "{path}");
    }
}
