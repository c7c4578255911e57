//! Which batches there are after an edit, and in which order: those of before where they were, and those of a slot that
//! is rebuilt in their place.

use super::limits::overlaps;
use super::submesh::Submesh;
use crate::msh::Model;
use crate::msh::stream::{Batch, Slot};
use std::ops::Range;

/// What a slot becomes.
#[derive(Debug)]
pub(super) enum PlannedSlot {
    Unchanged,
    Removed,
    /// In the place of a slot of before, or new; and the slot whose area it takes over.
    Rebuilt {
        like: Option<usize>,
        draws: Vec<Draw>,
    },
}

#[derive(Debug, PartialEq)]
pub(super) enum Draw {
    /// A batch of before.
    Kept(usize),
    New(NewBatch),
}

/// A batch that was not there before.
#[derive(Debug)]
pub(super) struct NewBatch {
    pub batch: Batch,
    pub submesh: Submesh,
    /// Of each triangle.
    pub flags: Vec<u16>,
}

/// What the batch counts follows from the submesh.
impl PartialEq for NewBatch {
    fn eq(&self, other: &Self) -> bool {
        let own = |batch: &Batch| (batch.flags, batch.material, batch.lightmap, batch.portal_node);
        own(&self.batch) == own(&other.batch) && self.submesh == other.submesh && self.flags == other.flags
    }
}

/// The slots, those of before first.
#[derive(Debug, Default)]
pub(super) struct Plan {
    pub slots: Vec<PlannedSlot>,
}

impl Plan {
    pub(super) fn new(slots: usize) -> Self {
        Self { slots: (0..slots).map(|_| PlannedSlot::Unchanged).collect() }
    }

    /// Rebuilds a slot, in its place if that is free; returns its number.
    pub(super) fn rebuild(&mut self, place: Option<usize>, like: Option<usize>, draws: Vec<Draw>) -> usize {
        let planned = PlannedSlot::Rebuilt { like, draws };
        match place.and_then(|place| Some((place, self.slots.get_mut(place)?))) {
            Some((place, slot)) => {
                *slot = planned;
                place
            }
            None => {
                self.slots.push(planned);
                self.slots.len() - 1
            }
        }
    }

    pub(super) fn is_idle(&self) -> bool {
        self.slots.iter().all(|slot| matches!(slot, PlannedSlot::Unchanged))
    }
}

/// A batch on its way into the new list.
#[derive(Clone, Copy)]
pub(super) enum Item<'p> {
    Old(usize),
    New(&'p NewBatch),
}

/// The new list of batches, and where the ranges of slots begin in it.
pub(super) struct Order<'p> {
    pub items: Vec<Item<'p>>,
    /// Of each slot of the plan: start and count.
    pub ranges: Vec<(usize, usize)>,
}

impl<'p> Order<'p> {
    pub(super) fn new(model: &Model<'_>, plan: &'p Plan) -> Self {
        let slots = model.slots();
        let count = model.batches().len();
        let all = || slots.iter().zip(&plan.slots);
        let staying = || {
            all().filter(|(_, plan)| matches!(plan, PlannedSlot::Unchanged)).map(|(slot, _)| slot.batches())
        };
        let before = covered(count, slots.iter().map(Slot::batches));
        let stays = covered(count, staying());
        let inside = covered(count, staying().map(|range| range.start + 1..range.end));
        // A slot that is rebuilt stays where it was, unless another goes on there.
        let mut at: Vec<Vec<usize>> = vec![vec![]; count + 1];
        let mut last = vec![];
        for (i, planned) in plan.slots.iter().enumerate() {
            if !matches!(planned, PlannedSlot::Rebuilt { .. }) {
                continue;
            }
            let start =
                slots.get(i).map(|slot| usize::from(slot.batch_start)).filter(|start| *start <= count);
            match start.filter(|start| !inside[*start]) {
                Some(start) => at[start].push(i),
                None => last.push(i),
            }
        }
        let mut order = Self { items: vec![], ranges: vec![(0, 0); plan.slots.len()] };
        let mut places = vec![0; count + 1];
        for batch in 0..=count {
            at[batch].iter().for_each(|slot| order.draw(plan, *slot));
            places[batch] = order.items.len();
            if batch < count && (stays[batch] || !before[batch]) {
                order.items.push(Item::Old(batch));
            }
        }
        last.iter().for_each(|slot| order.draw(plan, *slot));
        for (i, (slot, planned)) in all().enumerate() {
            if matches!(planned, PlannedSlot::Unchanged) {
                let start = places.get(slot.batches().start).copied().unwrap_or_default();
                order.ranges[i] = (start, slot.batch_count.into());
            }
        }
        order
    }

    fn draw(&mut self, plan: &'p Plan, slot: usize) {
        let PlannedSlot::Rebuilt { draws, .. } = &plan.slots[slot] else { return };
        self.ranges[slot] = (self.items.len(), draws.len());
        self.items.extend(draws.iter().map(|draw| match draw {
            Draw::Kept(batch) => Item::Old(*batch),
            Draw::New(new_batch) => Item::New(new_batch),
        }));
    }
}

/// Which of `count` places any of these ranges has.
fn covered(count: usize, ranges: impl Iterator<Item = Range<usize>>) -> Vec<bool> {
    overlaps(count, ranges.map(|range| (range, 1))).into_iter().map(|depth| depth > 0).collect()
}
