//! What follows from geometry: the box and sphere of a mesh, and the boxes of the nodes above it. Each is only written where
//! what it follows from has changed. A box that did not follow before only grows: nobody knows what else it holds.

use super::super::node::{Bounds, Node, Object};
use super::super::{Model, mesh::Mesh};
use glam::{Affine3A, Vec3, Vec3A};
use relict_core::args;
use relict_core::scene::notes::Notes;

/// How files have it: the low and the high corner. All zero is none.
type Stored = [[f32; 3]; 2];

/// What another order of reckoning may make of a number, of one or of what it is.
const NEAR: f32 = 1e-3;

/// Flags of a node whose boxes hold.
const NODE_BOX: u32 = 0x100;
const MODEL_BOX: u32 = 0x200;

#[derive(Clone, Copy, Debug)]
struct Extent {
    low: Vec3,
    high: Vec3,
}

/// To the bit: a box that holds no numbers is still the same box.
impl PartialEq for Extent {
    fn eq(&self, other: &Self) -> bool {
        bits(put(Some(*self))) == bits(put(Some(*other)))
    }
}

fn bits(stored: Stored) -> [[u32; 3]; 2] {
    stored.map(|corner| corner.map(f32::to_bits))
}

impl Extent {
    fn of(points: impl Iterator<Item = [f32; 3]>) -> Option<Self> {
        let points = points.map(Vec3::from_array).filter(|point| point.is_finite());
        points.map(|point| Self { low: point, high: point }).reduce(Self::and)
    }

    fn stored([low, high]: Stored) -> Option<Self> {
        let extent = Self { low: low.into(), high: high.into() };
        (extent.low != Vec3::ZERO || extent.high != Vec3::ZERO).then_some(extent)
    }

    fn and(self, other: Self) -> Self {
        Self { low: self.low.min(other.low), high: self.high.max(other.high) }
    }

    fn half(self) -> Vec3 {
        (self.high - self.low) * 0.5
    }

    /// Around all eight corners, moved.
    fn moved(self, way: &Affine3A) -> Self {
        let corner = |i: usize| {
            let pick = |axis: usize| if i >> axis & 1 == 0 { self.low[axis] } else { self.high[axis] };
            way.transform_point3a(Vec3A::new(pick(0), pick(1), pick(2))).into()
        };
        (1..8).map(corner).fold(Self { low: corner(0), high: corner(0) }, |all, point| {
            all.and(Self { low: point, high: point })
        })
    }

    fn is_near(self, other: Self) -> bool {
        let near = |a: Vec3, b: Vec3| ((a - b).abs() - NEAR * a.abs().max(Vec3::ONE)).max_element() <= 0.0;
        near(self.low, other.low) && near(self.high, other.high)
    }
}

fn joined(all: impl Iterator<Item = Extent>) -> Option<Extent> {
    all.reduce(Extent::and)
}

fn put(extent: Option<Extent>) -> Stored {
    extent.map_or([[0.0; 3]; 2], |extent| [extent.low.to_array(), extent.high.to_array()])
}

/// The root as the engine takes it: half of the exponent, and hardly more.
fn quick_root(square: f32) -> f32 {
    f32::from_bits((square.to_bits() >> 1) + 0x1FC0_0000)
}

fn extent(mesh: Option<&Mesh<'_>>) -> Option<Extent> {
    Extent::of(mesh?.vertices.iter())
}

/// Brings everything up to date that follows from what is other in the draft.
pub(super) fn follow(model: &Model<'_>, draft: &mut Model<'_>, notes: &mut Notes) {
    let parents = model.parents();
    // What each node holds by its children, before and now.
    let mut below: Vec<[Vec<Extent>; 2]> = vec![[vec![], vec![]]; model.nodes.len()];
    for place in (0..model.nodes.len()).rev() {
        let (then, now) = (&model.nodes[place], &mut draft.nodes[place]);
        let mut kept = enclose_mesh(then, now);
        let [before, after] = &below[place];
        kept |= enclose_children(then, now, before, after);
        kept |= enclose_all(then, now);
        if kept {
            notes.say("box-grown", args!(node = now.name().as_ref()));
        }
        if let Some(parent) = parents[place] {
            let [before, after] = [reach(then), reach(&draft.nodes[place])];
            below[parent][0].extend(before);
            below[parent][1].extend(after);
        }
    }
}

/// What a node takes in the space of its parent.
fn reach(node: &Node<'_>) -> Option<Extent> {
    let Bounds { node_box, child_box, model_box, .. } = node.bounds;
    let whole = [node_box, child_box, model_box].into_iter().find_map(Extent::stored)?;
    Some(whole.moved(&node.object.as_ref().map_or(Affine3A::IDENTITY, Object::local)))
}

/// A box after what it follows from has changed: anew if it followed, else as large as it has to be. Whether it did not.
fn renewed(stored: Stored, then: Option<Extent>, now: Option<Extent>) -> (Stored, bool) {
    match (Extent::stored(stored), then) {
        (Some(was), Some(then)) if !was.is_near(then) => {
            (put(joined([Some(was), now].into_iter().flatten())), true)
        }
        _ => (put(now), false),
    }
}

fn enclose_mesh(then: &Node<'_>, now: &mut Node<'_>) -> bool {
    let (before, after) = (extent(then.mesh.as_ref()), extent(now.mesh.as_ref()));
    if before == after {
        return false;
    }
    if let (Some(mesh), Some(after)) = (&mut now.mesh, after) {
        mesh.header.center = (after.low + after.half()).to_array();
        mesh.header.radius = quick_root(after.half().length_squared());
    }
    let is_new = then.mesh.is_none();
    let holds = is_new || Extent::stored(then.bounds.model_box).is_some();
    if !holds {
        return false;
    }
    let (renewed, grown) = renewed(then.bounds.model_box, before, after);
    now.bounds.model_box = renewed;
    match (is_new, now.mesh.is_some()) {
        (true, true) => now.base.flags.0 |= MODEL_BOX | NODE_BOX,
        (false, false) => now.base.flags.0 &= !MODEL_BOX,
        _ => {}
    }
    grown
}

fn enclose_children(then: &Node<'_>, now: &mut Node<'_>, before: &[Extent], after: &[Extent]) -> bool {
    if before == after || Extent::stored(then.bounds.child_box).is_none() {
        return false;
    }
    let (renewed, grown) =
        renewed(then.bounds.child_box, joined(before.iter().copied()), joined(after.iter().copied()));
    now.bounds.child_box = renewed;
    grown
}

fn enclose_all(then: &Node<'_>, now: &mut Node<'_>) -> bool {
    let parts = |bounds: &Bounds| [bounds.model_box, bounds.child_box];
    let is_new = then.mesh.is_none() && now.mesh.is_some();
    if parts(&then.bounds).map(bits) == parts(&now.bounds).map(bits)
        || Extent::stored(then.bounds.node_box).is_none() && !is_new
    {
        return false;
    }
    let whole = |bounds: &Bounds| joined(parts(bounds).into_iter().filter_map(Extent::stored));
    let (renewed, grown) = renewed(then.bounds.node_box, whole(&then.bounds), whole(&now.bounds));
    now.bounds.node_box = renewed;
    grown
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_quick_root_is_exact_for_powers_of_four_and_near_otherwise() {
        assert_eq!((quick_root(4.0), quick_root(16.0), quick_root(1.0)), (2.0, 4.0, 1.0));
        assert!((quick_root(3.0) - 3f32.sqrt()).abs() < 0.07);
    }

    #[test]
    fn a_box_that_did_not_follow_only_grows() {
        let extent = |low: f32, high: f32| Extent { low: Vec3::splat(low), high: Vec3::splat(high) };
        let stored = |low: f32, high: f32| put(Some(extent(low, high)));
        let (then, now) = (Some(extent(0.0, 1.0)), Some(extent(0.0, 3.0)));
        assert_eq!(renewed(stored(0.0, 1.0), then, now), (stored(0.0, 3.0), false));
        assert_eq!(renewed(stored(-5.0, 2.0), then, now), (stored(-5.0, 3.0), true));
    }
}
