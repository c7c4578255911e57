//! RsLi: the older archive of the NGI engine. A header, the enciphered table of entries, and their packed bytes.
//!
//! The game ships two of them, `gamefont.rlb` and `sprites.lib`.

mod check;
mod cipher;
mod codec;
mod deflate;
mod lzhuf;
mod lzss;
mod method;
mod rebuild;
mod shelf;

use crate::CODE_PAGE;
use crate::phrases;
use codec::{Fault, Sink};
use method::Method;
use relict_core::prelude::*;
use relict_core::report::Args;
use serde_json::{Map, Value};

const MAGIC: &[u8; 2] = b"NL";
const TRAILER_MAGIC: &[u8; 2] = b"AO";
const VERSION: u8 = 1;
/// What `presorted` holds where the table of names is stored.
const PRESORTED: u16 = 0xABBA;
/// Payloads follow each other without padding.
const ALIGN: usize = 1;

record! {
    /// How the file begins.
    pub struct Header: 32 {
        /// `NL`.
        0x00 magic: Chars<2, CODE_PAGE>,
        /// Zero; the engine refuses anything else.
        0x02 reserved: u8,
        /// 1; the engine refuses any other.
        0x03 version: u8,
        /// How many records the table has.
        0x04 entry_count: i16 = derived,
        /// The same number once more in the game's own files. The engine does not look at it.
        0x06 entry_count_again: i16,
        /// Meaning unknown; kept as found.
        0x08 unk08: [u8; 6],
        /// 0xABBA if the table of names is stored; with any other value the engine makes it anew.
        0x0E presorted: u16,
        /// Of all entries together, in the game's own files. The engine does not look at it.
        0x10 unpacked_total: u32,
        /// Its low half is the key of the table.
        0x14 seed: u32,
        /// Zero in the game's own files; kept as found.
        0x18 unk18: [u8; 8],
    }
}

record! {
    /// One entry of the table, deciphered.
    pub struct Record: 32 {
        /// Upper case; a zero follows only where there is room.
        0x00 name: Chars<12, CODE_PAGE>,
        /// The engine does not look at them; kept as found.
        0x0C service: [u8; 4],
        /// The bits 0x1E0 choose how the bytes are packed; what the others mean is unknown.
        0x10 flags: u16,
        /// Slot i of the table that lists all entries by name. Entry i has it as its key too.
        0x12 sort_to_original: i16,
        /// Of the bytes that come out.
        0x14 unpacked_size: u32,
        /// From the start of the file, or from as many bytes behind it as the trailer says.
        0x18 data_offset_raw: u32 = derived,
        /// Of the bytes in the file.
        0x1C packed_size: u32 = derived,
    }
}

record! {
    /// How a file ends whose offsets count from somewhere else. The engine looks for it only if asked to.
    pub struct Trailer: 6 {
        /// `AO`.
        0x00 magic: Chars<2, CODE_PAGE>,
        /// What is to be added to every offset.
        0x02 overlay: u32,
    }
}

parts! {
    /// Archive of packed payloads, the older container of the NGI engine.
    pub struct Rsli<'a> {
        /// At the front.
        pub header: Header,
        /// Enciphered in the file; here it is plain.
        pub table: Vec<Record>,
        /// What the table names and what lies between, in the order of the file.
        pub data: Vec<Segment<'a>>,
        /// At the very end, if at all.
        pub trailer: Option<Trailer>,
        /// The entry that states one packed byte more than the file has.
        pub eof_plus_one: Option<u32>,
        /// Entries that lie outside, or on the bytes of others. Their sizes are packed ones.
        pub strays: Vec<Stray>,
    }
}

impl Header {
    /// The header of an archive of which nothing more is known.
    fn plain(entry_count: i16, unpacked_total: u32) -> Self {
        Self {
            magic: Chars(*MAGIC),
            reserved: 0,
            version: VERSION,
            entry_count,
            entry_count_again: entry_count,
            unk08: [0; 6],
            presorted: PRESORTED,
            unpacked_total,
            seed: 0,
            unk18: [0; 8],
        }
    }

    fn table_key(&self) -> u16 {
        self.seed as u16
    }

    /// How many records the table has, all of which must be there.
    fn count(&self, file: usize) -> Result<usize> {
        let stated = self.entry_count;
        let count = usize::try_from(stated)
            .map_err(|_| broken(&COUNT, "header.entry_count", args!(stated = stated)))?;
        let room = file.saturating_sub(Self::SIZE) / Record::SIZE;
        if count > room {
            return Err(broken(&TABLE_OUTSIDE, "header.entry_count", args!(stated = stated, room = room)));
        }
        Ok(count)
    }
}

impl Record {
    fn method(&self) -> Option<Method> {
        Method::of(self.flags)
    }

    /// Whether its bytes are those in the file, of which there are so many.
    fn is_plain(&self, stored: usize) -> bool {
        self.method().is_some_and(Method::is_plain) && stored == self.unpacked_size as usize
    }

    /// Unpacks the stored bytes of this entry into `sink`, exactly as many as it states.
    fn unpack(&self, key: u16, packed: &[u8], sink: &mut Sink<'_>) -> Result<()> {
        let method = self.method().ok_or_else(|| self.unknown_method())?;
        let outcome = method.decode(key, packed, self.unpacked_size as usize, sink);
        outcome.map_err(|fault| match fault {
            Fault::TooLong => self.wrong_size("longer"),
            Fault::TooShort { .. } => self.wrong_size("shorter"),
            Fault::Exhausted { produced } => self.bad_stream("exhausted", produced),
            Fault::Corrupt { produced } => self.bad_stream("corrupt", produced),
        })
    }

    /// The bytes that the stored ones stand for.
    fn unpacked(&self, key: u16, packed: &[u8], limits: Limits) -> Result<Vec<u8>> {
        let (size, most) = (self.unpacked_size as usize, limits.unpacked);
        if size > most {
            return Err(Error::unexpected(phrases::at_most_bytes(most), size).inside("unpacked_size"));
        }
        let possible = self.method().map_or(0, |method| method.most(packed.len()));
        let mut out = Vec::with_capacity(size.min(possible));
        self.unpack(key, packed, &mut |chunk| out.extend_from_slice(chunk))?;
        Ok(out)
    }

    fn unknown_method(&self) -> Error {
        broken(&METHOD, "flags", self.method_args())
    }

    fn method_args(&self) -> Args {
        args!(name = self.name.show().as_ref(), method = method::shown(self.flags))
    }

    fn wrong_size(&self, outcome: &str) -> Error {
        broken(&SIZE, "unpacked_size", self.size_args(outcome))
    }

    /// What comes out is `longer` or `shorter` than stated.
    fn size_args(&self, outcome: &str) -> Args {
        args!(name = self.name.show().as_ref(), stated = self.unpacked_size, outcome = outcome)
    }

    fn bad_stream(&self, fault: &str, produced: usize) -> Error {
        let mut args = self.method_args();
        args.extend(args!(fault = fault, produced = produced, stated = self.unpacked_size));
        broken(&STREAM, "packed_size", args)
    }
}

/// What the sizes in a table add up to, in the 32 bits that the header has for it.
fn unpacked_total(table: &[Record]) -> u32 {
    table.iter().fold(0, |total, record| record.unpacked_size.wrapping_add(total))
}

/// What is wrong with the stored table of names, slot by slot.
fn sort_flaws(table: &[Record]) -> impl Iterator<Item = (usize, Flaw)> {
    let slots = table.iter().map(|record| usize::try_from(record.sort_to_original).ok());
    lookup::flaws(slots, table.len(), |place| table[place].name.text())
}

/// The places of entries by name, as the engine compares them: byte by byte, case and all.
fn sorted_by_name(table: &[Record]) -> Vec<usize> {
    lookup::sorted(table.len(), |place| table[place].name.text())
}

/// The table of names that counts: the stored one, or a new one where it is not said to be there or cannot be searched.
///
/// Slot i is also the key of entry i. Where the header does not promise a table, the engine makes it and takes the keys
/// from there. Where the promise is broken we do the same: the names are the only evidence of what the table was
/// when the entries were enciphered.
fn effective_order(header: &Header, table: &[Record]) -> Vec<usize> {
    let stored = || table.iter().flat_map(|record| usize::try_from(record.sort_to_original));
    let sound = header.presorted == PRESORTED && sort_flaws(table).next().is_none();
    if sound { stored().collect() } else { sorted_by_name(table) }
}

/// Where payloads may lie, and what their offsets lack.
struct Room {
    start: usize,
    end: usize,
    overlay: u32,
}

impl Room {
    fn offset(&self, record: &Record) -> usize {
        let offset = u64::from(record.data_offset_raw) + u64::from(self.overlay);
        usize::try_from(offset).unwrap_or(usize::MAX)
    }

    /// Whether an entry states one byte more than there is, as `INTERF8.TEX` in the game's `sprites.lib` does.
    /// Its bytes reach the very end, so if they are its own it is the last in the file, and only one can be so.
    fn is_overrun(&self, record: &Record) -> bool {
        let end = self.offset(record).saturating_add(record.packed_size as usize);
        let deflate = record.method().is_some_and(Method::is_deflate);
        deflate && record.packed_size > 1 && end.checked_sub(1) == Some(self.end)
    }

    /// The offset and size of the bytes that are there.
    fn place(&self, record: &Record) -> (usize, usize) {
        let size = record.packed_size as usize - usize::from(self.is_overrun(record));
        (self.offset(record), size)
    }

    fn holds(&self, table: &[Record]) -> bool {
        table.iter().map(|record| self.place(record)).all(|(offset, size)| self.contains(offset, size))
    }

    fn contains(&self, offset: usize, size: usize) -> bool {
        offset >= self.start && offset.saturating_add(size) <= self.end
    }
}

/// The trailer, if the file ends in one. A payload may end in such bytes by chance, so what looks like a trailer
/// is none if the payloads fit into the file only without it.
fn find_trailer(bytes: &[u8], start: usize, table: &[Record]) -> Option<Trailer> {
    let end = bytes.len().checked_sub(Trailer::SIZE).filter(|end| *end >= start)?;
    let trailer = Trailer::get(&bytes[end..]);
    let looks = trailer.magic.0 == *TRAILER_MAGIC && trailer.overlay as usize <= bytes.len();
    let fits = |end, overlay| Room { start, end, overlay }.holds(table);
    let is_one = looks && (fits(end, trailer.overlay) || !fits(bytes.len(), 0));
    is_one.then_some(trailer)
}

/// Whether bytes that lack one of the marks in front are an archive all the same: the other two are there, the counts
/// agree, and what there is of the table deciphers to names. No text gets so far, and other files only by design.
fn looks_broken(bytes: &[u8]) -> bool {
    let Some((header, rest)) = bytes.split_at_checked(Header::SIZE) else { return false };
    let header = Header::get(header);
    let marks = [header.magic.0 == *MAGIC, header.reserved == 0, header.version == VERSION];
    let count = usize::try_from(header.entry_count).unwrap_or(0).min(rest.len() / Record::SIZE);
    let agreed = header.entry_count == header.entry_count_again && count > 0;
    marks.iter().filter(|mark| **mark).count() >= 2 && agreed && {
        let table = cipher::xor(header.table_key(), &rest[..count * Record::SIZE]);
        table.chunks_exact(Record::SIZE).map(Record::get).all(|record| is_usual_name(record.name.text()))
    }
}

/// Whether the engine's own tools would give such a name.
fn is_usual_name(name: &[u8]) -> bool {
    let usual = |byte: &u8| byte.is_ascii_graphic() && !byte.is_ascii_lowercase();
    !name.is_empty() && name.iter().all(usual)
}

impl<'a> Format<'a> for Rsli<'a> {
    const ID: &'static str = "ngi.rsli";
    const ENDINGS: &'static [&'static str] = &["lib", "rlb"];
    const RULES: Rules = RULES;
    const MEASURES: Measures = MEASURES;
    const FACETS: Facets<Self> = Facets::<Self>::NONE.archive(
        ArchiveOps {
            kept_when_canonical: &["header", "overlay"],
            add: Some(rebuild::ADD),
            ..ArchiveOps::new(Self::assemble)
        },
        |rsli| Some(Box::new(shelf::Shelf::new(rsli))),
    );

    fn claims(_: Origin<'_>, bytes: &[u8]) -> Claim {
        if bytes.starts_with(&[MAGIC[0], MAGIC[1], 0, VERSION]) {
            return Claim::Sure;
        }
        if looks_broken(bytes) { Claim::Broken } else { Claim::No }
    }

    fn read(c: &mut Cursor<'a>, _: Origin<'_>) -> Result<Self> {
        let header: Header = c.get("header")?;
        if header.magic.0 != *MAGIC {
            let found = header.magic.0.escape_ascii().to_string();
            return Err(broken(&BAD_MAGIC, "header.magic", args!(found = found)));
        }
        let (file, key) = (c.whole(), header.table_key());
        let table: Vec<Record> =
            c.list_deciphered("table", header.count(file.len())?, |bytes| cipher::xor(key, bytes))?;
        let (start, trailer) = (c.pos(), find_trailer(file, c.pos(), &table));
        let room = match &trailer {
            Some(trailer) => Room { start, end: file.len() - Trailer::SIZE, overlay: trailer.overlay },
            None => Room { start, end: file.len(), overlay: 0 },
        };
        let stated = table.iter().map(|record| room.place(record));
        let (data, places) = region::read(c, room.start..room.end, ALIGN, stated)?;
        let mut own = (0..).zip(table.iter().zip(&places)).filter(|(_, (_, place))| **place == Place::Own);
        let eof_plus_one = own.find(|(_, (record, _))| room.is_overrun(record)).map(|(i, _)| i);
        let stated = table.iter().map(|record| (record.data_offset_raw, record.packed_size));
        let strays = region::strays(&places, stated);
        let trailer = c.get_if(trailer.is_some(), "trailer")?;
        Ok(Self { header, table, data, trailer, eof_plus_one, strays })
    }

    fn write(&self, out: &mut Put) {
        let table = match self.placed() {
            Ok(table) => table,
            Err(error) => return out.fail(error),
        };
        let Ok(entry_count) = i16::try_from(table.len()) else {
            let wanted = phrases::at_most_entries(i16::MAX);
            return out.fail(Error::unexpected(wanted, table.len()).inside("table"));
        };
        out.put(&Header { entry_count, ..self.header.clone() });
        out.list_enciphered(&table, |bytes| cipher::xor(self.header.table_key(), bytes));
        region::write(&self.data, out);
        out.put_if(&self.trailer);
    }

    fn check(&self, report: &mut Report, _: Context<'_>) {
        self.check_all(report);
    }

    fn measure(&self, cases: &mut Cases, _: Origin<'_>) {
        let Header { entry_count_again, unpacked_total, presorted, .. } = self.header;
        let total: u64 = self.table.iter().map(|record| u64::from(record.unpacked_size)).sum();
        cases.claim(&COUNTED_TWICE, usize::try_from(entry_count_again) == Ok(self.table.len()));
        cases.claim(&SUMMED, u64::from(unpacked_total) == total);
        cases.claim(&STORES_NAMES, presorted == PRESORTED);
        cases.claim(&NO_TRAILER, self.trailer.is_none());
        self.table.iter().for_each(|record| cases.tally(&FLAG_VALUES, record.flags));
    }

    fn facts(&self) -> Facts {
        let mut methods = Map::new();
        for record in &self.table {
            let count = methods.entry(method::shown(record.flags)).or_insert_with(|| 0.into());
            *count = (count.as_u64().unwrap_or(0) + 1).into();
        }
        let mut facts = vec![
            ("entries", self.table.len().into()),
            ("methods", Value::Object(methods)),
            ("presorted", (self.header.presorted == PRESORTED).into()),
        ];
        facts.extend(self.trailer.iter().map(|trailer| ("overlay", trailer.overlay.into())));
        facts
    }
}

impl Rsli<'_> {
    fn assemble(frame: &Frame, incoming: &[EntrySpec], payloads: &dyn Payloads, out: &mut Put) {
        match rebuild::assemble(frame, incoming, payloads) {
            Ok(rsli) => rsli.write(out),
            Err(error) => out.fail(error),
        }
    }
}

impl Rsli<'_> {
    fn room(&self) -> Room {
        let start = Header::SIZE + self.table.len() * Record::SIZE;
        let overlay = self.trailer.as_ref().map_or(0, |trailer| trailer.overlay);
        Room { start, end: start.saturating_add(region::len(&self.data)), overlay }
    }

    /// The table, with the offsets and sizes that follow from the rest.
    fn placed(&self) -> Result<Vec<Record>> {
        let mut table = self.table.clone();
        let Room { start, overlay, .. } = self.room();
        region::place(&self.data, start, &mut table, |record, offset, size| {
            let raw = region::fit(offset)?.checked_sub(overlay);
            let wanted = || phrases::an_offset_from(overlay);
            record.data_offset_raw = raw.ok_or_else(|| Error::unexpected(wanted(), offset))?;
            record.packed_size = region::fit(size)?;
            Ok(())
        })?;
        if let Some(record) = self.eof_plus_one.and_then(|entry| table.get_mut(entry as usize)) {
            record.packed_size = record.packed_size.saturating_add(1);
        }
        for stray in &self.strays {
            if let Some(record) = table.get_mut(stray.entry as usize) {
                (record.data_offset_raw, record.packed_size) = (stray.data_offset, stray.size);
            }
        }
        Ok(table)
    }
}

measures! { "rsli":
    Claim COUNTED_TWICE = "counted-twice";
    Claim SUMMED = "unpacked-total";
    Claim STORES_NAMES = "presorted";
    Claim NO_TRAILER = "no-trailer";
    Tally FLAG_VALUES = "flags";
}

rules! { "rsli":
    Error BAD_MAGIC = "magic";
    Error RESERVED = "reserved";
    Error ODD_VERSION = "version";
    Error COUNT = "count";
    Error TABLE_OUTSIDE = "table-outside";
    Error PAYLOAD_OUTSIDE = "payload-outside";
    Error PAYLOAD_OVERLAP = "payload-overlap";
    Error METHOD = "method";
    Error SIZE = "size";
    Error STREAM = "stream";
    Error NAME_EMPTY = "name-empty";
    Error SORT_RANGE = "sort-range";
    Error SORT_DUPLICATE = "sort-duplicate";
    Error SORT_ORDER = "sort-order";
    Warning KEYS_UNCERTAIN = "keys-uncertain";
    Warning EOF_PLUS_ONE = "eof-plus-one";
    Warning COUNT_REPEATED = "count-repeated";
    Warning TOTAL = "total";
    Warning OVERLAY = "overlay";
    Warning UNINDEXED = "unindexed";
    Warning NAME_CASE = "name-case";
}

#[cfg(test)]
mod tests {
    use super::*;
    use relict_core::format::{Document, Kind};
    use relict_core::repack::{Content, Repack};
    use serde_json::json;
    use std::collections::BTreeSet;

    const GOOD: [&str; 4] =
        ["rsli_presorted.lib", "rsli_unsorted.lib", "rsli_overlay.lib", "rsli_eofplus1.lib"];

    /// The worked example of the specification.
    const EXAMPLE: [u8; 107] = [
        0x4E, 0x4C, 0x00, 0x01, 0x02, 0x00, 0x02, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0xBA, 0xAB, 0x10,
        0x00, 0x00, 0x00, 0x34, 0x12, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x38, 0xA9,
        0xE4, 0xD7, 0xB2, 0x56, 0xB7, 0xD4, 0x21, 0x27, 0x5B, 0xE7, 0x01, 0x64, 0x9F, 0x8A, 0xE4, 0x24, 0x3B,
        0x77, 0x9E, 0x93, 0xE4, 0x4D, 0xF5, 0xB8, 0x81, 0xFB, 0x77, 0xD0, 0x69, 0xDF, 0x26, 0xEB, 0x1E, 0xE6,
        0x83, 0x2C, 0x35, 0x69, 0xBA, 0xFA, 0x49, 0x85, 0x84, 0xCB, 0x3C, 0x11, 0x47, 0x1B, 0x27, 0x61, 0xBE,
        0xE7, 0x6E, 0xE2, 0x5F, 0x35, 0x7C, 0x8F, 0xAF, 0xA4, 0x94, 0xD2, 0x7A, 0x69, 0x79, 0x3E, 0x4B, 0x02,
        0x03, 0x61, 0x62, 0xEE, 0xF5,
    ];

    fn kind() -> &'static Kind {
        crate::FORMATS.iter().find(|kind| kind.id == "ngi.rsli").unwrap()
    }

    fn fixture(name: &str) -> Vec<u8> {
        let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../fixtures/ngi/");
        std::fs::read(format!("{folder}{name}")).unwrap()
    }

    fn read(bytes: &[u8]) -> Rsli<'_> {
        Rsli::read(&mut Cursor::new(bytes), Origin::default()).unwrap()
    }

    fn codes(bytes: &[u8]) -> Vec<&'static str> {
        let mut report = Report::default();
        read(bytes).check(&mut report, Context::ALONE);
        report.codes()
    }

    /// The rule by which bytes are refused.
    fn refusal(bytes: &[u8]) -> &'static str {
        let error = kind().open(bytes, Origin::default()).err().unwrap();
        assert!(error.offset.is_some(), "{error}");
        kind().broken_rule(&error).code
    }

    /// A fixture with one field of its header changed.
    fn headed(name: &str, change: impl FnOnce(&mut Header)) -> Vec<u8> {
        let mut bytes = fixture(name);
        let mut header = Header::get(&bytes[..Header::SIZE]);
        change(&mut header);
        header.put(&mut bytes[..Header::SIZE]);
        bytes
    }

    /// A file with one field of one record changed.
    fn changed(mut bytes: Vec<u8>, entry: usize, change: impl FnOnce(&mut Record)) -> Vec<u8> {
        let header = Header::get(&bytes[..Header::SIZE]);
        let range = Header::SIZE..Header::SIZE + header.entry_count as usize * Record::SIZE;
        let mut table = cipher::xor(header.table_key(), &bytes[range.clone()]);
        let field = &mut table[entry * Record::SIZE..][..Record::SIZE];
        let mut record = Record::get(field);
        change(&mut record);
        record.put(field);
        bytes[range].copy_from_slice(&cipher::xor(header.table_key(), &table));
        bytes
    }

    fn edited(entry: usize, change: impl FnOnce(&mut Record)) -> Vec<u8> {
        changed(fixture("rsli_presorted.lib"), entry, change)
    }

    /// An archive that is to be changed.
    fn draft_of(archive: &dyn Archive) -> Repack<'_> {
        kind().repack_of(archive).unwrap()
    }

    fn add(draft: &mut Repack<'_>, name: &str, attributes: &Value, bytes: &[u8]) {
        let spec = EntrySpec::new(name, attributes.as_object().unwrap().clone());
        draft.push(spec, Content::fresh(bytes.to_vec()));
    }

    /// Names and bytes of all entries, by name.
    fn contents(bytes: &[u8]) -> Vec<(String, Vec<u8>)> {
        let rsli = read(bytes);
        let archive = rsli.archive().unwrap();
        let entry = |i| {
            let payload = archive.payload(i, Limits::default()).unwrap().into_owned();
            (archive.entry(i).unwrap().name.into_owned(), payload)
        };
        let mut contents: Vec<_> = (0..archive.len()).map(entry).collect();
        contents.sort();
        contents
    }

    fn assert_kept(bytes: &[u8], what: &str) {
        let rsli = read(bytes);
        assert_eq!(rsli.to_bytes().unwrap(), bytes, "{what}");
        assert_eq!(kind().build(&rsli.to_json(), Origin::default()).unwrap(), bytes, "{what}, from JSON");
        let archive = rsli.archive().unwrap();
        assert_eq!(draft_of(&*archive).bytes().unwrap(), bytes, "{what}, from a manifest");
    }

    #[test]
    fn worked_example_is_understood() {
        assert_eq!(codes(&EXAMPLE), [""; 0]);
        assert_kept(&EXAMPLE, "example");
        let rsli = read(&EXAMPLE);
        let archive = rsli.archive().unwrap();
        assert_eq!(archive.payload(0, Limits::default()).unwrap(), b"xor me".as_slice());
        assert_eq!(archive.payload(1, Limits::default()).unwrap(), b"ababababab".as_slice());
        assert_eq!(
            (archive.find("b.txt"), archive.find("A.TXT"), archive.find("C")),
            (Some(0), Some(1), None)
        );
    }

    #[test]
    fn every_good_archive_is_kept() {
        for (name, found) in
            GOOD.into_iter().zip([None, None, Some("rsli.overlay"), Some("rsli.eof-plus-one")])
        {
            let bytes = fixture(name);
            assert_eq!(codes(&bytes), found.as_slice(), "{name}");
            assert_kept(&bytes, name);
        }
    }

    /// Every rule with a file that breaks it but can be read.
    fn broken_samples() -> Vec<(&'static str, Vec<u8>)> {
        vec![
            ("rsli.reserved", headed(GOOD[0], |header| header.reserved = 1)),
            ("rsli.version", headed(GOOD[0], |header| header.version = 2)),
            ("rsli.count-repeated", headed(GOOD[0], |header| header.entry_count_again = -3)),
            ("rsli.total", headed(GOOD[0], |header| header.unpacked_total += 1)),
            ("rsli.payload-outside", edited(3, |record| record.data_offset_raw = 8)),
            ("rsli.payload-outside", edited(3, |record| record.data_offset_raw = u32::MAX)),
            ("rsli.payload-outside", edited(8, |record| record.packed_size += 1)),
            ("rsli.payload-overlap", edited(3, |record| record.data_offset_raw -= 1)),
            ("rsli.method", edited(3, |record| record.flags = 0x120)),
            ("rsli.size", edited(0, |record| record.unpacked_size -= 1)),
            ("rsli.size", edited(1, |record| record.unpacked_size += 1)),
            ("rsli.size", edited(6, |record| record.unpacked_size -= 1)),
            ("rsli.size", edited(6, |record| record.unpacked_size += 1)),
            ("rsli.stream", edited(2, |record| record.unpacked_size = u32::MAX)),
            ("rsli.stream", edited(4, |record| record.packed_size -= 20)),
            ("rsli.unindexed", edited(0, |record| record.packed_size -= 10)),
            ("rsli.name-empty", edited(3, |record| record.name.0[0] = 0)),
            ("rsli.name-case", edited(3, |record| record.name.0[0] = b'x')),
            ("rsli.sort-range", edited(3, |record| record.sort_to_original = -1)),
            ("rsli.sort-range", edited(3, |record| record.sort_to_original = 9)),
            ("rsli.sort-duplicate", edited(3, |record| record.sort_to_original = 6)),
            ("rsli.sort-order", changed(EXAMPLE.to_vec(), 1, |record| record.name.0[0] = b'C')),
            ("rsli.keys-uncertain", edited(3, |record| record.sort_to_original = 6)),
            ("rsli.overlay", fixture(GOOD[2])),
            ("rsli.eof-plus-one", fixture(GOOD[3])),
        ]
    }

    #[test]
    fn what_contradicts_itself_is_found_and_kept() {
        for (code, bytes) in broken_samples() {
            assert!(codes(&bytes).contains(&code), "{code}: {:?}", codes(&bytes));
            assert_kept(&bytes, code);
        }
    }

    #[test]
    fn what_cannot_be_understood_is_refused() {
        let bytes = fixture(GOOD[0]);
        let refused = [
            ("rsli.magic", headed(GOOD[0], |header| header.magic = Chars(*b"NX"))),
            ("rsli.count", headed(GOOD[0], |header| header.entry_count = -1)),
            ("rsli.table-outside", headed(GOOD[0], |header| header.entry_count = i16::MAX)),
            ("rsli.table-outside", bytes[..100].to_vec()),
            ("rsli.truncated", bytes[..31].to_vec()),
        ];
        for (code, bytes) in &refused {
            assert_eq!(refusal(bytes), *code);
        }
        let shown = refused.iter().map(|(code, _)| *code);
        let shown: BTreeSet<_> = shown.chain(broken_samples().iter().map(|(code, _)| *code)).collect();
        assert_eq!(shown, RULES.iter().map(|rule| rule.code).collect(), "every rule has a sample");
    }

    #[test]
    fn one_break_has_one_finding() {
        assert_eq!(codes(&edited(0, |record| record.flags |= 0xFE1F)), [""; 0], "bits without a meaning");
        assert_eq!(codes(&edited(0, |record| record.sort_to_original = 99)), ["rsli.sort-range"]);
        let stale = edited(0, |record| record.name = Chars(*b"ODD\0stale tl"));
        assert_eq!(codes(&stale), [""; 0]);
        assert_kept(&stale, "a name with more behind it");
    }

    #[test]
    fn what_is_stored_beyond_the_stated_size_does_not_count() {
        let bytes = edited(1, |record| record.unpacked_size = 5);
        let rsli = read(&bytes);
        let archive = rsli.archive().unwrap();
        let whole = contents(&fixture(GOOD[0]));
        let whole = &whole.iter().find(|(name, _)| name == "XORONLY.BIN").unwrap().1;
        assert_eq!(archive.payload(1, Limits::default()).unwrap(), &whole[..5]);
        assert!(matches!(archive.stored(1), Stored::Packed(_)), "else the rest would be lost");
    }

    #[test]
    fn a_payload_is_no_larger_than_allowed_and_memory_is_not_asked_for_on_its_word() {
        let bytes = edited(2, |record| record.unpacked_size = u32::MAX);
        let rsli = read(&bytes);
        let archive = rsli.archive().unwrap();
        let error = archive.payload(2, Limits::default()).unwrap_err().to_string();
        assert_eq!(error, "table[2].unpacked_size: wanted at most 268435456 bytes, found 4294967295");
        let limits = Limits { unpacked: usize::MAX, depth: 8 };
        let error = archive.payload(2, limits).unwrap_err().to_string();
        let wanted = "table[2].packed_size: rsli.stream name=LZSS.BIN method=0x040 fault=exhausted";
        assert!(error.starts_with(wanted), "{error}");
        let limits = Limits { unpacked: 509, depth: 8 };
        assert!(
            archive.payload(1, limits).is_err() && archive.payload(0, limits).is_ok(),
            "plain bytes are free"
        );
    }

    #[test]
    fn what_has_no_method_or_no_bytes_has_no_payload() {
        let rule = |bytes: &[u8], entry| {
            let error = read(bytes).archive().unwrap().payload(entry, Limits::default()).unwrap_err();
            kind().broken_rule(&error).code
        };
        assert_eq!(rule(&edited(3, |record| record.flags = 0xC0), 3), "rsli.method");
        assert_eq!(rule(&edited(3, |record| record.data_offset_raw = 8), 3), "rsli.payload-outside");
        assert_eq!(rule(&edited(0, |record| record.unpacked_size += 1), 0), "rsli.size");
        let bytes = edited(0, |record| record.data_offset_raw += 15);
        assert_eq!(codes(&bytes)[..1], ["rsli.payload-overlap"]);
        let shared = read(&bytes).archive().unwrap().payload(0, Limits::default()).unwrap().into_owned();
        assert_eq!(shared[..495], contents(&fixture(GOOD[0]))[3].1[15..], "parts of what others hold");
    }

    #[test]
    fn a_payload_that_ends_like_a_trailer_is_no_trailer() {
        let rsli = read(&EXAMPLE);
        let archive = rsli.archive().unwrap();
        let mut draft = draft_of(&*archive);
        add(&mut draft, "C.TXT", &json!({}), b"ends in AO\x10\0\0\0");
        let bytes = draft.bytes().unwrap();
        assert!(read(&bytes).trailer.is_none());
        assert_eq!(contents(&bytes)[2].1, b"ends in AO\x10\0\0\0");
        let trailed = [bytes.as_slice(), b"AO\0\0\0\0"].concat();
        assert_eq!(read(&trailed).trailer.unwrap().overlay, 0);
        let far = [bytes.as_slice(), b"AO\0\0\0\x01"].concat();
        assert!(read(&far).trailer.is_none(), "longer than the file");
        [bytes, trailed, far].iter().for_each(|bytes| assert_kept(bytes, "trailer"));
    }

    #[test]
    fn a_new_name_gives_others_new_keys() {
        let bytes = fixture(GOOD[0]);
        let rsli = read(&bytes);
        let archive = rsli.archive().unwrap();
        let mut draft = draft_of(&*archive);
        draft.slots[8].spec.name = "AFIRST".into();
        add(&mut draft, "M", &json!({"flags": 0x0A0, "service": "01020304"}), b"mmmmmmmm");
        add(&mut draft, "N", &json!({}), b"plain");
        draft.remove(&[0]);
        draft.slots.swap(1, 4);
        let new = draft.bytes().unwrap();
        assert_eq!(codes(&new), [""; 0]);
        assert_kept(&new, "edited");
        let mut wanted = contents(&bytes);
        wanted.retain(|(name, _)| name != "STORED.BIN");
        wanted.iter_mut().find(|(name, _)| name == "TWELVECHAR12").unwrap().0 = "AFIRST".into();
        wanted.extend([("M".into(), b"mmmmmmmm".to_vec()), ("N".into(), b"plain".to_vec())]);
        wanted.sort();
        assert_eq!(contents(&new), wanted);
        let new = read(&new);
        assert_eq!(new.header.seed, rsli.header.seed);
        assert_eq!(new.table[8].service, [1, 2, 3, 4]);
        assert_eq!(new.archive().unwrap().find("afirst"), Some(7));
    }

    #[test]
    fn new_bytes_are_packed_as_the_flags_say() {
        for name in GOOD {
            let bytes = fixture(name);
            let rsli = read(&bytes);
            let archive = rsli.archive().unwrap();
            let mut draft = draft_of(&*archive);
            let plain = b"something else ".repeat(40);
            draft.slots.iter_mut().for_each(|slot| slot.content = Content::fresh(plain.clone()));
            let new = draft.bytes().unwrap();
            assert!(contents(&new).iter().all(|(_, bytes)| *bytes == plain), "{name}");
            assert_eq!(codes(&new).contains(&"rsli.overlay"), name == GOOD[2], "{name}");
            assert!(!codes(&new).contains(&"rsli.eof-plus-one"), "{name}");
            let methods = |rsli: &Rsli<'_>| rsli.table.iter().map(|record| record.flags).collect::<Vec<_>>();
            assert_eq!(methods(&read(&new)), methods(&rsli), "{name}");
        }
    }

    #[test]
    fn another_method_packs_the_same_bytes_anew() {
        let bytes = fixture(GOOD[0]);
        let rsli = read(&bytes);
        let archive = rsli.archive().unwrap();
        for flags in [0x000, 0x020, 0x040, 0x060, 0x080, 0x0A0, 0x100] {
            let mut draft = draft_of(&*archive);
            let entries = draft.slots.iter_mut().map(|slot| &mut slot.spec);
            entries.for_each(|entry| _ = entry.attributes.insert("flags".into(), flags.into()));
            let new = draft.bytes().unwrap();
            assert_eq!(codes(&new), [""; 0]);
            assert_eq!(contents(&new), contents(&bytes));
        }
        let mut draft = draft_of(&*archive);
        draft.slots[0].spec.attributes.insert("flags".into(), 0x120.into());
        let error = draft.bytes().unwrap_err().to_string();
        assert_eq!(error, "entries[0].flags: rsli.method name=STORED.BIN method=0x120");
    }

    #[test]
    fn a_total_that_was_wrong_stays_and_one_that_was_right_stays_right() {
        let wrong = headed(GOOD[1], |header| header.unpacked_total = 7);
        for (bytes, wanted) in [(fixture(GOOD[1]), 3585 - 510), (wrong, 7)] {
            let rsli = read(&bytes);
            let archive = rsli.archive().unwrap();
            let mut draft = draft_of(&*archive);
            draft.remove(&[0]);
            assert_eq!(read(&draft.bytes().unwrap()).header.unpacked_total, wanted);
        }
    }

    #[test]
    fn an_entry_overruns_the_file_only_as_long_as_it_is_the_last() {
        let bytes = fixture(GOOD[3]);
        let rsli = read(&bytes);
        let archive = rsli.archive().unwrap();
        let mut draft = draft_of(&*archive);
        draft.remove(&[0]);
        let alone = draft.bytes().unwrap();
        assert_eq!(read(&alone).eof_plus_one, Some(0));
        add(&mut draft, "LAST", &json!({}), b"");
        assert_eq!(read(&draft.bytes().unwrap()).eof_plus_one, Some(0), "nothing follows");
        draft.set(1, Content::fresh(b"!".to_vec()));
        let followed = draft.bytes().unwrap();
        assert_eq!(codes(&followed), [""; 0]);
        assert_eq!(contents(&followed)[0], contents(&alone)[0]);
    }

    #[test]
    fn offsets_cannot_lie_before_the_overlay() {
        let bytes = fixture(GOOD[2]);
        let rsli = read(&bytes);
        let archive = rsli.archive().unwrap();
        let mut draft = draft_of(&*archive);
        draft.frame.json["overlay"] = 140.into();
        draft.remove(&[0]);
        let error = draft.bytes().unwrap_err().to_string();
        let wanted = "data: wanted an offset from 140 on, where the trailer has offsets begin, found 128";
        assert_eq!(error, wanted);
    }

    #[test]
    fn gaps_and_order_are_kept_around_edits() {
        let bytes = edited(1, |record| record.packed_size -= 100);
        let bytes = changed(bytes, 1, |record| record.unpacked_size = record.packed_size);
        let rsli = read(&bytes);
        let archive = rsli.archive().unwrap();
        let mut draft = draft_of(&*archive);
        assert_eq!(draft.frame.blobs.len(), 1, "too long for a manifest");
        draft.set(0, Content::fresh(b"short".to_vec()));
        draft.slots.swap(3, 4);
        let new = draft.bytes().unwrap();
        assert_eq!(codes(&new), ["rsli.total", "rsli.unindexed"]);
        let new = read(&new);
        assert_eq!(new.data[2].bytes.here(), draft.frame.blobs[0]);
        assert_eq!(new.data[4].owner, Owner::Entry(4), "XORLZSS.BIN stays where it lies");
    }

    #[test]
    fn a_stray_forbids_that_others_move() {
        let bytes = edited(3, |record| record.data_offset_raw -= 1);
        let bytes = changed(bytes, 5, |record| record.data_offset_raw = 8);
        let rsli = read(&bytes);
        let archive = rsli.archive().unwrap();
        for gone in [0, 3, 5] {
            let mut draft = draft_of(&*archive);
            draft.remove(&[gone]);
            let error = draft.bytes().unwrap_err().to_string();
            assert!(error.contains("shares bytes with others"), "without {gone}: {error}");
        }
        let mut draft = draft_of(&*archive);
        draft.set(3, Content::fresh(b"three".to_vec()));
        draft.set(5, Content::fresh(b"five".to_vec()));
        let new = draft.bytes().unwrap();
        assert!(read(&new).strays.is_empty(), "with bytes of their own they are none");
    }

    #[test]
    fn a_name_that_the_engine_cannot_find_is_found_by_itself() {
        let names = |first: &[u8; 12], second: &[u8; 12]| {
            let bytes = edited(2, |record| record.name.0 = *first);
            changed(bytes, 5, |record| record.name.0 = *second)
        };
        let bytes = names(b"small.bin\0\0\0", b"SMALL.BIN\0\0\0");
        let rsli = read(&bytes);
        let archive = rsli.archive().unwrap();
        let found = |name| archive.find(name);
        assert_eq!([found("small.bin"), found("SMALL.BIN"), found("Small.Bin")], [Some(2), Some(5), Some(5)]);
        let bytes = names(b"TWICE.BIN\0\0\0", b"TWICE.BIN\0\0\0");
        assert_eq!(read(&bytes).archive().unwrap().find("twice.bin"), Some(2), "the first of two");
    }

    #[test]
    fn a_frame_cannot_make_another_format_of_it() {
        let rsli = read(&EXAMPLE);
        let archive = rsli.archive().unwrap();
        let mut draft = draft_of(&*archive);
        draft.frame.json["header"]["magic"] = "XX".into();
        assert_eq!(draft.bytes().unwrap_err().to_string(), "frame.header.magic: wanted NL, found XX");
    }

    #[test]
    fn a_name_must_fit() {
        let rsli = read(&EXAMPLE);
        let archive = rsli.archive().unwrap();
        for (name, fits) in [
            ("", false),
            ("TWELVE.CHARS", true),
            ("THIRTEENCHARS", false),
            ("A\0B", false),
            ("lower", false),
            ("茶", false),
            ("ТАНК", true),
        ] {
            let mut draft = draft_of(&*archive);
            draft.slots[0].spec.name = name.into();
            assert_eq!(draft.bytes().is_ok(), fits, "renamed to {name:?}");
            let mut draft = draft_of(&*archive);
            add(&mut draft, name, &json!({}), b"");
            assert_eq!(draft.bytes().is_ok(), fits, "new {name:?}");
        }
        let mut draft = draft_of(&*archive);
        add(&mut draft, "X", &json!({"service": "0102"}), b"");
        let error = draft.bytes().unwrap_err().to_string();
        assert_eq!(error, "entries[2].attributes.service: wanted 8 hex digits, found 0102");
    }

    #[test]
    fn stored_bytes_that_nothing_tells_of_are_not_guessed_at() {
        let rsli = read(&EXAMPLE);
        let archive = rsli.archive().unwrap();
        let mut draft = draft_of(&*archive);
        draft.frame = Frame::default();
        draft.slots.iter_mut().for_each(|slot| slot.spec.packing = Value::Null);
        assert!(draft.bytes().unwrap_err().to_string().starts_with("entries[0]: wanted unpacked bytes"));
        draft.set(0, Content::fresh(b"xor me".to_vec()));
        draft.set(1, Content::fresh(b"ababababab".to_vec()));
        let canonical = draft.bytes().unwrap();
        assert_eq!((codes(&canonical), contents(&canonical)), (vec![], contents(&EXAMPLE)));
    }

    /// Records of which every field lies near a limit, and ends of files that look like trailers.
    #[test]
    fn whatever_a_table_says_it_is_kept() {
        let mut noise = codec::trial::noise(11, 60_000).into_iter().map(usize::from);
        let mut pick = |from: &[u32]| noise.next().map(|byte| from[byte % from.len()]).unwrap();
        for round in 0..1500 {
            let mut bytes = fixture(GOOD[1 + round % 3]);
            let tails: [&[u8]; 4] = [b"", b"AO\0\0\0\0", b"AO\x07\0\0\0", b"?AO\0\x01\0\0"];
            bytes.extend_from_slice(tails[pick(&[0, 1, 2, 3]) as usize]);
            let (end, entries) = (bytes.len() as u32, u32::from(bytes[4]));
            let start = 32 + 32 * entries;
            for _ in 0..=pick(&[0, 1, 2, 3]) {
                bytes = changed(bytes, (pick(&[0, 1, 2, 3]) % entries) as usize, |record| {
                    let offsets =
                        [0, start - 1, start, start + 1, start + 20, end - 10, end - 6, end, u32::MAX];
                    record.data_offset_raw = pick(&offsets);
                    let rest = end.wrapping_sub(record.data_offset_raw);
                    record.packed_size =
                        pick(&[0, 1, 2, 9, rest.wrapping_sub(1), rest, rest.wrapping_add(1)]);
                    record.flags = pick(&[0, 0x20, 0x40, 0xA0, 0xC0, 0x100, 0x100, 0x100]) as u16;
                    record.sort_to_original = pick(&[0, 1, entries, 0xFFFF]) as i16;
                    record.unpacked_size = pick(&[0, 1, 9, record.packed_size, u32::MAX]);
                    record.name.0[0] = pick(&[0, b'A'.into(), b'a'.into(), 0xFF]) as u8;
                });
            }
            codes(&bytes);
            assert_kept(&bytes, &format!("round {round}"));
        }
    }

    #[test]
    fn only_archives_are_claimed() {
        let claim = |bytes: &[u8]| Rsli::claims(Origin::default(), bytes);
        assert_eq!(claim(&EXAMPLE), Claim::Sure);
        assert_eq!(claim(&EXAMPLE[..4]), Claim::Sure);
        for name in ["rsli_magic.lib", "rsli_reserved.lib", "rsli_version.lib"] {
            let bytes = fixture(&format!("bad/{name}"));
            assert_eq!(claim(&bytes), Claim::Broken, "{name}");
            assert_eq!(claim(&bytes[..64]), Claim::Broken, "{name}, its beginning");
            assert_eq!(claim(&bytes[..63]), Claim::No, "{name}, too short to tell");
        }
        for other in [b"NLS strings of many lines\r\n".repeat(40), vec![0; 500], b"\0\0\0\x01".repeat(99)] {
            assert_eq!(claim(&other), Claim::No);
        }
        let mut foreign = EXAMPLE;
        (foreign[0], foreign[0x14]) = (b'X', 0x35);
        assert_eq!(claim(&foreign), Claim::No, "names that are none");
    }
}
