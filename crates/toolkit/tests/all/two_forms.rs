//! Entries that stand in the unpacked folder in two forms: whichever is edited counts, and nothing is lost unnoticed.

// A test stops at the first surprise.
#![allow(clippy::unwrap_used, clippy::panic)]

use crate::common::CONTEXT;
use relict_toolkit::core::format::{AttributesRef, Origin};
use relict_toolkit::core::image::Image;
use relict_toolkit::core::scene::Shown;
use relict_toolkit::folder::{MANIFEST_NAME, Memory, PackHow, UnpackHow, pack, unpack};
use relict_toolkit::model::{self, Open};
use relict_toolkit::open::Asset;
use relict_toolkit::picture::{self, Alpha};
use relict_toolkit::problem::{self, Problem};
use relict_toolkit::{FORMATS, document};
use serde_json::{Value, json};
use std::collections::BTreeMap;

type Files = BTreeMap<String, Vec<u8>>;

/// An archive, an entry of it that stands as PNG or glTF, and a number in the JSON of that entry.
const ENTRIES: [(&str, &str, &str, &str); 2] = [
    ("parkan/Textures.lib", "STEEL.0", "png", "/document/header/flags5"),
    ("parkan/units.rlb", "tank.msh", "glb", "/document/directory/0/attr2"),
];

fn sample(path: &str) -> Vec<u8> {
    relict_samples::all().into_iter().find(|sample| sample.path == path).unwrap().bytes
}

fn manifest(files: &mut Files, change: impl FnOnce(&mut Value)) {
    let mut json = serde_json::from_slice(&files[MANIFEST_NAME]).unwrap();
    change(&mut json);
    files.insert(MANIFEST_NAME.into(), serde_json::to_vec(&json).unwrap());
}

fn entry_of<'m>(manifest: &'m mut Value, name: &str) -> &'m mut Value {
    let entries = manifest["entries"].as_array_mut().unwrap();
    entries.iter_mut().find(|entry| entry["name"] == name).unwrap()
}

/// The unpacked folder of an archive, with the entry in JSON besides.
fn folder(archive: &[u8], name: &str) -> Files {
    let memory = Memory::default();
    unpack(&Asset::file("archive", archive), UnpackHow::default(), CONTEXT, &memory).unwrap();
    let mut files = memory.files();
    let originals = files.clone();
    let mut json = vec![];
    manifest(&mut files, |manifest| {
        let entry = entry_of(manifest, name);
        let bytes = &originals[entry["original"].as_str().unwrap()];
        let kind = FORMATS.named(entry["format"].as_str().unwrap()).unwrap();
        let attributes = AttributesRef::Map(entry["attributes"].as_object().unwrap());
        let read = kind.open(bytes, Origin { name, attributes }).unwrap();
        json = document::to_json(kind, &*read, AttributesRef::default()).unwrap();
        let hash = hash_of(&json);
        entry["also"] = json!([{"file": format!("{name}.json"), "form": "json", "sha256": hash}]);
    });
    files.insert(format!("{name}.json"), json);
    files
}

/// As a manifest has it.
fn hash_of(bytes: &[u8]) -> Value {
    use sha2::Digest;
    relict_toolkit::core::text::hex(&sha2::Sha256::digest(bytes)).into()
}

fn packed(files: &Files) -> Result<(Vec<u8>, Vec<String>), Problem> {
    let folder = Memory::of(files.clone());
    let packed = pack(&folder, PackHow::default())?;
    Ok((packed.bytes()?, packed.changed().map(str::to_owned).collect()))
}

fn in_json(files: &mut Files, file: &str, change: impl FnOnce(&mut Value)) {
    let mut json: Value = serde_json::from_slice(&files[file]).unwrap();
    change(&mut json);
    files.insert(file.into(), serde_json::to_vec(&json).unwrap());
}

fn flip(number: &mut Value) {
    *number = json!(number.as_u64().unwrap() ^ 1);
}

/// The first form of the entry with an edit that shows: another colour in a corner, a corner moved.
fn edited(archive: &[u8], name: &str, form: &str) -> Vec<u8> {
    let edit = |asset: Asset<'_>| {
        if form == "glb" {
            let mut scene = model::scene(&asset, Shown::default(), false, CONTEXT)?;
            scene.meshes[0].parts[0].positions[0][0] += 0.5;
            return Ok(model::written("", &scene, Open::Glb, "")?.main);
        }
        let (_, document) = asset.open()?;
        let image = document.picture().unwrap().image(0).unwrap();
        let (width, height) = (image.width, image.height);
        let mut pixels = image.into_rgba();
        pixels[0] = [248, 0, 0, 255];
        let image = Image::rgba(width, height, pixels, false);
        Ok(picture::to_png("", image, Alpha::Keep, None)?.colours)
    };
    Asset::file("archive", archive).descend(&[name], CONTEXT.limits, edit).unwrap()
}

#[test]
fn an_untouched_folder_packs_to_the_same_bytes() {
    for (archive, name, ..) in ENTRIES {
        let archive = sample(archive);
        assert!(packed(&folder(&archive, name)).unwrap() == (archive, vec![]), "{name}");
    }
}

#[test]
fn the_form_that_was_edited_counts() {
    for (archive, name, form, number) in ENTRIES {
        let archive = sample(archive);
        let (first, json) = (format!("{name}.{form}"), format!("{name}.json"));
        let untouched = folder(&archive, name);
        let mut files = untouched.clone();
        in_json(&mut files, &json, |json| flip(json.pointer_mut(number).unwrap()));
        let (bytes, changed) = packed(&files).unwrap();
        assert_eq!(changed, [name]);
        assert!(bytes != archive && bytes.len() == archive.len(), "{name}");
        // What the JSON says of the new archive is what was stated.
        let stated = |files: &Files| serde_json::from_slice::<Value>(&files[&json]).unwrap();
        assert_eq!(stated(&folder(&bytes, name)), stated(&files), "{name}");

        let mut files = untouched.clone();
        files.insert(first.clone(), edited(&archive, name, form));
        let (bytes, changed) = packed(&files).unwrap();
        assert_eq!(changed, [name]);
        assert!(folder(&bytes, name)[&first] != untouched[&first], "{name}");
        // The other form has no say in it.
        manifest(&mut files, |manifest| {
            drop(entry_of(manifest, name).as_object_mut().unwrap().remove("also"));
        });
        assert!(packed(&files).unwrap().0 == bytes, "{name}");
    }
}

#[test]
fn a_form_that_a_program_wrote_anew_without_changing_it_is_no_edit() {
    for (archive, name, form, number) in ENTRIES {
        let archive = sample(archive);
        let (first, json) = (format!("{name}.{form}"), format!("{name}.json"));
        let mut anew = folder(&archive, name);
        in_json(&mut anew, &json, |_| {});
        // Its hash no longer holds.
        manifest(&mut anew, |manifest| entry_of(manifest, name)["sha256"] = "".into());
        assert!(packed(&anew).unwrap() == (archive.clone(), vec![]), "{name}");

        let mut files = anew.clone();
        files.insert(first, edited(&archive, name, form));
        assert_eq!(packed(&files).unwrap().1, [name]);
        let mut files = anew;
        in_json(&mut files, &json, |json| flip(json.pointer_mut(number).unwrap()));
        assert_eq!(packed(&files).unwrap().1, [name]);
    }
}

#[test]
fn two_edits_must_come_to_the_same() {
    for (archive, name, form, number) in ENTRIES {
        let archive = sample(archive);
        let (first, json) = (format!("{name}.{form}"), format!("{name}.json"));
        let mut files = folder(&archive, name);
        files.insert(first.clone(), edited(&archive, name, form));
        let bytes = packed(&files).unwrap().0;
        // The JSON of what the other edit makes.
        files.insert(json.clone(), folder(&bytes, name)[&json].clone());
        assert!(packed(&files).unwrap() == (bytes, vec![name.to_owned()]), "{name}");

        in_json(&mut files, &json, |json| flip(json.pointer_mut(number).unwrap()));
        let problem = packed(&files).unwrap_err();
        assert_eq!((problem.code, problem.path.as_str()), (problem::TWO_EDITS, first.as_str()));
        assert_eq!(problem.arg("other").map(ToString::to_string), Some(json), "{problem}");
    }
}

#[test]
fn without_its_stored_bytes_an_entry_is_made_from_the_form_that_tells_everything() {
    for (archive, name, ..) in ENTRIES {
        let archive = sample(archive);
        let mut files = folder(&archive, name);
        manifest(&mut files, |manifest| entry_of(manifest, name)["original"] = Value::Null);
        assert!(packed(&files).unwrap().0 == archive, "{name}");
    }
}

#[test]
fn a_form_that_the_manifest_names_must_be_there_and_be_the_only_one_of_its_kind() {
    for (archive, name, form, _) in ENTRIES {
        let archive = sample(archive);
        let untouched = folder(&archive, name);
        let mut files = untouched.clone();
        files.remove(&format!("{name}.json"));
        assert_eq!(packed(&files).unwrap_err().code, problem::MISSING_FILE);
        manifest(&mut files, |manifest| entry_of(manifest, name)["also"] = json!([]));
        assert!(packed(&files).unwrap().0 == archive, "{name}");

        let place = |change: &dyn Fn(&mut Value)| {
            let mut files = untouched.clone();
            manifest(&mut files, |manifest| change(entry_of(manifest, name)));
            let problem = packed(&files).unwrap_err();
            let field = problem.field.split_once(']').map(|(_, field)| field.to_owned());
            (problem.code, field.unwrap_or_default())
        };
        assert_eq!(
            place(&|entry| entry["also"][0]["form"] = form.into()),
            (problem::CANNOT_PACK, ".also[0].form".into())
        );
        assert_eq!(
            place(&|entry| (entry["form"], entry["settings"]) = (Value::Null, Value::Null)),
            (problem::CANNOT_PACK, ".also".into())
        );
        assert_eq!(place(&|entry| entry["also"][0]["file"] = "../x".into()).0, problem::OUTSIDE);
        assert_eq!(place(&|entry| entry["also"][0]["colour"] = 1.into()).0, problem::MANIFEST);
    }
}

#[test]
fn raw_bytes_have_no_second_form_and_every_entry_counts_once() {
    for sample in relict_samples::all() {
        let asset = Asset::file(&sample.path, &sample.bytes);
        if !asset.open().is_ok_and(|(_, document)| document.archive().is_some()) {
            continue;
        }
        let raw = Memory::default();
        let how = UnpackHow { raw: true, ..UnpackHow::default() };
        assert_eq!(unpack(&asset, how, CONTEXT, &raw).unwrap().converted, 0);
        let both = Memory::default();
        let unpacked = unpack(&asset, UnpackHow::default(), CONTEXT, &both).unwrap();
        let count = |files: Files, what: &str| {
            let manifests = files.into_iter().filter(|(path, _)| path.ends_with(MANIFEST_NAME));
            manifests.map(|(_, json)| String::from_utf8(json).unwrap().matches(what).count()).sum::<usize>()
        };
        assert_eq!(count(raw.files(), "\"form\":"), 0, "{}", sample.path);
        let files = both.files();
        let further = count(files.clone(), "\"also\":");
        assert_eq!(count(files, "\"form\":"), unpacked.converted + further, "{}", sample.path);
    }
}
