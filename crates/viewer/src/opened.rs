//! Files that are open: mapped when they are first asked for, and again when they have changed.

use crate::stamp::Stamp;
use relict_disk::{Mapping, failed};
use relict_toolkit::open::Asset;
use relict_toolkit::problem::Result;
use std::collections::VecDeque;
use std::fs::File;
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};

/// A file as it was at one moment. Whoever holds it keeps it, also when there is another in its place.
#[derive(Debug)]
pub struct Opened {
    /// Below the root, as the page writes it.
    pub shown: String,
    pub stamp: Stamp,
    pub bytes: Mapping,
    /// Where the bytes lie.
    source: PathBuf,
}

impl Opened {
    /// Opens a regular file; of pipes and devices nobody knows when they end.
    pub fn open(source: &Path, shown: &str) -> Result<Self> {
        let unopened = |e: std::io::Error| failed(Path::new(shown), &e);
        let file = File::open(source).map_err(unopened)?;
        let facts = file.metadata().map_err(unopened)?;
        if !facts.is_file() {
            return Err(unopened(std::io::ErrorKind::NotFound.into()));
        }
        let bytes = Mapping::of(file).map_err(unopened)?;
        Ok(Self { shown: shown.to_owned(), stamp: Stamp::of(&facts), bytes, source: source.to_owned() })
    }

    /// The same as somebody else made it.
    pub fn edited_by(self, version: u64) -> Self {
        Self { stamp: Stamp::of_edit(self.bytes.len() as u64, version), ..self }
    }

    pub fn asset(&self) -> Asset<'_> {
        Asset::file(&self.shown, &self.bytes)
    }

    /// Where a run of bytes lies in the file, if it lies there as it is.
    pub fn place_of(&self, run: &[u8]) -> Option<Range<usize>> {
        let start = (run.as_ptr() as usize).checked_sub(self.bytes.as_ptr() as usize)?;
        let end = start.checked_add(run.len())?;
        (end <= self.bytes.len()).then_some(start..end)
    }

    /// The file once more, for those who read much of it: what is read so stays out of our memory. None if there is
    /// another in its place by now.
    pub fn reader(&self) -> Option<File> {
        let file = File::open(&self.source).ok()?;
        let facts = file.metadata().ok()?;
        let same = if self.stamp.is_edited() {
            facts.len() == self.bytes.len() as u64
        } else {
            Stamp::of(&facts) == self.stamp
        };
        same.then_some(file)
    }
}

/// Files that stay open for the next request; the last one used comes first.
#[derive(Debug, Default)]
pub struct Cache(Mutex<VecDeque<Arc<Opened>>>);

/// A mapping costs little, but each takes its part of the process's addresses.
const KEPT: usize = 32;

impl Cache {
    pub fn get(&self, source: &Path, shown: &str) -> Result<Arc<Opened>> {
        let stamp = source.metadata().map(|facts| Stamp::of(&facts)).ok();
        let same = |opened: &Arc<Opened>| {
            Some(opened.stamp) == stamp && opened.source == source && opened.shown == shown
        };
        let mut kept = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(found) = kept.iter().position(same).and_then(|place| kept.remove(place)) {
            kept.push_front(Arc::clone(&found));
            return Ok(found);
        }
        kept.retain(|opened| opened.source != source);
        let opened = Arc::new(Opened::open(source, shown)?);
        kept.push_front(Arc::clone(&opened));
        kept.truncate(KEPT);
        Ok(opened)
    }
}
