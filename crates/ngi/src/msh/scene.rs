//! A model as a scene, for those who draw it or turn it into glTF.
//!
//! Coordinates stay those of the file. Nobody knows how many frames a second has; with 24, modelling programs show the
//! game's own frame numbers.

use super::materials::{MaterialSet, Row};
use super::pose::Sample;
use super::stream::{self, Batch, Key, Kind, Slot};
use super::{Model, Msh};
use crate::phrases;
use relict_core::prelude::*;
use relict_core::scene::{
    Clip, Extras, GIVEN_NAME, Mesh, Misfit, ModelEdit, Node, Part, Placement, Scene, Shape, Shown, Track, Up,
    Variant, safe_names,
};
use serde_json::{Value, json};
use std::collections::HashMap;

pub const FRAMES_PER_SECOND: f32 = 24.0;

/// The clip that a model has.
pub const CLIP: &str = "animation";

/// Damage and levels of a node.
pub(super) const STATES: u8 = 3;
pub(super) const LEVELS: u8 = 5;

/// Every variant that a node can show.
pub(super) fn all_variants() -> impl Iterator<Item = Variant> {
    (0..STATES).flat_map(|state| (0..LEVELS).map(move |level| Variant { state, level }))
}

impl relict_core::scene::Model for Msh<'_> {
    fn scene(&self, shown: Shown, context: Context<'_>) -> Result<Scene> {
        let name = self.stem(context.origin);
        let mut scene = match self.kind() {
            Kind::Model => {
                let wear = context.library.sibling(&format!("{name}.wea"));
                self.model(false)?.scene(shown, wear.as_deref(), context)?
            }
            Kind::Terrain => {
                super::check::expect(self, false)?;
                self.ground_scene(shown, &name, context)
            }
        };
        let shown = match shown {
            Shown::One(Variant { state, level }) => json!({ "state": state, "level": level }),
            Shown::All => "all".into(),
        };
        scene.extras.insert("format".into(), Self::ID.into());
        scene.extras.insert("shown".into(), shown);
        scene.extras.insert("frames_per_second".into(), FRAMES_PER_SECOND.into());
        Ok(Scene { name, up: Up::Z, ..scene })
    }

    fn with_scene(&self, scene: &Scene, context: Context<'_>) -> Result<ModelEdit, Misfit> {
        let name = self.stem(context.origin);
        let wear = match self.kind() {
            Kind::Model => context.library.sibling(&format!("{name}.wea")),
            Kind::Terrain => Self::worn_by_ground(&name, context)[0].take(),
        };
        super::build::with_scene(self, scene, &super::build::worn_names(wear.as_deref()))
    }
}

impl Msh<'_> {
    /// The name without `.msh`: that of the archive's entry, or of the file.
    pub(super) fn stem(&self, origin: Origin<'_>) -> String {
        let name = self.name.as_ref().map_or_else(|| origin.name.to_owned(), |name| name.show().into_owned());
        let stem = name.rsplit_once('.').map_or(&*name, |(stem, _)| stem);
        if stem.is_empty() { "model".into() } else { stem.to_owned() }
    }
}

/// Lists of a file may lie on each other without end. A node may show one slot in all its fifteen looks; what takes
/// more than that is nobody's model.
fn afford(total: usize, there: usize, what: &'static str) -> Result<()> {
    let most = there.saturating_mul((STATES * LEVELS).into()).saturating_add(1 << 16);
    if total <= most {
        return Ok(());
    }
    Err(Error::unexpected(phrases::no_more_than(most), total).inside(what))
}

impl Model<'_> {
    /// What a node is called in a scene.
    pub(super) fn scene_name(&self, node: usize) -> String {
        let given = |node| self.name(node).unwrap_or_default();
        let names = self.scene_names.get_or_init(|| safe_names((0..self.nodes().len()).map(given)));
        names.get(node).cloned().unwrap_or_default()
    }

    /// The variants in which a node shows something, and the slots.
    pub(super) fn variants(&self, node: usize) -> impl Iterator<Item = (Variant, usize)> {
        all_variants().filter_map(move |variant| {
            let (slot, _) = self.slot(node, variant.state.into(), variant.level.into())?;
            Some((variant, slot))
        })
    }

    fn scene(&self, shown: Shown, wear: Option<&[u8]>, context: Context<'_>) -> Result<Scene> {
        let mut gathered = Gathered::default();
        let places = self.scene_places();
        let mut nodes = vec![];
        for &node in self.parents_first() {
            let mut shapes = vec![];
            for (variant, slot) in self.variants(node).filter(|(variant, _)| shown.takes(*variant)) {
                let mesh = gathered.mesh(slot, variant.named(&self.scene_name(node)));
                shapes.push(Shape { variant, mesh });
            }
            nodes.push(Node {
                name: self.scene_name(node),
                parent: self.parent(node).map(|parent| places[parent]),
                placement: placement(&self.rest(node)),
                shapes,
                extras: self.node_extras(node),
            });
        }
        self.expect_affordable(&gathered.slots)?;
        let rows = self.rows(&gathered.slots);
        let materials = MaterialSet::new(&rows, wear, context);
        let mut cutter = Cutter::new(self);
        for (mesh, slot) in gathered.meshes.iter_mut().zip(&gathered.slots) {
            mesh.parts = cutter.parts(*slot, &materials.places);
        }
        let clip = self.clip(&places, &mut nodes)?;
        Ok(Scene {
            nodes,
            meshes: gathered.meshes,
            materials: materials.materials,
            textures: materials.textures,
            clips: clip.into_iter().collect(),
            ..Scene::default()
        })
    }

    /// Where each node stands in a list that has parents first.
    fn scene_places(&self) -> Vec<usize> {
        let mut places = vec![0; self.nodes().len()];
        for (place, node) in self.parents_first().iter().enumerate() {
            places[*node] = place;
        }
        places
    }

    fn node_extras(&self, node: usize) -> Extras {
        let mut extras = Extras::new();
        if let Some(given) = self.name(node).filter(|given| *given != self.scene_name(node)) {
            extras.insert(GIVEN_NAME.into(), given.into());
        }
        extras.insert("node".into(), node.into());
        extras.insert("flags".into(), self.nodes().get(node).map_or(0, |node| node.flags).into());
        if let Some(label) = self.label(node) {
            extras.insert("label".into(), label.into());
        }
        extras
    }

    /// Slots may name the same batches, and batches the same indices, as often as they like.
    pub(super) fn expect_affordable(&self, slots: &[usize]) -> Result<()> {
        let slots = || slots.iter().filter_map(|slot| self.slots().get(*slot));
        let batches = slots().map(|slot| usize::from(slot.batch_count)).fold(0, usize::saturating_add);
        afford(batches, self.batches().len(), "streams.batches")?;
        let drawn = slots().flat_map(Slot::batches).filter_map(|batch| self.batches().get(batch));
        let indices = drawn.map(|batch| usize::from(batch.index_count)).fold(0, usize::saturating_add);
        afford(indices, self.indices().len(), "streams.indices")
    }

    /// What the batches of slots are drawn with, each once, in the order of first use.
    pub(super) fn rows(&self, slots: &[usize]) -> Vec<Row> {
        let mut rows = vec![];
        let mut seen = std::collections::HashSet::new();
        for slot in slots.iter().filter_map(|slot| self.slots().get(*slot)) {
            let batches = slot.batches().filter_map(|batch| self.batches().get(batch));
            rows.extend(batches.map(row).filter(|row| seen.insert(*row)));
        }
        rows
    }
}

pub(super) fn row(batch: &Batch) -> Row {
    (batch.material, (batch.lightmap != 0xFF).then_some(batch.lightmap))
}

/// Meshes as they are asked for. Nodes that show the same slot have a mesh each: its name tells whose it is.
#[derive(Default)]
struct Gathered {
    meshes: Vec<Mesh>,
    slots: Vec<usize>,
}

impl Gathered {
    fn mesh(&mut self, slot: usize, name: String) -> usize {
        let extras = Extras::from_iter([("slot".to_owned(), Value::from(slot))]);
        self.meshes.push(Mesh { name, parts: vec![], extras });
        self.slots.push(slot);
        self.meshes.len() - 1
    }
}

/// Cuts batches out of the lists that all of them share.
pub(super) struct Cutter<'c> {
    model: &'c Model<'c>,
    normals: Option<Vec<[f32; 3]>>,
    /// By index of a batch, its place in the list of those that it uses.
    places: Vec<u32>,
}

impl<'c> Cutter<'c> {
    pub(super) fn new(model: &'c Model<'c>) -> Self {
        let normals = model.normals().map(|normals| normals.iter().map(|normal| unit(*normal)).collect());
        Self { model, normals, places: vec![] }
    }

    /// The batches of a slot, each as a part of its own; those without triangles are left out.
    pub(super) fn parts(&mut self, slot: usize, materials: &HashMap<Row, usize>) -> Vec<Part> {
        let batches = self.model.slots().get(slot).map_or(0..0, Slot::batches);
        batches.filter_map(|batch| self.part(batch, materials)).collect()
    }

    fn part(&mut self, place: usize, materials: &HashMap<Row, usize>) -> Option<Part> {
        let batch = self.model.batches().get(place)?;
        let indices = self.model.indices().get(batch.indices())?;
        let indices = &indices[..indices.len() / 3 * 3];
        if indices.is_empty() {
            return None;
        }
        let used = self.used(indices);
        let base = batch.base_vertex as usize;
        let vertices = || used.iter().map(|index| base + usize::from(*index));
        Some(Part {
            material: materials.get(&row(batch)).copied(),
            positions: picked(vertices(), self.model.positions(), |position| position)?,
            normals: self.normals.as_deref().and_then(|all| picked(vertices(), all, |normal| normal)),
            uvs: self.model.uvs().and_then(|all| picked(vertices(), all, stream::uv)),
            light_uvs: self.model.lightmap_uvs().and_then(|all| picked(vertices(), all, stream::lightmap_uv)),
            colours: None,
            indices: indices.iter().map(|index| self.places[usize::from(*index)]).collect(),
            extras: batch_extras(place, batch),
        })
    }

    /// The distinct indices, rising; `places` then tells where in this list each is.
    fn used(&mut self, indices: &[u16]) -> Vec<u16> {
        let largest = indices.iter().copied().max().unwrap_or_default();
        let mut used = vec![];
        if self.places.len() <= usize::from(largest) {
            self.places.resize(usize::from(largest) + 1, u32::MAX);
        }
        if usize::from(largest) < indices.len().saturating_mul(4) {
            let places = &mut self.places[..=usize::from(largest)];
            places.fill(u32::MAX);
            indices.iter().for_each(|index| places[usize::from(*index)] = 0);
            used.extend((0..=largest).filter(|index| places[usize::from(*index)] == 0));
        } else {
            used.extend_from_slice(indices);
            used.sort_unstable();
            used.dedup();
        }
        for (place, index) in (0..).zip(&used) {
            self.places[usize::from(*index)] = place;
        }
        used
    }
}

/// Some items of a list, by rising places; none if one of them is not there.
pub(super) fn picked<T: Copy, R>(
    places: impl DoubleEndedIterator<Item = usize> + Clone,
    list: &[T],
    convert: impl Fn(T) -> R,
) -> Option<Vec<R>> {
    let list = &list[..=places.clone().next_back().filter(|last| *last < list.len())?];
    Some(places.map(|place| convert(list[place])).collect())
}

/// A normal of length one; one that points nowhere points up.
pub(super) fn unit(normal: [i8; 4]) -> [f32; 3] {
    let normal = glam::Vec3::from_array(stream::normal(normal));
    normal.try_normalize().unwrap_or(glam::Vec3::Z).to_array()
}

fn batch_extras(place: usize, batch: &Batch) -> Extras {
    let mut extras = Extras::new();
    extras.insert("batch".into(), place.into());
    extras.insert("flags".into(), batch.flags.into());
    if let Some(lightmap) = batch.lightmap() {
        extras.insert("lightmap".into(), lightmap.into());
    }
    if let Some(node) = batch.portal_node() {
        extras.insert("portal_node".into(), node.into());
    }
    extras
}

/// As scenes have it: the engine turns by the inverse of what is stored, and does not care for its length.
pub(super) fn placement(sample: &Sample) -> Placement {
    Placement { translation: sample.translation.to_array(), rotation: turn(sample), ..Placement::default() }
}

fn turn(sample: &Sample) -> [f32; 4] {
    let rotation = sample.rotation.conjugate();
    let length = rotation.length();
    if length > 0.0 && length.is_finite() { (rotation / length).to_array() } else { [0.0, 0.0, 0.0, 1.0] }
}

impl Model<'_> {
    /// How the nodes move. What a track cannot say in keys is sampled frame by frame, and the node says so.
    fn clip(&self, places: &[usize], nodes: &mut [Node]) -> Result<Option<Clip>> {
        let moving: Vec<usize> = (0..nodes.len()).filter(|node| self.tracks[*node].run.is_some()).collect();
        let frames = moving.len().saturating_mul(self.frame_count() as usize);
        afford(frames, self.map().len(), "streams.frame_map")?;
        let mut tracks = vec![];
        let mut all_keys = 0;
        for &node in &moving {
            let keys = self.canonical_keys(node);
            all_keys += keys.map_or(0, <[Key]>::len);
            afford(all_keys, self.keys().len(), "streams.keys")?;
            let track = match keys {
                Some(keys) => keyed(keys),
                None => {
                    nodes[places[node]].extras.insert("baked".into(), true.into());
                    self.baked(node)?
                }
            };
            tracks.push(Track { node: places[node], ..track });
        }
        tracks.sort_by_key(|track| track.node);
        let extras = Extras::from_iter([("frames_per_second".to_owned(), FRAMES_PER_SECOND.into())]);
        Ok((!tracks.is_empty()).then(|| Clip { name: CLIP.into(), tracks, extras }))
    }

    /// The keys of a node that moves, if going straight from one to the next is all that its frames do.
    pub(super) fn canonical_keys(&self, node: usize) -> Option<&[Key]> {
        let track = self.tracks.get(node)?;
        let (run, fallback) = (self.map().get(track.run.clone()?)?, track.fallback?);
        let first = usize::from(*run.first()?);
        let keys = self.keys().get(first..=fallback)?;
        let rising = keys.windows(2).all(|pair| matches!(pair, [a, b] if a.time < b.time));
        let sound = |key: &Key| key.time.fract() == 0.0 && key.translation.iter().all(|x| x.is_finite());
        if keys.len() < 2 || keys[0].time != 0.0 || !rising || !keys.iter().all(sound) {
            return None;
        }
        let mut key = 0;
        let as_keyed = run.iter().enumerate().all(|(frame, word)| {
            while key + 1 < keys.len() && keys[key + 1].time <= frame as f32 {
                key += 1;
            }
            usize::from(*word) == first + key
        });
        // Behind its last frame a node jumps to its last key, so that must be where it is by then.
        let ends = keys.last().is_some_and(|last| last.time <= run.len().saturating_sub(1) as f32);
        (as_keyed && ends).then_some(keys)
    }

    fn baked(&self, node: usize) -> Result<Track> {
        let mut track = keyed(&[]);
        for frame in 0..self.frame_count() {
            let sample = self.sample(node, frame as f32)?;
            track.times.push(frame as f32 / FRAMES_PER_SECOND);
            track.translations.get_or_insert_default().push(sample.translation.to_array());
            track.rotations.get_or_insert_default().push(turn(&sample));
        }
        Ok(track)
    }
}

fn keyed(keys: &[Key]) -> Track {
    Track {
        node: 0,
        times: keys.iter().map(|key| key.time / FRAMES_PER_SECOND).collect(),
        translations: Some(keys.iter().map(|key| key.translation).collect()),
        rotations: Some(keys.iter().map(|key| turn(&Sample::of(key))).collect()),
        scales: None,
    }
}
