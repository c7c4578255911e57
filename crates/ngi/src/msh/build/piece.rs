//! Geometry in the numbers of the file: what a batch holds, and what a part of a scene would be as one.

use super::{misfit, too_many};
use crate::msh::Model;
use crate::msh::scene::unit;
use crate::msh::stream::Slot;
use glam::{Quat, Vec3};
use relict_core::args;
use relict_core::scene::{Misfit, Part};
use std::collections::{BTreeSet, HashMap};
use std::ops::Range;

/// What a model of this format can count at all: `0xFFFF` stands for none.
pub(super) const MOST: usize = 65_535;
/// How often one slot is looked at, and a little more: a node has fifteen looks.
const LOOKS: usize = 16;

#[derive(Clone, Copy, Debug)]
pub(super) struct Vertex {
    pub position: [f32; 3],
    pub normal: [i8; 3],
    pub uv: [i16; 2],
    pub light: [u16; 2],
    /// The vertex of the model that it is, or whose unknown bytes it takes.
    pub from: Option<usize>,
}

/// Positions that are no numbers are the same, too.
impl PartialEq for Vertex {
    fn eq(&self, other: &Self) -> bool {
        let Self { position, normal, uv, light, from } = self;
        bits(*position) == bits(other.position)
            && (normal, uv, light, from) == (&other.normal, &other.uv, &other.light, &other.from)
    }
}

/// Triangles of one material.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Piece {
    /// Of the wear table.
    pub row: u8,
    pub vertices: Vec<Vertex>,
    pub triangles: Vec<[u32; 3]>,
}

/// A batch of the model.
#[derive(Clone, Debug)]
pub(super) struct Known {
    pub batch: usize,
    /// The distinct vertices that it uses, rising: so a scene has them.
    pub vertices: Vec<usize>,
    pub piece: Piece,
}

/// Which streams a model has for its vertices, or which lists a scene tells.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Has {
    pub normals: bool,
    pub uvs: bool,
    pub lights: bool,
}

impl Has {
    pub(super) fn of(model: &Model<'_>) -> Self {
        let (normals, uvs) = (model.normals().is_some(), model.uvs().is_some());
        Self { normals, uvs, lights: model.lightmap_uvs().is_some() }
    }

    /// What all parts tell, as far as the model has a place for it.
    pub(super) fn told(self, parts: &[&Part]) -> Self {
        let all = |tells: fn(&Part) -> bool| parts.iter().all(|part| tells(part));
        Self {
            normals: self.normals && all(|part| part.normals.is_some()),
            uvs: self.uvs && all(|part| part.uvs.is_some()),
            lights: self.lights && all(|part| part.light_uvs.is_some()),
        }
    }
}

/// How many triangles the slots draw. Their batches may lie on each other without end, so that each is counted once.
#[derive(Debug)]
pub(super) struct Counts {
    /// Of all batches in front of each.
    before: Vec<usize>,
    slots: Vec<Range<usize>>,
}

impl Counts {
    pub(super) fn new(model: &Model<'_>) -> Self {
        let mut before = vec![0];
        let mut sum = 0;
        before.extend(model.batches().iter().map(|batch| {
            sum += usize::from(batch.index_count) / 3;
            sum
        }));
        Self { before, slots: model.slots().iter().map(Slot::batches).collect() }
    }

    pub(super) fn of(&self, slot: usize) -> usize {
        let range = self.slots.get(slot).and_then(|range| {
            Some(self.before.get(range.end)?.saturating_sub(*self.before.get(range.start)?))
        });
        range.unwrap_or_default()
    }

    pub(super) fn all(&self) -> usize {
        self.before.last().copied().unwrap_or_default()
    }

    /// Batches that a slot goes through, whether they draw something or not.
    pub(super) fn batches_of(&self, slot: usize) -> usize {
        self.slots.get(slot).map_or(0, ExactSizeIterator::len)
    }

    /// What slots may go through together. Every one may be shown in all fifteen looks of a node.
    pub(super) fn batch_limit(&self) -> usize {
        self.before.len().saturating_mul(LOOKS).saturating_add(MOST)
    }

    /// What slots may draw together, for a model with this many indices.
    pub(super) fn triangle_limit(indices: usize) -> usize {
        (indices / 3).min(MOST).saturating_mul(LOOKS).saturating_add(MOST.saturating_mul(4))
    }
}

/// The batches of a slot that draw something.
pub(super) fn known(model: &Model<'_>, slot: usize) -> Result<Vec<Known>, Misfit> {
    let batches = model.slots().get(slot).map_or(0..0, Slot::batches);
    let count =
        |batch: usize| model.batches().get(batch).map_or(0, |batch| usize::from(batch.index_count) / 3);
    let found = batches.clone().map(count).sum::<usize>();
    if found > MOST {
        return Err(too_many("triangles", found, MOST));
    }
    Ok(batches.filter(|batch| count(*batch) > 0).filter_map(|batch| known_batch(model, batch)).collect())
}

/// The vertices of the whole triangles of a batch.
pub(super) fn corners(model: &Model<'_>, batch: usize) -> Option<Vec<[usize; 3]>> {
    let batch = model.batches().get(batch)?;
    (0..usize::from(batch.index_count) / 3).map(|t| model.corners(batch, t)).collect()
}

fn known_batch(model: &Model<'_>, batch: usize) -> Option<Known> {
    let row = model.batches().get(batch)?.material;
    let corners = corners(model, batch)?;
    let vertices: Vec<usize> =
        corners.iter().flatten().copied().collect::<BTreeSet<_>>().into_iter().collect();
    let place = |vertex: usize| vertices.binary_search(&vertex).unwrap_or_default() as u32;
    let triangles = corners.iter().map(|corners| corners.map(place)).collect();
    let piece = Piece { row, vertices: vertices.iter().map(|v| vertex(model, *v)).collect(), triangles };
    Some(Known { batch, vertices, piece })
}

fn vertex(model: &Model<'_>, place: usize) -> Vertex {
    let [x, y, z, _] = model.normals().map_or([0; 4], |normals| normals[place]);
    Vertex {
        position: model.positions()[place],
        normal: [x, y, z],
        uv: model.uvs().map_or([0; 2], |uvs| uvs[place]),
        light: model.lightmap_uvs().map_or([0; 2], |uvs| uvs[place]),
        from: Some(place),
    }
}

impl Piece {
    /// These triangles of a piece, with the vertices that they use.
    pub(super) fn cut(&self, triangles: &[usize]) -> Self {
        let chosen: Vec<[u32; 3]> = triangles.iter().map(|t| self.triangles[*t]).collect();
        let used: BTreeSet<u32> = chosen.iter().flatten().copied().collect();
        let places: HashMap<u32, u32> = used.iter().copied().zip(0..).collect();
        Self {
            row: self.row,
            vertices: used.iter().map(|vertex| self.vertices[*vertex as usize]).collect(),
            triangles: chosen.iter().map(|corners| corners.map(|corner| places[&corner])).collect(),
        }
    }

    /// Both, one behind the other.
    pub(super) fn append(&mut self, other: Self) {
        let first = self.vertices.len() as u32;
        self.vertices.extend(other.vertices);
        self.triangles.extend(other.triangles.iter().map(|corners| corners.map(|corner| corner + first)));
    }

    pub(super) fn points(&self, triangle: [u32; 3]) -> [[f32; 3]; 3] {
        triangle.map(|corner| self.vertices[corner as usize].position)
    }

    /// What a batch cannot hold is no piece.
    pub(super) fn expect_fit(&self, mesh: &str) -> Result<(), Misfit> {
        let (indices, vertices) = (self.triangles.len().saturating_mul(3), self.vertices.len());
        if indices > MOST {
            let args = args!(mesh = mesh, found = indices, limit = MOST);
            return Err(misfit("model.too-many-indices", args));
        }
        if vertices > MOST { Err(too_many("vertices", vertices, MOST)) } else { Ok(()) }
    }
}

/// A vertex of a scene, before it is known what it is in the model.
#[derive(Clone, Copy, Debug)]
pub(super) struct Told {
    pub position: [f32; 3],
    /// Of length one, or as good.
    pub normal: Option<[f32; 3]>,
    pub uv: Option<[i16; 2]>,
    pub light: Option<[u16; 2]>,
}

/// A part of a scene in the space of its node, without the vertices that it does not use.
#[derive(Debug)]
pub(super) struct ToldPart {
    pub vertices: Vec<Told>,
    pub triangles: Vec<[u32; 3]>,
    /// By how many textures it was moved to fit.
    pub moved: [i32; 2],
}

/// Where the space of a part is, seen from that of the node: for scenes that know the whole model only.
pub(super) type Away = Option<(Vec3, Quat)>;

pub(super) fn told(part: &Part, has: Has, away: Away, mesh: &str) -> Result<ToldPart, Misfit> {
    let used: BTreeSet<u32> = part.indices.iter().copied().collect();
    let places: HashMap<u32, u32> = used.iter().copied().zip(0..).collect();
    let picked = |list: &[[f32; 2]]| used.iter().map(|i| list[*i as usize]).collect::<Vec<_>>();
    let (uvs, moved) = match part.uvs.as_ref().filter(|_| has.uvs) {
        Some(uvs) => packed_uvs(&picked(uvs), mesh).map(|(uvs, moved)| (Some(uvs), moved))?,
        None => (None, [0; 2]),
    };
    let lights = part.light_uvs.as_ref().filter(|_| has.lights).map(|uvs| packed_lights(&picked(uvs), mesh));
    let lights = lights.transpose()?;
    let normals = part.normals.as_ref().filter(|_| has.normals);
    let vertex = |(place, i): (usize, &u32)| Told {
        position: brought(part.positions[*i as usize], away),
        normal: normals.map(|normals| turned(normals[*i as usize], away)),
        uv: uvs.as_ref().map(|uvs| uvs[place]),
        light: lights.as_ref().map(|lights| lights[place]),
    };
    Ok(ToldPart {
        vertices: used.iter().enumerate().map(vertex).collect(),
        triangles: part.indices.chunks_exact(3).map(|t| [t[0], t[1], t[2]].map(|i| places[&i])).collect(),
        moved,
    })
}

fn brought(position: [f32; 3], away: Away) -> [f32; 3] {
    let Some((origin, turn)) = away else { return position };
    let way = Vec3::from_array(position).as_dvec3() - origin.as_dvec3();
    let place = turn.conjugate().as_dquat() * way;
    // What is too far stays at the furthest that there is.
    place.to_array().map(|part| part.clamp(f32::MIN.into(), f32::MAX.into()) as f32)
}

fn turned(normal: [f32; 3], away: Away) -> [f32; 3] {
    let normal = Vec3::from_array(normal);
    let normal = away.map_or(normal, |(_, turn)| turn.conjugate() * normal);
    normal.try_normalize().unwrap_or(Vec3::Z).to_array()
}

/// A position as scenes have it: files have no place for what is no number, and nothing is told instead.
pub(super) fn shown(position: [f32; 3], away: Away) -> [f32; 3] {
    if position.iter().all(|part| part.is_finite()) {
        return position;
    }
    let still = |(origin, turn): (Vec3, Quat)| origin.abs().max(turn.xyz().abs()).max_element() <= 1e-6;
    match away.filter(|away| !still(*away)) {
        // On the way to another space, it spreads to all three.
        Some(_) => brought([0.0; 3], away),
        None => position.map(|part| if part.is_finite() { part } else { 0.0 }),
    }
}

/// A byte of a normal.
pub(super) fn packed_normal(normal: [f32; 3]) -> [i8; 3] {
    normal.map(|part| (part * 127.0).round().clamp(-127.0, 127.0) as i8)
}

/// How far a packed normal is from what a scene tells.
pub(super) fn normal_distance([x, y, z]: [i8; 3], normal: [f32; 3]) -> f32 {
    unit([x, y, z, 0]).iter().zip(normal).map(|(a, b)| (a - b).abs()).fold(0.0, f32::max)
}

/// Where a packed normal points, however long it is: that is all that a scene has of it.
pub(super) fn direction(normal: [i8; 3]) -> [i8; 3] {
    fn common(a: u8, b: u8) -> u8 {
        if b == 0 { a } else { common(b, a % b) }
    }
    // As scenes have it, what is beyond the largest is the largest, and what points nowhere points up.
    let normal = normal.map(|part| part.max(-127));
    match normal.iter().fold(0, |all, part| common(all, part.unsigned_abs())) {
        0 => [0, 0, 1],
        common => normal.map(|part| part / common as i8),
    }
}

/// Where vertices are on a texture. A texture repeats, so that a part which lies outside as a whole is moved inside.
fn packed_uvs(uvs: &[[f32; 2]], mesh: &str) -> Result<(Vec<[i16; 2]>, [i32; 2]), Misfit> {
    let moved = [0, 1].map(|axis| whole_shift(uvs.iter().map(|uv| uv[axis])));
    let pack = |uv: &[f32; 2]| {
        let part = |axis: usize| i16::try_from(parts_of(uv[axis]) + i64::from(moved[axis]?) * 1024).ok();
        Some([part(0)?, part(1)?])
    };
    match uvs.iter().map(pack).collect() {
        Some(packed) => Ok((packed, moved.map(Option::unwrap_or_default))),
        None => Err(misfit("model.uv-range", args!(mesh = mesh))),
    }
}

/// In 1024 parts of a texture. What is far outside stays there.
fn parts_of(uv: f32) -> i64 {
    (f64::from(uv) * 1024.0).round().clamp(-4e15, 4e15) as i64
}

/// How many textures to go so that all fit; none if they are too far apart.
fn whole_shift(numbers: impl Iterator<Item = f32> + Clone) -> Option<i32> {
    let (low, high) = (numbers.clone().map(parts_of).min()?, numbers.map(parts_of).max()?);
    let fits =
        |shift: i64| i16::try_from(low + shift * 1024).is_ok() && i16::try_from(high + shift * 1024).is_ok();
    // As little as it takes, or to the middle.
    let shift = if fits(0) { 0 } else { -low.midpoint(high).div_euclid(1024) };
    i32::try_from(shift).ok().filter(|_| fits(shift))
}

/// A lightmap does not repeat.
fn packed_lights(uvs: &[[f32; 2]], mesh: &str) -> Result<Vec<[u16; 2]>, Misfit> {
    let part = |uv: f32| u16::try_from(parts_of(uv)).ok();
    let packed = uvs.iter().map(|uv| Some([part(uv[0])?, part(uv[1])?])).collect::<Option<_>>();
    packed.ok_or_else(|| misfit("model.uv-range", args!(mesh = mesh)))
}

/// A place as something that can be looked up; there is one zero.
pub(super) fn bits(position: [f32; 3]) -> [u32; 3] {
    position.map(|part| (part + 0.0).to_bits())
}

/// Twice the area of a triangle, as a vector out of its front.
pub(super) fn cross([a, b, c]: [[f32; 3]; 3]) -> [f64; 3] {
    let [u, v] = [b, c].map(|point| [0, 1, 2].map(|axis| f64::from(point[axis]) - f64::from(a[axis])));
    [0, 1, 2].map(|axis| {
        let (next, last) = ((axis + 1) % 3, (axis + 2) % 3);
        u[next] * v[last] - u[last] * v[next]
    })
}

/// A vector made one long; one without length stays nothing.
pub(super) fn normalised(vector: [f64; 3]) -> [f64; 3] {
    let length = vector.iter().map(|part| part * part).sum::<f64>().sqrt();
    if length > 0.0 && length.is_finite() { vector.map(|part| part / length) } else { [0.0; 3] }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_texture_repeats_but_not_without_end() {
        let fits = |uvs: &[[f32; 2]]| packed_uvs(uvs, "mesh").ok();
        assert_eq!(fits(&[[0.5, -0.25]]), Some((vec![[512, -256]], [0, 0])));
        assert_eq!(fits(&[[40.5, 0.0], [41.0, 0.0]]), Some((vec![[512, 0], [1024, 0]], [-40, 0])));
        assert_eq!(fits(&[[-40.0, 0.0], [-39.0, 0.0]]), Some((vec![[0, 0], [1024, 0]], [40, 0])));
        assert_eq!(fits(&[[-40.0, 0.0], [40.0, 0.0]]), None);
        assert_eq!(fits(&[[f32::MAX, 0.0]]), None);
        assert_eq!(packed_lights(&[[0.5, 1.0]], "mesh").ok(), Some(vec![[512, 1024]]));
        assert!(packed_lights(&[[-0.5, 1.0]], "mesh").is_err());
    }
}
