//! What each node shows: which slots stay, which get other vertices, and which are rebuilt.

use super::batch::TriangleFlags;
use super::limits::{Counts, MOST};
use super::materials::MaterialRows;
use super::owners::Owners;
use super::plan::{Draw, NewBatch, Plan, PlannedSlot};
use super::scene_part::{NodeSpace, ScenePart};
use super::submesh::{KnownBatch, Submesh, VertexAttributes, known_batches};
use super::triangles::{MatchedBatch, RowsByTriangle, are_alike, are_same, match_batches};
use super::vertices::{Tolerance, VertexMatcher};
use super::{Extra, Notes, too_many};
use crate::msh::scene::{all_variants, placement};
use crate::msh::stream::{NONE, Node};
use crate::msh::{Model, Msh};
use glam::{Quat, Vec3};
use relict_core::args;
use relict_core::scene::node_match::NodeMatch;
use relict_core::scene::variants::covered;
use relict_core::scene::{Misfit, Part, Scene, Variant};
use std::collections::{BTreeMap, BTreeSet};

/// A node in one variant.
type Cell = (usize, Variant);

/// What a scene shows in cells that had the same slot.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Group {
    slot: Option<usize>,
    mesh: usize,
    /// Only where a mesh would not be the same for every node.
    node: Option<usize>,
}

/// How a group changes its slot.
#[derive(PartialEq)]
enum SlotChange {
    Same,
    /// Vertices and materials differ, nothing else.
    Alike(Vec<Submesh>),
    Other(Vec<Draw>),
}

pub(super) struct Shapes<'s> {
    pub model: &'s Model<'s>,
    pub scene: &'s Scene,
    pub nodes: &'s NodeMatch,
    pub rows: MaterialRows<'s>,
    pub notes: &'s mut Notes,
    /// Whether the model is new, so that a part's number of a batch means nothing.
    pub is_new: bool,
    counts: Counts,
    /// For flat scenes, where each node is in the model.
    rests: Vec<(Vec3, Quat)>,
}

/// Slots whose geometry has changed.
#[derive(Debug, Default)]
pub(super) struct Changed {
    pub plan: Plan,
    /// Slots in which only vertices or materials changed.
    pub in_place: Vec<usize>,
}

/// What is known while slots are changed one after the other.
struct Work {
    changed: Changed,
    /// Slots that some cell shows as they are, or as they are by now.
    held: BTreeSet<usize>,
    /// How many groups want each slot to change.
    rivals: BTreeMap<usize, usize>,
    owners: Option<Owners>,
}

impl Work {
    fn new(model: &Model<'_>) -> Self {
        let changed = Changed { plan: Plan::new(model.slots().len()), in_place: vec![] };
        Self { changed, held: BTreeSet::new(), rivals: BTreeMap::new(), owners: None }
    }
}

impl<'s> Shapes<'s> {
    pub(super) fn new(
        model: &'s Model<'s>,
        scene: &'s Scene,
        nodes: &'s NodeMatch,
        rows: MaterialRows<'s>,
        notes: &'s mut Notes,
    ) -> Self {
        let rests = if scene.flat { rests(model) } else { vec![] };
        Self { model, scene, nodes, rows, notes, is_new: false, counts: Counts::new(model), rests }
    }

    /// Puts into `draft` what changes in place, and what each node shows; returns what must be rebuilt. New slots are
    /// numbered behind those of before.
    pub(super) fn changed(&mut self, draft: &mut Msh<'_>) -> Result<Changed, Misfit> {
        let covered = covered(self.scene, all_variants());
        let mut groups = self.groups(&covered, draft);
        self.expect_affordable(groups.keys())?;
        let mut changes = BTreeMap::new();
        for (group, cells) in &groups {
            changes.insert(*group, self.slot_change(*group, cells)?);
        }
        join(&mut groups, &mut changes);
        let is_same = |change: &SlotChange| matches!(change, SlotChange::Same);
        let mut work = Work { held: held(&groups, draft), ..Work::new(self.model) };
        work.held
            .extend(changes.iter().filter(|(_, change)| is_same(change)).filter_map(|(group, _)| group.slot));
        for slot in changes.iter().filter(|(_, change)| !is_same(change)).filter_map(|(group, _)| group.slot)
        {
            *work.rivals.entry(slot).or_default() += 1;
        }
        for (group, change) in changes {
            if !is_same(&change) && !self.put_in_place(group, &change, draft, &mut work)? {
                self.draw(group, change, &groups[&group], draft, &mut work)?;
            }
        }
        self.drop_lost(draft, &mut work.changed.plan);
        Ok(work.changed)
    }

    /// Where no other cell shows the slot, and only vertices and materials differ.
    fn put_in_place(
        &self,
        group: Group,
        change: &SlotChange,
        draft: &mut Msh<'_>,
        work: &mut Work,
    ) -> Result<bool, Misfit> {
        let (Some(slot), SlotChange::Alike(submeshes)) = (group.slot, change) else { return Ok(false) };
        if work.held.contains(&slot) || work.rivals.get(&slot) != Some(&1) {
            return Ok(false);
        }
        let owners = work.owners.get_or_insert_with(|| Owners::new(self.model));
        let put = owners.put(self.model, draft, slot, &known_batches(self.model, slot)?, submeshes);
        if put {
            work.changed.in_place.push(slot);
        }
        Ok(put)
    }

    /// Rebuilds a slot: itself, if no other cell shows it, or a new one like it.
    fn draw(
        &mut self,
        group: Group,
        change: SlotChange,
        cells: &[Cell],
        draft: &mut Msh<'_>,
        work: &mut Work,
    ) -> Result<(), Misfit> {
        let draws = match change {
            SlotChange::Same => return Ok(()),
            SlotChange::Other(draws) => draws,
            SlotChange::Alike(submeshes) => {
                let known = group.slot.map_or(Ok(vec![]), |slot| known_batches(self.model, slot))?;
                let name = self.mesh_name(group, cells);
                self.draws(group, &known, &submeshes, self.attributes(group.mesh), &name)?
            }
        };
        let free = group.slot.filter(|slot| work.held.insert(*slot));
        if let (Some(slot), None) = (group.slot, free) {
            self.notes.say("slot-split", args!(mesh = self.mesh_name(group, cells), slot = slot));
        }
        let place = work.changed.plan.rebuild(free, group.slot, draws);
        self.show(draft, cells, place)
    }

    /// The name of a mesh, or else that of the node that shows it.
    fn mesh_name(&self, group: Group, cells: &[Cell]) -> String {
        let name = self.scene.meshes[group.mesh].name.as_str();
        let node = || cells.first().map(|(node, _)| self.model.scene_name(*node));
        let own = Some(name).filter(|name| !name.is_empty()).map(str::to_owned);
        own.or_else(node).unwrap_or_else(|| format!("mesh {}", group.mesh))
    }

    /// The parts of a mesh that have triangles.
    fn parts(&self, mesh: usize) -> Vec<&'s Part> {
        self.scene.meshes[mesh].parts.iter().filter(|part| !part.indices.is_empty()).collect()
    }

    fn attributes(&self, mesh: usize) -> VertexAttributes {
        VertexAttributes::of(self.model).of_parts(&self.parts(mesh))
    }

    /// The cells that the scene speaks of, by what they showed and show now. What shows nothing any more is emptied.
    fn groups(&mut self, covered: &BTreeSet<Variant>, draft: &mut Msh<'_>) -> BTreeMap<Group, Vec<Cell>> {
        let mut groups: BTreeMap<Group, Vec<Cell>> = BTreeMap::new();
        for node in 0..self.model.nodes().len() {
            let place = self.nodes.of_model[node];
            let shapes = place.map_or(&[][..], |place| &self.scene.nodes[place].shapes);
            let mut gone = false;
            for variant in covered {
                let slot =
                    self.model.slot(node, variant.state.into(), variant.level.into()).map(|(slot, _)| slot);
                let mesh = shapes.iter().find(|shape| shape.variant == *variant).map(|shape| shape.mesh);
                match mesh.filter(|mesh| !self.parts(*mesh).is_empty()) {
                    Some(mesh) => {
                        let node_matters = slot.is_none() || self.scene.flat;
                        let group = Group { slot, mesh, node: node_matters.then_some(node) };
                        groups.entry(group).or_default().push((node, *variant));
                    }
                    None if slot.is_some_and(|slot| self.counts.of(slot) > 0) => {
                        gone = true;
                        self.empty(draft, node, *variant, place.is_some());
                    }
                    None => {}
                }
            }
            // A file without nodes has only those that it shows.
            if place.is_none() && (gone || !self.scene.flat) {
                let what = if gone { "node-missing" } else { "node-absent" };
                self.notes.say(what, args!(node = self.model.scene_name(node)));
            }
        }
        groups
    }

    fn empty(&mut self, draft: &mut Msh<'_>, node: usize, variant: Variant, say: bool) {
        if say {
            let args =
                args!(node = self.model.scene_name(node), state = variant.state, level = variant.level);
            self.notes.say("shape-gone", args);
        }
        set_cell(draft, (node, variant), NONE);
    }

    /// Slots and batches may overlap in a hostile file, which then takes many times more than there is.
    fn expect_affordable<'g>(&self, groups: impl Iterator<Item = &'g Group>) -> Result<(), Misfit> {
        let (mut triangles, mut batches) = (self.counts.all(), 0usize);
        for slot in groups.filter_map(|group| group.slot) {
            triangles = triangles.saturating_add(self.counts.of(slot));
            batches = batches.saturating_add(self.counts.batches_of(slot));
        }
        for (what, found, limit) in [
            ("batches", batches, self.counts.batch_limit()),
            ("triangles", triangles, Counts::triangle_limit(self.model.indices().len())),
        ] {
            if found > limit {
                return Err(too_many(what, found, limit));
            }
        }
        Ok(())
    }

    fn slot_change(&mut self, group: Group, cells: &[Cell]) -> Result<SlotChange, Misfit> {
        let known = group.slot.map_or(Ok(vec![]), |slot| known_batches(self.model, slot))?;
        let tolerance = if self.scene.flat { Tolerance::FLAT } else { Tolerance::USUAL };
        let space = self.space(cells);
        let matcher = VertexMatcher::new(&known, tolerance, space);
        let has = VertexAttributes::of(self.model);
        let (parts, name) = (self.parts(group.mesh), &*self.mesh_name(group, cells));
        let scene_parts = parts.iter().map(|part| ScenePart::new(part, has, space, name));
        let scene_parts = scene_parts.collect::<Result<Vec<_>, _>>()?;
        let mut rows = vec![];
        for (i, part) in parts.iter().enumerate() {
            let before = beside(&known, parts.len(), i).or(known.first());
            let before = before.map(|known| known.submesh.row);
            rows.push(self.rows.of(self.scene, part.material, before, name, self.notes)?);
        }
        let submeshes = matcher.settle(&scene_parts, &rows.iter().map(|rows| rows[0]).collect::<Vec<_>>());
        let submeshes = self.with_rows(&parts, submeshes, &rows, &known);
        let in_scene = has.of_parts(&parts);
        if group.slot.is_some() && are_same(&known, &submeshes, in_scene) {
            return Ok(SlotChange::Same);
        }
        if scene_parts.iter().any(|part| part.moved != [0; 2]) {
            self.notes.say("uv-moved", args!(mesh = name));
        }
        if !known.is_empty() && are_alike(&known, &submeshes) {
            return Ok(SlotChange::Alike(submeshes));
        }
        self.say_missing(has, in_scene, name);
        Ok(SlotChange::Other(self.draws(group, &known, &submeshes, in_scene, name)?))
    }

    /// Pieces in the rows that they had, where the names of their materials are those of several.
    fn with_rows(
        &mut self,
        parts: &[&Part],
        mut submeshes: Vec<Submesh>,
        rows: &[Vec<u8>],
        known: &[KnownBatch],
    ) -> Vec<Submesh> {
        let mut worn = None;
        for (i, rows) in rows.iter().enumerate().filter(|(_, rows)| rows.len() > 1) {
            let worn = worn.get_or_insert_with(|| RowsByTriangle::new(known));
            let usual = beside(known, parts.len(), i).map(|known| known.submesh.row);
            let Some((row, certain)) = worn.choose(&submeshes[i], rows, usual) else { continue };
            submeshes[i].row = row;
            if !certain {
                let name = parts[i].material.map_or("", |place| &self.scene.materials[place].name);
                self.notes.say("material-ambiguous", args!(name = name, row = row));
            }
        }
        submeshes
    }

    fn say_missing(&mut self, has: VertexAttributes, in_scene: VertexAttributes, mesh: &str) {
        if has.normals && !in_scene.normals {
            self.notes.say("normals-made", args!(mesh = mesh));
        }
        if has.uvs && !in_scene.uvs {
            self.notes.say("uvs-missing", args!(mesh = mesh));
        }
    }

    /// Where a flat scene has the node of these cells.
    fn space(&self, cells: &[Cell]) -> NodeSpace {
        let (node, _) = cells.first().filter(|_| self.scene.flat)?;
        self.rests.get(*node).copied()
    }

    /// The batches of a slot that is rebuilt: those that are still as they were, and new ones.
    fn draws(
        &mut self,
        group: Group,
        known: &[KnownBatch],
        submeshes: &[Submesh],
        in_scene: VertexAttributes,
        name: &str,
    ) -> Result<Vec<Draw>, Misfit> {
        let hint = |part: &&Part| part.extras.number::<usize>("batch").filter(|_| !self.is_new);
        let parts = self.parts(group.mesh);
        let hints: Vec<Option<usize>> = parts.iter().map(hint).collect();
        let flags = group.slot.map(|slot| TriangleFlags::new(self.model, slot, known));
        let mut draws = vec![];
        for found in match_batches(known, submeshes, &hints, in_scene) {
            draws.push(match found {
                MatchedBatch::Kept(i) => Draw::Kept(known[i].batch),
                MatchedBatch::New { submesh, instead_of, part } => {
                    submesh.expect_fit(name)?;
                    let before = instead_of.map(|i| known[i].batch);
                    let batch = self.batch(submesh.row, before, parts[part], name);
                    let of = |triangle: &[u32; 3]| {
                        flags.as_ref().map_or(0, |flags| flags.of(submesh.points(*triangle), instead_of))
                    };
                    let flags = submesh.triangles.iter().map(of).collect();
                    Draw::New(NewBatch { batch, flags, submesh })
                }
            });
        }
        Ok(draws)
    }

    fn show(&self, draft: &mut Msh<'_>, cells: &[Cell], slot: usize) -> Result<(), Misfit> {
        let Some(place) = u16::try_from(slot).ok().filter(|place| *place != NONE) else {
            return Err(too_many("slots", slot + 1, MOST));
        };
        cells.iter().for_each(|cell| set_cell(draft, *cell, place));
        Ok(())
    }

    /// Slots that no node shows any more are removed. Those that no node showed before stay.
    fn drop_lost(&self, draft: &Msh<'_>, plan: &mut Plan) {
        let shown = |nodes: &mut dyn Iterator<Item = &Node>| -> BTreeSet<usize> {
            nodes.flat_map(|node| node.slots.iter().flatten()).map(|slot| usize::from(*slot)).collect()
        };
        let (before, now) =
            (shown(&mut self.model.nodes().iter()), shown(&mut draft.streams.nodes.iter().flatten()));
        for slot in before.difference(&now) {
            if let Some(planned) = plan.slots.get_mut(*slot) {
                *planned = PlannedSlot::Removed;
            }
        }
    }
}

/// Where each node is in the model, at rest.
fn rests(model: &Model<'_>) -> Vec<(Vec3, Quat)> {
    let mut rests = vec![(Vec3::ZERO, Quat::IDENTITY); model.nodes().len()];
    for &node in model.parents_first() {
        let (origin, turn) = model.parent(node).map_or((Vec3::ZERO, Quat::IDENTITY), |parent| rests[parent]);
        let place = placement(&model.rest(node));
        let (translation, rotation) = (Vec3::from_array(place.translation), Quat::from_array(place.rotation));
        rests[node] = (origin + turn * translation, turn * rotation);
    }
    rests
}

/// The batch in the place of a part, if there are as many.
fn beside(known: &[KnownBatch], parts: usize, place: usize) -> Option<&KnownBatch> {
    known.get(place).filter(|_| known.len() == parts)
}

/// Groups of one slot that are compared with each other: as many as a node can have, and one more.
const COMPARED: usize = 16;

/// Cells that had the same slot and were edited in the same way go on sharing it.
fn join(groups: &mut BTreeMap<Group, Vec<Cell>>, changes: &mut BTreeMap<Group, SlotChange>) {
    let mut firsts: Vec<Group> = vec![];
    for group in changes.keys().copied().filter(|group| group.slot.is_some()).collect::<Vec<_>>() {
        firsts.retain(|first| first.slot == group.slot);
        match firsts.iter().find(|first| changes[first] == changes[&group]) {
            Some(first) => {
                changes.remove(&group);
                let cells = groups.remove(&group).unwrap_or_default();
                groups.entry(*first).or_default().extend(cells);
            }
            None if firsts.len() < COMPARED => firsts.push(group),
            None => {}
        }
    }
}

/// The slots of cells that the scene does not cover.
fn held(groups: &BTreeMap<Group, Vec<Cell>>, draft: &Msh<'_>) -> BTreeSet<usize> {
    let covered: BTreeSet<Cell> = groups.values().flatten().copied().collect();
    let mut held = BTreeSet::new();
    for (i, node) in draft.streams.nodes.iter().flatten().enumerate() {
        for (cell, slot) in node.slots.iter().flatten().enumerate() {
            let variant = Variant { state: (cell / 5) as u8, level: (cell % 5) as u8 };
            if *slot != NONE && !covered.contains(&(i, variant)) {
                held.insert(usize::from(*slot));
            }
        }
    }
    held
}

fn set_cell(draft: &mut Msh<'_>, (node, variant): Cell, slot: u16) {
    let node = draft.streams.nodes.as_mut().and_then(|nodes| nodes.get_mut(node));
    let cell = node
        .and_then(|node| node.slots.get_mut(usize::from(variant.state))?.get_mut(usize::from(variant.level)));
    if let Some(cell) = cell {
        *cell = slot;
    }
}
