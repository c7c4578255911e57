//! Vertices, batches and triangles of a Parkan model, by the rules that the game's own models follow.

use relict_toolkit::ngi::msh::stream::{Batch, NONE, Slot, Triangle};
use std::collections::HashMap;

/// Flags of a batch.
pub const BOTH_SIDES: u32 = 0x0002;
pub const PORTAL: u32 = 0x0108;
pub(crate) const SEE_THROUGH: u32 = 0x0100;
pub const LIGHTMAPPED: u32 = 0x2000;

/// In the numbers of the file.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Vertex {
    pub position: [f32; 3],
    pub normal: [i8; 4],
    pub uv: [i16; 2],
    pub light_uv: [u16; 2],
}

/// What is drawn at once.
#[derive(Clone, Debug, PartialEq)]
pub struct Drawn {
    pub vertices: Vec<Vertex>,
    pub indices: Vec<u16>,
    pub material: u8,
    /// Of the batch.
    pub flags: u32,
    /// The node behind it, where it is a portal.
    pub portal: Option<u16>,
}

/// The geometry of a model as it grows.
#[derive(Debug, Default)]
pub struct Mesh {
    pub positions: Vec<[f32; 3]>,
    pub normals: Vec<[i8; 4]>,
    pub uvs: Vec<[i16; 2]>,
    pub light_uvs: Vec<[u16; 2]>,
    pub indices: Vec<u16>,
    pub batches: Vec<Batch>,
    pub slots: Vec<Slot>,
}

impl Mesh {
    /// Adds a slot with a batch for each; its place comes back.
    pub fn slot(&mut self, shapes: &[Drawn]) -> u16 {
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

    fn batch(&mut self, drawn: &Drawn) {
        let (base, first) = (self.positions.len(), self.indices.len());
        for vertex in &drawn.vertices {
            self.positions.push(vertex.position);
            self.normals.push(vertex.normal);
            self.uvs.push(vertex.uv);
            self.light_uvs.push(vertex.light_uv);
        }
        self.indices.extend_from_slice(&drawn.indices);
        self.batches.push(Batch {
            flags: drawn.flags,
            material: drawn.material,
            lightmap: if drawn.flags & LIGHTMAPPED == 0 { 0xFF } else { 0 },
            portal_node: drawn.portal.unwrap_or(NONE),
            index_count: drawn.indices.len() as u16,
            index_start: first as u32,
            vertex_count: drawn.vertices.len() as u16,
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

fn around(points: &[[f32; 3]]) -> ([f32; 3], [f32; 3]) {
    let of = |pick: fn(f32, f32) -> f32| {
        [0, 1, 2].map(|axis| points.iter().map(|point| point[axis]).reduce(pick).unwrap_or_default())
    };
    (of(f32::min), of(f32::max))
}

/// Twice the area of a triangle, as a vector that points outwards.
pub fn cross([a, b, c]: &[[f32; 3]; 3]) -> [f32; 3] {
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
pub fn joined(triangles: &[[[f32; 3]; 3]]) -> Vec<([u16; 3], u16)> {
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
