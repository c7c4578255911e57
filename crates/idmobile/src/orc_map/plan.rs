//! A map with the game around it. Where its lines and things are stands in other files, which the index tells apart.

use super::whole::WALL_SPRITE;
use super::{OrcMap, PARTS, WholeMap};
use crate::bank::Set;
use crate::gallery::{Gallery, Lookup};
use crate::means::Means;
use crate::orcs;
use crate::plan::{MapScene, Start};
use relict_core::format::Library;
use relict_core::image::Image;
use relict_core::map::Map;

/// The colour of a texture by the number that a map has for it; none where it is not known.
pub type Colours<'c> = &'c dyn Fn(u16) -> Option<[u8; 3]>;

/// Lines with this bit are doors: all of those in known maps are a tile long and face no side, have one of the same few
/// textures, and one of two bits as doors of Doom RPG have them.
const DOOR: u16 = 1;

/// Where the four directions lead, where 256 are a whole turn: as the game has them, in no order.
const DIRECTIONS: [u8; 4] = [128, 0, 64, 192];

impl Map for OrcMap<'_> {
    fn drawn(&self, around: &dyn Library) -> Image {
        self.scene_around(around).image()
    }

    fn svg(&self, around: &dyn Library) -> String {
        self.scene_around(around).svg()
    }
}

impl OrcMap<'_> {
    /// With what lies beside the file that holds the map.
    fn scene_around(&self, around: &dyn Library) -> MapScene {
        let lookup = |name: &str| around.beside_holder(name);
        match self.whole(&lookup) {
            Some(map) => {
                let gallery = orcs::open(&lookup).unwrap_or_default();
                map.coloured(&gallery)
            }
            None => self.scene(),
        }
    }

    /// The whole map, if it is the one that it says to be.
    fn whole(&self, lookup: Lookup<'_, '_>) -> Option<WholeMap<'static>> {
        let set = Set::load(lookup, "maps").ok()??;
        let map = whole(&set, self.number?)?;
        let same = map
            .head()
            .is_ok_and(|head| head.front() == self.front() && head.counts().ok() == self.counts().ok());
        same.then_some(map)
    }

    /// What the header tells.
    fn scene(&self) -> MapScene {
        let front = self.front();
        let direction = DIRECTIONS.get(usize::from(front.spawn_direction)).copied().unwrap_or(0);
        MapScene {
            floor: front.floor,
            blocked: self.blocked(),
            start: Start { tile: front.spawn_tile, direction },
            ..MapScene::default()
        }
    }
}

/// A map out of the chunks of all maps; none if there is no such, or it cannot be understood.
pub(crate) fn whole(set: &Set, map: usize) -> Option<WholeMap<'static>> {
    let maps = set.chunks.len() / PARTS;
    let part = |part: usize| set.chunks.get(part * maps + map).map(|chunk| chunk.bytes.as_slice());
    let parts: Option<Vec<&[u8]>> = (0..PARTS).map(part).collect();
    WholeMap::read(&parts.filter(|_| map < maps)?).ok()
}

impl WholeMap<'_> {
    /// With the textures of the game.
    pub fn coloured(&self, gallery: &Gallery<'_>) -> MapScene {
        let means = Means::of(gallery);
        self.scene(&|texture| means.get(texture))
    }

    /// What there is to draw.
    pub fn scene(&self, colours: Colours<'_>) -> MapScene {
        let head = self.head().map(|head| head.scene()).unwrap_or_default();
        let ends = |line: &super::OrcLine| [line.x1, line.y1, line.x2, line.y2];
        let (doors, walls): (Vec<_>, Vec<_>) = self.lines.iter().partition(|line| line.flags & DOOR != 0);
        let colour = |line: &super::OrcLine| colours(*self.textures(line).first()?);
        MapScene {
            walls: walls.iter().map(|line| (ends(line), colour(line))).collect(),
            doors: doors.iter().map(ends).collect(),
            things: self
                .sprites
                .iter()
                .filter(|sprite| sprite.flags & WALL_SPRITE == 0)
                .map(|sprite| (sprite.x, sprite.y))
                .collect(),
            ..head
        }
    }
}
