//! The box and sphere of a slot, the records of its triangles, and the bounds of the whole model. Each is written only where
//! the geometry that it is made from has changed, since files need not follow our rules.

use super::Notes;
use super::adjacency::{Adjacency, OPEN, adjacency};
use super::limits::{Counts, MOST};
use super::relayout::Relayout;
use super::submesh::corners;
use crate::msh::pose::Moment;
use crate::msh::stream::{Bounds, NONE, Slot, Triangle};
use crate::msh::{Model, Msh};
use glam::Vec3;
use relict_core::args;
use relict_core::error::Result;
use relict_core::scene::extent::Extent;
use relict_core::scene::tolerance::is_near;
use relict_core::view::View;

/// As one sees it from above.
fn area(extent: Extent) -> f32 {
    (extent.size().x * extent.size().y) as f32
}

/// Of a sphere around it.
fn radius(extent: Extent) -> f32 {
    (extent.size().length() / 2.0) as f32
}

type Points = [[f32; 3]; 3];

/// The triangles of a slot by their corners.
fn points(model: &Model<'_>, slot: &Slot) -> Vec<Points> {
    let corners = slot.batches().flat_map(|batch| corners(model, batch).unwrap_or_default());
    corners.map(|corners| corners.map(|vertex| model.positions()[vertex])).collect()
}

fn extent(points: &[Points]) -> Option<Extent> {
    Extent::of(points.iter().flatten().copied())
}

/// Brings the slots that changed up to date. `changed` are their places now, and those of before.
pub(super) fn update_slots(
    model: &Model<'_>,
    draft: &mut Msh<'_>,
    relayout: &Relayout,
    changed: &[(usize, Option<usize>)],
    notes: &mut Notes,
) -> Result<()> {
    let mut updates = vec![];
    let now = Model::new(draft)?;
    for &(place, before) in changed {
        let Some(slot) = now.slots().get(place) else { continue };
        let old = before.and_then(|before| model.slots().get(before));
        let (then_points, now_points) =
            (old.map(|old| points(model, old)).unwrap_or_default(), points(&now, slot));
        let mut new = slot.clone();
        bound(&mut new, place, old.and_then(|_| extent(&then_points)), extent(&now_points), notes);
        let records =
            Records { relayout, old, slot, then: adjacency(&then_points), now: adjacency(&now_points) };
        updates.push((place, new, records.updated(now.triangles())));
    }
    let mut all_records = vec![];
    for (place, slot, records) in updates {
        if let Some(to) = draft.streams.slots.as_mut().and_then(|slots| slots.get_mut(place)) {
            *to = slot;
        }
        all_records.extend(records);
    }
    replace(&mut draft.streams.triangles, all_records);
    Ok(())
}

/// All at once, since a view is replaced as a whole.
fn replace(triangles: &mut Option<View<'_, Triangle>>, records: Vec<(usize, Triangle)>) {
    let Some(before) = triangles.as_ref().filter(|_| !records.is_empty()) else { return };
    let mut all: Vec<Triangle> = before.iter().collect();
    for (place, record) in records {
        if let Some(to) = all.get_mut(place) {
            *to = record;
        }
    }
    *triangles = Some(all.into_iter().collect());
}

fn bound(slot: &mut Slot, place: usize, then: Option<Extent>, now: Option<Extent>, notes: &mut Notes) {
    if then == now {
        return;
    }
    let now = now.unwrap_or_default();
    let follows = then.is_none_or(|then| is_near([area(then)], [slot.area], 1e-5));
    (slot.aabb_min, slot.aabb_max) = (now.low.to_array(), now.high.to_array());
    (slot.sphere_center, slot.sphere_radius) = (now.center().to_array(), radius(now));
    slot.volume = now.size().element_product() as f32;
    if follows {
        slot.area = area(now);
    } else if then.is_some_and(|then| area(then) != area(now)) {
        notes.say("area-kept", args!(slot = place, area = slot.area.to_string()));
    }
}

/// The records of the triangles of a slot, then and now.
struct Records<'r> {
    relayout: &'r Relayout,
    old: Option<&'r Slot>,
    slot: &'r Slot,
    then: Vec<Adjacency>,
    now: Vec<Adjacency>,
}

impl Records<'_> {
    fn updated(&self, all: &View<'_, Triangle>) -> Vec<(usize, Triangle)> {
        let first = usize::from(self.slot.tri_start);
        let records = self.now.iter().enumerate().filter_map(|(i, now)| {
            let record = all.get(first + i)?;
            Some((first + i, self.update(record, first + i, now)))
        });
        records.collect()
    }

    /// What was joined to this record, in the places of now.
    fn before(&self, record: usize) -> Option<Adjacency> {
        let origin = self.relayout.origins.get(record).copied().flatten()?;
        let first = usize::from(self.old?.tri_start);
        let joined = self.then.get(origin.checked_sub(first)?)?;
        let place = |i: usize| self.relayout.records.get(first + i).copied().flatten().unwrap_or(usize::MAX);
        Some(Adjacency { edges: joined.edges.map(|edge| edge.map(|(i, code)| (place(i), code))), ..*joined })
    }

    fn update(&self, mut record: Triangle, place: usize, now: &Adjacency) -> Triangle {
        let first = usize::from(self.slot.tri_start);
        let edges = now.edges.map(|edge| edge.map(|(i, code)| (first + i, code)));
        let before = self.before(place);
        if before.is_none_or(|before| before.normal != now.normal) {
            record.normal = now.normal;
        }
        for (edge, now) in edges.into_iter().enumerate() {
            if before.is_some_and(|before| before.edges[edge] == now) {
                continue;
            }
            let (link, code) = now.map_or((NONE, OPEN), |(other, code)| (other as u16, code));
            record.links[edge] = link;
            record.sel = record.sel & !(3 << (2 * edge)) | code << (2 * edge);
        }
        record
    }
}

/// Points and nodes that are moved to find out how far a model reaches. What takes more than any model is looked at in
/// larger steps.
const EFFORT: usize = 1 << 28;

/// What the intact model reaches from near, over all frames, without what is only seen from inside.
fn reach(model: &Model<'_>) -> Result<Option<Extent>> {
    let mut shown: Vec<(usize, Vec<Vec3>)> = vec![];
    let (counts, mut left) = (Counts::new(model), MOST.saturating_mul(4));
    let mut batches_left = counts.batch_limit();
    for (node, _) in model.nodes().iter().enumerate().filter(|(_, node)| !node.is_cockpit()) {
        let Some((place, slot)) = model.slot(node, 0, 0) else { continue };
        // Slots that overlap so much are only in a hostile file.
        let rest = left.checked_sub(counts.of(place));
        let Some(rest) = rest.zip(batches_left.checked_sub(slot.batch_count.into())) else {
            return Ok(None);
        };
        (left, batches_left) = rest;
        let batches = slot.batches().flat_map(|batch| corners(model, batch).unwrap_or_default());
        let vertices: std::collections::BTreeSet<usize> = batches.flatten().collect();
        shown.push((
            node,
            vertices.iter().map(|vertex| Vec3::from_array(model.positions()[*vertex])).collect(),
        ));
    }
    let frames = if model.is_animated() { model.frame_count().max(1) } else { 1 };
    let each = shown.iter().map(|(_, points)| points.len()).sum::<usize>() + model.nodes().len();
    let step = (frames as usize).saturating_mul(each).div_ceil(EFFORT).max(1);
    let mut reach: Option<Extent> = None;
    for frame in (0..frames).step_by(step) {
        let pose = model.pose(Moment::Time(frame as f32))?;
        let moved = shown.iter().flat_map(|(node, points)| {
            let matrix = pose.model[*node];
            points.iter().map(move |point| matrix.transform_point3(*point))
        });
        reach = Extent::around(reach.into_iter().chain(Extent::of(moved)));
    }
    Ok(reach)
}

/// Box, sphere and cylinder of the whole model, if it reaches elsewhere than before.
pub(super) fn update_model(model: &Model<'_>, draft: &mut Msh<'_>, notes: &mut Notes) -> Result<()> {
    let (then, now) = (reach(model)?, reach(&Model::new(draft)?)?);
    let (Some(now), true) = (now, then != now) else { return Ok(()) };
    if draft.streams.bounds.is_some() {
        draft.streams.bounds = Some(bounds(now));
        notes.say("bounds-made", args!());
    }
    Ok(())
}

/// The lower corners going round, then the upper.
fn bounds(extent: Extent) -> Bounds {
    let Extent { low, high } = extent;
    let round = |z: f32| [[low.x, low.y, z], [high.x, low.y, z], [high.x, high.y, z], [low.x, high.y, z]];
    let ([a, b, c, d], [e, f, g, h]) = (round(low.z), round(high.z));
    let center = extent.center();
    Bounds {
        corners: [a, b, c, d, e, f, g, h],
        sphere_center: center.to_array(),
        sphere_radius: radius(extent),
        axis_low: [center.x, center.y, low.z],
        axis_high: [center.x, center.y, high.z],
        axis_radius: (extent.size().truncate().length() / 2.0) as f32,
    }
}

/// Of a model in which nothing is to be seen.
pub(super) fn no_bounds() -> Bounds {
    bounds(Extent::default())
}
