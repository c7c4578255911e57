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

/// The flag of an object without a transform of its own.
const INITIAL: u32 = 0x08;

pub(super) fn set_placements(
    model: &Model<'_>,
    scene: &Scene,
    nodes: &NodeMatch,
    draft: &mut Model<'_>,
    notes: &mut Notes,
) -> Result<(), Misfit> {
    for (node, place) in nodes.of_model.iter().enumerate() {
        let Some(new) = place.map(|place| &scene.nodes[place]) else { continue };
        match (&model.nodes[node].object, &mut draft.nodes[node].object) {
            (Some(own), Some(object)) => {
                let changed = Changed::new(&own.placement(), &new.placement);
                if changed.any() {
                    object.place(&new.placement, changed);
                    notes.say("node-moved", args!(node = new.name.as_str()));
                }
            }
            _ if Changed::new(&Placement::default(), &new.placement).any() => {
                return Err(misfit("model.level-moved", args!(node = new.name.as_str())));
            }
            _ => {}
        }
    }
    Ok(())
}

/// Which parts of a placement have changed.
#[derive(Clone, Copy, Debug)]
struct Changed {
    translation: bool,
    turn: bool,
    scale: bool,
}

impl Changed {
    fn new(own: &Placement, new: &Placement) -> Self {
        let rotation = Quat::from_array(new.rotation).normalize().to_array();
        Self {
            translation: !is_near(own.translation, new.translation, PLACEMENT),
            turn: !is_same_rotation(own.rotation, rotation, PLACEMENT),
            scale: !is_near(own.scale, new.scale, PLACEMENT),
        }
    }

    fn any(self) -> bool {
        self.translation || self.turn || self.scale
    }
}

impl Object {
    fn place(&mut self, new: &Placement, changed: Changed) {
        if self.stance() == Stance::Initial {
            self.flags.0 &= !INITIAL;
        }
        if changed.translation {
            self.matrix[3] = new.translation;
        }
        if !changed.turn && !changed.scale {
            return;
        }
        let turn = Quat::from_array(new.rotation).normalize();
        let (y, x, z) = turn.to_euler(EulerRot::YXZ);
        let rows = matrix_from([x, y, z], new.scale);
        self.matrix[..3].copy_from_slice(&rows);
        // With a matrix alone, the angles are not asked.
        if self.stance() != Stance::Matrix {
            (self.rotate, self.scale) = ([x, y, z], new.scale);
        }
    }
}
