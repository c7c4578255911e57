//! A map of any of the five games seen from above, as a picture or as SVG: walls in the mean colours of their textures,
//! doors, things as dots, blocked tiles shaded, and an arrow on the start tile.

use relict_core::image::Image;
use std::fmt::Write;

/// Tiles to a side of every map.
pub const TILES: usize = 32;
/// Units of the map to a tile.
pub const TILE: usize = 8;
/// Units of the map to a side.
const SIDE: usize = TILES * TILE;
/// Pixels to a unit.
const SCALE: usize = 4;
/// Pixels on each side of the middle of a wall.
const HALF_WALL: usize = 1;
/// The same for a door.
const HALF_DOOR: usize = 2;

/// A wall whose texture is not known.
const PLAIN: [u8; 3] = [255, 255, 255];
const DOOR: [u8; 3] = [64, 160, 255];
const THING: [u8; 3] = [255, 208, 0];
const ARROW: [u8; 3] = [0, 255, 64];
const EDGE: [u8; 3] = [0, 0, 0];

/// The ends of a line, in units of the map.
pub type Ends = [u8; 4];

/// A map, without regard to the game: what there is to draw of it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct MapScene {
    /// The colour of the floor.
    pub floor: [u8; 3],
    /// Whether a tile is blocked, row by row. What is missing is not.
    pub blocked: Vec<bool>,
    /// Walls with the mean colours of their textures, where these are known.
    pub walls: Vec<(Ends, Option<[u8; 3]>)>,
    pub doors: Vec<Ends>,
    /// Where things stand, in units of the map.
    pub things: Vec<(u8, u8)>,
    pub start: Start,
}

/// Where the player stands first.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Start {
    /// 32 times y, and x.
    pub tile: u16,
    /// Where the player looks: 0 to the right, 64 up, 128 to the left, 192 down.
    pub direction: u8,
}

/// Half as bright, and never the same: a black floor gets shades of grey.
fn shaded(colour: [u8; 3]) -> [u8; 3] {
    if colour.iter().all(|channel| *channel < 32) {
        colour.map(|channel| channel + 40)
    } else {
        colour.map(|c| c / 2)
    }
}

impl Start {
    /// The tip and the two ends of the arrow, in quarters of a unit; none if the tile is not on the map.
    fn arrow(self) -> Option<[(i32, i32); 3]> {
        let tile = usize::from(self.tile);
        if tile >= TILES * TILES {
            return None;
        }
        let middle = |tile: usize| ((tile * TILE + TILE / 2) * SCALE) as i32;
        let (x, y) = (middle(tile % TILES), middle(tile / TILES));
        // Of eight directions, the nearest; slanting ones are as long as the straight ones, near enough.
        let (dx, dy) = match self.direction.wrapping_add(16) / 32 {
            0 => (4, 0),
            1 => (3, -3),
            2 => (0, -4),
            3 => (-3, -3),
            4 => (-4, 0),
            5 => (-3, 3),
            6 => (0, 4),
            _ => (3, 3),
        };
        let back = |side: i32| (x - 3 * dx - 2 * side * dy, y - 3 * dy + 2 * side * dx);
        Some([(x + 3 * dx, y + 3 * dy), back(1), back(-1)])
    }
}

impl MapScene {
    /// The tiles that are blocked, by their places.
    fn blocked_tiles(&self) -> impl Iterator<Item = (usize, usize)> {
        let blocked = self.blocked.iter().take(TILES * TILES).enumerate().filter(|(_, blocked)| **blocked);
        blocked.map(|(tile, _)| (tile % TILES, tile / TILES))
    }

    /// A picture with four pixels to a unit of the map, 1024 to a side.
    pub fn image(&self) -> Image {
        let mut canvas = Canvas::new(self.floor);
        let shade = shaded(self.floor);
        for (x, y) in self.blocked_tiles() {
            let at = |tile: usize| tile * TILE * SCALE;
            canvas.fill(at(x), at(y), TILE * SCALE, TILE * SCALE, shade);
        }
        let scaled = |at: u8| i32::from(at) * SCALE as i32;
        for &(ends, colour) in &self.walls {
            canvas.line(ends.map(scaled), HALF_WALL, colour.unwrap_or(PLAIN));
        }
        for &ends in &self.doors {
            canvas.line(ends.map(scaled), HALF_DOOR, DOOR);
        }
        for &(x, y) in &self.things {
            canvas.dot(scaled(x), scaled(y), 6, EDGE);
            canvas.dot(scaled(x), scaled(y), 5, THING);
        }
        if let Some(corners) = self.start.arrow() {
            canvas.triangle(corners, ARROW);
        }
        canvas.into_image()
    }

    /// The same as SVG, in units of the map.
    pub fn svg(&self) -> String {
        let pixels = SIDE * SCALE;
        let mut text = format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{pixels}\" height=\"{pixels}\" viewBox=\"0 0 {SIDE} {SIDE}\">\n"
        );
        // Writing to text cannot fail.
        let _ = self.write(&mut text);
        text.push_str("</svg>\n");
        text
    }

    fn write(&self, text: &mut String) -> std::fmt::Result {
        writeln!(text, "<rect width=\"{SIDE}\" height=\"{SIDE}\" fill=\"{}\"/>", hex(self.floor))?;
        writeln!(text, "<g id=\"blocked\" fill=\"{}\">", hex(shaded(self.floor)))?;
        for (x, y) in self.blocked_tiles() {
            let (x, y) = (x * TILE, y * TILE);
            writeln!(text, "<rect x=\"{x}\" y=\"{y}\" width=\"{TILE}\" height=\"{TILE}\"/>")?;
        }
        writeln!(text, "</g>\n<g id=\"walls\" stroke-width=\"0.75\" stroke-linecap=\"round\">")?;
        for ([x1, y1, x2, y2], colour) in &self.walls {
            let stroke = hex(colour.unwrap_or(PLAIN));
            writeln!(text, "<line x1=\"{x1}\" y1=\"{y1}\" x2=\"{x2}\" y2=\"{y2}\" stroke=\"{stroke}\"/>")?;
        }
        writeln!(text, "</g>\n<g id=\"doors\" stroke=\"{}\" stroke-width=\"1.25\">", hex(DOOR))?;
        for [x1, y1, x2, y2] in &self.doors {
            writeln!(text, "<line x1=\"{x1}\" y1=\"{y1}\" x2=\"{x2}\" y2=\"{y2}\"/>")?;
        }
        let (fill, edge) = (hex(THING), hex(EDGE));
        writeln!(text, "</g>\n<g id=\"things\" fill=\"{fill}\" stroke=\"{edge}\" stroke-width=\"0.25\">")?;
        for (x, y) in &self.things {
            writeln!(text, "<circle cx=\"{x}\" cy=\"{y}\" r=\"1.25\"/>")?;
        }
        writeln!(text, "</g>")?;
        if let Some(corners) = self.start.arrow() {
            let unit = |pixels: i32| f64::from(pixels) / SCALE as f64;
            let points = corners.map(|(x, y)| format!("{},{}", unit(x), unit(y))).join(" ");
            writeln!(text, "<polygon id=\"spawn\" points=\"{points}\" fill=\"{}\"/>", hex(ARROW))?;
        }
        Ok(())
    }
}

fn hex([r, g, b]: [u8; 3]) -> String {
    format!("#{r:02x}{g:02x}{b:02x}")
}

struct Canvas {
    side: usize,
    pixels: Vec<[u8; 4]>,
}

impl Canvas {
    fn new([r, g, b]: [u8; 3]) -> Self {
        let side = SIDE * SCALE;
        Self { side, pixels: vec![[r, g, b, 255]; side * side] }
    }

    fn set(&mut self, x: i32, y: i32, [r, g, b]: [u8; 3]) {
        let (Ok(x), Ok(y)) = (usize::try_from(x), usize::try_from(y)) else { return };
        if x < self.side
            && let Some(pixel) = self.pixels.get_mut(y * self.side + x)
        {
            *pixel = [r, g, b, 255];
        }
    }

    fn fill(&mut self, x: usize, y: usize, width: usize, height: usize, colour: [u8; 3]) {
        for y in y..y + height {
            (x..x + width).for_each(|x| self.set(x as i32, y as i32, colour));
        }
    }

    /// A line as thick as twice `half` and one more, step by step along its longer side.
    fn line(&mut self, [x1, y1, x2, y2]: [i32; 4], half: usize, colour: [u8; 3]) {
        let steps = (x2 - x1).abs().max((y2 - y1).abs());
        let between = |from: i32, to: i32, step: i32| from + (to - from) * step / steps.max(1);
        for step in 0..=steps {
            let (x, y) = (between(x1, x2, step), between(y1, y2, step));
            let half = half as i32;
            for dy in -half..=half {
                (-half..=half).for_each(|dx| self.set(x + dx, y + dy, colour));
            }
        }
    }

    fn dot(&mut self, x: i32, y: i32, radius: i32, colour: [u8; 3]) {
        for dy in -radius..=radius {
            let inside = (-radius..=radius).filter(|dx| dx * dx + dy * dy <= radius * radius);
            inside.for_each(|dx| self.set(x + dx, y + dy, colour));
        }
    }

    /// Every pixel that is on the same side of all three edges.
    fn triangle(&mut self, corners: [(i32, i32); 3], colour: [u8; 3]) {
        let [a, b, c] = corners;
        let side = |(ax, ay): (i32, i32), (bx, by): (i32, i32), x: i32, y: i32| {
            (bx - ax) * (y - ay) - (by - ay) * (x - ax)
        };
        let spread = |of: fn(&(i32, i32)) -> i32| {
            let all = corners.map(|corner| of(&corner));
            (all.iter().copied().min().unwrap_or(0), all.iter().copied().max().unwrap_or(0))
        };
        let ((left, right), (top, bottom)) = (spread(|corner| corner.0), spread(|corner| corner.1));
        for y in top..=bottom {
            for x in left..=right {
                let sides = [side(a, b, x, y), side(b, c, x, y), side(c, a, x, y)];
                if sides.iter().all(|side| *side >= 0) || sides.iter().all(|side| *side <= 0) {
                    self.set(x, y, colour);
                }
            }
        }
    }

    fn into_image(self) -> Image {
        Image::rgba(self.side, self.side, self.pixels, false)
    }
}
