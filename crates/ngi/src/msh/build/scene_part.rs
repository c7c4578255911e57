//! A part of a scene, in the space of its node and with the texture coordinates of the file.

use super::packing::{packed_lights, packed_uvs};
use super::submesh::VertexAttributes;
use glam::{Quat, Vec3};
use relict_core::scene::triangles::compacted;
use relict_core::scene::{Misfit, Part};

/// A vertex of a scene, before it is known which of the model it is.
#[derive(Clone, Copy, Debug)]
pub(super) struct SceneVertex {
    pub position: [f32; 3],
    /// Of length one, or as good.
    pub normal: Option<[f32; 3]>,
    pub uv: Option<[i16; 2]>,
    pub light: Option<[u16; 2]>,
}

/// A part of a scene in the space of its node, without the vertices that it does not use.
#[derive(Debug)]
pub(super) struct ScenePart {
    pub vertices: Vec<SceneVertex>,
    pub triangles: Vec<[u32; 3]>,
    /// By how many textures it was moved to fit.
    pub moved: [i32; 2],
}

/// Where the space of a node is in that of the model; none where a part is in it already.
pub(super) type NodeSpace = Option<(Vec3, Quat)>;

impl ScenePart {
    pub(super) fn new(
        part: &Part,
        has: VertexAttributes,
        space: NodeSpace,
        mesh: &str,
    ) -> Result<Self, Misfit> {
        let (used, triangles) = compacted(part.triangles());
        let picked = |list: &[[f32; 2]]| used.iter().map(|i| list[*i as usize]).collect::<Vec<_>>();
        let (uvs, moved) = match part.uvs.as_ref().filter(|_| has.uvs) {
            Some(uvs) => packed_uvs(&picked(uvs), mesh).map(|(uvs, moved)| (Some(uvs), moved))?,
            None => (None, [0; 2]),
        };
        let lights = part.light_uvs.as_ref().filter(|_| has.lights);
        let lights = lights.map(|uvs| packed_lights(&picked(uvs), mesh)).transpose()?;
        let normals = part.normals.as_ref().filter(|_| has.normals);
        let vertex = |(place, i): (usize, &u32)| SceneVertex {
            position: to_node(part.positions[*i as usize], space),
            normal: normals.map(|normals| normal_to_node(normals[*i as usize], space)),
            uv: uvs.as_ref().map(|uvs| uvs[place]),
            light: lights.as_ref().map(|lights| lights[place]),
        };
        Ok(Self { vertices: used.iter().enumerate().map(vertex).collect(), triangles, moved })
    }
}

fn to_node(position: [f32; 3], space: NodeSpace) -> [f32; 3] {
    let Some((origin, turn)) = space else { return position };
    let way = Vec3::from_array(position).as_dvec3() - origin.as_dvec3();
    let place = turn.conjugate().as_dquat() * way;
    // What is too far stays at the furthest that there is.
    place.to_array().map(|part| part.clamp(f32::MIN.into(), f32::MAX.into()) as f32)
}

fn normal_to_node(normal: [f32; 3], space: NodeSpace) -> [f32; 3] {
    let normal = Vec3::from_array(normal);
    let normal = space.map_or(normal, |(_, turn)| turn.conjugate() * normal);
    normal.try_normalize().unwrap_or(Vec3::Z).to_array()
}

/// A position as scenes have it: in place of NaN and infinity, which glTF does not allow, stands zero.
pub(super) fn shown(position: [f32; 3], space: NodeSpace) -> [f32; 3] {
    if position.iter().all(|part| part.is_finite()) {
        return position;
    }
    let still = |(origin, turn): (Vec3, Quat)| origin.abs().max(turn.xyz().abs()).max_element() <= 1e-6;
    match space.filter(|space| !still(*space)) {
        // On the way to another space, it spreads to all three.
        Some(_) => to_node([0.0; 3], space),
        None => position.map(|part| if part.is_finite() { part } else { 0.0 }),
    }
}
