//! A mesh with the polygons that a scene tells: those that are still there, with what has changed of them, and new ones.

use super::super::Model;
use super::super::corners::{CornerLists, Corners};
use super::super::cut::{Coat, Facet};
use super::super::mesh::{
    Header, HeaderPm, MaterialRef, Mesh, MeshFlags, Outline, OutlinePm, Polygon, PolygonPm,
};
use super::ADDRESS;
use super::meet::{Met, Pairing, Space, Told, ToldFace};
use super::pool::{Pool, Used};
use crate::dialect::Dialect;
use crate::phrases;
use relict_core::args;
use relict_core::error::Error;
use relict_core::scene::Misfit;
use relict_core::scene::colour::shown;
use relict_core::scene::notes::Notes;
use relict_core::view::View;
use std::collections::HashMap;

pub(super) struct Weaver<'w> {
    pub model: &'w Model<'w>,
    pub own: &'w [Facet],
    pub faces: &'w [ToldFace],
    pub space: Space,
    pub name: &'w str,
}

/// Where a polygon of the new mesh comes from.
enum Plan {
    /// It cannot be drawn, so nobody can have changed it.
    Kept(usize),
    /// It is there, with what the scene tells of its corners. One whose triangles have no area may be told nothing of.
    Known { facet: usize, known: Known },
    /// A triangle, made like a polygon that is there.
    New { face: usize, like: Option<usize> },
}

/// What the triangles of a polygon tell of it.
struct Known {
    coat: Coat,
    corners: Vec<Option<Told>>,
}

/// The record of a polygon, whichever game it is of.
#[derive(Clone, Debug)]
enum Record {
    Mw(Polygon),
    Pm(PolygonPm),
}

/// A polygon with its corners.
struct Piece {
    record: Record,
    vertices: Vec<u32>,
    normals: Option<Vec<u32>>,
    materials: Option<Vec<i32>>,
    uvs: Option<Vec<[f32; 2]>>,
    colours: Vec<[f32; 3]>,
}

impl Weaver<'_> {
    pub(super) fn woven(
        &self,
        before: Option<&Mesh<'_>>,
        pairing: &Pairing,
        notes: &mut Notes,
    ) -> Result<Mesh<'static>, Misfit> {
        let old: Vec<Piece> = before.map(pieces).unwrap_or_default();
        let plans = self.plans(&old, pairing, notes);
        let mut vertices = Pool::new(before.map(|mesh| mesh.vertices.iter().collect()).unwrap_or_default());
        let mut normals = Pool::new(before.map(|mesh| mesh.normals.iter().collect()).unwrap_or_default());
        for plan in &plans {
            self.claim(plan, &old, &mut vertices, &mut normals);
        }
        vertices.settle();
        normals.settle();
        let new: Vec<Piece> =
            plans.iter().map(|plan| self.piece(plan, &old, &mut vertices, &mut normals)).collect();
        let used = |pieces: &[Piece]| pieces.iter().flat_map(|piece| piece.vertices.clone()).collect();
        let directed = |pieces: &[Piece]| {
            pieces.iter().flat_map(|piece| piece.normals.clone().unwrap_or_default()).collect()
        };
        let vertices = vertices.used(&used(&old), &used(&new));
        let normals = normals.used(&directed(&old), &directed(&new));
        let new: Vec<Piece> = new.into_iter().map(|piece| piece.settled(&vertices, &normals)).collect();
        self.mesh(before, &old, &new, &vertices, normals)
    }

    /// In the order of before, and what is new behind it.
    fn plans(&self, old: &[Piece], pairing: &Pairing, notes: &mut Notes) -> Vec<Plan> {
        let facets: HashMap<usize, usize> =
            self.own.iter().enumerate().map(|(place, facet)| (facet.polygon, place)).collect();
        let (mut plans, mut gone) = (vec![], 0);
        for polygon in 0..old.len() {
            let Some(&facet) = facets.get(&polygon) else {
                plans.push(Plan::Kept(polygon));
                continue;
            };
            let met = pairing.of_own[facet].as_deref().unwrap_or_default();
            match self.gathered(&self.own[facet], met) {
                Some(known) => plans.push(Plan::Known { facet, known }),
                None => {
                    gone += 1;
                    let apart = |met: &Met| Plan::New { face: met.face, like: Some(polygon) };
                    plans.extend(met.iter().flatten().map(apart));
                }
            }
        }
        let by_coat = self.by_coat();
        plans.extend(pairing.new.iter().map(|&face| {
            let like = by_coat.get(&self.faces[face].coat).copied();
            Plan::New { face, like: like.or((!old.is_empty()).then_some(0)) }
        }));
        let made = plans.iter().filter(|plan| matches!(plan, Plan::New { .. })).count();
        if made > 0 || gone > 0 {
            notes.say("polygons-changed", args!(mesh = self.name, new = made, gone = gone));
        }
        plans
    }

    /// A polygon of each coat, for new ones to be made like it.
    fn by_coat(&self) -> HashMap<Coat, usize> {
        let mut known = HashMap::new();
        for facet in self.own {
            known.entry(facet.coat).or_insert(facet.polygon);
        }
        known
    }

    /// None if there are no triangles, or if they contradict each other.
    fn gathered(&self, facet: &Facet, met: &[Option<Met>]) -> Option<Known> {
        let mut corners: Vec<Option<Told>> = vec![None; facet.corners.len()];
        let mut coats = met.iter().flatten().map(|met| self.faces[met.face].coat);
        let coat = coats.next()?;
        if coats.any(|other| other != coat) {
            return None;
        }
        for (triangle, met) in facet.triangles().zip(met) {
            let Some(Met { face, turn }) = *met else { continue };
            for (i, corner) in triangle.into_iter().enumerate() {
                let told = self.faces[face].corners[(i + turn) % 3];
                let agrees = |known: &Told| {
                    (known.position, known.uv, known.colour) == (told.position, told.uv, told.colour)
                };
                if corners[corner].as_ref().is_some_and(|known| !agrees(known)) {
                    return None;
                }
                corners[corner].get_or_insert(told);
            }
        }
        Some(Known { coat, corners })
    }

    fn moved(&self, own: [f32; 3], told: &Told) -> Option<[f32; 3]> {
        (!self.space.is_same_place(own, told.position)).then(|| self.space.back(told.position))
    }

    fn turned(&self, own: [f32; 3], told: &Told) -> Option<[f32; 3]> {
        let normal = told.normal.filter(|_| !self.space.is_same_normal(own, told.normal))?;
        glam::Vec3::from_array(normal).try_normalize().map(|normal| normal.to_array())
    }

    fn claim(&self, plan: &Plan, old: &[Piece], vertices: &mut Pool, normals: &mut Pool) {
        match plan {
            Plan::Kept(polygon) => {
                let piece = &old[*polygon];
                piece.vertices.iter().for_each(|place| vertices.claim(*place, None));
                piece.normals.iter().flatten().for_each(|place| normals.claim(*place, None));
            }
            Plan::Known { facet, known: Known { corners, .. } } => {
                let facet = &self.own[*facet];
                let piece = &old[facet.polygon];
                for (corner, told) in corners.iter().enumerate() {
                    let own = &facet.corners[corner];
                    let moved = told.as_ref().and_then(|told| self.moved(own.position, told));
                    vertices.claim(piece.vertices[corner], moved);
                    if let Some(list) = &piece.normals {
                        let turned = told.as_ref().and_then(|told| self.turned(own.normal, told));
                        normals.claim(list[corner], turned);
                    }
                }
            }
            Plan::New { .. } => {}
        }
    }

    fn piece(&self, plan: &Plan, old: &[Piece], vertices: &mut Pool, normals: &mut Pool) -> Piece {
        match plan {
            Plan::Kept(polygon) => old[*polygon].clone_of(),
            Plan::Known { facet, known } => self.known(&self.own[*facet], known, old, vertices, normals),
            Plan::New { face, like } => self.new_piece(*face, like.map(|like| &old[like]), vertices, normals),
        }
    }

    fn known(
        &self,
        facet: &Facet,
        known: &Known,
        old: &[Piece],
        vertices: &mut Pool,
        normals: &mut Pool,
    ) -> Piece {
        let mut piece = old[facet.polygon].clone_of();
        for (corner, told) in known.corners.iter().enumerate() {
            let Some(told) = told else { continue };
            let own = &facet.corners[corner];
            piece.vertices[corner] = vertices.settled(piece.vertices[corner], self.moved(own.position, told));
            if let Some(list) = &mut piece.normals {
                list[corner] = normals.settled(list[corner], self.turned(own.normal, told));
            }
            if let Some(uv) = told.uv.filter(|_| !self.space.is_same_uv(own.uv, told.uv)) {
                piece.set_uv(corner, uv);
            }
            if let Some(colour) = told.colour.filter(|_| !self.space.is_same_colour(own.colour, told.colour))
            {
                piece.colours[corner] = colour.map(stored_colour);
            }
        }
        if known.coat != facet.coat {
            piece.wear(known.coat);
        }
        piece
    }

    fn new_piece(&self, face: usize, like: Option<&Piece>, vertices: &mut Pool, normals: &mut Pool) -> Piece {
        let face = &self.faces[face];
        let [a, b, c] = face.corners;
        let directed = like.is_none_or(|like| like.normals.is_some());
        let normal = |told: &Told| told.normal.and_then(|n| glam::Vec3::from_array(n).try_normalize());
        let directions: Option<Vec<_>> = face.corners.iter().map(normal).collect();
        let directions = directions.filter(|_| directed && !self.space.is_flat());
        let uvs: Option<Vec<[f32; 2]>> = face.corners.iter().map(|told| told.uv).collect();
        let record = like.map_or_else(|| Record::new(self.model.game), |like| like.record.clone());
        let mut piece = Piece {
            record,
            vertices: [a, b, c].map(|told| vertices.add(self.space.back(told.position))).to_vec(),
            normals: directions.map(|list| list.iter().map(|n| normals.add(n.to_array())).collect()),
            materials: (self.model.game == Dialect::Pm).then(|| face.coat.material.into_iter().collect()),
            uvs,
            colours: face.corners.map(|told| told.colour.unwrap_or([1.0; 3]).map(stored_colour)).to_vec(),
        };
        piece.record.make_triangle();
        piece.wear(face.coat);
        piece
    }

    fn mesh(
        &self,
        before: Option<&Mesh<'_>>,
        old: &[Piece],
        new: &[Piece],
        vertices: &Used,
        normals: Used,
    ) -> Result<Mesh<'static>, Misfit> {
        let pm = self.model.game == Dialect::Pm;
        let morphs: Vec<[f32; 3]> = before.map(|mesh| mesh.morphs.iter().collect()).unwrap_or_default();
        let morphs = if morphs.is_empty() { morphs } else { vertices.beside(&morphs) };
        let corners: Vec<Corners<'static>> = new.iter().map(Piece::corners).collect();
        let corners = CornerLists::new(&corners).map_err(|polygon| {
            Error::unexpected(phrases::lists_of_one_length(), phrases::others())
                .inside(format_args!("corners[{polygon}]"))
        })?;
        let refs = pm.then(|| material_refs(before, old, new));
        let mut mesh = Mesh {
            header: before.map_or_else(|| self.new_header(), |mesh| mesh.header.clone()),
            header_pm: pm.then(|| {
                before
                    .and_then(|mesh| mesh.header_pm.clone())
                    .unwrap_or(HeaderPm { material_ref_count: 0, material_refs_ptr: 0 })
            }),
            vertices: vertices.items.iter().copied().collect(),
            normals: normals.items.into_iter().collect(),
            morphs: morphs.into_iter().collect(),
            lights: before.map(|mesh| mesh.lights.iter().collect()).unwrap_or_default(),
            light_vertices: before.map(|mesh| mesh.light_vertices.iter().collect()).unwrap_or_default(),
            polygons: (!pm).then(|| new.iter().filter_map(Piece::mw).collect()),
            polygons_pm: pm.then(|| new.iter().filter_map(Piece::pm).collect()),
            corners,
            material_refs: refs,
        };
        mesh.point(before);
        Ok(mesh)
    }

    /// A mesh where none was: drawn as the first of the model is.
    fn new_header(&self) -> Header {
        let flags = self.model.meshes().next().map_or(MeshFlags(0x03), |mesh| mesh.header.flags);
        let pm = u32::from(self.model.game == Dialect::Pm) * HARDWARE;
        Header {
            kind: 0,
            facade_mode: 0,
            flags: MeshFlags(flags.0 & USUAL_FLAGS | pm),
            parent_count: 1,
            polygon_count: 0,
            vertex_count: 0,
            normal_count: 0,
            morph_count: 0,
            light_count: 0,
            morph_factor: 0.0,
            texture_scroll: [0.0; 2],
            scroll_frame: 0,
            polygons_ptr: 0,
            vertices_ptr: 0,
            normals_ptr: 0,
            lights_ptr: 0,
            morphs_ptr: 0,
            center: [0.0; 3],
            radius: 0.0,
            active_polygon: 0,
        }
    }
}

/// Lighting, fog, and textures that are known: what a plain mesh may have.
const USUAL_FLAGS: u32 = 0x07;
/// In Pirate's Moon, set where there are polygons of the usual kind.
const HARDWARE: u32 = 0x80;

fn stored_colour(bright: f32) -> f32 {
    (shown(bright.clamp(0.0, 1.0)) * 255.0).clamp(0.0, 255.0)
}

impl Mesh<'_> {
    /// Which of its lists hold something, in the order of their pointers.
    fn lists(&self) -> [bool; 6] {
        [
            self.polygon_count() > 0,
            !self.vertices.is_empty(),
            !self.normals.is_empty(),
            !self.lights.is_empty(),
            !self.morphs.is_empty(),
            self.material_refs.as_ref().is_some_and(|refs| !refs.is_empty()),
        ]
    }

    /// Pointers are 0 exactly where their lists are empty.
    fn point(&mut self, before: Option<&Mesh<'_>>) {
        let (there, had) = (self.lists(), before.map(Mesh::lists));
        let Header { polygons_ptr, vertices_ptr, normals_ptr, lights_ptr, morphs_ptr, .. } = &mut self.header;
        let pointers = [polygons_ptr, vertices_ptr, normals_ptr, lights_ptr, morphs_ptr];
        let refs_ptr = self.header_pm.as_mut().map(|header| &mut header.material_refs_ptr);
        for (i, pointer) in pointers.into_iter().chain(refs_ptr).enumerate() {
            point(pointer, had.map(|had| had[i]), there[i]);
        }
    }
}

/// Where there is something as there was, or nothing as there was not, the pointer stays, however odd.
fn point(pointer: &mut u32, had: Option<bool>, there: bool) {
    match (there, *pointer) {
        _ if had == Some(there) => {}
        (false, _) => *pointer = 0,
        (true, 0) => *pointer = ADDRESS,
        _ => {}
    }
}

/// The first materials of polygons, each once, and how many polygons have it. Left as they were where those are.
fn material_refs(before: Option<&Mesh<'_>>, old: &[Piece], new: &[Piece]) -> View<'static, MaterialRef> {
    let known: Vec<MaterialRef> = before
        .and_then(|mesh| mesh.material_refs.as_ref())
        .map(|refs| refs.iter().collect())
        .unwrap_or_default();
    if firsts(old) == firsts(new) {
        return known.into_iter().collect();
    }
    let with_pointer = |(material, use_count): (i32, u32)| MaterialRef {
        material,
        use_count,
        ptr: known.iter().find(|known| known.material == material).map_or(0, |known| known.ptr),
    };
    firsts(new).into_iter().map(with_pointer).collect()
}

fn firsts(pieces: &[Piece]) -> Vec<(i32, u32)> {
    let mut all: Vec<(i32, u32)> = vec![];
    let mut places = HashMap::new();
    for material in pieces.iter().filter_map(|piece| piece.materials.as_ref()?.first().copied()) {
        let place = *places.entry(material).or_insert(all.len());
        if place == all.len() {
            all.push((material, 0));
        }
        all[place].1 += 1;
    }
    all
}

/// The polygons of a mesh.
fn pieces(mesh: &Mesh<'_>) -> Vec<Piece> {
    let mw = mesh.polygons.iter().flat_map(|polygons| polygons.iter().map(Record::Mw));
    let pm = mesh.polygons_pm.iter().flat_map(|polygons| polygons.iter().map(Record::Pm));
    let piece = |(record, corners): (Record, Corners<'_>)| Piece {
        record,
        vertices: corners.vertices.iter().collect(),
        normals: corners.normals.map(|normals| normals.iter().collect()),
        materials: corners.materials.map(|materials| materials.iter().collect()),
        uvs: corners.uvs.map(|uvs| uvs.iter().collect()),
        colours: corners.colours.iter().collect(),
    };
    mw.chain(pm).zip(mesh.corners.iter()).map(piece).collect()
}

impl Piece {
    fn clone_of(&self) -> Self {
        Self {
            record: self.record.clone(),
            vertices: self.vertices.clone(),
            normals: self.normals.clone(),
            materials: self.materials.clone(),
            uvs: self.uvs.clone(),
            colours: self.colours.clone(),
        }
    }

    /// On its first texture. A polygon that had no places on textures gets them for all that are drawn over each other.
    fn set_uv(&mut self, corner: usize, uv: [f32; 2]) {
        let corners = self.vertices.len();
        let sets = self.materials.as_ref().map_or(1, Vec::len).max(1);
        let uvs = self.uvs.get_or_insert_with(|| vec![[0.0; 2]; corners * sets]);
        if let Some(place) = uvs.get_mut(corner) {
            *place = uv;
        }
    }

    fn wear(&mut self, coat: Coat) {
        if let Some(material) = coat.material {
            match &mut self.materials {
                Some(materials) if materials.is_empty() => materials.push(material),
                Some(materials) => materials[0] = material,
                None => {}
            }
        }
        self.record.wear(coat);
    }

    /// With the places that the lists have in the end.
    fn settled(mut self, vertices: &Used, normals: &Used) -> Self {
        let settle = |list: &mut Vec<u32>, places: &HashMap<u32, u32>| {
            list.iter_mut().for_each(|place| *place = places.get(place).copied().unwrap_or(*place));
        };
        settle(&mut self.vertices, &vertices.places);
        self.normals.iter_mut().for_each(|list| settle(list, &normals.places));
        self
    }

    fn corners(&self) -> Corners<'static> {
        Corners {
            vertices: self.vertices.iter().copied().collect(),
            normals: self.normals.as_ref().map(|list| list.iter().copied().collect()),
            materials: self.materials.as_ref().map(|list| list.iter().copied().collect()),
            uvs: self.uvs.as_ref().map(|list| list.iter().copied().collect()),
            colours: self.colours.iter().copied().collect(),
        }
    }

    /// The record, saying what the corners have.
    fn mw(&self) -> Option<Polygon> {
        let Record::Mw(polygon) = &self.record else { return None };
        let mut polygon = polygon.clone();
        let Outline(bits) = polygon.outline;
        let corners = u32::try_from(self.vertices.len()).unwrap_or_default();
        polygon.outline = Outline(flagged(bits & !0xFF | corners & 0xFF, 0x200, self.normals.is_some()));
        point(&mut polygon.normals_ptr, Some(bits & 0x200 != 0), self.normals.is_some());
        // Whether there are any, only the pointer tells.
        point(&mut polygon.uvs_ptr, None, self.uvs.is_some());
        Some(polygon)
    }

    fn pm(&self) -> Option<PolygonPm> {
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
    /// One that says nothing special.
    fn new(game: Dialect) -> Self {
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

    /// A ring, whatever it was made like; and without normals, so that a pointer to them is made anew.
    fn make_triangle(&mut self) {
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

    fn wear(&mut self, coat: Coat) {
        match self {
            Self::Mw(polygon) => {
                polygon.material = coat.material.unwrap_or(polygon.material);
                polygon.outline.0 = flagged(polygon.outline.0, 0x100, coat.both_sides);
            }
            Self::Pm(polygon) => polygon.outline.0 = flagged(polygon.outline.0, 0x400, coat.both_sides),
        }
    }
}
