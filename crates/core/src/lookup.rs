//! Tables that list the entries of a container by name, so that the engine can search by halves.

/// What is wrong with one slot of such a table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Flaw {
    /// It names no entry.
    Range,
    /// It names an entry that a slot before it names.
    Duplicate,
    /// Its entry has a name that belongs before the one of the last slot.
    Order,
}

/// The slots that are wrong; none of them where the table can be searched.
pub fn flaws<K: Ord>(
    slots: impl Iterator<Item = Option<usize>>,
    entries: usize,
    name: impl Fn(usize) -> K,
) -> impl Iterator<Item = (usize, Flaw)> {
    let mut seen = vec![false; entries];
    let mut last = None;
    slots.enumerate().filter_map(move |(slot, place)| {
        let Some((place, seen)) = place.and_then(|place| Some((place, seen.get_mut(place)?))) else {
            return Some((slot, Flaw::Range));
        };
        let before = last.replace(name(place));
        if std::mem::replace(seen, true) {
            return Some((slot, Flaw::Duplicate));
        }
        (before > last).then_some((slot, Flaw::Order))
    })
}

/// The places of entries in the order of their names; equal names keep theirs.
pub fn sorted<K: Ord>(entries: usize, name: impl Fn(usize) -> K) -> Vec<usize> {
    let mut order: Vec<usize> = (0..entries).collect();
    order.sort_by_cached_key(|&place| name(place));
    order
}

#[cfg(test)]
mod tests {
    use super::*;

    const NAMES: [&str; 3] = ["b", "a", "b"];

    fn found(slots: [usize; 3]) -> Vec<(usize, Flaw)> {
        flaws(slots.into_iter().map(Some), 3, |place| NAMES[place]).collect()
    }

    #[test]
    fn equal_names_keep_their_order_and_may_have_any() {
        assert_eq!(sorted(3, |place| NAMES[place]), [1, 0, 2]);
        assert_eq!(found([1, 0, 2]), []);
        assert_eq!(found([1, 2, 0]), []);
    }

    #[test]
    fn every_slot_has_at_most_one_flaw() {
        assert_eq!(found([0, 1, 2]), [(1, Flaw::Order)]);
        assert_eq!(found([1, 0, 0]), [(2, Flaw::Duplicate)]);
        assert_eq!(found([1, 3, 0]), [(1, Flaw::Range)]);
        assert_eq!(flaws([None].into_iter(), 1, |_| ()).collect::<Vec<_>>(), [(0, Flaw::Range)]);
    }
}
