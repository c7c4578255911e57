//! `.str`: the texts of Doom RPG, one file for each map and a few for the whole game; and `base_en.str` and its like of
//! Orcs & Elves, one file for each language.

pub mod fonts;
pub mod page;

use crate::phrases;
pub use page::Page;

use crate::resource::{base, folder};
use fonts::FIRST;
use relict_core::json::{AsJson, Json, SerializeStruct, Serializer, Value, member, object};
use relict_core::prelude::*;
use relict_core::record::{FieldTable, Part, Row};
use relict_core::report::Rule;
use std::borrow::Cow;

/// Texts of a game. Their letters are not in the file, so that its JSON form is written out below.
#[derive(Clone, Debug)]
pub struct Strings<'a> {
    pub page: Page,
    pub strings: Vec<Cow<'a, [u8]>>,
    pub tail: Bytes<'a>,
}

/// The row of a table that is no `parts!`.
pub(crate) const fn row(name: &'static str, ty: &'static str, derived: bool, doc: &'static str) -> Row {
    Row { name, doc, ty, place: None, derived, inner: || None }
}

/// What the letters are, in every table of texts.
pub(crate) const PAGE_ROW: Row = row(
    "page",
    "Page",
    true,
    "Not in the file: the letters that its bytes are drawn as, by the font of the game, or iso-8859-1.",
);

impl Part for Strings<'_> {
    const TABLE: &'static FieldTable = &FieldTable {
        name: "Strings",
        doc: "Texts of Doom RPG and Orcs & Elves.",
        size: None,
        rows: &[
            PAGE_ROW,
            row("lengths", "Vec<u16>", true, "In front of each text its length in bytes."),
            row(
                "strings",
                "Vec<Text<'a>>",
                false,
                "A vertical bar breaks a line, %1 and the like stand for what is put in. Text 0 of a map is its name.",
            ),
            row("tail", "Bytes<'a>", false, "Bytes behind the last text, which no game has."),
        ],
    };
}

impl Json for Strings<'_> {
    fn inner() -> Option<&'static FieldTable> {
        Some(Self::TABLE)
    }

    fn write_json<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        let lengths: Vec<u16> = self.strings.iter().map(|text| text.len() as u16).collect();
        let mut object = to.serialize_struct("Strings", Self::TABLE.rows.len())?;
        object.serialize_field("page", &AsJson(&self.page))?;
        object.serialize_field("lengths", &AsJson(&lengths))?;
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

/// The texts of a document in JSON.
pub(crate) fn list(json: Option<&Value>) -> Result<&[Value]> {
    let json = json.unwrap_or(&Value::Null);
    let list = json.as_array().map(Vec::as_slice);
    list.ok_or_else(|| relict_core::json::unfit(phrases::a_list(), json).inside("strings"))
}

/// The texts as far as they are there; none if they do not end with the file.
fn scanned(bytes: &[u8]) -> (Vec<&[u8]>, bool) {
    let number = |at: usize| Some(usize::from(u16::get(bytes.get(at..at.checked_add(2)?)?)));
    let Some(count) = number(0) else { return (vec![], false) };
    let (mut texts, mut at) = (vec![], 2);
    for _ in 0..count {
        let text = number(at).and_then(|size| bytes.get(at + 2..at + 2 + size));
        let Some(text) = text else { return (texts, false) };
        texts.push(text);
        at += 2 + text.len();
    }
    (texts, at == bytes.len())
}

impl<'a> Format<'a> for Strings<'a> {
    const ID: &'static str = "idmobile.strings";
    const ENDINGS: &'static [&'static str] = &["str"];
    const RULES: Rules = RULES;
    const HAS_JSON_FORM: bool = true;
    const FACETS: Facets<Self> = Facets::<Self>::NONE.tables(Self::make_tables);

    fn claims(origin: Origin<'_>, bytes: &[u8]) -> Claim {
        match (origin.ends_with(".str"), scanned(bytes).1) {
            (true, true) => Claim::Sure,
            (true, false) => Claim::Broken,
            (false, _) => Claim::No,
        }
    }

    fn read(c: &mut Cursor<'a>, origin: Origin<'_>) -> Result<Self> {
        let page = Page::of_strings(&base(origin.name), scanned(c.whole()).0.into_iter());
        let count = c.count::<u16>("strings")?;
        let mut strings = vec![];
        for i in 0..count {
            let size: u16 = c.get(("lengths", i))?;
            strings.push(c.text_in(("strings", i), size.into(), page.code_page())?.into());
        }
        Ok(Self { page, strings, tail: c.tail("tail") })
    }

    fn write(&self, out: &mut Put) {
        out.count::<u16>("strings", self.strings.len());
        out.each("strings", &self.strings, |text, out| out.counted_text::<u16>("", text));
        out.bytes(&self.tail);
    }

    fn settle(&mut self, origin: Origin<'_>) {
        self.page = Page::of_strings(&base(origin.name), self.strings.iter().map(AsRef::as_ref));
    }

    fn facts(&self) -> Facts {
        vec![("strings", self.strings.len().into()), ("letters", self.page.name().into())]
    }

    fn check(&self, report: &mut Report, context: Context<'_>) {
        report.expect(self.tail.is_empty(), &TAIL, "tail", || args!(size = self.tail.len()));
        let base = base(context.origin.name);
        let ranges = context.library.sibling(&format!("{}{RANGES}", folder(context.origin.name)));
        let draws = |byte: u8| match &ranges {
            Some(ranges) => byte < FIRST || is_within(ranges, byte),
            None => !base.starts_with("base_") || fonts::ORCS_ELVES.draws(byte),
        };
        check_letters(&self.strings, self.page, &draws, &LETTERS, report);
    }
}

impl Strings<'_> {
    fn make_tables(&self) -> Vec<Table> {
        vec![sheet(&self.shown())]
    }
}

/// Beside the font picture of Doom RPG: pairs of the first and the last character of each range that the picture has.
const RANGES: &str = "a.map";

fn is_within(ranges: &[u8], byte: u8) -> bool {
    ranges.as_chunks::<2>().0.iter().any(|[first, last]| (*first..=*last).contains(&byte))
}

/// Finds texts with a byte that the game has no picture for.
pub(crate) fn check_letters(
    texts: &[Cow<'_, [u8]>],
    page: Page,
    draws: &dyn Fn(u8) -> bool,
    rule: &'static Rule,
    report: &mut Report,
) {
    for (i, text) in texts.iter().enumerate() {
        let Some(byte) = text.iter().find(|byte| !draws(**byte)) else { continue };
        let args = || args!(number = i, byte = format!("{byte:02X}"), letter = page.show(&[*byte]).as_ref());
        report.part(("strings", i), byte, |_, report| report.expect(false, rule, "", args));
    }
}

impl Strings<'_> {
    /// The texts as people read them.
    pub fn shown(&self) -> Vec<Cow<'_, str>> {
        self.strings.iter().map(|text| self.page.show(text)).collect()
    }
}

/// Texts with their numbers.
pub(crate) fn sheet(texts: &[Cow<'_, str>]) -> Table {
    let row = |(i, text): (usize, &Cow<'_, str>)| vec![Cell::Number(i as i64), Cell::Text(text.to_string())];
    Table {
        title: "strings",
        columns: vec!["number", "text"],
        rows: texts.iter().enumerate().map(row).collect(),
    }
}

rules! { "strings":
    Error TAIL = "tail";
    Error LETTERS = "letters";
}
