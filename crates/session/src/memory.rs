//! What reading mapped files takes, given back while it goes on. A check of a gigabyte touches all of it; the pages that it
//! leaves behind are the file's own and could be had again at any time, but they count as ours as long as we hold them.

use crate::opened::Opened;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError, Weak};

/// Smaller files may stay.
const LARGE: usize = 1 << 20;
/// So much is read before it is given back, by those who tell what they read.
const MUCH: usize = 16 << 20;
/// So many small answers are given before the memory for them is given back.
const ANSWERS: usize = 256;

/// The large files that somebody has open.
#[derive(Debug, Default)]
pub struct Memory {
    files: Mutex<Vec<Weak<Opened>>>,
    answers: AtomicUsize,
    /// In bytes, since something was given back.
    read: AtomicUsize,
}

impl Memory {
    pub fn note(&self, opened: &Arc<Opened>) {
        if opened.bytes().len() < LARGE {
            return;
        }
        let mut files = self.files.lock().unwrap_or_else(PoisonError::into_inner);
        if !files.iter().any(|known| known.as_ptr() == Arc::as_ptr(opened)) {
            files.retain(|known| known.strong_count() > 0);
            files.push(Arc::downgrade(opened));
        }
    }

    /// After so many bytes more of some file. A clock may come too late where all cores are busy reading; this does not.
    pub fn read(&self, bytes: usize) {
        let before = self.read.fetch_add(bytes, Ordering::Relaxed);
        // Of several who read at once, only the one that goes beyond it.
        if before < MUCH && before.saturating_add(bytes) >= MUCH {
            self.forget();
            self.read.store(0, Ordering::Relaxed);
        }
    }

    /// After something small: many of those read much, too.
    pub fn answered(&self) {
        if self.answers.fetch_add(1, Ordering::Relaxed) % ANSWERS == ANSWERS - 1 {
            self.forget();
        }
    }

    /// Now.
    pub fn forget(&self) {
        let files = self.files.lock().unwrap_or_else(PoisonError::into_inner);
        files.iter().filter_map(Weak::upgrade).for_each(|opened| opened.held.forget());
    }
}
