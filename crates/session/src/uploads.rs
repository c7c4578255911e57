//! Files that somebody dropped onto the page. They are drafts of the source, under numbers; their names are only told.

use crate::opened::Opened;
use crate::source::{FileBytes, not_found_at};
use crate::stamp::Stamp;
use relict_toolkit::core::args;
use relict_toolkit::core::text::printable;
use relict_toolkit::problem::{Problem, Result, VIEWER_TOO_MUCH};
use std::sync::{Arc, Mutex, PoisonError};

/// What stands in front of their paths; no file of the source is reached by it.
pub const UPLOADED: &str = "dropped:";
/// Of one file, in bytes.
pub const LIMIT: u64 = 256 << 20;
/// Of all together.
const ALL: u64 = 1 << 30;

/// In the order in which they came; the number of the first is 1.
#[derive(Debug, Default)]
pub struct Uploads(Mutex<Vec<Arc<Opened>>>);

impl Uploads {
    pub fn keep(&self, name: &str, held: Box<dyn FileBytes>) -> Result<Arc<Opened>> {
        let mut files = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let size = held.bytes().len() as u64;
        if files.iter().map(|file| file.stamp.size()).sum::<u64>() + size > ALL {
            return Err(too_much(ALL));
        }
        let number = files.len() + 1;
        let shown = format!("{UPLOADED}{number}/{}", plain_name(name));
        let file = Arc::new(Opened { shown, stamp: Stamp::new(size, None, number as u64), held });
        files.push(Arc::clone(&file));
        Ok(file)
    }

    /// All of them, the last first.
    pub fn all(&self) -> Vec<Arc<Opened>> {
        let files = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        files.iter().rev().cloned().collect()
    }

    /// The file that a path names, and the way into it; none if it names only its folder.
    pub fn find(&self, path: &str) -> Result<(Arc<Opened>, Option<Vec<String>>)> {
        let mut steps = path.strip_prefix(UPLOADED).unwrap_or_default().split('/');
        let number: Option<usize> = steps.next().and_then(|number| number.parse().ok());
        let files = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let file = number.and_then(|number| files.get(number.checked_sub(1)?));
        let file = file.ok_or_else(|| not_found_at(path))?;
        match steps.next() {
            None => Ok((Arc::clone(file), None)),
            Some(name) if name.to_lowercase() == name_of(file).to_lowercase() => {
                Ok((Arc::clone(file), Some(steps.map(str::to_owned).collect())))
            }
            Some(_) => Err(not_found_at(path)),
        }
    }
}

/// What a dropped file was called.
pub fn name_of(file: &Opened) -> &str {
    crate::source::split_last(&file.shown).1
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
    fn what_is_dropped_is_found_by_number_and_name() {
        let uploads = Uploads::default();
        let upload = uploads.keep("x.bin", Box::new(vec![7])).unwrap();
        assert_eq!((upload.shown.as_str(), upload.bytes()), ("dropped:1/x.bin", &[7][..]));
        let (found, inner) = uploads.find("dropped:1/X.BIN/a/b").unwrap();
        assert!(Arc::ptr_eq(&found, &upload));
        assert_eq!(inner, Some(vec!["a".into(), "b".into()]));
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
    }
}
