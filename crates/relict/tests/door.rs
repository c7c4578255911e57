//! What the crate promises to other programs, on the sample data.

#![allow(clippy::unwrap_used)]

use relict::{Asset, Change, Error, Language, Look, Severity, files, formats, open};
use serde_json::json;
use std::ops::ControlFlow;
use std::path::Path;

fn bytes(path: &str) -> Vec<u8> {
    relict_samples::all().into_iter().find(|sample| sample.path == path).unwrap().bytes
}

fn sample(path: &str) -> Asset {
    open((path, bytes(path))).unwrap()
}

/// The sample game, in a folder.
fn game() -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    for sample in relict_samples::all() {
        let path = folder.path().join(&sample.path);
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(path, sample.bytes).unwrap();
    }
    folder
}

/// What changed, by the paths of entries.
fn changed(before: &Asset, after: &Asset) -> Vec<String> {
    let (before, after) = (before.entries().unwrap(), after.entries().unwrap());
    assert_eq!(before.len(), after.len());
    let pairs = before.iter().zip(&after).filter(|(a, b)| a.bytes().unwrap() != b.bytes().unwrap());
    pairs.map(|(entry, _)| entry.name().to_owned()).collect()
}

#[test]
fn an_entry_is_found_by_its_path_in_files_and_in_bytes() {
    let game = game();
    let path = game.path().join("parkan/units.rlb/TANK.MSH/Res3");
    let (on_disk, in_memory) =
        (open(&path).unwrap(), sample("parkan/units.rlb").entry("tank.msh/Res3").unwrap());
    assert_eq!(on_disk.bytes().unwrap(), in_memory.bytes().unwrap());
    assert_eq!(in_memory.path(), "parkan/units.rlb/tank.msh/Res3");
    assert_eq!((in_memory.name(), in_memory.meaning()), ("tank", Some("vertices")));
    let meant = sample("parkan/units.rlb").entry("tank.msh/vertices").unwrap();
    assert_eq!(meant.bytes().unwrap(), in_memory.bytes().unwrap());
    assert_eq!(open(path.to_str().unwrap()).unwrap().size(), in_memory.size());
}

#[test]
fn packed_entries_are_unpacked_when_asked_for() {
    let jar = sample("idmobile/doom.jar");
    for entry in jar.entries().unwrap() {
        assert_eq!(entry.bytes().unwrap().len(), entry.size(), "{}", entry.path());
        assert_eq!(
            jar.entry(entry.path().strip_prefix("idmobile/doom.jar/").unwrap()).unwrap().name(),
            entry.name()
        );
    }
}

#[test]
fn every_texture_has_a_picture_and_becomes_the_same_file_again() {
    let library = sample("parkan/Textures.lib");
    let mut pictures = 0;
    for entry in library.entries().unwrap() {
        let Some(picture) = entry.picture().unwrap() else { continue };
        assert_eq!(picture.to_rgba().len(), picture.width() * picture.height());
        let edited = entry.edit(Change::Picture(&picture.to_png().unwrap())).unwrap();
        assert_eq!(edited.bytes(), library.bytes().unwrap(), "{}", entry.name());
        pictures += 1;
    }
    assert!(pictures > 20, "{pictures}");
}

#[test]
fn a_model_comes_with_its_textures_and_goes_back_as_it_was() {
    let game = game();
    let units = open(&game.path().join("parkan/units.rlb")).unwrap();
    let tank = units.entry("tank.msh").unwrap();
    let model = tank.model(Look::All).unwrap().unwrap();
    assert!(model.materials().count() > 0 && model.nodes().any(|node| node.contains("turret")));
    let glb = model.to_glb().unwrap();
    assert!(glb.starts_with(b"glTF"));
    let edited = tank.edit(Change::Model(&glb)).unwrap();
    assert_eq!(edited.bytes(), units.bytes().unwrap());
    assert!(units.entry("readme.txt").unwrap().model(Look::Intact).unwrap().is_none());
    assert_eq!(model.to_obj("tank").unwrap().beside.first().unwrap().0, "tank.mtl");
}

#[test]
fn a_model_takes_the_motions_that_are_meant_for_it() {
    let mut model = sample("mechwarrior3/mechlib.zbd")
        .entry("mech_strider.flt")
        .unwrap()
        .model(Look::Intact)
        .unwrap()
        .unwrap();
    let still = model.to_glb().unwrap();
    model.animate(&sample("mechwarrior3/motion.zbd")).unwrap();
    assert!(model.to_glb().unwrap().len() > still.len());
    let error = model.animate(&sample("parkan/Textures.lib")).unwrap_err();
    assert_eq!(error.code(), "model.motions");
}

#[test]
fn an_edit_changes_its_entry_and_nothing_else() {
    let library = sample("parkan/Material.lib");
    let beacon = library.entry("BEACON").unwrap();
    let mut document = beacon.document().unwrap();
    document["phases"][0]["diffuse"] = json!([0, 128, 255, 255]);
    let edited = beacon.edit(Change::Document(&document)).unwrap().open();
    assert_eq!(changed(&library, &edited), ["BEACON"]);
    assert_eq!(edited.entry("BEACON").unwrap().document().unwrap(), document);
    // One edit on top of the other.
    let readme = edited.entry("BEACON").unwrap().edit(Change::Bytes(beacon.bytes().unwrap())).unwrap();
    assert_eq!(readme.bytes(), library.bytes().unwrap());
}

#[test]
fn a_field_gets_another_value_where_it_stands() {
    let beacon = sample("parkan/Material.lib").entry("BEACON").unwrap();
    let mut surface = None;
    let look = |field: relict::Field| {
        if field.path == "surface" {
            surface = Some(field);
            return ControlFlow::Break(());
        }
        assert!(surface.is_none(), "asked to stop, and went on");
        ControlFlow::Continue(())
    };
    beacon.explain(look).unwrap();
    let surface = surface.unwrap();
    let edited = beacon.edit(Change::Field(surface.range.start, &json!(7))).unwrap().open();
    assert_eq!(edited.entry("BEACON").unwrap().document().unwrap()["surface"], 7);
}

#[test]
fn what_is_saved_never_replaces_something_unasked() {
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().join("new.rlb");
    let readme = sample("parkan/units.rlb").entry("readme.txt").unwrap();
    let edited = readme.edit(Change::Bytes(b"Hello")).unwrap();
    edited.save_as(&out).unwrap();
    assert_eq!(edited.save_as(&out).unwrap_err().code(), "io.exists");
    edited.replace(&out).unwrap();
    assert_eq!(open(&out.join("readme.txt")).unwrap().bytes().unwrap(), b"Hello");
}

#[test]
fn every_file_of_a_folder_is_found_and_checked_with_its_neighbours() {
    let game = game();
    let found: Vec<Asset> = files(game.path()).unwrap().collect::<Result<_, Error>>().unwrap();
    let parts = |asset: &Asset| Path::new(&asset.path()).strip_prefix(game.path()).unwrap().to_owned();
    assert!(found.iter().any(|asset| parts(asset) == Path::new("parkan/units.rlb")));
    assert!(found.iter().all(|asset| asset.format().is_some()));
    let findings: Vec<_> = found.iter().flat_map(|asset| asset.check().unwrap()).collect();
    assert!(findings.iter().all(|finding| finding.severity() == Severity::Warning), "{findings:?}");
    assert!(findings.iter().any(|finding| finding.path().ends_with("oddities.rlb")));
}

#[test]
fn what_is_called_so_is_found_at_every_depth() {
    let units = sample("parkan/units.rlb");
    let found = units.find("*.msh").unwrap();
    assert!(found.iter().any(|asset| asset.name() == "tank.msh"));
    assert!(found.iter().all(|asset| asset.format().is_some_and(|format| format.id() == "ngi.msh")));
    let streams = units.find("tank.msh/*").unwrap();
    assert!(streams.len() > 5 && streams.iter().all(|stream| stream.bytes().unwrap().len() == stream.size()));
}

#[test]
fn errors_have_a_code_a_place_and_words_in_both_languages() {
    let error = sample("parkan/units.rlb").entry("tnak.msh").unwrap_err();
    assert_eq!((error.code(), error.path()), ("path.no-entry", "parkan/units.rlb"));
    assert!(error.to_string().contains("tank.msh") && error.message(Language::Russian).contains("tank.msh"));
    assert_eq!(open("no/such/file").unwrap_err().code(), "io.not-found");
    let unknown = open(("x", vec![1, 2, 3])).unwrap();
    assert!(unknown.format().is_none() && unknown.bytes().unwrap() == [1, 2, 3]);
    assert_eq!(unknown.document().unwrap_err().code(), "file.unknown-format");
}

#[test]
fn every_format_has_a_name_in_both_languages() {
    for format in formats() {
        for language in [Language::English, Language::Russian] {
            assert!(!format.name(language).starts_with("format-"), "{format:?}");
        }
    }
    assert!(formats().any(|format| format.is_archive() && format.family() == "mw3"));
}
