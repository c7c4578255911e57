//! How much memory archives, motions and readers take: a small multiple of their size, whatever their numbers claim.

// A test may stop at the first surprise, and an allocator cannot be written without `unsafe`.
#![allow(clippy::unwrap_used, clippy::panic, unsafe_code)]

use relict_core::format::{Context, Formats, Limits, Origin};
use std::alloc::{GlobalAlloc, Layout, System};
use std::path::Path;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};

static FORMATS: Formats = Formats(&[relict_mw3::FORMATS]);

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
            let before = NOW.load(Relaxed);
            PEAK.store(before, Relaxed);
            ask(&bytes, Origin::named(&name));
            let peak = PEAK.load(Relaxed) - before;
            assert!(peak < 16 * bytes.len() + (64 << 10), "{name}: {peak} for {}", bytes.len());
        }
    }
}
