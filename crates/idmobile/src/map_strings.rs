//! `mapstrings_<language>.bin` of Orcs & Elves: the texts of all maps, with a list in front that cuts them.
//!
//! How many maps there are does not stand in the file: the texts of the first map that has any begin where the list ends.

use crate::phrases;
use crate::text_block::{self, Words, language};
use relict_core::prelude::*;

record! {
    /// Where the texts of a map lie. All zeros for a map without any.
    pub struct MapStringsRecord: 6 {
        /// How many texts.
        0x00 text_count: u16,
        /// Bytes of them, each with its zero.
        0x02 text_size: u16,
        /// Where the first begins, from the beginning of the file.
        0x04 offset: u16,
    }
}

parts! {
    /// The texts of one map.
    pub struct MapTexts<'a> {
        /// With a zero behind each; one byte is one character. A vertical bar breaks a line.
        pub texts: Vec<Words<'a>>,
    }
}

parts! {
    /// Texts of all maps of Orcs & Elves.
    pub struct MapStrings<'a> {
        /// Where the texts of each map lie.
        pub records: Vec<MapStringsRecord> = derived,
        /// The game has nine; the fourth is empty, since there is no such map.
        pub maps: Vec<MapTexts<'a>>,
    }
}

/// How many maps there are; none if the list has no end.
fn map_count(bytes: &[u8]) -> Option<usize> {
    let records = View::<MapStringsRecord>::new(bytes);
    match records.iter().find(|record| record.offset != 0) {
        Some(record) => {
            let offset = usize::from(record.offset);
            let whole = offset.is_multiple_of(MapStringsRecord::SIZE) && offset <= bytes.len();
            whole.then_some(offset / MapStringsRecord::SIZE)
        }
        None => (records.bytes().len() == bytes.len() && !bytes.is_empty()).then_some(records.len()),
    }
}

impl<'a> Format<'a> for MapStrings<'a> {
    const ID: &'static str = "idmobile.map-strings";
    const ENDINGS: &'static [&'static str] = &["mapstrings_en.bin"];
    const RULES: Rules = RULES;
    const HAS_JSON_FORM: bool = true;
    const FACETS: Facets<Self> = Facets::<Self>::NONE.tables(Self::make_tables);

    fn claims(origin: Origin<'_>, bytes: &[u8]) -> Claim {
        Claim::of_named(language(origin, "mapstrings").is_some(), || map_count(bytes).is_some())
    }

    fn read(c: &mut Cursor<'a>, _: Origin<'_>) -> Result<Self> {
        if c.left() < MapStringsRecord::SIZE {
            let cut: Result<MapStringsRecord> = c.get(("records", 0));
            cut?;
        }
        let none = || broken(&LAYOUT, "records", args!(number = 0)).at(Some(0));
        let records: Vec<MapStringsRecord> = c.list("records", map_count(c.whole()).ok_or_else(none)?)?;
        let mut maps = vec![];
        for (i, record) in records.iter().enumerate() {
            let stated = [record.text_count, record.text_size, record.offset];
            let follows = stated == [0; 3] || record.text_count > 0 && usize::from(record.offset) == c.pos();
            if !follows {
                let at = i * MapStringsRecord::SIZE;
                return Err(broken(&LAYOUT, format!("records[{i}]"), args!(number = i)).at(Some(at)));
            }
            let texts = |c: &mut Cursor<'a>| {
                let texts = text_block::read(c, &TEXTS, record.text_count.into(), record.text_size.into())?;
                Ok(MapTexts { texts })
            };
            maps.push(c.part(("maps", i), texts)?);
        }
        match c.left() {
            0 => Ok(Self { records, maps }),
            size => Err(broken(&TAIL, "tail", args!(size = size)).at(Some(c.pos()))),
        }
    }

    fn write(&self, out: &mut Put) {
        let mut at = self.maps.len() * MapStringsRecord::SIZE;
        for map in &self.maps {
            let size = text_block::size(&map.texts);
            let offset = if size == 0 { 0 } else { at };
            for (name, number) in [("texts", map.texts.len()), ("texts", size), ("records", offset)] {
                out.count::<u16>(name, number);
            }
            at += size;
        }
        if self.maps.is_empty() {
            out.fail(Error::unexpected(phrases::at_least_a_map(), phrases::none()).inside("maps"));
        }
        out.each("maps", &self.maps, |map, out| text_block::write(&map.texts, out));
    }

    fn facts(&self) -> Facts {
        let texts: usize = self.maps.iter().map(|map| map.texts.len()).sum();
        vec![("maps", self.maps.len().into()), ("strings", texts.into())]
    }

    fn check(&self, _: &mut Report, _: Context<'_>) {}
}

impl MapStrings<'_> {
    fn make_tables(&self) -> Vec<Table> {
        let mut rows = vec![];
        for (map, texts) in self.maps.iter().enumerate() {
            for (i, text) in texts.texts.iter().enumerate() {
                let text = Cell::Text(text.show().into_owned());
                rows.push(vec![Cell::Number(map as i64), Cell::Number(i as i64), text]);
            }
        }
        vec![Table { title: "strings", columns: vec!["map", "number", "text"], rows }]
    }
}

rules! { "map-strings":
    Error LAYOUT = "layout";
    Error TEXTS = "texts";
    Error TAIL = "tail";
}

#[cfg(test)]
mod tests {
    use super::*;
    use relict_core::format::Document;

    fn read(bytes: &[u8]) -> Result<MapStrings<'_>> {
        MapStrings::read(&mut Cursor::new(bytes), Origin::named("mapstrings_en.bin"))
    }

    #[test]
    // idmobile-real 10, row 21
    fn a_longer_text_moves_the_maps_behind_it_and_no_empty_one() {
        let bytes = [&[2, 0, 5, 0, 18, 0][..], &[0; 6], &[1, 0, 3, 0, 23, 0], b"Hall\0\0Up\0"].concat();
        let bytes = [&bytes[..18], b"Hal\0\0", b"Up\0"].concat();
        let mut strings = read(&bytes).unwrap();
        assert_eq!(strings.to_bytes().unwrap(), bytes);
        strings.maps[0].texts[0] = b"Halls".to_vec().into();
        let new = strings.to_bytes().unwrap();
        assert_eq!(new[..18], [2, 0, 7, 0, 18, 0, 0, 0, 0, 0, 0, 0, 1, 0, 3, 0, 25, 0]);
        assert_eq!(&new[18..], b"Halls\0\0Up\0");
        for (at, byte, code) in [(4, 19, "layout"), (2, 4, "texts"), (16, 24, "layout")] {
            let mut other = bytes.clone();
            other[at] = byte;
            let error = read(&other).unwrap_err().to_string();
            assert!(error.contains(code), "{at}: {error}");
        }
        assert!(read(&[&bytes[..], b"!"].concat()).unwrap_err().to_string().contains("tail"));
    }
}
