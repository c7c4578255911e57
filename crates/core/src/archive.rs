//! Formats that hold other files: what can be asked of them, and how they are put together again.

use crate::error::{Error, Result, value};
use crate::format::{AttributesRef, Limits, Origin};
use crate::json::{Json, member};
use crate::phrases;
use crate::record::Chars;
use serde_json::{Map, Value};
use std::borrow::Cow;

/// Named values, in the order in which people should see them.
pub type Attributes = Vec<(&'static str, Value)>;

/// An entry of an archive, as listed in its directory.
#[derive(Clone, Debug)]
pub struct Entry<'d> {
    /// As shown, one character for each byte.
    pub name: Cow<'d, str>,
    /// The whole field that holds the name.
    pub raw_name: &'d [u8],
    /// Whether `name` alone would not give `raw_name` again: stale bytes behind the end, or a name that none could get.
    pub odd_name: bool,
    /// Where its stored bytes begin in the archive.
    pub offset: usize,
    /// Of its bytes, unpacked.
    pub size: usize,
    /// What a person may change.
    pub attributes: Attributes,
    /// What follows from the rest of the archive.
    pub facts: Attributes,
    /// What the stored bytes do not tell of themselves, but unpacking them takes; null where it takes nothing.
    pub packing: Value,
}

impl Entry<'_> {
    /// On its way back into an archive, unchanged.
    pub fn spec(self, id: usize) -> EntrySpec {
        EntrySpec {
            id: Some(id),
            raw_name: self.odd_name.then(|| self.raw_name.to_vec()),
            name: self.name.into_owned(),
            attributes: self.attributes.into_iter().map(|(name, value)| (name.to_owned(), value)).collect(),
            packing: self.packing,
        }
    }

    pub fn origin(&self) -> Origin<'_> {
        Origin { name: &self.name, attributes: AttributesRef::List(&self.attributes) }
    }
}

/// How the bytes of an entry lie in the file.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Stored<'d> {
    /// As they are.
    Plain(&'d [u8]),
    /// In a packed form, which only the archive understands.
    Packed(&'d [u8]),
    /// As part of what other entries hold, or nowhere: the directory's word is all that can be kept.
    Nowhere,
}

/// What an archive holds besides its entries, in a form that stands in a manifest.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Frame {
    pub json: Value,
    /// Runs of bytes that are too long for JSON; `json` names them by number.
    pub blobs: Vec<Vec<u8>>,
}

/// An entry that is a table: so many records of one size, perhaps behind a head.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RecordTable {
    /// Bytes in front of the first record.
    pub head: usize,
    /// Bytes of one record.
    pub size: usize,
    pub count: usize,
}

/// What the directory of an archive tells, without a look at anything else.
pub trait Directory: Sync {
    fn len(&self) -> usize;

    /// The name of an entry alone, as `entry` has it.
    fn name(&self, index: usize) -> Option<Cow<'_, str>>;

    fn is_empty(&self) -> bool {
        self.len() == 0
    }

    fn entry(&self, index: usize) -> Option<Entry<'_>>;

    /// What an entry is to people, where its stored name does not tell: `vertices`, in an archive that tells its entries
    /// apart by numbers. One of [`ArchiveOps::meanings`](crate::facets::ArchiveOps::meanings). Paths take it where no
    /// entry is called so; of entries that mean the same, the first is the one that the engine takes.
    fn meaning(&self, _index: usize) -> Option<&'static str> {
        None
    }

    /// What the directory says of the layout of an entry, for entries that no format claims.
    fn record_table(&self, _index: usize) -> Option<RecordTable> {
        None
    }

    /// What of a name counts when the engine compares it; none if the archive cannot hold such a name.
    fn key(&self, name: &str) -> Option<Vec<u8>>;

    /// Whether the directory itself shows that no two entries have the same key, and that none is empty.
    /// Saying no costs nothing but time: then the names are looked at.
    fn has_distinct_names(&self) -> bool {
        false
    }
}

/// A file that holds others.
pub trait Archive: Directory {
    /// The bytes of an entry, unpacked.
    fn payload(&self, index: usize, limits: Limits) -> Result<Cow<'_, [u8]>>;

    fn stored(&self, index: usize) -> Stored<'_>;

    /// Whether the stored bytes can be explained where they lie: they are those of the entry, or its first ones.
    fn is_stored_verbatim(&self, index: usize) -> bool {
        matches!(self.stored(index), Stored::Plain(_))
    }

    /// The entry that the engine finds under a name.
    fn find(&self, name: &str) -> Option<usize>;

    fn frame(&self) -> Frame;
}

/// An entry on its way into an archive.
#[derive(Clone, Debug, Default)]
pub struct EntrySpec {
    /// Its place in the archive that the frame comes from; none if it is new.
    pub id: Option<usize>,
    pub name: String,
    /// The whole field that held the name, if it was odd.
    pub raw_name: Option<Vec<u8>>,
    pub attributes: Map<String, Value>,
    /// As the entry had it; it describes the original stored bytes.
    pub packing: Value,
}

impl EntrySpec {
    /// An entry that was not there before.
    pub fn new(name: &str, attributes: Map<String, Value>) -> Self {
        Self { id: None, name: name.to_owned(), raw_name: None, attributes, packing: Value::Null }
    }

    /// Refuses attributes that entries of the format do not have.
    pub fn expect_attributes(&self, known: &[&str]) -> Result<()> {
        match self.attributes.keys().find(|key| !known.contains(&key.as_str())) {
            Some(key) => {
                let wanted = phrases::one_of(known.join(", "));
                Err(Error::unexpected(wanted, value(key)).inside("attributes"))
            }
            None => Ok(()),
        }
    }

    pub fn attribute<T: Json>(&self, name: &str) -> Result<Option<T>> {
        member(&self.attributes, name).map_err(|e| e.inside("attributes"))
    }

    /// The field that held the name, as long as it still does.
    pub fn name_field<const N: usize, const PAGE: u16>(&self) -> Option<Chars<N, PAGE>> {
        let raw = self.raw_name.as_deref()?.try_into().ok().map(Chars)?;
        Some(raw).filter(|raw: &Chars<N, PAGE>| raw.show() == self.name)
    }
}

/// What the bytes of an incoming entry are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Source {
    /// As they come out of the archive, to be packed if need be.
    Fresh,
    /// As they were stored.
    Stored,
    /// None of its own: it was `Stored::Nowhere`.
    Shared,
}

/// The bytes of incoming entries, by their number in the list.
pub trait Payloads: Sync {
    /// How many bytes `load` gives.
    fn size(&self, incoming: usize) -> usize;
    fn source(&self, incoming: usize) -> Source;
    fn load(&self, incoming: usize) -> Result<Cow<'_, [u8]>>;
}
