//! Where the nodes of a model are at a moment, as the engine computes it.

use super::Model;
use super::model::Track;
use super::stream::Key;
use crate::phrases;
use glam::{Mat4, Quat, Vec3, Vec4};
use relict_core::prelude::*;

/// Which key a node takes at a time, and how far it is on the way to the next.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Selection {
    /// Before it is tested against the number of frames.
    pub frame: u32,
    pub key: usize,
    /// Whether no frame counts, so that the key is the node's last and stands for itself.
    pub is_fallback: bool,
    pub alpha: f32,
}

/// Where a node is in the space of its parent.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Sample {
    /// As it is stored: the engine turns by its inverse.
    pub rotation: Quat,
    pub translation: Vec3,
}

/// Which moment is meant.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Moment {
    /// The model as it was built: frame 0 of what moves.
    Rest,
    /// In frames.
    Time(f32),
    /// Between two moments: a weight of 0 is the first, of 1 the second.
    Blend { a: f32, b: f32, weight: f32 },
}

impl Moment {
    /// Whether it is any moment at all: of two that are blended, one that is negative or weighs nothing does not count.
    pub fn counts(self) -> bool {
        match self {
            Self::Rest => true,
            Self::Time(time) => time.is_finite(),
            Self::Blend { a, b, weight } => {
                [a, b, weight].iter().all(|number| number.is_finite())
                    && (counts_first(a, weight) || counts_second(b, weight))
            }
        }
    }
}

fn counts_first(a: f32, weight: f32) -> bool {
    weight < 1.0 && a >= 0.0
}

fn counts_second(b: f32, weight: f32) -> bool {
    weight > 0.0 && b >= 0.0
}

/// Where every node is, by its place in the list of nodes.
#[derive(Clone, Debug, PartialEq)]
pub struct Pose {
    /// In the space of its parent.
    pub local: Vec<Mat4>,
    /// In the space of the model.
    pub model: Vec<Mat4>,
}

/// The frame that a time falls into. Halves go to the even neighbour, as the engine has set its processor; what lies
/// before the first frame becomes a number beyond all frames.
pub fn frame_at(time: f32) -> u32 {
    whole_frame(time) as u32
}

/// The same before it is cut to 32 bits, by which times beyond 2³² would come round to frame 0 again.
fn whole_frame(time: f32) -> i64 {
    (time - 0.5).round_ties_even() as i64
}

impl Sample {
    const REST: Self = Self { rotation: Quat::IDENTITY, translation: Vec3::ZERO };

    /// A translation that is no number would spread to all that hangs on the node.
    pub(super) fn of(key: &Key) -> Self {
        let [w, x, y, z] = key.rotation();
        let translation = Vec3::from_array(key.translation);
        let translation = if translation.is_finite() { translation } else { Vec3::ZERO };
        Self { rotation: Quat::from_xyzw(x, y, z, w), translation }
    }

    /// The engine's matrix: the transpose of the usual one, and not made for quaternions of length one only. One of
    /// nothing but zeros turns nothing.
    pub fn matrix(&self) -> Mat4 {
        let Quat { w, x, y, z } = self.rotation;
        let rows = [
            [1.0 - 2.0 * (y * y + z * z), 2.0 * (x * y + w * z), 2.0 * (x * z - w * y)],
            [2.0 * (x * y - w * z), 1.0 - 2.0 * (x * x + z * z), 2.0 * (y * z + w * x)],
            [2.0 * (x * z + w * y), 2.0 * (y * z - w * x), 1.0 - 2.0 * (x * x + y * y)],
        ];
        let column = |i: usize| Vec4::new(rows[0][i], rows[1][i], rows[2][i], 0.0);
        Mat4::from_cols(column(0), column(1), column(2), self.translation.extend(1.0))
    }

    fn between(&self, other: &Self, alpha: f32) -> Self {
        Self {
            rotation: slerp(self.rotation, other.rotation, alpha),
            translation: self.translation * (1.0 - alpha) + other.translation * alpha,
        }
    }
}

/// The short way round, without making the result one long.
fn slerp(from: Quat, to: Quat, alpha: f32) -> Quat {
    let dot = from.dot(to);
    let (dot, sign) = if dot < 0.0 { (-dot, -1.0) } else { (dot, 1.0) };
    if 1.0 - dot <= 1e-5 {
        return from * (1.0 - alpha) + to * (sign * alpha);
    }
    let angle = dot.acos();
    let second = (alpha * angle).sin() / angle.sin();
    let first = (alpha * angle).cos() - second * dot;
    from * first + to * (sign * second)
}

impl Model<'_> {
    /// Which key counts; none for a node that has none.
    pub fn select(&self, node: usize, time: f32) -> Option<Selection> {
        let track = self.tracks.get(node)?;
        let (fallback, frame) = (track.fallback?, frame_at(time));
        let last = Selection { frame, key: fallback, is_fallback: true, alpha: 0.0 };
        let inside = (0..i64::from(self.frame_count())).contains(&whole_frame(time));
        let Some(run) = track.run.clone().filter(|_| inside) else { return Some(last) };
        let word = self.map().get(run.start + frame as usize).map(|word| usize::from(*word));
        let Some(key) = word.filter(|word| *word < fallback) else { return Some(last) };
        let (from, to) = (self.keys().get(key)?.time, self.keys().get(key + 1)?.time);
        let at = |key, alpha| Some(Selection { frame, key, is_fallback: false, alpha });
        if time == from {
            return at(key, 0.0);
        }
        if time == to {
            return at(key + 1, 0.0);
        }
        let alpha = (time - from) / (to - from);
        // Keys that do not come one after the other, or lie too far apart to count, have nothing between them.
        at(key, if to > from && alpha.is_finite() { alpha } else { 0.0 })
    }

    /// Where a node is at a time. One without keys stays where its parent is.
    pub fn sample(&self, node: usize, time: f32) -> Result<Sample> {
        expect_finite("time", time)?;
        let Some(selection) = self.select(node, time) else { return Ok(Sample::REST) };
        let key = |key: usize| self.keys().get(key).map_or(Sample::REST, Sample::of);
        let first = key(selection.key);
        if selection.is_fallback || selection.alpha == 0.0 {
            return Ok(first);
        }
        Ok(first.between(&key(selection.key + 1), selection.alpha))
    }

    /// Where a node is between two moments. A negative time stands for none; then the other counts alone.
    pub fn blend(&self, node: usize, a: f32, b: f32, weight: f32) -> Result<Sample> {
        for (name, number) in [("time", a), ("blend", b), ("weight", weight)] {
            expect_finite(name, number)?;
        }
        match (counts_first(a, weight), counts_second(b, weight)) {
            (true, false) => self.sample(node, a),
            (false, true) => self.sample(node, b),
            (true, true) => {
                let (from, mut to) = (self.sample(node, a)?, self.sample(node, b)?);
                let (sum, difference) = (from.rotation + to.rotation, from.rotation - to.rotation);
                if sum.length_squared() < difference.length_squared() {
                    to.rotation = -to.rotation;
                }
                Ok(from.between(&to, weight))
            }
            (false, false) => Err(Error::unexpected(
                phrases::a_time_on_one_side(),
                phrases::both(a.to_string(), b.to_string()),
            )),
        }
    }

    /// Frame 0 of what moves, and the only key of what does not: the last key would leave turrets turned.
    pub fn rest(&self, node: usize) -> Sample {
        let Some(Track { fallback: Some(last), run }) = self.tracks.get(node) else { return Sample::REST };
        let first = run.as_ref().and_then(|run| self.map().get(run.start)).map(|word| usize::from(*word));
        // As at any other frame, a word that is not below the fallback stands for it.
        let key = first.map_or(*last, |word| word.min(*last));
        self.keys().get(key).map_or(Sample::REST, Sample::of)
    }

    fn sample_at(&self, node: usize, moment: Moment) -> Result<Sample> {
        match moment {
            Moment::Rest => Ok(self.rest(node)),
            Moment::Time(time) => self.sample(node, time),
            Moment::Blend { a, b, weight } => self.blend(node, a, b, weight),
        }
    }

    /// Where all nodes are.
    pub fn pose(&self, moment: Moment) -> Result<Pose> {
        let nodes = 0..self.nodes().len();
        let local = nodes.map(|node| Ok(self.sample_at(node, moment)?.matrix())).collect::<Result<_>>()?;
        Ok(self.composed(local))
    }

    /// The same as the game draws it: the first node turns, but does not travel, since its unit does that.
    pub fn engine_pose(&self, moment: Moment) -> Result<Pose> {
        let mut local = self.pose(moment)?.local;
        if let Some(root) = local.first_mut().filter(|_| self.parent(0).is_none()) {
            root.w_axis = Vec4::W;
        }
        Ok(self.composed(local))
    }

    fn composed(&self, local: Vec<Mat4>) -> Pose {
        let mut model = local.clone();
        for &node in self.parents_first() {
            if let Some(parent) = self.parent(node) {
                model[node] = model[parent] * local[node];
            }
        }
        Pose { local, model }
    }
}

fn expect_finite(name: &str, number: f32) -> Result<()> {
    if number.is_finite() {
        Ok(())
    } else {
        Err(Error::unexpected(phrases::a_finite_number(), value(number)).inside(name))
    }
}

/// A matrix by rows, acting on columns: the translation is the last of each row.
pub fn rows(matrix: &Mat4) -> [f32; 16] {
    matrix.transpose().to_cols_array()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn halves_go_to_the_even_frame_and_what_lies_before_is_beyond() {
        for (time, frame) in [
            (0.0, 0),
            (-0.0, 0),
            (0.5, 0),
            (1.0, 0),
            (1.001, 1),
            (1.5, 1),
            (2.0, 2),
            (3.0, 2),
            (3.5, 3),
            (4.0, 4),
            (-0.001, u32::MAX),
            (-0.5, u32::MAX),
            (1e30, u32::MAX),
            (4_294_967_296.0, 0),
            (-1e30, 0),
        ] {
            assert_eq!(frame_at(time), frame, "{time}");
        }
    }

    #[test]
    fn a_quaternion_of_zeros_turns_nothing() {
        let sample = Sample { rotation: Quat::from_xyzw(0.0, 0.0, 0.0, 0.0), translation: Vec3::ONE };
        assert_eq!(sample.matrix(), Mat4::from_translation(Vec3::ONE));
    }
}
