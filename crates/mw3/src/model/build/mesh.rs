//! Rebuilds a mesh with the polygons that a scene has: those that are still there, with what changed in them, and new ones.

use super::super::Model;
use super::super::corners::{CornerLists, Corners};
use super::super::cut::{Facet, MaterialKey};
use super::super::mesh::{Header, HeaderPm, MaterialRef, Mesh, MeshFlags};
use super::polygon::{DraftPolygon, Record, point, polygons};
use super::shared_list::{CompactList, SharedList};
use super::triangles::{Match, Pairing, PolygonMatcher};
use super::vertices::SceneVertex;
use crate::dialect::Dialect;
use crate::phrases;
use glam::Vec3;
use relict_core::args;
use relict_core::error::Error;
use relict_core::scene::Misfit;
use relict_core::scene::colour::shown;
use relict_core::scene::notes::Notes;
use relict_core::view::View;
use std::collections::HashMap;

pub(super) struct MeshRebuilder<'r> {
    pub model: &'r Model<'r>,
    pub matcher: PolygonMatcher<'r>,
    pub name: &'r str,
}

/// Where a polygon of the new mesh comes from.
enum Plan {
    /// It cannot be drawn, so no scene has it.
    Kept(usize),
    Known {
        facet: usize,
        known: Known,
    },
    /// A triangle, made like a polygon that is there.
    New {
        triangle: usize,
        like: Option<usize>,
    },
}

/// A polygon as its triangles in the scene have it.
struct Known {
    material: MaterialKey,
    /// None for those that only triangles without area have.
    corners: Vec<Option<SceneVertex>>,
}

/// The lists that the corners of the new mesh share.
struct Lists {
    vertices: SharedList,
    normals: SharedList,
}

impl MeshRebuilder<'_> {
    pub(super) fn rebuilt(
        &self,
        before: Option<&Mesh<'_>>,
        pairing: &Pairing,
        notes: &mut Notes,
    ) -> Result<Mesh<'static>, Misfit> {
        let old: Vec<DraftPolygon> = before.map(polygons).unwrap_or_default();
        let plans = self.plans(&old, pairing, notes);
        let mut lists = Lists {
            vertices: SharedList::new(before.map(|mesh| mesh.vertices.iter().collect()).unwrap_or_default()),
            normals: SharedList::new(before.map(|mesh| mesh.normals.iter().collect()).unwrap_or_default()),
        };
        plans.iter().for_each(|plan| self.claim(plan, &old, &mut lists));
        lists.vertices.settle();
        lists.normals.settle();
        let new: Vec<_> = plans.iter().map(|plan| self.polygon(plan, &old, &mut lists)).collect();
        let vertices = |polygons: &[DraftPolygon]| {
            polygons.iter().flat_map(|polygon| polygon.vertices.iter().copied()).collect()
        };
        let normals = |polygons: &[DraftPolygon]| {
            polygons.iter().flat_map(|polygon| polygon.normals.iter().flatten().copied()).collect()
        };
        let (new_vertices, new_normals) = (
            lists.vertices.used(&vertices(&old), &vertices(&new)),
            lists.normals.used(&normals(&old), &normals(&new)),
        );
        let new: Vec<_> =
            new.into_iter().map(|polygon| polygon.settled(&new_vertices, &new_normals)).collect();
        self.mesh(before, &old, &new, &new_vertices, new_normals)
    }

    /// In the order of before, and what is new behind it.
    fn plans(&self, old: &[DraftPolygon], pairing: &Pairing, notes: &mut Notes) -> Vec<Plan> {
        let own = self.matcher.own;
        let facets: HashMap<usize, usize> =
            own.iter().enumerate().map(|(place, facet)| (facet.polygon, place)).collect();
        let (mut plans, mut gone) = (vec![], 0);
        for polygon in 0..old.len() {
            let Some(&facet) = facets.get(&polygon) else {
                plans.push(Plan::Kept(polygon));
                continue;
            };
            let matches = pairing.of_own[facet].as_deref().unwrap_or_default();
            match self.joined(&own[facet], matches) {
                Some(known) => plans.push(Plan::Known { facet, known }),
                None => {
                    gone += 1;
                    let apart = |found: &Match| Plan::New { triangle: found.triangle, like: Some(polygon) };
                    plans.extend(matches.iter().flatten().map(apart));
                }
            }
        }
        let by_material = self.by_material();
        plans.extend(pairing.new.iter().map(|&triangle| {
            let like = by_material.get(&self.matcher.scene[triangle].material).copied();
            Plan::New { triangle, like: like.or((!old.is_empty()).then_some(0)) }
        }));
        let made = plans.iter().filter(|plan| matches!(plan, Plan::New { .. })).count();
        if made > 0 || gone > 0 {
            notes.say("polygons-changed", args!(mesh = self.name, new = made, gone = gone));
        }
        plans
    }

    /// A polygon of each material, for new ones to be made like it.
    fn by_material(&self) -> HashMap<MaterialKey, usize> {
        let mut known = HashMap::new();
        for facet in self.matcher.own {
            known.entry(facet.material).or_insert(facet.polygon);
        }
        known
    }

    /// The triangles of a polygon as one again. None if there are no triangles, or if they contradict each other.
    fn joined(&self, facet: &Facet, matches: &[Option<Match>]) -> Option<Known> {
        let mut corners: Vec<Option<SceneVertex>> = vec![None; facet.corners.len()];
        let mut materials = matches.iter().flatten().map(|found| self.matcher.scene[found.triangle].material);
        let material = materials.next()?;
        if materials.any(|other| other != material) {
            return None;
        }
        for (places, found) in facet.triangles().zip(matches) {
            let Some(Match { triangle, rotation }) = *found else { continue };
            for (i, corner) in places.into_iter().enumerate() {
                let vertex = self.matcher.scene[triangle].corners[(i + rotation) % 3];
                let agrees = |known: &SceneVertex| {
                    (known.position, known.uv, known.colour) == (vertex.position, vertex.uv, vertex.colour)
                };
                if corners[corner].as_ref().is_some_and(|known| !agrees(known)) {
                    return None;
                }
                corners[corner].get_or_insert(vertex);
            }
        }
        Some(Known { material, corners })
    }

    fn moved(&self, own: [f32; 3], found: &SceneVertex) -> Option<[f32; 3]> {
        let vertices = self.matcher.vertices;
        (!vertices.is_same_position(own, found.position)).then(|| vertices.to_node(found.position))
    }

    fn turned(&self, own: [f32; 3], found: &SceneVertex) -> Option<[f32; 3]> {
        let normal = found.normal.filter(|_| !self.matcher.vertices.is_same_normal(own, found.normal))?;
        Vec3::from_array(normal).try_normalize().map(|normal| normal.to_array())
    }

    fn claim(&self, plan: &Plan, old: &[DraftPolygon], lists: &mut Lists) {
        let Lists { vertices, normals } = lists;
        match plan {
            Plan::Kept(polygon) => {
                let polygon = &old[*polygon];
                polygon.vertices.iter().for_each(|place| vertices.claim(*place, None));
                polygon.normals.iter().flatten().for_each(|place| normals.claim(*place, None));
            }
            Plan::Known { facet, known: Known { corners, .. } } => {
                let facet = &self.matcher.own[*facet];
                let polygon = &old[facet.polygon];
                for (corner, found) in corners.iter().enumerate() {
                    let own = &facet.corners[corner];
                    let moved = found.as_ref().and_then(|found| self.moved(own.position, found));
                    vertices.claim(polygon.vertices[corner], moved);
                    if let Some(list) = &polygon.normals {
                        let turned = found.as_ref().and_then(|found| self.turned(own.normal, found));
                        normals.claim(list[corner], turned);
                    }
                }
            }
            Plan::New { .. } => {}
        }
    }

    fn polygon(&self, plan: &Plan, old: &[DraftPolygon], lists: &mut Lists) -> DraftPolygon {
        match plan {
            Plan::Kept(polygon) => old[*polygon].clone(),
            Plan::Known { facet, known } => self.known(&self.matcher.own[*facet], known, old, lists),
            Plan::New { triangle, like } => self.new_polygon(*triangle, like.map(|like| &old[like]), lists),
        }
    }

    fn known(&self, facet: &Facet, known: &Known, old: &[DraftPolygon], lists: &mut Lists) -> DraftPolygon {
        let matcher = self.matcher.vertices;
        let mut polygon = old[facet.polygon].clone();
        for (corner, found) in known.corners.iter().enumerate() {
            let Some(found) = found else { continue };
            let own = &facet.corners[corner];
            let place = &mut polygon.vertices[corner];
            *place = lists.vertices.settled(*place, self.moved(own.position, found));
            if let Some(list) = &mut polygon.normals {
                list[corner] = lists.normals.settled(list[corner], self.turned(own.normal, found));
            }
            if let Some(uv) = found.uv.filter(|_| !matcher.is_same_uv(own.uv, found.uv)) {
                polygon.set_uv(corner, uv);
            }
            if let Some(colour) = found.colour.filter(|_| !matcher.is_same_colour(own.colour, found.colour)) {
                polygon.colours[corner] = colour.map(stored_colour);
            }
        }
        if known.material != facet.material {
            polygon.set_material(known.material);
        }
        polygon
    }

    fn new_polygon(&self, triangle: usize, like: Option<&DraftPolygon>, lists: &mut Lists) -> DraftPolygon {
        let Lists { vertices, normals } = lists;
        let (matcher, triangle) = (self.matcher.vertices, &self.matcher.scene[triangle]);
        let has_normals = like.is_none_or(|like| like.normals.is_some()) && !matcher.is_flat();
        let normal = |corner: &SceneVertex| corner.normal.and_then(|n| Vec3::from_array(n).try_normalize());
        let directions: Option<Vec<_>> = triangle.corners.iter().map(normal).collect();
        let directions = directions.filter(|_| has_normals);
        let mut polygon = DraftPolygon {
            record: like.map_or_else(|| Record::new(self.model.game), |like| like.record.clone()),
            vertices: triangle.corners.map(|corner| vertices.add(matcher.to_node(corner.position))).to_vec(),
            normals: directions.map(|list| list.iter().map(|n| normals.add(n.to_array())).collect()),
            materials: (self.model.game == Dialect::Pm)
                .then(|| triangle.material.place.into_iter().collect()),
            uvs: triangle.corners.iter().map(|corner| corner.uv).collect(),
            colours: triangle
                .corners
                .map(|corner| corner.colour.unwrap_or([1.0; 3]).map(stored_colour))
                .to_vec(),
        };
        polygon.record.make_triangle();
        polygon.set_material(triangle.material);
        polygon
    }

    fn mesh(
        &self,
        before: Option<&Mesh<'_>>,
        old: &[DraftPolygon],
        new: &[DraftPolygon],
        vertices: &CompactList,
        normals: CompactList,
    ) -> Result<Mesh<'static>, Misfit> {
        let pm = self.model.game == Dialect::Pm;
        let morphs: Vec<[f32; 3]> = before.map(|mesh| mesh.morphs.iter().collect()).unwrap_or_default();
        let morphs = if morphs.is_empty() { morphs } else { vertices.beside(&morphs) };
        let corners: Vec<Corners<'static>> = new.iter().map(DraftPolygon::corners).collect();
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
            polygons: (!pm).then(|| new.iter().filter_map(DraftPolygon::mw).collect()),
            polygons_pm: pm.then(|| new.iter().filter_map(DraftPolygon::pm).collect()),
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

/// The first materials of polygons, each once, and how many polygons have it. Unchanged where those are.
fn material_refs(
    before: Option<&Mesh<'_>>,
    old: &[DraftPolygon],
    new: &[DraftPolygon],
) -> View<'static, MaterialRef> {
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

fn firsts(polygons: &[DraftPolygon]) -> Vec<(i32, u32)> {
    let mut all: Vec<(i32, u32)> = vec![];
    let mut places = HashMap::new();
    for material in polygons.iter().filter_map(|polygon| polygon.materials.as_ref()?.first().copied()) {
        let place = *places.entry(material).or_insert(all.len());
        if place == all.len() {
            all.push((material, 0));
        }
        all[place].1 += 1;
    }
    all
}

fn stored_colour(bright: f32) -> f32 {
    (shown(bright.clamp(0.0, 1.0)) * 255.0).clamp(0.0, 255.0)
}
