//! A map of Doom RPG: one room with a door, a lamp and something that happens.

use relict::FORMATS;
use relict::core::format::Origin;
use serde_json::{Value, json};

/// A wall from one corner to the other.
fn line(x1: u8, y1: u8, x2: u8, y2: u8, texture: u16) -> Value {
    json!({"x1": x1, "y1": y1, "x2": x2, "y2": y2, "texture": texture, "flags": 0})
}

/// Two bits for each tile: everything is in the way but the room, and nearly nothing is in it.
fn blocks() -> String {
    let blocked = |x: usize, y: usize| !(14..20).contains(&x) || !(12..17).contains(&y) || (x, y) == (17, 14);
    let byte = |i: usize| {
        let tile = |n: usize| u8::from(blocked((4 * i + n) % 32, (4 * i + n) / 32)) << (2 * n);
        format!("{:02x}", tile(0) | tile(1) | tile(2) | tile(3))
    };
    (0..256).map(byte).collect()
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
        "nodes": [node(2, 136, 112, 160, 1, 2), node(0, 0, 112, 136, 3, 0), node(0, 0, 136, 160, 3, 3)],
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
    let kind = FORMATS.named("idmobile.bsp").unwrap_or_else(|| panic!("no format for maps"));
    kind.build(json, Origin::named("level01.bsp")).unwrap_or_else(|e| panic!("{e}"))
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

/// A map of the later games that names these tiles: for Java phones, or with marks between its parts. What nobody
/// understands of such maps is made up.
pub(crate) fn later(marked: bool, tiles: &[u16]) -> Vec<u8> {
    let (size, mark) = if marked { (42, &[0xEF, 0xBE, 0xAD, 0xDE][..]) } else { (46, &[][..]) };
    let (date, tile, direction) = (1_250_000_000i32, 14u16 * 32 + 15, 64u8);
    let mut map = [&[3][..], &date.to_le_bytes(), &tile.to_le_bytes(), &[direction]].concat();
    map.extend((8..size).map(|at| if at < 40 { at as u8 } else { 0 }));
    map.extend((tiles.len() as u16).to_le_bytes());
    map.extend(tiles.iter().flat_map(|tile| tile.to_le_bytes()));
    for part in [&b"the lines of the map"[..], b"its things", b"what happens"] {
        map.extend([mark, part].concat());
    }
    map.extend(mark);
    map
}

/// Things with their names, as BREW phones have them.
pub(crate) fn entities() -> Vec<u8> {
    let entity = |tile: i16, kind: u8, name: &str| {
        let mut record = [&tile.to_le_bytes()[..], &[kind, 0], &[0; 4], name.as_bytes()].concat();
        record.resize(24, 0);
        record
    };
    [&[2, 0][..], &entity(4, 3, "Lamp"), &entity(9, 2, "Barrel")].concat()
}
