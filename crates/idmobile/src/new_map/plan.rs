//! A map with the game around it. Lines have no textures: each gets the mean colour of the tallest wall that stands on it.
//! What shows a tile of sprites, such as a poster, is no wall.

use super::{FIRST_WALL, MapBody, NewMap, PlacedSprite};
use crate::means::TileMeans;
use crate::media::Media;
use crate::plan::{Ends, MapScene, Start, TILE, TILES};
use relict_core::format::Library;
use relict_core::image::Image;
use relict_core::map::Map;
use relict_core::view::View;

/// The colour of a tile; none where it is not known.
pub type Colours<'c> = &'c dyn Fn(u16) -> Option<[u8; 3]>;

/// What the players' map of the game shows: walls, and lines that are on no other list.
const SHOWN: [u8; 2] = [0, 6];

/// The tiles of doors. All of them are of the kind 5 in `entities.bin` of both games.
const DOORS: std::ops::RangeInclusive<u16> = 271..=280;
/// Sprites that face east or west, and so stand across.
const ACROSS: u16 = 0x0C00;

/// An eighth of a turn, where 256 are a whole.
const EIGHTH: u8 = 32;

/// The floor of no map has a colour of its own.
const FLOOR: [u8; 3] = [72, 72, 80];

/// So many walls at one tile are compared with a line, and so many polygons are looked at. No map has a quarter.
const MOST_AT_TILE: usize = 256;
const MOST_POLYGONS: usize = 1 << 13;

impl Map for NewMap<'_> {
    fn drawn(&self, around: &dyn Library) -> Image {
        self.scene_around(around).image()
    }

    fn svg(&self, around: &dyn Library) -> String {
        self.scene_around(around).svg()
    }
}

impl NewMap<'_> {
    fn scene_around(&self, around: &dyn Library) -> MapScene {
        let media = Media::open(&|name| around.sibling(name)).ok();
        let means = media.as_ref().map(TileMeans::of);
        self.scene(&|tile| means.as_ref()?.get(tile))
    }

    /// What there is to draw.
    pub fn scene(&self, colours: Colours<'_>) -> MapScene {
        let front = self.front();
        let start =
            Start { tile: front.spawn_tile, direction: (front.spawn_direction % 8).wrapping_mul(EIGHTH) };
        let Some(body) = &self.body else { return MapScene { floor: FLOOR, start, ..MapScene::default() } };
        let (doors, things): (Vec<PlacedSprite>, Vec<PlacedSprite>) =
            body.sprites().partition(|sprite| DOORS.contains(&sprite.tile));
        let walls = Walls::of(body);
        let lines = body.line_x.iter().zip(body.line_y.iter()).enumerate();
        let shown = lines.filter(|(i, _)| SHOWN.contains(&(body.line_flag(*i) & 7)));
        let wall = |(_, ([x1, x2], [y1, y2])): (usize, ([u8; 2], [u8; 2]))| {
            let ends = [x1, y1, x2, y2];
            (ends, walls.tile_at(ends).and_then(colours))
        };
        MapScene {
            floor: FLOOR,
            blocked: body.blocked(),
            walls: shown.map(wall).collect(),
            doors: doors.iter().map(door).collect(),
            things: things.iter().map(|sprite| (sprite.x, sprite.y)).collect(),
            start,
        }
    }
}

/// A tile with this flag is solid.
const SOLID: u8 = 1;

impl MapBody<'_> {
    /// Whether a tile is solid, row by row.
    pub fn blocked(&self) -> Vec<bool> {
        let tiles = self.tile_flags.iter().flat_map(|pair| [pair.first(), pair.second()]);
        tiles.map(|flags| flags & SOLID != 0).collect()
    }
}

/// A door is a tile wide, and stands in the middle of it.
fn door(sprite: &PlacedSprite) -> Ends {
    let PlacedSprite { x, y, flags, .. } = *sprite;
    let half = (TILE / 2) as u8;
    if flags & ACROSS == 0 {
        [x.saturating_sub(half), y, x.saturating_add(half), y]
    } else {
        [x, y.saturating_sub(half), x, y.saturating_add(half)]
    }
}

/// A polygon that stands upright, as a line on the plane.
struct Wall {
    ends: [i32; 4],
    height: u8,
    tile: u16,
}

/// Walls by the tiles that they cross.
struct Walls(Vec<Vec<Wall>>);

impl Walls {
    fn of(body: &MapBody<'_>) -> Self {
        let mut tiles: Vec<Vec<Wall>> = vec![];
        tiles.resize_with(TILES * TILES, Vec::new);
        let mut first = 0;
        for (tile, flags) in body.polygon_tile.iter().zip(body.polygon_flags.iter()).take(MOST_POLYGONS) {
            let count = usize::from(flags.vertices_less_two()) + 2;
            let tile = u16::from(tile) + if flags.wall() == 0 { 0 } else { FIRST_WALL };
            let corners = corners(body, first, count);
            first += count;
            let Some((ends, height)) = upright(&corners, flags.axis()).filter(|_| tile >= FIRST_WALL) else {
                continue;
            };
            for place in crossed(ends) {
                let room = tiles.get_mut(place).filter(|walls| walls.len() < MOST_AT_TILE);
                room.into_iter().for_each(|walls| walls.push(Wall { ends, height, tile }));
            }
        }
        Self(tiles)
    }

    /// The tile that the tallest wall shows on the middle of a line.
    fn tile_at(&self, [x1, y1, x2, y2]: Ends) -> Option<u16> {
        let middle = [i32::from(x1) + i32::from(x2), i32::from(y1) + i32::from(y2)];
        let place = |twice: i32| (twice / (2 * TILE as i32)) as usize;
        let here = self.0.get(place(middle[1]) * TILES + place(middle[0]))?;
        let found = here.iter().filter(|wall| wall.is_at(middle));
        found.max_by_key(|wall| wall.height).map(|wall| wall.tile)
    }
}

impl Wall {
    /// Whether a point, in halves of a unit, lies on it or within half a unit of it.
    fn is_at(&self, [x, y]: [i32; 2]) -> bool {
        let [x1, y1, x2, y2] = self.ends.map(|end| 2 * end);
        let within = |at: i32, a: i32, b: i32| (a.min(b) - 1..=a.max(b) + 1).contains(&at);
        let aside = (x2 - x1) * (y - y1) - (y2 - y1) * (x - x1);
        let long = (x2 - x1).abs().max((y2 - y1).abs());
        within(x, x1, x2) && within(y, y1, y2) && aside.abs() <= 2 * long
    }
}

/// The corners of a polygon, as far as there are vertices.
fn corners(body: &MapBody<'_>, first: usize, count: usize) -> Vec<[u8; 3]> {
    let get = |list: &View<'_, u8>, i: usize| list.get(i);
    let corner = |i: usize| Some([get(&body.vertex_x, i)?, get(&body.vertex_y, i)?, get(&body.vertex_z, i)?]);
    (first..first + count).map_while(corner).collect()
}

/// The axis of rectangles that stand on the line between their two corners.
const AXIS_Z: u8 = 2;

/// The two ends on the plane and the height of a polygon that stands upright; none of floors, ceilings and slopes.
fn upright(corners: &[[u8; 3]], axis: u8) -> Option<([i32; 4], u8)> {
    let heights = corners.iter().map(|corner| corner[2]);
    let (low, high) = (heights.clone().min()?, heights.max()?);
    let point = |corner: &[u8; 3]| [i32::from(corner[0]), i32::from(corner[1])];
    let points: Vec<[i32; 2]> = corners.iter().map(point).collect();
    if let [a, b] = points[..]
        && axis != AXIS_Z
        && a[0] != b[0]
        && a[1] != b[1]
    {
        return None;
    }
    let far = |a: &[i32; 2], b: &[i32; 2]| (a[0] - b[0]).abs() + (a[1] - b[1]).abs();
    let pairs = points.iter().flat_map(|a| points.iter().map(move |b| (a, b)));
    let (&[x1, y1], &[x2, y2]) = pairs.max_by_key(|(a, b)| far(a, b))?;
    let long = (x2 - x1).abs().max((y2 - y1).abs());
    let straight = |&[x, y]: &[i32; 2]| ((x2 - x1) * (y - y1) - (y2 - y1) * (x - x1)).abs() <= long;
    (high > low && points.iter().all(straight)).then_some(([x1, y1, x2, y2], high - low))
}

/// The tiles that a line touches, each once and in order, with those beside its ends.
fn crossed([x1, y1, x2, y2]: [i32; 4]) -> std::collections::BTreeSet<usize> {
    let steps = (x2 - x1).abs().max((y2 - y1).abs()).max(1);
    let between = |from: i32, to: i32, step: i32| from + (to - from) * step / steps;
    let tile = |at: i32| (at.clamp(0, 255) as usize) / TILE;
    let near = |step: i32| {
        let (x, y) = (between(x1, x2, step), between(y1, y2, step));
        [(x, y), (x - 1, y), (x, y - 1), (x + 1, y), (x, y + 1)]
    };
    (0..=steps).flat_map(near).map(|(x, y)| tile(y) * TILES + tile(x)).collect()
}
