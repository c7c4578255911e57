//! What each of the engine's two parsers makes of a wear table (spec 5.2).
//!
//! Both read the count and the rows of materials line by line, with the rules of C's `scanf`: white space is skipped,
//! `%d` stops at the first character that is no digit, `%s` ends at white space. So CRLF and LF are the same to both,
//! although only the file parser opens its text in a mode that turns one into the other. What the sources leave open
//! is marked C here, as it is there.

use super::KEYWORD;
use std::fmt;

/// The names of a wear table in the order of their rows; the numbers in front of them are read and dropped.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Parsed {
    pub materials: Vec<Vec<u8>>,
    pub lightmaps: Vec<Vec<u8>>,
}

/// The two tables of the text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Table {
    Materials,
    Lightmaps,
}

/// Why a parser does not come to an end.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Refusal {
    /// The engine has a message for it: a count below one.
    Length { table: Table, count: i32 },
    /// No number stands where the count is read; the engine goes on with whatever its variable held.
    NoCount(Table),
    /// The text has no such row; the engine reads on behind its end, or takes the name that it read last.
    NoRow { table: Table, row: usize },
}

impl Refusal {
    /// What the engine says to it (spec 6.6); nothing where it does not notice.
    pub fn message(&self) -> Option<&'static str> {
        match self {
            Self::Length { table: Table::Materials, .. } => Some("Illegal wear length."),
            Self::Length { table: Table::Lightmaps, .. } => Some("Illegal lightmaps length."),
            Self::NoCount(_) | Self::NoRow { .. } => None,
        }
    }
}

impl fmt::Display for Table {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Materials => "materials",
            Self::Lightmaps => "lightmaps",
        })
    }
}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Length { table, count } => write!(f, "{table}: a count of {count}"),
            Self::NoCount(table) => write!(f, "{table}: no count"),
            Self::NoRow { table, row } => write!(f, "{table}: no row {row}"),
        }
    }
}

impl std::error::Error for Refusal {}

/// The parser for files and resources, `sub_10003B10`.
///
/// Behind the materials it reads words until one is the keyword, so that blank lines and foreign words do not matter;
/// count and rows that follow are read as words, too, wherever lines end (C).
pub fn file(text: &[u8]) -> Result<Parsed, Refusal> {
    let mut parsed = Parsed::default();
    file_into(text, &mut parsed).map(|()| parsed)
}

/// The same, with what was read before a refusal: the engine has loaded those materials by then.
pub fn file_into(text: &[u8], parsed: &mut Parsed) -> Result<(), Refusal> {
    let mut text = Scan(text);
    let count = at_least_one(Table::Materials, number_in(text.line()))?;
    rows(Table::Materials, count, &mut parsed.materials, || row_in(text.line()))?;
    while let Some(word) = text.word() {
        if word == KEYWORD {
            let count = at_least_one(Table::Lightmaps, text.number())?;
            let row = || text.number().and_then(|_| text.word());
            return rows(Table::Lightmaps, count, &mut parsed.lightmaps, row);
        }
    }
    Ok(())
}

/// The parser for text in memory, `sub_10003F80`.
///
/// A count of materials below one is not noticed and gives a table without rows. If the keyword stands anywhere behind
/// the materials, the parser goes on from the end of the materials, skips to the line feed twice, and expects the
/// count there: right behind one empty line and the keyword. Without the empty line it takes the number of the first row for the
/// count and goes on with the second (our model of the consequence, C). Text ends at a zero, as C's does (C).
pub fn buffer(text: &[u8]) -> Result<Parsed, Refusal> {
    let mut parsed = Parsed::default();
    buffer_into(text, &mut parsed).map(|()| parsed)
}

/// The same, with what was read before a refusal.
pub fn buffer_into(text: &[u8], parsed: &mut Parsed) -> Result<(), Refusal> {
    let mut text = Scan(relict_core::text::before_zero(text));
    let count = number_in(text.line()).ok_or(Refusal::NoCount(Table::Materials))?;
    rows(Table::Materials, count, &mut parsed.materials, || row_in(text.line()))?;
    if !text.0.windows(KEYWORD.len()).any(|word| word == KEYWORD) {
        return Ok(());
    }
    text.line();
    text.line();
    let count = at_least_one(Table::Lightmaps, number_in(text.line()))?;
    rows(Table::Lightmaps, count, &mut parsed.lightmaps, || row_in(text.line()))
}

fn at_least_one(table: Table, count: Option<i32>) -> Result<i32, Refusal> {
    match count {
        Some(count @ 1..) => Ok(count),
        Some(count) => Err(Refusal::Length { table, count }),
        None => Err(Refusal::NoCount(table)),
    }
}

/// As many names as stated. Nothing is set aside for rows that are not there.
fn rows<'t>(
    table: Table,
    count: i32,
    names: &mut Vec<Vec<u8>>,
    mut next: impl FnMut() -> Option<&'t [u8]>,
) -> Result<(), Refusal> {
    for row in 0..usize::try_from(count).unwrap_or(0) {
        names.push(next().ok_or(Refusal::NoRow { table, row })?.to_vec());
    }
    Ok(())
}

fn number_in(line: Option<&[u8]>) -> Option<i32> {
    Scan(line?).number()
}

/// The name in a line that has a number in front of it.
fn row_in(line: Option<&[u8]>) -> Option<&[u8]> {
    let mut line = Scan(line?);
    line.number()?;
    line.word()
}

/// What is still to be read, with the verbs of the C library.
struct Scan<'t>(&'t [u8]);

impl<'t> Scan<'t> {
    /// `fgets`: up to the next line feed.
    fn line(&mut self) -> Option<&'t [u8]> {
        if self.0.is_empty() {
            return None;
        }
        let end = self.0.iter().position(|&byte| byte == b'\n').map_or(self.0.len(), |at| at + 1);
        Some(self.take(end))
    }

    /// `%s`.
    fn word(&mut self) -> Option<&'t [u8]> {
        self.skip_space();
        let word = self.take(self.0.iter().position(|byte| is_space(*byte)).unwrap_or(self.0.len()));
        (!word.is_empty()).then_some(word)
    }

    /// `%d`. A number beyond 32 bits is the largest there is.
    fn number(&mut self) -> Option<i32> {
        self.skip_space();
        let sign = usize::from(matches!(self.0.first(), Some(b'+' | b'-')));
        let digits = self.0[sign..].iter().take_while(|byte| byte.is_ascii_digit()).count();
        if digits == 0 {
            return None;
        }
        let digits = self.take(sign + digits);
        let size = digits[sign..]
            .iter()
            .fold(0i64, |number, digit| (number * 10 + i64::from(digit - b'0')).min(i64::from(i32::MAX)));
        i32::try_from(if digits[0] == b'-' { -size } else { size }).ok()
    }

    fn skip_space(&mut self) {
        self.take(self.0.iter().position(|byte| !is_space(*byte)).unwrap_or(self.0.len()));
    }

    fn take(&mut self, size: usize) -> &'t [u8] {
        let (taken, rest) = self.0.split_at(size);
        self.0 = rest;
        taken
    }
}

/// `isspace`, which knows one character more than Rust's.
fn is_space(byte: u8) -> bool {
    byte.is_ascii_whitespace() || byte == 0x0B
}

#[cfg(test)]
mod tests {
    use super::*;

    fn fixture(name: &str) -> Vec<u8> {
        let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../fixtures/ngi/");
        std::fs::read(format!("{folder}{name}")).unwrap()
    }

    fn names(names: &[&str]) -> Vec<Vec<u8>> {
        names.iter().map(|name| name.as_bytes().to_vec()).collect()
    }

    fn parsed(materials: &[&str], lightmaps: &[&str]) -> Result<Parsed, Refusal> {
        Ok(Parsed { materials: names(materials), lightmaps: names(lightmaps) })
    }

    const UNIT: &[u8] = b"2\n0 STEEL\n1 LOOP\n\nLIGHTMAPS\n1\n0 bunker00.0\n";

    #[test]
    fn both_parsers_read_what_a_writer_must_emit_with_either_line_end() {
        let crlf = UNIT.to_vec().escape_ascii().to_string().replace("\\n", "\r\n");
        for text in [UNIT, crlf.as_bytes()] {
            assert_eq!(file(text), parsed(&["STEEL", "LOOP"], &["bunker00.0"]));
            assert_eq!(buffer(text), file(text));
        }
        assert_eq!(file(b"1\n0 A\n"), parsed(&["A"], &[]));
        assert_eq!(buffer(b"1\n0 A\n"), parsed(&["A"], &[]));
    }

    #[test]
    fn ids_are_read_and_dropped() {
        let text = b"3\r\n7 STEEL\r\n0 DEFAULT\r\n4 PINGPONG\r\n";
        assert_eq!(file(text), parsed(&["STEEL", "DEFAULT", "PINGPONG"], &[]));
        assert_eq!(buffer(text), file(text));
    }

    #[test]
    fn a_count_below_one_is_told_by_the_file_parser_and_passed_by_the_other() {
        for (name, count) in [("bad/wear_zero.wea", 0), ("bad/wear_negative.wea", -1)] {
            let text = fixture(name);
            let refusal = Refusal::Length { table: Table::Materials, count };
            assert_eq!(refusal.message(), Some("Illegal wear length."));
            assert_eq!(file(&text), Err(refusal), "{name}");
            assert_eq!(buffer(&text), parsed(&[], &[]), "{name}");
        }
    }

    #[test]
    fn a_count_of_lightmaps_below_one_is_told_by_both() {
        let text = fixture("bad/wear_lm_zero.wea");
        let refusal = Refusal::Length { table: Table::Lightmaps, count: 0 };
        assert_eq!(refusal.message(), Some("Illegal lightmaps length."));
        assert_eq!(file(&text), Err(refusal.clone()));
        assert_eq!(buffer(&text), Err(refusal));
    }

    #[test]
    fn without_the_empty_line_the_buffer_parser_takes_the_first_id_for_the_count() {
        let text = fixture("bad/wear_noblank.wea");
        assert_eq!(file(&text), parsed(&["STEEL"], &["bunker00.0"]));
        assert_eq!(buffer(&text), Err(Refusal::Length { table: Table::Lightmaps, count: 0 }));
        let text = b"1\n0 A\nLIGHTMAPS\n2\n1 a.0\n2 b.0\n";
        assert_eq!(file(text), parsed(&["A"], &["a.0", "b.0"]));
        assert_eq!(buffer(text), parsed(&["A"], &["b.0"]), "one row, and that is the second");
        let text = b"1\n0 A\nLIGHTMAPS\n1\n5 a.0\n";
        assert_eq!(buffer(text), Err(Refusal::NoRow { table: Table::Lightmaps, row: 0 }));
    }

    #[test]
    fn foreign_words_and_more_empty_lines_disturb_only_the_buffer_parser() {
        for text in
            [&b"1\n0 A\n\n\nLIGHTMAPS\n1\n0 a.0\n"[..], b"1\n0 A\nfor the\nbunker LIGHTMAPS\n1\n0 a.0\n"]
        {
            assert_eq!(file(text), parsed(&["A"], &["a.0"]));
        }
        assert_eq!(buffer(b"1\n0 A\n\n\nLIGHTMAPS\n1\n0 a.0\n"), Err(Refusal::NoCount(Table::Lightmaps)));
        assert_eq!(buffer(b"1\n0 A\nfor the\nbunker LIGHTMAPS\n1\n0 a.0\n"), parsed(&["A"], &["a.0"]));
    }

    #[test]
    fn the_keyword_is_upper_case_and_a_word_of_its_own() {
        for text in [&b"1\n0 A\n\nlightmaps\n1\n0 a.0\n"[..], b"1\n0 A\n\nLIGHTMAPS2\n1\n0 a.0\n"] {
            assert_eq!(file(text), parsed(&["A"], &[]));
        }
        assert_eq!(buffer(b"1\n0 A\n\nlightmaps\n1\n0 a.0\n"), parsed(&["A"], &[]));
    }

    #[test]
    fn what_the_engine_would_read_behind_the_text_is_refused() {
        let rows = |row| Err(Refusal::NoRow { table: Table::Materials, row });
        for parse in [file, buffer] {
            assert_eq!(parse(b""), Err(Refusal::NoCount(Table::Materials)));
            assert_eq!(parse(b"many\n"), Err(Refusal::NoCount(Table::Materials)));
            assert_eq!(parse(b"2\n0 A\n"), rows(1));
            assert_eq!(parse(b"2147483647\n0 A\n"), rows(1), "and nothing was set aside for the rest");
            assert_eq!(parse(b"99999999999\n0 A\n"), rows(1));
            assert_eq!(parse(b"1\n0\nA\n"), rows(0), "the name stands in the line of its number");
        }
        assert_eq!(file(b"1\n0 A\n\nLIGHTMAPS"), Err(Refusal::NoCount(Table::Lightmaps)));
        assert_eq!(buffer(b"1\n0 A\n\nLIGHTMAPS"), Err(Refusal::NoCount(Table::Lightmaps)));
        assert_eq!(buffer(b"1\n0 A\n\0\nLIGHTMAPS\n1\n0 a.0\n"), parsed(&["A"], &[]), "a zero ends it");
    }

    #[test]
    fn numbers_are_read_as_scanf_reads_them() {
        assert_eq!(file(b" +1 of them\n -4 A and more\n"), parsed(&["A"], &[]));
        assert_eq!(file(b"1\n0A\n"), parsed(&["A"], &[]), "no space is needed behind a number");
    }
}
