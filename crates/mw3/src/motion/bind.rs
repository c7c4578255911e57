//! A motion, bound to the nodes of a model.

use super::{Motion, MovingPart};
use relict_core::scene::{self, Bound, Clip, Extras, Scene, Track};
use std::collections::{HashMap, HashSet};

impl scene::Motion for Motion<'_> {
    /// A part moves the node of exactly its name, if there is one and only one. What it tells takes the place of how the
    /// node stands at rest; the size stays.
    fn clip(&self, name: &str, scene: &Scene, stays: &dyn Fn(&str) -> bool) -> Bound {
        let nodes = sole_names(scene);
        let times = self.times();
        let mut bound = Bound { clip: Clip { name: name.into(), ..Clip::default() }, left_out: vec![] };
        let mut moved = HashSet::new();
        for part in &self.parts {
            let name = part.name.show();
            match nodes.get(&*name).filter(|node| moved.insert(**node)) {
                Some(&node) => bound.clip.tracks.push(part.track(node, &times, stays(&name))),
                None => bound.left_out.push(name.into_owned()),
            }
        }
        let said = [("loop_time", self.loop_time().into()), ("frames", self.header.frame_count.into())];
        bound.clip.extras = Extras::from_iter(said.map(|(key, value)| (key.to_owned(), value)));
        bound
    }
}

/// Names that one node has alone.
fn sole_names(scene: &Scene) -> HashMap<&str, usize> {
    let mut nodes: HashMap<&str, Option<usize>> = HashMap::new();
    for (place, node) in scene.nodes.iter().enumerate() {
        nodes.entry(node.given_name()).and_modify(|known| *known = None).or_insert(Some(place));
    }
    nodes.into_iter().filter_map(|(name, place)| Some((name, place?))).collect()
}

impl Motion<'_> {
    /// In seconds. A loop that takes no time, or forever, would show nothing; it takes one second.
    fn loop_time(&self) -> f32 {
        let stated = self.header.loop_time;
        if stated > 0.0 && stated.is_finite() { stated } else { 1.0 }
    }

    /// Of the samples: frames divide the loop evenly, and the last sample closes it.
    fn times(&self) -> Vec<f32> {
        let frames = self.header.frame_count.max(1);
        let time = |sample: usize| (f64::from(self.loop_time()) * sample as f64 / f64::from(frames)) as f32;
        let samples = self.parts.iter().map(|part| part.rotations.len()).max().unwrap_or_default();
        (0..samples).map(time).collect()
    }
}

impl MovingPart<'_> {
    fn track(&self, node: usize, times: &[f32], stays: bool) -> Track {
        let finite = |place: &[f32; 3]| place.map(|part| if part.is_finite() { part } else { 0.0 });
        Track {
            node,
            times: times[..self.rotations.len()].to_vec(),
            translations: (!stays).then(|| self.translations.iter().map(finite).collect()),
            rotations: Some(self.rotations.iter().map(turn).collect()),
            scales: None,
        }
    }
}

/// The file has w first, and says nothing of the length.
fn turn(&[w, x, y, z]: &[f32; 4]) -> [f32; 4] {
    let turn = glam::DVec4::from([x, y, z, w].map(f64::from)).try_normalize();
    turn.map_or([0.0, 0.0, 0.0, 1.0], |turn| turn.to_array().map(|part| part as f32))
}
