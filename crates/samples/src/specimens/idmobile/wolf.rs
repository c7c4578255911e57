//! A little castle in the way of Wolfenstein RPG for Java phones: a lamp in two frames and two colours, a sign, a door, a wall,
//! a floor.

use super::{maps, texts};
use crate::make::images::{Build, File, Own, decal, raw, recoloured, sprite};
use crate::make::jar;
use crate::specimens::draw::{distance, grain};
use relict::idmobile::colour::Order;
use relict::idmobile::new_texels::Naming;

pub(crate) const BUILD: Build =
    Build { is_wide: false, marked: false, naming: Naming::Tex, order: Order::Rgb555, limit: 0x8000 };

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
    BUILD.files(&[(1, 2), (2, 1), (122, 1), (162, 1), (257, 1), (258, 1)], &images)
}

/// The whole game.
pub(crate) fn jar() -> Vec<u8> {
    let mut files = vec![
        ("META-INF/MANIFEST.MF".to_owned(), jar::manifest("Wolfenstein RPG", "Castle")),
        ("entities.bin".to_owned(), entities()),
        ("tables.bin".to_owned(), tables()),
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

/// Seventeen tables, as the game has, of numbers of every size; the last two are a night sky.
pub(crate) fn tables() -> Vec<u8> {
    let tables: Vec<Vec<u8>> = (0..15).map(table).chain(sky([16, 16, 16])).collect();
    joined(&tables)
}

fn counted(count: u32, numbers: &[u8]) -> Vec<u8> {
    [&count.to_le_bytes()[..], numbers].concat()
}

/// A few numbers, whose size depends on the table.
pub(crate) fn table(i: u8) -> Vec<u8> {
    match i % 3 {
        0 => counted(4, &[i, i + 1, i + 2, i + 3]),
        1 => counted(3, [0, 1, 2].map(|n: i16| (n * i16::from(i) - 20).to_le_bytes()).as_flattened()),
        _ => counted(2, [0, 1].map(|n: i32| (n * 1000 - i32::from(i)).to_le_bytes()).as_flattened()),
    }
}

/// The colours and the texels of a night sky. From one colour to the next it is so much lighter.
pub(crate) fn sky([red, green, blue]: [u32; 3]) -> [Vec<u8>; 2] {
    let colour = |i: u32| ((i * red) << 16 | (i * green) << 8 | (i * blue + 15)).to_le_bytes();
    let star = |x: i32, y: i32| if grain(x, y) > 252 { 15 } else { (y / 12) as u8 };
    let texels: Vec<u8> = (0..128).flat_map(|y| (0..128).map(move |x| star(x, y))).collect();
    let colours: Vec<u8> = (0..16).flat_map(colour).collect();
    [counted(16, &colours), counted(128 * 128, &texels)]
}

/// Tables behind the list of their ends.
pub(crate) fn joined(tables: &[Vec<u8>]) -> Vec<u8> {
    let mut end = 0;
    let ends = tables.iter().flat_map(|table| {
        end += table.len() as u32;
        end.to_le_bytes()
    });
    ends.chain(tables.iter().flatten().copied()).collect()
}
