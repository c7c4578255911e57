//! ZBD as an archive: entries by place and by name, and the way back from a manifest.

use super::{ENTRY_OUTSIDE, Footer, Record, Zbd, crc, is_reader, time};
use crate::CODE_PAGE;
use crate::dialect::{ATTRIBUTE, Dialect};
use crate::phrases;
use relict_core::json::{Json, unfit};
use relict_core::prelude::*;
use relict_core::region::Index;
use relict_core::report::hex;
use relict_core::text;
use serde_json::{Map, Value, json};
use std::borrow::Cow;

/// An archive with an index from entries to their bytes.
pub(crate) struct Shelf<'d, 'a> {
    zbd: Cow<'d, Zbd<'a>>,
    index: Index,
}

impl<'d, 'a> Shelf<'d, 'a> {
    pub(crate) fn new(zbd: Cow<'d, Zbd<'a>>) -> Self {
        let index = Index::new(&zbd.data, 0, zbd.directory.len());
        Self { zbd, index }
    }
}

/// What a record says of its entry besides name and place.
#[derive(Clone, Debug, PartialEq)]
enum Info {
    /// Zeros.
    Nothing,
    /// What the fields were made for.
    Meant { flags: u32, comment: Chars<64, CODE_PAGE>, filetime: u64 },
    /// Memory that the tool did not clear.
    Stale([u8; INFO]),
}

/// Flags, comment and time.
const INFO: usize = Record::SIZE - INFO_AT;
const INFO_AT: usize = 0x48;

impl Record {
    fn info(&self) -> Info {
        let Self { flags, comment, filetime, .. } = self;
        let mut bytes = [0; Self::SIZE];
        self.put(&mut bytes);
        let mut raw = [0; INFO];
        raw.copy_from_slice(&bytes[INFO_AT..]);
        if raw == [0; INFO] {
            return Info::Nothing;
        }
        let is_text = comment.text().is_ascii() && comment.terminated() && comment.clean();
        if is_text && (1..=time::LAST).contains(filetime) {
            return Info::Meant { flags: *flags, comment: *comment, filetime: *filetime };
        }
        Info::Stale(raw)
    }
}

impl Info {
    /// What a person may change, the same for every entry. Stale memory is told apart by its sum alone.
    fn attributes(&self) -> Attributes {
        let (flags, comment, time, stale) = match self {
            Self::Nothing => (0, Cow::default(), String::new(), String::new()),
            Self::Meant { flags, comment, filetime } => {
                (*flags, comment.show(), time::shown(*filetime), String::new())
            }
            Self::Stale(raw) => (0, Cow::default(), String::new(), format!("{:08x}", crc::update(0, raw))),
        };
        vec![
            ("flags", flags.into()),
            ("comment", comment.into()),
            ("time", time.into()),
            ("stale", stale.into()),
        ]
    }

    /// Stale memory belongs to the entry as it was stored, and is of no use to a person.
    fn packing(&self) -> Value {
        match self {
            Self::Stale(raw) => json!({"stale": text::hex(raw)}),
            _ => Value::Null,
        }
    }

    fn of(entry: &EntrySpec) -> Result<Self> {
        let flags: u32 = entry.attribute("flags")?.unwrap_or_default();
        let comment: Chars<64, CODE_PAGE> = entry.attribute("comment")?.unwrap_or(Chars([0; 64]));
        let filetime = filetime(entry)?;
        if flags != 0 || filetime != 0 || !comment.text().is_empty() {
            return Ok(Self::Meant { flags, comment, filetime });
        }
        let wanted = entry.attributes.get("stale").and_then(Value::as_str).is_some_and(|sum| !sum.is_empty());
        let Some(raw) = entry.packing.get("stale").filter(|_| wanted) else { return Ok(Self::Nothing) };
        let bytes = raw.as_str().and_then(text::unhex).and_then(|bytes| bytes.try_into().ok());
        let fail = || unfit(phrases::bytes_in_hex(INFO), raw).inside("stale").inside("packing");
        bytes.map(Self::Stale).ok_or_else(fail)
    }
}

fn key(name: &str) -> Option<Vec<u8>> {
    CodePage::numbered(CODE_PAGE).bytes(name)
}

impl Directory for Shelf<'_, '_> {
    fn len(&self) -> usize {
        self.zbd.directory.len()
    }

    fn name(&self, index: usize) -> Option<Cow<'_, str>> {
        self.zbd.directory.get(index).map(|record| record.name.show())
    }

    fn entry(&self, index: usize) -> Option<Entry<'_>> {
        let record = self.zbd.directory.get(index)?;
        let info = record.info();
        let packing = info.packing();
        let mut attributes = vec![(ATTRIBUTE, self.zbd.footer.version.into())];
        attributes.extend(info.attributes());
        let own = self.index.own(&self.zbd.data, index);
        Some(Entry {
            name: record.name.show(),
            raw_name: &record.name.0,
            odd_name: !record.is_well_named(),
            offset: record.start as usize,
            size: own.map_or(record.length as usize, <[u8]>::len),
            attributes,
            facts: vec![],
            packing,
        })
    }

    fn key(&self, name: &str) -> Option<Vec<u8>> {
        key(name)
    }
}

impl Archive for Shelf<'_, '_> {
    fn payload(&self, index: usize, _: Limits) -> Result<Cow<'_, [u8]>> {
        if let Some(bytes) = self.index.own(&self.zbd.data, index) {
            return Ok(bytes.into());
        }
        let record =
            self.zbd.directory.get(index).ok_or_else(|| Error::unexpected(phrases::an_entry(), index))?;
        let (offset, size) = (record.start as usize, record.length as usize);
        self.index.gathered(&self.zbd.data, offset, size).map(Cow::from).ok_or_else(|| {
            let (name, end) = (record.name.show(), hex(region::len(&self.zbd.data)));
            let args = args!(name = name.as_ref(), offset = hex(offset), size = size, end = end);
            broken(&ENTRY_OUTSIDE, format_args!("directory[{index}].start"), args)
        })
    }

    fn stored(&self, index: usize) -> Stored<'_> {
        self.index.own(&self.zbd.data, index).map_or(Stored::Nowhere, Stored::Plain)
    }

    /// The first of the name, to the letter.
    fn find(&self, name: &str) -> Option<usize> {
        let key = self.key(name)?;
        self.zbd.directory.iter().position(|record| record.name.text() == key)
    }

    /// What a plain writer could not know; nothing at all for most archives of the first game.
    fn frame(&self) -> Frame {
        let Zbd { data, directory, footer, stated_length, strays, .. } = &*self.zbd;
        let (mut json, mut blobs) = (Map::new(), vec![]);
        if footer.version != Dialect::Mw.footer() {
            json.insert("footer".into(), footer.version.into());
        }
        if let Some(length) = stated_length {
            json.insert("stated_length".into(), (*length).into());
        }
        if !strays.is_empty() {
            json.insert("strays".into(), strays.to_json());
        }
        if !layout::is_plain(data, 0, 1, directory.len()) {
            json.insert("data".into(), layout::framed(data, &mut blobs));
        }
        json.extend(self.framed_checksum());
        Frame { json: json.into(), blobs }
    }
}

impl Shelf<'_, '_> {
    /// A checksum that holds is to hold again; any other is kept.
    fn framed_checksum(&self) -> Option<(String, Value)> {
        let stated = self.zbd.checksum?;
        let reader = self.zbd.is_reader();
        if stated == 0 && !reader {
            return None;
        }
        let holds = self.zbd.crc() == Some(stated);
        Some(if holds { ("crc".into(), true.into()) } else { ("checksum".into(), stated.into()) })
    }
}

/// The archive that a manifest stands for; payloads stay where they are.
pub(super) fn assemble(
    frame: &Frame,
    incoming: &[EntrySpec],
    payloads: &dyn Payloads,
) -> Result<Zbd<'static>> {
    let known = ["footer", "stated_length", "strays", "data", "crc", "checksum"];
    Builder { rebuild: Rebuild::new(frame, &known, incoming, payloads)? }.build()
}

struct Builder<'b> {
    rebuild: Rebuild<'b>,
}

impl Builder<'_> {
    fn build(&self) -> Result<Zbd<'static>> {
        let rebuild = &self.rebuild;
        let dialect = self.dialect()?;
        let directory = rebuild.each(|_, entry| record(entry))?;
        let sizes = (0..rebuild.incoming.len()).map(|i| rebuild.payloads.size(i));
        let bodies: Vec<_> = sizes.map(Body::Elsewhere).collect();
        let Laid { data, strays, .. } = rebuild.laid(0, 1, &bodies, false)?;
        let checksum = (dialect == Dialect::Pm).then(|| self.checksum()).transpose()?;
        let stated_length = rebuild.get("stated_length")?.filter(|_| checksum.is_some());
        let footer = Footer { version: dialect.footer(), entry_count: 0 };
        Ok(Zbd { data, directory, footer, checksum, stated_length, strays })
    }

    /// As the frame says, or as the entries do; all must say the same.
    fn dialect(&self) -> Result<Dialect> {
        let mut version: Option<u32> = self.rebuild.get("footer")?;
        self.rebuild.each(|_, entry| match (entry.attribute(ATTRIBUTE)?, version) {
            (Some(found), Some(version)) if found != version => {
                let wanted = phrases::as_the_archive_has_it(version);
                Err(Error::unexpected(wanted, found).inside(ATTRIBUTE).inside("attributes"))
            }
            (found, before) => {
                version = before.or(found);
                Ok(())
            }
        })?;
        let version = version.unwrap_or(Dialect::Mw.footer());
        Dialect::of_footer(version)
            .ok_or_else(|| Error::unexpected(phrases::or(1, 2), version).inside(ATTRIBUTE))
    }

    fn checksum(&self) -> Result<u32> {
        let Rebuild { incoming, payloads, .. } = &self.rebuild;
        let holds = match self.rebuild.value("crc") {
            None => false,
            Some(Value::Bool(holds)) => *holds,
            Some(other) => return Err(unfit(phrases::true_or_false(), other).inside("crc").inside("frame")),
        };
        let stated: Option<u32> = self.rebuild.get("checksum")?;
        let reader = || is_reader(incoming.iter().map(|entry| entry.name.as_bytes()));
        if !holds && (stated.is_some() || !reader()) {
            return Ok(stated.unwrap_or_default());
        }
        let mut sum = 0;
        for i in 0..incoming.len() {
            sum = crc::update(sum, &payloads.load(i).map_err(|e| e.inside(format_args!("entries[{i}]")))?);
        }
        Ok(sum)
    }
}

/// The table's record of an entry; its place follows when it is written.
fn record(entry: &EntrySpec) -> Result<Record> {
    entry.expect_attributes(&[ATTRIBUTE, "flags", "comment", "time", "stale"])?;
    let mut record = Record {
        start: 0,
        length: 0,
        name: name_field(entry)?,
        flags: 0,
        comment: Chars([0; 64]),
        filetime: 0,
    };
    match Info::of(entry)? {
        Info::Nothing => {}
        Info::Meant { flags, comment, filetime } => {
            (record.flags, record.comment, record.filetime) = (flags, comment, filetime);
        }
        Info::Stale(raw) => {
            let mut bytes = [0; Record::SIZE];
            record.put(&mut bytes);
            bytes[INFO_AT..].copy_from_slice(&raw);
            record = Record::get(&bytes);
        }
    }
    Ok(record)
}

/// A file as a new entry, without flags, comment and time.
pub(crate) const ADD: AddOps = AddOps { picture: None, model: None, folders: false, spec };

fn spec(new: &NewEntry<'_>) -> Result<EntrySpec> {
    let spec = EntrySpec::new(new.name, Map::new());
    record(&spec).map(|_| spec)
}

/// Nothing said is no time.
fn filetime(entry: &EntrySpec) -> Result<u64> {
    let stated = entry.attributes.get("time").unwrap_or(&Value::Null);
    if stated.is_null() || stated == "" {
        return Ok(0);
    }
    let parsed = stated.as_str().and_then(time::parsed);
    parsed.ok_or_else(|| unfit(phrases::a_time(), stated).inside("time").inside("attributes"))
}

/// The field that held the name, as long as it still does; else a clean one.
fn name_field(entry: &EntrySpec) -> Result<Chars<64, CODE_PAGE>> {
    if let Some(field) = entry.name_field() {
        return Ok(field);
    }
    let bytes = key(&entry.name).filter(|bytes| !bytes.is_empty() && !bytes.contains(&0));
    bytes.and_then(|bytes| Chars::new(&bytes, true)).ok_or_else(|| {
        Error::unexpected(phrases::characters(63, "Windows-1252"), quoted(&entry.name)).inside("name")
    })
}
