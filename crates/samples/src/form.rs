//! Bodies out of rings and plates: what hulls, limbs and houses are made of before they are of one game or another.
//! x goes to the right, y forward, z up. Only sums, products, quotients and roots, which are the same on every machine.

pub(crate) mod dress;
pub(crate) mod solid;
pub(crate) mod turn;

use std::collections::HashMap;

pub(crate) type Point = [f32; 3];
pub(crate) type Uv = [f32; 2];

/// What a facet is drawn with.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Skin {
    pub(crate) material: u8,
    /// What else the game wants to know of it.
    pub(crate) flags: u32,
    /// The node behind it, where one can go through.
    pub(crate) portal: Option<u16>,
}

pub(crate) const fn skin(material: u8) -> Skin {
    Skin { material, flags: 0, portal: None }
}

/// A flat piece. Its corners go round against the clock as seen from outside.
#[derive(Clone, Debug)]
pub(crate) struct Facet {
    pub(crate) points: Vec<Point>,
    pub(crate) normals: Vec<Point>,
    pub(crate) uvs: Vec<Uv>,
    /// Places on a lightmap, if it has one.
    pub(crate) light_uvs: Vec<Uv>,
    pub(crate) skin: Skin,
}

impl Facet {
    pub(crate) fn new(points: Vec<Point>, uvs: Vec<Uv>, skin: Skin) -> Self {
        let normals = vec![normal(&points); points.len()];
        Self { points, normals, uvs, light_uvs: vec![], skin }
    }

    pub(crate) fn normal(&self) -> Point {
        normal(&self.points)
    }

    pub(crate) fn middle(&self) -> Point {
        middle(&self.points)
    }

    fn reversed(mut self) -> Self {
        self.points.reverse();
        self.uvs.reverse();
        self.normals = vec![normal(&self.points); self.points.len()];
        self
    }

    /// The same with its front away from a place.
    fn away_from(self, inside: Point) -> Self {
        let outwards = dot(self.normal(), minus(self.middle(), inside)) >= 0.0;
        if outwards { self } else { self.reversed() }
    }
}

/// Facets that belong together.
#[derive(Clone, Debug, Default)]
pub(crate) struct Body {
    pub(crate) facets: Vec<Facet>,
}

impl Body {
    /// All of them at once.
    pub(crate) fn of(bodies: impl IntoIterator<Item = Self>) -> Self {
        Self { facets: bodies.into_iter().flat_map(|body| body.facets).collect() }
    }

    pub(crate) fn moved(mut self, by: Point) -> Self {
        self.each_point(|point| plus(point, by));
        self
    }

    /// The same with left and right exchanged.
    pub(crate) fn mirrored(&self) -> Self {
        let across = |facet: &Facet| {
            let mut facet = facet.clone();
            facet.points.iter_mut().for_each(|point| point[0] = -point[0]);
            facet.normals.iter_mut().for_each(|normal| normal[0] = -normal[0]);
            [&mut facet.points, &mut facet.normals].into_iter().for_each(|list| list.reverse());
            [&mut facet.uvs, &mut facet.light_uvs].into_iter().for_each(|list| list.reverse());
            facet
        };
        Self { facets: self.facets.iter().map(across).collect() }
    }

    /// It, and the same on the other side.
    pub(crate) fn both(self) -> Self {
        let other = self.mirrored();
        Self::of([self, other])
    }

    /// Turned about the origin.
    pub(crate) fn turned(mut self, by: turn::Turn) -> Self {
        for facet in &mut self.facets {
            facet.points.iter_mut().for_each(|point| *point = by.apply(*point));
            facet.normals.iter_mut().for_each(|normal| *normal = by.apply(*normal));
        }
        self
    }

    /// Every corner somewhere else, and flat facets again.
    pub(crate) fn bent(mut self, to: impl Fn(Point) -> Point) -> Self {
        self.each_point(to);
        self.freshly_lit()
    }

    pub(crate) fn skinned(mut self, skin: Skin) -> Self {
        self.facets.iter_mut().for_each(|facet| facet.skin = skin);
        self
    }

    /// Only what looks in such a direction, or all that does not.
    pub(crate) fn only(mut self, wanted: impl Fn(Point) -> bool) -> Self {
        self.facets.retain(|facet| wanted(facet.normal()));
        self
    }

    fn each_point(&mut self, to: impl Fn(Point) -> Point) {
        self.facets.iter_mut().flat_map(|facet| &mut facet.points).for_each(|point| *point = to(*point));
    }

    fn freshly_lit(mut self) -> Self {
        for facet in &mut self.facets {
            facet.normals = vec![normal(&facet.points); facet.points.len()];
        }
        self
    }

    /// Round where facets meet at less than about sixty degrees.
    pub(crate) fn smooth(mut self) -> Self {
        let key = |point: Point| point.map(|part| (part * 4096.0).round() as i32);
        let mut meeting: HashMap<[i32; 3], Vec<Point>> = HashMap::new();
        for facet in &self.facets {
            facet
                .points
                .iter()
                .for_each(|point| meeting.entry(key(*point)).or_default().push(facet.normal()));
        }
        for facet in &mut self.facets {
            let own = facet.normal();
            let near = |point: &Point| {
                let all =
                    meeting.get(&key(*point)).into_iter().flatten().filter(|other| dot(**other, own) > 0.5);
                unit(all.fold([0.0; 3], |sum, other| plus(sum, *other)))
            };
            facet.normals = facet.points.iter().map(near).collect();
        }
        self
    }

    /// The corners of the box around it.
    pub(crate) fn bounds(&self) -> [Point; 2] {
        let points = || self.facets.iter().flat_map(|facet| &facet.points);
        let of = |pick: fn(f32, f32) -> f32| {
            [0, 1, 2].map(|axis| points().map(|point| point[axis]).reduce(pick).unwrap_or_default())
        };
        [of(f32::min), of(f32::max)]
    }
}

pub(crate) fn plus(a: Point, b: Point) -> Point {
    [0, 1, 2].map(|axis| a[axis] + b[axis])
}

pub(crate) fn minus(a: Point, b: Point) -> Point {
    [0, 1, 2].map(|axis| a[axis] - b[axis])
}

pub(crate) fn times(a: Point, by: f32) -> Point {
    a.map(|part| part * by)
}

pub(crate) fn dot(a: Point, b: Point) -> f32 {
    a[0] * b[0] + a[1] * b[1] + a[2] * b[2]
}

pub(crate) fn cross(a: Point, b: Point) -> Point {
    [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]]
}

pub(crate) fn length(a: Point) -> f32 {
    dot(a, a).sqrt()
}

/// Of length one; up, if it has no direction.
pub(crate) fn unit(a: Point) -> Point {
    let length = length(a);
    if length > 1e-12 { a.map(|part| part / length) } else { [0.0, 0.0, 1.0] }
}

/// Of a polygon that may not be quite flat.
pub(crate) fn normal(points: &[Point]) -> Point {
    let next = |i: usize| points[(i + 1) % points.len()];
    let sum = (0..points.len()).fold([0.0; 3], |sum, i| plus(sum, cross(points[i], next(i))));
    unit(sum)
}

pub(crate) fn middle(points: &[Point]) -> Point {
    times(points.iter().fold([0.0; 3], |sum, point| plus(sum, *point)), 1.0 / points.len().max(1) as f32)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_mirrored_box_looks_outwards_too() {
        let right = Body::block([1.0, 0.0, 0.0], [2.0, 1.0, 1.0], skin(0));
        for body in [right.clone(), right.mirrored()] {
            let [low, high] = body.bounds();
            let inside = middle(&[low, high]);
            for facet in &body.facets {
                assert!(dot(facet.normal(), minus(facet.middle(), inside)) > 0.0);
                assert_eq!(facet.normals[0], facet.normal());
            }
        }
        assert_eq!(right.both().bounds(), [[-2.0, 0.0, 0.0], [2.0, 1.0, 1.0]]);
    }
}
