//! The geometry.

use super::numbers::Numbers;
use super::{GltfError, Ignored, broken, given_name, key, ours, variant};
use crate::phrases;
use crate::space::carry;
use glam::DAffine3;
use gltf_json::accessor::Type;
use gltf_json::mesh::{Mode, Primitive, Semantic};
use gltf_json::validation::Checked;
use gltf_json::{Accessor, Index, Root};
use relict_core::scene::{Mesh, Part, Up, Variant};
use std::collections::BTreeMap;

/// What a part takes besides its vertices, at most and about.
const PART: usize = 512;

pub(super) struct Meshes<'d, 'i> {
    root: &'d Root,
    up: Up,
    ignored: &'i mut Ignored,
    /// By mesh of the document, the variant that its extras tell.
    variants: Vec<Option<Variant>>,
    /// Those of the scene.
    pub(super) done: Vec<Mesh>,
}

/// A mesh of the document, maybe moved.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Piece {
    pub(super) mesh: usize,
    pub(super) way: Option<DAffine3>,
}

impl<'d, 'i> Meshes<'d, 'i> {
    pub(super) fn new(root: &'d Root, up: Up, ignored: &'i mut Ignored) -> Self {
        let variants = root.meshes.iter().map(|mesh| variant(&mut ours(&mesh.extras))).collect();
        Self { root, up, ignored, variants, done: vec![] }
    }

    pub(super) fn variant(&self, mesh: usize) -> Option<Variant> {
        self.variants.get(mesh).copied().flatten()
    }

    pub(super) fn name(&self, mesh: usize) -> &str {
        self.root.meshes.get(mesh).and_then(|mesh| mesh.name.as_deref()).unwrap_or_default()
    }

    /// Reads what is shown, and tells which mesh of the scene it became. Meshes of the document that are shown as
    /// they are come first and in their order; those that are put together or moved, behind.
    pub(super) fn read<'p>(
        &mut self,
        shown: impl Iterator<Item = &'p Vec<Piece>> + Clone,
        numbers: &mut Numbers<'_>,
    ) -> Result<Vec<Option<usize>>, GltfError> {
        let mut places: BTreeMap<usize, Option<usize>> =
            shown.clone().filter_map(|pieces| whole(pieces)).map(|mesh| (mesh, None)).collect();
        for (mesh, place) in &mut places {
            let mesh = self.mesh(*mesh, numbers)?;
            *place = self.keep(mesh);
        }
        let place = |pieces: &Vec<Piece>| match whole(pieces) {
            Some(mesh) => Ok(places.get(&mesh).copied().flatten()),
            None => self.joined(pieces, numbers).map(|mesh| self.keep(mesh)),
        };
        shown.map(place).collect()
    }

    /// A mesh without parts shows nothing.
    fn keep(&mut self, mesh: Mesh) -> Option<usize> {
        (!mesh.parts.is_empty()).then(|| {
            self.done.push(mesh);
            self.done.len() - 1
        })
    }

    /// One mesh of several pieces; the first gives it its name.
    fn joined(&mut self, pieces: &[Piece], numbers: &mut Numbers<'_>) -> Result<Mesh, GltfError> {
        let mut joined = Mesh::default();
        for (place, piece) in pieces.iter().enumerate() {
            let mut mesh = self.mesh(piece.mesh, numbers)?;
            if let Some(way) = &piece.way {
                mesh.parts.iter_mut().for_each(|part| carry(part, way));
            }
            if place == 0 {
                joined = mesh;
            } else {
                joined.parts.append(&mut mesh.parts);
            }
        }
        Ok(joined)
    }

    fn mesh(&mut self, index: usize, numbers: &mut Numbers<'_>) -> Result<Mesh, GltfError> {
        let mesh = self.root.meshes.get(index).ok_or_else(|| broken(phrases::gltf_no_mesh(index)))?;
        let length = |extras: &gltf_json::Extras| extras.as_ref().map_or(0, |extras| extras.get().len());
        // Few bytes make a part, and many nodes may ask for it.
        numbers.budget.take(mesh.primitives.len() + 1, PART)?;
        let texts = mesh.primitives.iter().map(|part| length(&part.extras)).sum::<usize>();
        numbers.budget.take(texts + length(&mesh.extras) + self.name(index).len(), 1)?;
        let mut extras = ours(&mesh.extras);
        variant(&mut extras);
        let name = given_name(mesh.name.as_ref(), &mut extras, "mesh");
        let mut parts = vec![];
        for primitive in &mesh.primitives {
            parts.extend(self.part(&name, primitive, numbers)?);
        }
        Ok(Mesh { name, parts, extras })
    }

    /// What has no places or no triangles cannot be drawn.
    fn part(
        &mut self,
        mesh: &str,
        primitive: &Primitive,
        numbers: &mut Numbers<'_>,
    ) -> Result<Option<Part>, GltfError> {
        check_mode(mesh, primitive)?;
        let list = |semantic| primitive.attributes.get(&Checked::Valid(semantic)).copied();
        let Some(positions) = list(Semantic::Positions) else {
            self.ignored.insert("parts-without-positions");
            return Ok(None);
        };
        let count = numbers.count(positions)?;
        let mut extras = ours(&primitive.extras);
        let no_uvs = extras.shift_remove(key::NO_UVS).is_some();
        let uv_set = self.uv_set(primitive);
        let uvs = list(Semantic::TexCoords(uv_set)).filter(|_| !no_uvs);
        let light_uvs = list(Semantic::TexCoords(1)).filter(|_| uv_set != 1);
        let up = self.up;
        let turned = |mut list: Vec<[f32; 3]>| {
            list.iter_mut().for_each(|vector| *vector = up.from_y(*vector));
            list
        };
        let part = Part {
            material: self.material(primitive)?,
            positions: turned(vertices(numbers, positions, count, &[Type::Vec3])?),
            normals: attribute(numbers, list(Semantic::Normals), count, &[Type::Vec3])?.map(turned),
            uvs: attribute(numbers, uvs, count, &[Type::Vec2])?,
            light_uvs: attribute(numbers, light_uvs, count, &[Type::Vec2])?,
            colours: attribute(numbers, list(Semantic::Colors(0)), count, &[Type::Vec3, Type::Vec4])?,
            indices: indices(numbers, primitive.indices, count)?,
            extras,
        };
        Ok(Some(part).filter(|part| !part.indices.is_empty()))
    }

    fn material(&self, primitive: &Primitive) -> Result<Option<usize>, GltfError> {
        match primitive.material.map(|material| material.value()) {
            Some(material) if material >= self.root.materials.len() => {
                Err(broken(phrases::gltf_no_material(material)))
            }
            material => Ok(material),
        }
    }

    /// Which texture coordinates its texture takes.
    fn uv_set(&self, primitive: &Primitive) -> u32 {
        let material = primitive.material.and_then(|material| self.root.materials.get(material.value()));
        let texture =
            material.and_then(|material| material.pbr_metallic_roughness.base_color_texture.as_ref());
        texture.map_or(0, |texture| texture.tex_coord)
    }
}

/// The mesh that one is, if nothing was done to it.
fn whole(pieces: &[Piece]) -> Option<usize> {
    match pieces {
        [Piece { mesh, way: None }] => Some(*mesh),
        _ => None,
    }
}

fn check_mode(mesh: &str, primitive: &Primitive) -> Result<(), GltfError> {
    let mode = match primitive.mode {
        Checked::Valid(Mode::Triangles) => return Ok(()),
        Checked::Valid(Mode::Points) => "points",
        Checked::Valid(Mode::Lines | Mode::LineLoop | Mode::LineStrip) => "lines",
        Checked::Valid(Mode::TriangleStrip) => "strips",
        Checked::Valid(Mode::TriangleFan) => "fans",
        Checked::Invalid => return Err(broken(phrases::gltf_mesh_kind(mesh))),
    };
    Err(GltfError::NotTriangles { mesh: mesh.into(), mode })
}

fn attribute<const N: usize>(
    numbers: &mut Numbers<'_>,
    accessor: Option<Index<Accessor>>,
    count: usize,
    kinds: &[Type],
) -> Result<Option<Vec<[f32; N]>>, GltfError> {
    accessor.map(|accessor| vertices(numbers, accessor, count, kinds)).transpose()
}

/// One item for each vertex; colours without alpha are opaque.
fn vertices<const N: usize>(
    numbers: &mut Numbers<'_>,
    accessor: Index<Accessor>,
    count: usize,
    kinds: &[Type],
) -> Result<Vec<[f32; N]>, GltfError> {
    if numbers.count(accessor)? != count {
        return Err(broken(phrases::gltf_vertex_count(accessor.value(), count)));
    }
    numbers.vectors(accessor, kinds, 1.0)
}

/// Three for each triangle; without a list, vertices are in order.
fn indices(
    numbers: &mut Numbers<'_>,
    accessor: Option<Index<Accessor>>,
    count: usize,
) -> Result<Vec<u32>, GltfError> {
    let indices = match accessor {
        Some(accessor) => numbers.indices(accessor)?,
        None => {
            numbers.budget.take(count, 4)?;
            (0..u32::try_from(count).map_err(|_| GltfError::TooLarge)?).collect()
        }
    };
    match indices.iter().max() {
        Some(&last) if last as usize >= count => Err(broken(phrases::gltf_triangle_vertex(last, count))),
        _ if !indices.len().is_multiple_of(3) => Err(broken(phrases::gltf_corners())),
        _ => Ok(indices),
    }
}
