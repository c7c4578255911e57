//! Thousands of damaged games for phones, taken apart as far as they can be: nothing leaves the folder, nothing takes much
//! memory, and folders pack to the damaged bytes again. And a few bytes that stand for very many.

// A test stops at the first surprise.
#![allow(clippy::unwrap_used, clippy::panic)]

mod common;

use common::{CONTEXT, TOLERANT};
use rayon::prelude::*;
use relict_counting::{Counting, measured};
use relict_toolkit::FORMATS;
use relict_toolkit::core::archive::{EntrySpec, Frame};
use relict_toolkit::core::format::{Context, Limits, Origin};
use relict_toolkit::core::repack::Content;
use relict_toolkit::core::rng::Rng;
use relict_toolkit::folder::{Memory, PackHow, UnpackTarget, pack, unpack};
use relict_toolkit::open::Asset;
use relict_toolkit::{check, diff, explain, picture, problem};
use std::collections::{BTreeMap, HashSet};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError};

#[global_allocator]
static COUNTING: Counting = Counting;

/// The most that one file may take.
const MOST: usize = 256 << 20;
/// Unless `RELICT_MUTANTS` asks for more, or for others.
const MUTANTS: usize = 2_500;
/// Parts of them that are looked at beside each other.
const SHARES: usize = 8;

/// Memory is counted for all threads together, so only one test may run at a time.
static ALONE: Mutex<()> = Mutex::new(());

fn alone() -> MutexGuard<'static, ()> {
    ALONE.lock().unwrap_or_else(PoisonError::into_inner)
}

/// What the work gives, if it takes no more than it may.
fn with_little<R>(what: &str, work: impl FnOnce() -> R) -> R {
    let (done, peak) = measured(work);
    assert!(peak < MOST, "{what} takes {peak} bytes");
    done
}

fn damage(rng: &mut Rng, bytes: &mut Vec<u8>, near: &[usize]) {
    for _ in 0..1 + rng.below(4) {
        if bytes.is_empty() {
            return;
        }
        // Headers are in front, or where somebody says: damage there is worth more than in the middle of a picture.
        let head = near.get(rng.below(near.len())).copied().unwrap_or_default() + rng.below(64);
        let at = if rng.below(3) > 0 { head } else { rng.below(bytes.len()) };
        let at = at.min(bytes.len() - 1);
        match rng.below(4) {
            0 => bytes[at] ^= 1 << rng.below(8),
            1 => bytes[at] = [0, 1, 0x7F, 0x80, 0xFF][rng.below(5)],
            2 => bytes[at] = rng.byte(),
            _ => {
                let end = (at + 4).min(bytes.len());
                bytes[at..end].fill(0xFF - rng.below(2) as u8);
            }
        }
    }
    if rng.below(20) == 0 {
        bytes.truncate(rng.below(bytes.len()));
    }
}

/// A resource of the game damaged, in a JAR that is sound; its sums are right, so that the damage is found further in.
fn inside(jar: &[u8], rng: &mut Rng) -> Vec<u8> {
    let kind = FORMATS.named("idmobile.jar").unwrap();
    let document = kind.open(jar, Default::default()).unwrap();
    let archive = document.archive().unwrap();
    let index = rng.below(archive.len());
    let Ok(payload) = archive.payload(index, Limits::USUAL) else { return jar.to_vec() };
    let mut bytes = payload.into_owned();
    damage(rng, &mut bytes, &[0]);
    let mut repack = kind.repack_of(&*archive).unwrap();
    repack.set(index, Content::fresh(bytes));
    // A bank that no longer fits its index is refused.
    repack.bytes().unwrap_or_else(|_| jar.to_vec())
}

fn outside(jar: &[u8], rng: &mut Rng) -> Vec<u8> {
    let headers: Vec<usize> = (0..jar.len()).filter(|at| jar[*at..].starts_with(b"PK")).collect();
    let mut bytes = jar.to_vec();
    damage(rng, &mut bytes, &headers);
    bytes
}

/// Names that lead elsewhere, or that mean something in a folder of ours.
const HOSTILE: [&str; 20] = [
    "../x",
    "../../../../x",
    "a/../../x",
    "/x",
    "//x",
    "C:/x",
    "C:\\x",
    "..\\x",
    "a\0b",
    "con",
    "x/nul.txt",
    "..",
    ".",
    "",
    "a/",
    "relict.json",
    "original",
    "Doom RPG",
    "Doom RPG/Unpacked/Textures/texture_000.png",
    "WTEXELS.BIN",
];

/// The same with some entries under other names.
fn renamed(jar: &[u8], rng: &mut Rng) -> Vec<u8> {
    let kind = FORMATS.named("idmobile.jar").unwrap();
    let document = kind.open(jar, Default::default()).unwrap();
    let archive = document.archive().unwrap();
    let mut repack = kind.repack_of(&*archive).unwrap();
    for _ in 0..1 + rng.below(3) {
        let entry = rng.below(repack.slots.len());
        let spec = &mut repack.slots[entry].spec;
        spec.name = HOSTILE[rng.below(HOSTILE.len())].into();
        spec.raw_name = None;
    }
    repack.bytes().unwrap()
}

fn mutant(jar: &[u8], rng: &mut Rng) -> Vec<u8> {
    match rng.below(6) {
        0 | 1 => outside(jar, rng),
        2 => renamed(jar, rng),
        _ => inside(jar, rng),
    }
}

/// A folder that takes nothing which a disk would not take: no path that leads out, and none twice.
#[derive(Default)]
struct Strict {
    memory: Memory,
    seen: Mutex<HashSet<String>>,
}

impl UnpackTarget for Strict {
    fn put(&self, path: &str, bytes: &[u8]) -> problem::Result<()> {
        let plain = |name: &str| !matches!(name, "" | "." | "..") && !name.contains(['\\', ':', '\0']);
        assert!(path.split('/').all(plain), "{path:?} leads out");
        // Where case does not count, it would be the same file.
        let is_new = self.seen.lock().unwrap().insert(path.to_lowercase());
        assert!(is_new, "{path:?} is written twice");
        self.memory.put(path, bytes)
    }
}

/// A folder on a disk, so deep that whoever climbs out of it is still found.
struct Disk(PathBuf);

impl Disk {
    fn below(root: &Path) -> Self {
        let folder = root.join("1/2/3/4/out");
        std::fs::create_dir_all(&folder).unwrap();
        Self(folder)
    }
}

impl UnpackTarget for Disk {
    fn put(&self, path: &str, bytes: &[u8]) -> problem::Result<()> {
        let file = self.0.join(path);
        std::fs::create_dir_all(file.parent().unwrap()).unwrap();
        std::fs::write(&file, bytes).unwrap();
        Ok(())
    }
}

fn files_below(folder: &Path) -> Vec<PathBuf> {
    let entries = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    let (folders, mut files): (Vec<_>, Vec<_>) = entries.partition(|path| path.is_dir());
    files.extend(folders.iter().flat_map(|folder| files_below(folder)));
    files
}

/// Takes it apart on a disk; whatever comes of it lies in the folder that was meant.
fn taken_apart_on_disk(name: &str, bytes: &[u8]) {
    let root = Path::new(env!("CARGO_TARGET_TMPDIR")).join("damaged_jars").join(name);
    let _ = std::fs::remove_dir_all(&root);
    let disk = Disk::below(&root);
    let done = unpack(&Asset::file(name, bytes), TOLERANT, CONTEXT, &disk);
    let files = files_below(&root);
    assert!(files.iter().all(|file| file.starts_with(&disk.0)), "{name}: {files:?}");
    assert!(done.is_err() || files.contains(&disk.0.join("relict.json")), "{name}");
    std::fs::remove_dir_all(&root).unwrap();
}

/// Takes it apart and, if wanted, puts it together; how many files were made of several entries, if it could be opened at all.
fn taken_apart(name: &str, bytes: &[u8], and_back: bool) -> Option<usize> {
    let folder = Strict::default();
    let unpacked = unpack(&Asset::file(name, bytes), TOLERANT, CONTEXT, &folder).ok()?;
    if and_back {
        let folder = folder.memory;
        let packed = pack(&folder, PackHow::default()).unwrap_or_else(|problem| panic!("{name}: {problem}"));
        assert!(packed.bytes().unwrap() == bytes, "{name}");
    }
    Some(unpacked.spread)
}

fn good() -> Vec<(String, Vec<u8>)> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fixtures/idmobile/good");
    let read = |file: std::fs::DirEntry| {
        (file.file_name().to_string_lossy().into_owned(), std::fs::read(file.path()).unwrap())
    };
    let mut files: Vec<_> = std::fs::read_dir(folder).unwrap().map(|file| read(file.unwrap())).collect();
    // The builds as real phones have them are added one by one, as far as they are read.
    files.retain(|(name, _)| !name.ends_with("-j2me.jar"));
    files.sort();
    assert_eq!(files.len(), 9);
    files
}

/// Some of the mutants: how many could be read, and how many of those were more than an archive.
fn some_mutants(seed: u32, count: usize, files: &[(String, Vec<u8>)]) -> (usize, usize) {
    let mut rng = Rng::new(0x0F0A_DA5E + seed);
    let (mut read, mut spread) = (0, 0);
    for i in 0..count {
        let (name, bytes) = &files[i % files.len()];
        let bytes = mutant(bytes, &mut rng);
        let files = taken_apart(name, &bytes, i % 4 == 0);
        if i % 50 == 0 {
            taken_apart_on_disk(&format!("{seed}/{name}"), &bytes);
        }
        read += usize::from(files.is_some());
        spread += usize::from(files > Some(0));
    }
    (read, spread)
}

#[test]
fn thousands_of_damaged_games_stay_inside_their_folder_and_take_little_memory() {
    let files = good();
    let asked = std::env::var("RELICT_MUTANTS").ok().map(|count| count.parse().unwrap());
    let mutants: usize = asked.unwrap_or(MUTANTS).next_multiple_of(SHARES);
    let _alone = alone();
    let shares = (1..=SHARES).into_par_iter().map(|seed| some_mutants(seed as u32, mutants / SHARES, &files));
    // As many at a time as there are cores, and all of them together take no more than one may.
    let (read, spread) =
        with_little("a few damaged games", || shares.reduce(|| (0, 0), |a, b| (a.0 + b.0, a.1 + b.1)));
    // Enough must get through for the pictures to be tried at all, and enough must not.
    assert!(read > mutants / 2 && spread > mutants / 4, "{read}, {spread}");
    assert!(spread < read && read < mutants, "{read}, {spread}");
}

/// A JAR of files, all of them deflated.
fn jar(files: &[(String, Vec<u8>)]) -> Vec<u8> {
    let mut repack = FORMATS.named("idmobile.jar").unwrap().repack(Frame::default()).unwrap();
    for (name, bytes) in files {
        repack.push(EntrySpec::new(name, serde_json::Map::new()), Content::fresh(&bytes[..]));
    }
    repack.bytes().unwrap()
}

fn words(words: &[u32]) -> Vec<u8> {
    words.iter().flat_map(|word| word.to_le_bytes()).collect()
}

/// With its size in front.
fn sized(bytes: &[u8]) -> Vec<u8> {
    [&words(&[bytes.len() as u32]), bytes].concat()
}

/// Doom RPG with one texture, but for what is given.
fn doom(other: &[(&str, Vec<u8>)]) -> Vec<u8> {
    let mut files = BTreeMap::from([
        ("META-INF/MANIFEST.MF", b"MIDlet-1: Doom RPG, /i.png, G\n".to_vec()),
        ("wtexels.bin", sized(&[0; 2048])),
        ("palettes.bin", sized(&[0; 32])),
        ("mappings.bin", words(&[0; 4])),
        ("bitshapes.bin", sized(&[])),
        ("stexels.bin", sized(&[])),
    ]);
    files.extend(other.iter().cloned());
    jar(&files.into_iter().map(|(name, bytes)| (name.to_owned(), bytes)).collect::<Vec<_>>())
}

/// So many sprites, each with a shape of its own that has `side` pixels to a side and shows nothing.
fn shapes(count: usize, side: usize) -> Vec<u8> {
    let mask = side * side.div_ceil(8);
    let last = (side - 1) as u8;
    let size = (mask as u16 + 4).to_le_bytes();
    let head = [&words(&[4096])[..], &size, &[0, 0, 0, last, 0, last]].concat();
    let record = [head, vec![0; mask]].concat();
    let sprites = (0..count).flat_map(|i| words(&[(i * record.len()) as u32, 0]));
    let mappings = words(&[0, count as u32, 0, 0]).into_iter().chain(sprites).collect();
    doom(&[("bitshapes.bin", sized(&record.repeat(count))), ("mappings.bin", mappings)])
}

/// Wolfenstein RPG with so many images, each with two to this power pixels to a side.
fn images(count: usize, power: u8) -> Vec<u8> {
    let count16 = count as u16;
    let tiles = [0].into_iter().chain([count16; 511]).flat_map(u16::to_le_bytes);
    let dims = (0..1024).map(|i| if i < count { power << 4 | power } else { 0 });
    // All of them show the palette and the texels of the first, which are none.
    let shares = |first: u16| [first].into_iter().chain([0x8000; 1023]).flat_map(u16::to_le_bytes);
    let mappings = tiles.chain(dims).chain([0; 4096]).chain(shares(1)).chain(shares(1)).collect();
    let files: [(&str, Vec<u8>); 4] = [
        ("META-INF/MANIFEST.MF", b"MIDlet-1: Wolfenstein RPG\n".to_vec()),
        ("newMappings.bin", mappings),
        ("newPalettes.bin", vec![0x1F, 0x7C]),
        ("tex00.bin", vec![0; 2]),
    ];
    jar(&files.map(|(name, bytes)| (name.to_owned(), bytes)))
}

/// Archives in archives, each with so many bytes in front of it that belong to none.
fn nested(depth: usize, bytes: usize) -> Vec<u8> {
    let mut inner = b"nothing".to_vec();
    for i in 0..depth {
        let name = if i == 0 { "a.txt" } else { "inner.zip" };
        inner = jar(&[(name.to_owned(), inner)]);
        if i + 1 < depth {
            inner = [vec![0; bytes], inner].concat();
        }
    }
    inner
}

/// A few bytes that stand for very many.
fn bombs() -> Vec<(&'static str, Vec<u8>)> {
    let manifest = |lines: &[u8]| {
        let manifest = [b"MIDlet-1: Doom RPG\n", lines].concat();
        doom(&[("META-INF/MANIFEST.MF", manifest)])
    };
    let entries = words(&[900_000, 0, 0, 0]).into_iter().chain(vec![0; 8 * 900_000]).collect();
    let many = (0..u16::MAX).map(|i| (i.to_string(), vec![])).collect::<Vec<_>>();
    vec![
        ("a manifest of millions of attributes", manifest(&b"a:b\n".repeat(4_000_000))),
        ("a manifest of a million sections", manifest(&b"\nName:a\nA-Digest:b\n".repeat(800_000))),
        ("shapes much larger than their canvas", shapes(850, 256)),
        ("very many shapes", shapes(350_000, 1)),
        ("very many textures of one", doom(&[("mappings.bin", entries)])),
        ("very many palettes", doom(&[("palettes.bin", sized(&vec![0; 7 << 20]))])),
        ("textures of eight megabytes", doom(&[("wtexels.bin", sized(&vec![0; 7 << 20]))])),
        ("an image of 64 million pixels", images(1, 13)),
        ("images of 64 million pixels together", images(64, 10)),
        ("archives in archives", nested(8, 30 << 20)),
        ("larger archives in archives", nested(4, 60 << 20)),
        ("as many entries as there can be", jar(&many)),
    ]
}

/// Nothing is kept: a disk takes no memory.
struct Nowhere;

impl UnpackTarget for Nowhere {
    fn put(&self, _: &str, _: &[u8]) -> problem::Result<()> {
        Ok(())
    }
}

#[test]
fn a_few_bytes_that_stand_for_very_many_take_little_memory() {
    let _alone = alone();
    for (what, bytes) in bombs() {
        let (name, kind) = ("game.jar", FORMATS.named("idmobile.jar").unwrap());
        let asset = Asset::file(name, &bytes);
        let asked: [(&str, &dyn Fn()); 6] = [
            ("info", &|| drop(asset.open().unwrap().1.facts())),
            ("check", &|| drop(check::file(&asset, Context::ALONE))),
            ("explain", &|| {
                explain::explain(kind, &bytes, Origin::named(name), true, 8, &mut |_| {});
            }),
            ("unpack", &|| drop(unpack(&asset, TOLERANT, Context::ALONE, &Nowhere))),
            ("convert", &|| drop(picture::contact_sheet(&asset, Context::ALONE))),
            ("diff", &|| {
                let other = doom(&[]);
                drop(diff::diff(&asset, &Asset::file(name, &other), Limits::USUAL));
            }),
        ];
        for (command, ask) in asked {
            with_little(&format!("{command} of {what}"), ask);
        }
    }
}
