//! Faces in the order of their cells, and everything that follows from them.

use super::vertices::{Vertex, VertexTable};
use super::{NewFace, Notes, Old};
use crate::msh::Msh;
use crate::msh::ground::{Cell, Drawn, Face, corners, draw_order_of, join, normal};
use crate::msh::stream::NONE;
use relict_core::args;
use relict_core::prelude::*;
use relict_core::scene::Misfit;
use std::ops::Range;

pub(super) struct Assembly<'a> {
    old: &'a Old,
    /// In their new order.
    faces: Vec<NewFace>,
    /// By old place, the new one.
    places: Vec<Option<usize>>,
    /// By cell.
    runs: Vec<Range<usize>>,
}

impl<'a> Assembly<'a> {
    pub(super) fn new(old: &'a Old, mut faces: Vec<NewFace>) -> Self {
        let squares = old.boxes.len();
        let cell = |face: &NewFace| face.level * squares + face.square;
        // In a cell, faces keep their order, and new ones come last.
        faces.sort_by_key(|face| (cell(face), face.from.unwrap_or(usize::MAX)));
        let mut places = vec![None; old.faces.len()];
        for (place, face) in faces.iter().enumerate() {
            face.from.into_iter().for_each(|from| places[from] = Some(place));
        }
        let start = |wanted: usize| faces.partition_point(|face| cell(face) < wanted);
        let runs = (0..2 * squares).map(|cell| start(cell)..start(cell + 1)).collect();
        Self { old, faces, places, runs }
    }

    /// Puts everything into the draft.
    pub(super) fn put(
        self,
        msh: &Msh<'_>,
        table: VertexTable,
        draft: &mut Msh<'_>,
        notes: &mut Notes,
    ) -> Result<(), Misfit> {
        let positions: Vec<[f32; 3]> = table.all.iter().map(|vertex| vertex.position).collect();
        let mut faces = self.joined(&positions);
        let cells = self.cells(msh, &positions);
        let order = self.order(msh, &faces);
        let vertices = compacted(table, &mut faces, notes);
        let streams = &mut draft.streams;
        streams.cells = Some(cells);
        streams.draw_order = Some(order);
        if let Some(ground) = &mut streams.ground {
            let low_high = extent(vertices.iter().map(|vertex| vertex.position));
            if low_high != extent(self.old.positions.iter().copied()) {
                low_high.into_iter().for_each(|[low, high]| ground.corners = corners(low, high));
            }
        }
        streams.positions = Some(vertices.iter().map(|vertex| vertex.position).collect());
        streams.normals = Some(vertices.iter().map(|vertex| vertex.normal).collect());
        streams.ground_uvs = Some(vertices.iter().map(|vertex| vertex.uv).collect());
        streams.micro_uvs = Some(vertices.iter().map(|vertex| vertex.micro).collect());
        streams.alphas = Some(vertices.iter().map(|vertex| vertex.alpha).collect());
        streams.faces = Some(faces.into_iter().collect());
        Ok(())
    }

    /// The faces with their links and normals: those of before where nothing moved.
    fn joined(&self, positions: &[[f32; 3]]) -> Vec<Face> {
        let kept = |new: &NewFace| {
            let mut face = new.face.clone();
            for edge in 0..3 {
                match self.across(new, edge, positions) {
                    Some(other) => face.links[usize::from(edge)] = other as u16,
                    None => face.open(edge),
                }
            }
            if let Some(points) = face.points(positions).filter(|_| self.has_moved(new, positions)) {
                face.normal = normal(points);
            }
            face
        };
        let mut faces: Vec<Face> = self.faces.iter().map(kept).collect();
        let split = self.faces.partition_point(|face| face.level == 0);
        join(&mut faces, split, positions);
        faces
    }

    fn has_moved(&self, new: &NewFace, positions: &[[f32; 3]]) -> bool {
        let before = new.from.and_then(|from| self.old.faces[from].points(&self.old.positions));
        before.is_none() || before != new.face.points(positions)
    }

    /// The new place of the face that was across an edge, if both still have the edge.
    fn across(&self, new: &NewFace, edge: u16, positions: &[[f32; 3]]) -> Option<usize> {
        let face = &new.face;
        let (other, code) = face.neighbours()[usize::from(edge)].filter(|_| new.from.is_some())?;
        let place = (*self.places.get(other)?)?;
        let other = &self.faces[place].face;
        let ends = |face: &Face, edge: usize| {
            let points = face.points(positions)?;
            Some([points[edge], points[(edge + 1) % 3]])
        };
        let (own, [from, to]) = (ends(face, edge.into())?, ends(other, code)?);
        (own == [to, from] || own == [from, to]).then_some(place)
    }

    /// Runs as they are now, and boxes: those of before where no face of the square changed.
    fn cells(&self, msh: &Msh<'_>, positions: &[[f32; 3]]) -> Vec<Cell> {
        let old = msh.streams.cells.as_deref().unwrap_or_default();
        let squares = self.old.boxes.len();
        let same = |cell: usize| self.is_same(cell, &old[cell]);
        let cell = |(i, run): (usize, &Range<usize>)| {
            let (square, before) = (i % squares, &old[i]);
            let faces = run.start as u16..run.end as u16;
            if same(square) && same(square + squares) {
                return Cell {
                    face_start: faces.start,
                    face_count: faces.end - faces.start,
                    ..before.clone()
                };
            }
            let runs = [&self.runs[square], &self.runs[square + squares]];
            let both = runs.into_iter().flat_map(|run| &self.faces[run.clone()]);
            let points = both.filter_map(|new| new.face.points(positions)).flatten();
            let ([low, high], [floor, top]) =
                (self.old.boxes[square], [before.aabb_min[2], before.aabb_max[2]]);
            match extent(points) {
                // From above, a cell is its square of the grid, however little of that is left.
                Some([least, most]) => Cell::of(
                    faces,
                    [least[0].min(low[0]), least[1].min(low[1]), least[2]],
                    [most[0].max(high[0]), most[1].max(high[1]), most[2]],
                ),
                None => Cell::of(faces, [low[0], low[1], floor], [high[0], high[1], top]),
            }
        };
        self.runs.iter().enumerate().map(cell).collect()
    }

    /// Whether a cell has the faces that it had, as they were.
    fn is_same(&self, cell: usize, before: &Cell) -> bool {
        let faces = &self.faces[self.runs[cell].clone()];
        faces.len() == usize::from(before.face_count) && faces.iter().all(|face| !face.changed)
    }

    /// The order of drawing: that of before in cells that are the same.
    fn order(&self, msh: &Msh<'_>, faces: &[Face]) -> Vec<Drawn> {
        let old = msh.streams.cells.as_deref().unwrap_or_default();
        let order = msh.streams.draw_order.as_deref().unwrap_or_default();
        let run = |(i, run): (usize, &Range<usize>)| -> Vec<Drawn> {
            let before = order.get(old[i].faces()).filter(|_| self.is_same(i, &old[i]));
            let moved = |drawn: &Drawn| {
                let face = (*self.places.get(usize::from(drawn.face))?)?;
                run.contains(&face).then(|| Drawn { face: face as u16, ..drawn.clone() })
            };
            let kept = before.and_then(|before| before.iter().map(moved).collect());
            kept.unwrap_or_else(|| draw_order_of(faces, run.clone()))
        };
        self.runs.iter().enumerate().flat_map(run).collect()
    }
}

/// The vertices that faces use. Where all are used, they stay as they are.
fn compacted(table: VertexTable, faces: &mut [Face], notes: &mut Notes) -> Vec<Vertex> {
    let mut used = vec![false; table.all.len()];
    for vertex in faces.iter().flat_map(|face| face.vertices) {
        if let Some(used) = used.get_mut(usize::from(vertex)) {
            *used = true;
        }
    }
    let mut places = vec![NONE; used.len()];
    let mut vertices = vec![];
    for (place, vertex) in table.all.into_iter().enumerate().filter(|(place, _)| used[*place]) {
        places[place] = vertices.len() as u16;
        vertices.push(vertex);
    }
    for vertex in faces.iter_mut().flat_map(|face| &mut face.vertices) {
        *vertex = places.get(usize::from(*vertex)).copied().unwrap_or(NONE);
    }
    let dropped = used.len() - vertices.len();
    if dropped > 0 {
        notes.say("vertices-dropped", args!(count = dropped));
    }
    vertices
}

fn extent(points: impl Iterator<Item = [f32; 3]>) -> Option<[[f32; 3]; 2]> {
    points.map(|point| [point, point]).reduce(|[low, high], [point, _]| {
        [[0, 1, 2].map(|axis| low[axis].min(point[axis])), [0, 1, 2].map(|axis| high[axis].max(point[axis]))]
    })
}
