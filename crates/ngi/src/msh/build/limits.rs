//! How much a model can count, and how much may be looked at for one.

use crate::msh::Model;
use crate::msh::stream::Slot;
use std::ops::Range;

/// What a model of this format can count at all: `0xFFFF` stands for none.
pub(super) const MOST: usize = 65_535;
/// How often one slot is looked at, and a little more: a node has fifteen looks.
const LOOKS: usize = 16;

/// How many triangles the slots draw. Their batches may overlap in a hostile file, so that each is counted once.
#[derive(Debug)]
pub(super) struct Counts {
    /// Of all batches in front of each.
    before: Vec<usize>,
    slots: Vec<Range<usize>>,
}

impl Counts {
    pub(super) fn new(model: &Model<'_>) -> Self {
        let mut before = vec![0];
        let mut sum = 0;
        before.extend(model.batches().iter().map(|batch| {
            sum += usize::from(batch.index_count) / 3;
            sum
        }));
        Self { before, slots: model.slots().iter().map(Slot::batches).collect() }
    }

    pub(super) fn of(&self, slot: usize) -> usize {
        let range = self.slots.get(slot).and_then(|range| {
            Some(self.before.get(range.end)?.saturating_sub(*self.before.get(range.start)?))
        });
        range.unwrap_or_default()
    }

    pub(super) fn all(&self) -> usize {
        self.before.last().copied().unwrap_or_default()
    }

    /// Batches that a slot goes through, whether they draw something or not.
    pub(super) fn batches_of(&self, slot: usize) -> usize {
        self.slots.get(slot).map_or(0, ExactSizeIterator::len)
    }

    /// What slots may go through together. Every one may be shown in all fifteen looks of a node.
    pub(super) fn batch_limit(&self) -> usize {
        self.before.len().saturating_mul(LOOKS).saturating_add(MOST)
    }

    /// What slots may draw together, for a model with this many indices.
    pub(super) fn triangle_limit(indices: usize) -> usize {
        (indices / 3).min(MOST).saturating_mul(LOOKS).saturating_add(MOST.saturating_mul(4))
    }
}
