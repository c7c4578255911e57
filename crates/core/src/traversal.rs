//! How an engine goes through a model: what it draws, and which triangles a ray meets.
//!
//! Places are in the file's own space. A matrix has four rows of four numbers and acts on columns.

use crate::error::Result;
use crate::format::Context;

pub type Matrix = [f32; 16];

/// The matrix that changes nothing.
pub const IDENTITY: Matrix = [1.0, 0.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 0.0, 1.0];

/// A model as it stands in the world at a moment.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Instance {
    /// In frames; none for the rest pose.
    pub time: Option<f32>,
    /// Damage and level of detail.
    pub state: u8,
    pub level: u8,
    /// From the model to the world.
    pub placement: Matrix,
    /// Whether the first node also moves; in the game, its unit does that.
    pub root_motion: bool,
    /// Whether a file with errors is refused, or used as far as it is sound.
    pub strict: bool,
}

impl Default for Instance {
    /// Intact and near, in the rest pose and in its own space.
    fn default() -> Self {
        Self { time: None, state: 0, level: 0, placement: IDENTITY, root_motion: false, strict: true }
    }
}

#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Camera {
    pub position: [f32; 3],
    pub target: [f32; 3],
    /// The angle from below to above, in degrees.
    pub fov: f32,
    /// Width by height.
    pub aspect: f32,
    pub near: f32,
    pub far: f32,
}

/// Beyond these, 32 bits do not tell one plane of a camera from the next.
const FARTHEST: f32 = 1e9;
const NEAREST: f32 = 1e-6;

impl Camera {
    /// Whether it looks anywhere, and its numbers are such that planes can be made of them.
    pub fn is_sound(&self) -> bool {
        let Self { position, target, fov, aspect, near, far } = *self;
        let somewhere = position.iter().chain(&target).all(|number| number.abs() <= FARTHEST);
        let apart = position.iter().zip(&target).any(|(from, to)| (from - to).abs() >= NEAREST);
        let lens = (1.0..=179.0).contains(&fov) && (0.01..=100.0).contains(&aspect);
        somewhere && apart && lens && NEAREST <= near && near < far && far <= FARTHEST
    }
}

/// What stands for a node's geometry when it is tested whether it can be seen.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Cull {
    #[default]
    Box,
    Sphere,
    Nothing,
}

/// Who looks.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Sight {
    /// Without one, nothing is out of sight.
    pub camera: Option<Camera>,
    pub cull: Cull,
    /// Whether the unit itself looks, out of its cockpit.
    pub inside: bool,
}

/// A side of what a camera sees.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Side {
    Left,
    Right,
    Below,
    Above,
    Near,
    Far,
}

impl Side {
    /// In the order in which planes are made of a camera.
    pub const ALL: [Self; 6] = [Self::Left, Self::Right, Self::Below, Self::Above, Self::Near, Self::Far];

    pub fn name(self) -> &'static str {
        ["left", "right", "below", "above", "near", "far"][self as usize]
    }
}

/// Why nothing of a node is drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unseen {
    /// It has nothing to show in this state at this level.
    NoSlot,
    /// It is seen from inside only.
    Cockpit,
    /// All of it lies beyond a side of what the camera sees; of several, beyond this one by most.
    Outside(Side),
}

impl Unseen {
    pub fn name(self) -> &'static str {
        match self {
            Self::NoSlot => "no-slot",
            Self::Cockpit => "cockpit",
            Self::Outside(_) => "outside",
        }
    }
}

/// What triangles are drawn with, by the rows that the file names and the libraries around it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Surface {
    /// In the table that the model wears.
    pub row: usize,
    /// As the table has it; none without a table or a row in it.
    pub material: Option<String>,
    /// The material that is taken because that one is missing.
    pub stand_in: Option<String>,
    /// The texture of the material's first phase, and the place in its page.
    pub texture: Option<String>,
    pub cell: Option<usize>,
    pub lightmap_row: Option<usize>,
    pub lightmap: Option<String>,
}

/// A call to draw: indexed triangles.
#[derive(Clone, Debug, PartialEq)]
pub struct DrawCall {
    pub batch: usize,
    pub flags: u32,
    pub index_start: usize,
    pub index_count: usize,
    /// Added to each index.
    pub base_vertex: usize,
    pub surface: Surface,
    pub record: Option<RecordPlace>,
}

/// A node as the traversal comes by.
#[derive(Clone, Debug, PartialEq)]
pub struct DrawnNode {
    pub node: usize,
    pub name: Option<String>,
    pub slot: Option<usize>,
    /// Why it is not drawn; none if it is.
    pub unseen: Option<Unseen>,
    /// From the space of the node to the world.
    pub matrix: Matrix,
    /// What draws it, or would if it were in sight.
    pub calls: Vec<DrawCall>,
}

/// A line that begins somewhere and goes one way, in the world.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Ray {
    pub origin: [f32; 3],
    /// Of any length but zero.
    pub direction: [f32; 3],
}

impl Ray {
    /// The same with a direction of length one, so that distances are those of the world; none if it goes nowhere.
    pub fn normalised(&self) -> Option<Self> {
        let direction = self.direction.map(f64::from);
        let length = direction.iter().map(|part| part * part).sum::<f64>().sqrt();
        let sound = length > 0.0 && length.is_finite() && self.origin.iter().all(|part| part.is_finite());
        sound.then(|| Self { direction: direction.map(|part| (part / length) as f32), ..*self })
    }
}

/// Which triangles count.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Filter {
    /// Flags of the triangle, all of which must be set.
    pub required: u16,
    /// Flags of the triangle, none of which may be.
    pub excluded: u16,
    /// Flags of the batch that let everything through.
    pub passed: u32,
    /// Whether a ray also meets the back of what has only a front.
    pub both_sides: bool,
}

/// A triangle as the traversal comes by.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Visit {
    /// What it belongs to: of a model the node and its slot; of ground, which has no nodes, the cell alone.
    pub node: Option<usize>,
    pub slot: usize,
    /// None where triangles are not drawn in batches.
    pub batch: Option<usize>,
    /// Its place in the list of triangles.
    pub triangle: usize,
    pub vertices: [usize; 3],
    pub flags: u16,
    pub batch_flags: Option<u32>,
    /// In the space of the node, as it is stored.
    pub normal: [f32; 3],
    /// The triangle across each edge, and which edge of that one it is. Edge 0 joins corners 0 and 1.
    pub neighbours: [Option<(usize, usize)>; 3],
}

/// Where a record lies: in which entry of the file, and which bytes of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RecordPlace {
    /// What the record is: `node`, `slot`, `batch`, `triangle`.
    pub what: &'static str,
    pub entry: usize,
    pub start: usize,
    pub length: usize,
}

/// A triangle that a ray meets.
#[derive(Clone, Debug, PartialEq)]
pub struct Hit {
    pub visit: Visit,
    /// Of the node.
    pub name: Option<String>,
    /// From the beginning of the ray, in units of the world.
    pub distance: f32,
    pub point: [f32; 3],
    pub corners: [[f32; 3]; 3],
    pub from_behind: bool,
    /// What it is drawn with: the second lies over the first.
    pub surfaces: Vec<Surface>,
    pub records: Vec<RecordPlace>,
    /// Whether one can stand on it; none where the engine does not ask that.
    pub is_ground: Option<bool>,
}

/// A file that an engine draws and hits, and of which it is known how.
pub trait Traversal: Sync {
    /// The nodes in the order of the engine. None for a kind of file of which that order is not known.
    fn draw(
        &self,
        instance: &Instance,
        sight: &Sight,
        context: Context<'_>,
    ) -> Result<Option<Vec<DrawnNode>>>;

    /// The triangles that count, in the order of the engine.
    fn walk(&self, instance: &Instance, filter: Filter) -> Result<Vec<Visit>>;

    /// At most `most` of the triangles that a ray meets, the nearest first. The direction has the length one.
    fn hits(
        &self,
        instance: &Instance,
        ray: &Ray,
        filter: Filter,
        most: usize,
        context: Context<'_>,
    ) -> Result<Vec<Hit>>;

    /// All triangles that are joined to one by edges, as far as the filter lets one walk; itself first.
    fn joined(&self, triangle: usize, filter: Filter) -> Result<Vec<usize>>;

    /// Which triangles stop a round; none where that is not known.
    fn stops_rounds(&self) -> Option<Filter>;

    /// Of its animation.
    fn frames_per_second(&self) -> f32;
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_camera_that_looks_nowhere_is_not_sound() {
        let good = Camera {
            position: [0.0, -10.0, 0.0],
            target: [0.0; 3],
            fov: 60.0,
            aspect: 1.5,
            near: 0.5,
            far: 700.0,
        };
        assert!(good.is_sound());
        for bad in [
            Camera { position: [0.0; 3], ..good },
            Camera { position: [f32::NAN, 0.0, 0.0], ..good },
            Camera { target: [0.0, 2e9, 0.0], ..good },
            Camera { fov: 180.0, ..good },
            Camera { fov: f32::NAN, ..good },
            Camera { aspect: 0.0, ..good },
            Camera { near: 0.0, ..good },
            Camera { near: 700.0, ..good },
            Camera { far: f32::INFINITY, ..good },
        ] {
            assert!(!bad.is_sound(), "{bad:?}");
        }
    }

    #[test]
    fn the_direction_of_a_ray_has_the_length_one_or_there_is_no_ray() {
        let ray = |direction| Ray { origin: [1.0; 3], direction }.normalised().map(|ray| ray.direction);
        assert_eq!(ray([0.0, 0.0, -4.0]), Some([0.0, 0.0, -1.0]));
        assert_eq!(ray([0.0, 1e-30, 0.0]), Some([0.0, 1.0, 0.0]), "short, but somewhere");
        assert_eq!(ray([0.0; 3]), None);
        assert_eq!(ray([f32::INFINITY, 0.0, 0.0]), None);
        assert_eq!(Ray { origin: [f32::NAN; 3], direction: [1.0; 3] }.normalised(), None);
    }
}
