//! The way back from a manifest to an RsLi archive.
//!
//! Packed bytes stay as they are as long as they can. A name that comes, goes or changes gives other entries other
//! slots in the table of names, and with them other keys: what is enciphered is then enciphered anew.

use super::method::{self, Method};
use super::{ALIGN, Header, MAGIC, Record, Rsli, TRAILER_MAGIC, Trailer};
use super::{cipher, effective_order, sorted_by_name, unpacked_total};
use crate::CODE_PAGE;
use crate::phrases;
use crate::texm::Texm;
use relict_core::json::{Json, unfit};
use relict_core::prelude::*;
use serde_json::{Map, Value};

parts! {
    /// How the stored bytes of an entry are packed, which they do not tell themselves.
    pub struct Packing {
        /// The bits of its flags that choose the method.
        pub method: u16,
        /// What its bytes are enciphered with, if they are.
        pub key: u16,
        /// Of the bytes that come out.
        pub unpacked_size: u32,
        /// 1 if the table counts one byte more than the file has.
        pub eof_plus_one: Option<u8>,
    }
}

impl Packing {
    pub(super) fn of(record: &Record, key: u16, eof_plus_one: bool) -> Self {
        let (method, unpacked_size) = (method::bits(record.flags), record.unpacked_size);
        Self { method, key, unpacked_size, eof_plus_one: eof_plus_one.then_some(1) }
    }
}

/// What of a header differs from what a writer makes up.
pub(super) fn framed_header(header: &Header, table: &[Record]) -> Map<String, Value> {
    let entry_count = i16::try_from(table.len()).unwrap_or(i16::MAX);
    let plain = Header::plain(entry_count, unpacked_total(table)).to_json();
    let mut header = Header { entry_count, ..header.clone() }.to_json();
    let fields = header.as_object_mut().map(std::mem::take).unwrap_or_default();
    fields.into_iter().filter(|(name, value)| plain.get(name) != Some(value)).collect()
}

/// The table of names as a writer makes it.
pub(super) fn sort_table(table: &[Record]) -> Vec<i16> {
    sorted_by_name(table).into_iter().map(|place| place as i16).collect()
}

/// The field of a name that the engine can find: upper case, 1 to 12 bytes. It need not end in a zero.
pub(super) fn clean_name(name: &str) -> Option<Chars<12, CODE_PAGE>> {
    let bytes = CodePage::numbered(CODE_PAGE).bytes(name)?;
    let wrong = |byte: &u8| *byte == 0 || byte.is_ascii_lowercase();
    if bytes.is_empty() || bytes.iter().any(wrong) {
        return None;
    }
    Chars::new(&bytes, false)
}

/// The archive that a manifest stands for.
pub(super) fn assemble(
    frame: &Frame,
    incoming: &[EntrySpec],
    payloads: &dyn Payloads,
) -> Result<Rsli<'static>> {
    let known = ["header", "sort_table", "data", "strays", "overlay"];
    let rebuild = Rebuild::new(frame, &known, incoming, payloads)?;
    Builder { rebuild }.build()
}

struct Builder<'b> {
    rebuild: Rebuild<'b>,
}

impl Builder<'_> {
    fn build(&self) -> Result<Rsli<'static>> {
        let mut table = self.table()?;
        let mut header = self.header(table.len())?;
        let bodies = self.bodies(&header, &mut table)?;
        if !self.header_states("unpacked_total") {
            header.unpacked_total = unpacked_total(&table);
        }
        let start = Header::SIZE + table.len() * Record::SIZE;
        let Laid { data, strays, .. } = self.rebuild.laid(start, ALIGN, &bodies, true)?;
        let eof_plus_one = self.eof_plus_one(&table, &data)?;
        let trailer = |overlay| Trailer { magic: Chars(*TRAILER_MAGIC), overlay };
        let trailer = self.rebuild.get("overlay")?.map(trailer);
        Ok(Rsli { header, table, data, trailer, eof_plus_one, strays })
    }

    fn table(&self) -> Result<Vec<Record>> {
        let mut table = self.rebuild.each(|_, entry| record(entry))?;
        let order = self.rebuild.order("sort_table")?.unwrap_or_else(|| sort_table(&table));
        table.iter_mut().zip(order).for_each(|(record, place)| record.sort_to_original = place);
        Ok(table)
    }

    /// What the frame states, and what a writer makes up for the rest.
    fn header(&self, entries: usize) -> Result<Header> {
        let wanted = || phrases::at_most_entries(i16::MAX);
        let count = i16::try_from(entries).map_err(|_| Error::unexpected(wanted(), entries))?;
        let mut header = Header::plain(count, 0).to_json();
        if let (Some(fields), Some(stated)) = (header.as_object_mut(), self.rebuild.value("header")) {
            let stated = stated.as_object().ok_or_else(|| unfit(phrases::an_object(), stated));
            fields.extend(stated.map_err(|e| e.inside("frame.header"))?.clone());
        }
        let header = Header::from_json(&header).map_err(|e| e.inside("frame.header"))?;
        match header.magic.0 == *MAGIC {
            true => Ok(header),
            false => {
                Err(Error::unexpected(value("NL"), value(header.magic.show())).inside("frame.header.magic"))
            }
        }
    }

    fn header_states(&self, field: &str) -> bool {
        self.rebuild.value("header").is_some_and(|header| header.get(field).is_some())
    }

    /// The stored bytes of every entry. How many come out of them is noted in the table.
    fn bodies(&self, header: &Header, table: &mut [Record]) -> Result<Vec<Body<'static>>> {
        let keys = effective_order(header, table);
        self.rebuild.each(|i, _| {
            let (body, unpacked_size) = self.body(i, &table[i], keys[i] as u16)?;
            table[i].unpacked_size = unpacked_size;
            Ok(body)
        })
    }

    /// The bytes to store for an entry, and how many come out of them.
    fn body(&self, entry: usize, record: &Record, key: u16) -> Result<(Body<'static>, u32)> {
        let payloads = self.rebuild.payloads;
        let plain = record.method().is_some_and(Method::is_plain);
        let before: Option<Packing> =
            Option::from_json(&self.rebuild.incoming[entry].packing).map_err(|e| e.inside("packing"))?;
        match (payloads.source(entry), before) {
            (Source::Stored | Source::Shared, Some(before)) => self.kept(entry, record, key, &before),
            _ if plain => Ok((Body::Elsewhere(payloads.size(entry)), region::fit(payloads.size(entry))?)),
            (Source::Fresh, _) => packed(record, key, &payloads.load(entry)?),
            _ => Err(Error::unexpected(phrases::unpacked_bytes(), phrases::bytes_of_unknown_packing())),
        }
    }

    /// The bytes of before: as they are, enciphered anew, or packed anew where the flags have another method now.
    fn kept(
        &self,
        entry: usize,
        record: &Record,
        key: u16,
        before: &Packing,
    ) -> Result<(Body<'static>, u32)> {
        let payloads = self.rebuild.payloads;
        if before.method != method::bits(record.flags) {
            return packed(record, key, &unpacked(before, record, &payloads.load(entry)?)?);
        }
        let keyed = record.method().is_some_and(Method::is_keyed);
        let body = if keyed && before.key != key {
            let plain = cipher::xor(before.key, &payloads.load(entry)?);
            Body::Here(cipher::xor(key, &plain).into())
        } else {
            Body::Elsewhere(payloads.size(entry))
        };
        Ok((body, before.unpacked_size))
    }

    /// The entry that overruns the file, if it is still the last one, with its bytes of before.
    fn eof_plus_one(&self, table: &[Record], data: &[Segment<'_>]) -> Result<Option<u32>> {
        let overran = |entry: &EntrySpec| entry.packing.get("eof_plus_one").is_some_and(|one| !one.is_null());
        let new = self.rebuild.incoming.iter().position(overran);
        let last = data.iter().rfind(|segment| !segment.bytes.is_empty());
        let last = last.filter(|last| matches!(last.bytes, Body::Elsewhere(_))).map(|last| last.owner);
        let still = |new: &usize| {
            last == Some(Owner::Entry(*new)) && table[*new].method().is_some_and(Method::is_deflate)
        };
        Ok(new.filter(still).map(|new| new as u32))
    }
}

/// New bytes, packed as the flags of their entry say.
fn packed(record: &Record, key: u16, plain: &[u8]) -> Result<(Body<'static>, u32)> {
    let method = record.method().ok_or_else(|| record.unknown_method())?;
    Ok((Body::Here(method.encode(key, plain).into()), region::fit(plain.len())?))
}

/// What the stored bytes of before stand for.
fn unpacked(before: &Packing, record: &Record, packed: &[u8]) -> Result<Vec<u8>> {
    let record = Record { flags: before.method, unpacked_size: before.unpacked_size, ..record.clone() };
    record.unpacked(before.key, packed, Limits::default())
}

/// The table's record of an entry; its place and sizes follow.
fn record(entry: &EntrySpec) -> Result<Record> {
    entry.expect_attributes(&["flags", "service"])?;
    let name = entry.name_field().or_else(|| clean_name(&entry.name)).ok_or_else(|| {
        let wanted = phrases::upper_case_characters(12, "Windows-1251");
        Error::unexpected(wanted, quoted(&entry.name)).inside("name")
    })?;
    Ok(Record {
        name,
        service: service(entry)?,
        flags: entry.attribute("flags")?.unwrap_or_default(),
        sort_to_original: 0,
        unpacked_size: 0,
        data_offset_raw: 0,
        packed_size: 0,
    })
}

/// A file as a new entry. The engine finds names in upper case alone; the bytes are stored as they are.
pub(super) const ADD: AddOps = AddOps { picture: Some(Texm::ID), model: None, folders: false, spec };

fn spec(new: &NewEntry<'_>) -> Result<EntrySpec> {
    let spec = EntrySpec::new(&new.name.to_uppercase(), Map::new());
    record(&spec).map(|_| spec)
}

fn service(entry: &EntrySpec) -> Result<[u8; 4]> {
    let Some(bytes) = entry.attribute::<Bytes<'_>>("service")? else { return Ok([0; 4]) };
    let found = || relict_core::text::hex(&bytes);
    let four = <[u8; 4]>::try_from(&*bytes);
    four.map_err(|_| Error::unexpected(phrases::hex_digits_8(), value(found())).inside("attributes.service"))
}
