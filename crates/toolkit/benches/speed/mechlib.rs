//! How fast a large mechlib is read, taken apart and put together, on one core and on all, beside copying its bytes; and
//! how much memory that takes, in a process of its own.

use crate::race::{Cores, FEW, MANY, cores, race};
use crate::row::Row;
use relict_specimens::{mechlib_of, textures_of};
use relict_toolkit::FORMATS;
use relict_toolkit::core::archive::Archive;
use relict_toolkit::core::format::{Context, Library, Limits};
use relict_toolkit::folder::{
    MANIFEST_NAME, PackHow, PackSource, Packed, UnpackHow, UnpackTarget, pack, unpack,
};
use relict_toolkit::mw3::dialect::Dialect;
use relict_toolkit::mw3::library::MECH_TEXTURES;
use relict_toolkit::open::Asset;
use relict_toolkit::problem::Result;
use serde_json::Value;
use std::borrow::Cow;
use std::fs;
use std::hint::black_box;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};
use std::process::Command;

const MODELS: usize = 64;
/// In each of them.
const POLYGONS: usize = 5200;
const TEXTURE_SIDE: usize = 128;

/// What may be held besides the mechlib, in bytes.
const ROOM: u64 = 200_000_000;

const MECHLIB: &str = "mechlib.zbd";
const TAKEN_APART: &str = "unpacked";

/// The textures beside the mechlib.
struct Textures(Vec<u8>);

impl Library for Textures {
    fn file(&self, name: &str) -> Option<Cow<'_, [u8]>> {
        name.eq_ignore_ascii_case(MECH_TEXTURES).then(|| self.0.as_slice().into())
    }
}

/// A place that is gone in the end. In memory where there is such a one: what a disk takes is not what is measured, and
/// what lies there is not held by this process.
struct Temporary(PathBuf);

impl Temporary {
    fn new() -> Self {
        let name = format!("relict-mechlib-{}", std::process::id());
        let places = [PathBuf::from("/dev/shm"), std::env::temp_dir()];
        let made =
            places.into_iter().map(|place| place.join(&name)).find(|path| fs::create_dir(path).is_ok());
        Self(made.unwrap())
    }
}

impl Drop for Temporary {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

/// An unpacked folder on disk.
struct Folder(PathBuf);

impl Folder {
    /// Whether a file ends so.
    fn has(&self, ending: &str) -> bool {
        let mut files = fs::read_dir(&self.0).unwrap().map(Result::unwrap);
        files.any(|file| file.path().extension().is_some_and(|found| found == ending))
    }

    /// Makes `pack` take every file of this form for an edited one: no hash holds any more.
    fn unsettle(&self, form: &str) -> Vec<u8> {
        let path = self.0.join(MANIFEST_NAME);
        let old = fs::read(&path).unwrap();
        let mut manifest: Value = serde_json::from_slice(&old).unwrap();
        for entry in manifest["entries"].as_array_mut().unwrap() {
            let also = entry.get_mut("also").and_then(Value::as_array_mut).map(std::mem::take);
            let mut also = also.unwrap_or_default();
            for stands in also.iter_mut().chain([&mut *entry]) {
                if stands.get("form").is_some_and(|found| found == form) {
                    stands["sha256"] = "".into();
                }
            }
            if !also.is_empty() {
                entry["also"] = also.into();
            }
        }
        fs::write(&path, serde_json::to_vec(&manifest).unwrap()).unwrap();
        old
    }

    /// Whether these are the bytes of what was packed.
    fn holds(packed: &Packed<'_>, wanted: &[u8]) -> bool {
        let mut rest = wanted;
        let mut next = |bytes: &[u8]| match rest.strip_prefix(bytes) {
            Some(left) => {
                rest = left;
                true
            }
            None => false,
        };
        let same = packed.pieces.iter().all(|piece| next(&piece.load().unwrap()));
        same && rest.is_empty()
    }
}

impl UnpackTarget for Folder {
    fn put(&self, path: &str, bytes: &[u8]) -> Result<()> {
        let path = self.0.join(path);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, bytes).unwrap();
        Ok(())
    }
}

impl PackSource for Folder {
    fn read(&self, path: &str) -> Result<Option<Vec<u8>>> {
        match fs::read(self.0.join(path)) {
            Err(error) if error.kind() == ErrorKind::NotFound => Ok(None),
            read => Ok(Some(read.unwrap())),
        }
    }

    fn size(&self, path: &str) -> Result<Option<usize>> {
        Ok(fs::metadata(self.0.join(path)).ok().map(|facts| facts.len() as usize))
    }

    fn files(&self, _: &str) -> Result<Vec<String>> {
        Ok(vec![])
    }
}

/// The most memory that this process held at once; only Linux tells.
fn peak() -> Option<u64> {
    let status = fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"))?;
    line.trim().strip_suffix(" kB")?.trim().parse::<u64>().ok().map(|kilobytes| kilobytes * 1024)
}

/// What is measured.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Work {
    Check,
    Unpack,
    Pack,
}

impl Work {
    const ALL: [(Self, &'static str); 3] =
        [(Self::Check, "check"), (Self::Unpack, "unpack"), (Self::Pack, "pack")];

    fn name(self) -> &'static str {
        Self::ALL.into_iter().find(|(work, _)| *work == self).map_or("", |(_, name)| name)
    }

    /// On the mechlib that lies in a folder, and on what it was taken apart to.
    fn run(self, place: &Path, mechlib: &[u8], textures: &Textures) {
        let (asset, context) = (Asset::file(MECHLIB, mechlib), Context::new(textures));
        let folder = Folder(place.join(TAKEN_APART));
        match self {
            Self::Check => drop(black_box(relict_toolkit::check::file(&asset, context))),
            Self::Unpack => drop(unpack(&asset, UnpackHow::default(), context, &folder).unwrap()),
            Self::Pack => {
                let packed = pack(&folder, PackHow::default()).unwrap();
                assert!(Folder::holds(&packed, mechlib), "the mechlib came back different");
            }
        }
    }

    /// The same in this process and nothing else, so that all it holds is held for that.
    fn run_alone(name: &str, place: &Path) {
        let (work, _) = Self::ALL.into_iter().find(|(_, known)| *known == name).unwrap();
        let mechlib = fs::read(place.join(MECHLIB)).unwrap();
        work.run(place, &mechlib, &Textures(fs::read(place.join(MECH_TEXTURES)).unwrap()));
        println!("{}", peak().unwrap_or_default());
    }

    /// How much that is, in bytes.
    fn peak(self, place: &Path) -> u64 {
        let mut alone = Command::new(std::env::current_exe().unwrap());
        let told = alone.arg(ALONE).arg(self.name()).arg(place).output().unwrap();
        assert!(told.status.success(), "{}", String::from_utf8_lossy(&told.stderr));
        String::from_utf8(told.stdout).unwrap().trim().parse().unwrap()
    }
}

/// The word by which this program is told to do one thing and tell how much memory that took.
const ALONE: &str = "alone";

/// Every model, read from its bytes as the archive has them.
fn read_models(archive: &dyn Archive) {
    let kind = FORMATS.named("mw3.model").unwrap();
    for i in 0..archive.len() {
        let entry = archive.entry(i).unwrap();
        if (kind.claims)(entry.origin(), &[]) == relict_toolkit::core::format::Claim::Guess {
            let bytes = archive.payload(i, Limits::USUAL).unwrap();
            drop(black_box(kind.open(&bytes, entry.origin()).unwrap()));
        }
    }
}

struct Bench<'b> {
    game: &'static str,
    mechlib: &'b [u8],
    textures: &'b Textures,
    place: &'b Path,
}

impl Bench<'_> {
    /// The same work on one core and on all, beside copying the bytes; and its memory.
    fn measure(&self, label: &str, work: Work) -> Vec<Row> {
        let label = format!("{label} ({})", self.game);
        let run = || {
            self.make_room(work);
            work.run(self.place, self.mechlib, self.textures);
        };
        let (single, every) = (Cores::of(1), Cores::of(cores()));
        let copy = || drop(black_box(self.mechlib.to_vec()));
        let [copy, one, all] = race(FEW, [&mut || copy(), &mut || single.run(run), &mut || every.run(run)]);
        self.make_room(work);
        let besides = work.peak(self.place).saturating_sub(self.mechlib.len() as u64);
        eprintln!(
            "{label}: {:.0} MB besides the mechlib, {} {} MB",
            besides as f64 / 1e6,
            if besides < ROOM { "within" } else { "ABOVE" },
            ROOM / 1_000_000
        );
        let alone = Row::new(&label, "copying the bytes", [copy, one], None);
        vec![alone, Row::shared_out(&label, one, all, cores())]
    }

    /// What is taken apart goes where nothing is.
    fn make_room(&self, work: Work) {
        if work == Work::Unpack {
            let _ = fs::remove_dir_all(self.place.join(TAKEN_APART));
        }
    }
}

fn bench(game: Dialect) -> Vec<Row> {
    let mechlib = mechlib_of(game, MODELS, POLYGONS);
    let (place, textures) = (Temporary::new(), Textures(textures_of(TEXTURE_SIDE)));
    let place = place.0.as_path();
    fs::write(place.join(MECHLIB), &mechlib).unwrap();
    fs::write(place.join(MECH_TEXTURES), &textures.0).unwrap();
    let bench = Bench { game: game.name(), mechlib: &mechlib, textures: &textures, place };
    let (_, document) = Asset::file(MECHLIB, &mechlib).open().unwrap();
    let archive = document.archive().unwrap();
    // Reading pays for memory that was never touched, so copying must, too.
    let times = race(MANY, [&mut || drop(black_box(mechlib.clone())), &mut || read_models(&*archive)]);
    let label = format!("read a mechlib ({})", game.name());
    let mut rows = vec![Row::new(&label, "copying the bytes", times, Some(2.0))];
    rows.extend(bench.measure("check a mechlib", Work::Check));
    rows.extend(bench.measure("unpack a mechlib to JSON and glb", Work::Unpack));
    rows.extend(bench.measure("pack a mechlib", Work::Pack));
    let folder = Folder(place.join(TAKEN_APART));
    for form in ["json", "glb"] {
        if folder.has(form) {
            let manifest = folder.unsettle(form);
            rows.extend(bench.measure(&format!("pack a mechlib, all {form} edited"), Work::Pack));
            fs::write(folder.0.join(MANIFEST_NAME), manifest).unwrap();
        }
    }
    rows
}

pub fn rows() -> Vec<Row> {
    Dialect::ALL.into_iter().flat_map(bench).collect()
}

/// What this program does when it was started for nothing but one piece of work; false if it was not.
pub fn alone(args: &[&str]) -> bool {
    let [ALONE, work, place] = args else { return false };
    Work::run_alone(work, Path::new(place));
    true
}
