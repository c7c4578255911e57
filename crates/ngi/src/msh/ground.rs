//! The ground of a map: what its faces, cells and squares are, and what follows from them.
//!
//! Ground is cut into squares, and each square has two cells: its faces for those who are near, and fewer for those who
//! are far. Faces stand in the order of their cells, first all near ones, then all far ones.

pub(super) mod check;
pub(super) mod materials;
pub(super) mod older;
pub(super) mod scene;
mod show;

use super::stream::{NONE, fine, neighbours};
use glam::Vec3;
use relict_core::prelude::*;
use std::collections::HashMap;
use std::ops::Range;

record! {
    /// A square of the ground. It is laid out as the node of a model is.
    pub struct Square: 38 {
        /// 0, 65535, 0, 0: where a node has flags, parent, run of frames and last key.
        0x00 unk00: [u16; 4],
        /// The first is the near cell, the second the far one; 65535 for none.
        0x08 cells: [u16; 15],
    }
}

record! {
    /// What the whole ground fits into.
    pub struct Ground: 140 {
        /// Of a box around the mesh. The first is the smallest, where the grid of cells begins.
        0x00 corners: [[f32; 3]; 8],
        /// Zero.
        0x60 unk60: [u32; 11],
    }
}

record! {
    /// The faces of a square of the ground at one level.
    pub struct Cell: 68 {
        /// The first of them: one behind the last of the cell before.
        0x00 face_start: u16,
        /// How many they are.
        0x02 face_count: u16,
        /// Zero.
        0x04 unk04: f32,
        /// Of a box around its faces. Both cells of a square have the same.
        0x08 aabb_min: [f32; 3],
        /// Of the same box.
        0x14 aabb_max: [f32; 3],
        /// Of the box, and of a sphere around it.
        0x20 sphere_center: [f32; 3],
        /// Of the sphere.
        0x2C sphere_radius: f32,
        /// Zero.
        0x30 unk30: [f32; 5],
    }
}

bits! {
    /// What a face is to the renderer. `second`: it has a second material. `liquid`: the surface of water or lava. `hidden`:
    /// never drawn and never ground. `always`: set everywhere, meaning unknown. `micro`: takes a microtexture. `unordered`:
    /// left out of an order of drawing that is made again. `bed`: the bottom below a liquid, which is not drawn. `footing`:
    /// made by the engine under a building.
    pub struct FaceFlags: u16 {
        unk0: 2, second: 1, liquid: 1, unk4: 1, hidden: 1, unk6: 3, always: 1, micro: 1, unordered: 1, unk12: 1, bed: 1,
        unk14: 1, footing: 1,
    }
}

bits! {
    /// What a face is to walk and drive on. `liquid`: the surface of water or lava. `no_ground`: nobody stands on it. `firm`:
    /// clear on lava and its bed and set elsewhere, on maps that use it at all.
    pub struct Surface: u16 { unk0: 1, liquid: 1, no_ground: 1, unk3: 1, firm: 1, unk5: 11 }
}

bits! {
    /// `begins`: the first face of a batch. `unk3` and `unk6` are set everywhere, and nothing reads `unk7`.
    pub struct DrawFlags: u16 { unk0: 3, unk3: 1, begins: 1, unk5: 1, unk6: 1, unk7: 1, unk8: 8 }
}

record! {
    /// A triangle of the ground. Its corners go round against the clock, seen from above.
    pub struct Face: 28 {
        /// 0x004 second material, 0x008 liquid, 0x200 always, 0x400 microtexture, 0x2000 bed; the reference has the rest.
        0x00 flags: FaceFlags,
        /// 0x02 liquid, 0x04 no ground, 0x10 firm.
        0x02 surface: Surface,
        /// A row of the first wear table. Row 0 is kept for the footings of buildings.
        0x04 mat1: u8,
        /// The row of what is blended over it, by the alpha of the vertices; of the same table, 255 for none.
        0x05 mat2: u8,
        /// 65535.
        0x06 unk06: u16,
        /// Its corners, in the list of positions.
        0x08 vertices: [u16; 3],
        /// The face across each edge; 65535 for none.
        0x0E links: [u16; 3],
        /// In parts of 32767.
        0x14 normal: [i16; 3],
        /// Two bits for each edge: which edge of the neighbour it is, 3 for none. The rest is zero.
        0x1A twins: u16,
    }
}

record! {
    /// A face in the order of drawing.
    pub struct Drawn: 4 {
        /// Which one.
        0x00 face: u16,
        /// 0x10 begins a batch; 0x48 is set everywhere.
        0x02 flags: DrawFlags,
    }
}

/// Bits of a face's flags.
pub const SECOND: u16 = 0x0004;
pub const LIQUID: u16 = 0x0008;
pub const HIDDEN: u16 = 0x0020;
pub const ALWAYS: u16 = 0x0200;
pub const MICRO: u16 = 0x0400;
pub const BED: u16 = 0x2000;

/// Bits of a surface.
pub const LIQUID_SURFACE: u16 = 0x02;
pub const FIRM: u16 = 0x10;

/// What every entry of the order of drawing has, and what the first of a batch has besides.
const DRAWN: u16 = 0x48;
const BEGINS: u16 = 0x10;

impl Square {
    pub fn of(near: u16, far: u16) -> Self {
        let mut cells = [NONE; 15];
        (cells[0], cells[1]) = (near, far);
        Self { unk00: [0, NONE, 0, 0], cells }
    }
}

impl Cell {
    /// A run of faces in a box, with the sphere around that.
    pub fn of(faces: Range<u16>, low: [f32; 3], high: [f32; 3]) -> Self {
        let (face_start, face_count) = (faces.start, faces.end.saturating_sub(faces.start));
        Self { face_start, face_count, unk04: 0.0, unk30: [0.0; 5], ..Self::boxed(low, high) }
    }

    fn boxed(low: [f32; 3], high: [f32; 3]) -> Self {
        let (least, most) = (Vec3::from_array(low).as_dvec3(), Vec3::from_array(high).as_dvec3());
        Self {
            face_start: 0,
            face_count: 0,
            unk04: 0.0,
            aabb_min: low,
            aabb_max: high,
            sphere_center: ((least + most) / 2.0).as_vec3().to_array(),
            sphere_radius: ((most - least).length() / 2.0) as f32,
            unk30: [0.0; 5],
        }
    }

    /// The faces that it names, there or not.
    pub fn faces(&self) -> Range<usize> {
        let start = usize::from(self.face_start);
        start..start + usize::from(self.face_count)
    }

    /// Whether a point lies in its box, as far as numbers can tell.
    fn holds(&self, point: [f32; 3]) -> bool {
        let (low, high) = (self.aabb_min, self.aabb_max);
        let size = low.iter().chain(&high).fold(1.0f32, |size, part| size.max(part.abs()));
        let slack = size * 1e-5;
        (0..3).all(|axis| point[axis] >= low[axis] - slack && point[axis] <= high[axis] + slack)
    }
}

/// The corners of a box as ground has them: the lower four going round, then the upper four.
pub fn corners(low: [f32; 3], high: [f32; 3]) -> [[f32; 3]; 8] {
    let [[x, y, z], [far_x, far_y, top]] = [low, high];
    let round = |z: f32| [[x, y, z], [far_x, y, z], [far_x, far_y, z], [x, far_y, z]];
    let ([a, b, c, d], [e, f, g, h]) = (round(z), round(top));
    [a, b, c, d, e, f, g, h]
}

impl Face {
    pub fn normal(&self) -> [f32; 3] {
        fine(self.normal)
    }

    /// The face across each edge, and which edge of that one it is. Edge 0 joins corners 0 and 1.
    pub fn neighbours(&self) -> [Option<(usize, usize)>; 3] {
        neighbours(self.links, self.twins)
    }

    /// The row of what is blended over it.
    pub fn second(&self) -> Option<u8> {
        (self.mat2 != 0xFF).then_some(self.mat2)
    }

    pub fn is_liquid(&self) -> bool {
        self.flags.0 & LIQUID != 0
    }

    /// What lies below a liquid is never seen from above, and one mask of the engine hides a face from everything.
    pub fn is_drawn(&self) -> bool {
        self.flags.0 & (BED | HIDDEN) == 0
    }

    /// Its corners, as far as they are there.
    pub fn points(&self, positions: &[[f32; 3]]) -> Option<[[f32; 3]; 3]> {
        let [a, b, c] = self.vertices.map(|vertex| positions.get(usize::from(vertex)).copied());
        Some([a?, b?, c?])
    }
}

/// The normal of a triangle in parts of 32767; zero for one without area.
pub fn normal(points: [[f32; 3]; 3]) -> [i16; 3] {
    let [a, b, c] = points.map(|point| Vec3::from_array(point).as_dvec3());
    let normal = (b - a).cross(c - a).try_normalize().unwrap_or_default();
    normal.to_array().map(|part| (part * 32767.0).round() as i16)
}

/// All faces in the order of drawing: those of a cell stay together, and in a cell those with the same two materials.
pub fn draw_order(faces: &[Face], cells: &[Cell]) -> Vec<Drawn> {
    cells.iter().flat_map(|cell| draw_order_of(faces, cell.faces())).collect()
}

/// The same of one cell.
pub(super) fn draw_order_of(faces: &[Face], range: Range<usize>) -> Vec<Drawn> {
    let mut batches: Vec<((u8, u8), Vec<u16>)> = vec![];
    for (place, face) in range.clone().zip(faces.get(range).unwrap_or_default()) {
        let pair = (face.mat1, face.mat2);
        let known = batches.iter().position(|(known, _)| *known == pair).unwrap_or(batches.len());
        if known == batches.len() {
            batches.push((pair, vec![]));
        }
        batches[known].1.push(place as u16);
    }
    let drawn = |(i, face): (usize, u16)| Drawn {
        face,
        flags: DrawFlags(if i == 0 { DRAWN | BEGINS } else { DRAWN }),
    };
    batches.into_iter().flat_map(|(_, faces)| faces.into_iter().enumerate().map(drawn)).collect()
}

/// An edge: whether it is far, whether it is of a liquid, and the corners in the order in which its face has them.
type Edge = (bool, bool, [u32; 3], [u32; 3]);

/// Joins faces across edges that are still open: two of one level, both liquid or neither, that go along the edge in
/// opposite directions. Where more than two meet, the edge stays open. Far faces begin at `split`.
pub fn join(faces: &mut [Face], split: usize, positions: &[[f32; 3]]) {
    let mut owners: HashMap<Edge, Option<(usize, u16)>> = HashMap::new();
    for (place, face) in faces.iter().enumerate() {
        for (edge, key) in open_edges(place >= split, face, positions) {
            owners.entry(key).and_modify(|owner| *owner = None).or_insert(Some((place, edge)));
        }
    }
    let owner = |key: Edge| owners.get(&key).copied().flatten();
    for (place, face) in faces.iter_mut().enumerate() {
        for (edge, key @ (far, liquid, from, to)) in open_edges(place >= split, face, positions) {
            let across = owner((far, liquid, to, from)).filter(|(other, _)| *other != place);
            if let Some((other, code)) = across.filter(|_| owner(key).is_some()) {
                face.put_neighbour(edge, other as u16, code);
            }
        }
    }
}

fn open_edges(far: bool, face: &Face, positions: &[[f32; 3]]) -> Vec<(u16, Edge)> {
    // Zero has two signs, and is one place.
    let bits = |point: [f32; 3]| point.map(|part| (part + 0.0).to_bits());
    let Some(points) = face.points(positions).map(|points| points.map(bits)) else { return vec![] };
    let open = (0..3).filter(|edge| face.links[*edge] == NONE);
    open.map(|e| (e as u16, (far, face.is_liquid(), points[e], points[(e + 1) % 3]))).collect()
}

impl Face {
    /// Joins an edge to an edge of another face.
    pub(super) fn put_neighbour(&mut self, edge: u16, other: u16, code: u16) {
        self.links[usize::from(edge)] = other;
        self.twins = self.twins & !(3 << (2 * edge)) | code << (2 * edge);
    }

    /// Opens an edge.
    pub(super) fn open(&mut self, edge: u16) {
        self.put_neighbour(edge, NONE, 3);
    }
}
