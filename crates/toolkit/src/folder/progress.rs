//! Folders for which somebody wants to hear how far the work is.

use super::{PackSource, UnpackTarget};
use crate::problem::Result;
use relict_core::format::Library;
use std::fmt;

/// A folder, and whom to tell how many bytes more are done.
pub struct Reporting<'r, F> {
    pub folder: &'r F,
    pub advance: &'r (dyn Fn(usize) + Sync),
}

impl<F: fmt::Debug> fmt::Debug for Reporting<'_, F> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Reporting").field(self.folder).finish()
    }
}

impl<F: UnpackTarget> UnpackTarget for Reporting<'_, F> {
    fn put(&self, path: &str, bytes: &[u8]) -> Result<()> {
        self.folder.put(path, bytes)
    }

    fn advance(&self, bytes: usize) {
        (self.advance)(bytes);
    }
}

impl<F: PackSource> PackSource for Reporting<'_, F> {
    fn read(&self, path: &str) -> Result<Option<Vec<u8>>> {
        self.folder.read(path)
    }

    fn size(&self, path: &str) -> Result<Option<usize>> {
        self.folder.size(path)
    }

    fn files(&self, folder: &str) -> Result<Vec<String>> {
        self.folder.files(folder)
    }

    fn advance(&self, bytes: usize) {
        (self.advance)(bytes);
    }

    fn around(&self) -> &dyn Library {
        self.folder.around()
    }
}

/// A folder, and what lies beside the archive that is made of it.
pub struct Placed<'p> {
    pub folder: &'p dyn PackSource,
    pub around: &'p dyn Library,
}

impl fmt::Debug for Placed<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Placed").finish_non_exhaustive()
    }
}

impl PackSource for Placed<'_> {
    fn read(&self, path: &str) -> Result<Option<Vec<u8>>> {
        self.folder.read(path)
    }

    fn size(&self, path: &str) -> Result<Option<usize>> {
        self.folder.size(path)
    }

    fn files(&self, folder: &str) -> Result<Vec<String>> {
        self.folder.files(folder)
    }

    fn advance(&self, bytes: usize) {
        self.folder.advance(bytes);
    }

    fn around(&self) -> &dyn Library {
        self.around
    }
}
