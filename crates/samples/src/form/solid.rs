//! Boxes, lofts and spindles.

use super::turn::{Turn, Y, circle};
use super::{Body, Facet, Point, Skin, Uv, cross, dot, length, middle, minus, plus, times, unit};

/// Points around a section. All sections of a loft have as many.
pub(crate) type Ring = Vec<Point>;

/// A section across y.
pub(crate) fn across(y: f32, outline: &[[f32; 2]]) -> Ring {
    outline.iter().map(|[x, z]| [*x, y, *z]).collect()
}

/// A section at a height.
pub(crate) fn level(z: f32, outline: &[[f32; 2]]) -> Ring {
    outline.iter().map(|[x, y]| [*x, *y, z]).collect()
}

/// A section seen from the side.
pub(crate) fn profile(x: f32, outline: &[[f32; 2]]) -> Ring {
    outline.iter().map(|[y, z]| [x, *y, *z]).collect()
}

/// A rectangle whose corners are cut off.
pub(crate) fn chamfered([x0, y0]: [f32; 2], [x1, y1]: [f32; 2], cut: f32) -> Vec<[f32; 2]> {
    vec![
        [x0 + cut, y0],
        [x1 - cut, y0],
        [x1, y0 + cut],
        [x1, y1 - cut],
        [x1 - cut, y1],
        [x0 + cut, y1],
        [x0, y1 - cut],
        [x0, y0 + cut],
    ]
}

/// A rectangle.
pub(crate) fn oblong([x0, y0]: [f32; 2], [x1, y1]: [f32; 2]) -> Vec<[f32; 2]> {
    vec![[x0, y0], [x1, y0], [x1, y1], [x0, y1]]
}

/// A polygon around a place, with a flat side below.
pub(crate) fn round([x, y]: [f32; 2], radius: f32, corners: usize) -> Vec<[f32; 2]> {
    let corner = |i: usize| {
        let [cosine, sine] = circle((i as f32 + 0.5) / corners as f32 - 0.25);
        [x + radius * cosine, y + radius * sine]
    };
    (0..corners).map(corner).collect()
}

impl Body {
    /// A box.
    pub(crate) fn block(low: Point, high: Point, skin: Skin) -> Self {
        let outline = oblong([low[0], low[1]], [high[0], high[1]]);
        Self::loft(&[level(low[2], &outline), level(high[2], &outline)], skin)
    }

    /// A box whose top is smaller, and may be moved.
    pub(crate) fn wedge(low: Point, high: Point, [left, right, back, front]: [f32; 4], skin: Skin) -> Self {
        let below = oblong([low[0], low[1]], [high[0], high[1]]);
        let above = oblong([low[0] + left, low[1] + back], [high[0] - right, high[1] - front]);
        Self::loft(&[level(low[2], &below), level(high[2], &above)], skin)
    }

    /// Sections joined one to the next, and closed at both ends.
    pub(crate) fn loft(rings: &[Ring], skin: Skin) -> Self {
        let mut body = Self::sleeve(rings, skin);
        if let [first, .., last] = rings {
            let caps = [(first, &rings[1]), (last, &rings[rings.len() - 2])];
            let cap = |(ring, next): (&Ring, &Ring)| {
                Facet::new(ring.clone(), outline_uvs(ring), skin).away_from(middle(next))
            };
            body.facets.extend(caps.into_iter().filter(|(ring, _)| has_area(ring)).map(cap));
        }
        body
    }

    /// The same, open at both ends. On a texture, u goes around and v from the first section to the last.
    pub(crate) fn sleeve(rings: &[Ring], skin: Skin) -> Self {
        let mut body = Self::default();
        let down = steps(rings);
        for (j, pair) in rings.windows(2).enumerate() {
            let inside = middle(&[middle(&pair[0]), middle(&pair[1])]);
            let (v0, v1) = (down[j], down[j + 1]);
            let around = lengths(if has_area(&pair[0]) { &pair[0] } else { &pair[1] });
            for i in 0..pair[0].len() {
                let next = (i + 1) % pair[0].len();
                let (u0, u1) = (around[i], around[i + 1]);
                let points = [pair[0][i], pair[0][next], pair[1][next], pair[1][i]];
                let uvs = [[u0, v0], [u1, v0], [u1, v1], [u0, v1]];
                body.facets.extend(piece(&points, &uvs, skin).map(|facet| facet.away_from(inside)));
            }
        }
        body
    }

    /// What comes off a lathe: around an axis along y through the origin, at each place so thick.
    pub(crate) fn spindle(places: &[[f32; 2]], corners: usize, skin: Skin) -> Self {
        let rings: Vec<Ring> = places
            .iter()
            .map(|[along, radius]| across(*along, &round([0.0, 0.0], *radius, corners)))
            .collect();
        Self::loft(&rings, skin)
    }

    /// A rod from here to there, as thick as told at both ends.
    pub(crate) fn rod([from, to]: [Point; 2], [thick, thin]: [f32; 2], corners: usize, skin: Skin) -> Self {
        let way = minus(to, from);
        let rod = Self::spindle(&[[0.0, thick], [length(way), thin]], corners, skin);
        let back = way[0].abs() + way[2].abs() < 1e-6 && way[1] < 0.0;
        let turn = if back { Turn::about([0.0, 0.0, 1.0], 0.5) } else { Turn::between(Y, way) };
        rod.turned(turn).moved(from)
    }

    /// A thin rod: three sides, and no ends.
    pub(crate) fn strut([from, to]: [Point; 2], thick: f32, skin: Skin) -> Self {
        let mut strut = Self::rod([from, to], [thick; 2], 3, skin);
        let way = unit(minus(to, from));
        strut.facets.retain(|facet| dot(facet.normal(), way).abs() < 0.5);
        strut
    }

    /// A plate of so much thickness with an outline in the plane across x, seen from the side.
    pub(crate) fn plate(outline: &[[f32; 2]], [from, to]: [f32; 2], skin: Skin) -> Self {
        Self::loft(&[profile(from, outline), profile(to, outline)], skin)
    }

    /// One polygon.
    pub(crate) fn sheet(points: Vec<Point>, skin: Skin) -> Self {
        let uvs = outline_uvs(&points);
        Self { facets: vec![Facet::new(points, uvs, skin)] }
    }
}

/// A side of a sleeve, without the corners that fall together.
fn piece(points: &[Point], uvs: &[Uv], skin: Skin) -> Option<Facet> {
    let count = points.len();
    let kept: Vec<usize> =
        (0..count).filter(|i| length(minus(points[*i], points[(i + 1) % count])) > 1e-5).collect();
    let picked = |i: &usize| (points[*i], uvs[*i]);
    let (points, uvs): (Vec<Point>, Vec<Uv>) = kept.iter().map(picked).unzip();
    (points.len() > 2).then(|| Facet::new(points, uvs, skin))
}

fn has_area(ring: &[Point]) -> bool {
    let middle = middle(ring);
    ring.iter().any(|point| length(minus(*point, middle)) > 1e-5)
}

/// How far around each point is, from 0 to 1.
fn lengths(ring: &[Point]) -> Vec<f32> {
    shares((0..ring.len()).map(|i| length(minus(ring[(i + 1) % ring.len()], ring[i]))))
}

/// How far down each section is, from 0 to 1, by the mean way from point to point.
fn steps(rings: &[Ring]) -> Vec<f32> {
    let way =
        |pair: &[Ring]| -> f32 { pair[0].iter().zip(&pair[1]).map(|(a, b)| length(minus(*b, *a))).sum() };
    shares(rings.windows(2).map(way))
}

/// Sums of ever more of the numbers, as parts of all of them.
fn shares(parts: impl Iterator<Item = f32>) -> Vec<f32> {
    let mut sums = vec![0.0];
    let mut sum = 0.0;
    for part in parts {
        sum += part;
        sums.push(sum);
    }
    sums.iter().map(|part| if sum > 0.0 { part / sum } else { 0.0 }).collect()
}

/// The plane of a polygon, and the rectangle around it there, seen from in front.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Plane {
    along: Point,
    up: Point,
    /// How far the plane lies from the origin.
    off: Point,
    low: Uv,
    high: Uv,
}

impl Plane {
    pub(crate) fn of(points: &[Point]) -> Self {
        let normal = super::normal(points);
        let upright = if normal[2].abs() > 0.9 { Y } else { [0.0, 0.0, 1.0] };
        let along = unit(cross(upright, normal));
        let up = cross(normal, along);
        let flat: Vec<Uv> = points.iter().map(|point| [dot(*point, along), -dot(*point, up)]).collect();
        let of = |pick: fn(f32, f32) -> f32| {
            [0, 1].map(|axis| flat.iter().map(|uv| uv[axis]).reduce(pick).unwrap_or_default())
        };
        let off = times(normal, dot(middle(points), normal));
        Self { along, up, off, low: of(f32::min), high: of(f32::max) }
    }

    pub(crate) fn size(&self) -> Uv {
        [0, 1].map(|axis| (self.high[axis] - self.low[axis]).max(1e-6))
    }

    /// Where a point is in the rectangle, from 0 to 1, down from its top.
    pub(crate) fn place(&self, point: Point) -> Uv {
        let flat = [dot(point, self.along), -dot(point, self.up)];
        [0, 1].map(|axis| (flat[axis] - self.low[axis]) / self.size()[axis])
    }

    /// The point at a place of the rectangle.
    pub(crate) fn point(&self, place: Uv) -> Point {
        let [u, v] = [0, 1].map(|axis| self.low[axis] + place[axis] * self.size()[axis]);
        plus(self.off, plus(times(self.along, u), times(self.up, -v)))
    }
}

/// Where the corners of a polygon are in the rectangle around it.
pub(crate) fn outline_uvs(points: &[Point]) -> Vec<Uv> {
    let plane = Plane::of(points);
    points.iter().map(|point| plane.place(*point)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::form::skin;

    #[test]
    fn lofts_are_closed_and_look_outwards() {
        let hull = Body::loft(
            &[
                across(-1.0, &chamfered([-1.0, 0.0], [1.0, 1.0], 0.2)),
                across(2.0, &chamfered([-0.5, 0.2], [0.5, 0.8], 0.1)),
            ],
            skin(0),
        );
        assert_eq!(hull.facets.len(), 10);
        let cone = Body::spindle(&[[0.0, 1.0], [2.0, 0.0]], 8, skin(0));
        assert_eq!(cone.facets.len(), 9);
        for body in [hull, cone] {
            let [low, high] = body.bounds();
            let inside = middle(&[low, high]);
            assert!(body.facets.iter().all(|facet| dot(facet.normal(), minus(facet.middle(), inside)) > 0.0));
        }
    }

    #[test]
    fn a_plane_leads_there_and_back() {
        let slope = [[0.0, 0.0, 0.0], [4.0, 0.0, 0.0], [4.0, 2.0, 1.0], [1.0, 2.0, 1.0]];
        let plane = Plane::of(&slope);
        for point in slope {
            assert!(length(minus(plane.point(plane.place(point)), point)) < 1e-5);
        }
    }

    #[test]
    fn rods_reach_from_end_to_end() {
        for to in [[0.0, -2.0, 0.0], [1.0, 1.0, 1.0], [0.0, 0.0, 3.0]] {
            let rod = Body::rod([[0.0; 3], to], [0.01, 0.01], 4, skin(0));
            let [low, high] = rod.bounds();
            let size: f32 = length(minus(high, low));
            assert!((size - length(to)).abs() < 0.1, "{to:?}");
        }
    }
}
