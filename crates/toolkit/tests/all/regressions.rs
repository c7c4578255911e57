//! What fuzzing found, each in a sentence.

// A test stops at the first surprise.
#![allow(clippy::unwrap_used, clippy::panic)]

use crate::common::{CONTEXT, assets};
use relict_toolkit::FORMATS;
use relict_toolkit::core::archive::Frame;
use relict_toolkit::core::format::{Context, Kind, Origin};
use relict_toolkit::core::image::Redraw;
use relict_toolkit::core::scene::Shown;
use relict_toolkit::document::Stated;
use relict_toolkit::messages::Language;
use relict_toolkit::picture::{self, Alpha, Drawing};
use serde_json::{Value, json};
use std::convert::Infallible;

fn kind(id: &str) -> &'static Kind {
    FORMATS.named(id).unwrap()
}

#[test]
fn palettes_that_look_like_others_when_black_come_back_from_their_picture() {
    // 96 colours in 6 palettes. With all of them black, that reads as well as 96 palettes of no colours.
    let colours = (0..96u16).flat_map(|i| (i * 641 + 1).to_le_bytes());
    let bytes: Vec<u8> = 96u16.to_le_bytes().into_iter().chain(colours).collect();
    let (kind, origin) = (kind("idmobile.palettes"), Origin::named("palettes.bin"));
    comes_back_from_its_picture(kind, origin, &bytes);
}

#[test]
fn the_half_byte_behind_an_odd_number_of_texels_comes_back_from_the_picture() {
    // A depth, and 3 by 3 texels in five bytes, of which the last is half used.
    let bytes = [4, 0x21, 0x43, 0x65, 0x87, 0xA9];
    comes_back_from_its_picture(kind("idmobile.texture"), Origin::named("x.texels"), &bytes);
}

/// As PNG with all that belongs to the file, and as the file again.
fn comes_back_from_its_picture(kind: &'static Kind, origin: Origin<'_>, bytes: &[u8]) {
    let document = kind.open(bytes, origin).unwrap();
    let picture = document.picture().unwrap();
    let image = picture.image(0).unwrap();
    let note = picture::note(kind, picture, &image);
    let png = picture::to_png("x", image, Alpha::Keep, Some(&note)).unwrap().colours;
    let drawing = Drawing {
        path: "x.png",
        kind,
        origin,
        like: None,
        png: &png,
        alpha: None,
        opaque: false,
        settings: &Value::Null,
        how: Redraw::default(),
        context: Context::ALONE,
    };
    assert!(drawing.draw().unwrap().bytes == bytes);
}

#[test]
fn json_of_a_file_that_could_not_be_read_again_is_refused_in_words() {
    let text = json!({
        "schema": "relict.document/1",
        "format": "idmobile.chunks",
        "document": {"textures": [], "texels": ""},
    });
    let text = text.to_string();
    let problem = Stated::read("x.json", text.as_bytes()).unwrap().build(Origin::default()).unwrap_err();
    for (language, needed) in [(Language::English, "1 bytes"), (Language::Russian, "1 байт")] {
        let said = language.catalogue().problem(&problem);
        assert!(said.contains(' ') && said.contains(needed), "{said}");
    }
}

#[test]
fn a_polygon_without_corners_stays_when_the_model_becomes_its_own_scene() {
    let asset = assets().into_iter().find(|asset| asset.kind.id == "mw3.model").unwrap();
    let mut json = asset.kind.open(&asset.bytes, asset.origin()).unwrap().to_json();
    let node = json["nodes"].as_array_mut().unwrap().iter_mut().find(|node| node.get("mesh").is_some());
    let mesh = &mut node.unwrap()["mesh"];
    mesh["polygons"][0]["outline"]["corners"] = 0.into();
    let lists = mesh["corners"][0].as_object_mut().unwrap();
    lists.values_mut().filter(|list| list.is_array()).for_each(|list| *list = json!([]));
    let bytes = asset.kind.build(&json, asset.origin()).unwrap();
    let document = asset.kind.open(&bytes, asset.origin()).unwrap();
    let model = document.model().unwrap();
    let scene = model.scene(Shown::All, CONTEXT).unwrap();
    assert!(model.with_scene(&scene, CONTEXT).unwrap().bytes == bytes);
}

#[test]
fn a_pointer_to_normals_that_are_not_there_stays_when_another_polygon_is_edited() {
    let asset = assets().into_iter().find(|asset| asset.kind.id == "mw3.model").unwrap();
    let mut json = asset.kind.open(&asset.bytes, asset.origin()).unwrap().to_json();
    let nodes = json["nodes"].as_array_mut().unwrap();
    let place = nodes.iter().position(|node| node.get("mesh").is_some()).unwrap();
    let mesh = &mut nodes[place]["mesh"];
    mesh["polygons"][0]["outline"]["normals"] = 0.into();
    mesh["corners"][0].as_object_mut().unwrap().remove("normals").unwrap();
    let pointer = mesh["polygons"][0]["normals_ptr"].clone();
    assert_ne!(pointer, json!(0));
    let bytes = asset.kind.build(&json, asset.origin()).unwrap();
    let document = asset.kind.open(&bytes, asset.origin()).unwrap();
    let model = document.model().unwrap();
    let mut scene = model.scene(Shown::All, CONTEXT).unwrap();
    let name = nodes_name(&json, place);
    let node = scene.nodes.iter().find(|node| node.name == name).unwrap();
    let part = scene.meshes[node.shapes[0].mesh].parts.last_mut().unwrap();
    part.positions.last_mut().unwrap()[0] += 1.0;
    let edited = model.with_scene(&scene, CONTEXT).unwrap().bytes;
    assert!(edited != bytes);
    let json = asset.kind.open(&edited, asset.origin()).unwrap().to_json();
    assert_eq!(json["nodes"][place]["mesh"]["polygons"][0]["normals_ptr"], pointer);
}

/// What a node of a model is called.
fn nodes_name(model: &serde_json::Value, place: usize) -> String {
    let name = &model["nodes"][place]["base"]["name"];
    name.as_str().or(name["text"].as_str()).unwrap().split('\0').next().unwrap().to_owned()
}

#[test]
fn a_file_of_chunks_is_not_packed_without_any() {
    let packed = kind("idmobile.chunks").repack::<Infallible>(Frame::default()).unwrap().load();
    assert!(packed.is_err(), "{packed:?}");
}
