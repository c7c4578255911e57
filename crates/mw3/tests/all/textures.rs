//! The texture package among the fixtures against what `fixtures/mw3/expected` says of it, what becomes of its images
//! when they are edited, and what is said of the damaged ones.

// What helps a test may stop at the first surprise as the test may.
#![allow(clippy::unwrap_used, clippy::panic)]

use relict_core::archive::{Archive, EntrySpec, Frame, Stored};
use relict_core::bytes::Cursor;
use relict_core::error::Result;
use relict_core::facets::Faceted;
use relict_core::format::{AttributesRef, Claim, Context, Document, Format, Formats, Kind, Limits, Origin};
use relict_core::image::{Image, Losses, Picture, Pixels, Redraw, Redrawn, Smaller, Unfit};
use relict_core::repack::Content;
use relict_core::text::hex;
use relict_exchange::png;
use relict_mw3::textures::image::{Alpha, Kind as PixelKind};
use relict_mw3::textures::{Record, Texture, Textures, colour};
use serde_json::{Map, Value, json};
use sha2::{Digest, Sha256};

static FORMATS: Formats = Formats(&[relict_mw3::FORMATS]);

const PLAIN: Redraw = Redraw { smaller: Smaller::Made, quantise: false };
const QUANTISED: Redraw = Redraw { smaller: Smaller::Made, quantise: true };

fn fixture(name: &str) -> Vec<u8> {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../fixtures/mw3/");
    std::fs::read(format!("{folder}{name}")).unwrap()
}

fn expected() -> Value {
    serde_json::from_slice(&fixture("expected/rmechtex.json")).unwrap()
}

fn sha256(bytes: &[u8]) -> Value {
    hex(&Sha256::digest(bytes)).into()
}

fn kind(id: &str) -> &'static Kind {
    FORMATS.named(id).unwrap()
}

fn package(bytes: &[u8]) -> Textures<'_> {
    Textures::read(&mut Cursor::new(bytes), Origin::default()).unwrap()
}

fn texture(bytes: &[u8]) -> Texture<'_> {
    Texture::read(&mut Cursor::new(bytes), Origin::default()).unwrap()
}

/// Every image of the fixture: name, bytes with its palette, and what is expected of it.
fn images() -> Vec<(String, Vec<u8>, Value)> {
    let bytes = fixture("rmechtex.zbd");
    let package = package(&bytes);
    let archive = package.archive().unwrap();
    let expected = expected();
    let expected = expected["textures"].as_array().unwrap();
    assert_eq!(archive.len(), expected.len());
    let image = |(i, expected): (usize, &Value)| {
        let payload = archive.payload(i, Limits::default()).unwrap().into_owned();
        (archive.name(i).unwrap().into_owned(), payload, expected.clone())
    };
    expected.iter().enumerate().map(image).collect()
}

fn named(name: &str) -> Vec<u8> {
    images().into_iter().find(|(found, ..)| found == name).unwrap().1
}

fn picture(bytes: &[u8]) -> Image {
    texture(bytes).image(0).unwrap()
}

fn redrawn(bytes: &[u8], image: &Image, settings: &Value, how: Redraw) -> Result<Redrawn, Unfit> {
    texture(bytes).redrawn(image, settings, how)
}

fn rgba(width: usize, height: usize, pixels: &[[u8; 4]]) -> Image {
    let has_alpha = pixels.iter().any(|pixel| pixel[3] != 255);
    Image::rgba(width, height, pixels.to_vec(), has_alpha)
}

/// An image: flags, size, palette count, stretch, and what follows.
fn made(flags: u32, width: u16, height: u16, count: u16, rest: &[u8]) -> Vec<u8> {
    let mut bytes = flags.to_le_bytes().to_vec();
    bytes.extend([width, height, 0, 0, count, 0].map(u16::to_le_bytes).as_flattened());
    bytes.extend(rest);
    bytes
}

fn words(words: &[u16]) -> Vec<u8> {
    words.iter().copied().flat_map(u16::to_le_bytes).collect()
}

/// The findings of a file and of all that is in it; what cannot be read is told by its rule.
fn codes(bytes: &[u8], origin: Origin<'_>) -> Vec<&'static str> {
    let Some(kind) = FORMATS.of(origin, bytes) else { return vec!["unknown"] };
    let document = match kind.open(bytes, origin) {
        Ok(document) => document,
        Err(error) => return vec![kind.broken_rule(&error).code],
    };
    assert!(document.to_bytes().unwrap() == bytes, "what is read is written");
    let report = kind.check(&*document, bytes, origin, Context::ALONE);
    assert!(report.findings.iter().all(|finding| finding.range.is_some()), "{:?}", report.findings);
    let mut codes = report.codes();
    if let Some(archive) = document.archive() {
        for i in 0..archive.len() {
            let entry = archive.entry(i).unwrap();
            if let Ok(payload) = archive.payload(i, Limits::default()) {
                codes.extend(self::codes(&payload, entry.origin()));
            }
        }
    }
    codes
}

/// An archive put together; `fresh` are entries by place whose bytes are new.
fn assembled(
    archive: &dyn Archive,
    frame: &Frame,
    incoming: &[EntrySpec],
    fresh: &[(usize, Vec<u8>)],
) -> Result<Vec<u8>> {
    let mut repack = kind("mw3.textures").repack(frame.clone())?;
    for (i, entry) in incoming.iter().enumerate() {
        let content = match fresh.iter().find(|(place, _)| *place == i) {
            Some((_, bytes)) => Content::fresh(&bytes[..]),
            None => Content::stored(archive.stored(entry.id.unwrap())),
        };
        repack.push(entry.clone(), content);
    }
    repack.bytes()
}

fn spec(archive: &dyn Archive) -> Vec<EntrySpec> {
    (0..archive.len()).map(|i| archive.entry(i).unwrap().spec(i)).collect()
}

/// What an image is without the global palette that its package lends it.
fn without_palette(bytes: &[u8]) -> &[u8] {
    let global = texture(bytes).global_palette.is_some();
    &bytes[..bytes.len() - if global { 512 } else { 0 }]
}

#[test]
fn the_package_is_as_expected() {
    let (bytes, expected) = (fixture("rmechtex.zbd"), expected());
    assert_eq!((sha256(&bytes), json!(bytes.len())), (expected["sha256"].clone(), expected["size"].clone()));
    assert_eq!(Textures::claims(Origin::default(), &bytes), Claim::Sure);
    let package = package(&bytes);
    assert!(package.to_bytes().unwrap() == bytes);
    assert_eq!(json!(package.table.len()), expected["texture_count"]);
    assert_eq!(json!(package.palettes.len()), expected["global_palette_count"]);
    let rgb = |palette: &[u16; 256]| sha256(palette.map(colour::shown).as_flattened());
    let palettes: Vec<Value> = package.palettes.iter().map(rgb).collect();
    assert_eq!(json!(palettes), expected["global_palettes_rgb_sha256"]);
    let facts: Map<String, Value> =
        Format::facts(&package).into_iter().map(|(k, v)| (k.to_owned(), v)).collect();
    assert_eq!((&facts["entries"], &facts["palettes"]), (&json!(13), &json!(2)));
    assert_eq!(facts["kinds"], json!({"colour": 7, "palette": 3, "global-palette": 3}));
    assert_eq!(facts["alpha"], json!({"none": 6, "simple": 4, "full": 3}));
    assert_eq!(codes(&bytes, Origin::default()), [""; 0]);
    assert_eq!(Faceted::tables(&package)[0].rows.len(), 2 * 32);
}

#[test]
fn every_image_is_as_expected() {
    let bytes = fixture("rmechtex.zbd");
    let package = package(&bytes);
    let archive = package.archive().unwrap();
    for (i, (name, payload, expected)) in images().into_iter().enumerate() {
        let entry = archive.entry(i).unwrap();
        assert_eq!(json!(name), expected["name"]);
        assert_eq!(json!(entry.offset), expected["start_offset"], "{name}");
        assert_eq!(entry.size, payload.len(), "{name}");
        assert_eq!(archive.find(&name.to_uppercase()), Some(i));
        assert_eq!(FORMATS.of(entry.origin(), &payload).unwrap().id, "mw3.image");
        assert_eq!(FORMATS.of(entry.origin(), &[]).unwrap().id, "mw3.image", "also in a listing");
        let texture = texture(&payload);
        assert!(texture.to_bytes().unwrap() == payload, "{name}");
        let header = &texture.header;
        for (field, found) in [
            ("width", header.width.into()),
            ("height", header.height.into()),
            ("flags", header.flags),
            ("stretch", header.stretch.into()),
        ] {
            assert_eq!(json!(found), expected[field], "{name}.{field}");
        }
        assert_eq!(json!(header.alpha().map(Alpha::name)), expected["alpha"], "{name}");
        let place = &entry.attributes[0];
        assert_eq!(place.0, "global_palette");
        let palette = match header.kind() {
            PixelKind::Colour => Value::Null,
            PixelKind::Palette => json!({"kind": "local", "count": header.palette_count}),
            PixelKind::GlobalPalette => {
                json!({"kind": "global", "index": place.1, "count": header.palette_count})
            }
        };
        assert_eq!(palette, expected["palette"], "{name}");
        assert_eq!(place.1.is_null(), header.kind() != PixelKind::GlobalPalette, "{name}");
        let stored = archive.stored(i);
        let lent = header.kind() == PixelKind::GlobalPalette;
        assert_eq!(matches!(stored, Stored::Packed(_)), lent, "{name}");
        assert!(archive.is_stored_verbatim(i));

        assert_eq!((texture.levels(), texture.image(1)), (1, None));
        let image = texture.image(0).unwrap();
        let pixels = image.to_rgba();
        let rgb: Vec<[u8; 3]> = pixels.iter().map(|&[r, g, b, _]| [r, g, b]).collect();
        assert_eq!(sha256(pixels.as_flattened()), expected["rgba_sha256"], "{name}");
        assert_eq!(sha256(rgb.as_flattened()), expected["rgb_sha256"], "{name}");
        let clear = pixels.iter().filter(|pixel| pixel[3] == 0).count();
        let simple = header.alpha() == Some(Alpha::Simple);
        assert_eq!(json!(if simple { clear } else { 0 }), expected["keyed_pixels"], "{name}");
        let indexed = header.kind() != PixelKind::Colour && header.alpha() != Some(Alpha::Full);
        match &image.pixels {
            Pixels::Indexed { indices, palette } => {
                assert!(indexed, "{name}");
                assert_eq!((&indices[..], palette.len()), (&*texture.pixels, header.palette_count.into()));
            }
            Pixels::Rgba(_) => assert!(!indexed, "{name}"),
        }
    }
}

#[test]
fn a_picture_out_and_back_is_the_same_bytes() {
    for (name, bytes, _) in images() {
        let texture = texture(&bytes);
        let image = texture.image(0).unwrap();
        let read = png::read(&png::write(&image, None).unwrap(), 1 << 20).unwrap().image;
        for settings in [Value::Null, json!({}), texture.settings()] {
            let redrawn = texture.redrawn(&read, &settings, PLAIN).unwrap();
            assert_eq!(redrawn.losses, Losses::default(), "{name}");
            assert!(redrawn.bytes == bytes, "{name}");
        }
        // A PNG that carries the rest along needs no file to be drawn into.
        let blank = texture.blank();
        assert_eq!(blank.len(), bytes.len());
        assert!(redrawn(&blank, &read, &Value::Null, PLAIN).unwrap().bytes == bytes, "{name}");
        // And one that has lost its palette still finds every colour where it was.
        let flat = Image::rgba(image.width, image.height, image.to_rgba(), image.has_alpha);
        assert!(redrawn(&bytes, &flat, &Value::Null, PLAIN).unwrap().bytes == bytes, "{name}");
    }
}

#[test]
fn every_colour_of_sixteen_bits_comes_back() {
    let all: Vec<u16> = (0..=u16::MAX).collect();
    for (flags, alpha) in [(0x05, 0), (0x03, 0), (0x0B, 65536)] {
        let plane: Vec<u8> = (0..alpha).map(|i| (i * 7) as u8).collect();
        let bytes = made(flags, 256, 256, 0, &[words(&all), plane].concat());
        let image = picture(&bytes);
        let read = png::read(&png::write(&image, None).unwrap(), 1 << 20).unwrap().image;
        let redrawn = redrawn(&bytes, &read, &Value::Null, PLAIN).unwrap();
        assert!(redrawn.bytes == bytes && redrawn.losses == Losses::default(), "{flags:#x}");
    }
}

#[test]
fn one_edited_pixel_changes_exactly_its_bytes() {
    for (name, bytes, _) in images() {
        let texture = texture(&bytes);
        let header = texture.header.clone();
        let image = texture.image(0).unwrap();
        let place = image.width * image.height / 2;
        let mut edited = image.clone();
        match &mut edited.pixels {
            Pixels::Indexed { indices, .. } => indices[place] = (indices[place] + 1) % 15,
            Pixels::Rgba(pixels) if header.kind() == PixelKind::Colour => pixels[place] = [8, 251, 247, 255],
            // The colour of another pixel; its alpha stays.
            Pixels::Rgba(pixels) => pixels[place][..3].copy_from_slice(&image.to_rgba()[0][..3]),
        }
        let redrawn = texture.redrawn(&edited, &texture.settings(), PLAIN).unwrap();
        let changed: Vec<usize> = (0..bytes.len()).filter(|&at| bytes[at] != redrawn.bytes[at]).collect();
        assert_eq!(redrawn.bytes.len(), bytes.len(), "{name}");
        let size = if header.kind() == PixelKind::Colour { 2 } else { 1 };
        let first = 16 + place * size;
        let mut allowed = (first..first + size).collect::<Vec<_>>();
        if header.kind() == PixelKind::Colour && header.alpha() == Some(Alpha::Full) {
            allowed.push(16 + image.width * image.height * 2 + place);
        }
        assert!(!changed.is_empty() && changed.iter().all(|at| allowed.contains(at)), "{name}: {changed:?}");
        assert!(picture(&redrawn.bytes).to_rgba() == edited.to_rgba(), "{name}");
    }
}

#[test]
fn simple_alpha_writes_colour_zero_and_keeps_black_away_from_it() {
    let bytes = made(0x03, 4, 1, 0, &words(&[0, 1, 0xFFFF, 0x1234]));
    let image = rgba(4, 1, &[[9, 9, 9, 0], [0, 0, 0, 255], [3, 1, 3, 255], [0, 0, 0, 0]]);
    let drawn = redrawn(&bytes, &image, &Value::Null, PLAIN).unwrap();
    assert_eq!(drawn.bytes[16..], words(&[0, 1, 1, 0]));
    assert_eq!(
        (drawn.losses.rounded, drawn.losses.largest),
        (2, 8),
        "transparent pixels have no colour to lose"
    );
    let unfit = redrawn(&bytes, &rgba(4, 1, &[[1, 2, 3, 128]; 4]), &Value::Null, PLAIN).unwrap_err();
    assert_eq!(unfit, Unfit::Alpha { pixels: 4 });
}

#[test]
fn the_transparent_colour_of_a_palette_is_its_zero_wherever_that_stands() {
    let bytes = made(0x03, 3, 1, 3, &[&[0, 1, 2][..], &words(&[0xF800, 0, 0x001F])].concat());
    let image = picture(&bytes);
    let Pixels::Indexed { palette, .. } = &image.pixels else { panic!("{image:?}") };
    assert_eq!(*palette, [[255, 0, 0, 255], [0, 0, 0, 0], [0, 0, 255, 255]]);
    // A black that is opaque is another colour.
    let black = Image::indexed(3, 1, vec![0, 1, 2], vec![[0, 0, 0, 255], [0, 0, 0, 0], [0, 0, 255, 255]]);
    let drawn = redrawn(&bytes, &black, &Value::Null, PLAIN).unwrap();
    assert_eq!(drawn.bytes[19..], words(&[1, 0, 0x001F]));
    // A paint program that drops alpha leaves black there, which stays the transparent one.
    let opaque = redrawn(&bytes, &image.clone().opaque(), &Value::Null, PLAIN).unwrap();
    assert!(opaque.bytes == bytes);
    let flat = Image::rgba(3, 1, image.opaque().to_rgba(), false);
    assert!(redrawn(&bytes, &flat, &Value::Null, PLAIN).unwrap().bytes == bytes);
}

#[test]
fn equal_colours_keep_their_places() {
    // Places 1 and 2 have the same colour, and alpha makes the picture lose its palette.
    let bytes = made(0x0B, 3, 1, 3, &[&[2, 1, 0, 9, 8, 7][..], &words(&[5, 6, 6])].concat());
    let image = picture(&bytes);
    assert!(matches!(image.pixels, Pixels::Rgba(_)));
    let texture = texture(&bytes);
    assert!(texture.redrawn(&image, &Value::Null, PLAIN).unwrap().bytes == bytes);
    assert!(redrawn(&texture.blank(), &image, &Value::Null, PLAIN).unwrap().bytes == bytes);
}

#[test]
fn a_palette_of_its_own_is_taken_over_from_an_indexed_picture() {
    let bytes = made(0x05, 2, 1, 3, &[&[0, 2][..], &words(&[1, 2, 3])].concat());
    let colours = |colours: &[u16]| -> Vec<[u8; 4]> {
        colours.iter().map(|&c| colour::shown(c)).map(|[r, g, b]| [r, g, b, 255]).collect()
    };
    let draw = |indices: &[u8], palette: &[u16]| {
        let image = Image::indexed(2, 1, indices.to_vec(), colours(palette));
        redrawn(&bytes, &image, &Value::Null, PLAIN).unwrap().bytes
    };
    assert_eq!(draw(&[0, 2], &[9, 2, 3]), made(0x05, 2, 1, 3, &[&[0, 2][..], &words(&[9, 2, 3])].concat()));
    let kept = made(0x05, 2, 1, 3, &[&[1, 0][..], &words(&[7, 8, 3])].concat());
    assert_eq!(draw(&[1, 0], &[7, 8]), kept, "colours beyond the picture's stay");
    let grown = made(0x05, 2, 1, 5, &[&[4, 0][..], &words(&[1, 2, 3, 4, 5])].concat());
    assert_eq!(draw(&[4, 0], &[1, 2, 3, 4, 5]), grown);
}

#[test]
fn a_global_palette_is_not_changed_by_a_picture() {
    let bytes = named("pal_global");
    let image = picture(&bytes);
    let mut other = image.clone();
    let Pixels::Indexed { palette, .. } = &mut other.pixels else { panic!("{other:?}") };
    palette[7] = [1, 2, 3, 255];
    let Err(Unfit::Settings(error)) = redrawn(&bytes, &other, &Value::Null, PLAIN) else {
        panic!("accepted")
    };
    assert_eq!(error.path, "palette[7]");
    assert!(error.to_string().contains("change it under frame.palettes"), "{error}");
    // As a palette of its own it may change.
    let own = redrawn(&bytes, &other, &json!({"format": "palette"}), PLAIN).unwrap();
    assert_eq!(texture(&own.bytes).header.kind(), PixelKind::Palette);
    assert_eq!(own.bytes.len(), bytes.len(), "the palette is its own, and all 256 colours are in use");
    // One with colours that the palette lacks needs to be told what to do with them.
    let flat = Image::rgba(16, 16, other.to_rgba().iter().map(|_| [1, 2, 3, 255]).collect(), false);
    let unfit = redrawn(&named("pal_global_key"), &rgba(1, 1, &[[255, 0, 254, 255]]), &Value::Null, PLAIN);
    assert!(matches!(unfit, Err(Unfit::Colours { missing: 1, .. })), "{unfit:?}");
    let near = redrawn(&bytes, &flat, &Value::Null, QUANTISED).unwrap();
    assert!(near.losses.rounded > 0 && texture(&near.bytes).global_palette == texture(&bytes).global_palette);
}

#[test]
fn an_image_may_use_more_of_its_global_palette_than_before() {
    let bytes = named("pal_global_key");
    let before = texture(&bytes);
    let global = before.global_palette.clone().unwrap();
    assert_eq!(before.header.palette_count, 15);
    let [r, g, b] = colour::shown(global[200]);
    let mut pixels = before.image(0).unwrap().to_rgba();
    pixels[0] = [r, g, b, 255];
    let drawn = redrawn(&bytes, &Image::rgba(5, 3, pixels.clone(), true), &Value::Null, PLAIN).unwrap();
    let after = texture(&drawn.bytes);
    assert!(usize::from(after.header.palette_count) > usize::from(after.pixels[0]));
    assert_eq!(after.image(0).unwrap().to_rgba(), pixels);
    assert_eq!(codes(&drawn.bytes, Origin::named("x.teximage")), [""; 0]);
}

#[test]
fn settings_change_what_they_name_and_nothing_else() {
    let bytes = named("glass_full");
    let texture = texture(&bytes);
    assert_eq!(
        texture.settings(),
        json!({"format": "colour", "alpha": "full", "stretch": 3, "flags": 0x61, "unk08": 0})
    );
    let image = texture.image(0).unwrap();
    let with = |settings: Value| redrawn(&bytes, &image, &settings, PLAIN);
    let stretched = with(json!({"stretch": 1})).unwrap().bytes;
    assert_eq!((0..bytes.len()).filter(|&at| stretched[at] != bytes[at]).collect::<Vec<_>>(), [14]);
    let fresh = with(json!({"flags": 1})).unwrap().bytes;
    assert_eq!((0..bytes.len()).filter(|&at| fresh[at] != bytes[at]).collect::<Vec<_>>(), [0]);
    assert!(matches!(with(json!({"alpha": "none"})), Err(Unfit::Alpha { .. })));
    let opaque = redrawn(&bytes, &image.clone().opaque(), &json!({"alpha": "none"}), PLAIN).unwrap();
    assert_eq!((opaque.bytes[0], opaque.bytes.len()), (0x65, bytes.len() - 32));
    let palette = with(json!({"format": "palette"})).unwrap().bytes;
    assert_eq!(self::texture(&palette).header.kind(), PixelKind::Palette);
    assert_eq!(picture(&palette).to_rgba(), image.to_rgba());
    for (settings, field) in [
        (json!({"format": "565"}), "format"),
        (json!({"format": "global-palette"}), "format"),
        (json!({"alpha": 1}), "alpha"),
        (json!({"alpha": null}), "alpha"),
        (json!({"stretch": 70000}), "stretch"),
        (json!({"mips": 3}), "mips"),
        (json!([]), ""),
    ] {
        let Err(Unfit::Settings(error)) = with(settings.clone()) else { panic!("{settings}") };
        assert_eq!(error.path, field, "{settings}");
    }
    let zero = Image::rgba(0, 4, vec![], false);
    assert_eq!(redrawn(&bytes, &zero, &json!({}), PLAIN), Err(Unfit::Size { width: 0, height: 4 }));
    let wide = Image::rgba(65536, 1, vec![[0; 4]; 65536], true);
    assert_eq!(redrawn(&bytes, &wide, &json!({}), PLAIN), Err(Unfit::Size { width: 65536, height: 1 }));
}

#[test]
fn a_new_image_is_of_the_kind_of_its_picture() {
    let new = |image: &Image| {
        let canvas = canvas(image).unwrap();
        redrawn(&canvas, image, &Value::Null, PLAIN).unwrap()
    };
    let (red, none) = ([255, 0, 0, 255], [0; 4]);
    let cases = [
        (rgba(1, 1, &[red]), 0x05, 0, 18),
        (rgba(2, 1, &[red, none]), 0x03, 0, 20),
        (rgba(2, 1, &[red, [9, 0, 0, 0]]), 0x0B, 0, 22),
        (rgba(1, 1, &[[255, 0, 0, 77]]), 0x0B, 0, 19),
        (Image::indexed(2, 1, vec![1, 0], vec![red, [0, 255, 0, 255]]), 0x05, 2, 22),
        (Image::indexed(2, 1, vec![1, 0], vec![red, none]), 0x03, 2, 22),
        (Image::indexed(2, 1, vec![1, 0], vec![red, [0, 0, 255, 128]]), 0x0B, 2, 24),
    ];
    for (image, flags, count, size) in cases {
        let drawn = new(&image);
        let header = &texture(&drawn.bytes).header;
        assert_eq!(
            (header.flags, header.palette_count, drawn.bytes.len()),
            (flags, count, size),
            "{image:?}"
        );
        assert_eq!(codes(&drawn.bytes, Origin::named("new.teximage")), [""; 0]);
        assert_eq!(picture(&drawn.bytes).to_rgba()[0], image.to_rgba()[0]);
    }
    assert_eq!(canvas(&Image::indexed(1, 1, vec![0], vec![])), None);
    assert_eq!(canvas(&Image::rgba(1, 70000, vec![none; 70000], true)), None);
}

#[test]
fn a_package_is_put_together_again_from_its_frame_and_entries() {
    let bytes = fixture("rmechtex.zbd");
    let package = package(&bytes);
    let archive = package.archive().unwrap();
    let (frame, entries) = (archive.frame(), spec(&*archive));
    let keys: Vec<&String> = frame.json.as_object().unwrap().keys().collect();
    assert_eq!(keys, ["palettes"], "the rest follows");
    assert!(assembled(&*archive, &frame, &entries, &[]).unwrap() == bytes);
    // The same where every image is new: palettes that the package lends are taken off again.
    let payload = |i: usize| archive.payload(i, Limits::default()).unwrap().into_owned();
    let fresh: Vec<(usize, Vec<u8>)> = (0..archive.len()).map(|i| (i, payload(i))).collect();
    assert!(assembled(&*archive, &frame, &entries, &fresh).unwrap() == bytes);
    // And where the images are as they are stored.
    let fresh: Vec<_> = fresh.iter().map(|(i, bytes)| (*i, without_palette(bytes).to_vec())).collect();
    assert!(assembled(&*archive, &frame, &entries, &fresh).unwrap() == bytes);
}

#[test]
fn images_come_and_go() {
    let bytes = fixture("rmechtex.zbd");
    let before = package(&bytes);
    let archive = before.archive().unwrap();
    let (frame, mut entries) = (archive.frame(), spec(&*archive));
    let gone = entries.remove(0);
    assert_eq!(gone.name, "alpha_tx01");
    let new = assembled(&*archive, &frame, &entries, &[]).unwrap();
    assert_eq!(new.len(), bytes.len() - 40 - (16 + 64 * 64 * 2));
    assert_eq!(codes(&new, Origin::default()), [""; 0]);
    let name = |record: &Record| record.name;
    assert!(package(&new).table.iter().map(name).eq(before.table[1..].iter().map(name)));

    let last = entries.len();
    entries.push(EntrySpec::new("brand_new", Map::new()));
    let pixel = made(0x05, 1, 1, 0, &[1, 2]);
    let new = assembled(&*archive, &frame, &entries, &[(last, pixel)]).unwrap();
    assert_eq!(codes(&new, Origin::default()), [""; 0]);
    let after = package(&new);
    assert_eq!(after.archive().unwrap().find("BRAND_NEW"), Some(last));

    // A new one with a palette of the package must bring its colours; they are not stored again.
    let attributes = json!({"global_palette": 1}).as_object().unwrap().clone();
    entries[last] = EntrySpec::new("brand_new", attributes);
    let colours = |palette: &[u16]| made(0x05, 2, 1, 3, &[&[0, 2][..], &words(palette)].concat());
    let right = colours(&before.palettes[1][..3]);
    let new = assembled(&*archive, &frame, &entries, &[(last, right)]).unwrap();
    assert_eq!(codes(&new, Origin::default()), [""; 0]);
    assert_eq!(package(&new).data.last().unwrap().bytes.here(), made(0x15, 2, 1, 3, &[0, 2]));
    let error = assembled(&*archive, &frame, &entries, &[(last, colours(&[1, 2, 3]))]).unwrap_err();
    assert!(error.to_string().contains("as in global palette 1"), "{error}");
    let error = assembled(&*archive, &frame, &entries, &[(last, made(0x05, 1, 1, 0, &[0; 2]))]).unwrap_err();
    assert!(error.to_string().contains("the image has no palette"), "{error}");
}

#[test]
fn palettes_are_edited_in_the_frame() {
    let bytes = fixture("rmechtex.zbd");
    let before = package(&bytes);
    let archive = before.archive().unwrap();
    let (frame, entries) = (archive.frame(), spec(&*archive));
    let row = frame.json["palettes"][1][0].as_str().unwrap().to_owned();
    assert_eq!(row.split(' ').count(), 16);
    let with = |row: &str| {
        let mut frame = frame.clone();
        frame.json["palettes"][1][0] = row.into();
        assembled(&*archive, &frame, &entries, &[])
    };
    let rest = &row[6..];
    let new = with(&format!("ff00ff{rest}")).unwrap();
    let changed: Vec<usize> = (0..bytes.len()).filter(|&at| new[at] != bytes[at]).collect();
    let palette = 24 + 13 * 40 + 512;
    assert!(
        !changed.is_empty() && changed.iter().all(|at| (palette..palette + 2).contains(at)),
        "{changed:?}"
    );
    assert_eq!(package(&new).palettes[1][0], 0xF81F);
    for (row, wanted) in [
        (format!("ff01ff{rest}"), "a colour of 5, 6 and 5 bits, of which ff00ff is the nearest"),
        (format!("pink{rest}"), "a colour such as ff8000"),
        (rest.to_owned(), "256 colours"),
    ] {
        let error = with(&row).unwrap_err().to_string();
        assert!(error.contains(wanted) && error.starts_with("frame.palettes[1]"), "{error}");
    }
}

#[test]
fn names_must_fit_and_may_repeat() {
    let bytes = fixture("rmechtex.zbd");
    let package = package(&bytes);
    let archive = package.archive().unwrap();
    let (frame, entries) = (archive.frame(), spec(&*archive));
    let renamed = |name: &str| {
        let mut entries = entries.clone();
        entries[1].name = name.into();
        assembled(&*archive, &frame, &entries, &[])
    };
    for (name, fits) in
        [("", false), (&"x".repeat(31), true), (&"x".repeat(32), false), ("a\0b", false), ("Танк", false)]
    {
        assert_eq!(renamed(name).is_ok(), fits, "{name:?}");
    }
    let twice = renamed("ALPHA_TX01").unwrap();
    assert_eq!(codes(&twice, Origin::default()), ["textures.name-repeated"]);
    let twice = self::package(&twice);
    assert_eq!(twice.archive().unwrap().find("alpha_tx01"), Some(0));
    let attributes = json!({"colour": 1}).as_object().unwrap().clone();
    let mut odd = entries.clone();
    odd[0].attributes = attributes;
    assert!(assembled(&*archive, &frame, &odd, &[]).is_err());
}

/// The fixture with one number of four bytes changed.
fn patched(at: usize, number: u32) -> Vec<u8> {
    let mut bytes = fixture("rmechtex.zbd");
    bytes[at..at + 4].copy_from_slice(&number.to_le_bytes());
    bytes
}

#[test]
fn odd_packages_are_kept_and_put_together_again() {
    let start = |entry: usize| 24 + 40 * entry + 32;
    let name = |entry: usize| 24 + 40 * entry;
    let mut apart = fixture("rmechtex.zbd");
    let first = 24 + 13 * 40 + 2 * 512;
    apart.splice(first..first, *b"lost");
    for entry in 0..13 {
        let field = &mut apart[start(entry)..][..4];
        let moved = u32::from_le_bytes(field.try_into().unwrap()) + 4;
        field.copy_from_slice(&moved.to_le_bytes());
    }
    let mut swapped = fixture("rmechtex.zbd");
    for at in 0..4 {
        swapped.swap(start(1) + at, start(2) + at);
    }
    let cases: [(&str, Vec<u8>); 12] = [
        ("textures.header", patched(0, 5)),
        ("textures.header", patched(4, 2)),
        ("textures.header", patched(16, 1)),
        ("textures.start-outside", patched(start(3), 8)),
        ("textures.start-outside", patched(start(12), 0xFFFF_FFF0)),
        ("textures.start-shared", patched(start(12), 13025)),
        ("textures.start", patched(start(1), 9777)),
        ("textures.order", swapped),
        ("textures.gap", apart),
        ("textures.name-tail", patched(name(5) + 20, 0x1234)),
        ("textures.name-ascii", patched(name(10), 0xE4)),
        ("textures.palette-outside", patched(start(0) + 4, (-2i32).cast_unsigned())),
    ];
    for (code, bytes) in cases {
        let found = codes(&bytes, Origin::named("rmechtex.zbd"));
        assert!(found.contains(&code), "{code}: {found:?}");
        let package = package(&bytes);
        let archive = package.archive().unwrap();
        let (frame, entries) = (archive.frame(), spec(&*archive));
        assert!(assembled(&*archive, &frame, &entries, &[]).unwrap() == bytes, "{code}");
        // What has bytes may come back as it came out.
        let loose = |i: usize| archive.stored(i) != Stored::Nowhere;
        let payload = |i: usize| archive.payload(i, Limits::default()).unwrap().into_owned();
        let fresh: Vec<_> = (0..archive.len()).filter(|i| loose(*i)).map(|i| (i, payload(i))).collect();
        assert!(assembled(&*archive, &frame, &entries, &fresh).unwrap() == bytes, "{code}");
    }
}

#[test]
fn an_image_that_shares_bytes_forbids_that_others_move() {
    let bytes = patched(24 + 40 * 12 + 32, 13025);
    let package = package(&bytes);
    let archive = package.archive().unwrap();
    assert_eq!(archive.stored(12), Stored::Nowhere);
    let payload = |i: usize| archive.payload(i, Limits::default()).unwrap();
    assert_eq!(payload(11), payload(12));
    let mut entries = spec(&*archive);
    entries.remove(0);
    let error = assembled(&*archive, &archive.frame(), &entries, &[]).unwrap_err().to_string();
    assert!(error.contains("shares bytes with others"), "{error}");
}

#[test]
fn what_is_wrong_is_found_and_kept_or_refused() {
    let cases: [(&str, &[&str]); 16] = [
        ("header_two", &["textures.header"]),
        ("count_huge", &["textures.truncated"]),
        ("palettes_huge", &["textures.truncated"]),
        ("offset_mismatch", &["textures.start"]),
        ("truncated", &["mw3-image.truncated"]),
        ("trailing", &["mw3-image.tail"]),
        ("huge_dims", &["mw3-image.truncated"]),
        ("zero_dims", &["mw3-image.size"]),
        ("alpha_flags_conflict", &["mw3-image.alpha"]),
        ("alpha_flags_none", &["mw3-image.alpha"]),
        ("one_byte_colour", &["mw3-image.pixel-bytes"]),
        ("palette_count_300", &["mw3-image.palette-count"]),
        ("palette_index_oob", &["mw3-image.index"]),
        ("global_index_oob", &["textures.palette-outside"]),
        ("global_flag_missing", &["textures.palette-unflagged"]),
        ("stretch_9", &["mw3-image.stretch"]),
    ];
    let told: Value = serde_json::from_slice(&fixture("bad/cases.json")).unwrap();
    let told = told["cases"].as_array().unwrap().iter().filter_map(|case| case["file"].as_str());
    let mut told: Vec<&str> = told.filter(|file| file.starts_with("tex_")).collect();
    for (name, wanted) in cases {
        let file = format!("tex_{name}.zbd");
        told.retain(|told| *told != file);
        let bytes = fixture(&format!("bad/{file}"));
        let origin = Origin::named(&file);
        assert_eq!(FORMATS.of(origin, &bytes).map(|kind| kind.id), Some("mw3.textures"), "{file}");
        let found = codes(&bytes, origin);
        assert!(wanted.iter().all(|code| found.contains(code)), "{file}: {found:?}");
    }
    assert_eq!(told, [""; 0], "not looked at");
}

#[test]
fn what_cannot_be_shown_is_not() {
    for bytes in [
        made(0x05, 0, 4, 0, &[1, 2, 3]),
        made(0x05, 2, 1, 257, &[0; 600]),
        made(0x05, 2, 1, 1, &[0, 1, 0, 0]),
        made(0x15, 2, 1, 1, &[0, 0]),
    ] {
        let texture = texture(&bytes);
        assert!(texture.to_bytes().unwrap() == bytes);
        assert_eq!(texture.image(0), None);
        let drawn = texture.redrawn(&rgba(1, 1, &[[0, 0, 0, 255]]), &Value::Null, PLAIN);
        assert!(
            texture.header.palette_count == 1 && !texture.header.is_global() || drawn.is_err(),
            "{drawn:?}"
        );
    }
    assert_eq!(codes(&made(0x15, 2, 1, 1, &[0, 0]), Origin::named("x.teximage")), ["mw3-image.no-palette"]);
}

#[test]
fn a_size_that_is_not_there_is_refused_before_memory_is_asked_for() {
    for (flags, count) in [(0x05, 0), (0x0B, 0), (0x0B, 256), (0x1B, 1)] {
        let bytes = made(flags, u16::MAX, u16::MAX, count, &[0; 600]);
        let error = kind("mw3.image").open(&bytes, Origin::default()).err().unwrap();
        let needed = 65535_u64 * 65535 * if count == 0 { 2 } else { 1 };
        assert_eq!(error.to_string(), format!("pixels at 0x10: needs {needed} bytes, 600 left"));
    }
}

#[test]
fn flags_that_contradict_each_other_stay_until_alpha_is_set() {
    let bytes = made(0x07, 1, 1, 0, &[0x34, 0x12]);
    let texture = texture(&bytes);
    assert_eq!(texture.settings()["alpha"], Value::Null);
    let image = texture.image(0).unwrap();
    assert!(texture.redrawn(&image, &texture.settings(), PLAIN).unwrap().bytes == bytes);
    assert_eq!(texture.redrawn(&image, &json!({"alpha": "simple"}), PLAIN).unwrap().bytes[0], 0x03);
}

#[test]
fn other_files_are_left_alone() {
    let claim = |name: &str, bytes: &[u8]| Textures::claims(Origin::named(name), bytes);
    for name in [
        "mechlib_mw.zbd",
        "mechlib_pm.zbd",
        "mini_mw.zbd",
        "mini_pm.zbd",
        "motion_mw.zbd",
        "motion_pm.zbd",
        "reader_mw.zbd",
        "reader_pm.zbd",
    ] {
        assert_eq!(claim(name, &fixture(name)), Claim::No, "{name}");
    }
    assert_eq!(claim("a.zbd", &[]), Claim::No);
    assert_eq!(claim("a.zbd", &[0; 1000]), Claim::No);
    let bytes = fixture("rmechtex.zbd");
    assert_eq!(claim("anything", &bytes), Claim::Sure);
    assert_eq!(claim("anything", &bytes[..63]), Claim::No);
    assert_eq!(claim("cut.ZBD", &bytes[..63]), Claim::Broken);
    assert_eq!(claim("anything", &patched(4, 2)), Claim::Broken);
    let image = |origin| Texture::claims(origin, &named("t"));
    assert_eq!((image(Origin::named("t")), image(Origin::named("t.teximage"))), (Claim::No, Claim::Sure));
    let said = [("global_palette", Value::Null)];
    assert_eq!(image(Origin { name: "t", attributes: AttributesRef::List(&said) }), Claim::Sure);
}

fn canvas(image: &Image) -> Option<Vec<u8>> {
    (<Texture<'_> as Format<'_>>::FACETS.known().picture?.canvas)(image)
}
