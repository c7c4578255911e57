//! Tables for people: columns as wide as what stands in them.

use crate::world::{BOLD, DIM};
use rayon::prelude::*;
use relict_toolkit::core::text::printable;
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
    cells: Vec<(u32, u32)>,
}

impl Table {
    pub fn new(heads: Vec<(String, Align)>) -> Self {
        Self { heads, text: vec![], cells: vec![] }
    }

    /// Makes room for so many rows of the usual length: growing by and by would touch twice the memory.
    pub fn reserve(&mut self, rows: usize) {
        self.cells.reserve(rows * self.heads.len());
        self.text.reserve(rows * 64);
    }

    pub fn row(&mut self, cells: impl IntoIterator<Item = String>) {
        cells.into_iter().for_each(|cell| self.cell(&cell));
    }

    /// The next cell, row by row; what would steer the terminal is escaped.
    pub fn cell(&mut self, cell: &str) {
        // Names are nearly always plain ASCII, whose width is its length and which steers nothing.
        if cell.bytes().all(|byte| matches!(byte, b' '..=b'~')) {
            self.text.extend_from_slice(cell.as_bytes());
            self.measure(cell.len(), cell.len());
            return;
        }
        let safe = printable(cell);
        self.text.extend_from_slice(safe.as_bytes());
        self.measure(safe.len(), safe.width());
    }

    /// No cell is as long as four gigabytes: names have dozens of bytes, and messages hundreds.
    fn measure(&mut self, length: usize, width: usize) {
        self.cells.push((length as u32, width as u32));
    }

    /// A colour: how it looks, where the terminal can show that, and its number.
    pub fn colour(&mut self, [r, g, b]: [u8; 3], painted: bool) {
        let number = format!("#{r:02x}{g:02x}{b:02x}");
        if painted {
            let style = anstyle::Style::new().bg_color(Some(anstyle::RgbColor(r, g, b).into()));
            let text = format!("{style}  {style:#} {number}");
            self.text.extend_from_slice(text.as_bytes());
            self.measure(text.len(), number.len() + 3);
        } else {
            self.cell(&number);
        }
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
        self.measure(width, width);
    }

    /// The rows of a table with the same heads, behind its own.
    pub fn append(&mut self, other: &Self) {
        self.text.extend_from_slice(&other.text);
        self.cells.extend_from_slice(&other.cells);
    }

    pub fn write(&self, out: &mut impl Write) -> io::Result<()> {
        Self::write_parts(&self.heads, &[self], None, out)
    }

    /// Tables with the same heads, as one. The `optional` column is left out if nothing stands in it.
    pub fn write_parts(
        heads: &[(String, Align)],
        parts: &[&Self],
        optional: Option<usize>,
        out: &mut impl Write,
    ) -> io::Result<()> {
        let columns = heads.len().max(1);
        let mut widest = vec![0; heads.len()];
        for row in parts.iter().flat_map(|part| part.cells.chunks(columns)) {
            for (widest, (_, width)) in widest.iter_mut().zip(row) {
                *widest = (*width as usize).max(*widest);
            }
        }
        let is_left_out = |i: usize| optional == Some(i) && widest[i] == 0;
        let width = |(i, (head, _)): (usize, &(String, Align))| {
            (!is_left_out(i)).then(|| widest[i].max(head.width()))
        };
        let widths: Vec<Option<usize>> = heads.iter().enumerate().map(width).collect();
        let mut line = vec![];
        for (i, (head, align)) in heads.iter().enumerate() {
            if let Some(width) = widths[i] {
                pad(&mut line, head.as_bytes(), width - head.width(), *align, i + 1 == columns);
            }
        }
        write!(out, "{BOLD}")?;
        out.write_all(&line)?;
        let rule = widths.iter().flatten().map(|width| width + GAP).sum::<usize>().saturating_sub(GAP);
        writeln!(out, "{BOLD:#}\n{DIM}{}{DIM:#}", "─".repeat(rule))?;
        if let [only] = parts {
            return out.write_all(&only.set(&widths));
        }
        // A few at a time, so that what was written makes room for what follows.
        for few in parts.chunks(2 * rayon::current_num_threads()) {
            let set: Vec<Vec<u8>> = few.par_iter().map(|part| part.set(&widths)).collect();
            set.iter().try_for_each(|lines| out.write_all(lines))?;
        }
        Ok(())
    }

    /// The rows as lines, for columns of these widths.
    fn set(&self, widths: &[Option<usize>]) -> Vec<u8> {
        let columns = widths.len().max(1);
        let length = widths.iter().flatten().sum::<usize>() + GAP * columns;
        let mut lines = Vec::with_capacity(length * self.cells.len() / columns);
        let mut start = 0;
        for row in self.cells.chunks(columns) {
            for (i, (length, width)) in row.iter().enumerate() {
                let cell = &self.text[start..start + *length as usize];
                if let Some(room) = widths[i] {
                    pad(&mut lines, cell, room - *width as usize, self.heads[i].1, i + 1 == columns);
                }
                start += cell.len();
            }
            lines.push(b'\n');
        }
        lines
    }
}

/// Between columns.
const GAP: usize = 2;

/// A cell with what is left of its column's width; nothing but the line's end behind the last.
fn pad(line: &mut Vec<u8>, cell: &[u8], room: usize, align: Align, last: bool) {
    let (before, after) = if align == Align::Right { (room, 0) } else { (0, room) };
    line.resize(line.len() + before, b' ');
    line.extend_from_slice(cell);
    if !last {
        line.resize(line.len() + after + GAP, b' ');
    }
}

/// 1234567 as `1 234 567`, so that sizes can be read. Four digits are read as they are, and may be a name, like 8888.
pub fn grouped(number: usize) -> String {
    let digits = number.to_string();
    if digits.len() < 5 {
        return digits;
    }
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
    fn an_optional_column_is_there_if_something_stands_in_it() {
        let heads = || vec![("a".into(), Align::Left), ("b".into(), Align::Left), ("c".into(), Align::Right)];
        let shown = |middle: &str, optional| {
            let mut table = Table::new(heads());
            table.row(["1".into(), middle.into(), "3".into()]);
            let mut out = vec![];
            Table::write_parts(&heads(), &[&table], optional, &mut out).unwrap();
            String::from_utf8(out).unwrap().lines().last().unwrap().to_owned()
        };
        assert_eq!(
            [shown("", Some(1)), shown("2", Some(1)), shown("", None)],
            ["1  3", "1  2  3", "1     3"]
        );
    }

    #[test]
    fn long_numbers_are_grouped() {
        assert_eq!(grouped(1_234_567), "1\u{202f}234\u{202f}567");
        assert_eq!(grouped(8888), "8888");
    }
}
