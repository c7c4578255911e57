//! The geometry.

use super::materials::Used;
use super::store::Store;
use super::{add_variant, extras, finite, key, name_kept, names};
use gltf_json::mesh::{Mode, Primitive, Semantic};
use gltf_json::validation::Checked;
use gltf_json::{Index, Root};
use relict_core::scene::{Extras, Mesh, Part, Scene, Up, Variant};
use std::collections::BTreeMap;

/// How far the square of a length may be from one and still count as it, for validators and for us.
const UNIT: f32 = 1e-3;

/// Writes the meshes that nodes show, and tells for each of the scene which one it is.
pub(super) fn write<'s>(
    scene: &'s Scene,
    used: &Used,
    store: &mut Store<'s>,
    root: &mut Root,
) -> Vec<Option<Index<gltf_json::Mesh>>> {
    let variants = variants(scene);
    let mut places = vec![None; scene.meshes.len()];
    for (place, mesh) in scene.meshes.iter().enumerate() {
        if !used.meshes[place] {
            continue;
        }
        let parts = mesh.parts.iter().filter(|part| is_drawn(part));
        let primitives = parts.map(|part| primitive(scene, part, used, store)).collect();
        let name = names::plain(&mesh.name, "mesh", place);
        let mut ours = name_kept(&name, &mesh.name);
        if let Some(variant) = variants[place] {
            add_variant(&mut ours, variant);
        }
        let extras = extras(&mesh.extras, &ours);
        let mesh = gltf_json::Mesh { extensions: None, extras, name: Some(name), primitives, weights: None };
        places[place] = Some(root.push(mesh));
    }
    places
}

/// glTF has no empty lists.
pub(super) fn is_drawn(part: &Part) -> bool {
    !part.positions.is_empty() && !part.indices.is_empty()
}

pub(super) fn is_shown(mesh: &Mesh) -> bool {
    mesh.parts.iter().any(is_drawn)
}

/// The one variant that a mesh is for. A mesh that serves several is for none.
fn variants(scene: &Scene) -> Vec<Option<Variant>> {
    let mut variants = vec![None; scene.meshes.len()];
    let mut several = vec![false; scene.meshes.len()];
    for shape in scene.nodes.iter().flat_map(|node| &node.shapes) {
        several[shape.mesh] |= variants[shape.mesh].is_some_and(|variant| variant != shape.variant);
        variants[shape.mesh] = Some(shape.variant);
    }
    variants.into_iter().zip(several).map(|(variant, several)| variant.filter(|_| !several)).collect()
}

fn primitive<'s>(scene: &Scene, part: &'s Part, used: &Used, store: &mut Store<'s>) -> Primitive {
    let up = scene.up;
    let mut attributes = BTreeMap::new();
    let mut add = |semantic, accessor| attributes.insert(Checked::Valid(semantic), accessor);
    add(Semantic::Positions, store.positions(part.positions.iter().map(move |p| up.to_y(p.map(finite)))));
    if let Some(normals) = &part.normals {
        add(Semantic::Normals, store.attribute(normals.iter().map(move |normal| unit_normal(up, *normal))));
    }
    let textured = part.material.is_some_and(|material| used.textured[material]);
    if let Some(uvs) = &part.uvs {
        add(Semantic::TexCoords(0), store.attribute(uvs.iter().map(|uv| uv.map(finite))));
    } else if textured || part.light_uvs.is_some() {
        // A texture needs them, and the second ones may not be the first.
        add(Semantic::TexCoords(0), store.attribute(part.positions.iter().map(|_| [0.0; 2])));
    }
    if let Some(uvs) = &part.light_uvs {
        add(Semantic::TexCoords(1), store.attribute(uvs.iter().map(|uv| uv.map(finite))));
    }
    if let Some(colours) = &part.colours {
        let clamped = |value: f32| finite(value).clamp(0.0, 1.0);
        add(Semantic::Colors(0), store.attribute(colours.iter().map(move |colour| colour.map(clamped))));
    }
    let indices = store.indices(&part.indices, part.positions.len());
    let made_up = part.uvs.is_none() && (textured || part.light_uvs.is_some());
    let ours = Extras::from_iter(made_up.then(|| (key::NO_UVS.to_owned(), true.into())));
    Primitive {
        attributes,
        extensions: None,
        extras: extras(&part.extras, &ours),
        indices: Some(indices),
        material: part.material.and_then(|material| used.materials[material]),
        mode: Checked::Valid(Mode::Triangles),
        targets: None,
    }
}

/// A normal of length one; one that points nowhere points up.
fn unit_normal(up: Up, normal: [f32; 3]) -> [f32; 3] {
    let [x, y, z] = up.to_y(normal);
    let square = x * x + y * y + z * z;
    if (square - 1.0).abs() <= UNIT {
        return [x, y, z];
    }
    let vector = glam::DVec3::new(x.into(), y.into(), z.into());
    vector.try_normalize().map_or([0.0, 1.0, 0.0], |unit| unit.to_array().map(|value| value as f32))
}
