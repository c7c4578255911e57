//! Polygons as parts of triangles: those of one material together, and each corner once.
//!
//! What the way back compares with is made here, so that both ways agree on every number.

use super::draw::Face;
use super::mesh::Mesh;
use relict_core::scene::colour::linear;
use relict_core::scene::{Extras, Part};
use relict_core::view::View;
use serde_json::json;
use std::collections::HashMap;

/// What polygons are drawn with: a material of the mechlib, and whether from both sides.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) struct MaterialKey {
    pub place: Option<i32>,
    pub both_sides: bool,
}

/// A corner as a scene has it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Corner {
    pub position: [f32; 3],
    pub normal: [f32; 3],
    pub uv: [f32; 2],
    pub colour: [f32; 3],
}

/// A polygon with the corners of its triangles.
#[derive(Clone, Debug)]
pub(super) struct Facet {
    /// Its place in the mesh.
    pub polygon: usize,
    pub material: MaterialKey,
    pub corners: Vec<Corner>,
    pub strip: bool,
    pub has_normals: bool,
    pub has_uvs: bool,
}

impl Facet {
    pub(super) fn triangles(&self) -> impl Iterator<Item = [usize; 3]> + use<> {
        super::draw::triangles(self.corners.len(), self.strip)
    }
}

/// What has no number stands at zero: so it is drawn.
fn finite<const N: usize>(numbers: [f32; N]) -> [f32; N] {
    numbers.map(|number| if number.is_finite() { number } else { 0.0 })
}

/// How bright a colour of 0 to 255 is.
pub(super) fn bright(colour: f32) -> f32 {
    if colour >= 255.0 { 1.0 } else { linear(finite([colour])[0].max(0.0) / 255.0) }
}

fn unit(vector: [f32; 3]) -> Option<[f32; 3]> {
    glam::Vec3::from_array(vector).try_normalize().map(|unit| unit.to_array())
}

/// The direction that the first triangle looks which has one; up if none has.
fn face_normal(points: &[[f32; 3]], strip: bool) -> [f32; 3] {
    let normal = |corners: [usize; 3]| {
        let [a, b, c] = corners.map(|corner| glam::DVec3::from_array(points[corner].map(f64::from)));
        (b - a).cross(c - a).try_normalize().map(|normal| normal.to_array().map(|part| part as f32))
    };
    super::draw::triangles(points.len(), strip).find_map(normal).unwrap_or([0.0, 1.0, 0.0])
}

/// A polygon, if it has a triangle and all its vertices are there.
fn facet(polygon: usize, face: &Face<'_>, mesh: &Mesh<'_>) -> Option<Facet> {
    let corners = &face.corners;
    super::draw::triangles(corners.vertices.len(), face.strip).next()?;
    let vertex = |index: u32| mesh.vertices.get(index as usize).map(finite);
    let positions = corners.vertices.iter().map(vertex).collect::<Option<Vec<_>>>()?;
    let flat = face_normal(&positions, face.strip);
    let list = |corner: usize| corners.normals.as_ref()?.get(corner);
    let normal = |corner: usize| unit(mesh.normals.get(list(corner)? as usize)?);
    let uv = |corner: usize| corners.uvs.as_ref().and_then(|uvs| uvs.get(corner)).map(finite);
    let colour = |corner: usize| corners.colours.get(corner).map(|colour| colour.map(bright));
    let corner = |(place, position)| Corner {
        position,
        normal: normal(place).unwrap_or(flat),
        uv: uv(place).unwrap_or_default(),
        colour: colour(place).unwrap_or([1.0; 3]),
    };
    let material = face.materials().next();
    Some(Facet {
        polygon,
        material: MaterialKey { place: material, both_sides: face.back_face },
        corners: positions.into_iter().enumerate().map(corner).collect(),
        strip: face.strip,
        has_normals: corners.normals.is_some(),
        has_uvs: corners.uvs.as_ref().is_some_and(|uvs| !View::is_empty(uvs)),
    })
}

/// All polygons of a mesh that can be drawn.
pub(super) fn facets(mesh: &Mesh<'_>) -> Vec<Facet> {
    mesh.faces().enumerate().filter_map(|(place, face)| facet(place, &face, mesh)).collect()
}

/// The polygons in parts, one for each material, in the order in which materials first come.
pub(super) fn parts(facets: &[Facet], place_of: &HashMap<MaterialKey, usize>) -> Vec<Part> {
    by_material(facets).into_iter().map(|(key, facets)| part(&facets, place_of.get(&key).copied())).collect()
}

pub(super) fn by_material(facets: &[Facet]) -> Vec<(MaterialKey, Vec<&Facet>)> {
    let mut places = HashMap::new();
    let mut groups: Vec<(MaterialKey, Vec<&Facet>)> = vec![];
    for facet in facets {
        let place = *places.entry(facet.material).or_insert(groups.len());
        if place == groups.len() {
            groups.push((facet.material, vec![]));
        }
        groups[place].1.push(facet);
    }
    groups
}

fn part(facets: &[&Facet], material: Option<usize>) -> Part {
    let has_normals = facets.iter().any(|facet| facet.has_normals);
    let has_uvs = facets.iter().any(|facet| facet.has_uvs);
    let corners = || facets.iter().flat_map(|facet| &facet.corners);
    let has_colours = corners().any(|corner| corner.colour != [1.0; 3]);
    let mut part = Part { material, extras: polygons(facets), ..Part::default() };
    let (mut normals, mut uvs, mut colours) = (vec![], vec![], vec![]);
    let mut known: HashMap<[u32; 11], u32> = HashMap::with_capacity(corners().count());
    for facet in facets {
        let places: Vec<u32> = (facet.corners.iter())
            .map(|corner| {
                let normal = if has_normals { corner.normal } else { [0.0; 3] };
                *known.entry(key(corner, normal)).or_insert_with(|| {
                    part.positions.push(corner.position);
                    normals.push(normal);
                    uvs.push(corner.uv);
                    let [r, g, b] = corner.colour;
                    colours.push([r, g, b, 1.0]);
                    (part.positions.len() - 1) as u32
                })
            })
            .collect();
        part.indices.extend(facet.triangles().flatten().map(|corner| places[corner]));
    }
    part.normals = has_normals.then_some(normals);
    part.uvs = has_uvs.then_some(uvs);
    part.colours = has_colours.then_some(colours);
    part
}

/// Corners with the same key are one vertex.
fn key(corner: &Corner, normal: [f32; 3]) -> [u32; 11] {
    let Corner { position: [x, y, z], uv: [u, v], colour: [r, g, b], .. } = *corner;
    let [i, j, k] = normal;
    [x, y, z, i, j, k, u, v, r, g, b].map(f32::to_bits)
}

/// Which polygons the triangles are of, for those who want them whole: the place of each in the mesh and how many corners it
/// has. One of `n` corners is `n - 2` triangles around its first corner; those in `strips` go to and fro.
fn polygons(facets: &[&Facet]) -> Extras {
    let mut extras = Extras::new();
    let all: Vec<_> = facets.iter().map(|facet| json!([facet.polygon, facet.corners.len()])).collect();
    extras.insert("polygons".into(), all.into());
    let strips: Vec<_> =
        facets.iter().filter(|facet| facet.strip).map(|facet| facet.polygon.into()).collect();
    if !strips.is_empty() {
        extras.insert("strips".into(), serde_json::Value::Array(strips));
    }
    extras
}
