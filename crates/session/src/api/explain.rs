//! What every byte is, a window at a time.

use crate::answer::Answer;
use crate::opened::Opened;
use crate::request::Request;
use crate::session::Session;
use crate::spans::{Key, Run};
use relict_toolkit::answer::Coverage;
use relict_toolkit::answer::page::Explained;
use relict_toolkit::core::error::Error;
use relict_toolkit::core::format::Limits;
use relict_toolkit::explain::{Line, explain};
use relict_toolkit::open::Asset;
use relict_toolkit::phrases::Phrase;
use relict_toolkit::problem::Result;
use std::ops::Range;

/// More than anybody's screen shows.
const MOST: usize = 5_000;
/// Of the strip that shows the whole: about as many as it has pixels.
const PARTS: usize = 512;
/// So much of a file is walked through before the memory for it is given back.
const STEP: usize = 32 << 20;

pub fn answer(session: &Session, request: &Request) -> Result<Answer> {
    let (from, to) = (request.number("from")?.unwrap_or(0), request.number("to")?.unwrap_or(usize::MAX));
    let window = from..to.max(from);
    let (opened, inner) = session.file(request.path())?;
    let steps: Vec<&str> = inner.iter().map(String::as_str).collect();
    let path = [&[opened.shown.as_str()], &steps[..]].concat().join("/");
    let key = Key { path, stamp: opened.stamp, full: request.flag("full") };
    let run = match session.spans.get(&key, &window, MOST) {
        Some(run) => run,
        None => {
            let back = session.spans.goes_back(&key, &window);
            let read = |asset: Asset<'_>| Run::read(&asset, key.full, back, window.clone());
            let run = opened.asset().descend(&steps, Limits::default(), read)?;
            session.spans.keep(key, run)
        }
    };
    let (spans, truncated) = run.spans(&window, MOST);
    let told = |error: &Error| request.language.catalogue().phrase(&Phrase::from(error));
    let mut answer = Explained {
        path: &run.path,
        format: run.format,
        size: run.size,
        spans,
        coverage: None,
        map: None,
        stopped: run.stopped.as_ref().map(told),
        truncated,
    };
    if request.flag("coverage") {
        opened.asset().descend(&steps, Limits::default(), |asset| {
            if let Some(error) = cover(&mut answer, &asset, &opened) {
                answer.stopped = Some(told(&error));
            }
            Ok(())
        })?;
    }
    Answer::json(&answer)
}

/// Adds what the whole consists of; returns what stopped the reader, if something did.
fn cover(answer: &mut Explained<'_>, asset: &Asset<'_>, opened: &Opened) -> Option<Error> {
    let size = asset.bytes.len();
    let Some(kind) = asset.kind() else {
        answer.coverage = Some(Coverage { named: 0, padding: 0, opaque: size, uncovered: 0 });
        answer.map = Some("o".repeat(size.min(PARTS)));
        return None;
    };
    let mut strip = Strip::new(size);
    let mut kept = 0;
    let whole = explain(kind, asset.bytes, asset.origin, false, Limits::default().depth, &mut |line| {
        strip.add(line);
        if line.range.end >= kept + STEP {
            kept = line.range.end;
            opened.held.forget();
        }
    });
    answer.coverage = Some(whole.coverage.into());
    answer.map = Some(strip.letters());
    whole.stopped
}

/// How many bytes of each knowledge lie in each part of the whole.
struct Strip {
    size: usize,
    parts: Vec<[usize; 4]>,
}

impl Strip {
    fn new(size: usize) -> Self {
        Self { size, parts: vec![[0; 4]; size.min(PARTS)] }
    }

    fn add(&mut self, line: &Line<'_>) {
        let Range { start, end } = line.range;
        // A part begins at the byte that is so much of the whole; with 128 bits nothing is too large for that.
        let (size, count) = (self.size as u128, self.parts.len() as u128);
        let part_of = |byte: usize| (byte as u128 * count / size) as usize;
        let first_of = |part: usize| (part as u128 * size).div_ceil(count) as usize;
        if start >= end || end > self.size {
            return;
        }
        for part in part_of(start)..=part_of(end - 1) {
            let bytes = end.min(first_of(part + 1)) - start.max(first_of(part));
            self.parts[part][line.knowledge as usize] += bytes;
        }
    }

    fn letters(&self) -> String {
        let most = |part: &[usize; 4]| (0..4).rev().max_by_key(|&known| part[known]).unwrap_or(0);
        self.parts.iter().map(|part| LETTERS[most(part)]).collect()
    }
}

/// In the order of `Knowledge`.
const LETTERS: [char; 4] = ['n', 'p', 'o', 'u'];
