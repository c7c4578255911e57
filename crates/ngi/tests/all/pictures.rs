//! Every texture and palette among the fixtures against what `fixtures/ngi/expected` says of it, and what becomes of
//! them when they are edited.

// What helps a test may stop at the first surprise as the test may.
#![allow(clippy::unwrap_used)]

use relict_core::bytes::Cursor;
use relict_core::facets::Faceted;
use relict_core::format::{AttributesRef, Claim, Context, Document, Format, Formats, Kind, Limits, Origin};
use relict_core::image::{Image, Losses, Picture, Pixels, Redraw, Redrawn, Smaller, Unfit};
use relict_core::rng::{Rng, noise};
use relict_core::text::hex;
use relict_ngi::pal::Pal;
use relict_ngi::texm::Texm;
use relict_ngi::texm::loader::{self, LoadFlags, PaletteUse, Surface, Switches};
use relict_ngi::texm::pixels::PixelFormat;
use serde_json::{Value, json};
use sha2::{Digest, Sha256};

static FORMATS: Formats = Formats(&[relict_ngi::FORMATS]);

const MADE: Redraw = Redraw { smaller: Smaller::Made, quantise: false };
const KEPT: Redraw = Redraw { smaller: Smaller::Kept, quantise: false };
const QUANTISED: Redraw = Redraw { smaller: Smaller::Made, quantise: true };

fn fixture(name: &str) -> Vec<u8> {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../fixtures/ngi/");
    std::fs::read(format!("{folder}{name}")).unwrap()
}

fn expected(name: &str) -> Value {
    serde_json::from_slice(&fixture(&format!("expected/{name}.json"))).unwrap()
}

fn sha256(bytes: &[u8]) -> Value {
    hex(&Sha256::digest(bytes)).into()
}

fn kind(id: &str) -> &'static Kind {
    FORMATS.named(id).unwrap()
}

fn texm(bytes: &[u8]) -> Texm<'_> {
    Texm::read(&mut Cursor::new(bytes), Origin::default()).unwrap()
}

/// Every texture of the fixtures with its name and what is expected of it.
fn textures() -> Vec<(String, Vec<u8>, Value)> {
    let mut all = vec![];
    for name in ["textures.lib", "lightmap.lib", "mini.rlb"] {
        let bytes = fixture(name);
        let document = kind("ngi.nres").open(&bytes, Origin::default()).unwrap();
        let archive = document.archive().unwrap();
        for (entry, expected) in expected(name)["textures"].as_object().unwrap() {
            let place = archive.find(entry).unwrap();
            let payload = archive.payload(place, Limits::default()).unwrap().into_owned();
            all.push((entry.clone(), payload, expected.clone()));
        }
    }
    assert_eq!(all.len(), 13);
    all
}

fn texture(name: &str) -> Vec<u8> {
    textures().into_iter().find(|(entry, ..)| entry == name).unwrap().1
}

/// The picture with its colours in every pixel.
fn flat(image: &Image) -> Image {
    Image::rgba(image.width, image.height, image.to_rgba(), image.has_alpha)
}

/// A texture of one level.
fn made(format: u32, width: u32, height: u32, rest: &[u8]) -> Vec<u8> {
    flagged(format, 0, width, height, rest)
}

fn flagged(format: u32, flags5: u32, width: u32, height: u32, rest: &[u8]) -> Vec<u8> {
    let numbers = [width, height, 1, 0, flags5, 0, format];
    let header = numbers.into_iter().flat_map(u32::to_le_bytes);
    b"Texm".iter().copied().chain(header).chain(rest.iter().copied()).collect()
}

/// A palette whose first colours are these, as red, green, blue.
fn palette(colours: &[[u8; 3]]) -> Vec<u8> {
    let mut bytes: Vec<u8> = colours.iter().flat_map(|&[r, g, b]| [b, g, r, 0]).collect();
    bytes.resize(1024, 0);
    bytes
}

fn redrawn(bytes: &[u8], image: &Image, settings: &Value, how: Redraw) -> Result<Redrawn, Unfit> {
    texm(bytes).redrawn(image, settings, how)
}

fn image(width: usize, height: usize, pixels: &[[u8; 4]]) -> Image {
    let has_alpha = pixels.iter().any(|pixel| pixel[3] != 255);
    Image::rgba(width, height, pixels.to_vec(), has_alpha)
}

fn codes(bytes: &[u8], origin: Origin<'_>) -> Vec<&'static str> {
    let kind = kind("ngi.texm");
    match kind.open(bytes, origin) {
        Ok(document) => {
            assert_eq!(document.to_bytes().unwrap(), bytes);
            kind.check(&*document, bytes, origin, Context::ALONE).codes()
        }
        Err(error) => vec![kind.broken_rule(&error).code],
    }
}

#[test]
fn every_level_of_every_texture_is_as_expected() {
    for (name, bytes, expected) in textures() {
        let texm = texm(&bytes);
        assert_eq!(texm.to_bytes().unwrap(), bytes, "{name}");
        let header = &texm.header;
        let numbers = [
            ("width", header.width),
            ("height", header.height),
            ("mip_count", header.mip_count),
            ("flags4", header.flags4),
            ("flags5", header.flags5),
            ("unk6", header.mean_colour),
            ("format", header.format),
        ];
        for (field, found) in numbers {
            assert_eq!(json!(found), expected[field], "{name}.{field}");
        }
        let levels = expected["levels"].as_array().unwrap();
        assert_eq!(texm.levels.len(), levels.len(), "{name}");
        for (i, (level, expected)) in texm.levels.iter().zip(levels).enumerate() {
            let image = texm.image(i).unwrap();
            assert_eq!(json!([image.width, image.height]), json!([expected["width"], expected["height"]]));
            assert_eq!(sha256(level), expected["raw_sha256"], "{name}, level {i}");
            assert_eq!(sha256(image.to_rgba().as_flattened()), expected["rgba8_sha256"], "{name}, level {i}");
            let indexed = matches!(image.pixels, Pixels::Indexed { .. });
            assert_eq!(indexed, header.format == 0, "{name}");
        }
        let page = &expected["page_rects_x_w_y_h"];
        assert_eq!(&texm.settings()["page"], page, "{name}");
        assert_eq!(texm.rects().len(), page.as_array().map_or(0, Vec::len), "{name}");
        let first = texm.image(0).unwrap();
        let rgba = first.to_rgba();
        assert_eq!(json!(hex(rgba[..4].as_flattened())), expected["rgba8_mip0_hex_first4"], "{name}");
        if let Some(opaque) = expected.get("rgba8_mip0_sha256_if_opaque_surface") {
            assert_eq!(sha256(first.opaque().to_rgba().as_flattened()), *opaque, "{name}");
        }
    }
}

#[test]
fn alpha_is_data_only_where_the_file_has_one() {
    let with: Vec<String> = textures()
        .into_iter()
        .filter(|(_, bytes, _)| texm(bytes).image(0).unwrap().has_alpha)
        .map(|(name, ..)| name)
        .collect();
    assert_eq!(with, ["ARGB8888.0", "KEYPAL.0", "LA88.0", "ARGB4444.0", "EMPTYPAGE.0", "plate.0"]);
}

#[test]
fn every_format_shows_the_colours_of_its_worked_example() {
    let entry: Vec<u8> = palette(&[[0; 3], [0x30, 0x20, 0x10], [0, 0x80, 0xFF]]);
    let indexed = [&entry[..], &[1, 2]].concat();
    let cases: [(u32, &[u8], [u32; 2]); 7] = [
        (565, &[0x00, 0xF8, 0xFF, 0x07], [0xFF00_00FF, 0x00FF_FFFF]),
        (556, &[0xC0, 0x07, 0x3F, 0x00], [0x00FF_00FF, 0x0000_FFFF]),
        (4444, &[0x2F, 0xF1, 0x40, 0x8C], [0x1122_FFFF, 0xCC44_0088]),
        (88, &[0x40, 0xFF, 0x80, 0x20], [0x4040_40FF, 0x8080_8020]),
        (888, &[0x10, 0x20, 0x30, 0, 0xFF, 0x80, 0, 0], [0x3020_10FF, 0x0080_FFFF]),
        (8888, &[0x10, 0x20, 0x30, 0x40, 0xFF, 0x80, 0, 0x7F], [0x3020_1040, 0x0080_FF7F]),
        (0, &indexed, [0x3020_10FF, 0x0080_FFFF]),
    ];
    for (format, rest, wanted) in cases {
        let bytes = made(format, 2, 1, rest);
        let shown = texm(&bytes).image(0).unwrap().to_rgba();
        assert_eq!(shown, wanted.map(u32::to_be_bytes), "{format}");
        assert_eq!(codes(&bytes, Origin::default()), [""; 0], "{format}");
    }
}

#[test]
fn a_small_atlas_is_read_as_its_worked_example_says() {
    let mut bytes = b"Texm\x02\0\0\0\x02\0\0\0\x02\0\0\0\x20\0\0\0\0\0\0\0\0\0\0\0\xB8\x22\0\0".to_vec();
    bytes.extend(0..16);
    bytes.extend([9, 8, 7, 6]);
    bytes.extend(b"Page\x02\0\0\0\0\0\x01\0\0\0\x02\0\x01\0\x01\0\0\0\x02\0");
    assert_eq!(bytes.len(), 76);
    let texm = texm(&bytes);
    assert_eq!(texm.image(0).unwrap().to_rgba()[3], [0x0E, 0x0D, 0x0C, 0x0F]);
    assert_eq!(texm.image(1).unwrap().to_rgba(), [[7, 8, 9, 6]]);
    assert_eq!(texm.image(2), None);
    assert_eq!(texm.settings()["page"], json!([[0, 1, 0, 2], [1, 1, 0, 2]]));
    let cells = texm.cells(0);
    let uv = |cell: i32| loader::cell(&cells, cell).map(|cell| [cell.u0, cell.du, cell.v0, cell.dv]);
    assert_eq!(uv(-1), Some([0.0, 1.0, 0.0, 1.0]));
    assert_eq!(uv(0), Some([0.0, 0.5, 0.0, 1.0]));
    assert_eq!(uv(1), Some([0.5, 0.5, 0.0, 1.0]));
    assert_eq!((uv(2), uv(-2), uv(i32::MAX), uv(i32::MIN)), (None, None, None, None));
    assert_eq!(cells[2].place([1.0, 0.5]), [1.0, 0.5]);
    assert_eq!(Faceted::tables(&texm).len(), 2);
    assert_eq!(Faceted::tables(&texm)[1].rows.len(), 2);
}

#[test]
fn what_is_wrong_is_found_and_kept_or_refused() {
    let cases = [
        ("magic", "texm.magic"),
        ("format", "texm.format"),
        ("zerowidth", "texm.size"),
        ("zeromips", "texm.mip-count"),
        ("truncated", "texm.truncated"),
        ("tail", "texm.tail"),
        ("shorttail", "texm.tail"),
        ("pagecount", "texm.page-size"),
        ("pagepad", "texm.page-size"),
    ];
    for (name, code) in cases {
        let name = format!("texm_{name}.texm");
        let bytes = fixture(&format!("bad/{name}"));
        let kind = FORMATS.of(Origin::named(&name), &bytes).unwrap();
        assert_eq!(kind.id, "ngi.texm", "{name}");
        assert_eq!(codes(&bytes, Origin::named(&name)), [code], "{name}");
    }
}

#[test]
fn a_header_that_makes_no_sense_keeps_everything_behind_it() {
    for (at, value, code) in
        [(4, 0, "texm.size"), (8, 0, "texm.size"), (12, 33, "texm.mip-count"), (28, 3, "texm.format")]
    {
        let mut bytes = texture("PAL8.0");
        bytes[at..at + 4].copy_from_slice(&u32::to_le_bytes(value));
        assert_eq!(codes(&bytes, Origin::default()), [code]);
        let texm = texm(&bytes);
        assert_eq!((texm.levels(), texm.tail.len()), (0, bytes.len() - 32));
        assert_eq!((texm.image(0), texm.blank()), (None, bytes.clone()));
        assert!(loader::load(&texm, LoadFlags::default(), &Switches::default()).is_none());
        let picture = image(1, 1, &[[0, 0, 0, 255]]);
        assert!(matches!(texm.redrawn(&picture, &json!({}), MADE), Err(Unfit::Settings(_))));
    }
}

#[test]
fn odd_levels_rectangles_and_names_are_told() {
    let mut bytes = made(565, 2, 1, &[0; 10]);
    bytes[12] = 4;
    assert_eq!(codes(&bytes, Origin::default()), ["texm.mip-pyramid"]);
    for rect in [[-1, 1, 0, 1], [0, 3, 0, 1], [1, 2, 0, 1], [0, 1, 0, -1], [0, 1, 1, 1]] {
        let mut bytes = made(565, 2, 1, &[0; 4]);
        bytes.extend(b"Page\x01\0\0\0");
        bytes.extend(rect.into_iter().flat_map(i16::to_le_bytes));
        assert_eq!(codes(&bytes, Origin::default()), ["texm.rect-outside"], "{rect:?}");
    }
    let bytes = made(565, 2, 1, &[0; 4]);
    let attributes = [("type", json!("Texm"))];
    let named = |name| codes(&bytes, Origin { name, attributes: AttributesRef::List(&attributes) });
    assert_eq!(named("WALL.0"), [""; 0]);
    assert_eq!(named("WALL.A3"), [""; 0]);
    assert_eq!(named("WALL"), ["texm.name-dot"]);
    assert_eq!(named("0123456789ABCDEFG.0"), ["texm.name-dot"]);
    assert_eq!(named("WALL.dds"), ["texm.palette-suffix"]);
    assert_eq!(named("WALL.["), ["texm.palette-suffix"]);
    assert_eq!(codes(&bytes, Origin::named("loose")), [""; 0]);
}

#[test]
fn the_type_in_the_archive_tells_a_texture_whose_first_bytes_do_not() {
    let origin = Origin { name: "WALL.0", attributes: AttributesRef::List(&[("type", json!("Texm"))]) };
    assert_eq!(Texm::claims(origin, b""), Claim::Broken);
    assert_eq!(Texm::claims(Origin::named("a.TEXM"), b"junk"), Claim::Broken);
    assert_eq!(Texm::claims(Origin::named("WALL.0"), b"junk"), Claim::No);
    assert_eq!(Texm::claims(Origin::named("WALL.0"), b"Texm"), Claim::Sure);
}

#[test]
fn every_length_of_every_texture_is_kept_or_refused() {
    for (name, whole, _) in textures() {
        for end in 0..=whole.len() {
            if let Ok(texm) = Texm::read(&mut Cursor::new(&whole[..end]), Origin::default()) {
                assert_eq!(texm.to_bytes().unwrap(), &whole[..end], "{name} cut at {end}");
            }
        }
    }
}

#[test]
fn hostile_bytes_are_kept_or_refused() {
    let picture = image(2, 2, &[[1, 2, 3, 255]; 4]);
    for (seed, (name, whole, _)) in (0..300).flat_map(|seed| textures().into_iter().map(move |t| (seed, t))) {
        let mut bytes = whole.clone();
        let mut rng = Rng::new(seed);
        let places = [(); 6].map(|()| rng.byte());
        for place in places.chunks_exact(2) {
            // Of the header mostly, since that is what everything depends on.
            let at =
                if seed % 3 == 0 { usize::from(place[0]) % bytes.len() } else { usize::from(place[0]) % 32 };
            bytes[at] = place[1];
        }
        let Ok(texm) = Texm::read(&mut Cursor::new(&bytes), Origin::default()) else { continue };
        assert_eq!(texm.to_bytes().unwrap(), bytes, "{name}, {seed}");
        (0..texm.levels()).for_each(|level| assert!(texm.image(level).is_some()));
        let _ = (
            Faceted::tables(&texm),
            Format::facts(&texm),
            texm.rects(),
            texm.blank(),
            codes(&bytes, Origin::default()),
        );
        let _ = loader::load(&texm, LoadFlags(u32::MAX), &Switches::default());
        let _ = texm.redrawn(&picture, &json!({}), QUANTISED);
        if let Some(own) = texm.image(0) {
            assert_eq!(texm.redrawn(&own, &texm.settings(), MADE).unwrap().bytes, bytes, "{name}, {seed}");
        }
    }
}

#[test]
fn a_document_in_json_is_the_same_file() {
    for (name, bytes, _) in textures() {
        let json = texm(&bytes).to_json();
        assert_eq!(kind("ngi.texm").build(&json, Origin::default()).unwrap(), bytes, "{name}");
    }
}

#[test]
fn a_document_in_json_that_contradicts_itself_stops_nothing() {
    let mut json = texm(&texture("PAL8.0")).to_json();
    json["levels"] = json!(["00"]);
    json["palette"] = json!([[1, 2, 3, 4]]);
    assert!(kind("ngi.texm").build(&json, Origin::default()).is_err());
    let document = (kind("ngi.texm").from_json)(&json).unwrap();
    let picture = document.picture().unwrap();
    assert_eq!(picture.image(0), None);
    let _ = picture.redrawn(&image(8, 8, &[[0, 0, 0, 255]; 64]), &json!({}), KEPT);
    let _ = (picture.blank(), document.tables());
}

#[test]
fn a_picture_that_has_not_changed_gives_the_same_file() {
    for (name, bytes, _) in textures() {
        let texm = texm(&bytes);
        let own = texm.image(0).unwrap();
        for how in [MADE, KEPT, QUANTISED] {
            for image in [&own, &flat(&own)] {
                for settings in [texm.settings(), json!({}), Value::Null] {
                    let same = Redrawn { bytes: bytes.clone(), losses: Losses::default() };
                    assert_eq!(texm.redrawn(image, &settings, how), Ok(same), "{name}");
                }
            }
        }
    }
}

#[test]
fn a_blank_texture_and_the_picture_make_the_file_again() {
    for (name, bytes, _) in textures() {
        let texm = texm(&bytes);
        let blank = texm.blank();
        assert_eq!(blank.len(), bytes.len(), "{name}");
        let again = redrawn(&blank, &texm.image(0).unwrap(), &json!({}), KEPT).unwrap();
        assert_eq!(again.bytes, bytes, "{name}");
    }
    let unused = made(888, 1, 1, &[1, 2, 3, 9]);
    assert_eq!(texm(&unused).blank()[32..], [0, 0, 0, 9]);
}

#[test]
fn an_edited_pixel_changes_its_own_bytes_and_the_smaller_levels_only_if_wished() {
    for (name, bytes, _) in textures() {
        let texm = texm(&bytes);
        let mut pixels = texm.image(0).unwrap().to_rgba();
        let Some(other) = pixels.iter().rev().copied().find(|pixel| *pixel != pixels[0]) else { continue };
        pixels[0] = other;
        let (width, height) = texm.header.level_size(0);
        let edited = Image::rgba(width, height, pixels, texm.image(0).unwrap().has_alpha);
        let kept = texm.redrawn(&edited, &json!({}), KEPT).unwrap();
        let depth = texm.header.pixel_format().unwrap().bytes_per_pixel();
        let start = 32 + if texm.palette.is_some() { 1024 } else { 0 };
        let unlike: Vec<usize> = (0..bytes.len()).filter(|&i| bytes[i] != kept.bytes[i]).collect();
        assert!(!unlike.is_empty() && unlike.iter().all(|i| (start..start + depth).contains(i)), "{name}");
        assert_eq!(kept.losses.rounded, 0, "{name}");
        assert_eq!(kept.losses.uncertain, ["LA88.0", "RGB556.0"].contains(&name.as_str()), "{name}");
        let made = texm.redrawn(&edited, &json!({}), MADE).unwrap();
        assert_eq!(made.losses.levels_made, texm.levels() - 1, "{name}");
        assert_eq!(made.bytes.len(), bytes.len(), "{name}");
    }
}

#[test]
fn colours_are_rounded_to_the_nearest_and_that_is_told() {
    let picture = image(2, 1, &[[100, 100, 100, 255], [255, 0, 255, 255]]);
    let drawn = redrawn(&made(565, 2, 1, &[0; 4]), &picture, &json!({}), MADE).unwrap();
    assert_eq!(drawn.losses, Losses { rounded: 1, largest: 1, ..Losses::default() });
    assert_eq!(texm(&drawn.bytes).image(0).unwrap().to_rgba()[0], [99, 101, 99, 255]);
    let faint = image(2, 1, &[[0x12, 0x11, 0x11, 0x10], [0, 0, 0, 255]]);
    let drawn = redrawn(&made(4444, 2, 1, &[0; 4]), &faint, &json!({}), MADE).unwrap();
    assert_eq!((drawn.losses.rounded, drawn.losses.largest), (1, 1));
    assert_eq!(texm(&drawn.bytes).image(0).unwrap().to_rgba()[0], [0x11; 4]);
    let drawn = redrawn(&made(8888, 2, 1, &[0; 8]), &faint, &json!({}), MADE).unwrap();
    assert_eq!(
        (drawn.losses, &drawn.bytes[32..]),
        (Losses::default(), &[0x11, 0x11, 0x12, 0x10, 0, 0, 0, 255][..])
    );
}

#[test]
fn alpha_is_refused_where_the_file_holds_none() {
    let picture = image(2, 1, &[[0, 0, 0, 0], [0, 0, 0, 254]]);
    for format in [565, 556, 888] {
        let depth = PixelFormat::of(format).unwrap().bytes_per_pixel();
        let bytes = made(format, 2, 1, &vec![0; 2 * depth]);
        assert_eq!(redrawn(&bytes, &picture, &json!({}), MADE), Err(Unfit::Alpha { pixels: 2 }), "{format}");
        assert!(redrawn(&bytes, &picture.clone().opaque(), &json!({}), MADE).is_ok(), "{format}");
    }
}

#[test]
fn grey_is_wanted_where_the_file_holds_only_grey() {
    let bytes = made(88, 2, 1, &[1, 2, 3, 4]);
    let picture = image(2, 1, &[[255, 0, 0, 9], [7, 7, 7, 8]]);
    assert_eq!(redrawn(&bytes, &picture, &json!({}), MADE), Err(Unfit::Grey { pixels: 1 }));
    let drawn = redrawn(&bytes, &picture, &json!({}), QUANTISED).unwrap();
    assert_eq!(drawn.bytes[32..], [76, 9, 7, 8]);
    assert_eq!(drawn.losses, Losses { rounded: 1, largest: 179, uncertain: true, ..Losses::default() });
}

#[test]
fn a_pixel_keeps_its_index_even_if_another_has_its_colour() {
    let colours = palette(&[[9, 9, 9], [1, 1, 1], [2, 2, 2], [1, 1, 1]]);
    let bytes = made(0, 2, 1, &[&colours[..], &[3, 2]].concat());
    let drawn = |pixels: &[[u8; 4]]| redrawn(&bytes, &image(2, 1, pixels), &json!({}), MADE).unwrap().bytes;
    let (one, two) = ([1, 1, 1, 255], [2, 2, 2, 255]);
    assert_eq!(drawn(&[one, two])[1056..], [3, 2]);
    assert_eq!(drawn(&[one, one])[1056..], [3, 1], "a changed one takes the first place");
    assert_eq!(drawn(&[two, two])[1056..], [2, 2]);
}

#[test]
fn a_colour_that_the_palette_lacks_is_refused_or_becomes_the_nearest() {
    let colours: Vec<[u8; 3]> = (0..=255).map(|i| [i, 0, 0]).collect();
    let bytes = made(0, 2, 2, &[&palette(&colours)[..], &[1, 2, 3, 4]].concat());
    let picture = image(2, 2, &[[1, 0, 0, 255], [1, 9, 0, 255], [1, 9, 0, 255], [200, 0, 3, 255]]);
    let refused = redrawn(&bytes, &picture, &json!({}), MADE);
    assert_eq!(refused, Err(Unfit::Colours { missing: 2, room: 254 }), "indices 0 and 1 are in use");
    let drawn = redrawn(&bytes, &picture, &json!({}), QUANTISED).unwrap();
    assert_eq!(drawn.bytes[1056..], [1, 1, 1, 200]);
    assert_eq!(drawn.losses, Losses { rounded: 3, largest: 9, ..Losses::default() });
}

#[test]
fn a_picture_with_a_palette_brings_it_along() {
    let mut old = palette(&[[9, 9, 9], [1, 1, 1], [2, 2, 2], [3, 3, 3]]);
    old[3] = 77;
    let bytes = made(0, 2, 1, &[&old[..], &[0, 1]].concat());
    let picture = Image::indexed(2, 1, vec![1, 3], vec![[10, 20, 30, 255], [40, 50, 60, 255]]);
    let drawn = redrawn(&bytes, &picture, &json!({}), MADE).unwrap();
    assert_eq!(drawn.bytes[32..48], [30, 20, 10, 77, 60, 50, 40, 0, 2, 2, 2, 0, 3, 3, 3, 0]);
    assert_eq!(drawn.bytes[1056..], [1, 3], "one that the new palette does not reach has the old colour");
    assert_eq!(drawn.losses, Losses::default());
}

#[test]
fn transparent_pixels_are_colour_0_where_that_is_transparent() {
    let colours = palette(&[[255, 0, 255], [1, 1, 1], [255, 0, 255]]);
    let bytes = flagged(0, 0x0100_0000, 2, 1, &[&colours[..], &[1, 1]].concat());
    let (clear, dark, pink) = ([0, 0, 0, 0], [1, 1, 1, 255], [255, 0, 255, 255]);
    let drawn = |pixels: &[[u8; 4]]| redrawn(&bytes, &image(2, 1, pixels), &json!({}), MADE);
    assert_eq!(drawn(&[clear, dark]).unwrap().bytes[1056..], [0, 1]);
    assert_eq!(drawn(&[clear, dark]).unwrap().losses, Losses::default(), "no colour is seen there");
    assert_eq!(drawn(&[clear, pink]).unwrap().bytes[1056..], [0, 2], "colour 0 would not be seen");
    assert_eq!(drawn(&[pink, pink]).unwrap().bytes[1056..], [0, 0], "without alpha the first place will do");
    assert_eq!(drawn(&[[0, 0, 0, 128], dark]), Err(Unfit::Alpha { pixels: 1 }));
    let plain = made(0, 2, 1, &bytes[32..]);
    assert_eq!(
        redrawn(&plain, &image(2, 1, &[clear, dark]), &json!({}), MADE),
        Err(Unfit::Alpha { pixels: 1 })
    );
    let indexed = |indices: &[u8]| {
        let picture =
            Image::indexed(2, 1, indices.to_vec(), vec![[5, 5, 5, 0], [6, 6, 6, 255], [7, 7, 7, 0]]);
        redrawn(&bytes, &picture, &json!({}), MADE).map(|drawn| drawn.bytes[1056..].to_vec())
    };
    assert_eq!(indexed(&[0, 1]), Ok(vec![0, 1]));
    assert_eq!(indexed(&[2, 2]), Err(Unfit::Alpha { pixels: 2 }));
}

#[test]
fn another_format_is_a_matter_of_settings() {
    let picture = image(2, 1, &[[255, 0, 0, 255], [0, 0, 255, 255]]);
    let bytes = made(8888, 2, 1, &[0; 8]);
    let as_format = |format: u32| redrawn(&bytes, &picture, &json!({"format": format}), MADE).unwrap();
    assert_eq!(as_format(565).bytes, made(565, 2, 1, &[0x00, 0xF8, 0x1F, 0x00]));
    assert_eq!(as_format(888).bytes, made(888, 2, 1, &[0, 0, 255, 0, 255, 0, 0, 0]));
    let indexed = as_format(0);
    let mut wanted = made(0, 2, 1, &[&palette(&[[255, 0, 0], [0, 0, 255]])[..], &[0, 1]].concat());
    // The black behind the two colours is nearest to their mean.
    wanted[0x18] = 2;
    assert_eq!(indexed.bytes, wanted);
    let back = redrawn(&indexed.bytes, &picture, &json!({"format": 8888}), MADE).unwrap();
    assert_eq!(back.bytes, made(8888, 2, 1, &[0, 0, 255, 255, 255, 0, 0, 255]));
    assert!(as_format(556).losses.uncertain);
}

#[test]
fn a_new_palette_has_room_for_256_colours() {
    let pixels: Vec<[u8; 4]> = (0..300u32).map(|i| [i as u8, (i >> 8) as u8, 7, 255]).collect();
    let bytes = made(888, 1, 1, &[0; 4]);
    let refused = redrawn(&bytes, &image(300, 1, &pixels), &json!({"format": 0}), MADE);
    assert_eq!(refused, Err(Unfit::Colours { missing: 44, room: 0 }));
    let fits = redrawn(&bytes, &image(256, 1, &pixels[..256]), &json!({"format": 0}), MADE).unwrap();
    assert_eq!(texm(&fits.bytes).image(0).unwrap().to_rgba(), pixels[..256]);
    assert!(redrawn(&bytes, &image(300, 1, &pixels), &json!({"format": 0}), QUANTISED).is_ok());
}

#[test]
fn what_is_only_near_the_transparent_colour_stays_opaque() {
    let mut palette = [[200, 200, 200, 0]; 256];
    palette[0] = [0, 0, 0, 0];
    let bytes = flagged(0, 0x0100_0000, 2, 1, &[palette.as_flattened(), &[0, 1]].concat());
    for (colour, index) in [([0, 0, 0, 255], 0), ([1, 0, 0, 255], 1)] {
        let drawn = redrawn(&bytes, &image(2, 1, &[[0, 0, 0, 255], colour]), &json!({}), QUANTISED).unwrap();
        assert_eq!(texm(&drawn.bytes).levels[0][..], [0, index], "{colour:?}");
    }
}

#[test]
fn settings_change_what_they_name() {
    let bytes = texture("RGB565.0");
    let own = texm(&bytes).image(0).unwrap();
    let settings = json!({"flags4": 32, "flags5": 1, "mean_colour": 7, "mips": 3, "page": [[0, 4, 1, -2]]});
    let drawn = redrawn(&bytes, &own, &settings, KEPT).unwrap();
    assert_eq!(drawn.losses, Losses { levels_made: 2, ..Losses::default() });
    let new = texm(&drawn.bytes);
    let mut wanted = settings;
    wanted["format"] = 565.into();
    assert_eq!(new.settings(), wanted);
    assert_eq!((new.levels(), new.image(0).unwrap()), (3, own.clone()));
    let removed = redrawn(&drawn.bytes, &own, &json!({"page": null, "mips": 1}), KEPT).unwrap();
    assert_eq!(removed.bytes.len(), bytes.len());
    let empty = redrawn(&bytes, &own, &json!({"page": []}), KEPT).unwrap().bytes;
    assert_eq!(empty, [&bytes[..], b"Page\0\0\0\0"].concat());
}

#[test]
fn settings_that_make_no_sense_are_named() {
    let bytes = texture("RGB565.0");
    let own = texm(&bytes).image(0).unwrap();
    let cases = [
        (
            json!({"colour": 1}),
            "colour: wanted format, mips, flags4, flags5, mean_colour or page, found \"colour\"",
        ),
        (json!({"format": 555}), "format: wanted 0, 1, 2, 565, 556, 4444, 88, 888 or 8888, found 555"),
        (json!({"format": "565"}), "format: wanted u32le, found \"565\""),
        (json!({"mips": 0}), "mips: wanted 1 to 32, found 0"),
        (json!({"mips": 33}), "mips: wanted 1 to 32, found 33"),
        (json!({"flags4": -1}), "flags4: wanted u32le, found -1"),
        (json!({"page": [[0, 0, 0, 40_000]]}), "page[0][3]: wanted i16le, found 40000"),
        (json!({"page": [[0, 0, 0]]}), "page[0]: wanted 4 items, found 3 items"),
        (json!([]), "wanted an object, found []"),
    ];
    for (settings, wanted) in cases {
        match redrawn(&bytes, &own, &settings, MADE) {
            Err(Unfit::Settings(error)) => assert_eq!(error.to_string(), wanted),
            other => panic!("{settings}: {other:?}"),
        }
    }
}

#[test]
fn what_follows_the_levels_stays_unless_a_page_takes_its_place() {
    let bytes = fixture("bad/texm_pagepad.texm");
    let old = texm(&bytes);
    let own = old.image(0).unwrap();
    let same = old.redrawn(&own, &old.settings(), MADE).unwrap();
    assert_eq!(same.bytes, bytes);
    let mended = old.redrawn(&own, &json!({"page": [[0, 1, 0, 1]]}), MADE).unwrap();
    assert_eq!(codes(&mended.bytes, Origin::default()), [""; 0]);
}

#[test]
fn a_picture_of_another_size_makes_another_texture() {
    let bytes = texture("ARGB8888.0");
    let pixels: Vec<[u8; 4]> = (0..16).map(|i| [i * 16, 0, 255 - i, i]).collect();
    let drawn = redrawn(&bytes, &image(4, 4, &pixels), &json!({"mips": 3}), KEPT).unwrap();
    assert_eq!(drawn.losses.levels_made, 2, "old ones of another size cannot stay");
    let new = texm(&drawn.bytes);
    assert_eq!((new.header.width, new.header.height, new.levels()), (4, 4, 3));
    let mean = |places: [usize; 4]| -> [u8; 4] {
        std::array::from_fn(|c| (places.iter().map(|&i| u32::from(pixels[i][c])).sum::<u32>() / 4) as u8)
    };
    let level = [[0, 1, 4, 5], [2, 3, 6, 7], [8, 9, 12, 13], [10, 11, 14, 15]].map(mean);
    assert_eq!(new.image(1).unwrap().to_rgba(), level);
    assert_eq!(new.image(2).unwrap().to_rgba(), [[120, 0, 247, 7]], "the mean of all, rounded down");
    assert_eq!(new.rects().len(), 3);
}

#[test]
fn sizes_that_a_texture_cannot_have_are_refused() {
    let bytes = texture("RGB565.0");
    let cases = [
        Image::rgba(0, 4, vec![], false),
        Image::rgba(4, 0, vec![], false),
        Image::rgba(65536, 1, vec![[0; 4]; 65536], false),
        Image::rgba(4, 4, vec![[0; 4]; 15], false),
        Image::rgba(usize::MAX, usize::MAX, vec![[0; 4]], false),
    ];
    for picture in cases {
        let Image { width, height, .. } = picture;
        assert_eq!(redrawn(&bytes, &picture, &json!({}), MADE), Err(Unfit::Size { width, height }));
        assert_eq!(canvas(&picture), None);
    }
    let widest = Image::rgba(65535, 1, vec![[0, 0, 0, 255]; 65535], false);
    assert!(redrawn(&bytes, &widest, &json!({}), MADE).is_ok());
}

#[test]
fn a_canvas_holds_any_picture_exactly() {
    let clear = vec![[1, 2, 3, 0], [4, 5, 6, 255]];
    let cases = [
        (image(2, 1, &[[1, 2, 3, 255], [4, 5, 6, 255]]), 888, 0),
        (image(2, 1, &[[1, 2, 3, 4], [4, 5, 6, 255]]), 8888, 0),
        (Image::indexed(2, 1, vec![1, 0], vec![[1, 2, 3, 255], [4, 5, 6, 255]]), 0, 0),
        (Image::indexed(2, 1, vec![1, 0], clear), 0, 0x0100_0000),
        (Image::indexed(2, 1, vec![1, 0], vec![[1, 2, 3, 255], [4, 5, 6, 0]]), 8888, 0),
        (Image::indexed(2, 1, vec![1, 0], vec![[1, 2, 3, 128], [4, 5, 6, 255]]), 8888, 0),
    ];
    for (picture, format, flags5) in cases {
        let canvas = canvas(&picture).unwrap();
        let drawn = redrawn(&canvas, &picture, &json!({}), MADE).unwrap();
        assert_eq!(drawn.losses, Losses::default());
        let new = texm(&drawn.bytes);
        assert_eq!((new.header.format, new.header.flags5, new.levels()), (format, flags5, 1));
        assert_eq!(new.image(0).unwrap().to_rgba(), picture.to_rgba());
        assert_eq!(codes(&drawn.bytes, Origin::default()), [""; 0]);
    }
}

#[test]
fn levels_are_left_out_as_the_policy_says() {
    let cases = expected("textures.lib")["mip_skip_policy"].as_array().unwrap().clone();
    assert_eq!(cases.len(), 17);
    for case in cases {
        let number = |key: &str| case[key].as_u64().unwrap() as u32;
        let flags =
            u32::from_str_radix(case["flags"].as_str().unwrap().trim_start_matches("0x"), 16).unwrap();
        let skip = loader::mip_skip(flags, number("width"), number("height"), number("mips"));
        assert_eq!(json!(skip), case["skip"], "{case}");
    }
}

#[test]
fn loading_says_what_the_engine_holds() {
    let bytes = texture("PAL8.0");
    let texm = texm(&bytes);
    let load = |flags| loader::load(&texm, flags, &Switches::default()).unwrap();
    let plain = load(LoadFlags::default());
    assert_eq!((plain.skipped, plain.width, plain.mip_count, plain.pixel_offset), (0, 8, 4, 1056));
    assert_eq!((plain.surface, plain.palette), (Surface::Opaque, Some(PaletteUse::Plain)));
    assert_eq!((plain.stage, plain.cells.len(), plain.may_build_mips), (0, 1, false));
    let asked = load(LoadFlags(0x0200_0000).with(LoadFlags::PAGE).with(LoadFlags::STAGE_1));
    assert_eq!((asked.skipped, asked.width, asked.height, asked.mip_count), (2, 2, 2, 2));
    assert_eq!(asked.pixel_offset, 1056 + 64 + 16, "two levels left out");
    assert_eq!((asked.stage, asked.cells.len()), (1, 3));
    assert_eq!(asked.cells[0].bounds, [0, 0, 2, 2]);
    let second = asked.cells[2];
    assert_eq!((second.bounds, second.u0, second.dv), ([16, 8, 32, 32], 0.5, 0.75));
    assert_eq!(asked.header.width, 8, "the copy of the header is whole");
}

#[test]
fn surfaces_have_alpha_only_where_file_and_caller_agree() {
    let load = |bytes: &[u8], flags| {
        let loaded = loader::load(&texm(bytes), flags, &Switches::default()).unwrap();
        (loaded.surface, loaded.palette)
    };
    let (none, opaque) = (LoadFlags::default(), LoadFlags::OPAQUE);
    assert_eq!(load(&texture("ARGB4444.0"), none), (Surface::Alpha, None));
    assert_eq!(load(&texture("ARGB8888.0"), none), (Surface::Alpha, None));
    assert_eq!(load(&texture("ARGB8888.0"), opaque), (Surface::Opaque, None));
    assert_eq!(load(&texture("RGB565.0"), none), (Surface::Opaque, None));
    assert_eq!(load(&texture("LA88.0"), none), (Surface::Opaque, None));
    assert_eq!(load(&texture("KEYPAL.0"), none), (Surface::Alpha, Some(PaletteUse::Keyed)));
    assert_eq!(load(&texture("KEYPAL.0"), opaque), (Surface::Opaque, Some(PaletteUse::Plain)));
    let fading = flagged(0, 0x0200_0005, 1, 1, &[0; 1025]);
    assert_eq!(load(&fading, none), (Surface::Alpha, Some(PaletteUse::Fade { colour: 5 })));
}

#[test]
fn switches_decide_about_levels_and_depth() {
    let load = |name: &str, switches: Switches| {
        let loaded = loader::load(&texm(&texture(name)), LoadFlags::default(), &switches).unwrap();
        (loaded.may_build_mips, loaded.sixteen_bit)
    };
    let usual = Switches::default();
    let changed = Switches { disable_mipmap: true, force_16_bit_textures: true, ..usual };
    assert_eq!(load("XRGB888.0", usual), (true, false));
    assert_eq!(load("XRGB888.0", changed), (false, true));
    assert_eq!(load("RGB565.0", changed), (false, false));
}

fn pal(bytes: &[u8]) -> Pal<'_> {
    Pal::read(&mut Cursor::new(bytes), Origin::default()).unwrap()
}

fn pal_codes(bytes: &[u8]) -> Vec<&'static str> {
    let document = kind("ngi.pal").open(bytes, Origin::default()).unwrap();
    assert_eq!(document.to_bytes().unwrap(), bytes);
    kind("ngi.pal").check(&*document, bytes, Origin::default(), Context::ALONE).codes()
}

#[test]
fn the_palette_is_as_expected() {
    let (bytes, expected) = (fixture("synthetic.pal"), expected("synthetic.pal"));
    assert_eq!((json!(bytes.len()), sha256(&bytes)), (expected["size"].clone(), expected["sha256"].clone()));
    assert_eq!(FORMATS.of(Origin::default(), &bytes).unwrap().id, "ngi.pal");
    let pal = pal(&bytes);
    assert_eq!(json!(pal.tag.to_string()), expected["tag"]);
    let mut table = (0..=255).flat_map(|i: u16| (0..=255).map(move |j: u16| ((i + j) / 2) as u8));
    assert!(pal.table.iter().all(|&mixed| table.next() == Some(mixed)));
    let picture = pal.image(0).unwrap();
    assert_eq!((picture.width, picture.height, picture.has_alpha), (16, 16, false));
    assert_eq!(json!(picture.to_rgba()[73][..3]), expected["entry73_rgb"]);
    assert_eq!(pal.image(1), None);
    assert_eq!(pal_codes(&bytes), [""; 0]);
    assert_eq!(kind("ngi.pal").build(&pal.to_json(), Origin::default()).unwrap(), bytes);
}

#[test]
fn a_palette_is_known_by_tag_and_size_and_never_by_name_alone() {
    let whole = fixture("synthetic.pal");
    let mut untagged = whole.clone();
    untagged[1024] = b'X';
    let longer = [&whole[..], &[0]].concat();
    let claims = |name, bytes: &[u8]| Pal::claims(Origin::named(name), bytes);
    assert_eq!(
        (claims("", &whole), claims("", &untagged), claims("", &longer)),
        (Claim::Sure, Claim::No, Claim::No)
    );
    assert_eq!((claims("A.PAL", &untagged), claims("a.pal", &longer)), (Claim::Broken, Claim::Broken));
    assert_eq!(claims("a.pal", &whole[..5000]), Claim::Broken, "cut short");
    assert_eq!((claims("a.pal", &whole[..1024]), claims("a.pal", b"RIFF")), (Claim::No, Claim::No));
    assert_eq!((claims("PAL.PAL", b""), claims("A.PAL", b"")), (Claim::Broken, Claim::No));
}

#[test]
fn what_is_odd_about_a_palette_is_told() {
    let change = |at: usize, value: u8| {
        let mut bytes = fixture("synthetic.pal");
        bytes[at] = value;
        bytes
    };
    assert_eq!(pal_codes(&change(1024, b'X')), ["pal.tag"]);
    assert_eq!(pal_codes(&change(3, 1)), ["pal.unused"]);
    assert_eq!(pal_codes(&change(1028 + 5, 200)), ["pal.table"]);
    assert_eq!(pal_codes(&change(1028 + 7 * 257, 200)), ["pal.table"]);
    let longer = [&fixture("synthetic.pal")[..], &[0]].concat();
    assert_eq!(pal_codes(&longer), ["pal.tail"]);
    let whole = fixture("synthetic.pal");
    for end in [0, 3, 1023, 1024, 1027, 1028, whole.len() - 1] {
        let error = kind("ngi.pal").open(&whole[..end], Origin::default()).err().unwrap();
        assert_eq!(kind("ngi.pal").broken_rule(&error).code, "pal.truncated");
    }
}

#[test]
fn a_palette_is_redrawn_by_the_colours_of_its_pixels() {
    let mut bytes = fixture("synthetic.pal");
    bytes[3] = 9;
    let pal = pal(&bytes);
    let own = pal.image(0).unwrap();
    let same = Redrawn { bytes: bytes.clone(), losses: Losses::default() };
    assert_eq!(pal.redrawn(&own, &json!({}), MADE), Ok(same.clone()));
    assert_eq!(pal.redrawn(&flat(&own), &json!({}), MADE), Ok(same.clone()));
    let blank = pal.blank();
    assert_eq!(blank[..4], [0, 0, 0, 9]);
    assert_eq!(self::pal(&blank).redrawn(&own, &pal.settings(), MADE), Ok(same));
    let mut pixels = own.to_rgba();
    pixels[255] = [1, 2, 3, 255];
    let drawn = pal.redrawn(&image(16, 16, &pixels), &json!({}), MADE).unwrap().bytes;
    assert_eq!(drawn[1020..1028], [3, 2, 1, 0, b'I', b'p', b'o', b'l']);
    assert_eq!(drawn[1028..], bytes[1028..]);
    pixels[0][3] = 0;
    assert_eq!(pal.redrawn(&image(16, 16, &pixels), &json!({}), MADE), Err(Unfit::Alpha { pixels: 1 }));
    let size = Err(Unfit::Size { width: 15, height: 16 });
    assert_eq!(pal.redrawn(&image(15, 16, &pixels[..240]), &json!({}), MADE), size);
    assert!(matches!(pal.redrawn(&own, &json!({"mips": 1}), MADE), Err(Unfit::Settings(_))));
    assert_eq!((<Pal<'_> as Format<'_>>::FACETS.known().picture.unwrap().canvas)(&own), None);
}

/// How fast pictures are decoded: `cargo test --release -p relict-ngi --test pictures -- --ignored --nocapture speed`.
#[test]
#[ignore = "a measurement"]
fn speed_of_decoding() {
    const SIDE: usize = 1024;
    let bytes = noise(1, SIDE * SIDE * 4);
    let measure = |name: &str, work: &mut dyn FnMut()| {
        (0..5).for_each(|_| work());
        let start = std::time::Instant::now();
        let rounds = 100;
        (0..rounds).for_each(|_| work());
        let seconds = start.elapsed().as_secs_f64();
        println!("{name}: {:.0} MB/s of RGBA", (rounds * SIDE * SIDE * 4) as f64 / seconds / 1e6);
    };
    let mut target = vec![0; SIDE * SIDE * 4];
    measure("copy into the same memory", &mut || {
        target.copy_from_slice(std::hint::black_box(&bytes));
        std::hint::black_box(&target);
    });
    measure("copy into new memory", &mut || {
        drop(std::hint::black_box(std::hint::black_box(&bytes).to_vec()));
    });
    for format in PixelFormat::ALL.into_iter().filter(|format| !format.is_indexed()) {
        let bytes = &bytes[..SIDE * SIDE * format.bytes_per_pixel()];
        measure(&format!("{format:?}"), &mut || {
            std::hint::black_box(format.decode(std::hint::black_box(bytes)));
        });
    }
    let file = made(0, SIDE as u32, SIDE as u32, &bytes[..1024 + SIDE * SIDE]);
    let indexed = texm(&file).image(0).unwrap();
    measure("Indexed", &mut || drop(std::hint::black_box(std::hint::black_box(&indexed).to_rgba())));
}

fn canvas(image: &Image) -> Option<Vec<u8>> {
    (<Texm<'_> as Format<'_>>::FACETS.known().picture?.canvas)(image)
}
