//! What weather and war make of paint: blotches, plates, scratches, rust, soot.

use super::grain::{clouds, grain};
use super::{Canvas, Rect, Rgb, mixed};

/// How large clouds are allowed to repeat: no texture is larger.
const NEVER: i32 = 1 << 12;

impl Canvas {
    /// Blotches of three colours with hard edges, as sprayed through a mask.
    pub(crate) fn camouflage(&mut self, area: Rect, [base, second, third]: [Rgb; 3], cell: i32, seed: i32) {
        let (blots, spots) = (clouds(cell, NEVER, seed), clouds(cell, NEVER, seed + 100));
        self.paint(area, |x, y| {
            Some(if blots.at(x, y) > 142 {
                second
            } else if spots.at(x, y) > 150 {
                third
            } else {
                base
            })
        });
        self.grainy(area, 5, seed);
    }

    /// Not quite even, as nothing is.
    pub(crate) fn grainy(&mut self, area: Rect, by: i32, seed: i32) {
        let large = clouds(24, NEVER, seed + 9);
        self.light(area, |x, y| (grain(x, y, seed) - 128) * by / 128 + (large.at(x, y) - 128) * by / 90);
    }

    /// Plates with gaps between them, cut at these columns and rows; each is a little lighter or darker.
    pub(crate) fn plates(&mut self, area: Rect, columns: &[i32], rows: &[i32], seed: i32) {
        let bands = |cuts: &[i32], end: i32| -> Vec<(i32, i32)> {
            let from = [0].into_iter().chain(cuts.iter().copied());
            from.zip(cuts.iter().copied().chain([end])).collect()
        };
        for (i, (left, right)) in (0..).zip(bands(columns, area.w)) {
            for (j, (top, bottom)) in (0..).zip(bands(rows, area.h)) {
                let plate = area.part(left, top, right - left, bottom - top);
                let tone = grain(i, j, seed) / 14 - 9;
                self.light(plate, |_, y| tone - y * 14 / plate.h.max(1));
                self.groove(plate);
            }
        }
    }

    /// Scratches down to the metal, and chips.
    pub(crate) fn scratched(&mut self, area: Rect, bare: Rgb, many: i32, seed: i32) {
        for i in 0..area.w * area.h * many / 4000 {
            let (x, y) = (grain(i, 1, seed) * area.w / 256, grain(i, 2, seed) * area.h / 256);
            let (long, slant) = (2 + grain(i, 3, seed) / 40, grain(i, 4, seed) / 86 - 1);
            for step in 0..long.min(area.w - x) {
                let y = (y + slant * step / 3).clamp(0, area.h - 1);
                self.mix(area.x + x + step, area.y + y, bare, 70 + grain(i, 5, seed) / 3);
            }
        }
        let chips = clouds(7, NEVER, seed + 3);
        self.cover(area, bare, |x, y| if chips.at(x, y) > 205 { 120 } else { 0 });
    }

    /// Streaks of rust that run down.
    pub(crate) fn rusty(&mut self, area: Rect, much: i32, seed: i32) {
        let (patches, streaks) = (clouds(20, NEVER, seed), clouds(4, NEVER, seed + 50));
        self.cover(area, [116, 62, 28], |x, y| {
            let run = streaks.soft(x, y / 9) + y * 40 / area.h.max(1);
            ((patches.at(x, y) + run - 330 + much) * 3).clamp(0, 150)
        });
    }

    /// Dust and mud from below.
    pub(crate) fn muddy(&mut self, area: Rect, mud: Rgb, high: i32, seed: i32) {
        let splashes = clouds(10, NEVER, seed);
        self.cover(area, mud, |x, y| {
            let up = area.h - y;
            ((splashes.at(x, y) + (high - up) * 220 / high.max(1)) - 150).clamp(0, 190)
        });
    }

    /// Everything burnt: grey and black, with embers left in some places.
    pub(crate) fn burnt(&self, seed: i32) -> Self {
        let mut canvas = self.clone();
        let all = canvas.all();
        let (soot, ash) = (clouds(40, NEVER, seed), clouds(9, NEVER, seed + 1));
        canvas.paint(all, |x, y| {
            let old = self.at(x, y);
            let grey = (old[0] * 3 + old[1] * 5 + old[2] * 2) / 10;
            let scorched =
                mixed([grey, grey * 15 / 16, grey * 14 / 16], [30, 26, 24], 40 + soot.at(x, y) * 2 / 3);
            Some(if ash.at(x, y) > 176 { mixed(scorched, [150, 142, 132], 120) } else { scorched })
        });
        canvas.cover(all, [140, 72, 34], |x, y| if ash.at(x, y) < 78 { 110 } else { 0 });
        canvas
    }

    /// A row of lamps or windows, lit by chance.
    pub(crate) fn windows(&mut self, area: Rect, [across, down]: [i32; 2], [lit, dark]: [Rgb; 2], seed: i32) {
        for (i, cell) in (0..).zip(area.cells(across, down)) {
            let pane = cell.inset(2);
            let on = grain(i, 0, seed) > 130;
            self.paint(pane, |x, y| {
                let shine = if on { 30 - (x + y) * 3 } else { 24 - 2 * (x - y).abs() };
                Some(super::lighter(if on { lit } else { dark }, shine))
            });
            self.bevel(cell.inset(1), -30);
        }
    }

    /// A wheel: tyre, rim and bolts, filling its square.
    pub(crate) fn wheel(&mut self, area: Rect, [tyre, rim]: [Rgb; 2]) {
        let (middle, radius) = ((area.x + area.w / 2, area.y + area.h / 2), area.w / 2 - 1);
        self.fill(area, [18, 18, 18]);
        self.ball(middle, radius, tyre);
        self.ball(middle, radius * 3 / 4, rim);
        self.disc(middle, radius / 2, super::lighter(rim, -36));
        for [x, y] in [[0, -2], [2, -1], [2, 1], [0, 2], [-2, 1], [-2, -1]] {
            self.disc(
                (middle.0 + x * radius / 4, middle.1 + y * radius / 4),
                (radius / 10).max(1),
                [30, 30, 28],
            );
        }
        self.ball(middle, radius / 4, super::lighter(rim, 20));
    }
}
