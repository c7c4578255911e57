//! Which slot uses each batch and vertex: only what no other slot uses can change in its place.

use super::limits::overlaps;
use super::submesh::{KnownBatch, Submesh, Vertex, VertexAttributes, corners};
use crate::msh::stream::Slot;
use crate::msh::{Model, Msh};
use std::collections::HashMap;

#[derive(Debug)]
pub(super) struct Owners {
    /// The slots that have each batch.
    batches: Vec<Owner>,
    vertices: Vec<Owner>,
}

#[derive(Clone, Copy, Debug, PartialEq)]
enum Owner {
    Nobody,
    Slot(usize),
    Several,
}

fn batch_owners(model: &Model<'_>) -> Vec<Owner> {
    let count = model.batches().len();
    let slots = || model.slots().iter().map(Slot::batches).enumerate();
    let users = overlaps(count, slots().map(|(_, batches)| (batches, 1)));
    // Where there is one, the sum of all is the one.
    let sums = overlaps(count, slots().map(|(slot, batches)| (batches, slot as i64)));
    let owner = |(users, sum): (&i64, &i64)| match users {
        0 => Owner::Nobody,
        1 => Owner::Slot(*sum as usize),
        _ => Owner::Several,
    };
    users.iter().zip(&sums).take(count).map(owner).collect()
}

impl Owner {
    fn and(self, other: Self) -> Self {
        match (self, other) {
            (Self::Nobody, one) => one,
            (one, other) if one == other => one,
            _ => Self::Several,
        }
    }
}

impl Owners {
    pub(super) fn new(model: &Model<'_>) -> Self {
        let batches = batch_owners(model);
        let mut vertices = vec![Owner::Nobody; model.positions().len()];
        for (batch, owner) in batches.iter().enumerate() {
            // A batch of no slot draws nothing, but may be needed.
            let owner = if *owner == Owner::Nobody { Owner::Several } else { *owner };
            for vertex in corners(model, batch).unwrap_or_default().into_iter().flatten() {
                vertices[vertex] = vertices[vertex].and(owner);
            }
        }
        Self { batches, vertices }
    }

    /// Writes what is other into the places of before; nothing if something else would change along.
    pub(super) fn put(
        &self,
        model: &Model<'_>,
        draft: &mut Msh<'_>,
        slot: usize,
        known: &[KnownBatch],
        submeshes: &[Submesh],
    ) -> bool {
        let mut edits: HashMap<usize, Vertex> = HashMap::new();
        for (known, submesh) in known.iter().zip(submeshes) {
            if self.batches.get(known.batch) != Some(&Owner::Slot(slot)) {
                return false;
            }
            for (place, new) in known.vertices.iter().zip(&submesh.vertices) {
                let own = self.vertices[*place] == Owner::Slot(slot);
                let new = Vertex { from: Some(*place), ..*new };
                let agreed = edits.insert(*place, new).is_none_or(|other| other == new);
                let same = known.submesh.vertices[index_of(&known.vertices, *place)] == new;
                if !agreed || !(own || same) {
                    return false;
                }
            }
        }
        for (known, submesh) in known.iter().zip(submeshes) {
            if let Some(batch) = draft.streams.batches.as_mut().and_then(|all| all.get_mut(known.batch)) {
                batch.material = submesh.row;
            }
        }
        edits.into_iter().for_each(|(place, vertex)| put_vertex(model, draft, place, &vertex));
        true
    }
}

fn index_of(places: &[usize], place: usize) -> usize {
    places.binary_search(&place).unwrap_or_default()
}

fn put_vertex(model: &Model<'_>, draft: &mut Msh<'_>, place: usize, vertex: &Vertex) {
    let has = VertexAttributes::of(model);
    fn at<T>(list: &mut Option<Vec<T>>, place: usize) -> Option<&mut T> {
        list.as_mut()?.get_mut(place)
    }
    let streams = &mut draft.streams;
    if let Some(position) = at(&mut streams.positions, place) {
        *position = vertex.position;
    }
    if let Some([x, y, z, _]) = at(&mut streams.normals, place).filter(|_| has.normals) {
        [*x, *y, *z] = vertex.normal;
    }
    if let Some(uv) = at(&mut streams.uvs, place).filter(|_| has.uvs) {
        *uv = vertex.uv;
    }
    if let Some(light) = at(&mut streams.lightmap_uvs, place).filter(|_| has.lights) {
        *light = vertex.light;
    }
}
