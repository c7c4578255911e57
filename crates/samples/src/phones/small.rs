//! The small files of phone games, all in one ZIP: tables, menus, things and texts of Orcs & Elves, what the publisher adds, and
//! pictures, sounds and texts as they are elsewhere.

use super::texts::{EYE, melody};
use crate::make::jar;

/// A file for each format of small files.
pub fn zip() -> Vec<u8> {
    let files = files();
    let members: Vec<(&str, &[u8])> = files.iter().map(|(name, bytes)| (*name, &bytes[..])).collect();
    jar::jar(&members)
}

fn files() -> Vec<(&'static str, Vec<u8>)> {
    vec![
        ("notes/", vec![]),
        ("tables.bin", tables()),
        ("tables_en.bin", text_tables()),
        ("mapstrings_en.bin", map_strings()),
        ("menus_en.bin", language_menus()),
        ("entities_en.bin", language_entities()),
        ("sintable256.bin", sines()),
        ("menus.bin", menus()),
        ("a.map", ranges()),
        ("hdr", language_list()),
        ("t_en", publisher_texts(&ENGLISH)),
        ("t_de", publisher_texts(&GERMAN)),
        ("charmap", charmap()),
        ("moregames", vec![0, 1, 2, b'7', b'7', 0, 0]),
        ("Game.class", b"\xCA\xFE\xBA\xBE\0\0\0\x2E".to_vec()),
        ("images0.bin", EYE.repeat(2)),
        ("sounds0.bin", [melody(), sound()].concat()),
        ("sounds1.bin", vec![]),
        ("icon.png", EYE.to_vec()),
        ("0.mid", melody()),
        ("1.amr", sound()),
        ("eye.bmp", bitmap()),
        ("2.wav", wave()),
        ("2.pmd", pmd()),
        ("help.txt", b"2\r\nHELP\r\nPress a key.\r\n".to_vec()),
    ]
}

fn shorts(numbers: impl IntoIterator<Item = u16>) -> Vec<u8> {
    numbers.into_iter().flat_map(u16::to_le_bytes).collect()
}

fn big(numbers: impl IntoIterator<Item = u16>) -> Vec<u8> {
    numbers.into_iter().flat_map(u16::to_be_bytes).collect()
}

/// Texts with a zero behind each.
fn ended(texts: &[&str]) -> Vec<u8> {
    texts.iter().flat_map(|text| text.bytes().chain([0])).collect()
}

/// Tables of one, two and four bytes; the starts are in no order, and three numbers have none but may be meant by the first.
pub fn tables() -> Vec<u8> {
    let bytes = [&shorts([5])[..], &[3, 1, 4, 1, 5]].concat();
    let words = shorts([4, 10, 20, 30, 0xFFFF]);
    let longs = [shorts([2]), shorts([1, 0, 0, 0x8000])].concat();
    let (second, third) = (bytes.len() as u16, (bytes.len() + words.len()) as u16);
    [shorts([third, 0, second, 0, 0]), bytes, words, longs].concat()
}

/// Two tables of texts behind four starts.
pub fn text_tables() -> Vec<u8> {
    let table = |texts: &[&str]| {
        let counted = |text: &&str| [shorts([text.len() as u16]), text.as_bytes().to_vec()].concat();
        let body: Vec<u8> = texts.iter().flat_map(counted).collect();
        [shorts([body.len() as u16 + 2, texts.len() as u16]), body].concat()
    };
    let (first, second) = (table(&["Sword", "Wand", ""]), table(&["Rise and|shine."]));
    [shorts([first.len() as u16, 0, 0, 0]), first, second].concat()
}

/// The texts of three maps, of which the second is none.
pub fn map_strings() -> Vec<u8> {
    let (first, third) = (ended(&["Cave", "It is dark."]), ended(&["Exit"]));
    let (at, size) = (18, first.len() as u16);
    let records = [2, size, at, 0, 0, 0, 1, third.len() as u16, at + size];
    [shorts(records), first, third].concat()
}

/// A menu of two items, one of which opens the other menu.
pub fn language_menus() -> Vec<u8> {
    let texts = ended(&["Start", "Options", "Back"]);
    let head = shorts([2, 3, 3, texts.len() as u16]);
    let menus = [[1, 3, 254, 0, 2], [11, 3, 1, 2, 1]].concat();
    let items = [[0, 255, 255, 0, 8], [1, 255, 2, 11, 0], [2, 255, 255, 1, 0]].concat();
    [head, texts, menus, items].concat()
}

/// Two kinds of things, column by column.
pub fn language_entities() -> Vec<u8> {
    let texts = ended(&["", "Orc", "A large orc", "It smells."]);
    let numbers = |all: [u16; 2]| shorts(all);
    let columns =
        [vec![7, 9], numbers([1, 1]), numbers([1, 2]), numbers([3, 0]), vec![9, 6], vec![0, 1], vec![2, 0]];
    [shorts([2, 175, 4, texts.len() as u16]), texts, columns.concat()].concat()
}

pub fn sines() -> Vec<u8> {
    let sine = |step: u32| (f64::from(step) * std::f64::consts::TAU / 256.0).sin() * 65536.0;
    (0..256).flat_map(|step| (sine(step).round() as i32).to_le_bytes()).collect()
}

/// One menu of one item.
pub fn menus() -> Vec<u8> {
    let words = [0x0400_0203u32, 0x0047_0008, 0x0000_0131];
    [shorts([1, 2]), words.into_iter().flat_map(u32::to_le_bytes).collect()].concat()
}

/// The characters of a font: signs, digits and letters, and a few with accents.
pub fn ranges() -> Vec<u8> {
    vec![b'!', b'~', 0xC4, 0xC4, 0xD6, 0xD6, 0xDC, 0xDC, 0xE0, 0xFF]
}

pub const ENGLISH: [&str; 3] = ["More games", "", "Get it now"];
const GERMAN: [&str; 3] = ["Mehr Spiele", "", "Hol es dir"];

/// Two languages, three texts each.
pub fn language_list() -> Vec<u8> {
    let sizes = [ENGLISH, GERMAN].map(|texts| texts.concat().len() as u16);
    let languages = [&b"en   \x10\0"[..], b"de   \x10\0"].concat();
    [&[1, 0, 1, 0, 0, 0, 0, 2, 1, 1][..], &languages, &[1], &big([3]), &big(sizes)].concat()
}

pub fn publisher_texts(texts: &[&str]) -> Vec<u8> {
    let ends = texts.iter().scan(0, |end, text| {
        *end += text.len() as u16;
        Some(*end)
    });
    [big([0].into_iter().chain(ends)), texts.concat().into_bytes()].concat()
}

/// Latin letters, with the sign of the euro in the place of another.
pub fn charmap() -> Vec<u8> {
    big((128..256).map(|letter| if letter == 0xA4 { 0x20AC } else { letter }))
}

/// Two frames of speech, and one of nothing.
pub fn sound() -> Vec<u8> {
    [&b"#!AMR\n"[..], &[0x04], &[0x55; 12], &[0x04], &[0xAA; 12], &[0x7C]].concat()
}

/// Four by two pixels of four bits, and three colours.
pub fn bitmap() -> Vec<u8> {
    let long = |number: u32| number.to_le_bytes();
    let palette = [long(0), long(0x00B0_2020), long(0x00F0_F0F0)].concat();
    let pixels = [0x01, 0x10, 0, 0, 0x12, 0x21, 0, 0];
    let at = 14 + 40 + palette.len() as u32;
    let head = [&b"BM"[..], &long(at + pixels.len() as u32), &long(0), &long(at)].concat();
    let sizes = [long(40), long(4), long(2), long(1 | 4 << 16), long(0), long(pixels.len() as u32)];
    let rest = [long(2834), long(2834), long(3), long(3)];
    [head, sizes.concat(), rest.concat(), palette, pixels.to_vec()].concat()
}

/// Three samples, and a note of an odd length.
pub fn wave() -> Vec<u8> {
    let chunk = |kind: &[u8; 4], data: &[u8]| {
        let padding = vec![0; data.len() % 2];
        [&kind[..], &(data.len() as u32).to_le_bytes(), data, &padding].concat()
    };
    // Plain samples, one channel, 8000 a second, two bytes each.
    let format = shorts([1, 1, 8000, 0, 16000, 0, 2, 16]);
    let body = [
        &b"WAVE"[..],
        &chunk(b"fmt ", &format),
        &chunk(b"note", b"hum"),
        &chunk(b"data", &[0, 1, 0, 2, 0, 1]),
    ];
    let body = body.concat();
    [&b"RIFF"[..], &(body.len() as u32).to_le_bytes(), &body].concat()
}

pub fn pmd() -> Vec<u8> {
    let body = [&big([3])[..], &[2, 1, 1], b"trac\0\0\0\x02\xFF\0"].concat();
    [&b"cmid"[..], &(body.len() as u32).to_be_bytes(), &body].concat()
}
