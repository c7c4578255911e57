//! What differs between two files.

use crate::diff::Difference;
use schemars::JsonSchema;
use serde::Serialize;

#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct DiffAnswer {
    pub schema: String,
    pub a: String,
    pub b: String,
    pub same: bool,
    pub differences: Vec<Difference>,
}
