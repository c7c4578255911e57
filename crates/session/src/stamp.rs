//! What tells that something is still as it was, without a look into it.

use std::hash::{DefaultHasher, Hash, Hasher};
use std::time::SystemTime;

/// The state of a file. Another file that is put in its place has another one, of whatever size and time it is: the source
/// tells them apart by a number.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Stamp {
    size: u64,
    modified: Option<SystemTime>,
    /// Of the file in its source, where there is such a thing.
    number: u64,
    /// The edit that made it; 0 for what the source has.
    version: u64,
}

impl Stamp {
    pub fn new(size: u64, modified: Option<SystemTime>, number: u64) -> Self {
        Self { size, modified, number, version: 0 }
    }

    /// Of what an edit made. No two edits have the same number.
    pub fn of_edit(size: u64, version: u64) -> Self {
        Self { size, modified: None, number: 0, version }
    }

    pub fn size(self) -> u64 {
        self.size
    }
}

/// States together, as a short text: the same as long as all of them are.
pub fn tag(states: &impl Hash) -> String {
    let mut hasher = DefaultHasher::new();
    states.hash(&mut hasher);
    format!("\"{:016x}\"", hasher.finish())
}
