//! A scene as glTF. What no node shows and no part uses is left out: validators mind what nobody needs.

mod clips;
mod materials;
mod meshes;
mod nodes;
mod store;

use super::{GltfError, OURS, key, names};
use crate::files::{Namer, address};
use crate::phrases;

use gltf_json::extras::RawValue;
use gltf_json::validation::USize64;
use gltf_json::{Asset, Buffer, Index, Root};
use relict_core::scene::{Extras, Scene, Variant};
use serde_json::{Map, Value};
use store::Store;

/// A document and what it refers to.
pub(super) struct Written<'s> {
    pub(super) root: Root,
    pub(super) numbers: Store<'s>,
    /// Textures that are files of their own.
    pub(super) pictures: Vec<(String, Vec<u8>)>,
}

impl Written<'_> {
    /// Says where the numbers are: in a file, or without a name in this one.
    pub(super) fn refer_to_numbers(&mut self, file: Option<&str>) {
        let byte_length = USize64::from(self.numbers.length());
        if byte_length.0 > 0 {
            self.root.buffers.push(Buffer {
                byte_length,
                name: None,
                uri: file.map(address),
                extensions: None,
                extras: None,
            });
        }
    }
}

/// Writes all but where the numbers are. Textures become files if there is somebody to name them.
pub(super) fn document<'s>(scene: &'s Scene, namer: Option<&mut Namer>) -> Result<Written<'s>, GltfError> {
    scene
        .validate_structure()
        .map_err(|flaw| GltfError::Unwritable(phrases::flawed(flaw.field, flaw.not_finite).into()))?;
    let mut numbers = Store::default();
    let mut root = Root {
        asset: Asset { generator: Some("Relict".into()), ..Asset::default() },
        scene: Some(Index::new(0)),
        ..Root::default()
    };
    let used = materials::Used::of(scene);
    let meshes = meshes::write(scene, &used, &mut numbers, &mut root);
    nodes::write(scene, &meshes, &mut root);
    clips::write(scene, &mut numbers, &mut root);
    let pictures = materials::write(scene, &used, &mut numbers, &mut root, namer)?;
    numbers.describe(&mut root);
    Ok(Written { root, numbers, pictures })
}

/// What a format wants back, and what we do, where tools leave it alone; nothing if there is nothing.
fn extras(given: &Extras, ours: &Extras) -> gltf_json::Extras {
    if given.is_empty() && ours.is_empty() {
        return None;
    }
    let items = given.iter().filter(|(key, _)| !ours.contains_key(*key)).chain(ours);
    let items: Vec<String> =
        items.map(|(key, value)| format!("{}:{value}", Value::from(key.as_str()))).collect();
    RawValue::from_string(format!("{{\"{OURS}\":{{{}}}}}", items.join(","))).ok()
}

/// The given name, where it is not the one that glTF gets.
fn name_kept(name: &str, given: &str) -> Extras {
    let changed = (name != given).then(|| (key::NAME.to_owned(), given.into()));
    Map::from_iter(changed)
}

fn add_variant(extras: &mut Extras, variant: Variant) {
    extras.insert(key::STATE.into(), variant.state.into());
    extras.insert(key::LEVEL.into(), variant.level.into());
}

/// A number that JSON and validators take.
fn finite(value: f32) -> f32 {
    if value.is_finite() { value } else { 0.0 }
}
