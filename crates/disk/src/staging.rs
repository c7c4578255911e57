//! What is not finished yet lies beside its place, under a name that nobody else gives. Whoever works on it holds a lock,
//! which the system takes away when the program ends, however it ends. So what can be locked was left behind by a program
//! that was killed, and the next one that writes there clears it away.

use crate::step::step;
use std::ffi::OsStr;
use std::fs::{self, File, OpenOptions, TryLockError};
use std::io;
use std::path::{Path, PathBuf};
use tempfile::NamedTempFile;

const PREFIX: &str = ".relict-unfinished-";
/// Letters and digits behind it.
const RANDOM: usize = 6;
/// In a folder that is filled. Always the same name, so that no two programs fill it at once.
const FILLING: &str = ".relict-unfinished-filled";

const LOCK: &str = "lock";
/// What is being made.
const NEW: &str = "new";
/// The same when nothing is missing, and it goes to its place piece by piece.
const WHOLE: &str = "whole";
/// What stood in the place, under the name that it had there.
const OLD: &str = "old";

/// Whoever clears away may take a new thing for one left behind, once or twice.
const TRIES: usize = 16;

/// Whether a file or folder of this name is something unfinished of ours.
pub fn is_name(name: &OsStr) -> bool {
    let random = name.to_str().and_then(|name| name.strip_prefix(PREFIX));
    random.is_some_and(|random| random.len() == RANDOM && random.bytes().all(|b| b.is_ascii_alphanumeric()))
}

fn named<R>(folder: &Path, make: impl FnMut(&Path) -> io::Result<R>) -> io::Result<NamedTempFile<R>> {
    tempfile::Builder::new().prefix(PREFIX).rand_bytes(RANDOM).make_in(folder, make)
}

/// A file to write, in the folder where it will have its place. It goes when it is dropped.
pub fn file_in(folder: &Path) -> io::Result<NamedTempFile> {
    for _ in 0..TRIES {
        step("create")?;
        let create = |path: &Path| OpenOptions::new().read(true).write(true).create_new(true).open(path);
        let file = named(folder, create)?;
        if is_held(file.as_file(), file.path()) {
            return Ok(file);
        }
    }
    Err(io::ErrorKind::ResourceBusy.into())
}

/// Takes the lock of what was just made. Not if somebody was quicker, and has cleared it away or is about to.
fn is_held(lock: &File, path: &Path) -> bool {
    match lock.try_lock() {
        Ok(()) => fs::symlink_metadata(path).is_ok(),
        Err(TryLockError::WouldBlock) => false,
        // Where nothing can be locked, nobody clears away either.
        Err(TryLockError::Error(_)) => true,
    }
}

/// A folder in which another one is made. It goes when it is dropped.
#[derive(Debug)]
pub struct StagingDir {
    path: PathBuf,
    /// Held for as long as somebody works here.
    _lock: File,
    /// Whether there is something in it that stands nowhere else; then the next program has to find it.
    left: bool,
}

impl StagingDir {
    /// Beside the place of what is made.
    pub fn in_folder(folder: &Path) -> io::Result<Self> {
        Self::made(|| named(folder, make_private)?.into_temp_path().keep().map_err(|e| e.error))
    }

    /// In the place itself, which is filled. Fails if somebody else does the same.
    pub fn filling(place: &Path) -> io::Result<Self> {
        let path = place.join(FILLING);
        Self::made(|| make_private(&path).map(|()| path.clone()))
    }

    fn made(make: impl Fn() -> io::Result<PathBuf>) -> io::Result<Self> {
        for _ in 0..TRIES {
            step("mkdir")?;
            let path = make()?;
            match Self::locked(&path) {
                Ok(Some(lock)) => {
                    let staging = Self { path, _lock: lock, left: false };
                    step("mkdir")?;
                    fs::create_dir(staging.new_folder())?;
                    return Ok(staging);
                }
                Ok(None) => {}
                Err(e) => {
                    let _ = remove(&path, Path::new(""));
                    return Err(e);
                }
            }
        }
        Err(io::ErrorKind::ResourceBusy.into())
    }

    /// None if somebody has cleared it away already.
    fn locked(path: &Path) -> io::Result<Option<File>> {
        let lock = path.join(LOCK);
        step("create")?;
        match OpenOptions::new().read(true).write(true).create_new(true).open(&lock) {
            Ok(file) => Ok(is_held(&file, &lock).then_some(file)),
            Err(e) if e.kind() == io::ErrorKind::NotFound => Ok(None),
            Err(e) => Err(e),
        }
    }

    pub fn new_folder(&self) -> PathBuf {
        self.path.join(NEW)
    }

    /// Says that the new folder is whole and begins to go to its place; whoever finds it finishes that.
    pub fn finished(&self) -> io::Result<PathBuf> {
        let whole = self.path.join(WHOLE);
        step("rename")?;
        fs::rename(self.new_folder(), &whole).map(|()| whole)
    }

    /// Where what stands in a place may go meanwhile. As long as it is there and so is what is new, it belongs back.
    pub fn room_for_old(&self, name: &OsStr) -> io::Result<PathBuf> {
        let old = self.path.join(OLD);
        step("mkdir")?;
        fs::create_dir(&old).map(|()| old.join(name))
    }

    /// Leaves everything to the next program.
    pub fn leave(&mut self) {
        self.left = true;
    }
}

impl Drop for StagingDir {
    fn drop(&mut self) {
        if !self.left {
            // What cannot be cleared away now is cleared away by the next program.
            let _ = clear(&self.path);
        }
    }
}

/// What is unfinished is for its owner alone.
fn make_private(path: &Path) -> io::Result<()> {
    let mut builder = fs::DirBuilder::new();
    #[cfg(unix)]
    std::os::unix::fs::DirBuilderExt::mode(&mut builder, 0o700);
    builder.create(path)
}

/// Clears away what killed programs left in a folder. What cannot be cleared away is in nobody's way.
pub fn clean_stale(folder: &Path) {
    let here = fs::read_dir(folder).into_iter().flatten().flatten();
    for entry in here.filter(|entry| is_name(&entry.file_name())) {
        let path = entry.path();
        let _ = match entry.file_type() {
            Ok(kind) if kind.is_file() => clean_stale_file(&path),
            Ok(kind) if kind.is_dir() => clean_stale_dir(&path, folder),
            _ => Ok(()),
        };
    }
}

fn clean_stale_file(path: &Path) -> io::Result<()> {
    let file = OpenOptions::new().read(true).write(true).open(path)?;
    file.try_lock()?;
    step("remove")?;
    fs::remove_file(path)
}

fn clean_stale_dir(path: &Path, around: &Path) -> io::Result<()> {
    let lock = path.join(LOCK);
    match fs::symlink_metadata(&lock) {
        Ok(facts) if facts.is_file() => {}
        // Killed before it had one, or while the last of it went. If there is anything in it, it is none of ours.
        _ => return remove(path, Path::new("")),
    }
    let file = OpenOptions::new().read(true).write(true).open(&lock)?;
    file.try_lock()?;
    bring_back(path, around)?;
    fill(&path.join(WHOLE), around)?;
    clear(path)
}

/// Puts what stood in a place back there, if what was to replace it never did.
fn bring_back(staging: &Path, around: &Path) -> io::Result<()> {
    let old = staging.join(OLD);
    if !old.exists() || !staging.join(NEW).exists() {
        return Ok(());
    }
    for entry in fs::read_dir(&old)? {
        let name = entry?.file_name();
        rename_new(&old.join(&name), &around.join(&name))?;
    }
    Ok(())
}

/// Moves what lies in a folder to another, and nothing over anything that is there. The manifest goes last, since a folder
/// that has one is whole.
pub fn fill(from: &Path, to: &Path) -> io::Result<()> {
    for name in names(from)? {
        rename_new(&from.join(&name), &to.join(&name))?;
    }
    Ok(())
}

/// In an order that is always the same.
pub fn names(folder: &Path) -> io::Result<Vec<std::ffi::OsString>> {
    let entries = match fs::read_dir(folder) {
        Err(e) if e.kind() == io::ErrorKind::NotFound => return Ok(vec![]),
        entries => entries?,
    };
    let mut names = entries.map(|entry| Ok(entry?.file_name())).collect::<io::Result<Vec<_>>>()?;
    names.sort_by(|a, b| {
        let is_manifest = |name: &OsStr| name == relict_toolkit::folder::MANIFEST_NAME;
        is_manifest(a).cmp(&is_manifest(b)).then_with(|| a.cmp(b))
    });
    Ok(names)
}

/// Renames unless there is something.
pub fn rename_new(from: &Path, to: &Path) -> io::Result<()> {
    step("rename")?;
    #[cfg(target_os = "linux")]
    match rustix::fs::renameat_with(CWD, from, CWD, to, rustix::fs::RenameFlags::NOREPLACE) {
        Err(e) if !is_unable(e) => return Err(e.into()),
        Err(_) => {}
        Ok(()) => return Ok(()),
    }
    if fs::symlink_metadata(to).is_ok() {
        return Err(io::ErrorKind::AlreadyExists.into());
    }
    fs::rename(from, to)
}

#[cfg(target_os = "linux")]
use rustix::fs::CWD;

/// Whether it is not the request that is wrong, but the file system that knows no such thing.
#[cfg(target_os = "linux")]
fn is_unable(error: rustix::io::Errno) -> bool {
    use rustix::io::Errno;
    matches!(error, Errno::INVAL | Errno::NOSYS | Errno::NOTSUP)
}

/// Lets two folders change places in one step; false if that cannot be done here.
pub fn exchange(a: &Path, b: &Path) -> io::Result<bool> {
    if !crate::step::may_exchange() {
        return Ok(false);
    }
    #[cfg(target_os = "linux")]
    {
        step("exchange")?;
        match rustix::fs::renameat_with(CWD, a, CWD, b, rustix::fs::RenameFlags::EXCHANGE) {
            Err(e) if is_unable(e) => Ok(false),
            done => done.map(|()| true).map_err(Into::into),
        }
    }
    #[cfg(not(target_os = "linux"))]
    {
        let _ = (a, b);
        Ok(false)
    }
}

/// The lock goes last, so that whoever is killed here leaves something that is known to be left.
fn clear(staging: &Path) -> io::Result<()> {
    for name in [NEW, WHOLE, OLD] {
        let folder = staging.join(name);
        if fs::symlink_metadata(&folder).is_ok() {
            step("remove")?;
            fs::remove_dir_all(&folder)?;
        }
    }
    remove(staging, Path::new(LOCK))
}

/// Removes a folder in which there is nothing, or nothing but this.
fn remove(folder: &Path, last: &Path) -> io::Result<()> {
    if !last.as_os_str().is_empty() {
        step("remove")?;
        fs::remove_file(folder.join(last))?;
    }
    step("remove")?;
    fs::remove_dir(folder)
}
