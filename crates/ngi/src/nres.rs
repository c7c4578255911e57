//! NRes: the archive of the NGI engine. A header, the payloads, and the directory at the end.
//!
//! The same container is used for `.lib`, `.rlb`, maps and, inside other archives, for every model.

mod add;
pub(crate) mod shelf;

use crate::CODE_PAGE;
use crate::phrases;
use relict_core::prelude::*;
use relict_core::report::hex;
use serde_json::{Map, Value};
use std::borrow::Cow;

pub(crate) const MAGIC: Tag = Tag(*b"NRes");
const VERSION: u32 = 0x100;
/// Every payload is followed by zeros up to a multiple of this.
const ALIGN: usize = 8;

record! {
    /// How the file begins.
    pub struct Header: 16 {
        /// `NRes`.
        0x00 magic: Tag,
        /// 0x100; the engine refuses any other.
        0x04 version: u32,
        /// How many records the directory has.
        0x08 entry_count: i32 = derived,
        /// Of the whole file; the engine refuses the file if it has another length.
        0x0C total_size: u32 = derived,
    }
}

record! {
    /// One entry of the directory.
    pub struct Record: 64 {
        /// Four characters, or the number of a stream in a model or map.
        0x00 type_id: Tag,
        /// Meaning depends on the type, like that of the two others.
        0x04 attr1: u32,
        /// For a material, the version of its payload.
        0x08 attr2: u32,
        /// Of the payload, without padding.
        0x0C size: u32 = derived,
        /// In models and maps, the size of one element.
        0x10 attr3: u32,
        /// At most 35 bytes and a zero. What stands behind the zero is stale, and kept.
        0x14 name: Chars<36, CODE_PAGE>,
        /// From the start of this archive.
        0x38 data_offset: u32 = derived,
        /// Not about this entry: slot i of the table that lists all entries by name.
        0x3C sort_index: u32,
    }
}

parts! {
    /// Archive of named payloads, the container of the NGI engine.
    pub struct Nres<'a> {
        /// At the front.
        pub header: Header,
        /// Between the two, in the order of the file.
        pub data: Vec<Segment<'a>>,
        /// Behind the payloads; where the file ends well, at its very end.
        pub directory: Vec<Record>,
        /// Bytes behind the length that the header states.
        pub tail: Bytes<'a>,
        /// Only where the header states another length than the archive has.
        pub stated_size: Option<u32>,
        /// Entries that lie outside, or on the bytes of others.
        pub strays: Vec<Stray>,
    }
}

/// The engine compares names by the lower case of A to Z, and so sorts `_` before every letter.
pub fn fold(name: &[u8]) -> Vec<u8> {
    name.to_ascii_lowercase()
}

/// The places of `names` in the order of the engine's search; equal names keep theirs.
pub fn sort_table<'n>(names: impl Iterator<Item = &'n [u8]>) -> Vec<u32> {
    let names: Vec<&[u8]> = names.collect();
    let order = lookup::sorted(names.len(), |place| fold(names[place]));
    order.into_iter().map(|place| place as u32).collect()
}

/// Whether a directory that begins at `at` can only be one: for files whose stated length is wrong.
fn is_sound(directory: &[Record], at: usize) -> bool {
    let sound = |record: &Record| {
        let start = record.data_offset as usize;
        let inside = start >= Header::SIZE && start.saturating_add(record.size as usize) <= at;
        inside && record.name.terminated() && !record.name.text().is_empty()
    };
    !directory.is_empty() && directory.iter().all(sound)
}

/// The types of the entries, if the file is whole and has at most `most` of them.
pub(crate) fn types(bytes: &[u8], most: usize) -> Option<Vec<Tag>> {
    let header = Header::get(bytes.get(..Header::SIZE)?);
    let whole = header.magic == MAGIC && header.total_size as usize == bytes.len();
    let place = directory_place(&header, bytes.len()).ok().filter(|_| whole)?;
    let few = place.len() / Record::SIZE <= most;
    few.then(|| bytes[place].chunks_exact(Record::SIZE).map(|record| Record::get(record).type_id).collect())
}

/// Where the directory begins and ends.
fn directory_place(header: &Header, actual: usize) -> Result<std::ops::Range<usize>> {
    let count = usize::try_from(header.entry_count)
        .map_err(|_| broken(&COUNT, "header.entry_count", args!(stated = header.entry_count)))?;
    let end = actual.min(header.total_size as usize);
    let Some(start) = count.checked_mul(Record::SIZE).and_then(|size| end.checked_sub(size)) else {
        return Err(outside(header, end));
    };
    if start < Header::SIZE {
        return Err(outside(header, end));
    }
    Ok(start..end)
}

/// A file that lacks bytes has its directory where it ends, if it has one.
fn expect_directory(header: &Header, directory: &[Record], place: &std::ops::Range<usize>) -> Result<()> {
    let stated = header.total_size as usize;
    if stated <= place.end || is_sound(directory, place.start) {
        return Ok(());
    }
    Err(broken(&TOTAL_SIZE, "header.total_size", args!(stated = stated, actual = place.end)))
}

fn outside(header: &Header, end: usize) -> Error {
    let room = end.saturating_sub(Header::SIZE) / Record::SIZE;
    broken(&DIRECTORY_OUTSIDE, "header.entry_count", args!(stated = header.entry_count, room = room))
}

impl<'a> Format<'a> for Nres<'a> {
    const ID: &'static str = "ngi.nres";
    const ENDINGS: &'static [&'static str] = &["rlb", "lib", "dlb", "res", "trf", "map"];
    const RULES: Rules = RULES;
    const MEASURES: Measures = MEASURES;
    const FACETS: Facets<Self> = Facets::<Self>::NONE
        .archive(Self::ARCHIVE, |nres| Some(Box::new(shelf::Shelf::new(Cow::Borrowed(nres)))));

    fn claims(_: Origin<'_>, bytes: &[u8]) -> Claim {
        if bytes.starts_with(&MAGIC.0) {
            return Claim::Sure;
        }
        let header = bytes.get(..Header::SIZE).map(Header::get);
        let sound = |header: Header| header.version == VERSION && header.total_size as usize == bytes.len();
        if header.is_some_and(sound) { Claim::Broken } else { Claim::No }
    }

    fn read(c: &mut Cursor<'a>, _: Origin<'_>) -> Result<Self> {
        Self::read_with(c, |_, _, _| Ok(false))
    }

    fn write(&self, out: &mut Put) {
        let directory = match self.placed() {
            Ok(directory) => directory,
            Err(error) => return out.fail(error),
        };
        let total = self.data_end() + directory.len() * Record::SIZE;
        let (Ok(entry_count), Ok(total_size)) = (i32::try_from(directory.len()), u32::try_from(total)) else {
            return out.fail(
                Error::unexpected(phrases::an_archive_below_4_gib(), total).inside("header.total_size"),
            );
        };
        // A wrong length is kept as long as the directory is found in spite of it.
        let kept = self.tail.is_empty() && is_sound(&directory, self.data_end());
        let total_size = self.stated_size.filter(|_| kept).unwrap_or_default().max(total_size);
        out.put(&Header { entry_count, total_size, ..self.header.clone() });
        region::write(&self.data, out);
        out.list(&directory);
        out.bytes(&self.tail);
    }

    fn facts(&self) -> Facts {
        let mut types = Map::new();
        for record in &self.directory {
            let count = types.entry(record.type_id.to_string()).or_insert_with(|| 0.into());
            *count = (count.as_u64().unwrap_or(0) + 1).into();
        }
        let bytes = |wanted: fn(Owner) -> bool| -> usize {
            self.data.iter().filter(|s| wanted(s.owner)).map(|segment| segment.bytes.len()).sum()
        };
        vec![
            ("entries", self.directory.len().into()),
            ("types", Value::Object(types)),
            ("payload_bytes", bytes(|owner| matches!(owner, Owner::Entry(_))).into()),
            ("unindexed_bytes", bytes(|owner| owner == Owner::Gap).into()),
        ]
    }

    fn check(&self, report: &mut Report, _: Context<'_>) {
        let Header { version, total_size, .. } = self.header;
        report.expect(version == VERSION, &ODD_VERSION, "header.version", || args!(found = hex(version)));
        let ends_well = self.stated_size.is_none() && self.tail.is_empty();
        report.expect(ends_well, &TOTAL_SIZE, "header.total_size", || {
            let actual = self.data_end() + self.directory.len() * Record::SIZE + self.tail.len();
            args!(stated = total_size, actual = actual)
        });
        report.each("directory", &self.directory, check_record);
        self.check_strays(report);
        self.check_order(report);
        self.check_between(report);
    }

    fn measure(&self, cases: &mut Cases, _: Origin<'_>) {
        let sorted = sort_table(self.directory.iter().map(|record| record.name.text()));
        cases.claim(&SORTED, self.directory.iter().map(|record| record.sort_index).eq(sorted));
        cases.claim(&TIGHT, self.is_tight());
        cases.claim_each(&ASCII, &self.directory, |record| record.name.text().is_ascii());
    }
}

impl Nres<'_> {
    pub(crate) const ARCHIVE: ArchiveOps =
        ArchiveOps { directory: Self::directory, add: Some(add::ADD), ..ArchiveOps::new(Self::assemble) };

    fn assemble(frame: &Frame, incoming: &[EntrySpec], payloads: &dyn Payloads, out: &mut Put) {
        match shelf::assemble(frame, incoming, payloads) {
            Ok(nres) => nres.write(out),
            Err(error) => out.fail(error),
        }
    }

    pub(crate) fn directory(bytes: &[u8]) -> Option<Box<dyn Directory + '_>> {
        Some(Box::new(shelf::Listing::new(bytes)?))
    }
}

fn check_record(record: &Record, report: &mut Report) {
    let Record { name, data_offset, .. } = record;
    report.expect(name.terminated(), &NAME_UNTERMINATED, "name", || args!(name = name.show().as_ref()));
    report.expect(!name.text().is_empty(), &NAME_EMPTY, "name", Vec::new);
    let clean = name.clean() || !name.terminated();
    report.expect(clean, &NAME_TAIL, "name", || args!(name = name.show().as_ref()));
    let aligned = (*data_offset as usize).is_multiple_of(ALIGN);
    report.expect(aligned, &UNALIGNED, "data_offset", || {
        args!(name = name.show().as_ref(), offset = hex(*data_offset))
    });
}

impl<'a> Nres<'a> {
    /// The same for a format that is an archive to others, but knows what is in it: `take` may read the payload of an
    /// entry, whose place in the directory it is told.
    pub(crate) fn read_with(
        c: &mut Cursor<'a>,
        mut take: impl FnMut(&mut Cursor<'a>, &[Record], usize) -> Result<bool>,
    ) -> Result<Self> {
        let header: Header = c.get("header")?;
        if header.magic != MAGIC {
            let found = header.magic.0.escape_ascii().to_string();
            return Err(broken(&BAD_MAGIC, "header.magic", args!(found = found)));
        }
        let place = directory_place(&header, c.whole().len())?;
        c.seek(place.start);
        let directory: Vec<Record> = c.list("directory", place.len() / Record::SIZE)?;
        expect_directory(&header, &directory, &place)?;
        let stated = directory.iter().map(|record| (record.data_offset as usize, record.size as usize));
        let area = Header::SIZE..place.start;
        let mut take = |c: &mut Cursor<'a>, entry, _| take(c, &directory, entry);
        let (data, places) = region::read_with(c, area, ALIGN, stated, &mut take)?;
        let stated = directory.iter().map(|record| (record.data_offset, record.size));
        let strays = region::strays(&places, stated);
        c.seek(place.end);
        let stated_size = (header.total_size as usize != place.end).then_some(header.total_size);
        Ok(Self { header, data, directory, tail: c.tail("tail"), stated_size, strays })
    }
}

impl Nres<'_> {
    /// Where the data region ends and the directory begins.
    pub(crate) fn data_end(&self) -> usize {
        region::len(&self.data).saturating_add(Header::SIZE)
    }

    /// The directory, with the offsets and sizes that follow from the rest.
    fn placed(&self) -> Result<Vec<Record>> {
        let mut directory = self.directory.clone();
        region::place(&self.data, Header::SIZE, &mut directory, |record, offset, size| {
            (record.data_offset, record.size) = (region::fit(offset)?, region::fit(size)?);
            Ok(())
        })?;
        for stray in &self.strays {
            if let Some(record) = directory.get_mut(stray.entry as usize) {
                (record.data_offset, record.size) = (stray.data_offset, stray.size);
            }
        }
        Ok(directory)
    }

    /// What is wrong with the table of names, slot by slot.
    fn sort_flaws(&self) -> impl Iterator<Item = (usize, Flaw)> {
        let slots = self.directory.iter().map(|slot| Some(slot.sort_index as usize));
        lookup::flaws(slots, self.directory.len(), |place| fold(self.directory[place].name.text()))
    }

    /// Whether the payloads are all there is, each with nothing but zeros behind it up to where the next may begin.
    fn is_tight(&self) -> bool {
        let zeros = |segment: &Segment<'_>| {
            let bytes = segment.bytes.here();
            bytes.len() < ALIGN && bytes.iter().all(|&byte| byte == 0)
        };
        let fits = |segment: &Segment<'_>| match segment.owner {
            Owner::Entry(_) => true,
            Owner::Padding => zeros(segment),
            Owner::Gap => false,
        };
        let aligned = |record: &Record| (record.data_offset as usize).is_multiple_of(ALIGN);
        self.strays.is_empty() && self.data.iter().all(fits) && self.directory.iter().all(aligned)
    }

    fn check_strays(&self, report: &mut Report) {
        let end = self.data_end();
        for stray in &self.strays {
            let (start, size) = (stray.data_offset as usize, stray.size as usize);
            let inside = start >= Header::SIZE && start.saturating_add(size) <= end;
            let rule = if inside { &PAYLOAD_OVERLAP } else { &PAYLOAD_OUTSIDE };
            let record = self.directory.get(stray.entry as usize);
            let name = record.map(|record| record.name.show()).unwrap_or_default();
            // An empty payload holds no byte that another could hold too.
            report.part(("directory", stray.entry as usize), stray, |_, report| {
                report.expect(inside && size == 0, rule, "data_offset", || {
                    args!(name = name.as_ref(), offset = hex(start), size = size, end = hex(end))
                });
            });
        }
    }

    /// Every slot of the table of names must be a new entry, with a name at or after the one before.
    fn check_order(&self, report: &mut Report) {
        for (slot, flaw) in self.sort_flaws() {
            report.part(("directory", slot), &self.directory[slot], |slot, report| {
                let place = slot.sort_index as usize;
                let name = || self.directory.get(place).map(|record| record.name.show()).unwrap_or_default();
                let named = || args!(name = name().as_ref(), place = place);
                let all = || args!(place = place, entries = self.directory.len());
                match flaw {
                    Flaw::Range => report.expect(false, &SORT_RANGE, "sort_index", all),
                    Flaw::Duplicate => report.expect(false, &SORT_DUPLICATE, "sort_index", named),
                    Flaw::Order => report.expect(false, &SORT_ORDER, "sort_index", named),
                }
            });
        }
    }

    fn check_between(&self, report: &mut Report) {
        report.each("data", &self.data, |segment, report| {
            let bytes = segment.bytes.here();
            let zero = || bytes.iter().all(|&byte| byte == 0);
            let size = || args!(size = bytes.len());
            report.expect(segment.owner != Owner::Padding || zero(), &PADDING, "bytes", size);
            report.expect(segment.owner != Owner::Gap, &UNINDEXED, "bytes", size);
        });
    }
}

measures! { "nres":
    Claim SORTED = "sorted-by-folded-names";
    Claim TIGHT = "tight";
    Claim ASCII = "ascii-names";
}

rules! { "nres":
    Error BAD_MAGIC = "magic";
    Error ODD_VERSION = "version";
    Error COUNT = "count";
    Error TOTAL_SIZE = "total-size";
    Error DIRECTORY_OUTSIDE = "directory-outside";
    Error PAYLOAD_OUTSIDE = "payload-outside";
    Error PAYLOAD_OVERLAP = "payload-overlap";
    Error NAME_UNTERMINATED = "name-unterminated";
    Error NAME_EMPTY = "name-empty";
    Error SORT_RANGE = "sort-range";
    Error SORT_DUPLICATE = "sort-duplicate";
    Error SORT_ORDER = "sort-order";
    Warning NAME_TAIL = "name-tail";
    Warning UNALIGNED = "unaligned";
    Warning PADDING = "padding";
    Warning UNINDEXED = "unindexed";
}

#[cfg(test)]
mod tests {
    use super::*;
    use relict_core::format::Document;
    use relict_core::repack::{Content, Repack};

    fn fixture(name: &str) -> Vec<u8> {
        let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../fixtures/ngi/");
        std::fs::read(format!("{folder}{name}")).unwrap()
    }

    fn read(bytes: &[u8]) -> Nres<'_> {
        Nres::read(&mut Cursor::new(bytes), Origin::default()).unwrap()
    }

    fn codes(bytes: &[u8]) -> Vec<&'static str> {
        let mut report = Report::default();
        read(bytes).check(&mut report, Context::ALONE);
        report.codes()
    }

    /// `mini.rlb` with one field of one record changed.
    fn edited(entry: usize, change: impl FnOnce(&mut Record)) -> Vec<u8> {
        let mut bytes = fixture("mini.rlb");
        let at = bytes.len() - (9 - entry) * Record::SIZE;
        let field = &mut bytes[at..at + Record::SIZE];
        let mut record = Record::get(field);
        change(&mut record);
        record.put(field);
        bytes
    }

    fn spec(archive: &dyn Archive) -> Vec<EntrySpec> {
        (0..archive.len()).map(|i| archive.entry(i).unwrap().spec(i)).collect()
    }

    fn assembled(archive: &dyn Archive, frame: &Frame, entries: &[EntrySpec]) -> Result<Vec<u8>> {
        let mut repack: Repack<'_> = Repack::new(Nres::ARCHIVE, frame.clone());
        for entry in entries {
            let stored = archive.stored(entry.id.unwrap());
            repack.push(entry.clone(), Content::stored(stored));
        }
        repack.bytes()
    }

    #[test]
    fn every_good_archive_is_put_together_again_from_its_frame_and_entries() {
        for name in [
            "mini.rlb",
            "textures.lib",
            "lightmap.lib",
            "material.lib",
            "sortfold.rlb",
            "gaps.rlb",
            "empty.lib",
        ] {
            let bytes = fixture(name);
            let nres = read(&bytes);
            assert_eq!(nres.to_bytes().unwrap(), bytes, "{name}");
            let archive = nres.archive().unwrap();
            let canonical = archive.frame().json == serde_json::json!({});
            assert_eq!(canonical, name != "gaps.rlb", "{name}: {:?}", archive.frame());
            let entries = spec(&*archive);
            assert_eq!(assembled(&*archive, &archive.frame(), &entries).unwrap(), bytes, "{name}");
        }
    }

    #[test]
    fn the_directory_alone_tells_what_reading_everything_tells() {
        for name in ["mini.rlb", "gaps.rlb", "sortfold.rlb", "empty.lib"] {
            let bytes = fixture(name);
            let nres = read(&bytes);
            let (archive, listing) = (nres.archive().unwrap(), Nres::directory(&bytes).unwrap());
            assert_eq!(archive.len(), listing.len(), "{name}");
            assert_eq!(archive.has_distinct_names(), listing.has_distinct_names(), "{name}");
            for i in 0..archive.len() {
                let told = |entry: Option<Entry<'_>>| format!("{entry:?}");
                assert_eq!(told(archive.entry(i)), told(listing.entry(i)), "{name}");
                assert_eq!(archive.name(i), listing.name(i), "{name}");
            }
        }
        let mut cut = fixture("mini.rlb");
        cut.pop();
        assert!(Nres::directory(&cut).is_none(), "only reading tells whether it is whole");
    }

    #[test]
    fn the_search_by_halves_finds_what_the_engine_finds() {
        let bytes = fixture("mini.rlb");
        let nres = read(&bytes);
        let archive = nres.archive().unwrap();
        assert_eq!(archive.find("PLATE.0"), Some(2));
        assert_eq!(archive.find("land"), Some(4), "the first of two");
        assert_eq!(archive.find("nothing"), None);
        let bytes = edited(0, |record| record.sort_index = 77);
        let nres = read(&bytes);
        assert_eq!(nres.archive().unwrap().find("Plate.0"), Some(2), "one by one");
    }

    #[test]
    fn of_equal_names_the_first_in_the_directory_is_found_wherever_the_table_has_it() {
        let bytes = fixture("mini.rlb");
        let mut nres = read(&bytes);
        let equal: Vec<usize> = (0..8)
            .filter(|slot| {
                let name =
                    |slot: usize| fold(nres.directory[nres.directory[slot].sort_index as usize].name.text());
                name(*slot) == name(slot + 1)
            })
            .collect();
        assert!(!equal.is_empty());
        for slot in equal {
            let (first, second) = (nres.directory[slot].sort_index, nres.directory[slot + 1].sort_index);
            (nres.directory[slot].sort_index, nres.directory[slot + 1].sort_index) = (second, first);
        }
        assert_eq!(nres.archive().unwrap().find("land"), Some(4));
    }

    #[test]
    fn a_wrong_length_is_kept_only_as_long_as_the_directory_is_found_in_spite_of_it() {
        let mut bytes = fixture("mini.rlb");
        bytes[12] += 1;
        let nres = read(&bytes);
        assert_eq!(nres.stated_size, Some(bytes.len() as u32 + 1));
        let archive = nres.archive().unwrap();
        let entries = spec(&*archive);
        let mut frame = archive.frame();
        assert_eq!(assembled(&*archive, &frame, &entries).unwrap(), bytes);
        for stated in [5, bytes.len() - 1, bytes.len()] {
            frame.json["stated_size"] = stated.into();
            let new = assembled(&*archive, &frame, &entries).unwrap();
            assert_eq!(read(&new).stated_size, None, "{stated}");
        }
    }

    #[test]
    fn what_contradicts_itself_is_found_and_kept() {
        let cases: [(&str, Vec<u8>); 6] = [
            ("nres.payload-outside", edited(3, |record| record.data_offset = 8)),
            ("nres.payload-outside", edited(3, |record| record.size = 0xFFFF_FFF0)),
            ("nres.payload-overlap", edited(3, |record| record.data_offset = 128)),
            ("nres.name-unterminated", edited(8, |record| record.name = Chars([b'z'; 36]))),
            ("nres.sort-range", edited(3, |record| record.sort_index = 9)),
            ("nres.sort-duplicate", edited(3, |record| record.sort_index = 8)),
        ];
        for (code, bytes) in cases {
            assert!(codes(&bytes).contains(&code), "{code}: {:?}", codes(&bytes));
            let nres = read(&bytes);
            assert_eq!(nres.to_bytes().unwrap(), bytes, "{code}");
            let archive = nres.archive().unwrap();
            let entries = spec(&*archive);
            let whole = (0..entries.len()).all(|i| archive.payload(i, Limits::default()).is_ok());
            if whole {
                assert_eq!(assembled(&*archive, &archive.frame(), &entries).unwrap(), bytes, "{code}");
            }
        }
    }

    #[test]
    fn a_stray_forbids_that_others_move() {
        let bytes = edited(3, |record| record.data_offset = 128);
        let nres = read(&bytes);
        let archive = nres.archive().unwrap();
        let mut entries = spec(&*archive);
        entries.remove(0);
        let error = assembled(&*archive, &archive.frame(), &entries).unwrap_err().to_string();
        assert!(error.contains("plate.0 shares bytes"), "{error}");
    }

    #[test]
    fn an_entry_that_goes_takes_its_padding_along_and_a_renamed_one_is_sorted_anew() {
        let bytes = fixture("gaps.rlb");
        let nres = read(&bytes);
        let archive = nres.archive().unwrap();
        let mut entries = spec(&*archive);
        entries.remove(1);
        entries[0].name = "zwei".into();
        let new = assembled(&*archive, &archive.frame(), &entries).unwrap();
        let new = read(&new);
        assert_eq!(codes(&new.to_bytes().unwrap()), ["nres.unindexed"; 3]);
        let archive = new.archive().unwrap();
        assert_eq!(
            (archive.find("ZWEI"), archive.find("three"), archive.find("two")),
            (Some(0), Some(1), None)
        );
        assert_eq!(new.directory[0].name.0[..6], *b"zwei\0\0", "a new name leaves nothing stale");
        assert!(new.directory.iter().all(|record| record.data_offset % 8 == 0));
    }

    #[test]
    fn a_name_must_fit() {
        let bytes = fixture("empty.lib");
        let nres = read(&bytes);
        let archive = nres.archive().unwrap();
        let attributes = serde_json::json!({"type": "TEXT"}).as_object().unwrap().clone();
        let repack = |name: &str| {
            let mut repack: Repack<'_> = Repack::new(Nres::ARCHIVE, archive.frame());
            repack.push(EntrySpec::new(name, attributes.clone()), Content::fresh(vec![]));
            repack.bytes()
        };
        for (name, fits) in [
            ("", false),
            (&"x".repeat(35), true),
            (&"x".repeat(36), false),
            ("a\0b", false),
            ("茶", false),
            ("Танк", true),
        ] {
            assert_eq!(repack(name).is_ok(), fits, "{name:?}");
        }
    }
}
