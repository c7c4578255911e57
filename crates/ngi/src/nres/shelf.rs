//! NRes as an archive: entries by place and by name, and the way back from a manifest.

use super::{
    ALIGN, Header, MAGIC, Nres, PAYLOAD_OUTSIDE, Record, VERSION, directory_place, fold, sort_table,
};
use crate::CODE_PAGE;
use crate::phrases;
use relict_core::json::{Json, tag, unfit, untag};
use relict_core::prelude::*;
use relict_core::region::Index;
use relict_core::report::hex;
use relict_core::text::before_zero;
use serde_json::{Map, Value};
use std::borrow::Cow;
use std::collections::HashMap;
use std::sync::OnceLock;

/// An archive with an index from entries to their bytes.
pub(crate) struct Shelf<'d, 'a> {
    nres: Cow<'d, Nres<'a>>,
    index: Index,
    /// The first entry of each name, where the table of names is broken and cannot be searched by halves. Found out when
    /// the first name is looked for, and once: it takes a walk through the whole table.
    places: OnceLock<Option<HashMap<Vec<u8>, usize>>>,
}

impl<'d, 'a> Shelf<'d, 'a> {
    pub(crate) fn new(nres: Cow<'d, Nres<'a>>) -> Self {
        let index = Index::new(&nres.data, Header::SIZE, nres.directory.len());
        Self { nres, index, places: OnceLock::new() }
    }

    fn places(&self) -> Option<&HashMap<Vec<u8>, usize>> {
        let directory = &self.nres.directory;
        let all = || directory.iter().enumerate().rev().map(|(i, record)| (fold(record.name.text()), i));
        self.places.get_or_init(|| self.nres.sort_flaws().next().map(|_| all().collect())).as_ref()
    }

    fn text(&self, place: u32) -> Option<&[u8]> {
        self.nres.directory.get(place as usize).map(|record| record.name.text())
    }
}

/// An entry as its record tells of it; `raw_name` is the record's field, wherever that lies.
pub(crate) fn entry<'d>(record: &Record, raw_name: &'d [u8]) -> Entry<'d> {
    Entry {
        name: CodePage::numbered(CODE_PAGE).show(before_zero(raw_name)),
        raw_name,
        odd_name: !record.name.clean() || !record.name.terminated() || record.name.text().is_empty(),
        offset: record.data_offset as usize,
        size: record.size as usize,
        attributes: vec![
            ("type", tag(record.type_id)),
            ("attr1", record.attr1.into()),
            ("attr2", record.attr2.into()),
            ("attr3", record.attr3.into()),
        ],
        facts: vec![("sort_index", record.sort_index.into())],
        packing: Value::Null,
    }
}

fn key(name: &str) -> Option<Vec<u8>> {
    let mut name = CodePage::numbered(CODE_PAGE).bytes(name)?;
    name.make_ascii_lowercase();
    Some(name)
}

/// A table of names that strictly ascends lists every entry once.
fn ascend<'n>(mut names: impl Iterator<Item = Option<&'n [u8]>>) -> bool {
    let mut last: &[u8] = &[];
    names.all(|name| {
        let Some(name) = name else { return false };
        let ascends = last.iter().map(u8::to_ascii_lowercase).lt(name.iter().map(u8::to_ascii_lowercase));
        last = name;
        ascends
    })
}

/// What is known to be a table is one of attr1 records, of attr3 bytes each. Smaller ones are no records, and one that does
/// not come out even is something else.
fn record_table(record: &Record) -> Option<RecordTable> {
    let Record { attr1, attr3, size, .. } = *record;
    let even = attr1.checked_mul(attr3) == Some(size) && attr1 > 0 && attr3 > 1;
    even.then_some(RecordTable { head: 0, size: attr3 as usize, count: attr1 as usize })
}

/// An archive of which every entry has a record.
pub(crate) trait Records: Directory {
    fn record(&self, index: usize) -> Option<Cow<'_, Record>>;
}

impl Records for Listing<'_> {
    fn record(&self, index: usize) -> Option<Cow<'_, Record>> {
        self.stored_record(index).map(|bytes| Cow::Owned(Record::get(bytes)))
    }
}

impl Records for Shelf<'_, '_> {
    fn record(&self, index: usize) -> Option<Cow<'_, Record>> {
        self.nres.directory.get(index).map(Cow::Borrowed)
    }
}

/// The directory as it lies in the file. Listing an archive of a gigabyte must not cost more than that.
pub(crate) struct Listing<'a> {
    records: &'a [u8],
}

impl<'a> Listing<'a> {
    /// Only of a file whose length is right, so that there is no doubt where the directory stands.
    pub(crate) fn new(file: &'a [u8]) -> Option<Self> {
        let header = Header::get(file.get(..Header::SIZE)?);
        let whole = header.magic == MAGIC && header.total_size as usize == file.len();
        let place = directory_place(&header, file.len()).ok().filter(|_| whole)?;
        Some(Self { records: &file[place] })
    }

    fn stored_record(&self, index: usize) -> Option<&'a [u8]> {
        self.records.chunks_exact(Record::SIZE).nth(index)
    }

    fn raw_name(&self, index: usize) -> Option<&'a [u8]> {
        self.stored_record(index).map(|record| &record[NAME])
    }
}

/// Where the name stands in a record.
const NAME: std::ops::Range<usize> = 0x14..0x38;

impl Directory for Listing<'_> {
    fn len(&self) -> usize {
        self.records.len() / Record::SIZE
    }

    fn name(&self, index: usize) -> Option<Cow<'_, str>> {
        self.raw_name(index).map(|raw| CodePage::numbered(CODE_PAGE).show(before_zero(raw)))
    }

    fn entry(&self, index: usize) -> Option<Entry<'_>> {
        let bytes = self.stored_record(index)?;
        Some(entry(&Record::get(bytes), &bytes[NAME]))
    }

    fn record_table(&self, index: usize) -> Option<RecordTable> {
        self.record(index).and_then(|record| record_table(&record))
    }

    fn key(&self, name: &str) -> Option<Vec<u8>> {
        key(name)
    }

    fn has_distinct_names(&self) -> bool {
        let slots =
            self.records.chunks_exact(Record::SIZE).map(|record| Record::get(record).sort_index as usize);
        ascend(slots.map(|place| self.raw_name(place).map(before_zero)))
    }
}

impl Directory for Shelf<'_, '_> {
    fn len(&self) -> usize {
        self.nres.directory.len()
    }

    fn name(&self, index: usize) -> Option<Cow<'_, str>> {
        self.nres.directory.get(index).map(|record| record.name.show())
    }

    fn entry(&self, index: usize) -> Option<Entry<'_>> {
        self.nres.directory.get(index).map(|record| entry(record, &record.name.0))
    }

    fn record_table(&self, index: usize) -> Option<RecordTable> {
        self.record(index).and_then(|record| record_table(&record))
    }

    fn key(&self, name: &str) -> Option<Vec<u8>> {
        key(name)
    }

    fn has_distinct_names(&self) -> bool {
        ascend(self.nres.directory.iter().map(|slot| self.text(slot.sort_index)))
    }
}

impl Archive for Shelf<'_, '_> {
    fn payload(&self, index: usize, _: Limits) -> Result<Cow<'_, [u8]>> {
        if let Some(bytes) = self.index.own(&self.nres.data, index) {
            return Ok(bytes.into());
        }
        let record =
            self.nres.directory.get(index).ok_or_else(|| Error::unexpected(phrases::an_entry(), index))?;
        let (offset, size) = (record.data_offset as usize, record.size as usize);
        self.index.gathered(&self.nres.data, offset, size).map(Cow::from).ok_or_else(|| {
            let (name, end) = (record.name.show(), hex(self.nres.data_end()));
            let args = args!(name = name.as_ref(), offset = hex(offset), size = size, end = end);
            broken(&PAYLOAD_OUTSIDE, format_args!("directory[{index}].data_offset"), args)
        })
    }

    fn stored(&self, index: usize) -> Stored<'_> {
        self.index.own(&self.nres.data, index).map_or(Stored::Nowhere, Stored::Plain)
    }

    /// By halves, as the engine does, unless the table of names is broken. Of equal names, the first in
    /// the directory, wherever the table has it.
    fn find(&self, name: &str) -> Option<usize> {
        let key = self.key(name)?;
        let directory = &self.nres.directory;
        if let Some(places) = self.places() {
            return places.get(&key).copied();
        }
        let at = |slot: &Record| self.text(slot.sort_index).map(fold).unwrap_or_default();
        let first = directory.partition_point(|slot| at(slot) < key);
        let equal = directory[first..].iter().take_while(|slot| at(slot) == key);
        equal.map(|slot| slot.sort_index as usize).min()
    }

    /// What a canonical writer could not know; nothing at all for a canonical archive.
    fn frame(&self) -> Frame {
        let Nres { header, directory, tail, stated_size, strays, .. } = &*self.nres;
        let (mut json, mut blobs) = (Map::new(), vec![]);
        if header.version != VERSION {
            json.insert("version".into(), header.version.into());
        }
        if let Some(size) = stated_size {
            json.insert("stated_size".into(), (*size).into());
        }
        if !strays.is_empty() {
            json.insert("strays".into(), strays.to_json());
        }
        if !layout::is_plain(&self.nres.data, Header::SIZE, ALIGN, directory.len()) {
            json.insert("data".into(), layout::framed(&self.nres.data, &mut blobs));
        }
        let table: Vec<u32> = directory.iter().map(|record| record.sort_index).collect();
        if table != sort_table(directory.iter().map(|record| record.name.text())) {
            let names: Vec<_> = directory.iter().map(|record| record.name.show()).collect();
            json.insert("sort_table".into(), layout::framed_order(&table, &names));
        }
        if !tail.is_empty() {
            json.insert("tail".into(), layout::framed_bytes(tail, &mut blobs));
        }
        Frame { json: json.into(), blobs }
    }
}

/// The archive that a manifest stands for; payloads stay where they are.
pub(super) fn assemble(
    frame: &Frame,
    incoming: &[EntrySpec],
    payloads: &dyn Payloads,
) -> Result<Nres<'static>> {
    let known = ["version", "stated_size", "strays", "data", "sort_table", "tail"];
    let rebuild = Rebuild::new(frame, &known, incoming, payloads)?;
    let mut directory = rebuild.each(|_, entry| record(entry))?;
    let table = match rebuild.order("sort_table")? {
        Some(table) => table,
        None => sort_table(directory.iter().map(|record| record.name.text())),
    };
    directory.iter_mut().zip(table).for_each(|(record, place)| record.sort_index = place);
    let bodies: Vec<_> = (0..incoming.len()).map(|i| Body::Elsewhere(payloads.size(i))).collect();
    let Laid { data, strays, moved } = rebuild.laid(Header::SIZE, ALIGN, &bodies, false)?;
    let version = rebuild.get("version")?.unwrap_or(VERSION);
    Ok(Nres {
        header: Header { magic: MAGIC, version, entry_count: 0, total_size: 0 },
        data,
        directory,
        tail: rebuild.bytes("tail")?.into(),
        stated_size: rebuild.get("stated_size")?.filter(|_| !moved),
        strays,
    })
}

/// The directory's record of an entry; offsets and sizes follow when it is written.
pub(super) fn record(entry: &EntrySpec) -> Result<Record> {
    entry.expect_attributes(&["type", "attr1", "attr2", "attr3"])?;
    let number = |name| entry.attribute::<u32>(name).map(Option::unwrap_or_default);
    let kind = entry.attributes.get("type").unwrap_or(&Value::Null);
    let type_id = untag(kind).ok_or_else(|| unfit(phrases::four_characters_or_number(), kind));
    Ok(Record {
        type_id: type_id.map_err(|e| e.inside("attributes.type"))?,
        attr1: number("attr1")?,
        attr2: number("attr2")?,
        size: 0,
        attr3: number("attr3")?,
        name: name_field(entry)?,
        data_offset: 0,
        sort_index: 0,
    })
}

/// The field that held the name, as long as it still does; else a clean one.
fn name_field(entry: &EntrySpec) -> Result<Chars<36, CODE_PAGE>> {
    if let Some(field) = entry.name_field() {
        return Ok(field);
    }
    let bytes = CodePage::numbered(CODE_PAGE).bytes(&entry.name);
    let bytes = bytes.filter(|bytes| !bytes.is_empty() && !bytes.contains(&0));
    bytes.and_then(|bytes| Chars::new(&bytes, true)).ok_or_else(|| {
        Error::unexpected(phrases::characters(35, "Windows-1251"), quoted(&entry.name)).inside("name")
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// An archive of empty entries with these names, whose table of names lists them in this order.
    fn nres(names: &[&str], order: &[u32]) -> Nres<'static> {
        let record = |(name, sort_index): (&&str, &u32)| Record {
            type_id: Tag(*b"TEXT"),
            attr1: 0,
            attr2: 0,
            size: 0,
            attr3: 0,
            name: Chars::new(name.as_bytes(), true).unwrap(),
            data_offset: 16,
            sort_index: *sort_index,
        };
        Nres {
            header: Header { magic: MAGIC, version: VERSION, entry_count: 0, total_size: 0 },
            data: vec![],
            directory: names.iter().zip(order).map(record).collect(),
            tail: vec![].into(),
            stated_size: None,
            strays: vec![],
        }
    }

    #[test]
    fn the_table_of_names_is_looked_through_once_for_all_names() {
        let names = ["b", "a", "B", "c"];
        for (order, is_sound) in [([1, 0, 2, 3], true), ([0, 1, 2, 3], false), ([1, 9, 2, 3], false)] {
            let nres = nres(&names, &order);
            let shelf = Shelf::new(Cow::Borrowed(&nres));
            assert!(shelf.places.get().is_none());
            for (name, place) in [("A", Some(1)), ("b", Some(0)), ("C", Some(3)), ("d", None)] {
                assert_eq!(shelf.find(name), place, "{name}, {order:?}");
                // From the first name on it is known whether the table can be searched.
                assert_eq!(shelf.places.get().map(Option::is_none), Some(is_sound));
            }
        }
    }
}
