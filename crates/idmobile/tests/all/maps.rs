//! Maps of Doom RPG against what `fixtures/idmobile/expected` says of them, in every dialect, and drawn from above.

// A test stops at the first surprise.
#![allow(clippy::unwrap_used, clippy::panic)]

use crate::fixture::{Files, expected, fixture, take};
use relict_core::bytes::Cursor;
use relict_core::facets::Faceted;
use relict_core::format::{Claim, Context, Document, Format, Kind, Origin};
use relict_core::report::Report;
use relict_idmobile::bsp::{Bsp, Dialect};
use serde_json::{Map, Value, json};

fn kind() -> &'static Kind {
    relict_idmobile::FORMATS.iter().find(|kind| kind.id == "idmobile.bsp").unwrap()
}

fn map(bytes: &[u8]) -> Bsp<'_> {
    Bsp::read(&mut Cursor::new(bytes), Origin::named("a.bsp")).unwrap()
}

fn level() -> Vec<u8> {
    Files::of("good/doom-rpg.jar").get("level01.bsp").unwrap().into_owned()
}

/// What the expectations call by other names.
fn told(map: &Bsp<'_>) -> Value {
    let (tile, direction) = map.spawn();
    json!({
        "nodes": map.nodes.len(),
        "lines": map.walls().len(),
        "sprites": map.sprites.len(),
        "events": map.events.len(),
        "bytecodes": map.commands.len(),
        "spawn_index": tile,
        "spawn_dir": direction,
        "load_map_id": map.map_id(),
        "dialect": map.dialect().name(),
    })
}

#[test]
fn a_map_is_written_only_with_the_parts_of_one_build() {
    let good = map(&level()).to_json();
    for (part, other) in [
        ("header", None),
        ("lines", None),
        ("brew_lines", Some(json!([]))),
        ("planes", Some(json!("00"))),
        ("blocks", Some(json!("00"))),
    ] {
        let mut json = good.clone();
        let map = json.as_object_mut().unwrap();
        map.remove(part);
        map.extend(other.map(|other| (part.to_owned(), other)));
        let error = kind().build(&json, Origin::named("a.bsp")).unwrap_err();
        assert!(error.to_string().contains(part), "{part}: {error}");
    }
    let mut short = map(&translated(Dialect::Brew)).to_json();
    short["planes"] = "00".into();
    let error = kind().build(&short, Origin::named("a.bsp")).unwrap_err();
    assert!(error.to_string().contains("planes"), "{error}");
}

#[test]
fn maps_are_as_expected() {
    let files = Files::of("good/doom-rpg.jar");
    let mut expected: Map<String, Value> = expected("doom-rpg");
    let maps = take(&mut expected, "maps");
    for (name, wanted) in maps.as_object().unwrap() {
        let bytes = files.get(name).unwrap();
        assert_eq!(told(&map(&bytes)), *wanted, "{name}");
        assert_eq!(map(&bytes).to_bytes().unwrap(), *bytes);
        let mut report = Report::default();
        map(&bytes).check(&mut report, Context::ALONE);
        assert_eq!(report.codes(), Vec::<&str>::new(), "{name}");
    }
    let all = files.0.iter().filter(|(name, _)| name.ends_with(".bsp"));
    assert_eq!(all.count(), maps.as_object().unwrap().len());
}

/// The level in another dialect.
fn translated(to: Dialect) -> Vec<u8> {
    let bytes = level();
    let mut json = map(&bytes).to_json();
    let object = json.as_object_mut().unwrap();
    if to == Dialect::JavaWithTexts {
        object.insert("name".into(), json!("Sector 1"));
    }
    if to != Dialect::Java {
        object.insert("strings".into(), json!([{"text": "Sector"}, {"text": ""}]));
    }
    if to == Dialect::Brew {
        let mut header = object.remove("header").unwrap();
        for (key, value) in [
            ("name", json!("Sector 1")),
            ("floor_texture", 3.into()),
            ("ceiling_texture", 4.into()),
            ("camera_tile", 5.into()),
        ] {
            header[key] = value;
        }
        object.insert("brew_header".into(), header);
        let mut lines = object.remove("lines").unwrap();
        lines.as_array_mut().unwrap().iter_mut().for_each(|line| line["flags"] = 0x0001_0000.into());
        object.insert("brew_lines".into(), lines);
        object.insert("planes".into(), "07".repeat(2048).into());
    }
    kind().build(&json, Origin::named("a.bsp")).unwrap()
}

#[test]
fn every_dialect_is_told_by_where_it_ends() {
    for (dialect, size) in
        [(Dialect::Java, 399), (Dialect::JavaWithTexts, 16 + 411), (Dialect::Brew, 399 + 20 + 12 + 10 + 2048)]
    {
        let bytes = translated(dialect);
        assert_eq!((Dialect::of(&bytes), bytes.len()), (dialect, size));
        let map = map(&bytes);
        assert_eq!((map.dialect(), map.walls().len(), map.tail.len()), (dialect, 5, 0));
        assert_eq!(map.to_bytes().unwrap(), bytes);
        assert_eq!(Bsp::claims(Origin::named("a.bsp"), &bytes), Claim::Sure);
        assert_eq!(Bsp::claims(Origin::named("a.bsp"), &bytes[..bytes.len() - 1]), Claim::Broken);
        assert_eq!(Bsp::claims(Origin::named("a.map"), &bytes), Claim::No);
        for end in 0..bytes.len() {
            let cut = &bytes[..end];
            if let Ok(map) = Bsp::read(&mut Cursor::new(cut), Origin::named("a.bsp")) {
                assert_eq!(map.to_bytes().unwrap(), cut, "{dialect:?} cut at {end}");
            }
        }
    }
    assert_eq!(Bsp::claims(Origin::named("q3dm1.bsp"), b"IBSP\x2e\0\0\0"), Claim::No);
}

/// A colour for each texture that no other thing on a map has.
fn colour(texture: u16) -> Option<[u8; 3]> {
    (texture != 2).then_some([10, 20, 100 + texture as u8])
}

#[test]
fn a_map_is_drawn_from_above() {
    let bytes = level();
    let map = map(&bytes);
    let image = map.scene(&colour).image();
    assert_eq!((image.width, image.height, image.has_alpha), (1024, 1024, false));
    let pixels = image.to_rgba();
    let at = |x: u8, y: u8| pixels[usize::from(y) * 4 * 1024 + usize::from(x) * 4];
    // The middle of each wall, where no thing stands before it.
    for line in map.walls() {
        let middle = |a: u8, b: u8| a / 2 + b / 2 + (a & b & 1);
        let [r, g, b] = colour(line.texture).unwrap_or([255, 255, 255]);
        assert_eq!(at(middle(line.x1, line.x2), middle(line.y1, line.y2)), [r, g, b, 255], "{line:?}");
    }
    for sprite in map.sprites.iter() {
        assert_eq!(at(sprite.x, sprite.y), [255, 208, 0, 255], "{sprite:?}");
    }
    let (floor, _) = map.grounds();
    let blocked = map.blocked();
    let open = blocked.iter().position(|blocked| !blocked).unwrap();
    let ground = |tile: usize| at((tile % 32 * 8 + 2) as u8, (tile / 32 * 8 + 2) as u8);
    assert_eq!(ground(open), [floor[0], floor[1], floor[2], 255]);
    let shaded = blocked.iter().position(|blocked| *blocked).unwrap();
    assert_eq!(ground(shaded), [floor[0] / 2, floor[1] / 2, floor[2] / 2, 255]);
    // The player stands on tile 477, and looks down.
    let (x, y) = (477 % 32 * 8 + 4, 477 / 32 * 8 + 4);
    let green = |x: usize, y: usize| at(x as u8, y as u8) == [0, 255, 64, 255];
    assert!(
        green(x, y) && green(x, y + 2) && green(x - 1, y - 2) && !green(x - 1, y + 2),
        "the tip is below"
    );
}

#[test]
fn the_same_is_drawn_as_svg() {
    let bytes = level();
    let map = map(&bytes);
    let svg = map.scene(&colour).svg();
    assert!(svg.starts_with("<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"1024\""));
    assert!(svg.ends_with("</svg>\n"));
    assert_eq!(svg.matches("<line ").count(), 5);
    assert_eq!(svg.matches("<circle ").count(), 3);
    assert_eq!(svg.matches("<rect ").count(), 1 + map.blocked().iter().filter(|blocked| **blocked).count());
    assert_eq!(svg.matches("<g ").count(), svg.matches("</g>").count());
    assert!(svg.contains("<polygon id=\"spawn\""));
}

#[test]
fn whatever_a_map_holds_it_is_drawn() {
    let bytes = level();
    for at in 0..bytes.len() {
        for with in [0, 0xFF] {
            let mut damaged = bytes.clone();
            damaged[at] = with;
            let Ok(map) = Bsp::read(&mut Cursor::new(&damaged), Origin::named("a.bsp")) else { continue };
            assert_eq!(map.to_bytes().unwrap(), damaged);
            map.check(&mut Report::default(), Context::ALONE);
            assert!(
                Faceted::tables(&map)
                    .iter()
                    .all(|sheet| sheet.rows.iter().all(|row| row.len() == sheet.columns.len()))
            );
            assert!(Format::facts(&map).len() >= 10);
            if at < 13 || at % 7 == 0 {
                map.scene(&colour).svg();
            }
            if at < 13 {
                map.scene(&colour).image();
            }
        }
    }
}

#[test]
fn what_leads_nowhere_is_told() {
    let bytes = level();
    let json = map(&bytes).to_json();
    let codes = |change: &dyn Fn(&mut Value)| {
        let mut json = json.clone();
        change(&mut json);
        let bytes = (kind().from_json)(&json).unwrap().to_bytes().unwrap();
        let mut report = Report::default();
        map(&bytes).check(&mut report, Context::ALONE);
        report.codes()
    };
    assert_eq!(codes(&|json| json["nodes"][0]["a"] = 3.into()), ["bsp.child"]);
    assert_eq!(codes(&|json| json["nodes"][1]["b"] = 9.into()), ["bsp.leaf", "bsp.cover"]);
    assert_eq!(
        codes(&|json| json["nodes"][1]["kind"] = 3.into()),
        ["bsp.node-kind", "bsp.child", "bsp.cover"]
    );
    assert_eq!(codes(&|json| json["events"][0]["command_count"] = 9.into()), ["bsp.event"]);
    assert_eq!(codes(&|json| json["header"]["spawn_tile"] = 1024.into()), ["bsp.spawn"]);
    assert_eq!(codes(&|json| json["header"]["spawn_direction"] = 1.into()), ["bsp.direction"]);
    assert_eq!(codes(&|json| json["tail"] = "00".into()), ["bsp.tail"]);
}

// idmobile-real 10, row 17: without a file of texts beside it, a map has a name in front and its texts inside.
#[test]
fn an_early_map_has_a_name_in_front_and_its_texts_inside() {
    let bytes = fixture("extra/named.bsp");
    let expected = expected("extra");
    let wanted = &expected["extra"]["named.bsp"];
    let map = map(&bytes);
    assert_eq!(map.dialect(), Dialect::JavaWithTexts);
    assert_eq!(map.name.as_ref().unwrap().show(), wanted["name"].as_str().unwrap().trim_end_matches('\0'));
    assert_eq!(json!(map.spawn().0), wanted["start_tile"]);
    assert_eq!(map.strings.as_ref().unwrap().len(), wanted["strings"].as_array().unwrap().len());
    assert_eq!((map.tail.len(), map.to_bytes().unwrap()), (0, bytes.clone()));
    let json = map.to_json();
    assert_eq!(kind().build(&json, Origin::named("a.bsp")).unwrap(), bytes);
}

// idmobile-real 10, row 16: of a leaf the first line comes first, then how many there are.
#[test]
fn the_leaves_of_a_map_have_each_line_once() {
    let bytes = fixture("extra/leaves.bsp");
    let codes = |bytes: &[u8]| {
        let mut report = Report::default();
        map(bytes).check(&mut report, Context::ALONE);
        report.codes()
    };
    assert_eq!(codes(&bytes), Vec::<&str>::new());
    let mut json = map(&bytes).to_json();
    for node in json["nodes"].as_array_mut().unwrap().iter_mut().filter(|node| node["kind"] == 0) {
        let (a, b) = (node["a"].clone(), node["b"].clone());
        (node["a"], node["b"]) = (b, a);
    }
    let swapped = (kind().from_json)(&json).unwrap().to_bytes().unwrap();
    assert!(codes(&swapped).contains(&"bsp.cover"));
}
