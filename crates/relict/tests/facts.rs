//! What is told of models without drawing them.

#![allow(clippy::unwrap_used, clippy::panic)]

mod common;

use common::{CONTEXT, assets};
use relict::core::scene::Shown;
use relict::model;

#[test]
fn every_model_has_nodes_and_every_node_its_parent_before_it() {
    let mut models = 0;
    for asset in assets() {
        let Ok(scene) = model::scene(&asset.open(), Shown::All, false, CONTEXT) else { continue };
        let facts = model::facts(&scene);
        assert_eq!(facts.nodes.len(), scene.nodes.len(), "{}", asset.label);
        assert!(facts.nodes.iter().all(|node| node.parent.is_none_or(|parent| parent < node.index)));
        assert_eq!(facts.bounds.is_some(), facts.nodes.iter().any(|node| node.bounds.is_some()));
        assert_eq!(facts.clips.len(), scene.clips.len());
        assert!(facts.variants.is_sorted_by_key(|variant| (variant.state, variant.level)));
        models += usize::from(facts.triangles > 0 && !facts.materials.is_empty());
    }
    assert!(models > 3, "{models}");
}
