//! What a survey counts in models: sentences of the book that whoever owns a game can prove or refute.

use super::mesh::{Header, Mesh};
use super::node::{Bounds, Node};
use super::tree::{Stance, matrix_from};
use super::{BOXED, CLASSES, EXACT_MATRIX, MESH_KINDS, Model, RADIUS, UNSCALED, UPDATE_FLAGS};
use relict_core::prelude::*;

/// Of the size of a box, or of a radius: it was computed before positions were rounded to four bytes, and roots are quick.
const CLOSE: f32 = 1e-3;

pub(super) fn measure(model: &Model<'_>, cases: &mut Cases) {
    for node in &model.nodes {
        cases.tally(&CLASSES, node.base.class);
        cases.tally(&UPDATE_FLAGS, node.base.update_flags);
        if let Some(object) = &node.object {
            cases.claim(&UNSCALED, object.scale == [1.0; 3]);
            if object.stance() == Stance::Turned {
                let [x, y, z, _] = object.matrix;
                cases.claim(&EXACT_MATRIX, [x, y, z] == matrix_from(object.rotate, object.scale));
            }
        }
        measure_mesh(node, cases);
    }
}

fn measure_mesh(node: &Node<'_>, cases: &mut Cases) {
    let Some(mesh) = &node.mesh else { return };
    cases.tally(&MESH_KINDS, mesh.header.kind);
    if !mesh.vertices.is_empty() && node.base.flags.model_box() == 1 {
        cases.claim(&BOXED, holds(&node.bounds, mesh));
        cases.claim(&RADIUS, is_radius_of(&node.bounds, &mesh.header));
    }
}

fn holds(bounds: &Bounds, mesh: &Mesh<'_>) -> bool {
    let [low, high] = bounds.model_box;
    let size = low.iter().zip(high).fold(1.0, |most: f32, (low, high)| most.max(high - low));
    let near = size * CLOSE;
    let inside =
        |at: [f32; 3]| (0..3).all(|axis| low[axis] - near <= at[axis] && at[axis] <= high[axis] + near);
    mesh.vertices.iter().all(inside)
}

/// Whether the radius is half of the box's diagonal, as near as the engine's quick roots come.
fn is_radius_of(bounds: &Bounds, header: &Header) -> bool {
    let [low, high] = bounds.model_box;
    let square: f32 = low.iter().zip(high).map(|(low, high)| (high - low) * (high - low)).sum();
    let wanted = square.sqrt() / 2.0;
    (header.radius - wanted).abs() <= wanted * 0.02
}
