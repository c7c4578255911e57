//! Animations as clips: all that moves a node becomes one track, straight from key to key.

use super::numbers::Numbers;
use super::tree::{Tree, unit};
use super::{GltfError, Ignored, broken, given_name, ours};
use crate::phrases;
use glam::Quat;
use gltf_json::accessor::Type;
use gltf_json::animation::{Channel, Interpolation, Property, Sampler};
use gltf_json::validation::Checked;
use gltf_json::{Animation, Root};
use relict_core::scene::{Clip, Track, Up};

/// Into how many straight lines a curve between two keys is cut.
const STEPS: usize = 8;

/// How long before a jump the last key before it stands, in seconds.
const JUMP: f32 = 1e-4;

pub(super) fn read(
    root: &Root,
    tree: &Tree<'_>,
    up: Up,
    numbers: &mut Numbers<'_>,
    ignored: &mut Ignored,
) -> Result<Vec<Clip>, GltfError> {
    let mut clips = vec![];
    for animation in &root.animations {
        let mut extras = ours(&animation.extras);
        let name = given_name(animation.name.as_ref(), &mut extras, "clip");
        let moves = moves(animation, tree, numbers, ignored)?;
        let mut tracks = vec![];
        for (node, moves) in moves {
            tracks.push(moves.track(node, up, numbers)?);
        }
        clips.push(Clip { name, tracks, extras });
    }
    Ok(clips)
}

/// Values at times; the times rise.
struct Keys<const N: usize> {
    times: Vec<f32>,
    values: Vec<[f32; N]>,
}

/// How one node moves.
#[derive(Default)]
struct Moves {
    translations: Option<Keys<3>>,
    rotations: Option<Keys<4>>,
    scales: Option<Keys<3>>,
}

/// For each node that moves, in the order of the channels.
fn moves(
    animation: &Animation,
    tree: &Tree<'_>,
    numbers: &mut Numbers<'_>,
    ignored: &mut Ignored,
) -> Result<Vec<(usize, Moves)>, GltfError> {
    let mut order = std::collections::HashMap::new();
    let mut all: Vec<(usize, Moves)> = vec![];
    for channel in &animation.channels {
        let Some(node) = tree.place(channel.target.node.value()) else { continue };
        let at = *order.entry(node).or_insert(all.len());
        if at == all.len() {
            all.push((node, Moves::default()));
        }
        let moves = &mut all[at].1;
        match channel.target.path {
            Checked::Valid(Property::Translation) if moves.translations.is_none() => {
                moves.translations = Some(keys(animation, channel, Type::Vec3, smooth, numbers, ignored)?);
            }
            Checked::Valid(Property::Rotation) if moves.rotations.is_none() => {
                moves.rotations = Some(keys(animation, channel, Type::Vec4, smooth_turn, numbers, ignored)?);
            }
            Checked::Valid(Property::Scale) if moves.scales.is_none() => {
                moves.scales = Some(keys(animation, channel, Type::Vec3, smooth, numbers, ignored)?);
            }
            _ => drop(ignored.insert("animation-targets")),
        }
    }
    Ok(all)
}

impl Moves {
    /// At all times that one of them has a key.
    fn track(self, node: usize, up: Up, numbers: &mut Numbers<'_>) -> Result<Track, GltfError> {
        let Self { translations, rotations, scales } = self;
        let lists = [
            translations.as_ref().map(|keys| &keys.times),
            rotations.as_ref().map(|keys| &keys.times),
            scales.as_ref().map(|keys| &keys.times),
        ];
        let times = union(lists.into_iter().flatten());
        numbers.budget.take(times.len(), 44)?;
        let translations = translations.map(|keys| keys.at(&times, between));
        let rotations = rotations.map(|keys| keys.at(&times, between_turns));
        let scales = scales.map(|keys| keys.at(&times, between));
        let turned = |list: Vec<_>, turn: fn(Up, [f32; 3]) -> [f32; 3]| {
            list.into_iter().map(|value| turn(up, finite(value))).collect()
        };
        Ok(Track {
            node,
            translations: translations.map(|list| turned(list, Up::from_y)),
            rotations: rotations.map(|list| list.into_iter().map(|v| up.rotation_from_y(v)).collect()),
            scales: scales.map(|list| turned(list, Up::scale_from_y)),
            times,
        })
    }
}

/// What is between large numbers may be beyond them.
fn finite(vector: [f32; 3]) -> [f32; 3] {
    vector.map(|value| if value.is_finite() { value } else { 0.0 })
}

/// All times of several lists, rising.
fn union<'t>(lists: impl Iterator<Item = &'t Vec<f32>>) -> Vec<f32> {
    let mut lists: Vec<&Vec<f32>> = lists.collect();
    lists.dedup();
    let mut times: Vec<f32> = lists.into_iter().flatten().copied().collect();
    times.sort_by(f32::total_cmp);
    times.dedup();
    times
}

impl<const N: usize> Keys<N> {
    /// The values at other times: those of the keys where they are, and what is between them elsewhere.
    fn at(self, times: &[f32], between: fn([f32; N], [f32; N], f32) -> [f32; N]) -> Vec<[f32; N]> {
        if self.times == times {
            return self.values;
        }
        let mut next = 0;
        let value = |time: &f32| {
            while self.times.get(next).is_some_and(|key| key < time) {
                next += 1;
            }
            let before =
                next.checked_sub(1).and_then(|last| Some((*self.times.get(last)?, *self.values.get(last)?)));
            let after = self.times.get(next).zip(self.values.get(next)).map(|(time, value)| (*time, *value));
            match (before, after) {
                (_, Some((at, value))) if at == *time => value,
                (Some((start, from)), Some((end, to))) => between(from, to, (time - start) / (end - start)),
                (Some((_, value)), None) | (None, Some((_, value))) => value,
                (None, None) => [0.0; N],
            }
        };
        times.iter().map(value).collect()
    }
}

fn between<const N: usize>(from: [f32; N], to: [f32; N], part: f32) -> [f32; N] {
    std::array::from_fn(|i| from[i] + (to[i] - from[i]) * part)
}

/// On the shortest way round.
fn between_turns(from: [f32; 4], to: [f32; 4], part: f32) -> [f32; 4] {
    unit(Quat::from_array(from).slerp(Quat::from_array(to), part).to_array())
}

/// A value and how it leaves one key and arrives at the next.
type Curve<const N: usize> = fn([[f32; N]; 4], f32, f32) -> [f32; N];

/// Between two keys on a curve: where it starts and how it leaves, where it ends and how it arrives.
fn smooth<const N: usize>([from, leaving, to, arriving]: [[f32; N]; 4], part: f32, time: f32) -> [f32; N] {
    let (square, cube) = (part * part, part * part * part);
    std::array::from_fn(|i| {
        (2.0 * cube - 3.0 * square + 1.0) * from[i]
            + time * (cube - 2.0 * square + part) * leaving[i]
            + (3.0 * square - 2.0 * cube) * to[i]
            + time * (cube - square) * arriving[i]
    })
}

fn smooth_turn(ends: [[f32; 4]; 4], part: f32, time: f32) -> [f32; 4] {
    unit(smooth(ends, part, time))
}

/// The keys of a channel. What is not straight between them is made so, and that is said.
fn keys<const N: usize>(
    animation: &Animation,
    channel: &Channel,
    kind: Type,
    curve: Curve<N>,
    numbers: &mut Numbers<'_>,
    ignored: &mut Ignored,
) -> Result<Keys<N>, GltfError> {
    let sampler: &Sampler = animation
        .samplers
        .get(channel.sampler.value())
        .ok_or_else(|| broken(phrases::gltf_no_sampler(channel.sampler.value())))?;
    let times: Vec<f32> =
        numbers.vectors::<1>(sampler.input, &[Type::Scalar], 0.0)?.into_iter().map(|[time]| time).collect();
    let mut values = numbers.vectors::<N>(sampler.output, &[kind], 0.0)?;
    let interpolation = match sampler.interpolation {
        Checked::Valid(interpolation) => interpolation,
        Checked::Invalid => return Err(broken(phrases::gltf_animation_kind())),
    };
    let each = if interpolation == Interpolation::CubicSpline { 3 } else { 1 };
    if times.len().checked_mul(each) != Some(values.len()) {
        return Err(broken(phrases::gltf_values_at_times(values.len(), times.len())));
    }
    if kind == Type::Vec4 && each == 1 {
        values.iter_mut().for_each(|value| *value = unit_of(*value));
    }
    let keys = rising(Keys { times, values }, each, ignored);
    match interpolation {
        Interpolation::Linear => Ok(keys),
        Interpolation::Step => {
            ignored.insert("step-interpolation");
            numbers.budget.take(keys.times.len(), (N + 1) * 8)?;
            Ok(stepped(keys))
        }
        Interpolation::CubicSpline => {
            ignored.insert("cubic-interpolation");
            numbers.budget.take(keys.times.len(), (N + 1) * 4 * STEPS)?;
            Ok(curved(&keys, curve))
        }
    }
}

/// The same as [`unit`], where four numbers are a rotation.
fn unit_of<const N: usize>(value: [f32; N]) -> [f32; N] {
    let Ok(rotation) = <[f32; 4]>::try_from(&value[..]) else { return value };
    let rotation = unit(rotation);
    std::array::from_fn(|i| rotation[i])
}

/// Without keys that do not come after the one before; each key has `each` values.
fn rising<const N: usize>(keys: Keys<N>, each: usize, ignored: &mut Ignored) -> Keys<N> {
    if keys.times.is_sorted_by(|one, next| one < next) {
        return keys;
    }
    ignored.insert("unordered-keys");
    let mut rising = Keys { times: vec![], values: vec![] };
    for (time, values) in keys.times.iter().zip(keys.values.chunks(each)) {
        if rising.times.last().is_none_or(|last| time > last) {
            rising.times.push(*time);
            rising.values.extend_from_slice(values);
        }
    }
    rising
}

/// Each value stays until just before the next.
fn stepped<const N: usize>(keys: Keys<N>) -> Keys<N> {
    let mut steps = Keys { times: vec![], values: vec![] };
    for (time, value) in keys.times.into_iter().zip(keys.values) {
        let last = steps.times.last().copied().zip(steps.values.last().copied());
        if let Some((_, stays)) = last.filter(|(last, _)| time - JUMP > *last) {
            steps.times.push(time - JUMP);
            steps.values.push(stays);
        }
        steps.times.push(time);
        steps.values.push(value);
    }
    steps
}

/// Curves as straight lines; each key tells how it is reached, its value, and how it is left.
fn curved<const N: usize>(keys: &Keys<N>, curve: Curve<N>) -> Keys<N> {
    let mut lines = Keys { times: vec![], values: vec![] };
    let all: Vec<_> = keys.times.iter().zip(keys.values.as_chunks::<3>().0).collect();
    for pair in all.windows(2) {
        let [(start, [_, from, leaving]), (end, [arriving, to, _])] = pair else { continue };
        for step in 0..STEPS {
            let part = step as f32 / STEPS as f32;
            let time = *start + (*end - *start) * part;
            if lines.times.last().is_none_or(|last| time > *last) {
                lines.times.push(time);
                lines.values.push(curve([*from, *leaving, *to, *arriving], part, *end - *start));
            }
        }
    }
    if let Some((time, [_, value, _])) = all.last() {
        lines.times.push(**time);
        lines.values.push(unit_of(*value));
    }
    lines
}
