//! Triangles of a scene and of a file: which are the same, wherever their corners begin and wherever they are in the lists.

use std::collections::{BTreeSet, HashMap};
use std::hash::Hash;

/// A triangle by what it belongs to (a material, say) and its corners, beginning with the least.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct TriangleKey<G, C> {
    pub group: G,
    pub corners: [C; 3],
}

impl<G, C: Copy + Ord> TriangleKey<G, C> {
    pub fn new(group: G, corners: [C; 3]) -> Self {
        Self::rotated(group, corners).0
    }

    /// The key, and by how many corners the triangle was rotated for it.
    fn rotated(group: G, corners: [C; 3]) -> (Self, usize) {
        let rotated = |by: usize| [0, 1, 2].map(|i| corners[(i + by) % 3]);
        let (corners, by) = (1..3).map(|by| (rotated(by), by)).fold((corners, 0), Ord::min);
        (Self { group, corners }, by)
    }
}

/// Triangles to be found again, each once.
#[derive(Debug)]
pub struct TriangleMatcher<G, C, T> {
    known: HashMap<TriangleKey<G, C>, Vec<(T, usize)>>,
}

/// A triangle that was found.
#[derive(Clone, Copy, Debug)]
pub struct TriangleMatch<G, C, T> {
    key: TriangleKey<G, C>,
    stored: (T, usize),
    /// By how many corners the known triangle is rotated against the one that was looked for.
    pub rotation: usize,
}

impl<G, C, T: Copy> TriangleMatch<G, C, T> {
    pub fn found(&self) -> T {
        self.stored.0
    }
}

impl<G, C, T> Default for TriangleMatcher<G, C, T> {
    fn default() -> Self {
        Self { known: HashMap::new() }
    }
}

impl<G: Copy + Eq + Hash, C: Copy + Ord + Hash, T: Copy> TriangleMatcher<G, C, T> {
    /// Of equal triangles, the one that was added last is found first.
    pub fn add(&mut self, group: G, corners: [C; 3], triangle: T) {
        let (key, rotation) = TriangleKey::rotated(group, corners);
        self.known.entry(key).or_default().push((triangle, rotation));
    }

    pub fn take(&mut self, group: G, corners: [C; 3]) -> Option<TriangleMatch<G, C, T>> {
        let (key, rotation) = TriangleKey::rotated(group, corners);
        let stored = self.known.get_mut(&key)?.pop()?;
        Some(TriangleMatch { key, stored, rotation: (stored.1 + 3 - rotation) % 3 })
    }

    /// Puts back what was taken, to be found again.
    pub fn put_back(&mut self, TriangleMatch { key, stored, .. }: TriangleMatch<G, C, T>) {
        self.known.entry(key).or_default().push(stored);
    }
}

/// The vertices that triangles use, rising, and the triangles by their places among these.
pub fn compacted(triangles: &[[u32; 3]]) -> (Vec<u32>, Vec<[u32; 3]>) {
    let used: BTreeSet<u32> = triangles.iter().flatten().copied().collect();
    let places: HashMap<u32, u32> = used.iter().copied().zip(0..).collect();
    let compacted = triangles.iter().map(|corners| corners.map(|corner| places[&corner])).collect();
    (used.into_iter().collect(), compacted)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_triangle_is_found_wherever_it_begins_but_not_from_behind() {
        let mut matcher = TriangleMatcher::default();
        matcher.add('a', [5, 3, 4], 1);
        assert!(matcher.take('b', [3, 4, 5]).is_none() && matcher.take('a', [5, 4, 3]).is_none());
        let found = matcher.take('a', [3, 4, 5]).unwrap();
        // Corner `i` of what was looked for is corner `i + rotation` of what was added.
        assert_eq!((found.found(), found.rotation), (1, 1));
        assert!(matcher.take('a', [3, 4, 5]).is_none());
        matcher.put_back(found);
        assert_eq!(matcher.take('a', [4, 5, 3]).unwrap().rotation, 2);
    }

    #[test]
    fn the_same_triangle_can_be_there_twice() {
        let mut matcher = TriangleMatcher::default();
        (0..2).for_each(|triangle| matcher.add((), [0, 1, 2], triangle));
        let found: Vec<i32> = std::iter::from_fn(|| Some(matcher.take((), [1, 2, 0])?.found())).collect();
        assert_eq!(found, [1, 0]);
    }

    #[test]
    fn vertices_that_are_not_used_are_left_out() {
        assert_eq!(compacted(&[[7, 2, 9], [9, 2, 4]]), (vec![2, 4, 7, 9], vec![[2, 0, 3], [3, 0, 1]]));
    }
}
