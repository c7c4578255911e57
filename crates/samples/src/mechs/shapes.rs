//! Models of boxes and ribbons: a lamp that has all that models may have.

use super::materials::{GLASS, LAMP, STEEL};
use crate::make::flt::{Piece, group, model, seen, shaped};
use crate::make::polygons::{Face, Point, Shape, normal};
use relict_toolkit::mw3::dialect::Dialect;
use relict_toolkit::mw3::model::Model;

/// A box that may get narrower towards its top.
#[derive(Clone, Copy, Debug)]
pub struct Solid {
    low: Point,
    high: Point,
    material: u8,
    /// What the expansion draws over it.
    marks: Option<u8>,
    /// How wide it is at the top, where 1 is as wide as below.
    top: f32,
}

impl Solid {
    pub fn new(low: Point, high: Point, material: u8) -> Self {
        Self { low, high, material, marks: None, top: 1.0 }
    }

    pub fn narrower(self, top: f32) -> Self {
        Self { top, ..self }
    }

    pub fn marked(self, marks: u8) -> Self {
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
    pub fn of(solids: &[Solid]) -> Self {
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
                materials: [solid.material].into_iter().chain(solid.marks).map(i32::from).collect(),
                colours: vec![[shade; 3]; 4],
                back_face: false,
                strip: false,
                priority: 0,
            });
        }
    }

    /// A strip along -z that is seen from both sides, and ends in a plain triangle.
    fn ribbon(length: f32, corners: u32, material: u8) -> Self {
        let step = length / (corners / 2 - 1) as f32;
        let point = |i: u32| [if i.is_multiple_of(2) { -0.1 } else { 0.1 }, 0.0, -step * (i / 2) as f32];
        let uv = |i: u32| [(i % 2) as f32, (i / 2) as f32];
        let strip = Face {
            vertices: (0..corners).collect(),
            normals: Some(vec![0; corners as usize]),
            uvs: Some((0..corners).map(uv).collect()),
            materials: vec![material.into()],
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
    fn shines(&mut self) {
        self.light = Some([0.0; 3]);
        self.morphs = self.vertices.iter().map(|point| point.map(|part| part * 1.25)).collect();
    }
}

/// A node made of boxes.
pub fn piece(name: &str, at: [f32; 3], solids: &[Solid]) -> Piece {
    shaped(name, at, Shape::of(solids))
}

/// A foot with a turned arm and a lamp on it: a strip, a polygon that is seen from behind, one without normals and
/// places on a texture, second positions, a light, and in the expansion two levels of detail.
pub fn lamp(game: Dialect) -> Model<'static> {
    let foot = Solid::new([-0.5, 0.0, -0.5], [0.5, 3.0, 0.5], STEEL).narrower(0.4);
    let head = Solid::new([-0.4, -0.3, -0.4], [0.4, 0.3, 0.4], LAMP);
    let mut arm = Piece { quarters: 1, ..piece("lamp_arm", [0.0, 3.0, 0.0], &[]) };
    arm.shape = Shape::ribbon(2.0, 6, GLASS);
    let mut head = piece("lamp_head", [0.0, 0.0, -2.0], &[head]);
    head.shape.shines();
    arm.children.push(head);
    let foot = Piece { children: vec![arm], ..piece("lamp_foot", [0.0; 3], &[foot]) };
    let children = match game {
        Dialect::Mw => vec![foot],
        Dialect::Pm => vec![seen("lamp_near", 0.0, 50.0, vec![foot])],
    };
    model(game, &group("lamp.flt", children))
}
