//! Small files of phone games that break rules.

use super::{Broken, patched, samples};
use relict_samples::make::jar;
use relict_samples::phones::small;
use relict_samples::phones::texts::{EYE, melody};

pub(super) fn all() -> Vec<Broken> {
    [tables(), orcs(), numbers(), publisher(), pictures(), sounds(), texts()].concat()
}

/// The last byte is missing.
fn cut(bytes: &[u8]) -> Vec<u8> {
    bytes[..bytes.len() - 1].to_vec()
}

/// One byte too many.
fn longer(bytes: &[u8]) -> Vec<u8> {
    [bytes, b"!"].concat()
}

fn tables() -> Vec<Broken> {
    let good = small::text_tables();
    samples("tables_en.bin", vec![("text-tables.truncated", vec![0]), ("text-tables.starts", cut(&good))])
}

fn orcs() -> Vec<Broken> {
    let maps = small::map_strings();
    let maps = samples(
        "mapstrings_en.bin",
        vec![
            ("map-strings.truncated", maps[..5].to_vec()),
            ("map-strings.layout", patched(&maps, 4, &[19])),
            ("map-strings.texts", patched(&maps, 0, &[3])),
            ("map-strings.tail", longer(&maps)),
        ],
    );
    let good = small::language_menus();
    // 8 of header, 19 of texts, 10 of menus.
    let menus = samples(
        "menus_en.bin",
        vec![
            ("language-menus.truncated", cut(&good)),
            ("language-menus.texts", patched(&good, 4, &[2])),
            ("language-menus.items", patched(&good, 8 + 19 + 4, &[9])),
            ("language-menus.text", patched(&good, 8 + 19 + 10, &[3])),
            ("language-menus.tail", longer(&good)),
        ],
    );
    let good = small::language_entities();
    // 8 of header, 28 of texts, 2 of tiles.
    let entities = samples(
        "entities_en.bin",
        vec![
            ("language-entities.truncated", cut(&good)),
            ("language-entities.texts", patched(&good, 4, &[5])),
            ("language-entities.text", patched(&good, 8 + 28 + 2, &[4])),
            ("language-entities.tail", longer(&good)),
        ],
    );
    [maps, menus, entities].concat()
}

fn numbers() -> Vec<Broken> {
    let (menus, sines, ranges) = (small::menus(), small::sines(), small::ranges());
    let menus = samples("menus.bin", vec![("menus.truncated", cut(&menus)), ("menus.tail", longer(&menus))]);
    let sines = samples(
        "sintable256.bin",
        vec![
            ("sine-table.truncated", cut(&sines)),
            ("sine-table.value", patched(&sines, 4, &[0])),
            ("sine-table.tail", longer(&sines)),
        ],
    );
    let ranges = samples(
        "a.map",
        vec![("font-ranges.truncated", cut(&ranges)), ("font-ranges.order", patched(&ranges, 0, &[0xFF]))],
    );
    [menus, sines, ranges].concat()
}

fn publisher() -> Vec<Broken> {
    let (list, texts) = (small::language_list(), small::publisher_texts(&small::ENGLISH));
    let mut lists = samples(
        "hdr",
        vec![
            ("language-list.truncated", cut(&list)),
            ("language-list.tail", longer(&list)),
            ("language-list.size", patched(&list, list.len() - 4, &[0, 1])),
            ("language-list.missing", list.clone()),
        ],
    );
    let mut all = samples(
        "t_en",
        vec![
            ("publisher-texts.truncated", vec![0, 0, 0]),
            ("publisher-texts.offsets", cut(&texts)),
            ("publisher-texts.size", small::publisher_texts(&["More games", "", "Get it"])),
        ],
    );
    // Files without an ending are known by their whole names.
    for (broken, name) in lists.iter_mut().map(|b| (b, "hdr")).chain(all.iter_mut().map(|b| (b, "t_en"))) {
        broken.name = format!("{}/{name}", broken.name.trim_end_matches(name).trim_end_matches('.'));
    }
    for broken in &mut lists {
        broken.beside = vec![("t_en".to_owned(), texts.clone())];
    }
    for broken in &mut all {
        broken.beside = vec![("hdr".to_owned(), list.clone())];
    }
    let mut letters = samples("charmap", vec![("charmap.truncated", cut(&small::charmap()))]);
    for broken in &mut letters {
        broken.name = format!("{}/charmap", broken.code.replace('.', "-"));
    }
    [lists, all, letters].concat()
}

fn pictures() -> Vec<Broken> {
    let bitmap = small::bitmap();
    let png = samples(
        "png",
        vec![
            ("png.truncated", cut(EYE)),
            ("png.frame", EYE[..EYE.len() - 12].to_vec()),
            ("png.crc", patched(EYE, 16, &[1])),
            ("png.tail", longer(EYE)),
        ],
    );
    let bmp = samples(
        "bmp",
        vec![
            ("bmp.truncated", bitmap[..40].to_vec()),
            ("bmp.size", longer(&bitmap)),
            ("bmp.pixels", patched(&bitmap, 22, &[3])),
        ],
    );
    let bank = samples("images0.bin", vec![("media-bank.unknown", longer(EYE))]);
    [png, bmp, bank].concat()
}

fn sounds() -> Vec<Broken> {
    let (midi, amr, wave, pmd) = (melody(), small::sound(), small::wave(), small::pmd());
    let midi = samples(
        "mid",
        vec![
            ("midi.truncated", cut(&midi)),
            ("midi.header", patched(&midi, 7, &[8])),
            ("midi.kind", patched(&midi, 14, b"Trck")),
            ("midi.tail", longer(&midi)),
        ],
    );
    let amr = samples("amr", vec![("amr.truncated", b"#!AMR".to_vec()), ("amr.frame", longer(&amr))]);
    let wave = samples("wav", vec![("wave.truncated", cut(&wave)), ("wave.size", patched(&wave, 4, &[0]))]);
    let pmd =
        samples("pmd", vec![("pmd.truncated", pmd[..9].to_vec()), ("pmd.size", patched(&pmd, 7, &[1]))]);
    [midi, amr, wave, pmd].concat()
}

fn texts() -> Vec<Broken> {
    let manifest = jar::manifest("Doom RPG", "A");
    samples(
        "MANIFEST.MF",
        vec![
            ("manifest.truncated", vec![]),
            ("manifest.line", [&manifest[..manifest.len() - 2], b"What is this?\r\n"].concat()),
        ],
    )
}
