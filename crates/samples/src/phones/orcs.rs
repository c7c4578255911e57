//! Dungeons and forests in the way of Orcs & Elves, of its sequel for Java and for BREW, and as the community's editor reads
//! both.

use super::castle;
use super::doom::stored;
use super::figures::{self, POSES};
use super::maps;
use super::picture::{Frames, Wall, frames, wall};
use super::texts::melody;
use crate::make::jar::{jar, manifest};
use crate::make::phone::{
    Resources, Sprite, mappings, narrow_mappings, set, set_and_empty, sized, wall_texels,
};
use crate::paint::Rgb;
use crate::paint::ramp::bytes;
use relict_toolkit::idmobile::colour::Order;
use relict_toolkit::idmobile::sprite::RoomRule;
use relict_toolkit::idmobile::texture::{SIDE, encoded};

/// Colours of a deep texture.
const DEEP: usize = 200;
/// A number of maps that means nothing.
const UNUSED: i16 = 0x7FFF;

fn walls() -> Vec<Wall> {
    let paintings = [
        castle::stone([126, 120, 112]),
        castle::mossy(),
        castle::runes(),
        castle::wooden_door(),
        castle::books(),
        castle::banner([126, 34, 38], [120, 116, 110]),
        castle::forest(),
        castle::gothic(),
    ];
    paintings.iter().map(|canvas| wall(canvas, 16)).collect()
}

fn figures() -> Vec<Frames> {
    vec![
        frames(&POSES.map(figures::orc), 16),
        frames(&[figures::torch(0), figures::torch(1)], 16),
        frames(&[figures::chest()], 16),
        frames(&[figures::potion()], 16),
    ]
}

fn packed(title: &str, resources: &[(String, Vec<u8>)]) -> Vec<u8> {
    let manifest = manifest(title, "Forest");
    let mut members: Vec<(&str, &[u8])> = vec![("META-INF/MANIFEST.MF", &manifest)];
    members.extend(resources.iter().map(|(name, bytes)| (name.as_str(), bytes.as_slice())));
    jar(&members)
}

/// A chunk of four bits, or of eight.
fn chunk(depth: u8, texels: Vec<u8>) -> Vec<u8> {
    [vec![depth], texels].concat()
}

fn deep(wall: &Wall) -> Vec<u8> {
    chunk(8, encoded(&wall.indices, SIDE, 8))
}

fn half<T: Clone>(list: &[T]) -> [Vec<T>; 2] {
    let (first, second) = list.split_at(list.len().div_ceil(2));
    [first.to_vec(), second.to_vec()]
}

/// Sprites with the places of their palettes, which follow those of the walls; and where each figure begins.
fn cast(figures: &[Frames], first_palette: usize) -> (Vec<Sprite>, Vec<[u32; 2]>, Vec<i16>) {
    let (mut sprites, mut pairs, mut starts) = (vec![], vec![], vec![]);
    for (i, figure) in figures.iter().enumerate() {
        starts.push(sprites.len() as i16);
        for sprite in &figure.sprites {
            pairs.push([sprites.len() as u32, (first_palette + i) as u32]);
            sprites.push(sprite.clone());
        }
    }
    (sprites, pairs, starts)
}

fn palettes(walls: &[Wall], figures: &[Frames]) -> Vec<Vec<Rgb>> {
    walls
        .iter()
        .map(|wall| &wall.palette)
        .chain(figures.iter().map(|figure| &figure.palette))
        .cloned()
        .collect()
}

/// The number of palettes, and palettes of 16 colours.
fn plain_palettes(palettes: &[Vec<Rgb>]) -> Vec<u8> {
    [&(palettes.len() as u16).to_le_bytes()[..], &stored(palettes, Order::Rgb565)].concat()
}

/// Each number of a list between two that no map uses.
fn with_unused(ids: &[i16]) -> Vec<i16> {
    ids.iter().flat_map(|id| [*id, UNUSED]).collect()
}

pub(super) fn first() -> Vec<u8> {
    let (walls, figures) = (walls(), figures());
    let (sprites, shown, starts) = cast(&figures, walls.len());
    let textures: Vec<[u32; 2]> = (0..walls.len() as u32).map(|i| [i, i]).collect();
    let ids: Vec<i16> = (0..walls.len() as i16).collect();
    let texels: Vec<Vec<u8>> = walls.iter().map(|wall| chunk(4, wall_texels(&wall.indices))).collect();
    let record = |(i, sprite): (u32, &Sprite)| sprite.record_by(RoomRule::OnePerRun, i);
    let records: Vec<Vec<u8>> = (0..).zip(&sprites).map(record).collect();
    let pixels: Vec<Vec<u8>> = sprites.iter().map(|sprite| chunk(4, sprite.texels(4))).collect();
    let ids = [with_unused(&ids), with_unused(&starts)];
    let single: Resources = vec![
        ("mappings.bin".into(), mappings(&[&textures, &shown], &[&ids[0], &ids[1]])),
        ("palettes.bin".into(), plain_palettes(&palettes(&walls, &figures))),
    ];
    let sets = [
        set("shapes", &half(&records)),
        set("stexels", &half(&pixels)),
        set("wtexels", &half(&texels)),
        maps::columns(&[maps::orcs(false, 0, [0, 1, 2, 3, 4]), maps::orcs(false, 1, [4, 3, 2, 1, 0])]),
    ];
    packed("Orcs & Elves", &single.into_iter().chain(sets.concat()).collect::<Vec<_>>())
}

/// Mappings of 16 bits, one file of walls, and sounds whose last file is empty.
pub(super) fn second() -> Vec<u8> {
    let paintings = [
        castle::stone([108, 104, 120]),
        castle::runes(),
        castle::wooden_door(),
        castle::forest(),
        castle::gothic(),
        castle::painting(),
    ];
    let walls = paintings.map(|canvas| wall(&canvas, 16));
    let figures = [frames(&POSES.map(figures::orc), 16), frames(&[figures::torch(0), figures::torch(1)], 16)];
    let (sprites, shown, starts) = cast(&figures, walls.len());
    let textures: Vec<[u32; 2]> = (0..walls.len() as u32).map(|i| [i, i]).collect();
    let ids: Vec<i16> = (0..walls.len() as i16).collect();
    let texels: Vec<Vec<u8>> = walls.iter().map(|wall| chunk(4, wall_texels(&wall.indices))).collect();
    let records: Vec<Vec<u8>> = (0..).zip(&sprites).map(|(i, sprite)| sprite.record(i)).collect();
    let pixels: Vec<Vec<u8>> = sprites.iter().map(|sprite| chunk(4, sprite.texels(4))).collect();
    let ids = [with_unused(&ids), with_unused(&starts)];
    let single: Resources = vec![
        ("mappings.bin".into(), narrow_mappings(&[&textures, &shown], &[&ids[0], &ids[1]])),
        ("palettes.bin".into(), plain_palettes(&palettes(&walls, &figures))),
    ];
    let sets = [
        set("shapes", &half(&records)),
        set_and_empty("sounds", &[vec![melody()], vec![melody()]]),
        set("stexels", &half(&pixels)),
        set("wtexels", &[texels]),
        maps::columns(&[maps::orcs(true, 0, [0, 1, 4, 5, 2]), maps::orcs(true, 1, [5, 4, 1, 0, 2])]),
    ];
    packed("Orcs & Elves II", &single.into_iter().chain(sets.concat()).collect::<Vec<_>>())
}

/// Palettes of any size, each with its size in front.
fn sized_palettes(palettes: &[Vec<Rgb>]) -> Vec<u8> {
    let words = |palette: &Vec<Rgb>| {
        let colours = bytes(palette).into_iter().map(|colour| Order::Rgb565.stored(colour));
        [palette.len() as u16].into_iter().chain(colours).collect::<Vec<u16>>()
    };
    let all = [palettes.len() as u16].into_iter().chain(palettes.iter().flat_map(words));
    all.flat_map(u16::to_le_bytes).collect()
}

/// The sequel for BREW: floors, deeper textures, palettes of any size.
pub(super) fn second_brew() -> Vec<u8> {
    let shallow = [castle::stone([108, 104, 120]), castle::runes(), castle::wooden_door()]
        .map(|canvas| wall(&canvas, 16));
    let rich = [castle::forest(), castle::gothic(), castle::painting()].map(|canvas| wall(&canvas, DEEP));
    let floors = [wall(&castle::flagstones(), 16)];
    let green = [wall(&castle::grass(), DEEP)];
    let figures = [frames(&POSES.map(figures::orc), 48), frames(&[figures::torch(0), figures::torch(1)], 16)];
    let all: Vec<&Wall> = shallow.iter().chain(&rich).chain(&floors).chain(&green).collect();
    let (sprites, shown, starts) = cast(&figures, all.len());
    let mut colours: Vec<Vec<Rgb>> = all.iter().map(|wall| wall.palette.clone()).collect();
    colours.extend(figures.iter().map(|figure| figure.palette.clone()));
    let texels: Vec<Vec<u8>> = shallow
        .iter()
        .map(|wall| chunk(4, wall_texels(&wall.indices)))
        .chain(rich.iter().map(deep))
        .collect();
    let flats: Vec<Vec<u8>> = floors
        .iter()
        .map(|wall| chunk(4, wall_texels(&wall.indices)))
        .chain(green.iter().map(deep))
        .collect();
    let pair = |first: u32| move |i: u32| [i, first + i];
    let textures: Vec<[u32; 2]> = (0..6).map(pair(0)).collect();
    let floor_pairs: Vec<[u32; 2]> = (0..2).map(pair(6)).collect();
    let records: Vec<Vec<u8>> = (0..).zip(&sprites).map(|(i, sprite)| sprite.record(i)).collect();
    let depth = |i: usize| if i < POSES.len() { 8 } else { 4 };
    let pixels: Vec<Vec<u8>> =
        sprites.iter().enumerate().map(|(i, sprite)| chunk(depth(i), sprite.texels(depth(i)))).collect();
    let ids: [&[i16]; 3] = [&[0, 1, 2, 3, 4, 5, UNUSED], &[0, 1], &starts];
    let single: Resources = vec![
        ("mappings.bin".into(), mappings(&[&textures, &floor_pairs, &shown], &ids)),
        ("palettes.bin".into(), sized_palettes(&colours)),
    ];
    let sets = [
        set("ftexels", &[flats]),
        set("shapes", &[records]),
        set("stexels", &[pixels]),
        set("wtexels", &half(&texels)),
    ];
    packed("Orcs & Elves II", &single.into_iter().chain(sets.concat()).collect::<Vec<_>>())
}

/// The same walls in two banks with their sizes in front, and nothing that tells their colours.
pub(super) fn banks() -> Vec<u8> {
    let walls = walls();
    let texels: Vec<Vec<u8>> = walls.iter().map(|wall| wall_texels(&wall.indices)).collect();
    let [first, second] = half(&texels);
    let palettes: Vec<Vec<Rgb>> = walls.iter().map(|wall| wall.palette.clone()).collect();
    let resources = [
        ("wtexels0.bin", sized(&first.concat())),
        ("wtexels1.bin", sized(&second.concat())),
        ("palettes.bin", sized(&stored(&palettes, Order::Bgr565))),
    ];
    packed("Orcs & Elves", &resources.map(|(name, bytes)| (name.to_owned(), bytes)))
}
