//! `menus.bin` of Orcs & Elves II, Wolfenstein RPG and Doom II RPG: the menus of the game, as two lists of words.
//!
//! Their texts stand in the groups of `strings.idx`. What the bits of a word mean differs between the games and is known in
//! part only (in all three, items take two words each, and menus name a place among the words of items), so that words are
//! kept as numbers.

use crate::names::is_called;
use relict_core::prelude::*;

const NAME: &str = "menus.bin";

parts! {
    /// Menus of Orcs & Elves II and later games.
    pub struct Menus<'a> {
        /// How many words tell of menus.
        pub menu_count: u16 = derived,
        /// How many words tell of their items.
        pub item_count: u16 = derived,
        /// Menus: two words each in Orcs & Elves II, one in the later games.
        pub menus: View<'a, u32>,
        /// Items of all menus, two words each.
        pub items: View<'a, u32>,
        /// Bytes behind the last word, which no game has.
        pub tail: Bytes<'a>,
    }
}

/// Whether the counts at the beginning make up the whole file.
fn fits(bytes: &[u8]) -> bool {
    let Some(counts) = bytes.get(..4) else { return false };
    let [menus, items] = <[u16; 2]>::get(counts).map(usize::from);
    bytes.len() == 4 + (menus + items) * u32::SIZE
}

impl<'a> Format<'a> for Menus<'a> {
    const ID: &'static str = "idmobile.menus";
    const ENDINGS: &'static [&'static str] = &[NAME];
    const RULES: Rules = RULES;
    const HAS_JSON_FORM: bool = true;
    const FACETS: Facets<Self> = Facets::<Self>::NONE.tables(Self::make_tables);

    fn claims(origin: Origin<'_>, bytes: &[u8]) -> Claim {
        Claim::of_named(is_called(origin, NAME), || fits(bytes))
    }

    fn read(c: &mut Cursor<'a>, _: Origin<'_>) -> Result<Self> {
        let menu_count: u16 = c.get("menu_count")?;
        let item_count: u16 = c.get("item_count")?;
        let menus = c.view("menus", menu_count.into())?;
        let items = c.view("items", item_count.into())?;
        Ok(Self { menu_count, item_count, menus, items, tail: c.tail("tail") })
    }

    fn write(&self, out: &mut Put) {
        out.count::<u16>("menus", self.menus.len());
        out.count::<u16>("items", self.items.len());
        out.bytes(self.menus.bytes());
        out.bytes(self.items.bytes());
        out.bytes(&self.tail);
    }

    fn facts(&self) -> Facts {
        vec![("menu_words", self.menus.len().into()), ("item_words", self.items.len().into())]
    }

    fn check(&self, report: &mut Report, _: Context<'_>) {
        report.expect(self.tail.is_empty(), &TAIL, "tail", || args!(size = self.tail.len()));
    }
}

impl Menus<'_> {
    fn make_tables(&self) -> Vec<Table> {
        let row = |(i, word): (usize, u32)| vec![Cell::Number(i as i64), Cell::Text(format!("{word:#010x}"))];
        let sheet = |title, words: &View<'_, u32>| Table {
            title,
            columns: vec!["number", "value"],
            rows: words.iter().enumerate().map(row).collect(),
        };
        vec![sheet("menus", &self.menus), sheet("items", &self.items)]
    }
}

rules! { "menus":
    Error TAIL = "tail";
}
