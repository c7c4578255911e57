//! Geometry from one space to another. Reckoned at twice the precision, since what is moved is often moved back.

use glam::{DAffine3, DMat3, DQuat, DVec3};
use relict_core::scene::{Part, Placement};

/// How far a value may be from that of a placement that changes nothing: what modelling programs leave of it.
const STILL: f32 = 1e-6;

pub(crate) fn affine(placement: &Placement) -> DAffine3 {
    let vector = |v: [f32; 3]| DVec3::from_array(v.map(f64::from));
    let rotation = DQuat::from_array(placement.rotation.map(f64::from));
    let length = rotation.length();
    let rotation = if length > 0.0 && length.is_finite() { rotation / length } else { DQuat::IDENTITY };
    DAffine3::from_scale_rotation_translation(
        vector(placement.scale),
        rotation,
        vector(placement.translation),
    )
}

/// Whether a placement changes nothing.
pub(crate) fn is_still(placement: &Placement) -> bool {
    let Placement { translation, rotation: [x, y, z, w], scale } = *placement;
    let near = |value: f32, wanted: f32| (value - wanted).abs() <= STILL;
    let unmoved = translation.iter().all(|&value| near(value, 0.0));
    let unturned = [x, y, z].iter().all(|&value| near(value, 0.0)) && near(w.abs(), 1.0);
    unmoved && unturned && scale.iter().all(|&value| near(value, 1.0))
}

/// Carries a part into the space that `way` leads to.
pub(crate) fn carry(part: &mut Part, way: &DAffine3) {
    for position in &mut part.positions {
        let carried = way.transform_point3(DVec3::from_array(position.map(f64::from)));
        *position = carried.to_array().map(narrow);
    }
    // Normals stay at right angles to their faces under every scale.
    let turn = cofactors(&way.matrix3);
    for normal in part.normals.iter_mut().flatten() {
        let carried = turn * DVec3::from_array(normal.map(f64::from));
        *normal = carried.try_normalize().map_or(*normal, |n| n.to_array().map(|value| value as f32));
    }
    // A mirror turns triangles over.
    if way.matrix3.determinant() < 0.0 {
        part.indices.as_chunks_mut::<3>().0.iter_mut().for_each(|corners| corners.swap(1, 2));
    }
}

/// What is too large for a scene stays at the largest that it holds.
fn narrow(value: f64) -> f32 {
    if value.is_nan() { 0.0 } else { value.clamp(f32::MIN.into(), f32::MAX.into()) as f32 }
}

/// The inverse transposed, but for a positive factor; there is one even for what is flat.
fn cofactors(matrix: &DMat3) -> DMat3 {
    let DMat3 { x_axis: x, y_axis: y, z_axis: z } = *matrix;
    let sign = if matrix.determinant() < 0.0 { -1.0 } else { 1.0 };
    DMat3::from_cols(y.cross(z) * sign, z.cross(x) * sign, x.cross(y) * sign)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_mirrored_part_keeps_its_front() {
        let mut part = Part {
            positions: vec![[0.0, 0.0, 0.0], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0]],
            normals: Some(vec![[0.0, 0.0, 1.0], [0.6, 0.0, 0.8], [0.0, 0.0, 1.0]]),
            indices: vec![0, 1, 2],
            ..Part::default()
        };
        let placement =
            Placement { translation: [5.0, 0.0, 0.0], scale: [-2.0, 1.0, 1.0], ..Placement::default() };
        carry(&mut part, &affine(&placement));
        assert_eq!(part.positions[1], [3.0, 0.0, 0.0]);
        assert_eq!(part.indices, [0, 2, 1]);
        let normals = part.normals.unwrap();
        assert_eq!(normals[0], [0.0, 0.0, 1.0]);
        assert!(normals[1][0] < 0.0 && normals[1][2] > 0.9, "{:?}", normals[1]);
    }
}
