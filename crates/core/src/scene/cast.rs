//! Who is who: the nodes of a scene, and those of the model that they stand for.

use super::notes::{Extra, Notes, listed, misfit};
use super::{Misfit, Placement, Scene, Variant};
use crate::args;
use std::collections::{BTreeSet, HashMap, VecDeque};

/// How many known names a message tells.
const TOLD: usize = 8;

/// By what a node of the scene is known. Whoever has both name and number comes first: names need not be one node's alone.
#[derive(Clone, Copy)]
enum Claim {
    Both,
    Name,
    PlainName,
    Number,
}

#[derive(Debug)]
pub struct Cast {
    /// For each node of the scene the node of the model; none for one that stands for nothing.
    pub of_scene: Vec<Option<usize>>,
    /// For each node of the model the node of the scene, if it is there.
    pub of_model: Vec<Option<usize>>,
}

impl Cast {
    /// `names` are those of the nodes of the model, as scenes have them.
    pub fn new(names: &[String], scene: &Scene, notes: &mut Notes) -> Result<Self, Misfit> {
        let mut cast = Self { of_scene: vec![None; scene.nodes.len()], of_model: vec![None; names.len()] };
        let mut by_name: HashMap<&str, VecDeque<usize>> = HashMap::new();
        names.iter().enumerate().for_each(|(i, name)| by_name.entry(name).or_default().push_back(i));
        for claim in [Claim::Both, Claim::Name, Claim::PlainName, Claim::Number] {
            for (i, node) in scene.nodes.iter().enumerate() {
                if cast.of_scene[i].is_some() {
                    continue;
                }
                let number = node.extras.number::<usize>("node").filter(|place| *place < names.len());
                let plain = plain(&node.name, &by_name);
                let found = match claim {
                    Claim::Both => number.filter(|place| names[*place] == plain),
                    Claim::Name => cast.next_free(by_name.get_mut(&*node.name)),
                    Claim::PlainName => cast.next_free(by_name.get_mut(plain)),
                    Claim::Number => number,
                };
                if let Some(place) = found.filter(|place| cast.of_model[*place].is_none()) {
                    (cast.of_scene[i], cast.of_model[place]) = (Some(place), Some(i));
                    if matches!(claim, Claim::Number) {
                        notes
                            .say("name-kept", args!(name = node.name.as_str(), node = names[place].as_str()));
                    }
                }
            }
        }
        cast.leave_out_strangers(scene, names, notes)?;
        Ok(cast)
    }

    /// The first of those who have a name that nobody stands for yet.
    fn next_free(&self, named: Option<&mut VecDeque<usize>>) -> Option<usize> {
        let named = named?;
        while named.front().is_some_and(|place| self.of_model[*place].is_some()) {
            named.pop_front();
        }
        named.front().copied()
    }

    /// Nodes of a new model are those of the scene.
    pub fn same(count: usize) -> Self {
        let all: Vec<Option<usize>> = (0..count).map(Some).collect();
        Self { of_scene: all.clone(), of_model: all }
    }

    /// Tools put roots of their own above all others; they may be there as long as they do nothing. What shows nothing
    /// and carries nothing, as lights and cameras, does not matter at all.
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

    /// For each node of the scene, the next node of the model above it.
    pub fn parents(&self, scene: &Scene) -> Vec<Option<usize>> {
        let mut above: Vec<Option<usize>> = vec![];
        for node in &scene.nodes {
            above.push(node.parent.and_then(|parent| self.of_scene[parent].or(above[parent])));
        }
        above
    }
}

/// What tools leave of a placement that does nothing.
const IDLE: f32 = 1e-5;
/// As for any other node.
const UNSCALED: f32 = 1e-4;

fn is_idle(placement: &Placement) -> bool {
    let Placement { translation, rotation, scale } = placement;
    is_nothing(translation) && is_no_turn(rotation) && is_one(scale)
}

fn is_nothing(translation: &[f32; 3]) -> bool {
    translation.iter().all(|part| part.abs() <= IDLE)
}

fn is_no_turn(rotation: &[f32; 4]) -> bool {
    let length = rotation.iter().map(|part| part * part).sum::<f32>().sqrt();
    rotation[..3].iter().all(|part| (part / length).abs() <= IDLE)
}

fn is_one(scale: &[f32; 3]) -> bool {
    scale.iter().all(|part| (part - 1.0).abs() <= UNSCALED)
}

/// Which nodes have a track that takes them away from where they would do nothing.
fn moving(scene: &Scene) -> Vec<bool> {
    let mut moves = vec![false; scene.nodes.len()];
    for track in scene.clips.iter().flat_map(|clip| &clip.tracks) {
        let idle = track.translations.iter().flatten().all(is_nothing)
            && track.rotations.iter().flatten().all(is_no_turn)
            && track.scales.iter().flatten().all(is_one);
        moves[track.node] |= !idle;
    }
    moves
}

/// A name without the `.001` that modelling programs put behind a copy, unless it is known with it.
fn plain<'n>(name: &'n str, known: &HashMap<&str, VecDeque<usize>>) -> &'n str {
    let digits = |text: &str| !text.is_empty() && text.bytes().all(|c| c.is_ascii_digit());
    match name.rsplit_once('.') {
        Some((stem, copy)) if digits(copy) && !known.contains_key(name) => stem,
        _ => name,
    }
}

/// The variants that a scene speaks of: those that it says it shows, and those that it does show. Of others it tells
/// nothing, not even that they are gone. `all` are those that there can be.
pub fn covered(scene: &Scene, all: &[Variant]) -> BTreeSet<Variant> {
    let seen = scene.nodes.iter().flat_map(|node| &node.shapes).map(|shape| shape.variant);
    let mut covered: BTreeSet<Variant> = seen.collect();
    match scene.extras.get("shown") {
        Some(shown) if shown.as_str() == Some("all") => covered.extend(all.iter().copied()),
        Some(shown) => {
            let number = |name: &str| shown.as_object().and_then(|shown| shown.number::<u8>(name));
            let one = number("state").zip(number("level"));
            let one = one.map(|(state, level)| Variant { state, level });
            covered.extend(one.filter(|one| all.contains(one)));
        }
        None => {}
    }
    covered
}
