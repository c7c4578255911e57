//! Libraries beside an archive: read once, however many entries name something in them.

#![allow(clippy::unwrap_used, clippy::panic)]

use crate::common::{Folder, TOLERANT};
use relict_toolkit::FORMATS;
use relict_toolkit::core::archive::{EntrySpec, Frame};
use relict_toolkit::core::format::{Context, Library, Limits};
use relict_toolkit::core::repack::Content;
use relict_toolkit::core::scene::Shown;
use relict_toolkit::folder::{Memory, UnpackHow, unpack};
use relict_toolkit::open::Asset;
use std::borrow::Cow;
use std::collections::BTreeMap;
use std::sync::Mutex;

/// Counts how often each file is asked for.
struct Counted {
    folder: Folder,
    asked: Mutex<BTreeMap<String, usize>>,
}

impl Counted {
    fn new(files: &[(&str, Vec<u8>)]) -> Self {
        let files = files.iter().map(|(name, bytes)| ((*name).to_owned(), bytes.clone())).collect();
        Self { folder: Folder(files), asked: Mutex::default() }
    }

    /// Once for an index of its names, and once for its bytes.
    #[track_caller]
    fn expect_few(&self, names: &[&str]) {
        let asked = self.asked.lock().unwrap();
        assert!(asked.values().all(|count| *count <= 2), "{asked:?}");
        assert!(names.iter().all(|name| asked.contains_key(*name)), "{asked:?}");
    }
}

impl Library for Counted {
    fn file(&self, name: &str) -> Option<Cow<'_, [u8]>> {
        *self.asked.lock().unwrap().entry(name.to_owned()).or_default() += 1;
        self.folder.file(name)
    }
}

fn sample(path: &str) -> Vec<u8> {
    relict_samples::all().into_iter().find(|sample| sample.path == path).unwrap().bytes
}

/// Every entry of an archive so many times, under other names.
fn grown(archive: &[u8], times: usize) -> Vec<u8> {
    let (kind, document) = Asset::file("a.lib", archive).open().unwrap();
    let archive = document.archive().unwrap();
    let mut repack = kind.repack(Frame::default()).unwrap();
    for copy in 0..times {
        for i in 0..archive.len() {
            let entry = archive.entry(i).unwrap();
            let attributes = entry.attributes.iter().map(|(key, value)| ((*key).into(), value.clone()));
            let spec = EntrySpec::new(&format!("{copy}_{}", entry.name), attributes.collect());
            repack.push(spec, Content::fresh(archive.payload(i, Limits::default()).unwrap()));
        }
    }
    repack.bytes().unwrap()
}

#[test]
fn a_library_is_read_once_for_all_materials_of_another() {
    let beside = Counted::new(&[("Textures.lib", sample("parkan/Textures.lib"))]);
    let materials = with_cells(&grown(&sample("parkan/Material.lib"), 5));
    let asset = Asset::file("Material.lib", &materials);
    relict_toolkit::check::file(&asset, Context::new(&beside));
    beside.expect_few(&["Textures.lib"]);
}

/// The materials with a cell of a texture in each first phase, so that each has to look for the texture.
fn with_cells(library: &[u8]) -> Vec<u8> {
    let (_, document) = Asset::file("Material.lib", library).open().unwrap();
    let archive = document.archive().unwrap();
    let mut bytes = library.to_vec();
    for i in 0..archive.len() {
        let entry = archive.entry(i).unwrap();
        let payload = archive.payload(i, Limits::default()).unwrap();
        let kind = FORMATS.of(entry.origin(), &payload).unwrap();
        let mut json = kind.open(&payload, entry.origin()).unwrap().to_json();
        json["phases"][0]["cell"] = 0.into();
        let mut material = (kind.from_json)(&json).unwrap();
        material.settle_as(entry.origin());
        let edited = material.to_bytes().unwrap();
        assert_eq!(edited.len(), payload.len());
        bytes[entry.offset..entry.offset + edited.len()].copy_from_slice(&edited);
    }
    bytes
}

#[test]
fn libraries_are_read_once_for_all_models_of_an_archive() {
    let libraries = ["Material.lib", "Textures.lib", "lightmap.lib"];
    let files: Vec<_> = libraries.iter().map(|name| (*name, sample(&format!("parkan/{name}")))).collect();
    let beside = Counted::new(&files);
    let models = grown(&sample("parkan/units.rlb"), 3);
    let how = UnpackHow { shown: Shown::All, ..TOLERANT };
    unpack(&Asset::file("units.rlb", &models), how, Context::new(&beside), &Memory::default()).unwrap();
    beside.expect_few(&["Material.lib", "Textures.lib"]);
}

#[test]
fn packages_are_read_once_for_all_models_of_a_mechlib() {
    let textures = sample("mechwarrior3/rmechtex.zbd");
    let beside = Counted::new(&[("rmechtex.zbd", textures)]);
    let mechlib = sample("mechwarrior3/mechlib.zbd");
    unpack(&Asset::file("mechlib.zbd", &mechlib), TOLERANT, Context::new(&beside), &Memory::default())
        .unwrap();
    beside.expect_few(&["rmechtex.zbd"]);
}
