//! Letters of five by seven pixels, for signs and numbers on hulls.

use super::{Canvas, Rgb, rect};

/// What there are letters for, in the order of the table.
const LETTERS: &str = "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-.:/+!";

/// Seven rows each, five bits to a row, the highest to the left.
const ROWS: [[u8; 7]; 42] = [
    [14, 17, 17, 31, 17, 17, 17],
    [30, 17, 17, 30, 17, 17, 30],
    [14, 17, 16, 16, 16, 17, 14],
    [30, 17, 17, 17, 17, 17, 30],
    [31, 16, 16, 30, 16, 16, 31],
    [31, 16, 16, 30, 16, 16, 16],
    [14, 17, 16, 23, 17, 17, 15],
    [17, 17, 17, 31, 17, 17, 17],
    [14, 4, 4, 4, 4, 4, 14],
    [7, 2, 2, 2, 2, 18, 12],
    [17, 18, 20, 24, 20, 18, 17],
    [16, 16, 16, 16, 16, 16, 31],
    [17, 27, 21, 21, 17, 17, 17],
    [17, 25, 21, 19, 17, 17, 17],
    [14, 17, 17, 17, 17, 17, 14],
    [30, 17, 17, 30, 16, 16, 16],
    [14, 17, 17, 17, 21, 18, 13],
    [30, 17, 17, 30, 20, 18, 17],
    [15, 16, 16, 14, 1, 1, 30],
    [31, 4, 4, 4, 4, 4, 4],
    [17, 17, 17, 17, 17, 17, 14],
    [17, 17, 17, 17, 10, 10, 4],
    [17, 17, 17, 21, 21, 27, 17],
    [17, 17, 10, 4, 10, 17, 17],
    [17, 17, 10, 4, 4, 4, 4],
    [31, 1, 2, 4, 8, 16, 31],
    [14, 17, 19, 21, 25, 17, 14],
    [4, 12, 4, 4, 4, 4, 14],
    [14, 17, 1, 6, 8, 16, 31],
    [30, 1, 1, 14, 1, 1, 30],
    [2, 6, 10, 18, 31, 2, 2],
    [31, 16, 30, 1, 1, 17, 14],
    [6, 8, 16, 30, 17, 17, 14],
    [31, 1, 2, 4, 8, 8, 8],
    [14, 17, 17, 14, 17, 17, 14],
    [14, 17, 17, 15, 1, 2, 12],
    [0, 0, 0, 31, 0, 0, 0],
    [0, 0, 0, 0, 0, 12, 12],
    [0, 12, 12, 0, 12, 12, 0],
    [1, 1, 2, 4, 8, 16, 16],
    [0, 4, 4, 31, 4, 4, 0],
    [4, 4, 4, 4, 4, 0, 4],
];

/// From one letter to the next.
const STEP: i32 = 6;

/// Whether the letter has ink at a place of its five by seven.
pub(crate) fn inked(letter: char, x: i32, y: i32) -> bool {
    let rows = LETTERS.chars().position(|known| known == letter).map(|place| ROWS[place]);
    let row = usize::try_from(y).ok().and_then(|y| rows?.get(y).copied()).unwrap_or(0);
    (0..5).contains(&x) && row >> (4 - x) & 1 == 1
}

impl Canvas {
    /// Writes a text with its upper left corner here, each of its pixels so large.
    pub(crate) fn text(&mut self, (left, top): (i32, i32), text: &str, size: i32, colour: Rgb) {
        for (i, letter) in (0..).zip(text.chars()) {
            for (x, y) in (0..35).map(|place| (place % 5, place / 5)).filter(|&(x, y)| inked(letter, x, y)) {
                self.fill(rect(left + (i * STEP + x) * size, top + y * size, size, size), colour);
            }
        }
    }
}
