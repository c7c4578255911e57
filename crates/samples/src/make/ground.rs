//! Ground out of patches: what a map needs besides follows from them.

use super::msh::{Stream, bytes, stream};
use relict_toolkit::ngi::msh::ground::{
    self, ALWAYS, BED, Cell, FIRM, Face, FaceFlags, Ground, LIQUID, LIQUID_SURFACE, MICRO, SECOND, Square,
    Surface,
};
use relict_toolkit::ngi::msh::stream::NONE;
use serde_json::json;

/// Parts of a texture in one unit of the map: the microtexture repeats every twenty.
pub const MICRO_PER_UNIT: f32 = 51.2;

#[derive(Clone, Debug)]
pub struct Vertex {
    pub position: [f32; 3],
    pub normal: [i8; 4],
    pub uv: [u16; 2],
    pub micro: [u16; 2],
    /// How much of the second material shows.
    pub alpha: f32,
}

/// What a patch of ground is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Cover {
    Dry,
    /// Below a liquid.
    Bed,
    Liquid,
}

#[derive(Clone, Debug)]
pub struct Patch {
    pub vertices: [u16; 3],
    /// Rows of the wear table.
    pub mat1: u8,
    pub mat2: Option<u8>,
    pub cover: Cover,
}

/// The streams of ground, in the order of the game. For every square, there are its patches for those who are near and
/// for those who are far.
pub fn streams(columns: u16, vertices: &[Vertex], squares: &[[Vec<Patch>; 2]]) -> Vec<Stream> {
    let positions: Vec<[f32; 3]> = vertices.iter().map(|vertex| vertex.position).collect();
    let of_level = |level: usize| squares.iter().map(move |levels| &levels[level]);
    let runs: Vec<&Vec<Patch>> = of_level(0).chain(of_level(1)).collect();
    let mut faces: Vec<Face> =
        runs.iter().flat_map(|run| run.iter()).map(|patch| face(patch, &positions)).collect();
    ground::join(&mut faces, of_level(0).map(Vec::len).sum(), &positions);
    let cells = cells(squares, &runs, &positions);
    let count = squares.len() as u16;
    let all: Vec<Square> = (0..count).map(|i| Square::of(i, i + count)).collect();
    let [low, high] = extent(positions.iter().copied());
    let box_of_all = Ground { corners: ground::corners(low, high), unk60: [0; 11] };
    let order = ground::draw_order(&faces, &cells);
    vec![
        (1, json!({"type": 1, "attr1": all.len(), "attr2": columns, "attr3": 38}), bytes(&all)),
        (
            2,
            json!({"type": 2, "attr1": cells.len(), "attr3": 68}),
            [bytes(&[box_of_all]), bytes(&cells)].concat(),
        ),
        stream(3, &positions),
        stream(4, &vertices.iter().map(|vertex| vertex.normal).collect::<Vec<_>>()),
        stream(5, &vertices.iter().map(|vertex| vertex.uv).collect::<Vec<_>>()),
        stream(18, &vertices.iter().map(|vertex| vertex.micro).collect::<Vec<_>>()),
        stream(14, &vertices.iter().map(|vertex| vertex.alpha).collect::<Vec<_>>()),
        stream(11, &order),
        stream(21, &faces),
    ]
}

fn face(patch: &Patch, positions: &[[f32; 3]]) -> Face {
    let (flag, surface) = match patch.cover {
        Cover::Dry => (0, FIRM),
        Cover::Bed => (BED, FIRM),
        Cover::Liquid => (LIQUID, FIRM | LIQUID_SURFACE),
    };
    let second = if patch.mat2.is_some() { SECOND } else { 0 };
    Face {
        flags: FaceFlags(ALWAYS | MICRO | flag | second),
        surface: Surface(surface),
        mat1: patch.mat1,
        mat2: patch.mat2.unwrap_or(0xFF),
        unk06: NONE,
        vertices: patch.vertices,
        links: [NONE; 3],
        normal: ground::normal(patch.vertices.map(|vertex| positions[usize::from(vertex)])),
        twins: 0x3F,
    }
}

/// Both cells of a square have the box of all that lies in it.
fn cells(squares: &[[Vec<Patch>; 2]], runs: &[&Vec<Patch>], positions: &[[f32; 3]]) -> Vec<Cell> {
    let boxes: Vec<[[f32; 3]; 2]> = squares
        .iter()
        .map(|levels| {
            extent(
                levels.iter().flatten().flat_map(|patch| patch.vertices).map(|v| positions[usize::from(v)]),
            )
        })
        .collect();
    let mut first = 0;
    let cell = |(i, run): (usize, &&Vec<Patch>)| {
        let [low, high] = boxes[i % squares.len()];
        let start = first;
        first += run.len() as u16;
        Cell::of(start..first, low, high)
    };
    runs.iter().enumerate().map(cell).collect()
}

fn extent(points: impl Iterator<Item = [f32; 3]>) -> [[f32; 3]; 2] {
    let grown = |[low, high]: [[f32; 3]; 2], [point, _]: [[f32; 3]; 2]| {
        [[0, 1, 2].map(|axis| low[axis].min(point[axis])), [0, 1, 2].map(|axis| high[axis].max(point[axis]))]
    };
    points.map(|point| [point, point]).reduce(grown).unwrap_or_default()
}
