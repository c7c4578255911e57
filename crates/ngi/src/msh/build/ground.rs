//! Ground from a scene: faces that were moved, cut, painted or taken away, in the cells that they belong to.
//!
//! A face of the scene is the one of the file that has the same corners, or else the one that it was lifted from: the
//! ground is a field of heights, so whoever shapes it leaves x and y alone. What cannot be seen, above all the bed of a
//! liquid, is in no scene, and stays. What follows from the faces (normals, links, runs and boxes of cells, the order of
//! drawing) is only made again where they changed.

mod assemble;
mod collect;
mod same;
mod vertices;

use super::limits::MOST;
use super::vector::bits;
use super::{Extra, Notes, misfit, too_many, write};
use crate::msh::Msh;
use crate::msh::ground::{
    ALWAYS, Cell, FIRM, Face, FaceFlags, LIQUID, LIQUID_SURFACE, MICRO, SECOND, Surface,
};
use crate::msh::stream::NONE;
use assemble::Assembly;
use collect::{Meaning, SceneFace, SceneGround};
use relict_core::args;
use relict_core::format::Document;
use relict_core::prelude::*;
use relict_core::scene::triangles::TriangleMatcher;
use relict_core::scene::{Misfit, ModelEdit, Scene};
use std::collections::{HashMap, HashSet};
use vertices::VertexTable;

/// The ground with what the scene shows. `worn` are the names in its first wear table, if that is known.
pub(super) fn with_scene(msh: &Msh<'_>, scene: &Scene, worn: &[String]) -> Result<ModelEdit, Misfit> {
    crate::msh::check::expect(msh, false)?;
    if same::is_same(msh, scene)? {
        return Ok(ModelEdit { bytes: msh.to_bytes()?, remarks: vec![], companion: None });
    }
    let mut notes = Notes::default();
    let shown = SceneGround::of(scene, worn, &mut notes)?;
    if let Some(clip) = scene.clips.first() {
        notes.say("clips-left-out", args!(count = scene.clips.len(), name = clip.name.as_str()));
    }
    let old = Old::of(msh)?;
    if old.positions.len() > MOST {
        return Err(too_many("vertices", old.positions.len(), MOST));
    }
    let table = VertexTable::of(msh);
    let mut edit = Edit { old: &old, parts: &shown.parts, table, faces: vec![], changed: 0 };
    for level in 0..2 {
        match shown.level(level) {
            Some(faces) => edit.take_level(level, faces)?,
            None => edit.keep_level(level),
        }
    }
    if edit.changed == 0 && edit.faces.len() == old.faces.len() {
        return Ok(ModelEdit { bytes: msh.to_bytes()?, remarks: notes.into_remarks(), companion: None });
    }
    let gone = old.faces.len().saturating_sub(edit.faces.iter().filter(|face| face.from.is_some()).count());
    notes.say("ground-made", args!(changed = edit.changed, gone = gone));
    let bytes = edit.write(msh, &mut notes)?;
    Ok(ModelEdit { bytes, remarks: notes.into_remarks(), companion: None })
}

/// The faces of the file, and where each belongs.
struct Old {
    faces: Vec<Face>,
    positions: Vec<[f32; 3]>,
    /// By face: near or far, and the square.
    places: Vec<(usize, usize)>,
    /// By square: where it lies, from above.
    boxes: Vec<[[f32; 2]; 2]>,
    /// Whether the map marks what is firm.
    firm: bool,
}

impl Old {
    /// Of ground that is cut as the game's is: each square has a near and a far cell, in the order of the squares.
    fn of(msh: &Msh<'_>) -> Result<Self, Misfit> {
        let streams = &msh.streams;
        let faces: Vec<Face> = streams.faces.iter().flat_map(View::iter).collect();
        let (squares, cells) =
            (streams.squares.as_deref().unwrap_or_default(), streams.cells.as_deref().unwrap_or_default());
        let mut places = vec![];
        for (i, cell) in cells.iter().enumerate() {
            let (level, square) = (i / squares.len().max(1), i % squares.len().max(1));
            let own =
                squares.get(square).and_then(|square| square.cells.get(level)).map(|cell| usize::from(*cell));
            if level > 1
                || own != Some(i)
                || cell.faces().start != places.len()
                || cell.faces().end > faces.len()
            {
                return Err(misfit("model.ground", args!()));
            }
            places.resize(cell.faces().end, (level, square));
        }
        if squares.is_empty() || places.len() != faces.len() || cells.len() != 2 * squares.len() {
            return Err(misfit("model.ground", args!()));
        }
        let flat = |cell: &Cell| [cell.aabb_min, cell.aabb_max].map(|[x, y, _]| [x, y]);
        Ok(Self {
            firm: faces.iter().any(|face| face.surface.0 & FIRM != 0),
            boxes: cells.iter().take(squares.len()).map(flat).collect(),
            positions: streams.positions.clone().unwrap_or_default(),
            faces,
            places,
        })
    }

    fn of_level(&self, level: usize) -> impl Iterator<Item = (usize, &Face)> {
        self.faces.iter().enumerate().filter(move |(i, _)| self.places[*i].0 == level)
    }

    /// The square in which a point lies, or the one that it is nearest to.
    fn square_at(&self, [x, y]: [f32; 2]) -> usize {
        let outside = |[low, high]: &[[f32; 2]; 2]| {
            let axis = |at: f32, low: f32, high: f32| (low - at).max(at - high).max(0.0);
            axis(x, low[0], high[0]).max(axis(y, low[1], high[1]))
        };
        let far = self.boxes.iter().map(outside).enumerate();
        far.min_by(|(_, a), (_, b)| a.total_cmp(b)).map_or(0, |(square, _)| square)
    }
}

/// A face as it will be. Its vertices are places in the table, its links still those of the file.
struct NewFace {
    face: Face,
    /// Which it was.
    from: Option<usize>,
    /// Whether corners, materials or anything else of it differ from then.
    changed: bool,
    level: usize,
    square: usize,
}

struct Edit<'e> {
    old: &'e Old,
    parts: &'e [Meaning],
    table: VertexTable,
    faces: Vec<NewFace>,
    changed: usize,
}

/// A corner by its place; from above, only x and y count.
type Corner = [u32; 3];

fn from_above([x, y, _]: Corner) -> Corner {
    [x, y, 0]
}

impl Edit<'_> {
    fn keep_level(&mut self, level: usize) {
        for (i, _) in self.old.of_level(level) {
            self.keep(i);
        }
    }

    fn keep(&mut self, i: usize) {
        let (level, square) = self.old.places[i];
        self.faces.push(NewFace {
            face: self.old.faces[i].clone(),
            from: Some(i),
            changed: false,
            level,
            square,
        });
    }

    /// The faces of a level that the scene shows, and those that no scene can show.
    fn take_level(&mut self, level: usize, shown: &[SceneFace]) -> Result<(), Misfit> {
        let mut matched = self.matched(level, shown);
        for (scene_face, found) in shown.iter().zip(&mut matched) {
            let face = match *found {
                Some((from, rotation)) => self.edited(from, rotation, scene_face)?,
                None => self.made(level, scene_face)?,
            };
            self.changed += usize::from(face.changed);
            self.faces.push(face);
        }
        let hidden: Vec<usize> =
            self.old.of_level(level).filter(|(_, face)| !face.is_drawn()).map(|(i, _)| i).collect();
        hidden.into_iter().for_each(|i| self.keep(i));
        Ok(())
    }

    /// For each face of the scene, the one that it was, and by how many corners it is rotated against it.
    fn matched(&self, level: usize, shown: &[SceneFace]) -> Vec<Option<(usize, usize)>> {
        let mut whole: TriangleMatcher<(), Corner, usize> = TriangleMatcher::default();
        let mut above: TriangleMatcher<(), Corner, usize> = TriangleMatcher::default();
        let drawn: Vec<_> = self.old.of_level(level).filter(|(_, face)| face.is_drawn()).collect();
        let corners = |face: &Face| face.points(&self.old.positions).map(|points| points.map(bits));
        for (i, face) in drawn.iter().rev() {
            corners(face).into_iter().for_each(|corners| whole.add((), corners, *i));
        }
        let mut found: Vec<Option<(usize, usize)>> = shown
            .iter()
            .map(|face| whole.take((), face.corners.map(|corner| bits(corner.position))))
            .map(|found| found.map(|found| (found.found(), found.rotation)))
            .collect();
        let taken: HashSet<usize> = found.iter().flatten().map(|(i, _)| *i).collect();
        for (i, face) in drawn.iter().rev().filter(|(i, _)| !taken.contains(i)) {
            corners(face).into_iter().for_each(|corners| above.add((), corners.map(from_above), *i));
        }
        for (face, found) in shown.iter().zip(&mut found).filter(|(_, found)| found.is_none()) {
            let corners = face.corners.map(|corner| from_above(bits(corner.position)));
            *found = above.take((), corners).map(|found| (found.found(), found.rotation));
        }
        found
    }

    /// A face of the file with what the scene says of it.
    fn edited(&mut self, from: usize, rotation: usize, shown: &SceneFace) -> Result<NewFace, Misfit> {
        let old = &self.old.faces[from];
        let (level, square) = self.old.places[from];
        let part = &self.parts[shown.part];
        let mut face = old.clone();
        for (i, corner) in shown.corners.iter().enumerate() {
            let k = (i + rotation) % 3;
            face.vertices[k] = self.table.vertex(corner, shown, &part.mesh, Some(old.vertices[k]))?;
        }
        if !part.rows.contains(&old.mat1) {
            face.mat1 = part.row();
        }
        // What the scene does not say otherwise stays, however odd it is.
        let second = shown.second.map_or(old.mat2, |second| second.unwrap_or(0xFF));
        if second != old.mat2 {
            put_second(&mut face, second);
        }
        if let Some(liquid) = part.liquid.filter(|liquid| *liquid != old.is_liquid()) {
            put_liquid(&mut face, liquid);
        }
        let changed = face.vertices != old.vertices
            || (face.mat1, face.mat2, face.flags, face.surface)
                != (old.mat1, old.mat2, old.flags, old.surface);
        Ok(NewFace { face, from: Some(from), changed, level, square })
    }

    /// A face that nothing in the file was.
    fn made(&mut self, level: usize, shown: &SceneFace) -> Result<NewFace, Misfit> {
        let part = &self.parts[shown.part];
        let mut vertices = [0; 3];
        for (vertex, corner) in vertices.iter_mut().zip(&shown.corners) {
            *vertex = self.table.vertex(corner, shown, &part.mesh, None)?;
        }
        let mut face = Face {
            flags: FaceFlags(ALWAYS | MICRO),
            surface: Surface(if self.old.firm { FIRM } else { 0 }),
            mat1: part.row(),
            mat2: 0xFF,
            unk06: NONE,
            vertices,
            links: [NONE; 3],
            normal: [0; 3],
            twins: 0x3F,
        };
        put_second(&mut face, shown.second.flatten().unwrap_or(0xFF));
        put_liquid(&mut face, part.liquid.unwrap_or_default());
        let middle = [0, 1].map(|axis| shown.corners.iter().map(|corner| corner.position[axis] / 3.0).sum());
        Ok(NewFace { face, from: None, changed: true, level, square: self.old.square_at(middle) })
    }

    fn write(self, msh: &Msh<'_>, notes: &mut Notes) -> Result<Vec<u8>, Misfit> {
        let Self { old, table, faces, .. } = self;
        if faces.len() > MOST {
            return Err(too_many("triangles", faces.len(), MOST));
        }
        let mut draft = msh.clone();
        Assembly::new(old, faces).put(msh, table, &mut draft, notes)?;
        let bytes = write::written(msh, &draft)?;
        write::expect_no_worse(msh, &bytes)?;
        Ok(bytes)
    }
}

fn put_bit(bits: &mut u16, bit: u16, set: bool) {
    *bits = if set { *bits | bit } else { *bits & !bit };
}

fn put_second(face: &mut Face, row: u8) {
    face.mat2 = row;
    put_bit(&mut face.flags.0, SECOND, row != 0xFF);
}

fn put_liquid(face: &mut Face, liquid: bool) {
    put_bit(&mut face.flags.0, LIQUID, liquid);
    put_bit(&mut face.surface.0, LIQUID_SURFACE, liquid);
}
