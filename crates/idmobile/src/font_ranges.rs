//! `a.map` of Doom RPG: which characters the font picture has, as ranges. Their pictures follow each other in that order.

use crate::names::is_called;
use crate::phrases;
use relict_core::prelude::*;

const NAME: &str = "a.map";

record! {
    /// Characters that follow each other.
    pub struct CharacterRange: 2 {
        /// The first.
        0x00 first: u8,
        /// The last.
        0x01 last: u8,
    }
}

parts! {
    /// Characters of the font of Doom RPG.
    pub struct FontRanges<'a> {
        /// From the lowest characters to the highest.
        pub ranges: View<'a, CharacterRange>,
    }
}

/// Whether ranges rise: told of each.
fn rising(ranges: impl Iterator<Item = CharacterRange>) -> impl Iterator<Item = bool> {
    let mut next = 0;
    ranges.map(move |range| {
        let fine = range.first <= range.last && u16::from(range.first) >= next;
        next = u16::from(range.last) + 1;
        fine
    })
}

impl<'a> Format<'a> for FontRanges<'a> {
    const ID: &'static str = "idmobile.font-ranges";
    const ENDINGS: &'static [&'static str] = &[NAME];
    const RULES: Rules = RULES;
    const HAS_JSON_FORM: bool = true;
    const FACETS: Facets<Self> = Facets::<Self>::NONE.tables(Self::make_tables);

    fn claims(origin: Origin<'_>, bytes: &[u8]) -> Claim {
        // There are no more characters than this.
        let small = !bytes.is_empty() && bytes.len() <= 512 && bytes.len().is_multiple_of(2);
        let fits = small && rising(View::new(bytes).iter()).all(|fine| fine);
        match (is_called(origin, NAME), fits) {
            (true, true) => Claim::Sure,
            (true, false) => Claim::Broken,
            (false, _) => Claim::No,
        }
    }

    fn read(c: &mut Cursor<'a>, _: Origin<'_>) -> Result<Self> {
        let count = c.left().div_ceil(CharacterRange::SIZE).max(1);
        Ok(Self { ranges: c.view("ranges", count)? })
    }

    fn write(&self, out: &mut Put) {
        if self.ranges.is_empty() {
            out.fail(Error::unexpected(phrases::at_least_a_range(), phrases::none()).inside("ranges"));
        }
        out.bytes(self.ranges.bytes());
    }

    fn facts(&self) -> Facts {
        vec![("ranges", self.ranges.len().into()), ("characters", self.characters().into())]
    }

    fn check(&self, report: &mut Report, _: Context<'_>) {
        for (i, fine) in rising(self.ranges.iter()).enumerate() {
            report.part(("ranges", i), &fine, |fine, report| {
                report.expect(*fine, &ORDER, "", || args!(number = i));
            });
        }
    }
}

impl FontRanges<'_> {
    fn make_tables(&self) -> Vec<Table> {
        let row = |range: CharacterRange| {
            let shown = [range.first, range.last].map(char::from).map(|c| Cell::Text(c.to_string()));
            let numbers = [range.first, range.last].map(|byte| Cell::Number(byte.into()));
            [numbers, shown].concat()
        };
        vec![Table {
            title: "ranges",
            columns: vec!["first", "last", "first-letter", "last-letter"],
            rows: self.ranges.iter().map(row).collect(),
        }]
    }
}

impl FontRanges<'_> {
    /// How many characters the font has.
    pub fn characters(&self) -> usize {
        self.ranges.iter().map(|range| usize::from(range.last.saturating_sub(range.first)) + 1).sum()
    }
}

rules! { "font-ranges":
    Error ORDER = "order";
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    // idmobile-real 10, row 21
    fn ranges_rise_and_their_characters_are_counted() {
        let read = |bytes| FontRanges::read(&mut Cursor::new(bytes), Origin::named(NAME)).unwrap();
        let font = read(b"!~\xA1\xA1\xBF\xC2");
        assert_eq!((font.ranges.len(), font.characters()), (3, 94 + 1 + 4));
        let claim = |bytes: &[u8]| FontRanges::claims(Origin::named("x/A.MAP"), bytes);
        assert_eq!((claim(b"!~"), claim(b"!~!"), claim(b"~!")), (Claim::Sure, Claim::Broken, Claim::Broken));
        let mut report = Report::default();
        read(b"!~az").check(&mut report, Context::ALONE);
        assert_eq!(report.codes(), ["font-ranges.order"]);
    }
}
