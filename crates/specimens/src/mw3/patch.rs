//! Patches of hills with polygons of all sorts, as many as are wanted: for mechlibs that are large.

use super::materials::{FOOT, GLASS, HULL, LAMP, LIMB, MARKS, STEEL, STRIPE};
use relict_samples::make::polygons::{Face, Point, Shape};

/// Cells in a row; each holds one polygon.
const COLUMNS: usize = 16;
const MATERIALS: [u8; 7] = [HULL, LIMB, GLASS, FOOT, STRIPE, STEEL, LAMP];
/// So many polygons of one material stand beside each other.
const ALIKE: usize = 23;

/// The sorts of polygons, as often as they come up.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Sort {
    Triangle,
    Quad,
    FiveCorners,
    Strip,
}

const SORTS: [Sort; 8] = {
    use Sort::{FiveCorners, Quad, Strip, Triangle};
    [Quad, Triangle, Quad, FiveCorners, Quad, Triangle, Quad, Strip]
};

/// So many polygons. `seed` makes them others.
pub(super) fn patch(seed: usize, polygons: usize) -> Shape {
    let rows = polygons.div_ceil(COLUMNS);
    let mut hills = Hills { shape: Shape::default(), seed };
    for y in 0..=rows {
        (0..=COLUMNS).for_each(|x| _ = hills.add(x as f32, y as f32));
    }
    (0..polygons).for_each(|cell| hills.cover(cell));
    hills.shape
}

struct Hills {
    shape: Shape,
    seed: usize,
}

impl Hills {
    /// Adds a vertex with its normal.
    fn add(&mut self, x: f32, y: f32) -> u32 {
        let (along, across, phase) = (0.7, 0.4, self.seed as f32 * 0.37);
        let height = (along * x + phase).sin() * (across * y).cos();
        let slope_x = along * (along * x + phase).cos() * (across * y).cos();
        let slope_y = -across * (along * x + phase).sin() * (across * y).sin();
        let length = (slope_x * slope_x + slope_y * slope_y + 1.0).sqrt();
        self.shape.vertices.push([x, height, y]);
        self.shape.normals.push([-slope_x / length, 1.0 / length, -slope_y / length]);
        self.shape.vertices.len() as u32 - 1
    }

    /// Covers a cell with a polygon.
    fn cover(&mut self, cell: usize) {
        let (x, y) = (cell % COLUMNS, cell / COLUMNS);
        let at = |x: usize, y: usize| (y * (COLUMNS + 1) + x) as u32;
        let [a, b, c, d] = [at(x, y), at(x, y + 1), at(x + 1, y + 1), at(x + 1, y)];
        let sort = SORTS[(cell + self.seed) % SORTS.len()];
        let middle = x as f32 + 0.5;
        let vertices = match sort {
            Sort::Triangle => vec![a, b, c],
            Sort::Quad => vec![a, b, c, d],
            Sort::FiveCorners => vec![a, b, self.add(middle, y as f32 + 1.0), c, d],
            Sort::Strip => vec![a, b, self.add(middle, y as f32), self.add(middle, y as f32 + 1.0), d, c],
        };
        let face = self.face(cell, vertices, sort == Sort::Strip);
        self.shape.polygons.push(face);
    }

    /// Some have no normals, some no places on a texture, some are seen from both sides.
    fn face(&self, cell: usize, vertices: Vec<u32>, strip: bool) -> Face {
        let mixed = cell * 7 + self.seed;
        let points: Vec<Point> =
            vertices.iter().map(|&vertex| self.shape.vertices[vertex as usize]).collect();
        let material = MATERIALS[(cell / ALIKE + self.seed) % MATERIALS.len()];
        let shade = |[x, height, y]: &Point| [160.0 + 90.0 * height, 120.0 + 6.0 * x, 100.0 + 4.0 * y];
        Face {
            normals: (mixed % 32 != 5).then(|| vertices.clone()),
            uvs: (mixed % 32 != 9).then(|| points.iter().map(|[x, _, y]| [x / 8.0, y / 8.0]).collect()),
            materials: [material]
                .into_iter()
                .chain((material == HULL).then_some(MARKS))
                .map(i32::from)
                .collect(),
            colours: points.iter().map(shade).collect(),
            back_face: mixed % 16 == 3,
            strip,
            priority: (mixed % 64 == 1).into(),
            vertices,
        }
    }
}
