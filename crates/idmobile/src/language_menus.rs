//! `menus_<language>.bin` of Orcs & Elves: the menus of the game, with their texts.
//!
//! The sizes are certain. Of the fields, those of a menu and the text of an item are: the items of all menus follow each other
//! without a gap in every language. The rest is what the numbers look like.

use crate::text_block::{self, Words, language};
use relict_core::prelude::*;

/// Stands for no text.
const NONE: u8 = 255;

record! {
    /// A menu.
    pub struct Menu: 5 {
        /// By which the game and items know it.
        0x00 id: u8,
        /// How it is shown.
        0x01 kind: u8,
        /// The menu that one comes back to; 254 and 255 mean something else.
        0x02 maybe_parent: u8,
        /// The first of its items.
        0x03 first_item: u8,
        /// How many items it has.
        0x04 item_count: u8,
    }
}

record! {
    /// An item of a menu.
    pub struct MenuItem: 5 {
        /// The number of its text; 255 for none.
        0x00 text: u8,
        /// 255 in most; meaning unknown.
        0x01 unk01: u8,
        /// The number of a text that explains it; 255 for none.
        0x02 maybe_help: u8,
        /// The menu that it opens.
        0x03 maybe_menu: u8,
        /// What it does, or how it is shown; meaning unknown.
        0x04 unk04: u8,
    }
}

parts! {
    /// Menus of Orcs & Elves, with their texts.
    pub struct LanguageMenus<'a> {
        /// How many menus there are.
        pub menu_count: u16 = derived,
        /// How many items all menus have.
        pub item_count: u16 = derived,
        /// How many texts there are.
        pub text_count: u16 = derived,
        /// Bytes of all texts, each with its zero.
        pub text_size: u16 = derived,
        /// With a zero behind each; one byte is one character.
        pub texts: Vec<Words<'a>>,
        /// All menus.
        pub menus: View<'a, Menu>,
        /// The items of all menus.
        pub items: View<'a, MenuItem>,
        /// Bytes behind the last item, which no game has.
        pub tail: Bytes<'a>,
    }
}

/// Whether the counts at the beginning make up the whole file.
fn fits(bytes: &[u8]) -> bool {
    let Some(counts) = bytes.get(..8) else { return false };
    let [menus, items, _, texts] = <[u16; 4]>::get(counts).map(usize::from);
    bytes.len() == 8 + texts + menus * Menu::SIZE + items * MenuItem::SIZE
}

impl<'a> Format<'a> for LanguageMenus<'a> {
    const ID: &'static str = "idmobile.language-menus";
    const ENDINGS: &'static [&'static str] = &["menus_en.bin"];
    const RULES: Rules = RULES;
    const HAS_JSON_FORM: bool = true;
    const FACETS: Facets<Self> = Facets::<Self>::NONE.tables(Self::make_tables);

    fn claims(origin: Origin<'_>, bytes: &[u8]) -> Claim {
        Claim::of_named(language(origin, "menus").is_some(), || fits(bytes))
    }

    fn read(c: &mut Cursor<'a>, _: Origin<'_>) -> Result<Self> {
        let menu_count: u16 = c.get("menu_count")?;
        let item_count: u16 = c.get("item_count")?;
        let text_count: u16 = c.get("text_count")?;
        let text_size: u16 = c.get("text_size")?;
        let texts = text_block::read(c, &TEXTS, text_count.into(), text_size.into())?;
        let menus = c.view("menus", menu_count.into())?;
        let items = c.view("items", item_count.into())?;
        Ok(Self { menu_count, item_count, text_count, text_size, texts, menus, items, tail: c.tail("tail") })
    }

    fn write(&self, out: &mut Put) {
        out.count::<u16>("menus", self.menus.len());
        out.count::<u16>("items", self.items.len());
        out.count::<u16>("texts", self.texts.len());
        out.count::<u16>("texts", text_block::size(&self.texts));
        text_block::write(&self.texts, out);
        out.bytes(self.menus.bytes());
        out.bytes(self.items.bytes());
        out.bytes(&self.tail);
    }

    fn facts(&self) -> Facts {
        vec![
            ("menus", self.menus.len().into()),
            ("items", self.items.len().into()),
            ("strings", self.texts.len().into()),
        ]
    }

    fn check(&self, report: &mut Report, _: Context<'_>) {
        report.expect(self.tail.is_empty(), &TAIL, "tail", || args!(size = self.tail.len()));
        let (items, texts) = (self.items.len(), self.texts.len());
        for (i, menu) in self.menus.iter().enumerate() {
            let end = usize::from(menu.first_item) + usize::from(menu.item_count);
            report.part(("menus", i), &menu, |_, report| {
                report.expect(end <= items, &ITEMS, "item_count", || args!(end = end, count = items));
            });
        }
        for (i, item) in self.items.iter().enumerate() {
            let there = item.text == NONE || usize::from(item.text) < texts;
            report.part(("items", i), &item, |item, report| {
                report.expect(there, &TEXT, "text", || args!(number = item.text, count = texts));
            });
        }
    }
}

impl LanguageMenus<'_> {
    fn make_tables(&self) -> Vec<Table> {
        let item = |(i, item): (usize, MenuItem)| {
            let text = self.texts.get(usize::from(item.text)).filter(|_| item.text != NONE);
            let text = text.map_or(Cell::Nothing, |text| Cell::Text(text.show().into_owned()));
            vec![Cell::Number(i as i64), text]
        };
        vec![
            text_block::sheet(&self.texts),
            Table {
                title: "items",
                columns: vec!["number", "text"],
                rows: self.items.iter().enumerate().map(item).collect(),
            },
        ]
    }
}

rules! { "language-menus":
    Error TEXTS = "texts";
    Warning ITEMS = "items";
    Warning TEXT = "text";
    Error TAIL = "tail";
}

#[cfg(test)]
mod tests {
    use super::*;
    use relict_core::format::Document;

    #[test]
    // idmobile-real 10, row 21
    fn a_longer_text_changes_the_sizes_in_front_and_nothing_behind() {
        let head = [1, 0, 2, 0, 1, 0, 5, 0];
        let bytes = [&head[..], b"Exit\0", &[3, 1, 255, 0, 2], &[0, 255, 255, 0, 8], &[255; 5]].concat();
        let read = |bytes| LanguageMenus::read(&mut Cursor::new(bytes), Origin::default()).unwrap();
        let mut menus = read(&bytes);
        assert_eq!(menus.to_bytes().unwrap(), bytes);
        menus.texts[0] = b"Leave".to_vec().into();
        let new = menus.to_bytes().unwrap();
        assert_eq!((new[6], &new[8..14], &new[14..]), (6, &b"Leave\0"[..], &bytes[13..]));
        let mut outside = bytes.clone();
        (outside[17], outside[18]) = (3, 1);
        let mut report = Report::default();
        read(&outside).check(&mut report, Context::ALONE);
        assert_eq!(report.codes(), ["language-menus.items", "language-menus.text"]);
    }
}
