//! Doom RPG as a whole: every number and hash of its fixtures, its damaged ones, and what packing makes of edits.

// A test stops at the first surprise.
#![allow(clippy::unwrap_used, clippy::panic)]

use crate::shown;

use crate::shown::{
    Expected, Game, check_files, check_palettes, expected, grey_hash, mask_hash, png, rgba_hash, sha256,
};
use relict_core::args;
use relict_core::error::FaultKind;
use relict_idmobile::doom;
use relict_idmobile::gallery::{
    Changes, Drawing, Edits, Gallery, Misfit, NewShape, Note, Reading, Refusal, Trouble, Which,
};
use serde_json::Value;
use std::collections::BTreeMap;

/// What the tests of the container and of texts and maps look at.
const OTHERS: [&str; 7] = ["fixture", "game", "layout", "entries", "archive_comment", "maps", "strings"];

fn opened(game: &Game) -> Gallery<'_> {
    game.with(doom::open).unwrap()
}

fn changed(game: &Game, edits: &Edits) -> Result<Changes, Refusal> {
    game.with(|lookup| doom::change(lookup, edits))
}

fn good() -> Game {
    Game::open("good/doom-rpg.jar")
}

#[test]
fn everything_in_the_game_is_as_expected() {
    let json = expected("doom-rpg");
    let game = good();
    let gallery = opened(&game);
    let mut wanted = Expected::new(&json);
    assert!(check_files(wanted.get("files"), &game) >= 5);
    check_palettes(wanted.get("palettes"), &gallery);
    let blobs = wanted.list("texture_blobs");
    assert_eq!(blobs.len(), gallery.textures.len());
    for (i, (blob, found)) in blobs.iter().zip(&gallery.textures).enumerate() {
        let mut blob = Expected::new(blob);
        blob.is("index", i);
        blob.is("width", found.drawing.width);
        blob.is("height", found.drawing.height);
        blob.is("bits", found.depth);
        blob.is("indices_sha256", sha256(&found.drawing.indices));
        blob.is("grey_rgba_sha256", grey_hash(&found.drawing, found.depth));
        blob.done(&[]);
    }
    let textures = wanted.list("textures");
    assert_eq!(textures.len(), gallery.texture_entries.len());
    for (i, (texture, found)) in textures.iter().zip(&gallery.texture_entries).enumerate() {
        let mut texture = Expected::new(texture);
        let drawing = &gallery.textures[found.picture].drawing;
        texture.is("index", i);
        texture.is("blob", found.picture);
        texture.is("palette", found.palette);
        texture.is("rgba_sha256", rgba_hash(drawing, &gallery.palettes[found.palette]));
        texture.done(&[]);
    }
    let sprites = wanted.list("sprites");
    assert_eq!(sprites.len(), gallery.sprites.len());
    for (i, sprite) in sprites.iter().enumerate() {
        let mut sprite = Expected::new(sprite);
        check_sprite(&mut sprite, i, &gallery);
        sprite.done(&[]);
    }
    wanted.is("texture_ids", gallery.texture_ids.clone());
    wanted.is("sprite_ids", gallery.sprite_ids.clone());
    wanted.is("sprite_texel_base_pixels", gallery.textures.len() * 4096);
    wanted.done(&OTHERS);
}

fn check_sprite(sprite: &mut Expected<'_>, i: usize, gallery: &Gallery<'_>) {
    let entry = gallery.sprites[i];
    let shape = &gallery.shapes[entry.picture];
    let visible = shape.drawing.mask.as_ref().unwrap();
    sprite.is("index", i);
    sprite.is("shape_offset", shape.at);
    sprite.is("palette", entry.palette);
    sprite.is("x0", shape.x0);
    sprite.is("y0", shape.y0);
    sprite.is("width", shape.drawing.width);
    sprite.is("height", shape.drawing.height);
    sprite.is("visible_pixels", visible.iter().filter(|visible| **visible).count());
    sprite.is("texel_offset_pixels", shape.texels);
    sprite.is("decoded_shape_shorts", shape.decoded_size);
    let (width, height) = (shape.drawing.width, shape.drawing.height);
    let computed = relict_idmobile::sprite::RoomRule::TwoPerRun.room(visible, width, height);
    assert_eq!(computed, usize::from(shape.decoded_size));
    sprite.is("mask_sha256", mask_hash(&shape.drawing));
    sprite.is("indices_sha256", sha256(&shape.drawing.indices));
    sprite.is("rgba_sha256", rgba_hash(&shape.drawing, &gallery.palettes[entry.palette]));
}

#[test]
fn a_signature_changes_nothing() {
    assert_eq!(opened(&Game::open("good/doom-rpg-signed.jar")), opened(&good()));
}

#[test]
fn without_edits_nothing_changes() {
    let game = good();
    let gallery = opened(&game);
    assert_eq!(changed(&game, &Edits::default()).unwrap(), Changes::default());
    // The same when everything is named, but as it was.
    let textures =
        gallery.textures.iter().map(|texture| texture.drawing.indices.clone()).enumerate().collect();
    let palettes = gallery.palettes.iter().map(|palette| palette.words.clone()).enumerate().collect();
    let shapes = gallery.shapes.iter().map(|shape| NewShape {
        x0: shape.x0,
        y0: shape.y0,
        drawing: shape.drawing.clone(),
    });
    let edits = Edits { textures, palettes, shapes: shapes.enumerate().collect(), ..Edits::default() };
    assert_eq!(changed(&game, &edits).unwrap(), Changes::default());
}

/// What the fixture says of a case of packing.
fn case(name: &str) -> Value {
    let pack = expected("pack");
    pack["cases"].as_array().unwrap().iter().find(|case| case["case"] == name).unwrap().clone()
}

fn check_result(wanted: &Value, changes: &Changes) {
    let found: serde_json::Map<String, Value> =
        changes.files.iter().map(|(name, bytes)| (name.clone(), sha256(bytes))).collect();
    assert_eq!(wanted.as_object().unwrap(), &found);
}

/// The grey textures of a case, as far as they go.
fn greys(case: &str, gallery: &Gallery<'_>, count: usize, lenient: bool) -> Result<Vec<Vec<u8>>, Misfit> {
    let old =
        |i: usize| gallery.textures.get(i).map_or(&gallery.textures[0].drawing, |texture| &texture.drawing);
    let read = |i: usize| {
        let image = png(&format!("pack/{case}/Textures/texture_{i:03}.png"));
        old(i).read_grey(&image, 4, lenient).map(|drawing| drawing.indices)
    };
    (0..count).map(read).collect()
}

#[test]
fn grey_textures_and_strips_pack() {
    let game = good();
    let gallery = opened(&game);
    let textures = greys("grey", &gallery, 5, false).unwrap().into_iter().enumerate().collect();
    let strip =
        |i: usize| gallery.palettes[i].read_strip(&png(&format!("pack/grey/Palettes/palette_{i:03}.png")));
    let palettes = (0..6).map(|i| (i, strip(i).unwrap().palette.words)).collect();
    let changes = changed(&game, &Edits { textures, palettes, ..Edits::default() }).unwrap();
    check_result(&case("grey")["result"], &changes);
}

#[test]
fn a_texture_more_moves_all_sprites() {
    let game = good();
    let gallery = opened(&game);
    let mut textures = greys("grey-append", &gallery, 6, false).unwrap();
    let added = vec![(0, textures.pop().unwrap())];
    let textures = textures.into_iter().enumerate().collect();
    let changes = changed(&game, &Edits { textures, added, ..Edits::default() }).unwrap();
    check_result(&case("grey-append")["result"], &changes);
    let after = game.changed(&changes.files);
    let after = opened(&after);
    assert_eq!(after.textures.len(), 6);
    for (before, after) in gallery.shapes.iter().zip(&after.shapes) {
        assert_eq!((before.texels + 4096, &before.drawing), (after.texels, &after.drawing));
    }
    // And back: the texture that nothing shows may go again.
    let game = game.changed(&changes.files);
    let edits = Edits { dropped: BTreeMap::from([(0, 1)]), ..Edits::default() };
    let back = game.changed(&changed(&game, &edits).unwrap().files);
    assert!(back.0 == good().0);
}

#[test]
fn an_indexed_texture_packs() {
    let game = good();
    let gallery = opened(&game);
    let entry = gallery.texture_entries[4];
    let image = png("pack/indexed/ColourTextures/texture_004_b003_p003.png");
    let how = Reading { palette: &gallery.palettes[entry.palette], transparent: None, quantise: false };
    let drawing = gallery.textures[entry.picture].drawing.read(&image, how).unwrap();
    let textures = BTreeMap::from([(entry.picture, drawing.indices)]);
    let changes = changed(&game, &Edits { textures, ..Edits::default() }).unwrap();
    check_result(&case("indexed")["result"], &changes);
}

#[test]
fn a_sprite_of_another_shape_packs_and_moves_the_others() {
    let (game, case) = (good(), case("sprite"));
    let gallery = opened(&game);
    let note: Value = serde_json::from_slice(&shown::fixture("pack/sprite/Sprites/sprite_001.json")).unwrap();
    let number = |key: &str| note[key].as_u64().unwrap() as usize;
    let entry = gallery.sprites[number("index")];
    let how = Reading { palette: &gallery.palettes[number("palette")], transparent: None, quantise: false };
    let image = png("pack/sprite/Sprites/sprite_001.png");
    let drawing = gallery.shapes[entry.picture].drawing.read(&image, how).unwrap();
    let new = NewShape { x0: number("x0"), y0: number("y0"), drawing };
    let edits = Edits { shapes: BTreeMap::from([(entry.picture, new)]), ..Edits::default() };
    let changes = changed(&game, &edits).unwrap();
    check_result(&case["result"], &changes);
    assert_eq!(changes.notes, [Note::Shared { shape: entry.picture, sprites: vec![1, 2] }]);
    let after = game.changed(&changes.files);
    let after = opened(&after);
    for (i, wanted) in case["sprites_after"].as_array().unwrap().iter().enumerate() {
        let mut wanted = Expected::new(wanted);
        let entry = after.sprites[i];
        let shape = &after.shapes[entry.picture];
        wanted.is("index", i);
        wanted.is("rgba_sha256", rgba_hash(&shape.drawing, &after.palettes[entry.palette]));
        wanted.is("texel_offset_pixels", shape.texels);
        wanted.is("shape_offset", shape.at);
        wanted.done(&[]);
    }
}

/// A ring that is easily told from what it replaces.
fn ring(x0: usize, y0: usize, side: usize, index: u8) -> NewShape {
    let places = (0..side * side).map(|place| (place % side, place / side));
    let edge = |at: usize| at.min(side - 1 - at);
    let mask: Vec<bool> = places.map(|(x, y)| edge(x).min(edge(y)) < 2).collect();
    let indices = mask.iter().map(|&visible| if visible { index } else { 0 }).collect();
    NewShape { x0, y0, drawing: Drawing { width: side, height: side, indices, mask: Some(mask) } }
}

#[test]
fn all_sprites_can_change_at_once_together_with_textures() {
    let game = good();
    let before = opened(&game);
    let shapes: BTreeMap<_, _> =
        (0..before.shapes.len()).map(|i| (i, ring(i, 2 * i, 5 + 9 * i, i as u8 + 1))).collect();
    let added = vec![(0, vec![3; 4096]), (0, vec![4; 4096])];
    let edits = Edits { shapes: shapes.clone(), added, ..Edits::default() };
    let after = game.changed(&changed(&game, &edits).unwrap().files);
    let after = opened(&after);
    assert_eq!(after.textures.len(), 7);
    for (i, new) in &shapes {
        let shape = &after.shapes[*i];
        assert_eq!((shape.x0, shape.y0, &shape.drawing), (new.x0, new.y0, &new.drawing), "{i}");
    }
}

#[test]
fn other_pixels_of_the_same_mask_stay_in_their_place() {
    let game = good();
    let gallery = opened(&game);
    let shape = &gallery.shapes[1];
    let mut drawing = shape.drawing.clone();
    let place = drawing.mask.as_ref().unwrap().iter().position(|visible| *visible).unwrap();
    drawing.indices[place] ^= 1;
    let new = NewShape { x0: shape.x0, y0: shape.y0, drawing };
    let edits = Edits { shapes: BTreeMap::from([(1, new)]), ..Edits::default() };
    let changes = changed(&game, &edits).unwrap();
    assert_eq!(changes.files.keys().collect::<Vec<_>>(), ["stexels.bin"]);
    let differ =
        changes.files["stexels.bin"].iter().zip(&game.0["stexels.bin"]).filter(|(a, b)| a != b).count();
    assert_eq!((differ, changes.files["stexels.bin"].len()), (1, game.0["stexels.bin"].len()));
}

#[test]
fn what_cannot_be_packed_is_refused() {
    let game = good();
    let gallery = opened(&game);
    let refused = |game: &Game, edits: Edits| changed(game, &edits).unwrap_err();
    let size = Misfit::Size { width: 32, height: 64, wanted_width: 64, wanted_height: 64 };
    assert_eq!(greys("bad-size", &gallery, 2, false), Err(size));
    let strip = png("pack/bad-palette-narrow/Palettes/palette_000.png");
    assert_eq!(gallery.palettes[0].read_strip(&strip), Err(Misfit::Narrow { width: 128, needed: 256 }));
    assert!(matches!(greys("colour-as-grey", &gallery, 5, false), Err(Misfit::Grey { .. })));
    let image = png("pack/bad-index/ColourTextures/texture_000_b000_p000.png");
    let how = Reading { palette: &gallery.palettes[0], transparent: None, quantise: false };
    let index = gallery.textures[0].drawing.read(&image, how);
    assert!(matches!(index, Err(Misfit::Index { index: 17, colours: 16, .. })), "{index:?}");
    let short = Edits { textures: BTreeMap::from([(0, vec![0; 4095])]), ..Edits::default() };
    assert!(matches!(refused(&game, short), Refusal::Misfit { misfit: Misfit::Size { .. }, .. }));
    let deep = Edits { textures: BTreeMap::from([(0, vec![16; 4096])]), ..Edits::default() };
    let misfit = Misfit::Depth { index: 16, depth: 4 };
    assert_eq!(refused(&game, deep), Refusal::Misfit { which: Which::Texture(0), misfit });
    let gone = Edits { textures: BTreeMap::from([(5, vec![0; 4096])]), ..Edits::default() };
    assert_eq!(refused(&game, gone), Refusal::Missing(Which::Texture(5)));
    let fewer = Edits { dropped: BTreeMap::from([(0, 1)]), ..Edits::default() };
    assert!(matches!(refused(&game, fewer), Refusal::InUse { which: Which::Texture(4), .. }));
    let palettes = Edits { dropped_palettes: 1, ..Edits::default() };
    assert!(matches!(refused(&game, palettes), Refusal::InUse { which: Which::Palette(5), .. }));
    let more = || Edits { added: vec![(0, vec![0; 4096])], ..Edits::default() };
    let mut blind = game.clone();
    blind.0.remove("bitshapes.bin");
    assert_eq!(refused(&blind, more()), Refusal::Needs { resource: "bitshapes.bin" });
    let mut empty = ring(0, 0, 5, 1);
    empty.drawing.mask = Some(vec![false; 25]);
    let outside = [(empty, Misfit::Empty), (ring(60, 0, 5, 1), Misfit::Canvas { right: 65, bottom: 5 })];
    for (new, misfit) in outside {
        let edits = Edits { shapes: BTreeMap::from([(0, new)]), ..Edits::default() };
        assert_eq!(refused(&game, edits), Refusal::Misfit { which: Which::Shape(0), misfit });
    }
}

#[test]
fn colours_become_grey_as_the_editor_has_it() {
    let game = good();
    let gallery = opened(&game);
    let textures = greys("colour-as-grey", &gallery, 5, true).unwrap().into_iter().enumerate().collect();
    let changes = changed(&game, &Edits { textures, ..Edits::default() }).unwrap();
    check_result(&case("colour-as-grey")["lenient_result"], &changes);
}

#[test]
fn shapes_that_share_texels_cannot_have_others() {
    let mut game = good();
    let shapes = game.0.get_mut("bitshapes.bin").unwrap();
    // The first shape begins right behind the header, the second at 108; texels are the first field.
    let second: [u8; 4] = shapes[4 + 108..4 + 112].try_into().unwrap();
    shapes[4..8].copy_from_slice(&second);
    // It has more pixels than the second, but there are enough behind it.
    let edits = |i| Edits { shapes: BTreeMap::from([(i, ring(0, 0, 9, 1))]), ..Edits::default() };
    assert!(matches!(changed(&game, &edits(0)), Err(Refusal::SharedTexels { shape: 0, .. })));
    assert!(matches!(changed(&game, &edits(1)), Err(Refusal::SharedTexels { shape: 1, .. })));
}

/// The game with the texels of shape 1 inside of those of shape 0, which begin before them.
fn with_texels_in_texels() -> Game {
    let mut game = good();
    let start = opened(&game).shapes[0].texels;
    let shapes = game.0.get_mut("bitshapes.bin").unwrap();
    shapes[4 + 108..4 + 112].copy_from_slice(&(start + 4).to_le_bytes());
    game
}

#[test]
fn texels_that_reach_into_those_of_another_shape_count_as_shared() {
    let game = with_texels_in_texels();
    let edits = |i| Edits { shapes: BTreeMap::from([(i, ring(0, 0, 9, 1))]), ..Edits::default() };
    assert_eq!(changed(&game, &edits(1)), Err(Refusal::SharedTexels { shape: 1, other: Some(0) }));
    assert_eq!(changed(&game, &edits(0)), Err(Refusal::SharedTexels { shape: 0, other: Some(1) }));
    // With the same mask they change together.
    let gallery = opened(&game);
    let redrawn = |i: usize, index: u8| {
        let old = &gallery.shapes[i];
        let mask = old.drawing.mask.clone().unwrap();
        let indices = mask.iter().map(|visible| if *visible { index } else { 0 }).collect();
        NewShape { x0: old.x0, y0: old.y0, drawing: Drawing { indices, ..old.drawing.clone() } }
    };
    let one = Edits { shapes: BTreeMap::from([(1, redrawn(1, 5))]), ..Edits::default() };
    let changes = changed(&game, &one).unwrap();
    assert!(changes.notes.contains(&Note::SharedTexels { shape: 1, other: 0 }), "{:?}", changes.notes);
    // Drawn in two ways, one of them would be lost.
    let both = |a, b| Edits { shapes: BTreeMap::from([(0, a), (1, b)]), ..Edits::default() };
    let refused = changed(&game, &both(redrawn(0, 6), redrawn(1, 5)));
    assert_eq!(refused, Err(Refusal::SharedTexels { shape: 0, other: Some(1) }));
    assert!(changed(&game, &both(redrawn(0, 6), redrawn(1, 6))).is_ok());
}

#[test]
fn palettes_go_only_if_it_is_known_that_nothing_has_them() {
    let game = good();
    let more = Edits { added_palettes: vec![vec![1; 16]], ..Edits::default() };
    let game = game.changed(&changed(&game, &more).unwrap().files);
    let fewer = Edits { dropped_palettes: 1, ..Edits::default() };
    assert!(changed(&game, &fewer).is_ok());
    let mut unknown = game.clone();
    unknown.0.remove("mappings.bin");
    assert_eq!(changed(&unknown, &fewer), Err(Refusal::Needs { resource: "mappings.bin" }));
    // Sprites that cannot be shown have their palettes all the same: the last one is given the new one.
    let mut blind = game.clone();
    blind.0.remove("bitshapes.bin");
    let palette = 16 + 8 * 8 + 5 * 8 + 4;
    blind.0.get_mut("mappings.bin").unwrap()[palette..palette + 4].copy_from_slice(&96_u32.to_le_bytes());
    assert!(opened(&blind).sprites.is_empty());
    let used = Refusal::InUse { which: Which::Palette(6), entry: 5 };
    assert_eq!(changed(&blind, &fewer), Err(used));
}

#[test]
fn numbers_of_textures_are_never_too_large() {
    let edits = Edits { textures: BTreeMap::from([(usize::MAX, vec![0; 4096])]), ..Edits::default() };
    assert_eq!(changed(&good(), &edits), Err(Refusal::Missing(Which::Texture(usize::MAX))));
}

#[test]
fn a_pair_that_leads_nowhere_is_told_with_what_there_is() {
    let told = |at: usize, number: u32| {
        let mut game = good();
        game.0.get_mut("mappings.bin").unwrap()[at..at + 4].copy_from_slice(&number.to_le_bytes());
        match &game.with(doom::open).unwrap_err().error.kind {
            FaultKind::Broken { rule, args } => (rule.code, args.clone()),
            other => panic!("{other:?}"),
        }
    };
    let args = args!(found = 99 * 4096, end = 5 * 4096, unit = 4096);
    assert_eq!(told(16, 99 * 4096), ("mappings.texture-out-of-range", args));
    let args = args!(found = 97, end = 96, unit = 16);
    assert_eq!(told(20, 97), ("mappings.palette-out-of-range", args));
}

#[test]
fn damaged_games_are_refused_by_the_rule_they_break() {
    let codes = [
        ("wtexels-header-wrong", "wtexels.bin", "wtexels.header-size"),
        ("wtexels-header-pixels", "wtexels.bin", "wtexels.header-size"),
        ("wtexels-truncated", "wtexels.bin", "wtexels.truncated-texture"),
        ("wtexels-partial", "wtexels.bin", "wtexels.not-multiple-of-texture"),
        ("wtexels-empty", "wtexels.bin", "wtexels.truncated"),
        ("palettes-header-wrong", "palettes.bin", "palettes.header-size"),
        ("palettes-odd", "palettes.bin", "palettes.not-multiple-of-palette"),
        ("mappings-truncated", "mappings.bin", "mappings.size-mismatch"),
        ("mappings-huge-count", "mappings.bin", "mappings.size-mismatch"),
        ("mappings-texture-out-of-range", "mappings.bin", "mappings.texture-out-of-range"),
        ("mappings-palette-out-of-range", "mappings.bin", "mappings.palette-out-of-range"),
        ("bitshape-texels-out-of-range", "bitshapes.bin", "shapes.texels-out-of-range"),
        ("bitshape-bounds-inverted", "bitshapes.bin", "shapes.bad-shape-bounds"),
        ("manifest-only", "wtexels.bin", "game.missing-resource"),
    ];
    let bad = expected("bad");
    for (name, resource, code) in codes {
        let fixture = format!("bad/{name}.jar");
        let case = bad["cases"].as_array().unwrap().iter().find(|case| case["fixture"] == fixture).unwrap();
        assert_eq!(case["must"], "error", "{name}");
        let game = Game::open(&fixture);
        let trouble = game.with(doom::open).unwrap_err();
        let rule = shown::kind("idmobile.wtexels").broken_rule(&trouble.error);
        let rule = if code.ends_with(".truncated") { rule.code } else { code_of(&trouble) };
        assert_eq!((trouble.resource.as_str(), rule), (resource, code), "{name}: {trouble}");
        let change = changed(&game, &Edits::default());
        assert_eq!(change, Err(Refusal::Trouble(trouble)), "{name} is not packed either");
    }
}

fn code_of(trouble: &Trouble) -> &'static str {
    match &trouble.error.kind {
        relict_core::error::FaultKind::Broken { rule, .. } => rule.code,
        other => panic!("{other}"),
    }
}

#[test]
fn no_damage_makes_the_game_panic_or_grow() {
    let game = good();
    let names = ["wtexels.bin", "palettes.bin", "mappings.bin", "bitshapes.bin", "stexels.bin"];
    let mut read = 0;
    for name in names {
        let whole = game.0[name].clone();
        let step = 1 + whole.len() / 400;
        for at in (0..whole.len()).step_by(step) {
            for flip in [0x01, 0x20, 0x80, 0xFF] {
                let mut damaged = game.clone();
                damaged.0.get_mut(name).unwrap()[at] ^= flip;
                read += usize::from(damaged.with(doom::open).is_ok());
                let shapes = BTreeMap::from([(1, ring(1, 1, 7, 2))]);
                let edits = Edits { shapes, added: vec![(0, vec![1; 4096])], ..Edits::default() };
                if let Ok(changes) = changed(&damaged, &edits) {
                    let after = damaged.changed(&changes.files);
                    let after = after.with(doom::open);
                    assert!(after.is_ok(), "{name} at {at}: {after:?}");
                }
            }
            let mut cut = game.clone();
            cut.0.get_mut(name).unwrap().truncate(at);
            let _ = cut.with(doom::open);
        }
    }
    assert!(read > 100, "most bytes are pixels and colours, {read}");
}
