//! `tables.bin` of Orcs & Elves II and later: lists of numbers by which the game is balanced, and the sky.

use crate::colour::Order;
use crate::gallery::Drawing;
use crate::names::is_called;
use relict_core::prelude::*;

pub(crate) const NAME: &str = "tables.bin";

/// Games have 32 at most. Of a file of nothing but zeros, every four bytes would be one.
const MOST_TABLES: usize = 1024;

parts! {
    /// A list of numbers.
    pub struct NumberTable<'a> {
        /// How many numbers follow, as the file states it. Only a table without any bytes lacks it.
        pub stated_count: Option<u32> = sparse,
        /// Numbers of one byte.
        pub bytes: Option<Bytes<'a>> = sparse,
        /// Numbers of two bytes.
        pub shorts: Option<View<'a, i16>> = sparse,
        /// Numbers of four bytes.
        pub longs: Option<View<'a, i32>> = sparse,
        /// What is no whole number of numbers.
        pub rest: Option<Bytes<'a>> = sparse,
    }
}

parts! {
    /// Tables of numbers, and the sky.
    pub struct Tables<'a> {
        /// Where each table ends, counted from the end of this list.
        pub ends: Vec<u32> = derived,
        /// One after the other; the game knows them by their numbers.
        pub tables: Vec<NumberTable<'a>>,
    }
}

/// How many tables there are: as many as make the last end the end of the file, and as few as do. None if that would be
/// more than any game has.
pub fn table_count(bytes: &[u8]) -> Option<usize> {
    let mut last = 0;
    for (i, end) in bytes.chunks_exact(4).take(MOST_TABLES).enumerate() {
        let end = u32::get(end) as usize;
        if end < last {
            return None;
        }
        if end.checked_add(4 * (i + 1)) == Some(bytes.len()) {
            return Some(i + 1);
        }
        last = end;
    }
    None
}

impl<'a> NumberTable<'a> {
    fn read(c: &mut Cursor<'a>, size: usize) -> Result<Self> {
        let stated_count: Option<u32> = c.get_if(size >= 4, "stated_count")?;
        let left = if stated_count.is_some() { size - 4 } else { size };
        let count = stated_count.map_or(0, |count| count as usize);
        let is = |width: usize| stated_count.is_some() && count.checked_mul(width) == Some(left);
        // An empty table could be one of any width.
        let width = [1, 2, 4].into_iter().find(|width| is(*width));
        let bytes = if width == Some(1) { Some(c.bytes("bytes", count)?) } else { None };
        let shorts = c.view_if(width == Some(2), "shorts", count)?;
        let longs = c.view_if(width == Some(4), "longs", count)?;
        let rest = if width.is_none() && left > 0 { Some(c.gap("rest", left)?) } else { None };
        Ok(Self { stated_count, bytes, shorts, longs, rest })
    }

    fn write(&self, out: &mut Put) {
        out.put_if(&self.stated_count);
        self.bytes.iter().for_each(|bytes| out.bytes(bytes));
        self.shorts.iter().for_each(|shorts| out.bytes(shorts.bytes()));
        self.longs.iter().for_each(|longs| out.bytes(longs.bytes()));
        self.rest.iter().for_each(|rest| out.bytes(rest));
    }

    /// Bytes of the whole table.
    fn size(&self) -> usize {
        let numbers = [
            self.bytes.as_ref().map(|bytes| bytes.len()),
            self.shorts.as_ref().map(|shorts| shorts.bytes().len()),
            self.longs.as_ref().map(|longs| longs.bytes().len()),
            self.rest.as_ref().map(|rest| rest.len()),
        ];
        numbers.into_iter().flatten().sum::<usize>() + self.stated_count.map_or(0, |_| 4)
    }

    /// Bytes of each number; none where that cannot be told.
    pub fn width(&self) -> Option<usize> {
        match (&self.bytes, &self.shorts, &self.longs) {
            (Some(bytes), _, _) => (!bytes.is_empty()).then_some(1),
            (_, Some(_), _) => Some(2),
            (_, _, Some(_)) => Some(4),
            (None, None, None) => None,
        }
    }

    fn row(&self, number: usize) -> Vec<Cell> {
        vec![
            Cell::Number(number as i64),
            self.stated_count.map_or(Cell::Nothing, |count| Cell::Number(count.into())),
            self.width().map_or(Cell::Nothing, |width| Cell::Number(width as i64)),
            Cell::Text(self.first_numbers()),
        ]
    }

    /// A few numbers, for a look.
    fn first_numbers(&self) -> String {
        const FEW: usize = 8;
        let bytes = self.bytes.iter().flat_map(|bytes| bytes.iter()).map(|&number| i64::from(number));
        let shorts = self.shorts.iter().flat_map(View::iter).map(i64::from);
        let longs = self.longs.iter().flat_map(View::iter).map(i64::from);
        let mut all = bytes.chain(shorts).chain(longs);
        let few: Vec<String> = all.by_ref().take(FEW).map(|number| number.to_string()).collect();
        few.join(" ") + if all.next().is_some() { " …" } else { "" }
    }
}

impl<'a> Format<'a> for Tables<'a> {
    const ID: &'static str = "idmobile.tables";
    const ENDINGS: &'static [&'static str] = &[NAME];
    const RULES: Rules = RULES;
    const EDITED_AS: EditedAs = EditedAs::Json;

    fn claims(origin: Origin<'_>, _: &[u8]) -> Claim {
        if is_called(origin, NAME) { Claim::Sure } else { Claim::No }
    }

    fn read(c: &mut Cursor<'a>, _: Origin<'_>) -> Result<Self> {
        let size = c.left();
        let count = match table_count(c.whole()) {
            Some(count) => count,
            // With less than one end there is no telling.
            None if size < 4 => 1,
            None => return Err(broken(&ENDS, "ends[0]", args!(size = size)).at(Some(0))),
        };
        let ends: Vec<u32> = c.list("ends", count)?;
        let starts = [0].into_iter().chain(ends.iter().copied());
        let sizes: Vec<usize> = ends.iter().zip(starts).map(|(end, start)| (end - start) as usize).collect();
        let tables = c.along("tables", &sizes, |c, size| NumberTable::read(c, *size))?;
        Ok(Self { ends, tables })
    }

    fn write(&self, out: &mut Put) {
        if self.tables.len() > MOST_TABLES {
            let most = format_args!("at most {MOST_TABLES} tables");
            out.fail(Error::unexpected(most, self.tables.len()).inside("tables"));
        }
        let mut end = 0;
        for table in &self.tables {
            end += table.size();
            out.count::<u32>("ends", end);
        }
        out.each("tables", &self.tables, NumberTable::write);
    }

    fn facts(&self) -> Facts {
        vec![("tables", self.tables.len().into())]
    }

    fn show(&self) -> Vec<Sheet> {
        vec![Sheet {
            title: "tables",
            columns: vec!["number", "count", "bytes-each", "numbers"],
            rows: self.tables.iter().enumerate().map(|(i, table)| table.row(i)).collect(),
        }]
    }

    fn check(&self, report: &mut Report, _: Context<'_>) {
        // A table may have no bytes to point at, but it has an end.
        report.each("ends", &self.tables, |table, report| {
            let stated = table.stated_count.map_or(0, i64::from);
            let size = table.size();
            let even = table.rest.is_none() && table.stated_count.is_some();
            report.expect(even, &UNEVEN, "", || args!(stated = stated, size = size));
        });
    }
}

/// Where a build keeps its skies: tables of colours and of texels, and the pixels of a side.
const SKIES: [(usize, usize, usize, usize); 6] = [
    // Doom II RPG for Java phones: the first is that of maps 1 to 5, the second that of the others.
    (15, 11, 12, 128),
    (15, 13, 14, 128),
    (17, 15, 16, 128),
    (20, 16, 17, 256),
    (20, 18, 19, 256),
    (32, 19, 20, 512),
];

/// A picture of the sky.
#[derive(Clone, Debug, PartialEq)]
pub struct Sky {
    /// The number of the table that holds its texels.
    pub table: usize,
    pub drawing: Drawing,
    pub colours: Vec<[u8; 4]>,
}

impl Tables<'_> {
    /// The pictures of the sky, in builds that are known to have them here.
    pub fn skies(&self) -> Vec<Sky> {
        let here = SKIES.iter().filter(|(count, ..)| *count == self.tables.len());
        here.filter_map(|(_, colours, texels, side)| self.sky(*colours, *texels, *side)).collect()
    }

    fn sky(&self, colours: usize, table: usize, side: usize) -> Option<Sky> {
        let (colours, texels) = (self.tables.get(colours)?, self.tables.get(table)?.bytes.as_ref()?);
        let whole = |[r, g, b]: [u8; 3]| [r, g, b, 255];
        let colours: Vec<[u8; 4]> = match (&colours.shorts, &colours.longs) {
            (Some(shorts), _) => {
                shorts.iter().map(|word| whole(Order::Rgb565.shown(word.cast_unsigned()))).collect()
            }
            (None, longs) => longs
                .as_ref()?
                .iter()
                .map(|long| {
                    let [b, g, r, _] = long.to_le_bytes();
                    whole([r, g, b])
                })
                .collect(),
        };
        let fits = texels.len() == side * side && colours.len() <= 256;
        fits.then(|| Sky { table, drawing: Drawing::square(side, texels.to_vec()), colours })
    }

    /// Puts other texels in the place of those of a table, which must be as many.
    pub(crate) fn set_texels(&mut self, table: usize, texels: Vec<u8>) {
        let table = self.tables.get_mut(table).and_then(|table| table.bytes.as_mut());
        if let Some(bytes) = table.filter(|bytes| bytes.len() == texels.len()) {
            *bytes = texels.into();
        }
    }
}

rules! { "tables":
    Error ENDS = "ends";
    Error UNEVEN = "uneven";
}

#[cfg(test)]
mod tests {
    use super::*;
    use relict_core::format::Document;

    fn read(bytes: &[u8]) -> Result<Tables<'_>> {
        Tables::read(&mut Cursor::new(bytes), Origin::named(NAME))
    }

    fn written(tables: Vec<NumberTable<'_>>) -> Vec<u8> {
        Tables { ends: vec![], tables }.to_bytes().unwrap()
    }

    const NONE: NumberTable<'_> =
        NumberTable { stated_count: None, bytes: None, shorts: None, longs: None, rest: None };

    #[test]
    fn the_width_of_numbers_follows_from_their_count() {
        let shorts =
            NumberTable { stated_count: Some(2), shorts: Some([1, -1].into_iter().collect()), ..NONE };
        let odd = NumberTable { stated_count: Some(9), rest: Some(vec![1, 2].into()), ..NONE };
        let empty = NumberTable { stated_count: Some(0), ..NONE };
        let bytes = written(vec![shorts, odd, empty, NONE]);
        let tables = read(&bytes).unwrap();
        assert_eq!(tables.to_bytes().unwrap(), bytes);
        let widths: Vec<_> = tables.tables.iter().map(NumberTable::width).collect();
        assert_eq!(widths, [Some(2), None, None, None]);
        let mut report = Report::default();
        tables.check(&mut report, Context::ALONE);
        assert_eq!(report.codes(), ["tables.uneven", "tables.uneven"]);
    }

    #[test]
    fn there_are_as_many_tables_as_a_game_may_have() {
        assert_eq!((table_count(&[0xFF; 400]), table_count(&[])), (None, None));
        // Each end says that all before it is empty, and only the last is the end of the file.
        assert_eq!(table_count(&vec![0; 4 * MOST_TABLES]), Some(MOST_TABLES));
        let zeros = vec![0; 4 * (MOST_TABLES + 1)];
        assert!(read(&zeros).unwrap_err().to_string().contains("tables.ends"));
    }

    // idmobile-real 10, row 12.
    #[test]
    fn fifteen_tables_have_two_skies() {
        let mut tables = vec![NumberTable { stated_count: Some(0), ..NONE }; 11];
        for (colour, texel) in [(0x00FF_0000, 0), (0x0000_00FF, 1)] {
            let colours = [0, colour].into_iter().collect();
            tables.push(NumberTable { stated_count: Some(2), longs: Some(colours), ..NONE });
            let texels = vec![texel; 128 * 128].into();
            tables.push(NumberTable { stated_count: Some(128 * 128), bytes: Some(texels), ..NONE });
        }
        let bytes = written(tables);
        let skies = read(&bytes).unwrap().skies();
        let seen: Vec<_> =
            skies.iter().map(|sky| (sky.table, sky.colours[1], sky.drawing.indices[0])).collect();
        assert_eq!(seen, [(12, [255, 0, 0, 255], 0), (14, [0, 0, 255, 255], 1)]);
        assert!(skies.iter().all(|sky| (sky.drawing.width, sky.drawing.height) == (128, 128)));
    }

    #[test]
    fn a_sky_is_found_by_the_number_of_tables() {
        let mut tables = vec![NumberTable { stated_count: Some(0), ..NONE }; 15];
        let red = [0x00FF_0000].into_iter().collect();
        tables.push(NumberTable { stated_count: Some(1), longs: Some(red), ..NONE });
        let texels = vec![0; 128 * 128].into();
        tables.push(NumberTable { stated_count: Some(128 * 128), bytes: Some(texels), ..NONE });
        let bytes = written(tables);
        let skies = read(&bytes).unwrap().skies();
        assert_eq!((skies.len(), skies[0].table, skies[0].drawing.width), (1, 16, 128));
        assert_eq!(skies[0].colours, [[255, 0, 0, 255]]);
        let mut repainted = read(&bytes).unwrap();
        repainted.set_texels(16, vec![1; 128 * 128]);
        repainted.set_texels(16, vec![2; 5]);
        let new = repainted.to_bytes().unwrap();
        assert_eq!(
            (new.len(), new.iter().zip(&bytes).filter(|(a, b)| a != b).count()),
            (bytes.len(), 128 * 128)
        );
    }
}
