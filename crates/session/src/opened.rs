//! Files that are open: taken from the source when they are first asked for, and again when they have changed.

use crate::source::{FileBytes, Source};
use crate::stamp::Stamp;
use relict_toolkit::open::Asset;
use relict_toolkit::problem::Result;
use std::collections::VecDeque;
use std::ops::Range;
use std::sync::{Arc, Mutex, PoisonError};

/// A file as it was at one moment. Whoever holds it keeps it, also when there is another in its place.
#[derive(Debug)]
pub struct Opened {
    /// Below the root, as the page writes it.
    pub shown: String,
    pub stamp: Stamp,
    /// What the source holds for it.
    pub held: Box<dyn FileBytes>,
}

impl Opened {
    pub fn open(source: &dyn Source, shown: &str) -> Result<Self> {
        let (stamp, held) = source.open(shown)?;
        Ok(Self { shown: shown.to_owned(), stamp, held })
    }

    pub fn bytes(&self) -> &[u8] {
        self.held.bytes()
    }

    pub fn asset(&self) -> Asset<'_> {
        Asset::file(&self.shown, self.bytes())
    }

    /// Where a run of bytes lies in the file, if it lies there as it is.
    pub fn place_of(&self, run: &[u8]) -> Option<Range<usize>> {
        let whole = self.bytes();
        let start = (run.as_ptr() as usize).checked_sub(whole.as_ptr() as usize)?;
        let end = start.checked_add(run.len())?;
        (end <= whole.len()).then_some(start..end)
    }
}

/// Files that stay open for the next request; the last one used comes first.
#[derive(Debug, Default)]
pub struct Cache(Mutex<VecDeque<Arc<Opened>>>);

/// A mapping costs little, but each takes its part of the process's addresses.
const KEPT: usize = 32;

impl Cache {
    /// A file in this state, if it is known.
    pub fn get(&self, source: &dyn Source, shown: &str, stamp: Option<Stamp>) -> Result<Arc<Opened>> {
        let same = |opened: &Arc<Opened>| Some(opened.stamp) == stamp && opened.shown == shown;
        let mut kept = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(found) = kept.iter().position(same).and_then(|place| kept.remove(place)) {
            kept.push_front(Arc::clone(&found));
            return Ok(found);
        }
        kept.retain(|opened| opened.shown != shown);
        let opened = Arc::new(Opened::open(source, shown)?);
        kept.push_front(Arc::clone(&opened));
        kept.truncate(KEPT);
        Ok(opened)
    }
}
