//! Ground: it can be looked at, but nobody knows yet how to make it anew. So it only has to be the same.

use super::piece::bits;
use super::{Extra, all_variants, misfit};
use crate::msh::Msh;
use relict_core::args;
use relict_core::format::Document;
use relict_core::prelude::*;
use relict_core::scene::cast::covered;
use relict_core::scene::{Misfit, Model, ModelEdit, Part, Scene, Shown, Variant};

impl Msh<'_> {
    pub(super) fn same_ground(&self, scene: &Scene) -> Result<ModelEdit, Misfit> {
        let own = Model::scene(self, Shown::All, Context::ALONE)?;
        let same = |variant: &Variant| faces(&own, *variant) == faces(scene, *variant);
        if !covered(scene, &all_variants()).iter().all(same) {
            return Err(misfit("model.ground", args!()));
        }
        Ok(ModelEdit { bytes: self.to_bytes()?, remarks: vec![] })
    }
}

/// A corner: its place, and in parts of 256 where it is on the texture.
type Corner = ([u32; 3], [i64; 2]);

/// What is shown in a variant, in an order of its own: material and corners, beginning with the least.
fn faces(scene: &Scene, variant: Variant) -> Vec<(Option<u8>, [Corner; 3])> {
    let shapes = scene.nodes.iter().flat_map(|node| &node.shapes).filter(|shape| shape.variant == variant);
    let parts = shapes.flat_map(|shape| &scene.meshes[shape.mesh].parts);
    let mut faces: Vec<_> = parts.flat_map(|part| part_faces(scene, part)).collect();
    faces.sort_unstable();
    faces
}

fn part_faces(scene: &Scene, part: &Part) -> Vec<(Option<u8>, [Corner; 3])> {
    let row = part.material.and_then(|material| scene.materials[material].extras.number("row"));
    let uv = |vertex: usize| part.uvs.as_ref().map_or([0.0; 2], |uvs| uvs[vertex]);
    let corner = |index: &u32| {
        let vertex = *index as usize;
        (bits(part.positions[vertex]), uv(vertex).map(|part| (part * 256.0).round() as i64))
    };
    let face = |indices: &[u32]| {
        let [a, b, c] = [0, 1, 2].map(|i| corner(&indices[i]));
        (row, [[a, b, c], [b, c, a], [c, a, b]].into_iter().min().unwrap_or([a, b, c]))
    };
    part.indices.chunks_exact(3).map(face).collect()
}
