//! Where a mesh of a scene meets the slot that it came from. Modelling programs give vertices other numbers, join parts
//! of one material, and put the last bits of numbers in another way: none of that is an edit.

use super::piece::{
    Away, Has, Known, Piece, Told, ToldPart, Vertex, bits, cross, direction, normal_distance, packed_normal,
    shown,
};
use glam::{Quat, Vec3};
use std::collections::{BTreeSet, HashMap};

/// How far numbers may be apart and still be the same.
#[derive(Clone, Copy, Debug)]
pub(super) struct Tolerance {
    /// Of a length of one, or of the largest coordinate of a vertex.
    pub place: f32,
    pub normal: f32,
}

impl Tolerance {
    pub(super) const USUAL: Self = Self { place: 1e-6, normal: 1e-3 };
    /// Of files that know no nodes: their places were moved there and back, and printed.
    pub(super) const FLAT: Self = Self { place: 1e-4, normal: 2e-3 };
}

/// Vertices that are looked at for one place; a hostile model has all of them there.
const LOOKED_AT: usize = 64;

/// The vertices of a slot, to be found by where they are.
pub(super) struct Meeting<'m> {
    known: &'m [Known],
    tolerance: Tolerance,
    away: Away,
    /// By how large their coordinates are, since the larger reach further.
    cells: HashMap<(i32, [i64; 3]), Vec<&'m Vertex>>,
}

/// What is other, and how far place and normal are: what is other counts more.
type Distance = (bool, bool, bool, f32, f32);

impl<'m> Meeting<'m> {
    pub(super) fn new(known: &'m [Known], tolerance: Tolerance, away: Away) -> Self {
        let mut meeting = Self { known, tolerance, away, cells: HashMap::new() };
        for vertex in known.iter().flat_map(|known| &known.piece.vertices) {
            let position = shown(vertex.position, away);
            let level = level(meeting.size(position));
            let reach = meeting.reach(f64::from(level).exp2());
            let cell = meeting.cells.entry((level, cell(position.map(f64::from), reach))).or_default();
            if cell.len() < LOOKED_AT {
                cell.push(vertex);
            }
        }
        meeting
    }

    /// The largest coordinate of a place, here and wherever else it was on its way.
    fn size(&self, position: [f32; 3]) -> f64 {
        let place = Vec3::from_array(position);
        let there = |(origin, turn): (Vec3, Quat)| (origin + turn * place).abs().max(origin.abs());
        let largest = place.abs().max(self.away.map_or(Vec3::ZERO, there)).max_element();
        if largest.is_finite() { largest.max(1.0).into() } else { f64::from(f32::MAX) }
    }

    fn reach(&self, size: f64) -> f64 {
        f64::from(self.tolerance.place) * size
    }

    fn is_near(&self, vertex: &Vertex, told: &Told) -> bool {
        let position = shown(vertex.position, self.away);
        let reach = self.reach(self.size(position));
        position.iter().zip(told.position).all(|(a, b)| (f64::from(*a) - f64::from(b)).abs() <= reach)
    }

    /// The vertex that is the same as far as the scene tells, or else one at the same place.
    fn find(&self, told: &Told) -> Option<&'m Vertex> {
        let mut best: Option<(&Vertex, Distance)> = None;
        // What is near has nearly the same size.
        let size = self.size(told.position);
        for level in level(size * 0.99)..=level(size * 1.01) {
            let reach = self.reach(f64::from(level).exp2());
            for corner in 0..8 {
                let at = |axis: usize| {
                    f64::from(told.position[axis]) + if corner >> axis & 1 == 0 { -reach } else { reach }
                };
                let found = self.cells.get(&(level, cell([at(0), at(1), at(2)], reach)));
                for vertex in found.into_iter().flatten().filter(|vertex| self.is_near(vertex, told)) {
                    let far = self.distance(vertex, told);
                    if best.is_none_or(|(_, least)| far < least) {
                        best = Some((vertex, far));
                    }
                }
            }
        }
        best.map(|(vertex, _)| vertex)
    }

    fn distance(&self, vertex: &Vertex, told: &Told) -> Distance {
        let position = shown(vertex.position, self.away);
        let far = position.iter().zip(told.position).map(|(a, b)| (a - b).abs()).fold(0.0, f32::max);
        let turned = told.normal.map_or(0.0, |normal| normal_distance(vertex.normal, normal));
        (
            told.uv.is_some_and(|uv| uv != vertex.uv),
            turned > self.tolerance.normal,
            told.light.is_some_and(|light| light != vertex.light),
            far,
            turned,
        )
    }

    /// The parts of a mesh as pieces, with the very numbers of the model wherever they mean the same.
    pub(super) fn settle(&self, parts: &[ToldPart], rows: &[u8]) -> Vec<Piece> {
        let smooth = Smooth::new(parts);
        let settled = parts.iter().zip(rows).enumerate().map(|(i, (part, row))| {
            let beside = self.beside(parts.len(), i, part);
            let own = |j: usize| beside.map(|known| &known.piece.vertices[j]);
            let vertices =
                part.vertices.iter().enumerate().map(|(j, told)| self.settled(told, own(j), &smooth));
            Piece { row: *row, vertices: vertices.collect(), triangles: part.triangles.clone() }
        });
        settled.collect()
    }

    /// The batch that stands where the part does, if vertex for vertex the two are joined alike.
    fn beside(&self, parts: usize, place: usize, part: &ToldPart) -> Option<&'m Known> {
        let known = self.known.get(place).filter(|_| parts == self.known.len())?;
        let alike =
            known.piece.vertices.len() == part.vertices.len() && known.piece.triangles == part.triangles;
        alike.then_some(known)
    }

    fn is_normal(&self, own: &Vertex, told: [f32; 3]) -> bool {
        normal_distance(own.normal, told) <= self.tolerance.normal
    }

    /// What the scene does not tell is as it was.
    fn settled(&self, told: &Told, beside: Option<&Vertex>, smooth: &Smooth) -> Vertex {
        let there = beside.filter(|own| self.is_near(own, told)).or_else(|| self.find(told));
        let like = there.or(beside);
        let normal = match (told.normal, like) {
            (Some(normal), Some(own)) if self.is_normal(own, normal) => own.normal,
            (Some(normal), _) => packed_normal(normal),
            (None, Some(own)) => own.normal,
            (None, None) => packed_normal(smooth.at(told.position)),
        };
        Vertex {
            position: there.map_or(told.position, |own| own.position),
            normal,
            uv: told.uv.or(like.map(|own| own.uv)).unwrap_or_default(),
            light: told.light.or(like.map(|own| own.light)).unwrap_or_default(),
            from: like.and_then(|own| own.from),
        }
    }
}

fn cell(position: [f64; 3], reach: f64) -> [i64; 3] {
    position.map(|part| (part / (2.0 * reach)).floor() as i64)
}

/// How often one has to be doubled to get there.
fn level(size: f64) -> i32 {
    size.max(1.0).log2().ceil() as i32
}

/// Normals out of faces, for scenes that have none: each face counts by its area wherever it touches.
struct Smooth(HashMap<[u32; 3], [f64; 3]>);

impl Smooth {
    fn new(parts: &[ToldPart]) -> Self {
        let mut sums: HashMap<[u32; 3], [f64; 3]> = HashMap::new();
        for part in parts.iter().filter(|part| part.vertices.iter().any(|told| told.normal.is_none())) {
            for corners in &part.triangles {
                let points = corners.map(|corner| part.vertices[corner as usize].position);
                let face = cross(points);
                for point in points {
                    let sum = sums.entry(bits(point)).or_default();
                    (0..3).for_each(|axis| sum[axis] += face[axis]);
                }
            }
        }
        Self(sums)
    }

    fn at(&self, position: [f32; 3]) -> [f32; 3] {
        let sum = self.0.get(&bits(position)).copied().unwrap_or_default();
        let normal = super::piece::normalised(sum).map(|part| part as f32);
        if normal == [0.0; 3] { [0.0, 0.0, 1.0] } else { normal }
    }
}

/// A corner as far as a scene tells of it, and a triangle by its material and corners, beginning with the least.
type Corner = ([u32; 3], [i16; 2], [u16; 2], [i8; 3]);
type Face = (u8, [Corner; 3]);

fn face(piece: &Piece, triangle: usize, told: Has) -> Face {
    let corner = |corner: u32| {
        let vertex = &piece.vertices[corner as usize];
        let uv = if told.uvs { vertex.uv } else { [0; 2] };
        let light = if told.lights { vertex.light } else { [0; 2] };
        let normal = if told.normals { direction(vertex.normal) } else { [0; 3] };
        (bits(vertex.position), uv, light, normal)
    };
    let [a, b, c] = piece.triangles[triangle].map(corner);
    (piece.row, [[a, b, c], [b, c, a], [c, a, b]].into_iter().min().unwrap_or([a, b, c]))
}

fn faces<'p>(pieces: impl Iterator<Item = &'p Piece>, told: Has) -> Vec<Face> {
    let of = |piece: &'p Piece| (0..piece.triangles.len()).map(move |triangle| face(piece, triangle, told));
    let mut faces: Vec<Face> = pieces.flat_map(of).collect();
    faces.sort_unstable();
    faces
}

/// Whether the same triangles are there, in whatever order.
pub(super) fn are_same(known: &[Known], pieces: &[Piece], told: Has) -> bool {
    let count = |piece: &Piece| piece.triangles.len();
    let then: usize = known.iter().map(|known| count(&known.piece)).sum();
    then == pieces.iter().map(count).sum::<usize>()
        && faces(known.iter().map(|known| &known.piece), told) == faces(pieces.iter(), told)
}

/// Whether the triangles of each piece join the vertices of the batch in its place, so that only vertices and materials
/// can differ.
pub(super) fn are_alike(known: &[Known], pieces: &[Piece]) -> bool {
    let alike = |(known, piece): (&Known, &Piece)| {
        known.piece.vertices.len() == piece.vertices.len() && known.piece.triangles == piece.triangles
    };
    known.len() == pieces.len() && known.iter().zip(pieces).all(alike)
}

/// In which rows the model has the triangles of a slot, by where their corners are.
pub(super) struct Worn(HashMap<[Corner; 3], BTreeSet<u8>>);

impl Worn {
    const PLACES: Has = Has { normals: false, uvs: false, lights: false };

    pub(super) fn new(known: &[Known]) -> Self {
        let mut rows: HashMap<[Corner; 3], BTreeSet<u8>> = HashMap::new();
        for piece in known.iter().map(|known| &known.piece) {
            for triangle in 0..piece.triangles.len() {
                rows.entry(face(piece, triangle, Self::PLACES).1).or_default().insert(piece.row);
            }
        }
        Self(rows)
    }

    /// Which of these rows a piece has, and whether that is certain. `usual` is the row of the batch that stands where
    /// the piece does.
    pub(super) fn choose(&self, piece: &Piece, rows: &[u8], usual: Option<u8>) -> Option<(u8, bool)> {
        let had = (0..piece.triangles.len()).filter_map(|t| self.0.get(&face(piece, t, Self::PLACES).1));
        let (mut counts, mut seen) = (vec![0; rows.len()], 0);
        for had in had {
            let are: Vec<bool> = rows.iter().map(|row| had.contains(row)).collect();
            counts.iter_mut().zip(&are).for_each(|(count, is)| *count += usize::from(*is));
            seen += usize::from(are.contains(&true));
        }
        let most = counts.iter().copied().max()?;
        let best: Vec<u8> =
            rows.iter().zip(&counts).filter(|(_, count)| **count == most).map(|(row, _)| *row).collect();
        let row =
            if best.len() == 1 { best.first().copied() } else { usual.filter(|row| best.contains(row)) };
        Some((row.or(best.first().copied())?, row.is_some() && most == seen))
    }
}

/// What a slot is drawn with after an edit.
#[derive(Debug)]
pub(super) enum Found {
    /// A batch that stays, by its place among the known.
    Kept(usize),
    /// A piece that takes the place of one, if there was any; and the part that it came from.
    New { piece: Piece, instead_of: Option<usize>, part: usize },
}

/// Finds the batches of a slot again in pieces that were joined, split or put in another order. Every triangle goes to
/// the batch that had it; a new one goes with those around it. `hints` are the batches that the parts say they were.
pub(super) fn recognised(
    known: &[Known],
    pieces: &[Piece],
    hints: &[Option<usize>],
    told: Has,
) -> Vec<Found> {
    let mut finder = Finder::new(known, told);
    let mut found = vec![];
    for (part, piece) in pieces.iter().enumerate() {
        let hint = hints[part].and_then(|batch| finder.places.get(&batch).copied());
        if !finder.share_out(part, piece, hint) {
            let of_row = finder.rows.get(&piece.row).and_then(|row| row.first().copied());
            found.push(Found::New { piece: piece.clone(), instead_of: hint.or(of_row), part });
        }
    }
    let shares = finder.shares.iter().zip(known).enumerate();
    let gathered = shares.filter_map(|(i, (shares, known))| gathered(known, i, pieces, shares, told));
    gathered.chain(found).collect()
}

/// The batches of a slot, by what they can be found by.
struct Finder<'k> {
    known: &'k [Known],
    told: Has,
    /// Who has a triangle, the first of them last.
    owners: HashMap<Face, Vec<usize>>,
    /// By number.
    places: HashMap<usize, usize>,
    rows: HashMap<u8, Vec<usize>>,
    /// How many of each row are surely taken.
    taken: HashMap<u8, usize>,
    /// What has come back to each: parts, and triangles of them.
    shares: Vec<Vec<(usize, Vec<usize>)>>,
}

impl<'k> Finder<'k> {
    fn new(known: &'k [Known], told: Has) -> Self {
        let (mut owners, mut rows) = (HashMap::<Face, Vec<usize>>::new(), HashMap::<u8, Vec<usize>>::new());
        for (i, known) in known.iter().enumerate().rev() {
            let all = (0..known.piece.triangles.len()).map(|triangle| face(&known.piece, triangle, told));
            all.for_each(|face| owners.entry(face).or_default().push(i));
        }
        known.iter().enumerate().for_each(|(i, known)| rows.entry(known.piece.row).or_default().push(i));
        let places = known.iter().enumerate().map(|(i, known)| (known.batch, i)).collect();
        Self { known, told, owners, places, rows, taken: HashMap::new(), shares: vec![vec![]; known.len()] }
    }

    /// Gives the triangles of a part to those who had them, and the rest to one of them. If nobody had any, the part
    /// takes the place of a batch that nothing else has come back to: two parts do not become one only because they
    /// have the same material. False if there is none.
    fn share_out(&mut self, part: usize, piece: &Piece, hint: Option<usize>) -> bool {
        let owner = |t: usize| self.owners.get_mut(&face(piece, t, self.told)).and_then(Vec::pop);
        let had: Vec<Option<usize>> = (0..piece.triangles.len()).map(owner).collect();
        let around = had.iter().flatten().copied().next();
        let free = |i: &usize| self.known[*i].piece.row == piece.row && self.shares[*i].is_empty();
        let Some(usual) = around.or(hint.filter(free)).or_else(|| self.next_free(piece.row)) else {
            return false;
        };
        for (triangle, owner) in had.into_iter().enumerate() {
            share(&mut self.shares[owner.unwrap_or(usual)], part).push(triangle);
        }
        true
    }

    fn next_free(&mut self, row: u8) -> Option<usize> {
        let (all, taken) = (self.rows.get(&row)?, self.taken.entry(row).or_default());
        *taken += all[*taken..].iter().take_while(|i| !self.shares[**i].is_empty()).count();
        all.get(*taken).copied()
    }
}

/// The triangles of a part among the shares of a batch; parts come one after the other.
fn share(shares: &mut Vec<(usize, Vec<usize>)>, part: usize) -> &mut Vec<usize> {
    if shares.last().is_none_or(|(of, _)| *of != part) {
        shares.push((part, vec![]));
    }
    let last = shares.len() - 1;
    &mut shares[last].1
}

/// A batch with the triangles that came back to it.
fn gathered(
    known: &Known,
    i: usize,
    pieces: &[Piece],
    shares: &[(usize, Vec<usize>)],
    told: Has,
) -> Option<Found> {
    let mut parts = shares.iter().map(|(part, triangles)| (*part, pieces[*part].cut(triangles)));
    let (part, mut piece) = parts.next()?;
    parts.for_each(|(_, other)| piece.append(other));
    let same = faces([&known.piece].into_iter(), told) == faces([&piece].into_iter(), told);
    Some(if same { Found::Kept(i) } else { Found::New { piece, instead_of: Some(i), part } })
}
