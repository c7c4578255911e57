//! Texts, images and sounds in files with an index, and the sky: what stands in the folder of a game, and how the game
//! follows what becomes of it.

// A test stops at the first surprise.
#![allow(clippy::unwrap_used, clippy::panic)]

use crate::shown::{Game, expected, kind, sha256};
use flate2::Crc;
use relict_core::format::Origin;
use relict_core::image::{Image, Pixels};
use relict_core::json::Json;
use relict_core::tree::{Content, EditableTree, Folder, GatherHow, Gathered, Refused};
use relict_exchange::png;
use relict_idmobile::index::{Width, written};
use relict_idmobile::spread::CODES;
use relict_idmobile::strings::Page;
use serde_json::{Value, json};
use std::collections::BTreeMap;

const WOLF: &str = "good/wolfenstein-rpg.jar";
const DOOM_2: &str = "good/doom2-rpg-brew.zip";
const ORCS_2: &str = "good/orcs-elves-2-j2me.jar";
const TEXTS: &str = "Strings/strings_00_00.json";
const MIDI: &[u8] = b"MThd\0\0\0\x06";

type Files = BTreeMap<String, Vec<u8>>;

/// An edit, and the code by which it is refused.
type Case<'c> = (&'c str, &'c dyn Fn(&mut Value));

/// A ZIP of stored members.
fn zip(files: &Files) -> Vec<u8> {
    let (mut bytes, mut directory) = (vec![], vec![]);
    for (name, payload) in files {
        let mut crc = Crc::new();
        crc.update(payload);
        let size = (payload.len() as u32).to_le_bytes();
        let common = [&[10, 0, 0, 0, 0, 0, 0, 0, 0x21, 0x28][..], &crc.sum().to_le_bytes(), &size, &size];
        let common = [&common.concat()[..], &(name.len() as u16).to_le_bytes(), &[0, 0]].concat();
        let offset = (bytes.len() as u32).to_le_bytes();
        directory.extend([&b"PK\x01\x02\x0A\0"[..], &common, &[0; 10], &offset, name.as_bytes()].concat());
        bytes.extend([&b"PK\x03\x04"[..], &common, name.as_bytes(), payload].concat());
    }
    let (count, start) = ((files.len() as u16).to_le_bytes(), (bytes.len() as u32).to_le_bytes());
    let size = (directory.len() as u32).to_le_bytes();
    bytes.extend(directory);
    bytes.extend([&b"PK\x05\x06\0\0\0\0"[..], &count, &count, &size, &start, &[0, 0]].concat());
    bytes
}

/// A fixture with other files.
fn game(fixture: &str, change: impl FnOnce(&mut Files)) -> Files {
    let mut files = Game::open(fixture).0;
    change(&mut files);
    files
}

/// Puts chunks into a game, with their index.
fn put(files: &mut Files, stem: &str, width: Width, chunks: &[&[&[u8]]]) {
    let sizes: Vec<(u8, Vec<usize>)> =
        (0..).zip(chunks).map(|(i, chunks)| (i, chunks.iter().map(|chunk| chunk.len()).collect())).collect();
    files.insert(format!("{stem}.idx"), written(width, &sizes).unwrap());
    for (i, chunks) in chunks.iter().enumerate() {
        files.insert(format!("{stem}{i}.bin"), chunks.concat());
    }
}

fn with<R>(files: &Files, then: impl FnOnce(&dyn EditableTree) -> R) -> R {
    let bytes = zip(files);
    let document = kind("idmobile.jar").open(&bytes, Origin::named("game.jar")).unwrap();
    let spread = document.open_tree().unwrap().unwrap();
    then(&*spread)
}

fn covered(files: &Files) -> Vec<&str> {
    with(files, |spread| {
        let names = files.keys().enumerate();
        names.filter(|(i, _)| spread.covers(*i)).map(|(_, name)| name.as_str()).collect()
    })
}

/// A folder in memory.
#[derive(Clone, Default)]
struct Memory {
    names: Vec<String>,
    files: Files,
}

impl Memory {
    fn of(files: Files) -> Self {
        Self { names: files.keys().cloned().collect(), files }
    }

    fn unpacked(files: &Files) -> Self {
        let bytes = |content: Content| match content {
            Content::Picture(image) => png::write(&image, None).unwrap(),
            Content::Json(json) => serde_json::to_vec(&json).unwrap(),
            Content::Text(text) => text.into_bytes(),
            Content::Bytes(bytes) => bytes,
        };
        with(files, |spread| {
            let leaves = spread.leaves().into_iter().enumerate();
            Self::of(leaves.map(|(i, path)| (path.into(), bytes(spread.content(i).unwrap()))).collect())
        })
    }

    /// Only what stands in one folder.
    fn inside(files: &Files, folder: &str) -> Self {
        let mut all = Self::unpacked(files).files;
        all.retain(|path, _| path.starts_with(folder));
        Self::of(all)
    }

    fn with(&self, path: &str, bytes: &[u8]) -> Self {
        let mut files = self.files.clone();
        files.insert(path.to_owned(), bytes.to_vec());
        Self::of(files)
    }

    fn json(&self, path: &str) -> Value {
        serde_json::from_slice(&self.files[path]).unwrap()
    }

    fn edited(&self, path: &str, edit: impl FnOnce(&mut Value)) -> Self {
        let mut json = self.json(path);
        edit(&mut json);
        self.with(path, &serde_json::to_vec(&json).unwrap())
    }

    fn gathered(&self, files: &Files) -> Result<Gathered, Refused> {
        with(files, |spread| spread.gathered(self, GatherHow::default()))
    }

    fn refused(&self, files: &Files) -> (&'static str, String) {
        let refused = self.gathered(files).unwrap_err();
        assert!(CODES.contains(&refused.code) || refused.code == "image.png", "{}", refused.code);
        (refused.code, refused.file)
    }

    /// The game that comes out, and the names of its files that are new. Gathered again, nothing is left to do.
    fn packed(&self, files: &Files) -> (Files, Vec<String>) {
        let gathered = self.gathered(files).unwrap();
        let names = gathered.changed.iter().map(|(name, _)| name.clone()).collect();
        let mut new = files.clone();
        for (name, bytes) in gathered.changed {
            assert_ne!(new.insert(name.clone(), bytes), None, "{name} is new");
        }
        assert_eq!(self.gathered(&new), Ok(Gathered::default()));
        (new, names)
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

fn texts(folder: &Memory, path: &str) -> Vec<String> {
    let json = folder.json(path);
    json["texts"].as_array().unwrap().iter().map(|text| text["text"].as_str().unwrap().to_owned()).collect()
}

#[test]
fn texts_stand_by_language_and_group_as_expected() {
    for (fixture, name) in [(WOLF, "wolfenstein-rpg"), (DOOM_2, "doom2-rpg-brew")] {
        let files = game(fixture, |_| ());
        let folder = Memory::inside(&files, "Strings/");
        let wanted = expected(name);
        assert_eq!(folder.names.len(), wanted["strings"].as_object().unwrap().len());
        for (group, wanted) in wanted["strings"].as_object().unwrap() {
            let path = format!("Strings/strings_00_{group:0>2}.json");
            assert_eq!(json!(texts(&folder, &path)), *wanted, "{path}");
            let json = folder.json(&path);
            let group: usize = group.parse().unwrap();
            assert_eq!((&json["language"], &json["group"]), (&json!(0), &json!(group)));
            for (i, text) in json["texts"].as_array().unwrap().iter().enumerate() {
                assert_eq!(text["id"], json!(group << 10 | i));
            }
        }
        assert_eq!(folder.gathered(&files), Ok(Gathered::default()), "{fixture}");
    }
}

#[test]
fn where_the_groups_are_not_known_chunks_have_numbers() {
    let nameless = game(WOLF, |files| {
        files.remove("META-INF/MANIFEST.MF");
        files.remove("tables.bin");
    });
    let folder = Memory::inside(&nameless, "Strings/");
    assert_eq!(folder.names[2], "Strings/strings_002.json");
    assert_eq!(folder.json("Strings/strings_001.json")["chunk"], json!(1));
    let odd = game(WOLF, |files| put(files, "strings", Width::Wide, &[&[b"a\0".as_slice(); 20]]));
    assert_eq!(Memory::inside(&odd, "Strings/").names[19], "Strings/strings_019.json");
    let two = game(WOLF, |files| {
        put(files, "strings", Width::Wide, &[&[b"a\0".as_slice(); 17], &[b"b\0".as_slice(); 17]]);
    });
    let folder = Memory::inside(&two, "Strings/");
    assert_eq!(
        (folder.names.len(), texts(&folder, "Strings/strings_01_16.json")),
        (34, vec!["b".to_owned()])
    );
}

#[test]
fn the_index_follows_a_text_of_another_length() {
    for (fixture, file) in [(WOLF, "strings0.bin"), (DOOM_2, "strings00.bin")] {
        let files = game(fixture, |_| ());
        let folder = Memory::inside(&files, "Strings/");
        let others = |files: &Files| {
            let mut folder = Memory::inside(files, "Strings/").files;
            folder.remove(TEXTS);
            folder
        };
        let longer = folder.edited(TEXTS, |json| json["texts"][0]["text"] = "A much longer text".into());
        let (new, names) = longer.packed(&files);
        assert_eq!(names, ["strings.idx", file]);
        assert_eq!(texts(&Memory::inside(&new, "Strings/"), TEXTS)[0], "A much longer text");
        assert_eq!(others(&new), others(&files), "{fixture}");
        let old = texts(&folder, TEXTS)[0].clone();
        let same = folder.edited(TEXTS, |json| json["texts"][0]["text"] = "x".repeat(old.len()).into());
        assert_eq!(same.packed(&files).1, [file], "{fixture}");
        let more = folder.edited(TEXTS, |json| {
            json["texts"].as_array_mut().unwrap().push(json!({"text": "new"}));
        });
        let (new, _) = more.packed(&files);
        assert_eq!(texts(&Memory::inside(&new, "Strings/"), TEXTS).last().unwrap(), "new");
        assert_eq!(longer.gathered(&files).unwrap().edited, [TEXTS]);
    }
}

#[test]
fn every_byte_of_a_text_comes_back() {
    let odd: &[u8] = b"Caf\xE9 \x81\x01\0\xC9lan\0not ended";
    let files = game(WOLF, |files| {
        put(files, "strings", Width::Wide, &[&[odd, b"", b"\xCF\0"], &["Grüße\0".as_bytes()]]);
        files.get_mut("strings1.bin").unwrap().extend(b"behind");
    });
    let folder = Memory::inside(&files, "Strings/");
    let json = folder.json(TEXTS);
    assert_eq!((&json["page"], json["tail"].as_str().unwrap().len()), (&json!("wolfenstein-doom-2"), 18));
    assert_eq!(folder.gathered(&files), Ok(Gathered::default()));
    let (new, _) = folder.edited(TEXTS, |json| json["texts"][1]["text"] = "Éclair".into()).packed(&files);
    assert_eq!(new["strings0.bin"], b"Caf\xE9 \x81\x01\0\xC9clair\0not ended\xCF\0");
    assert_eq!(new["strings1.bin"], files["strings1.bin"]);
    let (new, _) = folder
        .edited(TEXTS, |json| {
            json["page"] = "windows-1251".into();
            json["texts"][0]["text"] = "Привет".into();
            json["texts"][1]["text"] = "".into();
        })
        .packed(&files);
    assert!(new["strings0.bin"].starts_with(b"\xCF\xF0\xE8\xE2\xE5\xF2\0\0not ended"));
}

#[test]
fn texts_that_do_not_fit_are_refused() {
    let files = game(WOLF, |_| ());
    let folder = Memory::inside(&files, "Strings/");
    let cases: [Case<'_>; 17] = [
        ("game.texts-value", &|json| json["speling"] = 1.into()),
        ("game.texts-value", &|json| json["texts"][0]["txt"] = "x".into()),
        ("game.texts-value", &|json| json["texts"] = "x".into()),
        ("game.texts-value", &|json| json["texts"] = Value::Null),
        ("game.texts-value", &|json| json["texts"][0] = "x".into()),
        ("game.texts-value", &|json| json["texts"][0]["text"] = 7.into()),
        ("game.texts-value", &|json| json["page"] = "morse".into()),
        ("game.texts-value", &|json| json["tail"] = "xyz".into()),
        ("game.texts-fixed", &|json| json["language"] = 1.into()),
        ("game.texts-value", &|json| json["language"] = "en".into()),
        ("game.texts-fixed", &|json| json["texts"][0]["id"] = 1.into()),
        ("game.texts-count", &|json| drop(json["texts"].as_array_mut().unwrap().pop())),
        ("game.texts-count", &|json| json["texts"] = vec![json!({"text": ""}); 1025].into()),
        ("game.text-zero", &|json| json["texts"][0]["text"] = "a\0b".into()),
        ("game.text-letters", &|json| json["texts"][0]["text"] = "Привет".into()),
        // The font of the game has no such letter.
        ("game.text-letters", &|json| json["texts"][1]["text"] = "GARÇON".into()),
        ("game.texts-size", &|json| {
            json["texts"][0]["text"] = "long ".repeat(6554).into();
        }),
    ];
    for (code, edit) in cases {
        assert_eq!(folder.edited(TEXTS, edit).refused(&files), (code, TEXTS.to_owned()));
    }
    assert_eq!(folder.with(TEXTS, b"[1]").refused(&files).0, "game.texts-json");
    assert_eq!(folder.with(TEXTS, b"{").refused(&files).0, "game.texts-json");
}

#[test]
fn a_letter_that_the_font_lacks_is_named() {
    let files = game(WOLF, |_| ());
    let folder = Memory::inside(&files, "Strings/");
    let refused = folder.edited(TEXTS, |json| json["texts"][1]["text"] = "GARÇON".into());
    let args = refused.gathered(&files).unwrap_err().args;
    assert_eq!(args, relict_core::args!(id = 1, page = "wolfenstein-doom-2", letter = "Ç (U+00C7)"));
    // Somebody whose build has it can say so.
    let known = refused.edited(TEXTS, |json| json["page"] = "iso-8859-1".into());
    assert!(known.packed(&files).0["strings0.bin"].windows(6).any(|six| six == b"GAR\xC7ON"));
}

// idmobile-real 10, row 14
#[test]
fn languages_have_the_names_that_the_publisher_gave_them() {
    let hdr = b"\x01\0\x01\0\0\0\0\x02\x01\x01en   \x10\0fr-fr\x10\0\x01\0\x14\x01\x33\x01\x74";
    let files = game(WOLF, |files| {
        put(files, "strings", Width::Wide, &[&[b"a\0".as_slice(); 17], &[b"b\0".as_slice(); 17]]);
        files.insert("hdr".into(), hdr.to_vec());
    });
    let folder = Memory::inside(&files, "Strings/");
    let path = "Strings/strings_fr-fr_03.json";
    let json = folder.json(path);
    assert_eq!((&json["language"], &json["group"]), (&json!("fr-fr"), &json!(3)));
    assert_eq!(
        (texts(&folder, path), json["texts"][0]["id"].clone()),
        (vec!["b".to_owned()], json!(3 << 10))
    );
    let wrong = folder.edited(path, |json| json["language"] = "en".into());
    assert_eq!(wrong.refused(&files), ("game.texts-fixed", path.to_owned()));
    // A folder that a former version unpacked has numbers in their place.
    let former = "Strings/strings_01_03.json";
    let mut old = folder.clone().files;
    let bytes = old.remove(path).unwrap();
    old.insert(former.to_owned(), bytes.clone());
    let old = Memory::of(old).edited(former, |json| {
        json["language"] = 1.into();
        json["page"] = "utf-8".into();
        json["texts"][0]["text"] = "longer".into();
    });
    let (new, names) = old.packed(&files);
    assert_eq!(names, ["strings.idx", "strings1.bin"]);
    assert_eq!(texts(&Memory::inside(&new, "Strings/"), path), ["longer"]);
    assert_eq!(folder.with(former, &bytes).refused(&files).0, "game.repeated-picture");
}

/// One byte for each letter of what is expected.
fn latin(text: &Value) -> Vec<u8> {
    text.as_str().unwrap().chars().map(|letter| u8::try_from(letter).unwrap()).collect()
}

fn page(json: &Value) -> Page {
    Page::from_json(&json["page"]).unwrap()
}

// idmobile-real 10, row 14
#[test]
fn orcs_and_elves_2_has_a_group_in_all_languages_and_then_the_next() {
    let files = game(ORCS_2, |_| ());
    let folder = Memory::inside(&files, "Strings/");
    let wanted = &expected("orcs-elves-2-j2me")["strings"];
    let mut count = 0;
    for (language, groups) in wanted["texts"].as_object().unwrap() {
        for (group, wanted) in groups.as_array().unwrap().iter().enumerate() {
            let json = folder.json(&format!("Strings/strings_{language}_{group:02}.json"));
            assert_eq!((&json["language"], &json["group"]), (&json!(language), &json!(group)));
            let texts = json["texts"].as_array().unwrap();
            let bytes: Vec<Vec<u8>> =
                texts.iter().map(|text| page(&json).bytes(text["text"].as_str().unwrap()).unwrap()).collect();
            let wanted: Vec<Vec<u8>> = wanted.as_array().unwrap().iter().map(latin).collect();
            assert_eq!(bytes, wanted, "{language} {group}");
            assert!((0..).zip(texts).all(|(i, text)| text["id"] == json!(group << 10 | i)));
            count += 1;
        }
    }
    assert_eq!((count, folder.names.len()), (60, 60));
    assert_eq!(folder.gathered(&files), Ok(Gathered::default()));
}

// idmobile-real 10, row 11
#[test]
fn longer_texts_make_the_files_that_others_make_of_them() {
    let cases = expected("pack-j2me")["cases"].clone();
    for name in ["orcs2-text", "wolf-j2me-text"] {
        let case = cases.as_array().unwrap().iter().find(|case| case["case"] == name).unwrap();
        let files = game(case["base"].as_str().unwrap(), |_| ());
        let edit = &case["edit"];
        let (language, group) = (edit["language"].as_str().unwrap(), edit["group"].as_u64().unwrap());
        let path = format!("Strings/strings_{language}_{group:02}.json");
        let text = edit["text"].as_u64().unwrap() as usize;
        let folder = Memory::inside(&files, "Strings/");
        let edited = folder.edited(&path, |json| {
            json["texts"][text]["text"] = page(json).show(&latin(&edit["after"])).into();
        });
        let (new, _) = edited.packed(&files);
        for (file, sum) in case["result"].as_object().unwrap() {
            assert_eq!(sha256(&new[file]), *sum, "{name}: {file}");
        }
        let mut others = (Memory::inside(&new, "Strings/").files, folder.files.clone());
        others.0.remove(&path);
        others.1.remove(&path);
        assert_eq!(others.0, others.1, "{name}: no other text changes");
    }
}

#[test]
fn fonts_and_repeated_sounds_stand_as_they_are() {
    let image = Image::rgba(2, 1, vec![[1, 1, 1, 255]; 2], false);
    let picture = png::write(&image, None).unwrap();
    let files = game("good/orcs-elves.jar", |files| {
        put(files, "font", Width::Narrow, &[&[&picture]]);
        put(files, "audio", Width::Narrow, &[&[MIDI, b"#!AMR\n"]]);
    });
    let folder = Memory::unpacked(&files);
    assert_eq!(folder.files["Fonts/font_000.png"], picture);
    assert_eq!(folder.files["Audio/audio_000.mid"], MIDI);
    assert_eq!(folder.files["Audio/audio_001.amr"], b"#!AMR\n");
    assert_eq!(folder.gathered(&files), Ok(Gathered::default()));
    assert!(covered(&files).contains(&"audio0.bin") && covered(&files).contains(&"font.idx"));
    // The game plays files of its own.
    let edited = folder.with("Audio/audio_000.mid", b"MThd and more").gathered(&files).unwrap();
    assert_eq!(edited.changed.len(), 2);
    assert_eq!(edited.remarks[0].0, "game-audio-edited");
}

#[test]
fn entries_are_covered_by_the_files_that_show_them_and_no_others() {
    let files = game(WOLF, |files| {
        put(files, "images", Width::Wide, &[&[b"BM"]]);
        files.insert("strings7.bin".into(), b"x\0".to_vec());
    });
    let wanted = [
        "images.idx",
        "images0.bin",
        "newMappings.bin",
        "newPalettes.bin",
        "strings.idx",
        "strings0.bin",
        "strings1.bin",
        "tex00.bin",
        "tex01.bin",
    ];
    assert_eq!(covered(&files), wanted);
    // What the index does not fit is left alone; the pictures are there all the same.
    let broken = game(WOLF, |files| drop(files.insert("strings1.bin".into(), b"x\0".to_vec())));
    assert!(Memory::inside(&broken, "Strings/").names.is_empty());
    assert!(!covered(&broken).iter().any(|name| name.starts_with("strings")));
    assert!(!Memory::inside(&broken, "Media/").names.is_empty());
}

#[test]
fn images_and_sounds_stand_as_they_are() {
    let picture = |grey: u8| {
        let image = Image::rgba(2, 1, vec![[grey, grey, grey, 255]; 2], false);
        png::write(&image, None).unwrap()
    };
    let (dark, light) = (picture(1), picture(200));
    let files = game(WOLF, |files| {
        put(files, "images", Width::Wide, &[&[&dark, b"BM bitmap"], &[b"", b"?"]]);
        put(files, "sounds", Width::Wide, &[&[MIDI, b"RIFF wave", b"#!AMR\n", b"noise"]]);
    });
    let folder = Memory::unpacked(&files);
    let wanted = [
        ("Images/image_000.png", &dark[..]),
        ("Images/image_001.bmp", b"BM bitmap"),
        ("Images/image_002.bin", b""),
        ("Images/image_003.bin", b"?"),
        ("Sounds/sound_000.mid", MIDI),
        ("Sounds/sound_001.wav", b"RIFF wave"),
        ("Sounds/sound_002.amr", b"#!AMR\n"),
        ("Sounds/sound_003.bin", b"noise"),
    ];
    for (path, bytes) in wanted {
        assert_eq!(folder.files[path], bytes, "{path}");
    }
    assert_eq!(folder.gathered(&files), Ok(Gathered::default()));
    let (new, names) = folder.with("Images/image_000.png", &light).packed(&files);
    assert!(names.contains(&"images0.bin".to_owned()) && !names.contains(&"images1.bin".to_owned()));
    assert_eq!(new["images0.bin"], [&light[..], b"BM bitmap"].concat());
    let (new, names) = folder.with("Sounds/sound_000.mid", b"MThd and more").packed(&files);
    assert_eq!(names, ["sounds.idx", "sounds0.bin"]);
    assert_eq!(Memory::unpacked(&new).files["Sounds/sound_003.bin"], b"noise");
    // Both at once, beside a text.
    let both =
        folder.with("Sounds/sound_003.bin", b"").edited(TEXTS, |json| json["texts"][0]["text"] = "".into());
    assert_eq!(both.packed(&files).1, ["strings.idx", "strings0.bin", "sounds.idx", "sounds0.bin"]);
    for (path, bytes, code) in [
        ("Images/image_000.png", &b"BM"[..], "game.chunk-kind"),
        ("Images/image_003.bin", &light[..], "game.chunk-kind"),
        ("Images/image_000.png", &light[..20], "image.png"),
        ("Images/image_000.bmp", b"BM", "game.unknown-chunk"),
        ("Images/image_004.png", &light[..], "game.unknown-chunk"),
        ("sounds/mine.mid", MIDI, "game.unknown-chunk"),
        ("Sounds/Sound_000.MID", MIDI, "game.repeated-picture"),
        ("Strings/strings_09_00.json", b"{}", "game.unknown-chunk"),
    ] {
        assert_eq!(folder.with(path, bytes).refused(&files).0, code, "{path}");
    }
    // What is not there, or not meant for the game, says nothing.
    let mut few = folder.with("Sounds/readme.txt", b"mine").with("Images/.hidden.png", b"x").files;
    few.retain(|path, _| !path.ends_with(".mid") && !path.ends_with(".json"));
    assert_eq!(Memory::of(few).gathered(&files), Ok(Gathered::default()));
}

#[test]
fn what_offsets_cannot_tell_is_refused() {
    let noise = vec![1; 40_000];
    let files = game(WOLF, |files| put(files, "sounds", Width::Narrow, &[&[&noise, b"x"]]));
    let folder = Memory::inside(&files, "Sounds/");
    let (fits, most) = ("Sounds/sound_001.bin", 65_535 - noise.len());
    let (new, _) = folder.with(fits, &vec![2; most]).packed(&files);
    assert_eq!(new["sounds.idx"].len(), files["sounds.idx"].len(), "offsets stay narrow");
    let refused = folder.with(fits, &vec![2; most + 1]).refused(&files);
    assert_eq!(refused, ("game.full", fits.to_owned()));
}

#[test]
fn a_chunk_of_zeros_does_not_become_a_million_texts() {
    let zeros = vec![0; 1 << 20];
    let files = game(WOLF, |files| put(files, "strings", Width::Wide, &[&[&zeros]]));
    let folder = Memory::inside(&files, "Strings/");
    assert_eq!(texts(&folder, TEXTS).len(), 1024);
    assert_eq!(folder.gathered(&files), Ok(Gathered::default()));
}

/// Seventeen tables, the last two of which are a sky of four colours.
fn sky() -> Vec<u8> {
    let counted = |count: u32, numbers: Vec<u8>| [&count.to_le_bytes()[..], &numbers].concat();
    let mut tables: Vec<Vec<u8>> = (0..15).map(|i| counted(3, vec![i; 3])).collect();
    let colours = [0u32, 0x00FF_0000, 0x0012_3456, 0x0012_3456];
    tables.push(counted(4, colours.iter().flat_map(|colour| colour.to_le_bytes()).collect()));
    tables.push(counted(128 * 128, (0..128 * 128).map(|i| (i / 7 % 4) as u8).collect()));
    let mut end = 0;
    let ends = tables.iter().flat_map(|table| {
        end += table.len() as u32;
        end.to_le_bytes()
    });
    ends.chain(tables.iter().flatten().copied()).collect()
}

#[test]
fn the_sky_is_a_picture_and_one_pixel_is_one_byte_of_the_tables() {
    const SKY: &str = "Sky/sky_0.png";
    let files = game(WOLF, |files| drop(files.insert("tables.bin".into(), sky())));
    let folder = Memory::inside(&files, "Sky/");
    assert_eq!(folder.names, [SKY]);
    assert_eq!(folder.gathered(&files), Ok(Gathered::default()));
    assert!(!covered(&files).contains(&"tables.bin"), "numbers are edited, too");
    let image = folder.picture(SKY).unwrap();
    assert_eq!((image.width, image.to_rgba()[7]), (128, [255, 0, 0, 255]));
    // As programs leave it that know no palettes: equal colours keep their index.
    let plain = Image::rgba(128, 128, image.to_rgba(), false);
    let written = |image: &Image| folder.with(SKY, &png::write(image, None).unwrap());
    assert_eq!(written(&plain).gathered(&files), Ok(Gathered::default()));
    let painted = |colour: [u8; 4]| {
        let mut image = plain.clone();
        let Pixels::Rgba(pixels) = &mut image.pixels else { panic!() };
        pixels[0] = colour;
        written(&image)
    };
    let (new, names) = painted([255, 0, 0, 255]).packed(&files);
    assert_eq!(names, ["tables.bin"]);
    let differ = new["tables.bin"].iter().zip(&files["tables.bin"]).filter(|(a, b)| a != b).count();
    assert_eq!((differ, new["tables.bin"].len()), (1, files["tables.bin"].len()));
    assert_eq!(painted([250, 0, 0, 255]).refused(&files), ("game.colour", SKY.to_owned()));
    let near = with(&files, |spread| {
        spread.gathered(&painted([250, 0, 0, 255]), GatherHow { quantise: true, ..GatherHow::default() })
    });
    assert_eq!(near.unwrap().changed[0].1, new["tables.bin"]);
    let small = Image::rgba(1, 1, vec![[0, 0, 0, 255]], false);
    assert_eq!(written(&small).refused(&files), ("game.picture-size", SKY.to_owned()));
    let other = folder.with("Sky/sky_1.png", &folder.files[SKY]);
    assert_eq!(other.refused(&files), ("game.unknown-picture", "Sky/sky_1.png".to_owned()));
}
