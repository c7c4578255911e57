//! What the tests of whole games share: the fixtures, read through the family's own JAR format, and their hashes.

// Each test file compiles this for itself and uses a part of it.
#![allow(dead_code, clippy::unwrap_used, clippy::panic)]

use relict_core::format::{Claim, Kind, Limits, Origin};
use relict_core::image::Image;
use relict_core::text::hex;
use relict_idmobile::FORMATS;
use relict_idmobile::gallery::{Drawing, Gallery, Lookup, Palette};
use serde_json::Value;
use sha2::{Digest, Sha256};
use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet};

pub fn fixture(name: &str) -> Vec<u8> {
    let path = format!("{}/../../fixtures/idmobile/{name}", env!("CARGO_MANIFEST_DIR"));
    std::fs::read(&path).unwrap_or_else(|e| panic!("{path}: {e}"))
}

pub fn expected(name: &str) -> Value {
    serde_json::from_slice(&fixture(&format!("expected/{name}.json"))).unwrap()
}

pub fn png(name: &str) -> Image {
    relict_exchange::png::read(&fixture(name), 1 << 24).unwrap().image
}

pub fn kind(id: &str) -> &'static Kind {
    FORMATS.iter().find(|kind| kind.id == id).unwrap()
}

/// The resources of a JAR, by name. Of two of one name, the first.
#[derive(Clone)]
pub struct Game(pub BTreeMap<String, Vec<u8>>);

impl Game {
    pub fn open(fixture_name: &str) -> Self {
        let bytes = fixture(fixture_name);
        let document = kind("idmobile.jar").open(&bytes, Origin::named("game.jar")).unwrap();
        let archive = document.archive().unwrap();
        let mut files = BTreeMap::new();
        for i in 0..archive.len() {
            let entry = archive.entry(i).unwrap();
            if let Ok(bytes) = archive.payload(i, Limits::USUAL) {
                files.entry(entry.name.into_owned()).or_insert_with(|| bytes.into_owned());
            }
        }
        Self(files)
    }

    /// `then` with the resources.
    pub fn with<'g, R>(&'g self, then: impl FnOnce(Lookup<'_, 'g>) -> R) -> R {
        then(&|name| self.0.get(name).map(|bytes| Cow::from(bytes.as_slice())))
    }

    pub fn changed(&self, files: &BTreeMap<String, Vec<u8>>) -> Self {
        let mut new = self.clone();
        new.0.extend(files.clone());
        new
    }
}

pub fn sha256(bytes: &[u8]) -> Value {
    hex(&Sha256::digest(bytes)).into()
}

pub fn rgba_hash(drawing: &Drawing, palette: &Palette) -> Value {
    sha256(drawing.rgba(palette).as_flattened())
}

pub fn grey_hash(drawing: &Drawing, depth: u8) -> Value {
    sha256(drawing.grey(depth).to_rgba().as_flattened())
}

pub fn mask_hash(drawing: &Drawing) -> Value {
    let mask: Vec<u8> = drawing.mask.as_ref().unwrap().iter().map(|&visible| visible.into()).collect();
    sha256(&mask)
}

/// An object of which every key must be asked for.
pub struct Expected<'v> {
    object: &'v serde_json::Map<String, Value>,
    asked: BTreeSet<&'static str>,
}

impl<'v> Expected<'v> {
    pub fn new(value: &'v Value) -> Self {
        Self { object: value.as_object().unwrap(), asked: BTreeSet::new() }
    }

    pub fn get(&mut self, key: &'static str) -> &'v Value {
        self.asked.insert(key);
        self.object.get(key).unwrap_or_else(|| panic!("no {key}"))
    }

    pub fn is(&mut self, key: &'static str, found: impl Into<Value>) {
        assert_eq!(self.get(key), &found.into(), "{key}");
    }

    pub fn list(&mut self, key: &'static str) -> &'v Vec<Value> {
        self.get(key).as_array().unwrap()
    }

    /// Nothing else is expected, but for what the tests of the container look at.
    pub fn done(self, of_the_container: &[&str]) {
        let left: Vec<_> = self.object.keys().filter(|key| !self.asked.contains(key.as_str())).collect();
        let left: Vec<_> = left.into_iter().filter(|key| !of_the_container.contains(&key.as_str())).collect();
        assert_eq!(left, Vec::<&String>::new(), "nobody looked at these");
    }
}

/// The palettes of a game.
pub fn check_palettes(expected: &Value, gallery: &Gallery<'_>) {
    let mut expected = Expected::new(expected);
    expected.is("count", gallery.palettes.len());
    let order = expected.get("format").as_str().unwrap();
    let colours = |palette: &Palette| -> Value {
        assert_eq!(palette.order.name(), order);
        palette.colours().iter().map(|[r, g, b, _]| Value::from(vec![*r, *g, *b])).collect()
    };
    expected.is("colors", gallery.palettes.iter().map(colours).collect::<Vec<Value>>());
    expected.done(&[]);
}

/// Every resource that one of our formats claims is written as it was read, and is what the fixture says.
pub fn check_files(expected: &Value, game: &Game) -> usize {
    let mut claimed = 0;
    for (name, file) in expected.as_object().unwrap() {
        let Some(bytes) = game.0.get(name) else { continue };
        assert_eq!(file["sha256"], sha256(bytes), "{name}");
        let claims = |kind: &&Kind| (kind.claims)(Origin::named(name), bytes) >= Claim::Guess;
        let Some(kind) = FORMATS.iter().find(claims) else { continue };
        let document = kind.open(bytes, Origin::named(name)).unwrap();
        assert!(document.to_bytes().unwrap() == *bytes, "{name} as {}", kind.id);
        let report = kind.check(&*document, bytes, Origin::named(name), relict_core::format::Context::ALONE);
        assert_eq!(report.codes(), Vec::<&str>::new(), "{name}");
        claimed += 1;
    }
    claimed
}
