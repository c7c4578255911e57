//! Readers (`.zrd`): what the games are told about mechs, missions and sounds, as values in lists in lists.
//!
//! A list holds names and values in turn, but names may repeat and several values may follow one, so in JSON a list is a
//! list. Lists may be nested without end: deeper than [`DEEPEST`] they are walked but kept as bytes.

mod extent;

use crate::CODE_PAGE;
use crate::phrases;
use relict_core::json::{Json, Value, unfit};
use relict_core::prelude::*;
use relict_core::record::{FieldTable, Part, Row};
use relict_core::text;
use serde::Serializer;
use serde::ser::SerializeMap;

/// How deep lists are taken apart: far more than a person would write, and no more than a stack holds.
pub const DEEPEST: usize = 48;

const INT: u32 = 1;
const FLOAT: u32 = 2;
const TEXT: u32 = 3;
const LIST: u32 = 4;

/// A value.
#[derive(Clone, Debug, PartialEq)]
pub enum Item<'a> {
    Int(i32),
    Float(f32),
    Text(Text<'a, CODE_PAGE>),
    List(Vec<Item<'a>>),
    /// A list that is nested too deep, as it is stored.
    Deep(Bytes<'a>),
}

parts! {
    /// Reader: settings of the game, as values in lists.
    pub struct Zrd<'a> {
        /// A list, with everything in it.
        pub root: Item<'a>,
        /// Bytes behind it, which no reader has.
        pub tail: Bytes<'a>,
    }
}

/// An item has no fields, so its own path names what is read of it.
impl Part for Item<'_> {
    const TABLE: &'static FieldTable = &FieldTable {
        name: "Item",
        doc: "A value.",
        size: None,
        rows: &[Row {
            name: "",
            doc: "Its type, its count if it is a list, or its value.",
            ty: "Item",
            place: None,
            derived: false,
            inner: || None,
        }],
    };
}

impl<'a> Item<'a> {
    /// `depth` lists are around it.
    fn read(c: &mut Cursor<'a>, depth: usize) -> Result<Self> {
        let at = c.pos();
        if c.peek() == Some(LIST) && depth == DEEPEST {
            let size = extent::of(&c.whole()[at..]).map_err(|e| e.in_file(at))?;
            return c.bytes("", size).map(Self::Deep);
        }
        match word(c)? {
            INT => c.get("").map(Self::Int),
            FLOAT => c.get("").map(Self::Float),
            TEXT => c.counted_text::<u32, CODE_PAGE>("").map(Self::Text),
            LIST => {
                let at = c.pos();
                let count = word(c)?.checked_sub(1).ok_or_else(|| extent::Flaw::Count { at }.in_file(0))?;
                let item = |i| c.part(("", i), |c| Self::read(c, depth + 1));
                (0..count as usize).map(item).collect::<Result<_>>().map(Self::List)
            }
            found => Err(extent::Flaw::Tag { at, found }.in_file(0)),
        }
    }

    fn write(&self, out: &mut Put) {
        match self {
            Self::Int(number) => out.runs(&[&INT.to_le_bytes(), &number.to_le_bytes()]),
            Self::Float(number) => out.runs(&[&FLOAT.to_le_bytes(), &number.to_le_bytes()]),
            Self::Text(text) => {
                out.put(&TEXT);
                out.counted_text::<u32>("root", text);
            }
            Self::List(items) => {
                out.put(&LIST);
                out.count::<u32>("root", items.len().saturating_add(1));
                items.iter().for_each(|item| item.write(out));
            }
            Self::Deep(bytes) => out.bytes(bytes),
        }
    }

    fn word(&self) -> &'static str {
        match self {
            Self::Int(_) => "whole-number",
            Self::Float(_) => "number",
            Self::Text(_) => "text",
            Self::List(_) | Self::Deep(_) => "list",
        }
    }

    /// Every item with its path and how many lists are around it, this one first.
    fn walk(&self, path: &mut String, depth: usize, visit: &mut dyn FnMut(&Self, &str, usize)) {
        visit(self, path, depth);
        if let Self::List(items) = self {
            let long = path.len();
            for (i, item) in items.iter().enumerate() {
                path.push_str(&format!("[{i}]"));
                item.walk(path, depth + 1, visit);
                path.truncate(long);
            }
        }
    }
}

/// A number that says how what follows is stored; the form of the value in JSON says the same.
fn word(c: &mut Cursor<'_>) -> Result<u32> {
    c.bytes("", 4).map(|bytes| u32::get(&bytes))
}

/// Whether a text in JSON is the bits of a float.
fn is_bits(text: &str) -> bool {
    text.strip_prefix("0x").is_some_and(|digits| digits.len() == 8 && text::unhex(digits).is_some())
}

/// Numbers, texts and lists are what they are in JSON. What JSON has no number for is its bits, and a text that would be
/// taken for these is `{"text": "0x7fc00000"}`.
impl Json for Item<'_> {
    fn inner() -> Option<&'static FieldTable> {
        None
    }

    fn write_json<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        let marked = |to: S, mark, value: &str| {
            let mut object = to.serialize_map(Some(1))?;
            object.serialize_entry(mark, value)?;
            object.end()
        };
        match self {
            Self::Int(number) => to.serialize_i32(*number),
            Self::Float(number) => number.write_json(to),
            Self::Text(text) if is_bits(&text.show()) => marked(to, "text", &text.show()),
            Self::Text(text) => text.write_json(to),
            Self::List(items) => items.write_json(to),
            Self::Deep(bytes) => marked(to, "bytes", &text::hex(bytes)),
        }
    }

    fn from_json(json: &Value) -> Result<Self> {
        match json {
            Value::Number(number) if number.is_f64() => f32::from_json(json).map(Self::Float),
            Value::Number(_) => i32::from_json(json).map(Self::Int),
            Value::String(text) if is_bits(text) => f32::from_json(json).map(Self::Float),
            Value::String(_) => Text::from_json(json).map(Self::Text),
            Value::Array(_) => Vec::from_json(json).map(Self::List),
            Value::Object(object) if object.len() == 1 => match (json.get("text"), json.get("bytes")) {
                (Some(text), _) => Text::from_json(text).map(Self::Text),
                (_, Some(bytes)) => Bytes::from_json(bytes).map(Self::Deep),
                _ => Err(unfit(phrases::text_or_bytes(), json)),
            },
            _ => Err(unfit(phrases::a_number_text_or_list(), json)),
        }
    }
}

impl<'a> Format<'a> for Zrd<'a> {
    const ID: &'static str = "mw3.zrd";
    const ENDINGS: &'static [&'static str] = &["zrd"];
    const RULES: Rules = RULES;
    const HAS_JSON_FORM: bool = true;
    const FACETS: Facets<Self> = Facets::<Self>::NONE.tables(Self::make_tables);

    /// Nothing marks a reader but its name; its first value must be a list.
    fn claims(origin: Origin<'_>, bytes: &[u8]) -> Claim {
        let fits = bytes.is_empty() || bytes.starts_with(&LIST.to_le_bytes());
        match (origin.ends_with(".zrd"), fits) {
            (true, true) => Claim::Sure,
            (true, false) => Claim::Broken,
            (false, _) => Claim::No,
        }
    }

    fn read(c: &mut Cursor<'a>, _: Origin<'_>) -> Result<Self> {
        let root = c.part("root", |c| Item::read(c, 0))?;
        Ok(Self { root, tail: c.tail("tail") })
    }

    fn write(&self, out: &mut Put) {
        self.root.write(out);
        out.bytes(&self.tail);
    }

    fn facts(&self) -> Facts {
        let (mut values, mut lists, mut deepest) = (0_usize, 0_usize, 0);
        self.root.walk(&mut String::new(), 0, &mut |item, _, depth| {
            let is_list = matches!(item, Item::List(_) | Item::Deep(_));
            values += usize::from(!is_list);
            lists += usize::from(is_list);
            deepest = deepest.max(depth + usize::from(is_list));
        });
        vec![("values", values.into()), ("lists", lists.into()), ("depth", deepest.into())]
    }

    fn check(&self, report: &mut Report, _: Context<'_>) {
        let is_list = matches!(self.root, Item::List(_) | Item::Deep(_));
        report.expect(is_list, &ROOT, "root", Vec::new);
        report.expect(self.tail.is_empty(), &TAIL, "tail", || args!(size = self.tail.len()));
        self.root.walk(&mut "root".to_owned(), 0, &mut |item, path, _| {
            let mut add = |rule, args| report.add(rule, path.to_owned(), None, args);
            match item {
                Item::Deep(bytes) => add(&DEEP, args!(size = bytes.len(), deepest = DEEPEST)),
                Item::Float(number) if !number.is_finite() => {
                    add(&NOT_FINITE, args!(found = number.to_string()));
                }
                Item::Text(text) if !text.is_ascii() => add(&TEXT_ASCII, args!(text = text.show().as_ref())),
                _ => {}
            }
        });
    }
}

impl Zrd<'_> {
    /// The outermost values; a list as the beginning of what is in it.
    fn make_tables(&self) -> Vec<Table> {
        let Item::List(items) = &self.root else { return vec![] };
        let row = |(i, item): (usize, &Item<'_>)| {
            vec![Cell::Number(i as i64), Cell::Word(item.word()), Cell::Text(shortened(item))]
        };
        vec![Table {
            title: "values",
            columns: vec!["number", "kind", "value"],
            rows: items.iter().enumerate().map(row).collect(),
        }]
    }
}

/// A value in one line of a table.
fn shortened(item: &Item<'_>) -> String {
    const LONG: usize = 60;
    let mut text = match item {
        Item::Text(text) => text.show().into_owned(),
        item => item.to_json().to_string(),
    };
    if let Some((cut, _)) = text.char_indices().nth(LONG) {
        text.truncate(cut);
        text.push('…');
    }
    text
}

rules! { "zrd":
    Error TAG = "type";
    Error COUNT = "count";
    Error ROOT = "root";
    Error TAIL = "tail";
    Warning DEEP = "deep";
    Warning NOT_FINITE = "not-finite";
    Warning TEXT_ASCII = "text-ascii";
}

#[cfg(test)]
mod tests {
    use super::*;
    use relict_core::format::Document;
    use serde_json::json;

    fn bytes(root: &Value) -> Vec<u8> {
        let zrd = Zrd { root: Item::from_json(root).unwrap(), tail: Bytes::default() };
        zrd.to_bytes().unwrap()
    }

    fn read(bytes: &[u8]) -> Result<Zrd<'_>> {
        let mut c = Cursor::new(bytes);
        c.part("", |c| Zrd::read(c, Origin::default()))
    }

    /// So many lists in each other.
    fn nested(lists: usize) -> Vec<u8> {
        let (mut bytes, outer) = (vec![], [LIST, 2].map(u32::to_le_bytes));
        (1..lists).for_each(|_| bytes.extend_from_slice(outer.as_flattened()));
        bytes.extend_from_slice([LIST, 1].map(u32::to_le_bytes).as_flattened());
        bytes
    }

    #[test]
    fn every_value_has_its_form_in_json() {
        let root =
            json!(["a", 1, 1.0, -0.0, [], ["b", [i32::MIN]], "0x7fc00001", {"text": "0x7fc00001"}, "ü"]);
        let bytes = bytes(&root);
        let zrd = read(&bytes).unwrap();
        assert_eq!(zrd.root.to_json().to_string(), root.to_string());
        assert_eq!(zrd.to_bytes().unwrap(), bytes);
        assert_eq!(bytes[..16], [4, 0, 0, 0, 10, 0, 0, 0, 3, 0, 0, 0, 1, 0, 0, 0]);
        for wrong in [json!(null), json!({}), json!({"text": 1}), json!({"a": 1, "b": 2}), json!(1_u64 << 31)]
        {
            assert!(Item::from_json(&wrong).is_err(), "{wrong}");
        }
    }

    #[test]
    fn lists_without_end_are_kept() {
        for lists in [1, DEEPEST, DEEPEST + 1, 3000, 200_000] {
            let bytes = nested(lists);
            let zrd = read(&bytes).unwrap();
            assert_eq!(zrd.to_bytes().unwrap(), bytes);
            let mut report = Report::default();
            zrd.check(&mut report, Context::ALONE);
            let wanted: &[&str] = if lists > DEEPEST { &["zrd.deep"] } else { &[] };
            assert_eq!(report.codes(), wanted, "{lists}");
            let json = serde_json::from_str::<Value>(&Document::to_json(&zrd).to_string()).unwrap();
            assert_eq!(Zrd::from_json(&json).unwrap().to_bytes().unwrap(), bytes);
        }
    }

    #[test]
    fn what_is_wrong_far_inside_is_found_too() {
        let mut bytes = nested(3000);
        let last = bytes.len() - 8;
        bytes[last] = 9;
        let error = read(&bytes).unwrap_err();
        assert!(error.to_string().ends_with("zrd.type found=9"), "{error}");
        assert_eq!(error.offset, Some(last));
        bytes[last] = 4;
        bytes[last + 4] = 0;
        let error = read(&bytes).unwrap_err();
        assert!(error.to_string().ends_with("zrd.count"), "{error}");
        assert_eq!(error.offset, Some(last + 4));
        let error = read(&bytes[..last + 2]).unwrap_err();
        assert_eq!(error.offset, Some(last), "{error}");
        bytes[last..].copy_from_slice(&[3, 0, 0, 0, 0xF0, 0xFF, 0xFF, 0xFF]);
        let error = read(&bytes).unwrap_err();
        assert!(error.to_string().ends_with("needs 4294967280 bytes, 0 left"), "{error}");
    }
}
