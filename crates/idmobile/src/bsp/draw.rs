//! A map seen from above, as a picture or as SVG: walls in the mean colours of their textures, things as dots, what is
//! in the way shaded, and an arrow where the player stands first.

use super::{Bsp, TILES};
use relict_core::image::Image;
use std::fmt::Write;

/// The colour of a texture by the number that a map calls it; none where it is not known.
pub type Colours<'c> = &'c dyn Fn(u16) -> Option<[u8; 3]>;

/// Units of the map to a tile.
const TILE: usize = 8;
/// Units of the map to a side.
const SIDE: usize = TILES * TILE;
/// Pixels to a unit.
const SCALE: usize = 4;
/// Pixels on each side of the middle of a wall.
const HALF_WALL: usize = 1;

/// A wall whose texture nobody knows.
const PLAIN: [u8; 3] = [255, 255, 255];
const THING: [u8; 3] = [255, 208, 0];
const ARROW: [u8; 3] = [0, 255, 64];
const EDGE: [u8; 3] = [0, 0, 0];

/// What there is to draw, in units of the map.
struct Scene {
    floor: [u8; 3],
    shade: [u8; 3],
    blocked: Vec<(usize, usize)>,
    walls: Vec<([i32; 4], [u8; 3])>,
    things: Vec<(i32, i32)>,
    arrow: Option<[(i32, i32); 3]>,
}

/// Half as bright, and never the same: a black floor gets shades of grey.
fn shaded(colour: [u8; 3]) -> [u8; 3] {
    if colour.iter().all(|channel| *channel < 32) {
        colour.map(|channel| channel + 40)
    } else {
        colour.map(|c| c / 2)
    }
}

impl Scene {
    fn of(map: &Bsp<'_>, colours: Colours<'_>) -> Self {
        let floor = map.grounds().0;
        let blocked = map.blocked().into_iter().enumerate().filter(|(_, blocked)| *blocked);
        let wall = |line: super::Line| {
            let ends = [line.x1, line.y1, line.x2, line.y2].map(i32::from);
            (ends, colours(line.texture).unwrap_or(PLAIN))
        };
        Self {
            floor,
            shade: shaded(floor),
            blocked: blocked.map(|(tile, _)| (tile % TILES, tile / TILES)).collect(),
            walls: map.walls().into_iter().map(wall).collect(),
            things: map.sprites.iter().map(|sprite| (sprite.x.into(), sprite.y.into())).collect(),
            arrow: arrow(map),
        }
    }
}

/// The tip and the two ends of the arrow. A direction of 0 is to the right, and a quarter turn leads up.
fn arrow(map: &Bsp<'_>) -> Option<[(i32, i32); 3]> {
    let (tile, direction) = map.spawn();
    let tile = usize::from(tile);
    if tile >= TILES * TILES {
        return None;
    }
    let middle = |tile: usize| (tile * TILE + TILE / 2) as i32;
    let (x, y) = (middle(tile % TILES), middle(tile / TILES));
    let (dx, dy) = match direction / super::QUARTER {
        0 => (1, 0),
        1 => (0, -1),
        2 => (-1, 0),
        _ => (0, 1),
    };
    let back = |side: i32| (x - 3 * dx - 2 * side * dy, y - 3 * dy + 2 * side * dx);
    Some([(x + 3 * dx, y + 3 * dy), back(1), back(-1)])
}

/// A picture with four pixels to a unit of the map, 1024 to a side.
pub fn image(map: &Bsp<'_>, colours: Colours<'_>) -> Image {
    let scene = Scene::of(map, colours);
    let mut canvas = Canvas::new(scene.floor);
    for &(x, y) in &scene.blocked {
        let at = |tile: usize| tile * TILE * SCALE;
        canvas.fill(at(x), at(y), TILE * SCALE, TILE * SCALE, scene.shade);
    }
    for &(ends, colour) in &scene.walls {
        canvas.line(ends.map(|end| end * SCALE as i32), HALF_WALL, colour);
    }
    for &(x, y) in &scene.things {
        canvas.dot(x * SCALE as i32, y * SCALE as i32, 6, EDGE);
        canvas.dot(x * SCALE as i32, y * SCALE as i32, 5, THING);
    }
    if let Some(corners) = scene.arrow {
        canvas.triangle(corners.map(|(x, y)| (x * SCALE as i32, y * SCALE as i32)), ARROW);
    }
    canvas.into_image()
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

/// The same as SVG, in units of the map.
pub fn svg(map: &Bsp<'_>, colours: Colours<'_>) -> String {
    let scene = Scene::of(map, colours);
    let pixels = SIDE * SCALE;
    let mut text = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{pixels}\" height=\"{pixels}\" viewBox=\"0 0 {SIDE} {SIDE}\">\n"
    );
    // Writing to text cannot fail.
    let _ = scene.write(&mut text);
    text.push_str("</svg>\n");
    text
}

fn hex([r, g, b]: [u8; 3]) -> String {
    format!("#{r:02x}{g:02x}{b:02x}")
}

impl Scene {
    fn write(&self, text: &mut String) -> std::fmt::Result {
        writeln!(text, "<rect width=\"{SIDE}\" height=\"{SIDE}\" fill=\"{}\"/>", hex(self.floor))?;
        writeln!(text, "<g id=\"blocked\" fill=\"{}\">", hex(self.shade))?;
        for (x, y) in &self.blocked {
            let (x, y) = (x * TILE, y * TILE);
            writeln!(text, "<rect x=\"{x}\" y=\"{y}\" width=\"{TILE}\" height=\"{TILE}\"/>")?;
        }
        writeln!(text, "</g>\n<g id=\"walls\" stroke-width=\"0.75\" stroke-linecap=\"round\">")?;
        for ([x1, y1, x2, y2], colour) in &self.walls {
            let stroke = hex(*colour);
            writeln!(text, "<line x1=\"{x1}\" y1=\"{y1}\" x2=\"{x2}\" y2=\"{y2}\" stroke=\"{stroke}\"/>")?;
        }
        let (fill, edge) = (hex(THING), hex(EDGE));
        writeln!(text, "</g>\n<g id=\"things\" fill=\"{fill}\" stroke=\"{edge}\" stroke-width=\"0.25\">")?;
        for (x, y) in &self.things {
            writeln!(text, "<circle cx=\"{x}\" cy=\"{y}\" r=\"1.25\"/>")?;
        }
        writeln!(text, "</g>")?;
        if let Some(corners) = self.arrow {
            let points = corners.map(|(x, y)| format!("{x},{y}")).join(" ");
            writeln!(text, "<polygon id=\"spawn\" points=\"{points}\" fill=\"{}\"/>", hex(ARROW))?;
        }
        Ok(())
    }
}
