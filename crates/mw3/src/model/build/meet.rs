//! Which triangles of a scene are those of which polygon.

use super::super::cut::{Coat, Corner, Facet};
use glam::{Affine3A, Vec3A};
use relict_core::scene::Part;
use relict_core::scene::colour::shown;
use std::collections::HashMap;

/// What tools leave of numbers, of one or of what they are.
const NEAR: f32 = 1e-6;
/// The same, where the numbers were carried into the space of the whole model, and as text.
const NEAR_FLAT: f32 = 2e-5;
/// Modelling programs keep directions in few bits.
const NEAR_NORMAL: f32 = 4e-3;
/// Colours are told in steps of 1/255.
const NEAR_COLOUR: f32 = 0.6 / 255.0;

/// A corner as a scene tells it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Told {
    pub position: [f32; 3],
    pub normal: Option<[f32; 3]>,
    pub uv: Option<[f32; 2]>,
    pub colour: Option<[f32; 3]>,
}

/// A triangle of a scene.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct ToldFace {
    pub coat: Coat,
    pub corners: [Told; 3],
}

/// The triangles of a part.
pub(super) fn faces(part: &Part, coat: Coat, all: &mut Vec<ToldFace>) {
    let told = |index: u32| {
        let vertex = index as usize;
        Told {
            position: part.positions[vertex],
            normal: part.normals.as_ref().map(|normals| normals[vertex]),
            uv: part.uvs.as_ref().map(|uvs| uvs[vertex]),
            colour: part.colours.as_ref().map(|colours| {
                let [r, g, b, _] = colours[vertex];
                [r, g, b]
            }),
        }
    };
    let face = |&[a, b, c]: &[u32; 3]| ToldFace { coat, corners: [a, b, c].map(told) };
    all.extend(part.indices.as_chunks::<3>().0.iter().map(face));
}

/// The space that the numbers of a scene are in: that of the node, or of the whole model.
#[derive(Clone, Copy, Debug)]
pub(super) struct Space {
    /// From the space of the node to that of the model.
    world: Option<Affine3A>,
    near: f32,
}

impl Space {
    pub(super) fn new(world: Option<Affine3A>) -> Self {
        Self { world, near: if world.is_some() { NEAR_FLAT } else { NEAR } }
    }

    pub(super) fn is_flat(&self) -> bool {
        self.world.is_some()
    }

    /// A place of the node, as the scene would tell it.
    fn out(&self, place: [f32; 3]) -> [f32; 3] {
        self.world.map_or(place, |world| world.transform_point3a(Vec3A::from(place)).to_array())
    }

    /// A place that the scene tells, in the space of the node.
    pub(super) fn back(&self, place: [f32; 3]) -> [f32; 3] {
        self.world.map_or(place, |world| world.inverse().transform_point3a(Vec3A::from(place)).to_array())
    }

    pub(super) fn is_same_place(&self, own: [f32; 3], told: [f32; 3]) -> bool {
        near(self.out(own), told, self.near)
    }

    /// Directions in the space of the whole model say nothing that the places do not.
    pub(super) fn is_same_normal(&self, own: [f32; 3], told: Option<[f32; 3]>) -> bool {
        self.world.is_some() || told.is_none_or(|told| near(own, told, NEAR_NORMAL))
    }

    pub(super) fn is_same_uv(&self, own: [f32; 2], told: Option<[f32; 2]>) -> bool {
        told.is_none_or(|told| near(own, told, self.near))
    }

    pub(super) fn is_same_colour(&self, own: [f32; 3], told: Option<[f32; 3]>) -> bool {
        told.is_none_or(|told| near(own.map(shown), told.map(shown), NEAR_COLOUR))
    }

    /// By what a place is known again. Coarser than what is the same: a place on the border is not found, and then made
    /// anew.
    fn key(&self, told: [f32; 3]) -> [i64; 3] {
        told.map(|part| (f64::from(part) / (f64::from(self.near) * 8.0)).round() as i64)
    }

    fn is_same_corner(&self, own: &Corner, told: &Told) -> bool {
        self.is_same_place(own.position, told.position)
            && self.is_same_normal(own.normal, told.normal)
            && self.is_same_uv(own.uv, told.uv)
            && self.is_same_colour(own.colour, told.colour)
    }
}

fn near<const N: usize>(own: [f32; N], told: [f32; N], tolerance: f32) -> bool {
    own.iter().zip(told).all(|(own, told)| (own - told).abs() <= tolerance * own.abs().max(1.0))
}

/// A triangle of the scene, and by how many corners it is turned against that of the polygon.
#[derive(Clone, Copy, Debug)]
pub(super) struct Met {
    pub face: usize,
    pub turn: usize,
}

/// Which triangles of the scene are those of which polygon.
#[derive(Debug, Default)]
pub(super) struct Pairing {
    /// For each facet its triangles; none if it is not in the scene. A triangle that has no area need not be there.
    pub of_own: Vec<Option<Vec<Option<Met>>>>,
    /// Triangles that are of no polygon.
    pub new: Vec<usize>,
}

impl Pairing {
    fn is_whole(&self) -> bool {
        self.new.is_empty() && self.of_own.iter().all(Option::is_some)
    }

    /// Whether nothing is new, gone or other.
    pub(super) fn is_same(&self, own: &[Facet], faces: &[ToldFace], space: Space) -> bool {
        let same = |(facet, met): (&Facet, &Option<Vec<Option<Met>>>)| {
            let Some(met) = met else { return false };
            facet.triangles().zip(met).all(|(corners, met)| {
                let Some(Met { face, turn }) = *met else { return true };
                let face = &faces[face];
                facet.has_coat(face.coat)
                    && (0..3).all(|i| {
                        let mut own = facet.corners[corners[i]];
                        let told = &face.corners[(i + turn) % 3];
                        if !facet.has_normals {
                            own.normal = told.normal.unwrap_or(own.normal);
                        }
                        space.is_same_corner(&own, told)
                    })
            })
        };
        self.new.is_empty() && own.iter().zip(&self.of_own).all(same)
    }
}

impl Facet {
    fn has_coat(&self, coat: Coat) -> bool {
        self.coat == coat
    }
}

/// Pairs by their places; where some have moved, in the order in which they stand, if that makes sense.
pub(super) fn pair(own: &[Facet], faces: &[ToldFace], space: Space) -> Pairing {
    let placed = by_place(own, faces, space);
    if placed.is_whole() {
        return placed;
    }
    in_order(own, faces, space).unwrap_or(placed)
}

/// Nothing came and nothing went: the triangles of each coat are as many as they were. At least half of them are where
/// they were, or have what they had.
fn in_order(own: &[Facet], faces: &[ToldFace], space: Space) -> Option<Pairing> {
    let mut by_coat: HashMap<Coat, Vec<usize>> = HashMap::new();
    faces.iter().enumerate().for_each(|(place, face)| by_coat.entry(face.coat).or_default().push(place));
    let mut next: HashMap<Coat, usize> = HashMap::new();
    let (mut alike, mut total) = (0, 0);
    let mut pairing = Pairing::default();
    for facet in own {
        let told = by_coat.get(&facet.coat)?;
        let next = next.entry(facet.coat).or_default();
        let mut met = vec![];
        for corners in facet.triangles() {
            let face = *told.get(*next)?;
            *next += 1;
            let (turn, is_alike) = turned(facet, corners, &faces[face], space);
            total += 1;
            alike += usize::from(is_alike);
            met.push(Some(Met { face, turn }));
        }
        pairing.of_own.push(Some(met));
    }
    let all_used = by_coat.iter().all(|(coat, told)| next.get(coat) == Some(&told.len()));
    (all_used && alike * 2 >= total).then_some(pairing)
}

/// How far a triangle is turned against its own, and whether it is the same in its places, or in all else.
fn turned(facet: &Facet, corners: [usize; 3], face: &ToldFace, space: Space) -> (usize, bool) {
    let own = corners.map(|corner| &facet.corners[corner]);
    let told = |i: usize, turn: usize| &face.corners[(i + turn) % 3];
    let placed = |turn: usize| (0..3).all(|i| space.is_same_place(own[i].position, told(i, turn).position));
    if let Some(turn) = (0..3).find(|turn| placed(*turn)) {
        return (turn, true);
    }
    let painted = (0..3).all(|i| {
        space.is_same_uv(own[i].uv, told(i, 0).uv) && space.is_same_colour(own[i].colour, told(i, 0).colour)
    });
    (0, painted)
}

/// By the places of their corners, wherever they stand in the lists: first those of the same coat, since polygons may lie
/// on each other, then those of any.
fn by_place(own: &[Facet], faces: &[ToldFace], space: Space) -> Pairing {
    let mut meeting = Meeting { own, faces, space, used: vec![false; faces.len()] };
    let mut of_own = vec![None; own.len()];
    meeting.pair(&mut of_own, Some);
    meeting.pair(&mut of_own, |_| None);
    let new = (0..faces.len()).filter(|face| !meeting.used[*face]).collect();
    Pairing { of_own, new }
}

/// By what a triangle is known again: its coat, if that counts, and its corners.
type Key = (Option<Coat>, [[i64; 3]; 3]);

struct Meeting<'m> {
    own: &'m [Facet],
    faces: &'m [ToldFace],
    space: Space,
    used: Vec<bool>,
}

impl Meeting<'_> {
    /// Finds the triangles of facets that have none yet, among those that nobody has.
    fn pair(&mut self, of_own: &mut [Option<Vec<Option<Met>>>], counts: fn(Coat) -> Option<Coat>) {
        let mut known: HashMap<Key, Vec<Met>> = HashMap::new();
        for (face, told) in self.faces.iter().enumerate().rev().filter(|(face, _)| !self.used[*face]) {
            let (key, turn) = first_least(told.corners.map(|corner| self.space.key(corner.position)));
            known.entry((counts(told.coat), key)).or_default().push(Met { face, turn });
        }
        for (facet, met) in self.own.iter().zip(of_own).filter(|(_, met)| met.is_none()) {
            *met = self.triangles(facet, counts(facet.coat), &mut known);
            met.iter().flatten().flatten().for_each(|met| self.used[met.face] = true);
        }
    }

    /// The triangles of a facet, if all are there that have an area.
    fn triangles(
        &self,
        facet: &Facet,
        coat: Option<Coat>,
        known: &mut HashMap<Key, Vec<Met>>,
    ) -> Option<Vec<Option<Met>>> {
        let space = self.space;
        let keys: Vec<_> = facet.corners.iter().map(|corner| space.key(space.out(corner.position))).collect();
        let (mut met, mut taken, mut whole) = (vec![], vec![], true);
        for corners in facet.triangles() {
            let keys = corners.map(|corner| keys[corner]);
            let (key, turn) = first_least(keys);
            let found = known.get_mut(&(coat, key)).and_then(Vec::pop);
            whole &= found.is_some() || has_no_area(keys);
            taken.extend(found.map(|found| ((coat, key), found)));
            met.push(found.map(|found| Met { turn: (found.turn + 3 - turn) % 3, ..found }));
        }
        if whole && !taken.is_empty() {
            return Some(met);
        }
        // What was taken goes back, for another that is there as a whole.
        for (key, found) in taken.into_iter().rev() {
            known.entry(key).or_default().push(found);
        }
        None
    }
}

/// The corners beginning with the least, and how far they had to be turned for that.
fn first_least(keys: [[i64; 3]; 3]) -> ([[i64; 3]; 3], usize) {
    let turned = |turn: usize| [0, 1, 2].map(|i| keys[(i + turn) % 3]);
    (0..3).map(|turn| (turned(turn), turn)).min().unwrap_or((keys, 0))
}

fn has_no_area([a, b, c]: [[i64; 3]; 3]) -> bool {
    a == b || b == c || a == c
}
