//! What the specification had wrong of phone games and real files corrected, through the program, where a reader that
//! believes the old text takes the archive without a word and answers wrongly. Rows are those of the corrections, section 10.

// A test stops at the first surprise.
#![allow(clippy::unwrap_used, clippy::panic)]

use crate::common::{Room, items};
use serde_json::{Value, json};
use std::fs;

const WOLF: &str = "idmobile/good/wolfenstein-rpg.jar";

/// Gives an entry of an unpacked folder other bytes, whatever form it has there; one that is not there comes last.
fn put(room: &Room, folder: &str, name: &str, bytes: &[u8]) {
    let file = format!("new-{name}");
    room.write(&format!("{folder}/{file}"), bytes);
    room.edit(&format!("{folder}/relict.json"), |manifest| {
        let entries = manifest["entries"].as_array_mut().unwrap();
        match entries.iter_mut().find(|entry| entry["name"] == name) {
            Some(entry) => {
                entry["file"] = file.into();
                ["form", "also"].iter().for_each(|form| drop(entry.as_object_mut().unwrap().remove(*form)));
            }
            None => entries.push(json!({"name": name, "file": file})),
        }
    });
}

/// The bytes of an entry as they were before they became a file of the folder.
fn original(room: &Room, folder: &str, name: &str) -> Vec<u8> {
    let manifest = room.json(&format!("{folder}/relict.json"));
    let entry = items(&manifest["entries"]).iter().find(|entry| entry["name"] == name).unwrap().clone();
    let file = ["unpacked", "file"].into_iter().find_map(|key| entry[key].as_str()).unwrap();
    room.read(&format!("{folder}/{file}"))
}

/// Rewrites the pixels of an indexed PNG.
fn repaint(room: &Room, path: &str, change: impl FnOnce(&mut [u8])) {
    let png = room.read(path);
    let mut decoder = png::Decoder::new(std::io::Cursor::new(&png));
    decoder.set_transformations(png::Transformations::IDENTITY);
    let mut reader = decoder.read_info().unwrap();
    let mut pixels = vec![0; reader.output_buffer_size().unwrap()];
    reader.next_frame(&mut pixels).unwrap();
    let info = reader.info();
    assert_eq!((info.color_type, info.bit_depth), (png::ColorType::Indexed, png::BitDepth::Eight));
    change(&mut pixels);
    let mut encoder = png::Encoder::new(fs::File::create(room.at(path)).unwrap(), info.width, info.height);
    encoder.set_color(png::ColorType::Indexed);
    encoder.set_depth(png::BitDepth::Eight);
    encoder.set_palette(info.palette.clone().unwrap().into_owned());
    encoder.set_trns(info.trns.clone().unwrap().into_owned());
    encoder.write_header().unwrap().write_image_data(&pixels).unwrap();
}

// Row 8: the rows of bounds are counted from 1, so a sprite in new colours keeps them.
#[test]
fn a_sprite_in_other_colours_keeps_its_bounds() {
    let room = Room::new();
    room.take(WOLF);
    room.fine("unpack wolfenstein-rpg.jar out");
    let picture = "out/Wolfenstein RPG/Unpacked/Media/media_0001.png";
    repaint(&room, picture, |pixels| {
        let [first, second] = [3u8, 5];
        let visible: Vec<&mut u8> = pixels.iter_mut().filter(|pixel| **pixel < 100).collect();
        visible.into_iter().for_each(|pixel| *pixel = if *pixel == first { second } else { first });
    });
    room.fine("pack out new.jar");
    room.fine("unpack new.jar again");
    let mappings = |folder| original(&room, folder, "newMappings.bin");
    assert!(mappings("again") == mappings("out"), "no bounds change");
    let texels = |folder| original(&room, folder, "tex00.bin");
    assert!(texels("again") != texels("out"));
}

// Row 9: index 0 of a raw image is transparent where a sprite shows it.
#[test]
fn a_wall_that_a_sprite_shows_has_holes() {
    let room = Room::new();
    room.take(WOLF);
    room.fine("unpack wolfenstein-rpg.jar out");
    let media = "Wolfenstein RPG/Unpacked/Media";
    let note = |folder: &str| room.json(&format!("{folder}/{media}/media_0005.json"));
    assert_eq!(note("out")["transparent_index"], Value::Null, "only a wall shows it");
    // Tile 30 is unused; now it owns image 5, and tile 31 ends there.
    let mut mappings = original(&room, "out", "newMappings.bin");
    mappings[60..64].copy_from_slice(&[5, 0, 6, 0]);
    put(&room, "out", "newMappings.bin", &mappings);
    room.fine("pack out sprite.jar");
    room.fine("unpack sprite.jar again");
    assert_eq!(note("again")["transparent_index"], 0);
    let png = room.read(&format!("again/{media}/media_0005.png"));
    let reader = png::Decoder::new(std::io::Cursor::new(&png)).read_info().unwrap();
    let alpha = reader.info().trns.clone().unwrap();
    assert_eq!((alpha[0], alpha.get(1).copied().unwrap_or(255)), (0, 255));
}

// Row 11: an index cuts the bank, so a text of another length moves all that follow.
#[test]
fn a_bank_of_texts_does_not_grow_without_its_index() {
    let room = Room::new();
    room.take(WOLF);
    room.fine("unpack wolfenstein-rpg.jar out");
    let mut bank = original(&room, "out", "strings0.bin");
    bank.splice(0..0, *b"Oh: ");
    put(&room, "out", "strings0.bin", &bank);
    let told = room.relict("pack out new.jar").ended(2);
    assert!(told.stderr.contains("game.shifted") && told.stderr.contains("strings.idx"), "{told}");
    assert!(!room.at("new.jar").exists());
}

// Row 14: Orcs & Elves II has a group in all languages, and then the next group.
#[test]
fn texts_of_orcs_and_elves_2_have_their_language_and_group() {
    let room = Room::new();
    room.take("idmobile/good/orcs-elves-2-brew.zip");
    room.fine("unpack orcs-elves-2-brew.zip out");
    let texts: Vec<String> = (0..60).map(|chunk| format!("{:02} of {}\0", chunk / 5, chunk % 5)).collect();
    let ends = texts.iter().scan(0, |end, text| {
        *end += text.len() as u16;
        Some(*end)
    });
    let ends: Vec<u16> = ends.collect();
    let starts = std::iter::once(0).chain(ends[..59].iter().copied());
    let record = |file: u8, at: u16| [&[file][..], &at.to_le_bytes()].concat();
    let records = starts.map(|start| record(0, start)).chain([record(255, ends[59])]);
    let index = [vec![60, 0]].into_iter().chain(records).flatten().collect::<Vec<u8>>();
    put(&room, "out", "strings.idx", &index);
    put(&room, "out", "strings0.bin", texts.concat().as_bytes());
    room.fine("pack out texts.zip");
    room.fine("unpack texts.zip again");
    for (language, name) in ["en", "de", "es", "fr", "it"].into_iter().enumerate() {
        for group in [0, 3, 11] {
            let file = format!("again/Orcs & Elves II/Unpacked/Strings/strings_{name}_{group:02}.json");
            let text = &room.json(&file)["texts"][0];
            assert_eq!(text, &json!({"id": group << 10, "text": format!("{group:02} of {language}")}));
        }
    }
}

// Row 19: a map says when it was built, in seconds since 1970.
#[test]
fn a_map_of_the_later_games_tells_the_day_it_was_built() {
    let room = Room::new();
    room.take("idmobile/extra/map00.bin");
    let mut map = room.read("map00.bin");
    // Engines do not look at marks. Without one in front, the list of tiles is empty for who does not expect it.
    map[42..46].fill(0);
    room.write("map00.bin", &map);
    let told = room.fine("info --json map00.bin").json();
    assert_eq!(told["format"], "idmobile.new-map");
    assert_eq!(told["summary"]["compile_date"], "2009-08-11 14:13:20");
}
