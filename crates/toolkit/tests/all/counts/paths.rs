//! The paths whose instructions are counted, each in a function of its own that is not merged with its caller.

use relict_toolkit::FORMATS;
use relict_toolkit::core::format::{Context, Kind, Limits, Origin};
use relict_toolkit::core::image::{Image, Redraw};
use relict_toolkit::core::scene::Shown;
use relict_toolkit::model::{self, Open};
use relict_toolkit::mw3::dialect::Dialect;
use relict_toolkit::open::Asset;
use relict_toolkit::picture::{Alpha, to_png};
use serde_json::json;
use std::fs;
use std::hint::black_box;
use std::path::Path;

/// What the names of these functions begin with.
pub const PREFIX: &str = "hot_";

const SIDE: usize = 64;

#[test]
#[ignore = "is run under callgrind by the test beside it"]
fn run_every_path() {
    let library = fixture("ngi/textures.lib");
    let (packed, models) = (fixture("ngi/rsli_unsorted.lib"), fixture("ngi-models/models.rlb"));
    let mechlib = relict_specimens::mechlib_of(Dialect::Mw, 1, 400);
    let texture = texture();
    hot_nres_list(&library);
    hot_explain(&models);
    hot_texm_decode(&texture);
    hot_png_write(picture());
    hot_phone_texture_decode(&[0x5A; SIDE * SIDE / 2]);
    hot_rsli_unpack(&packed);
    hot_mechlib_read(&mechlib);
    hot_model_to_glb(&models);
}

fn fixture(name: &str) -> Vec<u8> {
    fs::read(Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fixtures").join(name)).unwrap()
}

fn picture() -> Image {
    let pixel = |i: usize| [(i % SIDE * 4) as u8, (i / SIDE * 4) as u8, (i * 7 % 64) as u8, 255];
    Image::rgba(SIDE, SIDE, (0..SIDE * SIDE).map(pixel).collect(), false)
}

fn kind(id: &str) -> &'static Kind {
    FORMATS.named(id).unwrap()
}

fn texture() -> Vec<u8> {
    let (kind, image) = (kind("ngi.texm"), picture());
    let canvas = kind.canvas(&image).unwrap();
    let document = kind.open(&canvas, Origin::default()).unwrap();
    let settings = json!({ "format": 565 });
    document.picture().unwrap().redrawn(&image, &settings, Redraw::default()).unwrap().bytes
}

/// The colours of a picture.
fn decode(kind: &Kind, bytes: &[u8]) -> usize {
    kind.open(bytes, Origin::default()).unwrap().picture().unwrap().image(0).unwrap().into_rgba().len()
}

/// The bytes of all entries.
fn payloads(file: &Asset<'_>, then: &mut dyn FnMut(Origin<'_>, &[u8])) {
    let (_, document) = file.open().unwrap();
    let archive = document.archive().unwrap();
    for i in 0..archive.len() {
        if let (Some(entry), Ok(bytes)) = (archive.entry(i), archive.payload(i, Limits::USUAL)) {
            then(entry.origin(), &bytes);
        }
    }
}

#[inline(never)]
fn hot_nres_list(file: &[u8]) {
    for _ in 0..20 {
        let (_, document) = Asset::file("textures.lib", file).open().unwrap();
        let archive = document.archive().unwrap();
        (0..archive.len()).for_each(|i| drop(black_box(archive.entry(i))));
    }
}

#[inline(never)]
fn hot_explain(file: &[u8]) {
    let mut lines = 0;
    let mut count = |line: &relict_toolkit::explain::Line<'_>| lines += line.range.len();
    relict_toolkit::explain::explain(
        kind("ngi.nres"),
        file,
        Origin::named("models.rlb"),
        true,
        8,
        &mut count,
    );
    assert_eq!(black_box(lines), file.len());
}

#[inline(never)]
fn hot_texm_decode(file: &[u8]) {
    assert_eq!(decode(kind("ngi.texm"), file), SIDE * SIDE);
}

#[inline(never)]
fn hot_png_write(image: Image) {
    black_box(to_png("", image, Alpha::Keep, None).unwrap());
}

#[inline(never)]
fn hot_phone_texture_decode(file: &[u8]) {
    assert_eq!(decode(kind("idmobile.texture"), file), SIDE * SIDE);
}

#[inline(never)]
fn hot_rsli_unpack(file: &[u8]) {
    let mut size = 0;
    payloads(&Asset::file("rsli_unsorted.lib", file), &mut |_, bytes| size += bytes.len());
    assert!(black_box(size) > 0);
}

#[inline(never)]
fn hot_mechlib_read(file: &[u8]) {
    let model = kind("mw3.model");
    let mut read = 0;
    payloads(&Asset::file("mechlib.zbd", file), &mut |origin, bytes| {
        if origin.name.ends_with(".flt") {
            read += usize::from(model.open(bytes, origin).is_ok());
        }
    });
    assert_eq!(read, 1);
}

#[inline(never)]
fn hot_model_to_glb(file: &[u8]) {
    let model = kind("ngi.msh");
    let mut made = 0;
    payloads(&Asset::file("models.rlb", file), &mut |origin, bytes| {
        let Ok(document) = model.open(bytes, origin) else { return };
        let scene = document.model().unwrap().scene(Shown::default(), Context::ALONE);
        let written = scene.map(|scene| model::written("", &scene, Open::Glb, ""));
        made += usize::from(written.is_ok_and(|written| written.is_ok()));
    });
    assert!(made > 0);
}
