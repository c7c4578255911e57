//! Boxes and ribbons, which are all that these models are made of.

use crate::make::polygons::{Face, Point, Shape, normal};

/// A box that may get narrower towards its top.
#[derive(Clone, Copy, Debug)]
pub(super) struct Solid {
    low: Point,
    high: Point,
    material: i32,
    /// What the expansion draws over it.
    marks: Option<i32>,
    /// How wide it is at the top, where 1 is as wide as below.
    top: f32,
}

impl Solid {
    pub(super) fn new(low: Point, high: Point, material: i32) -> Self {
        Self { low, high, material, marks: None, top: 1.0 }
    }

    pub(super) fn narrower(self, top: f32) -> Self {
        Self { top, ..self }
    }

    pub(super) fn marked(self, marks: i32) -> Self {
        Self { marks: Some(marks), ..self }
    }

    /// Around the bottom, then around the top, each as seen from above against the clock.
    fn points(&self) -> [Point; 8] {
        let Self { low, high, top, .. } = *self;
        let ring = |y: f32, wide: f32| {
            let side = |axis: usize, upper: bool| {
                let middle = (low[axis] + high[axis]) / 2.0;
                middle + (if upper { high[axis] } else { low[axis] } - middle) * wide
            };
            [(false, true), (true, true), (true, false), (false, false)]
                .map(|(x, z)| [side(0, x), y, side(2, z)])
        };
        let ([a, b, c, d], [e, f, g, h]) = (ring(low[1], 1.0), ring(high[1], top));
        [a, b, c, d, e, f, g, h]
    }
}

/// The sides of a box, by the places of its points, each against the clock as seen from outside.
const SIDES: [[u32; 4]; 6] =
    [[0, 1, 5, 4], [1, 2, 6, 5], [2, 3, 7, 6], [3, 0, 4, 7], [4, 5, 6, 7], [3, 2, 1, 0]];

impl Shape {
    pub(in crate::specimens::mw3) fn of(solids: &[Solid]) -> Self {
        let mut shape = Self::default();
        solids.iter().for_each(|solid| shape.add(solid));
        shape
    }

    fn add(&mut self, solid: &Solid) {
        let (points, first) = (solid.points(), self.vertices.len() as u32);
        self.vertices.extend(points);
        for (i, side) in SIDES.iter().enumerate() {
            let [a, b, c, _] = side.map(|place| points[place as usize]);
            self.normals.push(normal(a, b, c));
            let shade = 255.0 - 24.0 * (i as f32);
            self.polygons.push(Face {
                vertices: side.map(|place| first + place).into(),
                normals: Some(vec![self.normals.len() as u32 - 1; 4]),
                uvs: Some(vec![[0.0, 1.0], [1.0, 1.0], [1.0, 0.0], [0.0, 0.0]]),
                materials: [solid.material].into_iter().chain(solid.marks).collect(),
                colours: vec![[shade; 3]; 4],
                back_face: false,
                strip: false,
                priority: 0,
            });
        }
    }

    /// A strip along -z that is seen from both sides, and ends in a plain triangle.
    pub(in crate::specimens::mw3) fn ribbon(length: f32, corners: u32, material: i32) -> Self {
        let step = length / (corners / 2 - 1) as f32;
        let point = |i: u32| [if i.is_multiple_of(2) { -0.1 } else { 0.1 }, 0.0, -step * (i / 2) as f32];
        let uv = |i: u32| [(i % 2) as f32, (i / 2) as f32];
        let strip = Face {
            vertices: (0..corners).collect(),
            normals: Some(vec![0; corners as usize]),
            uvs: Some((0..corners).map(uv).collect()),
            materials: vec![material],
            colours: vec![[255.0; 3]; corners as usize],
            back_face: true,
            strip: true,
            priority: 2,
        };
        let end = Face {
            vertices: vec![corners - 2, corners - 1, corners],
            normals: None,
            uvs: None,
            colours: vec![[255.0; 3]; 3],
            strip: false,
            back_face: false,
            ..strip.clone()
        };
        let mut vertices: Vec<Point> = (0..corners).map(point).collect();
        vertices.push([0.0, 0.2, -length]);
        Self { vertices, normals: vec![[0.0, 1.0, 0.0]], polygons: vec![strip, end], ..Self::default() }
    }

    /// It shines, and swells.
    pub(crate) fn shines(&mut self) {
        self.light = Some([0.0; 3]);
        self.morphs = self.vertices.iter().map(|point| point.map(|part| part * 1.25)).collect();
    }
}
