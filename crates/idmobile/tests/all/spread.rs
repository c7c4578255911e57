//! Games as folders: what stands in them, and what becomes of them again. The folders are in memory, as PNG.

// A test stops at the first surprise.
#![allow(clippy::unwrap_used, clippy::panic)]

use crate::shown::{Expected, Game, expected, fixture, kind, sha256};
use relict_core::args;
use relict_core::format::Origin;
use relict_core::image::{Image, Pixels};
use relict_core::tree::{Content, EditableTree, Folder, GatherHow, Gathered, Refused};
use relict_exchange::png;
use relict_idmobile::gallery::{Drawing, Edits, NewShape};
use relict_idmobile::media::{self, Media};
use relict_idmobile::orcs;
use relict_idmobile::spread::CODES;
use serde_json::{Map, Value, json};
use std::collections::BTreeMap;

const GOOD: [(&str, &str); 12] = [
    ("good/doom-rpg.jar", "Doom RPG"),
    ("good/doom-rpg-signed.jar", "Doom RPG"),
    ("good/orcs-elves-j2me.jar", "Orcs & Elves"),
    ("good/orcs-elves-seed.jar", "Orcs & Elves"),
    ("good/orcs-elves-2-brew.zip", "Orcs & Elves II"),
    ("good/orcs-elves-2-j2me.jar", "Orcs & Elves II"),
    ("good/orcs-elves-2-seed.jar", "Orcs & Elves II"),
    ("good/wolfenstein-rpg.jar", "Wolfenstein RPG"),
    ("good/doom2-rpg-brew.zip", "Doom RPG II"),
    ("good/doom2-rpg-bundle.zip", "Doom RPG II"),
    ("good/wolfenstein-rpg-j2me.jar", "Wolfenstein RPG"),
    ("good/doom2-rpg-j2me.jar", "Doom RPG II"),
];

const DOOM: &str = "good/doom-rpg.jar";
const ORCS: &str = "good/orcs-elves-j2me.jar";
const ORCS_2: &str = "good/orcs-elves-2-brew.zip";
const WOLF: &str = "good/wolfenstein-rpg.jar";
pub(crate) const STRICT: GatherHow = GatherHow { lenient: false, quantise: false, deepen: false };

/// `then` with a game, spread out.
pub(crate) fn with<R>(archive: &str, then: impl FnOnce(&dyn EditableTree) -> R) -> R {
    with_bytes(&fixture(archive), then)
}

pub(crate) fn with_bytes<R>(bytes: &[u8], then: impl FnOnce(&dyn EditableTree) -> R) -> R {
    let document = kind("idmobile.jar").open(bytes, Origin::named("game.jar")).unwrap();
    let spread = document.open_tree().unwrap().unwrap();
    then(&*spread)
}

/// A folder in memory, as bytes of files.
#[derive(Clone, Default)]
pub(crate) struct Memory {
    pub(crate) names: Vec<String>,
    pub(crate) files: BTreeMap<String, Vec<u8>>,
}

impl Memory {
    fn of(files: BTreeMap<String, Vec<u8>>) -> Self {
        Self { names: files.keys().cloned().collect(), files }
    }

    /// What unpacking writes.
    pub(crate) fn unpacked(archive: &str) -> Self {
        with(archive, Self::spread_out)
    }

    pub(crate) fn spread_out(spread: &dyn EditableTree) -> Self {
        let leaves = spread.leaves().into_iter().enumerate();
        Self::of(leaves.map(|(i, path)| (path.into(), bytes_of(spread.content(i).unwrap()))).collect())
    }

    /// A folder of the fixtures.
    fn fixture(case: &str) -> Self {
        let root = format!("{}/../../fixtures/idmobile/{case}", env!("CARGO_MANIFEST_DIR"));
        let mut files = BTreeMap::new();
        for folder in std::fs::read_dir(&root).unwrap() {
            let folder = folder.unwrap().path();
            for file in std::fs::read_dir(&folder).unwrap() {
                let file = file.unwrap().path();
                let name = |path: &std::path::Path| path.file_name().unwrap().to_str().unwrap().to_owned();
                files.insert(format!("{}/{}", name(&folder), name(&file)), std::fs::read(&file).unwrap());
            }
        }
        Self::of(files)
    }

    pub(crate) fn put(&mut self, path: &str, bytes: Vec<u8>) {
        self.files.insert(path.to_owned(), bytes);
        *self = Self::of(std::mem::take(&mut self.files));
    }

    fn remove(&mut self, path: &str) {
        assert!(self.files.remove(path).is_some(), "{path}");
        *self = Self::of(std::mem::take(&mut self.files));
    }

    fn only(mut self, keep: impl Fn(&str) -> bool) -> Self {
        self.files.retain(|path, _| keep(path));
        Self::of(self.files)
    }

    pub(crate) fn image(&self, path: &str) -> Image {
        png::read(&self.files[path], 1 << 26).unwrap().image
    }

    pub(crate) fn edit(&mut self, path: &str, edit: impl FnOnce(&mut Image)) {
        let mut image = self.image(path);
        edit(&mut image);
        self.put(path, png::write(&image, None).unwrap());
    }

    /// Gives one pixel another index, as an editor does that keeps palettes.
    pub(crate) fn set(&mut self, path: &str, place: usize, index: u8) {
        self.edit(path, |image| match &mut image.pixels {
            Pixels::Indexed { indices, .. } => indices[place] = index,
            Pixels::Rgba(_) => panic!("{path} is not indexed"),
        });
    }

    pub(crate) fn index(&self, path: &str, place: usize) -> u8 {
        match self.image(path).pixels {
            Pixels::Indexed { indices, .. } => indices[place],
            Pixels::Rgba(_) => panic!("{path} is not indexed"),
        }
    }

    pub(crate) fn note(&self, path: &str) -> Value {
        serde_json::from_slice(&self.files[path]).unwrap()
    }

    fn set_note(&mut self, path: &str, key: &str, value: Value) {
        let mut note = self.note(path);
        note[key] = value;
        self.put(path, serde_json::to_vec(&note).unwrap());
    }

    pub(crate) fn gathered(&self, archive: &str) -> Result<Gathered, Refused> {
        self.gathered_as(archive, STRICT)
    }

    fn gathered_as(&self, archive: &str, how: GatherHow) -> Result<Gathered, Refused> {
        with(archive, |spread| spread.gathered(self, how))
    }

    /// The code and the file.
    pub(crate) fn refused(&self, archive: &str) -> (&'static str, String) {
        let refused = self.gathered(archive).unwrap_err();
        assert!(CODES.contains(&refused.code), "{}", refused.code);
        (refused.code, refused.file)
    }
}

fn bytes_of(content: Content) -> Vec<u8> {
    match content {
        Content::Picture(image) => png::write(&image, None).unwrap(),
        Content::Json(json) => serde_json::to_vec(&json).unwrap(),
        Content::Text(text) => text.into_bytes(),
        Content::Bytes(bytes) => bytes,
    }
}

impl Folder for Memory {
    fn files(&self) -> &[String] {
        &self.names
    }

    fn picture(&self, path: &str) -> Result<Image, Refused> {
        let broken = |_| Refused { code: "image.png", file: path.to_owned(), args: vec![] };
        png::read(&self.files[path], 1 << 26).map(|read| read.image).map_err(broken)
    }

    fn bytes(&self, path: &str) -> Result<Vec<u8>, Refused> {
        Ok(self.files[path].clone())
    }
}

pub(crate) fn names(gathered: &Gathered) -> Vec<&str> {
    gathered.changed.iter().map(|(name, _)| name.as_str()).collect()
}

/// The bytes that differ from those in the archive.
pub(crate) fn differ(archive: &str, gathered: &Gathered) -> usize {
    let game = Game::open(archive);
    let count = |(name, new): &(String, Vec<u8>)| {
        let old = &game.0[name];
        assert_eq!(old.len(), new.len(), "{name}");
        old.iter().zip(new).filter(|(a, b)| a != b).count()
    };
    gathered.changed.iter().map(count).sum()
}

#[test]
fn every_good_game_is_spread_and_gathered_untouched() {
    for (archive, title) in GOOD {
        with(archive, |spread| {
            assert_eq!(spread.folder(), format!("{title}/Unpacked"), "{archive}");
            let leaves = spread.leaves();
            let mut sorted: Vec<String> = leaves.iter().map(|leaf| leaf.to_lowercase()).collect();
            sorted.sort_unstable();
            sorted.dedup();
            assert_eq!(sorted.len(), leaves.len(), "{archive}: no two files of one name");
            assert!(spread.content(leaves.len()).is_err());
            for (name, place) in spread.shown() {
                // Of a texture in colour, the palette stands behind its number.
                let (stem, palette) = name.split_once(' ').unwrap_or((&name, ""));
                let leaf = leaves[place].rsplit('/').next().unwrap();
                assert!(leaf.starts_with(stem), "{archive}: {name}");
                assert!(leaf.ends_with(&format!("{palette}.png")), "{archive}: {name}");
                assert!(matches!(spread.content(place), Ok(Content::Picture(_))));
            }
            assert!(!spread.shown().is_empty());
        });
        let folder = Memory::unpacked(archive);
        assert_eq!(folder.gathered(archive), Ok(Gathered::default()), "{archive}");
        // As programs leave pictures that know no palettes.
        let mut flat = folder.clone();
        // Images and fonts are chunks, and kept byte for byte.
        let is_chunk = |path: &str| path.starts_with("Images/") || path.starts_with("Font");
        for path in folder.names.iter().filter(|path| path.ends_with(".png") && !is_chunk(path)) {
            flat.edit(path, |image| *image = Image::rgba(image.width, image.height, image.to_rgba(), true));
        }
        assert_eq!(flat.gathered(archive), Ok(Gathered::default()), "{archive}, without palettes");
        // Without the notes, what is there is still what was there.
        let bare = folder.only(|path| !path.ends_with(".json"));
        assert_eq!(bare.gathered(archive), Ok(Gathered::default()), "{archive}, without notes");
    }
    assert_eq!(Memory::default().gathered(DOOM), Ok(Gathered::default()));
}

#[test]
fn folders_have_the_layout_of_the_community() {
    let count = |archive: &str| {
        let mut count: BTreeMap<String, usize> = BTreeMap::new();
        for path in Memory::unpacked(archive).names {
            let folder = path.split_once('/').map_or(path.as_str(), |(folder, _)| folder);
            *count.entry(folder.to_owned()).or_default() += 1;
        }
        count.into_iter().map(|(folder, count)| format!("{folder} {count}")).collect::<Vec<_>>().join(", ")
    };
    let wanted =
        "ColourTextures 8, Maps 1, Palettes 6, Sprites 12, Textures 5, palettes.bin 1, wtexels.bin 1";
    assert_eq!(count(DOOM), wanted);
    assert_eq!(
        count("good/orcs-elves-seed.jar"),
        "Palettes 4, Textures0 3, Textures1 2, palettes.bin 1, wtexels0.bin 1, wtexels1.bin 1"
    );
    assert_eq!(count("good/orcs-elves-2-seed.jar"), "Palettes 3, Textures 4, palettes.bin 1, wtexels0.bin 1");
    assert!(count(ORCS).contains("Textures0 3, Textures1 2"), "{}", count(ORCS));
    let wanted =
        "ColourTextures 3, Flats 2, Palettes 4, Sprites 4, Textures 3, palettes.bin 1, wtexels0.bin 1";
    assert_eq!(count(ORCS_2), wanted);
    assert!(count(WOLF).starts_with("Media 24, Palettes "), "{}", count(WOLF));
    let folder = Memory::unpacked(DOOM);
    for path in [
        "Textures/texture_004.png",
        "Palettes/palette_005.png",
        "ColourTextures/texture_004_b003_p003.png",
        "Sprites/sprite_005.png",
    ] {
        assert!(folder.files.contains_key(path), "{path}");
    }
    assert!(Memory::unpacked(ORCS_2).files.contains_key("Flats/flat_000_b000_p001.png"));
    let game = Game::open(DOOM);
    assert!(folder.files["wtexels.bin"] == game.0["wtexels.bin"]);
    assert!(folder.files["palettes.bin"] == game.0["palettes.bin"]);
}

fn rgba(image: &Image) -> Value {
    // What is invisible has no colour in the hashes.
    let pixels: Vec<[u8; 4]> =
        image.to_rgba().into_iter().map(|pixel| if pixel[3] == 0 { [0; 4] } else { pixel }).collect();
    sha256(pixels.as_flattened())
}

#[test]
fn pictures_have_the_colours_that_are_expected() {
    let mut seen = 0;
    for (archive, _) in GOOD {
        let name = archive.trim_start_matches("good/").rsplit_once('.').unwrap().0;
        let (json, folder) = (expected(name), Memory::unpacked(archive));
        let list = |key: &str| json[key].as_array().cloned().unwrap_or_default();
        let number = |value: &Value, key: &str| value[key].as_u64().unwrap();
        for (key, stem) in [("textures", "ColourTextures/texture"), ("flats", "Flats/flat")] {
            for wanted in list(key) {
                let [index, blob, palette] = ["index", "blob", "palette"].map(|key| number(&wanted, key));
                let image = folder.image(&format!("{stem}_{index:03}_b{blob:03}_p{palette:03}.png"));
                assert_eq!(rgba(&image), wanted["rgba_sha256"], "{archive} {key} {index}");
                seen += 1;
            }
        }
        for wanted in list("sprites") {
            let path = format!("Sprites/sprite_{:03}", number(&wanted, "index"));
            assert_eq!(
                rgba(&folder.image(&format!("{path}.png"))),
                wanted["rgba_sha256"],
                "{archive} {path}"
            );
            let note = folder.note(&format!("{path}.json"));
            for key in ["index", "x0", "y0", "width", "height", "palette"] {
                assert_eq!(note[key], wanted[key], "{archive} {path} {key}");
            }
            seen += 1;
        }
        for wanted in list("media") {
            let path = format!("Media/media_{:04}", number(&wanted, "media"));
            let note = folder.note(&format!("{path}.json"));
            let raw = wanted["kind"] == "raw";
            assert_eq!(
                (&note["flip_v"], &note["palette"]),
                (&json!(raw), &wanted["palette_owner"]),
                "{path}"
            );
            // idmobile-real 10, row 9: index 0 is transparent where the fixture says so.
            let hash = match (wanted.get("rgba_upright_sha256"), raw) {
                (Some(_), _) => "rgba_upright_sha256",
                (None, true) => "rgba_flipped_sha256",
                (None, false) => "rgba_sha256",
            };
            if let Some(transparent) = wanted.get("transparent_index") {
                assert_eq!(note["transparent_index"], *transparent, "{archive} {path}");
            }
            let mut image = folder.image(&format!("{path}.png"));
            if let Some(mask) = folder.files.get(&format!("{path}.mask.png")) {
                let mask = png::read(mask, 1 << 24).unwrap().image.to_rgba();
                image = image.with_alpha(mask.into_iter().map(|pixel| pixel[0]));
            }
            assert_eq!(rgba(&image), wanted[hash], "{archive} {path}");
            seen += 1;
        }
        for (i, wanted) in list("texture_blobs").iter().enumerate() {
            if let Some(hash) = wanted.get("grey_rgba_sha256").filter(|_| archive == DOOM) {
                let image = folder.image(&format!("Textures/texture_{i:03}.png"));
                assert_eq!(&sha256(image.to_rgba().as_flattened()), hash);
            }
        }
    }
    assert!(seen > 60, "{seen}");
}

#[test]
fn every_case_of_packing_gives_what_it_should() {
    let pack = expected("pack");
    let cases = pack["cases"].as_array().unwrap();
    let codes = BTreeMap::from([
        ("bad-size", ("game.picture-size", "Textures/texture_001.png")),
        ("bad-gap", ("game.gap", "Textures/texture_001.png")),
        ("bad-palette-narrow", ("game.strip-width", "Palettes/palette_000.png")),
        ("colour-as-grey", ("game.grey", "Textures/texture_000.png")),
        ("bad-index", ("game.index", "ColourTextures/texture_000_b000_p000.png")),
    ]);
    let hashes = |gathered: &Gathered| -> Value {
        let hash = |(name, bytes): &(String, Vec<u8>)| (name.clone(), sha256(bytes));
        gathered.changed.iter().map(hash).collect::<Map<_, _>>().into()
    };
    let (mut good, mut bad) = (0, 0);
    for case in cases {
        let mut case = Expected::new(case);
        let name = case.get("case").as_str().unwrap();
        let base = case.get("base").as_str().unwrap();
        let folder = Memory::fixture(case.get("input").as_str().unwrap());
        if case.get("must") == "ok" {
            let gathered = folder.gathered(base).unwrap_or_else(|refused| panic!("{name}: {refused:?}"));
            assert_eq!(&hashes(&gathered), case.get("result"), "{name}");
            assert_eq!(gathered.removed, Vec::<String>::new(), "{name}");
            good += 1;
            continue;
        }
        let (code, file) = folder.refused(base);
        assert_eq!((code, file.as_str()), codes[name], "{name}");
        if name == "colour-as-grey" {
            let lenient = folder.gathered_as(base, GatherHow { lenient: true, ..STRICT }).unwrap();
            assert_eq!(&hashes(&lenient), case.get("lenient_result"));
        }
        bad += 1;
    }
    assert_eq!((good, bad), (5, 5));
}

// idmobile-real 10, row 7
#[test]
fn a_sprite_of_orcs_and_elves_with_a_new_outline_packs_as_expected() {
    let pack = expected("pack-j2me");
    let case = pack["cases"].as_array().unwrap().iter().find(|case| case["case"] == "orcs-sprite").unwrap();
    let folder = Memory::fixture(case["input"].as_str().unwrap());
    let base = case["base"].as_str().unwrap();
    let gathered = folder.gathered(base).unwrap();
    let hash = |(name, bytes): &(String, Vec<u8>)| (name.clone(), sha256(bytes));
    assert_eq!(Value::from(gathered.changed.iter().map(hash).collect::<Map<_, _>>()), case["result"]);
    assert_eq!(gathered.removed, Vec::<String>::new());
    let changed: BTreeMap<String, Vec<u8>> = gathered.changed.into_iter().collect();
    let jar = zip(&Game::open(base).changed(&changed).0);
    let after = with_bytes(&jar, Memory::spread_out);
    for sprite in case["sprites_after"].as_array().unwrap() {
        let path = format!("Sprites/sprite_{:03}.png", sprite["index"].as_u64().unwrap());
        assert_eq!(rgba(&after.image(&path)), sprite["rgba_sha256"], "{path}");
    }
}

#[test]
fn a_folder_of_the_community_packs() {
    let archives = [DOOM, ORCS, ORCS_2, "good/orcs-elves-seed.jar", "good/orcs-elves-2-seed.jar"];
    for archive in archives {
        let keep = |path: &str| path.starts_with("Textures") || path.starts_with("Palettes");
        let mut folder = Memory::unpacked(archive).only(keep);
        // The editor writes all pictures as RGBA.
        for path in folder.names.clone() {
            folder
                .edit(&path, |image| *image = Image::rgba(image.width, image.height, image.to_rgba(), true));
        }
        assert_eq!(folder.gathered(archive), Ok(Gathered::default()), "{archive}");
        let texture = folder.names.iter().find(|path| path.starts_with("Textures")).unwrap().clone();
        folder.edit(&texture, |image| match &mut image.pixels {
            Pixels::Rgba(pixels) => {
                let new = if pixels[65][0] == 0 { 17 } else { 0 };
                pixels[65] = [new, new, new, 255];
            }
            Pixels::Indexed { .. } => panic!(),
        });
        let gathered = folder.gathered(archive).unwrap();
        assert_eq!((gathered.changed.len(), differ(archive, &gathered)), (1, 1), "{archive}");
        assert_eq!(gathered.edited, [texture]);
    }
}

const COLOUR: &str = "ColourTextures/texture_004_b003_p003.png";
const GREY: &str = "Textures/texture_003.png";

#[test]
fn one_pixel_is_one_byte_of_one_resource() {
    let folder = Memory::unpacked(DOOM);
    let place = 64 * 10 + 7;
    let new = (folder.index(COLOUR, place) + 1) % 16;
    let (mut colour, mut grey, mut both, mut apart) =
        (folder.clone(), folder.clone(), folder.clone(), folder.clone());
    colour.set(COLOUR, place, new);
    grey.set(GREY, place, new);
    both.set(COLOUR, place, new);
    both.set(GREY, place, new);
    let wanted = colour.gathered(DOOM).unwrap();
    assert_eq!((names(&wanted), differ(DOOM, &wanted)), (vec!["wtexels.bin"], 1));
    assert_eq!(wanted.edited, [COLOUR]);
    let found = grey.gathered(DOOM).unwrap();
    assert_eq!((&found.changed, &found.edited), (&wanted.changed, &vec![GREY.to_owned()]));
    let found = both.gathered(DOOM).unwrap();
    assert_eq!((&found.changed, found.edited.len()), (&wanted.changed, 2));
    apart.set(COLOUR, place, new);
    apart.set(GREY, place, (new + 1) % 16);
    let refused = apart.gathered(DOOM).unwrap_err();
    assert_eq!((refused.code, refused.file.as_str()), ("game.two-edits", COLOUR));
    assert_eq!(refused.args, vec![("other", GREY.into())]);
}

#[test]
fn two_pictures_of_one_texture_must_agree() {
    let json = expected("doom-rpg");
    let textures = json["textures"].as_array().unwrap();
    let path = |texture: &Value| {
        let number = |key: &str| texture[key].as_u64().unwrap();
        let (index, blob, palette) = (number("index"), number("blob"), number("palette"));
        format!("ColourTextures/texture_{index:03}_b{blob:03}_p{palette:03}.png")
    };
    let same = |a: &Value, b: &Value| a["blob"] == b["blob"];
    let (first, second) = textures
        .iter()
        .enumerate()
        .find_map(|(i, a)| Some((path(a), path(textures[i + 1..].iter().find(|b| same(a, b))?))))
        .unwrap();
    let mut folder = Memory::unpacked(DOOM);
    let old = folder.index(&first, 5);
    folder.set(&first, 5, (old + 1) % 16);
    let one = folder.gathered(DOOM).unwrap();
    assert_eq!(differ(DOOM, &one), 1);
    folder.set(&second, 5, (old + 1) % 16);
    assert_eq!(folder.gathered(DOOM).unwrap().changed, one.changed);
    folder.set(&second, 5, (old + 2) % 16);
    assert_eq!(folder.refused(DOOM), ("game.two-edits", second));
}

#[test]
fn colours_are_edited_through_palettes_alone() {
    for (archive, resource, path) in [
        (DOOM, "palettes.bin", "Palettes/palette_003.png"),
        (ORCS_2, "palettes.bin", "Palettes/palette_001.png"),
        (WOLF, "newPalettes.bin", "Palettes/palette_000.png"),
    ] {
        let mut folder = Memory::unpacked(archive);
        folder.edit(path, |strip| {
            let mut pixels = strip.to_rgba();
            let width = strip.width;
            for place in (0..pixels.len()).filter(|place| place % width / 16 == 2) {
                pixels[place] = [pixels[place][0] ^ 0x80, 16, 32, 255];
            }
            *strip = Image::rgba(width, strip.height, pixels, false);
        });
        let gathered = folder.gathered(archive).unwrap();
        assert_eq!(names(&gathered), [resource], "{archive}");
        assert!((1..=2).contains(&differ(archive, &gathered)), "one colour");
        assert_eq!(gathered.edited, [path]);
    }
    // Another palette inside of a picture changes none of the game.
    let mut folder = Memory::unpacked(DOOM);
    folder.edit(COLOUR, |image| match &mut image.pixels {
        Pixels::Indexed { palette, .. } => palette.reverse(),
        Pixels::Rgba(_) => panic!(),
    });
    let gathered = folder.gathered(DOOM).unwrap();
    assert_eq!(names(&gathered), ["wtexels.bin"], "the colours were swapped, so the indices are");
    folder.edit(COLOUR, |image| match &mut image.pixels {
        Pixels::Indexed { palette, .. } => palette.iter_mut().for_each(|colour| colour[1] ^= 3),
        Pixels::Rgba(_) => panic!(),
    });
    assert_eq!(folder.refused(DOOM), ("game.colour", COLOUR.to_owned()));
    let nearest = folder.gathered_as(DOOM, GatherHow { quantise: true, ..STRICT }).unwrap();
    assert_eq!(nearest.changed, gathered.changed);
}

#[test]
fn a_picture_may_have_the_colours_of_its_edited_palette() {
    let mut folder = Memory::unpacked(DOOM);
    let red = [248, 0, 0];
    folder.edit("Palettes/palette_003.png", |strip| {
        let mut pixels = strip.to_rgba();
        pixels[8 * 256 + 16 * 4 + 8] = [red[0], red[1], red[2], 255];
        *strip = Image::rgba(256, 16, pixels, false);
    });
    let place = (0..4096).find(|place| folder.index(COLOUR, *place) != 4).unwrap();
    let repainted = |folder: &Memory| {
        let mut pixels = folder.image(COLOUR).to_rgba();
        for (i, pixel) in pixels.iter_mut().enumerate() {
            if folder.index(COLOUR, i) == 4 || i == place {
                *pixel = [255, 0, 0, 255];
            }
        }
        Image::rgba(64, 64, pixels, false)
    };
    let image = repainted(&folder);
    folder.edit(COLOUR, |old| *old = image);
    let gathered = folder.gathered(DOOM).unwrap();
    assert_eq!(names(&gathered), ["palettes.bin", "wtexels.bin"]);
}

#[test]
fn textures_and_palettes_may_become_more_where_nothing_counts_on_it() {
    let mut folder = Memory::unpacked(DOOM);
    folder.put("Textures/texture_005.png", folder.files["Textures/texture_000.png"].clone());
    folder.put("Palettes/palette_006.png", folder.files["Palettes/palette_000.png"].clone());
    let gathered = folder.gathered(DOOM).unwrap();
    assert_eq!(names(&gathered), ["bitshapes.bin", "palettes.bin", "wtexels.bin"]);
    assert_eq!(gathered.edited, ["Palettes/palette_006.png", "Textures/texture_005.png"]);
    // Orcs & Elves count their textures through all files, so only the last can grow.
    let mut folder = Memory::unpacked(ORCS);
    folder.put("Textures1/texture_002.png", folder.files["Textures0/texture_000.png"].clone());
    assert_eq!(names(&folder.gathered(ORCS).unwrap()), ["wtexels.idx", "wtexels1.bin"]);
    let mut folder = Memory::unpacked(ORCS);
    folder.put("Textures0/texture_003.png", folder.files["Textures0/texture_000.png"].clone());
    assert_eq!(folder.refused(ORCS), ("game.not-last", "Textures0/texture_003.png".to_owned()));
    // Fewer only where none of them is shown.
    let mut folder = Memory::unpacked(DOOM);
    folder.remove("Textures/texture_004.png");
    assert_eq!(folder.refused(DOOM), ("game.in-use", "Textures/texture_004.png".to_owned()));
    let mut folder = Memory::unpacked(DOOM);
    folder.remove("Palettes/palette_005.png");
    assert_eq!(folder.refused(DOOM), ("game.in-use", "Palettes/palette_005.png".to_owned()));
    let mut folder = Memory::unpacked("good/orcs-elves-seed.jar");
    folder.remove("Textures1/texture_001.png");
    let refused = folder.refused("good/orcs-elves-seed.jar");
    assert_eq!(refused, ("game.needs-resource", "Textures1/texture_001.png".to_owned()));
}

#[test]
fn sprites_are_redrawn_moved_and_reshaped() {
    let (png_1, note_1) = ("Sprites/sprite_001.png", "Sprites/sprite_001.json");
    for archive in [DOOM, ORCS, ORCS_2] {
        let folder = Memory::unpacked(archive);
        let image = folder.image(png_1);
        let clear = folder.note(note_1)["transparent_index"].as_u64().unwrap() as u8;
        let Pixels::Indexed { indices, .. } = &image.pixels else { panic!() };
        let visible: Vec<usize> = (0..indices.len()).filter(|&place| indices[place] != clear).collect();
        let middle = visible[visible.len() / 2];
        let mut drawn = folder.clone();
        drawn.set(png_1, middle, (indices[middle] + 1) % 16);
        let gathered = drawn.gathered(archive).unwrap();
        assert_eq!((gathered.changed.len(), differ(archive, &gathered)), (1, 1), "{archive}");
        assert!(names(&gathered)[0].starts_with("stexels"), "{archive}");
        // A hole, and with it other runs.
        let mut holed = folder.clone();
        holed.set(png_1, middle, clear);
        let gathered = holed.gathered(archive).unwrap();
        assert!(gathered.changed.len() >= 2, "{archive}: {:?}", names(&gathered));
        assert_eq!(gathered.edited, [png_1]);
        // To another place: only the note tells.
        let mut moved = folder.clone();
        let x0 = moved.note(note_1)["x0"].as_u64().unwrap();
        moved.set_note(note_1, "x0", (x0 - 1).into());
        let gathered = moved.gathered(archive).unwrap();
        assert_eq!(gathered.edited, [note_1], "{archive}");
        moved.set_note(note_1, "x0", 63.into());
        let refused = moved.refused(archive);
        assert_eq!((refused.0, refused.1.as_str()), ("game.canvas", note_1), "{archive}");
        let mut gone = folder.clone();
        gone.edit(png_1, |image| {
            *image = Image::rgba(image.width, image.height, vec![[0; 4]; image.width * image.height], true);
        });
        assert_eq!(gone.refused(archive), ("game.empty-sprite", png_1.to_owned()));
    }
}

#[test]
fn sprites_that_share_a_shape_change_together() {
    let mut folder = Memory::unpacked(DOOM);
    let (one, two) = ("Sprites/sprite_001.png", "Sprites/sprite_002.png");
    assert_eq!(folder.note("Sprites/sprite_001.json")["shared_with"], json!([2]));
    let place = (0..).find(|&place| folder.index(one, place) != 16).unwrap();
    let old = folder.index(one, place);
    folder.set(one, place, (old + 1) % 16);
    let gathered = folder.gathered(DOOM).unwrap();
    let args = vec![("file", one.into()), ("sprites", "1, 2".into())];
    assert_eq!(gathered.remarks, [("game-shared-sprites", args)]);
    folder.set(two, place, (old + 1) % 16);
    assert_eq!(folder.gathered(DOOM).unwrap().changed, gathered.changed);
    folder.set(two, place, (old + 2) % 16);
    assert_eq!(folder.refused(DOOM), ("game.two-edits", two.to_owned()));
}

#[test]
fn a_texture_that_is_shown_with_several_palettes_says_what_changed_with_it() {
    let mut folder = Memory::unpacked(DOOM);
    let textures = folder.names.iter().filter(|path| path.starts_with("ColourTextures/"));
    let blob = |path: &str| path.split("_b").nth(1).map(|rest| rest[..3].to_owned());
    let all: Vec<String> = textures.cloned().collect();
    let (number, first) = all
        .iter()
        .enumerate()
        .find(|(number, path)| all.iter().skip(number + 1).any(|other| blob(other) == blob(path)))
        .unwrap();
    let sharers: Vec<usize> = (number..all.len()).filter(|&other| blob(&all[other]) == blob(first)).collect();
    let listed = sharers.iter().map(ToString::to_string).collect::<Vec<_>>().join(", ");
    let old = folder.index(first, 0);
    folder.set(first, 0, (old + 1) % 16);
    let args = vec![("file", first.as_str().into()), ("numbers", listed.as_str().into())];
    assert_eq!(folder.gathered(DOOM).unwrap().remarks, [("game-shared-textures", args)]);
}

#[test]
fn images_of_the_newer_games_are_redrawn() {
    let archives = [
        WOLF,
        "good/wolfenstein-rpg-j2me.jar",
        "good/doom2-rpg-j2me.jar",
        "good/doom2-rpg-brew.zip",
        "good/doom2-rpg-bundle.zip",
    ];
    for archive in archives {
        let folder = Memory::unpacked(archive);
        let mut raws = 0;
        for path in folder.names.iter().filter(|path| path.starts_with("Media/") && path.ends_with(".json")) {
            if folder.note(path)["flip_v"] != true {
                continue;
            }
            let image = path.replace(".json", ".png");
            let mut drawn = folder.clone();
            drawn.set(&image, 3, folder.index(&image, 3) ^ 1);
            let gathered = drawn.gathered(archive).unwrap();
            assert_eq!((gathered.changed.len(), differ(archive, &gathered)), (1, 1), "{archive} {image}");
            let root = if archive.contains("bundle") { "Payload/Doom2rpg.app/Packages/new" } else { "" };
            assert!(names(&gathered)[0].starts_with(root), "{:?}", names(&gathered));
            raws += 1;
        }
        assert!(raws > 0, "{archive}");
    }
    // Images 3 and 4 have the same texels.
    let (three, four) = ("Media/media_0003.png", "Media/media_0004.png");
    let mut folder = Memory::unpacked(WOLF);
    let clear = folder.note("Media/media_0003.json")["transparent_index"].as_u64().unwrap() as u8;
    let place = (0..).find(|&place| folder.index(three, place) != clear).unwrap();
    let old = folder.index(three, place);
    folder.set(three, place, old ^ 1);
    let gathered = folder.gathered(WOLF).unwrap();
    let args = vec![("file", three.into()), ("images", "4".into())];
    assert_eq!(gathered.remarks, [("game-shared-images", args)]);
    folder.set(four, place, old ^ 2);
    let refused = folder.gathered(WOLF).unwrap_err();
    assert_eq!((refused.code, refused.file.as_str()), ("game.two-edits", four));
    assert_eq!(refused.args, vec![("other", three.into())]);
    // A canvas has its size.
    let mut folder = Memory::unpacked(WOLF);
    folder.edit(three, |image| *image = Image::rgba(32, 32, vec![image.to_rgba()[place]; 1024], true));
    assert_eq!(folder.refused(WOLF), ("game.picture-size", three.to_owned()));
    // Every second pixel of a column is a run of its own.
    let mut folder = Memory::unpacked(WOLF);
    let column = place % 64;
    for y in 0..32 {
        folder.set(three, 128 * y + column, old);
        folder.set(three, 128 * y + 64 + column, clear);
    }
    assert_eq!(folder.refused(WOLF), ("game.too-fragmented", three.to_owned()));
}

#[test]
fn a_mask_beside_a_picture_hides_what_is_dark() {
    let mut folder = Memory::unpacked(WOLF);
    let image = folder.image("Media/media_0003.png");
    let visible: Vec<bool> = image.to_rgba().iter().map(|pixel| pixel[3] != 0).collect();
    let mask = |visible: &[bool]| {
        let pixels = visible.iter().map(|visible| [if *visible { 255 } else { 0 }; 3]);
        let pixels = pixels.map(|[r, g, b]| [r, g, b, 255]).collect();
        png::write(&Image::rgba(image.width, image.height, pixels, false), None).unwrap()
    };
    folder.put("Media/media_0003.mask.png", mask(&visible));
    assert_eq!(folder.gathered(WOLF), Ok(Gathered::default()));
    let mut fewer = visible.clone();
    fewer[visible.iter().position(|visible| *visible).unwrap()] = false;
    folder.put("Media/media_0003.mask.png", mask(&fewer));
    assert!(names(&folder.gathered(WOLF).unwrap()).contains(&"tex00.bin"));
    let small = png::write(&Image::rgba(1, 1, vec![[255; 4]], false), None).unwrap();
    folder.put("Media/media_0003.mask.png", small);
    assert_eq!(folder.refused(WOLF), ("game.picture-size", "Media/media_0003.mask.png".to_owned()));
}

#[test]
fn what_would_be_lost_without_a_word_is_refused() {
    let whole = Memory::unpacked(DOOM);
    let picture = || whole.files["Textures/texture_000.png"].clone();
    for path in [
        "Textures/texture_000 copy.png",
        "Textures/grass.png",
        "Textures0/texture_000.png",
        "ColourTextures/texture_099_b000_p000.png",
        "ColourTextures/texture_004_b002_p003.png",
        "ColourTextures/texture_004.png",
        "Sprites/sprite_006.png",
        "Media/media_0000.png",
        "Textures/texture_99999999999999999999999.png",
    ] {
        let mut folder = whole.clone();
        folder.put(path, picture());
        assert_eq!(folder.refused(DOOM), ("game.unknown-picture", path.to_owned()));
    }
    for path in ["Textures/._texture_000.png", "Backup/texture_000.png", "Textures/.old/grass.png"] {
        let mut folder = whole.clone();
        folder.put(path, picture());
        assert_eq!(folder.gathered(DOOM), Ok(Gathered::default()), "{path}");
    }
    let mut folder = whole.clone();
    folder.put("Textures/texture_0.png", picture());
    assert_eq!(folder.refused(DOOM), ("game.repeated-picture", "Textures/texture_000.png".to_owned()));
    let mut folder = whole.clone();
    folder.files.get_mut("wtexels.bin").unwrap()[100] ^= 1;
    assert_eq!(folder.refused(DOOM), ("game.resource-edited", "wtexels.bin".to_owned()));
    // Unless its bytes are what the pictures make of it.
    let mut folder = whole.clone();
    folder.set(GREY, 0, (whole.index(GREY, 0) + 1) % 16);
    let gathered = folder.gathered(DOOM).unwrap();
    folder.put("wtexels.bin", gathered.changed[0].1.clone());
    assert_eq!(folder.gathered(DOOM), Ok(gathered));
}

#[test]
fn files_that_nothing_becomes_of_are_told() {
    let passed_over = |archive: &str, path: &str| {
        let mut folder = Memory::unpacked(archive);
        folder.put(path, b"not looked at".to_vec());
        let wanted = Gathered {
            remarks: vec![("game-passed-over", args!(count = 1, file = path))],
            ..Gathered::default()
        };
        assert_eq!(folder.gathered(archive), Ok(wanted), "{path}");
    };
    for path in [
        "Textures/texture_000.bmp",
        "Textures/texture_000.JPG",
        "Textures/old/grass.png",
        "Sprites/sub/x.png",
        "Sprites/sprite_099.json",
        "grass.png",
    ] {
        passed_over(DOOM, path);
    }
    // Image 5 is visible all over, so nobody looks at what should hide some of it.
    passed_over(WOLF, "Media/media_0005.mask.png");
    let mut folder = Memory::unpacked(DOOM);
    folder.put("a.png", vec![]);
    folder.put("b.gif", vec![]);
    let told = folder.gathered(DOOM).unwrap().remarks;
    assert_eq!(told, [("game-passed-over", args!(count = 2, file = "a.png"))]);
}

#[test]
fn maps_that_were_edited_are_told() {
    let mut folder = Memory::unpacked(DOOM);
    let path = folder.names.iter().find(|path| path.starts_with("Maps/")).unwrap().clone();
    let svg = String::from_utf8(folder.files[&path].clone()).unwrap();
    folder.put(&path, svg.replace('\n', "\r\n").into_bytes());
    assert_eq!(folder.gathered(DOOM), Ok(Gathered::default()), "ends of lines are no edit");
    folder.put(&path, svg.replace("<line", "<line id=\"x\"").into_bytes());
    let told = folder.gathered(DOOM).unwrap();
    assert_eq!(told.remarks, [("game-map-edited", args!(count = 1, file = path))]);
    assert!(told.is_nothing());
}

/// Paints a strip anew, pixel by pixel, and makes it so many colours wide.
fn repaint(folder: &mut Memory, path: &str, colours: usize, colour: impl Fn(usize, [u8; 4]) -> [u8; 4]) {
    folder.edit(path, |strip| {
        let (old, before) = (strip.to_rgba(), strip.width);
        let pixel = |place: usize| {
            let (x, y) = (place % (colours * 16), place / (colours * 16));
            colour(x / 16, if x < before { old[y * before + x] } else { [8, 16, 24, 255] })
        };
        *strip = Image::rgba(colours * 16, 16, (0..colours * 256).map(pixel).collect(), false);
    });
}

#[test]
fn colours_that_differ_by_less_than_the_game_can_tell_are_told() {
    for (archive, path) in [(DOOM, "Palettes/palette_003.png"), (WOLF, "Palettes/palette_000.png")] {
        let mut folder = Memory::unpacked(archive);
        let colours = folder.image(path).width / 16;
        repaint(&mut folder, path, colours, |i, [r, g, b, a]| [r, g, if i < 2 { b ^ 1 } else { b }, a]);
        let told = folder.gathered(archive).unwrap();
        assert_eq!(told.remarks, [("game-fine-colours", args!(count = 2, file = path))], "{archive}");
        assert!(told.is_nothing() && told.edited.is_empty());
    }
}

#[test]
fn palettes_have_more_or_fewer_colours_where_they_may() {
    let path = "Palettes/palette_000.png";
    let mut folder = Memory::unpacked(DOOM);
    repaint(&mut folder, path, 17, |_, pixel| pixel);
    assert_eq!(folder.refused(DOOM), ("game.colour-count", path.to_owned()));
    for archive in [WOLF, ORCS_2] {
        let colours = Memory::unpacked(archive).image(path).width / 16;
        let mut folder = Memory::unpacked(archive);
        repaint(&mut folder, path, colours + 1, |_, pixel| pixel);
        let gathered = folder.gathered(archive).unwrap();
        assert_eq!(gathered.edited, [path]);
        let game = Game::open(archive).changed(&gathered.changed.into_iter().collect());
        with_bytes(&zip(&game.0), |spread| {
            let leaf = spread.leaves().iter().position(|leaf| *leaf == path).unwrap();
            let Content::Picture(strip) = spread.content(leaf).unwrap() else { panic!() };
            assert_eq!(strip.width / 16, colours + 1, "{archive}");
            let pictures = folder.clone().only(|path| path.ends_with(".png"));
            assert_eq!(spread.gathered(&pictures, STRICT).map(|again| again.is_nothing()), Ok(true));
        });
        let mut folder = Memory::unpacked(archive);
        repaint(&mut folder, path, 1, |_, pixel| pixel);
        let code = if archive == WOLF { "game.palette-colours" } else { "game.colour-count" };
        assert_eq!(folder.refused(archive), (code, path.to_owned()));
    }
    let mut folder = Memory::unpacked(WOLF);
    repaint(&mut folder, path, 129, |_, pixel| pixel);
    assert_eq!(folder.refused(WOLF), ("game.palette-colours", path.to_owned()), "the game reaches 128");
}

#[test]
fn a_palette_without_colours_stands_in_the_folder_too() {
    let mut game = Game::open(ORCS_2);
    let palettes = game.0.get_mut("palettes.bin").unwrap();
    palettes[0] += 1;
    palettes.extend([0, 0]);
    with_bytes(&zip(&game.0), |spread| {
        let mut folder = Memory::spread_out(spread);
        assert_eq!(spread.gathered(&folder, STRICT), Ok(Gathered::default()));
        let path = "Palettes/palette_004.png";
        repaint(&mut folder, path, 2, |_, _| [255, 0, 0, 255]);
        let gathered = spread.gathered(&folder, STRICT).unwrap();
        assert_eq!((names(&gathered), &gathered.edited), (vec!["palettes.bin"], &vec![path.to_owned()]));
        assert!(gathered.changed[0].1.ends_with(&[2, 0, 0, 0xF8, 0, 0xF8]));
    });
}

/// The game with all 256 colours of a palette in the first sprite, so that none is free to be transparent.
fn with_a_full_sprite() -> Vec<u8> {
    let game = Game::open(ORCS_2);
    let entry = game.with(orcs::open).unwrap().sprites[0];
    let indices: Vec<u8> = (0..=255).chain(0..=255).collect();
    let mask = Some((0..512).map(|place| place != 300).collect());
    let drawing = Drawing { width: 32, height: 16, indices, mask };
    let edits = Edits {
        shapes: BTreeMap::from([(entry.picture, NewShape { x0: 1, y0: 2, drawing })]),
        palettes: BTreeMap::from([(entry.palette, (0..256).map(|word| word * 7).collect())]),
        deepen: true,
        ..Edits::default()
    };
    let changes = game.with(|lookup| orcs::change(lookup, &edits)).unwrap();
    zip(&game.changed(&changes.files).0)
}

#[test]
fn a_sprite_does_not_become_visible_all_over_when_its_mask_is_gone() {
    let jar = with_a_full_sprite();
    let (picture, mask) = ("Sprites/sprite_000.png", "Sprites/sprite_000.mask.png");
    let folder = with_bytes(&jar, Memory::spread_out);
    let gathered = |folder: &Memory| with_bytes(&jar, |spread| spread.gathered(folder, STRICT));
    assert_eq!(gathered(&folder), Ok(Gathered::default()));
    let mut bare = folder.clone();
    bare.remove(mask);
    let refused = gathered(&bare).unwrap_err();
    assert_eq!((refused.code, refused.file.as_str()), ("game.mask-missing", mask));
    // A picture that tells by itself what is visible needs none.
    let visible: Vec<u8> = folder.image(mask).to_rgba().iter().map(|pixel| pixel[0]).collect();
    bare.edit(picture, |image| *image = image.with_alpha(visible.into_iter()));
    assert_eq!(gathered(&bare), Ok(Gathered::default()));
    // Without either there is nothing to be said of it.
    bare.remove(picture);
    assert_eq!(gathered(&bare), Ok(Gathered::default()));
    bare.put(mask, folder.files[mask].clone());
    assert_eq!(gathered(&bare), Ok(Gathered::default()));
}

#[test]
fn an_image_does_not_become_visible_all_over_when_its_mask_is_gone() {
    let game = Game::open("good/doom2-rpg-brew.zip");
    let change = game.with(|lookup| {
        let media = Media::open(lookup).unwrap();
        let Drawing { width, height, .. } = media.picture(0).unwrap().drawing;
        let indices: Vec<u8> = (0..=255).cycle().take(width * height).collect();
        let mask = Some((0..width * height).map(|place| (1..20 * width).contains(&place)).collect());
        let drawing = Drawing { width, height, indices, mask };
        let words = (0..256).map(|word| word * 7).collect();
        let edits = media::ImageEdits { images: [(0, drawing)].into(), palettes: [(0, words)].into() };
        media.change(&edits).unwrap()
    });
    let jar = zip(&game.changed(&change.files).0);
    with_bytes(&jar, |spread| {
        let mut folder = Memory::spread_out(spread);
        assert_eq!(spread.gathered(&folder, STRICT), Ok(Gathered::default()));
        let mask = "Media/media_0000.mask.png";
        folder.remove(mask);
        let refused = spread.gathered(&folder, STRICT).unwrap_err();
        assert_eq!((refused.code, refused.file.as_str()), ("game.mask-missing", mask));
    });
}

#[test]
fn texels_become_deeper_when_that_is_asked_for() {
    // Texture 2 has four bits for each texel, and palette 1, which gets more colours.
    let (path, palette) = ("ColourTextures/texture_002_b002_p001.png", "Palettes/palette_001.png");
    let mut folder = Memory::unpacked(ORCS_2);
    // A red that five bits can hold.
    let red = |i: usize| [(i << 3 | i >> 2) as u8, 255, 0, 255];
    repaint(&mut folder, palette, 20, |i, pixel| if i < 16 { pixel } else { red(i) });
    folder.edit(path, |image| {
        let mut pixels = image.to_rgba();
        pixels[77] = red(19);
        *image = Image::rgba(image.width, image.height, pixels, false);
    });
    assert_eq!(folder.refused(ORCS_2), ("game.depth", path.to_owned()));
    let gathered = folder.gathered_as(ORCS_2, GatherHow { deepen: true, ..STRICT }).unwrap();
    assert_eq!(names(&gathered), ["palettes.bin", "wtexels.idx", "wtexels0.bin"]);
    assert_eq!(gathered.remarks, [("game-deepened", args!(file = path))]);
    let untouched = Memory::unpacked(ORCS_2).gathered_as(ORCS_2, GatherHow { deepen: true, ..STRICT });
    assert_eq!(untouched, Ok(Gathered::default()));
}

// idmobile-real 5: depth 8 is never written to builds for Java
#[test]
fn texels_of_builds_for_java_stay_as_deep_as_they_are_and_that_is_told() {
    let path = "ColourTextures/texture_000_b000_p000.png";
    for archive in [ORCS, "good/orcs-elves-2-j2me.jar"] {
        let how = GatherHow { deepen: true, ..STRICT };
        let mut folder = Memory::unpacked(archive);
        assert_eq!(folder.gathered_as(archive, how), Ok(Gathered::default()));
        folder.set(path, 5, (folder.index(path, 5) + 1) % 16);
        let gathered = folder.gathered_as(archive, how).unwrap();
        assert_eq!(names(&gathered), ["wtexels0.bin"]);
        assert!(gathered.remarks.contains(&("game-never-deepened", vec![])), "{:?}", gathered.remarks);
    }
}

#[test]
fn of_very_many_sprites_of_one_shape_a_note_names_a_few() {
    let mut game = Game::open(DOOM);
    // Four counters, eight textures; then sprites, and the numbers of maps.
    let old = game.0["mappings.bin"].clone();
    let (pairs, ids) = (16 + 8 * 8, 16 + 8 * 8 + 6 * 8);
    let mut new = old[..pairs].to_vec();
    new[4..8].copy_from_slice(&1000_u32.to_le_bytes());
    new.extend(old[pairs..pairs + 8].repeat(1000));
    new.extend(&old[ids..]);
    game.0.insert("mappings.bin".into(), new);
    let jar = zip(&game.0);
    with_bytes(&jar, |spread| {
        let leaves = spread.leaves();
        let leaf = leaves.iter().position(|path| *path == "Sprites/sprite_700.json").unwrap();
        let Content::Json(note) = spread.content(leaf).unwrap() else { panic!() };
        assert_eq!(note["shared_with"], json!((0..64).collect::<Vec<_>>()));
        assert_eq!(note["shared_with_more"], json!(999 - 64));
        assert_eq!(spread.gathered(&Pictures::spread_out(spread), STRICT), Ok(Gathered::default()));
    });
}

#[test]
fn what_a_note_tells_of_the_game_cannot_be_edited_there() {
    let refused = |archive: &str, note: &str, key: &str, value: Value| {
        let mut folder = Memory::unpacked(archive);
        folder.set_note(note, key, value);
        assert_eq!(folder.refused(archive), ("game.note-fixed", note.to_owned()), "{archive} {key}");
    };
    let (sprite, image) = ("Sprites/sprite_001.json", "Media/media_0003.json");
    for (key, value) in
        [("flip_v", json!(true)), ("read_only", json!(true)), ("shared_with", json!([])), ("media", json!(7))]
    {
        refused(DOOM, sprite, key, value);
    }
    for (key, value) in [
        ("width", json!(32)),
        ("height", json!(128)),
        ("x0", json!(1)),
        ("y0", json!(2)),
        ("tiles", json!([])),
        ("read_only", json!(true)),
        ("shared_with", json!([4, 5])),
        ("palette", json!(4)),
    ] {
        refused(WOLF, image, key, value);
    }
    let mut folder = Memory::unpacked(WOLF);
    folder.set_note(image, "x0", 0.into());
    folder.set_note(image, "made_by", "me".into());
    assert_eq!(folder.gathered(WOLF), Ok(Gathered::default()), "the canvas does begin there");
    // The size of a sprite follows from its picture. The note may follow or not, but cannot lead.
    refused(DOOM, sprite, "width", json!(40));
    refused(DOOM, sprite, "height", json!(40));
    let mut folder = Memory::unpacked(DOOM);
    folder.edit("Sprites/sprite_001.png", |image| {
        *image = Image::rgba(12, 9, vec![image.to_rgba()[image.width * image.height / 2]; 108], true);
    });
    let gathered = folder.gathered(DOOM).unwrap();
    folder.set_note(sprite, "width", 12.into());
    folder.set_note(sprite, "height", 9.into());
    assert_eq!(folder.gathered(DOOM), Ok(gathered));
}

#[test]
fn notes_that_make_no_sense_are_refused() {
    let whole = Memory::unpacked(DOOM);
    let note = "Sprites/sprite_001.json";
    for (key, value, code) in [
        ("palette", json!(0), "game.note-fixed"),
        ("index", json!(2), "game.note-fixed"),
        ("x0", json!(-1), "game.note-value"),
        ("y0", json!("top"), "game.note-value"),
        ("transparent_index", json!(256), "game.note-value"),
        ("flip_v", json!(1), "game.note-value"),
    ] {
        let mut folder = whole.clone();
        folder.set_note(note, key, value);
        assert_eq!(folder.refused(DOOM), (code, note.to_owned()), "{key}");
    }
    let mut folder = whole.clone();
    folder.put(note, b"{\"x0\": 1".to_vec());
    assert_eq!(folder.refused(DOOM), ("game.note", note.to_owned()));
}

#[test]
fn entries_that_files_of_the_folder_are_made_of_are_covered() {
    // Those of the builds for Java have much besides pictures.
    for (archive, _) in GOOD.into_iter().filter(|(archive, _)| !archive.contains("j2me")) {
        let bytes = fixture(archive);
        let document = kind("idmobile.jar").open(&bytes, Origin::named("game.jar")).unwrap();
        let (archive, spread) = (document.archive().unwrap(), document.open_tree().unwrap().unwrap());
        let names: Vec<String> = (0..archive.len()).map(|i| archive.name(i).unwrap().into_owned()).collect();
        for (i, name) in names.iter().enumerate() {
            let base = name.rsplit('/').next().unwrap();
            let other = ["MF", "class", "png", "bsp", "str", "SF", "RSA", ""];
            let text = ["entities", "tables"].iter().any(|stem| base.starts_with(stem));
            let covered = !text && !other.contains(&base.rsplit('.').next().unwrap());
            assert_eq!(spread.covers(i), covered, "{name}");
        }
    }
}

#[test]
fn damaged_games_are_refused_and_other_archives_are_none() {
    let bad = expected("bad");
    let mut refused = 0;
    for case in bad["cases"].as_array().unwrap() {
        let name = case["fixture"].as_str().unwrap();
        let bytes = fixture(name);
        let Ok(document) = kind("idmobile.jar").open(&bytes, Origin::named("game.jar")) else { continue };
        let spread = document.open_tree();
        if case["must"] == "error" {
            // What is wrong with the archive itself, its check tells.
            let of_the_archive = ["unknown-game", "manifest-only"].iter().any(|part| name.contains(part));
            let opened = spread.is_some_and(|spread| spread.is_ok());
            assert!(!opened || of_the_archive, "{name}");
            refused += usize::from(!opened);
        } else {
            assert!(spread.is_none_or(|spread| spread.is_ok()), "{name}");
        }
    }
    assert!(refused > 15, "{refused}");
    let other =
        kind("idmobile.jar").open(b"PK\x05\x06\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0", Origin::default());
    assert!(other.unwrap().open_tree().is_none());
}

#[test]
fn maps_are_drawn_with_the_colours_of_walls() {
    let folder = Memory::unpacked(DOOM);
    let (_, svg) = folder.files.iter().find(|(path, _)| path.starts_with("Maps/")).unwrap();
    let svg = String::from_utf8(svg.clone()).unwrap();
    assert!(svg.starts_with("<svg") && svg.contains("<line"), "{svg}");
    assert!(!svg.contains("stroke=\"#ffffff\""), "no wall is without its colour");
}

/// A ZIP with nothing packed in it.
pub(crate) fn zip(files: &BTreeMap<String, Vec<u8>>) -> Vec<u8> {
    let (mut members, mut directory) = (vec![], vec![]);
    for (name, bytes) in files {
        let mut crc = flate2::Crc::new();
        crc.update(bytes);
        let sizes = [crc.sum(), bytes.len() as u32, bytes.len() as u32].map(u32::to_le_bytes).concat();
        let common = [&[10, 0, 0, 0, 0, 0, 0, 0, 33, 0][..], &sizes, &[name.len() as u8, 0, 0, 0]].concat();
        let offset = (members.len() as u32).to_le_bytes();
        directory.extend([&b"PK\x01\x02\x0A\0"[..], &common, &[0; 10], &offset, name.as_bytes()].concat());
        members.extend([&b"PK\x03\x04"[..], &common, name.as_bytes(), bytes].concat());
    }
    let (count, offset) = (files.len() as u16, members.len() as u32);
    let end = [count.to_le_bytes(), count.to_le_bytes()].concat();
    let place = [(directory.len() as u32).to_le_bytes(), offset.to_le_bytes()].concat();
    [&members[..], &directory, b"PK\x05\x06\0\0\0\0", &end, &place, &[0, 0]].concat()
}

/// Pictures as they are, without PNG in between.
struct Pictures {
    names: Vec<String>,
    files: BTreeMap<String, Content>,
}

impl Pictures {
    fn spread_out(spread: &dyn EditableTree) -> Self {
        let names: Vec<String> = spread.leaves().into_iter().map(str::to_owned).collect();
        let content = |(i, path): (usize, &String)| (path.clone(), spread.content(i).unwrap());
        let files = names.iter().enumerate().map(content).collect();
        Self { names, files }
    }
}

impl Folder for Pictures {
    fn files(&self) -> &[String] {
        &self.names
    }

    fn picture(&self, path: &str) -> Result<Image, Refused> {
        match &self.files[path] {
            Content::Picture(image) => Ok(image.clone()),
            other => panic!("{path}: {other:?}"),
        }
    }

    fn bytes(&self, path: &str) -> Result<Vec<u8>, Refused> {
        Ok(bytes_of(self.files[path].clone()))
    }
}

#[test]
fn whatever_can_be_spread_out_comes_back_as_it_was() {
    let mut seed = 7u32;
    let mut roll = move |sides: usize| {
        seed = seed.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        (seed >> 8) as usize % sides.max(1)
    };
    let (mut opened, mut refused) = (0, 0);
    for (archive, _) in GOOD {
        let game = Game::open(archive);
        let mappings =
            |name: &&String| name.contains("appings") || name.contains("shapes") || name.contains(".idx");
        let is_resource = |name: &&String| !name.starts_with("META-INF") && !game.0[*name].is_empty();
        let all: Vec<&String> = game.0.keys().filter(is_resource).collect();
        let telling: Vec<&String> = game.0.keys().filter(mappings).collect();
        for i in 0..120 {
            let names = if i % 2 == 0 && !telling.is_empty() { &telling } else { &all };
            let mut files = game.0.clone();
            let name = names[roll(names.len())];
            let bytes = files.get_mut(name).unwrap();
            if bytes.is_empty() {
                continue;
            }
            let at = roll(bytes.len());
            bytes[at] ^= 1 << roll(8);
            let jar = zip(&files);
            let document = kind("idmobile.jar").open(&jar, Origin::named("game.jar")).unwrap();
            let Ok(spread) = document.open_tree().unwrap() else {
                refused += 1;
                continue;
            };
            let gathered = spread.gathered(&Pictures::spread_out(&*spread), STRICT);
            assert_eq!(gathered, Ok(Gathered::default()), "{archive}: {name} at {at}");
            opened += 1;
        }
    }
    assert!(opened > 500 && refused > 50, "{opened} opened, {refused} refused");
}
