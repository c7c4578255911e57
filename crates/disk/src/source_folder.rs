//! Folders that are packed.

use crate::files::{failed, files_below, shown};
use relict_toolkit::core::args;
use relict_toolkit::folder::PackSource;
use relict_toolkit::problem::{IS_FOLDER, NOT_FOLDER, OUTSIDE, Problem, Result};
use std::collections::HashMap;
use std::fs::{self, File};
use std::io::{self, Read};
use std::path::{Component, Path, PathBuf};
use std::sync::{Mutex, PoisonError};

/// A folder to pack from: nothing outside of it is read, not even through a link.
#[derive(Debug)]
pub struct SourceFolder {
    root: PathBuf,
    real_root: PathBuf,
    /// The real paths of folders in it, by those that they are asked for.
    folders: Mutex<HashMap<String, PathBuf>>,
}

impl SourceFolder {
    pub fn open(root: &Path) -> Result<Self> {
        let facts = fs::metadata(root).map_err(|e| failed(root, &e))?;
        if !facts.is_dir() {
            return Err(Problem::new(NOT_FOLDER, shown(root), vec![]));
        }
        let real_root = root.canonicalize().map_err(|e| failed(root, &e))?;
        Ok(Self { root: root.into(), real_root, folders: Mutex::default() })
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
        if let Some(plain) = self.plain_file(inner) {
            return File::open(plain).map(Some).map_err(|e| failed(&path, &e));
        }
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

    /// The real path of what is a file and no link, as nearly all are, in a folder that is known to be inside.
    fn plain_file(&self, inner: &str) -> Option<PathBuf> {
        let (folder, name) = inner.rsplit_once('/').unwrap_or(("", inner));
        let mut steps = Path::new(name).components();
        if !matches!((steps.next(), steps.next()), (Some(Component::Normal(step)), None) if step == name) {
            return None;
        }
        let file = self.real_folder(folder)?.join(name);
        fs::symlink_metadata(&file).is_ok_and(|facts| facts.is_file()).then_some(file)
    }

    /// Where a folder really is, if that is inside. Found out once: for a small file it takes longer than to read it.
    fn real_folder(&self, inner: &str) -> Option<PathBuf> {
        let mut known = self.folders.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(real) = known.get(inner) {
            return Some(real.clone());
        }
        let real = self.path(inner).canonicalize().ok().filter(|real| real.starts_with(&self.real_root))?;
        known.insert(inner.to_owned(), real.clone());
        Some(real)
    }
}

impl PackSource for SourceFolder {
    fn read(&self, path: &str) -> Result<Option<Vec<u8>>> {
        Self::read(self, path)
    }

    fn size(&self, path: &str) -> Result<Option<usize>> {
        let Some(file) = self.file(path)? else { return Ok(None) };
        let facts = file.metadata().map_err(|e| failed(&self.path(path), &e))?;
        Ok(usize::try_from(facts.len()).ok())
    }

    fn files(&self, folder: &str) -> Result<Vec<String>> {
        Self::files(self, folder)
    }
}
