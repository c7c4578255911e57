//! Games for phones through the program: apart and together again, edited as people edit them, signed, and damaged.

// A test stops at the first surprise.
#![allow(clippy::unwrap_used, clippy::panic)]

use crate::common::{Room, Run, fixtures, items, sha256, tree};
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::fs;
use std::io::Read;
use std::path::Path;
use std::process::Command;

const GOOD: [&str; 9] = [
    "doom-rpg.jar",
    "doom-rpg-signed.jar",
    "orcs-elves.jar",
    "orcs-elves-seed.jar",
    "orcs-elves-2-brew.zip",
    "orcs-elves-2-seed.jar",
    "wolfenstein-rpg.jar",
    "doom2-rpg-brew.zip",
    "doom2-rpg-bundle.zip",
];

fn room() -> Room {
    let room = Room::new();
    GOOD.iter().for_each(|name| drop(room.take(&format!("idmobile/good/{name}"))));
    room
}

fn expected(name: &str) -> Value {
    let path = fixtures().join("idmobile/expected").join(format!("{name}.json"));
    serde_json::from_slice(&fs::read(path).unwrap()).unwrap()
}

/// An indexed picture as it stands in a PNG.
struct Indexed {
    width: u32,
    height: u32,
    palette: Vec<u8>,
    indices: Vec<u8>,
}

fn read_png(path: &Path) -> Indexed {
    let file = std::io::BufReader::new(fs::File::open(path).unwrap());
    let mut decoder = png::Decoder::new(file);
    decoder.set_transformations(png::Transformations::IDENTITY);
    let mut reader = decoder.read_info().unwrap();
    assert_eq!(reader.info().color_type, png::ColorType::Indexed, "{}", path.display());
    let (width, height) = (reader.info().width, reader.info().height);
    let palette = reader.info().palette.as_ref().unwrap().to_vec();
    let mut indices = vec![0; reader.output_buffer_size().unwrap()];
    reader.next_frame(&mut indices).unwrap();
    Indexed { width, height, palette, indices }
}

fn write_png(path: &Path, picture: &Indexed) {
    let mut encoder = png::Encoder::new(fs::File::create(path).unwrap(), picture.width, picture.height);
    encoder.set_color(png::ColorType::Indexed);
    encoder.set_depth(png::BitDepth::Eight);
    encoder.set_palette(picture.palette.clone());
    encoder.write_header().unwrap().write_image_data(&picture.indices).unwrap();
}

/// The same for a sprite, of which one index is transparent.
fn write_sprite(path: &Path, picture: &Indexed, transparent: Option<u64>) {
    let mut encoder = png::Encoder::new(fs::File::create(path).unwrap(), picture.width, picture.height);
    encoder.set_color(png::ColorType::Indexed);
    encoder.set_depth(png::BitDepth::Eight);
    encoder.set_palette(picture.palette.clone());
    let alpha = |index: usize| if Some(index as u64) == transparent { 0 } else { 255 };
    encoder.set_trns((0..picture.palette.len() / 3).map(alpha).collect::<Vec<u8>>());
    encoder.write_header().unwrap().write_image_data(&picture.indices).unwrap();
}

/// The one file of a folder whose name begins so.
fn named(folder: &Path, start: &str) -> std::path::PathBuf {
    let files = fs::read_dir(folder).unwrap_or_else(|e| panic!("{}: {e}", folder.display()));
    let mut files = files.map(|file| file.unwrap().path());
    let is = |path: &std::path::PathBuf| path.file_name().unwrap().to_string_lossy().starts_with(start);
    files.find(is).unwrap_or_else(|| panic!("{start} in {}", folder.display()))
}

/// Gives one pixel of a picture another index.
fn edit_pixel(path: &Path) {
    let mut picture = read_png(path);
    picture.indices[100] = (picture.indices[100] + 1) % 16;
    write_png(path, &picture);
}

/// Gives every pixel of a picture in true colour another red.
fn invert_red(path: &Path) {
    let mut reader =
        png::Decoder::new(std::io::BufReader::new(fs::File::open(path).unwrap())).read_info().unwrap();
    let mut bytes = vec![0; reader.output_buffer_size().unwrap()];
    let info = reader.next_frame(&mut bytes).unwrap();
    bytes.chunks_mut(info.color_type.samples()).for_each(|pixel| pixel[0] ^= 0x80);
    let mut encoder = png::Encoder::new(fs::File::create(path).unwrap(), info.width, info.height);
    encoder.set_color(info.color_type);
    encoder.write_header().unwrap().write_image_data(&bytes).unwrap();
}

/// The entries of a JAR, with their hashes.
fn entries(room: &Room, jar: &str) -> BTreeMap<String, String> {
    let listed = room.fine(&format!("ls --hash --json {jar}")).json();
    let text = |value: &Value| value.as_str().unwrap().to_owned();
    items(&listed["entries"]).iter().map(|one| (text(&one["name"]), text(&one["sha256"]))).collect()
}

/// Those that differ between two JARs.
fn changed(room: &Room, a: &str, b: &str) -> Vec<String> {
    let (a, b) = (entries(room, a), entries(room, b));
    let names: std::collections::BTreeSet<&String> = a.keys().chain(b.keys()).collect();
    names.into_iter().filter(|name| a.get(*name) != b.get(*name)).cloned().collect()
}

/// Others must be able to read it, too: a reader that was written for nothing else, and the programs that are there.
fn others_accept(room: &Room, jar: &str) {
    read_strictly(&room.read(jar));
    for (program, args) in [("unzip", ["-tqq"]), ("jar", ["tf"])] {
        match Command::new(program).args(args).arg(room.at(jar)).output() {
            Ok(told) => {
                assert!(told.status.success(), "{program}: {}", String::from_utf8_lossy(&told.stderr));
            }
            Err(error) => eprintln!("{program} was not asked about {jar}: {error}"),
        }
    }
}

/// Reads a ZIP as the strictest of readers would: members one behind the other, both headers saying the same, every size
/// and sum right, and nothing that the directory does not name. The members come back by their names.
fn read_strictly(zip: &[u8]) -> Vec<(String, Vec<u8>)> {
    let number = |at: usize, size: usize| {
        zip[at..at + size].iter().rev().fold(0, |number: usize, byte| number << 8 | usize::from(*byte))
    };
    let end = zip.windows(4).rposition(|four| four == b"PK\x05\x06").unwrap();
    let (count, size, start) = (number(end + 10, 2), number(end + 12, 4), number(end + 16, 4));
    assert_eq!((start + size, end + 22 + number(end + 20, 2)), (end, zip.len()));
    let (mut at, mut places, mut members) = (start, vec![], vec![]);
    for _ in 0..count {
        assert_eq!(zip[at..at + 4], *b"PK\x01\x02");
        let (local, name) = (number(at + 42, 4), number(at + 28, 2));
        assert_eq!(zip[local..local + 4], *b"PK\x03\x04");
        let described = number(local + 6, 2) & 8 != 0;
        let shared = if described { 10 } else { 22 };
        assert_eq!(zip[local + 4..local + 4 + shared], zip[at + 6..at + 6 + shared], "headers differ");
        assert_eq!(zip[local + 30..local + 30 + name], zip[at + 46..at + 46 + name], "names differ");
        let begin = local + 30 + name + number(local + 28, 2);
        let packed = &zip[begin..begin + number(at + 20, 4)];
        let plain = match number(at + 10, 2) {
            0 => packed.to_vec(),
            _ => inflated(packed),
        };
        let mut sum = flate2::Crc::new();
        sum.update(&plain);
        assert_eq!((plain.len(), sum.sum() as usize), (number(at + 24, 4), number(at + 16, 4)));
        places.push((local, begin + packed.len() + if described { 16 } else { 0 }));
        members.push((String::from_utf8(zip[at + 46..at + 46 + name].to_vec()).unwrap(), plain));
        at += 46 + name + number(at + 30, 2) + number(at + 32, 2);
    }
    assert_eq!(at, end);
    places.sort_unstable();
    let ends = [0].into_iter().chain(places.iter().map(|place| place.1));
    assert!(ends.eq(places.iter().map(|place| place.0).chain([start])), "{places:?}");
    members
}

/// What a stream gives that ends with its bytes.
fn inflated(packed: &[u8]) -> Vec<u8> {
    let mut decoder = flate2::bufread::DeflateDecoder::new(packed);
    let mut plain = vec![];
    decoder.read_to_end(&mut plain).unwrap();
    assert_eq!(decoder.total_in() as usize, packed.len());
    plain
}

fn relict(room: &Room, args: &[&str]) -> Run {
    room.run(args)
}

#[test]
fn every_good_archive_is_taken_apart_and_packs_to_the_same_bytes() {
    let room = room();
    for name in GOOD {
        let told = room.fine(&format!("unpack --json {name} {name}.work")).json();
        assert!(told["spread"].as_u64().unwrap() > 0 && told["not_spread"] == json!([]), "{told}");
        room.fine(&format!("pack {name}.work {name}.packed"));
        assert!(room.read(&format!("{name}.packed")) == room.read(name), "{name}");
        let told = room.fine(&format!("unpack --raw --json {name} {name}.raw")).json();
        assert_eq!(told["spread"], 0);
        assert!(room.json(&format!("{name}.raw/relict.json")).get("spread").is_none());
        room.fine(&format!("pack {name}.raw {name}.packed --force"));
        assert!(room.read(&format!("{name}.packed")) == room.read(name), "{name}, raw");
    }
}

#[test]
fn files_that_a_program_wrote_anew_are_no_edit() {
    let room = room();
    for name in GOOD {
        room.fine(&format!("unpack {name} {name}.work"));
        let folder = room.json(&format!("{name}.work/relict.json"))["spread"]["folder"].clone();
        let folder = room.at(&format!("{name}.work")).join(folder.as_str().unwrap());
        fs::write(folder.join("notes.txt"), "what I am going to do").unwrap();
        let told = room.fine(&format!("pack --json {name}.work {name}.packed")).json();
        assert_eq!((&told["changed"], &told["edited"]), (&json!([]), &json!([])), "{name}");
        assert!(room.read(&format!("{name}.packed")) == room.read(name), "{name}");
    }
}

#[test]
fn one_pixel_of_one_texture_changes_one_entry_and_diff_names_both() {
    let room = room();
    room.fine("unpack doom-rpg.jar work");
    let folder = room.at("work/Doom RPG/Unpacked/ColourTextures");
    edit_pixel(&named(&folder, "texture_004_b003"));
    let told = room.fine("pack --json work new.jar").json();
    assert_eq!(told["changed"], json!(["wtexels.bin"]));
    assert_eq!(items(&told["edited"]).len(), 1, "{told}");
    assert!(told["edited"][0].as_str().unwrap().starts_with("Doom RPG/Unpacked/ColourTextures/texture_004"));
    assert_eq!(changed(&room, "doom-rpg.jar", "new.jar"), ["wtexels.bin"]);
    room.fine("check new.jar");
    others_accept(&room, "new.jar");
    let told = room.relict("diff --json doom-rpg.jar new.jar").ended(1).json();
    let pixels: Vec<&Value> =
        items(&told["differences"]).iter().filter(|one| one["change"] == "pixels").collect();
    assert_eq!(pixels.len(), 1, "{told}");
    assert_eq!(pixels[0]["differing_pixels"], 1);
    assert!(pixels[0]["path"].as_str().unwrap().starts_with("wtexels.bin/"), "{told}");
    assert!(pixels[0]["path"].as_str().unwrap().contains('3'), "{told}");
    // What was packed is taken apart to what was edited.
    room.fine("unpack new.jar again");
    room.fine("pack again again.jar");
    assert!(room.read("again.jar") == room.read("new.jar"));
}

/// The differences that tell of pixels, by their paths.
fn redrawn(room: &Room, a: &str, b: &str) -> Vec<(String, Option<u64>)> {
    let told = room.relict(&format!("diff --json {a} {b}")).ended(1).json();
    let pixels = items(&told["differences"]).iter().filter(|one| one["change"] == "pixels");
    pixels.map(|one| (one["path"].as_str().unwrap().to_owned(), one["differing_pixels"].as_u64())).collect()
}

#[test]
fn diff_names_pictures_that_no_entry_is_by_their_files() {
    let room = room();
    let cases = [
        ("doom-rpg.jar", "Doom RPG/Unpacked/Sprites/sprite_003.png", 1),
        // Another sprite has the same shape.
        ("orcs-elves.jar", "Orcs & Elves/Unpacked/Sprites/sprite_003.png", 2),
        ("wolfenstein-rpg.jar", "Wolfenstein RPG/Unpacked/Media/media_0005.png", 1),
        // Another image has the same texels.
        ("doom2-rpg-brew.zip", "Doom RPG II/Unpacked/Media/media_0004.png", 2),
        ("doom2-rpg-bundle.zip", "Doom RPG II/Unpacked/Media/media_0005.png", 1),
    ];
    for (jar, file, pictures) in cases {
        let (work, new) = (format!("{jar}.work"), format!("{jar}.new"));
        room.fine(&format!("unpack {jar} {work}"));
        let path = room.at(&work).join(file);
        let mut picture = read_png(&path);
        // Two colours that are there, so that what is visible stays so.
        let visible = picture.indices[picture.indices.len() / 2];
        let other = picture.indices.iter().position(|index| *index < 16 && *index != visible).unwrap();
        let (at, index) = (picture.indices.len() / 2, picture.indices[other]);
        picture.indices[at] = index;
        let clear =
            room.json(&format!("{work}/{}", file.replace(".png", ".json")))["transparent_index"].clone();
        write_sprite(&path, &picture, clear.as_u64());
        room.fine(&format!("pack {work} {new}"));
        let told = redrawn(&room, jar, &new);
        assert_eq!(told.len(), pictures, "{jar}: {told:?}");
        assert!(told.contains(&(file.to_owned(), Some(1))), "{jar}: {told:?}");
        others_accept(&room, &new);
    }
}

#[test]
fn diff_tells_of_colours_and_sizes_once() {
    let room = room();
    room.fine("unpack doom-rpg.jar work");
    // Another colour is one of the palette, and not of all pictures that have it.
    let strip = room.at("work/Doom RPG/Unpacked/Palettes/palette_001.png");
    invert_red(&strip);
    room.fine("pack work colours.jar");
    let told = redrawn(&room, "doom-rpg.jar", "colours.jar");
    assert!(told.iter().all(|(path, _)| path == "palettes.bin"), "{told:?}");
    // A sprite of another size has no pixels to compare.
    room.fine("unpack doom-rpg.jar more");
    let sprite = room.at("more/Doom RPG/Unpacked/Sprites/sprite_000.png");
    let mut picture = read_png(&sprite);
    let rows = picture.height as usize / 2;
    picture.indices.truncate(rows * picture.width as usize);
    picture.height = rows as u32;
    write_sprite(&sprite, &picture, Some(16));
    room.fine("pack more sprite.jar");
    let told = redrawn(&room, "doom-rpg.jar", "sprite.jar");
    assert_eq!(told, [("Doom RPG/Unpacked/Sprites/sprite_000.png".to_owned(), None)]);
}

#[test]
fn an_entry_and_the_pictures_of_it_cannot_both_be_edited() {
    let room = room();
    room.fine("unpack doom-rpg.jar work");
    let before = room.read("work/wtexels.bin");
    let mut walls = before.clone();
    walls[100] ^= 1;
    room.write("work/wtexels.bin", &walls);
    let told = room.fine("pack --json work by-hand.jar").json();
    assert_eq!((&told["changed"], &told["edited"]), (&json!(["wtexels.bin"]), &json!([])));
    let folder = room.at("work/Doom RPG/Unpacked/ColourTextures");
    edit_pixel(&named(&folder, "texture_004_b003"));
    let told = room.relict("pack work both.jar").ended(2);
    assert!(told.stderr.contains("error[folder.two-edits]"), "{told}");
    assert!(told.stderr.contains("wtexels.bin") && told.stderr.contains("Doom RPG/Unpacked"), "{told}");
    assert!(!room.at("both.jar").exists());
    // Another entry by hand is in nobody's way.
    room.write("work/wtexels.bin", &before);
    let mut mappings = room.read("work/mappings.bin");
    let last = mappings.len() - 2;
    mappings[last] = 0;
    room.write("work/mappings.bin", &mappings);
    let told = room.fine("pack --json work both.jar").json();
    assert_eq!(told["changed"].as_array().unwrap().len(), 2, "{told}");
}

#[test]
fn a_folder_of_another_program_packs_with_the_archive_that_it_came_from() {
    let room = room();
    room.fine("unpack doom-rpg.jar work");
    // Only what the community's editor knows.
    fs::create_dir_all(room.at("seed/Doom RPG/Unpacked")).unwrap();
    for folder in ["Textures", "Palettes"] {
        fs::rename(
            room.at("work/Doom RPG/Unpacked").join(folder),
            room.at("seed/Doom RPG/Unpacked").join(folder),
        )
        .unwrap();
    }
    for (i, folder) in ["seed", "seed/Doom RPG", "seed/Doom RPG/Unpacked"].into_iter().enumerate() {
        let out = format!("{i}.jar");
        relict(&room, &["pack", folder, &out, "--like", "doom-rpg.jar"]).ended(0);
        assert!(room.read(&out) == room.read("doom-rpg.jar"), "{folder}");
    }
    // Without the archive nobody knows what to do with it, and with another one neither.
    let told = room.relict("pack seed none.jar").ended(2);
    assert!(told.stderr.contains("error[folder.no-manifest]") && told.stderr.contains("--like"), "{told}");
    room.fine("unpack wolfenstein-rpg.jar wolf");
    fs::create_dir(room.at("empty")).unwrap();
    let told = room.relict("pack empty none.jar --like doom-rpg.jar").ended(2);
    assert!(told.stderr.contains("error[pack.like-layout]"), "{told}");
    room.write("plain.zip", empty_zip());
    let told = room.relict("pack seed none.jar --like plain.zip").ended(2);
    assert!(told.stderr.contains("error[pack.like-whole]"), "{told}");
    assert!(!room.at("none.jar").exists());
}

fn empty_zip() -> Vec<u8> {
    [b"PK\x05\x06".to_vec(), vec![0; 18]].concat()
}

#[test]
fn every_case_of_packing_gives_what_is_expected() {
    let room = room();
    let cases = expected("pack");
    let cases = items(&cases["cases"]);
    assert!(cases.len() >= 10);
    for case in cases {
        let (name, base) = (case["case"].as_str().unwrap(), case["base"].as_str().unwrap());
        let base = base.strip_prefix("good/").unwrap();
        let folder = fixtures().join("idmobile").join(case["input"].as_str().unwrap());
        let out = format!("{name}.jar");
        let pack = |more: &[&str]| {
            let args = ["pack", folder.to_str().unwrap(), &out, "--like", base, "--force"];
            relict(&room, &[&args[..], more].concat())
        };
        if case["must"] == "ok" {
            pack(&[]).ended(0);
            let found = entries(&room, &out);
            for (entry, hash) in case["result"].as_object().unwrap() {
                assert_eq!(found[entry], hash.as_str().unwrap(), "{name}: {entry}");
            }
            let mut wanted: Vec<&String> = case["result"].as_object().unwrap().keys().collect();
            wanted.sort();
            assert_eq!(changed(&room, base, &out).iter().collect::<Vec<_>>(), wanted, "{name}");
            room.fine(&format!("check {out}"));
            others_accept(&room, &out);
        } else {
            let told = pack(&[]).ended(2);
            assert!(told.stderr.contains("error[game."), "{told}");
            assert!(!room.at(&out).exists(), "{name}");
        }
        if let Some(result) = case.get("lenient_result").and_then(Value::as_object) {
            pack(&["--lenient"]).ended(0);
            let found = entries(&room, &out);
            for (entry, hash) in result {
                assert_eq!(found[entry], hash.as_str().unwrap(), "{name}: {entry}");
            }
        }
    }
}

#[test]
fn a_signature_stops_packing_or_is_taken_away_or_kept() {
    let room = room();
    let jar = "doom-rpg-signed.jar";
    room.fine(&format!("unpack {jar} work"));
    edit_pixel(&named(&room.at("work/Doom RPG/Unpacked/ColourTextures"), "texture_004_b003"));
    room.write("new.jad", "MIDlet-Jar-Size: 1\n");
    let told = room.relict("pack work new.jar").ended(2);
    assert!(told.stderr.contains("error[pack.signed]") && told.stderr.contains("wtexels.bin"), "{told}");
    assert!(told.stderr.contains("--strip-signature") && !room.at("new.jar").exists(), "{told}");

    let told = room.fine("pack --json work new.jar --keep-signature").json();
    assert_eq!(changed(&room, jar, "new.jar"), ["wtexels.bin"]);
    assert_eq!(items(&told["remarks"])[0]["what"], "pack-companion");

    room.fine("pack work bare.jar --strip-signature");
    let (before, after) = (entries(&room, jar), entries(&room, "bare.jar"));
    assert!(!after.keys().any(|name| name.ends_with(".SF") || name.ends_with(".RSA")), "{after:?}");
    assert!(before.keys().any(|name| name.ends_with(".SF")));
    assert_eq!(room.fine("info --json bare.jar").json()["summary"]["signed"], false);
    let name = "META-INF/MANIFEST.MF";
    for (jar, file) in [(jar, "before.mf"), ("bare.jar", "after.mf")] {
        room.fine(&format!("convert {jar}/{name} {file}"));
    }
    assert!(room.read("before.mf").starts_with(&room.read("after.mf")));
    assert!(room.read("before.mf").len() > room.read("after.mf").len());
    others_accept(&room, "bare.jar");
    // As an example for another folder it is signed all the same.
    let folder = room.at("work/Doom RPG/Unpacked");
    let folder = folder.to_str().unwrap();
    let told = relict(&room, &["pack", folder, "like.jar", "--like", jar]).ended(2);
    assert!(told.stderr.contains("error[pack.signed]"), "{told}");
    relict(&room, &["pack", folder, "like.jar", "--like", jar, "--strip-signature"]).ended(0);
    assert_eq!(entries(&room, "like.jar"), after);
    // What nobody signed may change.
    room.fine(&format!("unpack {jar} other --raw"));
    room.edit("other/relict.json", |manifest| {
        manifest["entries"].as_array_mut().unwrap().push(json!({"name": "new.txt", "file": "new.txt"}));
    });
    room.write("other/new.txt", "new");
    room.fine("pack other new.jar --force");
}

#[test]
fn damaged_archives_are_refused_or_told_of_and_nothing_gets_out() {
    let room = Room::new();
    let cases = expected("bad");
    for case in items(&cases["cases"]) {
        let name = room.take(&format!("idmobile/{}", case["fixture"].as_str().unwrap()));
        let is_error = case["must"] == "error";
        let before = room.tree();
        let checked = room.relict(&format!("check --json {name}"));
        let told = checked.json();
        let (errors, warnings) = (&told["errors"], &told["warnings"]);
        assert_eq!(errors.as_u64() > Some(0), is_error, "{checked}");
        assert!(is_error || warnings.as_u64() > Some(0), "{checked}");
        let run = room.relict(&format!("unpack {name} out")).ended(if is_error { 2 } else { 0 });
        if is_error {
            assert!(run.stderr.starts_with("error["), "{run}");
            assert_eq!(room.tree(), before, "{run}");
        } else {
            room.fine("pack out again.jar");
            assert!(room.read("again.jar") == room.read(&name), "{name}");
            fs::remove_dir_all(room.at("out")).unwrap();
            fs::remove_file(room.at("again.jar")).unwrap();
            assert_eq!(room.tree(), before, "{run}");
        }
        let tolerated = room.relict(&format!("unpack --tolerant --json {name} out"));
        if tolerated.code == Some(0) {
            room.fine("pack out again.jar");
            assert!(room.read("again.jar") == room.read(&name), "{name}, tolerated");
            fs::remove_dir_all(room.at("out")).unwrap();
            fs::remove_file(room.at("again.jar")).unwrap();
        }
        assert_eq!(room.tree(), before, "{tolerated}");
    }
}

#[test]
fn names_that_lead_elsewhere_stay_in_a_folder_however_deep() {
    let room = Room::new();
    let name = room.take("idmobile/bad/zip-slip.jar");
    // So deep that whoever climbs is still found.
    fs::create_dir_all(room.at("1/2/3/4")).unwrap();
    let before = room.tree();
    room.fine(&format!("unpack {name} 1/2/3/4/out"));
    let inside = |path: &String| path.starts_with("1/2/3/4/out");
    let added: Vec<String> = room.tree().into_keys().filter(|path| !before.contains_key(path)).collect();
    assert!(added.iter().any(|path| path.contains("evil")) && added.iter().all(inside), "{added:?}");
    for listed in items(&room.json("1/2/3/4/out/relict.json")["entries"]) {
        let name = listed["name"].as_str().unwrap();
        if name.starts_with(['/', 'C']) && name.contains("evil") {
            assert!(!Path::new(name).exists(), "{name}");
        }
    }
}

/// The entries of a JAR as files of a folder, as another program leaves them.
fn lay_loose(room: &Room, jar: &str, folder: &str) {
    for (name, bytes) in read_strictly(&room.read(jar)) {
        let to = room.at(folder).join(&name);
        if !name.ends_with('/') {
            fs::create_dir_all(to.parent().unwrap()).unwrap();
            fs::write(to, bytes).unwrap();
        }
    }
}

#[test]
fn loose_resources_are_the_game_that_they_would_be_in_a_jar() {
    let room = room();
    for jar in [
        "doom-rpg.jar",
        "orcs-elves.jar",
        "orcs-elves-2-seed.jar",
        "wolfenstein-rpg.jar",
        "doom2-rpg-brew.zip",
    ] {
        let folder = format!("{jar}.loose");
        lay_loose(&room, jar, &folder);
        let facts = |path: &str| {
            let mut summary = room.fine(&format!("info --json {path}")).json()["summary"].clone();
            let summary = summary.as_object_mut().unwrap();
            // A folder has no comment, and no entries that are folders.
            ["comment", "entries"].iter().for_each(|fact| drop(summary.remove(*fact)));
            summary.clone()
        };
        assert_eq!(facts(&folder), facts(jar), "{jar}");
        room.fine(&format!("convert {jar} {jar}.png"));
        room.fine(&format!("convert {folder} {folder}.png"));
        assert!(room.read(&format!("{jar}.png")) == room.read(&format!("{folder}.png")), "{jar}");
        room.fine(&format!("unpack {folder} {folder}.work"));
        room.fine(&format!("pack {folder}.work {folder}.jar"));
        others_accept(&room, &format!("{folder}.jar"));
        let (mut before, after) = (entries(&room, jar), entries(&room, &format!("{folder}.jar")));
        before.retain(|name, _| !name.ends_with('/'));
        assert_eq!(after, before, "{jar}");
        // And it may be the example for pictures of another program.
        let work = room.json(&format!("{folder}.work/relict.json"));
        let pictures = room.at(&format!("{folder}.work")).join(work["spread"]["folder"].as_str().unwrap());
        let out = format!("{folder}.like.jar");
        relict(&room, &["pack", pictures.to_str().unwrap(), &out, "--like", &folder]).ended(0);
        assert!(room.read(&out) == room.read(&format!("{folder}.jar")), "{jar}");
    }
    // Other folders are no files: one without a game, and one that was unpacked from one.
    for folder in ["doom-rpg.jar.loose.work", "doom-rpg.jar.loose/META-INF"] {
        let told = room.relict(&format!("info {folder}")).ended(2);
        assert!(told.stderr.contains("error[io.is-folder]"), "{told}");
    }
}

#[test]
fn what_cannot_be_spread_out_is_said_when_errors_are_tolerated() {
    let room = Room::new();
    let name = room.take("idmobile/bad/mappings-texture-out-of-range.jar");
    let told = room.fine(&format!("unpack --tolerant --json {name} out")).json();
    assert_eq!((&told["spread"], items(&told["not_spread"]).len()), (&json!(0), 1), "{told}");
    assert!(room.json("out/relict.json").get("spread").is_none());
    let run = room.fine(&format!("unpack --tolerant {name} more"));
    assert!(run.stderr.contains("left out"), "{run}");
}

#[test]
fn sheets_and_maps_are_drawn_in_the_colours_of_the_game() {
    let room = room();
    for name in GOOD {
        room.fine(&format!("convert {name} {name}.png"));
        assert!(room.read(&format!("{name}.png")).starts_with(b"\x89PNG"), "{name}");
    }
    // The pictures of one game are not those of another.
    let sheets: std::collections::BTreeSet<String> =
        GOOD.iter().map(|name| sha256(&room.read(&format!("{name}.png")))).collect();
    assert!(sheets.len() >= GOOD.len() - 1, "{sheets:?}");
    room.fine("convert doom-rpg.jar/level01.bsp map.svg");
    room.fine("convert doom-rpg.jar/level01.bsp map.png");
    // Alone, a map knows no colours.
    room.fine("convert doom-rpg.jar/level01.bsp level01.bsp");
    room.fine("convert level01.bsp plain.svg");
    let (map, plain) = (room.read("map.svg"), room.read("plain.svg"));
    assert!(map.starts_with(b"<svg") && plain.starts_with(b"<svg") && map != plain);
    // With its resources beside it, it does.
    for name in ["wtexels.bin", "palettes.bin", "mappings.bin", "bitshapes.bin", "stexels.bin"] {
        room.fine(&format!("convert doom-rpg.jar/{name} {name}"));
    }
    room.fine("convert level01.bsp loose.svg");
    assert!(room.read("loose.svg") == map);
    let told = room.relict("convert doom-rpg.jar/level01.bsp map.glb").ended(2);
    assert!(told.stderr.contains("png, svg"), "{told}");
}

/// One map of each game: by its path, in the unpacked folder, and packed again with another start tile.
#[test]
fn maps_of_all_games_are_drawn_and_edited() {
    let room = Room::new();
    for (jar, game, path, plan, form, field) in [
        ("doom-rpg.jar", "Doom RPG", "level01.bsp", "level01.svg", "level01.bsp.json", "/header"),
        ("orcs-elves-j2me.jar", "Orcs & Elves", "maps0.bin/map_01", "map_01.svg", "map_01.json", "/header"),
        (
            "orcs-elves-2-j2me.jar",
            "Orcs & Elves II",
            "maps0.bin/map_01",
            "map_01.svg",
            "map_01.json",
            "/second_header",
        ),
        (
            "wolfenstein-rpg-j2me.jar",
            "Wolfenstein RPG",
            "map00.bin",
            "map00.svg",
            "map00.bin.json",
            "/header",
        ),
        ("doom2-rpg-j2me.jar", "Doom RPG II", "map00.bin", "map00.svg", "map00.bin.json", "/header"),
    ] {
        room.take(&format!("idmobile/good/{jar}"));
        room.fine(&format!("convert {jar}/{path} {jar}.svg"));
        room.fine(&format!("convert {jar}/{path} {jar}.plan.png"));
        assert!(room.read(&format!("{jar}.plan.png")).starts_with(b"\x89PNG"), "{jar}");
        let out = format!("{jar}.out");
        room.fine(&format!("unpack {jar} {out}"));
        let maps = room.at(&out).join(game).join("Unpacked/Maps");
        assert_eq!(room.read(&format!("{jar}.svg")), fs::read(maps.join(plan)).unwrap(), "{jar}");

        let before = tree(&room.at(&out));
        let file =
            [maps.join(form), room.at(&out).join(form)].into_iter().find(|file| file.exists()).unwrap();
        let mut json: Value = serde_json::from_slice(&fs::read(&file).unwrap()).unwrap();
        // An entry of the archive is a document; a map of several entries is not.
        let place = if json["document"].is_object() { format!("/document{field}") } else { field.to_owned() };
        json.pointer_mut(&place).unwrap()["spawn_tile"] = 77.into();
        fs::write(&file, serde_json::to_vec(&json).unwrap()).unwrap();
        room.fine(&format!("pack {out} {jar}.new.jar"));
        room.fine(&format!("unpack {jar}.new.jar {jar}.again"));
        let after = tree(&room.at(&format!("{jar}.again")));
        let other: Vec<&String> =
            before.keys().filter(|name| before.get(*name) != after.get(*name)).collect();
        assert_eq!(before.len(), after.len(), "{jar}");
        let stem = plan.trim_end_matches(".svg");
        let of_map = |name: &str| name.contains(stem) || name.ends_with("maps0.bin") || name == "relict.json";
        assert!(!other.is_empty() && other.iter().all(|name| of_map(name)), "{jar}: {other:?}");
    }
}

#[test]
fn packing_tells_what_a_check_of_the_new_archive_would_find() {
    let room = Room::new();
    room.take("idmobile/good/wolfenstein-rpg-j2me.jar");
    room.fine("unpack wolfenstein-rpg-j2me.jar out");
    let remarks = |line: &str| {
        let told = room.fine(line).json();
        let told =
            items(&told["remarks"]).iter().map(|remark| remark["message"].as_str().unwrap().to_owned());
        told.collect::<Vec<String>>()
    };
    assert_eq!(remarks("pack out same.jar --json"), Vec::<String>::new());
    // Another entry states how long this one is.
    let texts = room.at("out/t_en.json");
    let mut json: Value = serde_json::from_slice(&fs::read(&texts).unwrap()).unwrap();
    let document = &mut json["document"];
    let last = items(&document["texts"]).len() - 1;
    document["texts"][last] = "longer than before".into();
    document["offsets"][last + 1] = (document["offsets"][last].as_u64().unwrap() + 18).into();
    fs::write(&texts, json.to_string()).unwrap();
    let told = remarks("pack out new.jar --json");
    assert!(told[0].contains("language-list.size in hdr"), "{told:?}");
    let found = room.relict("check new.jar --json").json();
    let codes: Vec<&Value> = items(&found["findings"]).iter().map(|finding| &finding["code"]).collect();
    assert_eq!(codes.len(), told.len());
    assert!(codes.iter().zip(&told).all(|(code, told)| told.contains(code.as_str().unwrap())), "{codes:?}");
}

/// Gives the first 66 sprites of Orcs & Elves II seven frames each, as many as the engine has room for.
fn give_many_frames(file: &Path) {
    let bytes = fs::read(file).unwrap();
    let counter = |i: usize| u16::from_le_bytes([bytes[2 * i], bytes[2 * i + 1]]);
    let [textures, sprites, texture_ids, _] = [0, 1, 2, 3].map(counter);
    let [first_sprite, first_id] = [textures, textures + sprites].map(|pairs| 8 + 4 * usize::from(pairs));
    let counters = [textures, 475, texture_ids, 256].map(u16::to_le_bytes);
    let frames = bytes[first_sprite..first_sprite + 4].repeat(475);
    let numbers = &bytes[first_id..first_id + 2 * usize::from(texture_ids)];
    let first_frame = |sprite: u16| if sprite < 66 { 7 * sprite } else { 0x7FFF };
    let sprites: Vec<u8> = (0..256).flat_map(|sprite| first_frame(sprite).to_le_bytes()).collect();
    let all = [counters.as_flattened(), &bytes[8..first_sprite], &frames, numbers, &sprites].concat();
    fs::write(file, all).unwrap();
}

#[test]
fn packing_tells_of_an_edit_that_the_engine_has_no_room_for() {
    let room = Room::new();
    room.take("idmobile/good/orcs-elves-2-j2me.jar");
    room.fine("unpack orcs-elves-2-j2me.jar out");
    give_many_frames(&room.at("out/mappings.bin"));
    let remarks = |args: &[&str]| {
        let told = relict(&room, args).ended(0).json();
        let told = items(&told["remarks"]).iter().map(|told| told["message"].as_str().unwrap().to_owned());
        told.collect::<Vec<String>>()
    };
    assert_eq!(remarks(&["pack", "out", "roomy.jar", "--json"]), Vec::<String>::new());

    // A map on which monsters of all kinds stand, with nine frames each.
    room.fine("unpack roomy.jar work");
    let map = "Orcs & Elves II/Unpacked/Maps/map_00.json";
    let mut json: Value = serde_json::from_slice(&room.read(&format!("work/{map}"))).unwrap();
    let monster = |number: u8| json!({"x": 100, "y": number, "number": number, "flags": 0});
    json["sprites"].as_array_mut().unwrap().splice(0..0, (17..65).map(monster));
    room.write(&format!("work/{map}"), json.to_string());
    fs::create_dir_all(room.at("seed/Orcs & Elves II/Unpacked/Maps")).unwrap();
    room.write(&format!("seed/{map}"), json.to_string());
    let packed = remarks(&["pack", "work", "new.jar", "--json"]);
    assert_eq!(packed.len(), 1, "{packed:?}");
    assert!(packed[0].contains("maps.sprite-frames in maps0.bin"), "{packed:?}");
    assert_eq!(remarks(&["pack", "seed", "like.jar", "--like", "roomy.jar", "--json"]), packed);
    assert_eq!(room.read("new.jar"), room.read("like.jar"));
    let told = relict(&room, &["pack", "work", "again.jar"]).ended(0);
    assert!(told.text().contains("maps.sprite-frames in maps0.bin"), "{told}");
    let told = relict(&room, &["check", "new.jar"]).ended(0);
    assert!(told.text().contains("warning[maps.sprite-frames]"), "{told}");
}

#[test]
fn folders_of_all_games_hold_what_the_layout_says() {
    let room = room();
    let wanted = [
        ("doom-rpg.jar", "Doom RPG", vec!["Textures", "Palettes", "ColourTextures", "Sprites"]),
        ("orcs-elves.jar", "Orcs & Elves", vec!["Textures0", "Palettes", "ColourTextures", "Sprites"]),
        ("orcs-elves-seed.jar", "Orcs & Elves", vec!["Textures0", "Textures1", "Palettes"]),
        ("orcs-elves-2-brew.zip", "Orcs & Elves II", vec!["Palettes", "ColourTextures", "Flats", "Sprites"]),
        ("orcs-elves-2-seed.jar", "Orcs & Elves II", vec!["Textures", "Palettes"]),
        ("wolfenstein-rpg.jar", "Wolfenstein RPG", vec!["Media"]),
        ("doom2-rpg-brew.zip", "Doom RPG II", vec!["Media"]),
        ("doom2-rpg-bundle.zip", "Doom RPG II", vec!["Media"]),
    ];
    for (jar, game, folders) in wanted {
        let out = format!("{jar}.out");
        room.fine(&format!("unpack {jar} {out}"));
        for folder in folders {
            let folder = room.at(&out).join(game).join("Unpacked").join(folder);
            assert!(tree(&folder).keys().any(|name| name.ends_with(".png")), "{}", folder.display());
        }
    }
}

#[test]
fn a_descriptor_beside_the_archive_is_corrected_when_asked() {
    let room = room();
    room.fine("unpack doom-rpg.jar work");
    edit_pixel(&named(&room.at("work/Doom RPG/Unpacked/ColourTextures"), "texture_004_b003"));
    let told = room.relict("pack work new.jar --update-jad").ended(2);
    assert!(told.stderr.contains("error[pack.no-companion]"), "{told}");
    assert!(!room.at("new.jar").exists());

    room.write(
        "new.jad",
        "MIDlet-Name: Doom RPG\nMIDlet-Jar-Size: 1\nMIDlet-Jar-RSA-SHA1: AA\nMIDlet-Jar-URL: d.jar\n",
    );
    room.fine("pack work new.jar --update-jad --dry-run");
    assert!(room.read("new.jad").ends_with(b"d.jar\n"));
    let told = room.fine("pack --json work new.jar --update-jad").json();
    assert_eq!(items(&told["remarks"])[0]["what"], "pack-companion-renewed");
    let size = room.read("new.jar").len();
    let wanted = format!("MIDlet-Name: Doom RPG\nMIDlet-Jar-Size: {size}\nMIDlet-Jar-URL: new.jar\n");
    assert_eq!(String::from_utf8(room.read("new.jad")).unwrap(), wanted);
}

#[test]
fn pictures_that_are_gone_are_told_of_and_a_folder_that_is_gone_stops() {
    let room = room();
    room.fine("unpack doom-rpg.jar work");
    let pictures = room.at("work/Doom RPG/Unpacked");
    for sprite in fs::read_dir(pictures.join("Sprites")).unwrap() {
        fs::remove_file(sprite.unwrap().path()).unwrap();
    }
    let told = room.fine("pack --json work new.jar").json();
    assert_eq!(items(&told["remarks"])[0]["what"], "pack-spread-gone");
    assert_eq!(room.read("new.jar"), room.read("doom-rpg.jar"));
    // On the way through a pipe it is said as well.
    let told = room.fine("pack work -");
    assert!(told.stderr.contains("Nothing is deleted"), "{told}");

    let elsewhere = room.at("work/Doom RPG/elsewhere");
    fs::rename(&pictures, &elsewhere).unwrap();
    let stops = || {
        let told = room.relict("pack work other.jar").ended(2);
        assert!(told.stderr.contains("error[folder.spread-folder]"), "{told}");
    };
    stops();
    #[cfg(unix)]
    {
        std::os::unix::fs::symlink(&elsewhere, &pictures).unwrap();
        stops();
    }
    assert!(!room.at("other.jar").exists());
}

#[test]
fn a_folder_with_a_manifest_is_packed_by_it_and_not_by_an_example() {
    let room = room();
    room.fine("unpack doom-rpg.jar work");
    fs::write(room.at("work/a.class"), "edited").unwrap();
    let told = room.relict("pack work new.jar --like doom-rpg.jar").ended(2);
    assert!(told.stderr.contains("error[pack.like-manifest]"), "{told}");
    // An example with errors is no example.
    room.take("idmobile/bad/mappings-texture-out-of-range.jar");
    let folder = room.at("work/Doom RPG/Unpacked");
    let run = ["pack", folder.to_str().unwrap(), "new.jar", "--like", "mappings-texture-out-of-range.jar"];
    let told = relict(&room, &run).ended(2);
    assert!(told.stderr.contains("error[unpack.has-errors]"), "{told}");
    assert!(!room.at("new.jar").exists());
}

#[test]
fn taking_a_signed_entry_away_breaks_the_signature_too() {
    let room = room();
    room.fine("unpack doom-rpg-signed.jar work");
    let path = room.at("work/relict.json");
    let mut manifest: Value = serde_json::from_slice(&fs::read(&path).unwrap()).unwrap();
    let entries = manifest["entries"].as_array_mut().unwrap();
    entries.retain(|entry| entry["name"] != "a.class");
    fs::write(&path, manifest.to_string()).unwrap();
    let told = room.relict("pack work new.jar").ended(2);
    assert!(told.stderr.contains("error[pack.signed]") && told.stderr.contains("a.class"), "{told}");
    room.fine("pack work new.jar --strip-signature");
}
