//! Poses, the material manager, and what the program itself does: samples, the demo, the viewer.

use schemars::JsonSchema;
use serde::Serialize;
use serde_json::{Map, Value};

#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct PoseAnswer {
    pub schema: String,
    pub path: String,
    /// In frames; null for the model as it was built.
    pub time: Option<f32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub blend: Option<Blend>,
    /// Whether the first node stays in its place.
    pub engine: bool,
    /// How many the animation has; 1 for a model that does not move.
    pub frames: u32,
    pub nodes: Vec<PoseNode>,
}

/// The second of two moments.
#[derive(Clone, Copy, Debug, Serialize, JsonSchema)]
pub struct Blend {
    pub time: f32,
    pub weight: f32,
}

#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct PoseNode {
    pub index: usize,
    /// Null where the model has no names.
    pub name: Option<String>,
    /// The node that it moves with.
    pub parent: Option<usize>,
    /// In the space of its parent: four rows of four, acting on columns.
    pub local: [f32; 16],
    /// The same in the space of the model.
    pub world: [f32; 16],
}

#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct RuntimeAnswer {
    pub schema: String,
    /// The script.
    pub path: String,
    /// How many calls have an error for an answer.
    pub errors: usize,
    /// One for each call, in order.
    pub answers: Vec<RuntimeCall>,
}

#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct RuntimeCall {
    /// Of the call in the script, from 0.
    pub number: usize,
    pub call: String,
    /// How often it was made, where the script asks for more than once.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub times: Option<usize>,
    /// What is in it depends on the call.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub answer: Option<Map<String, Value>>,
    /// Instead of an answer.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub error: Option<Message>,
    /// The engine's own, word for word.
    pub messages: Vec<String>,
    /// What is odd about the answer, and the engine says nothing about.
    pub remarks: Vec<Message>,
    /// Messages and remarks beyond the first thousand.
    #[serde(skip_serializing_if = "is_zero")]
    pub left_out: usize,
    /// The call as the script states it; for people.
    #[serde(skip)]
    pub stated: Map<String, Value>,
}

// As serde asks for it.
#[allow(clippy::trivially_copy_pass_by_ref)]
fn is_zero(number: &usize) -> bool {
    *number == 0
}

/// A code, and what it says in words.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct Message {
    pub code: &'static str,
    pub message: String,
}

/// One line, as soon as the viewer answers; it goes on until it is told to end.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct ViewAnswer {
    pub schema: String,
    /// Whoever has it sees everything below the root; it is good for this run alone.
    pub url: String,
    pub root: String,
    pub edit: bool,
}

#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct SampleAnswer {
    pub schema: String,
    pub folder: String,
    pub files: Vec<SampleFile>,
    pub dry_run: bool,
}

#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct SampleFile {
    pub path: String,
    pub format: Option<&'static str>,
    pub size: usize,
    /// What it shows.
    pub about: String,
}

#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct DemoAnswer {
    pub schema: String,
    /// Whether every file came back byte for byte.
    pub identical: bool,
    pub files: Vec<DemoFile>,
}

#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct DemoFile {
    pub path: String,
    pub format: Option<&'static str>,
    pub size: usize,
    /// Entries at every depth.
    pub entries: usize,
    /// Bytes that are a named field, padding, or known to be opaque.
    pub explained: usize,
    pub errors: usize,
    pub warnings: usize,
    pub identical: bool,
}
