//! A folder on disk, or one file of it, as the source of a session's files. No path leads out of it.

use relict_disk::{Mapping, NewFile, Scratch, failed, is_unfinished, write_file};
use relict_session::{
    Child, Draft, FileBytes, Opened, Place, Source, Stamp, is_plain, join, split_last, steps,
};
use relict_toolkit::core::args;
use relict_toolkit::problem::{NOT_FOUND, PATH_OUTSIDE, Problem, Result};
use std::any::Any;
use std::ffi::OsStr;
use std::fs::{self, File, Metadata};
use std::io::{self, Write};
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, OnceLock, PoisonError};
use tempfile::{NamedTempFile, TempPath};

/// A folder, or one file of it.
#[derive(Debug)]
pub struct Folder {
    /// As it really is, with no link on the way.
    folder: PathBuf,
    /// The only name in it that may be seen.
    only: Option<String>,
    /// What people call it.
    name: String,
    /// Where versions and dropped files lie; made with the first of them.
    scratch: Mutex<Option<Scratch>>,
}

impl Folder {
    pub fn open(root: &Path) -> Result<Self> {
        let unopened = |e: io::Error| failed(root, &e);
        let real = root.canonicalize().map_err(unopened)?;
        let name =
            |path: &Path| path.file_name().map_or("/".into(), |name| name.to_string_lossy().into_owned());
        let (name, scratch) = (name(&real), Mutex::default());
        if fs::metadata(&real).map_err(unopened)?.is_dir() {
            return Ok(Self { folder: real, only: None, name, scratch });
        }
        let folder = real.parent().map(Path::to_owned).unwrap_or_default();
        Ok(Self { folder, only: Some(name.clone()), name, scratch })
    }

    /// Where a path of the page really leads.
    fn real(&self, shown: &str) -> Result<PathBuf> {
        let real = self.folder.join(shown).canonicalize();
        let real = real.map_err(|e| failed(Path::new(nonempty(shown)), &e))?;
        if real.starts_with(&self.folder) { Ok(real) } else { Err(outside(shown)) }
    }

    /// The same for a file that need not be there yet.
    fn target(&self, shown: &str) -> Result<PathBuf> {
        if self.is_taken(shown) {
            return self.real(shown);
        }
        let (folder, name) = split_last(shown);
        if is_plain(name) { Ok(self.real(folder)?.join(name)) } else { Err(outside(shown)) }
    }

    /// The one of that name in a folder.
    fn child(&self, folder: &str, step: &str, path: &str) -> Result<Option<String>> {
        if self.only.as_ref().is_some_and(|only| only.to_lowercase() != step.to_lowercase()) {
            return Ok(None);
        }
        existing(&self.folder.join(folder), step).map_err(|e| failed(Path::new(path), &e))
    }

    fn visible(&self, folder: &Path, name: &OsStr) -> Option<Child> {
        let name = name.to_string_lossy();
        let hidden = self.only.as_ref().is_some_and(|only| *only != name);
        if hidden { None } else { self.child_at(folder, &name) }
    }

    /// What stands under a name in a folder, if it may be seen.
    fn child_at(&self, folder: &Path, name: &str) -> Option<Child> {
        if !is_plain(name) {
            return None;
        }
        let path = folder.join(name);
        let mut facts = fs::symlink_metadata(&path).ok()?;
        let is_link = facts.is_symlink();
        if is_link {
            path.canonicalize().ok().filter(|real| real.starts_with(&self.folder))?;
            facts = fs::metadata(&path).ok()?;
        }
        let child =
            || Child { name: name.to_owned(), is_folder: facts.is_dir(), is_link, stamp: stamp(&facts) };
        (facts.is_file() || facts.is_dir()).then(child)
    }
}

impl Source for Folder {
    fn name(&self) -> &str {
        &self.name
    }

    fn locate(&self, path: &str) -> Result<Place> {
        let steps = steps(path)?;
        let mut shown = String::new();
        for (taken, step) in steps.iter().enumerate() {
            let not_found = |reached: &str| Problem::new(NOT_FOUND, path, args!(reached = nonempty(reached)));
            // Only on disk: an entry of an archive may be called whatever it likes.
            if !is_plain(step) {
                return Err(outside(path));
            }
            let name = self.child(&shown, step, path)?.ok_or_else(|| not_found(&shown))?;
            shown = join(&shown, &name);
            let real = self.real(&shown).map_err(|problem| Problem { path: path.to_owned(), ..problem })?;
            let facts = fs::metadata(&real).map_err(|e| failed(Path::new(&shown), &e))?;
            if facts.is_file() {
                let inner = steps[taken + 1..].iter().map(|step| (*step).to_owned()).collect();
                return Ok(Place::File { file: shown, inner });
            }
            if !facts.is_dir() {
                return Err(not_found(""));
            }
        }
        Ok(Place::Folder(shown))
    }

    /// What leads out is not there, nor what is still being written.
    fn children(&self, folder: &str) -> Result<Vec<Child>> {
        let unread = |e: io::Error| failed(Path::new(nonempty(folder)), &e);
        let path = self.real(folder)?;
        let mut found = vec![];
        for entry in fs::read_dir(&path).map_err(unread)? {
            let name = entry.map_err(unread)?.file_name();
            if !is_unfinished(&name) {
                found.extend(self.visible(&path, &name));
            }
        }
        found.sort_by_cached_key(|child| (!child.is_folder, child.name.to_lowercase(), child.name.clone()));
        Ok(found)
    }

    fn beside(&self, folder: &str) -> Vec<Child> {
        let Ok(path) = self.real(folder) else { return vec![] };
        let names = fs::read_dir(&path).into_iter().flatten().flatten().map(|entry| entry.file_name());
        let files = names.filter_map(|name| self.child_at(&path, &name.to_string_lossy()));
        let mut files: Vec<Child> = files.filter(|child| !child.is_folder).collect();
        files.sort_by(|a, b| a.name.cmp(&b.name));
        files
    }

    fn stamp(&self, file: &str) -> Result<Stamp> {
        let facts = fs::metadata(self.real(file)?).map_err(|e| failed(Path::new(file), &e))?;
        Ok(stamp(&facts))
    }

    /// Regular files only; of pipes and devices nobody knows when they end.
    fn open(&self, file: &str) -> Result<(Stamp, Box<dyn FileBytes>)> {
        let unopened = |e: io::Error| failed(Path::new(file), &e);
        let path = self.real(file)?;
        let facts = fs::metadata(&path).map_err(unopened)?;
        if !facts.is_file() {
            return Err(unopened(io::ErrorKind::NotFound.into()));
        }
        let open = MappedFile::open(FilePath::Kept(path)).map_err(unopened)?;
        Ok((open.stamp, Box::new(open)))
    }

    fn draft(&self, file: &str) -> Result<Box<dyn Draft>> {
        let unmade = |e: io::Error| failed(Path::new(file), &e);
        let mut scratch = self.scratch.lock().unwrap_or_else(PoisonError::into_inner);
        let scratch = match &mut *scratch {
            Some(scratch) => scratch,
            none => none.insert(Scratch::new().map_err(unmade)?),
        };
        let written = NamedTempFile::new_in(scratch.path()).map_err(unmade)?;
        Ok(Box::new(DraftFile { file: file.to_owned(), written }))
    }

    fn save(&self, file: &str, overwrite: bool, from: &Opened) -> Result<()> {
        let target = self.target(file)?;
        let written = write_file(&target, overwrite, |to| copy(from, to).map_err(|e| failed(&target, &e)));
        written.map_err(|problem| Problem { path: file.to_owned(), ..problem })
    }

    fn is_taken(&self, file: &str) -> bool {
        self.folder.join(file).symlink_metadata().is_ok()
    }

    fn is_same(&self, a: &str, b: &str) -> bool {
        matches!((self.real(a), self.real(b)), (Ok(a), Ok(b)) if a == b)
    }
}

/// A mapped file, of the folder or of our own.
#[derive(Debug)]
struct MappedFile {
    bytes: Mapping,
    stamp: Stamp,
    path: FilePath,
    /// The same once more, for those who read much of it: what is read so stays out of our memory. None if there is another
    /// in its place.
    reader: OnceLock<Option<File>>,
}

/// Where a file lies. What is only for this run goes with it.
#[derive(Debug)]
enum FilePath {
    Kept(PathBuf),
    Temporary(TempPath),
}

/// Less is not worth another file that is open.
const MUCH: usize = 256 << 10;

impl MappedFile {
    fn open(path: FilePath) -> io::Result<Self> {
        let file = File::open(&path)?;
        let stamp = stamp(&file.metadata()?);
        Ok(Self { bytes: Mapping::of(file)?, stamp, path, reader: OnceLock::new() })
    }

    fn reopened(&self) -> Option<File> {
        let file = File::open(&self.path).ok()?;
        let facts = file.metadata().ok()?;
        (stamp(&facts) == self.stamp).then_some(file)
    }
}

impl AsRef<Path> for FilePath {
    fn as_ref(&self) -> &Path {
        match self {
            Self::Kept(path) => path,
            Self::Temporary(path) => path,
        }
    }
}

impl FileBytes for MappedFile {
    fn bytes(&self) -> &[u8] {
        &self.bytes
    }

    fn copy(&self, part: Range<usize>) -> Result<Vec<u8>> {
        let reader = if part.len() < MUCH { &None } else { self.reader.get_or_init(|| self.reopened()) };
        let Some(file) = reader else { return Ok(self.bytes.get(part).unwrap_or_default().to_vec()) };
        let mut bytes = vec![0; part.len()];
        let read = read_at(file, &mut bytes, part.start as u64);
        read.map_err(|e| failed(self.path.as_ref(), &e)).map(|()| bytes)
    }

    fn forget(&self) {
        self.bytes.forget();
    }
}

#[cfg(unix)]
fn read_at(file: &File, into: &mut [u8], offset: u64) -> io::Result<()> {
    std::os::unix::fs::FileExt::read_exact_at(file, into, offset)
}

/// Elsewhere a file has one position, so each who reads takes a handle with one of its own.
#[cfg(not(unix))]
fn read_at(file: &File, into: &mut [u8], offset: u64) -> io::Result<()> {
    use std::io::{Read, Seek, SeekFrom};
    let mut file = file.try_clone()?;
    file.seek(SeekFrom::Start(offset))?;
    file.read_exact(into)
}

struct DraftFile {
    /// Of the tree, which is told where something fails.
    file: String,
    written: NamedTempFile,
}

impl Draft for DraftFile {
    fn put(&mut self, bytes: &[u8]) -> Result<()> {
        self.written.write_all(bytes).map_err(|e| failed(Path::new(&self.file), &e))
    }

    fn finish(self: Box<Self>) -> Result<Box<dyn FileBytes>> {
        let open = MappedFile::open(FilePath::Temporary(self.written.into_temp_path()));
        Ok(Box::new(open.map_err(|e| failed(Path::new(&self.file), &e))?))
    }
}

/// From file to file where that is possible: a large one need not pass through our memory.
fn copy(from: &Opened, to: &mut NewFile) -> io::Result<()> {
    let held: &dyn Any = &*from.held;
    match held.downcast_ref::<MappedFile>().and_then(MappedFile::reopened) {
        Some(file) => match to.take_file(file, from.bytes().len() as u64)? {
            copied if copied == from.bytes().len() as u64 => Ok(()),
            _ => Err(io::ErrorKind::UnexpectedEof.into()),
        },
        None => to.write_all(from.bytes()),
    }
}

fn stamp(facts: &Metadata) -> Stamp {
    Stamp::new(facts.len(), facts.modified().ok(), number(facts))
}

#[cfg(unix)]
fn number(facts: &Metadata) -> u64 {
    std::os::unix::fs::MetadataExt::ino(facts)
}

#[cfg(not(unix))]
fn number(_: &Metadata) -> u64 {
    0
}

fn nonempty(shown: &str) -> &str {
    if shown.is_empty() { "." } else { shown }
}

fn outside(path: &str) -> Problem {
    Problem::new(PATH_OUTSIDE, path, vec![])
}

/// `name` in `folder`, else the first name there that differs only by case.
fn existing(folder: &Path, name: &str) -> io::Result<Option<String>> {
    match fs::symlink_metadata(folder.join(name)) {
        Ok(_) => return Ok(Some(name.to_owned())),
        Err(e) if matches!(e.kind(), io::ErrorKind::NotFound | io::ErrorKind::InvalidFilename) => {}
        Err(e) => return Err(e),
    }
    let wanted = name.to_lowercase();
    let names = fs::read_dir(folder)?.map(|entry| Ok(entry?.file_name().to_string_lossy().into_owned()));
    let names = names.collect::<io::Result<Vec<String>>>()?;
    Ok(names.into_iter().filter(|name| name.to_lowercase() == wanted).min())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_draft_lies_outside_of_the_folder_and_goes_with_its_last_user() {
        let root = tempfile::tempdir().unwrap();
        let folder = Folder::open(root.path()).unwrap();
        let mut draft = folder.draft("a").unwrap();
        draft.put(b"draft").unwrap();
        let held = draft.finish().unwrap();
        assert_eq!(held.bytes(), b"draft");
        let lies = folder.scratch.lock().unwrap().as_ref().unwrap().path().to_owned();
        let count = || fs::read_dir(&lies).map_or(0, Iterator::count);
        assert!(!lies.starts_with(root.path()) && count() == 1);
        drop(held);
        assert_eq!(count(), 0);
        drop(folder);
        assert!(!lies.exists());
    }

    #[test]
    fn a_large_part_is_read_from_the_file_and_from_memory_once_another_is_in_its_place() {
        let root = tempfile::tempdir().unwrap();
        let path = root.path().join("a");
        let bytes: Vec<u8> = (0..2 * MUCH).map(|at| (at % 251) as u8).collect();
        fs::write(&path, &bytes).unwrap();
        let folder = Folder::open(root.path()).unwrap();
        let (_, held) = folder.open("a").unwrap();
        let (_, other) = folder.open("a").unwrap();
        assert_eq!(held.copy(5..5 + MUCH).unwrap(), bytes[5..5 + MUCH]);
        fs::remove_file(&path).unwrap();
        fs::write(&path, b"another").unwrap();
        for held in [held, other] {
            assert_eq!(held.copy(7..7 + MUCH).unwrap(), bytes[7..7 + MUCH]);
            assert_eq!(held.copy(7..9).unwrap(), bytes[7..9]);
        }
    }

    #[test]
    fn nothing_is_saved_outside_of_the_folder() {
        let around = tempfile::tempdir().unwrap();
        let root = around.path().join("root");
        fs::create_dir(&root).unwrap();
        fs::write(root.join("a"), b"a").unwrap();
        let folder = Folder::open(&root).unwrap();
        let opened = Opened::open(&folder, "a").unwrap();
        for path in ["../b", "..", "x/../../b", "nothing/b"] {
            assert!(folder.save(path, true, &opened).is_err(), "{path}");
        }
        folder.save("b", false, &opened).unwrap();
        assert_eq!(fs::read(root.join("b")).unwrap(), b"a");
        assert_eq!(fs::read_dir(around.path()).unwrap().count(), 1);
    }
}
