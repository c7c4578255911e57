//! Models as all formats and glTF know them: nodes that move, what each of them shows, materials and clips.
//!
//! All spaces are right-handed. Rotations are quaternions x, y, z, w of length one. Triangles have their front where
//! their corners go round against the clock. The top left of a texture is 0, 0.

pub mod colour;
pub mod extent;
pub mod names;
pub mod node_match;
pub mod notes;
pub mod tolerance;
pub mod triangles;
pub mod validate;
pub mod variants;

pub use names::safe_names;
pub use variants::{Shown, Variant};

use crate::error::Error;
use crate::format::Context;
use crate::image::Image;
use crate::report::Args;
use serde_json::{Map, Value};

/// What a format knows besides, and wants back; it stays with the part of the scene that it belongs to.
pub type Extras = Map<String, Value>;

#[derive(Clone, Debug, Default, PartialEq)]
pub struct Scene {
    pub name: String,
    pub up: Up,
    /// Each behind its parent.
    pub nodes: Vec<Node>,
    pub meshes: Vec<Mesh>,
    pub materials: Vec<Material>,
    pub textures: Vec<Texture>,
    pub clips: Vec<Clip>,
    /// Whether positions and normals are in the space of the whole model, and no node has a place or a parent: so it
    /// is in files that know no nodes.
    pub flat: bool,
    pub extras: Extras,
}

/// Which way is up; x goes to the right.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Up {
    /// -z is forward.
    #[default]
    Y,
    /// y is forward.
    Z,
}

impl Up {
    /// A place or direction, as it is where y is up.
    pub fn to_y(self, [x, y, z]: [f32; 3]) -> [f32; 3] {
        match self {
            Self::Y => [x, y, z],
            Self::Z => [x, z, -y],
        }
    }

    /// The way back.
    pub fn from_y(self, [x, y, z]: [f32; 3]) -> [f32; 3] {
        match self {
            Self::Y => [x, y, z],
            Self::Z => [x, -z, y],
        }
    }

    /// A rotation, as it is where y is up: its axis goes along.
    pub fn rotation_to_y(self, [x, y, z, w]: [f32; 4]) -> [f32; 4] {
        let [x, y, z] = self.to_y([x, y, z]);
        [x, y, z, w]
    }

    pub fn rotation_from_y(self, [x, y, z, w]: [f32; 4]) -> [f32; 4] {
        let [x, y, z] = self.from_y([x, y, z]);
        [x, y, z, w]
    }

    /// Factors along the axes have no sign.
    pub fn scale_to_y(self, [x, y, z]: [f32; 3]) -> [f32; 3] {
        match self {
            Self::Y => [x, y, z],
            Self::Z => [x, z, y],
        }
    }

    /// Y and z change places, whichever way one goes.
    pub fn scale_from_y(self, scale: [f32; 3]) -> [f32; 3] {
        self.scale_to_y(scale)
    }
}

/// Among the extras of a node: its name in the file, where a scene cannot have that.
pub const GIVEN_NAME: &str = "given_name";

/// Among the extras of a scene: how the names of the motions begin that are meant for it.
pub const MOTIONS: &str = "motions";

/// Among the extras of a part and of its material: that it lies on another part of the same mesh, corner on corner, and is
/// blended over it by the alpha of its vertices. Where nobody knows that alpha, it is left out.
pub const OVER: &str = "over";

/// A part of a model that moves as one.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Node {
    /// Not always there, and not always its own.
    pub name: String,
    pub parent: Option<usize>,
    /// In the space of its parent, at rest.
    pub placement: Placement,
    /// What it shows: for each variant, at most one mesh.
    pub shapes: Vec<Shape>,
    pub extras: Extras,
}

impl Node {
    /// As the file has it.
    pub fn given_name(&self) -> &str {
        self.extras.get(GIVEN_NAME).and_then(Value::as_str).unwrap_or(&self.name)
    }
}

#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Placement {
    pub translation: [f32; 3],
    pub rotation: [f32; 4],
    pub scale: [f32; 3],
}

impl Default for Placement {
    fn default() -> Self {
        Self { translation: [0.0; 3], rotation: [0.0, 0.0, 0.0, 1.0], scale: [1.0; 3] }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shape {
    pub variant: Variant,
    /// A place in the list of meshes.
    pub mesh: usize,
}

/// Geometry in the space of its node.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Mesh {
    pub name: String,
    pub parts: Vec<Part>,
    pub extras: Extras,
}

/// Triangles of one material. The lists that are there have one item for each vertex.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Part {
    /// A place in the list of materials.
    pub material: Option<usize>,
    pub positions: Vec<[f32; 3]>,
    /// Of length one.
    pub normals: Option<Vec<[f32; 3]>>,
    pub uvs: Option<Vec<[f32; 2]>>,
    /// On the lightmap, or on the detail texture.
    pub light_uvs: Option<Vec<[f32; 2]>>,
    /// Red, green, blue, alpha.
    pub colours: Option<Vec<[f32; 4]>>,
    /// Three for each triangle.
    pub indices: Vec<u32>,
    pub extras: Extras,
}

impl Part {
    /// Whether it lies on another part.
    pub fn is_over(&self) -> bool {
        self.extras.get(OVER).is_some_and(|over| over == true)
    }

    /// The vertices of each triangle.
    pub fn triangles(&self) -> &[[u32; 3]] {
        self.indices.as_chunks().0
    }
}

#[derive(Clone, Debug, PartialEq)]
pub struct Material {
    pub name: String,
    /// Red, green, blue, alpha; the texture is multiplied with it.
    pub colour: [f32; 4],
    /// Light of its own; the texture is multiplied with it, too.
    pub emissive: [f32; 3],
    /// A place in the list of textures.
    pub texture: Option<usize>,
    pub lightmap: Option<usize>,
    /// A place in the list of textures: what the colour is multiplied with, times two, so that grey changes nothing. It has
    /// the coordinates of a lightmap, and repeats.
    pub detail: Option<usize>,
    pub alpha: Alpha,
    pub two_sided: bool,
    pub extras: Extras,
}

impl Default for Material {
    fn default() -> Self {
        Self {
            name: String::new(),
            colour: [1.0; 4],
            emissive: [0.0; 3],
            texture: None,
            lightmap: None,
            detail: None,
            alpha: Alpha::Opaque,
            two_sided: false,
            extras: Extras::new(),
        }
    }
}

/// What alpha does.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Alpha {
    /// Nothing: it may be gloss, or left over.
    #[default]
    Opaque,
    /// What has less than half of it is not drawn.
    Mask,
    Blend,
}

#[derive(Clone, Debug, PartialEq)]
pub struct Texture {
    pub name: String,
    pub image: Image,
}

/// Nodes that move together.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Clip {
    pub name: String,
    pub tracks: Vec<Track>,
    pub extras: Extras,
}

/// How a node moves: straight from key to key, and on the shortest way round.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Track {
    pub node: usize,
    /// In seconds, rising.
    pub times: Vec<f32>,
    /// One for each time, where the node travels.
    pub translations: Option<Vec<[f32; 3]>>,
    pub rotations: Option<Vec<[f32; 4]>>,
    pub scales: Option<Vec<[f32; 3]>>,
}

/// A file that is a model.
pub trait Model {
    /// What there is to see of it. Textures and whatever else lies in other files come through the library, as far as
    /// they are there.
    fn scene(&self, shown: Shown, context: Context<'_>) -> crate::error::Result<Scene>;

    /// The file with the geometry, the places and the clips of `scene`, for the variants that `scene` has. What it
    /// does not tell stays as it is. With the scene that it already has, the file comes out the same.
    fn with_scene(&self, scene: &Scene, context: Context<'_>) -> Result<ModelEdit, Misfit>;
}

/// A file that tells how the nodes of some model move.
pub trait Motion {
    /// How those of `scene` move that it knows by their names. What `stays` is asked for by name: such a node turns, but
    /// does not leave its place.
    fn clip(&self, name: &str, scene: &Scene, stays: &dyn Fn(&str) -> bool) -> Bound;
}

/// A clip that was bound to the nodes of a scene.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Bound {
    pub clip: Clip,
    /// Names in the file that no node has, or more than one.
    pub left_out: Vec<String>,
}

#[derive(Clone, Debug, Default, PartialEq)]
pub struct ModelEdit {
    pub bytes: Vec<u8>,
    /// What a person should know of it; never silent.
    pub remarks: Vec<Remark>,
    /// A file that it needs beside it and that is not there, or lacks something; none for most.
    pub companion: Option<Companion>,
}

/// A file that belongs beside another one, as it should be.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Companion {
    pub name: String,
    pub bytes: Vec<u8>,
    /// Whether there is one already, all of which is in this one.
    pub completes: bool,
}

/// Something that was derived, copied, rounded or left out. The catalogue has the words.
#[derive(Clone, Debug, PartialEq)]
pub struct Remark {
    pub what: &'static str,
    pub args: Args,
}

/// Why a scene cannot become a file.
#[derive(Clone, Debug, PartialEq)]
pub enum Misfit {
    /// A code of the catalogue, and what its words speak of.
    Scene { code: &'static str, args: Args },
    /// The file that it should go into.
    File(Error),
}

impl From<Error> for Misfit {
    fn from(error: Error) -> Self {
        Self::File(error)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_turned_to_have_y_up_comes_back() {
        let (place, turn) = ([1.0, 2.0, 3.0], [0.1, 0.2, 0.3, 0.9]);
        assert_eq!(Up::Z.to_y(place), [1.0, 3.0, -2.0]);
        for up in [Up::Y, Up::Z] {
            assert_eq!(up.from_y(up.to_y(place)), place);
            assert_eq!(up.scale_from_y(up.scale_to_y(place)), place);
            assert_eq!(up.rotation_from_y(up.rotation_to_y(turn)), turn);
        }
    }
}
