//! Units and buildings of Parkan: parts with looks and ways, and a box that holds all of it at every moment.

use super::drawn::drawn;
use super::msh::{Part, Stream, boxed, packed, streams};
use crate::form::turn::Turn;
use crate::form::{Body, Point};
use relict_toolkit::core::bytes::Cursor;
use relict_toolkit::core::format::{Format, Origin};
use relict_toolkit::ngi::msh::pose::Moment;
use relict_toolkit::ngi::msh::stream::{Bounds, Key};
use relict_toolkit::ngi::msh::{Model, Msh};

/// Where a part is at a frame. The file has turns the other way round.
pub(crate) fn key(frame: u16, translation: Point, turn: Turn) -> Key {
    let rotation = turn.back().0.map(|part| (part * 32767.0).round() as i16);
    Key { translation, time: frame.into(), rotation }
}

/// A part that stays where it is.
pub(crate) fn part<'p>(name: &'p str, parent: Option<u16>, at: Point) -> Part<'p> {
    Part { name, label: "", flags: 0, parent, keys: vec![key(0, at, Turn::NONE)], cells: vec![] }
}

impl<'p> Part<'p> {
    pub(crate) fn labelled(self, label: &'p str) -> Self {
        Self { label, ..self }
    }

    pub(crate) fn flagged(self, flags: u16) -> Self {
        Self { flags, ..self }
    }

    /// Turned round, to look where whoever comes from behind can see it.
    pub(crate) fn about_face(mut self) -> Self {
        for key in &mut self.keys {
            key.rotation =
                Turn::about([0.0, 0.0, 1.0], 0.5).back().0.map(|part| (part * 32767.0).round() as i16);
        }
        self
    }

    /// What it looks like in a state and at a level.
    pub(crate) fn look(mut self, state: usize, level: usize, body: &Body) -> Self {
        self.cells.push((state, level, drawn(body)));
        self
    }

    /// It moves: at each of so many moments until `frames` it is somewhere.
    pub(crate) fn moves(self, frames: u16, steps: u16, way: impl Fn(f32) -> (Point, Turn)) -> Self {
        let at = |i: u16| {
            // The last moment is the first again.
            let (place, turn) = way(f32::from(i % steps) / f32::from(steps));
            key(i * frames / steps, place, turn)
        };
        let mut keys: Vec<Key> = (0..=steps).map(at).collect();
        straighten(&mut keys);
        Self { keys, ..self }
    }

    /// It turns round and round about an axis, so many times.
    pub(crate) fn spins(self, frames: u16, times: f32, axis: Point) -> Self {
        let place = self.keys[0].translation;
        let steps = (times.abs() * 6.0) as u16;
        self.moves(frames, steps, |time| (place, Turn::about(axis, time * times)))
    }
}

/// A turn and its opposite are the same; the nearer one is the way on.
fn straighten(keys: &mut [Key]) {
    for i in 1..keys.len() {
        let last = keys[i - 1].rotation;
        let along: i64 = (0..4).map(|part| i64::from(last[part]) * i64::from(keys[i].rotation[part])).sum();
        if along < 0 {
            keys[i].rotation = keys[i].rotation.map(|part| -part);
        }
    }
}

/// The model, in bounds that hold it in every state and at every frame.
pub(crate) fn model(name: &str, parts: &[Part<'_>]) -> Vec<u8> {
    packed(name, &model_streams(name, parts))
}

pub(crate) fn model_streams(name: &str, parts: &[Part<'_>]) -> Vec<Stream> {
    let loose = packed(name, &streams(parts, boxed([0.0; 3], [0.0; 3])));
    let bounds = around(&loose).unwrap_or_else(|e| panic!("{name}: {e}"));
    streams(parts, bounds)
}

fn around(model: &[u8]) -> relict_toolkit::core::error::Result<Bounds> {
    let msh = Msh::read(&mut Cursor::new(model), Origin::named("model.msh"))?;
    let model = msh.model(true)?;
    let (mut low, mut high) = ([f32::MAX; 3], [f32::MIN; 3]);
    for frame in 0..model.frame_count().max(1) {
        for point in points(&model, frame as f32)? {
            low = [0, 1, 2].map(|axis| low[axis].min(point[axis]));
            high = [0, 1, 2].map(|axis| high[axis].max(point[axis]));
        }
    }
    Ok(boxed(low, high))
}

/// All that is seen from near, in every state.
fn points(model: &Model<'_>, frame: f32) -> relict_toolkit::core::error::Result<Vec<Point>> {
    let pose = model.pose(Moment::Time(frame))?;
    let mut all = vec![];
    for (node, matrix) in pose.model.iter().enumerate() {
        let slots = (0..3).filter_map(|state| model.slot(node, state, 0));
        for batch in slots.flat_map(|(_, slot)| slot.batches()) {
            let batch = &model.batches()[batch];
            let vertices =
                batch.base_vertex as usize..batch.base_vertex as usize + usize::from(batch.vertex_count);
            let placed = |point: &Point| matrix.transform_point3((*point).into()).to_array();
            all.extend(model.positions()[vertices].iter().map(placed));
        }
    }
    Ok(all)
}
