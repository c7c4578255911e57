//! Chance that is always the same: grain, clouds, scratches.

/// A number from 0 to 255 that looks drawn by lot, but is always the same for the same place.
pub(crate) fn grain(x: i32, y: i32, seed: i32) -> i32 {
    let mut mixed = (x as u32).wrapping_mul(0x9E37_79B1)
        ^ (y as u32).wrapping_mul(0x85EB_CA77)
        ^ (seed as u32).wrapping_mul(0xC2B2_AE3D);
    mixed ^= mixed >> 15;
    mixed = mixed.wrapping_mul(0x2C1B_3C6D);
    mixed ^= mixed >> 12;
    mixed = mixed.wrapping_mul(0x297A_2D39);
    (mixed >> 16 & 0xFF) as i32
}

/// What the numbers are made of.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Clouds {
    /// How far the corners lie apart between which the largest clouds go.
    pub(crate) cell: i32,
    /// After so many pixels they repeat, so that a texture has no seam.
    pub(crate) period: i32,
    pub(crate) seed: i32,
}

pub(crate) const fn clouds(cell: i32, period: i32, seed: i32) -> Clouds {
    Clouds { cell, period, seed }
}

impl Clouds {
    /// 0 to 255, soft, with smaller clouds on larger ones.
    pub(crate) fn at(&self, x: i32, y: i32) -> i32 {
        let octave = |i: i32| Self { cell: (self.cell >> i).max(1), seed: self.seed + 31 * i, ..*self };
        let sum: i32 = (0..3).map(|i| octave(i).soft(x, y) * (4 >> i)).sum();
        sum / 7
    }

    /// The same without the smaller ones.
    pub(crate) fn soft(&self, x: i32, y: i32) -> i32 {
        let corners = (self.period / self.cell).max(1);
        let (left, top) = (x.div_euclid(self.cell), y.div_euclid(self.cell));
        let (along, down) = (x.rem_euclid(self.cell), y.rem_euclid(self.cell));
        let corner = |dx: i32, dy: i32| {
            grain((left + dx).rem_euclid(corners), (top + dy).rem_euclid(corners), self.seed)
        };
        let (along, down) = (eased(along * 256 / self.cell), eased(down * 256 / self.cell));
        let between = |a: i32, b: i32, share: i32| a + (b - a) * share / 256;
        between(between(corner(0, 0), corner(1, 0), along), between(corner(0, 1), corner(1, 1), along), down)
    }
}

/// From 0 to 256, slow at both ends.
fn eased(share: i32) -> i32 {
    share * share * (768 - 2 * share) / 65536
}

/// The distance, in pixels, to the nearest of points strewn one to a cell, and the number of its cell; both repeat.
pub(crate) fn nearest(x: i32, y: i32, cell: i32, period: i32, seed: i32) -> (i32, i32) {
    let corners = (period / cell).max(1);
    let (left, top) = (x.div_euclid(cell), y.div_euclid(cell));
    let around = (-1..=1).flat_map(|dy| (-1..=1).map(move |dx| (left + dx, top + dy)));
    let point = |(cx, cy): (i32, i32)| {
        let (kx, ky) = (cx.rem_euclid(corners), cy.rem_euclid(corners));
        let (px, py) = (grain(kx, ky, seed) * cell / 256, grain(kx, ky, seed + 7) * cell / 256);
        (super::square(cx * cell + px - x, cy * cell + py - y), ky * corners + kx)
    };
    let (square, number) = around.map(point).min().unwrap_or_default();
    (square.isqrt(), number)
}

/// The same, and how much farther the second nearest is: small at the edges between cells.
pub(crate) fn crack(x: i32, y: i32, cell: i32, period: i32, seed: i32) -> (i32, i32) {
    let corners = (period / cell).max(1);
    let (left, top) = (x.div_euclid(cell), y.div_euclid(cell));
    let mut found = [(i32::MAX, 0); 2];
    for (cx, cy) in (-1..=1).flat_map(|dy| (-1..=1).map(move |dx| (left + dx, top + dy))) {
        let (kx, ky) = (cx.rem_euclid(corners), cy.rem_euclid(corners));
        let (px, py) = (grain(kx, ky, seed) * cell / 256, grain(kx, ky, seed + 7) * cell / 256);
        let here = (super::square(cx * cell + px - x, cy * cell + py - y).isqrt(), ky * corners + kx);
        found = if here < found[0] { [here, found[0]] } else { [found[0], found[1].min(here)] };
    }
    (found[1].0 - found[0].0, found[0].1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn clouds_have_no_seam_and_stay_within_bounds() {
        let clouds = clouds(16, 64, 5);
        for i in 0..64 {
            assert_eq!(clouds.at(i, 0), clouds.at(i, 64));
            assert_eq!(clouds.at(-64, i), clouds.at(64, i));
            assert!((0..256).contains(&clouds.at(i, 3 * i)));
        }
        let all: Vec<i32> = (0..4096).map(|i| clouds.at(i % 64, i / 64)).collect();
        assert!(all.iter().min() < Some(&70) && all.iter().max() > Some(&180));
    }
}
