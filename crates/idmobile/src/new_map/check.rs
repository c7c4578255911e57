//! What must hold in a map: everything leads somewhere, and the leaves have all polygons and lines between them.

use super::{
    BLOBS, CAMERAS, COVER, DIRECTION, EVENT, LEAF_END, LEAF_NUMBER, LEAF_VERTEX, LEAVES, NODE, OTHER_MARK,
    OTHER_VERSION, PADDING, PALETTES, SCRIPT, SPAWN, TAIL, TILE, VERTICES,
};
use super::{
    Dialect, FIRST_WALL, Front, LEAF, MARKS, MapBody, NO_FUNCTION, NewMap, PART_MARK, PLANE, VERSION,
};
use crate::cover::Cover;
use crate::new_mappings::{self, NewMappings, TILES};
use crate::resource::folder;
use relict_core::prelude::*;
use std::collections::BTreeSet;

/// What the engine for Java phones has room for, on one map.
const MOST_BLOBS: usize = 448;
const MOST_PALETTES: usize = 128;

/// Directions of the player.
const DIRECTIONS: u8 = 8;

impl NewMap<'_> {
    pub(super) fn check_all(&self, report: &mut Report, context: Context<'_>) {
        let Front { version, spawn_tile, spawn_direction, .. } = self.front();
        let header = if self.ios_header.is_some() { "ios_header" } else { "header" };
        report.part(header, &(), |(), report| {
            report.expect(version == VERSION, &OTHER_VERSION, "version", || {
                args!(found = version, known = VERSION)
            });
            let inside = usize::from(spawn_tile) < PLANE;
            report.expect(inside, &SPAWN, "spawn_tile", || args!(found = spawn_tile));
            let known = spawn_direction < DIRECTIONS;
            report.expect(known, &DIRECTION, "spawn_direction", || args!(found = spawn_direction));
        });
        report.each("list_marks", &self.list_marks, |mark, report| expect_mark(*mark, "", report));
        let tiles: Vec<u16> = self.media.iter().collect();
        report.each("media", &tiles, |&tile, report| {
            let known = usize::from(tile) < TILES;
            report.expect(known, &TILE, "", || args!(found = tile, tiles = TILES));
        });
        if let Some(body) = &self.body {
            report.part("body", body, MapBody::check);
            self.check_cameras(body, report);
            let size = self.rest.len();
            report.expect(size == 0, &TAIL, "rest", || args!(size = size));
        }
        // In a bundle all of them lie in the same folder.
        let name = format!("{}{}", folder(context.origin.name), new_mappings::NAME);
        let beside = context.library.sibling(&name);
        let directory = beside.as_deref().and_then(|bytes| NewMappings::of(bytes).ok());
        if let Some(directory) = directory.filter(|_| self.dialect() == Some(Dialect::Java)) {
            self.check_limits(&directory, report);
        }
    }

    /// The header states how much all cameras have together.
    fn check_cameras(&self, body: &MapBody<'_>, report: &mut Report) {
        let Some(header) = &self.header else { return };
        let keys: usize = body.cameras.iter().map(|camera| camera.key_tweens.len()).sum();
        let sum = |kind: usize| -> i64 {
            let counts = body.cameras.iter().filter_map(|camera| camera.tween_counts.get(kind));
            counts.map(|count| i64::from(*count).max(0)).sum()
        };
        report.part("header", header, |header, report| {
            let stated = i64::from(header.camera_keys);
            report.expect(stated == keys as i64, &CAMERAS, "camera_keys", || {
                args!(found = stated, wanted = keys)
            });
            let stated: Vec<i64> =
                header.camera_tweens.iter().map(|count| i64::from(*count).max(0)).collect();
            let wanted: Vec<i64> = (0..stated.len()).map(sum).collect();
            let off = stated.iter().zip(&wanted).find(|(stated, wanted)| stated != wanted);
            let (found, wanted) = off.map_or((0, 0), |(stated, wanted)| (*stated, *wanted));
            report.expect(off.is_none(), &CAMERAS, "camera_tweens", || args!(found = found, wanted = wanted));
        });
    }

    /// All that the tiles of a map own must fit into the lists of the engine.
    fn check_limits(&self, directory: &NewMappings<'_>, report: &mut Report) {
        let slots = directory.slots();
        let tiles: BTreeSet<u16> = self.media.iter().collect();
        let images: BTreeSet<usize> =
            tiles.into_iter().flat_map(|tile| directory.tile(usize::from(tile))).collect();
        let of = |owner: &dyn Fn(usize, &new_mappings::Slot) -> usize| {
            let owners = images.iter().filter_map(|&image| Some(owner(image, slots.get(image)?)));
            owners.collect::<BTreeSet<usize>>().len()
        };
        let blobs = of(&|image, slot| slot.texels.owner(image));
        let palettes = of(&|image, slot| slot.palette.owner(image));
        report.expect(blobs <= MOST_BLOBS, &BLOBS, "media", || args!(found = blobs, most = MOST_BLOBS));
        let fine = palettes <= MOST_PALETTES;
        report.expect(fine, &PALETTES, "media", || args!(found = palettes, most = MOST_PALETTES));
    }
}

fn expect_mark(mark: u32, field: &'static str, report: &mut Report) {
    report.expect(MARKS.contains(&mark), &OTHER_MARK, field, || {
        args!(found = format!("{mark:#010x}"), known = format!("{PART_MARK:#010x}"))
    });
}

/// What the two numbers of a leaf say.
struct Leaf {
    number: usize,
    polygons: usize,
    first_line: usize,
    lines: usize,
}

impl Leaf {
    fn of(child1: u16, child2: u16) -> Self {
        let (child1, child2) = (usize::from(child1), usize::from(child2));
        Self {
            number: child1 & 0x1FF,
            polygons: child1 >> 9,
            first_line: child2 & 0x3FF,
            lines: child2 >> 10,
        }
    }
}

impl MapBody<'_> {
    fn check(&self, report: &mut Report) {
        report.each("marks", &self.marks, |mark, report| expect_mark(*mark, "", report));
        for (i, camera) in self.cameras.iter().enumerate() {
            report.part(("cameras", i), camera, |camera, report| expect_mark(camera.mark, "mark", report));
        }
        self.check_nodes(report);
        self.check_polygons(report);
        self.check_scripts(report);
        let odd = self.line_x.len() % 2 == 1;
        let padding = self.line_flags.iter().last().filter(|_| odd).map_or(0, super::Pair::second);
        report.expect(padding == 0, &PADDING, "line_flags", || args!(found = padding));
    }

    fn check_nodes(&self, report: &mut Report) {
        let (nodes, normals) = (self.node_offset.len(), self.normals.len());
        let (polygons, lines) = (self.polygon_tile.len(), self.line_x.len());
        let (mut used, mut crossed) = (Cover::new(polygons), Cover::new(lines));
        let mut leaves = 0;
        let children = self.node_child1.iter().zip(self.node_child2.iter());
        let offsets = self.node_offset.iter().zip(self.node_normal.iter());
        for (i, ((offset, normal), (child1, child2))) in offsets.zip(children).enumerate() {
            if offset == LEAF {
                let leaf = Leaf::of(child1, child2);
                report.part(("node_child1", i), &leaf, |leaf, report| {
                    let fine = leaf.number == leaves;
                    report.expect(fine, &LEAF_NUMBER, "", || args!(found = leaf.number, wanted = leaves));
                });
                let first = self.leaf_polygon.get(leaf.number).map_or(polygons, usize::from);
                let (ends, line_ends) = (first + leaf.polygons, leaf.first_line + leaf.lines);
                for (list, what, end, count) in
                    [("node_child1", "polygons", ends, polygons), ("node_child2", "lines", line_ends, lines)]
                {
                    report.part((list, i), &end, |&end, report| {
                        report.expect(end <= count, &LEAF_END, "", || {
                            args!(what = what, end = end, count = count)
                        });
                    });
                }
                used.add(first, leaf.polygons);
                crossed.add(leaf.first_line, leaf.lines);
                leaves += 1;
                continue;
            }
            let (child1, child2, normal) = (usize::from(child1), usize::from(child2), usize::from(normal));
            for (list, what, found, count) in [
                ("node_child1", "node", child1, nodes),
                ("node_child2", "node", child2, nodes),
                ("node_normal", "normal", normal, normals),
            ] {
                report.part((list, i), &found, |&found, report| {
                    report.expect(found < count, &NODE, "", || {
                        args!(what = what, found = found, count = count)
                    });
                });
            }
        }
        let stated = self.leaf_vertex.len();
        report.expect(stated == leaves, &LEAVES, "leaf_vertex", || args!(found = stated, wanted = leaves));
        for (list, what, cover) in [("polygon_tile", "polygon", used), ("line_x", "line", crossed)] {
            if let Some((place, times)) = cover.flaw() {
                report.part((list, place), &times, |&times, report| {
                    report.expect(false, &COVER, "", || args!(what = what, number = place, times = times));
                });
            }
        }
    }

    /// Polygons use all vertices, and leaves begin where their first polygon does.
    fn check_polygons(&self, report: &mut Report) {
        let mut first = vec![];
        let mut vertices = 0;
        for flags in self.polygon_flags.iter() {
            first.push(vertices);
            vertices += usize::from(flags.vertices_less_two()) + 2;
        }
        let stated = self.vertex_x.len();
        report.expect(vertices == stated, &VERTICES, "vertex_x", || args!(found = stated, wanted = vertices));
        for (i, (vertex, polygon)) in self.leaf_vertex.iter().zip(self.leaf_polygon.iter()).enumerate() {
            let wanted = first.get(usize::from(polygon)).copied().unwrap_or(usize::from(vertex));
            report.part(("leaf_vertex", i), &wanted, |&wanted, report| {
                let fine = wanted == usize::from(vertex);
                report.expect(fine, &LEAF_VERTEX, "", || args!(found = vertex, wanted = wanted));
            });
        }
    }

    fn check_scripts(&self, report: &mut Report) {
        let size = self.script.len();
        for start in self.functions {
            let fine = start == NO_FUNCTION || usize::from(start) < size;
            report.expect(fine, &SCRIPT, "functions", || args!(found = start, size = size));
        }
        let events: Vec<super::TileEvent> = self.events.iter().collect();
        let mut before = 0;
        report.each("events", &events, |event, report| {
            let inside = usize::from(event.tile) < PLANE;
            let sorted = event.tile >= before;
            report.expect(inside && sorted, &EVENT, "tile", || args!(found = event.tile, before = before));
            before = event.tile;
            let fine = usize::from(event.script) < size;
            report.expect(fine, &SCRIPT, "script", || args!(found = event.script, size = size));
        });
        let tiles: Vec<usize> = self
            .polygon_tile
            .iter()
            .zip(self.polygon_flags.iter())
            .map(|(tile, flags)| usize::from(tile) + usize::from(flags.wall()) * usize::from(FIRST_WALL))
            .collect();
        report.each("polygon_tile", &tiles, |&tile, report| {
            report.expect(tile < TILES, &TILE, "", || args!(found = tile, tiles = TILES));
        });
    }
}
