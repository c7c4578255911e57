//! The way back from a manifest to a JAR.
//!
//! A member that nobody touched keeps its very bytes, headers and all. One that has new bytes keeps its place, name,
//! method, time, attributes and extra fields; its sums and sizes stand in front of it, whether they did before or not.

use super::kept::Kept;
use super::{
    CENTRAL, Central, DEFLATED, DESCRIBED, DESCRIPTOR, Descriptor, ENCIPHERED, END, End, Jar, LOCAL, Listed,
    Local, Member, STORED, Sums, UTF_8,
};
use super::{deflate, indexed, names, shelf, time};
use crate::CODE_PAGE;
use crate::phrases;
use relict_core::json::{Json, unfit};
use relict_core::prelude::*;
use serde_json::Value;

/// The first day that a ZIP can tell of: what new members get, since there is no clock here.
const FIRST_DAY: u16 = 0x0021;
/// The versions of the ZIP format that know stored and deflated members.
const FOR_STORED: u16 = 10;
const FOR_DEFLATED: u16 = 20;

parts! {
    /// What the headers of a member say that neither its bytes nor its attributes do.
    pub struct Packing {
        /// How its stored bytes are packed.
        pub method: u16,
        /// Of the bytes that come out.
        pub crc: u32,
        /// Of the bytes that come out.
        pub size: u32,
        /// The program and system that made it.
        pub made_by: u16,
        /// The version that it takes.
        pub needed: u16,
        /// As the directory has them.
        pub flags: u16,
        /// As the directory has them.
        pub internal: u16,
        /// As the directory has them.
        pub external: u32,
        /// Only if it is not 0.
        pub disk: Option<u16> = sparse,
        /// In the directory.
        pub extra: Option<Bytes<'static>> = sparse,
        /// In front of the bytes, where it is another.
        pub local_extra: Option<Bytes<'static>> = sparse,
        /// In front of the bytes, where it is another.
        pub local_name: Option<Bytes<'static>> = sparse,
        /// Beside that name, what the directory said.
        pub listed_name: Option<Bytes<'static>> = sparse,
        /// The header in front of the bytes, where it says something else than the directory.
        pub local: Option<Local> = sparse,
        /// Beside that header, what the directory said: the date, and in the lower half the time.
        pub listed_time: Option<u32> = sparse,
        /// Behind the bytes.
        pub descriptor: Option<Bytes<'static>> = sparse,
    }
}

fn owned(bytes: &[u8]) -> Bytes<'static> {
    bytes.to_vec().into()
}

/// A date and a time in one number.
fn joined(date: u16, time: u16) -> u32 {
    u32::from(date) << 16 | u32::from(time)
}

fn put<T: Field>(value: &T) -> Vec<u8> {
    let mut bytes = vec![0; T::SIZE];
    value.put(&mut bytes);
    bytes
}

impl Packing {
    pub(super) fn of(listed: &Listed<'_>, member: Option<&Member<'_>>) -> Self {
        let Central {
            method,
            crc,
            unpacked_size: size,
            made_by,
            needed,
            flags,
            internal,
            external,
            disk,
            ..
        } = listed.header;
        let given = |bytes: &[u8], is_given: bool| is_given.then(|| owned(bytes));
        let extra = given(&listed.extra, !listed.extra.is_empty());
        let plain = member.map(|member| local(&listed.header, member.name.len(), member.extra.len()));
        let odd = |member: &&Member<'_>| plain.as_ref().map(put) != Some(put(&member.header));
        let odd = member.filter(odd);
        Self {
            method,
            crc,
            size,
            made_by,
            needed,
            flags,
            internal,
            external,
            disk: Some(disk).filter(|disk| *disk != 0),
            local_extra: member.and_then(|it| given(&it.extra, *it.extra != *listed.extra)),
            local_name: member.and_then(|it| given(&it.name, *it.name != *listed.name)),
            listed_name: member.and_then(|it| given(&listed.name, *it.name != *listed.name)),
            local: odd.map(|member| member.header.clone()),
            listed_time: odd.map(|_| joined(listed.header.date, listed.header.time)),
            descriptor: member.and_then(|member| member.descriptor.as_ref()).map(|it| it.bytes().into()),
            extra,
        }
    }

    /// Of a member that was not there before.
    fn new(name: &[u8], method: u16) -> Self {
        let needed = if method == STORED { FOR_STORED } else { FOR_DEFLATED };
        Self {
            method,
            crc: 0,
            size: 0,
            made_by: FOR_DEFLATED,
            needed,
            flags: if name.is_ascii() { 0 } else { UTF_8 },
            internal: 0,
            external: 0,
            disk: None,
            extra: None,
            local_extra: None,
            local_name: None,
            listed_name: None,
            local: None,
            listed_time: None,
            descriptor: None,
        }
    }

    /// For new bytes: what spoke of the old ones is gone.
    fn renewed(self, method: u16, crc: u32, size: u32) -> Self {
        let flags = self.flags & !(DESCRIBED | ENCIPHERED);
        let (local, listed_time, local_name, listed_name) = (None, None, None, None);
        let descriptor = None;
        Self { method, crc, size, flags, local, listed_time, local_name, listed_name, descriptor, ..self }
    }
}

impl Descriptor {
    fn bytes(&self) -> Vec<u8> {
        let signature = self.signature.map(|signature| signature.0.to_vec()).unwrap_or_default();
        [signature, put(&self.sums)].concat()
    }

    fn of(bytes: &[u8]) -> Result<Self> {
        let signed = bytes.strip_prefix(DESCRIPTOR).filter(|rest| rest.len() == Sums::SIZE);
        let sums = signed.unwrap_or(bytes);
        let wanted = || {
            Error::unexpected(phrases::bytes_12_or_16(), bytes.len()).inside("descriptor").inside("packing")
        };
        let sums = Some(sums).filter(|sums| sums.len() == Sums::SIZE).ok_or_else(wanted)?;
        Ok(Self { signature: signed.map(|_| Chars(*DESCRIPTOR)), sums: Sums::get(sums) })
    }
}

/// The header in front of the bytes, as the directory's record of them has it.
fn local(central: &Central, name: usize, extra: usize) -> Local {
    let later = central.flags & DESCRIBED != 0;
    let now = |number: u32| if later { 0 } else { number };
    Local {
        signature: Chars(*LOCAL),
        needed: central.needed,
        flags: central.flags,
        method: central.method,
        time: central.time,
        date: central.date,
        crc: now(central.crc),
        packed_size: now(central.packed_size),
        unpacked_size: now(central.unpacked_size),
        name_size: name as u16,
        extra_size: extra as u16,
    }
}

/// The end record as a writer makes it.
fn end(jar: &Jar<'_>, directory: usize, size: usize) -> Result<End> {
    let entries = u16::try_from(jar.directory.len())
        .map_err(|_| Error::unexpected(phrases::at_most_entries(u16::MAX), jar.directory.len()))?;
    let outside = || {
        Error::unexpected(phrases::an_offset_below_the_archive(), directory).inside("base").inside("frame")
    };
    Ok(End {
        signature: Chars(*END),
        disk: 0,
        directory_disk: 0,
        entries_here: entries,
        entries,
        directory_size: region::fit(size)?,
        directory_offset: region::fit(directory)?.checked_sub(jar.base).ok_or_else(outside)?,
        comment_size: sized("comment", jar.comment.len())?,
    })
}

fn sized(field: &'static str, size: usize) -> Result<u16> {
    u16::try_from(size).map_err(|_| Error::unexpected(phrases::at_most_bytes(u16::MAX), size).inside(field))
}

/// The end record, if a writer would not make it up, and where the directory really is and how large.
pub(super) fn framed_end(jar: &Jar<'_>) -> Vec<(String, Value)> {
    let directory =
        jar.members.iter().map(|member| member.gap.len() + member.size()).sum::<usize>() + jar.gap.len();
    let size = jar.directory.iter().map(Listed::size).sum();
    let plain = end(jar, directory, size).ok();
    match plain.as_ref().map(put) == Some(put(&jar.end)) {
        true => vec![],
        false => vec![("end".into(), jar.end.to_json()), ("directory".into(), vec![directory, size].into())],
    }
}

/// The JAR that a manifest stands for.
pub(super) fn assemble(
    frame: &Frame,
    incoming: &[EntrySpec],
    payloads: &dyn Payloads,
) -> Result<Jar<'static>> {
    let known = ["comment", "base", "data", "strays", "between", "tail", "end", "directory"];
    indexed::expect_in_place(incoming, payloads)?;
    Builder { rebuild: Rebuild::new(frame, &known, incoming, payloads)? }.build()
}

struct Builder<'b> {
    rebuild: Rebuild<'b>,
}

/// A member and its record, which do not know yet where they lie.
struct Made {
    member: Member<'static>,
    listed: Listed<'static>,
}

impl Builder<'_> {
    fn build(&self) -> Result<Jar<'static>> {
        let rebuild = &self.rebuild;
        let made = rebuild.each(|i, entry| self.made(i, entry))?;
        let bodies: Vec<_> = made.iter().map(|made| Body::Elsewhere(made.member.size())).collect();
        let Laid { data, strays, .. } = rebuild.laid(0, 1, &bodies, false)?;
        let (members, directory) = made.into_iter().map(|made| (Some(made.member), made.listed)).unzip();
        let mut jar = Jar {
            members: vec![],
            gap: Bytes::default(),
            directory,
            between: rebuild.bytes("between")?.into(),
            end: End::get(&[0; End::SIZE]),
            comment: rebuild.get("comment")?.unwrap_or_default(),
            tail: rebuild.bytes("tail")?.into(),
            base: rebuild.get("base")?.unwrap_or_default(),
            lost: vec![],
            kept: Kept::default(),
        };
        let at = jar.place(&data, members)?;
        jar.place_strays(&strays);
        let size = jar.directory.iter().map(Listed::size).sum();
        jar.end = match self.odd_end()? {
            Some(odd) if self.is_still_right(&odd, &jar, [at, size])? => odd,
            _ => end(&jar, at, size)?,
        };
        Ok(jar)
    }

    /// An odd end record stays as long as nothing changed that it speaks of.
    fn odd_end(&self) -> Result<Option<End>> {
        let Some(end) = self.rebuild.get::<End>("end")? else { return Ok(None) };
        let Rebuild { incoming, payloads, .. } = &self.rebuild;
        let same =
            |(i, entry): (usize, &EntrySpec)| entry.id == Some(i) && payloads.source(i) != Source::Fresh;
        let untouched = incoming.len() == usize::from(end.entries) && incoming.iter().enumerate().all(same);
        Ok(Some(end).filter(|_| untouched))
    }

    /// Whether the directory is where it was and as large, and the comment as long. Names and comments of members may be
    /// edited without a new member.
    fn is_still_right(&self, end: &End, jar: &Jar<'_>, directory: [usize; 2]) -> Result<bool> {
        let before = self.rebuild.get::<Vec<u32>>("directory")?;
        let same = before.is_none_or(|before| before.into_iter().map(|number| number as usize).eq(directory));
        Ok(same && usize::from(end.comment_size) == jar.comment.len())
    }

    fn made(&self, index: usize, entry: &EntrySpec) -> Result<Made> {
        entry.expect_attributes(&["method", "time", "comment"])?;
        let name = name(entry)?;
        let before: Option<Packing> = Option::from_json(&entry.packing).map_err(|e| e.inside("packing"))?;
        let source = self.rebuild.payloads.source(index);
        let method = self.method(entry, before.as_ref(), &name, index)?;
        let (payload, packing) = match before {
            Some(before) if source == Source::Shared => (Body::Here(Bytes::default()), before),
            Some(before) if source == Source::Stored && before.method == method => {
                (Body::Elsewhere(self.rebuild.payloads.size(index)), before)
            }
            Some(before) => {
                let stored = (source == Source::Stored).then_some(&before);
                let (payload, crc, size) = self.packed(index, method, stored)?;
                (payload, before.renewed(method, crc, size))
            }
            None if source == Source::Fresh => {
                let (payload, crc, size) = self.packed(index, method, None)?;
                (payload, Packing::new(&name, method).renewed(method, crc, size))
            }
            None => {
                return Err(
                    Error::unexpected(phrases::how_it_is_packed(), phrases::nothing()).inside("packing")
                );
            }
        };
        made(index, entry, name, payload, &packing)
    }

    /// As the manifest says, or as it was; a new member is deflated, but a folder has nothing to deflate.
    fn method(&self, entry: &EntrySpec, before: Option<&Packing>, name: &[u8], index: usize) -> Result<u16> {
        let is_folder = name.ends_with(b"/") && self.rebuild.payloads.size(index) == 0;
        let usual = before.map_or(if is_folder { STORED } else { DEFLATED }, |before| before.method);
        let Some(stated) = entry.attributes.get("method") else { return Ok(usual) };
        let known = [STORED, DEFLATED].into_iter().find(|method| shelf::method(*method) == *stated);
        let number = || stated.as_u64().and_then(|number| u16::try_from(number).ok());
        let wanted = || unfit(phrases::stored_or_deflate(), stated).inside("method").inside("attributes");
        known.or_else(number).ok_or_else(wanted)
    }

    /// New bytes, packed, with their sum and their size. What `stored` tells of is unpacked first.
    fn packed(
        &self,
        index: usize,
        method: u16,
        stored: Option<&Packing>,
    ) -> Result<(Body<'static>, u32, u32)> {
        let bytes = self.rebuild.payloads.load(index)?;
        let plain = match stored {
            Some(before) => unpacked(before, &bytes)?.into(),
            None => bytes,
        };
        let mut crc = flate2::Crc::new();
        crc.update(&plain);
        let size = region::fit(plain.len())?;
        let body = match method {
            STORED if stored.is_none() => Body::Elsewhere(plain.len()),
            STORED => Body::Here(owned(&plain)),
            DEFLATED => Body::Here(deflate::pack(&plain).into()),
            other => {
                let error = Error::unexpected(phrases::stored_or_deflate_since_new(), other);
                return Err(error.inside("method").inside("attributes"));
            }
        };
        Ok((body, crc.sum(), size))
    }
}

/// What the stored bytes of before stand for.
pub(super) fn unpacked(before: &Packing, packed: &[u8]) -> Result<Vec<u8>> {
    let mut bytes = vec![];
    let outcome = match before.method {
        STORED => return Ok(packed.to_vec()),
        DEFLATED if before.size as usize <= super::MEMBER => {
            deflate::unpack(packed, before.size as usize, &mut |piece| bytes.extend_from_slice(piece)).ok()
        }
        _ => None,
    };
    outcome
        .map(|()| bytes)
        .ok_or_else(|| Error::unexpected(phrases::bytes_that_unpack(), phrases::others()).inside("packing"))
}

/// A member and its record, as far as they do not depend on their place.
fn made(
    index: usize,
    entry: &EntrySpec,
    name: Vec<u8>,
    payload: Body<'static>,
    packing: &Packing,
) -> Result<Made> {
    let (date, time) = stated_time(entry)?;
    let comment: Text<'static, CODE_PAGE> = entry.attribute("comment")?.unwrap_or_default();
    let extra = packing.extra.clone().unwrap_or_default();
    let header = Central {
        signature: Chars(*CENTRAL),
        made_by: packing.made_by,
        needed: packing.needed,
        flags: packing.flags,
        method: packing.method,
        time,
        date,
        crc: packing.crc,
        packed_size: region::fit(payload.len())?,
        unpacked_size: packing.size,
        name_size: sized("name", name.len())?,
        extra_size: sized("extra", extra.len())?,
        comment_size: sized("comment", comment.len())?,
        disk: packing.disk.unwrap_or_default(),
        internal: packing.internal,
        external: packing.external,
        offset: 0,
    };
    // What is odd about a name or a time goes with it.
    let renamed = packing.listed_name.as_deref().is_some_and(|before| *before != *name);
    let local_name = packing.local_name.as_deref().filter(|_| !renamed).unwrap_or(&name).to_vec();
    let local_extra = packing.local_extra.clone().unwrap_or_else(|| extra.clone());
    sized("local_extra", local_extra.len().max(local_name.len()))?;
    let plain = local(&header, local_name.len(), local_extra.len());
    let sizes = (plain.name_size, plain.extra_size);
    let odd = packing.local.clone().filter(|odd| (odd.name_size, odd.extra_size) == sizes);
    let touched = packing.listed_time.is_some_and(|before| before != joined(date, time));
    let odd = odd.map(|odd| if touched { Local { date, time, ..odd } } else { odd });
    let member = Member {
        entry: region::fit(index)?,
        gap: Bytes::default(),
        header: odd.unwrap_or(plain),
        name: local_name.into(),
        extra: local_extra,
        payload,
        descriptor: packing.descriptor.as_deref().map(Descriptor::of).transpose()?,
    };
    Ok(Made { member, listed: Listed { header, name: name.into(), extra, comment } })
}

fn stated_time(entry: &EntrySpec) -> Result<(u16, u16)> {
    let Some(stated) = entry.attributes.get("time").filter(|time| !time.is_null()) else {
        return Ok((FIRST_DAY, 0));
    };
    let wanted = phrases::a_time_of_even_seconds();
    let parsed = stated.as_str().and_then(time::parsed);
    parsed.ok_or_else(|| unfit(wanted, stated).inside("time").inside("attributes"))
}

/// The bytes of the name: those of before as long as they still show it. A new one must be safe.
fn name(entry: &EntrySpec) -> Result<Vec<u8>> {
    let same = |raw: &&Vec<u8>| names::shown(raw) == entry.name;
    if let Some(raw) = entry.raw_name.as_ref().filter(same) {
        return Ok(raw.clone());
    }
    if entry.id.is_none() && (entry.name.is_empty() || names::danger(&entry.name).is_some()) {
        let wanted = phrases::a_name_of_folders_and_file();
        return Err(Error::unexpected(wanted, quoted(&entry.name)).inside("name"));
    }
    Ok(entry.name.as_bytes().to_vec())
}

/// A file as a new member: deflated, and of the first day that there is. Whatever it is, it stays as it is.
pub(super) const ADD: AddOps = AddOps { picture: None, model: None, folders: true, spec };

fn spec(new: &NewEntry<'_>) -> Result<EntrySpec> {
    let spec = EntrySpec::new(new.name, serde_json::Map::new());
    name(&spec).map(|_| spec)
}

impl Jar<'static> {
    /// Puts members and gaps in their places and tells the directory of them. Returns where the directory begins.
    fn place(&mut self, data: &[Segment<'_>], mut members: Vec<Option<Member<'static>>>) -> Result<usize> {
        let (mut at, mut gap) = (0, vec![]);
        for segment in data {
            let Owner::Entry(i) = segment.owner else {
                gap.extend_from_slice(segment.bytes.here());
                continue;
            };
            let Some(mut member) = members.get_mut(i).and_then(Option::take) else { continue };
            at += gap.len();
            let outside =
                || Error::unexpected(phrases::bytes_before_the_archive(), at).inside("base").inside("frame");
            let offset = region::fit(at)?.checked_sub(self.base).ok_or_else(outside)?;
            if let Some(listed) = self.directory.get_mut(i) {
                listed.header.offset = offset;
            }
            at += member.size();
            member.gap = std::mem::take(&mut gap).into();
            self.members.push(member);
        }
        at += gap.len();
        self.gap = gap.into();
        Ok(at)
    }

    /// Records whose members cannot be had say what they said.
    fn place_strays(&mut self, strays: &[Stray]) {
        for stray in strays {
            if let Some(listed) = self.directory.get_mut(stray.entry as usize) {
                (listed.header.offset, listed.header.packed_size) = (stray.data_offset, stray.size);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::{Map, json};

    #[test]
    fn new_names_must_stay_inside() {
        for bad in ["", "../x", "/x", "a\\b", "C:x"] {
            assert!(name(&EntrySpec::new(bad, Map::new())).is_err(), "{bad}");
        }
        let old = EntrySpec { id: Some(0), ..EntrySpec::new("../x", Map::new()) };
        assert_eq!(name(&old).unwrap(), b"../x");
    }

    #[test]
    fn attributes_are_understood_or_refused() {
        let with = |key: &str, value: Value| {
            let attributes = [(key.to_owned(), value)].into_iter().collect();
            EntrySpec::new("a", attributes)
        };
        assert_eq!(stated_time(&with("time", json!("2006-01-01T10:02:02"))).unwrap(), (0x3421, 0x5041));
        assert!(stated_time(&with("time", json!("today"))).is_err());
        assert_eq!(stated_time(&with("x", json!(1))).unwrap(), (FIRST_DAY, 0));
    }
}
