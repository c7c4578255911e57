//! What is drawn of a model: node by node, slot by slot, batch by batch, without what cannot be seen.
//!
//! Every node is looked at, whatever its flags say of its children: that 0x10 stops there is told by one source only,
//! and not of which models.

use super::Model;
use super::pose::Pose;
use super::stream::{Batch, Node, Slot};
use glam::{Mat4, Vec3, Vec4};

/// Who looks, and where the model stands.
#[derive(Clone, Copy, Debug)]
pub struct View<'v> {
    /// The sides of what is seen, such as [`planes`] makes them of a camera. Of each, x, y, z are the normal, which points
    /// inwards and is one long; a point is inside if its product with that, plus w, is not negative.
    pub planes: &'v [Vec4],
    /// Where the model stands in the world.
    pub placement: Mat4,
    /// Whether the unit itself looks, out of its cockpit.
    pub from_inside: bool,
    pub cull: Cull,
}

/// The six sides of what a camera sees, in the world: left, right, below, above, near, far. The matrix takes the world to
/// x and y from -w to w and to z from 0 to w, as in Direct3D, Vulkan and WebGPU; it does not matter which end of z is near.
/// Where there is no far end, the last of them lets everything through.
pub fn planes(view_projection: Mat4) -> [Vec4; 6] {
    let [x, y, z, w] = view_projection.transpose().to_cols_array_2d().map(Vec4::from_array);
    [w + x, w - x, w + y, w - y, z, w - z].map(|side| {
        let length = side.truncate().length();
        if length > 0.0 { side / length } else { side }
    })
}

/// What stands for a slot when it is tested whether it can be seen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Cull {
    Nothing,
    Sphere,
    Box,
}

/// A call to draw.
#[derive(Clone, Copy, Debug)]
pub struct Draw<'m> {
    pub node: usize,
    pub slot: usize,
    pub batch: usize,
    /// The batch itself.
    pub triangles: &'m Batch,
    /// A row of the wear table.
    pub material: usize,
    /// A row of its lightmaps.
    pub lightmap: Option<usize>,
    /// From the space of the node to the world.
    pub matrix: Mat4,
}

/// The level that is drawn from inside.
const INSIDE_LEVEL: usize = 4;

impl Model<'_> {
    /// The calls that draw the model, parents first. `state` tells in which state of damage each node is now (0 to 2),
    /// `level` how far away it counts as (0 to 3); from inside there is one level only. Nothing stands in for a level that
    /// is empty, or for a state that the node does not have.
    pub fn draws<'d>(
        &'d self,
        pose: &'d Pose,
        view: View<'d>,
        state: impl Fn(usize) -> usize + 'd,
        level: impl Fn(usize) -> usize + 'd,
    ) -> impl Iterator<Item = Draw<'d>> {
        let shown = move |&node: &usize| {
            let hidden = self.nodes().get(node).is_some_and(Node::is_cockpit) && !view.from_inside;
            let level = if view.from_inside { INSIDE_LEVEL } else { level(node) };
            let (place, slot) = self.slot(node, state(node), level).filter(|_| !hidden)?;
            let matrix = view.placement * *pose.model.get(node)?;
            view.sees(slot, &matrix).then_some((node, place, slot, matrix))
        };
        let slots = self.parents_first().iter().filter_map(shown);
        slots.flat_map(move |(node, slot, found, matrix)| {
            let batches = found.batches().filter_map(|batch| Some((batch, self.batches().get(batch)?)));
            batches.map(move |(batch, triangles)| Draw {
                node,
                slot,
                batch,
                triangles,
                material: triangles.material.into(),
                lightmap: triangles.lightmap(),
                matrix,
            })
        })
    }
}

impl View<'_> {
    /// A slot whose bounds make no sense is always seen.
    fn sees(&self, slot: &Slot, matrix: &Mat4) -> bool {
        match self.cull {
            _ if !slot.is_bounded() => true,
            Cull::Nothing => true,
            Cull::Sphere => self.sees_sphere(slot, matrix),
            Cull::Box => self.sees_box(slot, matrix),
        }
    }

    /// The radius grows with the largest of the three scales.
    fn sees_sphere(&self, slot: &Slot, matrix: &Mat4) -> bool {
        let center = matrix.transform_point3(Vec3::from_array(slot.sphere_center));
        let scales = [matrix.x_axis, matrix.y_axis, matrix.z_axis].map(|axis| axis.truncate().length());
        let radius = slot.sphere_radius * scales.into_iter().fold(0.0, f32::max);
        self.planes.iter().all(|plane| distance(*plane, center) >= -radius)
    }

    /// Out of sight is what has all corners behind the same side.
    fn sees_box(&self, slot: &Slot, matrix: &Mat4) -> bool {
        let (low, high) = (slot.aabb_min, slot.aabb_max);
        let corner = |i: usize| {
            let pick = |axis: usize| if i >> axis & 1 == 0 { low[axis] } else { high[axis] };
            matrix.transform_point3(Vec3::new(pick(0), pick(1), pick(2)))
        };
        let corners: [Vec3; 8] = std::array::from_fn(corner);
        self.planes.iter().all(|plane| corners.iter().any(|corner| distance(*plane, *corner) >= 0.0))
    }
}

fn distance(plane: Vec4, point: Vec3) -> f32 {
    plane.dot(point.extend(1.0))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A camera at (0, -10, 0) that looks along y, with z up, a right angle wide and high, from 1 to 100.
    fn camera(projection: Mat4) -> [Vec4; 6] {
        planes(projection * Mat4::look_at_rh(Vec3::new(0.0, -10.0, 0.0), Vec3::ZERO, Vec3::Z))
    }

    /// Which sides a point lies behind.
    fn behind(planes: &[Vec4], point: Vec3) -> Vec<usize> {
        let behind = |side: &usize| distance(planes[*side], point) < 0.0;
        (0..planes.len()).filter(behind).collect()
    }

    #[test]
    fn a_camera_sees_between_six_sides() {
        let right_angle = std::f32::consts::FRAC_PI_2;
        let sides = camera(Mat4::perspective_rh(right_angle, 1.0, 1.0, 100.0));
        for (point, wanted) in [
            (Vec3::ZERO, vec![]),
            (Vec3::new(9.9, 0.0, -9.9), vec![]),
            (Vec3::new(-10.1, 0.0, 0.0), vec![0]),
            (Vec3::new(10.1, 0.0, 0.0), vec![1]),
            (Vec3::new(0.0, 0.0, -10.1), vec![2]),
            (Vec3::new(10.1, 0.0, 10.1), vec![1, 3]),
            (Vec3::new(0.0, -9.1, 0.0), vec![4]),
            (Vec3::new(0.0, 90.1, 0.0), vec![5]),
        ] {
            assert_eq!(behind(&sides, point), wanted, "{point}");
        }
        assert!(sides.iter().all(|side| (side.truncate().length() - 1.0).abs() < 1e-6));
        // Ten away from the near side, counted in the world and not in the camera.
        assert!((distance(sides[4], Vec3::new(0.0, 1.0, 0.0)) - 10.0).abs() < 1e-4);
    }

    #[test]
    fn a_camera_without_a_far_end_sees_to_it() {
        let right_angle = std::f32::consts::FRAC_PI_2;
        let far = Vec3::new(0.0, 1e9, 0.0);
        for projection in [
            Mat4::perspective_infinite_rh(right_angle, 1.0, 1.0),
            Mat4::perspective_infinite_reverse_rh(right_angle, 1.0, 1.0),
        ] {
            let sides = camera(projection);
            assert_eq!(behind(&sides, far), [0; 0]);
            assert_eq!(behind(&sides, Vec3::new(0.0, -9.1, 0.0)).len(), 1);
        }
    }
}
