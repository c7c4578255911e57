//! Which game is which: every manifest and every archive of the fixtures.

// A test stops at the first surprise.
#![allow(clippy::unwrap_used, clippy::panic)]

use relict_core::format::{Document, Origin};
use relict_idmobile::game::{Doubt, Game, Layout, MANIFEST, Manifest, is_signature};
use serde_json::Value;
use std::fs;
use std::path::{Path, PathBuf};

fn fixtures() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fixtures/idmobile")
}

fn json(name: &str) -> Value {
    serde_json::from_slice(&fs::read(fixtures().join("expected").join(name)).unwrap()).unwrap()
}

/// What is expected of each good archive.
fn expected() -> Vec<Value> {
    let folder = fs::read_dir(fixtures().join("expected")).unwrap();
    let names = folder.map(|file| file.unwrap().file_name().into_string().unwrap());
    // The builds as real phones have them are added one by one, as far as they are read.
    let read = names.filter(|name| !name.ends_with("-j2me.json"));
    let all: Vec<Value> = read.map(|name| json(&name)).filter(|json| json.get("fixture").is_some()).collect();
    assert_eq!(all.len(), 9);
    all
}

fn open(bytes: &[u8]) -> Box<dyn Document + '_> {
    relict_idmobile::FORMATS
        .iter()
        .find(|kind| kind.id == "idmobile.jar")
        .unwrap()
        .open(bytes, Origin::default())
        .unwrap()
}

fn fact<'f>(facts: &'f [(&'static str, Value)], name: &str) -> &'f Value {
    facts.iter().find(|(fact, _)| *fact == name).map_or(&Value::Null, |(_, value)| value)
}

#[test]
fn every_manifest_is_understood() {
    let cases = json("manifest-detection.json")["cases"].as_array().unwrap().clone();
    assert_eq!(cases.len(), 22);
    for case in cases {
        let text = fs::read(fixtures().join(case["file"].as_str().unwrap())).unwrap();
        let found = Game::detect(&[MANIFEST], &|_| Some(text.as_slice().into()));
        assert_eq!(found.game.map(Game::id), case["game"].as_str(), "{case}");
        let doubted = matches!(found.warnings[..], [Doubt::TwoTitles { .. }]);
        assert_eq!(doubted, case["note"].as_str().unwrap().contains("warning expected"), "{case}");
        assert_eq!(found.manifest.as_deref(), Some(MANIFEST));
    }
}

#[test]
fn every_archive_is_the_game_that_it_is() {
    for case in expected() {
        let bytes = fs::read(fixtures().join(case["fixture"].as_str().unwrap())).unwrap();
        let document = open(&bytes);
        let facts = document.facts();
        assert_eq!(fact(&facts, "game"), &case["game"], "{}", case["fixture"]);
        assert_eq!(fact(&facts, "layout"), &case["layout"], "{}", case["fixture"]);
        assert_eq!(fact(&facts, "signed"), &Value::from(case["signed"].as_bool().unwrap_or(false)));
        if let Some(entries) = case["entries"].as_array() {
            assert_eq!(fact(&facts, "entries"), &Value::from(entries.len()));
        }
        let counted = [
            ("texture_blobs", "textures"),
            ("textures", "coloured_textures"),
            ("flats", "flats"),
            ("sprites", "sprites"),
            ("media", "images"),
            ("maps", "maps"),
        ];
        for (list, name) in counted {
            let stated =
                case[list].as_array().map(Vec::len).or(case[list].as_object().map(serde_json::Map::len));
            let found = facts.iter().find(|(fact, _)| *fact == name).map(|(_, count)| count);
            if let Some(stated) = stated {
                assert_eq!(found, Some(&Value::from(stated)), "{} {name}", case["fixture"]);
            }
        }
    }
}

/// The names in an archive, and a way to the bytes.
fn names(document: &dyn Document) -> Vec<String> {
    let archive = document.archive().unwrap();
    (0..archive.len()).map(|i| archive.name(i).unwrap().into_owned()).collect()
}

#[test]
fn resources_alone_are_enough() {
    for case in expected() {
        let bytes = fs::read(fixtures().join(case["fixture"].as_str().unwrap())).unwrap();
        let document = open(&bytes);
        let archive = document.archive().unwrap();
        let names: Vec<String> =
            names(&*document).into_iter().filter(|name| !name.starts_with("META-INF/")).collect();
        let lookup = |name: &str| archive.payload(archive.find(name)?, Default::default()).ok();
        let found = Game::detect(&names, &lookup);
        assert_eq!(found.game.map(Game::id), case["game"].as_str(), "{}", case["fixture"]);
        assert_eq!(found.layout.map(Layout::id), case["layout"].as_str(), "{}", case["fixture"]);
        assert_eq!(found.prefix, case["root"].as_str().unwrap_or_default(), "{}", case["fixture"]);
        assert_eq!((found.warnings, found.missing), (vec![Doubt::NoManifest], vec![]));
    }
}

#[test]
fn loose_files_are_the_same_as_those_in_a_bundle() {
    let bytes = fs::read(fixtures().join("good/doom2-rpg-bundle.zip")).unwrap();
    let document = open(&bytes);
    let loose: Vec<String> =
        names(&*document).iter().map(|name| name.rsplit('/').next().unwrap().to_owned()).collect();
    let found = Game::detect(&loose, &|_| None);
    assert_eq!((found.layout, found.game), (Some(Layout::NewMedia), None));
    assert_eq!((found.prefix.as_str(), found.path("tables.bin").as_str()), ("", "tables.bin"));
}

#[test]
fn a_signature_is_found_and_can_be_taken_off() {
    let expected = json("doom-rpg-signed.json");
    let bytes = fs::read(fixtures().join("good/doom-rpg-signed.jar")).unwrap();
    let document = open(&bytes);
    let archive = document.archive().unwrap();
    let signatures: Vec<String> = names(&*document).into_iter().filter(|name| is_signature(name)).collect();
    assert_eq!(Value::from(signatures), expected["signature_entries"]);
    let manifest = archive.payload(archive.find(MANIFEST).unwrap(), Default::default()).unwrap();
    assert_eq!(Value::from(Manifest::read(&manifest).digests), expected["manifest_digest_sections"]);
    let main = Manifest::main_section(&manifest);
    assert!(manifest.starts_with(main) && main.ends_with(b"\r\n\r\n"));
    assert_eq!(Manifest::read(main).digests, 0);
    assert_eq!(Manifest::read(main).get("midlet-name"), Some("Doom RPG"));
}
