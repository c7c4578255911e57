//! The vertices of ground: those of the file, and behind them those that the scene has besides.

use super::collect::{SceneCorner, SceneFace};
use super::{HashMap, MOST, bits, misfit, too_many};
use crate::msh::Msh;
use crate::msh::build::packing::{normal_distance, packed_normal};
use crate::msh::ground::normal;
use relict_core::args;
use relict_core::scene::Misfit;

/// How far a normal may be from the packed one and still be the same.
const SAME_NORMAL: f32 = 4e-3;
/// The same of an alpha: programs keep colours in bytes.
const SAME_ALPHA: f32 = 3e-3;
/// The microtexture repeats every twenty units, on all maps of the game.
const MICRO_PER_UNIT: f64 = 51.2;

#[derive(Clone, Copy, Debug)]
pub(super) struct Vertex {
    pub position: [f32; 3],
    pub normal: [i8; 4],
    pub uv: [u16; 2],
    pub micro: [u16; 2],
    pub alpha: f32,
}

type Key = ([u32; 3], [i8; 4], [u16; 2], [u16; 2], u32);

impl Vertex {
    fn key(&self) -> Key {
        (bits(self.position), self.normal, self.uv, self.micro, self.alpha.to_bits())
    }
}

#[derive(Debug)]
pub(super) struct VertexTable {
    pub all: Vec<Vertex>,
    places: HashMap<Key, u16>,
    by_position: HashMap<[u32; 3], Vec<u16>>,
}

/// How many vertices of one position are looked at; a hostile file has all of them there.
const LOOKED_AT: usize = 16;

impl VertexTable {
    pub(super) fn of(msh: &Msh<'_>) -> Self {
        let streams = &msh.streams;
        let positions = streams.positions.as_deref().unwrap_or_default();
        let pick = |list: &Option<Vec<[u16; 2]>>, i: usize| list.as_ref().and_then(|all| all.get(i).copied());
        let vertex = |(i, position): (usize, &[f32; 3])| Vertex {
            position: *position,
            normal: streams.normals.as_ref().and_then(|all| all.get(i).copied()).unwrap_or([0, 0, 127, 0]),
            uv: pick(&streams.ground_uvs, i).unwrap_or_default(),
            micro: pick(&streams.micro_uvs, i).unwrap_or_default(),
            alpha: streams.alphas.as_ref().and_then(|all| all.get(i).copied()).unwrap_or(1.0),
        };
        let mut table = Self { all: vec![], places: HashMap::new(), by_position: HashMap::new() };
        positions.iter().enumerate().map(vertex).for_each(|vertex| table.add(vertex));
        table
    }

    fn add(&mut self, vertex: Vertex) {
        let place = self.all.len() as u16;
        self.places.entry(vertex.key()).or_insert(place);
        let near = self.by_position.entry(bits(vertex.position)).or_default();
        if near.len() < LOOKED_AT {
            near.push(place);
        }
        self.all.push(vertex);
    }

    /// The vertex of a corner: the one that it had, another that is the same, or a new one.
    pub(super) fn vertex(
        &mut self,
        corner: &SceneCorner,
        face: &SceneFace,
        mesh: &str,
        had: Option<u16>,
    ) -> Result<u16, Misfit> {
        let near = self.by_position.get(&bits(corner.position)).map_or(&[][..], Vec::as_slice);
        let blended = face.second.is_some_and(|second| second.is_some());
        let packed = [corner.uv, corner.micro].map(|uv| uv.map(packed_uv));
        let [uv, micro] = match packed {
            [Some(None), _] | [_, Some(None)] => return Err(misfit("model.uv-range", args!(mesh = mesh))),
            [uv, micro] => [uv.flatten(), micro.flatten()],
        };
        let same = |place: &u16| {
            let vertex = &self.all[usize::from(*place)];
            let [x, y, z, _] = vertex.normal;
            bits(vertex.position) == bits(corner.position)
                && uv.is_none_or(|uv| uv == vertex.uv)
                && micro.is_none_or(|micro| micro == vertex.micro)
                && corner.normal.is_none_or(|normal| normal_distance([x, y, z], normal) <= SAME_NORMAL)
                && (!blended
                    || corner
                        .alpha
                        .is_none_or(|alpha| (alpha - vertex.alpha.clamp(0.0, 1.0)).abs() <= SAME_ALPHA))
        };
        if let Some(known) = had.iter().chain(near).copied().find(same) {
            return Ok(known);
        }
        let before =
            had.or(near.first().copied()).and_then(|place| self.all.get(usize::from(place)).copied());
        let made = Vertex {
            position: corner.position,
            normal: packed_or_flat(corner, face),
            uv: uv.or(before.map(|before| before.uv)).unwrap_or_default(),
            micro: micro.unwrap_or_else(|| self.micro_at(corner.position)),
            alpha: corner.alpha.filter(|_| blended).or(before.map(|before| before.alpha)).unwrap_or(1.0),
        };
        if let Some(known) = self.places.get(&made.key()) {
            return Ok(*known);
        }
        if self.all.len() >= MOST {
            return Err(too_many("vertices", self.all.len() + 1, MOST));
        }
        self.add(made);
        Ok((self.all.len() - 1) as u16)
    }

    /// Where the microtexture is at a place, by where it is at the first vertex: v runs south.
    fn micro_at(&self, position: [f32; 3]) -> [u16; 2] {
        let Some(first) = self.all.first() else { return [0; 2] };
        let way =
            |axis: usize| (f64::from(position[axis]) - f64::from(first.position[axis])) * MICRO_PER_UNIT;
        let at = |start: u16, way: f64| (f64::from(start) + way).round().rem_euclid(65_536.0) as u16;
        [at(first.micro[0], way(0)), at(first.micro[1], -way(1))]
    }
}

/// In parts of 1024; none where that is no number of the file.
fn packed_uv(uv: [f32; 2]) -> Option<[u16; 2]> {
    let part = |part: f32| {
        let parts = (f64::from(part) * 1024.0).round();
        (0.0..=65_535.0).contains(&parts).then_some(parts as u16)
    };
    Some([part(uv[0])?, part(uv[1])?])
}

/// The normal of a corner; without one, that of its face.
fn packed_or_flat(corner: &SceneCorner, face: &SceneFace) -> [i8; 4] {
    let flat = || normal(face.corners.map(|corner| corner.position)).map(|part| f32::from(part) / 32767.0);
    let [x, y, z] = packed_normal(corner.normal.unwrap_or_else(flat));
    [x, y, z, 0]
}
