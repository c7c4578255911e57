//! The placements of nodes.

use super::super::Model;
use super::super::node::Object;
use super::super::tree::{Stance, matrix_from};
use glam::{EulerRot, Quat};
use relict_core::args;
use relict_core::scene::node_match::NodeMatch;
use relict_core::scene::notes::{Notes, misfit};
use relict_core::scene::tolerance::{PLACEMENT, is_near, is_same_rotation};
use relict_core::scene::{Misfit, Placement, Scene};

/// The flag of an object that stands in its parent as it is.
const INITIAL: u32 = 0x08;

pub(super) fn set_placements(
    model: &Model<'_>,
    scene: &Scene,
    nodes: &NodeMatch,
    draft: &mut Model<'_>,
    notes: &mut Notes,
) -> Result<(), Misfit> {
    for (node, place) in nodes.of_model.iter().enumerate() {
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
        let rotation = Quat::from_array(told.rotation).normalize().to_array();
        Self {
            translation: !is_near(own.translation, told.translation, PLACEMENT),
            turn: !is_same_rotation(own.rotation, rotation, PLACEMENT),
            scale: !is_near(own.scale, told.scale, PLACEMENT),
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
