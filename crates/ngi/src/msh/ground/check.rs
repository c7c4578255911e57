//! What is wrong with ground: its streams against each other, and against the wear tables beside it.

use super::{Cell, Drawn, Face};
use crate::msh::stream::{Kind, NODES, NONE, SLOTS, Streams};
use crate::msh::{
    ALPHA, ATTR, CELL_BOX, CELL_CHAIN, CELL_FACES, DRAWN_FACE, FACE_CORNERS, FACE_VERTICES, FLAG_SECOND,
    FLAG_WATER, GRID, GRID_CELLS, LINK_MUTUAL, MATERIAL_ROW, MATERIAL_ZERO, Msh, NODE_SLOT, NORMAL,
    ORDER_BATCH, ORDER_CELL, ORDER_PERMUTATION, TRIANGLE_LINK, WATER_PLANE, WEAR_ROWS,
};
use crate::nres::Record;
use crate::wear::engine::{self, Parsed};
use glam::Vec3;
use relict_core::prelude::*;

/// How far the square of a normal's length may be from one: its parts are rounded to 32767ths.
const UNIT: f32 = 0.01;

/// attr1 counts the items and attr3 tells the size of one. attr2 of the squares is how many stand in a row.
pub(in crate::msh) fn check_attributes(record: &Record, count: Option<usize>, report: &mut Report) {
    let number = record.type_id.number();
    let (Some(count), Some(stride)) = (count, Kind::Terrain.stride(number)) else { return };
    let mut wanted = |field: &'static str, found: u32, wanted: usize| {
        report.expect(found as usize == wanted, &ATTR, field, || {
            args!(stream = number, attribute = field, found = found, wanted = wanted)
        });
    };
    wanted("attr1", record.attr1, count);
    wanted("attr3", record.attr3, stride);
    if number == NODES {
        let fits = record.attr2 > 0 && count.is_multiple_of(record.attr2 as usize);
        report.expect(fits, &GRID, "attr2", || args!(found = record.attr2, squares = count));
    }
    debug_assert!(number != SLOTS || stride == Cell::SIZE);
}

pub(in crate::msh) fn check(msh: &Msh<'_>, streams: &Streams<'_>, report: &mut Report, context: Context<'_>) {
    let faces: Vec<Face> = streams.faces.iter().flat_map(View::iter).collect();
    let ground = Checked {
        faces: &faces,
        positions: streams.positions.as_deref().unwrap_or_default(),
        cells: streams.cells.as_deref().unwrap_or_default(),
    };
    let rows = WearRows::of(msh, report, context);
    ground.check_faces(&rows, report);
    ground.check_water(report);
    let squares = streams.squares.as_deref().unwrap_or_default().len();
    let chained = ground.check_cells(squares, streams.squares.is_some(), report);
    check_squares(streams, report);
    check_alphas(streams, report);
    if let Some(order) = &streams.draw_order {
        ground.check_order(order, chained, report);
    }
}

/// How many rows the wear tables beside the ground have, as far as they are there.
#[derive(Default)]
struct WearRows {
    materials: Option<usize>,
}

impl WearRows {
    fn of(msh: &Msh<'_>, report: &mut Report, context: Context<'_>) -> Self {
        let stem = msh.stem(context.origin);
        let rows = |number: usize| {
            let text = context.library.file(&format!("{stem}{number}.wea"))?;
            let mut parsed = Parsed::default();
            engine::file_into(&text, &mut parsed).ok()?;
            Some(parsed.materials.len())
        };
        let (materials, micro) = (rows(1), rows(2));
        if let (Some(first), Some(second)) = (materials, micro) {
            report.expect(first == second, &WEAR_ROWS, "faces", || args!(first = first, second = second));
        }
        Self { materials }
    }
}

struct Checked<'c> {
    faces: &'c [Face],
    positions: &'c [[f32; 3]],
    cells: &'c [Cell],
}

impl Checked<'_> {
    fn check_faces(&self, rows: &WearRows, report: &mut Report) {
        for (i, face) in self.faces.iter().enumerate() {
            report.part(("faces", i), face, |face, report| {
                self.check_corners(face, report);
                self.check_links(i, face, report);
                check_materials(face, rows, report);
            });
        }
    }

    fn check_corners(&self, face: &Face, report: &mut Report) {
        let vertices = self.positions.len();
        let wrong = face.vertices.into_iter().find(|vertex| usize::from(*vertex) >= vertices);
        report.expect(wrong.is_none(), &FACE_VERTICES, "vertices", || {
            args!(vertex = wrong.unwrap_or_default(), vertices = vertices)
        });
        let [a, b, c] = face.vertices;
        let twice = if a == b || a == c { Some(a) } else { (b == c).then_some(b) };
        report
            .expect(twice.is_none(), &FACE_CORNERS, "vertices", || args!(vertex = twice.unwrap_or_default()));
        if let Some(points) = face.points(self.positions).filter(|_| twice.is_none()) {
            let normal = Vec3::from_array(face.normal());
            let unit = (normal.length_squared() - 1.0).abs() <= UNIT;
            let [a, b, c] = points.map(|point| Vec3::from_array(point).as_dvec3());
            let against = (b - a).cross(c - a).dot(normal.as_dvec3()) < 0.0;
            report.expect(unit && !against, &NORMAL, "normal", Vec::new);
        }
    }

    fn check_links(&self, i: usize, face: &Face, report: &mut Report) {
        let faces = self.faces.len();
        let wrong = face.links.into_iter().find(|link| *link != NONE && usize::from(*link) >= faces);
        report.expect(wrong.is_none(), &TRIANGLE_LINK, "links", || {
            args!(link = wrong.unwrap_or_default(), triangles = faces)
        });
        if wrong.is_some() {
            return;
        }
        let fine = |edge: usize| {
            let (link, code) = (face.links[edge], usize::from(face.twins >> (2 * edge) & 3));
            let other = || self.faces.get(usize::from(link))?.links.get(code);
            if link == NONE { code == 3 } else { other().is_some_and(|back| usize::from(*back) == i) }
        };
        let edge = (0..3).find(|edge| !fine(*edge));
        report.expect(edge.is_none(), &LINK_MUTUAL, "links", || {
            let edge = edge.unwrap_or_default();
            args!(edge = edge, link = face.links[edge])
        });
    }

    /// The surfaces of all liquids of a map are at one height. One finding is enough.
    fn check_water(&self, report: &mut Report) {
        let mut plane = None;
        for (i, face) in self.faces.iter().enumerate().filter(|(_, face)| face.is_liquid()) {
            let heights = face.points(self.positions).into_iter().flatten().map(|point| point[2]);
            let other = heights.into_iter().find(|z| *plane.get_or_insert(*z) != *z);
            if let (Some(other), Some(plane)) = (other, plane) {
                return report.part(("faces", i), face, |_, report| {
                    let args = || args!(found = other.to_string(), wanted = plane.to_string());
                    report.expect(false, &WATER_PLANE, "vertices", args);
                });
            }
        }
    }

    /// Whether the runs of all cells follow each other and take all faces.
    fn check_cells(&self, squares: usize, known: bool, report: &mut Report) -> bool {
        let faces = self.faces.len();
        let inside = self.cells.iter().all(|cell| cell.faces().end <= faces);
        let (mut next, mut chained) = (0, inside);
        report.each("cells", self.cells, |cell, report| {
            let range = cell.faces();
            report.expect(range.end <= faces, &CELL_FACES, "face_start", || {
                args!(end = range.end, faces = faces)
            });
            // Where a run leads outside, nobody knows where the next one should begin.
            if inside {
                report.expect(range.start == next, &CELL_CHAIN, "face_start", || {
                    args!(found = range.start, wanted = next)
                });
                chained &= range.start == next;
                next = range.end;
            }
            let outside =
                self.faces.get(range).and_then(|run| run.iter().position(|face| !self.holds(cell, face)));
            report.expect(outside.is_none(), &CELL_BOX, "aabb_min", || {
                args!(face = usize::from(cell.face_start) + outside.unwrap_or_default())
            });
        });
        if inside && !self.cells.is_empty() {
            report.expect(next == faces, &CELL_CHAIN, "cells", || args!(found = next, wanted = faces));
            chained &= next == faces;
        }
        if known {
            let cells = self.cells.len();
            report.expect(cells == 2 * squares, &GRID_CELLS, "squares", || {
                args!(cells = cells, squares = squares)
            });
        }
        chained
    }

    fn holds(&self, cell: &Cell, face: &Face) -> bool {
        let points = face.points(self.positions);
        points.is_none_or(|points| points.into_iter().all(|point| cell.holds(point)))
    }

    fn check_order(&self, order: &[Drawn], chained: bool, report: &mut Report) {
        let faces = self.faces.len();
        let mut seen = vec![false; faces];
        let (mut twice, mut outside) = (None, false);
        report.each("draw_order", order, |drawn, report| {
            let there = usize::from(drawn.face) < faces;
            report.expect(there, &DRAWN_FACE, "face", || args!(face = drawn.face, faces = faces));
            outside |= !there;
            if let Some(seen) = seen.get_mut(usize::from(drawn.face)) {
                twice = twice.or(seen.then_some(drawn.face));
                *seen = true;
            }
        });
        let whole = seen.iter().all(|seen| *seen) && twice.is_none();
        report.expect(whole || outside, &ORDER_PERMUTATION, "draw_order", || {
            let missing = seen.iter().position(|seen| !seen);
            args!(entries = order.len(), faces = faces, missing = missing.map_or(-1, |face| face as i64))
        });
        if whole && !outside && chained {
            self.check_batches(order, report);
        }
    }

    /// The entries of a cell are its own faces, and a batch begins wherever the materials change.
    fn check_batches(&self, order: &[Drawn], report: &mut Report) {
        for cell in self.cells {
            let range = cell.faces();
            let mut before = None;
            for (i, drawn) in range.clone().zip(order.get(range.clone()).unwrap_or_default()) {
                let pair = self.faces.get(usize::from(drawn.face)).map(|face| (face.mat1, face.mat2));
                report.part(("draw_order", i), drawn, |drawn, report| {
                    let own = range.contains(&usize::from(drawn.face));
                    report.expect(own, &ORDER_CELL, "face", || {
                        args!(face = drawn.face, start = range.start, end = range.end)
                    });
                    let begins = drawn.flags.begins() != 0;
                    report.expect(begins == (pair != before), &ORDER_BATCH, "flags", || {
                        args!(face = drawn.face, found = u16::from(begins))
                    });
                });
                before = pair;
            }
        }
    }
}

fn check_materials(face: &Face, WearRows { materials }: &WearRows, report: &mut Report) {
    let rows = [Some(face.mat1), face.second()];
    let named = || rows.into_iter().flatten();
    if let Some(count) = *materials {
        let wrong = named().find(|row| usize::from(*row) >= count);
        let field = if wrong == Some(face.mat1) { "mat1" } else { "mat2" };
        report.expect(wrong.is_none(), &MATERIAL_ROW, field, || {
            args!(row = wrong.unwrap_or_default(), rows = count)
        });
    }
    report.expect(named().all(|row| row != 0), &MATERIAL_ZERO, "mat1", Vec::new);
    let (second, liquid) = (face.flags.second() != 0, face.flags.liquid() != 0);
    report.expect(second == face.second().is_some(), &FLAG_SECOND, "flags", || {
        args!(flag = u16::from(second), mat2 = face.mat2)
    });
    report.expect(liquid == (face.surface.liquid() != 0), &FLAG_WATER, "flags", || {
        args!(flag = u16::from(liquid), surface = face.surface.0)
    });
}

fn check_squares(streams: &Streams<'_>, report: &mut Report) {
    let cells = streams.cells.as_deref().unwrap_or_default().len();
    let mut i = 0;
    report.each("squares", streams.squares.as_deref().unwrap_or_default(), |square, report| {
        let wrong = square.cells.into_iter().find(|cell| *cell != NONE && usize::from(*cell) >= cells);
        report.expect(wrong.is_none(), &NODE_SLOT, "cells", || {
            args!(node = i, slot = wrong.unwrap_or_default(), slots = cells)
        });
        i += 1;
    });
}

fn check_alphas(streams: &Streams<'_>, report: &mut Report) {
    for (i, alpha) in streams.alphas.iter().flatten().enumerate() {
        report.part(("alphas", i), alpha, |alpha, report| {
            report.expect((0.0..=1.0).contains(alpha), &ALPHA, "", || args!(found = alpha.to_string()));
        });
    }
}
