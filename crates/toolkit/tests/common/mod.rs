//! What the tests walk: every fixture and sample that a format claims, and everything inside them.

// Each test file compiles this for itself and uses a part of it.
#![allow(dead_code, clippy::unwrap_used, clippy::panic)]

use relict_toolkit::FORMATS;
use relict_toolkit::core::format::{AttributesRef, Context, Kind, Library, Limits, Origin};
use relict_toolkit::core::scene::Shown;
use relict_toolkit::folder::UnpackHow;
use relict_toolkit::picture::Alpha;
use serde_json::Value;
use std::borrow::Cow;
use std::fs;
use std::path::{Path, PathBuf};

pub const CONTEXT: Context<'static> =
    Context { limits: Limits { unpacked: 1 << 24, depth: 8 }, ..Context::ALONE };

/// Whatever the check finds.
pub const TOLERANT: UnpackHow =
    UnpackHow { tolerant: true, raw: false, alpha: Alpha::Keep, shown: Shown::All };

/// The files of a folder, by name.
pub struct Folder(pub Vec<(String, Vec<u8>)>);

impl Library for Folder {
    fn file(&self, name: &str) -> Option<Cow<'_, [u8]>> {
        let found = self.0.iter().find(|(file, _)| file.eq_ignore_ascii_case(name));
        found.map(|(_, bytes)| bytes.as_slice().into())
    }
}

/// A file or entry.
pub struct Asset {
    pub label: String,
    pub name: String,
    pub attributes: Vec<(&'static str, Value)>,
    pub kind: &'static Kind,
    pub bytes: Vec<u8>,
    /// Whether it is a file of its own.
    pub outermost: bool,
}

impl Asset {
    pub fn origin(&self) -> Origin<'_> {
        Origin { name: &self.name, attributes: AttributesRef::List(&self.attributes) }
    }

    pub fn open(&self) -> relict_toolkit::open::Asset<'_> {
        relict_toolkit::open::Asset {
            path: &self.name,
            origin: self.origin(),
            bytes: &self.bytes,
            holder: None,
        }
    }
}

fn fixtures() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fixtures")
}

fn files(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).unwrap_or_else(|e| panic!("{}: {e}", folder.display())) {
        let path = entry.unwrap().path();
        if path.is_dir() { files(&path, found) } else { found.push(path) }
    }
    found.sort();
}

/// Every file below `fixtures/`, good ones or those in a folder `bad`.
pub fn fixture_files(bad: bool) -> Vec<(String, Vec<u8>)> {
    let mut found = vec![];
    files(&fixtures(), &mut found);
    let named = |path: &PathBuf| path.strip_prefix(fixtures()).unwrap().to_string_lossy().replace('\\', "/");
    found
        .iter()
        .map(|path| (named(path), fs::read(path).unwrap()))
        .filter(|(name, _)| name.split('/').any(|step| step == "bad") == bad && !name.ends_with(".json"))
        .collect()
}

/// All that a format claims in the good fixtures and the samples.
pub fn assets() -> Vec<Asset> {
    let samples = relict_specimens::specimens()
        .into_iter()
        .map(|sample| (format!("samples/{}", sample.path), sample.bytes));
    let mut found = vec![];
    for (label, bytes) in fixture_files(false).into_iter().chain(samples) {
        let name = label.rsplit('/').next().unwrap().to_owned();
        collect(label, name, vec![], bytes, true, &mut found);
    }
    found
}

fn collect(
    label: String,
    name: String,
    attributes: Vec<(&'static str, Value)>,
    bytes: Vec<u8>,
    outermost: bool,
    found: &mut Vec<Asset>,
) {
    let Some(kind) = FORMATS.of(Origin { name: &name, attributes: AttributesRef::List(&attributes) }, &bytes)
    else {
        return;
    };
    let asset = Asset { label, name, attributes, kind, bytes, outermost };
    let document = kind.open(&asset.bytes, asset.origin()).unwrap_or_else(|e| panic!("{}: {e}", asset.label));
    if let Some(archive) = document.archive() {
        for (i, step) in relict_toolkit::path::steps(&*archive).into_iter().enumerate() {
            let entry = archive.entry(i).unwrap();
            let payload = archive.payload(i, CONTEXT.limits).unwrap().into_owned();
            let label = format!("{}/{step}", asset.label);
            collect(label, entry.name.clone().into_owned(), entry.attributes, payload, false, found);
        }
    }
    drop(document);
    found.push(asset);
}

/// The folder that a file lies in, with all good files in it.
pub fn folder_of(label: &str) -> Folder {
    let folder = |label: &str| label.rsplit_once('/').map_or("", |(folder, _)| folder).to_owned();
    let samples = relict_specimens::specimens()
        .into_iter()
        .map(|sample| (format!("samples/{}", sample.path), sample.bytes));
    let all = fixture_files(false).into_iter().chain(samples);
    let inside = all.filter(|(other, _)| folder(other) == folder(label));
    Folder(
        inside
            .map(|(label, bytes)| (label.rsplit('/').next().unwrap_or_default().to_owned(), bytes))
            .collect(),
    )
}

/// Bytes with a few bits changed, at about `places` places; `then` hears where.
pub fn flipped(bytes: &[u8], places: usize, mut then: impl FnMut(usize, &[u8])) {
    let mut bytes = bytes.to_vec();
    let step = 1 + bytes.len() / places;
    for at in (0..bytes.len()).step_by(step) {
        for flip in [0x01, 0x20, 0x80, 0xFF] {
            bytes[at] ^= flip;
            then(at, &bytes);
            bytes[at] ^= flip;
        }
    }
}
