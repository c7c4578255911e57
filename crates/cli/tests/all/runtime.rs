//! `relict runtime`: the examples answer what they are said to answer, and the fixtures what is expected of them.

// A test stops at the first surprise.
#![allow(clippy::unwrap_used, clippy::panic)]

use crate::common;

use crate::common::{Room, Run, expected, is_cyrillic, items, words};
use relict_toolkit::messages::{Language, key};
use serde_json::{Value, json};
use std::fs;
use std::path::PathBuf;

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

#[test]
fn every_example_answers_what_stands_beside_it() {
    let room = room();
    let mut tried = vec![];
    for file in fs::read_dir(examples()).unwrap().map(|file| file.unwrap().path()) {
        let name = file.file_name().unwrap().to_str().unwrap().to_owned();
        let Some(stem) = name.strip_suffix(".json").filter(|stem| !stem.ends_with(".answer")) else {
            continue;
        };
        fs::copy(&file, room.at(&name)).unwrap();
        let mut found = room.fine(&format!("runtime --json {name} --game game")).json();
        let beside = examples().join(format!("{stem}.answer.json"));
        let wanted: Value = serde_json::from_slice(&fs::read(beside).unwrap()).unwrap();
        // They were written from the root of the repository.
        assert_eq!(wanted["path"], format!("examples/runtime/{name}"));
        found["path"] = wanted["path"].clone();
        assert_eq!(found, wanted, "{name}");
        // The listing for people has every call.
        let listing = room.fine(&format!("runtime {name} --game game"));
        let scenario: Value = serde_json::from_slice(&fs::read(&file).unwrap()).unwrap();
        for (i, call) in items(&scenario["calls"]).iter().enumerate() {
            let head = format!("{i:>4} {}", call["call"].as_str().unwrap());
            assert!(listing.text().lines().any(|line| line.starts_with(&head)), "{head}: {listing}");
        }
        tried.push(stem.to_owned());
    }
    tried.sort();
    assert_eq!(tried, ["fallback", "limits", "phases", "sweep"]);
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
