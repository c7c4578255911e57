//! Which nodes of a scene are those of the model.

use super::names::without_copy_number;
use super::notes::{Extra, Notes, listed, misfit};
use super::tolerance::{PLACEMENT, is_unscaled};
use super::{Misfit, Placement, Scene};
use crate::args;
use std::collections::{HashMap, VecDeque};

/// How many known names a message tells.
const TOLD: usize = 8;

/// How a node of the scene is matched. Name and number together come first, since several nodes may have one name.
#[derive(Clone, Copy)]
enum Criterion {
    Both,
    Name,
    OriginalName,
    Number,
}

/// The nodes of a scene and those of a model, matched.
#[derive(Debug)]
pub struct NodeMatch {
    /// For each node of the scene the node of the model, if it is one.
    pub of_scene: Vec<Option<usize>>,
    /// For each node of the model the node of the scene, if it is there.
    pub of_model: Vec<Option<usize>>,
}

impl NodeMatch {
    /// `names` are those of the nodes of the model, as scenes have them.
    pub fn new(names: &[String], scene: &Scene, notes: &mut Notes) -> Result<Self, Misfit> {
        let mut nodes = Self { of_scene: vec![None; scene.nodes.len()], of_model: vec![None; names.len()] };
        let mut by_name: HashMap<&str, VecDeque<usize>> = HashMap::new();
        names.iter().enumerate().for_each(|(i, name)| by_name.entry(name).or_default().push_back(i));
        for criterion in [Criterion::Both, Criterion::Name, Criterion::OriginalName, Criterion::Number] {
            for (i, node) in scene.nodes.iter().enumerate() {
                if nodes.of_scene[i].is_some() {
                    continue;
                }
                let number = node.extras.number::<usize>("node").filter(|place| *place < names.len());
                let original = original_name(&node.name, &by_name);
                let found = match criterion {
                    Criterion::Both => number.filter(|place| names[*place] == original),
                    Criterion::Name => nodes.next_free(by_name.get_mut(&*node.name)),
                    Criterion::OriginalName => nodes.next_free(by_name.get_mut(original)),
                    Criterion::Number => number,
                };
                if let Some(place) = found.filter(|place| nodes.of_model[*place].is_none()) {
                    (nodes.of_scene[i], nodes.of_model[place]) = (Some(place), Some(i));
                    if matches!(criterion, Criterion::Number) {
                        notes
                            .say("name-kept", args!(name = node.name.as_str(), node = names[place].as_str()));
                    }
                }
            }
        }
        nodes.leave_out_strangers(scene, names, notes)?;
        Ok(nodes)
    }

    /// The first node with a name that is not matched yet.
    fn next_free(&self, named: Option<&mut VecDeque<usize>>) -> Option<usize> {
        let named = named?;
        while named.front().is_some_and(|place| self.of_model[*place].is_some()) {
            named.pop_front();
        }
        named.front().copied()
    }

    /// For a new model, whose nodes are those of the scene.
    pub fn same(count: usize) -> Self {
        let all: Vec<Option<usize>> = (0..count).map(Some).collect();
        Self { of_scene: all.clone(), of_model: all }
    }

    /// Programs put roots of their own above all others, which may be there as long as they do nothing. What shows nothing
    /// and has no node of the model below it, such as a light or a camera, is left out.
    fn leave_out_strangers(&self, scene: &Scene, names: &[String], notes: &mut Notes) -> Result<(), Misfit> {
        let (carries, moves) = (self.carriers(scene), moving(scene));
        let strangers: Vec<usize> =
            (0..scene.nodes.len()).filter(|place| self.of_scene[*place].is_none()).collect();
        let roots = strangers.iter().filter(|place| carries[**place]).count();
        for place in strangers {
            let node = &scene.nodes[place];
            let idle = !carries[place] || is_idle(&node.placement) && !moves[place];
            if !node.shapes.is_empty() || !idle {
                let args = args!(name = node.name.as_str(), known = listed(names, TOLD));
                return Err(misfit("model.unknown-node", args));
            }
            if !carries[place] || roots > 1 {
                notes.say("node-left-out", args!(node = node.name.as_str()));
            }
        }
        Ok(())
    }

    /// Whether there is a node of the model below each.
    fn carriers(&self, scene: &Scene) -> Vec<bool> {
        let mut carries = vec![false; scene.nodes.len()];
        for (place, node) in scene.nodes.iter().enumerate().rev() {
            if let Some(parent) = node.parent {
                carries[parent] |= carries[place] || self.of_scene[place].is_some();
            }
        }
        carries
    }

    /// The nodes of the model that the scene puts below another parent than `own`: the node, and that parent.
    pub fn reparented(
        &self,
        scene: &Scene,
        own: impl Fn(usize) -> Option<usize>,
    ) -> impl Iterator<Item = (usize, Option<usize>)> {
        let parents = self.parents(scene);
        let with_parent = move |(node, place): (usize, &Option<usize>)| Some((node, parents[(*place)?]));
        let all = self.of_model.iter().enumerate().filter_map(with_parent);
        all.filter(move |(node, parent)| *parent != own(*node))
    }

    /// For each node of the scene, the next node of the model above it.
    fn parents(&self, scene: &Scene) -> Vec<Option<usize>> {
        let mut above: Vec<Option<usize>> = vec![];
        for node in &scene.nodes {
            above.push(node.parent.and_then(|parent| self.of_scene[parent].or(above[parent])));
        }
        above
    }
}

fn is_idle(placement: &Placement) -> bool {
    let Placement { translation, rotation, scale } = placement;
    is_nothing(translation) && is_no_turn(rotation) && is_unscaled(scale)
}

fn is_nothing(translation: &[f32; 3]) -> bool {
    translation.iter().all(|part| part.abs() <= PLACEMENT)
}

fn is_no_turn(rotation: &[f32; 4]) -> bool {
    let length = rotation.iter().map(|part| part * part).sum::<f32>().sqrt();
    rotation[..3].iter().all(|part| (part / length).abs() <= PLACEMENT)
}

/// Which nodes have a track that takes them away from where they would do nothing.
fn moving(scene: &Scene) -> Vec<bool> {
    let mut moves = vec![false; scene.nodes.len()];
    for track in scene.clips.iter().flat_map(|clip| &clip.tracks) {
        let idle = track.translations.iter().flatten().all(is_nothing)
            && track.rotations.iter().flatten().all(is_no_turn)
            && track.scales.iter().flatten().all(is_unscaled);
        moves[track.node] |= !idle;
    }
    moves
}

/// The name without the number of a copy, unless a node of the model has one.
fn original_name<'n>(name: &'n str, known: &HashMap<&str, VecDeque<usize>>) -> &'n str {
    if known.contains_key(name) { name } else { without_copy_number(name) }
}
