//! Archives that people edit as a whole: files that are made of several entries at once stand in a folder beside the
//! entries, and what became of them is gathered again.

use super::names::is_safe;
use super::source::{PackSource, read};
use super::unpack::UnpackTarget;
use super::{ManifestSpread, joined, sha256, stays_inside};
use crate::phrases::Phrase;
use crate::picture::unwritable;
use crate::problem::{IMAGE_PNG, MISSING_FILE, OUTSIDE, Problem, Result, SPREAD_SIZE};
use rayon::prelude::*;
use relict_core::args;
use relict_core::error::Error;
use relict_core::image::Image;
use relict_core::report::Args;
use relict_core::tidy::Tidy;
use relict_core::tree::{Content, EditableTree, Folder, Refused};
use relict_exchange::png;
use serde::Serialize;
use std::collections::{HashMap, HashSet};
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};
use twox_hash::XxHash3_128;

/// So many files are made by one core in a row: few enough that none waits long for the others in the end.
const AT_ONCE: usize = 32;

/// What a picture of the folder may take: those of phones are small.
const LARGEST_PICTURE: usize = 64 << 20;

/// A folder on its way to where an archive is unpacked.
pub(super) struct Spreading<'s> {
    pub(super) spread: &'s dyn EditableTree,
    /// Where the archive is unpacked.
    pub(super) outer: &'s str,
    /// Where its files go, from there on.
    pub(super) folder: &'s str,
    /// So many bytes may be written.
    pub(super) room: usize,
    /// Whether files that cannot be made are left out.
    pub(super) tolerant: bool,
    /// The problem that a file cannot be made.
    pub(super) unmade: &'s (dyn Fn(&Error) -> Problem + Sync),
}

/// What was written, and why other files were not.
pub(super) struct Written {
    pub(super) listed: ManifestSpread,
    pub(super) files: usize,
    pub(super) left_out: Vec<Problem>,
}

impl Spreading<'_> {
    /// Writes all files, on all cores. Of what is made, each core holds one file.
    pub(super) fn put(&self, to: &dyn UnpackTarget) -> Result<Written> {
        let leaves = self.spread.leaves();
        self.check_names(&leaves)?;
        let (place, size) = (self.place(), AtomicUsize::new(0));
        // Thousands of pictures may share the bytes of one. Once there is no more room, no more are made.
        let put = |(leaf, path): (usize, &&str)| {
            let has_room = size.load(Relaxed) <= self.room;
            has_room.then(|| self.put_leaf(leaf, &joined(&place, path), to, &size))
        };
        let done: Vec<Option<Result<u128>>> =
            leaves.par_iter().with_max_len(AT_ONCE).enumerate().map(put).collect();
        if size.into_inner() > self.room {
            return Err(Problem::new(SPREAD_SIZE, place, args!(most = self.room)));
        }
        let (mut files, mut left_out) = (Vec::with_capacity(leaves.len()), vec![]);
        for (path, done) in leaves.iter().zip(done.into_iter().flatten()) {
            match done {
                Ok(hash) => files.push((*path, hash)),
                Err(problem) if self.tolerant => left_out.push(problem),
                Err(problem) => return Err(problem),
            }
        }
        files.par_sort_unstable();
        let sha256 = Some(fingerprint(&files));
        let listed = ManifestSpread { folder: self.folder.to_owned(), sha256 };
        Ok(Written { listed, files: files.len(), left_out })
    }

    /// The whole folder, as a path.
    fn place(&self) -> String {
        joined(self.outer, self.folder)
    }

    /// No name may lead out, be refused by some system, or be that of another file where case does not count.
    fn check_names(&self, leaves: &[&str]) -> Result<()> {
        let mut seen = HashSet::with_capacity(leaves.len());
        let plain = |path: &str| stays_inside(path) && path.split('/').all(is_safe);
        let odd = leaves.iter().find(|path| !plain(path) || !seen.insert(path.to_lowercase()));
        match odd.copied().or(Some(self.folder).filter(|folder| !plain(folder))) {
            Some(odd) => Err(Problem::new(OUTSIDE, self.place(), args!(file = odd, name = ""))),
            None => Ok(()),
        }
    }

    /// Writes one file and adds its size; its hash comes back.
    fn put_leaf(&self, leaf: usize, path: &str, to: &dyn UnpackTarget, size: &AtomicUsize) -> Result<u128> {
        let content = self.spread.content(leaf).map_err(|error| (self.unmade)(&error))?;
        let bytes = written(path, content)?;
        to.put(path, &bytes)?;
        size.fetch_add(bytes.len(), Relaxed);
        Ok(XxHash3_128::oneshot(&bytes))
    }
}

/// What stands in a file.
fn written(path: &str, content: Content) -> Result<Vec<u8>> {
    Ok(match content {
        Content::Picture(image) => png::write(&image, None).map_err(unwritable(path))?,
        Content::Json(json) => tidy(&json),
        Content::Text(text) => text.into_bytes(),
        Content::Bytes(bytes) => bytes,
    })
}

/// JSON as people read it, with a line's end behind it.
fn tidy(json: &serde_json::Value) -> Vec<u8> {
    let mut text = vec![];
    // Into memory, so it does not fail.
    let _ = json.serialize(&mut serde_json::Serializer::with_formatter(&mut text, Tidy::default()));
    text.push(b'\n');
    text
}

/// One hash for the names and hashes of all files, in the order of their names. There are thousands of them, and tiny ones:
/// for each, a hash that is fast tells as well whether somebody has been there.
fn fingerprint(files: &[(&str, u128)]) -> String {
    let mut lines = Vec::with_capacity(files.len() * 64);
    for (path, hash) in files {
        lines.extend_from_slice(path.as_bytes());
        lines.push(0);
        lines.extend_from_slice(&hash.to_be_bytes());
    }
    sha256(&lines)
}

/// A folder on its way back.
pub(super) struct Gathering<'g> {
    from: &'g dyn PackSource,
    /// From where the folder to pack begins.
    pub(super) root: String,
    files: Vec<String>,
}

impl<'g> Gathering<'g> {
    pub(super) fn of(from: &'g dyn PackSource, root: String) -> Result<Self> {
        let files = from.files(&root)?;
        Ok(Self { from, root, files })
    }

    /// Whether the files are those that were written, to the byte.
    pub(super) fn is_untouched(&self, listed: &ManifestSpread) -> Result<bool> {
        let Some(before) = &listed.sha256 else { return Ok(false) };
        let hash = |path: &String| {
            let bytes = read(self.from, &self.inner(path))?;
            self.from.advance(bytes.len());
            Ok(XxHash3_128::oneshot(&bytes))
        };
        let hashes: Vec<u128> = self.files.par_iter().map(hash).collect::<Result<_>>()?;
        let files: Vec<_> = self.files.iter().map(String::as_str).zip(hashes).collect();
        Ok(fingerprint(&files) == *before)
    }

    pub(super) fn is_empty(&self) -> bool {
        self.files.is_empty()
    }

    /// What to say of files that were there once: a picture that is deleted stays in the archive.
    pub(super) fn gone(&self, spread: &dyn EditableTree) -> Option<(&'static str, Args)> {
        let here: HashSet<&str> = self.files.iter().map(String::as_str).collect();
        let leaves = spread.leaves();
        let is_here = |leaf: usize, path: &str| {
            here.contains(path) || spread.former_path(leaf).is_some_and(|former| here.contains(&*former))
        };
        let mut gone = leaves.iter().enumerate().filter(|(leaf, path)| !is_here(*leaf, path));
        let first = self.inner(gone.next()?.1);
        Some(("pack-spread-gone", args!(first = first, count = 1 + gone.count())))
    }

    pub(super) fn inner(&self, path: &str) -> String {
        joined(&self.root, path)
    }

    /// What was refused, with its path from where the folder to pack begins.
    pub(super) fn problem(&self, refused: Refused) -> Problem {
        let path = if refused.file.is_empty() { self.root.clone() } else { self.inner(&refused.file) };
        Problem::new(refused.code, path, refused.args)
    }
}

impl Folder for Gathering<'_> {
    fn files(&self) -> &[String] {
        &self.files
    }

    fn picture(&self, path: &str) -> Result<Image, Refused> {
        picture(path, &self.bytes(path)?)
    }

    fn bytes(&self, path: &str) -> Result<Vec<u8>, Refused> {
        let refused = |code, args| Refused { code, file: path.to_owned(), args };
        let read =
            self.from.read(&self.inner(path)).map_err(|problem| refused(problem.code, problem.args))?;
        read.ok_or_else(|| refused(MISSING_FILE, args!(name = "", named = "no")))
    }
}

/// The folder as it would be unpacked, with one file that is another. Of the others each is made when it is asked for.
pub(crate) struct OneEdited<'e> {
    spread: &'e dyn EditableTree,
    files: Vec<String>,
    /// By path.
    leaves: HashMap<String, usize>,
    edited: &'e str,
    bytes: &'e [u8],
}

impl<'e> OneEdited<'e> {
    /// None if the folder has no such file.
    pub(crate) fn new(spread: &'e dyn EditableTree, edited: &'e str, bytes: &'e [u8]) -> Option<Self> {
        let mut files: Vec<String> = spread.leaves().into_iter().map(str::to_owned).collect();
        let leaves: HashMap<String, usize> = files.iter().cloned().zip(0..).collect();
        files.sort_unstable();
        leaves.contains_key(edited).then_some(Self { spread, files, leaves, edited, bytes })
    }

    fn content(&self, path: &str) -> Result<Content, Refused> {
        let unmade =
            || Refused { code: MISSING_FILE, file: path.to_owned(), args: args!(name = "", named = "no") };
        let leaf = self.leaves.get(path).ok_or_else(unmade)?;
        self.spread.content(*leaf).map_err(|_| unmade())
    }
}

impl Folder for OneEdited<'_> {
    fn files(&self) -> &[String] {
        &self.files
    }

    fn picture(&self, path: &str) -> Result<Image, Refused> {
        if path == self.edited {
            return picture(path, self.bytes);
        }
        match self.content(path)? {
            Content::Picture(image) => Ok(image),
            _ => picture(path, b""),
        }
    }

    fn bytes(&self, path: &str) -> Result<Vec<u8>, Refused> {
        if path == self.edited {
            return Ok(self.bytes.to_vec());
        }
        let refused =
            |problem: Problem| Refused { code: problem.code, file: path.into(), args: problem.args };
        self.content(path).and_then(|content| written(path, content).map_err(refused))
    }
}

/// A PNG of the folder.
fn picture(path: &str, bytes: &[u8]) -> Result<Image, Refused> {
    let refused = |error: png::PngError| Refused {
        code: IMAGE_PNG,
        file: path.into(),
        args: args!(reason = Phrase::from(&error)),
    };
    png::read(bytes, LARGEST_PICTURE).map(|read| read.image).map_err(refused)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::folder::Memory;
    use crate::problem::CANNOT_PACK;
    use relict_core::tree::{GatherHow, Gathered};
    use serde_json::json;

    /// Files by their names; what has no content cannot be made.
    struct Leaves(Vec<(&'static str, Option<Content>)>);

    impl EditableTree for Leaves {
        fn folder(&self) -> String {
            "Game/Unpacked".into()
        }
        fn leaves(&self) -> Vec<&str> {
            self.0.iter().map(|(path, _)| *path).collect()
        }
        fn content(&self, leaf: usize) -> relict_core::error::Result<Content> {
            self.0[leaf]
                .1
                .clone()
                .ok_or_else(|| Error::unexpected(crate::phrases::a_picture(), crate::phrases::nothing()))
        }
        fn covers(&self, _: usize) -> bool {
            false
        }
        fn gathered(&self, _: &dyn Folder, _: GatherHow) -> Result<Gathered, Refused> {
            Ok(Gathered::default())
        }
        fn shown(&self) -> Vec<(String, usize)> {
            vec![]
        }
    }

    fn put(
        leaves: Vec<(&'static str, Option<Content>)>,
        room: usize,
        tolerant: bool,
    ) -> (Result<Written>, Memory) {
        let (spread, to) = (Leaves(leaves), Memory::default());
        let unmade = |error: &Error| Problem::at_field(CANNOT_PACK, "a", error);
        let folder = &spread.folder();
        let put =
            Spreading { spread: &spread, outer: "out", folder, room, tolerant, unmade: &unmade }.put(&to);
        (put, to)
    }

    fn text(text: &str) -> Option<Content> {
        Some(Content::Text(text.into()))
    }

    #[test]
    fn every_kind_of_file_is_written_and_recognised_until_one_is_touched() {
        let image = Image::indexed(1, 2, vec![1, 0], vec![[1, 2, 3, 255], [4, 5, 6, 0]]);
        let leaves = vec![
            ("b/note.json", Some(Content::Json(json!({"a": [1, 2]})))),
            ("a.txt", text("text")),
            ("b/c.png", Some(Content::Picture(image.clone()))),
            ("d", Some(Content::Bytes(vec![0, 255]))),
        ];
        let (written, to) = put(leaves, 1000, false);
        let written = written.unwrap();
        assert_eq!((written.files, written.left_out.len()), (4, 0));
        let gather = |memory: &Memory| {
            let gathering = Gathering::of(memory, "out/Game/Unpacked".into()).unwrap();
            assert_eq!(gathering.files()[0], "a.txt");
            assert_eq!(gathering.picture("b/c.png").unwrap(), image);
            assert_eq!(gathering.picture("d").unwrap_err().code, IMAGE_PNG);
            assert_eq!(gathering.bytes("nothing").unwrap_err().code, MISSING_FILE);
            gathering.is_untouched(&written.listed).unwrap()
        };
        assert!(gather(&to));
        let files = to.files();
        for (path, _) in files.iter().filter(|(path, _)| !path.ends_with(".png") && !path.ends_with('d')) {
            let mut edited = files.clone();
            edited.get_mut(path).unwrap().push(b' ');
            assert!(!gather(&Memory::of(edited)), "{path}");
        }
        let mut more = files;
        more.insert("out/Game/Unpacked/e".into(), vec![]);
        assert!(!gather(&Memory::of(more)));
    }

    #[test]
    fn names_that_lead_out_or_meet_are_refused_and_nothing_is_written() {
        for odd in ["../x", "/x", "a/../../x", "a\\b", "con", "A.TXT", "", "b/."] {
            let (written, to) = put(vec![("a.txt", text("")), (odd, text(""))], 1000, true);
            assert_eq!(written.err().map(|problem| problem.code), Some(OUTSIDE), "{odd:?}");
            assert!(to.files().is_empty());
        }
    }

    #[test]
    fn a_file_that_cannot_be_made_is_a_problem_or_left_out_and_told_of() {
        let leaves = || vec![("a", None), ("b", text("b"))];
        assert_eq!(put(leaves(), 1000, false).0.err().map(|problem| problem.code), Some(CANNOT_PACK));
        let (written, to) = put(leaves(), 1000, true);
        let written = written.unwrap();
        assert_eq!((written.files, written.left_out.len()), (1, 1));
        assert!(to.files().into_keys().eq(["out/Game/Unpacked/b"]));
    }

    #[test]
    fn more_than_there_is_room_for_is_refused() {
        let (written, _) = put(vec![("a", text("12345"))], 4, true);
        assert_eq!(written.err().map(|problem| problem.code), Some(SPREAD_SIZE));
    }
}
