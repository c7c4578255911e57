//! Lays out the lists that all slots share: batches in the order of slots, indices without gaps, a record for each three of
//! them, and no vertex that has become unused.

use super::limits::MOST;
use super::plan::{Item, NewBatch, Order, Plan, PlannedSlot};
use super::submesh::corners;
use super::{Notes, too_many};
use crate::msh::stream::{Batch, NONE, Slot, Streams, Triangle};
use crate::msh::{Model, Msh};
use relict_core::args;
use relict_core::scene::Misfit;

/// What is where now.
#[derive(Debug)]
pub(super) struct Relayout {
    /// For each record of before, its place.
    pub records: Vec<Option<usize>>,
    /// For each record, which it was.
    pub origins: Vec<Option<usize>>,
    /// The slots that were rebuilt, with the slots that they were.
    pub rebuilt: Vec<(usize, Option<usize>)>,
    /// For each slot of the plan, its place.
    pub slots: Vec<Option<usize>>,
}

impl Relayout {
    /// Everything where it was.
    pub(super) fn unchanged(model: &Model<'_>) -> Self {
        let all = |count: usize| (0..count).map(Some).collect::<Vec<_>>();
        let triangles = model.triangles().len();
        Self {
            records: all(triangles),
            origins: all(triangles),
            rebuilt: vec![],
            slots: all(model.slots().len()),
        }
    }
}

pub(super) fn relayout(
    model: &Model<'_>,
    draft: &mut Msh<'_>,
    plan: &Plan,
    notes: &mut Notes,
) -> Result<Relayout, Misfit> {
    let order = Order::new(model, plan);
    expect_few(model, plan, &order)?;
    let vertices = Vertices::new(model, &order);
    let starts = record_starts(model);
    let mut lists = Lists {
        model,
        vertices: &vertices,
        next_vertex: vertices.kept,
        indices: vec![],
        batches: vec![],
        triangles: vec![],
        origins: vec![],
        records: vec![None; model.triangles().len()],
    };
    for item in &order.items {
        match item {
            Item::Old(batch) => lists.old(*batch, starts[*batch]),
            Item::New(new_batch) => lists.new_batch(new_batch),
        }
    }
    lists.renumber_links();
    let Lists { indices, batches, triangles, origins, records, .. } = lists;
    vertices.write(model, &mut draft.streams, &order);
    // Materials may have changed in the place of batches.
    let rows: Vec<u8> = draft.streams.batches.iter().flatten().map(|batch| batch.material).collect();
    let materials = order.items.iter().zip(batches).map(|(item, batch)| match item {
        Item::Old(old) => Batch { material: rows.get(*old).copied().unwrap_or(batch.material), ..batch },
        Item::New(_) => batch,
    });
    let batches: Vec<Batch> = materials.collect();
    let Places { slots, rebuilt } = place_slots(model, draft, plan, &order, &batches);
    draft.streams.indices = Some(indices);
    draft.streams.batches = Some(batches);
    if draft.streams.triangles.is_some() {
        draft.streams.triangles = Some(triangles.into_iter().collect());
    }
    let dropped = vertices.places.iter().filter(|place| place.is_none()).count();
    if dropped > 0 {
        notes.say("vertices-dropped", args!(count = dropped));
    }
    Ok(Relayout { records, origins, rebuilt, slots })
}

fn expect_few(model: &Model<'_>, plan: &Plan, order: &Order<'_>) -> Result<(), Misfit> {
    let triangles = |item: &Item<'_>| match item {
        Item::Old(batch) => model.batches().get(*batch).map_or(0, |batch| usize::from(batch.index_count) / 3),
        Item::New(new_batch) => new_batch.submesh.triangles.len(),
    };
    let slots = plan.slots.iter().filter(|slot| !matches!(slot, PlannedSlot::Removed)).count();
    for (what, found) in [
        ("slots", slots),
        ("batches", order.items.len()),
        ("triangles", order.items.iter().map(triangles).sum()),
    ] {
        if found > MOST {
            return Err(too_many(what, found, MOST));
        }
    }
    Ok(())
}

/// The first record of every batch: a slot counts them through its batches.
fn record_starts(model: &Model<'_>) -> Vec<usize> {
    let mut starts: Vec<Option<usize>> = vec![None; model.batches().len()];
    let count = starts.len();
    let mut left = count.saturating_mul(4);
    for slot in model.slots() {
        let mut next = usize::from(slot.tri_start);
        for batch in slot.batches().take_while(|batch| *batch < count) {
            if left == 0 {
                break;
            }
            left -= 1;
            starts[batch].get_or_insert(next);
            next += model.batches()[batch].triangle_count();
        }
    }
    let usual = |batch: &Batch| batch.index_start as usize / 3;
    starts.iter().zip(model.batches()).map(|(start, batch)| start.unwrap_or_else(|| usual(batch))).collect()
}

/// Which vertices stay, and where.
struct Vertices {
    places: Vec<Option<u32>>,
    /// How many stay of those in front of each.
    before: Vec<u32>,
    kept: usize,
}

impl Vertices {
    /// Only those that were used and no longer are go.
    fn new(model: &Model<'_>, order: &Order<'_>) -> Self {
        let reached = |batches: &mut dyn Iterator<Item = usize>| {
            let mut reached = vec![false; model.positions().len()];
            let corners = batches.flat_map(|batch| corners(model, batch).unwrap_or_default());
            corners.flatten().for_each(|vertex| reached[vertex] = true);
            reached
        };
        let then = reached(&mut (0..model.batches().len()));
        let now = reached(&mut order.items.iter().filter_map(|item| match item {
            Item::Old(batch) => Some(*batch),
            Item::New(_) => None,
        }));
        let mut kept = 0;
        let mut before = vec![];
        let place = |(then, now): (&bool, &bool)| {
            before.push(kept);
            let stays = *now || !*then;
            kept += u32::from(stays);
            stays.then(|| kept - 1)
        };
        let places = then.iter().zip(&now).map(place).collect();
        before.push(kept);
        Self { places, before, kept: kept as usize }
    }

    fn write(&self, model: &Model<'_>, streams: &mut Streams<'_>, order: &Order<'_>) {
        let new = || {
            let new_batch = order.items.iter().filter_map(|item| match item {
                Item::New(new_batch) => Some(*new_batch),
                Item::Old(_) => None,
            });
            new_batch.flat_map(|new_batch| &new_batch.submesh.vertices)
        };
        fn of<T: Copy>(list: Option<&[T]>, from: Option<usize>) -> Option<T> {
            list?.get(from?).copied()
        }
        let normals = model.normals();
        let (unk15, unk16) = (streams.unk15.clone(), streams.unk16.clone());
        self.list(&mut streams.positions, new().map(|vertex| vertex.position));
        self.list(
            &mut streams.normals,
            new().map(|vertex| {
                let [x, y, z] = vertex.normal;
                [x, y, z, of(normals, vertex.from).map_or(0, |[_, _, _, w]| w)]
            }),
        );
        self.list(&mut streams.uvs, new().map(|vertex| vertex.uv));
        self.list(&mut streams.lightmap_uvs, new().map(|vertex| vertex.light));
        self.list(
            &mut streams.unk15,
            new().map(|vertex| of(unk15.as_deref(), vertex.from).unwrap_or_default()),
        );
        self.list(
            &mut streams.unk16,
            new().map(|vertex| of(unk16.as_deref(), vertex.from).unwrap_or_default()),
        );
    }

    /// A list that does not have one item for each vertex stays as it is.
    fn list<T: Copy>(&self, list: &mut Option<Vec<T>>, new: impl Iterator<Item = T>) {
        let Some(list) = list.as_mut().filter(|list| list.len() == self.places.len()) else { return };
        let mut places = self.places.iter();
        list.retain(|_| places.next().is_some_and(Option::is_some));
        list.extend(new);
    }
}

/// The lists as they grow.
struct Lists<'t> {
    model: &'t Model<'t>,
    vertices: &'t Vertices,
    next_vertex: usize,
    indices: Vec<u16>,
    batches: Vec<Batch>,
    triangles: Vec<Triangle>,
    origins: Vec<Option<usize>>,
    records: Vec<Option<usize>>,
}

impl Lists<'_> {
    /// A batch of before. Its base goes along with the vertices in front of it.
    fn old(&mut self, place: usize, first_record: usize) {
        let batch = &self.model.batches()[place];
        let base = self.vertices.before.get(batch.base_vertex as usize).copied().unwrap_or(batch.base_vertex);
        let corners = corners(self.model, place).unwrap_or_default();
        let index = |vertex: usize| (self.vertices.places[vertex].unwrap_or(base) - base) as u16;
        let index_start = self.indices.len();
        self.indices.extend(corners.iter().flatten().map(|vertex| index(*vertex)));
        let largest = |list: &mut dyn Iterator<Item = usize>| list.max().map_or(0, |largest| largest + 1);
        let before = largest(&mut corners.iter().flatten().map(|vertex| vertex - batch.base_vertex as usize));
        let now = largest(&mut self.indices[index_start..].iter().map(|index| usize::from(*index)));
        let stated = usize::from(batch.vertex_count);
        self.batches.push(Batch {
            index_count: (self.indices.len() - index_start) as u16,
            index_start: index_start as u32,
            vertex_count: if stated == before { now as u16 } else { batch.vertex_count },
            base_vertex: base,
            ..batch.clone()
        });
        for record in first_record..first_record + corners.len() {
            self.old_record(record);
        }
    }

    fn old_record(&mut self, record: usize) {
        let found = self.model.triangles().get(record);
        if let Some(place) = self.records.get_mut(record) {
            place.get_or_insert(self.triangles.len());
        }
        self.origins.push(found.as_ref().map(|_| record));
        self.triangles.push(found.unwrap_or_else(|| open(0)));
    }

    fn new_batch(&mut self, new_batch: &NewBatch) {
        let NewBatch { batch, submesh, flags } = new_batch;
        let index_start = self.indices.len();
        self.indices.extend(submesh.triangles.iter().flatten().map(|index| *index as u16));
        self.batches.push(Batch {
            index_count: (self.indices.len() - index_start) as u16,
            index_start: index_start as u32,
            vertex_count: submesh.vertices.len() as u16,
            base_vertex: self.next_vertex as u32,
            ..batch.clone()
        });
        self.next_vertex += submesh.vertices.len();
        self.origins.extend(flags.iter().map(|_| None));
        self.triangles.extend(flags.iter().map(|flags| open(*flags)));
    }

    /// Neighbours by their new places; an edge whose neighbour is gone is open.
    fn renumber_links(&mut self) {
        for (triangle, origin) in self.triangles.iter_mut().zip(&self.origins) {
            if origin.is_none() {
                continue;
            }
            for edge in 0..3 {
                let link = triangle.links[edge];
                if link == NONE {
                    continue;
                }
                match self.records.get(usize::from(link)).copied().flatten() {
                    Some(place) => triangle.links[edge] = place as u16,
                    None => {
                        triangle.links[edge] = NONE;
                        triangle.sel |= super::adjacency::OPEN << (2 * edge);
                    }
                }
            }
        }
    }
}

/// A record of a triangle that is joined to none.
fn open(flags: u16) -> Triangle {
    Triangle { flags, links: [NONE; 3], normal: [0; 3], sel: 0x3F }
}

/// Where slots are now, and which were rebuilt: as in [`Relayout`].
struct Places {
    slots: Vec<Option<usize>>,
    rebuilt: Vec<(usize, Option<usize>)>,
}

/// The slots with their new ranges, and the nodes with the new places of slots.
fn place_slots(
    model: &Model<'_>,
    draft: &mut Msh<'_>,
    plan: &Plan,
    order: &Order<'_>,
    batches: &[Batch],
) -> Places {
    let mut before = vec![0];
    for batch in batches {
        before.push(before[before.len() - 1] + usize::from(batch.index_count) / 3);
    }
    let (mut slots, mut places, mut rebuilt) = (vec![], vec![], vec![]);
    for (i, planned) in plan.slots.iter().enumerate() {
        let like = match planned {
            PlannedSlot::Removed => {
                places.push(None);
                continue;
            }
            PlannedSlot::Unchanged => Some(i),
            PlannedSlot::Rebuilt { like, .. } => {
                rebuilt.push((slots.len(), *like));
                *like
            }
        };
        let mut slot = like.and_then(|like| model.slots().get(like)).cloned().unwrap_or_else(empty_slot);
        let (start, count) = order.ranges[i];
        if let Some((first, end)) = before.get(start).zip(before.get(start + count)) {
            (slot.batch_start, slot.batch_count) = (start as u16, count as u16);
            // Without records their meaning is unknown.
            if draft.streams.triangles.is_some() {
                (slot.tri_start, slot.tri_count) = (*first as u16, (end - first) as u16);
            }
        }
        places.push(Some(slots.len()));
        slots.push(slot);
    }
    let cells = draft.streams.nodes.iter_mut().flatten().flat_map(|node| node.slots.iter_mut().flatten());
    for cell in cells.filter(|cell| **cell != NONE) {
        if let Some(place) = places.get(usize::from(*cell)) {
            *cell = place.map_or(NONE, |place| place as u16);
        }
    }
    draft.streams.slots = Some(slots);
    Places { slots: places, rebuilt }
}

fn empty_slot() -> Slot {
    Slot {
        tri_start: 0,
        tri_count: 0,
        batch_start: 0,
        batch_count: 0,
        aabb_min: [0.0; 3],
        aabb_max: [0.0; 3],
        sphere_center: [0.0; 3],
        sphere_radius: 0.0,
        area: 0.0,
        volume: 0.0,
        unk38: [0; 3],
    }
}
