//! What was explained of a file around the bytes that somebody looks at. Whoever scrolls on is answered from here, and the
//! file is not read from its beginning for every screen.

use crate::stamp::Stamp;
use relict_toolkit::answer::page::Span;
use relict_toolkit::core::error::Error;
use relict_toolkit::core::format::Limits;
use relict_toolkit::explain::explain_window;
use relict_toolkit::open::Asset;
use relict_toolkit::problem::Result;
use std::collections::VecDeque;
use std::ops::{ControlFlow, Range};
use std::sync::{Arc, Mutex, PoisonError};

/// Runs of spans that are kept.
const KEPT: usize = 4;
/// Spans of one run, which take some megabytes.
const SPANS: usize = 16_000;
/// Bytes of a run in front of what was asked for, where somebody scrolls backwards; and behind it.
const BEFORE: usize = 256 << 10;
const BEHIND: usize = 1 << 20;

/// A run of spans without a gap.
#[derive(Debug)]
pub struct Run {
    /// Of the asset.
    pub path: String,
    pub format: Option<&'static str>,
    pub size: usize,
    spans: VecDeque<Span>,
    /// The bytes that it tells everything about.
    covers: Range<usize>,
    /// What stopped the reader before it came to the end of the run.
    pub stopped: Option<Error>,
}

/// What is asked for: of which asset, in which state, and whether every item of a list is a span.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Key {
    pub path: String,
    pub stamp: Stamp,
    pub full: bool,
}

#[derive(Debug, Default)]
pub struct SpanCache(Mutex<VecDeque<(Key, Arc<Run>)>>);

impl SpanCache {
    /// A run that begins with what touches the first byte of the window, if one is kept that goes as far as the window or,
    /// where there are too many spans in it, at least has `enough` of them.
    pub fn get(&self, key: &Key, window: &Range<usize>, enough: usize) -> Option<Arc<Run>> {
        let mut kept = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let fits = |(known, run): &(Key, Arc<Run>)| known == key && run.answers(window, enough);
        let found = kept.iter().position(fits).and_then(|place| kept.remove(place))?;
        let run = Arc::clone(&found.1);
        kept.push_front(found);
        Some(run)
    }

    /// Whether a window lies in front of a run that is kept, and reaches it.
    pub fn goes_back(&self, key: &Key, window: &Range<usize>) -> bool {
        let kept = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let mut same = kept.iter().filter(|(known, _)| known == key);
        same.any(|(_, run)| window.start < run.covers.start && window.end >= run.covers.start)
    }

    pub fn keep(&self, key: Key, run: Run) -> Arc<Run> {
        let run = Arc::new(run);
        let mut kept = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        kept.push_front((key, Arc::clone(&run)));
        kept.truncate(KEPT);
        run
    }
}

impl Run {
    /// Explains what touches the window, and more in the direction in which somebody scrolls.
    pub fn read(asset: &Asset<'_>, full: bool, back: bool, window: Range<usize>) -> Result<Self> {
        let size = asset.bytes.len();
        let mut run = Self {
            path: asset.path.to_owned(),
            format: None,
            size,
            spans: VecDeque::new(),
            covers: 0..size,
            stopped: None,
        };
        let Some(kind) = asset.kind() else {
            run.spans.extend((size > 0).then(|| Span::unknown(size)));
            return Ok(run);
        };
        run.format = Some(kind.id);
        let end = window.start.saturating_add(BEHIND).max(window.end).min(size);
        let before = if back { BEFORE } else { 0 };
        run.covers = window.start.min(size).saturating_sub(before)..end;
        let (around, mut is_full) = (run.covers.clone(), false);
        let depth = Limits::default().depth;
        let Self { spans, covers, .. } = &mut run;
        let mut add = |span: Span| {
            if spans.len() == SPANS {
                // What lies in front of the window makes room.
                match spans.front().filter(|first| first.span.end <= window.start) {
                    Some(first) => covers.start = first.span.end,
                    None => {
                        is_full = true;
                        return ControlFlow::Break(());
                    }
                }
                spans.pop_front();
            }
            spans.push_back(span);
            ControlFlow::Continue(())
        };
        let explained = explain_window(kind, asset.bytes, asset.origin, full, depth, around, &mut |line| {
            add(Span::of(line))
        });
        run.stopped = explained.stopped;
        if is_full {
            run.covers.end = run.spans.back().map_or(0, |last| last.span.end);
        }
        Ok(run)
    }

    fn answers(&self, window: &Range<usize>, enough: usize) -> bool {
        let window = window.start.min(self.size)..window.end.min(self.size);
        let begins = self.covers.start <= window.start && window.start <= self.covers.end;
        begins && (window.end <= self.covers.end || self.within(&window).len() >= enough)
    }

    /// The places of the spans that touch a window.
    fn within(&self, window: &Range<usize>) -> Range<usize> {
        let first = self.spans.partition_point(|span| span.span.end <= window.start);
        let end = self.spans.partition_point(|span| span.span.start < window.end);
        first..end.max(first)
    }

    /// At most so many of the spans that touch a window, and whether there are more.
    pub fn spans(&self, window: &Range<usize>, most: usize) -> (Vec<&Span>, bool) {
        let within = self.within(window);
        let spans = self.spans.range(within.clone()).take(most).collect();
        let more = within.len() > most || self.covers.end < window.end.min(self.size);
        (spans, more)
    }
}
