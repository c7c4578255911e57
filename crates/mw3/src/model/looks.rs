//! In which looks a node is seen: from how far, and whether at all.

use super::Model;
use relict_core::scene::Variant;
use std::ops::RangeInclusive;

/// What a node that is switched off, or hangs on one that is, shows in: no other look has it.
const OFF: u8 = 1;

/// The looks of one node.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Looks {
    state: u8,
    /// 0 is the nearest. Empty where levels of detail exclude each other.
    levels: RangeInclusive<u8>,
}

impl Looks {
    /// What tells this node's mesh from those of others: the nearest that it is seen from.
    pub(super) fn first(&self) -> Variant {
        Variant { state: self.state, level: *self.levels.start() }
    }

    pub(super) fn has(&self, variant: Variant) -> bool {
        self.state == variant.state && self.levels.contains(&variant.level)
    }
}

impl Model<'_> {
    /// Of every node. Levels of detail under one parent come in the order of the distances that they are seen from; the
    /// last is seen from everywhere beyond. What is under none of them is seen in all.
    pub(super) fn looks(&self) -> Vec<Looks> {
        let parents = self.parents();
        let ranks = self.ranks(&parents);
        let last = ranks.iter().flatten().map(|(_, last)| *last).max().unwrap_or_default();
        let mut looks: Vec<Looks> = Vec::with_capacity(self.nodes.len());
        for (place, node) in self.nodes.iter().enumerate() {
            let above = parents[place].map(|parent| looks[parent].clone());
            let Looks { state, levels } = above.unwrap_or(Looks { state: 0, levels: 0..=last });
            let state = if node.is_active() { state } else { OFF };
            let levels = match ranks[place] {
                Some((rank, most)) => {
                    let end = if rank == most { last } else { rank };
                    rank.max(*levels.start())..=end.min(*levels.end())
                }
                None => levels,
            };
            looks.push(Looks { state, levels });
        }
        looks
    }

    /// Of every level of detail, which it is among those beside it, and which the last of them is.
    fn ranks(&self, parents: &[Option<usize>]) -> Vec<Option<(u8, u8)>> {
        let mut beside: Vec<(Option<usize>, f32, usize)> = (self.nodes.iter().enumerate())
            .filter_map(|(place, node)| Some((parents[place], node.lod.as_ref()?.near_sq, place)))
            .collect();
        beside.sort_by(|a, b| a.0.cmp(&b.0).then(a.1.total_cmp(&b.1)).then(a.2.cmp(&b.2)));
        let mut ranks = vec![None; self.nodes.len()];
        for group in beside.chunk_by(|a, b| a.0 == b.0) {
            let level = |place: usize| u8::try_from(place).unwrap_or(u8::MAX);
            let most = level(group.len() - 1);
            for (rank, (_, _, place)) in group.iter().enumerate() {
                ranks[*place] = Some((level(rank), most));
            }
        }
        ranks
    }
}
