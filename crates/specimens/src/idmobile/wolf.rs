//! A little castle in the way of Wolfenstein RPG for Java phones: a lamp in two frames and two colours, a sign, a door, a wall,
//! a floor.

use crate::draw::{distance, grain};
use relict_samples::make::images::{File, Own, decal, raw, recoloured, sprite};
use relict_samples::make::jar;
use relict_samples::phones::later::WOLF;
use relict_samples::phones::{maps, tables, texts};

/// Nothing at all, as most palettes have it; then shades of a colour.
fn shades([r, g, b]: [u8; 3]) -> Own<Vec<[u8; 3]>> {
    let shade = |i: u32| [r, g, b].map(|channel| (u32::from(channel) * i / 15) as u8);
    Own::Its([[255, 0, 255]].into_iter().chain((1..16).map(shade)).collect())
}

/// A lamp on a foot, burning more or less.
fn lamp(x: i32, y: i32, flame: i32) -> Option<u8> {
    let light = distance(x, y, (16, 9));
    if light <= flame * flame {
        return Some((15 - light * 8 / (flame * flame)) as u8);
    }
    let foot =
        (14..18).contains(&x) && (14..28).contains(&y) || (9..23).contains(&x) && (28..31).contains(&y);
    foot.then_some(4 + (x - y).rem_euclid(3) as u8)
}

/// A round sign with a hole in it.
fn sign(x: i32, y: i32) -> Option<u8> {
    let away = distance(x, y, (16, 12));
    (20..120).contains(&away).then(|| (3 + away / 12) as u8)
}

fn brick(x: i32, y: i32) -> u8 {
    let shifted = x + y / 8 % 2 * 8;
    if y % 8 == 0 || shifted % 16 == 0 { 2 } else { (8 + grain(x, y) % 5) as u8 }
}

/// The files of all images.
pub(crate) fn images() -> Vec<File> {
    let burning = sprite(32, 32, shades([255, 220, 90]), |x, y| lamp(x, y, 7));
    let images = [
        burning.clone(),
        sprite(32, 32, Own::Of(0), |x, y| lamp(x, y, 5)),
        recoloured(0, &burning, shades([120, 200, 255])),
        decal(32, 32, shades([200, 60, 50]), sign),
        // The game draws this one as a full rectangle, index 0 included.
        decal(16, 32, Own::Of(3), |x, y| (x > 0 && y > 0).then_some((4 + x / 4) as u8)),
        raw(64, 64, shades([170, 160, 150]), brick),
        raw(32, 32, shades([120, 80, 40]), |x, y| (5 + (x / 8 + y / 8) % 2 * 4 + grain(x, y) % 3) as u8),
    ];
    WOLF.files(&[(1, 2), (2, 1), (122, 1), (162, 1), (257, 1), (258, 1)], &images)
}

/// The whole game.
pub(crate) fn jar() -> Vec<u8> {
    let mut files = vec![
        ("META-INF/MANIFEST.MF".to_owned(), jar::manifest("Wolfenstein RPG", "Castle")),
        ("entities.bin".to_owned(), entities()),
        ("tables.bin".to_owned(), tables::tables()),
        ("map00.bin".to_owned(), map()),
    ];
    files.extend(images());
    files.extend(texts::banks(&[
        &["Castle", "A lamp", "It gives light.|Not much."],
        &["Schloss", "Eine Lampe", "Sie gibt Licht.|Nicht viel."],
    ]));
    files.extend(texts::indexed("images", &[vec![texts::EYE.to_vec()]]));
    files.extend(texts::indexed("sounds", &[vec![texts::melody(), b"?".to_vec()]]));
    let members: Vec<(&str, &[u8])> = files.iter().map(|(name, bytes)| (name.as_str(), &bytes[..])).collect();
    jar::jar(&members)
}

/// One hall, with all that there is.
pub(crate) fn map() -> Vec<u8> {
    maps::later(&[1, 2, 122, 162, 257, 258, 276])
}

/// The lamp, by the texts that tell of it.
pub(crate) fn entities() -> Vec<u8> {
    [&[2, 0][..], &[1, 0, 3, 0, 0, 1, 1, 2], &[2, 0, 3, 1, 5, 1, 1, 2]].concat()
}
