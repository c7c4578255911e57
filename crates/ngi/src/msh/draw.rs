//! What is drawn of a model: node by node, slot by slot, batch by batch, without what cannot be seen.

use super::Model;
use super::pose::Pose;
use super::stream::{Batch, Node, Slot};
use glam::{Mat4, Vec3, Vec4};

/// Who looks, and where the model stands.
#[derive(Clone, Copy, Debug)]
pub struct View<'v> {
    /// The sides of what is seen: x, y, z of the normal that points inwards, and the distance from the origin.
    pub planes: &'v [Vec4],
    /// Where the model stands in the world.
    pub placement: Mat4,
    /// Whether the unit itself looks, out of its cockpit.
    pub from_inside: bool,
    pub cull: Cull,
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
    /// The calls that draw the model, parents first. `state` and `level` tell how damaged each node is and how far away
    /// it counts as; from inside there is one level only. Nothing stands in for a level that is empty.
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
