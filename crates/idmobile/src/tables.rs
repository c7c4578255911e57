//! `tables.bin`: lists of numbers by which a game is balanced, and the sky. Two forms that share nothing but the name: in
//! both Orcs & Elves a list of starts stands in front, in the later games a list of ends. Which it is tells what fits.

use crate::colour::Order;
use crate::gallery::Drawing;
use crate::names::is_called;
use crate::phrases;
use crate::starts::{self, Starts};
use relict_core::prelude::*;

pub(crate) const NAME: &str = "tables.bin";

/// Games have 32 at most. Of a file of nothing but zeros, every four bytes would be one.
const MOST_TABLES: usize = 1024;

parts! {
    /// A list of numbers. Whether numbers have a sign does not stand in the file; the game knows it of each table.
    pub struct NumberTable<'a> {
        /// How many numbers follow, as the file states it: in two bytes behind starts, in four behind ends. Only a table without
        /// any bytes lacks it.
        pub stated_count: Option<u32> = sparse,
        /// Numbers of one byte, in hex.
        pub bytes: Option<Bytes<'a>> = sparse,
        /// Numbers of two bytes, shown with a sign.
        pub shorts: Option<View<'a, i16>> = sparse,
        /// Numbers of four bytes, shown with a sign.
        pub longs: Option<View<'a, i32>> = sparse,
        /// What is no whole number of numbers.
        pub rest: Option<Bytes<'a>> = sparse,
    }
}

parts! {
    /// Tables of numbers, and the sky.
    pub struct Tables<'a> {
        /// Where each table ends, counted from the end of this list. Wolfenstein RPG and Doom II RPG.
        pub ends: Option<Vec<u32>> = derived_sparse,
        /// Where the table of each number begins, counted from the end of this list; 0 also where the file does not have it. Both
        /// Orcs & Elves.
        pub starts: Option<Vec<u16>> = derived_sparse,
        /// Not in the file, but what the starts follow from: for each number the place of its table below. 0 also stands for numbers
        /// without a table.
        pub places: Option<Vec<u16>> = sparse,
        /// In the order of the file. Behind ends, the game knows them by their places.
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

/// How the tables of Orcs & Elves lie; none if the file is not of that form.
fn starts(bytes: &[u8]) -> Option<Starts> {
    starts::probe(bytes, |table| short_width(table).is_some())
}

/// Bytes of each number of a table with its count in two bytes. Tables of no numbers do not occur, and would fit any width.
fn short_width(table: &[u8]) -> Option<usize> {
    let (count, numbers) = table.split_first_chunk::<2>()?;
    let count = usize::from(u16::from_le_bytes(*count));
    [1, 2, 4].into_iter().find(|width| count > 0 && count * width == numbers.len())
}

impl<'a> NumberTable<'a> {
    /// A table of Orcs & Elves.
    fn read_short(c: &mut Cursor<'a>, size: usize) -> Result<Self> {
        let stated: u16 = c.get("stated_count")?;
        let (count, left) = (usize::from(stated), size.saturating_sub(2));
        let bytes = if left == count { Some(c.bytes("bytes", count)?) } else { None };
        let shorts = c.view_if(left == 2 * count, "shorts", count)?;
        let longs = c.view_if(left == 4 * count, "longs", count)?;
        Ok(Self { stated_count: Some(stated.into()), bytes, shorts, longs, rest: None })
    }

    fn write_short(&self, out: &mut Put) {
        let numbers = [
            self.bytes.as_ref().map(|bytes| bytes.len()),
            self.shorts.as_ref().map(View::len),
            self.longs.as_ref().map(View::len),
        ];
        let count: usize = numbers.into_iter().flatten().sum();
        if count == 0 || self.rest.is_some() {
            out.fail(Error::unexpected(phrases::only_numbers(), phrases::something_else()));
        }
        out.agree("stated_count", self.stated_count.unwrap_or(0), count);
        out.count::<u16>("stated_count", count);
        self.write_numbers(out);
    }

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
        self.write_numbers(out);
    }

    fn write_numbers(&self, out: &mut Put) {
        self.bytes.iter().for_each(|bytes| out.bytes(bytes));
        self.shorts.iter().for_each(|shorts| out.bytes(shorts.bytes()));
        self.longs.iter().for_each(|longs| out.bytes(longs.bytes()));
        self.rest.iter().for_each(|rest| out.bytes(rest));
    }

    /// Bytes of the whole table, with the count in four bytes.
    fn size(&self) -> usize {
        self.size_of_numbers() + self.stated_count.map_or(0, |_| 4)
    }

    fn size_of_numbers(&self) -> usize {
        let numbers = [
            self.bytes.as_ref().map(|bytes| bytes.len()),
            self.shorts.as_ref().map(|shorts| shorts.bytes().len()),
            self.longs.as_ref().map(|longs| longs.bytes().len()),
            self.rest.as_ref().map(|rest| rest.len()),
        ];
        numbers.into_iter().flatten().sum()
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

    fn row(&self, number: Cell) -> Vec<Cell> {
        vec![
            number,
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
    const HAS_JSON_FORM: bool = true;
    const FACETS: Facets<Self> = Facets::<Self>::NONE.tables(Self::make_tables);

    fn claims(origin: Origin<'_>, bytes: &[u8]) -> Claim {
        Claim::of_named(is_called(origin, NAME), || table_count(bytes).is_some() || starts(bytes).is_some())
    }

    fn read(c: &mut Cursor<'a>, _: Origin<'_>) -> Result<Self> {
        let size = c.left();
        let count = match table_count(c.whole()) {
            Some(count) => count,
            // With less than one end there is no telling.
            None if size < 4 => 1,
            None => {
                let starts = starts(c.whole());
                let none = || broken(&ENDS, "ends[0]", args!(size = size)).at(Some(0));
                return Self::read_starts(c, starts.ok_or_else(none)?);
            }
        };
        let ends: Vec<u32> = c.list("ends", count)?;
        let starts = [0].into_iter().chain(ends.iter().copied());
        let sizes: Vec<usize> = ends.iter().zip(starts).map(|(end, start)| (end - start) as usize).collect();
        let tables = c.along("tables", &sizes, |c, size| NumberTable::read(c, *size))?;
        Ok(Self { ends: Some(ends), starts: None, places: None, tables })
    }

    fn write(&self, out: &mut Put) {
        if self.tables.len() > MOST_TABLES {
            let most = phrases::at_most_tables(MOST_TABLES);
            out.fail(Error::unexpected(most, self.tables.len()).inside("tables"));
        }
        if let Some(places) = &self.places {
            let sizes: Vec<usize> = self.tables.iter().map(|table| 2 + table.size_of_numbers()).collect();
            starts::write(places, &sizes, out);
            out.each("tables", &self.tables, NumberTable::write_short);
            return;
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

    fn check(&self, report: &mut Report, _: Context<'_>) {
        // Behind starts, a table that is not even is not even found.
        if self.places.is_some() {
            return;
        }
        // A table may have no bytes to point at, but it has an end.
        report.each("ends", &self.tables, |table, report| {
            let stated = table.stated_count.map_or(0, i64::from);
            let size = table.size();
            let even = table.rest.is_none() && table.stated_count.is_some();
            report.expect(even, &UNEVEN, "", || args!(stated = stated, size = size));
        });
    }
}

impl Tables<'_> {
    fn make_tables(&self) -> Vec<Table> {
        vec![Table {
            title: "tables",
            columns: vec!["number", "count", "bytes-each", "numbers"],
            rows: self.tables.iter().enumerate().map(|(i, table)| table.row(self.number(i))).collect(),
        }]
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

impl<'a> Tables<'a> {
    /// Tables that a list of starts tells apart.
    fn read_starts(c: &mut Cursor<'a>, Starts { places, sizes }: Starts) -> Result<Self> {
        let starts = c.list("starts", places.len())?;
        let tables = c.along("tables", &sizes, |c, size| NumberTable::read_short(c, *size))?;
        Ok(Self { ends: None, starts: Some(starts), places: Some(places), tables })
    }

    /// How the game calls the table at a place. Of several numbers that begin at 0, only the game knows which is there.
    fn number(&self, place: usize) -> Cell {
        match &self.places {
            Some(places) => Cell::Text(starts::numbers(places, place)),
            None => Cell::Number(place as i64),
        }
    }
}

impl Tables<'_> {
    /// The pictures of the sky, in builds that are known to have them here.
    pub fn skies(&self) -> Vec<Sky> {
        // Neither Orcs & Elves has one in its tables.
        if self.places.is_some() {
            return vec![];
        }
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
        Tables { ends: None, starts: None, places: None, tables }.to_bytes().unwrap()
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
    // idmobile-real 10, row 3
    fn tables_of_orcs_and_elves_lie_behind_starts_in_no_order() {
        let starts = [11, 0, 0, 0, 5, 0, 0, 0, 0, 0];
        let tables: [&[u8]; 3] = [&[3, 0, 7, 8, 9], &[2, 0, 0xFF, 0xFF, 5, 0], &[1, 0, 1, 2, 3, 4]];
        let bytes = [&starts[..], &tables.concat()].concat();
        let tables = read(&bytes).unwrap();
        assert_eq!(tables.places.as_deref(), Some(&[2, 0, 1, 0, 0][..]));
        assert_eq!(tables.starts.as_deref(), Some(&[11, 0, 5, 0, 0][..]));
        let widths: Vec<_> = tables.tables.iter().map(NumberTable::width).collect();
        assert_eq!(widths, [Some(1), Some(2), Some(4)]);
        assert_eq!(tables.to_bytes().unwrap(), bytes);
        let mut report = Report::default();
        tables.check(&mut report, Context::ALONE);
        assert_eq!(report.codes(), Vec::<&str>::new());
    }

    #[test]
    // idmobile-real 10, row 3
    fn a_longer_table_moves_the_starts_behind_it() {
        let bytes = [5, 0, 0, 0, 0, 0, 3, 0, 7, 8, 9, 1, 0, 4, 0];
        let mut tables = read(&bytes).unwrap();
        assert_eq!(tables.places.as_deref(), Some(&[1, 0, 0][..]));
        tables.tables[0] =
            NumberTable { stated_count: Some(4), bytes: Some(vec![7, 8, 9, 10].into()), ..NONE };
        let new = tables.to_bytes().unwrap();
        assert_eq!(new, [6, 0, 0, 0, 0, 0, 4, 0, 7, 8, 9, 10, 1, 0, 4, 0]);
        tables.tables[0].stated_count = Some(3);
        let error = tables.to_bytes().unwrap_err().to_string();
        assert!(error.contains("tables[0].stated_count"), "{error}");
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
