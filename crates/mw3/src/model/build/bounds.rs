//! The box and sphere of a mesh, and the boxes of the nodes above it. Each is written only where the geometry that it is
//! made from has changed. A box that was another than its geometry has only grows: what else it holds is unknown.

use super::super::node::{Bounds, Node, Object};
use super::super::{Model, mesh::Mesh};
use glam::{Affine3A, Vec3};
use relict_core::args;
use relict_core::scene::extent::Extent;
use relict_core::scene::notes::Notes;

/// How files have it: the low and the high corner. All zero is none.
type Stored = [[f32; 3]; 2];

/// How far numbers are apart that were calculated in another order; of one, or of what they are.
const NEAR: f32 = 1e-3;

/// Flags of a node whose boxes hold.
const NODE_BOX: u32 = 0x100;
const MODEL_BOX: u32 = 0x200;

/// A stored box, if it is one.
fn stored([low, high]: Stored) -> Option<Extent> {
    let extent = Extent { low: low.into(), high: high.into() };
    (extent.low != Vec3::ZERO || extent.high != Vec3::ZERO).then_some(extent)
}

fn to_stored(extent: Option<Extent>) -> Stored {
    extent.map_or([[0.0; 3]; 2], |extent| [extent.low.to_array(), extent.high.to_array()])
}

fn bits(stored: Stored) -> [[u32; 3]; 2] {
    stored.map(|corner| corner.map(f32::to_bits))
}

/// Whether boxes are the same to the bit.
fn are_same(a: impl IntoIterator<Item = Extent>, b: impl IntoIterator<Item = Extent>) -> bool {
    a.into_iter().map(Extent::to_bits).eq(b.into_iter().map(Extent::to_bits))
}

fn is_near(a: Extent, b: Extent) -> bool {
    let near = |a: Vec3, b: Vec3| ((a - b).abs() - NEAR * a.abs().max(Vec3::ONE)).max_element() <= 0.0;
    near(a.low, b.low) && near(a.high, b.high)
}

fn half(extent: Extent) -> Vec3 {
    (extent.high - extent.low) * 0.5
}

/// The root as the engine takes it: half of the exponent, and hardly more.
fn quick_root(square: f32) -> f32 {
    f32::from_bits((square.to_bits() >> 1) + 0x1FC0_0000)
}

fn extent(mesh: Option<&Mesh<'_>>) -> Option<Extent> {
    Extent::of(mesh?.vertices.iter())
}

/// Updates all bounds whose geometry is another one in the draft.
pub(super) fn update(model: &Model<'_>, draft: &mut Model<'_>, notes: &mut Notes) {
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
    let whole = [node_box, child_box, model_box].into_iter().find_map(stored)?;
    Some(whole.transformed(&node.object.as_ref().map_or(Affine3A::IDENTITY, Object::local)))
}

/// A box after its geometry has changed: around the geometry if it was before, else as large as it must be. And whether
/// it was not.
fn renewed(before: Stored, then: Option<Extent>, now: Option<Extent>) -> (Stored, bool) {
    match (stored(before), then) {
        (Some(was), Some(then)) if !is_near(was, then) => {
            (to_stored(Extent::around([Some(was), now].into_iter().flatten())), true)
        }
        _ => (to_stored(now), false),
    }
}

fn enclose_mesh(then: &Node<'_>, now: &mut Node<'_>) -> bool {
    let (before, after) = (extent(then.mesh.as_ref()), extent(now.mesh.as_ref()));
    if are_same(before, after) {
        return false;
    }
    if let (Some(mesh), Some(after)) = (&mut now.mesh, after) {
        mesh.header.center = (after.low + half(after)).to_array();
        mesh.header.radius = quick_root(half(after).length_squared());
    }
    let is_new = then.mesh.is_none();
    let holds = is_new || stored(then.bounds.model_box).is_some();
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
    if are_same(before.iter().copied(), after.iter().copied()) || stored(then.bounds.child_box).is_none() {
        return false;
    }
    let (renewed, grown) = renewed(
        then.bounds.child_box,
        Extent::around(before.iter().copied()),
        Extent::around(after.iter().copied()),
    );
    now.bounds.child_box = renewed;
    grown
}

fn enclose_all(then: &Node<'_>, now: &mut Node<'_>) -> bool {
    let parts = |bounds: &Bounds| [bounds.model_box, bounds.child_box];
    let is_new = then.mesh.is_none() && now.mesh.is_some();
    if parts(&then.bounds).map(bits) == parts(&now.bounds).map(bits)
        || stored(then.bounds.node_box).is_none() && !is_new
    {
        return false;
    }
    let whole = |bounds: &Bounds| Extent::around(parts(bounds).into_iter().filter_map(stored));
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
        let stored = |low: f32, high: f32| to_stored(Some(extent(low, high)));
        let (then, now) = (Some(extent(0.0, 1.0)), Some(extent(0.0, 3.0)));
        assert_eq!(renewed(stored(0.0, 1.0), then, now), (stored(0.0, 3.0), false));
        assert_eq!(renewed(stored(-5.0, 2.0), then, now), (stored(-5.0, 3.0), true));
    }
}
