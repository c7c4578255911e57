//! What every byte is, and what a code means.

use crate::explain::Line;
use relict_core::walk;
use schemars::JsonSchema;
use serde::Serialize;
use serde_json::Value;

/// What the answer looks like; it is written span by span.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct ExplainAnswer {
    pub schema: String,
    pub path: String,
    pub format: String,
    pub size: usize,
    /// Sorted, without overlap, covering the file; with `--at`, only the one asked for.
    pub spans: Vec<Span>,
    /// Of the spans that are listed.
    pub coverage: Coverage,
    /// What stopped the reader, if something did; the rest is then `unread`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub stopped: Option<String>,
}

#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct Span {
    pub start: usize,
    pub end: usize,
    pub field: String,
    #[serde(rename = "type")]
    pub kind: String,
    pub value: Value,
    /// Of items, where a long list is one span.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub count: Option<usize>,
    #[serde(skip_serializing_if = "str::is_empty")]
    pub doc: &'static str,
}

impl Span {
    pub fn of(line: &Line<'_>) -> Self {
        Self {
            start: line.range.start,
            end: line.range.end,
            field: line.field.to_string(),
            kind: line.kind.to_string(),
            value: line.value.clone(),
            count: line.count,
            doc: line.doc,
        }
    }
}

/// Bytes by how much is known of them.
#[derive(Clone, Copy, Debug, Serialize, JsonSchema)]
pub struct Coverage {
    pub named: usize,
    pub padding: usize,
    pub opaque: usize,
    pub uncovered: usize,
}

impl From<walk::Coverage> for Coverage {
    fn from(of: walk::Coverage) -> Self {
        Self { named: of.named, padding: of.padding, opaque: of.opaque, uncovered: of.uncovered }
    }
}

/// What a code means.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct CodeAnswer {
    pub schema: String,
    pub code: String,
    /// None for codes of errors, which are no findings.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub severity: Option<&'static str>,
    pub about: String,
    pub help: String,
}
