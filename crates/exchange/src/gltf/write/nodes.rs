//! Nodes in the order of the scene, and behind them those that carry further meshes.

use super::{add_variant, extras, finite, key, name_kept, names};
use gltf_json::scene::UnitQuaternion;
use gltf_json::{Index, Mesh, Root};
use relict_core::scene::{Extras, Node, Placement, Scene, Shape, Up};

/// How far the square of a length may be from one and still count as it.
const UNIT: f64 = 1e-6;

pub(super) fn write(scene: &Scene, meshes: &[Option<Index<Mesh>>], root: &mut Root) {
    let mut unique = names::Unique::default();
    for (place, node) in scene.nodes.iter().enumerate() {
        let name = unique.name(names::node(&node.name, place));
        root.nodes.push(own_node(scene.up, node, name, meshes));
    }
    let mut children = vec![vec![]; scene.nodes.len()];
    for (place, node) in (0..).zip(&scene.nodes) {
        node.parent.into_iter().for_each(|parent| children[parent].push(Index::new(place)));
    }
    for (place, mut children) in children.into_iter().enumerate() {
        children.extend(further_nodes(&scene.nodes[place], place, meshes, &mut unique, root));
        root.nodes[place].children = Some(children).filter(|children| !children.is_empty());
    }
    root.scenes.push(own_scene(scene));
}

fn own_scene(scene: &Scene) -> gltf_json::Scene {
    let name = names::plain(&scene.name, "scene", 0);
    let roots = (0..).zip(&scene.nodes).filter(|(_, node)| node.parent.is_none());
    gltf_json::Scene {
        extensions: None,
        extras: extras(&scene.extras, &name_kept(&name, &scene.name)),
        name: Some(name),
        nodes: roots.map(|(place, _)| Index::new(place)).collect(),
    }
}

/// What a node shows, the lowest variant first, as far as there is something to see.
fn shapes<'s>(node: &'s Node, meshes: &[Option<Index<Mesh>>]) -> Vec<(&'s Shape, Index<Mesh>)> {
    let mut shapes: Vec<_> =
        node.shapes.iter().filter_map(|shape| Some((shape, meshes[shape.mesh]?))).collect();
    shapes.sort_by_key(|(shape, _)| shape.variant);
    shapes
}

/// The node itself, with the first of its meshes.
fn own_node(up: Up, node: &Node, name: String, meshes: &[Option<Index<Mesh>>]) -> gltf_json::Node {
    let mut ours = name_kept(&name, &node.name);
    let shapes = shapes(node, meshes);
    let first = shapes.first();
    if let Some((shape, _)) = first {
        add_variant(&mut ours, shape.variant);
    }
    let mut written = gltf_json::Node {
        mesh: first.map(|(_, mesh)| *mesh),
        extras: extras(&node.extras, &ours),
        name: Some(name),
        ..gltf_json::Node::default()
    };
    place(&mut written, up, &node.placement);
    written
}

/// What changes nothing is not said.
fn place(node: &mut gltf_json::Node, up: Up, placement: &Placement) {
    let still = Placement::default();
    let differs =
        |one: &[f32], other: &[f32]| !one.iter().map(|v| v.to_bits()).eq(other.iter().map(|v| v.to_bits()));
    if differs(&placement.translation, &still.translation) {
        node.translation = Some(up.to_y(placement.translation.map(finite)));
    }
    if differs(&placement.rotation, &still.rotation) {
        node.rotation = Some(UnitQuaternion(unit_rotation(up, placement.rotation)));
    }
    if differs(&placement.scale, &still.scale) {
        node.scale = Some(up.scale_to_y(placement.scale.map(finite)));
    }
}

/// A rotation of length one; one that says nothing turns nothing.
pub(super) fn unit_rotation(up: Up, rotation: [f32; 4]) -> [f32; 4] {
    let [x, y, z, w] = up.rotation_to_y(rotation);
    let vector = glam::DVec4::new(x.into(), y.into(), z.into(), w.into());
    if (vector.length_squared() - 1.0).abs() <= UNIT {
        // Validators allow for the length, but not for a component beyond one.
        return [x, y, z, w].map(|value| value.clamp(-1.0, 1.0));
    }
    vector.try_normalize().map_or([0.0, 0.0, 0.0, 1.0], |unit| unit.to_array().map(|value| value as f32))
}

/// Nodes for the meshes that the node itself has no place for.
fn further_nodes(
    node: &Node,
    place: usize,
    meshes: &[Option<Index<Mesh>>],
    unique: &mut names::Unique,
    root: &mut Root,
) -> Vec<Index<gltf_json::Node>> {
    let parent = root.nodes[place].name.clone().unwrap_or_default();
    let shapes = shapes(node, meshes).into_iter().skip(1);
    let further = shapes.map(|(shape, mesh)| {
        let mut ours = Extras::from_iter([(key::SHAPE.to_owned(), true.into())]);
        add_variant(&mut ours, shape.variant);
        root.push(gltf_json::Node {
            mesh: Some(mesh),
            name: Some(unique.name(names::shape(&parent, shape.variant))),
            extras: extras(&Extras::new(), &ours),
            ..gltf_json::Node::default()
        })
    });
    further.collect()
}
