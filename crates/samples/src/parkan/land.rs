//! A piece of ground: hills, a hollow with sand, and rock where it is steep; near and far.

use crate::make::msh::{Stream, boxed, bytes, ground_faces, packed, stream};
use crate::paint::grain::clouds;
use relict_toolkit::ngi::msh::stream::{Cell, Drawn, Face, Ground, NONE, Square};
use serde_json::json;

/// Squares along each side, and how often each is cut for those who are near.
const ACROSS: u16 = 8;
const CUTS: u16 = 3;
/// Points along each side.
const POINTS: u16 = ACROSS * CUTS + 1;
/// From point to point.
const STEP: f32 = 6.0;

/// Rows of the wear table.
pub(super) const WEAR: [&str; 3] = ["GRASS", "ROCK", "SAND"];
const GRASS: u8 = 0;
const ROCK: u8 = 1;
const SAND: u8 = 2;

fn height(x: u16, y: u16) -> f32 {
    let (x, y) = (i32::from(x) * 10, i32::from(y) * 10);
    let hills = clouds(64, 1 << 12, 7).at(x, y) - 110;
    let ridge = (clouds(96, 1 << 12, 19).soft(x, y) - 128).abs();
    let rough = clouds(16, 1 << 12, 5).at(x, y) - 128;
    (hills * hills.abs() / 60 + (70 - ridge).max(0) * 2 + rough / 3) as f32 / 10.0
}

fn points() -> impl Iterator<Item = (u16, u16)> {
    (0..POINTS * POINTS).map(|i| (i % POINTS, i / POINTS))
}

/// Two triangles in each cell of a net with this width.
fn triangles(x: u16, y: u16, wide: u16) -> [[u16; 3]; 2] {
    let at = |x: u16, y: u16| y * POINTS + x;
    let [a, b, c, d] = [at(x, y), at(x + wide, y), at(x + wide, y + wide), at(x, y + wide)];
    [[a, b, c], [a, c, d]]
}

/// The triangles of all squares, one square after the other.
fn net(wide: u16) -> Vec<[u16; 3]> {
    let squares = (0..ACROSS * ACROSS).map(|i| (i % ACROSS * CUTS, i / ACROSS * CUTS));
    let inner = move |(x, y)| {
        let cuts = CUTS / wide;
        (0..cuts * cuts).flat_map(move |i| triangles(x + i % cuts * wide, y + i / cuts * wide, wide))
    };
    squares.flat_map(inner).collect()
}

/// What grows there: rock on slopes, sand in hollows.
fn covered(face: &Face, positions: &[[f32; 3]]) -> Face {
    let low = face.vertices.iter().all(|vertex| positions[usize::from(*vertex)][2] < -0.2);
    let steep = i32::from(face.normal[2]) < 27_500;
    let (layer1, surface) = if steep {
        (ROCK, 2)
    } else if low {
        (SAND, 1)
    } else {
        (GRASS, 0)
    };
    Face { layer1, surface, ..*face }
}

fn faces(positions: &[[f32; 3]]) -> (Vec<Face>, u16) {
    let (near, far) = (net(1), net(CUTS));
    let first = near.len() as u16;
    let all = [ground_faces(&near, positions, 0), ground_faces(&far, positions, first)].concat();
    (all.iter().map(|face| covered(face, positions)).collect(), first)
}

/// From the neighbours on both sides.
fn normal(x: u16, y: u16) -> [i8; 4] {
    let at = |x: u16, y: u16| height(x.min(POINTS - 1), y.min(POINTS - 1));
    let along = at(x.saturating_sub(1), y) - at(x + 1, y);
    let across = at(x, y.saturating_sub(1)) - at(x, y + 1);
    let [x, y, z] = crate::form::unit([along, across, 2.0 * STEP]).map(|part| (part * 127.0).round() as i8);
    [x, y, z, 0]
}

pub(super) fn land() -> Vec<u8> {
    packed("Land", &streams())
}

fn streams() -> Vec<Stream> {
    let positions: Vec<[f32; 3]> =
        points().map(|(x, y)| [f32::from(x) * STEP, f32::from(y) * STEP, height(x, y)]).collect();
    let (faces, first_far) = faces(&positions);
    let squares = ACROSS * ACROSS;
    let near = first_far / squares;
    let cell = |face_start: u16, face_count: u16| Cell { face_start, face_count, unk04: [0; 16] };
    let cells: Vec<Cell> = (0..squares)
        .map(|i| cell(i * near, near))
        .chain((0..squares).map(|i| cell(first_far + i * 2, 2)))
        .collect();
    let square = |i: u16| {
        let mut cells = [NONE; 15];
        (cells[0], cells[1]) = (i, i + squares);
        Square { unk00: [0, NONE, 0, 0], cells }
    };
    let all: Vec<Square> = (0..squares).map(square).collect();
    let order: Vec<Drawn> = (0..faces.len() as u16).map(|face| Drawn { face, flags: 0 }).collect();
    let uvs: Vec<[u16; 2]> = points().map(|(x, y)| [x * 128, y * 128]).collect();
    let blend: Vec<f32> = points().map(|(x, y)| if height(x, y) < 0.0 { 0.5 } else { 1.0 }).collect();
    let normals: Vec<[i8; 4]> = points().map(|(x, y)| normal(x, y)).collect();
    vec![
        (1, json!({"type": 1, "attr1": all.len(), "attr2": ACROSS, "attr3": 38}), bytes(&all)),
        (
            2,
            json!({"type": 2, "attr1": cells.len(), "attr3": 68}),
            [bytes(&[ground(&positions)]), bytes(&cells)].concat(),
        ),
        stream(3, &positions),
        stream(4, &normals),
        stream(5, &uvs),
        stream(18, &uvs),
        stream(14, &blend),
        stream(11, &order),
        stream(21, &faces),
    ]
}

fn ground(positions: &[[f32; 3]]) -> Ground {
    let of = |pick: fn(f32, f32) -> f32| {
        [0, 1, 2].map(|axis| positions.iter().map(|point| point[axis]).reduce(pick).unwrap_or_default())
    };
    Ground { corners: boxed(of(f32::min), of(f32::max)).corners, unk60: [0; 11] }
}
