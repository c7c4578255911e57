//! Clips as animations, straight from key to key.

use super::nodes::unit_rotation;
use super::store::Store;
use super::{extras, finite, name_kept, names};
use gltf_json::animation::{Channel, Interpolation, Property, Sampler, Target};
use gltf_json::validation::Checked;
use gltf_json::{Accessor, Animation, Index, Root};
use relict_core::scene::{Clip, Scene, Track, Up};
use std::collections::HashSet;

pub(super) fn write(scene: &Scene, store: &mut Store<'_>, root: &mut Root) {
    for (place, clip) in scene.clips.iter().enumerate() {
        let mut moves = Moves {
            up: scene.up,
            store,
            moved: HashSet::new(),
            times: None,
            samplers: vec![],
            channels: vec![],
        };
        clip.tracks.iter().for_each(|track| moves.track(track));
        let Moves { samplers, channels, .. } = moves;
        if !channels.is_empty() {
            root.animations.push(animation(clip, place, samplers, channels));
        }
    }
}

fn animation(clip: &Clip, place: usize, samplers: Vec<Sampler>, channels: Vec<Channel>) -> Animation {
    let name = names::plain(&clip.name, "clip", place);
    let extras = extras(&clip.extras, &name_kept(&name, &clip.name));
    Animation { extensions: None, extras, channels, name: Some(name), samplers }
}

/// One animation in the making.
struct Moves<'w, 's> {
    up: Up,
    store: &'w mut Store<'s>,
    /// What moves already: glTF moves a node in one way only.
    moved: HashSet<(usize, u8)>,
    /// The last times that were written; often the next track has the same.
    times: Option<(Vec<f32>, Index<Accessor>)>,
    samplers: Vec<Sampler>,
    channels: Vec<Channel>,
}

impl Moves<'_, '_> {
    fn track(&mut self, track: &Track) {
        let keys = rising(&track.times);
        if keys.is_empty() {
            return;
        }
        let up = self.up;
        let translations = track.translations.as_deref();
        self.channel(track, &keys, translations, Property::Translation, |v| up.to_y(v.map(finite)));
        let rotations = track.rotations.as_deref();
        self.channel(track, &keys, rotations, Property::Rotation, |v| unit_rotation(up, v));
        let scales = track.scales.as_deref();
        self.channel(track, &keys, scales, Property::Scale, |v| up.scale_to_y(v.map(finite)));
    }

    fn channel<const N: usize>(
        &mut self,
        track: &Track,
        keys: &[usize],
        values: Option<&[[f32; N]]>,
        path: Property,
        convert: impl Fn([f32; N]) -> [f32; N],
    ) {
        let Some(values) = values else { return };
        if !self.moved.insert((track.node, path as u8)) {
            return;
        }
        let input = self.times(track, keys);
        let output = self.store.key_values(keys.iter().map(|&key| convert(values[key])).collect());
        let interpolation = Checked::Valid(Interpolation::Linear);
        let sampler = Sampler { extensions: None, extras: None, input, interpolation, output };
        let sampler = Index::push(&mut self.samplers, sampler);
        let node = Index::new(track.node as u32);
        let target = Target { extensions: None, extras: None, node, path: Checked::Valid(path) };
        self.channels.push(Channel { sampler, target, extensions: None, extras: None });
    }

    fn times(&mut self, track: &Track, keys: &[usize]) -> Index<Accessor> {
        let times: Vec<f32> = keys.iter().map(|&key| track.times[key]).collect();
        if let Some((_, known)) = self.times.as_ref().filter(|(known, _)| *known == times) {
            return *known;
        }
        let accessor = self.store.times(times.clone());
        self.times = Some((times, accessor));
        accessor
    }
}

/// The keys whose times glTF takes: none before zero, each after the one before.
fn rising(times: &[f32]) -> Vec<usize> {
    let mut last = None;
    let mut rises = |time: f32| {
        let rises = time.is_finite() && time >= 0.0 && last.is_none_or(|last| time > last);
        last = if rises { Some(time) } else { last };
        rises
    };
    (0..times.len()).filter(|&key| rises(times[key])).collect()
}
