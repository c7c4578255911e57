//! Who uses what, and what differs, in words.

use crate::answer;
use crate::diff;
use crate::list::ShownAs;
use schemars::JsonSchema;
use serde::Serialize;

#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct References<'r> {
    pub uses: Vec<Uses<'r>>,
    pub used_by: Vec<Uses<'r>>,
}

#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct Uses<'r> {
    #[serde(flatten)]
    pub reference: answer::Reference<'r>,
    /// What is used, in words.
    pub label: String,
}

#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct Differences {
    pub differences: Vec<Difference>,
}

#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct Difference {
    #[serde(flatten)]
    pub difference: diff::Difference,
    /// What happened, in words.
    pub label: String,
    /// In which both are best seen beside each other.
    pub view: ShownAs,
}
