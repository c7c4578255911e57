//! What is told of pictures and models without drawing them.

#![allow(clippy::unwrap_used, clippy::panic)]

use crate::common::{CONTEXT, assets};
use relict_toolkit::core::scene::Shown;
use relict_toolkit::{model, picture};

#[test]
fn every_picture_has_sizes_and_colours() {
    let (mut indexed, mut atlases, mut levels) = (0, 0, 0);
    for asset in assets() {
        let (_, document) = asset.open().open().unwrap();
        let Some(shown) = document.picture() else { continue };
        let Ok(facts) = picture::facts(&asset.label, shown) else { continue };
        let largest = shown.image(0).unwrap();
        assert_eq!(facts.levels[0], (largest.width, largest.height), "{}", asset.label);
        assert_eq!(facts.levels.len(), shown.levels(), "{}", asset.label);
        assert!(facts.levels.is_sorted_by(|a, b| a >= b), "{}: {:?}", asset.label, facts.levels);
        assert_eq!(facts.palette.is_some(), facts.used.is_some());
        indexed += usize::from(facts.used.is_some_and(|used| !used.is_empty()));
        atlases += usize::from(!facts.rects.is_empty());
        levels += usize::from(facts.levels.len() > 1);
        let thumb = largest.fit(32);
        assert!(thumb.width <= 32 && thumb.height <= 32, "{}", asset.label);
    }
    assert!(indexed > 5 && atlases > 0 && levels > 3, "{indexed} {atlases} {levels}");
}

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
