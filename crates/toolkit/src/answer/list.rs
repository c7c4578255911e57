//! What archives and folders hold, and what is found in them.

use crate::list::Row;
use schemars::{JsonSchema, Schema, SchemaGenerator};
use serde::{Serialize, Serializer};
use serde_json::{Map, Value};
use std::borrow::Cow;

/// What the answer looks like; it is written entry by entry.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct LsAnswer<'e> {
    pub schema: String,
    pub path: String,
    /// The archive's format; `folder` for a folder.
    pub format: String,
    pub entries: Vec<Entry<'e>>,
}

/// An entry of an archive, or a file in a folder.
#[derive(Clone, Debug, Default, Serialize, JsonSchema)]
pub struct Entry<'e> {
    pub name: Cow<'e, str>,
    /// From the outermost file or folder on.
    pub path: Cow<'e, str>,
    /// What it is, where its name does not tell: `vertices`. Paths take this word, too, where no entry is called so.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub meaning: Option<&'static str>,
    /// None where no format claims the bytes.
    pub format: Option<&'static str>,
    /// Where the stored bytes begin in the archive that holds them; none for files in a folder.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub offset: Option<usize>,
    /// Of the entry's bytes, unpacked.
    pub size: usize,
    #[serde(skip_serializing_if = "Attributes::is_empty")]
    pub attributes: Attributes<'e>,
    /// The whole field that holds the name, in hex.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub raw_name: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub sha256: Option<String>,
    /// Why the entry's bytes cannot be had, if they cannot.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub unreadable: Option<String>,
}

impl<'e> Entry<'e> {
    /// What the directory of an archive says of an entry.
    pub fn of(row: &Row<'e>) -> Self {
        Self {
            name: row.name.into(),
            path: row.path.into(),
            meaning: row.meaning,
            format: row.format(),
            offset: Some(row.offset),
            size: row.size,
            attributes: Attributes { stated: row.attributes.into(), facts: row.facts.into() },
            ..Self::default()
        }
    }

    pub fn into_owned(self) -> Entry<'static> {
        Entry {
            name: self.name.into_owned().into(),
            path: self.path.into_owned().into(),
            attributes: Attributes {
                stated: self.attributes.stated.into_owned().into(),
                facts: self.attributes.facts.into_owned().into(),
            },
            meaning: self.meaning,
            format: self.format,
            offset: self.offset,
            size: self.size,
            raw_name: self.raw_name,
            sha256: self.sha256,
            unreadable: self.unreadable,
        }
    }
}

/// What the archive says of an entry, in its order, and facts that follow from the rest.
#[derive(Clone, Debug, Default)]
pub struct Attributes<'e> {
    pub stated: Cow<'e, [(&'static str, Value)]>,
    pub facts: Cow<'e, [(&'static str, Value)]>,
}

impl Attributes<'_> {
    fn is_empty(&self) -> bool {
        self.stated.is_empty() && self.facts.is_empty()
    }

    /// The value of a column; those of one archive have the same order in every row.
    pub fn get(&self, place: usize, name: &str) -> Option<&Value> {
        let here = self.stated.get(place).or_else(|| self.facts.get(place - self.stated.len()));
        let here = here.filter(|(found, _)| *found == name);
        let all = || self.stated.iter().chain(&*self.facts).find(|(found, _)| *found == name);
        here.or_else(all).map(|(_, value)| value)
    }
}

impl Serialize for Attributes<'_> {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        to.collect_map(self.stated.iter().chain(&*self.facts).map(|(name, value)| (name, value)))
    }
}

impl JsonSchema for Attributes<'_> {
    fn schema_name() -> Cow<'static, str> {
        "Attributes".into()
    }
    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        Map::<String, Value>::json_schema(generator)
    }
}

#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct FindAnswer {
    pub schema: String,
    pub pattern: String,
    pub matches: Vec<Match>,
}

#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct Match {
    pub path: String,
    /// What it is, where its name does not tell.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub meaning: Option<&'static str>,
    /// None where no format claims the bytes.
    pub format: Option<&'static str>,
    pub size: usize,
}

impl From<crate::find::Match> for Match {
    fn from(found: crate::find::Match) -> Self {
        let crate::find::Match { path, meaning, kind, size } = found;
        Self { path, meaning, format: kind.map(|kind| kind.id), size }
    }
}
