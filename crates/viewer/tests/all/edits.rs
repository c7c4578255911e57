//! Changing things: what is changed is seen, is taken back, and is saved only where nothing is in the way.

// A test stops at the first surprise.
#![allow(clippy::unwrap_used, clippy::panic)]

use crate::common;

use crate::common::{Room, escaped};
use relict_toolkit::core::image::{Image, Pixels};
use relict_toolkit::picture::{Alpha, to_png};
use serde_json::{Value, json};
use std::fs;

const UNITS: &str = "parkan/units.rlb";

/// A field that may be edited, and another value for it: the first number that can be one more.
fn field_of(room: &Room, path: &str) -> (u64, Value, Value) {
    let explained = room.get(&format!("explain?p={}", escaped(path))).ok().json();
    for span in explained["spans"].as_array().unwrap() {
        let (start, value) = (span["start"].as_u64().unwrap(), &span["value"]);
        if span["editable"] == true
            && let Some(number) = value.as_u64()
            && set(room, path, start, &json!(number + 1)).status == 200
        {
            room.post(&format!("undo?p={}", escaped(path)), &[]).ok();
            return (start, value.clone(), json!(number + 1));
        }
    }
    panic!("no field of {path} can be edited");
}

fn set(room: &Room, path: &str, start: u64, value: &Value) -> common::Reply {
    let body = json!({ "start": start, "value": value }).to_string();
    room.post(&format!("edit/field?p={}", escaped(path)), body.as_bytes())
}

fn value_at(room: &Room, path: &str, start: u64) -> Value {
    let explained =
        room.get(&format!("explain?p={}&from={start}&to={}", escaped(path), start + 1)).ok().json();
    explained["spans"][0]["value"].clone()
}

/// A picture of the same size, with every pixel of one colour.
fn plain(path: &str, width: usize, height: usize, colour: [u8; 4]) -> Vec<u8> {
    let image = Image { width, height, pixels: Pixels::Rgba(vec![colour; width * height]), has_alpha: false };
    to_png(path, image, Alpha::Keep, None).unwrap().colours
}

#[test]
fn a_viewer_that_only_shows_changes_nothing() {
    let room = Room::sampled(false);
    let before = fs::read(room.at(UNITS)).unwrap();
    for route in ["edit/picture", "edit/field", "undo", "redo", "save"] {
        room.post(&format!("{route}?p={UNITS}"), br#"{"start":0,"value":1,"to":"x","overwrite":true}"#)
            .refused(403, "viewer.read-only");
    }
    assert!(fs::read(room.at(UNITS)).unwrap() == before && !room.at("parkan/x").exists());
    assert_eq!(room.get("edits").ok().json(), json!({ "files": [] }));
    assert_eq!(room.get("session").ok().json()["edit"], false);
}

#[test]
fn a_field_is_changed_seen_taken_back_and_done_again() {
    let room = Room::sampled(true);
    let path = "parkan/units.rlb/tank.msh";
    let (start, before, after) = field_of(&room, path);
    let tag = room.get(&format!("bytes?p={path}")).ok().header("etag").to_owned();
    let done = set(&room, path, start, &after).ok().json();
    assert_eq!(done["edits"].as_array().unwrap().len(), 1, "{done}");
    assert_eq!(done["edits"][0]["what"], "field");
    assert!(done["edits"][0]["label"].as_str().unwrap().contains(&after.to_string()), "{done}");
    assert_eq!(value_at(&room, path, start), after);
    assert_ne!(room.get(&format!("bytes?p={path}")).ok().header("etag"), tag);
    assert_eq!(room.get(&format!("info?p={UNITS}")).ok().json()["edited"], true);
    let listed = room.get("list?p=parkan").ok().json();
    let entry =
        listed["entries"].as_array().unwrap().iter().find(|entry| entry["path"] == UNITS).unwrap().clone();
    assert_eq!(entry["edited"], true);
    // In the archive it is the one entry, and no other.
    let listed = room.get(&format!("list?p={UNITS}")).ok().json();
    let edited = listed["entries"].as_array().unwrap().iter().filter(|entry| entry["edited"] == true);
    assert!(edited.map(|entry| entry["path"].as_str().unwrap()).eq([path]));
    assert_eq!(room.get(&format!("info?p={path}")).ok().json()["edited"], true);
    assert_eq!(room.get("info?p=parkan/units.rlb/scout.msh").ok().json()["edited"], false);
    // Only that one thing is other than on disk, where nothing has happened.
    let differences = room.get(&format!("diff?a={UNITS}&original=1")).ok().json();
    let differences = differences["differences"].as_array().unwrap();
    assert!(
        !differences.is_empty()
            && differences.iter().all(|it| it["path"].as_str().unwrap().starts_with("tank.msh"))
    );
    let sample = relict_samples::all().into_iter().find(|sample| sample.path == UNITS).unwrap();
    assert!(fs::read(room.at(UNITS)).unwrap() == sample.bytes);

    room.post(&format!("undo?p={path}"), &[]).ok();
    assert_eq!(value_at(&room, path, start), before);
    assert!(room.get(&format!("bytes?p={UNITS}")).ok().body == sample.bytes);
    room.post(&format!("undo?p={path}"), &[]).refused(422, "viewer.nothing-done");
    room.post(&format!("redo?p={path}"), &[]).ok();
    assert_eq!(value_at(&room, path, start), after);
    room.post(&format!("redo?p={path}"), &[]).refused(422, "viewer.nothing-done");
    let edits = room.get("edits").ok().json();
    assert_eq!((&edits["files"][0]["path"], &edits["files"][0]["saved"]), (&json!(UNITS), &json!(false)));
    assert_eq!(
        room.get(&format!("export?form=raw&p={UNITS}")).ok().body,
        room.get(&format!("bytes?p={UNITS}")).ok().body
    );
}

#[test]
fn what_makes_no_sense_changes_nothing() {
    let room = Room::sampled(true);
    let path = "parkan/units.rlb/tank.msh";
    for (body, status) in [
        ("", 422),
        ("{", 422),
        ("[]", 422),
        (r#"{"start":-1,"value":1}"#, 422),
        (r#"{"start":0}"#, 422),
        (r#"{"start":99999999,"value":1}"#, 422),
        (r#"{"start":18446744073709551615,"value":1}"#, 422),
        (r#"{"start":0,"value":{"a":[1]}}"#, 422),
    ] {
        let reply = room.post(&format!("edit/field?p={path}"), body.as_bytes());
        assert_eq!(reply.status, status, "{body}: {}", reply.text());
    }
    for (path, body) in [
        ("parkan/Textures.lib/HAZARD.0", &b"no picture"[..]),
        ("parkan/units.rlb/tank.wea", b""),
        (UNITS, b""),
    ] {
        let reply = room.post(&format!("edit/picture?p={path}"), body);
        assert_eq!(reply.status, 422, "{path}: {}", reply.text());
    }
    room.post("edit/picture?p=parkan", b"").refused(422, "io.is-folder");
    room.post("edit/picture?p=../x", b"").refused(403, "path.outside");
    room.post("undo?p=parkan/nothing", b"").refused(404, "io.not-found");
    assert_eq!(room.get("edits").ok().json(), json!({ "files": [] }));
}

#[test]
fn a_picture_is_drawn_anew_and_only_it_differs() {
    let room = Room::sampled(true);
    let path = "parkan/Textures.lib/HAZARD.0";
    let facts = room.get(&format!("picture/info?p={path}")).ok().json();
    let before = room.get(&format!("picture?p={path}")).ok().body;
    let size = |name: &str| usize::try_from(facts[name].as_u64().unwrap()).unwrap();
    let png = plain(path, size("width"), size("height"), [255, 0, 0, 255]);
    let done = room.post(&format!("edit/picture?p={path}&quantise=1"), &png).ok().json();
    assert_eq!(done["edits"][0]["what"], "picture");
    assert!(
        done["findings"].as_array().unwrap().iter().all(|finding| finding["severity"] != "error"),
        "{done}"
    );
    let differences = room.get("diff?a=parkan/Textures.lib&original=1").ok().json();
    let differences = differences["differences"].as_array().unwrap();
    assert!(differences.iter().all(|it| it["path"] == "HAZARD.0"), "{differences:?}");
    assert!(
        differences.iter().any(|it| it["change"] == "pixels" && it["view"] == "picture"),
        "{differences:?}"
    );
    let now = room.get(&format!("picture?p={path}")).ok().body;
    let original = room.get(&format!("picture?p={path}&original=1")).ok().body;
    assert!(now != before && original == before);
    let bytes = room.get("bytes?p=parkan/Textures.lib&original=1").ok().body;
    assert_eq!(bytes, std::fs::read(room.at("parkan/Textures.lib")).unwrap());
    // A model that wears it shows it at once.
    room.post(&format!("edit/picture?p={path}&quantise=1"), &png).ok();
    let edits = room.get("edits").ok().json();
    assert_eq!(edits["files"][0]["done"].as_array().unwrap().len(), 1, "the same picture again is no edit");
}

#[test]
fn a_picture_of_a_phone_game_is_drawn_into_its_jar() {
    let room = Room::sampled(true);
    let path = "idmobile/doom.jar";
    let gallery = room.get(&format!("gallery?p={path}")).ok().json();
    let items = gallery["items"].as_array().unwrap();
    let item = items
        .iter()
        .find(|item| item["kind"] == "picture" && item["leaf"].as_str().unwrap().contains("exture"))
        .unwrap();
    let leaf = escaped(item["leaf"].as_str().unwrap());
    let before = room.get(&format!("gallery/picture?p={path}&leaf={leaf}")).ok();
    // Turned upside down, it has no colour that it had not.
    let mut image = relict_png(&before.body);
    image.reverse();
    let png = to_png("", image.into_image(), Alpha::Keep, None).unwrap().colours;
    let done = room.post(&format!("edit/picture?p={path}&leaf={leaf}&signature=strip"), &png).ok().json();
    assert_eq!(done["edits"].as_array().unwrap().len(), 1, "{done}");
    let after = room.get(&format!("gallery/picture?p={path}&leaf={leaf}")).ok();
    assert!(after.body != before.body);
    room.post(&format!("undo?p={path}"), &[]).ok();
    assert!(room.get(&format!("gallery/picture?p={path}&leaf={leaf}")).ok().body == before.body);
    let wrong = room.post(&format!("edit/picture?p={path}&leaf=nothing.png"), &png);
    assert!(matches!(wrong.status, 404 | 422), "{}", wrong.text());
}

#[test]
fn saving_leaves_what_is_there_unless_told_otherwise() {
    let room = Room::sampled(true);
    let path = "parkan/units.rlb/tank.msh";
    let original = fs::read(room.at(UNITS)).unwrap();
    let (start, _, after) = field_of(&room, path);
    set(&room, path, start, &after).ok();
    let edited = room.get(&format!("bytes?p={UNITS}")).ok().body;
    let save = |body: Value| room.post(&format!("save?p={path}"), body.to_string().as_bytes());

    save(json!({ "to": null })).refused(409, "io.exists");
    save(json!({ "to": null, "overwrite": false })).refused(409, "io.exists");
    save(json!({ "to": "units.rlb" })).refused(409, "io.exists");
    save(json!({ "to": "Textures.lib" })).refused(409, "io.exists");
    for name in ["", ".", "..", "../out.rlb", "a/b", "/tmp/x", "a\\b", "a\nb", &"x".repeat(300)] {
        save(json!({ "to": name, "overwrite": true })).refused(422, "viewer.save-name");
    }
    assert!(fs::read(room.at(UNITS)).unwrap() == original && !room.outside("out.rlb").exists());

    let saved = save(json!({ "to": "units.edited.rlb" })).ok().json();
    assert_eq!(saved["path"], "parkan/units.edited.rlb");
    assert!(fs::read(room.at("parkan/units.edited.rlb")).unwrap() == edited);
    assert!(fs::read(room.at(UNITS)).unwrap() == original);
    assert_eq!(room.get("edits").ok().json()["files"][0]["saved"], true);
    save(json!({ "to": "units.edited.rlb" })).refused(409, "io.exists");

    save(json!({ "to": null, "overwrite": true })).ok();
    assert!(fs::read(room.at(UNITS)).unwrap() == edited);
    // What was saved can still be taken back, and is then no longer what lies on disk.
    room.post(&format!("undo?p={path}"), &[]).ok();
    assert!(room.get(&format!("bytes?p={UNITS}")).ok().body == original);
    assert_eq!(room.get("edits").ok().json()["files"][0]["saved"], false);
    // Nothing of ours is left beside it.
    let left: Vec<_> = fs::read_dir(room.at("parkan")).unwrap().map(|it| it.unwrap().file_name()).collect();
    assert!(left.iter().all(|name| !name.to_string_lossy().starts_with(".relict")), "{left:?}");
}

#[test]
fn what_somebody_else_wrote_is_not_written_over() {
    let room = Room::sampled(true);
    let path = "parkan/units.rlb/tank.msh";
    let (start, _, after) = field_of(&room, path);
    set(&room, path, start, &after).ok();
    let other = [&fs::read(room.at(UNITS)).unwrap()[..], b"changed elsewhere"].concat();
    room.write(UNITS, &other);
    let save = |body: Value| room.post(&format!("save?p={UNITS}"), body.to_string().as_bytes());
    save(json!({ "to": null, "overwrite": true })).refused(409, "viewer.changed");
    assert!(fs::read(room.at(UNITS)).unwrap() == other);
    save(json!({ "to": "mine.rlb" })).ok();
    // Nothing is unsaved now, so the page shows what lies on disk.
    assert!(room.get(&format!("bytes?p={UNITS}")).ok().body == other);
    assert_eq!(room.get("edits").ok().json(), json!({ "files": [] }));
}

#[test]
fn what_was_dropped_is_edited_and_exported_but_has_no_place() {
    let room = Room::sampled(true);
    let units = fs::read(room.at(UNITS)).unwrap();
    let dropped = room.post("drop?name=units.rlb", &units).ok().json();
    let dropped = dropped["path"].as_str().unwrap();
    let path = format!("{dropped}/tank.msh");
    let (start, _, after) = field_of(&room, &path);
    set(&room, &path, start, &after).ok();
    room.post(&format!("save?p={}", escaped(dropped)), br#"{"to":"x.rlb"}"#).refused(422, "viewer.no-place");
    let exported = room.get(&format!("export?form=raw&p={}", escaped(dropped))).ok();
    assert!(exported.body != units && exported.body.len() == units.len());
}

/// The pixels of a PNG, in rows.
struct Rows(Image);

impl Rows {
    fn reverse(&mut self) {
        match &mut self.0.pixels {
            Pixels::Rgba(pixels) => pixels.reverse(),
            Pixels::Indexed { indices, .. } => indices.reverse(),
        }
    }

    fn into_image(self) -> Image {
        self.0
    }
}

fn relict_png(bytes: &[u8]) -> Rows {
    Rows(relict_exchange::png::read(bytes, 1 << 30).unwrap().image)
}
