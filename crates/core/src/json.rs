//! Fixed-size values as JSON and back, driven by their `Shape`; `explain` shows the same values.
//!
//! Faithful: a float that JSON has no number for is its bits (`"0x7fc00001"`), text has one character per byte.
//! Written as a stream; read from a `Value`, since what people edit is small and errors must name their field.

use crate::bytes::{Bytes, Text};
use crate::error::{Error, Result, Term, quoted, value};
use crate::phrases::{self, Phrase};
use crate::record::{Field, FieldTable, Scalar, Shape, Tag, U16Be, U32Be, part_of};
use crate::text::{CodePage, hex, unhex, without_last_zeros};
pub use serde::de::Error as DeserializeError;
pub use serde::ser::SerializeStruct;
use serde::ser::{SerializeMap, SerializeSeq};
pub use serde::{Deserialize, Deserializer, Serialize, Serializer};
use serde_json::Map;
pub use serde_json::Value;
use serde_json::ser::{CompactFormatter, Formatter};

pub trait Json: Sized {
    /// The table of the structs inside, for the book. A function, since a structure may hold itself.
    fn inner() -> Option<&'static FieldTable>;
    fn write_json<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error>;
    fn from_json(json: &Value) -> Result<Self>;

    fn to_json(&self) -> Value {
        serde_json::to_value(AsJson(self)).unwrap_or_default()
    }
}

/// A value for a serializer.
#[derive(Debug)]
pub struct AsJson<'j, T>(pub &'j T);

impl<T: Json> Serialize for AsJson<'_, T> {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        self.0.write_json(to)
    }
}

impl<T: Field> Json for T {
    fn inner() -> Option<&'static FieldTable> {
        T::SHAPE.table()
    }
    fn write_json<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        with_room(T::SIZE, |bytes| {
            self.put(bytes);
            Shaped(T::SHAPE, bytes).serialize(to)
        })
    }
    fn from_json(json: &Value) -> Result<Self> {
        with_room(T::SIZE, |bytes| {
            T::SHAPE.put_value(json, bytes)?;
            Ok(T::get(bytes))
        })
    }
}

/// Hands on room for a field. There are millions of them, so the usual ones take it from where it costs nothing.
fn with_room<R>(size: usize, then: impl FnOnce(&mut [u8]) -> R) -> R {
    let mut room = [0; 128];
    match room.get_mut(..size) {
        Some(room) => then(room),
        None => then(&mut vec![0; size]),
    }
}

impl<T: Json> Json for Vec<T> {
    fn inner() -> Option<&'static FieldTable> {
        T::inner()
    }
    fn write_json<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        to.collect_seq(self.iter().map(AsJson))
    }
    fn from_json(json: &Value) -> Result<Self> {
        let item = |(i, json)| T::from_json(json).map_err(|e| e.inside(format_args!("[{i}]")));
        array(json)?.iter().enumerate().map(item).collect()
    }
}

impl<T: Json> Json for Option<T> {
    fn inner() -> Option<&'static FieldTable> {
        T::inner()
    }
    fn write_json<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        match self {
            Some(value) => value.write_json(to),
            None => to.serialize_none(),
        }
    }
    fn from_json(json: &Value) -> Result<Self> {
        (!json.is_null()).then(|| T::from_json(json)).transpose()
    }
}

/// Bytes that are not text, in hex.
impl Json for Bytes<'_> {
    fn inner() -> Option<&'static FieldTable> {
        None
    }
    fn write_json<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        to.serialize_str(&hex(self))
    }
    fn from_json(json: &Value) -> Result<Self> {
        unhex(string(json, phrases::hex_digits)?)
            .map(Bytes::from)
            .ok_or_else(|| unfit(phrases::hex_digits(), json))
    }
}

impl<const PAGE: u16> Json for Text<'_, PAGE> {
    fn inner() -> Option<&'static FieldTable> {
        None
    }
    fn write_json<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        to.serialize_str(&self.show())
    }
    fn from_json(json: &Value) -> Result<Self> {
        encoded(json, Self::PAGE).map(Text::from)
    }
}

/// Bytes of a known shape, for a serializer.
pub(crate) struct Shaped<'b>(pub(crate) &'static Shape, pub(crate) &'b [u8]);

impl Serialize for Shaped<'_> {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        let Self(shape, bytes) = self;
        match shape {
            Shape::Scalar(scalar) => scalar.serialize(bytes, to),
            Shape::Chars(_, page) => to.serialize_str(&page.show(without_last_zeros(bytes))),
            Shape::Array(item, n) => {
                let mut list = to.serialize_seq(Some(*n))?;
                bytes.chunks_exact(item.size()).try_for_each(|b| list.serialize_element(&Shaped(item, b)))?;
                list.end()
            }
            Shape::Record(table) => {
                let mut object = to.serialize_map(Some(table.rows.len()))?;
                for row in table.rows {
                    if let Some((at, shape)) = row.place {
                        object.serialize_entry(row.name, &Shaped(shape, &bytes[at..at + shape.size()]))?;
                    }
                }
                object.end()
            }
            Shape::Bits(scalar, parts) => {
                let number = scalar.number(bytes);
                let part = |(name, _): &(&'static str, u32)| (*name, part_of(parts, name, number));
                to.collect_map(parts.iter().map(part))
            }
        }
    }
}

impl Shape {
    pub fn value(&'static self, bytes: &[u8]) -> Value {
        serde_json::to_value(Shaped(self, bytes)).unwrap_or_default()
    }

    pub fn put_value(&self, json: &Value, bytes: &mut [u8]) -> Result<()> {
        match self {
            Self::Scalar(scalar) => scalar.put_value(json, bytes),
            Self::Chars(n, page) => {
                let text = encoded(json, *page)?;
                let room = bytes
                    .get_mut(..text.len())
                    .ok_or_else(|| unfit(phrases::at_most_characters(*n), json))?;
                room.copy_from_slice(&text);
                Ok(())
            }
            Self::Array(item, n) => {
                let items = array(json)?;
                if items.len() != *n {
                    return Err(Error::unexpected(phrases::items(*n), phrases::items(items.len())));
                }
                let each = |(i, (json, b))| {
                    item.put_value(json, b).map_err(|e: Error| e.inside(format_args!("[{i}]")))
                };
                items.iter().zip(bytes.chunks_exact_mut(item.size())).enumerate().try_for_each(each)
            }
            Self::Record(table) => {
                let object = object(json, table)?;
                table.rows.iter().try_for_each(|row| {
                    let Some((at, shape)) = row.place else { return Ok(()) };
                    match object.get(row.name) {
                        Some(json) => shape.put_value(json, &mut bytes[at..at + shape.size()]),
                        None if row.derived => Ok(()),
                        None => Err(Error::unexpected(phrases::a_value(), phrases::nothing())),
                    }
                    .map_err(|e| e.inside(row.name))
                })
            }
            // Whoever thinks in numbers may give the number: before its bits had names, files had that.
            Self::Bits(scalar, _) if json.is_number() => scalar.put_value(json, bytes),
            Self::Bits(scalar, parts) => scalar.put_value(&joined(json, parts)?.into(), bytes),
        }
    }
}

/// The number that an object of bits stands for.
fn joined(json: &Value, parts: &[(&'static str, u32)]) -> Result<u64> {
    let object = json.as_object().ok_or_else(|| unfit(phrases::an_object(), json))?;
    if let Some(key) = object.keys().find(|key| parts.iter().all(|(name, _)| key != name)) {
        let names = parts.iter().map(|(name, _)| *name);
        return Err(Error::unexpected(phrases::any_of(names), quoted(key)));
    }
    let (mut number, mut at) = (0, 0);
    for (name, width) in parts {
        let most = u64::MAX >> (64 - width);
        let part = object.get(*name).unwrap_or(&Value::Null);
        let bits = part.as_u64().filter(|bits| *bits <= most);
        let wanted = || unfit(phrases::range(0, most), part).inside(*name);
        number |= bits.ok_or_else(wanted)? << at;
        at += width;
    }
    Ok(number)
}

impl Scalar {
    fn serialize<S: Serializer>(self, b: &[u8], to: S) -> Result<S::Ok, S::Error> {
        match self {
            Self::U8 => to.serialize_u8(u8::get(b)),
            Self::I8 => to.serialize_i8(i8::get(b)),
            Self::U16 => to.serialize_u16(u16::get(b)),
            Self::I16 => to.serialize_i16(i16::get(b)),
            Self::U32 => to.serialize_u32(u32::get(b)),
            Self::I32 => to.serialize_i32(i32::get(b)),
            Self::U64 => to.serialize_u64(u64::get(b)),
            Self::F32 => serialize_float(f32::get(b), to),
            Self::Tag => tag(Tag::get(b)).serialize(to),
            Self::U16Be => to.serialize_u16(U16Be::get(b).0),
            Self::U32Be => to.serialize_u32(U32Be::get(b).0),
        }
    }

    /// Of bits, which are never less than 0.
    pub(crate) fn number(self, b: &[u8]) -> u64 {
        match self {
            Self::U8 => u8::get(b).into(),
            Self::U16 => u16::get(b).into(),
            Self::U32 => u32::get(b).into(),
            Self::U64 => u64::get(b),
            _ => 0,
        }
    }

    fn put_value(self, json: &Value, b: &mut [u8]) -> Result<()> {
        let whole = || json.as_i64().or_else(|| json.as_u64().and_then(|n| n.try_into().ok()));
        let put = match self {
            Self::U8 => whole().and_then(|n| u8::try_from(n).ok()).map(|n| n.put(b)),
            Self::I8 => whole().and_then(|n| i8::try_from(n).ok()).map(|n| n.put(b)),
            Self::U16 => whole().and_then(|n| u16::try_from(n).ok()).map(|n| n.put(b)),
            Self::I16 => whole().and_then(|n| i16::try_from(n).ok()).map(|n| n.put(b)),
            Self::U32 => whole().and_then(|n| u32::try_from(n).ok()).map(|n| n.put(b)),
            Self::I32 => whole().and_then(|n| i32::try_from(n).ok()).map(|n| n.put(b)),
            Self::U64 => json.as_u64().map(|n| n.put(b)),
            Self::F32 => unfloat(json).map(|x| x.put(b)),
            Self::Tag => untag(json).map(|tag| tag.put(b)),
            Self::U16Be => whole().and_then(|n| u16::try_from(n).ok()).map(|n| U16Be(n).put(b)),
            Self::U32Be => whole().and_then(|n| u32::try_from(n).ok()).map(|n| U32Be(n).put(b)),
        };
        put.ok_or_else(|| unfit(value(Shape::Scalar(self)), json))
    }
}

/// Four characters, or the number they make where they are none.
pub fn tag(tag: Tag) -> Value {
    tag.name().map_or_else(|| tag.number().into(), Value::from)
}

pub fn untag(json: &Value) -> Option<Tag> {
    match json.as_str() {
        Some(name) => name.as_bytes().try_into().ok().map(Tag),
        None => json.as_u64().and_then(|n| u32::try_from(n).ok()).map(|n| Tag(n.to_le_bytes())),
    }
}

/// The shortest decimal that is this float again; its bits where JSON has no number.
fn serialize_float<S: Serializer>(x: f32, to: S) -> Result<S::Ok, S::Error> {
    if !x.is_finite() {
        return to.serialize_str(&format!("{:#010x}", x.to_bits()));
    }
    let short = shortest(x).filter(|short| (*short as f32).to_bits() == x.to_bits());
    to.serialize_f64(short.unwrap_or(x.into()))
}

/// What the shortest decimal of a float is as the wider one, which JSON has.
fn shortest(x: f32) -> Option<f64> {
    // Up to here every whole number is a float, so that it is its own shortest decimal.
    if x.fract() == 0.0 && x.abs() < 16_777_216.0 {
        return Some(x.into());
    }
    let mut text = [0; 32];
    let mut rest = &mut text[..];
    CompactFormatter.write_f32(&mut rest, x).ok()?;
    let left = rest.len();
    std::str::from_utf8(&text[..text.len() - left]).ok()?.parse().ok()
}

fn unfloat(json: &Value) -> Option<f32> {
    match json {
        Value::String(bits) => u32::from_str_radix(bits.strip_prefix("0x")?, 16).ok().map(f32::from_bits),
        _ => json.as_f64().map(|x| x as f32).filter(|x| x.is_finite()),
    }
}

fn encoded(json: &Value, page: CodePage) -> Result<Vec<u8>> {
    page.bytes(string(json, phrases::text)?)
        .ok_or_else(|| unfit(phrases::characters_of(format!("{page:?}")), json))
}

/// The error that a value of JSON is not what it must be.
pub fn unfit(wanted: impl Into<Term>, found: &Value) -> Error {
    let mut found = found.to_string();
    if let Some((cut, _)) = found.char_indices().nth(40) {
        found.truncate(cut);
        found.push('…');
    }
    Error::unexpected(wanted, value(found))
}

fn string(json: &Value, what: fn() -> Phrase) -> Result<&str> {
    json.as_str().ok_or_else(|| unfit(what(), json))
}

pub(crate) fn array(json: &Value) -> Result<&Vec<Value>> {
    json.as_array().ok_or_else(|| unfit(phrases::a_list(), json))
}

/// The object, if it names nothing that `table` does not.
pub fn object<'j>(json: &'j Value, table: &FieldTable) -> Result<&'j Map<String, Value>> {
    let object = json.as_object().ok_or_else(|| unfit(phrases::an_object(), json))?;
    // They almost always stand in the order of the table, so each is looked for behind the one before it.
    let mut rest = table.rows;
    let mut unknown = |key: &&String| match rest.iter().position(|row| row.name == key.as_str()) {
        Some(at) => {
            rest = &rest[at + 1..];
            false
        }
        None => table.row(key).is_none(),
    };
    match object.keys().find(|key| unknown(key)) {
        Some(key) => Err(Error::unexpected(phrases::a_field_of(table.name), quoted(key))),
        None => Ok(object),
    }
}

pub fn member<T: Json>(object: &Map<String, Value>, name: &str) -> Result<T> {
    T::from_json(object.get(name).unwrap_or(&Value::Null)).map_err(|e| e.inside(name))
}

/// Takes out what follows from the rest, so that two documents can be compared by what a person stated.
pub fn without_derived(json: &mut Value, table: &'static FieldTable) {
    match json {
        Value::Array(items) => items.iter_mut().for_each(|item| without_derived(item, table)),
        Value::Object(object) => {
            for row in table.rows {
                if row.derived {
                    object.remove(row.name);
                } else if let (Some(value), Some(inner)) = (object.get_mut(row.name), (row.inner)()) {
                    without_derived(value, inner);
                }
            }
        }
        _ => {}
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_float_keeps_its_bits_through_json() {
        for bits in
            [0x8000_0000, 0x7FC0_0001, 0xFFFF_FFFF, 0x7F80_0000, 0x3DCC_CCCD, 1, 0x7F7F_FFFF, 0x4B7F_FFFF]
        {
            let text = f32::from_bits(bits).to_json().to_string();
            let back: Value = serde_json::from_str(&text).unwrap();
            assert_eq!(f32::from_json(&back).unwrap().to_bits(), bits, "{text}");
        }
    }

    #[test]
    fn numbers_with_the_most_significant_byte_first_come_back() {
        let bytes = [1, 2, 3, 4];
        assert_eq!((U16Be::get(&bytes[..2]).0, U32Be::get(&bytes).0), (0x0102, 0x0102_0304));
        assert_eq!(U32Be(0x0102_0304).to_json(), 0x0102_0304);
        let mut back = [0; 4];
        U32Be::from_json(&U32Be(0x0102_0304).to_json()).unwrap().put(&mut back);
        assert_eq!(back, bytes);
        assert!(U16Be::from_json(&Value::from(65_536)).is_err());
    }

    crate::record! {
        /// A list's head.
        pub struct Head: 8 {
            0x00 kind: Tag,
            0x04 total: u32 = derived,
        }
    }

    #[test]
    fn what_follows_from_the_rest_may_be_left_out() {
        let head: Head = serde_json::from_str(r#"{"kind": "Texm"}"#).unwrap();
        assert_eq!((head.kind, head.total), (Tag(*b"Texm"), 0));
        let mut json = serde_json::to_value(&head).unwrap();
        without_derived(&mut json, <Head as crate::record::Part>::TABLE);
        assert_eq!(json, serde_json::json!({"kind": "Texm"}));
        let error = serde_json::from_str::<Head>(r#"{"total": 3}"#).unwrap_err();
        assert!(error.to_string().contains("kind: wanted a value, found nothing"), "{error}");
    }
}
