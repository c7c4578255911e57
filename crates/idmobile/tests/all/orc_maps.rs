//! Maps of both Orcs & Elves against what `fixtures/idmobile/expected` says of them: whole, as headers, and in the folder.

// A test stops at the first surprise.
#![allow(clippy::unwrap_used, clippy::panic)]

use crate::fixture::{Files, expected, fixture};
use crate::spread::Memory;
use relict_core::bytes::Cursor;
use relict_core::facets::Faceted;
use relict_core::format::{Context, Document, Format, Kind, Library, Origin};
use relict_core::report::Report;
use relict_core::tree::Content;
use relict_idmobile::jar::Jar;
use relict_idmobile::maps::Maps;
use relict_idmobile::orc_map::{Dialect, WholeMap};
use serde_json::{Value, json};
use std::borrow::Cow;

const GAMES: [(&str, Dialect); 2] =
    [("orcs-elves-j2me", Dialect::First), ("orcs-elves-2-j2me", Dialect::Second)];

fn kind(id: &str) -> &'static Kind {
    relict_idmobile::FORMATS.iter().find(|kind| kind.id == id).unwrap()
}

/// The chunks of all maps, by the index, read without the reader that is tested.
fn chunks(files: &Files) -> Vec<Vec<u8>> {
    let index = files.get("maps.idx").unwrap();
    let records: Vec<(u8, usize)> =
        index[2..].chunks(3).map(|r| (r[0], usize::from(u16::from_le_bytes([r[1], r[2]])))).collect();
    let pairs = records.iter().zip(&records[1..]).filter(|((file, _), _)| *file != 255);
    pairs
        .map(|((file, start), (_, end))| {
            files.get(&format!("maps{file}.bin")).unwrap()[*start..*end].to_vec()
        })
        .collect()
}

fn whole(chunks: &[Vec<u8>], map: usize) -> WholeMap<'static> {
    let maps = chunks.len() / 25;
    let parts: Vec<&[u8]> = (0..25).map(|part| chunks[part * maps + map].as_slice()).collect();
    WholeMap::read(&parts).unwrap()
}

/// The files of an archive, as what lies beside one of them.
struct Beside<'f>(&'f Files);

impl Library for Beside<'_> {
    fn file(&self, name: &str) -> Option<Cow<'_, [u8]>> {
        self.0.get(name)
    }
}

/// The values of one field of all items.
fn column(list: &Value, field: &str) -> Value {
    list.as_array().unwrap().iter().map(|item| item[field].clone()).collect()
}

// idmobile-real 10, row 20: 25 parts of every map, column by column.
#[test]
fn whole_maps_are_as_expected() {
    for (game, _) in GAMES {
        let files = Files::of(&format!("good/{game}.jar"));
        let expected = expected(game);
        let (chunks, maps) = (chunks(&files), expected["maps"].as_object().unwrap());
        assert_eq!(chunks.len(), 25 * maps.len());
        for (number, wanted) in maps {
            let number: usize = number.parse().unwrap();
            let map = whole(&chunks, number);
            let json = serde_json::to_value(&map).unwrap();
            let columns = &wanted["columns"];
            for (list, field, theirs) in [
                ("nodes", "x1", "node_x1"),
                ("nodes", "y1", "node_y1"),
                ("nodes", "x2", "node_x2"),
                ("nodes", "y2", "node_y2"),
                ("nodes", "kind", "node_kind"),
                ("nodes", "split", "node_split"),
                ("nodes", "a", "node_a"),
                ("nodes", "b", "node_b"),
                ("lines", "x1", "line_x1"),
                ("lines", "y1", "line_y1"),
                ("lines", "x2", "line_x2"),
                ("lines", "y2", "line_y2"),
                ("lines", "texture", "line_texture"),
                ("lines", "flags", "line_flags"),
                ("sprites", "x", "sprite_x"),
                ("sprites", "y", "sprite_y"),
                ("sprites", "number", "sprite_number"),
                ("sprites", "flags", "sprite_flags"),
                ("high", "height", "sprite_height"),
                ("high", "more", "sprite_more"),
                ("commands", "id", "command_id"),
                ("commands", "arg1", "command_arg1"),
                ("commands", "arg2", "command_arg2"),
            ] {
                // Of Orcs & Elves II the column has two textures in a byte.
                let theirs = if columns.get(theirs).is_none() { "line_textures" } else { theirs };
                assert_eq!(column(&json[list], field), columns[theirs], "{game} {number} {theirs}");
            }
            let events: Vec<u32> = map.events.iter().map(|event| event.0).collect();
            assert_eq!(json!(events), columns["event"]);
            let header = if map.header.is_some() { &json["header"] } else { &json["second_header"] };
            for (ours, theirs) in [
                ("version", "version"),
                ("compile_date", "build_time"),
                ("floor", "floor"),
                ("ceiling", "ceiling"),
                ("spawn_tile", "start_tile"),
                ("spawn_direction", "start_direction"),
                ("node_count", "nodes"),
                ("line_count", "lines"),
                ("sprite_count", "sprites"),
                ("high_sprite_count", "high_sprites"),
                ("event_count", "events"),
                ("command_count", "commands"),
            ] {
                assert_eq!(header[ours], wanted["header"][theirs], "{game} {number} {ours}");
            }
            let parts = map.parts().unwrap();
            let sizes: Vec<usize> = parts.iter().map(Vec::len).collect();
            assert_eq!(json!(sizes), wanted["part_bytes"]);
            let maps = chunks.len() / 25;
            assert!((0..25).all(|part| parts[part] == chunks[part * maps + number]), "{game} {number}");
            let again = WholeMap::from_value(&map.to_value()).unwrap();
            assert_eq!(again.parts().unwrap(), parts);
            let mut report = Report::default();
            map.check(&mut report);
            assert_eq!(report.codes(), Vec::<&str>::new(), "{game} {number}");
        }
    }
}

#[test]
fn the_first_file_of_maps_is_told_apart_without_its_index() {
    for (game, dialect) in GAMES {
        let files = Files::of(&format!("good/{game}.jar"));
        let wanted = expected(game)["maps"].as_object().unwrap().len();
        for (name, bytes) in
            files.0.iter().filter(|(name, _)| name.starts_with("maps") && name.ends_with(".bin"))
        {
            let origin = Origin::named(name);
            let maps = Maps::read(&mut Cursor::new(bytes), origin).unwrap();
            let first = name == "maps0.bin";
            assert_eq!(maps.maps.len(), if first { wanted } else { 0 }, "{game} {name}");
            assert_eq!(maps.rest.is_empty(), first, "{game} {name}");
            assert_eq!(maps.to_bytes().unwrap(), *bytes);
            let beside = Beside(&files);
            let mut report = Report::default();
            maps.check(&mut report, Context { origin, ..Context::new(&beside) });
            assert_eq!(report.codes(), Vec::<&str>::new(), "{game} {name}");
            assert!(maps.maps.iter().all(|map| map.len() == dialect.size()));
        }
    }
}

#[test]
fn every_length_of_a_file_of_maps_rewrites_exactly_or_is_refused() {
    let files = Files::of("good/orcs-elves-j2me.jar");
    let bytes = files.get("maps0.bin").unwrap();
    for end in 0..=bytes.len() {
        if let Ok(maps) = Maps::read(&mut Cursor::new(&bytes[..end]), Origin::named("maps0.bin")) {
            assert_eq!(maps.to_bytes().unwrap(), &bytes[..end], "{end}");
        }
    }
}

#[test]
fn what_is_wrong_with_a_map_is_told_of_the_file_that_holds_its_header() {
    let files = Files::of("good/orcs-elves-j2me.jar");
    let bytes = files.get("maps0.bin").unwrap();
    let codes = |bytes: &[u8]| {
        let mut files = files.clone();
        files.set("maps0.bin", bytes.to_vec());
        let origin = Origin::named("maps0.bin");
        let maps = Maps::read(&mut Cursor::new(bytes), origin).unwrap();
        let beside = Beside(&files);
        let mut report = Report::default();
        maps.check(&mut report, Context { origin, ..Context::new(&beside) });
        report.codes()
    };
    // One node more than there are.
    let mut more = bytes.to_vec();
    more[0x28] += 1;
    assert!(codes(&more).contains(&"maps.unknown"));
}

#[test]
fn a_map_in_the_folder_is_edited_as_a_whole() {
    for (game, _) in GAMES {
        let jar = format!("good/{game}.jar");
        let mut folder = Memory::unpacked(&jar);
        assert!(folder.gathered(&jar).unwrap().is_nothing());
        let files = Files::of(&format!("good/{game}.jar"));
        let old = folder.files["Maps/map_01.json"].clone();
        let mut json: Value = serde_json::from_slice(&old).unwrap();
        let header = if json.get("header").is_some() { "header" } else { "second_header" };
        assert!(json[header].get("node_count").is_none(), "counts follow from the lists");
        json[header]["spawn_tile"] = 77.into();
        folder.put("Maps/map_01.json", serde_json::to_vec(&json).unwrap());
        let edit = folder.gathered(&jar).unwrap();
        assert_eq!(edit.edited, ["Maps/map_01.json"]);
        assert_eq!(edit.changed.len(), 1, "{game}: only the header is other than it was");
        let (name, bytes) = &edit.changed[0];
        let before = files.get(name).unwrap();
        let differ: Vec<usize> = (0..before.len()).filter(|at| before[*at] != bytes[*at]).collect();
        assert_eq!(name, "maps0.bin");
        assert!(bytes.len() == before.len() && !differ.is_empty() && differ.len() <= 2, "{differ:?}");

        // One command more at the end of the last event: chunks get longer, and the index follows.
        let commands = json["commands"].as_array_mut().unwrap();
        commands.push(json!({"id": 9, "arg1": 1, "arg2": 2}));
        let last = json["events"].as_array_mut().unwrap().last_mut().unwrap();
        last["command_count"] = (last["command_count"].as_u64().unwrap() + 1).into();
        folder.put("Maps/map_01.json", serde_json::to_vec(&json).unwrap());
        let edit = folder.gathered(&jar).unwrap();
        assert!(edit.changed.iter().any(|(name, _)| name == "maps.idx"), "{game}");
        let mut new = files.clone();
        edit.changed.iter().for_each(|(name, bytes)| new.set(name, bytes.clone()));
        let (before, after) = (chunks(&files), chunks(&new));
        let other: Vec<usize> = (0..before.len()).filter(|i| before[*i] != after[*i]).collect();
        assert!(other.iter().all(|chunk| chunk % 2 == 1), "only parts of map 1: {other:?}");
        assert_eq!(other.len(), 5, "header, three columns of commands, events: {other:?}");
        assert_eq!(whole(&after, 1).commands.len(), whole(&before, 1).commands.len() + 1);
    }
}

#[test]
fn a_map_that_cannot_be_is_refused() {
    let jar = "good/orcs-elves-j2me.jar";
    let mut folder = Memory::unpacked(jar);
    let old = folder.files["Maps/map_00.json"].clone();
    let json: Value = serde_json::from_slice(&old).unwrap();
    let code = |folder: &Memory| folder.gathered(jar).unwrap_err().code;
    folder.put("Maps/map_00.json", b"{".to_vec());
    assert_eq!(code(&folder), "game.map-json");
    for (change, wanted) in [
        (&(|json: &mut Value| json["nodes"][0]["a"] = 99.into()) as &dyn Fn(&mut Value), "game.map-broken"),
        (&|json: &mut Value| json["lines"][0]["x1"] = 256.into(), "game.map-value"),
        (&|json: &mut Value| json["walls"] = 1.into(), "game.map-value"),
        (&|json: &mut Value| json["header"]["node_count"] = 1.into(), "game.map-value"),
        (
            &|json: &mut Value| json["high"] = vec![json!({"height": 1, "more": 2}); 99].into(),
            "game.map-value",
        ),
    ] {
        let mut json = json.clone();
        change(&mut json);
        folder.put("Maps/map_00.json", serde_json::to_vec(&json).unwrap());
        assert_eq!(code(&folder), wanted);
    }
    folder.put("Maps/map_00.json", old.clone());
    folder.put("Maps/map_07.json", old);
    assert_eq!(code(&folder), "game.unknown-map");
}

#[test]
fn plans_of_orcs_and_elves_have_walls_doors_things_and_a_start() {
    for (game, _) in GAMES {
        let bytes = fixture(&format!("good/{game}.jar"));
        let jar = Jar::read(&mut Cursor::new(&bytes), Origin::named("game.jar")).unwrap();
        let spread = Faceted::tree(&jar).unwrap().open().unwrap();
        let leaf = spread.leaves().iter().position(|leaf| *leaf == "Maps/map_00.svg").unwrap();
        let Content::Text(svg) = spread.content(leaf).unwrap() else { panic!("no text") };
        let files = Files::of(&format!("good/{game}.jar"));
        let map = whole(&chunks(&files), 0);
        assert_eq!(svg.matches("<line ").count(), map.lines.len());
        assert!(svg.contains("id=\"spawn\"") && svg.contains("<circle "));
        // The header alone, with what lies beside the file that holds it, draws the same.
        let header =
            Maps::read(&mut Cursor::new(&files.get("maps0.bin").unwrap()), Origin::named("maps0.bin"))
                .map(|maps| maps.maps[0].to_vec())
                .unwrap();
        let document = kind("idmobile.orc-map").open(&header, Origin::named("map_00")).unwrap();
        let plan = document.map().unwrap();
        assert_eq!(plan.svg(&Beside(&files)), svg);
        let alone = plan.svg(&relict_core::format::Alone);
        assert!(alone != svg && alone.contains("id=\"spawn\""));
    }
}
