//! How long a value is, however deep lists are nested in it.

use super::{COUNT, FLOAT, INT, LIST, TAG, TEXT};
use relict_core::prelude::*;

/// Why a value cannot be walked through, and where.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Flaw {
    Short { at: usize, needed: usize, left: usize },
    Tag { at: usize, found: u32 },
    Count { at: usize },
}

impl Flaw {
    /// As an error, in a file where the value begins at `start`.
    pub(super) fn in_file(self, start: usize) -> Error {
        let (error, at) = match self {
            Self::Short { at, needed, left } => (Error::truncated(needed, left), at),
            Self::Tag { at, found } => (broken(&TAG, "", args!(found = found)), at),
            Self::Count { at } => (broken(&COUNT, "", vec![]), at),
        };
        error.at(Some(start + at))
    }
}

/// How many bytes the first value has.
pub(super) fn of(bytes: &[u8]) -> Result<usize, Flaw> {
    let mut at = 0;
    // Values still to come, in all lists together: which list they are in does not matter.
    let mut open: u64 = 1;
    while open > 0 {
        open -= 1;
        let tag = word(bytes, at)?;
        let next = word(bytes, at + 4);
        let size = match tag {
            INT | FLOAT => next.map(|_| 0)?,
            TEXT => next? as usize,
            LIST => {
                let count = u64::from(next?).checked_sub(1).ok_or(Flaw::Count { at: at + 4 })?;
                open = open.saturating_add(count);
                0
            }
            found => return Err(Flaw::Tag { at, found }),
        };
        at += 8;
        let left = bytes.len() - at;
        if size > left {
            return Err(Flaw::Short { at, needed: size, left });
        }
        at += size;
    }
    Ok(at)
}

fn word(bytes: &[u8], at: usize) -> Result<u32, Flaw> {
    let left = bytes.len().saturating_sub(at);
    bytes.get(at..at + 4).map(u32::get).ok_or(Flaw::Short { at, needed: 4, left })
}
