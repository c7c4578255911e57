//! Where a node is: a position and a rotation, as scenes and as keys have them.

use crate::msh::pose::Sample;
use crate::msh::scene::placement;
use crate::msh::stream::Key;
use glam::{Quat, Vec3};
use relict_core::scene::Placement;
use relict_core::scene::tolerance::{EXACT, is_same_rotation};

/// Half of the smallest step of a rotation in a key.
const ROTATION: f32 = 1.5e-5;

/// By a part of the largest coordinate.
fn is_same_position(a: Vec3, b: Vec3, tolerance: f32) -> bool {
    (a - b).abs().max_element() <= tolerance * a.abs().max_element().max(1.0)
}

fn is_same_turn(a: Quat, b: Quat) -> bool {
    is_same_rotation(a.to_array(), b.to_array(), ROTATION)
}

#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Transform {
    pub position: Vec3,
    pub rotation: Quat,
}

impl Transform {
    pub(super) fn of(placement: &Placement) -> Self {
        let rotation = Quat::from_array(placement.rotation).normalize();
        Self { position: Vec3::from_array(placement.translation), rotation }
    }

    pub(super) fn of_key(key: &Key) -> Self {
        Self::of(&placement(&Sample::of(key)))
    }

    pub(super) fn is(self, other: Self) -> bool {
        self.is_within(other, EXACT)
    }

    /// The same, with a tolerance of the position.
    pub(super) fn is_within(self, other: Self, tolerance: f32) -> bool {
        is_same_position(other.position, self.position, tolerance)
            && is_same_turn(other.rotation, self.rotation)
    }

    /// As a key, with the very numbers of one that means the same.
    pub(super) fn key(self, time: f32, like: Option<&Key>) -> Key {
        let mut key = Key { translation: self.position.to_array(), time, rotation: packed(self.rotation) };
        if let Some((like, own)) = like.map(|key| (key, Self::of_key(key))) {
            if is_same_position(own.position, self.position, EXACT) {
                key.translation = like.translation;
            }
            if is_same_turn(own.rotation, self.rotation) {
                key.rotation = like.rotation;
            }
        }
        key
    }
}

/// The engine turns by the inverse of what it stores, and has w first.
fn packed(rotation: Quat) -> [i16; 4] {
    let Quat { x, y, z, w } = rotation.normalize().conjugate();
    [w, x, y, z].map(|part| (part * 32767.0).round().clamp(-32767.0, 32767.0) as i16)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_rotation_comes_back_from_a_key() {
        let rotation = Quat::from_xyzw(0.1, -0.2, 0.3, 0.9).normalize();
        let key = Transform { position: Vec3::ONE, rotation }.key(3.0, None);
        let back = Transform::of_key(&key);
        assert!((back.rotation - rotation).length() < 1e-4 && back.position == Vec3::ONE && key.time == 3.0);
        assert_eq!(back.key(3.0, Some(&key)).rotation, key.rotation);
    }
}
