//! A base on a moon in the way of Doom RPG: walls in sixteen colours, monsters in frames, two maps and their texts.

use super::base;
use super::figures::{self, POSES};
use super::level::Level;
use super::picture::{Frames, Wall, frames, repainted, wall};
use super::texts;
use crate::make::jar::{jar, manifest};
use crate::make::phone::{self, Sprite, mappings, sized};
use crate::paint::ramp::bytes;
use crate::paint::{Canvas, Rgb};
use relict_toolkit::idmobile::colour::Order;

/// Places of textures, as maps number them.
const WALLS: &[(u8, u16)] = &[
    (b'B', 0),
    (b'#', 1),
    (b'C', 2),
    (b'X', 7),
    (b'P', 8),
    (b'S', 9),
    (b'L', 10),
    (b'R', 11),
    (b'W', 12),
    (b'E', 13),
    (b'G', 14),
    (b'V', 15),
    (b'N', 16),
];
const DOORS: &[(u8, u16)] = &[(b'd', 3), (b'r', 4), (b'g', 5), (b'y', 6)];
/// Numbers of sprites: the first frames of each.
const THINGS: &[(u8, u8, bool)] = &[
    (b'i', 0, true),
    (b'o', 1, true),
    (b'b', 2, true),
    (b'm', 3, false),
    (b'k', 4, false),
    (b'K', 5, false),
    (b'l', 6, false),
];

const PAD: Level = Level {
    id: 1,
    name: "Landing Pad",
    floor: [88, 72, 56],
    ceiling: [40, 44, 52],
    walls: WALLS,
    doors: DOORS,
    things: THINGS,
    rows: [
        "",
        " RRRRRRRRRRR      #W#W#W#",
        " R.........R      #.....#",
        " R..i......R  ####G.o...G##",
        " R.....RR..R  C..#.....b..#",
        " R..RRRRR..R  C..d........V",
        " R..R  RR..R  C..#.....b..#",
        " R..R   R..R  ####G.k...G##",
        " R..RRRRR..R     ##.....##",
        " R......l..RBBB   ##d#d##",
        " R.........d..B    P...P",
        " RRRR..RRRRRB.B    P...P",
        "    R..R    B.BBBBBP.l.PBBBB",
        "    R..R    B..............B",
        "    R..R    B.BBBBBBBBBBBB.B",
        "   BBddBB   B.B          B.B",
        "   B....B   B.B SSSSSSSS B.B",
        "   B.m..B   B.B S......S B.B",
        "   B....BBBBB.BBS.o..b.SBB.BB",
        "   B..@.r.......d......r....B",
        "   B....BBBBB.BBS......SB.i.B",
        "   B....B   B.B S..b.i.SB...B",
        "   BBBBBB   B.B SSSddSSSB..mB",
        "            B.B   L..L  BBBBB",
        "   XXXXXX   B.B   L..L",
        "   X.b.bX  ##y##  L..L",
        "   X....X  #...#LLL..LLL",
        "   X..b.####...##......L",
        "   X....g..l...#C..i...C",
        "   X.K..####...#C......C",
        "   XXXXXX  ##E##CCCCCCCC",
        "",
    ],
};

const REACTOR: Level = Level {
    id: 2,
    name: "Reactor",
    floor: [58, 62, 70],
    ceiling: [30, 32, 40],
    walls: WALLS,
    doors: DOORS,
    things: THINGS,
    rows: [
        "",
        "        VVVVVVVVVVVVVVVV",
        "        V..............V",
        "   ######d####PPPP####d######",
        "   #......#..P....P..#......#",
        "   #.b..o.#..P....P..#.o..b.#",
        "   #......#..P....P..#......#",
        "   ##d#####..PPddPP..#####d##",
        "    #.#   #..........#   #.#",
        "    #.#  ##....ii....##  #.#",
        "    #.# ##..LLL..LLL..## #.#",
        "    #.###...L......L...###.#",
        "    #.......L.SSSS.L.......#",
        "    #.###.....SSSS.....###.#",
        "    #.# #..l..SSSS..l..# #.#",
        "    #.# #.....SSSS.....# #.#",
        "    #.###...L......L...###.#",
        "    #.......L......L.......#",
        "    #.###...LLL..LLL...###.#",
        "    #.# ##............## #.#",
        "    #.#  ##...o..o...##  #.#",
        "   NNgNN  #..........#  NNgNN",
        "   N...N  ####GyyG####  N...N",
        "   N.m.N     G....G     N.k.N",
        "   N...N     G....G     N...N",
        "   NNNNN   WWW....WWW   NNNNN",
        "           W........W",
        "           W..l..l..W",
        "           W...@....W",
        "           WWWW..WWWW",
        "              EEEE",
        "",
    ],
};

/// The mortar and clay of the same bricks after a fire.
fn charred(palette: &[Rgb]) -> Vec<Rgb> {
    palette.iter().map(|[r, g, b]| [r / 2 + 10, g * 3 / 5 + 8, b * 3 / 4 + 14]).collect()
}

fn walls() -> Vec<Wall> {
    let paintings: [fn() -> Canvas; 13] = [
        base::brick,
        base::panel,
        base::computer,
        base::door,
        base::crate_box,
        base::pipes,
        base::slime,
        base::lava,
        base::rock,
        base::window,
        base::exit,
        base::lights,
        base::vent,
    ];
    paintings.iter().map(|painting| wall(&painting(), 16)).collect()
}

fn figures() -> Vec<Frames> {
    vec![
        frames(&POSES.map(figures::imp), 16),
        frames(&POSES.map(figures::drone), 16),
        frames(&[figures::barrel()], 16),
        frames(&[figures::medkit()], 16),
        frames(&[figures::card()], 16),
        frames(&[figures::lamp()], 16),
    ]
}

/// A picture and its palette, by their places.
type Pair = (usize, usize);

/// Palettes, and which picture is shown with which: the door in four colours, the bricks in two, the card in two.
struct Colours {
    palettes: Vec<Vec<Rgb>>,
    walls: Vec<Pair>,
    sprites: Vec<Pair>,
    first_frames: Vec<i16>,
}

fn colours(walls: &[Wall], figures: &[Frames]) -> Colours {
    let mut palettes: Vec<Vec<Rgb>> = walls.iter().map(|wall| wall.palette.clone()).collect();
    let mut add = |palette: Vec<Rgb>| {
        palettes.push(palette);
        palettes.len() - 1
    };
    let door = &walls[3].palette;
    let doors = [[2, 1, 0], [0, 2, 1], [2, 2, 1]].map(|order| add(repainted(door, order)));
    let burnt = add(charred(&walls[0].palette));
    let (mut sprites, mut first_frames, mut shape) = (vec![], vec![], 0);
    for (i, figure) in figures.iter().enumerate() {
        let palette = add(figure.palette.clone());
        first_frames.push(sprites.len() as i16);
        sprites.extend((0..figure.sprites.len()).map(|frame| (shape + frame, palette)));
        if i == 4 {
            first_frames.push(sprites.len() as i16);
            sprites.push((shape, add(repainted(&figure.palette, [2, 1, 0]))));
        }
        shape += figure.sprites.len();
    }
    let plain = |place: usize| (place, place);
    let mut pairs: Vec<Pair> = (0..4).map(plain).collect();
    pairs.extend(doors.map(|palette| (3, palette)));
    pairs.extend((4..walls.len()).map(plain));
    pairs.push((0, burnt));
    Colours { palettes, walls: pairs, sprites, first_frames }
}

/// All that is to be seen in it.
fn resources() -> Vec<(&'static str, Vec<u8>)> {
    let (walls, figures) = (walls(), figures());
    let texels: Vec<u8> = walls.iter().flat_map(|wall| phone::wall_texels(&wall.indices)).collect();
    let all: Vec<Sprite> = figures.iter().flat_map(|figure| figure.sprites.clone()).collect();
    let (shapes, sprite_texels, offsets) = phone::sprites(&all, 2 * texels.len());
    let colours = colours(&walls, &figures);
    let textures: Vec<[u32; 2]> =
        colours.walls.iter().map(|&(wall, palette)| [wall as u32 * 4096, palette as u32 * 16]).collect();
    let sprites: Vec<[u32; 2]> = colours
        .sprites
        .iter()
        .map(|&(shape, palette)| [offsets[shape] as u32, palette as u32 * 16])
        .collect();
    let ids: Vec<i16> = (0..textures.len() as i16).collect();
    vec![
        ("palettes.bin", sized(&stored(&colours.palettes, Order::Bgr565))),
        ("mappings.bin", mappings(&[&textures, &sprites], &[&ids, &colours.first_frames])),
        ("bitshapes.bin", sized(&shapes)),
        ("wtexels.bin", sized(&texels)),
        ("stexels.bin", sized(&sprite_texels)),
    ]
}

/// Palettes one after the other, in 16 bits to a colour.
pub(super) fn stored(palettes: &[Vec<Rgb>], order: Order) -> Vec<u8> {
    let words =
        |palette: &Vec<Rgb>| bytes(palette).into_iter().flat_map(|colour| order.stored(colour).to_le_bytes());
    palettes.iter().flat_map(words).collect::<Vec<u8>>()
}

const PAD_TEXTS: [&str; 6] = [
    "Landing Pad",
    "/level02.bsp",
    "Welcome to the base.|Mind the step.",
    "The red card opens the lab.",
    "Café Phobos",
    "",
];
const REACTOR_TEXTS: [&str; 4] =
    ["Reactor", "/level01.bsp", "Core at %1 per cent.", "Do not touch the green one."];

pub(super) fn game() -> Vec<u8> {
    let resources = resources();
    let manifest = manifest("Doom RPG", "MoonBase");
    let maps = [
        ("level01.bsp", PAD.java()),
        ("level01.str", texts::strings(&PAD_TEXTS)),
        ("level02.bsp", REACTOR.java()),
        ("level02.str", texts::strings(&REACTOR_TEXTS)),
    ];
    let mut members: Vec<(&str, &[u8])> = vec![("META-INF/MANIFEST.MF", &manifest)];
    members.extend(resources.iter().chain(&maps).map(|(name, bytes)| (*name, bytes.as_slice())));
    jar(&members)
}

/// The map by itself, and its texts.
pub(super) fn map() -> Vec<u8> {
    PAD.java()
}

pub(super) fn map_texts() -> Vec<u8> {
    texts::strings(&PAD_TEXTS)
}

/// The same for BREW phones.
pub(super) fn brew_map() -> Vec<u8> {
    PAD.brew(&PAD_TEXTS, [11, 14])
}

/// Things with their names, as BREW phones have them.
pub(super) fn entities() -> Vec<u8> {
    let names = ["Imp", "Drone", "Barrel", "Medkit", "Blue Card", "Red Card", "Lamp"];
    let entity = |(tile, name): (i16, &&str)| {
        let mut record = [&tile.to_le_bytes()[..], &[2, 0], &[0; 4], name.as_bytes()].concat();
        record.resize(24, 0);
        record
    };
    let count = (names.len() as u16).to_le_bytes().to_vec();
    [count].into_iter().chain((0..).zip(&names).map(entity)).collect::<Vec<_>>().concat()
}

#[cfg(test)]
mod tests {
    use super::*;
    use relict_toolkit::core::bytes::Cursor;
    use relict_toolkit::core::format::{Format, Origin};
    use relict_toolkit::idmobile::bsp::Bsp;

    #[test]
    fn every_room_of_a_map_can_be_reached() {
        for map in [PAD.java(), REACTOR.java()] {
            let bsp = Bsp::read(&mut Cursor::new(&map), Origin::named("level.bsp")).unwrap();
            let (spawn, _) = bsp.spawn();
            let open: Vec<bool> = bsp.blocked().iter().map(|blocked| !blocked).collect();
            let (mut seen, mut next) = (vec![false; open.len()], vec![usize::from(spawn)]);
            while let Some(tile) = next.pop() {
                if open[tile] && !std::mem::replace(&mut seen[tile], true) {
                    next.extend([tile - 1, tile + 1, tile - 32, tile + 32]);
                }
            }
            let (reached, all) =
                (seen.iter().filter(|seen| **seen).count(), open.iter().filter(|open| **open).count());
            assert_eq!(reached, all);
            assert!(bsp.walls().len() > 60 && bsp.sprites.len() > 6);
        }
    }
}
