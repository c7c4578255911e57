//! Maps of Wolfenstein RPG and Doom II RPG against what `fixtures/idmobile/expected` says of them.

// A test stops at the first surprise.
#![allow(clippy::unwrap_used, clippy::panic)]

use crate::fixture::{Files, expected, sha256};
use relict_core::bytes::Cursor;
use relict_core::facets::Faceted;
use relict_core::format::{Context, Document, Format, Kind, Library, Origin};
use relict_core::report::Report;
use relict_idmobile::new_map::{Dialect, NewMap};
use serde_json::{Value, json};

fn kind() -> &'static Kind {
    relict_idmobile::FORMATS.iter().find(|kind| kind.id == "idmobile.new-map").unwrap()
}

fn map<'a>(name: &str, bytes: &'a [u8]) -> NewMap<'a> {
    NewMap::read(&mut Cursor::new(bytes), Origin::named(name)).unwrap()
}

/// The files of an archive, as what lies beside a map.
struct Beside<'f>(&'f Files);

impl Library for Beside<'_> {
    fn file(&self, name: &str) -> Option<std::borrow::Cow<'_, [u8]>> {
        self.0.get(name)
    }
}

/// One list of pairs as the expectations have it.
fn flat(pairs: &Value) -> Value {
    pairs.as_array().unwrap().iter().flat_map(|pair| pair.as_array().unwrap().clone()).collect()
}

// idmobile-real 10, rows 2, 19 and 20.
#[test]
fn maps_of_the_later_games_are_as_expected() {
    for game in ["wolfenstein-rpg-j2me", "doom2-rpg-j2me"] {
        let files = Files::of(&format!("good/{game}.jar"));
        let expected = expected(game);
        let maps = expected["maps"].as_object().unwrap();
        assert!(!maps.is_empty());
        for (name, wanted) in maps {
            let bytes = files.get(name).unwrap();
            let map = map(name, &bytes);
            assert_eq!((map.dialect(), map.rest.len()), (Some(Dialect::Java), 0), "{name}");
            assert_eq!(map.to_bytes().unwrap(), *bytes);
            let json = map.to_json();
            assert_eq!(kind().build(&json, Origin::named(name)).unwrap(), *bytes);
            let mut report = Report::default();
            map.check(&mut report, Context::ALONE);
            assert_eq!(report.codes(), Vec::<&str>::new(), "{game} {name}");
            for (ours, theirs) in [
                ("version", "version"),
                ("compile_date", "build_time"),
                ("spawn_tile", "start_tile"),
                ("spawn_direction", "start_direction"),
                ("flags", "flags"),
                ("secret_count", "secrets"),
                ("loot_count", "loot"),
                ("node_count", "nodes"),
                ("leaf_count", "leaves"),
                ("line_count", "lines"),
                ("normal_count", "normals"),
                ("polygon_count", "polygons"),
                ("vertex_count", "vertices"),
                ("plain_sprite_count", "plain_sprites"),
                ("high_sprite_count", "high_sprites"),
                ("event_count", "events"),
                ("script_size", "script_bytes"),
                ("camera_count", "cameras"),
                ("camera_keys", "camera_keys"),
                ("camera_tweens", "tweens"),
            ] {
                assert_eq!(json["header"][ours], wanted["header"][theirs], "{name} {ours}");
            }
            let (body, columns) = (&json["body"], &wanted["columns"]);
            assert_eq!(json["media"], columns["tiles"]);
            for (ours, theirs) in [
                ("node_offset", "node_offset"),
                ("node_normal", "node_normal"),
                ("node_child1", "node_child1"),
                ("node_child2", "node_child2"),
                ("leaf_vertex", "leaf_first_vertex"),
                ("leaf_polygon", "leaf_first_polygon"),
                ("polygon_tile", "polygon_texture"),
                ("vertex_x", "vertex_x"),
                ("vertex_y", "vertex_y"),
                ("vertex_z", "vertex_z"),
                ("vertex_s", "vertex_s"),
                ("vertex_t", "vertex_t"),
                ("sprite_x", "sprite_x"),
                ("sprite_y", "sprite_y"),
                ("sprite_tile", "sprite_tile"),
                ("sprite_flags", "sprite_flags"),
                ("sprite_z", "sprite_z"),
                ("sprite_more", "sprite_more"),
                ("functions", "static_functions"),
            ] {
                assert_eq!(body[ours], columns[theirs], "{name} {ours}");
            }
            assert_eq!(flat(&body["normals"]), columns["normals"]);
            assert_eq!(flat(&body["node_x"]), columns["node_bounds_x"]);
            assert_eq!(flat(&body["node_y"]), columns["node_bounds_y"]);
            assert_eq!(flat(&body["line_x"]), columns["line_x"]);
            assert_eq!(flat(&body["line_y"]), columns["line_y"]);
            let read = map.body.as_ref().unwrap();
            let flags: Vec<u8> = (0..read.line_x.len()).map(|line| read.line_flag(line)).collect();
            assert_eq!(json!(flags), columns["line_flags"]);
            let flags: Vec<u8> = read.polygon_flags.iter().map(|flags| flags.0).collect();
            assert_eq!(json!(flags), columns["polygon_flags"]);
            let event = |event: relict_idmobile::new_map::TileEvent| {
                json!([u32::from(event.tile) | u32::from(event.script) << 16, event.flags])
            };
            assert_eq!(read.events.iter().map(event).collect::<Value>(), columns["events"]);
            assert_eq!(json!(read.script.to_vec()), columns["script"]);
            assert_eq!(sha256(&read.heights), wanted["heights_sha256"]);
            let cameras = columns["cameras"].as_array().unwrap();
            assert_eq!(read.cameras.len(), cameras.len());
            for (camera, wanted) in read.cameras.iter().zip(cameras) {
                assert_eq!(
                    (json!(camera.key_tweens.len()), json!(camera.rate)),
                    (wanted["keys"].clone(), wanted["rate"].clone())
                );
                assert_eq!(json!(camera.keys.iter().collect::<Vec<i16>>()), flat(&wanted["key"]));
            }
        }
    }
}

#[test]
fn an_edit_of_the_start_tile_of_a_later_map_changes_nothing_else() {
    for game in ["wolfenstein-rpg-j2me", "doom2-rpg-j2me"] {
        let files = Files::of(&format!("good/{game}.jar"));
        let bytes = files.get("map00.bin").unwrap();
        let mut json = map("map00.bin", &bytes).to_json();
        json["header"]["spawn_tile"] = json!(77);
        let edited = kind().build(&json, Origin::named("map00.bin")).unwrap();
        assert_eq!(edited, [&bytes[..5], &[77, 0], &bytes[7..]].concat());
    }
}

#[test]
fn what_lies_beside_a_later_map_gives_its_walls_their_colours() {
    for game in ["wolfenstein-rpg-j2me", "doom2-rpg-j2me"] {
        let files = Files::of(&format!("good/{game}.jar"));
        let bytes = files.get("map00.bin").unwrap();
        let map = map("map00.bin", &bytes);
        let plan = Faceted::map(&map).unwrap();
        let (coloured, plain) = (plan.svg(&Beside(&files)), plan.svg(&relict_core::format::Alone));
        assert!(coloured != plain && coloured.contains("id=\"spawn\""), "{game}");
        let white = |svg: &str| svg.matches("stroke=\"#ffffff\"").count();
        assert!(white(&coloured) < white(&plain), "{game}");
    }
}
