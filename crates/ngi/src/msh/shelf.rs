//! A model as an archive of its streams. They all have one name, so each can also be called by its type: `Res3`; and it has
//! a meaning: `vertices`.

use super::{Kind, meaning};
use crate::nres::Nres;
use crate::nres::shelf::{Listing, Records, Shelf};
use relict_core::prelude::*;
use std::borrow::Cow;
use std::collections::BTreeMap;

/// Around the directory of a model, or around the whole archive that it is.
struct StreamArchive<D> {
    inner: D,
    kind: Kind,
    firsts: BTreeMap<u32, usize>,
}

impl<D: Records> StreamArchive<D> {
    fn new(inner: D) -> Self {
        let number = |i| inner.record(i).map(|record| record.type_id.number());
        let types: Vec<u32> = (0..inner.len()).map_while(number).collect();
        let firsts = types.iter().enumerate().rev().map(|(i, number)| (*number, i)).collect();
        Self { kind: Kind::of(&types), firsts, inner }
    }
}

impl<D> StreamArchive<D> {
    /// `Res3` is the first stream of type 3.
    fn by_type(&self, name: &str) -> Option<usize> {
        let (res, number) = name.split_at_checked(3)?;
        let plain = res.eq_ignore_ascii_case("res") && number.bytes().all(|c| c.is_ascii_digit());
        self.firsts.get(&number.parse().ok().filter(|_| plain)?).copied()
    }
}

/// The streams of a model that was read.
pub(super) fn archive<'d>(archive: Nres<'d>) -> Box<dyn Archive + 'd> {
    Box::new(StreamArchive::new(Shelf::new(Cow::Owned(archive))))
}

/// The directory alone, of a large file.
pub(super) fn directory(bytes: &[u8]) -> Option<Box<dyn Directory + '_>> {
    Some(Box::new(StreamArchive::new(Listing::new(bytes)?)))
}

impl<D: Records> Directory for StreamArchive<D> {
    fn len(&self) -> usize {
        self.inner.len()
    }

    fn name(&self, index: usize) -> Option<Cow<'_, str>> {
        self.inner.name(index)
    }

    fn entry(&self, index: usize) -> Option<Entry<'_>> {
        self.inner.entry(index)
    }

    fn meaning(&self, index: usize) -> Option<&'static str> {
        meaning::meaning(self.kind, self.inner.record(index)?.type_id.number())
    }

    fn record_table(&self, index: usize) -> Option<RecordTable> {
        let record = self.inner.record(index)?;
        let by_type = || meaning::record_table(self.kind, record.type_id.number(), record.size as usize);
        self.inner.record_table(index).or_else(by_type)
    }

    fn key(&self, name: &str) -> Option<Vec<u8>> {
        self.inner.key(name)
    }

    fn has_distinct_names(&self) -> bool {
        self.inner.has_distinct_names()
    }
}

impl Archive for StreamArchive<Shelf<'_, '_>> {
    fn payload(&self, index: usize, limits: Limits) -> Result<Cow<'_, [u8]>> {
        self.inner.payload(index, limits)
    }

    fn stored(&self, index: usize) -> Stored<'_> {
        self.inner.stored(index)
    }

    fn find(&self, name: &str) -> Option<usize> {
        self.inner.find(name).or_else(|| self.by_type(name))
    }

    fn frame(&self) -> Frame {
        self.inner.frame()
    }
}
