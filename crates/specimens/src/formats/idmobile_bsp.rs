//! Maps of Doom RPG: one room with a door, a lamp and something that happens.

use super::Files;
use crate::broken::{Broken, edited, samples};
use relict_samples::phones::maps::{blocks, built_as};
use serde_json::{Value, json};

/// A wall from one corner to the other.
fn line(x1: u8, y1: u8, x2: u8, y2: u8, texture: u16) -> Value {
    json!({"x1": x1, "y1": y1, "x2": x2, "y2": y2, "texture": texture, "flags": 0})
}

fn json() -> Value {
    let node = |kind: u8, split: u8, x1: u8, x2: u8, a: u16, b: u16| json!({"x1": x1, "y1": 96, "x2": x2, "y2": 136, "kind": kind, "split": split, "a": a, "b": b});
    let command = |id: u8, arg1: u32| json!({"id": id, "arg1": arg1, "arg2": 256});
    let event = |tile: u32, first: u32, count: u32| json!({"tile": tile, "first_command": first, "command_count": count, "state": 0, "flags": 2});
    json!({
        "header": {
            "floor": [88, 72, 56], "ceiling": [40, 44, 52], "intro": [0, 0, 0],
            "map_id": 1, "spawn_tile": 14 * 32 + 15, "spawn_direction": 0,
        },
        // Of a leaf, the first line and how many there are.
        "nodes": [node(1, 136, 112, 160, 1, 2), node(0, 0, 112, 136, 0, 3), node(0, 0, 136, 160, 3, 3)],
        "lines": [
            line(112, 96, 136, 96, 1), line(112, 96, 112, 136, 1), line(112, 136, 136, 136, 1),
            line(136, 96, 160, 96, 2), line(160, 96, 160, 136, 3), line(136, 136, 160, 136, 2),
        ],
        "sprites": [{"x": 140, "y": 116, "number": 4, "flags": 0}, {"x": 124, "y": 100, "number": 9, "flags": 1}],
        "events": [event(14 * 32 + 19, 0, 2)],
        "commands": [command(8, 2), command(2, 1)],
        "blocks": blocks(),
        "tail": "",
    })
}

fn built(json: &Value) -> Vec<u8> {
    built_as("level01.bsp", "idmobile.bsp", json)
}

/// For Java phones.
pub(crate) fn java() -> Vec<u8> {
    built(&json())
}

/// The same for BREW phones, which keep texts and floors in the map.
pub(crate) fn brew() -> Vec<u8> {
    let mut json = json();
    let mut header = json["header"].take();
    let more = [("name", json!("Landing Pad")), ("floor_texture", 6.into()), ("ceiling_texture", 7.into())];
    more.into_iter().chain([("camera_tile", 0.into())]).for_each(|(key, value)| header[key] = value);
    json["brew_header"] = header;
    json["brew_lines"] = json["lines"].take();
    json["strings"] = json!([{"text": "Landing Pad"}, {"text": "Mind the step."}]);
    json["planes"] = (["06"; 1024].concat() + &"07".repeat(1024)).into();
    built(&json)
}

pub(super) fn specimens() -> Files {
    vec![("idmobile/loose/level01.bsp", java()), ("idmobile/brew/level01.bsp", brew())]
}

pub(super) fn broken() -> Vec<Broken> {
    let good = java();
    let changed = |change: &dyn Fn(&mut Value)| edited("idmobile.bsp", &good, |json| change(json));
    samples(
        "bsp",
        vec![
            ("bsp.truncated", good[..good.len() - 1].to_vec()),
            ("bsp.tail", [&good[..], b"!"].concat()),
            ("bsp.child", changed(&|json| json["nodes"][0]["a"] = 3.into())),
            ("bsp.leaf", changed(&|json| json["nodes"][2]["b"] = 4.into())),
            ("bsp.event", changed(&|json| json["events"][0]["command_count"] = 3.into())),
            ("bsp.node-kind", changed(&|json| json["nodes"][0]["kind"] = 7.into())),
            ("bsp.spawn", changed(&|json| json["header"]["spawn_tile"] = 1024.into())),
            ("bsp.direction", changed(&|json| json["header"]["spawn_direction"] = 10.into())),
            ("bsp.cover", changed(&|json| json["nodes"][2]["b"] = 2.into())),
        ],
    )
}
