//! Figures kneaded out of balls and limbs and lit from the upper left, as modellers made sprites. Whole numbers only.

use super::grain::grain;
use super::{Canvas, Rgb, lighter, mixed};

/// Sixteen of these units are a pixel. z comes towards whoever looks.
pub(crate) type Spot = [i32; 3];

/// What a part of a figure is kneaded of.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Clay {
    pub(crate) dark: Rgb,
    pub(crate) light: Rgb,
    /// How spotted it is.
    pub(crate) rough: i32,
    /// Shines by itself, and is light all over.
    pub(crate) glows: bool,
}

pub(crate) const fn clay(dark: Rgb, light: Rgb) -> Clay {
    Clay { dark, light, rough: 14, glows: false }
}

pub(crate) const fn glow(colour: Rgb) -> Clay {
    Clay { dark: colour, light: colour, rough: 0, glows: true }
}

#[derive(Clone, Copy, Debug)]
struct Ball {
    at: Spot,
    /// Half its width, height and depth.
    half: Spot,
    clay: Clay,
}

/// A figure in the making.
#[derive(Clone, Debug, Default)]
pub(crate) struct Figure {
    balls: Vec<Ball>,
}

impl Figure {
    /// A ball that may be longer one way than another. Pixels.
    pub(crate) fn ball(&mut self, at: Spot, half: Spot, clay: Clay) {
        self.balls.push(Ball { at: at.map(|part| part * 16), half: half.map(|part| part * 16), clay });
    }

    /// The same with fine measures, in sixteenths of a pixel.
    pub(crate) fn fine(&mut self, at: Spot, half: Spot, clay: Clay) {
        self.balls.push(Ball { at, half, clay });
    }

    /// A limb from here to there, as thick as told at both ends. Pixels; thickness in sixteenths.
    pub(crate) fn limb(&mut self, [from, to]: [Spot; 2], [thick, thin]: [i32; 2], clay: Clay) {
        let (from, to) = (from.map(|part| part * 16), to.map(|part| part * 16));
        let long = (0..3).map(|axis| (to[axis] - from[axis]).pow(2)).sum::<i32>().isqrt();
        let steps = (long * 4 / thick.min(thin).max(8)).max(1);
        for i in 0..=steps {
            let at = [0, 1, 2].map(|axis| from[axis] + (to[axis] - from[axis]) * i / steps);
            self.balls.push(Ball { at, half: [thick + (thin - thick) * i / steps; 3], clay });
        }
    }

    /// A limb with joints.
    pub(crate) fn limbs(&mut self, joints: &[Spot], thick: [i32; 2], clay: Clay) {
        let last = (joints.len() as i32 - 1).max(1);
        let at = |i: i32| thick[0] + (thick[1] - thick[0]) * i / last;
        for (i, pair) in (0..).zip(joints.windows(2)) {
            self.limb([pair[0], pair[1]], [at(i), at(i + 1)], clay);
        }
    }

    /// The figure on a canvas of its own.
    pub(crate) fn drawn(&self, width: i32, height: i32) -> Canvas {
        let mut canvas = Canvas::clear(width, height);
        let places = || (0..height).flat_map(|y| (0..width).map(move |x| (x, y)));
        let seen: Vec<Option<Seen>> = places().map(|(x, y)| self.seen(16 * x + 8, 16 * y + 8)).collect();
        let depth = |x: i32, y: i32| {
            let inside = (0..width).contains(&x) && (0..height).contains(&y);
            let seen = inside.then(|| seen[(y * width + x) as usize].as_ref()).flatten();
            seen.map(|seen| seen.depth)
        };
        for ((x, y), seen) in places().zip(&seen) {
            if let Some(seen) = seen {
                let around = [depth(x - 1, y), depth(x + 1, y), depth(x, y - 1), depth(x, y + 1)];
                canvas.put(x, y, seen.colour(x, y, around));
            }
        }
        canvas
    }

    /// What is nearest at a place.
    fn seen(&self, x: i32, y: i32) -> Option<Seen> {
        self.balls.iter().filter_map(|ball| ball.seen(x, y)).max_by_key(|seen| seen.depth)
    }
}

#[derive(Clone, Copy, Debug)]
struct Seen {
    depth: i32,
    /// How much light falls on it, 0 to 256.
    lit: i32,
    clay: Clay,
}

/// From where the light comes, in parts of 256.
const LIGHT: Spot = [-118, -150, 170];

impl Ball {
    fn seen(&self, x: i32, y: i32) -> Option<Seen> {
        const ONE: i32 = 4096;
        let [hx, hy, hz] = self.half.map(|half| half.max(1));
        let (dx, dy) = ((x - self.at[0]) * ONE / hx, (y - self.at[1]) * ONE / hy);
        if dx.abs() > ONE || dy.abs() > ONE {
            return None;
        }
        let left = ONE * ONE - dx * dx - dy * dy;
        let dz = (left >= 0).then(|| left.isqrt())?;
        // A ball that is flat turns its face to where it is thin.
        let thin = hx.min(hy).min(hz);
        let normal = [dx * thin / hx, dy * thin / hy, dz * thin / hz];
        let long = normal.iter().map(|part| part * part).sum::<i32>().isqrt().max(1);
        let lit = (0..3).map(|axis| normal[axis] * LIGHT[axis] / long).sum::<i32>();
        Some(Seen {
            depth: self.at[2] + hz * dz / ONE,
            lit: (lit * 3 / 4 + 64).clamp(0, 256),
            clay: self.clay,
        })
    }
}

/// A step in depth that is an edge.
const EDGE: i32 = 36;

impl Seen {
    /// Dark where something else begins that lies nearer or farther, as if drawn with ink.
    fn colour(&self, x: i32, y: i32, around: [Option<i32>; 4]) -> Rgb {
        let Clay { dark, light, rough, glows } = self.clay;
        if glows {
            return light;
        }
        let behind = around.iter().any(|depth| depth.is_none_or(|depth| depth < self.depth - 4 * EDGE));
        let before = around.iter().any(|depth| depth.is_some_and(|depth| depth > self.depth + EDGE));
        let spot = (grain(x, y, 3) - 128) * rough / 128;
        let colour = lighter(mixed(dark, light, self.lit), spot);
        match (before, behind) {
            (true, _) => mixed(colour, [0; 3], 150),
            (_, true) => mixed(colour, mixed(dark, [0; 3], 128), 150),
            _ => colour,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_ball_is_round_and_lit_from_the_upper_left() {
        let mut figure = Figure::default();
        figure.ball([16, 16, 0], [10, 10, 10], clay([0; 3], [255; 3]));
        let canvas = figure.drawn(32, 32);
        assert_eq!((canvas.seen(16, 16), canvas.seen(2, 2), canvas.seen(25, 16)), (255, 0, 255));
        assert!(canvas.at(12, 11)[0] > canvas.at(20, 22)[0] + 60);
    }
}
