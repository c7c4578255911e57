//! Files of Wolfenstein RPG and Doom II RPG that break rules.

use super::{Broken, patched, samples};
use crate::idmobile::wolf;
use relict_samples::make::images::File;
use relict_samples::phones::{tables, texts};

pub(super) fn all() -> Vec<Broken> {
    [alone(), beside(), palettes(), texels(), banks(), tables()].concat()
}

/// Where lists begin in the compact directory.
const DIMS: usize = 1024;
const BOUNDS: usize = 2048;
const PALETTES: usize = 6144;
const TEXELS: usize = 8192;

fn family() -> (Vec<u8>, Vec<File>) {
    let mut files = wolf::images();
    (files.remove(0).1, files)
}

/// What the directory shows by itself.
fn alone() -> Vec<Broken> {
    let (good, _) = family();
    samples(
        "newMappings.bin",
        vec![
            ("new-mappings.truncated", good[..9000].to_vec()),
            ("new-mappings.size", [&good[..], b"!"].concat()),
            ("new-mappings.reference", patched(&good, PALETTES + 2, &[1, 0x80])),
            ("new-mappings.reference", patched(&good, TEXELS + 8, &[2, 0x80])),
            ("new-mappings.tile-image", patched(&good, 10, &[0xFE, 0xFF])),
            ("new-mappings.colours", patched(&good, PALETTES, &[44, 1])),
            ("new-mappings.mark", patched(&good, PALETTES + 1, &[0x40])),
        ],
    )
}

/// What only the files beside it show.
fn beside() -> Vec<Broken> {
    let (good, files) = family();
    let changed = |number: usize, change: &dyn Fn(&mut Vec<u8>)| {
        let mut files = files.clone();
        change(&mut files[number].1);
        files
    };
    let lamp = usize::from(u16::from_le_bytes([good[TEXELS], good[TEXELS + 1]])) + 1;
    let wall = files[1].1.len() - 32 * 32 - 64 * 64;
    let dull = changed(0, &|palettes| {
        for colour in palettes.chunks_exact_mut(2).filter(|colour| *colour == [0x1F, 0x7C]) {
            colour.copy_from_slice(&[0x1F, 0x78]);
        }
    });
    let broken: Vec<(&'static str, Vec<u8>, Vec<File>)> = vec![
        ("new-mappings.missing", good.clone(), files[..1].to_vec()),
        (
            "new-mappings.palettes-size",
            good.clone(),
            changed(0, &|palettes| palettes.truncate(palettes.len() - 1)),
        ),
        ("new-mappings.texels-size", good.clone(), changed(1, &|texels| texels.push(0))),
        ("new-mappings.too-large", patched(&good, DIMS, &[0xFF]), files.clone()),
        ("new-mappings.sprite", good.clone(), changed(1, &|texels| texels[lamp - 2..lamp].fill(0xFF))),
        ("new-mappings.odd-sprite", patched(&good, BOUNDS + 3, &[good[BOUNDS + 3] - 2]), files.clone()),
        ("new-mappings.no-colour", good.clone(), changed(1, &|texels| texels[wall] = 99)),
        ("new-mappings.uncertain", good.clone(), dull),
    ];
    let (codes, families): (Vec<_>, Vec<_>) =
        broken.into_iter().map(|(code, directory, files)| ((code, directory), files)).unzip();
    let named = samples("newMappings.bin", codes);
    named.into_iter().zip(families).map(|(broken, beside)| Broken { beside, ..broken }).collect()
}

fn palettes() -> Vec<Broken> {
    let odd = [&family().1[0].1[..], b"!"].concat();
    samples("newPalettes.bin", vec![("new-palettes.truncated", vec![]), ("new-palettes.tail", odd)])
}

fn texels() -> Vec<Broken> {
    samples("tex00.bin", vec![("new-texels.truncated", vec![])])
}

fn banks() -> Vec<Broken> {
    let bank = texts::banks(&[&["Castle", "A lamp"]]).remove(1).1;
    let open = bank[..bank.len() - 1].to_vec();
    let alone = samples("strings0.bin", vec![("string-bank.truncated", vec![]), ("string-bank.tail", open)]);
    // Texts of Wolfenstein RPG, as what lies beside them tells; its font has no such capital letter.
    let beside: Vec<File> = family().1.into_iter().filter(|(name, _)| name == "tex00.bin").collect();
    let letters = texts::banks(&[&["Castle", "GAR\u{c7}ON"]]).remove(1).1;
    let letters = samples("strings0.bin", vec![("string-bank.letters", letters)]);
    alone
        .into_iter()
        .chain(letters.into_iter().map(|broken| Broken { beside: beside.clone(), ..broken }))
        .collect()
}

fn tables() -> Vec<Broken> {
    let good = tables::tables();
    let uneven = tables::joined(&[vec![3, 0, 0, 0, 1, 2, 3, 4]]);
    samples(
        "tables.bin",
        vec![
            ("tables.truncated", vec![1, 0]),
            ("tables.ends", good[..good.len() - 1].to_vec()),
            ("tables.uneven", uneven),
            ("tables.uneven", tables::joined(&[vec![0; 4], vec![0; 2]])),
        ],
    )
}
