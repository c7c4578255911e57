//! Light on walls, computed for every spot of a lightmap: lamps, what stands in their way, and a little sky.

use crate::form::solid::Plane;
use crate::form::{Body, Facet, Point, Uv, dot, length, minus, plus, times};
use crate::make::mesh::LIGHTMAPPED;
use crate::paint::{Canvas, Rect, Rgb, rect};

/// A lamp, and how far it reaches.
#[derive(Clone, Copy, Debug)]
pub(super) struct Lamp {
    pub(super) at: Point,
    pub(super) colour: Rgb,
    pub(super) reach: f32,
}

/// Where light comes from, and boxes that are in its way.
#[derive(Clone, Debug)]
pub(super) struct Scene {
    pub(super) lamps: Vec<Lamp>,
    pub(super) walls: Vec<[Point; 2]>,
    /// What falls on everything, more of it from above.
    pub(super) sky: Rgb,
    /// How large the lightmap is.
    pub(super) side: i32,
}

/// Spots of a lightmap to a unit of length.
const FINE: f32 = 3.0;

impl Scene {
    /// The facets that have a lightmap get places on it; the lightmap itself comes along.
    pub(super) fn lit(&self, mut body: Body) -> (Body, Canvas) {
        let mut canvas = Canvas::new(self.side, self.side, self.sky);
        let mut shelf = Shelf { side: self.side, ..Shelf::default() };
        let mut lit: Vec<&mut Facet> =
            body.facets.iter_mut().filter(|facet| facet.skin.flags & LIGHTMAPPED != 0).collect();
        let height = |facet: &Facet| Plane::of(&facet.points).size()[1];
        lit.sort_by(|a, b| height(b).total_cmp(&height(a)));
        for facet in lit {
            let plane = Plane::of(&facet.points);
            let [w, h] = plane.size().map(|size| ((size * FINE) as i32).clamp(3, 40) + 2);
            let room = shelf.room(w, h);
            facet.light_uvs =
                facet.points.iter().map(|point| self.on_map(room, plane.place(*point))).collect();
            self.shine(&mut canvas, room, &plane, facet.normal());
        }
        (body, canvas)
    }

    /// A place of a facet's rectangle on the lightmap. Around it is a margin of one spot.
    fn on_map(&self, room: Rect, [u, v]: Uv) -> Uv {
        let along =
            |at: i32, size: i32, part: f32| (at as f32 + 1.0 + part * (size - 2) as f32) / self.side as f32;
        [along(room.x, room.w, u), along(room.y, room.h, v)]
    }

    fn shine(&self, canvas: &mut Canvas, room: Rect, plane: &Plane, normal: Point) {
        let spot = |x: i32, y: i32| {
            let part = |at: i32, size: i32| ((at - 1) as f32 + 0.5) / (size - 2) as f32;
            plane.point([part(x, room.w).clamp(0.0, 1.0), part(y, room.h).clamp(0.0, 1.0)])
        };
        canvas.paint(room, |x, y| Some(self.at(plus(spot(x, y), times(normal, 0.05)), normal)));
    }

    fn at(&self, point: Point, normal: Point) -> Rgb {
        // What is near the ground gets less of the sky.
        let open = (0.62 + 0.38 * normal[2]) * (0.55 + 0.45 * (point[2] / 2.0).clamp(0.0, 1.0));
        let mut light = self.sky.map(|part| part as f32 * open);
        for lamp in &self.lamps {
            let strength = self.strength(lamp, point, normal);
            light = [0, 1, 2].map(|part| light[part] + lamp.colour[part] as f32 * strength);
        }
        light.map(|part| part as i32)
    }

    fn strength(&self, lamp: &Lamp, point: Point, normal: Point) -> f32 {
        let way = minus(lamp.at, point);
        let far = length(way).max(1e-3);
        let facing = dot(normal, way) / far;
        if facing <= 0.0 || self.walls.iter().any(|wall| blocked(point, way, wall)) {
            return 0.0;
        }
        facing / (1.0 + far * far / (lamp.reach * lamp.reach))
    }
}

/// Whether a box is in the way from a point.
fn blocked(from: Point, way: Point, [low, high]: &[Point; 2]) -> bool {
    let (mut enter, mut leave) = (0.0f32, 1.0f32);
    for axis in 0..3 {
        if way[axis].abs() < 1e-6 {
            if from[axis] < low[axis] || from[axis] > high[axis] {
                return false;
            }
            continue;
        }
        let [a, b] = [low, high].map(|side| (side[axis] - from[axis]) / way[axis]);
        (enter, leave) = (enter.max(a.min(b)), leave.min(a.max(b)));
    }
    enter < leave
}

/// Rooms from left to right, in rows.
#[derive(Debug, Default)]
struct Shelf {
    side: i32,
    x: i32,
    y: i32,
    high: i32,
}

impl Shelf {
    fn room(&mut self, w: i32, h: i32) -> Rect {
        if self.x + w > self.side {
            (self.x, self.y, self.high) = (0, self.y + self.high, 0);
        }
        let room = rect(self.x, self.y, w, h);
        self.x += w;
        self.high = self.high.max(h);
        assert!(self.y + self.high <= self.side, "the lightmap is full");
        room
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::form::{Skin, skin};

    #[test]
    fn light_falls_off_and_walls_throw_shadows() {
        let lamp = Lamp { at: [0.0, 0.0, 4.0], colour: [200; 3], reach: 3.0 };
        let open = Scene { lamps: vec![lamp], walls: vec![], sky: [40; 3], side: 128 };
        let up = [0.0, 0.0, 1.0];
        assert!(open.at([0.0; 3], up)[0] > open.at([5.0, 0.0, 0.0], up)[0] + 30);
        let roofed = Scene { walls: vec![[[-1.0, -1.0, 2.0], [1.0, 1.0, 2.2]]], ..open.clone() };
        assert!(roofed.at([0.0; 3], up)[0] + 60 < open.at([0.0; 3], up)[0]);
        assert_eq!(roofed.at([6.0, 0.0, 0.0], up), open.at([6.0, 0.0, 0.0], up));
    }

    #[test]
    fn every_facet_has_a_place_of_its_own() {
        let skin = Skin { flags: LIGHTMAPPED, ..skin(0) };
        let scene = Scene { lamps: vec![], walls: vec![], sky: [40; 3], side: 128 };
        let (body, _) = scene.lit(Body::block([0.0; 3], [4.0, 2.0, 3.0], skin));
        let area = |facet: &Facet| {
            let of = |axis: usize, pick: fn(f32, f32) -> f32| {
                facet.light_uvs.iter().map(|uv| uv[axis]).reduce(pick).unwrap()
            };
            [of(0, f32::min), of(1, f32::min), of(0, f32::max), of(1, f32::max)]
        };
        let areas: Vec<[f32; 4]> = body.facets.iter().map(area).collect();
        for (i, a) in areas.iter().enumerate() {
            assert!(a.iter().all(|part| (0.0..=1.0).contains(part)), "{a:?}");
            for b in &areas[..i] {
                assert!(a[0] >= b[2] || b[0] >= a[2] || a[1] >= b[3] || b[1] >= a[3], "{a:?} {b:?}");
            }
        }
    }
}
