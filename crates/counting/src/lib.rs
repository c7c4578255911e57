//! How much memory something takes. A test or a fuzzer that makes [`Counting`] its allocator can ask; in any other program
//! everything takes nothing.

// An allocator cannot be written without `unsafe`.
#![allow(unsafe_code)]

use std::alloc::{GlobalAlloc, Layout, System};
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};

static NOW: AtomicUsize = AtomicUsize::new(0);
static PEAK: AtomicUsize = AtomicUsize::new(0);
static ALL: AtomicUsize = AtomicUsize::new(0);

/// The system's allocator, counted for all threads together.
#[derive(Debug)]
pub struct Counting;

fn took(bytes: usize) {
    ALL.fetch_add(bytes, Relaxed);
    PEAK.fetch_max(NOW.fetch_add(bytes, Relaxed) + bytes, Relaxed);
}

fn gave(bytes: usize) {
    NOW.fetch_sub(bytes, Relaxed);
}

// SAFETY: everything is done by the system's allocator; this one only counts.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        took(layout.size());
        // SAFETY: the caller keeps the promises that this needs.
        unsafe { System.alloc(layout) }
    }

    unsafe fn alloc_zeroed(&self, layout: Layout) -> *mut u8 {
        took(layout.size());
        // SAFETY: as above.
        unsafe { System.alloc_zeroed(layout) }
    }

    unsafe fn realloc(&self, at: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        took(size);
        // SAFETY: as above.
        let moved = unsafe { System.realloc(at, layout, size) };
        gave(layout.size());
        moved
    }

    unsafe fn dealloc(&self, at: *mut u8, layout: Layout) {
        gave(layout.size());
        // SAFETY: as above.
        unsafe { System.dealloc(at, layout) }
    }
}

/// What was done, and how much it took at most beyond what was taken before. Meaningful where one measurement runs at a time.
pub fn measured<R>(work: impl FnOnce() -> R) -> (R, usize) {
    let before = NOW.load(Relaxed);
    PEAK.store(before, Relaxed);
    let done = work();
    (done, PEAK.load(Relaxed).saturating_sub(before))
}

/// All that was ever taken: a measure of work that is the same on every machine, however busy.
pub fn taken_in_all() -> usize {
    ALL.load(Relaxed)
}
