//! What every byte is, a window at a time.

use crate::answer::Answer;
use crate::asked::Asked;
use crate::session::Session;
use relict::core::format::Limits;
use relict::core::trace::Knowledge;
use relict::explain::{Coverage, Line, explain, explain_window};
use relict::phrases::Phrase;
use relict::problem::Result;
use serde::Serialize;
use serde_json::Value;
use std::ops::Range;

/// More than anybody's screen shows.
const MOST: usize = 5_000;
/// Of the strip that shows the whole: about as many as it has pixels.
const PARTS: usize = 512;
/// So much of a file is walked through before the memory for it is given back.
const STEP: usize = 32 << 20;

#[derive(Serialize)]
struct Told<'t> {
    path: &'t str,
    format: Option<&'static str>,
    size: usize,
    spans: Vec<Span>,
    /// Of the whole, if that was asked for.
    coverage: Option<Covered>,
    /// The same as a strip: a letter for every part of the whole, n, p, o or u for what most of its bytes are.
    #[serde(skip_serializing_if = "Option::is_none")]
    map: Option<String>,
    /// What stopped the reader, if something did.
    #[serde(skip_serializing_if = "Option::is_none")]
    stopped: Option<String>,
    /// Whether there are more spans in the window.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    truncated: bool,
}

#[derive(Serialize)]
struct Span {
    start: usize,
    end: usize,
    field: String,
    #[serde(rename = "type")]
    kind: String,
    value: Value,
    #[serde(skip_serializing_if = "Option::is_none")]
    count: Option<usize>,
    doc: &'static str,
    knowledge: &'static str,
    editable: bool,
}

#[derive(Serialize)]
struct Covered {
    named: usize,
    padding: usize,
    opaque: usize,
    uncovered: usize,
}

pub fn answer(session: &Session, asked: &Asked) -> Result<Answer> {
    let (from, to) = (asked.number("from")?.unwrap_or(0), asked.number("to")?.unwrap_or(usize::MAX));
    let (full, coverage) = (asked.flag("full"), asked.flag("coverage"));
    session.asset(asked.path(), |asset, opened| {
        let size = asset.bytes.len();
        let mut told = Told {
            path: asset.path,
            format: None,
            size,
            spans: vec![],
            coverage: None,
            map: None,
            stopped: None,
            truncated: false,
        };
        let window = from.min(size)..to.clamp(from.min(size), size);
        let Some(kind) = asset.kind() else {
            told.spans.extend((size > 0).then(|| unknown(size)));
            told.coverage = coverage.then_some(Covered { named: 0, padding: 0, opaque: size, uncovered: 0 });
            told.map = coverage.then(|| "o".repeat(size.min(PARTS)));
            return Answer::json(&told);
        };
        told.format = Some(kind.id);
        let depth = Limits::default().depth;
        let explained = explain_window(kind, asset.bytes, asset.origin, full, depth, window, &mut |line| {
            if told.spans.len() < MOST {
                told.spans.push(span(line));
            } else {
                told.truncated = true;
            }
        });
        told.stopped =
            explained.stopped.map(|error| asked.language.catalogue().phrase(&Phrase::from(&error)));
        if coverage {
            let mut strip = Strip::new(size);
            let mut kept = 0;
            let whole = explain(kind, asset.bytes, asset.origin, false, depth, &mut |line| {
                strip.add(line);
                if line.range.end >= kept + STEP {
                    kept = line.range.end;
                    opened.bytes.forget();
                }
            });
            told.coverage = Some(whole.coverage.into());
            told.map = Some(strip.letters());
        }
        Answer::json(&told)
    })
}

/// Bytes of no known format.
fn unknown(size: usize) -> Span {
    Span {
        start: 0,
        end: size,
        field: String::new(),
        kind: "bytes".into(),
        value: Value::Null,
        count: None,
        doc: "",
        knowledge: knowledge(Knowledge::Opaque),
        editable: false,
    }
}

fn span(line: &Line<'_>) -> Span {
    Span {
        start: line.range.start,
        end: line.range.end,
        field: line.field.to_string(),
        kind: line.kind.to_string(),
        value: line.value.clone(),
        count: line.count,
        doc: line.doc,
        knowledge: knowledge(line.knowledge),
        editable: line.editable,
    }
}

fn knowledge(knowledge: Knowledge) -> &'static str {
    match knowledge {
        Knowledge::Named => "named",
        Knowledge::Padding => "padding",
        Knowledge::Opaque => "opaque",
        Knowledge::Uncovered => "uncovered",
    }
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

impl From<Coverage> for Covered {
    fn from(of: Coverage) -> Self {
        Self { named: of.named, padding: of.padding, opaque: of.opaque, uncovered: of.uncovered }
    }
}
