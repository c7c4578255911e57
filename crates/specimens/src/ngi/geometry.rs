//! Boxes, which are all that these models are made of.

use relict_samples::make::mesh::{Drawn, Vertex, cross};

/// A box with one material.
#[derive(Clone, Copy, Debug)]
pub(super) struct Solid {
    pub low: [f32; 3],
    pub high: [f32; 3],
    pub material: u8,
    /// Of the batch.
    pub flags: u32,
    /// The node behind it, where it is a portal.
    pub portal: Option<u16>,
}

impl Solid {
    pub fn new(low: [f32; 3], high: [f32; 3], material: u8) -> Self {
        Self { low, high, material, flags: 0, portal: None }
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

/// Sides that are drawn at once.
fn drawn(sides: &[[[f32; 3]; 4]], solid: &Solid) -> Drawn {
    let corners = |side: &[[f32; 3]; 4]| {
        let [x, y, z] = cross(&[side[0], side[1], side[2]]).map(unit);
        let uvs = [[0, 1024], [1024, 1024], [1024, 0], [0, 0]];
        [0, 1, 2, 3].map(|i| Vertex { position: side[i], normal: [x, y, z, 0], uv: uvs[i], light_uv: [0; 2] })
    };
    let indices = |i: u16| [0, 1, 2, 0, 2, 3].map(|corner| corner + 4 * i);
    Drawn {
        vertices: sides.iter().flat_map(corners).collect(),
        indices: (0..sides.len() as u16).flat_map(indices).collect(),
        material: solid.material,
        flags: solid.flags,
        portal: solid.portal,
    }
}

/// The sides of boxes lie across an axis, so each part of a normal is all or nothing.
fn unit(part: f32) -> i8 {
    if part == 0.0 { 0 } else { 127 * part.signum() as i8 }
}

/// All six sides of each.
pub(super) fn whole(solids: &[Solid]) -> Vec<Drawn> {
    let sides = |solid: &Solid| {
        let all: Vec<_> = (0..6).map(|i| solid.side(i / 2, i % 2 == 1)).collect();
        drawn(&all, solid)
    };
    solids.iter().map(sides).collect()
}

/// The top alone, for what is far away.
pub(super) fn flat(solid: &Solid) -> Vec<Drawn> {
    vec![drawn(&[solid.side(2, true)], solid)]
}
