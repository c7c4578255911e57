//! Tallies: numbers with their kinds, behind a mark.
// Replace: what the file is, which game has it, and how that is known.

use relict_core::prelude::*;

// Replace: what every such file begins with; here, in the messages, the specimen, the test below and the fixture.
const MAGIC: Tag = Tag(*b"TALL");

/// Kinds from this one on are not known.
const KINDS: u32 = 4;

// Replace: a record of fixed size, as its specification reads. A field without a meaning is `unk` and its offset.
record! {
    /// A number and its kind.
    pub struct Item: 8 {
        /// From 0 to 3.
        0x00 kind: u32,
        /// Less than zero for what is owed.
        0x04 value: i32,
    }
}

// Replace: everything in the order of the file. The first sentence is what the README and `formats` say of the format.
parts! {
    /// Tally: numbers with their kinds.
    pub struct Tally<'a> {
        /// `TALL`.
        pub magic: Tag,
        /// As many as the number in front of them states.
        pub items: Vec<Item>,
        /// Bytes behind the last item.
        pub tail: Bytes<'a>,
    }
}

impl Item {
    fn check(&self, report: &mut Report) {
        report.expect(self.kind < KINDS, &KIND, "kind", || args!(found = self.kind));
    }
}

impl<'a> Format<'a> for Tally<'a> {
    const ID: &'static str = "ngi.tally";
    const ENDINGS: &'static [&'static str] = &["tally"];
    const RULES: Rules = RULES;
    // People edit it as JSON. What else it can be would be its `FACETS`: for tables, which nearly every format of numbers
    // has, see `make_tables` in `crates/mw3/src/materials.rs`; for a picture, `crates/ngi/src/texm.rs`.
    const HAS_JSON_FORM: bool = true;

    fn claims(origin: Origin<'_>, bytes: &[u8]) -> Claim {
        match () {
            () if bytes.starts_with(&MAGIC.0) => Claim::Sure,
            // There is a mark, so a file without it has a damaged one. Where a format has none, a name is `Claim::Guess`.
            () if origin.ends_with(".tally") => Claim::Broken,
            () => Claim::No,
        }
    }

    fn read(c: &mut Cursor<'a>, _: Origin<'_>) -> Result<Self> {
        let magic: Tag = c.get("magic")?;
        if magic != MAGIC {
            let found = magic.0.escape_ascii().to_string();
            return Err(broken(&BAD_MAGIC, "magic", args!(found = found)).at(Some(0)));
        }
        // A number that cannot be right is refused here. Where files with wrong ones can be kept, keep what there is room
        // for and the number in a `sparse` field, as `crates/idmobile/src/palettes.rs` does.
        let count = c.count::<u32>("items")?;
        Ok(Self { magic, items: c.list("items", count)?, tail: c.tail("tail") })
    }

    fn write(&self, out: &mut Put) {
        out.put(&self.magic);
        out.count::<u32>("items", self.items.len());
        out.list(&self.items);
        out.bytes(&self.tail);
    }

    // The words for these stand in the catalogue under `fact-…`.
    fn facts(&self) -> Facts {
        vec![("items", self.items.len().into())]
    }

    fn check(&self, report: &mut Report, _: Context<'_>) {
        report.expect(self.tail.is_empty(), &TAIL, "tail", || args!(size = self.tail.len()));
        report.each("items", &self.items, Item::check);
    }
}

// Replace: what a check can find. `truncated` is there by itself. Each has its words in both files of messages.
rules! { "tally":
    Error BAD_MAGIC = "magic";
    Error TAIL = "tail";
    Warning KIND = "kind";
}

#[cfg(test)]
mod tests {
    use super::*;

    // Replace: what is special about the format. That it loses nothing and takes any bytes is tested for all formats.
    #[test]
    fn a_value_may_be_less_than_zero() {
        let bytes = b"TALL\x01\0\0\0\x02\0\0\0\xFB\xFF\xFF\xFF";
        let file = Tally::read(&mut Cursor::new(bytes), Origin::default()).unwrap();
        assert_eq!((file.items[0].kind, file.items[0].value), (2, -5));
    }
}
