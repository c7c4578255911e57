//! What an engine draws of a model, and what a ray hits.

use schemars::JsonSchema;
use serde::Serialize;

#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct DrawAnswer {
    pub schema: String,
    pub path: String,
    #[serde(flatten)]
    pub instance: Instance,
    /// Whether the unit itself looks, out of its cockpit. Then the level does not count.
    pub inside: bool,
    /// Null where nothing is out of sight.
    pub camera: Option<Camera>,
    /// What is tested against the camera: `box`, `sphere` or `none`.
    pub cull: &'static str,
    /// How many calls draw the model, and how many triangles.
    pub draw_calls: usize,
    pub triangles: usize,
    /// In the order of drawing, each behind its parent.
    pub nodes: Vec<DrawnNode>,
}

/// Where and when the model stands.
#[derive(Clone, Copy, Debug, Serialize, JsonSchema)]
pub struct Instance {
    /// In frames; null for the rest pose.
    pub time: Option<f32>,
    pub state: u8,
    pub level: u8,
    /// From the model to the world: four rows of four, acting on columns.
    pub placement: [f32; 16],
    /// Whether the first node moves, too.
    pub root_motion: bool,
}

#[derive(Clone, Copy, Debug, Serialize, JsonSchema)]
pub struct Camera {
    pub position: [f32; 3],
    pub target: [f32; 3],
    /// From below to above, in degrees.
    pub fov: f32,
    /// Width by height.
    pub aspect: f32,
    pub near: f32,
    pub far: f32,
}

#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct DrawnNode {
    pub index: usize,
    /// Null where the model has no names.
    pub name: Option<String>,
    /// Null where it shows nothing in this state at this level.
    pub slot: Option<usize>,
    pub drawn: bool,
    /// Whether it would be drawn if it were in sight.
    pub culled: bool,
    /// Why it is not drawn: `no-slot`, `cockpit`, `outside`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reason: Option<&'static str>,
    /// The side of what the camera sees that it lies beyond: `left`, `right`, `below`, `above`, `near`, `far`; of several, the
    /// one that it is farthest from.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub side: Option<&'static str>,
    /// From the node to the world: four rows of four, acting on columns.
    pub matrix: [f32; 16],
    /// What draws it, or would if it were drawn.
    pub batches: Vec<DrawnBatch>,
}

/// A call to draw indexed triangles.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct DrawnBatch {
    pub batch: usize,
    pub flags: u32,
    pub index_start: usize,
    pub index_count: usize,
    /// Added to each index.
    pub base_vertex: usize,
    pub material: Surface,
    /// Where the batch lies in the file.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub offset: Option<usize>,
}

/// What triangles are drawn with.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct Surface {
    /// In the table that the model wears.
    pub row: usize,
    /// As that table has it; null without one.
    pub name: Option<String>,
    /// The material that is taken where that one is missing.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub stand_in: Option<String>,
    /// Of the material's first phase.
    pub texture: Option<String>,
    /// The place in the page of the texture; left out for all of it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub cell: Option<usize>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub lightmap_row: Option<usize>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub lightmap: Option<String>,
}

#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct PickAnswer {
    pub schema: String,
    pub path: String,
    #[serde(flatten)]
    pub instance: Instance,
    pub filter: Filter,
    /// Null for the traversal without a ray.
    pub ray: Option<Ray>,
    /// The nearest first; without a ray there is no such list.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub hits: Option<Vec<PickHit>>,
    /// With `--joined`: all triangles that are joined to the nearest hit, itself first.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub joined: Option<Vec<usize>>,
    /// With `--walk`: all triangles that count, in the order of the traversal.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub triangles: Option<Vec<PickTriangle>>,
}

/// Which triangles count, by flags.
#[derive(Clone, Copy, Debug, Serialize, JsonSchema)]
pub struct Filter {
    /// Of the triangle: all of them must be set.
    pub required: u16,
    /// Of the triangle: none of them may be.
    pub excluded: u16,
    /// Of the batch: one of them lets everything through.
    pub passed: u32,
    /// Whether a ray also hits the back of what has only a front.
    pub both_sides: bool,
}

#[derive(Clone, Copy, Debug, Serialize, JsonSchema)]
pub struct Ray {
    pub origin: [f32; 3],
    /// Of length one.
    pub direction: [f32; 3],
}

/// A triangle as the traversal comes by.
#[derive(Clone, Copy, Debug, Serialize, JsonSchema)]
pub struct PickTriangle {
    /// Null for ground, which has no nodes.
    pub node: Option<usize>,
    /// Of ground, the cell.
    pub slot: usize,
    /// Null for ground, which has no batches.
    pub batch: Option<usize>,
    /// In the list of triangles; of ground, of faces.
    pub triangle: usize,
    pub vertices: [usize; 3],
    pub flags: u16,
    pub batch_flags: Option<u32>,
    /// As it is stored, in the space of the node.
    pub normal: [f32; 3],
    /// Across edge 0 (corners 0 and 1), 1 and 2; null where the edge is open.
    pub neighbours: [Option<Neighbour>; 3],
}

#[derive(Clone, Copy, Debug, Serialize, JsonSchema)]
pub struct Neighbour {
    pub triangle: usize,
    /// Which of its own edges it is.
    pub edge: usize,
}

#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct PickHit {
    /// From the beginning of the ray.
    pub distance: f32,
    /// In the world, as the corners.
    pub point: [f32; 3],
    pub corners: [[f32; 3]; 3],
    pub from_behind: bool,
    /// Of the node; null where it has none.
    pub name: Option<String>,
    #[serde(flatten)]
    pub triangle: PickTriangle,
    /// What it is drawn with; of ground, a second one may lie over the first.
    pub materials: Vec<Surface>,
    /// Of ground: whether one can stand on it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub is_ground: Option<bool>,
    /// Where the records lie that tell all this.
    pub records: Vec<RecordPlace>,
}

#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct RecordPlace {
    /// `node`, `slot`, `batch`, `triangle`; of ground `cell`, `face`.
    pub what: &'static str,
    /// The stream that it lies in, and where in that.
    pub path: String,
    pub start: usize,
    /// Where in the whole file.
    pub offset: usize,
    pub length: usize,
}
