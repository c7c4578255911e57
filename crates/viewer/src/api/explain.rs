//! What every byte is, a window at a time.

use crate::answer::Answer;
use crate::asked::Asked;
use crate::session::Session;
use relict::core::format::Limits;
use relict::core::trace::Knowledge;
use relict::explain::{Coverage, Line, explain, explain_window};
use relict::problem::Result;
use serde::Serialize;
use serde_json::Value;

/// More than anybody's screen shows.
const MOST: usize = 5_000;

#[derive(Serialize)]
struct Told<'t> {
    path: &'t str,
    format: Option<&'static str>,
    size: usize,
    spans: Vec<Span>,
    /// Of the whole, if that was asked for.
    coverage: Option<Covered>,
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
    session.asset(asked.path(), |asset, _| {
        let size = asset.bytes.len();
        let mut told = Told {
            path: asset.path,
            format: None,
            size,
            spans: vec![],
            coverage: None,
            stopped: None,
            truncated: false,
        };
        let window = from.min(size)..to.clamp(from.min(size), size);
        let Some(kind) = asset.kind() else {
            told.spans.extend((size > 0).then(|| unknown(size)));
            told.coverage = coverage.then_some(Covered { named: 0, padding: 0, opaque: size, uncovered: 0 });
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
        told.stopped = explained.stopped.map(|error| error.to_string());
        if coverage {
            let whole = explain(kind, asset.bytes, asset.origin, false, depth, &mut |_| {});
            told.coverage = Some(whole.coverage.into());
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

impl From<Coverage> for Covered {
    fn from(of: Coverage) -> Self {
        Self { named: of.named, padding: of.padding, opaque: of.opaque, uncovered: of.uncovered }
    }
}
