//! Terrain: it can be shown but not yet rebuilt, so a scene must be the same.

use super::vector::bits;
use super::{Extra, misfit};
use crate::msh::Msh;
use crate::msh::scene::all_variants;
use relict_core::args;
use relict_core::format::Document;
use relict_core::prelude::*;
use relict_core::scene::triangles::TriangleKey;
use relict_core::scene::variants::covered;
use relict_core::scene::{Misfit, Model, ModelEdit, Part, Scene, Shown, Variant};

pub(super) fn with_same_scene(terrain: &Msh<'_>, scene: &Scene) -> Result<ModelEdit, Misfit> {
    let own = Model::scene(terrain, Shown::All, Context::ALONE)?;
    let same = |variant: &Variant| triangles(&own, *variant) == triangles(scene, *variant);
    if !covered(scene, all_variants()).iter().all(same) {
        return Err(misfit("model.ground", args!()));
    }
    Ok(ModelEdit { bytes: terrain.to_bytes()?, remarks: vec![], companion: None })
}

/// A corner: its position, and in parts of 256 where it is on the texture.
type Corner = ([u32; 3], [i64; 2]);

/// The triangles that are shown in a variant, by their materials and corners, sorted.
fn triangles(scene: &Scene, variant: Variant) -> Vec<TriangleKey<Option<u8>, Corner>> {
    let shapes = scene.nodes.iter().flat_map(|node| &node.shapes).filter(|shape| shape.variant == variant);
    let parts = shapes.flat_map(|shape| &scene.meshes[shape.mesh].parts);
    let mut triangles: Vec<_> = parts.flat_map(|part| part_triangles(scene, part)).collect();
    triangles.sort_unstable();
    triangles
}

fn part_triangles(scene: &Scene, part: &Part) -> impl Iterator<Item = TriangleKey<Option<u8>, Corner>> {
    let row = part.material.and_then(|material| scene.materials[material].extras.number("row"));
    let uv = |vertex: usize| part.uvs.as_ref().map_or([0.0; 2], |uvs| uvs[vertex]);
    let corner = move |index: u32| {
        let vertex = index as usize;
        (bits(part.positions[vertex]), uv(vertex).map(|part| (part * 256.0).round() as i64))
    };
    part.triangles().iter().map(move |corners| TriangleKey::new(row, corners.map(&corner)))
}
