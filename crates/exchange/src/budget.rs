//! How much a reader may still make. A few bytes of a file can ask for gigabytes, so everything is paid for first.

/// What is left of a limit.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Budget {
    left: usize,
}

/// The limit is reached.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Spent;

impl Budget {
    pub(crate) fn new(limit: usize) -> Self {
        Self { left: limit }
    }

    pub(crate) fn left(self) -> usize {
        self.left
    }

    /// Pays for `count` items of `size` bytes.
    pub(crate) fn take(&mut self, count: usize, size: usize) -> Result<(), Spent> {
        let cost = count.checked_mul(size).ok_or(Spent)?;
        self.left = self.left.checked_sub(cost).ok_or(Spent)?;
        Ok(())
    }
}
