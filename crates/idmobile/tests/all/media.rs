//! Wolfenstein RPG and Doom II RPG: every image of the fixtures against what `fixtures/idmobile/expected` says of it, what
//! becomes of images when they are edited, and what is said of the damaged ones.

// A test stops at the first surprise.
#![allow(clippy::unwrap_used, clippy::panic)]

use crate::fixture::{Files, expect_all_read, expected, fixture as bytes_of, sha256, take};
use relict_core::bytes::Cursor;
use relict_core::error::FaultKind;
use relict_core::format::{Context, Format, Formats, Library, Origin};
use relict_core::image::Image;
use relict_core::report::Report;
use relict_exchange::png;
use relict_idmobile::colour::Order;
use relict_idmobile::entities::Entities;
use relict_idmobile::gallery::{Drawing, Misfit, Reading, Refusal, Spot, Trouble, Which};
use relict_idmobile::game::Game;
use relict_idmobile::media::runs::{Bits, Direction, Runs, Unfit};
use relict_idmobile::media::{Changed, ImageEdits, Media, Picture, Wanted, flipped};
use relict_idmobile::new_mappings::{NewMappings, Owned, Slot};
use relict_idmobile::string_bank;
use relict_idmobile::tables::Tables;
use serde_json::{Map, Value, json};
use std::borrow::Cow;
use std::collections::BTreeMap;

static FORMATS: Formats = Formats(&[relict_idmobile::FORMATS]);

/// Both games for Java phones, and one of them for BREW phones and as an application bundle.
const GOOD: [(&str, &str, Game); 5] = [
    ("wolfenstein-rpg-j2me", WOLF, Game::WolfensteinRpg),
    ("wolfenstein-rpg", "good/wolfenstein-rpg.jar", Game::WolfensteinRpg),
    ("doom2-rpg-j2me", "good/doom2-rpg-j2me.jar", Game::Doom2Rpg),
    ("doom2-rpg-brew", "good/doom2-rpg-brew.zip", Game::Doom2Rpg),
    ("doom2-rpg-bundle", "good/doom2-rpg-bundle.zip", Game::Doom2Rpg),
];

const WOLF: &str = "good/wolfenstein-rpg-j2me.jar";

/// Opens the images of a set of files, whatever becomes of it.
fn opened<R>(files: &Files, look: impl FnOnce(Result<Media<'_>, Trouble>) -> R) -> R {
    look(Media::open(&|name| files.get(name)))
}

fn with_game<R>(files: &Files, game: Game, look: impl FnOnce(&Media<'_>) -> R) -> R {
    let wanted = Wanted { game: Some(game), ..Wanted::default() };
    look(&Media::open_as(&|name| files.get(name), wanted).unwrap())
}

fn with<R>(files: &Files, look: impl FnOnce(&Media<'_>) -> R) -> R {
    opened(files, |media| look(&media.unwrap()))
}

fn flat(pixels: &[[u8; 4]]) -> &[u8] {
    pixels.as_flattened()
}

#[test]
fn everything_that_is_expected_of_the_good_ones_holds() {
    for (name, archive, game) in GOOD {
        let files = Files::of(archive);
        let mut expected = expected(name);
        assert_eq!(expected["game"], game.id());
        with_game(&files, game, |media| {
            dialect(media, &mut expected);
            directory(media, &mut expected);
            tiles_and_slots(&files, media, &mut expected);
            palettes(media, &mut expected);
            let images = take(&mut expected, "media");
            let images = images.as_array().unwrap();
            let mapped: Vec<usize> =
                images.iter().map(|image| image["media"].as_u64().unwrap() as usize).collect();
            assert!(media.mapped.iter().eq(&mapped), "{name}");
            images.iter().for_each(|image| self::image(media, image));
            let mut report = Report::default();
            media.check(&mut report);
            assert_eq!(report.codes(), Vec::<&str>::new(), "{name}");
        });
        beside(&files, &mut expected);
        expect_all_read(name, &expected);
    }
}

fn dialect(media: &Media<'_>, expected: &mut Map<String, Value>) {
    let found = media.dialect;
    let told = json!({
        "mappings": if found.is_wide { "wide" } else { "compact" },
        "markers": found.marked,
        "rollover": found.limit,
        "colour": found.colour.name(),
        "texel_name": found.naming.pattern(),
    });
    assert_eq!(told, take(expected, "dialect"));
    assert_eq!((found.bits, found.direction), (Bits::Eight, Direction::Columns));
    assert!(found.sure.bits && found.sure.direction && found.sure.colour && found.sure.limit, "{found:?}");
    assert_eq!(take(expected, "palette_format"), found.colour.name());
    assert_eq!(take(expected, "texel_files"), json!(media.files()));
}

fn directory(media: &Media<'_>, expected: &mut Map<String, Value>) {
    let tiles: Map<String, Value> = media
        .tiles
        .iter()
        .map(|(tile, images)| (tile.to_string(), json!([images.start, images.end])))
        .collect();
    assert_eq!(Value::from(tiles), take(expected, "tiles"));
    assert_eq!(json!(media.blobs()), take(expected, "texels_owned"));
}

/// What files for Java phones have besides: tiles that are not used, marks of ends, and slots behind the last image.
/// idmobile-real 10, row 6.
fn tiles_and_slots(files: &Files, media: &Media<'_>, expected: &mut Map<String, Value>) {
    if !expected.contains_key("fillers") {
        return;
    }
    let bytes = files.get("newMappings.bin").unwrap();
    let tiles: Vec<i16> = NewMappings::of(&bytes).unwrap().tiles.iter().collect();
    let is_used = |tile: &usize| media.tiles.iter().any(|(used, _)| used == tile);
    let not_used = tiles.iter().filter(|first| **first == -1).count();
    assert_eq!(json!(not_used), take(expected, "tiles_not_used"));
    let ends: Vec<usize> = (0..tiles.len()).filter(|tile| tiles[*tile] >= 0 && !is_used(tile)).collect();
    assert_eq!(json!(ends), take(expected, "end_marks"));
    let highest = |tile: usize| tiles[..tile].iter().copied().max().unwrap_or(-1);
    let falls: Vec<usize> =
        (0..tiles.len()).filter(|tile| tiles[*tile] >= 0 && tiles[*tile] < highest(*tile)).collect();
    assert_eq!(json!(falls), take(expected, "falling_starts"));
    let of = |image: usize| tiles_of(media, image);
    let several: Map<String, Value> = media
        .mapped
        .iter()
        .filter(|&&image| of(image).len() > 1)
        .map(|&image| (image.to_string(), json!(of(image))))
        .collect();
    assert_eq!(Value::from(several), take(expected, "images_of_several_tiles"));
    let fillers = media.slots.iter().filter(|slot| slot.is_filler()).count();
    let first = media.slots.iter().position(Slot::is_filler).unwrap();
    assert_eq!(json!({"first": first, "count": fillers}), take(expected, "fillers"));
}

fn tiles_of(media: &Media<'_>, image: usize) -> Vec<usize> {
    let tiles = media.tiles.iter().filter(|(_, images)| images.contains(&image));
    tiles.map(|(tile, _)| *tile).collect()
}

fn palettes(media: &Media<'_>, expected: &mut Map<String, Value>) {
    let palettes = media.palettes();
    assert_eq!(json!(palettes.len()), take(expected, "palettes_owned"));
    let shown: Map<String, Value> = palettes
        .iter()
        .map(|(image, palette)| {
            let colours: Vec<_> = palette.colours().iter().map(|c| json!([c[0], c[1], c[2]])).collect();
            (image.to_string(), colours.into())
        })
        .collect();
    assert_eq!(Value::from(shown), take(expected, "palettes"));
}

fn image(media: &Media<'_>, expected: &Value) {
    let mut expected = expected.as_object().unwrap().clone();
    let number = take(&mut expected, "media").as_u64().unwrap() as usize;
    let slot = media.slots[number];
    let picture = media.picture(number).unwrap();
    let place = media.place(number).unwrap();
    assert!(!picture.read_only);
    assert_eq!(json!(slot.palette.owner(number)), take(&mut expected, "palette_owner"));
    assert_eq!(json!(slot.texels.owner(number)), take(&mut expected, "texel_owner"));
    assert_eq!(json!(picture.drawing.width), take(&mut expected, "width"));
    assert_eq!(json!(picture.drawing.height), take(&mut expected, "height"));
    // What has bounds up to 256 states them so; the engine takes the low byte, and needs none for what is raw.
    let bounds = take(&mut expected, "bounds");
    let bounds: Vec<u8> = bounds.as_array().unwrap().iter().map(|b| b.as_u64().unwrap() as u8).collect();
    assert_eq!(slot.bounds[..], bounds);
    assert_eq!(json!(picture.palette.words.len()), take(&mut expected, "palette_entries"));
    assert_eq!(json!(place.size), take(&mut expected, "texel_bytes"));
    assert_eq!(json!(media.files()[place.file]), take(&mut expected, "file"));
    assert_eq!(json!(place.offset), take(&mut expected, "offset"));
    assert_eq!(take(&mut expected, "kind"), if picture.is_raw { "raw" } else { "sprite" });
    assert_eq!(sha256(&picture.drawing.indices), take(&mut expected, "indices_sha256"));
    as_people_see_it(&picture, &mut expected);
    // These hashes know of no transparent colour.
    let drawing = match picture.is_raw {
        true => Drawing { mask: None, ..picture.drawing.clone() },
        false => picture.drawing.clone(),
    };
    assert_eq!(sha256(flat(&drawing.rgba(&picture.palette))), take(&mut expected, "rgba_sha256"));
    match &drawing.mask {
        None => {
            let turned = flipped(&drawing).rgba(&picture.palette);
            assert_eq!(sha256(flat(&turned)), take(&mut expected, "rgba_flipped_sha256"));
        }
        Some(mask) => {
            let bytes: Vec<u8> = mask.iter().map(|visible| u8::from(*visible)).collect();
            assert_eq!(sha256(&bytes), take(&mut expected, "mask_sha256"));
            let visible = mask.iter().filter(|visible| **visible).count();
            assert_eq!(json!(visible), take(&mut expected, "visible_pixels"));
        }
    }
    if let Some(tight) = expected.remove("tight_box") {
        // idmobile-real 10, row 8.
        let runs = Runs { slot: &slot, bits: media.dialect.bits, direction: media.dialect.direction };
        assert_eq!(json!(runs.encode(&picture.drawing).unwrap().bounds), tight);
    }
    if let Some(tiles) = expected.remove("tiles") {
        assert_eq!(json!(tiles_of(media, number)), tiles);
    }
    assert!(expected.is_empty(), "{expected:?}");
}

/// idmobile-real 10, row 9.
fn as_people_see_it(picture: &Picture, expected: &mut Map<String, Value>) {
    let Some(seen) = expected.remove("rgba_upright_sha256") else { return };
    let drawing = if picture.is_raw { flipped(&picture.drawing) } else { picture.drawing.clone() };
    assert_eq!(sha256(flat(&drawing.rgba(&picture.palette))), seen);
    if picture.is_raw {
        let transparent = picture.is_keyed().then_some(0);
        assert_eq!(json!(transparent), take(expected, "transparent_index"));
        let clear = picture.drawing.indices.iter().filter(|index| **index == 0).count();
        assert_eq!(json!(clear), take(expected, "index_0_pixels"));
    }
}

/// What lies beside the images; the bundle has none of it.
fn beside(files: &Files, expected: &mut Map<String, Value>) {
    if let Some(bytes) = files.get("tables.bin") {
        let tables = Tables::read(&mut Cursor::new(&bytes), Origin::named("tables.bin")).unwrap();
        assert_eq!(json!(tables.tables.len()), take(expected, "tables")["count"]);
        skies(&tables, expected);
        assert!(tables.tables.iter().all(|table| table.rest.is_none()), "{:?}", tables.tables);
    }
    // Tests of other files look at what else the builds for Java phones have.
    if expected.contains_key("opaque") {
        for key in ["banks", "hdr", "strings", "publisher_texts", "charmap", "opaque", "menus", "maps"] {
            take(expected, key);
        }
    } else if files.get("strings.idx").is_some() {
        let groups = string_bank::groups(&|name| files.get(name)).unwrap();
        let groups: Map<String, Value> =
            groups.into_iter().enumerate().map(|(i, texts)| (i.to_string(), json!(texts))).collect();
        assert_eq!(Value::from(groups), take(expected, "strings"));
    }
    if let Some(bytes) = files.get("entities.bin") {
        let entities = Entities::read(&mut Cursor::new(&bytes), Origin::named("entities.bin")).unwrap();
        let row = |e: relict_idmobile::entities::Entity| {
            json!([e.tile, e.kind, e.subtype, e.parameter, e.name, e.long_name, e.description])
        };
        let rows: Vec<Value> = entities.entities.unwrap().iter().map(row).collect();
        assert_eq!(Value::from(rows), take(expected, "entities"));
    }
}

/// idmobile-real 10, row 12.
fn skies(tables: &Tables<'_>, expected: &mut Map<String, Value>) {
    let Some(wanted) = expected.remove("skies") else { return };
    let skies = tables.skies();
    assert_eq!(skies.len(), wanted.as_array().unwrap().len());
    for (sky, wanted) in skies.iter().zip(wanted.as_array().unwrap()) {
        let colour = |index: &u8| sky.colours[usize::from(*index)];
        let rgba: Vec<[u8; 4]> = sky.drawing.indices.iter().map(colour).collect();
        let found = json!({
            "tables": [sky.table - 1, sky.table],
            "width": sky.drawing.width,
            "height": sky.drawing.height,
            "indices_sha256": sha256(&sky.drawing.indices),
            "rgba_sha256": sha256(flat(&rgba)),
        });
        assert_eq!(found, *wanted);
    }
}

#[test]
fn what_is_read_is_written() {
    for (_, archive, _) in GOOD {
        for (name, bytes) in Files::of(archive).0.into_iter().filter(|(name, _)| is_media(name)) {
            let origin = Origin::named(&name);
            let Some(kind) = FORMATS.of(origin, &bytes) else { continue };
            let document = kind.open(&bytes, origin).unwrap();
            assert!(document.to_bytes().unwrap() == bytes, "{name}");
            let report = kind.check(&*document, &bytes, origin, Context::ALONE);
            assert_eq!(report.codes(), Vec::<&str>::new(), "{name}");
        }
    }
}

fn is_media(name: &str) -> bool {
    ["newMappings", "newPalettes", "newTexels", "tex"].iter().any(|stem| name.starts_with(stem))
}

fn code(trouble: &Trouble) -> &'static str {
    match &trouble.error.kind {
        FaultKind::Broken { rule, .. } => rule.code,
        FaultKind::Truncated { .. } => "truncated",
        FaultKind::Unexpected { .. } => "unexpected",
    }
}

/// What opening, or else looking at every image, runs into first.
fn first_trouble(files: &Files) -> Option<&'static str> {
    opened(files, |media| match media {
        Err(trouble) => Some(code(&trouble)),
        Ok(media) => {
            media.mapped.iter().find_map(|&image| media.picture(image).err()).map(|trouble| code(&trouble))
        }
    })
}

#[test]
fn the_bad_ones_are_refused() {
    let bad: Value = serde_json::from_slice(&bytes_of("expected/bad.json")).unwrap();
    let wanted: BTreeMap<&str, &str> = BTreeMap::from([
        ("bad/newmedia-self-reference.jar", "new-mappings.reference"),
        ("bad/newmedia-chained-reference.jar", "new-mappings.reference"),
        ("bad/newmedia-missing-texel-file.jar", "new-mappings.missing"),
        ("bad/newmedia-palette-short.jar", "new-mappings.palettes-size"),
        ("bad/newmedia-sprite-trailer.jar", "new-mappings.sprite"),
        ("bad/newmappings-size.jar", "truncated"),
    ]);
    let mut seen = 0;
    for case in bad["cases"].as_array().unwrap() {
        let name = case["fixture"].as_str().unwrap();
        if !name.starts_with("bad/newm") {
            continue;
        }
        assert_eq!(case["must"], "error", "{name}");
        assert_eq!(first_trouble(&Files::of(name)), wanted.get(name).copied(), "{name}");
        seen += 1;
    }
    assert_eq!(seen, wanted.len());
}

struct Beside<'f>(&'f Files);

impl Library for Beside<'_> {
    fn file(&self, name: &str) -> Option<Cow<'_, [u8]>> {
        self.0.get(name)
    }
}

#[test]
fn the_directory_tells_what_is_wrong_with_the_files_beside_it() {
    for (name, wanted) in [
        (WOLF, vec![]),
        ("bad/newmedia-missing-texel-file.jar", vec!["new-mappings.missing"]),
        ("bad/newmedia-palette-short.jar", vec!["new-mappings.palettes-size"]),
        ("bad/newmedia-sprite-trailer.jar", vec!["new-mappings.sprite"]),
        ("bad/newmedia-self-reference.jar", vec!["new-mappings.reference"]),
    ] {
        let files = Files::of(name);
        let bytes = files.get("newMappings.bin").unwrap();
        let directory = NewMappings::of(&bytes).unwrap();
        let mut report = Report::default();
        directory.check(&mut report, Context::new(&Beside(&files)));
        let mut codes = report.codes();
        codes.dedup();
        assert_eq!(codes, wanted, "{name}");
    }
    // One of them that is missing is found by the others, whichever it is.
    for gone in ["newPalettes.bin", "tex00.bin"] {
        let mut files = Files::of(WOLF);
        files.remove(gone);
        let mut report = Report::default();
        let bytes = files.get("newMappings.bin").unwrap();
        NewMappings::of(&bytes).unwrap().check(&mut report, Context::new(&Beside(&files)));
        assert_eq!(report.codes(), ["new-mappings.missing"], "{gone}");
    }
}

/// The files with all changes made.
fn changed(files: &Files, change: &Changed) -> Files {
    let mut files = files.clone();
    change.files.iter().for_each(|(name, bytes)| files.set(name, bytes.clone()));
    change.removed.iter().for_each(|name| files.remove(name));
    files
}

fn drawings(files: &Files) -> BTreeMap<usize, Drawing> {
    with(files, |media| {
        media.mapped.iter().map(|&image| (image, media.picture(image).unwrap().drawing)).collect()
    })
}

fn edit(image: usize, drawing: Drawing) -> ImageEdits {
    ImageEdits { images: BTreeMap::from([(image, drawing)]), ..ImageEdits::default() }
}

fn pack_case(name: &str) -> Map<String, Value> {
    let cases: Value = serde_json::from_slice(&bytes_of("expected/pack-j2me.json")).unwrap();
    let case = cases["cases"].as_array().unwrap().iter().find(|case| case["case"] == name);
    case.unwrap().as_object().unwrap().clone()
}

/// idmobile-real 10, row 9.
#[test]
fn a_new_decal_of_wolfenstein_is_packed_as_the_fixture_says() {
    for name in ["decal", "decal-rgba"] {
        let mut case = pack_case(name);
        let files = Files::of(take(&mut case, "base").as_str().unwrap());
        let path = format!("{}/Media/media_0005.png", take(&mut case, "input").as_str().unwrap());
        let image = png::read(&bytes_of(&path), 1 << 20).unwrap().image;
        let before = drawings(&files);
        let change = with(&files, |media| {
            let picture = media.picture(5).unwrap();
            let how = Reading { palette: &picture.palette, transparent: Some(0), quantise: false };
            let upright = flipped(&picture.drawing).read_keyed(&image, how).unwrap();
            media.change(&edit(5, flipped(&upright))).unwrap()
        });
        let result: Map<String, Value> =
            change.files.iter().map(|(name, bytes)| (name.clone(), sha256(bytes))).collect();
        assert_eq!(Value::from(result), take(&mut case, "result"));
        assert_eq!(json!(change.removed), take(&mut case, "removed"));
        let after = changed(&files, &change);
        with(&after, |media| {
            let picture = media.picture(5).unwrap();
            let rgba = flipped(&picture.drawing).rgba(&picture.palette);
            assert_eq!(sha256(flat(&rgba)), take(&mut case, "rgba_upright_sha256"));
            let clear = picture.drawing.indices.iter().filter(|index| **index == 0).count();
            assert_eq!(json!(clear), take(&mut case, "index_0_pixels"));
            assert_eq!(json!(media.slots[5].bounds), take(&mut case, "bounds"));
        });
        for (other, drawing) in drawings(&after) {
            assert_eq!(drawing == before[&other], other != 5, "{other}");
        }
    }
}

/// idmobile-real 10, row 8.
#[test]
fn a_new_sprite_of_wolfenstein_is_packed_as_the_fixture_says() {
    let mut case = pack_case("wolf-j2me-sprite");
    let files = Files::of(take(&mut case, "base").as_str().unwrap());
    let folder = take(&mut case, "input");
    let file = format!("{}/Media/media_0000", folder.as_str().unwrap());
    let note: Value = serde_json::from_slice(&bytes_of(&format!("{file}.json"))).unwrap();
    let image = png::read(&bytes_of(&format!("{file}.png")), 1 << 20).unwrap().image;
    let number = note["media"].as_u64().unwrap() as usize;
    let before = drawings(&files);
    let change = with(&files, |media| {
        let picture = media.picture(number).unwrap();
        let transparent = note["transparent_index"].as_u64().map(|index| index as u8);
        let how = Reading { palette: &picture.palette, transparent, quantise: false };
        media.change(&edit(number, picture.drawing.read(&image, how).unwrap())).unwrap()
    });
    let result: Map<String, Value> =
        change.files.iter().map(|(name, bytes)| (name.clone(), sha256(bytes))).collect();
    assert_eq!(Value::from(result), take(&mut case, "result"));
    assert_eq!(json!(change.removed), take(&mut case, "removed"));
    assert_eq!(change.also, [(2, number)]);
    let after = changed(&files, &change);
    with(&after, |media| {
        for wanted in take(&mut case, "media_after").as_array().unwrap() {
            let image = wanted["media"].as_u64().unwrap() as usize;
            let picture = media.picture(image).unwrap();
            let rgba = picture.drawing.rgba(&picture.palette);
            let found = json!({"media": image, "bounds": media.slots[image].bounds, "rgba_sha256": sha256(flat(&rgba))});
            assert_eq!(found, *wanted);
        }
        assert_eq!(sha256(media.texels(number)), take(&mut case, "blob_sha256"));
        assert_eq!(json!(media.texels(number).len()), take(&mut case, "blob_bytes"));
        assert_eq!(json!(media.slots[number].bounds), take(&mut case, "bounds"));
        let mut report = Report::default();
        media.check(&mut report);
        assert_eq!(report.codes(), Vec::<&str>::new());
    });
    for (other, drawing) in drawings(&after) {
        assert_eq!(drawing == before[&other], ![0, 2].contains(&other), "{other}");
    }
    assert_eq!((take(&mut case, "must"), take(&mut case, "others")), (json!("ok"), json!("unchanged")));
    case.retain(|key, _| !["case", "note", "tight_box"].contains(&key.as_str()));
    assert!(case.is_empty(), "{case:?}");
}

#[test]
fn nothing_changes_where_nothing_is_new() {
    for (_, archive, _) in GOOD {
        let files = Files::of(archive);
        let edits = with(&files, |media| ImageEdits {
            images: drawings(&files),
            palettes: media.palettes().into_iter().map(|(image, palette)| (image, palette.words)).collect(),
        });
        assert_eq!(with(&files, |media| media.change(&edits).unwrap()), Changed::default(), "{archive}");
    }
}

/// Every sprite of the fixtures was made in the one way in which Relict makes them.
#[test]
fn sprites_come_back_as_they_were() {
    for (_, archive, _) in GOOD {
        with(&Files::of(archive), |media| {
            for &image in &media.mapped {
                let picture = media.picture(image).unwrap();
                if !picture.is_raw {
                    let runs =
                        Runs { slot: &media.slots[image], bits: Bits::Eight, direction: Direction::Columns };
                    let encoded = runs.encode(&picture.drawing).unwrap();
                    assert_eq!(encoded.bytes, media.texels(image), "{archive} {image}");
                    let bounds = media.dialect.stored(encoded.bounds).unwrap();
                    assert_eq!(bounds, media.slots[image].bounds, "{archive} {image}");
                }
            }
        });
    }
}

#[test]
fn one_pixel_of_a_raw_image_is_one_byte_of_one_file() {
    for (_, archive, _) in GOOD {
        let files = Files::of(archive);
        for (image, mut drawing) in drawings(&files).into_iter().filter(|(_, drawing)| drawing.mask.is_none())
        {
            drawing.indices[70] ^= 1;
            let change = with(&files, |media| media.change(&edit(image, drawing.clone())).unwrap());
            let [(name, bytes)] = Vec::from_iter(&change.files)[..] else {
                panic!("{:?}", change.files.keys())
            };
            let old = files.get(name).unwrap();
            let differ = old.iter().zip(bytes).filter(|(a, b)| a != b).count();
            assert_eq!((old.len(), differ), (bytes.len(), 1), "{archive} {image}");
            assert_eq!(drawings(&changed(&files, &change))[&image], drawing);
        }
    }
}

/// What is visible of a sprite, as a square of one colour.
fn square(width: usize, height: usize, at: usize, side: usize) -> Drawing {
    let inside = |place: usize| [place % width, place / width].iter().all(|x| (at..at + side).contains(x));
    let mask: Vec<bool> = (0..width * height).map(inside).collect();
    let indices = mask.iter().map(|visible| if *visible { 3 } else { 0 }).collect();
    Drawing { width, height, indices, mask: Some(mask) }
}

#[test]
fn all_images_with_the_same_texels_get_the_new_bounds() {
    let files = Files::of(WOLF);
    let new = square(64, 64, 20, 5);
    for through in [0, 2] {
        let change = with(&files, |media| media.change(&edit(through, new.clone())).unwrap());
        assert_eq!(change.also, [(2 - through, through)]);
        let after = changed(&files, &change);
        let drawings = drawings(&after);
        assert_eq!((&drawings[&0], &drawings[&2]), (&new, &new));
        with(&after, |media| {
            assert_eq!([media.slots[0].bounds, media.slots[2].bounds], [[20, 25, 21, 26]; 2]);
        });
    }
    let both =
        ImageEdits { images: BTreeMap::from([(0, new.clone()), (2, new.clone())]), ..ImageEdits::default() };
    assert!(with(&files, |media| media.change(&both)).is_ok());
    let apart = ImageEdits {
        images: BTreeMap::from([(0, new), (2, square(64, 64, 20, 6))]),
        ..ImageEdits::default()
    };
    let refused = with(&files, |media| media.change(&apart)).unwrap_err();
    assert_eq!(refused, Refusal::Different { image: 0, other: 2 });
}

#[test]
fn slots_behind_the_last_image_keep_no_bounds_when_the_image_that_they_refer_to_gets_new_ones() {
    let made = java();
    let files = made.files(&[made.sprite(&square(64, 64, 5, 9)), plain(4)], &[0x7C1F, 2, 3, 4]);
    let change = with(&files, |media| media.change(&edit(0, square(64, 64, 1, 3))).unwrap());
    assert_eq!(change.also, [], "nobody sees the others");
    with(&changed(&files, &change), |media| {
        assert_eq!(media.slots[0].bounds, [1, 4, 2, 5]);
        assert!(media.slots[2..].iter().all(Slot::is_filler));
    });
}

#[test]
fn an_index_must_be_one_of_all_palettes_that_its_texels_are_shown_with() {
    // Images 0 and 2 have the texels of 0, and a palette each.
    let files = Files::of(WOLF);
    let edits = ImageEdits { palettes: BTreeMap::from([(2, vec![7; 10])]), ..edit(0, square(64, 64, 20, 5)) };
    let files = changed(&files, &with(&files, |media| media.change(&edits).unwrap()));
    let mut new = square(64, 64, 20, 5);
    new.indices.iter_mut().filter(|index| **index > 0).for_each(|index| *index = 14);
    let refused = with(&files, |media| media.change(&edit(0, new.clone()))).unwrap_err();
    let spot = Spot { x: 20, y: 20 };
    assert_eq!(
        refused,
        Refusal::Misfit { which: Which::Image(0), misfit: Misfit::Index { spot, index: 14, colours: 10 } }
    );
    // Unless that palette gets the colours in the same breath.
    let edits = ImageEdits { palettes: BTreeMap::from([(2, vec![7; 15])]), ..edit(0, new) };
    assert!(with(&files, |media| media.change(&edits)).is_ok());
}

#[test]
fn an_image_that_no_tile_shows_is_not_made_where_it_would_fill_the_memory() {
    let mut files = Files::of(WOLF);
    let mut mappings = files.get("newMappings.bin").unwrap().into_owned();
    // The size of image 1000, which points at the texels of image 0.
    mappings[1024 + 1000] = 0xFF;
    files.set("newMappings.bin", mappings);
    with(&files, |media| {
        assert!(!media.mapped.contains(&1000));
        let trouble = media.picture(1000).unwrap_err();
        assert_eq!(code(&trouble), "new-mappings.too-large");
    });
}

/// The powers of an image's size, its texels, and their bounds.
type Stored = ((u8, u8), Vec<u8>, [u8; 4]);

/// A directory of a few images, and the files that belong to it.
struct Made {
    bits: Bits,
    direction: Direction,
    marked: bool,
    naming: fn(usize) -> String,
    limit: usize,
    /// The number that bounds give the first row.
    first_row: u8,
    /// The tile that all images belong to.
    tile: u16,
}

impl Made {
    /// Images that all have one palette.
    fn files(&self, images: &[Stored], words: &[u16]) -> Files {
        let mut mappings = vec![];
        let count = images.len() as u16;
        let first = |tile: u16| match tile.checked_sub(self.tile) {
            Some(0) => 0,
            Some(1) => count,
            _ => u16::MAX,
        };
        mappings.extend((0..512u16).flat_map(|tile| first(tile).to_le_bytes()));
        let dims = |i: usize| images.get(i).map_or(0, |((width, height), ..)| width << 4 | height);
        mappings.extend((0..1024).map(dims));
        mappings.extend((0..1024).flat_map(|i| images.get(i).map_or([0; 4], |(.., bounds)| *bounds)));
        mappings
            .extend((0..1024).flat_map(|i| if i == 0 { words.len() as u16 } else { 0x8000 }.to_le_bytes()));
        let texels = |i: usize| images.get(i).map_or(0x8000, |(_, texels, _)| texels.len() as u16 - 1);
        mappings.extend((0..1024).flat_map(|i| texels(i).to_le_bytes()));
        let mark: &[u8] = if self.marked { &[0xBE, 0xBA, 0xFE, 0xCA] } else { &[] };
        let palette: Vec<u8> = words.iter().flat_map(|word| word.to_le_bytes()).collect();
        let mut files = Files(vec![("newMappings.bin".into(), mappings)]);
        files.set("newPalettes.bin", [&palette, mark].concat());
        let mut all: Vec<Vec<u8>> = vec![vec![]];
        for (_, texels, _) in images {
            if all.last().unwrap().len() > self.limit {
                all.push(vec![]);
            }
            all.last_mut().unwrap().extend([texels, mark].concat());
        }
        all.into_iter().enumerate().for_each(|(i, bytes)| files.set(&(self.naming)(i), bytes));
        files
    }

    fn sprite(&self, drawing: &Drawing) -> Stored {
        let slot = Slot {
            width: drawing.width,
            height: drawing.height,
            bounds: [0; 4],
            palette: Owned::Own(1),
            texels: Owned::Own(1),
        };
        let runs = Runs { slot: &slot, bits: self.bits, direction: self.direction };
        let encoded = runs.encode(drawing).unwrap();
        let power = |side: usize| side.trailing_zeros() as u8;
        let [x0, x1, y0, y1] = encoded.bounds;
        let bounds = [x0, x1, y0 + self.first_row, y1 + self.first_row];
        ((power(drawing.width), power(drawing.height)), encoded.bytes, bounds)
    }
}

/// A raw square of one colour, of a side that is this power of two.
fn plain(power: u8) -> Stored {
    ((power, power), vec![1; 1 << (2 * power)], [0, 1 << power, 0, 1 << power])
}

fn java() -> Made {
    let naming = |i| format!("tex{i:02}.bin");
    let (bits, direction) = (Bits::Eight, Direction::Columns);
    Made { bits, direction, marked: false, naming, limit: 0x8000, first_row: 1, tile: 300 }
}

fn brew() -> Made {
    let naming = |i| format!("tex{i:02}.bin");
    let (bits, direction) = (Bits::Four, Direction::Rows);
    Made { bits, direction, marked: false, naming, limit: 0x4000, first_row: 0, tile: 300 }
}

#[test]
fn texels_of_four_bits_and_runs_in_rows_are_found_and_written() {
    let made = brew();
    let mut odd = square(32, 32, 3, 5);
    odd.mask.as_mut().unwrap()[8 * 32 + 20] = true;
    odd.indices[8 * 32 + 20] = 9;
    odd.mask.as_mut().unwrap()[4 * 32 + 5] = false;
    odd.indices[4 * 32 + 5] = 0;
    let sprites = [made.sprite(&odd), made.sprite(&square(32, 16, 2, 9))];
    let raw = ((4, 4), vec![0x21; 128], [0, 16, 0, 16]);
    let files = made.files(&[sprites[0].clone(), sprites[1].clone(), raw], &[0x8001; 16]);
    with(&files, |media| {
        assert_eq!((media.dialect.bits, media.dialect.direction), (Bits::Four, Direction::Rows));
        assert_eq!((media.dialect.colour, media.dialect.limit), (Order::Rgb565, Some(0x4000)));
        assert_eq!(media.picture(0).unwrap().drawing, odd);
        assert_eq!(media.picture(2).unwrap().drawing.indices[..4], [1, 2, 1, 2]);
        let mut raw = media.picture(2).unwrap().drawing;
        raw.indices[1] = 16;
        let misfit = Misfit::Depth { index: 16, depth: 4 };
        assert_eq!(media.change(&edit(2, raw)), Err(Refusal::Misfit { which: Which::Image(2), misfit }));
        let new = square(32, 32, 1, 4);
        let change = media.change(&edit(0, new.clone())).unwrap();
        assert_eq!(drawings(&changed(&files, &change))[&0], new);
    });
}

#[test]
fn texel_files_come_and_go_as_the_limit_says() {
    let made = java();
    let (small, large) = (square(128, 128, 5, 4), square(128, 128, 5, 100));
    let raw = || ((7, 7), vec![1; 16_384], [0, 128, 0, 128]);
    // Two sprites of 10252 bytes and a raw image exceed the limit, so that the last image stands alone.
    let images = [made.sprite(&large), made.sprite(&large), raw(), raw()];
    let files = made.files(&images, &[0x7C1F, 2, 3, 4]);
    with(&files, |media| assert_eq!(media.files(), ["tex00.bin", "tex01.bin"]));
    let shrunk = with(&files, |media| media.change(&edit(0, small.clone())).unwrap());
    assert_eq!(Vec::from_iter(shrunk.files.keys()), ["newMappings.bin", "tex00.bin"]);
    assert_eq!(shrunk.removed, ["tex01.bin"]);
    let after = changed(&files, &shrunk);
    with(&after, |media| assert_eq!((media.files().len(), media.dialect.limit), (1, Some(0x8000))));
    let drawn = drawings(&after);
    assert_eq!((&drawn[&0], &drawn[&1], &drawn[&3]), (&small, &large, &drawings(&files)[&3]));
    let grown = with(&after, |media| media.change(&edit(0, large.clone())).unwrap());
    assert_eq!(Vec::from_iter(grown.files.keys()), ["newMappings.bin", "tex00.bin", "tex01.bin"]);
    let back = changed(&after, &grown);
    assert!(files.0.iter().all(|(name, bytes)| back.get(name).unwrap() == *bytes));
}

#[test]
fn files_in_front_of_the_first_new_size_stay() {
    let made = java();
    let raw = || ((7, 7), vec![1; 16_384], [0, 128, 0, 128]);
    let sprite = made.sprite(&square(128, 128, 5, 4));
    let files = made.files(&[raw(), raw(), raw(), sprite, raw()], &[0x7C1F, 2, 3, 4]);
    let change = with(&files, |media| media.change(&edit(3, square(128, 128, 5, 9))).unwrap());
    assert_eq!(Vec::from_iter(change.files.keys()), ["newMappings.bin", "tex01.bin"]);
}

#[test]
fn a_split_that_no_limit_gives_lets_nothing_change_its_size() {
    let made = Made { limit: 100, ..java() };
    let images = [made.sprite(&square(64, 64, 5, 9)), ((4, 4), vec![1; 256], [0, 16, 0, 16])];
    let files = made.files(&images, &[0x7C1F, 2, 3, 4]);
    with(&files, |media| {
        assert_eq!(media.dialect.limit, None);
        let mut report = Report::default();
        media.check(&mut report);
        // A square reads alike down and across.
        let told: Vec<String> = report.findings.iter().map(|finding| format!("{:?}", finding.args)).collect();
        assert_eq!(report.codes(), ["new-mappings.uncertain"; 2]);
        assert!(told[0].contains("direction") && told[1].contains("limit"), "{told:?}");
        assert_eq!(media.change(&edit(0, square(64, 64, 5, 8))), Err(Refusal::Split));
        let moved = media.change(&edit(0, square(64, 64, 6, 9))).unwrap();
        assert_eq!(Vec::from_iter(moved.files.keys()), ["newMappings.bin", "tex00.bin"]);
    });
}

#[test]
fn sprites_that_no_game_could_show_are_refused() {
    let made = java();
    let words: Vec<u16> = (0..200).collect();
    let files = made.files(
        &[
            made.sprite(&square(64, 64, 5, 4)),
            made.sprite(&square(16, 16, 5, 4)),
            made.sprite(&square(256, 256, 5, 4)),
            ((1, 1), vec![1; 4], [0, 2, 0, 2]),
        ],
        &words,
    );
    with(&files, |media| {
        let refused = |image: usize, drawing: Drawing| media.change(&edit(image, drawing)).unwrap_err();
        let misfit = |image: usize, misfit: Misfit| Refusal::Misfit { which: Which::Image(image), misfit };
        let empty = Drawing { mask: Some(vec![false; 4096]), ..square(64, 64, 5, 4) };
        assert_eq!(refused(0, empty), misfit(0, Misfit::Empty));
        let mut combed = square(64, 64, 0, 64);
        combed.mask = Some((0..4096).map(|place| place / 64 % 4 == 0 || place % 64 > 20).collect());
        assert_eq!(refused(0, combed), Refusal::Fragmented { image: 0, line: 0, runs: 16 });
        let small = Drawing { width: 32, height: 64, ..square(64, 64, 5, 4) };
        let wanted = Misfit::Size { width: 32, height: 64, wanted_width: 64, wanted_height: 64 };
        assert_eq!(refused(0, small), misfit(0, wanted));
        assert_eq!(
            refused(2, square(256, 256, 200, 56)),
            Refusal::Bounds { image: 2, right: 256, bottom: 256 }
        );
        let huge = refused(2, square(256, 256, 5, 200));
        assert_eq!(huge, Refusal::TooLong { image: 2, size: 200 * 200 + 100 + 400 + 2, most: 16_384 });
        let mut signed = square(64, 64, 5, 4);
        signed.indices[5 * 64 + 5] = 128;
        assert_eq!(refused(0, signed), Refusal::Signed { image: 0, index: 128 });
        let mut beyond = square(64, 64, 5, 4);
        beyond.indices[5 * 64 + 5] = 200;
        let spot = relict_idmobile::gallery::Spot { x: 5, y: 5 };
        assert_eq!(refused(0, beyond), misfit(0, Misfit::Index { spot, index: 200, colours: 200 }));
        // 224 pixels in 14 columns of one run each: 224 + 7 + 28 + 2 is 261; 16 by 16 would be 256.
        let looks = raw_sized();
        assert_eq!(refused(1, looks), Refusal::LooksRaw { image: 1, size: 256 });
        let clear =
            Drawing { mask: Some(vec![true, true, true, false]), ..media.picture(3).unwrap().drawing };
        let spot = relict_idmobile::gallery::Spot { x: 1, y: 1 };
        assert_eq!(refused(3, clear), misfit(3, Misfit::Alpha(spot)));
        assert_eq!(refused(4, square(64, 64, 5, 4)), Refusal::Missing(Which::Image(4)));
    });
}

/// A sprite of 16 by 16 that takes 256 bytes: sixteen columns of one run, and 214 pixels.
fn raw_sized() -> Drawing {
    let mask: Vec<bool> =
        (0..256).map(|place| place / 16 < 13 || place / 16 == 13 && place % 16 < 6).collect();
    let visible = mask.iter().filter(|visible| **visible).count();
    assert_eq!(visible + 8 + 32 + 2, 256);
    Drawing { width: 16, height: 16, indices: mask.iter().map(|v| u8::from(*v)).collect(), mask: Some(mask) }
}

#[test]
fn palettes_change_in_place_and_may_grow_where_the_game_can_reach_them() {
    let files = Files::of("good/doom2-rpg-brew.zip");
    let change = |palette: usize, words: Vec<u16>| {
        let edits = ImageEdits { palettes: BTreeMap::from([(palette, words)]), ..ImageEdits::default() };
        with(&files, |media| media.change(&edits))
    };
    let mut words = with(&files, |media| media.palette(2).words);
    words[7] ^= 0x0101;
    let same = change(2, words.clone()).unwrap();
    assert_eq!(Vec::from_iter(same.files.keys()), ["newPalettes.bin"]);
    words.push(0xFFFF);
    let grown = change(2, words.clone()).unwrap();
    assert_eq!(Vec::from_iter(grown.files.keys()), ["newMappings.bin", "newPalettes.bin"]);
    let after = changed(&files, &grown);
    with(&after, |media| {
        assert_eq!((media.palette(2).words, media.dialect.marked), (words, true));
        let mut report = Report::default();
        media.check(&mut report);
        assert_eq!(report.codes(), Vec::<&str>::new());
    });
    assert_eq!(drawings(&after), drawings(&files));
    assert!(matches!(change(2, vec![0; 257]), Err(Refusal::Palette { most: 256, .. })));
    assert!(matches!(change(2, vec![]), Err(Refusal::Palette { image: 2, colours: 0, .. })));
    let files = Files::of(WOLF);
    let edits = ImageEdits { palettes: BTreeMap::from([(0, vec![0; 129])]), ..ImageEdits::default() };
    let refused = with(&files, |media| media.change(&edits)).unwrap_err();
    assert!(matches!(refused, Refusal::Palette { most: 128, .. }), "{refused:?}");
    let edits = ImageEdits { palettes: BTreeMap::from([(6, vec![0; 100])]), ..ImageEdits::default() };
    assert_eq!(with(&files, |media| media.change(&edits)), Err(Refusal::Missing(Which::Image(6))));
}

#[test]
fn a_sprite_that_breaks_rules_is_shown_but_not_made_again() {
    let made = java();
    let ((width, height), texels, mut bounds) = made.sprite(&square(64, 64, 5, 4));
    bounds[3] -= 2;
    let odd = ((width, height), texels, bounds);
    let raw = ((1, 1), vec![1; 4], [0, 2, 0, 2]);
    let files = made.files(&[odd, raw, made.sprite(&square(64, 64, 9, 3))], &[0x7C1F, 2, 3, 4]);
    with(&files, |media| {
        let picture = media.picture(0).unwrap();
        assert!(picture.read_only);
        assert_eq!(picture.drawing, square(64, 64, 5, 4));
        let mut report = Report::default();
        media.check(&mut report);
        assert_eq!(report.codes(), ["new-mappings.odd-sprite", "new-mappings.uncertain"]);
        assert_eq!((report.errors(), report.warnings()), (0, 2));
        let refused = media.change(&edit(0, square(64, 64, 5, 5))).unwrap_err();
        assert_eq!(refused, Refusal::ReadOnly { image: 0 });
        // As it was, it is no edit.
        assert_eq!(media.change(&edit(0, picture.drawing)).unwrap(), Changed::default());
    });
}

#[test]
fn colours_are_what_the_probe_finds_or_what_somebody_knows_better() {
    let made = java();
    let images = [made.sprite(&square(64, 64, 5, 4)), ((1, 1), vec![1; 4], [0, 2, 0, 2])];
    for (words, order, sure) in [
        ([0x7C1F, 1, 2, 3], Order::Rgb555, true),
        ([0x8000, 0x7C1F, 2, 3], Order::Rgb565, true),
        ([0, 1, 2, 3], Order::Rgb555, false),
    ] {
        let files = made.files(&images, &words);
        with(&files, |media| assert_eq!((media.dialect.colour, media.dialect.sure.colour), (order, sure)));
        let wanted = Wanted { colour: Some(Order::Rgb565), ..Wanted::default() };
        let lookup = |name: &str| files.get(name);
        let media = Media::open_as(&lookup, wanted).unwrap();
        assert_eq!((media.dialect.colour, media.dialect.sure.colour), (Order::Rgb565, true));
    }
}

#[test]
fn files_that_do_not_fit_the_directory_are_refused() {
    let files = Files::of("good/doom2-rpg-brew.zip");
    let texels = files.get("newTexels001.bin").unwrap().into_owned();
    let mut longer = files.clone();
    longer.set("newTexels001.bin", [&texels[..], b"!"].concat());
    assert_eq!(first_trouble(&longer), Some("new-mappings.texels-size"));
    let mut shorter = files.clone();
    shorter.set("newTexels001.bin", texels[..texels.len() - 1].to_vec());
    assert_eq!(first_trouble(&shorter), Some("new-mappings.texels-size"));
    let mut more = files.clone();
    more.set("newTexels002.bin", vec![0]);
    assert_eq!(first_trouble(&more), Some("new-mappings.texels-size"));
    let mut none = files.clone();
    none.remove("newPalettes.bin");
    assert_eq!(first_trouble(&none), Some("new-mappings.missing"));
    none.remove("newMappings.bin");
    assert_eq!(first_trouble(&none), Some("new-mappings.missing"));
    let mut huge = files.clone();
    let mut mappings = files.get("newMappings.bin").unwrap().into_owned();
    mappings[1024..2048].fill(0xFF);
    huge.set("newMappings.bin", mappings);
    assert_eq!(first_trouble(&huge), Some("new-mappings.too-large"));
}

/// Whatever is damaged, there is an answer; and what is answered can be asked everything.
#[test]
fn damaged_families_get_an_answer() {
    let files = Files::of(WOLF);
    let mut state = 1u32;
    let mut next = |below: usize| {
        state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        (state >> 8) as usize % below
    };
    let names = ["newMappings.bin", "newPalettes.bin", "tex00.bin", "tex01.bin"];
    let (mut refused, mut opened_well) = (0, 0);
    for round in 0..600 {
        let mut damaged = files.clone();
        let name = names[if round % 2 == 0 { 0 } else { next(4) }];
        let mut bytes = files.get(name).unwrap().into_owned();
        for _ in 0..=next(3) {
            // Most of the directory tells of images that nobody uses.
            let used = [0..64, 1024..1040, 2048..2100, 6144..6176, 8192..8224];
            let range = used[next(5)].clone();
            let place = if round % 4 == 0 { range.start + next(range.len()) } else { next(bytes.len()) };
            bytes[place] = next(256) as u8;
        }
        damaged.set(name, bytes);
        opened(&damaged, |media| match media {
            Err(_) => refused += 1,
            Ok(media) => {
                opened_well += 1;
                media.check(&mut Report::default());
                let _ = media.change(&edit(1, square(64, 64, 9, 7)));
            }
        });
    }
    assert!(refused > 100 && opened_well > 100, "{refused} {opened_well}");
}

#[test]
fn runs_that_split_and_runs_that_do_not_fit() {
    let slot =
        Slot { width: 256, height: 256, bounds: [0; 4], palette: Owned::Own(1), texels: Owned::Own(1) };
    let runs = Runs { slot: &slot, bits: Bits::Eight, direction: Direction::Columns };
    let tall = |bottom: usize| {
        let mask: Vec<bool> = (0..256 * 256).map(|place| place % 256 == 7 && place / 256 < bottom).collect();
        Drawing { width: 256, height: 256, indices: vec![1; 256 * 256], mask: Some(mask) }
    };
    let encoded = runs.encode(&tall(255)).unwrap();
    assert_eq!((encoded.bounds, encoded.bytes.len()), ([7, 8, 0, 255], 255 + 1 + 2 + 2));
    assert_eq!(runs.encode(&tall(256)), Err(Unfit::Bounds { right: 8, bottom: 256 }));
}

#[test]
fn what_people_see_is_the_right_way_up() {
    let drawing = Drawing { width: 2, height: 3, indices: vec![1, 2, 3, 4, 5, 6], mask: None };
    assert_eq!(flipped(&drawing).indices, [5, 6, 3, 4, 1, 2]);
    assert_eq!(flipped(&flipped(&drawing)), drawing);
    let image: Image =
        drawing.indexed(&relict_idmobile::gallery::Palette { words: vec![0; 7], order: Order::Rgb565 }).image;
    assert_eq!((image.width, image.height), (2, 3));
}

fn codes(files: &Files) -> Vec<&'static str> {
    let mut report = Report::default();
    let bytes = files.get("newMappings.bin").unwrap();
    NewMappings::of(&bytes).unwrap().check(&mut report, Context::new(&Beside(files)));
    report.codes()
}

/// Three sprites and a wall in a file of Java phones, with another list of tiles.
fn tiled(tiles: &[(usize, i16)]) -> Files {
    let made = java();
    let sprites = [3, 4, 5].map(|side| made.sprite(&tower(side)));
    let mut files = made.files(&[&sprites[..], &[plain(6)]].concat(), &[0x7C1F, 2, 3, 4]);
    let mut mappings = files.get("newMappings.bin").unwrap().into_owned();
    mappings[..1024].fill(0xFF);
    for (tile, first) in tiles {
        mappings[2 * tile..][..2].copy_from_slice(&first.to_le_bytes());
    }
    files.set("newMappings.bin", mappings);
    files
}

/// Something that no run along rows could be taken for.
fn tower(side: usize) -> Drawing {
    let mut drawing = square(64, 64, 10, side);
    let foot = 20 * 64 + 10;
    (drawing.indices[foot], drawing.mask.as_mut().unwrap()[foot]) = (2, true);
    drawing
}

/// idmobile-real 10, row 6.
#[test]
fn tiles_that_are_not_used_and_tiles_that_begin_before_the_last_end_are_no_findings() {
    // Tile 1 has images 0 and 1, and tile 2 only marks its end; tile 4 begins before that. Tile 7 has no end.
    let files = tiled(&[(1, 0), (2, 2), (4, 1), (5, 3), (7, 2), (257, 3), (258, 4)]);
    assert_eq!(codes(&files), Vec::<&str>::new());
    with(&files, |media| {
        assert_eq!(media.tiles, [(1, 0..2), (4, 1..3), (257, 3..4)]);
        assert!(media.mapped.iter().eq(&[0, 1, 2, 3]));
        // What lies behind the last image is no image.
        assert!(media.slots[4..].iter().all(Slot::is_filler));
        assert!(!media.slots[..4].iter().any(Slot::is_filler));
    });
    // An end right in front of a smaller start needs no gap between them.
    let files = tiled(&[(1, 0), (2, 3), (3, 2), (4, 3), (257, 3), (258, 4)]);
    assert_eq!(codes(&files), Vec::<&str>::new());
    with(&files, |media| assert_eq!(media.tiles, [(1, 0..3), (3, 2..3), (257, 3..4)]));
    for wrong in [-2, 1025, i16::MIN, i16::MAX] {
        assert_eq!(codes(&tiled(&[(1, 0), (2, 3), (9, wrong)])), ["new-mappings.tile-image"], "{wrong}");
    }
    assert_eq!(codes(&tiled(&[(1, 0), (2, 3), (9, 1024)])), Vec::<&str>::new());
}

/// idmobile-real 10, row 8.
#[test]
fn a_new_sprite_counts_the_rows_of_its_bounds_as_the_other_sprites_of_its_file_do() {
    for (first_row, from_zero) in [(1, [1, 4, 1, 4]), (0, [1, 4, 0, 3])] {
        let made = Made { first_row, ..java() };
        let sprites = [3, 4, 5].map(|side| made.sprite(&tower(side)));
        let files = made.files(&[&sprites[..], &[plain(4)]].concat(), &[0x7C1F, 2, 3, 4]);
        let new = |drawing: Drawing| {
            let change = with(&files, |media| media.change(&edit(1, drawing.clone())).unwrap());
            let after = changed(&files, &change);
            assert_eq!(drawings(&after)[&1], drawing);
            with(&after, |media| {
                let mut report = Report::default();
                media.check(&mut report);
                assert_eq!(report.codes(), Vec::<&str>::new());
                assert_eq!(media.dialect.first_row, first_row);
                media.slots[1].bounds
            })
        };
        assert_eq!(new(square(64, 64, 20, 5)), [20, 25, 20 + first_row, 25 + first_row]);
        // From the first row to the last one.
        let mut full = square(64, 64, 1, 3);
        full.mask = Some((0..64 * 64).map(|place| (1..4).contains(&(place % 64))).collect());
        full.indices = full.mask.iter().flatten().map(|visible| u8::from(*visible)).collect();
        assert_eq!(new(full), [1, 4, first_row, 64 + first_row]);
        let mut top = square(64, 64, 1, 3);
        top.mask = Some((0..64 * 64).map(|place| (1..4).contains(&(place % 64)) && place < 3 * 64).collect());
        top.indices = top.mask.iter().flatten().map(|visible| u8::from(*visible)).collect();
        assert_eq!(new(top), from_zero);
    }
    // One row more than a byte can count.
    let made = java();
    let files = made.files(&[made.sprite(&square(256, 256, 5, 4)), plain(4)], &[0x7C1F, 2, 3, 4]);
    let mut low = square(256, 256, 5, 4);
    let place = 254 * 256 + 5;
    (low.indices[place], low.mask.as_mut().unwrap()[place]) = (1, true);
    let refused = with(&files, |media| media.change(&edit(0, low))).unwrap_err();
    assert_eq!(refused, Refusal::Bounds { image: 0, right: 9, bottom: 256 });
}

/// idmobile-real 10, row 8.
#[test]
fn a_raw_image_keeps_its_bounds_when_its_pixels_change() {
    let made = Made { tile: 131, ..java() };
    let mut decal = plain(4);
    decal.1[..40].fill(0);
    decal.2 = [0, 16, 1, 14];
    let files = made.files(&[decal, made.sprite(&tower(4))], &[0x7C1F, 2, 3, 4]);
    let mut drawing = drawings(&files)[&0].clone();
    drawing.indices[60..80].fill(0);
    let change = with(&files, |media| media.change(&edit(0, drawing)).unwrap());
    assert_eq!(Vec::from_iter(change.files.keys()), ["tex00.bin"]);
}

/// The masks of raw images that a tile has, in a game. Every second pixel of each has index 0.
fn masks(tile: u16, game: Option<Game>, made: &Made) -> Vec<Option<Vec<bool>>> {
    let made = Made { tile, ..*made };
    let striped = || ((2, 2), [0, 3].repeat(8), [0, 4, 1, 5]);
    let files = made.files(&[striped(), striped()], &[0x7C1F, 2, 3, 4]);
    let lookup = |name: &str| files.get(name);
    let media = Media::open_as(&lookup, Wanted { game, ..Wanted::default() }).unwrap();
    (0..2).map(|image| media.picture(image).unwrap().drawing.mask).collect()
}

/// idmobile-real 10, row 9.
#[test]
fn index_0_of_a_raw_image_is_transparent_where_a_sprite_shows_it() {
    let (clear, opaque) = (Some([false, true].repeat(8)), None);
    let both = |mask: &Option<Vec<bool>>| vec![mask.clone(), mask.clone()];
    for game in [Some(Game::WolfensteinRpg), Some(Game::Doom2Rpg), None] {
        for (tile, mask) in [(1, &clear), (256, &clear), (257, &opaque), (400, &opaque)] {
            assert_eq!(masks(tile, game, &java()), both(mask), "{tile} {game:?}");
        }
        // Other builds are not known to do so.
        let marked = Made { marked: true, naming: |i| format!("newTexels{i:03}.bin"), ..java() };
        assert_eq!(masks(1, game, &marked), both(&opaque), "{game:?}");
    }
    for (game, tiles) in
        [(Game::WolfensteinRpg, &[162, 175, 197][..]), (Game::Doom2Rpg, &[129, 162, 173, 175, 184])]
    {
        let exempt = (1..257).filter(|tile| masks(*tile, Some(game), &java()) == both(&opaque));
        assert_eq!(exempt.collect::<Vec<_>>(), tiles, "{game:?}");
    }
    assert_eq!(masks(158, Some(Game::WolfensteinRpg), &java()), [opaque, clear.clone()]);
    assert_eq!(masks(158, Some(Game::Doom2Rpg), &java()), both(&clear));
}

/// idmobile-real 10, row 9.
#[test]
fn an_image_that_several_sprites_show_is_transparent_if_one_of_them_is() {
    let made = Made { tile: 162, ..java() };
    let striped = ((2, 2), [0, 3].repeat(8), [0, 4, 1, 5]);
    let mut files = made.files(&[striped, plain(4)], &[0x7C1F, 2, 3, 4]);
    let is_keyed = |files: &Files| with(files, |media| media.picture(0).unwrap().is_keyed());
    assert!(!is_keyed(&files));
    let mut mappings = files.get("newMappings.bin").unwrap().into_owned();
    mappings[2 * 165..][..4].copy_from_slice(&[0, 0, 1, 0]);
    files.set("newMappings.bin", mappings);
    with(&files, |media| assert_eq!(media.tiles, [(162, 0..2), (165, 0..1)]));
    assert!(is_keyed(&files));
}

/// idmobile-real 10, row 9.
#[test]
fn what_is_hidden_of_a_raw_image_becomes_index_0() {
    let made = Made { tile: 131, ..java() };
    let files = made.files(&[plain(2), made.sprite(&tower(4))], &[0x7C1F, 2, 3, 4]);
    let mut drawing = drawings(&files)[&0].clone();
    assert_eq!(drawing.mask, Some(vec![true; 16]));
    drawing.mask.as_mut().unwrap()[3] = false;
    drawing.indices[5] = 0;
    let change = with(&files, |media| media.change(&edit(0, drawing)).unwrap());
    let [(name, bytes)] = Vec::from_iter(&change.files)[..] else { panic!("{:?}", change.files.keys()) };
    assert_eq!(
        (name.as_str(), &bytes[..16]),
        ("tex00.bin", &[1, 1, 1, 0, 1, 0, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1][..])
    );
    // On a wall nothing can be hidden.
    let walls = Made { tile: 300, ..java() };
    let files = walls.files(&[plain(2), walls.sprite(&tower(4))], &[0x7C1F, 2, 3, 4]);
    let mut drawing = drawings(&files)[&0].clone();
    assert_eq!(drawing.mask, None);
    drawing.mask = Some((0..16).map(|place| place != 6).collect());
    let refused = with(&files, |media| media.change(&edit(0, drawing))).unwrap_err();
    assert_eq!(
        refused,
        Refusal::Misfit { which: Which::Image(0), misfit: Misfit::Alpha(Spot { x: 2, y: 1 }) }
    );
}
