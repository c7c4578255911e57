//! Ground has no nodes: each square has a near cell and a far one, and those name faces. The engine hits the near ones; a
//! viewer that shows the far ones hits those.

use super::{Surfaces, columns, empty, hit_at, into_space, nearest, taken};
use crate::msh::ground::{Cell, Face, Ground, HIDDEN, LIQUID_SURFACE};
use crate::msh::pick::{self, connected, meet};
use crate::msh::stream::{FACES, SLOTS};
use crate::msh::{Msh, check};
use glam::Vec3;
use relict_core::prelude::*;
use relict_core::traversal::{Filter, Hit, Instance, Ray, Visit};

/// Steeper than 80 degrees is a wall.
const LEAST_UP: f32 = 0.173_648;
/// Of the surface: what is no ground by the word of the map.
const NO_GROUND: u16 = 0x04;

/// A face that a ray meets.
struct Met {
    visit: Visit,
    face: Face,
    corners: [Vec3; 3],
    distance: f32,
    from_behind: bool,
}

impl Msh<'_> {
    pub(super) fn walk_ground(&self, instance: &Instance, filter: Filter) -> Result<Vec<Visit>> {
        check::expect(self, instance.strict)?;
        Ok(self.faces_at(instance.level, filter).map(|(visit, _)| visit).collect())
    }

    pub(super) fn hits_on_ground(
        &self,
        instance: &Instance,
        ray: &Ray,
        filter: Filter,
        most: usize,
        context: Context<'_>,
    ) -> Result<Vec<Hit>> {
        check::expect(self, instance.strict)?;
        let matrix = columns(&instance.placement);
        let Some(local) = into_space(ray, matrix) else { return Ok(vec![]) };
        let mut met: Vec<Met> = self
            .faces_at(instance.level, filter)
            .filter_map(|(visit, face)| self.met(local, visit, face))
            .filter(|met| filter.both_sides || !met.from_behind)
            .collect();
        nearest(&mut met, most, |met| met.distance);
        let rows: Vec<_> = met.iter().flat_map(|met| worn_rows(&met.face)).map(|row| (row, None)).collect();
        let [wear, _] = Self::worn_by_ground(&self.stem(context.origin), context);
        let surfaces = Surfaces::new(&rows, wear.as_deref(), context);
        let hit = |met: Met| {
            let corners = met.corners.map(|corner| matrix.transform_point3(corner));
            hit_at(ray, met.distance, corners, self.ground_hit(&met, &surfaces))
        };
        Ok(met.into_iter().filter_map(hit).collect())
    }

    /// The faces at a level that count, each once.
    fn faces_at(&self, level: u8, filter: Filter) -> impl Iterator<Item = (Visit, Face)> {
        let count = self.streams.faces.as_ref().map_or(0, View::len);
        let cells = self.streams.cells.as_deref().unwrap_or_default();
        let mut seen = vec![false; count];
        let mut looked_at = vec![false; cells.len()];
        let squares = self.streams.squares.iter().flatten();
        let named = squares.filter_map(move |square| {
            let place = usize::from(*square.cells.get(usize::from(level))?);
            let cell = cells.get(place).filter(|_| !std::mem::replace(&mut looked_at[place], true))?;
            let start = usize::from(cell.face_start);
            Some((place, start..(start + usize::from(cell.face_count)).min(count)))
        });
        let named = named.flat_map(|(cell, faces)| faces.map(move |face| (cell, face)));
        named.filter(move |(_, face)| !std::mem::replace(&mut seen[*face], true)).filter_map(
            move |(cell, place)| {
                let face = self.streams.faces.as_ref()?.get(place)?;
                taken(filter).takes_flags(face.flags.0).then(|| (self.face_visit(cell, place, &face), face))
            },
        )
    }

    fn face_visit(&self, cell: usize, place: usize, face: &Face) -> Visit {
        let count = self.streams.faces.as_ref().map_or(0, View::len);
        let neighbours = face.neighbours().map(|found| found.filter(|(other, _)| *other < count));
        Visit {
            slot: cell,
            triangle: place,
            vertices: face.vertices.map(usize::from),
            flags: face.flags.0,
            normal: face.normal(),
            neighbours,
            ..empty().visit
        }
    }

    fn met(&self, ray: pick::Ray, visit: Visit, face: Face) -> Option<Met> {
        let positions = self.streams.positions.as_deref()?;
        let [a, b, c] = visit.vertices.map(|vertex| positions.get(vertex).copied().map(Vec3::from_array));
        let corners = [a?, b?, c?];
        let (distance, from_behind) = meet(ray, corners)?;
        Some(Met { visit, face, corners, distance, from_behind })
    }

    fn ground_hit(&self, met: &Met, surfaces: &Surfaces) -> Hit {
        let records = [
            self.record("cell", SLOTS, Ground::SIZE + met.visit.slot * Cell::SIZE, Cell::SIZE),
            self.record("face", FACES, met.visit.triangle * Face::SIZE, Face::SIZE),
        ];
        Hit {
            visit: met.visit,
            from_behind: met.from_behind,
            surfaces: worn_rows(&met.face).map(|row| surfaces.get((row, None))).collect(),
            records: records.into_iter().flatten().collect(),
            is_ground: Some(is_ground(&met.face)),
            ..empty()
        }
    }

    pub(super) fn joined_faces(&self, first: usize, filter: Filter) -> Vec<usize> {
        let faces = self.streams.faces.as_ref();
        let face = |place: usize| faces.and_then(|faces| faces.get(place));
        let takes = |place: usize| face(place).is_some_and(|face| taken(filter).takes_flags(face.flags.0));
        connected(first, takes, |place| face(place).map_or([None; 3], |face| face.neighbours()))
    }
}

/// The rows of the wear table that a face is drawn with, the lower one first.
fn worn_rows(face: &Face) -> impl Iterator<Item = u8> {
    [Some(face.mat1), face.second()].into_iter().flatten()
}

/// Whether the ground search takes a face.
fn is_ground(face: &Face) -> bool {
    let [.., up] = face.normal();
    up > LEAST_UP && face.flags.0 & HIDDEN == 0 && face.surface.0 & (LIQUID_SURFACE | NO_GROUND) == 0
}
