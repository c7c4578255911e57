//! What people bring along: files that were put into an unpacked folder, and models that were never in a game.

// A test stops at the first surprise.
#![allow(clippy::unwrap_used, clippy::panic)]

use crate::common::{Room, Run, each, items};
use serde_json::{Value, json};
use std::fs;

/// A tetrahedron, a concave arrow and a face of which nothing is seen, in two materials.
const LAMP: &str = "mtllib lamp.mtl\nv 0 0 0\nv 2 0 0\nv 1 0 2\nv 1 2 1\nv 1 0 0.5\no lamp\nusemtl STEEL\nf 1 2 4\nf 2 3 4\n\
                    f 3 1 4\nusemtl GLOW\nf 1 3 2 5\nf 1 2 1 2\n";

fn rows(room: &Room, table: &str) -> Vec<String> {
    let text = String::from_utf8(room.read(table)).unwrap();
    text.lines().skip(1).map(str::to_owned).collect()
}

fn entries(room: &Room, archive: &str) -> Vec<Value> {
    items(&room.fine(&format!("ls --json {archive}")).json()["entries"]).to_vec()
}

fn entry(room: &Room, archive: &str, name: &str) -> Value {
    let all = entries(room, archive);
    let found = all.iter().find(|entry| entry["name"] == name);
    found.unwrap_or_else(|| panic!("{name} of {:?}", each(&json!(all), "name"))).clone()
}

/// The sample world, and its vehicles unpacked.
fn unpacked() -> Room {
    let room = Room::new();
    room.fine("sample game");
    room.fine("unpack game/parkan/units.rlb units");
    room
}

fn codes(run: &Run) -> Vec<&str> {
    let lines = run.stderr.lines().filter_map(|line| line.strip_prefix("error["));
    lines.map(|line| line.split_once(']').unwrap().0).collect()
}

#[test]
fn a_new_model_has_its_wear_table_beside_it_and_streams_of_its_name() {
    let room = Room::new();
    room.write("lamp.obj", LAMP);
    fs::create_dir(room.at("out")).unwrap();
    let made = room.fine("convert lamp.obj out/street.msh --json").json();
    assert_eq!(made["beside"], json!(["out/street.wea"]));
    let remarks = each(&made["remarks"], "what");
    for what in ["new", "faces-cut", "faces-flat", "wear-made"] {
        assert!(remarks.contains(&what), "{what}: {remarks:?}");
    }
    assert_eq!(room.read("out/street.wea"), b"2\r\n0 STEEL\r\n1 GLOW\r\n");
    let streams = entries(&room, "out/street.msh");
    assert!(streams.len() > 10 && streams.iter().all(|stream| stream["name"] == "street"), "{streams:?}");
    assert_eq!(room.fine("check --json out/street.msh out/street.wea").json()["findings"], json!([]));
    let facts = room.fine("info --json out/street.msh").json();
    assert_eq!(facts["summary"]["triangles"], 3 + 2);
}

#[test]
fn a_table_that_is_there_keeps_its_rows_and_gets_those_that_it_lacks() {
    let room = Room::new();
    room.write("lamp.obj", LAMP);
    room.write("Street.WEA", "2\n9 RUST\n9 STEEL\n");
    let made = room.fine("convert lamp.obj street.msh");
    assert!(made.text().contains("also written: Street.WEA"), "{made}");
    assert_eq!(rows(&room, "Street.WEA"), ["9 RUST", "9 STEEL", "2 GLOW"]);
    assert!(!room.at("street.wea").exists());
    let materials = room.fine("convert street.msh shown.obj").text().to_owned();
    assert!(!materials.contains("error"), "{materials}");
    // Once it has them all, nobody touches it.
    let table = room.read("Street.WEA");
    let again = room.fine("convert lamp.obj street.msh --force --json").json();
    assert_eq!((again.get("beside"), room.read("Street.WEA")), (None, table));
    assert!(each(&again["remarks"], "what").contains(&"wear-kept"));
    // What cannot be read is not written over.
    room.write("Street.WEA", "rows\n");
    let refused = room.relict("convert lamp.obj street.msh --force").ended(2);
    assert_eq!((codes(&refused), room.read("Street.WEA")), (vec!["model.wear"], b"rows\n".to_vec()));
}

#[test]
fn nothing_is_written_where_nothing_may_be() {
    let room = Room::new();
    room.write("lamp.obj", LAMP);
    room.fine("convert lamp.obj street.msh --dry-run");
    assert!(!room.at("street.msh").exists() && !room.at("street.wea").exists());
    fs::create_dir(room.at("street.wea")).unwrap();
    room.relict("convert lamp.obj street.msh").ended(2);
    assert!(!room.at("street.msh").exists());
}

#[test]
fn an_outline_that_meets_itself_is_refused_with_its_line() {
    let room = Room::new();
    room.write("tie.obj", "v 0 0 0\nv 1 1 0\nv 1 0 0\nv 0 1 0\no tie\nf 1 2 3 4\n");
    let refused = room.relict("convert tie.obj tie.msh").ended(2);
    assert_eq!(codes(&refused), ["model.outline"]);
    assert!(refused.stderr.contains("tie (line 6)"), "{refused}");
    assert!(room.relict("--lang ru convert tie.obj tie.msh").ended(2).stderr.contains("строка 6"));
}

#[test]
fn what_the_manifest_does_not_name_is_told_and_stays_out() {
    let room = unpacked();
    room.write("units/notes.md", "mine");
    room.write("units/.hidden", "nobody's");
    fs::create_dir(room.at("units/ideas")).unwrap();
    room.write("units/ideas/lamp.obj", LAMP);
    let packed = room.fine("pack units new.rlb --json").json();
    assert_eq!((&packed["unlisted"], &packed["added"]), (&json!(["ideas/lamp.obj", "notes.md"]), &json!([])));
    assert_eq!(room.read("new.rlb"), room.read("game/parkan/units.rlb"));
    let told = room.fine("pack units new.rlb --force");
    for wanted in ["2 files are not in relict.json", "--add", "  notes.md", "  ideas/lamp.obj"] {
        assert!(told.text().contains(wanted), "{told}");
    }
    let told = room.fine("--lang ru pack units new.rlb --force");
    assert!(told.text().contains("2 файлов нет в relict.json"), "{told}");
}

#[test]
fn new_files_become_entries_of_the_kind_that_they_are() {
    let room = unpacked();
    let before = entries(&room, "game/parkan/units.rlb").len();
    room.fine("convert game/parkan/Textures.lib/TANK.0 units/SHINY.png --bare");
    room.fine("convert game/parkan/Material.lib/STEEL units/RUSTY.json");
    room.write("units/lamp.obj", LAMP);
    room.write("units/lamp.mtl", "newmtl STEEL\n");
    let packed = room.fine("pack units new.rlb --add --json").json();
    let added: Vec<_> =
        items(&packed["added"]).iter().map(|added| (&added["path"], &added["format"])).collect();
    let wanted = json!([
        ["RUSTY", "ngi.mat0"],
        ["SHINY.0", "ngi.texm"],
        ["lamp.msh", "ngi.msh"],
        ["lamp.wea", "ngi.wear"]
    ]);
    assert_eq!(json!(added), wanted, "{packed}");
    assert_eq!(packed["unlisted"], json!([]));
    assert_eq!(entries(&room, "new.rlb").len(), before + 4);
    let wear = &entry(&room, "new.rlb", "lamp.wea")["attributes"];
    assert_eq!((&wear["type"], &wear["attr1"], &wear["attr3"]), (&json!("WEAR"), &json!(0), &json!(1)));
    assert_eq!(entry(&room, "new.rlb", "RUSTY")["attributes"]["attr2"], 6);
    assert_eq!(entry(&room, "new.rlb", "lamp.msh")["attributes"]["type"], "MESH");
    let streams = entries(&room, "new.rlb/lamp.msh");
    assert!(streams.iter().all(|stream| stream["name"] == "lamp"), "{streams:?}");
    room.fine("convert new.rlb/lamp.wea lamp.wea");
    assert_eq!(rows(&room, "lamp.wea"), ["0 STEEL", "1 GLOW"]);
    assert_eq!(
        room.fine("check --json new.rlb").json()["errors"],
        room.fine("check --json game/parkan/units.rlb").json()["errors"]
    );
    // Everything that was there is as it was.
    let hashes = |archive: &str| {
        let list = room.fine(&format!("ls --json --hash {archive}")).json();
        items(&list["entries"]).iter().take(before).map(|entry| entry["sha256"].clone()).collect::<Vec<_>>()
    };
    assert_eq!(hashes("new.rlb"), hashes("game/parkan/units.rlb"));
    let told = room.fine("pack units new.rlb --add --force");
    assert!(told.text().contains("SHINY.png → SHINY.0 (ngi.texm, type=Texm"), "{told}");
}

#[test]
fn a_new_model_completes_the_table_that_comes_with_it() {
    let room = unpacked();
    room.write("units/lamp.obj", LAMP);
    room.write("units/lamp.wea", "1\n0 GLOW\n");
    let packed = room.fine("pack units new.rlb --add --json").json();
    assert_eq!(each(&packed["added"], "path"), ["lamp.msh", "lamp.wea"]);
    room.fine("convert new.rlb/lamp.wea done.wea");
    assert_eq!(rows(&room, "done.wea"), ["0 GLOW", "1 STEEL"]);
    // And one that is an entry already.
    room.fine("unpack new.rlb again");
    room.edit("again/relict.json", |manifest| {
        manifest["entries"].as_array_mut().unwrap().retain(|entry| entry["name"] != "lamp.msh");
    });
    for name in ["lamp.msh.glb", "lamp.msh.json"] {
        let _ = fs::remove_file(room.at("again").join(name));
    }
    room.write("again/lamp.msh.obj", LAMP.replace("STEEL", "COPPER"));
    let packed = room.fine("pack again newer.rlb --add --json").json();
    assert_eq!(each(&packed["added"], "path"), ["lamp.msh"]);
    assert_eq!(packed["changed"], json!(["lamp.wea", "lamp.msh"]));
    room.fine("convert newer.rlb/lamp.wea done.wea --force");
    assert_eq!(rows(&room, "done.wea"), ["0 GLOW", "1 STEEL", "2 COPPER"]);
}

#[test]
fn a_copy_of_a_model_gets_a_table_of_its_own() {
    let room = unpacked();
    room.fine("convert game/parkan/units.rlb/tank.msh units/spare.glb --all");
    let packed = room.fine("pack units new.rlb --add --json").json();
    assert_eq!(each(&packed["added"], "path"), ["spare.msh", "spare.wea"]);
    let table = |path: &str| {
        room.fine(&format!("convert {path} table.wea --force"));
        rows(&room, "table.wea")
    };
    assert_eq!(table("new.rlb/spare.wea"), table("game/parkan/units.rlb/tank.wea"));
    room.fine("convert new.rlb/spare.msh spare.msh");
    room.fine("convert game/parkan/units.rlb/tank.msh tank.msh");
    assert_eq!(room.read("spare.msh"), room.read("tank.msh"));
}

#[test]
fn what_cannot_be_an_entry_is_told_all_at_once_and_nothing_is_written() {
    let room = unpacked();
    room.write("units/notes.md", "mine");
    room.write(&format!("units/{}.obj", "x".repeat(40)), LAMP);
    room.write("units/TANK.MSH.obj", LAMP);
    room.write("units/broken.png", "no picture");
    fs::create_dir(room.at("units/ideas")).unwrap();
    room.write("units/ideas/lamp.obj", LAMP);
    let refused = room.relict("pack units new.rlb --add").ended(2);
    let mut found = codes(&refused);
    found.sort_unstable();
    assert_eq!(
        found,
        ["image.png", "pack.add-entry", "pack.add-entry", "pack.add-folder", "pack.add-taken"],
        "{refused}"
    );
    for file in ["notes.md", "ideas/lamp.obj", "broken.png", "TANK.MSH.obj"] {
        assert!(refused.stderr.contains(&format!("units/{file}")), "{file}: {refused}");
    }
    assert!(!room.at("new.rlb").exists());
    let russian = room.relict("--lang ru pack units new.rlb --add").ended(2);
    assert!(russian.stderr.contains("файл, тип которого ясен из содержимого"), "{russian}");
}

#[test]
fn an_archive_in_an_archive_takes_new_files_too_and_a_copy_of_its_folder_is_a_new_one() {
    let room = Room::new();
    room.fine("sample game");
    room.fine("unpack game/parkan/sprites.lib sprites");
    room.fine("unpack game/parkan/sprites.lib/MODELS.RLB sprites/spare.rlb");
    room.write("sprites/MODELS.RLB/lamp.obj", LAMP);
    let told = room.fine("pack sprites new.lib --json").json();
    assert_eq!(told["unlisted"], json!(["MODELS.RLB/lamp.obj", "spare.rlb"]));
    let packed = room.fine("pack sprites new.lib --force --add --json").json();
    assert_eq!(each(&packed["added"], "path"), ["SPARE.RLB", "MODELS.RLB/lamp.msh", "MODELS.RLB/lamp.wea"]);
    assert_eq!(each(&packed["added"], "file"), ["spare.rlb", "MODELS.RLB/lamp.obj", "MODELS.RLB/lamp.obj"]);
    room.fine("convert new.lib/SPARE.RLB spare.rlb");
    room.fine("convert game/parkan/sprites.lib/MODELS.RLB models.rlb");
    assert_eq!(room.read("spare.rlb"), room.read("models.rlb"));
    let wear = entry(&room, "new.lib/MODELS.RLB", "lamp.wea");
    assert_eq!(wear["format"], "ngi.wear");
}

#[test]
fn a_model_in_a_folder_of_its_streams_takes_none() {
    let room = Room::new();
    room.fine("sample game");
    room.fine("unpack game/parkan/units.rlb units --raw");
    room.write("units/tank.msh/more", "?");
    let refused = room.relict("pack units new.rlb --add").ended(2);
    assert_eq!(codes(&refused), ["pack.add-archive"]);
    assert!(refused.stderr.contains("units/tank.msh/more"), "{refused}");
}

#[test]
fn archives_of_other_games_take_new_files() {
    let room = Room::new();
    room.fine("sample game");
    let list = room.fine("ls -r --json game").json();
    let archive = |format: &str| {
        let found = items(&list["entries"]).iter().find(|entry| entry["format"] == format);
        found.unwrap_or_else(|| panic!("{format}"))["path"].as_str().unwrap().to_owned()
    };
    room.write("note.bin", [1, 2, 3]);
    for (i, (format, file, name)) in [
        ("ngi.rsli", "note.bin", "NOTE.BIN"),
        ("mw3.zbd", "note.bin", "note.bin"),
        ("idmobile.jar", "a/b/note.bin", "a/b/note.bin"),
    ]
    .into_iter()
    .enumerate()
    {
        let folder = format!("folder{i}");
        room.fine(&format!("unpack {} {folder}", archive(format)));
        let file = room.at(&folder).join(file);
        fs::create_dir_all(file.parent().unwrap()).unwrap();
        fs::write(&file, [1, 2, 3]).unwrap();
        let packed = room.fine(&format!("pack {folder} new{i} --add --json")).json();
        assert_eq!(each(&packed["added"], "path"), [name], "{format}");
        assert_eq!(entry(&room, &format!("new{i}"), name)["size"], 3, "{format}");
    }
    // An image of a texture package, with colours of its own.
    room.fine(&format!("unpack {} images", archive("mw3.textures")));
    room.fine("convert game/parkan/Textures.lib/TANK.0 images/painted.png --bare");
    let packed = room.fine("pack images images.zbd --add --json").json();
    assert_eq!(each(&packed["added"], "path"), ["painted"]);
    room.fine("convert images.zbd/painted painted.png");
}
