//! A little base in the way of Doom II RPG: in the folder of an application bundle, wide and with marks, and in a JAR.

use crate::draw::{distance, grain};
use relict_samples::make::images::{Own, decal, raw, sprite};
use relict_samples::make::jar;
use relict_samples::phones::later::{DOOM2, FOLDER, WOLF};
use relict_samples::phones::{maps, tables, texts};

/// From dark to light, and nothing at all in front.
fn ramp(red: u8, green: u8, blue: u8) -> Own<Vec<[u8; 3]>> {
    let step = |i: u32| [red, green, blue].map(|channel| (u32::from(channel) * i / 31) as u8);
    Own::Its([[255, 0, 255]].into_iter().chain((0..32).map(step)).collect())
}

/// A barrel, round and with three hoops.
fn barrel(x: i32, y: i32) -> Option<u8> {
    let across = x - 32;
    let inside = (-14..14).contains(&across) && (10..58).contains(&y);
    let bulge = 14 - (y - 34).abs() / 12;
    (inside && across.abs() < bulge).then(|| {
        let light = (28 - distance(x, 0, (27, 0)) / 8).max(6);
        (if y % 16 < 3 { light - 5 } else { light }) as u8
    })
}

/// A map for iOS.
pub(crate) fn map() -> Vec<u8> {
    maps::ios(&[130, 257, 300])
}

fn plate(x: i32, y: i32) -> u8 {
    let edge = x % 64 < 2 || y % 32 < 2;
    let rivet = (x % 64 - 6).pow(2) + (y % 32 - 6).pow(2) < 6;
    if edge {
        5
    } else if rivet {
        30
    } else {
        (18 + grain(x, y) % 5) as u8
    }
}

/// The whole bundle, as far as images go, and a map.
pub(crate) fn bundle() -> Vec<u8> {
    let images = [
        sprite(64, 64, ramp(90, 200, 80), barrel),
        raw(128, 64, ramp(150, 150, 170), plate),
        raw(32, 32, Own::Of(1), |x, y| (10 + (x ^ y) % 8) as u8),
    ];
    let mut files = DOOM2.files(&[(130, 1), (257, 1), (300, 1)], &images);
    files.push(("map00.bin".to_owned(), map()));
    let named: Vec<(String, &[u8])> =
        files.iter().map(|(name, bytes)| (format!("{FOLDER}{name}"), &bytes[..])).collect();
    let members: Vec<(&str, &[u8])> = named.iter().map(|(name, bytes)| (name.as_str(), *bytes)).collect();
    jar::jar(&members)
}

/// The same game for Java phones: fifteen tables with two skies, and a sign on the wall.
pub(crate) fn java() -> Vec<u8> {
    let few = |red, green, blue| match ramp(red, green, blue) {
        Own::Its(colours) => Own::Its(colours.into_iter().take(16).collect()),
        other @ Own::Of(_) => other,
    };
    let half = |index: u8| index / 2;
    let images = [
        sprite(64, 64, few(90, 200, 80), |x, y| barrel(x, y).map(half)),
        decal(32, 64, few(200, 180, 60), |x, y| (distance(x, y, (16, 30)) < 150).then_some(9)),
        raw(64, 64, few(150, 150, 170), |x, y| half(plate(x, y))),
        raw(32, 32, Own::Of(2), |x, y| (4 + (x ^ y) % 8) as u8),
    ];
    let tables: Vec<Vec<u8>> =
        (0..11).map(tables::table).chain(tables::sky([16, 4, 3])).chain(tables::sky([8, 5, 14])).collect();
    let mut files = vec![
        ("META-INF/MANIFEST.MF".to_owned(), jar::manifest("Doom II RPG", "Base")),
        ("tables.bin".to_owned(), tables::joined(&tables)),
        ("map00.bin".to_owned(), maps::later(&[130, 131, 257, 300])),
    ];
    files.extend(WOLF.files(&[(130, 1), (131, 1), (257, 1), (300, 1)], &images));
    files.extend(texts::banks(&[&["Base", "A barrel", "It is full.|Of what?"]]));
    let members: Vec<(&str, &[u8])> = files.iter().map(|(name, bytes)| (name.as_str(), &bytes[..])).collect();
    jar::jar(&members)
}
