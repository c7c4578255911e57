//! Pictures of Wolfenstein RPG and Doom II RPG as Java phones have them, in the folder of a game and on their way back:
//! transparent colours, new outlines, skies.

// A test stops at the first surprise.
#![allow(clippy::unwrap_used, clippy::panic)]

use crate::shown::{Game, expected, sha256};
use crate::spread::{Memory, STRICT, differ, names, with_bytes, zip};
use relict_core::image::{Image, Pixels};
use relict_core::tree::Gathered;

const WOLF: &str = "good/wolfenstein-rpg-j2me.jar";
const DOOM_2: &str = "good/doom2-rpg-j2me.jar";
/// A decal, a door that the game draws as a full rectangle, and a wall.
const DECAL: &str = "Media/media_0005.png";
const DOOR: &str = "Media/media_0009.png";
const WALL: &str = "Media/media_0016.png";

/// The places of pixels with an index.
fn places(folder: &Memory, path: &str, wanted: u8) -> Vec<usize> {
    match folder.image(path).pixels {
        Pixels::Indexed { indices, .. } => {
            (0..indices.len()).filter(|place| indices[*place] == wanted).collect()
        }
        Pixels::Rgba(_) => panic!("{path} is not indexed"),
    }
}

// idmobile-real 10, row 9.
#[test]
fn index_0_of_a_decal_is_transparent_in_the_folder_and_that_of_doors_and_walls_is_not() {
    let folder = Memory::unpacked(WOLF);
    for (path, clear) in [(DECAL, true), (DOOR, false), (WALL, false)] {
        let (image, zeros) = (folder.image(path), places(&folder, path, 0));
        assert!(!zeros.is_empty(), "{path}");
        let alpha: Vec<u8> = image.to_rgba().iter().map(|pixel| pixel[3]).collect();
        for (place, alpha) in alpha.iter().enumerate() {
            assert_eq!(*alpha == 0, clear && zeros.contains(&place), "{path} {place}");
        }
        let note = folder.note(&path.replace(".png", ".json"));
        assert_eq!(note["transparent_index"].as_u64(), clear.then_some(0), "{path}");
    }
}

// idmobile-real 10, row 9.
#[test]
fn transparent_pixels_of_a_decal_become_index_0_and_those_of_a_wall_are_refused() {
    let whole = Memory::unpacked(WOLF);
    let place = (0..1024).find(|place| whole.index(DECAL, *place) != 0).unwrap();
    // By its index, and as a program saves it that knows no palettes.
    let mut indexed = whole.clone();
    indexed.set(DECAL, place, 0);
    let mut true_colour = whole.clone();
    true_colour.edit(DECAL, |image| {
        let mut pixels = image.to_rgba();
        pixels[place] = [0; 4];
        *image = Image::rgba(image.width, image.height, pixels, true);
    });
    let gathered = indexed.gathered(WOLF).unwrap();
    assert_eq!((names(&gathered), differ(WOLF, &gathered)), (vec!["tex00.bin"], 1));
    assert_eq!(true_colour.gathered(WOLF).unwrap().changed, gathered.changed);
    let mut folder = whole.clone();
    folder.edit(DECAL, |image| *image = Image::rgba(16, 16, vec![[0; 4]; 256], true));
    assert_eq!(folder.refused(WOLF), ("game.picture-size", DECAL.to_owned()));
    for path in [DOOR, WALL] {
        let mut folder = whole.clone();
        folder.edit(path, |image| {
            let mut pixels = image.to_rgba();
            pixels[7][3] = 0;
            *image = Image::rgba(image.width, image.height, pixels, true);
        });
        assert_eq!(folder.refused(WOLF), ("game.transparent", path.to_owned()));
    }
}

// idmobile-real 10, row 9.
#[test]
fn a_decal_that_was_saved_without_transparency_is_no_edit() {
    let whole = Memory::unpacked(WOLF);
    let mut opaque = whole.clone();
    opaque.edit(DECAL, |image| match &mut image.pixels {
        Pixels::Indexed { palette, .. } => {
            palette[0][3] = 255;
            image.has_alpha = false;
        }
        Pixels::Rgba(_) => panic!("{DECAL} is not indexed"),
    });
    assert_eq!(opaque.gathered(WOLF), Ok(Gathered::default()));
    // Colour 0 is magenta, which nobody draws with.
    let mut flat = whole.clone();
    flat.edit(DECAL, |image| {
        let pixels = image.to_rgba().into_iter().map(|[r, g, b, _]| [r, g, b, 255]).collect();
        *image = Image::rgba(image.width, image.height, pixels, false);
    });
    assert_eq!(flat.gathered(WOLF), Ok(Gathered::default()));
}

// idmobile-real 10, row 9.
#[test]
fn a_visible_pixel_of_the_colour_that_is_not_drawn_is_refused() {
    let mut folder = Memory::unpacked(WOLF);
    // Colour 0 becomes a green that no other colour is.
    folder.edit("Palettes/palette_005.png", |strip| {
        let mut pixels = strip.to_rgba();
        (0..pixels.len()).filter(|place| place % 256 < 16).for_each(|place| pixels[place] = [0, 255, 0, 255]);
        *strip = Image::rgba(strip.width, strip.height, pixels, false);
    });
    let gathered = folder.gathered(WOLF).unwrap();
    assert_eq!(names(&gathered), ["newPalettes.bin"]);
    let green = Game::open(WOLF).changed(&gathered.changed.into_iter().collect());
    with_bytes(&zip(&green.0), |spread| {
        let mut folder = Memory::spread_out(spread);
        let mut paint = |colour: [u8; 4]| {
            folder.edit(DECAL, |image| {
                let mut pixels = image.to_rgba();
                let place = pixels.iter().position(|pixel| pixel[3] == 255).unwrap();
                pixels[place] = colour;
                *image = Image::rgba(image.width, image.height, pixels, true);
            });
            spread.gathered(&folder, STRICT)
        };
        let refused = paint([0, 255, 0, 255]).unwrap_err();
        assert_eq!((refused.code, refused.file.as_str()), ("game.key-colour", DECAL));
        assert!(paint([0, 255, 0, 0]).is_ok());
    });
}

// idmobile-real 10, row 12.
#[test]
fn both_skies_of_doom_2_come_out_and_go_in() {
    let (folder, game) = (Memory::unpacked(DOOM_2), Game::open(DOOM_2));
    let wanted = expected("doom2-rpg-j2me")["skies"].clone();
    for (number, wanted) in wanted.as_array().unwrap().iter().enumerate() {
        let path = format!("Sky/sky_{number}.png");
        let image = folder.image(&path);
        assert_eq!((image.width, image.height), (128, 128));
        assert_eq!(sha256(image.to_rgba().as_flattened()), wanted["rgba_sha256"], "{path}");
        let mut drawn = folder.clone();
        drawn.set(&path, 300, folder.index(&path, 300) ^ 1);
        let gathered = drawn.gathered(DOOM_2).unwrap();
        assert_eq!((names(&gathered), differ(DOOM_2, &gathered)), (vec!["tables.bin"], 1), "{path}");
        // The texels of this sky are the last bytes of its table.
        let at = gathered.changed[0].1.iter().zip(&game.0["tables.bin"]).position(|(a, b)| a != b).unwrap();
        let ends = expected("doom2-rpg-j2me")["tables"]["ends"].clone();
        let table = wanted["tables"][1].as_u64().unwrap() as usize;
        let end = 4 * 15 + ends[table].as_u64().unwrap() as usize;
        assert_eq!(at, end - 128 * 128 + 300, "{path}");
    }
    assert_eq!(wanted.as_array().unwrap().len(), 2);
}
