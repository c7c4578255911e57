//! What every byte is, a window at a time.

use crate::answer;
use crate::explain::Line;
use relict_core::trace;
use schemars::JsonSchema;
use serde::Serialize;
use serde_json::Value;

#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct Explained<'e> {
    pub path: &'e str,
    /// None where no format claims the bytes.
    pub format: Option<&'static str>,
    pub size: usize,
    /// What touches the window.
    pub spans: Vec<&'e Span>,
    /// Of the whole, if that was asked for.
    pub coverage: Option<answer::Coverage>,
    /// The same as a strip: a letter for every part of the whole, n, p, o or u for what most of its bytes are.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub map: Option<String>,
    /// What stopped the reader before it came to the end of the window, if something did.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub stopped: Option<String>,
    /// Whether there are more spans in the window.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub truncated: bool,
}

#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct Span {
    #[serde(flatten)]
    pub span: answer::Span,
    pub knowledge: Knowledge,
    /// Whether it is a field that can be given another value.
    pub editable: bool,
}

/// How much is known about a byte.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Knowledge {
    Named,
    Padding,
    Opaque,
    Uncovered,
}

impl From<trace::Knowledge> for Knowledge {
    fn from(knowledge: trace::Knowledge) -> Self {
        match knowledge {
            trace::Knowledge::Named => Self::Named,
            trace::Knowledge::Padding => Self::Padding,
            trace::Knowledge::Opaque => Self::Opaque,
            trace::Knowledge::Uncovered => Self::Uncovered,
        }
    }
}

impl Span {
    pub fn of(line: &Line<'_>) -> Self {
        Self { span: answer::Span::of(line), knowledge: line.knowledge.into(), editable: line.editable }
    }

    /// Bytes of no known format.
    pub fn unknown(size: usize) -> Self {
        let span = answer::Span {
            start: 0,
            end: size,
            field: String::new(),
            kind: "bytes".into(),
            value: Value::Null,
            count: None,
            doc: "",
        };
        Self { span, knowledge: Knowledge::Opaque, editable: false }
    }
}
