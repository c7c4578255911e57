//! What lies under the pointer.

use crate::answer::PickHit;
use schemars::JsonSchema;
use serde::Serialize;

#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct Picked {
    /// The nearest first; empty if the ray meets nothing.
    pub hits: Vec<PickedHit>,
}

#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct PickedHit {
    #[serde(flatten)]
    pub hit: PickHit,
    /// The corners where y is up, as the page draws them.
    pub outline: [[f32; 3]; 3],
    /// Of each material, where to find it.
    pub paths: Vec<SurfacePaths>,
}

#[derive(Clone, Debug, Default, Serialize, JsonSchema)]
pub struct SurfacePaths {
    #[serde(skip_serializing_if = "Option::is_none")]
    pub material: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub texture: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub lightmap: Option<String>,
}
