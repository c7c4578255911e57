//! A base on a moon in the way of Doom RPG: walls, a door, and who stands in front of them.

use crate::draw::{byte, distance, grain};
use crate::formats::{idmobile_bsp as maps, idmobile_strings as texts};
use relict_samples::make::jar::{jar, manifest};
use relict_samples::make::phone::{self, mappings, sized};
use relict_toolkit::idmobile::colour::Order;

/// Red, green, blue.
type Colour = [i32; 3];

/// A sprite: its left and upper side, width and height, and the index of each pixel; none where nothing is.
pub(crate) struct Sprite {
    at: (u8, u8),
    size: (usize, usize),
    index: fn(i32, i32) -> Option<u8>,
}

impl Sprite {
    pub(crate) fn cut(&self) -> phone::Sprite {
        let (width, height) = (self.size.0 as i32, self.size.1 as i32);
        let pixels = (0..height).flat_map(|y| (0..width).map(move |x| (self.index)(x, y))).collect();
        phone::Sprite { at: self.at, size: self.size, pixels }
    }
}

pub(crate) fn game() -> Vec<u8> {
    let resources = resources();
    let manifest = manifest("Doom RPG", "MoonBase");
    let (map, text) = (maps::java(), texts::level());
    let mut members: Vec<(&str, &[u8])> = vec![("META-INF/MANIFEST.MF", &manifest)];
    members.extend(resources.iter().map(|(name, bytes)| (*name, bytes.as_slice())));
    members.extend([("level01.bsp", map.as_slice()), ("level01.str", text.as_slice())]);
    jar(&members)
}

/// All that is to be seen in it.
pub(crate) fn resources() -> Vec<(&'static str, Vec<u8>)> {
    let walls: Vec<u8> = WALLS.iter().flat_map(|wall| wall_texels(*wall)).collect();
    let (shapes, texels, offsets) = phone::sprites(&SPRITES.map(|sprite| sprite.cut()), 2 * walls.len());
    let entry = |picture: usize, palette: u32| [picture as u32, palette * 16];
    let textures =
        [(0, 0), (0, 1), (1, 2), (1, 3), (2, 1), (3, 4)].map(|(wall, palette)| entry(wall * 4096, palette));
    let shown = [(0, 5), (1, 2), (2, 0), (2, 3)].map(|(shape, palette)| entry(offsets[shape], palette));
    let ids: ([i16; 12], [i16; 8]) = ([0, 1, 2, 3, 4, 5, 0, 0, 0, 0, 0, 0], [0, 1, 2, 3, 0, 0, 0, 0]);
    vec![
        ("palettes.bin", sized(&palettes(Order::Bgr565))),
        ("mappings.bin", mappings(&[&textures, &shown], &[&ids.0, &ids.1])),
        ("bitshapes.bin", sized(&shapes)),
        ("wtexels.bin", sized(&walls)),
        ("stexels.bin", sized(&texels)),
    ]
}

/// Six palettes of 16 colours: rust, steel, two doors, slime, skin.
pub(crate) fn palettes(order: Order) -> Vec<u8> {
    let ramps: [Colour; 6] =
        [[150, 84, 60], [130, 138, 150], [60, 90, 190], [190, 60, 50], [70, 170, 60], [200, 150, 110]];
    ramps.iter().flat_map(|ramp| palette(order, *ramp, 16)).flat_map(u16::to_le_bytes).collect()
}

/// From black to a colour and on to nearly white.
pub(crate) fn palette(order: Order, [r, g, b]: Colour, colours: i32) -> Vec<u16> {
    let channel = |channel: i32, i: i32| {
        let (at, whole) = (i * 3, colours * 2);
        byte(if at < whole {
            channel * at / whole
        } else {
            channel + (250 - channel) * (at - whole) / (colours + 1)
        })
    };
    (0..colours).map(|i| order.stored([channel(r, i), channel(g, i), channel(b, i)])).collect()
}

/// The texels of a wall.
pub(crate) fn wall_texels(wall: fn(i32, i32) -> u8) -> Vec<u8> {
    phone::wall_texels(&square(wall))
}

/// The indices of a texture, row by row.
pub(crate) fn square(wall: fn(i32, i32) -> u8) -> Vec<u8> {
    (0..64).flat_map(|y| (0..64).map(move |x| wall(x, y))).collect()
}

pub(crate) const WALLS: [fn(i32, i32) -> u8; 4] = [bricks, door, panel, slime];

/// Courses of bricks, each shifted against the next.
fn bricks(x: i32, y: i32) -> u8 {
    let (inner_x, inner_y) = ((x + y / 16 % 2 * 16) % 32, y % 16);
    match (inner_x, inner_y) {
        (0 | 1, _) | (_, 0 | 1) => 2,
        (2, _) | (_, 2) => 13,
        (31, _) | (_, 15) => 5,
        _ => byte(8 + grain(x, y) / 90 + grain(x / 32, y / 16) / 128),
    }
}

/// Two leaves with a seam, stripes of warning below, and a lock that shines.
fn door(x: i32, y: i32) -> u8 {
    let lock = distance(x, y, (32, 28));
    match (x, y) {
        _ if lock < 16 => 15,
        _ if lock < 30 => 3,
        (0..=3 | 60..=63, _) | (_, 0..=3) => 6,
        (31 | 32, _) => 1,
        (_, 50..=60) => {
            if (x + y) / 6 % 2 == 0 {
                14
            } else {
                1
            }
        }
        _ => byte(9 + grain(x / 2, y) / 128 - (x / 8 % 2)),
    }
}

/// A console with lamps and a screen.
fn panel(x: i32, y: i32) -> u8 {
    match (x, y) {
        (8..=55, 8..=33) => {
            if y % 3 == 0 {
                11
            } else {
                byte(4 + grain(x / 3, y / 3) / 50)
            }
        }
        (8..=55, 40..=55) if distance(x % 8, y % 8, (4, 4)) < 6 => byte(8 + grain(x / 8, y / 8) / 34),
        (0, _) | (_, 0) => 14,
        (63, _) | (_, 63) => 2,
        _ => 7,
    }
}

/// Waves that never rest.
fn slime(x: i32, y: i32) -> u8 {
    let wave = (x * x / 24 + y * y / 31 + x * y / 19) % 24;
    byte((if wave < 12 { wave } else { 24 - wave }) + 2 + grain(x, y) / 128)
}

pub(crate) const SPRITES: [Sprite; 3] = [
    Sprite { at: (18, 14), size: (28, 36), index: face },
    Sprite { at: (22, 30), size: (20, 33), index: barrel },
    Sprite { at: (27, 0), size: (11, 22), index: lamp },
];

/// A head with eyes and a grin.
fn face(x: i32, y: i32) -> Option<u8> {
    let (dx, dy) = (2 * x - 27, 2 * y - 35);
    let skull = dx * dx * 13 / 8 + dy * dy;
    let eye = distance((x - 13).abs(), y, (6, 13));
    match skull {
        1226.. => None,
        _ if eye < 5 => Some(15),
        _ if eye < 12 => Some(1),
        _ if (24..=27).contains(&y) && (8..=19).contains(&x) => Some(if x % 3 == 0 { 2 } else { 14 }),
        _ => Some(byte(11 - skull / 180 + grain(x, y) / 200)),
    }
}

/// Rounded, with hoops.
fn barrel(x: i32, y: i32) -> Option<u8> {
    let bulge = 1 - (y - 16).abs() / 16;
    let inside = (1 - bulge..=18 + bulge).contains(&x);
    let light = 12 - (x - 7).abs() * 2 / 3;
    inside.then(|| if y % 11 < 2 { 3 } else { byte(light.clamp(2, 15)) })
}

/// A cord and a shade, with nothing between its bars.
fn lamp(x: i32, y: i32) -> Option<u8> {
    match (x, y) {
        (5, 0..=9) => Some(4),
        (_, 0..=9) => None,
        (_, 10..=13) if (x - 5).abs() <= y - 9 => Some(9),
        (_, 14 | 21) | (0 | 10, 14..) => Some(12),
        (_, 15..) if x % 3 == 1 => Some(15),
        _ => None,
    }
}
