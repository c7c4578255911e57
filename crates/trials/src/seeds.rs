//! What trials begin with: the samples and fixtures, and everything inside them. Made by code, never kept.

use crate::{CONTEXT, LIMITS, manifests, models, paths, pictures, routes};
use relict_toolkit::FORMATS;
use relict_toolkit::core::archive::Attributes;
use relict_toolkit::core::format::{AttributesRef, Kind, Origin};
use relict_toolkit::core::scene::Shown;
use relict_toolkit::folder::{Memory, UnpackHow, unpack};
use relict_toolkit::model::{self, Open};
use relict_toolkit::open::Asset;
use relict_toolkit::picture::{self, Alpha};
use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::LazyLock;

/// Longer ones take longer to run than they are worth.
const LONGEST: usize = 68 << 10;
/// The same for what is one of very many.
const LONG: usize = 8 << 10;
/// Places in which files of one format are tried.
const SEATS: usize = 3;

/// A file or entry of the samples and fixtures.
#[derive(Clone, Debug)]
pub(crate) struct Found {
    pub kind: &'static Kind,
    pub seat: Seat,
    pub bytes: Vec<u8>,
    /// Whether somebody broke it on purpose.
    pub broken: bool,
}

impl Found {
    pub fn asset(&self) -> Asset<'_> {
        let origin = self.seat.origin();
        Asset { path: origin.name, origin, bytes: &self.bytes, holder: None }
    }
}

/// Where a file was found: its name, and what its archive says of it.
#[derive(Clone, Debug)]
pub(crate) struct Seat {
    name: String,
    attributes: Attributes,
}

impl Seat {
    pub fn origin(&self) -> Origin<'_> {
        Origin { name: &self.name, attributes: AttributesRef::List(&self.attributes) }
    }
}

static FOUND: LazyLock<Vec<Found>> = LazyLock::new(gathered);
static SEATED: LazyLock<HashMap<&'static str, Vec<Seat>>> = LazyLock::new(seated);

/// Every file that a format claims, each once.
pub(crate) fn found() -> &'static [Found] {
    &FOUND
}

/// Places where files of a format are found.
pub(crate) fn seats(kind: &Kind) -> &'static [Seat] {
    SEATED.get(kind.id).map_or(&[], Vec::as_slice)
}

fn seated() -> HashMap<&'static str, Vec<Seat>> {
    let mut seats: HashMap<&'static str, Vec<Seat>> = HashMap::new();
    let mut seen = HashSet::new();
    for found in found().iter().filter(|found| !found.broken) {
        let seats = seats.entry(found.kind.id).or_default();
        if seats.len() < SEATS && seen.insert(format!("{} {:?}", found.kind.id, found.seat.attributes)) {
            seats.push(found.seat.clone());
        }
    }
    seats
}

fn gathered() -> Vec<Found> {
    let mut gathering = Gathering { found: vec![], seen: HashSet::new() };
    for (name, bytes, broken) in files() {
        let name = name.rsplit('/').next().unwrap_or_default().to_owned();
        gathering.take(Seat { name, attributes: vec![] }, &bytes, broken, LIMITS.depth);
    }
    gathering.found
}

/// Name, bytes, and whether it is broken on purpose.
fn files() -> impl Iterator<Item = (String, Vec<u8>, bool)> {
    let specimens = relict_specimens::specimens().into_iter().map(|file| (file.path, file.bytes, false));
    let broken = relict_specimens::broken().into_iter().map(|file| (file.name, file.bytes, true));
    specimens.chain(fixtures()).chain(broken)
}

fn fixtures() -> Vec<(String, Vec<u8>, bool)> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fixtures");
    let mut paths = vec![];
    below(&folder, &mut paths);
    let read = |path: &PathBuf| {
        let name = path.strip_prefix(&folder).unwrap_or(path).to_string_lossy().replace('\\', "/");
        let broken = name.split('/').any(|step| step == "bad");
        (name, fs::read(path).unwrap(), broken)
    };
    paths.iter().filter(|path| path.extension().is_none_or(|ending| ending != "json")).map(read).collect()
}

fn below(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).into_iter().flatten() {
        let path = entry.unwrap().path();
        if path.is_dir() { below(&path, found) } else { found.push(path) }
    }
    found.sort();
}

struct Gathering {
    found: Vec<Found>,
    seen: HashSet<(&'static str, Vec<u8>)>,
}

impl Gathering {
    fn take(&mut self, seat: Seat, bytes: &[u8], broken: bool, depth: usize) {
        let Some(kind) = FORMATS.of(seat.origin(), bytes) else { return };
        if let Ok(document) = kind.open(bytes, seat.origin())
            && let Some(archive) = document.archive().filter(|_| depth > 0)
        {
            for i in 0..archive.len() {
                let Some(entry) = archive.entry(i) else { continue };
                let Ok(payload) = archive.payload(i, LIMITS) else { continue };
                let seat =
                    Seat { name: entry.name.clone().into_owned(), attributes: entry.attributes.clone() };
                self.take(seat, &payload, broken, depth - 1);
            }
        }
        if bytes.len() <= LONGEST && self.seen.insert((kind.id, bytes.to_vec())) {
            self.found.push(Found { kind, seat, bytes: bytes.to_vec(), broken });
        }
    }
}

/// What a trial begins with.
pub fn of(trial: &str) -> Vec<Vec<u8>> {
    match trial {
        "ways.documents" => documents(),
        "ways.manifests" => folders(),
        "ways.models" => modelled(),
        "ways.paths" => paths::seeds(),
        "ways.pictures" => drawn(),
        "ways.routes" => routes::seeds(),
        format => {
            found().iter().filter(|found| found.kind.id == format).map(|found| found.bytes.clone()).collect()
        }
    }
}

fn documents() -> Vec<Vec<u8>> {
    let text = |found: &Found| {
        let (kind, document) = found.asset().open().ok()?;
        relict_toolkit::document::to_json(kind, &*document, found.seat.origin().attributes).ok()
    };
    small(found().iter().filter_map(text))
}

fn folders() -> Vec<Vec<u8>> {
    let how = UnpackHow { tolerant: true, raw: false, alpha: Alpha::Keep, shown: Shown::All };
    let listed = |found: &Found| {
        let folder = Memory::default();
        unpack(&found.asset(), how, CONTEXT, &folder).ok()?;
        Some(manifests::written(&folder.files()))
    };
    small(found().iter().filter(|found| found.kind.is_archive()).filter_map(listed))
}

fn modelled() -> Vec<Vec<u8>> {
    let mut all = vec![];
    for found in found().iter().filter(|found| found.bytes.len() <= LONG) {
        for source in [false, true] {
            let Ok(scene) = model::scene(&found.asset(), Shown::All, source, CONTEXT) else { continue };
            let Ok(files) = model::written("x", &scene, Open::Glb, "x") else { continue };
            all.extend(models::seeds(found, &files.main));
        }
    }
    small(all)
}

fn drawn() -> Vec<Vec<u8>> {
    let mut all = vec![];
    for found in found().iter().filter(|found| !found.broken) {
        let Ok((kind, document)) = found.asset().open() else { continue };
        let Some(picture) = document.picture() else { continue };
        let Some(image) = picture.image(0) else { continue };
        let note = picture::note(kind, picture, &image);
        for note in [None, Some(&note[..])] {
            let Ok(png) = picture::to_png("x", image.clone(), Alpha::Keep, note) else { continue };
            all.push(pictures::seed(kind, &png.colours));
        }
    }
    small(all)
}

/// Each once, and none that is long.
fn small(all: impl IntoIterator<Item = Vec<u8>>) -> Vec<Vec<u8>> {
    let all: BTreeSet<Vec<u8>> = all.into_iter().filter(|bytes| bytes.len() <= LONG).collect();
    let mut all: Vec<Vec<u8>> = all.into_iter().collect();
    all.sort_by_key(Vec::len);
    all
}

/// Words that a fuzzer may want to try, of one trial: what files begin with, and names that mean something.
pub fn words_of(trial: &str) -> BTreeMap<String, Vec<u8>> {
    let mut words = BTreeMap::new();
    for bytes in of(trial) {
        // A run of four or more letters is a name or a mark.
        for word in bytes.split(|byte| !byte.is_ascii_alphanumeric() && *byte != b'_') {
            if (4..=16).contains(&word.len()) && words.len() < 300 {
                words.insert(String::from_utf8_lossy(word).into_owned(), word.to_vec());
            }
        }
    }
    words
}
