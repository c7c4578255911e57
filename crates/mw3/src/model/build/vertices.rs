//! Vertices as a scene has them, and how they are compared with the corners of polygons.

use super::super::cut::{Corner, MaterialKey};
use glam::{Affine3A, Vec3A};
use relict_core::scene::Part;
use relict_core::scene::colour::shown;
use relict_core::scene::tolerance::{EXACT, is_near};

/// Of numbers that were carried into the space of the whole model, and written as text.
const FLAT: f32 = 2e-5;
/// Modelling programs keep directions in few bits.
const NORMAL: f32 = 4e-3;
/// Colours have steps of 1/255.
const COLOUR: f32 = 0.6 / 255.0;

#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct SceneVertex {
    pub position: [f32; 3],
    pub normal: Option<[f32; 3]>,
    pub uv: Option<[f32; 2]>,
    pub colour: Option<[f32; 3]>,
}

#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct SceneTriangle {
    pub material: MaterialKey,
    pub corners: [SceneVertex; 3],
}

/// The triangles of a part.
pub(super) fn triangles(part: &Part, material: MaterialKey) -> impl Iterator<Item = SceneTriangle> {
    let vertex = |index: u32| {
        let i = index as usize;
        SceneVertex {
            position: part.positions[i],
            normal: part.normals.as_ref().map(|normals| normals[i]),
            uv: part.uvs.as_ref().map(|uvs| uvs[i]),
            colour: part.colours.as_ref().map(|colours| {
                let [r, g, b, _] = colours[i];
                [r, g, b]
            }),
        }
    };
    part.triangles().iter().map(move |corners| SceneTriangle { material, corners: corners.map(vertex) })
}

/// Compares vertices in the space that the numbers of the scene are in: that of the node, or of the whole model.
#[derive(Clone, Copy, Debug)]
pub(super) struct VertexMatcher {
    /// From the space of the node to that of the model.
    world: Option<Affine3A>,
    tolerance: f32,
}

impl VertexMatcher {
    pub(super) fn new(world: Option<Affine3A>) -> Self {
        Self { world, tolerance: if world.is_some() { FLAT } else { EXACT } }
    }

    pub(super) fn is_flat(&self) -> bool {
        self.world.is_some()
    }

    /// A position of the node, as the scene would have it.
    pub(super) fn to_scene(self, position: [f32; 3]) -> [f32; 3] {
        self.world.map_or(position, |world| world.transform_point3a(Vec3A::from(position)).to_array())
    }

    /// A position of the scene, in the space of the node.
    pub(super) fn to_node(self, position: [f32; 3]) -> [f32; 3] {
        self.world
            .map_or(position, |world| world.inverse().transform_point3a(Vec3A::from(position)).to_array())
    }

    pub(super) fn is_same_position(&self, own: [f32; 3], found: [f32; 3]) -> bool {
        is_near(self.to_scene(own), found, self.tolerance)
    }

    /// Directions in the space of the whole model say nothing that the positions do not.
    pub(super) fn is_same_normal(&self, own: [f32; 3], found: Option<[f32; 3]>) -> bool {
        self.world.is_some() || found.is_none_or(|found| is_near(own, found, NORMAL))
    }

    pub(super) fn is_same_uv(&self, own: [f32; 2], found: Option<[f32; 2]>) -> bool {
        found.is_none_or(|found| is_near(own, found, self.tolerance))
    }

    pub(super) fn is_same_colour(&self, own: [f32; 3], found: Option<[f32; 3]>) -> bool {
        found.is_none_or(|found| is_near(own.map(shown), found.map(shown), COLOUR))
    }

    pub(super) fn is_same(&self, own: &Corner, found: &SceneVertex) -> bool {
        self.is_same_position(own.position, found.position)
            && self.is_same_normal(own.normal, found.normal)
            && self.is_same_uv(own.uv, found.uv)
            && self.is_same_colour(own.colour, found.colour)
    }

    /// A position of the scene as a cell of a grid, by which it is found. The grid is coarser than what is the same; a
    /// position at the border of a cell may not be found, and then becomes a new one.
    pub(super) fn cell(&self, position: [f32; 3]) -> [i64; 3] {
        position.map(|part| (f64::from(part) / (f64::from(self.tolerance) * 8.0)).round() as i64)
    }
}
