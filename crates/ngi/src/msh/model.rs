//! A model as a game uses it: every place that a stream names is there, or counts as none.

use super::stream::{BATCHES, Batch, INDICES, Key, NODES, Node, POSITIONS, SLOTS, Slot, Streams, Triangle};
use super::{MISSING, Msh};
use relict_core::prelude::*;
use std::borrow::Cow;
use std::ops::Range;
use std::sync::OnceLock;

/// Why a node cannot hang where it says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum ParentFlaw {
    /// There is no such node.
    Range,
    /// It is there, but stands behind its child.
    Order,
    /// It hangs on its own child, or on itself.
    Cycle,
}

/// Who hangs on whom.
#[derive(Debug)]
pub(super) struct Family {
    /// None where there is none that could be.
    pub parents: Vec<Option<usize>>,
    /// Every node behind its parent.
    pub order: Vec<usize>,
    pub flaws: Vec<Option<ParentFlaw>>,
}

impl Family {
    pub(super) fn of(nodes: &[Node]) -> Self {
        let mut flaws = vec![None; nodes.len()];
        let mut parents: Vec<Option<usize>> = nodes.iter().map(Node::parent).collect();
        for (i, parent) in parents.iter_mut().enumerate() {
            let Some(place) = *parent else { continue };
            if place >= nodes.len() {
                (flaws[i], *parent) = (Some(ParentFlaw::Range), None);
            } else if place >= i {
                flaws[i] = Some(ParentFlaw::Order);
            }
        }
        for i in circles(&parents) {
            (flaws[i], parents[i]) = (Some(ParentFlaw::Cycle), None);
        }
        let order = parents_first(&parents);
        Self { parents, order, flaws }
    }
}

/// The nodes that hang on themselves, by however many others. Each is looked at once.
fn circles(parents: &[Option<usize>]) -> Vec<usize> {
    let mut seen_from = vec![usize::MAX; parents.len()];
    let mut found = vec![];
    for first in 0..parents.len() {
        let mut next = Some(first);
        let mut way = vec![];
        while let Some(node) = next.filter(|node| seen_from[*node] == usize::MAX) {
            seen_from[node] = first;
            way.push(node);
            next = parents[node];
        }
        // Back on the way it came: from there on, it goes round.
        let start = next.filter(|node| seen_from[*node] == first);
        if let Some(at) = start.and_then(|start| way.iter().position(|node| *node == start)) {
            found.extend_from_slice(&way[at..]);
        }
    }
    found
}

fn parents_first(parents: &[Option<usize>]) -> Vec<usize> {
    let mut placed = vec![false; parents.len()];
    let mut order = Vec::with_capacity(parents.len());
    for first in 0..parents.len() {
        let mut way = vec![];
        let mut next = Some(first);
        while let Some(node) = next.filter(|node| !placed[*node]) {
            placed[node] = true;
            way.push(node);
            next = parents[node];
        }
        order.extend(way.into_iter().rev());
    }
    order
}

/// How a node moves.
#[derive(Clone, Debug, Default)]
pub(super) struct Track {
    /// The key that counts where no other does; a node without one stays where its parent is.
    pub fallback: Option<usize>,
    /// Its words in the frame map; none if it does not move by itself.
    pub run: Option<Range<usize>>,
}

/// The geometry of a model and how it moves, as far as they are sound.
#[derive(Debug)]
pub struct Model<'m> {
    streams: &'m Streams<'m>,
    /// Those of the streams, or none.
    triangles: View<'m, Triangle>,
    pub(super) family: Family,
    pub(super) tracks: Vec<Track>,
    frame_count: u32,
    /// What nodes are called in scenes.
    pub(super) scene_names: OnceLock<Vec<String>>,
}

impl<'m> Model<'m> {
    pub(super) fn new(msh: &'m Msh<'m>) -> Result<Self> {
        let streams = &msh.streams;
        let missing = |number: u32| {
            broken(&MISSING, "header.entry_count", args!(stream = number, kind = msh.kind().name()))
        };
        // An entry may be listed and yet have no bytes of its own.
        let there = [
            (NODES, streams.nodes.is_some()),
            (SLOTS, streams.slots.is_some()),
            (POSITIONS, streams.positions.is_some()),
            (INDICES, streams.indices.is_some()),
            (BATCHES, streams.batches.is_some()),
        ];
        if let Some((number, _)) = there.into_iter().find(|(_, there)| !there) {
            return Err(missing(number));
        }
        let nodes = streams.nodes.as_deref().unwrap_or_default();
        let frame_count = msh.frame_count();
        let keys = streams.keys.as_ref().map_or(0, Vec::len);
        let words = streams.frame_map.as_ref().map_or(0, Vec::len);
        let track = |node: &Node| {
            let fallback = Some(usize::from(node.fallback_key)).filter(|key| *key < keys);
            let run = node.map_start().map(|start| start..start.saturating_add(frame_count as usize));
            // A run of no frames names no key, so the engine always takes the fallback.
            let counts = |run: &Range<usize>| !run.is_empty() && run.end <= words && fallback.is_some();
            Track { fallback, run: run.filter(counts) }
        };
        let tracks = nodes.iter().map(track).collect();
        let triangles = streams.triangles.as_ref().map(|all| View::new(all.bytes())).unwrap_or_default();
        Ok(Self {
            streams,
            triangles,
            family: Family::of(nodes),
            tracks,
            frame_count,
            scene_names: OnceLock::new(),
        })
    }

    pub fn nodes(&self) -> &'m [Node] {
        self.streams.nodes.as_deref().unwrap_or_default()
    }

    pub fn slots(&self) -> &'m [Slot] {
        self.streams.slots.as_deref().unwrap_or_default()
    }

    pub fn batches(&self) -> &'m [Batch] {
        self.streams.batches.as_deref().unwrap_or_default()
    }

    pub fn positions(&self) -> &'m [[f32; 3]] {
        self.streams.positions.as_deref().unwrap_or_default()
    }

    pub fn indices(&self) -> &'m [u16] {
        self.streams.indices.as_deref().unwrap_or_default()
    }

    pub fn triangles(&self) -> &View<'m, Triangle> {
        &self.triangles
    }

    pub(super) fn keys(&self) -> &'m [Key] {
        self.streams.keys.as_deref().unwrap_or_default()
    }

    pub(super) fn map(&self) -> &'m [u16] {
        self.streams.frame_map.as_deref().unwrap_or_default()
    }

    pub fn frame_count(&self) -> u32 {
        self.frame_count
    }

    /// A list that has one item for each vertex; none if it has not.
    fn of_vertices<T>(&self, list: &'m Option<Vec<T>>) -> Option<&'m [T]> {
        list.as_deref().filter(|list| list.len() == self.positions().len())
    }

    pub fn normals(&self) -> Option<&'m [[i8; 4]]> {
        self.of_vertices(&self.streams.normals)
    }

    pub fn uvs(&self) -> Option<&'m [[i16; 2]]> {
        self.of_vertices(&self.streams.uvs)
    }

    pub fn lightmap_uvs(&self) -> Option<&'m [[u16; 2]]> {
        self.of_vertices(&self.streams.lightmap_uvs)
    }

    pub fn name(&self, node: usize) -> Option<Cow<'m, str>> {
        self.streams.names.as_deref()?.get(node).map(Chars::show)
    }

    /// What the game does with a node; none if it has no label.
    pub fn label(&self, node: usize) -> Option<Cow<'m, str>> {
        let label = self.streams.labels.as_deref()?.get(node)?;
        Some(label.text.show()).filter(|text| !text.is_empty())
    }

    /// The node that this one moves with.
    pub fn parent(&self, node: usize) -> Option<usize> {
        self.family.parents.get(node).copied().flatten()
    }

    /// The nodes, each behind its parent.
    pub fn parents_first(&self) -> &[usize] {
        &self.family.order
    }

    /// What a node shows in a state of damage (0 to 2) at a level (0 to 3, or 4 from inside), if anything. The engine
    /// takes no other level instead.
    pub fn slot(&self, node: usize, state: usize, level: usize) -> Option<(usize, &'m Slot)> {
        let place = self.nodes().get(node)?.slot(state, level)?;
        Some((place, self.slots().get(place)?))
    }

    /// The vertices of a triangle of a batch.
    pub fn corners(&self, batch: &Batch, triangle: usize) -> Option<[usize; 3]> {
        let indices = self.streams.indices.as_deref()?;
        let first = (batch.index_start as usize).checked_add(triangle.checked_mul(3)?)?;
        let mut corners = [0; 3];
        for (k, corner) in corners.iter_mut().enumerate() {
            let index = *indices.get(first.checked_add(k)?)?;
            *corner = (batch.base_vertex as usize).checked_add(index.into())?;
        }
        corners.iter().all(|corner| *corner < self.positions().len()).then_some(corners)
    }
}

impl Model<'_> {
    /// Whether the model has anything that moves.
    pub fn is_animated(&self) -> bool {
        self.tracks.iter().any(|track| track.run.is_some())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::msh::stream::NONE;

    fn family(parents: &[u16]) -> Family {
        let node = |&parent: &u16| Node {
            flags: 0,
            parent,
            map_start: NONE,
            fallback_key: 0,
            slots: [[NONE; 5]; 3],
        };
        Family::of(&parents.iter().map(node).collect::<Vec<_>>())
    }

    #[test]
    fn a_circle_is_cut_and_what_hangs_on_it_stays() {
        let family = family(&[NONE, 2, 1, 2, 9, 5, 0]);
        use ParentFlaw::{Cycle, Range};
        let flaws = [None, Some(Cycle), Some(Cycle), None, Some(Range), Some(Cycle), None];
        assert_eq!(family.flaws, flaws);
        assert_eq!(family.parents, [None, None, None, Some(2), None, None, Some(0)]);
    }

    #[test]
    fn parents_come_first_in_any_order_that_has_no_circle() {
        let family = family(&[3, 0, NONE, 2]);
        assert_eq!(family.order, [2, 3, 0, 1]);
        assert_eq!(family.flaws[0], Some(ParentFlaw::Order));
        assert_eq!(family.flaws[1..], [None; 3]);
    }

    #[test]
    fn a_long_chain_is_no_matter() {
        let parents: Vec<u16> = (0..60_000).map(|i| i + 1).chain([NONE]).collect();
        assert_eq!(family(&parents).order.first(), Some(&60_000));
    }
}
