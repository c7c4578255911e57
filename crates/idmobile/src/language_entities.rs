//! `entities_<language>.bin` of Orcs & Elves: the kinds of things that stand on maps, with their texts. The sequel has the same
//! numbers in `entities.bin`, record by record; here they stand column by column.

use crate::text_block::{self, Words, language};
use relict_core::prelude::*;

parts! {
    /// Kinds of things of Orcs & Elves, with their texts.
    pub struct LanguageEntities<'a> {
        /// How many kinds there are.
        pub entity_count: u16 = derived,
        /// Meaning unknown; 175 in all languages.
        pub unk02: u16,
        /// How many texts there are.
        pub text_count: u16 = derived,
        /// Bytes of all texts, each with its zero.
        pub text_size: u16 = derived,
        /// With a zero behind each; one byte is one character.
        pub texts: Vec<Words<'a>>,
        /// The sprite or texture that shows it.
        pub tiles: View<'a, u8>,
        /// The number of its name among the texts.
        pub names: View<'a, i16>,
        /// The number of its long name.
        pub long_names: View<'a, i16>,
        /// The number of its description.
        pub descriptions: View<'a, i16>,
        /// What it is. Kinds, subtypes and parameters are those of the sequel's records.
        pub kinds: View<'a, u8>,
        /// Which of its kind.
        pub subtypes: View<'a, u8>,
        /// Depends on the kind.
        pub parameters: View<'a, u8>,
        /// Bytes behind the last column, which no game has.
        pub tail: Bytes<'a>,
    }
}

/// Whether the counts at the beginning make up the whole file.
fn fits(bytes: &[u8]) -> bool {
    let Some(counts) = bytes.get(..8) else { return false };
    let [entities, _, _, texts] = <[u16; 4]>::get(counts).map(usize::from);
    // Four columns of bytes and three of words.
    bytes.len() == 8 + texts + entities * (4 + 3 * i16::SIZE)
}

impl<'a> Format<'a> for LanguageEntities<'a> {
    const ID: &'static str = "idmobile.language-entities";
    const ENDINGS: &'static [&'static str] = &["entities_en.bin"];
    const RULES: Rules = RULES;
    const HAS_JSON_FORM: bool = true;
    const FACETS: Facets<Self> = Facets::<Self>::NONE.tables(Self::make_tables);

    fn claims(origin: Origin<'_>, bytes: &[u8]) -> Claim {
        Claim::of_named(language(origin, "entities").is_some(), || fits(bytes))
    }

    fn read(c: &mut Cursor<'a>, _: Origin<'_>) -> Result<Self> {
        let entity_count: u16 = c.get("entity_count")?;
        let unk02 = c.get("unk02")?;
        let text_count: u16 = c.get("text_count")?;
        let text_size: u16 = c.get("text_size")?;
        let count = usize::from(entity_count);
        Ok(Self {
            entity_count,
            unk02,
            text_count,
            text_size,
            texts: text_block::read(c, &TEXTS, text_count.into(), text_size.into())?,
            tiles: c.view("tiles", count)?,
            names: c.view("names", count)?,
            long_names: c.view("long_names", count)?,
            descriptions: c.view("descriptions", count)?,
            kinds: c.view("kinds", count)?,
            subtypes: c.view("subtypes", count)?,
            parameters: c.view("parameters", count)?,
            tail: c.tail("tail"),
        })
    }

    fn write(&self, out: &mut Put) {
        let count = self.tiles.len();
        out.count::<u16>("tiles", count);
        out.put(&self.unk02);
        out.count::<u16>("texts", self.texts.len());
        out.count::<u16>("texts", text_block::size(&self.texts));
        text_block::write(&self.texts, out);
        out.bytes(self.tiles.bytes());
        for (name, column) in self.text_columns() {
            out.agree(name, column.len() as i64, count);
            out.bytes(column.bytes());
        }
        let columns =
            [("kinds", &self.kinds), ("subtypes", &self.subtypes), ("parameters", &self.parameters)];
        for (name, column) in columns {
            out.agree(name, column.len() as i64, count);
            out.bytes(column.bytes());
        }
        out.bytes(&self.tail);
    }

    fn facts(&self) -> Facts {
        vec![("entities", self.tiles.len().into()), ("strings", self.texts.len().into())]
    }

    fn check(&self, report: &mut Report, _: Context<'_>) {
        report.expect(self.tail.is_empty(), &TAIL, "tail", || args!(size = self.tail.len()));
        let texts = self.texts.len();
        for (name, column) in self.text_columns() {
            for (i, number) in column.iter().enumerate() {
                let there = usize::try_from(number).is_ok_and(|number| number < texts);
                report.part((name, i), &there, |there, report| {
                    report.expect(*there, &TEXT, "", || args!(number = number, count = texts));
                });
            }
        }
    }
}

impl LanguageEntities<'_> {
    fn make_tables(&self) -> Vec<Table> {
        let text = |number: Option<i16>| {
            let text = number.and_then(|number| self.texts.get(usize::try_from(number).ok()?));
            text.map_or(Cell::Nothing, |text| Cell::Text(text.show().into_owned()))
        };
        let number =
            |column: &View<'_, u8>, i| column.get(i).map_or(Cell::Nothing, |n| Cell::Number(n.into()));
        let row = |i: usize| {
            let numbers = [&self.tiles, &self.kinds, &self.subtypes, &self.parameters];
            let cells = numbers.into_iter().map(|column| number(column, i));
            [Cell::Number(i as i64)].into_iter().chain(cells).chain([text(self.names.get(i))]).collect()
        };
        vec![Table {
            title: "entities",
            columns: vec!["number", "tile", "kind", "subtype", "parameter", "name"],
            rows: (0..self.tiles.len()).map(row).collect(),
        }]
    }
}

impl<'a> LanguageEntities<'a> {
    fn text_columns(&self) -> [(&'static str, &View<'a, i16>); 3] {
        [("names", &self.names), ("long_names", &self.long_names), ("descriptions", &self.descriptions)]
    }
}

rules! { "language-entities":
    Error TEXTS = "texts";
    Error TEXT = "text";
    Error TAIL = "tail";
}

#[cfg(test)]
mod tests {
    use super::*;
    use relict_core::format::Document;

    #[test]
    // idmobile-real 10, row 21
    fn a_longer_text_changes_the_sizes_in_front_and_nothing_behind() {
        let bytes = [&[1, 0, 175, 0, 2, 0, 5, 0][..], b"\0Orc\0", &[7, 1, 0, 1, 0, 0, 0, 2, 3, 4]].concat();
        let read = |bytes| LanguageEntities::read(&mut Cursor::new(bytes), Origin::default()).unwrap();
        let mut entities = read(&bytes);
        assert_eq!(entities.to_bytes().unwrap(), bytes);
        entities.texts[1] = b"Orcs".to_vec().into();
        let new = entities.to_bytes().unwrap();
        assert_eq!((new[6], &new[8..14], &new[14..]), (6, &b"\0Orcs\0"[..], &bytes[13..]));
        entities.kinds = View::default();
        assert!(entities.to_bytes().unwrap_err().to_string().contains("kinds"));
        let mut outside = bytes.clone();
        outside[14] = 2;
        let mut report = Report::default();
        read(&outside).check(&mut report, Context::ALONE);
        assert_eq!(report.codes(), ["language-entities.text"]);
    }
}
