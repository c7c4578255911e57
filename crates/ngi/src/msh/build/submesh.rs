//! Triangles of one material in the numbers of the file: as a batch has them, and as a part of a scene would be.

use super::limits::MOST;
use super::vector::bits;
use super::{misfit, too_many};
use crate::msh::Model;
use crate::msh::stream::Slot;
use relict_core::args;
use relict_core::scene::triangles::compacted;
use relict_core::scene::{Misfit, Part};
use std::collections::BTreeSet;

#[derive(Clone, Copy, Debug)]
pub(super) struct Vertex {
    pub position: [f32; 3],
    pub normal: [i8; 3],
    pub uv: [i16; 2],
    pub light: [u16; 2],
    /// The vertex of the model that it is, or whose unknown bytes it takes.
    pub from: Option<usize>,
}

/// NaN is the same as NaN.
impl PartialEq for Vertex {
    fn eq(&self, other: &Self) -> bool {
        let Self { position, normal, uv, light, from } = self;
        bits(*position) == bits(other.position)
            && (normal, uv, light, from) == (&other.normal, &other.uv, &other.light, &other.from)
    }
}

/// Triangles of one material.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Submesh {
    /// Of the wear table.
    pub row: u8,
    pub vertices: Vec<Vertex>,
    pub triangles: Vec<[u32; 3]>,
}

/// A batch of the model.
#[derive(Clone, Debug)]
pub(super) struct KnownBatch {
    pub batch: usize,
    /// The distinct vertices that it uses, rising: so a scene has them.
    pub vertices: Vec<usize>,
    pub submesh: Submesh,
}

/// Which streams a model has for its vertices, or which lists a scene has.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct VertexAttributes {
    pub normals: bool,
    pub uvs: bool,
    pub lights: bool,
}

impl VertexAttributes {
    pub(super) fn of(model: &Model<'_>) -> Self {
        let (normals, uvs) = (model.normals().is_some(), model.uvs().is_some());
        Self { normals, uvs, lights: model.lightmap_uvs().is_some() }
    }

    /// What all parts have, as far as the model has a stream for it.
    pub(super) fn of_parts(self, parts: &[&Part]) -> Self {
        let all = |has: fn(&Part) -> bool| parts.iter().all(|part| has(part));
        Self {
            normals: self.normals && all(|part| part.normals.is_some()),
            uvs: self.uvs && all(|part| part.uvs.is_some()),
            lights: self.lights && all(|part| part.light_uvs.is_some()),
        }
    }
}

/// The batches of a slot that draw something.
pub(super) fn known_batches(model: &Model<'_>, slot: usize) -> Result<Vec<KnownBatch>, Misfit> {
    let batches = model.slots().get(slot).map_or(0..0, Slot::batches);
    let count =
        |batch: usize| model.batches().get(batch).map_or(0, |batch| usize::from(batch.index_count) / 3);
    let found = batches.clone().map(count).sum::<usize>();
    if found > MOST {
        return Err(too_many("triangles", found, MOST));
    }
    Ok(batches.filter(|batch| count(*batch) > 0).filter_map(|batch| known_batch(model, batch)).collect())
}

/// The vertices of the whole triangles of a batch.
pub(super) fn corners(model: &Model<'_>, batch: usize) -> Option<Vec<[usize; 3]>> {
    let batch = model.batches().get(batch)?;
    (0..usize::from(batch.index_count) / 3).map(|t| model.corners(batch, t)).collect()
}

fn known_batch(model: &Model<'_>, batch: usize) -> Option<KnownBatch> {
    let row = model.batches().get(batch)?.material;
    let corners = corners(model, batch)?;
    let vertices: Vec<usize> =
        corners.iter().flatten().copied().collect::<BTreeSet<_>>().into_iter().collect();
    let place = |vertex: usize| vertices.binary_search(&vertex).unwrap_or_default() as u32;
    let triangles = corners.iter().map(|corners| corners.map(place)).collect();
    let submesh = Submesh { row, vertices: vertices.iter().map(|v| vertex(model, *v)).collect(), triangles };
    Some(KnownBatch { batch, vertices, submesh })
}

fn vertex(model: &Model<'_>, place: usize) -> Vertex {
    let [x, y, z, _] = model.normals().map_or([0; 4], |normals| normals[place]);
    Vertex {
        position: model.positions()[place],
        normal: [x, y, z],
        uv: model.uvs().map_or([0; 2], |uvs| uvs[place]),
        light: model.lightmap_uvs().map_or([0; 2], |uvs| uvs[place]),
        from: Some(place),
    }
}

impl Submesh {
    /// These triangles, with the vertices that they use.
    pub(super) fn cut(&self, triangles: &[usize]) -> Self {
        let chosen: Vec<[u32; 3]> = triangles.iter().map(|t| self.triangles[*t]).collect();
        let (used, triangles) = compacted(&chosen);
        let vertices = used.iter().map(|vertex| self.vertices[*vertex as usize]).collect();
        Self { row: self.row, vertices, triangles }
    }

    /// Both, one behind the other.
    pub(super) fn append(&mut self, other: Self) {
        let first = self.vertices.len() as u32;
        self.vertices.extend(other.vertices);
        self.triangles.extend(other.triangles.iter().map(|corners| corners.map(|corner| corner + first)));
    }

    pub(super) fn points(&self, triangle: [u32; 3]) -> [[f32; 3]; 3] {
        triangle.map(|corner| self.vertices[corner as usize].position)
    }

    /// Whether a batch can hold it.
    pub(super) fn expect_fit(&self, mesh: &str) -> Result<(), Misfit> {
        let (indices, vertices) = (self.triangles.len().saturating_mul(3), self.vertices.len());
        if indices > MOST {
            let args = args!(mesh = mesh, found = indices, limit = MOST);
            return Err(misfit("model.too-many-indices", args));
        }
        if vertices > MOST { Err(too_many("vertices", vertices, MOST)) } else { Ok(()) }
    }
}
