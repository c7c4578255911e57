//! How much memory something takes. Who wants to know lets an allocator tell [`took`] and [`gave`]; where none does,
//! everything is taken to be within its bounds.

use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};

static NOW: AtomicUsize = AtomicUsize::new(0);
static PEAK: AtomicUsize = AtomicUsize::new(0);
static ALL: AtomicUsize = AtomicUsize::new(0);

/// What may be taken beside what the size of the input justifies.
const BESIDE: usize = 16 << 20;
/// Bytes for each byte of the input.
const FOR_EACH: usize = 8;

pub fn took(bytes: usize) {
    ALL.fetch_add(bytes, Relaxed);
    PEAK.fetch_max(NOW.fetch_add(bytes, Relaxed) + bytes, Relaxed);
}

pub fn gave(bytes: usize) {
    NOW.fetch_sub(bytes, Relaxed);
}

/// All that was ever taken: a measure of work that is the same on every machine, however busy.
pub fn taken_in_all() -> usize {
    ALL.load(Relaxed)
}

/// What was done, and how much it took at most.
pub(crate) fn measured<R>(work: impl FnOnce() -> R) -> (R, usize) {
    let before = NOW.load(Relaxed);
    PEAK.store(before, Relaxed);
    let done = work();
    (done, PEAK.load(Relaxed).saturating_sub(before))
}

/// Expects no more to be taken than `size` bytes justify: those of the input, and those that were asked for.
pub(crate) fn expect(taken: usize, size: usize, what: &str) {
    let allowed = size.saturating_mul(FOR_EACH).saturating_add(BESIDE);
    assert!(taken <= allowed, "{what} takes {taken} bytes where {allowed} are justified");
}

/// Does something that an input of `size` bytes has to be enough for.
pub(crate) fn within<R>(size: usize, what: &str, work: impl FnOnce() -> R) -> R {
    let (done, taken) = measured(work);
    expect(taken, size, what);
    done
}
