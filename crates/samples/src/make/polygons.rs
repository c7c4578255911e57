//! Meshes of MechWarrior 3, before they are of one game or the other.

use relict_toolkit::core::view::View;
use relict_toolkit::mw3::model::corners::{CornerLists, Corners};
use relict_toolkit::mw3::model::mesh::{Outline, OutlinePm, Polygon, PolygonPm};

pub type Point = [f32; 3];

/// A polygon.
#[derive(Clone, Debug)]
pub struct Face {
    pub vertices: Vec<u32>,
    pub normals: Option<Vec<u32>>,
    pub uvs: Option<Vec<[f32; 2]>>,
    pub materials: Vec<i32>,
    /// One for each corner.
    pub colours: Vec<Point>,
    pub back_face: bool,
    pub strip: bool,
    pub priority: i32,
}

/// What is seen of a node.
#[derive(Clone, Debug, Default)]
pub struct Shape {
    pub vertices: Vec<Point>,
    pub normals: Vec<Point>,
    pub morphs: Vec<Point>,
    pub light: Option<Point>,
    pub polygons: Vec<Face>,
}

impl Shape {
    pub fn is_empty(&self) -> bool {
        self.polygons.is_empty()
    }

    pub fn corners(&self, pm: bool) -> CornerLists<'static> {
        let all: Vec<Corners<'_>> = self.polygons.iter().map(|face| face.corners(pm)).collect();
        CornerLists::new(&all).unwrap_or_else(|odd| panic!("polygon {odd}"))
    }

    /// The first materials of the polygons, in the order in which they come up, and how often they do.
    pub fn material_refs(&self) -> Vec<(i32, u32)> {
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

    pub fn mw(&self, ptr: u32) -> Polygon {
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

    pub fn pm(&self, ptr: u32) -> PolygonPm {
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

pub fn normal(a: Point, b: Point, c: Point) -> Point {
    let [u, v] = [b, c].map(|point| [0, 1, 2].map(|axis| point[axis] - a[axis]));
    let cross = [0, 1, 2].map(|axis| {
        let (next, last) = ((axis + 1) % 3, (axis + 2) % 3);
        u[next] * v[last] - u[last] * v[next]
    });
    let length = cross.iter().map(|part| part * part).sum::<f32>().sqrt();
    cross.map(|part| part / length)
}

/// The box around points.
pub fn around(points: impl Iterator<Item = Point>) -> Option<[Point; 2]> {
    points.fold(None, |all, point| joined(all, Some([point; 2])))
}

/// The box around both.
pub fn joined(a: Option<[Point; 2]>, b: Option<[Point; 2]>) -> Option<[Point; 2]> {
    let (Some([low, high]), Some([other_low, other_high])) = (a, b) else { return a.or(b) };
    let of = |a: Point, b: Point, pick: fn(f32, f32) -> f32| [0, 1, 2].map(|axis| pick(a[axis], b[axis]));
    Some([of(low, other_low, f32::min), of(high, other_high, f32::max)])
}

/// The box around a box that a matrix has moved.
pub fn moved([low, high]: [Point; 2], matrix: [Point; 4]) -> [Point; 2] {
    let corners =
        (0..8).map(|i| [0, 1, 2].map(|axis| if i >> axis & 1 == 1 { high[axis] } else { low[axis] }));
    let placed = corners.map(|corner| {
        [0, 1, 2].map(|axis| (0..3).map(|row| corner[row] * matrix[row][axis]).sum::<f32>() + matrix[3][axis])
    });
    around(placed).unwrap_or_default()
}
