//! What a survey counts in models: sentences of the book that whoever owns a game can prove or refute.

use super::stream::{Batch, Key, Slot, Streams, normal};
use super::{
    BATCH_FLAGS, BOUNDED, Kind, Msh, NO_GROUND, NO_LIGHTMAP, NO_POINT_LIGHT, NO_PORTAL, NODE_FLAGS, SPHERE,
    TILED, UNIT_ROTATIONS, VERTEX_COUNTS, WOUND,
};
use relict_core::prelude::*;

/// The bit of a batch's flags that stands for an emulated point light.
const POINT_LIGHT: u32 = 0x0800;
/// Boxes were computed before positions were rounded to four bytes.
const CLOSE: f32 = 1e-3;
/// How far from 1 the square of a rotation's length may be: its four parts are rounded.
const NEARLY_UNIT: f32 = 0.01;
/// Batches may name the same indices without end, and slots the same batches; so many times the indices are looked at.
const PASSES: usize = 4;

pub(super) fn measure(msh: &Msh<'_>, cases: &mut Cases) {
    let streams = &msh.streams;
    cases.claim(&NO_GROUND, msh.kind() == Kind::Model);
    for key in streams.keys.iter().flatten() {
        cases.claim(&UNIT_ROTATIONS, is_unit(key));
    }
    streams.nodes.iter().flatten().for_each(|node| cases.tally(&NODE_FLAGS, node.flags));
    streams.batches.iter().flatten().for_each(|batch| cases.tally(&BATCH_FLAGS, batch.flags));
    let bounded = streams.slots.iter().flatten().filter(|slot| slot.is_bounded());
    cases.claim_each(&SPHERE, bounded, is_half_diagonal);
    let (Some(batches), Some(indices)) = (&streams.batches, &streams.indices) else { return };
    let mut left = indices.len().saturating_mul(PASSES);
    for batch in batches.iter().take_while(|batch| spend(&mut left, batch.index_count.into()).is_some()) {
        let inner = indices.get(batch.indices()).unwrap_or_default();
        let count = inner.iter().max().map_or(0, |max| u32::from(*max) + 1);
        cases.claim(&VERTEX_COUNTS, u32::from(batch.vertex_count) == count);
        cases.claim(&NO_LIGHTMAP, batch.lightmap().is_none());
        cases.claim(&NO_PORTAL, batch.portal_node().is_none());
        cases.claim(&NO_POINT_LIGHT, batch.flags & POINT_LIGHT == 0);
    }
    cases.claim(&TILED, tile(batches, indices.len()));
    let mut left = indices.len().saturating_mul(PASSES);
    for slot in streams.slots.iter().flatten() {
        if let Some(held) = holds_its_vertices(slot, streams, &mut left) {
            cases.claim(&BOUNDED, held);
        }
    }
    if let Some(wound) = is_wound_as_its_normals(streams, batches) {
        cases.claim(&WOUND, wound);
    }
}

/// Takes what something costs from what may be looked at; none if that is too much.
fn spend(left: &mut usize, cost: usize) -> Option<()> {
    *left = left.checked_sub(cost)?;
    Some(())
}

fn is_unit(key: &Key) -> bool {
    let square: f32 = key.rotation().iter().map(|part| part * part).sum();
    (square - 1.0).abs() < NEARLY_UNIT
}

/// Whether the radius of a slot's sphere is half the diagonal of its box.
fn is_half_diagonal(slot: &Slot) -> bool {
    let sides = slot.aabb_min.iter().zip(&slot.aabb_max).map(|(low, high)| high - low);
    let wanted = sides.map(|side| side * side).sum::<f32>().sqrt() / 2.0;
    (slot.sphere_radius - wanted).abs() <= wanted * CLOSE
}

/// Whether the batches follow one another from the first index to the last.
fn tile(batches: &[Batch], indices: usize) -> bool {
    let end = batches.iter().try_fold(0, |end, batch| {
        let range = batch.indices();
        (range.start == end).then_some(range.end)
    });
    end == Some(indices)
}

/// The vertices that a batch draws, as far as they are there.
fn vertices<'s>(batch: &Batch, streams: &'s Streams<'_>) -> impl Iterator<Item = usize> + use<'s> {
    let (base, range) = (batch.base_vertex as usize, batch.indices());
    let indices = streams.indices.as_deref().unwrap_or_default();
    let inner = indices.get(range).unwrap_or_default();
    inner.iter().map(move |index| base.saturating_add(usize::from(*index)))
}

/// Whether a slot's box holds all its vertices; none where it has none, or enough was looked at.
fn holds_its_vertices(slot: &Slot, streams: &Streams<'_>, left: &mut usize) -> Option<bool> {
    let positions = streams.positions.as_deref()?;
    let batches = streams.batches.as_deref()?.get(slot.batches())?;
    let cost: usize = batches.iter().map(|batch| usize::from(batch.index_count)).sum();
    spend(left, cost).filter(|()| cost > 0)?;
    let outside = |position: &[f32; 3]| {
        let bounds = slot.aabb_min.iter().zip(&slot.aabb_max);
        position.iter().zip(bounds).any(|(at, (low, high))| *at < low - CLOSE || *at > high + CLOSE)
    };
    let places = batches.iter().flat_map(|batch| vertices(batch, streams));
    Some(!places.filter_map(|place| positions.get(place)).any(outside))
}

/// Whether of a hundred triangles at least 95 face to where the normals of their corners do; none where there are none.
fn is_wound_as_its_normals(streams: &Streams<'_>, batches: &[Batch]) -> Option<bool> {
    let (positions, normals) = (streams.positions.as_deref()?, streams.normals.as_deref()?);
    let mut left = streams.indices.as_ref()?.len();
    let (mut agree, mut all) = (0usize, 0usize);
    for batch in batches {
        spend(&mut left, batch.index_count.into())?;
        let corners: Vec<usize> = vertices(batch, streams).collect();
        for corners in corners.as_chunks().0 {
            if let Some(dot) = facing(*corners, positions, normals).filter(|dot| *dot != 0.0) {
                (agree, all) = (agree + usize::from(dot > 0.0), all + 1);
            }
        }
    }
    (all > 0).then_some(agree * 100 >= all * 95)
}

/// Above zero where a triangle faces to where the normals of its corners do.
fn facing(corners: [usize; 3], positions: &[[f32; 3]], normals: &[[i8; 4]]) -> Option<f32> {
    let [a, b, c] = corners.map(|corner| positions.get(corner).copied());
    let (a, b, c) = (a?, b?, c?);
    let edge = |to: [f32; 3]| [0, 1, 2].map(|axis| to[axis] - a[axis]);
    let (u, v) = (edge(b), edge(c));
    let cross = [u[1] * v[2] - u[2] * v[1], u[2] * v[0] - u[0] * v[2], u[0] * v[1] - u[1] * v[0]];
    let mut dot = 0.0;
    for corner in corners {
        let normal = normal(*normals.get(corner)?);
        dot += cross.iter().zip(normal).map(|(a, b)| a * b).sum::<f32>();
    }
    dot.is_finite().then_some(dot)
}
