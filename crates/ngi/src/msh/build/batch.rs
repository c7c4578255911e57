//! What a batch is besides its vertices: flags, lightmap and portal, and the flags of its triangles.

use super::Extra;
use super::adjacency::corner_set;
use super::shapes::Shapes;
use super::submesh::{KnownBatch, VertexAttributes};
use crate::msh::Model;
use crate::msh::stream::{Batch, LIGHTMAPPED, NONE};
use relict_core::args;
use relict_core::scene::Part;
use std::collections::HashMap;
use std::ops::Range;

impl Shapes<'_> {
    /// What a new batch is besides its triangles: as the one that it replaces, or as the scene says.
    pub(super) fn batch(&mut self, row: u8, before: Option<usize>, part: &Part, mesh: &str) -> Batch {
        let new = Batch {
            flags: 0,
            material: row,
            lightmap: 0xFF,
            portal_node: NONE,
            index_count: 0,
            index_start: 0,
            vertex_count: 0,
            base_vertex: 0,
        };
        if let Some((place, batch)) = before.and_then(|place| Some((place, self.model.batches().get(place)?)))
        {
            self.notes.say("batch-copied", args!(mesh = mesh, batch = place, row = row));
            let Batch { flags, lightmap, portal_node, .. } = *batch;
            return Batch { flags, lightmap, portal_node, ..new };
        }
        if !self.is_new {
            self.notes.say("batch-new", args!(mesh = mesh, row = row));
        }
        let flags = part.extras.number::<u32>("flags").unwrap_or_default() & !LIGHTMAPPED;
        let portal_node = part.extras.number::<u16>("portal_node").and_then(|node| self.node_numbered(node));
        let material = part.material.map(|material| &self.scene.materials[material].extras);
        let lightmap =
            part.extras.number::<u8>("lightmap").or(material.and_then(|extras| extras.number("lightmap")));
        let lit = lightmap.filter(|place| {
            *place != 0xFF && VertexAttributes::of(self.model).lights && part.light_uvs.is_some()
        });
        Batch {
            flags: if lit.is_some() { flags | LIGHTMAPPED } else { flags },
            lightmap: lit.unwrap_or(0xFF),
            portal_node: portal_node.unwrap_or(NONE),
            ..new
        }
    }

    /// The node of the model that the scene gives this number.
    fn node_numbered(&self, number: u16) -> Option<u16> {
        let says = |place: &&Option<usize>| {
            let extras = place.map(|place| &self.scene.nodes[place].extras);
            extras.and_then(|extras| extras.number::<u16>("node")) == Some(number)
        };
        let place = self.nodes.of_model.iter().position(|place| says(&place));
        let there = usize::from(number) < self.nodes.of_model.len();
        place.and_then(|place| u16::try_from(place).ok()).or(there.then_some(number))
    }
}

/// The flags of triangles in a row; none if not all of them are there.
fn flags_of(model: &Model<'_>, places: Range<usize>) -> Vec<u16> {
    let all = model.triangles();
    let places = Some(places).filter(|places| places.end <= all.len()).unwrap_or_default();
    places.filter_map(|place| all.get(place)).map(|record| record.flags).collect()
}

/// Flags of the triangles of a slot, for those that take their places.
pub(super) struct TriangleFlags {
    by_corners: HashMap<[[u32; 3]; 3], u16>,
    /// Of each batch, where all its triangles have the same.
    common: Vec<Option<u16>>,
}

impl TriangleFlags {
    pub(super) fn new(model: &Model<'_>, slot: usize, known: &[KnownBatch]) -> Self {
        let mut flags = Self { by_corners: HashMap::new(), common: vec![] };
        let mut next = model.slots().get(slot).map_or(0, |slot| usize::from(slot.tri_start));
        for known in known {
            let count = known.submesh.triangles.len();
            let all = flags_of(model, next..next + count);
            next += count;
            for (own, triangle) in all.iter().zip(&known.submesh.triangles) {
                let corners = corner_set(&known.submesh.points(*triangle));
                flags.by_corners.entry(corners).or_insert(*own);
            }
            let first = all.first().copied();
            flags.common.push(first.filter(|first| all.iter().all(|own| own == first)));
        }
        flags
    }

    pub(super) fn of(&self, points: [[f32; 3]; 3], batch: Option<usize>) -> u16 {
        let same = self.by_corners.get(&corner_set(&points)).copied();
        let common = || batch.and_then(|batch| *self.common.get(batch)?);
        same.or_else(common).unwrap_or_default()
    }
}
