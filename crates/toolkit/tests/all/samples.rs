//! The samples that people see first: sound, complete, small enough, and the same on the way back.

// A test stops at the first surprise.
#![allow(clippy::unwrap_used, clippy::panic)]

use crate::common::{CONTEXT, Folder};
use relict_samples::Sample;
use relict_toolkit::check;
use relict_toolkit::core::format::Context;
use relict_toolkit::core::refs::Place;
use relict_toolkit::explain::explain;
use relict_toolkit::folder::{Memory, PackHow, UnpackHow, pack, unpack};
use relict_toolkit::open::Asset;
use std::collections::BTreeSet;
use std::sync::LazyLock;

static ALL: LazyLock<Vec<Sample>> = LazyLock::new(relict_samples::all);

fn folder(path: &str) -> &str {
    path.rsplit_once('/').map_or("", |(folder, _)| folder)
}

/// The files of the folder that a sample lies in.
fn beside(path: &str) -> Folder {
    let here = ALL.iter().filter(|sample| folder(&sample.path) == folder(path));
    Folder(
        here.map(|sample| (sample.path[folder(path).len() + 1..].to_owned(), sample.bytes.clone())).collect(),
    )
}

#[test]
fn all_samples_together_are_small() {
    let size: usize = ALL.iter().map(|sample| sample.bytes.len()).sum();
    assert!((2 << 20..7 << 19).contains(&size), "{size}");
}

#[test]
fn every_sample_is_without_errors_and_only_what_is_odd_on_purpose_is_warned_of() {
    for sample in ALL.iter() {
        let library = beside(&sample.path);
        let asset = Asset::file(&sample.path, &sample.bytes);
        let report = check::file(&asset, Context { library: &library, ..CONTEXT }).report;
        let odd = [
            "oddities.rlb",
            "gamefont.rlb",
            "extras.zip",
            "small.zip",
            "doom2.zip",
            "sounds.zbd",
            "effects.rlb",
        ];
        let is_odd = odd.iter().any(|name| sample.path.ends_with(name));
        assert!(
            report.errors() == 0 && (is_odd || report.warnings() == 0),
            "{}: {:?}",
            sample.path,
            report.codes()
        );
    }
}

#[test]
fn every_sample_is_written_as_it_was_read_and_explained_to_the_last_byte() {
    for sample in ALL.iter() {
        let (kind, document) = Asset::file(&sample.path, &sample.bytes).open().unwrap();
        assert!(document.to_bytes().unwrap() == sample.bytes, "{}", sample.path);
        let asset = Asset::file(&sample.path, &sample.bytes);
        let explained = explain(kind, &sample.bytes, asset.origin, false, 8, &mut |_| {});
        assert_eq!((explained.coverage.uncovered, explained.stopped.is_none()), (0, true), "{}", sample.path);
    }
}

#[test]
fn every_sample_is_unpacked_and_packed_to_the_same_bytes() {
    for sample in ALL.iter() {
        let asset = Asset::file(&sample.path, &sample.bytes);
        if !asset.kind().is_some_and(relict_toolkit::core::format::Kind::is_archive) {
            continue;
        }
        let library = beside(&sample.path);
        let folder = Memory::default();
        unpack(&asset, UnpackHow::default(), Context { library: &library, ..CONTEXT }, &folder).unwrap();
        let folder = Memory::of(folder.files());
        let packed = pack(&folder, PackHow::default()).unwrap();
        assert!(packed.bytes().unwrap() == sample.bytes, "{}", sample.path);
    }
}

/// Every name that `asset` and all below it hold, with the files that it must be in.
fn names(asset: &Asset<'_>, found: &mut BTreeSet<(&'static str, String)>) {
    let Ok((_, document)) = asset.open() else { return };
    for name in document.references() {
        if let Place::Library(file) = name.role.place
            && !name.role.optional
        {
            found.insert((file, name.name.to_string()));
        }
    }
    let Some(archive) = document.archive() else { return };
    for i in 0..archive.len() {
        let (entry, bytes) = (archive.entry(i).unwrap(), archive.payload(i, CONTEXT.limits).unwrap());
        let inner = Asset { path: &entry.name, origin: entry.origin(), bytes: &bytes, holder: None };
        names(&inner, found);
    }
}

#[test]
fn what_the_samples_name_is_beside_them() {
    let mut seen = BTreeSet::new();
    for sample in ALL.iter() {
        let (library, mut found) = (beside(&sample.path), BTreeSet::new());
        names(&Asset::file(&sample.path, &sample.bytes), &mut found);
        for (file, name) in found {
            let holds = library.0.iter().any(|(path, bytes)| {
                let opened = Asset::file(path, bytes).open();
                path.eq_ignore_ascii_case(file)
                    && opened.is_ok_and(|(_, document)| {
                        document.archive().is_some_and(|archive| archive.find(&name).is_some())
                    })
            });
            assert!(holds, "{}: {file} has no {name}", sample.path);
            seen.insert(file);
        }
    }
    assert!(seen.len() >= 4, "{seen:?}");
}
