//! Files that somebody dropped onto the page. They lie in a temporary folder, under numbers; their names are only told.

use crate::place::not_found_at;
use relict_disk::{Scratch, failed};
use relict_toolkit::core::args;
use relict_toolkit::core::text::printable;
use relict_toolkit::problem::{Problem, Result, VIEWER_TOO_MUCH};
use std::fs::File;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};
use tempfile::NamedTempFile;

/// What stands in front of their paths; no file on disk is reached by it.
pub const UPLOADED: &str = "dropped:";
/// Of one file, in bytes.
pub const LIMIT: u64 = 256 << 20;
/// Of all together.
const ALL: u64 = 1 << 30;

#[derive(Clone, Debug)]
pub struct Upload {
    pub number: usize,
    pub name: String,
    pub path: PathBuf,
    size: u64,
}

impl Upload {
    pub fn shown(&self) -> String {
        format!("{UPLOADED}{}/{}", self.number, self.name)
    }
}

#[derive(Debug, Default)]
pub struct Uploads {
    /// Made with the first file.
    folder: Mutex<Option<Scratch>>,
    files: Mutex<Vec<Upload>>,
}

impl Uploads {
    /// A file to write what is dropped into. It goes again unless it is kept.
    pub fn begin(&self) -> Result<NamedTempFile> {
        let unmade = |e: std::io::Error| failed(Path::new(UPLOADED), &e);
        let mut folder = self.folder.lock().unwrap_or_else(PoisonError::into_inner);
        let folder = match &mut *folder {
            Some(folder) => folder,
            none => none.insert(Scratch::new().map_err(unmade)?),
        };
        NamedTempFile::new_in(folder.path()).map_err(unmade)
    }

    pub fn keep(&self, name: &str, file: NamedTempFile) -> Result<Upload> {
        let unkept = |e: std::io::Error| failed(Path::new(UPLOADED), &e);
        let size = file.as_file().metadata().map_err(unkept)?.len();
        let mut files = self.files.lock().unwrap_or_else(PoisonError::into_inner);
        if files.iter().map(|file| file.size).sum::<u64>() + size > ALL {
            return Err(too_much(ALL));
        }
        let (_, path): (File, PathBuf) = file.keep().map_err(|e| unkept(e.error))?;
        let upload = Upload { number: files.len() + 1, name: plain_name(name), path, size };
        files.push(upload.clone());
        Ok(upload)
    }

    /// All of them, the last first.
    pub fn all(&self) -> Vec<Upload> {
        let files = self.files.lock().unwrap_or_else(PoisonError::into_inner);
        files.iter().rev().cloned().collect()
    }

    /// The file that a path names, and the way into it; none if it names only its folder.
    pub fn find(&self, path: &str) -> Result<(Upload, Option<Vec<String>>)> {
        let mut steps = path.strip_prefix(UPLOADED).unwrap_or_default().split('/');
        let number: Option<usize> = steps.next().and_then(|number| number.parse().ok());
        let file = self.all().into_iter().find(|file| Some(file.number) == number);
        let file = file.ok_or_else(|| not_found_at(path))?;
        match steps.next() {
            None => Ok((file, None)),
            Some(name) if name.to_lowercase() == file.name.to_lowercase() => {
                Ok((file, Some(steps.map(str::to_owned).collect())))
            }
            Some(_) => Err(not_found_at(path)),
        }
    }
}

pub fn too_much(limit: u64) -> Problem {
    Problem::new(VIEWER_TOO_MUCH, "", args!(limit = limit >> 20))
}

/// The last part of a name, without what a path could be led astray by.
fn plain_name(name: &str) -> String {
    let last = name.rsplit(['/', '\\']).next().unwrap_or_default();
    let name: String =
        printable(last).chars().filter(|c| !matches!(c, '/' | '\\' | '%' | '#')).take(128).collect();
    if matches!(name.as_str(), "" | "." | "..") { "file".into() } else { name }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_only_names() {
        for (name, plain) in [
            ("a.rlb", "a.rlb"),
            ("../../etc/passwd", "passwd"),
            ("C:\\x\\b.rlb", "b.rlb"),
            ("..", "file"),
            ("", "file"),
            ("a/", "file"),
            ("Танк.msh", "Танк.msh"),
        ] {
            assert_eq!(plain_name(name), plain);
        }
        assert!(!plain_name("a\u{202e}b\n").contains(['\n', '\u{202e}']));
    }

    #[test]
    fn what_is_dropped_is_found_by_number_and_name_and_goes_with_the_session() {
        let uploads = Uploads::default();
        let file = uploads.begin().unwrap();
        let upload = uploads.keep("x.bin", file).unwrap();
        assert_eq!(upload.shown(), "dropped:1/x.bin");
        let (found, inner) = uploads.find("dropped:1/X.BIN/a/b").unwrap();
        assert_eq!((found.path, inner), (upload.path.clone(), Some(vec!["a".into(), "b".into()])));
        assert!(uploads.find("dropped:1").unwrap().1.is_none());
        for wrong in [
            "dropped:2/x.bin",
            "dropped:1/y",
            "dropped:",
            "dropped:1/",
            "dropped:0/x.bin",
            "dropped:-1/x.bin",
        ] {
            assert!(uploads.find(wrong).is_err(), "{wrong}");
        }
        drop(uploads);
        assert!(!upload.path.exists());
    }
}
