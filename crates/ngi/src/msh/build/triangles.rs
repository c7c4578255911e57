//! Which triangles of a mesh of a scene are those of which batch.

use super::packing::direction;
use super::submesh::{KnownBatch, Submesh, VertexAttributes};
use super::vector::bits;
use relict_core::scene::triangles::{TriangleKey, TriangleMatcher};
use std::collections::{BTreeSet, HashMap};

/// A corner as far as a scene has it, and a triangle by its material and its corners.
type Corner = ([u32; 3], [i16; 2], [u16; 2], [i8; 3]);
type Key = TriangleKey<u8, Corner>;

fn corners(submesh: &Submesh, triangle: usize, has: VertexAttributes) -> [Corner; 3] {
    submesh.triangles[triangle].map(|corner| {
        let vertex = &submesh.vertices[corner as usize];
        let uv = if has.uvs { vertex.uv } else { [0; 2] };
        let light = if has.lights { vertex.light } else { [0; 2] };
        let normal = if has.normals { direction(vertex.normal) } else { [0; 3] };
        (bits(vertex.position), uv, light, normal)
    })
}

fn sorted_keys<'s>(submeshes: impl Iterator<Item = &'s Submesh>, has: VertexAttributes) -> Vec<Key> {
    let key =
        move |submesh: &Submesh, triangle| TriangleKey::new(submesh.row, corners(submesh, triangle, has));
    let of = |submesh: &'s Submesh| (0..submesh.triangles.len()).map(move |triangle| key(submesh, triangle));
    let mut keys: Vec<Key> = submeshes.flat_map(of).collect();
    keys.sort_unstable();
    keys
}

/// Whether the same triangles are there, in whatever order.
pub(super) fn are_same(known: &[KnownBatch], submeshes: &[Submesh], has: VertexAttributes) -> bool {
    let count = |submesh: &Submesh| submesh.triangles.len();
    let then: usize = known.iter().map(|known| count(&known.submesh)).sum();
    then == submeshes.iter().map(count).sum::<usize>()
        && sorted_keys(known.iter().map(|known| &known.submesh), has) == sorted_keys(submeshes.iter(), has)
}

/// Whether the triangles of each submesh join the vertices of the batch in its place, so that only vertices and materials
/// can differ.
pub(super) fn are_alike(known: &[KnownBatch], submeshes: &[Submesh]) -> bool {
    let alike = |(known, submesh): (&KnownBatch, &Submesh)| {
        known.submesh.vertices.len() == submesh.vertices.len() && known.submesh.triangles == submesh.triangles
    };
    known.len() == submeshes.len() && known.iter().zip(submeshes).all(alike)
}

/// In which rows the model has the triangles of a slot, by the positions of their corners.
pub(super) struct RowsByTriangle(HashMap<[Corner; 3], BTreeSet<u8>>);

impl RowsByTriangle {
    pub(super) fn new(known: &[KnownBatch]) -> Self {
        let mut rows: HashMap<[Corner; 3], BTreeSet<u8>> = HashMap::new();
        for submesh in known.iter().map(|known| &known.submesh) {
            for triangle in 0..submesh.triangles.len() {
                rows.entry(Self::positions(submesh, triangle)).or_default().insert(submesh.row);
            }
        }
        Self(rows)
    }

    fn positions(submesh: &Submesh, triangle: usize) -> [Corner; 3] {
        let nothing_else = VertexAttributes { normals: false, uvs: false, lights: false };
        TriangleKey::new((), corners(submesh, triangle, nothing_else)).corners
    }

    /// Which of these rows a submesh has, and whether that is certain. `usual` is the row of the batch in its place.
    pub(super) fn choose(&self, submesh: &Submesh, rows: &[u8], usual: Option<u8>) -> Option<(u8, bool)> {
        let had = (0..submesh.triangles.len()).filter_map(|t| self.0.get(&Self::positions(submesh, t)));
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
pub(super) enum MatchedBatch {
    /// A batch that stays, by its place among the known.
    Kept(usize),
    /// A submesh that takes the place of one, if there was any; and the part that it came from.
    New { submesh: Submesh, instead_of: Option<usize>, part: usize },
}

/// Finds the batches of a slot in submeshes that were joined, split or put in another order. Every triangle goes to the
/// batch that had it; a new one goes with those around it. `hints` are the batches that the parts name.
pub(super) fn match_batches(
    known: &[KnownBatch],
    submeshes: &[Submesh],
    hints: &[Option<usize>],
    has: VertexAttributes,
) -> Vec<MatchedBatch> {
    let mut matcher = BatchMatcher::new(known, has);
    let mut found = vec![];
    for (part, submesh) in submeshes.iter().enumerate() {
        let hint = hints[part].and_then(|batch| matcher.places.get(&batch).copied());
        if !matcher.share_out(part, submesh, hint) {
            let of_row = matcher.rows.get(&submesh.row).and_then(|row| row.first().copied());
            found.push(MatchedBatch::New { submesh: submesh.clone(), instead_of: hint.or(of_row), part });
        }
    }
    let shares = matcher.shares.iter().zip(known).enumerate();
    let gathered = shares.filter_map(|(i, (shares, known))| gathered(known, i, submeshes, shares, has));
    gathered.chain(found).collect()
}

/// The batches of a slot, by what they can be found by.
struct BatchMatcher<'k> {
    known: &'k [KnownBatch],
    has: VertexAttributes,
    /// The batches that have a triangle.
    owners: TriangleMatcher<u8, Corner, usize>,
    /// By number.
    places: HashMap<usize, usize>,
    rows: HashMap<u8, Vec<usize>>,
    /// How many of each row are surely taken.
    taken: HashMap<u8, usize>,
    /// What has come back to each: parts, and triangles of them.
    shares: Vec<Vec<(usize, Vec<usize>)>>,
}

impl<'k> BatchMatcher<'k> {
    fn new(known: &'k [KnownBatch], has: VertexAttributes) -> Self {
        let (mut owners, mut rows) = (TriangleMatcher::default(), HashMap::<u8, Vec<usize>>::new());
        // Of equal triangles, that of the first batch is found first.
        for (i, KnownBatch { submesh, .. }) in known.iter().enumerate().rev() {
            let triangles = 0..submesh.triangles.len();
            triangles.for_each(|triangle| owners.add(submesh.row, corners(submesh, triangle, has), i));
        }
        known.iter().enumerate().for_each(|(i, known)| rows.entry(known.submesh.row).or_default().push(i));
        let places = known.iter().enumerate().map(|(i, known)| (known.batch, i)).collect();
        Self { known, has, owners, places, rows, taken: HashMap::new(), shares: vec![vec![]; known.len()] }
    }

    /// Gives the triangles of a part to the batches that had them, and the rest to one of these. If no batch had any, the
    /// part takes the place of a batch that has got nothing else: two parts do not become one only because they have the
    /// same material. False if there is none.
    fn share_out(&mut self, part: usize, submesh: &Submesh, hint: Option<usize>) -> bool {
        let owner = |t: usize| Some(self.owners.take(submesh.row, corners(submesh, t, self.has))?.found());
        let had: Vec<Option<usize>> = (0..submesh.triangles.len()).map(owner).collect();
        let around = had.iter().flatten().copied().next();
        let free = |i: &usize| self.known[*i].submesh.row == submesh.row && self.shares[*i].is_empty();
        let Some(usual) = around.or(hint.filter(free)).or_else(|| self.next_free(submesh.row)) else {
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
    known: &KnownBatch,
    i: usize,
    submeshes: &[Submesh],
    shares: &[(usize, Vec<usize>)],
    has: VertexAttributes,
) -> Option<MatchedBatch> {
    let mut parts = shares.iter().map(|(part, triangles)| (*part, submeshes[*part].cut(triangles)));
    let (part, mut submesh) = parts.next()?;
    parts.for_each(|(_, other)| submesh.append(other));
    let same = sorted_keys([&known.submesh].into_iter(), has) == sorted_keys([&submesh].into_iter(), has);
    Some(if same { MatchedBatch::Kept(i) } else { MatchedBatch::New { submesh, instead_of: Some(i), part } })
}
