//! What is wrong with a model, or odd. What the games' own tools never write is said and kept.

use super::corners::Corners;
use super::draw::Face;
use super::mesh::{Header, Light, Mesh};
use super::node::{Base, Bounds, Links, LinksPm, Lod, Node, Object, name_field};
use super::tree::{Stance, matrix_from};
use super::*;
use relict_core::report::{Args, hex};
use std::f32::consts::PI;
use std::fmt::{Debug, Display};
use std::ops::RangeInclusive;

/// Stored matrices differ from the formula in the last bits, and more where angles are large.
const CLOSE: f32 = 1e-3;
/// The other number that nodes of Pirate's Moon have for update flags.
const UPDATE_FLAGS_PM: u32 = 45_697;

pub(super) fn check(model: &Model<'_>, report: &mut Report) {
    report.expect(model.tail.is_empty(), &TAIL, "tail", || args!(size = model.tail.len()));
    let mut root = true;
    report.each("nodes", &model.nodes, |node, report| {
        node.check(root, report);
        root = false;
    });
}

/// A field that has the same value, or one of a few, in all files of the games.
fn usual(report: &mut Report, field: &'static str, found: impl Debug, fine: bool) {
    report.expect(fine, &ODD_VALUE, field, || args!(field = field, found = format!("{found:?}")));
}

/// A pointer that must be 0, or must not.
fn pointer(report: &mut Report, field: &'static str, ptr: u32, set: bool) {
    report.expect((ptr != 0) == set, &POINTER, field, || {
        args!(field = field, found = hex(ptr), wanted = if set { "set" } else { "zero" })
    });
}

fn within<T: PartialOrd + Debug>(
    report: &mut Report,
    field: &'static str,
    found: T,
    range: RangeInclusive<T>,
) {
    let fine = range.contains(&found);
    usual(report, field, found, fine);
}

fn no_flags(report: &mut Report, field: &'static str, unknown: u32) {
    report.expect(unknown == 0, &ODD_FLAGS, field, || args!(field = field, found = hex(unknown)));
}

fn not_finite(found: impl Display) -> Args {
    args!(found = found.to_string())
}

/// The first number of a list that is none, at its item.
fn finite<const N: usize>(report: &mut Report, name: &'static str, items: impl Iterator<Item = [f32; N]>) {
    for (i, item) in items.enumerate() {
        if let Some(odd) = item.iter().find(|number| !number.is_finite()) {
            report.part((name, i), odd, |odd, report| {
                report.expect(false, &NOT_FINITE, "", || not_finite(odd));
            });
            return;
        }
    }
}

impl Node<'_> {
    fn check(&self, root: bool, report: &mut Report) {
        let pm = self.links_pm.is_some();
        report.part("base", &self.base, |base, report| base.check(pm, report));
        let (parents, [parents_ptr, children_ptr]) = (self.parent_count(), self.link_ptrs());
        let links = if pm { "links_pm" } else { "links" };
        report.part(links, self, |_, report| {
            let wanted = i32::from(!root);
            report.expect(parents == wanted, &PARENTS, "parent_count", || {
                args!(found = parents, wanted = wanted)
            });
            pointer(report, "parents_ptr", parents_ptr, parents != 0);
            pointer(report, "children_ptr", children_ptr, self.child_count() != 0);
            self.links.iter().for_each(|links| links.check(report));
            self.links_pm.iter().for_each(|links| links.check(report));
        });
        report.part("bounds", &self.bounds, Bounds::check);
        if let Some(object) = &self.object {
            report.part("object", object, Object::check);
        }
        if let Some(lod) = &self.lod {
            report.part("lod", lod, Lod::check);
            let ptr = self.base.mesh_ptr;
            report.expect(ptr == 0, &LOD_MESH, "base.mesh_ptr", || args!(found = hex(ptr)));
            report.expect(self.child_count() > 0, &LOD_CHILDREN, "links_pm.child_count", Vec::new);
        }
        if let Some(mesh) = &self.mesh {
            report.part("mesh", mesh, |mesh, report| mesh.check(pm, report));
        }
    }
}

impl Base {
    fn check(&self, pm: bool, report: &mut Report) {
        let name = &self.name;
        let named = || args!(name = name.show().as_ref());
        report.expect(name.terminated(), &NAME_END, "name", named);
        let padded = !name.terminated() || name_field(name.text()).is_some_and(|field| field == *name);
        report.expect(padded, &NAME_PADDING, "name", named);
        let flags = self.flags.0;
        no_flags(report, "flags", flags & !0x138B_87FC);
        usual(report, "unk28", self.unk28, self.unk28 == 0);
        let update = self.update_flags;
        usual(report, "update_flags", update, update == 1 || (pm && update == UPDATE_FLAGS_PM));
        usual(report, "zone", self.zone, self.zone <= 0xFF);
        pointer(report, "class_ptr", self.class_ptr, true);
        usual(report, "environment_ptr", self.environment_ptr, self.environment_ptr == 0);
        usual(report, "action_priority", self.action_priority, self.action_priority == 1);
        usual(report, "action_ptr", self.action_ptr, self.action_ptr == 0);
    }
}

fn is_square(area: [i32; 2], none: i32) -> bool {
    area == [none; 2] || area.iter().all(|part| (0..=255).contains(part))
}

impl Links {
    fn check(&self, report: &mut Report) {
        usual(report, "area_partition", self.area_partition, is_square(self.area_partition, -1));
        usual(report, "sphere_center", self.sphere_center, self.sphere_center == [0.0; 3]);
        usual(report, "sphere_radius", self.sphere_radius, self.sphere_radius == 0.0);
    }
}

impl LinksPm {
    fn check(&self, report: &mut Report) {
        let (area, virtual_area) =
            (self.area_partition.map(i32::from), self.virtual_partition.map(i32::from));
        usual(report, "area_partition", area, is_square(area, -1));
        usual(report, "virtual_partition", virtual_area, is_square(virtual_area, 0));
        usual(report, "sphere_center", self.sphere_center, self.sphere_center == [0.0; 3]);
        usual(report, "sphere_radius", self.sphere_radius, self.sphere_radius == 0.0);
        report.expect(self.active_box <= 2, &ACTIVE_BOX, "active_box", || args!(found = self.active_box));
    }
}

impl Bounds {
    fn check(&self, report: &mut Report) {
        usual(report, "activation_ptr", self.activation_ptr, self.activation_ptr == 0);
        usual(report, "unkc0", self.unkc0, self.unkc0 == 0);
        usual(report, "unkc4", self.unkc4, self.unkc4 == 160);
        usual(report, "unkc8", self.unkc8, self.unkc8 == 0);
        usual(report, "unkcc", self.unkcc, self.unkcc == 0);
    }
}

impl Object {
    fn check(&self, report: &mut Report) {
        let flags = self.flags;
        no_flags(report, "flags", flags.0 & !0x3E);
        usual(report, "flags", hex(flags.0), flags.always() == 1);
        usual(report, "opacity", self.opacity, flags.opacity() == 1 || self.opacity == 0.0);
        usual(report, "colour", self.colour, flags.colour() == 1 || self.colour == [0.0; 3]);
        usual(report, "colour_weight", self.colour_weight, flags.colour() == 1 || self.colour_weight == 0.0);
        usual(report, "unk60", "", self.unk60 == [[0.0; 3]; 4]);
        let turned = self.rotate.iter().all(|angle| angle.abs() <= PI);
        report.expect(turned, &ROTATION, "rotate", || args!(found = format!("{:?}", self.rotate)));
        let odd = self.matrix.as_flattened().iter().find(|number| !number.is_finite());
        report.expect(odd.is_none(), &NOT_FINITE, "matrix", || not_finite(odd.unwrap_or(&0.0)));
        report.expect(self.is_as_said(), &MATRIX, "matrix", Vec::new);
    }

    /// Whether the matrix is what the rest gives. Of what is no number, something else is said.
    fn is_as_said(&self) -> bool {
        let wanted = match self.stance() {
            Stance::Matrix => return true,
            Stance::Initial => [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]],
            Stance::Turned => matrix_from(self.rotate, self.scale),
        };
        let largest = self.scale.iter().fold(1.0, |most: f32, scale| most.max(scale.abs()));
        let [x, y, z, _] = self.matrix;
        let found = [x, y, z].into_iter().flatten();
        found.zip(wanted.into_iter().flatten()).all(|(found, wanted)| {
            let apart = (found - wanted).abs();
            apart.is_nan() || apart <= CLOSE * largest
        })
    }
}

impl Lod {
    fn check(&self, report: &mut Report) {
        within(report, "level", self.level, 0..=1);
        report.expect(self.near_sq >= 0.0 && self.far > 0.0, &LOD_RANGE, "far", || {
            args!(near_sq = self.near_sq.to_string(), far = self.far.to_string())
        });
        let squares = [
            ("far_sq", self.far, self.far_sq),
            ("unk44", self.unk40, self.unk44),
            ("unk4c", self.unk48, self.unk4c),
        ];
        for (field, of, square) in squares {
            report.expect(of * of == square, &LOD_RANGE, field, || {
                args!(near_sq = square.to_string(), far = of.to_string())
            });
        }
        usual(report, "unk40", self.unk40, self.unk40 >= 0.0);
        usual(report, "unk48", self.unk48, self.unk48 >= 0.0);
        usual(report, "unk10", self.unk10, self.unk10 == [0.0; 8]);
        usual(report, "unk30", self.unk30, self.unk30 == 0);
        usual(report, "unk34", self.unk34, self.unk34 == [0.0; 3]);
        usual(report, "unk50", self.unk50, self.unk50 == 1);
        usual(report, "unk54", self.unk54, self.unk54 == [0.0; 2]);
    }
}

impl Mesh<'_> {
    fn check(&self, pm: bool, report: &mut Report) {
        report.part("header", &self.header, |header, report| header.check(pm, report));
        finite(report, "vertices", self.vertices.iter());
        finite(report, "normals", self.normals.iter());
        finite(report, "morphs", self.morphs.iter());
        for (i, light) in self.lights.iter().enumerate() {
            report.part(("lights", i), &light, Light::check);
        }
        for (i, polygon) in self.polygons.iter().flat_map(View::iter).enumerate() {
            report.part(("polygons", i), &polygon, |polygon, report| {
                let outline = polygon.outline;
                possible(report, polygon.impossible());
                report.expect(outline.unk11() == 0, &POLYGON_FLAGS, "outline", || {
                    args!(found = hex(outline.0))
                });
                pointer(report, "vertices_ptr", polygon.vertices_ptr, true);
                pointer(report, "colours_ptr", polygon.colours_ptr, true);
                pointer(report, "material_ptr", polygon.material_ptr, true);
                let fine = polygon.material >= 0;
                report.expect(fine, &MATERIAL_INDEX, "material", || args!(found = polygon.material));
                within(report, "priority", polygon.priority, -50..=50);
                usual(report, "zone_count", polygon.zone_count, polygon.zone_count <= 3);
            });
        }
        for (i, polygon) in self.polygons_pm.iter().flat_map(View::iter).enumerate() {
            report.part(("polygons_pm", i), &polygon, |polygon, report| {
                let outline = polygon.outline;
                possible(report, polygon.impossible());
                report.expect(outline.unk15() == 0, &POLYGON_FLAGS, "outline", || {
                    args!(found = hex(outline.0))
                });
                pointer(report, "vertices_ptr", polygon.vertices_ptr, true);
                pointer(report, "materials_ptr", polygon.materials_ptr, true);
                pointer(report, "colours_ptr", polygon.colours_ptr, true);
                pointer(report, "material_refs_ptr", polygon.material_refs_ptr, true);
                within(report, "priority", polygon.priority, -50..=50);
                usual(report, "zone_count", polygon.zone_count, polygon.zone_count <= 3);
            });
        }
        for (i, corners) in self.corners.iter().enumerate() {
            report.part(("corners", i), &corners, |corners, report| self.check_corners(corners, report));
        }
        self.check_refs(report);
    }

    fn check_corners(&self, corners: &Corners<'_>, report: &mut Report) {
        let inside = |report: &mut Report, name, list: &View<'_, u32>, len: usize, rule| {
            let Some((i, found)) = list.iter().enumerate().find(|(_, index)| *index as usize >= len) else {
                return;
            };
            report.part((name, i), &found, |found, report| {
                report.expect(false, rule, "", || args!(found = *found, len = len));
            });
        };
        inside(report, "vertices", &corners.vertices, self.vertices.len(), &VERTEX_INDEX);
        if let Some(normals) = &corners.normals {
            inside(report, "normals", normals, self.normals.len(), &NORMAL_INDEX);
        }
        for (i, found) in corners.materials.iter().flat_map(View::iter).enumerate() {
            report.part(("materials", i), &found, |found, report| {
                report.expect(*found >= 0, &MATERIAL_INDEX, "", || args!(found = *found));
            });
        }
        finite(report, "uvs", corners.uvs.iter().flat_map(View::iter));
        finite(report, "colours", corners.colours.iter());
    }

    /// The list that Pirate's Moon has of materials follows from the polygons.
    fn check_refs(&self, report: &mut Report) {
        let (Some(header), Some(refs)) = (&self.header_pm, &self.material_refs) else { return };
        let mut wanted: Vec<(i32, u32)> = vec![];
        let mut places = std::collections::HashMap::new();
        for material in self.faces().filter_map(|face: Face<'_>| face.materials().next()) {
            let place = *places.entry(material).or_insert_with(|| {
                wanted.push((material, 0));
                wanted.len() - 1
            });
            wanted[place].1 += 1;
        }
        let alike = refs.iter().map(|one| (one.material, one.use_count)).eq(wanted.iter().copied());
        report.part("header_pm", header, |header, report| {
            report.expect(alike, &MATERIAL_REFS, "material_ref_count", || {
                args!(found = refs.len(), wanted = wanted.len())
            });
            pointer(report, "material_refs_ptr", header.material_refs_ptr, !refs.is_empty());
        });
    }
}

fn possible(report: &mut Report, impossible: Option<Impossible>) {
    if let Some(Impossible { rule, field, args }) = impossible {
        report.expect(false, rule, field, || args);
    }
}

impl Header {
    fn check(&self, pm: bool, report: &mut Report) {
        let Self { kind, flags, polygon_count, vertex_count, morph_count, .. } = *self;
        report.expect(kind <= 2, &MESH_KIND, "kind", || args!(found = kind));
        within(report, "facade_mode", self.facade_mode, 0..=3);
        let hardware = if pm { 0x80 } else { 0 };
        no_flags(report, "flags", flags.0 & !(0x7F | hardware));
        let drawn = kind == 0 && polygon_count > 0;
        usual(report, "flags", hex(flags.0), !pm || (flags.hardware() == 1) == drawn);
        report.expect(self.parent_count > 0, &MESH_PARENTS, "parent_count", Vec::new);
        let bare = vertex_count == 0 && self.normal_count == 0 && morph_count == 0 && self.light_count > 0;
        report.expect(polygon_count > 0 || bare, &MESH_EMPTY, "polygon_count", || {
            args!(vertices = vertex_count)
        });
        let moves = morph_count == 0 || morph_count == vertex_count;
        report.expect(moves, &MORPH_COUNT, "morph_count", || {
            args!(found = morph_count, vertices = vertex_count)
        });
        usual(report, "morph_factor", self.morph_factor, self.morph_factor == 0.0);
        usual(report, "scroll_frame", self.scroll_frame, self.scroll_frame == 0);
        usual(report, "active_polygon", self.active_polygon, self.active_polygon == 0);
        let lists = [
            ("polygons_ptr", self.polygons_ptr, polygon_count),
            ("vertices_ptr", self.vertices_ptr, vertex_count),
            ("normals_ptr", self.normals_ptr, self.normal_count),
            ("lights_ptr", self.lights_ptr, self.light_count),
            ("morphs_ptr", self.morphs_ptr, morph_count),
        ];
        for (field, ptr, count) in lists {
            pointer(report, field, ptr, count > 0);
        }
    }
}

impl Light {
    fn check(&self, report: &mut Report) {
        within(report, "unk00", self.unk00, 0..=1);
        within(report, "unk04", self.unk04, 0..=2);
        within(report, "unk08", self.unk08, 0.0..=5.0);
        within(report, "vertex_count", self.vertex_count, 1..=10);
        usual(report, "unk10", self.unk10, self.unk10 == [0; 2]);
        usual(report, "colour", self.colour, self.colour.iter().all(|part| (0.0..=255.0).contains(part)));
        usual(report, "unk28", self.unk28, self.unk28 == 0);
        no_flags(report, "flags", u32::from(self.flags) & !0x7FF);
        pointer(report, "vertices_ptr", self.vertices_ptr, true);
        within(report, "unk30", self.unk30, 0.0..=2000.0);
        within(report, "unk34", self.unk34, 0.0..=3500.0);
        within(report, "unk38", self.unk38, 0.0..=5.1);
        within(report, "unk3c", self.unk3c, 0..=1);
        within(report, "unk40", self.unk40, 0.0..=5000.0);
        within(report, "unk44", self.unk44, 0.0..=4000.0);
        within(report, "unk48", self.unk48, 0.0..=10000.0);
    }
}
