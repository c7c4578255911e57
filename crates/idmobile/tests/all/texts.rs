//! Texts of all games against what `fixtures/idmobile/expected` says of them, and what becomes of them when they are edited.

// A test stops at the first surprise.
#![allow(clippy::unwrap_used, clippy::panic)]

use crate::fixture::{Files, expected, take};
use relict_core::bytes::Cursor;
use relict_core::facets::Faceted;
use relict_core::format::{Claim, Document, Format, Kind, Origin};
use relict_idmobile::gallery::Trouble;
use relict_idmobile::string_bank::{self, StringBank};
use relict_idmobile::strings::{Page, Strings};
use serde_json::{Value, json};

fn kind(id: &str) -> &'static Kind {
    relict_idmobile::FORMATS.iter().find(|kind| kind.id == id).unwrap()
}

fn strings(bytes: &[u8]) -> Strings<'_> {
    Strings::read(&mut Cursor::new(bytes), Origin::named("a.str")).unwrap()
}

fn bank(bytes: &[u8]) -> StringBank<'_> {
    StringBank::read(&mut Cursor::new(bytes), Origin::named("strings0.bin")).unwrap()
}

#[test]
fn texts_of_doom_rpg_are_as_expected() {
    let files = Files::of("good/doom-rpg.jar");
    let signed = Files::of("good/doom-rpg-signed.jar");
    let mut expected = expected("doom-rpg");
    let texts = take(&mut expected, "strings");
    let texts = texts.as_object().unwrap();
    for (name, wanted) in texts {
        let bytes = files.get(name).unwrap();
        assert_eq!(json!(strings(&bytes).shown()), *wanted, "{name}");
        assert_eq!(strings(&bytes).to_bytes().unwrap(), *bytes);
        assert_eq!(signed.get(name).unwrap(), bytes);
    }
    let all = files.0.iter().filter(|(name, _)| name.ends_with(".str"));
    assert_eq!(all.count(), texts.len());
}

// idmobile-real 10, row 10, and 11.6
#[test]
fn a_letter_that_is_added_is_one_byte() {
    let file = [&[1, 0, 5, 0][..], b"plain"].concat();
    let mut json = strings(&file).to_json();
    assert_eq!(json["page"], "doom-rpg");
    json["strings"][0] = "caf\u{e9}".into();
    let built = |json: &Value| kind("idmobile.strings").build(json, Origin::named("a.str"));
    assert_eq!(built(&json).unwrap(), [&[1, 0, 4, 0][..], b"caf\xE9"].concat());
    // Documents that were written when ASCII was called UTF-8, and those that do not say.
    for page in [json!("utf-8"), Value::Null] {
        json["page"] = page;
        assert_eq!(built(&json).unwrap(), [&[1, 0, 4, 0][..], b"caf\xE9"].concat());
    }
    let json = bank(b"plain\0").to_json();
    assert_eq!(json["page"], "iso-8859-1");
}

#[test]
fn letters_come_back_in_the_page_they_were_in() {
    for (text, of_strings, of_bank) in [
        (&b"Caf\xC3\xA9"[..], Page::LATIN_1, Page::LATIN_1),
        (b"Caf\xE9", Page::DOOM_RPG, Page::LATIN_1),
        (b"Caf\xE9\x85", Page::LATIN_1, Page::LATER),
        (b"\xD7lan\x7F", Page::LATIN_1, Page::ORCS_ELVES_2),
        (b"ChPs-TATpCs", Page::DOOM_RPG, Page::EASTERN),
        (b"\x81\x8D\xFF|%1 \\x80 \\n", Page::LATIN_1, Page::LATIN_1),
    ] {
        let file = [&[2, 0, text.len() as u8, 0][..], text, &[2, 0, b'o', b'k']].concat();
        assert_eq!(strings(&file).page, of_strings, "{text:?}");
        let json = strings(&file).to_json();
        assert_eq!(kind("idmobile.strings").build(&json, Origin::named("a.str")).unwrap(), file);
        let bytes = [text, b"\0"].concat();
        assert_eq!(bank(&bytes).page, of_bank, "{text:?}");
        let json = bank(&bytes).to_json();
        let built = kind("idmobile.string-bank").build(&json, Origin::named("strings0.bin"));
        assert_eq!(built.unwrap(), bytes);
    }
}

#[test]
fn texts_of_orcs_and_elves_have_a_file_for_each_language() {
    let files = Files::of("good/orcs-elves-j2me.jar");
    let mut expected = expected("orcs-elves-j2me");
    for (name, wanted) in take(&mut expected, "strings").as_object().unwrap() {
        let bytes = files.get(name).unwrap();
        let document = Strings::read(&mut Cursor::new(&bytes), Origin::named(name)).unwrap();
        assert_eq!(Strings::claims(Origin::named(name), &bytes), Claim::Sure);
        assert_eq!((json!(document.shown()), document.page), (wanted.clone(), Page::ORCS_ELVES), "{name}");
        assert_eq!(document.to_bytes().unwrap(), *bytes);
    }
}

#[test]
fn texts_are_edited_without_their_lengths_and_letters() {
    let json = json!({"strings": ["Gr\u{fc}\u{df}e", "", r"\x8b and \n"], "tail": ""});
    let file = kind("idmobile.strings").build(&json, Origin::named("a.str")).unwrap();
    assert_eq!(strings(&file).shown(), ["Gr\u{fc}\u{df}e", "", r"\x8b and \n"]);
    assert_eq!(file[..4], [3, 0, 5, 0]);
    assert!(file.ends_with(b"\x8B and \\n"));
    let western = json!({"page": "windows-1252", "strings": ["Gr\u{fc}n\u{20ac}"], "tail": ""});
    let file = kind("idmobile.strings").build(&western, Origin::named("a.str")).unwrap();
    assert_eq!(file, [1, 0, 5, 0, b'G', b'r', 0xFC, b'n', 0x80]);
    for (json, named) in [
        (json!({"page": "windows-1252", "strings": ["Привет"], "tail": ""}), "strings[0]"),
        (json!({"strings": ["", "Привет"], "tail": ""}), "strings[1]"),
        // A letter of ISO-8859-1 for which the game has no picture, and the letter itself.
        (json!({"page": "doom-rpg", "strings": ["S\u{e3}o"], "tail": ""}), "strings[0]"),
        (json!({"page": "doom-rpg", "strings": ["S\u{e3}o"], "tail": ""}), "U+00E3"),
        (json!({"page": "morse", "strings": [], "tail": ""}), "page"),
        (json!({"strings": [7], "tail": ""}), "strings[0]"),
        (json!({"strings": "x", "tail": ""}), "strings"),
    ] {
        let error = kind("idmobile.strings").build(&json, Origin::named("a.str")).unwrap_err();
        assert!(error.to_string().contains(named), "{error}");
    }
    let zero = json!({"strings": ["a\u{0}b"], "tail": ""});
    let error = kind("idmobile.string-bank").build(&zero, Origin::named("strings0.bin")).unwrap_err();
    assert!(error.to_string().contains("strings[0]"), "{error}");
}

#[test]
fn what_breaks_off_is_refused_and_what_follows_is_kept() {
    let whole = [2, 0, 1, 0, b'a', 2, 0, b'b', b'c'];
    for end in 0..whole.len() {
        let cut = Strings::read(&mut Cursor::new(&whole[..end]), Origin::default());
        assert!(cut.is_err(), "{end}");
        assert_eq!(Strings::claims(Origin::named("x.STR"), &whole[..end]), Claim::Broken);
    }
    assert_eq!(Strings::claims(Origin::named("x.STR"), &whole), Claim::Sure);
    assert_eq!(Strings::claims(Origin::named("x.txt"), &whole), Claim::No);
    let more = [&whole[..], b"more"].concat();
    assert_eq!((strings(&more).tail.len(), strings(&more).to_bytes().unwrap()), (4, more.clone()));
    let open = b"one\0two";
    assert_eq!((bank(open).tail.len(), bank(open).to_bytes().unwrap()), (3, open.to_vec()));
    assert_eq!(string_bank::texts(open), ["one", "two"]);
}

#[test]
fn groups_that_lie_outside_of_their_file_are_named() {
    let mut files = Files::of("good/wolfenstein-rpg.jar");
    let trouble = |files: &Files| -> Trouble { string_bank::groups(&|name| files.get(name)).unwrap_err() };
    files.set("strings1.bin", b"x\0".to_vec());
    assert_eq!(trouble(&files).resource, "strings.idx");
    assert!(trouble(&files).to_string().contains("index.chunk-out-of-range"), "{}", trouble(&files));
    files.remove("strings1.bin");
    assert!(trouble(&files).to_string().contains("index.missing-resource"), "{}", trouble(&files));
    files.remove("strings.idx");
    assert!(trouble(&files).to_string().contains("index.missing-resource"), "{}", trouble(&files));
}

#[test]
fn each_file_of_groups_is_looked_up_once_and_groups_in_disorder_are_refused() {
    use std::cell::Cell;
    let groups = |records: &[(u8, u32)], count: u16| {
        let records = records.iter().flat_map(|(file, at)| [&[*file][..], &at.to_le_bytes()].concat());
        let index: Vec<u8> = count.to_le_bytes().into_iter().chain(records).collect();
        let asked = Cell::new(0);
        let groups = string_bank::groups(&|name| match name {
            "strings.idx" => Some(index.clone().into()),
            "strings00.bin" => {
                asked.set(asked.get() + 1);
                Some(b"one\0two\0"[..].into())
            }
            _ => None,
        });
        (groups, asked.get())
    };
    let (found, asked) = groups(&[(0, 0), (0, 4), (255, 8)], 2);
    assert_eq!((found.unwrap(), asked), (vec![vec!["one".to_owned()], vec!["two".to_owned()]], 1));
    // Each of them would be the whole file.
    let (found, _) = groups(&[(0, 0), (255, 8), (0, 0), (255, 8)], 2);
    assert!(found.unwrap_err().to_string().contains("index.order"));
}

#[test]
fn of_too_many_texts_the_rest_is_kept_as_it_is() {
    let most = 1 << 20;
    let zeros = vec![0; most + 5];
    let bank = bank(&zeros);
    assert_eq!((bank.strings.len(), bank.tail.len()), (most, 5));
    assert_eq!(bank.to_bytes().unwrap(), zeros);
}

#[test]
fn texts_are_shown_as_a_table() {
    let files = Files::of("good/doom-rpg.jar");
    let bytes = files.get("level01.str").unwrap();
    let sheets = Faceted::tables(&strings(&bytes));
    assert_eq!((sheets.len(), sheets[0].rows.len(), sheets[0].title), (1, 4, "strings"));
    assert_eq!(Format::facts(&strings(&bytes))[0], ("strings", Value::from(4)));
}
