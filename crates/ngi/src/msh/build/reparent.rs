//! Nodes below other parents.

use super::{Notes, misfit};
use crate::msh::{Model, Msh};
use relict_core::args;
use relict_core::scene::node_match::NodeMatch;
use relict_core::scene::{Misfit, Scene};

/// Gives the nodes of the model the parents that they have in the scene.
pub(super) fn reparent(
    nodes: &NodeMatch,
    model: &Model<'_>,
    scene: &Scene,
    draft: &mut Msh<'_>,
    notes: &mut Notes,
) -> Result<(), Misfit> {
    for (node, parent) in nodes.reparented(scene, |node| model.parent(node)) {
        let name = |node: usize| model.scene_name(node);
        let above = parent.map_or(String::new(), name);
        if parent.is_some_and(|parent| parent >= node) {
            return Err(misfit("model.parent-order", args!(node = name(node), parent = above)));
        }
        match parent {
            Some(_) => notes.say("parent-changed", args!(node = name(node), parent = above)),
            None => notes.say("parent-gone", args!(node = name(node))),
        }
        if let Some(record) = draft.streams.nodes.as_mut().and_then(|nodes| nodes.get_mut(node)) {
            record.parent = parent.and_then(|parent| u16::try_from(parent).ok()).unwrap_or(u16::MAX);
        }
    }
    Ok(())
}
