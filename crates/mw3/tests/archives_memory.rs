//! How much memory archives, motions and readers take: a small multiple of their size, whatever their numbers claim.

// A test may stop at the first surprise.
#![allow(clippy::unwrap_used, clippy::panic)]

use relict_core::format::{Context, Formats, Limits, Origin};
use relict_counting::{Counting, measured};
use std::path::Path;

static FORMATS: Formats = Formats(&[relict_mw3::FORMATS]);

#[global_allocator]
static COUNTING: Counting = Counting;

/// Reads, checks and rewrites a file and all that is in it.
fn ask(bytes: &[u8], origin: Origin<'_>) {
    let Some(kind) = FORMATS.of(origin, bytes) else { return };
    let Ok(document) = kind.open(bytes, origin) else { return };
    kind.check(&*document, bytes, origin, Context::ALONE);
    assert!(document.to_bytes().unwrap() == bytes);
    let Some(archive) = document.archive() else { return };
    for i in 0..archive.len() {
        let entry = archive.entry(i).unwrap();
        if let Ok(payload) = archive.payload(i, Limits::default()) {
            ask(&payload, entry.origin());
        }
    }
}

#[test]
fn memory_is_a_small_multiple_of_the_file_whatever_it_claims() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fixtures/mw3");
    for folder in [folder.join("bad"), folder] {
        for file in std::fs::read_dir(folder).unwrap().map(|file| file.unwrap()) {
            let name = file.file_name().to_string_lossy().into_owned();
            let ours = ["arc_", "mot_", "motion_", "reader_"].iter().any(|kind| name.starts_with(kind));
            if !ours || !name.ends_with(".zbd") {
                continue;
            }
            let bytes = std::fs::read(file.path()).unwrap();
            let ((), peak) = measured(|| ask(&bytes, Origin::named(&name)));
            assert!(peak < 16 * bytes.len() + (64 << 10), "{name}: {peak} for {}", bytes.len());
        }
    }
}
