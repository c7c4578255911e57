//! A piece of ground: hills, rock where it is steep, sand around a lake; near and far.

use crate::make::ground::{Cover, MICRO_PER_UNIT, Patch, Vertex, streams};
use crate::make::msh::packed;
use crate::paint::grain::clouds;
use std::collections::HashMap;

/// Squares along each side, and how often each is cut for those who are near.
const ACROSS: u16 = 8;
const CUTS: u16 = 3;
/// Points along each side.
const POINTS: u16 = ACROSS * CUTS + 1;
/// From point to point.
const STEP: f32 = 6.0;
/// How many parts of a texture: it is whole after 96 units.
const UV_PER_UNIT: f32 = 1024.0 / 96.0;
/// How high the water stands.
const WATER_LEVEL: f32 = -1.0;
/// Sand reaches this far up from it.
const BEACH: f32 = 1.6;

/// Rows of the wear table. The first is for the footings of buildings, and no face wears it.
pub(super) const WEAR: [&str; 6] = ["B_S0", "GRASS", "ROCK", "SAND", "WATER_BOT", "WATER"];
/// The materials whose microtextures go over those.
pub(super) const MICRO: [&str; 6] = ["DEFAULT", "GRASS", "ROCK", "GRIT", "WATER_BOT", "DEFAULT"];
const GRASS: u8 = 1;
const ROCK: u8 = 2;
const SAND: u8 = 3;
const BOTTOM: u8 = 4;
const WATER: u8 = 5;

fn height(x: u16, y: u16) -> f32 {
    let (x, y) = (i32::from(x) * 10, i32::from(y) * 10);
    let hills = clouds(64, 1 << 12, 7).at(x, y) - 110;
    let ridge = (clouds(96, 1 << 12, 19).soft(x, y) - 128).abs();
    let rough = clouds(16, 1 << 12, 5).at(x, y) - 128;
    (hills * hills.abs() / 60 + (70 - ridge).max(0) * 2 + rough / 3) as f32 / 10.0
}

/// The slope along both axes, from the neighbours on both sides.
fn slope(x: u16, y: u16) -> [f32; 2] {
    let at = |x: u16, y: u16| height(x.min(POINTS - 1), y.min(POINTS - 1));
    [at(x.saturating_sub(1), y) - at(x + 1, y), at(x, y.saturating_sub(1)) - at(x, y + 1)]
}

fn normal(x: u16, y: u16) -> [i8; 4] {
    let [along, across] = slope(x, y);
    let [x, y, z] = crate::form::unit([along, across, 2.0 * STEP]).map(|part| (part * 127.0).round() as i8);
    [x, y, z, 0]
}

/// What grows there: rock on slopes, sand around water.
fn kind(x: u16, y: u16) -> u8 {
    let [along, across] = slope(x, y);
    if height(x, y) < WATER_LEVEL + BEACH {
        SAND
    } else if along.hypot(across) > 6.5 {
        ROCK
    } else {
        GRASS
    }
}

fn is_wet(x: u16, y: u16) -> bool {
    height(x, y) < WATER_LEVEL
}

/// The vertices that are there so far: those of the ground by how much of a second material shows, and those of the
/// water.
#[derive(Default)]
struct Net {
    vertices: Vec<Vertex>,
    places: HashMap<(u16, u16, Option<bool>), u16>,
}

impl Net {
    /// A vertex of the ground if `second` is told, else one of the water.
    fn vertex(&mut self, (x, y): (u16, u16), second: Option<bool>) -> u16 {
        *self.places.entry((x, y, second)).or_insert_with(|| {
            let [east, north] = [x, y].map(|part| f32::from(part) * STEP);
            let south = f32::from(POINTS - 1) * STEP - north;
            let parts = |scale: f32| [east, south].map(|part| (part * scale).round() as u16);
            self.vertices.push(Vertex {
                position: [east, north, if second.is_some() { height(x, y) } else { WATER_LEVEL }],
                normal: if second.is_some() { normal(x, y) } else { [0, 0, 127, 0] },
                uv: parts(UV_PER_UNIT),
                micro: parts(MICRO_PER_UNIT),
                alpha: if second.unwrap_or(true) { 1.0 } else { 0.0 },
            });
            (self.vertices.len() - 1) as u16
        })
    }

    /// A triangle of the ground. Where two kinds meet, the later one is blended over the other; far away, a triangle is of
    /// one kind.
    fn ground(&mut self, corners: [(u16, u16); 3], is_far: bool) -> Patch {
        let kinds = corners.map(|(x, y)| kind(x, y));
        let [mut least, most] =
            [kinds.iter().min(), kinds.iter().max()].map(|kind| kind.copied().unwrap_or(GRASS));
        if corners.iter().all(|(x, y)| is_wet(*x, *y)) {
            let vertices = corners.map(|corner| self.some_vertex(corner));
            return Patch { vertices, mat1: BOTTOM, mat2: None, cover: Cover::Bed };
        }
        if is_far {
            least = kinds[0];
        }
        if least == most || is_far {
            let vertices = corners.map(|corner| self.some_vertex(corner));
            return Patch { vertices, mat1: least, mat2: None, cover: Cover::Dry };
        }
        let mut vertices = [0; 3];
        for ((vertex, corner), kind) in vertices.iter_mut().zip(corners).zip(kinds) {
            *vertex = self.vertex(corner, Some(kind != least));
        }
        Patch { vertices, mat1: least, mat2: Some(most), cover: Cover::Dry }
    }

    /// Where nothing is blended, either vertex will do.
    fn some_vertex(&mut self, (x, y): (u16, u16)) -> u16 {
        let known = self.places.get(&(x, y, Some(false))).copied();
        known.unwrap_or_else(|| self.vertex((x, y), Some(true)))
    }

    fn water(&mut self, corners: [(u16, u16); 3]) -> Patch {
        let vertices = corners.map(|corner| self.vertex(corner, None));
        Patch { vertices, mat1: WATER, mat2: None, cover: Cover::Liquid }
    }

    /// A square, cut so that triangles are this wide.
    fn square(&mut self, x: u16, y: u16, wide: u16) -> Vec<Patch> {
        let cuts = CUTS / wide;
        let quads = (0..cuts * cuts).map(|i| quad(x + i % cuts * wide, y + i / cuts * wide, wide));
        let quads: Vec<[[(u16, u16); 3]; 2]> = quads.collect();
        let mut patches = vec![];
        for corners in quads.iter().flatten() {
            patches.push(self.ground(*corners, wide > 1));
        }
        let wet = |quad: &&[[(u16, u16); 3]; 2]| quad.iter().flatten().any(|(x, y)| is_wet(*x, *y));
        for corners in quads.iter().filter(wet).flatten() {
            patches.push(self.water(*corners));
        }
        patches
    }
}

/// Two triangles.
fn quad(x: u16, y: u16, wide: u16) -> [[(u16, u16); 3]; 2] {
    let [a, b, c, d] = [(x, y), (x + wide, y), (x + wide, y + wide), (x, y + wide)];
    [[a, b, c], [a, c, d]]
}

pub(super) fn land() -> Vec<u8> {
    let mut net = Net::default();
    let origins = || (0..ACROSS * ACROSS).map(|i| (i % ACROSS * CUTS, i / ACROSS * CUTS));
    let near: Vec<Vec<Patch>> = origins().map(|(x, y)| net.square(x, y, 1)).collect();
    let squares: Vec<[Vec<Patch>; 2]> = near
        .into_iter()
        .zip(origins())
        .map(|(near, (x, y))| {
            // A shore is the same from near and far, so that nothing of it comes or goes.
            let wet = near.iter().any(|patch| patch.cover != Cover::Dry);
            let far = if wet { near.clone() } else { net.square(x, y, CUTS) };
            [near, far]
        })
        .collect();
    packed("Land", &streams(ACROSS, &net.vertices, &squares))
}
