//! Nodes below other parents.

use super::super::Model;
use relict_core::args;
use relict_core::scene::node_match::NodeMatch;
use relict_core::scene::notes::misfit;
use relict_core::scene::{Misfit, Scene};

/// The order of nodes in the file is the tree, so they keep their parents.
pub(super) fn expect_same_parents(
    model: &Model<'_>,
    scene: &Scene,
    nodes: &NodeMatch,
    names: &[String],
) -> Result<(), Misfit> {
    let parents = model.parents();
    match nodes.reparented(scene, |node| parents[node]).next() {
        None => Ok(()),
        Some((node, _)) => {
            let before = parents[node].map_or("—", |parent| &*names[parent]);
            Err(misfit("model.parent-fixed", args!(node = names[node].as_str(), before = before)))
        }
    }
}
