//! What was changed.

use crate::answer::Finding;
use schemars::JsonSchema;
use serde::Serialize;

/// After an edit.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct Edited {
    /// All edits of the file, the last one last.
    pub edits: Vec<OneEdit>,
    pub losses: Vec<String>,
    /// What the check says of the asset now.
    pub findings: Vec<Finding>,
}

#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct OneEdit {
    pub path: String,
    pub what: &'static str,
    pub label: String,
}

#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct EditedFiles {
    pub files: Vec<EditedFile>,
}

#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct EditedFile {
    pub path: String,
    pub saved: bool,
    pub done: Vec<OneEdit>,
    pub undone: Vec<OneEdit>,
}

/// After an undo or redo.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct SteppedEdit {
    pub edits: Vec<OneEdit>,
    /// The edit that was taken back, or done again.
    pub edit: OneEdit,
}

#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct Saved {
    pub path: String,
    pub size: usize,
}

/// Where a file can be found that was dropped onto the page.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct Uploaded {
    pub path: String,
}
