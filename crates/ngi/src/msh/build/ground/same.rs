//! Whether a scene shows the ground as it is.

use super::{Extra, bits};
use crate::msh::Msh;
use crate::msh::scene::all_variants;
use relict_core::prelude::*;
use relict_core::scene::triangles::TriangleKey;
use relict_core::scene::variants::covered;
use relict_core::scene::{Misfit, Model, Part, Scene, Shown, Variant};

/// A corner: its position, in parts of 1024 where it is on the two textures, and in 255ths how much of it is seen.
type Corner = ([u32; 3], [i64; 2], [i64; 2], i64);
/// What a triangle is of: a row of the wear table, and whether it lies over another.
type Group = (Option<u8>, bool);

/// The same triangles of the same materials at every level that the scene covers, in whatever order.
pub(super) fn is_same(msh: &Msh<'_>, scene: &Scene) -> Result<bool, Misfit> {
    let own = Model::scene(msh, Shown::All, Context::ALONE)?;
    let moved = |scene: &Scene| scene.nodes.iter().any(|node| node.placement != Default::default());
    let same = |variant: &Variant| triangles(&own, *variant) == triangles(scene, *variant);
    Ok(!moved(scene) && covered(scene, all_variants()).iter().all(same))
}

/// The triangles that are shown in a variant, by their materials and corners, sorted.
fn triangles(scene: &Scene, variant: Variant) -> Vec<TriangleKey<Group, Corner>> {
    let shapes = scene.nodes.iter().flat_map(|node| &node.shapes).filter(|shape| shape.variant == variant);
    let parts = shapes.flat_map(|shape| &scene.meshes[shape.mesh].parts);
    let mut triangles: Vec<_> = parts.flat_map(|part| part_triangles(scene, part)).collect();
    triangles.sort_unstable();
    triangles
}

fn part_triangles(scene: &Scene, part: &Part) -> impl Iterator<Item = TriangleKey<Group, Corner>> {
    let row = part.material.and_then(|material| scene.materials[material].extras.number("row"));
    let uv = |list: &Option<Vec<[f32; 2]>>, vertex: usize| list.as_ref().map_or([0.0; 2], |uvs| uvs[vertex]);
    let parts = |uv: [f32; 2]| uv.map(|part| (f64::from(part) * 1024.0).round() as i64);
    // In place of what is no number, scenes that were outside have zero.
    let shown = |position: [f32; 3]| bits(position.map(|part| if part.is_finite() { part } else { 0.0 }));
    let corner = move |index: u32| {
        let vertex = index as usize;
        let alpha = part.colours.as_ref().map_or(1.0, |colours| colours[vertex][3]);
        let alpha = (f64::from(alpha) * 255.0).round() as i64;
        (
            shown(part.positions[vertex]),
            parts(uv(&part.uvs, vertex)),
            parts(uv(&part.light_uvs, vertex)),
            alpha,
        )
    };
    part.triangles().iter().map(move |corners| TriangleKey::new((row, part.is_over()), corners.map(&corner)))
}
