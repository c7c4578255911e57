//! A map with the game around it: walls get the mean colours of the textures that they show.

use super::{Bsp, Line, QUARTER};
use crate::doom;
use crate::gallery::Gallery;
use crate::means::Means;
use crate::plan::{MapScene, Start};
use relict_core::format::Library;
use relict_core::image::Image;
use relict_core::map::Map;

/// The colour of a texture by the number that a map has for it; none where it is not known.
pub type Colours<'c> = &'c dyn Fn(u16) -> Option<[u8; 3]>;

/// Lines with this bit are doors, as a public reader of the game says; all of those in known maps are a tile long.
const DOOR: u16 = 4;

impl Map for Bsp<'_> {
    fn drawn(&self, around: &dyn Library) -> Image {
        let gallery = around_map(around);
        let means = Means::of(&gallery);
        self.scene(&|texture| means.get(texture)).image()
    }

    fn svg(&self, around: &dyn Library) -> String {
        let gallery = around_map(around);
        let means = Means::of(&gallery);
        self.scene(&|texture| means.get(texture)).svg()
    }
}

/// The pictures of the game that a map lies in; none where its resources are not there or cannot be understood.
fn around_map(around: &dyn Library) -> Gallery<'_> {
    doom::open(&|name| around.sibling(name)).unwrap_or_default()
}

impl Bsp<'_> {
    /// What there is to draw.
    pub fn scene(&self, colours: Colours<'_>) -> MapScene {
        let (tile, direction) = self.spawn();
        let ends = |line: &Line| [line.x1, line.y1, line.x2, line.y2];
        let (doors, walls): (Vec<Line>, Vec<Line>) =
            self.walls().into_iter().partition(|line| line.flags & DOOR != 0);
        MapScene {
            floor: self.grounds().0,
            blocked: self.blocked(),
            walls: walls.iter().map(|line| (ends(line), colours(line.texture))).collect(),
            doors: doors.iter().map(ends).collect(),
            things: self.sprites.iter().map(|sprite| (sprite.x, sprite.y)).collect(),
            // Only quarters of a turn are known.
            start: Start { tile, direction: direction / QUARTER * QUARTER },
        }
    }
}
