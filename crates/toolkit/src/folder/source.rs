//! Where a folder comes from that is packed: a disk, a memory, whatever has files by names.

use crate::problem::{MISSING_FILE, Problem, Result};
use relict_core::args;
use relict_core::format::{Alone, Library};
use relict_core::pieces::{Deferred, Pieces};
use relict_core::repack;
use std::borrow::Cow;
use std::fmt;

/// The folder to pack. Called from all cores.
pub trait PackSource: Sync {
    /// None if there is no such file.
    fn read(&self, path: &str) -> Result<Option<Vec<u8>>>;
    fn size(&self, path: &str) -> Result<Option<usize>>;
    /// All files in a folder and below, by their paths from there, in the order of the alphabet. None, if there is no such folder.
    fn files(&self, folder: &str) -> Result<Vec<String>>;
    /// So many bytes more were looked at.
    fn advance(&self, _bytes: usize) {}
    /// What lies beside the archive that is made of it.
    fn around(&self) -> &dyn Library {
        &Alone
    }
}

/// A file of the folder, whole.
#[derive(Clone)]
pub struct FolderFile<'p> {
    from: &'p dyn PackSource,
    path: String,
    size: usize,
}

/// What is in an entry on its way from a folder.
pub(super) type Content<'p> = repack::Content<'p, FolderFile<'p>>;
pub(super) type Slot<'p> = repack::Slot<'p, FolderFile<'p>>;
pub(super) type Repack<'p> = repack::Repack<'p, FolderFile<'p>>;

impl<'p> FolderFile<'p> {
    pub(super) fn new(from: &'p dyn PackSource, path: String, size: usize) -> Self {
        Self { from, path, size }
    }

    /// From where the folder begins.
    pub fn path(&self) -> &str {
        &self.path
    }
}

impl fmt::Debug for FolderFile<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("FolderFile")
            .field("path", &self.path)
            .field("size", &self.size)
            .finish_non_exhaustive()
    }
}

impl<'p> From<FolderFile<'p>> for Pieces<'p, FolderFile<'p>> {
    fn from(file: FolderFile<'p>) -> Self {
        Self::deferred(file)
    }
}

impl Deferred for FolderFile<'_> {
    type Error = Problem;

    /// As it was when the archive was laid out.
    fn size(&self) -> usize {
        self.size
    }

    fn load(&self) -> Result<Cow<'_, [u8]>> {
        read(self.from, &self.path).map(Cow::Owned)
    }
}

/// A file that was there when the archive was laid out. One that is gone since is no empty file.
pub(super) fn read(from: &dyn PackSource, path: &str) -> Result<Vec<u8>> {
    from.read(path)?.ok_or_else(|| missing(path.to_owned(), ""))
}

pub(super) fn missing(path: String, name: &str) -> Problem {
    let named = if name.is_empty() { "no" } else { "yes" };
    Problem::new(MISSING_FILE, path, args!(name = name, named = named))
}
