//! A forest in the way of Orcs & Elves, of its sequel for Java and for BREW, and as the community's editor reads both.

use super::drpg::{SPRITES, WALLS, palette, palettes, square, wall_texels};
use crate::draw::{byte, distance, grain};
use relict_samples::make::jar::{jar, manifest};
use relict_samples::make::phone::{mappings, narrow_mappings, set, set_and_empty, sized};
use relict_samples::phones::maps;
use relict_samples::phones::texts::melody;
use relict_toolkit::idmobile::colour::Order;
use relict_toolkit::idmobile::sprite::RoomRule;
use relict_toolkit::idmobile::texture::{SIDE, encoded};

type Resources = Vec<(String, Vec<u8>)>;

pub(crate) fn first() -> Vec<u8> {
    packed("Orcs & Elves", &first_resources())
}

pub(crate) fn second() -> Vec<u8> {
    packed("Orcs & Elves II", &second_resources())
}

pub(crate) fn second_brew() -> Vec<u8> {
    packed("Orcs & Elves II", &second_brew_resources())
}

/// The same walls in two banks with their sizes in front, and nothing that tells their colours.
pub(crate) fn banks() -> Vec<u8> {
    let bank = |walls: &[fn(i32, i32) -> u8]| {
        sized(&walls.iter().flat_map(|wall| wall_texels(*wall)).collect::<Vec<_>>())
    };
    let resources = [
        ("wtexels0.bin", bank(&WALLS[..3])),
        ("wtexels1.bin", bank(&WALLS[3..])),
        ("palettes.bin", sized(&palettes(Order::Bgr565))),
    ];
    packed("Orcs & Elves", &resources.map(|(name, bytes)| (name.to_owned(), bytes)))
}

fn packed(title: &str, resources: &[(String, Vec<u8>)]) -> Vec<u8> {
    let manifest = manifest(title, "Forest");
    let mut members: Vec<(&str, &[u8])> = vec![("META-INF/MANIFEST.MF", &manifest)];
    members.extend(resources.iter().map(|(name, bytes)| (name.as_str(), bytes.as_slice())));
    jar(&members)
}

/// A chunk of four bits.
fn shallow(texels: Vec<u8>) -> Vec<u8> {
    [vec![4], texels].concat()
}

/// A texture of eight bits.
fn deep(wall: fn(i32, i32) -> u8) -> Vec<u8> {
    [vec![8], encoded(&square(wall), SIDE, 8)].concat()
}

pub(crate) fn first_resources() -> Resources {
    let walls: Vec<Vec<u8>> = WALLS.iter().map(|wall| shallow(wall_texels(*wall))).collect();
    let records: Vec<Vec<u8>> =
        (0..).zip(&SPRITES).map(|(i, sprite)| sprite.cut().record_by(RoomRule::OnePerRun, i)).collect();
    let texels: Vec<Vec<u8>> = SPRITES.iter().map(|sprite| shallow(sprite.cut().texels(4))).collect();
    let pairs: [&[[u32; 2]]; 2] =
        [&[[0, 0], [0, 1], [1, 2], [2, 1], [3, 4]], &[[0, 5], [1, 2], [2, 0], [2, 3]]];
    let single = [
        ("mappings.bin".to_owned(), mappings(&pairs, &[&[0, 1, 2, 3, 4, 0x7FFF], &[0, 0x7FFF, 1, 2]])),
        ("palettes.bin".to_owned(), plain_palettes()),
    ];
    let sets = [
        set("shapes", &[records[..2].to_vec(), records[2..].to_vec()]),
        set("stexels", &[texels[..1].to_vec(), texels[1..].to_vec()]),
        set("wtexels", &[walls[..3].to_vec(), walls[3..].to_vec()]),
        maps::columns(&[maps::orcs(false, 0, [0, 1, 2, 3, 4]), maps::orcs(false, 1, [4, 3, 2, 1, 0])]),
    ];
    single.into_iter().chain(sets.concat()).collect()
}

/// The number of palettes, and palettes of 16 colours.
fn plain_palettes() -> Vec<u8> {
    let all = palettes(Order::Rgb565);
    [&((all.len() / 32) as u16).to_le_bytes()[..], &all].concat()
}

/// Mappings of 16 bits, one file of walls, and sounds whose last file is empty.
pub(crate) fn second_resources() -> Resources {
    let walls: Vec<Vec<u8>> = WALLS.iter().map(|wall| shallow(wall_texels(*wall))).collect();
    let records: Vec<Vec<u8>> = (0..).zip(&SPRITES).map(|(i, sprite)| sprite.cut().record(i)).collect();
    let texels: Vec<Vec<u8>> = SPRITES.iter().map(|sprite| shallow(sprite.cut().texels(4))).collect();
    let pairs: [&[[u32; 2]]; 2] = [&[[0, 0], [1, 2], [2, 1], [0, 3]], &[[0, 5], [1, 2], [2, 0], [2, 3]]];
    let ids: [&[i16]; 2] = [&[0x7FFF, 0, 1, 0x7FFF, 2, 3], &[0, 0x7FFF, 1, 2, 3]];
    let single = [
        ("mappings.bin".to_owned(), narrow_mappings(&pairs, &ids)),
        ("palettes.bin".to_owned(), plain_palettes()),
    ];
    let sets = [
        set("shapes", &[records[..1].to_vec(), records[1..].to_vec()]),
        set_and_empty("sounds", &[vec![melody()], vec![melody()]]),
        set("stexels", &[texels[..2].to_vec(), texels[2..].to_vec()]),
        set("wtexels", &[walls]),
        maps::columns(&[maps::orcs(true, 0, [1, 2, 4, 5, 1]), maps::orcs(true, 1, [5, 4, 2, 1, 5])]),
    ];
    single.into_iter().chain(sets.concat()).collect()
}

pub(crate) fn second_brew_resources() -> Resources {
    let walls = vec![shallow(wall_texels(WALLS[0])), deep(leaves), shallow(wall_texels(WALLS[1]))];
    let flats = vec![shallow(wall_texels(grass)), deep(leaves)];
    let records = vec![SPRITES[0].cut().record(0), SPRITES[1].cut().record(1)];
    let texels = vec![shallow(SPRITES[0].cut().texels(4)), [vec![8], SPRITES[1].cut().texels(8)].concat()];
    let pairs: [&[[u32; 2]]; 3] = [&[[0, 0], [1, 2], [2, 1]], &[[0, 3], [1, 2]], &[[0, 1], [1, 2]]];
    let ids: [&[i16]; 3] = [&[0, 1, 2, 0x7FFF], &[0, 1], &[0x7FFF, 0, 1]];
    let colours = [
        palette(Order::Rgb565, [150, 84, 60], 16),
        palette(Order::Rgb565, [200, 150, 110], 16),
        palette(Order::Rgb565, [70, 150, 50], 200),
        palette(Order::Rgb565, [90, 140, 60], 16),
    ];
    let sized = colours.iter().flat_map(|all| [vec![all.len() as u16], all.clone()].concat());
    let palettes: Vec<u8> =
        [colours.len() as u16].into_iter().chain(sized).flat_map(u16::to_le_bytes).collect();
    let sets = [
        set("ftexels", &[flats]),
        set("shapes", &[records]),
        set("stexels", &[texels]),
        set("wtexels", &[walls]),
    ];
    let single = [("mappings.bin".to_owned(), mappings(&pairs, &ids)), ("palettes.bin".to_owned(), palettes)];
    single.into_iter().chain(sets.concat()).collect()
}

/// A crown of leaves, in more colours than four bits have.
fn leaves(x: i32, y: i32) -> u8 {
    let near = (0..9).map(|i| distance(x, y, (grain(i, 1) / 4, grain(i, 7) / 4)) / 4).min().unwrap_or(0);
    byte(180 - near.min(150) + grain(x, y) / 16)
}

/// Blades, and a few stones.
fn grass(x: i32, y: i32) -> u8 {
    let blade = (x * 5 + grain(x, 0) / 40 + y) % 7;
    if grain(x / 4, y / 4) > 248 { 14 } else { byte(3 + blade + grain(x, y) / 90) }
}
