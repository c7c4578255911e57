//! Ground as JSON of before: the names that fields had when less was known of them.

use relict_core::json::Value;
use serde_json::{Map, json};

/// Gives fields their names of today. What has them already stays as it is.
pub(in crate::msh) fn rename(msh: &mut Value) {
    let Some(streams) = msh.get_mut("streams").and_then(Value::as_object_mut) else { return };
    move_all(streams, &[("layer1_uvs", "ground_uvs"), ("layer2_uvs", "micro_uvs"), ("weights", "alphas")]);
    for face in objects(streams, "faces") {
        move_all(face, &[("layer1", "mat1"), ("layer2", "mat2"), ("sel", "twins")]);
    }
    objects(streams, "cells").for_each(split);
}

fn objects<'s>(
    streams: &'s mut Map<String, Value>,
    name: &str,
) -> impl Iterator<Item = &'s mut Map<String, Value>> {
    let list = streams.get_mut(name).and_then(Value::as_array_mut);
    list.into_iter().flatten().filter_map(Value::as_object_mut)
}

fn move_all(object: &mut Map<String, Value>, names: &[(&str, &str)]) {
    for (old, new) in names {
        if let Some(value) = object.shift_remove(*old) {
            object.entry(*new).or_insert(value);
        }
    }
}

/// A cell had sixteen words behind its run, which are a box, a sphere and zeros.
fn split(cell: &mut Map<String, Value>) {
    let Some(words) = cell.get("unk04").and_then(Value::as_array).filter(|words| words.len() == 16) else {
        return;
    };
    // A float that JSON has as its bits is taken for what they are.
    let float =
        |word: &Value| word.as_u64().map_or_else(|| word.clone(), |word| json!(format!("{word:#010x}")));
    let words: Vec<Value> = words.iter().map(float).collect();
    cell.insert("unk04".into(), words[0].clone());
    for (name, at) in [("aabb_min", 1), ("aabb_max", 4), ("sphere_center", 7)] {
        cell.insert(name.into(), words[at..at + 3].into());
    }
    cell.insert("sphere_radius".into(), words[10].clone());
    cell.insert("unk30".into(), words[11..].into());
}
