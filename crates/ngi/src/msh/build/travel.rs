//! How a node moves, whoever tells it: the keys of a model, or the tracks of a scene.

use crate::msh::pose::Sample;
use crate::msh::scene::{FRAMES_PER_SECOND, placement};
use crate::msh::stream::Key;
use glam::{Quat, Vec3};
use relict_core::scene::{Clip, Extras, Placement, Scene, Track};
use serde_json::Value;
use std::collections::HashMap;

/// Half of what the numbers of a key can tell apart.
const TURN: f32 = 1.5e-5;
/// Of a length of one, or of what it is.
const REST: f32 = 1e-6;
const TRAVEL: f32 = 1e-5;
/// In frames, and of what their number is: seconds are not told finely enough for later ones.
const MOMENT: f32 = 1e-3;
const LATE: f32 = 2e-7;

fn same_place(a: Vec3, b: Vec3, tolerance: f32) -> bool {
    (a - b).abs().max_element() <= tolerance * a.abs().max_element().max(1.0)
}

/// A rotation and its opposite turn the same way.
fn same_turn(a: Quat, b: Quat) -> bool {
    let far =
        |a: Quat, b: Quat| (a - b).to_array().into_iter().fold(0.0, |most: f32, part| most.max(part.abs()));
    far(a, b).min(far(a, -b)) <= TURN
}

/// A place and a turn, as scenes have them.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Stand {
    place: Vec3,
    turn: Quat,
}

impl Stand {
    pub(super) fn of(placement: &Placement) -> Self {
        let turn = Quat::from_array(placement.rotation).normalize();
        Self { place: Vec3::from_array(placement.translation), turn }
    }

    fn of_key(key: &Key) -> Self {
        Self::of(&placement(&Sample::of(key)))
    }

    pub(super) fn is(self, other: Self) -> bool {
        same_place(other.place, self.place, REST) && same_turn(other.turn, self.turn)
    }

    /// As a key, with the very numbers of one that means the same.
    pub(super) fn key(self, time: f32, like: Option<&Key>) -> Key {
        let new = Key { translation: self.place.to_array(), time, rotation: packed(self.turn) };
        let Some((like, stand)) = like.map(|key| (key, Self::of_key(key))) else { return new };
        Key {
            translation: if same_place(stand.place, self.place, REST) {
                like.translation
            } else {
                new.translation
            },
            rotation: if same_turn(stand.turn, self.turn) { like.rotation } else { new.rotation },
            time,
        }
    }
}

/// The engine turns by the inverse of what it stores, and has w first.
fn packed(turn: Quat) -> [i16; 4] {
    let Quat { x, y, z, w } = turn.normalize().conjugate();
    [w, x, y, z].map(|part| (part * 32767.0).round().clamp(-32767.0, 32767.0) as i16)
}

/// Values at moments, straight from one to the next.
#[derive(Clone, Debug)]
struct Lane<T> {
    frames: Vec<f32>,
    values: Vec<T>,
}

impl<T: Copy> Lane<T> {
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
    places: Lane<Vec3>,
    turns: Lane<Quat>,
}

impl Motion {
    pub(super) fn new(stands: &[(f32, Stand)]) -> Self {
        let frames: Vec<f32> = stands.iter().map(|(frame, _)| *frame).collect();
        Self {
            places: Lane {
                frames: frames.clone(),
                values: stands.iter().map(|(_, stand)| stand.place).collect(),
            },
            turns: Lane { frames, values: stands.iter().map(|(_, stand)| stand.turn).collect() },
        }
    }

    pub(super) fn of_keys(keys: &[Key]) -> Self {
        Self::new(&keys.iter().map(|key| (key.time, Stand::of_key(key))).collect::<Vec<_>>())
    }

    pub(super) fn at(&self, frame: f32) -> Stand {
        self.turned_at(frame, Quat::slerp)
    }

    fn turned_at(&self, frame: f32, between: Turning) -> Stand {
        Stand {
            place: self.places.at(frame, Vec3::lerp).unwrap_or_default(),
            turn: self.turns.at(frame, between).unwrap_or_default(),
        }
    }

    /// Every moment at which something begins.
    pub(super) fn moments(&self) -> Vec<f32> {
        let mut all = [&self.places.frames[..], &self.turns.frames].concat();
        all.sort_by(f32::total_cmp);
        all.dedup();
        all
    }

    /// Whether this, which somebody told, goes the way of the model's own, however many keys that takes. Blender
    /// writes a key for every frame, and goes from turn to turn in a straight line instead of round.
    pub(super) fn is(&self, own: &Self) -> bool {
        let mut moments = [self.moments(), own.moments()].concat();
        moments.sort_by(f32::total_cmp);
        moments.dedup();
        let goes = |between: Turning| {
            moments.iter().all(|moment| {
                let (told, own) = (self.at(*moment), own.turned_at(*moment, between));
                same_place(told.place, own.place, TRAVEL) && same_turn(told.turn, own.turn)
            })
        };
        goes(Quat::slerp) || goes(Quat::lerp)
    }

    pub(super) fn is_still_at(&self, stand: Stand) -> bool {
        self.is(&Self { places: Lane::still(stand.place), turns: Lane::still(stand.turn) })
    }
}

/// A clip by the nodes that it moves.
pub(super) struct Told<'t> {
    tracks: HashMap<usize, Vec<&'t Track>>,
    frames_per_second: f32,
}

impl<'t> Told<'t> {
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

    /// How a node moves, if it does. Places and turns may have tracks of their own; what has none is as at rest.
    pub(super) fn motion(&self, node: usize, rest: Stand) -> Option<Motion> {
        let tracks = self.tracks.get(&node)?;
        let places = tracks.iter().find_map(|track| Some((track, track.translations.as_ref()?)));
        let turns = tracks.iter().find_map(|track| Some((track, track.rotations.as_ref()?)));
        if places.is_none() && turns.is_none() {
            return None;
        }
        let places = places.map(|(track, values)| Lane {
            frames: self.frames(&track.times),
            values: values.iter().map(|place| Vec3::from_array(*place)).collect(),
        });
        let turns = turns.map(|(track, values)| Lane {
            frames: self.frames(&track.times),
            values: values.iter().map(|turn| Quat::from_array(*turn).normalize()).collect(),
        });
        let (place, turn) = (Lane::still(rest.place), Lane::still(rest.turn));
        Some(Motion { places: places.unwrap_or(place), turns: turns.unwrap_or(turn) })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_lane_is_straight_between_its_moments_and_still_beyond() {
        let lane = Lane { frames: vec![1.0, 3.0, 3.0], values: vec![0.0, 2.0, 5.0] };
        let at = |frame: f32| lane.at(frame, |a: f32, b: f32, part| a + (b - a) * part);
        assert_eq!([at(0.0), at(1.0), at(2.0), at(3.0), at(9.0)], [0.0, 0.0, 1.0, 5.0, 5.0].map(Some));
    }

    #[test]
    fn a_turn_comes_back_from_a_key() {
        let turn = Quat::from_xyzw(0.1, -0.2, 0.3, 0.9).normalize();
        let key = Stand { place: Vec3::ONE, turn }.key(3.0, None);
        let back = Stand::of_key(&key);
        assert!((back.turn - turn).length() < 1e-4 && back.place == Vec3::ONE && key.time == 3.0);
        assert_eq!(back.key(3.0, Some(&key)).rotation, key.rotation);
    }
}
