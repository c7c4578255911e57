//! What was changed and not yet saved. Every edit makes a new version of the whole outer file, beside the one of the source;
//! so taking an edit back is looking at the version before.

use crate::opened::Opened;
use crate::source::FileBytes;
use crate::stamp::Stamp;
use relict_toolkit::core::report::Args;
use std::collections::BTreeMap;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// Of all versions together, in bytes; beyond it the oldest edits can no longer be taken back.
const ALL: u64 = 8 << 30;
/// Of one file.
const VERSIONS: usize = 100;

/// What one edit did.
#[derive(Clone, Debug)]
pub struct Edit {
    /// Of the asset that it is about.
    pub path: String,
    /// `picture` or `field`.
    pub what: &'static str,
    /// What the catalogue's words `viewer-edited-WHAT` speak of.
    pub args: Args,
}

#[derive(Debug)]
struct Version {
    edit: Edit,
    opened: Arc<Opened>,
}

#[derive(Debug)]
struct Stack {
    /// As the source had it before the first edit.
    original: Arc<Opened>,
    /// What cannot be taken back any more.
    base: Option<Version>,
    versions: Vec<Version>,
    /// So many of them are done; the rest was taken back.
    done: usize,
    /// How many were done when it was saved last.
    saved: Option<usize>,
    /// The file of the source as we know it.
    disk: Stamp,
    /// Whether an edit was saved over it, so that the original is only here.
    over: bool,
}

impl Stack {
    fn new(original: &Arc<Opened>) -> Self {
        let (original, disk) = (Arc::clone(original), original.stamp);
        Self { original, base: None, versions: vec![], done: 0, saved: None, disk, over: false }
    }

    /// None if it is as the source has it.
    fn current(&self) -> Option<&Arc<Opened>> {
        let last = self.done.checked_sub(1).and_then(|last| self.versions.get(last));
        let version = last.or(self.base.as_ref()).map(|version| &version.opened);
        version.or(self.over.then_some(&self.original))
    }

    /// Whether nothing would be lost if the viewer ended now.
    fn is_saved(&self) -> bool {
        self.saved.map_or_else(|| self.current().is_none(), |saved| saved == self.done)
    }
}

/// The edits of one file.
#[derive(Debug)]
pub struct FileEdits {
    pub path: String,
    pub saved: bool,
    pub done: Vec<Edit>,
    pub undone: Vec<Edit>,
}

#[derive(Debug, Default)]
pub struct Edits {
    files: Mutex<BTreeMap<String, Stack>>,
    versions: AtomicU64,
    /// Grows with everything that happens here.
    generation: AtomicU64,
    /// Held while an edit is made, since it is made from the one before.
    turn: Mutex<()>,
}

impl Edits {
    pub fn generation(&self) -> u64 {
        self.generation.load(Ordering::Acquire)
    }

    /// Whoever changes something waits for whoever does already.
    pub fn turn(&self) -> MutexGuard<'_, ()> {
        self.turn.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn files(&self) -> MutexGuard<'_, BTreeMap<String, Stack>> {
        self.files.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn changed(&self) {
        self.generation.fetch_add(1, Ordering::AcqRel);
    }

    /// A file as its edits left it; none if there are none, or if they are saved and somebody changed the file since.
    pub fn current(&self, shown: &str, disk: Option<Stamp>) -> Option<Arc<Opened>> {
        let mut files = self.files();
        let stack = files.get(shown)?;
        if stack.is_saved() && disk != Some(stack.disk) {
            files.remove(shown);
            self.changed();
            return None;
        }
        stack.current().cloned()
    }

    /// Whether a file is seen otherwise than the source has it.
    pub fn is_edited(&self, shown: &str) -> bool {
        let differs = |stack: &Stack| stack.current().is_some() && !(stack.over && stack.is_saved());
        self.files().get(shown).is_some_and(differs)
    }

    /// Whether that goes for something in the file: an edit was made to it, or to something inside of it.
    pub fn is_touched(&self, shown: &str, path: &str) -> bool {
        if path == shown || !self.is_edited(shown) {
            return self.is_edited(shown);
        }
        let inside = |inner: &str| {
            inner.strip_prefix(path).is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
        };
        let files = self.files();
        let done = files.get(shown).and_then(|stack| stack.versions.get(..stack.done));
        done.is_some_and(|done| done.iter().any(|version| inside(&version.edit.path)))
    }

    /// The file of the source that a file's edits began with; none if there are none.
    pub fn original(&self, shown: &str) -> Option<Arc<Opened>> {
        self.files().get(shown).map(|stack| Arc::clone(&stack.original))
    }

    /// The file of the source, as it was when we last had to do with it.
    pub fn disk(&self, shown: &str) -> Option<Stamp> {
        self.files().get(shown).map(|stack| stack.disk)
    }

    /// Adds an edit of `before`. What had been taken back is gone.
    pub fn push(&self, before: &Arc<Opened>, edit: Edit, held: Box<dyn FileBytes>) {
        let version = self.versions.fetch_add(1, Ordering::AcqRel) + 1;
        let stamp = Stamp::of_edit(held.bytes().len() as u64, version);
        let opened = Arc::new(Opened { shown: before.shown.clone(), stamp, held });
        let mut files = self.files();
        let stack = files.entry(before.shown.clone()).or_insert_with(|| Stack::new(before));
        stack.versions.truncate(stack.done);
        stack.saved = stack.saved.filter(|saved| *saved <= stack.done);
        stack.versions.push(Version { edit, opened });
        stack.done += 1;
        forget_oldest(&mut files);
        self.changed();
    }

    /// Takes the last edit back, or does it again; none if there is none.
    pub fn step(&self, shown: &str, back: bool) -> Option<Edit> {
        let mut files = self.files();
        let stack = files.get_mut(shown)?;
        let place = if back { stack.done.checked_sub(1)? } else { stack.done };
        let edit = stack.versions.get(place)?.edit.clone();
        stack.done = if back { place } else { place + 1 };
        self.changed();
        Some(edit)
    }

    /// The version that is seen now was saved; over the file itself, if that now has another state.
    pub fn saved(&self, shown: &str, disk: Option<Stamp>) {
        if let Some(stack) = self.files().get_mut(shown) {
            stack.saved = Some(stack.done);
            stack.over |= disk.is_some();
            stack.disk = disk.unwrap_or(stack.disk);
        }
        self.changed();
    }

    pub fn all(&self) -> Vec<FileEdits> {
        let edits_of = |(path, stack): (&String, &Stack)| {
            let edits = |part: &[Version]| part.iter().map(|version| version.edit.clone()).collect();
            let (done, undone) = stack.versions.split_at(stack.done.min(stack.versions.len()));
            FileEdits {
                path: path.clone(),
                saved: stack.is_saved(),
                done: edits(done),
                undone: edits(undone),
            }
        };
        self.files().iter().map(edits_of).collect()
    }
}

/// Lets go of the oldest versions where there are too many. The edits stay; they only cannot be taken back.
fn forget_oldest(files: &mut BTreeMap<String, Stack>) {
    for stack in files.values_mut() {
        while stack.versions.len() > VERSIONS && stack.done > 1 {
            forget_first(stack);
        }
    }
    let size =
        |stack: &Stack| stack.versions.iter().map(|version| version.opened.bytes().len() as u64).sum::<u64>();
    while files.values().map(size).sum::<u64>() > ALL {
        let longest = files.values_mut().filter(|stack| stack.done > 1).max_by_key(|stack| size(stack));
        let Some(stack) = longest else { return };
        forget_first(stack);
    }
}

fn forget_first(stack: &mut Stack) {
    stack.base = Some(stack.versions.remove(0));
    stack.done -= 1;
    stack.saved = stack.saved.and_then(|saved| saved.checked_sub(1));
}
