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

/// A node as the traversal comes by.
#[derive(Clone, Copy, Debug)]
pub struct Passed<'m> {
    pub node: usize,
    /// What it shows in its state at its level.
    pub slot: Option<(usize, &'m Slot)>,
    /// From the space of the node to the world.
    pub matrix: Mat4,
    /// Why nothing of it is drawn; none if it is.
    pub unseen: Option<Unseen>,
}

/// Why nothing of a node is drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unseen {
    NoSlot,
    /// It is drawn from inside only.
    Cockpit,
    /// It lies behind this one of the planes.
    Outside(usize),
}

/// The level that is drawn from inside.
const INSIDE_LEVEL: usize = 4;

impl Model<'_> {
    /// All nodes, parents first, with what becomes of each. `state` tells in which state of damage a node is now (0 to 2),
    /// `level` how far away it counts as (0 to 3); from inside there is one level only. Nothing stands in for a level that
    /// is empty, or for a state that the node does not have.
    pub fn traverse<'d>(
        &'d self,
        pose: &'d Pose,
        view: View<'d>,
        state: impl Fn(usize) -> usize + 'd,
        level: impl Fn(usize) -> usize + 'd,
    ) -> impl Iterator<Item = Passed<'d>> {
        self.parents_first().iter().filter_map(move |&node| {
            let level = if view.from_inside { INSIDE_LEVEL } else { level(node) };
            let slot = self.slot(node, state(node), level);
            let matrix = view.placement * *pose.model.get(node)?;
            let is_cockpit = self.nodes().get(node).is_some_and(Node::is_cockpit);
            let unseen = match slot {
                _ if is_cockpit && !view.from_inside => Some(Unseen::Cockpit),
                None => Some(Unseen::NoSlot),
                Some((_, slot)) => view.missed(slot, &matrix).map(Unseen::Outside),
            };
            Some(Passed { node, slot, matrix, unseen })
        })
    }

    /// The calls that draw the model, in the same order.
    pub fn draws<'d>(
        &'d self,
        pose: &'d Pose,
        view: View<'d>,
        state: impl Fn(usize) -> usize + 'd,
        level: impl Fn(usize) -> usize + 'd,
    ) -> impl Iterator<Item = Draw<'d>> {
        let seen = self.traverse(pose, view, state, level).filter(|passed| passed.unseen.is_none());
        seen.flat_map(|passed| self.calls(passed))
    }

    /// The calls that draw a node, seen or not.
    pub fn calls<'d>(&'d self, passed: Passed<'d>) -> impl Iterator<Item = Draw<'d>> {
        let Passed { node, slot, matrix, .. } = passed;
        slot.into_iter().flat_map(move |(slot, found)| {
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
    /// The plane that all of a slot lies behind; of several, the one that it is farthest from. A slot whose bounds make no
    /// sense is always seen.
    fn missed(&self, slot: &Slot, matrix: &Mat4) -> Option<usize> {
        match self.cull {
            _ if !slot.is_bounded() => None,
            Cull::Nothing => None,
            Cull::Sphere => self.behind(sphere(slot, matrix)),
            Cull::Box => self.behind(corners(slot, matrix)),
        }
    }

    /// Out of sight is what has all its points behind the same plane, and each of them farther away than the radius.
    fn behind<const N: usize>(&self, (points, radius): ([Vec3; N], f32)) -> Option<usize> {
        let reaches = |plane: &Vec4| {
            let nearest =
                points.iter().map(|point| distance(*plane, *point)).fold(f32::NEG_INFINITY, f32::max);
            nearest + radius
        };
        let all = self.planes.iter().map(reaches).enumerate().filter(|(_, reaches)| *reaches < 0.0);
        all.min_by(|(_, a), (_, b)| a.total_cmp(b)).map(|(plane, _)| plane)
    }
}

/// The radius grows with the largest of the three scales.
fn sphere(slot: &Slot, matrix: &Mat4) -> ([Vec3; 1], f32) {
    let center = matrix.transform_point3(Vec3::from_array(slot.sphere_center));
    let scales = [matrix.x_axis, matrix.y_axis, matrix.z_axis].map(|axis| axis.truncate().length());
    ([center], slot.sphere_radius * scales.into_iter().fold(0.0, f32::max))
}

fn corners(slot: &Slot, matrix: &Mat4) -> ([Vec3; 8], f32) {
    let (low, high) = (slot.aabb_min, slot.aabb_max);
    let corner = |i: usize| {
        let pick = |axis: usize| if i >> axis & 1 == 0 { low[axis] } else { high[axis] };
        matrix.transform_point3(Vec3::new(pick(0), pick(1), pick(2)))
    };
    (std::array::from_fn(corner), 0.0)
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
