//! WEAR: which material each batch of a model wears, and which lightmaps it has. Text; every space and line end is kept.
//!
//! This reader takes what either of the engine's two parsers takes; [`engine`] is what each of them makes of it.

pub mod engine;
mod grow;

use crate::CODE_PAGE;
use crate::library::{LIGHTMAP, MATERIAL};
use crate::pal::{self, Suffix};
use relict_core::prelude::*;
use relict_core::report::Rule;

const TYPE: Tag = Tag(*b"WEAR");
pub const KEYWORD: &[u8] = b"LIGHTMAPS";

type Words<'a> = Text<'a, CODE_PAGE>;

parts! {
    /// A number and a name on one line. The engine goes by the position of the row and drops the number.
    pub struct Row<'a> {
        /// Usually none.
        pub indent: Words<'a>,
        /// Read and ignored.
        pub id: Words<'a>,
        /// Between the two.
        pub space: Words<'a>,
        /// Of a material or lightmap.
        pub name: Words<'a>,
        /// The rest of the line, with its end.
        pub end: Words<'a>,
    }
}

parts! {
    /// The second table.
    pub struct Lightmaps<'a> {
        /// `LIGHTMAPS`.
        pub keyword: Words<'a>,
        /// Up to the count.
        pub space: Words<'a>,
        /// How many rows follow.
        pub stated_count: Words<'a>,
        /// The rest of the line, with its end.
        pub end: Words<'a>,
        /// One for each lightmap.
        pub rows: Vec<Row<'a>>,
    }
}

parts! {
    /// Wear table: the materials of a model, as text.
    pub struct Wear<'a> {
        /// Usually none.
        pub indent: Words<'a>,
        /// How many rows follow.
        pub stated_count: Words<'a>,
        /// The rest of the line, with its end.
        pub end: Words<'a>,
        /// One for each material that the model names by number.
        pub rows: Vec<Row<'a>>,
        /// What stands in front of the second table: one empty line, as one of the engine's two parsers needs it.
        pub separator: Words<'a>,
        /// Few models have them.
        pub lightmaps: Option<Lightmaps<'a>>,
        /// Blank space at the very end; where there is more, nobody reads it.
        pub tail: Words<'a>,
    }
}

impl<'a> Row<'a> {
    fn read(c: &mut Cursor<'a>) -> Result<Self> {
        Ok(Self {
            indent: spaces(c, "indent"),
            id: word(c, "id"),
            space: spaces(c, "space"),
            name: word(c, "name"),
            end: c.line("end"),
        })
        .and_then(Self::whole)
    }

    /// The row, if it has both a number and a name.
    fn whole(self) -> Result<Self> {
        let missing = if number(&self.id).is_none() { "id" } else { "name" };
        if missing == "id" || self.name.is_empty() {
            let row = [&self.id[..], &self.space, &self.name].concat();
            return Err(broken(&ROW, missing, args!(found = Words::PAGE.show(&row).trim())));
        }
        Ok(self)
    }

    fn write(&self, out: &mut Put) {
        out.runs(&[&self.indent, &self.id, &self.space, &self.name, &self.end]);
    }
}

/// `count` rows; that there are fewer is said of the count and not of the missing row.
fn read_rows<'a>(c: &mut Cursor<'a>, count: usize) -> Result<Vec<Row<'a>>> {
    let mut rows = vec![];
    for i in 0..count {
        if c.whole()[c.pos()..].iter().all(u8::is_ascii_whitespace) {
            return Err(broken(&ROWS, "stated_count", args!(stated = count, found = i)));
        }
        rows.push(c.part(("rows", i), Row::read)?);
    }
    Ok(rows)
}

impl<'a> Lightmaps<'a> {
    fn read(c: &mut Cursor<'a>) -> Result<Self> {
        let keyword = word(c, "keyword");
        let space = blank(c, "space");
        let stated_count = word(c, "stated_count");
        let count = at_least_one(c, &stated_count, &LIGHTMAP_COUNT)?;
        Ok(Self { keyword, space, stated_count, end: c.line("end"), rows: read_rows(c, count)? })
    }

    fn write(&self, out: &mut Put) {
        out.agree("stated_count", number(&self.stated_count).unwrap_or(-1), self.rows.len());
        out.runs(&[&self.keyword, &self.space, &self.stated_count, &self.end]);
        out.each("rows", &self.rows, Row::write);
    }
}

impl<'a> Format<'a> for Wear<'a> {
    const ID: &'static str = "ngi.wear";
    const ENDINGS: &'static [&'static str] = &["wea"];
    const RULES: Rules = RULES;
    const MEASURES: Measures = MEASURES;
    const FACETS: Facets<Self> =
        Facets::<Self>::NONE.tables(Self::make_tables).references(Self::find_references);

    fn claims(origin: Origin<'_>, bytes: &[u8]) -> Claim {
        let named = origin.is(TYPE, ".wea");
        // Standard input has no name; a text that begins with a count and a row is hardly anything else.
        let nameless = matches!(origin.name, "" | "-") && origin.attributes.is_empty();
        let stated = origin.attribute("type").is_some();
        match named {
            true => Claim::of_named(true, || stated || looks_like_wear(bytes)),
            false if nameless && looks_like_wear(bytes) => Claim::Sure,
            false => Claim::No,
        }
    }

    fn read(c: &mut Cursor<'a>, _: Origin<'_>) -> Result<Self> {
        let indent = blank(c, "indent");
        let stated_count = word(c, "stated_count");
        let count = at_least_one(c, &stated_count, &COUNT)?;
        let end = c.line("end");
        let rows = read_rows(c, count)?;
        let keyword = find_keyword(&c.whole()[c.pos()..]);
        let separator = c.text("separator", keyword.unwrap_or(0))?;
        let lightmaps = c.part_if(keyword.is_some(), "lightmaps", Lightmaps::read)?;
        let tail = c.text("tail", c.left())?;
        Ok(Self { indent, stated_count, end, rows, separator, lightmaps, tail })
    }

    fn write(&self, out: &mut Put) {
        out.agree("stated_count", number(&self.stated_count).unwrap_or(-1), self.rows.len());
        out.runs(&[&self.indent, &self.stated_count, &self.end]);
        out.each("rows", &self.rows, Row::write);
        out.bytes(&self.separator);
        out.part_if("lightmaps", &self.lightmaps, Lightmaps::write);
        out.bytes(&self.tail);
    }

    fn facts(&self) -> Facts {
        let lightmaps = self.lightmaps.as_ref().map_or(0, |lightmaps| lightmaps.rows.len());
        vec![("materials", self.rows.len().into()), ("lightmaps", lightmaps.into())]
    }

    fn check(&self, report: &mut Report, _: Context<'_>) {
        check_end(&self.end, report);
        check_rows(&self.rows, report);
        let left_over = || args!(found = self.tail.show().trim());
        report.expect(is_blank(&self.tail), &TAIL, "tail", left_over);
        let Some(lightmaps) = &self.lightmaps else { return };
        self.check_separator(report);
        report.part("lightmaps", lightmaps, Lightmaps::check);
    }

    fn measure(&self, cases: &mut Cases, _: Origin<'_>) {
        let numbered = |(place, row): (usize, &Row<'_>)| number(&row.id) == i64::try_from(place).ok();
        cases.claim_each(&IN_ORDER, self.rows.iter().enumerate(), numbered);
        cases.claim(&CRLF, self.ends().all(|end| end.ends_with(b"\r\n") || !end.ends_with(b"\n")));
        if let Some(lightmaps) = &self.lightmaps {
            cases.claim(&EMPTY_LINE, matches!(&self.separator[..], b"\n" | b"\r\n"));
            cases.claim(&ONE_LIGHTMAP, lightmaps.rows.len() == 1);
        }
    }
}

impl Wear<'_> {
    fn make_tables(&self) -> Vec<Table> {
        let sheet = |title, rows: &[Row<'_>]| Table {
            title,
            columns: vec!["number", "name", "id"],
            rows: rows.iter().enumerate().map(row_cells).collect(),
        };
        let lightmaps = self.lightmaps.iter().map(|lightmaps| sheet("lightmaps", &lightmaps.rows));
        [sheet("materials", &self.rows)].into_iter().chain(lightmaps).collect()
    }

    fn find_references(&self) -> Vec<Reference> {
        let names = |role: &'static Role, rows: &[Row<'_>], path: &str| -> Vec<Reference> {
            let named = |(i, row): (usize, &Row<'_>)| Reference {
                role,
                name: row.name.show().into_owned(),
                field: format!("{path}[{i}].name"),
            };
            rows.iter().enumerate().map(named).collect()
        };
        let lightmaps = self.lightmaps.as_ref().map_or(&[][..], |lightmaps| &lightmaps.rows);
        [names(&MATERIAL, &self.rows, "rows"), names(&LIGHTMAP, lightmaps, "lightmaps.rows")].concat()
    }
}

impl Wear<'_> {
    /// The ends of all lines but empty ones.
    fn ends(&self) -> impl Iterator<Item = &Words<'_>> {
        let lightmaps = self.lightmaps.iter();
        let rows = self.rows.iter().chain(lightmaps.clone().flat_map(|lightmaps| &lightmaps.rows));
        [&self.end]
            .into_iter()
            .chain(lightmaps.map(|lightmaps| &lightmaps.end))
            .chain(rows.map(|row| &row.end))
    }

    /// What stands in front of the second table must be one empty line.
    fn check_separator(&self, report: &mut Report) {
        let lines = self.separator.iter().filter(|&&byte| byte == b'\n').count();
        report.expect(lines > 0, &SEPARATOR, "lightmaps.keyword", Vec::new);
        report.expect(lines <= 1, &SEPARATOR_LONG, "separator", || args!(found = lines));
        let foreign = || args!(found = self.separator.show().trim());
        report.expect(is_blank(&self.separator), &FOREIGN, "separator", foreign);
    }
}

impl Lightmaps<'_> {
    fn check(&self, report: &mut Report) {
        let keyword = || args!(found = self.keyword.show().as_ref());
        report.expect(self.keyword[..] == *KEYWORD, &LOWER_KEYWORD, "keyword", keyword);
        check_end(&self.end, report);
        check_rows(&self.rows, report);
        report.each("rows", &self.rows, Row::check_lightmap);
    }
}

impl Row<'_> {
    /// A lightmap is loaded as a texture is.
    fn check_lightmap(&self, report: &mut Report) {
        let name = self.name.show();
        match pal::suffix(&self.name) {
            Suffix::NoDot => report.expect(false, &LIGHTMAP_NAME, "name", || args!(name = name.as_ref())),
            Suffix::OutOfRange(index) | Suffix::OddDigit { index, .. } => {
                let what = || args!(name = name.as_ref(), index = index);
                report.expect(false, &LIGHTMAP_SUFFIX, "name", what);
            }
            Suffix::NoPalette | Suffix::Palette(_) => {}
        }
    }
}

fn row_cells((i, row): (usize, &Row<'_>)) -> Vec<Cell> {
    let text = |text: &Words<'_>| Cell::Text(text.show().into_owned());
    vec![Cell::Number(i as i64), text(&row.name), text(&row.id)]
}

fn check_rows(rows: &[Row<'_>], report: &mut Report) {
    let mut position = 0;
    report.each("rows", rows, |row, report| {
        report.expect(number(&row.id) == Some(position), &ID, "id", || {
            args!(found = row.id.show().as_ref(), position = position)
        });
        check_end(&row.end, report);
        position += 1;
    });
}

/// Nothing but blanks may follow on a line.
fn check_end(end: &Words<'_>, report: &mut Report) {
    report.expect(is_blank(end), &EXTRA, "end", || args!(found = end.show().trim()));
}

fn is_blank(text: &[u8]) -> bool {
    text.iter().all(u8::is_ascii_whitespace)
}

fn spaces<'a>(c: &mut Cursor<'a>, name: &'static str) -> Words<'a> {
    c.text_while(name, |byte| byte == b' ' || byte == b'\t')
}

fn blank<'a>(c: &mut Cursor<'a>, name: &'static str) -> Words<'a> {
    c.text_while(name, |byte| byte.is_ascii_whitespace())
}

fn word<'a>(c: &mut Cursor<'a>, name: &'static str) -> Words<'a> {
    c.text_while(name, |byte| !byte.is_ascii_whitespace())
}

/// A count of rows, of which there must be at least one.
fn at_least_one(c: &Cursor<'_>, stated: &Words<'_>, rule: &'static Rule) -> Result<usize> {
    if stated.is_empty() {
        return Err(Error::truncated(1, 0).at(Some(c.pos())).inside("stated_count"));
    }
    let count = number(stated).and_then(|count| usize::try_from(count).ok()).filter(|count| *count > 0);
    count.ok_or_else(|| broken(rule, "stated_count", args!(found = stated.show().as_ref())))
}

fn number(text: &[u8]) -> Option<i64> {
    std::str::from_utf8(text).ok()?.parse::<i32>().ok().map(i64::from)
}

/// Where the first word stands that is the keyword, in whatever case.
fn find_keyword(text: &[u8]) -> Option<usize> {
    let mut at = 0;
    text.split(u8::is_ascii_whitespace).find_map(|word| {
        let here = at;
        at += word.len() + 1;
        word.eq_ignore_ascii_case(KEYWORD).then_some(here)
    })
}

fn looks_like_wear(bytes: &[u8]) -> bool {
    let mut lines = bytes.split(|&byte| byte == b'\n').map(<[u8]>::trim_ascii);
    let count = lines.next().and_then(number).is_some_and(|count| count > 0);
    let row = lines.next().unwrap_or_default();
    let mut words = row.split(u8::is_ascii_whitespace).filter(|word| !word.is_empty());
    count && words.next().and_then(number).is_some() && words.next().is_some() && words.next().is_none()
}

measures! { "wear":
    Claim IN_ORDER = "numbers-are-places";
    Claim CRLF = "crlf";
    Claim EMPTY_LINE = "one-empty-line";
    Claim ONE_LIGHTMAP = "one-lightmap";
}

rules! { "wear":
    Error COUNT = "count";
    Error LIGHTMAP_COUNT = "lightmap-count";
    Error ROWS = "rows";
    Error ROW = "row";
    Error SEPARATOR = "separator";
    Error TAIL = "tail";
    Warning SEPARATOR_LONG = "separator-long";
    Warning FOREIGN = "foreign";
    Warning LOWER_KEYWORD = "keyword";
    Warning LIGHTMAP_NAME = "lightmap-name";
    Warning LIGHTMAP_SUFFIX = "lightmap-suffix";
    Warning ID = "id";
    Warning EXTRA = "extra";
}

#[cfg(test)]
mod tests {
    use super::*;
    use relict_core::format::Document;

    const LIT: &[u8] = b"2\n0 STEEL\n1 LOOP\n\nLIGHTMAPS\n1\n0 bunker00.0\n";

    fn read(text: &[u8]) -> Result<Wear<'_>> {
        Wear::read(&mut Cursor::new(text), Origin::default())
    }

    fn names<'r>(rows: &'r [Row<'_>]) -> Vec<std::borrow::Cow<'r, str>> {
        rows.iter().map(|row| row.name.show()).collect()
    }

    /// What the check says about a text, which must come back as it is; or why it cannot be read.
    fn codes(text: &[u8]) -> Vec<String> {
        match read(text) {
            Ok(wear) => {
                assert_eq!(wear.to_bytes().unwrap(), text);
                let mut report = Report::default();
                wear.check(&mut report, Context::ALONE);
                report.codes().into_iter().map(str::to_owned).collect()
            }
            Err(error) => vec![error.to_string()],
        }
    }

    #[test]
    fn both_tables_are_read_and_every_byte_is_kept() {
        let wear = read(LIT).unwrap();
        assert_eq!(names(&wear.rows), ["STEEL", "LOOP"]);
        assert_eq!(&wear.separator[..], b"\n");
        assert_eq!(names(&wear.lightmaps.as_ref().unwrap().rows), ["bunker00.0"]);
        assert_eq!(codes(LIT), [""; 0]);
    }

    #[test]
    fn line_ends_and_blanks_stay_as_they_are() {
        for text in [
            &b"1\r\n0 STEEL\r\n"[..],
            b"1\n0 STEEL",
            b" 1 \n\t0\t\tSTEEL \t\n\n \n",
            b"2\r\n0 STEEL\n1 \xD1\xF2\xE0\xEB\xFC\r\n\r\nLIGHTMAPS\r\n\r\n1\r\n0 a.0",
        ] {
            assert_eq!(codes(text), [""; 0], "{}", text.escape_ascii());
        }
    }

    #[test]
    fn what_the_engine_refuses_is_refused_by_its_rule() {
        for (text, wanted) in [
            (&b""[..], "stated_count at 0x0: needs 1 bytes, 0 left"),
            (b"\n \n", "stated_count at 0x3: needs 1 bytes, 0 left"),
            (b"0\n", "stated_count: wear.count found=0"),
            (b"-1\n0 X\n", "stated_count: wear.count found=-1"),
            (b"two\n0 X\n", "stated_count: wear.count found=two"),
            (b"2\n0 X\n\n", "stated_count: wear.rows stated=2 found=1"),
            (b"999999999\n", "stated_count: wear.rows stated=999999999 found=0"),
            (b"2\n0 X\n\n1 Y\n", "rows[1].id: wear.row found="),
            (b"1\n0\n", "rows[0].name: wear.row found=0"),
            (b"1\nSTEEL 0\n", "rows[0].id: wear.row found=STEEL 0"),
            (b"1\n0 X\n\nLIGHTMAPS\n", "lightmaps.stated_count at 0x11: needs 1 bytes, 0 left"),
            (b"1\n0 X\n\nLIGHTMAPS\n0\n", "lightmaps.stated_count: wear.lightmap-count found=0"),
            (b"1\n0 X\n\nLIGHTMAPS\n2\n0 a.0\n", "lightmaps.stated_count: wear.rows stated=2 found=1"),
        ] {
            assert_eq!(codes(text), [wanted], "{}", text.escape_ascii());
        }
    }

    #[test]
    fn one_oddity_is_one_finding() {
        for (text, wanted) in [
            (&b"1\n0 X\nLIGHTMAPS\n1\n0 a.0\n"[..], "wear.separator"),
            (b"1\n0 X\n\n\nLIGHTMAPS\n1\n0 a.0\n", "wear.separator-long"),
            (b"1\n0 X\n1 Y\nLIGHTMAPS\n1\n0 a.0\n", "wear.foreign"),
            (b"1\n0 X\n\nLightmaps\n1\n0 a.0\n", "wear.keyword"),
            (b"1\n0 X\n\nLIGHTMAPS\n1\n0 a\n", "wear.lightmap-name"),
            (b"1\n0 X\n\nLIGHTMAPS\n1\n0 a.~\n", "wear.lightmap-suffix"),
            (b"1\n0 X\n1 Y\n", "wear.tail"),
            (b"1\n7 X\n", "wear.id"),
            (b"1\n0 X Y\n", "wear.extra"),
            (b"1 row\n0 X\n", "wear.extra"),
            (b"1\n0 X\n\nLIGHTMAPS\n1 row\n0 a.0\n", "wear.extra"),
        ] {
            assert_eq!(codes(text), [wanted], "{}", text.escape_ascii());
        }
    }

    #[test]
    fn a_count_that_the_rows_contradict_cannot_be_written() {
        let mut wear = read(LIT).unwrap();
        wear.rows.pop();
        let error = wear.to_bytes().unwrap_err();
        assert!(error.to_string().starts_with("stated_count: wanted 1"), "{error}");
    }

    #[test]
    fn names_in_other_files_are_told() {
        let names: Vec<_> = read(LIT).unwrap().references();
        let names: Vec<_> = names.iter().map(|r| (r.role.name, r.name.as_str(), r.field.as_str())).collect();
        let wanted = [
            ("material", "STEEL", "rows[0].name"),
            ("material", "LOOP", "rows[1].name"),
            ("lightmap", "bunker00.0", "lightmaps.rows[0].name"),
        ];
        assert_eq!(names, wanted);
    }

    #[test]
    fn a_text_without_a_name_is_known_by_its_first_lines() {
        let claim = |name: &str, text: &[u8]| Wear::claims(Origin::named(name), text);
        assert_eq!(claim("", LIT), Claim::Sure);
        assert_eq!(claim("tank.WEA", LIT), Claim::Sure);
        assert_eq!(claim("tank.WEA", b""), Claim::Guess);
        assert_eq!(claim("notes.txt", LIT), Claim::No);
        for text in [&b"2\n"[..], b"0\n0 X\n", b"2\nX 0\n", b"2\n0 X Y\n", b"12 34\n", b"\xFF\xFE\n0 X\n"] {
            assert_eq!(claim("", text), Claim::No, "{}", text.escape_ascii());
        }
    }
}
