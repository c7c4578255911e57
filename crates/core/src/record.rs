//! `record!` declares what has a fixed size, `parts!` what has not. Both keep a table of what they declare,
//! and from the tables come `explain`, JSON, error places and the book.

use crate::text::{CodePage, before_zero, without_last_zeros};
use std::borrow::Cow;

/// A value with one fixed little-endian byte form.
pub trait Field: Sized {
    const SIZE: usize;
    const SHAPE: &'static Shape;
    /// `bytes` holds exactly `SIZE` bytes.
    fn get(bytes: &[u8]) -> Self;
    fn put(&self, bytes: &mut [u8]);
    /// As many of them as the bytes hold. Those that lists are long of do it by `as_chunks`: of `chunks_exact` the
    /// compiler forgets on the way how long a chunk is, and copies every field by itself.
    #[inline]
    fn list(bytes: &[u8]) -> Vec<Self> {
        bytes.chunks_exact(Self::SIZE).map(Self::get).collect()
    }
    /// The same for arrays of them. Only who knows the size can do that by `as_chunks`.
    #[inline]
    fn list_of_arrays<const N: usize>(bytes: &[u8]) -> Vec<[Self; N]> {
        let array = |bytes: &[u8]| std::array::from_fn(|i| Self::get(&bytes[i * Self::SIZE..][..Self::SIZE]));
        bytes.chunks_exact(Self::SIZE * N).map(array).collect()
    }
}

/// The same, as data: what code that does not know the type needs to walk the bytes.
#[derive(Debug)]
pub enum Shape {
    Scalar(Scalar),
    /// Text in a field of fixed length.
    Chars(usize, CodePage),
    Array(&'static Shape, usize),
    Record(&'static FieldTable),
    /// A number whose bits are several: names and widths, from the lowest.
    Bits(Scalar, &'static [(&'static str, u32)]),
}

#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Scalar {
    U8,
    I8,
    U16,
    I16,
    U32,
    I32,
    U64,
    F32,
    Tag,
    /// Most significant byte first, as Java and the formats of the internet have it.
    U16Be,
    U32Be,
}

/// What one `record!` or `parts!` declares.
#[derive(Debug)]
pub struct FieldTable {
    pub name: &'static str,
    pub doc: &'static str,
    /// None for parts, whose size varies.
    pub size: Option<usize>,
    pub rows: &'static [Row],
}

#[derive(Debug)]
pub struct Row {
    pub name: &'static str,
    pub doc: &'static str,
    pub ty: &'static str,
    /// Where and in which shape; none for parts.
    pub place: Option<(usize, &'static Shape)>,
    /// Follows from the rest when written, so JSON need not state it.
    pub derived: bool,
    /// What the structs inside look like.
    pub inner: fn() -> Option<&'static FieldTable>,
}

impl FieldTable {
    pub fn row(&self, name: &str) -> Option<&'static Row> {
        self.rows.iter().find(|row| row.name == name)
    }

    /// This table and all it is made of, each once, in reading order.
    pub fn all(&'static self) -> Vec<&'static FieldTable> {
        let mut all = vec![self];
        let mut next = 0;
        while let Some(table) = all.get(next) {
            let mut new = vec![];
            for inner in table.rows.iter().filter_map(|row| (row.inner)()) {
                if all.iter().chain(&new).all(|known| !std::ptr::eq(*known, inner)) {
                    new.push(inner);
                }
            }
            all.splice(next + 1..next + 1, new);
            next += 1;
        }
        all
    }
}

/// A struct that has a table.
pub trait Part {
    const TABLE: &'static FieldTable;
}

impl Shape {
    pub const fn size(&self) -> usize {
        match self {
            Self::Scalar(scalar) | Self::Bits(scalar, _) => scalar.size(),
            Self::Chars(n, _) => *n,
            Self::Array(item, n) => item.size() * *n,
            Self::Record(table) => match table.size {
                Some(size) => size,
                None => 0,
            },
        }
    }

    pub fn table(&self) -> Option<&'static FieldTable> {
        match self {
            Self::Record(table) => Some(table),
            Self::Array(item, _) => item.table(),
            _ => None,
        }
    }

    /// Calls `visit` with the path, offset, shape and doc of every field. Plain arrays count as one field.
    pub fn leaves(
        &'static self,
        path: &mut String,
        at: usize,
        doc: &'static str,
        visit: &mut dyn FnMut(&str, usize, &'static Shape, &'static str),
    ) {
        let long = path.len();
        match self {
            Self::Record(table) => {
                for row in table.rows {
                    if let Some((offset, shape)) = row.place {
                        path.push_str(if long == 0 { "" } else { "." });
                        path.push_str(row.name);
                        shape.leaves(path, at + offset, row.doc, visit);
                        path.truncate(long);
                    }
                }
            }
            Self::Array(item @ Self::Record(_), n) => {
                for i in 0..*n {
                    path.push_str(&format!("[{i}]"));
                    item.leaves(path, at + i * item.size(), doc, visit);
                    path.truncate(long);
                }
            }
            _ => visit(path, at, self, doc),
        }
    }
}

impl std::fmt::Display for Shape {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Scalar(scalar) => f.write_str(scalar.name()),
            Self::Chars(n, _) => write!(f, "char[{n}]"),
            Self::Array(item, n) => write!(f, "{item}[{n}]"),
            Self::Record(table) => write!(f, "{}", table.name),
            Self::Bits(scalar, _) => f.write_str(scalar.name()),
        }
    }
}

impl Scalar {
    pub(crate) const fn size(self) -> usize {
        match self {
            Self::U8 | Self::I8 => 1,
            Self::U16 | Self::I16 | Self::U16Be => 2,
            Self::U64 => 8,
            _ => 4,
        }
    }

    /// A tag is a number to the engine, hence its name.
    fn name(self) -> &'static str {
        match self {
            Self::U8 => "u8",
            Self::I8 => "i8",
            Self::U16 => "u16le",
            Self::I16 => "i16le",
            Self::U32 | Self::Tag => "u32le",
            Self::I32 => "i32le",
            Self::U64 => "u64le",
            Self::F32 => "f32le",
            Self::U16Be => "u16be",
            Self::U32Be => "u32be",
        }
    }
}

macro_rules! scalar {
    ($($t:ty: $kind:ident),*) => {$(
        impl Field for $t {
            const SIZE: usize = size_of::<$t>();
            const SHAPE: &'static Shape = &Shape::Scalar(Scalar::$kind);
            #[inline(always)]
            fn get(bytes: &[u8]) -> Self {
                let mut raw = [0; size_of::<$t>()];
                raw.copy_from_slice(bytes);
                <$t>::from_le_bytes(raw)
            }
            #[inline(always)]
            fn put(&self, bytes: &mut [u8]) {
                bytes.copy_from_slice(&self.to_le_bytes());
            }
            #[inline]
            fn list(bytes: &[u8]) -> Vec<Self> {
                bytes.as_chunks().0.iter().map(|bytes| Self::from_le_bytes(*bytes)).collect()
            }
            #[inline]
            fn list_of_arrays<const N: usize>(bytes: &[u8]) -> Vec<[Self; N]> {
                let arrays = bytes.as_chunks().0.as_chunks::<N>().0;
                // Not by `array.map`, which stays a call for each array.
                let array = |array: &[_; N]| std::array::from_fn(|i| Self::from_le_bytes(array[i]));
                arrays.iter().map(array).collect()
            }
        }
    )*};
}
scalar!(u8: U8, i8: I8, u16: U16, i16: I16, u32: U32, i32: I32, u64: U64, f32: F32);

impl<T: Field, const N: usize> Field for [T; N] {
    const SIZE: usize = T::SIZE * N;
    const SHAPE: &'static Shape = &Shape::Array(T::SHAPE, N);
    #[inline(always)]
    fn get(bytes: &[u8]) -> Self {
        std::array::from_fn(|i| T::get(&bytes[i * T::SIZE..(i + 1) * T::SIZE]))
    }
    #[inline(always)]
    fn put(&self, bytes: &mut [u8]) {
        for (item, chunk) in self.iter().zip(bytes.chunks_exact_mut(T::SIZE)) {
            item.put(chunk);
        }
    }
    #[inline]
    fn list(bytes: &[u8]) -> Vec<Self> {
        T::list_of_arrays(bytes)
    }
}

/// A field of text: what stands before the first zero is the text, what follows is kept.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Chars<const N: usize, const PAGE: u16 = 1252>(pub [u8; N]);

impl<const N: usize, const PAGE: u16> Chars<N, PAGE> {
    pub const PAGE: CodePage = CodePage::numbered(PAGE);

    /// The field that holds `text` and zeros behind it, if there is room for both; `ends` demands a zero.
    pub fn new(text: &[u8], ends: bool) -> Option<Self> {
        let mut field = [0; N];
        field.get_mut(..text.len() + usize::from(ends))?[..text.len()].copy_from_slice(text);
        Some(Self(field))
    }

    pub fn text(&self) -> &[u8] {
        before_zero(&self.0)
    }

    pub fn show(&self) -> Cow<'_, str> {
        Self::PAGE.show(self.text())
    }

    pub fn terminated(&self) -> bool {
        self.0.contains(&0)
    }

    /// Whether only zeros stand behind the text.
    pub fn clean(&self) -> bool {
        without_last_zeros(&self.0).len() == self.text().len()
    }
}

impl<const N: usize, const PAGE: u16> Field for Chars<N, PAGE> {
    const SIZE: usize = N;
    const SHAPE: &'static Shape = &Shape::Chars(N, Self::PAGE);
    #[inline(always)]
    fn get(bytes: &[u8]) -> Self {
        Self(Field::get(bytes))
    }
    #[inline(always)]
    fn put(&self, bytes: &mut [u8]) {
        bytes.copy_from_slice(&self.0);
    }
}

impl<const N: usize, const PAGE: u16> std::fmt::Debug for Chars<N, PAGE> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{:?}", self.0.escape_ascii().to_string())
    }
}

/// Four characters that name a kind of thing, or a small number in their place.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Tag(pub [u8; 4]);

impl Tag {
    pub fn number(self) -> u32 {
        u32::from_le_bytes(self.0)
    }

    /// Its characters, if it is made of them.
    pub fn name(&self) -> Option<&str> {
        std::str::from_utf8(&self.0).ok().filter(|name| name.bytes().all(|c| c.is_ascii_graphic()))
    }
}

impl std::fmt::Display for Tag {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self.name() {
            Some(name) => f.write_str(name),
            None => write!(f, "{}", self.number()),
        }
    }
}

impl Field for Tag {
    const SIZE: usize = 4;
    const SHAPE: &'static Shape = &Shape::Scalar(Scalar::Tag);
    #[inline(always)]
    fn get(bytes: &[u8]) -> Self {
        Self(Field::get(bytes))
    }
    #[inline(always)]
    fn put(&self, bytes: &mut [u8]) {
        bytes.copy_from_slice(&self.0);
    }
}

macro_rules! big_endian {
    ($($(#[doc = $doc:literal])* $name:ident: $t:ty = $kind:ident),*) => {$(
        $(#[doc = $doc])*
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Default)]
        pub struct $name(pub $t);

        impl Field for $name {
            const SIZE: usize = size_of::<$t>();
            const SHAPE: &'static Shape = &Shape::Scalar(Scalar::$kind);
            #[inline(always)]
            fn get(bytes: &[u8]) -> Self {
                let mut raw = [0; size_of::<$t>()];
                raw.copy_from_slice(bytes);
                Self(<$t>::from_be_bytes(raw))
            }
            #[inline(always)]
            fn put(&self, bytes: &mut [u8]) {
                bytes.copy_from_slice(&self.0.to_be_bytes());
            }
        }
    )*};
}
big_endian!(
    /// A number of two bytes, the most significant first.
    U16Be: u16 = U16Be,
    /// A number of four bytes, the most significant first.
    U32Be: u32 = U32Be
);

/// A fixed-size record, written as its specification reads: offset, name, type.
/// An offset or a size that does not add up does not compile:
///
/// ```compile_fail
/// relict_core::record! {
///     /// A key.
///     pub struct Key: 6 {
///         0x00 phase: u16,
///         0x04 end: u32,
///     }
/// }
/// ```
#[macro_export]
macro_rules! record {
    (@) => { false };
    (@ derived) => { true };
    (@ sparse) => { false };
    (@ derived_sparse) => { true };
    ($(#[doc = $about:literal])* pub struct $name:ident: $size:literal {
        $($(#[doc = $doc:literal])* $at:literal $field:ident: $ty:ty $(= $derived:ident)?,)*
    }) => {
        $(#[doc = $about])*
        // In the order of the file: where there is nothing between the fields, a list is copied many bytes at a time.
        #[repr(C)]
        #[derive(Clone, Debug)]
        pub struct $name { $($(#[doc = $doc])* pub $field: $ty,)* }

        const _: () = {
            let mut end = 0;
            $(assert!(end == $at, concat!("field offset: ", stringify!($field)));
              end += <$ty as $crate::record::Field>::SIZE;)*
            assert!(end == $size, concat!("record size: ", stringify!($name)));
        };

        impl $crate::record::Part for $name {
            const TABLE: &'static $crate::record::FieldTable = &$crate::record::FieldTable {
                name: stringify!($name),
                doc: concat!($($about),*),
                size: Some($size),
                rows: &[$($crate::record::Row {
                    name: stringify!($field),
                    doc: concat!($($doc),*),
                    ty: stringify!($ty),
                    place: Some(($at, <$ty as $crate::record::Field>::SHAPE)),
                    derived: $crate::record!(@ $($derived)?),
                    inner: <$ty as $crate::json::Json>::inner,
                },)*],
            };
        }

        impl $crate::record::Field for $name {
            const SIZE: usize = $size;
            const SHAPE: &'static $crate::record::Shape =
                &$crate::record::Shape::Record(<Self as $crate::record::Part>::TABLE);
            #[inline(always)]
            fn get(bytes: &[u8]) -> Self {
                Self { $($field: <$ty as $crate::record::Field>::get(
                    &bytes[$at..$at + <$ty as $crate::record::Field>::SIZE]),)* }
            }
            #[inline(always)]
            fn put(&self, bytes: &mut [u8]) {
                $($crate::record::Field::put(
                    &self.$field, &mut bytes[$at..$at + <$ty as $crate::record::Field>::SIZE]);)*
            }
            #[inline]
            fn list(bytes: &[u8]) -> Vec<Self> {
                bytes.as_chunks::<$size>().0.iter().map(|bytes| Self::get(bytes)).collect()
            }
        }

        $crate::serde_by_table!($name);
    };
}

/// A number whose bits are several, from the lowest. In JSON it is an object of them, so a person need not count bits:
///
/// ```
/// relict_core::bits! {
///     /// How keys follow each other, and what is blended between them.
///     pub struct Motion: u32 { mode: 3, mask: 29 }
/// }
/// assert_eq!((Motion(0xF9).mode(), Motion(0xF9).mask()), (1, 31));
/// ```
#[macro_export]
macro_rules! bits {
    ($(#[doc = $about:literal])* pub struct $name:ident: $int:ident { $($field:ident: $width:literal),* $(,)? }) => {
        $(#[doc = $about])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub struct $name(pub $int);

        const _: () = assert!(0 $(+ $width)* == $int::BITS, concat!("bits of ", stringify!($name)));

        impl $name {
            const PARTS: &'static [(&'static str, u32)] = &[$((stringify!($field), $width)),*];

            $(pub fn $field(self) -> $int {
                $crate::record::part_of(Self::PARTS, stringify!($field), self.0.into()) as $int
            })*
        }

        impl $crate::record::Field for $name {
            const SIZE: usize = <$int as $crate::record::Field>::SIZE;
            const SHAPE: &'static $crate::record::Shape = match <$int as $crate::record::Field>::SHAPE {
                $crate::record::Shape::Scalar(scalar) => &$crate::record::Shape::Bits(*scalar, Self::PARTS),
                other => other,
            };
            #[inline(always)]
            fn get(bytes: &[u8]) -> Self {
                Self($crate::record::Field::get(bytes))
            }
            #[inline(always)]
            fn put(&self, bytes: &mut [u8]) {
                self.0.put(bytes);
            }
        }
    };
}

/// The bits called `name` in `number`.
pub fn part_of(parts: &[(&str, u32)], name: &str, number: u64) -> u64 {
    let before = parts.iter().take_while(|(part, _)| *part != name).map(|(_, width)| width).sum::<u32>();
    let width = parts.iter().find(|(part, _)| *part == name).map_or(0, |(_, width)| *width);
    (number >> before) & (u64::MAX >> (64 - width.clamp(1, 64)))
}

/// `serde` for what `record!` and `parts!` declare, in the JSON form of `core::json`.
#[doc(hidden)]
#[macro_export]
macro_rules! serde_by_table {
    ($name:ident $(<$life:lifetime>)?) => {
        impl $(<$life>)? $crate::json::Serialize for $name $(<$life>)? {
            fn serialize<S: $crate::json::Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
                $crate::json::Json::write_json(self, to)
            }
        }
        impl<'de $(, $life)?> $crate::json::Deserialize<'de> for $name $(<$life>)? {
            fn deserialize<D: $crate::json::Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
                let json = <$crate::json::Value as $crate::json::Deserialize>::deserialize(from)?;
                <Self as $crate::json::Json>::from_json(&json).map_err($crate::json::DeserializeError::custom)
            }
        }
    };
}

/// A structure of varying length: an ordinary struct whose `read` and `write` stand below it,
/// with its JSON form and its table. What is `sparse` is left out of JSON where it is not there, `derived_sparse` is both;
/// what is `aside` is no part of the file at all, and empty at first.
#[macro_export]
macro_rules! parts {
    (@ $object:ident $name:expr, $value:expr, sparse) => {
        if $value.is_some() {
            $object.serialize_field($name, &$crate::json::AsJson(&$value))?;
        }
    };
    (@ $object:ident $name:expr, $value:expr, derived_sparse) => {
        $crate::parts!(@ $object $name, $value, sparse)
    };
    (@ $object:ident $name:expr, $value:expr $(, derived)?) => {
        $object.serialize_field($name, &$crate::json::AsJson(&$value))?;
    };
    ($(#[doc = $about:literal])* $(#[derive($also:ident)])? pub struct $name:ident $(<$life:lifetime>)? {
        $($(#[doc = $doc:literal])* pub $field:ident: $ty:ty $(= $derived:ident)?,)*
    } $(aside { $(#[doc = $aside_doc:literal])* $aside:ident: $aside_ty:ty })?) => {
        $(#[doc = $about])*
        #[derive(Clone, Debug $(, $also)?)]
        pub struct $name $(<$life>)? {
            $($(#[doc = $doc])* pub $field: $ty,)*
            $($(#[doc = $aside_doc])* $aside: $aside_ty,)?
        }

        impl $(<$life>)? $crate::record::Part for $name $(<$life>)? {
            const TABLE: &'static $crate::record::FieldTable = &$crate::record::FieldTable {
                name: stringify!($name),
                doc: concat!($($about),*),
                size: None,
                rows: &[$($crate::record::Row {
                    name: stringify!($field),
                    doc: concat!($($doc),*),
                    ty: stringify!($ty),
                    place: None,
                    derived: $crate::record!(@ $($derived)?),
                    inner: <$ty as $crate::json::Json>::inner,
                },)*],
            };
        }

        impl $(<$life>)? $crate::json::Json for $name $(<$life>)? {
            fn inner() -> Option<&'static $crate::record::FieldTable> {
                Some(<Self as $crate::record::Part>::TABLE)
            }
            fn write_json<S: $crate::json::Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
                use $crate::json::SerializeStruct;
                let fields = <Self as $crate::record::Part>::TABLE.rows.len();
                let mut object = to.serialize_struct(stringify!($name), fields)?;
                $($crate::parts!(@ object stringify!($field), self.$field $(, $derived)?);)*
                object.end()
            }
            fn from_json(json: &$crate::json::Value) -> $crate::error::Result<Self> {
                let object = $crate::json::object(json, <Self as $crate::record::Part>::TABLE)?;
                Ok(Self {
                    $($field: $crate::json::member(object, stringify!($field))?,)*
                    $($aside: <$aside_ty>::default(),)?
                })
            }
        }

        $crate::serde_by_table!($name $(<$life>)?);
    };
}
