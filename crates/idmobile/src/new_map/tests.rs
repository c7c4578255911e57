//! Maps as builds for Java phones and for iOS have them, made here.

use super::*;
use crate::plan::MapScene;
use relict_core::format::Document;

const LIST: [u8; 4] = [0xEF, 0xBE, 0xAD, 0xDE];
const PART: [u8; 4] = [0xBE, 0xBA, 0xFE, 0xCA];

/// One room: a tree of two leaves, three walls (an odd number, so that a nibble is left over), a floor, a door, a camera.
fn java(tiles: &[u16]) -> Vec<u8> {
    let mut map = vec![3];
    map.extend(1_226_955_080i32.to_le_bytes());
    map.extend([0x2F, 0x03, 2, 0, 5, 48]);
    for count in [3u16, 2, 3, 1, 4, 9, 1] {
        map.extend(count.to_le_bytes());
    }
    for count in [1i16, 2, 6] {
        map.extend(count.to_le_bytes());
    }
    map.push(1);
    for count in [2i16, 1, 0, 2, 0, 0, 1] {
        map.extend(count.to_le_bytes());
    }
    assert_eq!(map.len(), 46);
    map.extend(LIST);
    map.extend((tiles.len() as u16).to_le_bytes());
    map.extend(tiles.iter().flat_map(|tile| tile.to_le_bytes()));
    map.extend(LIST);
    let words = |words: &[u16]| -> Vec<u8> { words.iter().flat_map(|word| word.to_le_bytes()).collect() };
    let mut part = |pieces: &[&[u8]]| {
        pieces.iter().for_each(|piece| map.extend_from_slice(piece));
        map.extend(PART);
    };
    part(&[&words(&[0xC000, 0, 0])]);
    part(&[&words(&[1024, LEAF, LEAF])]);
    part(&[&[0, 9, 9]]);
    // The first leaf has three polygons and the first two lines, the second has the rest.
    part(&[&words(&[1, 3 << 9, 1 | 1 << 9]), &words(&[2, 2 << 10, 2 | 1 << 10])]);
    part(&[&[0, 255, 0, 128, 128, 255], &[0, 255, 0, 255, 0, 255]]);
    part(&[&words(&[0, 7]), &words(&[0, 3])]);
    // Two walls along z, a triangle of a floor, and a ceiling along x.
    let polygons = ([14, 15, 2, 3], [0x30, 0x30, 0x09 & 0x07, 0x00]);
    let (x, y, z) =
        ([0, 64, 64, 64, 0, 64, 64, 0, 64], [0, 0, 0, 64, 0, 0, 64, 0, 64], [0, 8, 0, 8, 0, 0, 0, 8, 8]);
    part(&[&polygons.0, &polygons.1, &x, &y, &z, &[0; 9], &[0xFF; 9]]);
    part(&[&[0x60, 0x04], &[0, 64, 64, 64, 0, 64], &[0, 0, 0, 64, 0, 64]]);
    part(&[&[7; 1024]]);
    // A lamp, and a door that stands across.
    part(&[&[20, 64], &[20, 36], &[9, 19]]);
    part(&[&words(&[0x0001, 0x0C40])]);
    part(&[&[48]]);
    part(&[&[1]]);
    part(&[&words(&[0, 0xFFFF, 0xFFFF, 0xFFFF, 0xFFFF, 0xFFFF, 0xFFFF, 0xFFFF, 0xFFFF, 0xFFFF, 0xFFFF, 5])]);
    part(&[&words(&[33, 0, 0x0402, 0, 34, 2, 0x0401, 0])]);
    part(&[b"script"]);
    let keys: Vec<u8> = (0..14u16).flat_map(u16::to_le_bytes).collect();
    let tweens = words(&[0, 0xFFFF, 0, 0xFFFF, 0xFFFF, 0, 0xFFFF, 0xFFFF, 0xFFFF, 0xFFFF, 0xFFFF, 0xFFFF]);
    part(&[&[2, 125, 0], &keys, &tweens, &words(&[1, 0, 2, 0, 0, 1]), &LIST, &[1, 0xFF, 2, 0xFE]]);
    part(&[&[0x10; 512]]);
    map
}

fn ios(tiles: &[u16]) -> Vec<u8> {
    let mut map = vec![3, 1, 2, 3, 4, 0x21, 0x01, 6];
    map.resize(42, 0x7F);
    map.extend(LIST);
    map.extend((tiles.len() as u16).to_le_bytes());
    map.extend(tiles.iter().flat_map(|tile| tile.to_le_bytes()));
    [&map[..], &LIST, b"what is not known"].concat()
}

fn named<'a>(name: &str, bytes: &'a [u8]) -> Result<NewMap<'a>> {
    NewMap::read(&mut Cursor::new(bytes), Origin::named(name))
}

fn read(bytes: &[u8]) -> Result<NewMap<'_>> {
    named("map00.bin", bytes)
}

fn codes(bytes: &[u8]) -> Vec<&'static str> {
    let mut report = Report::default();
    read(bytes).unwrap().check(&mut report, Context::ALONE);
    report.codes()
}

// idmobile-real 10, row 2: a mark stands in front of the list of tiles.
#[test]
fn the_list_of_tiles_stands_between_two_marks_in_either_form() {
    let (java, ios) = (java(&[1, 257, 511]), ios(&[1, 257, 511]));
    for (bytes, dialect) in [(&java, Dialect::Java), (&ios, Dialect::Ios)] {
        let found = read(bytes).unwrap();
        assert_eq!(found.media.iter().collect::<Vec<_>>(), [1, 257, 511]);
        assert_eq!((found.dialect(), found.list_marks), (Some(dialect), [LIST_MARK; 2]));
        assert_eq!(found.to_bytes().unwrap(), *bytes);
    }
    assert_eq!(read(&ios).unwrap().rest.len(), 17);
    assert_eq!(read(&ios).unwrap().front().spawn_tile, 0x121);
}

// idmobile-real 10, row 20: the whole map is known.
#[test]
fn a_map_for_java_phones_is_read_to_its_last_byte() {
    let bytes = java(&[1, 271]);
    let map = read(&bytes).unwrap();
    let body = map.body.as_ref().unwrap();
    assert_eq!((map.rest.len(), body.marks), (0, [PART_MARK; PART_MARKS]));
    assert_eq!((body.node_offset.len(), body.leaf_vertex.len(), body.polygon_tile.len()), (3, 2, 4));
    assert_eq!((body.line_x.len(), body.line_flags.len()), (3, 2));
    assert_eq!([0, 1, 2].map(|line| body.line_flag(line)), [0, 6, 4]);
    assert_eq!((body.heights.len(), body.tile_flags.len(), &*body.script), (1024, 512, &b"script"[..]));
    assert_eq!((body.functions[0], body.functions[1], body.functions[11]), (0, NO_FUNCTION, 5));
    let events: Vec<_> = body.events.iter().map(|event| (event.tile, event.script, event.flags)).collect();
    assert_eq!(events, [(33, 0, 0x402), (34, 2, 0x401)]);
    let camera = &body.cameras[0];
    assert_eq!((camera.rate, camera.keys.len(), camera.key_tweens.len()), (125, 14, 2));
    assert_eq!(camera.tweens.iter().collect::<Vec<_>>(), [1, -1, 2, -2]);
    assert_eq!(camera.mark, LIST_MARK);
    let sprites: Vec<_> = body.sprites().map(|sprite| (sprite.x, sprite.y, sprite.tile)).collect();
    assert_eq!(sprites, [(20, 20, 9), (64, 36, 276)]);
    assert_eq!(codes(&bytes), Vec::<&str>::new());
    assert_eq!(map.to_bytes().unwrap(), bytes);
    let json = Document::to_json(&map);
    let kind = crate::FORMATS.iter().find(|kind| kind.id == NewMap::ID).unwrap();
    assert_eq!(kind.build(&json, Origin::named("map00.bin")).unwrap(), bytes);
}

// idmobile-real 10, row 19: build times are seconds since 1970.
#[test]
fn the_build_time_is_a_date() {
    let bytes = java(&[1]);
    let facts = Format::facts(&read(&bytes).unwrap());
    let date = facts.iter().find(|(name, _)| *name == "compile_date").unwrap();
    assert_eq!(date.1, "2008-11-17 20:51:20");
    assert!(facts.contains(&("spawn", "15, 25".into())), "{facts:?}");
}

#[test]
fn lists_of_other_lengths_get_other_counts_in_the_header() {
    let bytes = java(&[1]);
    let mut json = Document::to_json(&read(&bytes).unwrap());
    json["body"]["script"] = "0102030405060708".into();
    json["body"]["sprite_x"].as_array_mut().unwrap().insert(0, 5.into());
    json["body"]["sprite_y"].as_array_mut().unwrap().insert(0, 6.into());
    json["body"]["sprite_tile"].as_array_mut().unwrap().insert(0, 7.into());
    let kind = crate::FORMATS.iter().find(|kind| kind.id == NewMap::ID).unwrap();
    let error = kind.build(&json, Origin::named("map00.bin")).unwrap_err();
    assert!(error.to_string().contains("sprite_flags"), "{error}");
    json["body"]["sprite_flags"].as_array_mut().unwrap().insert(0, 8.into());
    let longer = kind.build(&json, Origin::named("map00.bin")).unwrap();
    let header = read(&longer).unwrap().header.unwrap();
    assert_eq!((header.plain_sprite_count, header.high_sprite_count, header.script_size), (2, 1, 8));
    assert_eq!(longer.len(), bytes.len() + 7);
}

#[test]
fn an_edit_of_the_start_tile_changes_nothing_else() {
    let bytes = java(&[1]);
    let mut json = Document::to_json(&read(&bytes).unwrap());
    json["header"]["spawn_tile"] = 0x123.into();
    let kind = crate::FORMATS.iter().find(|kind| kind.id == NewMap::ID).unwrap();
    let edited = kind.build(&json, Origin::named("map00.bin")).unwrap();
    assert_eq!(edited, [&bytes[..5], &[0x23, 0x01], &bytes[7..]].concat());
}

#[test]
fn marks_decide_where_both_headers_make_sense() {
    // The mark of the long header is 4 bytes behind where that of the short one would be.
    let long = java(&[1]);
    assert_eq!(read(&long).unwrap().dialect(), Some(Dialect::Java));
    assert_eq!(named("a/MODEL_0001.bin", &long).unwrap().dialect(), Some(Dialect::Java));
    let short = ios(&[1]);
    assert_eq!(named("map00.bin", &short).unwrap().dialect(), Some(Dialect::Ios));
    // Without any mark the name decides.
    let plain = [3; 60];
    assert_eq!(Dialect::of(Origin::named("map00.bin"), &plain), Dialect::Java);
    assert_eq!(Dialect::of(Origin::named("model_0001.bin"), &plain), Dialect::Ios);
}

#[test]
fn names_and_the_version_tell_a_map() {
    let good = java(&[1]);
    let claims = |name: &'static str, bytes: &[u8]| NewMap::claims(Origin::named(name), bytes);
    for name in ["map00.bin", "x/MAP09.BIN", "model_0001.bin"] {
        assert_eq!(claims(name, &good), Claim::Sure, "{name}");
    }
    for name in ["map.bin", "map1.bin", "bitmap00.bin", "model_01.bin", "map00.png"] {
        assert_eq!(claims(name, &good), Claim::No, "{name}");
    }
    let other = [&[4], &good[1..]].concat();
    assert_eq!((claims("map00.bin", &other), claims("map00.bin", b"\x04")), (Claim::Broken, Claim::No));
    assert_eq!(codes(&other), ["new-map.version"]);
}

#[test]
fn what_leads_nowhere_is_told() {
    let bytes = java(&[1]);
    let json = Document::to_json(&read(&bytes).unwrap());
    let codes = |change: &dyn Fn(&mut serde_json::Value)| {
        let mut json = json.clone();
        change(&mut json);
        let kind = crate::FORMATS.iter().find(|kind| kind.id == NewMap::ID).unwrap();
        codes(&(kind.from_json)(&json).unwrap().to_bytes().unwrap())
    };
    assert_eq!(codes(&|json| json["header"]["spawn_tile"] = 1024.into()), ["new-map.spawn"]);
    assert_eq!(codes(&|json| json["header"]["spawn_direction"] = 8.into()), ["new-map.direction"]);
    assert_eq!(codes(&|json| json["header"]["camera_keys"] = 3.into()), ["new-map.camera-totals"]);
    assert_eq!(codes(&|json| json["list_marks"][1] = 7.into()), ["new-map.mark"]);
    assert_eq!(codes(&|json| json["body"]["marks"][17] = 7.into()), ["new-map.mark"]);
    assert_eq!(codes(&|json| json["body"]["cameras"][0]["mark"] = 7.into()), ["new-map.mark"]);
    assert_eq!(codes(&|json| json["media"][0] = 512.into()), ["new-map.tile"]);
    assert_eq!(codes(&|json| json["body"]["node_child2"][0] = 3.into()), ["new-map.node"]);
    assert_eq!(codes(&|json| json["body"]["node_normal"][0] = 1.into()), ["new-map.node"]);
    assert_eq!(
        codes(&|json| json["body"]["node_child1"][1] = (3 << 9 | 1).into()),
        ["new-map.leaf-number", "new-map.leaf-end", "new-map.cover"]
    );
    assert_eq!(codes(&|json| json["body"]["node_child2"][2] = (2 | 2 << 10).into()), ["new-map.leaf-end"]);
    assert_eq!(codes(&|json| json["body"]["node_child2"][2] = (1 | 1 << 10).into()), ["new-map.cover"]);
    assert_eq!(codes(&|json| json["body"]["leaf_vertex"][1] = 5.into()), ["new-map.leaf-vertex"]);
    assert_eq!(
        codes(&|json| json["body"]["polygon_flags"][3]["vertices_less_two"] = 1.into()),
        ["new-map.vertices"]
    );
    assert_eq!(codes(&|json| json["body"]["functions"][11] = 6.into()), ["new-map.script"]);
    assert_eq!(codes(&|json| json["body"]["events"][0]["script"] = 6.into()), ["new-map.script"]);
    assert_eq!(codes(&|json| json["body"]["events"][1]["tile"] = 32.into()), ["new-map.event"]);
    assert_eq!(codes(&|json| json["body"]["line_flags"][1]["second"] = 1.into()), ["new-map.padding"]);
    assert_eq!(codes(&|json| json["rest"] = "00".into()), ["new-map.tail"]);
}

// idmobile-real 10, row 20: plans of the later games.
#[test]
fn walls_get_the_colours_of_what_stands_on_their_lines() {
    let bytes = java(&[1]);
    let colour = |tile: u16| Some([tile as u8, (tile >> 8) as u8, 7]);
    let MapScene { walls, doors, things, start, blocked, .. } = read(&bytes).unwrap().scene(&colour);
    // The third line is none that the players' map shows. Tiles 14 and 15 are walls, 257 further on.
    assert_eq!(walls, [([0, 0, 64, 0], Some([15, 1, 7])), ([64, 0, 64, 64], Some([16, 1, 7]))]);
    assert_eq!((doors, things), (vec![[64, 32, 64, 40]], vec![(20, 20)]));
    assert_eq!((start.tile, start.direction), (0x32F, 64));
    assert_eq!((blocked.len(), blocked[0], blocked[1]), (1024, false, true));
    assert!(Faceted::map(&read(&ios(&[1])).unwrap()).is_none());
}

#[test]
fn every_length_rewrites_exactly_or_is_refused() {
    for whole in [java(&[1, 2, 300]), ios(&[1, 2, 300])] {
        for end in 0..=whole.len() {
            if let Ok(map) = read(&whole[..end]) {
                assert_eq!(map.to_bytes().unwrap(), &whole[..end], "{end}");
            }
        }
    }
}

#[test]
fn whatever_a_map_holds_it_is_kept_checked_and_drawn() {
    let bytes = java(&[1]);
    for at in (0..bytes.len()).filter(|at| !(200..1200).contains(at) || at % 41 == 0) {
        for with in [0, 1, 0x7F, 0xFF] {
            let mut damaged = bytes.clone();
            damaged[at] = with;
            let Ok(map) = read(&damaged) else { continue };
            assert_eq!(map.to_bytes().unwrap(), damaged, "{at}");
            map.check(&mut Report::default(), Context::ALONE);
            assert!(
                map.make_tables()
                    .iter()
                    .all(|sheet| sheet.rows.iter().all(|row| row.len() == sheet.columns.len()))
            );
            map.scene(&|_| None).svg();
        }
    }
}
