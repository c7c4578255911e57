//! Which triangles of a scene are those of which polygon.

use super::super::cut::{Facet, MaterialKey};
use super::vertices::{SceneTriangle, VertexMatcher};
use relict_core::scene::triangles::TriangleMatcher;
use std::collections::HashMap;

/// A triangle of the scene, and by how many corners it is rotated against that of the polygon.
#[derive(Clone, Copy, Debug)]
pub(super) struct Match {
    pub triangle: usize,
    pub rotation: usize,
}

/// The triangles of a polygon. One that has no area need not be there.
type Matches = Vec<Option<Match>>;

/// Which triangles of the scene are those of which polygon.
#[derive(Debug, Default)]
pub(super) struct Pairing {
    /// For each facet its triangles; none if it is not in the scene.
    pub of_own: Vec<Option<Matches>>,
    /// Triangles that are of no polygon.
    pub new: Vec<usize>,
}

impl Pairing {
    fn is_whole(&self) -> bool {
        self.new.is_empty() && self.of_own.iter().all(Option::is_some)
    }
}

/// What a mesh shows, and what a scene shows in its place.
#[derive(Clone, Copy)]
pub(super) struct PolygonMatcher<'m> {
    pub own: &'m [Facet],
    pub scene: &'m [SceneTriangle],
    pub vertices: VertexMatcher,
}

impl PolygonMatcher<'_> {
    /// Pairs by positions; where some have moved, in the order of the lists, if that makes sense.
    pub(super) fn pair(&self) -> Pairing {
        let by_position = self.by_position();
        if by_position.is_whole() {
            return by_position;
        }
        self.in_order().unwrap_or(by_position)
    }

    /// Whether nothing is new, gone or changed.
    pub(super) fn is_same(&self, pairing: &Pairing) -> bool {
        let same = |(facet, matches): (&Facet, &Option<Matches>)| {
            let Some(matches) = matches else { return false };
            let mut triangles = facet.triangles().zip(matches);
            triangles
                .all(|(corners, found)| found.is_none_or(|found| self.is_triangle(facet, corners, found)))
        };
        pairing.new.is_empty() && self.own.iter().zip(&pairing.of_own).all(same)
    }

    fn is_triangle(&self, facet: &Facet, corners: [usize; 3], found: Match) -> bool {
        let triangle = &self.scene[found.triangle];
        facet.material == triangle.material
            && (0..3).all(|i| {
                let mut own = facet.corners[corners[i]];
                let vertex = &triangle.corners[(i + found.rotation) % 3];
                if !facet.has_normals {
                    own.normal = vertex.normal.unwrap_or(own.normal);
                }
                self.vertices.is_same(&own, vertex)
            })
    }

    /// Nothing was added and nothing removed: each material has as many triangles as before. At least half of them are
    /// where they were, or look as they did.
    fn in_order(&self) -> Option<Pairing> {
        let mut by_material: HashMap<MaterialKey, Vec<usize>> = HashMap::new();
        for (place, triangle) in self.scene.iter().enumerate() {
            by_material.entry(triangle.material).or_default().push(place);
        }
        let mut next: HashMap<MaterialKey, usize> = HashMap::new();
        let (mut alike, mut total) = (0, 0);
        let mut pairing = Pairing::default();
        for facet in self.own {
            let all = by_material.get(&facet.material)?;
            let next = next.entry(facet.material).or_default();
            let mut matches = vec![];
            for corners in facet.triangles() {
                let triangle = *all.get(*next)?;
                *next += 1;
                let (rotation, is_alike) = self.rotation(facet, corners, &self.scene[triangle]);
                total += 1;
                alike += usize::from(is_alike);
                matches.push(Some(Match { triangle, rotation }));
            }
            pairing.of_own.push(Some(matches));
        }
        let all_used = by_material.iter().all(|(material, all)| next.get(material) == Some(&all.len()));
        (all_used && alike * 2 >= total).then_some(pairing)
    }

    /// By how many corners a triangle is rotated against its own, and whether it is the same in its positions, or in all
    /// else.
    fn rotation(&self, facet: &Facet, corners: [usize; 3], triangle: &SceneTriangle) -> (usize, bool) {
        let own = corners.map(|corner| &facet.corners[corner]);
        let vertex = |i: usize, rotation: usize| &triangle.corners[(i + rotation) % 3];
        let placed = |rotation: usize| {
            (0..3).all(|i| self.vertices.is_same_position(own[i].position, vertex(i, rotation).position))
        };
        if let Some(rotation) = (0..3).find(|rotation| placed(*rotation)) {
            return (rotation, true);
        }
        let painted = (0..3).all(|i| {
            self.vertices.is_same_uv(own[i].uv, vertex(i, 0).uv)
                && self.vertices.is_same_colour(own[i].colour, vertex(i, 0).colour)
        });
        (0, painted)
    }

    /// By the positions of their corners, wherever they are in the lists: first those of the same material, since polygons
    /// may lie on each other, then those of any.
    fn by_position(&self) -> Pairing {
        let mut of_own = vec![None; self.own.len()];
        let mut used = vec![false; self.scene.len()];
        self.pair_by_position(&mut of_own, &mut used, Some);
        self.pair_by_position(&mut of_own, &mut used, |_| None);
        let new = (0..self.scene.len()).filter(|triangle| !used[*triangle]).collect();
        Pairing { of_own, new }
    }

    /// Finds the triangles of facets that have none yet, among those that are not used.
    fn pair_by_position(
        &self,
        of_own: &mut [Option<Matches>],
        used: &mut [bool],
        group: fn(MaterialKey) -> Option<MaterialKey>,
    ) {
        let mut matcher = Matcher::default();
        for (place, triangle) in self.scene.iter().enumerate().rev().filter(|(place, _)| !used[*place]) {
            let cells = triangle.corners.map(|corner| self.vertices.cell(corner.position));
            matcher.add(group(triangle.material), cells, place);
        }
        for (facet, matches) in self.own.iter().zip(of_own).filter(|(_, matches)| matches.is_none()) {
            *matches = self.take(facet, group(facet.material), &mut matcher);
            matches.iter().flatten().flatten().for_each(|found| used[found.triangle] = true);
        }
    }

    /// The triangles of a facet, if all are there that have an area.
    fn take(&self, facet: &Facet, group: Option<MaterialKey>, matcher: &mut Matcher) -> Option<Matches> {
        let cell = |position: [f32; 3]| self.vertices.cell(self.vertices.to_scene(position));
        let cells: Vec<_> = facet.corners.iter().map(|corner| cell(corner.position)).collect();
        let (mut matches, mut taken, mut whole) = (vec![], vec![], true);
        for corners in facet.triangles() {
            let cells = corners.map(|corner| cells[corner]);
            let found = matcher.take(group, cells);
            whole &= found.is_some() || has_no_area(cells);
            matches.push(found.map(|found| Match { triangle: found.found(), rotation: found.rotation }));
            taken.extend(found);
        }
        if whole && !taken.is_empty() {
            return Some(matches);
        }
        // What was taken goes back, for another facet that is there as a whole.
        taken.into_iter().rev().for_each(|found| matcher.put_back(found));
        None
    }
}

/// Triangles of the scene by their material, if that counts, and the cells of their corners.
type Matcher = TriangleMatcher<Option<MaterialKey>, [i64; 3], usize>;

fn has_no_area([a, b, c]: [[i64; 3]; 3]) -> bool {
    a == b || b == c || a == c
}
