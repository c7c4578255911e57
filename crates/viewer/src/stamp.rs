//! What tells that something is still as it was, without a look into it.

use std::fs::Metadata;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::time::SystemTime;

/// The state of a file. Another file that is put in its place has another one, of whatever size and time it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Stamp {
    size: u64,
    modified: Option<SystemTime>,
    /// Of the file on its disk, where there is such a thing.
    number: u64,
    /// The edit that made it; 0 for what lies on disk.
    version: u64,
}

impl Stamp {
    pub fn of(facts: &Metadata) -> Self {
        Self { size: facts.len(), modified: facts.modified().ok(), number: number(facts), version: 0 }
    }

    /// Of what an edit made. No two edits have the same number.
    pub fn of_edit(size: u64, version: u64) -> Self {
        Self { size, modified: None, number: 0, version }
    }

    pub fn is_edited(self) -> bool {
        self.version > 0
    }
}

#[cfg(unix)]
fn number(facts: &Metadata) -> u64 {
    std::os::unix::fs::MetadataExt::ino(facts)
}

#[cfg(not(unix))]
fn number(_: &Metadata) -> u64 {
    0
}

/// States together, as a short text: the same as long as all of them are.
pub fn tag(states: &impl Hash) -> String {
    let mut hasher = DefaultHasher::new();
    states.hash(&mut hasher);
    format!("\"{:016x}\"", hasher.finish())
}
