//! Textures of the first Parkan: indices into a palette that is another file, and steps of one colour.

// A test stops at the first surprise.
#![allow(clippy::unwrap_used, clippy::panic)]

use relict_core::format::{Context, Formats, Kind, Library, Limits, Origin};
use relict_core::image::{
    Coloured, Image, Losses, Palette, Picture, Pixels, Redraw, Redrawn, Smaller, Unfit,
};
use relict_core::text::hex;
use relict_ngi::pal;
use serde_json::{Value, json};
use sha2::{Digest, Sha256};
use std::borrow::Cow;

static FORMATS: Formats = Formats(&[relict_ngi::FORMATS]);

const MADE: Redraw = Redraw { smaller: Smaller::Made, quantise: false };
const QUANTISED: Redraw = Redraw { smaller: Smaller::Made, quantise: true };

fn fixture(name: &str) -> Vec<u8> {
    std::fs::read(format!("{}/../../fixtures/ngi/{name}", env!("CARGO_MANIFEST_DIR"))).unwrap()
}

fn kind(id: &str) -> &'static Kind {
    FORMATS.named(id).unwrap()
}

/// What lies around a texture: maybe a `PAL.PAL` in the same archive, or beside it, and what somebody has chosen.
#[derive(Default)]
struct Around {
    sibling: Option<Vec<u8>>,
    file: Option<Vec<u8>>,
    chosen: Option<Palette>,
}

impl Library for Around {
    fn file(&self, name: &str) -> Option<Cow<'_, [u8]>> {
        self.file.as_deref().filter(|_| name == "PAL.PAL").map(Cow::Borrowed)
    }

    fn sibling(&self, name: &str) -> Option<Cow<'_, [u8]>> {
        self.sibling.as_deref().filter(|_| name == "PAL.PAL").map(Cow::Borrowed)
    }

    fn palette(&self) -> Option<&Palette> {
        self.chosen.as_ref()
    }
}

fn beside() -> Around {
    Around { file: Some(fixture("synthetic.pal")), ..Around::default() }
}

fn chosen() -> Around {
    Around { chosen: pal::palette(&fixture("synthetic.pal")), ..Around::default() }
}

/// Every texture with its name and what is expected of it.
fn textures() -> Vec<(String, Vec<u8>, Value)> {
    let bytes = fixture("first.lib");
    let document = kind("ngi.nres").open(&bytes, Origin::default()).unwrap();
    let archive = document.archive().unwrap();
    let json: Value = serde_json::from_slice(&fixture("expected/first.lib.json")).unwrap();
    let payload = |name: &str| archive.payload(archive.find(name)?, Limits::default()).ok();
    let texture = |(name, expected): (&String, &Value)| {
        (name.clone(), payload(name).unwrap().into_owned(), expected.clone())
    };
    json["textures"].as_object().unwrap().iter().map(texture).collect()
}

fn texture(name: &str) -> Vec<u8> {
    textures().into_iter().find(|(entry, ..)| entry == name).unwrap().1
}

/// Hands on a texture as it is seen there.
fn seen<R>(bytes: &[u8], around: &Around, then: impl FnOnce(&dyn Picture) -> R) -> R {
    let document = kind("ngi.texm").open(bytes, Origin::default()).unwrap();
    assert_eq!(document.to_bytes().unwrap(), bytes);
    then(&*Coloured::of(document.picture().unwrap(), around))
}

fn image(bytes: &[u8], around: &Around) -> Image {
    seen(bytes, around, |picture| picture.image(0).unwrap())
}

fn codes(bytes: &[u8], origin: Origin<'_>, around: &Around) -> Vec<&'static str> {
    let document = kind("ngi.texm").open(bytes, origin).unwrap();
    kind("ngi.texm").check(&*document, bytes, origin, Context::new(around)).codes()
}

fn draw(bytes: &[u8], around: &Around, image: &Image, how: Redraw) -> Result<(Vec<u8>, Losses), Unfit> {
    let settings = json!({});
    let redrawn = drawn_with(bytes, around, image, &settings, how);
    redrawn.map(|redrawn| (redrawn.bytes, redrawn.losses))
}

fn drawn_with(
    bytes: &[u8],
    around: &Around,
    image: &Image,
    settings: &Value,
    how: Redraw,
) -> Result<Redrawn, Unfit> {
    let document = kind("ngi.texm").open(bytes, Origin::default()).unwrap();
    Coloured::drawable(document.picture().unwrap(), around).redrawn(image, settings, how)
}

fn flat(image: &Image) -> Image {
    Image::rgba(image.width, image.height, image.to_rgba(), image.has_alpha)
}

/// A texture of format 2, with the numbers of its header.
fn made(format: u32, size: [u32; 2], mips: u32, flags5: u32, indices: &[u8]) -> Vec<u8> {
    let [width, height] = size;
    let numbers = [width, height, mips, 0, flags5, 0, format].map(u32::to_le_bytes);
    [b"Texm", numbers.as_flattened(), indices].concat()
}

fn mean_colour(bytes: &[u8]) -> u8 {
    bytes[0x18]
}

/// Index i is a colour of its own; the last two are the same.
fn palette() -> Palette {
    let colour = |i: usize| [i as u8, 3 * (i % 80) as u8, 200 - i.min(200) as u8, 255];
    std::array::from_fn(|i| colour(i.min(254)))
}

fn with(palette: Palette) -> Around {
    Around { chosen: Some(palette), ..Around::default() }
}

#[test]
fn every_level_shows_what_an_independent_reader_saw() {
    let sha256 = |image: &Image| Value::from(hex(&Sha256::digest(image.to_rgba().as_flattened())));
    for (name, bytes, expected) in textures() {
        let levels = expected["levels"].as_array().unwrap();
        for (i, level) in levels.iter().enumerate() {
            let shown = |around: &Around| seen(&bytes, around, |picture| picture.image(i).unwrap());
            assert_eq!(sha256(&shown(&chosen())), level["rgba8_sha256"], "{name}, level {i}");
            let without = if expected["format"] == 0 { "rgba8_sha256" } else { "grey_rgba8_sha256" };
            assert_eq!(sha256(&shown(&Around::default())), level[without], "{name}, level {i}");
            assert_eq!(
                json!([shown(&chosen()).width, shown(&chosen()).height]),
                json!([level["width"], level["height"]])
            );
        }
        seen(&bytes, &chosen(), |picture| assert_eq!(picture.levels(), levels.len()));
        assert_eq!(json!(codes(&bytes, Origin::default(), &beside())), expected["codes"], "{name}");
    }
}

#[test]
fn format_2_takes_the_colours_of_a_pal_pal_nearby_and_format_1_never_does() {
    let (wall, engine) = (texture("WALL.A"), texture("ENGINE.V1"));
    let grey = image(&wall, &Around::default());
    let coloured = image(&wall, &chosen());
    assert!(grey != coloured && grey.to_rgba().iter().all(|[r, g, b, a]| r == g && g == b && *a == 255));
    let sibling = Around { sibling: Some(fixture("synthetic.pal")), ..Around::default() };
    let broken = Around { sibling: Some(b"no palette".to_vec()), ..beside() };
    for around in [beside(), sibling, broken] {
        assert_eq!(image(&wall, &around), coloured);
        assert_eq!(image(&engine, &around), image(&engine, &Around::default()));
        assert_eq!(codes(&engine, Origin::default(), &around), ["texm.palette-missing"]);
    }
    assert_eq!(codes(&wall, Origin::default(), &Around::default()), ["texm.palette-missing"]);
    assert_ne!(image(&engine, &chosen()), image(&engine, &Around::default()));
    assert_eq!(codes(&engine, Origin::default(), &chosen()), [""; 0]);
}

#[test]
fn what_is_chosen_wins_over_what_lies_nearby() {
    let wall = texture("WALL.A");
    let both = Around { chosen: Some(palette()), ..beside() };
    assert_eq!(image(&wall, &both), image(&wall, &with(palette())));
    assert_ne!(image(&wall, &both), image(&wall, &beside()));
}

#[test]
fn a_palette_is_256_colours_or_a_pal_pal() {
    let whole = fixture("synthetic.pal");
    assert!(pal::palette(&whole).is_some());
    assert_eq!(pal::palette(&whole[..1024]), pal::palette(&whole));
    let first = pal::palette(&whole).unwrap()[1];
    assert_eq!(first, [whole[6], whole[5], whole[4], 255], "blue, green, red, unused");
    for size in [0, 768, 1023, 1025, 1028, 66563] {
        assert_eq!(pal::palette(&whole[..size]), None, "{size}");
    }
    let untagged = [&whole[..1024], b"none", &whole[1028..]].concat();
    assert_eq!(pal::palette(&untagged), None);
}

#[test]
fn names_of_the_first_parkan_are_no_palettes_of_a_bank() {
    let kind = Value::from("Texm");
    let said = [("type", kind)];
    let origin = |name| Origin { name, attributes: relict_core::format::AttributesRef::List(&said) };
    assert_eq!(codes(&texture("STAND.NGB"), origin("STAND.NGB"), &beside()), [""; 0]);
    assert_eq!(codes(&texture("FADE0.0"), origin("STAND.NGB"), &beside()), ["texm.palette-suffix"]);
}

#[test]
fn a_picture_that_nobody_changed_is_the_same_file_whether_or_not_its_palette_is_known() {
    for (name, bytes, _) in textures() {
        for around in [Around::default(), beside(), chosen()] {
            let own = image(&bytes, &around);
            for how in [MADE, QUANTISED] {
                let (same, losses) = draw(&bytes, &around, &own, how).unwrap();
                assert_eq!((same, losses), (bytes.clone(), Losses::default()), "{name}");
            }
        }
        let (same, losses) = draw(&bytes, &Around::default(), &image(&bytes, &chosen()), MADE).unwrap();
        let unknown = bytes[0x1C] != 0;
        assert_eq!(same, bytes, "{name}: indices need no palette");
        assert_eq!(losses.indices_taken, unknown, "{name}");
    }
}

#[test]
fn a_texture_that_was_shown_in_grey_keeps_its_indices_when_its_palette_turns_up() {
    for name in ["WALL.A", "STAND.NGB", "LAVA.A1"] {
        let bytes = texture(name);
        let grey = image(&bytes, &Around::default());
        let (same, losses) = draw(&bytes, &beside(), &grey, MADE).unwrap();
        assert_eq!((same, losses), (bytes, Losses { indices_taken: true, ..Losses::default() }), "{name}");
    }
}

#[test]
fn colours_are_looked_up_in_the_palette_and_those_it_lacks_are_refused_or_the_nearest() {
    let bytes = made(2, [2, 1], 1, 0, &[255, 7]);
    let around = with(palette());
    let colour = |index: usize| palette()[index];
    let drawn =
        |pixels: [[u8; 4]; 2], how| draw(&bytes, &around, &Image::rgba(2, 1, pixels.into(), false), how);
    let (new, losses) = drawn([colour(255), colour(100)], MADE).unwrap();
    assert_eq!(
        (&new[32..], losses),
        (&[255, 100][..], Losses::default()),
        "what has not changed keeps its index"
    );
    let (new, _) = drawn([colour(3), colour(255)], MADE).unwrap();
    assert_eq!(new[32..], [3, 254], "the first of two that are the same");
    let odd = [colour(3)[0], colour(3)[1], colour(3)[2] - 1, 255];
    assert_eq!(drawn([odd, colour(9)], MADE), Err(Unfit::OuterColours { missing: 1 }));
    let (new, losses) = drawn([odd, colour(9)], QUANTISED).unwrap();
    assert_eq!((&new[32..], losses.rounded, losses.largest), (&[3, 9][..], 1, 1));
    assert_eq!(drawn([[1, 2, 3, 255]; 2], MADE), Err(Unfit::OuterColours { missing: 1 }));
}

#[test]
fn an_indexed_picture_in_another_order_is_looked_up_by_its_colours() {
    let bytes = made(2, [2, 1], 1, 0, &[1, 2]);
    let mut reversed = palette().to_vec();
    reversed.reverse();
    let picture = Image::indexed(2, 1, vec![0, 255], reversed);
    let (new, losses) = draw(&bytes, &with(palette()), &picture, MADE).unwrap();
    assert_eq!((&new[32..], losses), (&[254, 0][..], Losses::default()));
}

#[test]
fn without_a_palette_only_greys_stand_for_indices() {
    let bytes = made(1, [2, 1], 1, 0, &[1, 2]);
    let drawn = |pixels: [[u8; 4]; 2], how| {
        draw(&bytes, &Around::default(), &Image::rgba(2, 1, pixels.into(), false), how)
    };
    let (new, _) = drawn([[9, 9, 9, 255], [255; 4]], MADE).unwrap();
    assert_eq!(new[32..], [9, 255]);
    for how in [MADE, QUANTISED] {
        let refused = drawn([[9, 9, 8, 255], [255; 4]], how);
        assert_eq!(refused, Err(Unfit::Palette { missing: 1 }), "the nearest grey says nothing");
    }
}

#[test]
fn index_0_is_transparent_with_bit_24() {
    let bytes = made(2, [2, 1], 1, 0x0100_0000, &[0, 5]);
    let around = with(palette());
    let own = image(&bytes, &around);
    assert_eq!(own.to_rgba().map_alpha(), [0, 255]);
    let picture = Image::rgba(2, 1, vec![palette()[7], [1, 2, 3, 0]], true);
    assert_eq!(draw(&bytes, &around, &picture, MADE).unwrap().0[32..], [7, 0]);
    let half = Image::rgba(2, 1, vec![palette()[7], [1, 2, 3, 128]], true);
    assert_eq!(draw(&bytes, &around, &half, MADE), Err(Unfit::Alpha { pixels: 1 }));
}

trait Alphas {
    fn map_alpha(&self) -> Vec<u8>;
}

impl Alphas for Vec<[u8; 4]> {
    fn map_alpha(&self) -> Vec<u8> {
        self.iter().map(|pixel| pixel[3]).collect()
    }
}

#[test]
fn with_bit_25_indices_are_steps_of_the_colour_that_the_low_byte_names() {
    let bytes = made(2, [3, 1], 1, 0x0200_0009, &[0, 14, 31]);
    let around = with(palette());
    let [r, g, b, _] = palette()[9];
    let step = |alpha| [r, g, b, alpha];
    assert_eq!(image(&bytes, &around).to_rgba(), [step(7), step(119), step(255)]);
    let drawn =
        |pixels: [[u8; 4]; 3], how| draw(&bytes, &around, &Image::rgba(3, 1, pixels.into(), true), how);
    assert_eq!(drawn([step(7), step(15), step(247)], MADE).unwrap().0[32..], [0, 1, 30]);
    assert_eq!(drawn([step(8), step(15), step(0)], MADE), Err(Unfit::OuterColours { missing: 2 }));
    let (new, losses) = drawn([step(8), step(15), step(0)], QUANTISED).unwrap();
    assert_eq!((&new[32..], losses.rounded, losses.largest), (&[0, 1, 0][..], 2, 7));
    assert_eq!(drawn([[r, g, b ^ 1, 7], step(15), step(7)], MADE), Err(Unfit::OuterColours { missing: 1 }));
    // A paint program that drops alpha must not cost it.
    let opaque = Image::rgba(3, 1, vec![step(255); 3], false);
    assert_eq!(draw(&bytes, &around, &opaque, MADE).unwrap().0, bytes);
    assert_eq!(codes(&bytes, Origin::default(), &around), [""; 0]);
    let beyond = made(2, [3, 1], 1, 0x0200_0009, &[0, 32, 255]);
    assert_eq!(codes(&beyond, Origin::default(), &around), ["texm.fade-index"]);
    assert_eq!(image(&beyond, &around).to_rgba().map_alpha(), [7, 255, 255]);
}

#[test]
fn a_fade_keeps_a_palette_of_its_own() {
    let bytes = texture("FADE0.0");
    let own = image(&bytes, &Around::default());
    let mut pixels = own.to_rgba();
    pixels[0][3] = 7;
    let picture = Image::rgba(2, 2, pixels, true);
    let (new, losses) = draw(&bytes, &Around::default(), &picture, MADE).unwrap();
    assert_eq!((new[32 + 1024], losses), (0, Losses::default()));
    assert_eq!(new[32..32 + 1024], bytes[32..32 + 1024]);
}

#[test]
fn the_mean_colour_is_the_pixel_of_the_last_level_after_an_edit() {
    let bytes = texture("WALL.A");
    let own = image(&bytes, &beside());
    let Pixels::Indexed { mut indices, palette } = own.pixels.clone() else { panic!() };
    indices.fill(77);
    let edited = Image { pixels: Pixels::Indexed { indices, palette }, ..own.clone() };
    let (new, losses) = draw(&bytes, &beside(), &edited, MADE).unwrap();
    assert_eq!(losses, Losses { levels_made: 3, ..Losses::default() });
    let shown = pal::palette(&fixture("synthetic.pal")).unwrap();
    let last = *new.last().unwrap();
    assert_eq!(mean_colour(&new), last);
    assert_eq!(shown[usize::from(last)], shown[77]);
    // Where levels are kept, so is what stands for them.
    let kept = Redraw { smaller: Smaller::Kept, ..MADE };
    assert_eq!(mean_colour(&draw(&bytes, &beside(), &edited, kept).unwrap().0), mean_colour(&bytes));
    // What somebody sets stays set.
    let settings = json!({"mean_colour": 5});
    let set = drawn_with(&bytes, &beside(), &edited, &settings, MADE).unwrap();
    assert_eq!(mean_colour(&set.bytes), 5);
}

#[test]
fn the_mean_colour_of_format_1_stays_0_and_that_of_a_fade_is_a_step() {
    let engine = made(1, [2, 2], 2, 0, &[9, 9, 9, 9, 9]);
    let drawn = draw(&engine, &with(palette()), &Image::rgba(2, 2, vec![palette()[40]; 4], false), MADE);
    assert_eq!((mean_colour(&drawn.as_ref().unwrap().0), &drawn.unwrap().0[32..]), (0, &[40; 5][..]));
    let fade = made(2, [2, 1], 1, 0x0200_0009, &[0, 0]);
    let [r, g, b, _] = palette()[9];
    let picture = Image::rgba(2, 1, vec![[r, g, b, 23], [r, g, b, 39]], true);
    assert_eq!(mean_colour(&draw(&fade, &with(palette()), &picture, MADE).unwrap().0), 3);
}

#[test]
fn smaller_levels_without_a_palette_are_what_their_block_has_most_of() {
    let bytes = made(2, [4, 2], 3, 0, &[0; 11]);
    let greys = [8, 8, 200, 3, 8, 9, 200, 200].map(|grey| [grey, grey, grey, 255]);
    let (new, losses) =
        draw(&bytes, &Around::default(), &Image::rgba(4, 2, greys.into(), false), MADE).unwrap();
    assert_eq!(losses.levels_made, 2);
    assert_eq!(new[32..], [8, 8, 200, 3, 8, 9, 200, 200, 8, 200, 8]);
    assert_eq!(mean_colour(&new), 8);
}

#[test]
fn a_texture_can_be_given_a_palette_of_its_own_or_lose_it() {
    let wall = texture("WALL.A");
    let own = image(&wall, &beside());
    let new = drawn_with(&wall, &beside(), &own, &json!({"format": 0}), MADE).unwrap();
    assert_eq!(image(&new.bytes, &Around::default()), own);
    for (format, around) in [(2, beside()), (2, chosen()), (1, chosen())] {
        for picture in [own.clone(), flat(&own)] {
            let settings = json!({ "format": format });
            let back = drawn_with(&new.bytes, &around, &picture, &settings, MADE).unwrap();
            assert_eq!(flat(&image(&back.bytes, &around)), flat(&own), "format {format}");
        }
    }
    let into_1 = drawn_with(&new.bytes, &beside(), &flat(&own), &json!({"format": 1}), MADE);
    assert!(matches!(into_1, Err(Unfit::Palette { .. })), "PAL.PAL is nothing to format 1: {into_1:?}");
}
