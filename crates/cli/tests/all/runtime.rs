//! `relict runtime`: the examples answer what they are said to answer, and the fixtures what is expected of them.

// A test stops at the first surprise.
#![allow(clippy::unwrap_used, clippy::panic)]

use crate::common;

use crate::common::{Room, Run, expected, is_cyrillic, items, words};
use relict_toolkit::messages::{Language, key};
use serde_json::{Value, json};
use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

fn examples() -> PathBuf {
    common::fixtures().join("../examples/runtime")
}

/// A room with the libraries of the fixtures in `game`.
fn room() -> Room {
    let room = Room::new();
    fs::create_dir(room.at("game")).unwrap();
    for name in ["textures.lib", "material.lib", "lightmap.lib", "mini.rlb", "empty.lib"] {
        fs::copy(common::fixtures().join("ngi").join(name), room.at("game").join(name)).unwrap();
    }
    room
}

/// What a scenario answers, as JSON.
fn answer(room: &Room, scenario: &Value) -> Value {
    room.write("scenario.json", serde_json::to_vec(scenario).unwrap());
    room.fine("runtime --json scenario.json --game game").json()
}

fn calls(calls: &[Value]) -> Value {
    json!({ "schema": "relict.scenario/1", "calls": calls })
}

/// The scripts of a folder by name, each with its calls.
fn scripts(folder: &Path) -> Vec<(String, Value)> {
    let mut found = vec![];
    for file in fs::read_dir(folder).unwrap().map(|file| file.unwrap().path()) {
        let name = file.file_name().unwrap().to_str().unwrap().to_owned();
        if name.ends_with(".json") && !name.ends_with(".answer.json") {
            let scenario: Value = serde_json::from_slice(&fs::read(&file).unwrap()).unwrap();
            found.push((name, scenario["calls"].clone()));
        }
    }
    found.sort_by(|(a, _), (b, _)| a.cmp(b));
    found
}

/// Runs a script in the room; its answer must be the one in `folder`, which was written from the root of the repository.
fn assert_example(room: &Room, folder: &Path, line: &str, name: &str, calls: &Value) {
    let mut found = room.fine(&format!("runtime --json {line}")).json();
    let beside = folder.join(name.replace(".json", ".answer.json"));
    let wanted: Value = serde_json::from_slice(&fs::read(beside).unwrap()).unwrap();
    let shown = folder.join(name).to_str().unwrap().replace('\\', "/");
    assert!(shown.ends_with(wanted["path"].as_str().unwrap()), "{shown}");
    found["path"] = wanted["path"].clone();
    assert_eq!(found, wanted, "{name}");
    // The listing for people has every call.
    let listing = room.fine(&format!("runtime {line}"));
    for (i, call) in items(calls).iter().enumerate() {
        let head = format!("{i:>4} {}", call["call"].as_str().unwrap());
        assert!(listing.text().lines().any(|line| line.starts_with(&head)), "{head}: {listing}");
    }
}

#[test]
fn every_example_answers_what_stands_beside_it() {
    let room = room();
    let scripts = scripts(&examples());
    for (name, calls) in &scripts {
        fs::copy(examples().join(name), room.at(name)).unwrap();
        assert_example(&room, &examples(), &format!("{name} --game game"), name, calls);
    }
    let names: Vec<&str> = scripts.iter().map(|(name, _)| name.as_str()).collect();
    assert_eq!(names, ["fallback.json", "limits.json", "phases.json", "sweep.json"]);
}

/// The examples that have their libraries beside them.
fn engine() -> PathBuf {
    examples().join("engine")
}

/// A room with all of that folder in `engine`.
fn engine_room() -> Room {
    let room = Room::new();
    fs::create_dir(room.at("engine")).unwrap();
    for file in fs::read_dir(engine()).unwrap().map(|file| file.unwrap().path()) {
        fs::copy(&file, room.at("engine").join(file.file_name().unwrap())).unwrap();
    }
    room
}

#[test]
fn every_example_with_libraries_of_its_own_answers_what_stands_beside_it() {
    let (room, scripts) = (engine_room(), scripts(&engine()));
    for (name, calls) in &scripts {
        assert_example(&room, &engine(), &format!("engine/{name}"), name, calls);
    }
    assert!(scripts.len() >= 13, "{}", scripts.len());
}

/// What stands in backticks.
fn quoted(cell: &str) -> Vec<&str> {
    cell.split('`').skip(1).step_by(2).collect()
}

#[test]
fn every_statement_of_the_book_names_scripts_that_make_its_calls() {
    let page = common::fixtures().join("../docs/src/guide/runtime-statements.md");
    let (page, mut rows, mut shown) = (fs::read_to_string(page).unwrap(), 0, BTreeSet::new());
    for line in page.lines().filter(|line| line.starts_with("| ") && !line.starts_with("| statement")) {
        let [_, _, calls, scripts, _] = line.split('|').collect::<Vec<_>>()[..] else { panic!("{line}") };
        let made: Vec<String> = quoted(scripts)
            .into_iter()
            .flat_map(|script| {
                let scenario = fs::read(engine().join(script)).unwrap_or_else(|e| panic!("{script}: {e}"));
                let scenario: Value = serde_json::from_slice(&scenario).unwrap();
                items(&scenario["calls"])
                    .iter()
                    .map(|call| call["call"].as_str().unwrap().to_owned())
                    .collect::<Vec<_>>()
            })
            .collect();
        let wanted = quoted(calls);
        assert!(!wanted.is_empty() && !made.is_empty(), "{line}");
        for call in wanted {
            assert!(made.iter().any(|made| made == call), "{call}: {line}");
            shown.insert(call.to_owned());
        }
        rows += 1;
    }
    assert!(rows > 70, "{rows}");
    let made = scripts(&engine()).into_iter().flat_map(|(_, calls)| items(&calls).to_vec());
    for call in made.map(|call| call["call"].as_str().unwrap().to_owned()) {
        assert!(shown.contains(&call), "no statement is shown by {call}");
    }
}

#[test]
fn records_in_memory_are_listed_by_offset_bytes_and_name() {
    let listing = engine_room().fine("runtime engine/memory.json");
    for line in [
        "     +0    e4090210                         vtable 0x100209e4 -> vtable",
        "     +572  02000000                         table_count 2",
        "     +20   00000000                         blocks[0].mode 0",
        "       +60   08000000                         width 8",
    ] {
        assert!(listing.text().lines().any(|found| found == line), "{line}: {listing}");
    }
}

/// The materials of the fixture, in the order of the file that tells of them.
fn materials() -> Vec<(String, Value)> {
    expected("material.lib")["materials"].as_object().unwrap().clone().into_iter().collect()
}

/// A table of them all.
fn load_all(materials: &[(String, Value)]) -> Value {
    let rows: String = materials.iter().enumerate().map(|(i, (name, _))| format!("{i} {name}\n")).collect();
    json!({ "call": "load_wear_buffer", "text": format!("{}\n{rows}", materials.len()) })
}

fn near(found: &Value, wanted: &Value, of: &str) {
    let (found, wanted) = (found.as_f64().unwrap(), wanted.as_f64().unwrap());
    assert!((found - wanted).abs() <= 1e-6, "{of}: {found}, not {wanted}");
}

/// Compares a record with floats by name; how many of the sixteen have the very bits that are expected.
fn assert_record(found: &Value, floats: &Value, hex: &Value, of: &str) -> usize {
    for colour in ["diffuse", "ambient", "specular", "emissive"] {
        for (i, channel) in ["r", "g", "b", "a"].iter().enumerate() {
            let name = format!("{colour}_{channel}");
            near(&found["result"][colour][i], &floats[&name], &format!("{of} {name}"));
        }
    }
    let bits = items(&found["hex"]).iter().zip(items(hex));
    assert_eq!(items(&found["hex"]).len(), 16, "{of}");
    bits.filter(|(a, b)| a == b).count()
}

/// None for a sample that is uncertain, which is only told about.
fn assert_sample(found: &Value, wanted: &Value, of: &str) -> Option<usize> {
    assert_eq!(found["edge"], wanted["edge"], "{of}");
    if wanted["uncertain"] == json!(true) {
        println!("{of} is uncertain ({}): {found}", wanted["note"]);
        near(&found["alpha"], &wanted["alpha_clamped"], of);
        near(&found["alpha_unclamped"], &wanted["alpha"], of);
        return None;
    }
    for name in ["key", "next", "phase", "next_phase"] {
        assert_eq!(found[name], wanted[name], "{of} {name}");
    }
    for name in ["time", "alpha"] {
        near(&found[name], &wanted[name], &format!("{of} {name}"));
    }
    assert_eq!(found["texture_name"], wanted["texture"], "{of}");
    for name in ["power", "cell"] {
        assert_eq!(found["result"][name], wanted[name], "{of} {name}");
    }
    Some(assert_record(found, &wanted["result"], &wanted["result_hex"], of))
}

#[test]
fn a_scenario_of_every_expected_sample_answers_as_expected() {
    let (room, materials) = (room(), materials());
    let (mut script, mut wanted, mut rand) = (vec![load_all(&materials)], vec![], vec![]);
    for (row, (name, expected)) in materials.iter().enumerate() {
        for sample in items(&expected["samples_by_game_time"]) {
            rand.extend(sample.get("rand_value").cloned());
            let start =
                json!({ "call": "set_start_time", "table": 0, "row": row, "time": sample["start_time"] });
            let now = json!({ "call": "set_game_time", "time": sample["game_time"] });
            let ask = json!({ "call": "phase_by_time", "handle": row, "block": sample["block"] });
            script.extend([start, now, ask]);
            wanted.push((script.len() - 1, name, sample));
        }
        for sample in items(&expected["samples_by_normalized_t"]) {
            let ask =
                json!({ "call": "phase_by_t", "handle": row, "block": sample["block"], "t": sample["t"] });
            script.push(ask);
            wanted.push((script.len() - 1, name, sample));
        }
    }
    assert_eq!(wanted.len(), 64);
    let mut scenario = calls(&script);
    scenario["rand"] = json!(rand);
    let answers = answer(&room, &scenario);
    assert_eq!(answers["errors"], 0);
    let mut exact = vec![];
    for (call, name, sample) in &wanted {
        let (found, of) = (&answers["answers"][call]["answer"], format!("call {call}, {name}"));
        exact.extend(assert_sample(found, sample, &of));
        if let Some(after) = sample.get("start_time_after") {
            assert_eq!(found["start_time"], *after, "{of}");
        }
    }
    println!("{} of {} floats have the very bits", exact.iter().sum::<usize>(), exact.len() * 16);
}

#[test]
fn every_material_has_the_phases_and_the_metadata_that_are_expected() {
    let (room, materials) = (room(), materials());
    let ask = |row: usize| json!({ "call": "material", "table": 0, "row": row });
    let script: Vec<Value> =
        [load_all(&materials)].into_iter().chain((0..materials.len()).map(ask)).collect();
    let answers = answer(&room, &calls(&script));
    for (row, (name, wanted)) in materials.iter().enumerate() {
        let found = &answers["answers"][row + 1]["answer"];
        assert_eq!(found["name"], name.as_str());
        assert_eq!(items(&found["phases"]).len(), items(&wanted["phases"]).len(), "{name}");
        for (phase, wanted) in items(&found["phases"]).iter().zip(items(&wanted["phases"])) {
            let runtime = &wanted["runtime"];
            assert_record(phase, &runtime["floats"], &runtime["floats_hex"], name);
            assert_eq!(phase["result"]["power"], runtime["power"], "{name}");
            assert_eq!(phase["result"]["cell"], runtime["cell"], "{name}");
            assert_eq!(phase["texture_name"], runtime["texture"], "{name}");
        }
        for (block, wanted) in items(&found["blocks"]).iter().zip(items(&wanted["blocks"])) {
            for key in ["mode", "mask", "keys"] {
                assert_eq!(block[key], wanted[key], "{name} {key}");
            }
        }
        let meta = &found["metadata"];
        for (ours, theirs) in [
            ("meta_a", "metaA"),
            ("meta_b", "metaB"),
            ("flag_a", "flagA"),
            ("nibble_mode", "nibble_mode"),
            ("flag_b", "flagB"),
        ] {
            assert_eq!(meta[ours], wanted[theirs], "{name} {ours}");
        }
        for (ours, theirs) in [("meta_c_bits", "metaC_bits"), ("meta_d_bits", "metaD_bits")] {
            let wanted = wanted[theirs].as_str().unwrap().to_lowercase();
            assert_eq!(meta[ours], wanted.as_str(), "{name} {ours}");
        }
    }
}

#[test]
fn a_script_that_makes_no_sense_is_refused_by_its_place() {
    let room = room();
    let refused = |text: &str, place: &str| {
        room.write("scenario.json", text);
        for option in ["", "--json"] {
            let run = room.relict(&format!("runtime {option} scenario.json --game game")).ended(2);
            assert!(run.stderr.starts_with("error[runtime.scenario]: "), "{run}");
            assert!(run.stderr.contains(&format!("--> scenario.json{place}\n")), "{run}");
            assert!(run.stdout.is_empty(), "{run}");
        }
    };
    refused("no JSON", "");
    refused("[1]", "");
    refused(
        r#"{"schema":"relict.scenario/1","calls":[{"call":"destroy"},{"call":"explode"}]}"#,
        ": calls[1].call",
    );
    refused(r#"{"schema":"relict.scenario/1","calls":[{"call":"sweep","now":-1}]}"#, ": calls[0].now");
    refused(r#"{"schema":"relict.scenario/1","calls":[],"config":{"sweep":1}}"#, ": config.sweep");
    for path in ["../scenario.json", "/etc/hosts", "game/../../x", "C:\\x", "..\\x"] {
        let name = json!(path);
        refused(&calls(&[json!({ "call": "load_wear_file", "name": name })]).to_string(), ": calls[0].name");
        refused(
            &calls(&[json!({ "call": "set_textures_lib", "path": name })]).to_string(),
            ": calls[0].path",
        );
    }
    let run = room.relict("runtime none.json").ended(2);
    assert!(run.stderr.starts_with("error[io.not-found]: "), "{run}");
    let run = room.relict("runtime scenario.json --game scenario.json").ended(2);
    assert!(run.stderr.starts_with("error[io.not-folder]: "), "{run}");
}

#[test]
fn everything_that_is_wrong_with_a_script_is_said_at_once_in_both_languages() {
    let room = room();
    let calls = [
        json!({ "call": "explode" }),
        json!({ "call": "sweep", "now": -1, "then": 2 }),
        json!({ "call": "texture", "library": "palettes" }),
    ];
    let mut scenario = self::calls(&calls);
    scenario["config"] = json!({ "mip_flags": "both" });
    room.write("scenario.json", scenario.to_string());
    let places = [
        "config.mip_flags",
        "calls[0].call",
        "calls[1].now",
        "calls[1].then",
        "calls[2].name",
        "calls[2].library",
    ];
    for language in ["en", "ru"] {
        let run = room.relict(&format!("runtime scenario.json --game game --lang {language}")).ended(2);
        let found: Vec<&str> = run
            .stderr
            .lines()
            .filter_map(|line| line.split_once("--> scenario.json: "))
            .map(|(_, place)| place)
            .collect();
        assert_eq!(found, places, "{run}");
        let said = run.stderr.lines().filter(|line| line.starts_with("error[runtime.scenario]"));
        assert!(said.clone().all(|line| is_cyrillic(line) == (language == "ru")), "{run}");
        assert_eq!((said.count(), run.stdout.len()), (places.len(), 0));
    }
}

#[test]
fn libraries_are_looked_up_beside_the_script_unless_a_folder_is_named() {
    let room = room();
    let scenario = calls(&[json!({ "call": "load_wear_file", "name": "mini.rlb/unit.wea" })]).to_string();
    room.write("game/beside.json", &scenario);
    room.write("elsewhere.json", &scenario);
    let errors = |line: &str| room.fine(line).json()["errors"].clone();
    assert_eq!(errors("runtime --json game/beside.json"), 0);
    assert_eq!(errors("runtime --json elsewhere.json"), 1);
    assert_eq!(errors("runtime --json elsewhere.json --game GAME"), 0);
    let piped =
        Run::fed(&mut room.command(&words("runtime --json - --game game")), scenario.as_bytes()).ended(0);
    assert_eq!((&piped.json()["path"], &piped.json()["errors"]), (&json!("-"), &json!(0)));
}

#[test]
fn answers_differ_by_language_only_in_what_relict_says() {
    let room = room();
    fs::copy(examples().join("limits.json"), room.at("limits.json")).unwrap();
    let [mut english, mut russian] = ["en", "ru"]
        .map(|lang| room.fine(&format!("runtime --json limits.json --game game --lang {lang}")).json());
    let mut compared = 0;
    for (a, b) in
        english["answers"].as_array_mut().unwrap().iter_mut().zip(russian["answers"].as_array_mut().unwrap())
    {
        assert_eq!(a["messages"], b["messages"], "the engine speaks English");
        for place in ["/error/message", "/remarks/0/message"] {
            if let (Some(a), Some(b)) = (a.pointer_mut(place), b.pointer_mut(place)) {
                assert!(is_cyrillic(b.as_str().unwrap()) && a != b, "{b}");
                (*a, *b) = (Value::Null, Value::Null);
                compared += 1;
            }
        }
    }
    assert!(compared >= 8 && english == russian, "{compared}");
    let listing = room.fine("runtime limits.json --game game --lang ru");
    assert!(listing.text().contains("движок: Illegal lightmaps length."), "{listing}");
}

#[test]
fn every_code_of_the_runtime_has_words_in_both_languages() {
    for code in relict_toolkit::ngi::runtime::CODES {
        for language in [Language::English, Language::Russian] {
            let said = language.catalogue().get(&key(code), &vec![]);
            // Without its arguments a message may be refused, but never be missing.
            let there = said.is_some() || language.catalogue().try_get(&key(code), &vec![]).is_err();
            assert!(there, "{language:?} lacks {code}");
        }
    }
}
