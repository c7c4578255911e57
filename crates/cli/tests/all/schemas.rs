//! Every answer for machines has the shape that `relict schema` publishes.

// A test stops at the first surprise.
#![allow(clippy::unwrap_used, clippy::panic)]

use crate::common;

use crate::common::{Room, Run, good_archives};
use jsonschema::Validator;
use serde_json::Value;
use std::collections::BTreeSet;

/// A run of each command, and how it must end; told apart are those that answer about the same thing in another way.
const RUNS: &[(&str, &str, i32)] = &[
    ("info", "info mini.rlb", 0),
    ("info", "info rsli_overlay.lib", 0),
    ("info", "info s/parkan/units.rlb/tank.msh", 0),
    ("info", "info mini.rlb/notes.txt", 0),
    ("info", "info s/parkan/units.rlb/tank.msh/slots", 0),
    ("ls", "ls mini.rlb", 0),
    ("ls", "ls s/parkan/units.rlb/tank.msh", 0),
    ("ls", "ls -r --hash s", 0),
    ("ls", "ls --hash rsli_bounds.lib", 0),
    ("ls", "ls empty.lib", 0),
    ("find", "find tank s", 0),
    ("find", "find nothing s", 0),
    ("find", "find vertices s/parkan/units.rlb", 0),
    ("explain", "explain gaps.rlb", 0),
    ("explain", "explain --full rsli_overlay.lib", 0),
    ("explain", "explain mini.rlb --at 0x10", 0),
    // What could be read is told, and then what could not.
    ("explain", "explain nres_short.rlb", 2),
    ("explain", "explain nres_negcount.rlb", 2),
    ("explain-code", "explain --code nres.total-size", 0),
    ("explain-code", "explain --code io.not-found", 0),
    ("check", "check mini.rlb", 0),
    ("check", "check s gaps.rlb", 0),
    ("check", "check nres_overlap.rlb rsli_bounds.lib nres_short.rlb", 1),
    ("unpack", "unpack mini.rlb folder", 0),
    ("unpack", "unpack --tolerant --dry-run rsli_bounds.lib elsewhere", 0),
    ("pack", "pack folder again.rlb", 0),
    ("unpack", "unpack doom-rpg-signed.jar game", 0),
    ("unpack", "unpack --tolerant mappings-texture-out-of-range.jar half", 0),
    ("pack", "pack game game.jar", 0),
    ("pack", "pack sprite sprite.jar --like doom-rpg-signed.jar --strip-signature", 0),
    ("convert", "convert doom-rpg-signed.jar/level01.bsp map.svg", 0),
    ("convert", "convert mini.rlb mini.json", 0),
    ("convert", "convert mini.rlb/notes.txt notes.txt", 0),
    ("diff", "diff mini.rlb again.rlb", 0),
    ("diff", "diff mini.rlb gaps.rlb", 1),
    ("refs", "refs mini.rlb", 0),
    ("refs", "refs textures.lib/RGB565.0", 0),
    ("survey", "survey s --out report.json", 0),
    ("survey", "survey --no-hash mini.rlb nres_negcount.rlb", 0),
    ("survey", "survey --dry-run --out other.json s/parkan/units.rlb/tank.msh", 0),
    ("survey-compare", "survey --compare report.json report.json", 0),
    ("survey-compare", "survey --compare parkan-iron-strategy report.json", 1),
    ("pose", "pose --time 1.5 s/parkan/units.rlb/tank.msh", 0),
    ("pose", "pose --rest --engine s/parkan/units.rlb/bunker.msh", 0),
    ("pose", "pose --time 0 --blend 4 --weight 0.5 s/parkan/units.rlb/turret.msh", 0),
    ("draw", "draw s/parkan/units.rlb/tank.msh", 0),
    ("draw", "draw --time 1.5 --camera 5,-9,2 --target 9,0,0 s/parkan/units.rlb/tank.msh", 0),
    ("draw", "draw --inside s/parkan/units.rlb/tank.msh", 0),
    ("pick", "pick --ray 0,0,9 --to 0,0,0 --all --joined s/parkan/units.rlb/tank.msh", 0),
    ("pick", "pick --walk s/parkan/units.rlb/bunker.msh", 0),
    ("pick", "pick --ray 1,1,99 --direction 0,0,-1 s/parkan/Land.msh", 0),
    ("runtime", "runtime limits.json", 0),
    ("runtime", "runtime --game . phases.json", 0),
    ("runtime", "runtime engine/memory.json", 0),
    ("runtime", "runtime engine/texture.json", 0),
    ("sample", "sample another", 0),
    ("sample", "sample --dry-run third", 0),
    ("demo", "demo", 0),
];

fn furnished() -> Room {
    let room = Room::new();
    for (name, _) in good_archives() {
        room.take(&format!("ngi/{name}"));
    }
    for name in ["nres_short.rlb", "nres_negcount.rlb", "nres_overlap.rlb", "rsli_bounds.lib"] {
        room.take(&format!("ngi/bad/{name}"));
    }
    for name in ["limits.json", "phases.json"] {
        room.take(&format!("../examples/runtime/{name}"));
    }
    std::fs::create_dir(room.at("engine")).unwrap();
    let engine = common::fixtures().join("../examples/runtime/engine");
    for file in std::fs::read_dir(engine).unwrap().map(|file| file.unwrap().path()) {
        std::fs::copy(&file, room.at("engine").join(file.file_name().unwrap())).unwrap();
    }
    room.take("idmobile/good/doom-rpg-signed.jar");
    room.take("idmobile/bad/mappings-texture-out-of-range.jar");
    std::fs::create_dir_all(room.at("sprite/Sprites")).unwrap();
    for name in ["sprite_001.png", "sprite_001.json"] {
        let from = common::fixtures().join("idmobile/pack/sprite/Sprites").join(name);
        std::fs::copy(from, room.at("sprite/Sprites").join(name)).unwrap();
    }
    room.fine("sample s");
    room
}

fn schema(room: &Room, name: &str) -> Value {
    room.fine(&format!("schema {name}")).json()
}

fn validator(schema: &Value) -> Validator {
    jsonschema::validator_for(schema).unwrap_or_else(|e| panic!("{schema}: {e}"))
}

#[track_caller]
fn assert_valid(validator: &Validator, answer: &Value, of: &str) {
    let errors: Vec<String> =
        validator.iter_errors(answer).map(|e| format!("{}: {e}", e.instance_path())).collect();
    assert!(errors.is_empty(), "{of}: {errors:#?}");
}

/// Everything that `--json` was answered to.
fn answers(room: &Room) -> Vec<(&'static str, Run)> {
    let run = |line: &str, code| room.relict(&format!("--json {line}")).ended(code);
    RUNS.iter().map(|(command, line, code)| (*command, run(line, *code))).collect()
}

#[test]
fn every_answer_begins_with_its_schema_and_has_that_shape() {
    let room = furnished();
    for (command, run) in answers(&room) {
        let text = run.text().trim_start_matches('{').trim_start();
        assert!(text.starts_with(&format!("\"schema\": \"relict.{command}/1\",")), "{run}");
        let schema = schema(&room, command);
        assert_eq!(schema["title"], format!("relict.{command}/1"));
        assert_valid(&validator(&schema), &run.json(), &run.line);
    }
}

#[test]
fn an_answer_without_one_of_its_keys_or_with_another_type_there_has_not_that_shape() {
    let room = furnished();
    for (command, run) in answers(&room) {
        let schema = schema(&room, command);
        let validator = validator(&schema);
        let answer = run.json();
        let required = schema["required"].as_array().unwrap();
        assert!(required.len() >= 3, "{schema}");
        for key in required.iter().map(|key| key.as_str().unwrap()) {
            let mut without = answer.clone();
            without.as_object_mut().unwrap().remove(key).unwrap_or_else(|| panic!("{key}: {run}"));
            assert!(!validator.is_valid(&without), "{command} without {key}");
            let mut twisted = answer.clone();
            twisted[key] = if answer[key].is_array() { "text".into() } else { Value::Array(vec![]) };
            assert!(!validator.is_valid(&twisted), "{command} with {twisted}");
        }
    }
}

#[test]
fn every_command_with_an_answer_has_a_schema_and_is_tried_here() {
    let room = Room::new();
    let help = room.fine("schema --help");
    let listed = help.text().split("possible values:").nth(1).unwrap_or_else(|| panic!("{help}"));
    let listed = listed.split(']').next().unwrap().split([',', ' ', '\n']).filter(|name| !name.is_empty());
    let mut tried: BTreeSet<&str> = RUNS.iter().map(|(command, _, _)| *command).collect();
    tried.insert("folder");
    // It does not end by itself, so it is tried elsewhere, in view.rs.
    tried.insert("view");
    assert_eq!(listed.collect::<BTreeSet<_>>(), tried);
}

#[test]
fn the_manifest_of_every_unpacked_folder_has_its_shape() {
    let room = furnished();
    let schema = schema(&room, "folder");
    assert_eq!(schema["title"], "relict.folder/1");
    let validator = validator(&schema);
    let good = good_archives().into_iter().map(|(name, _)| name);
    let samples = ["s/parkan/units.rlb", "s/parkan/oddities.rlb", "s/parkan/sprites.lib"].map(String::from);
    let bad = ["nres_overlap.rlb", "rsli_bounds.lib", "doom-rpg-signed.jar"].map(String::from);
    for (i, archive) in good.chain(samples).chain(bad).enumerate() {
        room.fine(&format!("unpack --tolerant {archive} {i}"));
        let mut manifests = 0;
        for (name, bytes) in common::tree(&room.at(&i.to_string())) {
            if name.rsplit('/').next() == Some("relict.json") {
                let manifest: Value = serde_json::from_slice(&bytes.unwrap()).unwrap();
                assert_eq!(manifest["schema"], "relict.folder/1");
                assert_valid(&validator, &manifest, &format!("{archive}: {name}"));
                let mut without = manifest.clone();
                without.as_object_mut().unwrap().remove("entries");
                assert!(!validator.is_valid(&without), "{archive}: {name}");
                manifests += 1;
            }
        }
        assert!(manifests > 0, "{archive}");
    }
}

#[test]
fn what_the_manifest_schema_refuses_pack_refuses() {
    let room = furnished();
    let validator = validator(&schema(&room, "folder"));
    room.fine("unpack mini.rlb folder");
    let manifest = room.json("folder/relict.json");
    let spoil: [fn(&mut Value); 5] = [
        |json| json["entries"] = "text".into(),
        |json| json["entries"][0]["colour"] = 1.into(),
        |json| json["entries"][0]["id"] = "first".into(),
        |json| drop(json["entries"][0].as_object_mut().unwrap().remove("name")),
        |json| json["entries"][0]["attributes"] = 3.into(),
    ];
    for (i, change) in spoil.iter().enumerate() {
        let mut spoilt = manifest.clone();
        change(&mut spoilt);
        assert!(!validator.is_valid(&spoilt), "{i}");
        room.write("folder/relict.json", spoilt.to_string());
        let run = room.relict("pack folder out.rlb").ended(2);
        assert!(run.stderr.starts_with("error[folder.manifest]: "), "{run}");
    }
}

#[test]
fn a_document_converted_to_json_says_what_it_is_and_comes_back() {
    let room = furnished();
    for (name, _) in good_archives() {
        room.fine(&format!("convert --force {name} document.json"));
        let text = String::from_utf8(room.read("document.json")).unwrap();
        assert!(text.starts_with("{\n\"schema\": \"relict.document/1\",\n\"format\": \"ngi."), "{text}");
        room.fine(&format!("convert --force document.json back-{name}"));
        assert!(room.read(&format!("back-{name}")) == room.read(&name), "{name}");
    }
}
