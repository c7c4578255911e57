//! A library that is open: entries by number, as the caches know them, and numbers by name.

use crate::nres::{Nres, Record, fold};
use relict_core::format::Library;
use relict_core::json::tag;
use relict_core::prelude::*;
use std::borrow::Cow;
use std::collections::HashMap;

pub(super) struct Shelf<'l> {
    bytes: Cow<'l, [u8]>,
    directory: Vec<Record>,
    places: HashMap<Vec<u8>, usize>,
}

impl<'l> Shelf<'l> {
    /// None if there is no such file, or if it is no archive.
    pub(super) fn open(library: &'l dyn Library, path: &str) -> Option<Self> {
        let bytes = library.file(path)?;
        let nres = Nres::read(&mut Cursor::new(&bytes), Origin::named(path)).ok()?;
        let directory = nres.directory;
        let mut places = HashMap::new();
        for (i, record) in directory.iter().enumerate() {
            // Of equal names the first is found.
            places.entry(fold(record.name.text())).or_insert(i);
        }
        Some(Self { bytes, directory, places })
    }

    pub(super) fn len(&self) -> usize {
        self.directory.len()
    }

    pub(super) fn find(&self, name: &[u8]) -> Option<usize> {
        self.places.get(&fold(name)).copied()
    }

    pub(super) fn name(&self, entry: usize) -> String {
        self.directory.get(entry).map(|record| record.name.show().into_owned()).unwrap_or_default()
    }

    pub(super) fn payload(&self, entry: usize) -> Option<&[u8]> {
        let record = self.directory.get(entry)?;
        let start = record.data_offset as usize;
        self.bytes.get(start..start.checked_add(record.size as usize)?)
    }

    /// What the directory says of an entry, for a reader that must know.
    pub(super) fn attributes(&self, entry: usize) -> Attributes {
        let Some(record) = self.directory.get(entry) else { return vec![] };
        vec![
            ("type", tag(record.type_id)),
            ("attr1", record.attr1.into()),
            ("attr2", record.attr2.into()),
            ("attr3", record.attr3.into()),
        ]
    }
}
