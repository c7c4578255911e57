//! Orcs & Elves and Orcs & Elves II as wholes: every number and hash of their fixtures, in both readings.

// A test stops at the first surprise.
#![allow(clippy::unwrap_used, clippy::panic)]

use crate::shown::{
    Expected, Game, check_files, check_palettes, expected, fixture, grey_hash, mask_hash, rgba_hash, sha256,
};
use relict_core::bytes::Cursor;
use relict_core::error::FaultKind;
use relict_core::format::{Context, Format, Library, Origin};
use relict_core::put::Put;
use relict_core::report::Report;
use relict_core::view::View;
use relict_idmobile::gallery::{
    Blob, Changes, Drawing, Edits, Entry, Gallery, Misfit, NewShape, Note, Palette, Refusal, Spot, Which,
};
use relict_idmobile::index::{Index, Width};
use relict_idmobile::mappings::{self, Form, Mappings, NarrowPair};
use relict_idmobile::orcs;
use relict_idmobile::sprite::RoomRule;
use serde_json::Value;
use std::borrow::Cow;
use std::collections::BTreeMap;

/// What the tests of the container look at.
const OTHERS: [&str; 4] = ["fixture", "game", "layout", "entries"];
/// What the tests of maps, texts, tables and indices look at.
const ELSEWHERE: [&str; 10] = [
    "banks",
    "entities",
    "language_tables",
    "map_chunks",
    "maps",
    "mapstrings",
    "menus",
    "sintable256",
    "strings",
    "tables",
];

fn opened(game: &Game) -> Gallery<'static> {
    game.with(orcs::open).unwrap()
}

fn changed(game: &Game, edits: &Edits) -> Result<Changes, Refusal> {
    game.with(|lookup| orcs::change(lookup, edits))
}

fn check_entries(wanted: &[Value], entries: &[Entry], blobs: &[Blob<'_>], gallery: &Gallery<'_>) {
    assert_eq!(wanted.len(), entries.len());
    for (i, (wanted, entry)) in wanted.iter().zip(entries).enumerate() {
        let mut wanted = Expected::new(wanted);
        wanted.is("index", i);
        wanted.is("blob", entry.picture);
        wanted.is("palette", entry.palette);
        let drawing = &blobs[entry.picture].drawing;
        wanted.is("rgba_sha256", rgba_hash(drawing, &gallery.palettes[entry.palette]));
        wanted.done(&[]);
    }
}

/// All archives with indices.
const INDEXED: [&str; 3] = ["orcs-elves-j2me.jar", "orcs-elves-2-j2me.jar", "orcs-elves-2-brew.zip"];

fn check_indexed(file: &str) {
    let json = expected(file.rsplit_once('.').unwrap().0);
    let game = Game::open(&format!("good/{file}"));
    let gallery = opened(&game);
    let mut wanted = Expected::new(&json);
    let files = wanted.get("files").as_object().unwrap().clone();
    let stems = ["wtexels", "stexels", "ftexels", "shapes", "mappings", "palettes"];
    let is_ours = |name: &str| name.ends_with(".idx") || stems.iter().any(|stem| name.starts_with(stem));
    let ours: serde_json::Map<String, Value> = files.into_iter().filter(|(name, _)| is_ours(name)).collect();
    assert!(check_files(&ours.into(), &game) >= 8);
    check_palettes(wanted.get("palettes"), &gallery);
    wanted.is("idx_record_bytes", record_bytes(&game));
    let blobs = wanted.list("texture_blobs");
    assert_eq!(blobs.len(), gallery.textures.len());
    for (i, (blob, found)) in blobs.iter().zip(&gallery.textures).enumerate() {
        let mut blob = Expected::new(blob);
        blob.is("index", i);
        blob.is("file", &*found.file);
        blob.is("offset", found.offset);
        blob.is("chunk_size", found.size);
        blob.is("bits", found.depth);
        blob.is("width", found.drawing.width);
        blob.is("height", found.drawing.height);
        blob.is("indices_sha256", sha256(&found.drawing.indices));
        blob.done(&[]);
    }
    check_entries(wanted.list("textures"), &gallery.texture_entries, &gallery.textures, &gallery);
    let sprites = wanted.list("sprites");
    assert_eq!(sprites.len(), gallery.sprites.len());
    for (i, sprite) in sprites.iter().enumerate() {
        check_sprite(sprite, i, &gallery);
    }
    if json.get("shapes").is_some() {
        check_shapes(wanted.list("shapes"), wanted.get("shape_plus_6_rule"), &gallery);
        check_mappings(wanted.get("mappings"), &game);
    }
    wanted.is("texture_ids", gallery.texture_ids.clone());
    wanted.is("sprite_ids", gallery.sprite_ids.clone());
    let second = json.get("flats").is_some();
    if second {
        let flats = wanted.list("flat_blobs");
        assert_eq!(flats.len(), gallery.flats.len());
        for (i, (flat, found)) in flats.iter().zip(&gallery.flats).enumerate() {
            let mut flat = Expected::new(flat);
            flat.is("index", i);
            flat.is("bits", found.depth);
            flat.is("indices_sha256", sha256(&found.drawing.indices));
            flat.done(&[]);
        }
        check_entries(wanted.list("flats"), &gallery.flat_entries, &gallery.flats, &gallery);
        wanted.is("flat_ids", gallery.flat_ids.clone());
    } else {
        let header = u16::from_le_bytes(game.0["palettes.bin"][..2].try_into().unwrap());
        wanted.is("palette_header_u16", header);
    }
    wanted.done(&[&OTHERS[..], &ELSEWHERE].concat());
}

// idmobile-real 10, row 7
fn check_shapes(wanted: &[Value], rule: &Value, gallery: &Gallery<'_>) {
    let rule = match rule.as_str().unwrap() {
        "4+2w+runs" => RoomRule::OnePerRun,
        "4+2w+2runs" => RoomRule::TwoPerRun,
        other => panic!("{other}"),
    };
    assert_eq!(wanted.len(), gallery.shapes.len());
    for (i, (wanted, shape)) in wanted.iter().zip(&gallery.shapes).enumerate() {
        let Drawing { width, height, mask, .. } = &shape.drawing;
        let mask = mask.as_ref().unwrap();
        let mut wanted = Expected::new(wanted);
        wanted.is("index", i);
        wanted.is("texel_chunk", shape.texels);
        wanted.is("plus_4", 4 + width * height.div_ceil(8));
        wanted.is("plus_6", shape.decoded_size);
        wanted.is("runs", RoomRule::OnePerRun.room(mask, *width, *height) - 4 - 2 * width);
        assert_eq!(rule.room(mask, *width, *height), usize::from(shape.decoded_size), "{i}");
        wanted.done(&["most_runs_in_a_column"]);
    }
}

// idmobile-real 10, row 1
fn check_mappings(wanted: &Value, game: &Game) {
    let bytes = &game.0["mappings.bin"];
    let mappings = Mappings::read(&mut Cursor::new(bytes), Origin::named("mappings.bin")).unwrap();
    let mut wanted = Expected::new(wanted);
    let form = match mappings.form() {
        Form::Four => "four_u32",
        Form::Narrow => "four_u16",
        Form::Six => "six_u32",
    };
    wanted.is("form", form);
    let pairs = [mappings.texture_pairs().len(), mappings.sprite_pairs().len()];
    wanted.is("counters", [&pairs[..], &[mappings.texture_ids.len(), mappings.sprite_ids.len()]].concat());
    wanted.done(&[]);
}

fn record_bytes(game: &Game) -> usize {
    relict_idmobile::index::Width::of("wtexels.idx", &game.0["wtexels.idx"]).record()
}

fn check_sprite(wanted: &Value, i: usize, gallery: &Gallery<'_>) {
    let mut wanted = Expected::new(wanted);
    let entry = gallery.sprites[i];
    let shape = &gallery.shapes[entry.picture];
    let visible = shape.drawing.mask.as_ref().unwrap();
    wanted.is("index", i);
    wanted.is("shape", shape.at);
    wanted.is("texel_chunk", shape.texels);
    wanted.is("palette", entry.palette);
    wanted.is("bits", shape.depth);
    wanted.is("x0", shape.x0);
    wanted.is("y0", shape.y0);
    wanted.is("width", shape.drawing.width);
    wanted.is("height", shape.drawing.height);
    wanted.is("visible_pixels", visible.iter().filter(|visible| **visible).count());
    wanted.is("mask_sha256", mask_hash(&shape.drawing));
    wanted.is("indices_sha256", sha256(&shape.drawing.indices));
    wanted.is("rgba_sha256", rgba_hash(&shape.drawing, &gallery.palettes[entry.palette]));
    wanted.done(&[]);
}

#[test]
fn everything_in_orcs_and_elves_is_as_expected() {
    check_indexed("orcs-elves-j2me.jar");
    check_indexed("orcs-elves.jar");
}

#[test]
fn everything_in_the_sequel_is_as_expected() {
    check_indexed("orcs-elves-2-j2me.jar");
}

#[test]
fn everything_in_the_sequel_for_brew_is_as_expected() {
    check_indexed("orcs-elves-2-brew.zip");
}

// idmobile-real 10, row 1
#[test]
fn mappings_of_the_build_for_brew_have_six_counters() {
    let json = expected("extra");
    let mut wanted = Expected::new(&json["extra"]["oe2-brew-mappings.bin"]);
    let bytes = fixture("extra/oe2-brew-mappings.bin");
    wanted.is("size", bytes.len());
    wanted.is("sha256", sha256(&bytes));
    wanted.is("form", "six_u32");
    let mappings = Mappings::read(&mut Cursor::new(&bytes), Origin::named("mappings.bin")).unwrap();
    assert_eq!(mappings.form(), Form::Six);
    let pairs = |pairs: mappings::Pairs<'_, '_>| -> Vec<Value> {
        pairs.iter().map(|pair| vec![pair.picture, pair.palette].into()).collect()
    };
    wanted.is("walls", pairs(mappings.texture_pairs()));
    wanted.is("flats", pairs(mappings.flat_pairs()));
    wanted.is("sprites", pairs(mappings.sprite_pairs()));
    wanted.is("wall_ids", mappings.texture_ids.iter().collect::<Vec<_>>());
    wanted.is("flat_ids", mappings.flat_ids.iter().flat_map(View::iter).collect::<Vec<_>>());
    wanted.is("sprite_ids", mappings.sprite_ids.iter().collect::<Vec<_>>());
    wanted.done(&["counters"]);
    let mut report = Report::default();
    mappings.check(&mut report, Context::ALONE);
    assert_eq!(report.codes(), Vec::<&str>::new());
}

// idmobile-real 10, rows 4 and 5
#[test]
fn every_index_of_both_games_has_one_width_that_fits() {
    for (file, count) in [("orcs-elves-j2me.jar", 6), ("orcs-elves-2-j2me.jar", 8)] {
        let (game, json) = (Game::open(&format!("good/{file}")), expected(file.rsplit_once('.').unwrap().0));
        let banks = json["banks"].as_object().unwrap();
        assert_eq!(banks.len(), count);
        for (stem, wanted) in banks {
            let name = format!("{stem}.idx");
            let bytes = &game.0[&name];
            assert!(Width::Narrow.fits(bytes) && !Width::Wide.fits(bytes), "{file} {name}");
            let index = Index::read(&mut Cursor::new(bytes), Origin::named(&name)).unwrap();
            assert_eq!(index.width().record(), wanted["record_bytes"].as_u64().unwrap() as usize);
            assert_eq!(index.chunks().len(), wanted["count"].as_u64().unwrap() as usize);
            assert_eq!(index.empty_files(), wanted["trailing_records"].as_u64().unwrap() as usize);
            let mut report = Report::default();
            index
                .check(&mut report, Context { origin: Origin::named(&name), ..Context::new(&Beside(&game)) });
            assert_eq!(report.codes(), Vec::<&str>::new(), "{file} {name}");
        }
    }
}

/// The files of a game beside one of them.
struct Beside<'g>(&'g Game);

impl Library for Beside<'_> {
    fn file(&self, name: &str) -> Option<Cow<'_, [u8]>> {
        self.0.0.get(name).map(Cow::from)
    }
}

// idmobile-real 10, row 7
#[test]
fn a_sprite_with_a_new_outline_states_its_room_by_the_rule_of_its_file() {
    for (file, rule) in
        [("orcs-elves-j2me.jar", RoomRule::OnePerRun), ("orcs-elves-2-j2me.jar", RoomRule::TwoPerRun)]
    {
        let game = Game::open(&format!("good/{file}"));
        let mut new = block(3, 4, 10, 20, 7);
        // Two runs in every column.
        let mask: Vec<bool> = (0..200).map(|place| place / 10 != 8).collect();
        new.drawing.indices.iter_mut().zip(&mask).for_each(|(index, visible)| *index *= u8::from(*visible));
        new.drawing.mask = Some(mask.clone());
        let edits = Edits { shapes: BTreeMap::from([(1, new.clone())]), ..Edits::default() };
        let after = opened(&game.changed(&changed(&game, &edits).unwrap().files));
        let shape = &after.shapes[1];
        assert_eq!((&shape.drawing, shape.x0, shape.y0), (&new.drawing, 3, 4));
        assert_eq!(usize::from(shape.decoded_size), rule.room(&mask, 10, 20), "{file}");
        assert_eq!(rule.room(&mask, 10, 20), if rule == RoomRule::OnePerRun { 44 } else { 64 });
    }
}

// idmobile-real 5: depth 8 is never written to builds for Java
#[test]
fn texels_of_builds_for_java_never_become_deeper() {
    let mut game = Game::open("good/orcs-elves-2-brew.zip");
    // The same pictures without flats, as a build for Java would name them.
    let six =
        Mappings::read(&mut Cursor::new(&game.0["mappings.bin"]), Origin::named("mappings.bin")).unwrap();
    let narrow = |pairs: mappings::Pairs<'_, '_>| -> Vec<NarrowPair> {
        let narrowed =
            |pair: mappings::Pair| NarrowPair { picture: pair.picture as u16, palette: pair.palette as u16 };
        pairs.iter().map(narrowed).collect()
    };
    let java = Mappings {
        textures: None,
        sprites: None,
        narrow_textures: Some(narrow(six.texture_pairs()).into_iter().collect()),
        narrow_sprites: Some(narrow(six.sprite_pairs()).into_iter().collect()),
        flats: None,
        flat_ids: None,
        ..six.clone()
    };
    let mut out = Put::default();
    Format::write(&java, &mut out);
    let bytes = out.finish().unwrap();
    game.0.insert("mappings.bin".into(), bytes);
    let which = Which::Texture(2);
    let refused = || Err(Refusal::Misfit { which, misfit: Misfit::FourBits { index: 20 } });
    for deepen in [false, true] {
        let textures = BTreeMap::from([(2, vec![20; 4096])]);
        assert_eq!(changed(&game, &Edits { textures, deepen, ..Edits::default() }), refused());
    }
    let which = Which::Texture(3);
    let added = Edits { added: vec![(0, vec![20; 4096])], deepen: true, ..Edits::default() };
    assert_eq!(
        changed(&game, &added),
        Err(Refusal::Misfit { which, misfit: Misfit::FourBits { index: 20 } })
    );
}

// idmobile-real 5: depth 8 is never written to builds for Java
#[test]
fn walls_and_sprites_of_real_builds_for_java_keep_four_bits() {
    for file in ["orcs-elves-j2me.jar", "orcs-elves-2-j2me.jar"] {
        let game = Game::open(&format!("good/{file}"));
        let refused = |which| Err(Refusal::Misfit { which, misfit: Misfit::FourBits { index: 20 } });
        for deepen in [false, true] {
            let textures = BTreeMap::from([(0, vec![20; 4096])]);
            let walls = Edits { textures, deepen, ..Edits::default() };
            assert_eq!(changed(&game, &walls), refused(Which::Texture(0)), "{file}");
            let shapes = BTreeMap::from([(1, block(3, 4, 10, 20, 20))]);
            let sprites = Edits { shapes, deepen, ..Edits::default() };
            assert_eq!(changed(&game, &sprites), refused(Which::Shape(1)), "{file}");
        }
    }
}

fn check_banks(name: &str, banks: usize) {
    let json = expected(name);
    let game = Game::open(&format!("good/{name}.jar"));
    let gallery = opened(&game);
    let mut wanted = Expected::new(&json);
    // With the palettes, the manifest and the icon.
    assert_eq!(check_files(wanted.get("files"), &game), banks + 3);
    check_palettes(wanted.get("palettes"), &gallery);
    let files = wanted.get("banks").as_object().unwrap();
    let found: Vec<&str> = gallery.textures.iter().map(|texture| &*texture.file).collect();
    let all: Vec<(&str, usize, &Value)> = files
        .iter()
        .flat_map(|(file, list)| {
            list.as_array().unwrap().iter().enumerate().map(|(i, v)| (file.as_str(), i, v))
        })
        .collect();
    assert_eq!(found, all.iter().map(|(file, ..)| *file).collect::<Vec<_>>());
    assert_eq!(files.len(), banks);
    for ((_, i, bank), texture) in all.into_iter().zip(&gallery.textures) {
        let mut bank = Expected::new(bank);
        bank.is("index", i);
        bank.is("indices_sha256", sha256(&texture.drawing.indices));
        bank.is("grey_rgba_sha256", grey_hash(&texture.drawing, texture.depth));
        bank.done(&[]);
    }
    wanted.done(&OTHERS);
    assert_eq!(changed(&game, &Edits::default()).unwrap(), Changes::default());
    // A texture of the last bank, one more in the first, and a colour.
    let last = gallery.textures.len() - 1;
    let mut indices = gallery.textures[last].drawing.indices.clone();
    indices[7] ^= 5;
    let mut words = gallery.palettes[0].words.clone();
    words[3] ^= 0x20;
    let edits = Edits {
        textures: BTreeMap::from([(last, indices.clone())]),
        added: vec![(0, vec![9; 4096])],
        palettes: BTreeMap::from([(0, words.clone())]),
        ..Edits::default()
    };
    let after = opened(&game.changed(&changed(&game, &edits).unwrap().files));
    assert_eq!(after.textures.len(), gallery.textures.len() + 1);
    assert_eq!(after.palettes[0].words, words);
    let place = gallery.textures.iter().filter(|texture| texture.bank == 0).count();
    assert_eq!(after.textures[place].drawing.indices, vec![9; 4096]);
    let edited = if last < place { last } else { last + 1 };
    assert_eq!(after.textures[edited].drawing.indices, indices);
    let fewer = Edits { dropped: BTreeMap::from([(0, 1)]), ..Edits::default() };
    assert_eq!(changed(&game, &fewer), Err(Refusal::Needs { resource: "mappings.bin" }));
}

#[test]
fn banks_of_the_community_s_editor_are_read_and_packed() {
    check_banks("orcs-elves-seed", 2);
    check_banks("orcs-elves-2-seed", 1);
}

#[test]
fn a_bank_without_a_size_but_with_depths_is_read_too() {
    let mut game = Game::open("good/orcs-elves-2-seed.jar");
    let before = opened(&game);
    let bank = game.0.get_mut("wtexels0.bin").unwrap();
    let chunks: Vec<u8> = bank[4..].chunks(2048).flat_map(|texture| [&[4][..], texture].concat()).collect();
    *bank = chunks;
    let after = opened(&game);
    let drawings =
        |gallery: &Gallery<'static>| gallery.textures.iter().map(|t| t.drawing.clone()).collect::<Vec<_>>();
    assert_eq!(drawings(&after), drawings(&before));
    let edits = Edits { added: vec![(0, vec![2; 4096])], ..Edits::default() };
    let changes = changed(&game, &edits).unwrap();
    assert_eq!(changes.files["wtexels0.bin"].len(), 5 * 2049);
}

#[test]
fn without_edits_nothing_changes() {
    for name in INDEXED {
        let game = Game::open(&format!("good/{name}"));
        let gallery = opened(&game);
        assert_eq!(changed(&game, &Edits::default()).unwrap(), Changes::default());
        let all =
            |blobs: &[Blob<'_>]| blobs.iter().map(|blob| blob.drawing.indices.clone()).enumerate().collect();
        let shape = |shape: &relict_idmobile::gallery::Shape| NewShape {
            x0: shape.x0,
            y0: shape.y0,
            drawing: shape.drawing.clone(),
        };
        let edits = Edits {
            textures: all(&gallery.textures),
            flats: all(&gallery.flats),
            shapes: gallery.shapes.iter().map(shape).enumerate().collect(),
            ..Edits::default()
        };
        assert_eq!(changed(&game, &edits).unwrap(), Changes::default(), "{name}");
    }
}

fn block(x0: usize, y0: usize, width: usize, height: usize, index: u8) -> NewShape {
    let count = width * height;
    let drawing = Drawing { width, height, indices: vec![index; count], mask: Some(vec![true; count]) };
    NewShape { x0, y0, drawing }
}

#[test]
fn one_pixel_changes_one_file_in_place() {
    let game = Game::open("good/orcs-elves-j2me.jar");
    let gallery = opened(&game);
    let mut indices = gallery.textures[3].drawing.indices.clone();
    indices[100] ^= 1;
    let edits = Edits { textures: BTreeMap::from([(3, indices)]), ..Edits::default() };
    let changes = changed(&game, &edits).unwrap();
    assert_eq!(changes.files.keys().collect::<Vec<_>>(), ["wtexels1.bin"]);
    let differ =
        changes.files["wtexels1.bin"].iter().zip(&game.0["wtexels1.bin"]).filter(|(a, b)| a != b).count();
    assert_eq!(differ, 1);
}

#[test]
fn sprites_and_textures_change_with_their_indices() {
    for name in INDEXED {
        let game = Game::open(&format!("good/{name}"));
        let before = opened(&game);
        let last = before.textures.last().unwrap().bank;
        let shapes: BTreeMap<_, _> =
            (0..before.shapes.len()).map(|i| (i, block(i, 3, 20 + i, 30, i as u8 + 1))).collect();
        let edits = Edits { shapes: shapes.clone(), added: vec![(last, vec![5; 4096])], ..Edits::default() };
        let changes = changed(&game, &edits).unwrap();
        assert!(
            ["shapes.idx", "stexels.idx", "wtexels.idx"].iter().all(|name| changes.files.contains_key(*name))
        );
        let after = opened(&game.changed(&changes.files));
        for (i, new) in &shapes {
            let shape = &after.shapes[*i];
            assert_eq!((shape.x0, shape.y0, &shape.drawing), (new.x0, new.y0, &new.drawing), "{name} {i}");
        }
        let drawings = |gallery: &Gallery<'static>| {
            gallery.textures.iter().map(|t| t.drawing.clone()).collect::<Vec<_>>()
        };
        assert_eq!(drawings(&after)[..before.textures.len()], drawings(&before));
        assert_eq!(after.textures.last().unwrap().drawing.indices, vec![5; 4096]);
        assert_eq!(after.sprites, before.sprites);
        // The texture that nothing shows may go again, and all is as before.
        let game = game.changed(&changes.files);
        let fewer = Edits { dropped: BTreeMap::from([(last, 1)]), ..Edits::default() };
        let back = opened(&game.changed(&changed(&game, &fewer).unwrap().files));
        assert_eq!(drawings(&back), drawings(&before));
    }
}

#[test]
fn what_a_file_has_no_room_for_goes_to_the_next() {
    let game = Game::open("good/orcs-elves-j2me.jar");
    let before = opened(&game);
    let count = 40;
    let edits = Edits { added: vec![(1, vec![6; 4096]); count], ..Edits::default() };
    let changes = changed(&game, &edits).unwrap();
    assert!(changes.files["wtexels1.bin"].len() <= 65_535);
    assert!(changes.files.contains_key("wtexels2.bin"));
    let after = opened(&game.changed(&changes.files));
    assert_eq!(after.textures.len(), before.textures.len() + count);
    assert!(after.textures[before.textures.len()..].iter().all(|t| t.drawing.indices == vec![6; 4096]));
}

#[test]
fn texels_become_deeper_only_when_asked() {
    let game = Game::open("good/orcs-elves-2-brew.zip");
    let gallery = opened(&game);
    let entry =
        gallery.texture_entries.iter().find(|entry| gallery.textures[entry.picture].depth == 4).unwrap();
    let which = Which::Texture(entry.picture);
    let textures = BTreeMap::from([(entry.picture, vec![20; 4096])]);
    let edits = Edits { textures: textures.clone(), ..Edits::default() };
    let refused = Refusal::Misfit { which, misfit: Misfit::Depth { index: 20, depth: 4 } };
    assert_eq!(changed(&game, &edits), Err(refused));
    let deepen = Edits { textures, deepen: true, ..Edits::default() };
    let refused = Refusal::Misfit { which, misfit: Misfit::Colours { found: 16, wanted: 21 } };
    assert_eq!(changed(&game, &deepen), Err(refused), "its palette has 16 colours");
    // Flat 0 is shown with palette 1 of 16 colours; with more of them it may be deeper.
    let palettes = BTreeMap::from([(gallery.texture_entries[0].palette, vec![1; 64])]);
    let repainted = game.changed(&changed(&game, &Edits { palettes, ..Edits::default() }).unwrap().files);
    let changes = changed(&repainted, &deepen).unwrap();
    assert_eq!(changes.notes, [Note::Deepened(which)]);
    let after = opened(&repainted.changed(&changes.files));
    let texture = &after.textures[entry.picture];
    assert_eq!((texture.depth, texture.drawing.indices[0]), (8, 20));
}

#[test]
fn flats_change_too() {
    let game = Game::open("good/orcs-elves-2-brew.zip");
    let mut indices = opened(&game).flats[1].drawing.indices.clone();
    indices[0] ^= 3;
    let edits = Edits { flats: BTreeMap::from([(1, indices.clone())]), ..Edits::default() };
    let changes = changed(&game, &edits).unwrap();
    assert_eq!(changes.files.keys().collect::<Vec<_>>(), ["ftexels0.bin"]);
    assert_eq!(opened(&game.changed(&changes.files)).flats[1].drawing.indices, indices);
    let none = Edits { flats: BTreeMap::from([(2, indices)]), ..Edits::default() };
    assert_eq!(changed(&game, &none), Err(Refusal::Missing(Which::Flat(2))));
}

#[test]
fn only_the_last_file_can_have_more_textures() {
    let game = Game::open("good/orcs-elves-j2me.jar");
    let edits = Edits { added: vec![(0, vec![5; 4096])], ..Edits::default() };
    assert_eq!(changed(&game, &edits), Err(Refusal::NotLast { bank: 0, last: 1 }));
    let fewer = Edits { dropped: BTreeMap::from([(1, 1)]), ..Edits::default() };
    assert!(matches!(changed(&game, &fewer), Err(Refusal::InUse { .. })));
}

#[test]
fn palettes_may_be_more() {
    for name in INDEXED {
        let game = Game::open(&format!("good/{name}"));
        let before = opened(&game);
        let edits = Edits { added_palettes: vec![(0..16).collect()], ..Edits::default() };
        let changes = changed(&game, &edits).unwrap();
        assert_eq!(changes.files.keys().collect::<Vec<_>>(), ["palettes.bin"]);
        let after = opened(&game.changed(&changes.files));
        assert_eq!(after.palettes.len(), before.palettes.len() + 1, "{name}");
        let found = u16::from_le_bytes(changes.files["palettes.bin"][..2].try_into().unwrap());
        assert_eq!(usize::from(found), after.palettes.len(), "{name}");
    }
}

#[test]
fn without_shapes_or_their_texels_there_are_no_sprites_but_all_else() {
    for gone in ["shapes.idx", "stexels.idx"] {
        for name in INDEXED {
            let mut game = Game::open(&format!("good/{name}"));
            let whole = opened(&game);
            game.0.remove(gone);
            let gallery = opened(&game);
            assert!(gallery.sprites.is_empty() && gallery.shapes.is_empty(), "{name}");
            assert_eq!(gallery.texture_entries, whole.texture_entries);
            // The palettes of sprites are still in use: of all, only sprites have the last one here.
            let mappings = game.0.get_mut("mappings.bin").unwrap();
            let (counters, width) = match Form::of(mappings).unwrap() {
                Form::Four => (4, 4),
                Form::Narrow => (4, 2),
                Form::Six => (6, 4),
            };
            let pairs = whole.texture_entries.len() + whole.flat_entries.len();
            let palette = width * (counters + 2 * pairs + 1);
            let last = whole.palettes.len() as u32;
            mappings[palette..palette + width].copy_from_slice(&last.to_le_bytes()[..width]);
            let more = Edits { added_palettes: vec![vec![1; 16]], ..Edits::default() };
            let game = game.changed(&changed(&game, &more).unwrap().files);
            let fewer = Edits { dropped_palettes: 1, ..Edits::default() };
            let used = Refusal::InUse { which: Which::Palette(last as usize), entry: 0 };
            assert_eq!(changed(&game, &fewer), Err(used), "{name}");
        }
    }
    let banks = Game::open("good/orcs-elves-seed.jar");
    let fewer = Edits { dropped_palettes: 1, ..Edits::default() };
    assert_eq!(changed(&banks, &fewer), Err(Refusal::Needs { resource: "mappings.bin" }));
}

#[test]
fn banks_may_have_palettes_of_any_kind() {
    let mut game = Game::open("good/orcs-elves-seed.jar");
    game.0.insert("palettes.bin".into(), vec![2, 0, 1, 0, 0x1F, 0, 2, 0, 0, 0xF8, 0xE0, 7]);
    let palettes = opened(&game).palettes;
    let colours: Vec<_> = palettes.iter().map(Palette::colours).collect();
    assert_eq!(colours, [vec![[0, 0, 255, 255]], vec![[255, 0, 0, 255], [0, 255, 0, 255]]]);
    // One without colours is odd, and no more.
    game.0.insert("palettes.bin".into(), vec![2, 0, 1, 0, 0x1F, 0, 0, 0]);
    assert!(opened(&game).palettes[1].words.is_empty());
}

#[test]
fn every_palette_that_a_picture_is_shown_with_must_have_its_colours() {
    let game = Game::open("good/orcs-elves-2-brew.zip");
    let palette = opened(&game).texture_entries[0].palette;
    // All of the texture is index 1, so that three colours will do.
    let edits = Edits {
        textures: BTreeMap::from([(0, vec![1; 4096])]),
        palettes: BTreeMap::from([(palette, vec![7; 3])]),
        ..Edits::default()
    };
    let sprites = opened(&game).sprites;
    let shapes = sprites.iter().filter(|entry| entry.palette == palette);
    let shapes = shapes.map(|entry| (entry.picture, block(0, 0, 4, 4, 2))).collect();
    let game = game.changed(&changed(&game, &Edits { shapes, ..edits }).unwrap().files);
    let misfit = Misfit::Index { spot: Spot { x: 0, y: 0 }, index: 3, colours: 3 };
    let edits = Edits { textures: BTreeMap::from([(0, vec![3; 4096])]), ..Edits::default() };
    let which = Which::Texture(0);
    assert_eq!(changed(&game, &edits), Err(Refusal::Misfit { which, misfit: misfit.clone() }));
    let shape = sprites.iter().find(|entry| entry.palette == palette).unwrap().picture;
    let edits = Edits { shapes: BTreeMap::from([(shape, block(0, 0, 4, 4, 3))]), ..Edits::default() };
    assert_eq!(changed(&game, &edits), Err(Refusal::Misfit { which: Which::Shape(shape), misfit }));
    // Nor may the palette lose what they have.
    let edits = Edits { palettes: BTreeMap::from([(palette, vec![7; 2])]), ..Edits::default() };
    let misfit = Misfit::Colours { found: 2, wanted: 3 };
    assert_eq!(changed(&game, &edits), Err(Refusal::Misfit { which: Which::Palette(palette), misfit }));
}

#[test]
fn shapes_with_the_same_texels_cannot_be_drawn_in_two_ways() {
    let mut game = Game::open("good/orcs-elves-j2me.jar");
    let shapes = opened(&game).shapes;
    assert_eq!(shapes[0].at, 0);
    // Shape 0 gets the texels of another that has more of them, and is alone with its file.
    let visible = |i: usize| shapes[i].drawing.mask.as_ref().unwrap().iter().filter(|v| **v).count();
    let other = (1..shapes.len()).find(|i| visible(*i) >= visible(0)).unwrap();
    game.0.get_mut("shapes0.bin").unwrap()[..4].copy_from_slice(&shapes[other].texels.to_le_bytes());
    let shapes = opened(&game).shapes;
    let redrawn = |i: usize, index: u8| {
        let old = &shapes[i];
        let mask = old.drawing.mask.clone().unwrap();
        let indices = mask.iter().map(|visible| if *visible { index } else { 0 }).collect();
        let drawing = Drawing { indices, ..old.drawing.clone() };
        NewShape { x0: old.x0, y0: old.y0, drawing }
    };
    let edits = |a: u8, b: u8| {
        let shapes = BTreeMap::from([(0, redrawn(0, a)), (other, redrawn(other, b))]);
        Edits { shapes, ..Edits::default() }
    };
    let refused = Refusal::SharedTexels { shape: 0, other: Some(other) };
    assert_eq!(changed(&game, &edits(5, 6)), Err(refused));
    assert!(changed(&game, &edits(6, 6)).is_ok());
}

#[test]
fn an_index_is_read_in_the_width_that_makes_sense_of_it() {
    let mut game = Game::open("good/orcs-elves-j2me.jar");
    // Wide, and whole; but the file is shorter. With narrow offsets there would be an empty chunk and a tail.
    game.0.insert("wtexels.idx".into(), vec![1, 0, 0, 0, 0, 0, 0, 255, 0, 0, 1, 0]);
    let trouble = game.with(orcs::open).unwrap_err();
    assert!(trouble.to_string().contains("index.chunk-out-of-range"), "{trouble}");
}

#[test]
fn damaged_games_are_refused_by_the_rule_they_break() {
    let codes = [
        ("oe-idx-missing-file", "wtexels.idx", Some("index.missing-resource")),
        ("oe-idx-out-of-range", "", Some("index.chunk-out-of-range")),
        ("oe-idx-truncated", "", None),
    ];
    let bad = expected("bad");
    for (name, resource, code) in codes {
        let fixture = format!("bad/{name}.jar");
        let case = bad["cases"].as_array().unwrap().iter().find(|case| case["fixture"] == fixture).unwrap();
        assert_eq!(case["must"], "error", "{name}");
        let trouble = Game::open(&fixture).with(orcs::open).unwrap_err();
        assert!(
            trouble.resource.ends_with(".idx") && trouble.resource.starts_with(resource),
            "{name}: {trouble}"
        );
        let found = match &trouble.error.kind {
            FaultKind::Broken { rule, .. } => Some(rule.code),
            FaultKind::Truncated { .. } => None,
            other => panic!("{name}: {other}"),
        };
        assert_eq!(found, code, "{name}: {trouble}");
    }
}

#[test]
fn no_damage_makes_the_game_panic_or_grow() {
    for name in INDEXED.into_iter().chain(["orcs-elves-seed.jar"]) {
        let game = Game::open(&format!("good/{name}"));
        for (file, whole) in &game.0 {
            let stems = ["wtexels", "stexels", "ftexels", "shapes", "mappings", "palettes"];
            if !stems.iter().any(|stem| file.starts_with(stem)) {
                continue;
            }
            let step = 1 + whole.len() / 150;
            for at in (0..whole.len()).step_by(step) {
                for flip in [0x01, 0x20, 0x80, 0xFF] {
                    let mut damaged = game.clone();
                    damaged.0.get_mut(file).unwrap()[at] ^= flip;
                    let shapes = BTreeMap::from([(1, block(1, 1, 7, 9, 2))]);
                    let bank = usize::from(name == "orcs-elves-j2me.jar");
                    let edits = Edits { shapes, added: vec![(bank, vec![1; 4096])], ..Edits::default() };
                    if let Ok(changes) = changed(&damaged, &edits) {
                        let after = damaged.changed(&changes.files).with(orcs::open);
                        assert!(after.is_ok(), "{name} {file} at {at}: {after:?}");
                    }
                }
                let mut cut = game.clone();
                cut.0.get_mut(file).unwrap().truncate(at);
                let _ = cut.with(orcs::open);
            }
        }
    }
}
