//! Tables for people: columns as wide as what stands in them.

use crate::world::{BOLD, DIM};
use rayon::prelude::*;
use relict::core::text::printable;
use std::io::{self, Write};
use unicode_width::UnicodeWidthStr;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Align {
    Left,
    Right,
}

/// All cells stand in one run of text, one behind the other: a table of a hundred thousand cells costs a few allocations.
#[derive(Debug)]
pub struct Table {
    heads: Vec<(String, Align)>,
    text: Vec<u8>,
    /// How long each cell is in bytes, and how wide on the screen.
    cells: Vec<(usize, usize)>,
}

impl Table {
    pub fn new(heads: Vec<(String, Align)>) -> Self {
        Self { heads, text: vec![], cells: vec![] }
    }

    pub fn row(&mut self, cells: impl IntoIterator<Item = String>) {
        cells.into_iter().for_each(|cell| self.cell(&cell));
    }

    /// The next cell, row by row; what would steer the terminal is escaped.
    pub fn cell(&mut self, cell: &str) {
        // Names are nearly always plain ASCII, whose width is its length and which steers nothing.
        if cell.bytes().all(|byte| matches!(byte, b' '..=b'~')) {
            self.text.extend_from_slice(cell.as_bytes());
            self.cells.push((cell.len(), cell.len()));
            return;
        }
        let safe = printable(cell);
        self.text.extend_from_slice(safe.as_bytes());
        self.cells.push((safe.len(), safe.width()));
    }

    /// A number, without a string of its own.
    pub fn number(&mut self, number: usize) {
        self.digits::<10>(number, "");
    }

    /// An offset, in hex.
    pub fn offset(&mut self, offset: usize) {
        self.digits::<16>(offset, "0x");
    }

    fn digits<const BASE: usize>(&mut self, number: usize, before: &str) {
        let mut digits = [0; 20];
        let mut first = digits.len();
        let mut rest = number;
        loop {
            first -= 1;
            digits[first] = b"0123456789abcdef"[rest % BASE];
            rest /= BASE;
            if rest == 0 {
                break;
            }
        }
        self.text.extend_from_slice(before.as_bytes());
        self.text.extend_from_slice(&digits[first..]);
        let width = before.len() + digits.len() - first;
        self.cells.push((width, width));
    }

    /// The rows of a table with the same heads, behind its own.
    pub fn append(&mut self, other: &Self) {
        self.text.extend_from_slice(&other.text);
        self.cells.extend_from_slice(&other.cells);
    }

    pub fn write(&self, out: &mut impl Write) -> io::Result<()> {
        let columns = self.heads.len().max(1);
        let widths = self.widths();
        let mut line = vec![];
        for (i, (head, align)) in self.heads.iter().enumerate() {
            pad(&mut line, head.as_bytes(), widths[i] - head.width(), *align, i + 1 == columns);
        }
        write!(out, "{BOLD}")?;
        out.write_all(&line)?;
        let rule: usize = widths.iter().sum::<usize>() + GAP * (columns - 1);
        writeln!(out, "{BOLD:#}\n{DIM}{}{DIM:#}", "─".repeat(rule))?;
        // Where the text of each chunk begins, so that all cores can set their part.
        let chunks: Vec<(usize, &[(usize, usize)])> = self
            .cells
            .chunks(columns * ROWS)
            .scan(0, |end, cells| {
                let start = *end;
                *end += cells.iter().map(|(length, _)| length).sum::<usize>();
                Some((start, cells))
            })
            .collect();
        let set: Vec<Vec<u8>> =
            chunks.par_iter().map(|(start, cells)| self.set(*start, cells, &widths)).collect();
        set.iter().try_for_each(|lines| out.write_all(lines))
    }

    fn widths(&self) -> Vec<usize> {
        let mut widths: Vec<usize> = self.heads.iter().map(|(head, _)| head.width()).collect();
        for row in self.cells.chunks(widths.len().max(1)) {
            for (widest, (_, width)) in widths.iter_mut().zip(row) {
                *widest = (*width).max(*widest);
            }
        }
        widths
    }

    /// Lines of cells whose text begins at `start`.
    fn set(&self, mut start: usize, cells: &[(usize, usize)], widths: &[usize]) -> Vec<u8> {
        let columns = widths.len().max(1);
        let mut lines =
            Vec::with_capacity((widths.iter().sum::<usize>() + GAP * columns) * cells.len() / columns);
        for row in cells.chunks(columns) {
            for (i, (length, width)) in row.iter().enumerate() {
                let cell = &self.text[start..start + length];
                pad(&mut lines, cell, widths[i] - width, self.heads[i].1, i + 1 == columns);
                start += length;
            }
            lines.push(b'\n');
        }
        lines
    }
}

/// Between columns.
const GAP: usize = 2;

/// Rows that one core sets at a time.
const ROWS: usize = 4096;

/// A cell with what is left of its column's width; nothing but the line's end behind the last.
fn pad(line: &mut Vec<u8>, cell: &[u8], room: usize, align: Align, last: bool) {
    let (before, after) = if align == Align::Right { (room, 0) } else { (0, room) };
    line.resize(line.len() + before, b' ');
    line.extend_from_slice(cell);
    if !last {
        line.resize(line.len() + after + GAP, b' ');
    }
}

/// 1234567 as `1 234 567`, so that sizes can be read.
pub fn grouped(number: usize) -> String {
    let digits = number.to_string();
    let mut text = String::with_capacity(digits.len() * 4 / 3);
    for (i, digit) in digits.chars().enumerate() {
        if i > 0 && (digits.len() - i).is_multiple_of(3) {
            text.push('\u{202f}');
        }
        text.push(digit);
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_line_up_in_every_script() {
        let mut table = Table::new(vec![("name".into(), Align::Left), ("size".into(), Align::Right)]);
        table.row(vec!["Танк".into(), "5".into()]);
        table.row(vec!["a\x1b[31m".into(), "1234".into()]);
        table.cell("n");
        table.number(1_234_567);
        table.cell("m");
        table.number(0);
        let mut out = vec![];
        table.write(&mut out).unwrap();
        let text = String::from_utf8(out).unwrap();
        assert!(text.contains("Танк               5\n"), "{text}");
        assert!(text.contains("n            1234567\n"), "{text}");
        assert!(text.contains("m                  0\n"), "{text}");
        assert!(text.contains("a\\u{1b}[31m     1234\n"), "{text}");
    }

    #[test]
    fn long_numbers_are_grouped() {
        assert_eq!(grouped(1_234_567), "1\u{202f}234\u{202f}567");
        assert_eq!(grouped(12), "12");
    }
}
