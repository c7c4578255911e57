//! Entries in the forms that people edit: PNG and JSON, also where the archive packs them and where they are nonsense.

// A test stops at the first surprise.
#![allow(clippy::unwrap_used, clippy::panic)]

use crate::common::{CONTEXT, assets, flipped};
use rayon::prelude::*;
use relict_toolkit::FORMATS;
use relict_toolkit::core::archive::{EntrySpec, Frame};
use relict_toolkit::core::format::{Context, Limits};
use relict_toolkit::core::image::Image;
use relict_toolkit::core::repack::Content;
use relict_toolkit::folder::{MANIFEST_NAME, Memory, PackHow, UnpackHow, pack, unpack};
use relict_toolkit::open::Asset;
use relict_toolkit::problem::Problem;
use serde_json::{Value, json};
use std::collections::BTreeMap;

type Files = BTreeMap<String, Vec<u8>>;

fn unpacked(bytes: &[u8]) -> Files {
    let folder = Memory::default();
    unpack(&Asset::file("archive", bytes), UnpackHow::default(), CONTEXT, &folder).unwrap();
    folder.files()
}

fn packed(files: &Files) -> Result<(Vec<u8>, Vec<String>), Problem> {
    let folder = Memory::of(files.clone());
    let packed = pack(&folder, PackHow::default())?;
    Ok((packed.bytes()?, packed.changed().map(str::to_owned).collect()))
}

fn fixture(name: &str) -> Vec<u8> {
    std::fs::read(format!("{}/../../fixtures/ngi/{name}", env!("CARGO_MANIFEST_DIR"))).unwrap()
}

fn manifest(files: &mut Files, change: impl FnOnce(&mut Value)) {
    let mut json = serde_json::from_slice(&files[MANIFEST_NAME]).unwrap();
    change(&mut json);
    files.insert(MANIFEST_NAME.into(), serde_json::to_vec(&json).unwrap());
}

/// An archive that packs its one entry.
fn packing(name: &str, bytes: &[u8]) -> Vec<u8> {
    let flags = json!({"flags": 0x060}).as_object().unwrap().clone();
    let kind = FORMATS.named("ngi.rsli").unwrap();
    let mut repack = kind.repack(Frame::default()).unwrap();
    repack.push(EntrySpec::new(name, flags), Content::fresh(bytes));
    repack.bytes().unwrap()
}

fn texture(name: &str) -> Vec<u8> {
    let library = fixture("textures.lib");
    let asset = Asset::file("textures.lib", &library);
    asset.descend(&[name], CONTEXT.limits, |entry| Ok(entry.bytes.to_vec())).unwrap()
}

#[test]
fn a_picture_that_the_archive_packs_is_drawn_into_what_it_unpacks_to() {
    let archive = packing("PAL8.0", &texture("PAL8.0"));
    let mut files = unpacked(&archive);
    let names: Vec<&str> = files.keys().map(String::as_str).collect();
    assert_eq!(names, ["PAL8.0.png", "original/PAL8.0", "original/PAL8.0.unpacked", "relict.json"]);
    assert_eq!(packed(&files).unwrap(), (archive, vec![]));
    manifest(&mut files, |json| json["entries"][0]["settings"]["mean_colour"] = json!(7));
    let (new, changed) = packed(&files).unwrap();
    assert_eq!(changed, ["PAL8.0"]);
    let asset = Asset::file("new", &new);
    let mut wanted = texture("PAL8.0");
    wanted[0x18] = 7;
    let bytes = asset.descend(&["PAL8.0"], CONTEXT.limits, |entry| Ok(entry.bytes.to_vec())).unwrap();
    assert!(bytes == wanted);
}

#[test]
fn a_sheet_of_thousands_of_entries_on_the_same_bytes_shows_as_many_as_the_file_justifies() {
    let kind = FORMATS.named("ngi.texm").unwrap();
    let (picture, entries) =
        (kind.canvas(&Image::rgba(48, 48, vec![[9; 4]; 48 * 48], true)).unwrap(), 400_u32);
    let mut directory = vec![];
    for i in 0..entries {
        directory.extend(b"Texm\0\0\0\0\0\0\0\0");
        directory.extend((picture.len() as u32).to_le_bytes());
        directory.extend([0; 4]);
        directory.extend(format!("{i:034}.0").into_bytes());
        directory.extend([16, i].map(u32::to_le_bytes).as_flattened());
    }
    let size = 16 + picture.len() + directory.len();
    let head = [0x100, entries, size as u32].map(u32::to_le_bytes);
    let library = [b"NRes", head.as_flattened(), &picture, &directory].concat();
    let sheet = |library: &[u8], unpacked: usize| {
        let limits = Limits { unpacked, ..CONTEXT.limits };
        let context = Context { limits, ..CONTEXT };
        relict_toolkit::picture::contact_sheet(&Asset::file("a.lib", library), context).unwrap()
    };
    assert!(sheet(&library, 1 << 30) == sheet(&library, 1 << 29), "all of them");
    assert!(sheet(&library, 1 << 30) != sheet(&library, 0), "some are crosses");
}

#[test]
fn a_new_picture_needs_only_its_png_and_its_format() {
    let mut files = unpacked(&fixture("textures.lib"));
    let png = files["RGB565.0.png"].clone();
    files.insert("NEW.0.png".into(), png);
    manifest(&mut files, |json| {
        let new = json!({"name": "NEW.0", "attributes": {"type": "Texm"}, "file": "NEW.0.png", "form": "png",
            "format": "ngi.texm", "settings": {"format": 565, "mips": 3}});
        json["entries"].as_array_mut().unwrap().push(new);
    });
    let (new, changed) = packed(&files).unwrap();
    assert_eq!(changed, ["NEW.0"]);
    let asset = Asset::file("new", &new);
    let level = asset.descend(&["NEW.0"], CONTEXT.limits, |entry| {
        let (_, document) = entry.open()?;
        let picture = document.picture().unwrap();
        assert_eq!(picture.levels(), 3);
        Ok(picture.image(0).unwrap().to_rgba())
    });
    let old = texture("RGB565.0");
    let (_, document) =
        Asset::file("old.texm", &old).open().map(|(kind, document)| (kind.id, document)).unwrap();
    assert_eq!(level.unwrap(), document.picture().unwrap().image(0).unwrap().to_rgba());
}

#[test]
fn nonsense_about_forms_is_refused_by_name() {
    let cases: [(&str, Value, &str); 6] = [
        ("form", json!("gif"), "folder.manifest"),
        ("form", json!("json"), "folder.cannot-pack"),
        ("format", json!("ngi.nothing"), "folder.cannot-pack"),
        ("format", json!("ngi.mat0"), "image.like"),
        ("settings", json!({"mips": "many"}), "image.settings"),
        ("alpha", json!("../out.png"), "folder.outside"),
    ];
    for (field, value, code) in cases {
        let mut files = unpacked(&fixture("textures.lib"));
        manifest(&mut files, |json| {
            json["entries"][0]["sha256"] = json!("edited");
            json["entries"][0][field] = value.clone();
        });
        let problem = packed(&files).unwrap_err();
        assert_eq!(problem.code, code, "{field} {value}: {problem}");
    }
    let mut files = unpacked(&fixture("material.lib"));
    manifest(&mut files, |json| json["entries"][0]["settings"] = json!({"format": 565}));
    let problem = packed(&files).unwrap_err();
    assert_eq!((problem.code, &*problem.field), ("folder.cannot-pack", "entries[0].settings"), "{problem}");
    let mut files = unpacked(&fixture("material.lib"));
    let other = files["LOOP.json"].clone();
    let other = String::from_utf8(other).unwrap().replace("ngi.mat0", "ngi.wear");
    files.insert("LOOP.json".into(), other.into_bytes());
    assert_eq!(packed(&files).unwrap_err().code, "json.value");
}

#[test]
fn without_its_original_an_edited_picture_is_refused() {
    let mut files = unpacked(&fixture("textures.lib"));
    files.remove("original/RGB565.0");
    let problem = packed(&files).unwrap_err();
    assert_eq!(problem.code, "folder.missing-file", "{problem}");
}

#[test]
fn damaged_pictures_and_documents_are_refused_or_make_files_that_open() {
    assets().par_iter().filter(|asset| asset.outermost && asset.kind.is_archive()).for_each(|asset| {
        let files = unpacked(&asset.bytes);
        let edited = files.iter().filter(|(path, _)| {
            !path.starts_with("original/") && (path.ends_with(".png") || path.ends_with(".json"))
        });
        for (path, bytes) in edited.filter(|(path, _)| !path.ends_with(MANIFEST_NAME)).take(6) {
            flipped(bytes, 20, |at, bytes| {
                let mut files = files.clone();
                files.insert(path.clone(), bytes.to_vec());
                if let Ok((new, _)) = packed(&files) {
                    let opened = Asset::file("new", &new).open();
                    assert!(opened.is_ok(), "{} {path} flipped at {at}", asset.label);
                }
            });
        }
    });
}
