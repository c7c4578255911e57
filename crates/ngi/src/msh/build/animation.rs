//! Puts the positions, rotations and clips of a scene into the keys and frames of a model.

use super::limits::{MOST, overlaps};
use super::motion::{Motion, SceneClip};
use super::transform::Transform;
use super::{Notes, misfit, too_many};
use crate::msh::model::Track;
use crate::msh::scene::{CLIP, placement};
use crate::msh::stream::{FRAME_MAP, KEYS, Key, NONE};
use crate::msh::{Model, Msh};
use relict_core::args;
use relict_core::scene::node_match::NodeMatch;
use relict_core::scene::tolerance::is_unscaled;
use relict_core::scene::{Misfit, Scene};
use std::collections::HashMap;

/// What changes of a node.
enum NodeChange {
    Nothing,
    Still(Transform),
    Moves(Motion),
}

pub(super) struct AnimationPass<'s> {
    pub model: &'s Model<'s>,
    pub scene: &'s Scene,
    pub nodes: &'s NodeMatch,
    pub notes: &'s mut Notes,
    /// Whether the model is new.
    pub is_new: bool,
}

/// The clips of a scene: the one that is the model's, and those for nodes that it does not move.
struct Clips<'s> {
    all: Vec<SceneClip<'s>>,
    used: Vec<bool>,
    /// For each node that moves, the first clip that has it: modelling programs have a clip for each node.
    of_node: HashMap<usize, usize>,
}

impl<'s> Clips<'s> {
    /// The first is used, whatever it moves.
    fn new(all: Vec<SceneClip<'s>>) -> Self {
        let mut of_node = HashMap::new();
        for (place, clip) in all.iter().enumerate() {
            clip.moved().for_each(|node| _ = of_node.entry(node).or_insert(place));
        }
        Self { used: (0..all.len()).map(|place| place == 0).collect(), all, of_node }
    }

    fn motion(&mut self, node: usize, rest: Transform) -> Option<Motion> {
        let place = *self.of_node.get(&node)?;
        self.used[place] = true;
        self.all[place].motion(node, rest)
    }
}

impl<'s> AnimationPass<'s> {
    pub(super) fn run(&mut self, draft: &mut Msh<'_>) -> Result<(), Misfit> {
        self.expect_no_scale()?;
        self.expect_countable()?;
        let mut clips = self.clips();
        if clips.all.is_empty() && self.model.is_animated() {
            self.notes.say("clip-missing", args!());
        }
        let changes: Vec<NodeChange> =
            (0..self.model.nodes().len()).map(|node| self.change(node, &mut clips)).collect();
        self.say_left_out(&clips);
        if changes.iter().all(|change| matches!(change, NodeChange::Nothing))
            || self.put_still(&changes, draft)
        {
            return Ok(());
        }
        self.relayout(&changes, draft)
    }

    /// Nodes of this format have no size of their own.
    fn expect_no_scale(&self) -> Result<(), Misfit> {
        let refuse =
            |node: usize| Err(misfit("model.scale", args!(node = self.scene.nodes[node].name.as_str())));
        // Other nodes than those of the model do not matter.
        let counts = |node: usize| self.nodes.of_scene[node].is_some();
        let mut nodes = self.scene.nodes.iter().enumerate().filter(|(i, _)| counts(*i));
        if let Some((node, _)) = nodes.find(|(_, node)| !is_unscaled(&node.placement.scale)) {
            return refuse(node);
        }
        let mut tracks = self.scene.clips.iter().flat_map(|clip| &clip.tracks);
        match tracks.find(|track| counts(track.node) && !track.scales.iter().flatten().all(is_unscaled)) {
            Some(track) => refuse(track.node),
            None => Ok(()),
        }
    }

    /// Runs and keys of many nodes may overlap in a hostile file.
    fn expect_countable(&self) -> Result<(), Misfit> {
        let moving: Vec<usize> = (0..self.model.nodes().len()).filter(|node| self.moves(*node)).collect();
        let frames = moving.len().saturating_mul(self.model.frame_count() as usize);
        let limit = self.model.map().len().saturating_mul(4).saturating_add(MOST);
        if frames > limit {
            return Err(too_many("frames", frames, limit));
        }
        let keys: usize =
            moving.iter().filter_map(|node| self.model.canonical_keys(*node)).map(<[Key]>::len).sum();
        let limit = self.model.keys().len().saturating_mul(4).saturating_add(MOST);
        if keys > limit { Err(too_many("keys", keys, limit)) } else { Ok(()) }
    }

    fn moves(&self, node: usize) -> bool {
        self.model.tracks.get(node).is_some_and(|track| track.run.is_some())
    }

    /// The clip that is the model's: the one with the name that it has in scenes, or the first.
    fn own_clip(&self) -> Option<usize> {
        let clips = &self.scene.clips;
        clips.iter().position(|clip| clip.name == CLIP).or((!clips.is_empty()).then_some(0))
    }

    /// The model's own first.
    fn clips(&self) -> Clips<'s> {
        let (clips, own) = (&self.scene.clips, self.own_clip());
        let others = (0..clips.len()).filter(|place| Some(*place) != own);
        let all = own.into_iter().chain(others).map(|place| SceneClip::new(self.scene, &clips[place]));
        Clips::new(all.collect())
    }

    fn say_left_out(&mut self, clips: &Clips<'_>) {
        let own = self.own_clip().map(|place| self.scene.clips[place].name.as_str());
        let count = clips.used.iter().filter(|used| !**used).count();
        if let Some(name) = own.filter(|_| count > 0) {
            self.notes.say("clips-left-out", args!(name = name, count = count));
        }
    }

    fn change(&mut self, node: usize, clips: &mut Clips<'_>) -> NodeChange {
        let Some(place) = self.nodes.of_model[node] else { return NodeChange::Nothing };
        let (rest, own) = (
            Transform::of(&self.scene.nodes[place].placement),
            Transform::of(&placement(&self.model.rest(node))),
        );
        let found = clips.motion(place, rest);
        if self.moves(node) {
            self.moving_change(node, !clips.all.is_empty(), found, rest, own)
        } else {
            still_change(found, rest, own)
        }
    }

    fn moving_change(
        &mut self,
        node: usize,
        has_clips: bool,
        found: Option<Motion>,
        rest: Transform,
        own: Transform,
    ) -> NodeChange {
        let name = self.model.scene_name(node);
        let motion = self.motion(node);
        match found {
            Some(found) if !found.is(&motion) => return NodeChange::Moves(found),
            None if has_clips && !motion.is_still_at(own) => {
                self.notes.say("track-gone", args!(node = name));
                return NodeChange::Still(rest);
            }
            _ => {}
        }
        if !rest.is(own) {
            self.notes.say("rest-ignored", args!(node = name));
        }
        NodeChange::Nothing
    }

    /// How the model moves a node.
    fn motion(&self, node: usize) -> Motion {
        match self.model.canonical_keys(node) {
            Some(keys) => Motion::of_keys(keys),
            None => Motion::new(&self.baked(node)),
        }
    }

    /// A node frame by frame, for runs that say more than keys can.
    fn baked(&self, node: usize) -> Vec<(f32, Transform)> {
        let transform = |frame: u32| {
            let sample = self.model.sample(node, frame as f32).ok()?;
            Some((frame as f32, Transform::of(&placement(&sample))))
        };
        (0..self.model.frame_count()).filter_map(transform).collect()
    }

    /// The only key of a node that does not move.
    fn still_key(&self, node: usize) -> Option<(usize, &'s Key)> {
        let place = self.model.tracks.get(node)?.fallback.filter(|_| !self.moves(node))?;
        Some((place, self.model.keys().get(place)?))
    }

    /// Where only nodes that do not move have another transform, and each has a key of its own for it. False otherwise.
    fn put_still(&self, changes: &[NodeChange], draft: &mut Msh<'_>) -> bool {
        let users = self.key_users();
        let mut edits = vec![];
        for (node, change) in changes.iter().enumerate() {
            let transform = match change {
                NodeChange::Nothing => continue,
                NodeChange::Still(transform) => transform,
                NodeChange::Moves(_) => return false,
            };
            match self.still_key(node).filter(|(place, _)| users[*place] == 1) {
                Some((place, key)) => edits.push((place, transform.key(key.time, Some(key)))),
                None => return false,
            }
        }
        for (place, key) in edits {
            if let Some(to) = draft.streams.keys.as_mut().and_then(|keys| keys.get_mut(place)) {
                *to = key;
            }
        }
        true
    }

    /// How many nodes use each key.
    fn key_users(&self) -> Vec<i64> {
        let used = |(node, track): (usize, &Track)| {
            let last = track.fallback?;
            let keys = self.model.canonical_keys(node).map(<[Key]>::len);
            // What a run that is not plain may name is unknown.
            let first = if self.moves(node) { keys.map_or(0, |keys| last + 1 - keys) } else { last };
            Some((first..last + 1, 1))
        };
        overlaps(self.model.keys().len(), self.model.tracks.iter().enumerate().filter_map(used))
    }

    /// All keys and frames in the layout of the game: node after node, those that move with a run each.
    fn relayout(&mut self, changes: &[NodeChange], draft: &mut Msh<'_>) -> Result<(), Misfit> {
        let (mut keys, mut ranges) = (vec![], vec![]);
        for (node, change) in changes.iter().enumerate() {
            let own = self.keys(node, change)?;
            ranges.push(keys.len()..keys.len() + own.len());
            keys.extend(own);
            if keys.len() > MOST {
                return Err(too_many("keys", keys.len(), MOST));
            }
        }
        let frames = self.frames(&keys, &ranges);
        let mut map = vec![];
        for (node, range) in draft.streams.nodes.iter_mut().flatten().zip(&ranges) {
            node.fallback_key = (range.end - 1) as u16;
            node.map_start = NONE;
            if range.len() > 1 {
                let start = u16::try_from(map.len()).ok().filter(|start| *start != NONE);
                node.map_start = start.ok_or_else(|| too_many("frames", map.len() + frames, MOST))?;
                map.extend(run(&keys[range.clone()], range.start, frames));
            }
        }
        draft.streams.keys = Some(keys);
        draft.streams.frame_map = Some(map);
        super::record(draft, KEYS);
        super::record(draft, FRAME_MAP).attr2 = frames as u32;
        Ok(())
    }

    fn keys(&mut self, node: usize, change: &NodeChange) -> Result<Vec<Key>, Misfit> {
        let still = self.still_key(node).map(|(_, key)| key);
        match change {
            NodeChange::Still(transform) => Ok(vec![transform.key(0.0, still)]),
            NodeChange::Moves(motion) => self.moving_keys(node, motion),
            NodeChange::Nothing if self.moves(node) => match self.model.canonical_keys(node) {
                Some(keys) => Ok(keys.to_vec()),
                None => {
                    self.notes.say("baked", args!(node = self.model.scene_name(node)));
                    Ok(self
                        .baked(node)
                        .into_iter()
                        .map(|(frame, transform)| transform.key(frame, None))
                        .collect())
                }
            },
            NodeChange::Nothing => {
                let rest = Transform::of(&placement(&self.model.rest(node)));
                Ok(vec![still.cloned().unwrap_or_else(|| rest.key(0.0, None))])
            }
        }
    }

    /// Keys at whole frames, the first of them at 0.
    fn moving_keys(&mut self, node: usize, motion: &Motion) -> Result<Vec<Key>, Misfit> {
        let moments = motion.moments();
        let last = moments.last().copied().unwrap_or_default().ceil();
        if last as usize >= MOST {
            return Err(too_many("frames", last as usize, MOST));
        }
        let name = self.model.scene_name(node);
        let mut frames: Vec<u32> = moments.iter().map(|moment| *moment as u32).collect();
        if moments.iter().any(|moment| moment.fract() != 0.0) {
            self.notes.say("resampled", args!(node = name.as_str()));
            frames = (0..=last as u32).collect();
        }
        if !self.is_new {
            self.notes.say("keys-made", args!(node = name));
        }
        frames.insert(0, 0);
        frames.dedup();
        let own = self.model.canonical_keys(node).unwrap_or_default();
        let key = |frame: &u32| {
            let time = *frame as f32;
            motion.at(time).key(time, key_at(own, time))
        };
        Ok(frames.iter().map(key).collect())
    }

    /// One more than the last time. A model that had more keeps them, as long as nothing else changes in this.
    fn frames(&self, keys: &[Key], ranges: &[std::ops::Range<usize>]) -> usize {
        let last = |keys: &[Key]| keys.last().map_or(0.0, |key| key.time);
        let most = |ends: &mut dyn Iterator<Item = f32>| ends.fold(0.0, f32::max) as usize + 1;
        let moving = ranges.iter().filter(|range| range.len() > 1);
        let now = most(&mut moving.map(|range| last(&keys[range.clone()])));
        let nodes = (0..self.model.nodes().len()).filter_map(|node| self.model.canonical_keys(node));
        let then = most(&mut nodes.map(last));
        let stated = self.model.frame_count() as usize;
        if self.model.is_animated() && now > 1 && then == now && stated >= now { stated } else { now }
    }
}

/// The key of a time, by halves: a node may have as many keys as frames. Keys that are canonical rise in time.
fn key_at(keys: &[Key], time: f32) -> Option<&Key> {
    let place = keys.partition_point(|key| key.time < time);
    keys.get(place).filter(|key| key.time == time)
}

fn still_change(found: Option<Motion>, rest: Transform, own: Transform) -> NodeChange {
    let transform = match found {
        // Tools write tracks for what does not move, too.
        Some(found) if found.is_still_at(own) || found.is_still_at(rest) => rest,
        Some(found) if found.is_still_at(found.at(0.0)) => found.at(0.0),
        Some(found) => return NodeChange::Moves(found),
        None => rest,
    };
    if transform.is(own) { NodeChange::Nothing } else { NodeChange::Still(transform) }
}

/// For every frame the key that it begins with.
fn run(keys: &[Key], first: usize, frames: usize) -> impl Iterator<Item = u16> {
    let mut key = 0;
    (0..frames).map(move |frame| {
        while keys.get(key + 1).is_some_and(|next| next.time <= frame as f32) {
            key += 1;
        }
        (first + key) as u16
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_key_is_found_by_its_time_among_many() {
        let key = |time: f32| Key { translation: [0.0; 3], time, rotation: [0; 4] };
        let keys: Vec<Key> = (0..60_000).map(|i| key(i as f32 * 2.0)).collect();
        for time in [0.0, 2.0, 59_998.0, 119_998.0] {
            assert_eq!(key_at(&keys, time).map(|key| key.time), Some(time));
        }
        for time in [-1.0, 1.0, 59_999.0, 120_000.0] {
            assert_eq!(key_at(&keys, time).map(|key| key.time), None);
        }
        assert_eq!(key_at(&[], 0.0).map(|key| key.time), None);
    }
}
