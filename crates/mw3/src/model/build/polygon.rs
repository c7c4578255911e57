//! A polygon on its way into a mesh: its record and its corners.

use super::super::corners::Corners;
use super::super::cut::MaterialKey;
use super::super::mesh::{Mesh, Outline, OutlinePm, Polygon, PolygonPm};
use super::ADDRESS;
use super::shared_list::CompactList;
use crate::dialect::Dialect;
use std::collections::HashMap;

/// The record of a polygon of either game.
#[derive(Clone, Debug)]
pub(super) enum Record {
    Mw(Polygon),
    Pm(PolygonPm),
}

/// A polygon with its corners.
#[derive(Clone, Debug)]
pub(super) struct DraftPolygon {
    pub record: Record,
    pub vertices: Vec<u32>,
    pub normals: Option<Vec<u32>>,
    pub materials: Option<Vec<i32>>,
    pub uvs: Option<Vec<[f32; 2]>>,
    pub colours: Vec<[f32; 3]>,
}

/// The polygons of a mesh.
pub(super) fn polygons(mesh: &Mesh<'_>) -> Vec<DraftPolygon> {
    let mw = mesh.polygons.iter().flat_map(|polygons| polygons.iter().map(Record::Mw));
    let pm = mesh.polygons_pm.iter().flat_map(|polygons| polygons.iter().map(Record::Pm));
    let polygon = |(record, corners): (Record, Corners<'_>)| DraftPolygon {
        record,
        vertices: corners.vertices.iter().collect(),
        normals: corners.normals.map(|normals| normals.iter().collect()),
        materials: corners.materials.map(|materials| materials.iter().collect()),
        uvs: corners.uvs.map(|uvs| uvs.iter().collect()),
        colours: corners.colours.iter().collect(),
    };
    mw.chain(pm).zip(mesh.corners.iter()).map(polygon).collect()
}

impl DraftPolygon {
    /// On its first texture. A polygon that had no places on textures gets them for all that are drawn over each other.
    pub(super) fn set_uv(&mut self, corner: usize, uv: [f32; 2]) {
        let corners = self.vertices.len();
        let sets = self.materials.as_ref().map_or(1, Vec::len).max(1);
        let uvs = self.uvs.get_or_insert_with(|| vec![[0.0; 2]; corners * sets]);
        if let Some(place) = uvs.get_mut(corner) {
            *place = uv;
        }
    }

    pub(super) fn set_material(&mut self, key: MaterialKey) {
        if let Some(material) = key.place {
            match &mut self.materials {
                Some(materials) if materials.is_empty() => materials.push(material),
                Some(materials) => materials[0] = material,
                None => {}
            }
        }
        self.record.set_material(key);
    }

    /// With the places that items have in the compacted lists.
    pub(super) fn settled(mut self, vertices: &CompactList, normals: &CompactList) -> Self {
        let settle = |list: &mut Vec<u32>, places: &HashMap<u32, u32>| {
            list.iter_mut().for_each(|place| *place = places.get(place).copied().unwrap_or(*place));
        };
        settle(&mut self.vertices, &vertices.places);
        self.normals.iter_mut().for_each(|list| settle(list, &normals.places));
        self
    }

    pub(super) fn corners(&self) -> Corners<'static> {
        Corners {
            vertices: self.vertices.iter().copied().collect(),
            normals: self.normals.as_ref().map(|list| list.iter().copied().collect()),
            materials: self.materials.as_ref().map(|list| list.iter().copied().collect()),
            uvs: self.uvs.as_ref().map(|list| list.iter().copied().collect()),
            colours: self.colours.iter().copied().collect(),
        }
    }

    /// The record, saying what the corners have.
    pub(super) fn mw(&self) -> Option<Polygon> {
        let Record::Mw(polygon) = &self.record else { return None };
        let mut polygon = polygon.clone();
        let Outline(bits) = polygon.outline;
        let corners = u32::try_from(self.vertices.len()).unwrap_or_default();
        polygon.outline = Outline(flagged(bits & !0xFF | corners & 0xFF, 0x200, self.normals.is_some()));
        point(&mut polygon.normals_ptr, Some(bits & 0x200 != 0), self.normals.is_some());
        // Only the pointer says whether there are any.
        point(&mut polygon.uvs_ptr, None, self.uvs.is_some());
        Some(polygon)
    }

    pub(super) fn pm(&self) -> Option<PolygonPm> {
        let Record::Pm(polygon) = &self.record else { return None };
        let mut polygon = polygon.clone();
        let OutlinePm(bits) = polygon.outline;
        let corners = u32::try_from(self.vertices.len()).unwrap_or_default();
        polygon.outline = OutlinePm(flagged(bits & !0x3FF | corners & 0x3FF, 0x1000, self.normals.is_some()));
        polygon.material_count = self.materials.as_ref().map_or(0, |list| list.len() as u32);
        point(&mut polygon.normals_ptr, Some(bits & 0x1000 != 0), self.normals.is_some());
        point(&mut polygon.uvs_ptr, None, self.uvs.is_some());
        Some(polygon)
    }
}

fn flagged(bits: u32, flag: u32, set: bool) -> u32 {
    if set { bits | flag } else { bits & !flag }
}

impl Record {
    /// A plain one.
    pub(super) fn new(game: Dialect) -> Self {
        match game {
            Dialect::Mw => Self::Mw(Polygon {
                outline: Outline(3),
                priority: 0,
                vertices_ptr: ADDRESS,
                normals_ptr: 0,
                uvs_ptr: 0,
                colours_ptr: ADDRESS,
                material_ptr: ADDRESS,
                material: 0,
                zone_count: 0,
                zones: [-1; 3],
            }),
            Dialect::Pm => Self::Pm(PolygonPm {
                outline: OutlinePm(3),
                priority: 0,
                vertices_ptr: ADDRESS,
                normals_ptr: 0,
                material_count: 1,
                materials_ptr: ADDRESS,
                uvs_ptr: 0,
                colours_ptr: ADDRESS,
                material_refs_ptr: ADDRESS,
                zone_count: 0,
                zones: [-1; 3],
            }),
        }
    }

    /// A fan, whatever it was copied from; and without normals, so that it gets a new pointer to them.
    pub(super) fn make_triangle(&mut self) {
        let normals_ptr = match self {
            Self::Mw(Polygon { outline, normals_ptr, .. }) => {
                outline.0 &= !(0x400 | 0x200);
                normals_ptr
            }
            Self::Pm(PolygonPm { outline, normals_ptr, .. }) => {
                outline.0 &= !(0x2000 | 0x1000);
                normals_ptr
            }
        };
        *normals_ptr = 0;
    }

    pub(super) fn set_material(&mut self, material: MaterialKey) {
        match self {
            Self::Mw(polygon) => {
                polygon.material = material.place.unwrap_or(polygon.material);
                polygon.outline.0 = flagged(polygon.outline.0, 0x100, material.both_sides);
            }
            Self::Pm(polygon) => polygon.outline.0 = flagged(polygon.outline.0, 0x400, material.both_sides),
        }
    }
}

/// A pointer stays, however odd, unless something is there that was not or was there and is not.
pub(super) fn point(pointer: &mut u32, had: Option<bool>, there: bool) {
    match (there, *pointer) {
        _ if had == Some(there) => {}
        (false, _) => *pointer = 0,
        (true, 0) => *pointer = ADDRESS,
        _ => {}
    }
}
