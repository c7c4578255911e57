//! `tables_<language>.bin` of Orcs & Elves: the tables that hold texts instead of numbers, behind the same list of starts as
//! in `tables.bin` (see `starts`). Numbers that are 0 here are mostly those that `tables.bin` has.

use crate::starts::{self, Starts};
use crate::text_block::{Words, language};
use relict_core::prelude::*;

parts! {
    /// A list of texts.
    pub struct TextTable<'a> {
        /// Bytes of the table behind this field.
        pub size: u16 = derived,
        /// In front of each text its length in bytes.
        pub lengths: Vec<u16> = derived,
        /// One byte is one character. A vertical bar breaks a line.
        pub texts: Vec<Words<'a>>,
    }
}

parts! {
    /// Tables of texts of Orcs & Elves.
    pub struct TextTables<'a> {
        /// Where the table of each number begins, counted from the end of this list; 0 also where the file does not have it.
        pub starts: Vec<u16> = derived,
        /// Not in the file, but what the starts follow from: for each number the place of its table below. 0 also stands for numbers
        /// without a table.
        pub places: Vec<u16>,
        /// In the order of the file.
        pub tables: Vec<TextTable<'a>>,
    }
}

/// Whether bytes are a table: its size, its count, and texts to its end.
fn is_table(table: &[u8]) -> bool {
    let number = |at: usize| Some(usize::from(u16::get(table.get(at..at + 2)?)));
    let (Some(size), Some(count)) = (number(0), number(2)) else { return false };
    if size + 2 != table.len() {
        return false;
    }
    let mut at = 4;
    for _ in 0..count {
        let Some(size) = number(at) else { return false };
        at += 2 + size;
    }
    at == table.len()
}

impl<'a> TextTable<'a> {
    fn read(c: &mut Cursor<'a>) -> Result<Self> {
        let size = c.get("size")?;
        let count = c.count::<u16>("texts")?;
        let (mut lengths, mut texts) = (vec![], vec![]);
        for i in 0..count {
            let length: u16 = c.get(("lengths", i))?;
            texts.push(c.text(("texts", i), length.into())?);
            lengths.push(length);
        }
        Ok(Self { size, lengths, texts })
    }

    fn write(&self, out: &mut Put) {
        out.count::<u16>("size", self.bytes() - 2);
        out.count::<u16>("texts", self.texts.len());
        out.each("texts", &self.texts, |text, out| out.counted_text::<u16>("", text));
    }

    /// Of the whole table.
    fn bytes(&self) -> usize {
        4 + self.texts.iter().map(|text| 2 + text.len()).sum::<usize>()
    }
}

impl<'a> Format<'a> for TextTables<'a> {
    const ID: &'static str = "idmobile.text-tables";
    const ENDINGS: &'static [&'static str] = &["tables_en.bin"];
    const RULES: Rules = RULES;
    const HAS_JSON_FORM: bool = true;
    const FACETS: Facets<Self> = Facets::<Self>::NONE.tables(Self::make_tables);

    fn claims(origin: Origin<'_>, bytes: &[u8]) -> Claim {
        Claim::of_named(language(origin, "tables").is_some(), || starts::probe(bytes, is_table).is_some())
    }

    fn read(c: &mut Cursor<'a>, _: Origin<'_>) -> Result<Self> {
        let size = c.left();
        if size < 2 {
            return Err(Error::truncated(2, size).at(Some(c.pos())).inside("starts[0]"));
        }
        let none = || broken(&STARTS, "starts", args!(size = size)).at(Some(0));
        let Starts { places, sizes } = starts::probe(c.whole(), is_table).ok_or_else(none)?;
        let starts = c.list("starts", places.len())?;
        let tables = c.along("tables", &sizes, |c, _| TextTable::read(c))?;
        Ok(Self { starts, places, tables })
    }

    fn write(&self, out: &mut Put) {
        let sizes: Vec<usize> = self.tables.iter().map(TextTable::bytes).collect();
        starts::write(&self.places, &sizes, out);
        out.each("tables", &self.tables, TextTable::write);
    }

    fn facts(&self) -> Facts {
        let texts: usize = self.tables.iter().map(|table| table.texts.len()).sum();
        vec![("tables", self.tables.len().into()), ("strings", texts.into())]
    }

    fn check(&self, _: &mut Report, _: Context<'_>) {}
}

impl TextTables<'_> {
    fn make_tables(&self) -> Vec<Table> {
        let row = |numbers: &str, text: &Words<'_>| {
            vec![Cell::Text(numbers.to_owned()), Cell::Text(text.show().into_owned())]
        };
        let mut rows = vec![];
        for (place, table) in self.tables.iter().enumerate() {
            let numbers = starts::numbers(&self.places, place);
            rows.extend(table.texts.iter().map(|text| row(&numbers, text)));
        }
        vec![Table { title: "strings", columns: vec!["number", "text"], rows }]
    }
}

rules! { "text-tables":
    Error STARTS = "starts";
}

#[cfg(test)]
mod tests {
    use super::*;
    use relict_core::format::Document;

    fn read(bytes: &[u8]) -> Result<TextTables<'_>> {
        TextTables::read(&mut Cursor::new(bytes), Origin::named("tables_en.bin"))
    }

    #[test]
    // idmobile-real 10, rows 3 and 21
    fn a_longer_text_moves_the_tables_behind_it() {
        let bytes = [
            &[9, 0, 0, 0, 0, 0][..], // starts of three numbers
            &[7, 0, 1, 0, 3, 0],     // the first table: size, count, length
            b"Orc",
            &[6, 0, 2, 0, 0, 0, 0, 0][..], // two empty texts
        ]
        .concat();
        let mut tables = read(&bytes).unwrap();
        assert_eq!((tables.places.as_slice(), tables.tables.len()), (&[1, 0, 0][..], 2));
        assert_eq!(tables.to_bytes().unwrap(), bytes);
        tables.tables[0].texts[0] = b"Orcs\xE9".to_vec().into();
        let new = tables.to_bytes().unwrap();
        assert_eq!((new[0], new[6], new[10], new.len()), (11, 9, 5, bytes.len() + 2));
        assert_eq!(&new[17..], &bytes[15..]);
        assert_eq!(read(&new).unwrap().tables[0].texts[0].show(), "Orcsé");
        let error = read(&bytes[..bytes.len() - 1]).unwrap_err().to_string();
        assert!(error.contains("text-tables.starts"), "{error}");
    }
}
