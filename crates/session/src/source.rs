//! Where the files of a session come from, and where new versions of them go.

use crate::opened::Opened;
use crate::stamp::Stamp;
use relict_toolkit::core::args;
use relict_toolkit::problem::{NOT_FOUND, PATH_OUTSIDE, Problem, Result};
use std::any::Any;
use std::fmt::Debug;
use std::ops::Range;

/// A tree of files. Paths are as the page writes them: names with slashes between, from the root, whose own path is empty.
/// None leads out of the root.
pub trait Source: Debug + Send + Sync {
    /// What people call the root.
    fn name(&self) -> &str;

    /// Finds what is in front of a path into an archive. Names match without regard to case where the exact one is missing.
    fn locate(&self, path: &str) -> Result<Place>;

    /// What a folder holds: folders first, then by name without regard to case.
    fn children(&self, folder: &str) -> Result<Vec<Child>>;

    /// The files in a folder, also where only one of them may be seen: games look for the rest of a thing beside it.
    fn beside(&self, folder: &str) -> Vec<Child>;

    /// The state of a file.
    fn stamp(&self, file: &str) -> Result<Stamp>;

    /// The bytes of a file, and the state that they were found in.
    fn open(&self, file: &str) -> Result<(Stamp, Box<dyn FileBytes>)>;

    /// Room for bytes that are no file of the tree: a version of a file, or something that was dropped. `file` is told if
    /// there is no room.
    fn draft(&self, file: &str) -> Result<Box<dyn Draft>>;

    /// Writes a file of the tree, whole or not at all, as one that is open. Only with `overwrite` over one that is there.
    fn save(&self, file: &str, overwrite: bool, from: &Opened) -> Result<()>;

    /// Whether there is anything of that name, even if it is nothing that may be opened.
    fn is_taken(&self, file: &str) -> bool;

    /// Whether two paths name one file.
    fn is_same(&self, a: &str, b: &str) -> bool;

    /// The files below a folder, in order, and whether there are more than `most`. Links to folders are not followed.
    fn files_below(&self, folder: &str, most: usize) -> (Vec<Child>, bool) {
        let mut found = vec![];
        let mut folders = vec![folder.to_owned()];
        while let Some(folder) = folders.pop() {
            let mut deeper = vec![];
            for child in self.children(&folder).unwrap_or_default() {
                let path = join(&folder, &child.name);
                match child.is_folder {
                    true if child.is_link => {}
                    true => deeper.push(path),
                    false if found.len() == most => return (found, true),
                    false => found.push(Child { name: path, ..child }),
                }
            }
            folders.extend(deeper.into_iter().rev());
        }
        (found, false)
    }
}

/// Bytes that stay as they are for as long as somebody holds them.
pub trait FileBytes: Any + Debug + Send + Sync {
    fn bytes(&self) -> &[u8];

    /// A part of them on its way to somebody, without keeping what is read for it in memory where that can be avoided.
    fn copy(&self, part: Range<usize>) -> Result<Vec<u8>> {
        Ok(self.bytes().get(part).unwrap_or_default().to_vec())
    }

    /// Gives the memory back that reading has taken, where reading again brings the bytes back.
    fn forget(&self) {}
}

impl FileBytes for Vec<u8> {
    fn bytes(&self) -> &[u8] {
        self
    }
}

/// Bytes that are being written. What is not finished goes when it is dropped.
pub trait Draft: Send {
    fn put(&mut self, bytes: &[u8]) -> Result<()>;

    /// What was written. It goes when nobody holds it any more.
    fn finish(self: Box<Self>) -> Result<Box<dyn FileBytes>>;
}

/// What a path names.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Place {
    Folder(String),
    File { file: String, inner: Vec<String> },
}

/// A file or folder in a folder, as a list shows it.
#[derive(Clone, Debug)]
pub struct Child {
    pub name: String,
    pub is_folder: bool,
    pub is_link: bool,
    pub stamp: Stamp,
}

/// The steps of a path; none of them is empty.
pub fn steps(path: &str) -> Result<Vec<&str>> {
    if path.is_empty() {
        return Ok(vec![]);
    }
    let steps: Vec<&str> = path.split('/').collect();
    if steps.contains(&"") { Err(Problem::new(PATH_OUTSIDE, path, vec![])) } else { Ok(steps) }
}

pub fn join(folder: &str, name: &str) -> String {
    if folder.is_empty() { name.to_owned() } else { format!("{folder}/{name}") }
}

/// The folder of a path, and the name in it.
pub fn split_last(path: &str) -> (&str, &str) {
    path.rsplit_once('/').unwrap_or(("", path))
}

/// Whether a name is nothing but a name, whatever system makes something of it.
pub fn is_plain(name: &str) -> bool {
    let drive = cfg!(windows) && name.contains(':');
    !matches!(name, "" | "." | "..") && !name.contains(['\\', '/', '\0']) && !drive
}

pub fn not_found_at(path: &str) -> Problem {
    Problem::new(NOT_FOUND, path, args!(reached = "."))
}
