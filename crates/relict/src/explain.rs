//! What the bytes of a file are.

use relict_toolkit::core::trace;
use relict_toolkit::explain::Line;
use serde_json::Value;
use std::ops::Range;

/// A run of bytes and what it is.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Field {
    /// Where it lies in the asset.
    pub range: Range<usize>,
    /// The path of the field, such as `phases[2].texture_name`; inside an archive, behind that of the entry.
    pub path: String,
    /// Its type, such as `u32le`.
    pub kind: String,
    /// Its value; null for a list that is shown as one run.
    pub value: Value,
    /// How many items the run has, where it is a list shown as one.
    pub count: Option<usize>,
    /// How much is known about it.
    pub knowledge: Knowledge,
    /// What it means.
    pub meaning: &'static str,
}

/// How much is known about a byte.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Knowledge {
    /// It belongs to a named field.
    Named,
    /// It is there only to bring what follows to its place.
    Padding,
    /// It is kept, but nobody knows what it means.
    Opaque,
    /// It was not reached, because reading failed before.
    Unread,
}

impl Field {
    pub(crate) fn of(line: &Line<'_>) -> Self {
        let knowledge = match line.knowledge {
            trace::Knowledge::Named => Knowledge::Named,
            trace::Knowledge::Padding => Knowledge::Padding,
            trace::Knowledge::Opaque => Knowledge::Opaque,
            trace::Knowledge::Uncovered => Knowledge::Unread,
        };
        Self {
            range: line.range.clone(),
            path: line.field.to_string(),
            kind: line.kind.to_string(),
            value: line.value.clone(),
            count: line.count,
            knowledge,
            meaning: line.doc,
        }
    }
}
