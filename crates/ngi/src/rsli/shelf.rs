//! RsLi as an archive: entries by place and by name, unpacked on demand, and what it takes to put them together again.

use super::rebuild::{self, Packing};
use super::{ALIGN, PAYLOAD_OUTSIDE, Record, Room, Rsli, effective_order, method};
use crate::CODE_PAGE;
use crate::phrases;
use relict_core::json::Json;
use relict_core::prelude::*;
use relict_core::region::Index;
use relict_core::report;
use relict_core::text::hex;
use serde_json::{Map, Value};
use std::borrow::Cow;

/// The engine's buffer for the name that is looked for.
const LONGEST_QUERY: usize = 15;

/// An archive with an index from entries to their bytes.
pub(super) struct Shelf<'d, 'a> {
    rsli: &'d Rsli<'a>,
    index: Index,
    /// The table of names that counts, which is also the table of keys.
    order: Vec<usize>,
    room: Room,
}

impl<'d, 'a> Shelf<'d, 'a> {
    pub(super) fn new(rsli: &'d Rsli<'a>) -> Self {
        let room = rsli.room();
        let index = Index::new(&rsli.data, room.start, rsli.table.len());
        Self { rsli, index, order: effective_order(&rsli.header, &rsli.table), room }
    }

    /// The stored bytes; those of a stray are parts of what others hold.
    fn packed(&self, index: usize, record: &Record) -> Result<Cow<'d, [u8]>> {
        if let Some(bytes) = self.index.own(&self.rsli.data, index) {
            return Ok(bytes.into());
        }
        let (offset, size) = (self.room.offset(record), record.packed_size);
        self.index.gathered(&self.rsli.data, offset, size as usize).map(Cow::from).ok_or_else(|| {
            let (name, end) = (record.name.show(), report::hex(self.room.end));
            let args = args!(name = name.as_ref(), offset = report::hex(offset), size = size, end = end);
            broken(&PAYLOAD_OUTSIDE, "data_offset_raw", args)
        })
    }

    fn unpacked(&self, index: usize, record: &Record, limits: Limits) -> Result<Cow<'d, [u8]>> {
        let packed = self.packed(index, record)?;
        if record.is_plain(packed.len()) {
            return Ok(packed);
        }
        let key = self.order.get(index).map_or(0, |&key| key as u16);
        record.unpacked(key, &packed, limits).map(Cow::from)
    }

    /// The engine tries all entries in turn where this finds none, but the table of names that counts is always
    /// sorted, and so that finds none either. Of equal names, the first.
    fn by_halves(&self, name: &[u8]) -> Option<usize> {
        let first = self.order.partition_point(|&place| self.name(place) < name);
        self.order[first..].iter().copied().take_while(|&place| self.name(place) == name).min()
    }

    fn name(&self, place: usize) -> &'d [u8] {
        self.rsli.table.get(place).map_or(&[], |record| record.name.text())
    }
}

impl Shelf<'_, '_> {
    fn packing(&self, index: usize, record: &Record) -> Value {
        let overruns = self.rsli.eof_plus_one == u32::try_from(index).ok();
        let key = self.order.get(index).copied();
        key.map_or(Value::Null, |key| Packing::of(record, key as u16, overruns).to_json())
    }
}

impl Directory for Shelf<'_, '_> {
    fn len(&self) -> usize {
        self.rsli.table.len()
    }

    fn name(&self, index: usize) -> Option<Cow<'_, str>> {
        self.rsli.table.get(index).map(|record| record.name.show())
    }

    fn entry(&self, index: usize) -> Option<Entry<'_>> {
        let record = self.rsli.table.get(index)?;
        let name = record.name.show();
        Some(Entry {
            raw_name: &record.name.0,
            odd_name: rebuild::clean_name(&name) != Some(record.name),
            name,
            offset: self.room.offset(record),
            size: record.unpacked_size as usize,
            attributes: vec![("flags", record.flags.into()), ("service", hex(&record.service).into())],
            facts: vec![
                ("method", method::shown(record.flags).into()),
                ("packed_size", record.packed_size.into()),
                // As it counts, which is not always as it is stored.
                ("sort_to_original", self.order.get(index).copied().into()),
                ("data_offset_raw", record.data_offset_raw.into()),
            ],
            packing: self.packing(index, record),
        })
    }

    fn key(&self, name: &str) -> Option<Vec<u8>> {
        CodePage::numbered(CODE_PAGE).bytes(name)
    }
}

impl Archive for Shelf<'_, '_> {
    fn payload(&self, index: usize, limits: Limits) -> Result<Cow<'_, [u8]>> {
        let record = self.rsli.table.get(index);
        let record = record.ok_or_else(|| Error::unexpected(phrases::an_entry(), index));
        record
            .and_then(|record| self.unpacked(index, record, limits))
            .map_err(|error| error.inside(format_args!("table[{index}]")))
    }

    fn stored(&self, index: usize) -> Stored<'_> {
        let (Some(bytes), Some(record)) =
            (self.index.own(&self.rsli.data, index), self.rsli.table.get(index))
        else {
            return Stored::Nowhere;
        };
        if record.is_plain(bytes.len()) { Stored::Plain(bytes) } else { Stored::Packed(bytes) }
    }

    /// The very name first, as the engine never finds one in lower case; then as the engine does.
    fn find(&self, name: &str) -> Option<usize> {
        let key = self.key(name)?;
        let query = || key[..key.len().min(LONGEST_QUERY)].to_ascii_uppercase();
        self.by_halves(&key).or_else(|| self.by_halves(&query()))
    }

    /// What a writer could not make up. How entries are packed is always told: their bytes do not tell it themselves.
    fn frame(&self) -> Frame {
        let Rsli { header, table, data, trailer, strays, .. } = self.rsli;
        let (mut json, mut blobs) = (Map::new(), vec![]);
        let header = rebuild::framed_header(header, table);
        if !header.is_empty() {
            json.insert("header".into(), header.into());
        }
        let stored: Vec<i16> = table.iter().map(|record| record.sort_to_original).collect();
        if stored != rebuild::sort_table(table) {
            let names: Vec<_> = table.iter().map(|record| record.name.show()).collect();
            json.insert("sort_table".into(), layout::framed_order(&stored, &names));
        }
        if !layout::is_plain(data, self.room.start, ALIGN, table.len()) {
            json.insert("data".into(), layout::framed(data, &mut blobs));
        }
        if !strays.is_empty() {
            json.insert("strays".into(), strays.to_json());
        }
        if let Some(trailer) = trailer {
            json.insert("overlay".into(), trailer.overlay.into());
        }
        Frame { json: json.into(), blobs }
    }
}
