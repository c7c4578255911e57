//! The normals of triangles, and which triangles are joined.

use super::vector::{bits, cross, normalised};
use std::collections::HashMap;

/// Codes of an edge that nothing is joined to.
pub(super) const OPEN: u16 = 3;

#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) struct Adjacency {
    /// In parts of 32767.
    pub normal: [i16; 3],
    /// Across each edge, the triangle by its place in the list, and which of its edges it is.
    pub edges: [Option<(usize, u16)>; 3],
}

type Points = [[f32; 3]; 3];
type Edge = ([u32; 3], [u32; 3]);

/// Edge `e` joins corner `e` and the next. Which way it goes does not matter.
fn edge(points: &Points, e: usize) -> Edge {
    let (from, to) = (bits(points[e]), bits(points[(e + 1) % 3]));
    (from.min(to), from.max(to))
}

/// The corners in an order that does not depend on where one begins, or from which side one looks.
pub(super) fn corner_set(points: &Points) -> [[u32; 3]; 3] {
    let mut corners = points.map(bits);
    corners.sort_unstable();
    corners
}

fn normal(points: &Points) -> [i16; 3] {
    normalised(cross(*points)).map(|part| (part * 32767.0).round() as i16)
}

/// Of triangles, by the positions of their corners. An edge of more than two triangles is open, and so are those between
/// two triangles with the same corners.
pub(super) fn adjacency(triangles: &[Points]) -> Vec<Adjacency> {
    let mut users: HashMap<Edge, Vec<(usize, u16)>> = HashMap::new();
    for (t, points) in triangles.iter().enumerate() {
        (0..3).for_each(|e| users.entry(edge(points, e)).or_default().push((t, e as u16)));
    }
    let across = |t: usize, e: usize| {
        let users = users.get(&edge(&triangles[t], e)).map(Vec::as_slice);
        let Some(&[first, second]) = users else { return None };
        let other = if first == (t, e as u16) { second } else { first };
        let apart = other.0 != t && corner_set(&triangles[other.0]) != corner_set(&triangles[t]);
        apart.then_some(other)
    };
    let all = triangles.iter().enumerate();
    all.map(|(t, points)| Adjacency { normal: normal(points), edges: [0, 1, 2].map(|e| across(t, e)) })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    const A: [f32; 3] = [0.0, 0.0, 0.0];
    const B: [f32; 3] = [1.0, 0.0, 0.0];
    const C: [f32; 3] = [1.0, 1.0, 0.0];
    const D: [f32; 3] = [0.0, 1.0, 0.0];
    const UP: [f32; 3] = [0.5, 0.5, 1.0];

    #[test]
    fn two_triangles_are_joined_where_they_touch() {
        let joined = adjacency(&[[A, B, C], [C, D, A]]);
        assert_eq!(joined[0], Adjacency { normal: [0, 0, 32767], edges: [None, None, Some((1, 2))] });
        assert_eq!(joined[1].edges, [None, None, Some((0, 2))]);
    }

    #[test]
    fn what_lies_on_each_other_and_what_three_share_is_open() {
        let front_and_back = adjacency(&[[A, B, C], [A, C, B]]);
        assert!(front_and_back.iter().all(|joined| joined.edges == [None; 3]));
        let fan = adjacency(&[[A, B, C], [C, D, A], [A, C, UP]]);
        assert!(fan.iter().all(|joined| joined.edges == [None; 3]));
        let flat = adjacency(&[[A, B, A]]);
        assert_eq!(flat[0], Adjacency { normal: [0; 3], edges: [None; 3] });
    }
}
