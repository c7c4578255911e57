//! NRes as an archive: entries by place and by name, and the way back from a manifest.

use super::{ALIGN, Header, MAGIC, Nres, Record, Stray, VERSION, fold, sort_table};
use crate::CODE_PAGE;
use relict_core::json::{Json, member, tag, unfit, untag};
use relict_core::prelude::*;
use relict_core::text::{hex, unhex};
use serde_json::{Map, Value, json};
use std::borrow::Cow;
use std::collections::HashMap;

/// Gaps up to this length stand in the manifest itself.
const SHORT: usize = 64;

/// An archive with an index from entries to their bytes.
pub(super) struct Shelf<'d, 'a> {
    nres: &'d Nres<'a>,
    /// For each entry, its segment; none for strays.
    segments: Vec<Option<usize>>,
    /// The directory offset by which strays are judged to lie inside.
    data_end: usize,
}

impl<'d, 'a> Shelf<'d, 'a> {
    pub(super) fn new(nres: &'d Nres<'a>) -> Self {
        let mut segments = vec![None; nres.directory.len()];
        for (at, segment) in nres.data.iter().enumerate() {
            if let Owner::Entry(i) = segment.owner
                && let Some(slot) = segments.get_mut(i)
            {
                *slot = Some(at);
            }
        }
        Self { nres, segments, data_end: nres.data_end() }
    }

    fn bytes(&self, index: usize) -> Option<&'d [u8]> {
        let at = (*self.segments.get(index)?)?;
        self.nres.data.get(at).map(|segment| segment.bytes.here())
    }

    fn text(&self, place: u32) -> Option<&'d [u8]> {
        self.nres.directory.get(place as usize).map(|record| record.name.text())
    }

    /// Whether the table of names can be searched by halves.
    fn sorted(&self) -> bool {
        let mut seen = vec![false; self.nres.directory.len()];
        let mut last = None;
        self.nres.directory.iter().all(|slot| {
            let Some(name) = self.text(slot.sort_index).map(fold) else { return false };
            let seen = &mut seen[slot.sort_index as usize];
            let fine = !*seen && last.as_ref().is_none_or(|last| *last <= name);
            (*seen, last) = (true, Some(name));
            fine
        })
    }

    /// The bytes of a stray: those of others, if it lies inside at all.
    fn borrowed(&self, record: &Record) -> Option<Vec<u8>> {
        let (start, size) = (record.data_offset as usize, record.size as usize);
        let end = start.checked_add(size).filter(|end| *end <= self.data_end)?;
        let (mut at, mut found) = (Header::SIZE, vec![]);
        for segment in &self.nres.data {
            let bytes = segment.bytes.here();
            let from = start.clamp(at, at + bytes.len());
            let to = end.clamp(at, at + bytes.len());
            found.extend_from_slice(&bytes[from - at..to - at]);
            at += bytes.len();
        }
        (start >= Header::SIZE && found.len() == size).then_some(found)
    }
}

impl Archive for Shelf<'_, '_> {
    fn len(&self) -> usize {
        self.nres.directory.len()
    }

    fn entry(&self, index: usize) -> Option<Entry<'_>> {
        let record = self.nres.directory.get(index)?;
        Some(Entry {
            name: record.name.show(),
            raw_name: &record.name.0,
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
        })
    }

    fn payload(&self, index: usize, _: Limits) -> Result<Cow<'_, [u8]>> {
        if let Some(bytes) = self.bytes(index) {
            return Ok(bytes.into());
        }
        let record = self.nres.directory.get(index);
        let path = format!("directory[{index}].data_offset");
        record.and_then(|record| self.borrowed(record)).map(Cow::from).ok_or_else(|| {
            let (start, size) = record.map_or((0, 0), |record| (record.data_offset, record.size));
            let name = record.map(|record| record.name.show()).unwrap_or_default();
            let end = relict_core::report::hex(self.data_end);
            let offset = relict_core::report::hex(start);
            broken(
                &super::PAYLOAD_OUTSIDE,
                path,
                args!(name = name.as_ref(), offset = offset, size = size, end = end),
            )
        })
    }

    fn stored(&self, index: usize) -> Stored<'_> {
        self.bytes(index).map_or(Stored::Nowhere, Stored::Plain)
    }

    fn key(&self, name: &str) -> Option<Vec<u8>> {
        CodePage::numbered(CODE_PAGE).bytes(name).map(|name| fold(&name))
    }

    /// By halves, as the engine does; one by one where the table of names is broken. Of equal names, the first.
    fn find(&self, name: &str) -> Option<usize> {
        let key = self.key(name)?;
        let directory = &self.nres.directory;
        if !self.sorted() {
            return directory.iter().position(|record| fold(record.name.text()) == key);
        }
        let at = |slot: &Record| self.text(slot.sort_index).map(fold).unwrap_or_default();
        let first = directory.partition_point(|slot| at(slot) < key);
        let slot = directory.get(first).filter(|slot| at(slot) == key)?;
        Some(slot.sort_index as usize)
    }

    /// What a canonical writer could not know; nothing at all for a canonical archive.
    fn frame(&self) -> Frame {
        let Nres { header, directory, tail, stated_size, strays, .. } = self.nres;
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
        if !self.canonical_layout() {
            let data: Vec<Value> = self.nres.data.iter().map(|segment| framed(segment, &mut blobs)).collect();
            json.insert("data".into(), data.into());
        }
        let table: Vec<u32> = directory.iter().map(|record| record.sort_index).collect();
        if table != sort_table(directory.iter().map(|record| record.name.text())) {
            let names: Vec<_> = directory.iter().map(|record| record.name.show()).collect();
            json.insert("sort_table".into(), json!({"order": table, "names": names}));
        }
        if !tail.is_empty() {
            json.insert("tail".into(), framed_bytes(tail, &mut blobs));
        }
        Frame { json: json.into(), blobs }
    }
}

impl Shelf<'_, '_> {
    /// Whether the data region is as a canonical writer leaves it: in directory order, padded with zeros, without gaps.
    fn canonical_layout(&self) -> bool {
        let mut next = 0;
        let mut at = Header::SIZE;
        let mut padded = true;
        let in_order = self.nres.data.iter().all(|segment| {
            let bytes = segment.bytes.here();
            at += bytes.len();
            match segment.owner {
                Owner::Entry(i) => {
                    let fine = i == next && padded;
                    next += 1;
                    padded = at.is_multiple_of(ALIGN);
                    fine
                }
                Owner::Padding => {
                    padded = at.is_multiple_of(ALIGN);
                    bytes.iter().all(|&byte| byte == 0)
                }
                Owner::Gap => false,
            }
        });
        in_order && padded && next == self.nres.directory.len()
    }
}

/// A segment for the manifest: an entry by its size, other bytes in hex or as a blob.
fn framed(segment: &Segment<'_>, blobs: &mut Vec<Vec<u8>>) -> Value {
    match segment.owner {
        Owner::Entry(i) => json!({"entry": i, "size": segment.bytes.len()}),
        Owner::Padding => json!({"padding": framed_bytes(segment.bytes.here(), blobs)}),
        Owner::Gap => json!({"gap": framed_bytes(segment.bytes.here(), blobs)}),
    }
}

fn framed_bytes(bytes: &[u8], blobs: &mut Vec<Vec<u8>>) -> Value {
    if bytes.len() <= SHORT {
        return hex(bytes).into();
    }
    blobs.push(bytes.to_vec());
    json!({"blob": blobs.len() - 1})
}

fn unframed_bytes(json: &Value, blobs: &[Vec<u8>]) -> Result<Vec<u8>> {
    let blob = || blobs.get(usize::try_from(json.get("blob")?.as_u64()?).ok()?).cloned();
    let bytes = json.as_str().map_or_else(blob, unhex);
    bytes.ok_or_else(|| unfit("hex digits, or the number of a blob", json))
}

/// The archive that a manifest stands for; payloads stay where they are.
pub(super) fn assemble(
    frame: &Frame,
    incoming: &[Incoming],
    payloads: &dyn Payloads,
) -> Result<Nres<'static>> {
    let json = match &frame.json {
        Value::Object(object) => object.clone(),
        Value::Null => Map::new(),
        other => return Err(unfit("an object", other).inside("frame")),
    };
    let known = ["version", "stated_size", "strays", "data", "sort_table", "tail"];
    if let Some(key) = json.keys().find(|key| !known.contains(&key.as_str())) {
        return Err(Error::unexpected("a part of the frame of an NRes", key).inside("frame"));
    }
    let builder = Builder { json: &json, blobs: &frame.blobs, incoming, payloads };
    builder.build().map_err(|error| error.inside("frame"))
}

struct Builder<'b> {
    json: &'b Map<String, Value>,
    blobs: &'b [Vec<u8>],
    incoming: &'b [Incoming],
    payloads: &'b dyn Payloads,
}

impl Builder<'_> {
    fn build(&self) -> Result<Nres<'static>> {
        let mut directory = vec![];
        for (i, entry) in self.incoming.iter().enumerate() {
            directory.push(record(entry).map_err(|e| e.inside(format_args!("entries[{i}]")))?);
        }
        let table = self.sort_table(&directory)?;
        directory.iter_mut().zip(table).for_each(|(record, place)| record.sort_index = place);
        let version = member::<Option<u32>>(self.json, "version")?.unwrap_or(VERSION);
        let strays = self.strays()?;
        let (data, moved) = self.data(&strays)?;
        if let (Some(stray), true) = (strays.first(), moved) {
            let name = self.incoming.get(stray.entry as usize).map_or("", |entry| entry.name.as_str());
            let wanted = format!("entries of the same sizes, since {name} shares bytes with others");
            return Err(Error::unexpected(wanted, "another size or number of entries"));
        }
        let tail = self.json.get("tail").map_or(Ok(vec![]), |tail| unframed_bytes(tail, self.blobs));
        Ok(Nres {
            header: Header { magic: MAGIC, version, entry_count: 0, total_size: 0 },
            data,
            directory,
            tail: tail.map_err(|e| e.inside("tail"))?.into(),
            stated_size: member::<Option<u32>>(self.json, "stated_size")?.filter(|_| !moved),
            strays,
        })
    }

    /// The new place of every entry that the frame knows by its old one.
    fn places(&self) -> HashMap<usize, usize> {
        self.incoming.iter().enumerate().filter_map(|(new, entry)| Some((entry.id?, new))).collect()
    }

    /// A stored table that is not the engine's own stays as long as it speaks of the same names.
    fn sort_table(&self, directory: &[Record]) -> Result<Vec<u32>> {
        if let Some(stored) = self.json.get("sort_table") {
            let names: Vec<String> = list(stored, "names").map_err(|e| e.inside("sort_table"))?;
            let order: Vec<u32> = list(stored, "order").map_err(|e| e.inside("sort_table"))?;
            let same = names.iter().eq(self.incoming.iter().map(|entry| &entry.name));
            if same && order.len() == directory.len() {
                return Ok(order);
            }
        }
        Ok(sort_table(directory.iter().map(|record| record.name.text())))
    }

    fn strays(&self) -> Result<Vec<Stray>> {
        let places = self.places();
        let strays: Vec<Stray> = member::<Option<_>>(self.json, "strays")?.unwrap_or_default();
        let moved = |stray: Stray| {
            Some(Stray { entry: u32::try_from(*places.get(&(stray.entry as usize))?).ok()?, ..stray })
        };
        Ok(strays.into_iter().filter_map(moved).collect())
    }

    /// The data region, and whether anything in it has another place than before.
    fn data(&self, strays: &[Stray]) -> Result<(Vec<Segment<'static>>, bool)> {
        let mut layout = Layout {
            places: self.places(),
            data: vec![],
            at: Header::SIZE,
            placed: vec![false; self.incoming.len()],
            moved: false,
        };
        for stray in strays {
            layout.placed[stray.entry as usize] = true;
        }
        if let Some(segments) = self.json.get("data") {
            let segments = segments.as_array().ok_or_else(|| unfit("a list", segments).inside("data"))?;
            for (i, segment) in segments.iter().enumerate() {
                self.segment(segment, &mut layout).map_err(|e| e.inside(format_args!("data[{i}]")))?;
            }
            layout.moved |= layout.placed.contains(&false);
        }
        for new in 0..self.incoming.len() {
            if !layout.placed[new] {
                layout.entry(new, self.payloads.size(new));
                layout.fresh_padding();
            }
        }
        Ok((layout.data, layout.moved))
    }

    fn segment(&self, json: &Value, layout: &mut Layout) -> Result<()> {
        let filler = |owner, bytes: &Value| {
            let bytes = unframed_bytes(bytes, self.blobs)?;
            Ok(Segment { owner, bytes: Body::Here(bytes.into()) })
        };
        match (json.get("entry"), json.get("padding"), json.get("gap")) {
            (Some(entry), None, None) => {
                let number = |json: &Value| json.as_u64().and_then(|n| usize::try_from(n).ok());
                let id = number(entry).ok_or_else(|| unfit("the number of an entry", entry))?;
                let before = json.get("size").and_then(number);
                layout.known_entry(id, before, |new| self.payloads.size(new));
            }
            (None, Some(padding), None) => layout.padding(filler(Owner::Padding, padding)?),
            (None, None, Some(gap)) => layout.push(filler(Owner::Gap, gap)?),
            _ => return Err(unfit("an entry, padding or a gap", json)),
        }
        Ok(())
    }
}

/// The data region as it grows.
struct Layout {
    places: HashMap<usize, usize>,
    data: Vec<Segment<'static>>,
    /// Where the next segment begins.
    at: usize,
    placed: Vec<bool>,
    moved: bool,
}

impl Layout {
    fn entry(&mut self, new: usize, size: usize) {
        self.placed[new] = true;
        self.push(Segment { owner: Owner::Entry(new), bytes: Body::Elsewhere(size) });
    }

    fn push(&mut self, segment: Segment<'static>) {
        self.at += segment.bytes.len();
        self.data.push(segment);
    }

    fn fresh_padding(&mut self) {
        self.push(Segment::padding(self.at, ALIGN));
    }

    /// An entry of before. If it is gone, so is its padding; if its size changed, its padding is made anew.
    fn known_entry(&mut self, id: usize, before: Option<usize>, size: impl Fn(usize) -> usize) {
        match self.places.get(&id).copied().filter(|new| !self.placed[*new]) {
            Some(new) => {
                self.entry(new, size(new));
                if before != Some(size(new)) {
                    self.moved = true;
                    self.fresh_padding();
                }
            }
            None => self.moved = true,
        }
    }

    /// Padding of before stays only behind an entry that kept its size.
    fn padding(&mut self, padding: Segment<'static>) {
        if matches!(self.data.last(), Some(Segment { owner: Owner::Entry(_), .. })) {
            self.push(padding);
        }
    }
}

fn list<T: serde::de::DeserializeOwned>(json: &Value, name: &str) -> Result<Vec<T>> {
    let list = json.get(name).unwrap_or(&Value::Null);
    serde_json::from_value(list.clone()).map_err(|_| unfit("a list", list).inside(name))
}

/// The directory's record of an entry; offsets and sizes follow when it is written.
fn record(entry: &Incoming) -> Result<Record> {
    let known = ["type", "attr1", "attr2", "attr3"];
    if let Some(key) = entry.attributes.keys().find(|key| !known.contains(&key.as_str())) {
        let wanted = format!("one of {}", known.join(", "));
        return Err(Error::unexpected(wanted, key).inside("attributes"));
    }
    let number = |name| member::<Option<u32>>(&entry.attributes, name).map(Option::unwrap_or_default);
    let kind = entry.attributes.get("type").unwrap_or(&Value::Null);
    let type_id = untag(kind).ok_or_else(|| unfit("four characters or a number", kind));
    Ok(Record {
        type_id: type_id.map_err(|e| e.inside("attributes.type"))?,
        attr1: number("attr1").map_err(|e| e.inside("attributes"))?,
        attr2: number("attr2").map_err(|e| e.inside("attributes"))?,
        size: 0,
        attr3: number("attr3").map_err(|e| e.inside("attributes"))?,
        name: name_field(entry)?,
        data_offset: 0,
        sort_index: 0,
    })
}

/// The field that held the name, as long as it still does; else a clean one.
fn name_field(entry: &Incoming) -> Result<Chars<36, CODE_PAGE>> {
    let raw = entry.raw_name.as_deref().and_then(|raw| raw.try_into().ok()).map(Chars::<36, CODE_PAGE>);
    if let Some(raw) = raw.filter(|raw| raw.show() == entry.name) {
        return Ok(raw);
    }
    let bytes = CodePage::numbered(CODE_PAGE).bytes(&entry.name);
    let bytes = bytes.filter(|bytes| !bytes.is_empty() && !bytes.contains(&0));
    bytes.and_then(|bytes| Chars::new(&bytes, true)).ok_or_else(|| {
        Error::unexpected("1 to 35 characters of Windows-1251", format_args!("{:?}", entry.name))
            .inside("name")
    })
}
