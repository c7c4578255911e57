//! The file system: where paths lead, what is there, and what an error of the system means.

use crate::{Mapping, staging};
use relict_toolkit::core::args;
use relict_toolkit::problem::{
    DISK_FULL, EXISTS, INPUT_OUTPUT, IS_FOLDER, NOT_FOLDER, NOT_FOUND, PERMISSION, Problem, Result,
};
use std::fs::{self, File};
use std::io::{self, Read};
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

/// The same for a file that nobody named, but that lies where one is looked for. Only regular files count: opening a pipe
/// would wait for somebody to write into it.
pub fn open_regular(path: &Path) -> Result<Mapping> {
    let facts = fs::metadata(path).map_err(|e| failed(path, &e))?;
    if facts.is_file() { open(path) } else { Err(not_found(path, parent(path))) }
}

pub fn read_input() -> Result<Vec<u8>> {
    let mut bytes = vec![];
    io::stdin().lock().read_to_end(&mut bytes).map_err(|e| failed(Path::new("-"), &e))?;
    Ok(bytes)
}

/// Every file below a folder, in the order of names. Links are not followed, so there is no way out and no circle. What is
/// unfinished is no file yet.
pub fn files_below(folder: &Path) -> Result<Vec<PathBuf>> {
    let mut found = vec![];
    let mut folders = vec![folder.to_owned()];
    while let Some(folder) = folders.pop() {
        let failed = |e| failed(&folder, &e);
        for entry in fs::read_dir(&folder).map_err(failed)? {
            let entry = entry.map_err(failed)?;
            let kind = entry.file_type().map_err(failed)?;
            match kind {
                _ if staging::is_name(&entry.file_name()) => {}
                kind if kind.is_dir() => folders.push(entry.path()),
                kind if kind.is_file() => found.push(entry.path()),
                _ => {}
            }
        }
    }
    found.sort();
    Ok(found)
}

pub(crate) fn parent(path: &Path) -> &Path {
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
