//! How a node moves, by the keys of a model or the tracks of a scene.

use super::transform::Transform;
use crate::msh::scene::FRAMES_PER_SECOND;
use crate::msh::stream::Key;
use glam::{Quat, Vec3};
use relict_core::scene::tolerance::PLACEMENT;
use relict_core::scene::{Clip, Extras, Scene, Track};
use serde_json::Value;
use std::collections::HashMap;

/// How far a time is from a whole frame that means it: in frames, and for late ones as a part of their number, since
/// seconds have only so many digits.
const MOMENT: f32 = 1e-3;
const LATE: f32 = 2e-7;

/// Values at moments, straight from one to the next.
#[derive(Clone, Debug)]
struct Channel<T> {
    frames: Vec<f32>,
    values: Vec<T>,
}

impl<T: Copy> Channel<T> {
    fn still(value: T) -> Self {
        Self { frames: vec![0.0], values: vec![value] }
    }

    fn at(&self, frame: f32, between: impl Fn(T, T, f32) -> T) -> Option<T> {
        let next = self.frames.partition_point(|time| *time <= frame);
        let (Some(before), after) = (next.checked_sub(1), next) else { return self.values.first().copied() };
        let (from, to) = (*self.values.get(before)?, self.values.get(after).copied());
        let Some(to) = to else { return Some(from) };
        let (start, end) = (self.frames[before], self.frames[after]);
        Some(if frame == start { from } else { between(from, to, (frame - start) / (end - start)) })
    }
}

/// A way from one turn to another.
type Turning = fn(Quat, Quat, f32) -> Quat;

/// How a node moves, in frames.
#[derive(Clone, Debug)]
pub(super) struct Motion {
    positions: Channel<Vec3>,
    rotations: Channel<Quat>,
}

impl Motion {
    pub(super) fn new(transforms: &[(f32, Transform)]) -> Self {
        fn channel<T>(all: &[(f32, Transform)], value: fn(&Transform) -> T) -> Channel<T> {
            let (frames, values) = all.iter().map(|(frame, transform)| (*frame, value(transform))).unzip();
            Channel { frames, values }
        }
        Self {
            positions: channel(transforms, |transform| transform.position),
            rotations: channel(transforms, |transform| transform.rotation),
        }
    }

    pub(super) fn of_keys(keys: &[Key]) -> Self {
        Self::new(&keys.iter().map(|key| (key.time, Transform::of_key(key))).collect::<Vec<_>>())
    }

    pub(super) fn at(&self, frame: f32) -> Transform {
        self.turned_at(frame, Quat::slerp)
    }

    fn turned_at(&self, frame: f32, between: Turning) -> Transform {
        Transform {
            position: self.positions.at(frame, Vec3::lerp).unwrap_or_default(),
            rotation: self.rotations.at(frame, between).unwrap_or_default(),
        }
    }

    /// Every moment at which something begins.
    pub(super) fn moments(&self) -> Vec<f32> {
        let mut all = [&self.positions.frames[..], &self.rotations.frames].concat();
        all.sort_by(f32::total_cmp);
        all.dedup();
        all
    }

    /// Whether this, which a scene has, goes the way of the model's own, however many keys that takes. Blender
    /// writes a key for every frame, and goes from turn to turn in a straight line instead of round.
    pub(super) fn is(&self, own: &Self) -> bool {
        let mut moments = [self.moments(), own.moments()].concat();
        moments.sort_by(f32::total_cmp);
        moments.dedup();
        let goes = |between: Turning| {
            moments
                .iter()
                .all(|moment| own.turned_at(*moment, between).is_within(self.at(*moment), PLACEMENT))
        };
        goes(Quat::slerp) || goes(Quat::lerp)
    }

    pub(super) fn is_still_at(&self, transform: Transform) -> bool {
        self.is(&Self {
            positions: Channel::still(transform.position),
            rotations: Channel::still(transform.rotation),
        })
    }
}

/// A clip of a scene, by the nodes that it moves.
pub(super) struct SceneClip<'t> {
    tracks: HashMap<usize, Vec<&'t Track>>,
    frames_per_second: f32,
}

impl<'t> SceneClip<'t> {
    pub(super) fn new(scene: &Scene, clip: &'t Clip) -> Self {
        let mut tracks: HashMap<usize, Vec<&Track>> = HashMap::new();
        for track in clip.tracks.iter().filter(|track| !track.times.is_empty()) {
            tracks.entry(track.node).or_default().push(track);
        }
        let said = |extras: &Extras| extras.get("frames_per_second").and_then(Value::as_f64);
        let said = said(&clip.extras).or(said(&scene.extras)).map(|rate| rate as f32);
        let rate = said.filter(|rate| rate.is_finite() && *rate > 0.0);
        Self { tracks, frames_per_second: rate.unwrap_or(FRAMES_PER_SECOND) }
    }

    /// In frames. What lies beside a whole one by a hair lies on it.
    fn frames(&self, times: &[f32]) -> Vec<f32> {
        let frame = |time: &f32| {
            let frame = (time * self.frames_per_second).max(0.0);
            if (frame - frame.round()).abs() <= MOMENT.max(frame * LATE) { frame.round() } else { frame }
        };
        times.iter().map(frame).collect()
    }

    /// The nodes that it moves.
    pub(super) fn moved(&self) -> impl Iterator<Item = usize> {
        let moves = |track: &&Track| track.translations.is_some() || track.rotations.is_some();
        self.tracks.iter().filter(move |(_, tracks)| tracks.iter().any(moves)).map(|(node, _)| *node)
    }

    /// How a node moves, if it does. Positions and rotations may have tracks of their own; what has none is as at rest.
    pub(super) fn motion(&self, node: usize, rest: Transform) -> Option<Motion> {
        let tracks = self.tracks.get(&node)?;
        let positions = tracks.iter().find_map(|track| Some((track, track.translations.as_ref()?)));
        let rotations = tracks.iter().find_map(|track| Some((track, track.rotations.as_ref()?)));
        if positions.is_none() && rotations.is_none() {
            return None;
        }
        let positions = positions.map(|(track, values)| Channel {
            frames: self.frames(&track.times),
            values: values.iter().map(|position| Vec3::from_array(*position)).collect(),
        });
        let rotations = rotations.map(|(track, values)| Channel {
            frames: self.frames(&track.times),
            values: values.iter().map(|rotation| Quat::from_array(*rotation).normalize()).collect(),
        });
        Some(Motion {
            positions: positions.unwrap_or_else(|| Channel::still(rest.position)),
            rotations: rotations.unwrap_or_else(|| Channel::still(rest.rotation)),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_channel_is_straight_between_its_moments_and_still_beyond() {
        let channel = Channel { frames: vec![1.0, 3.0, 3.0], values: vec![0.0, 2.0, 5.0] };
        let at = |frame: f32| channel.at(frame, |a: f32, b: f32, part| a + (b - a) * part);
        assert_eq!([at(0.0), at(1.0), at(2.0), at(3.0), at(9.0)], [0.0, 0.0, 1.0, 5.0, 5.0].map(Some));
    }
}
