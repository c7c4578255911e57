//! Texture packages through the unpacked folder: palettes that images share, and what an edit changes.

// A test stops at the first surprise.
#![allow(clippy::unwrap_used, clippy::panic)]

use crate::common::CONTEXT;
use relict_toolkit::core::image::{Image, Pixels};
use relict_toolkit::folder::{MANIFEST_NAME, Memory, PackHow, UnpackHow, pack, unpack};
use relict_toolkit::open::Asset;
use relict_toolkit::picture::{Alpha, to_png};
use relict_toolkit::problem::Problem;
use relict_toolkit::{check, explain};
use serde_json::{Value, json};
use std::collections::BTreeMap;

type Files = BTreeMap<String, Vec<u8>>;

fn fixture(name: &str) -> Vec<u8> {
    std::fs::read(format!("{}/../../fixtures/mw3/{name}", env!("CARGO_MANIFEST_DIR"))).unwrap()
}

fn unpacked(bytes: &[u8]) -> Files {
    let folder = Memory::default();
    unpack(&Asset::file("rmechtex.zbd", bytes), UnpackHow::default(), CONTEXT, &folder).unwrap();
    folder.files()
}

fn packed(files: &Files) -> Result<(Vec<u8>, Vec<String>), Problem> {
    let folder = Memory::of(files.clone());
    let packed = pack(&folder, PackHow::default())?;
    Ok((packed.bytes()?, packed.changed().map(str::to_owned).collect()))
}

fn manifest(files: &mut Files, change: impl FnOnce(&mut Value)) {
    let mut json = serde_json::from_slice(&files[MANIFEST_NAME]).unwrap();
    change(&mut json);
    files.insert(MANIFEST_NAME.into(), serde_json::to_vec(&json).unwrap());
}

/// The picture of an image in the package.
fn picture(package: &[u8], name: &str) -> Image {
    let asset = Asset::file("rmechtex.zbd", package);
    let image = asset.descend(&[name], CONTEXT.limits, |entry| {
        let (_, document) = entry.open()?;
        Ok(document.picture().unwrap().image(0).unwrap())
    });
    image.unwrap()
}

fn draw(files: &mut Files, name: &str, image: Image) {
    let png = to_png("", image, Alpha::Keep, None).unwrap().colours;
    files.insert(format!("{name}.png"), png);
}

/// Where two files of one length differ.
fn changes(a: &[u8], b: &[u8]) -> Vec<usize> {
    assert_eq!(a.len(), b.len());
    (0..a.len()).filter(|&at| a[at] != b[at]).collect()
}

#[test]
fn every_image_stands_as_png_and_an_untouched_folder_packs_to_the_same_bytes() {
    let bytes = fixture("rmechtex.zbd");
    let files = unpacked(&bytes);
    assert_eq!(files.keys().filter(|path| path.ends_with(".png")).count(), 13);
    assert_eq!(packed(&files).unwrap(), (bytes, vec![]));
}

#[test]
fn a_picture_saved_anew_changes_nothing() {
    let bytes = fixture("rmechtex.zbd");
    let mut files = unpacked(&bytes);
    let names: Vec<String> =
        files.keys().filter_map(|path| Some(path.strip_suffix(".png")?.to_owned())).collect();
    for name in &names {
        draw(&mut files, name, picture(&bytes, name));
        manifest(&mut files, |json| {
            json["entries"]
                .as_array_mut()
                .unwrap()
                .iter_mut()
                .for_each(|entry| entry["sha256"] = Value::Null);
        });
    }
    assert_eq!(names.len(), 13);
    assert_eq!(packed(&files).unwrap(), (bytes, vec![]), "made anew, and the same");
}

#[test]
fn pixels_of_an_image_with_a_global_palette_change_and_the_palette_does_not() {
    let bytes = fixture("rmechtex.zbd");
    let mut files = unpacked(&bytes);
    let mut image = picture(&bytes, "pal_global");
    let Pixels::Indexed { indices, palette } = &mut image.pixels else { panic!("not indexed") };
    assert_eq!(palette.len(), 256);
    indices[100] = 7;
    draw(&mut files, "pal_global", image.clone());
    let (new, changed) = packed(&files).unwrap();
    assert_eq!(changed, ["pal_global"]);
    assert_eq!(changes(&bytes, &new), [12624 + 16 + 100]);
    let Pixels::Indexed { palette, .. } = &mut image.pixels else { panic!("not indexed") };
    palette[9] = [255, 0, 255, 255];
    draw(&mut files, "pal_global", image);
    let problem = packed(&files).unwrap_err();
    assert_eq!((problem.code, problem.field.as_str()), ("image.settings", "palette[9]"), "{problem}");
    assert!(problem.to_string().contains("frame.palettes"), "{problem}");
}

#[test]
fn a_global_palette_is_edited_once_for_all_its_images() {
    let bytes = fixture("rmechtex.zbd");
    let mut files = unpacked(&bytes);
    manifest(&mut files, |json| {
        let row = json["frame"]["palettes"][0][0].as_str().unwrap();
        json["frame"]["palettes"][0][0] = format!("{} ff00ff", row.rsplit_once(' ').unwrap().0).into();
    });
    let (new, _) = packed(&files).unwrap();
    let colour = 24 + 13 * 40 + 15 * 2;
    assert_eq!(changes(&bytes, &new), [colour, colour + 1]);
    let Pixels::Indexed { palette, .. } = picture(&new, "pal_global").pixels else { panic!("not indexed") };
    assert_eq!(palette[15], [255, 0, 255, 255]);
    manifest(&mut files, |json| json["frame"]["palettes"][0][3] = "red".into());
    let problem = packed(&files).unwrap_err();
    assert_eq!(
        (problem.code, problem.field.as_str()),
        ("folder.cannot-pack", "frame.palettes[0][3]"),
        "{problem}"
    );
}

#[test]
fn an_image_leaves_a_global_palette_or_joins_it() {
    let bytes = fixture("rmechtex.zbd");
    let mut files = unpacked(&bytes);
    let place = |json: &Value, name: &str| {
        json["entries"].as_array().unwrap().iter().position(|entry| entry["name"] == *name).unwrap()
    };
    manifest(&mut files, |json| {
        let entry = place(json, "pal_global_full");
        json["entries"][entry]["attributes"]["global_palette"] = Value::Null;
        json["entries"][entry]["settings"]["format"] = "palette".into();
    });
    let (alone, changed) = packed(&files).unwrap();
    assert_eq!((changed, alone.len()), (vec!["pal_global_full".to_owned()], bytes.len() + 200));
    assert_eq!(check::file(&Asset::file("new.zbd", &alone), CONTEXT).report.codes(), [""; 0]);
    assert_eq!(picture(&alone, "pal_global_full"), picture(&bytes, "pal_global_full"));
    let mut files = unpacked(&alone);
    manifest(&mut files, |json| {
        let entry = place(json, "pal_global_full");
        json["entries"][entry]["attributes"]["global_palette"] = json!(1);
        json["entries"][entry]["settings"]["format"] = "global-palette".into();
    });
    assert!(packed(&files).unwrap().0 == bytes);
    manifest(&mut files, |json| {
        let entry = place(json, "pal_global_full");
        json["entries"][entry]["attributes"]["global_palette"] = json!(0);
    });
    let problem = packed(&files).unwrap_err();
    assert!(problem.to_string().contains("as in global palette 0"), "{problem}");
}

#[test]
fn a_new_image_needs_only_its_png_and_its_format() {
    let bytes = fixture("rmechtex.zbd");
    let mut files = unpacked(&bytes);
    files.insert("new.png".into(), files["glass_full.png"].clone());
    manifest(&mut files, |json| {
        let new = json!({"name": "new", "file": "new.png", "form": "png", "format": "mw3.image"});
        json["entries"].as_array_mut().unwrap().push(new);
        json["entries"].as_array_mut().unwrap().remove(0);
    });
    let (new, changed) = packed(&files).unwrap();
    assert_eq!(changed, ["new"]);
    assert_eq!(check::file(&Asset::file("new.zbd", &new), CONTEXT).report.codes(), [""; 0]);
    assert_eq!(picture(&new, "new"), picture(&bytes, "glass_full"));
}

#[test]
fn every_byte_is_explained_also_of_images_that_share_a_palette() {
    let bytes = fixture("rmechtex.zbd");
    let asset = Asset::file("rmechtex.zbd", &bytes);
    let mut fields = vec![];
    let explained = explain::explain(asset.kind().unwrap(), &bytes, asset.origin, false, 8, &mut |line| {
        fields.push((line.range.start, line.field.to_string()));
    });
    assert_eq!((explained.coverage.named, explained.coverage.opaque), (bytes.len(), 0));
    let told = |at: usize, field: &str| fields.contains(&(at, field.to_owned()));
    assert!(told(24 + 13 * 40, "palettes[0]") && told(12624, "pal_global/header.flags"));
    assert!(told(12640, "pal_global/pixels"));
}
