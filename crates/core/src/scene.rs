//! Models as all formats and glTF know them: nodes that move, what each of them shows, materials and clips.
//!
//! All spaces are right-handed. Rotations are quaternions x, y, z, w of length one. Triangles have their front where
//! their corners go round against the clock. The top left of a texture is 0, 0.

pub mod cast;
pub mod colour;
pub mod notes;
pub mod sound;

use crate::error::Error;
use crate::format::Context;
use crate::image::Image;
use crate::report::Args;
use serde_json::{Map, Value};
use std::borrow::Cow;
use std::collections::HashMap;

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

/// How damaged a model is, and from how far one looks: each is drawn by other meshes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Variant {
    /// 0 is intact.
    pub state: u8,
    /// 0 is the nearest.
    pub level: u8,
}

impl Variant {
    /// The name of what a node shows in this variant. Every viewer takes letters, digits and lines.
    pub fn named(self, node: &str) -> String {
        format!("{node}_state{}_lod{}", self.state, self.level)
    }

    /// The node and the variant in a name that [`named`](Self::named) made. Behind it may stand `.001`: modelling
    /// programs number what they copy.
    pub fn of_name(name: &str) -> Option<(&str, Self)> {
        let digits = |text: &str| !text.is_empty() && text.bytes().all(|c| c.is_ascii_digit());
        let name = name.rsplit_once('.').filter(|(_, copy)| digits(copy)).map_or(name, |(name, _)| name);
        let (rest, level) = name.rsplit_once("_lod")?;
        let (node, state) = rest.rsplit_once("_state")?;
        let number = |text: &str| text.parse().ok().filter(|_| digits(text));
        Some((node, Self { state: number(state)?, level: number(level)? }))
    }
}

/// Names that every program leaves as they are, one for each node, in the order of the nodes: what came back without
/// anything else is still known by them. Blanks, dots and brackets are taken out by one program or the other, long names
/// are cut, and the end of a name may not look as if it told a variant.
pub fn safe_names<'n>(given: impl Iterator<Item = Cow<'n, str>>) -> Vec<String> {
    let mut taken: HashMap<String, usize> = HashMap::new();
    let mut safe = |(place, given): (usize, Cow<'n, str>)| {
        let name = safe_name(&given, place);
        let mut free = name.clone();
        while taken.contains_key(&free) {
            let count = taken.entry(name.clone()).or_insert(1);
            *count += 1;
            free = format!("{name}_{count}");
        }
        taken.insert(free.clone(), 1);
        free
    };
    given.enumerate().map(&mut safe).collect()
}

/// Blender cuts names at 63 bytes; a number and a variant must find room behind.
const LONGEST: usize = 40;

fn safe_name(given: &str, place: usize) -> String {
    let odd = |c: char| c.is_control() || c.is_whitespace() || "[]().:/\\#\"'".contains(c);
    let name: String = given.chars().map(|c| if odd(c) { '_' } else { c }).collect();
    let name = &name[..name.floor_char_boundary(LONGEST)];
    match name {
        "" => format!("node_{place}"),
        name if Variant::of_name(name).is_some() => format!("{name}_"),
        name => name.to_owned(),
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
    /// On the lightmap.
    pub light_uvs: Option<Vec<[f32; 2]>>,
    /// Red, green, blue, alpha.
    pub colours: Option<Vec<[f32; 4]>>,
    /// Three for each triangle.
    pub indices: Vec<u32>,
    pub extras: Extras,
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

/// Which variants are wanted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Shown {
    One(Variant),
    All,
}

impl Shown {
    pub fn takes(self, variant: Variant) -> bool {
        match self {
            Self::One(wanted) => wanted == variant,
            Self::All => true,
        }
    }
}

impl Default for Shown {
    fn default() -> Self {
        Self::One(Variant::default())
    }
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
    fn a_name_tells_node_and_variant() {
        let variant = Variant { state: 1, level: 4 };
        assert_eq!(variant.named("hull_lod1"), "hull_lod1_state1_lod4");
        for name in ["hull_lod1_state1_lod4", "hull_lod1_state1_lod4.001"] {
            assert_eq!(Variant::of_name(name), Some(("hull_lod1", variant)));
        }
        for name in [
            "",
            "hull",
            "hull_lod1",
            "hull_state_lod1",
            "hull_state1_lod",
            "hull_state+1_lod1",
            "x_state1_lod300",
        ] {
            assert_eq!(Variant::of_name(name), None, "{name}");
        }
    }

    #[test]
    fn names_are_safe_and_each_node_has_its_own() {
        let given = ["wheel", "wheel", "a.b [0]", "", "x_state0_lod1", "wheel_2", "Башня", "wheel"];
        let names = safe_names(given.into_iter().map(Cow::from));
        assert_eq!(
            names,
            ["wheel", "wheel_2", "a_b__0_", "node_3", "x_state0_lod1_", "wheel_2_2", "Башня", "wheel_3"]
        );
        let long = safe_names([Cow::from("я".repeat(50))].into_iter());
        assert_eq!(long, ["я".repeat(20)]);
        // Made again, they stay.
        assert_eq!(safe_names(names.iter().map(Cow::from)), names);
    }

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
