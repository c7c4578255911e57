//! Textures by number: the archive that all files of them share, and those of maps, too.

use super::ATTRIBUTE;
use crate::phrases;
use relict_core::prelude::*;
use serde_json::Value;
use std::borrow::Cow;

/// Textures that lie one behind the other.
pub(crate) struct Shelf<'d> {
    /// Where each begins, and its bytes.
    pictures: Vec<(usize, &'d [u8])>,
    names: Vec<String>,
    attributes: Attributes,
    frame: Frame,
}

impl<'d> Shelf<'d> {
    /// The first texture begins at `start`.
    pub(crate) fn new(start: usize, pictures: &'d [Bytes<'_>], frame: Frame) -> Self {
        let names = (0..pictures.len()).map(|i| i.to_string()).collect();
        Self::named(start, pictures, names, vec![(ATTRIBUTE, "texture".into())], frame)
    }

    /// The same for other things, with names and attributes of their own.
    pub(crate) fn named(
        start: usize,
        pictures: &'d [Bytes<'_>],
        names: Vec<String>,
        attributes: Attributes,
        frame: Frame,
    ) -> Self {
        let mut at = start;
        let placed = |bytes: &'d Bytes<'_>| {
            let begins = at;
            at += bytes.len();
            (begins, &**bytes)
        };
        let pictures: Vec<_> = pictures.iter().map(placed).collect();
        Self { pictures, names, attributes, frame }
    }
}

impl Directory for Shelf<'_> {
    fn len(&self) -> usize {
        self.pictures.len()
    }

    fn name(&self, index: usize) -> Option<Cow<'_, str>> {
        self.names.get(index).map(|name| name.as_str().into())
    }

    fn entry(&self, index: usize) -> Option<Entry<'_>> {
        let (name, (offset, bytes)) = (self.names.get(index)?, self.pictures.get(index)?);
        Some(Entry {
            name: name.as_str().into(),
            raw_name: name.as_bytes(),
            odd_name: false,
            offset: *offset,
            size: bytes.len(),
            attributes: self.attributes.clone(),
            facts: vec![],
            packing: Value::Null,
        })
    }

    fn key(&self, name: &str) -> Option<Vec<u8>> {
        Some(name.as_bytes().to_vec())
    }

    fn has_distinct_names(&self) -> bool {
        true
    }
}

impl Archive for Shelf<'_> {
    fn payload(&self, index: usize, _: Limits) -> Result<Cow<'_, [u8]>> {
        let found = self.pictures.get(index).map(|(_, bytes)| Cow::from(*bytes));
        found.ok_or_else(|| Error::unexpected(phrases::an_entry(), index))
    }

    fn stored(&self, index: usize) -> Stored<'_> {
        self.pictures.get(index).map_or(Stored::Nowhere, |(_, bytes)| Stored::Plain(bytes))
    }

    fn find(&self, name: &str) -> Option<usize> {
        let digits = name.trim_start_matches(|c: char| !c.is_ascii_digit());
        let place: usize = digits.parse().ok()?;
        (self.names.get(place).map(String::as_str) == Some(name)).then_some(place)
    }

    fn frame(&self) -> Frame {
        self.frame.clone()
    }
}

/// Puts the textures into `out`, one behind the other. They have no names but their numbers.
pub(crate) fn write(rebuild: &Rebuild<'_>, fits: fn(usize) -> bool, out: &mut Put) {
    let sizes = rebuild.each(|i, entry| {
        entry.expect_attributes(&[ATTRIBUTE])?;
        if entry.name != i.to_string() {
            let wanted = phrases::texture_number(i);
            return Err(Error::unexpected(wanted, quoted(&entry.name)).inside("name"));
        }
        let size = rebuild.payloads.size(i);
        if fits(size) {
            Ok(size)
        } else {
            Err(Error::unexpected(phrases::a_texture_of_64_by_64(), phrases::bytes_count(size)))
        }
    });
    match sizes {
        Ok(sizes) => sizes.into_iter().enumerate().for_each(|(i, size)| out.entry(i, size)),
        Err(error) => out.fail(error),
    }
}
