//! `strings0.bin`, `strings00.bin` and those that follow: the texts of Orcs & Elves II, Wolfenstein RPG and Doom II RPG,
//! with a zero behind each. `strings.idx` cuts the files into groups; a text is known by its group and its place there.

use crate::gallery::{Lookup, Trouble};
use crate::index::{self, Chunk, Index, Width};
use crate::names::digits;
use crate::phrases;
use crate::resource::{folder, sound};
use crate::strings::{PAGE_ROW, Page, check_letters, list, row, sheet};
use relict_core::json::{AsJson, Json, SerializeStruct, Serializer, Value, member, object};
use relict_core::prelude::*;
use relict_core::record::{FieldTable, Part};
use std::borrow::Cow;
use std::collections::BTreeMap;

/// Texts with a zero behind each. Their letters are not in the file, so that its JSON form is written out below.
#[derive(Clone, Debug)]
pub struct StringBank<'a> {
    pub page: Page,
    pub strings: Vec<Cow<'a, [u8]>>,
    pub tail: Bytes<'a>,
}

impl Part for StringBank<'_> {
    const TABLE: &'static FieldTable = &FieldTable {
        name: "StringBank",
        doc: "Texts of Orcs & Elves II, Wolfenstein RPG and Doom II RPG.",
        size: None,
        rows: &[
            PAGE_ROW,
            row("strings", "Vec<Text<'a>>", false, "With a zero behind each. A vertical bar breaks a line."),
            row("tail", "Bytes<'a>", false, "A text that no zero ends, which no game has."),
        ],
    };
}

impl Json for StringBank<'_> {
    fn inner() -> Option<&'static FieldTable> {
        Some(Self::TABLE)
    }

    fn write_json<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        let mut object = to.serialize_struct("StringBank", Self::TABLE.rows.len())?;
        object.serialize_field("page", &AsJson(&self.page))?;
        object.serialize_field("strings", &self.shown())?;
        object.serialize_field("tail", &AsJson(&self.tail))?;
        object.end()
    }

    fn from_json(json: &Value) -> Result<Self> {
        let object = object(json, Self::TABLE)?;
        let page: Page = member(object, "page")?;
        let strings = page.texts(list(object.get("strings"))?)?;
        Ok(Self { page, strings, tail: member(object, "tail")? })
    }
}

/// No game has a hundredth of this; a file of nothing but zeros would have a text for each of them.
const MOST_TEXTS: usize = 1 << 20;

/// Texts, and what stands behind the last zero, or behind the most that are told apart.
fn cut(bytes: &[u8]) -> (Vec<&[u8]>, &[u8]) {
    let mut texts: Vec<&[u8]> = bytes.splitn(MOST_TEXTS + 1, |&byte| byte == 0).collect();
    let tail = texts.pop().unwrap_or_default();
    (texts, tail)
}

/// The texts of a group, which is a chunk of such a file, as people read them.
pub fn texts(chunk: &[u8]) -> Vec<String> {
    let (mut texts, tail) = cut(chunk);
    texts.extend(Some(tail).filter(|tail| !tail.is_empty()));
    let page = Page::of_bank(texts.iter().copied());
    texts.into_iter().map(|text| page.show(text).into_owned()).collect()
}

/// The index of all groups.
const INDEX: &str = "strings.idx";

/// All groups of texts that a game has, by their numbers.
pub fn groups(lookup: Lookup<'_, '_>) -> Result<Vec<Vec<String>>, Trouble> {
    let bytes = lookup(INDEX)
        .ok_or_else(|| Trouble::new(INDEX, broken(&index::MISSING, "chunk_count", args!(file = INDEX))))?;
    let index: Index<'_> = sound(INDEX, &bytes)?;
    let list = if index.width() == Width::Wide { "wide" } else { "narrow" };
    let mut files = Files { lookup, held: BTreeMap::new(), list };
    index.chunks().iter().enumerate().map(|(number, chunk)| files.group(number, chunk)).collect()
}

/// The files that groups lie in, each looked up once.
struct Files<'f, 'l> {
    lookup: Lookup<'f, 'l>,
    held: BTreeMap<u8, Option<Cow<'l, [u8]>>>,
    /// The records of the index.
    list: &'static str,
}

impl Files<'_, '_> {
    fn group(&mut self, number: usize, chunk: &Chunk) -> Result<Vec<String>, Trouble> {
        // Builds differ in whether numbers below ten have a zero in front.
        let names = [format!("strings{}.bin", chunk.file), format!("strings{:02}.bin", chunk.file)];
        let trouble =
            |rule, args| Trouble::new(INDEX, broken(rule, format!("{}[{}]", self.list, chunk.record), args));
        let find = || names.iter().find_map(|name| (self.lookup)(name));
        let Some(file) = self.held.entry(chunk.file).or_insert_with(find) else {
            return Err(trouble(&index::MISSING, args!(number = number, file = names[0].as_str())));
        };
        let bytes = file.get(chunk.start..chunk.end).ok_or_else(|| {
            let args = args!(number = number, file = names[0].as_str(), end = chunk.end, size = file.len());
            trouble(&index::OUTSIDE, args)
        })?;
        Ok(texts(bytes))
    }
}

/// Whether it begins as texts do: without letters that steer.
fn fits(bytes: &[u8]) -> bool {
    let first = &bytes[..bytes.len().min(256)];
    first.contains(&0) && first.iter().all(|byte| !(1..b' ').contains(byte) || byte.is_ascii_whitespace())
}

impl<'a> Format<'a> for StringBank<'a> {
    const ID: &'static str = "idmobile.string-bank";
    const ENDINGS: &'static [&'static str] = &["strings0.bin"];
    const RULES: Rules = RULES;
    const HAS_JSON_FORM: bool = true;
    const FACETS: Facets<Self> = Facets::<Self>::NONE.tables(Self::make_tables);

    fn claims(origin: Origin<'_>, bytes: &[u8]) -> Claim {
        Claim::of_named(digits(origin, "strings", ".bin").is_some(), || fits(bytes))
    }

    fn read(c: &mut Cursor<'a>, _: Origin<'_>) -> Result<Self> {
        let whole = c.whole().get(c.pos()..).unwrap_or_default();
        if whole.is_empty() {
            return Err(Error::truncated(1, 0).at(Some(c.pos())).inside("strings[0]"));
        }
        let (texts, tail) = cut(whole);
        let page = Page::of_bank(texts.iter().copied().chain([tail]));
        let mut strings = vec![];
        for (i, text) in texts.into_iter().enumerate() {
            strings.push(c.text_in(("strings", i), text.len(), page.code_page())?.into());
            // The zero belongs to the text in front of it.
            c.padding(("strings", i), 1)?;
        }
        Ok(Self { page, strings, tail: c.tail("tail") })
    }

    fn write(&self, out: &mut Put) {
        for (i, text) in self.strings.iter().enumerate() {
            if text.contains(&0) {
                let wanted = Error::unexpected(phrases::a_text_without_zeros(), phrases::one_with_a_zero());
                out.fail(wanted.inside(format_args!("strings[{i}]")));
            }
            out.runs(&[text, &[0]]);
        }
        out.bytes(&self.tail);
    }

    fn settle(&mut self, _: Origin<'_>) {
        self.page = Page::of_bank(self.strings.iter().map(AsRef::as_ref).chain([&*self.tail]));
    }

    fn facts(&self) -> Facts {
        vec![("strings", self.strings.len().into()), ("letters", self.page.name().into())]
    }

    fn check(&self, report: &mut Report, context: Context<'_>) {
        report.expect(self.tail.is_empty(), &TAIL, "tail", || args!(size = self.tail.len()));
        let folder = folder(context.origin.name);
        let has = |name: &str| context.library.sibling(&format!("{folder}{name}")).is_some();
        let texts = self.strings.iter().map(AsRef::as_ref);
        // What only J2ME builds have; the fonts of others are not known.
        let page = if has("tex00.bin") {
            Page::of_later(texts)
        } else if has("mappings.bin") && has("stexels.idx") && !has("ftexels.idx") {
            Page::ORCS_ELVES_2
        } else {
            return;
        };
        let draws = |byte: u8| page.font().is_none_or(|font| font.draws(byte));
        check_letters(&self.strings, page, &draws, &LETTERS, report);
    }
}

impl StringBank<'_> {
    fn make_tables(&self) -> Vec<Table> {
        vec![sheet(&self.shown())]
    }
}

impl StringBank<'_> {
    /// The texts as people read them.
    pub fn shown(&self) -> Vec<Cow<'_, str>> {
        self.strings.iter().map(|text| self.page.show(text)).collect()
    }
}

rules! { "string-bank":
    Error TAIL = "tail";
    Error LETTERS = "letters";
}
