//! Ten thousand damaged games for phones, taken apart as far as they can be: nothing leaves the folder, nothing takes much
//! memory, and folders pack to the damaged bytes again.

// A test stops at the first surprise, and an allocator cannot be written without `unsafe`.
#![allow(clippy::unwrap_used, clippy::panic, unsafe_code)]

mod common;

use common::{CONTEXT, TOLERANT};
use relict::FORMATS;
use relict::core::archive::{Archive, Payloads, Source, Stored};
use relict::core::error::Result;
use relict::core::format::Limits;
use relict::core::put::Piece;
use relict::folder::{Memory, PackHow, pack, unpack};
use relict::open::Asset;
use std::alloc::{GlobalAlloc, Layout, System};
use std::borrow::Cow;
use std::path::Path;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};

static NOW: AtomicUsize = AtomicUsize::new(0);
static PEAK: AtomicUsize = AtomicUsize::new(0);

/// Counts what is taken and given back.
struct Counting;

// SAFETY: everything is done by the system's allocator; this one only counts.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        PEAK.fetch_max(NOW.fetch_add(layout.size(), Relaxed) + layout.size(), Relaxed);
        // SAFETY: the caller keeps the promises that this needs.
        unsafe { System.alloc(layout) }
    }

    unsafe fn dealloc(&self, at: *mut u8, layout: Layout) {
        NOW.fetch_sub(layout.size(), Relaxed);
        // SAFETY: as above.
        unsafe { System.dealloc(at, layout) }
    }
}

#[global_allocator]
static COUNTING: Counting = Counting;

/// The most that one file may take.
const MOST: usize = 256 << 20;
const MUTANTS: usize = 10_000;

/// The same numbers on every machine.
struct Dice(u64);

impl Dice {
    fn roll(&mut self, sides: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 % sides.max(1) as u64) as usize
    }

    fn damage(&mut self, bytes: &mut Vec<u8>, near: &[usize]) {
        for _ in 0..1 + self.roll(4) {
            if bytes.is_empty() {
                return;
            }
            // Headers are in front, or where somebody says: damage there is worth more than in the middle of a picture.
            let head = near.get(self.roll(near.len())).copied().unwrap_or_default() + self.roll(64);
            let at = if self.roll(3) > 0 { head } else { self.roll(bytes.len()) };
            let at = at.min(bytes.len() - 1);
            match self.roll(4) {
                0 => bytes[at] ^= 1 << self.roll(8),
                1 => bytes[at] = [0, 1, 0x7F, 0x80, 0xFF][self.roll(5)],
                2 => bytes[at] = self.roll(256) as u8,
                _ => {
                    let end = (at + 4).min(bytes.len());
                    bytes[at..end].fill(0xFF - self.roll(2) as u8);
                }
            }
        }
        if self.roll(20) == 0 {
            bytes.truncate(self.roll(bytes.len()));
        }
    }
}

/// An archive with one entry that is new; its sums are right, so that the damage is found further in.
struct OneNew<'o> {
    archive: &'o dyn Archive,
    index: usize,
    bytes: Vec<u8>,
}

impl Payloads for OneNew<'_> {
    fn size(&self, i: usize) -> usize {
        self.load(i).unwrap().len()
    }
    fn source(&self, i: usize) -> Source {
        match self.archive.stored(i) {
            _ if i == self.index => Source::Fresh,
            Stored::Nowhere => Source::Shared,
            _ => Source::Stored,
        }
    }
    fn load(&self, i: usize) -> Result<Cow<'_, [u8]>> {
        Ok(match self.archive.stored(i) {
            _ if i == self.index => (&self.bytes[..]).into(),
            Stored::Plain(bytes) | Stored::Packed(bytes) => bytes.into(),
            Stored::Nowhere => Cow::default(),
        })
    }
}

/// A resource of the game damaged, in a JAR that is sound.
fn inside(jar: &[u8], dice: &mut Dice) -> Vec<u8> {
    let kind = FORMATS.named("idmobile.jar").unwrap();
    let document = kind.open(jar, Default::default()).unwrap();
    let archive = document.as_archive().unwrap();
    let index = dice.roll(archive.len());
    let Ok(payload) = archive.payload(index, Limits::USUAL) else { return jar.to_vec() };
    let mut bytes = payload.into_owned();
    dice.damage(&mut bytes, &[0]);
    let new = OneNew { archive: &*archive, index, bytes };
    let incoming: Vec<_> = (0..archive.len()).map(|i| archive.entry(i).unwrap().incoming(i)).collect();
    let piece = |piece| match piece {
        Piece::Bytes(bytes) => bytes,
        Piece::Entry { index, .. } => new.load(index).unwrap().into_owned(),
    };
    kind.assembled(&archive.frame(), &incoming, &new).unwrap().into_iter().flat_map(piece).collect()
}

fn outside(jar: &[u8], dice: &mut Dice) -> Vec<u8> {
    let headers: Vec<usize> = (0..jar.len()).filter(|at| jar[*at..].starts_with(b"PK")).collect();
    let mut bytes = jar.to_vec();
    dice.damage(&mut bytes, &headers);
    bytes
}

fn is_inside(path: &str) -> bool {
    let plain = |name: &str| !matches!(name, "" | "." | "..") && !name.contains(['\\', ':', '\0']);
    path.split('/').all(plain)
}

/// Takes it apart and, if wanted, puts it together; how many files were made of several entries, if it could be opened at all.
fn taken_apart(name: &str, bytes: &[u8], and_back: bool) -> Option<usize> {
    let folder = Memory::default();
    let unpacked = unpack(&Asset::file(name, bytes), TOLERANT, CONTEXT, &folder).ok()?;
    let files = folder.files();
    files.keys().for_each(|path| assert!(is_inside(path), "{name}: {path}"));
    if !and_back {
        return Some(unpacked.spread);
    }
    let folder = Memory::of(files);
    let packed = pack(&folder, PackHow::default()).unwrap_or_else(|problem| panic!("{name}: {problem}"));
    assert!(folder.archive(&packed) == bytes, "{name}");
    Some(unpacked.spread)
}

#[test]
fn ten_thousand_damaged_games_stay_inside_their_folder_and_take_little_memory() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fixtures/idmobile/good");
    let mut files: Vec<(String, Vec<u8>)> = std::fs::read_dir(folder)
        .unwrap()
        .map(|file| file.unwrap())
        .map(|file| (file.file_name().to_string_lossy().into_owned(), std::fs::read(file.path()).unwrap()))
        .collect();
    files.sort();
    let mut dice = Dice(0x5EED_0F0A_DA5E_0001);
    let (mut read, mut spread) = (0, 0);
    for i in 0..MUTANTS {
        let (name, bytes) = &files[i % files.len()];
        let bytes = if dice.roll(3) == 0 { outside(bytes, &mut dice) } else { inside(bytes, &mut dice) };
        let before = NOW.load(Relaxed);
        PEAK.store(before, Relaxed);
        let files = taken_apart(name, &bytes, i % 4 == 0);
        let peak = PEAK.load(Relaxed).saturating_sub(before);
        assert!(peak < MOST, "{name}, the {i}th: {peak}");
        read += usize::from(files.is_some());
        spread += usize::from(files > Some(0));
    }
    // Enough must get through for the pictures to be tried at all, and enough must not.
    assert!(read > MUTANTS / 2 && spread > MUTANTS / 4, "{read}, {spread}");
    assert!(spread < read && read < MUTANTS, "{read}, {spread}");
}
