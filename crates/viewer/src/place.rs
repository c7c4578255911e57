//! Where a path leads: to a folder or file below the root, and into archives from there. Never out.

use crate::stamp::Stamp;
use relict_disk::{failed, is_unfinished};
use relict_toolkit::core::args;
use relict_toolkit::problem::{NOT_FOUND, PATH_OUTSIDE, Problem, Result};
use std::ffi::OsStr;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

/// More files than this are not searched, nor asked who uses what: whoever starts in the root of a disk looks at one
/// folder after the other.
const MOST_FILES: usize = 100_000;

/// What there is to see: a folder, or one file of it.
#[derive(Debug)]
pub struct Root {
    /// As it really is, with no link on the way.
    folder: PathBuf,
    /// The only name in it that may be seen.
    only: Option<String>,
    /// What people call it.
    pub name: String,
}

/// What a path names on disk.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Place {
    Folder { path: PathBuf, shown: String },
    File { path: PathBuf, shown: String, inner: Vec<String> },
}

/// A file or folder in a folder, as a list shows it.
#[derive(Clone, Debug)]
pub struct Child {
    pub name: String,
    pub path: PathBuf,
    pub facts: fs::Metadata,
}

impl Root {
    pub fn open(root: &Path) -> Result<Self> {
        let unopened = |e: io::Error| failed(root, &e);
        let real = root.canonicalize().map_err(unopened)?;
        let name =
            |path: &Path| path.file_name().map_or("/".into(), |name| name.to_string_lossy().into_owned());
        if fs::metadata(&real).map_err(unopened)?.is_dir() {
            return Ok(Self { name: name(&real), folder: real, only: None });
        }
        let folder = real.parent().map(Path::to_owned).unwrap_or_default();
        Ok(Self { only: Some(name(&real)), name: name(&real), folder })
    }

    /// Finds what is in front of a path into an archive. Names match without regard to case where the exact one is missing.
    pub fn locate(&self, path: &str) -> Result<Place> {
        let steps = steps(path)?;
        let mut at = self.folder.clone();
        let mut shown = String::new();
        for (taken, step) in steps.iter().enumerate() {
            let not_found = || Problem::new(NOT_FOUND, path, args!(reached = nonempty(&shown)));
            // Only on disk: an entry of an archive may be called whatever it likes.
            if !is_plain(step) {
                return Err(outside(path));
            }
            let (name, next) = self.child(&at, step, path)?.ok_or_else(not_found)?;
            shown = if shown.is_empty() { name } else { format!("{shown}/{name}") };
            let facts = fs::metadata(&next).map_err(|e| failed(Path::new(&shown), &e))?;
            if facts.is_file() {
                let inner = steps[taken + 1..].iter().map(|step| (*step).to_owned()).collect();
                return Ok(Place::File { path: next, shown, inner });
            }
            if !facts.is_dir() {
                return Err(not_found_at(path));
            }
            at = next;
        }
        Ok(Place::Folder { path: at, shown })
    }

    /// The one of that name in a folder, and where it really is.
    fn child(&self, folder: &Path, step: &str, path: &str) -> Result<Option<(String, PathBuf)>> {
        if self.only.as_ref().is_some_and(|only| only.to_lowercase() != step.to_lowercase()) {
            return Ok(None);
        }
        let unfound = |e: io::Error| failed(Path::new(path), &e);
        let Some(name) = existing(folder, step).map_err(unfound)? else { return Ok(None) };
        let real = folder.join(&name).canonicalize().map_err(unfound)?;
        if !real.starts_with(&self.folder) {
            return Err(outside(path));
        }
        Ok(Some((name, real)))
    }

    /// What a folder holds: folders first, then by name without regard to case. What leads out is not there, nor what is
    /// still being written.
    pub fn children(&self, folder: &Path, shown: &str) -> Result<Vec<Child>> {
        let unread = |e: io::Error| failed(Path::new(nonempty(shown)), &e);
        let mut found = vec![];
        for entry in fs::read_dir(folder).map_err(unread)? {
            let name = entry.map_err(unread)?.file_name();
            if !is_unfinished(&name) {
                found.extend(self.visible(folder, &name));
            }
        }
        found.sort_by_cached_key(|child| {
            (!child.facts.is_dir(), child.name.to_lowercase(), child.name.clone())
        });
        Ok(found)
    }

    /// The files in the folder of that path, also where only one of them was asked for: games look for the rest of a
    /// thing beside it.
    pub fn beside(&self, shown: &str) -> Vec<Child> {
        let folder = self.folder.join(shown);
        let names = fs::read_dir(&folder).into_iter().flatten().flatten().map(|entry| entry.file_name());
        let files = names.filter_map(|name| self.child_at(&folder, &name.to_string_lossy()));
        let mut files: Vec<Child> = files.filter(|child| child.facts.is_file()).collect();
        files.sort_by(|a, b| a.name.cmp(&b.name));
        files
    }

    /// The state of every file there is, in order; of the first so many, since a root may be a whole disk.
    pub fn states(&self) -> Vec<(String, Stamp)> {
        self.files().into_iter().map(|child| (child.name, Stamp::of(&child.facts))).collect()
    }

    /// Every file there is, by its path from the root. Links are not followed.
    pub fn files(&self) -> Vec<Child> {
        self.files_below("", MOST_FILES).0
    }

    /// The files below a folder, in order, and whether there are more than `most`.
    pub fn files_below(&self, shown: &str, most: usize) -> (Vec<Child>, bool) {
        let mut found = vec![];
        let mut folders = vec![shown.to_owned()];
        while let Some(folder) = folders.pop() {
            let path = self.folder.join(&folder);
            let mut deeper = vec![];
            for child in self.children(&path, &folder).unwrap_or_default() {
                let shown = if folder.is_empty() { child.name } else { format!("{folder}/{}", child.name) };
                match child.facts.is_dir() {
                    true if child.path.is_symlink() => {}
                    true => deeper.push(shown),
                    false if found.len() == most => return (found, true),
                    false => found.push(Child { name: shown, ..child }),
                }
            }
            folders.extend(deeper.into_iter().rev());
        }
        (found, false)
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
        if facts.is_symlink() {
            path.canonicalize().ok().filter(|real| real.starts_with(&self.folder))?;
            facts = fs::metadata(&path).ok()?;
        }
        let name = name.to_owned();
        (facts.is_file() || facts.is_dir()).then_some(Child { name, path, facts })
    }
}

fn nonempty(shown: &str) -> &str {
    if shown.is_empty() { "." } else { shown }
}

pub fn outside(path: &str) -> Problem {
    Problem::new(PATH_OUTSIDE, path, vec![])
}

pub fn not_found_at(path: &str) -> Problem {
    Problem::new(NOT_FOUND, path, args!(reached = "."))
}

/// The steps of a path; none of them is empty.
pub fn steps(path: &str) -> Result<Vec<&str>> {
    if path.is_empty() {
        return Ok(vec![]);
    }
    let steps: Vec<&str> = path.split('/').collect();
    if steps.contains(&"") { Err(outside(path)) } else { Ok(steps) }
}

/// Whether a name is nothing but a name, whatever system makes something of it.
pub fn is_plain(name: &str) -> bool {
    let drive = cfg!(windows) && name.contains(':');
    !matches!(name, "" | "." | "..") && !name.contains(['\\', '/', '\0']) && !drive
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
