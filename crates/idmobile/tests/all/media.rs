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
use relict_idmobile::gallery::{Drawing, Misfit, Reading, Spot, Trouble};
use relict_idmobile::media::runs::{Bits, Direction, Runs, Unfit};
use relict_idmobile::media::{Changed, Edits, Media, Refusal, Wanted, flipped};
use relict_idmobile::new_mappings::{NewMappings, Owned, Slot};
use relict_idmobile::string_bank;
use relict_idmobile::tables::Tables;
use serde_json::{Map, Value, json};
use std::borrow::Cow;
use std::collections::BTreeMap;

static FORMATS: Formats = Formats(&[relict_idmobile::FORMATS]);

const GOOD: [(&str, &str); 3] = [
    ("wolfenstein-rpg", "good/wolfenstein-rpg.jar"),
    ("doom2-rpg", "good/doom2-rpg.jar"),
    ("doom2-rpg-bundle", "good/doom2-rpg-bundle.zip"),
];

/// Opens the images of a set of files, whatever becomes of it.
fn opened<R>(files: &Files, look: impl FnOnce(Result<Media<'_>, Trouble>) -> R) -> R {
    look(Media::open(&|name| files.get(name)))
}

fn with<R>(files: &Files, look: impl FnOnce(&Media<'_>) -> R) -> R {
    opened(files, |media| look(&media.unwrap()))
}

fn flat(pixels: &[[u8; 4]]) -> &[u8] {
    pixels.as_flattened()
}

#[test]
fn everything_that_is_expected_of_the_good_ones_holds() {
    for (name, archive) in GOOD {
        let files = Files::of(archive);
        let mut expected = expected(name);
        with(&files, |media| {
            dialect(media, &mut expected);
            directory(media, &mut expected);
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
    assert_eq!(take(&mut expected, "kind"), if picture.is_raw() { "raw" } else { "sprite" });
    assert_eq!(sha256(&picture.drawing.indices), take(&mut expected, "indices_sha256"));
    let rgba = picture.drawing.rgba(&picture.palette);
    assert_eq!(sha256(flat(&rgba)), take(&mut expected, "rgba_sha256"));
    match &picture.drawing.mask {
        None => {
            let turned = flipped(&picture.drawing).rgba(&picture.palette);
            assert_eq!(sha256(flat(&turned)), take(&mut expected, "rgba_flipped_sha256"));
        }
        Some(mask) => {
            let bytes: Vec<u8> = mask.iter().map(|visible| u8::from(*visible)).collect();
            assert_eq!(sha256(&bytes), take(&mut expected, "mask_sha256"));
            let visible = mask.iter().filter(|visible| **visible).count();
            assert_eq!(json!(visible), take(&mut expected, "visible_pixels"));
        }
    }
    assert!(expected.is_empty(), "{expected:?}");
}

/// What lies beside the images; the bundle has none of it.
fn beside(files: &Files, expected: &mut Map<String, Value>) {
    if let Some(bytes) = files.get("tables.bin") {
        let tables = Tables::read(&mut Cursor::new(&bytes), Origin::named("tables.bin")).unwrap();
        assert_eq!(json!({"count": tables.tables.len()}), take(expected, "tables"));
        assert!(tables.tables.iter().all(|table| table.rest.is_none()), "{:?}", tables.tables);
    }
    if files.get("strings.idx").is_some() {
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

#[test]
fn what_is_read_is_written() {
    for (_, archive) in GOOD {
        for (name, bytes) in Files::of(archive).0 {
            let origin = Origin::named(&name);
            let Some(kind) = FORMATS.of(origin, &bytes) else { continue };
            let document = kind.open(&bytes, origin).unwrap();
            assert!(document.to_bytes().unwrap() == bytes, "{name}");
            let report = kind.check(&*document, &bytes, origin, Context::ALONE);
            assert_eq!(report.codes(), Vec::<&str>::new(), "{name}");
        }
    }
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
        ("good/wolfenstein-rpg.jar", vec![]),
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
        let mut files = Files::of("good/wolfenstein-rpg.jar");
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

fn edit(image: usize, drawing: Drawing) -> Edits {
    Edits { images: BTreeMap::from([(image, drawing)]), ..Edits::default() }
}

#[test]
fn a_new_sprite_of_wolfenstein_is_packed_as_the_fixture_says() {
    let cases: Value = serde_json::from_slice(&bytes_of("expected/pack.json")).unwrap();
    let cases = cases["cases"].as_array().unwrap();
    let mut case =
        cases.iter().find(|case| case["case"] == "wolf-sprite").unwrap().as_object().unwrap().clone();
    let files = Files::of(take(&mut case, "base").as_str().unwrap());
    let folder = take(&mut case, "input");
    let file = format!("{}/Media/media_0001", folder.as_str().unwrap());
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
    assert_eq!(change.also, []);
    let after = changed(&files, &change);
    with(&after, |media| {
        assert_eq!(sha256(media.texels(number)), take(&mut case, "blob_sha256"));
        assert_eq!(json!(media.texels(number).len()), take(&mut case, "blob_bytes"));
        assert_eq!(json!(media.slots[number].bounds), take(&mut case, "bounds"));
        let mut report = Report::default();
        media.check(&mut report);
        assert_eq!(report.codes(), Vec::<&str>::new());
    });
    for (other, drawing) in drawings(&after) {
        assert_eq!(drawing == before[&other], other != number, "{other}");
    }
    assert_eq!((take(&mut case, "must"), take(&mut case, "others")), (json!("ok"), json!("unchanged")));
    case.retain(|key, _| !["case", "note"].contains(&key.as_str()));
    assert!(case.is_empty(), "{case:?}");
}

#[test]
fn nothing_changes_where_nothing_is_new() {
    for (_, archive) in GOOD {
        let files = Files::of(archive);
        let edits = with(&files, |media| Edits {
            images: drawings(&files),
            palettes: media.palettes().into_iter().map(|(image, palette)| (image, palette.words)).collect(),
        });
        assert_eq!(with(&files, |media| media.change(&edits).unwrap()), Changed::default(), "{archive}");
    }
}

/// Every sprite of the fixtures was made in the one way in which Relict makes them.
#[test]
fn sprites_come_back_as_they_were() {
    for (_, archive) in GOOD {
        with(&Files::of(archive), |media| {
            for &image in &media.mapped {
                let picture = media.picture(image).unwrap();
                if !picture.is_raw() {
                    let runs =
                        Runs { slot: &media.slots[image], bits: Bits::Eight, direction: Direction::Columns };
                    let encoded = runs.encode(&picture.drawing).unwrap();
                    assert_eq!(encoded.bytes, media.texels(image), "{archive} {image}");
                    assert_eq!(encoded.bounds, media.slots[image].bounds, "{archive} {image}");
                }
            }
        });
    }
}

#[test]
fn one_pixel_of_a_raw_image_is_one_byte_of_one_file() {
    for (_, archive) in GOOD {
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
    let files = Files::of("good/wolfenstein-rpg.jar");
    let new = square(64, 64, 20, 5);
    for through in [3, 4] {
        let change = with(&files, |media| media.change(&edit(through, new.clone())).unwrap());
        assert_eq!(change.also, [(7 - through, through)]);
        let after = changed(&files, &change);
        let drawings = drawings(&after);
        assert_eq!((&drawings[&3], &drawings[&4]), (&new, &new));
        with(&after, |media| {
            assert_eq!([media.slots[3].bounds, media.slots[4].bounds], [[20, 25, 20, 25]; 2]);
        });
    }
    let both = Edits { images: BTreeMap::from([(3, new.clone()), (4, new.clone())]), ..Edits::default() };
    assert!(with(&files, |media| media.change(&both)).is_ok());
    let apart = Edits { images: BTreeMap::from([(3, new), (4, square(64, 64, 20, 6))]), ..Edits::default() };
    let refused = with(&files, |media| media.change(&apart)).unwrap_err();
    assert_eq!(refused, Refusal::Different { image: 3, other: 4 });
}

#[test]
fn slots_that_no_tile_shows_get_the_new_bounds_of_their_texels_too() {
    // Unused slots of this fixture point at image 0.
    let files = Files::of("good/wolfenstein-rpg.jar");
    let change = with(&files, |media| media.change(&edit(0, square(64, 64, 1, 3))).unwrap());
    assert_eq!(change.also, [(2, 0)], "nobody sees the others");
    let after = changed(&files, &change);
    let owner = |media: &Media<'_>, image: usize| media.slots[image].texels.owner(image);
    let bounds = with(&after, |media| {
        let of = |media: &Media<'_>, image: usize| (owner(media, image), media.slots[image].bounds);
        (0..1024).map(|image| of(media, image)).collect::<Vec<_>>()
    });
    assert!(bounds.iter().filter(|(owner, _)| *owner == 0).count() > 900);
    with(&files, |media| {
        for (image, (owner, new)) in bounds.iter().enumerate() {
            let wanted = if *owner == 0 { [1, 4, 1, 4] } else { media.slots[image].bounds };
            assert_eq!(*new, wanted, "{image}");
        }
    });
}

#[test]
fn an_index_must_be_one_of_all_palettes_that_its_texels_are_shown_with() {
    // Images 3 and 4 have the texels of 3, and a palette each.
    let files = Files::of("good/wolfenstein-rpg.jar");
    let edits = Edits { palettes: BTreeMap::from([(4, vec![7; 10])]), ..edit(3, square(64, 64, 20, 5)) };
    let files = changed(&files, &with(&files, |media| media.change(&edits).unwrap()));
    let mut new = square(64, 64, 20, 5);
    new.indices.iter_mut().filter(|index| **index > 0).for_each(|index| *index = 60);
    let refused = with(&files, |media| media.change(&edit(3, new.clone()))).unwrap_err();
    let spot = Spot { x: 20, y: 20 };
    assert_eq!(refused, Refusal::Misfit { image: 3, misfit: Misfit::Index { spot, index: 60, colours: 10 } });
    // Unless that palette gets the colours in the same breath.
    let edits = Edits { palettes: BTreeMap::from([(4, vec![7; 61])]), ..edit(3, new) };
    assert!(with(&files, |media| media.change(&edits)).is_ok());
}

#[test]
fn an_image_that_no_tile_shows_is_not_made_where_it_would_fill_the_memory() {
    let mut files = Files::of("good/wolfenstein-rpg.jar");
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
}

impl Made {
    /// Images that all have one palette.
    fn files(&self, images: &[Stored], words: &[u16]) -> Files {
        let mut mappings = vec![];
        let count = images.len() as u16;
        mappings.extend((0..512u16).flat_map(|tile| if tile < 2 { 0 } else { count }.to_le_bytes()));
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
        ((power(drawing.width), power(drawing.height)), encoded.bytes, encoded.bounds)
    }
}

fn java() -> Made {
    let naming = |i| format!("tex{i:02}.bin");
    Made { bits: Bits::Eight, direction: Direction::Columns, marked: false, naming, limit: 0x8000 }
}

fn brew() -> Made {
    let naming = |i| format!("tex{i:02}.bin");
    Made { bits: Bits::Four, direction: Direction::Rows, marked: false, naming, limit: 0x4000 }
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
        assert_eq!(media.change(&edit(2, raw)), Err(Refusal::Misfit { image: 2, misfit }));
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
    // Slots that nothing uses point at image 0, and got its bounds.
    let same =
        |(name, bytes): &(String, Vec<u8>)| name == "newMappings.bin" || back.get(name).unwrap() == *bytes;
    assert!(files.0.iter().all(same));
    let slots = |files: &Files| with(files, |media| media.slots[..4].to_vec());
    assert_eq!(slots(&back), slots(&files));
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
        let misfit = |image: usize, misfit: Misfit| Refusal::Misfit { image, misfit };
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
        assert_eq!(refused(4, square(64, 64, 5, 4)), Refusal::Missing { image: 4 });
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
    let files = Files::of("good/doom2-rpg.jar");
    let change = |palette: usize, words: Vec<u16>| {
        let edits = Edits { palettes: BTreeMap::from([(palette, words)]), ..Edits::default() };
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
    let files = Files::of("good/wolfenstein-rpg.jar");
    let edits = Edits { palettes: BTreeMap::from([(0, vec![0; 129])]), ..Edits::default() };
    let refused = with(&files, |media| media.change(&edits)).unwrap_err();
    assert!(matches!(refused, Refusal::Palette { most: 128, .. }), "{refused:?}");
    let edits = Edits { palettes: BTreeMap::from([(2, vec![0; 100])]), ..Edits::default() };
    assert_eq!(with(&files, |media| media.change(&edits)), Err(Refusal::Missing { image: 2 }));
}

#[test]
fn a_sprite_that_breaks_rules_is_shown_but_not_made_again() {
    let made = java();
    let ((width, height), texels, mut bounds) = made.sprite(&square(64, 64, 5, 4));
    bounds[3] -= 1;
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
        let wanted = Wanted { colour: Some(Order::Rgb565) };
        let lookup = |name: &str| files.get(name);
        let media = Media::open_as(&lookup, wanted).unwrap();
        assert_eq!((media.dialect.colour, media.dialect.sure.colour), (Order::Rgb565, true));
    }
}

#[test]
fn files_that_do_not_fit_the_directory_are_refused() {
    let files = Files::of("good/doom2-rpg.jar");
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
    let files = Files::of("good/wolfenstein-rpg.jar");
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
