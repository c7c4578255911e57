//! The file system: where paths lead, and how things are written so that a failure leaves what was there.

use crate::Mapping;
use relict::core::args;
use relict::problem::{
    DISK_FULL, EXISTS, INPUT_OUTPUT, IS_FOLDER, NOT_FOLDER, NOT_FOUND, NOT_OURS, OUTSIDE, PERMISSION,
    Problem, Result,
};
use std::fs::{self, File};
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};

/// What an error of the system means to a person.
pub fn failed(path: &Path, error: &io::Error) -> Problem {
    let code = match error.kind() {
        io::ErrorKind::NotFound => NOT_FOUND,
        io::ErrorKind::PermissionDenied | io::ErrorKind::ReadOnlyFilesystem => PERMISSION,
        io::ErrorKind::AlreadyExists | io::ErrorKind::DirectoryNotEmpty => EXISTS,
        io::ErrorKind::StorageFull | io::ErrorKind::QuotaExceeded => DISK_FULL,
        io::ErrorKind::IsADirectory => IS_FOLDER,
        io::ErrorKind::NotADirectory => NOT_FOLDER,
        _ => INPUT_OUTPUT,
    };
    // Of a file written beside its place, nobody wants to know the name.
    let reason = error.to_string();
    let reason = reason.split(" at path ").next().unwrap_or_default();
    Problem::new(code, shown(path), args!(reason = reason))
}

pub fn shown(path: &Path) -> String {
    path.display().to_string()
}

/// What a person named: a file and the way into it, or a folder.
#[derive(Debug)]
pub enum Place {
    File { path: PathBuf, inner: Vec<String> },
    Folder(PathBuf),
    StandardInput,
}

/// Finds the file in front of a path into an archive. Names on disk match without regard to case where the exact one is missing.
pub fn locate(path: &str) -> Result<Place> {
    if path == "-" {
        return Ok(Place::StandardInput);
    }
    let whole = Path::new(path);
    if let Ok(facts) = fs::metadata(whole) {
        return Ok(if facts.is_dir() {
            Place::Folder(whole.into())
        } else {
            Place::File { path: whole.into(), inner: vec![] }
        });
    }
    let mut at = PathBuf::new();
    let mut steps = whole.components();
    while let Some(step) = steps.next() {
        let next = existing(&at, step.as_os_str()).map_err(|e| failed(whole, &e))?;
        let Some(next) = next else { return Err(not_found(whole, &at)) };
        let facts = fs::metadata(&next).map_err(|e| failed(&next, &e))?;
        if !facts.is_dir() {
            let inner = steps.map(|step| step.as_os_str().to_string_lossy().into_owned()).collect();
            return Ok(Place::File { path: next, inner });
        }
        at = next;
    }
    Ok(Place::Folder(at))
}

/// `name` in `folder`, else the one name there that differs only by case.
fn existing(folder: &Path, name: &std::ffi::OsStr) -> io::Result<Option<PathBuf>> {
    let exact = folder.join(name);
    match fs::symlink_metadata(&exact) {
        Ok(_) => return Ok(Some(exact)),
        Err(e) if e.kind() == io::ErrorKind::NotFound => {}
        Err(e) => return Err(e),
    }
    let wanted = name.to_string_lossy().to_lowercase();
    let here = if folder.as_os_str().is_empty() { Path::new(".") } else { folder };
    let mut alike: Vec<PathBuf> = vec![];
    for entry in fs::read_dir(here)? {
        let entry = entry?.file_name();
        if entry.to_string_lossy().to_lowercase() == wanted {
            alike.push(folder.join(entry));
        }
    }
    alike.sort();
    Ok(alike.into_iter().next())
}

fn not_found(whole: &Path, reached: &Path) -> Problem {
    let reached = if reached.as_os_str().is_empty() { ".".into() } else { shown(reached) };
    Problem::new(NOT_FOUND, shown(whole), args!(reached = reached))
}

pub fn open(path: &Path) -> Result<Mapping> {
    let file = File::open(path).map_err(|e| failed(path, &e))?;
    if file.metadata().is_ok_and(|facts| facts.is_dir()) {
        return Err(Problem::new(IS_FOLDER, shown(path), vec![]));
    }
    Mapping::of(file).map_err(|e| failed(path, &e))
}

pub fn read_input() -> Result<Vec<u8>> {
    let mut bytes = vec![];
    io::stdin().lock().read_to_end(&mut bytes).map_err(|e| failed(Path::new("-"), &e))?;
    Ok(bytes)
}

/// Every file below a folder, in the order of names. Links are not followed, so there is no way out and no circle.
pub fn files_below(folder: &Path) -> Result<Vec<PathBuf>> {
    let mut found = vec![];
    let mut folders = vec![folder.to_owned()];
    while let Some(folder) = folders.pop() {
        let failed = |e| failed(&folder, &e);
        for entry in fs::read_dir(&folder).map_err(failed)? {
            let entry = entry.map_err(failed)?;
            let kind = entry.file_type().map_err(failed)?;
            match kind {
                kind if kind.is_dir() => folders.push(entry.path()),
                kind if kind.is_file() => found.push(entry.path()),
                _ => {}
            }
        }
    }
    found.sort();
    Ok(found)
}

fn parent(path: &Path) -> &Path {
    path.parent().filter(|parent| !parent.as_os_str().is_empty()).unwrap_or(Path::new("."))
}

/// Refuses to write over something that is there, unless forced.
pub fn check_free(path: &Path, force: bool) -> Result<()> {
    match fs::symlink_metadata(path) {
        Ok(facts) if facts.is_dir() => Err(Problem::new(IS_FOLDER, shown(path), vec![])),
        Ok(_) if !force => Err(Problem::new(EXISTS, shown(path), vec![])),
        _ => Ok(()),
    }
}

/// Writes a file beside its place and then puts it there: it is there whole or not at all.
pub fn write_file(path: &Path, force: bool, write: impl FnOnce(&mut File) -> Result<()>) -> Result<()> {
    check_free(path, force)?;
    let mut builder = tempfile::Builder::new();
    builder.prefix(".relict-");
    #[cfg(unix)]
    builder.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o666));
    let blamed = if parent(path).is_dir() { path } else { parent(path) };
    let mut beside = builder.tempfile_in(parent(path)).map_err(|e| failed(blamed, &e))?;
    write(beside.as_file_mut())?;
    let placed = if force { beside.persist(path) } else { beside.persist_noclobber(path) };
    placed.map(drop).map_err(|e| failed(path, &e.error))
}

pub fn write_bytes(path: &Path, force: bool, bytes: &[u8]) -> Result<()> {
    write_file(path, force, |file| file.write_all(bytes).map_err(|e| failed(path, &e)))
}

/// A folder that is made beside its place and put there when it is whole.
#[derive(Debug)]
pub struct NewFolder {
    place: PathBuf,
    beside: tempfile::TempDir,
    /// Whether the place is an empty folder, which stays and is filled: it may be where a disk is mounted, or where
    /// somebody stands.
    fills: bool,
    /// Whether something may be replaced.
    force: bool,
    /// Dropped after what lies in it.
    _way: Way,
}

/// The folders that were made on the way to a place, innermost first. They go again if they are empty in the end.
#[derive(Debug)]
struct Way(Vec<PathBuf>);

impl Way {
    fn to(folder: &Path) -> io::Result<Self> {
        let missing = folder.ancestors().take_while(|step| !step.as_os_str().is_empty() && !step.exists());
        let way = Self(missing.map(Path::to_owned).collect());
        fs::create_dir_all(folder).map(|()| way)
    }
}

impl Drop for Way {
    fn drop(&mut self) {
        // One that holds something is not removed, which is what is wanted.
        self.0.iter().for_each(|folder| drop(fs::remove_dir(folder)));
    }
}

impl NewFolder {
    /// Forced, only a folder that Relict itself unpacked gives way: a slip must not cost somebody's files.
    pub fn check_free(place: &Path, force: bool) -> Result<()> {
        let Ok(facts) = fs::symlink_metadata(place) else { return Ok(()) };
        if !facts.is_dir() {
            return Err(Problem::new(NOT_FOLDER, shown(place), vec![]));
        }
        let ours = place.join(relict::folder::MANIFEST_NAME).is_file();
        match (is_empty(place)?, force) {
            (true, _) => Ok(()),
            (false, false) => Err(Problem::new(EXISTS, shown(place), vec![])),
            (false, true) if ours => Ok(()),
            (false, true) => Err(Problem::new(NOT_OURS, shown(place), vec![])),
        }
    }

    pub fn beside(place: &Path, force: bool) -> Result<Self> {
        Self::check_free(place, force)?;
        let fills = place.is_dir() && is_empty(place)?;
        let around = if fills { place } else { parent(place) };
        let way = Way::to(around).map_err(|e| failed(around, &e))?;
        let beside =
            tempfile::Builder::new().prefix(".relict-").tempdir_in(around).map_err(|e| failed(place, &e))?;
        #[cfg(unix)]
        open_to_others(beside.path()).map_err(|e| failed(place, &e))?;
        Ok(Self { place: place.into(), beside, fills, force, _way: way })
    }

    pub fn path(&self) -> &Path {
        self.beside.path()
    }

    pub fn put(&self, inner: &str, bytes: &[u8]) -> Result<()> {
        let path = self.path().join(inner);
        let shown = || self.place.join(inner);
        let write = |path: &Path| File::create_new(path)?.write_all(bytes);
        match write(&path) {
            Err(e) if e.kind() == io::ErrorKind::NotFound => fs::create_dir_all(crate::files::parent(&path))
                .and_then(|()| write(&path))
                .map_err(|e| failed(&shown(), &e)),
            done => done.map_err(|e| failed(&shown(), &e)),
        }
    }

    /// Puts the folder in its place; what was there is moved away first and comes back if that fails.
    pub fn keep(self) -> Result<()> {
        let failed = |e| failed(&self.place, &e);
        if self.fills {
            return self.fill().map_err(failed);
        }
        // Unforced, a folder that somebody made meanwhile stays.
        if !self.force || !self.place.exists() {
            return fs::rename(self.path(), &self.place).map_err(failed);
        }
        let old = tempfile::Builder::new()
            .prefix(".relict-old-")
            .tempdir_in(parent(&self.place))
            .map_err(failed)?;
        let away = old.path().join("folder");
        fs::rename(&self.place, &away).map_err(failed)?;
        fs::rename(self.path(), &self.place).map_err(|e| {
            if fs::rename(&away, &self.place).is_err() {
                // Better there than nowhere.
                let _ = old.keep();
            }
            failed(e)
        })
    }

    /// Moves what was made into the place; the manifest last, since a folder that has one is whole.
    fn fill(&self) -> io::Result<()> {
        let names = fs::read_dir(self.path())?.map(|entry| Ok(entry?.file_name()));
        let mut names = names.collect::<io::Result<Vec<_>>>()?;
        names.sort_by_key(|name| name == relict::folder::MANIFEST_NAME);
        let (here, there) = (self.path(), self.place.as_path());
        names.iter().try_for_each(|name| fs::rename(here.join(name), there.join(name))).inspect_err(|_| {
            names.iter().for_each(|name| drop(fs::rename(there.join(name), here.join(name))));
        })
    }
}

fn is_empty(folder: &Path) -> Result<bool> {
    Ok(fs::read_dir(folder).map_err(|e| failed(folder, &e))?.next().is_none())
}

/// A temporary folder is for its owner alone; one that stays is as open as any other.
#[cfg(unix)]
fn open_to_others(path: &Path) -> io::Result<()> {
    use std::os::unix::fs::{DirBuilderExt, PermissionsExt};
    let probe = path.join(".mode");
    fs::DirBuilder::new().mode(0o777).create(&probe)?;
    let mode = fs::metadata(&probe)?.permissions().mode();
    fs::remove_dir(&probe)?;
    fs::set_permissions(path, fs::Permissions::from_mode(mode))
}

/// A folder to pack from: nothing outside of it is read, not even through a link.
#[derive(Debug)]
pub struct OldFolder {
    root: PathBuf,
    real_root: PathBuf,
}

impl OldFolder {
    pub fn open(root: &Path) -> Result<Self> {
        let facts = fs::metadata(root).map_err(|e| failed(root, &e))?;
        if !facts.is_dir() {
            return Err(Problem::new(NOT_FOLDER, shown(root), vec![]));
        }
        let real_root = root.canonicalize().map_err(|e| failed(root, &e))?;
        Ok(Self { root: root.into(), real_root })
    }

    pub fn path(&self, inner: &str) -> PathBuf {
        self.root.join(inner)
    }

    /// The files in a folder inside and below it, by their paths from there. Links are not followed, and one that stands
    /// for the folder itself leads to nothing.
    pub fn files(&self, inner: &str) -> Result<Vec<String>> {
        let folder = if inner.is_empty() { self.root.clone() } else { self.path(inner) };
        let Ok(real) = folder.canonicalize() else { return Ok(vec![]) };
        if real != self.real_root.join(inner) || !real.is_dir() {
            return Ok(vec![]);
        }
        let name = |path: &PathBuf| {
            let steps = path.strip_prefix(&folder).ok()?.iter().map(|step| step.to_string_lossy());
            Some(steps.collect::<Vec<_>>().join("/"))
        };
        let mut names: Vec<String> = files_below(&folder)?.iter().filter_map(name).collect();
        // By the whole path, and not folder by folder: that is the order in which they are told elsewhere.
        names.sort_unstable();
        Ok(names)
    }

    /// All of a file, if it is there.
    pub fn read(&self, inner: &str) -> Result<Option<Vec<u8>>> {
        let Some(mut file) = self.file(inner)? else { return Ok(None) };
        let size = file.metadata().map_or(0, |facts| facts.len());
        let mut bytes = Vec::with_capacity(usize::try_from(size).unwrap_or(0));
        file.read_to_end(&mut bytes).map_err(|e| failed(&self.path(inner), &e))?;
        Ok(Some(bytes))
    }

    /// The file, if it is there and in the folder.
    pub fn file(&self, inner: &str) -> Result<Option<File>> {
        let path = self.path(inner);
        match fs::symlink_metadata(&path) {
            Err(e) if matches!(e.kind(), io::ErrorKind::NotFound | io::ErrorKind::NotADirectory) => {
                return Ok(None);
            }
            Err(e) => return Err(failed(&path, &e)),
            Ok(_) => {}
        }
        // Folders on the way may be links, too; the real path tells.
        let real = path.canonicalize().map_err(|e| failed(&path, &e))?;
        if !real.starts_with(&self.real_root) {
            return Err(Problem::new(OUTSIDE, shown(&path), args!(file = inner, name = "")));
        }
        match fs::metadata(&real).map_err(|e| failed(&path, &e))? {
            facts if facts.is_file() => File::open(&real).map(Some).map_err(|e| failed(&path, &e)),
            facts if facts.is_dir() => Err(Problem::new(IS_FOLDER, shown(&path), vec![])),
            // A pipe is no file, and opening it would wait for somebody to write.
            _ => Ok(None),
        }
    }
}
