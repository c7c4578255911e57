//! Where nodes stand.

use super::super::Model;
use super::super::node::Object;
use super::super::tree::{Stance, matrix_from};
use glam::{EulerRot, Quat};
use relict_core::args;
use relict_core::scene::cast::Cast;
use relict_core::scene::notes::{Notes, misfit};
use relict_core::scene::{Misfit, Placement, Scene};

/// What tools leave of the numbers of a placement, of a length of one or of what it is.
const NEAR: f32 = 1e-5;

/// The flag of an object that stands in its parent as it is.
const INITIAL: u32 = 0x08;

pub(super) fn set(
    model: &Model<'_>,
    scene: &Scene,
    cast: &Cast,
    draft: &mut Model<'_>,
    notes: &mut Notes,
) -> Result<(), Misfit> {
    for (node, place) in cast.of_model.iter().enumerate() {
        let Some(told) = place.map(|place| &scene.nodes[place]) else { continue };
        match (&model.nodes[node].object, &mut draft.nodes[node].object) {
            (Some(own), Some(object)) => {
                let changed = Changed::new(&own.placement(), &told.placement);
                if changed.any() {
                    object.place(&told.placement, changed);
                    notes.say("node-moved", args!(node = told.name.as_str()));
                }
            }
            _ if Changed::new(&Placement::default(), &told.placement).any() => {
                return Err(misfit("model.level-moved", args!(node = told.name.as_str())));
            }
            _ => {}
        }
    }
    Ok(())
}

/// What of a placement is other than it was.
#[derive(Clone, Copy, Debug)]
struct Changed {
    translation: bool,
    turn: bool,
    scale: bool,
}

impl Changed {
    fn new(own: &Placement, told: &Placement) -> Self {
        let other = |own: [f32; 3], told: [f32; 3]| {
            own.iter().zip(told).any(|(own, told)| (own - told).abs() > NEAR * own.abs().max(1.0))
        };
        // A turn and its opposite are the same.
        let (was, is) = (Quat::from_array(own.rotation), Quat::from_array(told.rotation).normalize());
        let far = |a: Quat, b: Quat| (a - b).to_array().into_iter().map(f32::abs).fold(0.0, f32::max);
        Self {
            translation: other(own.translation, told.translation),
            turn: far(was, is).min(far(was, -is)) > NEAR,
            scale: other(own.scale, told.scale),
        }
    }

    fn any(self) -> bool {
        self.translation || self.turn || self.scale
    }
}

impl Object {
    fn place(&mut self, told: &Placement, changed: Changed) {
        if self.stance() == Stance::Initial {
            self.flags.0 &= !INITIAL;
        }
        if changed.translation {
            self.matrix[3] = told.translation;
        }
        if !changed.turn && !changed.scale {
            return;
        }
        let turn = Quat::from_array(told.rotation).normalize();
        let (y, x, z) = turn.to_euler(EulerRot::YXZ);
        let rows = matrix_from([x, y, z], told.scale);
        self.matrix[..3].copy_from_slice(&rows);
        // With a matrix alone, the angles are not asked.
        if self.stance() != Stance::Matrix {
            (self.rotate, self.scale) = ([x, y, z], told.scale);
        }
    }
}
