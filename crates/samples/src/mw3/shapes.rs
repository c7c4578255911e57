//! Meshes out of boxes and ribbons, before they are of one game or the other.

use relict::core::view::View;
use relict::mw3::model::corners::{CornerLists, Corners};
use relict::mw3::model::mesh::{Outline, OutlinePm, Polygon, PolygonPm};

pub(super) type Point = [f32; 3];

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

/// A polygon.
#[derive(Clone, Debug)]
pub(super) struct Face {
    pub(super) vertices: Vec<u32>,
    pub(super) normals: Option<Vec<u32>>,
    pub(super) uvs: Option<Vec<[f32; 2]>>,
    pub(super) materials: Vec<i32>,
    /// One for each corner.
    pub(super) colours: Vec<Point>,
    pub(super) back_face: bool,
    pub(super) strip: bool,
    pub(super) priority: i32,
}

/// What is seen of a node.
#[derive(Clone, Debug, Default)]
pub(super) struct Shape {
    pub(super) vertices: Vec<Point>,
    pub(super) normals: Vec<Point>,
    pub(super) morphs: Vec<Point>,
    pub(super) light: Option<Point>,
    pub(super) polygons: Vec<Face>,
}

impl Shape {
    pub(super) fn of(solids: &[Solid]) -> Self {
        let mut shape = Self::default();
        solids.iter().for_each(|solid| shape.add(solid));
        shape
    }

    pub(super) fn is_empty(&self) -> bool {
        self.polygons.is_empty()
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
    pub(super) fn ribbon(length: f32, corners: u32, material: i32) -> Self {
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
    pub(super) fn shines(&mut self) {
        self.light = Some([0.0; 3]);
        self.morphs = self.vertices.iter().map(|point| point.map(|part| part * 1.25)).collect();
    }

    pub(super) fn corners(&self, pm: bool) -> CornerLists<'static> {
        let all: Vec<Corners<'_>> = self.polygons.iter().map(|face| face.corners(pm)).collect();
        CornerLists::new(&all).unwrap_or_else(|odd| panic!("polygon {odd}"))
    }

    /// The first materials of the polygons, in the order in which they come up, and how often they do.
    pub(super) fn material_refs(&self) -> Vec<(i32, u32)> {
        let mut refs: Vec<(i32, u32)> = vec![];
        for material in self.polygons.iter().map(|face| face.materials[0]) {
            match refs.iter_mut().find(|(known, _)| *known == material) {
                Some((_, count)) => *count += 1,
                None => refs.push((material, 1)),
            }
        }
        refs
    }
}

impl Face {
    fn bits(&self, back_face: u32, normals: u32, strip: u32) -> u32 {
        let bit = |set: bool, bit: u32| if set { bit } else { 0 };
        let bits =
            bit(self.back_face, back_face) | bit(self.normals.is_some(), normals) | bit(self.strip, strip);
        self.vertices.len() as u32 | bits
    }

    pub(super) fn mw(&self, ptr: u32) -> Polygon {
        Polygon {
            outline: Outline(self.bits(0x100, 0x200, 0x400)),
            priority: self.priority,
            vertices_ptr: ptr,
            normals_ptr: self.normals.as_ref().map_or(0, |_| ptr + 8),
            uvs_ptr: self.uvs.as_ref().map_or(0, |_| ptr + 16),
            colours_ptr: ptr + 24,
            material_ptr: ptr + 32,
            material: self.materials[0],
            zone_count: 0,
            zones: [-1; 3],
        }
    }

    pub(super) fn pm(&self, ptr: u32) -> PolygonPm {
        PolygonPm {
            outline: OutlinePm(self.bits(0x400, 0x1000, 0x2000)),
            priority: self.priority,
            vertices_ptr: ptr,
            normals_ptr: self.normals.as_ref().map_or(0, |_| ptr + 8),
            material_count: self.materials.len() as u32,
            materials_ptr: ptr + 16,
            uvs_ptr: self.uvs.as_ref().map_or(0, |_| ptr + 24),
            colours_ptr: ptr + 32,
            material_refs_ptr: ptr + 40,
            zone_count: 0,
            zones: [-1; 3],
        }
    }

    fn corners(&self, pm: bool) -> Corners<'static> {
        let sets = if pm { self.materials.len() } else { 1 };
        Corners {
            vertices: self.vertices.iter().copied().collect(),
            normals: self.normals.as_ref().map(|normals| normals.iter().copied().collect()),
            materials: pm.then(|| self.materials.iter().copied().collect()),
            uvs: self.uvs.as_ref().map(|uvs| uvs.repeat(sets).into_iter().collect::<View<'_, _>>()),
            colours: self.colours.iter().copied().collect(),
        }
    }
}

fn normal(a: Point, b: Point, c: Point) -> Point {
    let [u, v] = [b, c].map(|point| [0, 1, 2].map(|axis| point[axis] - a[axis]));
    let cross = [0, 1, 2].map(|axis| {
        let (next, last) = ((axis + 1) % 3, (axis + 2) % 3);
        u[next] * v[last] - u[last] * v[next]
    });
    let length = cross.iter().map(|part| part * part).sum::<f32>().sqrt();
    cross.map(|part| part / length)
}

/// The box around points.
pub(super) fn around(points: impl Iterator<Item = Point>) -> Option<[Point; 2]> {
    points.fold(None, |all, point| joined(all, Some([point; 2])))
}

/// The box around both.
pub(super) fn joined(a: Option<[Point; 2]>, b: Option<[Point; 2]>) -> Option<[Point; 2]> {
    let (Some([low, high]), Some([other_low, other_high])) = (a, b) else { return a.or(b) };
    let of = |a: Point, b: Point, pick: fn(f32, f32) -> f32| [0, 1, 2].map(|axis| pick(a[axis], b[axis]));
    Some([of(low, other_low, f32::min), of(high, other_high, f32::max)])
}

/// The box around a box that a matrix has moved.
pub(super) fn moved([low, high]: [Point; 2], matrix: [Point; 4]) -> [Point; 2] {
    let corners =
        (0..8).map(|i| [0, 1, 2].map(|axis| if i >> axis & 1 == 1 { high[axis] } else { low[axis] }));
    let placed = corners.map(|corner| {
        [0, 1, 2].map(|axis| (0..3).map(|row| corner[row] * matrix[row][axis]).sum::<f32>() + matrix[3][axis])
    });
    around(placed).unwrap_or_default()
}
