//! New rows for a wear table. Everything that stands in it stays, to the byte; only counts follow.

use super::{KEYWORD, Lightmaps, Row, Wear, Words};

/// What is not reported of the game's own tables is how their lines end; they were made on Windows (C).
const END: &[u8] = b"\r\n";

impl Wear<'_> {
    /// A table without rows, as yet.
    pub(crate) fn new() -> Self {
        Wear {
            indent: Words::default(),
            stated_count: words(b"0"),
            end: words(END),
            rows: vec![],
            separator: Words::default(),
            lightmaps: None,
            tail: Words::default(),
        }
    }

    /// Adds rows behind those that are there, each with its place for a number.
    pub(crate) fn extend(&mut self, materials: &[Vec<u8>], lightmaps: &[Vec<u8>]) {
        let end = if self.end.ends_with(b"\n") && !self.end.ends_with(END) { &b"\n"[..] } else { END };
        if !(materials.is_empty() && lightmaps.is_empty()) {
            finish_line(self.rows.last_mut().map_or(&mut self.end, |last| &mut last.end), end);
        }
        self.stated_count = extended(&mut self.rows, materials, end).unwrap_or(self.stated_count.clone());
        if lightmaps.is_empty() {
            return;
        }
        let table = self.lightmaps.get_or_insert_with(|| {
            self.separator = words(end);
            Lightmaps {
                keyword: words(KEYWORD),
                space: words(end),
                stated_count: words(b"0"),
                end: words(end),
                rows: vec![],
            }
        });
        finish_line(table.rows.last_mut().map_or(&mut table.end, |last| &mut last.end), end);
        table.stated_count = extended(&mut table.rows, lightmaps, end).unwrap_or(table.stated_count.clone());
    }
}

/// How many rows there are with the new ones; none if there are no new ones.
fn extended(rows: &mut Vec<Row<'_>>, names: &[Vec<u8>], end: &[u8]) -> Option<Words<'static>> {
    for name in names {
        let id = rows.len().to_string();
        rows.push(Row {
            indent: Words::default(),
            id: words(id.as_bytes()),
            space: words(b" "),
            name: words(name),
            end: words(end),
        });
    }
    (!names.is_empty()).then(|| words(rows.len().to_string().as_bytes()))
}

fn finish_line(line: &mut Words<'_>, end: &[u8]) {
    if !line.ends_with(b"\n") {
        *line = words(&[&line[..], end].concat());
    }
}

fn words(text: &[u8]) -> Words<'static> {
    text.to_vec().into()
}

#[cfg(test)]
mod tests {
    use super::*;
    use relict_core::format::Document;
    use relict_core::prelude::*;

    fn extended(text: &[u8], materials: &[&str], lightmaps: &[&str]) -> String {
        let names =
            |names: &[&str]| -> Vec<Vec<u8>> { names.iter().map(|name| name.as_bytes().to_vec()).collect() };
        let mut wear = match text {
            b"" => Wear::new(),
            text => Wear::read(&mut Cursor::new(text), Origin::default()).unwrap(),
        };
        wear.extend(&names(materials), &names(lightmaps));
        let bytes = wear.to_bytes().unwrap();
        let again = Wear::read(&mut Cursor::new(&bytes), Origin::default()).unwrap();
        let mut report = Report::default();
        again.check(&mut report, Context::ALONE);
        assert_eq!(report.codes(), [""; 0]);
        assert_eq!(again.to_bytes().unwrap(), bytes);
        String::from_utf8(bytes).unwrap()
    }

    #[test]
    fn a_new_table_is_as_the_game_has_it() {
        assert_eq!(extended(b"", &["STEEL", "GLASS"], &[]), "2\r\n0 STEEL\r\n1 GLASS\r\n");
        let lit = "1\r\n0 STEEL\r\n\r\nLIGHTMAPS\r\n1\r\n0 bunker00.0\r\n";
        assert_eq!(extended(b"", &["STEEL"], &["bunker00.0"]), lit);
    }

    #[test]
    fn rows_that_are_there_stay_with_their_blanks_and_line_ends() {
        assert_eq!(extended(b" 1 \n\t0\t\tSTEEL \n", &["A"], &[]), " 2 \n\t0\t\tSTEEL \n1 A\n");
        assert_eq!(extended(b"1\r\n0 STEEL", &["A", "B"], &[]), "3\r\n0 STEEL\r\n1 A\r\n2 B\r\n");
        let lit = b"1\n0 STEEL\n\nLIGHTMAPS\n1\n0 a.0";
        assert_eq!(extended(lit, &["A"], &[]), "2\n0 STEEL\n1 A\n\nLIGHTMAPS\n1\n0 a.0");
        assert_eq!(extended(lit, &[], &["b.0"]), "1\n0 STEEL\n\nLIGHTMAPS\n2\n0 a.0\n1 b.0\n");
        assert_eq!(extended(b"1\n0 STEEL", &[], &["b.0"]), "1\n0 STEEL\n\nLIGHTMAPS\n1\n0 b.0\n");
        assert_eq!(extended(lit, &[], &[]), "1\n0 STEEL\n\nLIGHTMAPS\n1\n0 a.0");
    }
}
