//! glTF as a scene. Nothing that the file says is believed before it is checked, and nothing is made that `limit` does
//! not pay for.

mod clips;
mod document;
mod materials;
mod meshes;
mod numbers;
mod tree;

use super::{GltfError, OURS, Read, chunks, key, names};
use crate::budget::Budget;
use crate::phrases::Phrase;
use gltf_json::Root;
use numbers::Numbers;
use relict_core::scene::{Extras, Scene, Up, Variant};
use serde_json::Value;
use std::collections::BTreeSet;

/// What was left out or changed, each once.
type Ignored = BTreeSet<&'static str>;

/// Where files beside the model come from.
type Beside<'b> = &'b dyn Fn(&str) -> Option<Vec<u8>>;

pub(super) fn scene(bytes: &[u8], up: Up, limit: usize, beside: Beside<'_>) -> Result<Read, GltfError> {
    let (json, own) = chunks::split(bytes)?;
    let mut ignored = Ignored::new();
    let root = document::read(json, limit, &mut ignored)?;
    let mut numbers = Numbers::new(&root, own, Budget::new(limit), beside)?;
    let tree = tree::Tree::of(&root, up, &mut ignored)?;
    let mut meshes = meshes::Meshes::new(&root, up, &mut ignored);
    let nodes = tree.nodes(&mut meshes, &mut numbers)?;
    let meshes = meshes.done;
    let clips = clips::read(&root, &tree, up, &mut numbers, &mut ignored)?;
    let (materials, textures) = materials::read(&root, &mut numbers, beside, &mut ignored);
    if numbers.not_finite {
        ignored.insert("not-finite");
    }
    let (name, extras) = named_scene(&root);
    let scene = Scene { name, up, nodes, meshes, materials, textures, clips, flat: false, extras };
    Ok(Read { scene, ignored: ignored.into_iter().collect() })
}

/// The name and the extras of the scene that is shown.
fn named_scene(root: &Root) -> (String, Extras) {
    let Some(scene) = root.scenes.get(root.scene.map_or(0, |scene| scene.value())) else {
        return (String::new(), Extras::new());
    };
    let mut extras = ours(&scene.extras);
    (given_name(scene.name.as_ref(), &mut extras, "scene"), extras)
}

/// What we had written into extras; empty if it is somebody else's.
fn ours(extras: &gltf_json::Extras) -> Extras {
    let value = extras.as_ref().and_then(|raw| serde_json::from_str::<Value>(raw.get()).ok());
    match value {
        Some(Value::Object(mut all)) => match all.remove(OURS) {
            Some(Value::Object(ours)) => ours,
            _ => Extras::new(),
        },
        _ => Extras::new(),
    }
}

/// The name of anything but a node, as it was given; extras lose it.
fn given_name(name: Option<&String>, extras: &mut Extras, kind: &str) -> String {
    let given = extras.shift_remove(key::NAME);
    names::given_plain(name.map_or("", |name| name), given.as_ref().and_then(Value::as_str), kind)
}

/// The variant that extras tell; they lose it.
fn variant(extras: &mut Extras) -> Option<Variant> {
    let mut number = |key: &str| u8::try_from(extras.shift_remove(key)?.as_f64()? as i64).ok();
    let (state, level) = (number(key::STATE), number(key::LEVEL));
    Some(Variant { state: state?, level: level? })
}

fn broken(why: Phrase) -> GltfError {
    GltfError::Broken(why.into())
}
