//! Vertices, batches and triangles out of boxes, by the rules that the game's own models follow.

use relict::ngi::msh::stream::{Batch, NONE, Slot, Triangle};
use std::collections::HashMap;

/// A box with one material.
#[derive(Clone, Copy, Debug)]
pub(super) struct Solid {
    pub low: [f32; 3],
    pub high: [f32; 3],
    pub material: u8,
    /// Of the batch.
    pub flags: u32,
    /// The node behind it, where it is a portal.
    pub portal: u16,
}

impl Solid {
    pub fn new(low: [f32; 3], high: [f32; 3], material: u8) -> Self {
        Self { low, high, material, flags: 0, portal: NONE }
    }

    /// One side: the axis it lies across, and whether it is the upper one. Its corners go round as seen from outside.
    fn side(&self, axis: usize, upper: bool) -> [[f32; 3]; 4] {
        let (u, v) = ((axis + 1) % 3, (axis + 2) % 3);
        let corner = |along_u: bool, along_v: bool| {
            let mut corner = self.low;
            let pick = |at: usize, high: bool| if high { self.high[at] } else { self.low[at] };
            (corner[axis], corner[u], corner[v]) = (pick(axis, upper), pick(u, along_u), pick(v, along_v));
            corner
        };
        let mut round = [(false, false), (true, false), (true, true), (false, true)];
        if !upper {
            round.reverse();
        }
        round.map(|(along_u, along_v)| corner(along_u, along_v))
    }
}

/// What is drawn at once.
#[derive(Clone, Debug)]
pub(super) struct Shape {
    sides: Vec<[[f32; 3]; 4]>,
    solid: Solid,
}

/// All six sides of each.
pub(super) fn whole(solids: &[Solid]) -> Vec<Shape> {
    let sides = |solid: &Solid| {
        let all = (0..6).map(|i| solid.side(i / 2, i % 2 == 1)).collect();
        Shape { sides: all, solid: *solid }
    };
    solids.iter().map(sides).collect()
}

/// The top alone, for what is far away.
pub(super) fn flat(solid: &Solid) -> Vec<Shape> {
    vec![Shape { sides: vec![solid.side(2, true)], solid: *solid }]
}

/// The geometry of a model as it grows.
#[derive(Debug, Default)]
pub(super) struct Mesh {
    pub positions: Vec<[f32; 3]>,
    pub normals: Vec<[i8; 4]>,
    pub uvs: Vec<[i16; 2]>,
    pub indices: Vec<u16>,
    pub batches: Vec<Batch>,
    pub slots: Vec<Slot>,
}

impl Mesh {
    /// Adds a slot with a batch for each shape; its place comes back.
    pub fn slot(&mut self, shapes: &[Shape]) -> u16 {
        let (first_vertex, first_index, first_batch) =
            (self.positions.len(), self.indices.len(), self.batches.len());
        shapes.iter().for_each(|shape| self.batch(shape));
        let (low, high) = around(&self.positions[first_vertex..]);
        let [dx, dy, dz] = [0, 1, 2].map(|axis| high[axis] - low[axis]);
        self.slots.push(Slot {
            tri_start: (first_index / 3) as u16,
            tri_count: ((self.indices.len() - first_index) / 3) as u16,
            batch_start: first_batch as u16,
            batch_count: (self.batches.len() - first_batch) as u16,
            aabb_min: low,
            aabb_max: high,
            sphere_center: [0, 1, 2].map(|axis| (low[axis] + high[axis]) / 2.0),
            sphere_radius: (dx * dx + dy * dy + dz * dz).sqrt() / 2.0,
            area: dx * dy,
            volume: dx * dy * dz,
            unk38: [0; 3],
        });
        self.slots.len() as u16 - 1
    }

    fn batch(&mut self, Shape { sides, solid }: &Shape) {
        let (base, first) = (self.positions.len(), self.indices.len());
        for (i, side) in sides.iter().enumerate() {
            self.positions.extend_from_slice(side);
            let [x, y, z] = cross(&[side[0], side[1], side[2]]).map(unit);
            self.normals.extend([[x, y, z, 0]; 4]);
            self.uvs.extend([[0, 1024], [1024, 1024], [1024, 0], [0, 0]]);
            self.indices.extend([0, 1, 2, 0, 2, 3].map(|corner| corner + 4 * i as u16));
        }
        self.batches.push(Batch {
            flags: solid.flags,
            material: solid.material,
            lightmap: if solid.flags & 0x2000 == 0 { 0xFF } else { 0 },
            portal_node: solid.portal,
            index_count: (self.indices.len() - first) as u16,
            index_start: first as u32,
            vertex_count: (4 * sides.len()) as u16,
            base_vertex: base as u32,
        });
    }

    /// The records of all triangles, joined inside each slot.
    pub fn triangles(&self) -> Vec<Triangle> {
        let mut triangles = vec![];
        for slot in &self.slots {
            let corners: Vec<_> =
                slot.batches().flat_map(|batch| self.corners(&self.batches[batch])).collect();
            let open = |link: u16| if link == NONE { NONE } else { link + slot.tri_start };
            triangles.extend(joined(&corners).into_iter().zip(&corners).map(|((links, sel), corners)| {
                Triangle { flags: 0, links: links.map(open), normal: fine_normal(corners), sel }
            }));
        }
        triangles
    }

    fn corners(&self, batch: &Batch) -> Vec<[[f32; 3]; 3]> {
        let point = |index: u16| self.positions[batch.base_vertex as usize + usize::from(index)];
        self.indices[batch.indices()]
            .chunks_exact(3)
            .map(|t| [point(t[0]), point(t[1]), point(t[2])])
            .collect()
    }
}

/// The sides of boxes lie across an axis, so each part of a normal is all or nothing.
fn unit(part: f32) -> i8 {
    if part == 0.0 { 0 } else { 127 * part.signum() as i8 }
}

fn around(points: &[[f32; 3]]) -> ([f32; 3], [f32; 3]) {
    let of = |pick: fn(f32, f32) -> f32| {
        [0, 1, 2].map(|axis| points.iter().map(|point| point[axis]).reduce(pick).unwrap_or_default())
    };
    (of(f32::min), of(f32::max))
}

/// Twice the area of a triangle, as a vector that points outwards.
fn cross([a, b, c]: &[[f32; 3]; 3]) -> [f32; 3] {
    let [u, v] = [b, c].map(|point| [0, 1, 2].map(|axis| point[axis] - a[axis]));
    [0, 1, 2].map(|axis| {
        let (next, last) = ((axis + 1) % 3, (axis + 2) % 3);
        u[next] * v[last] - u[last] * v[next]
    })
}

/// The normal of a triangle in parts of 32767.
pub(super) fn fine_normal(corners: &[[f32; 3]; 3]) -> [i16; 3] {
    let normal = cross(corners);
    let length = normal.iter().map(|part| part * part).sum::<f32>().sqrt();
    normal.map(|part| (part / length * 32767.0).round() as i16)
}

/// For every triangle its neighbours, by the places of corners, and which of their edges they are joined by. An edge
/// that not exactly two triangles share is left open.
pub(super) fn joined(triangles: &[[[f32; 3]; 3]]) -> Vec<([u16; 3], u16)> {
    let bits = |point: [f32; 3]| point.map(|part| (part + 0.0).to_bits());
    let edge = |triangle: &[[f32; 3]; 3], e: usize| (bits(triangle[e]), bits(triangle[(e + 1) % 3]));
    let mut edges: HashMap<_, Vec<(u16, u16)>> = HashMap::new();
    for (t, triangle) in triangles.iter().enumerate() {
        (0..3).for_each(|e| edges.entry(edge(triangle, e)).or_default().push((t as u16, e as u16)));
    }
    let neighbour = |triangle: &[[f32; 3]; 3], e: usize| {
        let (from, to) = edge(triangle, e);
        match (edges.get(&(from, to)).map(Vec::as_slice), edges.get(&(to, from)).map(Vec::as_slice)) {
            (Some([_]), Some([other])) => *other,
            _ => (NONE, 3),
        }
    };
    let all = triangles.iter().map(|triangle| [0, 1, 2].map(|e| neighbour(triangle, e)));
    all.map(|found| (found.map(|(t, _)| t), found.iter().rev().fold(0, |sel, (_, e)| sel << 2 | e))).collect()
}
