//! The nodes: which there are, in which order, and which of them only carry a mesh of another.

use super::meshes::{Meshes, Piece};
use super::numbers::Numbers;
use super::{GltfError, Ignored, broken, key, names, ours, variant};
use crate::phrases;
use crate::space::{affine, is_still};
use glam::{DAffine3, Mat4};
use gltf_json::{Index, Root};
use relict_core::scene::{Extras, Node, Placement, Shape, Up, Variant};
use std::cmp::Reverse;
use std::collections::{BTreeMap, BinaryHeap, HashSet};

/// The nodes of a document that its scene shows.
pub(super) struct Tree<'d> {
    root: &'d Root,
    /// By node of the document.
    stems: Vec<Stem>,
    /// Nodes of the document, parents first.
    order: Vec<usize>,
    /// By node of the document, its place among the nodes of the scene.
    places: Vec<Option<usize>>,
}

/// What is known of a node before its meshes are read.
struct Stem {
    parent: Option<usize>,
    name: String,
    placement: Placement,
    extras: Extras,
    variant: Option<Variant>,
    /// Whether it only carries a mesh of its parent.
    carries: bool,
}

impl<'d> Tree<'d> {
    pub(super) fn of(root: &'d Root, up: Up, ignored: &mut Ignored) -> Result<Self, GltfError> {
        let parents = parents(root)?;
        let stem = |(node, parent)| Stem::of(node, parent, up, ignored);
        let stems: Vec<Stem> = root.nodes.iter().zip(parents).map(stem).collect();
        let mut tree = Self { root, order: vec![], places: vec![None; stems.len()], stems };
        tree.order = tree.parents_first(&tree.roots(ignored)?);
        tree.find_carriers();
        let own = tree.order.iter().filter(|node| !tree.stems[**node].carries);
        for (place, node) in own.enumerate() {
            tree.places[*node] = Some(place);
        }
        Ok(tree)
    }

    /// The node of the scene that a node of the document became.
    pub(super) fn place(&self, node: usize) -> Option<usize> {
        self.places.get(node).copied().flatten()
    }

    /// Where the scene begins.
    fn roots(&self, ignored: &mut Ignored) -> Result<Vec<usize>, GltfError> {
        if self.root.scenes.len() > 1 {
            ignored.insert("other-scenes");
        }
        let Some(scene) = self.root.scenes.get(self.root.scene.map_or(0, |scene| scene.value())) else {
            return Ok((0..self.stems.len()).filter(|node| self.stems[*node].parent.is_none()).collect());
        };
        let mut seen = HashSet::new();
        let top = |node: &usize| self.stems.get(*node).is_some_and(|stem| stem.parent.is_none());
        let root = |node: &Index<gltf_json::Node>| {
            let node = Some(node.value()).filter(|node| top(node) && seen.insert(*node));
            node.ok_or_else(|| broken(phrases::gltf_scene_nodes()))
        };
        scene.nodes.iter().map(root).collect()
    }

    /// Each node behind its parent, and otherwise in the order of the document. No node is seen twice, as each has
    /// one parent at most; rings are not reached from the top.
    fn parents_first(&self, roots: &[usize]) -> Vec<usize> {
        let mut waiting: BinaryHeap<_> = roots.iter().copied().map(Reverse).collect();
        let mut order = vec![];
        while let Some(Reverse(node)) = waiting.pop() {
            order.push(node);
            waiting.extend(children(&self.root.nodes[node]).map(Reverse));
        }
        order
    }

    /// From the leaves up, since what carries has only such below it.
    fn find_carriers(&mut self) {
        let moved = self.moved();
        for at in (0..self.order.len()).rev() {
            let node = self.order[at];
            let bare = children(&self.root.nodes[node]).all(|child| self.stems[child].carries);
            self.stems[node].carries = bare && !moved.contains(&node) && self.may_carry(node);
        }
    }

    /// What moves by itself is a node.
    fn moved(&self) -> HashSet<usize> {
        let channels = self.root.animations.iter().flat_map(|animation| &animation.channels);
        channels.map(|channel| channel.target.node.value()).collect()
    }

    /// Whether extras or names say so. A node of ours with a mesh tells its variant, so its name means nothing more.
    fn may_carry(&self, node: usize) -> bool {
        let stem = &self.stems[node];
        let Some(parent) = stem.parent.filter(|_| self.root.nodes[node].mesh.is_some()) else { return false };
        if stem.extras.contains_key(key::SHAPE) {
            return true;
        }
        let name = self.root.nodes[node].name.as_deref().unwrap_or_default();
        let above = [Some(parent), self.stems[parent].parent];
        let is_of = |above: usize| {
            let stem = &self.stems[above];
            let own = self.root.nodes[above].name.as_deref().unwrap_or_default();
            names::is_shape_of(name, own) || names::is_shape_of(name, &stem.name)
        };
        stem.variant.is_none() && above.into_iter().flatten().any(is_of)
    }

    /// The nodes of the scene, with what they and those below them carry.
    pub(super) fn nodes(
        &self,
        meshes: &mut Meshes<'_, '_>,
        numbers: &mut Numbers<'_>,
    ) -> Result<Vec<Node>, GltfError> {
        let shown = self.shown(meshes);
        let meshes = meshes.read(shown.iter().flat_map(|shown| shown.values()), numbers)?;
        let mut places = meshes.into_iter();
        let own = self.order.iter().filter(|node| !self.stems[**node].carries);
        let node = |(&node, shown): (&usize, BTreeMap<Variant, Vec<Piece>>)| {
            let stem = &self.stems[node];
            let mut extras = stem.extras.clone();
            extras.shift_remove(key::SHAPE);
            Node {
                name: stem.name.clone(),
                parent: stem.parent.and_then(|parent| self.place(parent)),
                placement: stem.placement,
                shapes: shapes(shown.into_keys(), &mut places),
                extras,
            }
        };
        Ok(own.zip(shown).map(node).collect())
    }

    /// For each node of the scene, of which pieces it shows each variant.
    fn shown(&self, meshes: &Meshes<'_, '_>) -> Vec<BTreeMap<Variant, Vec<Piece>>> {
        let mut shown = vec![BTreeMap::new(); self.places.iter().flatten().count()];
        // From the owner of a carrier to the carrier.
        let mut ways: Vec<Option<DAffine3>> = vec![None; self.stems.len()];
        let mut owners: Vec<usize> = (0..self.stems.len()).collect();
        for &node in &self.order {
            let stem = &self.stems[node];
            if let Some(parent) = stem.parent.filter(|_| stem.carries) {
                owners[node] = owners[parent];
                let step = (!is_still(&stem.placement)).then(|| affine(&stem.placement));
                ways[node] = match (ways[parent], step) {
                    (Some(way), Some(step)) => Some(way * step),
                    (way, step) => way.or(step),
                };
            }
            let place = self.place(owners[node]);
            if let Some((mesh, place)) = self.root.nodes[node].mesh.zip(place) {
                let variant = self.variant(node, mesh, meshes);
                let pieces: &mut Vec<Piece> = shown[place].entry(variant).or_default();
                pieces.push(Piece { mesh: mesh.value(), way: ways[node] });
            }
        }
        shown
    }

    /// Extras know best, then names.
    fn variant(&self, node: usize, mesh: Index<gltf_json::Mesh>, meshes: &Meshes<'_, '_>) -> Variant {
        let name = self.root.nodes[node].name.as_deref().unwrap_or_default();
        let by_name = |name: &str| Variant::of_name(name).map(|(_, variant)| variant);
        let stem = &self.stems[node];
        let told = stem.variant.or_else(|| meshes.variant(mesh.value()));
        told.or_else(|| by_name(name)).or_else(|| by_name(meshes.name(mesh.value()))).unwrap_or_default()
    }
}

/// Variants without a mesh that could be read are not shown.
fn shapes(
    variants: impl Iterator<Item = Variant>,
    meshes: &mut impl Iterator<Item = Option<usize>>,
) -> Vec<Shape> {
    variants.zip(meshes).filter_map(|(variant, mesh)| Some(Shape { variant, mesh: mesh? })).collect()
}

impl Stem {
    fn of(node: &gltf_json::Node, parent: Option<usize>, up: Up, ignored: &mut Ignored) -> Self {
        let mut extras = ours(&node.extras);
        let given = extras.shift_remove(key::NAME);
        let name = node.name.as_deref().unwrap_or_default();
        let name = names::given_node(name, given.as_ref().and_then(|given| given.as_str()));
        let variant = variant(&mut extras);
        Self { parent, name, placement: placement(node, up, ignored), extras, variant, carries: false }
    }
}

fn children(node: &gltf_json::Node) -> impl Iterator<Item = usize> {
    node.children.iter().flatten().map(Index::value)
}

/// The parent of each node.
fn parents(root: &Root) -> Result<Vec<Option<usize>>, GltfError> {
    let mut parents = vec![None; root.nodes.len()];
    for (parent, node) in root.nodes.iter().enumerate() {
        for child in children(node) {
            match parents.get_mut(child) {
                Some(free @ None) => *free = Some(parent),
                Some(_) => return Err(broken(phrases::gltf_two_parents(child))),
                None => return Err(broken(phrases::gltf_no_node(child))),
            }
        }
    }
    Ok(parents)
}

fn placement(node: &gltf_json::Node, up: Up, ignored: &mut Ignored) -> Placement {
    let still = Placement::default();
    let (translation, rotation, scale) = match node.matrix {
        Some(matrix) => taken_apart(matrix, ignored),
        None => (node.translation, node.rotation.map(|rotation| rotation.0), node.scale),
    };
    Placement {
        translation: finite(translation).map_or(still.translation, |v| up.from_y(v)),
        rotation: finite(rotation).map_or(still.rotation, |v| up.rotation_from_y(unit(v))),
        scale: finite(scale).map_or(still.scale, |v| up.scale_from_y(v)),
    }
}

fn finite<const N: usize>(vector: Option<[f32; N]>) -> Option<[f32; N]> {
    vector.filter(|vector| vector.iter().all(|value| value.is_finite()))
}

type Parts = (Option<[f32; 3]>, Option<[f32; 4]>, Option<[f32; 3]>);

/// A matrix as scenes have it; what it does besides is lost.
fn taken_apart(matrix: [f32; 16], ignored: &mut Ignored) -> Parts {
    let matrix = Mat4::from_cols_array(&matrix);
    let (scale, rotation, translation) = matrix.to_scale_rotation_translation();
    let again = Mat4::from_scale_rotation_translation(scale, rotation, translation);
    let size = scale.abs().max_element().max(translation.abs().max_element());
    if !again.abs_diff_eq(matrix, size * 1e-3) {
        ignored.insert("shear");
    }
    (Some(translation.to_array()), Some(rotation.to_array()), Some(scale.to_array()))
}

/// A rotation of length one, left alone if it is that already.
pub(super) fn unit(rotation: [f32; 4]) -> [f32; 4] {
    let vector = glam::DVec4::from_array(rotation.map(f64::from));
    if (vector.length_squared() - 1.0).abs() <= 1e-5 {
        return rotation;
    }
    vector.try_normalize().map_or([0.0, 0.0, 0.0, 1.0], |unit| unit.to_array().map(|value| value as f32))
}
