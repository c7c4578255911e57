//! What there is to know of a model.

use crate::model::{Bounds, ClipFacts, MaterialFacts, NodeFacts, VariantFacts};
use schemars::JsonSchema;
use serde::Serialize;

#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct ModelInfo {
    pub nodes: Vec<NodeFacts>,
    pub variants: Vec<VariantFacts>,
    pub materials: Vec<Material>,
    pub clips: Vec<ClipFacts>,
    /// Those that fit, in the file itself and in the files beside it.
    pub motions: Vec<ModelMotion>,
    /// Whether the engine's own traversal can be asked what lies under a pointer.
    pub picks: bool,
    /// Of all variants together.
    pub triangles: usize,
    pub vertices: usize,
    /// Of the model at rest; none if it shows nothing.
    pub bounds: Option<Bounds>,
}

#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct Material {
    #[serde(flatten)]
    pub facts: MaterialFacts,
    /// The material where it is an asset of its own, else its texture.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub path: Option<String>,
}

#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct ModelMotion {
    pub name: String,
    pub path: String,
}
