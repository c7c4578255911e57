//! ZBD: the archive of both games. The payloads, a table of them behind, and a footer that says how long it is.
//!
//! Sounds, readers, motions and mechlibs are such archives. Nothing marks one but the footer, and that of the expansion
//! can be taken for the other, so the table itself must tell.

mod crc;
mod find;
pub(crate) mod shelf;
mod time;

pub(crate) use find::names;

use crate::CODE_PAGE;
use crate::dialect::Dialect;
use crate::phrases;
use find::{Ends, Trust};
use relict_core::prelude::*;
use relict_core::report::hex;
use std::borrow::Cow;

record! {
    /// One entry of the table.
    pub struct Record: 148 {
        /// From the start of the file.
        0x00 start: u32 = derived,
        /// Of the payload; in motion archives of Pirate's Moon always 1, and the payload goes on to the next.
        0x04 length: u32 = derived,
        /// At most 63 bytes and zeros. Compared byte by byte; may occur twice.
        0x08 name: Chars<64, CODE_PAGE>,
        /// Bit 1: the comment and the time are meant. Often stale memory, like the two fields behind it, and then kept as it is.
        0x48 flags: u32,
        /// Text and zeros, or stale memory.
        0x4C comment: Chars<64, CODE_PAGE>,
        /// Since 1601, in units of 100 nanoseconds; or stale memory.
        0x8C filetime: u64,
    }
}

record! {
    /// How the file ends, but for the checksum of the expansion.
    pub struct Footer: 8 {
        /// 1 in MechWarrior 3, 2 in Pirate's Moon.
        0x00 version: u32,
        /// How many records the table has.
        0x04 entry_count: u32 = derived,
    }
}

parts! {
    /// Archive of named payloads, the container of MechWarrior 3.
    pub struct Zbd<'a> {
        /// From the start of the file, in its order.
        pub data: Vec<Segment<'a>>,
        /// Behind the payloads.
        pub directory: Vec<Record>,
        /// Behind the table.
        pub footer: Footer,
        /// At the very end, in Pirate's Moon only. Of the payloads in reader archives, 0 in all others.
        pub checksum: Option<u32>,
        /// Only where every record states this length in place of its own: 1 in motion archives of Pirate's Moon.
        pub stated_length: Option<u32>,
        /// Entries that lie outside, or on the bytes of others.
        pub strays: Vec<Stray>,
    }
}

impl Record {
    /// Whether the field of the name holds a name and zeros, and nothing else.
    fn is_well_named(&self) -> bool {
        let name = self.name.text();
        !name.is_empty() && name.is_ascii() && self.name.terminated() && self.name.clean()
    }

    /// Where the payload ends, as the record states it.
    fn end(&self) -> usize {
        (self.start as usize).saturating_add(self.length as usize)
    }
}

/// What of its frame is normal in archives of this form.
pub(crate) const KEPT_WHEN_CANONICAL: &[&str] = &["footer", "stated_length", "crc"];

impl<'a> Format<'a> for Zbd<'a> {
    const ID: &'static str = "mw3.zbd";
    const ENDINGS: &'static [&'static str] = &["zbd"];
    const RULES: Rules = RULES;
    const FACETS: Facets<Self> = Facets::<Self>::NONE.archive(
        ArchiveOps {
            kept_when_canonical: KEPT_WHEN_CANONICAL,
            add: Some(shelf::ADD),
            ..ArchiveOps::new(Self::assemble)
        },
        |zbd| Some(Box::new(shelf::Shelf::new(Cow::Borrowed(zbd)))),
    );

    fn claims(origin: Origin<'_>, bytes: &[u8]) -> Claim {
        let named = origin.ends_with(".zbd");
        match find::best(bytes) {
            Some((_, Trust::Certain | Trust::Likely)) => Claim::Sure,
            Some((_, Trust::Possible | Trust::Empty)) if named => Claim::Sure,
            None if named && find::is_torn(bytes) => Claim::Broken,
            _ => Claim::No,
        }
    }

    fn read(c: &mut Cursor<'a>, _: Origin<'_>) -> Result<Self> {
        let Ends { dialect, table, footer } = find::locate(c.whole())?;
        c.seek(footer);
        let footer: Footer = c.get("footer")?;
        let checksum = c.get_if(dialect == Dialect::Pm, "checksum")?;
        c.seek(table);
        let directory: Vec<Record> = c.list("directory", footer.entry_count as usize)?;
        let ones = !directory.is_empty() && directory.iter().all(|record| record.length == 1);
        let stated_length = (dialect == Dialect::Pm && ones).then_some(1);
        let places = places(&directory, stated_length.is_none(), table);
        let (data, places) = region::read(c, 0..table, 1, places.into_iter())?;
        let strays = region::strays(&places, directory.iter().map(|record| (record.start, record.length)));
        Ok(Self { data, directory, footer, checksum, stated_length, strays })
    }

    fn write(&self, out: &mut Put) {
        let directory = match self.placed() {
            Ok(directory) => directory,
            Err(error) => return out.fail(error),
        };
        let entry_count = match region::fit(directory.len()) {
            Ok(count) => count,
            Err(error) => return out.fail(error.inside("footer.entry_count")),
        };
        region::write(&self.data, out);
        out.list(&directory);
        out.put(&Footer { entry_count, ..self.footer.clone() });
        out.put_if(&self.checksum);
    }

    fn facts(&self) -> Facts {
        let bytes = |wanted: fn(Owner) -> bool| -> usize {
            self.data.iter().filter(|s| wanted(s.owner)).map(|segment| segment.bytes.len()).sum()
        };
        vec![
            ("game", self.dialect().map_or("?", Dialect::name).into()),
            ("entries", self.directory.len().into()),
            ("payload_bytes", bytes(|owner| matches!(owner, Owner::Entry(_))).into()),
            ("unindexed_bytes", bytes(|owner| owner == Owner::Gap).into()),
        ]
    }

    fn check(&self, report: &mut Report, _: Context<'_>) {
        report.each("directory", &self.directory, check_name);
        self.check_strays(report);
        self.check_order(report);
        self.check_between(report);
        self.check_checksum(report);
    }
}

impl Zbd<'_> {
    pub(crate) fn assemble(frame: &Frame, incoming: &[EntrySpec], payloads: &dyn Payloads, out: &mut Put) {
        match shelf::assemble(frame, incoming, payloads) {
            Ok(zbd) => zbd.write(out),
            Err(error) => out.fail(error),
        }
    }
}

fn check_name(record: &Record, report: &mut Report) {
    let name = &record.name;
    let named = || args!(name = name.show().as_ref());
    report.expect(name.terminated(), &NAME_UNTERMINATED, "name", named);
    report.expect(!name.text().is_empty(), &NAME_EMPTY, "name", Vec::new);
    report.expect(name.text().is_ascii(), &NAME_ASCII, "name", named);
    report.expect(name.clean() || !name.terminated(), &NAME_TAIL, "name", named);
}

/// The offset and size of every payload. Where the records do not state sizes, each goes on to where the next begins.
fn places(directory: &[Record], stated: bool, end: usize) -> Vec<(usize, usize)> {
    let place = |record: &Record| (record.start as usize, record.length as usize);
    let mut places: Vec<(usize, usize)> = directory.iter().map(place).collect();
    if !stated {
        let mut order: Vec<usize> = (0..places.len()).collect();
        order.sort_by_key(|&i| places[i].0);
        let mut next = end;
        for i in order.into_iter().rev() {
            let start = places[i].0;
            places[i].1 = next.saturating_sub(start);
            next = next.min(start);
        }
    }
    places
}

impl Zbd<'_> {
    /// The game that the archive is of; none only for one that was made up.
    pub fn dialect(&self) -> Option<Dialect> {
        Dialect::of_footer(self.footer.version)
    }

    /// Whether it is one of those that carry a checksum in the expansion.
    fn is_reader(&self) -> bool {
        is_reader(self.directory.iter().map(|record| record.name.text()))
    }

    /// Of all payloads; nobody knows what it would be where entries share bytes.
    fn crc(&self) -> Option<u32> {
        let index = region::Index::new(&self.data, 0, self.directory.len());
        let mut payloads = (0..self.directory.len()).map(|i| index.own(&self.data, i));
        payloads.try_fold(0, |crc, bytes| Some(crc::update(crc, bytes?)))
    }

    /// The table, with the offsets and lengths that follow from the rest.
    fn placed(&self) -> Result<Vec<Record>> {
        if self.dialect().is_none_or(|dialect| self.checksum.is_some() != (dialect == Dialect::Pm)) {
            let wanted = phrases::version_by_checksum();
            return Err(Error::unexpected(wanted, self.footer.version).inside("footer.version"));
        }
        let mut directory = self.directory.clone();
        region::place(&self.data, 0, &mut directory, |record, offset, size| {
            (record.start, record.length) = (region::fit(offset)?, region::fit(size)?);
            Ok(())
        })?;
        for stray in &self.strays {
            if let Some(record) = directory.get_mut(stray.entry as usize) {
                (record.start, record.length) = (stray.data_offset, stray.size);
            }
        }
        self.expect_lengths(&mut directory)?;
        Ok(directory)
    }

    /// Where all lengths are 1, a reader takes them for none; what they say must then be so all the same.
    fn expect_lengths(&self, directory: &mut [Record]) -> Result<()> {
        if let Some(length) = self.stated_length {
            directory.iter_mut().for_each(|record| record.length = length);
        } else if self.checksum.is_some() && directory.iter().all(|record| record.length == 1) {
            let places = places(directory, false, region::len(&self.data));
            if let Some(i) = places.iter().position(|(_, size)| *size != 1) {
                let wanted = phrases::no_bytes_between_entries();
                return Err(
                    Error::unexpected(wanted, phrases::some()).inside(format_args!("directory[{i}].length"))
                );
            }
        }
        Ok(())
    }

    fn check_strays(&self, report: &mut Report) {
        let end = region::len(&self.data);
        for stray in &self.strays {
            let (start, size) = (stray.data_offset as usize, stray.size as usize);
            let inside = start.saturating_add(size) <= end;
            let rule = if inside { &ENTRY_OVERLAP } else { &ENTRY_OUTSIDE };
            let record = self.directory.get(stray.entry as usize);
            let name = record.map(|record| record.name.show()).unwrap_or_default();
            // An empty payload holds no byte that another could hold too.
            report.part(("directory", stray.entry as usize), stray, |_, report| {
                report.expect(inside && size == 0, rule, "start", || {
                    args!(name = name.as_ref(), offset = hex(start), size = size, end = hex(end))
                });
            });
        }
    }

    /// The payloads follow each other as their records do. Where the records do not state lengths, all depends on it.
    fn check_order(&self, report: &mut Report) {
        let rule = if self.stated_length.is_some() { &MOTION_ORDER } else { &ORDER };
        let mut last = 0;
        report.each("directory", &self.directory, |record, report| {
            report.expect(record.start >= last, rule, "start", || {
                args!(name = record.name.show().as_ref(), offset = hex(record.start), before = hex(last))
            });
            last = record.start;
        });
    }

    fn check_between(&self, report: &mut Report) {
        report.each("data", &self.data, |segment, report| {
            let size = || args!(size = segment.bytes.len());
            report.expect(segment.owner != Owner::Gap, &UNINDEXED, "bytes", size);
        });
        let empty = self.data.iter().filter(|segment| segment.bytes.is_empty());
        for (entry, record) in empty.filter_map(|segment| match segment.owner {
            Owner::Entry(i) => Some((i, self.directory.get(i)?)),
            _ => None,
        }) {
            report.part(("directory", entry), record, |record, report| {
                report.expect(false, &ENTRY_EMPTY, "length", || args!(name = record.name.show().as_ref()));
            });
        }
    }

    fn check_checksum(&self, report: &mut Report) {
        let reader = self.is_reader();
        let Some(stated) = self.checksum.filter(|stated| *stated != 0 || reader) else { return };
        let Some(actual) = self.crc() else { return };
        let rule = if reader { &CHECKSUM } else { &CHECKSUM_SET };
        report
            .expect(stated == actual, rule, "checksum", || args!(stated = hex(stated), actual = hex(actual)));
    }
}

/// Whether an archive with these names is one of readers.
fn is_reader<'n>(names: impl Iterator<Item = &'n [u8]>) -> bool {
    let mut names = names.peekable();
    let is_zrd = |name: &[u8]| name.len() >= 4 && name[name.len() - 4..].eq_ignore_ascii_case(b".zrd");
    names.peek().is_some() && names.all(is_zrd)
}

rules! { "zbd":
    Error NO_FOOTER = "footer";
    Error VERSION = "version";
    Error TABLE_OUTSIDE = "table-outside";
    Error ENTRY_OUTSIDE = "entry-outside";
    Error ENTRY_OVERLAP = "entry-overlap";
    Error NAME_UNTERMINATED = "name-unterminated";
    Error NAME_EMPTY = "name-empty";
    Error MOTION_ORDER = "motion-order";
    Error CHECKSUM = "checksum";
    Warning CHECKSUM_SET = "checksum-set";
    Warning ORDER = "order";
    Warning UNINDEXED = "unindexed";
    Warning ENTRY_EMPTY = "entry-empty";
    Warning NAME_ASCII = "name-ascii";
    Warning NAME_TAIL = "name-tail";
}
