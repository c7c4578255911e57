//! A model as an archive of its streams. They all have one name, so each can also be called by its type: `Res3`.

use crate::nres::{self, Nres};
use relict_core::prelude::*;
use std::borrow::Cow;
use std::collections::BTreeMap;

pub(super) struct Shelf<'d> {
    inner: nres::shelf::Shelf<'d, 'd>,
    firsts: BTreeMap<u32, usize>,
}

impl<'d> Shelf<'d> {
    pub(super) fn new(archive: Nres<'d>) -> Self {
        let firsts = super::firsts(&archive.directory);
        Self { inner: nres::shelf::Shelf::new(Cow::Owned(archive)), firsts }
    }

    /// `Res3` is the first stream of type 3.
    fn by_type(&self, name: &str) -> Option<usize> {
        let (res, number) = name.split_at_checked(3)?;
        let plain = res.eq_ignore_ascii_case("res") && number.bytes().all(|c| c.is_ascii_digit());
        self.firsts.get(&number.parse().ok().filter(|_| plain)?).copied()
    }
}

impl Directory for Shelf<'_> {
    fn len(&self) -> usize {
        self.inner.len()
    }

    fn name(&self, index: usize) -> Option<Cow<'_, str>> {
        self.inner.name(index)
    }

    fn entry(&self, index: usize) -> Option<Entry<'_>> {
        self.inner.entry(index)
    }

    fn key(&self, name: &str) -> Option<Vec<u8>> {
        self.inner.key(name)
    }

    fn has_distinct_names(&self) -> bool {
        self.inner.has_distinct_names()
    }
}

impl Archive for Shelf<'_> {
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
