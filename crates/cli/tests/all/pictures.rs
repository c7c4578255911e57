//! Pictures and materials, out of their files and back, through the program.

// A test stops at the first surprise.
#![allow(clippy::unwrap_used, clippy::panic)]

use crate::common;

use crate::common::{Room, each, expected, items, sha256};
use png::{BitDepth, ColorType};
use serde_json::{Value, json};

/// The archives with textures, and what is expected of each texture.
fn textures() -> Vec<(&'static str, String, Value)> {
    let mut all = vec![];
    for archive in ["textures.lib", "lightmap.lib", "mini.rlb"] {
        for (name, texture) in expected(archive)["textures"].as_object().unwrap() {
            all.push((archive, name.clone(), texture.clone()));
        }
    }
    assert!(all.len() >= 13);
    all
}

/// A room with the archives that have textures.
fn gallery() -> Room {
    let room = Room::new();
    for archive in ["textures.lib", "lightmap.lib", "mini.rlb", "material.lib"] {
        room.take(&format!("ngi/{archive}"));
    }
    room
}

/// A PNG, read by the png crate alone.
struct Seen {
    colour: ColorType,
    size: (u32, u32),
    /// As the file has them: indices, or channels.
    raw: Vec<u8>,
    palette: Vec<u8>,
    rgba: Vec<u8>,
}

fn seen(bytes: &[u8]) -> Seen {
    let mut reader = png::Decoder::new(std::io::Cursor::new(bytes)).read_info().unwrap();
    let mut raw = vec![0; reader.output_buffer_size().unwrap()];
    let frame = reader.next_frame(&mut raw).unwrap();
    assert_eq!(frame.bit_depth, BitDepth::Eight);
    raw.truncate(frame.buffer_size());
    let palette = reader.info().palette.as_deref().unwrap_or_default().to_vec();
    let alphas = reader.info().trns.as_deref().unwrap_or_default().to_vec();
    let rgba = match frame.color_type {
        ColorType::Rgba => raw.clone(),
        ColorType::Rgb => raw.chunks(3).flat_map(|p| [p[0], p[1], p[2], 255]).collect(),
        ColorType::Indexed => {
            let colour = |&index: &u8| {
                let i = usize::from(index);
                let p = &palette[3 * i..3 * i + 3];
                [p[0], p[1], p[2], alphas.get(i).copied().unwrap_or(255)]
            };
            raw.iter().flat_map(colour).collect()
        }
        other => panic!("{other:?}"),
    };
    Seen { colour: frame.color_type, size: (frame.width, frame.height), raw, palette, rgba }
}

fn png(width: u32, height: u32, colour: ColorType, pixels: &[u8]) -> Vec<u8> {
    let mut bytes = vec![];
    let mut encoder = png::Encoder::new(&mut bytes, width, height);
    encoder.set_color(colour);
    encoder.set_depth(BitDepth::Eight);
    encoder.write_header().unwrap().write_image_data(pixels).unwrap();
    bytes
}

#[test]
fn every_level_of_every_texture_has_the_expected_colours() {
    let room = gallery();
    for (archive, name, texture) in textures() {
        for (i, level) in items(&texture["levels"]).iter().enumerate() {
            room.fine(&format!("convert {archive}/{name} out.png --force --level {i}"));
            let png = seen(&room.read("out.png"));
            assert_eq!(json!(png.size), json!([level["width"], level["height"]]), "{name} {i}");
            assert_eq!(sha256(&png.rgba), level["rgba8_sha256"], "{name} {i}");
            if texture["format"] == 0 {
                assert_eq!(png.colour, ColorType::Indexed);
                assert_eq!(sha256(&png.raw), level["raw_sha256"], "the indices of {name} {i}");
                let file = room.fine(&format!("explain {archive}/{name} --json --full")).json();
                assert_eq!(png.palette.len(), 256 * 3, "{file}");
            }
        }
        let beyond = items(&texture["levels"]).len();
        let run = room.relict(&format!("convert {archive}/{name} out.png --force --level {beyond}"));
        assert!(run.ended(2).stderr.contains("error[image.none]"));
    }
}

#[test]
fn a_picture_that_nobody_edited_comes_back_as_the_same_bytes() {
    let room = gallery();
    for (archive, name, _) in textures() {
        room.fine(&format!("convert {archive}/{name} before.texm --force"));
        let before = room.read("before.texm");
        for (out, back) in [
            ("", ""),
            ("--bare", "--like"),
            ("--alpha opaque", "--like"),
            ("--alpha split", "--like --alpha split"),
        ] {
            let _ = std::fs::remove_file(room.at("picture.alpha.png"));
            room.fine(&format!("convert {archive}/{name} picture.png --force {out}"));
            let split = room.at("picture.alpha.png").exists();
            assert!(!split || out.contains("split"));
            let back = if split { back } else { back.trim_end_matches(" --alpha split") };
            let back = back.replace("--like", &format!("--like {archive}/{name}"));
            let run = room.fine(&format!("convert picture.png after.texm --force {back}"));
            assert!(room.read("after.texm") == before, "{name} {out} {back}");
            assert!(!run.text().contains("rounded"), "{run}");
        }
    }
}

/// Unpacks `archive`, changes something in the folder, packs, and tells what `diff` says.
fn edit(room: &Room, archive: &str, change: impl FnOnce(&Room)) -> Value {
    room.fine(&format!("unpack {archive} folder --force"));
    change(room);
    room.fine(&format!("pack folder new-{archive} --force"));
    room.relict(&format!("diff {archive} new-{archive} --json")).json()["differences"].clone()
}

#[test]
fn one_pixel_changes_one_entry_and_its_smaller_levels() {
    let room = gallery();
    let differences = edit(&room, "textures.lib", |room| {
        let mut picture = seen(&room.read("folder/ARGB8888.0.png"));
        assert_eq!(picture.colour, ColorType::Rgba);
        picture.raw[0] ^= 0xFF;
        room.write("folder/ARGB8888.0.png", png(8, 4, ColorType::Rgba, &picture.raw));
    });
    assert!(each(&differences, "path").iter().all(|path| *path == "ARGB8888.0"), "{differences}");
    let pixels = |level: &str| {
        let all = items(&differences).iter();
        all.filter(|d| d["change"] == "pixels" && d["field"] == level)
            .map(|d| d["differing_pixels"].clone())
            .next()
    };
    assert_eq!(pixels("levels[0]"), Some(json!(1)), "{differences}");
    assert!(pixels("levels[3]").is_some(), "made anew by the mean: {differences}");
    room.fine("pack folder kept.lib --keep-mips");
    let kept = room.relict("diff textures.lib kept.lib --json").json()["differences"].clone();
    assert_eq!(each(&kept, "field"), ["levels[0]", "levels[0]"], "{kept}");
    room.fine("check new-textures.lib kept.lib");
}

#[test]
fn what_a_picture_loses_is_said() {
    let room = gallery();
    room.fine("unpack textures.lib folder");
    let grey = [100, 101, 102].repeat(16);
    room.write("folder/RGB565.0.png", png(4, 4, ColorType::Rgb, &grey));
    let run = room.fine("pack folder new.lib");
    assert!(run.text().contains("16 pixels rounded"), "{run}");
    let answer = room.fine("pack folder new.lib --force --json").json();
    let drawn = &answer["drawn"][0];
    assert_eq!((&drawn["path"], &drawn["losses"]["rounded"]), (&json!("RGB565.0"), &json!(16)));
    let run = room.fine("pack folder new.lib --force --lang ru");
    assert!(run.text().contains("16 пикселей округлены"), "{run}");
}

#[test]
fn what_does_not_fit_is_refused_and_nothing_is_written() {
    let room = gallery();
    room.fine("unpack textures.lib folder");
    let clear = [10, 20, 30, 40].repeat(16);
    let cases = [
        ("RGB565.0.png", png(4, 4, ColorType::Rgba, &clear), "image.alpha"),
        ("PAL8.0.png", png(8, 8, ColorType::Rgb, &[1, 2, 3].repeat(64)), "image.colours"),
        ("LA88.0.png", png(4, 2, ColorType::Rgb, &[1, 2, 3].repeat(8)), "image.grey"),
        ("XRGB888.0.png", b"no picture".to_vec(), "image.png"),
    ];
    for (file, bytes, code) in cases {
        let before = room.read(&format!("folder/{file}"));
        room.write(&format!("folder/{file}"), bytes);
        let run = room.relict("pack folder new.lib").ended(2);
        assert!(run.stderr.contains(&format!("error[{code}]")) && run.stderr.contains(file), "{run}");
        assert!(!room.at("new.lib").exists());
        room.write(&format!("folder/{file}"), before);
    }
    room.write("folder/PAL8.0.png", png(8, 8, ColorType::Rgb, &[1, 2, 3].repeat(64)));
    room.fine("pack folder new.lib --quantise");
}

#[test]
fn settings_of_a_picture_are_edited_in_the_manifest() {
    let room = gallery();
    let differences = edit(&room, "textures.lib", |room| {
        room.edit("folder/relict.json", |json| {
            let entry = json["entries"].as_array_mut().unwrap().iter_mut().find(|e| e["name"] == "PAL8.0");
            entry.unwrap()["settings"]["page"] = json!([[0, 4, 0, 4], [4, 4, 2, 6], [0, 8, 0, 8]]);
        });
    });
    assert_eq!(each(&differences, "path"), ["PAL8.0"; 5], "{differences}");
    assert!(each(&differences, "field").iter().all(|field| field.starts_with("page.rects")), "{differences}");
    room.edit("folder/relict.json", |json| json["entries"][0]["settings"]["fromat"] = json!(1));
    let run = room.relict("pack folder bad.lib").ended(2);
    assert!(run.stderr.contains("error[image.settings]") && run.stderr.contains("fromat"), "{run}");
}

#[test]
fn a_new_picture_becomes_a_texture_of_the_chosen_format() {
    let room = Room::new();
    let red = [255, 0, 0].repeat(64);
    room.write("red.png", png(8, 8, ColorType::Rgb, &red));
    room.fine("convert red.png red.texm");
    let summary = room.fine("info red.texm --json").json()["summary"].clone();
    assert_eq!((&summary["pixel_format"], &summary["mip_count"]), (&json!(888), &json!(1)), "{summary}");
    let run = room.fine("convert red.png red.texm --force --set format=565 --set mips=4");
    assert!(run.text().contains("3 mip levels"), "{run}");
    let summary = room.fine("info red.texm --json").json()["summary"].clone();
    assert_eq!((&summary["pixel_format"], &summary["mip_count"]), (&json!(565), &json!(4)), "{summary}");
    room.fine("check red.texm");
    for level in 0..4 {
        room.fine(&format!("convert red.texm out.png --force --level {level}"));
        assert!(seen(&room.read("out.png")).rgba.chunks(4).all(|pixel| pixel == [255, 0, 0, 255]));
    }
    for (wrong, code) in
        [("format=7", "image.settings"), ("mips=0", "image.settings"), ("nonsense", "cli.usage")]
    {
        let run = room.relict(&format!("convert red.png no.texm --set {wrong}")).ended(2);
        assert!(run.stderr.contains(&format!("error[{code}]")), "{run}");
    }
    assert!(!room.at("no.texm").exists());
}

#[test]
fn alpha_split_off_when_unpacking_comes_back() {
    let room = gallery();
    for how in ["keep", "opaque", "split"] {
        room.fine(&format!("unpack textures.lib folder --force --alpha {how}"));
        assert_eq!(room.at("folder/ARGB8888.0.alpha.png").exists(), how == "split");
        room.fine("pack folder same.lib --force");
        assert!(room.read("same.lib") == room.read("textures.lib"), "{how}");
        let mut picture = seen(&room.read("folder/ARGB8888.0.png"));
        picture.raw[0] ^= 0x80;
        room.write("folder/ARGB8888.0.png", png(8, 4, picture.colour, &picture.raw));
        room.fine("pack folder new.lib --force --keep-mips");
        let told = room.relict("diff textures.lib new.lib --json").ended(1).json();
        let pixels = items(&told["differences"]).iter().find(|d| d["change"] == "pixels").unwrap();
        assert_eq!(pixels["differing_pixels"], 1, "{how}: {told}");
    }
}

/// Gives a PNG without alpha, of the same colours, and with what ours say besides.
fn without_alpha(bytes: &[u8]) -> Vec<u8> {
    let picture = seen(bytes);
    let notes = png::Decoder::new(std::io::Cursor::new(bytes)).read_info().unwrap();
    let notes = notes.info().compressed_latin1_text.clone();
    let colours: Vec<u8> = picture.rgba.chunks(4).flat_map(|p| [p[0], p[1], p[2]]).collect();
    let mut out = vec![];
    let mut encoder = png::Encoder::new(&mut out, picture.size.0, picture.size.1);
    encoder.set_color(ColorType::Rgb);
    for note in notes {
        encoder.add_ztxt_chunk(note.keyword.clone(), note.get_text().unwrap()).unwrap();
    }
    encoder.write_header().unwrap().write_image_data(&colours).unwrap();
    out
}

#[test]
fn alpha_that_cannot_stay_is_told() {
    let room = gallery();
    room.fine("convert textures.lib/ARGB8888.0 old.texm");
    room.fine("convert old.texm noted.png");
    room.write("plain.png", without_alpha(&room.read("noted.png")));
    let losses = |command: &str| {
        let told = room.fine(&format!("convert plain.png new.texm --force --json {command}")).json();
        (told["losses"]["alpha_kept"] == true, told["losses"]["alpha_lost"] == true)
    };
    assert_eq!(losses("--like old.texm"), (true, false));
    assert!(room.read("new.texm") == room.read("old.texm"));
    assert_eq!(losses(""), (false, true), "a note holds no alpha");
    assert_eq!(losses("--like old.texm --set format=565"), (false, true), "and a file may be asked for none");
    assert_eq!(losses("--like old.texm --set format=565 --alpha opaque"), (false, true));
    let wide = [1, 2, 3].repeat(16 * 4);
    room.write("plain.png", png(16, 4, ColorType::Rgb, &wide));
    assert_eq!(losses("--like old.texm"), (false, true), "another size");
    let run = room.fine("convert plain.png new.texm --like old.texm --force --lang ru");
    assert!(run.text().contains("альфа-канал файла потерян"), "{run}");
}

#[test]
fn an_option_that_would_do_nothing_is_refused() {
    let room = gallery();
    room.fine("convert textures.lib/RGB565.0 old.texm");
    for (option, out) in [
        ("--set format=888", "new.texm"),
        ("--quantise", "new.texm"),
        ("--like old.texm", "new.png"),
        ("--keep-mips", "new.png"),
        ("--level 1", "new.json"),
        ("--alpha split", "new.json"),
        ("--bare", "new.texm"),
    ] {
        let run = room.relict(&format!("convert old.texm {out} {option}")).ended(2);
        let name = option.split(' ').next().unwrap();
        assert!(run.stderr.contains("error[cli.usage]") && run.stderr.contains(name), "{run}");
        assert!(!room.at(out).exists(), "{option}");
    }
    let run = room.relict("convert textures.lib sheet.png --alpha opaque").ended(2);
    assert!(run.stderr.contains("--alpha"), "{run}");
}

#[test]
fn a_file_of_alpha_that_is_in_the_way_is_told_before_anything_is_written() {
    let room = gallery();
    room.write("new.alpha.png", b"mine");
    for dry_run in ["", "--dry-run"] {
        let run = room.relict(&format!("convert textures.lib/ARGB8888.0 new.png --alpha split {dry_run}"));
        assert!(run.ended(2).stderr.contains("error[io.exists]"));
    }
    assert!(!room.at("new.png").exists() && room.read("new.alpha.png") == b"mine");
}

#[test]
fn the_page_of_a_picture_that_changed_its_size_is_told() {
    let room = gallery();
    room.fine("convert textures.lib/PAL8.0 old.texm");
    room.write("new.png", png(4, 4, ColorType::Rgb, &[0; 48]));
    let told = room.fine("convert new.png new.texm --like old.texm --quantise --json").json();
    assert_eq!(told["losses"]["rects_kept"], 2, "{told}");
    let command = "convert new.png new.texm --like old.texm --quantise --force --json --set page=[[0,4,0,4]]";
    assert_eq!(room.fine(command).json()["losses"]["rects_kept"], 0);
}

#[test]
fn raw_entries_are_their_very_bytes() {
    let room = gallery();
    room.fine("unpack textures.lib folder --raw");
    assert!(room.read("folder/RGB565.0").starts_with(b"Texm"));
    assert!(!room.at("folder/original").exists());
    room.fine("pack folder same.lib");
    assert!(room.read("same.lib") == room.read("textures.lib"));
}

#[test]
fn one_colour_of_one_phase_changes_exactly_its_bytes() {
    let room = gallery();
    let differences = edit(&room, "material.lib", |room| {
        room.edit("folder/LOOP.json", |json| {
            json["document"]["phases"][1]["diffuse"] = json!([52, 102, 153, 205]);
        });
    });
    let (a, b) = (room.read("material.lib"), room.read("new-material.lib"));
    assert_eq!(a.len(), b.len());
    assert_eq!(a.iter().zip(&b).filter(|(x, y)| x != y).count(), 2);
    assert_eq!(each(&differences, "field"), ["phases[1].diffuse"], "{differences}");
    assert_eq!(differences[0]["path"], "LOOP");
    let run = {
        room.edit("folder/LOOP.json", |json| json["document"]["version"] = json!(3));
        room.relict("pack folder bad.lib").ended(2)
    };
    assert!(run.stderr.contains("error[json.value]") && run.stderr.contains("LOOP.json"), "{run}");
}

#[test]
fn every_material_and_wear_table_comes_back_from_json() {
    let room = gallery();
    let tables = [("mini.rlb", "unit.wea"), ("mini.rlb", "crlf.wea"), ("mini.rlb", "STEEL")];
    let materials = expected("material.lib")["materials"].as_object().unwrap().clone();
    let materials = materials.keys().map(|name| ("material.lib", name.as_str()));
    for (archive, name) in tables.into_iter().chain(materials) {
        let ending = if name.ends_with(".wea") { "wea" } else { "mat0" };
        room.fine(&format!("convert {archive}/{name} x.json --force"));
        room.fine(&format!("convert x.json x.{ending} --force"));
        room.fine(&format!("convert {archive}/{name} before.{ending} --force"));
        assert!(room.read(&format!("x.{ending}")) == room.read(&format!("before.{ending}")), "{name}");
    }
}

#[test]
fn what_only_the_archive_says_of_a_material_is_told_where_it_is_left_behind() {
    let room = gallery();
    for (i, name) in ["OLDV1", "STEEL"].into_iter().enumerate() {
        let told = room.fine(&format!("convert material.lib/{name} {i}.mat0 --json")).json();
        assert_eq!(told["left_behind"]["type"], "MAT0", "{told}");
        room.fine(&format!("convert material.lib/{name} {i}.json"));
        let run = room.fine(&format!("convert {i}.json again{i}.mat0"));
        assert!(run.text().contains("attr2="), "{run}");
    }
    let told = room.fine("convert textures.lib/RGB565.0 a.texm --json").json();
    assert_eq!(told.get("left_behind"), None, "a texture says all of itself");
}

#[test]
fn a_sheet_shows_every_picture_of_an_archive() {
    let room = gallery();
    room.fine("convert textures.lib sheet.png");
    let sheet = seen(&room.read("sheet.png"));
    assert!(sheet.size.0 > 300 && sheet.size.1 > 300);
    let magenta = |rgba: &[u8]| rgba.chunks(4).any(|pixel| pixel == [0x94, 0x61, 0x4A, 255]);
    assert!(magenta(&sheet.rgba), "the first pixel of RGB565.0 is on it");
    let run = room.relict("convert material.lib sheet2.png").ended(2);
    assert!(run.stderr.contains("error[image.none]"), "{run}");
}

#[test]
fn info_shows_a_material_in_the_words_of_both_languages() {
    let room = gallery();
    let run = room.fine("info material.lib/PINGPONG");
    for word in ["Phases", "Animations", "period, ms", "#"] {
        assert!(run.text().contains(word), "{run}");
    }
    assert!(!run.text().contains("show-") && !run.text().contains("head-") && !run.text().contains("word-"));
    let run = room.fine("info material.lib/PINGPONG --lang ru");
    assert!(common::is_cyrillic(run.text()), "{run}");
    assert!(!run.text().contains("show-") && !run.text().contains("head-") && !run.text().contains("word-"));
    let painted = room.fine("info material.lib/PINGPONG --color always");
    assert!(painted.text().contains("\x1b[48;2;"), "{painted}");
}

/// A room with textures of the first Parkan, and their palette beside them if it is wanted.
fn first(with_palette: bool) -> Room {
    let room = Room::new();
    room.take("ngi/first.lib");
    if with_palette {
        room.write("PAL.PAL", std::fs::read(common::fixtures().join("ngi/synthetic.pal")).unwrap());
    }
    room
}

/// What an independent reader saw in the largest level.
fn first_seen(name: &str, how: &str) -> String {
    expected("first.lib")["textures"][name]["levels"][0][how].as_str().unwrap().to_owned()
}

#[test]
fn colours_come_from_a_palette_beside_the_archive_or_from_one_that_is_named() {
    let (bare, beside) = (first(false), first(true));
    let rgba = |room: &Room, line: &str| {
        room.fine(&format!("convert {line} --force"));
        sha256(&seen(&room.read("x.png")).rgba)
    };
    let (grey, coloured) = ("grey_rgba8_sha256", "rgba8_sha256");
    assert_eq!(rgba(&bare, "first.lib/WALL.A x.png"), first_seen("WALL.A", grey));
    assert_eq!(rgba(&beside, "first.lib/WALL.A x.png"), first_seen("WALL.A", coloured));
    assert_eq!(rgba(&beside, "first.lib/ENGINE.V1 x.png"), first_seen("ENGINE.V1", grey));
    assert_eq!(
        rgba(&beside, "first.lib/ENGINE.V1 x.png --palette PAL.PAL"),
        first_seen("ENGINE.V1", coloured)
    );
    beside.write("colours", &beside.read("PAL.PAL")[..1024]);
    assert_eq!(rgba(&beside, "first.lib/LAVA.A1 x.png --palette colours"), first_seen("LAVA.A1", coloured));
    beside.write("short", &beside.read("PAL.PAL")[..1000]);
    let refused = beside.relict("convert first.lib/WALL.A y.png --palette short").ended(2);
    assert!(refused.text().is_empty() && refused.stderr.contains("palette.size"), "{refused}");
    let idle = beside.relict("convert first.lib/WALL.A wall.json --palette PAL.PAL").ended(2);
    assert!(idle.stderr.contains("--palette"), "{idle}");
}

#[test]
fn a_loose_texture_has_the_palette_of_its_folder_and_goes_back_without_any() {
    let room = first(true);
    room.fine("convert first.lib/DOOR.A2 DOOR.A2.texm");
    let original = room.read("DOOR.A2.texm");
    room.fine("convert DOOR.A2.texm door.png");
    assert_eq!(sha256(&seen(&room.read("door.png")).rgba), first_seen("DOOR.A2", "rgba8_sha256"));
    std::fs::create_dir(room.at("elsewhere")).unwrap();
    for out in ["again.texm", "elsewhere/again.texm"] {
        let run = room.fine(&format!("convert door.png {out}"));
        assert_eq!(room.read(out), original, "{out}");
        assert!(!run.text().contains("indices"), "{run}");
    }
    room.fine("convert DOOR.A2.texm bare.png --bare");
    let told = room.fine("convert bare.png elsewhere/like.texm --like DOOR.A2.texm");
    assert!(!told.text().contains("indices") && room.read("elsewhere/like.texm") == original, "{told}");
}

#[test]
fn textures_of_the_first_parkan_are_edited_in_the_unpacked_folder() {
    let room = first(true);
    room.fine("unpack first.lib folder");
    room.fine("pack folder same.lib");
    assert_eq!(room.read("same.lib"), room.read("first.lib"));
    let wall = seen(&room.read("folder/WALL.A.png"));
    assert_eq!(sha256(&wall.rgba), first_seen("WALL.A", "rgba8_sha256"));
    assert_eq!(wall.colour, ColorType::Indexed);
    // In true colour, as some paint programs save it, with another colour of the palette in the first pixel.
    let mut rgb: Vec<u8> = wall.rgba.chunks(4).flat_map(|pixel| pixel[..3].to_vec()).collect();
    rgb.copy_within(3..6, 0);
    room.write("folder/WALL.A.png", png(8, 4, ColorType::Rgb, &rgb));
    std::fs::create_dir(room.at("far")).unwrap();
    let refused = room.relict("pack folder far/new.lib").ended(2);
    assert!(refused.stderr.contains("image.palette"), "{refused}");
    for line in ["pack folder new.lib", "pack folder far/new.lib --palette PAL.PAL"] {
        room.fine(line);
    }
    assert_eq!(room.read("new.lib"), room.read("far/new.lib"));
    let differences = room.relict("diff first.lib new.lib --json").json()["differences"].clone();
    assert!(each(&differences, "path").iter().all(|path| *path == "WALL.A"), "{differences}");
    rgb[0] ^= 1;
    room.write("folder/WALL.A.png", png(8, 4, ColorType::Rgb, &rgb));
    let refused = room.relict("pack folder odd.lib").ended(2);
    assert!(refused.stderr.contains("image.outer-colours"), "{refused}");
    let run = room.fine("pack folder odd.lib --quantise");
    assert!(run.text().contains("1 pixel rounded"), "{run}");
}

#[test]
fn a_palette_that_is_missing_is_worth_a_note_and_no_more() {
    let room = first(false);
    let run = room.fine("check first.lib --json");
    let answer = run.json();
    let notes: Vec<_> = items(&answer["findings"]).iter().filter(|one| one["severity"] == "info").collect();
    assert_eq!((notes.len(), &answer["errors"], &answer["warnings"]), (6, &json!(0), &json!(1)), "{run}");
    assert!(notes.iter().all(|note| note["code"] == "texm.palette-missing"), "{run}");
    let text = room.fine("check first.lib");
    assert!(text.text().contains("note[texm.palette-missing]"), "{text}");
    let russian = room.fine("check first.lib --lang ru");
    assert!(russian.text().contains("замечание[texm.palette-missing]"), "{russian}");
    let beside = first(true).fine("check first.lib --json").json();
    assert_eq!(each(&beside["findings"], "path"), ["first.lib/ENGINE.V1", "first.lib/LAVA.A2"]);
}

#[test]
fn a_material_with_the_whole_of_an_atlas_beside_a_cell_of_it_is_no_reason_to_refuse_a_library() {
    let room = gallery();
    room.fine("unpack material.lib folder");
    room.edit("folder/DEFAULT.json", |json| {
        let phase = json["document"]["phases"][0].clone();
        let shown = |cell: i8| {
            let mut phase = phase.clone();
            (phase["texture"], phase["cell"]) = (json!("ARGB8888.0"), json!(cell));
            phase
        };
        json["document"]["phases"] = json!([shown(-1), shown(0)]);
    });
    room.fine("pack folder Material2.lib");
    room.fine("check Material2.lib");
    room.fine("unpack Material2.lib again");
    room.edit("folder/DEFAULT.json", |json| json["document"]["phases"][1]["cell"] = json!(9));
    room.fine("pack folder Material2.lib --force");
    let refused = room.relict("unpack Material2.lib odd").ended(2);
    assert!(refused.stderr.contains("mat0.cell-outside"), "{refused}");
}
