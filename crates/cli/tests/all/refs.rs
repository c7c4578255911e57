//! Who uses what, as the program tells it: in folders, archives and entries, for people and for machines.

// A test stops at the first surprise.
#![allow(clippy::unwrap_used, clippy::panic)]

use crate::common::{Room, Run, each, is_cyrillic, items, words};
use serde_json::{Value, json};
use std::fs;

/// The fixtures as a game: libraries at the top, units in a folder.
fn game() -> Room {
    let room = Room::new();
    fs::create_dir_all(room.at("game/units")).unwrap();
    for (fixture, place) in [
        ("material.lib", "game/Material.LIB"),
        ("textures.lib", "game/textures.lib"),
        ("lightmap.lib", "game/lightmap.lib"),
        ("mini.rlb", "game/units/mini.rlb"),
    ] {
        room.take(&format!("ngi/{fixture}"));
        fs::rename(room.at(fixture), room.at(place)).unwrap();
    }
    room
}

fn refs(room: &Room, line: &str, code: i32) -> Value {
    let run = room.relict(&format!("refs --json {line}")).ended(code);
    let schema = room.fine("schema refs").json();
    let validator = jsonschema::validator_for(&schema).unwrap();
    let errors: Vec<String> = validator.iter_errors(&run.json()).map(|e| e.to_string()).collect();
    assert!(errors.is_empty(), "{run}: {errors:?}");
    run.json()
}

/// `from name to`, for each edge.
fn edges(list: &Value) -> Vec<String> {
    let text = |value: &Value| value.as_str().unwrap_or("-").to_owned();
    let line = |edge: &Value| [&edge["from"], &edge["name"], &edge["to"]].map(text).join(" ");
    items(list).iter().map(line).collect()
}

/// A wear table, as a file of its own.
fn wear(names: &[&str]) -> String {
    let rows: Vec<String> = names.iter().enumerate().map(|(i, name)| format!("{i} {name}\n")).collect();
    format!("{}\n{}", names.len(), rows.concat())
}

#[test]
fn a_folder_is_followed_from_wear_tables_to_textures() {
    let room = game();
    let answer = refs(&room, "game", 0);
    let all = edges(&answer["edges"]);
    for edge in [
        "game/units/mini.rlb/unit.wea STEEL game/Material.LIB/STEEL",
        "game/units/mini.rlb/unit.wea LOOP game/Material.LIB/LOOP",
        "game/units/mini.rlb/unit.wea bunker00.0 game/lightmap.lib/bunker00.0",
        "game/Material.LIB/STEEL XRGB888.0 game/textures.lib/XRGB888.0",
    ] {
        assert!(all.contains(&edge.to_owned()), "{edge}: {all:?}");
    }
    assert_eq!((&answer["references"], &answer["found"]), (&json!(all.len()), &json!(all.len())));
    assert_eq!((&answer["missing"], &answer["path"]), (&json!([]), &json!(["game"])));
    let unused = each(&answer["unused"], "path");
    assert!(unused.contains(&"game/lightmap.lib/bunker01.0") && unused.contains(&"game/Material.LIB/RANDOM"));
    assert!(!unused.iter().any(|path| path.ends_with("DEFAULT") || path.ends_with("STEEL")), "{unused:?}");
    let material = &items(&answer["libraries"])[0];
    let wanted = json!({"name": "Material.lib", "path": "game/Material.LIB", "entries": 13, "references": 5, "used": 4, "unused": 9});
    assert_eq!(material, &wanted);
    let field = items(&answer["edges"]).iter().find(|edge| edge["name"] == "bunker00.0").unwrap();
    assert_eq!((&field["field"], &field["role"]), (&json!("lightmaps.rows[0].name"), &json!("lightmap")));
    assert_eq!(field["state"], "found");
}

#[test]
fn every_edge_leads_to_an_entry_that_is_there() {
    let room = game();
    for edge in items(&refs(&room, "game", 0)["edges"]) {
        for end in ["from", "to"] {
            room.fine(&format!("info --json {}", edge[end].as_str().unwrap()));
        }
    }
}

#[test]
fn an_archive_is_followed_into_the_libraries_above_it() {
    let room = game();
    let answer = refs(&room, "game/units/mini.rlb", 0);
    let all = edges(&answer["edges"]);
    assert!(all.contains(&"game/units/mini.rlb/crlf.wea PINGPONG game/Material.LIB/PINGPONG".into()));
    assert!(all.contains(&"game/Material.LIB/PINGPONG ARGB8888.0 game/textures.lib/ARGB8888.0".into()));
    // Nobody here uses it, and nobody asked.
    assert!(!all.iter().any(|edge| edge.starts_with("game/Material.LIB/RANDOM")), "{all:?}");
    assert_eq!((&answer["unused"], &answer["used_by"]), (&json!([]), &Value::Null));
    let tree = room.fine("refs game/units/mini.rlb");
    let wanted = "\
game/units/mini.rlb/unit.wea
├─ STEEL  material, game/Material.LIB
│  └─ XRGB888.0  texture, game/textures.lib
├─ LOOP  material, game/Material.LIB
│  └─ ARGB8888.0  texture, game/textures.lib ×3
└─ bunker00.0  lightmap, game/lightmap.lib
";
    assert!(tree.text().starts_with(wanted), "{tree}");
    // From inside the folder, what lies above it has no name in the path.
    let mut command = room.command(&["refs", "--json", "mini.rlb"]);
    let inside = Run::of(command.current_dir(room.at("game/units"))).ended(0).json();
    assert_eq!((&inside["found"], &inside["no_library"]), (&json!(0), &json!(7)));
}

#[test]
fn of_an_entry_those_who_use_it_are_told() {
    let room = game();
    let answer = refs(&room, "GAME/Textures.lib/xrgb888.0", 0);
    let wanted = [
        "game/Material.LIB/STEEL XRGB888.0 game/textures.lib/XRGB888.0",
        "game/units/mini.rlb/unit.wea STEEL game/Material.LIB/STEEL",
        "game/units/mini.rlb/STEEL XRGB888.0 game/textures.lib/XRGB888.0",
        "game/units/mini.rlb/crlf.wea STEEL game/Material.LIB/STEEL",
    ];
    assert_eq!(edges(&answer["used_by"]), wanted);
    assert_eq!(answer["references"], 0);
    let text = room.fine("refs game/textures.lib/XRGB888.0");
    assert!(text.text().starts_with("game/textures.lib/XRGB888.0 is used by:\n├─ "), "{text}");
    let nobody = room.fine("refs game/textures.lib/PAL8.0");
    assert!(nobody.text().starts_with("Nothing in game uses game/textures.lib/PAL8.0."), "{nobody}");
    // From the folder itself, too.
    let mut command = room.command(&["refs", "--json", "textures.lib/XRGB888.0"]);
    let inside = Run::of(command.current_dir(room.at("game"))).ended(0).json();
    assert_eq!(items(&inside["used_by"]).len(), 4);
    assert_eq!(items(&inside["used_by"])[0]["from"], "Material.LIB/STEEL");
    let both = refs(&room, "game/Material.LIB/steel", 0);
    assert_eq!((both["found"].as_u64(), items(&both["used_by"]).len()), (Some(1), 2));
}

#[test]
fn what_is_missing_is_a_finding_and_what_stands_in_is_told() {
    let room = game();
    room.write("game/units/tank.wea", wear(&["NONE", "steel"]));
    let answer = refs(&room, "game", 1);
    let wanted = json!([{
        "from": "game/units/tank.wea", "field": "rows[0].name", "role": "material", "name": "NONE",
        "library": "game/Material.LIB", "stand_in": "game/Material.LIB/DEFAULT",
    }]);
    assert_eq!(answer["missing"], wanted);
    for line in ["refs game", "refs game/units/tank.wea", "refs -q game"] {
        let text = room.relict(line).ended(1);
        assert!(
            text.text().contains("NONE  material, not in game/Material.LIB; fallback DEFAULT used"),
            "{text}"
        );
        assert!(text.text().contains("game/units/tank.wea: rows[0].name"), "{text}");
    }
}

#[test]
fn without_a_stand_in_the_first_entry_is_taken() {
    let room = Room::new();
    fs::create_dir(room.at("game")).unwrap();
    for name in ["mini.rlb", "lightmap.lib"] {
        room.take(&format!("ngi/{name}"));
        fs::rename(room.at(name), room.at(&format!("game/{name}"))).unwrap();
    }
    // An archive whose first entry is no material will do, as the engine does not look.
    fs::copy(room.at("game/mini.rlb"), room.at("game/material.lib")).unwrap();
    room.write("game/tank.wea", wear(&["NONE"]));
    let answer = refs(&room, "game", 1);
    let states: Vec<&str> = each(&answer["edges"], "state");
    assert!(states.contains(&"first-entry") && states.contains(&"no-library"), "{answer}");
    let text = room.relict("refs game").ended(1);
    assert!(
        text.text().contains("has no DEFAULT either; the engine uses its first entry, unit.wea"),
        "{text}"
    );
    assert!(text.text().contains("Textures.lib not found; "), "{text}");
    // Nothing stands in for a lightmap.
    room.write("game/tank.wea", "1\n0 STEEL\n\nLIGHTMAPS 1\n0 none.0\n");
    let text = room.relict("refs game/tank.wea").ended(1);
    assert!(
        text.text().contains("none.0  lightmap, not in game/lightmap.lib  lightmaps.rows[0].name"),
        "{text}"
    );
}

#[test]
fn what_is_left_open_is_no_finding() {
    let room = Room::new();
    room.write("tank.wea", wear(&["STEEL"]));
    let answer = refs(&room, "tank.wea", 0);
    assert_eq!(answer["no_library"], 1);
    let wanted = json!({"name": "Material.lib", "path": null, "entries": null, "references": 1, "used": 0, "unused": null});
    assert_eq!(items(&answer["libraries"]), [wanted]);
    let text = room.fine("refs tank.wea");
    assert!(text.text().contains("STEEL  material; Material.lib not found  rows[0].name"), "{text}");
    assert!(text.text().contains("1 asset, 1 reference: 0 found, 1 unresolved\n"), "{text}");
    room.write("material.lib", "no archive");
    let text = room.fine("refs tank.wea");
    assert!(text.text().contains("material.lib cannot be read; 1 reference"), "{text}");
}

#[test]
fn what_cannot_be_read_in_a_folder_is_passed_over_and_told() {
    let room = game();
    room.take("ngi/bad/nres_short.rlb");
    fs::rename(room.at("nres_short.rlb"), room.at("game/broken.rlb")).unwrap();
    room.write("game/readme.txt", "no asset");
    let answer = refs(&room, "game", 0);
    assert_eq!(
        (&answer["unreadable"], &answer["unreadable_paths"]),
        (&json!(1), &json!(["game/broken.rlb"]))
    );
    let text = room.fine("refs game");
    assert!(text.text().contains("1 asset could not be read and was skipped"), "{text}");
}

#[test]
fn what_is_named_and_cannot_be_read_is_a_problem() {
    let room = game();
    room.take("ngi/bad/nres_short.rlb");
    room.write("strange.bin", "strange");
    for (path, code) in [
        ("none", "io.not-found"),
        ("strange.bin", "file.unknown-format"),
        ("nres_short.rlb", "nres.truncated"),
        ("game/Material.LIB/none", "path.no-entry"),
        ("game/units/mini.rlb/unit.wea/deeper", "path.not-archive"),
    ] {
        let run = room.relict(&format!("refs game {path}")).ended(2);
        assert!(run.stderr.starts_with(&format!("error[{code}]: ")) && run.stdout.is_empty(), "{run}");
    }
}

#[test]
fn several_paths_are_one_question() {
    let room = game();
    let answer = refs(&room, "game/units/mini.rlb game/Material.LIB game/units/mini.rlb", 0);
    let unused = each(&answer["unused"], "path");
    assert!(
        unused.contains(&"game/Material.LIB/NOTEX") && unused.iter().all(|path| path.contains("Material"))
    );
    assert!(edges(&answer["edges"]).iter().any(|edge| edge.starts_with("game/Material.LIB/RANDOM ")));
    let lone = room.fine("refs game/Material.LIB");
    assert!(lone.text().contains("This is a library.") && !lone.text().contains("Never used"), "{lone}");
}

#[test]
fn standard_input_may_refer_to_libraries_beside() {
    let room = game();
    let mut command = room.command(&["refs", "--json", "-"]);
    let mini = room.read("game/units/mini.rlb");
    let run = Run::fed(command.current_dir(room.at("game")), &mini).ended(0);
    assert_eq!(edges(&run.json()["edges"])[0], "-/unit.wea STEEL Material.LIB/STEEL");
}

#[test]
fn a_folder_shows_its_tree_when_asked_for_more() {
    let room = game();
    let (short, long) = (room.fine("refs game"), room.fine("refs -v game"));
    assert!(!short.text().contains("├─") && long.text().contains("├─ STEEL  material"), "{long}");
    assert!(short.text().starts_with("library "), "{short}");
    assert!(short.text().contains("Never used\n") && long.text().contains("Never used\n"), "{long}");
}

#[test]
fn both_languages_say_the_same() {
    let room = game();
    room.write("game/tank.wea", wear(&["NONE"]));
    for line in ["refs game", "refs -v game", "refs game/tank.wea", "refs game/textures.lib/RGB565.0"] {
        let code = i32::from(!line.ends_with("RGB565.0"));
        let english = room.relict(line).ended(code);
        let russian = room.relict(&format!("--lang ru {line}")).ended(code);
        assert!(!is_cyrillic(english.text()) && is_cyrillic(russian.text()), "{russian}");
        assert_eq!(english.text().lines().count(), russian.text().lines().count(), "{english}{russian}");
        for run in [&english, &russian] {
            assert!(!run.text().contains("refs-") && !run.text().contains("cli-"), "{run}");
        }
        let plain = |run: Run| run.json();
        let json = |lang: &str| plain(room.relict(&format!("--lang {lang} --json {line}")).ended(code));
        assert_eq!(json("en"), json("ru"));
    }
    let one = room.relict("--lang ru refs game/tank.wea").ended(1);
    assert!(one.text().contains("2 ссылки: найдено 1, не найдено 1"), "{one}");
}

#[test]
fn the_answer_is_the_same_on_any_number_of_threads() {
    let room = game();
    for line in ["refs game", "refs -v game", "refs --json game", "refs --json game/textures.lib/RGB565.0"] {
        let with =
            |threads: &str| Run::of(room.command(&words(line)).env("RAYON_NUM_THREADS", threads)).ended(0);
        assert!(with("1").stdout == with("7").stdout, "{line}");
    }
}

#[test]
fn names_never_steer_the_terminal() {
    let room = game();
    room.write("game/tank.wea", wear(&["\u{1b}[31mred\u{7}"]));
    for line in ["refs game", "refs game/tank.wea", "refs --color always game/tank.wea"] {
        let run = room.relict(line).ended(1);
        assert!(run.text().contains("red") && !run.text().contains("\u{1b}[31mred"), "{run}");
        assert!(!run.text().contains('\u{7}'), "{run}");
    }
}
