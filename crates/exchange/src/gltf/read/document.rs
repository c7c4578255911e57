//! The JSON, freed of what has no meaning for us before it is taken at its word.

use super::{GltfError, Ignored, broken};
use gltf_json::Root;
use relict_core::phrases::json_reason;
use serde_json::{Map, Value, json};

/// What one value of the JSON may take in memory, at most and about: `{}` can be a whole node.
const VALUE: usize = 512;

/// Extensions that do not change what geometry means, but for those that we know.
const KNOWN: [&str; 4] =
    ["KHR_mesh_quantization", "KHR_texture_transform", "KHR_node_visibility", "KHR_lights_punctual"];

pub(super) fn read(json: &[u8], limit: usize, ignored: &mut Ignored) -> Result<Root, GltfError> {
    let values = json.iter().filter(|c| matches!(c, b'{' | b'[' | b',')).count();
    if values.saturating_mul(VALUE) > limit || json.len() > limit {
        return Err(GltfError::TooLarge);
    }
    let json = json.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(json);
    let mut all: Value = serde_json::from_slice(json).map_err(|_| GltfError::NotGltf)?;
    check_version(&all)?;
    check_extensions(&all, ignored)?;
    clean(&mut all, ignored);
    serde_json::from_value(all).map_err(|e| broken(json_reason(&e)))
}

fn check_version(all: &Value) -> Result<(), GltfError> {
    let said = |key: &str| all.get("asset")?.get(key)?.as_str();
    let version = said("version").ok_or(GltfError::NotGltf)?;
    let needed = said("minVersion").unwrap_or("2.0");
    match (version.starts_with("2."), needed) {
        (true, "2.0") => Ok(()),
        (true, _) => Err(GltfError::Version { found: needed.into() }),
        (false, _) => Err(GltfError::Version { found: version.into() }),
    }
}

fn check_extensions(all: &Value, ignored: &mut Ignored) -> Result<(), GltfError> {
    let list =
        |key: &str| all.get(key).and_then(Value::as_array).into_iter().flatten().filter_map(Value::as_str);
    let known = |name: &str| KNOWN.contains(&name) || name.starts_with("KHR_materials_");
    if let Some(name) = list("extensionsRequired").find(|name| !known(name)) {
        return Err(GltfError::Extension { name: name.into() });
    }
    ignored.extend(list("extensionsUsed").filter_map(|name| match name {
        "KHR_lights_punctual" => Some("lights"),
        "KHR_texture_transform" => Some("texture-transforms"),
        "KHR_node_visibility" => Some("visibility"),
        _ => None,
    }));
    Ok(())
}

/// Takes out what is left out anyway, and may be of kinds that the types do not know.
fn clean(all: &mut Value, ignored: &mut Ignored) {
    let Value::Object(root) = all else { return };
    drop_key(root, "cameras", "cameras", ignored);
    drop_key(root, "skins", "skins", ignored);
    for unneeded in ["samplers", "extensions", "extensionsUsed", "extensionsRequired"] {
        root.shift_remove(unneeded);
    }
    for node in objects(root, "nodes") {
        for unneeded in ["camera", "skin", "weights", "extensions"] {
            node.shift_remove(unneeded);
        }
    }
    for mesh in objects(root, "meshes") {
        mesh.shift_remove("weights");
        for part in objects(mesh, "primitives") {
            drop_key(part, "targets", "morph-targets", ignored);
        }
    }
    // The types insist on a list that glTF does not.
    for scene in objects(root, "scenes") {
        scene.entry("nodes").or_insert_with(|| json!([]));
    }
    for animation in objects(root, "animations") {
        clean_animation(animation, ignored);
    }
}

fn objects<'m>(
    holder: &'m mut Map<String, Value>,
    key: &str,
) -> impl Iterator<Item = &'m mut Map<String, Value>> {
    holder.get_mut(key).and_then(Value::as_array_mut).into_iter().flatten().filter_map(Value::as_object_mut)
}

fn drop_key(holder: &mut Map<String, Value>, key: &str, what: &'static str, ignored: &mut Ignored) {
    if holder.shift_remove(key).is_some() {
        ignored.insert(what);
    }
}

/// Animations may move more than nodes.
fn clean_animation(animation: &mut Map<String, Value>, ignored: &mut Ignored) {
    let Some(channels) = animation.get_mut("channels").and_then(Value::as_array_mut) else { return };
    channels.retain(|channel| {
        let path = channel.pointer("/target/path").and_then(Value::as_str).unwrap_or_default();
        let moves = ["translation", "rotation", "scale"].contains(&path);
        if path == "weights" {
            ignored.insert("morph-targets");
        } else if !moves {
            ignored.insert("animation-targets");
        }
        moves && channel.pointer("/target/node").is_some()
    });
}
