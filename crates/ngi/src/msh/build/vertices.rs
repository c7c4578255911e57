//! Matches the vertices of a scene with those of a model. Modelling programs number vertices in another way, join parts of
//! one material, and round the last bits of numbers: none of that is an edit.

use super::packing::{normal_distance, packed_normal};
use super::scene_part::{NodeSpace, ScenePart, SceneVertex, shown};
use super::submesh::{KnownBatch, Submesh, Vertex};
use super::vector::{bits, cross, normalised};
use glam::{Quat, Vec3};
use relict_core::scene::tolerance::EXACT;
use std::collections::HashMap;

/// How far numbers may be apart and still mean the same.
#[derive(Clone, Copy, Debug)]
pub(super) struct Tolerance {
    /// Of one, or of the largest coordinate of a vertex.
    pub position: f32,
    pub normal: f32,
}

impl Tolerance {
    pub(super) const USUAL: Self = Self { position: EXACT, normal: 1e-3 };
    /// Of files without nodes: positions were moved to another space and back, and written as text.
    pub(super) const FLAT: Self = Self { position: 1e-4, normal: 2e-3 };
}

/// How many vertices are looked at for one position; a hostile model has all of them there.
const LOOKED_AT: usize = 64;

/// The vertices of a slot, to be found by their positions.
pub(super) struct VertexMatcher<'m> {
    known: &'m [KnownBatch],
    tolerance: Tolerance,
    space: NodeSpace,
    /// By how large their coordinates are, since the larger reach further.
    cells: HashMap<(i32, [i64; 3]), Vec<&'m Vertex>>,
}

/// What differs, and how far position and normal are apart: what differs counts more.
type Distance = (bool, bool, bool, f32, f32);

impl<'m> VertexMatcher<'m> {
    pub(super) fn new(known: &'m [KnownBatch], tolerance: Tolerance, space: NodeSpace) -> Self {
        let mut matcher = Self { known, tolerance, space, cells: HashMap::new() };
        for vertex in known.iter().flat_map(|known| &known.submesh.vertices) {
            let position = shown(vertex.position, space);
            let level = level(matcher.size(position));
            let reach = matcher.reach(f64::from(level).exp2());
            let cell = matcher.cells.entry((level, cell(position.map(f64::from), reach))).or_default();
            if cell.len() < LOOKED_AT {
                cell.push(vertex);
            }
        }
        matcher
    }

    /// The largest coordinate of a place, here and wherever else it was on its way.
    fn size(&self, position: [f32; 3]) -> f64 {
        let place = Vec3::from_array(position);
        let there = |(origin, turn): (Vec3, Quat)| (origin + turn * place).abs().max(origin.abs());
        let largest = place.abs().max(self.space.map_or(Vec3::ZERO, there)).max_element();
        if largest.is_finite() { largest.max(1.0).into() } else { f64::from(f32::MAX) }
    }

    fn reach(&self, size: f64) -> f64 {
        f64::from(self.tolerance.position) * size
    }

    fn is_near(&self, vertex: &Vertex, found: &SceneVertex) -> bool {
        let position = shown(vertex.position, self.space);
        let reach = self.reach(self.size(position));
        position.iter().zip(found.position).all(|(a, b)| (f64::from(*a) - f64::from(b)).abs() <= reach)
    }

    /// The vertex that is the same as far as the scene has it, or else one at the same position.
    fn find(&self, wanted: &SceneVertex) -> Option<&'m Vertex> {
        let mut best: Option<(&Vertex, Distance)> = None;
        // What is near has nearly the same size.
        let size = self.size(wanted.position);
        for level in level(size * 0.99)..=level(size * 1.01) {
            let reach = self.reach(f64::from(level).exp2());
            for corner in 0..8 {
                let at = |axis: usize| {
                    f64::from(wanted.position[axis]) + if corner >> axis & 1 == 0 { -reach } else { reach }
                };
                let found = self.cells.get(&(level, cell([at(0), at(1), at(2)], reach)));
                for vertex in found.into_iter().flatten().filter(|vertex| self.is_near(vertex, wanted)) {
                    let far = self.distance(vertex, wanted);
                    if best.is_none_or(|(_, least)| far < least) {
                        best = Some((vertex, far));
                    }
                }
            }
        }
        best.map(|(vertex, _)| vertex)
    }

    fn distance(&self, vertex: &Vertex, found: &SceneVertex) -> Distance {
        let position = shown(vertex.position, self.space);
        let far = position.iter().zip(found.position).map(|(a, b)| (a - b).abs()).fold(0.0, f32::max);
        let turned = found.normal.map_or(0.0, |normal| normal_distance(vertex.normal, normal));
        (
            found.uv.is_some_and(|uv| uv != vertex.uv),
            turned > self.tolerance.normal,
            found.light.is_some_and(|light| light != vertex.light),
            far,
            turned,
        )
    }

    /// The parts of a mesh as submeshes, with the very numbers of the model wherever they mean the same.
    pub(super) fn settle(&self, parts: &[ScenePart], rows: &[u8]) -> Vec<Submesh> {
        let smooth = SmoothNormals::new(parts);
        let settled = parts.iter().zip(rows).enumerate().map(|(i, (part, row))| {
            let beside = self.beside(parts.len(), i, part);
            let own = |j: usize| beside.map(|known| &known.submesh.vertices[j]);
            let vertices =
                part.vertices.iter().enumerate().map(|(j, found)| self.settled(found, own(j), &smooth));
            Submesh { row: *row, vertices: vertices.collect(), triangles: part.triangles.clone() }
        });
        settled.collect()
    }

    /// The batch in the place of the part, if its triangles join the same vertices.
    fn beside(&self, parts: usize, place: usize, part: &ScenePart) -> Option<&'m KnownBatch> {
        let known = self.known.get(place).filter(|_| parts == self.known.len())?;
        let alike =
            known.submesh.vertices.len() == part.vertices.len() && known.submesh.triangles == part.triangles;
        alike.then_some(known)
    }

    fn is_normal(&self, own: &Vertex, found: [f32; 3]) -> bool {
        normal_distance(own.normal, found) <= self.tolerance.normal
    }

    /// What the scene does not have is as it was.
    fn settled(&self, found: &SceneVertex, beside: Option<&Vertex>, smooth: &SmoothNormals) -> Vertex {
        let there = beside.filter(|own| self.is_near(own, found)).or_else(|| self.find(found));
        let like = there.or(beside);
        let normal = match (found.normal, like) {
            (Some(normal), Some(own)) if self.is_normal(own, normal) => own.normal,
            (Some(normal), _) => packed_normal(normal),
            (None, Some(own)) => own.normal,
            (None, None) => packed_normal(smooth.at(found.position)),
        };
        Vertex {
            position: there.map_or(found.position, |own| own.position),
            normal,
            uv: found.uv.or(like.map(|own| own.uv)).unwrap_or_default(),
            light: found.light.or(like.map(|own| own.light)).unwrap_or_default(),
            from: like.and_then(|own| own.from),
        }
    }
}

fn cell(position: [f64; 3], reach: f64) -> [i64; 3] {
    position.map(|part| (part / (2.0 * reach)).floor() as i64)
}

/// How often one has to be doubled to get there.
fn level(size: f64) -> i32 {
    size.max(1.0).log2().ceil() as i32
}

/// Normals out of faces, for scenes that have none: each face counts by its area wherever it touches.
struct SmoothNormals(HashMap<[u32; 3], [f64; 3]>);

impl SmoothNormals {
    fn new(parts: &[ScenePart]) -> Self {
        let mut sums: HashMap<[u32; 3], [f64; 3]> = HashMap::new();
        for part in parts.iter().filter(|part| part.vertices.iter().any(|found| found.normal.is_none())) {
            for corners in &part.triangles {
                let points = corners.map(|corner| part.vertices[corner as usize].position);
                let face = cross(points);
                for point in points {
                    let sum = sums.entry(bits(point)).or_default();
                    (0..3).for_each(|axis| sum[axis] += face[axis]);
                }
            }
        }
        Self(sums)
    }

    fn at(&self, position: [f32; 3]) -> [f32; 3] {
        let sum = self.0.get(&bits(position)).copied().unwrap_or_default();
        let normal = normalised(sum).map(|part| part as f32);
        if normal == [0.0; 3] { [0.0, 0.0, 1.0] } else { normal }
    }
}
