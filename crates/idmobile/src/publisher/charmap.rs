//! `charmap`: which letters the bytes from 128 on stand for, on pages of 128 letters.

use crate::names::is_called;
use crate::phrases;
use relict_core::prelude::*;

const NAME: &str = "charmap";
const PAGE: usize = 128;

parts! {
    /// Letters of the publisher’s texts.
    pub struct Charmap<'a> {
        /// For each byte from 128 on its letter in Unicode; a further page follows after 128 of them.
        pub letters: View<'a, U16Be>,
    }
}

impl<'a> Format<'a> for Charmap<'a> {
    const ID: &'static str = "idmobile.charmap";
    const ENDINGS: &'static [&'static str] = &[NAME];
    const RULES: Rules = RULES;
    const HAS_JSON_FORM: bool = true;
    const FACETS: Facets<Self> = Facets::<Self>::NONE.tables(Self::make_tables);

    fn claims(origin: Origin<'_>, bytes: &[u8]) -> Claim {
        let whole = !bytes.is_empty() && bytes.len().is_multiple_of(2 * PAGE);
        // What Unicode leaves to others is no letter.
        let is_letter = |letter: U16Be| letter.0 < 0xD800;
        match (is_called(origin, NAME) && super::is_loose_or_of_a_jar(origin), whole) {
            (true, true) => Claim::of_named(true, || View::new(bytes).iter().all(is_letter)),
            (true, false) => Claim::Broken,
            (false, _) => Claim::No,
        }
    }

    fn read(c: &mut Cursor<'a>, _: Origin<'_>) -> Result<Self> {
        let pages = c.left().div_ceil(2 * PAGE).max(1);
        Ok(Self { letters: c.view("letters", pages * PAGE)? })
    }

    fn write(&self, out: &mut Put) {
        if self.letters.is_empty() || !self.letters.len().is_multiple_of(PAGE) {
            let wanted = phrases::whole_pages_of_letters(PAGE);
            out.fail(Error::unexpected(wanted, self.letters.len()).inside("letters"));
        }
        out.bytes(self.letters.bytes());
    }

    fn facts(&self) -> Facts {
        vec![("pages", (self.letters.len() / PAGE).into())]
    }

    fn check(&self, _: &mut Report, _: Context<'_>) {}
}

impl Charmap<'_> {
    fn make_tables(&self) -> Vec<Table> {
        let row = |(i, letter): (usize, U16Be)| {
            let shown = char::from_u32(letter.0.into()).filter(|letter| !letter.is_control());
            let text = shown.map_or(Cell::Nothing, |letter| Cell::Text(letter.to_string()));
            vec![Cell::Number((i % PAGE + PAGE) as i64), Cell::Text(format!("U+{:04X}", letter.0)), text]
        };
        vec![Table {
            title: "letters",
            columns: vec!["number", "value", "text"],
            rows: self.letters.iter().enumerate().map(row).collect(),
        }]
    }
}

rules! { "charmap":
}
