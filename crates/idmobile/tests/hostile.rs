//! Ten thousand damaged JARs: each gets an answer, comes back to the byte if it is read, and takes little memory.

// A test stops at the first surprise.
#![allow(clippy::unwrap_used, clippy::panic)]

use relict_core::archive::Archive;
use relict_core::format::{Context, Formats, Kind, Limits, Origin};
use relict_core::rng::Rng;
use relict_counting::{Counting, measured};
use std::path::Path;

static FORMATS: Formats = Formats(&[relict_idmobile::FORMATS]);

#[global_allocator]
static COUNTING: Counting = Counting;

/// The most that one file may take.
const MOST: usize = 256 << 20;
const MUTANTS: usize = 10_000;

/// The archive from its frame and entries.
fn put_together(kind: &Kind, archive: &dyn Archive) -> Vec<u8> {
    kind.repack_of(archive).unwrap().bytes().unwrap()
}

/// Reads, checks and rewrites a file and all that is in it. Whether it could be read.
fn ask(bytes: &[u8], origin: Origin<'_>, depth: usize) -> bool {
    let Some(kind) = FORMATS.of(origin, bytes) else { return false };
    let Ok(document) = kind.open(bytes, origin) else { return false };
    for finding in kind.check(&*document, bytes, origin, Context::ALONE).findings {
        assert!(finding.range.is_some(), "{finding}");
    }
    assert!(document.to_bytes().unwrap() == bytes);
    document.facts();
    let archive = document.archive().filter(|_| kind.id == "idmobile.jar" && depth > 0);
    let Some(archive) = archive else { return true };
    assert!(put_together(kind, &*archive) == bytes);
    if let Some(Ok(spread)) = document.open_tree() {
        (0..spread.leaves().len()).for_each(|leaf| drop(spread.content(leaf)));
    }
    for i in 0..archive.len() {
        let entry = archive.entry(i).unwrap();
        if let Ok(payload) = archive.payload(i, Limits::default()) {
            ask(&payload, entry.origin(), depth - 1);
        }
    }
    true
}

/// Where headers are: damage there is worth more than in the middle of a picture.
fn headers(bytes: &[u8]) -> Vec<usize> {
    let starts = |at: &usize| bytes[*at..].starts_with(b"PK");
    (0..bytes.len()).filter(starts).collect()
}

fn damaged(bytes: &[u8], headers: &[usize], rng: &mut Rng) -> Vec<u8> {
    let mut bytes = bytes.to_vec();
    for _ in 0..1 + rng.below(4) {
        let header = headers[rng.below(headers.len())];
        let at = if rng.below(3) > 0 { header + rng.below(50) } else { rng.below(bytes.len()) };
        let at = at.min(bytes.len() - 1);
        match rng.below(4) {
            0 => bytes[at] ^= 1 << rng.below(8),
            1 => bytes[at] = [0, 1, 0x7F, 0x80, 0xFF][rng.below(5)],
            2 => bytes[at] = rng.byte(),
            _ => {
                // A field of four bytes that is all ones, or nearly.
                let end = (at + 4).min(bytes.len());
                bytes[at..end].fill(0xFF - rng.below(2) as u8);
            }
        }
    }
    if rng.below(20) == 0 {
        bytes.truncate(rng.below(bytes.len()));
    }
    bytes
}

#[test]
fn ten_thousand_damaged_jars_get_an_answer_in_little_memory() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fixtures/idmobile");
    let mut files = vec![];
    for folder in [folder.join("good"), folder.join("bad")] {
        for file in std::fs::read_dir(folder).unwrap().map(|file| file.unwrap()) {
            let bytes = std::fs::read(file.path()).unwrap();
            if bytes.starts_with(b"PK") {
                files.push((file.file_name().to_string_lossy().into_owned(), headers(&bytes), bytes));
            }
        }
    }
    files.sort();
    let mut rng = Rng::new(0x1DF5_ED5E);
    let mut read = 0;
    for i in 0..MUTANTS {
        let (name, headers, bytes) = &files[i % files.len()];
        let bytes = damaged(bytes, headers, &mut rng);
        let (readable, peak) = measured(|| ask(&bytes, Origin::named(name), 2));
        read += usize::from(readable);
        assert!(peak < MOST, "{name}, the {i}th: {peak}");
    }
    // A bomb of 48 MiB is not even begun.
    let (name, _, bomb) = files.iter().find(|(name, ..)| name == "zip-bomb.jar").unwrap();
    let (readable, peak) = measured(|| ask(bomb, Origin::named(name), 2));
    assert!(readable && peak < 4 << 20, "{peak}");
    // Enough must get through the first look for the rest to be tried at all.
    assert!(read > MUTANTS / 2 && read < MUTANTS, "{read}");
}
