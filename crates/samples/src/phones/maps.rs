//! Maps of the later games: one room with a door, a lamp and something that happens.

use crate::make::phone::set;
use relict_toolkit::FORMATS;
use relict_toolkit::core::format::Origin;
use relict_toolkit::idmobile::orc_map::WholeMap;
use serde_json::{Value, json};

/// Two bits for each tile: everything is in the way but the room, and nearly nothing is in it.
pub fn blocks() -> String {
    let blocked = |x: usize, y: usize| !(14..20).contains(&x) || !(12..17).contains(&y) || (x, y) == (17, 14);
    let byte = |i: usize| {
        let tile = |n: usize| u8::from(blocked((4 * i + n) % 32, (4 * i + n) / 32)) << (2 * n);
        format!("{:02x}", tile(0) | tile(1) | tile(2) | tile(3))
    };
    (0..256).map(byte).collect()
}

/// A map of a format, under the name by which it is known.
pub fn built_as(name: &str, format: &str, json: &Value) -> Vec<u8> {
    let kind = FORMATS.named(format).unwrap_or_else(|| panic!("no format for maps"));
    kind.build(json, Origin::named(name)).unwrap_or_else(|e| panic!("{name}: {e}"))
}

/// A map of the later games for Java phones that names these tiles: one room of four walls with a door, a lamp and a
/// camera, in a tree of two leaves.
pub fn later(tiles: &[u16]) -> Vec<u8> {
    // Walls are rectangles along z, and show tile 258.
    let walls =
        [[96, 96, 160, 96], [160, 96, 160, 136], [160, 136, 96, 136], [96, 136, 96, 96], [128, 96, 128, 112]];
    let ends =
        |from: usize| -> Vec<u8> { walls.iter().flat_map(|wall| [wall[from], wall[from + 2]]).collect() };
    let pairs = |list: Vec<u8>| -> Vec<[u8; 2]> { list.chunks(2).map(|pair| [pair[0], pair[1]]).collect() };
    let (x, y) = (ends(0), ends(1));
    // A byte holds the flags of two lines; the last of five stands alone.
    let flags = [[0, 0], [0, 0], [4, 0]].map(|[first, second]| json!({"first": first, "second": second}));
    let wall = json!({"vertices_less_two": 0, "axis": 2, "wall": 1, "stretch": 0});
    let solid = |tile: usize| u8::from(!((12..20).contains(&(tile % 32)) && (12..17).contains(&(tile / 32))));
    let tile_flags: Vec<Value> =
        (0..512).map(|pair| json!({"first": solid(2 * pair), "second": solid(2 * pair + 1)})).collect();
    let mark = |mark: u32, count: usize| vec![mark; count];
    let header = json!({
        "version": 3, "compile_date": 1_250_000_000, "spawn_tile": 14 * 32 + 15, "spawn_direction": 2,
        "flags": 0, "secret_count": 1, "loot_count": 2, "camera_keys": 1, "camera_tweens": [2, 0, 0, 0, 1, 0],
    });
    let mut body = json!({
    "normals": [[-16384, 0, 0]],
    "node_offset": [14336, 65535, 65535],
    "node_normal": [0, 0, 0],
    // Leaf 0 has 3 polygons and 3 lines, leaf 1 the rest.
    "node_child1": [1, 3 << 9, 1 | 2 << 9],
    "node_child2": [2, 3 << 10, 3 | 2 << 10],
    "node_x": [[96, 160], [96, 128], [128, 160]],
    "node_y": [[96, 136], [96, 136], [96, 136]],
    "leaf_vertex": [0, 6],
    "leaf_polygon": [0, 3],
    "polygon_tile": [1, 1, 1, 1, 1],
    "polygon_flags": [wall, wall, wall, wall, wall],
    "vertex_x": x, "vertex_y": y, "vertex_z": [0, 8, 0, 8, 0, 8, 0, 8, 0, 8],
    "vertex_s": [0, 8, 0, 8, 0, 8, 0, 8, 0, 8], "vertex_t": [8, 0, 8, 0, 8, 0, 8, 0, 8, 0],
    });
    let rest = json!({
                    "line_flags": flags, "line_x": pairs(x), "line_y": pairs(y),
                    "heights": "38".repeat(1024),
                    "sprite_x": [108, 128], "sprite_y": [108, 116], "sprite_tile": [1, 19], "sprite_flags": [0, 0x0C40],
                    "sprite_z": [40], "sprite_more": [0],
                    "functions": [0, 65535, 65535, 65535, 65535, 65535, 65535, 65535, 65535, 65535, 65535, 4],
                    "events": [{"tile": 14 * 32 + 15, "script": 0, "flags": 1026}, {"tile": 14 * 32 + 16, "script": 4, "flags": 1025}],
                    "script": "0102030405060708",
                    "cameras": [{
                        "rate": 125, "keys": [960, 900, 400, 0, 512, 0, 1000], "key_tweens": [[0, -1, -1, -1, 0, -1]],
                        "tween_counts": [2, 0, 0, 0, 1, 0], "mark": 0xDEAD_BEEFu32, "tweens": [4, -4, 1],
                    }],
                    "tile_flags": tile_flags,
                    "marks": mark(0xCAFE_BABE, 18),
    });
    if let (Value::Object(body), Value::Object(rest)) = (&mut body, rest) {
        body.extend(rest);
    }
    let list_marks = mark(0xDEAD_BEEF, 2);
    built_as(
        "map00.bin",
        "idmobile.new-map",
        &json!({"header": header, "list_marks": list_marks, "media": tiles, "body": body, "rest": ""}),
    )
}

/// The front of such a map for iOS; what follows the list of tiles is made up, since no such map is known.
pub fn ios(tiles: &[u16]) -> Vec<u8> {
    built_as(
        "model_0001.bin",
        "idmobile.new-map",
        &json!({
            "ios_header": {
                "version": 3, "compile_date": 1_250_000_000, "spawn_tile": 14 * 32 + 15, "spawn_direction": 2,
                "flags": 0, "secret_count": 1, "loot_count": 2, "node_count": 3, "polygon_size": 90, "line_count": 5,
                "normal_count": 1, "plain_sprite_count": 1, "high_sprite_count": 1, "event_count": 2, "script_size": 8,
                "camera_count": 1, "camera_keys": 1, "camera_tweens": [2, 0, 0, 0, 1, 0],
            },
            "list_marks": [0xDEAD_BEEFu32, 0xDEAD_BEEFu32],
            "media": tiles,
            "rest": "00c0".repeat(40),
        }),
    )
}

/// A map of Orcs & Elves, or of its sequel: one room in a tree of two leaves, with a door, a lamp, a bat and two events.
/// The textures of its five lines are those that the mappings list.
pub fn orcs(second: bool, number: u8, textures: [u8; 5]) -> WholeMap<'static> {
    let floor = [80 + number * 20, 70, 50];
    let first = json!({
        "version": 11, "compile_date": 1_160_000_000 + u32::from(number), "name": format!("Cellar {}", number + 1),
        "floor": floor, "ceiling": [40, 36, 30], "intro": [0, 0, 0], "unk1e": 6000 + u32::from(number),
        "spawn_tile": 14 * 32 + 15, "spawn_direction": 2, "unk23": 7, "unk25": 0, "unk26": 64, "unk27": 0,
        "text_count": 2, "unk36": 30,
    });
    // Five textures behind each other; a line shows one of them below and above.
    let mut places = [255; 16];
    places[..5].copy_from_slice(&textures);
    let later = json!({
        "version": 9, "compile_date": 1_200_000_000 + u32::from(number), "unk05": 1, "floor": floor, "ceiling": [40, 36, 30],
        "map_number": number, "unk0e": 0, "spawn_tile": 14 * 32 + 15, "spawn_direction": 2, "tile12": 15 * 32 + 15,
        "tile14": 13 * 32 + 18, "unk16": 0, "unk17": 64, "unk18": 0, "textures": places,
    });
    let line = |i: usize, [x1, y1, x2, y2]: [u8; 4], flags: u16| {
        let texture = if second { i as u8 * 17 } else { textures[i] };
        json!({"x1": x1, "y1": y1, "x2": x2, "y2": y2, "texture": texture, "flags": flags})
    };
    let node = |x1: u8, x2: u8, kind: u8, split: u8, a: u16, b: u16| json!({"x1": x1, "y1": 12, "x2": x2, "y2": 17, "kind": kind, "split": split, "a": a, "b": b});
    let event = |tile: u32, first: u32, count: u32| json!({"tile": tile, "first_command": first, "command_count": count, "flags": 0});
    let mut json = json!({
        "tile_flags": blocks(),
        "nodes": [node(12, 20, 1, 128, 1, 2), node(12, 16, 0, 0, 0, 2), node(16, 20, 0, 0, 2, 3)],
        "lines": [
            line(0, [112, 96, 128, 96], 0x100), line(1, [112, 96, 112, 136], 0x400), line(2, [128, 96, 160, 96], 0x100),
            line(3, [160, 96, 160, 136], 0x800), line(4, [144, 96, 144, 104], 0x21),
        ],
        "sprites": [
            {"x": 140, "y": 116, "number": 1, "flags": 0}, {"x": 124, "y": 100, "number": 2, "flags": 16},
        ],
        "high": [{"height": 40, "more": 1}],
        "events": [event(14 * 32 + 15, 0, 2), event(14 * 32 + 19, 2, 1)],
        "commands": [{"id": 8, "arg1": 2, "arg2": 256}, {"id": 2, "arg1": 1, "arg2": 256}, {"id": 4, "arg1": 7, "arg2": 9}],
    });
    let (header, value) = if second { ("second_header", later) } else { ("header", first) };
    json[header] = value;
    WholeMap::from_value(&json).unwrap_or_else(|e| panic!("{e}"))
}

/// `maps.idx` and the files beside it: all first parts, then all second ones, and so on, in two files.
pub fn columns(maps: &[WholeMap<'_>]) -> Vec<(String, Vec<u8>)> {
    let parts = |map: &WholeMap<'_>| map.parts().unwrap_or_else(|e| panic!("{e}"));
    let parts: Vec<Vec<Vec<u8>>> = maps.iter().map(parts).collect();
    let column = |part: usize| parts.iter().map(move |map| map[part].clone());
    let chunks: Vec<Vec<u8>> = (0..25).flat_map(column).collect();
    // The first file ends with a part of the first map, as real ones do.
    let (first, rest) = chunks.split_at(14 * maps.len() + 1);
    set("maps", &[first.to_vec(), rest.to_vec()])
}
