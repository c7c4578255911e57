//! Hits: the triangles of a node one by one, by ray and by sphere, and from each to its neighbours.

use super::Model;
use super::stream::{PASSED_BY_ROUNDS, PORTAL, TWO_SIDED, Triangle};
use glam::Vec3;
use std::collections::HashSet;

/// Which triangles count.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Filter {
    /// Flags of the triangle, all of which must be set.
    pub required: u16,
    /// Flags of the triangle, none of which may be.
    pub excluded: u16,
    /// Flags of the batch that let everything through.
    pub passed: u32,
    /// Whether a ray also hits the back of what has only a front, as somebody who points at a picture expects: the
    /// engine draws both sides of everything.
    pub both_sides: bool,
}

impl Filter {
    /// What stops a round: not what one sees through, not glass, and not a portal.
    pub const ROUND: Self =
        Self { required: 0, excluded: 0x24, passed: PORTAL | PASSED_BY_ROUNDS, both_sides: false };

    fn takes(self, triangle: &Triangle, batch_flags: u32) -> bool {
        self.takes_flags(triangle.flags) && batch_flags & self.passed == 0
    }

    /// The same by the flags of a triangle alone.
    pub(super) fn takes_flags(self, flags: u16) -> bool {
        flags & self.required == self.required && flags & self.excluded == 0
    }
}

/// Which geometry is meant: a node in a state of damage (0 to 2) at a level (0 to 4). Rounds hit level 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shown {
    pub node: usize,
    pub state: usize,
    pub level: usize,
}

/// A triangle, by its place in the list of triangles.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Visit {
    pub triangle: usize,
    pub batch: usize,
    /// The places of its corners.
    pub vertices: [usize; 3],
}

/// A line that begins somewhere and goes one way, in the space of the node.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Ray {
    pub origin: Vec3,
    /// Of any length but zero; distances are counted in it.
    pub direction: Vec3,
}

#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Hit {
    pub visit: Visit,
    /// In lengths of the ray's direction.
    pub distance: f32,
    pub point: Vec3,
    /// Whether the ray came from behind.
    pub from_behind: bool,
}

impl Model<'_> {
    /// Every triangle of a slot, with the record that belongs to it. It goes only as far as the slot says that it has
    /// triangles, whatever its batches claim.
    pub fn walk(&self, shown: Shown) -> impl Iterator<Item = Visit> {
        let slot = self.slot(shown.node, shown.state, shown.level).map(|(_, slot)| slot);
        let records = slot.map_or(0..0, super::stream::Slot::triangles);
        let sound = records.end <= self.triangles().len();
        let batches = slot.filter(|_| sound).map_or(0..0, super::stream::Slot::batches);
        let all = batches.filter_map(|batch| Some((batch, self.batches().get(batch)?)));
        let all = all.flat_map(|(place, batch)| (0..batch.triangle_count()).map(move |t| (place, batch, t)));
        // The record moves on with every triangle, also with one that nobody takes.
        records.zip(all).filter_map(|(triangle, (place, batch, t))| {
            let vertices = self.corners(batch, t)?;
            Some(Visit { triangle, batch: place, vertices })
        })
    }

    /// The triangles that count.
    pub fn visit(&self, shown: Shown, filter: Filter) -> impl Iterator<Item = Visit> {
        self.walk(shown).filter(move |visit| {
            let batch = self.batches().get(visit.batch).map_or(0, |batch| batch.flags);
            self.triangles().get(visit.triangle).is_some_and(|triangle| filter.takes(&triangle, batch))
        })
    }

    /// The triangle across an edge, and which edge of that one it is.
    pub fn neighbour(&self, triangle: usize, edge: usize) -> Option<(usize, usize)> {
        let neighbours = self.triangles().get(triangle)?.neighbours();
        neighbours.get(edge).copied().flatten().filter(|(other, _)| *other < self.triangles().len())
    }

    /// All that is joined to a triangle by edges, as far as the filter lets one walk; itself first.
    pub fn joined(&self, triangle: usize, filter: Filter) -> Vec<usize> {
        let takes = |place: usize| self.triangles().get(place).is_some_and(|found| filter.takes(&found, 0));
        connected(triangle, takes, |place| [0, 1, 2].map(|edge| self.neighbour(place, edge)))
    }

    pub(super) fn corner_points(&self, visit: &Visit) -> [Vec3; 3] {
        let point =
            |vertex: usize| self.positions().get(vertex).map_or(Vec3::NAN, |at| Vec3::from_array(*at));
        visit.vertices.map(point)
    }

    /// The nearest triangle that a ray meets.
    pub fn pick(&self, shown: Shown, ray: Ray, filter: Filter) -> Option<Hit> {
        self.hits(shown, ray, filter).min_by(|a, b| a.distance.total_cmp(&b.distance))
    }

    /// All triangles that a ray meets, in the order of the traversal. From behind, only those of batches that are hit from
    /// both sides count.
    pub fn hits(&self, shown: Shown, ray: Ray, filter: Filter) -> impl Iterator<Item = Hit> {
        self.visit(shown, filter).filter_map(move |visit| {
            let (distance, from_behind) = meet(ray, self.corner_points(&visit))?;
            let flags = self.batches().get(visit.batch)?.flags;
            let counts = !from_behind || filter.both_sides || flags & TWO_SIDED != 0;
            let point = ray.origin + ray.direction * distance;
            counts.then_some(Hit { visit, distance, point, from_behind })
        })
    }

    /// The triangles that come within `radius` of a point, for things that must not pass.
    pub fn touching(
        &self,
        shown: Shown,
        center: Vec3,
        radius: f32,
        filter: Filter,
    ) -> impl Iterator<Item = Visit> {
        self.visit(shown, filter).filter(move |visit| {
            let nearest = nearest_point(center, self.corner_points(visit));
            nearest.distance_squared(center) <= radius * radius
        })
    }
}

/// All that can be reached from a triangle over triangles that count; itself first.
pub(super) fn connected(
    first: usize,
    takes: impl Fn(usize) -> bool,
    neighbours: impl Fn(usize) -> [Option<(usize, usize)>; 3],
) -> Vec<usize> {
    let (mut found, mut seen) = (vec![], HashSet::new());
    if takes(first) {
        seen.insert(first);
        found.push(first);
    }
    let mut next = 0;
    while let Some(&place) = found.get(next) {
        next += 1;
        let around = neighbours(place).into_iter().flatten().map(|(other, _)| other);
        found.extend(around.filter(|other| takes(*other) && seen.insert(*other)));
    }
    found
}

/// Where a ray meets a triangle, and whether from behind.
pub(super) fn meet(ray: Ray, [a, b, c]: [Vec3; 3]) -> Option<(f32, bool)> {
    let (ab, ac) = (b - a, c - a);
    let across = ray.direction.cross(ac);
    let facing = ab.dot(across);
    if facing == 0.0 || !facing.is_finite() {
        return None;
    }
    let from = ray.origin - a;
    let u = from.dot(across) / facing;
    let sideways = from.cross(ab);
    let v = ray.direction.dot(sideways) / facing;
    let distance = ac.dot(sideways) / facing;
    let inside = u >= 0.0 && v >= 0.0 && u + v <= 1.0 && distance >= 0.0;
    inside.then_some((distance, facing < 0.0))
}

/// The point of a triangle that lies nearest: over its face, along an edge, or a corner.
fn nearest_point(to: Vec3, [a, b, c]: [Vec3; 3]) -> Vec3 {
    let normal = (b - a).cross(c - a);
    let edges = [(a, b), (b, c), (c, a)];
    let over = |(from, to_corner): &(Vec3, Vec3)| (*to_corner - *from).cross(to - *from).dot(normal) >= 0.0;
    let area = normal.length_squared();
    if area > 0.0 && edges.iter().all(over) {
        return to - normal * ((to - a).dot(normal) / area);
    }
    let along = |(from, end): (Vec3, Vec3)| {
        let way = end - from;
        let length = way.length_squared();
        let part = if length > 0.0 { ((to - from).dot(way) / length).clamp(0.0, 1.0) } else { 0.0 };
        from + way * part
    };
    let distance = |point: &Vec3| point.distance_squared(to);
    edges.map(along).into_iter().min_by(|x, y| distance(x).total_cmp(&distance(y))).unwrap_or(a)
}

#[cfg(test)]
mod tests {
    use super::*;

    const CORNERS: [Vec3; 3] = [Vec3::ZERO, Vec3::X, Vec3::Y];

    #[test]
    fn a_ray_meets_a_triangle_from_one_side_or_the_other() {
        let ray = |z: f32| Ray { origin: Vec3::new(0.25, 0.25, z), direction: Vec3::NEG_Z * z.signum() };
        assert_eq!(meet(ray(2.0), CORNERS), Some((2.0, false)));
        assert_eq!(meet(ray(-2.0), CORNERS), Some((2.0, true)));
        let beside = Ray { origin: Vec3::new(0.75, 0.75, 2.0), direction: Vec3::NEG_Z };
        let along = Ray { origin: Vec3::new(-1.0, 0.25, 0.0), direction: Vec3::X };
        let away = Ray { direction: Vec3::Z, ..ray(2.0) };
        assert_eq!([beside, along, away].map(|ray| meet(ray, CORNERS)), [None; 3]);
    }

    #[test]
    fn the_nearest_point_is_on_the_face_an_edge_or_a_corner() {
        for (to, nearest) in [
            (Vec3::new(0.25, 0.25, 3.0), Vec3::new(0.25, 0.25, 0.0)),
            (Vec3::new(0.5, -1.0, 0.0), Vec3::new(0.5, 0.0, 0.0)),
            (Vec3::new(-1.0, -1.0, 1.0), Vec3::ZERO),
            (Vec3::new(1.0, 1.0, 0.0), Vec3::new(0.5, 0.5, 0.0)),
        ] {
            assert_eq!(nearest_point(to, CORNERS), nearest, "{to}");
        }
        assert_eq!(nearest_point(Vec3::X, [Vec3::ZERO; 3]), Vec3::ZERO);
    }
}
