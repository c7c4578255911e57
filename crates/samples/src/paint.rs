//! A canvas and what one does on it: plates, rivets, stripes, rust, letters. Whole numbers only, so that pictures are
//! the same on every machine.

pub(crate) mod font;
pub(crate) mod grain;
pub(crate) mod plating;
pub(crate) mod ramp;
pub(crate) mod sculpt;

use relict_toolkit::core::image::Image;

/// Red, green, blue. Beyond 0 to 255 while one is at it.
pub(crate) type Rgb = [i32; 3];

/// How much of a colour is mixed in: all of it.
pub(crate) const ALL: i32 = 256;

/// A part of a canvas.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Rect {
    pub(crate) x: i32,
    pub(crate) y: i32,
    pub(crate) w: i32,
    pub(crate) h: i32,
}

pub(crate) const fn rect(x: i32, y: i32, w: i32, h: i32) -> Rect {
    Rect { x, y, w, h }
}

impl Rect {
    /// Smaller by so much on every side.
    pub(crate) fn inset(self, by: i32) -> Self {
        rect(self.x + by, self.y + by, self.w - 2 * by, self.h - 2 * by)
    }

    /// A part of it, counted from its own corner.
    pub(crate) fn part(self, x: i32, y: i32, w: i32, h: i32) -> Self {
        rect(self.x + x, self.y + y, w, h)
    }

    /// Parts of equal size, row by row.
    pub(crate) fn cells(self, across: i32, down: i32) -> impl Iterator<Item = Self> {
        let (w, h) = (self.w / across, self.h / down);
        (0..across * down).map(move |i| self.part(i % across * w, i / across * h, w, h))
    }

    fn places(self) -> impl Iterator<Item = (i32, i32)> {
        (0..self.h).flat_map(move |y| (0..self.w).map(move |x| (x, y)))
    }
}

/// A picture in the making.
#[derive(Clone, Debug)]
pub(crate) struct Canvas {
    pub(crate) width: i32,
    pub(crate) height: i32,
    pixels: Vec<Rgb>,
    alpha: Vec<i32>,
}

impl Canvas {
    pub(crate) fn new(width: i32, height: i32, colour: Rgb) -> Self {
        let count = (width * height) as usize;
        Self { width, height, pixels: vec![colour; count], alpha: vec![255; count] }
    }

    /// Nothing at all, to begin with.
    pub(crate) fn clear(width: i32, height: i32) -> Self {
        let mut canvas = Self::new(width, height, [0; 3]);
        canvas.alpha.fill(0);
        canvas
    }

    pub(crate) fn all(&self) -> Rect {
        rect(0, 0, self.width, self.height)
    }

    fn place(&self, x: i32, y: i32) -> Option<usize> {
        let inside = (0..self.width).contains(&x) && (0..self.height).contains(&y);
        inside.then_some((y * self.width + x) as usize)
    }

    pub(crate) fn at(&self, x: i32, y: i32) -> Rgb {
        self.place(x, y).map_or([0; 3], |place| self.pixels[place].map(|part| part.clamp(0, 255)))
    }

    pub(crate) fn seen(&self, x: i32, y: i32) -> i32 {
        self.place(x, y).map_or(0, |place| self.alpha[place].clamp(0, 255))
    }

    /// Of all that is seen.
    pub(crate) fn colours(&self) -> impl Iterator<Item = Rgb> {
        let seen = self.pixels.iter().zip(&self.alpha).filter(|(_, alpha)| **alpha > 0);
        seen.map(|(colour, _)| colour.map(|part| part.clamp(0, 255)))
    }

    /// Mixes `share` of 256 parts of a colour in. What was nothing becomes something.
    pub(crate) fn mix(&mut self, x: i32, y: i32, colour: Rgb, share: i32) {
        let Some(place) = self.place(x, y).filter(|_| share > 0) else { return };
        let (old, share) = (self.pixels[place], share.min(ALL));
        let old = if self.alpha[place] == 0 { colour } else { old };
        self.pixels[place] = mixed(old, colour, share);
        self.alpha[place] = self.alpha[place].max(share * 255 / ALL);
    }

    pub(crate) fn put(&mut self, x: i32, y: i32, colour: Rgb) {
        self.mix(x, y, colour, ALL);
    }

    /// The colour of each pixel, by its place in the rectangle; none leaves what is there.
    pub(crate) fn paint(&mut self, area: Rect, colour: impl Fn(i32, i32) -> Option<Rgb>) {
        for (x, y) in area.places() {
            if let Some(colour) = colour(x, y) {
                self.put(area.x + x, area.y + y, colour);
            }
        }
    }

    pub(crate) fn fill(&mut self, area: Rect, colour: Rgb) {
        self.paint(area, |_, _| Some(colour));
    }

    /// Mixes a colour in, as much as is told for each pixel.
    pub(crate) fn cover(&mut self, area: Rect, colour: Rgb, share: impl Fn(i32, i32) -> i32) {
        for (x, y) in area.places() {
            self.mix(area.x + x, area.y + y, colour, share(x, y));
        }
    }

    /// Makes what is there lighter or darker.
    pub(crate) fn light(&mut self, area: Rect, by: impl Fn(i32, i32) -> i32) {
        for (x, y) in area.places() {
            if let Some(place) = self.place(area.x + x, area.y + y) {
                let by = by(x, y);
                self.pixels[place] = self.pixels[place].map(|part| part + by);
            }
        }
    }

    /// How much of each pixel is seen, 0 to 255.
    pub(crate) fn fade(&mut self, area: Rect, alpha: impl Fn(i32, i32) -> i32) {
        for (x, y) in area.places() {
            if let Some(place) = self.place(area.x + x, area.y + y) {
                self.alpha[place] = alpha(x, y).clamp(0, 255);
            }
        }
    }

    /// The edge of a plate that stands out: light above and to the left, dark below and to the right.
    pub(crate) fn bevel(&mut self, area: Rect, by: i32) {
        self.light(rect(area.x, area.y, area.w, 1), |_, _| by);
        self.light(rect(area.x, area.y + 1, 1, area.h - 1), |_, _| by * 2 / 3);
        self.light(rect(area.x, area.y + area.h - 1, area.w, 1), |_, _| -by);
        self.light(rect(area.x + area.w - 1, area.y, 1, area.h - 1), |_, _| -by * 2 / 3);
    }

    /// The gap around a plate, and the plate's own edge in it.
    pub(crate) fn groove(&mut self, area: Rect) {
        self.bevel(area.inset(1), 26);
        for edge in edges(area) {
            self.light(edge, |_, _| -58);
        }
    }

    /// A head of a bolt, lit from above.
    pub(crate) fn bolt(&mut self, x: i32, y: i32) {
        self.light(rect(x, y, 2, 2), |x, y| 44 - 44 * (x + y));
        self.light(rect(x, y + 2, 3, 1), |_, _| -30);
    }

    /// Bolts along all edges, so far apart.
    pub(crate) fn bolts(&mut self, area: Rect, step: i32) {
        let (right, bottom) = (area.w - 5, area.h - 5);
        for x in (3..=right).step_by(step as usize) {
            [3, bottom].into_iter().for_each(|y| self.bolt(area.x + x, area.y + y));
        }
        for y in (3 + step..bottom - 2).step_by(step as usize) {
            [3, right].into_iter().for_each(|x| self.bolt(area.x + x, area.y + y));
        }
    }

    /// Stripes that slant, of two colours.
    pub(crate) fn stripes(&mut self, area: Rect, [a, b]: [Rgb; 2], wide: i32) {
        self.paint(area, |x, y| Some(if (x + y).rem_euclid(2 * wide) < wide { a } else { b }));
    }

    /// Slats one above the other, as of a vent.
    pub(crate) fn slats(&mut self, area: Rect, step: i32) {
        self.light(area, |_, y| [-84, -50, 10, 34, 6, -14][(y % step * 6 / step) as usize % 6]);
        self.bevel(area, -40);
    }

    pub(crate) fn disc(&mut self, (cx, cy): (i32, i32), radius: i32, colour: Rgb) {
        let all = rect(cx - radius, cy - radius, 2 * radius + 1, 2 * radius + 1);
        self.paint(all, |x, y| (square(x - radius, y - radius) <= radius * radius).then_some(colour));
    }

    /// A ball: lit from the upper left, and dark at its edge.
    pub(crate) fn ball(&mut self, (cx, cy): (i32, i32), radius: i32, colour: Rgb) {
        let all = rect(cx - radius, cy - radius, 2 * radius + 1, 2 * radius + 1);
        self.paint(all, |x, y| {
            let (x, y) = (x - radius, y - radius);
            let lit = 70 - square(x + radius / 3, y + radius / 3) * 150 / (radius * radius).max(1);
            (square(x, y) <= radius * radius).then(|| lighter(colour, lit))
        });
    }

    /// A line, as wide as told.
    pub(crate) fn line(&mut self, from: (i32, i32), to: (i32, i32), wide: i32, colour: Rgb) {
        let steps = (to.0 - from.0).abs().max((to.1 - from.1).abs()).max(1);
        for i in 0..=steps {
            let (x, y) = (from.0 + (to.0 - from.0) * i / steps, from.1 + (to.1 - from.1) * i / steps);
            self.fill(rect(x - wide / 2, y - wide / 2, wide, wide), colour);
        }
    }

    /// Another picture on top, where it is seen.
    pub(crate) fn stamp(&mut self, (left, top): (i32, i32), other: &Self) {
        for (x, y) in other.all().places() {
            let share = other.seen(x, y) * ALL / 255;
            self.mix(left + x, top + y, other.at(x, y), share);
        }
    }

    /// Half as large, each pixel the mean of four.
    pub(crate) fn halved(&self) -> Self {
        let mut half = Self::clear(self.width / 2, self.height / 2);
        for (x, y) in half.all().places() {
            let four = [(0, 0), (1, 0), (0, 1), (1, 1)].map(|(dx, dy)| (2 * x + dx, 2 * y + dy));
            let colours = four.map(|(x, y)| self.at(x, y));
            let colour = [0, 1, 2].map(|part| colours.iter().map(|colour| colour[part]).sum::<i32>() / 4);
            let seen = four.iter().map(|&(x, y)| self.seen(x, y)).sum::<i32>() / 4;
            half.put(x, y, colour);
            half.fade(rect(x, y, 1, 1), |_, _| seen);
        }
        half
    }

    pub(crate) fn image(&self) -> Image {
        let pixel = |(colour, alpha): (&Rgb, &i32)| {
            let [r, g, b] = colour.map(byte);
            [r, g, b, byte(*alpha)]
        };
        let pixels = self.pixels.iter().zip(&self.alpha).map(pixel).collect();
        let has_alpha = self.alpha.iter().any(|alpha| *alpha < 255);
        Image::rgba(self.width as usize, self.height as usize, pixels, has_alpha)
    }
}

/// The four sides of a rectangle, each a pixel wide.
fn edges(Rect { x, y, w, h }: Rect) -> [Rect; 4] {
    [rect(x, y, w, 1), rect(x, y + h - 1, w, 1), rect(x, y + 1, 1, h - 2), rect(x + w - 1, y + 1, 1, h - 2)]
}

pub(crate) fn square(x: i32, y: i32) -> i32 {
    x * x + y * y
}

pub(crate) fn byte(value: i32) -> u8 {
    value.clamp(0, 255) as u8
}

pub(crate) fn lighter(colour: Rgb, by: i32) -> Rgb {
    colour.map(|part| part + by)
}

/// So much of 256 parts of the second colour in the first.
pub(crate) fn mixed(first: Rgb, second: Rgb, share: i32) -> Rgb {
    [0, 1, 2].map(|i| first[i] + (second[i] - first[i]) * share / ALL)
}
