//! Files that are written beside their place and then put there: whole, or not at all.

use crate::files::{check_free, failed, parent};
use crate::staging;
use crate::step::{begun, step};
use relict_toolkit::problem::Result;
use std::fs::{File, OpenOptions};
use std::io::{self, Read, Write};
use std::path::Path;
use tempfile::NamedTempFile;

/// A file that is being written.
#[derive(Debug)]
pub struct NewFile(File);

impl NewFile {
    pub(crate) fn create(path: &Path) -> io::Result<Self> {
        step("create")?;
        OpenOptions::new().write(true).create_new(true).open(path).map(Self)
    }

    /// Takes `size` bytes of a file, and no more should it have grown. They go from the system to the system, not through
    /// our memory.
    pub fn take_file(&mut self, mut file: File, size: u64) -> io::Result<u64> {
        begun("write", || io::copy(&mut Read::by_ref(&mut file).take(size / 2), &mut self.0).map(drop))?;
        io::copy(&mut file.take(size), &mut self.0)
    }
}

impl Write for NewFile {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        begun("write", || self.0.write_all(&bytes[..bytes.len() / 2]))?;
        self.0.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.0.flush()
    }
}

/// Writes a file beside its place and then puts it there.
pub fn write_file(path: &Path, force: bool, write: impl FnOnce(&mut NewFile) -> Result<()>) -> Result<()> {
    check_free(path, force)?;
    let folder = parent(path);
    staging::clean_stale(folder);
    let blamed = if folder.is_dir() { path } else { folder };
    let beside = staging::file_in(folder).map_err(|e| failed(blamed, &e))?;
    let written = beside.as_file().try_clone().map_err(|e| failed(path, &e));
    let written = written.and_then(|file| write(&mut NewFile(file)));
    if let Err(problem) = written {
        discard(beside);
        return Err(problem);
    }
    put_in_place(beside, path, force).map_err(|e| failed(path, &e))
}

pub fn write_bytes(path: &Path, force: bool, bytes: &[u8]) -> Result<()> {
    write_file(path, force, |file| file.write_all(bytes).map_err(|e| failed(path, &e)))
}

fn put_in_place(beside: NamedTempFile, path: &Path, force: bool) -> io::Result<()> {
    if let Err(e) = settle(&beside, path).and_then(|()| step("rename")) {
        discard(beside);
        return Err(e);
    }
    let placed = if force { beside.persist(path) } else { beside.persist_noclobber(path) };
    placed.map(drop).map_err(|e| e.error)
}

/// What replaces something is on the disk before that goes, so that a power cut costs neither. What is new is not waited
/// for: what it was made of is still there, and waiting takes several times as long as writing (seen with 16 MB: 4 ms to
/// write, 32 ms to wait).
fn settle(beside: &NamedTempFile, path: &Path) -> io::Result<()> {
    if path.exists() {
        step("sync")?;
        beside.as_file().sync_data()?;
    }
    Ok(())
}

fn discard(beside: NamedTempFile) {
    match step("remove") {
        Ok(()) => drop(beside),
        // The next program clears it away.
        Err(_) => drop(beside.keep()),
    }
}
