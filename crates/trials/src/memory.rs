//! How much memory something may take. Where nothing counts, everything is within its bounds.

pub(crate) use relict_counting::measured;

/// What may be taken beside what the size of the input justifies.
const BESIDE: usize = 16 << 20;
/// Bytes for each byte of the input.
const FOR_EACH: usize = 8;

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
