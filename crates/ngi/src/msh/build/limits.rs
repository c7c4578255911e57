//! How much a model can count, and how much may be looked at for one. In a hostile file ranges overlap without end.

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

/// Of each of `count` places, and of the one behind them, the sum of the weights of all ranges that have it. A range is only
/// looked at where it begins and ends; what reaches beyond the places does not count.
pub(super) fn overlaps(count: usize, ranges: impl Iterator<Item = (Range<usize>, i64)>) -> Vec<i64> {
    let mut steps = vec![0i64; count + 1];
    for (range, weight) in ranges.filter(|(range, _)| range.start < range.end && range.end <= count) {
        steps[range.start] += weight;
        steps[range.end] -= weight;
    }
    let mut sum = 0;
    for step in &mut steps {
        sum += *step;
        *step = sum;
    }
    steps
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranges_that_overlap_add_up() {
        let ranges = [(0..2, 1), (1..3, 5), (2..2, 7), (1..4, 9)];
        assert_eq!(overlaps(3, ranges.into_iter()), [1, 6, 5, 0]);
    }
}
