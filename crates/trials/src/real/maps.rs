//! Maps of all games, by the fields that `explain` tells.

use super::facts::sha256;
use super::fields::Fields;
use relict_toolkit::FORMATS;
use relict_toolkit::core::format::Kind;
use relict_toolkit::idmobile::game::Game;
use serde_json::{Map, Value, json};

/// Where a player starts, by the number of the tile.
fn start(tile: i64) -> Value {
    json!([tile % 32, tile / 32])
}

/// The hash of each part, by the name that the facts have for it.
fn parts(fields: &Fields<'_>, names: &[(&str, &[&str])]) -> Value {
    let part = |(fact, fields_of): &(&str, &[&str])| {
        let bytes: Vec<u8> = fields_of.iter().flat_map(|name| fields.bytes(name)).collect();
        ((*fact).to_owned(), sha256(&bytes))
    };
    names.iter().map(part).collect::<Map<String, Value>>().into()
}

/// A map that is a file of its own.
pub(super) fn of_file(kind: &Kind, name: &str, bytes: &[u8]) -> Option<Value> {
    let fields = || Fields::of(kind, name, bytes);
    match kind.id {
        "idmobile.bsp" => Some(doom(name, &fields())),
        "idmobile.new-map" => Some(later(name, &fields())),
        _ => None,
    }
}

fn doom(name: &str, fields: &Fields<'_>) -> Value {
    let header = |field: &str| {
        let names = ["header", "brew_header", "named_header"].map(|header| format!("{header}.{field}"));
        fields.number(&names.each_ref().map(String::as_str)).unwrap_or(-1)
    };
    let count = |names: &[&str]| fields.number(names).unwrap_or(0);
    // Each node has ten bytes, of which the fifth says what it is.
    let leaves = fields.bytes("nodes").chunks_exact(10).filter(|node| node[4] == 0).count();
    let mut map = json!({
        "name": name,
        "nodes": count(&["nodes.count"]),
        "leaves": leaves,
        "lines": count(&["lines.count", "brew_lines.count"]),
        "sprites": count(&["sprites.count"]),
        "events": count(&["events.count"]),
        "commands": count(&["commands.count"]),
        "start": start(header("spawn_tile")),
        "direction": header("spawn_direction"),
    });
    let mut hashes = parts(
        fields,
        &[
            ("nodes", &["nodes"]),
            ("lines", &["lines", "brew_lines"]),
            ("sprites", &["sprites"]),
            ("events", &["events"]),
            ("commands", &["commands"]),
            ("tile_flags", &["blocks"]),
            ("planes", &["planes"]),
        ],
    );
    if let Some(texts) = fields.number(&["strings.count"]) {
        map["texts"] = texts.into();
        hashes["texts"] = sha256(&fields.whole(&["strings"]));
    }
    map["parts_sha256"] = hashes;
    map
}

/// A map of Wolfenstein RPG or Doom II RPG.
fn later(name: &str, fields: &Fields<'_>) -> Value {
    let header = |field: &str| fields.value(&format!("header.{field}")).cloned().unwrap_or_default();
    let mut map = json!({
        "name": name,
        "start": start(header("spawn_tile").as_i64().unwrap_or(-1)),
        "tiles": fields.bytes("media").len() / 2,
    });
    for (fact, field) in [
        ("version", "version"),
        ("built", "compile_date"),
        ("direction", "spawn_direction"),
        ("flags", "flags"),
        ("secrets", "secret_count"),
        ("loot", "loot_count"),
        ("nodes", "node_count"),
        ("leaves", "leaf_count"),
        ("lines", "line_count"),
        ("normals", "normal_count"),
        ("polygons", "polygon_count"),
        ("vertices", "vertex_count"),
        ("plain_sprites", "plain_sprite_count"),
        ("high_sprites", "high_sprite_count"),
        ("events", "event_count"),
        ("script_bytes", "script_size"),
        ("cameras", "camera_count"),
        ("camera_keys", "camera_keys"),
        ("tweens", "camera_tweens"),
    ] {
        map[fact] = header(field);
    }
    let mut hashes = parts(
        fields,
        &[
            ("tiles", &["media"]),
            ("normals", &["body.normals"]),
            ("node_offset", &["body.node_offset"]),
            ("node_normal", &["body.node_normal"]),
            ("child1", &["body.node_child1"]),
            ("child2", &["body.node_child2"]),
            ("bounds_x", &["body.node_x"]),
            ("bounds_y", &["body.node_y"]),
            ("leaf_first_vertex", &["body.leaf_vertex"]),
            ("leaf_first_polygon", &["body.leaf_polygon"]),
            ("polygon_texture", &["body.polygon_tile"]),
            ("polygon_flags", &["body.polygon_flags"]),
            ("vertex_x", &["body.vertex_x"]),
            ("vertex_y", &["body.vertex_y"]),
            ("vertex_z", &["body.vertex_z"]),
            ("vertex_s", &["body.vertex_s"]),
            ("vertex_t", &["body.vertex_t"]),
            ("line_flags", &["body.line_flags"]),
            ("line_x", &["body.line_x"]),
            ("line_y", &["body.line_y"]),
            ("heights", &["body.heights"]),
            ("sprite_x", &["body.sprite_x"]),
            ("sprite_y", &["body.sprite_y"]),
            ("sprite_tile", &["body.sprite_tile"]),
            ("sprite_flags", &["body.sprite_flags"]),
            ("sprite_z", &["body.sprite_z"]),
            ("sprite_more", &["body.sprite_more"]),
            ("static_functions", &["body.functions"]),
            ("events", &["body.events"]),
            ("script", &["body.script"]),
            ("tile_flags", &["body.tile_flags"]),
        ],
    );
    hashes["cameras"] = sha256(&fields.whole(&["body.cameras"]));
    map["parts_sha256"] = hashes;
    map
}

/// Parts of every map of both Orcs & Elves, in the order of the first of the two.
const PARTS: [&str; 25] = [
    "header_and_tile_flags",
    "node_x1",
    "node_y1",
    "node_x2",
    "node_y2",
    "node_kind",
    "node_split",
    "child1",
    "child2",
    "line_x1",
    "line_y1",
    "line_x2",
    "line_y2",
    "line_texture",
    "line_flags",
    "sprite_x",
    "sprite_y",
    "sprite_number",
    "sprite_flags",
    "sprite_height",
    "sprite_more",
    "command_id",
    "command_arg1",
    "command_arg2",
    "events",
];

/// The part that says of each node whether it is a leaf.
const KINDS: usize = 5;
/// The first part whose place differs in the second game: there events come first.
const EVENTS: usize = 21;

/// Maps that an index cuts into parts: of all maps the first part, then of all maps the second, and so on.
pub(super) fn of_chunks(chunks: &[&[u8]], game: Option<Game>) -> Vec<Value> {
    let maps = chunks.len() / PARTS.len();
    let part = |map: usize, part: usize| chunks.get(part * maps + map).copied().unwrap_or_default();
    (0..maps).map(|map| orcs(map, &|number| part(map, number), game)).collect()
}

fn orcs<'c>(map: usize, part: &dyn Fn(usize) -> &'c [u8], game: Option<Game>) -> Value {
    let mut names = PARTS;
    if game == Some(Game::OrcsAndElves2) {
        names[EVENTS..].rotate_right(1);
    }
    let hashes = names.iter().enumerate().map(|(i, name)| ((*name).to_owned(), sha256(part(i))));
    let kind = FORMATS.iter().find(|kind| kind.id == "idmobile.orc-map");
    let fields = kind.map(|kind| Fields::of(kind, "map_00.orcmap", part(0)));
    let header = |field: &str| {
        let names = [format!("header.{field}"), format!("second_header.{field}")];
        fields.as_ref().and_then(|fields| fields.number(&names.each_ref().map(String::as_str)))
    };
    let mut told = json!({
        "number": map,
        "leaves": part(KINDS).iter().filter(|kind| **kind == 0).count(),
        "start": start(header("spawn_tile").unwrap_or(-1)),
        "parts_sha256": hashes.collect::<Map<String, Value>>(),
    });
    for (fact, field) in [
        ("version", "version"),
        ("built", "compile_date"),
        ("direction", "spawn_direction"),
        ("nodes", "node_count"),
        ("lines", "line_count"),
        ("sprites", "sprite_count"),
        ("high_sprites", "high_sprite_count"),
        ("events", "event_count"),
        ("commands", "command_count"),
        ("strings", "text_count"),
    ] {
        told[fact] = header(field).into();
    }
    told
}
